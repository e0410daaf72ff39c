"""Events: what happened, chapter by chapter."""
