"""Chapters 7.3 and 7.5: the cohesion of brigades, rally and recovery from rout, at the end of a turn."""
