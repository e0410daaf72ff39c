"""Files: a battle told again from its save, fought again to verify it, and any file checked for slips."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from alfiere.games import GAMES
from alfiere.kernel.bad_data import BadData, read_toml
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.ruleset import Ruleset, Scenario
from alfiere.kernel.save import Disagreement, Save, mark_disagrees, read_save, replay, scenario_of
from alfiere.telling import Teller, in_language, phrase
from alfiere.terminal.catalogue import scenario_in, side_names
from alfiere.terminal.drawing import has_begun, print_map, told
from alfiere.terminal.evidence import contradictions, read_evidence, strength
from alfiere.terminal.screen import Bar, console, errors, print_json

DISAGREES = 1  # the exit code when a file is sound but the rules no longer agree with it
ENDLESS = 5000  # no deployment asks so many decisions


def read_text(path: Path) -> str:
    """The text of a file. Raises BadData."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadData(path, "", "there is no such file") from None
    except IsADirectoryError:
        raise BadData(path, "", "this is a folder, not a file") from None
    except UnicodeDecodeError:
        raise BadData(path, "", "the file cannot be read as text") from None
    except OSError as err:
        raise BadData(path, "", f"the file cannot be read: {err.strerror}") from None


def open_record(path: Path) -> tuple[Save, Scenario]:
    """A save and the battle it was fought on. Raises BadData."""
    save = read_save(read_text(path), path)
    return save, scenario_of(save, GAMES, path)


# alfiere replay


def tell_again(args: Namespace) -> int:
    """Tell a battle from its save, up to a decision, and show the map there."""
    save, scenario = open_record(args.file)
    teller = Teller(GAMES[save.game], args.lang)
    story = _Story(teller, loud=not args.json)
    if not args.json:
        _head(teller, save, scenario, args)
    game, disagreement = replay(save, GAMES, args.to, watch=story.hear)
    if args.json:
        print_json(_plain_replay(save, game, teller, story, disagreement))
    else:
        _show_where_it_stands(teller, game)
    if disagreement is not None:
        _complain(phrase(args.lang, "files", "disagrees", file=args.file, disagreement=disagreement))
        return DISAGREES
    return 0


class _Story:
    """Listens to a replay: keeps it, and tells it as it goes on."""

    def __init__(self, teller: Teller, loud: bool) -> None:
        self.teller, self.loud = teller, loud
        self.heard = 0
        self.decisions: list[dict[str, Any]] = []
        self.out = console()

    def hear(self, number: int, decision: Decision, option: Option, game: Game[Any]) -> None:
        """One decision and everything it led to; who reads a save sees both hands."""
        news = game.events[self.heard :]
        self.heard = len(game.events)
        asked = f"{self.teller.side(game.state, decision.seat)}: {self.teller.prompt(game.state, decision)}"
        meant = self.teller.option(game.state, decision, option)
        if self.loud:
            self.out.print(Text.assemble((f"{number:>4}  {asked} ", "dim"), (meant, "bold")))
            for event in news:
                for line in told(self.teller, game.state, event, getattr(event, "seat", None)):
                    self.out.print(Text("      ").append(line))
            return
        entry = {"number": number, "seat": decision.seat, "decision": decision.key, "answer": option.meaning}
        self.decisions.append(entry | {"sentence": f"{asked} {meant}", "events": [self._plain(e, game) for e in news]})

    def _plain(self, event: Event, game: Game[Any]) -> dict[str, Any]:
        seat = getattr(event, "seat", None)
        return event.seen_by(seat) | {"sentence": self.teller.event(game.state, event, seat)}


def _head(teller: Teller, save: Save, scenario: Scenario, args: Namespace) -> None:
    count = len(save.decisions)
    shown = count if args.to is None else min(args.to, count)
    title = in_language(scenario.title, args.lang)
    text = teller.phrase("files", "replayed", title=title, seed=save.seed, told=shown, decisions=count)
    console().print(Text(text, "bold"))


def _show_where_it_stands(teller: Teller, game: Game[Any]) -> None:
    out = console()
    print_map(out, teller, game, None)
    out.print(Text(teller.result(game.state, game.result)))


def _plain_replay(
    save: Save, game: Game[Any], teller: Teller, story: _Story, disagreement: Disagreement | None
) -> dict[str, Any]:
    return {
        "game": save.game,
        "scenario": save.scenario.id,
        "seed": save.seed,
        "players": save.players,
        "options": save.options,
        "decisions": story.decisions,
        "agrees": disagreement is None,
        "disagreement": _plain_disagreement(disagreement),
        "map": game.rules.picture(game.state, None, teller.language),
        "tracks": game.view(None).get("tracks"),
        "result": _plain_result(game),
    }


def _plain_disagreement(found: Disagreement | None) -> dict[str, Any] | None:
    return None if found is None else {"decision": found.decision, "why": found.why}


def _plain_result(game: Game[Any]) -> dict[str, Any] | None:
    """How the battle ended, as it stands in a save."""
    result = game.result
    return None if result is None else {"winner": result.winner, "reason": result.reason, "turn": result.turn}


def _complain(sentence: str) -> None:
    errors().print(Text(sentence))


# alfiere verify


def verify(args: Namespace) -> int:
    """Fight a battle again and check every digest, and with them every card that was turned."""
    save, _ = open_record(args.file)
    teller = Teller(GAMES[save.game], args.lang)
    with Bar(teller.phrase("files", "progress"), len(save.decisions)) as bar:
        game, found = replay(save, GAMES, watch=lambda number, decision, option, game: bar.at(number))
    result = _plain_result(game)
    if found is None and save.result != result:
        why = f"the file says that the battle {_ending(save.result)}, the rules that it {_ending(result)}"
        found = Disagreement(len(save.decisions), why)
    found = found or mark_disagrees(save, game)
    evidence = None if args.kept is None else read_evidence(read_text(args.kept), args.kept)
    against = [] if evidence is None else contradictions(evidence, save.seed)
    if args.json:
        facts = {"file": str(args.file), "agrees": found is None and not against, "decisions": len(save.decisions)}
        kept = None if evidence is None else {"contradictions": against, "proves": strength(evidence)}
        print_json(facts | {"disagreement": _plain_disagreement(found), "result": result, "kept": kept})
    elif found is None:
        agreed = teller.phrase("files", "agrees", file=args.file, decisions=len(save.decisions))
        console().print(Text(f"{agreed} {teller.result(game.state, game.result)}"), soft_wrap=True)
    else:
        _complain(teller.phrase("files", "disagrees", file=args.file, disagreement=found))
    if evidence is not None and not args.json:
        for key in against:
            _complain(teller.phrase("kept", key, file=args.kept))
        if not against:
            console().print(Text(teller.phrase("kept", strength(evidence), file=args.kept)), soft_wrap=True)
    return 0 if found is None and not against else DISAGREES


def _ending(result: Mapping[str, Any] | None) -> str:
    if result is None:
        return "is not over"
    return f"ended in turn {result.get('turn')}, winner {result.get('winner') or 'nobody'} ({result.get('reason')})"


# alfiere check


def check(args: Namespace) -> int:
    """Say that a scenario, save or army file is sound, with what is in it. Raises BadData with what is wrong."""
    if read_text(args.file).lstrip().startswith("{"):
        facts, lines = _check_save(args)
    elif (army := _check_army(args)) is not None:
        facts, lines = army
    else:
        facts, lines = _check_scenario(args)
    if args.json:
        print_json({"file": str(args.file), "sound": True} | facts)
    else:
        console().print(Text(" ".join(lines)))
    return 0


def _check_save(args: Namespace) -> tuple[dict[str, Any], list[str]]:
    save, scenario = open_record(args.file)
    count = len(save.decisions)
    title = in_language(scenario.title, args.lang)
    facts = {"kind": "save", "game": save.game, "scenario": scenario.id, "seed": save.seed, "decisions": count}
    sound = phrase(args.lang, "files", "sound-save", file=args.file, title=title, decisions=count, seed=save.seed)
    return facts | {"result": save.result}, [sound, phrase(args.lang, "files", "verify-hint", file=args.file)]


def _check_scenario(args: Namespace) -> tuple[dict[str, Any], list[str]]:
    rules, scenario = scenario_in(args.file)
    turns = scenario.source.get("turns")
    sides = _sides(rules, scenario, args.lang)
    facts = {"kind": "scenario", "game": rules.code, "scenario": scenario.id, "turns": turns, "sides": sides}
    title = in_language(scenario.title, args.lang)
    lines = [phrase(args.lang, "files", "sound-scenario", file=args.file, title=title, game=rules.code, turns=turns)]
    teller = Teller(rules, args.lang)
    for side in sides:
        points = teller.phrase("files", "points", points=side["points"]) if side.get("points") else ""
        lines.append(teller.own("side", **(side | {"seat": teller.word(side["seat"]).lower(), "points": points})))
    return facts, lines


def _sides(rules: Ruleset[Any], scenario: Scenario, language: str) -> list[dict[str, Any]]:
    """Both armies as they stand when the first turn begins."""
    game = _deployed(rules, scenario)
    names = side_names(scenario, language)
    return [{"seat": seat, "name": name, **rules.strength(game.state, seat)} for seat, name in names.items()]


def _deployed(rules: Ruleset[Any], scenario: Scenario) -> Game[Any]:
    """The battle when its first turn begins, both armies deployed in the ordinary way."""
    game: Game[Any] = Game(rules, scenario, "0", keep_marks=False)
    for _ in range(ENDLESS):
        if has_begun(game) or game.decision is None:
            break
        game.answer(game.decision.seat, game.decision.options[0])
    return game


def _check_army(args: Namespace) -> tuple[dict[str, Any], list[str]] | None:
    """An army file does not name its game: the first game that can read it is the one. None: it is no army."""
    if "game" in read_toml(args.file):
        return None
    slip: BadData | None = None
    for code, rules in GAMES.items():
        try:
            army = rules.army(args.file)
        except BadData as wrong:
            slip = slip or wrong
            continue
        if army is not None:
            facts = {"kind": "army", "game": code, **army.facts, "name": in_language(army.facts["name"], args.lang)}
            return facts, [Teller(rules, args.lang).own("army", file=args.file, **facts)]
    if slip is not None:
        raise slip
    return None
