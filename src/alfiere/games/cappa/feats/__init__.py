"""Chapters 2.2, 8, 9.1 and 9.7: what else one can do, from picking something up to abilities and works."""
