"""Chapters 2.1.4 and 2.1.5, actions: who is called, an impulse of one or more actions, the last phase.

What a character may do is gathered from the chapters: each brings a list of :class:`Deed`, which offers its options
and carries them out. Costs are paid here, when the action is declared (cappa.2.1.4e).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, partial
from typing import NamedTuple

from alfiere.games.cappa.chance.animals import run_animals
from alfiere.games.cappa.combat.closing_in import close_in
from alfiere.games.cappa.combat.crews import settle_guns
from alfiere.games.cappa.combat.squad_melee import LeaveTogether
from alfiere.games.cappa.feats.bystanders import CONFESS, GOING, has_cause, is_on_errand, serves
from alfiere.games.cappa.feats.special_abilities import carry_out
from alfiere.games.cappa.ground.engaged import are_fighting, may_fight
from alfiere.games.cappa.ground.visibility import known
from alfiere.games.cappa.morale.deserters import is_fleeing
from alfiere.games.cappa.morale.morale import duties, must_run
from alfiere.games.cappa.movement.movement import dearer, is_climbing
from alfiere.games.cappa.movement.rejoining import roll_call, settle, stragglers_of
from alfiere.games.cappa.movement.squad_march import name_formation
from alfiere.games.cappa.movement.together import Move
from alfiere.games.cappa.people.enmity import declare_attack, settle_peace
from alfiere.games.cappa.people.impulses import (
    Actor,
    AnyAction,
    actor,
    begin_impulse,
    bodies,
    cost_of,
    has_bodies,
    pay,
    waiting,
)
from alfiere.games.cappa.people.strangers import exposed, settle_strangers
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import followers_of
from alfiere.games.cappa.state.bought import forget_bought
from alfiere.games.cappa.state.state import OUT, Figure, SkirmishGame, SkirmishState, Squad, by_initiative
from alfiere.games.cappa.state.unplayed import unplayed
from alfiere.games.cappa.told.events import PhaseBegan
from alfiere.games.cappa.turn.deeds import DEEDS
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.firmness import shelter
from alfiere.games.cappa.weaponry.arms import loosen, lower
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Groups, Lazily, Made, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import MARK, Procedure

WAIT, FIGHT = "wait", "fight"
ERRAND = (CONFESS, *GOING, WAIT)
BY_KEY: dict[str, AnyAction] = {deed.verb: deed for deed in DEEDS}
MELEE_DUTIES = tuple(deed.verb for deed in DEEDS if deed.is_melee_duty)
FREEING = tuple(deed.verb for deed in DEEDS if deed.frees_hands)


def impulses(g: SkirmishGame) -> Procedure[None]:
    """Activated characters act in descending order of the PA they have now (cappa.2.1.4b)."""
    if g.state.step == 0:
        g.tell(PhaseBegan("actions"))
        g.state.step = 1
    while True:
        yield MARK
        s = g.state
        if s.winner:
            return
        if not s.acting:
            ready = waiting(s)
            if not ready:
                break  # cappa.2.1.4i
            yield from _call(g, ready)
            continue
        yield from _act(g, actor(s, s.acting))
    g.state.phase, g.state.step = "last", 0


def _call(g: SkirmishGame, ready: list[Actor]) -> Procedure[None]:
    """The highest number; at equal numbers the side with the initiative first (cappa.2.1.4c, cappa.2.1.4.h2)."""
    s = g.state
    highest = max(one.pa for one in ready)
    level = [one for one in ready if one.pa == highest]
    seat = next(seat for seat in by_initiative(s) if any(one.seat == seat for one in level))
    mine = [one for one in level if one.seat == seat]
    chosen = mine[0].id
    if len(mine) > 1:
        options = Made(lambda: mine, lambda one: Option("act", {"figure": one.id}, ("cappa.2.1.4.h2",)))
        answer = yield Decision(seat, "act-which", options, {"pa": highest}, ("cappa.2.1.4b",), opening=True)
        chosen = answer["figure"]
    begin_impulse(g, actor(g.state, chosen), highest)


def _act(g: SkirmishGame, who: Actor) -> Procedure[None]:
    """One action of the impulse, or its end."""
    s = g.state
    if not who.pa or not has_bodies(s, who) or (isinstance(who, Figure) and not who.is_up):
        s.acting = ""
        return
    chosen = yield decide(s, who, who.pa, ("cappa.2.1.4d",), may_stop=s.spent > 0)  # cappa.2.1.4.h1: 1 PA at least
    if chosen.key == "stop":
        g.state.acting = ""
        return
    if not g.state.spent:
        _close_up(g, actor(g.state, who.id), chosen)
    cost = cost_of(chosen)
    pay(g.state, actor(g.state, who.id), cost)
    g.state.spent += cost
    yield from perform(g, actor(g.state, who.id), chosen)


def _close_up(g: SkirmishGame, who: Actor, chosen: Option) -> None:
    """A squad in melee first brings all it can into contact, unless it gets out of it (cappa.6.7a, cappa.5.2.5a)."""
    if not isinstance(BY_KEY[chosen.key], LeaveTogether):
        close_in(g, who)


def decide(s: SkirmishState, who: Actor, pa: int, rules: tuple[str, ...], *, may_stop: bool) -> Decision:
    """What an actor does next; a person may also point at places that are not in the list.

    Nothing is offered, or refused, by reason of somebody his side does not see (cappa.9.5.1.h3).
    """

    seen: list[SkirmishState] = []  # what his side knows, asked once and only if somebody looks

    def as_known() -> SkirmishState:
        if not seen:
            seen.append(known(s, who.seat))
        return seen[0]

    def free(key: str, args: Args) -> Option | Objection | None:
        s, deed = as_known(), BY_KEY.get(key)
        if deed is None or not deed.is_free or not deed.is_for(who) or args.get("figure") != who.id:
            return None
        against = barred(s, who, deed)
        if against is not None:
            return because(*against, figure=who.id)
        found = deed.judged(s, who, {name: value for name, value in args.items() if name != "pa"})
        if not isinstance(found, Option):
            return found
        found = _priced(s, found, who)
        asked = set(args) - {"pa", *deed.taken_for}
        if asked - set(found.args) or args.get("pa", cost_of(found)) != cost_of(found):
            return None
        if cost_of(found) > pa:
            return because("no-pa", (*rules, "cappa.2.1.4d")[0], figure=who.id)
        return found

    options = Grouped.later(lambda: _grouped(as_known(), who, pa, may_stop=may_stop))
    return Decision(who.seat, "action", options, {"figure": who.id, "pa": pa}, rules, free=free)


def _grouped(s: SkirmishState, who: Actor, pa: int, *, may_stop: bool) -> Groups:
    """The deeds open to an actor, each with the options it has; where one duty bars the rest, only what it asks."""
    last = [Option("stop", {"figure": who.id}, ("cappa.2.1.4f",))] if may_stop else []
    only = duties(s, who)
    found: list[Option] = []
    if only is None and is_on_errand(s, who):
        found = errand(s, who, pa)
    elif only is not None:
        found = choices(s, who, pa, only)
        found = [option for option in found if option.key != WAIT] or found
    elif s.phase == "last" and obliged(s, who):
        found = choices(s, who, pa, MELEE_DUTIES)
        found += choices(s, who, pa, FREEING) if found else []
    if only is None and not found:
        deeds, verbs, are_his = _open_deeds(s, who)
        blows = Lazily(lambda: _offered(s, who, pa, BY_KEY[FIGHT]))  # in two places of the list

        def offer(place: int) -> list[Option]:
            if place == len(deeds):
                return [one for one in blows if _is_fallen(s, one)]
            if place > len(deeds):
                return last
            if verbs[place] == FIGHT:
                return [one for one in blows if not _is_fallen(s, one)]
            return _offered(s, who, pa, deeds[place])

        def one(place: int, draw: Draw) -> Option | None:
            if place < len(deeds):
                if not are_his[place]:
                    return None  # a random player comes upon a dozen before one that he can do
                deed = deeds[place]
                if deed.is_drawn_alone:
                    return _drawn(s, who, pa, deed, draw)
            found = offer(place)
            return found[int(draw() * len(found))] if found else None

        return Groups((*verbs, *(one.key for one in last)), offer, one)
    duty = [*found, *last]
    return Groups([one.key for one in duty], lambda place: [duty[place]])


def _is_fallen(s: SkirmishState, option: Option) -> bool:
    """Whether a blow would fall on somebody who is out of action already: offered, but after everything else."""
    target = s.figures.get(str(option.get("target")))
    return target is not None and target.where == OUT


def errand(s: SkirmishState, who: Actor, pa: int) -> list[Option]:
    """What one of a side without a player may do who is after somebody: speak to him, come nearer, or find a way."""
    every = choices(s, who, pa, ERRAND)
    for wanted in (CONFESS, *GOING):
        nearer = [option for option in every if option.key == wanted and serves(s, who, option)]
        if nearer:
            return [*nearer, *(option for option in every if option.key == WAIT)]
    return every


def _offered(s: SkirmishState, who: Actor, pa: int, deed: AnyAction) -> list[Option]:
    """What a deed offers for no more than these PA (cappa.2.1.4d)."""
    found = list(deed.offer(s, who, pa))
    if not found:
        return found
    priced = (_priced(s, option, who) for option in found)
    return [option for option in priced if cost_of(option) <= pa]


def _drawn(s: SkirmishState, who: Actor, pa: int, deed: AnyAction, draw: Draw) -> Option | None:
    """One of those at random."""
    found = deed.drawn(s, who, pa, draw) if deed.is_for(who) else None
    priced = None if found is None else _priced(s, found, who)
    return priced if priced is None or cost_of(priced) <= pa else None


def choices(s: SkirmishState, who: Actor, pa: int, only: Collection[str] | None = None) -> list[Option]:
    """Everything an actor may do with so many PA, in the order of the list, or of these deeds; waiting comes last."""
    s = known(s, who.seat)
    deeds = (deed for deed in open_deeds(s, who) if only is None or deed.verb in only)
    return [option for deed in deeds for option in _offered(s, who, pa, deed)]


def open_deeds(s: SkirmishState, who: Actor) -> tuple[AnyAction, ...]:
    """The deeds that may be thought of at all (cappa.2.3.3.h2, cappa.4.3.3.h2, cappa.5.2.h2)."""
    return _open_deeds(s, who).deeds


def _open_deeds(s: SkirmishState, who: Actor) -> Open:
    climbs = isinstance(who, Figure) and is_climbing(s, who)
    return _open_to(bool(who.shaken), obliged(s, who), climbs, isinstance(who, Figure))


class Open(NamedTuple):
    """Deeds that may be thought of, their verbs, that of blows twice, and whether such an actor does them at all."""

    deeds: tuple[AnyAction, ...]
    verbs: tuple[str, ...]
    are_his: tuple[bool, ...]


@cache
def _open_to(is_shaken: bool, fights: bool, climbs: bool, is_one: bool) -> Open:
    deeds = tuple(
        deed
        for deed in BY_KEY.values()
        if (deed.shaken or not is_shaken) and (deed.in_melee or not fights) and (deed.climbing or not climbs)
    )
    who = Figure if is_one else Squad
    return Open(deeds, (*(deed.verb for deed in deeds), FIGHT), tuple(issubclass(who, deed.of) for deed in deeds))


def barred(s: SkirmishState, who: Actor, deed: AnyAction) -> tuple[str, str] | None:
    """Why a deed may not be thought of now, as a key of the refusals and the rule; None if it may."""
    only = duties(s, who)
    if only is None and is_on_errand(s, who):
        return "errand", "cappa.2.1.1.h4"  # only what is in the list
    if who.shaken and only is not None and deed.verb not in only:
        return "shaken", "cappa.2.3.3.h2"
    if only is not None and deed.verb not in only:
        return "apart", "cappa.6.3b" if isinstance(who, Figure) else "cappa.6.3c"
    fights = obliged(s, who)
    if fights and not deed.in_melee:
        return "in-melee", deed.melee_rule
    if fights and only is None and s.phase == "last" and not (deed.is_melee_duty or deed.frees_hands):
        if choices(s, who, tables().numbers.last_phase, MELEE_DUTIES):
            return "must-fight", "cappa.2.1.5e"
    if deed not in open_deeds(s, who):
        return "climbs", "cappa.4.3.3.h2"
    return None


def _priced(s: SkirmishState, option: Option, who: Actor) -> Option:
    """Who cannot ride pays 1 PA more for all he does on horseback, but for waiting (cappa.4.3.6c).

    A squad pays it once, if one of those who take part cannot ride (cappa.6.4.h1).
    """
    if isinstance(who, Figure):
        added = dearer(who) if who.is_mounted else 0
    else:
        added = max((dearer(one) for one in _doers(s, who, option)), default=0)
    if not added or option.key == WAIT or cost_of(option) == 0:
        return option
    more = cost_of(option) + added
    return Option(option.key, {**option.args, "pa": more}, (*option.rules, "cappa.4.3.6c"))


def _doers(s: SkirmishState, squad: Squad, option: Option) -> list[Figure]:
    """Who of a squad does this: the one it names, or all; an errand has its whole price already (cappa.6.4.h2).

    Who cannot ride takes no part in what is done with weapons (cappa.4.3.6a).
    """
    if BY_KEY[option.key].is_with_weapons:
        return []
    name = option.get("member") or option.get("shooter") or option.get("bearer")
    if name:
        return [s.figures[name]] if option.key != "single-out" else []
    return bodies(s, squad)


def perform(g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
    """Carry out what was chosen and paid for; only some deeds leave an arrow on the string (cappa.5.3.2b)."""
    away, before = stragglers_of(g.state, who), roll_call(g.state)
    deed = BY_KEY[option.key]
    if deed.is_attack:
        declare_attack(g, who, option)
    hunted = exposed(g.state, who.id) if g.state.scenario.events else {}
    yield from carry_out(g, who, option, deed)
    s = g.state
    doer = actor(s, who.id)
    here, led = bodies(s, doer), followers_of(s, doer)
    for one in here:
        loosen(one, deed)
    for one in led:
        lower(one, deed)  # who has done nothing himself keeps his arrow ready
    for one in (*here, *led) if not deed.keeps_bought else ():
        forget_bought(one, is_move=option.key == Move.verb)
    if deed.shifts:
        name_formation(g, who)
    if s.guns:
        settle_guns(g)  # cappa.10.1f, cappa.10.1g
    if before:
        yield from settle(g, who.id, away, before)
    if s.scenario.events:
        settle_strangers(g, hunted)
        shelter(g)
    if s.peace:
        settle_peace(g)
    for aim in aims(s):
        aim.acted(g)


# The last phase


def last_phase(g: SkirmishGame) -> Procedure[None]:
    """Every character without a die takes one action of 1 PA, the initiative's first (cappa.2.1.5a, cappa.2.1.5c)."""
    if g.state.step == 0:
        g.tell(PhaseBegan("last"))
        g.state.step = 1
    while g.state.step <= len(g.state.sides):
        yield MARK
        s = g.state
        if s.winner:
            return
        seat = by_initiative(s)[s.step - 1]
        if s.acting:
            who = actor(s, s.acting)
            yield from _act(g, who) if who.is_activated else _last_action(g, who)
            continue
        roused = waiting(s)
        if roused:  # PA won in this phase: every number has passed, so they are used at once, cappa.8.1.2.h11
            yield from _call(g, roused)
            continue
        for side in by_initiative(s)[: s.step]:  # also who is shaken when his side has had its turn
            for one in fugitives(s, side):
                yield from perform(g, one, Option("run", {"figure": one.id}, ("cappa.2.3.3d",)))
        ready = idle(s, seat)
        if not ready:
            s.step += 1
            continue
        if len(ready) == 1 and _is_bound(s, ready[0]):
            begin_impulse(g, ready[0], tables().numbers.last_phase)
            continue
        options = Lazily(partial(_who_is_next, s, ready))
        chosen = yield Decision(seat, "last-which", options, {}, ("cappa.2.1.5a",), opening=True)
        s = g.state
        if chosen.key == "done":
            for one in idle(s, seat):
                one.has_acted = True
            s.step += 1
            continue
        begin_impulse(g, actor(s, chosen["figure"]), tables().numbers.last_phase)
    if g.state.scenario.events:
        run_animals(g)  # cappa.7.2.h1
    g.state.phase, g.state.step = "end", 0


def _who_is_next(s: SkirmishState, ready: list[Actor]) -> list[Option]:
    """In which order his men act is the player's, but who is in melee has to (cappa.2.1.5e)."""
    options = [Option("act", {"figure": one.id}, ("cappa.2.1.5a",)) for one in ready]
    if not any(_is_bound(s, one) for one in ready):
        options.append(Option("done", {}, ("cappa.2.1.5a",)))
    return options


def _is_bound(s: SkirmishState, who: Actor) -> bool:
    """Whether his action of the last phase cannot be left out; a deserter flees (cappa.7.2.h13)."""
    return obliged(s, who) or is_fleeing(s, who)


def idle(s: SkirmishState, seat: Seat) -> list[Actor]:
    """Who may still act in the last phase: no die this turn, not yet acted (cappa.2.1.5a, cappa.2.1.5.h2)."""
    found: list[Actor] = [
        one
        for one in s.figures.values()
        if not one.squad and one.seat == seat and one.is_up and not one.is_activated and not one.has_acted
    ]
    found += [
        squad
        for squad in s.squads.values()
        if squad.seat == seat and not squad.is_activated and not squad.has_acted and has_bodies(s, squad)
    ]
    return [one for one in found if has_cause(s, one)] if seat in unplayed(s) else found


def fugitives(s: SkirmishState, seat: Seat) -> list[Actor]:
    """The shaken without PA who have still their forced move to make, die or no die (cappa.2.1.5.h2)."""
    # cappa.2.3.h7: a leader by himself
    shaken: list[Actor] = [one for one in s.figures.values() if one.shaken and one.seat == seat and one.is_up]
    shaken += [squad for squad in s.squads.values() if squad.shaken and squad.seat == seat]
    return [one for one in shaken if must_run(s, one)]


def obliged(s: SkirmishState, who: Actor) -> bool:
    """Whether they have to act: in melee one fights or gets out of it, a squad too (cappa.2.1.5e, cappa.5.2f)."""
    return (isinstance(who, Figure) or may_fight(s, who)) and are_fighting(s, bodies(s, who))


def _last_action(g: SkirmishGame, who: Actor) -> Procedure[None]:
    if has_bodies(g.state, who):
        allowance = tables().numbers.last_phase
        chosen = yield decide(g.state, who, allowance, ("cappa.2.1.5a",), may_stop=False)
        who = actor(g.state, who.id)
        _close_up(g, who, chosen)
        if cost_of(chosen):
            who.has_acted = True
        yield from perform(g, who, chosen)
        if not actor(g.state, who.id).has_acted:
            return  # something that costs nothing: the action is still to come
    g.state.acting = ""
