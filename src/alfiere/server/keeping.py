"""Keeping and letting go: which games there are, who has not been visited for long, what makes room for new ones.

The rule, when a server holds as many games as it may: a finished game that nobody has opened for a month goes first,
then one that has waited so long for its players, then one being fought that nobody has opened for a year; among them
those unvisited longest. What somebody has open stays. Only where nothing may go is a new game refused.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, func, select, update

from alfiere.server import schema, storage
from alfiere.server.sealing import Damaged
from alfiere.server.storage import Storage
from alfiere.server.trouble import Unavailable

log = logging.getLogger("alfiere.server")
DAY = 24 * 3600.0
STATUSES = ("over", "waiting", "playing")  # in the order in which they go
AT_ONCE = 100  # games deleted in one transaction


class Listed(NamedTuple):
    """A game as a host sees it in a list."""

    id: str
    scenario: str
    status: str
    seats: str
    answers: int
    created: float
    visited: float


def listed(
    statuses: Collection[str] = STATUSES, unvisited_since: float | None = None
) -> Callable[[Connection], list[Listed]]:
    """The games of these kinds, those that would go first at the head."""

    def job(connection: Connection) -> list[Listed]:
        games, seats, entries = schema.games, schema.seats, schema.entries
        asked = select(games.c.id, games.c.code, games.c.scenario, games.c.status, games.c.created, games.c.visited)
        asked = asked.where(games.c.status.in_(statuses)).order_by(_rank(), games.c.visited, games.c.id)
        if unvisited_since is not None:
            asked = asked.where(games.c.visited < unvisited_since)
        counted = connection.execute(select(entries.c.game, func.count()).group_by(entries.c.game))
        answers: dict[str, int] = {row[0]: row[1] for row in counted}
        who: dict[str, list[str]] = {}
        for row in connection.execute(select(seats.c.game, seats.c.seat, seats.c.who).order_by(seats.c.seat)):
            who.setdefault(row.game, []).append(f"{row.seat} {row.who}")
        return [
            Listed(
                row.id,
                f"{row.code}/{row.scenario}",
                row.status,
                ", ".join(who.get(row.id, [])),
                answers.get(row.id, 0),
                row.created,
                row.visited,
            )
            for row in connection.execute(asked)
        ]

    return job


def _rank() -> ColumnElement[int]:
    status = schema.games.c.status
    return case({name: place for place, name in enumerate(STATUSES)}, value=status, else_=len(STATUSES))


def unvisited(status: str, since: float, most: int) -> Callable[[Connection], list[str]]:
    """The ids of games of a kind that nobody has opened since, those unvisited longest first."""

    def job(connection: Connection) -> list[str]:
        games = schema.games
        asked = select(games.c.id).where(games.c.status == status, games.c.visited < since)
        return list(connection.scalars(asked.order_by(games.c.visited, games.c.id).limit(most)))

    return job


def removed(ids: Sequence[str]) -> Callable[[Connection], int]:
    """Delete games with everything that belongs to them; how many there were."""

    def job(connection: Connection) -> int:
        return connection.execute(delete(schema.games).where(schema.games.c.id.in_(ids))).rowcount

    return job


def visited(game: str, at: float) -> Callable[[Connection], None]:
    """Somebody has opened a game."""

    def job(connection: Connection) -> None:
        connection.execute(update(schema.games).where(schema.games.c.id == game).values(visited=at))

    return job


async def note_visit(kept: Storage, game: str, last: float) -> None:
    """Once a day is often enough; and whoever only looks need not hear that nothing can be written."""
    now = time.time()
    if now - last > DAY:
        try:
            await kept.write(visited(game, now))
        except Unavailable:
            return  # it stands in the log


async def make_room(kept: Storage, most: int, keep_days: dict[str, float], spared: Collection[str]) -> bool:
    """Let a hundredth of the games go, by the rule above; whether there is room now."""
    now = time.time()
    wanted = max(1, most // 100)
    going: list[str] = []
    for status in STATUSES:
        old = await kept.read(unvisited(status, now - keep_days[status] * DAY, wanted + len(spared)))
        going += [game for game in old if game not in spared]
    going = going[:wanted]
    for first in range(0, len(going), AT_ONCE):
        await kept.write(removed(going[first : first + AT_ONCE]))
    if going:
        log.info("%d games that nobody had visited for long made room for new ones", len(going))
    return bool(going)


def damaged_games(connection: Connection) -> dict[str, str]:
    """Every game of which something is not as it was written, and what."""
    found: dict[str, str] = {}
    for game in connection.scalars(select(schema.games.c.id)).all():
        try:
            for job in (storage.find_game(game), storage.past_of(game), storage.marks_of(game), storage.chat_of(game)):
                job(connection)
        except (Damaged, ValueError, TypeError) as err:
            found[game] = str(err)
    return found
