"""What a computer player thinks of at all: what it would do without a doubt is one option, of moves the few best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from alfiere.battles.armies.choosing import CHOOSE, well_spent
from alfiere.battles.walking import span
from alfiere.battles.ways import Legs
from alfiere.games.fucilieri.charge.reacting import COUNTER, EVADE, FIRE, FORM_SQUARE, STAND
from alfiere.games.fucilieri.combat.charge_odds import charge_prospects
from alfiere.games.fucilieri.computer import leading
from alfiere.games.fucilieri.computer.crossings import rivers, route
from alfiere.games.fucilieri.computer.deploying import deployed, readied
from alfiere.games.fucilieri.computer.judgement import mean
from alfiere.games.fucilieri.computer.plan import Goal, attacks, counted
from alfiere.games.fucilieri.computer.stance import Outlook, look, marching, stance
from alfiere.games.fucilieri.fire.targets import SHORT, Shot, shot_at
from alfiere.games.fucilieri.fire.volley import prospect as volley_prospect
from alfiere.games.fucilieri.movement.costs import is_switched
from alfiere.games.fucilieri.movement.judging import Outset, Plan
from alfiere.games.fucilieri.movement.moves import Form, Move
from alfiere.games.fucilieri.movement.places import APPROACH, groups, ways
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.standing import FRONT, zone_of
from alfiere.games.fucilieri.state.unit import OPEN, UNLIMBERED, Unit
from alfiere.kernel.decision import Decision, Grouped, Option
from alfiere.table.shapes import Pose

EFFORT: Final = 30  # an answer is so much work beside one in a small game
MOST: Final = 3  # options of a decision that nothing here is known about
FEW: Final = 2  # moves of a unit that are looked at more closely
GAIN: Final = 0.05  # what a move must promise to be thought of
STEP: Final = 0.2  # what a march must promise, or another way is looked for
NEAR: Final = 4_500  # hundredths: with an enemy so near more is thought of
PASSED: Final = 2.0  # figures that a failed test of the enemy is worth
CHARGES: Final = 0.0  # figures that it must cost the enemy more than its own side
OF_PLACES: Final = ("ahead", "half", "formed", "facing", "turned")
CLOSER: Final = ("oblique", "wheel", "back", "round")
MOVE, FORM = Move(), Form()


def considered(s: State, decision: Decision) -> Sequence[Option]:
    """The options worth a thought."""
    think = _THOUGHTS.get(decision.key)
    found = think(s, decision) if think is not None else None
    if found:
        return found
    return [decision.options[0]] if isinstance(decision.options, Grouped) else decision.options[:MOST]


def _first(s: State, decision: Decision) -> list[Option]:
    """The ordinary thing."""
    return [decision.options[0]]


def _nearest(s: State, one: Unit) -> float:
    """How near the nearest enemy is."""
    return min((span(one.x - foe.x, one.y - foe.y) for foe in s.foes(one.seat)), default=1e9)


# What a unit does in round 2


def _who_moves(s: State, decision: Decision) -> list[Option]:
    """The foremost first."""
    movers = [one for one in decision.options if one.key == "act"]
    return [min(movers, key=lambda one: (_nearest(s, s.units[one["unit"]]), one["unit"]))]


def _unit_moves(s: State, decision: Decision) -> list[Option] | None:
    """The few moves after which a unit stands best, into a building that counts, and to stay."""
    unit, options = s.units[decision.about["unit"]], decision.options
    if not isinstance(options, Grouped):
        return None
    verbs, seen = list(options.verbs), look(s, decision.seat)
    stay = options.group(0) if verbs[0] == "stand" else []
    if "leave" in verbs:
        return [*stay, *_leaving(s, unit, seen, options.group(verbs.index("leave")), must=not stay)]
    found = list[Option]()
    if "enter" in verbs:
        found += [one for one in options.group(verbs.index("enter")) if _counts(s, unit, one["piece"])][:1]
    return [*found, *_moves(s, unit, seen, may_stay=bool(stay)), *stay]


def _counts(s: State, unit: Unit, piece: str) -> bool:
    """Whether a building is worth a garrison: a place that counts, or cover for who need not come."""
    return any(s.scenario.places[id].piece == piece for id in counted(s)) or not attacks(s, unit.seat)


def _leaving(s: State, unit: Unit, seen: Outlook, options: list[Option], *, must: bool) -> list[Option]:
    """Out of a building that does not count, to where it stands best."""
    if not options or (not must and _counts(s, unit, unit.post)):
        return []
    best = max(options, key=lambda one: stance(seen, unit, Pose(*one["to"]), one["formation"], ""))
    return [best]


def _moves(s: State, unit: Unit, seen: Outlook, *, may_stay: bool) -> list[Option]:
    """Moves that let a unit stand better than it does; if it may not stay, the best there are."""
    o = Outset(s, unit)
    here = stance(seen, unit, unit.pose, unit.formation)
    found: dict[object, tuple[float, Option]] = {}

    def think(ways_on: Iterable[Legs]) -> None:
        for legs in ways_on:
            plan = o.judge(legs)
            if isinstance(plan, Plan) and plan.end not in found and not is_switched(plan.end.formation):
                gain = stance(seen, unit, plan.end.pose, plan.end.formation, has_moved=True) - here
                found[plan.end] = gain, MOVE.option_of(unit, plan)

    near = _nearest(s, unit)
    think(_ways(o, seen.goals.get(unit.command), near))
    if near > NEAR and not any(gain > STEP for gain, _ in found.values()):  # somebody is in the way: round him
        think(legs for name in CLOSER if name in groups(o) for legs in ways(o, name))
    for option in FORM.candidates(s, unit, 0):
        changed = FORM.plan(s, unit, option.args)
        if isinstance(changed, Plan) and changed.end not in found and not is_switched(changed.end.formation):
            gain = stance(seen, unit, changed.end.pose, changed.end.formation, has_moved=True) - here
            found[changed.end] = gain, option
    best = sorted(found.values(), key=lambda one: -one[0])[:FEW]
    return [option for gain, option in best if gain > GAIN or not may_stay]


def _ways(o: Outset, goal: Goal | None, near: float) -> Iterator[Legs]:
    """To the goal, ahead, in another formation; near the enemy also about him."""
    offered = groups(o)
    if APPROACH in offered:
        yield from ways(o, APPROACH)
    if goal is not None and goal.is_attack and APPROACH not in offered and o.unit.formation != UNLIMBERED:
        here = o.start.pose.point
        yield from o.towards(route(rivers(o.s), here, goal.point(*here), marching(o.unit)).first)
    for name in (*OF_PLACES, *(CLOSER if near <= NEAR else ())):
        if name in offered:
            yield from ways(o, name)


# Charges


def _declare(s: State, decision: Decision) -> list[Option]:
    """The charge that promises most; if none promises enough, none. What comes of it is settled only after the mark."""
    charges = [one for one in decision.options if one.key == "charge"]
    none = [one for one in decision.options if one.key != "charge"]
    worth = {place: charge_worth(s, one) for place, one in enumerate(charges)}
    best = max(worth, key=lambda place: worth[place])
    return [charges[best]] if worth[best] > CHARGES or not none else none


def charge_worth(s: State, option: Option) -> float:
    """How many figures more a charge is to cost the enemy than its own side, his fire and his test included."""
    unit, target = s.units[option["unit"]], s.units[option["target"]]
    total = 0.0
    for one in charge_prospects(s, unit, target):
        if one.kind == "reaction":
            total += PASSED * (1.0 - mean(one.results))
        else:
            total += mean(one.results) * (1.0 if one.who == unit.id else -1.0)
    if zone_of(s, target, unit.pose.point) == FRONT and target.weapon is not None and not target.is_demoralised:
        shot = shot_at(s, target, unit.id)
        if isinstance(shot, Shot):
            total -= mean(volley_prospect(s, target, shot._replace(band=SHORT), closing=True).results)
    else:
        total += PASSED / 2
    return total


def _react(s: State, decision: Decision) -> list[Option]:
    """Horse rides out, foot forms square against horse at its flank, skirmishers evade, all others fire or stand."""
    unit, foe = s.units[decision.about["unit"]], s.units[decision.about["target"]]
    wanted = [FIRE, STAND, FORM_SQUARE, COUNTER, EVADE]
    if unit.formation == OPEN or unit.is_guns:
        wanted = [EVADE, FIRE, STAND]
    elif unit.is_horse:
        wanted = [COUNTER, FIRE, STAND]
    elif foe.is_horse:
        wanted = [FORM_SQUARE, FIRE, STAND]
    return [min(decision.options, key=lambda one: wanted.index(one.key) if one.key in wanted else 9)]


# Fire


def _volleys(s: State, decision: Decision) -> list[Option]:
    """All fire; whom each unit is to fire at is where it will probably hurt most."""
    shots = [one for one in decision.options if one.key == "volley"]
    first = shots[0]["unit"]

    def hurts(option: Option) -> float:
        unit, target = s.units[option["unit"]], option["target"]
        shot = shot_at(s, unit, target)
        return mean(volley_prospect(s, unit, shot).results) if isinstance(shot, Shot) else 0.0

    mine = [one for one in shots if one["unit"] == first]
    return [max(mine, key=hurts) if len(mine) > 1 else mine[0]]


_THOUGHTS: Final[Mapping[str, Callable[[State, Decision], list[Option] | None]]] = {
    CHOOSE: lambda s, decision: well_spent(decision),
    "lay": _first,
    "shift": _first,
    "choose-side": _first,
    "ask-road": _first,
    "hold-back": _first,
    "speak": _first,
    "deploy": deployed,
    "deploy-leader": leading.ride,
    "ready": readied,
    "first-order": leading.first_order,
    "raise-standard": _first,
    "give-orders": leading.give_orders,
    "change-order": leading.change_order,
    "call-reserve": _first,
    "reinforcements": _first,
    "come-on-order": leading.first_order,
    "come-on": _first,
    "come-on-leader": _first,
    "who-moves": _who_moves,
    "unit-moves": _unit_moves,
    "ride": leading.ride,
    "declare-charges": _declare,
    "nearest-to-charge": _first,
    "react-to-charge": _react,
    "name-volleys": _volleys,
    "after-victory": _first,  # it follows, advances or goes in
    "influence": leading.influence,
    "test-unit": _first,
}
