"""Storage: SQLAlchemy Core with a synchronous engine, one writing thread, group commits.

Why so: SQLite blocks in any case, and an asynchronous driver for it is a thread in disguise. With one thread that
writes, everything that waits is committed together: two hundred games share one flush to the disk instead of
queueing for two hundred. The same thread serves PostgreSQL as it is. Reads use the engine's pool from other threads.

What is acknowledged is on the disk. SQLite runs with ``synchronous=FULL``: in WAL mode NORMAL would leave the last
commits in the operating system's memory, and a power cut could take back a decision a player has already seen.
PostgreSQL is told ``synchronous_commit=on`` whatever its cluster's usual value.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Select, Table, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from alfiere.server import migrations, schema
from alfiere.server.places import Place
from alfiere.server.records import ChatLine, ComradeRow, Entry, GameRow, HolderRow, MarkRow, SeatRow
from alfiere.server.sealing import Damaged, Found, intact, sealed
from alfiere.server.trouble import Noted, Unavailable, recognised

_MARK = msgspec.json.Decoder(MarkRow)  # made here, before there are threads
T = TypeVar("T")
Job = Callable[[Connection], Any]
MOST_AT_ONCE = 128  # jobs of one commit
# Seconds: after such a pause the connection goes back to the pool; so soon after a commit there is much to write; and
# then so long is waited for more.
IDLE, BUSY, GATHERING = 0.25, 0.01, 0.003


class Conflict(Exception):
    """Somebody else has written this already; nothing was written."""


def make_engine(url: str) -> Engine:
    """An engine that keeps its promises, whichever database it speaks to."""
    if url.startswith("sqlite"):
        engine = create_engine(url, connect_args={"timeout": 30})

        @event.listens_for(engine, "connect")
        def _pragmas(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        return engine
    engine = create_engine(url, pool_pre_ping=True, pool_size=5, max_overflow=10)

    @event.listens_for(engine, "connect")
    def _durable(connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit TO on")
        connection.commit()

    return engine


class Storage:
    """All that is kept. Raises Unopened, with the reason in a sentence, where it cannot be."""

    def __init__(self, url: str) -> None:
        place = Place(url)
        with place.opening():
            self.engine = make_engine(url)
            try:
                migrations.prepare(self.engine)
            except BaseException:
                self.engine.dispose()
                raise
        place.close_to_others()
        self._noted = Noted()
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._line: Connection | None = None  # the writing thread's own
        self._writer = threading.Thread(target=self._write_all, name="alfiere-writer", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then let go."""
        self._jobs.put(None)
        self._writer.join(timeout=30)
        self.engine.dispose()

    # The writing thread

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction; returns when it is durable. Raises Conflict and Unavailable."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Waiting(job, loop, future))
        return await future  # who stops waiting does not stop the job

    def _write_all(self) -> None:
        """Write batch after batch; while there is much to write the connection is kept and a moment is waited for more.

        A commit costs ten times what a job in it costs, so under load a few milliseconds make everybody quicker.
        """
        finished = 0.0
        while True:
            try:
                first = self._jobs.get(timeout=None if self._line is None else IDLE)
            except queue.Empty:
                self._hang_up()
                continue
            if first is None:
                self._hang_up()
                return
            if time.monotonic() - finished < BUSY:
                time.sleep(GATHERING)
            batch, last = [first], False
            while len(batch) < MOST_AT_ONCE:
                try:
                    following = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    last = True
                    break
                batch.append(following)
            self._commit(batch)
            finished = time.monotonic()
            if last:
                self._hang_up()
                return

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(SQLAlchemyError):
                line.close()

    def _commit(self, batch: list[Waiting]) -> None:
        """One transaction for all; if one of them fails, each gets its own."""
        try:
            if self._line is None:
                self._line = self.engine.connect()
            with self._line.begin():
                results = [one.job(self._line) for one in batch]
        except Exception as err:
            self._hang_up()  # whatever it was, the next one gets a line that is known to work
            if len(batch) > 1:
                for one in batch:
                    self._commit([one])
                return
            _tell(batch, [self._translated(err)])
            return
        _tell(batch, results)

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Run a reading job in another thread."""
        return await asyncio.to_thread(self._read, job)

    def _read(self, job: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return job(connection)
        except (SQLAlchemyError, Damaged, ValueError, TypeError) as err:
            raise self._translated(err) from None

    def _translated(self, err: Exception) -> Exception:
        """What who waits is told; trouble with the database goes to the log as well."""
        if isinstance(err, IntegrityError):
            return Conflict()
        if isinstance(err, (SQLAlchemyError, Damaged, ValueError, TypeError)):
            trouble, name = recognised(err)
            self._noted.note(trouble, name)
            return Unavailable(trouble)
        return err


class Waiting(NamedTuple):
    """A job, and who waits for it in which loop."""

    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


def _tell(batch: list[Waiting], results: list[Any]) -> None:
    """Wake each loop once for all of the batch that wait in it."""

    def settle(mine: list[tuple[asyncio.Future[Any], Any]]) -> None:
        for future, result in mine:
            if future.done():  # nobody waits any more
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)

    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for one, result in zip(batch, results, strict=True):
        by_loop.setdefault(one.loop, []).append((one.future, result))
    for loop, mine in by_loop.items():
        with contextlib.suppress(RuntimeError):  # a loop that has been closed in the meantime
            loop.call_soon_threadsafe(settle, mine)


# Writing jobs


def add_game(
    game: GameRow, sitting: list[SeatRow], keys: list[HolderRow], past: list[Entry], mark: MarkRow | None
) -> Job:
    """A new game with its seats, and with its past if it was imported."""

    def job(connection: Connection) -> None:
        connection.execute(insert(schema.games).values(sealed(schema.games, msgspec.structs.asdict(game))))
        for table, held in ((schema.holders, keys), (schema.seats, sitting)):
            rows = [sealed(table, msgspec.structs.asdict(one) | {"game": game.id}) for one in held]
            if rows:
                connection.execute(insert(table), rows)
        if past:
            connection.execute(insert(schema.entries), [_entry_values(game.id, one) for one in past])
        if mark is not None:
            _insert_mark(connection, game.id, mark)

    return job


def remove_game(game: str) -> Job:
    """Take a game away, with everything that belongs to it."""

    def job(connection: Connection) -> None:
        connection.execute(delete(schema.games).where(schema.games.c.id == game))

    return job


def add_commitment(game: str, holder: int, commitment: str) -> Job:
    """A holder has sat down and promised a share; another promise may replace it until all have. Else Conflict."""

    def job(connection: Connection) -> None:
        rows = _rows(connection, schema.seats, game)
        if all(row["commitment"] is not None for row in rows):
            raise Conflict
        _change(connection, schema.seats, rows, holder, commitment=commitment)
        for row in _rows(connection, schema.holders, game):
            if row["number"] == holder:
                _write(connection, schema.holders, row, joined=True)

    return job


def add_share(game: str, holder: int, share: str) -> Job:
    """A holder shows the share; Conflict if that is too early or done already."""

    def job(connection: Connection) -> None:
        rows = _rows(connection, schema.seats, game)
        mine = [row for row in rows if row["holder"] == holder]
        if any(row["commitment"] is None for row in rows) or any(row["contribution"] is not None for row in mine):
            raise Conflict
        _change(connection, schema.seats, rows, holder, contribution=share)

    return job


def set_seed(game: str, seed: str) -> Job:
    """Everybody is here: the battle begins. Conflict if it had begun."""

    def job(connection: Connection) -> None:
        table = schema.games
        row = connection.execute(select(table).where(table.c.id == game, table.c.seed.is_(None))).mappings().first()
        if row is None:
            raise Conflict
        _write(connection, table, row, seed=seed, status="playing", touched=time.time())

    return job


def _rows(connection: Connection, table: Table, game: str) -> list[Found]:
    """The rows of a game, each as it was written. Raises Damaged."""
    return [intact(table, row) for row in _fetched(connection, select(table).where(table.c.game == game))]


def _fetched(connection: Connection, asked: Select[Any]) -> Sequence[Found]:
    """All the rows before the first is looked at.

    A look that fails half-way would leave the question open, and with it SQLite's view of that moment: whoever gets
    the connection next would not see what has been written since.
    """
    return connection.execute(asked).mappings().all()


def _change(connection: Connection, table: Table, rows: list[Found], holder: int, **values: Any) -> None:
    for row in rows:
        if row["holder"] == holder:
            _write(connection, table, row, **values)


def _write(connection: Connection, table: Table, row: Found, **values: Any) -> None:
    """Change a row, and seal it anew."""
    this = [column == row[column.name] for column in table.primary_key]
    changed = sealed(table, dict(intact(table, row)) | values)
    connection.execute(update(table).where(*this).values({name: changed[name] for name in (*values, "seal")}))


def add_comrade(game: str, key: HolderRow, comrade: ComradeRow, others: Sequence[ComradeRow]) -> Job:
    """One more of a side, with his key, and what the others lead then. Conflict if the number is taken."""

    def job(connection: Connection) -> None:
        change_comrades(game, others)(connection)
        for table, row in ((schema.holders, key), (schema.comrades, comrade)):
            connection.execute(insert(table).values(sealed(table, msgspec.structs.asdict(row) | {"game": game})))

    return job


def change_comrades(game: str, changed: Sequence[ComradeRow]) -> Job:
    """Who of a side is called how, and leads what. Conflict if one of them is gone."""

    def job(connection: Connection) -> None:
        there = {row["number"]: row for row in _rows(connection, schema.comrades, game)}
        for one in changed:
            if one.number not in there:
                raise Conflict
            _write(connection, schema.comrades, there[one.number], name=one.name, parts=one.parts)

    return job


def remove_comrade(game: str, number: int) -> Job:
    """He is gone, and his key opens nothing any more."""

    def job(connection: Connection) -> None:
        for table in (schema.comrades, schema.holders):
            connection.execute(delete(table).where(table.c.game == game, table.c.number == number))

    return job


def add_entry(game: str, entry: Entry, mark: MarkRow | None, is_over: bool) -> Job:
    """One more answer, undo or offer, with the mark it led to."""

    def job(connection: Connection) -> None:
        # The one statement that runs for every answer: its text is made once, past SQLAlchemy's own way to it.
        connection.exec_driver_sql(_adding(connection.dialect.name, connection), _entry_values(game, entry))
        if mark is not None:
            _insert_mark(connection, game, mark)
        if mark is not None or is_over:  # now and then is often enough: one row an answer is what costs
            changed = {"touched": entry.at, "visited": entry.at} | ({"status": "over"} if is_over else {})
            connection.execute(update(schema.games).where(schema.games.c.id == game).values(changed))

    return job


def add_chat(game: str, line: ChatLine) -> Job:
    """One more line of talk."""

    def job(connection: Connection) -> None:
        connection.execute(insert(schema.chat).values(msgspec.structs.asdict(line) | {"game": game}))

    return job


def _entry_values(game: str, entry: Entry) -> dict[str, Any]:
    row = msgspec.structs.asdict(entry) | {"game": game, "args": msgspec.json.encode(entry.args).decode()}
    return sealed(schema.entries, row)


_ADDING: dict[str, str] = {}


def _adding(name: str, connection: Connection) -> str:
    """The text that adds an entry, as this database's driver takes it."""
    if name not in _ADDING:
        kind: Any = type(connection.dialect)
        dialect = kind(paramstyle="named" if name == "sqlite" else "pyformat")
        columns = {column.name: None for column in schema.entries.columns}
        _ADDING[name] = str(insert(schema.entries).values(columns).compile(dialect=dialect))
    return _ADDING[name]


def _insert_mark(connection: Connection, game: str, mark: MarkRow) -> None:
    row = {"game": game, "position": mark.position, "body": msgspec.json.encode(mark)}
    connection.execute(insert(schema.marks).values(sealed(schema.marks, row)))


# Reading jobs


def count_games(connection: Connection) -> int:
    """How many games there are."""
    return connection.scalar(select(func.count()).select_from(schema.games)) or 0


Rows = tuple[GameRow, list[SeatRow], list[HolderRow], list[ComradeRow]]


def find_game(game: str) -> Callable[[Connection], Rows | None]:
    """A game, who sits where, who holds the seats, and who plays with them; None if there is none."""

    def job(connection: Connection) -> Rows | None:
        row = connection.execute(select(schema.games).where(schema.games.c.id == game)).mappings().first()
        sitting = [_typed(SeatRow, one) for one in _rows(connection, schema.seats, game)]
        if row is None:
            if sitting:  # who sits there is known, what is played is not
                raise Damaged(f"{schema.games.name}: id {game!r} is missing")
            return None
        keys = [_typed(HolderRow, one) for one in _rows(connection, schema.holders, game)]
        known = {one.number for one in keys} | {None}
        if not sitting or any(one.holder not in known for one in sitting):
            raise Damaged(f"{schema.holders.name}: game {game!r}, a seat or its key is missing")
        comrades = [_typed(ComradeRow, one) for one in _rows(connection, schema.comrades, game)]
        if any(one.number not in known for one in comrades):
            raise Damaged(f"{schema.holders.name}: game {game!r}, the key of a comrade is missing")
        comrades.sort(key=lambda one: one.number)
        return _typed(GameRow, intact(schema.games, row)), sitting, keys, comrades

    return job


def _typed(kind: type[T], row: Found) -> T:
    return kind(*(row[name] for name in kind.__struct_fields__))  # type: ignore[attr-defined]


def entries_of(game: str, upto: int | None = None) -> Callable[[Connection], list[Entry]]:
    """Everything that was done in a game, in order and without a gap."""

    def job(connection: Connection) -> list[Entry]:
        table = schema.entries
        asked = select(table).where(table.c.game == game).order_by(table.c.position)
        if upto is not None:
            asked = asked.where(table.c.position < upto)
        found = [_entry(row) for row in _fetched(connection, asked)]
        for place, entry in enumerate(found):
            if entry.position != place:
                raise Damaged(f"{table.name}: game {game!r}, position {place} is missing")
        return found

    return job


def _entry(row: Found) -> Entry:
    intact(schema.entries, row)
    values = {name: row[name] for name in Entry.__struct_fields__}
    return Entry(**values | {"args": msgspec.json.decode(row["args"])})


def marks_of(game: str) -> Callable[[Connection], list[MarkRow]]:
    """The kept states of a game, in order."""

    def job(connection: Connection) -> list[MarkRow]:
        asked = select(schema.marks).where(schema.marks.c.game == game).order_by(schema.marks.c.position)
        return [_mark(row) for row in _fetched(connection, asked)]

    return job


def _mark(row: Found) -> MarkRow:
    return _MARK.decode(intact(schema.marks, row)["body"])


def past_of(game: str) -> Callable[[Connection], tuple[MarkRow | None, list[Entry]]]:
    """The latest kept state of a game, and everything that was done in it."""

    def job(connection: Connection) -> tuple[MarkRow | None, list[Entry]]:
        table = schema.marks
        asked = select(table).where(table.c.game == game).order_by(table.c.position.desc()).limit(1)
        row = connection.execute(asked).mappings().first()
        mark = None if row is None else _mark(row)
        entries = entries_of(game)(connection)
        if mark is not None and mark.position > len(entries):
            raise Damaged(f"{schema.entries.name}: game {game!r}, positions from {len(entries)} on are missing")
        return mark, entries

    return job


def entry_of(game: str, seat: str, number: int) -> Callable[[Connection], Entry | None]:
    """The answer a seat gave to one of its decisions."""

    def job(connection: Connection) -> Entry | None:
        table = schema.entries
        asked = select(table).where(table.c.game == game, table.c.seat == seat, table.c.number == number)
        row = connection.execute(asked).mappings().first()
        return None if row is None else _entry(row)

    return job


def chat_of(game: str) -> Callable[[Connection], list[ChatLine]]:
    """What was said in a game."""

    def job(connection: Connection) -> list[ChatLine]:
        table = schema.chat
        rows = _fetched(connection, select(table).where(table.c.game == game).order_by(table.c.number))
        return [_typed(ChatLine, row) for row in rows]

    return job


def computers_due(since: float) -> Callable[[Connection], list[str]]:
    """Games being played in which a computer sits and a person too, the latest first: after a restart they go on."""

    def job(connection: Connection) -> list[str]:
        games, seats = schema.games, schema.seats
        asked = (
            select(games.c.id)
            .where(games.c.status == "playing", games.c.touched >= since)
            .where(games.c.id.in_(select(seats.c.game).where(seats.c.who != "person")))
            .where(games.c.id.in_(select(seats.c.game).where(seats.c.who == "person")))
            .order_by(games.c.touched.desc())
        )
        return list(connection.scalars(asked))

    return job
