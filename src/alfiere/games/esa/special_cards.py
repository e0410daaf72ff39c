"""Chapter 2.5.2 and the cards: what some cards do at the moment they are revealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from alfiere.games.esa.card_tests import draw
from alfiere.games.esa.cards import Card, cards
from alfiere.games.esa.events import CardDiscarded, MarkerRemoved, SpecialPlayed
from alfiere.games.esa.preparation import draw_to_hand
from alfiere.games.esa.state import BattleState, Division, EsaGame, Unit, other
from alfiere.games.esa.tables import tables
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure, choose

ON_REVEAL: Final = (
    "draw one",
    "look at three",
    "remove a marker",
    "spy",
    "commit reserve",
    "discard at random",
)
Join = Callable[..., None]


def play_special(g: EsaGame, division: Division, join: Join) -> Procedure[None]:
    """The ability of a card that works on reveal; a special card is then discarded (esa.2.5.2e)."""
    s = g.state
    card = cards()[division.card]
    if (yield from _uses(division, card)):
        g.tell(SpecialPlayed(division.seat, division.id, card.number, ("esa.3.2.2k", card.rule)))
        if card.ability == "draw one":  # esa.card.21, esa.card.35
            draw_to_hand(g, division.seat, 1, card.rule)
        elif card.ability == "look at three":
            yield from _reconnoitre(g, division)
        elif card.ability == "remove a marker":
            yield from _give_heart(g, division)
        elif card.ability == "spy":
            yield from _spy(g, division)
        elif card.ability == "commit reserve":
            yield from _commit_reserve(g, division, join)
        else:
            _discard_at_random(g, division)
    if card.is_special:
        s.armies[division.seat].discard.append(division.card)
        division.card = 0


def _uses(division: Division, card: Card) -> Procedure[bool]:
    """The owner may leave a special card's ability alone; esa.card.35, 44 and 47 simply work."""
    if card.orders or card.ability == "discard at random":
        return True
    options = [
        Option("use", {"division": division.id}, (card.rule,)),
        Option("decline", {"division": division.id}, ("esa.2.5.2e",)),
    ]
    about = {"division": division.id, "card": card.number}
    chosen = yield Decision(division.seat, "special-card", options, about, ("esa.2.5.2e", card.rule))
    return chosen.key == "use"


def _reconnoitre(g: EsaGame, division: Division) -> Procedure[None]:
    """Look at the top three cards and put each back on the top or at the bottom (esa.card.22)."""
    s = g.state
    army = s.armies[division.seat]
    s.looker = division.seat
    s.looking = [card for _ in range(tables().numbers.look_at) if (card := draw(g, army))]
    g.reveal()
    while s.looking:
        options = [
            Option(f"put-{place}", {"card": card}, ("esa.card.22",))
            for card in s.looking
            for place in ("top", "bottom")
        ]
        chosen = yield Decision(division.seat, "look", options, {"cards": list(s.looking)}, ("esa.card.22",))
        s.looking.remove(chosen["card"])
        if chosen.key == "put-top":
            army.deck.top.append(chosen["card"])
        else:
            army.deck.bottom.append(chosen["card"])
    s.looker = ""


def _give_heart(g: EsaGame, division: Division) -> Procedure[None]:
    """Remove one marker from one unit of the division, at any distance (esa.card.41)."""
    s = g.state
    options = []
    for unit in map(s.units.__getitem__, division.units):
        for marker, lies in (("shaken", unit.is_shaken), ("paralysed", unit.is_paralysed)):
            if unit.hex and lies:
                options.append(Option("rally", {"unit": unit.id, "marker": marker}, ("esa.card.41",)))
    if not options:
        return
    chosen = yield from choose(division.seat, "give-heart", options, {}, ("esa.card.41",))
    unit = s.units[chosen["unit"]]
    if chosen["marker"] == "shaken":
        unit.is_shaken = False
    else:
        unit.is_paralysed = False
    g.tell(MarkerRemoved(unit.id, chosen["marker"], ("esa.card.41",)))


def _spy(g: EsaGame, division: Division) -> Procedure[None]:
    """Look at the opponent's hand and discard one card of it (esa.card.42)."""
    s = g.state
    victim = s.armies[other(division.seat)]
    if not victim.hand:
        return
    s.seen_hand = division.seat
    g.reveal()
    options = [Option("discard", {"card": card}, ("esa.card.42",)) for card in victim.hand]
    chosen = yield Decision(division.seat, "spy", options, {"cards": list(victim.hand)}, ("esa.card.42",))
    s.seen_hand = ""
    victim.hand.remove(chosen["card"])
    victim.discard.append(chosen["card"])
    g.tell(CardDiscarded(victim.seat, chosen["card"], ("esa.card.42",)))


def committable(s: BattleState, division: Division) -> list[Unit]:
    """Reserve units within the receiving general's reach, whatever their distance from the commander."""
    general = s.leaders[division.general]
    return [
        unit
        for reserve in s.divisions.values()
        if reserve.seat == division.seat and reserve.is_reserve and reserve is not division
        for unit in map(s.units.__getitem__, reserve.units)
        if unit.hex and s.field.command_distance(general.hex, unit.hex) <= general.profile.morale
    ]


def _commit_reserve(g: EsaGame, division: Division, join: Join) -> Procedure[None]:
    """Up to two reserve units join the division (esa.card.44)."""
    s = g.state
    for _ in range(tables().numbers.commit_reserve):
        found = committable(s, division)
        if not found:
            return
        options = [Option("assign-reserve", {"unit": u.id, "division": division.id}, ("esa.card.44",)) for u in found]
        chosen = yield Decision(division.seat, "commit", [*options, Option("keep")], {}, ("esa.card.44",))
        if chosen.key == "keep":
            return
        join(g, s.units[chosen["unit"]], division, "esa.card.44")


def _discard_at_random(g: EsaGame, division: Division) -> None:
    """The owner loses one card of his hand by chance (esa.card.47)."""
    army = g.state.armies[division.seat]
    if army.hand:
        card = army.hand.pop(g.pick(army.hand, army.seat))
        army.discard.append(card)
        g.tell(CardDiscarded(army.seat, card, ("esa.card.47",)))
