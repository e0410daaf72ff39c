"""What a browser kept of a battle's chance, held against the battle: docs/protocol.md, «Fair dice»."""

from __future__ import annotations

from pathlib import Path

import msgspec

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.chance import combined_seed, keeps_promise, share_commitment


class Kept(msgspec.Struct):
    """What the browser kept from the first moment on."""

    game: str
    commitment: str
    early: bool = False
    seats: list[str] = []
    share: str | None = None
    commitments: dict[str, str] | None = None


class Told(msgspec.Struct):
    """What the server told after the end."""

    secret: str | None
    contributions: dict[str, str | None]
    keys: list[list[str]] = []


class Evidence(msgspec.Struct):
    """The file that the page of the proof saves."""

    alfiere: str
    kept: Kept
    told: Told


def read_evidence(text: str, path: Path) -> Evidence:
    """What a browser kept, from its file. Raises BadData."""
    try:
        found = msgspec.json.decode(text, type=Evidence)
    except (msgspec.DecodeError, UnicodeError) as err:
        raise BadData(path, "", f"this is not what a browser kept ({err})") from None
    if found.alfiere != "evidence":
        raise BadData(path, "", "this is not what a browser kept")
    return found


def contradictions(found: Evidence, seed: str) -> list[str]:
    """Everything in which the server and the battle contradict the browser: keys of the words' section ``kept``."""
    kept, told = found.kept, found.told
    if told.secret is None:
        return ["no-secret"]
    shares = {seat: share for seat, share in told.contributions.items() if share is not None}
    wrong = []
    if not keeps_promise(told.secret, kept.commitment):
        wrong.append("other-promise")
    if combined_seed(told.secret, shares) != seed:
        wrong.append("other-seed")
    if kept.share is not None and any(shares.get(seat) != kept.share for seat in kept.seats):
        wrong.append("other-share")
    if kept.commitments is not None and not _promised(found, shares):
        wrong.append("other-commitments")
    return wrong


def _promised(found: Evidence, shares: dict[str, str]) -> bool:
    kept, keys = found.kept.commitments or {}, found.told.keys
    if sorted(kept) != sorted(shares) or sorted(seat for seats in keys for seat in seats) != sorted(shares):
        return False
    return all(kept[seat] == share_commitment(found.kept.game, seats, shares[seat]) for seats in keys for seat in seats)


def strength(found: Evidence) -> str:
    """What agreement proves: a key of the words' section ``kept``."""
    if not found.kept.early:
        return "proves-late"
    if found.kept.commitments is None:
        return "proves-promise"
    return "proves-all"
