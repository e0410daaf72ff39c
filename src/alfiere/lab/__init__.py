"""The laboratory: the same battle very many times, and what that says about it."""
