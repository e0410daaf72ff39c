"""Enemies in contact, and what they remember of how they came to it: from where, by a charge, standing fast (6.1.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from alfiere.games.lumi.state.base import IMPULSE, OF_BASE, ROUT
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.standing import foes_touched, front_middle, side_struck
from alfiere.games.lumi.state.unit import Unit, bases_of, formed, unit_of
from alfiere.table.measuring import FRONT


class Attack(NamedTuple):
    """Whom a base attacks, and from where: front, flank or rear as it was when the attack was declared (.1.1.5)."""

    side: str
    enemy: str


ATTACKS = OF_BASE.about("attacks", Attack, widest=1)  # while the contact lasts, lumi.6.1.5
CHARGES = OF_BASE.bare("charges", IMPULSE)  # it has made contact by a charge: its first round is to come, lumi.6.2.11
STEADY = OF_BASE.about("steady", str, IMPULSE)  # it has scored 5 against the charge of this enemy, lumi.6.2.12
GOES_ON = OF_BASE.about("fights on", str)  # a round with this enemy has been fought, and they have not parted


# Who touches whom


def foes_of(s: State, unit: Unit) -> list[Unit]:
    """The enemy units in contact with a unit; who is in rout does not fight (lumi.1.5.6a)."""
    touched = {foe.id for one in bases_of(s, unit) if one.state != ROUT for foe in foes_touched(s, one)}
    return [one for one in formed(s) if touched & set(one.ids) and s.bases[one.id].state != ROUT] if touched else []


def are_in_contact(s: State, unit: Unit, foe: Unit) -> bool:
    """Whether two units touch."""
    return bool(touching(s, unit, (foe,)))


def touching(s: State, unit: Unit, foes: Iterable[Unit]) -> list[str]:
    """The bases of a unit in contact with one of these (lumi.1.6.15)."""
    ids = {id for foe in foes for id in foe.ids}
    return [one.id for one in bases_of(s, unit) if any(foe.id in ids for foe in foes_touched(s, one))]


# From where (lumi.1.1.5, .6.1.5)


def begin_attack(s: State, unit: Unit, foe: Unit, side: str, *, charging: bool) -> None:
    """A unit has come into contact: from where stays true while the contact lasts; what was before is over."""
    forget_parted(s)
    for base in bases_of(s, unit):
        _forget(s, base.id, foe.ids)
        for id in foe.ids:
            ATTACKS.put(base, Attack(side, id))
        if charging:
            CHARGES.note(base)


def _forget(s: State, id: str, foes: Iterable[str]) -> None:
    base, gone = s.bases[id], set(foes)
    for attack in ATTACKS.all(base):
        if attack.enemy in gone:
            ATTACKS.take(base, attack)
    for enemy in gone:
        GOES_ON.take(base, enemy)


def forget_parted(s: State) -> None:
    """Who is in contact no more attacks nobody, and his melee is over."""
    for base in s.bases.values():
        about = [*(attack.enemy for attack in ATTACKS.all(base)), *GOES_ON.all(base)] if base.marks else []
        if about:
            near = {id for foe in (foes_of(s, unit_of(s, base)) if base.is_on else []) for id in foe.ids}
            _forget(s, base.id, [enemy for enemy in about if enemy not in near])


def has_attacked(s: State, unit: Unit, foe: Unit) -> bool:
    """Whether a unit has come at the other, and not the other way round."""
    return any(attack.enemy in foe.ids for one in bases_of(s, unit) for attack in ATTACKS.all(one))


def attacks_in(s: State, unit: Unit, foe: Unit) -> str:
    """From where a unit attacks another: as it was declared, or as it stands where nobody declared anything."""
    declared = {attack.side for one in bases_of(s, unit) for attack in ATTACKS.all(one) if attack.enemy in foe.ids}
    if declared:
        return max(declared, key=("front", "flank", "rear").index)
    if has_attacked(s, foe, unit):
        return FRONT  # it is the one that was attacked
    return side_struck(s, front_middle(s, unit), foe)
