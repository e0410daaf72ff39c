"""Chapters 2.1.h2 and 2.1.3: the set-up before the first turn, and who comes onto the table later."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.dice import d6
from alfiere.games.cappa.events import DiceLost, Entered, PhaseBegan, SetUpFirst, WeaponsChanged
from alfiere.games.cappa.ground import base_of, gap, is_free, radius, room_in
from alfiere.games.cappa.measures import Rect
from alfiere.games.cappa.movement import is_place, speed
from alfiere.games.cappa.muster import entry_of, may_enter_now, ways_to_hold
from alfiere.games.cappa.refusals import refused
from alfiere.games.cappa.scenario import EntryForm
from alfiere.games.cappa.state import OFF, ON, Figure, SkirmishGame, SkirmishState, by_initiative, others
from alfiere.games.cappa.tables import tables
from alfiere.kernel.decision import Args, Decision, Illegal, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.shapes import Point

PLACES = 12  # so many places of a zone are offered, at the most


# The set-up


def set_up(g: SkirmishGame) -> Procedure[None]:
    """The lower die sets up first, all his characters, then the other; then weapons are stated (cappa.2.1.h2)."""
    if g.state.step == 0:
        g.tell(PhaseBegan("set-up"))
        order = _order_of_set_up(g)
        s = g.state
        s.queue = [one.id for seat in order for one in s.figures.values() if _starts_here(s, one, seat)]
        s.step = 1
    while g.state.queue:
        yield MARK
        s = g.state
        figure = s.figures[s.queue[0]]
        yield from _place(g, figure)
        yield from _state_weapons(g, g.state.figures[figure.id])
        g.state.queue.pop(0)
    begin_turn(g.state)


def due(s: SkirmishState) -> list[str]:
    """Those whom the scenario puts on the table at the start of this turn (cappa.2.1.h1)."""
    found = []
    for one in s.figures.values():
        form = entry_of(s, one.squad or one.id)
        if one.where == OFF and form is not None and form.arrives_in == s.turn:
            found.append(one.id)
    return found


def arrive(g: SkirmishGame) -> Procedure[None]:
    """They are put down in their zone, for nothing."""
    while g.state.queue:
        yield MARK
        yield from _place(g, g.state.figures[g.state.queue[0]])
        g.state.queue.pop(0)


def begin_turn(s: SkirmishState) -> None:
    """The next turn begins with the activation."""
    s.turn += 1
    s.phase, s.step, s.acting, s.called, s.spent, s.queue = "activation", 0, "", 0, 0, []


def _order_of_set_up(g: SkirmishGame) -> list[Seat]:
    """A die each, the lowest first; equal dice are thrown again."""
    seats = g.state.seats
    while True:
        dice = {seat: d6(g, seat) for seat in seats}
        if len(set(dice.values())) == len(seats):
            order = sorted(seats, key=dice.__getitem__)
            g.tell(SetUpFirst(order[0], tuple(order), tuple(dice[seat] for seat in order)))
            return order


def _starts_here(s: SkirmishState, figure: Figure, seat: Seat) -> bool:
    if figure.seat != seat:
        return False
    form = entry_of(s, figure.squad or figure.id)
    return form is not None and not form.is_off_table


def zone_of(s: SkirmishState, figure: Figure) -> Rect:
    """Where a character is set up: a zone of his own, or that of his side."""
    form = entry_of(s, figure.squad or figure.id)
    own = form.zone if form is not None else None
    return s.scenario.zone(own or s.scenario.sides[figure.seat].zone)


def _place(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    s = g.state
    options = [
        Option("set-up", {"figure": figure.id, "to": list(place)}, ("cappa.2.1.h2",)) for place in places_in(s, figure)
    ]

    def free(key: str, args: Args) -> Option | Illegal | None:
        if key != "set-up" or set(args) != {"figure", "to"} or args["figure"] != figure.id or not is_place(args["to"]):
            return None
        x, y = args["to"]
        if not _lies_in(figure, zone_of(s, figure), x, y):
            return refused(s, figure.seat, "set-up-zone", "cappa.2.1.h2", figure=figure.id)
        if not is_free(s, figure, x, y):
            return refused(s, figure.seat, "set-up-taken", "cappa.1.3a", figure=figure.id)
        return Option("set-up", {"figure": figure.id, "to": [x, y]}, ("cappa.2.1.h2",))

    about = {"figure": figure.id}
    chosen = yield Decision(figure.seat, "set-up", options, about, ("cappa.2.1.h2",), free=free)
    figure = g.state.figures[figure.id]
    figure.x, figure.y = chosen["to"]
    figure.where = ON
    g.tell(Entered(figure.id, (figure.x, figure.y), ("cappa.2.1.h2",)))


def _lies_in(figure: Figure, zone: Rect, x: int, y: int) -> bool:
    left, top, right, bottom = zone
    edge = radius(figure)
    return left + edge <= x <= right - edge and top + edge <= y <= bottom - edge


def places_in(s: SkirmishState, figure: Figure) -> list[Point]:
    """A few places of his zone where his base fits, spread over it; the middle ones first."""
    left, top, right, bottom = zone_of(s, figure)
    fitting = room_in(s, figure, (left, top, right, bottom))
    assert fitting, f"no room for {figure.id}"
    middle = (left + right) // 2, (top + bottom) // 2
    fitting.sort(key=lambda place: (abs(place[0] - middle[0]) + abs(place[1] - middle[1]), place))
    step = max(1, len(fitting) // PLACES)
    return fitting[::step][:PLACES]


def _state_weapons(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    """What he has in hand at the start, where the scenario does not say (cappa.2.2.1.h1)."""
    form = entry_of(g.state, figure.id)
    ways = ways_to_hold(figure.arms)
    if len(ways) < 2 or not isinstance(form, EntryForm) or form.in_hand:
        return
    options = [Option("hold", {"figure": figure.id, "hands": list(hands)}, ("cappa.2.2.1.h1",)) for hands in ways]
    chosen = yield Decision(figure.seat, "hold", options, {"figure": figure.id}, ("cappa.2.2.1.h1",))
    figure = g.state.figures[figure.id]
    figure.hands = list(chosen["hands"])
    g.tell(WeaponsChanged(figure.id, tuple(figure.hands), ("cappa.2.2.1.h1",)))


# Coming on later


def deployment(g: SkirmishGame) -> Procedure[None]:
    """Who waits off the table and has a die may come on, for 1 PA (cappa.2.1.3a); initiative last (cappa.2.1.3.h1)."""
    s = g.state
    if s.step == 0:
        last_first = reversed(by_initiative(s))  # cappa.2.1.1.h5
        s.queue = [one.id for seat in last_first for one in s.figures.values() if _may_come(one, seat)]
        if s.queue:
            g.tell(PhaseBegan("deployment"))
        s.step = 1
    while g.state.queue:
        yield MARK
        s = g.state
        figure = s.figures[s.queue[0]]
        yield from _come_on(g, figure)
        g.state.queue.pop(0)
    g.state.phase, g.state.step = "actions", 0


def _may_come(figure: Figure, seat: Seat) -> bool:
    return figure.seat == seat and figure.where == OFF and figure.die > 0 and not figure.squad


def _come_on(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    s = g.state
    options = list(entrances(s, figure)) if may_enter_now(s, figure) else []
    if options:
        options.append(Option("stay-off", {"figure": figure.id}, ("cappa.2.1.3.h6",)))
        chosen = yield Decision(figure.seat, "deploy", options, {"figure": figure.id}, ("cappa.2.1.3a",))
        figure = g.state.figures[figure.id]
        if chosen.key == "deploy":
            enter(g, figure, chosen)
            return
    figure.pa = 0
    g.tell(DiceLost(figure.seat, (figure.die,), ("cappa.2.1.3.h6",)))


def enter(g: SkirmishGame, figure: Figure, option: Option) -> None:
    """Put him on the table; the marker he used is gone (cappa.2.1.3b, cappa.2.1.3.h4)."""
    figure.x, figure.y = option["to"]
    figure.where = ON
    figure.pa -= tables().actions["deploy"].pa
    if option.get("marker"):
        g.state.changed.append(option["marker"])
    else:
        figure.edge = option["edge"]
    g.tell(Entered(figure.id, (figure.x, figure.y)))


def entrances(s: SkirmishState, figure: Figure) -> Iterator[Option]:
    """Event markers and edges by which he may come (cappa.2.1.3c, cappa.2.1.3.h2)."""
    for name, (x, y) in markers(s).items():
        if is_free(s, figure, x, y) and (is_clear(s, figure, x, y) or is_unoccupied(s, figure, x, y)):
            args = {"figure": figure.id, "to": [x, y], "marker": name}
            yield Option("deploy", args, ("cappa.2.1.3c", "cappa.2.1.3d"))
    form = entry_of(s, figure.id)
    for edge in form.enters_by if form is not None else ():
        for x, y in _along(s, figure, edge):
            if is_free(s, figure, x, y) and is_clear(s, figure, x, y):
                args = {"figure": figure.id, "to": [x, y], "edge": edge}
                yield Option("deploy", args, ("cappa.2.1.3.h2",))


def markers(s: SkirmishState) -> dict[str, Point]:
    """The event markers that are still on the table."""
    return {name: place for name, place in s.ground.marks.items() if name not in s.changed}


def is_clear(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether every enemy is farther away than his Mov and than that enemy's own (cappa.2.1.3d)."""
    before = figure.x, figure.y
    figure.x, figure.y = x, y
    clear = all(
        gap(s, figure, one) > max(speed(s, figure), speed(s, one)) + tables().lengths.tolerance
        for one in s.enemies(figure.seat)
    )
    figure.x, figure.y = before
    return clear


def is_unoccupied(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether the marker lies in an area that the enemy does not occupy (cappa.2.1.3e)."""
    ground = s.ground.field(s.changed).terrain
    areas = [piece.id for piece in ground.at(x, y) if piece.radius == 0 and piece.kind != "open"]
    return any(not any(is_occupied(s, area, seat) for seat in others(s, figure.seat)) for area in areas)


def is_occupied(s: SkirmishState, area: str, seat: Seat) -> bool:
    """Whether a side occupies an area: one of its own, not shaken, has his centre inside (cappa.geo.43)."""
    ground = s.ground.field(s.changed).terrain
    return any(ground.inside(area, one.x, one.y) for one in s.standing(seat) if not one.shaken)


def _along(s: SkirmishState, figure: Figure, edge: str) -> Iterator[Point]:
    """Places that touch an edge, six of them spread over its length."""
    size = base_of(s, figure).outline.radius
    length = s.ground.width if edge in ("north", "south") else s.ground.depth
    for part in range(6):
        along = size + (length - 2 * size) * (2 * part + 1) // 12
        across = size if edge in ("north", "west") else (s.ground.depth if edge == "south" else s.ground.width) - size
        yield (along, across) if edge in ("north", "south") else (across, along)
