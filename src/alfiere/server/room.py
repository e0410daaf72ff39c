"""A room: one game in memory, with its rows, its table once the battle has begun, its talk, who looks on."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from alfiere.games import GAMES
from alfiere.kernel.decision import Illegal, Seat
from alfiere.server.records import ChatLine, ComradeRow, Entry, GameRow, HolderRow, MarkRow, SeatRow
from alfiere.server.referees import Pace
from alfiere.server.scenarios import scenario_from
from alfiere.server.seats import Holder, who_holds
from alfiere.server.table import Spoilt, Table, without_cuts


class Turns(asyncio.Lock):
    """A lock that knows how many wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0

    async def acquire(self) -> bool:  # type: ignore[override]
        """Wait for one's turn."""
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


class Room:
    """One game in memory. Whoever looks at its table or changes it has its lock."""

    def __init__(self, row: GameRow, sitting: list[SeatRow], keys: list[HolderRow], comrades: list[ComradeRow]) -> None:
        self.row, self.keys, self.comrades = row, keys, comrades
        self.id = row.id
        self.rules = GAMES[row.code]
        self.options: dict[str, Any] = msgspec.json.decode(row.options)
        self.scenario = scenario_from(row.code, row.source)
        self.seats = self.rules.seats_of(self.scenario, self.options)
        self.sitting = sorted(sitting, key=lambda one: self.seats.index(one.seat))
        self.lock, self.pace = Turns(), Pace()
        self.past_lock = Turns()  # for looking back: that works on tables of its own
        self.table: Table | None = None
        self.is_stale = row.seed is not None
        self.chat: list[ChatLine] = []
        self.watchers: set[Any] = set()  # live connections
        self.proof: dict[str, Any] | None = None  # the server's own verification, once made
        self.client = ""  # whose request made it, as long as we remember
        self.is_gone = False  # deleted
        self.used = time.monotonic()  # when somebody last asked for it
        self.offers: dict[Seat, tuple[Any, int]] = {}  # the turn in which a seat last offered a draw, and how often

    @property
    def has_computers(self) -> bool:
        """Whether a computer has a seat."""
        return any(row.computer is not None for row in self.sitting)

    @property
    def has_people(self) -> bool:
        """Whether a person has a seat."""
        return any(row.computer is None for row in self.sitting)

    @property
    def status(self) -> str:
        """waiting, playing or over."""
        if self.table is None:
            return "waiting" if self.row.seed is None else self.row.status
        return "over" if self.table.is_over else "playing"

    def idle(self) -> float:
        """For how many seconds nobody has looked on."""
        return 0.0 if self.watchers else time.monotonic() - self.used

    def sitting_at(self, seat: Seat) -> SeatRow:
        """Who sits there."""
        return next(row for row in self.sitting if row.seat == seat)

    def holder(self, key: str | None) -> Holder | None:
        """Whose key this is."""
        return who_holds(key, self.keys, self.sitting, self.comrades)

    def new_table(self, *, mark: MarkRow | None = None, past: list[Entry] | None = None, quiet: bool = False) -> Table:
        """The battle at its beginning or at a mark."""
        seed = self.row.seed
        assert seed is not None
        return Table(
            self.rules,
            self.scenario,
            self.options,
            seed,
            self.row.by_hand,
            self.sitting,
            mark=mark,
            past=past or (),
            quiet=quiet,
        )

    def replayed(self, entries: list[Entry], mark: MarkRow | None) -> Table:
        """A table brought to where the entries end. Raises Spoilt where the rules no longer allow one."""
        kept = without_cuts(entries)
        if mark is not None:
            past = [one for one in kept if one.position < mark.position]
            kept = [one for one in kept if one.position >= mark.position]
            table = self.new_table(mark=mark, past=past)
        else:
            table = self.new_table()
        for entry in kept:
            try:
                table.apply(entry)
            except Illegal:
                raise Spoilt(entry.position) from None
        return table

    def changed(self) -> None:
        """Let everybody who looks on look again."""
        for one in self.watchers:
            one.nudge()
