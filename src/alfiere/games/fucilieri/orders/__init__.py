"""Round 1: what is ordered, and what an order asks for (chapter 3.1)."""
