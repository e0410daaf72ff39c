"""The rulebook inside the program: complete, and every rule that code, texts and data cite is in it."""

from __future__ import annotations

import re

from alfiere.games.cappa import HERE
from alfiere.kernel.rulebook import read_rulebook

CHAPTERS = {"0": 50, "1": 47, "2": 198, "3": 27, "4": 95, "5": 179, "6": 95, "7": 73, "8": 56, "9": 103, "10": 89}


def test_every_rule_of_every_chapter_is_there_in_the_book_s_order():
    book = read_rulebook(HERE / "rulebook")
    assert [(chapter.chapter, len(chapter.rule)) for chapter in book.chapters] == list(CHAPTERS.items())
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
        if not cited.startswith("cappa.t.") and cited not in book and cited not in sections  # cappa.t.* are tables
    }
    assert not unknown


def test_every_rule_the_code_and_the_data_show_opens_in_the_book():
    """A rule number on the screen is a link: each literal must be a rule, not merely a section."""
    book = read_rulebook(HERE / "rulebook")
    shown = {
        (path.name, cited)
        for path in [*HERE.rglob("*.py"), *(HERE / "data").rglob("*.toml")]
        for cited in re.findall(r"[\"'](cappa\.[0-9a-z.]+)[\"']", path.read_text(encoding="utf-8"))
    }
    assert len(shown) > 100
    assert not {f"{name}: {cited}" for name, cited in shown if cited not in book}


def test_abilities_and_chapter_9_are_optional_and_the_turn_is_not():
    book = read_rulebook(HERE / "rulebook")
    assert book["cappa.8.1.1a"].optional
    assert book["cappa.9.3.2a"].optional
    assert not book["cappa.9.7.2.h3"].optional  # collaborative actions come with every gun
    assert not book["cappa.2.1b"].optional
    assert [rule.id for rule in book.search("cappa.5.3.2k")] == ["cappa.5.3.2k"]
    assert book.search("zone of control")
    assert book.search("zona di controllo")
