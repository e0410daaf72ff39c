"""The words of a sketch: what may be drawn on a table while a player thinks about an option (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Drawn = dict[str, Any]
Place = tuple[int, int]
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


def sector(corners: Iterable[Place]) -> Drawn:
    """What one fires into."""
    return {"kind": "sector", "points": [list(corner) for corner in corners]}


def label(at: Place, text: Text) -> Drawn:
    """Words at a place."""
    return {"kind": "label", "at": list(at), "text": text}


def bases(places: Iterable[Place], size: int) -> Drawn:
    """Where each of a body would stand."""
    return {"kind": "bases", "points": [list(place) for place in places], "size": size}


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
