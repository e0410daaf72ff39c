"""Referees: the threads in which the rules run, so that a slow table stops no other.

A table has one referee at a time, for its lock lets in one after the other. A table whose work takes long is sent to a
few referees of its own kind, so that the quick tables always find one that is free. Python lets one thread run at a
time and takes turns; with short turns somebody who needs two milliseconds gets them while another needs two seconds.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from alfiere.server.refusals import busy

P = ParamSpec("P")
T = TypeVar("T")
QUICK, SLOW = 6, 4  # threads
LONG = 0.05  # seconds of processor from which a table is a slow one
FORGETTING = 0.8  # a slow table that has become quick is known as such after a while
TURN = 0.0005  # seconds until another thread may have the processor


class Pace:
    """How much processor time the rules have needed lately at one table."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0

    def note(self, seconds: float) -> None:
        """So much was needed now."""
        self.seconds = max(seconds, self.seconds * FORGETTING)

    @property
    def is_slow(self) -> bool:
        """Whether the table would keep others waiting."""
        return self.seconds > LONG


class Referees:
    """All of them."""

    def __init__(self, most_waiting: int, quick: int = QUICK, slow: int = SLOW) -> None:
        """``most_waiting``: from so many slow tables that wait for a referee on, nothing more is begun for one."""
        self._quick = ThreadPoolExecutor(quick, "alfiere-referee")
        self._slow = ThreadPoolExecutor(slow, "alfiere-slow-referee")
        self.most_waiting, self.waiting = most_waiting, 0  # slow tables, those at work among them
        sys.setswitchinterval(TURN)

    def refuse_if_crowded(self, pace: Pace) -> None:
        """Raise Refused where a slow table had to wait for too many others."""
        if pace.is_slow and self.waiting >= self.most_waiting:
            raise busy()

    async def run(self, pace: Pace, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do a table's work in a thread; who calls holds what keeps others off the table.

        It comes back only when the work is over, even if the caller is cancelled: nobody else may touch the table
        before that.
        """

        def timed() -> T:
            started = time.thread_time()
            try:
                return work(*args, **more)
            finally:
                pace.note(time.thread_time() - started)

        is_slow = pace.is_slow
        self.waiting += is_slow
        done: asyncio.Future[T] = asyncio.get_running_loop().run_in_executor(
            self._slow if is_slow else self._quick, timed
        )
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await _ended(done)
            raise
        finally:
            self.waiting -= is_slow

    def close(self) -> None:
        """Begin nothing more."""
        for one in (self._quick, self._slow):
            one.shutdown(wait=False, cancel_futures=True)


async def _ended(work: asyncio.Future[Any]) -> None:
    """Wait for the end of some work, however often one is told not to."""
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError:
            continue
    if not work.cancelled():
        work.exception()  # nobody is there to hear of it
