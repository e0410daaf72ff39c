"""What must hold of a battle after every decision, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.invariants import faults_of_bases
from alfiere.games.fucilieri.state.battle import OF_BATTLE, State
from alfiere.games.fucilieri.state.command import OF_COMMAND, PRESENT
from alfiere.games.fucilieri.state.leader import OF_LEADER
from alfiere.games.fucilieri.state.standing import contacts
from alfiere.games.fucilieri.state.unit import OF_UNIT, Unit
from alfiere.table.field import Scene
from alfiere.table.shapes import Base as Placed
from alfiere.table.shapes import Rect, base


def faults(s: State) -> list[str]:
    """What is wrong, in words; nothing if all is well."""
    fresh = Scene(s.field, [s.footing(one).base(one.id) for one in s.on_table])
    outside = [one for one in fresh.bases if not s.units[one.id].post]  # who holds a building stands in it
    found = faults_of_bases(Scene(s.field, [_core(s, one) for one in outside]), "fucilieri.0.17")
    if s.scene.by_id != fresh.by_id:
        found.append("the table remembers units where they do not stand")
    for one in s.units.values():
        found += _of_unit(s, one)
    for who in s.leaders.values():
        found += [f"{who.id} bears a mark nobody knows: {mark}" for mark in OF_LEADER.unknown(who)]
        if who.is_on and who.joined and not s.units[who.joined].is_on:
            found.append(f"{who.id} has joined {who.joined}, who is not on the table (fucilieri.3.2.9.3)")
    for command in s.commands.values():
        found += [f"{command.id} bears a mark nobody knows: {mark}" for mark in OF_COMMAND.unknown(command)]
        if command.fate != PRESENT and s.units_of(command.id):
            found.append(f"{command.id} is {command.fate} and has units on the table (fucilieri.3.7.8)")
    return found + [f"the battle bears a mark nobody knows: {mark}" for mark in OF_BATTLE.unknown(s)]


def _core(s: State, one: Placed) -> Placed:
    """A footprint less the hundredths lost in rounding: where units stand flush, and where losses lay one anew."""
    slack = 4 * s.field.slack
    assert isinstance(one.shape, Rect)
    return base(one.id, Rect(one.shape.width - slack, one.shape.depth - slack), *one.pose)


def _of_unit(s: State, one: Unit) -> Iterator[str]:
    if not 0 <= one.figures <= one.initial:
        yield f"{one.id} has {one.figures} figures of {one.initial}"
    if one.is_on and one.formation not in one.formations:
        yield f"{one.id} cannot be in {one.formation} (fucilieri.1.4.4)"
    if one.is_falling_back and not one.is_demoralised:
        yield f"{one.id} falls back and is not demoralised (fucilieri.4.1.2)"
    if one.bloodlust and one.is_demoralised:
        yield f"{one.id} is in bloodlust and demoralised (fucilieri.4.1.7c)"
    part, whole = s.tables.numbers.dispersed
    if one.is_on and one.figures * whole <= one.initial * part:
        yield f"{one.id} is still there with {one.figures} of {one.initial} figures (fucilieri.4.1.9)"
    for contact in contacts(one):
        foe = s.units[contact.enemy]
        if not (one.is_on and foe.is_on) or one.id not in [back.enemy for back in contacts(foe)]:
            yield f"{one.id} is engaged with {foe.id}, who is not with it (fucilieri.3.3.3.6)"
    yield from (f"{one.id} bears a mark nobody knows: {mark}" for mark in OF_UNIT.unknown(one))
