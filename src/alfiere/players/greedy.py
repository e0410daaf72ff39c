"""The greedy player: looks at what each option leads to, a few throws of the dice each, and takes the best.

It knows no game: it clones the battle with its own chance (so it can foresee nothing, and what it may not see is
dealt anew), answers, lets everybody do the ordinary thing until the next mark, and asks the game how good that is.
"""

from __future__ import annotations

from typing import Any

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.game import Game

PATIENCE = 40  # answers until the next mark at the most, so that no loop of reactions goes on for ever


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
        best, _, then = max(
            (self._outlook(game, seat, decision, option) for option in decision.options), key=lambda found: found[1]
        )
        if then is not None:
            self._planned = (len(game.journal) + 1, then)
        return best

    def _outlook(
        self, game: Game[Any], seat: Seat, decision: Decision, option: Option
    ) -> tuple[Option, float, Option | None]:
        """An option, what it is worth, and the answer that should follow it if it only opens another decision."""
        if not decision.opening:
            return option, self._worth(game, seat, [option]), None
        opened = game.clone(seat, f"{self.seed}/{self._asked}/0")
        opened.halts_at_mark = True
        opened.answer(seat, option)
        following = opened.decision
        if following is None or following.seat != seat or following.opening:
            return option, self._worth(game, seat, [option]), None
        worth = [self._worth(game, seat, [option, then]) for then in following.options]
        best = max(range(len(worth)), key=worth.__getitem__)
        return option, worth[best], following.options[best]

    def _worth(self, game: Game[Any], seat: Seat, path: list[Option]) -> float:
        """The game's own evaluation after these answers, averaged over a few throws where chance has a say."""
        total = 0.0
        for throw in range(self.throws):
            twin = game.clone(seat, f"{self.seed}/{self._asked}/{throw}")
            twin.halts_at_mark = True
            before = twin.chance.counter
            first, *then = path
            twin.follow(seat, first.key, first.args)  # the twin is asked what the battle asks, so it is offered
            for option in then:
                decision = twin.decision_of(seat)
                if decision is None or option not in decision.options:
                    break  # chance has led elsewhere
                twin.answer(seat, option)
            _settle(twin)
            total += twin.rules.evaluate(twin.state, seat)
            if twin.chance.counter == before:
                return total / (throw + 1)
        return total / self.throws


def _settle(game: Game[Any]) -> None:
    """Everybody does the ordinary thing until the next mark."""
    for _ in range(PATIENCE):
        decision = game.decision
        if decision is None:
            return
        game.answer(decision.seat, decision.options[0])
