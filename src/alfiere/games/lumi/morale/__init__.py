"""Chapters 1.5 and 7.1: states of order, losses, support, morale tests and what they bring."""
