"""Chapters 3.6 and 3.7: influence and the command test."""
