"""What a seat sees of a battle, in the words every table shares: board, pieces, groups, marks, tracks.

Nothing is hidden but the charges noted in phase C until they are shown (risorgimento.c.1.1).
"""

from __future__ import annotations

from typing import Any, Final

from alfiere.battles.board import open_board
from alfiere.games.risorgimento.sheets.ground import Piece
from alfiere.games.risorgimento.state.battle import SEATS, BattleState
from alfiere.games.risorgimento.state.muster import SET_UP
from alfiere.games.risorgimento.state.unit import (
    ATTACK,
    LIMBERED,
    LINE,
    MARCH,
    ON,
    OPEN,
    SQUARE,
    TO_COME,
    UNLIMBERED,
    Commander,
    Unit,
)
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import both
from alfiere.kernel.ruleset import View

STAGES: Final = ("A", "B", "C", "D", "E", "F", "G", "H", "I")
DRAWN: Final = {  # our formations in the table's words
    MARCH: "march",
    ATTACK: "column",
    LINE: "line",
    OPEN: "open",
    SQUARE: "square",
    LIMBERED: "limbered",
    UNLIMBERED: "deployed",
}
METRES: Final = 50  # to the cm, risorgimento.scale.1


def view(s: BattleState, seat: Seat | None) -> View:
    """The battle as one seat, or a spectator, may see it."""
    gone = [one for one in s.units.values() if one.is_gone]
    return {
        "game": "risorgimento",
        "scenario": s.scenario.id,
        "board": open_board(s.scenario.width, s.scenario.depth, "cm", METRES, _shapes(s)),
        "pieces": [_unit(s, one, seat) for one in s.on_table]
        + [_leader(s, one) for one in s.commanders.values() if one.where == ON],
        "groups": [_group(s, one) for one in s.commanders.values()],
        "marks": _marks(s),
        "tracks": _tracks(s),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.units.values() if one.where == TO_COME],
        "eliminated": [one.id for one in gone],
        "lost": [_name(s, one) | {"symbol": _symbol(one)} for one in gone]
        + [_name(s, one) | {"symbol": "commander"} for one in s.commanders.values() if one.is_dead],
    }


# The ground


def _shapes(s: BattleState) -> list[dict[str, Any]]:
    found = [_shape(one) for one in s.ground.pieces.values()]
    order = {"area": 0, "line": 1, "road": 2, "town": 3}  # what lies over what
    return sorted(found, key=lambda one: order[one.pop("layer")])


def _shape(piece: Piece) -> dict[str, Any]:
    shape: dict[str, Any] = {"id": piece.id, "kind": piece.kind.id, "name": both(piece.name)}
    if piece.rect is not None:
        shape["rect"] = list(piece.rect)
    elif not piece.form.path:
        shape["polygon"] = [list(point) for point in piece.points]
    else:
        lines = [[list(a), list(b)] for a, b in piece.form.all_lines]
        width = piece.form.width or piece.kind.width
        shape |= {"strips": [{"line": line, "width": width} for line in lines]} if width else {"lines": lines}
    ways = {"bridge": piece.bridges, "ford": piece.fords}
    shape["openings"] = [{"kind": kind, "line": [list(at), list(at)]} for kind, points in ways.items() for at in points]
    if piece.level:
        shape["levels"] = piece.level
    layer = "town" if piece.is_built_up else "line" if piece.is_line else "road" if piece.form.path else "area"
    return shape | {"layer": layer}


def _marks(s: BattleState) -> list[dict[str, Any]]:
    """Places that are worth holding, and who holds them (risorgimento.i.1.3)."""
    found = []
    for id, place in s.scenario.places.items():
        mark: dict[str, Any] = {"kind": "goal", "id": id, "name": both(place.name), "owner": s.control[id] or None}
        if place.piece and (rect := s.ground.pieces[place.piece].rect) is not None:
            mark["rect"] = list(rect)
        elif place.at is not None:
            x, y = place.at
            mark["rect"] = [x - 50, y - 50, x + 50, y + 50]
        found.append(mark)
    return found


# Units and commanders


def _name(s: BattleState, one: Unit | Commander) -> dict[str, Any]:
    sheets = s.scenario.units if isinstance(one, Unit) else s.scenario.commanders
    return {"id": one.id, "owner": one.seat, "name": both(sheets[one.id].name)}


def _symbol(unit: Unit) -> str:
    """The sign of an arm and its kind."""
    return f"{unit.arm}-{unit.profile.kind}"


def _unit(s: BattleState, unit: Unit, seat: Seat | None) -> dict[str, Any]:
    profile = unit.profile
    return _name(s, unit) | {
        "kind": unit.arm,
        "symbol": _symbol(unit),
        "nation": profile.nation,
        "shape": {"rect": list(s.shape(unit))},
        "pose": [unit.x, unit.y, unit.heading],
        "formation": DRAWN[unit.formation],
        "inside": unit.post.partition("/")[0] or None,
        "badges": _badges(s, unit, seat),
        "acted": False,
        "tracks": {"strength": [-(-unit.left // 2), unit.strength], "morale": [unit.morale, unit.spirit]},
        "values": {"vd": profile.vd, "fatigue": unit.fatigue, "losses": unit.losses},
        "group": unit.commander,
    }


def _badges(s: BattleState, unit: Unit, seat: Seat | None) -> list[str]:
    found = (
        ("routed", unit.is_routed),
        (f"d{unit.disorder}", unit.disorder > 0),
        ("tired", unit.fatigue >= s.tables.numbers.fatigue_per_malus),
        (f"command-{unit.colour}", bool(unit.colour)),
        ("charges", unit.id in s.charges and (s.are_charges_shown or unit.seat == seat)),
    )
    return [badge for badge, is_so in found if is_so]


def _leader(s: BattleState, who: Commander) -> dict[str, Any]:
    shape = s.tables.bases.commander
    return _name(s, who) | {
        "kind": "commander",
        "symbol": "commander",
        "nation": who.nation,
        "shape": {"disc": shape.depth // 2},
        "pose": [who.x, who.y, who.heading],
        "zone": who.radius if who.commands else 0,
        "badges": [f"command-{who.colour}"] * bool(who.colour) + ["wounded"] * bool(who.absent),
        "acted": False,
        "attached": who.unit or None,
        "values": {"rc": who.radius // 100, "i": who.initiative, "b": who.bonus},
        "group": who.id,
    }


def _group(s: BattleState, who: Commander) -> dict[str, Any]:
    """Those who are directly under a commander, in the order of battle."""
    own = [one.id for one in s.units.values() if one.commander == who.id and not one.is_gone]
    return _name(s, who) | {"leader": who.id, "units": own} | ({"parent": who.superior} if who.superior else {})


def _tracks(s: BattleState) -> dict[str, Any]:
    hours, minutes = divmod(s.scenario.clock(max(s.turn, 1)), 60)
    stages = [*([SET_UP] if s.phase == SET_UP else ()), *STAGES]
    return {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "clock": f"{hours}:{minutes:02}",
        "phase": {"value": s.phase, "of": stages},
        "initiative": s.initiative or None,
        "points": {one: s.points[one] for one in SEATS},
        "winner": s.winner or None,
        "reason": s.reason or None,
    }
