"""Chance that is counted, not stateful: every die and card comes from (seed, counter) through a keyed hash.

Nothing has to be stored or copied but two numbers; a search that is given a seed of its own cannot foresee
the battle's dice; and when the seed is revealed after the battle anyone can recompute every roll.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterable, Mapping

_EIGHT_WORDS = struct.Struct("<8Q")
_WORD = 1 << 64


class Chance:
    """A stream of fair numbers; the one at a given counter never depends on those before it."""

    __slots__ = ("_block", "_block_number", "_key", "counter", "seed")

    def __init__(self, seed: str, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter
        self._key = hashlib.blake2b(seed.encode(), digest_size=32).digest()
        self._block_number = -1
        self._block: tuple[int, ...] = ()

    def copy(self) -> Chance:
        """The same stream at the same place."""
        twin = Chance.__new__(Chance)
        twin.seed, twin.counter, twin._key = self.seed, self.counter, self._key
        twin._block_number, twin._block = self._block_number, self._block
        return twin

    def word(self) -> int:
        """The next 64 bits."""
        counter = self.counter
        self.counter = counter + 1
        if counter >> 3 != self._block_number:
            self._block_number = counter >> 3
            self._block = _EIGHT_WORDS.unpack(
                hashlib.blake2b(self._block_number.to_bytes(8, "little"), key=self._key).digest()
            )
        return self._block[counter & 7]

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each exactly as likely as the others."""
        wide = self.word() * bound
        if wide & (_WORD - 1) < bound:  # only then can the word be one of the few that would favour low numbers
            unfair = _WORD % bound
            while wide & (_WORD - 1) < unfair:
                wide = self.word() * bound
        return wide >> 64


def new_secret() -> str:
    """A secret nobody can guess, for the server's or a seat's share of the seed."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published at the start, so that the secret cannot be changed afterwards."""
    return hashlib.blake2b(secret.encode(), digest_size=32, person=b"alfiere-commit").hexdigest()


def share_commitment(game: str, seats: Iterable[str], share: str) -> str:
    """What a seat publishes of its share before anybody shows one; game and seats are in it, so none can be copied."""
    lines = [game, ",".join(sorted(seats)), share]
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=32, person=b"alfiere-share").hexdigest()


def combined_seed(secret: str, contributions: Mapping[str, str]) -> str:
    """The battle's seed from the server's secret and every seat's own contribution."""
    parts = [secret] + [f"{seat}={contributions[seat]}" for seat in sorted(contributions)]
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=32, person=b"alfiere-seed").hexdigest()


def keeps_promise(secret: str, promised: str) -> bool:
    """Whether a revealed secret is the one that was committed to."""
    return hmac.compare_digest(commitment(secret), promised)
