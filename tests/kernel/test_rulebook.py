"""The rulebook inside the program: every rule in both languages, found by id and by words."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games import GAMES
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.rulebook import read_rulebook

BOOK = """
chapter = "1"
title = { en = "One", it = "Uno" }

[[rule]]
id = "x.1"
origin = "seed"
topic = "movement"
place = "1.1"
en = "A horse moves."
it = "Il cavallo è veloce."
"""


@pytest.mark.parametrize("code", sorted(GAMES))
def test_every_rule_has_a_text_in_both_languages(code: str) -> None:
    book = GAMES[code].rulebook()
    assert len(book) > 0
    for rule in book.rules.values():
        assert rule.id.startswith(f"{code}.")
        assert rule.en.strip()
        assert rule.it.strip()
        assert rule.en != rule.it
        assert rule.place


def test_the_book_of_esa_is_complete() -> None:
    assert len(GAMES["esa"].rulebook()) == 739


def test_rules_are_found_by_id_prefix_and_words_in_either_language() -> None:
    book = GAMES["esa"].rulebook()
    assert [rule.id for rule in book.search("esa.7.2d")] == ["esa.7.2d"]
    assert {rule.id for rule in book.search("7.4.1")} >= {"esa.7.4.1a", "esa.7.4.1j"}
    assert book.search("battle line")
    assert book.search("linea di battaglia")
    assert book.search("unità")[:1] == book.search("unita")[:1]
    assert not book.search("helicopter")


def test_rules_are_found_by_other_endings_and_by_the_words_of_the_table() -> None:
    book = GAMES["cappa"].rulebook()
    for words in ("daring", "daring move", "charging", "improvising", "audaci", "cariche", "evading"):
        assert book.search(words), words
    for rule in book.search("daring"):  # and no «dare dadi», no «comandare»
        assert "improvis" in f"{rule.en} {rule.it} {rule.place}".lower()
    assert not book.search("helicopters")


def test_a_damaged_chapter_gets_one_clear_sentence(tmp_path: Path) -> None:
    good = tmp_path / "01.toml"
    good.write_text(BOOK, encoding="utf-8")
    assert len(read_rulebook(tmp_path)) == 1
    cases = {
        BOOK.replace('en = "A horse moves."', 'en = ""'): "x.1: the rule needs a text in both languages",
        BOOK.replace("origin", "origine"): "origine",
        BOOK.replace('"seed"', '"guess"'): "guess",
        BOOK.replace("[[rule]]", "[[rule]"): "this is not TOML",
    }
    for text, said in cases.items():
        good.write_text(text, encoding="utf-8")
        with pytest.raises(BadData) as refused:
            read_rulebook(tmp_path)
        assert said in str(refused.value)
        assert "\n" not in str(refused.value)
    good.write_text(BOOK, encoding="utf-8")
    (tmp_path / "02.toml").write_text(BOOK, encoding="utf-8")
    with pytest.raises(BadData, match=r"this rule stands in 01\.toml already"):
        read_rulebook(tmp_path)
