"""The optional rules for veterans: turns are counted, and close order goes where it looks (esa.v.1-esa.v.5).

A unit in close order steps only into its two front hexes, so a way there is a way over hexes and facings. On a
given way it never pays to turn farther or earlier than the next hex asks; the rest of the turns is left for the end.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from alfiere.games.esa.state import TURN, BattleState, Unit
from alfiere.games.esa.tables import tables
from alfiere.table.hexes import FRONT, Hex, HexGrid, Reach, Steps, path_to

ANY_FACING = 3  # turns of 60 degrees that bring a unit to every facing
# How far to turn before a step in direction d, by (d - facing) mod 6: nothing for the two front hexes.
_WHEEL = (0, 1, 2, -2, -1, 0)


def are_played(s: BattleState) -> bool:
    """Whether the players have agreed on the rules for veterans."""
    return s.options["veterans"] == "yes"


def goes_where_it_looks(s: BattleState, unit: Unit) -> bool:
    """Close order does; open order, squares and guns in tow move in any direction (esa.v.2)."""
    return (
        s.options["veterans"] == "yes"
        and not unit.values.is_open_order
        and not unit.profile.is_square
        and not unit.values.id.endswith("/tow")
    )


def turns_left(unit: Unit) -> int:
    """Turns of 60 degrees a unit may still make this turn; a battery does not turn as it moves (esa.v.1, esa.v.5)."""
    if unit.profile.is_artillery:
        return 0
    return max(0, unit.values.turns - unit.did // TURN)


def between(facing: int, other: int) -> int:
    """How many turns of 60 degrees lie between two facings."""
    right = (other - facing) % 6
    return min(right, 6 - right)


def note_turns(s: BattleState, unit: Unit, facing: int) -> None:
    """Count the turns to another facing; they are gone until the next turn (esa.v.1)."""
    if are_played(s):
        unit.did += TURN * between(unit.facing, facing)


def facings_left(unit: Unit) -> list[int]:
    """The facings a unit may still take (esa.v.1); guns that are not in battery have none to keep (esa.9.2k)."""
    turns = ANY_FACING if unit.profile.is_artillery else turns_left(unit)
    return [facing for facing in range(6) if between(unit.facing, facing) <= turns]


def facings_after_press(s: BattleState, unit: Unit) -> list[int] | None:
    """A press is free, and allows one turn of 60 degrees whatever was turned before (esa.v.4)."""
    if not are_played(s):
        return None
    return [facing for facing in range(6) if between(unit.facing, facing) <= tables().numbers.press_turns]


def facings_towards(s: BattleState, unit: Unit, label: Hex) -> list[int]:
    """The facings a unit may still take from which it may enter a neighbour (esa.v.2)."""
    grid, bound = s.field.grid, goes_where_it_looks(s, unit)
    return [facing for facing in facings_left(unit) if not bound or grid.side(unit.hex, facing, label) == FRONT]


def facing_at_end(grid: HexGrid, start: Hex, facing: int, path: Sequence[Hex]) -> tuple[int, int]:
    """How a unit looks at the end of a way that it has followed front first, and how often it has turned."""
    turned = 0
    for label in path:
        wheel = _WHEEL[(grid.direction(start, label) - facing) % 6]
        facing, turned, start = (facing + wheel) % 6, turned + abs(wheel), label
    return facing, turned


def wheel(grid: HexGrid, unit: Unit, path: Sequence[Hex]) -> None:
    """Turn a unit as its way asks (esa.v.1, esa.v.2)."""
    unit.facing, turned = facing_at_end(grid, unit.hex, unit.facing, path)
    unit.did += TURN * turned


def wheeling_reach(
    grid: HexGrid,
    unit: Unit,
    turns: int,
    steps: Steps,
    points: int,
    closed: Container[Hex],
    halting: Container[Hex],
    least_one: bool,
    under_way: bool,
) -> Reach:
    """As ``reach``, for a unit that steps only into its front hexes and turns at most so often (esa.v.1, esa.v.2).

    Of several ways to a hex the one with the fewest points counts, then the one with the fewest turns.
    """
    found: Reach = {}
    fewest = {(unit.hex, unit.facing): 0}  # turns by which it has stood like this, for the same points or fewer
    layers: list[list[tuple[int, Hex, int, tuple[Hex, ...]]]] = [[] for _ in range(points + 2)]
    layers[0].append((0, unit.hex, unit.facing, ()))
    for spent, layer in enumerate(layers):
        for turned, here, facing, path in sorted(layer):
            found.setdefault(here, (min(spent, points), path[:-1] or unit.hex if path else None))
            if path and here in halting:
                continue
            for to, cost, first_only in steps[here]:
                if to in closed or (first_only and (path or under_way)):
                    continue
                total = spent + cost
                if total > points:
                    if path or not least_one:
                        continue
                    total = points + 1  # esa.5.1d: one step, and no other
                looking, more = facing_at_end(grid, here, facing, (to,))
                if turned + more < fewest.get((to, looking), turns + 1):
                    fewest[to, looking] = turned + more
                    layers[total].append((turned + more, to, looking, (*path, to)))
    return found


def bends_taken(grid: HexGrid, unit: Unit, turns: int, march: Reach) -> Reach:
    """As much of a road march as so many turns suffice for (esa.v.1)."""
    turned = {goal: facing_at_end(grid, unit.hex, unit.facing, path_to(march, goal))[1] for goal in march}
    return {goal: way for goal, way in march.items() if turned[goal] <= turns}
