"""A game of the tests, on hexes."""
