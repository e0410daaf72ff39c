"""What a seat sees of a battle, in the words every table shares: board, pieces, marks, tracks, hands, notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from alfiere.games.esa.armies import lowered
from alfiere.games.esa.battle import ACTIONS
from alfiere.games.esa.battlefield import Battlefield
from alfiere.games.esa.cards import cards
from alfiere.games.esa.command import battle_line, command_capacity, is_engaged, is_supported
from alfiere.games.esa.fire_phase import barrage_divisions
from alfiere.games.esa.scenario import Scenario
from alfiere.games.esa.state import (
    ACTED,
    ATTACKED,
    CHANGED,
    EVADED,
    FIRED,
    LATE,
    MOVED,
    PRESSED,
    PURSUED,
    RALLIED,
    REACTED,
    SEATS,
    Army,
    BattleState,
    Leader,
    Unit,
)
from alfiere.games.esa.tables import tables
from alfiere.games.esa.troops import profiles
from alfiere.kernel.decision import Seat
from alfiere.kernel.ruleset import View
from alfiere.table.hexmap import Shape

# The steps at the head of the table, in their order (esa.3.2a, esa.3.2b).
STAGES = ("planning", "orders", "barrage", "movement", "fire", "melee", "rally", "end")
DEPLOYMENT = "deployment"

# What a unit may have done this turn so that it counts as having acted in the order of battle.
DOINGS = MOVED | FIRED | EVADED | ATTACKED | PRESSED | PURSUED | REACTED | ACTED | CHANGED | LATE | RALLIED

# What is shown as a round marker beside a unit, and when.
BADGES: dict[str, Callable[[BattleState, Unit], object]] = {
    "shaken": lambda s, unit: unit.is_shaken,
    "paralysed": lambda s, unit: unit.is_paralysed,
    "weakened": lambda s, unit: unit.is_weakened,
    "engaged": is_engaged,
    "supported": is_supported,
    "battle line": battle_line,
}


def secrets_being_laid(s: BattleState) -> bool:
    """While both sides lay down cards unseen, not even their number is shown to the other."""
    return (
        (s.phase == "orders" and s.step <= 1) or (s.phase == "deployment" and s.step == 0) or s.phase == "preparation"
    )


def view(s: BattleState, seat: Seat | None) -> View:
    """The battle as one seat, or a spectator, may see it (esa.3.2.2n)."""
    return {
        "game": "esa",
        "scenario": s.scenario.id,
        "board": _board(s.field),
        "pieces": [_unit(s, unit) for unit in s.units.values() if unit.hex]
        + [_leader(s, leader) for leader in s.leaders.values() if leader.hex],
        "marks": _marks(s),
        "groups": _groups(s),
        "tracks": _tracks(s),
        "hands": {one: _hand(s, s.armies[one], seat) for one in SEATS},
        "notes": _notes(s, seat),
        "eliminated": [unit.id for unit in s.units.values() if unit.strength == 0],
        "lost": _lost(s),
    }


def _lost(s: BattleState) -> list[dict[str, Any]]:
    """Who fights no more, as the order of battle names them."""
    units: list[dict[str, Any]] = [
        {"id": one.id, "owner": one.seat, "name": s.scenario.names[one.id], "symbol": one.profile.cls}
        for one in s.units.values()
        if one.strength == 0
    ]
    leaders: list[dict[str, Any]] = [
        {"id": one.id, "owner": one.seat, "name": one.profile.short, "symbol": one.rank}
        for one in s.leaders.values()
        if one.strength == 0
    ]
    return units + leaders


@lru_cache(maxsize=64)
def _board(field: Battlefield) -> dict[str, Any]:
    """The battlefield, made once: nobody changes a view."""
    hexmap = field.map
    return {
        "kind": "hexes",
        "columns": hexmap.columns,
        "rows": hexmap.rows,
        "field": field.id,
        "shapes": [_shape(one) for one in hexmap.shapes],
        "impassable": sorted(field.impassable),
        "north": hexmap.north,
    }


def _shape(shape: Shape) -> dict[str, Any]:
    """Something on the map, with what the legend shows of it (esa.1.4a, esa.1.4k, esa.5.6b)."""
    drawn: dict[str, Any] = {"kind": shape.kind, "name": shape.name, "hexes": list(shape.hexes)}
    if shape.crest:
        drawn["crest"] = list(shape.crest)
    if shape.sides:
        drawn["sides"] = [list(side) for side in shape.sides]
    if shape.protection is not None:
        drawn["protection"] = list(shape.protection)
    if shape.drawn:
        drawn["drawn"] = shape.drawn
    return drawn


def markers(unit: Unit) -> list[str]:
    """The colours of the markers beside a unit: losses, shaken, paralysed (esa.1.3a, esa.1.3b)."""
    colours = tables().markers
    losses, most = unit.profile.strength - unit.strength, len(colours.losses)
    found = [colours.losses[-1]] * (losses // most)  # a large unit needs more than one
    if losses % most:
        found.append(colours.losses[losses % most - 1])
    if unit.is_shaken:
        found.append(colours.shaken)
    if unit.is_paralysed:
        found.append(colours.paralysed)
    return found


def _unit(s: BattleState, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "kind": "unit",
        "owner": unit.seat,
        "name": s.scenario.names[unit.id],
        "profile": unit.profile.id,
        "division": unit.division,
        "symbol": unit.profile.cls,
        "nation": unit.profile.nation,
        "state": unit.values.id.partition("/")[2],
        "hex": unit.hex,
        "facing": unit.facing,
        "strength": [unit.strength, unit.profile.strength],
        "lost": unit.lost,
        "acted": bool(unit.did & DOINGS),
        "badges": [name for name, applies in BADGES.items() if applies(s, unit)],
        "markers": markers(unit),
        "values": {
            "pm": unit.values.pm,
            "fire": unit.values.fire,
            "melee": unit.values.melee,
            "morale": unit.values.morale,
            "armour": [unit.values.armour_fire, unit.values.armour_melee],
            "charge": unit.profile.charge,
        },
    }


def _leader(s: BattleState, leader: Leader) -> dict[str, Any]:
    return {
        "id": leader.id,
        "kind": "leader",
        "owner": leader.seat,
        "name": leader.profile.short,
        "rank": leader.rank,
        "division": leader.division,
        "symbol": leader.rank,
        "nation": leader.profile.nation,
        "hex": leader.hex,
        "attached": s.at.get(leader.hex),
        "strength": [leader.strength, leader.profile.strength],
        "values": {"melee": leader.profile.melee, "morale": leader.profile.morale},
    }


def _marks(s: BattleState) -> list[dict[str, Any]]:
    marks = [
        {
            "kind": "objective",
            "hex": one.hex,
            "name": one.name,
            "points": one.points,
            "loses": one.loses,
            "every_turn": one.kind == "every turn",
            "spent": str(place) in s.taken,
        }
        for place, one in enumerate(s.scenario.form.objective)
    ]
    marks += [{"kind": "exit", "hex": one.hex, "name": one.name, "side": one.side} for one in s.scenario.form.exit]
    victory = s.scenario.form.victory
    if victory is not None:
        marks.append({"kind": "victory", "hex": victory.hex, "name": victory.text})
    return marks


def _groups(s: BattleState) -> list[dict[str, Any]]:
    """The divisions: who leads them and who belongs to them, now."""
    return [
        {
            "id": division.id,
            "owner": division.seat,
            "name": s.scenario.division_forms[division.id].name,
            "leader": division.general,
            "units": list(division.units),
        }
        for division in s.divisions.values()
    ]


def stage_of(s: BattleState) -> str:
    """Where in the turn the battle stands, in the words of STAGES."""
    if s.winner:
        return "end"
    if s.phase in ("preparation", DEPLOYMENT):
        return DEPLOYMENT
    if s.phase != "actions":
        return s.phase
    begun = [one.name for one in ACTIONS[: s.step // 2 + 1] if one.name]
    return begun[-1]


def stages_of(s: BattleState) -> list[str]:
    """The steps ahead: deployment until it is over, a barrage only in a turn that has one (esa.card.9)."""
    stage = stage_of(s)
    has_barrage = stage == "barrage" or (s.cards_shown and bool(barrage_divisions(s)))
    stages = [one for one in STAGES if one != "barrage" or has_barrage]
    return [DEPLOYMENT, *stages] if stage == DEPLOYMENT else stages


@lru_cache(maxsize=64)
def _determination_at_start(scenario: Scenario) -> dict[Seat, int]:
    """Half the points of the units, without leaders and guns, as initial_determination counts them (esa.2.1.3a)."""
    found = {}
    for seat, side in scenario.sides.items():
        troops = [profiles().units[unit.profile] for division in side.division for unit in division.units]
        found[seat] = lowered(scenario, seat, sum(one.points for one in troops if not one.is_artillery) // 2, {})
    return found


def _tracks(s: BattleState) -> dict[str, Any]:
    return {
        "turn": [s.turn, s.scenario.turns],
        "stages": stages_of(s),
        "stage": stage_of(s),
        "phase": s.phase,
        "step": s.step,
        "initiative": s.initiative or None,
        "acting": s.acting or None,
        "determination": {seat: s.armies[seat].determination for seat in SEATS},
        "determination_start": _determination_at_start(s.scenario),
        "army_value": {seat: s.armies[seat].value for seat in SEATS},
        "command_capacity": {seat: command_capacity(s, seat) for seat in SEATS},
        "winner": s.winner or None,
        "reason": s.reason or None,
    }


def _hand(s: BattleState, army: Army, seat: Seat | None) -> dict[str, Any]:
    mine = army.seat == seat
    counted = mine or not secrets_being_laid(s)
    shown = mine or (seat is not None and s.seen_hand == seat)
    bare = counted and not army.has_cards_unseen  # nothing is hidden by telling so
    return {
        "count": len(army.hand) if counted else None,
        "cards": [_card(number) for number in army.hand] if shown or bare else None,
        "dealt": [_card(number) for number in army.aside] if mine or bare else None,
        "looking": [_card(number) for number in s.looking] if mine and s.looker == seat else None,
        "deck": len(army.deck) if counted else None,
        "on_top": list(reversed(army.deck.top)) if mine or bare else None,
        "at_bottom": list(army.deck.bottom) if mine or bare else None,
        "discard": list(army.discard),
    }


def _card(number: int) -> dict[str, Any]:
    card = cards()[number]
    return {
        "number": number,
        "name": card.name,
        "priority": card.priority,
        "orders": list(card.orders),
        "value": card.value,
        "rule": card.rule,
    }


def _notes(s: BattleState, seat: Seat | None) -> list[dict[str, Any]]:
    """The card each general has been given; face down for the other side until the reveal."""
    hidden = not s.cards_shown and s.phase in ("orders", "deployment")
    notes = []
    for division in s.divisions.values():
        note: dict[str, Any] = {"group": division.id, "owner": division.seat, "leader": division.general}
        if hidden and division.seat != seat:
            note |= {"card": None, "face_down": True if not secrets_being_laid(s) and division.card else None}
        else:
            note |= {
                "card": _card(division.card) if division.card else None,
                "face_down": False,
                "focus": division.focus or None,
                "has_order": division.has_order,
            }
        notes.append(note)
    return notes
