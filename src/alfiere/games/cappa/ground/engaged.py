"""Chapter 5.2, who is in melee with whom: base contact, or an obstacle between them that one of them defends."""

from __future__ import annotations

from collections.abc import Iterable

from alfiere.games.cappa.ground.ground import defends, in_contact, within
from alfiere.games.cappa.ground.squads import fights_among, members_up
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, Figure, SkirmishState, Squad
from alfiere.kernel.decision import Seat

NEAR = 10 * UM  # nobody fights with anybody as far away: hardly worth asking how far exactly


def are_in_melee(s: SkirmishState, one: Figure, enemy: Figure) -> bool:
    """Contact, or contact with an obstacle or opening that the other defends (cappa.5.2a, cappa.5.2b)."""
    if one.has_surrendered or enemy.has_surrendered or not within(s, one, enemy, tables().lengths.defended):
        return False
    return in_contact(s, one, enemy) or is_across(s, one, enemy)


def is_across(s: SkirmishState, one: Figure, enemy: Figure) -> bool:
    """Whether the two fight across an obstacle or opening that one of them defends (cappa.5.2.h1)."""
    return bool(defends(s, enemy, one) or defends(s, one, enemy))


def foes(s: SkirmishState, figure: Figure) -> list[Figure]:
    """The enemies a character is himself in melee with."""
    x, y, seat = figure.x, figure.y, figure.seat
    others = s.figures.values()
    near = [one for one in others if one.seat != seat and -NEAR < x - one.x < NEAR and -NEAR < y - one.y < NEAR]
    return [one for one in near if one.is_up and s.are_enemies(figure, one) and are_in_melee(s, figure, one)]


def is_in_melee(s: SkirmishState, figure: Figure) -> bool:
    """Whether he is in melee; with one member of a squad all are (cappa.5.1.5a)."""
    if figure.where != ON or figure.captor:
        return False
    squad = s.squad_of(figure)
    if squad is None:
        return not figure.has_surrendered and bool(foes(s, figure))
    mates = members_up(s, squad)
    around = strangers_about(s, figure.seat, mates)
    enemies = [one for one in s.enemies_of(figure) if one in around] if around else []
    return bool(enemies) and any(
        are_in_melee(s, one, enemy)
        for one in mates
        if not one.die or _stands_by(s, one)
        for enemy in enemies
        if -NEAR < one.x - enemy.x < NEAR and -NEAR < one.y - enemy.y < NEAR
    )


def strangers_about(s: SkirmishState, seat: Seat, mates: list[Figure]) -> list[Figure]:
    """Those of other sides who are near enough to men of one side that some might fight with some: mostly nobody."""
    if not mates:
        return []
    xs, ys = [one.x for one in mates], [one.y for one in mates]
    west, east, north, south = min(xs) - NEAR, max(xs) + NEAR, min(ys) - NEAR, max(ys) + NEAR
    others = s.figures.values()
    return [one for one in others if one.seat != seat and west < one.x < east and north < one.y < south]


def may_fight(s: SkirmishState, squad: Squad) -> bool:
    """Whether anybody is near enough for it: cheaper to ask than who of a squad stand together."""
    mates = [one for one in map(s.figures.__getitem__, squad.members) if one.where == ON]
    return bool(strangers_about(s, squad.seat, mates))


def are_fighting(s: SkirmishState, those: Iterable[Figure]) -> bool:
    """Whether one of them is in melee: of a squad one is asked, for with him all are (cappa.5.1.5a).

    In peace it hangs on every single one whose enemies others are.
    """
    asked: set[str] = set()
    for one in those:
        if one.squad and not one.die and not s.peace and one.where == ON and not one.captor:
            if one.squad in asked:
                continue
            asked.add(one.squad)
        if is_in_melee(s, one):
            return True
    return False


def _stands_by(s: SkirmishState, mate: Figure) -> bool:
    """Whether the melee of one on a die of his own is his squad's: not of who is away, nor of a hero (cappa.6.1.h2)."""
    return fights_among(s, mate) is not None


def assaults(s: SkirmishState, figure: Figure) -> bool:
    """Whether all his opponents fight from behind a work or inside a building that he assaults (cappa.5.1.5b)."""
    against = foes(s, figure)
    return bool(against) and all(is_sheltered(s, enemy, figure) for enemy in against)


def is_sheltered(s: SkirmishState, target: Figure, attacker: Figure) -> bool:
    """Whether he defends an obstacle or opening against one beyond it, and does not assault it (cappa.5.2.2.h5)."""
    held = defends(s, target, attacker)
    if not held or target.assails == attacker.id:
        return False
    assailed = s.figures.get(target.assails)
    return assailed is None or defends(s, assailed, target) != held  # another stands behind the same obstacle
