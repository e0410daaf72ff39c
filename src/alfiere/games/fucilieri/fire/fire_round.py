"""Round 4: all name their targets, command by command; all fire; then come losses and tests (3.4.25, 3.4.26)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from alfiere.battles.events import PhaseBegan
from alfiere.battles.marks import Line
from alfiere.battles.phases import Step, play_steps
from alfiere.battles.turns import one_after_another
from alfiere.games.fucilieri.fire.targets import Shot, choices, shot_at, why_no_fire, why_no_shot
from alfiere.games.fucilieri.fire.volley import spend_first_volley, volley
from alfiere.games.fucilieri.morale.leaders_lost import lose_leader, saving_throw
from alfiere.games.fucilieri.morale.losses import FIRE, take_losses, throw_characters
from alfiere.games.fucilieri.morale.settle import Moves, settle
from alfiere.games.fucilieri.orders.counters import in_execution_order
from alfiere.games.fucilieri.orders.demands import is_obliged
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.leader import KILLED
from alfiere.games.fucilieri.state.unit import SQUARE, Unit
from alfiere.games.fucilieri.told.fire import VolleyNamed
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure

VOLLEY: Final = "volley"
CEASE: Final = "cease-fire"
Targets: TypeAlias = Callable[[State, Unit], list[Shot]]  # among whom a unit may choose


class Named(NamedTuple):
    """A volley that has been named: who, from which face, at whom, in which range."""

    unit: str
    face: str
    band: str
    target: str


NAMED: Final = Line("volley", Named, widest=3)


def fire_round(g: FucilieriGame, moves: Moves) -> Procedure[None]:
    """The whole round; nobody's losses spare anybody's fire (fucilieri.3.4.1)."""
    steps = (
        Step[State]("", _commands, lambda g: one_after_another(g, partial(_names, g))),
        Step[State]("", lambda s: ["all"] if s.named else [], partial(_fire, moves=moves)),
    )
    yield from play_steps(g, steps, lambda name: PhaseBegan(name, ("fucilieri.3.0.2",)))


# Naming


def _commands(s: State) -> list[str]:
    s.named = []
    return [one.id for one in in_execution_order(s)]


def named(s: State) -> list[Named]:
    """The volleys that have been named so far."""
    return NAMED.among(s.named)


def shots(s: State, unit: Unit, targets_of: Targets = choices) -> list[Shot]:
    """The targets a unit may still name: one in all, a square one for each face (fucilieri.3.4.12)."""
    if why_no_fire(s, unit) is not None:
        return []
    mine = [one for one in named(s) if one.unit == unit.id]
    if mine and unit.formation != SQUARE:
        return []
    faces, targets = {one.face for one in mine}, {one.target for one in mine}
    return [one for one in targets_of(s, unit) if one.face not in faces and one.target not in targets]


def volleys_for(s: State, command: str, targets_of: Targets = choices) -> list[Option]:
    """Every volley that units of a command may still name, and to leave it at that where nobody must fire."""
    found, must = [], False
    for unit in s.units_of(command):
        mine = shots(s, unit, targets_of)
        rules = ("fucilieri.3.4.1", "fucilieri.3.4.5")
        found += [Option(VOLLEY, {"unit": unit.id, "target": one.target, "face": one.face}, rules) for one in mine]
        must |= bool(mine) and is_obliged(s, unit) and not any(one.unit == unit.id for one in named(s))
    if found and not must:
        found.append(Option(CEASE, {}, ("fucilieri.3.4.1",)))
    return found


def _names(g: FucilieriGame, id: str) -> Procedure[None]:
    """The owner of a command names a target for each of its units that fires (fucilieri.3.4.25)."""
    known: dict[str, list[Shot]] = {}  # nobody moves while volleys are named

    def targets_of(s: State, unit: Unit) -> list[Shot]:
        if unit.id not in known:
            known[unit.id] = choices(s, unit)
        return known[unit.id]

    while options := volleys_for(g.state, id, targets_of):
        seat = g.state.commands[id].seat
        chosen = options[0]
        if len(options) > 1:  # who must fire and has one target is not asked
            chosen = yield Decision(seat, "name-volleys", options, {"command": id}, ("fucilieri.3.4.25",))
        if chosen.key == CEASE:
            return
        s = g.state
        unit, target = s.units[chosen["unit"]], chosen["target"]
        shot = shot_at(s, unit, target)
        assert isinstance(shot, Shot)
        s.named.append(NAMED.written(Named(unit.id, shot.face, shot.band, target)))
        g.tell(VolleyNamed(unit.id, target, shot.face, ("fucilieri.3.4.25",)))


def objection(s: State, answer: Option) -> Objection | None:
    """Why a unit may not fire at whom somebody has answered."""
    unit, target = s.units.get(str(answer.get("unit"))), str(answer.get("target"))
    if unit is None or not unit.is_on or (target not in s.units and target not in s.leaders):
        return None
    return why_no_shot(s, unit, target)


# Firing


def _fire(g: FucilieriGame, moves: Moves) -> Procedure[None]:
    """All dice, then losses and dispersals, then throws of characters, then tests (fucilieri.3.4.26)."""
    s = g.state
    hits = [(one, volley(g, s.units[one.unit], one.target, face=one.face, band=one.band)) for one in named(s)]  # type: ignore[arg-type]
    for one, _ in hits:
        spend_first_volley(s, s.units[one.unit], one.band)  # type: ignore[arg-type]
    for one, count in hits:
        if one.target in s.units:
            take_losses(g, s.units[one.target], count, FIRE, s.units[one.unit])
    for target in dict.fromkeys(one.target for one, count in hits if count):
        if target in s.units:
            throw_characters(g, s.units[target])
        elif not saving_throw(g, s.leaders[target], rule="fucilieri.3.4.22"):
            lose_leader(g, s.leaders[target], KILLED, "fucilieri.3.4.22")
    s.named = []
    yield from settle(g, (), moves)
