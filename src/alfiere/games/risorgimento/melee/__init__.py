"""Melee: who is in contact with whom, how it is fought, what the winner does, villages and bridges (chapter G)."""
