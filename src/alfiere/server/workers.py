"""Worker processes: long work beside the server, never in it. A crash or an endless job costs a retry.

Who waits for a worker waits in a queue that has an end, the urgent first.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

T = TypeVar("T")
log = logging.getLogger("alfiere.server")
ATTEMPTS = 3
URGENT, ORDINARY, PATIENT = range(3)  # who is served first


class Overrun(Exception):
    """The work took too long, or its process died every time."""


class Crowded(Exception):
    """So many wait already that nobody else may."""


class Workers:
    """A few processes that are started when they are first needed."""

    def __init__(
        self,
        count: int,
        *,
        memory: int | None = None,
        niceness: int = 0,
        most_waiting: int | None = None,
        most_a_client: int | None = None,
    ) -> None:
        """``niceness``: how far the processes stand back where others need the processor."""
        self.count, self.memory, self.niceness = count, memory, niceness
        self.most_waiting, self.most_a_client = most_waiting, most_a_client
        self._pool: ProcessPoolExecutor | None = None
        self._free = count
        self._queue: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._of_client: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return sum(1 for _, _, one in self._queue if not one.done())

    async def run(
        self, work: Callable[[bytes], T], job: bytes, patience: float, urgency: int = ORDINARY, client: str = ""
    ) -> T:
        """Do a job in a worker. Raises Overrun, and Crowded at once; what the job itself raises comes through."""
        if self.most_a_client is not None and client and self._of_client[client] >= self.most_a_client:
            raise Crowded
        self._of_client[client] += 1
        try:
            await self._turn(urgency)
            try:
                return await self._run(work, job, patience)
            finally:
                self._next()
        finally:
            self._of_client[client] -= 1
            if not self._of_client[client]:
                del self._of_client[client]

    async def _turn(self, urgency: int) -> None:
        """Wait for a free worker. Raises Crowded."""
        if self._has_one_for(urgency):
            self._free -= 1
            return
        if self.most_waiting is not None and self.waiting >= self.most_waiting:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._queue, (urgency, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just come
                self._next()
            raise

    def _has_one_for(self, urgency: int) -> bool:
        """Whether a worker is free; of several one is kept for those who cannot wait."""
        return self._free > (1 if urgency == PATIENT and self.count > 1 else 0)

    def _next(self) -> None:
        """A worker is free: the next in the queue has it."""
        self._free += 1
        while self._queue and self._has_one_for(self._queue[0][0]):
            _, _, turn = heapq.heappop(self._queue)
            if not turn.done():
                self._free -= 1
                turn.set_result(None)

    async def _run(self, work: Callable[[bytes], T], job: bytes, patience: float) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            pool = self._pool or self._started()
            try:
                async with asyncio.timeout(patience):
                    return await _outcome(pool.submit(work, job))
            except BrokenProcessPool:
                log.warning("a worker process died at its work (attempt %d)", attempt)
                self._drop(pool)
            except TimeoutError:
                log.warning("a worker took longer than %.0f seconds (attempt %d)", patience, attempt)
                self._drop(pool)
                break
        raise Overrun

    def pids(self) -> list[int]:
        """The processes at work now."""
        return list(self._pool._processes or {}) if self._pool is not None else []

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        if self._pool is not None:
            self._drop(self._pool)

    def _started(self) -> ProcessPoolExecutor:
        # Spawned, not forked: the server has threads, and a fork would copy their locks as they happen to be.
        self._pool = ProcessPoolExecutor(
            self.count,
            multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(self.memory, self.niceness),
        )
        return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


async def _outcome(job: Future[T]) -> T:
    """What a job gives. Who stops waiting never cancels it: of a cancelled job the pool's own thread dies in
    Python 3.11 when a worker does, and with it everybody else's job is lost.
    """
    told = asyncio.wrap_future(job)
    told.add_done_callback(lambda done: done.cancelled() or done.exception())  # looked at, though nobody may wait
    await asyncio.wait([told])
    if told.cancelled():  # with the pool, before its turn came
        raise BrokenProcessPool
    return told.result()


def _begin(memory: int | None, niceness: int) -> None:
    """In a new worker: leave Ctrl-C to the server, and end when the server ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    if memory is not None:
        _limit_memory(memory)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on every system
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
