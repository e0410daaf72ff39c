"""The order cards: the complete decks, card by card, and the cards without an ability."""

from __future__ import annotations

import pytest

from alfiere.games.esa.cards import Card, cards
from tests.games.esa.card_play import granted

# number | name | Italian name | priority | orders | ability | value
DECKS = """
 1 | Direct order | Ordine diretto | 2 | move fire melee rally | - | 8
 2 | Direct order | Ordine diretto | 2 | move fire melee rally | - | 3
 3 | Direct order | Ordine diretto | 1 | move fire melee rally | - | 6
 4 | Engage | Ingaggiati | 3 | move fire melee | - | 5
 5 | Engage | Ingaggiati | 2 | move fire melee | - | 10
 6 | Engage | Ingaggiati | 2 | move fire melee | - | 2
 7 | Cavalry raid | Incursione di cavalleria | 3 | move fire melee | cavalry moves after melee | 7
 8 | Cavalry raid | Incursione di cavalleria | 3 | move fire melee | cavalry moves after melee | 4
 9 | Barrage fire | Tiro di sbarramento | 1 | move fire rally | barrage | 9
10 | Barrage fire | Tiro di sbarramento | 1 | move fire rally | barrage | 1
11 | Charge! | Carica! | 3 | move melee | charge +1 | 6
12 | Charge! | Carica! | 3 | move melee | charge +1 | 8
13 | Cold steel | All'arma bianca | 2 | move melee rally | melee +1 | 3
14 | Cold steel | All'arma bianca | 2 | move melee rally | melee +1 | 10
15 | Counter-attack | Contrattacco | - | - | counter-attack, melee +1 if attacked | 1
16 | Hold the position | Tenete la posizione | 1 | fire melee rally | supported | 5
17 | Fire at will | Fuoco a volontà | 2 | fire rally | fire +1 | 7
18 | Forced march | Marcia forzata | 3 | move | pm +1 | 9
19 | Close the ranks | Serrate i ranghi | 1 | move rally | morale +1 | 2
20 | Combined attack | Attacco combinato | 2 | move fire melee | melee +1 if main unit | 4
21 | Take heart | Rinfrancati | - | - | draw one | 8
22 | Reconnaissance | Ricognizione | - | - | look at three | 6
23 | Cautious advance | Avanzata cauta | 1 | move fire | - | 3
24 | Re-form | Riformate i ranghi | 2 | move rally | - | 10
25 | Hesitation | Esitazione | 1 | rally | - | 9
26 | Confused orders | Ordini confusi | 1 | move | - | 7
27 | No order | Nessun ordine | - | - | - | 1
28 | No order | Nessun ordine | - | - | - | 5
29 | No order | Nessun ordine | - | - | - | 2
30 | No order | Nessun ordine | - | - | - | 4
31 | Direct order | Ordine diretto | 3 | move fire melee rally | - | 2
32 | Dash | Slancio | 3 | move melee rally | melee +1 if moved into contact | 8
33 | Fire and forward | Fuoco e avanti | 2 | move fire melee rally | fire +1 | 3
34 | General charge | Carica generale | 3 | move fire melee | charges succeed | 6
35 | Coup d'oeil | Colpo d'occhio | 3 | move fire melee rally | draw one | 9
36 | Stand firm | A piè fermo | 2 | move fire melee rally | supported | 4
37 | Lightning manoeuvre | Manovra fulminea | 3 | move fire melee rally | all move after melee | 7
38 | The general's example | L'esempio del generale | 3 | move fire melee rally | fire +1, melee +1, morale +1 | 5
39 | Massed guns | Concentrazione d'artiglieria | 2 | move fire rally | turn before firing, fire +1 if artillery | 10
40 | Ambush | Imboscata | 3 | move fire melee | fire +1, melee +1 if began in cover | 1
41 | Words of faith | Parola di fede | - | - | remove a marker | 6
42 | Spies | Spie | - | - | spy | 8
43 | Local guides | Guide locali | 2 | move fire | no stop for terrain | 2
44 | Commit the reserve | Impiegate la riserva | 2 | move fire melee rally | commit reserve | 4
45 | Delay | Ritardo | 1 | move | - | 3
46 | No order | Nessun ordine | - | - | - | 9
47 | Jealousies | Gelosie | - | - | discard at random | 5
48 | Damp powder | Polvere umida | 1 | move fire rally | fire -1 | 7
49 | Panic | Panico | 1 | move rally | morale -1 | 1
50 | Contradictory orders | Ordini contraddittori | 1 | move fire | melee -1 | 10
"""


def written(card: Card) -> str:
    """A card as a line of the table."""
    bonus = [f"{kind} {amount:+d}" for kind, amount in _bonus(card).items() if amount]
    condition = f" if {card.when}" if card.when else ""
    ability = ", ".join(filter(None, [card.ability, ", ".join(bonus) + condition if bonus else ""]))
    orders = " ".join(card.orders)
    parts = [card.name["en"], card.name["it"], card.priority or "-", orders or "-", ability or "-", card.value]
    return " | ".join([f"{card.number:2d}", *map(str, parts)])


def _bonus(card: Card) -> dict[str, int]:
    return {kind: getattr(card.bonus, kind) for kind in ("fire", "melee", "morale", "charge", "pm")}


@pytest.mark.rule("esa.card.0b")
@pytest.mark.parametrize("line", DECKS.strip("\n").splitlines(), ids=lambda line: line[:2].strip())
def test_the_decks_card_by_card(line):
    assert written(cards()[int(line[:2])]) == line


@pytest.mark.rule("esa.card.0")
def test_what_the_rulebook_states_of_its_decks():
    names = {number: card.name["it"] for number, card in cards().items()}
    in_base = [number for number in range(1, 31) if names[number] == "Nessun ordine"]
    assert in_base
    assert set(in_base) <= set(range(25, 31))
    assert all(len(cards()[number].orders) >= 3 for number in range(31, 39))  # good cards
    assert all(cards()[number].priority <= 1 for number in range(45, 51))  # poor ones
    assert names[15] == "Contrattacco"
    assert granted(15) == (0, "")
    said = {name: {granted(number)[1] for number in cards() if names[number] == name} for name in set(names.values())}
    assert {granted(number) for number in (9, 10)} == {(1, "move fire rally")}
    assert said["Rinfrancati"] == {""}
    assert said["Ordine diretto"] == {"move fire melee rally"}
    assert said["Incursione di cavalleria"] == {"move fire melee"}
    assert all({"move", "fire"} <= set(orders.split()) for orders in said["Ingaggiati"])


def plain(*numbers: int) -> list[tuple[int, str]]:
    """What cards grant that have no ability at all."""
    for number in numbers:
        card = cards()[number]
        assert (card.ability, set(_bonus(card).values()), card.is_special) == ("", {0}, False)
    return [granted(number) for number in numbers]


@pytest.mark.rule("esa.card.1")
def test_direct_order_grants_all_four_orders_at_several_priorities():
    every = "move fire melee rally"
    assert plain(1, 2, 3, 31) == [(2, every), (2, every), (1, every), (3, every)]


@pytest.mark.rule("esa.card.4")
def test_engage_grants_move_fire_and_melee():
    assert plain(4, 5, 6) == [(3, "move fire melee"), (2, "move fire melee"), (2, "move fire melee")]


@pytest.mark.rule("esa.card.23")
def test_cautious_advance_grants_move_and_fire_last():
    assert plain(23) == [(1, "move fire")]


@pytest.mark.rule("esa.card.24")
def test_re_form_grants_move_and_rally():
    assert plain(24) == [(2, "move rally")]


@pytest.mark.rule("esa.card.25")
def test_hesitation_grants_only_rally():
    assert plain(25) == [(1, "rally")]


@pytest.mark.rule("esa.card.26", "esa.card.45")
def test_confused_orders_and_delay_grant_only_move():
    assert plain(26, 45) == [(1, "move"), (1, "move")]


@pytest.mark.rule("esa.card.27")
def test_no_order_grants_nothing():
    assert plain(27, 28, 29, 30, 46) == [(0, "")] * 5
