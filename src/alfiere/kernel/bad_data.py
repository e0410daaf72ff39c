"""Files a player may edit: read, checked against their form, refused in one sentence."""

from __future__ import annotations

import re
import threading
import tomllib
from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")
# At its first use msgspec works out what a form is made of; a second thread that sees it half done crashes the process.
_FORMS = threading.RLock()


class BadData(Exception):
    """A file that cannot be used: which one, where in it, and what would be right."""

    def __init__(self, file: str | Path, where: str, why: str) -> None:
        self.file, self.where, self.why = str(file), where, why
        super().__init__(f"{self.file}: {where}: {why}" if where else f"{self.file}: {why}")

    def __reduce__(self) -> tuple[type[BadData], tuple[str, str, str]]:
        # A worker process sends it home with the three things it is made of.
        return BadData, (self.file, self.where, self.why)


class Checking:
    """A file that is being checked: the first slip found is told in one sentence, with the place where it stands."""

    def __init__(self, file: str | Path) -> None:
        self.file = file

    def fail(self, where: str, why: str) -> NoReturn:
        """Refuse the file."""
        raise BadData(self.file, where, why)

    def one_of(self, word: str, allowed: Collection[str], where: str) -> None:
        """A word must be one that is known."""
        if word not in allowed:
            self.fail(where, f"«{word}» is not known; it must be one of {', '.join(allowed)}")

    def at_least(self, least: int, number: int, where: str, rule: str = "") -> None:
        """A number must not be less."""
        if number < least:
            self.fail(where, f"it is {number}; it must be at least {least}" + (f" ({rule})" if rule else ""))


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; BadData names the line of a slip."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadData(path, "", "there is no such file") from None
    except IsADirectoryError:
        raise BadData(path, "", "this is a folder, not a file") from None
    except UnicodeDecodeError as err:
        raise BadData(path, f"byte {err.start}", "the file must be written in UTF-8") from None
    except tomllib.TOMLDecodeError as err:
        raise BadData(path, "", f"this is not TOML: {err}") from None
    except OSError as err:
        raise BadData(path, "", f"the file cannot be read: {err.strerror}") from None


def battle_source(name: str | Path | Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], str]:
    """The data of a battle and what its file is called: by its id, from a file, or as it was read before."""
    if isinstance(name, Mapping):
        return dict(name), "scenario"
    path = Path(name)
    if not path.suffix and not path.exists():
        path = folder / f"{name}.toml"
        if not path.exists():
            raise BadData(str(name), "", f"there is no such battle; there are {', '.join(battle_ids(folder))}")
    return read_toml(path), str(path)


def battle_ids(folder: Path) -> list[str]:
    """The battles of a folder, the earliest first."""
    found = [(_date_of(path, path.stat().st_mtime_ns), path.stem) for path in folder.glob("*.toml")]
    return [name for _, name in sorted(found)]


@lru_cache(maxsize=256)
def _date_of(path: Path, changed: int) -> str:
    """The date of the battle in a file; read again only when the file has changed."""
    return str(read_toml(path).get("date", ""))


def shaped(data: Any, form: type[T], file: str | Path, where: str = "") -> T:
    """Data as the typed form it must have; unknown keys and wrong types are refused by name."""
    try:
        with _FORMS:
            return msgspec.convert(data, form)
    except msgspec.ValidationError as err:
        message, _, place = str(err).partition(" - at `")
        is_key = place.startswith("key` in `")  # not what stands there is wrong, but under which key
        key = place.removeprefix("key` in `").rstrip("`").removeprefix("$").lstrip(".")
        why = message[:1].lower() + message[1:]
        if "unknown field" in why or why.startswith("invalid"):
            with _FORMS:
                known = _known(inspect.type_info(form), data, key, is_key=is_key)
            why += f"; known are {', '.join(known)}" if known else ""
        raise BadData(file, ".".join(part for part in (where, key) if part), why) from None


def _known(form: inspect.Type, data: Any, key: str, *, is_key: bool = False) -> list[str]:
    """What may stand at a place of a form: the words that are allowed there, or the keys of a table."""
    here = _either(form)
    for name, number in re.findall(r"([^.[\]]+)|\[([^]]+)\]", key):
        if kinds := [str(one.tag) for one in here if isinstance(one, inspect.StructType) and one.tag_field == name]:
            return kinds
        here = [inner for one in here for inner in _inside(one, data, name, number)]
        data = data[name] if name else data[int(number)] if number.isdigit() else None
    if is_key:
        here = [inner for one in here if isinstance(one, inspect.DictType) for inner in _either(one.key_type)]
    words = [str(word) for one in here if isinstance(one, inspect.LiteralType) for word in one.values]
    return words or [key for one in here for key in _keys(one, data)]


def _either(form: inspect.Type) -> list[inspect.Type]:
    return list(form.types) if isinstance(form, inspect.UnionType) else [form]


def _inside(form: inspect.Type, data: Any, name: str, number: str) -> list[inspect.Type]:
    """One step farther into a form."""
    if isinstance(form, inspect.StructType):
        fields = form.fields if _keys(form, data) else ()
        return [one for field in fields if field.encode_name == name for one in _either(field.type)]
    if isinstance(form, inspect.TupleType):
        return _either(form.item_types[int(number)])
    inner = getattr(form, "value_type", None) or getattr(form, "item_type", None)
    return _either(inner) if inner is not None else []


def _keys(form: inspect.Type, data: Any) -> list[str]:
    """The keys of a table; none of one of another kind."""
    if not isinstance(form, inspect.StructType):
        return []
    keys = [field.encode_name for field in form.fields]
    if form.tag_field is None:
        return keys
    is_meant = isinstance(data, dict) and data.get(form.tag_field) == form.tag
    return [form.tag_field, *keys] if is_meant else []
