"""The forms of data/tables.toml and data/modifiers.toml: one for each table, one for each row of a list.

Lengths are hundredths of a cm, angles tenths of a degree, shares of a move millionths, costs hundredths.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from alfiere.kernel.forms import Form, Name
from alfiere.kernel.modifiers import Modifier

Formation: TypeAlias = Literal["line", "column", "square", "open_order", "unlimbered", "limbered"]
Base: TypeAlias = Literal["foot", "horse", "gun"]
Band: TypeAlias = Literal["short", "medium", "long"]
Quality: TypeAlias = Literal["poor", "average", "veteran", "elite"]
Type: TypeAlias = Literal["irregular", "fanatic", "disciplined", "normal"]
Order: TypeAlias = Literal["attack", "oppose", "hold", "skirmish", "withdraw"]
Condition: TypeAlias = Literal["disorganised", "demoralised", "falling-back", "flight"]
Part: TypeAlias = tuple[int, int]  # so many of so many


class Distances(Form, frozen=True, kw_only=True):
    """Single lengths; the file names the rule of each."""

    touch: int
    slack: int
    obstacle: int
    near_enemy: int
    oppose: int
    oppose_charge: int
    hold: int
    short_without_firearm: int
    reorganise: int
    counter_charge: int
    form_square: int
    stopped: int
    ride_round: int
    push_back: int
    advance: int
    contagion: int
    support: int
    alone: int
    refuge: int
    shielded: int
    standard: int
    order_step: int
    radius: int
    objective: int
    on_road: int
    road: int
    wood_sight: int
    over_units: int
    passage: int
    deployment: int
    deployment_sides: int
    entry: int
    entry_stretch: int
    configuration_apart: int
    configuration_moved: int


class Angles(Form, frozen=True, kw_only=True):
    """Single angles."""

    zone: int
    gun_arc: int
    oblique: int
    gun_turn: int
    charge_wheel: int


class Shares(Form, frozen=True, kw_only=True):
    """Parts of a move."""

    half_rate: int
    about: int
    about_irregular: int
    limber: int
    mount: int
    attack: int
    withdraw: int
    mounted_fire: int
    escaped: int
    building: int


class Cost(Form, frozen=True, kw_only=True):
    """What a cm of a move costs, in hundredths."""

    ahead: int
    oblique: int
    back: int
    half_rate: int


class Numbers(Form, frozen=True, kw_only=True):
    """Whole numbers of single rules."""

    turns: int
    points: int
    commands_least: int
    condottiero_units: tuple[int, int]
    command_units: tuple[int, int]
    units_per_artillery: int
    foreign_share: Part
    reserve_share: Part
    reinforcement_share: Part
    condottiero_cv: tuple[int, int]
    general_cv: tuple[int, int]
    scouts: int
    charismatic_characters: int
    standards: int
    orders_per_cv: Part
    first_call: int
    quarters: int
    dispersed: Part
    bloodlust_lost: Part
    dangerous_losses: int
    best_hit: int
    never_hits: int
    always_hits: int
    crew: int
    square_least: int
    figures_per_die: int
    figures_per_die_open: int
    irregular_reorganises: int
    forms_square: int
    closes_with_square: int
    elite_closes_with_square: int
    total_failure: int
    half_units_lost: Part


class BaseSize(Form, frozen=True, kw_only=True):
    """The base of a figure (0.6)."""

    front: int
    depth: int


class Bases(Form, frozen=True, kw_only=True):
    """The bases of everything (0.6, 0.6b, 5.13)."""

    foot: BaseSize
    horse: BaseSize
    gun: BaseSize
    crew: BaseSize
    mounted_leader: BaseSize
    leader_on_foot: BaseSize
    building: BaseSize


# Before the battle


class Exploration(Form, frozen=True, kw_only=True):
    """What a total counts as at least, and how many times the enemy's wins in manoeuvre (2.1.15, 2.1.17)."""

    least: int
    manoeuvre: int


class FromDie(Form, frozen=True, kw_only=True):
    """From which die on something happens."""

    least: int = msgspec.field(name="from")


class Case(Form, frozen=True, kw_only=True):
    """How the exploration test ended, and what follows for terrain and deployment (2.2, 2.3)."""

    id: Literal["no-winner", "exploration", "manoeuvre"]
    is_rolled: bool
    loser_moves: FromDie | None = None
    tie: Literal["", "more-units-deploy-first"] = ""
    rule: str


class Reinforcements(Form, frozen=True, kw_only=True):
    """What is added to the die for the first turn of reinforcements (2.3r.1)."""

    add: int


class Configurations(Form, frozen=True, kw_only=True):
    """How many pieces of terrain are laid out, and how large they are (2.2.10, 2.2.11b): long side, short side."""

    count: dict[str, int]
    largest: tuple[int, int]
    smallest: tuple[int, int]
    farm_wall: int

    def number(self, die: int) -> int:
        """How many a die puts on the table."""
        return self.count[str(die)]


class Light(Form, frozen=True, kw_only=True):
    """Whose condottiero has the light against him, as who deployed second sees it (2.4.15)."""

    against: dict[str, Literal["own", "none", "enemy"]]

    def whom(self, die: int) -> Literal["own", "none", "enemy"]:
        """Whom a die puts in unfavourable light."""
        return self.against[str(die)]


class Row(Form, frozen=True, kw_only=True):
    """A row of a table that is read by a total: it holds from so much on."""

    least: int = msgspec.field(name="from")
    rule: str


class SpeechResult(Row, frozen=True, kw_only=True):
    """A row of the results of the speech (2.4)."""

    outcome: Literal["negative", "none", "positive"]
    conditions: tuple[Condition, ...] = ()
    choices: tuple[Literal["heartened", "bloodlust"], ...] = ()
    until_turn: int = 0


# Orders, tests


class OrderForm(Form, frozen=True, kw_only=True):
    """An order, whom one may charge under it, what it forbids and obliges to, and whose alone it is (3.1.4)."""

    id: Order
    name: Name
    charges: Literal["any", "near-own-command", "none", "weak"]
    forbids: tuple[Literal["charge", "counter-charge", "follow-up", "pursuit"], ...] = ()
    only: tuple[str, ...] = ()
    obliges: tuple[Literal["evade"], ...] = ()
    rule: str


class NewOrdersResult(Row, frozen=True, kw_only=True):
    """A row of the results of the new-orders test (3.1.7)."""

    result: Literal["panic", "ignored", "delay", "confusion", "ok"]
    is_accepted: bool
    conditions: tuple[Condition, ...] = ()


class InfluenceResult(Form, frozen=True, kw_only=True):
    """What becomes of a unit that was so (3.6)."""

    was: Literal["ok", "bloodlust", "demoralised", "falling-back"]
    success: Literal["bloodlust-until-next-turn", "ok", "ok-but-disorganised", "demoralised"]
    total_failure: Literal["demoralised", "leader-saves-himself", "flight-with-leader"]
    rules: tuple[str, ...]


class CommandResult(Row, frozen=True, kw_only=True):
    """A row of the results of the command test (3.7)."""

    result: Literal["flees", "falling-back", "demoralised", "disorganised", "none"]
    conditions: tuple[Condition, ...] = ()


class ReactionResult(Row, frozen=True, kw_only=True):
    """A row of the results of the reaction test (4.2)."""

    result: Literal["flight", "falling-back", "demoralised", "disorganised", "none"]
    conditions: tuple[Condition, ...] = ()


# Units


class Dice(Form, frozen=True, kw_only=True):
    """Dice that somebody has more."""

    fire: int = 0
    combat: int = 0


class QualityForm(Form, frozen=True, kw_only=True):
    """A quality, its morale value, and its dice besides the modifiers (1.2)."""

    id: Quality
    name: Name
    rank: int
    morale: int
    dice: Dice
    rule: str


class TypeShares(Form, frozen=True, kw_only=True):
    """What part of a move a change of formation takes."""

    formation: int
    square: int | None = None  # left out: as any other


class TypeForm(Form, frozen=True, kw_only=True):
    """A type of units (1.3): changes of formation, reorganising, bloodlust after a victory, points."""

    id: Type
    name: Name
    share: TypeShares
    may_form_square: bool = True
    reorganises: int
    moves_reorganising: int
    bloodlust: int | None = None  # left out: never
    points: int
    rules: tuple[str, ...]


class Bloodlust(Form, frozen=True, kw_only=True):
    """What is added to the die for bloodlust after a victory (3.5.8.5b)."""

    cavalry: int


class Dismounted(Form, frozen=True, kw_only=True):
    """What dragoons become on foot (1.4.6)."""

    base: Base
    formations: tuple[Formation, ...]
    moves: str


class Arm(Form, frozen=True, kw_only=True):
    """An arm: how large its units are (of artillery so many guns), how they stand and move (1.4)."""

    id: str
    name: Name
    figures: tuple[int, int]
    base: Base
    is_foot: bool = False
    formations: tuple[Formation, ...]
    moves: str = ""  # left out: by the weight of its guns
    dismounted: Dismounted | None = None
    rule: str

    @property
    def is_cavalry(self) -> bool:
        """Whether it rides (1.4.2b); dragoons do until they dismount."""
        return self.base == "horse"

    @property
    def is_artillery(self) -> bool:
        """Whether it has guns."""
        return self.base == "gun"


class SquareSide(Form, frozen=True, kw_only=True):
    """Files of a side of a square: figures and this, divided, rounded up (3.2.4.3)."""

    add: int
    by: int


class FormationForm(Form, frozen=True, kw_only=True):
    """A formation: how figures make its rectangle (3.2.4), where it faces, who charges in it."""

    id: Formation
    name: Name
    is_close: bool
    figures_per_file: int = 0
    ranks: int = 0
    files: dict[Base, int] = {}
    square: SquareSide | None = None
    wide: int = 0  # a file, or a gun; left out: as the base
    deep: dict[Base, int] = {}  # the whole; left out: ranks of bases
    faces: Literal["front", "every"] = "front"
    moves_freely: bool = False
    charges: tuple[Base, ...] = ()
    rule: str


class Movement(Form, frozen=True, kw_only=True):
    """How far one goes: in round 2, in a charge, falling back, in flight (3.2.2)."""

    id: str
    speed: dict[Formation | Literal["alone"], int]
    charge: dict[Formation, int] = {}
    falls_back: int
    flees: int | None = None  # left out: lost instead
    rule: str


class Weapon(Form, frozen=True, kw_only=True):
    """A firearm: its ranges, what hits there, of guns the dice of each (3.4.6, 3.4.7)."""

    id: str
    name: Name
    bands: dict[Band, int]
    hits: dict[Band, int]
    dice: dict[Band, int] = {}
    mounted: str = ""  # what it counts as on horseback (1.5.7); left out: itself
    fires_after_moving: bool = False
    rule: str

    def band(self, far: int) -> Band | None:
        """The range in which such a distance lies; None beyond the last."""
        return next((band for band, limit in self.bands.items() if far <= limit), None)

    @property
    def is_gun(self) -> bool:
        """Whether it has dice of its own, not those of its figures."""
        return bool(self.dice)


class Firing(Form, frozen=True, kw_only=True):
    """Who of a unit fires (3.4.9)."""

    id: Literal["foot-in-line-or-open-order", "column-or-mounted", "square", "building"]
    share: Part | None = None
    front_rank: bool = False
    rule: str


class Ability(Form, frozen=True, kw_only=True):
    """A special ability and what it costs (1.5, 1.7.2)."""

    id: Literal["exploration", "platoon_fire", "elan", "grenades", "cuirass"]
    name: Name
    points: int = 0
    points_per_figure: int = 0
    dice: Dice = Dice()
    rule: str


class SavingThrows(Form, frozen=True, kw_only=True):
    """What a natural die must reach (1.6.8, 3.4.19a, 1.5.5)."""

    leader: int
    character: int
    soft: int
    hard: int
    entrenchment: int
    cuirass: int


class FootAndHorse(Form, frozen=True, kw_only=True):
    """A number of foot and one of horse."""

    foot: int
    horse: int


class CombatDice(Form, frozen=True, kw_only=True):
    """How many dice one fights with, and what hits (3.5.2, 3.5.3)."""

    hits: int
    beyond_enemy: int
    file: int
    ranks: FootAndHorse
    full: Part
    flank: int
    rear: Part
    artillery: int
    building: Part
    building_files: int
    heavy_charge: int
    veteran: int
    most_difference: int


class ChargeReaction(Form, frozen=True, kw_only=True):
    """What the target of a charge may do, of which arms in which formations (3.3.2); left out: any."""

    id: Literal["stand", "fire", "counter-charge", "form-square", "evade"]
    arms: tuple[str, ...] = ()
    formations: tuple[Formation, ...] = ()
    arms_in_any_formation: tuple[str, ...] = ()
    rule: str


# Points and victory


class Points(Form, frozen=True, kw_only=True):
    """What a figure of these arms, or a gun of these weights with its crew, costs (1.7.1, 1.7.6)."""

    arms: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    by_quality: dict[Quality, int]
    rule: str


class LeaderPoints(Form, frozen=True, kw_only=True):
    """What leaders cost (1.7.4)."""

    condottiero: int
    general: int
    charismatic: int


class Victory(Form, frozen=True, kw_only=True):
    """What is worth how much, and who has won (6.2, 6.4, 6.5)."""

    lost: Part
    worn: Part
    worn_figures: Part
    standard: int
    margin: Part
    great: int
    collapse_units: Part
    collapse_commands: Part


class TablesForm(Form, frozen=True, kw_only=True):
    """The whole file of tables."""

    distances: Distances
    angles: Angles
    shares: Shares
    cost: Cost
    numbers: Numbers
    bases: Bases
    exploration: Exploration
    case: list[Case]
    reinforcements: Reinforcements
    configurations: Configurations
    light: Light
    speech: list[SpeechResult]
    order: list[OrderForm]
    new_orders: list[NewOrdersResult]
    influence: list[InfluenceResult]
    command: list[CommandResult]
    reaction: list[ReactionResult]
    quality: list[QualityForm]
    type: list[TypeForm]
    bloodlust: Bloodlust
    arm: list[Arm]
    formation: list[FormationForm]
    movement: list[Movement]
    weapon: list[Weapon]
    firing: list[Firing]
    ability: list[Ability]
    saving_throws: SavingThrows
    combat_dice: CombatDice
    charge_reaction: list[ChargeReaction]
    points: list[Points]
    leader_points: LeaderPoints
    victory: Victory


class Line(Modifier, frozen=True, kw_only=True):
    """A line of a table of modifiers; what says ``each`` counts as often as there is cause."""

    each: bool = False


class ExplorationLine(Line, frozen=True, kw_only=True):
    """A line of the exploration test: dice besides the number."""

    dice: int = 0


class NewOrdersLine(Line, frozen=True, kw_only=True):
    """A line of the new-orders test."""

    by_himself: bool  # it counts also when a cavalry general changes his order himself (3.1.6.19)


class ModifiersForm(Form, frozen=True, kw_only=True):
    """The whole file of modifiers."""

    exploration: list[ExplorationLine]
    speech: list[Line]
    new_orders: list[NewOrdersLine]
    form_square: list[Line]
    fire: list[Line]
    combat: list[Line]
    reaction: list[Line]
    influence: list[Line]
    command: list[Line]
