"""Chapters 2.1.h2 and 6.0, a squad is set up as a body: in one of its formations, every base inside its zone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, TypeAlias

from alfiere.battles.ground_forms import INWARDS
from alfiere.battles.zones import Zone, middle_first, spread
from alfiere.games.cappa.ground.ground import building_at, free_places, gap_to_point, going, is_free, radius
from alfiere.games.cappa.ground.gun_places import gun_of
from alfiere.games.cappa.ground.visibility import known, put_down
from alfiere.games.cappa.movement.movement import is_place
from alfiere.games.cappa.movement.ways_drawn import standing
from alfiere.games.cappa.people.flags import name_ensign
from alfiere.games.cappa.people.impulses import Answer
from alfiere.games.cappa.people.squad_formations import breach, known_formations, places_in_formation, ways_to_stand
from alfiere.games.cappa.set_up.gun_set_up import set_up_gun
from alfiere.games.cappa.set_up.set_up_zones import RULES as WHY_NOT
from alfiere.games.cappa.set_up.set_up_zones import hindrance, room_by_zone, room_in_zone, zone_of
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import OFF, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import Entered, FormationChanged
from alfiere.kernel.decision import Args, Decision, Lazily, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Point

LOOKED_AT = 24  # so many places of the zone are tried before all are
FIRST, OTHERS = 8, 3  # so many places are offered in the formation that the scenario states, and in each other one
RULES = ("cappa.2.1.h2", "cappa.6.0d")

Tried: TypeAlias = dict[tuple[int, str, int, int], str]  # size, going, place -> why nobody so large can stand there


def set_up_squad(g: SkirmishGame, squad: Squad) -> Procedure[None]:
    """Its formation is stated with its place (cappa.2.1.h2); then its owner says who carries the flag."""
    s = known(g.state, squad.seat)
    if s.guns and gun_of(s, squad) is not None:
        yield from set_up_gun(g, squad)
        return
    here = [one for one in map(s.figures.__getitem__, squad.members) if one.where == OFF]

    def free(key: str, args: Args) -> Option | Objection | None:
        return _judged(s, squad, here, key, args)

    options = Lazily(lambda: list(_options(s, squad, here)) or [_huddle(s, squad, here)])
    chosen = yield Decision(squad.seat, "set-up", options, {"figure": squad.id}, RULES, free=free)
    squad, here = g.state.squads[squad.id], [g.state.figures[one.id] for one in here]
    places = chosen.get("places") or standing_places(here, chosen.args)
    for figure, (x, y) in zip(here, places, strict=True):
        put_down(g, figure, (x, y))
        g.tell(Entered(figure.id, (figure.x, figure.y), RULES))
    squad.formation = chosen["formation"]
    g.tell(FormationChanged(squad.id, squad.formation, RULES))
    yield from name_ensign(g, squad)


def _options(s: SkirmishState, squad: Squad, here: list[Figure]) -> Iterator[Option]:
    """The stated formation first, each with a few places spread over the zone, the middle ones first."""
    room = middle_first(room_in_zone(s, here[0]), zone_of(s, here[0]).rect)
    known = sorted(known_formations(squad, here), key=lambda name: name != squad.formation)
    tried: Tried = {}
    for formation in known:
        most = FIRST if formation == squad.formation else OTHERS
        for shape in ways_to_stand(formation):
            found = _fitting(s, squad, here, room[:: max(1, len(room) // LOOKED_AT)], (formation, shape), tried)
            found = found or _fitting(s, squad, here, room, (formation, shape), tried)
            yield from (_option(squad, one) for one in spread(found, most))


def _fitting(
    s: SkirmishState, squad: Squad, here: list[Figure], room: list[Point], order: tuple[str, str], tried: Tried
) -> list[dict[str, Any]]:
    """The places where the foremost may stand and all the others have room, turned if there is none otherwise."""
    formation, shape = order
    front, zone = INWARDS[s.scenario.side(squad.seat).edge], zone_of(s, here[0])
    for turn in (0, 900, 2700, 1800):
        stand = {"formation": formation, "heading": (front + turn) % 3600} | ({"shape": shape} if shape else {})
        apart = standing_places(here, {"to": (0, 0), **stand})
        if _crowd(here, apart):
            continue  # wherever they stand
        found = []
        for x, y in room:
            if not _hindrance(s, here, zone, [(x + dx, y + dy) for dx, dy in apart], tried):
                found.append({"to": [x, y], **stand})
        if found:
            return found
    return []


def _option(squad: Squad, args: dict[str, Any]) -> Option:
    return Option("set-up", {"figure": squad.id, **args}, RULES)


def _huddle(s: SkirmishState, squad: Squad, here: list[Figure]) -> Option:
    """Where no formation finds room they stand wherever each of them does, and have to come together."""
    places: list[Point] = []
    for one in here:
        size = radius(one)
        room = room_by_zone(s, one)
        places.append(next(spot for spot in room if all(_apart(spot, other) >= 4 * size * size for other in places)))
    args = {"to": list(places[0]), "formation": "open", "places": [list(place) for place in places]}
    return _option(squad, args)


def _apart(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def standing_places(here: list[Figure], args: Args) -> list[Point]:
    """Where each of them stands, the leader in the middle of the first rank."""
    x, y = args["to"]
    size = 2 * max(radius(one) for one in here)
    shape = str(args.get("shape") or "")
    return places_in_formation(str(args["formation"]), len(here), size, (x, y), int(args["heading"]), shape)


def _hindrance(s: SkirmishState, here: list[Figure], zone: Zone, places: list[Point], tried: Tried) -> str:
    """Why somebody cannot stand at his place, were he there alone; empty if all can."""
    for figure, (x, y) in zip(here, places, strict=True):
        # None of them is on the table yet: to all of the same size a place is alike.
        key = radius(figure), going(figure), x, y
        why = tried.get(key)
        if why is None:
            why = tried[key] = hindrance(s, figure, zone, x, y)
        if why:
            return why
    return ""


def _crowd(here: list[Figure], places: list[Point]) -> bool:
    """Whether two of them would stand on each other."""
    pairs = combinations(zip(here, places, strict=True), 2)
    return any(_apart(at, to) < (radius(one) + radius(other)) ** 2 for (one, at), (other, to) in pairs)


def _judged(s: SkirmishState, squad: Squad, here: list[Figure], key: str, args: Args) -> Option | Objection | None:
    """Any place for the foremost, or «places» for each of them as his player likes (cappa.6.3.1a)."""
    known = {"figure", "to", "formation", "heading", "shape", "places"}
    if key != "set-up" or args.get("figure") != squad.id or not set(args) <= known or not is_place(args.get("to")):
        return None
    formation = args.get("formation", squad.formation)
    if formation not in known_formations(squad, here):
        rule = "cappa.6.3.3b" if formation == "close" and len(here) < tables().numbers.close_order else "cappa.6.3d"
        return because("formation-unknown", rule, figure=squad.id)
    wanted: dict[str, Any] = {"to": list(args["to"]), "formation": formation}
    if args.get("places") is None:
        wanted["heading"] = args.get("heading", INWARDS[s.scenario.side(squad.seat).edge])
        if args.get("shape"):
            wanted["shape"] = args["shape"]
        if wanted["heading"] not in INWARDS.values() or wanted.get("shape", "") not in ("", *ways_to_stand("close")):
            return None
        places = standing_places(here, wanted)
    else:
        given = args["places"]
        if not isinstance(given, list | tuple) or len(given) != len(here) or not all(map(is_place, given)):
            return None
        places = [(x, y) for x, y in given]
        wanted["places"] = [list(place) for place in places]
    why = _hindrance(s, here, zone_of(s, here[0]), places, {}) or ("set-up-taken" if _crowd(here, places) else "")
    if why:
        return because(why, WHY_NOT[why], figure=squad.id)
    against = _breach_at(here, places, str(formation))
    if against:
        return because(f"formation-{formation}", against, figure=squad.id)
    return _option(squad, wanted)


def _breach_at(here: list[Figure], places: list[Point], formation: str) -> str:
    """The rule against which they would stand there."""
    twins = []
    for figure, (x, y) in zip(here, places, strict=True):
        twin = figure.copy()
        twin.x, twin.y = x, y
        twins.append(twin)
    return breach(twins, formation)


# Unforeseen


def drawn_up_near(s: SkirmishState, squad: Squad, here: list[Figure], place: Point, apart: int) -> list[Point]:
    """Where a squad that appears stands in its formation, the first as near as may be; none if there is no room.

    In the house where the place is, if it has room for them.
    """
    house = building_at(s, *place)
    for only in (house, None) if house else (None,):
        for first in free_places(s, here[0], *place, apart=apart, house=only):
            places = _drawn_up(s, squad, here, first, apart)
            if places and (only is None or all(building_at(s, *spot) == only for spot in places)):
                return places
    return []


def _drawn_up(s: SkirmishState, squad: Squad, here: list[Figure], first: Point, apart: int) -> list[Point]:
    """The places of all of them, with the first of them there; none if somebody has no room."""
    foes = s.enemies_of(squad)
    for heading in INWARDS.values():
        args = {"to": list(first), "formation": squad.formation, "heading": heading}
        places = standing_places(here, args)
        if all(
            is_free(s, one, *spot) and all(gap_to_point(s, foe, *spot) >= apart + radius(one) for foe in foes)
            for one, spot in zip(here, places, strict=True)
        ):
            return places
    return []


class SetUp(Answer):
    """Chapter 2.1.h2: where somebody stands at the beginning."""

    verb = "set-up"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        """Where the men of a squad would stand; of one alone the table shows that by itself."""
        here = yet_to_come(s, option)
        if not here or not option.get("formation"):
            return []
        return standing(here, option.get("places") or standing_places(here, option.args))


def yet_to_come(s: SkirmishState, option: Option) -> list[Figure]:
    """The men of the squad that an option names who are not on the table."""
    squad = s.squads.get(option["figure"])
    return [] if squad is None else [one for one in map(s.figures.__getitem__, squad.members) if one.where == OFF]
