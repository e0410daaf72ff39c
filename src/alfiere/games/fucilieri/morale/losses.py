"""Chapters 0.4, 3.2.4.6, 3.2.4.8, 4.1.9 and 1.6.9: figures lost, quarters, dispersal, the footprint that shrinks."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from alfiere.battles.marks import TURN
from alfiere.battles.standing import apart
from alfiere.games.fucilieri.morale.conditions import restore, worsen
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.leaders_lost import try_characters
from alfiere.games.fucilieri.morale.units_lost import disperse
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.standing import contacts, engage, is_engaged, zone_of
from alfiere.games.fucilieri.state.unit import BLOODLUST, DISORGANISED, LASTING, LINE, OF_UNIT, SQUARE, Unit
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.games.fucilieri.told.morale import FiguresLost, HitsSaved
from alfiere.table.fronts import FRONT, REAR, bearing, contact, edge_of
from alfiere.table.headings import FULL_TURN, offset, turn_between
from alfiere.table.legs import FRONT as FRONT_EDGE
from alfiere.table.legs import Footing, Reform, after
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.shapes import Pose

By: TypeAlias = Literal["fire", "combat"]
FIRE: Final = "fire"
ROOM: Final = 1000  # hundredths: so far a square that breaks up is moved for want of room
STEP: Final = 50


class Fallen(NamedTuple):
    """So many have fallen in a round of the turn."""

    round: str
    figures: int


FALLEN = OF_UNIT.about("fallen in", Fallen, TURN)
HAVE_THROWN = OF_UNIT.about("characters have thrown in", str, TURN)  # once a round, fucilieri.1.6.9a
IS_AT_NEW_QUARTER = OF_UNIT.bare("new quarter")  # a test is due for it, fucilieri.3.4.23
HIT_BY = OF_UNIT.about("hit by", str)  # who has fired at it since its last test, for fucilieri.4.2.4e


def part_of(number: int, part: tuple[int, int]) -> int:
    """A part of a number of dice or figures, rounded up (fucilieri.0.4)."""
    return -(-number * part[0] // part[1])


def saves(g: FucilieriGame, unit: Unit | Leader, needed: int, hits: int, rule: str) -> int:
    """How many of these hits are cancelled: a die for each, natural (fucilieri.3.4.19a, .1.5.5)."""
    dice = tuple(roll(g, unit.seat) for _ in range(hits))
    saved = sum(1 for die in dice if die >= needed)
    if dice:
        g.tell(HitsSaved(unit.id, needed, dice, saved, (rule,)))
    return saved


def take_losses(g: FucilieriGame, unit: Unit, figures: int, by: By, source: Unit | None = None) -> None:
    """It loses figures, no more than it has (fucilieri.3.4.20); too few left disperse (.4.1.9).

    Its footprint is laid anew (fucilieri.3.2.4.6); so losses that fall together are taken when all dice are thrown.
    A new quarter by fire asks for a test (fucilieri.3.4.23), which ``settle`` finds; by combat it asks for none
    (.3.5.5.1).
    """
    s = g.state
    lost = min(figures, unit.figures)
    if not unit.is_on or not lost:
        return
    before = s.footing(unit)
    unit.figures -= lost
    _note_fallen(s, unit, lost)
    g.tell(FiguresLost(unit.id, lost, unit.figures, by, ("fucilieri.3.4.20" if by == FIRE else "fucilieri.3.5.4.1",)))
    part, whole = s.tables.numbers.dispersed
    if unit.figures * whole <= unit.initial * part:
        unit.figures += lost  # it stood where all of it stood
        _frightening_place(g, unit, lost)
        return
    if by == FIRE:
        if source is not None:
            HIT_BY.put(unit, source.id)
        if unit.lost_quarters > unit.quarters and not IS_AT_NEW_QUARTER.is_on(unit):
            IS_AT_NEW_QUARTER.put(unit)
    unit.quarters = unit.lost_quarters
    _lose_rage(g, unit)
    resize(g, unit, before)


def _frightening_place(g: FucilieriGame, unit: Unit, lost: int) -> None:
    """Contagion is measured from the ground that the whole unit covered (fucilieri.4.2.5)."""
    disperse(g, unit)
    unit.figures -= lost


def _note_fallen(s: State, unit: Unit, lost: int) -> None:
    before = next((one for one in FALLEN.all(unit) if one.round == s.phase), Fallen(s.phase, 0))
    FALLEN.take(unit, before)
    FALLEN.put(unit, Fallen(s.phase, before.figures + lost))


def throw_characters(g: FucilieriGame, unit: Unit) -> None:
    """After the losses of a round: if they were many, its characters throw, once a round (.1.6.9a, .1.6.9b)."""
    s = g.state
    fallen = sum(one.figures for one in FALLEN.all(unit) if one.round == s.phase)
    if unit.is_on and fallen >= s.tables.numbers.dangerous_losses and not HAVE_THROWN.is_on(unit, s.phase):
        HAVE_THROWN.put(unit, s.phase)
        try_characters(g, unit)


def _lose_rage(g: FucilieriGame, unit: Unit) -> None:
    """Bloodlust gained in combat is over with half of the figures (fucilieri.3.5.8.8)."""
    part, whole = g.state.tables.numbers.bloodlust_lost
    if unit.bloodlust == LASTING and (unit.initial - unit.figures) * whole >= unit.initial * part:
        restore(g, unit, BLOODLUST, "fucilieri.3.5.8.8")


# The footprint


def resize(g: FucilieriGame, unit: Unit, before: Footing) -> None:
    """Its footprint with the figures it has now, about the middle of its front, a square's about its centre (.3.2.4.6).

    Who holds a building stays in it. Engaged only in flank or rear, it keeps the edge on which it is held.
    """
    s = g.state
    if unit.formation == SQUARE and unit.figures < s.tables.numbers.square_least:
        _break_up(g, unit, before)
        return
    shape = s.shape(unit)
    if shape == before.shape:
        s.stand(unit, before, unit.post)
        return
    keeps = "centre" if unit.formation == SQUARE or unit.post else FRONT_EDGE
    end = after(before, Reform(unit.formation, shape, keeps))
    if keeps == FRONT_EDGE:
        end = _kept_in_contact(s, unit, before, end)
    s.stand(unit, end, unit.post)


def _kept_in_contact(s: State, unit: Unit, before: Footing, end: Footing) -> Footing:
    """Shifted so that an enemy who holds it in flank or rear, and nobody in front, still touches it (.3.2.4.6)."""
    old = before.base(unit.id)
    held = [contact(old, s.base(s.units[one.enemy]), s.field.touch) for one in contacts(unit)]
    edges = [one.own for one in held if one is not None]
    if not edges or FRONT in edges:
        return end
    was, now = edge_of(old, edges[0]).middle, edge_of(end.base(unit.id), edges[0]).middle
    if edges[0] == REAR:
        x, y = was[0] - now[0], was[1] - now[1]
    else:  # along the front only: it stays in line
        hand = 1 if edges[0] == "right" else -1
        x, y = offset(before.pose.heading, 0, hand * (before.shape.width - end.shape.width) // 2)
    return end._replace(pose=Pose(end.pose.x + x, end.pose.y + y, end.pose.heading))


def _break_up(g: FucilieriGame, unit: Unit, before: Footing) -> None:
    """A square with too few becomes a disorganised line that faces the nearest enemy (fucilieri.3.2.4.8)."""
    s = g.state
    shape = s.shape(unit, LINE)
    heading = _towards_enemy(s, unit)
    x, y = before.pose.point
    if is_engaged(unit):  # its front where the side of the square was
        dx, dy = offset(heading, (before.shape.depth - shape.depth) // 2)
        x, y = x + dx, y + dy
    end = _with_room(s, unit, Footing(LINE, shape, Pose(x, y, heading)))
    held = contacts(unit)
    s.stand(unit, end, unit.post)
    for one in held:
        enemy = s.units[one.enemy]
        its_edge = next(other.edge for other in contacts(enemy) if other.enemy == unit.id)
        engage(unit, enemy, zone_of(s, unit, enemy.pose.point), its_edge)
    rules = ("fucilieri.3.2.4.8",)
    path = (before.pose.point, end.pose.point)
    g.tell(UnitMoved(unit.id, before.pose, end.pose, path, LINE, "square-broken", rules))
    worsen(g, unit, (DISORGANISED,), rules[0])


def _towards_enemy(s: State, unit: Unit) -> int:
    """Where it faces: the enemy it is engaged with, or the nearest; engaged, square to the side he holds."""
    held = [s.units[one.enemy] for one in contacts(unit)]
    foes = held or s.foes(unit.seat)
    if not foes:
        return unit.heading
    nearest = min(foes, key=lambda one: apart(s, unit, one))
    towards = bearing(unit.pose.point, nearest.pose.point)
    if not held:
        return towards
    sides = [(unit.heading + quarter) % FULL_TURN for quarter in range(0, FULL_TURN, FULL_TURN // 4)]
    return min(sides, key=lambda side: turn_between(side, towards))


def _with_room(s: State, unit: Unit, end: Footing) -> Footing:
    """There, or as near to it as it can stand."""
    m = Manoeuvre(s.scene, unit.id)
    for far in range(0, ROOM + 1, STEP):
        for towards in range(0, FULL_TURN if far else 1, 450):
            dx, dy = offset((end.pose.heading + 1800 + towards) % FULL_TURN, far)
            there = end._replace(pose=Pose(end.pose.x + dx, end.pose.y + dy, end.pose.heading))
            if m.stands(there) is None:
                return there
    return end
