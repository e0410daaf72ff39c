"""What a side is after: which places count for it, and which of its formations goes for which of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.ways import how_far
from alfiere.games.risorgimento.sheets.tables import Mover
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, Unit
from alfiere.games.risorgimento.victory.objectives import Hold, Most, aims
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline, Point, box, centre

NEAR: Final = 2200  # hundredths: enemies so near a place are those one has to do with there
WEIGHT: Final = 30.0  # cm of way that a place which counts fully is worth
NEED: Final = 25.0  # the same for one that has fewer men than it needs
TO_TAKE: Final = 8.0  # and for one that is still to be taken
GUARD: Final = 2.5  # times the men it wants, a formation is not too many to hold a place
MORE: Final = 1.3  # who attacks wants so many more
GARRISON: Final = 8  # loss points that even a place without an enemy near wants
FINE: Final = 500  # hundredths to which ways are told here, so that a plan does not change with every step


class Goal(NamedTuple):
    """A place, and whether it is to be taken; without a place it is where the enemy is."""

    place: str
    at: Point
    is_attack: bool


def mover_of(unit: Unit) -> Mover:
    """How it mostly moves."""
    return "horse" if unit.arm == CAVALRY else "limbered" if unit.arm == ARTILLERY else "close"


def middle_of(s: BattleState, place: str) -> Point:
    """Where a place is, by its point or the middle of its piece of ground."""
    form = s.places[place]
    return form.at or centre(box(Outline(s.ground.pieces[form.piece].points)))


def weights(s: BattleState) -> dict[str, float]:
    """How much each place counts, from 0 to 1: for who must hold it, and for who must not let it be held."""
    found = dict.fromkeys(s.places, 0.0)
    for aim in aims(s):
        if isinstance(aim, Hold):
            for place in aim.places:
                found[place] += aim.wanted / len(aim.places)
        elif isinstance(aim, Most):
            for place in aim.places:
                found[place] += 1.0
    most = max(found.values(), default=0.0)
    return {place: weight / most for place, weight in found.items()} if most else found


def goals(s: BattleState, seat: Seat) -> dict[str, Goal]:
    """What each formation of a side is to do, by its commander's id."""
    own: dict[str, list[Unit]] = {}
    for unit in s.side(seat):
        own.setdefault(s.group_of(unit), []).append(unit)
    foes = [one for one in s.side(other(seat)) if one.is_steady]
    counted = {place: weight for place, weight in weights(s).items() if weight}
    if not counted:
        at = _among(foes) if foes else (s.scenario.width // 2, s.scenario.depth // 2)
        return {group: Goal("", at, is_attack=True) for group in own}
    spots = {place: middle_of(s, place) for place in counted}
    needs = _needs(s, seat, spots, foes)
    found = {}
    for group in sorted(own, key=lambda one: (-_strength(own[one]), one)):
        here, mover = _among(own[group]), mover_of(own[group][0])
        strength = _strength(own[group])

        def worth(place: str) -> float:
            far = how_far(s.ground, mover, here, spots[place]) // FINE * FINE / 100  # noqa: B023
            wanted = min(1.0, needs[place] / strength) if strength else 0.0  # noqa: B023
            if s.control[place] != seat:
                return WEIGHT * counted[place] + NEED * max(0.0, wanted) + TO_TAKE - far
            enough = min(1.0, max(0.0, wanted) * GUARD)  # a whole brigade is wasted on a place that nobody threatens
            return WEIGHT * counted[place] * enough + NEED * max(0.0, wanted) - far

        place = max(counted, key=worth)
        needs[place] -= strength
        found[group] = Goal(place, spots[place], s.control[place] != seat)
    return found


def _needs(s: BattleState, seat: Seat, spots: dict[str, Point], foes: list[Unit]) -> dict[str, float]:
    """How many men each place wants: for the enemies that are nearer to it than to any other."""
    found = dict.fromkeys(spots, float(GARRISON))
    for one in foes:
        far, place = min((span(one.x - x, one.y - y), place) for place, (x, y) in spots.items())
        if far <= NEAR:
            found[place] += one.left * (1.0 if s.control[place] == seat else MORE)
    return found


def _strength(units: list[Unit]) -> int:
    return sum(one.left for one in units if one.is_steady)


def _among(units: list[Unit]) -> Point:
    return sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)
