"""What a side is after: which places count for it, and which of its formations goes for which of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Final, NamedTuple

from alfiere.battles.walking import span
from alfiere.games.risorgimento.computer.ways import how_far, is_cut_off
from alfiere.games.risorgimento.sheets.tables import Mover
from alfiere.games.risorgimento.state.battle import BattleState, other
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, Unit
from alfiere.games.risorgimento.victory.objectives import Hold, Most, aims
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline, Point, box, centre

NEAR: Final = 2200  # hundredths: enemies so near a place are those one has to do with there
WEIGHT: Final = 30.0  # cm of way that a place which counts fully is worth
NEED: Final = 25.0  # the same for one that has fewer men than it needs
SPARE: Final = 25.0  # so much less for one that has as many again
TOO_MANY, TWICE = 45.0, 2.0  # to who follows others so much if it has as many as it needs, so often if as many again
IDLE: Final = 60.0  # and for one that is held already by as many as it wants
TO_TAKE: Final = 8.0  # and for one that is still to be taken
GUARD: Final = 2.5  # times the men it wants, a formation is not too many to hold a place
ENDS: Final = 60.0  # cm of way that a place is worth which is threatened, and with which the battle is lost
MORE: Final = 1.3  # who attacks wants so many more
FEW, AT_IT = 0.5, 1400  # who has more to take leaves so many to hold, for enemies within these hundredths
RAID: Final = 3000  # hundredths from a bridge or a crossroads that one holds to horse that may ride there
GARRISON: Final = 8  # loss points that even a place without an enemy near wants
ROUGHLY: Final = 20  # loss points to which the enemy is counted
ABOUT: Final = 1600  # hundredths: enemies so near to a place concern those who are to take it
IN_REACH: Final = 1500  # hundredths: enemies so near are gone at first, if they are in the way
DETOUR: Final = 400  # by so much the way by them may be longer
ENOUGH: Final = 2.0  # times his men, to go at one of them
BARRED, SALLY = 1.0, 1.5  # odds round about to go at who is in the way, or out at who threatens what one holds
FINE: Final = 500  # hundredths to which ways are told here, so that a plan does not change with every step


class Goal(NamedTuple):
    """A place, and whether it is to be taken; without a place it is where the enemy is, or one of them by name."""

    place: str
    at: Point
    is_attack: bool
    foe: str = ""


def mover_of(unit: Unit) -> Mover:
    """How it mostly moves."""
    return "horse" if unit.arm == CAVALRY else "limbered" if unit.arm == ARTILLERY else "close"


def middle_of(s: BattleState, place: str) -> Point:
    """Where a place is, by its point or the middle of its piece of ground."""
    form = s.places[place]
    return form.at or centre(box(Outline(s.ground.pieces[form.piece].points)))


def weights(s: BattleState) -> dict[str, float]:
    """How much each place counts, from 0 to 1: for who must hold it, and for who must not let it be held."""
    found = dict.fromkeys(s.places, 0.0)
    for aim in aims(s):
        if isinstance(aim, Hold):
            for place in aim.places:
                found[place] += aim.wanted / len(aim.places)
        elif isinstance(aim, Most):
            for place in aim.places:
                found[place] += 1.0
    most = max(found.values(), default=0.0)
    return {place: weight / most for place, weight in found.items()} if most else found


def is_to_take(s: BattleState, seat: Seat, place: str) -> bool:
    """Whether a side has to take a place: from the enemy, or for itself; one that only he wants is watched."""
    if s.control[place] in (seat, other(seat)):
        return s.control[place] != seat
    counted = [one for one in aims(s) if isinstance(one, Hold | Most) and place in one.places]
    return any(isinstance(one, Most) or one.seat(s) == seat for one in counted)


def how_late(s: BattleState, seat: Seat) -> float:
    """How much of its time a side has used, up to 1: until the last turn, or one in which what the enemy holds wins."""
    last = s.scenario.turns
    for aim in aims(s):
        if isinstance(aim, Hold) and aim.when == "turn" and aim.seat(s) != seat and aim.held(s) >= aim.wanted:
            last = min(last, max(s.turn, aim.from_turn))
    return s.turn / last


def goals(s: BattleState, seat: Seat) -> dict[str, Goal]:
    """What each unit of a side is to do: what its formation is sent to, but who is not needed to hold it goes on."""
    own: dict[str, list[Unit]] = {}
    for unit in s.side(seat):
        own.setdefault(s.group_of(unit), []).append(unit)
    foes = [one for one in s.side(other(seat)) if one.is_steady]
    counted = {place: weight for place, weight in weights(s).items() if weight}
    if not counted:
        at = _among(foes) if foes else (s.scenario.width // 2, s.scenario.depth // 2)
        return {unit.id: Goal("", at, is_attack=True) for units in own.values() for unit in units}
    spots = {place: middle_of(s, place) for place in counted}
    needs = _needs(s, seat, spots, foes)
    found: dict[str, Goal] = {}
    sent: dict[str, float] = {}
    for group in sorted(own, key=lambda one: (-_at_first(own[one]), one)):
        units = [] if _only_helps(s, own[group], needs) else own[group]
        while units:
            place = _sent_to(s, seat, units, counted, spots, needs, sent)
            is_attack = is_to_take(s, seat, place)
            there = units if is_attack else _garrison(units, spots[place], needs[place])
            needs[place] -= _strength(there)
            sent[place] = min(sent.get(place, inf), _way(s, units, spots[place]))
            found |= {unit.id: Goal(place, spots[place], is_attack) for unit in there}
            units = [one for one in units if one.id not in found]
    for units in own.values():
        if _only_helps(s, units, needs):
            goal = _helped(s, seat, found, spots)
            found |= {unit.id: goal for unit in units if unit.id not in found}
    return found | _first_to_beat(s, seat, found, foes)


def _first_to_beat(s: BattleState, seat: Seat, found: dict[str, Goal], foes: list[Unit]) -> dict[str, Goal]:
    """Who is to go at an enemy first who bars the way to what it is to take, or stands before what it is to hold."""
    own = [one for one in s.side(seat) if one.arm == INFANTRY and one.is_steady]
    sent: dict[str, Goal] = {}
    for foe in foes:
        if foe.post or foe.arm == CAVALRY:  # which is not to be caught
            continue
        near = [one for one in own if span(one.x - foe.x, one.y - foe.y) <= IN_REACH]
        theirs = sum(one.left for one in foes if span(one.x - foe.x, one.y - foe.y) <= IN_REACH)
        odds = _strength(near) / theirs
        wanted = ENOUGH * foe.left
        for unit in sorted(near, key=lambda one: (span(one.x - foe.x, one.y - foe.y) // FINE, one.id)):
            goal = found.get(unit.id)
            if wanted > 0 and goal is not None and unit.id not in sent and not unit.post:
                if odds >= (BARRED if goal.is_attack else SALLY) and _is_in_the_way(unit, goal, foe):
                    sent[unit.id] = Goal("", foe.pose.point, is_attack=True, foe=foe.id)
                    wanted -= unit.left
    return sent


def _is_in_the_way(unit: Unit, goal: Goal, foe: Unit) -> bool:
    """Whether an enemy stands between a unit and what it is to take, or so near what it holds that he threatens it."""
    beyond = span(goal.at[0] - foe.x, goal.at[1] - foe.y)
    if not goal.is_attack:
        return beyond <= NEAR
    far = span(goal.at[0] - unit.x, goal.at[1] - unit.y)
    return beyond > ABOUT and span(unit.x - foe.x, unit.y - foe.y) + beyond <= far + DETOUR


def _only_helps(s: BattleState, units: list[Unit], needs: Mapping[str, float]) -> bool:
    """Whether a formation can take nothing itself: batteries hold nothing (i.1.3), horse no houses (g.5.16)."""
    if any(one.arm == INFANTRY for one in units):
        return False
    is_wanted = any(not s.places[place].piece and need > GARRISON for place, need in needs.items())
    return all(one.arm == ARTILLERY for one in units) or not is_wanted


def _helped(s: BattleState, seat: Seat, found: dict[str, Goal], spots: dict[str, Point]) -> Goal:
    """Where batteries go: to what most men are sent to, and first of all to take."""
    men: dict[str, int] = dict.fromkeys(spots, 0)
    for id, goal in found.items():
        men[goal.place] += s.units[id].left if s.units[id].arm == INFANTRY else 0
    place = max(spots, key=lambda one: (is_to_take(s, seat, one) and men[one] > 0, men[one]))
    return Goal(place, spots[place], is_to_take(s, seat, place))


def _sent_to(
    s: BattleState,
    seat: Seat,
    units: list[Unit],
    counted: dict[str, float],
    spots: dict[str, Point],
    needs: dict[str, float],
    sent: dict[str, float],
) -> str:
    """Where a formation, or what is left of it, is most wanted."""
    here, strength = _among(units), max(1, _strength(units))

    def worth(place: str) -> float:
        far = _way(s, units, spots[place])
        wanted = min(1.0, max(0.0, needs[place] / strength))
        if is_to_take(s, seat, place):
            more = needs[place] / strength
            if is_cut_off(s.ground, here, spots[place]):  # before a bridge there is no going round
                spare = SPARE * max(-1.0, min(0.0, more))
            else:  # who follows others and is too many only stands in their way: he goes round
                spare = TOO_MANY * max(-TWICE, min(0.0, more - 1.0)) if far >= sent.get(place, inf) else 0.0
            need = NEED * (1.0 - how_late(s, seat)) * wanted  # later what is near and empty is better
            return WEIGHT * counted[place] + need + spare + TO_TAKE - far
        enough = min(1.0, wanted * GUARD)  # a whole brigade is wasted on a place that nobody threatens
        if needs[place] > 0 and _loses_with(s, seat, place):
            return ENDS - far
        return WEIGHT * counted[place] * enough + NEED * wanted - far - (IDLE if needs[place] <= 0 else 0.0)

    return max(counted, key=worth)


def _way(s: BattleState, units: list[Unit], spot: Point) -> float:
    """How far a formation has to go to a place, roughly, in cm."""
    return how_far(s.ground, mover_of(units[0]), _among(units), spot) // FINE * FINE / 100


def _garrison(units: list[Unit], spot: Point, need: float) -> list[Unit]:
    """Those of a formation who stay at a place: who is nearest, as many as it wants, and one at the least."""
    near = sorted(units, key=lambda one: (span(one.x - spot[0], one.y - spot[1]) // FINE, one.id))
    found: list[Unit] = []
    for one in near:
        if found and need <= 0 and any(each.arm == INFANTRY for each in found):
            break
        found.append(one)
        need -= one.left if one.is_steady else 0
    return found


def _at_first(units: list[Unit]) -> int:
    """How strong a formation was, whatever it has lost: plans are made in the same order all day."""
    return sum(one.left + one.losses for one in units)


def _needs(s: BattleState, seat: Seat, spots: dict[str, Point], foes: list[Unit]) -> dict[str, float]:
    """How many men each place wants: for the enemies that are nearer to it than to any other."""
    found = dict.fromkeys(spots, 0.0)
    taken = {place for place in spots if not is_to_take(s, seat, place)}
    goes_on = len(taken) < len(spots)
    for one in foes:
        far, place = min((span(one.x - x, one.y - y), place) for place, (x, y) in spots.items())
        if place not in taken:
            found[place] += one.left * MORE if far <= NEAR else 0.0
        elif goes_on:
            found[place] += one.left * FEW if far <= AT_IT and one.arm == INFANTRY else 0.0
        else:
            found[place] += one.left if far <= NEAR else 0.0
    for place in taken:
        if any(_may_ride_to(one, spots[place]) for one in foes):
            found[place] = max(found[place], 1.0)
    least = {place: GARRISON if need or s.places[place].piece or not goes_on else 0 for place, need in found.items()}
    return {place: need // ROUGHLY * ROUGHLY + least[place] for place, need in found.items()}


def _loses_with(s: BattleState, seat: Seat, place: str) -> bool:
    """Whether the enemy wins as soon as he holds a place, with those he holds already."""
    for aim in aims(s):
        if isinstance(aim, Hold) and place in aim.places and aim.seat(s) != seat and aim.when == "turn":
            if s.turn >= aim.from_turn and aim.running == 1 and aim.clear is None and aim.held(s) + 1 >= aim.wanted:
                return True
    return False


def _may_ride_to(foe: Unit, spot: Point) -> bool:
    """Whether horse may soon be at a bridge or a crossroads that nobody stands on (risorgimento.i.1.3)."""
    return foe.arm == CAVALRY and span(foe.x - spot[0], foe.y - spot[1]) <= RAID


def _strength(units: list[Unit]) -> int:
    return sum(one.left for one in units if one.is_steady)


def _among(units: list[Unit]) -> Point:
    return sum(one.x for one in units) // len(units), sum(one.y for one in units) // len(units)
