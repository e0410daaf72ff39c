"""Chapter 7, melee: one combat, both sides strike before anyone falls, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field

from alfiere.games.esa.battlefield import AREA
from alfiere.games.esa.card_tests import (
    add_card_bonus,
    add_focus,
    base_tally,
    least,
    may_act,
    told,
    turn_cards,
)
from alfiere.games.esa.command import battle_line, card_in_force, is_supported
from alfiere.games.esa.events import MeleeStruck
from alfiere.games.esa.forced import step_back, withdraw
from alfiere.games.esa.ground_rules import may_fight
from alfiere.games.esa.losses import shake, take_losses
from alfiere.games.esa.state import (
    ATTACKED,
    FAILED_MELEE,
    BattleState,
    EsaGame,
    Unit,
)
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.hexes import FRONT, Hex


@dataclass(slots=True)
class Side:
    """One side of a combat."""

    seat: Seat
    units: list[Unit]
    reacting: bool  # activated by reaction, esa.3.3.1d
    fighting: set[str] = field(default_factory=set)  # ids of units able and willing to strike
    main: Unit | None = None
    strikes: bool = False
    losses: int = 0  # losses that fell on the main unit


@dataclass(slots=True)
class Combat:
    """A combat: on at least one side a single unit (esa.7.4.1a)."""

    attackers: Side
    defenders: Side

    def enemies_of(self, side: Side) -> Side:
        """The other side."""
        return self.defenders if side is self.attackers else self.attackers


def have_fought(s: BattleState, one: Unit, two: Unit) -> bool:
    """Whether two units have fought each other in this melee phase (esa.7.1l2)."""
    return f"{one.id} {two.id}" in s.fought or f"{two.id} {one.id}" in s.fought


# Counting


def in_line(s: BattleState, unit: Unit) -> bool:
    """Whether a unit is part of a battle line (esa.9.13a)."""
    return bool(battle_line(s, unit))


def advantage(s: BattleState, unit: Unit, enemy: Unit) -> tuple[int, int]:
    """Automatic damage of a unit against an enemy: always, and only through a battle line (esa.7.2a, esa.7.2b)."""
    field_, mine, theirs = s.field, unit.values.kind, enemy.values.kind
    if field_.kind[unit.hex] == AREA or field_.kind[enemy.hex] == AREA:
        return 0, 0  # esa.5.4.1i
    if field_.fortified_against(enemy.hex, unit.hex) or field_.fortified_against(unit.hex, enemy.hex):
        return 0, 0  # esa.1.4l2
    terrain = field_.tables.terrain
    here, there = field_.ground(unit.hex, mine), field_.ground(enemy.hex, theirs)
    if here in terrain and mine in terrain[here].loses_melee_advantage:
        return 0, 0  # esa.5.4.3d
    if there in terrain and theirs in terrain[there].sheltered_from_melee_advantage:
        return 0, 0  # esa.5.4.2f, esa.5.4.2k, esa.5.4.3f
    if mine == "CP" and enemy.id not in unit.contacts:
        return 0, 0  # esa.7.2d
    if field_.grid.side(enemy.hex, enemy.facing, unit.hex) == FRONT and in_line(s, enemy):
        return 0, 0  # esa.9.13d, esa.9.13e
    always = field_.tables.melee_advantage.get((mine, theirs), 0)
    by_line = field_.tables.line_advantage.get((mine, theirs), 0)
    return always, by_line if by_line and in_line(s, unit) else 0


def weakness(s: BattleState, unit: Unit, enemy: Unit) -> int:
    """Automatic damage a unit suffers from an enemy on this side of it (esa.7.3a, esa.7.3d)."""
    if unit.values.is_infantry and s.field.kind[unit.hex] == AREA:
        return 0  # esa.5.4.1j
    if s.field.fortified_against(unit.hex, enemy.hex):
        return 0  # esa.1.4l2
    return unit.profile.weakness[s.field.grid.side(unit.hex, unit.facing, enemy.hex)]


def automatic_damage(s: BattleState, strikers: list[Unit], target: Unit, blind: set[str]) -> Tally:
    """Advantage of every striking unit and weakness of the target (esa.7.1d, esa.7.4.2a, esa.7.4.2b).

    ``blind``: units whose side is weak against them but who add no advantage (shaken ones, esa.7.4c2).
    """
    tally = Tally("automatic")
    through_line = 0
    for unit in strikers:
        if unit.id not in blind:
            always, by_line = advantage(s, unit, target)
            tally.add(always, "advantage", "esa.7.2a")
            through_line = max(through_line, by_line)
        tally.add(weakness(s, target, unit), "weakness", "esa.7.3a")
    tally.add(through_line, "battle line", "esa.7.4.2h")  # once a combat
    return tally


def melee_tally(s: BattleState, unit: Unit, enemy: Unit, *, attacked: bool, main_of_many: bool) -> Tally:
    """How many cards a unit turns over in melee, and why."""
    tally = base_tally("melee", unit.strength, unit.values.melee)
    leader = s.leader_with(unit)
    if leader is not None:
        tally.add(leader.profile.melee, "leader", "esa.10.1f")
    if s.field.is_higher(unit.hex, enemy.hex):
        tally.add(tables().numbers.higher_ground, "higher ground", "esa.5.6a")
    ground = s.field.ground(unit.hex, unit.values.kind)
    if ground in s.field.tables.terrain:
        rule = "esa.5.4.2e" if unit.values.kind == "CL" else "esa.5.4.2i2"
        tally.add(s.field.tables.terrain[ground].melee.get(unit.values.kind, 0), ground, rule)
    contact = bool(unit.contacts)  # esa.card.32: into any contact this turn, whoever it fights now
    add_card_bonus(s, unit, "melee", tally, attacked=attacked, main_unit=main_of_many, moved_into_contact=contact)
    add_focus(s, unit, "melee", tally)
    return least(tally)


def melee_armour(s: BattleState, unit: Unit, enemy: Unit) -> Tally:
    """What stops damage in melee (esa.7.1e, esa.1.4a, esa.1.4l)."""
    tally = own_armour(s, unit)
    if s.field.fortified_against(unit.hex, enemy.hex):
        tally.add(s.field.walls[unit.hex][1], "fortification", "esa.1.4l")
    return tally


def own_armour(s: BattleState, unit: Unit) -> Tally:
    """Armour and the protection of the hex: all there is against one who fights without a unit."""
    tally = Tally("armour")
    tally.add(unit.values.armour_melee, "armour", "esa.2.6.1b")
    if unit.hex in s.field.protection:
        tally.add(s.field.protection[unit.hex][1], "protection", "esa.1.4a")
    return tally


# Choosing


def possible_mains(side: Side) -> list[Unit]:
    """Who may fight for a side: close order before open order, fit before shaken (esa.7.4c, esa.7.4c2)."""
    fit = [unit for unit in side.units if unit.id in side.fighting]
    close = [unit for unit in fit if not unit.values.is_open_order]
    return close or fit or side.units


def choose_main(g: EsaGame, side: Side, enemies: Side) -> Procedure[None]:
    """The player with more units names the main unit; a weakened one must pass its test (esa.7.4b, esa.10.12c4)."""
    s = g.state
    left = possible_mains(side)
    first: Unit | None = None
    while left:
        options = [Option("main", {"unit": one.id}, ("esa.7.4b",)) for one in left]
        about = {"enemy": enemies.units[0].id}
        unit = s.units[(yield from choose(side.seat, "main-unit", options, about, ("esa.7.4b",)))["unit"]]
        first = first or unit
        if unit.id not in side.fighting:
            break
        if may_act(g, unit, "melee", FAILED_MELEE):
            side.main, side.strikes = unit, True
            return
        side.fighting.discard(unit.id)
        left = [one for one in possible_mains(side) if one.id in side.fighting]
    side.main = first  # esa.10.12c5: no damage from this side, its losses fall on the one named first


# Fighting


def fight(g: EsaGame, combat: Combat) -> Procedure[list[tuple[Unit, Hex]]]:
    """Chapter 7.1: one combat, from the blows to the forced movements.

    Tells which main unit may now press or pursue, and the hex its beaten enemy has left.
    """
    s = g.state
    attackers, defenders = combat.attackers, combat.defenders
    for unit in attackers.units:
        unit.did |= ATTACKED
    yield from choose_main(g, attackers, defenders)
    if len(attackers.units) == 1 and attackers.units[0].did & FAILED_MELEE:
        return []  # esa.10.12c: a weakened unit that dares not attack; there is no combat
    yield from choose_main(g, defenders, attackers)
    for one in attackers.units:
        for foe in defenders.units:
            s.fought.append(f"{one.id} {foe.id}")  # esa.7.1l2
    blows = [_strike(g, combat, side) for side in (attackers, defenders) if _may_strike(s, combat, side)]
    places = {unit.id: unit.hex for side in (attackers, defenders) for unit in side.units}
    for side, losses in blows:  # losses fall together, esa.3.3.1d
        victims = combat.enemies_of(side)
        victims.losses = losses
        assert victims.main is not None
        take_losses(g, victims.main, losses)
    winners = yield from _consequences(g, combat, places)
    for side, enemies in ((attackers, defenders), (defenders, attackers)):
        for unit in side.units:
            if unit.hex not in ("", places[unit.id]):
                s.gave_way += [f"{unit.id} {foe.id}" for foe in enemies.units]  # esa.9.4a
    return winners


def _may_strike(s: BattleState, combat: Combat, side: Side) -> bool:
    """A main unit able to fight strikes, unless the ground shuts it off from this enemy (esa.5.4.1e2, esa.5.4.2c3)."""
    target = combat.enemies_of(side).main
    assert side.main is not None
    assert target is not None
    return side.strikes and may_fight(s, side.main, target)


def _strike(g: EsaGame, combat: Combat, side: Side) -> tuple[Side, int]:
    s = g.state
    enemies = combat.enemies_of(side)
    unit, target = side.main, enemies.main
    assert unit is not None
    assert target is not None
    outnumbering = len(side.units) > 1
    # esa.7.4.2d, esa.7.4.2e: the single unit's advantage and the many's weakness concern the main unit alone
    blind = {one.id for one in side.units if one.id not in side.fighting}
    automatic = automatic_damage(s, side.units, target, blind)
    tally = melee_tally(s, unit, target, attacked=side.reacting, main_of_many=outnumbering)
    armour = melee_armour(s, target, unit)
    decisive = max(1, target.strength + armour.total - automatic.total)  # esa.4.1b
    turned, hits = turn_cards(g, side.seat, tally.total, decisive)
    losses = max(0, automatic.total + hits - armour.total)
    helpers = tuple(one.id for one in side.units if one is not unit)
    drawn = told(s, unit.seat, turned)
    g.tell(MeleeStruck(unit.id, helpers, target.id, automatic, tally, *drawn, hits, armour, losses))
    return side, losses


def _consequences(g: EsaGame, combat: Combat, places: dict[str, Hex]) -> Procedure[list[tuple[Unit, Hex]]]:
    """Forced movements, the inactive side first (esa.7.1k, esa.5.3g); then it is clear who has won."""
    gone: dict[Seat, bool] = {}
    sides = sorted((combat.attackers, combat.defenders), key=lambda side: not side.reacting)
    for side in sides:
        enemies = combat.enemies_of(side)
        main, threat = side.main, enemies.main
        assert main is not None
        assert threat is not None
        moved = yield from _give_ground(g, side, main, places[threat.id])
        gone[side.seat] = bool(moved) or not main.hex
        yield from _helpers_follow(g, side, main, enemies, moved, places[threat.id])
    winners = []
    for side in sides:
        main, beaten = side.main, combat.enemies_of(side).main
        assert main is not None
        assert beaten is not None
        if gone[beaten.seat] and not gone[side.seat]:
            if may_follow_up(g.state, main, places[beaten.id], reacting=side.reacting):
                winners.append((main, places[beaten.id]))
    return winners


def may_follow_up(s: BattleState, main: Unit, beaten: Hex, *, reacting: bool = False) -> bool:
    """Whether the winner's main unit may press or pursue (esa.9.11c-esa.9.11g, esa.9.12c-esa.9.12g2)."""
    if main.is_paralysed:
        return False  # esa.10.14a
    if reacting:
        card = card_in_force(s, main)
        if card is None or card.ability != "counter-attack":  # esa.9.11d, esa.9.12d, esa.card.15
            return False
        if s.field.fortified_against(main.hex, beaten):
            return False  # esa.9.11f, esa.9.12f
    return s.field.kind[main.hex] != AREA  # esa.9.11e, esa.9.12e


def _give_ground(g: EsaGame, side: Side, unit: Unit, threat: Hex) -> Procedure[str]:
    """What losses, or being shaken, make the main unit do; tells the kind of movement, or nothing."""
    s = g.state
    if not unit.hex:
        return ""
    if unit.is_shaken:  # esa.10.16c, esa.10.16e
        yield from withdraw(g, unit, threat, "esa.10.16c", from_losses=False)
        return "withdraw"
    if not side.losses:
        return ""  # esa.7.1k2
    supported = is_supported(s, unit)
    if unit.lost >= tables().numbers.losses_to_shake:
        if not supported:
            shake(g, unit, "esa.7.1g")
            yield from withdraw(g, unit, threat, "esa.7.1g", from_losses=True)
            return "withdraw"
        return (yield from _may_give_ground(g, unit, threat, "withdraw"))  # esa.7.1h, esa.10.18d
    if supported or unit.profile.is_square:  # esa.7.1f, esa.9.15g
        return (yield from _may_give_ground(g, unit, threat, "step-back"))
    yield from step_back(g, unit, threat, "esa.7.1f")
    return "step-back"


def _may_give_ground(g: EsaGame, unit: Unit, threat: Hex, kind: str) -> Procedure[str]:
    rules = ("esa.10.18d", "esa.5.3.2e") if kind == "withdraw" else ("esa.7.1f",)
    chosen = yield Decision(unit.seat, f"may-{kind}", [Option("stand"), Option(kind)], {"unit": unit.id}, rules)
    if chosen.key == "stand":
        return ""
    if kind == "withdraw":
        yield from withdraw(g, unit, threat, "esa.10.18f", from_losses=True)
    else:
        yield from step_back(g, unit, threat, "esa.7.1f")
    return kind


def _helpers_follow(g: EsaGame, side: Side, main: Unit, enemies: Side, kind: str, threat: Hex) -> Procedure[None]:
    """Open-order units in support go back with their main unit (esa.7.4.2f-esa.7.4.2f3, esa.5.3.2i).

    A shaken unit for which a friend has fought withdraws in any case (esa.10.16c, esa.10.16e).
    """
    helpers = [unit for unit in side.units if unit is not main and unit.hex]
    holds = any(not unit.values.is_open_order and not unit.is_shaken for unit in helpers)
    assert enemies.main is not None
    against_open_order = enemies.main.values.is_open_order
    for unit in helpers:
        if unit.is_shaken:
            yield from withdraw(g, unit, threat, "esa.10.16c", from_losses=False)
        elif kind == "withdraw" and not holds and not against_open_order:
            yield from withdraw(g, unit, threat, "esa.7.4.2f", from_losses=False)
        elif kind == "step-back" and not holds:
            yield from step_back(g, unit, threat, "esa.7.4.2f")


def can_strike(s: BattleState, unit: Unit, enemies: list[Unit]) -> bool:
    """Whether a unit is able to fight at all against these enemies (esa.10.16a, esa.9.2l, esa.5.4.1e2)."""
    if unit.is_shaken or unit.profile.is_artillery or unit.did & FAILED_MELEE:
        return False
    return any(may_fight(s, unit, enemy) for enemy in enemies)
