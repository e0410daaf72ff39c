"""The tables of the rulebook, read from data/tables.toml and data/terrain.toml: numbers, actions, modifiers, terrain.

All lengths, heights and weights are in hundredths (of a um, a level, a person).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from alfiere.battles.ground_forms import KindOfGround
from alfiere.games.cappa import HERE
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.forms import Form, Name, by_id, hundredths
from alfiere.kernel.modifiers import Modifier, Modifiers

DATA = HERE / "data"
CLASSES = ("hero", "protagonist", "extra")
ClassId = Literal["hero", "protagonist", "extra"]
Fraction = tuple[int, int]
Way = Literal["free", "difficult", "closed"]


class Numbers(Form, frozen=True, kw_only=True):
    """Single numbers of the rules."""

    valid_die: int
    initiative_die: int
    order_to_one: int
    last_phase: int
    zone_of_control: int
    shield: int
    second_line: int
    always_hits: int
    hit_loses: int
    rider_struck: int
    climb: int
    climb_stairs: int
    storey: int
    gentle_rise: int
    hill: int
    high_cover: int
    safe_fall: int
    fall: int
    without_rider: int
    led_horses: int
    difficult: int
    load: int
    heavy_load: int
    carriers: int
    give_ground: int
    push_angle: int
    evasion_angle: int
    grenades_in_squad: int
    countercharge_mounted: Fraction
    recovery: Fraction
    loaded_cart: Fraction
    aggressive_die: int
    trained_reload: int
    least_reload: int
    betrayed_protagonists: int
    betrayed_extras: int
    squad_size: Fraction
    firmness_for_pe: int
    metres: int
    close_order: int
    canister_spread: int
    gun_turn: int
    cart_turn: int
    ruling: int
    earthwork_hits: int


class Lengths(Form, frozen=True, kw_only=True):
    """Single lengths of the rules, in hundredths of a um."""

    tolerance: int
    foot_base: int
    mounted_base: int
    large_animal: int
    level: int
    sector: int
    obstacle_depth: int
    crossing: int
    cover: int
    through_wood: int
    inside_wood: int
    opening: int
    door: int
    gate: int
    window: int
    gap: int
    well: int
    deploy_edge: int
    second_line_mov: int
    crawl: int
    least_move: int
    improvised_move: int
    means_at_hand: int
    shelter: int
    talk: int
    jump: int
    jump_down: int
    jump_down_aside: int
    jump_down_mounted: int
    charge_step: int
    countercharge_beyond: int
    extra_foot: int
    extra_mounted: int
    moved_far: int
    defended: int
    higher: int
    push: int
    break_off: int
    reach: int
    leadership: int
    devoted: int
    brave: int
    open_order: int
    squad_crossing: int
    compact: int
    dressing: int
    close_order_slower: int
    close_order_least: int
    close_up: int
    breach: int
    shift: int
    worked_gap: int


class CharacterClass(Form, frozen=True, kw_only=True):
    """Hero, protagonist or extra (cappa.1.2, cappa.3.2.1a)."""

    id: ClassId
    name: Name
    wounds: int
    lines: int
    value: int
    is_unique: bool
    may_be_member: bool
    may_lead: bool


class Armour(Form, frozen=True, kw_only=True):
    """What an armour class stands for (cappa.1.2.4i)."""

    ca: int
    name: Name


class PointsTable(Form, frozen=True, kw_only=True):
    """How often each value counts in the points of a character (cappa.8.h1)."""

    mo: int
    ti: int
    mi: int
    armour: int
    bare: int
    mov: int
    discount: int
    least: int
    horse: int
    factor: dict[ClassId, Fraction]


class Mission(Form, frozen=True, kw_only=True):
    """How much of its value a side will lose for its task (cappa.3.2.1b-cappa.3.2.1d)."""

    id: str
    share: Fraction
    name: Name
    rule: str

    def firmness(self, value: int) -> int:
        """The firmness of a side of this value, rounded up."""
        part, whole = self.share
        return -(-value * part // whole)


class Action(Form, frozen=True, kw_only=True):
    """What PA are spent on (cappa.2.2.1)."""

    id: str
    rule: str
    pa: int = 0
    cost: Literal["fixed", "at least", "weapon", "reaction", "move", "added"] = "fixed"
    ability: str = ""


class Reaction(Form, frozen=True, kw_only=True):
    """What a threatened character may do out of turn (cappa.2.2.2)."""

    id: str
    to: Literal["fire", "charge", "melee", "flight"]
    pa: int
    when: Literal["simultaneous", "before the shot", "after the first step", "before the fugitive moves"]
    rule: str
    test: Literal["", "reactor", "enemy"] = ""
    is_obligatory: bool = False
    ability: str = ""


class FireModifier(Modifier, frozen=True, kw_only=True):
    """A number added to the shooter's Ti or the target's CA (cappa.5.1.3)."""

    to: Literal["Ti", "CA"]


class MeleeModifier(Modifier, frozen=True, kw_only=True):
    """A number added to the attacker's Mi or the defender's CA (cappa.5.2.2)."""

    to: Literal["Mi", "CA"]


class Improvised(Form, frozen=True, kw_only=True):
    """An attack with what lies at hand (cappa.2.2.3.h1)."""

    id: str
    name: Name
    within: int
    to_hit: Literal["Ti", "Mi", "morale"]
    of: Literal["attacker", "scenery"] = "attacker"
    add: int = 0
    weapon: str = ""
    rolls_damage: bool = False
    loses_all: bool = False
    loses: int = 0
    push: int = 0
    prone: Literal["", "always", "fully passed"] = ""
    worse_hits: int = 0
    not_in_melee_with_another: bool = False


class Talk(Form, frozen=True, kw_only=True):
    """Something that may be said (cappa.2.2.1.h7)."""

    id: str
    name: Name
    pa: int
    to: tuple[Literal["friend", "enemy", "captive", "civilian", "wounded"], ...]
    within: int
    test: Literal["", "speaker", "listener"] = ""
    looks_within: int = 0
    once_a_turn: bool = False


class Gun(Form, frozen=True, kw_only=True):
    """How a piece of artillery is worked (cappa.t.artillery); how large it is stands with the terrain."""

    id: str
    crew: tuple[int, int]  # the least and the most gunners, cappa.10.1e
    fire: int  # PA of all together
    load: int
    move: int
    round_shot: int = 0  # dice
    canister: int = 0
    shell: int = 0
    blast: int = 0
    animals: int  # that draw its limber, cappa.10.4.3.h6
    is_shifted: bool = False  # by hand, cappa.10.4.2a


class Work(Form, frozen=True, kw_only=True):
    """What a squad does all together for so many PA (cappa.t.collaborative)."""

    id: str
    name: Name
    pa: int
    rule: str


class Obstacle(Form, frozen=True, kw_only=True):
    """Something that stops a move and takes PA to cross; None: it cannot be crossed so (cappa.t.obstacles)."""

    id: str
    name: Name
    height: int
    foot: int | None = None
    mounted: int | None = None
    collaborative: int = 0
    is_climbed: bool = False
    blocks_sight: bool = False
    gives_cover: bool = False
    is_rigid: bool = False
    hits: int = 0


class Ground(Form, frozen=True, kw_only=True):
    """What an area does to movement, sight and fire (cappa.t.terrain)."""

    id: str
    name: Name
    foot: Way = "free"
    mounted: Way = "free"
    sight: Literal["free", "limited", "room", "half", "beyond"] = "free"
    sight_through: int = 0
    sight_inside: int = 0
    gives_cover: bool = False
    covers_only_on_crest: bool = False
    is_rigid: bool = False


class TerrainKind(KindOfGround, frozen=True, kw_only=True):
    """What a scenario may call a piece of terrain, and what it is."""

    of: str
    structure: str = ""
    is_hidden: bool = False


class Structure(Form, frozen=True, kw_only=True):
    """How many hits of round shot breach it (cappa.t.breach)."""

    id: str
    name: Name
    hits: int
    origin: Literal["seed", "house"]


class Load(Form, frozen=True, kw_only=True):
    """What a thing weighs in hundredths of a person; None: it cannot be carried (cappa.t.weights)."""

    id: str
    name: Name
    weight: int | None = None


class Mount(Form, frozen=True, kw_only=True):
    """A beast to ride or to load (cappa.t.mounts)."""

    id: str
    name: Name
    mov: int
    base: int
    ca: int
    with_rider: int = 0
    without_rider: int = 0
    is_ridden: bool = True
    points: int = 0


class GunBase(Form, frozen=True, kw_only=True):
    """The base of a gun: its front edge and its depth (cappa.t.gun_bases)."""

    id: str
    name: Name
    weapon: str
    width: int
    depth: int
    points: int


class TablesForm(Form, frozen=True, kw_only=True):
    """The file data/tables.toml."""

    numbers: Numbers
    lengths: Lengths
    points: PointsTable
    armour: tuple[Armour, ...]
    mission: tuple[Mission, ...]
    action: tuple[Action, ...]
    reaction: tuple[Reaction, ...]
    morale: tuple[Modifier, ...]  # added to Mo, cappa.2.3.2
    fire: tuple[FireModifier, ...]
    melee: tuple[MeleeModifier, ...]
    improvised: tuple[Improvised, ...]
    talk: tuple[Talk, ...]
    gun: tuple[Gun, ...]
    work: tuple[Work, ...]
    classes: tuple[CharacterClass, ...] = msgspec.field(name="class")


class TerrainForm(Form, frozen=True, kw_only=True):
    """The file data/terrain.toml."""

    obstacle: tuple[Obstacle, ...]
    ground: tuple[Ground, ...]
    kind: tuple[TerrainKind, ...]
    structure: tuple[Structure, ...]
    load: tuple[Load, ...]
    mount: tuple[Mount, ...]
    gun: tuple[GunBase, ...]


class Tables:
    """Numbers, actions and modifiers, each by its id."""

    def __init__(self, form: TablesForm, path: Path) -> None:
        self.numbers, self.lengths, self.points = form.numbers, form.lengths, form.points
        self.classes: dict[str, CharacterClass] = by_id(form.classes, "class", path)
        self.armour: dict[int, Armour] = {armour.ca: armour for armour in form.armour}
        self.missions: dict[str, Mission] = by_id(form.mission, "mission", path)
        self.actions: dict[str, Action] = by_id(form.action, "action", path)
        self.reactions: dict[str, Reaction] = by_id(form.reaction, "reaction", path)
        self.morale = Modifiers(form.morale, "morale", path)
        self.fire = Modifiers(form.fire, "fire", path)
        self.melee = Modifiers(form.melee, "melee", path)
        self.improvised: dict[str, Improvised] = by_id(form.improvised, "improvised", path)
        self.talk: dict[str, Talk] = by_id(form.talk, "talk", path)
        self.guns: dict[str, Gun] = by_id(form.gun, "gun", path)
        self.works: dict[str, Work] = by_id(form.work, "work", path)


class Terrain:
    """Obstacles, ground, loads, mounts and guns, each by its id."""

    def __init__(self, form: TerrainForm, path: Path) -> None:
        self.obstacles: dict[str, Obstacle] = by_id(form.obstacle, "obstacle", path)
        self.grounds: dict[str, Ground] = by_id(form.ground, "ground", path)
        self.kinds: dict[str, TerrainKind] = by_id(form.kind, "kind", path)
        self.structures: dict[str, Structure] = by_id(form.structure, "structure", path)
        self.loads: dict[str, Load] = by_id(form.load, "load", path)
        self.mounts: dict[str, Mount] = by_id(form.mount, "mount", path)
        self.guns: dict[str, GunBase] = by_id(form.gun, "gun", path)
        person = self.loads.get("person")
        if person is None or not person.weight:
            raise BadData(path, "load person.weight", "a grown person has a weight, which others are measured by")
        self.person: int = person.weight


def read_tables(path: Path) -> Tables:
    """The tables from their file. Raises BadData."""
    data = hundredths(read_toml(path), ("lengths", "within", "looks_within", "push", "blast"), path)
    form = shaped(data, TablesForm, path)
    found = Tables(form, path)
    if lacking := [name for name in CLASSES if name not in found.classes]:
        raise BadData(
            path, "class", f"«{lacking[0]}» is missing: there are heroes, protagonists and extras (cappa.1.2a)"
        )
    if lacking := [name for name in CLASSES if name not in form.points.factor]:
        raise BadData(path, "points.factor", f"«{lacking[0]}» is missing (cappa.8.h1)")
    if sorted(found.armour) != [1, 2, 3, 4, 5] or len(form.armour) != 5:
        raise BadData(path, "armour", "there must be one entry for each class from 5 to 1 (cappa.1.2.4i)")
    fractions = {"numbers.countercharge_mounted": form.numbers.countercharge_mounted}
    fractions["numbers.recovery"] = form.numbers.recovery
    fractions["numbers.loaded_cart"] = form.numbers.loaded_cart
    fractions |= {f"mission {mission.id}.share": mission.share for mission in form.mission}
    for where, (part, whole) in fractions.items():
        if not 0 < part <= whole:
            raise BadData(path, where, f"{part} of {whole} is not a share; write it like [3, 4]")
    for where, (_, whole) in form.points.factor.items():
        if whole < 1:
            raise BadData(path, f"points.factor.{where}", "write a factor like [7, 4], seven quarters")
    for one in form.classes:
        if one.wounds < 1 or not 1 <= one.lines <= 2:
            raise BadData(path, f"class {one.id}", "wounds must be at least 1 and lines 1 or 2 (cappa.1.2.4d)")
    for action in form.action:
        if (action.pa < 1) == (action.cost in ("fixed", "at least", "added")):
            raise BadData(
                path, f"action {action.id}", f"«pa» is {action.pa}, which does not go with cost «{action.cost}»"
            )
    for length in Lengths.__struct_fields__:
        if getattr(form.lengths, length) < 0:
            raise BadData(path, f"lengths.{length}", "a length cannot be negative")
    if not 0 < form.lengths.least_move <= form.lengths.crawl:
        raise BadData(path, "lengths.least_move", "must be more than nothing, and not more than one crawls")
    return found


def read_terrain(path: Path) -> Terrain:
    """Obstacles and ground from their file. Raises BadData."""
    lengths = ("height", "sight_through", "sight_inside", "width", "length", "depth", "mov", "base")
    weights = ("weight", "with_rider", "without_rider")
    form = shaped(hundredths(read_toml(path), (*lengths, *weights), path), TerrainForm, path)
    found = Terrain(form, path)
    for kind in form.kind:
        where = f"kind {kind.id}"
        known: Iterable[str] = found.grounds
        if kind.what == "obstacle":
            known = found.obstacles
        elif kind.what == "mark":
            known = ("event",)
        if kind.of not in known:
            raise BadData(path, f"{where}.of", f"«{kind.of}» is not known; it must be one of {', '.join(known)}")
        if (kind.what == "building") != bool(kind.structure):
            raise BadData(path, where, "«structure» says what the walls of a building are made of; only it needs one")
        if kind.structure and kind.structure not in found.structures:
            known = found.structures
            why = f"«{kind.structure}» is not known; it must be one of {', '.join(known)}"
            raise BadData(path, f"{where}.structure", why)
    for load in form.load:
        if load.weight is not None and load.weight < 0:
            raise BadData(path, f"load {load.id}.weight", "a weight cannot be negative")
    return found


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that come with the game."""
    return read_tables(DATA / "tables.toml")


@lru_cache(maxsize=1)
def terrain() -> Terrain:
    """The terrain that comes with the game."""
    return read_terrain(DATA / "terrain.toml")
