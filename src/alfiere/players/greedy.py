"""The greedy player: looks at what each option leads to, a few throws of the dice each, and takes the best.

It knows no game: it clones the battle with its own chance (so it can foresee nothing, and what it may not see is
dealt anew), answers, lets everybody do the ordinary thing until the next mark, and asks the game how good that is.
Where a game asks for a second look, the best of the uncertain options are thrown for again, ever fewer of them ever
more often, before one is taken.
"""

from __future__ import annotations

from typing import Any

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.game import Game

PATIENCE = 40  # answers until the next mark at the most, so that no loop of reactions goes on for ever
FEW = 6  # uncertain options that are looked at a second time; half of them a third time, and so on


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

    def __init__(self, seed: str | int, throws: int = 3) -> None:
        self.seed, self.throws = str(seed), throws
        self._asked = 0
        self._planned: tuple[int, Option] | None = None

    def choose(self, game: Game[Any], seat: Seat) -> Option:
        decision = game.decision_of(seat)
        assert decision is not None
        if len(decision.options) == 1:
            return decision.options[0]
        planned, self._planned = self._planned, None
        if planned is not None and planned[0] == len(game.journal):
            option = decision.find(planned[1])
            if option is not None:
                return option
        self._asked += 1
        outlooks = [Outlook(path) for option in decision.options for path in self._paths(game, seat, decision, option)]
        again = game.rules.second_look
        for one in outlooks:
            self._throw(game, seat, one, self.throws - 1 if again else self.throws)
        if again:
            outlooks = self._look_again(game, seat, outlooks, again)
        first, *then = max(outlooks, key=lambda one: one.worth).path
        if then:
            self._planned = (len(game.journal) + 1, then[0])
        return first

    def _look_again(self, game: Game[Any], seat: Seat, outlooks: list[Outlook], times: int) -> list[Outlook]:
        """What is left to choose from: everything that is certain, and of the rest what stood the test best."""
        certain = [one for one in outlooks if one.is_certain]
        open_ones = [one for one in outlooks if not one.is_certain]
        few = FEW
        while few > 1:
            open_ones = sorted(open_ones, key=lambda one: -one.worth)[:few]
            for one in open_ones:
                self._throw(game, seat, one, times)
            few, times = few // 2, 2 * times
        return certain + open_ones

    def _paths(self, game: Game[Any], seat: Seat, decision: Decision, option: Option) -> list[list[Option]]:
        """An option alone, or with each answer that can follow it if it only opens another decision."""
        if not decision.opening:
            return [[option]]
        opened = game.clone(seat, f"{self.seed}/{self._asked}/0")
        opened.halts_at_mark = True
        opened.answer(seat, option)
        following = opened.decision
        if following is None or following.seat != seat or following.opening:
            return [[option]]
        return [[option, then] for then in following.options]

    def _throw(self, game: Game[Any], seat: Seat, one: Outlook, times: int) -> None:
        """Play an outlook to the next mark so many times more; once is enough where chance has no say."""
        for _ in range(times):
            if one.is_certain:
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
            _settle(twin)
            one.total += twin.rules.evaluate(twin.state, seat)
            one.throws += 1
            one.is_certain = twin.chance.counter == before


def _settle(game: Game[Any]) -> None:
    """Everybody does the ordinary thing until the next mark."""
    for _ in range(PATIENCE):
        decision = game.decision
        if decision is None:
            return
        game.answer(decision.seat, decision.options[0])
