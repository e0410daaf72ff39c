"""Data as TOML text: what the standard library reads it cannot write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(data: Mapping[str, Any]) -> str:
    """A file that reads back as this: what stands alone first, then list after list of tables."""
    return "\n".join(_lines(data, "")) + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    lists = {key: value for key, value in table.items() if _is_list_of_tables(value)}
    for key, value in table.items():
        if key not in lists and value is not None:
            yield f"{_key(key)} = {_inline(value)}"
    for key, entries in lists.items():
        where = f"{path}{_key(key)}"
        for entry in entries:
            yield ""
            yield f"[[{where}]]"
            yield from _lines(entry, f"{where}.")


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_inline(one)}" for key, one in value.items() if one is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    raise TypeError(f"{type(value).__name__} cannot be written as TOML")
