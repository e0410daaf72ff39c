"""Chapter 3: firmness, objectives, victory points, and news that are worth some."""
