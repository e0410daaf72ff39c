"""Situations: a battle set up in a few lines of text, for tests that show one rule each.

    game = situation('''
        esa on open ground
        wood 1,-1  0,-2
        red   pike A at 0,0 facing 0, strength 2
        blue  cuirassiers C at 0,-1 facing 3, order: move melee
        cards blue 9 9 2   red 8 8 8
    ''')
    game.fight("C", "A")
    assert game.unit("C").losses == 0

The first word is the game; how its lines are read stands in ``tests/games/<game>/lines.py``.
"""

from __future__ import annotations

import importlib
from typing import Any


def situation(text: str) -> Any:
    """The situation a text describes, ready to be played."""
    lines = [line.split("#")[0].strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line]
    reader = importlib.import_module(f"tests.games.{lines[0].split()[0]}.lines")
    return reader.read(lines)
