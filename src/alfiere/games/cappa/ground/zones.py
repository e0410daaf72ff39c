"""Chapters 1.3 and 4.3.1, what bars a way: zones of control, closed ranks, and how far one comes past them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from itertools import combinations

from alfiere.games.cappa.ground.ground import WIDEST, base_of, building_of, field, floor, going, has_base, radius, scene
from alfiere.games.cappa.ground.sight import unknown_to
from alfiere.games.cappa.ground.weather import LIGHT
from alfiere.games.cappa.scenario.battlefield import DRY
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, Figure, SkirmishState
from alfiere.table import measuring
from alfiere.table.barriers import Ranks, Zone
from alfiere.table.field import Scene
from alfiere.table.measuring import segments_meet
from alfiere.table.reach import Journey
from alfiere.table.shapes import Outline, box, edges

# Only these may bar a way, for all others are too far away from where it leads; None if it may be anybody.
Near = Mapping[str, Figure] | None


def has_zone(s: SkirmishState, figure: Figure) -> bool:
    """Whether he has a zone of control at all (cappa.1.3d, cappa.1.3.h2)."""
    return figure.is_up and not s.is_shaken(figure) and not figure.sheet.is_animal


def zone_reach(figure: Figure) -> int:
    """How far the zone goes beyond the edge of the base: its diameter is twice that of the base (cappa.1.3b)."""
    return radius(figure) * (tables().numbers.zone_of_control - 1)


def zones_against(s: SkirmishState, figure: Figure, ignoring: Collection[str] = (), near: Near = None) -> list[Zone]:
    """The zones that bar a character: those of enemies who have one, in the same room (cappa.1.3c, cappa.1.3.h4)."""
    here = building_of(s, figure)
    return [
        Zone(base_of(s, one), zone_reach(one))
        for one in _who_bar(s, figure, near)
        if one.id not in ignoring and building_of(s, one) == here
    ]


def zones_everywhere(s: SkirmishState, figure: Figure) -> list[Zone]:
    """The same for one who crosses a wall: of enemies in any room, on his storey (cappa.4.3.2.h2)."""
    return [Zone(base_of(s, one), zone_reach(one)) for one in _who_bar(s, figure)]


def _who_bar(s: SkirmishState, figure: Figure, near: Near = None) -> list[Figure]:
    storey, away = floor(s, figure), unknown_to(s, figure)
    enemies = s.enemies_of(figure, None if near is None else near.values())
    return [one for one in enemies if one.id not in away and has_zone(s, one) and floor(s, one) == storey]


def near_ways(s: SkirmishState, those: Collection[Figure], most: int) -> Near:
    """Whose base, zone or link to a comrade one of these may come near who goes so far at the most.

    None where some ground carries one of them farther.
    """
    terrain = field(s).terrain
    if not those or any(terrain.slow_ground(going(one)) for one in those):
        return None
    xs, ys, far = [one.x for one in those], [one.y for one in those], most + 2 * WIDEST
    west, east, north, south = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    return {one.id: one for one in s.figures.values() if west < one.x < east and north < one.y < south}


def in_zone_of(s: SkirmishState, figure: Figure, enemy: Figure) -> bool:
    """Whether part of his base is strictly inside an enemy's zone (cappa.1.3.h1)."""
    if not has_zone(s, enemy) or building_of(s, enemy) != building_of(s, figure):
        return False
    if not measuring.nearer(base_of(s, figure).outline, base_of(s, enemy).outline, zone_reach(enemy)):
        return False
    return floor(s, enemy) == floor(s, figure) and not _are_parted(s, figure, enemy)


def _are_parted(s: SkirmishState, one: Figure, other: Figure) -> bool:
    """Whether a wall or an obstacle lies between two centres, touched by either or not (cappa.1.3.h5)."""
    start, end = (one.x, one.y), (other.x, other.y)
    walls = field(s).terrain.walls_near(going(one), floor(s, one), *box(Outline((start, end))))
    return any(segments_meet(start, end, *side) for wall in walls for side in edges(wall.bar.outline.points))


def contacts(s: SkirmishState, figure: Figure, near: Near = None) -> list[Zone]:
    """As rings to keep out of: contact with the enemies who have no zone of control that would keep him off."""
    close, storey = tables().lengths.tolerance + 1, floor(s, figure)
    away = unknown_to(s, figure)
    enemies = s.enemies_of(figure, None if near is None else near.values())
    bare = (one for one in enemies if one.id not in away and not has_zone(s, one) and not one.sheet.is_animal)
    return [Zone(base_of(s, one), close) for one in bare if floor(s, one) == storey]


def closed_ranks(s: SkirmishState, figure: Figure, near: Near = None) -> list[Ranks]:
    """The segments between the members of other squads that nobody may cross (cappa.4.3.1c, cappa.geo.17)."""
    found: list[Ranks] = []
    away = unknown_to(s, figure)
    for squad in s.squads.values():
        if squad.id == figure.squad or (near is not None and near.keys().isdisjoint(squad.members)):
            continue
        members = (s.figures[name] for name in squad.members if name not in away)
        here = ((one.x, one.y, radius(one)) for one in members if one.where == ON and has_base(one))
        found += _ranks(squad.id, tuple(here), tables().lengths.foot_base)
    return found


@lru_cache(maxsize=1 << 10)
def _ranks(squad: str, members: tuple[tuple[int, int, int], ...], limit: int) -> tuple[Ranks, ...]:
    """The same of one squad whose members stand there: it hangs on nothing else, and most squads stand still."""
    return tuple(
        Ranks(squad, Outline(((ax, ay), (bx, by))))
        for (ax, ay, one), (bx, by, other) in combinations(members, 2)
        if (ax - bx) ** 2 + (ay - by) ** 2 <= (limit + one + other) ** 2
    )


def journey(
    s: SkirmishState,
    figure: Figure,
    allowance: int,
    *,
    ignoring: Collection[str] = (),
    leave_out: Collection[str] = (),
    zones: bool = True,
    dry: bool = False,
    also: Collection[Zone] = (),
    keeps_off: bool = False,
) -> Journey:
    """What a character can reach with so much movement; ``ignoring`` names enemies whose zones do not bar him.

    ``dry``: only ways that keep out of difficult ground; ``also``: more rings that he keeps out of; ``keeps_off``: of
    contact with those who have no zone, too.
    """
    how = going(figure) + DRY if dry else going(figure)
    near = near_ways(s, (figure,), allowance)
    return scene(s, among=None if near is None else near.values()).journey(
        base_of(s, figure),
        allowance,
        going=how,
        zones=[
            *(zones_against(s, figure, ignoring, near) if zones else ()),
            *(contacts(s, figure, near) if keeps_off else ()),
            *also,
        ],
        ranks=closed_ranks(s, figure, near),
        leave_out=(*leave_out, *unknown_to(s, figure)) if LIGHT in s.options else leave_out,
    )


class Surroundings:
    """What bars the ways of several who ask one after the other while nobody moves: gathered once for all of them.

    It is made for one question and thrown away with it, so nothing in it can grow old. ``leave_out`` names those who
    are in nobody's way, such as the members of a squad that moves together.
    """

    def __init__(self, s: SkirmishState, leave_out: Collection[str] = (), near: Near = None) -> None:
        self.state, self.leave_out, self.near = s, leave_out, near
        self._zones: dict[tuple[str, str, int], tuple[list[Zone], list[Zone]]] = {}
        self._ranks: dict[tuple[str, str], list[Ranks]] = {}

    @cached_property
    def scene(self) -> Scene:
        """Everybody else on the table."""
        return scene(self.state, self.leave_out, None if self.near is None else self.near.values())

    def walk(self, figure: Figure, most: int) -> Journey:
        """What an ordinary move of one of them can reach."""
        control, contact = self._rings(figure)
        return self._journey(figure, most, [*control, *contact])

    def charge(self, figure: Figure, most: int, target: Figure) -> Journey:
        """What he can reach who charges somebody, whose zone alone does not bar him (cappa.1.3.h4)."""
        return self._journey(figure, most, [one for one in self._rings(figure)[0] if one.base.id != target.id])

    def shove(self, figure: Figure, most: int) -> Journey:
        """What he can reach who is moved by a fight: no zone bars him."""
        return self._journey(figure, most, [])

    def _rings(self, figure: Figure) -> tuple[list[Zone], list[Zone]]:
        """The zones that bar him, and contact with those who have none."""
        s = self.state
        # In peace it hangs on every single one whose enemies others are.
        side = figure.id if s.peace else figure.seat
        room = side, building_of(s, figure), floor(s, figure)
        rings = self._zones.get(room)
        if rings is None:
            rings = self._zones[room] = zones_against(s, figure, near=self.near), contacts(s, figure, self.near)
        return rings

    def _journey(self, figure: Figure, most: int, zones: list[Zone]) -> Journey:
        s = self.state
        body = figure.seat, figure.squad
        ranks = self._ranks.get(body)
        if ranks is None:
            ranks = self._ranks[body] = closed_ranks(s, figure, self.near)
        away = unknown_to(s, figure) if LIGHT in s.options else ()
        return self.scene.journey(
            base_of(s, figure), most, going=going(figure), zones=zones, ranks=ranks, leave_out=away
        )
