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


class Group(NamedTuple):
    """Those who fire together: at whom, the first of them, and all of them with what each declared."""

    target: str
    first: str
    side: str
    members: list[tuple[Unit, Declared]]

    @property
    def units(self) -> list[Unit]:
        """The units alone."""
        return [unit for unit, _ in self.members]


def declared(s: BattleState) -> list[Group]:
    """Who fires together, in the order in which they stand in the order of battle."""
    found: dict[tuple[str, str, str], Group] = {}
    for unit in s.on_table:
        if unit.marks:
            for one in FIRES.all(unit):
                key = (one.target, one.first, one.side)
                found.setdefault(key, Group(*key, [])).members.append((unit, one))
    return list(found.values())


def groups_at(groups: list[Group], unit: Unit, target: Unit) -> dict[str, Group]:
    """Of these groups those of its side that fire at a target, by the first of each; a square fires by itself."""
    return {
        one.first: one
        for one in groups
        if one.target == target.id and not one.side and one.members[0][0].seat == unit.seat
    }


def may_join(s: BattleState, unit: Unit, group: Group) -> bool:
    """Whether a unit may fire with these: battalions of a brigade, or batteries of a formation that touch.

    Infantry and artillery never add up (risorgimento.f.3.2), nor do the sides of a square (risorgimento.f.1.11).
    """
    members = group.units
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


def must_join(phase: str, groups: dict[str, Group]) -> bool:
    """In phase D only one group of a side fires at a target (risorgimento.d.0.3)."""
    return phase == GUNS and bool(groups)


def firers(s: BattleState, group: Group) -> list[Firer]:
    """Those of a group with their lines of fire, which nothing has changed since they were declared."""
    target = s.units[group.target]
    found = ((unit, best_shot(s, unit, target, one.side)) for unit, one in group.members)
    return [Firer(unit, aim) for unit, aim in found if aim is not None]
