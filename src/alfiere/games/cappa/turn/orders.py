"""Chapter 2.1.2, orders: valid dice are placed beside characters and squads, first by who lacks the initiative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import OFF, ON, Side, SkirmishGame, SkirmishState, by_initiative
from alfiere.games.cappa.told.events import DiceLost, DieGiven, PhaseBegan
from alfiere.kernel.decision import Decision, Lazily, Option, Seat
from alfiere.kernel.procedure import MARK, Procedure


def orders(g: SkirmishGame) -> Procedure[None]:
    """The side without initiative places all its dice, then the other; the last in order first (cappa.2.1.2b)."""
    if g.state.step == 0:
        g.tell(PhaseBegan("orders"))
        g.state.step = 1
    while g.state.step <= len(g.state.sides):
        yield MARK
        s = g.state
        seat = by_initiative(s)[-s.step]  # cappa.2.1.1.h5
        if next(_each_placement(s, seat), None) is not None:
            options = Lazily(partial(_offered, s, seat))
            chosen = yield Decision(seat, "orders", options, {}, ("cappa.2.1.2a", "cappa.2.1.2.h4"))
            if chosen.key == "order":
                place_die(g, seat, chosen["figure"], chosen["die"])
                continue
        side = g.state.sides[seat]
        if side.dice:
            g.tell(DiceLost(seat, tuple(side.dice)))
            side.dice, side.owners = [], []
        g.state.step += 1
    g.state.phase, g.state.step = "deployment", 0


def _offered(s: SkirmishState, seat: Seat) -> list[Option]:
    return [*placements(s, seat), Option("done")]


def placements(s: SkirmishState, seat: Seat) -> list[Option]:
    """Every die that may be given to somebody by the player who rolled it; equal dice are offered once."""
    return list(_each_placement(s, seat))


def _each_placement(s: SkirmishState, seat: Seat) -> Iterator[Option]:
    """The same one by one: whether there is any is told by the first."""
    side = s.sides[seat]
    if not side.dice:
        return
    less = tables().numbers.order_to_one
    apart: list[Option] = []  # of a squad: the last one thinks of
    dice_of = {player: dice_left(side, player) for player in set(side.owners or [1])}
    for squad in s.squads.values():
        if squad.seat != seat or squad.die:
            continue
        here = [s.figures[name].where for name in squad.members]
        if ON in here or OFF in here:  # cappa.2.1.2h, cappa.2.1.2.h3
            dice = dice_of.get(squad.player, ())
            for die in dice:
                yield Option("order", {"figure": squad.id, "die": die}, ("cappa.2.1.2d",))
    for one in s.figures.values():
        if one.seat != seat or one.die or one.captor or one.has_surrendered or one.where not in (ON, OFF):
            continue  # cappa.2.1.2.h1: one die a turn
        dice = dice_of.get(one.player, ())
        if not one.squad:
            for die in dice:
                yield Option("order", {"figure": one.id, "die": die}, ("cappa.2.1.2a",))
        elif one.where == ON and (not s.squads[one.squad].shaken or one.shaken or one.sheet.is_hero):  # cappa.2.3.3.h2
            is_hero_leader = one.sheet.is_hero and s.squads[one.squad].leader == one.id
            for die in dice:
                if is_hero_leader or die > less:  # cappa.2.1.2.h2
                    apart.append(Option("order", {"figure": one.id, "die": die}, ("cappa.2.1.2e",)))
    yield from apart


def dice_left(side: Side, player: int) -> Sequence[int]:
    """The dice a player of this side has still to place, each number once, the highest first (cappa.2.1.1.h3)."""
    return sorted({die for die, owner in _owned(side) if owner == player}, reverse=True)


def place_die(g: SkirmishGame, seat: Seat, who: str, die: int) -> None:
    """Put a die beside somebody: he is activated, with its PA (cappa.2.1.2a, cappa.2.1.2c)."""
    s = g.state
    squad = s.squads.get(who)
    _take(s.sides[seat], die, (squad or s.figures[who]).player)
    if squad is not None:
        squad.die = squad.pa = die
        squad.is_activated = True
        g.tell(DieGiven(seat, who, die, die, ("cappa.2.1.2d",)))
        return
    figure = s.figures[who]
    leads_as_hero = bool(figure.squad) and figure.sheet.is_hero and s.squads[figure.squad].leader == who
    worth = die if not figure.squad or leads_as_hero else die - tables().numbers.order_to_one  # cappa.2.1.2e
    figure.die, figure.pa, figure.is_activated = die, worth, True
    g.tell(DieGiven(seat, who, die, worth, ("cappa.2.1.2a" if not figure.squad else "cappa.2.1.2e",)))


def _take(side: Side, die: int, player: int) -> None:
    place = _owned(side).index((die, player))
    del side.dice[place]
    del side.owners[place : place + 1]


def _owned(side: Side) -> list[tuple[int, int]]:
    """Every die with the player it belongs to."""
    return list(zip(side.dice, side.owners or [1] * len(side.dice), strict=True))
