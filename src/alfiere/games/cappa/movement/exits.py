"""Chapter 4.h2, leaving the table: only where the scenario allows it, by touching the edge in a move, for good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from alfiere.battles.ground_forms import ExitForm
from alfiere.battles.zones import at_exit
from alfiere.games.cappa.ground.ground import radius
from alfiere.games.cappa.movement.movement import go, may_move, route, speed, walk, walks_of
from alfiere.games.cappa.people.captives import forget
from alfiere.games.cappa.people.impulses import Actor, Either, OfOne, OfSquad, bodies
from alfiere.games.cappa.people.squad_losses import count_loss
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import GONE, OUT, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import LeftTable
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.firmness import credit
from alfiere.games.cappa.victory.news import bring_news
from alfiere.kernel.decision import Option
from alfiere.table.reach import Way
from alfiere.table.shapes import Point


def exits_of(s: SkirmishState, seat: str) -> list[ExitForm]:
    """The ways out that are open to a side."""
    codes = ("", s.scenario.side(seat).code)
    return [one for one in s.scenario.form.exit if one.side in codes]


def doorsteps(s: SkirmishState, figure: Figure, way_out: ExitForm) -> list[Point]:
    """Places where his base touches the exit: the nearest first, then its ends and its middle."""
    return at_exit(way_out, s.ground.width, s.ground.depth, radius(figure), (figure.x, figure.y))


def _near(s: SkirmishState, figure: Figure, way_out: ExitForm, most: int) -> list[Point]:
    """Those of them to which the straight line is not too long already."""
    steps = doorsteps(s, figure, way_out)
    return [(x, y) for x, y in steps if (x - figure.x) ** 2 + (y - figure.y) ** 2 <= most * most]


def way_off(s: SkirmishState, figure: Figure, way_out: ExitForm) -> Way | None:
    """The way of one Move action to an exit."""
    walks = walks_of(s, figure)
    for place in _near(s, figure, way_out, speed(s, figure) + tables().lengths.tolerance):
        way = route(s, figure, *place, walks)
        if isinstance(way, Way):
            return way
    return None


def _ways_of_squad(s: SkirmishState, squad: Squad, way_out: ExitForm) -> dict[str, Way] | None:
    """For every member a way to the exit, at the pace of the slowest; None if one of them has none."""
    here = bodies(s, squad)
    if not here or not all(may_move(s, one) for one in here):
        return None
    pace = min(speed(s, one) for one in here) + tables().lengths.tolerance
    places = {one.id: _near(s, one, way_out, pace) for one in here}
    if not all(places.values()):
        return None  # before a way is looked for
    found = {}
    for one in here:
        trip = walk(s, one, pace, leave_out=list(places))
        ways = (trip.way(*place) for place in places[one.id])
        way = next((way for way in ways if isinstance(way, Way)), None)
        if way is None:
            return None
        found[one.id] = way
    return found


class LeaveAlone(OfOne):
    """A move that ends beyond the edge."""

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        for way_out in exits_of(s, who.seat):
            way = way_off(s, who, way_out) if may_move(s, who) else None
            if way is not None:
                yield _leave(who, way_out, way.end)

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        way = route(g.state, who, *option["to"])
        _go_off(g, {who.id: way} if isinstance(way, Way) else {}, option["edge"])


class LeaveAsOne(OfSquad):
    """A squad goes as a body."""

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        for way_out in exits_of(s, who.seat):
            ways = _ways_of_squad(s, who, way_out)
            if ways is not None:
                yield _leave(who, way_out, ways[bodies(s, who)[0].id].end)

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        s = g.state
        by_edge = (_ways_of_squad(s, who, one) for one in exits_of(s, who.seat) if one.edge == option["edge"])
        _go_off(g, next((one for one in by_edge if one is not None), {}), option["edge"])


class Leave(Either):
    """Chapter 4.h2: off the table for good, where the scenario allows it."""

    verb = "leave"
    one = LeaveAlone()
    squad = LeaveAsOne()


def _leave(who: Actor, way_out: ExitForm, end: Point) -> Option:
    return Option("leave", {"figure": who.id, "edge": way_out.edge, "to": list(end)}, ("cappa.4.h2",))


def _go_off(g: SkirmishGame, ways: Mapping[str, Way], edge: str) -> None:
    """To the edge and off the table, with all that is carried."""
    for name, one in ways.items():
        go(g, g.state.figures[name], one, "move", ("cappa.4.h2",))
        depart(g, g.state.figures[name], edge)


def depart(g: SkirmishGame, figure: Figure, edge: str) -> None:
    """Off the table for good; it costs no firmness, and what goes with him is saved or captured."""
    s = g.state
    taken = list(figure.carries)
    figure.carries = []
    for name in taken:
        if name in s.figures:
            taken += s.figures[name].carries  # what a captive has with him goes the same way
            _take_along(g, figure, s.figures[name])
        else:
            del s.things[name]
    forget(s, figure)
    figure.where, figure.pa, figure.charged = GONE, 0, ""
    g.tell(LeftTable(figure.id))
    count_loss(g, figure, takes_flag=True)  # who stays behind may be too few for close order, cappa.6.3.3.h4
    bring_news(g, figure)
    for aim in aims(s):
        aim.left(g, figure, edge, taken)


def _take_along(g: SkirmishGame, bearer: Figure, other: Figure) -> None:
    """An enemy counts as captured (cappa.2.2.1.h14), a friend who had fallen as saved (cappa.1.2.1c, cappa.1.2.2c)."""
    if other.seat != bearer.seat:
        credit(g, "captured", other, bearer.seat)
    elif other.where == OUT:
        credit(g, "saved", other, bearer.seat)
    other.captor, other.where, other.pa = "", GONE, 0
    g.tell(LeftTable(other.id, ("cappa.2.2.1.h14",)))
