"""Chapter 9.1.2, an option: dice that experience points change or roll again.

A player is asked only where it could do something for a hero or protagonist of his.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.dice import D6, D10, d10
from alfiere.games.cappa.state.earning import has_experience
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.fortune_events import DieChanged
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure

UP, DOWN, AGAIN = "up", "down", "again"
TO_HIT, DAMAGE, MORALE, WHOM, FALL, CATCH = "to hit", "damage", "morale", "whom", "fall", "catch"


class Cast(NamedTuple):
    """A die as it counts, and what it showed before anybody changed it (cappa.9.1.2.h3)."""

    score: int
    natural: int


def cast(
    g: SkirmishGame,
    who: Figure | Squad,
    purpose: str,
    against: int,
    worth: Callable[[int], int] | None = None,
    *,
    either_way: bool = False,
) -> Procedure[Cast]:
    """A ten-sided die of somebody; ``worth`` says how good a score is to him, if low is not simply good.

    ``either_way``: he may want what is on either side of the number.

    Squads and extras have nothing from experience (cappa.9.1.2a, cappa.9.1.2.h2).
    """
    natural = d10(g, who.seat)
    s = g.state
    if not has_experience(s) or not is_helped(who) or s.sides[who.seat].experience < optional_rules().prices.die:
        return Cast(natural, natural)
    judge = worth or (lambda score: int(score <= against))
    now = judge(natural)
    good = [score for score in D10 if judge(score) > now or (either_way and judge(score) != now)]
    options = _changes(s, who, natural, good)
    if not options:
        return Cast(natural, natural)
    options.append(Option("keep-score", {"figure": who.id, "die": natural}, ("cappa.9.1.2a",)))
    about = {"figure": who.id, "die": natural, "purpose": purpose, "against": against}
    chosen = yield Decision(who.seat, "change-die", options, about, ("cappa.9.1.2b", "cappa.9.1.2c"))
    if chosen.key == "roll-again":
        spend_experience(g, who.seat, optional_rules().prices.again)
        second = d10(g, who.seat)  # it stands as it is, cappa.9.1.2c
        g.tell(DieChanged(who.seat, who.id, natural, second, AGAIN, ("cappa.9.1.2c", "cappa.9.1.2g")))
        return Cast(second, second)
    if chosen.key == "change-score":
        spend_experience(g, who.seat, optional_rules().prices.die)
        score = int(chosen["score"])
        g.tell(DieChanged(who.seat, who.id, natural, score, UP if score > natural else DOWN))
        return Cast(score, natural)
    return Cast(natural, natural)


def _changes(s: SkirmishState, who: Figure | Squad, natural: int, good: list[int]) -> list[Option]:
    """A point more or less, or the die again: what could do him good (cappa.9.1.2b, cappa.9.1.2c)."""
    options = [
        Option("change-score", {"figure": who.id, "die": natural, "score": score}, ("cappa.9.1.2b",))
        for score in (natural + 1, natural - 1)
        if score in good  # and so on the die, cappa.9.1.2.h3
    ]
    if good and s.sides[who.seat].experience >= optional_rules().prices.again:
        options.append(Option("roll-again", {"figure": who.id, "die": natural}, ("cappa.9.1.2c",)))
    return options


def is_helped(who: Figure | Squad) -> bool:
    """Whether experience serves him: a hero or protagonist (cappa.9.1.2a)."""
    return isinstance(who, Figure) and who.sheet.cls != "extra"


def spend_experience(g: SkirmishGame, seat: Seat, points: int) -> None:
    """They are gone (cappa.9.1.2g)."""
    g.state.sides[seat].experience -= points


# Activation


def change_orders(g: SkirmishGame, seat: Seat, rolled: tuple[int, ...], figure: str = "") -> Procedure[tuple[int, ...]]:
    """The dice of an activation: each may be raised or lowered by 1, none is rolled again (cappa.9.1.2b, c)."""
    s = g.state
    if not has_experience(s):
        return rolled
    dice, free, price = list(rolled), set(range(len(rolled))), optional_rules().prices.die
    while s.sides[seat].experience >= price:
        better = {
            (dice[place], score): place
            for place in sorted(free)
            for score in (dice[place] + 1, dice[place] - 1)
            if score in D6 and _orders(score) > _orders(dice[place])
        }
        if not better:
            break
        options = [Option("change-order", {"die": one, "score": score}, ("cappa.9.1.2b",)) for one, score in better]
        options.append(Option("enough", {}, ("cappa.9.1.2a",)))
        about = {"dice": list(dice), "figure": figure}
        chosen = yield Decision(seat, "change-orders", options, about, ("cappa.9.1.2b", "cappa.9.1.2.h2"))
        if chosen.key == "enough":
            break
        place = better[chosen["die"], chosen["score"]]
        spend_experience(g, seat, price)
        g.tell(DieChanged(seat, figure, dice[place], chosen["score"], UP if chosen["score"] > dice[place] else DOWN))
        dice[place] = chosen["score"]
        free.discard(place)  # one point for each die, cappa.9.1.2b
    return tuple(dice)


def _orders(score: int) -> int:
    """What an activation die is worth: its PA, or nothing (cappa.2.1.1f)."""
    return score if score <= tables().numbers.valid_die else 0
