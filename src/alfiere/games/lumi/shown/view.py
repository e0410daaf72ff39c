"""What a seat sees of a battle, in the words every table shares: board, pieces, groups, marks, tracks.

Everything lies open but what is left of the other army's cohesion, until the end (lumi.11.9). Orders that are placed in
secret (lumi.9.1.1) come into the state when they are turned up. Nobody measures before he declares (lumi.1.8.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from alfiere.battles.areas import extent
from alfiere.battles.armies.choosing import chosen_sides
from alfiere.battles.board import open_board, whole_shapes
from alfiere.battles.open_battle import SEATS, TO_COME
from alfiere.battles.weather import CLEAR, DAY, sky
from alfiere.games.lumi.command.active import INACTIVE
from alfiere.games.lumi.fire.lines import reach
from alfiere.games.lumi.manoeuvre import ACTING, HAS_RIDDEN
from alfiere.games.lumi.movement.costs import HAS_ACTED
from alfiere.games.lumi.rally.rally import recovery_prospect, way
from alfiere.games.lumi.set_up.places import SETTING_UP, allowed_formations
from alfiere.games.lumi.sheets.profiles import lists
from alfiere.games.lumi.shown.naming import name_of, words_in
from alfiere.games.lumi.state.base import ENGAGED, HAS_FIRED, LOST, ORDERED, STATES, Base, General
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.bounds import bound_of
from alfiere.games.lumi.state.muster import SET_UP
from alfiere.games.lumi.state.unit import alone, is_weakened, speed, unit_of
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import FINEST, both, named
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import View
from alfiere.kernel.words import Words
from alfiere.table.shapes import Outline, box

STAGES: Final = ("reinforcements", "activation", "manoeuvre", "fire", "melee", "brigades", "rally")
MANOEUVRE: Final = "manoeuvre"
FORMATIONS: Final = {"open_order": "open"}  # ours in the table's words, where they are others


def view(s: State, seat: Seat | None) -> View:
    """The battle as one seat, or a spectator, may see it."""
    words = {to: words_in(to) for to in LANGUAGES}
    gone = [one for one in s.bases.values() if one.where == LOST]
    return {
        "game": "lumi",
        "scenario": s.scenario.id,
        "board": _board(s, words),
        "pieces": [_base(s, one, words) for one in s.on_table]
        + [_to_set_up(s, one, words) for one in _next(s)]
        + [_general(s, one, words) for one in s.generals.values() if one.is_on],
        "groups": _groups(s),
        "marks": [*_places(s), *_bounds(s, words), *_set_up(s, words)],
        "tracks": _tracks(s, seat),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.bases.values() if one.where == TO_COME],
        "eliminated": [one.id for one in gone],
        "lost": [_name(s, one) | {"symbol": one.arm.id} for one in gone]
        + [_name(s, one) | {"symbol": _rank(one)} for one in s.generals.values() if one.where == LOST],
    } | chosen_sides(s)


# The ground


def _board(s: State, words: Mapping[str, Words]) -> dict[str, Any]:
    pieces = s.ground.pieces.values()
    ways = {one.id: {"bridge": one.form.bridges, "gate": [gap.at for gap in one.form.gaps if gap.at]} for one in pieces}
    shapes = whole_shapes((one, ways[one.id], one.kind.level if one.kind.is_high else 0) for one in pieces)
    metres = s.scenario.form.metres or s.tables.numbers.metres
    light = s.scenario.form.weather.light
    names = {to: {key: one.word("word", key) for key in (light, s.weather, DAY, CLEAR)} for to, one in words.items()}
    board = open_board(s.scenario.width, s.scenario.depth, "um", metres, shapes)
    return board | {"measured": False} | sky(light, s.weather, names, None)


def _places(s: State) -> list[dict[str, Any]]:
    """Places that are worth holding, and who holds them (lumi.11.10)."""
    found = []
    for id, place in s.scenario.places.items():
        rect = place.rect or box(Outline(s.ground.pieces[place.piece].points))
        mark = {"kind": "goal", "id": id, "name": both(place.name), "rect": list(rect)}
        found.append(mark | {"owner": s.control[id] or None})
    return found


def _bounds(s: State, words: Mapping[str, Words]) -> list[dict[str, Any]]:
    """The area beyond which a side may not go yet, as the battle's special rules have it (lumi.12.6)."""
    found = []
    for seat in SEATS:
        bound = bound_of(s, seat)
        if bound is not None:
            side = both(s.scenario.sides[seat].name)
            name = {to: f"{side[to]}: {words[to].word('word', 'bound')}" for to in words}
            rects = extent(s.field, bound.within, 0)
            found += [{"kind": "bound", "rect": list(rect), "name": name, "owner": seat} for rect in rects]
    return found


def _set_up(s: State, words: Mapping[str, Words]) -> list[dict[str, Any]]:
    """Where the base that is set up now may stand (lumi.12.6)."""
    name = {to: words[to].word("word", "set-up zone") for to in words}
    rects = (rect for one in _next(s) for rect in SETTING_UP.boxes(s, one))
    return [{"kind": "zone", "rect": list(rect), "name": name} for rect in rects]


# Bases and generals


def _name(s: State, one: Base | General) -> dict[str, Any]:
    sheet = s.scenario.bases[one.id] if isinstance(one, Base) else s.scenario.generals[one.id]
    return {"id": one.id, "owner": one.seat, "name": both(sheet.name)}


def _nation(s: State, seat: Seat) -> str:
    return lists().armies[s.scenario.sides[seat].army].nation


def _base(s: State, one: Base, words: Mapping[str, Words]) -> dict[str, Any]:
    profile, most = one.profile, s.tables.numbers.losses
    values: dict[str, float | None] = {
        "morale": profile.morale,
        "fire": one.fire,
        "melee": one.melee,
        "cohesion": profile.cohesion,
    }
    values["move"] = _um(speed(s, alone(one))) if one.is_on else None
    values["range"] = _um(reach(s, one)) or None
    return _name(s, one) | {
        "kind": one.kind,
        "symbol": one.arm.id,
        "nation": lists().armies[profile.army].nation,
        "shape": {"rect": list(s.shape(one))},
        "pose": [one.x, one.y, one.heading],
        "formation": FORMATIONS.get(one.formation, one.formation),
        "inside": one.post or None,
        "badges": _badges(s, one),
        "acted": s.phase == MANOEUVRE and HAS_ACTED.is_on(one),
        "tracks": {"strength": [most - one.losses, most]},
        "values": {key: value for key, value in values.items() if value is not None},
        "told": _told(s, one, words),
        "group": one.brigade or one.division,
    }


def _um(length: int) -> float:
    return length // FINEST if length % FINEST == 0 else length / FINEST


def _badges(s: State, one: Base) -> list[str]:
    found = (
        (STATES[one.state], one.state > ORDERED),
        ("weakened", one.is_on and is_weakened(s, alone(one))),
        ("engaged", ENGAGED.first(one) is not None),
        ("fired", HAS_FIRED.is_on(one)),
        ("inactive", INACTIVE.is_on(one)),
    )
    return [badge for badge, is_so in found if is_so]


def _told(s: State, one: Base, words: Mapping[str, Words]) -> dict[str, dict[str, str]]:
    """What else is on its sheet, in words."""
    tables = s.tables
    found = {"kind": both(one.profile.name), "division": both(named(s.scenario.divisions[one.division].name))}
    if one.brigade:
        found["brigade"] = both(s.scenario.brigades[one.brigade])
    if one.arm.weapon:
        found["weapon"] = both(tables.weapons[one.arm.weapon].name)
    if one.profile.abilities:
        names = [tables.abilities[id].name for id in one.profile.abilities]
        found["abilities"] = {to: ", ".join(getattr(name, to) for name in names) for to in words}
    if (odds := _recovery(s, one)) is not None:
        found["recovery"] = {to: said.word("word", "recovery odds").format(percent=odds) for to, said in words.items()}
    if one.post:
        found["inside"] = {to: name_of(s, "post", one.post, said) for to, said in words.items()}
    return found


def _recovery(s: State, one: Base) -> int | None:
    """How likely, in hundredths, its unit recovers by a test when the turn ends as it stands (lumi.7.5.9)."""
    if one.state == ORDERED or not one.is_on:
        return None
    unit = unit_of(s, one)
    row = way(s, unit)
    return round(100 * recovery_prospect(s, unit).hits[1]) if row is not None and row.test else None


def _next(s: State) -> list[Base]:
    """The base that is set up now."""
    first = s.queue[0] if s.phase == SET_UP and s.queue else ""
    return [s.bases[first]] if first in s.bases and first in s.scenario.deployments else []


def _to_set_up(s: State, one: Base, words: Mapping[str, Words]) -> dict[str, Any]:
    """A base in the hand of who sets it up: as large as it will be, and nowhere yet."""
    like = one.copy()
    like.formation = allowed_formations(s, one)[0]
    shown = _base(s, like, words)
    del shown["pose"]
    return shown


def _rank(who: General) -> str:
    return "cic" if who.is_cic else "general"


def _general(s: State, who: General, words: Mapping[str, Words]) -> dict[str, Any]:
    order = s.orders.get(who.division, 0)
    values = {"radius": _um(who.values.radius)} | ({"dice": who.values.dice} if who.is_cic else {})
    return _name(s, who) | {
        "kind": "commander",
        "symbol": _rank(who),
        "nation": _nation(s, who.seat),
        "shape": {"disc": s.tables.general_base.radius},
        "pose": [who.x, who.y, who.heading],
        "zone": who.values.radius,
        "badges": [f"order-{order}"] if order else [],
        "acted": s.phase == MANOEUVRE and HAS_RIDDEN.is_on(who),
        "attached": who.base or None,
        "values": values,
        "told": {
            "rank": {to: one.word("word", _rank(who)) for to, one in words.items()},
            "grade": both(who.values.name),
        },
        "group": who.division or who.id,
    }


# Groups and tracks


def _groups(s: State) -> list[dict[str, Any]]:
    """Divisions with their batteries, and their brigades inside them (lumi.1.6.1, .1.6.2)."""
    found: list[dict[str, Any]] = []
    for id, division in s.scenario.divisions.items():
        own = [one for one in s.bases.values() if one.division == id and one.where != LOST]
        seat, general = s.scenario.seat_of[division.side], s.general_of(id)
        guns = [one.id for one in own if not one.brigade]
        leader = general.id if general is not None else next((one.id for one in own), id)
        group = {"id": id, "owner": seat, "name": both(named(division.name)), "leader": leader, "units": guns}
        found.append(group)
        for brigade in division.brigade:
            units = [one.id for one in own if one.brigade == brigade.id]
            if units:
                name = both(s.scenario.brigades[brigade.id])
                inside = {"id": brigade.id, "owner": seat, "name": name, "leader": units[0], "units": units}
                found.append(inside | {"parent": id})
    return found


def _tracks(s: State, seat: Seat | None) -> dict[str, Any]:
    """How far the battle has come; what is left of an army its own side knows, and all at the end (lumi.11.9)."""
    stages = [*([SET_UP] if s.phase == SET_UP else ()), *STAGES]
    return {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "impulse": {"value": s.impulse, "of": s.tables.numbers.impulses},
        "phase": {"value": s.phase, "of": stages},
        "initiative": s.initiative,
        "acting": ACTING.first(s),
        "cohesion_left": {one: s.cohesion[one] if s.winner or one == seat else None for one in SEATS},
        "cohesion_start": {one: s.scenario.cohesion(one) for one in SEATS},
        "winner": s.winner or None,
        "reason": s.reason or None,
    }
