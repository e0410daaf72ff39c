"""The kinds of ground: what each costs, closes, disorders, covers and hides, read from data/terrain.toml (5)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from alfiere.battles.ground_forms import KindOfGround
from alfiere.games.fucilieri.sheets.table_rows import Formation
from alfiere.games.fucilieri.sheets.tables import DATA, tables
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id, hundredths

Mover: TypeAlias = Literal["close", "open", "horse", "guns"]
WayKind: TypeAlias = Literal["bridge", "ford", "ramp", "gap"]
Cover: TypeAlias = Literal["", "soft", "hard", "entrenchment"]
LENGTHS: Final = ("crossing", "depth", "inside", "width")


class Disorders(Form, frozen=True, kw_only=True):
    """Who is disorganised by ending a move in an area, or by crossing a line."""

    ending: tuple[Mover, ...] = ()
    crossing: tuple[Mover, ...] = ()


class Going(Form, frozen=True, kw_only=True):
    """What a mover pays: for each cm of an area, once for a line; where he never goes."""

    id: str
    cost: dict[Mover, int] = {}
    crossing: dict[Mover, int] = {}
    closed: tuple[Mover, ...] = ()
    disorders: Disorders = Disorders()
    rule: str


class Way(Form, frozen=True, kw_only=True):
    """A way across: what it is like, and who uses it in which formations; left out: in any."""

    like: str
    formations: tuple[Formation, ...] = ()


class Alone(Form, frozen=True, kw_only=True):
    """What leaders and individual characters by themselves do not cross or enter (5.19)."""

    closed: tuple[str, ...]
    closed_mounted: tuple[str, ...]


class Effect(Form, frozen=True, kw_only=True):
    """What ground is to sight, fire, combat and morale."""

    id: str
    blocks: bool = False
    depth: int = 0  # more of it stops sight; left out: one sees through all of it
    inside: int = 0  # so far one sees in it; left out: without end
    cover: Cover = ""
    when: Literal["", "inside", "crossed"] = ""
    is_higher: bool = False
    hinders_attacker: bool = False
    steadies: bool = False
    bars_cavalry_charge: bool = False
    rule: str = ""


class BuildingForm(Form, frozen=True, kw_only=True):
    """What a block holds (5.13)."""

    units: int
    figures: int


class Kind(KindOfGround, frozen=True, kw_only=True):
    """What a scenario may call a piece of terrain."""

    going: str
    effect: str
    level: int = 0
    name: Name


class Configuration(Form, frozen=True, kw_only=True):
    """What a die puts on the table (2.2.10)."""

    die: int
    kind: str
    all_round: bool = False
    wall: bool = False
    name: Name | None = None  # left out: that of its kind


class TerrainForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    going: list[Going]
    bridge: Way
    ford: Way
    ramp: Way
    gap: Way
    alone: Alone
    effect: list[Effect]
    building: BuildingForm
    kind: list[Kind]
    configuration: list[Configuration]


class Who(NamedTuple):
    """Who moves, as the ground sees him: the bases he stands on and his formation, or a leader by himself."""

    base: Literal["foot", "horse", "gun", "alone"]
    formation: Formation | Literal["mounted", "on foot"]

    @property
    def mover(self) -> Mover | None:
        """The column of the table of ground effects; none of a leader, who pays nothing (5.19)."""
        if self.base == "foot":
            return "open" if self.formation == "open_order" else "close"
        movers: dict[str, Mover] = {"horse": "horse", "gun": "guns"}
        return movers.get(self.base)

    @property
    def is_close(self) -> bool:
        """Whether he is in close order (1.4.5)."""
        known = tables().formations.get(self.formation)
        return known is not None and known.is_close


MOUNTED_LEADER: Final = Who("alone", "mounted")
LEADER_ON_FOOT: Final = Who("alone", "on foot")


class TerrainTables:
    """What the ground is, by the kind a scenario calls it."""

    def __init__(self, form: TerrainForm, file: Path) -> None:
        rows, effects = by_id(form.going, "going", file), by_id(form.effect, "effect", file)
        self.kinds = by_id(form.kind, "kind", file)
        self.ways: dict[str, Way] = {"bridge": form.bridge, "ford": form.ford, "ramp": form.ramp, "gap": form.gap}
        self.alone, self.building = form.alone, form.building
        check = Checking(file)
        for kind in form.kind:
            check.one_of(kind.going, rows, f"kind {kind.id}.going")
            check.one_of(kind.effect, effects, f"kind {kind.id}.effect")
        for name, way in self.ways.items():
            check.one_of(way.like, rows, f"{name}.like")
        for id in (*form.alone.closed, *form.alone.closed_mounted):
            check.one_of(id, self.kinds, "alone.closed")
        for effect in form.effect:
            if bool(effect.cover) != bool(effect.when):
                check.fail(f"effect {effect.id}", "«cover» and «when» go together (fucilieri.3.4.19b)")
        for one in form.configuration:
            check.one_of(one.kind, self.kinds, f"configuration {one.die}.kind")
        if [one.die for one in form.configuration] != [1, 2, 3, 4, 5, 6]:
            check.fail("configuration", "there is one for each face of a die, 1 to 6 (fucilieri.2.2.10)")
        self.configurations = {one.die: one for one in form.configuration}
        self.goings = {kind.id: rows[kind.going] for kind in form.kind}
        self.effects = {kind.id: effects[kind.effect] for kind in form.kind}
        self.ford = rows[form.ford.like]

    def is_closed(self, kind: str, who: Who) -> bool:
        """Whether somebody never enters or crosses it but by a road or a way across."""
        if who.base == "alone":
            barred = self.alone.closed + (self.alone.closed_mounted if who == MOUNTED_LEADER else ())
            return kind in barred
        return who.mover in self.goings[kind].closed

    def uses(self, way: str, who: Who) -> bool:
        """Whether somebody can use a way across in his formation, if he fits (5.18)."""
        formations = self.ways[way].formations
        if who.base == "alone":
            return True
        return (not formations or who.formation in formations) and not (way == "ford" and self._is_barred_at_ford(who))

    def _is_barred_at_ford(self, who: Who) -> bool:
        return who.mover in self.ford.closed

    def name_of(self, configuration: Configuration) -> Name:
        """What a piece of terrain that is laid out is called."""
        return configuration.name or self.kinds[configuration.kind].name


def read_terrain(path: Path) -> TerrainTables:
    """The tables of the ground from their file. Raises BadData."""
    data = hundredths(read_toml(path), LENGTHS, path, unit="cm")
    return TerrainTables(shaped(data, TerrainForm, path), path)


@lru_cache(maxsize=1)
def terrain() -> TerrainTables:
    """The tables of the ground that come with the game."""
    return read_terrain(DATA / "terrain.toml")
