"""Chapters 5.2.1, 5.3 and 9.3: arms in hand, ammunition, a blow, a wound, buildings that burn."""
