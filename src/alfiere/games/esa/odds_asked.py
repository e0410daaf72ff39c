"""Odds for a test described in words: by its number of cards, or by the troops that make it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from alfiere.games.esa.card_tests import base_tally, least
from alfiere.games.esa.cards import BASE_DECK, values
from alfiere.games.esa.odds import Pile, Stock, losses, passes, successes
from alfiere.games.esa.tables import tables
from alfiere.games.esa.troops import Profile, Values, profiles
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.event import Tally
from alfiere.kernel.prospect import Prospect

WORDS = (
    "test", "cards", "unit", "target", "strength", "target_strength", "bonus", "armour", "automatic",
    "deck", "discard", "value",
)  # fmt: skip
TESTS = ("fire", "melee", "morale")


def answer_odds(question: Mapping[str, str]) -> Prospect:
    """The prospect of a test: ``cards=4``, or ``test=fire unit=fr_fl_musketeers target=sp_cp_heavy strength=2``."""
    return _Question(question).answer()


class _Question:
    """A question about odds, read word by word; a slip is told in one sentence."""

    def __init__(self, question: Mapping[str, str]) -> None:
        for word in question:
            if word not in WORDS:
                raise BadData("odds", word, f"this word is not known; there are {', '.join(WORDS)}")
        self.question = question

    def answer(self) -> Prospect:
        if "unit" in self.question:
            return self._by_troops()
        if "cards" not in self.question:
            raise BadData("odds", "", "say how many cards are turned over (cards=4) or who tests (unit=…, test=fire)")
        cards = self.number("cards", 1, 30)
        tally = Tally(self.question.get("test", "test"))
        tally.add(cards, "cards", "esa.4a")
        return self._prospect("test", tally, self._extra("automatic"), self._extra("armour"))

    def number(self, word: str, least_: int, most: int, usual: int | None = None) -> int:
        """A whole number of the question."""
        text = self.question.get(word)
        if text is None and usual is not None:
            return usual
        if text is None or not re.fullmatch(r"[+-]?\d+", text) or not least_ <= int(text) <= most:
            raise BadData("odds", word, f"it is «{text}»; it must be a whole number from {least_} to {most}")
        return int(text)

    def _extra(self, word: str) -> Tally:
        tally = Tally(word)
        tally.add(self.number(word, -9, 9, 0), word, "esa.4a")
        return tally

    def _pile(self, word: str, usual: Pile) -> Pile:
        text = self.question.get(word)
        if text is None:
            return usual
        found = re.fullmatch(r"(\d+)/(\d+)", text)
        if found is None or int(found[1]) > int(found[2]):
            raise BadData("odds", word, f"it is «{text}»; write successes and cards, as in {word}=9/30")
        return Pile(int(found[1]), int(found[2]))

    def _stock(self) -> Stock:
        value = self.number("value", 1, 10, tables().numbers.army_value)
        base = Pile(sum(values()[card] <= value for card in BASE_DECK), len(BASE_DECK))
        return Stock((), self._pile("deck", base), (), self._pile("discard", Pile(0, 0)))

    def _profile(self, word: str) -> Profile:
        name = self.question[word]
        if name not in profiles().units:
            raise BadData("odds", word, f"«{name}» is not among the profiles")
        return profiles().units[name]

    def _line(self, profile: Profile, strength: int) -> Values:
        if profile.is_square and strength <= tables().numbers.square_second_line:
            return profile.line("second")
        lines = profile.lines
        return lines.get("dismounted") or next(iter(lines.values()))

    def _by_troops(self) -> Prospect:
        kind = self.question.get("test", "")
        if kind not in TESTS:
            raise BadData("odds", "test", f"it is «{kind}»; it must be one of {', '.join(TESTS)}")
        profile = self._profile("unit")
        strength = self.number("strength", 1, profile.strength, profile.strength)
        line = self._line(profile, strength)
        skill = {"fire": line.fire, "melee": line.melee, "morale": line.morale}[kind]
        if skill is None:
            raise BadData("odds", "unit", f"«{profile.id}» cannot fire (esa.2.6.1c)")
        tally = base_tally(kind, strength, skill)
        tally.add(self.number("bonus", -9, 9, 0), "bonus", "esa.4a")
        automatic, armour = self._extra("automatic"), self._extra("armour")
        if kind != "morale" and "target" in self.question:
            target = self._profile("target")
            hit = self._line(target, self.number("target_strength", 1, target.strength, target.strength))
            table = tables().fire_advantage if kind == "fire" else tables().melee_advantage
            automatic.add(
                table.get((line.kind, hit.kind), 0), "advantage", "esa.6.2a" if kind == "fire" else "esa.7.2a"
            )
            armour.add(hit.armour_fire if kind == "fire" else hit.armour_melee, "armour", "esa.2.6.1b")
        return self._prospect(kind, least(tally), automatic, armour)

    def _prospect(self, kind: str, tally: Tally, automatic: Tally, armour: Tally) -> Prospect:
        hits = successes(self._stock(), tally.total)
        who = self.question.get("unit", "")
        if kind in ("morale", "test") and "armour" not in self.question and "automatic" not in self.question:
            passed = passes(hits)
            return Prospect(kind, who, (tally,), hits, {0: 1 - passed, 1: passed}, "passed")
        most = self._most()
        found = losses(hits, automatic.total, armour.total, most)
        return Prospect(kind, who, (tally, automatic, armour), hits, found, "losses")

    def _most(self) -> int:
        if "target" in self.question:
            return self.number("target_strength", 1, 9, self._profile("target").strength)
        return self.number("target_strength", 1, 9, 9)
