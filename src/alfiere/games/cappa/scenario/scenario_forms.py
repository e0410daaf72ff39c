"""The file of a skirmish as it is written: table, sides, squads, objectives, points, special rules."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from alfiere.battles.arrivals import ArrivalForm
from alfiere.battles.ground_forms import Edge, ExitForm, TableForm, ZoneForm
from alfiere.battles.weather import Light, Weather
from alfiere.games.cappa.scenario.features import FeatureForm
from alfiere.games.cappa.scenario.gun_forms import GunForm
from alfiere.games.cappa.scenario.occasion_forms import EventForm, EventsForm, ThingForm
from alfiere.games.cappa.scenario.talk_forms import ConfessionForm, NewsForm
from alfiere.games.cappa.sheets.character_forms import CharacterForm, Formation
from alfiere.games.cappa.sheets.optional_rules import DeckForm, EarnsForm
from alfiere.kernel.forms import Form, Name

Seat = Literal["red", "blue", "green", "master"]  # no file has a side of the last
Aim = TypeVar("Aim")
OPTIONS: tuple[str, ...] = ("fall_back", "disarm", "experience", "cards", "ammunition", "jams", "visibility")
OPTIONS += ("collaboration", "dragoons")


class ComingForm(ArrivalForm, frozen=True, kw_only=True):
    """When and where somebody is on the table: besides edges by event markers (cappa.2.1.3.h2), or put there in a turn.

    ``arrives_in``: see cappa.2.1.h1.
    """

    by_markers: ZoneForm | None = None  # only by markers that lie here; left out: by any, cappa.2.1.3c
    player: int = 1  # which of the side's players has him, cappa.2.1.1.h3


class EntryForm(ComingForm, frozen=True, kw_only=True):
    """A character of the order of battle. devoted_to, loyal_to: another's id (cappa.8.1.2g, cappa.8.1.2m)."""

    id: str
    profile: str
    name: Name
    devoted_to: str = ""
    loyal_to: str = ""
    carries: tuple[str, ...] = ()
    in_hand: tuple[str, ...] = ()  # left out: his player says, cappa.2.2.1.h1
    is_in_disguise: bool = False  # nobody's enemy, and without a weapon in hand, until he draws one


class MembersForm(Form, frozen=True, kw_only=True):
    """So many members of a squad with the same sheet."""

    profile: str
    count: int


class SquadForm(ComingForm, frozen=True, kw_only=True):
    """A squad of the order of battle; a scenario may let it be smaller or larger than usual."""

    id: str
    name: Name
    members: tuple[MembersForm, ...]
    formation: Formation
    leader: EntryForm | None = None
    has_ensign: bool = False
    is_of_any_size: bool = False
    is_mixed: bool = False  # by exception of several types, or with protagonists among its men, cappa.6.0b, cappa.6.0c
    gun: GunForm | None = None  # of a squad of gunners, cappa.10.1a


class SideForm(Form, frozen=True, kw_only=True):
    """One side: its characters and squads, its task and its edge of the table."""

    seat: Seat
    code: str
    name: Name
    mission: str
    edge: Edge
    zone: ZoneForm
    aim: Name
    character: tuple[EntryForm, ...] = ()
    squad: tuple[SquadForm, ...] = ()
    are_civilians: bool = False  # one may haggle with them, cappa.t.talk
    experience: int = 0  # points it brings from earlier games, cappa.3.3a
    deck: DeckForm = DeckForm()  # played with cards, cappa.9.2.3d
    neutral_to: tuple[str, ...] = ()  # sides whose enemy it is only when one attacks the other, or it says so
    may_be_unplayed: bool = False  # a third side that can do without a player
    guards: str = ""  # while unplayed: a house that it defends against whoever comes in with a weapon in hand


class ScoreForm(Form, frozen=True, kw_only=True):
    """Victory points (cappa.3.1.1a): each time an enemy of these classes suffers this, or a friend is saved.

    When the game ends: each building ``burning`` or ``unburnt``; after its last turn a thing that is ``in hand``.
    ``brought off`` and ``drunk`` state what an event is worth: whom it brings is taken off the table, its wine drunk.
    """

    kind: Literal[
        "out of action",
        "yielded",
        "disarmed",
        "captured",
        "saved",
        "burning",
        "unburnt",
        "in hand",
        "brought off",
        "drunk",
    ]
    each: int
    text: Name
    of: tuple[Literal["hero", "protagonist", "extra"], ...] = ("hero", "protagonist", "extra")
    side: str = ""  # left out: both
    option: str = ""  # only with this option
    per: int = 1  # so many of them together are worth it
    thing: str = ""
    event: str = ""
    profile: str = ""  # only of those with this sheet


class SpecialForm(Form, frozen=True, kw_only=True):
    """A special rule; ``squad of any size`` names a squad, ``recommended`` an option, ``weather`` light and weather.

    ``battering``: hits of round shot on the same wall add up (cappa.10.2.3.h3). ``campaign``: the skirmish may be the
    «scouting» or «rearguard» game of one, and which side scouts or was beaten in the battle (cappa.9.8a). ``stock``:
    each man of a squad can use a weapon so many times (cappa.5.3.3.h10). ``told``: what ground and order of battle
    already say by themselves. ``fire``: buildings are lit by a ``side`` and put out by another, for ``pa`` with one of
    the ``things`` at hand; nobody goes into one that burns (cappa.9.7.2e). ``owned``: things in a house that others
    may take when nobody of the owner's side is in it, or when he has been talked out of them (cappa.t.talk).
    """

    kind: Literal[
        "squad of any size", "recommended", "weather", "battering", "campaign", "stock", "told", "fire", "owned"
    ]
    text: Name
    squad: str = ""
    weapon: str = ""
    count: int = 0
    option: str = ""
    value: str = ""
    side: str = ""
    light: Light = "day"
    weather: Weather = "clear"
    clears_on: tuple[int, ...] = ()  # numbers of a d6 on which fog lifts, if not the usual ones, cappa.9.5.3b
    rains_on: tuple[int, ...] = ()
    put_out_by: str = ""
    pa: int = 0  # left out: as many as without them
    things: tuple[str, ...] = ()
    owner: str = ""
    house: str = ""
    goods: tuple[str, ...] = ()


class ScenarioForm(Form, Generic[Aim], frozen=True, kw_only=True):
    """The whole file; what its objectives may be stands far above (``objectives``)."""

    id: str
    game: Literal["cappa"]
    origin: Literal["seed", "reading", "house"]
    title: Name
    date: str
    summary: Name
    turns: int
    table: TableForm
    side: tuple[SideForm, ...]
    outcome: Literal["A", "B"] = "B"  # cappa.3.1.h1
    character: tuple[CharacterForm, ...] = ()
    terrain: tuple[FeatureForm, ...] = ()
    objective: tuple[Aim, ...] = ()
    score: tuple[ScoreForm, ...] = ()
    special: tuple[SpecialForm, ...] = ()
    exit: tuple[ExitForm, ...] = ()  # cappa.4.h2
    thing: tuple[ThingForm, ...] = ()
    event: tuple[EventForm, ...] = ()
    confession: tuple[ConfessionForm, ...] = ()  # that may be extracted, cappa.t.talk
    news: tuple[NewsForm, ...] = ()  # that may be passed on, cappa.t.talk
    earns: tuple[EarnsForm, ...] = ()  # what brings experience; left out: the usual, cappa.9.1.1c
    events: EventsForm | None = None
