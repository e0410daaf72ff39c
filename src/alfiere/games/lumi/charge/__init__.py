"""Chapters 4 and 9.2: charges and their reactions, the approach to short range, aggressive units."""
