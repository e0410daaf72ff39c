"""The battlefield as text, for terminals and golden playthroughs: red in capitals, blue in small letters."""

from __future__ import annotations

from alfiere.games.esa.battlefield import AREA, DIFFICULT, WOOD
from alfiere.games.esa.state import BattleState, Leader, Unit

ARROWS = "↑↗↘↓↙↖"
GROUND = {AREA: "⌂", WOOD: "♣", DIFFICULT: "≈", "impassable": "▓"}


def unit_sign(unit: Unit) -> str:
    """Class, facing and strength in four characters; the case tells the side."""
    sign = unit.profile.cls if unit.seat == "red" else unit.profile.cls.lower()
    return f"{sign}{ARROWS[unit.facing]}{unit.strength}"


def leader_sign(leader: Leader) -> str:
    """A star for the commander, a plus for the others."""
    star = "★" if leader.rank == "commander" else "☆"
    name = leader.profile.short["en"].split()[-1][:2]
    return star + (name.upper() if leader.seat == "red" else name.lower())


def cell(s: BattleState, label: str) -> str:
    """Five characters for a hex."""
    unit, captain = s.unit_at(label), s.leader_at.get(label)
    if unit is not None:
        state = "!" if unit.is_shaken else "z" if unit.is_paralysed else "*" if captain else " "
        return unit_sign(unit) + state
    if captain is not None:
        return f"{leader_sign(s.leaders[captain]):5}"
    kind = s.field.kind[label]
    ground = GROUND.get(kind)
    if ground is None:
        ground = "^" if s.field.height[label] is not None else "=" if label in s.field.roads else "·"
    return f" {ground}   "


def picture(s: BattleState) -> str:
    """The whole table, row by row; even rows are shifted half a hex to the right."""
    columns = s.field.map.columns
    lines = ["    " + "".join(f"{column:02d}   " for column in range(1, columns + 1))]
    for row in range(1, s.field.map.rows + 1):
        cells = "".join(cell(s, f"{column:02d}{row:02d}") for column in range(1, columns + 1))
        lines.append(f"{row:02d} " + ("  " if row % 2 == 0 else "") + cells.rstrip())
    return "\n".join(lines)
