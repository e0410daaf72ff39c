"""The tool that changes rules blindly: which changes it makes, and that a changed function is what runs."""

from __future__ import annotations

import builtins
import gc
import signal
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from soak.blind_changes import ENDLESS, WITHOUT_EFFECT, code_of, drawn, folder_of, functions_of, in_children
from soak.probes import Probes, probed
from soak.record import Record
from soak.small_changes import changes_of
from soak.watching import Watch, functions_below

RULE = '''
"""A chapter."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nowhere import nothing

LIMIT = 3


class Unit(Form, frozen=True):
    def may_fire(self, far: bool = False) -> bool:
        """Whether it may."""
        assert LIMIT > 2, "unchanged"
        return not far and self.strength < LIMIT


def hits(unit: Unit, dice: list[int]) -> int:
    if not unit.may_fire():
        raise ValueError(f"{1 + 1} unchanged")
    unit.fired = True
    return max(0, len([one for one in dice if one >= 5]) - 1)
'''


@pytest.fixture
def chapter(tmp_path: Path) -> Path:
    path = tmp_path / "chapter.py"
    path.write_text(RULE)
    return path


def test_every_operator_condition_number_and_statement_is_changed_and_nothing_else(chapter: Path) -> None:
    source = chapter.read_bytes()
    found = {(one.function, one.told(source)[1]) for one in changes_of(chapter)}
    assert found == {
        ("", "LIMIT = 4"),
        ("Unit.may_fire", "return not far or self.strength < LIMIT"),
        ("Unit.may_fire", "return self.strength < LIMIT"),
        ("Unit.may_fire", "return not far"),
        ("Unit.may_fire", "return far and self.strength < LIMIT"),
        ("Unit.may_fire", "return not far and self.strength <= LIMIT"),
        ("hits", "if unit.may_fire():"),
        ("hits", "if True:"),
        ("hits", "if False:"),
        ("hits", "pass"),
        ("hits", "unit.fired = False"),
        ("hits", "return min(0, len([one for one in dice if one >= 5]) - 1)"),
        ("hits", "return max(1, len([one for one in dice if one >= 5]) - 1)"),
        ("hits", "return max(0, len([one for one in dice if one > 5]) - 1)"),
        ("hits", "return max(0, len([one for one in dice if True]) - 1)"),
        ("hits", "return max(0, len([one for one in dice if one >= 6]) - 1)"),
        ("hits", "return max(0, len([one for one in dice if one >= 5]) + 1)"),
        ("hits", "return max(0, len([one for one in dice if one >= 5]) - 2)"),
    }


def test_a_change_is_tried_on_the_function_that_everybody_has_imported(tmp_path: Path) -> None:
    path = tmp_path / "chapter.py"
    path.write_text("def strength(unit):\n    return unit + 1\n")
    loaded: dict[str, object] = {}
    exec(compile(path.read_bytes(), str(path), "exec"), loaded)
    (function,) = functions_of(tmp_path)[str(path), "strength"]
    (change,) = [one for one in changes_of(path) if one.new == b"-"]

    def changed() -> int:
        function.__code__ = code_of(change.applied(path.read_bytes()), path, "strength")
        return loaded["strength"](5)  # type: ignore[operator, no-any-return]

    assert in_children([changed, lambda: 1 // 0, lambda: loaded["strength"](5)], jobs=2) == [4, None, 6]  # type: ignore[operator]
    assert loaded["strength"](5) == 6  # type: ignore[operator]


def test_only_what_used_up_its_own_time_ran_without_end() -> None:
    def spin() -> None:
        signal.setitimer(signal.ITIMER_PROF, 0.01)
        while True:
            pass

    assert in_children([spin, lambda: signal.raise_signal(signal.SIGKILL)], jobs=1) == [ENDLESS, None]


def test_a_draw_that_was_stopped_goes_on_and_another_begins_anew(tmp_path: Path) -> None:
    Record(tmp_path / "tried.txt", "winter").add(3, "tests/test_fire.py::test_one[a b]")
    Record(tmp_path / "tried.txt", "winter").add(4, "")
    assert Record(tmp_path / "tried.txt", "winter").results == {3: "tests/test_fire.py::test_one[a b]", 4: ""}
    assert Record(tmp_path / "tried.txt", "spring").results == {}


def test_what_went_unnoticed_is_open_again_for_whoever_asks_more_tests(tmp_path: Path) -> None:
    Record(tmp_path / "tried.txt", "winter", 60).add(3, "tests/test_fire.py::test_one")
    Record(tmp_path / "tried.txt", "winter", 60).add(4, "")
    assert Record(tmp_path / "tried.txt", "winter", 60).results == {3: "tests/test_fire.py::test_one", 4: ""}
    assert set(Record(tmp_path / "tried.txt", "winter", 61).results) == {3}
    assert set(Record(tmp_path / "tried.txt", "winter").results) == {3}
    Record(tmp_path / "tried.txt", "winter").add(4, "")
    assert set(Record(tmp_path / "tried.txt", "winter", 600).results) == {3, 4}


CHAPTER = '''
from functools import lru_cache

class Unit:
    @property
    def strength(self):
        """Of a unit."""
        return [one() for one in [lambda: table()]][0]

    @strength.setter
    def strength(self, given):
        pass

@lru_cache
def table():
    return row()

def row():
    yield 1
'''


def test_every_function_says_once_that_it_was_called_and_which_are_called_for_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "chapter.py"
    path.write_text(CHAPTER)
    loaded: dict[str, Any] = {}
    exec(compile(path.read_bytes(), str(path), "exec"), loaded)

    def calls() -> list[list[str]]:
        gc.freeze()  # as the tests do with all they have collected
        watch, told = Watch(tmp_path), []
        for _ in range(2):
            watch.called.clear()
            list(loaded["Unit"]().strength)
            told.append(sorted(watch.called))
        loaded["Unit"]().strength = 3
        list(loaded["row"]())
        return [*told, sorted(watch.kept), [loaded["Unit"].strength.__doc__]]

    (found,) = in_children([calls], jobs=1)
    assert found == [
        ["chapter:Unit.strength", "chapter:row", "chapter:table"],
        ["chapter:Unit.strength"],
        ["chapter:table"],
        ["Of a unit."],
    ]
    assert "__called__" not in vars(builtins)


ASKED = """
def wounded(g, unit, dice):
    hits = (one for one in dice if one > 2)
    unit.tired = True
    weak = unit.strength < 3
    if weak and any(hits):
        return roll(g, 1)
    return any(
        one >= 5
        for one in dice
    )

def roll(g, dice):
    g.rolled.append(dice)
    return g.pop(0) + 1
"""


def test_a_change_is_told_of_where_it_makes_a_difference_and_the_unchanged_is_what_runs(tmp_path: Path) -> None:
    path = tmp_path / "chapter.py"
    path.write_text(ASKED)
    loaded: dict[str, Any] = {}
    exec(compile(path.read_bytes(), str(path), "exec"), loaded)
    source = path.read_bytes()

    def told(now: str, strength: int, dice: list[int]) -> tuple[bool, bool, list[int]]:
        (change,) = [one for one in changes_of(path) if one.told(source)[1] == now]
        codes, numbers = probed([(7, change)])
        assert numbers == {7}
        probes = Probes(codes, functions_below(tmp_path))
        g = SimpleNamespace(rolled=[], pop=lambda place: 4)
        found = loaded["wounded"](g, SimpleNamespace(strength=strength), dice)
        return probes.told == {7}, found, g.rolled

    def differs(now: str, strength: int, dice: list[int]) -> bool:
        ((is_told, found, rolled),) = in_children([lambda: told(now, strength, dice)], jobs=1)
        fell = strength < 3 and max(dice) > 2
        assert (found, rolled) == ((5, [1]) if fell else (max(dice) >= 5, []))
        return bool(is_told)

    assert not differs("one > 5", 4, [4, 6])
    assert differs("one > 5", 4, [4, 5])
    assert not differs("one > 5", 2, [4, 5])  # never asked
    assert differs("weak = unit.strength <= 3", 3, [4])
    assert not differs("weak = unit.strength <= 3", 4, [1])
    assert differs("if weak and all(hits):", 2, [4, 1])  # the hits can be read only once
    assert differs("unit.tired = False", 4, [1])
    assert not differs("return roll(g, 2)", 3, [1])
    assert differs("return roll(g, 2)", 2, [3])
    assert differs("return g.pop(0) + 2", 2, [3])  # what acts is not done twice

    several = [one for one in changes_of(path) if one.told(source)[1] in ("one > 5", "return g.pop(0) + 2")]

    def both() -> list[int]:
        probes = Probes(probed(list(enumerate(several)))[0], functions_below(tmp_path))
        loaded["roll"](SimpleNamespace(rolled=[], pop=lambda place: 4), 1)
        return sorted(probes.told)

    assert in_children([both], jobs=1) == [[1]]  # though what is looked at before it takes more lines


def test_the_list_of_changes_without_effect_can_be_read_and_gives_a_reason_for_each() -> None:
    listed = tomllib.loads(WITHOUT_EFFECT.read_text(encoding="utf-8"))["change"]
    assert [one for one in listed if set(one) != {"game", "file", "was", "now", "why"}] == []
    assert all(one["was"] != one["now"] and one["why"] for one in listed)
    assert [one for one in listed if not any(folder_of(one["game"]).rglob(one["file"]))] == []


def test_what_the_computer_likes_and_what_is_drawn_is_left_alone() -> None:
    functions = {change.function for change in drawn("cappa", ["standing", "shooting"], None, "any")}
    assert {one.rpartition(".")[2] for one in functions}.isdisjoint({"pull", "sketch"})
    assert any(one.endswith(".objection") for one in functions)
