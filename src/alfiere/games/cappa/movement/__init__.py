"""Chapters 4, 2.3.3 and 6.5: moving, obstacles, carts, ways to shelter and off the table, the march of a squad."""
