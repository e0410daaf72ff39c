"""What a computer player thinks of, how far it is, and how good a position looks."""
