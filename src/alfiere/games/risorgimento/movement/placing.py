"""Units that are put somewhere at once: laid along an enemy, onto a side of a village, out of it, where a ride ends."""

from __future__ import annotations

from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.table.legs import Footing
from alfiere.table.manoeuvre import swept_along
from alfiere.table.shapes import Outline, Pose


def put_down(g: BattleGame, unit: Unit, footing: Footing, how: str, rules: tuple[str, ...], post: str = "") -> None:
    """It stands there at once, and that is told; whether it counts as having moved is for others to say."""
    before = unit.pose
    g.state.stand(unit, footing, post)
    path = (before.point, footing.pose.point)
    g.tell(UnitMoved(unit.id, before, footing.pose, path, footing.formation, how, rules))


def trodden(before: Pose, end: Footing) -> Outline:
    """What a unit that goes straight from one place to another covers on its way, as it stands at the end."""
    return Outline(swept_along(end.outline.points, before.x - end.pose.x, before.y - end.pose.y))
