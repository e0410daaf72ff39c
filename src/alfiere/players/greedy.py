"""The greedy player: looks at what each option leads to, a few throws of the dice each, and takes the best.

It knows no game: it clones the battle with its own chance (so it can foresee nothing, and what it may not see is
dealt anew), answers, lets everybody do the ordinary thing until the next mark, and asks the game how good that is.
Where a game asks for a second look, the best of the uncertain options are thrown for again, ever fewer of them ever
more often, before one is taken. All this within a bound of work, counted in answers and not by the clock, so that the
same battle is played the same way on every machine; where people wait there is a clock as well, and when it has run
down the best of what was looked at so far is taken.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from alfiere.kernel.decision import ByLot, Decision, Option, Seat
from alfiere.kernel.game import Game

PATIENCE = 40  # answers until the next mark at the most, so that no loop of reactions goes on for ever
FEW = 6  # uncertain options that are looked at a second time; half of them a third time, and so on
WORK = 1800  # for one decision: answers given in looking ahead, times the effort each is in this battle
KEPT = 0.4  # of it for what the first look at everything leaves open


class Outlook:
    """An answer, the one that follows it if it only opens another decision, and what came of them so far."""

    __slots__ = ("is_certain", "path", "throws", "total")

    def __init__(self, path: list[Option]) -> None:
        self.path, self.total, self.throws, self.is_certain = path, 0.0, 0, False

    @property
    def worth(self) -> float:
        """The game's own evaluation, on average."""
        return self.total / self.throws


class Greedy:
    """Takes the option with the best outcome on average."""

    needs_marks = True

    def __init__(self, seed: str | int, throws: int = 3, *, seconds: float | None = None) -> None:
        self.seed, self.throws, self.seconds = str(seed), throws, seconds
        self._asked = 0
        self._left = 0
        self._until = float("inf")
        self._planned: tuple[int, Option] | None = None

    def choose(self, game: Game[Any], seat: Seat) -> Option:
        decision = game.decision_of(seat)
        assert decision is not None
        only = decision.only
        if only is not None and decision.free is None:  # else there may be more than the list says
            return only
        planned, self._planned = self._planned, None
        if planned is not None and planned[0] == len(game.journal):
            option = decision.find(planned[1])
            if option is not None:
                return option
        self._asked += 1
        self._until = float("inf") if self.seconds is None else time.monotonic() + self.seconds
        thought_of = game.rules.considered(game.state, decision)
        if len(thought_of) == 1:
            return thought_of[0]
        if isinstance(thought_of, ByLot):
            return random.Random(f"{self.seed}/{self._asked}").choice(thought_of)
        self._left = WORK // game.rules.effort(game.state)
        outlooks = self._first_look(game, seat, decision, thought_of)
        again = game.rules.second_look
        for number in range(1, self.throws - 1 if again else self.throws):
            for one in sorted(outlooks, key=lambda one: -one.worth):
                if one.throws <= number and self._is_free():
                    self._throw(game, seat, one, 1)
        if again:
            outlooks = self._look_again(game, seat, outlooks, again)
        first, *then = max(outlooks, key=lambda one: one.worth).path
        if then:
            self._planned = (len(game.journal) + 1, then[0])
        return first

    def _first_look(self, game: Game[Any], seat: Seat, decision: Decision, options: Sequence[Option]) -> list[Outlook]:
        """Every option thrown for once, as far as the work allows: what is ordinary comes first in the list."""
        kept = int(self._left * KEPT)
        outlooks: list[Outlook] = []
        for path in self._ways(game, seat, decision, options):
            if outlooks and not self._is_free(kept):
                break
            outlooks.append(Outlook(path))
            self._throw(game, seat, outlooks[-1], 1)
        return outlooks

    def _look_again(self, game: Game[Any], seat: Seat, outlooks: list[Outlook], times: int) -> list[Outlook]:
        """What is left to choose from: everything that is certain, and of the rest what stood the test best."""
        certain = [one for one in outlooks if one.is_certain]
        open_ones = [one for one in outlooks if not one.is_certain]
        few = FEW
        while few > 1 and self._is_free():
            open_ones = sorted(open_ones, key=lambda one: -one.worth)[:few]
            for one in open_ones:
                self._throw(game, seat, one, times)
            few, times = few // 2, 2 * times
        return certain + open_ones

    def _ways(
        self, game: Game[Any], seat: Seat, decision: Decision, options: Sequence[Option]
    ) -> Iterator[list[Option]]:
        """Each option alone, or with each answer that can follow it if it only opens another decision.

        Of several that open one, each has its turn: first the ordinary thing of each, then the next of each.
        """
        if not decision.opening:
            yield from ([option] for option in options)
            return
        opened = [self._following(game, seat, option) for option in options]
        for place in range(max(map(len, opened))):
            yield from (ways[place] for ways in opened if place < len(ways))

    def _following(self, game: Game[Any], seat: Seat, option: Option) -> list[list[Option]]:
        opened = game.clone(seat, f"{self.seed}/{self._asked}/0")
        opened.halts_at_mark = True
        opened.answer(seat, option)
        following = opened.decision
        if following is None or following.seat != seat or following.opening:
            return [[option]]
        return [[option, then] for then in opened.rules.considered(opened.state, following)]

    def _is_free(self, kept: int = 0) -> bool:
        """Whether there is work left to spend, and time."""
        return self._left > kept and time.monotonic() < self._until

    def _throw(self, game: Game[Any], seat: Seat, one: Outlook, times: int) -> None:
        """Play an outlook to the next mark so many times more; once is enough where chance has no say."""
        for _ in range(times):
            if one.is_certain or (one.throws and not self._is_free()):
                return
            twin = game.clone(seat, f"{self.seed}/{self._asked}/{one.throws}")
            twin.halts_at_mark = True
            before = twin.chance.counter
            first, *then = one.path
            twin.follow(seat, first.key, first.args)  # the twin is asked what the battle asks, so it is offered
            for option in then:
                decision = twin.decision_of(seat)
                if decision is None or option not in decision.options:
                    break  # chance has led elsewhere
                twin.answer(seat, option)
            self._left -= game.since_mark + len(one.path) + _settle(twin)
            one.total += twin.rules.evaluate(twin.state, seat)
            one.throws += 1
            one.is_certain = twin.chance.counter == before


def _settle(game: Game[Any]) -> int:
    """Everybody does the ordinary thing until the next mark; how many answers that took."""
    for given in range(PATIENCE):
        decision = game.decision
        if decision is None:
            return given
        game.answer(decision.seat, decision.options[0])
    return PATIENCE
