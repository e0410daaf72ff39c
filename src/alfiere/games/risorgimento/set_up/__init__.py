"""Before the first turn: commanders' values, and everybody who is on the table from the beginning."""
