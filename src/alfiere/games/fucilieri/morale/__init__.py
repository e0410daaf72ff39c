"""Chapters 4, 1.6 and 3.2.9: conditions, reaction tests, losses, leaders lost."""
