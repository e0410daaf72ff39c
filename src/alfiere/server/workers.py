"""Worker processes: long work beside the server, never in it. A crash or an endless job costs a retry."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

T = TypeVar("T")
log = logging.getLogger("alfiere.server")
ATTEMPTS = 3


class Overrun(Exception):
    """The work took too long, or its process died every time."""


class Workers:
    """A few processes that are started when they are first needed."""

    def __init__(self, count: int, memory: int | None = None) -> None:
        self.count, self.memory = count, memory
        self._pool: ProcessPoolExecutor | None = None
        self._free = asyncio.Semaphore(count)

    async def run(self, work: Callable[[bytes], T], job: bytes, patience: float) -> T:
        """Do a job in a worker. Raises Overrun; what the job itself raises comes through."""
        async with self._free:
            for attempt in range(1, ATTEMPTS + 1):
                pool = self._pool or self._started()
                try:
                    async with asyncio.timeout(patience):
                        return await asyncio.wrap_future(pool.submit(work, job))
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
            self.count, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(self.memory,)
        )
        return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _begin(memory: int | None) -> None:
    """In a new worker: leave Ctrl-C to the server, and end when the server ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
