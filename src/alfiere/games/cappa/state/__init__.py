"""Chapters 2.1, 9.1 and 9.2: the skirmish as it stands, action points, dice and cards, what things are called."""
