"""Data written as TOML reads back as it was."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import alfiere
from alfiere.kernel.toml_text import toml_text

FILES = sorted((Path(alfiere.__file__).parent / "games").glob("*/data/scenarios/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-4]}-{path.stem}")
def test_every_scenario_reads_back_as_it_was(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert tomllib.loads(toml_text(data)) == data


def test_odd_keys_and_signs_are_quoted() -> None:
    data = {"both broken": 'he said «no»,\n"never" \\ \x7f', "empty": [], "nothing": {}, "a": {"b c": [1.5, True]}}
    assert tomllib.loads(toml_text(data)) == data


def test_tables_in_lists_of_tables_keep_their_order() -> None:
    data = {"side": [{"id": 1, "squad": [{"id": "a"}, {"id": "b"}]}, {"id": 2, "squad": [{"id": "c"}]}], "last": 3}
    assert tomllib.loads(toml_text(data)) == data


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(TypeError, match="set cannot be written"):
        toml_text({"what": {1}})
    assert toml_text({"left out": None, "kept": 1}) == "kept = 1\n"
