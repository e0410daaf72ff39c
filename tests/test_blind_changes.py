"""The tool that changes rules blindly: which changes it makes, and that a changed function is what runs."""

from __future__ import annotations

import builtins
import signal
import tomllib
from pathlib import Path
from typing import Any

import pytest

from soak.blind_changes import ENDLESS, WITHOUT_EFFECT, Record, code_of, drawn, folder_of, functions_of, in_children
from soak.small_changes import changes_of
from soak.watching import Watch

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


def test_the_list_of_changes_without_effect_can_be_read_and_gives_a_reason_for_each() -> None:
    listed = tomllib.loads(WITHOUT_EFFECT.read_text(encoding="utf-8"))["change"]
    assert [one for one in listed if set(one) != {"game", "file", "was", "now", "why"}] == []
    assert all(one["was"] != one["now"] and one["why"] for one in listed)
    assert [one for one in listed if not any(folder_of(one["game"]).rglob(one["file"]))] == []


def test_what_the_computer_likes_and_what_is_drawn_is_left_alone() -> None:
    functions = {change.function for change in drawn("cappa", ["standing", "shooting"], None, "any")}
    assert {one.rpartition(".")[2] for one in functions}.isdisjoint({"pull", "sketch"})
    assert any(one.endswith(".objection") for one in functions)
