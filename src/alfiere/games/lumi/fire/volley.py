"""Chapter 5.1 and tables 7 and 9: a volley, its damages, and what they do: losses, disorder, a test of morale, rout.

A volley is rolled by one function and suffered by another: fire and reply are simultaneous (5.3.4a).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from alfiere.battles.weather import RAIN, SNOW
from alfiere.games.lumi.fire.lines import (
    AT_CHARGER,
    EXCHANGE,
    FIRE,
    FIRED_FROM,
    REPLY,
    FromSide,
    How,
    Shot,
    shots,
)
from alfiere.games.lumi.morale.dice import D6, roll
from alfiere.games.lumi.morale.giving_way import Forced, rout
from alfiere.games.lumi.morale.losses import lose
from alfiere.games.lumi.morale.reaction import Verdict, apply, apply_both
from alfiere.games.lumi.morale.states import at_least_disordered
from alfiere.games.lumi.morale.tests import Case, score
from alfiere.games.lumi.movement.costs import used
from alfiere.games.lumi.movement.rout import FORCED
from alfiere.games.lumi.state.base import (
    CAVALRY,
    DISORDERED,
    HAS_APPROACHED,
    HAS_FIRED,
    HAS_FOUGHT,
    IMPULSE,
    IS_DAMAGED,
    OF_BASE,
    OPEN,
    ORDERED,
    ROUT,
    Base,
)
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import side_struck
from alfiere.games.lumi.state.unit import Unit, bases_of, is_weakened, kind, state_of
from alfiere.games.lumi.told.fire import VolleyFired
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Odds, Prospect
from alfiere.table.measuring import FRONT


class Hit(NamedTuple):
    """Damages of the impulse's Fire phase, by which unit."""

    shooter: str
    damages: int


HIT = OF_BASE.about("hit", Hit, IMPULSE)  # there is one Fire phase in an impulse, lumi.5.1.9
LOST_BY_FIRE = OF_BASE.bare("lost by fire", IMPULSE)


class Damages(NamedTuple):
    """What a volley has done, rolled and not yet suffered: the damages on each base it fell on."""

    shooter: Unit
    target: Unit
    how: How
    is_extreme: bool
    each: dict[str, int]

    @property
    def total(self) -> int:
        """All of them together: they count as done by one unit (lumi.5.1.2)."""
        return sum(self.each.values())


# The roll


def tally(s: State, unit: Unit, shot: Shot, target: Unit, how: How = FIRE) -> Tally:
    """What a base adds to its die: its fire value and table 9 (lumi.5.1.1, .5.3.5)."""
    one, lines, found = s.bases[shot.base], s.tables.fire, Tally("fire")
    found.add(one.fire or 0, "fire", "lumi.5.1.1")
    holds = {
        "short-range": shot.band == "short",
        "target-cavalry": kind(s, target) == CAVALRY,
        "target-deep": target.formation in lines["target-deep"].formations,
        "enfilade": side_struck(s, shot.edge.middle, target) != FRONT,
        "target-open-order": target.formation == OPEN,
        "has-moved": _has_moved(one, how),
        "disordered": one.state == DISORDERED,
        "weakened": is_weakened(s, unit),
        "beyond-medium": shot.band == "maximum" and not s.tables.weapons[one.arm.weapon].is_small_arm,
        "extreme-range": shot.band == "extreme",
        "rain-or-snow": s.weather in (RAIN, SNOW) and s.tables.weapons[one.arm.weapon].is_small_arm,
    }
    for name, does in holds.items():
        if does:
            lines.count(name, found)
    return found


def _has_moved(one: Base, how: How) -> bool:
    """Whether it fires with the penalty of movement; in an exchange only who has approached (.3.1.14a, .4.2.7)."""
    return HAS_APPROACHED.is_on(one) if how == EXCHANGE else used(one) > 0


def cover(s: State, shot: Shot) -> int:
    """What the ground adds to the target's die (lumi.3.3.3e)."""
    hit = s.base(s.bases[shot.hit])
    return s.ground.cover(hit.outline, hit.point, shot.edge.middle)


def volley(
    g: LumiGame, shooter: Unit, target: Unit, how: How = FIRE, declared: Sequence[Shot] | None = None
) -> Damages:
    """Each base that may fire rolls against the target (lumi.5.1.1, .5.1.2); nothing is suffered yet.

    ``declared``: those that were declared against this target, if not all (lumi.5.1.2b).
    """
    s = g.state
    found = shots(s, shooter, target, how) if declared is None else declared
    tallies = [tally(s, shooter, shot, target, how) for shot in found]
    covers = [cover(s, shot) for shot in found]
    rolls, each, per_base = list[tuple[int, int]](), Counter[str](), list[int]()
    for shot, added, behind in zip(found, tallies, covers, strict=True):
        rolls.append((roll(g, shooter.seat), roll(g, target.seat)))
        per_base.append(max(0, rolls[-1][0] + added.total - rolls[-1][1] - behind))
        each[shot.hit] += per_base[-1]
    note_fired(s, shooter, found)
    g.tell(
        VolleyFired(
            shooter.ids,
            target.ids,
            how,
            min(found, key=lambda shot: shot.far).band if found else "",
            tuple(shot.base for shot in found),
            tuple(shot.hit for shot in found),
            tuple(tallies),
            tuple(own for own, _ in rolls),
            tuple(covers),
            tuple(other for _, other in rolls),
            tuple(per_base),
            sum(per_base),
            ("lumi.5.1.1", "lumi.5.1.2"),
        )
    )
    return Damages(shooter, target, how, any(shot.band == "extreme" for shot in found), dict(each))


def note_fired(s: State, unit: Unit, found: Sequence[Shot]) -> None:
    """A unit fires once in an impulse, with all its bases or some (lumi.5.2.4); it is seen from farther off (.10.5)."""
    for one in bases_of(s, unit):
        HAS_FIRED.note(one)
        HAS_FOUGHT.note(one)
    for shot in found:
        if s.bases[shot.base].post:
            FIRED_FROM.put(s.bases[shot.base], FromSide(s.bases[shot.base].post, shot.edge.name))


@lru_cache(maxsize=64)
def _outcomes(edge: int) -> dict[int, int]:
    """In how many of all throws of two dice a shooter with this advantage does each number of damages."""
    return Counter(max(0, own + edge - other) for own in D6 for other in D6)


def hopes(s: State, unit: Unit, target: Unit) -> int:
    """The damages to be expected of a volley, in thirty-sixths."""
    edges = (tally(s, unit, shot, target).total - cover(s, shot) for shot in shots(s, unit, target))
    return sum(number * ways for edge in edges for number, ways in _outcomes(edge).items())


def odds(s: State, unit: Unit, target: Unit, how: How = FIRE) -> tuple[list[Tally], Odds]:
    """What a volley may bring: the tallies of all who would fire, and how likely each number of damages is."""
    found, tallies = {0: Fraction(1)}, list[Tally]()
    for shot in shots(s, unit, target, how):
        tallies.append(tally(s, unit, shot, target, how))
        grown: dict[int, Fraction] = {}
        for more, ways in _outcomes(tallies[-1].total - cover(s, shot)).items():
            for done, likely in found.items():
                grown[done + more] = grown.get(done + more, Fraction(0)) + likely * ways / len(D6) ** 2
        found = grown
    return tallies, found


def prospect(s: State, unit: Unit, target: Unit, how: How = FIRE) -> Prospect:
    """The odds of a volley, as they are shown."""
    tallies, found = odds(s, unit, target, how)
    return Prospect("fire", unit.id, tuple(tallies), found, found, "damages")


# What it does


def losses_due(s: State, shooters: Sequence[int]) -> int:
    """The losses by the damages that each shooter has done; who did none is none (table 7, .5.1.3, .5.1.4, .5.1.8)."""
    count = sum(1 for damages in shooters if damages)
    row = s.tables.fire_losses["one" if count <= 1 else "several"]
    return sum(1 for step in row.steps if sum(shooters) >= step)


def _new_losses(s: State, damages: Damages) -> tuple[int, list[str]]:
    """The losses due now and not yet suffered, and the bases they may fall on (lumi.5.1.9, .5.1.10, .1.6.13)."""
    bases = bases_of(s, damages.target)
    if damages.is_extreme:  # lumi.5.2.1c, .5.2.1f
        return 0, []
    if damages.how == AT_CHARGER:
        return losses_due(s, [damages.total]), _most(Counter(damages.each))
    for id, number in damages.each.items():
        if number:
            HIT.put(s.bases[id], Hit(damages.shooter.id, number))
    by, on = Counter[str](), Counter[str]()
    for one in bases:
        for shooter, number in HIT.all(one):
            by[shooter] += number
            on[one.id] += number
    due = losses_due(s, list(by.values())) - sum(LOST_BY_FIRE.count(one) for one in bases)
    return max(0, due), _most(on)


def _most(damages: Counter[str]) -> list[str]:
    """The bases with most damages."""
    return [id for id, number in damages.items() if number == max(damages.values())]


def endure(g: LumiGame, damages: Damages, forced: Forced = FORCED) -> Procedure[Verdict | None]:
    """A unit that was hit suffers it at once, but for the result of its morale test: that is rolled (lumi.5.1.3-12)."""
    s, target = g.state, damages.target
    if not damages.total or not bases_of(s, target):
        return None
    before = state_of(s, target)
    for one in bases_of(s, target):  # lumi.5.1.11
        IS_DAMAGED.note(one)
    if before == ROUT:  # one loss in all, none at extreme range, lumi.5.1.7, .5.1.12, .5.2.1f
        if not damages.is_extreme:
            yield from lose(g, target, 1, "fire", _most(Counter(damages.each)))
        if bases_of(s, target):
            yield from rout(g, target, forced, "fire", "lumi.5.1.7", paid=True)
        return None
    losses, on = _new_losses(s, damages)
    if losses:
        for _ in range(losses):
            LOST_BY_FIRE.put(s.bases[on[0]])
        yield from lose(g, target, losses, "fire", on)
    at_least_disordered(g, target, "fire", "lumi.5.1.5")
    if before == ORDERED or not bases_of(s, target):
        return None
    found = score(g, target, "reaction", Case(enemy=damages.shooter))  # lumi.5.1.6
    return Verdict(found, damages.shooter, paid=losses > 0)


def suffer(g: LumiGame, target: Unit, damages: Damages, forced: Forced = FORCED) -> Procedure[None]:
    """All that a volley does to its target."""
    verdict = yield from endure(g, damages._replace(target=target), forced)
    if verdict is not None:
        yield from apply(g, verdict, forced)


def suffer_all(g: LumiGame, events: Sequence[Damages], forced: Forced = FORCED) -> Procedure[None]:
    """Volleys that were fired at the same time; two tests they bring are applied together (lumi.5.3.4a, .7.1.3e)."""
    verdicts = []
    for damages in events:
        verdict = yield from endure(g, damages, forced)
        verdicts += [verdict] if verdict is not None else []
    if len(verdicts) == 2 and verdicts[0].unit.seat != verdicts[1].unit.seat:
        yield from apply_both(g, verdicts[0], verdicts[1], forced)
        return
    for verdict in verdicts:
        yield from apply(g, verdict, forced)


def exchange(g: LumiGame, one: Unit, two: Unit, how: How = EXCHANGE, forced: Forced = FORCED) -> Procedure[None]:
    """Two units fire at each other, each if it may; both roll before any effect (lumi.4.2.7, .5.3.4a)."""
    ways = ((one, two, how), (two, one, REPLY if how == FIRE else how))
    able = [way for way in ways if shots(g.state, *way)]
    yield from suffer_all(g, [volley(g, *way) for way in able], forced)
