"""What the tests of melee share: a melee fought by its letters, contacts made, melees told in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from alfiere.games.risorgimento.melee import melee as chapter
from alfiere.games.risorgimento.melee.advance import Outcome
from alfiere.games.risorgimento.melee.contact import Melee, align, begin_attack, close, melee_of, melees
from alfiere.games.risorgimento.melee.strength import melee_tally, strength
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.kernel.procedure import Procedure


def told(game: Any) -> list[str]:
    """The melees on the table: «A+supports v B+supports», red first."""
    found = []
    for melee in melees(game.state):
        sides = sorted(melee.sides, key=lambda side: side.unit.seat, reverse=True)
        found.append(" v ".join("+".join(one.id for one in side.all) for side in sides))
    return sorted(found)


def melee(game: Any, unit: str, enemy: str = "") -> Melee:
    """The melee of a unit in frontal contact."""
    found = melee_of(game.state, game.unit(unit), game.unit(enemy) if enemy else None)
    assert found is not None, f"{unit} is in no melee"
    return found


def lines(game: Any, unit: str, bonus: Iterable[str] = ()) -> dict[str, int]:
    """What table 7 gives a unit in its melee."""
    found = melee(game, unit)
    tally = melee_tally(game.state, found, found.of(game.unit(unit)), set(bonus))
    return {reason: amount for amount, reason, _ in tally.lines}


def effective(game: Any, unit: str) -> float:
    """The effective strength of a unit's side."""
    return float(strength(game.state, melee(game, unit).of(game.unit(unit))))


def attack(game: Any, unit: str, enemy: str) -> None:
    """It has moved into contact in this turn."""
    begin_attack(game.unit(unit), game.unit(enemy))


def fight(game: Any, unit: str, *answers: Any, bonus: Iterable[str] = (), charge: bool = False) -> Outcome:
    """The melee of a unit is fought."""
    found: list[Outcome] = []

    def procedure(g: BattleGame) -> Procedure[None]:
        one = melee_of(g.state, g.state.units[unit])
        assert one is not None
        found.append((yield from chapter.fight(g, one, charge=charge, bonus=set(bonus))))

    game.run(procedure, *answers)
    return found[-1]


def aligned(game: Any, unit: str, enemy: str) -> None:
    """A unit has reached an enemy."""
    _act(game, lambda g: align(g, g.state.units[unit], g.state.units[enemy]))


def closed(game: Any, unit: str) -> None:
    """A unit has moved."""
    _act(game, lambda g: close(g, g.state.units[unit]))


def _act(game: Any, act: Any) -> None:
    def procedure(g: BattleGame) -> Procedure[None]:
        act(g)
        return
        yield

    game.run(procedure)
