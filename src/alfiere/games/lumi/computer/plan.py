"""What a side is after: which places count for it, and which of its divisions goes for what."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from alfiere.battles.open_battle import other
from alfiere.battles.walking import span
from alfiere.games.lumi.computer.walking import in_between
from alfiere.games.lumi.movement.rout import to_go
from alfiere.games.lumi.state.base import ARTILLERY, CAVALRY, COLUMN, DISORDERED, LIMBERED, ROUT, SHAKEN, SQUARE, Base
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.victory.objectives import REACHED, MostBases, OfPlaces
from alfiere.kernel.decision import Seat
from alfiere.table.headings import cosine, sine
from alfiere.table.shapes import Outline, Point, box, centre

ENOUGH: Final = 2  # divisions that go for one place
ASIDE: Final = 3.0  # times as far as he is seems an enemy to the side: else a whole line crowds about the foremost
EACH: Final = 3  # bases that go for one enemy: to the others he seems farther off
MORE: Final = 1  # bases that go for buildings beyond those they hold: to drive out who is in them
KEPT: Final = 900  # hundredths: a division so near to what is its side's own keeps it
SALLY: Final = 0.5  # with so much eagerness it comes out of it, but for some who keep the buildings:
KEEPERS, OF_THEM = 2, 3  # so many foot, and one more for so many enemies about them


STATES: Final = (1.0, 0.88, 0.6, 0.2)  # what a base is worth, by its state
RUFFLED: Final = 0.95  # disordered by the ground alone, which passes, lumi.7.5.3
LOSS: Final = 0.16  # of its worth for each loss
UNREADY: Final = 0.85  # of its worth is left to an enemy on the march where one is near
PASSIVE: Final = 0.7  # in square
TURNED: Final = 0.6  # with its back to him
ALONE: Final = 0.8  # nobody of its brigade beside it
NEAR, TOUCHING = 1_000, 350  # hundredths
SHAKY, MOST = 0.6, 2.0  # of his cohesion is left to who is nearly beaten; and times: so much counts a lead at the most
MATCH: Final = 1.1  # so much stronger than the enemy a side that need not attack comes out
HURRY: Final = 1.0  # less of it at the end of the time: the clock alone decides no battle, lumi.11.8
SPREAD: Final = 0.3  # from where it begins to stir to where it goes with all it has
IDLE: Final = 3.0  # times as soon, if the enemy should come and stays at home
HOME, FEW = 1 / 3, 1 / 4  # so near to his edge, of the table; and so many of his bases have left it by then
MEETS: Final = 900  # hundredths: horse on the defence meets enemies so near; it has no fire, and is shot at if it waits
HASTE: Final = 3.0  # more of it at the end of the time for who comes and would not win by the clock, lumi.11.8


class Goal(NamedTuple):
    """Where a base is to go and how eagerly, 1 as a rule; where it stays, and the buildings it is to hold there."""

    at: Point
    press: float
    home: Point
    piece: str = ""

    @property
    def is_attack(self) -> bool:
        """Whether it goes rather than stays."""
        return self.press > 0.0


def middle_of(s: State, place: str) -> Point:
    """Where a place is."""
    form = s.scenario.places[place]
    if form.piece:
        return centre(box(Outline(s.ground.pieces[form.piece].points)))
    assert form.rect is not None
    return centre(form.rect)


def counted(s: State) -> dict[str, tuple[Seat, int]]:
    """The places that count, each with the side that is to reach it and what that takes from the other."""
    found: dict[str, tuple[Seat, int]] = {}
    for aim in s.scenario.form.objective:
        if isinstance(aim, OfPlaces) and not REACHED.is_on(s, aim.text.en) and not _is_open_field(s, aim):
            found |= {place: (aim.seat(s), aim.cohesion) for place in aim.places}
    return found


def _is_open_field(s: State, aim: OfPlaces) -> bool:
    """Whether an aim asks only who has most on open ground at the end: armies fight there, nobody goes there for it."""
    return isinstance(aim, MostBases) and not any(s.scenario.places[place].piece for place in aim.places)


def attacks(s: State, seat: Seat) -> bool:
    """Whether a side has to come to the other."""
    return s.scenario.sides[seat].posture == "attack"


def worth(one: Base) -> float:
    """What is left of a base, in points."""
    state = RUFFLED if one.by_terrain and one.state == DISORDERED else STATES[one.state]
    return one.profile.points * state * (1.0 - LOSS * one.losses)


def edge(s: State, seat: Seat) -> float:
    """How much stronger a side is than the enemy as he stands before it: formed, together, facing it or not."""
    own, foes = s.side(seat), s.side(other(seat))
    if not own or not foes:
        return 0.0
    middle = among(own)
    return sum(map(worth, own)) / max(1.0, sum(worth(foe) * _ready(foe, foes, own, middle) for foe in foes))


def _ready(foe: Base, mates: list[Base], against: list[Base], middle: Point) -> float:
    """What part of an enemy's worth is to be reckoned with: who is far off may still form up and turn."""
    if foe.post:
        return 1.0
    others = [mate for mate in mates if mate is not foe and mate.brigade == foe.brigade]
    is_alone = foe.brigade and all(abs(one.x - foe.x) > TOUCHING or abs(one.y - foe.y) > TOUCHING for one in others)
    found = (ALONE if is_alone else 1.0) * (PASSIVE if foe.formation == SQUARE else 1.0)
    if any(abs(one.x - foe.x) <= NEAR and abs(one.y - foe.y) <= NEAR for one in against):
        found *= UNREADY if foe.formation in (COLUMN, LIMBERED) else 1.0
        dx, dy = middle[0] - foe.x, middle[1] - foe.y
        found *= TURNED if dx * sine(foe.heading) < dy * cosine(foe.heading) else 1.0
    return found


def press(s: State, seat: Seat) -> float:
    """How eagerly a side goes for the enemy: from 0 to 1, and beyond for one whose time runs out.

    Who attacks one who defends does; another comes out of his position if he is the stronger, the sooner the longer
    nobody comes: who has attacked by then is near enough to be fought where one stands. So do both where both attack:
    neither has to be the first. Who would win by the clock has time, but for an enemy who should come and stays away.
    """
    is_idle = stays_at_home(s, other(seat)) and not attacks(s, seat)
    late = 0.0 if wins_by_the_clock(s, seat) and not is_idle else s.turn / s.scenario.turns
    most = 1.0 + HASTE * max(0.0, 2.0 * late - 1.0)  # in the second half of it
    if attacks(s, seat) and not attacks(s, other(seat)):
        return most
    wanted = MATCH - HURRY * late * (IDLE if is_idle else 1.0)
    return max(0.0, min(most, (edge(s, seat) * lead(s, seat) - wanted) / SPREAD))


def drive(s: State, seat: Seat) -> float:
    """How eagerly a side goes for the enemy in this turn, whatever the last blow has changed.

    What stands near is worth as many times more: an outcome must not seem bad because a side that has gained by it,
    or who has killed the last enemy who had come, has more time than before. So haste hangs on the turn alone.
    """
    most = 1.0 + HASTE * max(0.0, 2.0 * s.turn / s.scenario.turns - 1.0)
    if attacks(s, seat) and not attacks(s, other(seat)):
        return most
    return most * min(1.0, press(s, seat))


def lead(s: State, seat: Seat) -> float:
    """How much more of its cohesion a side has kept than an enemy who is nearly beaten: he has to be finished."""
    own, foes = (max(1, s.cohesion[each]) / s.scenario.cohesion(each) for each in (seat, other(seat)))
    return max(1.0, min(MOST, own / foes)) if foes <= SHAKY else 1.0


def stays_at_home(s: State, seat: Seat) -> bool:
    """Whether a side that has to attack has had its turn and hardly any of its bases have left its edge."""
    own = [one for one in s.side(seat) if one.state != ROUT]
    home = s.scenario.sides[seat].home
    deep = s.scenario.depth if home in ("north", "south") else s.scenario.width
    come = sum(to_go(s, one, one.pose.point) > HOME * deep for one in own)
    return attacks(s, seat) and s.turn > 1 and own != [] and come <= FEW * len(own)


def wins_by_the_clock(s: State, seat: Seat) -> bool:
    """Whether a side would win if this were the last turn (lumi.11.8), with what counts only at the end (lumi.11.6)."""
    left = dict(s.cohesion)
    for aim in s.scenario.form.objective:
        if isinstance(aim, MostBases) and aim.is_reached(s):
            left[other(aim.seat(s))] -= aim.cohesion
    kept = {each: 100 * max(0, left[each]) / s.scenario.cohesion(each) for each in (seat, other(seat))}
    return kept[seat] - kept[other(seat)] > s.tables.numbers.draw_within


def goals(s: State, seat: Seat, eager: float) -> dict[str, Goal]:
    """What each base is to do: places first, the nearest divisions to each; the others go for the enemy or stay.

    ``eager``: how much its side presses. Who goes for the enemy goes each for the one before him: a line that would
    all go for one crowds about him, and half of it finds no room.
    """
    own: dict[str, list[Base]] = {}
    for one in s.side(seat):
        if one.state != ROUT:
            own.setdefault(one.division, []).append(one)
    foes = sorted((one for one in s.side(other(seat)) if one.state != ROUT), key=lambda one: one.id)
    in_reach = [one for one in foes if one.formation != SQUARE and not one.post] or foes
    ahead = _ahead([one for bases in own.values() for one in bases], foes)
    middles = {division: among(bases) for division, bases in own.items()}
    sent, found, taken = set[str](), dict[str, Goal](), Counter[str]()
    for place, (taker, _) in counted(s).items():
        at, is_attack = middle_of(s, place), taker == seat
        foot = [id for id in own if id not in sent and any(one.kind != CAVALRY for one in own[id])]
        foot.sort(key=lambda id: (_far(middles[id], at), id))
        piece = s.scenario.places[place].piece
        room = s.ground.room(piece)[0] + MORE if piece else 0
        for id in foot[:ENOUGH]:
            if is_attack:
                for one in sorted(own[id], key=lambda one: (one.kind == ARTILLERY, _far(one.pose.point, at), one.id)):
                    is_sent, room = room > 0, room - 1
                    to = at if is_sent else (_prey if piece else _first_met)(one, foes, ahead, at, taken)
                    found[one.id] = Goal(to, max(1.0, eager), to, piece if is_sent else "")
            elif _far(middles[id], at) <= KEPT:
                kept = _keepers(own[id], foes, piece, at, eager)
                found |= {
                    one.id: Goal(_prey(one, foes, ahead, at, taken), eager, at, piece if one.id in kept else "")
                    for one in own[id]
                }
            else:
                continue
            sent.add(id)
    for id, here in middles.items():
        if id not in sent:  # horse leaves squares and houses to the foot
            is_horse = all(one.kind == CAVALRY for one in own[id])
            prey = in_reach if is_horse else foes
            is_met = is_horse and not attacks(s, seat) and _are_near(s, own[id], prey)
            pressed = max(1.0, eager) if is_met else eager
            found |= {one.id: Goal(_prey(one, prey, ahead, here, taken), pressed, here) for one in own[id]}
    return found


def _keepers(bases: list[Base], foes: list[Base], piece: str, at: Point, eager: float) -> set[str]:
    """Who of a division is to hold buildings: all of it as a rule, and some if its side goes for the enemy.

    A village full of foot of which nobody comes is so much less of an army that has to beat another one. Guns stay,
    and of the foot rather those who are in it already, the weakest of them.
    """
    if not piece or eager < SALLY:
        return {one.id for one in bases}
    about = sum(_far(foe.pose.point, at) <= KEPT and foe.state < SHAKEN for foe in foes)
    foot = [one for one in bases if one.kind != ARTILLERY]
    foot.sort(key=lambda one: (one.post != piece, one.profile.points, one.id))
    return {one.id for one in bases if one.kind == ARTILLERY} | {one.id for one in foot[: KEEPERS + about // OF_THEM]}


def _are_near(s: State, bases: list[Base], foes: list[Base]) -> bool:
    """Whether enemies have come so near that horse does better to meet them than to wait for them.

    Who has a brook or a wall before him has still to come over it, in disorder: there he is met, and not sooner.
    """
    near = ((one, foe) for one in bases for foe in foes if _far(one.pose.point, foe.pose.point) <= MEETS)
    return any(not in_between(s.ground, one.pose.point, foe.pose.point) for one, foe in near)


def _prey(one: Base, foes: list[Base], ahead: tuple[float, float], home: Point, taken: Counter[str]) -> Point:
    """The enemy a base goes for: the nearest, rather one before it than one before its friends beside it.

    Nor one whom enough others have ``taken`` already: they would stand in each other's way.
    """
    (x, y), (ahead_x, ahead_y) = one.pose.point, ahead

    def away(foe: Base) -> float:
        dx, dy = foe.x - x, foe.y - y
        along, aside = dx * ahead_x + dy * ahead_y, ASIDE * (dx * ahead_y - dy * ahead_x)
        return (along * along + aside * aside) * max(1, taken[foe.id] - EACH + 2)

    if not foes:
        return home
    foe = min(foes, key=away)
    taken[foe.id] += one.kind != ARTILLERY and one.state < SHAKEN
    return foe.pose.point


def _first_met(one: Base, foes: list[Base], ahead: tuple[float, float], place: Point, taken: Counter[str]) -> Point:
    """An open place lies behind the enemy: who is nearer than it is to be fought first."""
    foe, here = _prey(one, foes, ahead, place, taken), one.pose.point
    return foe if _far(here, foe) < _far(here, place) else place


def _ahead(own: list[Base], foes: list[Base]) -> tuple[float, float]:
    """Where the enemy is, as a whole."""
    if not own or not foes:
        return 0.0, 1.0
    (x, y), (to_x, to_y) = among(own), among(foes)
    far = span(to_x - x, to_y - y) or 1.0
    return (to_x - x) / far, (to_y - y) / far


def among(bases: list[Base]) -> Point:
    """Their middle."""
    return sum(one.x for one in bases) // len(bases), sum(one.y for one in bases) // len(bases)


def _far(one: Point, two: Point) -> float:
    return span(one[0] - two[0], one[1] - two[1])
