"""Decisions and their options: what a procedure asks, of whom, and everything that may be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, overload

from alfiere.kernel.objection import Objection

Seat = str
Args = Mapping[str, Any]
Draw = Callable[[], float]  # a number from 0 up to 1


class Option:
    """One legal answer: a verb and what it touches, by name (``move unit=picardie hex=0507``)."""

    __slots__ = ("args", "key", "rules")

    def __init__(self, key: str, args: dict[str, Any] | None = None, rules: tuple[str, ...] = ()) -> None:
        self.key = key
        self.args: dict[str, Any] = args if args is not None else {}
        self.rules = rules

    def __getitem__(self, name: str) -> Any:
        return self.args[name]

    def get(self, name: str) -> Any:
        """What the option touches under this name, or None."""
        return self.args.get(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self.key == other.key and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.meaning)

    def means(self, key: str, args: Args) -> bool:
        """Whether the option is the one with this verb and these arguments."""
        return self.key == key and self.args == args

    @property
    def meaning(self) -> str:
        """The option as a line of text, as it stands in logs and golden playthroughs."""
        return " ".join([self.key, *(f"{name}={_written(value)}" for name, value in self.args.items())])

    def __repr__(self) -> str:
        return f"<{self.meaning}>"


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_written, value))
    return str(value)


class Spread(Sequence[Option]):
    """Options that differ in one argument only, made when somebody looks at them: a hundred hexes cost nothing.

    The values may be given as a function; it is asked once, and only if somebody looks.
    """

    __slots__ = ("_values", "fixed", "key", "name", "rules")

    def __init__(
        self,
        key: str,
        fixed: dict[str, Any],
        name: str,
        values: Sequence[Any] | Callable[[], Sequence[Any]],
        rules: tuple[str, ...] = (),
    ) -> None:
        self.key, self.fixed, self.name, self._values, self.rules = key, fixed, name, values, rules

    @property
    def values(self) -> Sequence[Any]:
        """What the argument may be."""
        if callable(self._values):
            self._values = self._values()
        return self._values

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        if isinstance(place, slice):
            return [self._made(value) for value in self.values[place]]
        return self._made(self.values[place])

    def drawn(self, draw: Draw) -> Option:
        """One at random, the only one that is made."""
        values = self.values
        return self._made(values[int(draw() * len(values))])

    def __iter__(self) -> Iterator[Option]:
        return map(self._made, self.values)

    def __contains__(self, option: object) -> bool:
        return isinstance(option, Option) and self.find(option.key, option.args) is not None

    def _made(self, value: Any) -> Option:
        return Option(self.key, {**self.fixed, self.name: value}, self.rules)

    def find(self, key: str, args: Args) -> Option | None:
        """The option with this verb and these arguments, if it is offered."""
        value = args.get(self.name)
        if key != self.key or value not in self.values or {**self.fixed, self.name: value} != args:
            return None
        return self._made(value)


class Made(Sequence[Option]):
    """Options made one at a time from what each is about: who draws one of many pays for one.

    ``things`` says what there is, for ``made`` to make an option of each; it is asked once, and only if somebody looks.
    """

    __slots__ = ("_made", "_things", "_work_out")

    def __init__(self, things: Callable[[], Sequence[Any]], made: Callable[[Any], Option]) -> None:
        self._work_out, self._made = things, made
        self._things: Sequence[Any] | None = None

    @property
    def things(self) -> Sequence[Any]:
        """What the options are about, one after the other."""
        if self._things is None:
            self._things = self._work_out()
        return self._things

    def __len__(self) -> int:
        return len(self.things)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        if isinstance(place, slice):
            return list(map(self._made, self.things[place]))
        return self._made(self.things[place])

    def __iter__(self) -> Iterator[Option]:
        return map(self._made, self.things)

    def drawn(self, draw: Draw) -> Option:
        """One at random, the only one that is made."""
        things = self.things
        return self._made(things[int(draw() * len(things))])


class Lazily(Sequence[Option]):
    """Options that are worked out when somebody looks at them: a journal that is followed on trust never does."""

    __slots__ = ("_options", "_work_out")

    def __init__(self, work_out: Callable[[], list[Option]]) -> None:
        self._work_out = work_out
        self._options: list[Option] | None = None

    @property
    def options(self) -> list[Option]:
        """The options."""
        if self._options is None:
            self._options = self._work_out()
        return self._options

    def __len__(self) -> int:
        return len(self.options)

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        return self.options[place]

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __contains__(self, option: object) -> bool:
        return option in self.options

    def drawn(self, draw: Draw) -> Option:
        """One at random."""
        options = self.options
        return options[int(draw() * len(options))]


DrawOne = Callable[[int, Draw], Option | None]  # an option of a group; None if it has none
C = TypeVar("C")


def first_drawn(left: list[C], offer: Callable[[C], Option | None], draw: Draw) -> Option | None:
    """The option that comes of one of these, drawn blindly; where none does, of another. Uses the list up."""
    while left:
        found = offer(left.pop(int(draw() * len(left))))
        if found is not None:
            return found
    return None


class ByLot(list[Option]):
    """Options of which a computer player holds none to be better: it draws one."""


class Groups(NamedTuple):
    """Groups of options: the verb of each, its options, and ``one`` of them drawn without the others."""

    verbs: Sequence[str]
    offer: Callable[[int], list[Option]]
    one: DrawOne | None = None


def _nothing(place: int) -> list[Option]:
    """Of a group that is not known yet."""
    return []


class Grouped(Lazily):
    """Options in groups of one verb each, a group worked out only when somebody looks at it.

    On an open table the list of all that could be done costs far more than the one thing that is done: a random
    player draws a group first, and an answer is looked up in the group of its verb alone. Where a game can say ``one``
    of a group at random without the others, it draws that.
    """

    __slots__ = ("_drawn", "_found", "_groups")

    def __init__(self, verbs: Sequence[str], offer: Callable[[int], list[Option]], one: DrawOne | None = None) -> None:
        super().__init__(self._all)
        self._groups: Groups | Callable[[], Groups] = Groups(verbs, offer, one)
        self._found: list[list[Option] | None] = [None] * len(verbs)
        self._drawn: Option | None = None

    @classmethod
    def later(cls, groups: Callable[[], Groups]) -> Grouped:
        """The same where it costs something to say even which groups there are: that is asked when somebody looks."""
        found = cls((), _nothing)
        found._groups = groups
        return found

    @property
    def groups(self) -> Groups:
        """The groups."""
        if not isinstance(self._groups, Groups):
            self._groups = self._groups()
            self._found = [None] * len(self._groups.verbs)
        return self._groups

    @property
    def verbs(self) -> Sequence[str]:
        """The verb of each group."""
        return self.groups.verbs

    def group(self, place: int) -> list[Option]:
        """The options of one group; there may be none."""
        offer = self.groups.offer
        found = self._found[place]
        if found is None:
            found = self._found[place] = offer(place)
        return found

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> list[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | list[Option]:
        """Counted from the front, an option is found without the groups behind it: the first costs its group alone."""
        if self._options is not None or isinstance(place, slice) or place < 0:
            return self.options[place]
        left = place
        for found in map(self.group, range(len(self.verbs))):
            if left < len(found):
                return found[left]
            left -= len(found)
        raise IndexError(place)

    def _all(self) -> list[Option]:
        return [option for place in range(len(self.verbs)) for option in self.group(place)]

    def drawn(self, draw: Draw) -> Option:
        """One at random: a group that has options first, each as likely as the others, then one of its options."""
        one = self.groups.one
        places = list(range(len(self.verbs)))
        while places:
            place = places.pop(int(draw() * len(places)))
            if one is not None and self._found[place] is None:
                self._drawn = one(place, draw)
            else:
                found = self.group(place)
                self._drawn = found[int(draw() * len(found))] if found else None
            if self._drawn is not None:
                return self._drawn
        raise IndexError("a decision without options")

    def find(self, key: str, args: Args) -> Option | None:
        """The option with this verb and these arguments, if it is offered; what somebody has looked at comes first."""
        if self._drawn is not None and self._drawn.means(key, args):
            return self._drawn
        places = (place for place, verb in enumerate(self.verbs) if verb == key)
        for place in sorted(places, key=lambda place: self._found[place] is None):
            for option in self.group(place):
                if option.args == args:
                    return option
        return None

    def __contains__(self, option: object) -> bool:
        return isinstance(option, Option) and self.find(option.key, option.args) is not None


class Decision:
    """A stop of the game: whom it asks, what about, and the finite list of legal options.

    The first option is the ordinary thing to do: what a player who shrugs would pick. An ``opening`` decision
    only picks what is decided next (which unit moves), so a player looks one decision farther.

    On an open table ``free`` judges an answer that is not in the list, such as a place a person points at: it gives
    the option that the answer means, an objection, or None where it knows nothing of the kind.

    ``bodies`` are orders to several at once, for people: each comes to what could be ordered one by one, so players
    that look at every option need not look at them.
    """

    __slots__ = ("_bodies", "_drawn", "about", "free", "key", "number", "opening", "options", "rules", "seat")

    def __init__(
        self,
        seat: Seat,
        key: str,
        options: Sequence[Option],
        about: dict[str, Any] | None = None,
        rules: tuple[str, ...] = (),
        *,
        opening: bool = False,
        free: Free | None = None,
        bodies: Callable[[], Sequence[Option]] | Sequence[Option] = (),
    ) -> None:
        self._bodies: Callable[[], Sequence[Option]] | Sequence[Option] = bodies
        self._drawn: Option | None = None  # what was drawn last: it is offered, nobody need look for it
        self.opening = opening
        self.free = free
        self.seat = seat
        self.key = key
        self.options = options
        self.about: dict[str, Any] = about if about is not None else {}
        self.rules = rules
        self.number = -1

    def option(self, key: str, **args: Any) -> Option | None:
        """The option with this verb and exactly these arguments, if it is offered."""
        if isinstance(self.options, Grouped):
            return self.options.find(key, args)
        return next((option for option in self.options if option.means(key, args)), None)

    @property
    def only(self) -> Option | None:
        """The one option of a decision that leaves no choice; of groups no more are worked out than tell."""
        options = self.options
        if not isinstance(options, Grouped):
            return options[0] if len(options) == 1 else None
        found: list[Option] = []
        for place in range(len(options.verbs)):
            found += options.group(place)
            if len(found) > 1:
                return None
        return found[0]

    @property
    def bodies(self) -> Sequence[Option]:
        """Orders to several at once, worked out when somebody looks."""
        if callable(self._bodies):
            self._bodies = self._bodies()
        return self._bodies

    @property
    def shown(self) -> list[Option]:
        """Everything a person is offered: the options, then orders to several at once."""
        return [*self.options, *self.bodies]

    def drawn(self, draw: Draw) -> Option:
        """One option at random, given a source of numbers from 0 up to 1."""
        options = self.options
        drawn: Callable[[Draw], Option] | None = getattr(options, "drawn", None)  # a plain list has none
        option = self._drawn = options[int(draw() * len(options))] if drawn is None else drawn(draw)
        return option

    def find(self, answer: Option | int | str | tuple[str, Args]) -> Option | None:
        """The option that an answer means, whichever way it was written, offered or free; None if there is none."""
        if isinstance(answer, Option):
            if answer is self._drawn:
                return answer
            return answer if answer in self.options else self._judged(answer.key, answer.args)
        if isinstance(answer, tuple):
            key, args = answer
            if isinstance(self.options, Spread | Grouped):
                return self.options.find(key, args) or self._judged(key, args)
            for one in self.options:
                if one.args == args and one.key == key:
                    return one
            return self._judged(key, args)
        if isinstance(answer, bool):
            return None
        if isinstance(answer, int):
            try:
                return self.options[answer] if answer >= 0 else None
            except IndexError:
                return None
        return next((one for one in self.options if one.meaning == answer), None)

    def _judged(self, key: str, args: Args) -> Option | None:
        for one in self.bodies:
            if one.means(key, args):
                return one
        found = self.free(key, args) if self.free is not None else None
        return found if isinstance(found, Option) else None

    def why_not(self, key: str, args: Args) -> Objection | None:
        """Why a free answer is not allowed, where the decision knows better than the list."""
        found = self.free(key, args) if self.free is not None else None
        return None if isinstance(found, Option) else found

    def __repr__(self) -> str:
        return f"<{self.seat}: {self.key}, {len(self.options)} options>"


class Illegal(Exception):
    """An answer that the rules do not allow: who, why, and the rule that forbids it. Nothing has changed.

    ``text`` is the reason in every language, where the game has words for it. It is ``general`` where no rule in
    particular speaks against it: it was just not asked for.
    """

    def __init__(
        self, why: str, rule: str = "", who: str = "", text: Mapping[str, str] | None = None, *, general: bool = False
    ) -> None:
        self.why, self.rule, self.who, self.text, self.general = why, rule, who, text, general
        super().__init__(f"{why} ({rule})" if rule else why)


Free = Callable[[str, Args], Option | Objection | None]
