"""Pieces of an open table in words: where they stand in the table's unit, what is counted on them, who is nearest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from alfiere.table import measuring
from alfiere.table.shapes import Disc, Outline, Pose, Rect, outline_of
from alfiere.telling import Teller, in_language

Piece = Mapping[str, Any]
View = Mapping[str, Any]


def is_open(view: View) -> bool:
    """Whether the table has no hexes."""
    return bool(view.get("board", {}).get("kind") == "open")


def number(value: float, language: str) -> str:
    """At most one decimal, as the language writes it."""
    text = f"{value:.1f}".removesuffix(".0")
    return text.replace(".", ",") if language == "it" else text


def place(view: View, piece: Piece, language: str) -> str:
    """How far a piece stands from the left and the upper edge."""
    scale = view["board"]["scale"]
    return "; ".join(number(value / scale, language) for value in piece["pose"][:2])


def counts(teller: Teller, piece: Piece) -> str:
    """What is counted on a piece: so many of so many."""
    words = teller.words
    return ", ".join(
        f"{words.word('value', key) if words.has('value', key) else teller.word(key)} {now}/{full}"
        for key, (now, full) in piece.get("tracks", {}).items()
    )


def title(teller: Teller, piece: Piece) -> str:
    """The name of a piece, or what it is."""
    name = piece.get("name")
    return in_language(name, teller.language) if name else teller.word(piece["symbol"])


def nearest(teller: Teller, view: View, piece: Piece) -> str:
    """The nearest piece of another side and how far it is, from edge to edge; nothing where nobody measures."""
    board = view["board"]
    if not board.get("measured", True) or not piece.get("owner"):
        return ""
    others = [one for one in view["pieces"] if one.get("owner") not in (None, piece["owner"])]
    if not others:
        return ""
    far, one = min(((gap(piece, one), one) for one in others), key=lambda found: (found[0], found[1]["id"]))
    name, length = title(teller, one), number(far / board["scale"], teller.language)
    return teller.phrase("table", "nearest", name=name, length=length, unit=board["unit"])


def gap(one: Piece, other: Piece) -> float:
    """Between the edges of two bases, in parts of the unit."""
    if "disc" in one["shape"] and "disc" in other["shape"]:
        away = math.dist(one["pose"][:2], other["pose"][:2])
        return float(max(0.0, away - one["shape"]["disc"] - other["shape"]["disc"]))
    return float(measuring.gap(outline(one), outline(other)))


def outline(piece: Piece) -> Outline:
    """The ground a piece covers."""
    shape = piece["shape"]
    return outline_of(Disc(shape["disc"]) if "disc" in shape else Rect(*shape["rect"]), Pose(*piece["pose"]))


def line(teller: Teller, view: View, piece: Piece) -> str:
    """A piece in one line."""
    return teller.phrase(
        "table",
        "open-line",
        name=title(teller, piece),
        place=place(view, piece, teller.language),
        counts=counts(teller, piece),
        state=", ".join(map(teller.word, [*filter(None, [piece.get("formation")]), *piece.get("badges", ())])),
        nearest=nearest(teller, view, piece),
    )
