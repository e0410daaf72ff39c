"""Chapter set: the values of commanders, and both sides set up, the one the scenario names first (set.1, cmd.7-cmd.11).

Units come one after the other in the order of the scenario, then the commanders of the side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from alfiere.games.risorgimento.command.values import roll_values
from alfiere.games.risorgimento.set_up.places import (
    SET,
    Spot,
    allowed_formations,
    has_room,
    last_spots,
    leader_spots,
    leader_why_not,
    sorts_of_spots,
    spot_at,
    spots,
    why_not,
)
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ON, Commander, Unit
from alfiere.games.risorgimento.told.victory import Deployed
from alfiere.games.risorgimento.victory.administration import begin_turn
from alfiere.kernel.decision import Args, Decision, Grouped, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose

RULES: Final = (SET,)
REST: Final = "deploy-rest"


def set_up_phase(g: BattleGame) -> Procedure[None]:
    """Everything before turn 1."""
    if g.state.step == 0:
        roll_values(g)
        g.state.queue = order_of_set_up(g.state)
        g.state.step = 1
    while g.state.queue:
        yield MARK
        id = g.state.queue[0]
        if id in g.state.units:
            yield from _set_up_unit(g, g.state.units[id])
        else:
            yield from _set_up_leader(g, g.state.commanders[id])
        g.state.queue.remove(id)
    begin_turn(g, 1)


def order_of_set_up(s: BattleState) -> list[str]:
    """Who is set up, the units before the commanders, the side that deploys first before the other (set.1)."""
    first = s.scenario.seat_of[s.scenario.form.first]
    found = []
    for seat in (first, s.scenario.enemy(first)):
        planned = s.scenario.deployments
        found += [id for id in planned if id in s.units and s.units[id].seat == seat]
        found += [one.id for one in s.commanders.values() if one.seat == seat and one.id not in s.scenario.arrivals]
    return found


# Units


def _set_up_unit(g: BattleGame, unit: Unit) -> Procedure[None]:
    options = _offers(g.state, unit)
    free = partial(_pointed, g.state, unit)
    about, rest = {"unit": unit.id}, partial(_rest, g.state, unit)
    chosen = yield Decision(unit.seat, "deploy", options, about, RULES, free=free, bodies=rest)
    if chosen.key == REST:
        _set_up_rest(g, unit.seat)
    else:
        _put(g, g.state.units[unit.id], chosen)


def _rest(s: BattleState, unit: Unit) -> list[Option]:
    """Everybody of a side who has still to be set up, at once, each at the first place he would be offered."""
    return [Option(REST, {"unit": unit.id}, RULES)] if len(_waiting(s, unit.seat)) > 1 else []


def _waiting(s: BattleState, seat: Seat) -> list[str]:
    return [id for id in s.queue if (s.units.get(id) or s.commanders[id]).seat == seat]


def _set_up_rest(g: BattleGame, seat: Seat) -> None:
    s = g.state
    first, *others = _waiting(s, seat)
    for id in (first, *others):
        if id in s.units:
            _put(g, s.units[id], _offers(s, s.units[id])[0])
        else:
            who = s.commanders[id]
            _put_leader(g, who, _leader_option(who, *leader_spots(s, who)[0]))
        if id != first:  # whoever was asked about is taken out of the queue by the phase
            s.queue.remove(id)


def _put(g: BattleGame, unit: Unit, chosen: Option) -> None:
    s = g.state
    formation = chosen["formation"]
    s.stand(unit, Footing(formation, s.shape(unit, formation), Pose(*chosen["to"])), chosen.get("post") or "")
    g.tell(Deployed(unit.id, (*unit.pose,), unit.formation, "", RULES))


def _offers(s: BattleState, unit: Unit) -> Sequence[Option]:
    """Its places, worked out sort by sort if somebody looks; where its area is full, the few that are left."""
    if not has_room(s, unit):
        return [_option(unit, spot) for spot in last_spots(s, unit)]
    sorts = sorts_of_spots(s, unit)
    return Grouped(
        ["deploy"] * len(sorts), lambda place: [_option(unit, spot) for spot in spots(s, unit, sorts[place])]
    )


def _option(unit: Unit, spot: Spot) -> Option:
    args = {"unit": unit.id, "to": list(spot.footing.pose), "formation": spot.footing.formation}
    return Option("deploy", args | ({"post": spot.post} if spot.post else {}), RULES)


def _pointed(s: BattleState, unit: Unit, key: str, args: Args) -> Option | Objection | None:
    """A pose somebody points at, in the formation he says or the first that is allowed."""
    pose = _pose(args.get("to"))
    if (
        key != "deploy"
        or args.get("unit") != unit.id
        or pose is None
        or set(args) - {"unit", "to", "formation", "post"}
    ):
        return None
    formation = args.get("formation", allowed_formations(s, unit)[0])
    if formation not in s.tables.formations_of(unit.arm):
        return because("set-up-formation", SET, unit=unit.id, formation=str(formation))
    spot = spot_at(s, unit, pose, formation)
    return why_not(s, unit, spot) or _option(unit, spot)


def _pose(said: object) -> Pose | None:
    if not isinstance(said, list | tuple) or len(said) != 3 or not all(type(one) is int for one in said):
        return None
    return Pose(said[0], said[1], said[2] % FULL_TURN)


# Commanders


def _set_up_leader(g: BattleGame, who: Commander) -> Procedure[None]:
    options = [_leader_option(who, pose, unit) for pose, unit in leader_spots(g.state, who)]
    free = partial(_leader_pointed, g.state, who)
    chosen = yield Decision(who.seat, "deploy-leader", options, {"commander": who.id}, RULES, free=free)
    _put_leader(g, g.state.commanders[who.id], chosen)


def _put_leader(g: BattleGame, who: Commander, chosen: Option) -> None:
    who.where, who.unit = ON, chosen["unit"]
    who.x, who.y, who.heading = chosen["to"]
    g.tell(Deployed(who.id, (*who.pose,), "", who.unit, (*RULES, "risorgimento.cmd.11")))


def _leader_option(who: Commander, pose: Pose, unit: str) -> Option:
    return Option("deploy-leader", {"commander": who.id, "to": list(pose), "unit": unit}, RULES)


def _leader_pointed(s: BattleState, who: Commander, key: str, args: Args) -> Option | Objection | None:
    pose, unit = _pose(args.get("to")), args.get("unit", "")
    is_his = key == "deploy-leader" and args.get("commander") == who.id and not set(args) - {"commander", "to", "unit"}
    if not is_his or pose is None or (unit != "" and unit not in s.units):
        return None
    return leader_why_not(s, who, pose, unit) or _leader_option(who, pose, unit)
