"""Chapter 5.2, melee: a round of blows, who has won it, pushing back, breaking off, giving ground."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from alfiere.games.cappa.combat.disarming import disarm
from alfiere.games.cappa.combat.squad_melee import fight_back, fight_squads, knock_down
from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.ground import base_of, defends, gap, going, in_contact, radius, stops_near
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.ground.zones import contacts, journey
from alfiere.games.cappa.morale.leaving import parting_blows, step_away
from alfiere.games.cappa.morale.morale import after_attack, recovered_in_shelter
from alfiere.games.cappa.movement.carrying import shared_load
from alfiere.games.cappa.movement.movement import REASONS, count_move, is_place, shift, so_far_towards, speed
from alfiere.games.cappa.people.captives import release
from alfiere.games.cappa.people.impulses import wishes
from alfiere.games.cappa.people.loads import is_laden, weight_of
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import can_react
from alfiere.games.cappa.state.state import OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Moved, RoundWon, Taken
from alfiere.games.cappa.weaponry.arms import empty_after_melee
from alfiere.games.cappa.weaponry.blows import (
    Arm,
    Blow,
    apply_blow,
    arms_against,
    end_charge,
    fights_with,
    follow_up,
    is_first_round,
    numbers,
    reaches,
    strike,
)
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import FAR, Refusal
from alfiere.table.headings import FULL_TURN, heading_of, offset, turn_between
from alfiere.table.measuring import way_length
from alfiere.table.places import as_far_as, crossing_place
from alfiere.table.reach import Journey, Way
from alfiere.table.shapes import Point

ROUNDED = 5  # tenths of a degree that a hundredth may turn a push

DIRECTIONS = 8  # of the winner's own um that are offered
RETREATS = (0, 450, -450, 900, -900)  # tenths of a degree off straight back
BETWEEN = (150, -150, 300, -300, 600, -600, 750, -750)


SPOILS = ("cappa.5.2.3f", "cappa.5.2.3k")


class Won(NamedTuple):
    """Who has won a round, and by what; nobody if it is a draw."""

    winner: str
    why: str
    rule: str


# A round


def opponents(s: SkirmishState, figure: Figure) -> list[tuple[Figure, Arm]]:
    """Whom he may attack with what: in contact, across a defended obstacle, within reach, or lying there."""
    lying = [one for one in s.figures.values() if one.where == OUT and one.seat != figure.seat]
    found = [(enemy, arm) for enemy in s.may_attack(figure) for arm in arms_against(s, figure, enemy)]
    found.sort(key=lambda pair: pair[1].is_reach)
    return found + [(one, arm) for one in lying for arm in arms_against(s, figure, one)[:1]]


def fight(
    g: SkirmishGame, attacker: Figure, target: Figure, code: str, *, yields: bool = False, disarms: bool = False
) -> Procedure[None]:
    """One round: the attacker strikes, the defender must strike back if he can, then all is applied (cappa.5.2d)."""
    s = g.state
    squad = fights_among(s, target)
    if squad is not None and target.is_up and not target.shaken:  # cappa.5.2.6d; a shaken leader is alone, cappa.2.3.h7
        chosen = target if is_first_round(s, attacker, target) else None  # cappa.6.7.1.h1
        yield from fight_squads(g, attacker, squad, chosen, code=code, yields=yields)
        return
    arm = next(one for one in arms_against(s, attacker, target) if one.code == code)
    if target.where == OUT:
        yield from _finish_off(g, attacker, target, arm)
        return
    barriers = defends(s, target, attacker), defends(s, attacker, target)
    ready = yield from _free_hands(g, target, attacker)
    reply = (yield from fight_back(g, target, attacker)) if ready else None
    flees = target.fled_from == attacker.id  # cappa.4.3.9g
    first = yield from strike(g, attacker, target, arm, against=reply, flees=flees, yields=yields, disarms=disarms)
    blows = [first]
    if reply is not None:
        blows.append((yield from strike(g, target, attacker, reply, against=arm)))
    struck = reply or fights_with(s, target, attacker)
    suffered = [[] if disarms and blow is blows[0] else apply_blow(g, blow) for blow in blows]
    if disarms and blows[0].is_hit and target.is_up:
        yield from disarm(g, attacker, target, struck)
    fallen = [sum(1 for one in harms if one.is_wounded and not s.figures[one.figure].is_up) for harms in suffered]
    won = winner(s, attacker, target, blows, fallen)
    loser = attacker.id if won.winner == target.id else target.id
    g.tell(RoundWon(won.winner, loser if won.winner else "", won.why, (won.rule,)))
    end_charge(s, attacker, target)
    for one in (attacker, target):
        empty_after_melee(one)  # cappa.5.2.4a
    beaten = s.figures[loser]
    stood = beaten.x, beaten.y
    yield from after_attack(g, [harm for harms in suffered for harm in harms])  # cappa.5.2.3.h4
    if won.winner and not s.winner:
        fled = (beaten.x, beaten.y) != stood
        yield from spoils(g, s.figures[won.winner], beaten, barriers, fled=fled)


def _finish_off(g: SkirmishGame, attacker: Figure, target: Figure, arm: Arm) -> Procedure[None]:
    """A blow at one who lies out of action: no round, which could be won (cappa.5.2.1a, cappa.5.2.1g)."""
    apply_blow(g, (yield from strike(g, attacker, target, arm)))
    empty_after_melee(attacker)  # cappa.5.2.4a


def _free_hands(g: SkirmishGame, figure: Figure, enemy: Figure) -> Procedure[bool]:
    """Whoever carries a weight does not strike back, unless he lets it drop, for nothing (cappa.4.3.7.h2)."""
    s = g.state
    if not is_laden(s, figure):
        return True
    if not can_react(s, figure) or not arms_against(s, figure, enemy):
        return False
    rules = ("cappa.4.3.7.h2", "cappa.5.2d")
    if not (yield from wishes(figure, "laden", "drop-load", "keep-load", {"enemy": enemy.id}, *rules)):
        return False
    shared = shared_load(s, figure)
    for name in [*figure.carries, *([shared.id] if shared is not None and shared.helper == figure.id else [])]:
        if weight_of(s, name):
            release(s, s.figures[s.things[name].bearer] if name in s.things else figure, name)
            g.tell(Taken(figure.id, name, "down", ("cappa.4.3.7.h2",)))
    return True


def winner(s: SkirmishState, attacker: Figure, target: Figure, blows: list[Blow], fallen: list[int]) -> Won:
    """The opponent out of action, more put out of action, more wounds, a hit; otherwise a draw (cappa.5.2.3a-e).

    ``fallen``: whom each blow put out of action, which may be one who took it for another (cappa.8.1.2i).
    """
    mine, theirs = blows[0], blows[1] if len(blows) > 1 else Blow(target.id, attacker.id, False, False, "")
    scores = (
        (not target.is_up, not attacker.is_up, "out", "cappa.5.2.3a"),
        (fallen[0], fallen[1] if len(fallen) > 1 else 0, "out", "cappa.5.2.3b"),
        (mine.wounds, theirs.wounds, "wounds", "cappa.5.2.3c"),
        (mine.is_hit, theirs.is_hit, "hits", "cappa.5.2.3d"),
    )
    for own, other, why, rule in scores:
        if own != other:
            return Won(attacker.id if own > other else target.id, why, rule)
    return Won("", "draw", "cappa.5.2.3e")


# After a round


def spoils(
    g: SkirmishGame, victor: Figure, loser: Figure, barriers: Collection[str] = (), *, fled: bool = False
) -> Procedure[None]:
    """What the winner may do: push the loser, and go 1 um himself, after him or elsewhere (cappa.5.2.3f).

    ``barriers``: the obstacles the two fought across; ``fled``: a fugitive is pushed only in contact (cappa.5.2.3.h4).
    """
    s = g.state
    if not victor.is_up:
        return
    knock_down(g, victor, loser)
    stood = loser.x, loser.y
    if loser.is_up and (in_contact(s, victor, loser) or (reaches(s, victor, loser) and not fled)):
        if (yield from _push(g, victor, loser)):
            return
    is_pushed = (loser.x, loser.y) != stood
    yield from _step_on(g, victor, loser, barriers, is_rid=fled or not loser.is_up)
    if is_pushed and loser.is_up and in_contact(s, victor, loser):
        follow_up(victor, loser.id)  # cappa.5.2.3.h3


def _push(g: SkirmishGame, victor: Figure, loser: Figure) -> Procedure[bool]:
    """Whether he has driven him back and followed."""
    s = g.state
    options = list(pushes(s, victor, loser))
    if not options:
        return False
    options.append(Option("stay", {"figure": victor.id}, ("cappa.5.2.3f",)))
    about = {"figure": victor.id, "enemy": loser.id}

    def free(key: str, args: Args) -> Option | Objection | None:
        return judge_push(s, victor, loser, key, args)

    chosen = yield Decision(victor.seat, "push", options, about, SPOILS, free=free)
    if chosen.key == "stay":
        return False
    dx, dy = chosen["to"][0] - loser.x, chosen["to"][1] - loser.y
    shift(g, loser, tuple(chosen["to"]), "push", *SPOILS)
    if chosen["follows"]:
        _follow(g, victor, (victor.x + dx, victor.y + dy))
        follow_up(victor, loser.id)  # cappa.5.2.3.h3
    return bool(chosen["follows"])


def _follow(g: SkirmishGame, victor: Figure, place: Point) -> None:
    """The winner's own um, which he has moved like any other (cappa.5.1.3.h1)."""
    count_move(victor, shift(g, victor, place, "follow", *SPOILS))


def pushes(s: SkirmishState, victor: Figure, loser: Figure) -> Iterator[Option]:
    """Straight back or up to 45 degrees aside, with the winner following or not (cappa.5.2.3.h1)."""
    straight = heading_of(loser.x - victor.x, loser.y - victor.y)
    aside = 10 * tables().numbers.push_angle
    trip = journey(s, loser, tables().lengths.push + tables().lengths.tolerance, zones=False)
    busy = any(enemy.id != loser.id for enemy in foes(s, victor))  # cappa.5.2.6e
    for turn in (0, aside, -aside):
        dx, dy = offset(straight + turn, tables().lengths.push)
        end = as_far_as(trip, loser.x + dx, loser.y + dy).end  # cappa.5.2.3.h2
        if not _is_a_step((loser.x, loser.y), end) or _meets_others(s, loser, end, victor):
            continue
        args = {"figure": victor.id, "target": loser.id, "to": list(end)}
        if not busy and _may_follow(s, victor, loser, end):
            yield Option("push", {**args, "follows": True}, ("cappa.5.2.3f",))
        yield Option("push", {**args, "follows": False}, ("cappa.5.2.3f",))


def judge_push(s: SkirmishState, victor: Figure, loser: Figure, key: str, args: Args) -> Option | Objection | None:
    """The free answer: any direction within 45 degrees that a person points in (cappa.5.2.3.h1)."""
    names = {"figure": victor.id, "target": loser.id}
    if key != "push" or set(args) != {*names, "to", "follows"} or any(args[one] != names[one] for one in names):
        return None
    to, follows = args["to"], args["follows"]
    if not is_place(to) or not isinstance(follows, bool) or [loser.x, loser.y] == to:
        return because("no-place", "cappa.5.2.3f", figure=loser.id)
    end = _pushed_to(s, loser, (to[0], to[1]))
    straight = heading_of(loser.x - victor.x, loser.y - victor.y)
    aside = turn_between(straight, heading_of(to[0] - loser.x, to[1] - loser.y))
    if aside > 10 * tables().numbers.push_angle + ROUNDED:
        return because("push-aside", "cappa.5.2.3.h1", figure=victor.id, target=loser.id)
    if not _is_a_step((loser.x, loser.y), end):
        return because("push-stopped", "cappa.5.2.3.h2", target=loser.id)
    if _meets_others(s, loser, end, victor):
        return because("push-others", "cappa.5.2.3j", target=loser.id)
    if follows and any(enemy.id != loser.id for enemy in foes(s, victor)):
        return because("no-follow", "cappa.5.2.6e", figure=victor.id)
    if follows and not _may_follow(s, victor, loser, end):
        return because("no-follow", "cappa.5.2.3i", figure=victor.id)
    return Option("push", {**names, "to": list(end), "follows": follows}, ("cappa.5.2.3f",))


def _pushed_to(s: SkirmishState, loser: Figure, place: Point) -> Point:
    """Where a push in this direction ends; a place where one has ended stays the same."""
    length, slack = tables().lengths.push, tables().lengths.tolerance
    trip = journey(s, loser, length + slack, zones=False)
    end = as_far_as(trip, *so_far_towards(loser, place, length)).end
    is_same = max(abs(end[0] - place[0]), abs(end[1] - place[1])) <= slack + 1
    return place if is_same and trip.straight(*place) is None else end


def _is_a_step(start: Point, end: Point) -> bool:
    """Whether two places are farther apart than the tolerance: less is no step at all (cappa.geo.2)."""
    return max(abs(end[0] - start[0]), abs(end[1] - start[1])) > tables().lengths.tolerance


def _meets_others(s: SkirmishState, figure: Figure, place: Point, known: Figure) -> bool:
    """Whether at that place he would touch an enemy other than this one (cappa.5.2.3i, cappa.5.2.3j)."""
    there = figure.at(place)
    return any(enemy.id != known.id and in_contact(s, there, enemy) for enemy in s.enemies_of(figure))


def _may_follow(s: SkirmishState, victor: Figure, loser: Figure, end: Point) -> bool:
    place = victor.x + end[0] - loser.x, victor.y + end[1] - loser.y
    trip = journey(s.supposing([loser.at(end)]), victor, 2 * tables().lengths.push, zones=False)
    return trip.straight(*place) is None and not _meets_others(s, victor, place, loser)


def _step_on(
    g: SkirmishGame, victor: Figure, loser: Figure, barriers: Collection[str] = (), *, is_rid: bool
) -> Procedure[None]:
    """His own um: to the loser or, rid of him, to another enemy, over an obstacle, anywhere (cappa.5.2.3f, i).

    Who fights another besides stays where he is (cappa.5.2.6e).
    """
    s = g.state
    if any(enemy.id != loser.id for enemy in foes(s, victor)):
        return
    options = [*_to_contact(s, victor, loser, is_rid), *_over(s, victor, barriers)]
    elsewhere = list(_elsewhere(s, victor, loser, [tuple(one["to"]) for one in options]))
    if not options and not elsewhere:
        return
    stay = Option("stay", {"figure": victor.id}, ("cappa.5.2.3f",))
    options = [*options, *elsewhere, stay] if options else [stay, *elsewhere]

    def free(key: str, args: Args) -> Option | Objection | None:
        return judge_step(s, victor, loser, key, args)

    chosen = yield Decision(victor.seat, "step-on", options, {"figure": victor.id}, ("cappa.5.2.3f",), free=free)
    if chosen.key == "step-on":
        _follow(g, victor, tuple(chosen["to"]))


def _to_contact(s: SkirmishState, victor: Figure, loser: Figure, is_rid: bool) -> Iterator[Option]:
    near = tables().lengths.push + tables().lengths.tolerance
    for enemy in s.enemies_of(victor):
        if not (is_rid or enemy.id == loser.id) or in_contact(s, victor, enemy) or gap(s, victor, enemy) > near:
            continue
        way = journey(s, victor, near, zones=False).contact(base_of(s, enemy).outline)
        if isinstance(way, Way):
            args = {"figure": victor.id, "target": enemy.id, "to": list(way.end)}
            yield Option("step-on", args, ("cappa.5.2.3i",) if is_rid else ("cappa.5.2.3f",))


def _own_trip(s: SkirmishState, victor: Figure, loser: Figure) -> Journey:
    """What bars the winner's own um: other enemies with their zones, not the one whom he has beaten."""
    rings = [ring for ring in contacts(s, victor) if ring.base.id != loser.id]
    near = tables().lengths.push + tables().lengths.tolerance
    return journey(s, victor, near, ignoring=(loser.id,), also=rings)


def _elsewhere(s: SkirmishState, victor: Figure, loser: Figure, seen: list[Point]) -> Iterator[Option]:
    """As far as 1 um leads all round, never to another enemy (cappa.5.2.3i)."""
    trip = _own_trip(s, victor, loser)
    for number in range(DIRECTIONS):
        dx, dy = offset(number * FULL_TURN // DIRECTIONS, tables().lengths.push)
        place = as_far_as(trip, victor.x + dx, victor.y + dy).end
        if place not in seen and _is_a_step((victor.x, victor.y), place) and not _would_fight(s, victor, loser, place):
            yield Option("step-on", {"figure": victor.id, "to": list(place)}, ("cappa.5.2.3f",))


def _would_fight(s: SkirmishState, victor: Figure, loser: Figure, place: Point) -> bool:
    """Whether he would be in melee there with another than the one whom he has beaten."""
    return any(enemy.id != loser.id for enemy in foes(s, victor.at(place)))


def judge_step(s: SkirmishState, victor: Figure, loser: Figure, key: str, args: Args) -> Option | Objection | None:
    """The free answer: any place within 1 um that a person points at."""
    to = args.get("to")
    if key != "step-on" or args.get("figure") != victor.id or set(args) - {"figure", "to", "target", "obstacle"}:
        return None
    if not is_place(to) or not _is_a_step((victor.x, victor.y), (to[0], to[1])):
        return because("no-place", "cappa.5.2.3f", figure=victor.id)
    way = _own_trip(s, victor, loser).way(to[0], to[1])
    if isinstance(way, Refusal):
        rule = "cappa.5.2.3f" if way.reason == FAR else REASONS[way.reason]
        return because(f"move-{way.reason}", rule, figure=victor.id, by=way.by)
    if _would_fight(s, victor, loser, way.end):
        return because("no-follow", "cappa.5.2.3i", figure=victor.id)
    return Option("step-on", {"figure": victor.id, "to": list(way.end)}, ("cappa.5.2.3f",))


def _over(s: SkirmishState, victor: Figure, barriers: Collection[str]) -> Iterator[Option]:
    """Across what they fought over, when no defender is left in contact with it (cappa.4.3.2.h5)."""
    for bar in stops_near(s, victor):
        is_held = any(bar.by in {one.by for one in stops_near(s, enemy)} for enemy in s.enemies_of(victor))
        if bar.by not in barriers or is_held or s.ground.cost(bar.by, going(victor)) is None:
            continue
        on = journey(s, victor, 2 * tables().lengths.crossing + 4 * radius(victor), zones=False)
        place = crossing_place(on, bar.outline, tables().lengths.crossing)
        if not isinstance(place, Refusal):
            args = {"figure": victor.id, "obstacle": bar.by, "to": list(place)}
            yield Option("step-on", args, ("cappa.4.3.2.h5",))


# Leaving


def break_off(g: SkirmishGame, figure: Figure, place: Point) -> Procedure[None]:
    """Away by 1 um; whoever still has PA strikes first (cappa.5.2.5a-cappa.5.2.5c)."""
    harms = yield from parting_blows(g, figure, [figure], "cappa.2.3.3.h9")
    yield from after_attack(g, harms)
    if figure.is_up and foes(g.state, figure):
        step_away(g, figure, place)
        if figure.shaken:
            recovered_in_shelter(g, figure)  # cappa.2.3.3b


# Giving ground


def may_give_ground(s: SkirmishState, figure: Figure, target: Figure) -> bool:
    """Only if his side is not outnumbered in the melee (cappa.9.4.1a)."""
    mine, theirs = numbers(s, figure, target)
    return mine >= theirs


def retreats(s: SkirmishState, figure: Figure) -> list[Point]:
    """Half his Mov, straight back or aside, no nearer to any enemy (cappa.9.4.1b).

    Other enemies far off may leave him only a direction in between.
    """
    return _retreats(s, figure, RETREATS) or _retreats(s, figure, BETWEEN)


def _retreats(s: SkirmishState, figure: Figure, turns: Collection[int]) -> list[Point]:
    against = foes(s, figure)
    if not against:
        return []
    far = speed(s, figure) // tables().numbers.give_ground  # who lies there crawls, cappa.2.2.1.h3
    straight = heading_of(figure.x - against[0].x, figure.y - against[0].y)
    trip = journey(s, figure, far, zones=False)
    start = figure.x, figure.y
    before = {enemy.id: gap(s, figure, enemy) for enemy in s.enemies_of(figure)}
    found: list[Point] = []
    for turn in turns:
        dx, dy = offset(straight + turn, far)
        end = as_far_as(trip, start[0] + dx, start[1] + dy).end
        there = figure.at(end)
        nearer = any(gap(s, there, enemy) < before[enemy.id] for enemy in s.enemies_of(figure))
        if way_length((start, end)) >= tables().lengths.least_move and not nearer:
            found.append(end)
    return found


def fall_back(g: SkirmishGame, figure: Figure, target: Figure, option: Option) -> Procedure[None]:
    """The round first, then the retreat; those he fights come after him at once (cappa.9.4.1.h2)."""
    s = g.state
    before = {one.id for one in foes(s, figure)}
    yield from fight(g, figure, target, option["weapon"], yields=True)
    against = foes(s, figure)
    places = retreats(s, figure) if any(one.id in before for one in against) else []  # not if he has stepped on
    if not figure.is_up or figure.shaken or not places:
        return
    x, y = option["to"]
    place = min(places, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)  # the round may have moved him
    length = shift(g, figure, place, "fall back", "cappa.9.4.1b")
    count_move(figure, length)
    for enemy in against:
        most = length + 2 * radius(enemy)  # round another base, but not round a hedge
        way = journey(s, enemy, most, zones=False).contact(base_of(s, figure).outline)
        if isinstance(way, Way):
            begin = enemy.x, enemy.y
            enemy.x, enemy.y = way.end
            g.tell(Moved(enemy.id, begin, way.points, way.length, "follow", ("cappa.9.4.1b",)))
