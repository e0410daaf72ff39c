"""A battle or an army of one's own: read in a worker, and either ready to be fought or refused in one sentence."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from alfiere.games import GAMES
from alfiere.kernel.bad_data import BadData, read_toml
from alfiere.kernel.bounds import refuse_too_much
from alfiere.kernel.save import read_save
from alfiere.server.house import House
from alfiere.server.refusals import Refused, busy
from alfiere.server.scenarios import entry_of
from alfiere.server.workers import URGENT, Crowded, Overrun

PATIENCE = 60.0


class Asked(msgspec.Struct):
    """A file as it came: its name, and its text; or, without a name, the data of a battle that was read before."""

    name: str
    text: str


class Found(msgspec.Struct):
    """What a worker found in a file: a battle, or one sentence about what is wrong."""

    wrong: str | None = None
    kind: str = ""
    code: str = ""
    source: str = ""
    entry: dict[str, Any] = {}


def check_file(job: bytes) -> bytes:
    """In a worker, where neither time nor memory can be stolen: read a file from anywhere."""
    asked = msgspec.json.decode(job, type=Asked)
    name = Path(asked.name).name or "the battle"
    try:
        found = _read(name, asked.text) if asked.name else _from_data(name, asked.text)
    except BadData as slip:  # as «alfiere check» says it, with the name the file has at home
        where = f"{name}: {slip.where}" if slip.where else name
        found = Found(wrong=f"{where}: {slip.why}"[:500])
    except Exception as err:  # a file can be wrong in ways nobody has thought of
        found = Found(wrong=f"{name}: the file cannot be used ({type(err).__name__})")
    return msgspec.json.encode(found)


def _from_data(name: str, text: str) -> Found:
    data = msgspec.json.decode(text)
    return _ready("scenario", _code(name, data), data)


def _read(name: str, text: str) -> Found:
    if text.lstrip().startswith("{"):
        read_save(text, name)  # what «alfiere check» says of it
        raise BadData(name, "", "this is a save: it is gone on with, not begun")
    with tempfile.TemporaryDirectory() as folder:
        # the games read files; its name is what the army or battle is called by
        path = Path(folder) / f"{Path(name).stem or 'own'}.toml"
        path.write_text(text, encoding="utf-8")
        data = read_toml(path)
        if "game" not in data and (army := _army(path)) is not None:
            return army
        code = _code(name, data)
        refuse_too_much(data, GAMES[code].bounds(), name)  # before it is read, which would take long
        return _ready("scenario", code, GAMES[code].scenario(path).source)


def _code(name: str, data: Any) -> str:
    code = data.get("game") if isinstance(data, Mapping) else None
    if not isinstance(code, str) or code not in GAMES:
        raise BadData(name, "game", f"it must be one of {', '.join(GAMES)}")
    return code


def _army(path: Path) -> Found | None:
    """An army does not name its game: the first that can read it is the one. It meets a ready army of its size."""
    slip: BadData | None = None
    for code, rules in GAMES.items():
        try:
            army = rules.army(path)
            if army is not None:
                return _ready("army", code, army.battle().source)
        except BadData as wrong:
            slip = slip or wrong
    if slip is not None:
        raise slip
    return None


def _ready(kind: str, code: str, source: Mapping[str, Any]) -> Found:
    rules = GAMES[code]
    refuse_too_much(source, rules.bounds(), kind)
    # read again from its data, as every server will that opens the battle later
    text = msgspec.json.encode(dict(source)).decode()
    scenario = rules.scenario(msgspec.json.decode(text))
    return Found(kind=kind, code=code, source=text, entry=entry_of(f"{code}/{scenario.id}", rules, scenario))


async def read_own(house: House, name: str, text: str, client: str) -> Found:
    """A file of somebody's own, checked. Raises Refused with what is wrong."""
    try:
        job = msgspec.json.encode(Asked(name, text))
    except UnicodeEncodeError:
        raise Refused(422, "bad-file", "the file holds half of a character and cannot be read as text") from None
    try:
        found = msgspec.json.decode(await house.checkers.run(check_file, job, PATIENCE, URGENT, client), type=Found)
    except Crowded:
        raise busy() from None
    except Overrun:
        raise Refused(422, "bad-file", "the file takes too long or too much to read") from None
    if found.wrong is not None:
        raise Refused(422, "bad-file", found.wrong)
    return found
