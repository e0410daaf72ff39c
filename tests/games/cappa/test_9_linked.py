"""Chapter 9.8, linked games: what stands in the scenarios of the three games, and what passes from one to the next."""

from __future__ import annotations

import msgspec
import pytest

from alfiere.games.cappa import campaign
from alfiere.games.cappa.campaign import after_battle, after_rearguard, begin, may_scout
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.scenario.scenario_reading import FOLDER
from alfiere.kernel.bad_data import BadData, read_toml
from tests.games.cappa.test_9_campaign import ESA, scouted, third_game, to_the_rearguard


def skirmish(name="guardie"):
    """The data of one of our scenarios."""
    return read_toml(FOLDER / f"{name}.toml")


def sides_of(data):
    return {side["seat"]: side for side in data["side"]}


def with_missions(data, **missions):
    """The same with other missions."""
    sides = [side | {"mission": missions.get(side["seat"], side["mission"])} for side in data["side"]]
    return data | {"side": sides}


@pytest.mark.rule("cappa.9.8b")
def test_a_campaign_begins_with_nothing_won_and_nobody_missing():
    scenario = read_scenario(with_missions(skirmish(), red="important") | {"special": []})
    found = begin(scenario, "red")
    assert (found.scouts, found.enemy, found.stage, found.margin, found.loser) == ("red", "blue", "scouting", 0, "")
    assert found.points == {"red": 0, "blue": 0}
    assert found.missing == {"red": [], "blue": []}
    assert found.codes == {seat: side["code"] for seat, side in sides_of(skirmish()).items()}


@pytest.mark.rule("cappa.9.8b", "cappa.9.8.h5")
def test_the_pe_of_the_first_game_are_those_of_its_scenario():
    data = with_missions(skirmish(), red="important")
    data["side"] = [side | {"experience": 3 if side["seat"] == "red" else 1} for side in data["side"]]
    assert begin(read_scenario(data), "red").experience == {"red": 3, "blue": 1}


@pytest.mark.rule("cappa.9.8b")
def test_civilians_do_not_scout_for_an_army():
    lens = read_scenario("lens")
    civilians = next(seat for seat, side in lens.sides.items() if side.are_civilians)
    assert lens.sides[civilians].mission == "reconnaissance"
    with pytest.raises(BadData, match="two armies"):
        begin(lens, civilians)


@pytest.mark.rule("cappa.9.8b")
def test_only_in_the_skirmish_that_has_a_patrol_are_its_scouts_the_only_ones_possible():
    data = skirmish("lens")
    assert [read_scenario(data).sides[seat].code for seat in may_scout(read_scenario(data))] == ["spanish"]
    other = read_scenario(data | {"id": "another"})
    assert sorted(other.sides[seat].code for seat in may_scout(other)) == ["french", "spanish"]


@pytest.mark.rule("cappa.9.8b", "cappa.9.8.h1")
@pytest.mark.parametrize(
    ("red", "blue", "after"),
    [
        ("vital", "vital", ("important", "vital")),
        ("reconnaissance", "vital", ("reconnaissance", "vital")),
        ("important", "reconnaissance", ("important", "reconnaissance")),
    ],
)
def test_any_skirmish_becomes_the_first_game_with_half_firmness_for_scouts_who_had_more(red, blue, after):
    data = campaign.scouting(with_missions(skirmish(), red=red, blue=blue), "red")
    sides = sides_of(data)
    assert (sides["red"]["mission"], sides["blue"]["mission"]) == after
    assert may_scout(read_scenario(data)) == ["red"]
    assert begin(read_scenario(data), "red").stage == "scouting"


@pytest.mark.rule("cappa.9.8b")
def test_a_first_game_names_its_scouts_once_and_keeps_its_other_special_rules():
    data = skirmish("retroguardia")
    kinds = [one["kind"] for one in data["special"]]
    assert "campaign" in kinds
    twice = campaign.scouting(campaign.scouting(data, "red"), "blue")
    named = [one for one in twice["special"] if one["kind"] == "campaign"]
    code = sides_of(data)["blue"]["code"]
    assert [(one["value"], one["side"]) for one in named] == [("scouting", code)]
    assert [one for one in twice["special"] if one["kind"] != "campaign"] == [
        one for one in data["special"] if one["kind"] != "campaign"
    ]
    assert set(named[0]["text"]) == {"en", "it"}
    plain = {key: value for key, value in data.items() if key != "special"}
    assert [one["kind"] for one in campaign.scouting(plain, "red")["special"]] == ["campaign"]


@pytest.mark.rule("cappa.9.8d")
@pytest.mark.parametrize(
    ("codes", "seats"),
    [
        ({"red": "spain", "blue": "france"}, {"red": "blue", "blue": "red"}),
        ({"red": "spanish", "blue": "french"}, {"red": "blue", "blue": "red"}),  # the same armies by other names
        ({"red": "france", "blue": "spain", "green": "peasants"}, {"red": "red", "blue": "blue"}),
        ({"red": "spain", "blue": "empire"}, {"red": "red", "blue": "blue"}),  # one of them is not there
    ],
)
def test_an_army_is_found_by_its_code_or_both_keep_their_seats(codes, seats):
    found, _, _ = scouted()
    found.codes = {"red": "france", "blue": "spain"}
    assert campaign.seats_of(found, codes) == seats


@pytest.mark.rule("cappa.9.8d")
def test_after_the_battle_the_armies_go_by_their_codes_in_it():
    found, _, _ = scouted()
    after_battle(found, "red", {"red": "england", "blue": "ireland"})
    assert found.codes == {"red": "england", "blue": "ireland"}
    assert (found.loser, found.stage) == ("blue", "rearguard")
    found, _, _ = scouted()
    kept = dict(found.codes)
    after_battle(found, "blue")
    assert (found.loser, found.codes) == ("red", kept)
    with pytest.raises(BadData, match="next game"):
        after_battle(found, "blue")


@pytest.mark.rule("cappa.9.8c", "cappa.9.8.h1")
def test_a_battle_without_special_rules_gets_those_of_the_scouts_and_no_empty_list():
    data = {"side": [{"seat": "red", "code": "x"}, {"seat": "blue", "code": "y"}]}
    assert "special" not in campaign.battle(scouted(0, 0)[0], data, ESA)
    special = campaign.battle(scouted(6, 0)[0], data, ESA)["special"]
    assert [(one["kind"], one["side"], one.get("value")) for one in special] == [
        ("deploys first", "y", None),
        ("determination", "y", 10),
    ]
    assert [set(one["name"]) | set(one["text"]) for one in special] == [{"en", "it"}] * 2


@pytest.mark.rule("cappa.9.8.h2")
def test_missing_leaders_of_wings_are_replaced_and_those_of_the_other_army_are_there():
    found, _, _ = scouted()
    found.missing = {"red": ["conde", "rochefort"], "blue": []}
    side = {
        "commander": "gen_conde",
        "wing": [{"general": "gen_conde"}, {"general": "gen_other", "characters": ["rochefort", "porthos"]}],
        "division": [{"general": "gen_conde", "characters": ["porthos"]}, {"units": 3}],
    }
    data = {"side": [{"seat": "red", "code": "x", **side}, {"seat": "blue", "code": "y", **side}]}
    red, blue = campaign.battle(found, data, ())["side"]
    assert red["commander"] == "gen_replacement"
    assert red["wing"] == [{"general": "gen_replacement"}, {"general": "gen_other", "characters": ["porthos"]}]
    assert red["division"] == [{"general": "gen_replacement", "characters": ["porthos"]}, {"units": 3}]
    assert {key: blue[key] for key in side} == side


@pytest.mark.rule("cappa.9.8.h2", "cappa.9.8.h3")
def test_a_squad_whose_leader_is_missing_fights_without_one_and_civilians_are_as_they_were():
    data = skirmish("lens")
    found = to_the_rearguard("blue")
    found.missing = {"red": [], "blue": ["garrido"]}
    found.experience = {"red": 2, "blue": 5}
    third = campaign.rearguard(found, data)
    spanish, french = sides_of(third)["blue"], sides_of(third)["red"]
    assert [squad.get("leader", {}).get("id") for squad in spanish["squad"]] == [None, "sergeant"]
    assert [squad["members"] for squad in spanish["squad"]] == [
        squad["members"] for squad in sides_of(data)["blue"]["squad"]
    ]
    assert sides_of(third)["green"] == sides_of(data)["green"]
    assert (french["mission"], french["experience"]) == ("vital", 2)
    assert (spanish["mission"], spanish["experience"]) == ("important", 5)
    assert third["turns"] == 10
    assert french["character"] == sides_of(data)["red"]["character"]


@pytest.mark.rule("cappa.9.8.h2")
def test_a_hero_is_missing_by_his_sheet_also_where_he_leads_a_squad():
    data = skirmish("lens")
    side = sides_of(data)["blue"]
    side["squad"][0]["leader"]["id"] = "the-captain"
    found = to_the_rearguard("blue")
    found.missing["blue"] = ["garrido"]  # the sheet
    assert ["leader" in squad for squad in sides_of(campaign.rearguard(found, data))["blue"]["squad"]] == [False, True]


@pytest.mark.rule("cappa.9.8d", "cappa.9.8.h3")
def test_the_two_change_places_only_where_the_pursuer_is_named_as_the_rearguard():
    found = to_the_rearguard("blue")
    data = skirmish("guardie")
    turned = campaign.rearguard(found, data)
    for seat, side in sides_of(turned).items():
        assert [side[key] for key in ("edge", "zone", "aim")] == [
            sides_of(data)[seat][key] for key in ("edge", "zone", "aim")
        ]
    code = {seat: side["code"] for seat, side in sides_of(data).items()}
    rule = {"kind": "campaign", "value": "rearguard", "side": code["blue"], "text": {"en": "x", "it": "x"}}
    scores = [{"kind": "captured", "side": code["red"]}, {"kind": "out of action"}]
    turned = campaign.rearguard(found, data | {"special": [rule], "score": scores})
    for seat, other in (("red", "blue"), ("blue", "red")):
        assert [sides_of(turned)[seat][key] for key in ("edge", "zone", "aim")] == [
            sides_of(data)[other][key] for key in ("edge", "zone", "aim")
        ]
    assert turned["score"] == [{"kind": "captured", "side": code["blue"]}, {"kind": "out of action"}]
    rule["value"] = "scouting"  # that it names somebody else is another matter
    turned = campaign.rearguard(found, data | {"special": [rule]})
    assert [side["edge"] for side in turned["side"]] == [side["edge"] for side in data["side"]]


@pytest.mark.rule("cappa.9.8.h4", "cappa.9.8.h5")
def test_a_rearguard_game_is_judged_and_its_pe_kept_for_the_army_that_lost_whichever_that_was():
    found = to_the_rearguard("red")  # blue are the rearguard now
    state = third_game(5, 0)
    sides = state.scenario.sides
    sides["red"], sides["blue"] = (
        msgspec.structs.replace(sides["red"], mission="important"),
        msgspec.structs.replace(sides["blue"], mission="vital"),
    )
    state.sides["red"].experience, state.sides["blue"].experience = 6, 2
    assert after_rearguard(found, state) == "red"  # blue are beaten
    assert found.points == {"red": 14, "blue": 0}
    assert (found.experience, found.stage) == ({"red": 6, "blue": 2}, "over")
    assert campaign.winner(found) == "red"


@pytest.mark.rule("cappa.9.8.h4")
@pytest.mark.parametrize(("red", "blue", "winner"), [(7, 7, None), (8, 7, "red"), (7, 8, "blue")])
def test_most_points_win_and_as_many_win_nothing(red, blue, winner):
    found = to_the_rearguard()
    after_rearguard(found, third_game(5, 5))
    found.points = {"red": red, "blue": blue}
    assert campaign.winner(found) == winner
