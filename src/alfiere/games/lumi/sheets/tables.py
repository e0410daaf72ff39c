"""The tables of the rulebook but those of the ground, read from data/tables.toml and data/modifiers.toml.

In the files lengths are in um, angles in degrees, shares in parts of a whole move; in memory they are whole hundredths,
tenths of a degree and millionths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from alfiere.battles.weather import Fog, Observation
from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import FINEST, Form, Name, by_id, hundredths, shares, tenths
from alfiere.kernel.modifiers import Modifier, Modifiers
from alfiere.table.shapes import Disc, Rect

DATA: Final = Path(__file__).parent.parent / "data"
UM: Final = FINEST  # hundredths

Class: TypeAlias = Literal["infantry", "cavalry", "artillery", "general"]
Formation: TypeAlias = Literal["line", "column", "open_order", "square", "deployed", "limbered"]
Band: TypeAlias = Literal["short", "medium", "maximum", "extreme"]
Condition: TypeAlias = Literal["ordered", "disordered", "shaken", "rout"]
LENGTHS: Final = ("distances", "width", "depth", "speed", "extra", "radius", "bands", "distance")


class Distances(Form, frozen=True, kw_only=True):
    """Single lengths; the file names the rule of each."""

    touch: int
    slack: int
    open_order: int
    entry: int
    entry_shift: int
    keep_off: int
    mounting: int
    by_hand: int
    sideways: int
    inversion_near: int
    inversion_gap: int
    zone: int
    falls_back: int
    rout_clear: int
    behind_obstacle: int
    room: int
    firing_side: int
    start: int
    react_far: int
    short_of: int
    engaged: int
    approach_extra: int
    over_heads: int
    support_rear: int
    support_flank: int
    penetration: int
    rally_near: int
    recovery_near: int
    successor: int
    refuge: int
    through_light_wood: int
    hidden_inside: int
    hidden_inside_fired: int
    looks_out: int
    deployment: int
    table_width: int
    table_depth: int


class Angles(Form, frozen=True, kw_only=True):
    """Single angles, in tenths of a degree."""

    gun_turn: int
    oblique: int
    about: int
    inversion: int
    charge_arc: int
    charge_wheel: int
    sector: int
    gun_sector: int
    support: int


class Shares(Form, frozen=True, kw_only=True):
    """Parts of a move, in millionths."""

    tactical: int
    about: int
    back: int
    formation: int
    square: int
    mounting: int
    limber_light: int
    limber: int
    fires_after: int
    inversion_covered: int
    rout: int
    slow: int


class Numbers(Form, frozen=True, kw_only=True):
    """Whole numbers of single rules."""

    metres: int
    minutes: int
    impulses: int
    first_priority: int
    charge_priority: int
    cic_dice: int
    cic_priority: int
    light_priority: int
    losses: int
    weakened: int
    on_foot_melee: int
    more_bases: int
    most_difference: int
    pursuit: int
    recovery: int
    killed: int
    seen_fired: int
    divisions: tuple[int, int]
    brigades: tuple[int, int]
    bases: tuple[int, int]
    regained: tuple[int, int]
    draw_within: int
    army_points: int
    army_divisions: int
    bases_to_battery: int
    turns: int


class BaseForm(Form, frozen=True, kw_only=True):
    """A row of table 1."""

    arms: tuple[Class, ...]
    width: int
    depth: int
    formations: tuple[Formation, ...] = ()
    is_round: bool = False


class Arm(Form, frozen=True, kw_only=True):
    """A row of tables 2, 4, 8 and 20; ``kind`` is how bases, obstacles and most rules see it."""

    id: str
    name: Name
    kind: Class = msgspec.field(name="class")
    speed: dict[Formation, int]
    extra: int = 0
    weapon: str = ""
    is_light: bool = False
    on_foot: str = ""
    limbers_quickly: bool = False
    price: int | None = None  # none: another arm in a different guise


class GeneralForm(Form, frozen=True, kw_only=True):
    """How far a general rides."""

    speed: int


class FormationForm(Form, frozen=True, kw_only=True):
    """What a formation is and may do."""

    id: Formation
    name: Name
    fires: Literal["first rank", "first base", "all", "none"]
    zone: Literal["strip", "against open order", "all round", "none"]
    is_formed: bool = False
    fronts_all_round: bool = False
    charges: bool = False
    approaches: bool = False
    evades: bool = False
    inverts: bool = False
    moves_sideways: bool = False
    moves_obliquely: bool = False
    moves_tactically: bool = False
    steps_back: bool = False
    turns_about: bool = False
    turns_freely: bool = False
    enters_buildings: bool = False
    uses_openings: bool = False
    uses_roads: bool = False


class Grade(Form, frozen=True, kw_only=True):
    """A row of table 3."""

    id: str
    name: Name
    radius: int
    dice: int
    points: int
    points_cic: int


class Crossing(Form, frozen=True, kw_only=True):
    """A row of table 5: the numbers to beat from level 1 on, or the levels crossed without a die."""

    who: Literal["infantry formed", "infantry in open order", "cavalry", "artillery limbered", "general"]
    beat: tuple[int, ...] = ()
    freely: tuple[int, ...] = (0,)

    def crosses(self, level: int) -> bool:
        """Whether such a mover can cross an obstacle of this level at all."""
        return level in self.freely or level <= len(self.beat)


class RandomObstacle(Form, frozen=True, kw_only=True):
    """Table 5b: the level by a d6."""

    levels: tuple[int, int, int, int, int, int]


class FireLoss(Form, frozen=True, kw_only=True):
    """A row of table 7: one loss from each of these numbers of damages on."""

    shooters: Literal["one", "several", "extreme range"]
    steps: tuple[int, ...] = msgspec.field(name="from")
    rule: str


class Weapon(Form, frozen=True, kw_only=True):
    """A row of table 8."""

    id: str
    name: Name
    bands: dict[Band, int]
    is_small_arm: bool = False

    def band(self, far: int) -> Band | None:
        """The range in which such a distance lies; None beyond the last."""
        return next((band for band, limit in self.bands.items() if far <= limit), None)


class Row(Form, frozen=True, kw_only=True):
    """A row of a table that is read by a score: it holds from so much on, the last for whatever is less."""

    least: int | None = msgspec.field(name="from", default=None)
    rule: str


class MeleeResult(Row, frozen=True, kw_only=True):
    """A row of table 11."""

    losses: int
    test: int
    both: bool = False


class MoraleResult(Row, frozen=True, kw_only=True):
    """A row of table 14."""

    result: Literal["passed with extra movement", "passed", "stays", "halted", "falls back", "rout"]
    at_least: Condition | None = None
    levels: int = 0


class BrigadeResult(Row, frozen=True, kw_only=True):
    """A row of table 15."""

    result: Literal["passed", "wavers", "shaken", "in rout"]
    levels: int = 0
    shaken: Literal["", "falls back"] = ""
    routed: Literal["", "rout movement"] = ""
    eliminated: bool = False


class Rally(Form, frozen=True, kw_only=True):
    """A row of table 16."""

    state: Condition
    when: Literal["", "left the terrain", "no enemy near", "enemy near"] = ""
    test: bool
    becomes: Condition
    failed: Literal["", "rout movement"] = ""
    losses: int = 0
    rule: str


class Fight(Form, frozen=True, kw_only=True):
    """A row of table 18."""

    id: str
    name: Name
    part: tuple[int, int]


class Worth(Form, frozen=True, kw_only=True):
    """Table 19."""

    elite: int
    line: int
    raw: int
    battery: int
    general: int
    cic: int


class Points(Form, frozen=True, kw_only=True):
    """Table 20, what a point of a value costs."""

    morale: int
    fire: int
    melee: int


class Ability(Form, frozen=True, kw_only=True):
    """Table 20, an ability."""

    id: str
    name: Name
    points: int
    rule: str


class PhaseForm(Form, frozen=True, kw_only=True):
    """A row of table 21."""

    id: str
    name: Name
    often: Literal["turn", "impulse", "last impulse"]
    rule: str


class TablesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    distances: Distances
    angles: Angles
    shares: Shares
    numbers: Numbers
    base: list[BaseForm]
    arm: list[Arm]
    general: GeneralForm
    formation: list[FormationForm]
    grade: list[Grade]
    crossing: list[Crossing]
    random_obstacle: RandomObstacle
    fire_loss: list[FireLoss]
    weapon: list[Weapon]
    melee_result: list[MeleeResult]
    voluntary: list[MoraleResult]
    reaction: list[MoraleResult]
    brigade_cohesion: list[BrigadeResult]
    rally: list[Rally]
    observation: list[Observation]
    fog: Fog
    fight: list[Fight]
    cohesion: Worth
    points: Points
    ability: list[Ability]
    phase: list[PhaseForm]


class FireLine(Modifier, frozen=True, kw_only=True):
    """A line of table 9; with formations it is about targets in these."""

    formations: tuple[Formation, ...] = ()


class MoraleLine(Form, frozen=True, kw_only=True):
    """A line of table 13: what counts on each column."""

    id: str
    rule: str
    voluntary: int = 0
    reaction: int = 0


class ModifiersForm(Form, frozen=True, kw_only=True):
    """The whole file of modifiers."""

    fire: list[FireLine]
    melee: list[Modifier]
    morale: list[MoraleLine]
    pursuit: list[Modifier]
    recovery: list[Modifier]
    brigade: list[Modifier]


R = TypeVar("R", bound=Row)


class Tables:
    """All tables but those of the ground, ready for use."""

    def __init__(self, form: TablesForm, lines: ModifiersForm, file: Path, lines_file: Path) -> None:
        self.distances, self.angles, self.shares, self.numbers = form.distances, form.angles, form.shares, form.numbers
        self.arms = by_id(form.arm, "arm", file)
        self.formations = by_id(form.formation, "formation", file)
        self.grades = by_id(form.grade, "grade", file)
        self.weapons = by_id(form.weapon, "weapon", file)
        self.fights = by_id(form.fight, "fight", file)
        self.abilities = by_id(form.ability, "ability", file)
        self.phases = by_id(form.phase, "phase", file)
        self.crossings = {one.who: one for one in form.crossing}
        self.fire_losses = {one.shooters: one for one in form.fire_loss}
        self.random_levels, self.general_speed = form.random_obstacle.levels, form.general.speed
        self.melee_results, self.voluntary, self.reaction = form.melee_result, form.voluntary, form.reaction
        self.brigade_cohesion, self.rally, self.worth = form.brigade_cohesion, form.rally, form.cohesion
        self.observation, self.fog, self.points = form.observation, form.fog, form.points
        self._bases = {
            (kind, formation): Rect(one.width, one.depth)
            for one in form.base
            for kind in one.arms
            for formation in one.formations
        }
        self.general_base = next(Disc(one.width // 2) for one in form.base if one.is_round)
        self.fire = Modifiers(lines.fire, "fire", lines_file)
        self.melee = Modifiers(lines.melee, "melee", lines_file)
        self.pursuit = Modifiers(lines.pursuit, "pursuit", lines_file)
        self.recovery = Modifiers(lines.recovery, "recovery", lines_file)
        self.brigade = Modifiers(lines.brigade, "brigade", lines_file)
        self.morale = by_id(lines.morale, "morale", lines_file)

    def base(self, kind: str, formation: str) -> Rect:
        """The footprint of a base of this class in this formation (1.1.2)."""
        return self._bases[kind, formation]  # type: ignore[index]

    def crossing(self, kind: str, formation: str) -> Crossing | None:
        """Its row of table 5; deployed guns have none."""
        who = {
            "infantry": "infantry in open order" if formation == "open_order" else "infantry formed",
            "artillery": f"artillery {formation}",
        }.get(kind, kind)
        return self.crossings.get(who)  # type: ignore[call-overload,no-any-return]


def row(rows: Sequence[R], score: int) -> R:
    """The row of a table that this score falls into: the one with the highest start it reaches."""
    reached = [one for one in rows if one.least is None or score >= one.least]
    return max(reached, key=lambda one: -1_000 if one.least is None else one.least)


def read_tables(path: Path, modifiers: Path) -> Tables:
    """The tables from their files. Raises BadData."""
    data: Any = shares(hundredths(read_toml(path), LENGTHS, path), ("shares",), path)
    form = shaped(tenths(data, ("angles",), path), TablesForm, path)
    lines = shaped(read_toml(modifiers), ModifiersForm, modifiers)
    found = Tables(form, lines, path, modifiers)
    _check(Checking(path), form, found)
    return found


def _check(check: Checking, form: TablesForm, tables: Tables) -> None:
    """What the form of the tables cannot say."""
    for arm in form.arm:
        if arm.weapon:
            check.one_of(arm.weapon, tables.weapons, f"arm {arm.id}.weapon")
        if arm.on_foot:
            check.one_of(arm.on_foot, tables.arms, f"arm {arm.id}.on_foot")
        for formation in arm.speed:
            if not any(arm.kind in one.arms and formation in one.formations for one in form.base):
                check.fail(f"arm {arm.id}.speed", f"table 1 has no base of {arm.kind} in {formation} (lumi.1.1.2)")
    for weapon in form.weapon:
        if list(weapon.bands.values()) != sorted(weapon.bands.values()):
            check.fail(f"weapon {weapon.id}.bands", "each range must reach farther than the one before (lumi.5.2.1d)")
    for key in ("voluntary", "reaction", "brigade_cohesion"):
        if sum(one.least is None for one in getattr(form, key)) != 1:
            check.fail(key, "one row, and no other, has no «from»: it is for whatever is less")


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that come with the game."""
    return read_tables(DATA / "tables.toml", DATA / "modifiers.toml")
