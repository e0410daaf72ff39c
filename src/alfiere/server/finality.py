"""Whether an answer could be taken back: tried beside the table, with nothing but what its seat can know."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Any

from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.game import ROLL, Game

DEALS = 4  # what another's hidden cards do at once can end it, and they may be these or those
REPLIES = 12  # so many answers of a computer are tried; the others are alike


class _Drawn(Exception):
    """A card would be turned or a die thrown: no need to look any further."""


class _Sealed(Chance):
    """Chance that nobody may use."""

    __slots__ = ()

    def word(self) -> int:
        """Whatever it would be, it is not told."""
        raise _Drawn


def is_final(game: Game[Any], seat: Seat, option: Option, computers: Collection[Seat] = ()) -> bool:
    """Whether the seat could not take this answer back once it is given. Changes nothing.

    It agrees with :meth:`Table.may_undo`, save that it never depends on what others answer in secret at the same
    time: the seat's last answer of such a round is final, whether or not it happens to end the round. Where a
    computer is asked next, the answer is final if there is no way back whatever the computer replies. If there is one
    after some replies it is not final, although the computer may choose another. By night an answer that ends what one
    is doing is said to be final: who comes next would tell of those one does not see.
    """
    decision = game.decision_of(seat)
    if option.key == ROLL or (decision is not None and game.rules.passes_on_unseen(game.state, decision, option)):
        return True
    for deal in range(DEALS):
        twin, hides_nothing = _beside(game, seat, deal)
        if _ends(twin, seat, option):
            return True
        asked = twin.decision
        if asked is not None and asked.seat in computers and not twin.is_secret:
            replies = islice(asked.options, REPLIES)
            if all(_ends_after(_beside(game, seat, deal)[0], seat, option, asked.seat, reply) for reply in replies):
                return True
        if hides_nothing:
            break
    return False


def _beside(game: Game[Any], seat: Seat, deal: int) -> tuple[Game[Any], bool]:
    """The battle as the seat may imagine it, where chance is sealed; and whether nothing is hidden from the seat."""
    twin = game.clone(seat, f"{game.chance.seed}/{game.chance.counter}/{deal}", keep_marks=True)
    hides_nothing = twin.chance.counter == game.chance.counter  # dealing anew would have cost chance
    twin.chance = _Sealed(twin.chance.seed, game.chance.counter)
    return twin, hides_nothing


def _ends(twin: Game[Any], seat: Seat, option: Option) -> bool:
    """Give the answer, in a battle that is thrown away: whether there is no way back from it."""
    was_secret = twin.is_secret
    try:
        twin.follow(seat, option.key, option.args)
    except _Drawn:
        return True
    if was_secret and (twin.shown_from is not None or twin.decision_of(seat) is None):
        return True
    if twin.is_secret and not was_secret:  # the others may have begun to answer
        return True
    return not twin.decisions() or not twin.may_undo(seat)


def _ends_after(twin: Game[Any], seat: Seat, option: Option, computer: Seat, reply: Option) -> bool:
    """The same once a computer has replied: whether the seat could no longer take back both."""
    try:
        twin.follow(seat, option.key, option.args)
        twin.follow(computer, reply.key, reply.args)
    except _Drawn:
        return True
    return twin.is_secret or not twin.decisions() or not twin.may_undo(seat, (computer,))
