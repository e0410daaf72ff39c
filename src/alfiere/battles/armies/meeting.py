"""A meeting battle: a table without armies, the lists to choose from, and the battle that two of them make.

Its file has ``[meeting]`` with the sizes to choose from, and no order of battle. The lists that come with the game are
written into the data of the battle when its file is read, so that a save holds all it needs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from alfiere.battles.armies.army_files import ArmyForm, Points, army_data, check_head
from alfiere.battles.armies.musters import Group
from alfiere.kernel.bad_data import BadData, Checking, shaped
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import Form, both
from alfiere.kernel.ruleset import BadChoice, Choices
from alfiere.kernel.words import Words

MEETING, ARMY = "meeting", "army"  # their tables in the file
POINTS: Final = "points"  # the names of the options
SEATS: Final = ("red", "blue")
ARMY_OF: Final[Mapping[Seat, str]] = {seat: f"{seat}_army" for seat in SEATS}
OPTIONS: Final[Mapping[str, str]] = {POINTS: "", **dict.fromkeys(ARMY_OF.values(), "")}

A = TypeVar("A", bound=ArmyForm)


class MeetingForm(Form, frozen=True, kw_only=True):
    """The sizes an army may have in this battle, the usual one among them."""

    points: tuple[Points, ...]
    usual: int


class Fault(NamedTuple):
    """What is wrong with an army: where in its file, why, and the rule against it."""

    where: str
    why: str
    rule: str


class Lists(ABC, Generic[A]):
    """The armies of a game: how their files are written, what rules they keep, how they become an order of battle."""

    form: ClassVar[type[Any]]
    folder: ClassVar[Path]
    decides: ClassVar[tuple[str, ...]] = tuple(OPTIONS)  # the options by which one battle differs from another

    @abstractmethod
    def check(self, form: A, check: Checking, where: str) -> None:
        """What the form of the file cannot say; the first slip is told. ``where`` ends with a dot, or is empty."""

    @abstractmethod
    def faults(self, form: A, points: int, date: str) -> list[Fault]:
        """The rules for armies by points that it breaks in this size."""

    @abstractmethod
    def cost(self, form: A, points: int) -> int:
        """What it costs in this size."""

    @abstractmethod
    def groups(self, form: A, points: int) -> list[Group]:
        """What is in it in this size, for who has to choose."""

    @abstractmethod
    def fitted(self, source: Mapping[str, Any], meeting: Meeting[A], options: Mapping[str, str]) -> dict[str, Any]:
        """The data of a battle between the armies that the options name."""

    def read(self, data: Mapping[str, Any], file: str | Path, date: str, where: str = "") -> A:
        """An army that keeps every rule in each of its sizes. Raises BadData."""
        form: A = shaped(dict(data), self.form, file, where)
        check, inside = Checking(file), f"{where}." if where else ""
        check_head(form, check, where)
        self.check(form, check, inside)
        for points in form.points:
            for fault in self.faults(form, points, date):
                why = f"with {points} points {fault.why} ({fault.rule})"
                check.fail(f"{inside}{fault.where}", why)
        return form


class Meeting(Generic[A]):
    """The armies that may meet."""

    def __init__(self, lists: Lists[A], form: MeetingForm, armies: dict[str, A]) -> None:
        self.lists, self.armies = lists, armies
        self.sizes, self.usual = form.points, form.usual

    def points(self, options: Mapping[str, str]) -> int:
        """The size that is agreed on."""
        return int(options.get(POINTS) or self.usual)

    def offered(self, points: int) -> list[str]:
        """The armies that are written for this size."""
        return [id for id, one in self.armies.items() if points in one.points]

    def cost(self, army: str, points: int) -> int:
        """What an army costs in this size."""
        return self.lists.cost(self.armies[army], points)

    def chosen(self, options: Mapping[str, str]) -> dict[Seat, A]:
        """The armies that are chosen, and the first ones in the place of what is not yet."""
        offered = self.offered(self.points(options))
        return {
            seat: self.armies[options.get(key) or offered[number % len(offered)]]
            for number, (seat, key) in enumerate(ARMY_OF.items())
        }

    def side_names(
        self, options: Mapping[str, str], colours: Mapping[Seat, Mapping[str, str]]
    ) -> dict[Seat, dict[str, str]]:
        """What the sides are called: by their colours, then as their armies; two of one list by both."""
        armies = {seat: options.get(key) for seat, key in ARMY_OF.items()}
        names = {seat: both(self.armies[id].name) if id else dict(colours[seat]) for seat, id in armies.items()}
        if names["red"] != names["blue"]:
            return names
        return {
            seat: {language: f"{word} ({colours[seat][language]})" for language, word in name.items()}
            for seat, name in names.items()
        }

    def check(self, options: Mapping[str, str]) -> None:
        """What is chosen must be among what is offered. Raises BadChoice."""
        points = options.get(POINTS) or str(self.usual)
        if points not in {str(one) for one in self.sizes}:
            raise BadChoice(f"{POINTS} is «{points}»; it must be one of {', '.join(map(str, self.sizes))}")
        for key in ARMY_OF.values():
            army = options.get(key)
            if army and army not in self.armies:
                raise BadChoice(f"{key} is «{army}»; it must be one of {', '.join(self.armies)}")
            if army and int(points) not in self.armies[army].points:
                known = ", ".join(map(str, self.armies[army].points))
                raise BadChoice(f"the army «{army}» is written for {known} points, not for {points}")

    def choices(self, at_the_table: Mapping[str, str]) -> Choices:
        """What each option may be, and what it is called; an army that is left open has this name."""
        armies = {"": at_the_table} | {id: both(one.name) for id, one in self.armies.items()}
        sizes = {str(one): dict.fromkeys(("en", "it"), str(one)) for one in self.sizes}
        return {POINTS: sizes, **{key: dict(armies) for key in ARMY_OF.values()}}


def told_apart(name: str, id: str, options: Mapping[str, Any], words: Words) -> str:
    """A name of somebody in an army; with his side where both have chosen one list, for then all have their doubles."""
    seat, army = id.partition("-")[0], options.get(ARMY_OF["red"])
    is_double = seat in SEATS and army and army == options.get(ARMY_OF["blue"])
    return f"{name} ({words.word('word', seat)})" if is_double else name


class MayMeet:
    """A battle that may be a meeting; each choice of armies makes a battle of it."""

    meeting: Meeting[Any] | None = None
    _made: dict[tuple[str, ...], Self]
    _make: Callable[[Mapping[str, str]], Self]

    def as_chosen(self, options: Mapping[str, str]) -> Self:
        """The battle between the armies that the options name; the usual ones stand for what is still open."""
        if self.meeting is None:
            return self
        key = tuple(str(options.get(one, "")) for one in self.meeting.lists.decides)
        if key not in self._made:
            self._made[key] = self._made_by(self._make(options))
        return self._made[key]

    def _made_by(self, found: Self) -> Self:
        found.meeting, found._made, found._make = self.meeting, self._made, self._make
        return found


M = TypeVar("M", bound=MayMeet)


def read_battle(
    source: dict[str, Any], file: str, lists: Lists[Any], read: Callable[[dict[str, Any], dict[str, Any]], M]
) -> M:
    """A battle from its data; ``read`` makes one of data that has all of it, and of the source. Raises BadData."""
    source = with_lists(source, lists)
    meeting = read_meeting(source, lists, file)
    if meeting is None:
        return read(source, source)

    def make(options: Mapping[str, str]) -> M:
        return read(lists.fitted(source, meeting, options), source)

    found = make({})
    found.meeting, found._made, found._make = meeting, {}, make
    return found


def with_lists(source: dict[str, Any], lists: Lists[Any]) -> dict[str, Any]:
    """The data of a battle; a meeting that names no armies gets those that come with the game. Raises BadData."""
    if MEETING not in source or ARMY in source:
        return source
    armies = [army_data(path) for path in sorted(lists.folder.glob("*.toml"))]
    for data in armies:  # so that a slip is told with the file in which it stands
        lists.read(data, lists.folder / f"{data['id']}.toml", str(source.get("date", "")))
    return {**source, ARMY: armies}


def read_meeting(source: Mapping[str, Any], lists: Lists[A], file: str) -> Meeting[A] | None:
    """The armies to choose from, each of them checked; None in a battle that has its own. Raises BadData."""
    if MEETING not in source:
        return None
    form, date = shaped(source[MEETING], MeetingForm, file, MEETING), str(source.get("date", ""))
    if form.usual not in form.points:
        raise BadData(file, f"{MEETING}.usual", f"it is {form.usual}; it must be one of its «points»")
    armies: dict[str, A] = {}
    for data in source[ARMY]:
        id = data.get("id", "") if isinstance(data, Mapping) else ""
        if not id or id in armies:
            raise BadData(file, ARMY, f"every army has an id of its own, not «{id}»")
        armies[id] = lists.read(data, file, date, f"{ARMY} {id}")
    meeting = Meeting(lists, form, armies)
    for points in form.points:
        if not meeting.offered(points):
            raise BadData(file, f"{MEETING}.points", f"no army is written for {points} points")
    return meeting
