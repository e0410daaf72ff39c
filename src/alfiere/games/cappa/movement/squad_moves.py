"""Squads in chapters 2.2.1t and 4.3.2 to 4.3.4: a new formation in a move; crossing, climbing and jumping as a body."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

from alfiere.games.cappa.ground.ground import field, nearest, stops_near
from alfiere.games.cappa.ground.seeing import is_dim
from alfiere.games.cappa.ground.visibility import halted, known, met_at, reveal
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.movement.movement import go, may_move
from alfiere.games.cappa.movement.obstacles import Climb, Jump, beyond, crossing_cost, open_door
from alfiere.games.cappa.movement.squad_march import (
    Drill,
    Plan,
    foremost,
    formation_cost,
    march_plan,
    quarter,
    stumble,
)
from alfiere.games.cappa.movement.ways_drawn import drawn_up
from alfiere.games.cappa.people.impulses import OfSquad, bodies
from alfiere.games.cappa.people.squad_formations import known_formations, ways_to_stand
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import Crossed, FormationChanged
from alfiere.kernel.decision import Decision, Draw, Option, first_drawn
from alfiere.kernel.drawing import Drawn
from alfiere.table.headings import offset
from alfiere.table.measuring import root_up
from alfiere.table.reach import Way
from alfiere.table.shapes import Point
from alfiere.table.terrain import Bar

# A new formation


def formations_of(s: SkirmishState, squad: Squad) -> list[str]:
    """The formations open to it as it is now."""
    return known_formations(squad, bodies(s, squad))


class Reform(OfSquad):
    """A move that ends in another formation, on the spot or towards the enemy (cappa.2.2.1t)."""

    verb = "reform"
    rule = "cappa.6.5g"
    keeps_nocked = True
    is_drawn_alone = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        drill = _ready(s, who)
        if drill is None:
            return
        seen: list[Plan] = []
        for formation, shape in _new_ways_to_stand(s, who):
            for length in (0, drill.pace):
                found = _reformed(s, who, drill, formation, shape, length)
                if found is None or (shape and found.plan in seen):  # four in two ranks are a column of twos
                    continue
                seen += [found.plan] if shape else []
                yield found.option

    def drawn(self, s: SkirmishState, who: Squad, pa: int, draw: Draw) -> Option | None:
        drill = _ready(s, who)
        if drill is None:
            return None
        shapes: dict[str, list[str]] = {}
        for formation, shape in _new_ways_to_stand(s, who):
            shapes.setdefault(formation, []).append(shape)

        def offer(order: tuple[str, int]) -> Option | None:
            formation, length = order
            found: list[Reformed] = []
            for shape in shapes[formation]:
                one = _reformed(s, who, drill, formation, shape, length)
                if one is not None and all(one.plan != other.plan for other in found):
                    found.append(one)
            return found[int(draw() * len(found))].option if found else None

        return first_drawn(list(product(shapes, (0, drill.pace))), offer, draw)

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        found = march_plan(s, s.squads[option["figure"]], option.args)
        return [] if found is None else drawn_up(s, found[1].ways)

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """Everybody goes to his new place."""
        x, y = option["to"]
        s = known(g.state, who.seat)
        plan = Drill(s, who).plan((x, y), option["formation"], option["heading"], option.args.get("shape", ""))
        assert plan is not None  # it was offered
        if any(halted(g.state, s.figures[name], way) for name, way in plan.ways.items()):
            stumble(g, who, plan)
            return
        for name, way in plan.ways.items():
            go(g, g.state.figures[name], way, "move", ("cappa.2.2.1t",))
        who.formation = option["formation"]
        g.tell(FormationChanged(who.id, who.formation))


def _new_ways_to_stand(s: SkirmishState, squad: Squad) -> Iterator[tuple[str, str]]:
    """Every other formation it knows, each shape of close order (cappa.6.3.3.h1); a close order may change its own."""
    for formation in formations_of(s, squad):
        for shape in ways_to_stand(formation):
            if formation != squad.formation or shape:
                yield formation, shape


class Reformed(NamedTuple):
    """A new formation and how everybody gets there."""

    option: Option
    plan: Plan


def _ready(s: SkirmishState, squad: Squad) -> Drill | None:
    """The squad about to be drawn up anew; None if one of it cannot move."""
    here = bodies(s, squad)
    return Drill(s, squad) if len(here) >= 2 and all(may_move(s, one) for one in here) else None


def _reformed(s: SkirmishState, squad: Squad, drill: Drill, formation: str, shape: str, length: int) -> Reformed | None:
    """Another formation towards the nearest enemy, the foremost going so far; None where it cannot be done."""
    here = drill.here
    foes = nearest(s, here[0], s.enemies_of(squad))
    heading = quarter(foes[0].x - here[0].x, foes[0].y - here[0].y) if foes else 0
    first, (dx, dy) = foremost(here, heading), offset(heading, length)
    to = first.x + dx, first.y + dy
    plan = drill.plan(to, formation, heading, shape)
    if plan is None or (formation == squad.formation and not any(way.length for way in plan.ways.values())):
        return None
    cost = formation_cost(here)
    args = {"figure": squad.id, "formation": formation, "heading": heading, "to": list(to)}
    args |= ({"shape": shape} if shape else {}) | ({"pa": cost} if cost > 1 else {})
    return Reformed(Option("reform", args, ("cappa.2.2.1t", "cappa.6.3e", "cappa.6.5g")), plan)


# Crossing together


def _bars(s: SkirmishState, squad: Squad) -> dict[str, list[Figure]]:
    """The obstacles that members touch and can cross, with all who are near enough to cross too."""
    here = [one for one in bodies(s, squad) if not one.is_prone and not one.level]
    touched = {bar.by for one in here for bar in stops_near(s, one) if not s.ground.is_climbed(bar.by)}
    near = {name: near_obstacle(s, here, name) for name in sorted(touched)}
    return {
        name: those
        for name, those in near.items()
        if all(crossing_cost(s, one, name) is not None for one in those)  # the others stay, cappa.4.3.2.h3
    }


def near_obstacle(s: SkirmishState, here: list[Figure], name: str) -> list[Figure]:
    """Those on their feet within 1 um of an obstacle, who touch it first (cappa.4.3.2.h3)."""
    near = [one for one in here if not one.is_prone and not one.level and _bar_near(s, one, name) is not None]
    return sorted(near, key=lambda one: all(bar.by != name for bar in stops_near(s, one)))


def _bar_near(s: SkirmishState, figure: Figure, name: str) -> Bar | None:
    near = (bar for bar in stops_near(s, figure, tables().lengths.squad_crossing) if bar.by == name)
    return next(near, None)


class CrossTogether(OfSquad):
    """All members within 1 um of an obstacle that one of them touches, for the PA of one crossing."""

    verb = "cross-together"
    rule = "cappa.4.3.2c"
    shifts = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        for name, near in _bars(s, who).items():
            if any(far_side(s, one, name) is not None for one in near):
                cost = max(crossing_cost(s, one, name) or 1 for one in near)
                args = {"figure": who.id, "obstacle": name} | ({"pa": cost} if cost != 1 else {})
                yield Option("cross-together", args, ("cappa.4.3.2.h3",))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """All who are near enough, for the PA of one crossing."""
        name = option["obstacle"]
        cross_over(g, _bars(g.state, who)[name], name)


def far_side(s: SkirmishState, figure: Figure, name: str, beaten: Collection[str] = ()) -> Point | None:
    """Where he gets to: up to the obstacle, if he is not yet there, and over it."""
    bar = _bar_near(s, figure, name)
    if bar is None:
        return None
    near = tables().lengths.squad_crossing + tables().lengths.tolerance
    way = journey(s, figure, near).contact(bar.outline)
    if not isinstance(way, Way):
        return None
    return beyond(s, figure.at(way.end), bar, beaten)


def cross_over(
    g: SkirmishGame, near: list[Figure], name: str, beaten: Collection[str] = (), rule: str = "cappa.4.3.2.h3"
) -> None:
    """One after the other, those in front first; who finds no room stays behind."""
    s = g.state
    for one in near:
        place = far_side(s, one, name, beaten)
        if place is None:
            continue
        hidden = met_at(s, one, place, one.level) if is_dim(s) else ""
        if hidden:
            reveal(g, one, hidden, (one.x, one.y))
            continue
        length = root_up((place[0] - one.x) ** 2 + (place[1] - one.y) ** 2)
        one.x, one.y = place
        one.moved += length
        one.moved_now += length
        g.tell(Crossed(one.id, name, place, (rule,)))
    open_door(s, name, field(s).terrain.openings)


# Climbing and jumping together


class ClimbTogether(OfSquad):
    """To each height that one of them can get to with this action, for the PA of one (cappa.2.2.1y, cappa.6.4.h1)."""

    verb = "climb-together"
    rule = "cappa.4.3.3.h1"

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        here = bodies(s, who)
        for level in dict.fromkeys(option["level"] for one in here for option in Climb().options(s, one, pa)):
            yield Option("climb-together", {"figure": who.id, "level": level}, ("cappa.2.2.1y", "cappa.6.4a"))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """All who can get there from where they are; the others wait."""
        for one in bodies(g.state, who):
            own = next((way for way in Climb().options(g.state, one, 1) if way["level"] == option["level"]), None)
            if own is not None:
                Climb().do(g, one, own)


class JumpTogether(OfSquad):
    """Where the first of them who can jump may land; the others land as near to him as they can (cappa.2.2.1m)."""

    verb = "jump-together"
    rule = "cappa.4.3.4.h1"
    shifts = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        here = bodies(s, who)
        ways = (list(Jump().options(s, one, pa)) for one in here)
        for option in next((found for found in ways if found), []):
            yield Option("jump-together", {"figure": who.id, "to": option["to"]}, ("cappa.2.2.1m", "cappa.6.4a"))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """One after the other; who cannot jump, or finds no room, stays behind (cappa.6.4.h1)."""
        x, y = option["to"]
        for one in bodies(g.state, who):
            ways = list(Jump().options(g.state, one, 1))
            if ways:
                own = min(ways, key=lambda way: ((way["to"][0] - x) ** 2 + (way["to"][1] - y) ** 2, way["to"]))
                Jump().do(g, one, own)
