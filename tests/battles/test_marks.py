"""Marks: borne and taken, about something or not, and gone when their time is over; what is stored never changes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from alfiere.battles.marks import GAME, TURN, BareMark, Lifetime, Line, Lines, MarkAbout, Marks, borne_by


class Unit:
    """Somebody who bears marks."""

    def __init__(self, *marks: str) -> None:
        self.marks = list(marks)


class Debt(NamedTuple):
    """What is owed to whom."""

    to: str
    coins: int


class Bridge(NamedTuple):
    """A piece with two ends."""

    piece: str
    start: tuple[int, int]
    end: tuple[int, int]


VOLLEY = Lifetime("volley")


class Kit(NamedTuple):
    """A few marks of every sort."""

    all: Marks[Unit]
    tired: BareMark[Unit]
    pinned: BareMark[Unit]
    loaded: BareMark[Unit]
    knows: MarkAbout[Unit, str]
    spared: MarkAbout[Unit, int]
    owes: MarkAbout[Unit, Debt]


@pytest.fixture
def kit() -> Kit:
    known: Marks[Unit] = Marks()
    return Kit(
        known,
        known.bare("tired"),
        known.bare("pinned", TURN),
        known.bare("loaded", VOLLEY),
        known.about("knows", str),
        known.about("spared um", int, VOLLEY),
        known.about("owes", Debt, TURN),
    )


# Bare marks


def test_a_bare_mark_is_put_counted_and_taken_once_at_a_time(kit: Kit) -> None:
    unit = Unit("other")
    assert not kit.tired.is_on(unit)
    assert kit.tired.count(unit) == 0
    assert not kit.tired.take(unit)
    kit.tired.put(unit)
    kit.tired.put(unit, 2)
    assert kit.tired.is_on(unit)
    assert kit.tired.count(unit) == 3
    assert kit.tired.take(unit)
    assert unit.marks == ["other", "tired", "tired"]
    kit.tired.clear(unit)
    assert unit.marks == ["other"]


def test_what_is_noted_twice_is_borne_once(kit: Kit) -> None:
    unit = Unit("other")
    kit.tired.note(unit)
    kit.tired.note(unit)
    assert unit.marks == ["other", "tired"]


def test_a_lifetime_is_written_behind_the_name(kit: Kit) -> None:
    unit = Unit()
    kit.pinned.put(unit)
    kit.loaded.put(unit)
    kit.tired.put(unit)
    assert unit.marks == ["pinned/turn", "loaded/volley", "tired"]
    assert Unit("pinned").marks != unit.marks
    assert not kit.pinned.is_on(Unit("pinned", "tired/turn"))


# Marks about something


def test_a_mark_about_something_is_borne_about_each_by_itself(kit: Kit) -> None:
    unit = Unit()
    assert not kit.knows.is_on(unit, "the ford")
    assert kit.knows.first(unit) is None
    assert kit.knows.all(unit) == []
    assert kit.knows.count(unit, "the ford") == 0
    kit.knows.put(unit, "the ford")
    kit.tired.put(unit)
    kit.knows.put(unit, "the mill", 2)
    assert unit.marks == ["knows the ford", "tired", "knows the mill", "knows the mill"]
    assert kit.knows.is_on(unit, "the mill")
    assert not kit.knows.is_on(unit, "the")
    assert kit.knows.count(unit, "the mill") == 2
    assert kit.knows.first(unit) == "the ford"
    assert kit.knows.all(unit) == ["the ford", "the mill", "the mill"]


def test_it_is_taken_set_and_cleared(kit: Kit) -> None:
    unit = Unit("knows a", "knows b", "tired", "knows a")
    assert not kit.knows.take(unit, "c")
    assert kit.knows.take(unit, "a")
    assert unit.marks == ["knows b", "tired", "knows a"]
    kit.knows.set(unit, "b", 2)
    assert unit.marks == ["tired", "knows a", "knows b", "knows b"]
    kit.knows.set(unit, "b", 0)
    assert unit.marks == ["tired", "knows a"]
    kit.knows.clear(unit)
    assert unit.marks == ["tired"]


def test_numbers_and_fields_come_back_as_what_they_were(kit: Kit) -> None:
    unit = Unit()
    kit.spared.put(unit, 350)
    kit.owes.put(unit, Debt("blue", -7))
    assert unit.marks == ["spared um 350/volley", "owes blue -7/turn"]
    assert kit.spared.first(unit) == 350
    assert kit.owes.all(unit) == [Debt("blue", -7)]
    assert isinstance(kit.owes.all(unit)[0].coins, int)
    assert kit.owes.is_on(unit, Debt("blue", -7))
    assert not kit.owes.is_on(unit, Debt("blue", 7))


# Lifetimes


def test_when_a_lifetime_is_over_its_marks_are_gone_and_no_others(kit: Kit) -> None:
    unit = Unit("tired", "pinned/turn", "spared um 350/volley", "owes blue 1/turn", "knows a", "loaded/volley")
    kit.all.end(unit, VOLLEY)
    assert unit.marks == ["tired", "pinned/turn", "owes blue 1/turn", "knows a"]
    kit.all.end(unit, TURN)
    assert unit.marks == ["tired", "knows a"]


def test_of_many_those_are_found_who_bear_a_mark_and_its_time_is_over_for_all(kit: Kit) -> None:
    units = [Unit("pinned/turn", "knows a"), Unit(), Unit("pinned/turn", "knows b"), Unit("tired")]
    assert kit.pinned.bearers(units) == [units[0], units[2]]
    assert kit.knows.bearers(units) == [units[0], units[2]]
    assert kit.knows.bearers(units, "b") == [units[2]]
    assert borne_by(units, kit.tired, kit.pinned) == ((0, "pinned"), (2, "pinned"), (3, "tired"))
    kit.all.end_of_all(units, TURN)
    assert [one.marks for one in units] == [["knows a"], [], ["knows b"], ["tired"]]


def test_each_mark_knows_how_long_it_lasts(kit: Kit) -> None:
    assert {one.name: one.until for one in kit.all} == {
        "tired": GAME,
        "pinned": TURN,
        "loaded": VOLLEY,
        "knows": GAME,
        "spared um": VOLLEY,
        "owes": TURN,
    }


# What is declared


@pytest.mark.parametrize(
    "declare",
    [
        lambda known: known.bare("tired"),
        lambda known: known.bare("pinned", TURN),
        lambda known: known.bare("knows nothing"),
        lambda known: known.about("knows", int),
        lambda known: known.about("knows of", str, TURN),
        lambda known: known.about("spared", str),
    ],
)
def test_what_could_be_taken_for_another_mark_is_refused(kit: Kit, declare: Any) -> None:
    with pytest.raises(ValueError, match="cannot be told apart"):
        declare(kit.all)
    assert len(list(kit.all)) == 6


def test_a_name_may_stand_alone_and_about_something_and_with_two_lifetimes(kit: Kit) -> None:
    kit.all.bare("knows")
    kit.all.bare("tired", TURN)
    kit.all.about("tired", str)
    unit = Unit("knows", "tired/turn", "tired of war")
    assert kit.all.unknown(unit) == []
    assert kit.knows.all(unit) == []


@pytest.mark.parametrize(
    "stored",
    [
        "weary",
        "tired/turn",
        "pinned",
        "knows",
        "owes blue/turn",
        "owes blue two/turn",
        "owes blue 2",
        "owes blue 02/turn",
    ],
)
def test_what_no_declared_mark_has_stored_is_found(kit: Kit, stored: str) -> None:
    assert kit.all.unknown(Unit("tired", stored, "knows a", "owes blue 2/turn", "spared um 0/volley")) == [stored]


def test_only_what_can_be_read_back_may_be_told_of() -> None:
    class Odd(NamedTuple):
        share: float

    known: Marks[Unit] = Marks()
    with pytest.raises(TypeError, match="not <class 'float'>"):
        known.about("odd", Odd)


# Lines


def test_one_field_of_a_line_may_have_inside_what_stands_between_the_others() -> None:
    first, last = Line("owes", Debt), Line("owed", Bridge, between="|", widest=0)
    assert first.read("owes the old miller 3") == Debt("the old miller", 3)
    assert first.written(Debt("the old miller", 3)) == "owes the old miller 3"
    assert last.read("owed|a|b|1,2|3,4") == Bridge("a|b", (1, 2), (3, 4))

    class Place(NamedTuple):
        turn: int
        where: str

    there = Line("seen", Place, widest=1)
    assert there.read("seen 3 at the old mill") == Place(3, "at the old mill")


def test_lines_hold_points_and_are_found_among_others() -> None:
    line = Line("bridge", Bridge, between="|")
    text = line.written(Bridge("wall", (100, -250), (0, 7)))
    assert text == "bridge|wall|100,-250|0,7"
    assert line.read(text) == Bridge("wall", (100, -250), (0, 7))
    assert line.among(["door", text, "bridges|x", "bridge|b|1,1|2,2"]) == [
        Bridge("wall", (100, -250), (0, 7)),
        Bridge("b", (1, 1), (2, 2)),
    ]
    assert line.is_in(text)
    assert not line.is_in("bridges|x")
    passing = Line("owes", Debt, ending="/turn")
    assert [passing.is_in(one) for one in ("owes blue 2/turn", "owes blue 2")] == [True, False]


def test_fields_at_the_end_that_are_as_usual_are_left_out() -> None:
    class Order(NamedTuple):
        verb: str
        unit: str
        paces: int = 0
        at: int = 1

    line = Line("order", Order)
    orders = {
        "order halt A": Order("halt", "A"),
        "order go A 3": Order("go", "A", 3),
        "order go A 0 2": Order("go", "A", 0, 2),
        "order go A 3 2": Order("go", "A", 3, 2),
        "order go A 3 0": Order("go", "A", 3, 0),  # as usual for the field before
    }
    assert [line.written(one) for one in orders.values()] == list(orders)
    assert line.among(orders) == list(orders.values())


def test_lines_of_several_sorts_are_told_by_their_types() -> None:
    lines: Lines[Debt | Bridge] = Lines({"owes": Debt, "bridge": Bridge}, between="|")
    said: dict[str, Debt | Bridge] = {"bridge|a|1,2|3,4": Bridge("a", (1, 2), (3, 4)), "owes|blue|3": Debt("blue", 3)}
    assert [lines.written(one) for one in said.values()] == list(said)
    assert lines.all(["door", *said, "owes"]) == list(said.values())
    assert lines.among(said, Debt) == [Debt("blue", 3)]
    assert [lines.is_in(line) for line in ("door", *said)] == [False, True, True]
    assert [lines.is_in(line, Debt) for line in said] == [False, True]


def test_a_line_needs_no_name_and_may_hold_several_of_a_sort() -> None:
    class Row(NamedTuple):
        number: int
        under: str = ""
        seats: tuple[str, ...] = ()

    line = Line("", Row, between="@")
    rows = {"3": Row(3), "0@mill@red": Row(0, "mill", ("red",)), "7@ford@blue,red": Row(7, "ford", ("blue", "red"))}
    assert [line.written(row) for row in rows.values()] == list(rows)
    assert line.among(rows) == list(rows.values())
