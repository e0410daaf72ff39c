"""Chapters 2.3, 4.3.9 and 5.2.5: morale tests and flight, evading, leaving a melee."""
