"""What a seat sees of a skirmish, in the words every table shares: board, pieces, marks, tracks."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from alfiere.games.cappa.abilities import abilities
from alfiere.games.cappa.ammunition import JAMMED, shots_left
from alfiere.games.cappa.arms import is_loaded
from alfiere.games.cappa.battlefield import Ground
from alfiere.games.cappa.cards import CARDS, deck_of
from alfiere.games.cappa.experience import EXPERIENCE
from alfiere.games.cappa.features import Feature
from alfiere.games.cappa.ground import building_of, floor, has_base, has_zone, level, radius, zone_reach
from alfiere.games.cappa.ground_changes import breaches, burning, made_feature
from alfiere.games.cappa.markers import MARKER, markers, seen_under
from alfiere.games.cappa.measures import UM, Point
from alfiere.games.cappa.movement import speed
from alfiere.games.cappa.muster import is_measured
from alfiere.games.cappa.naming import name_of, words
from alfiere.games.cappa.occasions import vehicle_base
from alfiere.games.cappa.state import GONE, OFF, ON, OUT, Figure, Gun, SkirmishState, Thing
from alfiere.games.cappa.tables import tables, terrain
from alfiere.games.cappa.visibility import hidden_from
from alfiere.games.cappa.waters import DRY, waters_shown
from alfiere.games.cappa.weapons import weapons
from alfiere.games.cappa.weather import LIGHT, WEATHER
from alfiere.kernel.decision import Seat
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import View

STAGES = ("activation", "orders", "deployment", "actions", "last", "end")


def view(s: SkirmishState, seat: Seat | None) -> View:
    """The skirmish as one seat, or a spectator, may see it: all but the other side's firmness (cappa.3.2.3d).

    With chapter 9.5 whoever is hidden from the seat is not there either (cappa.9.5c).
    """
    hidden = hidden_from(s, seat)
    return {
        "game": "cappa",
        "scenario": s.scenario.id,
        "board": _board_now(s) | {"changed": list(s.changed), "measured": is_measured(s)},
        "pieces": [_piece(s, one) for one in s.figures.values() if has_base(one) and one.id not in hidden]
        + [_thing(s, one) for one in s.things.values() if not one.bearer and one.kind != MARKER],
        "marks": [_mark(s, seat, name, place) for name, place in markers(s).items()],
        "tracks": _tracks(s, seat, hidden),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.figures.values() if one.where == OFF],
        "eliminated": [one.id for one in s.figures.values() if one.where == GONE],
    } | ({"events": _events(s)} if s.scenario.events else {})


def _mark(s: SkirmishState, seat: Seat | None, name: str, place: Point) -> dict[str, Any]:
    """An event marker; who has looked under it keeps in mind what is there (cappa.7.2ab)."""
    found: dict[str, Any] = {"kind": "event", "id": name, "at": list(place)}
    seen = seen_under(s, name, seat) if seat is not None else None
    return found if seen is None else found | {"name": _both(seen)}


def _events(s: SkirmishState) -> list[dict[str, Any]]:
    """The table of events, which without a Game Master everybody knows (cappa.7.3a); not what is still in the deck."""
    return [{"number": number, "type": row.type, "text": _both(row.text)} for number, row in s.scenario.rows.items()]


def _board_now(s: SkirmishState) -> dict[str, Any]:
    """The table with what has been made and breached on it since the beginning."""
    board = _board(s.ground) | _waters(s)
    holes = [(one.id, start, end) for name, start, end in breaches(s.changed) if (one := s.ground.feature(name))]
    made = [one for one in map(made_feature, s.changed) if one is not None]
    lit = burning(s.changed)
    if not holes and not made and not lit:
        return board
    shapes = [_breached(shape, [hole for hole in holes if hole[0] == shape["id"]]) for shape in board["shapes"]]
    shapes = [_in_flames(shape) if shape["id"] in lit else shape for shape in shapes]
    return board | {"shapes": shapes + [_shape(one) for one in made]}


def _in_flames(shape: dict[str, Any]) -> dict[str, Any]:
    """A house that was set on fire says so in its name (cappa.9.7.2e)."""
    return shape | {"name": {to: f"{shape['name'][to]} ({words(to).word('word', 'burning')})" for to in LANGUAGES}}


def _breached(shape: dict[str, Any], holes: list[tuple[str, Point, Point]]) -> dict[str, Any]:
    """A house with one opening more for every breach, a wall or hedge with a piece less."""
    for number, (name, start, end) in enumerate(holes):
        if "lines" in shape:
            lines = [part for line in shape["lines"] for part in _without(line, start, end)]
            shape = shape | {"lines": lines}
        else:
            hole = {"id": f"{name}/breach-{number}", "kind": "gate", "line": [list(start), list(end)]}
            shape = shape | {"openings": [*shape.get("openings", []), hole]}
    return shape


def _without(line: list[list[int]], start: Point, end: Point) -> list[list[list[int]]]:
    """What is left of a line when a stretch of it is taken out; the line itself if the stretch is of another."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    if any(dx * (y - ay) != dy * (x - ax) for x, y in (start, end)):
        return [line]
    near, far = sorted((start, end), key=lambda one: (one[0] - ax) * dx + (one[1] - ay) * dy)
    shares = [(x - ax) * dx + (y - ay) * dy for x, y in (near, far)]
    if shares[1] <= 0 or shares[0] >= dx * dx + dy * dy:
        return [line]
    parts = [[[ax, ay], list(near)], [list(far), [bx, by]]]
    return [part for part in parts if part[0] != part[1]]


@lru_cache(maxsize=64)
def _board(ground: Ground) -> dict[str, Any]:
    """The table, made once: nobody changes a view."""
    seen: dict[str, Feature] = {}
    for feature in ground.features.values():
        seen.setdefault(feature.id, feature)
    return {
        "kind": "open",
        "unit": "um",
        "scale": UM,
        "metres": tables().numbers.metres,  # to a um, cappa.1.1d
        "width": ground.width,
        "depth": ground.depth,
        "shapes": [_shape(feature) for feature in seen.values()],
    }


def _waters(s: SkirmishState) -> dict[str, Any]:
    """The shapes anew, where a flood, a drought or tracks have changed a watercourse (cappa.7.2v, cappa.7.2z)."""
    if not s.scenario.events:
        return {}
    kinds = waters_shown(s.ground.features, s.scenario, s.changed)
    shapes = _board(s.ground)["shapes"]
    shown = [one | {"kind": kinds.get(one["id"], one["kind"])} for one in shapes if kinds.get(one["id"]) != DRY]
    return {"shapes": shown} if kinds else {}


def _shape(feature: Feature) -> dict[str, Any]:
    """A piece of terrain, with what the legend shows of it."""
    shape: dict[str, Any] = {"id": feature.id, "kind": feature.kind.id, "name": _both(feature.name)}
    if feature.area is not None:
        shape["rect"] = list(feature.area)
    if feature.segments:
        shape["lines"] = [[list(start), list(end)] for start, end in feature.segments]
    if feature.strips:
        shape["strips"] = [{"line": [list(a), list(b)], "width": width} for (a, b), width in feature.strips]
    if feature.discs:
        shape["discs"] = [{"at": list(centre), "size": size} for centre, size in feature.discs]
    if feature.openings:
        shape["openings"] = [
            {
                "id": f"{feature.id}/{one.kind}-{one.side}-{number}",  # as in «changed», once it stands open
                "kind": one.kind,
                "line": [list(one.segment[0]), list(one.segment[1])],
            }
            for number, one in enumerate(feature.openings)
        ]
    if feature.structure is not None:
        shape["storeys"] = feature.storeys
    if feature.ground is not None and feature.ground.id == "rise":
        shape["levels"] = feature.levels
    return shape


def _both(name: Any) -> dict[str, str]:
    return {"en": name.en, "it": name.it}


def _piece(s: SkirmishState, figure: Figure) -> dict[str, Any]:
    """A character: where, what he can do, how he is."""
    line = figure.line
    values = {"mo": line.mo, "ti": line.ti, "mi": line.mi, "ca": line.ca, "mov": _in_um(speed(s, figure))}
    return {
        "id": figure.id,
        "owner": figure.seat,
        "kind": "character",
        "symbol": "rider" if figure.is_mounted else figure.sheet.cls,
        "name": _both(s.scenario.names.get(figure.id, figure.sheet.name)),
        "shape": {"disc": radius(figure)},
        "pose": [figure.x, figure.y, 0],
        "level": level(s, figure),
        "inside": building_of(s, figure) or None,
        "storey": floor(s, figure),
        "zone": zone_reach(figure) if has_zone(s, figure) else 0,
        "badges": _badges(s, figure),
        "tracks": {"pa": [figure.pa, 3], "wounds": [figure.wounds, figure.sheet.wounds]},
        "values": {key: value for key, value in values.items() if value is not None},
        "told": _told(s, figure),
        "arms": list(figure.arms),
        "in_hand": list(figure.hands),
        "empty": list(figure.empty),
        "carries": list(figure.carries),
        "abilities": sorted(figure.sheet.abilities),
        "group": figure.squad,
    }


def _in_um(length: int) -> float:
    return length // UM if length % UM == 0 else length / UM


def _badges(s: SkirmishState, figure: Figure) -> list[str]:
    """The marks beside his base."""
    if figure.where == OUT:
        return ["out"]
    fired = [weapons()[code] for code in figure.hands]
    fired = [one for one in fired if one.is_firearm or one.is_bow]
    found = (
        ("shaken", bool(figure.shaken)),
        ("prone", figure.is_prone),
        ("surrendered", figure.has_surrendered),
        ("aiming", figure.has_aimed and s.acting == figure.id),
        ("loaded", any(is_loaded(figure, one.code) for one in fired)),
        ("unloaded", bool(fired) and not any(is_loaded(figure, one.code) for one in fired)),
        ("jammed", any(JAMMED + one.code in figure.used for one in fired)),
        ("mounted", figure.is_mounted),
        ("ensign", bool(figure.squad) and s.squads[figure.squad].ensign == figure.id),
        ("idle", not figure.is_activated and s.phase not in ("set-up", "activation", "orders")),
    )
    return [badge for badge, is_so in found if is_so]


def _told(s: SkirmishState, figure: Figure) -> dict[str, dict[str, str]]:
    """What else is on his sheet, in words: what he holds, has and carries, what he can do."""
    lists = {
        "in_hand": [("weapon", code) for code in figure.hands],
        "arms": [("weapon", code) for code in figure.arms if code not in figure.hands],
        "carries": [("thing", name) for name in figure.carries],
        "inside": [("house", house)] if (house := building_of(s, figure)) else [],
    }
    found = {
        key: {to: ", ".join(name_of(s, kind, one, to) for kind, one in those) for to in LANGUAGES}
        for key, those in lists.items()
        if those
    }
    shots = {code: shots_left(s, figure, code) for code in dict.fromkeys(figure.arms)}
    if counted := {code: left for code, left in shots.items() if left is not None}:
        told = {to: [f"{name_of(s, 'weapon', code, to)} {left}" for code, left in counted.items()] for to in LANGUAGES}
        found["ammunition"] = {to: ", ".join(told[to]) for to in LANGUAGES}
    known = [abilities()[code] for code in sorted(figure.sheet.abilities) if code in abilities()]
    if known:
        found["abilities"] = {to: ", ".join(getattr(one.name, to) for one in known) for to in LANGUAGES}
    return found


def _thing(s: SkirmishState, thing: Thing) -> dict[str, Any]:
    size = terrain().mounts[thing.kind].base // 2 if thing.kind in terrain().mounts else 0
    front = vehicle_base(thing.kind)
    gun = s.guns.get(thing.id)
    return (_of_gun(s, gun) if gun is not None else {}) | {
        "id": thing.id,
        "kind": "thing",
        "symbol": thing.kind,
        "shape": {"disc": size} | ({"rect": list(front)} if front is not None else {}),
        "pose": [thing.x, thing.y, thing.heading],
        "level": thing.level,
    }


def _of_gun(s: SkirmishState, gun: Gun) -> dict[str, Any]:
    """Whose it is, how it is, what it is loaded with."""
    found = (
        ("loaded", bool(gun.charge)),
        ("unloaded", not gun.charge),
        ("limbered", gun.is_limbered),
        ("spiked", gun.is_spiked),
        ("abandoned", not gun.crew),
    )
    told = {to: name_of(s, "charge", gun.charge, to) for to in LANGUAGES}
    return {
        "owner": gun.seat,
        "name": {to: name_of(s, "thing", gun.id, to) for to in LANGUAGES},
        "badges": [badge for badge, is_so in found if is_so],
        "told": {"charge": told} if gun.charge else {},
        "group": gun.crew,
    }


def _tracks(s: SkirmishState, seat: Seat | None, hidden: Collection[str]) -> dict[str, Any]:
    acting = s.squads[s.acting].members if s.acting in s.squads else [s.acting] if s.acting else []
    is_secret = bool(hidden) and all(name in hidden for name in acting if s.figures[name].where == ON)
    sky = {  # a clear day needs no telling
        key: {"value": s.options[key], "of": [s.options[key]]}
        for key in (LIGHT, WEATHER)
        if s.options.get(key, "day") not in ("day", "clear")
    }
    more: dict[str, Any] = {}
    if s.options.get(EXPERIENCE) == "yes":
        more["experience"] = {one: s.sides[one].experience for one in s.sides}
    if s.options.get(CARDS) == "yes":
        more["cards"] = {one: len(deck_of(s, one)) for one in s.sides}
    return sky | {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "phase": {"value": s.phase, "of": list(STAGES)},
        "initiative": s.initiative or None,
        "acting": None if is_secret else s.acting or None,
        "dice": {one: list(s.sides[one].dice) for one in s.sides},
        "points": {one: s.sides[one].points for one in s.sides},
        "firmness": {one: s.sides[one].firmness if one == seat else None for one in s.sides},
        **more,
    }
