"""How much the tests of a game notice: small changes all over its rules, made blindly, one at a time.

    tools/blind-changes esa                        # 300 changes drawn by lot; --seed draws others
    tools/blind-changes esa --files fire charge    # drawn from these chapters only
    tools/blind-changes esa --files fire --all     # every change to a chapter
    tools/blind-changes esa --quick                # only the tests that name rules, and not for long
    tools/blind-changes esa --seconds 120          # no more tests for each than run in so long, the nearest first
    tools/blind-changes esa --keep                 # the score goes into docs/soak.md

A change is noticed when a test of the game fails, or runs without end: those that name rules are asked first, then the
golden playthroughs and walks, which know only that play was different; what they alone notice is told apart. Time is
that of the processor, so that a busy machine makes no test endless, and a test that was killed from outside has noticed
nothing. What was found out stands in build/, and a draw that was stopped goes on from there, until sources or tests
change; with more --seconds only what went unnoticed is tried again. Which tests reach which function is found out first
and kept in build/ (a test file that changed is run again; --fresh finds out everything anew); then for which of them a
change makes any difference where it stands (soak/probes.py): only those are asked. Each change is tried in a forked
process that swaps the code of one function; what stands outside of functions, or is done once and kept, is tried in a
copy of the sources. What the computer likes and what is merely drawn is left out (the unruly of a Plan). A change that
was looked at and cannot change play stands, with the reason, in soak/without_effect.toml.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import gc
import hashlib
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from alfiere.games import GAMES
from soak.plan import plan_of
from soak.probes import Codes, Probes, probed
from soak.record import Record
from soak.sections import put_section
from soak.small_changes import Change, compiles, proposed
from soak.watching import Watch, codes_below, functions_below, telling

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs/soak.md"
WITHOUT_EFFECT = ROOT / "soak/without_effect.toml"
COUNT = 300
PATIENCE = 5  # seconds of processor that a changed test has beyond twenty times what it took unchanged
GRACE = 60  # the same for all the tests of a change in a copy, beyond ten times
MEMORY = 1 << 30
UNTRIED = "outside of functions, or kept"
QUICK = 20  # seconds of processor for a change that is only looked at
ENDLESS = "ran without end"
UNCOLLECTED = "the tests could not be collected"
KILLED = "killed from outside"
GOLDEN = "tests/test_golden.py"
CITED = re.compile(r"\b[a-z]+(?:\.\w+)+")  # cappa.4.3.2.h5; what else looks like one no test names
STEPS = (0, 8, 40, None)  # a change in a copy is asked of so many tests first: to collect all takes longest
TRACED = 60  # tests that one process runs to find out what they reach


class Reach(NamedTuple):
    """What one test takes, which functions it calls, as «file:function», and what else makes it near to a change."""

    seconds: float
    functions: frozenset[str]
    files: Counter[str]  # how many functions of each
    rules: frozenset[str]  # that it names


def folder_of(code: str) -> Path:
    """Where a game's rules stand."""
    return ROOT / "src/alfiere/games" / code


def drawn(code: str, files: Sequence[str], count: int | None, seed: str) -> list[Change]:
    """Changes by lot: a line first, then one of its changes. Without a count, all."""
    plan = plan_of(code)
    paths = [path for path in sorted(folder_of(code).rglob("*.py")) if path.stem not in plan.unruly]
    unknown = set(files) - {path.stem for path in paths}
    if unknown:
        raise SystemExit(f"blind-changes: {code} has no file {', '.join(sorted(unknown))} with rules in it")
    lines: dict[tuple[Path, int], list[Change]] = {}
    for path in paths:
        if not files or path.stem in files:
            for change in proposed(path):
                if change.function.rpartition(".")[2] not in plan.unruly_functions:
                    lines.setdefault((path, change.line), []).append(change)
    if count is None:
        return [change for some in lines.values() for change in some if _compiles(change)]
    lot = random.Random(f"{code}/{seed}")
    places = lot.sample(sorted(lines), len(lines))
    found = (next(filter(_compiles, lot.sample(lines[place], len(lines[place]))), None) for place in places)
    return sorted(itertools.islice(filter(None, found), count))


def _compiles(change: Change) -> bool:
    return compiles(change.applied(change.path.read_bytes()))


# The tests, and what they reach


class Bench:
    """The tests of a game, collected once; everything is tried in forked processes."""

    def __init__(self, code: str, jobs: int, work: Callable[[Bench], None], seconds: int | None = None) -> None:
        self.code, self.jobs, self.work, self.most = code, jobs, work, seconds
        self.items: dict[str, pytest.Item] = {}
        self.reached: dict[str, Reach] = {}
        self.touched: dict[Change, list[str]] = {}  # the tests for which a change makes a difference where it stands
        self.kept: set[str] = set()  # functions whose work is done once and kept, for tests that never call them

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests: work with them."""
        names = {item.nodeid: item for item in session.items}
        self.items = {
            name: item for name, item in names.items() if not name.startswith(GOLDEN) or f"[{self.code}-" in name
        }
        self.work(self)
        return True

    def find_out(self, fresh: bool) -> None:
        """Which test calls which functions; known already for test files that have not changed."""
        kept = ROOT / f"build/reached-{self.code}.json"
        known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() and not fresh else {}
        files: dict[str, list[str]] = {}
        for name in self.items:
            files.setdefault(name.split("::")[0], []).append(name)
        digests = {file: hashlib.sha256((ROOT / file).read_bytes()).hexdigest() for file in files}
        for file in files:
            if known.get(file, {}).get("digest") != digests[file]:
                known[file] = {"digest": digests[file], "tests": {}, "kept": []}
        # A new golden walk does not change the file of the tests.
        missing = {file: [one for one in names if one not in known[file]["tests"]] for file, names in files.items()}
        # The golden battles are one file, and would keep one process busy long after the others are done.
        pieces = [
            (file, names[first : first + TRACED])
            for file, names in missing.items()
            for first in range(0, len(names), TRACED)
        ]
        for path in folder_of(self.code).rglob("*.py") if pieces else ():
            telling(path)  # compiled once here, and not by each of the processes
        results = in_children([partial(self._traced, names) for _, names in pieces], self.jobs)
        for (file, _), result in zip(pieces, results, strict=True):
            if "failed" in result:
                raise SystemExit(f"blind-changes: {result['failed']} fails without any change")
            known[file]["tests"].update(result["tests"])
            known[file]["kept"] = sorted({*known[file]["kept"], *result["kept"]})
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(known))
        for file in files:
            self.kept.update(known[file]["kept"])
            for name, (seconds, functions) in known[file]["tests"].items():
                if name in self.items:  # also who calls none: what stands outside of functions he may read
                    counted = Counter(one.partition(":")[0] for one in functions)
                    rules = {rule for mark in self.items[name].iter_markers("rule") for rule in mark.args}
                    self.reached[name] = Reach(seconds, frozenset(functions), counted, frozenset(rules))

    def _traced(self, names: Sequence[str]) -> dict[str, Any]:
        """In a child: run some tests and say what each calls."""
        tests: dict[str, tuple[float, list[str]]] = {}
        watch = Watch(folder_of(self.code))
        for one in watch.remembering:
            one.cache_clear()  # what was asked while the tests were collected is asked again, and seen to be kept
        memories = _memories()
        for item, after in _pairs([self.items[name] for name in names]):
            watch.called.clear()
            for one in memories:
                one.clear()  # or the next test would not be seen to need what this one has asked
            started = time.process_time()
            if not _passes(item, after):
                return {"failed": item.nodeid}
            tests[item.nodeid] = (round(time.process_time() - started, 4), sorted(watch.called))
        return {"tests": tests, "kept": sorted(watch.kept)}

    def look_at(self, changes: Sequence[Change]) -> None:
        """Find out in one run of the tests for which of them each change makes a difference where it stands."""
        numbered = [(number, one) for number, one in enumerate(changes) if one.function]
        codes, probed_ones = probed(numbered)
        places = {f"{one.path.stem}:{one.function}" for _, one in numbered}
        names = [name for name, one in self.reached.items() if not places.isdisjoint(one.functions)]
        pieces = [names[first : first + TRACED] for first in range(0, len(names), TRACED)]
        work = [partial(self._probed, some, codes) for some in pieces]
        for number in probed_ones:
            self.touched[changes[number]] = []
        for some, result in zip(pieces, in_children(work, self.jobs), strict=True):
            for name in some:
                for number in probed_ones if result is None or name not in result else result[name]:
                    self.touched[changes[number]].append(name)

    def _probed(self, names: Sequence[str], codes: Codes) -> dict[str, list[int]]:
        """In a child: run some tests and say for each which changes make a difference; nothing of one that fails."""
        probes = Probes(codes, functions_below(folder_of(self.code)))
        found: dict[str, list[int]] = {}
        memories = _memories()
        for item, after in _pairs([self.items[name] for name in names]):
            probes.told.clear()
            for one in memories:
                one.clear()
            if _passes(item, after):
                found[item.nodeid] = sorted(probes.told)
        return found

    def reaching(self, change: Change) -> list[str]:
        """The tests to run for a change, the most promising first, golden battles last.

        In turn one that names a rule cited nearby, one that calls most of the file for its time, and one from every
        file of tests. All of them where what the function gives is kept, or where none calls it: then it is called
        while they are collected.
        """
        stem = change.path.stem
        place = f"{stem}:{change.function}"
        found = [name for name, one in self.reached.items() if place in one.functions and place not in self.kept]
        if found and change in self.touched:
            touched = set(self.touched[change])
            found = [name for name in found if name in touched]
        elif not found:
            found = list(self.reached)

        def price(name: str) -> float:
            reach = self.reached[name]
            return reach.seconds * (1 + len(reach.functions) / 100) / (1 + reach.files[stem] ** 2)

        found = sorted(found, key=price)
        cited = cited_around(change)

        def nearness(name: str) -> int:
            rules = self.reached[name].rules
            return next((number for number, some in enumerate(cited) if rules & some), len(cited))

        before = Counter[str]()  # of the same file

        def turn(name: str) -> int:
            before[name.split("::")[0]] += 1
            return before[name.split("::")[0]]

        orders = (sorted(found, key=nearness), found, sorted(found, key=turn))
        mixed = dict.fromkeys(itertools.chain.from_iterable(zip(*orders, strict=True)))
        names = sorted(mixed, key=lambda name: name.startswith(GOLDEN))
        return names if self.most is None else self._as_many_as(names, self.most)

    def _as_many_as(self, names: list[str], seconds: int) -> list[str]:
        """The first of them, golden battles apart, each lot as many as run in half of the time."""
        lots = [[name for name in names if name.startswith(GOLDEN) is is_golden] for is_golden in (False, True)]
        spent = [itertools.accumulate(self.reached[name].seconds for name in lot) for lot in lots]
        return [
            name
            for lot, until in zip(lots, spent, strict=True)
            for name, so_far in zip(lot, until, strict=True)
            if so_far <= seconds / 2
        ]

    def seconds(self, names: Iterable[str]) -> int:
        """How much processor time tests may take."""
        return GRACE + round(10 * sum(self.reached[name].seconds for name in names))


def cited_around(change: Change) -> list[set[str]]:
    """The rules that a changed function cites, and then those of its whole file."""
    source = change.path.read_text(encoding="utf-8")
    lines = source.splitlines()
    within = [
        "\n".join(lines[one.lineno - 1 : one.end_lineno])
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.FunctionDef) and one.lineno <= change.line <= (one.end_lineno or one.lineno)
    ]
    return [set(CITED.findall(text)) for text in ("\n".join(within), source)]


def _memories() -> list[Any]:
    """What modules remember of what they have worked out, empty when they are loaded: ``_SIGHTS = {}``."""
    modules = [one for name, one in sys.modules.items() if name.startswith("alfiere.")]
    found = [(name, value) for one in modules for name, value in vars(one).items()]
    return [
        value
        for name, value in found
        if name.startswith("_") and name.isupper() and type(value) in (dict, list) and not value
    ]


def _pairs(items: Sequence[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    return list(zip(items, [*items[1:], None], strict=False))  # of none there is none after it either


def _passes(item: pytest.Item, after: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


# Children


def in_children(
    work: Sequence[Callable[[], Any]], jobs: int, tell: Callable[[int, Any], None] = lambda place, result: None
) -> list[Any]:
    """Do each piece of work in a forked process of its own; what each gives.

    ENDLESS where it used up its time, None where the process died otherwise.
    """
    results: list[Any] = [None] * len(work)
    running: dict[int, tuple[int, Path]] = {}
    with tempfile.TemporaryDirectory() as folder:
        waiting = list(enumerate(work))[::-1]
        while waiting or running:
            while waiting and len(running) < jobs:
                place, piece = waiting.pop()
                answer = Path(folder) / str(place)
                pid = os.fork()
                if pid == 0:
                    _be_child(piece, answer)
                running[pid] = (place, answer)
            pid, status = os.wait()
            place, answer = running.pop(pid)
            if answer.exists():
                results[place] = json.loads(answer.read_text())
            elif os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
                results[place] = ENDLESS
            tell(place, results[place])
    return results


def _be_child(piece: Callable[[], Any], answer: Path) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for one in (0, 1, 2):
        os.dup2(nowhere, one)
    try:
        given = json.dumps(piece())
        unfinished = answer.with_suffix(".part")
        unfinished.write_text(given)
        unfinished.rename(answer)
    finally:
        os._exit(0)


# Trying a change


def functions_of(folder: Path) -> dict[tuple[str, str], list[FunctionType]]:
    """Every function of a folder that is loaded, by file and name, however it is wrapped."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for one in functions_below(folder):
        found.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)
    return found


def code_of(source: bytes, path: Path, function: str) -> CodeType:
    """The code of one function of a file."""
    whole = compile(source, str(path), "exec", dont_inherit=True)
    return next(one for one in codes_below(whole) if one.co_qualname == function)


def tried_quickly(bench: Bench, change: Change, functions: dict[tuple[str, str], list[FunctionType]]) -> str:
    """In a child: the test that notices a change inside of a function; empty if none does."""
    places = functions.get((str(change.path), change.function), [])
    names = bench.reaching(change)
    place = f"{change.path.stem}:{change.function}"
    if not places or place in bench.kept or not any(place in one.functions for one in bench.reached.values()):
        return UNTRIED  # where no test calls it, it is called while they are collected, before the code is swapped
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    code = code_of(change.applied(change.path.read_bytes()), change.path, change.function)
    for one in places:
        one.__code__ = code
    for item, after in _pairs([bench.items[name] for name in names]):
        # The signal ends the process: whoever runs so much longer than before has noticed the change.
        signal.setitimer(signal.ITIMER_PROF, PATIENCE + 20 * bench.reached[item.nodeid].seconds)
        if not _passes(item, after):
            return item.nodeid
    return ""


def _bound(seconds: int) -> None:
    """A changed rule may run without end, or fill the memory: the process then dies, and the change is noticed."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))  # the first tells by its signal what it is
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Copy:
    """A copy of the sources, in which one change stands at a time."""

    def __init__(self, folder: Path) -> None:
        self.src = folder / "src"
        shutil.copytree(ROOT / "src", self.src, ignore=shutil.ignore_patterns("__pycache__", "web"))
        compileall.compile_dir(self.src, quiet=2)  # a file that is changed is newer than what was compiled

    def notices(self, bench: Bench, change: Change) -> str:
        """The test that fails with a change made here; empty if none does."""
        names = bench.reaching(change)
        here = self.src / change.path.relative_to(ROOT / "src")
        before = here.read_bytes()
        here.write_bytes(change.applied(before))
        try:
            asked = (self._failing(bench, names[first:last]) for first, last in itertools.pairwise(STEPS))
            return next(filter(None, asked), "")
        finally:
            here.write_bytes(before)

    def _failing(self, bench: Bench, names: Sequence[str]) -> str:
        if not names:
            return ""
        listed = self.src.parent / "tests.txt"
        listed.write_text("\n".join(names))
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{listed}"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(self.src)},
            capture_output=True,
            preexec_fn=partial(_bound, bench.seconds(names)),
        )
        if done.returncode == 0:
            return ""
        if done.returncode < 0:
            return ENDLESS if done.returncode == -signal.SIGXCPU else KILLED
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout.decode(), re.MULTILINE)
        return failed[1] if failed else UNCOLLECTED


def tried_in_copies(bench: Bench, changes: Sequence[Change], tell: Callable[[int, str], None]) -> None:
    """Tell the test that notices each change in a copy of the sources; empty if none does."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(bench.jobs) as pool:
        copies = [Copy(Path(folder) / str(number)) for number in range(bench.jobs)]

        def notices(change: Change) -> str:
            copy = copies.pop()
            try:
                return copy.notices(bench, change)
            finally:
                copies.append(copy)

        for place, result in enumerate(pool.map(notices, changes)):
            tell(place, result)


# Telling


def without_effect(code: str) -> set[tuple[str, str, str]]:
    """Changes that were looked at and cannot change play."""
    listed = tomllib.loads(WITHOUT_EFFECT.read_text(encoding="utf-8")).get("change", [])
    return {(one["file"], one["was"], one["now"]) for one in listed if one["game"] == code}


def record_of(code: str, most: int | None, *drawn_how: object) -> Record:
    """The record of a draw from the sources and tests as they stand."""
    found = hashlib.sha256(repr(drawn_how).encode())
    for folder in ("src/alfiere", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".txt"):
                found.update(path.read_bytes())
    return Record(ROOT / f"build/tried-{code}.txt", found.hexdigest(), most)


def judged(bench: Bench, changes: Sequence[Change], record: Record) -> list[str]:
    """The test that notices each change; empty if none does."""

    def tell(place: int, result: str) -> None:
        record.add(place, result)
        if result == "":
            print(*_listed("", [changes[place]]), sep="\n", file=sys.__stderr__, flush=True)
        if len(record.results) % 10 == 0:
            print(f"  {len(record.results)} of {len(changes)}", file=sys.__stderr__, flush=True)

    functions = functions_of(folder_of(bench.code))
    gc.freeze()  # a child that tidies up what it shares with its parent would copy all of it
    anyhow = random.Random(0).sample(range(len(changes)), len(changes))  # a draw that is stopped is then a smaller one
    open_ones = [place for place in anyhow if place not in record.results]
    work = [partial(tried_quickly, bench, changes[place], functions) for place in open_ones]
    untried: list[int] = []

    def tell_quick(number: int, result: str | None) -> None:
        if result in (UNTRIED, None):  # who died for no known reason is tried again
            untried.append(open_ones[number])
        else:
            tell(open_ones[number], result or "")

    in_children(work, bench.jobs, tell_quick)
    print(f"  {len(untried)} are tried in a copy", file=sys.__stderr__, flush=True)
    tried_in_copies(bench, [changes[one] for one in untried], lambda number, result: tell(untried[number], result))
    return [_noticed(record.results[place]) for place in range(len(changes))]


def _noticed(result: str) -> str:
    return "" if result == KILLED else result


def report(
    code: str, seed: str, changes: Sequence[Change], noticed: Sequence[str], most: int | None = None
) -> list[str]:
    """The score and what went unnoticed, as lines."""
    harmless = without_effect(code)
    by_golden = [one for one, test in zip(changes, noticed, strict=True) if test.startswith(GOLDEN)]
    unnoticed = [one for one, test in zip(changes, noticed, strict=True) if not test]
    open_ones = [one for one in unnoticed if (one.path.name, *_told(one)) not in harmless]
    idle = len(unnoticed) - len(open_ones)
    real = len(changes) - idle
    share = 100 * (real - len(open_ones)) / real if real else 100.0
    return [
        f"{len(changes)} small changes drawn by lot over the rules (seed `{seed}`), one at a time: "
        f"{len(changes) - len(unnoticed) - len(by_golden)} noticed by tests that name rules,",
        f"{len(by_golden)} by golden battles alone, {idle} without any effect on play, {len(open_ones)} unnoticed: "
        f"{share:.1f} in 100 of those that change play are noticed.",
        *(
            []
            if most is None
            else [f"No more tests were asked for each than run in {most} seconds: it is at least so many."]
        ),
        *_listed("Noticed by golden battles alone", by_golden),
        *_listed("Unnoticed", open_ones),
    ]


def _listed(title: str, changes: Sequence[Change]) -> Iterable[str]:
    if title and changes:
        yield from ("", f"{title}:", "")
    for one in changes:
        was, now = _told(one)
        yield f"- `{one.path.name}:{one.line}` `{was}` as `{now}`"


def _told(change: Change) -> tuple[str, str]:
    return change.told(change.path.read_bytes())


def main() -> int:
    ask = argparse.ArgumentParser(prog="tools/blind-changes", description=__doc__.split("\n")[0])
    ask.add_argument("game", choices=sorted(GAMES))
    ask.add_argument("--count", type=int, default=COUNT)
    ask.add_argument("--seed", default="blind")
    ask.add_argument("--files", nargs="*", default=[], metavar="CHAPTER", help="only these files, without .py")
    ask.add_argument("--all", action="store_true", help="every change instead of some drawn by lot")
    ask.add_argument("--quick", action="store_true", help="a quick look: no golden battles, the nearest tests only")
    ask.add_argument("--seconds", type=int, metavar="N", help="for each change only tests that run in so long")
    ask.add_argument("--fresh", action="store_true", help="find out anew which test reaches what")
    ask.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ask.add_argument("--keep", action="store_true", help="write the score into docs/soak.md")
    args = ask.parse_args()
    os.chdir(ROOT)
    if args.quick and args.keep:
        ask.error("a quick look is not kept")
    changes = drawn(args.game, args.files, None if args.all else args.count, args.seed)
    most = 2 * QUICK if args.quick else args.seconds
    record = record_of(args.game, most, args.seed, args.count, args.files, args.all, args.quick)
    noticed: list[str] = []

    def work(bench: Bench) -> None:
        bench.find_out(args.fresh)
        bench.look_at([one for place, one in enumerate(changes) if place not in record.results])
        noticed.extend(judged(bench, changes, record))

    plugin = Bench(args.game, args.jobs, work, most)
    tests = [f"tests/games/{args.game}", *([] if args.quick else [GOLDEN])]
    ended = pytest.main([*tests, "-qq", "-p", "no:cacheprovider"], [plugin])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(ended)
    lines = report(args.game, args.seed, changes, noticed, most)
    print(*lines, sep="\n")
    if args.keep:
        put_section(REPORT, f"Blind changes: {args.game}", [*lines, "", f"{time.strftime('%Y-%m-%d')}."])
    return 0


if __name__ == "__main__":
    sys.exit(main())
