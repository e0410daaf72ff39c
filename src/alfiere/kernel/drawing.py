"""The words of a sketch: what may be drawn on a table while a player thinks about an option (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Drawn = dict[str, Any]
Place = Sequence[int]  # two numbers, in a tuple or, from an option that was written down, in a list
Text = Mapping[str, str]


def _said(drawn: Drawn, text: Text | None) -> Drawn:
    return {**drawn, "text": text} if text else drawn


# On an open table


def way(points: Iterable[Place], text: Text | None = None) -> Drawn:
    """The way somebody goes."""
    return _said({"kind": "way", "points": [list(point) for point in points]}, text)


def shot(start: Place, end: Place, text: Text | None = None) -> Drawn:
    """A line from one to another: of sight, of a blow."""
    return _said({"kind": "shot", "points": [list(start), list(end)]}, text)


def stretch(ends: Iterable[Place], text: Text) -> Drawn:
    """The part of a line that lies in something."""
    return {"kind": "stretch", "points": [list(end) for end in ends], "text": text}


def ring(at: Place, size: int, text: Text | None = None) -> Drawn:
    """A circle about a place."""
    return _said({"kind": "ring", "at": list(at), "size": size}, text)


def command(at: Place, size: int, text: Text | None = None) -> Drawn:
    """How far a leader would command from there."""
    return _said({"kind": "command", "at": list(at), "size": size}, text)


def sector(corners: Iterable[Place]) -> Drawn:
    """What one fires into."""
    return {"kind": "sector", "points": [list(corner) for corner in corners]}


def label(at: Place, text: Text) -> Drawn:
    """Words at a place."""
    return {"kind": "label", "at": list(at), "text": text}


def bases(places: Iterable[Place], size: int) -> Drawn:
    """Where each of a body would stand."""
    return {"kind": "bases", "points": [list(place) for place in places], "size": size}


# Of units in formation on an open table


def footprint(at: tuple[int, int, int], size: Place, formation: str, text: Text | None = None) -> Drawn:
    """Where a unit would stand; the last of a sketch is the end of its move, others are stages of it."""
    return _said({"kind": "footprint", "at": list(at), "size": list(size), "formation": formation}, text)


def wheel(about: Place, start: Place, end: Place, turn: int) -> Drawn:
    """The arc that a corner describes about a pivot, by so many tenths of a degree, clockwise."""
    return {"kind": "wheel", "about": list(about), "from": list(start), "to": list(end), "turn": turn}


def corridor(corners: Iterable[Place]) -> Drawn:
    """A line of fire as broad as who fires."""
    return {"kind": "corridor", "points": [list(corner) for corner in corners]}


def cone(corners: Iterable[Place]) -> Drawn:
    """The ground that a front watches."""
    return {"kind": "cone", "points": [list(corner) for corner in corners]}


def mask(pieces: Iterable[str]) -> list[Drawn]:
    """Who is in the line of fire, if anybody."""
    found = list(dict.fromkeys(pieces))
    return [{"kind": "mask", "pieces": found}] if found else []


def budget(at: Place, spent: int, whole: int, text: Text | None = None) -> Drawn:
    """How much of what a unit has for a move it takes."""
    return _said({"kind": "budget", "at": list(at), "spent": spent, "whole": whole}, text)


# On hexes


def path(start: str, steps: Iterable[str]) -> Drawn:
    """The hexes a piece would go through."""
    return {"kind": "path", "hexes": [start, *steps]}


def reach(hexes: Iterable[str]) -> list[Drawn]:
    """Where a piece could go, if anywhere."""
    found = list(dict.fromkeys(hexes))
    return [{"kind": "reach", "hexes": found}] if found else []


# On both


def threat(pieces: Iterable[str]) -> list[Drawn]:
    """Who may answer it, or is in danger, if anybody."""
    found = list(dict.fromkeys(pieces))
    return [{"kind": "threat", "pieces": found}] if found else []
