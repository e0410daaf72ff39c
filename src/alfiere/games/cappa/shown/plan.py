"""The plan of the table in the words every table shares: ground, what has been done to it, light and weather."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from alfiere.battles.board import Shape, open_board, shape_of
from alfiere.battles.ground_forms import EDGES
from alfiere.battles.ground_shapes import middle
from alfiere.battles.weather import sky
from alfiere.games.cappa.ground.ground import field
from alfiere.games.cappa.ground.weather import LIGHT, WEATHER, observation
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.scenario.battlefield import Ground
from alfiere.games.cappa.scenario.features import Feature
from alfiere.games.cappa.scenario.ground_changes import CHANGES, Fortified, breaches, burning, in_flames, made_features
from alfiere.games.cappa.scenario.waters import DRY, RIVER, waters_shown
from alfiere.games.cappa.sheets.measures import Point
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.naming import words
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.forms import both
from alfiere.kernel.rulebook import LANGUAGES

HIDDEN_FORD = "ford_hidden"
TRENCH = {"drawn": "trench"}  # dug into whatever lies there, a road too


def board(s: SkirmishState) -> dict[str, Any]:
    """The table with what has been made and breached on it since the beginning."""
    found = _board(s.ground) | _waters(s) | {"changed": list(s.changed), "measured": is_measured(s)} | _sky(s)
    if not s.changed and not s.battered:
        return found
    holes = [(one.id, start, end) for name, start, end in breaches(s.changed) if (one := s.ground.feature(name))]
    made = [_shape(one) | (TRENCH if one.area is not None else {}) for one in made_features(s.changed)]
    lit = {*burning(s.changed), *in_flames(s.changed)}
    shut, cracks = CHANGES.among(s.changed, Fortified), _cracks(s)
    shapes = []
    for shape in found["shapes"]:
        name = shape["id"]
        shape = _breached(shape, [hole for hole in holes if hole[0] == name])
        shape = _barred(shape, [EDGES[edge] for house, edge in shut if house == name])
        shape = _in_flames(shape) if name in lit else shape
        shapes.append(shape | {"cracks": cracks[name]} if name in cracks else shape)
    return found | {"shapes": shapes + made}


def _sky(s: SkirmishState) -> dict[str, Any]:
    """Darkness and weather where they are played, and how far one sees by them (cappa.9.5e)."""
    if LIGHT not in s.options:
        return {}
    here = s.options[LIGHT], s.options[WEATHER]
    names = {to: {word: words(to).word("word", word) for word in here} for to in LANGUAGES}
    return sky(*here, names, observation(s).distance if is_measured(s) else None)


def _cracks(s: SkirmishState) -> dict[str, list[Shape]]:
    """Where round shot has struck a wall without bringing it down, and how often (cappa.10.2.3.h3)."""
    found: dict[str, list[Shape]] = {}
    for key, hits in s.battered.items():
        name, _, edge = key.rpartition("/")
        feature = s.ground.feature(name)
        sides = next((one.sides for one in field(s).terrain.compiled if one.feature.id == name), ())
        if hits > 0 and feature is not None and int(edge) < len(sides):
            found.setdefault(feature.id, []).append({"at": list(middle(sides[int(edge)])), "hits": hits})
    return found


def _in_flames(shape: Shape) -> Shape:
    """A house that was set on fire, in its name too (cappa.9.7.2e)."""
    name = {to: f"{shape['name'][to]} ({words(to).word('word', 'burning')})" for to in LANGUAGES}
    return shape | {"name": name, "burning": True}


def _barred(shape: Shape, sides: list[str]) -> Shape:
    """A house whose openings on these sides are closed to everybody (cappa.t.collaborative)."""
    if not sides:
        return shape
    ways = [
        way | {"kind": "barred"} if way["id"].rpartition("/")[2].split("-")[1] in sides else way
        for way in shape.get("openings", [])
    ]
    return shape | {"openings": ways}


def _breached(shape: dict[str, Any], holes: list[tuple[str, Point, Point]]) -> dict[str, Any]:
    """A house with one opening more for every breach, a wall or hedge with a piece less."""
    for number, (name, start, end) in enumerate(holes):
        if "lines" in shape:
            lines = [part for line in shape["lines"] for part in _without(line, start, end)]
            shape = shape | {"lines": lines, "rubble": [*shape.get("rubble", []), [list(start), list(end)]]}
        else:
            hole = {"id": f"{name}/breach-{number}", "kind": "breach", "line": [list(start), list(end)]}
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
    metres = tables().numbers.metres  # to a um, cappa.1.1d
    return open_board(ground.width, ground.depth, "um", metres, map(_shape, seen.values()))


def _waters(s: SkirmishState) -> dict[str, Any]:
    """The shapes anew, where a flood, a drought or tracks have changed a watercourse (cappa.7.2v, cappa.7.2z).

    A hidden ford nobody has found is not there: the river it lies in is.
    """
    if not s.scenario.events:
        return {}
    kinds = waters_shown(s.ground.features, s.scenario, s.changed)
    if not kinds:
        return {}
    shown = []
    for shape in _board(s.ground)["shapes"]:
        kind = kinds.get(shape["id"], shape["kind"])
        if shape["kind"] == HIDDEN_FORD and kind == RIVER:
            if _lies_in_river(s, shape["rect"]):
                continue
            shape = shape | {"name": both(terrain().grounds[RIVER].name)}
        if kind != DRY:
            shown.append(shape | {"kind": kind})
    return {"shapes": shown}


def _lies_in_river(s: SkirmishState, rect: list[int]) -> bool:
    left, top, right, bottom = rect
    rivers = (one.area for one in s.ground.features.values() if one.kind.id == RIVER and one.area is not None)
    return any(
        west <= left and north <= top and right <= east and bottom <= south for west, north, east, south in rivers
    )


def _shape(feature: Feature) -> Shape:
    """A piece of terrain with its openings, how high it is and how many storeys it has."""
    shape = shape_of(feature)
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
