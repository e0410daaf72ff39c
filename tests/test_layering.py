"""The shape of the house: arrows run down only and never in a circle, no file or folder grows too long, nothing is
left for later.

A layer is a list of what it may import, so a folder that is not listed here stands on top:
it may import anything, and nothing below may import it.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from alfiere.games.cappa import FOLDERS

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
PACKAGE = SRC / "alfiere"
CAPPA = PACKAGE / "games" / "cappa"
LONGEST_FILE = 600
MOST_FILES = 30
MORE_FILES = {"games/esa": 60, "server": 50}  # so many chapters side by side, without folders of their own

# Written in two halves, or this file would find itself.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")

MAY_IMPORT = {
    "kernel": ("kernel",),
    "table": ("table",),
    "battles": ("kernel", "table", "battles"),
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
        names: tuple[str, ...] | None = ("kernel", "table", "battles", f"games.{inner[0]}")
    elif layer == "games":  # The list of games knows them all.
        names = ("kernel", "table", "battles", "games")
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
        ("kernel/odds.py", "from alfiere.battles import deed"),
        ("battles/deed.py", "from alfiere.games import esa"),
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
        ("games/esa/fire.py", "from alfiere.battles.deed import Deed"),
        ("battles/deed.py", "from alfiere.kernel import odds\nfrom alfiere.table import hexes"),
        ("games/esa/fire.py", "from alfiere.table import hexes\nfrom alfiere.games.esa import turn"),
        ("games/__init__.py", "from alfiere.games import esa, lumi"),
        ("lab/series.py", "from alfiere import games, kernel, players"),
        ("cli.py", "from alfiere import games, lab, players"),
    ],
)
def test_an_arrow_that_runs_down_is_left_alone(place: str, source: str) -> None:
    assert arrows_upward(PACKAGE / place, source) == []


# Circles


def circle(sources: Mapping[Path, str]) -> list[str]:
    """Modules each of which imports the next, the first again at the end; none if there is no circle."""
    modules = {module_name(path) for path in sources}
    arrows: dict[str, set[str]] = {}
    for path, source in sources.items():
        module = module_name(path)
        found = {_module_in(name, modules) for _, name in imports(source, module, path.name == "__init__.py")}
        arrows[module] = found - {module, ""}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as found_one:
        return list(reversed(found_one.args[1]))
    return []


def _module_in(name: str, modules: set[str]) -> str:
    """The module that a full name belongs to, or nothing where it is none of ours."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def test_no_imports_run_in_a_circle() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in python_files("src")}
    assert len(sources) > 100
    assert not circle(sources)


@pytest.mark.parametrize(
    "back",
    [
        "from alfiere.games.esa import fire",
        "from alfiere.games.esa.fire import shoot",
        "from .fire import shoot",
        "import alfiere.games.esa.fire",
        "def f():\n    from alfiere.games.esa import fire",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from alfiere.games.esa.fire import shoot",
    ],
)
def test_a_circle_is_found(back: str) -> None:
    esa = PACKAGE / "games" / "esa"
    sources = {
        esa / "fire.py": "from alfiere.games.esa.losses import harm",
        esa / "losses.py": "from . import morale",
        esa / "morale.py": "",
    }
    assert not circle(sources)
    found = circle(sources | {esa / "morale.py": back})
    assert sorted(found[1:]) == [f"alfiere.games.esa.{name}" for name in ("fire", "losses", "morale")]
    assert found[0] == found[-1]


# The folders of Cappa


def steps_up(path: Path, source: str) -> list[str]:
    """One sentence for every import by which a chapter of Cappa reaches into a folder above its own."""
    place = path.relative_to(CAPPA).parts
    own = FOLDERS.index(place[0]) if len(place) > 1 else len(FOLDERS)
    found = []
    for line, name in sorted(imports(source, module_name(path), path.name == "__init__.py")):
        package, _, rest = name.partition("alfiere.games.cappa.")
        folder = rest.split(".")[0]
        if package or not ((CAPPA / folder).is_dir() or (CAPPA / f"{folder}.py").exists()):
            continue  # not of this game, or what its __init__ says
        if (FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)) > own:
            found.append(f"{'/'.join(place)}:{line} imports {name}, which stands above it")
    return found


CHAPTERS = sorted(CAPPA.rglob("*.py"))


def test_every_folder_of_chapters_has_its_place_in_the_order() -> None:
    assert {path.parent.relative_to(CAPPA).as_posix() for path in CHAPTERS} == {".", *FOLDERS}
    assert len(set(FOLDERS)) == len(FOLDERS)


def test_no_two_chapters_of_a_game_have_the_same_name() -> None:
    """They are called by it wherever the folder does not stand beside it: in reports, in soak/without_effect.toml."""
    for game in ("esa", "cappa"):
        names = [path.stem for path in (PACKAGE / "games" / game).rglob("*.py") if path.stem != "__init__"]
        assert names
        assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.relative_to(CAPPA).as_posix())
def test_a_chapter_of_cappa_imports_from_its_own_folder_and_from_those_below(path: Path) -> None:
    upward = steps_up(path, path.read_text(encoding="utf-8"))
    assert not upward, "\n".join(upward)


@pytest.mark.parametrize(
    ("place", "source", "count"),
    [
        ("state/dice.py", "from alfiere.games.cappa.combat.fire import Hit", 1),
        ("state/dice.py", "def f():\n    from alfiere.games.cappa.combat import fire", 1),
        ("state/dice.py", "from alfiere.games.cappa import combat", 1),
        ("state/dice.py", "from alfiere.games.cappa.ruleset import Cappa", 1),
        ("state/dice.py", "from ..combat.fire import Hit", 1),
        ("combat/fire.py", "from alfiere.games.cappa.state.dice import d10\nfrom . import melee", 0),
        (
            "combat/fire.py",
            "from alfiere.games.cappa import HERE\nfrom alfiere.games.cappa.combat.melee import fight",
            0,
        ),
        ("ruleset.py", "from alfiere.games.cappa.computer.sense import sensible\nfrom . import invariants", 0),
    ],
)
def test_a_step_up_the_folders_is_found_and_others_are_left_alone(place: str, source: str, count: int) -> None:
    assert len(steps_up(CAPPA / place, source)) == count


# Length


def crowded(places: Mapping[str, int]) -> list[str]:
    """One sentence for every folder with more files than it may have."""
    return [
        f"{place}: {count} files, at most {most}"
        for place, count in places.items()
        if count > (most := MORE_FILES.get(place, MOST_FILES))
    ]


def test_no_folder_has_more_files_than_one_can_overlook() -> None:
    folders = [path.parent.relative_to(PACKAGE).as_posix() for path in python_files("src")]
    assert not crowded({place: folders.count(place) for place in sorted(set(folders))})


def test_a_crowded_folder_is_found() -> None:
    counts = {"games/cappa/combat": 31, "kernel": 30, "server": 50, "games/esa": 61}
    assert crowded(counts) == ["games/cappa/combat: 31 files, at most 30", "games/esa: 61 files, at most 60"]


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
