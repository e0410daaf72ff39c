"""Tables 5, 5b and 14: what each kind of ground costs, hides and protects, read from data/terrain.toml."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from alfiere.battles.ground_forms import KindOfGround
from alfiere.games.risorgimento.sheets.tables import DATA, Formation, Mover, in_memory, tables
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id, hundredths, shares

MOVERS: Final[tuple[Mover, ...]] = ("march", "close", "open", "horse", "limbered")
EVEN: Final = 100  # what a cm of open ground costs, in hundredths
LENGTHS: Final = ("width", "visibility")


class Crossing(Form, frozen=True, kw_only=True):
    """What is paid once, in millionths of a move, and the tests it calls for, by formation or arm."""

    once: dict[Mover, int] = {}
    tests: dict[str, int] = {}

    def test(self, arm: str, formation: str) -> int | None:
        """What is added to the die of the disorder test (e.5.2); None without a test."""
        return self.tests.get(arm if arm != "infantry" else formation)


class Going(Crossing, frozen=True, kw_only=True):
    """A row of table 5."""

    id: str
    cost: dict[Mover, int] = {}  # hundredths of what a cm of open ground costs
    closed: tuple[Mover, ...] = ()  # but along a road
    through: dict[str, int] = {}  # tests of who enters and leaves in one move
    no_charge: bool = False
    is_slope: bool = False  # its cost is paid only uphill


class Bridge(Form, frozen=True, kw_only=True):
    """Who uses bridges (g.6.4)."""

    formations: tuple[Formation, ...]


class Open(Form, frozen=True, kw_only=True):
    """How far one sees at all (d.2.4)."""

    visibility: int


class Effect(Form, frozen=True, kw_only=True):
    """A row of table 5b."""

    id: str
    visibility: int = 0  # how deep one sees into it; left out: it hides nothing
    blocks: bool = False  # lines of fire
    cover: str = ""  # the line of table 3c
    melee: str = ""  # the line of table 7
    when: Literal["inside", "higher", "crossed"] = "inside"


class Kind(KindOfGround, frozen=True, kw_only=True):
    """A row of table 14."""

    name: Name
    going: str
    effect: str
    level: int = 0
    roads_pass: bool = False  # crossed freely where a road crosses it


class TerrainForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    going: list[Going]
    bridge: Bridge
    ford: Crossing
    open: Open
    effect: list[Effect]
    kind: list[Kind]


class TerrainTables:
    """What the ground is, by the kind a scenario calls it."""

    def __init__(self, form: TerrainForm, file: Path) -> None:
        goings = by_id(form.going, "going", file)
        effects = by_id(form.effect, "effect", file)
        self.kinds = by_id(form.kind, "kind", file)
        self.bridge, self.ford, self.visibility = form.bridge, form.ford, form.open.visibility
        check, known = Checking(file), tables()
        for kind in form.kind:
            check.one_of(kind.going, goings, f"kind {kind.id}.going")
            check.one_of(kind.effect, effects, f"kind {kind.id}.effect")
        for row in form.effect:
            if row.cover:
                check.one_of(row.cover, known.fire, f"effect {row.id}.cover")
            if row.melee:
                check.one_of(row.melee, known.melee, f"effect {row.id}.melee")
        names = (*known.formations, "cavalry", "artillery")
        for where, tests in (
            *((f"going {one.id}.tests", one.tests) for one in form.going),
            *((f"going {one.id}.through", one.through) for one in form.going),
            ("ford.tests", form.ford.tests),
        ):
            for name in tests:
                check.one_of(name, names, where)
        self.goings = {kind.id: goings[kind.going] for kind in form.kind}
        self.effects = {kind.id: effects[kind.effect] for kind in form.kind}
        self.blocking = frozenset(kind.id for kind in form.kind if self.effects[kind.id].blocks)
        self.uncharged = frozenset(id for id, one in self.goings.items() if one.no_charge or "horse" in one.closed)
        self.hiding = frozenset(kind.id for kind in form.kind if self.effects[kind.id].visibility)

    def cost(self, kind: str, mover: Mover) -> int:
        """What a cm costs there, in hundredths of one of open ground."""
        return self.goings[kind].cost.get(mover, EVEN)

    def is_closed(self, kind: str, mover: Mover) -> bool:
        """Whether such a mover never enters or crosses it but along a road."""
        return mover in self.goings[kind].closed


def read_terrain(path: Path, figures: int = 1) -> TerrainTables:
    """The tables of the ground from their file. Raises BadData."""
    data: Any = in_memory(read_toml(path), path, figures, LENGTHS)
    data = hundredths(data, ("cost",), path, unit="cm")
    return TerrainTables(shaped(shares(data, ("once",), path), TerrainForm, path), path)


@lru_cache(maxsize=2)
def terrain(figures: int = 1) -> TerrainTables:
    """The tables of the ground that come with the game."""
    return read_terrain(DATA / "terrain.toml", figures)
