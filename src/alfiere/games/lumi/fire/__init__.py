"""Chapter 5: fire, replies and what a hit does."""
