"""How the computer sets up its army: commands together, well forward; garrisons where places count; guns ready."""

from __future__ import annotations

from typing import Final

from alfiere.battles.walking import span
from alfiere.games.fucilieri.before.deployment import fighting_front
from alfiere.games.fucilieri.computer.plan import attacks, counted, stays_back
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import COLUMN, LIMBERED, LINE, OPEN, SQUARE, UNLIMBERED, Unit
from alfiere.kernel.decision import Decision, Option

HOUSED: Final = 40.0
FORWARD: Final = 1.0  # a cm farther from the own edge
TOGETHER: Final = 0.6  # a cm nearer to the others of its command, once all have room
CROWDED: Final = 1.5  # a cm of the room that two side by side lack to form line
BESIDE: Final = 1_000  # hundredths: so far behind another nobody is in his way
APART: Final = 0.3  # a cm nearer to other commands
BEHIND: Final = 12.0  # cm: horse and the condottiero's own stand no farther from the edge
READY: Final = {LINE: 3.0, UNLIMBERED: 3.0, OPEN: 1.0, COLUMN: 0.0, LIMBERED: 0.0, SQUARE: -3.0}


def deployed(s: State, decision: Decision) -> list[Option]:
    """The place that suits a unit best; the first of its list leaves room for others."""
    one, options = s.units[decision.about["unit"]], list(decision.options)
    home = s.homes[one.seat]
    houses = {s.scenario.places[place].piece for place in counted(s)}
    mates = [mate for mate in s.side(one.seat) if mate.command == one.command]
    others = [mate for mate in s.side(one.seat) if mate.command != one.command]

    def depth(x: int, y: int) -> float:
        """How far from its own edge, in cm."""
        return {"north": y, "south": s.field.height - y, "west": x, "east": s.field.width - x}[home] / 100

    front = fighting_front(s, one)

    def lacking(mate: Unit, x: int, y: int) -> float:
        """By how many cm two stand too near to each other to form line both."""
        aside, behind = abs(mate.x - x), abs(mate.y - y)
        if home in ("west", "east"):
            aside, behind = behind, aside
        room = (front + fighting_front(s, mate)) // 2
        return max(0, room - aside) / 100 if behind < BESIDE else 0.0

    def worth(place: int) -> float:
        x, y = options[place]["to"][:2]
        post = options[place].get("post") or options[place].get("piece")
        total = (HOUSED if post in houses else -HOUSED) if post else 0.0
        far = depth(x, y)
        total += FORWARD * (min(far, BEHIND) if one.is_horse or stays_back(s, s.commands[one.command]) else far)
        if mates:
            total -= TOGETHER * min(span(mate.x - x, mate.y - y) for mate in mates) / 100
        total -= CROWDED * sum(lacking(mate, x, y) for mate in (*mates, *others))
        if others:
            total += APART * min(40.0, min(span(mate.x - x, mate.y - y) for mate in others) / 100)
        return total + (0.5 if place == 0 else 0.0)

    return [options[max(range(len(options)), key=worth)]]


def readied(s: State, decision: Decision) -> list[Option]:
    """In the formation in which it will fight, or in a block that counts; who has to come marches."""
    unit = s.units[decision.about["unit"]]
    houses = {s.scenario.places[place].piece for place in counted(s)}

    def worth(option: Option) -> float:
        if option.get("piece"):
            return 10.0 if option["piece"] in houses or not attacks(s, unit.seat) else -1.0
        return 0.0 if attacks(s, unit.seat) else READY.get(option.get("formation") or unit.formation, 0.0)

    return [max(decision.options, key=worth)]
