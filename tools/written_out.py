"""Classes whose methods are made at run time, written out in the source: so that mypyc can make them of its own kind.

``@plain`` and ``@dataclass(slots=True)`` make methods from fields. What they would make stands here in the class, with
fields that mypyc knows; a plain class no longer is a :class:`Plain`, for nothing of that kind is compiled.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from typing import NamedTuple

from alfiere.kernel.plain import code_of

PLAIN = "plain"
SLOTTED = {"dataclass(slots=True)", "dataclass(slots=True, eq=False)"}


class Field(NamedTuple):
    """A field of a class, as its source has it."""

    name: str
    kind: str
    usual: str  # its default, or nothing
    is_named: bool  # whether it has to be given by name

    @property
    def is_fresh(self) -> bool:
        """Whether each object gets a default of its own."""
        return self.usual[:1] in ("[", "{") or "(" in self.usual

    @property
    def parameter(self) -> str:
        """As the class is called with it."""
        if self.is_fresh:
            return f"{self.name}: {self.kind} | None = None"
        return f"{self.name}: {self.kind} = {self.usual}" if self.usual else f"{self.name}: {self.kind}"

    @property
    def value(self) -> str:
        """What is kept of what it was called with."""
        return f"({self.usual}) if {self.name} is None else {self.name}" if self.is_fresh else self.name


def written_out(source: str, module: str) -> str:
    """The source of a module with such classes written out."""
    lines = source.splitlines()
    found = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.ClassDef) and _maker(one)]
    for one in sorted(found, key=lambda one: -one.lineno):
        fields = list(_fields(one))
        methods = [
            *_initialised(fields),
            *(_of_plain(one.name, module) if _maker(one) == PLAIN else _of_slots(one, fields)),
        ]
        lines[one.end_lineno : one.end_lineno] = [f"    {line}" if line else "" for line in methods]
        for part in reversed(one.body):
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                kept = [] if part.target.id == "_" else [f"    {part.target.id}: {ast.unparse(part.annotation)}"]
                lines[part.lineno - 1 : part.end_lineno] = kept
        head = lines[one.lineno - 1].replace("(Plain)", "").replace("Plain, ", "")
        lines[one.decorator_list[0].lineno - 1 : one.lineno] = [head]
    if any(_maker(one) == PLAIN for one in found):
        future = next(n for n, line in enumerate(lines) if line.startswith("from __future__"))
        lines[future + 1 : future + 1] = ["from typing import Any", "from alfiere.kernel.plain import tuples"]
    return "\n".join(lines) + "\n" if found else source


def _maker(one: ast.ClassDef) -> str:
    """The decorator that makes its methods, if it is one of these and the only one."""
    makers = [ast.unparse(maker).removeprefix("dataclasses.") for maker in one.decorator_list]
    return makers[0] if len(makers) == 1 and (makers[0] == PLAIN or makers[0] in SLOTTED) else ""


def _fields(one: ast.ClassDef) -> Iterator[Field]:
    is_named = False
    for part in one.body:
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            continue
        kind = ast.unparse(part.annotation)
        if kind.removeprefix("dataclasses.") == "KW_ONLY":
            is_named = True
        elif not kind.startswith("ClassVar"):
            yield Field(part.target.id, kind, _usual(part.value), is_named)


def _usual(value: ast.expr | None) -> str:
    if value is None:
        return ""
    if isinstance(value, ast.Call) and ast.unparse(value.func).removeprefix("dataclasses.") == "field":
        given = {one.arg: ast.unparse(one.value) for one in value.keywords}
        return f"{given['default_factory']}()" if "default_factory" in given else given.get("default", "")
    return ast.unparse(value)


def _initialised(fields: list[Field]) -> list[str]:
    places = [one.parameter for one in fields if not one.is_named]
    named = [one.parameter for one in fields if one.is_named]
    given = ", ".join(["self", *places, *(["*", *named] if named else [])])
    return ["", f"def __init__({given}) -> None:", *(f"    self.{one.name} = {one.value}" for one in fields)]


def _of_plain(name: str, module: str) -> list[str]:
    """Its copy and its JSON form."""
    code = code_of(getattr(importlib.import_module(module), name))
    return [
        "",
        f"def copy(self) -> {name}:",
        f"    return {name}({', '.join(f'{field}={value}' for field, value in code.copied.items())})",
        "",
        f"def __copy__(self) -> {name}:",
        f"    return {name}({', '.join(f'{field}=self.{field}' for field in code.copied)})",
        "",
        "def to_plain(self) -> dict[str, Any]:",
        *(f"    {line}".replace("data = {", "data: dict[str, Any] = {") for line in code.written),
        "    return data",
        "",
        "@classmethod",
        f"def from_plain(cls, data: Any, libraries: Any) -> {name}:",
        f"    return {name}({', '.join(f'{field}={value}' for field, value in code.read.items())})",
    ]


def _of_slots(one: ast.ClassDef, fields: list[Field]) -> list[str]:
    """Whether another is equal, where that is not by being the same."""
    if "eq=False" in _maker(one) or any(
        isinstance(part, ast.FunctionDef) and part.name == "__eq__" for part in one.body
    ):
        return []
    same = " and ".join(f"self.{field.name} == other.{field.name}" for field in fields) or "True"
    return ["", "def __eq__(self, other: object) -> bool:", f"    return isinstance(other, {one.name}) and {same}"]
