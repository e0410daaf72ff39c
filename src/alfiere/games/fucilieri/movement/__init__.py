"""Round 2: moves, formations, terrain, buildings (chapters 3.2 and 5)."""
