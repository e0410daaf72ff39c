"""Chapter 9.7, collaborative actions: a squad pools its PA for one work that takes it the whole turn."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.games.cappa.feats.special_abilities import followers
from alfiere.games.cappa.ground.engaged import are_fighting
from alfiere.games.cappa.people.impulses import Action, Actor, Who, bodies, cost_of
from alfiere.games.cappa.sheets.abilities import LEADERSHIP
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.gun_events import WorkedTogether
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because

COLLABORATION = "collaboration"


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
    if who.shaken or are_fighting(s, bodies(s, who)):
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


class Pooled(Action[Who]):
    """A deed for which all hands put their PA together."""

    is_free = True

    def possible(self, s: SkirmishState, who: Who) -> Iterable[Option]:
        """Whatever could be tried here, each with all the PA they have."""
        return ()

    def needed(self, s: SkirmishState, who: Who, option: Option) -> tuple[int, int]:
        """How many hands there are, and the PA that it takes."""
        raise NotImplementedError(self.verb)

    def why_not(self, s: SkirmishState, who: Who, args: Args) -> tuple[str, str] | None:
        """Why they cannot do it now, as a key of the refusals and the rule; None if they can."""
        return None

    def options(self, s: SkirmishState, who: Who, pa: int) -> Iterable[Option]:
        """Only what would succeed (cappa.9.7.2b)."""
        if not is_in_force(s) or why_no_pooling(s, who) is not None:
            return []
        return [option for option in self.possible(s, who) if self._is_enough(s, who, option)]

    def _is_enough(self, s: SkirmishState, who: Who, option: Option) -> bool:
        hands, wanted = self.needed(s, who, option)
        return cost_of(option) * hands >= wanted

    def judged(self, s: SkirmishState, who: Who, args: Args) -> Option | Objection:
        """A work that is too much for them may be tried all the same: the PA are lost (cappa.9.7.2.h5)."""
        why = why_no_pooling(s, who) or self.why_not(s, who, args)
        if why is not None:
            return because(*why, figure=who.id)
        meant = {name: value for name, value in args.items() if name != "pa"}
        for option in self.possible(s, who):
            if {name: value for name, value in option.args.items() if name != "pa"} == meant:
                return option
        return because("work-what", "cappa.9.7.2.h2", figure=who.id)

    def pooled(self, g: SkirmishGame, who: Who, option: Option, *, work: str, about: str, rule: str) -> bool:
        """Count the PA that were paid, all they had, of all hands: too little does nothing (cappa.9.7.2c)."""
        hands, wanted = self.needed(g.state, who, option)
        had = cost_of(option) * hands
        rules = ("cappa.9.7.2a", "cappa.9.7.2b", rule)
        g.tell(WorkedTogether(who.id, work, about, had, wanted, had >= wanted, rules))  # cappa.9.7.2d
        return had >= wanted
