"""How good a position is: what the computer players go by. House numbers, tuned by playing."""

from __future__ import annotations

from alfiere.games.esa.cards import cards
from alfiere.games.esa.command import is_supported
from alfiere.games.esa.losses import GENERALS, UNITS
from alfiere.games.esa.state import BECAME_SHAKEN, BattleState, Division, Unit, other
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Seat
from alfiere.table.hexes import FLANK, FRONT, REAR

WON = 1000.0
DETERMINATION = 3.0
STRENGTH = 1.2
SHAKEN = 2.5
PARALYSED = 1.0
DISTANCE = 0.8  # a hex nearer to the enemy
WAITING = 0.2  # the same for a side that wins if nothing happens
NEAR = 4  # from here on it matters how a unit stands
FACING = 0.3
FLANKED = 0.8
SUPPORT = 0.3
COMMAND = 0.5  # a hex beyond the general's reach
TIED_GENERAL = 1.5  # a division general who binds himself to one unit commands only that one
HEIGHT = 0.6  # a unit on a height while nobody is upon it: it sees and shoots farther, and is attacked uphill
EXPOSED = 1.2  # the commander in chief, for each hex that he is nearer to the enemy than he need be
SAFE = 3  # hexes
OBJECTIVE = 0.15
PRIZE = 2.0  # a hex nearer to the one that wins the battle, for the nearest unit alone
HELD = 12.0  # standing on it, with the end of the turn still to come


def evaluate(s: BattleState, seat: Seat) -> float:
    """The position from one seat's side."""
    if s.winner:
        return 0.0 if s.winner == "nobody" else WON if s.winner == seat else -WON
    foe = other(seat)
    return _strength(s, seat) - _strength(s, foe) + _posture(s, seat) + _orders(s, seat) + _prize(s, seat)


def _strength(s: BattleState, seat: Seat) -> float:
    army = s.armies[seat]
    determination = army.determination - army.cost[UNITS] - army.cost[GENERALS]
    score = 0.0
    for unit in s.units.values():
        if unit.seat != seat:
            continue
        if unit.did & BECAME_SHAKEN:
            determination -= 1
        if unit.hex:
            score += STRENGTH * unit.profile.points * unit.strength / unit.profile.strength
            if unit.is_shaken:
                score -= SHAKEN
            if unit.is_paralysed:
                score -= PARALYSED
    for leader in s.leaders.values():
        if leader.seat == seat and leader.hex:
            score += 0.3 * leader.profile.morale * leader.strength / 3
    return score + DETERMINATION * determination


def _posture(s: BattleState, seat: Seat) -> float:
    """Near the enemy, facing him, supported, in command, on the way to objectives."""
    mine, theirs = s.side(seat), s.side(other(seat))
    if not mine or not theirs:
        return 0.0
    goals = _goals(s, seat)
    victory = s.scenario.form.victory
    waits = victory is not None and s.scenario.seat_of.get(victory.at_end) == seat
    pull = WAITING if waits else DISTANCE
    score = 0.0
    for unit in mine:
        far = s.field.grid.distances(unit.hex)
        nearest = min(theirs, key=lambda enemy: far[enemy.hex])
        distance = far[nearest.hex]
        if unit.is_shaken:
            score += 0.2 * min(distance, NEAR)
            continue
        wanted = 2 if unit.values.sector is not None and unit.values.is_open_order else 1
        score -= pull * abs(distance - wanted)
        if distance <= NEAR:
            score += _readiness(s, unit, theirs, nearest, distance)
            if is_supported(s, unit):
                score += SUPPORT
        if distance > 1 and s.field.height[unit.hex] is not None:
            score += HEIGHT
        if goals:
            score -= OBJECTIVE * min(far[goal] for goal in goals)
    return score + _leadership(s, seat)


def _prize(s: BattleState, seat: Seat) -> float:
    """How near the side that needs it is to the hex that wins the battle at once."""
    victory = s.scenario.form.victory
    if victory is None:
        return 0.0
    hunter = s.scenario.seat_of[victory.side]
    far = s.field.grid.distances(victory.hex)
    nearest = min(
        (far[unit.hex] + _out_of_command(s, unit) for unit in s.side(hunter) if not unit.is_shaken), default=len(far)
    )
    worth = HELD if nearest == 0 else -PRIZE * nearest
    return worth if seat == hunter else -worth


def _out_of_command(s: BattleState, unit: Unit) -> int:
    """How many hexes its general is too far away to send a unit on."""
    general = s.leaders[s.divisions[unit.division].general]
    if not general.hex:
        return 0
    slack = 0 if general.has_moved else tables().numbers.leader_pm  # he moves after his units
    return max(0, s.field.command_distance(general.hex, unit.hex) - general.profile.morale - slack)


def _goals(s: BattleState, seat: Seat) -> list[str]:
    """Hexes worth holding: objectives that would cost the enemy, and the hex that wins."""
    seat_of = s.scenario.seat_of
    goals = [
        one.hex
        for place, one in enumerate(s.scenario.form.objective)
        if str(place) not in s.taken and (one.loses in ("anyone", "opponent") or seat_of[one.loses] != seat)
    ]
    victory = s.scenario.form.victory
    if victory is not None:
        goals.append(victory.hex)
    return goals


def _leadership(s: BattleState, seat: Seat) -> float:
    """Generals within reach of their units and their commander, and not tied to a single unit."""
    score = 0.0
    distance = s.field.command_distance
    commander = s.leaders[s.armies[seat].commander]
    if commander.hex and len(s.side(seat)) > 1:
        nearest = min(s.field.grid.distances(commander.hex)[enemy.hex] for enemy in s.side(other(seat)))
        score -= EXPOSED * max(0, SAFE - nearest)
    for division in s.divisions.values():
        general = s.leaders[division.general]
        if division.seat != seat or not general.hex:
            continue
        units = [unit for unit in map(s.units.__getitem__, division.units) if unit.hex]
        reach = general.profile.morale
        slack = 0 if general.has_moved else tables().numbers.leader_pm  # he moves after his units
        for unit in units:
            far = distance(general.hex, unit.hex)
            score -= COMMAND * max(0, far - reach - slack) + 0.05 * far
        if len(units) > 1 and general.hex in s.at:
            score -= TIED_GENERAL
        if general is not commander and commander.hex:
            gap = distance(commander.hex, general.hex) - commander.profile.morale - reach
            score -= 0.2 * max(0, gap)
    return score


def _readiness(s: BattleState, unit: Unit, theirs: list[Unit], nearest: Unit, distance: int) -> float:
    grid = s.field.grid
    score = 0.0
    if grid.facing_towards(unit.hex, nearest.hex) == unit.facing:
        score += FACING
    if distance == 1:
        weak = unit.profile.weakness
        for enemy in theirs:
            if not enemy.is_shaken and enemy.hex in grid.adjacent[unit.hex]:
                side = grid.side(unit.hex, unit.facing, enemy.hex)
                if side != FRONT:
                    score -= FLANKED * weak[side]
                if grid.side(enemy.hex, enemy.facing, unit.hex) in (FLANK, REAR):
                    score += 0.5 * FLANKED * enemy.profile.weakness[grid.side(enemy.hex, enemy.facing, unit.hex)]
    return score


def _orders(s: BattleState, seat: Seat) -> float:
    """What the cards given to the divisions are worth where they stand."""
    score = 0.0  # sum() rounds otherwise from Python 3.12 on; a battle must not depend on that
    for division in s.divisions.values():
        if division.seat == seat and division.card and s.phase == "orders":
            score += _worth(s, division)
    return score


def _worth(s: BattleState, division: Division) -> float:
    card = cards()[division.card]
    if division.focus and division.focus != "?":
        orders: tuple[str, ...] = (division.focus,)
    else:
        orders = card.orders
    grid = s.field.grid
    theirs = s.side(other(division.seat))
    units = [s.units[name] for name in division.units if s.units[name].hex]
    if not units or not theirs:
        return 0.0
    worth = 0.02 * card.priority
    for unit in units:
        far = grid.distances(unit.hex)
        distance = min(far[enemy.hex] for enemy in theirs)
        if unit.is_shaken or unit.is_paralysed:
            worth += 1.2 if "rally" in orders else 0.0
            continue
        reach = unit.values.pm + unit.profile.charge
        if "move" in orders:
            worth += 0.5 if distance > 1 else 0.1
        if "fire" in orders and unit.values.sector is not None and distance <= unit.values.sector.range:
            worth += 0.6
        if "melee" in orders and distance <= reach + 1:
            worth += 0.7 if "move" in orders or distance == 1 else 0.2
        if "rally" in orders and unit.strength == 1:
            worth += 0.2
    if card.ability or card.bonus.fire or card.bonus.melee or card.bonus.morale:
        worth += 0.15 if not division.focus else 0.0
    return worth - (0.4 if division.focus else 0.0)
