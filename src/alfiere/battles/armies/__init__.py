"""Armies by points: lists that players write, and meeting battles in which two of them are chosen."""
