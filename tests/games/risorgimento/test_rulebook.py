"""The rulebook inside the program: complete, and every rule that texts, code and data cite is in it."""

from __future__ import annotations

import re
import tomllib

import pytest

from alfiere.games import HERE
from alfiere.kernel.rulebook import Rulebook, read_rulebook

GAME = HERE / "risorgimento"
CHAPTERS = {
    "1": 26,
    "2": 34,
    "3": 19,
    "4": 14,
    "0": 22,
    "A": 44,
    "B": 24,
    "C": 10,
    "D": 32,
    "E": 159,
    "F": 25,
    "G": 94,
    "H": 22,
    "I": 16,
}
CITED = re.compile(r"risorgimento\.[0-9a-z.]*[0-9a-z]")
NO_RULES = ("risorgimento.tab.", "risorgimento.ex.")  # tables and worked examples of the book


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(GAME / "rulebook")


def test_every_rule_of_every_chapter_is_there_in_the_book_s_order(book: Rulebook):
    assert [(chapter.chapter, len(chapter.rule)) for chapter in book.chapters] == list(CHAPTERS.items())
    assert len(book) == sum(CHAPTERS.values()) == 541
    for chapter in book.chapters:
        for rule in chapter.rule:
            assert rule.id.startswith("risorgimento.")
            if chapter.chapter.isalpha():  # the lettered phases of the turn
                assert rule.id.split(".")[1] == chapter.chapter.lower()
                assert rule.place.startswith(chapter.chapter)
            assert rule.en != rule.it
            assert rule.place


def test_the_rules_of_every_section_are_numbered_through(book: Rulebook):
    sections: dict[str, list[str]] = {}
    for rule in book.rules:
        section, _, number = rule.removeprefix("risorgimento.").rpartition(".")
        sections.setdefault(section, []).append(number)
    assert sections.pop("g.4") == ["0", "0b"]  # said of both kinds of advance, before g.4.1 and g.4.2
    for section, numbers in sections.items():
        assert numbers == [str(n) for n in range(1, len(numbers) + 1)], section
    lettered = [section for section in sections if "." in section]
    assert lettered == sorted(lettered)


def test_both_languages_give_the_same_numbers_and_name_the_same_rules(book: Rulebook):
    def numbers(text: str) -> list[str]:
        return sorted(re.findall(r"\d+(?:\.\d+)?", CITED.sub("", text).replace(",", ".")))

    for rule in book.rules.values():
        assert set(numbers(rule.en)) == set(numbers(rule.it)), rule.id
        assert sorted(CITED.findall(rule.en)) == sorted(CITED.findall(rule.it)), rule.id


def test_every_rule_that_another_rule_names_exists(book: Rulebook):
    named = {(rule.id, one) for rule in book.rules.values() for one in CITED.findall(f"{rule.en} {rule.it}")}
    assert len(named) > 60
    assert not {one for one in named if one[1] not in book}


def test_every_rule_the_code_and_the_data_show_opens_in_the_book(book: Rulebook):
    """A rule number on the screen is a link: each literal must be a rule, not merely a section."""
    shown = {
        (path.name, cited)
        for path in [*GAME.rglob("*.py"), *(GAME / "data").rglob("*.toml")]
        for cited in re.findall(r"[\"'](risorgimento\.[0-9a-z.]+)[\"']", path.read_text(encoding="utf-8"))
        if not cited.startswith(NO_RULES)
    }
    assert len(shown) > 40
    assert not {f"{name}: {cited}" for name, cited in shown if cited not in book}


def test_written_orders_and_couriers_are_the_optional_rules(book: Rulebook):
    optional = {rule.id for rule in book.rules.values() if rule.optional}
    assert optional == {rule for rule in book.rules if rule.startswith(("risorgimento.a.2.", "risorgimento.a.3."))}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("e.2.2.11", "e.2.2.11"),
        ("zone of control", "e.6.5"),
        ("zona di controllo", "e.6.5"),
        ("skirmishers", "mark.2"),
        ("staffetta", "a.3.4"),
        ("interpenetrazione", "e.7.1"),
    ],
)
def test_a_rule_is_found_by_number_by_the_book_s_words_and_by_the_table_s(book: Rulebook, asked: str, found: str):
    assert f"risorgimento.{found}" in {rule.id for rule in book.search(asked)}


def test_every_section_of_the_book_has_an_english_heading(book: Rulebook):
    words = tomllib.loads((GAME / "words" / "en.toml").read_text(encoding="utf-8"))
    places = [re.match(r"[A-I](?:\.\d)+", rule.place) for rule in book.rules.values()]
    assert set(words["heading"]) == {place[0] for place in places if place}
