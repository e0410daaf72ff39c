"""What a unit may do in a Manoeuvre phase, what it pays for it, and what it has used when others ask (3.1, 3.3.3c).

Everything is in millionths of a whole move, of the speed in the formation of the moment (3.1.7e).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.sheets.tables import Tables, tables
from alfiere.games.lumi.state.base import ARTILLERY, DEPLOYED, HAS_MOVED, IMPULSE, OF_BASE, SQUARE, USED, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, bases_of
from alfiere.table.legs import CENTRE, WHOLE, Footing, Leg, Pace, Rate, Reform, Shift, Turn, after, price
from alfiere.table.shapes import Outline, Point, box, boxes_meet
from alfiere.table.sight import inside_stretches
from alfiere.table.terrain import Compiled, Terrain

HAS_ACTED = OF_BASE.bare("has manoeuvred", IMPULSE)  # once in each Manoeuvre phase, lumi.2.3.4e
HAS_LIMBERED = OF_BASE.bare("has limbered", IMPULSE)  # or deployed: it does not fire, lumi.3.1.9c
HALF: Final = WHOLE // 2


def used(one: Base) -> int:
    """What a base has used of its move in this impulse; up to half it fires with -1, then no more (lumi.3.1.14a)."""
    return sum(USED.all(one))


def use(bases: Iterable[Base], share: int) -> None:
    """They have moved, and used so much of their speed."""
    for one in bases:
        USED.put(one, share)
        HAS_MOVED.note(one)


def acted(bases: Iterable[Base]) -> None:
    """They have had their move of this phase."""
    for one in bases:
        HAS_ACTED.note(one)


# What it may do


def formations(s: State, unit: Unit) -> tuple[str, ...]:
    """The formations that all its bases may take (lumi.1.7.1)."""
    return _formations(tuple(one.arm.id for one in bases_of(s, unit)))


@lru_cache(maxsize=256)
def _formations(arms: tuple[str, ...]) -> tuple[str, ...]:
    known = tables().arms
    return tuple(name for name in known[arms[0]].speed if all(name in known[arm].speed for arm in arms))


def paces(s: State, unit: Unit, *, by_road: bool = False) -> Mapping[str, Pace]:
    """What it may do in each of its formations, and for how much."""
    return _paces(tuple(one.arm.id for one in bases_of(s, unit)), by_road)


@lru_cache(maxsize=256)
def _paces(arms: tuple[str, ...], by_road: bool) -> Mapping[str, Pace]:
    known = tables()
    speeds = [known.arms[arm].speed for arm in arms]
    found: dict[str, Pace] = {}
    for name in _formations(arms):
        fast = min(one[name] for one in speeds)  # type: ignore[index]
        form = known.formations[name]
        # open order turns for nothing (3.1.5), deployed guns by up to 45 degrees as half a move (3.1.3b)
        step, each = (1, 0) if form.turns_freely else (known.angles.gun_turn, HALF) if name == DEPLOYED else (0, 0)
        found[name] = Pace(
            fast,
            _rates(known, name, fast),
            wheels=name != DEPLOYED,
            step=step,
            each=each,
            about=known.shares.about if form.turns_about else None,
            changes={one: _change(known, arms[0], name, one) for one in _formations(arms) if one != name},
            going=going(arms[0], name, by_road=by_road and form.uses_roads),
        )
    return found


def _rates(known: Tables, name: str, fast: int) -> tuple[Rate, ...]:
    """Ahead and obliquely; sideways by 1um, as half a move; back at half speed (3.1.4, 3.1.6, 3.1.9b, 3.1.11)."""
    form, far = known.formations[name], known.distances.sideways
    found = [Rate(known.angles.oblique if form.moves_obliquely else 0)]
    if form.moves_sideways:
        found.append(Rate(900, fast, 2 * far, most=far, least=900))
    if form.steps_back:
        found.append(Rate(1800, WHOLE, known.shares.back, least=1800))
    if name == DEPLOYED:
        found.append(Rate(1800, least=1800))
    return tuple(found)


def _change(known: Tables, arm: str, here: str, there: str) -> int:
    """Half a move, into square or of heavier guns a whole one (3.1.7a, 3.1.7b, 3.1.9a)."""
    shares = known.shares
    if known.arms[arm].kind == ARTILLERY:
        return shares.limber_light if known.arms[arm].limbers_quickly else shares.limber
    return shares.square if there == SQUARE else shares.formation


def is_turn_in_place(leg: Leg) -> bool:
    """Whether a leg is a turn that each base makes on the spot."""
    return isinstance(leg, Turn) and leg.about == CENTRE


# What it pays


class Fare:
    """What legs of a base cost on the ground: wherever some part of it is in slow terrain a um costs two (3.3.3c)."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain

    def __call__(self, pace: Pace, stages: Sequence[Footing], leg: Leg) -> int | None:
        """The price of a leg from the last stage."""
        here = stages[-1]
        even = price(pace, here, leg)
        slow = self.terrain.slow_ground(pace.going)
        if not even or not slow or isinstance(leg, Reform) or is_turn_in_place(leg):
            return even
        there = after(here, leg)
        about = box(Outline((*here.outline.points, *there.outline.points)))
        near = [one for one, _ in slow if boxes_meet(about, one.box)]
        times = max(how.times for _, how in slow)
        if isinstance(leg, Shift):
            return even + int(even * (times - 1) * _share_in(near, here, there)) if near else even
        is_in = any(self.terrain.overlaps(one.feature.id, end.outline) for one in near for end in (here, there))
        return even * times if is_in else even


def _share_in(grounds: Iterable[Compiled], here: Footing, there: Footing) -> Fraction:
    """The share of a straight way on which some part of a base is in one of these areas; overlaps count once (3.3.3i).

    A base is looked at by its corners, the middles of its sides and its centre.
    """
    stretches = sorted(
        stretch
        for one in grounds
        for start, end in zip(_points(here), _points(there), strict=True)
        for stretch in inside_stretches(one, start, end)
    )
    inside, reached = Fraction(0), Fraction(0)
    for enter, leave in stretches:
        if leave > reached:
            inside += leave - max(enter, reached)
            reached = leave
    return inside


def _points(one: Footing) -> tuple[Point, ...]:
    corners = one.outline.points
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    middles = [((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in sides]
    return (*corners, *middles, one.pose.point)
