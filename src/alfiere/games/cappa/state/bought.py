"""Chapter 9.1.2, an option: what experience has bought for the next move or shot of a character, kept as marks."""

from __future__ import annotations

from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.state import IMPULSE, OF_FIGURE, Figure

STRIDE, RANGE = OF_FIGURE.bare("um bought", IMPULSE), OF_FIGURE.bare("range bought", IMPULSE)  # one for each um
LEFT_OVER = OF_FIGURE.about("um left over", int, IMPULSE)  # of a move that an obstacle stopped, cappa.9.1.2e


def bought_stride(figure: Figure) -> int:
    """How much farther he goes in his next move (cappa.9.1.2d)."""
    return STRIDE.count(figure) * UM


def bought_range(figure: Figure) -> int:
    """How much farther his next shot carries (cappa.9.1.2f)."""
    return RANGE.count(figure) * UM


def left_over(figure: Figure) -> int:
    """What is left of the move he has just made."""
    return LEFT_OVER.first(figure) or 0


def forget_bought(figure: Figure, *, is_move: bool) -> None:
    """What was bought for one move or one shot has served; what is left of a move outlasts that move alone."""
    STRIDE.clear(figure)
    RANGE.clear(figure)
    if not is_move:
        LEFT_OVER.clear(figure)
