"""Chapter 2.2: pieces of terrain are laid out, sides are chosen, the loser may move some, and there may be a road."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from alfiere.battles.open_battle import other
from alfiere.battles.setting_up import pose_of
from alfiere.games.fucilieri.before.exploration import case_of, roll_off
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.sheets.pieces import Laid, laid_apart, laid_outlines
from alfiere.games.fucilieri.sheets.terrain import Configuration, terrain
from alfiere.games.fucilieri.state.battle import OF_BATTLE, FucilieriGame, State
from alfiere.games.fucilieri.told.before import (
    ConfigurationLaid,
    ConfigurationsRolled,
    MovesRolled,
    RoadLaid,
    SideChosen,
)
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.shapes import Pose

LAY, SHIFT, NO_SHIFT, SIDE, ROAD, NO_ROAD = "lay", "shift", "leave-ground", "choose-side", "ask-road", "no-road"
LAID_OUT: Final = "laid out"
ROLL: Final = "roll"  # in the queue: the dice are still to come
SIZE: Final = "fucilieri.2.2.11b"
APART: Final = "fucilieri.2.2.11"
MOVED: Final = "fucilieri.2.2.12"
OFFERED: Final = 9  # places for each piece
SIDES: Final = ("south", "north")
LAYS_OUT = OF_BATTLE.about("lays out", str)  # the seat that places the terrain, fucilieri.2.2.2
Size = tuple[int, int]


def is_laid_out(s: State) -> bool:
    """Whether the terrain is the players' affair in this battle."""
    return s.scenario.form.before.terrain == LAID_OUT


def who_lays(s: State) -> Seat:
    """Who places the terrain and chooses his side."""
    found = LAYS_OUT.first(s)
    assert found is not None
    return found


# Where a piece may lie


def why_not(s: State, one: Laid, by: int, rule: str) -> Objection | None:
    """Why a piece may not lie there: over the edge, of a wrong size, or too near to another (.2.2.11, .2.2.11b)."""
    if not _is_sized(s, one):
        return because("configuration-size", SIZE, piece=one.id)
    if not all(s.scene.is_on_table(there) for there in laid_outlines(one)):
        return because("configuration-off-table", APART, piece=one.id)
    others = (two for two in s.ground_laid if two.id != one.id)
    if any(laid_apart(one, two) < by * by for two in others):
        return because("configuration-near", rule, piece=one.id)
    return None


def _is_sized(s: State, one: Laid) -> bool:
    if terrain().configurations[one.die].wall:
        return True  # its block has one size
    said = s.tables.configurations
    return said.smallest[0] <= one.long <= said.largest[0] and said.smallest[1] <= one.short <= said.largest[1]


def sizes(s: State, piece: str) -> list[Size]:
    """Those worth offering: half-way between the least and the most, and the most; a farm has one (.2.2.11b)."""
    if configuration_of(piece).wall:
        block = s.tables.bases.building
        return [(block.front, block.depth)]
    least, most = s.tables.configurations.smallest, s.tables.configurations.largest
    return [((least[0] + most[0]) // 2, (least[1] + most[1]) // 2), most]


def places(s: State, columns: int, rows: int) -> Iterator[Pose]:
    """Spread evenly over the table, those of the middle first."""
    wide, deep = s.scenario.width, s.scenario.depth
    points = [
        (wide * (2 * x + 1) // (2 * columns), deep * (2 * y + 1) // (2 * rows))
        for x in range(columns)
        for y in range(rows)
    ]
    points.sort(key=lambda one: (abs(one[0] - wide // 2) + abs(one[1] - deep // 2), one))
    return (Pose(x, y, 0) for x, y in points)


def free_places(s: State, make: Callable[[Pose], Laid], by: int) -> list[Pose]:
    """Where a piece may lie: a few spread over the table, or where these are taken whatever a closer look finds."""
    for columns, rows in ((3, 3), (9, 6), (36, 24)):
        poses = (pose for pose in places(s, columns, rows) if why_not(s, make(pose), by, APART) is None)
        found = list(islice(poses, OFFERED))
        if found:
            return found
    return []


# Laying out


def lay_out(g: FucilieriGame) -> Procedure[None]:
    """Who is to place the terrain rolls what there is and places it piece by piece (fucilieri.2.2.2, .4, .6)."""
    if g.state.queue == [ROLL]:
        _decide_who(g)
        _roll_kinds(g)
    while g.state.queue:
        yield MARK
        yield from _lay(g, g.state.queue[0])
        g.state.queue.pop(0)


def _decide_who(g: FucilieriGame) -> None:
    """The winner of the test; without one the dice decide, as often as they are equal (.2.2.1, .2.2.9)."""
    case = case_of(g.state)
    winner = case.winner
    while not winner:
        winner = roll_off(g, "terrain", "fucilieri.2.2.1")
    LAYS_OUT.put(g.state, winner)


def _roll_kinds(g: FucilieriGame) -> None:
    """How many pieces, and of which kinds (fucilieri.2.2.10)."""
    s, seat = g.state, who_lays(g.state)
    die = roll(g, seat)
    dice = tuple(roll(g, seat) for _ in range(s.tables.configurations.number(die)))
    kinds = tuple(terrain().configurations[one].kind for one in dice)
    s.queue = [f"{kind}-{number + 1}" for number, kind in enumerate(kinds)]
    g.tell(ConfigurationsRolled(seat, die, dice, kinds, ("fucilieri.2.2.10",)))


def configuration_of(piece: str) -> Configuration:
    """Which of the table a piece is that is still to be laid."""
    kind = piece.rpartition("-")[0]
    return next(one for one in terrain().configurations.values() if one.kind == kind)


def _lay(g: FucilieriGame, piece: str) -> Procedure[None]:
    s, seat, kind = g.state, who_lays(g.state), configuration_of(piece).kind
    options = lay_options(s, piece)
    if not options:
        g.tell(ConfigurationLaid(seat, piece, kind, (0, 0, 0), (0, 0), "left-out", (APART,)))
        return
    free = partial(_lay_pointed, s, piece)
    chosen = yield Decision(seat, LAY, options, {"piece": piece, "ground": kind}, (SIZE, APART), free=free)
    _put(g, seat, _laid(piece, chosen.args, Pose(*chosen["to"])), "laid", (SIZE, APART))


def _laid(piece: str, args: Args, pose: Pose) -> Laid:
    long, short = args["size"]
    die, is_mirrored = configuration_of(piece).die, bool(args.get("mirrored"))
    return Laid(piece, die, pose.x, pose.y, pose.heading, long, short, is_mirrored)


def lay_options(s: State, piece: str) -> list[Option]:
    """Some places in each size that is worth offering."""
    found, by = [], s.tables.distances.configuration_apart
    for size in sizes(s, piece):
        args: dict[str, Any] = {"piece": piece, "size": list(size)}
        poses = free_places(s, partial(_laid, piece, args), by)
        found += [Option(LAY, {**args, "to": list(pose)}, (SIZE, APART)) for pose in poses]
    return found


def _lay_pointed(s: State, piece: str, key: str, args: Args) -> Option | Objection | None:
    """Any place, size and turn of the placing player's choice; the wall of a farm may be mirrored."""
    pose, size = pose_of(args.get("to")), _size_of(args.get("size", sizes(s, piece)[0]))
    if key != LAY or args.get("piece") != piece or pose is None or size is None:
        return None
    if set(args) - {"piece", "to", "size", "mirrored"} or args.get("mirrored", True) is not True:
        return None
    found = {"piece": piece, "size": list(size), **({"mirrored": True} if args.get("mirrored") else {})}
    there = _laid(piece, found, pose)
    wrong = why_not(s, there, s.tables.distances.configuration_apart, APART)
    return wrong or Option(LAY, {**found, "to": list(pose)}, (SIZE, APART))


def _size_of(said: object) -> Size | None:
    if not isinstance(said, list | tuple) or len(said) != 2 or not all(type(one) is int for one in said):
        return None
    return said[0], said[1]


def _put(g: FucilieriGame, seat: Seat, one: Laid, how: str, rules: tuple[str, ...]) -> None:
    s = g.state
    s.ground_laid = [two for two in s.ground_laid if two.id != one.id] + [one]
    s.laid = None  # the table is another now
    to, size, kind = (one.x, one.y, one.heading), (one.long, one.short), terrain().configurations[one.die].kind
    g.tell(ConfigurationLaid(seat, one.id, kind, to, size, how, rules))


def in_hand(s: State) -> list[tuple[Laid, bool]]:
    """The pieces a player lays or moves now: how large they are, and whether they lie somewhere yet."""
    there = {one.id: one for one in s.ground_laid}
    if s.turn or not is_laid_out(s) or not s.queue or LAYS_OUT.first(s) is None:
        return []
    if all(id in there for id in s.queue):
        return [(there[id], True) for id in s.queue]
    piece = s.queue[0]
    if piece.rpartition("-")[0] not in {one.kind for one in terrain().configurations.values()}:
        return []
    return [(_laid(piece, {"size": sizes(s, piece)[0]}, Pose(0, 0, 0)), False)]


def would_lie(s: State, option: Option) -> Laid:
    """The piece an option lays or moves, as it would lie."""
    pose = Pose(*option["to"])
    return _laid(option["piece"], option.args, pose) if option.key == LAY else _shifted(s, option["piece"], pose)


# Sides


def choose_side(g: FucilieriGame) -> Procedure[None]:
    """Who has placed the terrain chooses his own long edge (fucilieri.2.2.2, .2.2.4, .2.2.6)."""
    seat, rule = who_lays(g.state), g.state.tables.cases[case_of(g.state).id].rule
    options = [Option(SIDE, {"edge": edge}, (rule,)) for edge in SIDES]
    chosen = yield Decision(seat, SIDE, options, {}, (rule,))
    s = g.state
    s.homes[seat] = chosen["edge"]
    s.homes[other(seat)] = next(edge for edge in SIDES if edge != chosen["edge"])
    g.tell(SideChosen(seat, chosen["edge"], (rule,)))


# The loser


def move_some(g: FucilieriGame) -> Procedure[None]:
    """The loser rolls for each piece, and may move those he is allowed to, in any order (.2.2.3, .5, .7, .14)."""
    if g.state.queue == [ROLL]:
        _roll_moves(g)
    while g.state.queue:
        yield MARK
        yield from _move_one(g)


def may_move_any(s: State) -> bool:
    """Whether the loser has a roll at all: the outmanoeuvred has none (fucilieri.2.2.7)."""
    return is_laid_out(s) and s.tables.cases[case_of(s).id].loser_moves is not None


def _roll_moves(g: FucilieriGame) -> None:
    s, seat = g.state, other(who_lays(g.state))
    needed = s.tables.cases[case_of(s).id].loser_moves
    assert needed is not None
    dice = tuple(roll(g, seat) for _ in s.ground_laid)
    s.queue = [one.id for one, die in zip(s.ground_laid, dice, strict=True) if die >= needed.least]
    rule = "fucilieri.2.2.5" if case_of(s).winner else "fucilieri.2.2.3"
    g.tell(MovesRolled(seat, dice, tuple(s.queue), (rule,)))


def _move_one(g: FucilieriGame) -> Procedure[None]:
    s, seat = g.state, other(who_lays(g.state))
    options = shift_options(s)
    free = partial(_shift_pointed, s)
    chosen = yield Decision(seat, SHIFT, options, {"pieces": list(s.queue)}, (MOVED,), free=free)
    s = g.state
    if chosen.key == NO_SHIFT:
        s.queue = []
        return
    _put(g, seat, _shifted(s, chosen["piece"], Pose(*chosen["to"])), "moved", chosen.rules)
    s.queue.remove(chosen["piece"])


def _shifted(s: State, piece: str, pose: Pose) -> Laid:
    here = next(one for one in s.ground_laid if one.id == piece)
    return here.at(*pose)


def shift_options(s: State) -> list[Option]:
    """To leave all as it is, or to move one of those the dice allow: a few places each (fucilieri.2.2.13)."""
    found, by = [Option(NO_SHIFT, {}, (MOVED,))], s.tables.distances.configuration_moved
    for piece in s.queue:
        poses = free_places(s, partial(_shifted, s, piece), by)
        found += [Option(SHIFT, {"piece": piece, "to": list(pose)}, (MOVED,)) for pose in poses]
    return found


def _shift_pointed(s: State, key: str, args: Args) -> Option | Objection | None:
    """Anywhere, turned as he likes, so far from every other piece (fucilieri.2.2.12, .2.2.13)."""
    pose, piece = pose_of(args.get("to")), args.get("piece")
    if key != SHIFT or piece not in s.queue or pose is None or set(args) != {"piece", "to"}:
        return None
    found = why_not(s, _shifted(s, str(piece), pose), s.tables.distances.configuration_moved, MOVED)
    return found or Option(SHIFT, {"piece": piece, "to": list(pose)}, (MOVED,))


# The road


def ask_for_road(g: FucilieriGame, seat: Seat) -> Procedure[None]:
    """Either may ask for a road from the middle of one short edge to the other (fucilieri.2.2.15)."""
    if any(not one.die for one in g.state.ground_laid):
        return
    rules = ("fucilieri.2.2.15",)
    options: list[Any] = [Option(NO_ROAD, {}, rules), Option(ROAD, {}, rules)]
    chosen = yield Decision(seat, ROAD, options, {}, rules)
    if chosen.key == ROAD:
        g.state.ground_laid.append(Laid("road", 0))
        g.state.laid = None
        g.tell(RoadLaid(seat, rules))
