"""Chapters 2.4 and 1.6.12: the light, the army standard, and the speeches before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.open_battle import other
from alfiere.games.fucilieri.morale.conditions import rage, worsen
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.sheets.tables import row
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.unit import BLOODLUST, HEARTENED, Unit
from alfiere.games.fucilieri.told.before import LightFell, SpeechDeclined, SpeechMade
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure

ROLLED, NEITHER = "rolled", "neither"
SPEAK, SILENT, EFFECT = "speak", "silent", "speech-effect"
OUTCOME: Final = {"positive": 1, "none": 0, "negative": -1}
SPEECH: Final = "fucilieri.2.4.8"


# Light


def fall_of_light(g: FucilieriGame) -> None:
    """Who deployed second rolls for it, unless the scenario says whom it is against (fucilieri.2.4.15, .2.4.17)."""
    s, said = g.state, g.state.scenario.form.before.light
    if said != ROLLED:
        s.light = "" if said == NEITHER else s.scenario.seat_of[said]
        g.tell(LightFell(s.light, 0, ("fucilieri.2.4.17",)))
        return
    second = other(s.first)
    die = roll(g, second)
    s.light = {"own": second, "enemy": s.first, "none": ""}[s.tables.light.whom(die)]
    g.tell(LightFell(s.light, die, ("fucilieri.2.4.15",)))


# Speeches


def tally(s: State, unit: Unit) -> Tally:
    """What is added to the die of a speech to this unit (fucilieri.2.4.1, .2.4.3-6)."""
    found, lines, who = Tally("speech"), s.tables.modifiers.speech, s.condottiero(unit.seat)
    found.add(who.cv, "cv", "fucilieri.2.4.1")
    charismatic = [one for one in s.leaders.values() if one.seat == unit.seat and one.is_on and one.is_charismatic]
    if charismatic:  # wherever they stand, himself among them, fucilieri.2.4.18, .2.4.19
        lines.count("charismatic-character", found, len(charismatic))
    for name, holds in (
        ("standard-raised", s.standard[unit.seat] == "raised"),
        ("command-of-condottiero", unit.command == who.command),
        ("unfavourable-light", s.light == unit.seat),
    ):
        if holds:
            lines.count(name, found)
    return found


def speak(g: FucilieriGame, seat: Seat) -> Procedure[None]:
    """A side speaks to one unit on the table, or declines (fucilieri.2.4.2, .2.4.8, .2.4.14)."""
    options = list(_offers(g.state, seat))
    chosen = yield Decision(seat, SPEAK, options, {}, (SPEECH,))
    if chosen.key == SILENT:
        g.tell(SpeechDeclined(seat, ("fucilieri.2.4.14",)))
        return
    s, unit = g.state, g.state.units[chosen["unit"]]
    counted, die = tally(s, unit), roll(g, seat)
    found = row(s.tables.speech, die + counted.total)
    s.speech[seat] = OUTCOME[found.outcome]  # for the whole battle, fucilieri.2.4.7, .2.4.21
    effect = yield from _effect(seat, unit.id, found.choices, found.rule)
    s, unit = g.state, g.state.units[unit.id]
    g.tell(SpeechMade(seat, unit.id, die, counted, die + counted.total, found.outcome, effect, (SPEECH, found.rule)))
    if effect == BLOODLUST:
        rage(g, unit, found.until_turn, found.rule)
    elif effect:
        HEARTENED.put(unit)
    if found.conditions:
        worsen(g, unit, found.conditions, found.rule)


def _offers(s: State, seat: Seat) -> Iterator[Option]:
    if s.condottiero(seat).is_on:
        for unit in s.side(seat):
            yield Option(SPEAK, {"unit": unit.id}, (SPEECH,))
    yield Option(SILENT, {}, ("fucilieri.2.4.14",))


def _effect(seat: Seat, unit: str, choices: tuple[str, ...], rule: str) -> Procedure[str]:
    """What a good speech does for the unit: where there are two effects the owner chooses (fucilieri.2.4.13)."""
    if len(choices) < 2:
        return choices[0] if choices else ""
    options = [Option(EFFECT, {"unit": unit, "effect": one}, (rule,)) for one in choices]
    chosen = yield Decision(seat, EFFECT, options, {"unit": unit}, (rule,))
    found: str = chosen["effect"]
    return found
