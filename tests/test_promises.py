"""What every game promises, whoever wrote it: kept on walks through each of its battles, and by its files.

A walk takes the choice seen least as often as not; what it meets is told in both languages, previewed, forged and
refused, saved and opened again. A game is added here by having a folder.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import random
import re
import string
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.event import Event
from alfiere.kernel.game import ROLL, Game
from alfiere.kernel.plain import digest
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.save import open_save, read_save, save_of
from alfiere.telling import Teller
from soak.plan import made_up, plan_of
from tests.tiny import SHELF

LONGEST, LONGEST_OF_MANY = 120, 25  # decisions of a walk; of one with dozens of people
TIMES = 2  # walks through a battle; made-up ones are different each time
MADE_UP_TIMES = 3
RARE = 0.5  # how often the choice is taken that was taken least so far
READ, LOOKED_AT = 12, 3  # options of a decision that are read, and previewed
EVERY = 10  # decisions between two looks at what takes long
LATER = 40  # after so many a save is only opened every so many: it is played anew from the beginning
KEY = re.compile(r"[a-z]+([-_][a-z0-9]+)*")  # what looks like a key, where a person should read a word
SLIP = re.compile(r"None|\{|  ")  # what no sentence has

PROMISES = {
    "words": "everything is told in both languages, and no key is left in a sentence",
    "rules": "every rule that is cited stands in the rulebook",
    "refusals": "what is not allowed is refused in a sentence, with its rule, and changes nothing",
    "previews": "every option can be drawn, foretold and cautioned about, and looking changes nothing",
    "views": "what a seat or a spectator sees can be sent, and is the same for all seats where nothing is hidden",
    "copies": "a clone, a save and an undo agree with the battle",
    "faults": "no invariant is broken, and whoever is asked is entitled to decide",
}


def battles() -> list[Any]:
    """Every battle of every game, and those that are made up; the walks of one are walked in one process."""
    own = {code: plan_of(code).made_up for code in SHELF}
    names = [(code, name) for code in SHELF for name in SHELF[code].scenario_ids()]
    names += [(code, made.name) for code, made in own.items() if made is not None]
    return [pytest.param(*one, id="/".join(one), marks=pytest.mark.xdist_group(f"promises-{one}")) for one in names]


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize(("code", "name"), battles())
def test_a_promise_is_kept_in_every_battle(code: str, name: str, promise: str) -> None:
    broken = walked(code, name)[promise]
    assert not broken, f"{PROMISES[promise]}; but: " + "\n".join(list(broken)[:20])


@pytest.mark.xdist_group("together")
def test_tests_of_a_group_are_run_by_one_process(request: pytest.FixtureRequest) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:  # else every process would walk every walk
        assert request.node.nodeid.endswith("@together")


@lru_cache(maxsize=64)
def walked(code: str, name: str) -> Mapping[str, Mapping[str, None]]:
    """Walks through a battle: what was found broken, by promise."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    verbs: Counter[tuple[str, str]] = Counter()
    own = made_up(code, name)
    is_large = name in plan_of(code).large
    for seed in range(MADE_UP_TIMES if own is not None else 1 if is_large else TIMES):
        scenario = SHELF[code].scenario(name if own is None else own.make(seed))
        game: Game[Any] = Game(SHELF[code], scenario, f"promises {seed}")
        longest = LONGEST_OF_MANY if is_large else LONGEST
        Walk(game, verbs, random.Random(f"{code} {name} {seed}"), found).go(longest)
    return {promise: found[promise] for promise in PROMISES}


class Walk:
    """Goes through a battle and notes what breaks a promise."""

    def __init__(
        self,
        game: Game[Any],
        verbs: Counter[tuple[str, str]],
        dice: random.Random,
        found: dict[str, dict[str, None]],
    ) -> None:
        self.game, self.verbs, self.dice, self.found = game, verbs, dice, found
        self.rules, self.book = game.rules, game.rules.rulebook()
        self.tellers = [Teller(game.rules, language) for language in LANGUAGES]
        self.seats = self.rules.seats_of(game.scenario, game.options)
        self.args: dict[str, list[Any]] = defaultdict(list)  # what options had under each name, to forge others from
        self.told = 0
        self.where = ""

    def go(self, longest: int) -> None:
        """So many decisions, or to the end."""
        self._hear(self.game.events, None)
        for number in range(longest):
            asked = self.game.decisions()
            if not asked:
                break
            decision = self.dice.choice(asked)
            self.where = f"{self.game.scenario.id}, decision {number}, {decision.key}"
            self._check_state(decision, is_drawn=number % EVERY == 0)
            sample = self._sample(decision)
            self._read(decision, sample)
            self._look(decision, sample[:LOOKED_AT])
            self._forge(decision, sample)
            option = self._chosen(decision)
            self.verbs[decision.key, option.key] += 1
            is_tried = number % EVERY == 0
            is_kept = is_tried and (number < LATER or number % LATER == 0)
            self._answer(decision, option, is_tried=is_tried, is_kept=is_kept)
        if self.game.result is not None:
            self._conclude()

    def break_(self, promise: str, what: str) -> None:
        """Note a promise broken; each thing once."""
        self.found[promise].setdefault(f"{what} ({self.where})")

    # Choosing

    def _sample(self, decision: Decision) -> list[Option]:
        """Some options of every verb."""
        by_verb: dict[str, list[Option]] = {}
        for option in decision.options:
            by_verb.setdefault(option.key, []).append(option)
        one_each = [self.dice.choice(some) for some in by_verb.values()]
        self.dice.shuffle(one_each)
        options = list(decision.options)
        return one_each + self.dice.sample(options, min(len(options), max(0, READ - len(one_each))))

    def _chosen(self, decision: Decision) -> Option:
        if self.dice.random() >= RARE:
            return decision.drawn(self.dice.random)
        rarest = min({one.key for one in decision.options}, key=lambda verb: (self.verbs[decision.key, verb], verb))
        return self.dice.choice([one for one in decision.options if one.key == rarest])

    def _answer(self, decision: Decision, option: Option, *, is_tried: bool, is_kept: bool) -> None:
        game, before = self.game, self.game.digest()
        twin = game.clone(keep_marks=True) if is_tried else None
        if twin is not None and twin.digest() != before:
            self.break_("copies", "a clone is another battle")
        events = game.answer(decision.seat, option)
        self._hear(events, decision.seat)
        if twin is None:
            return
        try:
            twin.answer(decision.seat, option)
            if twin.digest() != game.digest():
                self.break_("copies", f"a clone goes another way after «{option.meaning}»")
            if twin.may_undo(decision.seat):
                twin.undo(decision.seat)
                if twin.digest() != before:
                    self.break_("copies", f"«{option.meaning}» is not wholly taken back")
            if is_kept:
                opened = open_save(read_save(save_of(game).to_text()), SHELF)
                if opened.disagreement is not None or opened.game.digest() != game.digest():
                    self.break_("copies", f"a save does not open where it was kept: {opened.disagreement}")
        except Illegal as why:
            self.break_("copies", f"the same answers are refused elsewhere: {why}")

    # Looking

    def _check_state(self, decision: Decision, *, is_drawn: bool) -> None:
        for fault in self.rules.faults(self.game.state):
            self.break_("faults", fault)
        if decision.seat not in self.seats or not self.rules.may_answer(self.game.state, decision):
            self.break_("faults", f"{decision.seat} is asked, but is not entitled to it")
        views = {seat: self.game.view(seat) for seat in (None, *self.seats)}
        is_open = not self.rules.hides(self.game.state) and len(self.game.decisions()) == 1
        sent: list[Any] = []
        for seat, view in views.items():
            if is_open and seat is not None and view != views[self.seats[0]]:
                self.break_("views", f"{seat} sees other things than {self.seats[0]}, and no curtain falls")
            if view in sent:
                continue
            sent.append(view)
            if json.loads(json.dumps(view)) != _as_sent(view):
                self.break_("views", f"what {seat} sees comes out otherwise")
            self._read_view(view)
        for teller in self.tellers if is_drawn else ():
            if not self.rules.picture(self.game.state, decision.seat, teller.language).strip():
                self.break_("views", "the picture is empty")

    def _look(self, decision: Decision, options: list[Option]) -> None:
        before = digest(self.game.state.to_plain())
        for option in options:
            prospects = self.rules.prospects(self.game.state, decision, option, decision.seat)
            cautions = self.rules.cautions(self.game.state, decision, option)
            sketch = self.rules.sketch(self.game.state, decision, option)
            json.dumps([[one.to_plain() for one in prospects], sketch])
            for one in prospects:
                self._word("word", one.kind)
                if sum(one.hits.values()) != 1 or sum(one.results.values()) != 1:
                    self.break_("previews", f"the odds of «{option.meaning}» do not add up to one")
                for tally in one.tallies:
                    self._tally(tally.to_plain())
            for caution in cautions:
                self._cite(caution.rules)
        if digest(self.game.state.to_plain()) != before:
            self.break_("previews", f"a look at {', '.join(one.meaning for one in options)} has changed the state")

    def _forge(self, decision: Decision, options: list[Option]) -> None:
        """Options with one argument of another, or of one met earlier."""
        before = self.game.digest()
        for option in options[:LOOKED_AT]:
            for name in option.args:
                others = [value for value in self.args[name] if value != option.args[name]]
                if others:
                    self._refused(decision, Option(option.key, {**option.args, name: self.dice.choice(others)}))
        for option in options:
            for name, value in option.args.items():
                if value not in self.args[name][-60:]:
                    self.args[name].append(value)
        if self.game.digest() != before:
            self.break_("refusals", "something refused has changed the battle")

    def _refused(self, decision: Decision, forged: Option) -> None:
        if decision.find(forged) is not None:
            return
        try:
            self.game.answer(decision.seat, forged)
        except Illegal as why:
            if why.rule not in self.book:
                self.break_("refusals", f"«{forged.meaning}» is refused by the rule «{why.rule}», which there is not")
            if decision.why_not(forged.key, forged.args) is None:
                key = self.rules.objection(self.game.state, decision, forged).key
                self._word("refusal", key, "refusals")
            for teller in self.tellers:
                sentence = (why.text or {}).get(teller.language)
                if not sentence or SLIP.search(sentence):
                    self.break_("refusals", f"«{forged.meaning}» is refused in {teller.language} with «{sentence}»")
        else:
            self.break_("refusals", f"«{forged.meaning}» is taken although it is not offered")

    # Reading

    def _read(self, decision: Decision, options: list[Option]) -> None:
        state = self.game.state
        self._cite(decision.rules)
        if not decision.rules and decision.key != ROLL:
            self.break_("rules", f"the decision «{decision.key}» cites no rule")
        for teller in self.tellers:
            self._said(teller, "prompt", decision.key, decision.about, state)
            for option in options:
                self._cite(option.rules)
                said = self.rules.spoken(state, decision, option, teller.language)
                own = f"{decision.key}/{option.key}"
                self._said(teller, "option", own if teller.words.has("option", own) else option.key, said, state)

    def _hear(self, events: list[Event], seat: str | None) -> None:
        for event in events:
            self._cite(event.cited())
            if not event.cited():
                self.break_("rules", f"the event «{event.key}» cites no rule")
            for viewer in (None, seat):
                shown = event.seen_by(viewer)
                json.dumps(shown)
                for teller in self.tellers:
                    self._said(teller, "event", event.key, shown, self.game.state)
            for value in event.seen_by(seat).values():
                for tally in value if isinstance(value, list) else [value]:
                    if isinstance(tally, dict) and "lines" in tally:
                        self._tally(tally)

    def _said(self, teller: Teller, section: str, key: str, args: Mapping[str, Any], state: Any) -> None:
        """One sentence: it is there, and nothing in it is a bare key."""
        if not teller.words.has(section, key):
            self.break_("words", f"{teller.language}: there is no {section} «{key}»")
            return

        def name(kind: str, value: Any) -> str:
            text = self.rules.name(state, kind, value, teller.language)
            is_word = teller.words.has("word", text) or not isinstance(value, str)
            if text == value and KEY.fullmatch(text) and not is_word:
                self.break_("words", f"{teller.language}: «{key}» names the {kind} «{value}», which has no word")
            return text

        sentence = teller.words.say(section, key, args, name)
        if not sentence.strip() or SLIP.search(sentence):
            self.break_("words", f"{teller.language}: the {section} «{key}» comes out as «{sentence}»")

    def _read_view(self, view: Mapping[str, Any]) -> None:
        for piece in view["pieces"]:
            for badge in piece.get("badges", ()):
                self._word("word", badge)
                if badge not in self.rules.look().badges:
                    self.break_("views", f"the badge «{badge}» has no sign")
            for label in (*(piece.get("values") or ()), *(piece.get("tracks") or ())):
                self._word("value", label)

    def _tally(self, tally: Mapping[str, Any]) -> None:
        self._word("word", tally["kind"])
        for _, reason, rule in tally["lines"]:
            self._word("reason", reason)
            self._cite([rule])
        if tally["total"] != sum(amount for amount, _, _ in tally["lines"]):
            self.break_("previews", f"the tally «{tally['kind']}» does not add up")

    def _word(self, section: str, key: str, promise: str = "words") -> None:
        for teller in self.tellers:
            if not teller.words.has(section, key):
                self.break_(promise, f"{teller.language}: there is no {section} «{key}»")

    def _cite(self, rules: Any) -> None:
        for rule in rules:
            if rule not in self.book:
                self.break_("rules", f"the rule «{rule}» is not in the book")

    def _conclude(self) -> None:
        result = self.game.result
        assert result is not None
        self._cite(result.rules)
        self._word("word", result.reason)
        if result.winner is not None and result.winner not in self.seats:
            self.break_("faults", f"«{result.winner}» has won, who has no seat")


def _as_sent(value: Any) -> Any:
    """Plain data as JSON has it: tuples are lists, and a key that is not text must not be."""
    if isinstance(value, dict):
        return {key: _as_sent(one) for key, one in value.items()}
    return [_as_sent(one) for one in value] if isinstance(value, list | tuple) else value


# The files of a game


every_game = pytest.mark.parametrize("code", list(SHELF))


SHARED = "alfiere.battles.events"


def folder_of(code: str) -> Path:
    return Path(inspect.getfile(type(SHELF[code]))).parent


def events_of(code: str) -> dict[str, type[Event]]:
    """Every event a game can tell: its own, and those of every battle that one of its chapters uses as they are."""
    chapters = [vars(one) for name, one in sys.modules.items() if name.startswith(f"alfiere.games.{code}.")]
    used = [value for one in chapters for value in one.values() if isinstance(value, type) and issubclass(value, Event)]
    found: dict[str, type[Event]] = {one.__new__(one).key: one for one in used if one.__module__ == SHARED}
    below = {str(getattr(value, "__module__", "")) for one in chapters for value in one.values()}
    for name in below - {SHARED}:  # what is told by a step that stands below the games
        if name.startswith("alfiere.battles."):
            told = [one for one in vars(sys.modules[name]).values() if isinstance(one, type) and one.__module__ == name]
            found |= {one.__new__(one).key: one for one in told if issubclass(one, Event)}
    rest: list[type[Event]] = [Event]
    while rest:
        one = rest.pop()
        rest += one.__subclasses__()
        if one.__module__.startswith(f"alfiere.games.{code}.") and dataclasses.is_dataclass(one):
            found[one.__new__(one).key] = one
    return found


def fields_of(event: type[Event]) -> set[str]:
    return {field.name for field in dataclasses.fields(event)}  # type: ignore[arg-type]


def placeholders(template: str) -> set[str]:
    """The arguments a template uses; a dot looks inside one."""
    fields = (field for _, field, _, _ in string.Formatter().parse(template) if field is not None)
    return {field.partition("?")[0].partition(".")[0] for field in fields}


@every_game
def test_both_languages_have_the_same_sections_and_keys(code: str) -> None:
    english, italian = (
        {(section, key) for section, entries in SHELF[code].words(language).sections.items() for key in entries}
        for language in LANGUAGES
    )
    assert english == italian


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_of_its_own_fields_and_none_is_left_over(code: str, language: str) -> None:
    sentences, events = SHELF[code].words(language).sections["event"], events_of(code)
    assert set(sentences) == set(events)
    assert {key for key, event in events.items() if not placeholders(sentences[key]) <= fields_of(event)} == set()


@every_game
def test_every_event_has_a_motion_of_its_own_fields_and_none_is_left_over(code: str) -> None:
    motions, events = SHELF[code].look().motion, events_of(code)
    assert set(motions) == set(events)
    assert {key for key, event in events.items() if not motions[key].fields() <= fields_of(event)} == set()


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_and_the_lobby_have_words_for_it(code: str, language: str) -> None:
    words = SHELF[code].words(language)
    wanted = [("terminal", "side"), ("terminal", "left"), ("terminal", "your-rolls"), ("guide", "welcome")]
    wanted += [("prompt", ROLL), ("option", ROLL)]  # what is thrown by hand
    wanted += [("lobby", "wins"), ("game", "legend"), ("game", "credits")]
    wanted += [("word", seat) for seat in SHELF[code].seats]
    wanted += [("setting", option) for option in SHELF[code].options()]
    assert [one for one in wanted if not words.has(*one)] == []


@every_game
def test_its_look_paints_its_seats_and_its_tracks_have_words(code: str) -> None:
    rules = SHELF[code]
    assert set(rules.seats) <= set(rules.look().seats)
    shown = {track.key for track in rules.look().track if track.shown == "sides"}
    assert [(to, key) for to in LANGUAGES for key in shown if not rules.words(to).has("word", key)] == []


@every_game
def test_every_rule_that_its_code_names_is_in_its_book(code: str) -> None:
    named = re.compile(rf"\"({code}\.[0-9a-z.]+)\"")
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder_of(code).rglob("*.py")}
    cited = {(name, rule) for name, text in texts.items() for rule in named.findall(text)}
    assert cited
    assert {one for one in cited if one[1] not in SHELF[code].rulebook()} == set()


@every_game
def test_its_battles_are_for_two_or_three_and_say_who_they_are(code: str) -> None:
    rules = SHELF[code]
    assert rules.scenario_ids()
    for name in rules.scenario_ids():
        scenario = rules.scenario(name)
        assert scenario.id == name
        seats = rules.seats_of(scenario, rules.options())
        assert set(seats) <= {"red", "blue", "green"}
        assert {side["seat"] for side in scenario.source["side"]} == {*seats, *rules.optional_seats(scenario)}
        assert rules.scenario(json.loads(json.dumps(scenario.source))).source == scenario.source
        assert json.dumps(rules.strength(rules.setup(scenario, rules.options()), seats[0]))
