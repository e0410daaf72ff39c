"""Chapter 5, a division moves: its units one by one as they are told, or as a body, each as it could by itself."""

from __future__ import annotations

from collections import Counter
from functools import partial

from alfiere.games.esa.card_tests import may_act
from alfiere.games.esa.movement import can_move, destinations, ends, movement_points
from alfiere.games.esa.movement_phase import carry_out_move, move_leader, move_unit
from alfiere.games.esa.state import FAILED_MOVE, MOVED, SKIPPED, BattleState, Division, EsaGame, Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.table.hexes import DIRECTIONS, Hex, Reach

RULES = ("esa.5a", "esa.5b", "esa.5.1a")
LEAST = 2  # of one unit it is a move like any other


def move_division(g: EsaGame, division: Division) -> Procedure[None]:
    """The units of a division move one by one, then its general (esa.5b, esa.5.2a)."""
    while True:
        yield MARK
        s = g.state
        ready = _ready(s)
        if not ready:
            _pass_over(s)
            break
        options = [Option("unit", {"unit": unit.id}, ("esa.5a",)) for unit in ready] + [Option("done")]
        chosen = yield Decision(
            division.seat,
            "move-which",
            options,
            {"division": division.id},
            ("esa.5a", "esa.5b"),
            opening=True,
            bodies=partial(advances, s, division, ready),
        )
        if chosen.key == "done":
            _pass_over(s)
            break
        if chosen.key == "advance":
            yield from advance(g, chosen["direction"], chosen["hexes"])
        else:
            yield from move_unit(g, s.units[chosen["unit"]])
    yield MARK
    yield from move_leader(g, g.state.leaders[g.state.divisions[division.id].general])


def _ready(s: BattleState) -> list[Unit]:
    """Who of the acting division can still move."""
    return [unit for unit in map(s.units.__getitem__, s.active) if unit.hex and can_move(s, unit)]


def _pass_over(s: BattleState) -> None:
    """Nobody else of the acting division moves; all in command had their order, used or not (esa.9.1a)."""
    for name in s.active:
        s.units[name].did |= SKIPPED
    s.active.clear()


# As a body


def advances(s: BattleState, division: Division, ready: list[Unit]) -> list[Option]:
    """So many hexes to the left or to the right of where most of them look, as far as two of them can go."""
    body = _body(ready)
    if len(body) < LEAST or division.focus == "move":
        return []
    facing = Counter(unit.facing for unit in body).most_common(1)[0][0]
    found = []
    for direction in ((facing - 1) % 6, facing):
        hexes = 1
        while sum(far == hexes for _, far in _goals(s, body, direction, hexes).values()) >= LEAST:
            args = {"division": division.id, "direction": direction, "hexes": hexes}
            found.append(Option("advance", args, RULES))
            hexes += 1
    return found


def _body(ready: list[Unit]) -> list[Unit]:
    """Guns are handled by themselves (esa.9.2)."""
    return [unit for unit in ready if not unit.profile.is_artillery]


def _foremost(s: BattleState, units: list[Unit], direction: int) -> list[Unit]:
    """Who is farthest that way goes first and makes room for those behind."""
    q, r = DIRECTIONS[direction]

    def along(unit: Unit) -> int:
        here = s.field.grid.axial[unit.hex]
        return (2 * q + r) * here[0] + (q + 2 * r) * here[1]

    return sorted(units, key=along, reverse=True)


def _goals(s: BattleState, body: list[Unit], direction: int, hexes: int) -> dict[str, tuple[Hex, int]]:
    """Where each of them would come to, and how far, if nothing happens on the way."""
    after, found = s.copy(), {}
    for unit in (after.units[one.id] for one in _foremost(s, body, direction)):
        goal, far, _ = _goal(after, unit, direction, hexes)
        if far:
            found[unit.id] = goal, far
            after.place(unit, goal)
    return found


def _goal(s: BattleState, unit: Unit, direction: int, hexes: int) -> tuple[Hex, int, Reach]:
    """The farthest hex that way in which it may stop, how far it is, and its reach: a body comes into no contact."""
    found = destinations(s, unit, movement_points(s, unit), contact=False)
    open_to = set(ends(s, unit, found))
    goal, far, here = unit.hex, 0, unit.hex
    for step in range(1, hexes + 1):
        ahead = s.field.grid.neighbours[here][direction]
        if ahead is None:
            break
        here = ahead
        if here in open_to:
            goal, far = here, step
    return goal, far, found


def advance(g: EsaGame, direction: int, hexes: int) -> Procedure[None]:
    """Everybody goes as far as he can of it and looks as before; who cannot go at all may be ordered by himself."""
    s = g.state
    for unit in _foremost(s, _body(_ready(s)), direction):
        if not unit.hex or not can_move(s, unit):
            continue  # what happened to the others has changed it
        goal, far, found = _goal(s, unit, direction, hexes)
        if not far:
            continue
        unit.did |= MOVED
        if may_act(g, unit, "move", FAILED_MOVE):
            yield from carry_out_move(g, unit, found, goal, movement_points(s, unit), in_line=True)


def ways(s: BattleState, option: Option) -> list[tuple[Hex, list[Hex]]]:
    """What is drawn of it: from where to where each of them would go."""
    goals = _goals(s, _body(_ready(s)), option["direction"], option["hexes"])
    return [(s.units[name].hex, [goal]) for name, (goal, _) in goals.items()]
