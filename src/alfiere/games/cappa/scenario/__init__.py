"""Chapters 2.1 and 3, the file of a skirmish: how it is written, what must be true of it, the ground it lays out."""
