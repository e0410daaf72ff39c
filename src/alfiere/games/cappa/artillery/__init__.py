"""Chapter 10: guns are moved, aimed, fired and loaded."""
