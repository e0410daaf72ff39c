"""What a computer player thinks of at all: what it would do without a doubt is one option, of moves the few best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from alfiere.battles.armies.choosing import CHOOSE, well_spent
from alfiere.battles.walking import span
from alfiere.battles.ways import nearest, turn_to
from alfiere.games.lumi.charge.approach import Approach
from alfiere.games.lumi.charge.charge import Charge
from alfiere.games.lumi.command.active import in_command
from alfiere.games.lumi.computer.deploying import INTERVAL, deployed
from alfiere.games.lumi.computer.judgement import Outlook, charge_reach, look, stance
from alfiere.games.lumi.computer.plan import Goal
from alfiere.games.lumi.computer.walking import around, turning
from alfiere.games.lumi.morale.dice import D6
from alfiere.games.lumi.morale.tests import Case, need, tally
from alfiere.games.lumi.movement.buildings import Leave
from alfiere.games.lumi.movement.crossing import Cross
from alfiere.games.lumi.movement.judging import Outset, Plan
from alfiere.games.lumi.movement.moves import Move
from alfiere.games.lumi.movement.places import towards, ways
from alfiere.games.lumi.state.base import ROUT, SHAKEN, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.standing import apart, front_middle, side_struck
from alfiere.games.lumi.state.unit import (
    Unit,
    alone,
    bases_of,
    body,
    form,
    speed,
    state_of,
    together,
    unit_named,
    unit_of,
)
from alfiere.kernel.decision import Decision, Grouped, Option, Seat
from alfiere.table.fronts import bearing, beside_pose
from alfiere.table.headings import turn_between
from alfiere.table.legs import LEFT, RIGHT, Leg
from alfiere.table.measuring import root_up
from alfiere.table.offers import legs_to
from alfiere.table.shapes import Pose

EFFORT: Final = 3  # bases that make an answer as much work as one in a small game
MOST: Final = 4  # options of a decision that nothing here is known about
FEW: Final = 2  # moves of a unit that are looked at more closely
PREY: Final = 3  # enemies it thinks of attacking
VOLLEYS: Final = 4  # units it thinks of firing with next
UNSTEADY: Final = 1  # who adds no more to his die than this stands a charge once in two times or less
GAIN: Final = 0.05  # what a move must promise to be thought of
STRIDE: Final = 150  # hundredths from the middle of a base to the middle of one that it touches, and a little more
NEAR: Final = 1_000  # hundredths: with an enemy so near more is thought of
USELESS, WELL = 0.1, 1.0  # of its weight is left to who can do nothing, and what each base gains who can do enough
LATER: Final = 0.2  # of its weight has who must wait for his general
HALF: Final = 500  # hundredths: an order is worth half as much to who is so much farther from the enemy
CHIEF: Final = 6.0  # a CiC with a unit has fewer dice, lumi.2.3.5a
LEADS, ASIDE = 0.8, 0.5  # another general with a unit that is to fight, lumi.8.4, and with one that is not
STRAYED: Final = 2.0  # with one whom most of the others are too far from to hear him, lumi.2.3.4a
STRIKES: Final = 1.0  # and more with one that may charge: without him it will hardly set out, lumi.4.1.4a
DANGER, SAFE = 4.0, 500  # a general at the enemy, and hundredths at which he is out of danger
REACH: Final = 400  # hundredths: the radius of a mediocre general, as who follows a fallen one is, lumi.8.7
WHEELS: Final = (450, 225)  # tenths of a degree: what a line can wheel in one move, and a column between others
MOVE: Final = Move()
CROSS: Final = Cross()
LEAVE: Final = Leave()
ATTACKS: Final = (Charge(), Approach())


def effort(s: State) -> int:
    """How much work an answer is beside one in a small game: it is a move of a whole unit, with all that may follow."""
    return max(1, len(s.bases) // EFFORT)


def considered(s: State, decision: Decision) -> Sequence[Option]:
    """The options worth a thought."""
    think = _THOUGHTS.get(decision.key)
    found = think(s, decision) if think is not None else None
    return found or decision.options[:MOST]


def _first(s: State, decision: Decision) -> list[Option]:
    """The ordinary thing."""
    return [decision.options[0]]


# Whose turn it is


def _nearest(s: State, bases: Sequence[Base]) -> float:
    """How near the nearest enemy is."""
    foes = [one for one in s.foes(bases[0].seat) if one.state != ROUT] if bases else []
    return min((span(one.x - foe.x, one.y - foe.y) for one in bases for foe in foes), default=1e9)


def _ordered(s: State, decision: Decision) -> list[Option]:
    """The division that can do most with it: bases that are not where they are to stay, the nearer the better.

    Who is beyond his general's radius has to wait until that one has come (lumi.2.3.4a). Who would stand where he is
    in any case leaves the order to others.
    """
    seen, then = look(s, decision.seat), s.copy()
    then.orders, then.impulse = dict.fromkeys(s.scenario.divisions, decision.about["priority"]), 1
    then.laid = None  # what is worked out there is not to be taken for what holds here

    def weight(option: Option) -> float:
        own = [one for one in then.side(decision.seat) if one.division == option["division"] and one.state < SHAKEN]
        free = [one for one in own if not one.post or one.post != seen.goals[one.id].piece]
        units = {found.ids: found for found in (unit_of(then, one) for one in free)}
        return sum(_use(then, unit, seen) * _hope(then, unit) for unit in units.values())

    return [max((one for one in decision.options if one.get("division")), key=weight)]


def _hope(s: State, unit: Unit) -> float:
    """How soon a unit could come to something: each of its bases, the nearer to the enemy the sooner."""
    near = ((1.0 if in_command(s, alone(one)) else LATER) / (HALF + _nearest(s, [one])) for one in bases_of(s, unit))
    return sum(near)


def _use(s: State, unit: Unit, seen: Outlook) -> float:
    """What part of its weight has who would do so much with his order: attack, cross, come out, or stand better."""
    if any(any(deed.options(s, unit, 0)) for deed in (CROSS, LEAVE)):
        return 1.0
    if any(_may_attack(s, one) for one in bases_of(s, unit)):
        return 1.0
    worth = next((worth for worth, _ in _better(s, unit, seen)), 0.0) / len(unit.ids)
    return max(USELESS, min(1.0, worth / WELL))


def _division(s: State, decision: Decision) -> list[Option]:
    """The division that is nearest to the enemy, of those that can still do something."""

    def rank(option: Option) -> tuple[bool, float]:
        own = [one for one in s.side(decision.seat) if one.division == option.get("division")]
        steady = [one for one in own if one.state < SHAKEN]
        return not steady, _nearest(s, steady)

    return [min((one for one in decision.options if one.get("division")), key=rank)]


def _who_moves(s: State, decision: Decision) -> list[Option]:
    """Whole units before single bases, from the foremost on; of one that may charge also its bases one by one.

    One die decides for all the bases that charge, or are charged, together (lumi.1.6.9): a base that goes alone may
    drive off as many as a whole line would, and risks itself only.
    """

    def rank(option: Option) -> tuple[int, float]:
        unit = unit_named(s, option.args)
        assert unit is not None
        return -len(unit.ids), _nearest(s, bases_of(s, unit))

    movers = [one for one in decision.options if one.key == "act"]
    first = min(movers, key=rank)
    if len(movers) == 1 or decision.about["priority"] < s.tables.numbers.charge_priority:
        return [first]
    mates = first.get("with") or []
    parts = [one for one in movers if not one.get("with") and one["unit"] in (first["unit"], *mates) and mates]
    return [first, *(one for one in parts if _may_attack(s, s.bases[one["unit"]]))]


def _may_attack(s: State, one: Base) -> bool:
    """Whether there is somebody a base could charge or approach by itself."""
    unit = alone(one)
    return _may_strike(s, one) and _may_set_out(s, unit) and any(any(deed.options(s, unit, 0)) for deed in ATTACKS)


def _may_strike(s: State, one: Base) -> bool:
    """Whether an enemy is so near that a base might charge him."""
    return _nearest(s, [one]) <= charge_reach(one, one.formation) + STRIDE


# What it does


def _manoeuvre(s: State, decision: Decision) -> list[Option] | None:
    """Attacks, the few moves after which a unit stands best, and to stay."""
    unit, options = unit_named(s, decision.about), decision.options
    if unit is None or not isinstance(options, Grouped):
        return None
    stay, found = options.group(0), list[Option]()
    is_part = len(unit.ids) < len(unit_of(s, s.bases[unit.id]).ids)
    for place, verb in enumerate(options.verbs):
        if verb in ("charge", "approach"):
            found += _attacks(s, unit, options.group(place))[: 1 if is_part else PREY]
        elif verb == LEAVE.verb:
            found += _out_of(s, decision.seat, unit, options.group(place))[:1]
        elif verb not in ("stand", "move", "form"):
            found += options.group(place)[:FEW]
    if found and is_part:
        return found  # a base leaves the others only to attack
    return [*found, *_moves(s, unit, look(s, decision.seat)), *stay] if "move" in options.verbs else [*found, *stay]


def _attacks(s: State, unit: Unit, options: Sequence[Option]) -> list[Option]:
    """On those who are likeliest not to stand; none if no die would let it set out."""
    return sorted(options, key=lambda one: _firmness(s, unit, one)) if _may_set_out(s, unit) else []


def _out_of(s: State, seat: Seat, unit: Unit, options: Sequence[Option]) -> list[Option]:
    """Out of buildings on the side where it is to go; who is to hold them does not think of it.

    Nor does anybody come out with his back to where he is to go: foot in column would not turn about there.
    """
    goal = look(s, seat).goals.get(unit.id) if options else None
    if goal is None or goal.piece == s.bases[unit.id].post:
        return []

    def away(one: Option) -> float:
        return span(one["to"][0] - goal.at[0], one["to"][1] - goal.at[1])

    def faces_it(one: Option) -> bool:
        x, y, heading = one["to"]
        return abs(turn_between(heading, bearing((x, y), goal.at))) < 1_000

    return sorted(filter(faces_it, options), key=away)


def _may_set_out(s: State, unit: Unit) -> bool:
    """Whether there is a die on which it attacks (lumi.4.1.4a)."""
    return tally(s, unit, "voluntary").total + D6[-1] >= need(s, "voluntary")


def _firmness(s: State, unit: Unit, attack: Option) -> int:
    """What an enemy adds to his die when he is attacked so."""
    target = unit_of(s, s.bases[attack["target"]])
    side = side_struck(s, front_middle(s, unit), target)
    return tally(s, target, "reaction", Case(attack.key == "charge", side, enemy=unit)).total


def _control(s: State, decision: Decision) -> list[Option]:
    """At an enemy in reach who will hardly stand, or to where it stands best (lumi.7.2.2c).

    Decided at sight: to come here again to try it out, a whole melee would have to be fought anew.
    """
    unit = together([s.bases[id] for id in decision.about["units"]])
    bases, reach, seen = bases_of(s, unit), speed(s, unit), look(s, decision.seat)
    charges = [one for one in decision.options if one.key == "charge"]
    near = [one for one in charges if apart(s, unit, unit_of(s, s.bases[one["target"]])) <= reach]
    weak = [(found, one) for one in near if (found := _firmness(s, unit, one)) <= UNSTEADY]
    if weak:
        return [min(weak, key=lambda one: one[0])[1]]
    here, x, y = 0.0, *body(s, unit).pose.point

    def worth(option: Option) -> float:
        if option.key != "control-move":
            return here
        to = Pose(*option["pose"])
        moved = (one.pose._replace(x=one.x + to.x - x, y=one.y + to.y - y, heading=to.heading) for one in bases)
        return sum(stance(seen, one, pose, one.formation, unit.ids) for one, pose in zip(bases, moved, strict=True))

    here = sum(stance(seen, one, one.pose, one.formation, unit.ids) for one in bases)
    return [max((one for one in decision.options if one.key != "charge"), key=worth)]


def _moves(s: State, unit: Unit, seen: Outlook) -> list[Option]:
    """Moves that let a unit stand better than it does."""
    return [option for worth, option in _better(s, unit, seen)[:FEW] if worth > GAIN]


def _better(s: State, unit: Unit, seen: Outlook) -> list[tuple[float, Option]]:
    """Its moves with what it stands better by, the best first."""
    o, bases = Outset(s, unit), bases_of(s, unit)
    goal = seen.goals.get(bases[0].id)
    here = sum(stance(seen, one, one.pose, one.formation, unit.ids) for one in bases)
    found: dict[tuple[object, ...], tuple[float, Option]] = {}

    def weigh(ways: Iterator[Sequence[Leg]]) -> None:
        for legs in ways:
            plan = o.judge(legs)
            if isinstance(plan, Plan) and tuple(plan.ends.values()) not in found:
                ends = plan.ends
                stood = [stance(seen, one, ends[one.id].pose, ends[one.id].formation, unit.ids) for one in bases]
                found[tuple(ends.values())] = sum(stood) - here, MOVE.option_of(unit, plan)

    weigh(_ways(o, goal, _nearest(s, bases)))
    if goal is not None and goal.is_attack and all(worth <= GAIN for worth, _ in found.values()):
        weigh(_ways_out(o))
    return sorted(found.values(), key=lambda one: -one[0])


def _ways_out(o: Outset) -> Iterator[Sequence[Leg]]:
    """Turned, back or aside, for who is to go on and has a wall, an obstacle or his own guns before him."""
    if not o.owners and state_of(o.s, o.unit) != SHAKEN:
        for name in ("facing", "back", *(("sideways",) if form(o.s, o.unit).moves_sideways else ())):
            yield from ways(o, name)


def _ways(o: Outset, goal: Goal | None, near: float) -> Iterator[Sequence[Leg]]:
    """To the goal, ahead, in another formation; near the enemy also about him."""
    if o.owners:
        names: tuple[str, ...] = ("facing", "back")
    elif state_of(o.s, o.unit) == SHAKEN:
        names = ("back", "about")
    else:
        names = ("ahead", "formed") if near > NEAR else ("ahead", "formed", "facing", "oblique", "back")
        if near <= NEAR:
            yield from at_interval(o)
        if goal is not None and goal.is_attack:
            m = o.together()
            here = m.body.pose
            at = turning(around(o.s, goal.piece, goal.at), here.point, goal.at)
            if at != goal.at and form(o.s, o.unit).moves_sideways:
                names = (*names, "sideways")
            angle = turn_to(m.body, at)
            far = root_up((here.x - at[0]) ** 2 + (here.y - at[1]) ** 2)
            if abs(angle) <= 1_350:
                yield from towards(o, m, angle, far)
                for part in WHEELS:
                    if abs(angle) > part:  # a whole wheel may be too far for a line, lumi.3.1.7e, or have no room
                        yield from towards(o, m, part if angle > 0 else -part, far)
            elif form(o.s, o.unit).turns_about:
                names = (*names, "about")
    for name in names:
        yield from ways(o, name)


def at_interval(o: Outset) -> Iterator[Sequence[Leg]]:
    """Beside the nearest friends of its brigade, near enough to cover their flanks and not one with them (.1.6.7)."""
    s, m = o.s, o.together()
    brigade = s.bases[o.unit.id].brigade
    friends = [one for one in s.side(o.unit.seat) if one.brigade == brigade and one.id not in o.unit.ids and brigade]
    shape = m.body.shape._replace(width=m.body.shape.width + 2 * INTERVAL)
    for friend in nearest(m.body.pose.point, friends, 3 * speed(s, o.unit)):
        for hand in (LEFT, RIGHT):
            pose = beside_pose(shape, s.base(friend), hand)
            if pose != m.body.pose:
                yield from legs_to(m.pace(m.body), m.body, pose)


def _ride(s: State, decision: Decision) -> list[Option]:
    """Where a general has most of his bases in his radius, not too near to the enemy.

    He leads one of them only where half of them hear him: the others would stand idle meanwhile (lumi.2.3.4a). Who
    only holds buildings needs no orders, if others do.
    """
    who = s.generals[decision.about["general"]]
    own = [one for one in s.side(who.seat) if who.is_cic or one.division == who.division]
    if any(one.post for one in own):
        to_hold = {id for id, goal in look(s, decision.seat).goals.items() if goal.piece}
        own = [one for one in own if not one.post or one.id not in to_hold] or own
    foes = [one for one in s.foes(who.seat) if one.state < SHAKEN]

    def worth(option: Option) -> float:
        x, y = option["to"][:2] if option.get("to") else (who.x, who.y)
        joined = option.get("with") if option.get("to") else who.base
        ways = [span(one.x - x, one.y - y) for one in own]
        led = sum(far <= who.values.radius for far in ways)
        total = led - sum(ways) / 8_000
        near = min((span(foe.x - x, foe.y - y) for foe in foes), default=1e9)
        if not joined:
            return total - DANGER * max(0.0, 1.0 - near / SAFE)
        if who.is_cic:
            return total - CHIEF
        if 2 * led < len(own):
            return total - STRAYED
        if near > NEAR or s.bases[joined].state >= SHAKEN:
            return total - ASIDE
        return total + LEADS + (STRIKES if _may_strike(s, s.bases[joined]) else 0.0)

    return [max(decision.options, key=worth)]


def _successor(s: State, decision: Decision) -> list[Option]:
    """Beside a base that has most of the division about it: who begins with one that runs leaves the others idle."""
    fallen = s.generals[decision.about["general"]]
    own = [one for one in s.side(fallen.seat) if one.division == fallen.division and one.state < SHAKEN]

    def worth(option: Option) -> float:
        beside = s.bases[option["unit"]]
        return -sum(min(1.0, span(one.x - beside.x, one.y - beside.y) / REACH) for one in own)

    return [max(decision.options, key=worth)]


# Fire and what comes after


def _fire(s: State, decision: Decision) -> list[Option]:
    """Whole units first, each at whom it will probably hurt most; or nobody, where a reply would cost more.

    Who is disordered and hit again may rout with all his bases (lumi.5.1.6), and a shot invites one (lumi.5.3.4a).
    """
    *shots, cease = decision.options
    found, seen = list[Option](), set[str]()
    for one in shots:
        bases = {one["unit"], *(one.get("with") or ())}
        if not bases & seen:
            found.append(one)
            seen |= bases
    return [*found[:VOLLEYS], cease]


def _loser(s: State, decision: Decision) -> list[Option]:
    """Who has lost least, of these who is worth least."""

    def rank(option: Option) -> tuple[int, int]:
        one = s.bases[option["unit"]]
        return one.losses, one.profile.points

    return [min(decision.options, key=rank)]


def _recovers(s: State, decision: Decision) -> list[Option]:
    """In line, towards the enemy."""
    one = s.bases[decision.options[0]["unit"]]
    foes = [foe for foe in s.foes(one.seat) if foe.state != ROUT]
    if not foes:
        return [decision.options[0]]
    foe = min(foes, key=lambda foe: (span(foe.x - one.x, foe.y - one.y), foe.id))
    wanted = bearing(one.pose.point, foe.pose.point)
    return [
        min(decision.options, key=lambda option: (option["formation"], abs(turn_between(option["heading"], wanted))))
    ]


_THOUGHTS: Final[Mapping[str, Callable[[State, Decision], list[Option] | None]]] = {
    CHOOSE: lambda s, decision: well_spent(decision),
    "choose-edge": _first,
    "deploy": deployed,
    "deploy-leader": _first,
    "place-order": _ordered,
    "division": _division,
    "who-moves": _who_moves,
    "manoeuvre": _manoeuvre,
    "ride": _ride,
    "control-move": _control,
    "fire": _fire,
    "reply": _first,
    "fire-elsewhere": _first,
    "exchange-fire": _first,
    "garrison": _first,
    "who-loses": _loser,
    "fight-next": _first,
    "test-brigade": _first,
    "recovers": _recovers,
    "entry": _first,
    "succeed": _successor,
}
