"""Chapters 5.3.3 and 10.2, fire that strikes whoever is nearest: grenades, splinters, shells and canister."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from alfiere.games.cappa.ground.gun_places import note_hit
from alfiere.games.cappa.people.enmity import provoke
from alfiere.games.cappa.state.dice import d10
from alfiere.games.cappa.state.fortune import DAMAGE, cast
from alfiere.games.cappa.state.state import Figure, SkirmishGame
from alfiere.games.cappa.weaponry.wounds import RIDER, Harm, cast_for_mount, harm, who_is_struck
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure

Gap = Callable[[Figure], int]


class Blast(NamedTuple):
    """Fire on its way: whose it is, how far everybody is from where it strikes, his armour, whether he is in cover."""

    seat: Seat
    who: str  # the thrower or the crew
    gap: Gap
    armour: Callable[[Figure], Tally]
    is_covered: Callable[[Figure], bool]
    is_firearm: bool = True  # a grenade is thrown, cappa.10.2.1c
    thrower: Figure | None = None  # one whose dice experience may change (cappa.9.1.2b)


class BurstEffect(NamedTuple):
    """What it has done, before anything is applied."""

    hit: list[Figure]
    armour: list[Tally]
    damage: list[int]
    wounded: list[Figure]
    in_open: dict[str, bool]

    @property
    def told(self) -> tuple[tuple[str, ...], tuple[Tally, ...], tuple[int, ...], tuple[str, ...]]:
        """What its event tells: who was hit, what armour he had, the dice for damage, who was wounded."""
        hit, wounded = (tuple(one.id for one in people) for people in (self.hit, self.wounded))
        return hit, tuple(self.armour), tuple(self.damage), wounded


def fall(g: SkirmishGame, blast: Blast, people: list[Figure], hits: int) -> Procedure[BurstEffect]:
    """A hit for each of the nearest, surplus hits are lost; damage by groups of equal CA (cappa.5.3.3.h1, h5, h6)."""
    hit = yield from _nearest(g, blast, people, hits)
    in_open = {one.id: not blast.is_covered(one) for one in hit}
    armour = [blast.armour(one) for one in hit]
    damage: list[int] = []
    wounded: list[Figure] = []
    for total in dict.fromkeys(one.total for one in armour):
        group = [one for one, ca in zip(hit, armour, strict=True) if ca.total == total]
        rolled = []
        for _ in group:
            rolled.append((yield from _cast_for_damage(g, blast, total)))
        damage += rolled
        wounded += yield from _nearest(g, blast, group, sum(1 for one in rolled if one <= total))
    return BurstEffect(hit, armour, damage, wounded, in_open)


def _cast_for_damage(g: SkirmishGame, blast: Blast, against: int) -> Procedure[int]:
    if blast.thrower is None:
        return d10(g, blast.seat)
    return (yield from cast(g, blast.thrower, DAMAGE, against)).score


def apply_burst(g: SkirmishGame, effect: BurstEffect, blast: Blast) -> Procedure[list[Harm]]:
    """Everybody who was hit, and hurt or not; of riders a die says whether it was the horse (cappa.5.3.3.h8)."""
    harms: list[Harm] = []
    by = blast.thrower or g.state.squads.get(blast.who)  # nobody, if a stock of powder went off
    if g.state.peace and by is not None:
        for one in effect.hit:
            provoke(g, by, one)
    for one in effect.hit if g.state.guns else ():
        note_hit(g.state, one, blast.seat, firearms=blast.is_firearm)
    for one in effect.hit:
        hurt, part = one in effect.wounded, RIDER
        if hurt and one.is_mounted and blast.thrower is not None:
            part = yield from cast_for_mount(g, one, blast.thrower, "cappa.5.1.7a")
        elif hurt and one.is_mounted:
            part = who_is_struck(g, one, blast.seat, "cappa.5.1.7a")
        harms += harm(g, one, "fire", hurt, part, effect.in_open[one.id])
    return harms


def _nearest(g: SkirmishGame, blast: Blast, people: list[Figure], count: int) -> Procedure[list[Figure]]:
    """So many of them, the nearest first; among equals the side that fires chooses (cappa.5.3.3.h1)."""
    s, found, left = g.state, list[Figure](), list(people)
    while left and len(found) < count:
        near = blast.gap(left[0])
        equals = [one for one in left if blast.gap(one) == near]
        chosen = equals[0]
        if len(equals) > count - len(found):
            options = [Option("struck", {"figure": one.id}, ("cappa.5.3.3.h1",)) for one in equals]
            about = {"figure": blast.who}
            answer = yield Decision(blast.seat, "struck-first", options, about, ("cappa.5.3.3.h1",))
            chosen = s.figures[answer["figure"]]
        found.append(chosen)
        left.remove(chosen)
    return found
