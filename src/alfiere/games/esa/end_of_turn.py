"""Chapters 2.1.1, 3.2.4 and 3.2.5: routs, determination, objectives, and whether the battle is over."""

from __future__ import annotations

from alfiere.battles.events import BattleEnded
from alfiere.games.esa.events import (
    DeterminationLost,
    DivisionRouted,
    LeaderFell,
    LeaderPlaced,
    ObjectiveTaken,
    UnitEliminated,
)
from alfiere.games.esa.losses import GENERALS, UNITS, havens, replace
from alfiere.games.esa.order_of_play import by_initiative
from alfiere.games.esa.scenario import ObjectiveForm
from alfiere.games.esa.state import BECAME_SHAKEN, SEATS, BattleState, Division, EsaGame, Leader, other
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Option, Seat
from alfiere.kernel.procedure import Procedure, choose


def discard_orders(s: BattleState) -> None:
    """All assigned cards go to their owner's discards (esa.3.2.4a)."""
    for division in s.divisions.values():
        if division.card:
            s.armies[division.seat].discard.append(division.card)
        division.card, division.focus, division.has_order = 0, "", False
    s.cards_shown = False


def broken(s: BattleState, division: Division) -> tuple[int, int]:
    """How many of a division's prevailing troops are shaken or gone, and of how many (esa.2.1.1c, esa.2.1.1f)."""
    units = [s.units[name] for name in division.prevailing]
    lost = [unit for unit in units if unit.strength == 0 or unit.is_shaken]
    return len(lost), len(units)


def rout_divisions(g: EsaGame) -> Procedure[None]:
    """Divisions with more than half of their prevailing troops shaken or gone leave the field (esa.2.1.1c-e)."""
    s = g.state
    first, _ = by_initiative(s)
    for division in sorted(s.divisions.values(), key=lambda one: one.seat == first):  # esa.g.15
        lost, total = broken(s, division)
        if not division.is_routed and 2 * lost > total:
            g.tell(DivisionRouted(division.id, lost, total))
            yield from rout(g, division)


def rout(g: EsaGame, division: Division) -> Procedure[None]:
    """All units and the general of a division are removed (esa.2.1.1d, esa.2.1.1g-esa.2.1.1h2)."""
    s = g.state
    army = s.armies[division.seat]
    division.is_routed = True
    for name in division.units:
        unit = s.units[name]
        if unit.strength:  # also those that have not come on yet
            army.cost[UNITS] += unit.profile.points
            unit.strength = 0
            s.place(unit, "")
            g.tell(UnitEliminated(unit.id, unit.profile.points, ("esa.2.1.1d",)))
    general = s.leaders[division.general]
    army.cost[GENERALS] += general.profile.morale  # esa.2.1.1g
    if general.hex:
        s.place_leader(general, "")
    if general.rank == "commander":
        g.tell(LeaderFell(general.id, general.profile.name, True, ("esa.2.1.1h",)))
        yield from _succeed(g, general)
    else:
        g.tell(LeaderFell(general.id, general.profile.name, False, ("esa.2.1.1g",)))
    for leader in s.leaders.values():
        if leader.rank == "character" and leader.division == division.id and leader.hex:
            s.place_leader(leader, "")  # esa.2.1.1h2
            g.tell(LeaderFell(leader.id, leader.profile.name, False, ("esa.2.1.1h2",)))


def _succeed(g: EsaGame, commander: Leader) -> Procedure[None]:
    """The commander's successor appears beside one of his generals (esa.2.1.1h)."""
    s = g.state
    s.armies[commander.seat].fallen_generals += 1
    replace(commander)
    commander.division = ""
    places = havens(s, commander)
    if not places:
        return
    options = [Option("leader", {"leader": commander.id, "hex": one}, ("esa.2.1.1h",)) for one in places]
    chosen = yield from choose(commander.seat, "successor", options, {"leader": commander.id}, ("esa.2.1.1h",))
    s.place_leader(commander, chosen["hex"])
    g.tell(LeaderPlaced(commander.id, commander.hex, ("esa.2.1.1h",)))


def settle_determination(g: EsaGame) -> None:
    """Determination falls for shaken units, eliminated units and generals, then for objectives (esa.3.2.4g)."""
    s = g.state
    for seat in SEATS:
        army = s.armies[seat]
        shaken = sum(1 for unit in s.units.values() if unit.seat == seat and unit.did & BECAME_SHAKEN)
        lose(g, seat, shaken * tables().numbers.shaken_cost, "shaken", "esa.3.2.4b")
        lose(g, seat, army.cost[UNITS], "units", "esa.3.2.4c")
        lose(g, seat, army.cost[GENERALS], "generals", "esa.3.2.4d")
        army.cost = [0, 0]
    for place, objective in enumerate(s.scenario.form.objective):
        _settle_objective(g, place, objective)


def lose(g: EsaGame, seat: Seat, amount: int, cause: str, rule: str) -> None:
    """Lower an army's determination."""
    if amount:
        army = g.state.armies[seat]
        army.determination -= amount
        g.tell(DeterminationLost(seat, amount, cause, army.determination, (rule,)))


def occupier(s: BattleState, label: str) -> Seat | None:
    """Who holds an objective: a fresh unit in it, or cavalry beside it with no enemy near (esa.1.4c, esa.1.4d)."""
    inside = s.unit_at(label)
    if inside is not None and not inside.is_shaken:
        return inside.seat
    around = [unit for h in s.field.grid.adjacent[label] if (unit := s.unit_at(h)) is not None]
    near = [*around, inside] if inside is not None else around
    for seat in SEATS:
        rides = any(unit.seat == seat and unit.values.is_cavalry and not unit.is_shaken for unit in around)
        if rides and not any(unit.seat != seat for unit in near):
            return seat
    return None


def _settle_objective(g: EsaGame, place: int, objective: ObjectiveForm) -> None:
    """What an objective costs at the end of this turn (esa.1.4b-esa.1.4e, esa.3.2.4e)."""
    s = g.state
    if s.turn < objective.from_turn:
        return
    holder = occupier(s, objective.hex)
    if holder is None:
        return
    loser = other(holder)
    if objective.loses not in ("anyone", "opponent") and s.scenario.seat_of[objective.loses] != loser:
        return
    name = f"{place}"
    if objective.kind == "once":
        if name in s.taken:
            return
        s.taken.append(name)
    g.tell(ObjectiveTaken(objective.hex, holder, ("esa.1.4b" if objective.kind == "once" else "esa.1.4e",)))
    lose(g, loser, objective.points, "objective", "esa.3.2.4e")


def check_end(g: EsaGame) -> None:
    """Whether the battle is over, in the order of the rulebook (esa.3.2.5h)."""
    s = g.state
    _by_scenario(g)
    if not s.winner:
        _by_determination(g)
    if not s.winner:
        _by_ruin(g)
    if not s.winner and s.turn >= s.scenario.turns:
        _by_the_clock(g)


def finish(g: EsaGame, winner: Seat | None, reason: str, *rules: str) -> None:
    """The battle is over."""
    g.state.winner = winner or "nobody"
    g.state.reason = reason
    g.tell(BattleEnded(g.state.winner, reason, rules))


def _by_scenario(g: EsaGame) -> None:
    s = g.state
    victory = s.scenario.form.victory
    if victory is None:
        return
    holder = s.unit_at(victory.hex)
    if holder is not None and not holder.is_shaken and holder.seat == s.scenario.seat_of[victory.side]:
        finish(g, holder.seat, "scenario", "esa.3.2.5c")


def _by_determination(g: EsaGame) -> None:
    beaten = [seat for seat in SEATS if g.state.armies[seat].determination <= 0]
    if len(beaten) == 2:
        finish(g, None, "both-spent", "esa.3.2.5e")
    elif beaten:
        finish(g, other(beaten[0]), "determination", "esa.3.2.5d", "esa.2.1.3b")


def _by_ruin(g: EsaGame) -> None:
    s = g.state
    ruined = [seat for seat in SEATS if all(unit.is_shaken for unit in s.side(seat)) and not _more_to_come(s, seat)]
    if len(ruined) == 2:
        finish(g, None, "both-ruined", "esa.3.2.5g")
    elif ruined:
        finish(g, other(ruined[0]), "ruin", "esa.3.2.5f", "esa.3.2.5g")


def _more_to_come(s: BattleState, seat: Seat) -> bool:
    """Whether reinforcements have still to arrive."""
    return any(unit.seat == seat and unit.strength and not unit.hex for unit in s.units.values())


def _by_the_clock(g: EsaGame) -> None:
    s = g.state
    victory = s.scenario.form.victory
    if victory is not None and victory.at_end:
        finish(g, s.scenario.seat_of[victory.at_end], "held", "esa.3.2.5c")
        return
    red, blue = s.armies["red"].determination, s.armies["blue"].determination
    if red == blue:
        finish(g, None, "time-equal", "esa.3.2.5b")
    else:
        finish(g, "red" if red > blue else "blue", "time", "esa.3.2.5a")
