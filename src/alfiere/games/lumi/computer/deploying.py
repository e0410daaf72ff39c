"""How the computer sets up its army: brigades drawn up together, garrisons where places count, generals among them."""

from __future__ import annotations

from typing import Final

from alfiere.battles.walking import span
from alfiere.games.lumi.computer.plan import attacks, counted, middle_of
from alfiere.games.lumi.computer.walking import around, in_between, to_walk
from alfiere.games.lumi.set_up.places import SETTING_UP
from alfiere.games.lumi.state.base import ARTILLERY, CAVALRY, COLUMN, DEPLOYED, INFANTRY, LINE, OPEN, SQUARE, Base
from alfiere.games.lumi.state.battle import State
from alfiere.kernel.decision import Decision, Option
from alfiere.table.headings import cosine, offset, sine
from alfiere.table.shapes import Point

HOUSED: Final = 6.0  # in buildings that count and are one's own
TOGETHER: Final = 0.5  # a um nearer to the others of its brigade
FORWARD: Final = 0.1  # a um nearer to what counts
HIGH: Final = 1.0  # a battery on a slope
ASIDE: Final = 0.2  # a um nearer to the side of the table than ROOM: who falls back there is driven off
BARRED: Final = 1.0  # horse behind others, who would have to make way for it
HEMMED: Final = 1.0  # horse with buildings or an obstacle before one of its corners or its middle: it hardly gets by
BEHIND, BESIDE = 500, 200  # hundredths
BEFORE, CORNERS = 800, (-100, 0, 100)  # hundredths ahead, and to the sides, where it is looked for
ROOM: Final = 600
FORMED: Final = {LINE: 0.5, COLUMN: 0.0, OPEN: 0.2, SQUARE: -5.0}
INTERVAL: Final = 20  # hundredths between bases in line: who does not touch tests by himself, lumi.1.6.7
APART: Final = 2.0  # by himself at such an interval


def deployed(s: State, decision: Decision) -> list[Option]:
    """The place that suits a base best; the first of its list leaves room for its brigade."""
    one = s.bases[decision.about["unit"]]
    own = {place for place, (taker, _) in counted(s).items() if taker != one.seat}
    houses = {s.scenario.places[place].piece for place in own}
    spots = [middle_of(s, place) for place in counted(s)]
    mates = [mate for mate in s.side(one.seat) if mate.brigade == one.brigade and one.brigade]
    others = [mate for mate in s.side(one.seat) if mate.brigade != one.brigade and not mate.post]
    inside = sum(mate.post != "" for mate in s.side(one.seat))

    def worth(place: int, option: Option) -> float:
        x, y = (int(part) for part in option["to"][:2])
        total: float = 1.0 if place == 0 else APART if place >= offered else 0.0
        if post := option.get("post"):
            total += HOUSED if post in houses and one.kind == INFANTRY and inside < 2 else -2.0
        total -= ASIDE * max(0, ROOM - min(x, s.scenario.width - x)) / 100
        if spots:
            total -= FORWARD * min(span(spot[0] - x, spot[1] - y) for spot in spots) / 100
        if one.kind == CAVALRY:
            ahead_x, ahead_y = sine(option["to"][2]) / sine(900), -cosine(option["to"][2]) / sine(900)
            for mate in others:
                dx, dy = mate.x - x, mate.y - y
                if 0 < dx * ahead_x + dy * ahead_y <= BEHIND and abs(dx * ahead_y - dy * ahead_x) < BESIDE:
                    total -= BARRED
            total -= HEMMED * _hemmed_in(s, (x, y), (ahead_x, ahead_y))
        if mates:
            total -= TOGETHER * min(span(mate.x - x, mate.y - y) for mate in mates) / 100
        if one.kind == ARTILLERY:
            total += HIGH * any(piece.kind.is_high for piece in s.ground.at(x, y))
            return total + float((option["formation"] == DEPLOYED) != attacks(s, one.seat))
        return total + FORMED.get(option["formation"], 0.0)

    options = list(decision.options)
    offered = len(options)
    options += _at_intervals(s, one, mates)
    return [options[max(range(len(options)), key=lambda place: worth(place, options[place]))]]


def _hemmed_in(s: State, at: Point, ahead: tuple[float, float]) -> int:
    """How many buildings and obstacles are in the way of a line that goes straight on from there."""
    (x, y), (ahead_x, ahead_y) = at, ahead
    found = 0
    for side in CORNERS:
        start = round(x - side * ahead_y), round(y + side * ahead_x)
        end = round(start[0] + BEFORE * ahead_x), round(start[1] + BEFORE * ahead_y)
        barred = around(s, "", end)
        found += to_walk(barred, start, end) > to_walk((), start, end)
        found += in_between(s.ground, start, end)
    return found


def _at_intervals(s: State, one: Base, mates: list[Base]) -> list[Option]:
    """In line beside those of its brigade, near enough to cover their flanks (lumi.7.1.1f), and not one with them.

    The first of a brigade leaves room for the others.
    """
    if not mates:
        whole = SETTING_UP.together(s, one, INTERVAL) or ()
        return [SETTING_UP.option(one, spot) for id, spot in whole if id == one.id and spot.footing.formation == LINE]
    found = []
    for mate in reversed(mates):
        wide = s.shape(mate).width + INTERVAL
        for right in (wide, -wide) if mate.formation == LINE and not mate.post else ():
            dx, dy = offset(mate.heading, 0, right)
            spot = SETTING_UP.spot_at(s, one, mate.pose._replace(x=mate.x + dx, y=mate.y + dy), LINE)
            if not spot.post and SETTING_UP.why_not(s, one, spot) is None:
                found.append(SETTING_UP.option(one, spot))
    return found
