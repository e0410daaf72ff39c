"""Chapter 2.1.4, what an impulse is made of: deeds that the chapters bring, who does them, what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from alfiere.games.cappa.ground.stragglers import together
from alfiere.games.cappa.state.action_points import HURT, followers_of
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import ImpulseBegan
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure

Actor = Figure | Squad
Offer = Callable[[SkirmishState, Actor, int], Iterable[Option]]
Perform = Callable[[SkirmishGame, Actor, Option], Procedure[None]]
Judge = Callable[[SkirmishState, Actor, Args], Option | Objection]


class Deed:
    """An action of the list: what it is called, who may do it how, and how it is done.

    ``offer`` gives the options of an actor who has these PA; each option carries its cost in the argument ``pa``
    where it is not 1. ``perform`` is run after the cost is paid. ``free`` judges an answer that is not among the
    options. What is not ``in_melee`` or not ``shaken`` is never offered to such; otherwise the deed decides itself.
    """

    __slots__ = ("free", "in_melee", "key", "offer", "perform", "shaken")

    def __init__(
        self,
        key: str,
        offer: Offer,
        perform: Perform,
        *,
        free: Judge | None = None,
        in_melee: bool = True,
        shaken: bool = True,
    ) -> None:
        self.key, self.offer, self.perform, self.free = key, offer, perform, free
        self.in_melee, self.shaken = in_melee, shaken


def actor(s: SkirmishState, name: str) -> Actor:
    """A figure or a squad by its id."""
    return s.squads.get(name) or s.figures[name]


def begin_impulse(g: SkirmishGame, who: Actor, called: int) -> None:
    """What belonged to an earlier impulse is over (cappa.2.1.4h)."""
    s = g.state
    s.acting, s.called, s.spent = who.id, called, 0
    for one in (*bodies(s, who), *followers_of(s, who.id)):  # they act with him, cappa.8.1.2a
        one.moved_now, one.has_aimed = 0, False
        one.used = [mark for mark in one.used if not mark.endswith("/impulse")]
    for one in s.figures.values():
        one.fled_from = one.charged = ""  # cappa.5.2.2i: of whoever countercharged, too
    g.tell(ImpulseBegan(who.id, called))


def bodies(s: SkirmishState, who: Actor) -> list[Figure]:
    """The miniatures of an actor that act with him."""
    if isinstance(who, Figure):
        return [who]
    return [one for one in together(s, who) if not one.die and HURT not in one.used]  # cappa.2.1.2.h6, cappa.5.1.2.h1


def cost_of(option: Option) -> int:
    """The PA an action costs."""
    pa = option.get("pa")
    return 1 if pa is None else int(pa)


def pay(s: SkirmishState, who: Actor, cost: int) -> None:
    """Lower the die by the cost of an action (cappa.2.1.4e); the last one removes it (cappa.2.1.4g)."""
    who.pa = max(0, who.pa - cost)
