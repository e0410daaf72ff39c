"""The rulebook inside the program: complete in the chapters it has, and every rule that the data cites is in it."""

from __future__ import annotations

import re
from pathlib import Path

import alfiere.games.cappa
from alfiere.kernel.rulebook import read_rulebook

HERE = Path(alfiere.games.cappa.__file__).parent
CHAPTERS = {"0": 50, "1": 47, "2": 198, "3": 27, "4": 95, "5": 179, "8": 56}
WRITTEN = ("geo.", "1.", "2.", "3.", "4.", "5.", "8.")


def test_every_rule_of_the_written_chapters_is_there():
    book = read_rulebook(HERE / "rulebook")
    shown = {chapter.chapter: len(chapter.rule) for chapter in book.chapters}
    assert {number: shown[number] for number in CHAPTERS} == CHAPTERS
    for rule in book.rules.values():
        assert rule.id.startswith("cappa.")
        assert rule.en != rule.it
        assert rule.place


def test_every_rule_that_texts_and_files_cite_exists():
    book = read_rulebook(HERE / "rulebook")
    texts = {rule.id: f"{rule.en} {rule.it}" for rule in book.rules.values()}
    texts |= {path.name: path.read_text(encoding="utf-8") for path in (HERE / "data").rglob("*.toml")}
    sections = {re.sub(r"[a-z][0-9]*$|\.h[0-9]+$", "", rule) for rule in book.rules}  # a file may cite a whole section
    unknown = {
        f"{where}: {cited}"
        for where, text in texts.items()
        for cited in re.findall(r"cappa\.[0-9a-z.]*[0-9a-z]", text)
        if cited.removeprefix("cappa.").startswith(WRITTEN) and cited not in book and cited not in sections
    }
    assert not unknown


def test_abilities_are_optional_and_the_turn_is_not():
    book = read_rulebook(HERE / "rulebook")
    assert book["cappa.8.1.1a"].optional
    assert not book["cappa.2.1b"].optional
    assert [rule.id for rule in book.search("cappa.5.3.2k")] == ["cappa.5.3.2k"]
    assert book.search("zone of control")
    assert book.search("zona di controllo")
