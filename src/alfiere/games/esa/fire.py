"""Chapter 6, fire: who may shoot whom, how many cards, what a hit does."""

from __future__ import annotations

from typing import NamedTuple

from alfiere.games.esa.battlefield import WOOD
from alfiere.games.esa.card_tests import (
    add_card_bonus,
    add_focus,
    base_tally,
    least,
    may_act,
    told,
    turn_cards,
)
from alfiere.games.esa.charge import can_counter_charge_shooter, charge
from alfiere.games.esa.command import enemies_around, engages, has_melee_order, is_engaged, is_supported
from alfiere.games.esa.evasion import can_evade, evade, evasions
from alfiere.games.esa.events import UnitParalysed, VolleyFired
from alfiere.games.esa.forced import withdraw
from alfiere.games.esa.losses import flee, hit_leader, shake, take_losses
from alfiere.games.esa.sectors import sector_hexes
from alfiere.games.esa.state import (
    ACTED,
    BARRAGED,
    CHANGED,
    COUNTER_CHARGED,
    FAILED_FIRE,
    FIRED,
    BattleState,
    EsaGame,
    Leader,
    Unit,
)
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex

Target = Unit | Leader
REACTIONS = ("fire", "evade", "counter-charge")  # esa.6.1b


def has_clear_line(s: BattleState, origin: Hex, target: Hex) -> bool:
    """Whether the line of fire meets nothing that blocks it (esa.6.4b, esa.g.9-esa.g.11)."""
    blocks, at = s.field.blocks, s.at
    crests = s.field.blocking_crests
    for met in s.field.grid.line(origin, target):
        if all(label in blocks or label in at or label in crests for label in met):
            return False
    return True


def can_fire(s: BattleState, unit: Unit, *, firmness: bool = False) -> bool:
    """Whether a unit is able to fire at all, orders and targets apart (esa.6b, esa.6.3b, esa.10.14a, esa.10.16a)."""
    if unit.values.sector is None or unit.is_shaken or unit.is_paralysed or unit.did & (FIRED | FAILED_FIRE | CHANGED):
        return False
    if unit.profile.is_artillery and not unit.values.id.endswith("/battery"):
        return False  # esa.9.2a
    if firmness or unit.profile.is_reiter:  # esa.6.3d, esa.6.3e
        return True
    return not (is_engaged(s, unit) or engages(s, unit))


def may_be_target(s: BattleState, unit: Unit, target: Unit) -> bool:
    """Engaged units are not fired at; reiter may shoot what only they engage (esa.6.3c, esa.9.16d)."""
    for enemy in enemies_around(s, target):
        if enemy.is_shaken or enemy.profile.is_artillery or (enemy is unit and unit.profile.is_reiter):
            continue
        if has_melee_order(s, enemy):
            return False
    return True


def closed_to_fire(s: BattleState, unit: Unit, label: Hex) -> bool:
    """Heavy and medium cavalry do not fire at units in a wood (esa.5.4.2c)."""
    return s.field.kind[label] == WOOD and unit.values.kind in s.field.tables.terrain[WOOD].no_fire_at


def targets(s: BattleState, unit: Unit) -> list[Target]:
    """Everything a unit that can fire may fire at: enemy units and lone leaders (esa.6.1a, esa.10.1j)."""
    found: list[Target] = []
    for label in sector_hexes(s, unit):
        name = s.at.get(label)
        if name is not None:
            target = s.units[name]
            if (
                target.seat != unit.seat
                and not closed_to_fire(s, unit, label)
                and may_be_target(s, unit, target)
                and has_clear_line(s, unit.hex, label)
            ):
                found.append(target)
            continue
        captain = s.leader_at.get(label)
        if captain is not None and s.leaders[captain].seat != unit.seat and covers(s, unit, label):
            found.append(s.leaders[captain])
    return found


def covers(s: BattleState, unit: Unit, target: Hex) -> bool:
    """Whether a hex is in a unit's sector with a clear line (esa.3.3.1c)."""
    return (
        target in sector_hexes(s, unit) and not closed_to_fire(s, unit, target) and has_clear_line(s, unit.hex, target)
    )


def fire_tally(s: BattleState, unit: Unit, target: Target) -> Tally:
    """How many cards a volley turns over, and why."""
    sector = unit.values.sector
    assert unit.values.fire is not None
    assert sector is not None
    tally = base_tally("fire", unit.strength, unit.values.fire)
    leader = s.leader_with(unit)
    if leader is not None and leader.profile.fire is not None:
        tally.add(leader.profile.fire, "leader", "esa.10.1f")
    add_card_bonus(s, unit, "fire", tally)
    add_focus(s, unit, "fire", tally)
    if target.hex in s.field.grid.sector(unit.hex, unit.facing, sector.flanks):
        tally.add(tables().numbers.reiter_flank, "flank", "esa.9.16b")
    return least(tally)


def fire_automatic(s: BattleState, unit: Unit, target: Target) -> Tally:
    """Damage without a card: fire advantage and the target's weakness (esa.6.1f, esa.6.2a, esa.6.2g)."""
    tally = Tally("automatic")
    if isinstance(target, Leader):
        return tally  # esa.10.1j: neither advantage nor weakness
    ground = s.field.ground(target.hex, target.values.kind)
    sheltered = (
        ground in s.field.tables.terrain
        and target.values.kind in s.field.tables.terrain[ground].sheltered_from_fire_advantage
    )
    if not sheltered:  # esa.5.4.2g
        tally.add(
            s.field.tables.fire_advantage.get((unit.values.kind, target.values.kind), 0),
            "advantage",
            "esa.6.2a",
        )
    tally.add(target.profile.fire_weakness + s.scenario.fire_weakness.get(target.id, 0), "weakness", "esa.6.1g")
    return tally


def fire_armour(s: BattleState, target: Target, shooter: Hex) -> Tally:
    """What stops damage by fire: the target's armour and the protection of its hex (esa.6.1h, esa.1.4a)."""
    tally = Tally("armour")
    if isinstance(target, Leader):
        tally.add(target.profile.armour[0], "armour", "esa.10.1j")
        return tally
    tally.add(target.values.armour_fire, "armour", "esa.2.6.1b")
    if target.hex in s.field.protection:
        tally.add(s.field.protection[target.hex][0], "protection", "esa.1.4a")
    if target.profile.is_artillery and target.hex in s.field.gabions:
        tally.add(tables().numbers.gabions, "gabions", "esa.5.8a")
    if s.field.fortified_against_fire(target.hex, shooter):
        tally.add(s.field.walls[target.hex][0], "fortification", "esa.1.4l")
    return tally


def is_far(s: BattleState, unit: Unit, target: Hex) -> bool:
    """Whether a target is in the far zone of a gun (esa.9.2h)."""
    sector = unit.values.sector
    assert sector is not None
    return target in s.field.grid.sector(unit.hex, unit.facing, sector.far)


class Volley(NamedTuple):
    """The result of one volley, before it is applied."""

    unit: Unit
    target: Target
    losses: int
    far: bool


def volley(g: EsaGame, unit: Unit, target: Target) -> Volley:
    """Count, turn over, subtract armour; nothing is applied yet (esa.6.1f-esa.6.1h)."""
    s = g.state
    tally, automatic = fire_tally(s, unit, target), fire_automatic(s, unit, target)
    armour, far = fire_armour(s, target, unit.hex), is_far(s, unit, target.hex)
    # esa.4.1b: enough to eliminate the target or, far away, to paralyse it
    decisive = max(1, (1 if far else target.strength) + armour.total - automatic.total)
    turned, hits = turn_cards(g, unit.seat, tally.total, decisive)
    losses = max(0, automatic.total + hits - armour.total)
    unit.did |= FIRED | ACTED
    drawn = told(s, unit.seat, turned)
    g.tell(VolleyFired(unit.id, target.id, automatic, tally, *drawn, hits, armour, losses, far))
    return Volley(unit, target, losses, far)


def apply_volleys(g: EsaGame, active: Seat, *volleys: Volley) -> Procedure[None]:
    """Losses of simultaneous fires fall together, then their consequences, the inactive side's first (esa.3.3.1b).

    ``active``: who is the active player in it (esa.g.15).
    """
    threats = {one: one.unit.hex for one in volleys}
    fallen: set[str] = set()
    for one in volleys:
        if isinstance(one.target, Leader):
            if one.losses and not one.far and not hit_leader(g, one.target, one.losses):  # esa.9.2h, esa.10.1j4
                fallen.add(one.target.id)
        elif one.far:
            if one.losses and not one.target.is_paralysed:  # esa.9.2i, esa.10.14d2
                one.target.is_paralysed = True
                g.tell(UnitParalysed(one.target.id))
        else:
            take_losses(g, one.target, one.losses)
    for one in sorted(volleys, key=lambda one: one.target.seat == active):
        if isinstance(one.target, Leader):
            if one.target.id not in fallen:
                yield from flee(g, one.target, must_leave=False)  # esa.10.1j3
        else:
            yield from fire_consequences(g, one.target, threats[one], 0 if one.far else one.losses)


def fire_consequences(g: EsaGame, unit: Unit, threat: Hex, losses: int) -> Procedure[None]:
    """Shaken and withdrawing after two losses in the turn, unless supported (esa.6.1i-esa.6.1k, esa.10.16b)."""
    s = g.state
    if not unit.hex:
        return
    if unit.is_shaken:  # esa.10.16e
        yield from withdraw(g, unit, threat, "esa.10.16b", from_losses=False)
    elif losses and unit.lost >= tables().numbers.losses_to_shake:
        if not is_supported(s, unit):
            shake(g, unit, "esa.6.1i")
            yield from withdraw(g, unit, threat, "esa.6.1i", from_losses=True)
        elif (yield from wishes_to_withdraw(unit)):
            yield from withdraw(g, unit, threat, "esa.10.18f", from_losses=True)


def wishes_to_withdraw(unit: Unit) -> Procedure[bool]:
    """A supported unit may withdraw if its owner wishes (esa.5.3.2e, esa.10.18d)."""
    options = [Option("stand"), Option("withdraw")]
    chosen = yield Decision(unit.seat, "may-withdraw", options, {"unit": unit.id}, ("esa.10.18d", "esa.5.3.2e"))
    return chosen.key == "withdraw"


def reactions_to_fire(s: BattleState, unit: Unit, target: Unit, allowed: tuple[str, ...]) -> list[Option]:
    """What the target of a volley may do (esa.6.1b, esa.3.3.1b, esa.3.3.1l, esa.3.3.1m, esa.10.16b)."""
    options: list[Option] = []
    if target.is_shaken:
        return options
    if "fire" in allowed and can_return_fire(s, target, unit):
        options.append(Option("fire", {"unit": target.id}, ("esa.3.3.1b",)))
    if "evade" in allowed and can_evade(s, target) and evasions(s, target, unit.hex):
        options.append(Option("evade", {"unit": target.id}, ("esa.9.8a",)))
    if "counter-charge" in allowed and can_counter_charge_shooter(s, target, unit):
        options.append(Option("counter-charge", {"unit": target.id}, ("esa.9.5a", "esa.9.5d")))
    return options


def can_return_fire(s: BattleState, target: Unit, shooter: Unit) -> bool:
    """Return fire needs no order, only sector, line and a unit fit to fire (esa.3.3.1c, esa.3.3.1c2).

    Reiter who fire while others engage them are no target themselves (esa.6.3c).
    """
    if target.profile.is_artillery and target.did & ACTED:
        return False  # esa.9.2o: its one action of the turn
    return can_fire(s, target) and covers(s, target, shooter.hex) and may_be_target(s, target, shooter)


def shoot(g: EsaGame, unit: Unit, target: Target, allowed: tuple[str, ...] = REACTIONS) -> Procedure[None]:
    """Chapter 6.1: one fire with the target's reaction. ``allowed``: the reactions it may choose from."""
    s = g.state
    if isinstance(target, Leader):
        yield from apply_volleys(g, unit.seat, volley(g, unit, target))
        return
    options = reactions_to_fire(s, unit, target, allowed)
    reaction = "none"
    if options:
        options.append(Option("none"))
        about = {"unit": target.id, "enemy": unit.id}
        reaction = (yield Decision(target.seat, "react-to-fire", options, about, ("esa.6.1b", "esa.3.3.1a"))).key
    if reaction == "fire" and may_act(g, target, "fire", FAILED_FIRE):
        yield from apply_volleys(g, unit.seat, volley(g, unit, target), volley(g, target, unit))
    elif reaction == "evade" and (yield from evade(g, target, unit.hex)):
        yield from _shoot_after_evasion(g, unit, target)
    else:
        start = target.hex
        yield from apply_volleys(g, unit.seat, volley(g, unit, target))
        # esa.9.5f3: not if the fire has driven it back
        if reaction == "counter-charge" and target.hex == start and can_counter_charge_shooter(s, target, unit):
            target.did |= COUNTER_CHARGED  # esa.9.5f4
            yield from charge(g, target, unit, by_reaction=True)  # esa.6.1e


def _shoot_after_evasion(g: EsaGame, unit: Unit, evader: Unit) -> Procedure[None]:
    """The target has evaded: fire at it all the same, at another, or not at all (esa.6.1d, esa.6.1d2)."""
    s = g.state
    found = targets(s, unit)
    if not found:
        return
    options = [Option("fire", {"unit": unit.id, "target": one.id}, ("esa.6.1d",)) for one in found]
    chosen = yield Decision(
        unit.seat,
        "fire-after-evasion",
        [*options, Option("hold")],
        {"unit": unit.id},
        ("esa.6.1d", "esa.9.8d"),
    )
    if chosen.key == "fire":
        target = found[options.index(chosen)]
        # esa.6.1b, esa.6.1d: the evader has had its reaction; another target reacts, but may not evade
        yield from shoot(g, unit, target, () if target is evader else ("fire", "counter-charge"))


def volley_by_order(g: EsaGame, unit: Unit, target: Target, *, barrage: bool = False) -> Procedure[None]:
    """A unit fires by order, after a weakened unit's test (esa.10.12c)."""
    if not may_act(g, unit, "fire", FAILED_FIRE):
        return
    yield from shoot(g, unit, target)
    if barrage and unit.did & FIRED:
        unit.did = (unit.did & ~FIRED) | BARRAGED  # esa.card.9b: it may fire once more in the fire phase
