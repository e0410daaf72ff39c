"""What the tests of melee share: two men in contact, and what a blow between them counts."""

from __future__ import annotations

from alfiere.games.cappa.weaponry import blows
from tests.situation import situation

DUEL = """
    cappa on open ground
    red  extra A at 10,10, 5/3/3, pa 1
    blue extra B at 10,11, 5/3/3
"""


def to_hit(game, attacker="A", target="B", **how):
    """The modified Mi and the names of its lines."""
    s = game.state
    one, other = s.figures[attacker], s.figures[target]
    found = blows.blow_tally(s, one, other, blows.arms_against(s, one, other)[0], **how)
    return found.total, [reason for _, reason, _ in found.lines]


def armour(game, attacker="A", target="B"):
    """The modified CA and the names of its lines."""
    s = game.state
    one, other = s.figures[attacker], s.figures[target]
    found = blows.blow_armour(s, one, other, blows.arms_against(s, one, other)[0])
    return found.total, [reason for _, reason, _ in found.lines]


def fought(text, dice, *answers, who="A"):
    """A round of melee."""
    game = situation(text + f"\ndice {dice}")
    game.do(who, "fight", *answers)
    return game
