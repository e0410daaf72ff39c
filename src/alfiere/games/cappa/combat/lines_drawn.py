"""What is drawn between two who fight: a line of fire with all it crosses, range and cover, a blow, a mere line.

Where nobody measures before he has declared, nothing that is drawn tells a distance.
"""

from __future__ import annotations

from fractions import Fraction

from alfiere.games.cappa.combat.fire import range_of
from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.ground import (
    BLOCKING,
    COVERING,
    COVERING_GROUND,
    WOODS,
    cover_against,
    field,
    floor,
    gap,
    has_base,
)
from alfiere.games.cappa.morale.morale_tests import present
from alfiere.games.cappa.movement.ways_drawn import straight
from alfiere.games.cappa.people.impulses import actor
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.scenario.battlefield import BUILDING, CLOSED_BUILDING
from alfiere.games.cappa.sheets.weapons import Weapon
from alfiere.games.cappa.state.bought import bought_range
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.games.cappa.weaponry.arms import missiles
from alfiere.kernel import drawing
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn, Text
from alfiere.table.shapes import Point
from alfiere.table.sight import length_of, sight_line

# What a line of sight is hindered by, or a target covered
SEEN = {*WOODS, *COVERING, *COVERING_GROUND, *BLOCKING, BUILDING, CLOSED_BUILDING, "rise"}


def nearest_pair(s: SkirmishState, decision: Decision, option: Option) -> tuple[Figure, Figure] | None:
    """Who does it and whom it befalls; of squads the nearest two."""
    ours = str(option.get("figure") or "")
    theirs = str(option.get("target") or option.get("enemy") or decision.about.get("enemy") or "")
    known = {*s.figures, *s.squads}
    if ours not in known or theirs not in known:
        return None
    pairs = [
        (gap(s, one, other), one.id, other.id)
        for one in _on_table(s, ours)
        for other in _on_table(s, theirs)
        if one.id != other.id
    ]
    if not pairs:
        return None
    _, one, other = min(pairs)
    return s.figures[one], s.figures[other]


def _on_table(s: SkirmishState, name: str) -> list[Figure]:
    who = actor(s, name)
    return [one for one in ([who] if isinstance(who, Figure) else present(s, who)) if has_base(one)]


# Fire


def shot_drawn(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The line of a single shot."""
    pair = nearest_pair(s, decision, option)
    if pair is None:
        return []
    weapon = dict(missiles(pair[0])).get(str(option.get("weapon") or ""))
    return fire_drawn(s, *pair, weapon, gap(s, *pair))


def fire_drawn(s: SkirmishState, figure: Figure, target: Figure, weapon: Weapon | None, distance: int) -> list[Drawn]:
    """The line of sight, what it crosses and how much of it, the range, and what covers the target."""
    start, end = (figure.x, figure.y), (target.x, target.y)
    drawn = [drawing.shot(start, end, range_told(s, weapon, distance, more=bought_range(figure)))]
    drawn += ground_crossed(s, start, end, (floor(s, figure), floor(s, target)))
    cover = cover_against(s, start, target)
    text = said(s, "cover", feature=cover) if cover else said(s, "no-cover")
    return [*drawn, drawing.label(end, text)]


def range_told(
    s: SkirmishState, weapon: Weapon | None, distance: int, *, walled: bool = False, more: int = 0
) -> Text | None:
    """Which columns of the weapon count, and how far it is (cappa.5.1.3b)."""
    if not is_measured(s):
        return None
    if weapon is None:
        return said(s, "length", length=distance)
    band = weapon.band(distance, walled, more)
    if band is None:
        return said(s, "beyond", length=distance)
    return said(s, "range", band=range_of(weapon, band), length=distance)


def ground_crossed(s: SkirmishState, start: Point, end: Point, floors: tuple[int, int]) -> list[Drawn]:
    """Every piece of ground on the line, with how much of the line lies in it."""
    drawn: list[Drawn] = []
    for piece in sight_line(field(s).terrain, start, end, None, floors).crossed:
        feature = piece.feature.id
        if s.ground.feature(feature) is None or piece.feature.kind not in SEEN:
            continue
        ends = [_along(start, end, share) for share in (piece.enter, piece.leave)]
        length = length_of(start, end, piece.leave - piece.enter)
        key = "stretch" if length and is_measured(s) else "crossed"
        drawn.append(drawing.stretch(ends, said(s, key, feature=feature, length=length)))
    return drawn


def _along(start: Point, end: Point, share: Fraction) -> Point:
    return round(start[0] + share * (end[0] - start[0])), round(start[1] + share * (end[1] - start[1]))


# Hand to hand


def blow_drawn(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """Who is in the melee, and how many against how many."""
    pair = nearest_pair(s, decision, option)
    if pair is None:
        return []
    figure, target = pair
    ours, theirs = foes(s, target), foes(s, figure)
    middle = (figure.x + target.x) // 2, (figure.y + target.y) // 2
    against = said(s, "against", mine=max(1, len(ours)), theirs=max(1, len(theirs)))
    drawn = [drawing.shot((figure.x, figure.y), (target.x, target.y)), drawing.label(middle, against)]
    if option.get("to") is not None:
        drawn += straight(s, option)
    return drawn + drawing.threat(one.id for one in theirs if one is not target)


# Whatever else


def between(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """What one does to another: a line and its length."""
    pair = nearest_pair(s, decision, option) if option.get("target") is not None else None
    if pair is None:
        return []
    figure, target = pair
    text = said(s, "length", length=gap(s, figure, target)) if is_measured(s) else None
    return [drawing.shot((figure.x, figure.y), (target.x, target.y), text)]
