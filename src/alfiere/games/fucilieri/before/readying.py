"""What scenarios add to deployment: a free change of formation, a building to begin in, baggage in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.open_battle import other
from alfiere.battles.setting_up import Spot
from alfiere.games.fucilieri.before.deployment import middle_of, post_taken, stands
from alfiere.games.fucilieri.morale.conditions import worsen
from alfiere.games.fucilieri.sheets.scenario_forms import Baggage, FreeChange
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.standing import front_middle
from alfiere.games.fucilieri.state.unit import Unit
from alfiere.games.fucilieri.told.before import Readied
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import offset
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose

READY, AS_IS = "ready", "as-deployed"
RULES: Final = ("fucilieri.2.3.9", "fucilieri.3.2.5.3")


def may_ready(s: State) -> list[str]:
    """The units that may change freely before turn 1, those of who deployed first before the others."""
    found = [one for one in s.units.values() if one.is_on and not one.post and changes_of(s, one)]
    return [one.id for seat in (s.first, other(s.first)) for one in found if one.seat == seat]


def changes_of(s: State, unit: Unit) -> list[FreeChange]:
    """What the scenario allows this unit."""
    return [one for one in s.scenario.special(FreeChange) if _is_meant(s, one, unit)]


def _is_meant(s: State, special: FreeChange, unit: Unit) -> bool:
    if special.commands and unit.command not in special.commands:
        return False
    if special.side and s.scenario.seat_of[special.side] != unit.seat:
        return False
    if special.inside:
        return unit.is_foot
    near = (s.field.terrain.within(id, s.base(unit).outline, special.by) for id in special.near)
    return not unit.is_horse and any(near)


def ready(g: FucilieriGame, id: str) -> Procedure[None]:
    """One unit changes, goes into a block, or stays as it was deployed."""
    s, unit = g.state, g.state.units[id]
    spots = [spot for special in changes_of(s, unit) for spot in spots_of(s, special, unit)]
    if not spots:
        return
    options = [Option(AS_IS, {"unit": id}, RULES)]
    options += [Option(READY, _args(id, spot), RULES) for spot in spots]
    chosen = yield Decision(unit.seat, READY, options, {"unit": id}, RULES)
    if chosen.key == AS_IS:
        return
    s, unit = g.state, g.state.units[id]
    formation, post = chosen["formation"], chosen.get("piece") or ""
    s.stand(unit, Footing(formation, s.shape(unit, formation), Pose(*chosen["to"])), post)
    g.tell(Readied(id, (*unit.pose,), formation, post, RULES))


def _args(id: str, spot: Spot) -> dict[str, object]:
    args: dict[str, object] = {"unit": id, "to": list(spot.footing.pose), "formation": spot.footing.formation}
    return args | ({"piece": spot.post} if spot.post else {})


def spots_of(s: State, special: FreeChange, unit: Unit) -> Iterator[Spot]:
    """Into a free block, as long as so many are not yet inside; or in another formation on the spot (.3.2.5.3)."""
    if special.inside:
        inside = [one for one in s.on_table if one.post in special.inside and one.command in special.commands]
        if special.most and len(inside) >= special.most:
            return
        for post in special.inside:
            if post_taken(s, unit, post) is None:
                pose = middle_of([s.ground.pieces[post].outline], unit.heading)
                yield Spot(Footing(unit.formation, s.shape(unit), pose), post)
        return
    for formation in unit.formations:
        if formation == unit.formation:
            continue
        shape = s.shape(unit, formation)
        x, y = front_middle(unit, s.shape(unit).depth)
        dx, dy = offset(unit.heading, -shape.depth // 2)
        footing = Footing(formation, shape, Pose(x + dx, y + dy, unit.heading))
        if stands(s, unit, footing):
            yield Spot(footing)


def bring_baggage(g: FucilieriGame) -> None:
    """Whoever was set up among the baggage begins disorganised."""
    s = g.state
    for special in s.scenario.special(Baggage):
        for unit in s.side(s.scenario.seat_of[special.side]):
            if unit.y > special.south_of:
                worsen(g, unit, (special.condition,), "fucilieri.2.3.11")
