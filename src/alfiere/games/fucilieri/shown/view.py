"""What a seat sees of a battle, in the words every table shares: board, pieces, groups, marks, tracks.

Everything lies open but the first orders, until they are turned up in round 2 of the first turn (fucilieri.2.5.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from alfiere.battles.armies.choosing import chosen_sides
from alfiere.battles.board import open_board, whole_shapes
from alfiere.battles.open_battle import ON, SEATS, TO_COME
from alfiere.games.fucilieri.before.deployment import SETTING_UP, column_of
from alfiere.games.fucilieri.before.first_orders import known_order, lies_face_down
from alfiere.games.fucilieri.before.laying_out import in_hand
from alfiere.games.fucilieri.morale.conditions import conditions_of
from alfiere.games.fucilieri.sheets.terrain import terrain
from alfiere.games.fucilieri.shown.naming import name_of, named, words_in
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import PRESENT, Command
from alfiere.games.fucilieri.state.leader import STANDARD, Leader
from alfiere.games.fucilieri.state.muster import BEFORE
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.state.unit import (
    FLEEING,
    HAS_FIRED,
    HAS_MOVED,
    LOST,
    REINFORCEMENT,
    RESERVE,
    WITHDRAWN,
    Unit,
)
from alfiere.games.fucilieri.victory.collapse import is_lost, points
from alfiere.games.fucilieri.victory.convoy import convoy_of, on_road
from alfiere.games.fucilieri.victory.convoy import outline_of as train_outline
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import FINEST, Name, both
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import View
from alfiere.kernel.words import Words
from alfiere.table.shapes import Outline, box

STAGES: Final = ("orders", "movement", "charges", "fire", "combat", "influence", "command")
MOVEMENT: Final = "movement"
FORMATIONS: Final = {"open_order": "open", "unlimbered": "deployed"}  # ours in the table's words
METRES: Final = 4  # a cm of the table
ALL_ROUND: Final = 250  # hundredths about a place given as a point


def view(s: State, seat: Seat | None) -> View:
    """The battle as one seat, or a spectator, may see it."""
    words = {to: words_in(to) for to in LANGUAGES}
    gone = [one for one in s.units.values() if one.where in (LOST, WITHDRAWN)]
    there = [one for one in s.units.values() if one.where in (ON, FLEEING)]
    return {
        "game": "fucilieri",
        "scenario": s.scenario.id,
        "board": _board(s),
        "pieces": [_unit(s, one, words) for one in there]
        + [_to_set_up(s, one, words) for one in _next(s)]
        + [_leader(s, one, seat, words) for one in s.leaders.values() if one.is_on]
        + _ground_in_hand(s),
        "groups": [_group(s, one) for one in s.commands.values()],
        "marks": [*_places(s), *_trains(s, words), *_zones(s, words)],
        "tracks": _tracks(s),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.units.values() if one.where in (TO_COME, RESERVE, REINFORCEMENT)],
        "eliminated": [one.id for one in gone],
        "lost": [_name(s, one) | {"symbol": one.profile.arm} for one in gone]
        + [_name(s, one) | {"symbol": one.role} for one in s.leaders.values() if one.is_lost],
    } | chosen_sides(s)


# The ground


def _board(s: State) -> dict[str, Any]:
    pieces = s.ground.pieces.values()
    shapes = whole_shapes((one, _ways(one), one.level) for one in pieces)
    return open_board(s.scenario.width, s.scenario.depth, "cm", METRES, shapes)


def _ways(piece: Any) -> dict[str, list[Any]]:
    """Bridges, fords, ramps and gaps of a piece, by their kind."""
    found: dict[str, list[Any]] = {}
    for way in piece.form.ways:
        found.setdefault("gate" if way.kind in ("gap", "ramp") else "bridge", []).append(way.at)
    return found


def _places(s: State) -> list[dict[str, Any]]:
    """Places that are worth holding, and who holds them (fucilieri.6.4d)."""
    found = []
    for id, place in s.scenario.places.items():
        if place.piece:
            rect = box(Outline(s.ground.pieces[place.piece].points))
        else:
            assert place.at is not None
            x, y = place.at
            rect = x - ALL_ROUND, y - ALL_ROUND, x + ALL_ROUND, y + ALL_ROUND
        mark = {"kind": "goal", "id": id, "name": both(place.name), "rect": list(rect)}
        found.append(mark | {"owner": s.control[id] or None})
    return found


def _trains(s: State, words: Mapping[str, Words]) -> list[dict[str, Any]]:
    """The trains of a convoy that are still on their way."""
    convoy = convoy_of(s)
    if convoy is None:
        return []
    owner = s.scenario.seat_of[convoy.side]
    found = []
    for train in on_road(s):
        name = {to: f"{said.word('word', 'train')} {train.number}" for to, said in words.items()}
        rect = list(box(train_outline(s, convoy, train)))
        found.append({"kind": "goal", "id": f"train-{train.number}", "name": name, "rect": rect, "owner": owner})
    return found


def _next(s: State) -> list[Unit]:
    """The unit that is deployed now."""
    first = s.queue[0] if s.turn == 0 and s.queue else ""
    return [s.units[first]] if first in s.units and s.units[first].where == TO_COME else []


def _zones(s: State, words: Mapping[str, Words]) -> list[dict[str, Any]]:
    """Where the unit that is deployed now may stand (fucilieri.2.3.11)."""
    name = {to: said.word("word", "set-up zone") for to, said in words.items()}
    rects = (rect for one in _next(s) for rect in SETTING_UP.boxes(s, one))
    return [{"kind": "zone", "rect": list(rect), "name": name} for rect in rects]


# Units and leaders


def _to_set_up(s: State, one: Unit, words: Mapping[str, Words]) -> dict[str, Any]:
    """A unit in the hand of who deploys it: as large as it will be, and nowhere yet."""
    like = one.copy()
    like.formation = column_of(one)
    shown = _unit(s, like, words)
    del shown["pose"]
    return shown


def _ground_in_hand(s: State) -> list[dict[str, Any]]:
    """Pieces of terrain for who lays them out, or may move them (fucilieri.2.2.11b, .2.2.12)."""
    found = []
    for laid, lies in in_hand(s):
        known = terrain()
        configuration = known.configurations[laid.die]
        piece: dict[str, Any] = {
            "id": laid.id,
            "kind": "thing",
            "owner": "",
            "symbol": configuration.kind,
            "badges": [],
        }
        piece |= {"name": both(known.name_of(configuration)), "shape": {"rect": [laid.long, laid.short]}}
        found.append(piece | ({"pose": [laid.x, laid.y, laid.heading]} if lies else {}))
    return found


def _named(s: State, id: str) -> Name:
    found = named(s, id)
    assert found is not None, id
    return found


def _name(s: State, one: Unit | Leader) -> dict[str, Any]:
    return {"id": one.id, "owner": one.seat, "name": both(_named(s, one.id))}


def _unit(s: State, one: Unit, words: Mapping[str, Words]) -> dict[str, Any]:
    speed = one.moves.speed.get(one.formation, 0)  # type: ignore[call-overload]
    values: dict[str, float | None] = {"morale": one.quality.morale, "move": _cm(speed)}
    if one.weapon is not None:
        values["range"] = _cm(max(one.weapon.bands.values()))
    return _name(s, one) | {
        "kind": {"gun": "artillery", "horse": "cavalry"}.get(one.base, "infantry"),
        "symbol": one.profile.arm,
        "nation": one.profile.nation,
        "shape": {"rect": list(s.shape(one))},
        "pose": [one.x, one.y, one.heading],
        "formation": FORMATIONS.get(one.formation, one.formation),
        "inside": one.post or None,
        "badges": _badges(one),
        "acted": s.phase == MOVEMENT and HAS_MOVED.is_on(one),
        "tracks": {"strength": [one.figures, one.initial]},
        "values": values,
        "told": _told(s, one, words),
        "group": one.command,
    }


def _cm(length: int) -> float:
    return length // FINEST if length % FINEST == 0 else length / FINEST


def _badges(one: Unit) -> list[str]:
    if one.where == FLEEING:
        return ["flight"]
    found = list(conditions_of(one))
    if "falling-back" in found:
        found.remove("demoralised")  # it says as much (fucilieri.4.1.2)
    return found + ["engaged"] * is_engaged(one) + ["fired"] * HAS_FIRED.is_on(one)


def _told(s: State, one: Unit, words: Mapping[str, Words]) -> dict[str, dict[str, str]]:
    """What else is on its sheet, in words."""
    tables = s.tables
    found = {"kind": both(one.profile.name), "command": both(_named(s, one.command))}
    found["quality"] = both(tables.qualities[one.profile.quality].name)
    found["type"] = both(tables.types[one.profile.type].name)
    if one.weapon is not None:
        found["weapon"] = both(one.weapon.name)
    if one.profile.abilities:
        names = [tables.abilities[id].name for id in one.profile.abilities]
        found["abilities"] = {to: ", ".join(getattr(name, to) for name in names) for to in words}
    if one.characters:
        found["characters"] = {
            to: ", ".join(said.word("word", id) for id in one.characters) for to, said in words.items()
        }
    if one.post:
        found["inside"] = {to: name_of(s, "post", one.post, said) for to, said in words.items()}
    return found


def _leader(s: State, who: Leader, seat: Seat | None, words: Mapping[str, Words]) -> dict[str, Any]:
    command = s.commands[who.command]
    order = known_order(s, command, seat) if who.is_commander else ""
    badges = [f"order-{order}"] if order else []
    badges += ["face-down"] * (who.is_commander and lies_face_down(s, command, seat))
    badges += ["charismatic"] * who.is_charismatic
    badges += ["raised"] * (who.role == STANDARD and s.standard[who.seat] == "raised")
    told = {"rank": {to: one.word("word", who.role) for to, one in words.items()}}
    if order:
        told["order"] = both(s.tables.orders[order].name)
    values: dict[str, float] = {"cv": who.cv, "radius": _cm(who.radius)} if who.is_commander else {}
    if who.is_commander and command.execution:
        values["execution"] = command.execution
    if who.is_commander and command.initiative:
        values["initiative"] = command.initiative
    return _name(s, who) | {
        "kind": "commander",
        "symbol": who.role,
        "nation": s.scenario.sides[who.seat].nation,
        "shape": {"rect": list(who.shape)},
        "pose": [who.x, who.y, who.heading],
        "zone": who.radius if who.is_commander else 0,
        "badges": badges,
        "acted": False,
        "attached": who.joined or None,
        "values": values,
        "told": told,
        "group": who.command,
    }


# Groups and tracks


def _group(s: State, command: Command) -> dict[str, Any]:
    """A command, with the units that are still in play."""
    own = [one.id for one in s.units.values() if one.command == command.id and not is_lost(one)]
    leader = s.leader_of(command.id)
    head = leader.id if leader is not None else own[0] if own else command.id
    return {
        "id": command.id,
        "owner": command.seat,
        "name": both(_named(s, command.id)),
        "leader": head,
        "units": own if command.fate == PRESENT else [],
    }


def _tracks(s: State) -> dict[str, Any]:
    """How far the battle has come, in which order commands act, and who leads by points."""
    stages = [*([BEFORE] if s.turn == 0 else ()), *STAGES]
    acting = sorted((one for one in s.commands.values() if one.execution), key=lambda one: one.execution)
    return {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "phase": {"value": s.phase if s.turn else BEFORE, "of": stages},
        "execution": [one.id for one in acting],
        "points": {seat: points(s, seat) for seat in SEATS},
        "standard": dict(s.standard),
        "winner": s.winner or None,
        "reason": s.reason or None,
    }
