"""Chapter 7.2, what each type of event does at once to the one who has revealed it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from alfiere.games.cappa.chance.ambushes import (
    Find,
    hidden,
    lone_stranger,
    peasants,
    put_down,
    skirmishers,
    stragglers,
    surprise,
)
from alfiere.games.cappa.chance.animals import let_loose
from alfiere.games.cappa.combat.grenades import GRENADE, burst
from alfiere.games.cappa.feats.cellar import store_in
from alfiere.games.cappa.ground.ground import base_of, building_at, field, free_place
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.morale.morale_tests import is_steadied, take_test
from alfiere.games.cappa.people.flags import name_ensign
from alfiere.games.cappa.people.impulses import Actor, bodies
from alfiere.games.cappa.people.loads import can_carry
from alfiere.games.cappa.people.markers import FOUND, ROW, SECOND, Row, belt_of, look_under, markers, unseen
from alfiere.games.cappa.people.strangers import FOUND_BY, controller, new_stranger, type_of
from alfiere.games.cappa.scenario.occasion_forms import EventForm, ThingForm
from alfiere.games.cappa.scenario.waters import DRY, FLOOD, OPEN, WADE, WATER, Water, course, is_water
from alfiere.games.cappa.sheets.event_types import event_types
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import OFF, OUT, Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.chance_events import Baffled, FoundLying, WaterChanged
from alfiere.games.cappa.told.events import EventRevealed, Taken
from alfiere.games.cappa.victory.firmness import change, give_points
from alfiere.games.cappa.victory.news import learn
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.shapes import Point

FALSE = "false"  # nothing happens, cappa.7.2ae


# Whether it happens at all


def is_false(s: SkirmishState, find: Find) -> bool:
    """Whether an event comes to nothing here and now."""
    event = find.event
    if event.belt and event.belt != belt_of(s, find.place):
        return True  # cappa.7.4b
    if event.thing is not None and FOUND.is_on(s, event.id):
        return True  # cappa.7.4.h1
    if not event.type:
        return False
    needs = "" if event.in_open else type_of(event).needs
    if needs == "building" and not building_at(s, *find.place):
        return True  # cappa.7.2p, cappa.7.2ac, cappa.7.2ad
    if needs == "water" and not _waters(s, find):
        return True  # cappa.7.2v, cappa.7.2z
    untrue = FALSE_IF.get(event.type)
    return untrue is not None and untrue(s, find)


def _has_no_ambush(s: SkirmishState, find: Find) -> bool:
    """No opponent has anybody left to place (cappa.7.2n, cappa.7.2.h4)."""
    return not controller(s, find.who.seat, lambda seat: bool(hidden(s, seat, find.event)))


def _is_unshaken_store(s: SkirmishState, find: Find) -> bool:
    """Whoever would lose firmness has hardly any (cappa.7.2p)."""
    return s.sides[controller(s, find.who.seat)].firmness <= event_types().numbers.least_firmness


def is_no_enemy(s: SkirmishState, event: EventForm, who: Actor) -> bool:
    """Whether those who reveal a personal enemy are none of his (cappa.7.2.h6)."""
    name = event.enemy_of
    if name in s.scenario.seat_of:
        return s.scenario.seat_of[name] != who.seat
    return not any(name in (one.id, one.sheet.id.split("/")[0]) for one in bodies(s, who))


FALSE_IF: dict[str, Callable[[SkirmishState, Find], bool]] = {
    FALSE: lambda s, find: True,
    "ambush_surprised": _has_no_ambush,
    "ambush_both_surprised": _has_no_ambush,
    "ammunition": _is_unshaken_store,
    "personal_enemy": lambda s, find: is_no_enemy(s, find.event, find.who),
}


def happen(g: SkirmishGame, find: Find) -> Procedure[None]:
    """What the scenario says of an event, and what its type does."""
    event = find.event
    g.tell(EventRevealed(find.by.id, event.id, find.place))
    learn(g, find.by, event.news, "cappa.7.1c")
    if event.thing is not None:
        FOUND.put(g.state, event.id)
    if event.type not in EARNED_LATER:
        worth = event.worth or (type_of(event).worth if event.type else 0)
        give_points(g, find.who.seat, worth, "event")
    for name in event.arrives:
        yield from _arrive(g, name, find.place)
    done = HAPPENINGS.get(event.type)
    if done is not None:
        yield from done(g, find)
    elif event.thing is not None:
        yield from _object(g, find)


EARNED_LATER = ("animal", "deserter", "famous_person", "wine")


def _arrive(g: SkirmishGame, name: str, place: Point) -> Procedure[None]:
    """Those of the order of battle who waited for this event."""
    s = g.state
    squad = s.squads.get(name)
    names = squad.members if squad is not None else [name]
    put_down(g, squad, [one for one in map(s.figures.__getitem__, names) if one.where == OFF], place)
    if squad is not None:
        yield from name_ensign(g, squad)


# To the revealer


def baffle(g: SkirmishGame, find: Find) -> Procedure[None]:
    """PA lost, on the ground, or both; a morale test may avoid it (cappa.7.2b, cappa.7.2c, cappa.7.2aa)."""
    event, who = find.event, find.who
    if event.avoid and (yield from _keeps_calm(g, who)):
        return
    effect: str = event.effect or type_of(event).effect
    if effect != "prone":
        who.pa, who.has_acted = 0, True
    here = bodies(g.state, who)
    if effect != "pa":
        for one in here:
            one.is_prone = one.is_prone or not one.is_mounted  # cappa.2.2.1.h17
        if not any(one.is_prone for one in here):
            effect = "pa" if effect == "both" else "saddle"
    g.tell(Baffled(who.id, effect, type_of(event).rules))


def _keeps_calm(g: SkirmishGame, who: Actor) -> Procedure[bool]:
    """Whether he passes the test that an event asks for; the loyal take none before their master (cappa.8.1.2n)."""
    return is_steadied(g.state, who) or (yield from take_test(g, who, "event")).passed


def _animal(g: SkirmishGame, find: Find) -> Procedure[None]:
    let_loose(g.state, find.event, find.by)
    yield from baffle(g, find)


def _deserter(g: SkirmishGame, find: Find) -> Procedure[None]:
    one = yield from lone_stranger(g, find, "cappa.7.2f")
    if one is not None:
        FOUND_BY.put(one, find.who.seat)


def _famous(g: SkirmishGame, find: Find) -> Procedure[None]:
    """He lies there and cannot move; who brings him off the table earns the points (cappa.7.2u)."""
    yield from ()
    s = g.state
    friend = find.event.friend_of
    one = new_stranger(s, find.event, s.scenario.seat_of[friend] if friend else find.who.seat)
    one.wounds, one.is_prone, one.is_mounted, one.mount = one.sheet.wounds, True, False, ""
    place = free_place(s, one, *find.place)
    if place is None:
        one.where = "gone"
        return
    one.x, one.y = place
    one.where, one.level = OUT, find.by.level
    FOUND_BY.put(one, find.who.seat)
    g.tell(FoundLying(one.id, place))


# Things


def _ammunition(g: SkirmishGame, find: Find) -> Procedure[None]:
    """The opponent has lost a store (cappa.7.2o)."""
    yield from ()
    change(g, controller(g.state, find.who.seat), event_types().numbers.firmness, "store", "cappa.7.2o")


def _dangerous(g: SkirmishGame, find: Find) -> Procedure[None]:
    """A failed morale test and the stock blows up like a grenade (cappa.7.2q, cappa.7.2.h5)."""
    if (yield from _keeps_calm(g, find.who)):
        return
    tally = Tally("fire")
    tally.add(event_types().numbers.explosion_ti, "Ti", "cappa.7.2.h5")
    harms = yield from burst(g, find.by, find.place, weapons()[GRENADE], find.by.level, tally)
    yield from after_attack(g, harms)


def _object(g: SkirmishGame, find: Find) -> Procedure[None]:
    """The finder may take it with him for nothing (cappa.7.2t, cappa.7.2.h7)."""
    form, found_by = find.event.thing, find.by
    assert form is not None  # occasions refuses it
    s = g.state
    s.things[form.id] = Thing(form.id, form.kind, *find.place, 0, "", heading=10 * form.faces)
    if not can_carry(s, found_by, form.id):
        return
    options = [
        Option("pick-up", {"figure": found_by.id, "thing": form.id, "pa": 0}, ("cappa.7.2.h7",)),
        Option("let-be", {"figure": found_by.id}, ("cappa.7.2.h7",)),
    ]
    about = {"figure": found_by.id, "thing": form.id}
    chosen = yield Decision(found_by.seat, "find", options, about, ("cappa.7.2.h7",))
    if chosen.key == "let-be":
        return
    take_up(g, g.state.figures[found_by.id], form)


def take_up(g: SkirmishGame, figure: Figure, form: ThingForm) -> None:
    """A weapon joins the others, a thing is borne."""
    s = g.state
    if form.kind in weapons():
        figure.arms.append(form.kind)
        del s.things[form.id]
    else:
        s.things[form.id].bearer = figure.id
        figure.carries.append(form.id)
    g.tell(Taken(figure.id, form.id, "up", ("cappa.7.2.h7",)))


def _wine(g: SkirmishGame, find: Find) -> Procedure[None]:
    """It stands there; drinking it is an action (cappa.7.2.h11)."""
    yield from ()
    form = find.event.thing
    assert form is not None
    g.state.things[form.id] = Thing(form.id, form.kind, *find.place, 0, "")


def _provisions(g: SkirmishGame, find: Find) -> Procedure[None]:
    """A point, and a drink for each of them in there (cappa.7.2.h10)."""
    yield from ()
    store_in(g.state, find.event, find.who.seat, find.place)


# Water and tracks


def _waters(s: SkirmishState, find: Find) -> list[str]:
    """The pieces of the watercourse that the revealer touches, unless flood or drought have had it already."""
    slack = tables().lengths.tolerance
    ground = field(s).terrain
    pieces = [one.feature for one in ground.compiled]
    for piece in pieces:
        touched = is_water(piece) and any(
            ground.gap(piece.id, base_of(s, one).outline) <= slack for one in bodies(s, find.who)
        )
        if touched:
            names = course(pieces, piece.id, slack)
            return [] if any(_has_changed(s, name) for name in names) else names
    return []


def _has_changed(s: SkirmishState, name: str) -> bool:
    return any(one.piece == name and one.how != OPEN for one in WATER.among(s.changed))


def _flood(g: SkirmishGame, find: Find) -> Procedure[None]:
    """Nobody wades it any more, for the rest of the game (cappa.7.2v)."""
    yield from ()
    s = g.state
    s.changed += [WATER.written(Water(FLOOD, name)) for name in _waters(s, find)]
    g.tell(WaterChanged(find.by.id, FLOOD, ("cappa.7.2v",)))


def _drought(g: SkirmishGame, find: Find) -> Procedure[None]:
    """It is dry, or near by at least to be waded, for the rest of the game (cappa.7.2z)."""
    yield from ()
    s, reach = g.state, find.event.within
    x, y = find.place
    for name in _waters(s, find):
        s.changed.append(WATER.written(Water(WADE, name, x, y, reach) if reach else Water(DRY, name)))
    g.tell(WaterChanged(find.by.id, WADE if reach else DRY, ("cappa.7.2z",)))


def _tracks(g: SkirmishGame, find: Find) -> Procedure[None]:
    """They lead to a ford, to what other markers hide, or to the second series of events (cappa.7.2ab)."""
    s, event = g.state, find.event
    for name in [one for one in event.opens if not _has_changed(s, one)]:  # nor is it found in a flood, cappa.7.2v
        s.changed.append(WATER.written(Water(OPEN, name)))
        g.tell(WaterChanged(find.by.id, OPEN, ("cappa.7.2ab",)))
    second = [ROW.written(Row(number)) for number, row in s.scenario.rows.items() if row.series > 1]
    if second and not SECOND.is_on(s):
        SECOND.put(s)
        s.deck = [row for row in s.deck if ROW.read(row).marker] + second
    seen: list[str] = []
    for _ in range(event.looks):
        names = [name for name in unseen(s, find.who.seat) if name not in seen]
        seen += yield from look(g, find.by, names, "cappa.7.2ab")


def look(g: SkirmishGame, figure: Figure, names: list[str], rule: str) -> Procedure[list[str]]:
    """The player says under which marker he looks; it is returned in a list, which is empty if there is none."""
    if not names:
        return []
    places = markers(g.state)
    options = [Option("look-under", {"marker": name, "to": list(places[name])}, (rule,)) for name in names]
    chosen = yield from choose(figure.seat, "look-under", options, {"figure": figure.id}, (rule,))
    look_under(g, g.state.figures[figure.id], chosen["marker"], rule)
    return [chosen["marker"]]


HAPPENINGS: dict[str, Callable[[SkirmishGame, Find], Procedure[Any]]] = {
    "animal": _animal,
    "brawler": partial(lone_stranger, rule="cappa.7.2e"),
    "deserter": _deserter,
    "ambush_peasants": peasants,
    "ambush_surprised": partial(surprise, must=False),
    "ambush_both_surprised": partial(surprise, must=True),
    "ammunition": _ammunition,
    "dangerous_ammunition": _dangerous,
    "personal_enemy": partial(lone_stranger, rule="cappa.7.2s"),
    "object": _object,
    "famous_person": _famous,
    "flood": _flood,
    "stragglers": stragglers,
    "skirmishers": skirmishers,
    "drought": _drought,
    "terrain": baffle,
    "tracks": _tracks,
    "wine": _wine,
    "provisions": _provisions,
}
