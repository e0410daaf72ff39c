"""The rules compiled by «make fast» play what the rules as they stand play."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
GAMES = {"esa": "fire", "cappa": "combat.melee"}  # each with one of its chapters
WHERE = "from alfiere.kernel import game; from alfiere.games.{} import {} as one; print(game.__file__, one.__file__)"


@pytest.fixture(scope="module")
def fast(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made quickly, for time's sake: what is made and what it plays is the same."""
    folder = tmp_path_factory.mktemp("compiled") / "fast"
    made = [sys.executable, str(ROOT / "tools" / "make-fast"), "--quickly", str(folder), *GAMES]
    done = subprocess.run(made, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.xdist_group("compiled rules")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_compiled_plays_every_golden_battle_as_it_was(game: str, fast: Path) -> None:
    with_it = {**os.environ, "PYTHONPATH": str(fast)}
    package, _, name = f"{game}.{GAMES[game]}".rpartition(".")
    where = [sys.executable, "-c", WHERE.format(package, name)]
    used = subprocess.check_output(where, env=with_it, text=True).split()
    assert all(Path(one).is_relative_to(fast) and not one.endswith(".py") for one in used), used
    golden = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_golden.py", "-k", game]
    played = subprocess.run(golden, cwd=ROOT, env=with_it, capture_output=True, text=True)
    assert played.returncode == 0, played.stdout[-3000:]
    assert " passed" in played.stdout


# Classes written out

UNIT = '''
from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Annotated

from alfiere.kernel.plain import Plain, Remembered, Spare, Written, plain


@plain
class Tent(Plain):
    """Somewhere to sleep."""

    id: str
    guests: list[str]
    _: KW_ONLY
    pegs: int = 4  # to hold it down
    beds: dict[str, int] = {}
    marks: Annotated[list[str], Written("used")] = []
    lamp: Annotated[str, Spare()] = ""
    counted: Annotated[int | None, Remembered()] = None

    def is_full(self) -> bool:
        return len(self.guests) >= self.pegs


@plain
class Camp(Plain):
    """Several of them."""

    tents: dict[str, Tent]
    tower: Tent | None = None
    paths: tuple[tuple[int, int], ...] = ()
'''


def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The module above as it stands, and written out."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    for name in ("camping", "written_camping", "written_out"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "camping.py").write_text(UNIT, encoding="utf-8")
    written = import_module("written_out").written_out(UNIT, "camping")
    (tmp_path / "written_camping.py").write_text(written, encoding="utf-8")
    return import_module("camping"), import_module("written_camping")


def test_a_plain_class_written_out_does_what_its_decorator_made_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for module in both(tmp_path, monkeypatch):
        tent = module.Tent("a", ["Aramis"], beds={"straw": 1})
        camp = module.Camp({"a": tent, "b": module.Tent("b", [], pegs=0, lamp="oil")}, tent, ((1, 2), (3, 4)))
        twin = camp.copy()
        twin.tents["a"].guests.append("Porthos")
        twin.tents["b"].marks.append("wet")
        again = module.Camp.from_plain(camp.to_plain(), {})
        told.append([camp.to_plain(), twin.to_plain(), again.to_plain(), twin.tents["b"].is_full()])
        assert tent.guests == ["Aramis"]
        assert module.Tent("c", []).marks is not module.Tent("d", []).marks
        assert twin.tower is not tent
    assert told[0] == told[1]
    assert told[0][0]["tents"]["b"] == {"id": "b", "guests": [], "pegs": 0, "beds": {}, "used": [], "lamp": "oil"}


def test_nothing_is_made_at_run_time_of_what_is_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both(tmp_path, monkeypatch)
    tree = ast.parse((tmp_path / "written_camping.py").read_text(encoding="utf-8"))
    classes = [one for one in ast.walk(tree) if isinstance(one, ast.ClassDef)]
    assert not any(one.decorator_list or one.bases for one in classes)
    assert all(
        {"__init__", "copy", "to_plain", "from_plain"}
        <= {part.name for part in one.body if isinstance(part, ast.FunctionDef)}
        for one in classes
    )


# Generator expressions

CROWD = """
from __future__ import annotations

from itertools import count


def looked(found: list[str], name: str) -> bool:
    found.append(name)
    return name != "Milady"


class Guard:
    def first(self, found: list[str], names: list[str]) -> str | None:
        seen = (name for name in names if looked(found, name) for _ in range(1))
        return next(seen, None)

    def free(self, taken: set[str]) -> str:
        names = (f"guard {number}" for number in count(1))
        return next(name for name in names if name not in taken)


def both(found: list[str], names: list[str]) -> list[str]:
    kept = list(
        filter(
            None,
            (
                name.upper() if looked(found, name) else ""
                for name in names
            ),
        )
    )
    if kept:
        return kept
    elif any(looked(found, name) for name in names):
        return names
    return []
"""


def test_a_generator_expression_made_a_function_is_asked_for_no_more_than_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.delitem(sys.modules, "lazy_generators", raising=False)
    made_lazy = import_module("lazy_generators").made_lazy
    written = made_lazy(CROWD, set())
    told = []
    for source in (CROWD, written):
        space: dict[str, Any] = {}
        exec(compile(source, "crowd", "exec"), space)
        found: list[str] = []
        guard = space["Guard"]()
        told.append(
            [
                guard.first(found, ["Milady", "Athos", "Aramis"]),
                guard.free({"guard 1", "guard 2"}),
                space["both"](found, ["Athos", "Milady"]),
                space["both"](found, []),
                found,
            ]
        )
    assert told[0] == told[1]
    assert told[0][-1] == ["Milady", "Athos", "Athos", "Milady"]
    left = [one for one in ast.walk(ast.parse(written)) if isinstance(one, ast.GeneratorExp)]
    assert [ast.unparse(one) for one in left] == [
        "(name for name in names if name not in taken)",
        "(looked(found, name) for name in names)",
    ]
    in_class = made_lazy(CROWD, {"Guard"})  # an ordinary class can have no functions within
    assert "seen = (name for name" in in_class
    assert in_class != CROWD
