"""Round 4: who sees whom, and fire (chapters 0.12 to 0.15 and 3.4)."""
