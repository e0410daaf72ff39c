"""What a game brings: its scenarios, its procedures, its views and its judgement of a position."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Decision, Illegal, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.look import PLAIN_LOOK, Look
from alfiere.kernel.objection import NOT_OFFERED, Objection, because
from alfiere.kernel.plain import Libraries
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.rulebook import LANGUAGES

if TYPE_CHECKING:
    from alfiere.kernel.caution import Caution
    from alfiere.kernel.chance import Chance
    from alfiere.kernel.price import Price
    from alfiere.kernel.rulebook import Rulebook
    from alfiere.kernel.words import Namer, Words


class State(Protocol):
    """Plain data that holds everything about a battle between two decisions."""

    def copy(self) -> Self: ...
    def to_plain(self) -> dict[str, Any]: ...


S = TypeVar("S", bound=State)
View = dict[str, Any]
ALL_PARTS = "*"  # of a side that several people share
Choices = Mapping[str, Mapping[str, Mapping[str, str]]]  # option -> value -> what it is called in each language
Musters = Mapping[str, Mapping[str, Mapping[str, Any]]]  # army -> points -> what it costs and what is in it


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended: the winner (None: drawn), the reason as a message key, the rules."""

    winner: Seat | None
    reason: str
    rules: tuple[str, ...]
    turn: int
    scores: Mapping[Seat, int]


class BadChoice(ValueError):
    """Options that do not go together, told in one sentence."""


class Scenario(Protocol):
    """A battle read from its file."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> Mapping[str, str]: ...
    @property
    def source(self) -> Mapping[str, Any]: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Army:
    """An army that a player has chosen freely: what is told of it, and the battle in which it meets a ready one."""

    facts: Mapping[str, Any]  # name, points, limit, and what the game's word «army» of the terminal asks for
    battle: Callable[[], Scenario]  # raises BadData where there is no enemy for it


class Ruleset(ABC, Generic[S]):
    """One game. The kernel, the players, the laboratory and the server use it only through this."""

    code: ClassVar[str]
    title: ClassVar[str]
    first_battle: ClassVar[str] = ""  # of its battles the one to learn with
    seats: ClassVar[tuple[Seat, ...]] = ("red", "blue")
    linked: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # games of a campaign fought with it, and what each takes over
    shared_by: ClassVar[str] = ""  # the rule by which several people play one side, where a game has one
    second_look: ClassVar[int] = 0  # throws more that a computer player spends on its few best options

    @abstractmethod
    def scenario_ids(self) -> list[str]:
        """The battles that come with the game."""

    @abstractmethod
    def scenario(self, name: str | Path | Mapping[str, Any]) -> Scenario:
        """A battle by its id, from a file, or from the data a save carries. Raises BadData."""

    def campaign(self) -> Any:
        """The rules of linked games (battles/campaign.py), if it has any."""
        return None

    def bounds(self) -> Mapping[str, int]:
        """How much a scenario from a stranger may hold: dotted keys, and the most each may list or be."""
        return {}

    def army(self, file: Path) -> Army | None:
        """An army from its file; None where armies are not chosen freely, or this is no such file. Raises BadData."""
        return None

    def seats_of(self, scenario: Any, options: Mapping[str, Any] | None = None) -> tuple[Seat, ...]:
        """The seats of this battle, where it has others than the game usually has, with these options."""
        return self.seats

    def optional_seats(self, scenario: Any) -> Mapping[Seat, str]:
        """The seats that may stay empty, each with the option that is «no» where nobody sits there."""
        return {}

    def referees(self, scenario: Any) -> Mapping[Seat, str]:
        """The seats of no side, who can neither win nor give up, each with the option that is «yes» if one is taken."""
        return {}

    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """The game's optional rules and their usual values."""

    def options_of(self, scenario: Any) -> Mapping[str, Any]:
        """The optional rules that mean something in this battle."""
        return self.options()

    def choices(self, scenario: Any) -> Choices:
        """The optional rules of this battle that are one of several things, and what those are called."""
        return {}

    def musters(self, scenario: Any) -> Musters:
        """Where armies are chosen: what is in each."""
        return {}

    @abstractmethod
    def setup(self, scenario: Any, options: Mapping[str, Any]) -> S:
        """The state before the first decision."""

    @abstractmethod
    def restore(self, scenario: Any, data: Mapping[str, Any]) -> S:
        """A state back from its JSON form."""

    @abstractmethod
    def play(self, g: Any) -> Procedure[None]:
        """The whole battle, from wherever the state of ``g`` stands, the Game that drives it."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the battle ended, or None while it goes on."""

    def scores(self, state: S) -> Mapping[Seat, int]:
        """The points of each seat as they stand, known to everybody; empty in a game without any."""
        return {}

    @abstractmethod
    def strength(self, state: S, seat: Seat) -> Mapping[str, int]:
        """What a side begins with, as `alfiere check` tells it: units, points if it has any, what else counts."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """What a seat may see; None is a spectator."""

    @abstractmethod
    def redeal(self, state: S, seat: Seat, chance: Chance) -> None:
        """Deal anew, in place, everything this seat cannot know."""

    def hides(self, state: S) -> bool:
        """Whether the seats see different things now, so that before one screen a curtain falls between them.

        Everybody may know that it does: it depends on nothing that is hidden.
        """
        return self.acts_unseen(state)

    def acts_unseen(self, state: S) -> bool:
        """Whether what a seat does may be hidden from another, who then takes nothing back from before it.

        Otherwise he would learn from the way back whether the other has done anything that closes it.
        """
        return False

    def passes_on_unseen(self, state: S, decision: Decision, option: Option) -> bool:
        """Whether it hangs on somebody the seat does not see who comes after this answer, and whether dice are thrown.

        Then nobody hears before he has given it whether he could take it back.
        """
        return False

    def told(self, state: S, event: Event) -> Event:
        """An event as it is written down, where not every seat may know that it happened."""
        return event

    @abstractmethod
    def evaluate(self, state: S, seat: Seat) -> float:
        """How good the position is for a seat; only comparisons matter."""

    def considered(self, state: S, decision: Decision) -> Sequence[Option]:
        """The options a computer player thinks of at all; nobody in his senses takes the others."""
        return decision.options

    def is_seldom(self, option: Option) -> bool:
        """Whether few would want this option: a long list folds it away."""
        return False

    def price(self, state: S, decision: Decision, option: Option) -> Price | None:
        """What an option costs, where a game counts points for what is done; told beside it."""
        return None

    def effort(self, state: S) -> int:
        """How much work one answer is, beside a small battle where it is 1: players that look ahead count by it."""
        return 1

    @abstractmethod
    def faults(self, state: S) -> list[str]:
        """Invariants of the game that this state breaks, in words; empty when all is well."""

    def never_rising(self, state: S) -> Mapping[str, int]:
        """Numbers that may only fall in the course of a battle (an invariant the long runs check)."""
        return {}

    @abstractmethod
    def rulebook(self) -> Rulebook:
        """Every rule, in our own wording."""

    @abstractmethod
    def words(self, language: str) -> Words:
        """The game's messages in a language."""

    @abstractmethod
    def name(self, state: S, kind: str, value: Any, language: str) -> str:
        """What a person calls a thing: ``kind`` is the name of the argument it stands in (unit, card, hex...)."""

    def namer(self, state: S, language: str) -> Namer:
        """How the words of this game call things in this battle."""
        return lambda kind, value: self.name(state, kind, value, language)

    def spoken(self, state: S, decision: Decision, option: Option, language: str) -> Mapping[str, Any]:
        """What the sentence of an option is filled with: its arguments, and what else the game's words ask for."""
        return option.args

    @abstractmethod
    def picture(self, state: S, seat: Seat | None, language: str) -> str:
        """The table as text, for terminals and golden playthroughs."""

    def look(self) -> Look:
        """How the game looks on the browser's table; a game without a look of its own leaves all to the table."""
        return PLAIN_LOOK

    def sketch(self, state: S, decision: Decision, option: Option) -> list[dict[str, Any]]:
        """What to draw on the board while a player thinks about an option: paths, lines, sectors, reaches, threats."""
        return []

    def prospects(self, state: S, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        """The tests an option leads to at once and how likely their results are, as far as a viewer can know."""
        return []

    def cautions(self, state: S, decision: Decision, option: Option) -> list[Caution]:
        """What a player may not have thought of when he looks at an option; it forbids nothing."""
        return []

    def odds(self, question: Mapping[str, str]) -> Prospect:
        """How likely the results of a test are that is described in words (``cards=4 deck=9/30``). Raises BadData."""
        raise BadData(self.code, "", "this game answers no questions about odds")

    def objection(self, state: S, decision: Decision, answer: Option) -> Objection:
        """Why an answer that is neither offered nor judged by the decision itself is against the rules."""
        return because(NOT_OFFERED, decision.rules[0] if decision.rules else "", seat=decision.seat)

    def refused(self, state: S, seat: Seat, found: Objection) -> Illegal:
        """An objection in words, told to a seat."""
        text = {
            language: self.words(language).say("refusal", found.key, found.about, self.namer(state, language))
            for language in LANGUAGES
        }
        return Illegal(text["en"], found.rule, seat, text, general=found.key == NOT_OFFERED)

    def parts(self, state: S, seat: Seat) -> tuple[str, ...]:
        """What several people who play one side share among them, such as its divisions; none: a side is one man's."""
        return ()

    def part_of(self, state: S, decision: Decision, option: Option | None = None) -> str:
        """Whose part of the side asked a decision is, or this answer to it; "" is who commands the side.

        ALL_PARTS: the answer is for several of them at once, so that only who leads them all can give it.

        Everybody of the side may know it. Whoever is to decide has an answer of his own to give.
        """
        return ""

    def may_answer(self, state: S, decision: Decision) -> bool:
        """Whether the seat asked is entitled to decide (an invariant the long runs check)."""
        return decision.seat in self.seats


Registry = Mapping[str, Ruleset[Any]]
__all__ = [
    "Army",
    "BadChoice",
    "Choices",
    "Libraries",
    "Musters",
    "Registry",
    "Result",
    "Ruleset",
    "Scenario",
    "State",
    "View",
]
