"""Cavalry: charges noted in secret, carried out by quarters of a move, and how those react who see them come."""
