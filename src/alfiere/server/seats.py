"""Seats: secret keys that open them, of which only hashes are kept, and who may look through whose eyes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from alfiere.kernel.decision import Seat
from alfiere.server.records import ComradeRow, HolderRow, SeatRow
from alfiere.server.refusals import Refused

PERSON = "person"
OWNER = 0  # the number of the key of who created a game
NOBODY = "nobody"  # sits at a seat that may stay empty


def new_key() -> str:
    """A key nobody can guess."""
    return _drawn(32)


def new_game_id() -> str:
    """A game's public name: it lets one watch, never play."""
    return _drawn(12)


def _drawn(size: int) -> str:
    """A random word. None begins with a dash: at a command line it would be taken for an option."""
    while (word := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return word


def hash_of(key: str) -> str:
    """What is kept of a key. It is random and long, so a plain hash is enough."""
    return hashlib.sha256(b"alfiere-key\n" + key.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who has a key: which seats it opens, and whether another holds their chair."""

    number: int
    seats: tuple[Seat, ...]
    holds_all: bool
    is_comrade: bool = False


def who_holds(
    key: str | None, keys: Sequence[HolderRow], sitting: Sequence[SeatRow], comrades: Sequence[ComradeRow] = ()
) -> Holder | None:
    """Whose key this is; None without a key. Raises Refused for a wrong one."""
    if key is None:
        return None
    given = hash_of(key)
    for one in keys:
        if hmac.compare_digest(one.key_hash, given):
            for comrade in (row for row in comrades if row.number == one.number):
                return Holder(one.number, (comrade.seat,), holds_all=False, is_comrade=True)
            mine = tuple(row.seat for row in sitting if row.holder == one.number)
            return Holder(one.number, mine, len(mine) == len(sitting))
    raise Refused(403, "wrong-key", "this key does not open a seat of this game")


def seat_to_play(holder: Holder | None, seat: Seat | None) -> Seat:
    """The seat somebody acts for. Raises Refused."""
    if holder is None:
        raise Refused(401, "no-key", "playing needs the key of a seat, as «Authorization: Bearer …»")
    if not holder.seats:
        raise Refused(403, "not-your-seat", "the key opens no seat of this game")
    if seat is None:
        if len(holder.seats) != 1:
            raise Refused(422, "which-seat", f"the key opens several seats; name one of {', '.join(holder.seats)}")
        return holder.seats[0]
    if seat not in holder.seats:
        raise Refused(403, "not-your-seat", "the key does not open this seat")
    return seat


def eyes(holder: Holder | None, seat: Seat | None, known: Sequence[Seat], is_over: bool) -> Seat | None:
    """Through whose eyes somebody looks; «spectator» and no seat at all are the public. Raises Refused."""
    if seat == "spectator" or (seat is None and (holder is None or not holder.seats)):
        return None
    if seat is None:
        assert holder is not None
        return holder.seats[0] if len(holder.seats) == 1 else seat_to_play(holder, None)
    if seat not in known:
        raise Refused(422, "no-such-seat", "this game has no such seat")
    if is_over:  # after the end everything may be seen
        return seat
    return seat_to_play(holder, seat)
