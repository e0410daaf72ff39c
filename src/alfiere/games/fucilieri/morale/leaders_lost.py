"""Chapters 1.6.7-1.6.10, 3.2.9.3 and 3.2.9.4: saving throws of characters, and those who are lost."""

from __future__ import annotations

from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.obliging import (
    CONDOTTIERO_LOST,
    LEADER_LOST,
    STANDARD_LOST,
    oblige,
    oblige_army,
)
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.leader import CONDOTTIERO, FLED, GENERAL, KILLED, STANDARD, Leader
from alfiere.games.fucilieri.state.standing import is_engaged, leader_outline
from alfiere.games.fucilieri.state.unit import OF_UNIT, Unit
from alfiere.games.fucilieri.told.morale import (
    CharacterTried,
    LeaderLost,
    LeaderPlaced,
    MusiciansLost,
    StandardLost,
    ThrowMade,
)
from alfiere.table.measuring import gap

HAS_LOST_LEADER = OF_UNIT.bare("leader killed")  # a test is due for it, fucilieri.4.2.2
RAISED, GONE_FOR_GOOD = "raised", "lost"  # State.standard


def saving_throw(g: FucilieriGame, who: Leader, needed: int = 0, rule: str = "fucilieri.1.6.8") -> bool:
    """The natural die must reach what his rank needs, or what is said; a 1 never does (fucilieri.1.6.8)."""
    needed = needed or who.saves
    die = roll(g, who.seat)
    saved = die >= max(needed, 2)
    g.tell(
        ThrowMade(
            who.id, needed, die, saved, ("fucilieri.1.6.8",) if rule == "fucilieri.1.6.8" else (rule, "fucilieri.1.6.8")
        )
    )
    return saved


def lose_leader(g: FucilieriGame, who: Leader, how: str, rule: str) -> None:
    """He is killed, captured or has fled, and is removed (fucilieri.3.2.9.4); what he gave ends (.1.6.7)."""
    s, unit = g.state, who.joined
    who.where, who.joined = how, ""
    g.tell(LeaderLost(who.id, how, (rule,)))
    if who.is_commander and how == KILLED and unit and s.units[unit].is_on:
        HAS_LOST_LEADER.put(s.units[unit])
    if who.is_commander:
        command = s.commands[who.command]
        command.initiative = 0  # his counter goes with him, fucilieri.3.1.1.9
        lose_musicians(g, who)
        if who.role == GENERAL:
            oblige(s, command, LEADER_LOST)
        else:
            oblige_army(s, who.seat, CONDOTTIERO_LOST)
    if who.role == STANDARD and s.standard[who.seat] == RAISED:
        s.standard[who.seat] = GONE_FOR_GOOD
        g.tell(StandardLost(who.seat, ("fucilieri.1.6.13b",)))
        oblige_army(s, who.seat, STANDARD_LOST)


def lose_musicians(g: FucilieriGame, who: Leader) -> None:
    """They share the fate of their general (fucilieri.1.6.10)."""
    command = g.state.commands[who.command]
    if command.has_musicians:
        command.has_musicians = False
        g.tell(MusiciansLost(command.id, ("fucilieri.1.6.10",)))


def share_fate(g: FucilieriGame, unit: Unit, how: str = FLED, without_throw: str = "") -> None:
    """The unit flees or is dispersed: each who has joined it saves himself or is lost (fucilieri.3.2.9.3).

    Called when the unit is out of the way. ``without_throw``: the leader whose total failure has put it to flight.
    """
    for who in g.state.joined_to(unit.id):
        if who.id == without_throw:
            lose_leader(g, who, FLED, "fucilieri.3.6.37")
        elif saving_throw(g, who, rule="fucilieri.3.2.9.3"):
            _save_himself(g, who)
        else:
            lose_leader(g, who, how, "fucilieri.3.2.9.3")


def _save_himself(g: FucilieriGame, who: Leader) -> None:
    """To the nearest unengaged unit of his command, if one is near, or he stays beside the place (.3.2.9.3)."""
    s = g.state
    here = leader_outline(who)
    far = {one.id: gap(here, s.base(one).outline) for one in s.units_of(who.command) if not is_engaged(one)}
    nearest = min(far, key=lambda id: far[id], default="")
    who.joined = ""
    if nearest and far[nearest] <= s.tables.distances.refuge:
        join(s, who, s.units[nearest])
    g.tell(LeaderPlaced(who.id, (*who.pose,), who.joined, ("fucilieri.3.2.9.3",)))


def join(s: State, who: Leader, unit: Unit) -> None:
    """He is with a unit now, and moves with it (fucilieri.3.2.9.1)."""
    who.joined = unit.id
    who.x, who.y, who.heading = s.behind(unit, who)


def try_characters(g: FucilieriGame, unit: Unit) -> None:
    """It has lost many in this round: those who have joined it and its own characters throw (.1.6.9a, .1.6.9b)."""
    s = g.state
    for who in s.joined_to(unit.id):
        if not saving_throw(g, who, rule="fucilieri.1.6.9a"):
            lose_leader(g, who, KILLED, "fucilieri.1.6.9a")
    needed = s.tables.saving_throws.character
    for character in list(unit.characters):
        die = roll(g, unit.seat)
        saved = die >= needed
        g.tell(CharacterTried(unit.id, character, needed, die, saved, ("fucilieri.1.6.9b", "fucilieri.1.6.8")))
        if not saved:
            unit.characters.remove(character)


def is_condottiero_lost(s: State, seat: str) -> bool:
    """Whether the condottiero of an army is dead, captured or has fled (fucilieri.3.7.18, .3.7.30)."""
    return any(one.seat == seat and one.role == CONDOTTIERO and one.is_lost for one in s.leaders.values())
