"""Inviting comrades to one's side, giving them parts of it to lead, and letting them go."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from alfiere.kernel.decision import Seat
from alfiere.server import storage
from alfiere.server.comrades import leader_of, of_side
from alfiere.server.house import House
from alfiere.server.records import ComradeRow, HolderRow
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.seats import Holder, hash_of, new_key
from alfiere.server.storage import Conflict, Job
from alfiere.server.table import Table

MOST = 12  # comrades of one side


async def invite(house: House, room: Room, seat: Seat, name: str, parts: Sequence[str]) -> tuple[int, str]:
    """A key for one more of a side: its number and itself. What he is to lead others lead no more. Raises Refused."""
    async with room.lock:
        table = await _table(house, room)
        if len(of_side(room, seat)) >= MOST:
            raise Refused(409, "too-many-comrades", f"a side has no more than {MOST} comrades")
        number = max([len(room.seats), *(one.number for one in room.keys)]) + 1
        led, key = _checked(table, seat, parts), new_key()
        comrade = ComradeRow(number, seat, _name(name), _written(led))
        row = HolderRow(number, hash_of(key), joined=False)
        await _write(house, room, storage.add_comrade(room.id, row, comrade, _without(room, seat, led)))
    return number, key


async def give(
    house: House, room: Room, holder: Holder, number: int, name: str | None, parts: Sequence[str]
) -> ComradeRow:
    """A comrade leads these parts and no others; who had one of them leads it no more. Raises Refused."""
    async with room.lock:
        table = await _table(house, room)
        one = _found(room, holder, number)
        led = _checked(table, one.seat, parts)
        changed = msgspec.structs.replace(one, name=one.name if name is None else _name(name), parts=_written(led))
        others = [other for other in _without(room, one.seat, led) if other.number != number]
        await _write(house, room, storage.change_comrades(room.id, [changed, *others]))
    return changed


async def let_go(house: House, room: Room, holder: Holder, number: int) -> None:
    """A comrade leaves, or is sent away: his parts fall back to who holds the chair. Raises Refused."""
    async with room.lock:
        await house.ready(room)
        if not (holder.is_comrade and holder.number == number):
            _found(room, holder, number)
        await _write(house, room, storage.remove_comrade(room.id, number))


async def _table(house: House, room: Room) -> Table:
    table = await house.ready(room)
    if table is None:
        raise Refused(409, "waiting", "the battle begins when everybody has joined")
    if table.is_over:
        raise Refused(409, "over", "the battle is over")
    return table


async def _write(house: House, room: Room, change: Job) -> None:
    try:
        await house.storage.write(change)
    except Conflict:
        room.is_stale = True
        raise Refused(409, "busy", "another process has changed this game; try again") from None
    await house.refresh_rows(room)
    room.changed()


def _found(room: Room, holder: Holder, number: int) -> ComradeRow:
    """A comrade of somebody's own side."""
    found = next((one for one in room.comrades if one.number == number and one.seat in holder.seats), None)
    if found is None or holder.is_comrade:
        raise Refused(404, "no-such-comrade", "your side has no such comrade")
    return found


def _checked(table: Table, seat: Seat, parts: Sequence[str]) -> list[str]:
    """Parts of the side, in its own order. Raises Refused."""
    there = table.rules.parts(table.game.state, seat)
    if not there:
        raise Refused(422, "not-shared", "in this game a side is played by one person")
    if set(parts) - set(there):
        raise Refused(422, "no-such-part", f"the parts of your side are {', '.join(there)}")
    return [one for one in there if one in parts]


def _without(room: Room, seat: Seat, parts: Sequence[str]) -> list[ComradeRow]:
    """Those who lead one of these now, as they will be when they do so no more."""
    losing = {one.number: one for part in parts if (one := leader_of(room, seat, part)) is not None}
    return [
        msgspec.structs.replace(one, parts=_written([part for part in one.leads if part not in parts]))
        for one in losing.values()
    ]


def _written(parts: Sequence[str]) -> str:
    return msgspec.json.encode(list(parts)).decode()


def _name(name: str) -> str:
    found = "".join(one for one in " ".join(name.split()) if one.isprintable()).strip()
    if not found:
        raise Refused(422, "bad-name", "a comrade needs a name of up to 40 letters")
    return found
