"""What must hold in every position: a state that is broken on purpose, and the one fault that is named."""

from __future__ import annotations

import pytest

from alfiere.games.cappa import invariants
from alfiere.games.cappa.invariants import faults
from alfiere.games.cappa.people.strangers import new_stranger
from alfiere.games.cappa.state.state import Thing
from tests.games.cappa.guns import light_gun
from tests.games.cappa.happening import ALONE, PIG, row
from tests.situation import situation

FIELD = """
    cappa on open ground 60x60
    red hero A at 10,10 with MMK BD KN, Mov 4, hands MMK
    red extra C at 20,10
    red extra R at 30,10, mounted, Mov 8, on foot 4
    blue extra B at 10,20
    thing K barrel at 40,40
"""


def broken(text, **sets):
    """The faults of a situation in which A is as no rule leaves him."""
    game = situation(text)
    assert faults(game.state) == []
    for key, value in sets.items():
        setattr(game.figure("A"), key, value)
    return faults(game.state)


@pytest.mark.parametrize(
    ("sets", "found"),
    [
        ({"wounds": -1}, ["A: -1 wounds"]),
        ({"wounds": 2}, []),
        ({"wounds": 3}, ["A: acts with all his wounds (cappa.5.1.2d)"]),
        ({"wounds": 3, "where": "off"}, ["A: acts with all his wounds (cappa.5.1.2d)"]),
        ({"wounds": 3, "where": "out"}, []),
        ({"wounds": 3, "where": "gone"}, []),
        ({"wounds": 4, "where": "out"}, ["A: 4 wounds"]),
        ({"pa": 3}, []),
        ({"pa": 3, "where": "off"}, []),
        ({"pa": 4}, ["A: 4 PA"]),
        ({"pa": -1}, ["A: -1 PA"]),
        ({"pa": 1, "where": "out"}, ["A: has PA and is out of the game"]),
        ({"pa": 1, "where": "gone"}, ["A: has PA and is out of the game"]),
        ({"hands": ["BD", "KN"]}, []),
        ({"hands": ["unarmed"], "arms": ["unarmed"]}, []),
        ({"hands": ["MMK", "KN"]}, ["A: holds ['MMK', 'KN'] with two hands (cappa.2.2.1.h1)"]),
        ({"hands": ["PS"]}, ["A: holds or loads what he has not"]),
        ({"empty": ["MMK"]}, []),
        ({"empty": ["PS"]}, ["A: holds or loads what he has not", "A: has a weapon that is empty twice"]),
        ({"empty": ["MMK", "MMK"]}, ["A: has a weapon that is empty twice"]),
        ({"marks": ["jammed MMK"]}, []),
        (
            {"marks": ["jammed MMK", "jammed MMK"]},
            ["A: has jammed more often than he has it: MMK (cappa.9.3.2a)"],
        ),
        ({"marks": ["spent MMK"], "empty": ["MMK"]}, []),
        ({"marks": ["spent MMK"]}, ["A: can still fire what has no ammunition: MMK (cappa.9.3.1f)"]),
        ({"moved": 6 * 600}, []),
        ({"moved": 6 * 600 + 1}, ["A: has moved 3601 hundredths in a turn (cappa.4.0a)"]),
        ({"is_prone": True}, []),
    ],
)
def test_a_character_as_no_rule_leaves_him_is_a_fault(sets, found):
    assert broken(FIELD, **sets) == found


@pytest.mark.rule("cappa.4.0a")
def test_a_fast_one_may_move_farther_in_a_turn_before_it_is_a_fault():
    fast = FIELD.replace("Mov 4, hands", "Mov 8, hands")
    assert broken(fast, moved=6 * 1000) == []
    assert broken(fast, moved=6 * 1000 + 1) == ["A: has moved 6001 hundredths in a turn (cappa.4.0a)"]


@pytest.mark.rule("cappa.2.2.1.h17")
def test_nobody_lies_on_a_horse():
    game = situation(FIELD)
    rider = game.figure("R")
    rider.is_prone = True
    assert faults(game.state) == ["R: lies on a horse (cappa.2.2.1.h17)"]
    rider.is_prone, rider.where, rider.wounds = False, "out", rider.sheet.wounds
    assert faults(game.state) == ["R: lies on a horse"]


@pytest.mark.rule("cappa.2.2.1.h6")
def test_a_captive_and_his_captor_know_of_each_other():
    game = situation(FIELD)
    held = game.figure("C")
    held.captor = "A"
    assert faults(game.state) == ["C: is held by nobody"]
    game.figure("A").carries = ["C"]
    assert faults(game.state) == []
    held.pa = 1
    assert faults(game.state) == ["C: has PA as a captive"]
    held.pa, held.captor = 0, ""
    assert faults(game.state) == ["A: carries C, which somebody else has"]
    game.figure("A").carries = ["K"]
    assert faults(game.state) == ["A: carries K, which somebody else has"]
    game.state.things["K"].bearer = "A"
    assert faults(game.state) == []


def test_who_stands_is_not_in_a_river():
    game = situation(FIELD + "river 5,30 15,34")
    drowned = game.figure("A")
    drowned.y = 3200
    assert faults(game.state) == ["A stands in river-1, which is river and closed"]
    drowned.where = "out"
    assert faults(game.state) == []  # he may have been carried there


@pytest.mark.rule("cappa.4.3.7.h3")
def test_what_two_carry_is_in_the_hands_of_the_first_of_them():
    game = situation(FIELD)
    thing, half = game.state.things["K"], ["K is carried by one half of two (cappa.4.3.7.h3)"]
    thing.helper = "C"
    assert faults(game.state) == half
    thing.bearer = "A"
    assert faults(game.state) == half
    game.figure("A").carries = ["K"]
    assert faults(game.state) == []


@pytest.mark.rule("cappa.9.1.2g", "cappa.9.2.1.h1")
def test_a_side_spends_no_more_points_and_turns_no_more_cards_than_it_has():
    game = situation(FIELD)
    side = game.state.sides["blue"]
    side.experience = -1
    assert faults(game.state) == ["blue: has spent 1 experience points more than it had (cappa.9.1.2g)"]
    side.experience, side.turned = 0, [10, 10, 10, 10]
    assert faults(game.state) == []
    side.turned.append(10)
    assert faults(game.state) == ["blue: has turned more cards of a number than there are (cappa.9.2.1.h1)"]


SQUAD = """
    cappa on open ground
    red extra A at 10,10, squad S
    red extra C at 11,10, squad S
    red extra D at 10,11, squad S
    red extra E at 11,11, squad S
    red squad S, close, pa 3, flag C
    blue extra B at 30,30
"""


@pytest.mark.rule("cappa.6.2a", "cappa.6.3.3.h4")
def test_a_squad_as_no_rule_leaves_it_is_a_fault():
    game = situation(SQUAD)
    squad = game.squad("S")
    assert faults(game.state) == []
    for pa in (4, -1):
        squad.pa = pa
        assert faults(game.state) == [f"S has {pa} PA"]
    squad.pa = 0
    squad.lost_flag = True
    assert faults(game.state) == ["S has its flag in the hands of C (cappa.6.2a)"]
    squad.lost_flag, squad.ensign = False, "B"
    assert faults(game.state) == ["S has its flag in the hands of B (cappa.6.2a)"]
    squad.ensign = ""
    game.figure("A").where = "gone"
    assert faults(game.state) == ["S is too small for close order (cappa.6.3.3.h4)"]
    squad.formation = "tight"
    assert faults(game.state) == []
    squad.formation = "close"
    for name in "CD":
        game.figure(name).where = "gone"
    assert faults(game.state) == ["S is too small for close order (cappa.6.3.3.h4)"]  # even of one
    game.figure("E").where = "gone"
    assert faults(game.state) == []


@pytest.mark.rule("cappa.1.3a")
def test_bases_that_overlap_or_hang_over_the_edge_are_faults():
    game = situation(FIELD)
    other = game.figure("B")
    other.x, other.y = 1099, 1000
    assert faults(game.state) == ["A and B overlap (cappa.1.3a)"]
    other.x = 1100  # they touch
    assert faults(game.state) == []
    for x, y in ((50, 2000), (5950, 2000), (2000, 50), (2000, 5950)):  # on the edge
        other.x, other.y = x, y
        assert faults(game.state) == []
        other.x += {50: -1, 5950: 1}.get(x, 0)
        other.y += {50: -1, 5950: 1}.get(y, 0)
        assert faults(game.state) == ["B hangs over the edge of the table"]


@pytest.mark.rule("cappa.1.3a")
def test_one_above_the_other_does_not_overlap_him():
    game = situation("""
        cappa on open ground
        building 10,10 20,20 door south storeys 2
        red extra A at 15,15, level 2
        blue extra B at 15,15.5
    """)
    assert faults(game.state) == []
    game.figure("A").level = 0
    assert faults(game.state) == ["A and B overlap (cappa.1.3a)"]


# Guns


@pytest.mark.rule("cappa.10.0d", "cappa.10.1f", "cappa.10.4.3b")
def test_a_gun_as_no_rule_leaves_it_is_a_fault():
    game = situation(light_gun("canister", "blue extra Z at 50,30"))
    gun, s = game.state.guns["G"], game.state
    for charge in ("round shot", ""):
        gun.charge = charge
        assert faults(s) == []
    gun.charge = "shell"
    assert faults(s) == ["G: is loaded with shell (cappa.10.0d)"]
    gun.charge, gun.is_limbered = "", True
    assert faults(s) == ["G: hangs on a limber that is not there (cappa.10.4.3b)"]
    gun.is_limbered = False
    game.figure("A").where = "gone"
    assert faults(s) == ["G: is worked by too few (cappa.10.1f)"]
    s.acting = "S"
    assert faults(s) == []  # it is judged when the impulse is over
    s.acting = ""
    for name in "BCD":
        game.figure(name).where = "off"
    assert faults(s) == []  # none of them is here yet
    game.figure("D").where = "on"
    gun.crew = ""
    assert faults(s) == []
    del s.things["G"]
    gun.charge = "shell"
    assert faults(s) == []  # it has not come yet


@pytest.mark.rule("cappa.10.0d")
def test_a_howitzer_is_loaded_with_shells_alone():
    game = situation(light_gun("shell", "blue extra Z at 50,30", kind="howitzer"))
    assert faults(game.state) == []
    game.state.guns["G"].charge = "canister"
    assert faults(game.state) == ["G: is loaded with canister (cappa.10.0d)"]


@pytest.mark.rule("cappa.10.4.3b")
def test_only_a_gun_that_is_hooked_on_overlaps_its_limber():
    game = situation("""
        cappa on open ground
        gun G light_gun at 20,20 facing 90, seat red, limber L at 19.5,20 facing 270, limbered
        red extra A at 5,5
        blue extra B at 30,30
    """)
    gun = game.state.guns["G"]
    assert faults(game.state) == []
    gun.is_limbered = False
    assert faults(game.state) == ["G and L overlap (cappa.1.3a)"]
    gun.is_limbered = True
    game.figure("A").x, game.figure("A").y = 2000, 2000
    assert len(faults(game.state)) == 2  # with either of them, and not the two with each other


# Light and weather


@pytest.mark.rule("cappa.9.5e")
@pytest.mark.parametrize(("key", "value"), [("light", "dusk"), ("weather", "hail")])
def test_a_light_or_weather_that_is_in_no_table_is_a_fault(key, value):
    game = situation(FIELD + "option visibility yes")
    assert faults(game.state) == []
    game.state.options[key] = value
    told = f"{game.state.options['light']}, {game.state.options['weather']}"
    assert faults(game.state) == [f"{told} is no weather (cappa.9.5e)"]


@pytest.mark.rule("cappa.9.5.2b")
def test_a_side_sees_its_own_and_whom_one_of_them_touches(monkeypatch):
    game = situation(FIELD.replace("B at 10,20", "B at 10,11") + "option visibility yes")
    hidden = {"red": {"B"}, "blue": set()}
    monkeypatch.setattr(invariants, "hidden_from", lambda s, seat: hidden[seat])
    assert faults(game.state) == ["B is hidden from one he touches"]
    game.figure("B").y = 2000
    assert faults(game.state) == []
    hidden["red"] = {"C"}
    assert faults(game.state) == ["C is hidden from his own side"]
    hidden["red"], hidden["blue"] = set(), {"C"}
    assert faults(game.state) == []


# Events


@pytest.mark.rule("cappa.7.1.1d", "cappa.7.2.h12", "cappa.3.2.1a")
def test_a_deck_an_animal_and_a_stranger_as_no_rule_leaves_them_are_faults():
    game = situation(ALONE + row("animal", PIG, id_="one") + row("brawler", id_="two"))
    s = game.state
    for deck in (["1", "2"], ["1@marker-1", "2"], ["0@a", "0@b", "1"], []):
        s.deck = deck
        assert faults(s) == []
    for deck in (["1", "1"], ["1@marker-1", "1"], ["3"], ["1", "3@marker-1"]):
        s.deck = deck
        assert faults(s) == [f"the deck of events is {deck} (cappa.7.1.1d)"]
    s.deck = []
    s.marks = ["loose pig 1"]
    runs = ["pig runs about and is held, or is not there (cappa.7.2.h12)"]
    assert faults(s) == runs
    s.things["pig"] = Thing("pig", "keg", 500, 500, 0, "")
    assert faults(s) == []
    s.things["pig"].bearer = "A"
    game.figure("A").carries = ["pig"]
    assert faults(s) == runs
    s.marks, s.things, game.figure("A").carries = [], {}, []
    one = new_stranger(s, s.scenario.events["two"], "blue")
    assert faults(s) == []
    one.is_written_off = False
    assert faults(s) == [f"{one.id} came with an event and counts for firmness (cappa.3.2.1a)"]
