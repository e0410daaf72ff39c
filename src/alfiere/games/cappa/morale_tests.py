"""Chapters 2.3.1 and 2.3.2, the morale test: one d10 against Mo as modified; who is shaken and who recovers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from alfiere.games.cappa.abilities import LOYAL
from alfiere.games.cappa.captives import drop_shared, release
from alfiere.games.cappa.dice import d10
from alfiere.games.cappa.engaged import is_in_melee
from alfiere.games.cappa.events import MoraleTested, Recovered, Shaken
from alfiere.games.cappa.firmness import give_back, write_off_shaken
from alfiere.games.cappa.ground import (
    WOODS,
    base_of,
    building_of,
    field,
    gap,
    in_cover,
    journey,
    sees,
)
from alfiere.games.cappa.state import ON, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.kernel.event import Tally
from alfiere.table.reach import Way

# Why somebody is shaken
WOUND, FIRE, MELEE, CRY, LOSSES = "wound", "fire", "melee", "cry", "losses"


class Outcome(NamedTuple):
    """How a test went: fully passed is lower than Mo (cappa.2.3.1b)."""

    passed: bool
    fully: bool


def morale_test(
    g: SkirmishGame, who: Figure | Squad, cause: str, mo: int | None = None, also: Iterable[str] = ()
) -> Outcome:
    """One d10, for a squad the same for all: equal to Mo passes, lower passes fully (cappa.2.3.1a, cappa.2.3.1b)."""
    tally = morale_tally(g.state, who, mo, also)
    roll = d10(g, who.seat)
    outcome = Outcome(roll <= tally.total, roll < tally.total)  # cappa.2.3.1.h2: nothing is automatic
    g.tell(MoraleTested(who.id, cause, tally, roll, outcome.passed, outcome.fully))
    return outcome


def morale_tally(s: SkirmishState, who: Figure | Squad, mo: int | None = None, also: Iterable[str] = ()) -> Tally:
    """Mo and what changes it (cappa.2.3.1d); ``mo``: another value than that in force, ``also``: more lines."""
    tally = Tally("morale")
    tally.add(own_morale(s, who) if mo is None else mo, "Mo", "cappa.2.3.1a")
    if is_covered(s, who):
        _add(tally, "cover or refuge")
    if not is_threatened(s, who):
        _add(tally, "no charge threatens")
    if isinstance(who, Squad):
        _add_squad(s, who, tally)
    for name in also:
        _add(tally, name)
    return tally


def _add(tally: Tally, name: str) -> None:
    line = tables().morale[name]
    tally.add(line.add, name, line.rule)


def own_morale(s: SkirmishState, who: Figure | Squad) -> int:
    """A character's own; of a squad the lowest among its extras (cappa.2.3.h6)."""
    if isinstance(who, Figure):
        return who.line.mo
    here = present(s, who)
    return min((one.line.mo for one in here if one.id != who.leader), default=here[0].line.mo if here else 0)


def present(s: SkirmishState, squad: Squad) -> list[Figure]:
    """The members of a squad who are on the table and able to act."""
    return [one for one in map(s.figures.__getitem__, squad.members) if one.is_up]


def has_leader(s: SkirmishState, squad: Squad) -> bool:
    """Whether its leader is with it, neither out of action nor shaken nor acting on his own (cappa.2.3.h7)."""
    if not squad.leader:
        return False
    leader = s.figures[squad.leader]
    return leader.is_up and not leader.shaken and not leader.die


def _add_squad(s: SkirmishState, squad: Squad, tally: Tally) -> None:
    if has_leader(s, squad):
        _add(tally, "leader")
    if squad.has_flag:
        _add(tally, "ensign")
    if squad.lost_flag:
        _add(tally, "flag lost")
    left = len(present(s, squad))
    if 3 * left < squad.strength:
        _add(tally, "below a third")
    elif 2 * left < squad.strength:
        _add(tally, "below half")
    if squad.formation == "close":
        _add(tally, "close order")


def _bodies(s: SkirmishState, who: Figure | Squad) -> list[Figure]:
    return [who] if isinstance(who, Figure) else present(s, who)


def is_covered(s: SkirmishState, who: Figure | Squad) -> bool:
    """In cover, or in a building or wood without enemies; of a squad half the members (cappa.2.3.2a)."""
    here = _bodies(s, who)
    return bool(here) and 2 * sum(1 for one in here if _is_safe(s, one)) >= len(here)


def _is_safe(s: SkirmishState, figure: Figure) -> bool:
    """Whether every enemy who sees him has to shoot through cover, or he is alone in his refuge (cappa.2.3.2.h2)."""
    if _is_in_refuge(s, figure):
        return True
    return all(in_cover(s, enemy, figure) for enemy in s.enemies(figure.seat) if sees(s, enemy, figure))


def _is_in_refuge(s: SkirmishState, figure: Figure) -> bool:
    """In an area, never open ground, in which no enemy able to act stands (cappa.2.3.2.h4)."""
    ground = field(s).terrain
    house = building_of(s, figure)
    areas = [house] if house else [piece.id for piece in ground.at(figure.x, figure.y) if piece.kind in WOODS]
    enemies = s.enemies(figure.seat)
    return any(not any(ground.inside(area, one.x, one.y) for one in enemies) for area in areas)


def is_threatened(s: SkirmishState, who: Figure | Squad) -> bool:
    """Whether some enemy could charge (cappa.2.3.2b)."""
    return any(can_charge(s, enemy, one) for one in _bodies(s, who) for enemy in s.enemies(who.seat))


def mov(figure: Figure) -> int:
    """How far he goes with one PA over clear ground (cappa.1.2.4k)."""
    return figure.line.mov if figure.is_mounted else figure.line.mov_on_foot


def can_charge(s: SkirmishState, enemy: Figure, figure: Figure) -> bool:
    """Stands, is not shaken, not in melee, sees him and could come into contact with his Mov (cappa.2.3.2.h1)."""
    if enemy.is_prone or enemy.shaken or gap(s, enemy, figure) > mov(enemy) + tables().lengths.tolerance:
        return False
    if is_in_melee(s, enemy) or not sees(s, enemy, figure):
        return False
    way = journey(s, enemy, mov(enemy), ignoring=(figure.id,)).contact(base_of(s, figure).outline)
    return isinstance(way, Way)


# Shaken and recovered


def is_steadied(s: SkirmishState, who: Figure | Squad) -> bool:
    """Whether the one he is loyal to is in sight and able to act: he takes no test (cappa.8.1.2m, cappa.8.1.2n)."""
    here = _bodies(s, who)
    if isinstance(who, Squad):
        here = [one for one in here if one.id != who.leader] or here
    return bool(here) and all(_sees_master(s, one) for one in here)


def _sees_master(s: SkirmishState, figure: Figure) -> bool:
    master = s.figures.get(figure.loyal_to)
    if master is None or LOYAL not in figure.sheet.abilities or not master.is_up:
        return False
    return sees(s, figure, master)


def shake(g: SkirmishGame, who: Figure | Squad, cause: str) -> None:
    """He no longer obeys, and his side counts him as lost (cappa.2.3.1c, cappa.3.2.3b)."""
    s = g.state
    who.shaken, who.shaken_in = cause, s.turn
    g.tell(Shaken(who.id, cause))
    write_off_shaken(g, who)
    for one in _bodies(s, who):
        one.has_run = False
        drop_shared(s, one)
        for name in [name for name in one.carries if name in s.figures]:
            release(s, one, name)  # cappa.2.2.1.h13


def recover(g: SkirmishGame, who: Figure | Squad, rule: str) -> None:
    """He obeys again; half his value is given back (cappa.2.3.3b, cappa.3.2.3c)."""
    who.shaken, who.shaken_in = "", 0
    g.tell(Recovered(who.id, (rule,)))
    give_back(g, who)


def is_shaken(s: SkirmishState, figure: Figure) -> bool:
    """Shaken himself or with his squad."""
    squad = s.squad_of(figure)
    return bool(figure.shaken or (squad is not None and squad.shaken))


def is_on_table(figure: Figure) -> bool:
    """Whether he is on the table, standing or lying."""
    return figure.where == ON
