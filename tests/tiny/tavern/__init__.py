"""A game of the tests, on an open table."""
