"""Refusals, one rule each: the reason a unit, leader, card or division is refused with, and which comes first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from alfiere.games.esa import refusals
from alfiere.games.esa.preparation import LEADERS
from alfiere.games.esa.state import ACTED, EVADED
from alfiere.kernel.decision import Decision, Option
from tests.games.esa.lines import place
from tests.situation import situation


def why(
    game: Any,
    answer: str,
    key: str = "move-which",
    about: dict[str, Any] | None = None,
    offered: list[Option] | None = None,
    rules: tuple[str, ...] = ("esa.5a",),
) -> tuple[str, str]:
    """The reason and the rule an answer of red is refused with: «move unit=A hex=0,1»."""
    verb, *words = answer.split()
    args: dict[str, Any] = dict(word.split("=") for word in words)
    if "," in args.get("hex", ""):
        args["hex"] = place(args["hex"])
    for number in ("card", "facing"):
        if number in args:
            args[number] = int(args[number])
    options = [Option(verb)] if offered is None else offered
    found = refusals.objection(game.state, Decision("red", key, options, about or {}, rules), Option(verb, args))
    return found.key, found.rule


FIELD = """
    esa on open ground
    wood 0,3
    area 1,3
    impassable 2,3 -1,0
    difficult 3,3
    red   cuirassiers A at 0,0 facing 0, division horse
    red   line B at 5,0 facing 0, division foot
    red   guns G at 6,3 facing 0, division foot
    red   general Condé at 0,1 morale 2, division horse
    blue  line X at 0,-3 facing 3
    blue  general Mercy at 2,0 morale 30
    order horse: {order}
"""


@pytest.fixture
def field() -> Any:
    return situation(FIELD.format(order="move melee"))


# Pieces of the wrong kind


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("unit unit=Nobody", ("no-such-piece", "esa.5a")),
        ("unit unit=X", ("is-an-enemy", "esa.3.3.1o")),
        ("unit unit=Mercy", ("is-an-enemy", "esa.3.3.1o")),
        ("unit unit=Condé", ("is-a-leader", "esa.10.1d")),
        ("leader leader=A hex=0,2", ("is-no-leader", "esa.5.2c")),
        ("charge unit=A target=B", ("target-is-friend", "esa.7.1a")),
        ("fire unit=A target=B", ("target-is-friend", "esa.6.1a")),
        ("fire unit=B target=Condé", ("target-is-friend", "esa.6.1a")),
        ("charge unit=A target=Nobody", ("no-such-piece", "esa.5a")),
    ],
)
def test_a_piece_of_the_wrong_kind_is_said_to_be_one(field, answer, reason):
    assert why(field, answer) == reason


def test_a_piece_that_is_gone_or_has_not_come_yet_is_said_to_be_so(field):
    s = field.state
    for name in ("B", "X"):
        s.place(field.unit(name), "")
    s.place_leader(field.leader("Mercy"), "")
    assert why(field, "unit unit=B") == ("is-not-there-yet", "esa.10.8a")
    field.unit("B").strength = 0
    assert why(field, "unit unit=B") == ("is-gone", "esa.10.8a")
    assert why(field, "charge unit=A target=X") == ("target-is-gone", "esa.10.8a")
    assert why(field, "fire unit=A target=Mercy") == ("target-is-gone", "esa.10.8a")
    # one who is asked to be placed is no piece of the wrong kind
    place_b = [Option("place", {"unit": "B", "hex": "0101"})]
    assert why(field, "place unit=B hex=0,0", "deploy-unit", {"unit": "B"}, place_b)[0] == "taken-at-deployment"


def test_what_is_not_offered_at_all_is_no_answer(field):
    field.state.place(field.unit("B"), "")
    done = [Option("done")]
    for verb in ("unit", "move", "charge", "evade", "withdraw", "fire", "attack", "rally"):
        for name in ("B", "Nobody"):
            answer = f"{verb} unit={name} hex=0,0 target=X"
            assert why(field, answer, about={"enemy": "X"}, offered=done) == ("not-an-answer", "esa.5a")
    assert why(field, "sing", offered=done) == ("not-an-answer", "esa.5a")
    assert why(field, "sing", offered=done, rules=()) == ("not-an-answer", "")
    assert why(field, "stay unit=A", rules=("esa.9.2b", "esa.5a")) == ("not-so", "esa.9.2b")
    assert why(field, "stay unit=A", offered=done) == ("not-an-answer", "esa.5a")


def test_while_one_unit_is_decided_about_another_waits(field):
    about = {"unit": "A"}
    one = [Option("move", {"unit": "A", "hex": "0101"})]
    assert why(field, "move unit=B hex=5,1", "move", about, one) == ("another-is-asked", "esa.5a")
    assert why(field, "move unit=A hex=0,0", "move", about, one)[0] == "is-there-already"
    both = [*one, Option("move", {"unit": "B", "hex": "0101"})]
    assert why(field, "move unit=B hex=5,0", "move", about, both)[0] == "is-there-already"
    led = [Option("leader", {"leader": "Condé", "hex": "0101"})]
    spare = next(one.id for one in field.state.leaders.values() if one.seat == "red" and one.id != "Condé")
    about = {"leader": "Condé"}
    assert why(field, f"leader leader={spare} hex=0,2", "move-leader", about, led)[0] == "another-is-asked"


@pytest.mark.rule("esa.3.1c", "esa.5d", "esa.3.3a")
def test_a_unit_of_another_division_or_out_of_command_is_said_to_be_so(field):
    horse = {"division": "horse"}
    assert why(field, "unit unit=B", about=horse) == ("other-division", "esa.3.1c")
    assert why(field, "unit unit=B")[0] != "other-division"  # no division is acting
    # esa.9.2b2: guns may use the order of another division, if its general reaches them
    field.unit("G").under = "horse"
    assert why(field, "unit unit=G", about=horse) == ("out-of-command", "esa.5d")
    field.state.place(field.unit("A"), field.at(0, 4))
    assert why(field, "unit unit=A", about=horse) == ("out-of-command", "esa.5d")
    assert why(field, "fire unit=A target=X", about=horse) == ("out-of-command", "esa.3.3a")
    field.state.active = ["A"]  # it was in command when its division began
    assert why(field, "fire unit=A target=X", about=horse) == ("no-firearms", "esa.2.6.1c")
    field.state.active = []
    field.leader("Condé").began_with = "B"
    assert why(field, "unit unit=A", about=horse) == ("general-is-attached", "esa.10.1b")
    field.leader("Condé").began_with = "A"
    assert why(field, "unit unit=A", about=horse) == ("out-of-command", "esa.5d")


def test_another_division_waits_for_the_one_that_is_asked_about(field):
    horse = {"division": "horse"}
    assert why(field, "assign division=foot card=4", about=horse) == ("another-division-first", "esa.5a")
    assert why(field, "assign division=blue card=4", about=horse) == ("division-is-enemy", "esa.3.1c")
    assert why(field, "assign division=none card=4", about=horse) == ("no-such-division", "esa.2.1a")
    assert why(field, "assign division=horse card=4", about=horse)[0] == "card-not-in-hand"
    assert why(field, "assign card=4", about=horse)[0] == "card-not-in-hand"


# Moving


@pytest.mark.rule("esa.10.16a", "esa.10.14a", "esa.9.2c", "esa.5e", "esa.5d")
def test_a_unit_that_may_not_move_is_told_why(field):
    a, s = field.unit("A"), field.state
    assert why(field, "unit unit=A") == ("not-so", "esa.5a")
    a.is_paralysed = True
    assert why(field, "unit unit=A") == ("paralysed-move", "esa.10.14a")
    a.is_shaken = True
    assert why(field, "unit unit=A") == ("shaken-move", "esa.10.16a")
    a.is_shaken = a.is_paralysed = False
    s.place(a, field.at(0, 4))
    assert why(field, "unit unit=A") == ("out-of-command", "esa.5d")
    guns = field.unit("G")
    guns.under = "horse"
    s.place_leader(field.leader("Condé"), field.at(6, 2))
    assert why(field, "unit unit=G") == ("not-so", "esa.5a")
    guns.did |= ACTED
    assert why(field, "unit unit=G") == ("guns-have-acted", "esa.9.2c")
    a.did |= ACTED  # only a battery has one action
    s.place(a, field.at(6, 1))
    assert why(field, "unit unit=A") == ("not-so", "esa.5a")
    s.place(field.unit("X"), field.at(6, 0))
    s.divisions["blue"].card, s.divisions["blue"].has_order = 4, True
    assert why(field, "unit unit=A") == ("engaged-move", "esa.5e")


@pytest.mark.rule("esa.5.1a", "esa.5f", "esa.5j", "esa.5.4.1c", "esa.5.7a", "esa.g.13")
@pytest.mark.parametrize(
    ("unit", "at", "reason"),
    [
        ("A", "9999", ("off-the-map", "esa.g.13")),
        ("A", "0,0", ("is-there-already", "esa.5.1a")),
        ("A", "5,0", ("occupied", "esa.5f")),
        ("A", "2,0", ("enemy-leader-there", "esa.5j")),
        ("B", "0,1", ("too-far", "esa.5.1a")),  # one's own leader is no hindrance
        ("A", "-2,0", ("no-way-there", "esa.5h")),
        ("A", "0,3", ("closed-ground", "esa.5.4.2b")),
        ("A", "1,3", ("no-halt-there", "esa.5.4.1c")),
        ("A", "2,3", ("closed-ground", "esa.5.7a")),
        ("G", "3,3", ("closed-ground", "esa.5.4.3g")),
        ("A", "0,9", ("too-far", "esa.5.1a")),
        ("A", "-3,0", ("too-far", "esa.5.1a")),
    ],
)
def test_a_hex_that_cannot_be_moved_to_is_refused_for_what_lies_there(field, unit, at, reason):
    assert why(field, f"move unit={unit} hex={at}", "move") == reason


@pytest.mark.rule("esa.5g", "esa.7.5c", "esa.9.4.1e", "esa.9.9.2b")
def test_the_neighbourhood_of_a_fresh_enemy_is_refused_for_what_is_lacking():
    game = situation(FIELD.format(order="move"))
    assert why(game, "move unit=A hex=0,-2", "move") == ("no-contact-order", "esa.5g")
    game.unit("X").is_shaken = True
    assert why(game, "move unit=A hex=1,-3", "move")[0] == "too-far"  # a shaken one keeps nobody away
    game = situation(FIELD.format(order="move melee"))
    game.state.place(game.unit("A"), game.at(0, -2))
    assert why(game, "move unit=A hex=1,-3", "move") == ("leaves-an-enemy", "esa.7.5c")
    for kind, rule in (("arquebusiers", "esa.9.4.1e"), ("musketeers", "esa.9.9.2b")):
        game = situation(FIELD.format(order="move melee").replace("cuirassiers", kind).replace("0,-3", "0,-2"))
        assert why(game, "move unit=A hex=0,-1", "move") == ("open-order", rule)
    game = situation(FIELD.format(order="move melee"))  # close order may go there, but for the distance
    assert why(game, "move unit=A hex=0,-4", "move")[0] == "too-far"


@pytest.mark.rule("esa.v.2", "esa.5h")
@pytest.mark.parametrize(("ground", "reason"), [("", "cannot-turn-so-far"), ("impassable 0,1", "no-way-there")])
def test_a_veteran_that_would_have_to_turn_too_far_is_told_so(ground, reason):
    game = situation(f"""
        esa on open ground
        {ground}
        option veterans yes
        red cuirassiers A at 0,0 facing 0
        order red: move
    """)
    assert why(game, "move unit=A hex=0,2", "move")[0] == reason


# Charging


@pytest.mark.rule("esa.9.3b", "esa.9.3d", "esa.9.3f", "esa.9.3g")
@pytest.mark.parametrize(
    ("unit", "at", "enemy", "order", "reason"),
    [
        ("line", "0,-3", "line", "move melee", ("no-charge", "esa.9.3b")),
        ("cuirassiers", "0,-3", "line", "move", ("no-charge-order", "esa.9.3f")),
        ("highlanders", "0,-3", "cuirassiers", "move melee", ("foot-charges-no-horse", "esa.9.3d")),
        ("highlanders", "0,-9", "line", "move melee", ("charge-too-far", "esa.9.3g")),
        ("cuirassiers", "0,-9", "cuirassiers", "move melee", ("charge-too-far", "esa.9.3g")),
        ("cuirassiers", "0,-6", "line", "move melee", ("charge-too-far", "esa.9.3g")),
        ("cuirassiers", "0,-5", "line", "move melee", ("no-way-to-charge", "esa.9.3g")),
        ("cuirassiers", "0,-1", "line", "move melee", ("adjacent-already", "esa.9.3a")),
    ],
)
def test_a_charge_that_cannot_be_is_told_why(unit, at, enemy, order, reason):
    text = (
        FIELD.format(order=order).replace("cuirassiers A", f"{unit} A").replace("line X at 0,-3", f"{enemy} X at {at}")
    )
    game = situation(text)
    assert why(game, "charge unit=A target=X", "move") == reason


@pytest.mark.rule("esa.7.1.1c")
def test_cavalry_is_told_that_it_does_not_charge_into_a_wood():
    game = situation(FIELD.format(order="move melee").replace("wood 0,3", "wood 0,3 0,-3"))
    assert why(game, "charge unit=A target=X", "move") == ("no-fight-there", "esa.7.1.1c")


@pytest.mark.rule("esa.9.3e")
def test_a_charge_that_should_end_elsewhere_is_told_so(field):
    about = {"unit": "A", "target": "X"}
    assert why(field, "charge-to hex=3,3", "charge-to", about) == ("charge-from-elsewhere", "esa.9.3e")
    assert why(field, "charge-to unit=A target=X hex=3,3", "charge-to") == ("charge-from-elsewhere", "esa.9.3e")
    assert why(field, "charge-to hex=3,3", "charge-to", {"unit": "A"}) == ("not-so", "esa.5a")
    assert why(field, "charge-to hex=3,3", "charge-to", {"target": "X"}) == ("not-an-answer", "esa.5a")


# Making way


@pytest.mark.rule("esa.9.8b", "esa.5.3.1b", "esa.5.3.2c")
@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        ("evade-to", ("evades-straight", "esa.9.8b")),
        ("step-back", ("steps-back-straight", "esa.5.3.1b")),
        ("withdraw", ("withdraws-straight", "esa.5.3.2c")),
    ],
)
def test_who_makes_way_goes_straight_back_to_a_free_hex(field, verb, reason):
    about = {"unit": "A"}
    assert why(field, f"{verb} hex=1,1", verb, about) == reason
    assert why(field, f"{verb} hex=0,0", verb, about) == reason  # where it stands it does not stand in its own way
    assert why(field, f"{verb} hex=5,0", verb, about) == ("occupied", "esa.5f")
    assert why(field, f"{verb} hex=9999", verb, about) == ("off-the-map", "esa.g.13")
    assert why(field, f"{verb}", verb, about) == ("not-so", "esa.5a")


EVADING = """
    esa on open ground
    {ground}
    red   {kind} A at 0,0 facing 0{state}
    blue  line X at {at} facing 3
    blue  line Y at 9,9 facing 3
    order blue: move melee
"""


@pytest.mark.rule("esa.9.8a", "esa.9.8c2", "esa.9.8e3", "esa.9.8h")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"kind": "line"}, ("no-evasion", "esa.9.8a")),
        ({"state": ", shaken"}, ("cannot-evade", "esa.9.8h")),
        ({"state": ", paralysed"}, ("cannot-evade", "esa.9.8h")),
        ({"at": "0,-2"}, ("nobody-near", "esa.9.8a")),
        ({"ground": "impassable 0,1 1,0 -1,1 -1,0 1,-1"}, ("nowhere-to-evade", "esa.9.8c2")),
        ({}, ("not-so", "esa.5a")),
    ],
)
def test_an_evasion_that_cannot_be_is_told_why(words, reason):
    plain = {"ground": "", "kind": "arquebusiers", "state": "", "at": "0,-1"}
    game = situation(EVADING.format(**{**plain, **words}))
    assert why(game, "evade unit=A", "evade", {"enemy": "X"}) == reason


@pytest.mark.rule("esa.9.8e3", "esa.9.8h")
def test_who_has_evaded_or_is_engaged_by_another_does_not_evade():
    game = situation(EVADING.format(ground="", kind="arquebusiers", state="", at="0,-1"))
    game.state.place(game.unit("Y"), game.at(1, -1))
    assert why(game, "evade unit=A", "evade", {"enemy": "X"}) == ("cannot-evade", "esa.9.8h")
    game.unit("A").did |= EVADED
    assert why(game, "evade unit=A", "evade", {"enemy": "X"}) == ("has-evaded", "esa.9.8e3")
    game.state.place(game.unit("X"), "")
    assert why(game, "evade unit=A", "evade", {"enemy": "X"}) == ("not-so", "esa.5a")
    assert why(game, "evade unit=A", "evade") == ("not-so", "esa.5a")


@pytest.mark.rule("esa.5.1b", "esa.9.2d2", "esa.v.1")
def test_a_facing_that_cannot_be_taken_is_told_why(field):
    assert why(field, "face unit=A facing=6", "face") == ("no-such-facing", "esa.5.1b")
    assert why(field, "face unit=A facing=-1", "face") == ("no-such-facing", "esa.5.1b")
    assert why(field, "face unit=A facing=0", "face") == ("cannot-face-so", "esa.5a")
    assert why(field, "face unit=A facing=5", "face") == ("cannot-face-so", "esa.5a")
    assert why(field, "face unit=G facing=5", "face") == ("guns-turn-once", "esa.9.2d2")
    assert why(field, "face facing=5", "face") == ("not-an-answer", "esa.5a")
    veterans = situation(FIELD.format(order="move") + "option veterans yes")
    assert why(veterans, "face unit=A facing=3", "face") == ("no-turns-left", "esa.v.1")


# Leaders


@pytest.mark.rule("esa.5.2d", "esa.5.2e", "esa.5.2e2", "esa.10.1k", "esa.g.16")
@pytest.mark.parametrize(
    ("key", "at", "reason"),
    [
        ("move-leader", "9999", ("not-on-the-map", "esa.g.13")),
        ("reinforce", "0,2", ("arrives-elsewhere", "esa.2.1.3c")),
        ("move-leader", "2,3", ("closed-ground", "esa.5.7a")),
        ("move-leader", "0,-3", ("leader-meets-enemy", "esa.5.2e")),
        ("move-leader", "2,0", ("one-leader-a-hex", "esa.g.16")),
        ("move-leader", "0,1", ("leader-no-way", "esa.5.2e")),  # his own place is nobody else's
        ("move-leader", "0,5", ("leader-too-far", "esa.5.2d")),
        ("move-leader", "0,4", ("leader-no-way", "esa.5.2e")),
        ("move-leader", "0,-2", ("leader-alone-in-danger", "esa.5.2e2")),
        ("move-leader", "1,2", ("leader-of-others", "esa.10.1k")),
        ("move-leader", "0,0", ("leader-no-way", "esa.5.2e")),
    ],
)
def test_a_leader_that_cannot_go_somewhere_is_told_why(field, key, at, reason):
    field.state.place(field.unit("B"), field.at(1, 2))
    assert why(field, f"leader leader=Condé hex={at}", key) == reason


@pytest.mark.rule("esa.5.2d", "esa.10.1j3")
def test_a_leader_flees_as_far_as_the_table_of_numbers_says(field, monkeypatch):
    numbers = SimpleNamespace(numbers=SimpleNamespace(leader_pm=3, leader_flight=2))
    monkeypatch.setattr(refusals, "tables", lambda: numbers)
    assert why(field, "leader leader=Condé hex=0,4", "move-leader")[0] == "leader-no-way"
    assert why(field, "leader leader=Condé hex=0,4", "leader-flees") == ("leader-too-far", "esa.5.2d")


@pytest.mark.rule("esa.10.1k", "esa.5.2e2")
def test_others_than_generals_join_any_friend_and_a_friend_takes_a_leader_out_of_danger(field):
    field.state.place(field.unit("B"), field.at(1, 2))
    field.leader("Condé").rank = "commander"
    assert why(field, "leader leader=Condé hex=1,2", "move-leader") == ("leader-no-way", "esa.5.2e")
    field.state.place(field.unit("A"), field.at(0, -2))
    assert why(field, "leader leader=Condé hex=0,-2", "move-leader") == ("leader-no-way", "esa.5.2e")
    field.state.place_leader(field.leader("Condé"), "")
    assert why(field, "leader leader=Condé hex=0,9", "move-leader", offered=[Option("done")])[0] == "leader-no-way"
    assert why(field, "leader leader=Nobody hex=0,9", "move-leader", offered=[Option("done")])[0] == "not-an-answer"


# Deployment

DEPLOYING = """
    esa on open ground
    impassable 0,3
    area 1,3
    red   cuirassiers A at 0,0 facing 0
    red   line B at 0,2 facing 0
    red   general Condé at 0,1 morale 2
    red   commander Turenne at 1,1 morale 2
    blue  line X at 0,-3 facing 3
"""


@pytest.mark.rule("esa.2.3e", "esa.2.3g", "esa.2.3k", "esa.2.1.3c")
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("place unit=A hex=9999", ("not-on-the-map", "esa.g.13")),
        ("place unit=A hex=0,2", ("taken-at-deployment", "esa.2.3g")),
        ("place unit=A hex=1,1", ("taken-at-deployment", "esa.2.3g")),
        ("place unit=A hex=0,3", ("closed-ground", "esa.2.3k")),
        ("place unit=A hex=1,3", ("closed-ground", "esa.2.3k")),  # no horses in a village
        ("place unit=B hex=1,3", ("beyond-the-general", "esa.2.3e")),
        ("place unit=A hex=0,9", ("beyond-the-general", "esa.2.3e")),
        ("place unit=A", ("not-so", "esa.5a")),
        ("leader leader=Condé hex=0,2", ("taken-at-deployment", "esa.2.3g")),
        ("leader leader=Condé hex=1,1", ("taken-at-deployment", "esa.2.3g")),
        ("leader leader=Condé hex=0,3", ("closed-ground", "esa.2.3k")),
    ],
)
def test_a_place_that_cannot_be_deployed_in_is_told_why(answer, reason):
    game = situation(DEPLOYING)
    assert why(game, answer, "deploy-leader" if answer.startswith("leader") else "deploy-unit") == reason


@pytest.mark.rule("esa.2.1.3c")
def test_reinforcements_arrive_where_they_may(field):
    assert why(field, "place unit=A hex=0,9", "reinforce") == ("arrives-elsewhere", "esa.2.1.3c")


@pytest.mark.rule("esa.2.3k")
def test_a_zone_bounds_units_and_the_leaders_of_the_division_that_deploys(monkeypatch):
    game = situation(DEPLOYING)
    s = game.state
    inside, outside = game.at(0, 5), game.at(0, 6)
    monkeypatch.setattr(refusals, "zone_of", lambda state, division: [inside] if division.id == "red" else [outside])
    monkeypatch.setattr(type(s.scenario), "zone", lambda self, zone: [outside])
    assert why(game, "place unit=A hex=0,6", "deploy-unit") == ("outside-the-zone", "esa.2.3k")
    assert why(game, "place unit=A hex=0,5", "deploy-unit")[0] == "beyond-the-general"
    s.phase, s.step, s.acting = "deployment", LEADERS - 1, "red"
    assert why(game, "leader leader=Condé hex=0,6", "deploy-leader") == ("outside-the-zone", "esa.2.3k")
    assert why(game, "leader leader=Condé hex=0,5", "deploy-leader")[0] == "closed-ground"
    s.acting = ""  # nobody's zone
    assert why(game, "leader leader=Condé hex=0,6", "deploy-leader")[0] == "closed-ground"
    s.step = LEADERS  # the commander's own
    assert why(game, "leader leader=Turenne hex=0,5", "deploy-leader") == ("outside-the-zone", "esa.2.3k")
    assert why(game, "leader leader=Turenne hex=0,6", "deploy-leader")[0] == "closed-ground"


@pytest.mark.rule("esa.7.1.1a", "esa.3.2.2d")
def test_nobody_is_done_before_he_has_done_what_he_must(field):
    assert why(field, "done", "attack") == ("must-fight", "esa.7.1.1a")
    assert why(field, "done", "put-back", {"excess": 2}) == ("hand-too-full", "esa.3.2.2d")
    assert why(field, "done", "fire") == ("not-an-answer", "esa.5a")
    decision = Decision("red", "put-back", [Option("put-top")], {"excess": 2}, ())
    assert refusals.objection(field.state, decision, Option("done")).about == {"excess": 2}
    decision = Decision("red", "put-back", [Option("put-top")], {}, ())
    assert refusals.objection(field.state, decision, Option("done")).about == {"excess": 1}


# Cards and divisions


@pytest.mark.rule("esa.2.2a", "esa.2.3a", "esa.2.2j", "esa.3.2.2a", "esa.10.7g")
@pytest.mark.parametrize(
    ("key", "answer", "reason"),
    [
        ("assign", "assign card=51", ("no-such-card", "esa.2.2a")),
        ("assign", "assign", ("no-such-card", "esa.2.2a")),
        ("deployment-card", "give card=5", ("card-not-dealt", "esa.2.3a")),
        ("card-out", "remove card=5", ("card-not-exchanged", "esa.2.2j")),
        ("card-in", "add card=5", ("card-not-exchanged", "esa.2.2j")),
        ("assign", "assign card=9", ("card-not-in-hand", "esa.3.2.2a")),
        ("put-back", "put-top card=9", ("card-not-in-hand", "esa.3.2.2a")),
        ("assign", "focus card=9", ("card-not-in-hand", "esa.3.2.2a")),
        ("assign", "focus card=5", ("card-not-focusable", "esa.10.7g")),
        ("assign", "assign card=5", ("not-an-answer", "esa.5a")),
    ],
)
def test_a_card_that_cannot_be_used_so_is_told_why(key, answer, reason):
    game = situation(FIELD.format(order="move") + "hand red 5 7 blue 9")
    assert why(game, answer, key) == reason


@pytest.mark.rule("esa.3.1a", "esa.2.3b")
def test_a_division_that_is_not_the_next_is_told_why(field):
    field.state.queue = ["foot"]
    assert why(field, "division division=foot", "division") == ("priority-comes-later", "esa.3.1a")
    assert why(field, "division division=horse", "division") == ("nothing-left-to-do", "esa.3.1a")
    assert why(field, "division division=foot", "deploy-division") == ("deploys-later", "esa.2.3b")
    assert why(field, "division division=horse", "deploy-division") == ("is-deployed", "esa.2.3b")
    assert why(field, "division division=horse", "chain") == ("not-an-answer", "esa.5a")
    assert why(field, "division division=blue", "division") == ("division-is-enemy", "esa.3.1c")
    assert why(field, "division division=none", "division") == ("no-such-division", "esa.2.1a")
    assert why(field, "division", "division") == ("no-such-division", "esa.2.1a")
