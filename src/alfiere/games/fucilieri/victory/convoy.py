"""The convoy of a scenario: trains that go along a road, are stopped, taken, or come off the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from alfiere.battles.ground_shapes import corners
from alfiere.battles.open_battle import other
from alfiere.battles.standing import near
from alfiere.games.fucilieri.sheets.scenario_forms import Convoy
from alfiere.games.fucilieri.state.battle import OF_BATTLE, FucilieriGame, State
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.told.victory import TrainMoved, TrainSaved, TrainTaken
from alfiere.kernel.decision import Seat
from alfiere.table.headings import divided
from alfiere.table.measuring import root_up
from alfiere.table.shapes import Outline, Point

ON_ROAD, SAVED, TAKEN = "on the road", "saved", "taken"
RULE: Final = "fucilieri.6.4d"


class Train(NamedTuple):
    """A train: how far its head has come along the road, and what has become of it."""

    number: int
    far: int
    fate: str


TRAIN = OF_BATTLE.about("train", Train, widest=2)


def convoy_of(s: State) -> Convoy | None:
    """The convoy of this battle, if it has one."""
    return next(s.scenario.special(Convoy), None)


def path_of(s: State, convoy: Convoy) -> tuple[Point, ...]:
    """The road in the direction in which the convoy goes: it ends at the edge by which it leaves."""
    points = tuple(s.ground.pieces[convoy.road].points)
    edges = {"north": points[-1][1] <= points[0][1], "south": points[-1][1] >= points[0][1]}
    edges |= {"west": points[-1][0] <= points[0][0], "east": points[-1][0] >= points[0][0]}
    return points if edges[convoy.exit] else points[::-1]


def length_of(path: Sequence[Point]) -> int:
    """How long a road is."""
    return sum(root_up((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(path))


def along(path: Sequence[Point], far: int) -> Point:
    """The point so far along a road."""
    for (ax, ay), (bx, by) in pairwise(path):
        long = root_up((bx - ax) ** 2 + (by - ay) ** 2)
        if far <= long:
            return ax + divided((bx - ax) * far, long), ay + divided((by - ay) * far, long)
        far -= long
    return path[-1]


def set_out(s: State) -> None:
    """The trains on the road before the first turn, one behind the other."""
    convoy = convoy_of(s)
    if convoy is None or TRAIN.first(s) is not None:
        return
    path, (x, y) = path_of(s, convoy), convoy.first
    far = root_up((x - path[0][0]) ** 2 + (y - path[0][1]) ** 2)
    for number in range(convoy.trains):
        TRAIN.put(s, Train(number + 1, far - number * convoy.apart, ON_ROAD))


def outline_of(s: State, convoy: Convoy, train: Train) -> Outline:
    """The base of a train: its head is where it has come to."""
    half = convoy.base.depth // 2
    x, y = along(path_of(s, convoy), max(0, train.far - half))
    wide = convoy.base.front // 2
    return Outline(corners((x - wide, y - wide, x + wide, y + wide)))


def on_road(s: State) -> list[Train]:
    """The trains that are still on their way."""
    return [one for one in TRAIN.all(s) if one.fate == ON_ROAD]


def convoy_moves(g: FucilieriGame) -> None:
    """At the end of round 2 each goes on, if no enemy unit is near; at the end of the road it is off the table."""
    s = g.state
    convoy = convoy_of(s)
    if convoy is None:
        return
    enemy, long = other(s.scenario.seat_of[convoy.side]), length_of(path_of(s, convoy))
    for train in on_road(s):
        if near(s, outline_of(s, convoy, train), convoy.stopped_by, enemy):
            continue
        there = train._replace(far=train.far + convoy.speed)
        if there.far >= long:
            there = there._replace(far=long, fate=SAVED)
            g.tell(TrainSaved(train.number, (RULE,)))
        else:
            g.tell(TrainMoved(train.number, (RULE,)))
        _change(s, train, there)


def convoy_taken(g: FucilieriGame) -> None:
    """At the end of round 5 a train is captured with an enemy unit near and no friend who could guard it."""
    s = g.state
    convoy = convoy_of(s)
    if convoy is None:
        return
    own = s.scenario.seat_of[convoy.side]
    for train in on_road(s):
        here = outline_of(s, convoy, train)
        guards = near(s, here, convoy.guarded_by, own)
        is_guarded = any(not one.is_demoralised and not is_engaged(one) for one in guards)
        if not is_guarded and near(s, here, convoy.captured_by, other(own)):
            _change(s, train, train._replace(fate=TAKEN))
            g.tell(TrainTaken(train.number, other(own), (RULE,)))


def _change(s: State, one: Train, into: Train) -> None:
    TRAIN.take(s, one)
    TRAIN.put(s, into)


def saved(s: State, seat: Seat) -> int:
    """How many trains a side has brought off."""
    convoy = convoy_of(s)
    if convoy is None or s.scenario.seat_of[convoy.side] != seat:
        return 0
    return sum(1 for one in TRAIN.all(s) if one.fate == SAVED)


def taken(s: State, seat: Seat) -> int:
    """How many trains a side has captured."""
    convoy = convoy_of(s)
    if convoy is None or s.scenario.seat_of[convoy.side] == seat:
        return 0
    return sum(1 for one in TRAIN.all(s) if one.fate == TAKEN)
