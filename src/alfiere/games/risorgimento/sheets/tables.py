"""The tables of the rulebook but those of the ground, read from data/tables.toml and data/modifiers.toml.

In the files lengths are in cm, angles in degrees, shares in parts of a whole move; in memory they are whole hundredths,
tenths of a degree and millionths. Figures of 25 mm double every length (scale.8).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from alfiere.kernel.bad_data import Checking, read_toml, shaped
from alfiere.kernel.forms import FINEST, Form, by_id, hundredths, scaled, shares, tenths
from alfiere.kernel.modifiers import Modifier, Modifiers
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Rect

DATA: Final = Path(__file__).parent.parent / "data"
CM: Final = FINEST  # hundredths

Nation: TypeAlias = Literal["french", "sardinian", "austrian"]
Rank: TypeAlias = Literal["CIC", "CC", "CD", "CB", "CR"]
Arm: TypeAlias = Literal["infantry", "cavalry", "artillery"]
Formation: TypeAlias = Literal[
    "march_column", "attack_column", "line", "open_order", "square", "limbered", "unlimbered"
]
Mover: TypeAlias = Literal["march", "close", "open", "horse", "limbered"]
Marker: TypeAlias = Literal["none", "blue", "brown", "yellow", "green"]
Band: TypeAlias = Literal["short", "medium", "long"]
GunKind: TypeAlias = Literal["foot", "horse", "heavy", "rocket"]
RANKS: Final[tuple[Rank, ...]] = ("CIC", "CC", "CD", "CB", "CR")
BANDS: Final[tuple[Band, ...]] = ("short", "medium", "long")

LENGTHS: Final = ("distances", "bases", "radius", "speed", "bands")
SHARES: Final = ("shares", "share", "fire", "passed", "failed")


class Distances(Form, frozen=True, kw_only=True):
    """Single lengths (table 11 and single rules)."""

    touch: int
    slack: int
    breaking_near: int
    charge_near: int
    recall_near: int
    charge_near_guns: int
    strategic: int
    gap: int
    advance: int
    gunners: int
    sudden: int
    entry: int
    post: int
    bridge: int
    at_edge: int


class Angles(Form, frozen=True, kw_only=True):
    """Single angles, in tenths of a degree."""

    cone: int
    arc: int
    gun_arc: int
    turn: int
    oblique: int
    zone: int
    align: int
    charge_turn: int
    sudden: int
    aside: int
    most_aside: int


class Shares(Form, frozen=True, kw_only=True):
    """Parts of a whole move, in millionths (table 12)."""

    turn: int
    about: int
    formation: int
    limber: int
    strategic: int
    square: int
    quarter: int
    side: int


class Numbers(Form, frozen=True, kw_only=True):
    """Whole numbers of single rules."""

    road_third: int
    losses_per_vf: int
    minutes: int
    men_per_vf: int
    metres: int
    fatigue_per_malus: int
    fatigue_recovered: int
    rally_below: int
    supports: int
    die_least: int
    die_most: int
    fire_step: int
    sector_infantry: int
    sector_guns: int
    stay_strength: int
    stay_morale: int
    initiative_parts: int
    lost_cic: int
    lower_value: int


class BaseForm(Form, frozen=True, kw_only=True):
    """A base, or a built-up square."""

    front: int
    depth: int

    @property
    def shape(self) -> Rect:
        """It as a rectangle of the table."""
        return Rect(self.front, self.depth)


class Bases(Form, frozen=True, kw_only=True):
    """What everything stands on (unit.1, unit.2, cmd.2, a.3.8)."""

    infantry: BaseForm
    cavalry: BaseForm
    artillery: BaseForm
    commander: BaseForm
    courier: BaseForm
    gunners: BaseForm
    sector: BaseForm
    farm: BaseForm


class Values(Form, frozen=True, kw_only=True):
    """What a commander of a rank may have: one value, or a lower and a higher one (cmd.8)."""

    radius: tuple[int, ...]
    initiative: tuple[int, ...]
    bonus: tuple[int, ...]


class Commanders(Form, frozen=True, kw_only=True):
    """A block of table 1."""

    army: Nation
    CIC: Values
    CC: Values
    CD: Values
    CB: Values
    CR: Values


class Wound(Form, frozen=True, kw_only=True):
    """What a d10 of up to this number does to a commander."""

    die: Literal["test", "wound", "contacted"]
    up_to: int
    result: Literal["hit", "nothing", "dead", "badly-wounded", "lightly-wounded", "taken", "escapes"]
    turns: int  # those under him are out of command for
    rule: str


class MarkerForm(Form, frozen=True, kw_only=True):
    """A marker of command: the share of the move it leaves, its malus, whether it is being in command (a.1.23)."""

    id: Marker
    share: int
    malus: int
    is_in_command: bool


class CommandTest(Form, frozen=True, kw_only=True):
    """The marker a commander out of radius gives by his test."""

    rank: Rank
    passed: Marker
    failed: Marker


class SingleUnit(Form, frozen=True, kw_only=True):
    """A unit out of its commander's radius."""

    marker: Marker
    may_return: bool


class SingleUnits(Form, frozen=True, kw_only=True):
    """The same, by whether its commander is in command."""

    in_command: SingleUnit
    out_of_command: SingleUnit


class Courier(Form, frozen=True, kw_only=True):
    """Turns to wait by d6 + I; more is as the greatest sum."""

    wait: dict[int, int]


class Movement(Form, frozen=True, kw_only=True):
    """A row of table 2, in hundredths a turn."""

    id: str
    speed: dict[Formation, int] = msgspec.field(default_factory=dict)


class Weapon(Form, frozen=True, kw_only=True):
    """A row of table 3a: the limits of its bands; the first is the zone of control (e.6.1)."""

    id: str
    bands: tuple[int, ...]
    fires: bool = True

    def band(self, far: int) -> Band | None:
        """The range at which something so far off is; None beyond the last, or for cavalry (geo.12)."""
        if not self.fires:
            return None
        for band, limit in zip(BANDS, self.bands, strict=True):
            if far <= limit:
                return band
        return None

    @property
    def zone(self) -> int:
        """How far its zone of control reaches."""
        return self.bands[0]


class FireValues(Form, frozen=True, kw_only=True):
    """Table 3b."""

    rows: tuple[tuple[int, int, int], ...]


class Multiplier(Form, frozen=True, kw_only=True):
    """A row of table 3d."""

    nation: Nation
    kinds: tuple[GunKind, ...]
    times: int


class MeleeForm(Form, frozen=True, kw_only=True):
    """Table 8 as it is written."""

    up_to: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


class Result(NamedTuple):
    """An entry of table 8: loss points, and what is added to the die of the morale test; None without a test."""

    losses: int
    test: int | None


class Forced(Form, frozen=True, kw_only=True):
    """A row of table 9: which move by how much, the facing and the state at its end."""

    id: str
    move: Literal["none", "column", "open_order", "formation", "gunners"]
    facing: Literal["enemy", "away", "attacker", "as-it-is"]
    becomes: Literal["routed", "disordered", "in-order", "by-test"]
    rule: str
    share: int = 0  # millionths of that move
    is_at_least: bool = False  # the owner may go farther, up to the whole
    stays_in_contact: bool = False


class FormationForm(Form, frozen=True, kw_only=True):
    """A row of table 10."""

    id: Formation
    arms: tuple[Arm, ...]
    front: Literal["width", "depth", "every"]
    mover: Mover
    fire: int  # the share of its strength, in millionths
    moves_freely: bool = False  # e.3.2.5
    is_column: bool = False  # whose move «column movement» is, e.4.10
    only_turns: bool = False  # e.4.12


class Victory(Form, frozen=True, kw_only=True):
    """Table 13."""

    loss_point: int
    guard: int
    per_initiative: int
    beaten: tuple[int, int]
    die: int
    commander: tuple[int, int]


class TablesForm(Form, frozen=True, kw_only=True):
    """The whole file."""

    distances: Distances
    angles: Angles
    shares: Shares
    numbers: Numbers
    bases: Bases
    commander: list[Commanders]
    wound: list[Wound]
    marker: list[MarkerForm]
    command_test: list[CommandTest]
    single_unit: SingleUnits
    courier: Courier
    movement: list[Movement]
    weapon: list[Weapon]
    fire_values: FireValues
    multiplier: list[Multiplier]
    melee_results: MeleeForm
    forced: list[Forced]
    formation: list[FormationForm]
    victory: Victory


class FireLine(Modifier, frozen=True, kw_only=True):
    """A line of table 3c; with weapons it holds for those only, with bands at those ranges only."""

    weapons: tuple[str, ...] = ()
    bands: tuple[Band, ...] = ()

    def holds(self, weapon: str, band: Band) -> bool:
        """Whether a line of weapons holds for this one at this range."""
        return weapon in self.weapons and (not self.bands or band in self.bands)


class DisciplineLine(Modifier, frozen=True, kw_only=True):
    """A line of table 4b; of a battery that evades the share of its limbered move, test passed or failed."""

    passed: int = 0
    failed: int = 0


class Cause(Form, frozen=True, kw_only=True):
    """A row of table 6a: why morale is tested."""

    id: str
    rule: str


class ModifiersForm(Form, frozen=True, kw_only=True):
    """The whole file of modifiers."""

    fire: list[FireLine]
    disorder: list[Modifier]
    discipline: list[DisciplineLine]
    cause: list[Cause]
    morale: list[Modifier]
    melee: list[Modifier]


class Tables:
    """All tables but those of the ground, ready for use."""

    def __init__(self, form: TablesForm, lines: ModifiersForm, figures: int, file: Path, lines_file: Path) -> None:
        self.figures = figures
        self.distances, self.angles, self.shares, self.numbers = form.distances, form.angles, form.shares, form.numbers
        self.bases, self.victory, self.single_unit = form.bases, form.victory, form.single_unit
        self.markers = by_id(form.marker, "marker", file)
        self.movement = by_id(form.movement, "movement", file)
        self.weapons = by_id(form.weapon, "weapon", file)
        self.forced = by_id(form.forced, "forced", file)
        self.formations = by_id(form.formation, "formation", file)
        self.commanders: dict[str, dict[str, Values]] = {
            one.army: {rank: getattr(one, rank) for rank in RANKS} for one in form.commander
        }
        self.command_tests = {one.rank: one for one in form.command_test}
        self.multipliers = {(one.nation, kind): one.times for one in form.multiplier for kind in one.kinds}
        self._wounds, self._wait, self._fire_values = form.wound, form.courier.wait, form.fire_values.rows
        self.melee_columns = form.melee_results.up_to
        self.melee_results = tuple(tuple(_result(one) for one in row) for row in form.melee_results.rows)
        self.fire = Modifiers(lines.fire, "fire", lines_file)
        self.disorder = Modifiers(lines.disorder, "disorder", lines_file)
        self.discipline = Modifiers(lines.discipline, "discipline", lines_file)
        self.morale = Modifiers(lines.morale, "morale", lines_file)
        self.melee = Modifiers(lines.melee, "melee", lines_file)
        self.causes = by_id(lines.cause, "cause", lines_file)
        wide = form.bases.infantry.front + form.bases.infantry.depth
        # no farther from centre to centre is whom a weapon reaches, along either axis
        self.reaches = {one.id: one.bands[-1] + wide if one.fires else -1 for one in form.weapon}
        self._held: dict[tuple[str, Band], tuple[str, ...]] = {}
        self._formations_of: dict[str, tuple[Formation, ...]] = {
            arm: tuple(one.id for one in form.formation if arm in one.arms) for arm in get_args(Arm)
        }
        self._bases: dict[tuple[str, str], Rect] = {
            (arm, one): self._base(arm, one) for arm in get_args(Arm) for one in self.formations
        }

    def commander(self, army: Nation, rank: Rank) -> Values:
        """The values of table 1 for a rank of an army (cmd.7)."""
        return self.commanders[army][rank]

    def wound(self, die: str, rolled: int) -> Wound:
        """What this number of a d10 does to a commander (cl.2-cl.5, cl.9, cl.10)."""
        return next(one for one in self._wounds if one.die == die and rolled <= one.up_to)

    def waits(self, total: int) -> int:
        """For how many turns an order waits after its delivery, by d6 + I (a.3.5, a.3.6)."""
        return self._wait[min(max(total, min(self._wait)), max(self._wait))]

    def fire_value(self, points: int, band: Band) -> int:
        """The value of table 3b; beyond its last row that and the value of the rest."""
        column, most = BANDS.index(band), len(self._fire_values)
        whole, rest = divmod(max(points, 0), most)
        return whole * self._fire_values[-1][column] + (self._fire_values[rest - 1][column] if rest else 0)

    def lines_held(self, weapon: str, band: Band) -> tuple[str, ...]:
        """The lines of table 3c that hold for a weapon at a range."""
        found = self._held.get((weapon, band))
        if found is None:
            names = (name for name, line in self.fire.items() if line.holds(weapon, band))
            found = self._held[weapon, band] = tuple(names)
        return found

    def melee_result(self, strength: Fraction | int, die: int) -> Result:
        """What the enemy of a side of this effective strength suffers; the die is kept within its limits (g.3.5)."""
        column = sum(strength > limit for limit in self.melee_columns)
        return self.melee_results[min(max(die, self.numbers.die_least), self.numbers.die_most)][column]

    def speed(self, cm_class: str, formation: str) -> int:
        """How far this class of units goes in this formation (unit.9)."""
        return self.movement[cm_class].speed[formation]  # type: ignore[index]

    def road_speed(self, speed: int) -> int:
        """The move on a road: a third more, rounded up to a whole cm (e.3.3.1, e.3.3.3)."""
        cm = CM * self.figures
        return speed + -(-speed // (self.numbers.road_third * cm)) * cm

    def column(self, arm: str) -> FormationForm:
        """The formation whose move is an arm's «column movement» (e.4.10)."""
        return next(one for one in self.formations.values() if one.is_column and arm in one.arms)

    def formations_of(self, arm: str) -> tuple[Formation, ...]:
        """What an arm may form (e.4.10); the first needs no marker (mark.2, mark.3)."""
        return self._formations_of[arm]

    def mover(self, arm: str, formation: str) -> Mover:
        """As what the ground treats a unit of this arm in this formation."""
        return "horse" if arm == "cavalry" else self.formations[formation].mover

    def base(self, arm: str, formation: str) -> Rect:
        """The footprint of a unit (unit.1-unit.3); in march column a short side is the front (geo.8)."""
        return self._bases[arm, formation]

    def _base(self, arm: str, formation: str) -> Rect:
        one: BaseForm = getattr(self.bases, arm)
        is_deep = self.formations[formation].front == "depth"
        return Rect(one.depth, one.front) if is_deep else one.shape


_ENTRY: Final = re.compile(r"(?:-|(\d+)?(?: ?(M)(?:\+(\d+))?)?)")


def _result(entry: str) -> Result:
    """An entry of table 8 taken apart; a loss carries a test without a modifier (g.3.14)."""
    found = _ENTRY.fullmatch(entry)
    assert found is not None
    losses, test, added = found.groups()
    return Result(int(losses or 0), int(added or 0) if test or losses else None)


def in_memory(data: Mapping[str, Any], file: Path, figures: int, lengths: tuple[str, ...]) -> Any:
    """A file's numbers as the game counts: lengths in hundredths for these figures, shares of a move in millionths."""
    return shares(scaled(hundredths(data, lengths, file, unit="cm"), lengths, figures), SHARES, file)


def read_tables(path: Path, modifiers: Path, figures: int = 1) -> Tables:
    """The tables from their files. Raises BadData."""
    raw = read_toml(path)
    if isinstance(raw.get("courier"), dict) and isinstance(raw["courier"].get("wait"), dict):
        wait = raw["courier"]["wait"]
        raw["courier"] = {"wait": {int(key) if key.isdigit() else key: one for key, one in wait.items()}}
    form = shaped(tenths(in_memory(raw, path, figures, LENGTHS), ("angles",), path), TablesForm, path)
    # «fire» is a share of strength in one file and a table of lines in the other
    lines = read_toml(modifiers)
    fire = lines.pop("fire", None)
    whole = in_memory(lines, modifiers, figures, ())
    found = shaped(whole if fire is None else {**whole, "fire": fire}, ModifiersForm, modifiers)
    _Reading(path, form).all()
    _Lines(modifiers).all(found, form)
    return Tables(form, found, figures, path, modifiers)


class _Reading(Checking):
    """What the form of the tables cannot say."""

    def __init__(self, file: Path, form: TablesForm) -> None:
        super().__init__(file)
        self.form = form

    def all(self) -> None:
        form = self.form
        if sorted(one.army for one in form.commander) != ["austrian", "french", "sardinian"]:
            self.fail("commander", "table 1 has one block for each army: french, sardinian, austrian")
        for block in form.commander:
            for rank in RANKS:
                for key in ("radius", "initiative", "bonus"):
                    values = getattr(getattr(block, rank), key)
                    if len(values) not in (1, 2) or list(values) != sorted(values):
                        where = f"commander {block.army}.{rank}.{key}"
                        self.fail(where, "it has one value, or the lower and the higher one (risorgimento.cmd.8)")
        for die in ("test", "wound", "contacted"):
            ends = [one.up_to for one in form.wound if one.die == die]
            if ends != sorted(set(ends)) or ends[-1:] != [10]:
                self.fail(f"wound {die}", "its rows rise and the last one is up to 10, as a d10 does")
        for key, found, wanted in (
            ("marker", [one.id for one in form.marker], ["none", "blue", "brown", "yellow", "green"]),
            ("command_test", [one.rank for one in form.command_test], ["CC", "CD", "CB", "CR"]),
        ):
            if found != wanted:
                self.fail(key, f"there must be one row for each of {', '.join(wanted)}, in this order")
        sums = sorted(form.courier.wait)
        if not sums or sums != list(range(sums[0], sums[-1] + 1)):
            self.fail("courier.wait", "the sums of d6 and I follow one another without a gap")
        self.movers()
        self.rows()

    def movers(self) -> None:
        known = {one.id: one for one in self.form.formation}
        for row in self.form.movement:
            for formation in row.speed:
                self.one_of(formation, known, f"movement {row.id}.speed")
            wanted = row.speed.get("open_order", 0) * self.form.shares.square // WHOLE
            if row.speed.get("square", wanted) != wanted:
                where = f"movement {row.id}.speed.square"
                self.fail(where, "a square moves a quarter of open order (risorgimento.e.4.7)")
        for weapon in self.form.weapon:
            if len(weapon.bands) != (3 if weapon.fires else 1) or list(weapon.bands) != sorted(weapon.bands):
                said = "three limits that rise; without fire only that of the zone of control"
                self.fail(f"weapon {weapon.id}.bands", said)

    def rows(self) -> None:
        form = self.form
        for key, table in (
            ("fire_values.rows", form.fire_values.rows),
            ("melee_results.rows", form.melee_results.rows),
        ):
            if not table:
                self.fail(key, "there are no rows")
        for number, row in enumerate(form.melee_results.rows):
            if len(row) != len(form.melee_results.up_to) + 1:
                said = f"it has {len(row)} entries; it must be one for each column and one for whatever is stronger"
                self.fail(f"melee_results.rows[{number}]", said)
            for entry in row:
                if not entry or _ENTRY.fullmatch(entry) is None:
                    self.fail(f"melee_results.rows[{number}]", f"«{entry}» is no result; such are -, M, 1 and 2 M+1")
        if len(form.melee_results.rows) != form.numbers.die_most - form.numbers.die_least + 1:
            self.fail(
                "melee_results.rows", "there must be one row for each result of the die, from the least to the most"
            )


class _Lines(Checking):
    """What the form of the modifiers cannot say."""

    def all(self, lines: ModifiersForm, form: TablesForm) -> None:
        weapons = tuple(one.id for one in form.weapon)
        for line in lines.fire:
            for weapon in line.weapons:
                self.one_of(weapon, weapons, f"fire {line.id}.weapons")


@lru_cache(maxsize=2)
def tables(figures: int = 1) -> Tables:
    """The tables that come with the game, for figures of 15 mm (1) or 25 mm (2: everything twice as long, scale.8)."""
    return read_tables(DATA / "tables.toml", DATA / "modifiers.toml", figures)
