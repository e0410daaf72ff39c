"""What a person may wrongly try: it is refused by the rule that forbids it, in both languages, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.combat.melee import judge_push
from alfiere.games.cappa.movement.movement import MoveAlone
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.shown.preview import sketch
from alfiere.games.cappa.told.events import ShotLost
from alfiere.games.cappa.turn.actions import decide
from alfiere.games.cappa.turn.objections import objection
from alfiere.games.cappa.turn.orders import placements
from alfiere.kernel.decision import Decision, Illegal, Option
from tests.situation import situation

RULES = Cappa()
FIELD = """
    cappa on open ground 60x60
    closed building 20,5 22,15
    red extra A at 10,10 with MMK BD, 5/3/3, pa 2, hands MMK
    red extra F at 8,14
    blue extra B at 14,10
    blue extra H at 26,10
    blue extra L at 10,58
"""


def answered(game: Any, key: str, name: str = "A", pa: int | None = None, **args: Any) -> Option | Illegal:
    """What becomes of an answer about somebody's next action."""
    s = game.state
    who: Any = s.squads.get(name) or s.figures[name]
    rule = "cappa.2.1.5a" if s.phase == "last" else "cappa.2.1.4d"
    asked = decide(s, who, who.pa if pa is None else pa, (rule,), may_stop=False)
    before = s.to_plain()
    given = {"figure": name, **args}
    found: Any = asked.find((key, given))
    if found is None:
        against = asked.why_not(key, given) or objection(s, asked, Option(key, given))
        found = RULES.refused(s, asked.seat, against)
    assert s.to_plain() == before
    if isinstance(found, Illegal):
        assert found.text
        assert set(found.text) == {"en", "it"}
        assert all("{" not in text and "None" not in text and " " in text for text in found.text.values())
    return found


def rule(game: Any, key: str, **args: Any) -> str:
    """The rule that forbids it; the verb, if it is allowed."""
    found = answered(game, key, **args)
    return found.rule if isinstance(found, Illegal) else found.key


# Shots


@pytest.mark.rule("cappa.5.1.1a", "cappa.5.1.5a")
@pytest.mark.parametrize(
    ("target", "against"),
    [
        ("B", "shoot"),
        ("F", "cappa.5.1.1a"),  # a friend
        ("H", "cappa.5.1.1a"),  # behind the house
        ("L", "cappa.5.1.1a"),  # out of range
        ("nobody", "cappa.5.1.1a"),
        (["B"], "cappa.5.1.1a"),
        (None, "cappa.5.1.1a"),
    ],
)
def test_a_shot_at_a_wrong_target_is_refused_by_the_rule_of_targets(target, against):
    assert rule(situation(FIELD), "shoot", target=target, weapon="MMK") == against


@pytest.mark.rule("cappa.5.1.1a")
def test_the_refusal_of_a_shot_says_what_is_wrong_with_the_target():
    told = {}
    for target in "FHL":
        found = answered(situation(FIELD), "shoot", target=target, weapon="MMK")
        assert isinstance(found, Illegal)
        assert found.text
        told[target] = (found.why, found.text["it"])
    assert "only at enemies" in told["F"][0]
    assert "does not see" in told["H"][0]
    assert "out of range" in told["L"][0]
    assert "gittata" in told["L"][1]


@pytest.mark.parametrize(
    ("old", "new", "against"),
    [
        ("hands MMK", "hands BD", "cappa.2.2.1.h1"),
        ("hands MMK", "hands MMK, empty MMK", "cappa.5.1.6a"),
        ("hands MMK", "hands MMK, no match", "cappa.5.3.2a"),
        ("with MMK BD", "with MMK BD PB", "shoot"),
        ("hands MMK", "hands MMK, bayonet PB on", "cappa.5.3.2d"),
        ("5/3/3", "5/-/3", "cappa.1.2.4g2"),
        ("5/3/3", "5/3/3, mounted, Mov 8, on foot 4", "cappa.4.3.6a"),
        ("B at 14,10", "B at 11,10", "cappa.5.1.5c"),
        ("hands MMK", "hands MMK, shaken fire", "cappa.2.3.3.h2"),
        ("blue extra H", "red extra G at 15,10\n    blue extra H", "cappa.5.1.5a"),
    ],
)
def test_who_cannot_shoot_is_told_why(old, new, against):
    text = FIELD.replace(old, new)
    if "bayonet PB" in new:
        text = text.replace("with MMK BD", "with MMK BD PB")
    assert rule(situation(text), "shoot", target="B", weapon="MMK") == against


@pytest.mark.rule("cappa.5.1.4a", "cappa.5.1.4b", "cappa.5.1.4.h1", "cappa.5.1.6b")
def test_aiming_and_loading_that_cannot_be_done_are_refused_by_their_own_rules():
    game = situation(FIELD)
    assert rule(game, "aim", weapon="MMK", pa=1) == "cappa.5.1.4a"
    assert rule(game, "reload", weapon="MMK") == "cappa.5.1.6a"
    game.figure("A").empty = ["MMK"]
    assert rule(game, "reload", weapon="MMK", pa=1) == "cappa.5.1.6b"
    game = situation(FIELD)
    game.figure("A").moved_now = 100
    assert rule(game, "aim", weapon="MMK") == "cappa.5.1.4b"
    game.figure("A").moved_now, game.figure("A").has_aimed = 0, True
    assert rule(game, "aim", weapon="MMK") == "cappa.5.1.4.h1"


# Moves, leaps and charges


@pytest.mark.parametrize(
    ("more", "against"),
    [
        (", shaken fire", "cappa.2.3.3.h2"),
        (", prone", "cappa.2.2.1.h3"),
        ("\n    blue extra Z at 9,10", "cappa.5.2.h2"),
        ("\n    marsh 8,8 16,16", "cappa.4.3.5b"),
        ("", "move"),
    ],
)
def test_a_move_is_refused_by_what_slows_or_holds_him(more, against):
    game = situation(FIELD.replace("hands MMK", "hands MMK" + more))
    assert rule(game, "move", to=[1000, 1300]) == against


@pytest.mark.rule("cappa.4.3.6b")
def test_who_cannot_ride_makes_one_mounted_move_in_an_impulse():
    game = situation(FIELD.replace("5/3/3, pa 2", "5/3/3, pa 3, mounted, Mov 8, on foot 4"))
    game.state.acting = "A"
    game.figure("A").moved_now = 100
    assert rule(game, "move", to=[1000, 1300]) == "cappa.4.3.6b"


@pytest.mark.parametrize(
    ("more", "against"),
    [
        (", prone", "cappa.2.2.1.h10"),
        (", mounted, Mov 8, on foot 4", "cappa.4.3.6a"),
        ("", "charge"),
    ],
)
def test_who_cannot_charge_is_told_why(more, against):
    assert rule(situation(FIELD.replace("hands MMK", "hands MMK" + more)), "charge", target="B") == against


@pytest.mark.rule("cappa.4.3.7.h2")
def test_who_carries_something_is_told_that_it_is_the_load():
    game = situation(FIELD + "thing K barrel at 30,30")
    game.figure("A").carries = ["K"]
    game.state.things["K"].bearer = "A"
    assert rule(game, "charge", target="B") == "cappa.4.3.7.h2"
    assert rule(game, "shoot", target="B", weapon="MMK") == "cappa.4.3.7.h2"
    assert rule(game, "fight", target="B", weapon="MMK") == "cappa.4.3.7.h2"


@pytest.mark.rule("cappa.5.2a")
def test_a_blow_at_one_who_is_not_there_is_refused():
    game = situation(FIELD)
    assert rule(game, "fight", target="B", weapon="MMK") == "cappa.5.2a"
    assert rule(game, "fight", target="F", weapon="MMK") == "cappa.5.2a"
    near = situation(FIELD.replace("B at 14,10", "B at 11,10"))
    assert rule(near, "fight", target="B", weapon="MMK") == "fight"
    assert rule(near, "fight", target="B", weapon="BD") == "cappa.2.2.1.h1"


@pytest.mark.rule("cappa.2.1.5e")
def test_in_the_last_phase_a_melee_leaves_no_choice():
    game = situation(FIELD.replace("B at 14,10", "B at 11,10").replace("pa 2, ", ""))
    game.state.phase = "last"
    assert rule(game, "change-weapon", hands=["BD"], pa=1) == "cappa.2.1.5e"
    assert rule(game, "wait", pa=1) == "cappa.2.1.5e"
    asked = Decision("red", "last-which", [Option("act", {"figure": "A"})], {}, ("cappa.2.1.5a",))
    assert objection(game.state, asked, Option("done")).rule == "cappa.2.1.5e"


@pytest.mark.rule("cappa.5.2.5.h3")
def test_a_break_off_may_be_pointed_in_any_direction_that_leads_out_of_contact():
    game = situation(FIELD.replace("B at 14,10", "B at 11,10"))
    off = answered(game, "break-off", to=[960, 908])  # the hundredth that no list has
    assert isinstance(off, Option)
    assert off["to"] == [960, 908]
    far = answered(game, "break-off", to=[200, 1000])  # the direction counts, the length is 1 um
    assert isinstance(far, Option)
    assert far["to"] == [900, 1000]
    assert rule(game, "break-off", to=[1060, 1080]) in ("cappa.5.2.5.h3", "cappa.4.3.1a")
    assert rule(game, "break-off", to=[1000, 1000]) == "cappa.5.2.5a"
    assert rule(situation(FIELD), "break-off", to=[900, 1000]) == "cappa.5.2.5a"
    game.do("A", off)
    assert game.at("A") == (9.6, 9.08)


@pytest.mark.rule("cappa.4.3.6.h2", "cappa.1.3c")
def test_a_rider_gets_off_on_any_side_that_is_free():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, mounted, Mov 8, on foot 4, abilities RI
        red extra F at 11.6,10
        blue extra B at 10,7.2
    """)
    off = answered(game, "dismount", to=[800, 1200])
    assert isinstance(off, Option)
    assert answered(game, "dismount", to=off["to"]) == off
    assert rule(game, "dismount", to=[1300, 1000]) == "cappa.1.3a"
    assert rule(game, "dismount", to=[1000, 500]) == "cappa.1.3c"
    game.do("A", off)
    assert game.figure("A").x == off["to"][0]


@pytest.mark.rule("cappa.5.2.3.h1", "cappa.5.2.3j")
def test_the_loser_is_pushed_in_any_direction_within_45_degrees():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra F at 12.9,10.5
        blue extra B at 11,10
        blue extra D at 20,20
    """)
    s, victor, loser = game.state, game.figure("A"), game.figure("B")

    def pushed(to: object, follows: object = False) -> Any:
        return judge_push(s, victor, loser, "push", {"figure": "A", "target": "B", "to": to, "follows": follows})

    assert pushed([1196, 1028]).rule == "cappa.5.2.3j"  # F is an enemy of B
    aside = pushed([1196, 972], True)
    assert (aside["to"], aside["follows"]) == ([1196, 972], True)
    far = pushed([2000, 800])
    assert far.key == "push"
    assert pushed(far["to"]) == far
    assert pushed([1100, 900]).rule == "cappa.5.2.3.h1"
    for wrong in ([1100, 1000], "x", None, [1], [10**30, 0]):
        assert pushed(wrong).rule == "cappa.5.2.3f"
    assert pushed([1196, 972], 1).rule == "cappa.5.2.3f"


@pytest.mark.rule("cappa.4.0a")
def test_a_place_is_two_whole_numbers_not_as_far_away_as_ten_thousand_um():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 38,38")
    a = game.figure("A")
    for wrong in ([10**6, 0], [0, -(10**6)], [1000], [1000, 1000, 1000], [1000, True], [1000, 1.5], "xy", None):
        assert MoveAlone().judged(game.state, a, {"to": wrong}).key == "no-place"
    for off in ([10**6 - 1, 0], [0, 1 - 10**6]):
        assert MoveAlone().judged(game.state, a, {"to": off}).key == "move-edge"
    assert MoveAlone().judged(game.state, a, {"to": (1000, 1100)}) == Option(
        "move", {"figure": "A", "to": [1000, 1100]}
    )


# Squads

RANKS = """
    cappa on open ground 60x60
    closed building 20,5 22,15
    red extra A at 10,10 with MMK, 5/3/3, squad S, hands MMK
    red extra C at 10,11 with MMK, 5/3/3, squad S, hands MMK
    red squad S, open, die 2, pa 2
    red extra F at 8,14
    blue extra B at 15,10
    blue extra H at 26,10
    blue extra L at 10,58
"""


@pytest.mark.rule("cappa.6.6b", "cappa.6.6.1.h1", "cappa.4.3.8g")
def test_a_squad_is_told_why_it_cannot_fire_or_charge():
    game = situation(RANKS)
    against = {name: rule(game, "volley", name="S", target=name) for name in ("B", "F", "H", "L", "nobody")}
    assert against == {
        "B": "volley",
        "F": "cappa.5.1.1a",
        "H": "cappa.6.6b",
        "L": "cappa.6.6.1.h1",
        "nobody": "cappa.5.1.1a",
    }
    against = {name: rule(game, "charge-together", name="S", target=name) for name in ("F", "H", "nobody")}
    assert against == {"F": "cappa.4.3.8a", "H": "cappa.4.3.8g", "nobody": "cappa.4.3.8a"}
    game.figure("C").is_prone = True
    assert rule(game, "charge-together", name="S", target="B") == "cappa.2.2.1.h10"
    game = situation(RANKS)
    game.state.phase = "last"
    assert rule(game, "charge-together", name="S", target="B") == "cappa.2.1.5d"


@pytest.mark.rule("cappa.4.3.6b")
def test_a_squad_that_cannot_move_is_told_who_holds_it_up_and_why():
    game = situation(RANKS)
    game.state.acting = "S"
    game.figure("C").mount, game.figure("C").is_mounted, game.figure("C").moved_now = "riding_horse", True, 100
    found = answered(game, "move", name="S", to=[1000, 1250])
    assert isinstance(found, Illegal)
    assert found.rule == "cappa.4.3.6b"


# Forged answers


@pytest.mark.rule("cappa.2.1.4d")
@pytest.mark.parametrize("price", [0, -5, 2, "x", None, [1]])
def test_nobody_makes_his_own_price(price):
    game = situation("""
        cappa on open ground
        red extra A at 10,10, squad S
        red extra B at 11,10, squad S
        red squad S, open, die 2, pa 2
        blue extra Z at 30,30
    """)
    asked = decide(game.state, game.squad("S"), 2, ("cappa.2.1.4d",), may_stop=False)
    args = {"figure": "S", "to": [1000, 1300]}
    assert asked.find(("march", args)) is not None
    assert asked.find(("march", {**args, "pa": price})) is None
    assert asked.find(("move", {**args, "pa": price})) is None


def test_an_answer_for_somebody_else_names_the_order_of_acting():
    game = situation(FIELD)
    asked = decide(game.state, game.figure("A"), 2, ("cappa.2.1.4d",), may_stop=False)
    names: tuple[object, ...] = ("F", "B", None, ["A"], {})
    for name in names:
        assert objection(game.state, asked, Option("shoot", {"figure": name})).rule == "cappa.2.1.4b"
    assert objection(game.state, asked, Option("stop", {"figure": "A"})).rule == "cappa.2.1.4.h1"
    assert objection(game.state, asked, Option("order", {"figure": "A"})).rule == "cappa.2.1.4d"


# Dice and turns


@pytest.mark.rule("cappa.2.1.2h", "cappa.2.1.2.h2")
def test_one_of_a_squad_that_waits_beyond_the_edge_gets_no_die_of_his_own():
    game = situation("""
        cappa on open ground
        red extra C off, squad S, from edge west
        red extra D off, squad S, from edge west
        red squad S
        blue extra Z at 30,10
    """)
    s = game.state
    s.sides["red"].dice = [3]
    asked = Decision("red", "orders", placements(s, "red"), {}, ("cappa.2.1.2a",))
    assert [one["figure"] for one in asked.options] == ["S"]
    assert objection(s, asked, Option("order", {"figure": "C", "die": 3})).rule == "cappa.2.1.2h"


@pytest.mark.rule("cappa.2.1.2.h1", "cappa.2.1.2.h2")
def test_a_die_in_the_wrong_place_is_refused_by_the_rule_of_dice():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra B at 12,10
        red extra C at 20,10, squad S
        red extra D at 21,10, squad S
        red squad S
        red extra E out at 30,30
        blue extra Z at 30,10
    """)
    s = game.state
    s.sides["red"].dice = [3, 1]
    asked = Decision("red", "orders", placements(s, "red"), {}, ("cappa.2.1.2a",))

    def against(name: object, die: object) -> str:
        return objection(s, asked, Option("order", {"figure": name, "die": die})).rule

    assert against("A", 3) == "cappa.2.1.2.h1"
    assert against("B", 2) == "cappa.2.1.2a"
    assert against("C", 1) == "cappa.2.1.2.h2"
    assert against("E", 3) == against("Z", 3) == against("nobody", 3) == against([], 3) == "cappa.2.1.2a"


@pytest.mark.rule("cappa.2.1.4b", "cappa.2.1.5.h2")
def test_who_is_not_called_is_told_why():
    game = situation(FIELD.replace("F at 8,14", "F at 8,14, pa 1"))
    asked = Decision("red", "act-which", [Option("act", {"figure": "A"})], {}, ("cappa.2.1.4b",))
    found = [objection(game.state, asked, Option("act", {"figure": name})) for name in ("F", "B")]
    assert [(one.key, one.rule) for one in found] == [("fewer-pa", "cappa.2.1.4b"), ("not-yours", "cappa.2.1.4c")]
    asked = Decision("red", "last-which", [Option("done")], {}, ("cappa.2.1.5a",))
    assert objection(game.state, asked, Option("act", {"figure": "F"})).rule == "cappa.2.1.5.h2"


# Grenades

GRENADIER = """
    cappa on open ground 40x40
    closed building 20,5 22,15
    red extra A at 10,10 with GR, 5/4/3, pa 2, hands GR
    red extra F at 8,14
    blue extra B at 14,10
    blue extra H at 26,10
    blue extra L at 10,35
"""


@pytest.mark.rule("cappa.5.3.3a", "cappa.5.3.3.h3", "cappa.5.1.1a")
def test_a_grenade_is_refused_by_the_rule_that_forbids_that_throw():
    game = situation(GRENADIER)
    assert rule(game, "throw-grenade", to=[1300, 1000]) == "throw-grenade"
    assert rule(game, "throw-grenade", to=[1000, 3500]) == "cappa.5.1.1a"
    assert rule(game, "throw-grenade", to=[2300, 1000]) == "cappa.5.3.3.h3"
    for place in ([-1, 5], [5, 10**30], [True, True], "x", None, [1.5, 2], [1]):
        assert rule(game, "throw-grenade", to=place) == "cappa.5.3.3a"
    assert rule(situation(GRENADIER.replace("hands GR", "hands GR, no match")), "throw-grenade", to=[1300, 1000]) == (
        "cappa.5.3.2a2"
    )
    assert rule(situation(GRENADIER.replace("hands GR", "hands GR, prone")), "throw-grenade", to=[1300, 1000]) == (
        "cappa.2.2.1.h10"
    )
    assert rule(situation(FIELD), "throw-grenade", to=[1300, 1000]) == "cappa.5.3.2c"


@pytest.mark.rule("cappa.5.3.3a")
def test_a_throw_that_is_dragged_away_from_a_miniature_is_a_throw_at_the_point():
    game = situation(GRENADIER)
    dragged = answered(game, "throw-grenade", target="B", to=[1350, 1050])
    assert isinstance(dragged, Option)
    assert dragged.args == {"figure": "A", "to": [1350, 1050], "pa": 2}
    assert rule(game, "throw-grenade", target="L", to=[1400, 1000]) == "cappa.5.1.1a"  # L was clicked instead of B
    assert rule(game, "throw-grenade", target="H", to=[1400, 1000]) == "cappa.5.3.3.h3"


# Where nobody measures

UNMEASURED = "option no_measuring yes\n"


def test_unmeasured_a_grenade_may_be_thrown_too_far_and_is_lost():
    game = situation(GRENADIER + UNMEASURED)
    assert rule(game, "throw-grenade", to=[1000, 3000]) == "throw-grenade"
    assert game.may("A", "throw-grenade target=L")
    assert not game.may("A", "throw-grenade target=H")
    game.do("A", "throw-grenade target=L")
    assert [one.rules for one in game.told(ShotLost)] == [("cappa.5.1.1a",)]
    assert game.figure("A").pa == 0


def test_unmeasured_the_blast_is_not_drawn():
    for more, drawn in (("", True), (UNMEASURED, False)):
        game = situation(GRENADIER + more)
        asked = decide(game.state, game.figure("A"), 2, ("cappa.2.1.4d",), may_stop=False)
        found = sketch(
            game.state,
            asked,
            next(one for one in asked.options if one.key == "throw-grenade" and one.get("target") == "B"),
        )
        assert any(one["kind"] in ("ring", "threat") for one in found) is drawn


def test_unmeasured_a_shot_that_is_too_far_is_lost_by_the_rule_of_ranges():
    game = situation(FIELD + UNMEASURED)
    game.do("A", "shoot target=L")
    assert [one.rules for one in game.told(ShotLost)] == [("cappa.5.1.1a",)]
    found = answered(situation(FIELD + UNMEASURED), "shoot", target="H", weapon="MMK")
    assert isinstance(found, Illegal)
    assert "range" not in found.why


# What a click means


def test_an_enemy_named_where_somebody_acts_is_told_why_he_cannot_be_harmed():
    game = situation(FIELD)
    hidden = answered(game, "move", figure="H", to=[1000, 1100])
    assert isinstance(hidden, Illegal)
    assert "does not see" in hidden.why  # the house stands between them
    assert hidden.rule == "cappa.5.1.1a"
    friend = answered(game, "move", figure="F", to=[1000, 1100])
    assert isinstance(friend, Illegal)
    assert "who acts now" in friend.why


def test_a_place_too_far_away_is_refused_with_the_length_and_the_limit():
    game = situation(FIELD)
    found = answered(game, "move", to=[1000, 2500])
    assert isinstance(found, Illegal)
    assert found.text
    assert "15 um" in found.text["en"]
    assert f"{game.figure('A').line.mov_on_foot // 100} um is the most" in found.text["en"]
    game.state.options["no_measuring"] = "yes"
    secret = answered(game, "move", to=[1000, 2500])
    assert isinstance(secret, Illegal)
    assert "um" not in secret.why.split()


def test_an_answer_nobody_asked_for_is_refused_in_general():
    game = situation(FIELD)
    asked = Decision("red", "surely-nobody-asks-this", [Option("yes")], {}, ("cappa.2.1.4d",))
    against = objection(game.state, asked, Option("no"))
    assert RULES.refused(game.state, "red", against).general
    far = answered(game, "move", to=[1000, 2500])
    assert isinstance(far, Illegal)
    assert not far.general


# The order of the list


def test_the_ordinary_thing_comes_first_and_a_blow_at_the_fallen_last():
    game = situation("""
        cappa on open ground
        red hero A at 10,10 with BD, pa 3, hands BD, prone
        blue extra B at 11,10
        blue extra C at 30,30
    """)
    asked = decide(game.state, game.figure("A"), 3, ("cappa.2.1.4d",), may_stop=False)
    assert asked.options[0].key == "get-up"
    game.state.figures["A"].is_prone = False
    game.state.figures["B"].where = "out"
    found = decide(game.state, game.figure("A"), 3, ("cappa.2.1.4d",), may_stop=True).options
    keys = [one.key for one in found]
    assert keys[-2:] == ["fight", "stop"]
    assert keys.index("move") < keys.index("drink") < keys.index("wait")
    told = RULES.words("en").say(
        "option", "fight", dict(RULES.spoken(game.state, asked, found[-2], "en")), lambda kind, value: str(value)
    )
    assert "Finish off" in told


def test_places_to_break_off_to_are_told_apart_by_their_winds():
    game = situation("""
        cappa on open ground
        red hero A at 10,10 with BD, pa 3, hands BD
        blue extra B at 11,10 with BD, hands BD
    """)
    asked = decide(game.state, game.figure("A"), 3, ("cappa.2.1.4d",), may_stop=False)
    ways = [RULES.spoken(game.state, asked, one, "en")["way"] for one in asked.options if one.key == "break-off"]
    assert len(ways) == len(set(ways)) > 2


@pytest.mark.parametrize(("empty", "first"), [([], "move"), (["MMK"], "reload")])
def test_far_from_everybody_one_goes_or_loads_and_changes_weapons_later(empty, first):
    game = situation("""
        cappa on open ground 60x60
        red hero A at 10,10 with MMK BD, pa 3, hands MMK
        blue extra B at 50,50
    """)
    game.figure("A").empty = empty
    keys = [option.key for option in game.offered("A")]
    assert keys[0] == first
    assert keys.index("move") < keys.index("change-weapon")
