"""What must hold in every position of a skirmish."""

from __future__ import annotations

from collections import Counter

from alfiere.battles.invariants import faults_of_bases
from alfiere.battles.weather import LIGHTS, WEATHERS
from alfiere.games.cappa.ground.ground import has_base, in_contact, scene
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.ground.weather import LIGHT, WEATHER
from alfiere.games.cappa.people.markers import LOOSE, ROW
from alfiere.games.cappa.people.strangers import is_stranger
from alfiere.games.cappa.scenario.battlefield import FOOT
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.cards import full_deck
from alfiere.games.cappa.state.state import OF_FIGURE, OF_SKIRMISH, OFF, ON, OUT, Figure, Gun, Side, SkirmishState
from alfiere.games.cappa.weaponry.ammunition import JAMMED, SPENT
from alfiere.table.shapes import Base

MOVES = 6  # three PA, a flight, a push and a step forward: more nobody moves in a turn
EXTRA = 200  # what a charge may add, cappa.4.3.8n


def faults(s: SkirmishState) -> list[str]:
    """Everything that is wrong, in words; empty when all is well."""
    found = _bases(s) + (_sky(s) if LIGHT in s.options else [])
    found += [f"no chapter knows what is noted as «{mark}»" for mark in OF_SKIRMISH.unknown(s)]
    for figure in s.figures.values():
        found += [f"{figure.id}: {fault}" for fault in _figure(s, figure)]
    for thing in s.things.values():
        if thing.helper and (not thing.bearer or thing.id not in s.figures[thing.bearer].carries):
            found.append(f"{thing.id} is carried by one half of two (cappa.4.3.7.h3)")
    for side in s.sides.values():
        found += [f"{side.seat}: {fault}" for fault in _side(side)]
    for squad in s.squads.values():
        if not 0 <= squad.pa <= tables().numbers.valid_die:
            found.append(f"{squad.id} has {squad.pa} PA")
        if squad.ensign and (squad.ensign not in squad.members or squad.lost_flag):
            found.append(f"{squad.id} has its flag in the hands of {squad.ensign} (cappa.6.2a)")
        if (
            squad.formation == "close"
            and 0 < sum(s.figures[one].is_up for one in squad.members) < tables().numbers.close_order
        ):
            found.append(f"{squad.id} is too small for close order (cappa.6.3.3.h4)")
    for gun in s.guns.values():
        found += [f"{gun.id}: {fault}" for fault in _gun(s, gun)]
    return found + (_events(s) if s.scenario.events else [])


def _events(s: SkirmishState) -> list[str]:
    """No card is in the deck twice, what is loose nobody holds, and strangers count for nobody's firmness."""
    found = []
    rows = [row.number for row in ROW.among(s.deck) if row.number or not row.marker]
    if len(set(rows)) < len(rows) or any(row not in s.scenario.rows for row in rows):
        found.append(f"the deck of events is {s.deck} (cappa.7.1.1d)")
    for name, _ in LOOSE.all(s):
        if name not in s.things or s.things[name].bearer:
            found.append(f"{name} runs about and is held, or is not there (cappa.7.2.h12)")
    for figure in s.figures.values():
        if is_stranger(s, figure) and not figure.is_written_off:
            found.append(f"{figure.id} came with an event and counts for firmness (cappa.3.2.1a)")
    return found


def _side(side: Side) -> list[str]:
    found = []
    if side.experience < 0:
        found.append(f"has spent {-side.experience} experience points more than it had (cappa.9.1.2g)")
    if side.turned and not Counter(side.turned) <= full_deck(()):
        found.append("has turned more cards of a number than there are (cappa.9.2.1.h1)")
    return found


def _sky(s: SkirmishState) -> list[str]:
    """A side sees its own, and whoever fights one of them (cappa.9.5.2b)."""
    if (light := s.options[LIGHT]) not in LIGHTS or s.options[WEATHER] not in WEATHERS:
        return [f"{light}, {s.options[WEATHER]} is no weather (cappa.9.5e)"]
    found = []
    for seat in s.seats:
        hidden = [s.figures[name] for name in hidden_from(s, seat)]
        found += [f"{one.id} is hidden from his own side" for one in hidden if one.seat == seat]
        mine = s.standing(seat)
        found += [
            f"{one.id} is hidden from one he touches" for one in hidden if any(in_contact(s, one, x) for x in mine)
        ]
    return found


def _gun(s: SkirmishState, gun: Gun) -> list[str]:
    if gun.id not in s.things:
        return []  # not on the table yet
    found = []
    row = tables().guns[s.things[gun.id].kind]
    known = ("shell",) if row.shell else ("canister", "round shot")
    if gun.charge and gun.charge not in known:
        found.append(f"is loaded with {gun.charge} (cappa.10.0d)")
    if gun.is_limbered and gun.limber not in s.things:
        found.append("hangs on a limber that is not there (cappa.10.4.3b)")
    if gun.crew and any(s.figures[name].where == ON for name in s.squads[gun.crew].members):
        if not s.acting and sum(s.figures[name].is_up for name in s.squads[gun.crew].members) < row.crew[0]:
            found.append("is worked by too few (cappa.10.1f)")
    return found


def _bases(s: SkirmishState) -> list[str]:
    """No two bases overlap, all are on the table (cappa.1.3a), and who stands is not in a river or the like."""
    hooked = {frozenset((gun.id, gun.limber)) for gun in s.guns.values() if gun.is_limbered}  # their bases are one

    def going(base: Base) -> str | None:
        figure = s.figures.get(base.id)
        if figure is None or not figure.is_up or figure.level or s.changed:  # floods and flames come to who is there
            return None
        return FOOT

    return faults_of_bases(scene(s), "cappa.1.3a", hooked, going)


def _figure(s: SkirmishState, figure: Figure) -> list[str]:
    found = [f"bears a mark that no chapter knows: «{mark}»" for mark in OF_FIGURE.unknown(figure)]
    if not 0 <= figure.wounds <= figure.sheet.wounds:
        found.append(f"{figure.wounds} wounds")
    if figure.wounds >= figure.sheet.wounds and figure.where in (ON, OFF):
        found.append("acts with all his wounds (cappa.5.1.2d)")
    if not 0 <= figure.pa <= tables().numbers.valid_die:
        found.append(f"{figure.pa} PA")
    if figure.pa and figure.where not in (ON, OFF):
        found.append("has PA and is out of the game")
    if hands := sum(weapons()[code].hands for code in figure.hands if code != "unarmed"):
        if hands > 2:
            found.append(f"holds {figure.hands} with two hands (cappa.2.2.1.h1)")
    if any(code not in figure.arms for code in (*figure.hands, *figure.empty)):
        found.append("holds or loads what he has not")
    if any(figure.empty.count(code) > figure.arms.count(code) for code in figure.empty):
        found.append("has a weapon that is empty twice")
    for code in figure.arms:
        if JAMMED.count(figure, code) > figure.arms.count(code):
            found.append(f"has jammed more often than he has it: {code} (cappa.9.3.2a)")
        if SPENT.is_on(figure, code) and figure.empty.count(code) < figure.arms.count(code):
            found.append(f"can still fire what has no ammunition: {code} (cappa.9.3.1f)")
    if figure.moved > MOVES * max(figure.line.mov + EXTRA, tables().lengths.improvised_move):
        found.append(f"has moved {figure.moved} hundredths in a turn (cappa.4.0a)")
    if figure.captor and figure.id not in s.figures[figure.captor].carries:
        found.append("is held by nobody")
    if figure.where == OUT and figure.is_mounted:
        found.append("lies on a horse")
    if figure.is_prone and figure.is_mounted:
        found.append("lies on a horse (cappa.2.2.1.h17)")
    for name in figure.carries:
        holder = s.figures[name].captor if name in s.figures else s.things[name].bearer
        if holder != figure.id:
            found.append(f"carries {name}, which somebody else has")
    if not has_base(figure) and figure.pa and figure.where == ON:
        found.append("has PA as a captive")
    return found
