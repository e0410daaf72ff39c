"""Chapter 2: everything that happens before the first turn."""
