"""Chapter 2.1.4, what an impulse is made of: deeds that the chapters bring, who does them, what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeGuard, TypeVar

from alfiere.battles.deed import Deed
from alfiere.games.cappa.ground.squads import in_ranks
from alfiere.games.cappa.ground.stragglers import together
from alfiere.games.cappa.state.action_points import HURT, followers_of
from alfiere.games.cappa.state.state import IMPULSE, OF_FIGURE, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import ImpulseBegan
from alfiere.kernel.decision import Args, Decision, Draw, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

Actor = Figure | Squad
Who = TypeVar("Who", Figure, Squad, Actor)


class Action(Deed[SkirmishState, Who]):
    """An action of the list (cappa.2.2.1). An option carries its cost in the argument ``pa`` where it is not 1.

    ``in_melee``, ``shaken``, ``climbing``: whether it may be thought of at all in melee, shaken, hanging on a wall.
    """

    of: ClassVar[Any] = Actor
    in_melee: ClassVar[bool] = False
    shaken: ClassVar[bool] = False
    climbing: ClassVar[bool] = True
    melee_rule: ClassVar[str] = "cappa.5.2.h2"  # that forbids it there
    is_melee_duty: ClassVar[bool] = False  # fights or gets out of it, which one has to (cappa.2.1.5e)
    frees_hands: ClassVar[bool] = False  # costs nothing and makes ready for that (cappa.2.2.1.h12)
    is_with_weapons: ClassVar[bool] = False  # who of a squad cannot ride takes no part in it (cappa.4.3.6a)
    is_attack: ClassVar[bool] = False  # it ends the peace between who does it and whom it befalls
    is_fire: ClassVar[bool] = False  # who is provoked by it attacks while it is done, not before (cappa.8.1.2.h8)
    shifts: ClassVar[bool] = False  # others of a squad may stand apart after it (cappa.6.5a)
    keeps_nocked: ClassVar[bool] = False  # an arrow stays on the string (cappa.5.3.2b)
    keeps_aim: ClassVar[bool] = False  # which all else spoils (cappa.5.1.4a)
    keeps_bought: ClassVar[bool] = False  # what was bought for a move or a shot is still to be used (cappa.9.1.2d)
    needs_one_impulse: ClassVar[str] = ""  # the rule by which its PA may not be spread
    is_drawn_alone: ClassVar[bool] = False  # one of its options is found at random without the others: ``drawn``
    taken_for: ClassVar[tuple[str, ...]] = ()  # arguments of a free answer that may mean something else

    def is_for(self, who: Actor) -> TypeGuard[Who]:
        """A squad does not do what is for one, nor one what is for a squad."""
        return isinstance(who, self.of)

    def offer(self, s: SkirmishState, who: Actor, pa: int) -> Iterable[Option]:
        """What this actor may do of it."""
        return self.options(s, who, pa) if self.is_for(who) else ()

    def drawn(self, s: SkirmishState, who: Who, pa: int, draw: Draw) -> Option | None:
        """One of its options at random; where one is found without the others, by no more work than it takes."""
        found = list(self.options(s, who, pa))
        return found[int(draw() * len(found))] if found else None


class OfOne(Action[Figure]):
    """What a single character does; one of a squad too, who acts alone."""

    of = Figure


class OfSquad(Action[Squad]):
    """What a squad does as a body."""

    of = Squad


class OfAny(Action[Actor]):
    """What one man and a squad do alike."""


AnyAction = Action[Any]


class Either(OfAny):
    """One verb for what one man does in one way and a squad in another."""

    one: ClassVar[OfOne]
    squad: ClassVar[OfSquad]

    def _own(self, who: Actor) -> AnyAction:
        return self.one if isinstance(who, Figure) else self.squad

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterable[Option]:
        return self._own(who).options(s, who, pa)

    def drawn(self, s: SkirmishState, who: Actor, pa: int, draw: Draw) -> Option | None:
        return self._own(who).drawn(s, who, pa, draw)

    def objection(self, s: SkirmishState, who: Actor, option: Option) -> Objection | None:
        return self._own(who).objection(s, who, option)

    def judged(self, s: SkirmishState, who: Actor, args: Args) -> Option | Objection | None:
        return self._own(who).judged(s, who, args)

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn] | None:
        return self._own(actor(s, option["figure"])).sketch(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return self._own(actor(s, option["figure"])).prospects(s, decision, option)

    def perform(self, g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
        return self._own(who).perform(g, who, option)


AnyDeed = Deed[SkirmishState, Any]


class Answer(Deed[SkirmishState, Actor]):
    """What one is asked in the course of an action: none of the list, but drawn and reckoned like one."""


def actor(s: SkirmishState, name: str) -> Actor:
    """A figure or a squad by its id."""
    return s.squads.get(name) or s.figures[name]


def named(s: SkirmishState, option: Option, key: str) -> Figure | None:
    """The figure that an option names by this key, if it is one."""
    return s.figures.get(str(option.get(key) or ""))


def enemy_named(s: SkirmishState, who: Figure, option: Option) -> Figure | None:
    """Whom an option means to harm, if he may be harmed at all."""
    target = named(s, option, "target")
    return target if target is not None and target.seat != who.seat and target.id not in s.peace else None


def wishes(who: Actor, key: str, yes: str, no: str, about: Args, *rules: str) -> Procedure[bool]:
    """Whether somebody's owner wants him to do a thing or to let it be; the first rule is that of both answers."""
    options = [Option(answer, {"figure": who.id}, rules[:1]) for answer in (yes, no)]
    chosen = yield Decision(who.seat, key, options, {"figure": who.id, **about}, rules)
    return chosen.key == yes


def begin_impulse(g: SkirmishGame, who: Actor, called: int) -> None:
    """What belonged to an earlier impulse is over (cappa.2.1.4h)."""
    s = g.state
    s.acting, s.called, s.spent = who.id, called, 0
    for one in (*bodies(s, who), *followers_of(s, who)):  # they act with him, cappa.8.1.2a
        one.moved_now, one.has_aimed = 0, False
        OF_FIGURE.end(one, IMPULSE)
    for one in s.figures.values():
        one.fled_from = one.charged = ""  # cappa.5.2.2i: of whoever countercharged, too
    g.tell(ImpulseBegan(who.id, called))


def bodies(s: SkirmishState, who: Actor) -> list[Figure]:
    """The miniatures of an actor that act with him."""
    if isinstance(who, Figure):
        return [who]
    return [one for one in together(s, who) if not one.die and not HURT.is_on(one)]  # cappa.2.1.2.h6, cappa.5.1.2.h1


def has_bodies(s: SkirmishState, who: Actor) -> bool:
    """Whether anybody is there to act with him; mostly it need not be asked who of a squad stand together."""
    if isinstance(who, Figure):
        return True
    here = in_ranks(s, who)
    if not here:
        return False
    if not [one for one in here if one.die] and HURT.first_bearer(here) is None:
        return True  # whoever is the body of it
    return bool(bodies(s, who))


def waiting(s: SkirmishState) -> list[Actor]:
    """Everybody on the table who has PA left."""
    found: list[Actor] = [one for one in s.figures.values() if one.pa and one.is_up]
    return found + [squad for squad in s.squads.values() if squad.pa and has_bodies(s, squad)]


def cost_of(option: Option) -> int:
    """The PA an action costs."""
    pa = option.get("pa")
    return 1 if pa is None else int(pa)


def pay(s: SkirmishState, who: Actor, cost: int) -> None:
    """Lower the die by the cost of an action (cappa.2.1.4e); the last one removes it (cappa.2.1.4g)."""
    who.pa = max(0, who.pa - cost)
