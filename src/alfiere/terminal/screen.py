"""The terminal: how wide, in which language, with a bar where something takes long."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

WIDEST = 100
PATIENCE = 1.0  # seconds before a bar appears


class Wrong(Exception):
    """Something the user can put right, told in one sentence."""


def console() -> Console:
    """Where answers are printed: plain text, coloured only where the terminal can."""
    width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    return Console(width=width, highlight=False, markup=False, emoji=False)


def errors() -> Console:
    """Where progress and errors go."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_json(data: Any) -> None:
    """Something for a program to read, and nothing else."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def usual_language() -> str:
    """Italian on an Italian machine, English elsewhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "it" if value.lower().startswith("it") else "en"
    return "en"


class Bar:
    """A progress bar on stderr that appears only on a terminal and only when the work takes over a second."""

    def __init__(self, what: str, total: int) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns, console=errors(), transient=True)
        self._task = self._progress.add_task(what, total=total)
        self._timer = threading.Timer(PATIENCE, self._progress.start)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer.is_alive():
            self._timer.cancel()
            self._timer.join()
        if self._progress.live.is_started:
            self._progress.stop()

    def at(self, done: int) -> None:
        """So much is done."""
        self._progress.update(self._task, completed=done)
