"""Chapters 4.3.2 to 4.3.4, obstacles: crossing, climbing, jumping."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from alfiere.games.cappa.ground.ground import (
    HORSES,
    building_of,
    field,
    going,
    ground_level,
    in_contact,
    openings_at,
    radius,
    stops_near,
)
from alfiere.games.cappa.ground.seeing import is_dim
from alfiere.games.cappa.ground.visibility import met_at, reveal
from alfiere.games.cappa.ground.zones import contacts, in_zone_of, journey, zones_everywhere
from alfiere.games.cappa.movement.movement import is_climbing, is_on_wall
from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.scenario.battlefield import MOUNTED
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.fortune import FALL, cast
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Climbed, Crossed, Fell
from alfiere.games.cappa.weaponry.wounds import wound
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import Refusal
from alfiere.table.measuring import nearest_point, root_up, squared_gap
from alfiere.table.places import crossing_place
from alfiere.table.shapes import Outline, Point
from alfiere.table.terrain import Bar, Opening

JUMPED = ("ditch", "stream")


# Crossing


class Cross(OfOne):
    """Every obstacle in contact that can be crossed, to the nearest place beyond it (cappa.4.3.2c, cappa.geo.28)."""

    verb = "cross"
    rule = "cappa.4.3.2c"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.is_prone or is_on_wall(s, who) or who.level:
            return  # cappa.2.2.1.h10
        seen = set()
        for bar in stops_near(s, who):
            cost = crossing_cost(s, who, bar.by)
            if cost is None:
                continue
            place = beyond(s, who, bar)
            if place is None or (bar.by, place) in seen:
                continue
            seen.add((bar.by, place))
            args = {"figure": who.id, "obstacle": bar.by, "to": list(place)}
            yield Option("cross", args | ({"pa": cost} if cost != 1 else {}), ("cappa.4.3.2c", "cappa.4.3.2.h1"))

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        return because("prone", "cappa.2.2.1.h10", figure=who.id) if who.is_prone else None

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """To the other side; a door or gate that was closed is open from now on."""
        x, y = option["to"]
        obstacle = option["obstacle"]
        if _comes_upon(g, who, (x, y), who.level):
            open_door(g.state, obstacle, field(g.state).terrain.openings)  # and sees him
            return
        length = root_up((x - who.x) ** 2 + (y - who.y) ** 2)
        who.x, who.y = x, y
        who.moved += length
        who.moved_now += length
        open_door(g.state, obstacle, field(g.state).terrain.openings)
        g.tell(Crossed(who.id, obstacle, (x, y)))


def crossing_cost(s: SkirmishState, figure: Figure, obstacle: str) -> int | None:
    """PA to cross it; None if he cannot, or if a horse he leads cannot go with him (cappa.4.3.6.h4)."""
    opening = field(s).terrain.openings.get(obstacle)
    if leads_horse(s, figure):
        passes = opening.kind == "gate" if opening is not None else s.ground.cost(obstacle, MOUNTED) is not None
        if not passes:
            return None
    return s.ground.cost(obstacle, going(figure))


def leads_horse(s: SkirmishState, figure: Figure) -> bool:
    """Whether he leads a horse, which neither climbs nor jumps down nor fits through a door (cappa.4.3.6.h4)."""
    return any(name in s.things and s.things[name].kind in HORSES for name in figure.carries)


def beyond(s: SkirmishState, figure: Figure, bar: Bar, beaten: Collection[str] = ()) -> Point | None:
    """Where a crossing puts him: out of contact with enemies and their zones (cappa.4.3.2.h2), but for the beaten."""
    reach = 2 * tables().lengths.crossing + 4 * radius(figure)
    rings = [ring for ring in (*zones_everywhere(s, figure), *contacts(s, figure)) if ring.base.id not in beaten]
    on = journey(s, figure, reach, zones=False, also=rings)
    place = crossing_place(on, bar.outline, tables().lengths.crossing)
    return None if isinstance(place, Refusal) else place


def _comes_upon(g: SkirmishGame, figure: Figure, place: Point, level: int) -> bool:
    """Whether somebody hidden is where he would come to: he stays, and has found him (cappa.9.5.1.h3)."""
    hidden = met_at(g.state, figure, place, level) if is_dim(g.state) else ""
    if hidden:
        reveal(g, figure, hidden, (figure.x, figure.y))
    return bool(hidden)


def open_door(s: SkirmishState, obstacle: str, openings: Mapping[str, Opening]) -> None:
    """A door or gate that somebody has gone through is open from now on."""
    opening = openings.get(obstacle)
    if opening is not None and opening.kind in ("door", "gate") and obstacle not in s.changed:
        s.changed.append(obstacle)


# Climbing


def wall_at(s: SkirmishState, figure: Figure) -> str:
    """The high wall he is in contact with, or nothing."""
    return next((bar.by for bar in stops_near(s, figure) if s.ground.is_climbed(bar.by)), "")


def may_climb(s: SkirmishState, figure: Figure) -> bool:
    """On foot, standing, without load, no two-handed weapon in hand (cappa.4.3.3.h1, cappa.4.3.7.h2)."""
    if figure.is_mounted or figure.is_prone or is_laden(s, figure) or leads_horse(s, figure):
        return False
    return not any(weapons()[code].hands == 2 and code != "unarmed" for code in figure.hands)


class Climb(OfOne):
    """A level of a wall, up or down, or a storey by the stairs (cappa.4.3.3a, cappa.4.3.3.h3, cappa.geo.46)."""

    verb = "climb"
    rule = "cappa.4.3.3.h1"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.is_mounted or who.is_prone or leads_horse(s, who):
            return
        step = tables().lengths.level * tables().numbers.climb
        house = building_of(s, who)
        if house:
            step = tables().lengths.level * tables().numbers.climb_stairs
            roof = field(s).terrain.feature(house).top
            levels = [who.level + step, who.level - step]
            found = [one for one in levels if 0 <= one < roof and _has_room(s, who, one)]
            for level in found:
                yield Option("climb", {"figure": who.id, "level": level}, ("cappa.4.3.3.h3",))
            return
        wall = wall_at(s, who)
        if not wall or not may_climb(s, who):
            return
        top = field(s).terrain.feature(wall).top
        for level in (min(who.level + step, top), max(who.level - step, 0)):
            if level != who.level:
                yield Option("climb", {"figure": who.id, "level": level}, ("cappa.4.3.3a",))

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        return _why_not_up_or_down(s, who)

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """Up or down; he may stop between levels."""
        if _comes_upon(g, who, (who.x, who.y), option["level"]):
            return
        who.level = option["level"]
        g.tell(Climbed(who.id, who.level, option.rules))


def _has_room(s: SkirmishState, figure: Figure, level: int) -> bool:
    """Whether nobody is in his place on that storey, nor an enemy whose zone he would come into (cappa.1.3c)."""
    there = figure.copy()
    there.level = level
    if any(in_zone_of(s, there, one) or in_contact(s, there, one) for one in s.enemies_of(figure)):
        return False
    return journey(s, there, 0).stands(there.x, there.y) is None


# Jumping


class Jump(OfOne):
    """Over a ditch or stream, down from a window or a wall (cappa.4.3.4a, cappa.4.3.4b)."""

    verb = "jump"
    rule = "cappa.4.3.4.h1"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.is_prone or is_laden(s, who):
            return
        if who.level:
            if not leads_horse(s, who):
                yield from _jumps_down(s, who)
            return
        reach = tables().lengths.jump + tables().lengths.tolerance + 2 * radius(who)  # from edge to edge, cappa.geo.4
        for bar in stops_near(s, who):
            piece = field(s).terrain.by_id.get(bar.by)
            if piece is None or piece.feature.kind not in JUMPED:
                continue
            place = beyond(s, who, bar)
            if place is not None and (place[0] - who.x) ** 2 + (place[1] - who.y) ** 2 <= reach * reach:
                yield Option("jump", {"figure": who.id, "to": list(place)}, ("cappa.4.3.4a", "cappa.4.3.4.h1"))

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        return _why_not_up_or_down(s, who)

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """He lands on his feet."""
        x, y = option["to"]
        if _comes_upon(g, who, (x, y), 0):
            return
        length = root_up((x - who.x) ** 2 + (y - who.y) ** 2)
        who.x, who.y, who.level = x, y, 0
        who.moved += length
        who.moved_now += length
        g.tell(Crossed(who.id, "", (x, y), option.rules))


def _jumps_down(s: SkirmishState, who: Figure) -> Iterator[Option]:
    """To the ground, not deeper than 2 um and not more than 2 um aside; over a wall only from its top."""
    lengths = tables().lengths
    drop = lengths.jump_down_mounted if who.is_mounted else lengths.jump_down
    aside = lengths.jump_down_aside + lengths.tolerance
    bars: list[Outline] = [one.outline for one in openings_at(s, who)]
    if not building_of(s, who):
        bars = [bar.outline for bar in stops_near(s, who) if s.ground.is_climbed(bar.by)]
        if not bars:
            return
    if is_climbing(s, who):
        bars = []
    places = [place for bar in bars if (place := _landing(s, who, bar)) is not None]
    if not building_of(s, who):
        places.append((who.x, who.y))
    for x, y in places:
        deep = ground_level(s, who.x, who.y) + who.level - ground_level(s, x, y)
        if deep <= drop and (x - who.x) ** 2 + (y - who.y) ** 2 <= aside * aside:
            yield Option("jump", {"figure": who.id, "to": [x, y]}, ("cappa.4.3.4b",))


def brought_to(who: Figure, bar: Outline) -> Figure:
    """He as if he touched an opening or wall near which he stands, with nothing of its height left."""
    found = who.copy()
    nx, ny = nearest_point(bar, who.x, who.y)
    off = root_up(*squared_gap(Outline(((who.x, who.y),)), bar))
    if off > radius(who):
        found.x = round(nx + (who.x - nx) * radius(who) / off)
        found.y = round(ny + (who.y - ny) * radius(who) / off)
    found.level = 0
    return found


def _landing(s: SkirmishState, who: Figure, bar: Outline) -> Point | None:
    """Where he lands below an opening or wall: in contact with its far side, however near to it he stood."""
    jumper = brought_to(who, bar)
    reach = 2 * tables().lengths.jump_down_aside + 4 * radius(who)
    on = journey(s, jumper, reach, zones=False, also=[*zones_everywhere(s, jumper), *contacts(s, jumper)])
    place = crossing_place(on, bar, tables().lengths.crossing)
    return None if isinstance(place, Refusal) else place


def _why_not_up_or_down(s: SkirmishState, who: Figure) -> Objection | None:
    """Climbing and jumping are for those on their feet with free hands (cappa.2.2.1.h10)."""
    if who.is_prone:
        return because("prone", "cappa.2.2.1.h10", figure=who.id)
    return because("laden", "cappa.4.3.7.h2", figure=who.id) if is_laden(s, who) else None


def fall(g: SkirmishGame, figure: Figure, drop: int) -> Procedure[None]:
    """A fall from more than two levels may wound; after any fall he lies prone (cappa.2.2.3.h3, cappa.2.2.3.h7)."""
    deep = drop // tables().lengths.level - tables().numbers.safe_fall
    figure.is_prone = not figure.is_mounted
    if deep <= 0:
        g.tell(Fell(figure.id, drop, 0, False))
        return
    limit = figure.line.ca + deep * tables().numbers.fall
    roll = (yield from cast(g, figure, FALL, limit, lambda score: int(score > limit))).score
    hurt = roll <= limit
    g.tell(Fell(figure.id, drop, roll, hurt))
    if hurt:
        wound(g, figure)
