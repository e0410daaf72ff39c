"""Chapter 9.7, collaborative actions: a squad pools its PA for one work that takes it the whole turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from alfiere.games.cappa.feats.special_abilities import followers
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.people.impulses import Actor, bodies, cost_of
from alfiere.games.cappa.sheets.abilities import LEADERSHIP
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.gun_events import WorkedTogether
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because

COLLABORATION = "collaboration"
Possible = Callable[[SkirmishState, Actor], Iterable[Option]]
Needed = Callable[[SkirmishState, Actor, Option], tuple[int, int]]  # hands, PA


def is_in_force(s: SkirmishState) -> bool:
    """By choice, because there is a gun (cappa.9.7.2.h3), or because the scenario is about a fire (cappa.9.7.2e)."""
    return bool(s.guns) or s.options.get(COLLABORATION) == "yes" or s.scenario.fire is not None


def why_no_pooling(s: SkirmishState, who: Actor) -> tuple[str, str] | None:
    """Why somebody cannot begin a work now, as a key of the refusals and the rule; None if he can."""
    if not is_in_force(s):
        return "not-now", "cappa.9.7.1a"
    if isinstance(who, Figure) and (LEADERSHIP not in who.sheet.abilities or not followers(s, who)):
        return "work-alone", "cappa.9.7.1b"
    if s.phase != "actions" or not who.is_activated or not stake(s, who):
        return "work-late", "cappa.9.7.2.h1"
    if who.shaken or any(is_in_melee(s, one) for one in bodies(s, who)):
        return "work-late", "cappa.9.7.2.h1"
    return None


def stake(s: SkirmishState, who: Actor) -> int:
    """The PA that each of them puts in: all that the die was worth, none of them spent before (cappa.9.7.2.h1).

    A leader has paid for gathering his followers (cappa.8.1.2a).
    """
    if isinstance(who, Figure):
        return who.pa if who.die - who.pa <= tables().actions["lead"].pa else 0
    is_paid = s.acting == who.id and s.spent == who.die and not who.pa  # it is this very action
    return who.die if who.pa == who.die or is_paid else 0


def hands_of(s: SkirmishState, who: Actor) -> list[Figure]:
    """Who works: all of them but who lies on the ground or has lost touch (cappa.9.7.2.h4)."""
    here = [who, *followers(s, who)] if isinstance(who, Figure) else bodies(s, who)
    return [one for one in here if not one.is_prone]


def enough(s: SkirmishState, who: Actor, option: Option, needed: Needed) -> bool:
    """Whether the PA of all together reach what is asked (cappa.9.7.2b)."""
    hands, wanted = needed(s, who, option)
    return cost_of(option) * hands >= wanted


def offered(possible: Possible, needed: Needed) -> Callable[[SkirmishState, Actor, int], Iterator[Option]]:
    """What a deed offers: only what would succeed."""

    def offer(s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if is_in_force(s) and why_no_pooling(s, who) is None:
            yield from (option for option in possible(s, who) if enough(s, who, option, needed))

    return offer


def insisted(
    possible: Possible, why_not: Callable[[SkirmishState, Actor, Args], tuple[str, str] | None]
) -> Callable[[SkirmishState, Actor, Args], Option | Objection]:
    """A work that is too much for them may be tried all the same: the PA are lost (cappa.9.7.2.h5)."""

    def judge(s: SkirmishState, who: Actor, args: Args) -> Option | Objection:
        why = why_no_pooling(s, who) or why_not(s, who, args)
        if why is not None:
            return because(*why, figure=who.id)
        meant = {name: value for name, value in args.items() if name != "pa"}
        for option in possible(s, who):
            if {name: value for name, value in option.args.items() if name != "pa"} == meant:
                return option
        return because("work-what", "cappa.9.7.2.h2", figure=who.id)

    return judge


def pooled(g: SkirmishGame, who: Actor, option: Option, needed: Needed, *, work: str, about: str, rule: str) -> bool:
    """Count the PA that were paid, all they had, of all hands: too little does nothing (cappa.9.7.2c, cappa.9.7.2d)."""
    hands, wanted = needed(g.state, who, option)
    had = cost_of(option) * hands
    g.tell(WorkedTogether(who.id, work, about, had, wanted, had >= wanted, ("cappa.9.7.2a", "cappa.9.7.2b", rule)))
    return had >= wanted
