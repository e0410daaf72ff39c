"""The forms of requests and answers; the OpenAPI description is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from alfiere.server.fairness import COMMITMENT, SHARE
from alfiere.server.timeline import Step

Text = dict[str, str]
SeatName = Annotated[str, Meta(min_length=1, max_length=40)]
PersonName = Annotated[str, Meta(min_length=1, max_length=40)]
Parts = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=60)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request: unknown fields are refused."""


class NewGame(Form, frozen=True):
    """A battle to be fought: who sits where is «me», «friend» or «computer:greedy» for each seat.

    «nobody» sits only where the side is marked «optional» in the list of battles.
    """

    scenario: Annotated[str, Meta(max_length=200, description="«esa/lens-1648»")]
    seats: Annotated[dict[SeatName, Annotated[str, Meta(max_length=60)]], Meta(max_length=8)]
    options: Annotated[dict[str, Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = {}
    by_hand: bool = False


class ImportGame(Form, frozen=True):
    """A battle from its save file, and who goes on with it."""

    save: str
    seats: Annotated[dict[SeatName, Annotated[str, Meta(max_length=60)]], Meta(max_length=8)]


class OwnFile(Form, frozen=True):
    """A battle or an army of one's own, as a file."""

    name: Annotated[str, Meta(max_length=200)]
    text: str


class OwnBattle(msgspec.Struct, frozen=True):
    """What was in the file: a battle as in the list of battles, and its data to play it with."""

    kind: Literal["scenario", "army"]
    scenario: dict[str, Any]
    source: str


class OwnGame(Form, frozen=True):
    """A battle of one's own to be fought, from the data of its file."""

    source: str
    seats: Annotated[dict[SeatName, Annotated[str, Meta(max_length=60)]], Meta(max_length=8)]
    options: Annotated[dict[str, Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = {}
    by_hand: bool = False


class Join(Form, frozen=True):
    """Sitting down: the commitment to one's own share of chance."""

    commitment: Annotated[str, Meta(pattern=COMMITMENT)]


class Reveal(Form, frozen=True):
    """The share itself, once everybody has committed to one."""

    share: Annotated[str, Meta(pattern=SHARE)]


class AnswerBody(Form, frozen=True):
    """An answer by its meaning."""

    key: Annotated[str, Meta(max_length=200)]
    args: Annotated[dict[str, Any], Meta(max_length=40)] = {}


class Answer(Form, frozen=True):
    """An answer to the decision it names."""

    decision: Number
    answer: AnswerBody
    seat: SeatName | None = None


class Question(Form, frozen=True):
    """An answer one only wants to know about: is it allowed, and if not, why."""

    answer: AnswerBody
    seat: SeatName | None = None


class Undo(Form, frozen=True):
    """Taking back; ``number`` is the seat's «number» in its state."""

    number: Number
    seat: SeatName | None = None


class Act(Form, frozen=True):
    """Something a seat does without further words."""

    seat: SeatName | None = None


class Draw(Form, frozen=True):
    """A draw offered, accepted or declined."""

    what: Literal["offer", "accept", "decline"]
    seat: SeatName | None = None


class Say(Form, frozen=True):
    """A line of talk."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    seat: SeatName | None = None


class Invite(Form, frozen=True):
    """Somebody who is to play one's side too, and the parts of it that he leads."""

    name: PersonName
    parts: Parts = []
    seat: SeatName | None = None


class Giving(Form, frozen=True):
    """The parts of the side that a comrade leads from now on, and another name for him."""

    parts: Parts
    name: PersonName | None = None


class Invited(msgspec.Struct, frozen=True):
    """The key of a comrade, shown once."""

    number: int
    key: str
    link: str


class Key(msgspec.Struct, frozen=True):
    """A secret key, shown once: whoever has it plays these seats. The link carries it behind the «#»."""

    seats: list[str]
    who: str
    key: str
    link: str


class Created(msgspec.Struct, frozen=True):
    """A new game, its keys, and the server's promise about its chance."""

    id: str
    keys: list[Key]
    commitment: str | None
    disagreement: str | None = None


class Gone(msgspec.Struct, frozen=True):
    """A comrade who plays no more."""

    gone: int


class Deleted(msgspec.Struct, frozen=True):
    """A game that is no more."""

    deleted: str


class ComradeShown(msgspec.Struct, frozen=True):
    """Somebody who plays a side together with who holds its chair, and the parts of it that he leads."""

    number: int
    seat: str
    name: str
    parts: list[str]
    me: bool


class SeatShown(msgspec.Struct, frozen=True):
    """A seat and who has it; ``joined``: it has committed to a share, ``revealed``: it has shown it."""

    seat: str
    who: str
    joined: bool
    revealed: bool
    mine: bool


class About(msgspec.Struct, frozen=True):
    """A game apart from its table."""

    id: str
    scenario: str
    title: Text
    status: str
    by_hand: bool
    origin: str
    options: dict[str, Any]
    seats: list[SeatShown]
    may_export: bool
    created: float
    comrades: list[ComradeShown] = []  # of the sides that the key opens
    chief: bool = False  # whether the key holds a chair, and is no comrade's


class State(msgspec.Struct, frozen=True):
    """A game as a seat, or the public, may see it. ``table`` is null until everybody has joined."""

    game: About
    table: Any


class Taken(msgspec.Struct, frozen=True):
    """An answer that was taken; ``again`` when this very answer had been taken before."""

    again: bool
    state: Any


class Allowed(msgspec.Struct, frozen=True):
    """Whether an answer would be taken, and if not, why and by which rule."""

    allowed: bool
    why: str | None = None
    rule: str | None = None
    text: Text | None = None
    general: bool = False  # no rule in particular speaks against it: it was just not asked for


class Preview(msgspec.Struct, frozen=True):
    """What an answer would bring: the tests it leads to with their odds, what to draw on the board, whether it could
    not be taken back, and what one may not have thought of.
    """

    allowed: bool
    prospects: list[dict[str, Any]]
    sketch: list[dict[str, Any]]
    final: bool
    cautions: list[dict[str, Any]] = []


class Log(msgspec.Struct, frozen=True):
    """Steps of the battle as a viewer was told them; ``moments`` is how many there are by now."""

    seat: str | None
    moments: int
    steps: list[Step]


class Moment(msgspec.Struct, frozen=True):
    """The table as it was after one step."""

    moment: int
    moments: int
    seat: str | None
    view: dict[str, Any]


class Line(msgspec.Struct, frozen=True):
    """A line of talk."""

    number: int
    seat: str
    text: str
    at: float


class Talk(msgspec.Struct, frozen=True):
    """What was said."""

    lines: list[Line]


class Fairness(msgspec.Struct, frozen=True):
    """The promises and the shares; after the end also the secret, the seed and the proof.

    ``committed``: every seat committed before any share was shown; not so in battles of older releases.
    """

    kind: str
    committed: bool
    commitment: str | None
    commitments: dict[str, str | None]
    contributions: dict[str, str | None]
    keys: list[list[str]]
    secret: str | None
    seed: str | None
    promise_kept: bool | None
    shares_kept: bool | None
    seed_agrees: bool | None
    replay_agrees: bool | None
    decisions: int | None


class ErrorBody(msgspec.Struct, frozen=True):
    """Why something was refused: a code for programs, a sentence for people, the rule if one forbids it.

    ``text`` is the sentence in both languages; only where the rules forbid something.
    """

    code: str
    why: str
    rule: str = ""
    text: Text | None = None


class Error(msgspec.Struct, frozen=True):
    """A refusal."""

    error: ErrorBody


class Scenarios(msgspec.Struct, frozen=True):
    """The battles, the kinds of computer players, and the battle for who has never played."""

    scenarios: list[dict[str, Any]]
    computers: list[str]
    first: str | None = None


class Briefing(msgspec.Struct, frozen=True):
    """What to know before a battle: what wins for all and for each side, its own rules, the optional ones in force."""

    title: dict[str, str]
    date: str
    turns: int | None
    summary: dict[str, str]
    wins: dict[str, str]
    goals: dict[str, dict[str, str]]
    special: list[dict[str, dict[str, str]]]
    options: dict[str, str]


class Book(msgspec.Struct, frozen=True):
    """A rulebook in both languages."""

    game: str
    title: str
    chapters: list[dict[str, Any]]


class Words(msgspec.Struct, frozen=True):
    """A game's words, by section and key, in each language."""

    en: dict[str, dict[str, str]]
    it: dict[str, dict[str, str]]


class Health(msgspec.Struct, frozen=True):
    """That the server is there."""

    alfiere: str
