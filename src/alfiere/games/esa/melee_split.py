"""Chapter 7.4.1, parting a melee: every combat has a single unit on at least one side."""

from __future__ import annotations

from dataclasses import dataclass, field

from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.melee import have_fought
from alfiere.games.esa.state import BattleState, EsaGame, Unit
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.procedure import Procedure, choose


@dataclass(slots=True)
class Parted:
    """A combat in the making: the splitting player's units and the enemy's."""

    mine: list[Unit] = field(default_factory=list)
    theirs: list[Unit] = field(default_factory=list)


def touches(s: BattleState, one: Unit, two: Unit) -> bool:
    """Whether two units may meet in a combat: adjacent, not yet met, one able to fight the other (esa.7.1l2)."""
    return (
        two.hex in s.field.grid.adjacent[one.hex]
        and not have_fought(s, one, two)
        and (may_fight(s, one, two) or may_fight(s, two, one))
    )


def split(g: EsaGame, seat: Seat, mine: list[Unit], theirs: list[Unit]) -> Procedure[list[Parted]]:
    """Part a melee of several units on both sides; ``seat`` has more units and splits (esa.7.4.1b-esa.7.4.1d)."""
    s = g.state
    combats = {enemy.id: Parted(theirs=[enemy]) for enemy in theirs}
    left: list[Unit] = []
    for unit in mine:  # esa.7.4.1i: who touches one enemy only joins his combat
        touched = [enemy for enemy in theirs if touches(s, unit, enemy)]
        if len(touched) == 1:
            combats[touched[0].id].mine.append(unit)
        else:
            left.append(unit)
    for enemy in theirs:  # esa.7.4.1i2: an enemy without opponent receives one of the others
        if not combats[enemy.id].mine:
            able = [unit for unit in left if touches(s, unit, enemy)]
            if able:
                unit = yield from _opponent(s, seat, able, enemy)
                left.remove(unit)
                combats[enemy.id].mine.append(unit)
    yield from _join_stragglers(s, seat, combats, theirs)
    for unit in left:  # esa.7.4.1i3: the rest support where the enemy is alone
        places = [
            enemy
            for enemy in theirs
            if len(combats[enemy.id].theirs) == 1
            and touches(s, unit, enemy)
            and may_fight(s, unit, enemy)  # esa.7.1.1c: nobody goes to help where he may not strike
        ]
        if places:
            options = [Option("join", {"unit": unit.id, "target": enemy.id}, ("esa.7.4.1d",)) for enemy in places]
            chosen = yield from choose(seat, "split-join", options, {"unit": unit.id}, ("esa.7.4.1d",))
            combats[chosen["target"]].mine.append(unit)
    return [combat for combat in combats.values() if combat.mine]


def _opponent(s: BattleState, seat: Seat, able: list[Unit], enemy: Unit) -> Procedure[Unit]:
    options = [Option("oppose", {"unit": unit.id, "target": enemy.id}, ("esa.7.4.1i2",)) for unit in able]
    chosen = yield from choose(seat, "split-opponent", options, {"enemy": enemy.id}, ("esa.7.4.1i2",))
    return s.units[chosen["unit"]]


def _join_stragglers(s: BattleState, seat: Seat, combats: dict[str, Parted], theirs: list[Unit]) -> Procedure[None]:
    """An enemy nobody is left to oppose joins a combat of one against one that it touches (esa.7.4.1i2)."""
    for enemy in theirs:
        if combats[enemy.id].mine:
            continue
        duels = {
            combat.mine[0].id: combat
            for combat in combats.values()
            if len(combat.mine) == len(combat.theirs) == 1 and touches(s, combat.mine[0], enemy)
        }
        if duels:
            unit = yield from _opponent(s, seat, [s.units[name] for name in duels], enemy)
            duels[unit.id].theirs.append(enemy)
