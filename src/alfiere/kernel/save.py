"""Save files: a battle is its decisions, written by their meaning, with the digest after each of them.

Scenario, options, seed and decisions reproduce everything. The state at the last mark is kept too: when a rule
has been mended since, the reader says at which decision the past stops agreeing and can still go on from there.
"""

from __future__ import annotations

import gc
import json
import os
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from alfiere import __version__
from alfiere.kernel.bad_data import BadData, shaped
from alfiere.kernel.decision import Decision, Illegal, Option, Seat
from alfiere.kernel.game import Game, Taken
from alfiere.kernel.plain import digest
from alfiere.kernel.ruleset import Registry

VERSION = 1
TRIED, TRIED_FOR = 400, 5.0  # decisions and seconds for which a doubtful state is played on


class ScenarioNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which battle: its id, the digest of its file, and the file itself."""

    id: str
    digest: str
    source: dict[str, Any]


class MarkNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state at the last mark and how far the battle had come there."""

    decisions: int
    counter: int
    rolls: int
    state: dict[str, Any]


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in a save file."""

    alfiere: str
    version: int
    release: str
    game: str
    scenario: ScenarioNote
    options: dict[str, Any]
    seed: str
    by_hand: bool
    players: dict[str, str]
    decisions: list[tuple[str, str, dict[str, Any], str]]
    mark: MarkNote | None
    result: dict[str, Any] | None

    def to_text(self) -> str:
        """The file: readable JSON, one decision a line."""
        head = {name: getattr(self, name) for name in ("alfiere", "version", "release", "game", "options", "seed")}
        head |= {"by_hand": self.by_hand, "players": self.players, "result": self.result}
        head["scenario"] = msgspec.to_builtins(self.scenario)
        head["mark"] = msgspec.to_builtins(self.mark)
        lines = [f"  {json.dumps(name)}: {_compact(value)}," for name, value in head.items()]
        decisions = ",\n".join(f"    {_compact(one)}" for one in self.decisions)
        return "{\n" + "\n".join(lines) + '\n  "decisions": [\n' + decisions + "\n  ]\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where a file and the rules part: the number of the decision (from 1) and why."""

    decision: int
    why: str

    def __str__(self) -> str:
        return f"decision {self.decision}: {self.why}"


@dataclass(slots=True)
class Opened:
    """A battle back from its file; with a disagreement it goes on from the mark, if it could be restored."""

    game: Game[Any]
    disagreement: Disagreement | None
    from_mark: bool = False


class CannotOpen(Exception):
    """A save that is sound but whose battle the rules no longer reproduce and whose mark cannot be restored."""


def save_of(game: Game[Any], players: Mapping[Seat, str] | None = None) -> Save:
    """The save of a battle as it stands."""
    digests = game.digests if len(game.digests) == len(game.journal) else _digests(game)
    mark = game.mark
    result = game.result
    return Save(
        alfiere="save",
        version=VERSION,
        release=__version__,
        game=game.rules.code,
        scenario=ScenarioNote(
            game.scenario.id, digest(game.scenario.source), json.loads(json.dumps(game.scenario.source))
        ),
        options=dict(game.options),
        seed=game.chance.seed,
        by_hand=game.by_hand,
        players=dict(players or {}),
        decisions=[
            (taken.seat, taken.option.key, dict(taken.option.args), mark_digest)
            for taken, mark_digest in zip(game.journal, digests, strict=True)
        ],
        mark=None
        if mark is None
        else MarkNote(mark.decisions, mark.counter, mark.rolls, json.loads(json.dumps(mark.state.to_plain()))),
        result=None if result is None else {"winner": result.winner, "reason": result.reason, "turn": result.turn},
    )


def _digests(game: Game[Any]) -> list[str]:
    """The digests of a battle that did not note them, by fighting it again."""
    again: Game[Any] = Game(
        game.rules, game.scenario, game.chance.seed, game.options, by_hand=game.by_hand, audited=True
    )
    for taken in game.journal:
        again.answer(taken.seat, taken.option)
    return again.digests


def write_save(save: Save, path: Path) -> None:
    """Write a save so that a power cut leaves either the old file or the new one."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(save.to_text())
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read_save(text: str, file: str | Path = "save") -> Save:
    """A save from its text, checked. Raises BadData with one clear sentence."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as err:
        raise BadData(file, f"line {err.lineno}", f"this is not a save file: {err.msg.lower()}") from None
    except RecursionError:
        raise BadData(file, "", "this is not a save file: it is nested too deeply") from None
    _refuse_half_characters(text, data, file)
    if not isinstance(data, dict) or data.get("alfiere") != "save":
        raise BadData(file, "", 'this is not a save file: it does not begin with "alfiere": "save"')
    version = data.get("version")
    if not isinstance(version, int) or version < 1:
        raise BadData(file, "version", f"it is {version!r}; it must be a whole number from 1 to {VERSION}")
    if version > VERSION:
        raise BadData(file, "version", f"this save was written by a newer release ({data.get('release')})")
    return shaped(data, Save, file)


def _refuse_half_characters(text: str, data: Any, file: str | Path) -> None:
    """JSON can write half of a character; no text can hold it. Raises BadData."""
    if "\\u" not in text:
        return
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadData(file, "", "it holds half of a character (one of \\ud800 to \\udfff) and is no text") from None


def open_file(path: Path, games: Registry) -> tuple[Save, Opened]:
    """A battle from a file on disk."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadData(path, "", "there is no such file") from None
    except (OSError, UnicodeDecodeError):
        raise BadData(path, "", "the file cannot be read as text") from None
    save = read_save(text, path)
    return save, open_save(save, games, path)


def scenario_of(save: Save, games: Registry, file: str | Path = "save") -> Any:
    """The battle a save was fought on, from the copy it carries."""
    if save.game not in games:
        raise BadData(file, "game", f"«{save.game}» is not known; there are {', '.join(games)}")
    if digest(save.scenario.source) != save.scenario.digest:
        raise BadData(file, "scenario", "the scenario in the file has been changed: its digest does not agree")
    key = (save.game, save.scenario.digest)
    if key not in _READ:
        if len(_READ) >= 32:
            _READ.clear()
        _READ[key] = games[save.game].scenario(save.scenario.source)
    return _READ[key]


_READ: dict[tuple[str, str], Any] = {}  # scenarios read from saves: many saves carry the same one


def begin(save: Save, games: Registry, file: str | Path = "save", **how: Any) -> Game[Any]:
    """The battle of a save before its first decision."""
    scenario = scenario_of(save, games, file)
    return Game(games[save.game], scenario, save.seed, save.options, by_hand=save.by_hand, **how)


def open_save(save: Save, games: Registry, file: str | Path = "save", *, trusted: bool = True) -> Opened:
    """Fight a battle again to its last decision, on trust, and check where it ends.

    If the end agrees with the file, so did everything before it. If not, or if anything goes wrong on the way, it is
    fought once more with every answer and every digest checked, to say where. Files from strangers are not
    ``trusted``: every answer is then looked up among those the rules allow.
    """
    game = begin(save, games, file, keep_marks=save.by_hand or save.mark is None or save.mark.decisions == 0)
    keep_from = save.mark.decisions - 1 if save.mark is not None else 0
    try:
        with _nothing_collected() if trusted else nullcontext():
            for number, (seat, key, args, _) in enumerate(save.decisions):
                if number == keep_from:
                    game.keep_marks = True  # only the last mark is needed to go on
                if trusted:
                    game.follow(seat, key, args)
                else:
                    game.answer(seat, (key, args))
    except Exception:  # whatever a damaged answer leads to, the checked replay says it in one sentence
        return _explain(save, games, file)
    if save.decisions and game.digest() != save.decisions[-1][3]:
        return _explain(save, games, file)
    game.digests = [one[3] for one in save.decisions]
    game.audited = True
    return Opened(game, None)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Meanwhile the garbage collector looks at nothing: nearly all that a battle leaves behind stays in its log."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def replay(
    save: Save,
    games: Registry,
    upto: int | None = None,
    *,
    watch: Callable[[int, Decision, Option, Game[Any]], None] | None = None,
    checked: bool = True,
) -> tuple[Game[Any], Disagreement | None]:
    """Fight a battle again, decision by decision, checking each digest; stops where it no longer agrees."""
    game = begin(save, games, keep_marks=False)
    for number, (seat, key, args, expected) in enumerate(save.decisions[:upto], 1):
        decision = game.decision_of(seat)
        if decision is None:
            return game, Disagreement(number, f"{seat} is not asked anything here")
        option = decision.find((key, args))
        if option is None:
            answer = Option(key, dict(args)).meaning
            return game, Disagreement(number, f"«{answer}» is no longer allowed to {seat} («{decision.key}»)")
        game.answer(seat, option)
        if checked and game.digest() != expected and not _roll_follows(save, number):
            return game, Disagreement(number, f"«{option.meaning}» now leads to another position")
        if watch is not None:
            watch(number, decision, option, game)
    return game, None


def _roll_follows(save: Save, number: int) -> bool:
    """Rolls by hand share the digest of the decision they belong to, noted when the last is known."""
    return save.by_hand and number < len(save.decisions)


def damage(game: Game[Any]) -> str | None:
    """What is wrong with a state that came from a file, whatever was done to it; None if it is a possible one."""
    try:
        found = game.rules.faults(game.state)
        if found:
            return found[0]
        for seat in (*game.rules.seats_of(game.scenario, game.options), None):
            json.dumps(game.view(seat))
        _play_on(game.clone(keep_marks=True))
    except Exception:  # what a damaged state leads to, nobody can foresee
        return "its state makes no sense"
    return None


def _play_on(game: Game[Any]) -> None:
    """Play a while at random: whatever a state names that is not there, some rule will sooner or later look for it."""
    dice, until = random.Random(0), time.monotonic() + TRIED_FOR
    for _ in range(TRIED):
        if game.decision is None or time.monotonic() > until:
            return
        game.answer(game.decision.seat, game.decision.drawn(dice.random))


def mark_disagrees(save: Save, game: Game[Any]) -> Disagreement | None:
    """Whether the mark of a file leads elsewhere than the battle that was fought again to its end."""
    if save.mark is None:
        return None
    why = "the mark in the file is not the position that the battle had there"
    try:
        found = resume_from_mark(save, {game.rules.code: game.rules})
        agrees = len(found.journal) == len(game.journal) and found.chance.counter == game.chance.counter
        agrees = agrees and digest(found.state.to_plain()) == digest(game.state.to_plain())
    except Exception:  # the same
        agrees = False
    return None if agrees else Disagreement(save.mark.decisions, why)


def _explain(save: Save, games: Registry, file: str | Path) -> Opened:
    """Say where a file stops agreeing, and go on from its mark."""
    _, disagreement = replay(save, games)
    if disagreement is None:
        disagreement = Disagreement(len(save.decisions), "the last position does not agree with the file")
    game = resume_from_mark(save, games, file)
    return Opened(game, disagreement, from_mark=True)


def resume_from_mark(save: Save, games: Registry, file: str | Path = "save") -> Game[Any]:
    """The battle at the last mark of the file, with the answers since, as far as they are still allowed."""
    if save.mark is None:
        raise CannotOpen(f"{file}: the rules have changed since, and the file holds no mark to go on from")
    if not (0 <= save.mark.decisions <= len(save.decisions) and 0 <= save.mark.counter < 2**53):
        raise CannotOpen(f"{file}: the last mark is of no moment of this battle")
    scenario = scenario_of(save, games, file)
    rules = games[save.game]
    try:
        state = rules.restore(scenario, save.mark.state)
    except (KeyError, TypeError, ValueError, AttributeError) as err:
        raise CannotOpen(f"{file}: the state at the last mark cannot be restored ({err})") from None
    past = [Taken(seat, Option(key, dict(args)), 0, 0) for seat, key, args, _ in save.decisions[: save.mark.decisions]]
    game: Game[Any] = Game(
        rules,
        scenario,
        save.seed,
        save.options,
        by_hand=save.by_hand,
        audited=True,
        state=state,
        counter=save.mark.counter,
        past=past,
    )
    game.digests = [one[3] for one in save.decisions[: save.mark.decisions]]
    for seat, key, args, _ in save.decisions[save.mark.decisions :]:
        try:
            game.answer(seat, (key, args))
        except Illegal:
            break
    return game
