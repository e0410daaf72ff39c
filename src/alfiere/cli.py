"""The command line: ``alfiere`` and its commands, their help, and how errors are told."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from alfiere import __version__
from alfiere.duel import HUMAN, Duel
from alfiere.games import FIRST_BATTLE, GAMES
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Illegal, Seat
from alfiere.kernel.game import Game
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.save import CannotOpen, Opened, damage, open_file
from alfiere.players import PLAYERS, Player, player
from alfiere.telling import phrase
from alfiere.terminal.catalogue import find_battle, list_scenarios, show_rules
from alfiere.terminal.hosting import add_host_commands
from alfiere.terminal.likelihood import show_odds
from alfiere.terminal.records import check, tell_again, verify
from alfiere.terminal.screen import WIDEST, Wrong, console, errors, usual_language
from alfiere.terminal.simulate import chosen_options, chosen_players, simulate

WRONG, INTERRUPTED, PIPE_CLOSED = 2, 130, 141
# a third side only where the battle has one, a Game Master only where one is asked for
DEFAULT_PLAYERS = {"red": "greedy", "blue": HUMAN, "green": "greedy", "master": "greedy"}
COMMANDS = "one of these:"
TRACE = "ALFIERE_TRACE"  # set by a developer who wants to see where a fault came from


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns its exit code. Everything that is wrong is told in one sentence on stderr."""
    _speak_utf8()
    try:
        args = _parser().parse_args(argv)
        return int(args.run(args))
    except SystemExit as done:  # argparse has printed help, the version or what was wrong
        return done.code if isinstance(done.code, int) else WRONG
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return _close_pipe()
    except (Wrong, BadData, CannotOpen, Illegal) as err:
        return _fail(str(err))
    except OSError as err:
        return _fail(f"{err.filename or 'a file'} cannot be used: {err.strerror or err}")
    except Exception as err:
        if os.environ.get(TRACE):
            raise
        return _fail(f"a fault of Alfiere itself, please report it: {type(err).__name__}: {err}")


def _fail(sentence: str, code: int = WRONG) -> int:
    with contextlib.suppress(OSError):
        errors().print(f"alfiere: {' '.join(sentence.split())}")
    return code


def _close_pipe() -> int:
    """Whoever read our output has had enough; nothing more is written, not even by Python's own farewell."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED


def _speak_utf8() -> None:
    """Arrows, accents and bars must not fail on a terminal that cannot show them."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


# alfiere play


def play(args: Namespace) -> int:
    """Serve the browser table on this machine, and open it."""
    # Only here: nobody else should wait for a web server to be read from the disk.
    from alfiere.server.serving import CANNOT_BEGIN, run
    from alfiere.server.settings import from_environment

    try:
        return run(from_environment(port=args.port), opens=not args.no_open, for_play=True)
    except CANNOT_BEGIN as err:
        raise Wrong(str(err)) from None


# alfiere duel


def duel(args: Namespace) -> int:
    """Set up or open a battle and play it."""
    game, kinds = _opened(args) if args.load else _begun(args)
    if args.save is not None and args.save.exists() and args.save != args.load:
        raise Wrong(
            f"{args.save} exists already; go on with it (--load {args.save} --save {args.save}) or take another name"
        )
    if game.by_hand and HUMAN not in kinds.values():
        raise Wrong("--by-hand needs a person: set --red human or --blue human")
    _must_be_writable(args.save)
    _with_history()
    Duel(game, kinds, _computers(game, kinds), console(), args.lang, save_to=args.save, fast=args.fast).play()
    return 0


def _must_be_writable(path: Path | None) -> None:
    """Whoever wants the battle kept hears before it begins that it cannot be. Raises Wrong."""
    if path is None:
        return
    there = path.exists()
    try:
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
    except OSError as err:
        raise Wrong(f"the battle cannot be saved in {path}: {err.strerror}") from None


def _begun(args: Namespace) -> tuple[Game[Any], dict[Seat, str]]:
    rules, scenario = find_battle(args.battle or FIRST_BATTLE)
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    options = chosen_options(rules, scenario, args.option)
    game: Game[Any] = Game(rules, scenario, seed, options, by_hand=args.by_hand, audited=True)
    return game, chosen_players(args, rules.seats_of(scenario, game.options), DEFAULT_PLAYERS)


def _opened(args: Namespace) -> tuple[Game[Any], dict[Seat, str]]:
    """A battle from its file; what stands in the file cannot be chosen anew."""
    given = {"a battle": args.battle, "--seed": args.seed, "--option": args.option, "--by-hand": args.by_hand}
    for name, value in given.items():
        if value:
            raise Wrong(f"--load goes on with a battle as it is in its file: leave {name} out")
    save, opened = open_file(args.load, GAMES)
    if opened.disagreement is not None:
        _go_on_from_mark(args, opened)
    usual = {seat: save.players.get(seat, kind) for seat, kind in DEFAULT_PLAYERS.items()}
    seats = opened.game.rules.seats_of(opened.game.scenario, opened.game.options)
    kinds = chosen_players(args, seats, usual)
    for kind in kinds.values():
        if kind != HUMAN and kind not in PLAYERS:
            choose = " and ".join(f"--{seat}" for seat in seats)
            raise Wrong(f"{args.load} was played by «{kind}», who is not here; choose with {choose}")
    return opened.game, kinds


def _go_on_from_mark(args: Namespace, opened: Opened) -> None:
    """Say where a file stops agreeing; the state it goes on from must at least be a possible one."""
    wrong = damage(opened.game)
    if wrong is not None:
        raise Wrong(f"{args.load}: it stops agreeing at {opened.disagreement}, and its last mark is damaged: {wrong}")
    errors().print(phrase(args.lang, "duel", "from-mark", disagreement=opened.disagreement))


def _computers(game: Game[Any], kinds: dict[Seat, str]) -> dict[Seat, Player]:
    """Computer players seeded as in a simulation, so that a game of a series can be watched again."""
    begun = f"/{len(game.journal)}" if game.journal else ""
    return {seat: player(kind, f"{game.chance.seed}/{seat}{begun}") for seat, kind in kinds.items() if kind != HUMAN}


def _with_history() -> None:
    """Arrow keys at the prompt, where Python has them."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401


# The parser


class _Parser(ArgumentParser):
    """Tells what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        message = message.replace(f"argument {COMMANDS}: invalid choice:", "there is no command")
        errors().print(f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)")
        raise SystemExit(WRONG)


def _one_of(what: str, names: list[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(f"there is no {what} «{text}»; there are {', '.join(names)}")
        return text

    return read


def _at_least(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"«{text}» must be a whole number from {least} on")
        return int(text)

    return read


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog="alfiere",
        usage="alfiere [--help] [--version] COMMAND …",
        description="The referee, the table and the opponent for Italian horse-and-musket wargames.",
        epilog=(
            "Begin with: alfiere play, or in the terminal: alfiere duel esa/lens-1648\n"
            "Every command explains itself: alfiere sim --help"
        ),
        formatter_class=_form_of_help,
    )
    parser.add_argument("--version", action="version", version=f"alfiere {__version__}")
    parser.set_defaults(run=lambda args: _show_help(parser))
    commands = parser.add_subparsers(title="commands", metavar=COMMANDS, prog="alfiere", parser_class=_Parser)
    for add in (_play_parser, _scenarios_parser, _rules_parser, _duel_parser, _sim_parser):
        add(commands)
    for add in (_odds_parser, _replay_parser, _verify_parser, _check_parser, _campaign_parser, _host_parser):
        add(commands)
    return parser


def _form_of_help(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=32, width=WIDEST)


def _show_help(parser: ArgumentParser) -> int:
    parser.print_help()
    return 0


def _command(commands: Any, name: str, run: Callable[[Namespace], int], text: str, examples: str) -> ArgumentParser:
    parser: ArgumentParser = commands.add_parser(
        name,
        help=text.split(".", 1)[0][:1].lower() + text.split(".", 1)[0][1:],
        description="\n\n".join(textwrap.fill(part, WIDEST - 2) for part in text.split("\n\n")),
        epilog="for example:\n" + "\n".join(f"  {line}" for line in examples.splitlines()),
        formatter_class=_form_of_help,
    )
    parser.add_argument(
        "--lang",
        type=_one_of("language", list(LANGUAGES)),
        default=usual_language(),
        metavar="LANG",
        help="en or it; left out, the language of your machine",
    )
    parser.set_defaults(run=run)
    return parser


def _with_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for a program instead of text")


def _play_parser(commands: Any) -> None:
    text = (
        "Play in your browser.\n\n"
        "Starts the table on this machine, prints its address and opens the lobby in your browser, against the "
        "computer, a friend or yourself. If Alfiere is running already the lobby is opened there; if the port is "
        "taken by something else the next free one is used. Ctrl-C ends it; battles are kept."
    )
    parser = _command(commands, "play", play, text, "alfiere play\nalfiere play --port 9000 --no-open")
    parser.add_argument("--port", type=_port, metavar="N", help="where to listen; usually 8648")
    parser.add_argument("--no-open", action="store_true", help="only print the address, open no browser")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(f"«{text}» is no port; it must be a whole number from 1 to 65535")
    return int(text)


def _scenarios_parser(commands: Any) -> None:
    _with_json(_command(commands, "scenarios", list_scenarios, "List the battles.", "alfiere scenarios --lang it"))


def _rules_parser(commands: Any) -> None:
    text = "Read the rules of a game.\n\nWithout an id or words: the table of contents."
    examples = "alfiere rules esa\nalfiere rules esa 7.2d\nalfiere rules esa 7.4.1\nalfiere rules esa pike charge"
    parser = _command(commands, "rules", show_rules, text, examples)
    parser.add_argument("game", nargs="?", default="", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("words", nargs="*", metavar="ID or WORDS", help="a rule, a chapter, or words to look for")
    _with_json(parser)


def _players(parser: ArgumentParser, kinds: list[str], usual: dict[Seat, str] | None) -> None:
    for seat in DEFAULT_PLAYERS:
        note = f"; usually {usual[seat]}" if usual else "; usually greedy"
        whose = {"green": ", the third side of a few battles", "master": ", a Game Master, with game_master=yes"}
        third = whose.get(seat, "")
        parser.add_argument(
            f"--{seat}",
            type=_one_of("player", kinds),
            metavar="WHO",
            help=f"who plays {seat}{third}: {', '.join(kinds)}{note}",
        )


def _with_options(parser: ArgumentParser) -> None:
    help = "an optional rule, as in veterans=yes; «?» lists those of the game; repeat it"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=help)


def _duel_parser(commands: Any) -> None:
    text = (
        "Play or watch one battle in the terminal.\n\n"
        "You answer with numbers; ? at the prompt shows everything else you can type. With two computer "
        "players the battle is told from beginning to end; --seed 7/0 then shows the first battle of sim --seed 7."
    )
    examples = (
        "alfiere duel esa/lens-1648 --blue human --red greedy --save lens.json\n"
        "alfiere duel --load lens.json --save lens.json\n"
        "alfiere duel esa/lens-1648 --red greedy --blue random --seed 7/0 --fast"
    )
    parser = _command(commands, "duel", duel, text, examples)
    parser.add_argument("battle", nargs="?", metavar="BATTLE", help=f"a battle or a scenario file; {FIRST_BATTLE}")
    _players(parser, [HUMAN, *sorted(PLAYERS)], DEFAULT_PLAYERS)
    parser.add_argument("--seed", metavar="S", help="any word or number; the same seed turns the same cards")
    _with_options(parser)
    parser.add_argument(
        "--by-hand", action="store_true", help="you turn real cards, for both sides, and type what they show"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the battle here after every answer")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a battle from its file")
    parser.add_argument("--fast", action="store_true", help="do not pause while the computer plays")


def _sim_parser(commands: Any) -> None:
    text = (
        "Fight a battle many times and sum up.\n\n"
        "The same seed gives the same results, whatever the number of processes."
    )
    examples = (
        "alfiere sim esa/lens-1648 --games 200 --red greedy --blue random --seed 7\n"
        "alfiere sim my-battle.toml --games 50 --option veterans=yes --json"
    )
    parser = _command(commands, "sim", simulate, text, examples)
    parser.add_argument("battle", metavar="BATTLE", help="a battle, as in esa/lens-1648, or a scenario file")
    parser.add_argument("--games", type=_at_least(1), default=100, metavar="N", help="how many battles; usually 100")
    _players(parser, sorted(PLAYERS), None)
    parser.add_argument("--seed", default="0", metavar="S", help="any word or number; usually 0")
    jobs = os.cpu_count() or 1
    parser.add_argument("--jobs", type=_at_least(1), default=jobs, metavar="N", help="processes; usually one a core")
    _with_options(parser)
    _with_json(parser)


def _file_command(commands: Any, name: str, run: Callable[[Namespace], int], text: str, examples: str) -> Any:
    parser = _command(commands, name, run, text, examples)
    parser.add_argument("file", type=Path, metavar="FILE")
    _with_json(parser)
    return parser


def _replay_parser(commands: Any) -> None:
    text = (
        "Tell a battle again from its save.\n\n"
        "Shows the map at the end, or at a decision. Both hands are shown: not for a battle still being played."
    )
    examples = "alfiere replay lens.json\nalfiere replay lens.json --to 40 --lang it"
    parser = _file_command(commands, "replay", tell_again, text, examples)
    parser.add_argument("--to", type=_at_least(0), metavar="N", help="only up to decision N")


def _verify_parser(commands: Any) -> None:
    text = (
        "Fight a saved battle again and check it.\n\n"
        "Every decision must be allowed, and every card and position come out as the file says. Exit code 1 if not. "
        "--kept holds it against what a browser kept of the promises about its chance."
    )
    examples = "alfiere verify lens.json\nalfiere verify lens.json --kept lens-kept.json"
    parser = _file_command(commands, "verify", verify, text, examples)
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what the page of the proof saved beside it")


def _odds_parser(commands: Any) -> None:
    text = (
        "Say how likely each result of a test is, exactly.\n\n"
        "Cards are drawn without putting them back, so what is left of the deck counts. Describe the test in words "
        "(cards, deck, discard, value; or test, unit, target, strength, target_strength, bonus, armour, automatic), "
        "or name a saved battle to see every test its players may choose now."
    )
    examples = (
        "alfiere odds esa cards=4\nalfiere odds esa cards=5 deck=4/12 discard=5/18\n"
        "alfiere odds esa test=fire unit=fr_fl_musketeers target=sp_cp_heavy strength=2\n"
        "alfiere odds esa --load lens.json"
    )
    parser = _command(commands, "odds", show_odds, text, examples)
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("words", nargs="*", metavar="NAME=VALUE", help="the test in words")
    parser.add_argument("--load", type=Path, metavar="FILE", help="a saved battle")
    _with_json(parser)


def _tell_campaign(args: Namespace) -> int:
    from alfiere.terminal.campaign import tell_campaign  # it needs a game, which nothing else does before it is chosen

    return tell_campaign(args)


def _campaign_parser(commands: Any) -> None:
    text = (
        "Link a scouting skirmish, a battle and a rearguard skirmish.\n\n"
        "Reads the finished games of a campaign from their files, in this order, and says what the scouts bring to the "
        "battle, who is missing, and how the campaign stands. --next writes the scenario of the next game with all "
        "that the games before it mean for it. Without a file: how to begin."
    )
    examples = (
        "alfiere campaign\n"
        "alfiere campaign --next cappa/guardie --scouts red --write patrol.toml\n"
        "alfiere campaign patrol.json --next esa/lens-1648 --write battle.toml\n"
        "alfiere campaign patrol.json battle.json --next cappa/retroguardia --write rearguard.toml\n"
        "alfiere campaign patrol.json battle.json rearguard.json"
    )
    parser = _command(commands, "campaign", _tell_campaign, text, examples)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a save of a finished game")
    seats = _one_of("army", ["red", "blue"])
    parser.add_argument("--scouts", type=seats, metavar="SEAT", help="who scouts: red or blue")
    parser.add_argument("--next", metavar="BATTLE", help="the next game, as in esa/lens-1648, or a scenario file")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where its scenario is written")
    _with_json(parser)


def _check_parser(commands: Any) -> None:
    text = (
        "Check a scenario, save or army file for slips.\n\n"
        "Says that it is sound and what is in it, or the one thing that is wrong."
    )
    _file_command(commands, "check", check, text, "alfiere check my-battle.toml\nalfiere check lens.json")


def _host_parser(commands: Any) -> None:
    text = (
        "Look after a server's games: back up, restore, prune, delete.\n\n"
        "For whoever runs a server for others; docs/hosting.md tells the rest."
    )
    parser: ArgumentParser = commands.add_parser(
        "host",
        help="look after a server's games: list, backup, restore, check, prune, delete",
        description="\n\n".join(textwrap.fill(part, WIDEST - 2) for part in text.split("\n\n")),
        epilog="for example:\n  alfiere host backup tuesday.jsonl\n  alfiere host prune --dry-run",
        formatter_class=_form_of_help,
    )
    parser.set_defaults(run=lambda args: _show_help(parser))
    add_host_commands(parser, _command)


if __name__ == "__main__":
    sys.exit(main())
