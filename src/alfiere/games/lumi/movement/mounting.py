"""Chapter 3.1.8: dragoons mount and dismount."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.lumi.movement.costs import use
from alfiere.games.lumi.movement.judging import Outset
from alfiere.games.lumi.movement.moves import OfUnit
from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.state.base import ROUT, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.bounds import SET_UP_AS, has_horses
from alfiere.games.lumi.state.standing import enemies_within
from alfiere.games.lumi.state.unit import Unit, bases_of
from alfiere.games.lumi.told.movement import Mounted
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.table.legs import Pace
from alfiere.table.manoeuvre import Manoeuvre


class Mount(OfUnit):
    """From horseback to foot, or back: the whole movement, with no enemy near."""

    verb = "mount"
    rule = "lumi.3.1.8"
    says = ("foot",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterator[Option]:
        """The one."""
        if all(_arm(s, one) for one in bases_of(s, who)):
            yield self.about(who, foot=int(not s.bases[who.id].is_on_foot))

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What is against it."""
        bases = bases_of(s, who)
        o = Outset(s, who)
        if o.why_not is not None:
            return o.why_not
        if not all(_arm(s, one) for one in bases):
            return because("not-dragoons", self.rule, unit=who.id)
        if not all(has_horses(s, one) for one in bases):
            return because("no-horses", SET_UP_AS, unit=who.id)
        near = [one for one in enemies_within(s, who, s.tables.distances.mounting) if one.state != ROUT]
        if near:
            return because("enemy-too-near", self.rule, unit=who.id, target=near[0].id)
        if not all(_has_room(s, one) for one in bases):
            return because("no-horses-here", "lumi.3.3.3c", unit=who.id)
        return None

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """Why not."""
        return self.objection(s, who, Option(self.verb, dict(args)))

    def do(self, g: LumiGame, who: Unit, option: Option) -> None:
        """They do."""
        bases = bases_of(g.state, who)
        on_foot = not bases[0].is_on_foot
        for one in bases:
            one.is_on_foot = on_foot
        use(bases, g.state.tables.shares.mounting)
        g.tell(Mounted(who.ids, int(on_foot), (self.rule,)))


def _arm(s: State, one: Base) -> str:
    """The arm it would be then; "" if it has but one."""
    known = s.tables.arms[one.profile.arm]
    found = "" if not known.on_foot else known.id if one.is_on_foot else known.on_foot
    return found if found and one.formation in s.tables.arms[found].speed else ""


def _has_room(s: State, one: Base) -> bool:
    """Whether it may stand where it is in its other guise; there are no horses in houses."""
    pace = Pace(0, going=going(_arm(s, one), one.formation))
    return Manoeuvre(s.scene, one.id, {one.formation: pace}).stands(s.footing(one)) is None
