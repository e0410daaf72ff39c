"""The smallest measures of the table are there twice: here in Python, to be read, and compiled, where a compiler was.

Both give the same whole numbers (tests/table/test_swift.py). ``tools/make-swift`` compiles swift.c; without it, or with
ALFIERE_PURE=1 in the environment, everything is done in Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K", bound=tuple[Any, ...])

PURE: dict[str, Callable[..., Any]] = {}  # the twins in Python, by name


def _compiled() -> Any:
    if os.environ.get("ALFIERE_PURE"):
        return None
    try:
        return import_module("alfiere.table._swift")
    except ImportError:
        return None


compiled: Final = _compiled()  # swift.c as a module; None where it was not compiled


def quick(kind: type[K]) -> type[K]:
    """A named tuple that is made in C where there is a compiled twin: what battles make most often."""
    if compiled is not None:
        names: Any = kind
        compiled.quicken(kind, len(names._fields), tuple(names._field_defaults.values()))
    return kind


def swift(pure: F) -> F:
    """The compiled twin of a function where there is one; it asks the pure one where numbers are too large for it."""
    PURE[pure.__name__] = pure
    return pure if compiled is None else cast(F, compiled.twin(pure.__name__, pure))
