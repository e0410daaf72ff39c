"""How the computer sets up its army: commands together, well forward; garrisons where places count; guns ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from alfiere.battles.walking import Box, span
from alfiere.games.fucilieri.before.deployment import fighting_front
from alfiere.games.fucilieri.computer.crossings import ahead_of, before_ways, beside_way, blocked
from alfiere.games.fucilieri.computer.plan import attacks, counted, keeper, stays_back, where_is
from alfiere.games.fucilieri.computer.stance import marching
from alfiere.games.fucilieri.sheets.scenario_forms import Baggage
from alfiere.games.fucilieri.state.battle import State
from alfiere.games.fucilieri.state.unit import COLUMN, LIMBERED, LINE, OPEN, SQUARE, UNLIMBERED, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.table.shapes import Point

HOUSED: Final = 40.0
FORWARD: Final = 1.0  # a cm farther from the own edge
KEEPS: Final = -0.3  # the same for who has places to keep
AT_PLACE: Final = 0.7  # a cm nearer to such a place, where nobody is yet
CLOSE_BY: Final = 8.0
BAGGAGE: Final = 12.0  # among the baggage, where he begins disorganised
TOGETHER: Final = 0.6  # a cm nearer to the others of its command, once all have room
CROWDED: Final = 1.5  # a cm of the room that two side by side lack to form line
BESIDE: Final = 1_000  # hundredths: so far behind another nobody is in his way
APART: Final = 0.3  # a cm nearer to other commands
BEHIND: Final = 12.0  # cm: horse and the condottiero's own stand no farther from the edge
TOO_FAR_UP: Final = 0.5  # a cm more than that
EXPOSED: Final = 3.0  # a cm too near to an enemy who has set up already; the condottiero's own unit
DEAR: Final = 2.0  # so many times
OUT_OF_FIRE: Final = 38.0  # cm
IN_THE_WAY: Final = 30.0  # the condottiero's own unit at a ford or bridge
ASIDE: Final = 1.0  # a cm beside the ford by which it is to go
INTERVAL: Final = 100  # hundredths between two lines
SECOND_LINE: Final = 400  # and behind a column
DRAWN_BACK: Final = (600, 1_200, 1_800)  # hundredths behind a place that is offered
READY: Final = {LINE: 3.0, UNLIMBERED: 3.0, OPEN: 1.0, COLUMN: 0.0, LIMBERED: 0.0, SQUARE: -3.0}


def deployed(s: State, decision: Decision) -> list[Option]:
    """The place that suits a unit best; the first of its list leaves room for others."""
    one = s.units[decision.about["unit"]]
    options = [*decision.options, *_elsewhere(s, decision, one)]
    home = s.homes[one.seat]
    houses = {s.scenario.places[place].piece for place in counted(s)}
    mates = [mate for mate in s.side(one.seat) if mate.command == one.command]
    others = [mate for mate in s.side(one.seat) if mate.command != one.command]

    def is_mine(side: str) -> bool:
        return bool(side) and s.scenario.seat_of[side] == one.seat

    def depth(x: int, y: int) -> float:
        """How far from its own edge, in cm."""
        return {"north": y, "south": s.field.height - y, "west": x, "east": s.field.width - x}[home] / 100

    front, foes = fighting_front(one), s.foes(one.seat)
    known = ahead_of(s, tuple(options[0]["to"][:2]))
    dear = DEAR if stays_back(s, s.commands[one.command]) else 1.0
    keeps = bool(counted(s)) and is_mine(s.scenario.form.first)  # who is there before the other has places to keep
    forward = KEEPS if keeps else FORWARD
    open_places = [where_is(s, s.scenario.places[id]) for id in counted(s) if keeps and not keeper(s, id)]
    is_back = one.is_horse or stays_back(s, s.commands[one.command])

    def lacking(mate: Unit, x: int, y: int) -> float:
        """By how many cm two stand too near to each other to form line both."""
        aside, behind = abs(mate.x - x), abs(mate.y - y)
        if home in ("west", "east"):
            aside, behind = behind, aside
        room = (front + fighting_front(mate)) // 2
        long = (marching(one).depth + marching(mate).depth) // 2  # limbered guns are longer than lines are deep
        return max(0, room - aside) / 100 if behind < max(BESIDE, long) else 0.0

    def worth(place: int) -> float:
        x, y = options[place]["to"][:2]
        post = options[place].get("post") or options[place].get("piece")
        total = (HOUSED if post in houses else -HOUSED) if post else 0.0
        far = depth(x, y)
        total += forward * far if not is_back else FORWARD * min(far, BEHIND) - TOO_FAR_UP * max(0.0, far - BEHIND)
        if open_places and not is_back:
            there = min(_far(where, x, y) for where in open_places) / 100
            total -= AT_PLACE * max(0.0, there - CLOSE_BY)
        total -= sum(
            BAGGAGE for special in s.scenario.special(Baggage) if is_mine(special.side) and y > special.south_of
        )
        near = min((span(foe.x - x, foe.y - y) / 100 for foe in foes), default=OUT_OF_FIRE)
        if stays_back(s, s.commands[one.command]):
            total -= IN_THE_WAY * blocked(known, (x, y))
        elif attacks(s, one.seat):
            total -= ASIDE * beside_way(known, (x, y), marching(one)) / 100
        if not post:
            total -= EXPOSED * dear * max(0.0, OUT_OF_FIRE - near)
        if mates:
            total -= TOGETHER * min(span(mate.x - x, mate.y - y) for mate in mates) / 100
        total -= CROWDED * sum(lacking(mate, x, y) for mate in (*mates, *others))
        if others:
            total += APART * min(40.0, min(span(mate.x - x, mate.y - y) for mate in others) / 100)
        return total + (0.5 if place == 0 else 0.0)

    return [options[max(range(len(options)), key=worth)]]


def _far(where: Box, x: int, y: int) -> float:
    """How far a point is from a place."""
    west, north, east, south = where
    return span(x - min(max(x, west), east), y - min(max(y, north), south))


def _elsewhere(s: State, decision: Decision, one: Unit) -> list[Option]:
    """Places the list may not name: with room to form line, farther from an enemy, before a ford to be crossed."""
    if decision.free is None:
        return []
    known, foes = ahead_of(s, tuple(decision.options[0]["to"][:2])), s.foes(one.seat)
    is_to_cross = known and not stays_back(s, s.commands[one.command]) and attacks(s, one.seat)
    back_x, back_y = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[s.homes[one.seat]]
    is_back = one.is_horse or stays_back(s, s.commands[one.command])
    found = dict[str, Option]()
    mates = [mate for mate in s.units_of(one.command) if not mate.post]
    for number, option in enumerate(decision.options):
        x, y, heading = option["to"]
        places = before_ways(known, (x, y), marching(one)) if is_to_cross else []
        if not number:
            places += [place for mate in mates for place in _about(s, one, mate, (back_x, back_y))]
        if is_back or any(span(foe.x - x, foe.y - y) < 100 * OUT_OF_FIRE for foe in foes):
            places += [(x + back_x * step, y + back_y * step) for step in DRAWN_BACK]
        for place in places:
            said = decision.free(option.key, {**option.args, "to": [*place, heading]})
            if isinstance(said, Option):
                found[str(said["to"])] = said
    return list(found.values())


def _about(s: State, one: Unit, mate: Unit, back: Point) -> Iterator[Point]:
    """Beside one of its command with room to form line, and behind him as a second line."""
    aside = (fighting_front(one) + fighting_front(mate)) // 2 + INTERVAL
    behind = (marching(one).depth + marching(mate).depth) // 2 + SECOND_LINE
    for hand in (-1, 1):
        yield mate.x + hand * aside * abs(back[1]), mate.y + hand * aside * abs(back[0])
    yield mate.x + back[0] * behind, mate.y + back[1] * behind


def readied(s: State, decision: Decision) -> list[Option]:
    """In the formation in which it will fight, or in a block that counts; who has to come marches."""
    unit = s.units[decision.about["unit"]]
    houses = {s.scenario.places[place].piece for place in counted(s)}

    def worth(option: Option) -> float:
        if option.get("piece"):
            return 10.0 if option["piece"] in houses or not attacks(s, unit.seat) else -1.0
        return 0.0 if attacks(s, unit.seat) else READY.get(option.get("formation") or unit.formation, 0.0)

    return [max(decision.options, key=worth)]
