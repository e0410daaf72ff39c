"""Risorgimento 1859: grand-tactical battles of the Second War of Independence."""
