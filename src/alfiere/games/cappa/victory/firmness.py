"""Chapter 3, victory: firmness and what changes it, victory points, how the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.battles.objective import foremost
from alfiere.games.cappa.ground.ground import building_of, gap
from alfiere.games.cappa.people.captives import take_off
from alfiere.games.cappa.people.strangers import bounty, event_of, is_stranger
from alfiere.games.cappa.scenario.scenario_forms import ScoreForm
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.earning import earn
from alfiere.games.cappa.state.state import GONE, OF_FIGURE, ON, Figure, SkirmishGame, SkirmishState, Squad, others
from alfiere.games.cappa.state.unplayed import contenders
from alfiere.games.cappa.told.aim_events import Sheltered
from alfiere.games.cappa.told.events import FirmnessChanged, PointsScored, SideBeaten, SkirmishEnded
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.reckoning import final_points
from alfiere.kernel.decision import Seat

NOBODY = "nobody"
UNDER_ROOF = OF_FIGURE.bare("under a roof")  # he has been brought there
OBJECTIVE = "objective"  # why a game has ended


def worth(s: SkirmishState, who: Figure | Squad) -> int:
    """What a character or squad is worth for firmness now (cappa.3.2.1a); who is shaken by himself counts alone."""
    return sum(one.sheet.value for one in _members(s, who) if one is who or not one.shaken)


def _members(s: SkirmishState, who: Figure | Squad) -> list[Figure]:
    if isinstance(who, Figure):
        return [who]
    return [one for one in map(s.figures.__getitem__, who.members) if one.where == ON]


def change(g: SkirmishGame, seat: Seat, amount: int, cause: str, rule: str) -> None:
    """Firmness given or taken; only its owner sees how much is left (cappa.3.2.3d)."""
    if not amount:
        return
    side = g.state.sides[seat]
    side.firmness += amount
    g.tell(FirmnessChanged(seat, amount, cause, (rule,)))


def write_off_lost(g: SkirmishGame, figure: Figure) -> None:
    """Take the value of a character who is out of the game, unless it was taken before (cappa.3.2.3a)."""
    if _is_written_off(g.state, figure):
        return  # cappa.3.2.3.h1
    figure.is_written_off = True
    change(g, figure.seat, -figure.sheet.value, "lost", "cappa.3.2.3a")


def write_off_shaken(g: SkirmishGame, who: Figure | Squad) -> None:
    """Take the present value of who is shaken and has to flee, but nobody's twice (cappa.3.2.3b, cappa.3.2.3.h1)."""
    s = g.state
    fresh = [one for one in _members(s, who) if not _is_written_off(s, one)]
    who.is_written_off = True
    change(g, who.seat, -sum(one.sheet.value for one in fresh), "shaken", "cappa.3.2.3b")


def _is_written_off(s: SkirmishState, figure: Figure) -> bool:
    """Whether his value is already taken, his own or with that of his squad."""
    squad = s.squads.get(figure.squad)
    return figure.is_written_off or (squad is not None and squad.is_written_off)


def give_back(g: SkirmishGame, who: Figure | Squad) -> None:
    """Half the present value of who recovers, rounded down; later he counts again in full (cappa.3.2.3c)."""
    if is_stranger(g.state, who):
        return  # cappa.3.2.1a: he was never counted
    if g.state.sides[who.seat].firmness <= 0:
        return  # beaten the moment it was gone, cappa.3.2.2a
    part, whole = tables().numbers.recovery
    who.is_written_off = False  # cappa.3.2.3.h2
    change(g, who.seat, worth(g.state, who) * part // whole, "recovered", "cappa.3.2.3c")


def buy(g: SkirmishGame, seat: Seat, spent: int) -> None:
    """Experience points for firmness, never above what it was at the start (cappa.3.3a, cappa.3.3b)."""
    side = g.state.sides[seat]
    if side.firmness <= 0 or side.experience < spent:
        return  # cappa.3.3c
    rate = tables().numbers.firmness_for_pe
    gained = min(spent * rate, side.firmness_at_start - side.firmness)
    side.experience -= -(-gained // rate)  # what would buy nothing is kept
    change(g, seat, gained, "experience", "cappa.3.3a")


# Points


def score(g: SkirmishGame, kind: str, victim: Figure) -> None:
    """Victory points for what an enemy has suffered, as the scenario lists them (cappa.3.1.1a)."""
    credit(g, kind, victim, rival(g.state, victim))


def credit(g: SkirmishGame, kind: str, about: Figure, seat: Seat) -> None:
    """The points a side earns for this, if the scenario gives any, and its experience (cappa.9.1.1a)."""
    s = g.state
    reward = bounty(s, about, seat, kind)
    if reward is not None:
        give_points(g, seat, reward, kind)  # cappa.7.2g, cappa.7.2u
        return
    earn(g, kind, seat, about)
    for entry in _scores(s, kind, about, seat):
        if entry.per == 1 or _is_full(s, entry, seat):
            give_points(g, seat, entry.each, kind)


def _is_full(s: SkirmishState, entry: ScoreForm, seat: Seat) -> bool:
    """Whether this one makes up the number that is worth something together."""
    key = f"{s.scenario.form.score.index(entry)} {seat}"
    s.tallied[key] = s.tallied.get(key, 0) + 1
    return s.tallied[key] % entry.per == 0


def gives_points(s: SkirmishState, kind: str, victim: Figure) -> bool:
    """Whether the scenario lists this among what brings points."""
    return any(True for _ in _scores(s, kind, victim, rival(s, victim)))


def _scores(s: SkirmishState, kind: str, about: Figure, seat: Seat) -> Iterator[ScoreForm]:
    """The lines of the scenario by which a side earns something for this."""
    for entry in s.scenario.form.score:
        is_theirs = not entry.side or s.scenario.seat_of[entry.side] == seat
        is_for_him = about.sheet.cls in entry.of and entry.profile in ("", about.sheet.id.split("/")[0])
        is_in_force = not entry.option or s.options.get(entry.option) == "yes"
        if entry.kind == kind and is_theirs and is_for_him and is_in_force:
            yield entry


def give_points(g: SkirmishGame, seat: Seat, amount: int, cause: str) -> None:
    """Victory points for a side (cappa.3.1.1a)."""
    if amount and seat in contenders(g.state):
        g.state.sides[seat].points += amount
        g.tell(PointsScored(seat, amount, cause))


def rival(s: SkirmishState, victim: Figure) -> Seat:
    """Whose doing it is: the side that acts, or with three sides the nearest enemy's if the victim acts himself."""
    foes = others(s, victim.seat)
    acting = s.squads.get(s.acting) or s.figures.get(s.acting)
    if len(foes) == 1 or (acting is not None and acting.seat in foes):
        return foes[0] if acting is None or len(foes) == 1 else acting.seat
    near = min(s.enemies_of(victim), key=lambda one: (gap(s, victim, one), one.id), default=None)
    return foes[0] if near is None else near.seat


def shelter(g: SkirmishGame) -> None:
    """After every action: somebody whom an event has brought is carried into the house that counts for a side."""
    s = g.state
    for one in s.figures.values():
        if not one.captor or one.where == GONE:
            continue
        event = event_of(s, one)
        if event is None or not event.reward or UNDER_ROOF.is_on(one):
            continue
        bearer = s.figures[one.captor]
        for row in event.reward:
            if (
                row.how == "into"
                and s.scenario.seat_of[row.side] == bearer.seat
                and building_of(s, bearer) == row.house
            ):
                UNDER_ROOF.put(one)
                g.tell(Sheltered(bearer.id, one.id, row.house))
                give_points(g, bearer.seat, row.worth, "sheltered")


# The end


def judge(g: SkirmishGame) -> bool:
    """End the game if firmness has given way; asked when an attack is over (cappa.3.1b, cappa.3.2.2a)."""
    s = g.state
    if s.winner:
        return True
    broken = [seat for seat in s.seats if s.sides[seat].firmness <= 0 and not s.sides[seat].is_beaten]
    if not broken:
        return False
    left = [seat for seat in contenders(s) if s.sides[seat].firmness > 0]
    if not left:
        finish(g, "both broken", "cappa.3.1.h3")
    elif len(left) == 1 and s.scenario.outcome == "A":
        finish(g, "broken", "cappa.3.1c", left[0])
    elif len(left) == 1:
        finish(g, "broken", "cappa.3.1d")
    else:
        for seat in broken:
            _withdraw(g, seat)
    return bool(s.winner)


def _withdraw(g: SkirmishGame, seat: Seat) -> None:
    """A beaten side is taken off the table and keeps its points; the others play on (cappa.3.2.2.h1)."""
    s = g.state
    side = s.sides[seat]
    side.is_beaten, side.dice, side.owners = True, [], []
    for figure in s.figures.values():
        if figure.seat == seat and figure.where != GONE:
            take_off(s, figure)
    for squad in s.squads.values():
        if squad.seat == seat:
            squad.pa, squad.shaken = 0, ""
    g.tell(SideBeaten(seat))


def reach_objective(g: SkirmishGame, seat: Seat, worth: int = 0) -> None:
    """A fundamental objective ends the game at once; who has won is a matter of the outcome (cappa.3.1a)."""
    s = g.state
    if s.winner or seat not in contenders(s):
        return
    give_points(g, seat, worth, "objective")
    earn(g, "objective", seat)  # for the games to come, cappa.9.1.1c
    if s.scenario.outcome == "A":
        finish(g, OBJECTIVE, "cappa.3.1c", seat)
    else:
        finish(g, OBJECTIVE, "cappa.3.1d")


def last_turn_over(g: SkirmishGame) -> bool:
    """End the game after its last turn: points decide unless the scenario says otherwise (cappa.3.1.h2)."""
    s = g.state
    if s.winner or s.turn < s.scenario.turns:
        return bool(s.winner)
    for aim in aims(s):
        if not s.winner:
            aim.last_turn_over(g)
    for aim in aims(s):
        if not s.winner:
            aim.missed(g)
    if not s.winner:
        finish(g, "last turn", "cappa.3.1.h2")
    return True


def is_steady(s: SkirmishState, squad: Squad) -> bool:
    """Whether it stands on the table, unshaken; one man alone is no squad any more (cappa.6.h3)."""
    return not squad.shaken and any(one.is_up and not one.shaken for one in map(s.figures.__getitem__, squad.members))


def leader_on_points(s: SkirmishState) -> str:
    """The side with more victory points than any other; equal points are a draw (cappa.3.1d, cappa.3.1.h1)."""
    return foremost({seat: s.sides[seat].points for seat in contenders(s)}) or NOBODY


def finish(g: SkirmishGame, reason: str, rule: str, winner: str = "") -> None:
    """What counts at the end is counted; without a winner points decide."""
    s = g.state
    for seat, amount, cause in final_points(s):
        give_points(g, seat, amount, cause)
    for number, aim in enumerate(aims(s)):
        aim.ended(g, number, reason)
    s.winner, s.reason = winner or leader_on_points(s), reason
    g.tell(SkirmishEnded(s.winner, reason, (rule,)))
