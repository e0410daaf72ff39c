"""How the computer sets up its army: in and about what it holds, or in front for who attacks; brigades together."""

from __future__ import annotations

from typing import Final

from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.plan import middle_of as middle
from alfiere.games.risorgimento.computer.plan import mover_of, weights
from alfiere.games.risorgimento.computer.ways import how_far
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import (
    ARTILLERY,
    ATTACK,
    CAVALRY,
    INFANTRY,
    LINE,
    MARCH,
    OPEN,
    UNLIMBERED,
    Unit,
)
from alfiere.kernel.decision import Decision, Option

HOUSES: Final = 8.0  # in a village that counts and is one's own
TOGETHER: Final = 0.25  # a cm nearer to the others of its brigade
FORWARD: Final = 0.12  # a cm nearer to what counts
HIGH: Final = 1.0  # a battery on a hill
BEHIND: Final = 0.2  # cavalry a cm farther from it


def deployed(s: BattleState, decision: Decision) -> list[Option]:
    """The place that suits a unit best."""
    unit = s.units[decision.about["unit"]]
    counted = {place: weight for place, weight in weights(s).items() if weight}
    own = [place for place in counted if s.control[place] == unit.seat]
    nearest = own or list(counted)
    spots = [middle(s, place) for place in nearest]
    mates = [one for one in s.side(unit.seat) if one.commander == unit.commander]
    houses = {s.places[place].piece for place in own}

    def worth(option: Option) -> float:
        x, y, _ = option["to"]
        post = str(option.get("post") or "").partition("/")[0]
        total = 0.0
        if post:
            total += HOUSES if post in houses and unit.arm == INFANTRY else -1.0
        if spots:
            far = min(how_far(s.ground, mover_of(unit), (x, y), spot) for spot in spots) / 100
            total -= (FORWARD if unit.arm != CAVALRY else -BEHIND * bool(own) + FORWARD) * far
        if mates:
            total -= TOGETHER * min(span(one.x - x, one.y - y) for one in mates) / 100
        if unit.arm == ARTILLERY:
            total += HIGH * s.ground.level(x, y)
        return total + _formed(s, unit, option["formation"], is_defending=bool(own))

    return [max(decision.options, key=worth)]


def _formed(s: BattleState, unit: Unit, formation: str, *, is_defending: bool) -> float:
    if unit.arm == ARTILLERY:
        return 1.0 if (formation == UNLIMBERED) == is_defending else 0.0
    if unit.arm == CAVALRY:
        return 1.0 if formation == LINE else 0.5
    if formation == OPEN:
        return 1.0 if unit.profile.is_light_infantry else 0.2
    wanted = LINE if is_defending else ATTACK
    return 0.8 if formation == wanted else 0.6 if formation in (ATTACK, MARCH) else 0.0


def led(s: BattleState, decision: Decision) -> list[Option]:
    """Where most of his units are within a commander's radius, with none of them in particular."""
    who = s.commanders[decision.about["commander"]]
    below = [s.units[id] for id in s.scenario.all_under(who.id) if s.units[id].is_on]
    spots = [one.pose.point for one in below]
    spots += [one.pose.point for one in s.commanders.values() if one.superior == who.id and one.commands]

    def worth(option: Option) -> float:
        x, y, _ = option["to"]
        near = sum(span(at[0] - x, at[1] - y) <= who.radius for at in spots)
        total = float(near) - (0.5 if option.get("unit") else 0.0)
        if below:
            total -= min(span(one.x - x, one.y - y) for one in below) / 5000
        return total

    return [max(decision.options, key=worth)]
