"""Chapters 2.2 and 12: armies set up before the first turn, reinforcements that come on later."""
