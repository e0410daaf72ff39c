"""A skirmish for the pictures of the docs: an inn of two storeys, guards inside, the King's men in the yard."""

from __future__ import annotations

import tomllib
from typing import Any

from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.tables import DATA
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.kernel.save import save_of

RULES = Cappa()
INN = [9, 3, 17, 8]
YARD = [1, 10, 25, 19]
PLACES = {  # in um: where everybody stands at the beginning
    "rochefort": (10.4, 5.4),
    "officer": (11.3, 7.4),
    "first-guard": (16.2, 5.2),
    "second-guard": (14.6, 4.2),
    "third-guard": (13.2, 5.9),
    "first-gentleman": (8.2, 15.0),
    "second-gentleman": (2.6, 12.4),
    "third-gentleman": (15.6, 14.4),
    "veteran": (5.2, 13.6),
    "valet": (10.2, 17.6),
}
UPSTAIRS = ("rochefort", "third-guard")


def the_inn() -> dict[str, Any]:
    """The people of «Behind the convent» at another place."""
    data = tomllib.loads((DATA / "scenarios" / "convento.toml").read_text(encoding="utf-8"))
    data |= {"id": "inn", "title": {"en": "The Merchants' Inn", "it": "La locanda dei mercanti"}}
    data["table"] = {"width": 26, "depth": 20}
    data["terrain"] = [
        _ground("building_brick", "Merchants' Inn", rect=INN, doors=["south"], windows=6, storeys=2),
        _ground("low_wall", "low wall", lines=[[[3, 11], [9, 11]]]),
        _ground("wood", "copse", rect=[18, 9, 23, 13]),
        _ground("hedge", "hedge", lines=[[[12.5, 12], [16.5, 12]]]),
        _ground("well", "well", points=[[12, 14.6]]),
        _ground("road", "road", lines=[[[0, 17.6], [26, 17.6]]], width=2),
        _ground("barricade", "cart", points=[[21, 15]], length=2),
    ]
    for side in data["side"]:
        side["zone"] = {"rect": INN if side["seat"] == "red" else YARD}
    return data


def _ground(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "name": {"en": name, "it": name}, **more}


def about_to_shoot() -> str:
    """The save of a moment at which one of the King's men has a guard in his sights, and others are upstairs."""
    for seed in range(60):
        game = Game(RULES, RULES.scenario(the_inn()), f"picture/{seed}", keep_marks=True)
        while (decision := game.decision) is not None and game.state.turn < 3:
            if _is_wanted(game, decision):
                return save_of(game).to_text()
            game.answer(decision.seat, _choice(game, decision))
    raise AssertionError("nobody ever shoots")


def _is_wanted(game: Game[Any], decision: Decision) -> bool:
    figures = game.state.figures
    if decision.seat != "blue" or decision.key != "action" or not all(figures[name].level for name in UPSTAIRS):
        return False
    return decision.about["figure"] == "veteran" and any(option.key == "shoot" for option in decision.options)


def _choice(game: Game[Any], decision: Decision) -> Option | tuple[str, dict[str, Any]]:
    figure = str(decision.about.get("figure") or "")
    if decision.key == "set-up":
        x, y = PLACES[figure]
        return "set-up", {"figure": figure, "to": [round(x * 100), round(y * 100)]}
    offered = {option.key: option for option in reversed(decision.options)}
    if "order" in offered:
        mine = [option for option in decision.options if option.key == "order"]
        return next((one for one in mine if one["figure"] in (*UPSTAIRS, "veteran", "first-gentleman")), mine[0])
    if figure in UPSTAIRS and "climb" in offered and not game.state.figures[figure].level:
        return offered["climb"]
    for key in ("act", "wait", "stop", "done"):
        if key in offered:
            return offered[key]
    return decision.options[0]
