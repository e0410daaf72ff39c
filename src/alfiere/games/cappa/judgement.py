"""How good a position is: firmness first, then lives, then who is where."""

from __future__ import annotations

from alfiere.games.cappa.engaged import is_in_melee
from alfiere.games.cappa.ground import gap, in_cover
from alfiere.games.cappa.measures import UM
from alfiere.games.cappa.state import Figure, SkirmishState, others
from alfiere.games.cappa.weapons import UNARMED, hand_to_hand, weapons
from alfiere.kernel.decision import Seat

WON = 1000.0
FAR = 60  # um beyond which nearer or farther makes no difference


def evaluate(s: SkirmishState, seat: Seat) -> float:
    """The position of one side less that of the strongest other, and how close his own are to the enemy."""
    if s.winner:
        return 0.0 if s.winner == "nobody" else WON if s.winner == seat else -WON
    strongest = max(_worth(s, one) for one in others(s, seat))
    return _worth(s, seat) - strongest + sum(_zeal(s, one) for one in s.standing(seat))


def _worth(s: SkirmishState, seat: Seat) -> float:
    side = s.sides[seat]
    total = 2.0 * side.firmness + 2.0 * side.points
    total += sum(_of(figure) for figure in s.standing(seat))
    held = sum(1 for one in s.figures.values() if one.captor and one.seat != seat)
    return total + 2.0 * held


def _of(figure: Figure) -> float:
    """What a character is still good for: his life, his PA, his weapons."""
    left = figure.sheet.wounds - figure.wounds
    total = 3.0 * left + 0.3 * figure.line.mi + 0.15 * figure.pa
    if figure.shaken:
        total -= 2.0
    if figure.is_prone:
        total -= 0.5
    total += sum(0.4 for code in figure.hands if weapons()[code].is_firearm and code not in figure.empty)
    return total + 1.5 * _armed(figure)


def _armed(figure: Figure) -> int:
    """How good the best thing in his hands is hand to hand."""
    blows = [hand_to_hand(weapons()[code])[1] for code in figure.hands or [UNARMED]]
    return max(blow.hit + blow.damage for blow in blows)


def _zeal(s: SkirmishState, figure: Figure) -> float:
    """It is good to be near the enemy, better in cover, best at arm's length with a weapon and his blood up."""
    foes = s.enemies(figure.seat)
    if not foes or figure.shaken:
        return 0.0
    nearest = min(foes, key=lambda one: (gap(s, figure, one), one.id))
    distance = min(gap(s, figure, nearest) / UM, FAR)
    total = -0.2 * distance
    if is_in_melee(s, figure):
        total += 1.2 if figure.charged else 0.8
    if distance > 1 and in_cover(s, nearest, figure):
        total += 0.2
    return total
