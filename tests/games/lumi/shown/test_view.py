"""What each seat sees: pieces, groups, places, tracks, and the one secret (11.9)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alfiere.battles.open_battle import TO_COME
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.set_up.places import allowed_formations
from alfiere.games.lumi.shown.naming import words_in
from alfiere.games.lumi.shown.picture import picture
from alfiere.games.lumi.shown.view import _badges, _um, view
from alfiere.games.lumi.state.base import ENGAGED, HAS_FIRED, LOST
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.kernel.look import read_look
from alfiere.kernel.rulebook import LANGUAGES
from tests.situation import situation

SITUATION = """
    lumi
    village V 8,8 12,12
    stream S 0,5 30,5 level 1 bridges 10,5
    gentle_slope H 20,1 26,7 crest 20,4 26,4
    red foot A at 10,14 facing S, disordered, losses 2
    red hussars H1 at 16,14 facing S, column, brigade HX, open
    red guns G at 20,14 facing S, limbered
    blue foot T at 10,11.4 facing N, in V
    blue jaeger J to come
    red general R at 11,16 able of red
    blue cic C at 11,3 great
    """


def pieces(s: State, seat: str | None = None) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in view(s, seat)["pieces"]}


def battle(name: str = "lobositz") -> State:
    return new_battle(load_scenario(name), {})


@pytest.mark.rule("lumi.1.5.1", "lumi.1.5.8", "lumi.1.7.1", "lumi.1.1.2")
def test_a_base_shows_its_formation_its_strength_and_its_state():
    game = situation(SITUATION)
    game.state.orders["red"] = 5
    HAS_FIRED.put(game["A"])
    ENGAGED.put(game["A"], "T")
    found = pieces(game.state)
    one = found["A"]
    assert one["tracks"] == {"strength": [2, 4]}
    assert one["badges"] == ["disordered", "weakened", "engaged", "fired"]
    assert (one["formation"], one["shape"], one["pose"]) == ("line", {"rect": [200, 100]}, [1000, 600, 1800])
    assert (one["symbol"], one["nation"], one["kind"]) == ("line_infantry", "austrian", "infantry")
    assert one["values"]["range"] == 1
    assert found["H1"]["formation"] == "open"
    assert "range" not in found["H1"]["values"]
    assert (found["G"]["formation"], found["G"]["symbol"]) == ("limbered", "field_artillery")
    assert found["T"]["inside"] == "V"
    assert found["T"]["told"]["inside"]["en"] == "V"
    assert "J" not in found
    assert "J" in view(game.state, "blue")["waiting"]


@pytest.mark.rule("lumi.2.3.3a", "lumi.8.1", "lumi.8.3a")
def test_a_general_shows_his_radius_and_the_order_beside_him():
    game = situation(SITUATION)
    game.state.orders["red"] = 5
    found = pieces(game.state)
    general, chief = found["R"], found["C"]
    assert (general["zone"], general["badges"]) == (game.general("R").values.radius, ["order-5"])
    assert (chief["symbol"], chief["values"]["dice"]) == ("cic", game.general("C").values.dice)
    assert chief["badges"] == []


@pytest.mark.rule("lumi.1.6.1", "lumi.1.6.2", "lumi.1.6.3")
def test_brigades_are_groups_inside_divisions_and_batteries_belong_to_the_division():
    s = battle()
    found = {one["id"]: one for one in view(s, None)["groups"]}
    assert set(found) == {*s.scenario.divisions, *s.scenario.brigades}
    for one in s.bases.values():
        group = found[one.brigade or one.division]
        assert one.id in group["units"]
        assert group.get("parent", one.division) == one.division
    assert sum(len(one["units"]) for one in found.values()) == len(s.bases)  # nobody in two of them


@pytest.mark.rule("lumi.11.9")
def test_what_is_left_of_the_other_army_is_secret_until_the_end():
    game = situation(SITUATION)
    s = game.state
    s.cohesion = {"red": 7, "blue": 3}
    assert [view(s, seat)["tracks"]["cohesion_left"] for seat in ("red", "blue", None)] == [
        {"red": 7, "blue": None},
        {"red": None, "blue": 3},
        {"red": None, "blue": None},
    ]
    before = view(s, "red")
    s.cohesion["blue"] = 1
    assert view(s, "red") == before
    s.winner = "red"
    assert view(s, "red")["tracks"]["cohesion_left"] == {"red": 7, "blue": 1}


@pytest.mark.rule("lumi.1.8.4", "lumi.3.3.1h", "lumi.11.10")
def test_the_board_has_the_ground_and_nobody_measures():
    game = situation(SITUATION)
    board = view(game.state, "red")["board"]
    shapes = {one["id"]: one for one in board["shapes"]}
    assert board["measured"] is False
    assert shapes["V"]["rect"] == [800, 800, 1200, 1200]
    assert [one["kind"] for one in shapes["S"]["openings"]] == ["bridge"]
    assert shapes["H"]["levels"] > 0
    assert [one["id"] for one in board["shapes"]][-1] == "V"  # houses lie on top
    real = battle()
    marks = [one for one in view(real, None)["marks"] if one["kind"] == "goal"]
    assert {one["id"] for one in marks} == set(real.scenario.places)
    assert all(len(one["rect"]) == 4 for one in marks)


@pytest.mark.rule("lumi.12.6")
def test_who_is_set_up_now_lies_in_the_hand_of_his_side_and_everybody_sees_it():
    s = battle()
    first = next(id for id in s.bases if id in s.scenario.deployments)
    seat = s.bases[first].seat
    s.queue = [first]
    own, other = (view(s, who) for who in (seat, "blue" if seat == "red" else "red"))
    assert [one["id"] for one in own["pieces"]] == [first]
    assert "pose" not in own["pieces"][0]
    assert own["pieces"][0]["formation"] == allowed_formations(s, s.bases[first])[0]
    assert [one["kind"] for one in own["marks"]].count("zone") > 0
    assert (other["pieces"], other["marks"]) == (own["pieces"], own["marks"])


@pytest.mark.rule("lumi.12.6")
def test_the_area_that_a_side_may_not_leave_yet_is_marked_for_everybody_until_its_turn_is_over():
    s = battle("blenheim")
    for turn, marked in ((3, [([0, 1300, 4000, 2600], "blue", "French: only in here for now")]), (4, [])):
        s.turn = turn
        for seat in ("red", "blue", None):
            bounds = [one for one in view(s, seat)["marks"] if one["kind"] == "bound"]
            assert [(one["rect"], one["owner"], one["name"]["en"]) for one in bounds] == marked


def test_everything_shown_can_be_sent_and_has_words_and_signs():
    look = read_look(Path(__file__).parents[4] / "src/alfiere/games/lumi/look.toml")
    game = situation(SITUATION)
    game.state.orders["red"] = 4
    for s in (game.state, *map(battle, ("altenried", "blenheim", "lobositz", "minden"))):
        for seat in ("red", "blue", None):
            shown = view(s, seat)
            assert json.loads(json.dumps(shown)) == shown
            assert {one["kind"] for one in shown["board"]["shapes"]} <= {*look.ground, "open_ground"}
            for piece in shown["pieces"]:
                assert piece["symbol"] in look.symbols
                assert piece["nation"] in look.nations
                assert set(piece["badges"]) <= set(look.badges)
                for language in LANGUAGES:
                    words = words_in(language)
                    assert [key for key in (*piece["values"], *piece["told"]) if not words.has("value", key)] == []
                    assert [key for key in piece["badges"] if not words.has("legend", key)] == []


def test_the_picture_has_every_base_by_its_letter():
    game = situation(SITUATION)
    text = picture(game.state, words_in("en"), lambda kind, value: str(value))
    lines = text.splitlines()
    assert lines[1 + 6].split()[1 + 10] == "A"  # row 6 from the north, column 10
    assert any("A: strength 2/4, line, disordered" in line for line in lines)
    assert any("J: strength 4/4, to come" in line for line in lines)
    assert "⌂" in text


@pytest.mark.rule("lumi.11.9", "lumi.9.1.1")
def test_a_curtain_falls_while_either_side_knows_what_the_other_does_not() -> None:
    s = new_battle(load_scenario("altenried"), {"secret": "yes"})
    assert GAME.hides(s)
    assert not GAME.acts_unseen(s)
    s.phase = "activation"
    assert GAME.acts_unseen(s)
    s.options["secret"] = "no"
    assert not GAME.acts_unseen(s)
    s.winner = "red"
    assert not GAME.hides(s)


@pytest.mark.rule("lumi.7.5.7", "lumi.7.5.8", "lumi.7.5.9")
@pytest.mark.parametrize(
    ("state", "told"),
    [("", None), (", disordered", None), (", shaken", "33"), (", rout", "17"), (", rout, morale 1", "33")],
)
def test_the_sheet_of_a_base_says_how_likely_it_recovers_by_a_test(state: str, told: str | None):
    game = situation(f"lumi\nred foot A at 10,10 facing N, morale 0{state}\nblue foot G at 20,16 facing S")
    (shown,) = [one for one in view(game.state, "blue")["pieces"] if one["id"] == "A"]
    assert shown["told"].get("recovery", {}).get("en") == (told and f"{told}% when the turn ends")
    assert shown["told"].get("recovery", {}).get("it") == (told and f"{told}% a fine turno")


@pytest.mark.rule("lumi.11.7", "lumi.11.8")
@pytest.mark.parametrize(
    ("winner", "reason", "told", "rule"),
    [
        ("red", "beaten", "red", "lumi.11.7"),
        ("blue", "points", "blue", "lumi.11.8"),
        ("nobody", "x", None, "lumi.11.8"),
    ],
)
def test_the_result_names_the_winner_if_there_is_one_and_what_is_left_of_both(
    winner: str, reason: str, told: str | None, rule: str
) -> None:
    s = new_battle(load_scenario("altenried"), {})
    assert GAME.result(s) is None
    s.winner, s.reason, s.turn = winner, reason, 5
    found = GAME.result(s)
    assert found is not None
    assert (found.winner, found.reason, found.rules, found.turn) == (told, reason, (rule,), 5)
    assert found.scores == s.cohesion


def test_the_strength_of_a_side_is_that_of_its_bases_and_an_army_has_one_in_each() -> None:
    s = new_battle(load_scenario("altenried"), {})
    for seat in ("red", "blue"):
        own = [one.profile.points for one in s.bases.values() if one.seat == seat]
        assert GAME.strength(s, seat) == {"units": len(own), "points": sum(own)}


@pytest.mark.rule("lumi.1.5.8", "lumi.12.6")
def test_a_base_that_is_not_on_the_table_is_not_shown_as_weakened():
    game = situation(SITUATION)
    assert "weakened" in _badges(game.state, game["A"])
    game["A"].losses, game["A"].where = 0, TO_COME
    assert "weakened" not in _badges(game.state, game["A"])


@pytest.mark.rule("lumi.3.3.3j", "lumi.3.3.2c")
def test_works_have_a_level_and_are_no_height():
    game = situation(f"{SITUATION}\n    works W 2,2 4,2")
    shapes = {one["id"]: one for one in view(game.state, "red")["board"]["shapes"]}
    assert shapes["W"]["kind"] == "works"
    assert "levels" not in shapes["W"]


@pytest.mark.rule("lumi.1.1.1")
@pytest.mark.parametrize(("length", "shown"), [(300, "3"), (250, "2.5"), (50, "0.5")])
def test_a_length_is_shown_in_um_with_a_fraction_only_where_it_has_one(length: int, shown: str):
    assert json.dumps(_um(length)) == shown


@pytest.mark.rule("lumi.1.6.1")
def test_the_first_of_a_brigade_who_is_left_stands_for_it():
    s = battle()
    own = [one for one in s.bases.values() if one.brigade == next(iter(s.scenario.brigades))]
    for gone in range(2):
        group = next(one for one in view(s, None)["groups"] if one["id"] == own[0].brigade)
        assert (group["leader"], group["units"]) == (own[gone].id, [one.id for one in own[gone:]])
        own[gone].where = LOST


@pytest.mark.rule("lumi.11.7", "lumi.11.8")
def test_why_a_battle_has_ended_is_shown_when_it_has():
    s = battle()
    assert [view(s, "red")["tracks"][key] for key in ("winner", "reason")] == [None, None]
    s.winner, s.reason = "blue", "beaten"
    assert [view(s, "red")["tracks"][key] for key in ("winner", "reason")] == ["blue", "beaten"]


@pytest.mark.rule("lumi.2.1.2", "lumi.12.6")
def test_the_phases_of_a_turn_are_shown_and_set_up_before_the_first():
    s = battle()
    turn = ["reinforcements", "activation", "manoeuvre", "fire", "melee", "brigades", "rally"]
    assert view(s, "red")["tracks"]["phase"] == {"value": "set-up", "of": ["set-up", *turn]}
    s.phase = "fire"
    assert view(s, "red")["tracks"]["phase"] == {"value": "fire", "of": turn}
