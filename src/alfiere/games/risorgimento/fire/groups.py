"""Who fires together (d.0.2, d.0.3, f.2.1-f.2.3, f.3.2): what was declared in a phase, and whom one may join."""

from __future__ import annotations

from typing import NamedTuple

from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.fire.lines import best_shot
from alfiere.games.risorgimento.fire.volley import GUNS, Firer
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import touch
from alfiere.games.risorgimento.state.unit import INFANTRY, OF_UNIT, SQUARE, Unit


class Declared(NamedTuple):
    """At whom a unit is going to fire, whom it has joined, if nobody itself; from which side of a square."""

    target: str
    first: str
    side: str = ""


FIRES = OF_UNIT.about("fires", Declared, TURN)


def declared(s: BattleState, target: Unit | None = None) -> dict[str, list[tuple[Unit, Declared]]]:
    """Who fires together: all groups, or those at one target. The sides of a square fire by themselves."""
    found: dict[str, list[tuple[Unit, Declared]]] = {}
    for unit in s.on_table:
        if unit.marks:
            for one in FIRES.all(unit):
                if target is None or one.target == target.id:
                    found.setdefault(f"{one.first} {one.target} {one.side}", []).append((unit, one))
    return found


def groups_at(s: BattleState, unit: Unit, target: Unit) -> dict[str, list[Unit]]:
    """The groups of its side that fire at a target, by the first of each."""
    return {
        members[0][1].first: [one for one, _ in members]
        for members in declared(s, target).values()
        if members[0][0].seat == unit.seat and not members[0][1].side
    }


def may_join(s: BattleState, unit: Unit, members: list[Unit]) -> bool:
    """Whether a unit may fire with these: battalions of a brigade, or batteries of a formation that touch.

    Infantry and artillery never add up (risorgimento.f.3.2), nor do the sides of a square (risorgimento.f.1.11).
    """
    if unit.formation == SQUARE or members[0].arm != unit.arm:
        return False
    if unit.arm == INFANTRY:
        brigade = s.brigade_of(unit)
        return bool(brigade) and s.brigade_of(members[0]) == brigade
    return are_of_one_formation(s, unit, members[0]) and any(touch(s, unit, one) for one in members)


def are_of_one_formation(s: BattleState, one: Unit, other: Unit) -> bool:
    """Whether two batteries belong to the same brigade or division (risorgimento.d.0.2)."""
    return one.commander == other.commander or (bool(d := division_of(s, one)) and d == division_of(s, other))


def division_of(s: BattleState, unit: Unit) -> str:
    """The division a unit belongs to, by its commander's id; none is an empty name."""
    found = s.commanders[unit.commander]
    return next((one.id for one in (found, *s.chain(found)) if one.rank == "CD"), "")


def must_join(phase: str, groups: dict[str, list[Unit]]) -> bool:
    """In phase D only one group of a side fires at a target (risorgimento.d.0.3)."""
    return phase == GUNS and bool(groups)


def firers(s: BattleState, members: list[tuple[Unit, Declared]]) -> list[Firer]:
    """Those of a group with their lines of fire, which nothing has changed since they were declared."""
    found = ((unit, best_shot(s, unit, s.units[one.target], one.side)) for unit, one in members)
    return [Firer(unit, aim) for unit, aim in found if aim is not None]


def with_unit(s: BattleState, group: list[Unit], target: Unit, firer: Firer) -> list[Firer]:
    """A group as it would be with one more."""
    before = [(unit, one) for unit in group for one in FIRES.all(unit) if one.target == target.id]
    return [*firers(s, before), firer]
