"""Where a base or general may be set up (12.6): judged for whoever points at a place, and searched for offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Final

from alfiere.battles.areas import AreaForm, Box, extent, lies_in
from alfiere.battles.ground_forms import INWARDS
from alfiere.battles.open_battle import ON
from alfiere.battles.setting_up import OFFERED, POSTS, SettingUp, Spot, rows
from alfiere.games.lumi.sheets.ground import going
from alfiere.games.lumi.sheets.scenario_forms import SetUpInCommand
from alfiere.games.lumi.state.base import ARTILLERY, COLUMN, DEPLOYED, INFANTRY, OPEN, Base, General
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.told.set_up import Deployed
from alfiere.kernel.decision import Seat
from alfiere.kernel.objection import Objection, because
from alfiere.table.headings import offset
from alfiere.table.legs import Footing, Pace
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import within
from alfiere.table.shapes import Outline, Pose, Rect, base, outline_of

SET: Final = "lumi.12.6"
RADIUS: Final = "lumi.12.3b"  # divisions inside the radius of their generals

# Bases


def allowed_formations(s: State, one: Base) -> tuple[str, ...]:
    """What it may be set up in: any formation of its arm unless the scenario says otherwise."""
    said = s.scenario.deployments[one.id].formations
    return tuple(form for form in one.arm.speed if not said or form in said)


def garrison_formation(one: Base) -> str:
    """How a base stands in buildings: in open order if it knows that, or in column (3.3.3h); guns deployed."""
    return DEPLOYED if one.kind == ARTILLERY else OPEN if OPEN in one.arm.speed else COLUMN


def why_not(s: State, one: Base, spot: Spot) -> Objection | None:
    """Why a base may not be set up so; None if it may."""
    footing = spot.footing
    if footing.formation not in allowed_formations(s, one):
        return because("set-up-formation", SET, unit=one.id, formation=footing.formation)
    areas = s.scenario.deployments[one.id].area
    if not any(lies_in(s.field, area, footing.outline) for area in areas):
        return because("set-up-area", SET, unit=one.id)
    if spot.post:
        found = _post_taken(s, one, spot)
    else:
        found = None if stands(s, one, footing) else because("no-room", "lumi.1.1.6", unit=one.id)
    if found is None and not _is_in_reach(s, one, footing):
        return because("set-up-radius", RADIUS, unit=one.id)
    return found


def stands(s: State, one: Base, footing: Footing) -> bool:
    """Whether its arm may stand there, and nobody is in the way (1.1.6)."""
    pace = Pace(0, going=going(one.arm.id, footing.formation))
    return Manoeuvre(s.scene, one.id, {footing.formation: pace}).stands(footing) is None


def _post_taken(s: State, one: Base, spot: Spot) -> Objection | None:
    """Buildings hold so many bases of infantry and so many batteries (3.3.3f), and cavalry does not go in."""
    if one.kind not in (INFANTRY, ARTILLERY) or spot.footing.formation != garrison_formation(one):
        return because("garrison-formation", "lumi.3.3.3h", unit=one.id)
    inside = [mate for mate in s.on_table if mate.post == spot.post and mate.kind == one.kind and mate.id != one.id]
    infantry, guns = s.ground.room(spot.post)
    if len(inside) >= (infantry if one.kind == INFANTRY else guns):
        return because("buildings-full", "lumi.3.3.3f", unit=one.id)
    if s.scene.overlapping(spot.footing.base(one.id)):
        return because("no-room", "lumi.1.1.6", unit=one.id)
    return None


def _is_in_reach(s: State, one: Base, footing: Footing) -> bool:
    """Where divisions are set up in command: whether their general could have all of this one within his radius."""
    if not any(True for _ in s.scenario.special(SetUpInCommand)):
        return True
    others = [s.footing(mate) for mate in s.on_table if mate.division == one.division]
    bases = [*others, footing]
    radius = s.tables.grades[_general_sheet_grade(s, one.division)].radius
    return any(_holds(s, _behind(s, there), radius, [mate.outline for mate in bases]) for there in bases)


def _general_sheet_grade(s: State, division: str) -> str:
    return next(who.grade for who in s.generals.values() if who.division == division)


def _behind(s: State, footing: Footing) -> Pose:
    dx, dy = offset(footing.pose.heading, -footing.shape.depth // 2 - s.tables.general_base.radius)
    return Pose(footing.pose.x + dx, footing.pose.y + dy, footing.pose.heading)


def _holds(s: State, at: Pose, radius: int, outlines: Iterable[Outline]) -> bool:
    disc = outline_of(s.tables.general_base, at)
    return all(within(disc, one, radius) for one in outlines)


class SetUp(SettingUp[State, Base, General]):
    """Bases in the order of battle, division by division, then the generals of the side, the CiC last (12.6)."""

    rules = (SET,)
    leader = "general"
    apart = 0

    def troop(self, s: State, id: str) -> Base | None:
        return s.bases.get(id)

    def leader_of(self, s: State, id: str) -> General:
        return s.generals[id]

    def waiting(self, s: State, seat: Seat) -> list[str]:
        if s.scenario.meeting is not None:  # one division at a time (12.3b)
            return list(takewhile(lambda id: self._is_of(s, id, seat), s.queue))
        return [id for id in s.queue if self._is_of(s, id, seat)]

    def _is_of(self, s: State, id: str, seat: Seat) -> bool:
        return (s.bases.get(id) or s.generals[id]).seat == seat

    def formations(self, s: State, one: Base) -> tuple[str, ...]:
        return allowed_formations(s, one)

    def known_formations(self, s: State, one: Base) -> Sequence[str]:
        return tuple(one.arm.speed)

    def sorts(self, s: State, one: Base) -> tuple[str, ...]:
        """In the open first."""
        return (*allowed_formations(s, one), POSTS)

    def boxes(self, s: State, one: Base) -> Iterator[Box]:
        return _boxes(s, s.scenario.deployments[one.id].area)

    def facing(self, s: State, seat: Seat) -> int:
        return INWARDS[s.scenario.sides[seat].home]

    def stands(self, s: State, one: Base, footing: Footing) -> bool:
        return stands(s, one, footing)

    def in_the_open(self, s: State, one: Base, formation: str, apart: int | None) -> Iterator[Spot]:
        """Beside those of its brigade who stand already, so that they are one unit; then in rows (1.6.4)."""
        mates = [mate for mate in s.on_table if mate.brigade == one.brigade != "" and mate.formation == formation]
        if not mates and formation == allowed_formations(s, one)[0]:  # the first leaves room for the others
            yield from (spot for _, spot in (self.together(s, one) or ())[:1])
        for mate in mates if apart is not None else ():
            for spot in self._beside(s, one, mate):
                if why_not(s, one, spot) is None:
                    yield spot
        yield from super().in_the_open(s, one, formation, apart)

    def _beside(self, s: State, one: Base, mate: Base) -> Iterator[Spot]:
        shape = s.shape(mate)
        wide = shape.width + (s.tables.distances.open_order // 2 if mate.formation == OPEN else 0)
        for ahead, right in ((-shape.depth, 0),) if mate.formation == COLUMN else ((0, -wide), (0, wide)):
            dx, dy = offset(mate.heading, ahead, right)
            yield Spot(Footing(mate.formation, shape, Pose(mate.x + dx, mate.y + dy, mate.heading)))

    def posts(self, s: State, one: Base) -> Iterator[Spot]:
        formation = garrison_formation(one)
        shape, heading = s.shape(one, formation), self.facing(s, one.seat)
        for piece in s.ground.pieces.values():
            if piece.is_building and one.kind in (INFANTRY, ARTILLERY):
                for where in extent(s.field, AreaForm(inside=(piece.id,)), 0):
                    for pose in rows(where, shape, heading, 0):
                        yield Spot(Footing(formation, shape, pose), piece.id)

    def spot_at(self, s: State, one: Base, pose: Pose, formation: str) -> Spot:
        """In buildings as a garrison stands."""
        piece = next((piece for piece in s.ground.at(pose.x, pose.y) if piece.is_building), None)
        if piece is not None and one.kind in (INFANTRY, ARTILLERY):
            formation = garrison_formation(one)
            return Spot(Footing(formation, s.shape(one, formation), pose), piece.id)
        return Spot(Footing(formation, s.shape(one, formation), pose))

    def why_not(self, s: State, one: Base, spot: Spot) -> Objection | None:
        return why_not(s, one, spot)

    def wrong_formation(self, one: Base, formation: str) -> Objection:
        return because("set-up-formation", SET, unit=one.id, formation=formation)

    def put(self, g: LumiGame, one: Base, spot: Spot) -> None:
        g.state.stand(one, *spot)
        g.tell(Deployed(one.id, (*one.pose,), one.formation, "", self.rules))

    def first_spots(self, s: State, id: str) -> list[tuple[str, Spot]]:
        """A whole brigade side by side if there is room; buildings are held where the scenario says so."""
        one = s.bases[id]
        if any(area.inside for area in s.scenario.deployments[id].area):
            free = self.spots(s, one, POSTS)
            if free:
                return [(id, free[0])]
        return self.together(s, one) or super().first_spots(s, id)

    def together(self, s: State, one: Base, interval: int = 0) -> list[tuple[str, Spot]] | None:
        """It and those of its brigade who are not yet there, drawn up; None if there is no room, or it has none."""
        mates = [s.bases[other] for other in s.queue if other in s.bases and s.bases[other].brigade == one.brigade]
        is_alike = all(s.scenario.deployments[mate.id] is s.scenario.deployments[one.id] for mate in mates)
        return self.drawn_up(s, mates, interval) if one.brigade and one in mates and is_alike else None

    def drawn_up(self, s: State, mates: list[Base], interval: int = 0) -> list[tuple[str, Spot]] | None:
        """These bases in one rank, or in two, with some room to all sides; None if there is none.

        ``interval``: so much between bases side by side, which then have one rank.
        """
        formation, heading = allowed_formations(s, mates[0])[0], self.facing(s, mates[0].seat)
        shape = s.shape(mates[0], formation)
        step = shape.width + (s.tables.distances.open_order // 2 if formation == OPEN else interval)
        for ranks, apart in ((1, shape.depth), (2, shape.depth), (1, 0), (2, 0)):
            if interval and ranks > 1:
                continue
            files = -(-len(mates) // ranks)
            block = Rect(step * files, shape.depth * ranks)
            for where in self.boxes(s, mates[0]):
                for pose in rows(where, block, heading, apart):
                    found = list(_in_block(mates, formation, shape, step, files, block, pose))
                    if all(why_not(s, one, spot) is None for one, spot in found):
                        return [(one.id, spot) for one, spot in found]
        return None

    def leader_spots(self, s: State, who: General) -> list[tuple[Pose, str]]:
        return general_spots(s, who)

    def leader_why_not(self, s: State, who: General, pose: Pose, unit: str) -> Objection | None:
        return general_why_not(s, who, pose, unit)

    def put_leader(self, g: LumiGame, who: General, pose: Pose, unit: str) -> None:
        who.where, who.base = ON, unit
        who.x, who.y, who.heading = pose
        g.tell(Deployed(who.id, (*who.pose,), "", who.base, self.rules))


SETTING_UP: Final = SetUp()


def _in_block(
    mates: list[Base], formation: str, shape: Rect, step: int, files: int, block: Rect, pose: Pose
) -> Iterator[tuple[Base, Spot]]:
    for number, one in enumerate(mates):
        rank, file = divmod(number, files)
        ahead = block.depth // 2 - rank * shape.depth - shape.depth // 2
        dx, dy = offset(pose.heading, ahead, file * step + step // 2 - block.width // 2)
        yield one, Spot(Footing(formation, shape, Pose(pose.x + dx, pose.y + dy, pose.heading)))


def _boxes(s: State, areas: Iterable[AreaForm]) -> Iterator[Box]:
    longest = max(s.tables.base(INFANTRY, COLUMN))
    return (where for area in areas for where in extent(s.field, area, longest))


# Generals


def general_why_not(s: State, who: General, pose: Pose, unit: str) -> Objection | None:
    """Why a general may not be set up there, attached to this base or to none; None if he may (12.6, 8.3a)."""
    own = _own(s, who)
    if unit and unit not in {one.id for one in own}:
        return because("not-his-unit", "lumi.8.3a", unit=unit, general=who.id)
    if unit and pose != s.behind(s.bases[unit]):
        return because("not-touching", "lumi.8.3a", general=who.id)
    there = base(who.id, s.tables.general_base, *pose)
    if not unit:
        if not s.scene.is_on_table(there.outline) or s.scene.overlapping(there):
            return because("no-room", "lumi.8.11", unit=who.id)
        if not any(lies_in(s.field, area, there.outline) for area in _areas(s, who)):
            return because("set-up-area", SET, unit=who.id)
    is_bound = who.division and any(True for _ in s.scenario.special(SetUpInCommand))
    mine = [s.base(one).outline for one in own if one.division == who.division]
    if is_bound and not _holds(s, pose, who.values.radius, mine):
        return because("set-up-radius", RADIUS, unit=who.id)
    return None


def _own(s: State, who: General) -> list[Base]:
    """The bases on the table he may be attached to: of his division, for the CiC of any (8.3a)."""
    return [one for one in s.side(who.seat) if who.is_cic or one.division == who.division]


def _areas(s: State, who: General) -> list[AreaForm]:
    """Where he may be: in the area of his division, the CiC in any of his side (12.6)."""
    forms = (
        form
        for id, form in s.scenario.deployments.items()
        if (id in s.bases and s.bases[id].seat == who.seat and (who.is_cic or s.bases[id].division == who.division))
        or id == who.id
    )
    return list(dict.fromkeys(area for form in forms for area in form.area))


def general_spots(s: State, who: General) -> list[tuple[Pose, str]]:
    """Places worth offering him: on his own where most of his bases are near, then with each of them; at least one."""
    own, heading = _own(s, who), INWARDS[s.scenario.sides[who.seat].home]
    spread = [s.behind(one) for one in own]
    spread += [pose for where in _boxes(s, _areas(s, who)) for pose in rows(where, s.tables.general_base, heading, 100)]
    x = sum(one.x for one in own) // max(1, len(own))
    y = sum(one.y for one in own) // max(1, len(own))
    spread.sort(key=lambda pose: (pose.x - x) ** 2 + (pose.y - y) ** 2)
    alone = ((pose, "") for pose in dict.fromkeys(spread) if general_why_not(s, who, pose, "") is None)
    attached = [(s.behind(one), one.id) for one in own if one.state == 0]
    found = [*islice(alone, OFFERED), *(one for one in attached if general_why_not(s, who, *one) is None)]
    return found or attached[:1] or [(spread[0], "")]
