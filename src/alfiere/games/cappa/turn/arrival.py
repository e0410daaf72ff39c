"""Chapters 2.1.h2 and 2.1.3: the set-up before the first turn, and who comes onto the table later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from alfiere.battles.ground_forms import OUTWARDS
from alfiere.battles.turns import by_throw, one_after_another
from alfiere.battles.zones import along_edge, middle_first, off_edge, spread
from alfiere.games.cappa.ground.ground import areas_at, is_free, is_in_area, radius
from alfiere.games.cappa.ground.visibility import known, put_down
from alfiere.games.cappa.movement.movement import is_place, speed
from alfiere.games.cappa.movement.ways_drawn import standing
from alfiere.games.cappa.people.enmity import minds_guards, settle_peace
from alfiere.games.cappa.people.flags import name_ensign
from alfiere.games.cappa.people.impulses import Actor, Answer, actor
from alfiere.games.cappa.people.markers import (
    SETS_OUT,
    is_at_marker,
    lies_last,
    markers,
    set_out,
    take_away,
    turns_to_set_out,
)
from alfiere.games.cappa.people.muster import entry_of, may_enter_now, ways_to_hold
from alfiere.games.cappa.people.squad_formations import places_in_formation
from alfiere.games.cappa.scenario.scenario_forms import SquadForm
from alfiere.games.cappa.set_up.gun_set_up import has_fixed_gun
from alfiere.games.cappa.set_up.set_up_zones import RULES, hindrance, room_by_zone, room_in_zone, zone_of
from alfiere.games.cappa.set_up.squad_set_up import set_up_squad, yet_to_come
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.dice import d6
from alfiere.games.cappa.state.game_master import has_master, keep_table
from alfiere.games.cappa.state.state import OFF, ON, Figure, SkirmishGame, SkirmishState, Squad, by_initiative, others
from alfiere.games.cappa.state.unplayed import contenders, unplayed
from alfiere.games.cappa.told.events import DiceLost, Entered, PhaseBegan, SetUpFirst, WeaponsChanged
from alfiere.kernel.decision import Args, Decision, Lazily, Option, Seat, Spread
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Outline, Point

PLACES = 12  # so many places of a zone are offered, at the most
HEADINGS = (0, 900, 1800, 2700)  # which way the ranks of a squad that comes by a marker are tried
BY_EDGE = 6  # and so many along an edge


# The set-up


def set_up(g: SkirmishGame) -> Procedure[None]:
    """The lower die sets up first, all his characters, then the other; then weapons are stated (cappa.2.1.h2)."""
    if g.state.step == 0:
        g.tell(PhaseBegan("set-up"))
        if has_master(g.state) and g.state.scenario.events:
            yield from keep_table(g)
        order = _order_of_set_up(g)
        s = g.state
        names = [one.id for seat in order for one in s.figures.values() if _starts_here(s, one, seat)]
        # markers come first (cappa.7.1b); then each is called twice: to his place, and when all stand to his weapons;
        # to these those who come later too, for they are stated at the start of the game (cappa.2.2.1.h1)
        armed = [one.id for seat in order for one in s.figures.values() if one.seat == seat]
        s.queue = turns_to_set_out(s, order) + _guns_first(s, order, as_units(s, names)) + armed
        s.step = 1
    yield from one_after_another(g, lambda name: _called_to_set_up(g, name))
    begin_turn(g.state)


def _called_to_set_up(g: SkirmishGame, name: str) -> Procedure[None]:
    if SETS_OUT.is_in(name):
        yield from set_out(g, SETS_OUT.read(name))
        return
    who = actor(g.state, name)
    if isinstance(who, Figure) and (who.where == ON or not _starts_here(g.state, who, who.seat)):
        yield from _state_weapons(g, who)
    else:
        yield from _put_down(g, name)


def as_units(s: SkirmishState, names: list[str]) -> list[str]:
    """The same characters with every squad in the place of its first member."""
    return list(dict.fromkeys(s.figures[name].squad or name for name in names))


def _guns_first(s: SkirmishState, order: list[Seat], units: list[str]) -> list[str]:
    """Side by side as they come, but guns whose place the scenario states before anybody can stand there."""
    return sorted(units, key=lambda name: (order.index(actor(s, name).seat), not has_fixed_gun(s, name)))


def due(s: SkirmishState) -> list[str]:
    """Those whom the scenario puts on the table at the start of this turn (cappa.2.1.h1)."""
    found = []
    for one in s.figures.values():
        form = entry_of(s, one.squad or one.id) if one.where == OFF else None
        if form is not None and form.is_due(s.turn):
            found.append(one.id)
    return as_units(s, found)


def arrive(g: SkirmishGame) -> Procedure[None]:
    """They are put down in their zone, for nothing."""
    yield from one_after_another(g, lambda name: _put_down(g, name))


def _put_down(g: SkirmishGame, name: str) -> Procedure[None]:
    who = actor(g.state, name)
    yield from set_up_squad(g, who) if isinstance(who, Squad) else _place(g, who)


def begin_turn(s: SkirmishState) -> None:
    """The next turn begins with the activation."""
    s.turn += 1
    s.phase, s.step, s.acting, s.called, s.spent, s.queue = "activation", 0, "", 0, 0, []


def _order_of_set_up(g: SkirmishGame) -> list[Seat]:
    """A die each, the lowest first; equal dice are thrown again."""
    alone = unplayed(g.state)  # they are at home there, and stand first
    dice = by_throw(list(contenders(g.state)), lambda seat: d6(g, seat))
    g.tell(SetUpFirst(next(iter(dice)), tuple(dice), tuple(dice.values())))
    return [*alone, *dice]


def _starts_here(s: SkirmishState, figure: Figure, seat: Seat) -> bool:
    if figure.seat != seat:
        return False
    form = entry_of(s, figure.squad or figure.id)
    return form is not None and not form.is_off_table


def _place(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    s = known(g.state, figure.seat)

    def places() -> list[list[int]]:
        return [list(place) for place in places_in(s, figure)]

    def free(key: str, args: Args) -> Option | Objection | None:
        if key != "set-up" or set(args) != {"figure", "to"} or args["figure"] != figure.id or not is_place(args["to"]):
            return None
        x, y = args["to"]
        if why := hindrance(s, figure, zone_of(s, figure), x, y):
            return because(why, RULES[why], figure=figure.id)
        return Option("set-up", {"figure": figure.id, "to": [x, y]}, ("cappa.2.1.h2",))

    about = {"figure": figure.id}
    options = Spread("set-up", about, "to", places, ("cappa.2.1.h2",))
    chosen = yield Decision(figure.seat, "set-up", options, about, ("cappa.2.1.h2",), free=free)
    figure = g.state.figures[figure.id]
    put_down(g, figure, (chosen["to"][0], chosen["to"][1]))
    g.tell(Entered(figure.id, (figure.x, figure.y), ("cappa.2.1.h2",)))


def places_in(s: SkirmishState, figure: Figure) -> Sequence[Point]:
    """A few places of his zone where his base fits, spread over it; the middle ones first."""
    room = room_in_zone(s, figure) or list(islice(room_by_zone(s, figure), PLACES))
    fitting = [place for place in room if not is_at_marker(s, radius(figure), *place)] or room  # cappa.7.1.h3
    return spread(middle_first(fitting, zone_of(s, figure).rect), PLACES)


def _state_weapons(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    """What he has in hand at the start, where the scenario does not say (cappa.2.2.1.h1).

    For the men of a squad it is said once: they all carry the same (cappa.6.0c).
    """
    form = entry_of(g.state, figure.id)
    if isinstance(form, SquadForm):
        first = _first_of_kind(g.state, figure)
        if first.id != figure.id:
            figure.hands = list(first.hands)
            return
        form = form.leader if form.leader is not None and form.leader.id == figure.id else None
    ways = ways_to_hold(figure.arms)
    if g.state.peace and () not in ways and minds_guards(g.state, figure.seat):
        ways = [*ways, ()]  # whoever comes in peace may have put his weapons away
    if len(ways) < 2 or (form is not None and form.in_hand) or figure.id in g.state.peace:
        return
    options = [Option("hold", {"figure": figure.id, "hands": list(hands)}, ("cappa.2.2.1.h1",)) for hands in ways]
    about = {"figure": figure.id}
    squad = g.state.squads.get(figure.squad)
    if squad is None or figure.id == squad.leader:
        chosen = yield Decision(figure.seat, "hold", options, about, ("cappa.2.2.1.h1",))
    else:
        about["squad"] = squad.id
        chosen = yield Decision(figure.seat, "hold-all", options, about, ("cappa.2.2.1.h1", "cappa.6.0c"))
    figure = g.state.figures[figure.id]
    figure.hands = list(chosen["hands"])
    g.tell(WeaponsChanged(figure.id, tuple(figure.hands), ("cappa.2.2.1.h1",)))


def _first_of_kind(s: SkirmishState, figure: Figure) -> Figure:
    """The first member of his squad who has the same sheet; a leader stands for himself."""
    squad = s.squads[figure.squad]
    if figure.id == squad.leader:
        return figure
    men = (s.figures[name] for name in squad.members if name != squad.leader)
    return next(one for one in men if one.sheet.id == figure.sheet.id)


# Coming on later


def deployment(g: SkirmishGame) -> Procedure[None]:
    """Who waits off the table and has a die may come on, for 1 PA (cappa.2.1.3a); initiative last (cappa.2.1.3.h1)."""
    s = g.state
    if s.step == 0:
        last_first = reversed(by_initiative(s))  # cappa.2.1.1.h5
        units: list[Actor] = [*s.figures.values(), *s.squads.values()]
        s.queue = [one.id for seat in last_first for one in units if one.seat == seat and _may_come(s, one)]
        if s.queue:
            g.tell(PhaseBegan("deployment"))
        s.step = 1
    yield from one_after_another(g, lambda name: _come_on(g, actor(g.state, name)))
    g.state.phase, g.state.step = "actions", 0


def _may_come(s: SkirmishState, who: Actor) -> bool:
    """A character of his own or a squad as a body, off the table with a die."""
    if isinstance(who, Figure):
        return who.where == OFF and who.die > 0 and not who.squad
    return who.die > 0 and bool(_waiting(s, who))


def _waiting(s: SkirmishState, who: Actor) -> list[Figure]:
    """The miniatures that wait off the table; of a squad the leader comes first."""
    if isinstance(who, Figure):
        return [who]
    return [one for one in map(s.figures.__getitem__, who.members) if one.where == OFF]


def _come_on(g: SkirmishGame, who: Actor) -> Procedure[None]:
    s = known(g.state, who.seat)
    ways = entrances(s, who) if may_enter_now(s, _waiting(s, who)[0]) else iter(())
    first = next(ways, None)

    def free(key: str, args: Args) -> Option | Objection | None:
        return _by_edge(s, who, key, args)

    if first is not None:  # which others there are is worked out when somebody looks
        stay = Option("stay-off", {"figure": who.id}, ("cappa.2.1.3.h6",))
        options = Lazily(lambda: [first, *ways, stay])
        chosen = yield Decision(who.seat, "deploy", options, {"figure": who.id}, ("cappa.2.1.3a",), free=free)
        who = actor(g.state, who.id)
        if chosen.key == "deploy":
            enter(g, who, chosen)
            if g.state.peace:
                settle_peace(g)  # they may come out into the very house
            if isinstance(who, Squad):
                yield from name_ensign(g, who)
            return
    who.pa = 0
    g.tell(DiceLost(who.seat, (who.die,), ("cappa.2.1.3.h6",)))


def enter(g: SkirmishGame, who: Actor, option: Option) -> None:
    """Put them on the table; the marker that was used is gone (cappa.2.1.3b, cappa.2.1.3.h4)."""
    s = g.state
    here = _waiting(s, who)
    for figure, (x, y) in zip(here, places_of(who, here, option["to"], option.get("heading") or 0), strict=True):
        put_down(g, figure, (x, y))
        if not option.get("marker"):
            figure.edge = option["edge"]
        g.tell(Entered(figure.id, (figure.x, figure.y)))
    who.pa -= tables().actions["deploy"].pa
    if option.get("marker"):
        take_away(s, option["marker"])


def entrances(s: SkirmishState, who: Actor) -> Iterator[Option]:
    """Event markers and edges by which one may come (cappa.2.1.3c, cappa.2.1.3.h2)."""
    here = _waiting(s, who)
    for name, place in markers(s).items():
        if lies_last(s, name) is not None or not _is_open_to(s, here[0], place):
            continue  # cappa.7.4.h1
        for heading in HEADINGS if isinstance(who, Squad) else (0,):
            if _all_fit(s, places_of(who, here, place, heading), here, place):
                args: dict[str, Any] = {"figure": who.id, "to": list(place), "marker": name}
                args |= {"heading": heading} if isinstance(who, Squad) else {}
                yield Option("deploy", args, ("cappa.2.1.3c", "cappa.2.1.3d"))
                break
    for edge in _edges_of(s, who):
        for place in along_edge(edge, s.ground.width, s.ground.depth, radius(here[0]), BY_EDGE):
            if _fits_edge(s, who, edge, place):
                yield _deploy_by(who, edge, place)


def _is_open_to(s: SkirmishState, figure: Figure, place: Point) -> bool:
    """Whether the scenario lets him come by a marker that lies there; most let everybody come by any."""
    form = entry_of(s, figure.squad or figure.id)
    if form is None or form.by_markers is None:
        return True
    left, top, right, bottom = s.scenario.zone(form.by_markers).rect
    return left <= place[0] <= right and top <= place[1] <= bottom


def _edges_of(s: SkirmishState, who: Actor) -> tuple[str, ...]:
    """The edges by which the scenario lets them come."""
    form = entry_of(s, _waiting(s, who)[0].id)
    return form.enters_by if form is not None else ()


def _deploy_by(who: Actor, edge: str, place: Point) -> Option:
    args: dict[str, Any] = {"figure": who.id, "to": list(place), "edge": edge}
    args |= {"heading": OUTWARDS[edge]} if isinstance(who, Squad) else {}
    return Option("deploy", args, ("cappa.2.1.3.h2",))


def _by_edge(s: SkirmishState, who: Actor, key: str, args: Args) -> Option | Objection | None:
    """A person may come by any place of an edge that is open to him, not only by those in the list."""
    if key != "deploy" or args.get("figure") != who.id:
        return None
    place, given = args.get("to"), args.get("edge")
    if not is_place(place):
        return because("deploy-edge", "cappa.2.1.3.h2", figure=who.id)
    x, y = place
    touched = [edge for edge in _edges_of(s, who) if _touches(s, _waiting(s, who)[0], edge, (x, y))]
    at = markers(s).get(str(args.get("marker", "")))
    if not touched and at is not None and not _is_open_to(s, _waiting(s, who)[0], at):
        return because("deploy-elsewhere", "cappa.2.1.3c", figure=who.id)
    if not touched and args.get("marker"):
        return because("deploy-marker", "cappa.2.1.3c", figure=who.id)
    if not touched:
        return because("deploy-edge", "cappa.2.1.3.h2", figure=who.id)
    edge = str(given) if given in touched else touched[0]  # dragged away from a marker, or round a corner
    if not _fits_edge(s, who, edge, (x, y)):
        return because(*_unfit_edge(s, who, edge, (x, y)), figure=who.id)
    option = _deploy_by(who, edge, (x, y))
    if set(args) - {*option.args, "marker"}:
        return None
    heading = args.get("heading", 0)
    return option if edge != given or heading == (option.get("heading") or 0) else None


def places_of(who: Actor, here: list[Figure], place: Sequence[int], heading: int) -> list[Point]:
    """Where each of them stands: the first there, the rest of a squad in formation behind him (cappa.2.1.3.h5)."""
    x, y = place
    if isinstance(who, Figure):
        return [(x, y)]
    size = 2 * max(radius(one) for one in here)
    return places_in_formation(who.formation, len(here), size, (x, y), heading)


def _all_fit(s: SkirmishState, places: list[Point], here: list[Figure], marker: Point | None = None) -> bool:
    """Whether every base has room, and is far from the enemy or in an area without him (cappa.2.1.3d, cappa.2.1.3e)."""
    for figure, (x, y) in zip(here, places, strict=True):
        if not is_free(s, figure, x, y):
            return False
        if is_clear(s, figure, x, y):
            continue
        if marker is None or _apart(s, figure) or not is_unoccupied(s, figure, (x, y), marker):
            return False
    return True


def _fits_edge(s: SkirmishState, who: Actor, edge: str, place: Point) -> bool:
    """The first touches the edge, the others of a squad stand within 6 um of it (cappa.2.1.3.h2)."""
    here = _waiting(s, who)
    places = places_of(who, here, place, OUTWARDS[edge])
    near = tables().lengths.deploy_edge
    if any(_off_edge(s, one, edge, spot) > near for one, spot in zip(here, places, strict=True)):
        return False
    return _all_fit(s, places, here)


def _unfit_edge(s: SkirmishState, who: Actor, edge: str, place: Point) -> tuple[str, str]:
    """Why they cannot come on there, as a key of the refusals and the rule."""
    here = _waiting(s, who)
    places = places_of(who, here, place, OUTWARDS[edge])
    if not all(is_free(s, one, *spot) for one, spot in zip(here, places, strict=True)):
        return "set-up-taken", "cappa.1.3a"
    if not all(is_clear(s, one, *spot) for one, spot in zip(here, places, strict=True)):
        return "deploy-near", "cappa.2.1.3d"
    return "deploy-edge", "cappa.2.1.3.h2"


def _off_edge(s: SkirmishState, figure: Figure, edge: str, place: Point) -> int:
    """How far the base is from an edge."""
    return off_edge(edge, s.ground.width, s.ground.depth, Outline((place,), radius(figure)))


def _touches(s: SkirmishState, figure: Figure, edge: str, place: Point) -> bool:
    return 0 <= _off_edge(s, figure, edge, place) <= tables().lengths.tolerance


def is_clear(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    """Whether every enemy is farther away than his Mov and than that enemy's own (cappa.2.1.3d).

    The scenario may want him farther off still.
    """
    size, slack = radius(figure), tables().lengths.tolerance
    own, apart = _mov(s, figure.at((x, y)) if figure.is_mounted else figure) + slack, _apart(s, figure) - slack
    near = max(own, apart - 1)
    for one in s.enemies_of(figure):
        square, bases = (x - one.x) ** 2 + (y - one.y) ** 2, size + radius(one)
        if square <= (max(near, _mov(s, one) + slack) + bases) ** 2:
            return False
    return True


def _apart(s: SkirmishState, figure: Figure) -> int:
    """How far from every enemy the scenario wants those who come on."""
    form = entry_of(s, figure.id)
    return 0 if form is None else form.apart


def _mov(s: SkirmishState, figure: Figure) -> int:
    """His Mov, that of his horse if he is on one; who lies or carries something has it too (cappa.1.2.4k)."""
    return speed(s, figure) if figure.is_mounted else figure.line.mov_on_foot


def is_unoccupied(s: SkirmishState, figure: Figure, place: Point, marker: Point) -> bool:
    """Whether this place is in an area that the marker lies in and the enemy does not occupy (cappa.2.1.3e)."""
    foes = [seat for seat in others(s, figure.seat) if not s.are_at_peace(seat, figure.seat)]
    areas = [area for area in areas_at(s, *marker) if is_in_area(s, area, *place)]
    return any(not any(is_occupied(s, area, seat) for seat in foes) for area in areas)


def is_occupied(s: SkirmishState, area: str, seat: Seat) -> bool:
    """Whether a side occupies an area: one of its own, not shaken, has his centre inside (cappa.geo.43)."""
    return any(is_in_area(s, area, one.x, one.y) for one in s.standing(seat) if not s.is_shaken(one))


class Deploy(Answer):
    """Chapter 2.1.3: somebody comes onto the table."""

    verb = "deploy"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        """Where the men of a squad would stand (cappa.2.1.3.h5)."""
        here = yet_to_come(s, option)
        if not here:
            return []
        squad = s.squads[option["figure"]]
        return standing(here, places_of(squad, here, option["to"], int(option.get("heading") or 0)))
