"""How good a position is: what the computer players go by. House numbers, tuned by playing."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from alfiere.battles.walking import span
from alfiere.games.cappa.computer.errands import errands, leader, may_wait, prize
from alfiere.games.cappa.computer.walking import walk
from alfiere.games.cappa.ground.engaged import is_across
from alfiere.games.cappa.ground.ground import building_at, field, radius
from alfiere.games.cappa.sheets.abilities import FENCING
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.weapons import UNARMED, hand_to_hand, weapons
from alfiere.games.cappa.state.action_points import DRUNK
from alfiere.games.cappa.state.state import OFF, Figure, SkirmishState, others
from alfiere.games.cappa.victory.firmness import NOBODY
from alfiere.kernel.decision import Seat
from alfiere.table.shapes import Outline

WON = 120.0  # no more: a long shot at victory must not be dearer than the blow that will bring it
BREAKS = 30.0  # of that, what the last wound is worth that would break a side
HASTE, LEAST_CARE = 0.9, 0.4  # his own losses count so much less as the end comes near
FIRMNESS = 4.0
NERVE = 2.0  # more for each of the last points of firmness
LAST_NERVE = 2
POINT = 1.0  # a victory point early on
LAST_POINTS = (8.0, 4.0, 2.5)  # in the last turn, the one before, the one before that
LEAD = (30.0, 15.0, 8.0, 4.0)  # being ahead at all, in the last turn and those before
LESSON = 0.4  # an experience point kept for later
WOUND = 4.0
HURT = 0.6  # how much of what his loss will cost is felt as he is wounded, before he falls
STANDING = 1.0  # one more who counts when it is asked who is outnumbered
SHAKEN = 2.0
PRONE = 0.4
LOADED = 0.5
CALLED = 3.0  # somebody off the table has a die to come on with
GUN, READY_GUN = 4.0, 0.8  # a piece with its crew, and a charge in it
BATTERED = 0.5  # each hit of round shot on a wall that has still to fall
IDLE_DRINK = 0.01  # who has nothing better to do waits
BLADE = 0.5  # each point of hit and damage in his hand, near the enemy
AWAY = 0.3  # how much of that counts far from him
PULL = 0.06  # a um nearer to an enemy close by
FARTHER = 0.03  # the same beyond that: to be rid of the nearest must not seem a loss
PATIENT = 0.2  # so much less does it pull a side that only has to be there still
QUEUED = 0.12  # a friend stands in the way
POST = 0.6  # a man in a house or behind a barricade, of a side that only has to be there still
BEHIND_IT = 25  # hundredths between a base and the barricade
NEAR = 6.0
AHEAD, ASIDE = 200, 95  # hundredths
TOUCH = 0.011  # a base's tolerance and a hair (cappa.geo.2)
ACROSS = 1.0  # so near two may fight across an obstacle (cappa.5.2.h1)
GRIP = 0.2  # a round of blows that he could strike now
REST = 0.4  # rounds that both will strike without a PA now
COURAGE = 0.3  # being hand to hand at all
READY = 0.1  # a round he could strike after a charge
IDLE = 0.06  # a PA not yet spent, close to the enemy
ON_THE_WAY = 0.02  # the same for one who has far to go
BEHIND = 0.001  # and more for every um
LONELY = 0.25  # every enemy more than friends round about
DEARER = 2.0  # so much more for a hero: he does not go ahead alone
TO_RALLY = 0.5  # the same for one who must recover


class Weighed(NamedTuple):
    """A figure as the judgement sees it: what he strikes with, and what a wound to him means."""

    figure: Figure
    hit: int
    damage: int
    dear: float  # what his loss would cost his side in firmness
    stake: float  # and what a wound to him is worth
    pa: int
    is_shaken: bool
    size: int  # half his base
    squad: str  # the one he acts with, or ""


def evaluate(s: SkirmishState, seat: Seat) -> float:
    """What one side has less what the strongest other has, and how its men stand to the enemy's."""
    if s.winner:
        won = WON + prize(s)
        return 0.0 if s.winner == NOBODY else won if s.winner == seat else -won
    breaks = {one: _breaks(s, one) for one in s.sides}
    mine = [_weighed(s, one, breaks[seat]) for one in s.standing(seat)]
    theirs = [_weighed(s, one, breaks[one.seat]) for one in s.enemies(seat)]
    foes: dict[Seat, float] = {one: _holdings(s, one) for one in others(s, seat)}
    for one in theirs:
        foes[one.figure.seat] += _life(one)
    lives = 0.0  # sum() rounds otherwise from Python 3.12 on; a skirmish must not depend on that
    for one in mine:
        lives += _life(one)
    care = _care(s, seat)
    total = care * (_holdings(s, seat) + lives) - max(foes.values())
    total += _lead(s, seat) + errands(s, seat, [one.figure for one in mine])
    if s.guns:
        total += _guns(s, seat)
    total += _called_up(s, seat)
    if may_wait(s, seat):
        total += POST * sum(1 for one in mine if _has_post(s, one.figure))
    return total + _at_grips(s, mine, theirs, care)


def _has_post(s: SkirmishState, figure: Figure) -> bool:
    """Whether he stands under a roof or behind a barricade: who only has to hold out wants walls about him."""
    terrain = field(s).terrain
    if building_at(s, figure.x, figure.y):
        return True
    here = Outline(((figure.x, figure.y),), radius(figure))
    return any(one.kind == "barricade" and terrain.within(one.id, here, BEHIND_IT) for one in terrain.features)


def _called_up(s: SkirmishState, seat: Seat) -> float:
    """Whoever waits off the table with a die will come on and count."""
    names = {one.squad if one.squad and not one.die else one.id for one in s.figures.values() if one.where == OFF}
    units = [s.squads[name] if name in s.squads else s.figures[name] for name in names]
    return CALLED * sum(1 for one in units if one.seat == seat and one.die)


def _guns(s: SkirmishState, seat: Seat) -> float:
    """What the pieces that are worked are good for, and how far a wall is battered by one's own."""
    total = 0.0
    for gun in s.guns.values():
        if gun.crew and not gun.is_spiked:
            worth = GUN + (READY_GUN if gun.charge and not gun.is_limbered else 0.0)
            total += worth + BATTERED * sum(s.battered.values()) if gun.seat == seat else -worth
    return total


def _lead(s: SkirmishState, seat: Seat) -> float:
    """Towards the end being ahead is the game, by however little."""
    left = s.scenario.turns - s.turn
    if left >= len(LEAD) or (ahead := leader(s)) not in s.sides:
        return 0.0
    return LEAD[left] if ahead == seat else -LEAD[left]


def _care(s: SkirmishState, seat: Seat) -> float:
    """How dear his own men are to him: less, the less time is left to a side that is not ahead."""
    if leader(s) == seat:
        return 1.0
    return max(LEAST_CARE, 1.0 - HASTE * s.turn / s.scenario.turns)


def _holdings(s: SkirmishState, seat: Seat) -> float:
    """Firmness, the last of it dearest, and points, the more the nearer the end."""
    side = s.sides[seat]
    left = s.scenario.turns - s.turn
    point = LAST_POINTS[left] if left < len(LAST_POINTS) else POINT
    held = FIRMNESS * side.firmness + NERVE * min(side.firmness, LAST_NERVE) + point * side.points
    return held + LESSON * side.experience if side.experience else held


def _breaks(s: SkirmishState, seat: Seat) -> float:
    """What it is worth to the others that a side gives way: where points decide, nothing if it has the most of them."""
    if s.scenario.outcome == "A":
        return BREAKS
    ahead = leader(s)
    return BREAKS if ahead not in (seat, NOBODY) else -BREAKS if ahead == seat else 0.0


def _weighed(s: SkirmishState, figure: Figure, breaks: float) -> Weighed:
    hit, damage = _arm(tuple(figure.hands), figure.bayonet)
    squad = s.squad_of(figure)
    left = max(1, figure.sheet.wounds - figure.wounds)
    shaken = bool(figure.shaken or (squad is not None and squad.shaken))
    value = 0 if figure.is_written_off or (squad is not None and squad.is_written_off) else figure.sheet.value
    dear = FIRMNESS * value + (breaks if value >= s.sides[figure.seat].firmness else 0.0)
    stake = WOUND + dear / left
    hit += figure.line.mi + (FENCING in figure.sheet.abilities) - figure.is_prone
    if squad is None:
        return Weighed(figure, hit, damage, dear, stake, figure.pa, shaken, radius(figure), "")
    return Weighed(figure, hit, damage, dear, stake, squad.pa, shaken, radius(figure), squad.id)


@lru_cache(maxsize=1024)
def _arm(hands: tuple[str, ...], bayonet: str) -> tuple[int, int]:
    """What the best thing in his hands adds to hit and to damage."""
    held = [bayonet if bayonet and code in weapons()[bayonet].fixed_on else code for code in hands] or [UNARMED]
    blows = [hand_to_hand(weapons()[code])[1] for code in held]
    best = max(blows, key=lambda blow: blow.hit + blow.damage)
    return best.hit, best.damage


def _life(one: Weighed) -> float:
    """What a character is still good for."""
    figure = one.figure
    total = STANDING + WOUND * (figure.sheet.wounds - figure.wounds) + 0.3 * figure.line.mi
    if figure.wounds:
        total -= HURT * one.dear * figure.wounds / figure.sheet.wounds
    if one.is_shaken:
        total -= SHAKEN
    if figure.is_prone:
        total -= PRONE
    if DRUNK.is_on(figure):
        total -= IDLE_DRINK
    fired = [code for code in figure.hands if weapons()[code].is_firearm]
    return total + LOADED * sum(max(0, fired.count(code) - figure.empty.count(code)) for code in set(fired))


def _wounding(one: Weighed, other: Weighed, more: int = 0) -> float:
    """How likely a blow wounds."""
    hit = min(max(one.hit + more, 1), 10)
    harm = min(max(other.figure.line.ca + one.damage, 0), 10)
    return hit * harm / 100


def _at_grips(s: SkirmishState, mine: list[Weighed], theirs: list[Weighed], care: float) -> float:
    """How near everybody is to whom, and what the next blows would bring."""
    theirs = [foe for foe in theirs if not foe.is_shaken] or theirs
    if not theirs or not mine:
        return 0.0
    apart = [[_parted(s, one, foe) for foe in theirs] for one in mine]
    eager = PATIENT if may_wait(s, mine[0].figure.seat) else 1.0
    crews = {gun.crew for gun in s.guns.values()}
    if s.squads:
        _join_squads(mine, theirs, apart)
    facing = [sum(1 for far in row if far <= TOUCH) for row in apart]
    beset = [sum(1 for row in apart if row[number] <= TOUCH) for number in range(len(theirs))]
    total = 0.0
    for place, one in enumerate(mine):
        row = apart[place]
        close = sum(1 for number, far in enumerate(row) if far <= NEAR)
        if close > 1:
            helped = sum(1 for other in mine if not other.is_shaken and _apart(one, other) <= NEAR)
            total -= care * LONELY * (DEARER if one.figure.sheet.is_hero else 1.0) * max(0, close - helped)
        if one.is_shaken:
            total += TO_RALLY * one.pa
            continue
        nearest = min(range(len(theirs)), key=row.__getitem__)
        if row[nearest] <= TOUCH:
            total += COURAGE + BLADE * _blade(one)
            best = max(
                _wounding(one, theirs[number], beset[number] > facing[place]) * theirs[number].stake
                for number, far in enumerate(row)
                if far <= TOUCH
            )
            total += GRIP * best * (REST + one.pa)
            continue
        if one.squad not in crews or not one.squad:  # who works a gun stays at it
            total += _approach(s, one, theirs[nearest], mine, eager)
    for number, foe in enumerate(theirs):
        if foe.is_shaken:
            continue
        against = [place for place, row in enumerate(apart) if row[number] <= TOUCH]
        if against:
            worst = max(
                _wounding(foe, mine[place], facing[place] > beset[number]) * mine[place].stake for place in against
            )
            total -= care * GRIP * worst * (REST + foe.pa)
    return total


def _join_squads(mine: list[Weighed], theirs: list[Weighed], apart: list[list[float]]) -> None:
    """With one member of a squad all are in melee, and all strike (cappa.5.1.5a)."""
    for row in apart:
        joined = {foe.squad for foe, far in zip(theirs, row, strict=True) if foe.squad and far <= TOUCH}
        for number, foe in enumerate(theirs):
            if foe.squad in joined:
                row[number] = 0.0
    for number in range(len(theirs)):
        joined = {one.squad for one, row in zip(mine, apart, strict=True) if one.squad and row[number] <= TOUCH}
        for one, row in zip(mine, apart, strict=True):
            if one.squad in joined:
                row[number] = 0.0


def _blade(one: Weighed) -> int:
    hit, damage = _arm(tuple(one.figure.hands), one.figure.bayonet)
    return max(0, hit + damage)


def _approach(s: SkirmishState, one: Weighed, foe: Weighed, mine: list[Weighed], eager: float) -> float:
    """Nearer is better; with PA to charge and strike better still, most of all at one who cannot strike back."""
    figure = one.figure
    far = _on_foot(s, one, foe)
    total = -eager * (PULL * min(far, NEAR) + FARTHER * max(0.0, far - NEAR))
    if any(_is_in_the_way(figure, friend.figure, foe.figure) for friend in mine):
        total -= QUEUED
    total += BLADE * _blade(one) * (1.0 if far <= NEAR else AWAY)
    reach = figure.line.mov_on_foot / UM + 0.5
    if far <= reach:
        total += IDLE * one.pa
        if one.pa > 1:
            total += READY * (one.pa - 1) * _wounding(one, foe, 1) * foe.stake
    else:
        total += (ON_THE_WAY + BEHIND * far) * one.pa
    return total


def _is_in_the_way(figure: Figure, friend: Figure, foe: Figure) -> bool:
    """Whether a friend stands right before him on the straight way to an enemy."""
    x, y = friend.x - figure.x, friend.y - figure.y
    if abs(x) > AHEAD or abs(y) > AHEAD or friend is figure:
        return False
    dx, dy = foe.x - figure.x, foe.y - figure.y
    along, aside = x * dx + y * dy, abs(x * dy - y * dx)
    return along > 0 and aside < ASIDE * span(dx, dy)


def _on_foot(s: SkirmishState, one: Weighed, foe: Weighed) -> float:
    figure, enemy = one.figure, foe.figure
    way = walk(s, (figure.x, figure.y), (enemy.x, enemy.y)) - one.size - foe.size
    return max(0.0, way) / UM


def _apart(one: Weighed, other: Weighed) -> float:
    """How far apart two bases are as the crow flies, in um."""
    away = span(one.figure.x - other.figure.x, one.figure.y - other.figure.y)
    return max(0.0, away - one.size - other.size) / UM


def _parted(s: SkirmishState, one: Weighed, foe: Weighed) -> float:
    """How far apart two enemies are; not at all where they fight across something that one of them defends."""
    far = _apart(one, foe)
    return 0.0 if TOUCH < far <= ACROSS and is_across(s, one.figure, foe.figure) else far
