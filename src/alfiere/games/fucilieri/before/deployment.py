"""Chapter 2.3: where units, leaders and characters are set up: in column, in their zone, facing the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec.structs import replace

from alfiere.battles.areas import AreaForm, Box, extent, lies_in
from alfiere.battles.ground_forms import INWARDS
from alfiere.battles.open_battle import ON, TO_COME, other
from alfiere.battles.setting_up import POSTS, SettingUp, Spot, rows
from alfiere.games.fucilieri.sheets.ground import going
from alfiere.games.fucilieri.sheets.table_rows import Base as Figures
from alfiere.games.fucilieri.sheets.tables import tables
from alfiere.games.fucilieri.sheets.terrain import Who, terrain
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.footprint import shape_of
from alfiere.games.fucilieri.state.leader import GENERAL, Leader
from alfiere.games.fucilieri.state.unit import COLUMN, GUN, LIMBERED, LINE, UNLIMBERED, Unit
from alfiere.games.fucilieri.told.before import Deployed, NoRoom
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import offset
from alfiere.table.legs import Footing, Pace
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import within
from alfiere.table.shapes import Base, Outline, Pose, Rect, box, outline_of

ZONE: Final = "fucilieri.2.3.11"
IN_COLUMN: Final = "fucilieri.2.3.9"
RADIUS: Final = "fucilieri.2.3.12"
CLOSE: Final = 250  # between places where the zone is almost full
ROOMY: Final = 4  # a zone so many times as wide as a unit has room for gaps
ALONE: Final = 3  # places offered to a leader by himself


def column_of(unit: Unit) -> str:
    """What counts as column: guns are limbered, dragoons mounted (fucilieri.2.3.9, .2.3.10)."""
    return LIMBERED if unit.is_guns else COLUMN


def fighting_front(unit: Unit) -> int:
    """How wide a unit is when it is formed to fight; in column it may be narrower."""
    return _front(unit.profile.arm, unit.base, unit.guns if unit.is_guns else unit.figures)


@lru_cache(maxsize=256)
def _front(arm: str, base: Figures, figures: int) -> int:
    formed = (LIMBERED, UNLIMBERED) if base == GUN else (COLUMN, LINE)
    return max(shape_of(base, name, figures).width for name in formed if name in tables().arms[arm].formations)


# The zone


def areas(s: State, command: str) -> tuple[AreaForm, ...]:
    """Where a command is set up: what the scenario gives it stands for itself, a strip has its limits (.2.3.11)."""
    return s.scenario.areas(s.scenario.deployments[command], s.homes[s.commands[command].seat])  # type: ignore[arg-type]


def is_in_zone(s: State, command: str, outline: Outline) -> bool:
    """Whether a base lies in one of them."""
    return any(lies_in(s.field, area, outline) for area in areas(s, command))


def _deeper(s: State, command: str, depth: int) -> list[AreaForm]:
    """The strips along an edge, made as deep as a column that is too deep for them (fucilieri.2.3.11)."""
    form, home = s.scenario.deployments[command], s.homes[s.commands[command].seat]
    deep = [replace(one, within=depth) for one in form.area if one.edge is not None and depth > one.within]
    return list(s.scenario.areas(replace(form, area=tuple(deep)), home)) if deep else []  # type: ignore[arg-type]


def _fits(s: State, unit: Unit, footing: Footing) -> bool:
    """In the zone; a column deeper than it stands with its rear edge on the own edge instead (.2.3.11)."""
    if is_in_zone(s, unit.command, footing.outline):
        return True
    return any(lies_in(s.field, area, footing.outline) for area in _deeper(s, unit.command, footing.shape.depth))


def headings(s: State, unit: Unit) -> tuple[int, ...]:
    """Where it may face: the enemy, with its front parallel to the own edge, unless the scenario says more."""
    said = s.scenario.deployments[unit.command].facing
    towards = INWARDS[s.homes[unit.seat]]
    return tuple(INWARDS[_opposite(one)] for one in said) if said else (towards,)


def _opposite(edge: str) -> str:
    return {"north": "south", "south": "north", "east": "west", "west": "east"}[edge]


# Units


def why_not(s: State, unit: Unit, spot: Spot) -> Objection | None:
    """Why a unit may not be set up so; None if it may."""
    footing = spot.footing
    if footing.formation != column_of(unit):
        return because("deploy-in-column", IN_COLUMN, unit=unit.id, formation=footing.formation)
    if footing.pose.heading not in headings(s, unit):
        return because("deploy-facing", ZONE, unit=unit.id)
    if not _fits(s, unit, footing):
        return because("deploy-zone", ZONE, unit=unit.id)
    if spot.post:
        found = post_taken(s, unit, spot.post)
    else:
        found = None if stands(s, unit, footing) else because("no-room", "fucilieri.0.17", unit=unit.id)
    if found is None and not _is_in_reach(s, unit, footing):
        return because("deploy-radius", RADIUS, unit=unit.id)
    return found


def stands(s: State, unit: Unit, footing: Footing) -> bool:
    """Whether it may enter that ground, and nobody is in the way (fucilieri.2.3.11, .0.17)."""
    pace = Pace(0, going=going(Who(unit.base, footing.formation)))  # type: ignore[arg-type]
    return Manoeuvre(s.scene, unit.id, {footing.formation: pace}).stands(footing) is None


def post_taken(s: State, unit: Unit, post: str) -> Objection | None:
    """Why a unit cannot be in a block: one unit of foot, not too large, is in it (fucilieri.5.13)."""
    if not unit.is_foot or unit.figures > terrain().building.figures:
        return because("building-foot", "fucilieri.5.13", unit=unit.id)
    inside = [one for one in s.on_table if one.post == post and one.id != unit.id]
    return because("building-full", "fucilieri.5.13", unit=unit.id) if inside else None


def _is_in_reach(s: State, unit: Unit, footing: Footing) -> bool:
    """Whether its leader could have all of his units within his radius from somewhere (fucilieri.2.3.12)."""
    who = s.leaders[s.commands[unit.command].leader]
    all_of_them = [s.footing(one) for one in s.units_of(unit.command) if one.id != unit.id] + [footing]
    outlines = [one.outline for one in all_of_them]
    return any(_commands(who, pose, outlines) for pose in _lookouts(all_of_them, who))


def _lookouts(footings: Sequence[Footing], who: Leader) -> Iterator[Pose]:
    """Where a leader might stand: in the middle of them, or behind one."""
    yield middle_of([one.outline for one in footings], footings[0].pose.heading)
    for one in footings:
        dx, dy = offset(one.pose.heading, -(one.shape.depth + who.shape.depth) // 2)
        yield Pose(one.pose.x + dx, one.pose.y + dy, one.pose.heading)


def middle_of(outlines: Iterable[Outline], heading: int) -> Pose:
    """The middle of all that these cover."""
    boxes = [box(one) for one in outlines]
    west, north = min(one[0] for one in boxes), min(one[1] for one in boxes)
    east, south = max(one[2] for one in boxes), max(one[3] for one in boxes)
    return Pose((west + east) // 2, (north + south) // 2, heading)


def _commands(who: Leader, pose: Pose, outlines: Iterable[Outline]) -> bool:
    here = outline_of(who.shape, pose)
    return all(within(here, one, who.radius) for one in outlines)


# Leaders and characters


def leader_why_not(s: State, who: Leader, pose: Pose, unit: str) -> Objection | None:
    """Why a leader or character may not be set up there, joined to this unit or to none (.2.3.12, .3.2.9.2)."""
    if unit and unit not in {one.id for one in may_join(s, who)}:
        return because("not-his-unit", "fucilieri.3.2.9.2", unit=unit, leader=who.id)
    here = outline_of(who.shape, pose)
    if unit and not within(here, s.base(s.units[unit]).outline, s.field.touch):
        return because("not-touching", "fucilieri.3.2.9.1", unit=unit, leader=who.id)
    if not unit:
        if not s.scene.is_on_table(here) or s.scene.overlapping(Base(who.id, who.shape, pose, here)):
            return because("no-room-for-leader", ZONE, leader=who.id)
        if not is_in_zone(s, who.command, here):
            return because("leader-zone", RADIUS, leader=who.id)
    mine = [s.base(one).outline for one in s.units_of(who.command) if one.id != unit]
    if who.is_commander and not _commands(who, pose, mine):
        return because("leader-radius", RADIUS, leader=who.id)
    return None


def may_join(s: State, who: Leader) -> list[Unit]:
    """The units on the table that he may join: a general those of his command, others any (fucilieri.3.2.9.2)."""
    return [one for one in s.side(who.seat) if who.role != GENERAL or one.command == who.command]


def leader_spots(s: State, who: Leader) -> list[tuple[Pose, str]]:
    """Places worth offering him: a few by himself near the middle of his command, and with units; at least one."""
    own = s.units_of(who.command) or s.side(who.seat)
    towards = INWARDS[s.homes[who.seat]]
    joined = [(s.behind(one, who), one.id) for one in own if one in may_join(s, who)]
    boxes = (where for area in areas(s, who.command) for where in extent(s.field, area, 0))
    spread = [pose for where in boxes for pose in rows(where, who.shape, towards, who.shape.depth)]
    if own:
        x, y, _ = middle_of([s.base(one).outline for one in own], 0)
        spread += [s.behind(one, who) for one in own]
        spread.sort(key=lambda pose: (pose.x - x) ** 2 + (pose.y - y) ** 2)
    alone = ((pose, "") for pose in dict.fromkeys(spread) if leader_why_not(s, who, pose, "") is None)
    found = [*islice(alone, ALONE), *(one for one in joined if leader_why_not(s, who, *one) is None)]
    return found or joined[:1] or [(spread[0], "")]


def _across(where: Box, heading: int) -> int:
    return where[2] - where[0] if heading in (0, 1800) else where[3] - where[1]


def _close(where: Box, shape: Rect, heading: int) -> Iterator[Pose]:
    """Places one figure apart, from a corner on: so most find room."""
    wide, deep = (shape.width, shape.depth) if heading in (0, 1800) else (shape.depth, shape.width)
    for y in range(where[1] + deep // 2, where[3] - deep // 2 + 1, CLOSE):
        for x in range(where[0] + wide // 2, where[2] - wide // 2 + 1, CLOSE):
            yield Pose(x, y, heading)


def _from(mate: Unit, ahead: int, right: int) -> Pose:
    dx, dy = offset(mate.heading, ahead, right)
    return Pose(mate.x + dx, mate.y + dy, mate.heading)


def _is_hindered(s: State, unit: Unit, footing: Footing) -> bool:
    """Whether it would begin on ground that costs it more than open ground (fucilieri.5.17)."""
    mover, goings = Who(unit.base, footing.formation).mover, terrain().goings  # type: ignore[arg-type]
    return any(mover in goings[one.kind.id].cost for one in s.ground.touched(footing.outline))


class SetUp(SettingUp[State, Unit, Leader]):
    """Units in the order of battle, then leaders and characters, of one side after the other."""

    rules = (IN_COLUMN, ZONE, RADIUS)
    leader = "leader"
    apart = 300

    def troop(self, s: State, id: str) -> Unit | None:
        return s.units.get(id)

    def leader_of(self, s: State, id: str) -> Leader:
        return s.leaders[id]

    def waiting(self, s: State, seat: Seat) -> list[str]:
        return [id for id in s.queue if (s.units.get(id) or s.leaders[id]).seat == seat]

    def formations(self, s: State, one: Unit) -> tuple[str, ...]:
        return (column_of(one),)

    def known_formations(self, s: State, one: Unit) -> Sequence[str]:
        return one.arm.formations

    def sorts(self, s: State, one: Unit) -> tuple[str, ...]:
        """In the open first."""
        return (column_of(one), POSTS)

    def boxes(self, s: State, one: Unit) -> Iterator[Box]:
        deep = s.shape(one, column_of(one)).depth
        for area in (*areas(s, one.command), *_deeper(s, one.command, deep)):
            yield from extent(s.field, area, deep)

    def facing(self, s: State, seat: Seat) -> int:
        return INWARDS[s.homes[seat]]

    def stands(self, s: State, one: Unit, footing: Footing) -> bool:
        return stands(s, one, footing)

    def in_the_open(self, s: State, one: Unit, formation: str, apart: int | None) -> Iterator[Spot]:
        """Beside and behind those of its command who stand already, then in rows; in a pinch close together.

        There are intervals to form line in as long as the whole army has room for them.
        """
        shape, mates, found = s.shape(one, formation), s.units_of(one.command), list[Pose]()
        wide = fighting_front(one) if self._has_intervals(s, one) else shape.width
        if apart is not None:
            for mate in mates:
                there = fighting_front(mate) if wide > shape.width else s.shape(mate).width
                found += [*self._beside(s, mate, there + wide, shape), self._behind(s, mate, shape)]
        heading = self.facing(s, one.seat)
        if heading not in headings(s, one):
            heading = headings(s, one)[0]
        for gap in dict.fromkeys((wide - shape.width, 0)):
            for where in self.boxes(s, one):
                is_wide = apart is not None and _across(where, heading) >= ROOMY * (shape.width + gap)
                found += rows(where, shape, heading, gap + self.apart) if is_wide else _close(where, shape, heading)
        lame: list[Spot] = []  # on ground that would hold it up: only if need be
        for pose in found:
            spot = Spot(Footing(formation, shape, pose))
            if why_not(s, one, spot) is not None:
                continue
            if _is_hindered(s, one, spot.footing):
                lame.append(spot)
            else:
                yield spot
        yield from lame

    def _beside(self, s: State, mate: Unit, width: int, shape: Rect) -> Iterator[Pose]:
        """To the right and left of it, fronts level, with this width between them for both."""
        aside, level = width // 2 + self.apart, (s.shape(mate).depth - shape.depth) // 2
        return (_from(mate, level, right) for right in (-aside, aside))

    def _behind(self, s: State, mate: Unit, shape: Rect) -> Pose:
        return _from(mate, -(s.shape(mate).depth + shape.depth) // 2 - self.apart, 0)

    def _has_intervals(self, s: State, one: Unit) -> bool:
        """Whether all of its side could stand in this zone with room to form line."""
        heading, shape = self.facing(s, one.seat), s.shape(one, column_of(one))
        room = 0
        for where in self.boxes(s, one):
            deep = (where[3] - where[1]) if heading in (0, 1800) else (where[2] - where[0])
            room = max(room, _across(where, heading) * max(1, deep // (shape.depth + self.apart)))
        mates = [mate for mate in s.units.values() if mate.seat == one.seat]
        return sum(fighting_front(mate) + self.apart for mate in mates) <= room

    def posts(self, s: State, one: Unit) -> Iterator[Spot]:
        """The blocks the scenario puts it into, in the middle of each."""
        formation = column_of(one)
        inside = dict.fromkeys(id for area in areas(s, one.command) for id in area.inside)
        for id in inside:
            if s.ground.pieces[id].is_building:
                yield self._in_block(s, one, id, formation)

    def _in_block(self, s: State, one: Unit, id: str, formation: str) -> Spot:
        x, y, heading = middle_of([s.ground.pieces[id].outline], self.facing(s, one.seat))
        return Spot(Footing(formation, s.shape(one, formation), Pose(x, y, heading)), id)

    def spot_at(self, s: State, one: Unit, pose: Pose, formation: str) -> Spot:
        """In a block of buildings in its middle."""
        piece = next((piece for piece in s.ground.at(pose.x, pose.y) if piece.is_building), None)
        if piece is not None:
            return self._in_block(s, one, piece.id, formation)
        return Spot(Footing(formation, s.shape(one, formation), pose))

    def why_not(self, s: State, one: Unit, spot: Spot) -> Objection | None:
        return why_not(s, one, spot)

    def wrong_formation(self, one: Unit, formation: str) -> Objection:
        return because("deploy-in-column", IN_COLUMN, unit=one.id, formation=formation)

    def leaves_out(self, g: FucilieriGame, one: Unit) -> bool:
        """Who finds no room in the zone stays off, and comes on later without a test (fucilieri.2.3.19)."""
        if self.has_room(g.state, one) or any(True for _ in self.in_the_open(g.state, one, column_of(one), None)):
            return False
        g.tell(NoRoom(one.id, ("fucilieri.2.3.19",)))
        return True

    def put(self, g: FucilieriGame, one: Unit, spot: Spot) -> None:
        g.state.stand(one, *spot)
        g.tell(Deployed(one.id, (*one.pose,), one.formation, "", self.rules))

    def leader_spots(self, s: State, who: Leader) -> list[tuple[Pose, str]]:
        return leader_spots(s, who)

    def leader_why_not(self, s: State, who: Leader, pose: Pose, unit: str) -> Objection | None:
        return leader_why_not(s, who, pose, unit)

    def put_leader(self, g: FucilieriGame, who: Leader, pose: Pose, unit: str) -> None:
        s = g.state
        who.where, who.joined = ON, unit
        who.x, who.y, who.heading = s.behind(s.units[unit], who) if unit else pose
        g.tell(Deployed(who.id, (*who.pose,), "", unit, (RADIUS,)))


SETTING_UP: Final = SetUp()


def order_of_set_up(s: State) -> list[str]:
    """The whole army of who deploys first, then the other; leaders and characters last (.2.3.8, .2.3.12)."""
    found: list[str] = []
    for seat in (s.first, other(s.first)):
        found += [one.id for one in s.units.values() if one.seat == seat and one.where == TO_COME]
        found += [one.id for one in s.leaders.values() if one.seat == seat and one.where == TO_COME]
    return found


def deploy(g: FucilieriGame) -> Procedure[None]:
    """Everybody in the queue of the state."""
    yield from SETTING_UP.play(g)
