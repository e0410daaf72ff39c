"""What must hold of a battle after every decision, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.invariants import faults_of_bases
from alfiere.battles.open_battle import SEATS
from alfiere.games.lumi.state.base import DISORDERED, ENGAGED, OF_BASE, OF_GENERAL, ROUT, USED, Base
from alfiere.games.lumi.state.battle import OF_BATTLE, State
from alfiere.games.lumi.state.standing import is_in_melee
from alfiere.table.field import Scene
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Rect, base


def faults(s: State) -> list[str]:
    """What is wrong, in words; nothing if all is well."""
    fresh = Scene(s.field, [s.footing(one).base(one.id) for one in s.on_table])
    found = faults_of_bases(Scene(s.field, [_core(s, one) for one in fresh.bases]), "lumi.1.1.6")
    if s.scene.by_id != fresh.by_id:
        found.append("the table remembers bases where they do not stand")
    for one in s.bases.values():
        found += _of_base(s, one)
    for who in s.generals.values():
        found += [f"{who.id} bears a mark nobody knows: {mark}" for mark in OF_GENERAL.unknown(who)]
        if who.is_on and who.base and not s.bases[who.base].is_on:
            found.append(f"{who.id} is attached to {who.base}, who is not on the table")
    found += [f"the battle bears a mark nobody knows: {mark}" for mark in OF_BATTLE.unknown(s)]
    return [*found, *_of_battle(s)]


def _core(s: State, one: Placed) -> Placed:
    """A base less the hundredths that are lost in rounding where bases stand flush."""
    slack = 2 * s.field.slack
    assert isinstance(one.shape, Rect)
    return base(one.id, Rect(one.shape.width - slack, one.shape.depth - slack), *one.pose)


def _of_base(s: State, one: Base) -> Iterator[str]:
    if not 0 <= one.state <= ROUT or not 0 <= one.losses <= s.tables.numbers.losses:
        yield f"{one.id} is in state {one.state} with {one.losses} losses (lumi.1.5.1, lumi.1.5.7)"
    if one.is_on and one.losses >= s.tables.numbers.losses:
        yield f"{one.id} is still there with {one.losses} losses (lumi.1.5.7)"
    if one.is_on and one.formation not in one.arm.speed:
        yield f"{one.id} cannot be in {one.formation} (lumi.1.7.1)"
    if one.by_terrain and one.state != DISORDERED:
        yield f"{one.id} is disordered by terrain and not disordered (lumi.1.5.9)"
    if max(USED.all(one), default=0) > WHOLE:
        yield f"{one.id} has used {USED.all(one)} of its speed (lumi.3.1.7e)"
    if one.post and not s.ground.terrain.overlaps(one.post, s.base(one).outline):
        yield f"{one.id} holds {one.post} and is not there (lumi.3.3.3f)"
    for foe in ENGAGED.all(one):
        if one.is_on and not ENGAGED.is_on(s.bases[foe], one.id) and not is_in_melee(s, one):
            yield f"{one.id} is engaged with {foe}, who is not with him (lumi.4.2.5)"
    yield from (f"{one.id} bears a mark nobody knows: {mark}" for mark in OF_BASE.unknown(one))


def _of_battle(s: State) -> Iterator[str]:
    for seat in SEATS:
        if s.cohesion[seat] > s.scenario.cohesion(seat):
            yield f"{seat} has more cohesion than at first (lumi.11.6)"
    if not 0 <= s.impulse <= s.tables.numbers.impulses:
        yield f"there is an impulse {s.impulse} (lumi.2.1.3)"
    for division in s.orders:
        if s.general_of(division) is None:
            yield f"{division} has an order and no general (lumi.8.7)"
    for piece in (one for one in s.ground.pieces.values() if one.is_building):
        inside = [one.kind for one in s.on_table if one.post == piece.id]
        infantry, guns = s.ground.room(piece.id)
        if inside.count("infantry") > infantry or inside.count("artillery") > guns:
            yield f"{piece.id} holds more than it has room for (lumi.3.3.3f)"
