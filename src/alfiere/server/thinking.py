"""Computer players: they think in worker processes, one thought at a time a game, and go on after a restart."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from alfiere.games import GAMES
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.game import ROLL, Game, Taken
from alfiere.players import player
from alfiere.server.workers import Overrun, Workers

if TYPE_CHECKING:
    from alfiere.server.house import House, Room
    from alfiere.server.table import Table

log = logging.getLogger("alfiere.server")
BREATH = 0.6  # seconds a worker goes on answering for its seat before it hands back what it has
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
    mind = player(thought.level, thought.chance)
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


class Thinking:
    """Keeps the computer seats of all games answering."""

    def __init__(self, house: House, count: int, patience: float) -> None:
        self.house, self.patience = house, patience
        self.workers = Workers(count)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def wake(self, room: Room) -> None:
        """See to it that the computers of a game answer; costs nothing if they already think."""
        if room.has_computers and room.id not in self._tasks:
            task = asyncio.create_task(self._answer_for(room))
            self._tasks[room.id] = task
            task.add_done_callback(lambda done: self._finished(room, done))

    def is_thinking(self, room: Room) -> bool:
        """Whether a game must stay in memory because its computers are at it."""
        return room.id in self._tasks

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self.workers.close()

    def _finished(self, room: Room, done: asyncio.Task[None]) -> None:
        self._tasks.pop(room.id, None)
        if not done.cancelled() and done.exception() is not None:
            log.error("the computers of a game stopped: %s", type(done.exception()).__name__)

    async def _answer_for(self, room: Room) -> None:
        while True:
            async with room.lock:
                table = await self.house.ready(room)
                asked = table.asked_computers() if table is not None else []
                if table is None or not asked:
                    self._tasks.pop(room.id, None)  # before the lock is free: who answers next may wake us again
                    return
                seat, number = asked[0], table.numbers[asked[0]]
                decision = table.decision_of(seat)
                assert decision is not None
                only = decision.options[0]
                answers = [(only.key, dict(only.args))]
                job = None if len(decision.options) == 1 else _thought(room, table, seat)
            if job is not None:
                try:
                    answers = await self.workers.run(think, job, self.patience)
                except Overrun:
                    log.warning("a computer player gave no answer in time; it does the ordinary thing")
            for answer in answers:
                taken = await self.house.answer_for_computer(room, seat, number, *answer)
                if taken is None:
                    break
                number = taken


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
            room.row.code,
            room.row.source,
            table.game.options,
            seed,
            table.by_hand,
            mark.state.to_plain(),
            mark.counter,
            mark.decisions,
            [(one.seat, one.option.key, dict(one.option.args)) for one in table.game.journal[mark.decisions :]],
            seat,
            level,
            chance,
        )
    )
