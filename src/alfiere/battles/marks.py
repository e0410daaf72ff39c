"""Marks: what a unit or a whole battle remembers, each declared once by the chapter that gives it its meaning.

A mark is bare («blinded») or about something («knows» which news, «led by» whom, how much is «left over»), and has a
lifetime. It is stored as a string among the others of its bearer, so that copies, digests and saves know nothing of it;
how it is written and read back is known here alone.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, get_args, get_origin

COMMA = ","
MOST_OTHERS = 4096


class Marked(Protocol):
    """Whatever bears marks; what is in the list only this chapter reads."""

    marks: list[str]


class Lifetime(NamedTuple):
    """How long a mark stays if nothing takes it away before; the game says when that is over."""

    name: str

    @property
    def ending(self) -> str:
        """How marks of this lifetime end when they are written; those for the whole game don't show it."""
        return f"/{self.name}" if self.name else ""


GAME, TURN = Lifetime(""), Lifetime("turn")

About = TypeVar("About")
Sort = TypeVar("Sort")
Bearer = TypeVar("Bearer", bound=Marked)


class Line(Generic[About]):
    """One line of text about something: a string, a whole number, or a NamedTuple of those and of tuples of them.

    ``between`` stands between the name, if there is one, and the fields; ``widest`` is the one field that may have it
    inside. Fields at the end that are as usual are left out.
    """

    def __init__(self, name: str, about: type[About], *, between: str = " ", ending: str = "", widest: int = 0) -> None:
        self.name, self.about, self.beginning = name, about, name + between if name else ""
        self._make: Callable[..., About] = about
        self._between, self._ending, self._widest = between, ending, widest
        hints = typing.get_type_hints(about).values() if issubclass(about, tuple) else ()
        self._readers = [_reader(hint) for hint in hints]

    def written(self, about: About) -> str:
        """The line that says it."""
        text = self._between.join(_texts(about)) if isinstance(about, tuple) else about
        return f"{self.beginning}{text}{self._ending}"

    def is_in(self, line: str) -> bool:
        """Whether a line is one of these."""
        return line.startswith(self.beginning) and line.endswith(self._ending)

    def read(self, line: str) -> About:
        """What one of these lines says."""
        text = line[len(self.beginning) : len(line) - len(self._ending)]
        if not self._readers:
            return self._make(text)
        parts = text.split(self._between)
        if len(parts) > len(self._readers):
            end = self._widest + 1 + len(parts) - len(self._readers)
            parts[self._widest : end] = [self._between.join(parts[self._widest : end])]
        return self._make(*(read(part) for read, part in zip(self._readers, parts, strict=False)))

    def among(self, lines: Iterable[str]) -> list[About]:
        """What those of the lines say that are of this sort, in their order."""
        return [self.read(line) for line in lines if line.startswith(self.beginning)]


def _texts(about: Any) -> list[str]:
    """The fields of a NamedTuple, up to the last that is not as usual."""
    values = list(about)
    for usual in reversed(about._field_defaults.values()):
        if values[-1] != usual:
            break
        values.pop()
    return [COMMA.join(map(str, value)) if isinstance(value, tuple) else str(value) for value in values]


def _reader(hint: Any) -> Callable[[str], Any]:
    if get_origin(hint) is tuple:
        of = _reader(get_args(hint)[0])
        return lambda text: tuple(map(of, text.split(COMMA)))
    if hint not in (str, int):
        raise TypeError(f"strings, whole numbers and several of them can be written in a line, not {hint}")
    return typing.cast(Callable[[str], Any], hint)


class Lines(Generic[About]):
    """Lines of several sorts in one list, each told by its type; what else is in the list they leave alone."""

    def __init__(self, sorts: Mapping[str, type[About]], *, between: str = " ") -> None:
        self._sorts: dict[type, Line[Any]] = {
            about: Line(name, about, between=between) for name, about in sorts.items()
        }

    def written(self, about: About) -> str:
        """The line that says it."""
        return self._sorts[type(about)].written(about)

    def is_in(self, line: str, *sorts: type[About]) -> bool:
        """Whether a line is one of these, or of some of their sorts."""
        return any(self._sorts[sort].is_in(line) for sort in sorts or self._sorts)

    def all(self, lines: Iterable[str]) -> list[About]:
        """What they say, in their order."""
        sorts = self._sorts.values()
        return [sort.read(line) for line in lines for sort in sorts if line.startswith(sort.beginning)]

    def among(self, lines: Iterable[str], sort: type[Sort]) -> list[Sort]:
        """What those of one sort say, in their order."""
        return self._sorts[sort].among(lines)


class BareMark(Generic[Bearer]):
    """A mark that says all by itself: it is there or not, or so many times."""

    def __init__(self, name: str, until: Lifetime) -> None:
        self.name, self.until, self.written = name, until, name + until.ending

    def is_on(self, bearer: Bearer) -> bool:
        """Whether he bears it."""
        return self.written in bearer.marks

    def first_bearer(self, bearers: Iterable[Bearer]) -> Bearer | None:
        """The first of them who bears it; None if nobody does."""
        written = self.written
        for bearer in bearers:
            if written in bearer.marks:
                return bearer
        return None

    def bearers(self, those: Iterable[Bearer]) -> list[Bearer]:
        """Those of them who bear it."""
        written = self.written
        return [one for one in those if one.marks and written in one.marks]

    def count(self, bearer: Bearer) -> int:
        """How many times he bears it."""
        return bearer.marks.count(self.written)

    def put(self, bearer: Bearer, times: int = 1) -> None:
        """Once more, or so many times."""
        bearer.marks += [self.written] * times

    def note(self, bearer: Bearer) -> None:
        """He bears it from now on, once, whether he did before or not."""
        if self.written not in bearer.marks:
            bearer.marks.append(self.written)

    def take(self, bearer: Bearer) -> bool:
        """Once less; whether he had it."""
        return _take(bearer, self.written)

    def clear(self, bearer: Bearer) -> None:
        """However often he had it, it is gone."""
        if bearer.marks:
            bearer.marks = [one for one in bearer.marks if one != self.written]


def borne_by(bearers: Iterable[Bearer], *marks: BareMark[Bearer]) -> tuple[tuple[int, str], ...]:
    """Which of these marks are borne, each with the place of its bearer among the others; most bear none at all."""
    marked = [(place, one.marks) for place, one in enumerate(bearers) if one.marks]
    return tuple([(place, mark.name) for place, borne in marked for mark in marks if mark.written in borne])


class MarkAbout(Generic[Bearer, About]):
    """A mark about something or somebody; one may bear it about several, and several times about one."""

    def __init__(self, name: str, about: type[About], until: Lifetime, widest: int) -> None:
        self.name, self.until = name, until
        self.line = Line(name, about, ending=until.ending, widest=widest)
        self._others: set[str] = set()  # lines that were seen to say something else

    def is_on(self, bearer: Bearer, about: About) -> bool:
        """Whether he bears it about this."""
        return bool(bearer.marks) and self.line.written(about) in bearer.marks

    def count(self, bearer: Bearer, about: About) -> int:
        """How many times he bears it about this."""
        return bearer.marks.count(self.line.written(about)) if bearer.marks else 0

    def first(self, bearer: Bearer) -> About | None:
        """What it is about, of several the first; None if he does not bear it."""
        beginning = self.line.beginning
        for one in bearer.marks:
            if one.startswith(beginning):
                return self.line.read(one)
        return None

    def first_bearer(self, bearers: Iterable[Bearer]) -> Bearer | None:
        """The first of them who bears it about anything; None if nobody does."""
        beginning, others = self.line.beginning, self._others
        for bearer in bearers:
            if others.issuperset(bearer.marks):
                continue
            for one in bearer.marks:
                if one.startswith(beginning):
                    return bearer
            if len(others) < MOST_OTHERS:
                others.update(bearer.marks)
        return None

    def bearers(self, those: Iterable[Bearer], about: About | None = None) -> list[Bearer]:
        """Those of them who bear it about this; if nothing is said, about anything."""
        if about is None:
            return [one for one in those if one.marks and self.first(one) is not None]
        written = self.line.written(about)
        return [one for one in those if one.marks and written in one.marks]

    def is_borne(self, bearer: Bearer) -> bool:
        """Whether he bears it about anything."""
        return self.first(bearer) is not None

    def all(self, bearer: Bearer) -> list[About]:
        """Everything he bears it about, in the order in which he got it."""
        return self.line.among(bearer.marks) if bearer.marks else []

    def put(self, bearer: Bearer, about: About, times: int = 1) -> None:
        """Once more about this, or so many times."""
        bearer.marks += [self.line.written(about)] * times

    def take(self, bearer: Bearer, about: About) -> bool:
        """Once less about this; whether he had it."""
        return _take(bearer, self.line.written(about))

    def set(self, bearer: Bearer, about: About, times: int) -> None:
        """So many times about this, however many they were."""
        stored = self.line.written(about)
        bearer.marks = [one for one in bearer.marks if one != stored] + [stored] * times

    def clear(self, bearer: Bearer) -> None:
        """Whatever it was about, it is gone."""
        if bearer.marks:
            beginning = self.line.beginning
            bearer.marks = [one for one in bearer.marks if not one.startswith(beginning)]


def _take(bearer: Marked, stored: str) -> bool:
    if stored not in bearer.marks:
        return False
    bearer.marks.remove(stored)
    return True


class Marks(Generic[Bearer]):
    """All the marks that bearers of one kind may have."""

    def __init__(self) -> None:
        self._bare: dict[str, BareMark[Bearer]] = {}  # by what is stored
        self._about: dict[str, MarkAbout[Bearer, Any]] = {}  # by how it begins

    def __iter__(self) -> Iterator[BareMark[Bearer] | MarkAbout[Bearer, Any]]:
        return iter((*self._bare.values(), *self._about.values()))

    def bare(self, name: str, until: Lifetime = GAME) -> BareMark[Bearer]:
        """Declare a mark that says all by itself."""
        mark: BareMark[Bearer] = BareMark(name, until)
        self._refuse_twin(mark.written, is_whole=True)
        self._bare[mark.written] = mark
        return mark

    def about(
        self, name: str, about: type[About], until: Lifetime = GAME, *, widest: int = 0
    ) -> MarkAbout[Bearer, About]:
        """Declare a mark about something; ``widest`` is the one of its fields that may have spaces inside."""
        mark: MarkAbout[Bearer, About] = MarkAbout(name, about, until, widest)
        self._refuse_twin(mark.line.beginning, is_whole=False)
        self._about[mark.line.beginning] = mark
        return mark

    def _refuse_twin(self, text: str, *, is_whole: bool) -> None:
        """What begins like a mark about something could be taken for it."""
        alike = [one for one in self._about if text.startswith(one)]
        alike += [one for one in (*self._bare, *self._about) if (one == text if is_whole else one.startswith(text))]
        if alike:
            raise ValueError(f"the marks «{alike[0]}» and «{text}» cannot be told apart")

    def end(self, bearer: Bearer, lifetime: Lifetime) -> None:
        """A lifetime is over: its marks are gone."""
        self.end_of_all((bearer,), lifetime)

    def end_of_all(self, bearers: Iterable[Bearer], lifetime: Lifetime) -> None:
        """The same for many, of whom most bear none at all."""
        ending = lifetime.ending
        for bearer in bearers:
            if bearer.marks:
                bearer.marks = [one for one in bearer.marks if not one.endswith(ending)]

    def unknown(self, bearer: Bearer) -> list[str]:
        """What nobody has declared and no chapter would know what to do with."""
        return [one for one in bearer.marks if one not in self._bare and not self._is_read(one)]

    def _is_read(self, stored: str) -> bool:
        mark = next((one for one in self._about.values() if one.line.is_in(stored)), None)
        try:
            return mark is not None and mark.line.written(mark.line.read(stored)) == stored
        except (ValueError, TypeError):  # no number, or fields are missing
            return False
