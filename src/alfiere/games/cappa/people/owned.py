"""Things that are somebody's own: whoever wants them asks the owner (cappa.t.talk), or finds nobody there."""

from __future__ import annotations

from alfiere.games.cappa.ground.ground import building_of
from alfiere.games.cappa.state.state import OF_SKIRMISH, Figure, OfSide, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.aim_events import Granted
from alfiere.kernel.decision import Seat

GIVEN = OF_SKIRMISH.about("given", OfSide)  # a thing that a side may take


def is_kept_from(s: SkirmishState, figure: Figure, thing: str) -> bool:
    """Whether it may not simply be taken: somebody of the owner's side is in the house, and it was not given up."""
    for rule in s.scenario.special("owned"):
        if thing in rule.goods and not GIVEN.is_on(s, OfSide(thing, figure.seat)):
            seat = s.figures[rule.owner].seat
            return figure.seat != seat and any(building_of(s, one) == rule.house for one in s.standing(seat))
    return False


def owned_by(s: SkirmishState, figure: Figure, asker: Seat) -> list[str]:
    """What somebody can be asked for, which does not lie in his hands."""
    found = [thing for rule in s.scenario.special("owned") if rule.owner == figure.id for thing in rule.goods]
    return [thing for thing in found if thing in s.things and not GIVEN.is_on(s, OfSide(thing, asker))]


def grant(g: SkirmishGame, who: Figure, thing: str) -> None:
    """From now on his side may take it."""
    GIVEN.put(g.state, OfSide(thing, who.seat))
    g.tell(Granted(who.id, thing))
