"""Plain data: copies are deep where they must be, shared where they may be, and come back from JSON."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import field
from typing import Annotated, Any, NamedTuple

import pytest

from alfiere.kernel.plain import Plain, Remembered, Shared, Spare, Written, digest, plain


class Card:
    """Something a state only reads."""

    def __init__(self, id: str) -> None:
        self.id = id


@plain
class Piece(Plain):
    name: str
    marks: list[int]


@plain
class Table(Plain):
    turn: int
    card: Annotated[Card, Shared("card")]
    pieces: dict[str, Piece]
    queue: list[str]
    best: Piece | None
    spot: tuple[int, int]


@plain
class Box(Plain):
    size: int
    pieces: Annotated[dict[str, Piece], Spare()] = field(default_factory=dict)


def test_what_is_empty_by_default_stands_in_no_save_and_is_read_as_empty() -> None:
    assert Box(3).to_plain() == {"size": 3}
    assert Box.from_plain({"size": 3}, {}).pieces == {}
    full = Box(3, {"k": Piece("knight", [1])})
    assert full.to_plain() == {"size": 3, "pieces": {"k": {"name": "knight", "marks": [1]}}}
    assert Box.from_plain(full.to_plain(), {}).to_plain() == full.to_plain()
    twin = full.copy()
    twin.pieces["k"].marks.append(2)
    assert full.pieces["k"].marks == [1]


def a_table() -> Table:
    piece = Piece("knight", [1, 2])
    return Table(3, Card("ace"), {"k": piece}, ["k"], None, (4, 5))


def test_a_copy_shares_nothing_that_changes() -> None:
    table = a_table()
    twin = table.copy()
    twin.turn = 9
    twin.pieces["k"].marks.append(7)
    twin.queue.append("x")
    assert (table.turn, table.pieces["k"].marks, table.queue) == (3, [1, 2], ["k"])
    assert twin.card is table.card


def test_json_and_back() -> None:
    table = a_table()
    table.best = Piece("rook", [])
    data = json.loads(json.dumps(table.to_plain()))
    ace = Card("ace")
    back = Table.from_plain(data, {"card": {"ace": ace}})
    assert back.to_plain() == table.to_plain()
    assert back.card is ace
    assert back.spot == (4, 5)
    assert back.best is not None
    assert back.best.name == "rook"


def test_the_digest_changes_with_the_data_and_only_then() -> None:
    table = a_table()
    before = digest(table.to_plain())
    assert digest(table.copy().to_plain()) == before
    table.pieces["k"].marks[0] = 5
    assert digest(table.to_plain()) != before
    assert digest({"a": 1, "b": [True, None, "é"]}) == "030f18c62be4cbc1"  # alike on every machine


def test_a_class_without_the_decorator_says_so() -> None:
    class Bare(Plain):
        pass

    for act in (lambda: Bare().copy(), lambda: Bare().to_plain(), lambda: Bare.from_plain({}, {})):
        with pytest.raises(TypeError, match="lacks the @plain decorator"):
            _run(act)


def _run(act: Any) -> None:
    act()


@plain
class Purse(Plain):
    name: str
    coins: Annotated[list[int], Spare()] = dataclasses.field(default_factory=list)
    debts: Annotated[int, Spare()] = 0


def test_a_spare_field_is_written_only_where_it_holds_something() -> None:
    assert Purse("empty").to_plain() == {"name": "empty"}
    back = Purse.from_plain({"name": "empty"}, {})
    assert (back.coins, back.debts) == ([], 0)
    full = Purse("full", [1, 2], 3)
    data = json.loads(json.dumps(full.to_plain()))
    assert data == {"name": "full", "coins": [1, 2], "debts": 3}
    twin = Purse.from_plain(data, {}).copy()
    twin.coins.append(9)
    assert (full.coins, twin.coins, twin.debts) == ([1, 2], [1, 2, 9], 3)


@plain
class Renamed(Plain):
    size: int
    marks: Annotated[list[str], Written("used")]
    notes: Annotated[list[str], Spare(), Written("told")] = dataclasses.field(default_factory=list)


def test_a_field_may_have_another_name_in_a_save() -> None:
    assert Renamed(3, ["a"]).to_plain() == {"size": 3, "used": ["a"]}
    full = Renamed(3, ["a"], ["b"])
    assert list(full.to_plain().items()) == [("size", 3), ("used", ["a"]), ("told", ["b"])]
    back = Renamed.from_plain(full.to_plain(), {})
    assert (back.size, back.marks, back.notes) == (3, ["a"], ["b"])
    assert Renamed.from_plain({"size": 3, "used": []}, {}).notes == []
    twin = full.copy()
    twin.marks.append("c")
    assert full.marks == ["a"]


@plain
class Counted(Plain):
    numbers: list[int]
    total: Annotated[int | None, Remembered()] = None


def test_what_is_remembered_is_shared_by_copies_and_in_no_save() -> None:
    full = Counted([1, 2], 3)
    assert full.copy().total == 3
    assert full.to_plain() == {"numbers": [1, 2]}
    assert Counted.from_plain(full.to_plain(), {}).total is None


class Stone(NamedTuple):
    name: str
    weight: int = 1


@plain
class Quarry(Plain):
    stones: list[Stone]
    best: Stone | None


def test_a_named_tuple_comes_back_as_one() -> None:
    quarry = Quarry([Stone("marble", 3)], None)
    again = Quarry.from_plain(json.loads(json.dumps(quarry.to_plain())), {})
    assert again.stones[0].weight == 3
    assert hash(again.stones[0]) == hash(quarry.stones[0])
    assert again.best is None
    quarry.best = quarry.stones[0]
    assert Quarry.from_plain(json.loads(json.dumps(quarry.to_plain())), {}).best == Stone("marble", 3)


@plain
class Hand(Plain):
    owner: str
    cards: list[int] = []
    cost: list[int] = [0, 0]
    laid: dict[str, int] = {}


def test_a_list_or_dict_by_default_is_copied_for_each() -> None:
    one, other = Hand("red"), Hand("blue")
    one.cards.append(7)
    one.cost[1] += 3
    one.laid["left"] = 7
    assert (other.cards, other.cost, other.laid) == ([], [0, 0], {})
    assert Hand("green").to_plain() == {"owner": "green", "cards": [], "cost": [0, 0], "laid": {}}
