"""Fair dice to the end: the server's promise, each seat's own contribution, the reveal, the proof."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from alfiere.kernel.chance import combined_seed, commitment, keeps_promise, new_secret
from alfiere.server.records import GameRow, SeatRow
from alfiere.server.refusals import Refused

CONTRIBUTION = r"^[0-9A-Za-z_-]{16,128}$"  # no «=» and no line end: they part the contributions in the seed
_ALLOWED = re.compile(CONTRIBUTION)


def promise() -> tuple[str, str]:
    """The server's secret, and what is published of it before anybody contributes."""
    secret = new_secret()
    return secret, commitment(secret)


def checked_contribution(text: str) -> str:
    """A seat's own share of chance. Raises Refused."""
    if not _ALLOWED.match(text) or "\n" in text:
        raise Refused(422, "bad-contribution", "a contribution is 16 to 128 letters, digits, «-» and «_»")
    return text


def seed_of(game: GameRow, sitting: Sequence[SeatRow]) -> str | None:
    """The seed, once every seat has contributed."""
    given = {row.seat: row.contribution for row in sitting}
    shares = {seat: share for seat, share in given.items() if share is not None}
    return combined_seed(game.secret, shares) if len(shares) == len(given) else None


def shown(game: GameRow, sitting: Sequence[SeatRow], is_over: bool) -> dict[str, Any]:
    """What everybody may know: before the end the promise and the contributions, after it everything."""
    found: dict[str, Any] = {
        "kind": game.origin,
        "commitment": game.commitment if game.origin != "imported" else None,
        "contributions": {row.seat: row.contribution for row in sitting},
        "secret": None,
        "seed": None,
        "promise_kept": None,
        "seed_agrees": None,
    }
    if is_over:
        found["seed"] = game.seed
        if game.origin != "imported":
            found["secret"] = game.secret
            found["promise_kept"] = keeps_promise(game.secret, game.commitment)
            found["seed_agrees"] = seed_of(game, sitting) == game.seed
    return found


def told_apart(contributions: Mapping[str, str | None]) -> list[str]:
    """The seats that have still to contribute."""
    return [seat for seat, share in contributions.items() if share is None]
