"""Chapter 2.3, morale: who must test after an attack, what failing brings, shelter, flight and recovery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.morale.deserters import FLEEING_MAY, is_fleeing
from alfiere.games.cappa.morale.dragoons import leave_behind
from alfiere.games.cappa.morale.leaving import break_off_places, parting_blows, step_away
from alfiere.games.cappa.morale.morale_tests import (
    CRY,
    FIRE,
    LOSSES,
    MELEE,
    WOUND,
    in_ranks_of,
    is_steadied,
    morale_prospect,
    morale_test,
    present,
    recover,
    shake,
    take_test,
)
from alfiere.games.cappa.movement.movement import go, may_move, speed
from alfiere.games.cappa.movement.rejoining import may_do_apart, must_rejoin
from alfiere.games.cappa.movement.shelter import Lookout, is_shelter, stride, touches_edge, way_to_edge, way_to_shelter
from alfiere.games.cappa.people.impulses import Actor, Either, OfOne, OfSquad, bodies
from alfiere.games.cappa.people.strangers import LOST_HEART, tests_each_loss, vanish
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.action_points import pa_left, spend
from alfiere.games.cappa.state.state import OUT, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.victory.firmness import judge
from alfiere.games.cappa.weaponry.wounds import DRAGOONS, Harm, eliminate
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure, choose
from alfiere.kernel.prospect import Prospect

# By why he is shaken: what sends him to shelter, what makes him recover there, what lets him test again
FLIGHT = {WOUND: "cappa.2.3.3a", FIRE: "cappa.2.3.3d", MELEE: "cappa.2.3.3f", CRY: "cappa.8.1.1.h2"}
REFUGE = {WOUND: "cappa.2.3.3b", MELEE: "cappa.2.3.3g"}
AGAIN = {WOUND: "cappa.2.3.3c", MELEE: "cappa.2.3.3g"}
BY_FIRE = "cappa.2.3.3e"  # the same for all others
HALT = UM // 2  # how closely the way of a squad is looked along for shelter

# What a shaken character or squad may do (cappa.2.3.3.h2); waiting only if nothing else is possible.
SHAKEN_MAY = ("run", "get-up", "break-off", "leave-together", "fight-together", "recover", "wait")  # cappa.2.3.3j


# After an attack


def after_attack(g: SkirmishGame, harms: list[Harm]) -> Procedure[None]:
    """The tests one attack has caused, one each, when all its results are applied (cappa.2.3.h2)."""
    yield from _tests(g, harms)
    judge(g)


def _tests(g: SkirmishGame, harms: list[Harm]) -> Procedure[None]:
    s = g.state
    if s.options.get(DRAGOONS) == "yes":
        yield from leave_behind(g, harms)  # cappa.9.6a
    lone: dict[str, list[Harm]] = {}
    for one in harms:
        lone.setdefault(one.figure, []).append(one)
    tested: list[tuple[Figure, str]] = []
    for name, suffered in lone.items():
        figure = s.figures[name]
        cause = cause_of(s, figure, suffered)
        mo = suffered[0].mo if cause == WOUND else None  # cappa.2.3.1f
        if cause:
            yield from _stand_test(g, figure, cause, mo)
            tested.append((figure, cause))
    for squad in _squads_hurt(s, harms):
        yield from compulsory_test(g, squad, LOSSES)
    for figure, cause in tested:  # who has struck at the same time has tested, too: cappa.5.2.3.h4
        yield from _first_flight(g, figure, cause)


def cause_of(s: SkirmishState, figure: Figure, suffered: Iterable[Harm]) -> str:
    """Why a character has to test, or nothing (cappa.2.3a-cappa.2.3c)."""
    suffered = list(suffered)
    squad = in_ranks_of(s, figure)
    if not figure.is_up or figure.shaken or (squad is not None and squad.shaken):
        return ""  # cappa.2.3.h8
    if figure.sheet.rank.lines > 1 and any(one.is_wounded for one in suffered):
        return WOUND  # also a leader, for himself alone, cappa.2.3.h4
    if squad is not None:
        return ""
    if any(one.by == "fire" and one.is_hit and one.in_open for one in suffered):
        return FIRE
    if figure.sheet.cls == "extra" and any(one.by == "melee" and one.is_hit for one in suffered):
        return MELEE
    return ""


def _squads_hurt(s: SkirmishState, harms: Iterable[Harm]) -> Iterator[Squad]:
    """Squads that lost somebody and are down to half, or whose leader fell (cappa.2.3d-cappa.2.3f)."""
    fallen: dict[str, list[str]] = {}
    for name, wounds in Counter(one.figure for one in harms if one.is_wounded).items():
        figure = s.figures[name]
        if not figure.acts_alone and not figure.is_up and _has_just_fallen(figure, wounds):  # cappa.6.1.h2
            fallen.setdefault(figure.squad, []).append(figure.id)
    for name, lost in fallen.items():
        if must_squad_test(s, s.squads[name], lost):
            yield s.squads[name]


def _has_just_fallen(figure: Figure, wounds: int) -> bool:
    """Whether this attack put him out of action; a leader killed by one wound lay there before (cappa.1.2.h3)."""
    return figure.where == OUT or figure.sheet.rank.lines == 1 or wounds > 1


def must_squad_test(s: SkirmishState, squad: Squad, lost: Iterable[str]) -> bool:
    """Whether these losses oblige a squad to test: half its strength is gone, or its leader (cappa.2.3d-cappa.2.3f)."""
    here = present(s, squad)
    if squad.shaken or not here:
        return False
    is_half_gone = 2 * (squad.strength - len(here)) >= squad.strength
    return squad.leader in lost or is_half_gone or tests_each_loss(s, squad)


def compulsory_test(g: SkirmishGame, squad: Squad, cause: str) -> Procedure[None]:
    """A squad's test at once (cappa.2.3.1e); it flees in its own time."""
    yield from _stand_test(g, squad, cause, None)


def _stand_test(g: SkirmishGame, who: Figure | Squad, cause: str, mo: int | None) -> Procedure[None]:
    """A test, which costs 1 PA if there is one (cappa.2.3.1e); who fails it is shaken.

    The loyal need none (cappa.8.1.2n).
    """
    s = g.state
    if is_steadied(s, who):
        return
    payers = [who] if isinstance(who, Figure) else [one for one in present(s, who) if s.squad_of(one) is who]
    if payers and pa_left(s, who):
        spend(s, payers[0])
    outcome = yield from take_test(g, who, cause, mo)
    if outcome.passed:
        return
    if isinstance(who, Figure) and LOST_HEART.is_on(who):
        vanish(g, who, "cappa.7.2e")
    else:
        shake(g, who, cause)


def _first_flight(g: SkirmishGame, figure: Figure, cause: str) -> Procedure[None]:
    """The shaken, out of a fight at once; otherwise the flight begins with the next impulse or in the last phase.

    An extra flees from the fight in which he was hit also if nobody is in contact with him (cappa.2.3.3f); a wounded
    hero who is in no melee does not (cappa.2.3.3.h12). A side that is beaten flees no more (cappa.3.2.2a).
    """
    if g.state.sides[figure.seat].firmness <= 0 or not figure.is_up or not figure.shaken:
        return
    if cause == MELEE or (cause == WOUND and foes(g.state, figure)):
        yield from flee(g, figure)


def flee(g: SkirmishGame, figure: Figure) -> Procedure[None]:
    """Break off and make one full move to shelter, for 1 PA or for nothing (cappa.2.3.3a, cappa.2.3.3.h3)."""
    s = g.state
    if pa_left(s, figure):  # his own: a squad does not pay for the leader who leaves it, cappa.2.3.h7
        spend(s, figure)
    if foes(s, figure):
        if not break_off_places(s, figure):
            return
        harms = yield from parting_blows(g, figure, [figure], "cappa.2.3.3.h9")
        yield from _tests(g, harms)
        places = break_off_places(s, figure)
        if not figure.is_up or not places:
            return
        step_away(g, figure, places[0])
        if recovered_in_shelter(g, figure):
            return
    run(g, figure)


def run(g: SkirmishGame, figure: Figure) -> None:
    """One flight move: at full Mov to shelter, or to his own edge where there is none (cappa.2.3.3.h4)."""
    s = g.state
    figure.has_run = True
    if is_shelter(s, figure):
        return  # cappa.2.3.3.h13
    way = way_to_shelter(s, figure)
    rule = FLIGHT.get(figure.shaken, FLIGHT[FIRE]) if way is not None else "cappa.2.3.3.h7"
    go(g, figure, stride(s, figure, way or way_to_edge(s, figure)), "flight", (rule,))
    if not recovered_in_shelter(g, figure) and way is None and touches_edge(s, figure):
        eliminate(g, figure, "cappa.2.3.3.h10")


def recovered_in_shelter(g: SkirmishGame, figure: Figure) -> bool:
    """Whether he is in shelter now; then he is no longer shaken (cappa.2.3.3b)."""
    if not is_shelter(g.state, figure):
        return False
    recover(g, figure, REFUGE.get(figure.shaken, BY_FIRE))
    return True


# A squad in flight


def run_squad(g: SkirmishGame, squad: Squad, halt: int | None = None) -> Procedure[None]:
    """A dispersal test, then everybody as fast as he can to the edge (cappa.2.3.3i, cappa.2.3.3k).

    ``halt``: no farther than this, for there is shelter (cappa.2.3.3.h11).
    """
    s = g.state
    if not morale_test(g, squad, "dispersal").passed:
        yield from _disperse(g, squad)
    here = bodies(s, squad)
    for one in here:
        one.has_run = True
    pace = _pace(s, here) if halt is None else halt
    ways = {one.id: way_to_edge(s, one).length for one in here}
    for one in sorted(here, key=lambda one: ways[one.id]):
        go(g, one, stride(s, one, way_to_edge(s, one), pace), "flight", ("cappa.2.3.3i",))
        if touches_edge(s, one):
            eliminate(g, one, "cappa.2.3.3.h10")


def _pace(s: SkirmishState, here: list[Figure]) -> int:
    return min((speed(s, one) for one in here), default=0)


def shelter_on_the_way(s: SkirmishState, squad: Squad) -> int:
    """How far a squad runs until half of it is in shelter; 0 if it does not get there in one move (cappa.2.3.3.h11)."""
    here = bodies(s, squad)
    pace = _pace(s, here)
    lookouts = [(Lookout(s, one), one, way_to_edge(s, one)) for one in here]
    for length in range(HALT, pace, HALT):
        safe = sum(1 for watch, one, way in lookouts if watch.is_shelter(stride(s, one, way, length).end))
        if 2 * safe >= len(here):
            return length
    return 0


def _disperse(g: SkirmishGame, squad: Squad) -> Procedure[None]:
    """One miniature is lost, chosen by the owner, the leader last (cappa.2.3.3.h6)."""
    here = present(g.state, squad)
    lost = [one for one in here if one.id != squad.leader] or here
    options = [Option("lose", {"figure": one.id}, ("cappa.2.3.3.h6",)) for one in lost]
    chosen = yield from choose(squad.seat, "dispersal", options, {"squad": squad.id}, ("cappa.2.3.3k",))
    eliminate(g, g.state.figures[chosen["figure"]], "cappa.2.3.3k")


def in_shelter(s: SkirmishState, who: Actor) -> bool:
    """Whether a character, or half of a squad, is in shelter (cappa.2.3.3.h11)."""
    here = bodies(s, who)
    return bool(here) and 2 * sum(1 for one in here if is_shelter(s, one)) >= len(here)


# What the shaken do


def _is_held(s: SkirmishState, who: Actor) -> bool:
    """Whether he has to break off a melee before he can run; a shaken leader is no longer in his squad's."""
    return any(foes(s, one) for one in bodies(s, who))


class RunAlone(OfOne):
    """To shelter, or to his edge."""

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.shaken and not _is_held(s, who) and not is_shelter(s, who) and may_move(s, who):
            yield Option("run", {"figure": who.id}, (FLIGHT.get(who.shaken, FLIGHT[FIRE]),))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        _note_flight(g, who)
        run(g, who)


class RunTogether(OfSquad):
    """As a body to its edge; it may halt where half of it is in shelter."""

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if not who.shaken or _is_held(s, who):
            return
        yield Option("run", {"figure": who.id}, ("cappa.2.3.3i",))
        if halt := shelter_on_the_way(s, who):
            yield Option("run", {"figure": who.id, "halt": halt}, ("cappa.2.3.3.h11",))

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        _note_flight(g, who)
        yield from run_squad(g, who, option.get("halt"))
        judge(g)


def _note_flight(g: SkirmishGame, who: Actor) -> None:
    if g.state.phase == "last":
        who.has_acted = True  # it is his one action there


class Run(Either):
    """Chapter 2.3.3: the shaken run."""

    verb = "run"
    in_melee = True
    shaken = True
    keeps_nocked = True
    one = RunAlone()
    squad = RunTogether()


class RecoverAlone(OfOne):
    """In a later turn, after he has moved (cappa.2.3.3c2)."""

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.shaken and who.shaken_in < s.turn and who.has_run and who.moved:
            yield Option("recover", {"figure": who.id}, ("cappa.2.2.1q",))

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return [morale_prospect(s, s.figures[option["figure"]])]

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        if (yield from take_test(g, who, "recovery")).passed:
            recover(g, who, AGAIN.get(who.shaken, BY_FIRE))


class RecoverTogether(OfSquad):
    """In a later turn, in shelter (cappa.2.3.3n)."""

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if who.shaken and who.shaken_in < s.turn and in_shelter(s, who):
            yield Option("recover", {"figure": who.id}, ("cappa.2.2.1q",))

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return [morale_prospect(s, s.squads[option["figure"]])]

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        if (yield from take_test(g, who, "recovery")).passed:
            recover(g, who, "cappa.2.3.3n")


class Recover(Either):
    """Chapter 2.2.1q: the shaken pull themselves together, if they pass a test."""

    verb = "recover"
    rule = "cappa.2.2.1q"
    in_melee = True
    shaken = True
    one = RecoverAlone()
    squad = RecoverTogether()


def duties(s: SkirmishState, who: Actor) -> tuple[str, ...] | None:
    """The only things the shaken, and squads not all together, may do; None for all others.

    They wait only where nothing else is left to them (cappa.2.3.3.h2, cappa.2.3.3.h8, cappa.2.1.5f).
    """
    if who.shaken:
        return SHAKEN_MAY
    if is_fleeing(s, who):
        return FLEEING_MAY  # cappa.7.2.h13
    return may_do_apart(s, who) if must_rejoin(s, who) else None


def must_run(s: SkirmishState, who: Actor) -> bool:
    """Whether a shaken character without PA has still his forced move to make in the last phase (cappa.2.1.5.h2)."""
    if not who.shaken or who.pa:
        return False
    here = bodies(s, who)
    if not here or any(one.has_run for one in here) or _is_held(s, who):
        return False
    return not in_shelter(s, who)


def end_of_turn(g: SkirmishGame) -> None:
    """Lone characters who stayed in shelter recover (cappa.2.3.3.h13)."""
    for figure in g.state.standing():
        if figure.shaken and is_shelter(g.state, figure):
            recover(g, figure, "cappa.2.3.3.h13")
