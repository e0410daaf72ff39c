"""A prospect: what a test may bring, exactly, before anyone touches a card or a die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from alfiere.kernel.event import Tally

Odds = Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A test to come: who makes it, how many cards or dice and why, and how likely each result is.

    ``hits`` is the number of successes, ``results`` what they come to (losses, or 1 for a test passed). ``when``: empty
    for what comes at once, «reply» for what the enemy may answer, «then» for what follows if all before it goes well.
    """

    kind: str
    who: str
    tallies: tuple[Tally, ...]
    hits: Odds
    results: Odds
    result_word: str
    when: str = ""

    def later(self, when: str) -> Prospect:
        """The same test, as a reply or as what follows."""
        return replace(self, when=when)

    def to_plain(self) -> dict[str, Any]:
        """The JSON form; likelihoods as fractions and as numbers."""
        return {
            "kind": self.kind,
            "who": self.who,
            "tallies": [tally.to_plain() for tally in self.tallies],
            "hits": _plain(self.hits),
            "results": _plain(self.results),
            "result": self.result_word,
            "when": self.when,
        }


def _plain(odds: Odds) -> list[dict[str, Any]]:
    return [
        {"number": n, "chance": float(p), "exactly": f"{p.numerator}/{p.denominator}"} for n, p in sorted(odds.items())
    ]
