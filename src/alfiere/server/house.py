"""The house: all games of this server. Opens them from storage, keeps the recent ones, lets people act in them.

Every change goes one way: under the game's lock the answer is tried on the table, then written, and only when it is
durable does anybody hear of it. If writing fails the table is thrown away and read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import time
from collections import OrderedDict
from itertools import islice
from typing import Any

from alfiere.kernel.decision import Illegal, Option, Seat
from alfiere.server import comrades, fairness, keeping, scenarios, storage
from alfiere.server.records import ChatLine, Entry, GameRow, HolderRow, MarkRow, SeatRow
from alfiere.server.referees import Pace, Referees
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.seats import OWNER, Holder
from alfiere.server.settings import Settings
from alfiere.server.storage import Conflict, Storage
from alfiere.server.table import Spoilt, Table
from alfiere.server.thinking import Thinking
from alfiere.server.timeline import Viewer
from alfiere.server.trouble import Unavailable
from alfiere.server.workers import Workers

Done = tuple[Entry, MarkRow | None, bool]
log = logging.getLogger("alfiere.server")
MONTH = 30 * 24 * 3600.0
CHECKER_MEMORY, CHECKER_NICENESS = 1 << 30, 5
FEWEST_RECENT, MOST_RECENT, A_GAME = 256, 4_096, 2 << 20  # games in memory, and bytes of one
OFFERS_A_TURN = 2  # draws that a seat may offer in one turn
AT_IT = 60.0  # seconds: who asked for a game so recently will ask again
NOT_AN_ANSWER = {"en": "this is not one of the answers", "it": "questa non è una delle risposte"}


class House:
    """All games."""

    def __init__(self, settings: Settings, kept: Storage) -> None:
        self.settings, self.storage = settings, kept
        self.thinking = Thinking(self, settings.thinkers or _usual_thinkers(), settings.patience)
        limits = settings.limits
        self.checkers = Workers(
            2,  # one of them for who sits before a save of his own and waits
            memory=CHECKER_MEMORY,
            niceness=CHECKER_NICENESS,
            most_waiting=limits.checks,
            most_a_client=limits.checks_a_client,
        )
        self.referees = Referees(limits.slow_tables)
        self.fought_again: OrderedDict[tuple[str, int], asyncio.Task[tuple[str, str]]] = OrderedDict()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self._background: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Computers that were to answer when the server stopped go on."""
        await self.referees.run(Pace(), scenarios.read_everything)
        try:
            due = await self.storage.read(storage.computers_due(time.time() - MONTH))
        except Unavailable:  # it stands in the log; whoever asks for a game is told as well
            return
        if due:
            task = asyncio.create_task(self._wake_all(due))
            self._background.add(task)
            task.add_done_callback(self._background.discard)

    async def _wake_all(self, due: list[str]) -> None:
        for game in due:
            try:
                await self.room(game)
            except Exception as err:
                log.error("a game could not be opened after the restart: %s", type(err).__name__)

    async def close(self) -> None:
        """Stop everything; what was acknowledged is written already."""
        for task in list(self._background):
            task.cancel()
        await self.thinking.close()
        self.checkers.close()
        self.referees.close()
        await asyncio.to_thread(self.storage.close)

    # Opening

    async def room(self, game: str) -> Room:
        """A game by its id. Raises Refused if there is none."""
        found = self._rooms.get(game)
        if found is None:
            found = await self._open(game)
        if game in self._rooms:
            self._rooms.move_to_end(game)
        found.used = time.monotonic()
        if not found.has_people:
            self.thinking.wake(found)  # it may have rested while nobody looked on
        return found

    async def _open(self, game: str) -> Room:
        coming = self._opening.get(game)
        if coming is None:
            coming = self._opening[game] = asyncio.get_running_loop().create_future()
            try:
                room = await self._read(game)
                if room is not None:
                    self._keep(room)
                coming.set_result(room)
            except BaseException as err:
                coming.set_exception(err)
                coming.exception()  # somebody has seen it
                raise
            finally:
                del self._opening[game]
        else:
            room = await asyncio.shield(coming)
        if room is None:
            raise Refused(404, "no-such-game", "there is no such game")
        return room

    async def _read(self, game: str) -> Room | None:
        rows = await self.storage.read(storage.find_game(game))
        if rows is None:
            return None
        room = await self.referees.run(Pace(), Room, *rows)
        room.chat = await self.storage.read(storage.chat_of(game))
        await keeping.note_visit(self.storage, game, room.row.visited)
        async with room.lock:
            await self.ready(room)
        return room

    def _keep(self, room: Room) -> None:
        self._rooms[room.id] = room
        self.thinking.wake(room)
        most = self.settings.recent or _usual_recent()
        over = len(self._rooms) - most
        if over <= 0:
            return
        for old in list(islice(self._rooms.values(), over)):
            if old.idle() > AT_IT:
                self._let_go(old)
        # Games that people are at stay, for each would be read again at its next answer; but not without end. Who then
        # has to go is drawn: of games that are asked for in turn, the one not used for longest is always the next.
        over = len(self._rooms) - 2 * most
        if over > 0:
            for old in random.sample([one for one in self._rooms.values() if one is not room], over):
                self._let_go(old)

    def _let_go(self, room: Room) -> None:
        is_used = room.watchers or room.lock.locked() or room.past_lock.locked() or self.thinking.is_thinking(room)
        if not is_used:
            del self._rooms[room.id]

    async def ready(self, room: Room) -> Table | None:
        """The table of a game, read again if it had to be thrown away; None before it begins. Needs the lock."""
        if room.is_stale:
            await self.refresh_rows(room)
            room.table = await self._replayed(room) if room.row.seed is not None else None
            room.is_stale = False
        return room.table

    async def is_over(self, room: Room) -> bool:
        """Whether a battle has ended and that is written: only then is everything open to everybody."""
        async with room.lock:
            await self.ready(room)
            return room.status == "over"

    async def _replayed(self, room: Room) -> Table:
        mark, entries = await self.storage.read(storage.past_of(room.id))
        for _ in range(len(entries) + 1):
            try:
                return await self.referees.run(room.pace, room.replayed, entries, mark)
            except Spoilt as spoilt:
                log.warning("a game goes on from entry %d: the rules no longer allow what followed", spoilt.position)
                dropped = sum(1 for one in entries if one.position >= spoilt.position)
                note = {"from": spoilt.position, "dropped": dropped}
                cut = Entry(entries[-1].position + 1, "cut", "", None, "", note, time.time())
                await self.storage.write(storage.add_entry(room.id, cut, None, False))
                entries.append(cut)
        raise Refused(410, "past-lost", "the rules have changed and this game cannot be opened any more")

    # Sitting down

    async def create(
        self,
        row: GameRow,
        sitting: list[SeatRow],
        keys: list[HolderRow],
        past: list[Entry] | None = None,
        mark: MarkRow | None = None,
        *,
        client: str = "",
    ) -> Room:
        """A new game, written down. Raises Refused when there are too many."""
        if all(row.computer is not None for row in sitting):
            self.thinking.refuse_if_too_many_alone(client)
        most = self.settings.limits.games
        if await self.storage.read(storage.count_games) >= most:
            if not await keeping.make_room(self.storage, most, self.settings.keep_days, set(self._rooms)):
                raise Refused(503, "too-many-games", "this server keeps no more games")
        await self.storage.write(storage.add_game(row, sitting, keys, past or [], mark))
        room = await self.room(row.id)
        room.client = client
        return room

    async def delete(self, room: Room, holder: Holder | None) -> None:
        """Remove a game for good. Raises Refused: only who created it may, and while nobody else plays in it."""
        if holder is None:
            raise Refused(401, "no-key", "deleting needs the key of who created the game")
        others = [row for row in room.sitting if row.computer is None and row.holder != holder.number]
        is_played = room.comrades or any(row.commitment or row.contribution for row in others)
        if holder.number != OWNER or is_played:
            raise Refused(403, "not-yours", "only who created a game can delete it, and while nobody else plays in it")
        async with room.lock:
            await self.storage.write(storage.remove_game(room.id))
            room.is_gone = room.is_stale = True
            self._rooms.pop(room.id, None)
            room.changed()
        await self.thinking.stop(room)

    async def begin_game(self, room: Room) -> None:
        """Begin at once a game in which nobody has to sit down."""
        async with room.lock:
            await self.begin_if_all_are_here(room)
        self.thinking.wake(room)

    async def refresh_rows(self, room: Room) -> None:
        """Read again who sits where. Raises Refused if the game was deleted. Needs the lock."""
        rows = await self.storage.read(storage.find_game(room.id))
        if rows is None:
            self._rooms.pop(room.id, None)
            raise Refused(404, "no-such-game", "there is no such game any more")
        room.row, sitting, room.keys, room.comrades = rows
        room.sitting = sorted(sitting, key=lambda one: room.seats.index(one.seat))

    async def begin_if_all_are_here(self, room: Room) -> None:
        """Make the seed once every seat has shown its share. Needs the lock."""
        seed = fairness.seed_of(room.row, room.sitting)
        if room.row.seed is not None or seed is None:
            return
        try:
            await self.storage.write(storage.set_seed(room.id, seed))
        except Conflict:
            log.info("another process has begun this game")
        room.is_stale = True
        await self.ready(room)

    # Acting. All of these need a table.

    async def answer(self, room: Room, seat: Seat, by: Holder, number: int, key: str, args: dict[str, Any]) -> bool:
        """Answer a decision; False if this very answer had been taken before. Raises Refused."""
        for _ in range(3):
            async with room.lock:
                table = await self._table(room)
                known = await self._known_answer(room, table, seat, number)
                if known is not None:
                    if known == (key, args):
                        return False
                    raise Refused(409, "late", "this decision has been answered already")
                try:
                    await self._answer(room, table, seat, number, key, args, seat, by=by)
                except Conflict:
                    continue  # another process was quicker: look again
            self.thinking.wake(room)
            return True
        raise Refused(503, "busy", "another process keeps changing this game")

    async def _known_answer(
        self, room: Room, table: Table, seat: Seat, number: int
    ) -> tuple[str, dict[str, Any]] | None:
        """What the seat answered to this decision, if it has."""
        if number >= table.numbers[seat]:
            return None
        found = table.answers.get((seat, number))
        if found is None:
            entry = await self.storage.read(storage.entry_of(room.id, seat, number))
            found = (entry.key, entry.args) if entry is not None else None
        if found is None:
            raise Refused(409, "late", "this decision is no longer asked")
        return found

    async def _answer(
        self,
        room: Room,
        table: Table,
        seat: Seat,
        number: int,
        key: str,
        args: dict[str, Any],
        *viewers: Seat,
        by: Holder | None = None,
    ) -> None:
        """Take an answer; ``viewers`` will look next, ``by`` is the person who gives it.

        Raises Refused, and Conflict if another process was quicker.
        """

        def tried() -> Done:
            if table.is_over:
                raise Refused(409, "over", "the battle is over")
            decision = table.decision_of(seat)
            if decision is None or number != table.numbers[seat]:
                raise Refused(409, "not-asked", "you are not asked this now")
            option = decision.find((key, args))
            if option is None:
                raise refusal(table, seat, key, args)
            if by is not None:
                comrades.refuse_answer_of_another(room, table, seat, by, decision, option)
            # Cards that somebody turns for the computer are its seat's answer.
            whose, which = seat, number
            if decision.seat != seat:
                whose, which = decision.seat, table.numbers[decision.seat]
            entry = Entry(table.position, "answer", whose, which, option.key, dict(option.args), time.time())
            return self._done(room, table, entry, *viewers)

        self._refuse_if_too_long(table, "answer")
        await self._write(room, await self.referees.run(room.pace, tried))

    async def answer_for_computer(
        self, room: Room, seat: Seat, number: int, key: str, args: dict[str, Any]
    ) -> int | None:
        """Take a computer's answer; the number of its next decision, or None if it no longer fits."""
        async with room.lock:
            table = await self.ready(room)
            if table is None or table.numbers[seat] != number or table.decision_of(seat) is None:
                return None
            try:
                await self._answer(room, table, seat, number, key, args)
            except (Refused, Conflict):
                return None
            return table.numbers[seat]

    async def undo(self, room: Room, seat: Seat, by: Holder, number: int) -> None:
        """Take back the seat's last answer; ``number`` is its decision now, or would be. Raises Refused.

        What computers have answered since goes with it, in the same entry: it is written wholly or not at all.
        """
        async with room.lock:
            table = await self._table(room)
            if number != table.numbers[seat]:
                raise Refused(409, "late", "something has happened since")
            comrades.refuse_unless_his(room, table, seat, by, table.last_part(seat))
            await self._settle(room, table, "undo", seat)
        self.thinking.wake(room)

    async def resign(self, room: Room, seat: Seat) -> None:
        """Give the battle up. Raises Refused."""
        async with room.lock:
            table = await self._table(room)
            if table.is_over:
                raise Refused(409, "over", "the battle is over")
            _has_a_side(table, seat)
            await self._settle(room, table, "resign", seat)

    async def draw(self, room: Room, seat: Seat, what: str) -> None:
        """Offer, accept or decline a draw. Raises Refused."""
        async with room.lock:
            table = await self._table(room)
            if table.is_over:
                raise Refused(409, "over", "the battle is over")
            _has_a_side(table, seat)
            if what == "offer":
                if table.offer is not None:
                    raise Refused(409, "offered-already", "a draw has been offered already")
                turn = await self.referees.run(room.pace, _turn_of, table)
                then, times = room.offers.get(seat, (turn, 0))
                if then == turn and times >= OFFERS_A_TURN:
                    raise Refused(409, "offered-already", "you have offered a draw often enough in this turn")
                await self._settle(room, table, "draw-offer", seat)
                room.offers[seat] = (turn, times + 1 if then == turn else 1)
                computers = [one for one in table.parties if one != seat and one in table.computers]
                if computers:  # a computer fights on
                    await self._settle(room, table, "draw-decline", computers[0])
                return
            has_said_so = seat == table.offer or seat in table.accepted
            if table.offer is None or (has_said_so and what == "accept"):
                raise Refused(409, "no-offer", "nobody has offered you a draw")
            await self._settle(room, table, f"draw-{what}", seat)

    async def say(self, room: Room, seat: Seat, text: str) -> ChatLine:
        """A line of talk between the seats. Raises Refused."""
        limits = self.settings.limits
        text = "".join(one for one in " ".join(text.split()) if one.isprintable()).strip()
        if not text or len(text) > limits.chat_length:
            raise Refused(422, "bad-line", f"a line has 1 to {limits.chat_length} characters")
        async with room.lock:
            if len(room.chat) >= limits.chat_lines:
                raise Refused(409, "too-much-talk", "this game holds no more talk")
            number = room.chat[-1].number + 1 if room.chat else 0
            line = ChatLine(number, seat, text, time.time())
            try:
                await self.storage.write(storage.add_chat(room.id, line))
            except Conflict:
                room.chat = await self.storage.read(storage.chat_of(room.id))
                raise Refused(409, "busy", "somebody spoke at the same time; say it again") from None
            room.chat.append(line)
            room.changed()
        return line

    async def _table(self, room: Room) -> Table:
        table = await self.ready(room)
        if table is None:
            raise Refused(409, "waiting", "the battle begins when everybody has joined")
        return table

    async def _settle(self, room: Room, table: Table, kind: str, seat: Seat) -> None:
        """Write down something that is no answer. Raises Refused."""

        def settled() -> Done:
            args = {**table.would_take_back(seat)} if kind == "undo" else {}
            if kind == "undo" and (table.is_over or not table.may_undo(seat)):
                raise Refused(409, "cannot-undo", "this cannot be taken back: something was turned or shown since")
            entry = Entry(table.position, kind, seat, None, "", args, time.time())
            return self._done(room, table, entry, seat)

        self._refuse_if_too_long(table, kind)
        try:
            await self._write(room, await self.referees.run(room.pace, settled))
        except Conflict:
            raise Refused(409, "late", "something has happened since") from None

    def _refuse_if_too_long(self, table: Table, kind: str) -> None:
        """Raise Refused if a game has too many entries. Nobody can use them up for the others.

        What could go on for ever (undoing, offering) ends at half of them; giving up and answering an offer never do.
        """
        most = self.settings.limits.entries
        most = {"answer": most, "undo": most // 2, "draw-offer": most // 2}.get(kind, 2**31 - 2)
        if table.position >= most:
            raise Refused(409, "too-long", "this game is too long for that")

    def _done(self, room: Room, table: Table, entry: Entry, *viewers: Seat) -> Done:
        """In a referee's thread: do it on the table, and make what will be asked for next."""
        room.is_stale = True  # until it is written: whatever goes wrong, the table is then read again
        table.apply(entry)
        mark = table.mark_due(self.settings.mark_every)
        with contextlib.suppress(Exception):  # an answer counts even if a fault of ours keeps us from showing it
            for viewer in viewers:
                table.shown(viewer)
        return entry, mark, table.is_over

    async def _write(self, room: Room, done: Done) -> None:
        """Write what was done, then tell. Raises Conflict when another process was quicker."""
        await self.storage.write(storage.add_entry(room.id, *done))
        room.is_stale = False
        room.changed()

    # Looking

    async def shown(self, room: Room, viewer: Viewer) -> bytes:
        """The table as a viewer may see it, as JSON: null before the battle begins. Needs the lock."""
        table = await self.ready(room)
        if table is None:
            return b"null"
        made = table.shown_before(viewer)
        return made if made is not None else await self.referees.run(room.pace, table.shown, viewer)


def refusal(table: Table, seat: Seat, key: str, args: dict[str, Any]) -> Refused:
    """Why an answer is not allowed, with its rule."""
    found = objection(table, seat, key, args)
    return Refused(422, "not-allowed", found.why[:500], found.rule, found.text or NOT_AN_ANSWER)


def objection(table: Table, seat: Seat, key: str, args: dict[str, Any]) -> Illegal:
    """What the rules say against an answer."""
    decision = table.decision_of(seat)
    assert decision is not None
    try:
        return table.game.refusal(decision, Option(key, dict(args)))
    except Exception:  # whatever strange things an answer may hold, it is only not allowed
        rule = decision.rules[0] if decision.rules else ""
        return Illegal(NOT_AN_ANSWER["en"], rule, seat, NOT_AN_ANSWER, general=True)


def _has_a_side(table: Table, seat: Seat) -> None:
    """Who referees has nothing to give up and nothing to agree on. Raises Refused."""
    if seat not in table.parties:
        raise Refused(409, "no-side", "you play for no side")


def _turn_of(table: Table) -> str:
    """The turn as everybody sees it."""
    return repr(table.game.view(None).get("tracks", {}).get("turn"))


def _usual_recent() -> int:
    """As many games as fit into a quarter of the memory."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):  # not on every system
        return FEWEST_RECENT
    return max(FEWEST_RECENT, min(MOST_RECENT, memory // 4 // A_GAME))


def _usual_thinkers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)
