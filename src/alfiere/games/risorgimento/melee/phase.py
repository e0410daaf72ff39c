"""Phase G: who fights when (risorgimento.g.3.1-3, .g.3.18). Formations fight in turns, as initiative says."""

from __future__ import annotations

from typing import Final

from alfiere.battles.deed import Deed
from alfiere.battles.marks import TURN
from alfiere.games.risorgimento.command.initiative import LEAD
from alfiere.games.risorgimento.fire.engaged import part
from alfiere.games.risorgimento.melee.advance import Reacts, advance_prospect, cavalry_advance
from alfiere.games.risorgimento.melee.contact import (
    Melee,
    choosers,
    face_all,
    melee_of,
    melees,
)
from alfiere.games.risorgimento.melee.melee import fight
from alfiere.games.risorgimento.melee.strength import melee_prospects, melee_sketch
from alfiere.games.risorgimento.movement.fronts import FIGHTS, ties
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState, other
from alfiere.games.risorgimento.state.posts import is_contested, rivals, sector_of
from alfiere.games.risorgimento.state.unit import CAVALRY, OF_COMMANDER, Commander, Unit
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.prospect import Prospect

WENT_FIRST = OF_COMMANDER.bare("fought first", TURN)  # his formation used the lead of the initiative, .g.3.3
GOES_NOW = OF_COMMANDER.bare("fights now", TURN)  # his formation fights until it has no melee left
BEGINS, LEADS, FOLLOWS, ANSWERS = 0, 1, 2, 3  # steps: before, winner's lead, a go of the loser, a go of the winner
ORDER: Final = ("risorgimento.g.3.2", "risorgimento.g.3.3")


def melee_phase(g: BattleGame, reacts: Reacts | None = None) -> Procedure[None]:
    """All melees on the table, each once; what an advance brings into contact waits for the next turn (.g.4.2.2)."""
    if g.state.step == BEGINS:
        face_all(g)
        yield from _choose_foes(g)
        s = g.state
        s.queue = [one.key for one in melees(s)]
        lead = LEAD.first(s)
        s.ahead = s.ahead if lead is None else lead
        s.step = LEADS if s.ahead else FOLLOWS
    while waiting := _waiting(g.state):
        yield MARK
        s = g.state
        if s.step == LEADS:
            melee = yield from _first(g, waiting)
        else:
            melee = yield from _next(g, waiting)
        if melee is not None:
            s.queue.remove(melee.key)
            outcome = yield from fight(g, melee)
            if outcome.advances:
                s = g.state
                yield from cavalry_advance(g, s.units[outcome.winner], s.units[outcome.beaten], fight, reacts)
    g.state.queue, g.state.step = [], BEGINS
    part(g.state)
    for one in g.state.commanders.values():
        WENT_FIRST.clear(one)
        GOES_NOW.clear(one)


def _waiting(s: BattleState) -> list[Melee]:
    """The melees that were there when the phase began, are still there and have not been fought."""
    found = [one for one in melees(s) if one.key in s.queue] if s.queue else []
    s.queue = [one.key for one in found]
    return found


def _choose_foes(g: BattleGame) -> Procedure[None]:
    """Whom a front fights that lies on two enemies alike, and whom a unit fights in a sector (.g.0.8, .g.5.14)."""
    for unit in list(g.state.on_table):
        rule, foes = "risorgimento.g.0.8", ties(g.state, unit)
        if unit.post and is_contested(g.state, sector_of(unit)) and unit in choosers(g.state, sector_of(unit)):
            rule, foes = "risorgimento.g.5.14", rivals(g.state, unit)
        if len(foes) > 1:
            options = [Option("face", {"unit": unit.id, "target": one.id}, (rule,)) for one in foes]
            chosen = yield Decision(unit.seat, "which-foe", options, {"unit": unit.id}, (rule,))
            FIGHTS.clear(unit)
            FIGHTS.put(unit, chosen["target"])


# Whose go it is


def _winner(s: BattleState) -> Seat:
    return s.initiative or "red"


def _group(s: BattleState, melee: Melee, seat: Seat) -> Commander:
    """The formation a melee belongs to: that of the unit in front of the side whose go it is (risorgimento.g.3.18)."""
    unit = melee.first.unit if melee.first.unit.seat == seat else melee.second.unit
    return s.commanders[s.group_of(unit)]


def _first(g: BattleGame, waiting: list[Melee]) -> Procedure[Melee | None]:
    """The winner of the initiative has one, none or all units of so many formations fight before the others."""
    s = g.state
    seat = _winner(s)
    used = [one for one in s.commanders.values() if WENT_FIRST.is_on(one)]
    offered = [one for one in waiting if len(used) < s.ahead or _group(s, one, seat) in used]
    if offered:
        options = [*(FIGHT.option(one, seat) for one in offered), Option("let-others", {}, ORDER)]
        chosen = yield Decision(seat, "fight-first", options, {"number": s.ahead}, ORDER)
        if chosen.key == FIGHT.verb:
            melee = offered[options.index(chosen)]
            group = _group(s, melee, seat)
            if not WENT_FIRST.is_on(group):
                WENT_FIRST.put(group)
            return melee
    s.step = FOLLOWS
    return None


def _next(g: BattleGame, waiting: list[Melee]) -> Procedure[Melee | None]:
    """A formation fights all its melees, then one of the other side, beginning with who lost the initiative."""
    s = g.state
    seat = other(_winner(s)) if s.step == FOLLOWS else _winner(s)
    now = next((one for one in s.commanders.values() if GOES_NOW.is_on(one)), None)
    if now is not None:
        waiting = [one for one in waiting if _group(s, one, seat) is now]
        if not waiting:
            GOES_NOW.clear(now)
            s.step = ANSWERS if s.step == FOLLOWS else FOLLOWS
            return None
    melee = waiting[0]
    if len(waiting) > 1:
        options = [FIGHT.option(one, seat) for one in waiting]
        chosen = yield Decision(seat, "fight-next", options, {}, ORDER)
        melee = waiting[options.index(chosen)]
    group = _group(s, melee, seat)
    if not GOES_NOW.is_on(group):
        GOES_NOW.put(group)
    return melee


class FightDeed(Deed[BattleState, Unit]):
    """A melee that is to be fought next."""

    verb = "fight"
    rule = "risorgimento.g.3.1"

    def option(self, melee: Melee, seat: Seat) -> Option:
        """It as an answer of one of the two sides."""
        own, foe = melee.sides if melee.first.unit.seat == seat else reversed(melee.sides)
        return Option(self.verb, {"unit": own.unit.id, "target": foe.unit.id}, ORDER)

    def sketch(self, s: BattleState, decision: Decision, option: Option) -> list[Drawn] | None:
        """Who fights whom, and who supports them."""
        melee = melee_of(s, s.units[option["unit"]], s.units[option["target"]])
        return None if melee is None else melee_sketch(melee)

    def prospects(self, s: BattleState, decision: Decision, option: Option) -> list[Prospect]:
        """The losses each side may inflict, how likely each stays, and what cavalry that wins does then."""
        unit, target = s.units[option["unit"]], s.units[option["target"]]
        melee = melee_of(s, unit, target)
        if melee is None:
            return []
        found = melee_prospects(s, melee)
        pairs = ((unit, target), (target, unit))
        return found + [advance_prospect(s, one, two).later("then") for one, two in pairs if one.arm == CAVALRY]


FIGHT: Final = FightDeed()
