"""Chapter 9.7.2e where a scenario has a rule about fires: who may light a building, and who gets out of the flames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alfiere.games.cappa.ground.ground import building_at, field, free_places, has_base, in_contact, radius
from alfiere.games.cappa.people.captives import drop_shared
from alfiere.games.cappa.people.squad_losses import leave_last_alone
from alfiere.games.cappa.scenario.battlefield import FOOT
from alfiere.games.cappa.scenario.ground_changes import FORTIFIED, Flames, Lit, as_line, burning, in_flames
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.gun_events import GotOut
from alfiere.games.cappa.victory.firmness import score
from alfiere.games.cappa.weaponry.wounds import eliminate
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.measuring import segments_meet
from alfiere.table.shapes import Point
from alfiere.table.terrain import Opening

RULE = "cappa.9.7.2e"
OUTWARDS: dict[int, Point] = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}  # by the number of a side, from the north


# Lighting and putting out


def why_not_light(s: SkirmishState, seat: Seat, house: str) -> str:
    """Why a side may not set this building on fire, as a key of the refusals; empty if it may.

    Where the scenario has a rule about fires no enemy may be inside, and perhaps only one side lights them.
    """
    rule = s.scenario.fire
    if rule is None:
        return ""
    if rule.side and s.scenario.seat_of[rule.side] != seat:
        return "fire-others"
    return "fire-held" if any(building_at(s, one.x, one.y) == house for one in s.enemies(seat)) else ""


def may_light(s: SkirmishState, seat: Seat, house: str) -> bool:
    """Whether a side may set this building on fire."""
    return not why_not_light(s, seat, house)


def why_not_quench(s: SkirmishState, seat: Seat) -> str:
    """Why a side may not put fires out; empty if it may."""
    rule = s.scenario.fire
    is_theirs = rule is None or not rule.put_out_by or s.scenario.seat_of[rule.put_out_by] == seat
    return "" if is_theirs else "fire-others"


def may_quench(s: SkirmishState, seat: Seat) -> bool:
    """Whether a side may put fires out."""
    return not why_not_quench(s, seat)


def why_no_fire(s: SkirmishState, seat: Seat, work: str, house: str) -> str:
    """What stands against lighting a building or putting it out, for somebody who insists."""
    if house not in s.ground.buildings or work not in ("burn", "quench"):
        return ""
    return why_not_light(s, seat, house) if work == "burn" else why_not_quench(s, seat)


def pa_to_light(s: SkirmishState, hands: Iterable[Figure]) -> int:
    """Less for those who have torches or the like with them."""
    rule = s.scenario.fire
    if rule is not None and any(name in rule.things for one in hands for name in one.carries):
        return rule.pa
    return tables().works["burn"].pa


def quench(s: SkirmishState, house: str) -> None:
    """The fire is out, the building as it was."""
    s.changed.remove(as_line(Lit(house, burning(s.changed)[house])))
    if house in in_flames(s.changed):
        s.changed.remove(as_line(Flames(house)))


# At the end of the turn


def flare_up(g: SkirmishGame) -> Procedure[None]:
    """What was lit in this turn stands in flames: whoever is inside gets out by an opening or is lost."""
    s = g.state
    if s.scenario.fire is None:
        return
    for house, turn in burning(s.changed).items():
        if turn == s.turn:
            ways = [one for one in field(s).terrain.feature(house).openings if not one.floor and one.kind != FORTIFIED]
            s.changed.append(as_line(Flames(house)))
            while inside := _inside(g.state, house):  # whom a captor held comes free when he is lost
                yield from _get_out(g, inside[0], house, ways)
    for squad in s.squads.values():
        leave_last_alone(g, squad)


def _inside(s: SkirmishState, house: str) -> list[Figure]:
    return [one for one in s.figures.values() if has_base(one) and building_at(s, one.x, one.y) == house]


def _get_out(g: SkirmishGame, figure: Figure, house: str, ways: list[Opening]) -> Procedure[None]:
    """By an opening that its owner chooses; who cannot move, or finds no room outside, is lost with what he carries."""
    s = g.state
    places = {way.id: place for way in ways if (place := _outside(s, figure, way))} if figure.where == ON else {}
    if not places:
        if figure.where != OUT:
            score(g, "out of action", figure)
        eliminate(g, figure, RULE)
        return
    options = list(_openings(figure, places))
    chosen = yield from choose(figure.seat, "get-out", options, {"figure": figure.id, "house": house}, (RULE,))
    s, figure = g.state, g.state.figures[figure.id]
    drop_shared(s, figure)
    figure.x, figure.y = chosen["to"]
    figure.level = 0
    g.tell(GotOut(figure.id, house, (figure.x, figure.y)))


def _openings(figure: Figure, places: dict[str, Point]) -> Iterator[Option]:
    for way, place in places.items():
        yield Option("get-out", {"figure": figure.id, "opening": way, "to": list(place)}, (RULE,))


def _outside(s: SkirmishState, figure: Figure, way: Opening) -> Point | None:
    """The place nearest to the outside of an opening where he fits and no wall parts him from it.

    Out of every enemy's reach, if there is such a place.
    """
    dx, dy = OUTWARDS[way.edge]
    keep = radius(figure) + tables().lengths.tolerance
    start = (way.start[0] + way.end[0]) // 2 + dx * keep, (way.start[1] + way.end[1]) // 2 + dy * keep
    crowded: Point | None = None
    twin = figure.copy()
    twin.level = 0
    for place in free_places(s, twin, *start):
        if _is_parted(s, start, place):
            continue
        twin.x, twin.y = place
        if not any(in_contact(s, twin, one) for one in s.enemies_of(figure)):
            return place
        crowded = crowded or place
    return crowded


def _is_parted(s: SkirmishState, start: Point, place: Point) -> bool:
    """Whether a wall, hedge or the like stands between."""
    (ax, ay), (bx, by) = start, place
    walls = field(s).terrain.walls_near(FOOT, 0, min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    lines = (wall.bar.outline.points for wall in walls)
    return any(len(ends) == 2 and segments_meet(start, place, ends[0], ends[1]) for ends in lines)
