"""What a computer player thinks of at all. The rules take their time, so it looks at few things: what it would do
without a doubt is one option, and of a unit's moves the few that lead where it stands best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from alfiere.battles.walking import span
from alfiere.games.risorgimento.charge.horse import COUNTER
from alfiere.games.risorgimento.charge.notes import NO_CHARGE, NOTE
from alfiere.games.risorgimento.computer.assault import is_at_wall
from alfiere.games.risorgimento.computer.deploying import deployed, led
from alfiere.games.risorgimento.computer.firing import fired, in_opportunity
from alfiere.games.risorgimento.computer.judgement import look
from alfiere.games.risorgimento.computer.moving import orders
from alfiere.games.risorgimento.computer.plan import goals, middle_of, mover_of, weights
from alfiere.games.risorgimento.computer.riding import ridden
from alfiere.games.risorgimento.computer.ways import how_far
from alfiere.games.risorgimento.movement.forced import may_retire_from
from alfiere.games.risorgimento.movement.judging import hindered
from alfiere.games.risorgimento.movement.phase import MOVED
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    CAVALRY,
    LIMBERED,
    MARCH,
    ON,
    OPEN,
    SQUARE,
    TO_COME,
    Commander,
    Unit,
)
from alfiere.kernel.decision import Decision, Grouped, Option
from alfiere.table.headings import offset

EFFORT: Final = 60  # a move with all who may fire at it is so much work beside an answer in a small game
MOST: Final = 4  # options of a decision that nothing here is known about
LONGER: Final = (1200, 800, 400)  # hundredths farther on than what is offered to a reinforcement
APART: Final = 1.5  # of a reinforcement: a length farther from its brigade, beside one farther from its goal
CHARGE: Final = 1.5  # how good a target must look
AFTER: Final = 2000  # hundredths behind others come those who may go into houses once these fight for them
SURE, FEW = 3.0, 4  # to who has so few loss points left
CUT_OFF, BEFORE_HIM = 3.0, 200  # who would find no way back from before him is lost where nothing is decided (e.8.6)
SMALL: Final = 10  # units: who is one of fewer must be surer still, for his loss may end the battle


def considered(s: BattleState, decision: Decision) -> Sequence[Option]:
    """The options worth a thought."""
    think = _THOUGHTS.get(decision.key)
    found = think(s, decision) if think is not None else None
    return found or decision.options[:MOST]


def _first(s: BattleState, decision: Decision) -> list[Option]:
    """The ordinary thing."""
    options = decision.options
    if isinstance(options, Grouped):
        return next(filter(None, map(options.group, range(len(options.verbs)))))[:1]
    return [options[0]]


# Whose turn it is


def _formation(s: BattleState, decision: Decision) -> list[Option]:
    """The formation that is nearest to the enemy."""
    foes = s.foes(decision.seat)

    def far(option: Option) -> float:
        units = [one for one in s.members(option["group"]) if one.is_steady]
        return min((span(one.x - foe.x, one.y - foe.y) for one in units for foe in foes), default=1e9)

    return [min((one for one in decision.options if one.key == "formation"), key=far)]


def _who_moves(s: BattleState, decision: Decision) -> list[Option]:
    """Units, who is nearest to its goal first, then reinforcements, for whom these make room, then commanders."""
    by_key: dict[str, list[Option]] = {}
    for option in decision.options:
        by_key.setdefault(option.key, []).append(option)
    seen = goals(s, decision.seat)

    def rank(option: Option) -> float:
        unit = s.units[option["unit"]]
        goal = seen.get(unit.id)
        far = how_far(s.ground, mover_of(unit), unit.pose.point, goal.at) if goal is not None else 0.0
        return far + (AFTER if is_at_wall(s, unit) else 0.0)

    movers = [one for one in by_key.get("act", ()) if _may_move(s, s.units[one["unit"]])]
    if movers:
        return [min(movers, key=rank)]
    if "bring-on" in by_key:
        return [min(by_key["bring-on"], key=lambda one: s.units[one["unit"]].arm == ARTILLERY)]
    if "lead-on" in by_key:
        return by_key["lead-on"][:1]
    group = decision.about["group"]
    led = [one for one in by_key.get("lead", ()) if _is_last_of(s, s.commanders[one["commander"]], group)]
    return led[:1] or by_key["done"]


def _is_last_of(s: BattleState, who: Commander, group: str) -> bool:
    """A commander rides when all who are under him have moved, so that he can follow them."""
    others = (one for one in s.commanders.values() if one.id != group and (one is who or who in s.chain(one)))
    waiting = {one.commander for one in s.units.values() if one.where in (ON, TO_COME)}
    return all(MOVED.is_on(s, one.id) or one.id not in waiting for one in others)


def _arrive(s: BattleState, decision: Decision) -> list[Option] | None:
    """Where it comes on near to a place that counts and to its own: who comes alone is out of command (A.1)."""
    unit = s.units[decision.about["unit"]]
    spots = [middle_of(s, place) for place, weight in weights(s).items() if weight]
    mates = [one for one in s.side(unit.seat) if one.commander == unit.commander]

    def far(option: Option) -> float:
        x, y, _ = option["to"]
        off = min((span(one.x - x, one.y - y) for one in mates), default=0.0)
        return min((how_far(s.ground, mover_of(unit), (x, y), spot) for spot in spots), default=0.0) + APART * off

    found = [one for one in decision.options if one.key == "arrive"]
    longer = (_longer(s, unit, decision, one) for one in found)
    return [min((*found, *filter(None, longer)), key=far)] if found else None


def _longer(s: BattleState, unit: Unit, decision: Decision, option: Option) -> Option | None:
    """A long march from the same point of the edge, as far as the enemy lets it: few such are offered (e.3.1.1)."""
    x, y, heading = option["to"]
    foes = s.foes(unit.seat)
    if min((span(foe.x - x, foe.y - y) for foe in foes), default=0.0) <= s.tables.distances.strategic + LONGER[-1]:
        return None
    for length in LONGER:
        dx, dy = offset(heading, length)
        found = decision.find(("arrive", {"unit": unit.id, "to": [x + dx, y + dy, heading]}))
        if found is not None:
            return found
    return None


def _may_move(s: BattleState, unit: Unit) -> bool:
    return hindered(s, unit) is None


def _order(s: BattleState, decision: Decision) -> list[Option] | None:
    unit = s.units.get(decision.about.get("unit", ""))
    return None if unit is None else orders(s, unit, decision, look(s, decision.seat))  # else a written order


# Charges


def _note(s: BattleState, decision: Decision) -> list[Option]:
    """A charge at whom it should ride down, or none."""
    unit = s.units[decision.about["unit"]]
    none = next(one for one in decision.options if one.key == NO_CHARGE)
    noted = [one for one in decision.options if one.key == NOTE and one["target"] not in s.charges.values()]
    best = max(noted, key=lambda one: _prey(s, unit, s.units[one["target"]]), default=None)
    return [best] if best is not None and _prey(s, unit, s.units[best["target"]]) > _wanted(s, unit) else [none]


def _react(s: BattleState, decision: Decision) -> list[Option]:
    """What it may do about a mover; horse of a few men counter-charges only who is easy prey."""
    return [one for one in decision.options[:MOST] if one.key != COUNTER or _dares(s, one)]


def _dares(s: BattleState, option: Option) -> bool:
    unit = s.units[option["unit"]]
    return unit.left > FEW or _prey(s, unit, s.units[option["target"]]) > _wanted(s, unit)


def _wanted(s: BattleState, unit: Unit) -> float:
    """How good its target must look: lost, it may end all (risorgimento.i.3.2)."""
    return CHARGE if unit.left > FEW else SURE * max(1.0, SMALL / _units_of(s, unit))


def _units_of(s: BattleState, unit: Unit) -> int:
    """How many units its army began with."""
    return sum(one.seat == unit.seat for one in s.units.values())


def _prey(s: BattleState, unit: Unit, target: Unit) -> float:
    """How easily cavalry should ride down a target, from where it finds a way back if it does not."""
    found, far = _easy(s, unit, target), span(target.x - unit.x, target.y - unit.y)
    if found <= 0.0 or not far:
        return found
    x, y = (round(to + (start - to) * BEFORE_HIM / far) for start, to in ((unit.x, target.x), (unit.y, target.y)))
    is_safe = may_retire_from(s, unit, unit.pose._replace(x=x, y=y), target, "charge-undecided")
    return found if is_safe else found - CUT_OFF


def _easy(s: BattleState, unit: Unit, target: Unit) -> float:
    """The same, wherever it would come to stand."""
    far = span(target.x - unit.x, target.y - unit.y)
    reach = s.tables.speed(unit.profile.moves, unit.formation)
    if far > reach + 300:
        return 0.0
    total = (unit.left - target.left) / 4 + target.disorder + 0.5 * (unit.morale - target.morale) / 2
    if target.is_routed:
        return total + 3.0
    dx, dy = offset(target.heading, 1000)
    is_behind = (unit.x - target.x) * dx + (unit.y - target.y) * dy <= 0
    if target.arm == ARTILLERY:
        return total + (3.0 if is_behind or target.formation == LIMBERED else -1.0)
    if target.arm == CAVALRY:
        return total + (1.0 if is_behind else 0.0) + unit.profile.weight - target.profile.weight
    if not s.ground.may_charge(target.x, target.y) or target.formation == SQUARE:
        return -5.0
    loose = 2.0 if target.formation in (OPEN, MARCH) else -0.5
    return total + loose + (1.5 if is_behind else 0.0)


def _prefers(*keys: str) -> Callable[[BattleState, Decision], list[Option] | None]:
    """The first of some verbs that is offered."""

    def think(s: BattleState, decision: Decision) -> list[Option] | None:
        for key in keys:
            found = [one for one in decision.options if one.key == key]
            if found:
                return found[:1]
        return None

    return think


_THOUGHTS: Final[Mapping[str, Callable[[BattleState, Decision], list[Option] | None]]] = {
    "formation": _formation,
    "who-moves": _who_moves,
    "order": _order,
    "in-zone": _first,
    "ride": ridden,
    "arrive": _arrive,
    "deploy": deployed,
    "deploy-leader": led,
    "fire": fired,
    "opportunity-fire": in_opportunity,
    NOTE: _note,
    "react": _react,
    "fight-first": _first,
    "fight-next": _first,
    "charge-melees": _first,
    "orders": _prefers("no-more-orders"),
    "message": _first,
    "aside": _first,
    "face": _first,
}
