"""Which tests come to the place of a change, and to anything else there than without it: only these can notice it.

Every change of a draw is looked at in one run of the tests. Where the changed part is an expression that only asks, the
unchanged value is what counts, and the changed one is worked out beside it and compared; of anything else it is only
told that it was reached. A test for which all of them were the same goes the same way with the change and without.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from soak.small_changes import Change
from soak.watching import codes_below

COMPARED, REACHED = "__compared__", "__reached__"  # builtins, so that every module knows them
STATEMENTS = (b"pass", b"break", b"continue")
ACTING = {"append", "add", "pop", "remove", "put", "take", "clear", "update", "insert", "extend", "sort", "discard"}
ACTING |= {"setdefault", "popleft", "popitem", "next", "iter", "print", "setattr", "tell", "super", "open"}
ACTORS = {"g", "game"}  # whoever is handed the game may roll dice, tell events and ask players
CLIMBED = (ast.keyword, ast.comprehension, ast.Slice, ast.Starred)  # no values themselves


class Edit(NamedTuple):
    """What stands from ``start`` to ``end`` of a file is replaced."""

    start: int
    end: int
    new: bytes


Codes = dict[tuple[str, str, int], CodeType]  # by file, name and line in the unchanged file


class Probes:
    """For good: loaded functions are changed, so it belongs into a process of its own."""

    def __init__(self, codes: Codes, functions: Iterable[FunctionType]) -> None:
        self.told: set[int] = set()  # changes that made a difference, to be cleared by whoever asks anew
        vars(builtins).update({COMPARED: self._compared, REACHED: self._reached})
        for one in functions:
            code = one.__code__
            one.__code__ = codes.get((code.co_filename, code.co_qualname, code.co_firstlineno), code)

    def _reached(self, number: int) -> bool:
        self.told.add(number)
        return False

    def _compared(
        self, number: int, read: tuple[Any, ...], value: Any, changed: Callable[[], Any], is_asked: bool
    ) -> Any:
        if number not in self.told:
            try:
                # Whatever can be read only once has been read by now.
                alike = not any(hasattr(one, "__next__") for one in read) and _alike(value, changed(), is_asked)
            except Exception:
                alike = False
            if not alike:
                self.told.add(number)
        return value


def _alike(one: Any, other: Any, is_asked: bool) -> bool:
    """Whether nobody can tell two values apart; of a condition it counts only whether it holds."""
    if is_asked:
        return bool(one) == bool(other)
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, bool | int | str | float):
        return bool(one == other)
    if type(one) in (tuple, list):
        return len(one) == len(other) and all(_alike(a, b, False) for a, b in zip(one, other, strict=True))
    return False


def probed(changes: Collection[tuple[int, Change]]) -> tuple[Codes, set[int]]:
    """The functions in which changes are looked at, and which: of two that overlap only the first."""
    codes: Codes = {}
    numbers: set[int] = set()
    for path in sorted({change.path for _, change in changes}):
        source = path.read_bytes()
        parents = {child: parent for parent in ast.walk(ast.parse(source)) for child in ast.iter_child_nodes(parent)}
        spans = _Spans(source)
        end = len(source) + 1
        found = ((_edit(source, parents, spans, number, one), number) for number, one in changes if one.path == path)
        for edit, number in sorted(found, reverse=True):
            if edit.end < end:
                end = edit.start
                source = source[: edit.start] + edit.new + source[edit.end :]
                numbers.add(number)
        # What is looked at may take more lines than before; a property has two functions of one name.
        before, after = _named(path, path.read_bytes()), _named(path, source)
        codes |= {(str(path), name[0], one.co_firstlineno): after[name] for name, one in before.items()}
    return codes, numbers


def _named(path: Path, source: bytes) -> dict[tuple[str, int], CodeType]:
    """The functions of a file by name, those of the same name in their order; without what has none."""
    found: dict[tuple[str, int], CodeType] = {}
    for one in codes_below(compile(source, str(path), "exec", dont_inherit=True)):
        name = one.co_qualname
        if "<lambda>" not in name:
            found[name, sum(other == name for other, _ in found)] = one
    return found


class _Spans:
    """From where to where a node stands in the bytes of a file."""

    def __init__(self, source: bytes) -> None:
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def of(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset


def _edit(source: bytes, parents: dict[ast.AST, ast.AST], spans: _Spans, number: int, change: Change) -> Edit:
    nodes = [one for one in parents if isinstance(one, ast.expr | ast.stmt)]
    around = [one for one in nodes if (at := spans.of(one))[0] <= change.start and change.end <= at[1]]
    statement = min((one for one in around if isinstance(one, ast.stmt)), key=lambda one: _size(spans.of(one)))
    if change.new in STATEMENTS and _size(spans.of(statement)) == change.end - change.start:
        start = spans.of(statement)[0]
        return Edit(start, start, f"{REACHED}({number}); ".encode())
    inner = min(
        (one for one in around if isinstance(one, ast.expr) and not isinstance(one, ast.Slice | ast.Starred)),
        key=lambda one: _size(spans.of(one)),
    )
    while not _is_value(inner):
        parent = parents[inner]
        assert isinstance(parent, ast.expr)
        inner = parent
    best: ast.expr | None = None
    node: ast.AST = inner
    while isinstance(node, (ast.expr, *CLIMBED)):
        if not _only_asks(node, parents):
            break
        if isinstance(node, ast.expr) and _is_value(node):
            best = node
        node = parents[node]
    start, end = spans.of(best or inner)
    was = source[start:end]
    if best is None:
        return Edit(start, end, b"(" + f"{REACHED}({number}) or ".encode() + b"(" + was + b"))")
    now = change.applied(source)[start : end + len(change.new) - (change.end - change.start)]
    inside = {one.id for one in ast.walk(best) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    inside |= {one.arg for one in ast.walk(best) if isinstance(one, ast.arg)}
    called = {one.func for one in ast.walk(best) if isinstance(one, ast.Call)}
    names = {one.id for one in ast.walk(best) if isinstance(one, ast.Name) and one not in called} - inside
    read = "(" + "".join(f"{name}, " for name in sorted(names)) + ")"
    is_asked = _is_condition(best, parents)
    head = f"{COMPARED}({number}, {read}, (".encode()
    return Edit(start, end, head + was + b"), lambda: (" + now + f"), {is_asked})".encode())


def _size(span: tuple[int, int]) -> int:
    return span[1] - span[0]


def _is_value(node: ast.expr) -> bool:
    """Whether one can put brackets round it."""
    if isinstance(node, ast.Slice | ast.Starred | ast.FormattedValue):
        return False
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _is_condition(node: ast.expr, parents: dict[ast.AST, ast.AST]) -> bool:
    parent = parents[node]
    if isinstance(parent, ast.If | ast.IfExp | ast.While):
        return parent.test is node
    return isinstance(parent, ast.comprehension) and node in parent.ifs


def _only_asks(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether it can be worked out twice: nothing is done by it."""
    if isinstance(parents[node], ast.Expr) or isinstance(node, ast.JoinedStr | ast.FormattedValue):
        return False
    for one in ast.walk(node):
        if isinstance(one, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
            return False
        if isinstance(one, ast.Call) and _acts(one):
            return False
    return True


def _acts(call: ast.Call) -> bool:
    func = call.func
    name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
    handed = [*call.args, *(one.value for one in call.keywords)]
    if isinstance(func, ast.Attribute):
        handed.append(func.value)
    return not name or name in ACTING or any(isinstance(one, ast.Name) and one.id in ACTORS for one in handed)
