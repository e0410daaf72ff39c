"""Which functions of a folder are called: each of them says so itself, the first time since it was last asked.

Python's own tracing is told of every call and line and makes a battle several times as long; so the functions are given
one statement more, which costs next to nothing once it has been said.
"""

from __future__ import annotations

import ast
import builtins
import functools
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

CALLED, TELL = "__called__", "__tell_call__"  # builtins, so that every module knows them


class Watch:
    """For good: the functions that are loaded from a folder are changed, so it belongs into a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.called: set[str] = set()  # as «file:function», to be cleared by whoever asks anew
        self.kept: set[str] = set()  # what was called by a function that remembers what it gave
        vars(builtins).update({CALLED: self.called, TELL: self._tell})
        codes: dict[str, dict[tuple[str, int], CodeType]] = {}
        for one in functions_below(folder):
            code = one.__code__
            known = codes.get(code.co_filename)
            if known is None:
                known = codes[code.co_filename] = telling(Path(code.co_filename))
            one.__code__ = known.get((code.co_qualname, code.co_firstlineno), code)
        self.remembering = [one for one in _everything() if keeps(one)]
        self.keepers = {one.__wrapped__.__code__ for one in self.remembering}

    def _tell(self, place: str) -> None:
        self.called.add(place)
        within: FrameType | None = sys._getframe(1)
        while within is not None and within.f_code not in self.keepers:
            within = within.f_back
        if within is not None:
            self.kept.add(place)


def functions_below(folder: Path) -> list[FunctionType]:
    """Every function that is loaded from a folder, however it is wrapped."""
    found = [one for one in _everything() if type(one) is FunctionType]
    return [one for one in found if one.__code__.co_filename.startswith(f"{folder}/")]


def _everything() -> list[Any]:
    """All that is loaded, also what the tests keep from the garbage collector: that is listed nowhere."""
    gc.unfreeze()
    return gc.get_objects()


def keeps(one: Any) -> bool:
    """Whether this is a function that remembers what it gave."""
    # Not isinstance: it asks the thing itself, and a weak proxy whose thing is gone answers with an error.
    return type(one) is functools._lru_cache_wrapper and type(one.__wrapped__) is FunctionType


@functools.lru_cache(maxsize=1024)
def telling(path: Path) -> dict[tuple[str, int], CodeType]:
    """The functions of a file that tell when they are called, by name and line: a property has two of one name."""
    tree = ast.parse(path.read_bytes())
    for name, function in _outermost(tree, ""):
        place = f"{path.stem}:{name}"
        (said,) = ast.parse(f"if {place!r} not in {CALLED}: {TELL}({place!r})").body
        function.body.insert(1 if ast.get_docstring(function) is not None else 0, said)
    return {(code.co_qualname, code.co_firstlineno): code for code in codes_below(compile(tree, str(path), "exec"))}


def _outermost(node: ast.Module | ast.ClassDef, within: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for one in node.body:
        if isinstance(one, ast.FunctionDef):
            yield within + one.name, one
        elif isinstance(one, ast.ClassDef):
            yield from _outermost(one, f"{within}{one.name}.")


def codes_below(code: CodeType) -> Iterator[CodeType]:
    """Every piece of code within another."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from codes_below(one)
