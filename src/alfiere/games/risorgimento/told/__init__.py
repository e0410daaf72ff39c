"""Everything that happens, as typed events, a file a chapter."""
