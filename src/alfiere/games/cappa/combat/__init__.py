"""Chapters 4.3.8, 5, 6.6 and 6.7: charges, fire and the answer to it, grenades, melee, of one and of a squad."""
