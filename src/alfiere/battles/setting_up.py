"""Setting up on an open table: one after the other, at a place that is offered or at one that a person points at.

A game says who comes in which order, in what he may stand and what speaks against a place; here stand the search for
places worth offering, row after row from the front of an area backwards, and the asking.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from alfiere.battles.areas import Box
from alfiere.battles.open_battle import OpenBattle, Standing
from alfiere.kernel.decision import Args, Decision, Draw, Grouped, Option, Seat
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing
from alfiere.table.shapes import Disc, Pose, Rect, box, outline_of
from alfiere.table.swift import quick

DEPLOY: Final = "deploy"
LEADER: Final = "deploy-leader"
REST: Final = "deploy-rest"
POSTS: Final = "posts"  # a sort of places: those in buildings
OFFERED: Final = 8  # places in the open for each formation
FINE: Final = 50  # where these are taken, places every half unit


class Leader(Protocol):
    """Somebody who leads troops, with a place of his own."""

    id: str
    seat: Seat


S = TypeVar("S", bound=OpenBattle[Any])
T = TypeVar("T", bound=Standing)
L = TypeVar("L", bound=Leader)


@quick
class Spot(NamedTuple):
    """How somebody would stand, and what he would hold: buildings or a part of them."""

    footing: Footing
    post: str = ""


def pose_of(said: object) -> Pose | None:
    """The pose somebody points at; None if he says none."""
    if not isinstance(said, list | tuple) or len(said) != 3 or not all(type(one) is int for one in said):
        return None
    return Pose(said[0], said[1], said[2] % FULL_TURN)


def rows(where: Box, shape: Rect | Disc, heading: int, apart: int | None) -> Iterator[Pose]:
    """Places for a base that faces the enemy, row after row from the front, each from its middle outwards.

    ``apart``: so far between bases side by side; None: places close together, one base on the other.
    """
    wide, _, right, high = box(outline_of(shape, Pose(0, 0, heading)))
    half_x, half_y = (right - wide) // 2, high
    west, north, east, south = where[0] + half_x, where[1] + half_y, where[2] - half_x, where[3] - half_y
    step_x, step_y = (FINE, FINE) if apart is None else (2 * half_x + apart, 2 * half_y + apart)
    if where[0] == where[2]:
        yield Pose(where[0], where[1], heading)
        return
    if west > east or north > south:
        return
    across = heading in (0, 1800)  # its rows run from west to east
    lines = range(north, south + 1, step_y) if across else range(west, east + 1, step_x)
    if heading in (900, 1800):  # the front is east or south
        lines = range(south, north - 1, -step_y) if across else range(east, west - 1, -step_x)
    low, far, step = (west, east, step_x) if across else (north, south, step_y)
    for row in lines:
        for place in _outwards(low, far, step):
            x, y = (place, row) if across else (row, place)
            yield Pose(x, y, heading)


def _outwards(low: int, far: int, step: int) -> Iterator[int]:
    middle = (low + far) // 2
    yield middle
    for off in range(step, (far - low) // 2 + 1, step):
        yield from (middle - off, middle + off)


class SettingUp(ABC, Generic[S, T, L]):
    """How a game sets up its troops and their leaders, who wait in the queue of the state."""

    rules: ClassVar[tuple[str, ...]]
    leader: ClassVar[str]  # the argument that names one
    apart: ClassVar[int]  # hundredths between bases that are offered side by side

    # What the game says

    @abstractmethod
    def troop(self, s: S, id: str) -> T | None:
        """Somebody of the order of battle; None if it is a leader."""

    @abstractmethod
    def leader_of(self, s: S, id: str) -> L:
        """A leader."""

    @abstractmethod
    def waiting(self, s: S, seat: Seat) -> list[str]:
        """Those of a side who have still to be set up."""

    @abstractmethod
    def formations(self, s: S, one: T) -> tuple[str, ...]:
        """What he may be set up in."""

    @abstractmethod
    def known_formations(self, s: S, one: T) -> Sequence[str]:
        """Everything he could ever form."""

    @abstractmethod
    def boxes(self, s: S, one: T) -> Iterable[Box]:
        """Rectangles outside of which he is not set up."""

    @abstractmethod
    def facing(self, s: S, seat: Seat) -> int:
        """Where the enemy is."""

    @abstractmethod
    def stands(self, s: S, one: T, footing: Footing) -> bool:
        """Whether the ground and the others leave him room in the open."""

    @abstractmethod
    def posts(self, s: S, one: T) -> Iterator[Spot]:
        """The places in buildings, free or not."""

    @abstractmethod
    def spot_at(self, s: S, one: T, pose: Pose, formation: str) -> Spot:
        """What somebody means who points at a pose."""

    @abstractmethod
    def why_not(self, s: S, one: T, spot: Spot) -> Objection | None:
        """Why he may not be set up so; None if he may."""

    @abstractmethod
    def wrong_formation(self, one: T, formation: str) -> Objection:
        """What is said of a formation he cannot form."""

    @abstractmethod
    def put(self, g: Any, one: T, spot: Spot) -> None:
        """He stands there, and it is told."""

    @abstractmethod
    def leader_spots(self, s: S, who: L) -> list[tuple[Pose, str]]:
        """Places worth offering a leader, each with whom he is attached to there; at least one."""

    @abstractmethod
    def leader_why_not(self, s: S, who: L, pose: Pose, unit: str) -> Objection | None:
        """Why a leader may not be set up there, attached to somebody or to nobody; None if he may."""

    @abstractmethod
    def put_leader(self, g: Any, who: L, pose: Pose, unit: str) -> None:
        """He is there, and it is told."""

    def leaves_out(self, g: Any, one: T) -> bool:
        """Whether he stays off the table because there is no room for him, which is told."""
        return False

    def first_spots(self, s: S, id: str) -> list[tuple[str, Spot]]:
        """Where the next is set up if nobody cares, perhaps with others who go with him."""
        one = self._troop(s, id)
        return [(id, self._spot(s, one, self._offers(s, one)[0]))]

    # Places

    def sorts(self, s: S, one: T) -> tuple[str, ...]:
        """Places come in sorts: those in buildings, and those in the open by formation."""
        return (POSTS, *self.formations(s, one))

    def spots(self, s: S, one: T, sort: str) -> list[Spot]:
        """Places worth offering: every free post, or some in rows from the front of each area backwards."""
        if sort == POSTS:
            return [spot for spot in self.posts(s, one) if self.why_not(s, one, spot) is None]
        return list(dict.fromkeys(islice(self.in_the_open(s, one, sort, self.apart), OFFERED)))

    def in_the_open(self, s: S, one: T, formation: str, apart: int | None) -> Iterator[Spot]:
        """All such places, the first first."""
        shape, heading = s.shape(one, formation), self.facing(s, one.seat)
        for where in self.boxes(s, one):
            for pose in rows(where, shape, heading, apart):
                spot = Spot(Footing(formation, shape, pose))
                if self.stands(s, one, spot.footing) and self.why_not(s, one, spot) is None:
                    yield spot

    def has_room(self, s: S, one: T) -> bool:
        """Whether there are such places at all; kept while nobody moves."""
        memory, key = s.scene.memory, ("has room", one.id)
        if key not in memory:
            first = self.in_the_open(s, one, self.formations(s, one)[0], self.apart)
            memory[key] = any(True for _ in first) or any(self.spots(s, one, sort) for sort in self.sorts(s, one))
        return bool(memory[key])

    def last_spots(self, s: S, one: T) -> list[Spot]:
        """Where there are none, whatever is left in his area, or the nearest place outside it."""
        found = [spot for form in self.formations(s, one) for spot in islice(self.in_the_open(s, one, form, None), 1)]
        return list(dict.fromkeys(found)) or [self._nearest(s, one)]

    def _nearest(self, s: S, one: T) -> Spot:
        formation = self.formations(s, one)[0]
        field, shape = s.field, s.shape(one, formation)
        west, north, east, south = next(iter(self.boxes(s, one)))
        x, y = (west + east) // 2, (north + south) // 2
        poses = rows((0, 0, field.width, field.height), shape, self.facing(s, one.seat), None)
        nearest = sorted(poses, key=lambda there: (there.x - x) ** 2 + (there.y - y) ** 2)
        footings = (Footing(formation, shape, pose) for pose in nearest)
        return Spot(next(footing for footing in footings if self.stands(s, one, footing)))

    # Asking

    def play(self, g: Any) -> Procedure[None]:
        """Everybody in the queue of the state, one after the other."""
        while g.state.queue:
            yield MARK
            id = g.state.queue[0]
            one = self.troop(g.state, id)
            if one is not None:
                yield from self._set_up(g, one)
            else:
                yield from self._set_up_leader(g, id)

    def _set_up(self, g: Any, one: T) -> Procedure[None]:
        if self.leaves_out(g, one):
            g.state.queue.remove(one.id)
            return
        options, about = self._offers(g.state, one), {"unit": one.id}
        free, rest = partial(self._pointed, g.state, one), partial(self._rest, g.state, one)
        chosen = yield Decision(one.seat, DEPLOY, options, about, self.rules, free=free, bodies=rest)
        if chosen.key == REST:
            self.set_up_rest(g, one.seat)
        else:
            self.put(g, self._troop(g.state, one.id), self._spot(g.state, one, chosen))
            g.state.queue.remove(one.id)

    def _rest(self, s: S, one: T) -> list[Option]:
        """Everybody of a side who has still to be set up, at once, each at the first place he would be offered."""
        return [Option(REST, {"unit": one.id}, self.rules)] if len(self.waiting(s, one.seat)) > 1 else []

    def set_up_rest(self, g: Any, seat: Seat) -> None:
        """A whole side, each where he would be offered a place first."""
        s = g.state
        while waiting := self.waiting(s, seat):
            id = waiting[0]
            one = self.troop(s, id)
            if one is not None and self.leaves_out(g, one):
                s.queue.remove(id)
                continue
            if one is None:
                who = self.leader_of(s, id)
                self.put_leader(g, who, *self.leader_spots(s, who)[0])
                s.queue.remove(id)
                continue
            for other, spot in self.first_spots(s, id):
                self.put(g, self._troop(s, other), spot)
                s.queue.remove(other)

    def _offers(self, s: S, one: T) -> Sequence[Option]:
        """His places, worked out sort by sort if somebody looks; where his area is full, the few that are left."""
        if not self.has_room(s, one):
            return [self.option(one, spot) for spot in self.last_spots(s, one)]
        sorts = self.sorts(s, one)
        return Grouped(
            [DEPLOY] * len(sorts),
            lambda place: [self.option(one, spot) for spot in self.spots(s, one, sorts[place])],
            lambda place, draw: self._one(s, one, sorts[place], draw),
        )

    def _one(self, s: S, one: T, sort: str, draw: Draw) -> Option | None:
        """One of his places at random: those that would be offered after it are not looked for."""
        if sort == POSTS:
            found = self.spots(s, one, sort)
        else:
            found = list(islice(self.in_the_open(s, one, sort, self.apart), 1 + int(draw() * OFFERED)))[-1:]
        return self.option(one, found[int(draw() * len(found))]) if found else None

    def option(self, one: T, spot: Spot) -> Option:
        """A place as an answer."""
        args = {"unit": one.id, "to": list(spot.footing.pose), "formation": spot.footing.formation}
        return Option(DEPLOY, args | ({"post": spot.post} if spot.post else {}), self.rules)

    def _spot(self, s: S, one: T, option: Option) -> Spot:
        formation = option["formation"]
        shape = s.shape(one, formation)
        return Spot(Footing(formation, shape, Pose(*option["to"])), option.get("post") or "")

    def _pointed(self, s: S, one: T, key: str, args: Args) -> Option | Objection | None:
        """A pose somebody points at, in the formation he says or the first that is allowed."""
        pose, known = pose_of(args.get("to")), {"unit", "to", "formation", "post"}
        if key != DEPLOY or args.get("unit") != one.id or pose is None or set(args) - known:
            return None
        formation = args.get("formation", self.formations(s, one)[0])
        if formation not in self.known_formations(s, one):
            return self.wrong_formation(one, str(formation))
        spot = self.spot_at(s, one, pose, formation)
        return self.why_not(s, one, spot) or self.option(one, spot)

    def _troop(self, s: S, id: str) -> T:
        found = self.troop(s, id)
        assert found is not None
        return found

    # Leaders

    def _set_up_leader(self, g: Any, id: str) -> Procedure[None]:
        s, who = g.state, self.leader_of(g.state, id)
        options = [self._leader_option(id, pose, unit) for pose, unit in self.leader_spots(s, who)]
        free, seat = partial(self._leader_pointed, s, id), who.seat
        chosen = yield Decision(seat, LEADER, options, {self.leader: id}, self.rules, free=free)
        self.put_leader(g, self.leader_of(g.state, id), Pose(*chosen["to"]), chosen["unit"])
        g.state.queue.remove(id)

    def _leader_option(self, id: str, pose: Pose, unit: str) -> Option:
        return Option(LEADER, {self.leader: id, "to": list(pose), "unit": unit}, self.rules)

    def _leader_pointed(self, s: S, id: str, key: str, args: Args) -> Option | Objection | None:
        pose, unit = pose_of(args.get("to")), args.get("unit", "")
        is_his = key == LEADER and args.get(self.leader) == id and not set(args) - {self.leader, "to", "unit"}
        if not is_his or pose is None or (unit != "" and (not isinstance(unit, str) or self.troop(s, unit) is None)):
            return None
        found = self.leader_why_not(s, self.leader_of(s, id), pose, unit)
        return found or self._leader_option(id, pose, unit)
