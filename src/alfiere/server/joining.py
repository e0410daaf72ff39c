"""Sitting down: a key commits to its share of chance, shows it when all have, and then the battle begins."""

from __future__ import annotations

from alfiere.server import fairness, storage
from alfiere.server.house import House
from alfiere.server.records import SeatRow
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.seats import Holder
from alfiere.server.storage import Conflict

TOO_LATE = Refused(409, "joined-already", "everybody has committed by now; nobody can do it anew")


async def sit_down(house: House, room: Room, holder: Holder, commitment: str) -> None:
    """Somebody sits down and commits to a share. Until all have, another commitment replaces it. Raises Refused."""
    async with room.lock:
        await house.ready(room)
        if room.row.origin == "imported":
            return
        mine = _held(room, holder)
        if any(row.commitment != commitment for row in mine):
            if room.row.seed is not None or fairness.all_promised(room.sitting):
                raise TOO_LATE
            try:
                await house.storage.write(storage.add_commitment(room.id, holder.number, commitment))
            except Conflict:
                room.is_stale = True
                raise TOO_LATE from None
            await house.refresh_rows(room)
        room.changed()


async def reveal(house: House, room: Room, holder: Holder, share: str) -> None:
    """Somebody shows the share; when all have, the battle begins. Raises Refused."""
    async with room.lock:
        await house.ready(room)
        if room.row.origin == "imported":
            return
        if not fairness.all_promised(room.sitting):
            if room.row.seed is not None:
                raise Refused(409, "joined-already", "this battle began before shares were committed to")
            raise Refused(409, "too-early", "a share is shown when everybody has committed to one")
        mine = _held(room, holder)
        fairness.checked_share(room.id, mine, share)
        if mine[0].contribution is None:
            try:
                await house.storage.write(storage.add_share(room.id, holder.number, share))
            except Conflict:
                room.is_stale = True
                raise Refused(409, "busy", "another process has changed this game; try again") from None
            await house.refresh_rows(room)
        await house.begin_if_all_are_here(room)
        room.changed()
    house.thinking.wake(room)


def _held(room: Room, holder: Holder) -> list[SeatRow]:
    """The seats of a key. Raises Refused where it only owns the game."""
    mine = [row for row in room.sitting if row.holder == holder.number]
    if not mine:
        raise Refused(403, "not-your-seat", "the key opens no seat of this game")
    return mine
