"""Chapters 2.3.1 and 2.3.2, the morale test: one d10 against Mo as modified; who is shaken and who recovers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import (
    WOODS,
    base_of,
    building_of,
    defends,
    difficult_ground,
    field,
    gap,
    in_cover,
    is_in_area,
    stops_near,
)
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.weather import LIGHT, add_darkness
from alfiere.games.cappa.ground.zones import Surroundings
from alfiere.games.cappa.movement.movement import cut_at_swamp, is_on_wall, speed
from alfiere.games.cappa.people.captives import drop_shared, release
from alfiere.games.cappa.people.flags import has_ensign
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.people.squad_losses import squad_outlived
from alfiere.games.cappa.people.strangers import note_test
from alfiere.games.cappa.sheets.abilities import LOYAL, RIDER
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.dice import d10
from alfiere.games.cappa.state.fortune import MORALE, cast
from alfiere.games.cappa.state.odds import faces
from alfiere.games.cappa.state.own_values import add_own_value
from alfiere.games.cappa.state.state import ON, Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import MoraleTested, Recovered, Shaken
from alfiere.games.cappa.victory.firmness import give_back, write_off_shaken
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.formations import linked_groups
from alfiere.table.measuring import nearest_point, root_up
from alfiere.table.reach import Journey, Way

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
    return _tested(g, who, cause, morale_tally(g.state, who, mo, also), d10(g, who.seat))


def take_test(
    g: SkirmishGame, who: Figure | Squad, cause: str, mo: int | None = None, also: Iterable[str] = ()
) -> Procedure[Outcome]:
    """The same with a die that experience may change (cappa.9.1.2b)."""
    tally = morale_tally(g.state, who, mo, also)
    die = yield from cast(g, who, MORALE, tally.total, lambda score: (score <= tally.total) + (score < tally.total))
    return _tested(g, who, cause, tally, die.score)


def _tested(g: SkirmishGame, who: Figure | Squad, cause: str, tally: Tally, roll: int) -> Outcome:
    outcome = Outcome(roll <= tally.total, roll < tally.total)  # cappa.2.3.1.h2: nothing is automatic
    g.tell(MoraleTested(who.id, cause, tally, roll, outcome.passed, outcome.fully))
    note_test(g.state, who, outcome.passed)
    return outcome


def morale_tally(s: SkirmishState, who: Figure | Squad, mo: int | None = None, also: Iterable[str] = ()) -> Tally:
    """Mo and what changes it (cappa.2.3.1d); ``mo``: another value than that in force, ``also``: more lines."""
    tally = Tally("morale")
    one = whose_morale(s, who)
    if one is not None:
        add_own_value(tally, one.sheet, one.line.mo if mo is None else mo, "Mo", "cappa.2.3.1a")
    if is_covered(s, who):
        tables().morale.count("cover or refuge", tally)
    if not is_threatened(s, who):
        tables().morale.count("no charge threatens", tally)
    if isinstance(who, Squad):
        _add_squad(s, who, tally)
    elif s.squads and (outlived := squad_outlived(s, who)) is not None:
        _add_losses(tally, 1, outlived.strength)  # cappa.6.h3
    for name in also:
        tables().morale.count(name, tally)
    if LIGHT in s.options:
        add_darkness(s, tally)
    return tally


def whose_morale(s: SkirmishState, who: Figure | Squad) -> Figure | None:
    """Whose Mo counts: his own; of a squad the lowest among its extras (cappa.2.3.h6). Nobody's if nobody is left."""
    if isinstance(who, Figure):
        return who
    here = present(s, who)
    men = [one for one in here if one.id != who.leader] or here[:1]
    return min(men, key=lambda one: one.line.mo, default=None)


def present(s: SkirmishState, squad: Squad) -> list[Figure]:
    """The members of a squad who are on the table and able to act."""
    return [one for one in map(s.figures.__getitem__, squad.members) if one.is_up]


def in_ranks_of(s: SkirmishState, figure: Figure) -> Squad | None:
    """The squad whose morale is his: also with a die of his own, unless he is a hero who acts alone.

    (cappa.2.1.2.h6, cappa.6.1.h2)
    """
    return None if figure.acts_alone else s.squads[figure.squad]


def has_leader(s: SkirmishState, squad: Squad) -> bool:
    """Whether its leader is with it: neither out of action nor shaken, nor a hero on his own, and in formation.

    (cappa.2.3.h7, cappa.6.1.h2)
    """
    if not squad.leader:
        return False
    leader = s.figures[squad.leader]
    if not leader.is_up or leader.shaken or in_ranks_of(s, leader) is None:
        return False
    here = present(s, squad)
    reach = tables().lengths.open_order + tables().lengths.tolerance
    groups = linked_groups([base_of(s, one) for one in here], reach)
    return len(here) == 1 or any(leader.id in group and len(group) > 1 for group in groups)


def _add_squad(s: SkirmishState, squad: Squad, tally: Tally) -> None:
    if has_leader(s, squad):
        tables().morale.count("leader", tally)
    if has_ensign(s, squad):
        tables().morale.count("ensign", tally)
    if squad.lost_flag:
        tables().morale.count("flag lost", tally)
    _add_losses(tally, len(present(s, squad)), squad.strength)
    if squad.formation == "close":
        tables().morale.count("close order", tally)


def _add_losses(tally: Tally, left: int, strength: int) -> None:
    if 3 * left < strength:
        tables().morale.count("below a third", tally)
    elif 2 * left < strength:
        tables().morale.count("below half", tally)


def _bodies(s: SkirmishState, who: Figure | Squad) -> list[Figure]:
    return [who] if isinstance(who, Figure) else present(s, who)


def is_covered(s: SkirmishState, who: Figure | Squad) -> bool:
    """In cover, or in a building or wood without enemies; of a squad half the members (cappa.2.3.2a)."""
    here = _bodies(s, who)
    safe, exposed, half = 0, 0, (len(here) + 1) // 2
    for one in here:
        if _is_safe(s, one):
            safe += 1
        else:
            exposed += 1
        if safe == half or exposed > len(here) - half:
            break  # whatever the others are
    return bool(here) and safe == half


def _is_safe(s: SkirmishState, figure: Figure) -> bool:
    """Whether every enemy who sees him has to shoot through cover, or he is alone in his refuge (cappa.2.3.2.h2)."""
    if _is_in_refuge(s, figure):
        return True
    return all(in_cover(s, enemy, figure) for enemy in s.enemies_of(figure) if sees(s, enemy, figure))


def _is_in_refuge(s: SkirmishState, figure: Figure) -> bool:
    """In a building, wood or yard, never open ground, in which no enemy able to act stands (cappa.2.3.2.h4)."""
    house = building_of(s, figure)
    areas = [house] if house else [piece.id for piece in field(s).terrain.at(figure.x, figure.y) if piece.kind in WOODS]
    areas += [name for name in s.ground.yards if is_in_area(s, name, figure.x, figure.y)]
    enemies = s.enemies_of(figure)
    return any(not any(is_in_area(s, area, one.x, one.y) for one in enemies) for area in areas)


def is_threatened(s: SkirmishState, who: Figure | Squad) -> bool:
    """Whether some enemy could charge (cappa.2.3.2b): the nearest are asked first, for one is enough."""
    here, around = _bodies(s, who), Surroundings(s)
    enemies = sorted(s.enemies_of(who), key=lambda enemy: min((gap(s, enemy, one) for one in here), default=0))
    return any(_can_charge_any(s, enemy, here, around) for enemy in enemies)


def can_charge(s: SkirmishState, enemy: Figure, figure: Figure) -> bool:
    """Whether an enemy could charge one character."""
    return _can_charge_any(s, enemy, [figure], Surroundings(s))


def _can_charge_any(s: SkirmishState, enemy: Figure, people: list[Figure], around: Surroundings) -> bool:
    """Stands, is not shaken, not in melee, sees one of them and could come into contact with his Mov (cappa.2.3.2.h1).

    Contact with an obstacle that he defends is as good (cappa.4.3.8.h9); who carries a load, hangs on a wall or
    cannot fight from a horse charges nobody (cappa.4.3.7.h2, cappa.4.3.6a).
    """
    lengths = tables().lengths
    if enemy.is_prone or s.is_shaken(enemy):
        return False
    most = speed(s, enemy) // (tables().numbers.difficult if difficult_ground(s, enemy) else 1)  # cappa.4.3.5b
    near = [one for one in people if gap(s, enemy, one) <= most + lengths.defended + lengths.tolerance]
    if not near or is_laden(s, enemy) or is_on_wall(s, enemy) or is_in_melee(s, enemy):
        return False
    if enemy.is_mounted and RIDER not in enemy.sheet.abilities:
        return False
    seen = (one for one in sorted(near, key=lambda one: gap(s, enemy, one)) if sees(s, enemy, one))
    return any(_can_reach(s, enemy, one, around.charge(enemy, most + lengths.tolerance, one)) for one in seen)


def _can_reach(s: SkirmishState, enemy: Figure, figure: Figure, trip: Journey) -> bool:
    """Whether a charge leads into contact with him, or with what he defends."""
    way = trip.contact(base_of(s, figure).outline)
    if isinstance(way, Way):
        return cut_at_swamp(s, enemy, trip, way).end == way.end  # cappa.4.3.5c
    return _can_assail(s, enemy, figure, trip)


def _can_assail(s: SkirmishState, enemy: Figure, figure: Figure, trip: Journey) -> bool:
    """Whether an enemy gets to the far side of an obstacle or opening that this character defends (cappa.5.2.h1)."""
    there, keep = enemy.copy(), trip.core.radius + 1
    for bar in stops_near(s, figure, tables().lengths.opening):
        nx, ny = map(round, nearest_point(bar.outline, figure.x, figure.y))
        dx, dy = nx - figure.x, ny - figure.y
        length = root_up(dx * dx + dy * dy)
        if length:
            there.x, there.y = nx + dx * keep // length, ny + dy * keep // length
            if defends(s, figure, there) and isinstance(trip.way(there.x, there.y), Way):
                return True
    return False


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
        if isinstance(who, Squad) and not one.acts_alone:
            one.die = one.pa = 0  # he flees with the others, cappa.2.1.2.h6
        drop_shared(s, one)
        for name in [name for name in one.carries if name in s.figures]:
            release(s, one, name)  # cappa.2.2.1.h13


def recover(g: SkirmishGame, who: Figure | Squad, rule: str) -> None:
    """He obeys again; half his value is given back (cappa.2.3.3b, cappa.3.2.3c)."""
    who.shaken, who.shaken_in = "", 0
    g.tell(Recovered(who.id, (rule,)))
    give_back(g, who)


def is_on_table(figure: Figure) -> bool:
    """Whether he is on the table, standing or lying."""
    return figure.where == ON


def morale_prospect(s: SkirmishState, who: Figure | Squad, *, fully: bool = False) -> Prospect:
    """How likely a test is passed, or passed fully where only that helps (cappa.2.3.1b)."""
    tally, among = morale_tally(s, who), faces(s, who.seat)
    passed, more = at_most(tally.total, among), at_most(tally.total - 1, among)
    hits = {0: 1 - passed, 1: passed - more, 2: more}
    return Prospect("morale", who.id, (tally,), hits, yes_or_no(more if fully else passed), "passed")
