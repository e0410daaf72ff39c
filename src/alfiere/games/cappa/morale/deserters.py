"""Chapter 7.2f, the deserter: a free one makes for the edge of the table that his finders do not bar."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.ground_forms import EDGES
from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.movement.movement import go, may_move
from alfiere.games.cappa.movement.shelter import stride, touches_edge, way_to_edge
from alfiere.games.cappa.people.impulses import Actor, OfOne
from alfiere.games.cappa.people.strangers import FOUND_BY, HUNTED, event_of
from alfiere.games.cappa.state.state import GONE, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import LeftTable
from alfiere.kernel.decision import Option

FLEEING_MAY = ("make-off", "get-up", "break-off", "wait")


def is_fleeing(s: SkirmishState, who: Actor) -> bool:
    """Whether he is a deserter who thinks only of getting away (cappa.7.2.h13)."""
    if isinstance(who, Squad) or not s.scenario.events:
        return False
    event = event_of(s, who)
    return event is not None and event.type == HUNTED and not event.fights


def way_out(s: SkirmishState, figure: Figure) -> str:
    """The nearest edge that is not nearer to one of his finders than to him; if all are, the nearest."""
    seat = FOUND_BY.first(figure)
    hunters = s.standing(seat) if seat else s.enemies_of(figure)
    own = {edge: _off(s, figure, edge) for edge in EDGES}
    open_ways = [edge for edge in EDGES if all(_off(s, one, edge) >= own[edge] for one in hunters)]
    return min(open_ways or EDGES, key=lambda edge: (own[edge], edge))


def _off(s: SkirmishState, figure: Figure, edge: str) -> int:
    gaps = {"north": figure.y, "south": s.ground.depth - figure.y, "west": figure.x, "east": s.ground.width - figure.x}
    return gaps[edge]


class MakeOff(OfOne):
    """One move towards that edge."""

    verb = "make-off"
    shaken = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if is_fleeing(s, who) and not foes(s, who) and may_move(s, who):
            yield Option("make-off", {"figure": who.id}, ("cappa.7.2.h13",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """As far as he gets; at the edge he is gone."""
        s = g.state
        who.edge = way_out(s, who)
        go(g, who, stride(s, who, way_to_edge(s, who)), "flight", ("cappa.7.2.h13",))
        if touches_edge(s, who):
            who.where, who.pa = GONE, 0
            g.tell(LeftTable(who.id, ("cappa.7.2.h13",)))
