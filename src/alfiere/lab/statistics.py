"""What a series of games says: shares with their confidence intervals, lengths, endings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from alfiere.kernel.decision import Seat
from alfiere.lab.series import Outcome

Z = 1.959964  # 95 per cent


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, after Wilson; (0, 1) when nothing was counted."""
    if total == 0:
        return 0.0, 1.0
    share = hits / total
    spread = Z * math.sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    centre = share + Z * Z / (2 * total)
    scale = 1 + Z * Z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, and between which shares the truth lies."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share itself."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % confidence interval."""
        return wilson(self.count, self.of)


@dataclass(frozen=True, slots=True)
class Summary:
    """A series in numbers."""

    games: int
    wins: dict[Seat, Share]
    draws: Share
    reasons: dict[str, Share]
    mean_turns: float
    turns: dict[int, int]
    mean_decisions: float
    mean_scores: dict[Seat, float]


def summary(outcomes: Sequence[Outcome], seats: Sequence[Seat]) -> Summary:
    """The summary of a series."""
    total = len(outcomes)
    winners = Counter(one.winner for one in outcomes)
    reasons = Counter(one.reason for one in outcomes)
    return Summary(
        games=total,
        wins={seat: Share(winners[seat], total) for seat in seats},
        draws=Share(winners[None], total),
        reasons={reason: Share(count, total) for reason, count in sorted(reasons.items())},
        mean_turns=_mean([one.turn for one in outcomes]),
        turns=dict(sorted(Counter(one.turn for one in outcomes).items())),
        mean_decisions=_mean([one.decisions for one in outcomes]),
        mean_scores={seat: _mean([one.scores[seat] for one in outcomes]) for seat in seats},
    )


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0
