"""Chapter 2.1.3c, reinforcements: divisions that a scenario brings on later."""

from __future__ import annotations

from alfiere.games.esa.command import threatened_hexes
from alfiere.games.esa.events import LeaderPlaced, UnitPlaced
from alfiere.games.esa.order_of_play import by_initiative
from alfiere.games.esa.state import BattleState, Division, EsaGame
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import MARK, Procedure, choose
from alfiere.table.hexes import Hex


def waiting(s: BattleState) -> list[tuple[Division, str]]:
    """Pieces due by now that are not on the map yet: generals and characters first, then units."""
    found = []
    first, _ = by_initiative(s)
    for division in sorted(s.divisions.values(), key=lambda one: one.seat == first):  # esa.g.15
        arrival = s.scenario.division_forms[division.id].arrival
        if arrival is None or s.turn < arrival.turn or division.is_routed:
            continue
        leaders = [one.id for one in s.leaders.values() if one.division == division.id and not one.hex and one.strength]
        units = [name for name in division.units if s.units[name].strength and not s.units[name].hex]
        found += [(division, name) for name in (*leaders, *units)]
    return found


def entry_hexes(s: BattleState, division: Division, piece: str) -> list[Hex]:
    """Free entry hexes that are not next to a fresh enemy."""
    arrival = s.scenario.division_forms[division.id].arrival
    assert arrival is not None
    threatened = threatened_hexes(s, division.seat)
    free = [h for h in arrival.hexes if h not in threatened and h not in s.at and h not in s.leader_at]
    if piece in s.leaders:
        return [h for h in free if h not in s.field.impassable]
    return [h for h in free if s.field.may_occupy(h, s.units[piece].values.kind)]


def bring_on(g: EsaGame) -> Procedure[None]:
    """Everyone who is due and finds an entry hex comes on, piece by piece; the others wait a turn."""
    blocked: set[str] = set()
    while True:
        yield MARK
        s = g.state
        due = [(division, name) for division, name in waiting(s) if name not in blocked]
        if not due:
            return
        division, piece = due[0]
        places = entry_hexes(s, division, piece)
        if not places:
            blocked.add(piece)
            continue
        key, role = ("leader", "leader") if piece in s.leaders else ("place", "unit")
        options = [Option(key, {role: piece, "hex": one}, ("esa.2.1.3c",)) for one in places]
        label = (yield from choose(division.seat, "reinforce", options, {"piece": piece}, ("esa.2.1.3c",)))["hex"]
        arrival = s.scenario.division_forms[division.id].arrival
        assert arrival is not None
        if piece in s.leaders:
            s.place_leader(s.leaders[piece], label)
            g.tell(LeaderPlaced(piece, label, ("esa.2.1.3c",)))
        else:
            unit = s.units[piece]
            s.place(unit, label)
            unit.facing = arrival.facing
            g.tell(UnitPlaced(piece, label, arrival.facing, ("esa.2.1.3c",)))
