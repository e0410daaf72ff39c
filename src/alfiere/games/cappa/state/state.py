"""Everything about a skirmish between two decisions, as plain data. Lengths are hundredths of a um."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import KW_ONLY
from typing import Annotated, NamedTuple, TypeAlias

from alfiere.battles.marks import Lifetime, Marks
from alfiere.games.cappa.scenario.battlefield import Ground
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.sheets.characters import Character, Line
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.plain import Plain, Shared, Spare, Written, plain

SEATS: tuple[Seat, ...] = ("red", "blue", "green")  # a scenario has two of them or three, cappa.2.1.1.h4

# Where a character is
OFF = "off"  # waits beyond the edge, cappa.2.1.3a
ON = "on"
OUT = "out"  # out of action, lies where he fell, cappa.1.2.h1
GONE = "gone"  # eliminated, killed or left the table

IMPULSE, ACTION = Lifetime("impulse"), Lifetime("action")  # of marks, beside turn and game


@plain
class Figure(Plain):
    """A character, with or without a horse under him."""

    id: str
    seat: Seat
    sheet: Annotated[Character, Shared("character")]
    _: KW_ONLY
    squad: str = ""  # the squad he belongs to, or ""
    where: str = OFF
    x: int = 0
    y: int = 0
    level: int = 0  # how high he is above the ground there: a storey, a wall he climbs
    wounds: int = 0
    # the turn
    die: int = 0  # what he was given in the orders phase, 0 for none
    pa: int = 0
    is_activated: bool = False
    has_acted: bool = False  # has had his one action of the last phase, cappa.2.1.5a
    moved: int = 0  # this turn, cappa.5.1.3e
    # the impulse
    moved_now: int = 0  # cappa.5.1.3f
    has_aimed: bool = False
    charged: str = ""  # whom he charged in this impulse, cappa.5.2.2i
    charged_this_turn: bool = False  # cappa.5.2.7a
    fled_from: str = ""  # the charger he evades in this impulse, cappa.4.3.9g
    assails: str = ""  # whom he charged across an obstacle that one defends, cappa.5.2.2.h5
    # how he is
    is_prone: bool = False
    shaken: str = ""  # "" or why: wound, fire, melee, cry
    shaken_in: int = 0  # the turn in which it happened
    has_run: bool = False  # moved towards shelter this turn, cappa.2.3.3c2
    is_written_off: bool = False  # his value is already taken from firmness, cappa.3.2.3.h1
    captor: str = ""  # who holds him, or ""
    has_surrendered: bool = False  # stands where he is, may be picked up, cappa.2.2.1.h6
    # what he has
    arms: list[str]
    hands: list[str]  # what is ready, cappa.2.2.1.h1
    empty: list[str]  # not loaded or not nocked
    bayonet: str = ""  # the one that is fixed, or ""
    match_is_lit: bool = True
    is_mounted: bool
    mount: str  # what kind of beast is under him, or ""
    carries: list[str] = []  # things and captives
    # who he is to others
    devoted_to: str = ""
    loyal_to: str = ""
    edge: str  # by which he came, cappa.2.3.3.h5
    marks: Annotated[list[str], Written("used")] = []  # what else is to be remembered of him: OF_FIGURE
    gave: int = 0  # PA already spent on a talk that takes several, cappa.2.2.1.h15
    player: int = 1  # which of the side's players has him, cappa.2.1.1.h3

    def at(self, place: Sequence[int]) -> Figure:
        """One like him who stands at another place: to ask what would be."""
        there = self.copy()
        there.x, there.y = place
        return there

    @property
    def line(self) -> Line:
        """The values in force (cappa.1.2.4d)."""
        return self.sheet.line(self.wounds)

    @property
    def is_up(self) -> bool:
        """On the table and able to act at all."""
        return self.where == ON and not self.captor and not self.has_surrendered

    @property
    def acts_alone(self) -> bool:
        """Of no squad, or a hero of one on a die of his own (cappa.6.1.h2)."""
        return not self.squad or (self.die > 0 and self.sheet.is_hero)


@plain
class Squad(Plain):
    """Extras who act as a body, with or without a leader."""

    id: str
    seat: Seat
    leader: str
    members: list[str]  # the leader included
    strength: int  # when the game or its deployment began, cappa.2.3.h3
    formation: str
    has_flag: bool = False
    lost_flag: bool = False
    die: int = 0
    pa: int = 0
    is_activated: bool = False
    has_acted: bool = False
    shaken: str = ""
    shaken_in: int = 0
    is_written_off: bool = False
    player: int = 1
    ensign: str = ""  # who carries its flag, cappa.6.2a
    last: str = ""  # who is left of it and goes on alone, cappa.6.h3


@plain
class Thing(Plain):
    """Something that can be picked up, led or ridden."""

    id: str
    kind: str
    x: int
    y: int
    level: int
    bearer: str  # who carries or leads it, or ""
    helper: str = ""  # who carries it with him, cappa.4.3.7.h3
    heading: int = 0  # of a vehicle or gun, cappa.1.1.h3
    aboard: Annotated[str, Spare()] = ""  # the cart on which it lies


@plain
class Gun(Plain):
    """A piece of artillery and who works it (chapter 10); where it stands says the thing of the same id."""

    id: str
    seat: Seat  # whose it is: of the crew that works it, or did last
    crew: str  # the squad of its gunners; empty when it is abandoned, cappa.10.1g
    charge: str  # what it is loaded with: canister, round shot or shell; empty if it is not, cappa.10.2.1a
    limber: str  # the thing that draws it, or ""
    is_limbered: bool = False
    is_spiked: bool = False  # cappa.10.1.h5
    animals: int = 0  # before its limber, cappa.10.4.3.h6
    under_fire: str = ""  # what its crew has met this turn: firearms, other missiles, melee, cappa.10.2.1c, cappa.10.3c


@plain
class Side(Plain):
    """One side: how much it will bear, what it has won, the dice it may still give out."""

    seat: Seat
    firmness: int
    firmness_at_start: int
    points: int = 0  # victory points
    experience: int = 0
    dice: list[int] = []  # valid dice not yet placed
    owners: list[int] = []  # of each of them, the player who rolled it; empty if there is one only, cappa.2.1.1.h3
    is_beaten: bool = False  # it has left the table while others play on, cappa.3.2.2.h1
    turned: Annotated[list[int], Spare()] = []  # cards since the last shuffle, cappa.9.2.2a
    shuffles: Annotated[int, Spare()] = 0  # how often its deck has been shuffled again, cappa.9.2.2b


@plain
class SkirmishState(Plain):
    """The whole skirmish."""

    scenario: Annotated[Scenario, Shared("scenario")]
    ground: Annotated[Ground, Shared("ground")]
    options: dict[str, str]
    turn: int = 0
    phase: str = "set-up"
    step: int = 0  # how far inside the phase
    order: list[Seat] = []  # of initiative, the first has it; empty until it is decided
    figures: dict[str, Figure] = {}
    squads: dict[str, Squad] = {}
    things: dict[str, Thing] = {}
    sides: dict[Seat, Side] = {}
    acting: str = ""  # the figure or squad whose impulse it is, or ""
    called: int = 0  # the number of PA called now
    spent: int = 0  # PA spent in this impulse
    queue: list[str] = []  # who has still to act, enter or be placed in this step
    changed: list[str] = []  # ground no longer as the scenario has it: doors opened, walls breached, markers gone
    deck: list[str] = []  # the events nobody has revealed yet, cappa.7.1.1d
    winner: str = ""  # "" while it goes on; a seat or "nobody"
    reason: str = ""
    guns: Annotated[dict[str, Gun], Spare()] = {}
    battered: Annotated[dict[str, int], Spare()] = {}  # hits of round shot on a wall so far, cappa.10.2.3.h3
    # what is worth points only several at a time: the line of the scenario and the seat, cappa.3.1.1a
    tallied: Annotated[dict[str, int], Spare()] = {}
    # who is nobody's enemy yet: pairs of sides, «blue green», and characters whom nobody has recognised
    peace: Annotated[list[str], Spare()] = []
    # what events, objectives and owners have to remember, of which the ground shows nothing: OF_SKIRMISH
    marks: Annotated[list[str], Spare(), Written("notes")] = []
    # who was out of each side's sight when it last looked round; who has fallen or gone since stays until he is seen
    unseen: Annotated[dict[str, list[str]], Spare()] = {}

    def supposing(self, figures: Iterable[Figure]) -> SkirmishState:
        """The skirmish as it would be with these in the place of those of the same name; it is only looked at."""
        twin = copy(self)
        twin.figures = self.figures | {one.id: one for one in figures}
        return twin

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every side, two or three."""
        return tuple(self.sides)

    @property
    def initiative(self) -> Seat:
        """Who has it; empty until it is decided."""
        return self.order[0] if self.order else ""

    def standing(self, seat: Seat | None = None) -> list[Figure]:
        """Characters on the table who are able to act, of one side or of all."""
        everybody = self.figures.values()
        if seat is None:
            return [one for one in everybody if one.where == ON and not one.captor and not one.has_surrendered]
        return [
            one
            for one in everybody
            if one.seat == seat and one.where == ON and not one.captor and not one.has_surrendered
        ]

    def _strangers_to(self, seat: Seat, among: Iterable[Figure] | None = None) -> list[Figure]:
        """Characters of other sides on the table who are able to act; ``among``: only of these."""
        return [
            one
            for one in (self.figures.values() if among is None else among)
            if one.seat != seat and one.where == ON and not one.captor and not one.has_surrendered
        ]

    def enemies(self, seat: Seat) -> list[Figure]:
        """The enemies of a side on the table who are able to act."""
        others = self._strangers_to(seat)
        return others if not self.peace else [one for one in others if self._is_hostile(seat, one)]

    def enemies_of(self, who: Figure | Squad, among: Iterable[Figure] | None = None) -> list[Figure]:
        """The enemies of a character or squad: as of his side, but nobody's of who is not recognised."""
        others, unknown = self._strangers_to(who.seat, among), self.peace
        if not unknown:
            return others
        if who.id in unknown:
            return []
        others = [one for one in others if one.id not in unknown]
        if self._is_wanted(who):
            return others
        friends = [seat for seat in self.sides if self.are_at_peace(who.seat, seat)]
        return [one for one in others if one.seat not in friends or WANTED.is_on(one)]

    def may_attack(self, who: Figure | Squad) -> list[Figure]:
        """Whom somebody may attack: his enemies, and those who would be from then on."""
        others, unknown = self._strangers_to(who.seat), self.peace
        return [one for one in others if one.id not in unknown] if unknown else others

    def are_enemies(self, who: Figure | Squad, other: Figure | Squad) -> bool:
        """Whether two are enemies now: of two sides that are not at peace, and both recognised."""
        if not self.peace or who.seat == other.seat:
            return who.seat != other.seat
        if who.id in self.peace or other.id in self.peace:
            return False
        return self._is_wanted(who) or self._is_wanted(other) or not self.are_at_peace(who.seat, other.seat)

    def _is_wanted(self, who: Figure | Squad) -> bool:
        """Whether somebody is everybody's enemy; a band whom an event has brought too (cappa.7.2i)."""
        if isinstance(who, Figure):
            return WANTED.is_on(who)
        return any(WANTED.is_on(self.figures[name]) for name in who.members)

    def _is_hostile(self, seat: Seat, one: Figure) -> bool:
        if one.id in self.peace:
            return False
        return WANTED.is_on(one) or not self.are_at_peace(seat, one.seat)

    def are_at_peace(self, one: Seat, other: Seat) -> bool:
        """Whether neither of two sides has attacked the other, where the scenario begins so."""
        return peace_of(one, other) in self.peace

    def squad_of(self, figure: Figure) -> Squad | None:
        """The squad a character acts with: not while he has a die of his own (cappa.2.1.2.h6)."""
        if not figure.squad or figure.die:
            return None
        return self.squads[figure.squad]

    def is_shaken(self, figure: Figure) -> bool:
        """Shaken himself or with his squad."""
        squad = self.squad_of(figure)
        return bool(figure.shaken or (squad is not None and squad.shaken))


SkirmishGame: TypeAlias = Game[SkirmishState]

# Every mark is declared where its chapter says what it means.
OF_FIGURE: Marks[Figure] = Marks()
OF_SKIRMISH: Marks[SkirmishState] = Marks()
KNOWS = OF_FIGURE.about("knows", str)  # a piece of news
WANTED = OF_FIGURE.bare("wanted")  # he has been recognised: everybody's enemy, whoever is at peace with his side


class OfSide(NamedTuple):
    """What a mark of the skirmish is about where it concerns one side."""

    what: str
    seat: Seat


def peace_of(one: Seat, other: Seat) -> str:
    """How the peace between two sides is written."""
    return " ".join(sorted((one, other)))


def others(s: SkirmishState, seat: Seat) -> tuple[Seat, ...]:
    """The opponents."""
    return tuple(one for one in s.sides if one != seat)


def by_initiative(s: SkirmishState) -> tuple[Seat, ...]:
    """Every seat, the one with the initiative first (cappa.2.1.1.h4)."""
    return tuple(s.order) or s.seats
