"""The past of a game: earlier moments, the log from any step, the save file out and in, the proof of its dice."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from alfiere.games import GAMES
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.bounds import refuse_too_much
from alfiere.kernel.decision import Illegal
from alfiere.kernel.game import Game
from alfiere.kernel.save import CannotOpen, Save, damage, open_save, read_save, save_of
from alfiere.server import storage
from alfiere.server.house import House
from alfiere.server.records import Entry, MarkRow
from alfiere.server.refusals import Refused, busy
from alfiere.server.room import Room
from alfiere.server.table import PUBLIC, Table, standing_answers, without_cuts
from alfiere.server.timeline import Step, Viewer
from alfiere.server.workers import PATIENT, URGENT, Crowded, Overrun

MOST_STEPS = 200
LARGEST_MARK = 256 * 1024  # bytes; the state of the largest battle that comes with a game has 32 KB
MOST_OPTIONS, LONGEST_OPTION = 80, 200
KEPT = 64  # saves that are not made again while nothing changes
PATIENCE = 60.0
LOST = Refused(410, "past-lost", "the rules have changed since; this part of the past cannot be shown any more")


async def moment_of(house: House, room: Room, viewer: Viewer, moment: int) -> dict[str, Any]:
    """The table as a viewer saw it after one of its steps. Raises Refused."""
    table = await _at_moment(house, room, viewer, moment, quiet=True)
    view = await house.referees.run(room.pace, table.game.view, viewer)
    return {
        "moment": moment,
        "moments": room.table.timelines[viewer].length if room.table is not None else 0,
        "seat": viewer,
        "view": view,
    }


async def steps_from(house: House, room: Room, viewer: Viewer, first: int, most: int = MOST_STEPS) -> list[Step]:
    """The steps of a viewer from a moment on, at most so many. Raises Refused. Needs a table."""
    table = room.table
    assert table is not None
    timeline = table.timelines[viewer]
    here = timeline.since(first)
    if here is not None:
        return here[:most]
    last = min(first + most, timeline.length) - 1
    again = await _at_moment(house, room, viewer, last, begin=first, quiet=False)
    found = again.timelines[viewer].since(first)
    if found is None:
        raise LOST
    return found[:most]


async def _at_moment(
    house: House, room: Room, viewer: Viewer, moment: int, *, begin: int | None = None, quiet: bool
) -> Table:
    table = room.table
    if table is None:
        raise Refused(409, "waiting", "the battle begins when everybody has joined")
    if not 0 <= moment < table.timelines[viewer].length:
        raise Refused(404, "no-such-moment", "the battle has no such moment")
    marks = await house.storage.read(storage.marks_of(room.id))
    entries = await house.storage.read(storage.entries_of(room.id, table.position))
    return await house.referees.run(room.pace, _rebuilt, room, marks, entries, viewer, moment, begin, quiet)


def _rebuilt(
    room: Room,
    marks: list[MarkRow],
    entries: list[Entry],
    viewer: Viewer,
    moment: int,
    begin: int | None,
    quiet: bool,
) -> Table:
    """A second table, played from the nearest kept state to a moment."""
    wanted = moment + 1
    start = wanted if begin is None else begin
    kept = without_cuts(entries)
    mark = next((one for one in reversed(marks) if one.moments.get(viewer or PUBLIC, 0) <= start), None)
    if mark is None:
        table = room.new_table(quiet=quiet)
        following = kept
    else:
        past = [one for one in kept if one.position < mark.position]
        following = [one for one in kept if one.position >= mark.position]
        table = room.new_table(mark=mark, past=past, quiet=quiet)
    for entry in following:
        if table.timelines[viewer].length >= wanted:
            break
        try:
            table.apply(entry)
        except Illegal:
            raise LOST from None
    if table.timelines[viewer].length != wanted:
        raise LOST
    return table


# Work that takes a whole battle, done in a worker process


class Battle(msgspec.Struct):
    """A battle as a worker fights it again."""

    code: str
    source: str
    options: dict[str, Any]
    seed: str
    by_hand: bool
    players: dict[str, str]
    answers: list[tuple[str, str, dict[str, Any]]]


def write_save(job: bytes) -> tuple[str, str]:
    """In a worker: the save of a battle, and the digest of its last position."""
    battle = msgspec.json.decode(job, type=Battle)
    rules = GAMES[battle.code]
    scenario = rules.scenario(msgspec.json.decode(battle.source))
    game: Game[Any] = Game(rules, scenario, battle.seed, battle.options, by_hand=battle.by_hand, audited=True)
    for seat, key, args in battle.answers:
        game.answer(seat, (key, args))
    return save_of(game, battle.players).to_text(), game.digest()


class Imported(msgspec.Struct):
    """What a worker found in a save: a battle that opens, or one sentence about what is wrong."""

    wrong: str | None = None
    code: str = ""
    scenario: str = ""
    source: str = ""
    options: dict[str, Any] = {}
    seed: str = ""
    by_hand: bool = False
    answers: list[tuple[str, str, dict[str, Any]]] = []
    disagreement: str | None = None
    mark: dict[str, Any] | None = None


def check_save(job: bytes) -> bytes:
    """In a worker, where neither time nor memory can be stolen: read and open a save from anywhere."""
    return msgspec.json.encode(_checked(job))


def _checked(job: bytes) -> Imported:
    try:
        save = read_save(job.decode(), "the save")
        _refuse_too_much(save)
        opened = open_save(save, GAMES, "the save", trusted=False)
        if opened.from_mark and (wrong := damage(opened.game)) is not None:
            why = f"it stops agreeing at {opened.disagreement}, and its last mark is damaged: {wrong}"
            raise BadData("the save", "mark", why)
    except (BadData, CannotOpen) as err:
        return Imported(wrong=str(err)[:500])
    except UnicodeDecodeError:
        return Imported(wrong="the save is not written in UTF-8")
    except Exception as err:  # a file can be wrong in ways nobody has thought of
        return Imported(wrong=f"the save cannot be opened ({type(err).__name__})")
    game = opened.game
    mark = None
    if opened.from_mark and save.mark is not None:
        mark = {"decisions": save.mark.decisions, "counter": save.mark.counter, "state": save.mark.state}
    return Imported(
        code=save.game,
        scenario=save.scenario.id,
        source=msgspec.json.encode(save.scenario.source).decode(),
        options=dict(save.options),
        seed=save.seed,
        by_hand=save.by_hand,
        answers=[(one.seat, one.option.key, dict(one.option.args)) for one in game.journal],
        disagreement=None if opened.disagreement is None else str(opened.disagreement),
        mark=mark,
    )


def _refuse_too_much(save: Save) -> None:
    """Raise BadData where a save holds more than any battle needs: each of its requests would then cost too much."""
    if save.game in GAMES:
        refuse_too_much(save.scenario.source, GAMES[save.game].bounds(), "the scenario in the save")
    if len(save.options) > MOST_OPTIONS or any(len(str(one)) > LONGEST_OPTION for one in save.options.values()):
        raise BadData("the save", "options", "there are too many, or one is too long")
    state = 0 if save.mark is None else len(msgspec.json.encode(save.mark.state))
    if state > LARGEST_MARK:
        raise BadData("the save", "mark.state", f"it has {state} bytes; at most {LARGEST_MARK} are allowed here")


async def export(house: House, room: Room, client: str) -> str:
    """The save file of a game. Raises Refused."""
    return (await _fought_again(house, room, client))[0]


async def proof(house: House, room: Room, client: str) -> dict[str, Any]:
    """Whether the battle, fought again from its seed, comes out as it was played. After the end; raises Refused."""
    if room.proof is None:
        table = room.table
        assert table is not None
        try:
            _, digest = await _fought_again(house, room, client)
            agrees = digest == table.game.digest()
        except Refused as refused:
            if refused is not LOST:
                raise  # nobody had the time to fight it again: that says nothing about the dice
            agrees = False
        room.proof = {"replay_agrees": agrees, "decisions": len(table.game.journal)}
    return room.proof


async def _fought_again(house: House, room: Room, client: str) -> tuple[str, str]:
    """The save of a battle as it stands and its last digest, made once however many ask for them."""
    table = room.table
    if table is None:
        raise Refused(409, "waiting", "the battle begins when everybody has joined")
    key = (room.id, table.position)
    made = house.fought_again.get(key)
    if made is None:
        made = house.fought_again[key] = asyncio.ensure_future(_fight_again(house, room, table, client))
        if len(house.fought_again) > KEPT:
            house.fought_again.popitem(last=False)
    house.fought_again.move_to_end(key)
    try:
        return await asyncio.shield(made)
    except Refused as refused:
        if refused is not LOST:  # another time there may be time for it
            house.fought_again.pop(key, None)
        raise


async def _fight_again(house: House, room: Room, table: Table, client: str) -> tuple[str, str]:
    seed = room.row.seed
    assert seed is not None
    entries = await house.storage.read(storage.entries_of(room.id, table.position))
    answers = [(one.seat, one.key, one.args) for one in standing_answers(without_cuts(entries))]
    players = {row.seat: row.computer or "human" for row in room.sitting}
    battle = Battle(room.row.code, room.row.source, room.options, seed, room.row.by_hand, players, answers)
    try:
        return await house.checkers.run(write_save, msgspec.json.encode(battle), PATIENCE, PATIENT, client)
    except Illegal:
        raise LOST from None
    except Crowded:
        raise busy() from None
    except Overrun:
        raise Refused(503, "busy", "this takes too long now; try again later") from None


async def read_import(house: House, text: bytes, client: str) -> Imported:
    """A save from anywhere, checked. Raises Refused. Somebody sits before it and waits: it goes before saves."""
    try:
        checked = await house.checkers.run(check_save, text, PATIENCE, URGENT, client)
        found = msgspec.json.decode(checked, type=Imported)
    except Crowded:
        raise busy() from None
    except Overrun:
        raise Refused(422, "bad-save", "the save takes too long or too much to open") from None
    if found.wrong is not None:
        raise Refused(422, "bad-save", found.wrong)
    if len(found.answers) > house.settings.limits.decisions:
        raise Refused(422, "bad-save", "the save is too long")
    return found
