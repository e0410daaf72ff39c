"""A la Guerre… de cape et d'épée 2.0, a game by Gualtiero Grassucci: duels and skirmishes of single characters."""
