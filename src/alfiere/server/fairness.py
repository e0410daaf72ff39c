"""Fair dice to the end: the server's promise, each seat's own, the shares, the seed, the proof.

Everybody promises before anybody shows: the server its secret, then each seat its share of chance, by a hash. Only when
all promises are in are the shares shown, so whoever comes last, the host too, can no longer choose one. The seed is
made of all of them, and the server's secret stays closed until the end: nobody but the host can know what will come.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from typing import Any

from alfiere.kernel.chance import combined_seed, commitment, keeps_promise, new_secret, share_commitment
from alfiere.kernel.decision import Seat
from alfiere.server.records import GameRow, SeatRow
from alfiere.server.refusals import Refused

SHARE = r"^[0-9A-Za-z_-]{16,128}$"  # no «=» and no line end: they part the shares in the seed
COMMITMENT = r"^[0-9a-f]{64}$"
_ALLOWED = re.compile(SHARE)


def promise() -> tuple[str, str]:
    """The server's secret, and what is published of it before anybody sits down."""
    secret = new_secret()
    return secret, commitment(secret)


def computer_seat(game: str, seat: Seat, who: str) -> SeatRow:
    """A computer at its seat: its share is drawn and promised at once, and shown with the others."""
    share = new_secret()
    return SeatRow(seat, who, None, share, share_commitment(game, [seat], share))


def all_promised(sitting: Sequence[SeatRow]) -> bool:
    """Whether every seat has committed to its share; only then may one be shown."""
    return all(row.commitment is not None for row in sitting)


def checked_share(game: str, mine: Sequence[SeatRow], share: str) -> str:
    """A share that fits what its seats promised. Raises Refused."""
    if not _ALLOWED.match(share) or "\n" in share:
        raise Refused(422, "bad-share", "a share is 16 to 128 letters, digits, «-» and «_»")
    if not keeps_commitment(game, mine, share):
        raise Refused(422, "wrong-share", "this is not the share that this key committed to")
    return share


def keeps_commitment(game: str, mine: Sequence[SeatRow], share: str) -> bool:
    """Whether a share is the one that these seats, of one key, committed to."""
    wanted = share_commitment(game, [row.seat for row in mine], share)
    return all(row.commitment is not None and hmac.compare_digest(row.commitment, wanted) for row in mine)


def seed_of(game: GameRow, sitting: Sequence[SeatRow]) -> str | None:
    """The seed, once every seat has shown its share."""
    shares = {row.seat: row.contribution for row in sitting if row.contribution is not None}
    return combined_seed(game.secret, shares) if len(shares) == len(sitting) else None


def shown(game: GameRow, sitting: Sequence[SeatRow], is_over: bool) -> dict[str, Any]:
    """What everybody may know: promises at once, shares when all have promised, after the end everything."""
    may_show = game.seed is not None or all_promised(sitting)
    found: dict[str, Any] = {
        "kind": game.origin,
        "committed": game.origin != "imported" and (game.seed is None or all_promised(sitting)),
        "commitment": game.commitment if game.origin != "imported" else None,
        "commitments": {row.seat: row.commitment for row in sitting},
        "contributions": {row.seat: row.contribution if may_show else None for row in sitting},
        "keys": _held_together(sitting),
        "secret": None,
        "seed": None,
        "promise_kept": None,
        "shares_kept": None,
        "seed_agrees": None,
    }
    if is_over:
        found["seed"] = game.seed
        if game.origin != "imported":
            found["secret"] = game.secret
            found["promise_kept"] = keeps_promise(game.secret, game.commitment)
            found["shares_kept"] = _all_kept(game.id, sitting) if all_promised(sitting) else None
            found["seed_agrees"] = seed_of(game, sitting) == game.seed
    return found


def _held_together(sitting: Sequence[SeatRow]) -> list[list[Seat]]:
    """The seats by who holds them: one key has one share for all of its seats."""
    by_key: dict[Any, list[Seat]] = {}
    for row in sitting:
        by_key.setdefault(row.seat if row.holder is None else row.holder, []).append(row.seat)
    return list(by_key.values())


def _all_kept(game: str, sitting: Sequence[SeatRow]) -> bool:
    rows = {row.seat: row for row in sitting}
    groups = [[rows[seat] for seat in seats] for seats in _held_together(sitting)]
    return all(keeps_commitment(game, mine, mine[0].contribution or "") for mine in groups)
