"""Table cappa.t.talk, questioning: a captive, a civilian or a wounded man may tell what a marker hides."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.chance.happenings import look
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import gap_to_point, within
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.morale.morale_tests import take_test
from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.people.markers import markers, unseen
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Spoke
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure

RULE = "cappa.2.2.1.h7"


def near_markers(s: SkirmishState, figure: Figure) -> list[str]:
    """The markers of which somebody here may know, and the speaker's side does not yet."""
    far = (tables().talk["question"].looks_within or 0) + tables().lengths.tolerance
    places = markers(s)
    return [name for name in unseen(s, figure.seat) if gap_to_point(s, figure, *places[name]) <= far]


def _may_be_asked(s: SkirmishState, who: Figure, other: Figure) -> bool:
    """A captive, a civilian or a wounded man, close by and in sight, in no melee."""
    if other.id in who.carries:
        return not other.sheet.is_animal
    if other.captor or other.where not in (ON, OUT) or other.sheet.is_animal:
        return False
    is_civilian = other.seat != who.seat and s.scenario.side(other.seat).are_civilians
    if not (is_civilian or other.where == OUT or other.has_surrendered):
        return False
    near = within(s, who, other, tables().talk["question"].within)
    return near and sees(s, who, other) and not is_in_melee(s, other)


class Question(OfOne):
    """Only where there is something to be learned."""

    verb = "question"
    rule = "cappa.2.2.1.h7"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not s.scenario.events or who.seat == MASTER or who.sheet.is_animal:
            return
        asked = [other for other in s.figures.values() if _may_be_asked(s, who, other)]
        if asked and near_markers(s, who):
            for other in asked:
                yield Option("question", {"figure": who.id, "target": other.id}, (RULE,))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """If he passes a morale test himself his player looks under one marker within 12 um without revealing it."""
        g.tell(Spoke(who.id, option["target"], "question", (RULE,)))
        if (yield from take_test(g, who, "question")).passed:
            yield from look(g, who, near_markers(g.state, who), RULE)
