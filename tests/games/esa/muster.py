"""Small armies for chapter 2, from the first decision of a battle on.

    game = muster(
        red="commander 4 / foot 3: pike pike + chr_guide / horse 1: cuirassiers cuirassiers",
        blue="commander 2 leads guard / guard: guard line / wing 2 over swiss / swiss 2: line line",
        top={"red": [4, 23], "blue": [27]},
    )
    game.play("give division=foot card=4", to="deploy-unit")

A part is a division with its general's morale, its kinds of units (the words of ``lines.py``) and characters, or
the commander, or an intermediate general. Reserves have no morale: ``spare: pike pike``. ``top`` lays cards on
top of the decks, the first to be drawn first. Without ``zone`` a side has the rows nearest to its edge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from alfiere.games.esa.armies import OPTIONS, new_battle
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.state import BattleState, EsaGame
from alfiere.kernel.decision import Decision
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from tests.games.esa.lines import PROFILES, stand_in
from tests.games.scripted import fitting

COLUMNS, ROWS = 18, 13
T = TypeVar("T", bound=Event)
PLAIN = "commander 2 / other 2: line line"


class Muster:
    """A battle being prepared."""

    def __init__(self, game: EsaGame) -> None:
        self.game = game
        self.asked: list[Decision] = []

    @property
    def state(self) -> BattleState:
        """The state as it stands."""
        return self.game.state

    @property
    def decision(self) -> Decision:
        """What is asked now."""
        assert self.game.decision is not None
        return self.game.decision

    def told(self, kind: type[T]) -> list[T]:
        """The events of a kind, in order."""
        return [event for event in self.game.events if isinstance(event, kind)]

    def play(self, *answers: Any, to: str | Callable[[Muster], bool] = "") -> Muster:
        """Answer in order, each answer at the first decision it fits, all others with their first option.

        Stops before the decision with the key ``to``, at the phase of that name, or where ``to`` says so;
        without it as soon as the answers are given.
        """
        script = list(answers)
        while self.game.decision is not None and (script or to):
            decision = self.game.decision
            if to and not script and self._is_at(to, decision):
                return self
            self.asked.append(decision)
            option = fitting(decision, script[0]) if script else None
            if option is not None:
                script.pop(0)
            self.game.answer(decision.seat, option or decision.options[0])
        assert not script, f"never asked for {script}; asked {[one.key for one in self.asked]}"
        return self

    def _is_at(self, to: str | Callable[[Muster], bool], decision: Decision) -> bool:
        if callable(to):
            return to(self)
        return to in (decision.key, self.state.phase)


def muster(
    red: str = PLAIN.replace("other", "foes"),
    blue: str = PLAIN,
    *,
    top: Mapping[str, Sequence[int]] | None = None,
    zone: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> Muster:
    """A battle between two armies, at its first decision."""
    scenario = read_scenario(scenario_of(red, blue, zone=zone, **more))
    chosen = {**OPTIONS, **(options or {})}
    state = new_battle(scenario, chosen)
    for seat, numbers in (top or {}).items():
        deck = state.armies[seat].deck
        deck.middle = [card for card in deck.middle if card not in numbers]
        deck.top = list(reversed(numbers))
    return Muster(Game(Esa(), scenario, "muster", chosen, state=state))


def scenario_of(
    red: str = PLAIN.replace("other", "foes"), blue: str = PLAIN, *, zone: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """The same as the data of a scenario."""
    name = {"en": "muster", "it": "rivista"}
    return {
        "id": "muster",
        "game": "esa",
        "origin": "house",
        "title": name,
        "date": "",
        "summary": name,
        "turns": 12,
        "table": {"columns": COLUMNS, "rows": ROWS},
        "side": [_side("red", red, zone or {}), _side("blue", blue, zone or {})],
        **more,
    }


def _side(seat: str, text: str, zones: Mapping[str, Any]) -> dict[str, Any]:
    usual = zones.get(seat) or {
        "columns": [1, COLUMNS],
        "rows": [1, 3] if seat == "red" else [ROWS - 2, ROWS],
        "facing": 3 if seat == "red" else 0,
    }
    side: dict[str, Any] = {
        "seat": seat,
        "code": seat,
        "name": {"en": seat, "it": seat},
        "nation": "any",
        "division": [],
        "wing": [],
        "commander_zone": usual,
    }
    for part in map(str.strip, text.split("/")):
        word, _, rest = part.partition(" ")
        number = re.match(r"-?\d+", rest)
        morale = int(number[0]) if number else None
        if word == "commander":
            side["commander"] = general(f"{seat}-commander", morale)
            leads = re.search(r"leads (\S+)", rest)
            side["commands"] = leads[1] if leads else ""
        elif word == "wing":
            over = rest.partition("over ")[2].split()
            side["wing"].append({"general": general(f"{seat}-wing-{over[0]}", morale), "divisions": over})
        else:
            side["division"].append(_division(part, usual | zones.get(word.rstrip(":"), {})))
    return side


def _division(text: str, zone: dict[str, Any]) -> dict[str, Any]:
    head, _, pieces = text.partition(":")
    name, _, morale = head.partition(" ")
    kinds, _, characters = pieces.partition("+")
    entries = [
        {"id": f"{name}-{number}", "profile": PROFILES.get(kind, kind), "name": {"en": kind, "it": kind}}
        for number, kind in enumerate(kinds.split(), start=1)
    ]
    form: dict[str, Any] = {
        "id": name,
        "name": {"en": name, "it": name},
        "units": entries,
        "characters": characters.split(),
        "reserve": name.startswith("spare"),
    }
    if morale.strip():
        form["general"] = general(f"{name}-general", int(morale))
    if "turn" in zone:
        form["arrival"] = {key: zone[key] for key in ("turn", "hexes", "facing")}
    else:
        form["zone"] = zone
    return form


def general(name: str, morale: int | None) -> str:
    """A general made up for the test, whose piece has this name."""
    return stand_in(f"gen_{name}", morale=2 if morale is None else morale)
