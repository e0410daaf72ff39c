"""What somebody points at who is asked what he does: the answers that stand in no list."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.people.impulses import actor
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.games.cappa.lines import Situation


def pointed(game: Situation, name: str, key: str, **args: Any) -> Option | Objection | None:
    """What comes of an answer: the option it means, or what speaks against it."""
    who = actor(game.state, name)
    asked = decide(game.state, who, who.pa, ("cappa.2.1.4d",), may_stop=False)
    meant = {"figure": name, **args}
    return asked.find((key, meant)) or asked.why_not(key, meant)


def against(game: Situation, name: str, key: str, **args: Any) -> tuple[str, str]:
    """The reason and the rule with which an answer is refused; empty if it is not."""
    found = pointed(game, name, key, **args)
    return (found.key, found.rule) if isinstance(found, Objection) else ("", "")


def allowed(game: Situation, name: str, key: str, **args: Any) -> Option:
    """The option that an answer means."""
    found = pointed(game, name, key, **args)
    assert isinstance(found, Option), found
    return found
