"""Events in the form in which they leave the kernel."""

from __future__ import annotations

import json

from alfiere.games import GAMES
from alfiere.kernel.event import Event, Tally
from alfiere.telling import Teller


class ManyShots(Event):
    """A test of many dice, with a tally for each."""

    tallies: tuple[Tally, ...]
    dice: tuple[int, ...]


def tally(amount: int) -> Tally:
    found = Tally("fire")
    found.add(amount, "Ti", "cappa.5.1.3a")
    return found


def test_every_tally_of_many_is_plain() -> None:
    shown = ManyShots((tally(3), tally(2)), (1, 9)).seen_by(None)
    assert [one["total"] for one in json.loads(json.dumps(shown))["tallies"]] == [3, 2]
    assert ManyShots((), ()).seen_by(None)["tallies"] == ()


def test_in_the_terminal_those_who_roll_alike_are_told_once() -> None:
    told = Teller(GAMES["cappa"], "en").tallies(ManyShots((tally(3), tally(3), tally(2)), (1, 9, 4)))
    assert [line.split(" = ")[0].split()[-1] for line in told] == ["3", "2"]
