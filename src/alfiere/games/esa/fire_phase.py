"""Chapter 6, the fire action: divisions fire in the order of play; barrages come before any movement."""

from __future__ import annotations

from alfiere.games.esa.artillery import may_turn_before_firing
from alfiere.games.esa.card_tests import told, turn_cards
from alfiere.games.esa.cards import cards
from alfiere.games.esa.command import grants
from alfiere.games.esa.events import UnitParalysed, UnitTurned, VolleyFired
from alfiere.games.esa.fire import can_fire, targets, volley_by_order
from alfiere.games.esa.state import ACTED, BARRAGED, BattleState, Division, EsaGame, Unit, other
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import MARK, Procedure


def barrage_divisions(s: BattleState) -> list[str]:
    """Divisions whose card lets them fire before any movement (esa.card.9, esa.card.9b)."""
    return [
        division.id
        for division in s.divisions.values()
        if grants(s, division, "fire") and not division.focus and cards()[division.card].ability == "barrage"
    ]


def may_fire_by_order(s: BattleState, unit: Unit) -> bool:
    """Whether an activated unit may use its fire order (esa.6a, esa.9.2f, esa.card.9c)."""
    if not unit.hex or not can_fire(s, unit):
        return False
    return not (unit.profile.is_artillery and unit.did & ACTED and not unit.did & BARRAGED)


def shots(s: BattleState, unit: Unit) -> list[Option]:
    """Every volley a unit may fire, with a turn first where its card allows one (esa.card.39)."""
    options = [Option("fire", {"unit": unit.id, "target": one.id}, ("esa.6.1a",)) for one in targets(s, unit)]
    if may_turn_before_firing(s, unit):
        for facing in ((unit.facing + turn) % 6 for turn in (1, 5)):
            options += [
                Option("fire", {"unit": unit.id, "target": one.id, "facing": facing}, ("esa.card.39",))
                for one in targets(s, unit.turned(facing))
            ]
    return options


def fire_division(g: EsaGame, division: Division) -> Procedure[None]:
    """The units of a division fire one by one, in the order their owner likes (esa.3.1c)."""
    return _fire(g, division, barrage=False)


def barrage_division(g: EsaGame, division: Division) -> Procedure[None]:
    """The first of two fires (esa.card.9b)."""
    return _fire(g, division, barrage=True)


def _fire(g: EsaGame, division: Division, *, barrage: bool) -> Procedure[None]:
    while True:
        yield MARK
        s = g.state
        options: list[Option] = []
        for unit in map(s.units.__getitem__, s.active):
            if may_fire_by_order(s, unit) and not (barrage and unit.did & BARRAGED):
                options += shots(s, unit)
        if not options:
            return
        chosen = yield Decision(
            division.seat,
            "fire",
            [*options, Option("done")],
            {"division": division.id},
            ("esa.6a", "esa.6.1a"),
        )
        if chosen.key == "done":
            return
        unit = s.units[chosen["unit"]]
        if unit.division != division.id:
            unit.under = division.id  # esa.9.2b2: a battery, nobody else is lent
        if chosen.get("facing") is not None:
            unit.facing = chosen["facing"]
            g.tell(UnitTurned(unit.id, unit.facing, ("esa.card.39",)))
        target = s.units.get(chosen["target"]) or s.leaders[chosen["target"]]
        yield from volley_by_order(g, unit, target, barrage=barrage)


def fire_of_ships(g: EsaGame) -> Procedure[None]:
    """Ships off the coast, where a scenario has them and the players want them."""
    s = g.state
    for rule in s.scenario.special("ships", s.options):
        seat = s.scenario.seat_of[rule.side]
        left, right = rule.columns
        found = [unit for unit in s.side(other(seat)) if left <= int(unit.hex[:2]) <= right]
        if not found:
            continue
        options = [Option("ships", {"target": unit.id}) for unit in found] + [Option("none")]
        chosen = yield Decision(seat, "ships", options, {}, ("esa.2.1f",))
        if chosen.key == "ships":
            _ships_volley(g, seat, s.units[chosen["target"]], rule.cards)


def _ships_volley(g: EsaGame, seat: str, target: Unit, due: int) -> None:
    s = g.state
    tally = Tally("fire")
    tally.add(due, "ships", "esa.2.1f")
    armour = Tally("armour")
    armour.add(target.values.armour_fire, "armour", "esa.2.6.1b")
    armour.add(s.field.protection.get(target.hex, (0, 0))[0], "protection", "esa.1.4a")
    turned, hits = turn_cards(g, seat, due, armour.total + 1)
    left = max(0, hits - armour.total)
    drawn, none = told(s, seat, turned), Tally("automatic")
    g.tell(VolleyFired("ships", target.id, none, tally, *drawn, hits, armour, left, True))
    if left and not target.is_paralysed:
        target.is_paralysed = True
        g.tell(UnitParalysed(target.id, ("esa.10.14a",)))
