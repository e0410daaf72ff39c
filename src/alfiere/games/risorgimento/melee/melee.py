"""Chapters G.3 and G.7: how a melee is fought, what each side suffers, who gives way, guns in melee."""

from __future__ import annotations

from collections.abc import Container

from alfiere.games.risorgimento.command.recovery import engage, tire
from alfiere.games.risorgimento.fire.engaged import ATTACKS
from alfiere.games.risorgimento.melee.advance import Outcome, infantry_advance
from alfiere.games.risorgimento.melee.contact import Melee, Side, lay_on
from alfiere.games.risorgimento.melee.strength import NOBODY, blow
from alfiere.games.risorgimento.melee.villages import give_way, may_stay, stay_or_retire, take_place
from alfiere.games.risorgimento.morale.losses import remove, take_losses
from alfiere.games.risorgimento.morale.morale import lose_morale, made_retire, morale_tally, settle, try_morale
from alfiere.games.risorgimento.morale.tests import passes, roll10
from alfiere.games.risorgimento.movement.forced import retire
from alfiere.games.risorgimento.sheets.tables import Result
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.posts import side_of
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, Unit
from alfiere.games.risorgimento.told.melee import MeleeEnded, MeleeFought
from alfiere.kernel.procedure import Procedure

RULES = ("risorgimento.g.3.4", "risorgimento.g.3.6")


def fight(g: BattleGame, melee: Melee, *, charge: bool = False, bonus: Container[str] = NOBODY) -> Procedure[Outcome]:
    """One melee: both dice, losses at once, the tests, retreats, fatigue, what the winner gains.

    ``charge``: it comes from a charge or an advance; ``bonus``: the cavalry that came straight (.e.1.4). Infantry that
    has won advances here; cavalry by ``cavalry_advance``, when whoever called this wants it (risorgimento.e.2.4.6).
    """
    first, second = melee.sides
    post = {side.unit.id: side.unit.post for side in melee.sides}
    to_second, to_first = _struck(g, melee, charge, bonus)
    for side, result in ((first, to_first), (second, to_second)):
        take_losses(g, side.unit, result.losses, "melee")  # only the unit in front, risorgimento.g.3.7
    holds = {
        side.unit.id: _holds(g, side, melee.against(side.unit), result)
        for side, result in ((first, to_first), (second, to_second))
    }
    for side in melee.sides:
        is_attacker = ATTACKS.is_on(side.unit, melee.against(side.unit).unit.id)
        if not holds[side.unit.id] and side.unit.is_on and not is_attacker and may_stay(g.state, side.unit):
            holds[side.unit.id] = yield from stay_or_retire(g, side.unit)
    retired: list[str] = []
    for side in melee.sides:
        if not holds[side.unit.id]:
            retired += (side.unit.id, *(one.id for one in side.supports))
            yield from _gives_way(g, melee, side)
    for side in melee.sides:
        for one in side.all:
            if one.is_on:
                tire(g, one, "melee", "risorgimento.g.3.12")
                engage(one)
    outcome = _outcome(g, melee, holds, retired)
    if outcome.winner:
        _follows_up(g, melee, outcome, post[outcome.beaten])
    yield from settle(g, retire)
    return outcome


def _struck(g: BattleGame, melee: Melee, charge: bool, bonus: Container[str]) -> tuple[Result, Result]:
    """Both sides roll; what the second suffers, and what the first does (risorgimento.g.3.4-6)."""
    first, second = melee.sides
    one, two = blow(g.state, melee, first, bonus), blow(g.state, melee, second, bonus)
    roll, back = (roll10(g, side.unit.seat, "melee") for side in melee.sides)
    to_second, to_first = one.result(g.state, roll), two.result(g.state, back)
    g.tell(
        MeleeFought(
            first.unit.id,
            second.unit.id,
            tuple(each.id for each in (*first.supports, *first.guns)),
            tuple(each.id for each in (*second.supports, *second.guns)),
            one.tally,
            two.tally,
            roll,
            back,
            int(4 * one.strength),
            int(4 * two.strength),
            to_first.losses,
            -1 if to_first.test is None else to_first.test,
            to_second.losses,
            -1 if to_second.test is None else to_second.test,
            charge,
            RULES,
        )
    )
    return to_second, to_first


def _holds(g: BattleGame, side: Side, foe: Side, result: Result) -> bool:
    """Whether a side stays: only its unit in front tests, with the worst modifier of its result (.g.3.10, .g.3.16).

    A battery alone is lost by any such result (.g.7.1, .g.7.11); adjoining ones share the die of the friend, and who
    fails is lost (.g.7.6, .g.7.9, .g.7.10).
    """
    unit = side.unit
    if result.test is None:
        return unit.is_on
    if unit.arm == ARTILLERY:
        if unit.is_on:
            remove(g, unit, "guns-lost")
        return False
    if not unit.is_on and not any(one.is_on for one in side.guns):
        return False
    die = roll10(g, unit.seat)
    passed = unit.is_on and try_morale(g, unit, "melee", result.test, enemies=foe.all, die=die)
    for gun in side.guns:
        if gun.is_on and not _gun_holds(g, gun, foe, result.test, die):
            remove(g, gun, "guns-lost")
    return passed


def _gun_holds(g: BattleGame, gun: Unit, foe: Side, modifier: int, die: int) -> bool:
    tally = morale_tally(g.state, gun, ["melee"], modifier, foe.all)
    need = gun.morale + g.state.bonus_of(gun)
    return passes(g, gun, "melee", need, tally, ("risorgimento.g.7.6", "risorgimento.g.7.10"), die)


def _gives_way(g: BattleGame, melee: Melee, side: Side) -> Procedure[None]:
    """All of a side go back: who broke runs, supports lose a point without a test (.g.3.8-9, .g.3.15, .g.3.19).

    Guns do not retire (risorgimento.g.7.12).
    """
    unit = side.unit
    if unit.is_routed:
        yield from settle(g, retire)
    elif unit.is_on:
        if unit.post:
            yield from give_way(g, unit, None if melee.is_in_sector else side_of(unit))
        else:
            yield from retire(g, unit, "melee-lost")
    for one in side.supports:
        if one.is_steady:
            lose_morale(g, one, 1, "melee", "risorgimento.g.3.15")
        if one.is_steady:
            yield from retire(g, one, "melee-lost")
    yield from settle(g, retire)


def _outcome(g: BattleGame, melee: Melee, holds: dict[str, bool], retired: list[str]) -> Outcome:
    """Who has won: one side retires or has lost its unit in front while the other stays (risorgimento.g.3.17)."""
    ids = [side.unit.id for side in melee.sides]
    stays = [side for side in melee.sides if holds[side.unit.id] and side.unit.is_steady]
    lost = [side for side in melee.sides if not holds[side.unit.id]]
    won = len(stays) == 1 and len(lost) == 1
    how = "won" if won else "both-retire" if lost else "undecided"
    if won:
        ids = [stays[0].unit.id, lost[0].unit.id]
    g.tell(MeleeEnded(ids[0], ids[1], how, ("risorgimento.g.3.16", "risorgimento.g.3.17")))
    if not won:
        return Outcome(retired=tuple(retired))
    winner = stays[0].unit
    guns = [one for one in lost[0].guns if one.is_on]
    return Outcome(winner.id, lost[0].unit.id, tuple(retired), winner.arm == CAVALRY and not guns)


def _follows_up(g: BattleGame, melee: Melee, outcome: Outcome, post: str) -> None:
    """The winner takes heart; it goes on to the guns that stayed, into the village, or ahead (.mor.9, .g.4.0)."""
    s = g.state
    winner, beaten = s.units[outcome.winner], s.units[outcome.beaten]
    made_retire(g, winner)
    guns = [one for one in melee.of(beaten).guns if one.is_on]
    if guns:
        lay_on(g, winner, guns[0])  # risorgimento.g.7.12
    elif winner.arm != INFANTRY or (winner.post and (melee.is_in_sector or not ATTACKS.is_on(winner, beaten.id))):
        return  # risorgimento.g.4.0b: artillery does not advance, defenders of a side need not; cavalry see G.4.1
    elif post:
        take_place(g, winner, post)
    else:
        infantry_advance(g, winner)


def ride_back(g: BattleGame, melee: Melee) -> Procedure[None]:
    """A charge melee without a result: all cavalry that took part goes back, on either side (.e.2.4.2, .e.2.4.5)."""
    for side in melee.sides:
        for one in (side.unit, *side.supports):
            if one.arm == CAVALRY and one.is_steady:
                yield from retire(g, one, "charge-undecided")
    yield from settle(g, retire)
