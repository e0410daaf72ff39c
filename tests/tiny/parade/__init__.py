"""A game of the tests: units in formation on an open table."""
