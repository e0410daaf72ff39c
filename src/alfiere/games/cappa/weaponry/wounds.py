"""Chapters 1.2 and 5.1.2, wounds: the second line, lost PA, out of action, the fallen horse, the devoted friend."""

from __future__ import annotations

from dataclasses import dataclass

from alfiere.games.cappa.ground.ground import base_of, floor, gap, is_walled_off
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.people.captives import drop_shared, release
from alfiere.games.cappa.people.squad_losses import count_loss
from alfiere.games.cappa.people.strangers import gives_in, is_stranger
from alfiere.games.cappa.sheets.abilities import DEVOTED
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import lose_all
from alfiere.games.cappa.state.dice import d10
from alfiere.games.cappa.state.earning import earn
from alfiere.games.cappa.state.fortune import WHOM, cast
from alfiere.games.cappa.state.state import GONE, OF_FIGURE, ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import HorseFell, Moved, PutOut, Shielded, WhoWasStruck, Wounded
from alfiere.games.cappa.victory.firmness import gives_points, score, write_off_lost
from alfiere.kernel.decision import Seat
from alfiere.kernel.procedure import Procedure
from alfiere.table.reach import Way

RIDER, MOUNT = "rider", "mount"
DRAGOONS = "dragoons"  # the option
LOST_HORSE = OF_FIGURE.bare("lost horse")  # until his squad has said whether it rides on without him, cappa.9.6a
OFF_TABLE = "cappa.2.3.3.h10"  # by which fugitives are gone, with all they carry


@dataclass(slots=True)
class Harm:
    """What one attack has done to one character, for the morale test that follows it (cappa.2.3.h2)."""

    figure: str
    by: str  # fire, melee
    is_hit: bool
    is_wounded: bool
    in_open: bool
    mo: int  # of the line in force before the wound, cappa.2.3.1f


def harm(
    g: SkirmishGame, target: Figure, by: str, wounds: bool, struck: str = RIDER, in_open: bool = True
) -> list[Harm]:
    """Apply a hit: the wound, if it was one, falls on the rider, his mount, or whoever is devoted to him."""
    if gives_in(g, target):
        return []
    if not wounds:
        return [Harm(target.id, by, True, False, in_open, target.line.mo)]
    if struck == MOUNT:
        unhorse(g, target)  # cappa.5.1.7.h2: he counts as hit, not as wounded
        return [Harm(target.id, by, True, False, in_open, target.line.mo)]
    victim = (protector_of(g.state, target) if target.where == ON else None) or target
    mo = victim.line.mo
    if victim is not target:
        _step_in(g, victim, target)
    wound(g, victim)
    return [Harm(victim.id, by, True, True, in_open, mo)]  # it has not reached the other at all, cappa.8.1.2i


def who_is_struck(g: SkirmishGame, target: Figure, roller: Seat, rule: str) -> str:
    """Rider or mount: a die decides when a wound strikes somebody mounted (cappa.5.1.7a, cappa.5.2.7b)."""
    return _struck_by(g, target, d10(g, roller), rule)


def cast_for_mount(g: SkirmishGame, target: Figure, attacker: Figure, rule: str) -> Procedure[str]:
    """The same with a die of the attacker's own, who may want either (cappa.9.1.2b)."""
    limit = tables().numbers.rider_struck
    die = yield from cast(g, attacker, WHOM, limit, either_way=True)
    return _struck_by(g, target, die.score, rule)


def _struck_by(g: SkirmishGame, target: Figure, roll: int, rule: str) -> str:
    struck = RIDER if roll <= tables().numbers.rider_struck else MOUNT
    g.tell(WhoWasStruck(target.id, roll, struck, (rule,)))
    return struck


def wound(g: SkirmishGame, figure: Figure) -> None:
    """One wound, however he came by it; by fire or in melee another may take it for him first (cappa.8.1.2i)."""
    if figure.where == OUT:
        _remove(g, figure)  # cappa.1.2.h3
        return
    figure.wounds += 1
    g.tell(Wounded(figure.id, figure.wounds))
    if figure.sheet.rank.lines > 1:
        lose_all(g.state, figure)  # cappa.5.1.2f, cappa.5.2.1f
    if figure.wounds >= figure.sheet.wounds:
        put_out(g, figure)  # cappa.5.1.2d


def put_out(g: SkirmishGame, figure: Figure) -> None:
    """Out of action: an extra is removed, others lie where they fell (cappa.1.2.h1, cappa.1.2.h4)."""
    write_off_lost(g, figure)
    if not (figure.has_surrendered and gives_points(g.state, "yielded", figure)):  # nobody is counted twice
        score(g, "out of action", figure)
    _cease(g.state, figure)
    if figure.sheet.rank.lines > 1:
        figure.where, figure.is_prone, figure.is_mounted = OUT, True, False
        g.tell(PutOut(figure.id, False))
    else:
        figure.where = GONE
        g.tell(PutOut(figure.id, True, ("cappa.1.2.3a", "cappa.1.2.h4")))
    count_loss(g, figure)


def eliminate(g: SkirmishGame, figure: Figure, rule: str) -> None:
    """Out of the game for good without a wound: corrupted, scattered, off the table."""
    write_off_lost(g, figure)
    _cease(g.state, figure)
    figure.where = GONE
    g.tell(PutOut(figure.id, True, (rule,)))
    count_loss(g, figure, takes_flag=rule == OFF_TABLE)


def unhorse(g: SkirmishGame, rider: Figure) -> None:
    """The mount is killed at its first wound: the rider lies where it stood, on foot from now on (cappa.5.1.7b)."""
    rider.is_mounted, rider.is_prone = False, True  # cappa.5.1.7.h1
    if rider.squad and g.state.options.get(DRAGOONS) == "yes":
        LOST_HORSE.put(rider)
    g.tell(HorseFell(rider.id))


def withdraw(g: SkirmishGame, figure: Figure) -> None:
    """Off the table at no cost to anybody (cappa.9.6.h2)."""
    _cease(g.state, figure)
    figure.where = GONE
    count_loss(g, figure)


def _remove(g: SkirmishGame, figure: Figure) -> None:
    if is_stranger(g.state, figure):
        score(g, "killed", figure)
    _cease(g.state, figure)
    figure.where = GONE
    g.tell(PutOut(figure.id, True, ("cappa.1.2.h3",)))


def _cease(s: SkirmishState, figure: Figure) -> None:
    """He acts no more; what he carried lies where he was, whom he held is free (cappa.2.2.1.h13)."""
    figure.pa, figure.shaken, figure.charged = 0, "", ""
    drop_shared(s, figure)
    for name in list(figure.carries):
        release(s, figure, name)


# The devoted


def protector_of(s: SkirmishState, figure: Figure) -> Figure | None:
    """The nearest who is devoted to him, less than 2 um away, able and not shaken (cappa.8.1.2i, cappa.8.1.2.h10)."""
    near = [
        one
        for one in s.standing(figure.seat)
        if one.devoted_to == figure.id
        and DEVOTED in one.sheet.abilities
        and not one.shaken
        and gap(s, one, figure) < tables().lengths.devoted
        and floor(s, one) == floor(s, figure)
        and not is_walled_off(s, one, figure)
    ]
    return min(near, key=lambda one: (gap(s, one, figure), one.id), default=None)


def _step_in(g: SkirmishGame, devoted: Figure, master: Figure) -> None:
    """The devoted one is moved into contact, if there is room there, and takes the blow."""
    s = g.state
    way = journey(s, devoted, 4 * UM, zones=False).contact(base_of(s, master).outline)
    if isinstance(way, Way) and way.end != (devoted.x, devoted.y):
        start = (devoted.x, devoted.y)
        devoted.x, devoted.y = way.end
        g.tell(Moved(devoted.id, start, way.points, way.length, "devoted", ("cappa.8.1.2i",)))
    g.tell(Shielded(devoted.id, master.id))
    earn(g, "shielded", devoted.seat, devoted)
