"""Chapters 6 and 7.2: who fights whom, the rounds of a melee, and what the winner does next."""
