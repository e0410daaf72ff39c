"""How a game looks on the browser's table: symbols, colours, and which of the table's own drawing words fits what."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form

F = TypeVar("F")
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Line = Annotated[str, Meta(pattern="^M[MLHVCSQTAZmlhvcsqtaz0-9 ,.-]+$")]  # a path of SVG, and nothing but a path
GroundWord = Literal[
    "trees",
    "roofs",
    "marsh",
    "hachures",
    "sand",
    "hedge",
    "rampart",
    "gabions",
    "road",
    "stream",
    "river",
    "water",
    "bridge",
    "ford",
    "wall",
    "fence",
    "palisade",
    "bank",
    "barricade",
    "building",
    "well",
    "crops",
    "scrub",
    "rock",
    "trench",
    "none",
]
ModelWord = Literal["gun", "mortar", "wagon", "limber"]
CountWord = Literal["die", "drops", "none"]
TouchWord = Literal["piece", "hex", "place", "pose", "legs", "path", "facing", "card", "group"]
MotionWord = Literal[
    "move", "place", "turn", "strike", "test", "loss", "state", "gone", "banner", "card", "none"
]  # fmt: skip


class Paint(Form, frozen=True):
    """What a side's pieces are painted with, and what is drawn on it."""

    paint: Colour
    ink: Colour


class Flag(Form, frozen=True):
    """A nation's flag in a box of 12 by 8: its field, and what lies on it, each a colour and a filled path."""

    field: Colour
    parts: tuple[tuple[Colour, Line], ...] = ()


class Symbol(Form, frozen=True):
    """The sign of an arm or a rank, in a box of 40 by 26: paths drawn as lines and paths filled."""

    strokes: tuple[Line, ...] = ()
    fills: tuple[Line, ...] = ()


class Badge(Form, frozen=True):
    """A round marker beside a block; ``body`` says that whoever bears it lies low or is down."""

    sign: Annotated[str, Meta(min_length=1, max_length=2)]
    tone: Literal["bad", "warn", "good", "plain"]
    body: Literal["up", "low", "down"] = "up"


class Track(Form, frozen=True):
    """Something at the head of the table."""

    key: str
    shown: Literal["counter", "stages", "sides"]


class Motion(Form, frozen=True, omit_defaults=True, rename={"start": "from"}):
    """How an event is shown, and in which of its fields the piece, its way and the rest stand."""

    motion: MotionWord
    piece: str = ""
    target: str = ""
    start: str = ""
    path: str = ""
    to: str = ""
    card: str = ""
    amount: str = ""
    badge: str = ""
    far: bool = False
    small: bool = False

    def fields(self) -> set[str]:
        """The fields of the event it looks into."""
        return {self.piece, self.target, self.start, self.path, self.to, self.card, self.amount} - {""}


class Look(msgspec.Struct, frozen=True):
    """The whole file."""

    nations: dict[str, Flag]
    seats: dict[str, Paint]
    symbols: dict[str, Symbol]
    badges: dict[str, Badge]
    ground: dict[str, GroundWord]
    touch: dict[str, TouchWord]
    track: tuple[Track, ...]
    motion: dict[str, Motion]
    models: dict[str, ModelWord] = {}  # what stands on a rectangular base, by its symbol
    counts: dict[str, CountWord] = {}  # how what is counted on a piece is drawn; else the first is a die, others drops
    aimed: dict[str, str] = {}  # verbs aimed at a piece, and the argument that may say at which place it is met


PLAIN_LOOK = Look({}, {}, {}, {}, {}, {}, (), {})


def read_look(path: Path) -> Look:
    """The look of a game from its file. Raises BadData, which names the entry."""
    data = read_toml(path)
    for section in data:
        if section not in Look.__struct_fields__:
            raise BadData(path, section, f"there is no such section; they are {', '.join(Look.__struct_fields__)}")
    tracks = data.get("track", [])
    if not isinstance(tracks, list):
        raise BadData(path, "track", "tracks are written as [[track]]")
    look = Look(
        nations=_section(data, "nations", Flag, path),
        seats=_section(data, "seats", Paint, path),
        symbols=_section(data, "symbols", Symbol, path),
        badges=_section(data, "badges", Badge, path),
        ground=_section(data, "ground", GroundWord, path),
        touch=_section(data, "touch", TouchWord, path),
        track=tuple(shaped(one, Track, path, f"track[{number}]") for number, one in enumerate(tracks)),
        motion=_section(data, "motion", Motion, path),
        models=_section({"models": {}, **data}, "models", ModelWord, path),
        counts=_section({"counts": {}, **data}, "counts", CountWord, path),
        aimed=_section({"aimed": {}, **data}, "aimed", str, path),
    )
    for verb, argument in look.aimed.items():
        if look.touch.get(argument) != "place":
            raise BadData(path, f"aimed.{verb}", f"«{argument}» is no place under «touch»")
    for key, motion in look.motion.items():
        if motion.badge and motion.badge not in look.badges:
            raise BadData(path, f"motion.{key}.badge", f"there is no badge «{motion.badge}»")
    for key, symbol in look.symbols.items():
        if not symbol.strokes and not symbol.fills:
            raise BadData(path, f"symbols.{key}", "a symbol needs «strokes» or «fills»")
    return look


def _section(data: Mapping[str, Any], section: str, form: Any, path: Path) -> dict[str, Any]:
    """A section entry by entry: so a slip is named by its key."""
    entries = data.get(section)
    if not isinstance(entries, Mapping):
        raise BadData(path, section, "this section is missing; it holds a line a key")
    return {key: shaped(entry, form, path, f"{section}.{key}") for key, entry in entries.items()}
