"""Chapter 2.3, morale: who must test after an attack, what failing brings, shelter, flight and recovery."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alfiere.games.cappa.action_points import pa_left, purse, spend
from alfiere.games.cappa.engaged import foes, is_in_melee
from alfiere.games.cappa.firmness import judge
from alfiere.games.cappa.ground import building_at, in_cover, in_zone_of, journey, radius, sees_past_ground
from alfiere.games.cappa.impulses import Actor, Deed
from alfiere.games.cappa.leaving import break_off_places, parting_blows, step_away
from alfiere.games.cappa.measures import UM
from alfiere.games.cappa.morale_tests import (
    CRY,
    FIRE,
    LOSSES,
    MELEE,
    WOUND,
    Outcome,
    can_charge,
    is_shaken,
    is_steadied,
    morale_tally,
    morale_test,
    present,
    recover,
    shake,
)
from alfiere.games.cappa.movement import go, speed
from alfiere.games.cappa.squad_moves import may_do_apart, must_rejoin
from alfiere.games.cappa.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.games.cappa.wounds import Harm, eliminate
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.places import as_far_as, cut_short
from alfiere.table.reach import Journey, Way

__all__ = ["CRY", "MORALE_DEEDS", "Outcome", "after_attack", "can_charge", "is_shaken", "morale_tally", "morale_test"]

ROUNDABOUT = 4  # so many places of shelter are looked into that no straight line leads to

# What a shaken character may do (cappa.2.3.3.h2); waiting only if nothing else is possible.
SHAKEN_MAY = ("run", "get-up", "break-off", "leave-together", "recover", "wait")


# After an attack


def after_attack(g: SkirmishGame, harms: list[Harm]) -> Procedure[None]:
    """The tests one attack has caused, one each, when all its results are applied (cappa.2.3.h2)."""
    s = g.state
    lone: dict[str, list[Harm]] = {}
    for one in harms:
        lone.setdefault(one.figure, []).append(one)
    for name, suffered in lone.items():
        figure = s.figures[name]
        cause = cause_of(s, figure, suffered)
        if cause:
            mo = suffered[0].mo if cause == WOUND else None  # cappa.2.3.1f
            yield from compulsory_test(g, figure, cause, mo)
    for squad in _squads_hurt(s, harms):
        yield from compulsory_test(g, squad, LOSSES)
    judge(g)


def cause_of(s: SkirmishState, figure: Figure, suffered: Iterable[Harm]) -> str:
    """Why a character has to test, or nothing (cappa.2.3a-cappa.2.3c)."""
    suffered = list(suffered)
    if not figure.is_up or figure.shaken:
        return ""  # cappa.2.3.h8
    if figure.sheet.rank.lines > 1 and any(one.is_wounded for one in suffered):
        return WOUND  # also a leader, for himself alone, cappa.2.3.h4
    if s.squad_of(figure) is not None:
        return ""
    if any(one.by == "fire" and one.is_hit and one.in_open for one in suffered):
        return FIRE
    if figure.sheet.cls == "extra" and any(one.by == "melee" and one.is_hit for one in suffered):
        return MELEE
    return ""


def _squads_hurt(s: SkirmishState, harms: Iterable[Harm]) -> Iterator[Squad]:
    """Squads that lost somebody and are down to half, or whose leader fell (cappa.2.3d-cappa.2.3f)."""
    fallen: dict[str, list[str]] = {}
    for one in harms:
        figure = s.figures[one.figure]
        if figure.squad and not figure.is_up and one.is_wounded:
            fallen.setdefault(figure.squad, []).append(figure.id)
    for name, lost in fallen.items():
        if must_squad_test(s, s.squads[name], lost):
            yield s.squads[name]


def must_squad_test(s: SkirmishState, squad: Squad, lost: Iterable[str]) -> bool:
    """Whether these losses oblige a squad to test: half its strength is gone, or its leader (cappa.2.3d-cappa.2.3f)."""
    here = present(s, squad)
    if squad.shaken or not here:
        return False
    return squad.leader in lost or 2 * (squad.strength - len(here)) >= squad.strength


def compulsory_test(g: SkirmishGame, who: Figure | Squad, cause: str, mo: int | None = None) -> Procedure[None]:
    """A test at once; it costs 1 PA if there is one (cappa.2.3.1e). The loyal need none (cappa.8.1.2n)."""
    s = g.state
    if is_steadied(s, who):
        return
    if isinstance(who, Figure):
        if pa_left(s, who):
            spend(s, who)
    elif pa_left(s, who):
        spend(s, present(s, who)[0])
    if not morale_test(g, who, cause, mo).passed:
        shake(g, who, cause)
        yield from _first_flight(g, who, cause)


def _first_flight(g: SkirmishGame, who: Figure | Squad, cause: str) -> Procedure[None]:
    """Out of a melee at once; otherwise the flight begins with his next impulse or in the last phase."""
    if isinstance(who, Figure) and cause in (WOUND, MELEE) and foes(g.state, who):
        yield from flee(g, who)
    elif isinstance(who, Figure) and cause == CRY:
        run(g, who)  # cappa.8.1.1.h2


def flee(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    """Break off and make one full move to shelter, for 1 PA or for nothing (cappa.2.3.3a, cappa.2.3.3.h3)."""
    s = g.state
    if pa_left(s, purse(s, figure)):
        spend(s, figure)
    places = break_off_places(s, figure)
    if not places:
        return
    yield from parting_blows(g, figure)
    if figure.is_up:
        step_away(g, figure, places[0])
        run(g, figure)


# Shelter


def is_shelter(s: SkirmishState, figure: Figure) -> bool:
    """Out of every enemy's sight or in cover against all who see him, and in nobody's zone (cappa.2.3.3.h1)."""
    enemies = s.enemies(figure.seat)
    for enemy in enemies:
        if sees_past_ground(s, enemy, figure) and not in_cover(s, enemy, figure):
            return False
    return not any(in_zone_of(s, figure, enemy) for enemy in enemies)


def way_to_shelter(s: SkirmishState, figure: Figure) -> Way | None:
    """The shortest legal way to shelter, none if there is none within 24 um (cappa.2.3.3.h1, cappa.2.3.3.h7).

    Places are tried by their distance, and the first that can be reached in a straight line ends the search; of nearer
    ones that can only be reached round something a few are looked into, none of them close to another.
    """
    if not s.ground.features:
        return None  # nothing to hide behind
    limit = tables().lengths.shelter
    trip = journey(s, figure, limit)
    best: Way | None = None
    house = building_at(s, figure.x, figure.y)
    round_about: list[tuple[int, int]] = []
    for dx, dy, _ in _spots(limit):
        place = figure.x + dx, figure.y + dy
        if not _could_hide(s, figure, trip, place):
            continue
        if trip.straight(*place) is None:
            best = trip.way_of((trip.start, place))
            break
        if len(round_about) < ROUNDABOUT and not any(_is_close(place, one) for one in round_about):
            if building_at(s, *place) == house:  # through a door nobody gets without stopping there
                round_about.append(place)
    for place in round_about:  # no farther than what is already found: a long way round costs time to rule out
        way = journey(s, figure, limit if best is None else best.length - 1).way(*place)
        if isinstance(way, Way):
            best = way
    return best


def _is_close(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) <= 3 * UM


def _could_hide(s: SkirmishState, figure: Figure, trip: Journey, place: tuple[int, int]) -> bool:
    """Whether he could stand there and would be in shelter."""
    x, y = place
    if not (0 <= x <= s.ground.width and 0 <= y <= s.ground.depth) or trip.stands(x, y) is not None:
        return False
    start = figure.x, figure.y
    figure.x, figure.y = place
    is_safe = is_shelter(s, figure)
    figure.x, figure.y = start
    return is_safe


_SPOTS: list[tuple[int, int, int]] = []


def _spots(limit: int) -> list[tuple[int, int, int]]:
    """Places to look for shelter, the nearest first: every half um close by, every um or two farther away."""
    if not _SPOTS:
        found = set()
        for reach, step in ((3 * UM, UM // 2), (8 * UM, UM), (limit, 2 * UM)):
            reach = min(reach, limit) // step * step
            found |= {(x, y) for x in range(-reach, reach + 1, step) for y in range(-reach, reach + 1, step)}
        spots = sorted((x * x + y * y, x, y) for x, y in found)
        _SPOTS.extend((x, y, square) for square, x, y in spots if square <= limit * limit)
    return _SPOTS


def run(g: SkirmishGame, figure: Figure) -> None:
    """One flight move: at full Mov to shelter, or to his own edge where there is none (cappa.2.3.3.h4)."""
    s = g.state
    figure.has_run = True
    if is_shelter(s, figure):
        return  # cappa.2.3.3.h13
    allowance = speed(s, figure)
    way = way_to_shelter(s, figure)
    trip = journey(s, figure, allowance)
    if way is not None:
        end = way if way.length <= allowance else cut_short(trip, way.points, allowance)
        go(g, figure, end, "flight", ("cappa.2.3.3d",))
        if is_shelter(s, figure):
            recover(g, figure, "cappa.2.3.3b")
        return
    go(g, figure, as_far_as(trip, *_towards_edge(s, figure, allowance)), "flight", ("cappa.2.3.3.h7",))
    if touches_edge(s, figure):
        eliminate(g, figure, "cappa.2.3.3.h10")


def _towards_edge(s: SkirmishState, figure: Figure, length: int) -> tuple[int, int]:
    """The place so far straight towards the edge by which he came, not beyond it."""
    keep = radius(figure)
    wide, deep = s.ground.width, s.ground.depth
    x, y = figure.x, figure.y
    ends = {
        "north": (x, max(keep, y - length)),
        "south": (x, min(deep - keep, y + length)),
        "west": (max(keep, x - length), y),
        "east": (min(wide - keep, x + length), y),
    }
    return ends.get(figure.edge) or ends["north"]


def touches_edge(s: SkirmishState, figure: Figure) -> bool:
    """Whether his base is at the edge by which he came."""
    keep = radius(figure) + tables().lengths.tolerance
    gaps = {
        "north": figure.y,
        "south": s.ground.depth - figure.y,
        "west": figure.x,
        "east": s.ground.width - figure.x,
    }
    return gaps.get(figure.edge, figure.y) <= keep


# A squad in flight


def run_squad(g: SkirmishGame, squad: Squad) -> Procedure[None]:
    """A dispersal test, then everybody as fast as he can to the edge (cappa.2.3.3i, cappa.2.3.3k)."""
    s = g.state
    if not morale_test(g, squad, "dispersal").passed:
        yield from _disperse(g, squad)
    here = present(s, squad)
    for one in here:
        one.has_run = True
    pace = min((speed(s, one) for one in here), default=0)
    for one in sorted(here, key=lambda one: _way_left(s, one)):
        trip = journey(s, one, pace)
        go(g, one, as_far_as(trip, *_towards_edge(s, one, pace)), "flight", ("cappa.2.3.3i",))
        if touches_edge(s, one):
            eliminate(g, one, "cappa.2.3.3.h10")


def _way_left(s: SkirmishState, figure: Figure) -> int:
    x, y = _towards_edge(s, figure, max(s.ground.width, s.ground.depth))
    return abs(figure.x - x) + abs(figure.y - y)


def _disperse(g: SkirmishGame, squad: Squad) -> Procedure[None]:
    """One miniature is lost, chosen by the owner, the leader last (cappa.2.3.3.h6)."""
    here = present(g.state, squad)
    lost = [one for one in here if one.id != squad.leader] or here
    options = [Option("lose", {"figure": one.id}, ("cappa.2.3.3.h6",)) for one in lost]
    chosen = options[0]
    if len(options) > 1:
        chosen = yield Decision(squad.seat, "dispersal", options, {"squad": squad.id}, ("cappa.2.3.3k",))
    eliminate(g, g.state.figures[chosen["figure"]], "cappa.2.3.3k")


def in_shelter(s: SkirmishState, who: Actor) -> bool:
    """Whether a character, or half of a squad, is in shelter (cappa.2.3.3.h11)."""
    here = [who] if isinstance(who, Figure) else present(s, who)
    return bool(here) and 2 * sum(1 for one in here if is_shelter(s, one)) >= len(here)


# What the shaken do


def _offer_run(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    if not who.shaken or (isinstance(who, Figure) and is_in_melee(s, who)):
        return
    if isinstance(who, Figure) and is_shelter(s, who):
        return
    yield Option("run", {"figure": who.id}, ("cappa.2.3.3d" if isinstance(who, Figure) else "cappa.2.3.3i",))


def _run(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    if g.state.phase == "last":
        who.has_acted = True  # it is his one action there
    if isinstance(who, Figure):
        run(g, who)
        return
    yield from run_squad(g, who)
    judge(g)


def _offer_recovery(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
    """In a later turn: a character after he has moved, a squad in shelter (cappa.2.3.3c2, cappa.2.3.3n)."""
    if not who.shaken or who.shaken_in >= s.turn:
        return
    if who.has_run if isinstance(who, Figure) else in_shelter(s, who):
        yield Option("recover", {"figure": who.id}, ("cappa.2.2.1q",))


def _recover(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    yield from ()
    if morale_test(g, who, "recovery").passed:
        recover(g, who, "cappa.2.3.3c" if isinstance(who, Figure) else "cappa.2.3.3n")


def duties(s: SkirmishState, who: Actor) -> tuple[str, ...] | None:
    """The only things the shaken, and squads not all together, may do; None for all others.

    They wait only where nothing else is left to them (cappa.2.3.3.h2, cappa.2.3.3.h8, cappa.2.1.5f).
    """
    if who.shaken:
        in_melee = isinstance(who, Squad) and any(is_in_melee(s, one) for one in present(s, who))
        return (*SHAKEN_MAY, "fight-together") if in_melee else SHAKEN_MAY  # cappa.2.3.3j
    return may_do_apart(s, who) if must_rejoin(s, who) else None


def must_run(s: SkirmishState, who: Actor) -> bool:
    """Whether a shaken character without PA has still his forced move to make in the last phase (cappa.2.1.5.h2)."""
    here = [who] if isinstance(who, Figure) else present(s, who)
    if not who.shaken or who.pa or any(one.has_run or is_in_melee(s, one) for one in here):
        return False
    return bool(here) and not in_shelter(s, who)


def end_of_turn(g: SkirmishGame) -> None:
    """Lone characters who stayed in shelter recover (cappa.2.3.3.h13)."""
    for figure in g.state.standing():
        if figure.shaken and is_shelter(g.state, figure):
            recover(g, figure, "cappa.2.3.3.h13")


MORALE_DEEDS = [Deed("run", _offer_run, _run), Deed("recover", _offer_recovery, _recover)]
