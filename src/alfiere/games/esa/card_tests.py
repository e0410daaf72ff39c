"""Chapter 4, tests: how many cards are turned over, and what they say."""

from __future__ import annotations

from alfiere.games.esa.cards import cards, values
from alfiere.games.esa.command import card_in_force, division_of, in_command
from alfiere.games.esa.events import Reshuffled, TestTaken
from alfiere.games.esa.state import Army, BattleState, EsaGame, Leader, Unit
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Tally


def draw(g: EsaGame, army: Army) -> int:
    """The next card of an army's deck; 0 when deck and discards are both empty (esa.4h, esa.4i)."""
    deck = army.deck
    if deck.top:
        return deck.top.pop()
    if not deck.middle:
        if deck.bottom:
            return deck.bottom.pop(0)
        if not army.discard:
            return 0
        deck.middle, army.discard = army.discard, []
        g.tell(Reshuffled(army.seat, len(deck.middle)))
    return deck.middle.pop(g.pick(deck.middle, army.seat))


def turn_cards(g: EsaGame, seat: Seat, due: int, decisive: int) -> tuple[list[int], int]:
    """Turn over the cards of a test and count the successes; stop once they are decisive (esa.4.1a).

    Stopping early is a right, not a duty: with the option ``full_tests`` nobody uses it.
    """
    army = g.state.armies[seat]
    if g.state.options.get("full_tests") == "yes":
        decisive = due + 1
    limit, value_of = army.value, values()
    turned: list[int] = []
    successes = 0
    for _ in range(due):
        card = draw(g, army)
        if not card:
            break  # esa.4i: nothing left to draw
        army.aside.append(card)
        value = value_of[card]
        turned.append(value)
        if value <= limit:  # esa.1.2b, esa.4d
            successes += 1
            if successes >= decisive:
                break
    if turned:
        g.reveal()  # a card that lay known on top costs no chance, but now everybody has seen it
    army.discard += army.aside  # esa.4i: aside until the test is over
    army.aside = []
    return turned, successes


def told(s: BattleState, seat: Seat, turned: list[int]) -> tuple[int, tuple[int, ...], tuple[bool, ...]]:
    """What events tell of the cards turned over: up to which value they succeed, their values, which do (esa.4d)."""
    limit = s.armies[seat].value
    return limit, tuple(turned), tuple(value <= limit for value in turned)


def base_tally(kind: str, strength: int, skill: int) -> Tally:
    """Strength and skill, the first two lines of every test (esa.4a)."""
    tally = Tally(kind)
    most = tables().numbers.strength_in_tests
    if strength > most:
        tally.add(most, "strength of a large unit", "esa.10.11a")
    else:
        tally.add(strength, "strength", "esa.10.8b")
    tally.add(skill, "skill", "esa.4a")
    return tally


def add_card_bonus(s: BattleState, unit: Unit, kind: str, tally: Tally, **case: bool) -> None:
    """What the division's card gives in this kind of test; ``case`` says which conditions are met."""
    card = card_in_force(s, unit)
    if card is None or not (amount := getattr(card.bonus, kind)):
        return
    if card.when == "began in cover" and not unit.began_in_cover:
        return
    if card.when == "artillery" and not unit.profile.is_artillery:
        return
    if card.when in ("attacked", "main unit", "moved into contact") and not case.get(card.when.replace(" ", "_")):
        return
    tally.add(amount, "card", card.rule)


def add_focus(s: BattleState, unit: Unit, kind: str, tally: Tally) -> None:
    """One card more in the action a division is focused on, reactions included (esa.10.7e, esa.10.7h2)."""
    division = division_of(s, unit)
    if division.focus == kind and division.has_order and in_command(s, unit):
        tally.add(tables().numbers.focus, "focus", "esa.10.7e")


def least(tally: Tally) -> Tally:
    """At least one card is always turned over (esa.4b)."""
    return tally.at_least(tables().numbers.least_cards, "esa.4b")


def morale_tally(s: BattleState, unit: Unit, purpose: str) -> Tally:
    """Cards of a unit's morale test; ``purpose`` is action, charge, evasion or recovery."""
    tally = base_tally("morale", unit.strength, unit.values.morale)
    leader = s.leader_with(unit)
    if leader is not None:
        tally.add(leader.profile.morale, "leader", "esa.10.1f")
    add_card_bonus(s, unit, "morale", tally)
    if purpose == "charge":
        add_card_bonus(s, unit, "charge", tally)
    if purpose in ("recovery", "rally"):  # esa.5.4.1k2: only in the rally action
        ground = s.field.ground(unit.hex, unit.values.kind)
        if ground in s.field.tables.terrain:
            amount = s.field.tables.terrain[ground].rally.get(unit.values.kind, 0)
            rule = {"area": "esa.5.4.1k", "wood": "esa.5.4.2h"}.get(ground, "esa.5.4.3e")
            tally.add(amount, ground, rule)
    return least(tally)


def unit_passes(g: EsaGame, unit: Unit, purpose: str, *rules: str) -> bool:
    """A unit's morale test: one success passes (esa.4g)."""
    return _passes(g, unit, purpose, morale_tally(g.state, unit, purpose), "esa.4g", *rules)


def leader_passes(g: EsaGame, leader: Leader, purpose: str, *rules: str) -> bool:
    """A general's morale test, with his own strength and morale (esa.4j)."""
    tally = least(base_tally("morale", leader.strength, leader.profile.morale))
    return _passes(g, leader, purpose, tally, "esa.4j", *rules)


def _passes(g: EsaGame, piece: Unit | Leader, purpose: str, tally: Tally, *rules: str) -> bool:
    turned, successes = turn_cards(g, piece.seat, tally.total, 1)
    g.tell(TestTaken(piece.id, purpose, tally, *told(g.state, piece.seat, turned), successes > 0, rules))
    return successes > 0


def may_act(g: EsaGame, unit: Unit, purpose: str, failed: int) -> bool:
    """A weakened unit's test before an action; once failed, no second try this turn (esa.10.12b, esa.10.12c)."""
    if not unit.is_weakened:
        return True
    if unit.did & failed:
        return False
    if unit_passes(g, unit, purpose, "esa.10.12b", "esa.10.12c"):
        return True
    unit.did |= failed
    return False


def card_value(number: int) -> int:
    """The random value at the bottom of a card (esa.2.5.3a)."""
    return cards()[number].value
