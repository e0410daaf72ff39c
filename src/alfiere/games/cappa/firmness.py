"""Chapter 3, victory: firmness and what changes it, victory points, how the game ends."""

from __future__ import annotations

from alfiere.games.cappa.events import FirmnessChanged, PointsScored, SkirmishEnded
from alfiere.games.cappa.state import ON, SEATS, Figure, SkirmishGame, SkirmishState, Squad, other
from alfiere.games.cappa.tables import tables
from alfiere.kernel.decision import Seat

NOBODY = "nobody"


def worth(s: SkirmishState, who: Figure | Squad) -> int:
    """What a character or squad is worth for firmness now (cappa.3.2.1a)."""
    if isinstance(who, Figure):
        return who.sheet.value
    return sum(one.sheet.value for one in map(s.figures.__getitem__, who.members) if one.where == ON)


def change(g: SkirmishGame, seat: Seat, amount: int, cause: str, rule: str) -> None:
    """Firmness given or taken; only its owner sees how much is left (cappa.3.2.3d)."""
    if not amount:
        return
    side = g.state.sides[seat]
    side.firmness += amount
    g.tell(FirmnessChanged(seat, amount, cause, side.firmness, (rule,)))


def write_off_lost(g: SkirmishGame, figure: Figure) -> None:
    """Take the value of a character who is out of the game, unless it was taken before (cappa.3.2.3a)."""
    squad = g.state.squads.get(figure.squad)
    if figure.is_written_off or (squad is not None and squad.is_written_off):
        return  # cappa.3.2.3.h1
    figure.is_written_off = True
    change(g, figure.seat, -figure.sheet.value, "lost", "cappa.3.2.3a")


def write_off_shaken(g: SkirmishGame, who: Figure | Squad) -> None:
    """Take the present value of who is shaken and has to flee (cappa.3.2.3b)."""
    if who.is_written_off:
        return
    who.is_written_off = True
    change(g, who.seat, -worth(g.state, who), "shaken", "cappa.3.2.3b")


def give_back(g: SkirmishGame, who: Figure | Squad) -> None:
    """Half the present value of who recovers, rounded down; later he counts again in full (cappa.3.2.3c)."""
    part, whole = tables().numbers.recovery
    who.is_written_off = False  # cappa.3.2.3.h2
    change(g, who.seat, worth(g.state, who) * part // whole, "recovered", "cappa.3.2.3c")


def buy(g: SkirmishGame, seat: Seat, spent: int) -> None:
    """Experience points for firmness, never above what it was at the start (cappa.3.3a, cappa.3.3b)."""
    side = g.state.sides[seat]
    if side.firmness <= 0 or side.experience < spent:
        return  # cappa.3.3c
    gained = min(spent * tables().numbers.firmness_for_pe, side.firmness_at_start - side.firmness)
    side.experience -= spent
    change(g, seat, gained, "experience", "cappa.3.3a")


# Points


def score(g: SkirmishGame, kind: str, victim: Figure) -> None:
    """Victory points for what an enemy has suffered, as the scenario lists them (cappa.3.1.1a)."""
    s = g.state
    seat = other(victim.seat)
    for entry in s.scenario.form.score:
        if entry.kind != kind or victim.sheet.cls not in entry.of:
            continue
        if entry.side and s.scenario.seat_of[entry.side] != seat:
            continue
        if entry.option and s.options.get(entry.option) != "yes":
            continue
        s.sides[seat].points += entry.each
        g.tell(PointsScored(seat, entry.each, kind))


# The end


def judge(g: SkirmishGame) -> bool:
    """End the game if a side's firmness has given way; asked when an attack is over (cappa.3.1b, cappa.3.2.2a)."""
    s = g.state
    if s.winner:
        return True
    broken = [seat for seat in SEATS if s.sides[seat].firmness <= 0]
    if not broken:
        return False
    if len(broken) == 2:
        _finish(g, leader_on_points(s), "both broken", "cappa.3.1.h3")
    elif s.scenario.outcome == "A":
        _finish(g, other(broken[0]), "broken", "cappa.3.1c")
    else:
        _finish(g, leader_on_points(s), "broken", "cappa.3.1d")
    return True


def last_turn_over(g: SkirmishGame) -> bool:
    """End the game after its last turn: points decide (cappa.3.1.h2)."""
    s = g.state
    if not s.winner and s.turn >= s.scenario.turns:
        _finish(g, leader_on_points(s), "last turn", "cappa.3.1.h2")
    return bool(s.winner)


def leader_on_points(s: SkirmishState) -> str:
    """The side with more victory points; equal points are a draw (cappa.3.1d, cappa.3.1.h1)."""
    red, blue = (s.sides[seat].points for seat in SEATS)
    if red == blue:
        return NOBODY
    return "red" if red > blue else "blue"


def _finish(g: SkirmishGame, winner: str, reason: str, rule: str) -> None:
    g.state.winner, g.state.reason = winner, reason
    g.tell(SkirmishEnded(winner, reason, (rule,)))
