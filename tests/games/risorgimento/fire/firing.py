"""What the tests of fire share: a phase played with everybody silent but those of the script, and looks at one shot."""

from __future__ import annotations

from typing import Any

from alfiere.games.risorgimento.fire.lines import Aim, best_shot
from alfiere.games.risorgimento.fire.opportunity import offer_fire
from alfiere.games.risorgimento.fire.phases import HOLD, artillery_phase, fire_phase
from alfiere.games.risorgimento.fire.volley import FIRE, Firer, fire_value
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.games.risorgimento.told.fire import VolleyFired
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from tests.games.risorgimento.lines import Situation
from tests.situation import situation


def stays(g: BattleGame, unit: Unit, cause: str) -> Procedure[None]:
    """A unit that breaks stays where it is: how it runs is another chapter's."""
    return
    yield  # pragma: no cover


def silent(decision: Decision) -> Option:
    """Nobody fires whom the script does not name."""
    return next((one for one in decision.options if one.key == HOLD), decision.options[0])


def a_field(text: str) -> Situation:
    """A situation in which nobody fires whom the script does not name."""
    game: Situation = situation(f"risorgimento 120x80\n{text}")
    game.unscripted = silent  # type: ignore[method-assign]
    game.state.step = 0
    return game


def phase_d(game: Situation, *answers: Any) -> list[VolleyFired]:
    """Phase D, and what was fired."""
    game.state.phase = "D"
    events = game.run(lambda g: artillery_phase(g, stays), *answers)
    return [one for one in events if isinstance(one, VolleyFired)]


def phase_f(game: Situation, *answers: Any) -> list[VolleyFired]:
    """Phase F, and what was fired."""
    game.state.phase = "F"
    events = game.run(lambda g: fire_phase(g, stays), *answers)
    return [one for one in events if isinstance(one, VolleyFired)]


def opportunity(game: Situation, mover: str, *answers: Any, **more: Any) -> list[VolleyFired]:
    """The fire offered at a mover where it stands, and what was fired."""
    game.state.phase = "E"
    found: list[Any] = []

    def asked(g: BattleGame) -> Procedure[None]:
        found.append((yield from offer_fire(g, g.state.units[mover], stays, **more)))

    events = game.run(asked, *answers)
    game.suffered = found[0]  # type: ignore[attr-defined]
    return [one for one in events if isinstance(one, VolleyFired)]


def aim(game: Situation, unit: str, target: str, edge: str = "") -> Aim | None:
    """The best shot of one unit at another."""
    return best_shot(game.state, game.unit(unit), game.unit(target), edge)


def segment(game: Situation, unit: str, target: str) -> str:
    """From what a unit fires at another; nothing where it cannot."""
    found = aim(game, unit, target)
    return found.segment.name if found is not None else ""


def value(game: Situation, units: str, target: str, phase: str = FIRE, changing: str = "") -> int:
    """The fire value of units, by their letters, at a target."""
    return sum(lines(game, units, target, phase, changing).values())


def lines(game: Situation, units: str, target: str, phase: str = FIRE, changing: str = "") -> dict[str, int]:
    """The lines of a fire value by their names."""
    s = game.state
    firers = []
    for name in units.split():
        found = aim(game, name, target)
        assert found is not None, f"{name} cannot fire at {target}"
        firers.append(Firer(s.units[name], found))
    tally = fire_value(s, firers, s.units[target], phase, changing)
    assert tally.total == sum(amount for amount, _, _ in tally.lines)
    return {name: amount for amount, name, _ in tally.lines}


def offers(game: Situation, unit: str) -> list[str]:
    """What a unit was offered when it was asked, without its own name."""
    asked = [one for one in game.asked if one.about.get("unit") == unit]
    return [option.meaning.replace(f" unit={unit}", "") for one in asked for option in one.options]
