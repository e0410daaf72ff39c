"""Computer players: they think in worker processes, one thought at a time a game, and go on after a restart."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from alfiere.games import GAMES
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.game import ROLL, Game, Taken
from alfiere.players import player
from alfiere.server.refusals import Refused
from alfiere.server.workers import ORDINARY, URGENT, Overrun, Workers

if TYPE_CHECKING:
    from alfiere.server.referees import Referees
    from alfiere.server.room import Room
    from alfiere.server.settings import Settings
    from alfiere.server.table import Table

log = logging.getLogger("alfiere.server")
LONGEST = 0.8  # seconds after which a player takes the best he has looked at so far
BREATH = 0.6  # seconds a worker goes on answering for its seat before it hands back what it has
STANDING_BACK = 15  # the niceness of who thinks where no person plays
READ: OrderedDict[bytes, Any] = OrderedDict()  # in a worker: scenarios it has read


class Thought(msgspec.Struct):
    """What a worker needs: the battle at its last mark, the answers since, and who is asked."""

    code: str
    source: str
    options: dict[str, Any]
    seed: str
    by_hand: bool
    state: dict[str, Any]
    counter: int
    decisions: int
    since: list[tuple[str, str, dict[str, Any]]]
    seat: str
    level: str
    chance: str


def think(job: bytes) -> list[tuple[str, dict[str, Any]]]:
    """In a worker: the next answers of a computer seat, by their meaning.

    It goes on while its own seat is asked: a plan over several decisions is then thought out once.
    """
    thought = msgspec.json.decode(job, type=Thought)
    game = _battle(thought)
    mind = player(thought.level, thought.chance, LONGEST)
    answers: list[tuple[str, dict[str, Any]]] = []
    started = time.monotonic()
    while True:
        decision = game.decision_of(thought.seat)
        if decision is None or decision.key == ROLL:
            return answers
        option = mind.choose(game, thought.seat)
        answers.append((option.key, dict(option.args)))
        if time.monotonic() - started > BREATH or game.by_hand:
            return answers
        game.answer(thought.seat, option)


def _battle(thought: Thought) -> Game[Any]:
    rules = GAMES[thought.code]
    key = hashlib.sha256(thought.source.encode()).digest()
    if key not in READ:
        READ[key] = rules.scenario(msgspec.json.decode(thought.source))
        if len(READ) > 16:
            READ.popitem(last=False)
    scenario = READ[key]
    game: Game[Any] = Game(
        rules,
        scenario,
        thought.seed,
        thought.options,
        by_hand=thought.by_hand,
        state=rules.restore(scenario, thought.state),
        counter=thought.counter,
        past=[Taken("", Option(""), 0, 0)] * thought.decisions,
    )
    for seat, key_of_answer, args in thought.since:
        game.answer(seat, (key_of_answer, args))
    return game


class Host(Protocol):
    """What who thinks needs of the house."""

    settings: Settings
    referees: Referees

    async def ready(self, room: Room) -> Table | None:
        """The table of a game; None before it begins."""

    async def answer_for_computer(
        self, room: Room, seat: Seat, number: int, key: str, args: dict[str, Any]
    ) -> int | None:
        """Take a computer's answer; the number of its next decision, or None if it no longer fits."""


class Thinking:
    """Keeps the computer seats of all games answering; people never wait for battles of computers alone."""

    def __init__(self, house: Host, count: int, patience: float) -> None:
        self.house, self.patience = house, patience
        self.workers = Workers(count)
        self.aside = Workers(1, niceness=STANDING_BACK)  # for battles of computers alone
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._alone: dict[str, Room] = {}  # battles of computers alone that go on

    def wake(self, room: Room) -> None:
        """See to it that the computers of a game answer; costs nothing if they already think."""
        if not room.has_computers or room.id in self._tasks or room.is_gone:
            return
        if not room.has_people:
            if room.status == "over":
                return
            self._alone[room.id] = room
        task = asyncio.create_task(self._answer_for(room))
        self._tasks[room.id] = task
        task.add_done_callback(lambda done: self._finished(room, done))

    def is_thinking(self, room: Room) -> bool:
        """Whether a game must stay in memory because its computers are at it."""
        return room.id in self._tasks

    def refuse_if_too_many_alone(self, client: str) -> None:
        """Raise Refused where no more battles of computers alone may begin, of this client or at all."""
        limits = self.house.settings.limits
        if len(self._alone) >= limits.alone:
            raise Refused(503, "busy", "computers fight too many battles among themselves here; try again later")
        if sum(1 for one in self._alone.values() if one.client == client) >= limits.alone_a_client:
            why = f"{limits.alone_a_client} battles of computers alone go on for you; wait, or delete one of them"
            raise Refused(429, "too-many-alone", why)

    async def stop(self, room: Room) -> None:
        """Let the computers of a game answer no more."""
        task = self._tasks.get(room.id)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self.workers.close()
        self.aside.close()

    def _forget(self, room: Room) -> None:
        self._tasks.pop(room.id, None)
        self._alone.pop(room.id, None)

    def _finished(self, room: Room, done: asyncio.Task[None]) -> None:
        if self._tasks.get(room.id) is done:
            self._forget(room)
        if not done.cancelled() and done.exception() is not None:
            log.error("the computers of a game stopped: %s", type(done.exception()).__name__)

    async def _answer_for(self, room: Room) -> None:
        while True:
            async with room.lock:
                table = await self.house.ready(room)
                due = None if table is None else await self.house.referees.run(room.pace, _due, room, table)
                # A battle of computers alone rests while nobody looks on; who looks again wakes it.
                is_watched = room.has_people or room.idle() <= self.house.settings.unwatched
                if due is None or not is_watched:
                    self._forget(room)  # before the lock is free: who answers next may wake us again
                    return
            answers = due.answers
            if due.job is not None:
                workers, urgency = self.workers, URGENT if room.watchers else ORDINARY
                if not room.has_people:
                    workers = self.aside
                try:
                    answers = await workers.run(think, due.job, self.patience, urgency)
                except Overrun:
                    log.warning("a computer player gave no answer in time; it does the ordinary thing")
            number = due.number
            for answer in answers:
                taken = await self.house.answer_for_computer(room, due.seat, number, *answer)
                if taken is None:
                    break
                number = taken


class Due(NamedTuple):
    """A decision of a computer: the ordinary answer, and what a worker needs if there is more than one."""

    seat: Seat
    number: int
    answers: list[tuple[str, dict[str, Any]]]
    job: bytes | None


def _due(room: Room, table: Table) -> Due | None:
    """What a computer is asked now, if one is."""
    asked = table.asked_computers()
    if not asked:
        return None
    seat = asked[0]
    decision = table.decision_of(seat)
    assert decision is not None
    usual = decision.options[0]
    has_choice = decision.only is None or decision.free is not None  # a place may be named that no list has
    job = _thought(room, table, seat) if has_choice else None
    return Due(seat, table.numbers[seat], [(usual.key, dict(usual.args))], job)


def _thought(room: Room, table: Table, seat: Seat) -> bytes:
    mark = table.game.mark
    assert mark is not None
    level = room.sitting_at(seat).computer
    assert level is not None
    seed = room.row.seed
    assert seed is not None
    # The player's own chance comes from the secret, so that nobody can compute beforehand what it will do.
    chance = hashlib.sha256(f"{room.row.secret}/{seat}/{table.position}".encode()).hexdigest()
    return msgspec.json.encode(
        Thought(
            code=room.row.code,
            source=room.row.source,
            options=table.game.options,
            seed=seed,
            by_hand=table.by_hand,
            state=mark.state.to_plain(),
            counter=mark.counter,
            decisions=mark.decisions,
            since=[(one.seat, one.option.key, dict(one.option.args)) for one in table.game.journal[mark.decisions :]],
            seat=seat,
            level=level,
            chance=chance,
        )
    )
