"""Everything about a battle of Esa between two decisions, as plain data."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Annotated, TypeAlias

from alfiere.games.esa.battlefield import Battlefield
from alfiere.games.esa.cards import Card, cards
from alfiere.games.esa.deck import Deck
from alfiere.games.esa.scenario import Scenario
from alfiere.games.esa.troops import LeaderProfile, Profile, Values
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.plain import Plain, Shared, Spare, plain
from alfiere.table.hexes import Hex

# What a unit has done this turn, as bits of Unit.did
MOVED = 1
FIRED = 2
EVADED = 4
ATTACKED = 8
PRESSED = 16
PURSUED = 32
REACTED = 64  # pressed, pursued or charged by reaction, esa.3.3.1g
COUNTER_CHARGED = 128
ACTED = 256  # a battery's one action, esa.9.2c
BARRAGED = 512  # fired the first of two volleys, esa.card.9b
CHANGED = 1024  # mounted or dismounted, esa.9.7c2
LATE = 2048  # made its move after the melee
BECAME_SHAKEN = 4096
REACTION_MELEE = 8192  # has a melee order by reaction, esa.3.3.1h
AGGRESSIVE_MELEE = 16384  # made contact without orders, esa.9.1c
RALLIED = 32768
FAILED_MOVE = 1 << 17  # a weakened unit's failed tests, esa.10.12c
FAILED_FIRE = 1 << 18
FAILED_MELEE = 1 << 19
FAILED_RALLY = 1 << 20
SKIPPED = 1 << 21  # its owner has passed it over in this phase
TURN = 1 << 22  # and above: how many turns of 60 degrees it has made, counted for veterans only, esa.v.1

RANKS = ("commander", "wing", "general", "character")


@plain
class Unit(Plain):
    """One fighting piece."""

    id: str
    seat: Seat
    division: str
    profile: Annotated[Profile, Shared("profile")]
    values: Annotated[Values, Shared("values")]
    _: KW_ONLY
    hex: Hex = ""  # empty before deployment and after elimination
    facing: int
    strength: int
    lost: int = 0  # losses of this turn
    is_shaken: bool = False
    is_paralysed: bool = False
    did: int = 0
    under: str = ""  # the division whose order a battery uses this turn, esa.9.2b2
    contacts: list[str] = []  # enemies it moved to contact this turn, esa.7.2e
    began_in_cover: bool = False  # began the turn in a wood, an area or difficult terrain, esa.card.40

    def turned(self, facing: int) -> Unit:
        """One like it that faces another way: to ask what would be."""
        there = self.copy()
        there.facing = facing
        return there

    @property
    def is_weakened(self) -> bool:
        """Strength reduced to one (esa.10.12a)."""
        return self.strength == 1 < self.profile.strength


@plain
class Leader(Plain):
    """A general or character."""

    id: str
    seat: Seat
    rank: str
    division: str  # the one he commands, or "" for none
    profile: Annotated[LeaderProfile, Shared("leader")]
    _: KW_ONLY
    hex: Hex = ""
    strength: int
    superior: str = ""  # the intermediate general he obeys, or ""
    began_with: str = ""  # the unit he was attached to when the turn began, esa.10.1b
    has_moved: bool = False


@plain
class Division(Plain):
    """A general with his units and the card he has been given."""

    id: str
    seat: Seat
    general: str
    units: list[str]
    prevailing: list[str]  # ids of all units of the prevailing type that ever belonged, esa.2.1.1f
    is_reserve: bool
    card: int = 0  # 0: none
    focus: str = ""  # "", "?" until it is declared, or the action
    has_order: bool = False  # a card with orders, received
    is_routed: bool = False


@plain
class Army(Plain):
    """One side: its cards and its determination."""

    seat: Seat
    value: int  # the army value
    determination: int
    _: KW_ONLY
    fallen_generals: int = 0  # lowers the command capacity, esa.10.9b
    deck: Deck
    hand: list[int] = []
    discard: list[int] = []
    aside: list[int] = []  # turned over in the test under way, or laid out for deployment
    commander: str
    cost: list[int] = [0, 0]  # determination to be lost at the end of the turn: units, generals

    @property
    def has_cards_unseen(self) -> bool:
        """Whether its owner alone knows a card of it; everybody knows whether he does (esa.3.2.2c)."""
        return bool(self.hand or self.aside or self.deck.top or self.deck.bottom)


@plain
class BattleState(Plain):
    """The whole battle."""

    scenario: Annotated[Scenario, Shared("scenario")]
    field: Annotated[Battlefield, Shared("field")]
    options: dict[str, str]
    turn: int = 0
    phase: str = "preparation"
    step: int = 0  # how far inside the phase
    initiative: Seat = ""  # empty until it is decided
    units: dict[str, Unit] = {}
    leaders: dict[str, Leader] = {}
    divisions: dict[str, Division] = {}
    armies: dict[Seat, Army] = {}
    at: dict[Hex, str] = {}  # the unit in each hex
    leader_at: dict[Hex, str] = {}
    queue: list[str] = []  # divisions, units or leaders that have still to act in this step
    acting: str = ""  # the division acting now
    active: list[str] = []  # its units that were in command when it began this action, esa.3.3b
    precedence: list[Seat] = []  # who places next at the level being deployed, then who
    first_to_deploy: Seat = ""  # precedence at level 3, kept for the leaders, esa.2.3f
    fought: list[str] = []  # pairs that have fought in this melee phase, "attacker defender"
    taken: list[str] = []  # objectives already paid for
    seen_hand: Seat = ""  # who is looking at the other's hand right now, esa.card.42
    looking: list[int] = []  # cards being looked at, esa.card.22
    looker: Seat = ""  # by whom
    cards_shown: bool = False  # the cards assigned are face up
    winner: str = ""  # "" while the battle goes on; a seat or "nobody"
    reason: str = ""
    # who has stepped back from whom or withdrawn from him in a combat of this melee phase, "unit enemy", esa.9.4a
    gave_way: Annotated[list[str], Spare()] = []

    def side(self, seat: Seat) -> list[Unit]:
        """A side's units on the map."""
        return [unit for unit in self.units.values() if unit.seat == seat and unit.hex]

    def unit_at(self, label: Hex) -> Unit | None:
        """The unit in a hex."""
        found = self.at.get(label)
        return self.units[found] if found is not None else None

    def leader_with(self, unit: Unit) -> Leader | None:
        """The leader attached to a unit (esa.10.1a)."""
        found = self.leader_at.get(unit.hex)
        return self.leaders[found] if found is not None else None

    def place(self, unit: Unit, label: Hex) -> None:
        """Put a unit into a hex, or off the map with an empty label."""
        if unit.hex:
            del self.at[unit.hex]
        unit.hex = label
        if label:
            self.at[label] = unit.id

    def place_leader(self, leader: Leader, label: Hex) -> None:
        """Put a leader into a hex, or off the map with an empty label."""
        if leader.hex:
            del self.leader_at[leader.hex]
        leader.hex = label
        if label:
            self.leader_at[label] = leader.id

    def card_of(self, division: Division) -> Card | None:
        """The card a division has received."""
        return cards()[division.card] if division.card else None


EsaGame: TypeAlias = Game[BattleState]


def other(seat: Seat) -> Seat:
    """The opponent."""
    return "blue" if seat == "red" else "red"


SEATS: tuple[Seat, Seat] = ("red", "blue")
