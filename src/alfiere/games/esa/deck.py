"""Chapter 2.5, a deck of order cards on the table."""

from __future__ import annotations

from alfiere.kernel.plain import Plain, plain


@plain
class Deck(Plain):
    """A face-down deck. What its owner laid on top or at the bottom has an order; the rest has none yet.

    A card from the middle is picked when it is drawn, so there is no hidden order that could leak: every
    order of those cards is equally likely, exactly as after a shuffle.
    """

    top: list[int]  # the last one is drawn first
    middle: list[int]
    bottom: list[int]  # the first one is drawn first

    def __len__(self) -> int:
        return len(self.top) + len(self.middle) + len(self.bottom)
