"""Small changes to a source file, such as a slip would make: one operator, one condition, one number, one statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARED = {
    ast.Lt: (b"<", b"<="),
    ast.LtE: (b"<=", b"<"),
    ast.Gt: (b">", b">="),
    ast.GtE: (b">=", b">"),
    ast.Eq: (b"==", b"!="),
    ast.NotEq: (b"!=", b"=="),
    ast.In: (b"in", b"not in"),
    ast.NotIn: (b"not in", b"in"),
    ast.Is: (b"is", b"is not"),
    ast.IsNot: (b"is not", b"is"),
}
RECKONED: dict[type[ast.operator], tuple[bytes, bytes]] = {
    ast.Add: (b"+", b"-"),
    ast.Sub: (b"-", b"+"),
    ast.Mult: (b"*", b"//"),
    ast.FloorDiv: (b"//", b"*"),
}
SWAPPED = {"min": b"max", "max": b"min", "any": b"all", "all": b"any"}
# Nothing is changed in here: what is said when something is wrong, and what only the type checker reads.
LEFT_ALONE = (ast.JoinedStr, ast.Assert, ast.Raise, ast.Import, ast.ImportFrom, ast.arguments)


class Change(NamedTuple):
    """One change: what stands from ``start`` to ``end`` of the file is replaced."""

    path: Path
    line: int
    function: str  # the outermost function around it, with its class; empty outside of functions
    start: int
    end: int
    new: bytes

    def applied(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.new + source[self.end :]

    def told(self, source: bytes) -> tuple[str, str]:
        """The lines it touches, before and after."""
        first = source.rfind(b"\n", 0, self.start) + 1
        last = source.find(b"\n", self.end)
        last = len(source) if last < 0 else last
        was = source[first:last]
        now = source[first : self.start] + self.new + source[self.end : last]
        return " ".join(was.decode().split()), " ".join(now.decode().split())


def changes_of(path: Path) -> list[Change]:
    """Every small change to a file that still compiles."""
    return [one for one in proposed(path) if compiles(one.applied(path.read_bytes()))]


def proposed(path: Path) -> list[Change]:
    """Every small change to a file, some of which do not compile: to find that out takes long."""
    source = path.read_bytes()
    return _Finder(path, source).found(ast.parse(source))


def compiles(source: bytes) -> bool:
    """Whether a changed file is still Python."""
    try:
        compile(source, "changed", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


class _Finder:
    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self.source = path, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def found(self, tree: ast.Module) -> list[Change]:
        return list(self._below(tree, "", is_function=False))

    def _below(self, node: ast.AST, within: str, *, is_function: bool) -> Iterator[Change]:
        for name, child in _children(node):
            if name in ("annotation", "returns", "decorator_list", "bases"):
                continue
            if name == "keywords" and isinstance(node, ast.ClassDef):
                continue  # how a class is made (frozen, kw_only), which no rule hangs on
            if isinstance(child, LEFT_ALONE) or _is_for_types_only(child) or _only_asserts(child):
                continue
            function, inside = within, is_function
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not is_function:
                function = f"{within}.{child.name}" if within else child.name
                inside = not isinstance(child, ast.ClassDef)
            yield from self._of(child, function if inside else "")
            yield from self._below(child, function, is_function=inside)

    def _change(self, function: str, start: int, end: int, new: bytes) -> Change:
        line = self.source.count(b"\n", 0, start) + 1
        return Change(self.path, line, function, start, end, new)

    def _of(self, node: ast.AST, function: str) -> Iterator[Change]:
        """The changes to one node."""
        spans = (self._spans_of(node)) if isinstance(node, ast.expr | ast.stmt | ast.comprehension) else ()
        for start, end, new in spans:
            yield self._change(function, start, end, new)

    def _spans_of(self, node: ast.expr | ast.stmt | ast.comprehension) -> Iterator[tuple[int, int, bytes]]:
        if isinstance(node, ast.Compare):
            pairs = zip([node.left, *node.comparators], node.comparators, node.ops, strict=False)
            for left, right, sign in pairs:
                yield from self._between(left, right, COMPARED[type(sign)])
        elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED:
            yield from self._between(node.left, node.right, RECKONED[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            old, new = (b"and", b"or") if isinstance(node.op, ast.And) else (b"or", b"and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self._between(left, right, (old, new))
                yield self._start(left), self._start(right), b""  # without this condition
            yield self._end(node.values[-2]), self._end(node.values[-1]), b""
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._start(node), self._start(node.operand), b""
        elif isinstance(node, ast.Constant):
            yield from self._constant(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            yield self._start(node.func), self._end(node.func), SWAPPED[node.func.id]
        elif isinstance(node, ast.If | ast.IfExp):
            yield from ((self._start(node.test), self._end(node.test), new) for new in (b"True", b"False"))
        elif isinstance(node, ast.comprehension):
            yield from ((self._start(one), self._end(one), b"True") for one in node.ifs)
        elif isinstance(node, ast.Continue | ast.Break):
            yield self._start(node), self._end(node), b"break" if isinstance(node, ast.Continue) else b"continue"
        elif _can_be_left_out(node):
            yield self._start(node), self._end(node), b"pass"

    def _constant(self, node: ast.Constant) -> Iterator[tuple[int, int, bytes]]:
        if isinstance(node.value, bool):
            yield self._start(node), self._end(node), str(not node.value).encode()
        elif isinstance(node.value, int):
            yield self._start(node), self._end(node), str(node.value + 1).encode()

    def _between(self, left: ast.expr, right: ast.expr, swap: tuple[bytes, bytes]) -> Iterator[tuple[int, int, bytes]]:
        """An operator replaced, where it stands alone between its operands."""
        old, new = swap
        start, end = self._end(left), self._start(right)
        if self.source[start:end].strip(b" ()\n") == old:
            place = self.source.index(old, start, end)
            yield place, place + len(old), new

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield name, one


def _is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _only_asserts(node: ast.AST) -> bool:
    """Whether this is the «strict» of a zip, which says like an assertion that there are as many of both."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _can_be_left_out(node: ast.AST) -> bool:
    """Whether a statement does something that the rest of the function can do without."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return all(isinstance(one, ast.Attribute | ast.Subscript) for one in node.targets)
    return isinstance(node, ast.AugAssign | ast.Delete)
