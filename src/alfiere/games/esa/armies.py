"""Chapters 2.1 and 2.2, the armies: orders of battle become pieces, points become determination, decks are built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from alfiere.games.esa.cards import BASE_DECK
from alfiere.games.esa.deck import Deck
from alfiere.games.esa.scenario import DivisionForm, Scenario, SideForm, leader_id
from alfiere.games.esa.state import SEATS, Army, BattleState, Division, Leader, Unit
from alfiere.games.esa.tables import DeckChange, tables
from alfiere.games.esa.troops import profiles

OPTIONS = {
    "veterans": "no",  # esa.v.1-esa.v.5
    "full_tests": "no",  # esa.4.1a: yes turns over every card due, even when the test is decided
    "red_army_value": "",  # esa.10.19d, esa.10.19e: another army value
    "blue_army_value": "",
    "haze": "no",
    "ships": "no",
}
SCENARIO_OPTIONS = ("haze", "ships")  # only where a scenario has such a rule


# Options younger than release 0.1.0: while they have their usual value they leave no trace in the state, so that the
# positions of older saves still agree.
YOUNGER_OPTIONS = ("full_tests",)


def _in_state(options: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name not in YOUNGER_OPTIONS or value != OPTIONS.get(name)}


def new_battle(scenario: Scenario, options: Mapping[str, str]) -> BattleState:
    """A battle before the first decision: armies built, nobody on the table yet."""
    state = BattleState(scenario, scenario.field_in(1), _in_state(options))
    for seat in SEATS:
        _raise_army(state, scenario.sides[seat])
    return state


def _raise_army(state: BattleState, side: SideForm) -> None:
    commander = _add_leader(state, side.seat, side.commander, "commander")
    superiors: dict[str, str] = {}
    for wing in side.wing:
        superior = _add_leader(state, side.seat, wing.general, "wing")
        superiors |= dict.fromkeys(wing.divisions, superior.id)  # esa.2.1e
    for form in side.division:
        _raise_division(state, side, form, commander, superiors.get(form.id, ""))
    state.armies[side.seat] = Army(
        seat=side.seat,
        value=_army_value(state, side),
        determination=initial_determination(state, side.seat),
        deck=Deck(top=[], middle=_deck(state, side.seat), bottom=[]),
        commander=commander.id,
    )


def _army_value(state: BattleState, side: SideForm) -> int:
    """The army value of the scenario, changed by special rules and options (esa.2.1.2a, esa.10.19)."""
    value = side.army_value or tables().numbers.army_value
    for rule in state.scenario.special("army value", state.options):
        value = rule.value
    return int(state.options.get(f"{side.seat}_army_value") or value)


def _add_leader(state: BattleState, seat: str, profile_id: str, rank: str, division: str = "") -> Leader:
    profile = profiles().leaders[profile_id]
    leader = Leader(
        id=leader_id(profile, state.leaders),
        seat=seat,
        rank=rank,
        division=division,
        profile=profile,
        strength=profile.strength,
    )
    state.leaders[leader.id] = leader
    return leader


def _raise_division(state: BattleState, side: SideForm, form: DivisionForm, commander: Leader, superior: str) -> None:
    if form.general and form.general != side.commander:
        general = _add_leader(state, side.seat, form.general, "general", form.id)
        general.superior = superior
    else:
        general = commander  # esa.2.1b2
        commander.division = commander.division or form.id
    for character in form.characters:
        _add_leader(state, side.seat, character, "character", form.id)
    units = []
    for entry in form.units:
        profile = profiles().units[entry.profile]
        unit = Unit(
            id=entry.id,
            seat=side.seat,
            division=form.id,
            profile=profile,
            values=next(iter(profile.lines.values())),
            facing=form.zone.facing if form.zone is not None else 0,
            strength=profile.strength,
        )
        state.units[unit.id] = unit
        units.append(unit)
    state.divisions[form.id] = Division(
        id=form.id,
        seat=side.seat,
        general=general.id,
        units=[unit.id for unit in units],
        prevailing=[unit.id for unit in prevailing(units)],
        is_reserve=form.reserve,
    )


def prevailing(units: list[Unit]) -> list[Unit]:
    """The troops that give a division its type: the class with the most units, tied classes together."""
    counts = Counter(unit.profile.type for unit in units)  # esa.2.1.1a, esa.2.1.1a2
    most = max(counts.values(), default=0)
    return [unit for unit in units if counts[unit.profile.type] == most]  # esa.2.1.1b


def initial_determination(state: BattleState, seat: str) -> int:
    """Half the points of the units, rounded down, without leaders and guns (esa.2.1.3a, esa.2.1.3c)."""
    units = (unit for unit in state.units.values() if unit.seat == seat)
    whole = sum(unit.profile.points for unit in units if not unit.profile.is_artillery) // 2
    return lowered(state.scenario, seat, whole, state.options)


def lowered(scenario: Scenario, seat: str, whole: int, options: Mapping[str, str]) -> int:
    """Determination as a scenario lowers it: by one part in so many, rounded up."""
    for rule in scenario.special("determination", options):
        if scenario.seat_of[rule.side] == seat:
            whole -= -(-whole // rule.value)
    return whole


def deck_changers(state: BattleState, seat: str) -> list[tuple[Leader, DeckChange]]:
    """The generals who change the deck and how, lowest morale first (esa.2.2e, esa.2.2e2)."""
    leaders = [one for one in state.leaders.values() if one.seat == seat and one.rank != "character"]
    leaders.sort(key=lambda leader: leader.profile.morale)
    return [
        (leader, change)
        for leader in leaders
        for change in tables().deck_changes
        if leader.profile.morale in change.morale  # esa.2.2g: morale 2 changes nothing
    ]


def _deck(state: BattleState, seat: str) -> list[int]:
    """The base deck with the changes that leave no choice (esa.2.2f, esa.2.2k)."""
    deck = list(BASE_DECK)  # esa.2.2a, esa.2.2b
    for _, change in deck_changers(state, seat):
        if not change.choice:
            exchange(deck, change.cards, change)
    for leader in state.leaders.values():
        card = leader.profile.adds_card
        if leader.seat == seat and leader.rank == "character" and card and card not in deck:
            deck.append(card)
    return sorted(deck)


def exchange(deck: list[int], count: int, change: DeckChange) -> None:
    """Swap cards in the usual order; what cannot be done is ignored (esa.2.2d, esa.2.2j, esa.2.2j2)."""
    for _ in range(count):
        out = next((card for card in change.out if card in deck), 0)
        into = next((card for card in change.into if card not in deck), 0)
        if not out or not into:
            break
        deck.remove(out)
        deck.append(into)
    deck.sort()
