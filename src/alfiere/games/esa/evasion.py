"""Chapter 9.8, evasion: light troops make way for an enemy who fires at them or comes near."""

from __future__ import annotations

from alfiere.games.esa.card_tests import may_act, unit_passes
from alfiere.games.esa.command import enemies_around, has_melee_order, threatened_hexes
from alfiere.games.esa.events import UnitChanged
from alfiere.games.esa.forced import Retreat, enemy_in, mount_up, withdrawal_points
from alfiere.games.esa.movement import march, movement_points
from alfiere.games.esa.state import EVADED, FAILED_MOVE, BattleState, EsaGame, Unit, other
from alfiere.games.esa.tables import tables
from alfiere.games.esa.troops import Values
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.hexes import Hex

CLOSED = 99  # more points than anybody has


def can_evade(s: BattleState, unit: Unit, comer: Unit | None = None) -> bool:
    """Whether a unit has the right to evade (esa.9.8a, esa.9.8e3, esa.9.8h, esa.10.14a).

    ``comer``: the enemy whose arrival it evades; he does not yet engage it (esa.9.8k).
    """
    if not unit.profile.has_evasion or unit.is_shaken or unit.is_paralysed or unit.did & (EVADED | FAILED_MOVE):
        return False
    return not any(
        near is not comer and not near.is_shaken and not near.profile.is_artillery and has_melee_order(s, near)
        for near in enemies_around(s, unit)
    )


def _speed(s: BattleState, unit: Unit) -> tuple[Values, int]:
    """The values and points an evading unit uses (esa.9.8i, esa.9.8k2, esa.9.2n)."""
    gained = movement_points(s, unit) - unit.values.pm  # esa.card.18 works in reactions too, esa.2.5.2c
    if unit.profile.is_dragoons:
        values = unit.profile.line("mounted")
        return values, values.pm + tables().numbers.withdraw_horse + gained
    if unit.profile.is_artillery:
        values = unit.profile.line("tow")
        return values, values.pm + gained
    return unit.values, withdrawal_points(unit) + gained


class _Flight:
    """The ways an evasion may go (esa.9.8j): like a withdrawal, but never nearer to any fresh enemy."""

    def __init__(self, s: BattleState, unit: Unit, threat: Hex) -> None:
        self.s, self.unit, self.threat = s, unit, threat
        values, self.points = _speed(s, unit)
        self.steps = s.field.steps(values.kind)
        self.no_standing = s.field.no_standing(values.kind)
        self.threatened = threatened_hexes(s, unit.seat)
        far = s.field.grid.distances
        self.enemies = [
            (far(enemy.hex), far(enemy.hex)[unit.hex])
            for enemy in s.units.values()
            if enemy.hex and enemy.seat != unit.seat and not enemy.is_shaken
        ]
        self.found: dict[Hex, Retreat] = {}

    def ways(self) -> list[Retreat]:
        self.go_on((), self.unit.hex, None, self.points)
        return list(self.found.values())

    def open(self, here: Hex, label: Hex | None, points: int) -> bool:
        if label is None or self.cost(here, label) > points or label in self.threatened:
            return False
        if enemy_in(self.s, label, self.unit):
            return False
        return all(far[label] >= start for far, start in self.enemies)  # esa.9.8c2

    def cost(self, here: Hex, label: Hex) -> int:
        """Points to enter a neighbour; nothing that it can cross makes it stop first (esa.9.8f)."""
        return next((cost for to, cost, _ in self.steps[here] if to == label), CLOSED)

    def go_on(self, path: tuple[Hex, ...], here: Hex, heading: int | None, points: int) -> None:
        away = dict(self.s.field.grid.away(here, self.threat))
        first = list(away) if heading is None else [heading]
        headings = [d for d in first if self.open(here, away[d], points)]  # straight on leads always farther away
        if not headings and heading is not None:
            turned = ((heading + 1) % 6, (heading - 1) % 6)
            headings = [d for d in turned if d in away and self.open(here, away[d], points)]
        if not headings or points <= 0:
            self.stop(path)
            return
        for d in headings:
            label = away[d]
            assert label is not None
            self.go_on((*path, label), label, d, points - self.cost(here, label))

    def stop(self, path: tuple[Hex, ...]) -> None:
        """Stop early without penalty; end in the last hex that is free (esa.9.8j2)."""
        end = list(path)
        led = self.unit.hex in self.s.leader_at  # esa.g.16: then it does not end with a second leader
        while end and (end[-1] in self.s.at or end[-1] in self.no_standing or (led and end[-1] in self.s.leader_at)):
            end.pop()
        if end:
            self.found.setdefault(end[-1], Retreat(tuple(end), "complete"))


def evasions(s: BattleState, unit: Unit, threat: Hex) -> list[Retreat]:
    """Where a unit may evade to; empty when it cannot move even one hex."""
    return _Flight(s, unit, threat).ways()


def evade(g: EsaGame, unit: Unit, threat: Hex) -> Procedure[bool]:
    """A unit that has chosen to evade does so, if it passes the test it may need."""
    s = g.state
    if unit.profile.evades_with_test:
        unit.did |= EVADED
        if not unit_passes(g, unit, "evasion", "esa.9.2m", "esa.9.8g"):
            return False  # esa.9.2n
    elif not may_act(g, unit, "evasion", FAILED_MOVE):
        return False
    ways = evasions(s, unit, threat)
    options = [Option("evade-to", {"unit": unit.id, "hex": one.path[-1]}, ("esa.9.8b",)) for one in ways]
    about = {"unit": unit.id, "threat": threat}
    chosen = yield from choose(unit.seat, "evade-to", options, about, ("esa.9.8b", "esa.9.8j"))
    way = ways[options.index(chosen)]
    if unit.profile.is_artillery and unit.values.id.endswith("/battery"):
        unit.values = unit.profile.line("tow")  # esa.9.2n
        g.tell(UnitChanged(unit.id, "tow", ("esa.9.2n",)))
    mount_up(g, unit)
    unit.did |= EVADED
    march(g, unit, s.leader_with(unit), list(way.path), "evasion", "esa.9.8b", "esa.9.8i")  # esa.10.1e2
    return True


def offer_evasions(g: EsaGame, mover: Unit) -> Procedure[bool]:
    """Enemies that a unit has come next to may evade, one after the other; tells whether any did (esa.9.8a)."""
    s = g.state
    any_left = False
    while True:
        ready = [
            unit for unit in enemies_around(s, mover) if can_evade(s, unit, mover) and evasions(s, unit, mover.hex)
        ]
        if not ready:
            break
        options = [Option("evade", {"unit": unit.id}, ("esa.9.8a",)) for unit in ready] + [Option("stand")]
        chosen = yield Decision(other(mover.seat), "evade", options, {"enemy": mover.id}, ("esa.9.8a", "esa.3.3.1m"))
        if chosen.key == "stand":
            break
        if (yield from evade(g, s.units[chosen["unit"]], mover.hex)):
            any_left = True
    return any_left
