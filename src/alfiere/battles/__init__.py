"""What games of units on a table share, below the games and above kernel and table. It knows no game."""
