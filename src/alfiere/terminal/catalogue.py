"""What there is: the battles and the rulebooks of every game, and how a battle is found by its name."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from alfiere.games import GAMES
from alfiere.kernel.bad_data import BadData, read_toml
from alfiere.kernel.rulebook import Rule, Rulebook
from alfiere.kernel.ruleset import Ruleset, Scenario
from alfiere.telling import in_language, phrase
from alfiere.terminal.screen import Wrong, console, print_json


def battle_names() -> list[str]:
    """Every battle as a user writes it, ``esa/lens-1648``."""
    return [f"{code}/{name}" for code, rules in GAMES.items() for name in rules.scenario_ids()]


def find_battle(name: str) -> tuple[Ruleset[Any], Scenario]:
    """A battle by its name, with or without its game, or from a scenario file. Raises Wrong and BadData."""
    game, _, battle = name.partition("/")
    if game in GAMES and battle in GAMES[game].scenario_ids():  # no other game is loaded for it
        return GAMES[game], GAMES[game].scenario(battle)
    names = battle_names()
    fitting = [one for one in names if name == one.partition("/")[2]]
    if len(fitting) == 1:
        code, _, scenario = fitting[0].partition("/")
        return GAMES[code], GAMES[code].scenario(scenario)
    if Path(name).suffix or Path(name).exists():
        return scenario_in(Path(name))
    raise Wrong(f"there is no battle «{name}»; there are {', '.join(names)} (or give the path of a scenario file)")


def scenario_in(path: Path) -> tuple[Ruleset[Any], Scenario]:
    """A battle from a file, which names its game. Raises BadData."""
    code = read_toml(path).get("game")
    if not isinstance(code, str) or code not in GAMES:
        raise BadData(path, "game", f"it must be one of {', '.join(GAMES)}")
    return GAMES[code], GAMES[code].scenario(path)


def find_game(code: str) -> Ruleset[Any]:
    """A game by its code. Raises Wrong."""
    if code not in GAMES:
        known = ", ".join(GAMES)
        raise Wrong(f"there is no game «{code}»; there are {known}" if code else f"which game? There are {known}")
    return GAMES[code]


def side_names(scenario: Scenario, language: str) -> dict[str, str]:
    """The armies by seat."""
    return {side["seat"]: in_language(side["name"], language) for side in scenario.source.get("side", ())}


# alfiere scenarios


def list_scenarios(args: Namespace) -> int:
    """Every battle of every game."""
    found = [_entry(rules, name, args.lang) for rules in GAMES.values() for name in rules.scenario_ids()]
    if args.json:
        print_json(found)
        return 0
    out = console()
    for entry in found:
        key = "sides" if len(entry["sides"]) == 2 else "three-sides"
        sides = phrase(args.lang, "scenarios", key, **{side["seat"]: side["name"] for side in entry["sides"]})
        turns = phrase(args.lang, "scenarios", "turns", turns=entry["turns"])
        out.print(Text.assemble((entry["id"], "bold"), f"  {entry['title']}, {entry['date']}"))
        for text in (f"{sides}, {turns}", entry["summary"]):
            out.print(Text(indented(text, out.width)))
        out.print()
    return 0


def _entry(rules: Ruleset[Any], name: str, language: str) -> dict[str, Any]:
    source = rules.scenario(name).source
    return {
        "id": f"{rules.code}/{name}",
        "game": rules.code,
        "title": in_language(source["title"], language),
        "date": source.get("date", ""),
        "sides": [
            {"seat": side["seat"], "name": in_language(side["name"], language)} for side in source.get("side", ())
        ],
        "turns": source.get("turns"),
        "summary": in_language(source.get("summary", ""), language),
    }


# alfiere rules


def show_rules(args: Namespace) -> int:
    """The table of contents of a rulebook, or the rules that an id or words find."""
    rules = find_game(args.game)
    if not args.words:
        _contents(rules, args)
        return 0
    found = find_rules(rules.rulebook(), " ".join(args.words))
    if not found:
        raise Wrong(f"no rule of {rules.code} has the id or the words «{' '.join(args.words)}»")
    if args.json:
        print_json([_plain_rule(rule, args.lang) for rule in found])
        return 0
    out = console()
    for rule in found:
        out.print(rule_text(rule, args.lang))
    _print_credits(rules.code, args.lang)
    return 0


def find_rules(book: Rulebook, words: str) -> list[Rule]:
    """Rules by a chapter's number, by an id or its beginning, or by words."""
    for chapter in book.chapters:
        if chapter.chapter == words:
            return list(chapter.rule)
    return book.search(words)


def an_id(book: Rulebook) -> str:
    """An id such as one may type: of a chapter with a number, where there is one, and without the game's code."""
    numbered = [one for one in book.chapters if one.chapter.isdecimal() and one.rule] or book.chapters
    return numbered[len(numbered) // 2].rule[0].id.partition(".")[2]


def indented(text: str, width: int, indent: str = "  ") -> str:
    """A paragraph that keeps clear of the margin."""
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def rule_text(rule: Rule, language: str) -> Text:
    """A rule as it is shown to a reader: id, origin, place in the source, text."""
    notes = [phrase(language, "rules", rule.origin), rule.place]
    if rule.optional:
        notes.insert(0, phrase(language, "rules", "optional"))
    head = Text.assemble((rule.id, "bold"), (f"  {' · '.join(note for note in notes if note)}\n", "dim"))
    return head.append(f"{rule.text(language)}\n")


def _plain_rule(rule: Rule, language: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "origin": rule.origin,
        "topic": rule.topic,
        "place": rule.place,
        "optional": rule.optional,
        "text": rule.text(language),
    }


def _contents(rules: Ruleset[Any], args: Namespace) -> None:
    book, language = rules.rulebook(), args.lang
    rows = [(one.chapter, in_language(one.title, language), len(one.rule)) for one in book.chapters]
    if args.json:
        print_json([{"chapter": chapter, "title": title, "rules": count} for chapter, title, count in rows])
        return
    out = console()
    out.print(Text(phrase(language, "rules", "contents", title=rules.title, count=len(book)), "bold"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("chapter", "title", "rules"):
        table.add_column(phrase(language, "rules", heading), justify="left" if heading == "title" else "right")
    for chapter, title, count in rows:
        table.add_row(chapter, title, str(count))
    out.print(table)
    out.print(Text(phrase(language, "rules", "hint", game=rules.code, example=an_id(book))))
    _print_credits(rules.code, language)


def _print_credits(code: str, language: str) -> None:
    words = GAMES[code].words(language)
    if words.has("game", "credits"):
        console().print(Text(words.word("game", "credits"), "dim"))
