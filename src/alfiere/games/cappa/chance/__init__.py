"""Chapters 7 and 6.4: markers are turned, and what comes of it; errands of one man of a squad."""
