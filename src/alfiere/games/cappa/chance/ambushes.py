"""Chapter 7.2, the ambushes: peasants, enemies who were in hiding, stragglers and skirmishers; and who acts when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from alfiere.battles.ground_forms import INWARDS
from alfiere.games.cappa.combat.fire import add_posture
from alfiere.games.cappa.combat.melee import fight
from alfiere.games.cappa.combat.squad_melee import fight_squads
from alfiere.games.cappa.combat.volleys import casualties
from alfiere.games.cappa.feats.special_abilities import ATTACKS, CHARGES
from alfiere.games.cappa.ground.ground import (
    building_at,
    building_of,
    free_place,
    in_contact,
    is_free,
    level,
    radius,
    room_in,
)
from alfiere.games.cappa.ground.gun_places import note_hit
from alfiere.games.cappa.ground.zones import in_zone_of
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.morale.rousing import ROLLED
from alfiere.games.cappa.movement.movement import is_place
from alfiere.games.cappa.people.flags import name_ensign
from alfiere.games.cappa.people.impulses import Actor, actor, bodies, cost_of, waiting
from alfiere.games.cappa.people.squad_formations import OPEN, breach, places_in_formation
from alfiere.games.cappa.people.strangers import (
    JOINED,
    controller,
    disband,
    is_friend,
    keeper,
    new_band,
    new_stranger,
    type_of,
)
from alfiere.games.cappa.scenario.occasion_forms import EventForm
from alfiere.games.cappa.set_up.squad_set_up import drawn_up_near
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.dice import d6, d10
from alfiere.games.cappa.state.fortune import change_orders, is_helped
from alfiere.games.cappa.state.state import GONE, OFF, ON, Figure, SkirmishGame, SkirmishState, Squad, by_initiative
from alfiere.games.cappa.told.chance_events import FiredFromHiding
from alfiere.games.cappa.told.events import DiceRolled, DieGiven, Entered, Struck
from alfiere.games.cappa.told.weather_events import Unseen
from alfiere.games.cappa.weaponry.blows import FORMED, armour_class, arms_against
from alfiere.games.cappa.weaponry.wounds import RIDER, Harm, harm, who_is_struck
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.shapes import Point

OFFERED = 6  # so many places are offered for each who might be placed
ROUND = 100  # tenths of a degree between the places tried round somebody
APPEAR = ("cappa.7.2.1a", "cappa.7.2.1.h3")


class Find(NamedTuple):
    """An event, the character or squad that reveals it, the one who touches the marker, and where it was."""

    event: EventForm
    who: Actor
    by: Figure
    place: Point


# They appear


def put_down(g: SkirmishGame, squad: Squad | None, here: list[Figure], place: Point) -> list[Figure]:
    """Those who come at once stand as near to the marker as they fit and 1 um from enemies (cappa.7.2.1.h3).

    A squad stands in its formation if there is room (cappa.6.0d). Who finds no room at all does not come.
    """
    s, apart = g.state, tables().lengths.foot_base
    house = building_at(s, *place)  # who lurks in a house is not put beyond its wall while it has room
    drawn_up = drawn_up_near(s, squad, here, place, apart) if squad is not None and here else []
    for number, one in enumerate(here):
        spot = drawn_up[number] if drawn_up else free_place(s, one, *place, apart=apart, house=house)
        spot = spot or free_place(s, one, *place, apart=apart)
        if spot is not None:
            one.x, one.y = spot
            one.where = ON
            g.tell(Entered(one.id, spot, APPEAR))
    return [one for one in here if one.where == ON]


def loosen_ranks(squad: Squad, here: list[Figure]) -> None:
    """Who could not be put down in the formation of the band stands in open order (cappa.6.0d, cappa.6.3.2.h1)."""
    if breach(here, squad.formation):
        squad.formation = OPEN


def give_pa(g: SkirmishGame, who: Actor, pa: int, rule: str) -> None:
    """PA that somebody has without having been ordered to."""
    who.die = who.pa = pa
    who.is_activated = True
    g.tell(DieGiven(who.seat, who.id, pa, pa, (rule,)))


def roll_die(g: SkirmishGame, who: Actor, rule: str) -> Procedure[None]:
    """An activation die at once, which experience may change for those whom it helps (cappa.9.1.2.h2).

    Who gets none acts in the last phase with the others (cappa.7.2.1b).
    """
    roll = d6(g, who.seat)
    if is_helped(who):
        (roll,) = yield from change_orders(g, who.seat, (roll,), who.id)
    is_valid = roll <= tables().numbers.valid_die
    g.tell(DiceRolled(who.seat, (roll,), (roll,) if is_valid else (), Tally("dice"), (rule,)))
    if is_valid:
        give_pa(g, who, roll, rule)


def take_turns(s: SkirmishState, newcomer: Actor) -> None:
    """Who has come with PA acts in the normal sequence, at once if his priority is the highest (cappa.7.2.1d).

    In the last phase he acts at once anyhow, for there PA are used as they are won (cappa.7.2.1e).
    """
    if s.phase != "actions" or not newcomer.pa:
        return
    everybody = waiting(s)
    highest = max(one.pa for one in everybody)
    level_with = [one.seat for one in everybody if one.pa == highest]
    first = next(seat for seat in by_initiative(s) if seat in level_with)
    if newcomer.pa == highest and newcomer.seat == first:
        s.acting = ""


# Peasants


def peasants(g: SkirmishGame, find: Find) -> Procedure[None]:
    """They fight for a turn with 2 PA (cappa.7.2i, cappa.7.2j), or join the side they favour."""
    s, event, who = g.state, find.event, find.who
    joins = is_friend(s, event, who.seat)
    squad, men = new_band(s, event, who.seat if joins else keeper(s, event, who.seat))
    here = put_down(g, squad, men, find.place)
    loosen_ranks(squad, here)
    for one in men:
        if one not in here:
            one.where = GONE
        elif joins:
            JOINED.put(one)
    if joins or not here:
        return
    give_pa(g, squad, event_types().numbers.ambush_pa, "cappa.7.2j")
    take_turns(s, squad)
    yield from ()


# Enemies in hiding


def hidden(s: SkirmishState, seat: Seat, event: EventForm) -> list[Actor]:
    """The characters and squads of a side that are not on the table yet (cappa.7.2k)."""
    found: list[Actor] = []
    if not event.squads_only:
        found += [one for one in s.figures.values() if one.seat == seat and one.where == OFF and not one.squad]
    for squad in s.squads.values():
        where = {s.figures[name].where for name in squad.members}
        if squad.seat == seat and where == {OFF}:
            found.append(squad)
    return found


def surprise(g: SkirmishGame, find: Find, *, must: bool) -> Procedure[None]:
    """The opponent may, or must, place somebody in the area or just outside it (cappa.7.2k, cappa.7.2m).

    Who surprises has a die at once (cappa.7.2l).
    """
    s, (event, who, found_by, place) = g.state, find
    seat = controller(s, who.seat, lambda one: bool(hidden(s, one, event)))
    options = [option for unit in hidden(s, seat, event) for option in _ambush_places(s, unit, place)] if seat else []
    if not options:
        return
    rules = ("cappa.7.2m",) if must else ("cappa.7.2k",)
    if not must:
        options.append(Option("hold-back", {}, ("cappa.7.2k",)))

    def free(key: str, args: Args) -> Option | Objection | None:
        return _judge_place(s, seat, event, place, args) if key == "place-ambush" else None

    chosen = yield Decision(seat, "ambush", options, {"enemy": found_by.id}, rules, free=free)
    if chosen.key == "hold-back":
        return
    unit = actor(g.state, chosen["figure"])
    here = _bodies_off(s, unit)
    for one, (x, y) in zip(here, _stand(unit, here, chosen["to"], chosen.get("heading") or 0), strict=True):
        one.x, one.y, one.where = x, y, ON
        g.tell(Entered(one.id, (x, y), rules))
    if isinstance(unit, Squad):
        yield from name_ensign(g, unit)
    if event.attacks and not must:
        yield from _attack_unanswered(g, unit, who)
    elif not must:
        yield from roll_die(g, unit, "cappa.7.2l")
        take_turns(s, unit)


def _bodies_off(s: SkirmishState, unit: Actor) -> list[Figure]:
    return [unit] if isinstance(unit, Figure) else [s.figures[name] for name in unit.members]


def _stand(unit: Actor, here: list[Figure], place: Sequence[int], heading: int) -> list[Point]:
    x, y = place
    if isinstance(unit, Figure):
        return [(x, y)]
    size = 2 * max(radius(one) for one in here)
    return places_in_formation(unit.formation, len(here), size, (x, y), heading)


def area_of(s: SkirmishState, place: Point) -> Rect | None:
    """The smallest area a marker lies in: a building, a wood, what a hedge or wall encloses; None in the open."""
    x, y = place
    rects = [one.form.rect for one in s.scenario.features if one.form.rect is not None and one.kind.id != "open"]
    around = [one for one in rects if one[0] <= x <= one[2] and one[1] <= y <= one[3]]
    return min(around, key=lambda one: (one[2] - one[0]) * (one[3] - one[1]), default=None)


def _ambush_places(s: SkirmishState, unit: Actor, place: Point) -> Iterator[Option]:
    """Places in the area; only if there are none, in its immediate surroundings (cappa.7.2l, cappa.7.2.h4)."""
    area = area_of(s, place)
    keep = event_types().lengths.surroundings
    inside = list(_fits(s, unit, place, area, 0)) if area is not None else []
    yield from inside or _fits(s, unit, place, area or (*place, *place), keep)


def _judge_place(s: SkirmishState, seat: Seat, event: EventForm, place: Point, args: Args) -> Option | Objection | None:
    """Any other place that a person points at, in the area or, if there is no room there, just outside it."""
    unit = next((one for one in hidden(s, seat, event) if one.id == args.get("figure")), None)
    to, heading = args.get("to"), args.get("heading", 0)
    if unit is None or not is_place(to) or heading not in INWARDS.values() or set(args) - {"figure", "to", "heading"}:
        return None
    area = area_of(s, place)
    beyond = event_types().lengths.surroundings
    if area is not None and next(_fits(s, unit, place, area, 0), None) is not None:
        beyond = 0
    here = _bodies_off(s, unit)
    stands = _stand(unit, here, (to[0], to[1]), int(heading))
    if not all(_may_lurk(s, one, at, area or (*place, *place), beyond) for one, at in zip(here, stands, strict=True)):
        return because("ambush-place", "cappa.7.2.h4", figure=unit.id)
    return _ambush(unit, (to[0], to[1]), int(heading))


def _ambush(unit: Actor, place: Point, heading: int) -> Option:
    args: dict[str, Any] = {"figure": unit.id, "to": list(place)}
    args |= {"heading": heading} if isinstance(unit, Squad) else {}
    return Option("place-ambush", args, ("cappa.7.2k", "cappa.7.2.h4"))


def _fits(s: SkirmishState, unit: Actor, place: Point, area: Rect, beyond: int) -> Iterator[Option]:
    """A few places no part of which is farther than this beyond the area, the nearest to the marker first."""
    left, top, right, bottom = area
    box = max(0, left - beyond), max(0, top - beyond), right + beyond, bottom + beyond
    here = _bodies_off(s, unit)
    spots = sorted(room_in(s, here[0], box), key=lambda one: (_apart(one, place), one))
    found = 0
    for spot in spots:
        for heading in INWARDS.values():
            stands = _stand(unit, here, spot, heading)
            if all(_may_lurk(s, one, at, area, beyond) for one, at in zip(here, stands, strict=True)):
                yield _ambush(unit, spot, heading)
                found += 1
                break
        if found == OFFERED:
            return


def _may_lurk(s: SkirmishState, figure: Figure, place: Point, area: Rect, beyond: int) -> bool:
    """Room for his base, near enough, outside every zone of control and out of contact (cappa.7.2.h4)."""
    x, y = place
    left, top, right, bottom = area
    out = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
    if beyond:
        limit = beyond + tables().lengths.tolerance - radius(figure)
        if out[0] ** 2 + out[1] ** 2 > limit * limit:
            return False
    elif min(x - left, right - x, y - top, bottom - y) < radius(figure):
        return False
    if not is_free(s, figure, x, y):
        return False
    twin = figure.copy()
    twin.x, twin.y, twin.where = x, y, ON
    return not any(in_zone_of(s, twin, one) or in_contact(s, twin, one) for one in s.enemies_of(figure))


def _apart(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _attack_unanswered(g: SkirmishGame, unit: Actor, who: Actor) -> Procedure[None]:
    """One attack with the PA of a die of 2, a shot or a charge and a round of melee, to which nobody reacts.

    (cappa.t.terheyden_events). The surprised find their PA again afterwards, less what the attack cost them.
    """
    s = g.state
    give_pa(g, unit, event_types().numbers.attack_pa, "cappa.7.2k")
    names = (who.id, *(one.id for one in bodies(s, who)))
    kept, who.pa, wounds, seen = who.pa, 0, _wounds(s, who), len(g.events)
    offered = [one for deed in ATTACKS for one in deed.offer(s, unit, unit.pa)]
    options = [one for one in offered if one.get("target") in names and cost_of(one) <= unit.pa]
    options.append(Option("hold-back", {}, ("cappa.7.2k",)))
    chosen = yield Decision(unit.seat, "surprise-attack", options, {"figure": unit.id}, ("cappa.7.2k",))
    dazed = [one for one in bodies(s, who) if not ROLLED.is_on(one)]
    for one in dazed:
        ROLLED.put(one)  # nor does anything rouse them, cappa.8.1.2o
    unit.pa = 0  # one attack and nothing more, also for those who are left of a squad
    if chosen.key != "hold-back":
        yield from next(deed for deed in ATTACKS if deed.verb == chosen.key).perform(g, unit, chosen)
        if chosen.key in CHARGES and bodies(s, who) and _touch(s, unit, who) and not s.winner:
            yield from _one_round(g, unit, who)
    for one in dazed:
        ROLLED.clear(one)
    told = [one.event if isinstance(one, Unseen) else one for one in g.events[seen:]]  # cappa.9.5.1.h3
    was_hit = any(isinstance(one, Struck) and one.hit and one.target in names for one in told)
    if _wounds(s, who) == wounds or isinstance(who, Squad):
        who.pa = max(0, kept - (tables().numbers.hit_loses if was_hit else 0))


def _one_round(g: SkirmishGame, unit: Actor, who: Actor) -> Procedure[None]:
    if isinstance(unit, Squad) or isinstance(who, Squad):
        yield from fight_squads(g, unit, who)
    else:
        yield from fight(g, unit, who, arms_against(g.state, unit, who)[0].code)


def _wounds(s: SkirmishState, who: Actor) -> int:
    return sum(one.wounds for one in bodies(s, who))


def _touch(s: SkirmishState, unit: Actor, who: Actor) -> bool:
    return any(in_contact(s, one, other) for one in bodies(s, unit) for other in bodies(s, who))


# Stragglers


def stragglers(g: SkirmishGame, find: Find) -> Procedure[None]:
    """One round of melee at once, out of sequence; whatever comes of it, they are gone (cappa.7.2w, cappa.7.2x)."""
    s, found_by = g.state, find.by
    squad, men = new_band(s, find.event, controller(s, find.who.seat))
    for one in men:
        spot = _beside(s, one, found_by)
        if spot is None:
            one.where = GONE
        else:
            one.x, one.y, one.where = *spot, ON
            g.tell(Entered(one.id, spot, ("cappa.7.2.h8",)))
    here = [one for one in men if one.where == ON]
    squad.strength = len(here)
    loosen_ranks(squad, here)
    if squad.strength:
        squad.is_activated = True  # with the 1 PA that the round costs
        yield from fight_squads(g, squad, s.squad_of(found_by) or found_by)
    disband(g, s.squads[squad.id], "cappa.7.2x")


def _beside(s: SkirmishState, figure: Figure, other: Figure) -> Point | None:
    """A place in contact with somebody where a base fits."""
    for turn in range(0, FULL_TURN, ROUND):
        dx, dy = offset(turn, radius(figure) + radius(other) + 1)
        place = other.x + dx, other.y + dy
        twin = figure.copy()
        twin.x, twin.y, twin.where = *place, ON
        if is_free(s, figure, *place) and in_contact(s, twin, other):
            return place
    return None


# Skirmishers


def skirmishers(g: SkirmishGame, find: Find) -> Procedure[None]:
    """Shots from hiding at once, which nobody answers; only a building gives cover (cappa.7.2y, cappa.7.2.h9)."""
    s, seat, found_by = g.state, controller(g.state, find.who.seat), find.by
    band = weapons()[event_types().numbers.skirmisher_weapon].short
    assert band is not None
    tally = Tally("fire")
    tally.add(event_types().numbers.skirmisher_ti, "Ti", "cappa.7.2y")
    tally.add(band.hit, "short range", "cappa.7.2.h9")
    indoors = bool(building_of(s, found_by))
    armour = Tally("armour")
    armour.add(armour_class(s, found_by), "CA", "cappa.5.1.2c")
    armour.add(band.damage, "short range", "cappa.7.2.h9")
    if indoors:
        tables().fire.count("cover", armour)
    add_posture(s, found_by, level(s, found_by), armour)
    squad = s.squad_of(found_by)
    if squad is not None and squad.formation in FORMED:
        tables().fire.count("dense target", armour)  # cappa.5.1.3m
    dice = tuple(d10(g, seat) for _ in range(find.event.count or type_of(find.event).count))
    damage = tuple(d10(g, seat) for one in dice if one <= tally.total)
    if damage:
        note_hit(s, found_by, seat, firearms=True)
    wounds = sum(1 for one in damage if one <= armour.total)
    g.tell(FiredFromHiding(found_by.id, tally, dice, armour, damage, wounds))
    if squad is None:
        struck = [(found_by, number < wounds) for number in range(len(damage))]
    else:
        fallen = yield from casualties(g, squad, wounds, [one.id for one in bodies(s, squad)])
        struck = [(s.figures[name], True) for name in fallen]
    harms: list[Harm] = []
    for one, is_wound in struck:
        if one.is_up:
            part = who_is_struck(g, one, seat, "cappa.5.1.7a") if is_wound and one.is_mounted else RIDER
            harms += harm(g, one, "fire", is_wound, part, not indoors)
    yield from after_attack(g, harms)


# One alone


def lone_stranger(g: SkirmishGame, find: Find, rule: str) -> Procedure[Figure | None]:
    """Somebody whose keeper rolls a die for him at once (cappa.7.2e, cappa.7.2f, cappa.7.2s)."""
    s = g.state
    one = new_stranger(s, find.event, keeper(s, find.event, find.who.seat))
    if not put_down(g, None, [one], find.place):
        one.where = GONE
        return None
    yield from roll_die(g, one, rule)
    take_turns(s, one)
    return one
