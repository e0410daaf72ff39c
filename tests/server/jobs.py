"""Work for worker processes: in a file of its own, since a process that is started reads the whole file of its work."""

from __future__ import annotations

import os
import time


def die(job: bytes) -> None:
    """Never come to an end of it."""
    os._exit(3)


def sleep(job: bytes) -> None:
    """Take longer than anybody waits."""
    time.sleep(600)


def echo(job: bytes) -> bytes:
    """Give it back."""
    return job
