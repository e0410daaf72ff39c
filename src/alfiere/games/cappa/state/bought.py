"""Chapter 9.1.2, an option: what experience has bought for the next move or shot of a character, kept as marks."""

from __future__ import annotations

from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.state.state import Figure

STRIDE, RANGE = "um bought/impulse", "range bought/impulse"  # one mark for each um
LEFT_OVER, OF_MOVE = "um left over ", "/impulse"  # what a move that an obstacle stopped would still have had


def bought_stride(figure: Figure) -> int:
    """How much farther he goes in his next move (cappa.9.1.2d)."""
    return figure.used.count(STRIDE) * UM if figure.used else 0


def bought_range(figure: Figure) -> int:
    """How much farther his next shot carries (cappa.9.1.2f)."""
    return figure.used.count(RANGE) * UM if figure.used else 0


def keep_left_over(figure: Figure, length: int) -> None:
    """Remember what is left of a move, until he does something else (cappa.9.1.2e)."""
    if length > 0:
        figure.used.append(f"{LEFT_OVER}{length}{OF_MOVE}")


def left_over(figure: Figure) -> int:
    """What is left of the move he has just made."""
    marks = (mark for mark in figure.used if mark.startswith(LEFT_OVER))
    return next((int(mark.removeprefix(LEFT_OVER).removesuffix(OF_MOVE)) for mark in marks), 0)


def forget_bought(figure: Figure, *, is_move: bool) -> None:
    """What was bought for one move or one shot has served; what is left of a move outlasts that move alone."""
    if figure.used:
        gone = (STRIDE, RANGE)
        figure.used = [mark for mark in figure.used if mark not in gone and (is_move or not mark.startswith(LEFT_OVER))]
