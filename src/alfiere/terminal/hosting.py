"""What whoever runs a server does beside it: list, back up, restore, check, prune and delete games."""

from __future__ import annotations

import argparse
import sqlite3
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table as Grid
from rich.text import Text

from alfiere.telling import phrase
from alfiere.terminal.screen import Wrong, console, print_json

if TYPE_CHECKING:  # nobody else should wait for a database to be read from the disk
    from sqlalchemy import Engine

    from alfiere.server.keeping import Listed

DAMAGED = 1
UNVISITED = 90  # days after which prune takes a game
Command = Callable[..., ArgumentParser]


@contextmanager
def _database(args: Namespace) -> Iterator[Engine]:
    """The server's database, up to date; the same one that a server started here would use. Raises Wrong."""
    from sqlalchemy.exc import SQLAlchemyError

    from alfiere.server.backup import BadBackup, opened
    from alfiere.server.places import Place
    from alfiere.server.settings import from_environment
    from alfiere.server.trouble import Unopened, recognised

    try:
        url = from_environment(database=args.database).url()
        path = Place(url).path
        if path is not None and not path.exists() and args.run is not bring_back:
            raise Wrong(f"there is no database {path}; name it with --database")
        engine = opened(url)
    except (ValueError, Unopened) as err:
        raise Wrong(str(err)) from None
    try:
        yield engine
    except BadBackup as err:
        raise Wrong(str(err)) from None
    except (SQLAlchemyError, sqlite3.Error) as err:
        raise Wrong(recognised(err)[0].en) from None
    finally:
        engine.dispose()


def _say(args: Namespace, key: str, **more: Any) -> None:
    console().print(Text(phrase(args.lang, "host", key, **more)), soft_wrap=True)


# alfiere host list


def list_games(args: Namespace) -> int:
    """Every game with its id, those that would go first at the head."""
    from alfiere.server.keeping import STATUSES, listed

    with _database(args) as engine, engine.connect() as connection:
        found = listed(args.status or STATUSES)(connection)
    if args.json:
        print_json([one._asdict() for one in found])
    elif not found:
        _say(args, "no-games")
    else:
        _show(args, found)
    return 0


def _show(args: Namespace, found: list[Listed]) -> None:
    grid = Grid(box=None, pad_edge=False)
    for key in ("id", "battle", "status", "who", "answers", "created", "visited"):
        heading = phrase(args.lang, "host", key)
        grid.add_column(heading, justify="right" if key == "answers" else "left", no_wrap=key in ("id", "status"))
    for one in found:
        status = phrase(args.lang, "host", f"is-{one.status}")
        when = (time.strftime("%Y-%m-%d", time.localtime(at)) for at in (one.created, one.visited))
        grid.add_row(one.id, one.scenario, status, one.seats, str(one.answers), *when)
    console().print(grid)


# alfiere host backup, restore


def back_up(args: Namespace) -> int:
    """Write a backup while the server goes on; its kind follows from the name of the file."""
    from alfiere.server.backup import copy_file, write_lines
    from alfiere.server.keeping import listed

    path: Path = args.file
    if path.exists() and not args.replace:
        raise Wrong(f"{path} exists already; take another name, or --replace it")
    if not path.parent.is_dir():
        raise Wrong(f"there is no folder {path.parent}")
    with _database(args) as engine:
        if path.suffix in (".db", ".sqlite", ".sqlite3"):
            if engine.dialect.name != "sqlite":
                raise Wrong(f"only SQLite can be copied as a file; name the backup {path.with_suffix('.jsonl')}")
            copy_file(engine, path)
            with engine.connect() as connection:
                games = len(listed()(connection))
        else:
            games = write_lines(engine, path)
    _say(args, "backed-up", file=path, games=games)
    return 0


def bring_back(args: Namespace) -> int:
    """Put a backup into a database that is empty, or whose games may go."""
    from alfiere.server.backup import restore

    if not args.file.is_file():
        raise Wrong(f"{args.file}: there is no such file")
    with _database(args) as engine:
        games = restore(engine, args.file, replace=args.replace)
    _say(args, "restored", file=args.file, games=games)
    return 0


# alfiere host check


def check_games(args: Namespace) -> int:
    """Read everything and see that it is as it was written."""
    from alfiere.server.keeping import damaged_games, listed

    with _database(args) as engine, engine.connect() as connection:
        count = len(listed()(connection))
        found = damaged_games(connection)
    if args.json:
        print_json({"games": count, "damaged": found})
    for game, what in found.items():
        if not args.json:
            _say(args, "damaged", game=game, what=what)
    if not args.json:
        _say(args, "checked", games=count, damaged=len(found))
    return DAMAGED if found else 0


# alfiere host prune, delete


def prune(args: Namespace) -> int:
    """Delete games that nobody has opened for long."""
    from alfiere.server.keeping import AT_ONCE, DAY, listed, removed

    statuses = args.status or ("over", "waiting")
    with _database(args) as engine:
        with engine.connect() as connection:
            found = listed(statuses, time.time() - args.unvisited * DAY)(connection)
        if not args.dry_run:
            for first in range(0, len(found), AT_ONCE):
                with engine.begin() as connection:
                    removed([one.id for one in found[first : first + AT_ONCE]])(connection)
    if found and not args.json:
        _show(args, found)
    if args.json:
        print_json({"deleted": [] if args.dry_run else [one.id for one in found], "found": [one.id for one in found]})
    else:
        _say(args, "would-prune" if args.dry_run else "pruned", games=len(found), days=args.unvisited)
    return 0


def delete_games(args: Namespace) -> int:
    """Delete single games by their ids; if one of them does not exist nothing is deleted."""
    from alfiere.server.keeping import listed, removed

    with _database(args) as engine:
        with engine.connect() as connection:
            there = {one.id for one in listed()(connection)}
        for game in args.games:
            if game not in there:
                raise Wrong(f"there is no game «{game}»; alfiere host list shows them")
        with engine.begin() as connection:
            count = removed(args.games)(connection)
    _say(args, "deleted", games=count)
    return 0


# The parser


def add_host_commands(parser: ArgumentParser, command: Command) -> None:
    """The commands below ``alfiere host``; ``command`` makes one in the house's form."""
    below = parser.add_subparsers(title="commands", metavar="one of these:", prog="alfiere host")

    def add(name: str, run: Callable[[Namespace], int], text: str, examples: str) -> ArgumentParser:
        made = command(below, name, run, text, examples)
        usual = "the database; usually ALFIERE_DATABASE or SQLite in your data folder"
        made.add_argument("--database", metavar="ADDRESS", help=usual)
        return made

    text = "List the games of a server.\n\nWith their ids, who sits where, and when somebody last opened them."
    one = add("list", list_games, text, "alfiere host list --status over")
    _with_status(one)
    _with_json(one)

    text = (
        "Back up a server's games while it runs.\n\n"
        "Into a copy of the SQLite database (FILE.db), or into lines of text (any other name) that can be restored "
        "into SQLite and PostgreSQL alike. The file holds secrets of battles being fought: keep it to yourself."
    )
    one = add("backup", back_up, text, "alfiere host backup tuesday.jsonl\nalfiere host backup tuesday.db")
    one.add_argument("file", type=Path, metavar="FILE")
    one.add_argument("--replace", action="store_true", help="write over a file that is there")

    text = (
        "Bring back a backup.\n\n"
        "Stop the server first. The database must be empty, or --replace lets go of all games in it. Everything is "
        "checked before anything is changed."
    )
    one = add("restore", bring_back, text, "alfiere host restore tuesday.jsonl --replace")
    one.add_argument("file", type=Path, metavar="FILE")
    one.add_argument("--replace", action="store_true", help="delete what the database holds now")

    text = "Check that nothing in the database is damaged.\n\nExit code 1 if something is."
    _with_json(add("check", check_games, text, "alfiere host check"))

    text = (
        "Delete games that nobody has opened for long.\n\n"
        "Usually those that are over or never began. --dry-run only shows them."
    )
    examples = "alfiere host prune --dry-run\nalfiere host prune --unvisited 30 --status over"
    one = add("prune", prune, text, examples)
    usual = f"how long nobody has opened them; usually {UNVISITED}"
    one.add_argument("--unvisited", type=_days, default=UNVISITED, metavar="DAYS", help=usual)
    one.add_argument("--dry-run", action="store_true", help="only show what would be deleted")
    _with_status(one)
    _with_json(one)

    one = add("delete", delete_games, "Delete single games for good.", "alfiere host delete wBlU6FFmhByYNkYy")
    one.add_argument(
        "games", nargs="+", metavar="ID", help="as alfiere host list shows it; -- before one that begins with -"
    )


def _with_json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for a program instead of text")


def _with_status(parser: ArgumentParser) -> None:
    known = "over, waiting or playing; repeat it"
    parser.add_argument("--status", action="append", type=_status, metavar="STATUS", help=known)


def _status(text: str) -> str:
    if text not in ("over", "waiting", "playing"):
        raise argparse.ArgumentTypeError(f"there is no status «{text}»; there are over, waiting, playing")
    return text


def _days(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise argparse.ArgumentTypeError(f"«{text}» must be a whole number of days")
    return int(text)
