"""What the file of a skirmish says of exits, of things that lie about, of vehicles, and of events."""

from __future__ import annotations

from typing import Literal

from alfiere.games.cappa.sheets.event_types import Effect
from alfiere.games.cappa.sheets.measures import Point, Rect
from alfiere.kernel.forms import Form, Name


class ThingForm(Form, frozen=True, kw_only=True):
    """Something to be found: a load, a beast, a weapon; or a vehicle or gun, which faces so many degrees from north."""

    id: str
    kind: str
    name: Name
    at: Point | None = None  # of what an event brings: where its marker was
    faces: int = 0
    aboard: str = ""  # the cart on which it lies, instead of a place


class RewardForm(Form, frozen=True, kw_only=True):
    """What a side earns by somebody whom an event brings: off the table with him, into a house, or by his death."""

    side: str
    worth: int
    how: Literal["off", "into", "killed"] = "off"
    house: str = ""


class EventForm(Form, frozen=True, kw_only=True):
    """A row of the table of events (cappa.7.1a): what is told, and what comes of it for the side that reveals it.

    ``type``: one of data/event_types.toml, with the particulars below; without a type it is what the scenario says.
    """

    id: str
    text: Name
    type: str = ""
    numbers: tuple[int, ...] = ()  # its cards, or what the die shows; left out: the next that are free
    rows: int = 1  # likelier events stand on several rows, cappa.7.1.1b
    series: Literal[1, 2] = 1  # the second is used when tracks have been found, cappa.7.2ab
    belt: Literal["", "inner", "outer"] = ""  # false elsewhere, cappa.7.4b
    lies_last: bool = False  # under the last marker of its belt at the latest, cappa.7.4.h1
    worth: int = 0  # victory points; of who is to be caught, saved or drunk, when that is done
    reward: tuple[RewardForm, ...] = ()  # instead of ``worth``, where the sides earn different things by him
    thing: ThingForm | None = None
    arrives: tuple[str, ...] = ()  # characters and squads that waited off the table
    profile: str = ""  # of those it brings, where it is not the usual one
    called: Name | None = None  # the one whom it brings, if not by the name of his sheet
    count: int = 0
    effect: Effect = ""
    avoid: bool = False  # a morale test avoids it, cappa.7.2c, cappa.7.2aa
    in_open: bool = False  # no building is needed
    fights: bool = False  # a deserter who does not flee
    tests_each_loss: bool = False  # of a band
    enemy_of: str = ""  # a side or a character, cappa.7.2r
    friend_of: str = ""  # a side whom those it brings join
    only_finder: bool = False  # nobody else earns by saving him
    squads_only: bool = False  # of an ambush
    attacks: bool = False  # whoever is placed has one attack to which nobody reacts
    looks: int = 0  # so many other markers are looked under
    news: str = ""  # what its finder knows from then on, cappa.t.talk
    opens: tuple[str, ...] = ()  # hidden fords that may be used from now on
    within: int = 0  # a drought reaches no farther, and leaves difficult ground


class EventsForm(Form, frozen=True, kw_only=True):
    """How a scenario plays with events: a ready table or its own rows, cards or a die, how many markers."""

    table: str = ""  # one of data/events; rows of the scenario's own with the same id take the place of its rows
    method: Literal["card", "die"] = "card"  # cappa.7.1.1c, cappa.7.1.1f
    suit: Literal["", "hearts", "diamonds", "clubs", "spades"] = ""
    die: Literal[6, 10] = 10
    markers: int = 0  # set out by the players where the terrain has none; left out: as many as rows, cappa.7.1.h2
    inner: Rect | None = None  # the inner belt, cappa.7.4b
