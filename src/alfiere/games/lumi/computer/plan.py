"""What a side is after: which places count for it, and which of its divisions goes for what."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.battles.walking import span
from alfiere.games.lumi.state.base import CAVALRY, ROUT, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.victory.objectives import REACHED, OfPlaces
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline, Point, box, centre

ENOUGH: Final = 2  # divisions that go for one place
KEPT: Final = 900  # hundredths: a division so near to what is its side's own keeps it


class Goal(NamedTuple):
    """Where a division is to go or to stay, and the buildings it is to hold there."""

    at: Point
    is_attack: bool
    piece: str = ""


def middle_of(s: State, place: str) -> Point:
    """Where a place is."""
    form = s.scenario.places[place]
    if form.piece:
        return centre(box(Outline(s.ground.pieces[form.piece].points)))
    assert form.rect is not None
    return centre(form.rect)


def counted(s: State) -> dict[str, tuple[Seat, int]]:
    """The places that count, each with the side that is to reach it and what that takes from the other."""
    found: dict[str, tuple[Seat, int]] = {}
    for aim in s.scenario.form.objective:
        if isinstance(aim, OfPlaces) and not REACHED.is_on(s, aim.text.en):
            found |= {place: (aim.seat(s), aim.cohesion) for place in aim.places}
    return found


def attacks(s: State, seat: Seat) -> bool:
    """Whether a side has to come to the other."""
    return s.scenario.sides[seat].posture == "attack"


def goals(s: State, seat: Seat) -> dict[str, Goal]:
    """What each division is to do: places first, the nearest divisions to each; the others go for the enemy or stay."""
    own: dict[str, list[Base]] = {}
    for one in s.side(seat):
        if one.state != ROUT:
            own.setdefault(one.division, []).append(one)
    foes = [one for one in s.side(other(seat)) if one.state != ROUT]
    middles = {division: among(bases) for division, bases in own.items()}
    found: dict[str, Goal] = {}
    for place, (taker, _) in counted(s).items():
        at, is_attack = middle_of(s, place), taker == seat
        foot = [id for id in own if id not in found and any(one.kind != CAVALRY for one in own[id])]
        foot.sort(key=lambda id: (_far(middles[id], at), id))
        for id in foot[:ENOUGH]:
            if is_attack or _far(middles[id], at) <= KEPT:
                found[id] = Goal(at, is_attack, s.scenario.places[place].piece)
    for id, here in middles.items():
        if id not in found:
            if attacks(s, seat) and foes:
                nearest = min(foes, key=lambda foe: (_far(here, foe.pose.point), foe.id))
                found[id] = Goal(nearest.pose.point, is_attack=True)
            else:
                found[id] = Goal(here, is_attack=False)
    return found


def among(bases: list[Base]) -> Point:
    """Their middle."""
    return sum(one.x for one in bases) // len(bases), sum(one.y for one in bases) // len(bases)


def _far(one: Point, two: Point) -> float:
    return span(one[0] - two[0], one[1] - two[1])
