"""The rulebook inside the program: complete, and every rule that texts and data cite is in it."""

from __future__ import annotations

import re

import pytest

from alfiere.games import HERE
from alfiere.kernel.rulebook import Rulebook, read_rulebook

GAME = HERE / "lumi"
CHAPTERS = {
    "0": 1,
    "1": 61,
    "2": 48,
    "3": 105,
    "4": 48,
    "5": 31,
    "6": 18,
    "7": 67,
    "8": 13,
    "9": 14,
    "10": 8,
    "11": 13,
    "12": 8,
}
CITED = re.compile(r"lumi\.[0-9a-z.]*[0-9a-z]")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(GAME / "rulebook")


def test_every_rule_of_every_chapter_is_there_in_the_book_s_order(book: Rulebook):
    assert [(chapter.chapter, len(chapter.rule)) for chapter in book.chapters] == list(CHAPTERS.items())
    assert len(book) == sum(CHAPTERS.values()) == 435
    for chapter in book.chapters:
        for rule in chapter.rule:
            assert rule.id.startswith(f"lumi.{chapter.chapter}.")
            assert rule.en != rule.it
            assert rule.place


def test_both_languages_give_the_same_numbers_and_name_the_same_rules(book: Rulebook):
    def numbers(text: str) -> set[str]:
        return set(re.findall(r"\d+(?:\.\d+)?", CITED.sub("", text).replace(",", ".")))

    for rule in book.rules.values():
        assert numbers(rule.en) == numbers(rule.it), rule.id
        assert sorted(CITED.findall(rule.en)) == sorted(CITED.findall(rule.it)), rule.id


def test_every_rule_that_another_rule_names_exists(book: Rulebook):
    named = {(rule.id, one) for rule in book.rules.values() for one in CITED.findall(f"{rule.en} {rule.it}")}
    assert len(named) > 60
    assert not {one for one in named if one[1] not in book}


def test_every_rule_the_data_shows_opens_in_the_book(book: Rulebook):
    """A rule number on the screen is a link: each must be a rule, not merely a section."""
    shown = {
        (path.name, cited)
        for path in (GAME / "data").rglob("*.toml")
        for cited in CITED.findall(path.read_text(encoding="utf-8"))
        if not cited.startswith(("lumi.t.", "lumi.s."))  # tables and scenarios of the book
    }
    assert len(shown) > 100
    assert not {f"{name}: {cited}" for name, cited in shown if cited not in book}


def test_secret_orders_and_aggressive_units_are_the_optional_rules(book: Rulebook):
    optional = {rule.id for rule in book.rules.values() if rule.optional}
    assert optional == {rule for rule in book.rules if rule.startswith("lumi.9.")}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("3.1.12b", "3.1.12b"),
        ("zone of control", "3.1.13c"),
        ("zona di controllo", "3.1.13c"),
        ("dietrofront", "3.1.5"),
        ("breakthrough", "7.2.1a"),
        ("panico", "3.2.2d"),
        ("mitraglia", "4.3.1"),
    ],
)
def test_a_rule_is_found_by_number_by_the_book_s_words_and_by_the_table_s(book: Rulebook, asked: str, found: str):
    assert f"lumi.{found}" in {rule.id for rule in book.search(asked)}


def test_each_word_of_the_table_leads_to_some_rule(book: Rulebook):
    assert not [word for word in book.also_called if not book.search(word)]
