"""Chapters 3.3.1 and 9.10: what a completed move lets the enemy, and the mover, do at once."""

from __future__ import annotations

from alfiere.games.esa.card_tests import may_act
from alfiere.games.esa.charge import charge, charge_targets, go_on_after_evasion
from alfiere.games.esa.command import enemies_around, is_engaged
from alfiere.games.esa.fire import apply_volleys, can_fire, covers, shoot, volley
from alfiere.games.esa.movement import (
    choose_facing,
    companion,
    destinations,
    ends,
    march,
    movement_points,
)
from alfiere.games.esa.press import may_press_into, press
from alfiere.games.esa.state import (
    ACTED,
    EVADED,
    FAILED_FIRE,
    FAILED_MOVE,
    PRESSED,
    PURSUED,
    REACTED,
    REACTION_MELEE,
    BattleState,
    EsaGame,
    Unit,
    other,
)
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex, path_to


def after_move(g: EsaGame, unit: Unit, start: Hex, was_near: list[str], *, firmness: bool = True) -> Procedure[None]:
    """A unit has ended its move: firmness, other fire, then press, pursuit or charge by reaction (esa.3.3.1n)."""
    if not unit.hex or not (was_near or enemies_around(g.state, unit)):
        return  # most moves: nobody was beside it, nobody is
    if firmness:  # esa.9.10f: not after a pursuit or a press
        yield from firm_fire(g, unit, was_near)
    if unit.hex != start:  # a charge whose test has failed leaves nobody behind
        yield from fire_at_mover(g, unit, was_near)
        yield from follow_mover(g, unit, start, was_near)


def firm_fire(g: EsaGame, mover: Unit, was_near: list[str]) -> Procedure[None]:
    """Units with firmness fire at contact, the enemy's first, then the mover (esa.9.10a-esa.9.10d, esa.g.15)."""
    s = g.state
    while mover.hex:
        ready = [enemy for enemy in _newly_met(s, mover, was_near) if has_firm_fire(s, enemy, mover)]
        if not ready:
            break
        options = [Option("fire", {"unit": one.id, "target": mover.id}, ("esa.9.10b",)) for one in ready]
        chosen = yield Decision(
            other(mover.seat), "firm-fire", [*options, Option("hold")], {"enemy": mover.id}, ("esa.9.10a",)
        )
        if chosen.key == "hold":
            break
        yield from _firm_volley(g, mover.seat, s.units[chosen["unit"]], mover)
    if mover.hex:
        yield from _offer_firm_fire(g, mover, _newly_met(s, mover, was_near))


def _newly_met(s: BattleState, mover: Unit, was_near: list[str]) -> list[Unit]:
    """The enemies a move has brought a unit next to."""
    return [enemy for enemy in enemies_around(s, mover) if enemy.id not in was_near]


def has_firm_fire(s: BattleState, unit: Unit, target: Unit) -> bool:
    """Whether a unit may fire by firmness at a neighbour (esa.9.10g)."""
    return unit.profile.has_firmness and can_fire(s, unit, firmness=True) and covers(s, unit, target.hex)


def _offer_firm_fire(g: EsaGame, unit: Unit, near: list[Unit]) -> Procedure[None]:
    found = [enemy for enemy in near if has_firm_fire(g.state, unit, enemy)]
    if not found:
        return
    options = [Option("fire", {"unit": unit.id, "target": one.id}, ("esa.9.10b",)) for one in found]
    chosen = yield Decision(unit.seat, "firm-fire", [*options, Option("hold")], {"unit": unit.id}, ("esa.9.10a",))
    if chosen.key == "fire":
        yield from _firm_volley(g, unit.seat, unit, found[options.index(chosen)])


def _firm_volley(g: EsaGame, active: Seat, unit: Unit, target: Unit) -> Procedure[None]:
    """A fire by firmness; only firmness answers it (esa.9.10c, esa.3.3.1n2). ``active``: the mover's side."""
    if not may_act(g, unit, "fire", FAILED_FIRE):
        return
    if has_firm_fire(g.state, target, unit):
        options = [Option("fire", {"unit": target.id}, ("esa.9.10c",)), Option("none")]
        about = {"unit": target.id, "enemy": unit.id}
        chosen = yield Decision(target.seat, "react-to-fire", options, about, ("esa.9.10c",))
        if chosen.key == "fire" and may_act(g, target, "fire", FAILED_FIRE):
            yield from apply_volleys(g, active, volley(g, unit, target), volley(g, target, unit))
            return
    yield from apply_volleys(g, active, volley(g, unit, target))


def fire_at_mover(g: EsaGame, mover: Unit, was_near: list[str]) -> Procedure[None]:
    """Units the mover was adjacent to may fire at it where it has ended (esa.3.3.1j, esa.3.3.1k)."""
    s = g.state
    while mover.hex:
        ready = [
            unit
            for unit in map(s.units.__getitem__, was_near)
            if unit.hex
            and can_fire(s, unit)
            and not (unit.profile.is_artillery and unit.did & ACTED)
            and not is_engaged(s, unit)
            and covers(s, unit, mover.hex)
        ]
        if not ready:
            return
        options = [Option("fire", {"unit": one.id, "target": mover.id}, ("esa.3.3.1j",)) for one in ready]
        chosen = yield Decision(
            other(mover.seat),
            "fire-at-mover",
            [*options, Option("hold")],
            {"enemy": mover.id},
            ("esa.3.3.1j",),
        )
        if chosen.key == "hold":
            return
        unit = s.units[chosen["unit"]]
        if may_act(g, unit, "fire", FAILED_FIRE):
            yield from shoot(g, unit, mover, ())  # the mover may not answer


def follow_mover(g: EsaGame, mover: Unit, start: Hex, was_near: list[str]) -> Procedure[None]:
    """Units with press, pursue or charge may use it when a neighbour has gone (esa.3.3.1f-esa.3.3.1g4)."""
    s = g.state
    while mover.hex:
        near = map(s.units.__getitem__, was_near)
        choices = [option for unit in near for option in follow_options(s, unit, mover, start)]
        if not choices:
            return
        chosen = yield Decision(
            other(mover.seat), "follow", [Option("hold"), *choices], {"enemy": mover.id}, ("esa.3.3.1f",)
        )
        if chosen.key == "hold":
            return
        unit = s.units[chosen["unit"]]
        yield from _follow(g, unit, mover, chosen)


def follow_options(s: BattleState, unit: Unit, mover: Unit, start: Hex) -> list[Option]:
    """How a unit may follow a neighbour that has moved away."""
    if (
        not unit.hex
        or unit.is_shaken
        or unit.is_paralysed
        or unit.did & (REACTED | EVADED | FAILED_MOVE)  # esa.3.3.1g, esa.9.8e, esa.10.12c
        or s.field.grid.distance(unit.hex, mover.hex) == 1
        or is_engaged(s, unit)
    ):
        return []
    options = []
    profile = unit.profile
    if profile.has_press and not unit.did & PRESSED and may_press_into(s, unit, start):
        options.append(Option("press", {"unit": unit.id, "hex": start}, ("esa.3.3.1g2",)))
    if profile.has_pursue and not unit.did & PURSUED:
        found = destinations(s, unit, movement_points(s, unit), contact=True, road=False)
        options += [
            Option("pursue", {"unit": unit.id, "hex": label}, ("esa.3.3.1g3",))
            for label in ends(s, unit, found)
            if label != unit.hex
        ]
    if profile.charge and mover in charge_targets(s, unit):
        options.append(Option("charge", {"unit": unit.id, "target": mover.id}, ("esa.3.3.1g4",)))
    return options


def _follow(g: EsaGame, unit: Unit, mover: Unit, chosen: Option) -> Procedure[None]:
    s = g.state
    unit.did |= REACTED
    if chosen.key == "charge":
        yield from charge(g, unit, mover, by_reaction=True)
        return
    if not may_act(g, unit, "move", FAILED_MOVE):
        return
    goal: Hex = chosen["hex"]
    if chosen.key == "press":
        yield from press(g, unit, goal, "esa.3.3.1g2")
        return
    unit.did |= PURSUED  # esa.9.12c
    points = movement_points(s, unit)
    found = destinations(s, unit, points, contact=True, road=False)
    leader = yield from companion(g, unit, goal)
    march(g, unit, leader, path_to(found, goal), "pursue", "esa.3.3.1g3")
    yield from go_on_after_evasion(g, unit, leader, points - found[goal][0])
    if enemies_around(s, unit):
        unit.did |= REACTION_MELEE  # esa.3.3.1h
    yield from choose_facing(g, unit)
