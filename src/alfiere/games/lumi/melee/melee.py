"""Chapter 6.2: a round of melee, the modifiers of table 10, what losers suffer by table 11, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from alfiere.games.lumi.charge.attacks import (
    CHARGES,
    GOES_ON,
    STEADY,
    are_in_contact,
    attacks_in,
    foes_of,
    forget_parted,
    has_attacked,
    touching,
)
from alfiere.games.lumi.melee.combats import FIRST_IN, MELEES, Combat, main_unit
from alfiere.games.lumi.morale.dice import roll
from alfiere.games.lumi.morale.giving_way import fall_back
from alfiere.games.lumi.morale.losses import eliminate, lose
from alfiere.games.lumi.morale.reaction import Verdict, apply, apply_both
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.morale.support import has_rear_support
from alfiere.games.lumi.morale.tests import Case, score
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.sheets.tables import row
from alfiere.games.lumi.state.base import (
    ARTILLERY,
    CAVALRY,
    DISORDERED,
    HAS_FOUGHT,
    INFANTRY,
    LINE,
    OPEN,
    ORDERED,
    ROUT,
    SHAKEN,
    SQUARE,
)
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import is_higher
from alfiere.games.lumi.state.unit import Unit, bases_of, body, form, formed, is_weakened, kind, melee_value, state_of
from alfiere.games.lumi.told.melee import CombatWon, RoundFought
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import REAR, edge_of
from alfiere.table.measuring import FRONT
from alfiere.table.shapes import Pose

RULES: Final = ("lumi.6.2.8",)


class Outcome(NamedTuple):
    """How a combat ended for now: who has won it, whom they have beaten, and who of the winners may penetrate."""

    winners: tuple[Unit, ...] = ()
    beaten: tuple[Unit, ...] = ()
    routed: tuple[Unit, ...] = ()  # those of the beaten who are in rout, or gone
    fresh: tuple[Unit, ...] = ()  # to whom it was the first impulse of melee, lumi.7.2.1g


def fight(g: LumiGame, combat: Combat) -> Procedure[Outcome]:
    """One round between the main units; the loser suffers and tests, on equal totals both (lumi.6.2.1-6.2.4)."""
    s = g.state
    if guns := next((side for side in (combat.red, combat.blue) if kind(s, side[0]) == ARTILLERY), None):
        return _take_guns(g, combat, guns)
    red = yield from main_unit(g, combat.red)
    blue = yield from main_unit(g, combat.blue)
    fresh = [unit for unit in combat.all if _is_fresh(s, unit, combat.against(unit.seat))]
    places = {one.id: one.pose for unit in combat.all for one in bases_of(s, unit)}
    in_touch = {unit: touching(s, unit, combat.against(unit.seat)) for unit in (red, blue)}
    attacked = {unit: _attacked_in(s, unit, combat) for unit in (red, blue)}
    difference = _round(g, red, blue, combat)
    _remember(s, combat)
    result, loser = row(s.tables.melee_results, abs(difference)), blue if difference > 0 else red
    losers = (red, blue) if result.both else (loser,)
    for unit in losers:
        yield from lose(g, unit, result.losses, "melee", in_touch[unit])
    verdicts = []
    for unit in losers:
        foe = blue if unit is red else red
        if bases_of(g.state, unit):
            case = Case(attack=attacked[unit], difference=-result.test, enemy=foe)
            verdicts.append(Verdict(score(g, unit, "reaction", case), foe, paid=result.losses > 0))
    if len(verdicts) == 2:
        yield from apply_both(g, verdicts[0], verdicts[1], FORCED)  # lumi.7.1.3e
    elif verdicts:
        yield from apply(g, verdicts[0], FORCED)
    stays = {unit for unit in combat.all if _stays(g.state, unit, places)}
    for main, foe in ((red, blue), (blue, red)):
        if main not in stays:
            yield from _others_give_way(g, combat.of(main.seat), foe, stays)
    return _outcome(g, combat, stays, fresh)


def _take_guns(g: LumiGame, combat: Combat, guns: tuple[Unit, ...]) -> Outcome:
    """Batteries that nobody has kept the enemy from are eliminated: he has won (lumi.6.2.9)."""
    s, winners = g.state, combat.against(guns[0].seat)
    fresh = [unit for unit in winners if _is_fresh(s, unit, guns)]
    _remember(s, combat)
    for unit in guns:
        for one in bases_of(s, unit):
            eliminate(g, one, "guns-taken")
    return _outcome(g, combat, set(winners), fresh)


# The round


def _round(g: LumiGame, red: Unit, blue: Unit, combat: Combat) -> int:
    """Both roll; by how much red's total is the higher (lumi.6.2.1)."""
    one, two = round_tally(g.state, red, blue, combat), round_tally(g.state, blue, red, combat)
    mine, yours = roll(g, "red"), roll(g, "blue")
    totals = mine + one.total, yours + two.total
    g.tell(RoundFought(red.ids, blue.ids, one, two, mine, yours, *totals, ("lumi.6.2.1",)))
    return totals[0] - totals[1]


def round_tally(s: State, unit: Unit, foe: Unit, combat: Combat) -> Tally:
    """What is added to its die: melee value, cover and table 10."""
    found, lines = Tally("melee"), s.tables.melee
    in_touch = touching(s, unit, combat.against(unit.seat))
    found.add(melee_value(s, unit, in_touch or unit.ids), "melee", "lumi.1.6.15")
    for name, times in _circumstances(s, unit, foe, combat):
        found.add(times * lines[name].add, name, lines[name].rule)
    if vdf := _cover(s, unit, foe):
        found.add(vdf, "cover", "lumi.3.3.3e")
    return found


def _circumstances(s: State, unit: Unit, foe: Unit, combat: Combat) -> Iterator[tuple[str, int]]:
    """The lines of table 10 that hold, and how often each counts."""
    state, arm, attack = state_of(s, unit), kind(s, unit), attacks_in(s, unit, foe)
    more = _bases_in_touch(s, combat, unit.seat) - _bases_in_touch(s, combat, foe.seat)
    is_square, charges = unit.formation == SQUARE, is_charging(s, unit)
    holds = {
        "rear-support": has_rear_support(s, unit),
        "general": bool(s.generals_with(unit.ids)),
        "more-bases": max(0, min(more, s.tables.numbers.more_bases)),
        "cavalry-charges-infantry": charges and (arm, kind(s, foe)) == (CAVALRY, INFANTRY) and foe.formation != SQUARE,
        "cavalry-charges-cavalry": charges and arm == CAVALRY == kind(s, foe),
        "infantry-charges": charges and arm == INFANTRY,
        "steady": _is_steady(s, unit, foe),
        "square-against-cavalry": is_square and kind(s, foe) == CAVALRY,
        "square-against-infantry": is_square and kind(s, foe) == INFANTRY,
        "enemy-flank": attack == "flank",
        "enemy-rear": attack == "rear",
        "higher-ground": is_higher(s, unit, foe),
        "disordered": state == DISORDERED,
        "shaken": state == SHAKEN,
        "weakened": is_weakened(s, unit),
    }
    ground = _ground_lines(s, unit)
    holds["open-order-in-the-open"] = unit.formation == OPEN and form(s, foe).is_formed and _is_in_open(s, unit)
    return iter([(name, int(times)) for name, times in holds.items() if times] + [(name, 1) for name in ground])


def _bases_in_touch(s: State, combat: Combat, seat: Seat) -> int:
    return sum(len(touching(s, one, combat.against(seat))) for one in combat.of(seat))


def is_charging(s: State, unit: Unit) -> bool:
    """Whether it has the bonus of a charge: in its first round, and ordered when that is rolled (lumi.6.2.11)."""
    return state_of(s, unit) == ORDERED and any(CHARGES.is_on(one) for one in bases_of(s, unit))


def _is_steady(s: State, unit: Unit, foe: Unit) -> bool:
    """Infantry in line that stood against the charge of the cavalry to its front (lumi.6.2.12)."""
    if unit.formation != LINE or state_of(s, unit) != ORDERED or attacks_in(s, foe, unit) != FRONT:
        return False
    return any(STEADY.is_on(one, id) for one in bases_of(s, unit) for id in foe.ids)


def _ground_lines(s: State, unit: Unit) -> list[str]:
    """The lines of table 10 that the ground under a unit brings, each once (lumi.3.3.3a, .3.3.3i)."""
    touched = [piece.kind for one in bases_of(s, unit) for piece in s.ground.touched(s.base(one).outline)]
    arm, is_formed = kind(s, unit), form(s, unit).is_formed
    lines = (line for ground in touched for line in ground.melee if line.kind in (None, arm))
    return list(dict.fromkeys(line.line for line in lines if is_formed or not line.formed))


def _is_in_open(s: State, unit: Unit) -> bool:
    """Whether no part of it is in woods or buildings."""
    return not any(piece.kind.hides for one in bases_of(s, unit) for piece in s.ground.touched(s.base(one).outline))


def _cover(s: State, unit: Unit, foe: Unit) -> int:
    """The cover of buildings, works and obstacles it holds against one who comes from outside or across (.3.3.3e)."""
    if has_attacked(s, unit, foe):  # whoever has crossed to attack has none of it
        return 0
    against = edge_of(body(s, foe), REAR).middle
    found = [s.base(one) for one in bases_of(s, unit)]
    return min(s.ground.cover(one.outline, one.point, against, in_melee=True) for one in found)


# What comes of it


def _attacked_in(s: State, unit: Unit, combat: Combat) -> str:
    """The worst side on which an enemy of the combat attacks it (lumi.7.1.1i)."""
    sides = [attacks_in(s, foe, unit) for foe in combat.against(unit.seat) if are_in_contact(s, foe, unit)]
    return max(sides, key=("front", "flank", "rear").index, default=FRONT)


def _is_fresh(s: State, unit: Unit, foes: tuple[Unit, ...]) -> bool:
    """Whether it is the unit's first impulse of melee in the turn, and the first of this melee (lumi.7.2.1g)."""
    bases = bases_of(s, unit)
    goes_on = any(GOES_ON.is_on(one, id) for one in bases for foe in foes for id in foe.ids)
    return not goes_on and all(FIRST_IN.first(one) in (None, str(s.impulse)) for one in bases)


def _remember(s: State, combat: Combat) -> None:
    """A round has been fought: bonuses of the first are gone, melees of the turn are counted."""
    for unit in combat.all:
        foes = [id for foe in combat.against(unit.seat) for id in foe.ids]
        for one in bases_of(s, unit):
            if not any(GOES_ON.is_on(one, id) for id in foes):
                MELEES.put(one)
            for id in foes:
                GOES_ON.set(one, id, 1)
            CHARGES.clear(one)
            STEADY.clear(one)
            if FIRST_IN.first(one) is None:
                FIRST_IN.put(one, str(s.impulse))
            HAS_FOUGHT.note(one)


def _stays(s: State, unit: Unit, places: dict[str, Pose]) -> bool:
    """Whether some of it stands where it stood, and is not in rout."""
    return any(one.pose == places[one.id] and one.state != ROUT for one in bases_of(s, unit))


def _others_give_way(g: LumiGame, side: tuple[Unit, ...], foe: Unit, stays: set[Unit]) -> Procedure[None]:
    """Units in open order fall back with their main unit; formed ones stay and fight on (lumi.6.2.7)."""
    for unit in [one for one in side if one in stays and one.formation == OPEN]:
        yield from fall_back(g, unit, foe, FORCED)
        stays.discard(unit)


def _outcome(g: LumiGame, combat: Combat, stays: set[Unit], fresh: list[Unit]) -> Outcome:
    """Who has won: all against him have given way, and he has not (lumi.6.2.8); a second melee disorders (.7.2.1f)."""
    s = g.state
    forget_parted(s)
    for unit in combat.all:
        if any(MELEES.count(one) > 1 for one in bases_of(s, unit)):
            at_least_disordered(g, unit, "second-melee", "lumi.7.2.1f")
    for winners, beaten in ((combat.red, combat.blue), (combat.blue, combat.red)):
        staying = tuple(one for one in winners if one in stays)
        if staying and not any(one in stays for one in beaten):
            g.tell(CombatWon(_ids(staying), _ids(beaten), RULES))
            routed = tuple(one for one in beaten if state_of(s, one) == ROUT or not bases_of(s, one))
            return Outcome(staying, beaten, routed, tuple(one for one in staying if one in fresh))
    return Outcome()


def _ids(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(id for one in units for id in one.ids)


def cavalry_falls_back(g: LumiGame) -> Procedure[None]:
    """At the end of the last impulse cavalry still in melee falls back, at no cost to it (lumi.6.2.10)."""
    horse = [one for one in formed(g.state) if kind(g.state, one) == CAVALRY]
    for unit in sorted(horse, key=lambda one: one.seat != g.state.initiative):
        foes = foes_of(g.state, unit) if bases_of(g.state, unit) else []
        if foes:
            yield from fall_back(g, unit, foes[0], FORCED)
    forget_parted(g.state)
