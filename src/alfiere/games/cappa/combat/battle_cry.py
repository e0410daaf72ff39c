"""Chapter 8.1.1, Battle cry: shouted before a charge or in the face of one, it may break the other's nerve."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.marks import TURN
from alfiere.games.cappa.ground.ground import gap, in_contact
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.morale.morale import run
from alfiere.games.cappa.morale.morale_tests import CRY, in_ranks_of, is_steadied, shake, take_test
from alfiere.games.cappa.movement.movement import mov
from alfiere.games.cappa.people.impulses import Actor, OfAny, bodies
from alfiere.games.cappa.sheets.abilities import BATTLE_CRY
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import can_react, spend
from alfiere.games.cappa.state.state import OF_FIGURE, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Cried
from alfiere.games.cappa.victory.firmness import judge
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

READY = OF_FIGURE.bare("BC", TURN)  # he has shouted and charges next


def face_cry(g: SkirmishGame, crier: Figure, listener: Figure, also: tuple[str, ...]) -> Procedure[None]:
    """The listener, or his squad, tests for nothing; if he fails he is shaken at once (cappa.8.1.1i)."""
    s = g.state
    g.tell(Cried(crier.id, listener.id))
    who = in_ranks_of(s, listener) or listener  # cappa.2.1.2.h6
    if s.is_shaken(listener) or is_steadied(s, who):
        return
    outcome = yield from take_test(g, who, CRY, also=also)
    if outcome.passed:
        return  # cappa.8.1.1.h4: no PA either way
    shake(g, who, CRY)
    if isinstance(who, Figure):
        run(g, who)  # cappa.8.1.1.h2; a squad flees in its own time, cappa.8.1.1.h3
    judge(g)  # cappa.3.2.2a


def hear_charger(g: SkirmishGame, charger: Figure, *targets: Figure) -> Procedure[None]:
    """After the first um of a charge that began with a cry: everybody who is charged (cappa.8.1.1j)."""
    if READY.take(charger):
        for target in targets:
            also = ("cry at contact",) if in_contact(g.state, charger, target) else ()  # cappa.8.1.1k
            yield from face_cry(g, charger, target, also)


def hear_squad(g: SkirmishGame, here: list[Figure], target: Figure) -> Procedure[None]:
    """The same of a squad: it is one cry, of those who have the ability (cappa.8.h2). The foremost comes first."""
    criers = [one for one in here if READY.take(one)]
    if criers:
        also = ("cry at contact",) if any(in_contact(g.state, one, target) for one in here) else ()
        yield from face_cry(g, criers[0], target, also)


def cry_back(g: SkirmishGame, target: Figure, charger: Figure) -> Procedure[bool]:
    """Whether the charged one answers with a cry, after the charger's first um (cappa.8.1.1l).

    For a squad one of those cries who can, the charged one before the others (cappa.8.h2).
    """
    s = g.state
    squad = s.squad_of(target)
    mates = _criers(s, squad) if squad is not None else []
    crier = next((one for one in (target, *mates) if BATTLE_CRY in one.sheet.abilities), None)
    if crier is None or s.is_shaken(target) or not can_react(s, crier):
        return False
    options = [
        Option("battle-cry", {"figure": crier.id, "target": charger.id}, ("cappa.8.1.1l",)),
        Option("keep-quiet", {"figure": crier.id}, ("cappa.8.1.1l",)),
    ]
    about = {"figure": crier.id, "enemy": charger.id}
    chosen = yield Decision(target.seat, "cry-back", options, about, ("cappa.8.1.1l",))
    if chosen.key != "battle-cry":
        return False
    spend(s, crier)
    also = ("already in contact",) if in_contact(s, charger, target) else ()  # cappa.8.1.1m
    yield from face_cry(g, crier, charger, also)
    return True


class BattleCry(OfAny):
    """Before a charge, for which another PA must be left (cappa.8.1.1j); in a squad by those who can (cappa.8.h2)."""

    verb = "battle-cry"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if pa < 2 or not (criers := _criers(s, who)) or any(READY.is_on(one) for one in criers):
            return
        here = bodies(s, who)
        if not any(one.is_prone for one in here) and any(_is_near_enemy(s, one) for one in here):
            yield Option("battle-cry", {"figure": who.id}, ("cappa.8.1.1j",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        for one in _criers(g.state, who):
            READY.put(one)


def _criers(s: SkirmishState, who: Actor) -> list[Figure]:
    return [one for one in bodies(s, who) if BATTLE_CRY in one.sheet.abilities]


def _is_near_enemy(s: SkirmishState, figure: Figure) -> bool:
    """Whether he sees an enemy no farther than a charge goes."""
    reach = mov(figure) + tables().lengths.extra_mounted
    return any(gap(s, figure, one) <= reach and sees(s, figure, one) for one in s.enemies_of(figure))
