"""The shape of the house: arrows run down only, no file grows too long, nothing is left for later.

A layer is a list of what it may import, so a folder that is not listed here stands on top:
it may import anything, and nothing below may import it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
PACKAGE = SRC / "alfiere"
LONGEST_FILE = 600

# Written in two halves, or this file would find itself.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")

MAY_IMPORT = {
    "kernel": ("kernel",),
    "table": ("table",),
    "players": ("kernel", "players"),
    "lab": ("kernel", "games", "players", "lab"),
    "server": ("kernel", "table", "games", "players", "server"),
}


def module_name(path: Path) -> str:
    """`alfiere.kernel` for src/alfiere/kernel/__init__.py, `alfiere.kernel.chance` for the file beside it."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def allowed(path: Path) -> tuple[str, ...] | None:
    """The packages this file may import from ours, or None where everything is allowed."""
    layer, *inner = path.relative_to(PACKAGE).parts
    if layer == "games" and len(inner) > 1:
        names: tuple[str, ...] | None = ("kernel", "table", f"games.{inner[0]}")
    elif layer == "games":  # The list of games knows them all.
        names = ("kernel", "table", "games")
    else:
        names = MAY_IMPORT.get(layer)
    if names is None:
        return None
    return tuple(f"alfiere.{name}" for name in names)


def imports(source: str, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and full name of all that the source imports, inside functions and type-checking blocks too."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield node.lineno, alias.name
            case ast.ImportFrom(module=origin, names=names, level=level):
                # One dot is the package the module stands in; a package's own __init__ stands in itself.
                up = level - 1 if is_package else level
                here = module.split(".")[: len(module.split(".")) - up] if level else []
                base = ".".join([*here, origin] if origin else here)
                for alias in names:
                    yield node.lineno, f"{base}.{alias.name}"
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def arrows_upward(path: Path, source: str) -> list[str]:
    """One sentence for every import of this file that its layer does not allow."""
    below = allowed(path)
    if below is None:
        return []
    place = path.relative_to(ROOT).as_posix()
    return [
        f"{place}:{line} imports {name}, but may import only {', '.join(below)}"
        for line, name in sorted(imports(source, module_name(path), path.name == "__init__.py"))
        if (name == "alfiere" or name.startswith("alfiere."))
        and name != "alfiere.__version__"
        and not any(name == package or name.startswith(f"{package}.") for package in below)
    ]


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("path", python_files("src"), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_arrows_run_down_only(path: Path) -> None:
    upward = arrows_upward(path, path.read_text(encoding="utf-8"))
    assert not upward, "\n".join(upward)


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("kernel/chance.py", "import alfiere.games"),
        ("kernel/chance.py", "from alfiere.table import hexes"),
        ("kernel/__init__.py", "from .. import players"),
        ("table/hexes.py", "from alfiere import kernel"),
        ("games/esa/fire.py", "from alfiere.games.lumi import fire"),
        ("games/esa/fire.py", "from ..lumi import fire"),
        ("games/esa/fire.py", "from alfiere import games"),
        ("games/esa/chapters/fire.py", "def f():\n    from alfiere.players import greedy"),
        ("games/__init__.py", "import alfiere.players"),
        ("players/greedy.py", "from alfiere.games import esa"),
        ("players/greedy.py", "import importlib\nimportlib.import_module('alfiere.games.esa')"),
        ("lab/series.py", "import alfiere.cli"),
        ("server/app.py", "from alfiere.lab import series"),
    ],
)
def test_an_arrow_that_runs_up_is_found(place: str, source: str) -> None:
    assert len(arrows_upward(PACKAGE / place, source)) == 1


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("kernel/chance.py", "import hashlib\nfrom . import event\nfrom alfiere.kernel.event import Event"),
        ("kernel/__init__.py", "from .event import Event\nfrom alfiere import __version__"),
        ("table/field.py", "from alfiere.table.hexes import Hex"),
        ("games/esa/fire.py", "from . import melee\nfrom ...kernel import Game"),
        ("games/esa/fire.py", "from alfiere.table import hexes\nfrom alfiere.games.esa import turn"),
        ("games/__init__.py", "from alfiere.games import esa, lumi"),
        ("lab/series.py", "from alfiere import games, kernel, players"),
        ("cli.py", "from alfiere import games, lab, players"),
    ],
)
def test_an_arrow_that_runs_down_is_left_alone(place: str, source: str) -> None:
    assert arrows_upward(PACKAGE / place, source) == []


def test_nothing_is_left_for_later() -> None:
    files = [*python_files("src", "tests"), *sorted(SRC.rglob("*.toml"))]
    left = [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if UNFINISHED.search(line)
    ]
    assert left == []


def test_no_file_is_too_long_to_read_in_one_sitting() -> None:
    too_long = [
        f"{path.relative_to(ROOT).as_posix()}: {length} lines, at most {LONGEST_FILE}"
        for path in python_files("src", "tests", "bench", "soak")
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    ]
    assert too_long == []
