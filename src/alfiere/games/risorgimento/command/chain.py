"""Chapter A.1: who is in command, tested from the top of the chain, and what each marker allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from alfiere.games.risorgimento.morale.leaders_lost import come_back
from alfiere.games.risorgimento.morale.tests import SHAKEN, roll10
from alfiere.games.risorgimento.state.battle import SEATS, BattleGame, BattleState
from alfiere.games.risorgimento.state.standing import base_of_leader, is_in_radius, near
from alfiere.games.risorgimento.state.unit import BLUE, BROWN, GREEN, OF_UNIT, ON, YELLOW, Commander, Unit
from alfiere.games.risorgimento.told.command import CommandTested, Marked
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import WHOLE, Footing
from alfiere.table.measuring import gap

NONE = "none"  # the row of the table of markers for those without one

TOUCHED = OF_UNIT.bare("touches command")  # in command by touch, whatever its marker; until the next phase A, .a.1.4

Excused = Callable[[BattleState, Commander], bool]  # who need not roll though out of radius, risorgimento.a.1.8


def command_phase(g: BattleGame, excused: Excused = lambda s, who: False) -> Procedure[None]:
    """Phase A: who was missing may be back; then each side's chain from the top, and its units (risorgimento.a.1.5)."""
    yield from come_back(g)
    for seat in SEATS:
        for who in from_the_top(g.state, seat):
            _mark_commander(g, who, excused)
        _mark_units(g.state, seat)
        _tell(g, seat)


def from_the_top(s: BattleState, seat: Seat) -> Iterator[Commander]:
    """A side's commanders, superiors before those under them."""
    own = [one for one in s.commanders.values() if one.seat == seat]
    level = [one for one in own if not one.superior]
    while level:
        yield from level
        above = {one.id for one in level}
        level = [one for one in own if one.superior in above]


# Commanders


def superior_of(s: BattleState, who: Commander) -> Commander | None:
    """The commander he answers to: who has still to arrive is passed over (risorgimento.a.1.20, .set.6)."""
    return next((one for one in s.chain(who) if _counts(one)), None)


def _counts(who: Commander) -> bool:
    """Whether he is there, or missing for a time only; a dead man whose command has passed on is no link any more."""
    return who.where == ON or (who.is_dead and who.absent > 0)


def _mark_commander(g: BattleGame, who: Commander, excused: Excused) -> None:
    s = g.state
    who.colour = ""
    if not who.commands:
        return
    above = superior_of(s, who)
    if above is None:
        return  # he is the commander in chief, or right under one who is off the table, risorgimento.a.1.21
    if above.commands and is_in_radius(s, above, base_of_leader(s, who).outline):
        who.colour = above.colour  # risorgimento.a.1.9, .a.1.10, .a.1.19
        return
    if excused(s, who):
        return
    roll = roll10(g, who.seat)
    passed = roll <= who.initiative  # risorgimento.a.1.6, .a.1.7
    row = s.tables.command_tests[who.rank]  # type: ignore[index]
    colour = row.passed if passed else row.failed
    who.colour = "" if colour == NONE else colour
    g.tell(CommandTested(who.id, roll, who.initiative, passed, who.colour, (RULES[who.rank, passed],)))


RULES = {
    ("CC", True): "risorgimento.a.1.9",
    ("CC", False): "risorgimento.a.1.10",
    ("CD", True): "risorgimento.a.1.11",
    ("CD", False): "risorgimento.a.1.12",
    ("CB", True): "risorgimento.a.1.13",
    ("CB", False): "risorgimento.a.1.14",
    ("CR", True): "risorgimento.a.1.13",
    ("CR", False): "risorgimento.a.1.14",
}


# Units


def commander_of(s: BattleState, unit: Unit) -> Commander | None:
    """Who commands a unit: its own, or the next above him while he has still to arrive (risorgimento.set.6)."""
    own = s.commanders[unit.commander]
    return own if _counts(own) else superior_of(s, own)


def _mark_units(s: BattleState, seat: Seat) -> None:
    units = s.side(seat)
    for one in units:
        one.colour = _own_colour(s, one)
        TOUCHED.clear(one)
    for chain in _touching(s, units):
        if any(_is_good(s, one.colour) for one in chain):  # risorgimento.a.1.3, .a.1.4
            best = min((one.colour for one in chain), key=lambda colour: list(s.tables.markers).index(colour or NONE))
            for one in chain:
                one.colour = best
                TOUCHED.put(one)


def _own_colour(s: BattleState, unit: Unit) -> str:
    who = commander_of(s, unit)
    if who is None:
        return ""  # nobody of its chain is on the table yet, risorgimento.set.6
    if not who.commands:
        return GREEN  # risorgimento.cl.12
    if is_in_radius(s, who, s.base(unit).outline):
        return who.colour  # risorgimento.a.1.2, .a.1.27
    state = s.tables.single_unit.in_command if _is_good(s, who.colour) else s.tables.single_unit.out_of_command
    return state.marker


def _touching(s: BattleState, units: list[Unit]) -> Iterator[list[Unit]]:
    """The units of a side in chains of touching bases, those that touch nobody left out."""
    left = {one.id for one in units}
    for first in units:
        if first.id not in left:
            continue
        left.discard(first.id)
        chain = [first]
        for one in chain:
            for friend in near(s, s.base(one).outline, s.scene.field.touch, one.seat):
                if friend.id in left:
                    left.discard(friend.id)
                    chain.append(friend)
        if len(chain) > 1:
            yield chain


def _tell(g: BattleGame, seat: Seat) -> None:
    s = g.state
    shown: list[Unit | Commander] = [*(one for one in s.commanders.values() if one.commands), *s.on_table]
    own = [one for one in shown if one.seat == seat]
    blue, brown, yellow, green = (
        tuple(one.id for one in own if one.colour == colour) for colour in (BLUE, BROWN, YELLOW, GREEN)
    )
    if blue or brown or yellow or green:
        g.tell(Marked(seat, blue, brown, yellow, green, ("risorgimento.a.1.16",)))


# What the markers mean


def _is_good(s: BattleState, colour: str) -> bool:
    return s.tables.markers[colour or NONE].is_in_command


def is_in_command(s: BattleState, unit: Unit) -> bool:
    """Whether a unit counts as in command: without a marker, blue or yellow, or by touch (.a.1.1, .a.1.4, .a.1.23)."""
    return _is_good(s, unit.colour) or TOUCHED.is_on(unit)


def is_in_command_as_leader(s: BattleState, who: Commander) -> bool:
    """Whether a commander is in command himself (risorgimento.a.1.23)."""
    return who.commands and _is_good(s, who.colour)


def move_share(s: BattleState, unit: Unit) -> int:
    """The share of its movement the markers leave a unit, in millionths, the smallest (.a.1.16, .a.1.28, .mor.18)."""
    share = WHOLE if may_return(s, unit) else s.tables.markers[unit.colour or NONE].share
    return min(share, s.tables.markers[YELLOW].share) if SHAKEN.is_on(unit) else share


def may_return(s: BattleState, unit: Unit) -> bool:
    """Whether a green unit may move, but only back into the radius of its commander (.a.1.17, .a.1.24)."""
    if unit.colour != GREEN:
        return False
    who = commander_of(s, unit)
    is_led = who is not None and is_in_command_as_leader(s, who)
    return is_led and s.tables.single_unit.in_command.may_return


def why_no_move(s: BattleState, unit: Unit) -> Objection | None:
    """Why the command marker forbids a unit every move, turn, change of formation and charge (risorgimento.a.1.26)."""
    if move_share(s, unit) or may_return(s, unit):
        return None
    return because("out-of-command", "risorgimento.a.1.26", unit=unit.id)


def why_not_there(s: BattleState, unit: Unit, end: Footing) -> Objection | None:
    """Why a green unit may not end its move there: neither in radius nor nearer to its commander (.a.1.17, .a.1.28)."""
    who = called_back_by(s, unit)
    if who is None or is_in_radius(s, who, end.outline) or off(s, who, end) < off(s, who, s.footing(unit)):
        return None
    return because("only-back", "risorgimento.a.1.17", unit=unit.id, commander=who.id)


def called_back_by(s: BattleState, unit: Unit) -> Commander | None:
    """The commander into whose radius a green unit has to move if it moves at all (risorgimento.a.1.17)."""
    return commander_of(s, unit) if may_return(s, unit) else None


def off(s: BattleState, who: Commander, end: Footing) -> int:
    """How far from a commander a unit would stand."""
    return gap(base_of_leader(s, who).outline, end.outline)
