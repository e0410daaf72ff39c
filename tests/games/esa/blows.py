"""What tests of the melee chapters share: reading blows, and answering one kind of decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alfiere.games.esa.events import ForcedMove, MeleeStruck
from alfiere.games.esa.melee_split import Parted, split
from alfiere.games.esa.state import EsaGame
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure

ADVANTAGE = ("advantage", "battle line")


def on(key: str, meaning: str) -> Callable[[Decision], Option | None]:
    """An answer for one kind of decision only: its verb and some of its arguments, «join unit=A»."""

    def answer(decision: Decision) -> Option | None:
        if decision.key != key:
            return None
        verb, *words = meaning.split()
        for option in decision.options:
            said = option.meaning.split()
            if said[0] == verb and all(word in said for word in words):
                return option
        raise AssertionError(f"«{meaning}» is not offered: {[option.meaning for option in decision.options]}")

    return answer


def blow(game: Any, name: str) -> MeleeStruck:
    """The last blow in which this unit was its side's main unit."""
    found: MeleeStruck = [event for event in game.told(MeleeStruck) if event.unit == name][-1]
    return found


def strikers(game: Any) -> list[str]:
    """The main units that have struck, in order."""
    return [event.unit for event in game.told(MeleeStruck)]


def by_advantage(event: MeleeStruck) -> int:
    """Automatic damage through melee advantage."""
    return sum(amount for amount, reason, _ in event.automatic.lines if reason in ADVANTAGE)


def by_weakness(event: MeleeStruck) -> int:
    """Automatic damage through the target's weakness."""
    return sum(amount for amount, reason, _ in event.automatic.lines if reason == "weakness")


def forced(game: Any) -> list[tuple[str, str]]:
    """Forced movements so far: who, and how."""
    return [(event.unit, event.kind) for event in game.told(ForcedMove)]


def was_asked(game: Any, key: str) -> list[Decision]:
    """The decisions of one kind that have been asked."""
    return [decision for decision in game.asked if decision.key == key]


def offered(decision: Decision, key: str, *names: str) -> list[tuple[Any, ...]]:
    """What the options of one verb touch, by these names."""
    return [tuple(option[name] for name in names) for option in decision.options if option.key == key]


def parted(game: Any, seat: str, mine: str, theirs: str, *answers: Any) -> list[tuple[str, str]]:
    """How a player splits a melee of these units, as pairs of his units and the enemy's in each combat."""
    found: list[Parted] = []

    def play(g: EsaGame) -> Procedure[None]:
        units = g.state.units
        combats = yield from split(g, seat, [units[name] for name in mine.split()], [units[n] for n in theirs.split()])
        found.extend(combats)

    game.run(play, *answers)
    return [(" ".join(u.id for u in one.mine), " ".join(u.id for u in one.theirs)) for one in found]
