"""Chapters geo, 1.3, 6.1 and 9.5: where everybody is, who sees whom, who is in melee, who stands with his squad."""
