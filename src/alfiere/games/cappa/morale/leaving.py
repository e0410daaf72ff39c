"""Chapter 5.2.5, leaving a melee: where one gets to, and who may strike a fugitive before he is gone."""

from __future__ import annotations

from alfiere.games.cappa.ground.engaged import are_in_melee, foes
from alfiere.games.cappa.ground.ground import gap_to_point
from alfiere.games.cappa.ground.zones import journey
from alfiere.games.cappa.movement.movement import count_move
from alfiere.games.cappa.people.impulses import Actor
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import can_react, spend
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.events import Moved
from alfiere.games.cappa.weaponry.blows import apply_blow, arms_against, strike
from alfiere.games.cappa.weaponry.wounds import Harm
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.barriers import ZONE, Refusal
from alfiere.table.headings import heading_of, offset
from alfiere.table.reach import Journey
from alfiere.table.shapes import Point

TURNS = (0, 300, -300, 600, -600, 900, -900, 1350, -1350, 1800)  # tenths of a degree either side of straight away


def break_off_places(s: SkirmishState, figure: Figure) -> list[Point]:
    """Where the 1 um of a break-off may end: out of contact with every enemy, straight away first (cappa.5.2.5.h3)."""
    against = foes(s, figure)
    if not against:
        return []
    away = heading_of(
        sum(figure.x - enemy.x for enemy in against) or figure.x - against[0].x,
        sum(figure.y - enemy.y for enemy in against) or figure.y - against[0].y,
    )
    trip = _trip_off(s, figure)
    found: list[Point] = []
    for turn in TURNS:
        dx, dy = offset(away + turn, tables().lengths.break_off)
        place = figure.x + dx, figure.y + dy
        if why_not_off_to(s, figure, place, trip) is None:
            found.append(place)
    found.sort(key=lambda place: -min(gap_to_point(s, enemy, *place) for enemy in against))
    # one place for each of the eight winds, the best: any other can be pointed at
    winds: dict[int, Point] = {}
    for x, y in found:
        winds.setdefault((heading_of(x - figure.x, y - figure.y) + 225) // 450 % 8, (x, y))
    return list(winds.values())


def _trip_off(s: SkirmishState, figure: Figure) -> Journey:
    return journey(s, figure, tables().lengths.break_off + tables().lengths.tolerance, zones=False)


def why_not_off_to(s: SkirmishState, figure: Figure, place: Point, trip: Journey | None = None) -> Refusal | None:
    """What bars the 1 um of a break-off to a place: the way, or contact with an enemy at its end (cappa.5.2.5.h3)."""
    barred = (trip or _trip_off(s, figure)).straight(*place)
    if barred is not None:
        return barred
    met = foes(s, figure.at(place))
    return Refusal(ZONE, met[0].id) if met else None


def parting_blows(g: SkirmishGame, who: Actor, here: list[Figure], rule: str) -> Procedure[list[Harm]]:
    """Every opponent with PA may strike once with +2, at one of those he is in melee with, before they move.

    (cappa.5.2.5c, cappa.5.2.5.h2)
    """
    s = g.state
    harms: list[Harm] = []
    for enemy in [one for one in s.enemies_of(who) if any(are_in_melee(s, one, mate) for mate in here)]:
        options = [
            Option("strike", {"figure": enemy.id, "target": mate.id, "weapon": arm.code}, ("cappa.5.2.5c",))
            for mate in here
            if mate.is_up and are_in_melee(s, enemy, mate)
            for arm in arms_against(s, enemy, mate)
        ]
        if not options or not may_strike_fugitives(s, enemy):
            continue
        options.append(Option("let-go", {"figure": enemy.id}, ("cappa.5.2.5c",)))
        about = {"figure": enemy.id, "enemy": who.id}
        chosen = yield Decision(enemy.seat, "strike-fugitive", options, about, ("cappa.5.2.5c", rule))
        if chosen.key == "strike":
            target = s.figures[chosen["target"]]
            arm = next(one for one in arms_against(s, enemy, target) if one.code == chosen["weapon"])
            spend(s, enemy)  # cappa.5.2.5.h1
            harms += apply_blow(g, (yield from strike(g, enemy, target, arm, flees=True)))
    return harms


def may_strike_fugitives(s: SkirmishState, enemy: Figure) -> bool:
    """With PA, free hands and some heart: the shaken strike back only (cappa.4.3.7.h2, cappa.2.3.3.h2)."""
    return can_react(s, enemy) and not is_laden(s, enemy) and not s.is_shaken(enemy)


def step_away(g: SkirmishGame, figure: Figure, place: Point) -> None:
    """The 1 um of a break-off (cappa.5.2.5a)."""
    start = figure.x, figure.y
    figure.x, figure.y = place
    length = tables().lengths.break_off
    count_move(figure, length)
    g.tell(Moved(figure.id, start, (start, place), length, "break off", ("cappa.5.2.5a",)))
