"""Chapter 3: movement, of one's own will and forced."""
