"""What the computer players think of a battle: what is worth doing, and how good a position is."""
