"""The battles, rulebooks and words of every game, as a page needs them before anybody plays."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from alfiere.games import FIRST_BATTLE, GAMES
from alfiere.kernel.game import Game
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import BadChoice, Ruleset
from alfiere.players import PLAYERS
from alfiere.server import forms
from alfiere.server.packing import Packed
from alfiere.server.refusals import Refused
from alfiere.server.sentences import Sentences

MOST_READ = 64
_READ: OrderedDict[tuple[str, bytes], Any] = OrderedDict()  # many games are fought on the same battlefield


def scenario_from(code: str, source: str) -> Any:
    """A battle from the data a game carries, read once."""
    key = (code, hashlib.sha256(source.encode()).digest())
    found = _READ.get(key)
    if found is None:
        found = _READ[key] = GAMES[code].scenario(msgspec.json.decode(source))
        if len(_READ) > MOST_READ:
            _READ.popitem(last=False)
    return found


def find_scenario(name: str) -> tuple[Ruleset[Any], Any]:
    """A battle that comes with its game, by «esa/lens-1648». Raises Refused: files are never read by name."""
    found = _ours().get(name)
    if found is None:
        raise Refused(422, "no-such-scenario", "there is no such battle")
    return found


@lru_cache(maxsize=1)
def _ours() -> dict[str, tuple[Ruleset[Any], Any]]:
    """The battles that come with the games, read once."""
    return {
        f"{code}/{name}": (rules, rules.scenario(name))
        for code, rules in GAMES.items()
        for name in rules.scenario_ids()
    }


def read_everything() -> None:
    """Read what all games are made of, once and by one thread: two at once would have two of each table."""
    all_scenarios()
    for rules, scenario in _ours().values():
        Sentences(rules)
        game: Game[Any] = Game(rules, scenario)
        for decision in game.decisions():
            len(decision.options)


def checked_options(rules: Ruleset[Any], scenario: Any, given: Mapping[str, str]) -> dict[str, Any]:
    """The optional rules asked for. Raises Refused."""
    known, choices = rules.options(), rules.choices(scenario)
    for name, value in given.items():
        if name not in known:
            raise Refused(422, "no-such-option", f"the optional rules are {', '.join(known)}")
        if name in choices:
            if value and value not in choices[name]:
                raise Refused(422, "bad-option", f"{name} must be one of {', '.join(filter(None, choices[name]))}")
            continue
        if known[name] in ("yes", "no") and value not in ("yes", "no"):
            raise Refused(422, "bad-option", f"{name} must be yes or no")
        if known[name] == "" and value and not (value.isascii() and value.isdecimal() and len(value) < 4):
            raise Refused(422, "bad-option", f"{name} must be a whole number, or empty")
    try:
        rules.setup(scenario, {**known, **given})
    except BadChoice as wrong:
        raise Refused(422, "bad-option", str(wrong)) from None
    except (ValueError, TypeError, KeyError):
        raise Refused(422, "bad-option", "the battle cannot be set up with these options") from None
    return {**known, **given}


@lru_cache(maxsize=1)
def all_scenarios() -> Packed:
    """Every battle of every game, with the board for a small map."""
    found = [entry_of(name, rules, scenario) for name, (rules, scenario) in _ours().items()]
    first = FIRST_BATTLE if FIRST_BATTLE in _ours() else None
    lessons = [name for name, (rules, _) in _ours().items() if name == f"{rules.code}/{rules.first_battle}"]
    told = {"scenarios": found, "computers": sorted(PLAYERS), "first": first, "lessons": lessons}
    return Packed(msgspec.json.encode(told))


def entry_of(name: str, rules: Ruleset[Any], scenario: Any) -> dict[str, Any]:
    """A battle as the lobby shows it."""
    source, empty = scenario.source, rules.optional_seats(scenario)
    referees = rules.referees(scenario)
    view = rules.view(rules.setup(scenario, rules.options()), None)
    return {
        "id": name,
        "game": rules.code,
        "game_title": rules.title,
        "title": _both(source["title"]),
        "date": str(source.get("date", "")),
        "turns": source.get("turns"),
        "summary": _both(source.get("summary", "")),
        "wins": {language: _wins(rules, source, language) for language in LANGUAGES},
        "sides": [
            {"seat": side["seat"], "name": _both(side["name"]), "nation": side.get("nation")}
            | ({"optional": True} if side["seat"] in empty else {})
            for side in source.get("side", ())
        ],
        "options": {name: value for name, value in rules.options_of(scenario).items() if name not in empty.values()},
        "choices": rules.choices(scenario),
        "musters": rules.musters(scenario),
        "about": {language: rules.words(language).word("lobby", "about") for language in LANGUAGES},
        "credits": {language: rules.words(language).word("game", "credits") for language in LANGUAGES},
        "board": view.get("board"),
        "marks": view.get("marks", []),
    } | ({"referees": [_chair(rules, *one) for one in referees.items()]} if referees else {})


def _chair(rules: Ruleset[Any], seat: str, option: str) -> dict[str, Any]:
    """A seat of no side, as the lobby shows it."""
    name = {language: rules.words(language).word("word", seat) for language in LANGUAGES}
    return {"seat": seat, "name": name, "option": option}


def briefing(rules: Ruleset[Any], scenario: Any, options: Mapping[str, Any]) -> forms.Briefing:
    """What to know before the battle: what wins and for whom, its own rules, the optional ones in force."""
    source = scenario.source
    sides = {side.get("code", side["seat"]): side["seat"] for side in source.get("side", ())}
    anybody = (None, *(set(_sides_named(source)) - set(sides)))
    goals = {seat: {one: _wins(rules, source, one, (code,)) for one in LANGUAGES} for code, seat in sides.items()}
    # the battle itself may say whether an optional rule holds; the state knows how that came out
    settled: Mapping[str, Any] = getattr(rules.setup(scenario, options), "options", options)
    chairs, usual = rules.optional_seats(scenario).values(), rules.options()
    return forms.Briefing(
        title=_both(source["title"]),
        date=str(source.get("date", "")),
        turns=source.get("turns"),
        summary=_both(source.get("summary", "")),
        wins={one: _wins(rules, source, one, anybody) for one in LANGUAGES},
        goals={seat: texts for seat, texts in goals.items() if any(texts.values())},
        special=[
            {"name": _both(one.get("name", "")), "text": _both(one["text"])}
            for one in source.get("special", ())
            if "text" in one and settled.get(one.get("optional"), "yes") != "no"
        ],
        options={
            name: str(settled[name])
            for name in (*rules.options_of(scenario), *rules.referees(scenario).values())
            if name in settled and name not in chairs and _is_told(settled[name], usual.get(name))
        },
    )


def _is_told(value: Any, usual: Any) -> bool:
    """Whether an optional rule is in force: of a choice that is no yes or no only what is not as usual."""
    return str(value) == "yes" or (str(value) not in ("no", "") and str(value) != str(usual))


def _sides_named(source: Mapping[str, Any]) -> list[str | None]:
    """Every side that something is to be won by; None for what is anybody's."""
    return [one.get("side") for key in ("objective", "score") for one in source.get(key, ())]


def _wins(
    rules: Ruleset[Any], source: Mapping[str, Any], language: str, sides: Collection[str | None] | None = None
) -> str:
    """What wins, in a few sentences: the battle's own, or its game's usual ones, with what counts for points.

    ``sides``: only what is to be won by one of these, None for what is anybody's.
    """
    known = rules.words(language).sections.get("lobby", {})

    def meant(key: str) -> list[Any]:
        return [one for one in source.get(key, ()) if sides is None or one.get("side") in sides]

    is_general = sides is None or None in sides
    own = [source["victory"]] if "victory" in source and is_general else []
    own += [one for one in meant("objective") if "text" in one]
    told = [_both(one["text"])[language] for one in own]
    if not told and is_general and not any("text" in one for one in source.get("objective", ())):
        told = [known.get("wins", "")]
    lists = {
        "objectives": [(one["name"], one["points"]) for one in meant("objective") if "points" in one],
        "points": [(one["text"], one["each"]) for one in meant("score") if "each" in one],
    }
    for key, entries in lists.items():
        if entries and key in known:
            worded = ", ".join(f"{_both(name)[language]} ({count})" for name, count in entries)
            told.append(known[key].replace("{list}", worded))
    return " ".join(filter(None, told))


def _both(text: Any) -> dict[str, str]:
    if isinstance(text, Mapping):
        return {language: str(text.get(language) or next(iter(text.values()), "")) for language in LANGUAGES}
    return {language: str(text) for language in LANGUAGES}


@lru_cache(maxsize=16)
def rulebook(code: str) -> Packed:
    """A whole rulebook, in both languages. Raises Refused."""
    rules = _game(code)
    chapters = [
        {
            "chapter": chapter.chapter,
            "title": _both(chapter.title),
            "rules": [
                {
                    "id": rule.id,
                    "origin": rule.origin,
                    "topic": rule.topic,
                    "place": rule.place,
                    "optional": rule.optional,
                    "text": {language: rule.text(language) for language in LANGUAGES},
                }
                for rule in chapter.rule
            ],
        }
        for chapter in rules.rulebook().chapters
    ]
    return Packed(msgspec.json.encode({"game": code, "title": rules.title, "chapters": chapters}))


@lru_cache(maxsize=16)
def words(code: str) -> Packed:
    """A game's words in both languages: what the keys in its views and events are called. Raises Refused."""
    rules = _game(code)
    return Packed(msgspec.json.encode({language: rules.words(language).sections for language in LANGUAGES}))


@lru_cache(maxsize=16)
def look(code: str) -> Packed:
    """How a game looks: symbols, colours, and the drawing words for its things. Raises Refused."""
    return Packed(msgspec.json.encode(_game(code).look()))


def _game(code: str) -> Ruleset[Any]:
    if code not in GAMES:
        raise Refused(404, "no-such-game", "there is no such game")
    return GAMES[code]
