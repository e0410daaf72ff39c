"""Where a unit or commander may be set up (set.1): judged for whoever points at a place, and searched for offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from alfiere.battles.ground_forms import INWARDS
from alfiere.battles.setting_up import OFFERED, POSTS, SettingUp, Spot, rows
from alfiere.games.risorgimento.sheets.areas import Box, extent, lies_in
from alfiere.games.risorgimento.sheets.ground import FARM, going
from alfiere.games.risorgimento.sheets.scenario_forms import QuotaForm
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.unit import ARTILLERY, INFANTRY, ON, OPEN, UNLIMBERED, Commander, Unit
from alfiere.games.risorgimento.told.victory import Deployed
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.table.headings import turn_between
from alfiere.table.legs import Footing, Pace
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import within
from alfiere.table.shapes import Outline, Pose, base

__all__ = ["POSTS", "SETTING_UP", "Spot", "allowed_formations", "leader_why_not", "spots", "why_not"]

SET: Final = "risorgimento.set.1"


# Units


def allowed_formations(s: BattleState, unit: Unit) -> tuple[str, ...]:
    """What it may be set up in: any formation of its arm unless the scenario says otherwise."""
    said = s.scenario.deployments[unit.id].formations
    return tuple(one for one in s.tables.formations_of(unit.arm) if not said or one in said)


def why_not(s: BattleState, unit: Unit, spot: Spot) -> Objection | None:
    """Why a unit may not be set up so; None if it may."""
    footing = spot.footing
    if footing.formation not in (*allowed_formations(s, unit), *((OPEN,) if spot.post else ())):
        return because("set-up-formation", SET, unit=unit.id, formation=footing.formation)
    areas = s.scenario.deployments[unit.id].area
    if not any(lies_in(s.ground, area, footing.outline) for area in areas):
        return because("set-up-area", SET, unit=unit.id)
    if spot.post:
        if (found := _post_taken(s, unit, spot)) is not None:
            return found
    elif not _stands(s, unit, footing):
        return because("no-room", "risorgimento.geo.4", unit=unit.id)
    return _quota_broken(s, unit, spot)


def _stands(s: BattleState, unit: Unit, footing: Footing) -> bool:
    """Whether it can stand so; remembered while nobody moves, for who looks for places asks twice."""
    memory, key = s.scene.memory, ("set up", unit.id, footing)
    found: bool | None = memory.get(key)
    if found is None:
        pace = Pace(0, going=going(unit.arm, footing.formation))
        found = memory[key] = Manoeuvre(s.scene, unit.id, {footing.formation: pace}).stands(footing) is None
    return found


def _post_taken(s: BattleState, unit: Unit, spot: Spot) -> Objection | None:
    """A side holds one battalion with batteries beside it; a farm one battalion in all (g.5.2, g.5.12, g.5.16)."""
    piece, _, _ = spot.post.partition("/")
    inside = [one for one in s.on_table if one.post.partition("/")[0] == piece]
    alike = [one for one in inside if one.arm == unit.arm]
    is_farm = s.ground.pieces[piece].kind.id == FARM
    numbers = s.tables.numbers
    if unit.arm == INFANTRY:
        most = 1 if is_farm else numbers.sector_infantry
    else:
        most = s.ground.pieces[piece].form.guns if is_farm else numbers.sector_guns
    if len(alike) >= most:
        return because("sector-full", "risorgimento.g.5.16" if is_farm else "risorgimento.g.5.2", unit=unit.id)
    if not s.scene.is_clear(spot.footing.base(unit.id)):
        return because("no-room", "risorgimento.g.5.12", unit=unit.id)
    return None


def _quota_broken(s: BattleState, unit: Unit, spot: Spot) -> Objection | None:
    """So many must stand in a place, or not more: there must be enough left to be set up for all that is asked."""
    quotas = [(one, set(s.scenario.who(one)) | _below(s, one)) for one in s.scenario.form.quota]
    mine = [(one, ids) for one, ids in quotas if unit.id in ids and one.arm == unit.arm]
    left = {id for _, ids in mine for id in ids if id in s.queue and id != unit.id and s.units[id].arm == unit.arm}
    missing = 0
    for quota, ids in mine:
        there = [one for one in s.on_table if one.id in ids and one.arm == quota.arm]
        count = sum(_is_in(s, quota, s.base(one).outline, one.post) for one in there)
        count += _is_in(s, quota, spot.footing.outline, spot.post)
        if quota.most is not None and count > quota.most:
            return because("quota-most", SET, unit=unit.id, number=quota.most)
        missing += max(0, quota.least - count)
    return because("quota-least", SET, unit=unit.id) if missing > len(left) else None


def _below(s: BattleState, quota: QuotaForm) -> set[str]:
    """Everybody under a commander who is named, those too that the scenario sets up by name."""
    return {unit for one in quota.under for unit in s.scenario.under(one) if unit in s.scenario.deployments}


def _is_in(s: BattleState, quota: QuotaForm, outline: Outline, post: str) -> bool:
    if post.partition("/")[0] in quota.inside:
        return True
    return any(s.ground.is_within(piece, outline, quota.by) for piece in quota.near)


class SetUp(SettingUp[BattleState, Unit, Commander]):
    """Units one after the other in the order of the scenario, then the commanders of the side."""

    rules = (SET,)
    leader = "commander"
    apart = 20

    def troop(self, s: BattleState, id: str) -> Unit | None:
        return s.units.get(id)

    def leader_of(self, s: BattleState, id: str) -> Commander:
        return s.commanders[id]

    def waiting(self, s: BattleState, seat: Seat) -> list[str]:
        return [id for id in s.queue if (s.units.get(id) or s.commanders[id]).seat == seat]

    def formations(self, s: BattleState, one: Unit) -> tuple[str, ...]:
        return allowed_formations(s, one)

    def known_formations(self, s: BattleState, one: Unit) -> Sequence[str]:
        return s.tables.formations_of(one.arm)

    def boxes(self, s: BattleState, one: Unit) -> Iterator[Box]:
        return (where for area in s.scenario.deployments[one.id].area for where in extent(s.ground, area))

    def facing(self, s: BattleState, seat: Seat) -> int:
        return INWARDS[s.scenario.sides[seat].home]

    def stands(self, s: BattleState, one: Unit, footing: Footing) -> bool:
        return _stands(s, one, footing)

    def posts(self, s: BattleState, one: Unit) -> Iterator[Spot]:
        if one.arm not in (INFANTRY, ARTILLERY):
            return
        for piece in s.ground.built_up:
            for side, slot in s.ground.slots(piece.id).items():
                formation = OPEN if one.arm == INFANTRY else UNLIMBERED
                for pose in (slot.infantry,) if one.arm == INFANTRY else slot.guns:
                    yield Spot(Footing(formation, s.shape(one, formation), pose), f"{piece.id}/{side}")

    def spot_at(self, s: BattleState, one: Unit, pose: Pose, formation: str) -> Spot:
        """In a village or farm the nearest of its sides."""
        piece = s.ground.built_up_at(pose.x, pose.y)
        mine = [spot for spot in self.posts(s, one) if spot.post.partition("/")[0] == piece] if piece else []
        if mine:
            return min(mine, key=lambda spot: _off(spot.footing.pose, pose))
        return Spot(Footing(formation, s.shape(one, formation), pose))

    def why_not(self, s: BattleState, one: Unit, spot: Spot) -> Objection | None:
        return why_not(s, one, spot)

    def wrong_formation(self, one: Unit, formation: str) -> Objection:
        return because("set-up-formation", SET, unit=one.id, formation=formation)

    def put(self, g: BattleGame, one: Unit, spot: Spot) -> None:
        g.state.stand(one, *spot)
        g.tell(Deployed(one.id, (*one.pose,), one.formation, "", self.rules))

    def leader_spots(self, s: BattleState, who: Commander) -> list[tuple[Pose, str]]:
        return leader_spots(s, who)

    def leader_why_not(self, s: BattleState, who: Commander, pose: Pose, unit: str) -> Objection | None:
        return leader_why_not(s, who, pose, unit)

    def put_leader(self, g: BattleGame, who: Commander, pose: Pose, unit: str) -> None:
        who.where, who.unit = ON, unit
        who.x, who.y, who.heading = pose
        g.tell(Deployed(who.id, (*who.pose,), "", who.unit, (*self.rules, "risorgimento.cmd.11")))


SETTING_UP: Final = SetUp()
spots = SETTING_UP.spots


def _off(one: Pose, other: Pose) -> tuple[int, int]:
    """How far a pose is from another, then how much it is turned."""
    far = (one.x - other.x) ** 2 + (one.y - other.y) ** 2
    return far, abs(turn_between(one.heading, other.heading))


# Commanders


def leader_why_not(s: BattleState, who: Commander, pose: Pose, unit: str) -> Objection | None:
    """Why a commander may not be set up there, attached to this unit or to none; None if he may (set.1, cmd.11)."""
    there = base(who.id, s.tables.bases.commander.shape, *pose)
    if not s.scene.is_on_table(there.outline) or not s.scene.is_clear(there):
        return because("no-room", "risorgimento.cmd.14", unit=who.id)
    if unit and not (s.units[unit].is_on and s.units[unit].seat == who.seat and _touches(s, there.outline, unit)):
        return because("not-touching", "risorgimento.cmd.11", commander=who.id, target=unit)
    form = s.scenario.deployments.get(who.id)
    if form is not None:
        is_there = any(lies_in(s.ground, area, there.outline) for area in form.area)
        return None if is_there else because("set-up-area", SET, unit=who.id)
    near = (s.base(one).outline for one in _command(s, who))
    is_near = any(within(there.outline, one, max(who.radius, s.scene.field.touch)) for one in near)
    return None if is_near else because("out-of-radius", SET, unit=who.id)


def _touches(s: BattleState, outline: Outline, unit: str) -> bool:
    return within(outline, s.base(s.units[unit]).outline, s.scene.field.touch)


def _command(s: BattleState, who: Commander) -> list[Unit]:
    """The units on the table under him, directly or not."""
    return [s.units[id] for id in s.scenario.all_under(who.id) if s.units[id].is_on]


def leader_spots(s: BattleState, who: Commander) -> list[tuple[Pose, str]]:
    """Places worth offering him: beside each of his units, with it or on his own, then places of his area."""
    heading = INWARDS[s.scenario.sides[who.seat].home]
    beside = [(s.beside(unit), unit.id) for unit in _command(s, who)]
    found = [*beside, *((pose, "") for pose, _ in beside[:1])]
    form = s.scenario.deployments.get(who.id)
    shape = s.tables.bases.commander.shape
    boxes = [one for area in form.area for one in extent(s.ground, area)] if form is not None else []
    places = (pose for one in boxes for pose in rows(one, shape, heading, None))
    free = [(pose, unit) for pose, unit in found if leader_why_not(s, who, pose, unit) is None]
    alone = ((pose, "") for pose in places if leader_why_not(s, who, pose, "") is None)
    free += islice(alone, OFFERED)
    free = list(dict.fromkeys(free))
    return free or [found[0] if found else (next(rows(boxes[0], shape, heading, None)), "")]
