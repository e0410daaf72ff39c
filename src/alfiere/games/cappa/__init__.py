"""A la Guerre… de cape et d'épée 2.0, a game by Gualtiero Grassucci: duels and skirmishes of single characters."""

from pathlib import Path

HERE = Path(__file__).parent  # data, words, rulebook and look stand beside this file

# From the lowest up: a chapter imports from its own folder and from those before it, what stands beside this file
# from all of them. tests/test_layering.py holds them to it.
FOLDERS = (
    "sheets",
    "scenario",
    "told",
    "state",
    "ground",
    "people",
    "victory",
    "weaponry",
    "movement",
    "morale",
    "combat",
    "feats",
    "artillery",
    "set_up",
    "chance",
    "turn",
    "shown",
    "computer",
    "objectives",
)
