"""What to draw on the table while a player thinks about an option: ways and lengths, lines of sight, cover, blasts.

Everything is worked out by the procedures that would carry the option out, so what is drawn is what will be measured.
Where nobody measures before he has declared (the option ``no_measuring``) nothing is drawn that tells a distance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alfiere.games.cappa.combat.charge import extra_of, reach, way_of
from alfiere.games.cappa.combat.contact_points import Onset, onset_of
from alfiere.games.cappa.combat.fire import range_of
from alfiere.games.cappa.combat.grenades import GRENADE, crosses_wall, exposed
from alfiere.games.cappa.combat.volleys import aim_at
from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.ground import (
    BLOCKING,
    COVERING,
    COVERING_GROUND,
    WOODS,
    cover_against,
    difficult_ground,
    field,
    floor,
    gap,
    gap_to_point,
    has_base,
    radius,
)
from alfiere.games.cappa.morale.evasion import way_out
from alfiere.games.cappa.morale.morale_tests import present
from alfiere.games.cappa.movement.movement import route, speed
from alfiere.games.cappa.movement.squad_march import march_plan
from alfiere.games.cappa.people.impulses import actor, bodies
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.scenario.battlefield import BUILDING, CLOSED_BUILDING
from alfiere.games.cappa.set_up.squad_set_up import standing_places
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import Weapon, weapons
from alfiere.games.cappa.shown.directions import PUSHED, mover_of
from alfiere.games.cappa.state.bought import bought_range
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.state import OFF, Figure, SkirmishState
from alfiere.games.cappa.turn.actions import BY_KEY
from alfiere.games.cappa.turn.arrival import places_of
from alfiere.games.cappa.weaponry.arms import missiles
from alfiere.kernel import drawing
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.table.measuring import way_length
from alfiere.table.reach import Way
from alfiere.table.shapes import Point
from alfiere.table.sight import length_of, sight_line

# What a line of sight is hindered by, or a target covered
SEEN = {*WOODS, *COVERING, *COVERING_GROUND, *BLOCKING, BUILDING, CLOSED_BUILDING, "rise"}


def sketch(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The drawings for an option; none where there is nothing to see."""
    name = str(option.get("figure") or "")
    if name not in s.figures and name not in s.squads:
        return []
    deed = BY_KEY.get(option.key)
    drawn = deed.sketch(s, decision, option) if deed is not None else None
    if drawn is not None:
        return drawn
    draw = _DRAWN.get(option.key)
    if draw is not None:
        return draw(s, decision, option)
    if option.get("to") is not None:
        return _straight(s, decision, option)
    return _between(s, decision, option)


# Going somewhere


def _move(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The shortest legal way of one Move action, against what it may be; a squad goes as a body."""
    who = actor(s, option["figure"])
    if not isinstance(who, Figure):
        return _straight(s, decision, option)
    way = route(s, who, *option["to"])
    if not isinstance(way, Way):
        return []
    most = speed(s, who)
    if difficult_ground(s, who) and way.length * tables().numbers.difficult <= most:
        most //= tables().numbers.difficult
    text = said(s, "way", length=way.length, most=most) if is_measured(s) else None
    return [drawing.way(way.points, text)]


def _straight(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """Straight to the place: jumps, crossings, steps back, a whole squad."""
    first = mover_of(s, option)
    if first is None or not has_base(first):
        return []
    dx, dy = option["to"][0] - first.x, option["to"][1] - first.y
    length = way_length(((0, 0), (dx, dy)))
    text = said(s, "length", length=length) if is_measured(s) else None
    drawn = [drawing.way(((first.x, first.y), (first.x + dx, first.y + dy)), text)]
    who = actor(s, option["figure"])
    others = bodies(s, who) if option.key != PUSHED and not isinstance(who, Figure) else []
    if option.key == PUSHED and option.get("follows"):
        others = bodies(s, who)
    drawn += [drawing.way(((one.x, one.y), (one.x + dx, one.y + dy))) for one in others if one is not first]
    return drawn + _bases(others, [(one.x + dx, one.y + dy) for one in others])


def _bases(figures: Sequence[Figure], places: Sequence[Point]) -> list[Drawn]:
    """Where everybody of a body would stand; of one alone the table shows that by itself."""
    if len(places) < 2:
        return []
    return [drawing.bases(places, max(map(radius, figures)))]


def _put_down(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """Where the men of a squad would stand that is set up or comes onto the table (cappa.2.1.h2, cappa.2.1.3.h5)."""
    squad = s.squads.get(option["figure"])
    here = [one for one in map(s.figures.__getitem__, squad.members) if one.where == OFF] if squad is not None else []
    if squad is None or not here:
        return []
    if option.key == "deploy":
        return _bases(here, places_of(squad, here, option["to"], int(option.get("heading") or 0)))
    return _bases(here, option.get("places") or standing_places(here, option.args)) if option.get("formation") else []


def _drawn_up(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """Everybody's way to his place in the formation; the one who is measured with its length (cappa.6.5b)."""
    squad = s.squads.get(option["figure"])
    found = march_plan(s, squad, option.args) if squad is not None else None
    if found is None:
        return []
    first, *others = found[1].ways.values()
    text = said(s, "length", length=first.length) if is_measured(s) else None
    drawn = [drawing.way(first.points, text), *(drawing.way(way.points) for way in others if way.length)]
    ends = {name: way.end for name, way in found[1].ways.items()}
    return drawn + _bases([s.figures[name] for name in ends], list(ends.values()))


def _charge(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The way into contact and its length; a straight line where nobody knows yet whether he gets there."""
    figure, target = _pair(s, option, decision)
    if figure is None or target is None:
        return []
    start, end = (figure.x, figure.y), (target.x, target.y)
    if not is_measured(s):
        return [drawing.shot(start, end)]
    most, far = reach(s, figure, extra=False), reach(s, figure, extra=True)
    slack = tables().lengths.tolerance
    way = way_of(s, figure, onset_of(option) if option.key == "charge" else Onset(target.id), far)
    if way is None:
        return [drawing.shot(start, end, said(s, "charge-far", length=gap(s, figure, target), more=far - slack))]
    if way.length <= most:
        return [drawing.way(way.points, said(s, "charge", length=way.length, most=most - slack))]
    more = most - slack + extra_of(figure)
    return [drawing.way(way.points, said(s, "charge-extra", length=way.length, most=most - slack, more=more))]


def _evade(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    figure = s.figures.get(option["figure"])
    threat = s.figures.get(str(decision.about.get("enemy") or ""))
    if figure is None or threat is None:
        return []
    way = way_out(s, figure, threat)
    text = said(s, "length", length=way.length) if is_measured(s) else None
    return [drawing.way(way.points, text)] if way.length else []


# Shooting and throwing


def _pair(s: SkirmishState, option: Option, decision: Decision) -> tuple[Figure | None, Figure | None]:
    """Who does it and whom it befalls; of squads the nearest two."""
    ours = str(option.get("figure") or "")
    theirs = str(option.get("target") or option.get("enemy") or decision.about.get("enemy") or "")
    if ours not in {*s.figures, *s.squads} or theirs not in {*s.figures, *s.squads}:
        return None, None
    pairs = [
        (gap(s, one, other), one.id, other.id)
        for one in _on_table(s, ours)
        for other in _on_table(s, theirs)
        if one.id != other.id
    ]
    if not pairs:
        return None, None
    _, one, other = min(pairs)
    return s.figures[one], s.figures[other]


def _on_table(s: SkirmishState, name: str) -> list[Figure]:
    who = actor(s, name)
    return [one for one in ([who] if isinstance(who, Figure) else present(s, who)) if has_base(one)]


def _shoot(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    figure, target = _pair(s, option, decision)
    if figure is None or target is None:
        return []
    weapon = dict(missiles(figure)).get(str(option.get("weapon") or ""))
    return _fire(s, figure, target, weapon, gap(s, figure, target))


def _volley(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """From the member to the man between whom a squad's fire is measured (cappa.6.6.1a)."""
    squad = s.squads.get(option["figure"])
    aim = aim_at(s, squad, actor(s, option["target"])) if squad is not None else None
    if aim is None:
        return []
    weapon = next((weapon for _, weapon in missiles(aim.member)), None)
    return _fire(s, aim.member, aim.mark, weapon, aim.distance)


def _fire(s: SkirmishState, figure: Figure, target: Figure, weapon: Weapon | None, distance: int) -> list[Drawn]:
    """The line of sight, what it crosses and how much of it, the range, and what covers the target."""
    start, end = (figure.x, figure.y), (target.x, target.y)
    drawn = [drawing.shot(start, end, _range(s, weapon, distance, more=bought_range(figure)))]
    drawn += _crossed(s, start, end, (floor(s, figure), floor(s, target)))
    cover = cover_against(s, start, target)
    text = said(s, "cover", feature=cover) if cover else said(s, "no-cover")
    return [*drawn, drawing.label(end, text)]


def _range(
    s: SkirmishState, weapon: Weapon | None, distance: int, *, walled: bool = False, more: int = 0
) -> dict[str, str] | None:
    """Which columns of the weapon count, and how far it is (cappa.5.1.3b)."""
    if not is_measured(s):
        return None
    band = weapon.band(distance, walled, more) if weapon is not None else None
    if weapon is None:
        return said(s, "length", length=distance)
    if band is None:
        return said(s, "beyond", length=distance)
    return said(s, "range", band=range_of(weapon, band), length=distance)


def _crossed(s: SkirmishState, start: Point, end: Point, floors: tuple[int, int]) -> list[Drawn]:
    """Every piece of ground on the line, with how much of the line lies in it."""
    drawn: list[Drawn] = []
    for crossed in sight_line(field(s).terrain, start, end, None, floors).crossed:
        feature = crossed.feature.id
        if s.ground.feature(feature) is None or crossed.feature.kind not in SEEN:
            continue
        ends = [_along(start, end, share) for share in (crossed.enter, crossed.leave)]
        length = length_of(start, end, crossed.leave - crossed.enter)
        key = "stretch" if length and is_measured(s) else "crossed"
        drawn.append(drawing.stretch(ends, said(s, key, feature=feature, length=length)))
    return drawn


def _along(start: Point, end: Point, share: Any) -> Point:
    return round(start[0] + share * (end[0] - start[0])), round(start[1] + share * (end[1] - start[1]))


def _grenade(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """The throw, the circle of the blast and everybody in it, friends too (cappa.5.3.3b).

    Where nobody measures, the circle would: it is not drawn.
    """
    weapon = weapons()[GRENADE]
    target = s.figures.get(str(option.get("target") or ""))
    place = option.get("to") or ([target.x, target.y] if target is not None else None)
    throwers = [s.figures[name] for name in option.get("throwers") or [option["figure"]] if name in s.figures]
    if place is None:
        return []
    x, y = place
    drawn = []
    for one in throwers:
        text = _range(s, weapon, gap_to_point(s, one, x, y), walled=crosses_wall(s, one, x, y), more=bought_range(one))
        drawn.append(drawing.shot((one.x, one.y), (x, y), text))
        drawn += _crossed(s, (one.x, one.y), (x, y), (floor(s, one), 0))
    if not is_measured(s):
        return drawn
    drawn.append(drawing.ring((x, y), weapon.blast, said(s, "blast", length=weapon.blast)))
    return drawn + drawing.threat(one.id for one in exposed(s, x, y, weapon.blast))


# Hand to hand


def _blow(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """Who is in the melee, and how many against how many."""
    figure, target = _pair(s, option, decision)
    if figure is None or target is None:
        return []
    ours, theirs = foes(s, target), foes(s, figure)
    middle = (figure.x + target.x) // 2, (figure.y + target.y) // 2
    against = said(s, "against", mine=max(1, len(ours)), theirs=max(1, len(theirs)))
    drawn = [drawing.shot((figure.x, figure.y), (target.x, target.y)), drawing.label(middle, against)]
    if option.get("to") is not None:
        drawn += _straight(s, decision, option)
    return drawn + drawing.threat(one.id for one in theirs if one is not target)


def _between(s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
    """Whatever else one does to another: a line and its length."""
    if option.get("target") is None:
        return []
    figure, target = _pair(s, option, decision)
    if figure is None or target is None:
        return []
    text = said(s, "length", length=gap(s, figure, target)) if is_measured(s) else None
    return [drawing.shot((figure.x, figure.y), (target.x, target.y), text)]


_DRAWN: dict[str, Callable[[SkirmishState, Decision, Option], list[Drawn]]] = {
    "move": _move,
    "march": _drawn_up,
    "reform": _drawn_up,
    "charge": _charge,
    "countercharge": _charge,
    "evade": _evade,
    "set-up": _put_down,
    "deploy": _put_down,
    "shoot": _shoot,
    "shoot-back": _shoot,
    "volley": _volley,
    "volley-back": _volley,
    "throw-grenade": _grenade,
    "throw-together": _grenade,
    "fight": _blow,
    "fight-together": _blow,
    "fight-back": _blow,
    "fall-back": _blow,
    "strike": _blow,
}
