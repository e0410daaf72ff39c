"""The rulebook inside the program: complete, and every rule that texts and data cite is in it."""

from __future__ import annotations

import re
from collections import Counter

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


@pytest.mark.rule("lumi.0.1")
def test_every_rule_says_whether_it_is_an_amendment_or_what_we_supply_of_the_base_game(book: Rulebook):
    origins = Counter(one.origin for one in book.rules.values())
    assert origins == {"seed": 134, "reading": 17, "house": 284}
    rally = [book[one] for one in ("lumi.7.5.1", "lumi.7.5.2b", "lumi.2.3.4b")]
    assert [one.origin for one in rally] == ["seed", "seed", "house"]


@pytest.mark.rule("lumi.7.2.0")
def test_of_pursuit_there_is_nothing_but_the_new_paragraphs(book: Rulebook):
    about = [one for one in book.rules if one.startswith("lumi.7.2.")]
    assert {re.match(r"lumi\.7\.2\.\d", one)[0] for one in about} == {f"lumi.7.2.{n}" for n in range(4)}  # type: ignore[index]
    files = [*(GAME / "melee").glob("*.py"), GAME / "data/modifiers.toml"]
    cited = {one for path in files for one in CITED.findall(path.read_text(encoding="utf-8"))}
    assert {one for one in cited if re.match(r"lumi\.7\.2\.\d[a-z]", one)} <= set(about)
    assert not {one for one in cited if re.match(r"lumi\.7\.2\.[4-9]", one)}
    assert len({one for one in cited if one.startswith("lumi.7.2")}) > 15


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
