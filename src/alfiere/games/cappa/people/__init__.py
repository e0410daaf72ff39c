"""Chapters 2.1.h2, 6.2, 6.3, 7.1 and 7.2.1: who is mustered, whose enemy he is, what he carries, who is with him."""
