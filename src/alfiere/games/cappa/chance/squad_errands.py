"""Chapter 6.4, something apart: for a PA more one member of a squad does what the rest of it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alfiere.games.cappa.chance.questioning import Question
from alfiere.games.cappa.feats import simple_actions as simple
from alfiere.games.cappa.feats.confessing import Confess
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.movement.movement import dearer, free_move, is_place
from alfiere.games.cappa.movement.obstacles import Climb, Cross, Jump
from alfiere.games.cappa.movement.together import Move
from alfiere.games.cappa.people.impulses import AnyAction, OfSquad, bodies, cost_of
from alfiere.games.cappa.people.squad_formations import OPEN, breach
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.victory.news import TellNews
from alfiere.games.cappa.weaponry.arms import FixBayonet, LightMatch, Reload, RemoveBayonet, loosen
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.shapes import Point

GOING = ("cross", "jump")
# A shot has its own rule (cappa.6.6c), a grenade too (cappa.5.3.3.h4); a melee is everybody's (cappa.6.7.4a).
ERRANDS: dict[str, AnyAction] = {
    deed.verb: deed
    for deed in (
        *(LightMatch(), Reload(), FixBayonet(), RemoveBayonet()),
        *(simple.ChangeWeapon(), simple.PickUp(), simple.PutDown()),
        *(Cross(), Jump(), Climb(), simple.GoProne(), simple.GetUp(), simple.Mount(), simple.Dismount()),
        *(simple.Talk(), simple.Haggle(), simple.Drink(), Question(), Confess(), TellNews()),
    )
}
SELDOM = ("drink", "go-prone")  # after everything else: few send a man for that
OWN = ("figure", "member", "do", "pa")


def order_cost() -> int:
    """What the squad pays for the order, besides the action itself (cappa.6.4.h2)."""
    return tables().actions["detached_member"].pa


class SingleOut(OfSquad):
    """What each member could do by himself with what the order leaves (cappa.6.4b)."""

    verb = "single-out"
    in_melee = True
    keeps_nocked = True
    is_free = True

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        here = bodies(s, who)
        if pa <= order_cost() or len(here) < 2:
            return
        fights = is_in_melee(s, here[0])  # and so are all
        deeds = [deed for deed in ERRANDS.values() if deed.in_melee or not fights]
        for is_late in (False, True):
            for one in here:
                for deed in deeds:
                    if (deed.verb in SELDOM) is is_late:
                        for inner in deed.offer(s, one, pa):
                            if deed.verb not in GOING or _keeps_together(s, who, one, inner["to"]):
                                yield errand(who, one, inner)

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        """The free answer: one member goes to a place, if the squad stays together (cappa.6.3b, cappa.6.5a)."""
        member = s.figures.get(str(args.get("member")))
        if member is None or member not in bodies(s, who) or args.get("do") != Move.verb:
            return because("not-now", "cappa.6.4b", figure=who.id)
        to = args.get("to")
        if not is_place(to) or is_in_melee(s, member):
            return because("no-place", "cappa.6.4b", figure=member.id)
        place: Point = (to[0], to[1])
        inner = free_move(s, member, place)
        if isinstance(inner, Objection):
            return inner
        if not _keeps_together(s, who, member, place):
            return because(f"formation-{OPEN}", "cappa.6.3b", figure=who.id)
        return errand(who, member, inner)

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        """He does it, the others wait; what it takes from an arrow on the string it takes from his (cappa.5.3.2b)."""
        member = g.state.figures[option["member"]]
        deed: AnyAction = Move() if option["do"] == Move.verb else ERRANDS[option["do"]]
        args = {name: value for name, value in option.args.items() if name not in OWN}
        yield from deed.perform(g, member, Option(deed.verb, {"figure": member.id, **args}, option.rules))
        loosen(member, deed)


def errand(squad: Squad, member: Figure, inner: Option) -> Option:
    """The order that one of them do this, with its whole price."""
    rest = {name: value for name, value in inner.args.items() if name not in OWN}
    price = order_cost() + cost_of(inner) + (dearer(member) if cost_of(inner) else 0)
    args = {"figure": squad.id, "member": member.id, "do": inner.key, **rest, "pa": price}
    return Option("single-out", args, ("cappa.6.4b", "cappa.6.4.h2", *inner.rules))


def _keeps_together(s: SkirmishState, squad: Squad, member: Figure, place: Sequence[int]) -> bool:
    """Whether the squad is still in open order when he stands there: nobody is sent away from it (cappa.6.3b)."""
    moved = member.at(place)
    return not breach([moved if one is member else one for one in bodies(s, squad)], OPEN)
