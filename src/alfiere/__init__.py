"""Alfiere: the referee, the table and the opponent for five horse-and-musket wargames."""

__version__ = "0.1.0"
