"""Chapter 5.3, forced movements: stepping back and withdrawing, straight away from the enemy."""

from __future__ import annotations

from typing import NamedTuple

from alfiere.games.esa.command import threatened_hexes
from alfiere.games.esa.events import ForcedMove, UnitChanged
from alfiere.games.esa.losses import eliminate, flee, is_broken, shake, take_losses
from alfiere.games.esa.state import BattleState, EsaGame, Leader, Unit
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex

COMPLETE = "complete"
HALTED = "halted"  # stopped by friends: no extra loss, esa.5.3d
HINDERED = "hindered"  # stopped by anything else: one more loss, esa.5.3c
DESTROYED = "destroyed"  # driven next to a fresh enemy, esa.5.3b


class Retreat(NamedTuple):
    """One way a forced movement may go: the hexes entered and how it ends."""

    path: tuple[Hex, ...]
    outcome: str


def withdrawal_points(unit: Unit) -> int:
    """How far a unit withdraws (esa.5.3.2a, esa.5.3h2-esa.5.3h4); cards help it only by its own will (esa.2.5.2c)."""
    numbers = tables().numbers
    if unit.profile.is_artillery:
        return unit.values.pm
    return unit.values.pm + (numbers.withdraw_horse if unit.values.is_cavalry else numbers.withdraw_foot)


def mount_up(g: EsaGame, unit: Unit) -> None:
    """Dragoons that withdraw or evade mount at no cost (esa.5.3.2j, esa.9.7d)."""
    if unit.profile.is_dragoons and not unit.values.is_cavalry:
        unit.values = unit.profile.line("mounted")
        g.tell(UnitChanged(unit.id, "mounted", ("esa.9.7d",)))


def step_backs(s: BattleState, unit: Unit, threat: Hex) -> list[Retreat]:
    """The ways to step back: one hex farther from the threat, whatever it costs (esa.5.3.1a-esa.5.3.1c)."""
    threatened = threatened_hexes(s, unit.seat)
    free: list[Retreat] = []
    friend_in_the_way = False
    for _, label in s.field.grid.away(unit.hex, threat):
        if label is None or not s.field.may_occupy(label, unit.values.kind) or enemy_in(s, label, unit):
            continue
        if label in s.at:
            friend_in_the_way = True
            continue
        free.append(Retreat((label,), DESTROYED if label in threatened else COMPLETE))
    if free:
        return free
    return [Retreat((), HALTED if friend_in_the_way else HINDERED)]  # esa.5.3d3


def enemy_in(s: BattleState, label: Hex, unit: Unit) -> bool:
    """Whether an enemy unit or leader closes a hex (esa.5f, esa.5j)."""
    name = s.at.get(label)
    if name is not None and s.units[name].seat != unit.seat:
        return True
    captain = s.leader_at.get(label)
    return captain is not None and s.leaders[captain].seat != unit.seat


class _Withdrawal:
    """Every way a withdrawal may go: straight on, turning by 60 degrees only where it must (esa.5.3.2c)."""

    def __init__(self, s: BattleState, unit: Unit, threat: Hex, may_stop_at_general: bool) -> None:
        self.s, self.unit, self.threat = s, unit, threat
        self.steps = {
            h: {to: (cost, first) for to, cost, first in steps} for h, steps in s.field.steps(unit.values.kind).items()
        }
        self.threatened = threatened_hexes(s, unit.seat)
        self.no_stopping = s.field.no_stopping(unit.values.kind)
        self.has_leader = unit.hex in s.leader_at
        self.may_stop_at_general = may_stop_at_general
        self.found: dict[tuple[Hex, str], Retreat] = {}

    def ways(self) -> list[Retreat]:
        points = withdrawal_points(self.unit)
        if points == 0:
            return [Retreat((), COMPLETE)]  # esa.5.3h4
        self.go_on((), self.unit.hex, None, points)
        return list(self.found.values())

    def go_on(self, path: tuple[Hex, ...], here: Hex, heading: int | None, points: int) -> None:
        away = dict(self.s.field.grid.away(here, self.threat))
        tried = list(away) if heading is None else [heading]  # straight on leads always farther away
        entered, friend = self.try_each(path, here, tried, away, points)
        if not entered and heading is not None:
            turned = [d for d in ((heading + 1) % 6, (heading - 1) % 6) if d in away]
            entered, other_friend = self.try_each(path, here, turned, away, points)
            friend = friend or other_friend
        if not entered:
            self.stop(path, HALTED if friend else HINDERED)

    def try_each(
        self, path: tuple[Hex, ...], here: Hex, headings: list[int], away: dict[int, Hex | None], points: int
    ) -> tuple[bool, bool]:
        """Enter each hex that can be; tells whether any could, and whether a friend stood in the way."""
        entered = friend = False
        for heading in headings:
            label = away[heading]
            step = self.steps[here].get(label) if label is not None else None
            if label is None or step is None or enemy_in(self.s, label, self.unit):
                continue
            cost, first_only = step
            if first_only and path:
                continue  # esa.5.3.2b: it has to stop before other ground and obstacles
            if label in self.s.at and not self.unit.values.is_open_order:
                friend = True
                continue
            entered = True
            if cost > points and path:
                self.stop(path, COMPLETE)  # esa.5.3.2k: what does not suffice is lost
                continue
            self.enter((*path, label), label, heading, points - cost)
        return entered, friend

    def enter(self, path: tuple[Hex, ...], label: Hex, heading: int, points: int) -> None:
        if label in self.threatened:
            self.found.setdefault((label, DESTROYED), Retreat(path, DESTROYED))
            return
        captain = self.s.leader_at.get(label)
        meets_general = captain is not None and not self.has_leader and self.s.leaders[captain].rank != "character"
        if meets_general and self.may_stop_at_general and label not in self.s.at and label not in self.no_stopping:
            self.found.setdefault((label, COMPLETE), Retreat(path, COMPLETE))  # esa.5.3.2f
        if points <= 0:
            self.stop(path, COMPLETE)
        else:
            self.go_on(path, label, heading, points)

    def stop(self, path: tuple[Hex, ...], outcome: str) -> None:
        """End in the last hex of the path that is free and may be occupied."""
        end = list(path)
        while end and (end[-1] in self.s.at or end[-1] in self.no_stopping):
            # esa.5.3d2: friends let open order pass, but it ends in a free hex; esa.5.4.1l: no halt in an area
            if outcome == COMPLETE:
                outcome = HALTED if end[-1] in self.s.at else HINDERED
            end.pop()
        last = end[-1] if end else ""
        self.found.setdefault((last, outcome), Retreat(tuple(end), outcome))


def withdrawals(s: BattleState, unit: Unit, threat: Hex, *, may_stop_at_general: bool = False) -> list[Retreat]:
    """The ways a unit may withdraw; its owner chooses (esa.5.3.2c). Dragoons go on horseback (esa.5.3.2j)."""
    before = unit.values
    if unit.profile.is_dragoons:
        unit.values = unit.profile.line("mounted")
    ways = _Withdrawal(s, unit, threat, may_stop_at_general).ways()
    unit.values = before
    return ways


def choose_retreat(
    g: EsaGame, unit: Unit, kind: str, ways: list[Retreat], rules: tuple[str, ...], threat: Hex
) -> Procedure[Retreat]:
    """The owner picks one of several ways."""
    if len(ways) == 1:
        return ways[0]
    options = [
        Option(
            kind,
            {"unit": unit.id, "hex": way.path[-1] if way.path else unit.hex, "ends": way.outcome},
            rules[-1:],
        )
        for way in ways
    ]
    order = sorted(range(len(ways)), key=lambda place: ways[place].outcome != COMPLETE)
    about = {"unit": unit.id, "threat": threat}
    chosen = yield Decision(unit.seat, kind, [options[place] for place in order], about, rules)
    return ways[options.index(chosen)]


def step_back(g: EsaGame, unit: Unit, threat: Hex, cause: str) -> Procedure[None]:
    """One hex away from the unit that caused it, keeping the facing (esa.5.3.1a). ``cause``: the rule that says so."""
    ways = step_backs(g.state, unit, threat)
    way = yield from choose_retreat(g, unit, "step-back", ways, (cause, "esa.5.3.1b"), threat)
    yield from _carry_out(g, unit, "step-back", way, (cause, "esa.5.3.1a"))


def withdraw(g: EsaGame, unit: Unit, threat: Hex, cause: str, *, from_losses: bool) -> Procedure[None]:
    """All movement and a little more, away from the threat (esa.5.3.2a). ``cause``: the rule that says so."""
    # esa.5.3.2h: a general met on the way frees only from a withdrawal caused by losses
    ways = withdrawals(g.state, unit, threat, may_stop_at_general=from_losses)
    way = yield from choose_retreat(g, unit, "withdraw", ways, (cause, "esa.5.3.2c"), threat)
    if way.path:  # dragoons who cannot get away stay on foot, in a house perhaps
        mount_up(g, unit)
    yield from _carry_out(g, unit, "withdraw", way, (cause, "esa.5.3.2a"))


def _carry_out(g: EsaGame, unit: Unit, kind: str, way: Retreat, rules: tuple[str, ...]) -> Procedure[None]:
    start = unit.hex
    if way.outcome == DESTROYED:
        g.tell(ForcedMove(unit.id, kind, start, way.path, way.outcome, (*rules, "esa.5.3b")))
        eliminate(g, unit, "esa.5.3b")  # a leader stays behind where it began, esa.10.1i
        return
    yield from make_room(g, unit, way.path)
    carry(g, unit, way.path)
    g.tell(ForcedMove(unit.id, kind, start, way.path, way.outcome, rules))
    if way.outcome == HINDERED:
        take_losses(g, unit, 1, in_attack=False)  # esa.5.3c, esa.5.3i
        if unit.hex and is_broken(g.state, unit):
            shake(g, unit, "esa.5.3i")


def carry(g: EsaGame, unit: Unit, path: tuple[Hex, ...]) -> None:
    """Move a unit along a forced path, its leader with it; a lone friendly general joins (esa.5.3e, esa.10.1e2)."""
    s = g.state
    leader = s.leader_with(unit) or leader_met(s, unit, path)
    if path:
        if leader is not None:
            s.place_leader(leader, "")
        s.place(unit, path[-1])
        if leader is not None:
            s.place_leader(leader, path[-1])
        unit.contacts.clear()


def leader_met(s: BattleState, unit: Unit, path: tuple[Hex, ...]) -> Leader | None:
    """The lone leader a unit picks up on its way: the first general, or a character in its last hex."""
    for label in path:
        name = s.leader_at.get(label)
        if name is not None and label not in s.at and (s.leaders[name].rank != "character" or label == path[-1]):
            return s.leaders[name]  # esa.5.3e; in the same hex he is attached, esa.g.16
    return None


def make_room(g: EsaGame, unit: Unit, path: tuple[Hex, ...]) -> Procedure[None]:
    """A unit with a leader does not pick up a second one: he is moved first (esa.5.3e2)."""
    s = g.state
    if not path or path[-1] not in s.leader_at:
        return
    last = s.leaders[s.leader_at[path[-1]]]
    if last is not (s.leader_with(unit) or leader_met(s, unit, path)):
        yield from flee(g, last, must_leave=True)
