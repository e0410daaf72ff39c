"""What a computer player aims at, what it thinks of, and how good a position looks. House numbers, tuned by playing."""
