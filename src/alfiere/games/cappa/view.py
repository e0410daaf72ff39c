"""What a seat sees of a skirmish, in the words every table shares: board, pieces, marks, tracks."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from alfiere.games.cappa.arrival import markers
from alfiere.games.cappa.battlefield import Ground
from alfiere.games.cappa.features import Feature
from alfiere.games.cappa.ground import has_base, level, radius, zone_reach
from alfiere.games.cappa.measures import UM
from alfiere.games.cappa.movement import speed
from alfiere.games.cappa.state import GONE, OFF, OUT, SEATS, Figure, SkirmishState, Thing
from alfiere.games.cappa.tables import terrain
from alfiere.kernel.decision import Seat
from alfiere.kernel.ruleset import View

STAGES = ("activation", "orders", "deployment", "actions", "last", "end")


def view(s: SkirmishState, seat: Seat | None) -> View:
    """The skirmish as one seat, or a spectator, may see it: all but the other side's firmness (cappa.3.2.3d)."""
    return {
        "game": "cappa",
        "scenario": s.scenario.id,
        "board": _board(s.ground) | {"changed": list(s.changed)},
        "pieces": [_piece(s, one) for one in s.figures.values() if has_base(one)]
        + [_thing(s, one) for one in s.things.values() if not one.bearer],
        "marks": [{"kind": "event", "id": name, "at": list(place)} for name, place in markers(s).items()],
        "tracks": _tracks(s, seat),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.figures.values() if one.where == OFF],
        "eliminated": [one.id for one in s.figures.values() if one.where == GONE],
    }


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
        "width": ground.width,
        "depth": ground.depth,
        "shapes": [_shape(feature) for feature in seen.values()],
    }


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
            {"kind": one.kind, "line": [list(one.segment[0]), list(one.segment[1])]} for one in feature.openings
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
    return {
        "id": figure.id,
        "owner": figure.seat,
        "kind": "character",
        "symbol": "rider" if figure.is_mounted else figure.sheet.cls,
        "name": _both(s.scenario.names.get(figure.id, figure.sheet.name)),
        "shape": {"disc": radius(figure)},
        "pose": [figure.x, figure.y, 0],
        "level": level(s, figure),
        "zone": zone_reach(figure),
        "badges": [
            badge
            for badge, is_so in (
                ("out", figure.where == OUT),
                ("shaken", bool(figure.shaken)),
                ("prone", figure.is_prone and figure.where != OUT),
                ("wounded", figure.wounds > 0 and figure.where != OUT),
                ("surrendered", figure.has_surrendered),
                ("idle", not figure.is_activated and figure.where != OUT),
            )
            if is_so
        ],
        "tracks": {"pa": [figure.pa, 3], "wounds": [figure.wounds, figure.sheet.wounds]},
        "values": {"mo": line.mo, "ti": line.ti, "mi": line.mi, "ca": line.ca, "mov": speed(s, figure)},
        "arms": list(figure.arms),
        "in_hand": list(figure.hands),
        "empty": list(figure.empty),
        "carries": list(figure.carries),
        "abilities": sorted(figure.sheet.abilities),
        "group": figure.squad,
    }


def _thing(s: SkirmishState, thing: Thing) -> dict[str, Any]:
    size = terrain().mounts[thing.kind].base // 2 if thing.kind in terrain().mounts else 0
    return {
        "id": thing.id,
        "kind": "thing",
        "symbol": thing.kind,
        "shape": {"disc": size},
        "pose": [thing.x, thing.y, 0],
        "level": thing.level,
    }


def _tracks(s: SkirmishState, seat: Seat | None) -> dict[str, Any]:
    return {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "phase": {"value": s.phase, "of": list(STAGES)},
        "initiative": s.initiative or None,
        "acting": s.acting or None,
        "dice": {one: list(s.sides[one].dice) for one in SEATS},
        "points": {one: s.sides[one].points for one in SEATS},
        "firmness": {one: s.sides[one].firmness if one == seat else None for one in SEATS},
    }
