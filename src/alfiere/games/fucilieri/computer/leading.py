"""What the computer does with leaders: where they ride, whom they speak to; and which orders commands are given."""

from __future__ import annotations

from typing import Final

from alfiere.battles.walking import span
from alfiere.games.fucilieri.computer.crossings import rivers, route
from alfiere.games.fucilieri.computer.judgement import mean
from alfiere.games.fucilieri.computer.plan import Goal, attacks, goals, is_prey, stays_back
from alfiere.games.fucilieri.computer.stance import marching
from alfiere.games.fucilieri.fire.sight import nearest_visible
from alfiere.games.fucilieri.influence.influence import INFLUENCE, REFRAIN
from alfiere.games.fucilieri.influence.influence import prospects as influence_prospects
from alfiere.games.fucilieri.orders.new_orders import prospect as order_prospect
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.command import ATTACK, HOLD, OPPOSE, Command
from alfiere.games.fucilieri.state.leader import CONDOTTIERO, STANDARD, Leader
from alfiere.games.fucilieri.state.standing import FRONT, is_engaged, zone_of
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.kernel.decision import Decision, Option

AT_PLACE: Final = 3_000  # hundredths: all so near to what they keep hold it
HUNTED: Final = 4_000  # hundredths: horse with prey so near attacks
BEFORE: Final = 500  # hundredths: who is no farther aside of a crossing stands before it
LIKELY: Final = 0.6  # an order that is not as likely to be understood is not given: a failed test may disorganise
DANGER, SAFE = 5.0, 2_000  # a leader by himself at the enemy, and hundredths at which he is out of danger
FAR_BACK: Final = 4_000  # the same for the condottiero and the standard, whose loss all commands test for
RALLIES: Final = 3.0  # a leader with a unit that needs him
JOINED: Final = 2.0  # he is in danger with any unit under fire (fucilieri.1.6.9a)
BOUND: Final = 0.3  # and flees with it if it comes to that (fucilieri.3.2.9.3)
THICK: Final = 2.0  # times that in the thick of a combat
UNDER_FIRE: Final = 4_500
CHIEF: Final = 4.0  # so much more is a condottiero worth
RUIN: Final = 1.5  # so many times as bad as a success is good is it if he flees with the unit
UNLIKELY: Final = 0.2  # how likely a success must be besides


# Orders


def first_order(s: State, decision: Decision) -> list[Option]:
    """Who is to take something attacks; who is where he is to stay holds it; all others oppose."""
    command, goal = s.commands[decision.options[0]["command"]], None
    units = s.units_of(command.id)
    if not stays_back(s, command):
        goal = goals(s, decision.seat).get(command.id)
    if goal is None:  # not yet on the table, or better out of it
        wanted = (ATTACK, OPPOSE) if attacks(s, decision.seat) and not stays_back(s, command) else (OPPOSE,)
    elif goal.is_attack:
        wanted = (OPPOSE,) if _must_cross(s, command, goal) else (ATTACK, OPPOSE)
    else:
        wanted = (HOLD, OPPOSE) if all(goal.far(one.x, one.y) <= AT_PLACE for one in units) else (OPPOSE,)
    return [min(decision.options, key=lambda one: wanted.index(one["order"]) if one["order"] in wanted else 9)]


def give_orders(s: State, decision: Decision) -> list[Option]:
    """Reserves are called, commands without a leader taken over; who is to go for something attacks, others stop."""
    options, sent = decision.options, goals(s, decision.seat)
    found = [one for one in options if one.key in ("call", "take-over")]
    for one in options:
        command = s.commands[one["command"]] if one.get("order") else None
        goal = sent.get(command.id) if command is not None else None
        if command is None or goal is None or command.is_cavalry or stays_back(s, command):
            continue  # a general of horse knows himself when
        is_sent = goal.is_attack and not _must_cross(s, command, goal)
        wanted = ATTACK if is_sent else OPPOSE if command.order == ATTACK else command.order
        if one["order"] == wanted and mean(order_prospect(s, command).results) >= LIKELY:
            found.append(one)
    return [*found[:1]] or [options[-1]]


def change_order(s: State, decision: Decision) -> list[Option]:
    """Cavalry attacks whom it may ride down, when he is near; from steady foot it is called back."""
    units = [one for one in s.units_of(decision.about["command"]) if not one.is_demoralised]
    command = s.commands[decision.about["command"]]
    wants = sum(_sees_prey(s, one) for one in units) * 2 >= len(units)
    wants = wants and not _must_cross(s, command, goals(s, decision.seat).get(command.id))
    return [decision.options[0 if wants == (decision.about["order"] == ATTACK) else 1]]


def _must_cross(s: State, command: Command, goal: Goal | None) -> bool:
    """Whether a river lies between and most are not before a crossing: who attacks would go straight at the enemy."""
    units = s.units_of(command.id)
    if goal is None or not units:
        return False
    known = rivers(s)
    ways = (route(known, one.pose.point, goal.point(*one.pose.point), marching(one)) for one in units)
    return sum(way.is_crossing and way.aside > BEFORE for way in ways) * 2 > len(units)


def _sees_prey(s: State, one: Unit) -> bool:
    """Whether the nearest enemy it sees is near, and no steady foot, or shows it his flank or rear."""
    foe = nearest_visible(s, one)
    if foe is None or span(one.x - foe.x, one.y - foe.y) > HUNTED:
        return False
    return is_prey(foe) or zone_of(s, foe, one.pose.point) != FRONT


# Leaders


def influence(s: State, decision: Decision) -> list[Option]:
    """Only who has lost heart is spoken to, and only where that will rather help than ruin him."""
    who, unit = s.leaders[decision.about["leader"]], s.units[decision.about["unit"]]
    return [one for one in decision.options if one.key == (INFLUENCE if rallies(s, who, unit) else REFRAIN)]


def rallies(s: State, who: Leader, unit: Unit) -> bool:
    """Whether a leader should speak to who has lost heart: if all goes wrong he flees with him (fucilieri.3.6.35)."""
    succeeds, fails = (mean(one.results) for one in influence_prospects(s, who, unit))
    ruin = RUIN * (CHIEF if who.role == CONDOTTIERO else 1.0)
    return (unit.is_demoralised or unit.is_falling_back) and succeeds > ruin * fails + UNLIKELY


def ride(s: State, decision: Decision) -> list[Option]:
    """Where a leader has most of his units in his radius, not by himself near the enemy; with who needs him."""
    who = s.leaders[decision.about["leader"]]
    own = s.units_of(who.command) or s.side(who.seat)
    foes = s.foes(who.seat)
    dear = CHIEF if who.role in (CONDOTTIERO, STANDARD) else 1.0

    def worth(option: Option) -> float:
        x, y = option["to"][:2] if option.get("to") else (who.x, who.y)
        joined = option.get("unit") or ("" if option.get("to") else who.joined)
        total = 0.0
        for one in own:
            far = span(one.x - x, one.y - y)
            total += (1.0 if far <= who.radius + 200 else 0.0) - far / 20_000
        near = min((span(foe.x - x, foe.y - y) for foe in foes), default=1e9)
        if joined:
            unit = s.units[joined]
            needs_him = who.is_commander and rallies(s, who, unit)
            risk = JOINED * max(0.0, 1.0 - near / UNDER_FIRE) * (THICK if is_engaged(unit) else 1.0)
            return total + (RALLIES if needs_him else 0.0) - dear * (risk + BOUND)
        return total - dear * DANGER * max(0.0, 1.0 - near / (FAR_BACK if dear > 1.0 else SAFE))

    return [max(decision.options, key=worth)]
