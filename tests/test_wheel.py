"""What people install: the wheel is built, put into an empty environment and used from an empty folder."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

import alfiere

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "alfiere"

# One group, so that under xdist all of this file goes to one worker and the wheel is built once.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


class Installed(NamedTuple):
    wheel: Path
    command: Path


def run(*command: str | Path, cwd: Path) -> str:
    """Runs it as a stranger would, without our source on the path, and returns what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    dist = folder / "dist"
    # Without --wheel: build then makes the wheel from the source archive, so a file that is missing
    # in either of them is missing in the wheel.
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, ROOT, cwd=folder)
    (wheel,) = dist.glob("alfiere-*.whl")

    # Our own pip installs into the new environment, which so holds nothing but the game and its needs.
    home = folder / "venv"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", scripts / "python")
    run(*pip, "install", "--require-hashes", "-r", ROOT / "requirements" / "run.lock", cwd=folder)
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    run(*pip, "check", cwd=folder)
    return Installed(wheel, scripts / "alfiere")


def test_the_wheel_holds_every_file_of_the_package(installed: Installed) -> None:
    ours = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".so")
    }  # a wheel serves every machine: what was compiled for this one stays here
    with zipfile.ZipFile(installed.wheel) as archive:
        shipped = {name for name in archive.namelist() if name.startswith("alfiere/")}
        licences = [name for name in archive.namelist() if name.endswith("licenses/LICENSE")]
    assert shipped == ours
    assert licences


def test_the_wheel_carries_the_version_that_the_package_states(installed: Installed) -> None:
    assert installed.wheel.name.split("-")[1] == alfiere.__version__


def test_the_installed_command_explains_itself(installed: Installed, tmp_path: Path) -> None:
    assert "alfiere" in run(installed.command, "--help", cwd=tmp_path)


def test_the_installed_command_lists_its_scenarios(installed: Installed, tmp_path: Path) -> None:
    assert "lens-1648" in json.dumps(json.loads(run(installed.command, "scenarios", "--json", cwd=tmp_path)))


def test_the_installed_command_fights_a_battle(installed: Installed, tmp_path: Path) -> None:
    players = ("--red", "random", "--blue", "random")
    battle = ("sim", "esa/lens-1648", "--games", "1", *players, "--seed", "1", "--json")
    assert json.loads(run(installed.command, *battle, cwd=tmp_path))
