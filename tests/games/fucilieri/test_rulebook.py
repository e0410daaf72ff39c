"""The rulebook of Fucilieri: complete, alike in both languages, and every rule that texts and data cite is in it."""

from __future__ import annotations

import re

import pytest

from alfiere.games import HERE
from alfiere.kernel.rulebook import Rulebook, read_rulebook

GAME = HERE / "fucilieri"
CHAPTERS = {
    "0": 20,
    "1": 80,
    "2": 91,
    "3": 12,
    "3.1": 72,
    "3.2": 55,
    "3.3": 35,
    "3.4": 34,
    "3.5": 46,
    "3.6": 40,
    "3.7": 34,
    "4": 41,
    "5": 21,
    "6": 11,
}
CITED = re.compile(r"fucilieri\.[0-9a-z.]*[0-9a-z]")
NO_RULES = ("fucilieri.t.", "fucilieri.s.")  # tables and battles of the book


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(GAME / "rulebook")


def test_every_rule_stands_in_its_chapter(book: Rulebook):
    assert [(chapter.chapter, len(chapter.rule)) for chapter in book.chapters] == list(CHAPTERS.items())
    assert len(book) == sum(CHAPTERS.values()) == 592
    for chapter in book.chapters:
        for rule in chapter.rule:
            assert rule.id.startswith(f"fucilieri.{chapter.chapter}.")
            assert rule.en != rule.it
            assert rule.place


def test_both_languages_give_the_same_numbers_and_name_the_same_rules(book: Rulebook):
    def numbers(text: str) -> set[str]:
        return set(re.findall(r"\d+(?:\.\d+)?", CITED.sub("", text).replace(",", ".")))

    for rule in book.rules.values():
        assert numbers(rule.en) == numbers(rule.it), rule.id
        assert sorted(CITED.findall(rule.en)) == sorted(CITED.findall(rule.it)), rule.id


def test_no_two_rules_say_the_same(book: Rulebook):
    for language in ("en", "it"):
        texts = [rule.text(language) for rule in book.rules.values()]
        assert len(set(texts)) == len(texts)


def test_every_rule_that_another_rule_names_exists(book: Rulebook):
    named = {(rule.id, one) for rule in book.rules.values() for one in CITED.findall(f"{rule.en} {rule.it}")}
    assert len(named) > 60
    assert not {one for one in named if one[1] not in book}


def test_every_rule_the_data_cite_opens_in_the_book(book: Rulebook):
    cited = {
        (path.name, one)
        for path in (GAME / "data").rglob("*.toml")
        for one in re.findall(r"fucilieri\.[0-9a-z_.]*[0-9a-z]", path.read_text(encoding="utf-8"))
        if not one.startswith(NO_RULES)
    }
    assert len(cited) > 200
    assert not {f"{name}: {one}" for name, one in cited if one not in book}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("3.5.8.12", "3.5.8.12"),
        ("command radius", "3.1.5.1"),
        ("raggio di comando", "3.1.5.1"),
        ("frenzy", "4.1.7b"),
        ("mischia", "3.5.3.1"),
        ("interpenetrazione", "3.2.7.2"),
    ],
)
def test_a_rule_is_found_by_number_by_the_book_s_words_and_by_the_table_s(book: Rulebook, asked: str, found: str):
    assert f"fucilieri.{found}" in {rule.id for rule in book.search(asked)}
