"""Permanent losses: which base takes them, elimination, and the generals who are with it (1.5.7, 1.6.12, 8.6-8.10)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from alfiere.battles.open_battle import other
from alfiere.battles.standing import near
from alfiere.games.lumi.morale.dice import roll
from alfiere.games.lumi.morale.worth import general_gone, gone
from alfiere.games.lumi.state.arrangement import arranged
from alfiere.games.lumi.state.base import LOST, ROUT, Base, General
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import base_of_general, disc_at
from alfiere.games.lumi.state.unit import Unit, bases_of
from alfiere.games.lumi.told.common import BaseMoved, BaseRemoved
from alfiere.games.lumi.told.morale import GeneralLost, GeneralMoved, GeneralTested, Lost, OrderLost
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.measuring import gap
from alfiere.table.shapes import Outline, Pose

How: TypeAlias = Literal["fire", "melee", "other"]
REMOVAL: Final = {
    "losses": "lumi.1.5.7",
    "off-table": "lumi.1.1.7",
    "guns-abandoned": "lumi.3.2.1d",
    "no-way": "lumi.3.2.2e",
    "guns-taken": "lumi.6.2.9",
    "brigade": "lumi.7.3.6",
}


def lose(g: LumiGame, unit: Unit, losses: int, how: How, on: Collection[str] = ()) -> Procedure[None]:
    """A unit suffers permanent losses, each on one base; its owner chooses among equals (lumi.1.6.12, .1.6.13).

    ``on``: those that received most damages by fire, or are in contact in melee; otherwise those with fewest losses.
    """
    for _ in range(losses):
        left = bases_of(g.state, unit)
        if not left:
            return
        fewest = min(one.losses for one in left)
        fitting = [one for one in left if one.id in on] or [one for one in left if one.losses == fewest]
        chosen = fitting[0].id
        if len(fitting) > 1:
            options = [Option("lose", {"unit": one.id}, ("lumi.1.6.13",)) for one in fitting]
            answer = yield Decision(unit.seat, "who-loses", options, {"units": unit.ids}, ("lumi.1.6.13",))
            chosen = answer["unit"]
        _lose_one(g, unit, g.state.bases[chosen], how)


def _lose_one(g: LumiGame, unit: Unit, one: Base, how: How) -> None:
    """A base has one permanent loss more; with four it is eliminated (lumi.1.5.7), the others go on (.1.6.12)."""
    s = g.state
    one.losses += 1
    g.tell(Lost(one.id, one.losses, how, ("lumi.1.5.7",)))
    _try_generals(g, unit)
    if one.losses < s.tables.numbers.losses:
        return
    for mate in [mate for mate in bases_of(s, unit) if mate is not one][:1]:
        for general in s.generals_with((one.id,)):  # he stays with his unit
            general.base = mate.id
            general.x, general.y, general.heading = s.behind(mate)
    eliminate(g, one, "losses")
    if bases_of(s, unit):
        close_up(g, unit)


def close_up(g: LumiGame, unit: Unit) -> None:
    """What is left of a unit closes up around the base nearest the enemy, if there is room (lumi.1.6.12)."""
    s = g.state
    for id, footing in (arranged(s, unit) or {}).items():
        one, before = s.bases[id], s.bases[id].pose
        if footing.pose != before:
            s.stand(one, footing, one.post)
            path = (before.point, footing.pose.point)
            g.tell(BaseMoved(id, before, footing.pose, path, footing.formation, "close-up", ("lumi.1.6.12",)))


def eliminate(g: LumiGame, one: Base, how: str) -> None:
    """A base leaves the game; ``how`` is a key of REMOVAL. A general with it seeks refuge (lumi.8.10)."""
    s = g.state
    gone(s, one)
    s.leave(one, LOST)
    g.tell(BaseRemoved(one.id, how, (REMOVAL[how],)))
    for general in s.generals_with((one.id,)):
        seek_refuge(g, general, "lumi.8.10")


# Generals


def _try_generals(g: LumiGame, unit: Unit) -> None:
    """Each loss of the unit he is with may kill a general (lumi.8.6)."""
    for general in g.state.generals_with(unit.ids):
        die = roll(g, general.seat)
        is_killed = die <= g.state.tables.numbers.killed
        g.tell(GeneralTested(general.id, die, is_killed, ("lumi.8.6",)))
        if is_killed:
            remove_general(g, general, "killed", "lumi.8.6")


def remove_general(g: LumiGame, who: General, how: str, rule: str) -> None:
    """A general is gone, and the order of his division with him (lumi.8.7, .8.8)."""
    who.where, who.base = LOST, ""
    general_gone(g.state, who)
    g.tell(GeneralLost(who.id, how, (rule,)))
    if who.division and g.state.orders.pop(who.division, 0):
        g.tell(OrderLost(who.division, ("lumi.8.7",)))


def seek_refuge(g: LumiGame, who: General, rule: str = "lumi.8.9") -> None:
    """He goes to the nearest friends not in rout who are near enough, or is removed (lumi.8.9)."""
    s, here = g.state, base_of_general(g.state, who).outline
    friends = [one for one in near(s, here, s.tables.distances.refuge, who.seat) if one.state != ROUT]
    if not friends:
        remove_general(g, who, "no-refuge", rule)
        return
    nearest = min(friends, key=lambda one: gap(here, s.base(one).outline))
    before, who.base = (who.base, who.pose), ""
    who.x, who.y, who.heading = _out_of_touch(s, who, nearest)
    if (who.base, who.pose) != before:
        g.tell(GeneralMoved(who.id, who.pose, nearest.id, (rule,)))


def _out_of_touch(s: State, who: General, one: Base) -> Pose:
    """Behind friends, or where enemies are there, at their side or before them; behind them if they are everywhere."""
    shape, radius = s.shape(one), s.tables.general_base.radius
    places = [s.behind(one)]
    for turn, size in ((900, shape.width), (2700, shape.width), (0, shape.depth)):
        dx, dy = offset((one.heading + turn) % FULL_TURN, size // 2 + radius)
        places.append(Pose(one.x + dx, one.y + dy, one.heading))
    return next((pose for pose in places if _is_free_of(s, disc_at(*pose.point), other(who.seat))), places[0])


def _is_free_of(s: State, disc: Outline, seat: Seat) -> bool:
    return s.scene.is_on_table(disc) and not near(s, disc, s.field.touch, seat)
