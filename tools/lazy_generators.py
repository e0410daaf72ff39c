"""Generator expressions as functions within: mypyc works out a generator expression whole, and not what is asked of it.

Where one is used up on the spot (``any``, ``sum``) nothing is lost by that; elsewhere it may cost much, or never end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

# Who uses up what he is given before anything else happens, or is known to mypyc
AT_ONCE = {"any", "all", "next", "tuple", "list", "set", "frozenset", "dict", "sum", "max", "min", "sorted", "len"}
AT_ONCE |= {"Counter", "dict.fromkeys", "prod", "added", "hull", "zip"}
METHODS = {"join", "union", "update", "extend"}
TYPE = "_LazyIterator"


def made_lazy(source: str, within_ordinary: set[str]) -> str:
    """The source with them as functions; methods of ordinary classes, which can have none, stay as they are."""
    lines, tree = source.splitlines(), ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = [one for one in _candidates(tree, above) if not _classes_around(one, above) & within_ordinary]
    statements: dict[ast.stmt, list[ast.GeneratorExp]] = {}
    for one in found:
        statement = _statement(one, above)
        if _may_stand_before(statement, lines):
            statements.setdefault(statement, []).append(one)
    number = 0
    for statement in sorted(statements, key=lambda one: -one.lineno):
        functions: list[str] = []
        for one in sorted(statements[statement], key=lambda one: (-one.lineno, -one.col_offset)):
            number += 1
            _replace(lines, one, f"_lazy_{number}()")
            functions += _function(one, f"_lazy_{number}", statement.col_offset)
        lines[statement.lineno - 1 : statement.lineno - 1] = functions
    if number:
        future = next((n for n, line in enumerate(lines) if line.startswith("from __future__")), -1)
        lines.insert(future + 1, f"from collections.abc import Iterator as {TYPE}")
        lines.insert(future + 2, "from typing import Any as _LazyAny")
    return "\n".join(lines) + "\n" if number else source


def _candidates(tree: ast.Module, above: dict[ast.AST, ast.AST]) -> Iterator[ast.GeneratorExp]:
    """Those for which it matters: not used up at once, with work to do, and directly in a function."""
    for one in ast.walk(tree):
        if isinstance(one, ast.GeneratorExp) and not _is_used_up(one, above[one]) and _is_work(one):
            around = above[one]
            while not isinstance(around, ast.stmt | ast.comprehension | ast.Lambda | ast.GeneratorExp | ast.ListComp):
                if isinstance(around, ast.SetComp | ast.DictComp):
                    break
                around = above[around]
            if isinstance(around, ast.stmt) and _function_around(around, above):
                yield one


def _is_used_up(one: ast.GeneratorExp, by: ast.AST) -> bool:
    if isinstance(by, ast.Call):
        name = ast.unparse(by.func)
        return name in AT_ONCE or (isinstance(by.func, ast.Attribute) and by.func.attr in METHODS)
    if isinstance(by, ast.Assign):
        return isinstance(by.targets[0], ast.Tuple)
    return isinstance(by, ast.Starred | ast.For | ast.YieldFrom)


def _is_work(one: ast.GeneratorExp) -> bool:
    """Whether anything is called for each of them, or there is no end of them."""
    each: list[ast.AST] = [one.elt, *(part for how in one.generators for part in how.ifs)]
    each += [how.iter for how in one.generators[1:]]
    is_endless = ast.unparse(one.generators[0].iter).startswith("count(")
    return is_endless or any(isinstance(part, ast.Call) for whole in each for part in ast.walk(whole))


def _function_around(one: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    while one in above:
        one = above[one]
        if isinstance(one, ast.FunctionDef):
            return True
        if isinstance(one, ast.ClassDef):
            return False
    return False


def _classes_around(one: ast.AST, above: dict[ast.AST, ast.AST]) -> set[str]:
    found = set()
    while one in above:
        one = above[one]
        if isinstance(one, ast.ClassDef):
            found.add(one.name)
    return found


def _statement(one: ast.AST, above: dict[ast.AST, ast.AST]) -> ast.stmt:
    while not isinstance(one, ast.stmt):
        one = above[one]
    return one


def _may_stand_before(statement: ast.stmt, lines: list[str]) -> bool:
    """Whether a function can be put before it: not where it has to be worked out anew, nor in the midst of a line."""
    if isinstance(statement, ast.While):
        return False
    begun = lines[statement.lineno - 1][: statement.col_offset]
    return not begun.strip() and not lines[statement.lineno - 1].lstrip().startswith("elif")


def _replace(lines: list[str], one: ast.expr, by: str) -> None:
    """Put something in its place; positions count bytes."""
    assert one.end_lineno is not None
    first, last = lines[one.lineno - 1].encode(), lines[one.end_lineno - 1].encode()
    before, after = first[: one.col_offset].decode(), last[one.end_col_offset :].decode()
    if not (first[one.col_offset : one.col_offset + 1] == b"(" and last[: one.end_col_offset].endswith(b")")):
        raise ValueError(f"a generator expression without brackets: {ast.unparse(one)}")
    if before.endswith(tuple("abcdefghijklmnopqrstuvwxyz_0123456789")):  # its brackets are those of a call
        by = f"({by})"
    lines[one.lineno - 1 : one.end_lineno] = [before + by + after, *[""] * (one.end_lineno - one.lineno)]


def _function(one: ast.GeneratorExp, name: str, indent: int) -> list[str]:
    found, depth = [f"def {name}() -> {TYPE}[_LazyAny]:"], 1
    for how in one.generators:
        found.append("    " * depth + f"for {ast.unparse(how.target)} in {ast.unparse(how.iter)}:")
        depth += 1
        for condition in how.ifs:
            found.append("    " * depth + f"if {ast.unparse(condition)}:")
            depth += 1
    found.append("    " * depth + f"yield {ast.unparse(one.elt)}")
    return [" " * indent + line for line in found]
