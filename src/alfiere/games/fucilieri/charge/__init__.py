"""Chapter 3.3, charges: declared, received, carried home."""
