"""Table 6: what each kind of ground slows, disorders, covers and hides, read from data/terrain.toml (3.3.3)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.battles.ground_forms import KindOfGround
from alfiere.games.lumi.sheets.tables import DATA, Class, Formation, tables
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id, hundredths


class MeleeLine(Form, frozen=True, kw_only=True):
    """A line of table 10 that holds there, of a class of troops or of formed ones only."""

    line: str
    kind: Class | None = msgspec.field(name="class", default=None)
    formed: bool = False


class Kind(KindOfGround, frozen=True, kw_only=True):
    """A row of table 6."""

    name: Name
    level: int = 0  # of an obstacle its level where the piece says none; of a slope how high it is
    is_road: bool = False
    is_high: bool = False
    slow: bool = False
    disorders: bool = False
    vdf: int = 0
    covers_melee: bool = False
    sight: Literal["free", "crest", "deep", "blocks"] = "free"
    hides: bool = False
    secures_flank: bool = False
    no_cavalry_charge: bool = False
    closed: tuple[str, ...] = ()  # arms and classes that never enter
    closed_but_roads: tuple[str, ...] = ()
    melee: tuple[MeleeLine, ...] = ()


class Way(Form, frozen=True, kw_only=True):
    """A way through an obstacle, and who uses it without a die (3.3.1h, 3.3.1n)."""

    name: Name
    width: int
    formations: tuple[Formation, ...]


class TerrainForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    kind: list[Kind]
    bridge: Way
    opening: Way


class TerrainTables:
    """What the ground is, by the kind a scenario calls it."""

    def __init__(self, form: TerrainForm, file: Path) -> None:
        self.kinds = by_id(form.kind, "kind", file)
        self.bridge, self.opening = form.bridge, form.opening
        check, known = Checking(file), tables()
        movers = (*known.arms, "infantry", "cavalry", "artillery", "general")
        for kind in form.kind:
            for mover in (*kind.closed, *kind.closed_but_roads):
                check.one_of(mover, movers, f"kind {kind.id}.closed")
            for one in kind.melee:
                check.one_of(one.line, known.melee, f"kind {kind.id}.melee")

    def is_closed(self, kind: str, arm: str, by: str, *, by_road: bool = False) -> bool:
        """Whether an arm, which is ``by`` its class too, never enters ground of this kind; perhaps along a road."""
        closed = self.kinds[kind].closed + (() if by_road else self.kinds[kind].closed_but_roads)
        return arm in closed or by in closed


def read_terrain(path: Path) -> TerrainTables:
    """The tables of the ground from their file. Raises BadData."""
    return TerrainTables(shaped(hundredths(read_toml(path), ("width",), path), TerrainForm, path), path)


@lru_cache(maxsize=1)
def terrain() -> TerrainTables:
    """The tables of the ground that come with the game."""
    return read_terrain(DATA / "terrain.toml")
