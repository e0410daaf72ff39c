"""Chapter 9.8, linked games: from the scouts by way of the battle to the rearguard."""

from __future__ import annotations

import msgspec
import pytest

from alfiere.battles.campaign import Campaign
from alfiere.games.cappa import campaign
from alfiere.games.cappa.campaign import after_battle, after_rearguard, after_scouting, begin, outlook, seats_of
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.scenario.scenario_reading import FOLDER
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import FOLDER as ESA_SCENARIOS
from alfiere.games.esa.scenario import read_scenario as esa_scenario
from alfiere.kernel.bad_data import BadData, read_toml
from alfiere.kernel.chance import Chance
from tests.situation import situation

ESA = Esa.linked["battle"]  # what each takes over from the scouts
LUMI = campaign.campaign_tables().elsewhere[0].takes
PATROL = """
    cappa on open ground
    red  hero H at 10,10
    red  protagonist P at 12,10
    red  protagonist Q at 14,10
    red  extra E at 16,10
    blue protagonist B at 10,20
    blue extra C at 12,20
"""


class Rolls(Chance):
    """Chance that throws these d10."""

    def __init__(self, *numbers: int) -> None:
        super().__init__("known")
        self.numbers = list(numbers)

    def below(self, bound: int) -> int:
        assert bound == 10
        return self.numbers.pop(0) - 1


def scouted(red: int = 0, blue: int = 0, winner: str = "nobody", out: str = "", dice: tuple[int, ...] = ()):
    """A campaign after its scouting game, in which red were the scouts, and the state of that game."""
    state = situation(PATROL).state
    state.sides["red"].points, state.sides["blue"].points, state.winner = red, blue, winner
    for name in out.split():
        figure = state.figures[name]
        figure.wounds, figure.where = figure.sheet.wounds, "out"
    found = campaign_of(state.scenario)
    rolls = after_scouting(found, state, Rolls(*dice))
    return found, rolls, state


def campaign_of(scenario) -> Campaign:
    scenario.sides["red"] = _with_mission(scenario.sides["red"], "reconnaissance")
    return begin(scenario, "red")


def _with_mission(side, mission):
    return msgspec.structs.replace(side, mission=mission)


@pytest.mark.rule("cappa.9.8b", "cappa.9.8.h1")
@pytest.mark.parametrize(("mission", "may"), [("reconnaissance", True), ("important", True), ("vital", False)])
def test_a_campaign_begins_with_scouts_whose_firmness_is_a_quarter_or_a_half(mission, may):
    scenario = situation(PATROL).scenario
    scenario.sides["red"] = _with_mission(scenario.sides["red"], mission)
    if may:
        assert begin(scenario, "red").stage == "scouting"
    else:
        with pytest.raises(BadData, match="1/4 or 1/2"):
            begin(scenario, "red")


ROWS = [
    (-9, "red", "red", (-1, 2), 0),
    (-6, "red", "red", (-1, 2), 0),
    (-5, "red", "", (-1, 1), 0),
    (-3, "red", "", (-1, 1), 0),
    (-2, "", "", None, 0),
    (2, "", "", None, 0),
    (3, "blue", "", (1, 1), 0),
    (5, "blue", "", (1, 1), 0),
    (6, "blue", "blue", (1, 2), -1),
    (11, "blue", "blue", (1, 2), -1),
]


@pytest.mark.rule("cappa.9.8a", "cappa.9.8c", "cappa.9.8.h1")
@pytest.mark.parametrize(("margin", "first", "lowered", "dice", "cohesion"), ROWS)
def test_how_the_scouting_went_bears_on_the_battle_under_either_rules(margin, first, lowered, dice, cohesion):
    found, _, _ = scouted(max(margin, 0), max(-margin, 0))
    assert found.margin == margin
    old = outlook(found, ESA)
    assert (old.deploys_first, old.lowered, old.dice, old.cohesion) == (first, lowered, {}, {})
    new = outlook(found, LUMI)
    assert (new.deploys_first, new.lowered) == ("", "")
    assert new.dice == ({"red": dice} if dice else {})
    assert new.cohesion == ({"blue": cohesion} if cohesion else {})


@pytest.mark.rule("cappa.9.8a")
def test_rules_that_take_nothing_over_are_left_as_they_are():
    found, _, _ = scouted(6, 0)
    assert outlook(found, ()) == ("", "", {}, {})
    lens = read_toml(ESA_SCENARIOS / "lens-1648.toml")
    assert campaign.battle(found, lens, ())["special"] == lens["special"]


@pytest.mark.rule("cappa.9.8.h1")
def test_an_army_that_was_badly_scouted_begins_its_battle_with_a_tenth_less_determination_rounded_up():
    lens = read_toml(ESA_SCENARIOS / "lens-1648.toml")

    def at_start(margin):
        found, _, _ = scouted(margin, 0)
        state = Esa().setup(esa_scenario(campaign.battle(found, lens, ESA)), Esa().options())
        return {seat: army.determination for seat, army in state.armies.items()}

    whole, lowered = at_start(5), at_start(6)
    seat = seats_of(scouted()[0], {side["seat"]: side["code"] for side in lens["side"]})["blue"]
    assert whole[seat] % 10  # so that rounding up shows
    assert lowered == {**whole, seat: whole[seat] - whole[seat] // 10 - 1}


@pytest.mark.rule("cappa.9.8.h2")
def test_heroes_put_out_are_missing_protagonists_return_on_1_to_5_and_extras_do_not_matter():
    found, rolls, state = scouted(out="H P Q B E", dice=(5, 6, 10))
    assert [(one.figure, one.roll, one.returns) for one in rolls] == [("P", 5, True), ("Q", 6, False), ("B", 10, False)]
    sheet = state.figures["H"].sheet.id
    assert found.missing == {"red": ["H", sheet, "Q"], "blue": ["B"]}
    assert campaign.missing_from(found, "red", [sheet, "gen_other"]) == [sheet]


@pytest.mark.rule("cappa.9.8.h2")
def test_who_only_left_the_table_is_not_missing():
    state = situation(PATROL).state
    state.winner, state.figures["H"].where = "red", "gone"
    found = campaign_of(state.scenario)
    assert after_scouting(found, state, Rolls()) == []
    assert found.missing["red"] == []


@pytest.mark.rule("cappa.9.8.h2")
def test_each_who_was_put_out_is_asked_after_whoever_stands_before_him():
    found, rolls, _ = scouted(out="Q B", dice=(6, 10))
    assert [one.figure for one in rolls] == ["Q", "B"]
    assert found.missing == {"red": ["Q"], "blue": ["B"]}


@pytest.mark.rule("cappa.9.8.h2", "cappa.9.8b")
def test_nobody_asks_whether_civilians_come_back():
    state = situation(PATROL + "green hero G at 20,20\ngreen protagonist I at 22,20").state
    sides = state.scenario.sides
    sides["green"] = msgspec.structs.replace(sides["green"], are_civilians=True)
    state.winner = "red"
    for name in "GI":
        state.figures[name].wounds, state.figures[name].where = state.figures[name].sheet.wounds, "out"
    found = campaign_of(state.scenario)
    assert after_scouting(found, state, Rolls()) == []
    assert found.missing == {"red": [], "blue": []}


def to_the_rearguard(battle_won_by: str = "blue", scouting_won_by: str = "nobody") -> Campaign:
    found, _, _ = scouted(winner=scouting_won_by)
    after_battle(found, battle_won_by)
    return found


@pytest.mark.rule("cappa.9.8d", "cappa.9.8.h3")
def test_the_loser_of_the_battle_fights_the_rearguard_game_with_three_quarters_for_ten_turns():
    data = read_toml(FOLDER / "guardie.toml")
    scenario = read_scenario(campaign.rearguard(to_the_rearguard("blue"), data))
    assert scenario.turns == 10
    assert (scenario.sides["red"].mission, scenario.sides["blue"].mission) == ("vital", "important")
    for seat, over, under in (("red", 3, 4), ("blue", 1, 2)):
        assert scenario.firmness(seat) == -(-scenario.value(seat) * over // under)


@pytest.mark.rule("cappa.9.8.h2")
def test_whoever_is_missing_is_missing_from_the_rearguard_game_too():
    data = read_toml(FOLDER / "convento.toml")
    side = next(one for one in data["side"] if one["seat"] == "red" and len(one["character"]) > 1)
    found = to_the_rearguard()
    found.missing["red"].append(side["character"][0]["profile"])
    here = [one.id for one in read_scenario(campaign.rearguard(found, data)).sides["red"].character]
    assert here == [one["id"] for one in side["character"] if one["profile"] != side["character"][0]["profile"]]


@pytest.mark.rule("cappa.9.8.h5")
def test_pe_are_kept_from_game_to_game():
    state = situation(PATROL).state
    state.sides["red"].experience, state.winner = 4, "red"
    found = campaign_of(state.scenario)
    after_scouting(found, state, Rolls())
    after_battle(found, "blue")
    third = read_scenario(campaign.rearguard(found, read_toml(FOLDER / "guardie.toml")))
    assert (third.sides["red"].experience, third.sides["blue"].experience) == (4, 0)


def third_game(red: int, blue: int, *, is_red_here: bool = True):
    """The end of a rearguard game with so much firmness left."""
    state = situation(PATROL).state
    state.winner, state.scenario.turns = "nobody", 10
    state.scenario.sides["blue"] = _with_mission(state.scenario.sides["blue"], "important")
    state.sides["red"].firmness, state.sides["blue"].firmness = red, blue
    for one in state.standing("red"):
        one.where = "on" if is_red_here else "gone"
    return state


@pytest.mark.rule("cappa.9.8.h4")
@pytest.mark.parametrize(
    ("red", "blue", "is_here", "taker"),
    [
        *((5, 5, True, "red"), (0, 5, True, "blue"), (5, 0, True, "red"), (5, 5, False, "blue"), (0, 0, True, "red")),
        *((1, 5, True, "red"), (0, 1, True, "blue")),
    ],
)
def test_the_rearguard_game_is_worth_4_to_who_held_out_or_broke_it(red, blue, is_here, taker):
    found = to_the_rearguard("blue")
    assert after_rearguard(found, third_game(red, blue, is_red_here=is_here)) == taker
    assert found.points == {"red": 4 * (taker == "red"), "blue": 10 + 4 * (taker == "blue")}


@pytest.mark.rule("cappa.9.8.h4")
def test_the_battle_is_worth_10_the_scouting_3_and_most_points_win():
    found = to_the_rearguard("blue", scouting_won_by="red")
    assert found.points == {"red": 3, "blue": 10}
    assert campaign.winner(found) is None
    after_rearguard(found, third_game(5, 5))
    assert found.points == {"red": 7, "blue": 10}
    assert campaign.winner(found) == "blue"


@pytest.mark.rule("cappa.9.8d", "cappa.9.8.h4")
def test_after_a_drawn_battle_nobody_pursues_and_the_scouting_decides():
    found, _, _ = scouted(winner="red")
    after_battle(found, None)
    assert (found.stage, campaign.winner(found)) == ("over", "red")


@pytest.mark.rule("cappa.9.8.h3")
def test_a_game_with_other_missions_is_no_rearguard_game():
    state = third_game(5, 5)
    state.scenario.sides["blue"] = _with_mission(state.scenario.sides["blue"], "vital")
    with pytest.raises(BadData, match=r"side blue\.mission: in the rearguard game it is «important»"):
        after_rearguard(to_the_rearguard("blue"), state)
    state = third_game(5, 5)
    state.scenario.turns = 12
    with pytest.raises(BadData, match=r"turns: the rearguard game has 10"):
        after_rearguard(to_the_rearguard("blue"), state)


# The scenarios of the next games


def rules_of(found: Campaign, name: str = "lens-1648") -> list[tuple[str, str, int]]:
    """What the scouts have put into a battle."""
    data = campaign.battle(found, read_toml(ESA_SCENARIOS / f"{name}.toml"), ESA)
    return [
        (rule.kind, rule.side, rule.value)
        for rule in esa_scenario(data).form.special
        if rule.kind in ("deploys first", "determination")
    ]


@pytest.mark.rule("cappa.9.8c", "cappa.9.8.h1")
@pytest.mark.parametrize(
    ("margin", "rules"),
    [
        (6, [("deploys first", "france", 0), ("determination", "france", 10)]),
        (3, [("deploys first", "france", 0)]),
        (0, []),
        (-3, [("deploys first", "spain", 0)]),
        (-6, [("deploys first", "spain", 0), ("determination", "spain", 10)]),
    ],
)
def test_what_the_scouts_bring_stands_in_the_scenario_of_the_battle(margin, rules):
    found, _, _ = scouted(max(margin, 0), max(-margin, 0))  # red are the scouts, and in this battle the Spanish
    assert rules_of(found) == rules
    found.codes = {"red": "france", "blue": "spain"}  # the armies are found by their codes, not by their seats
    swap = {"france": "spain", "spain": "france"}
    assert rules_of(found) == [(kind, swap[side], value) for kind, side, value in rules]


@pytest.mark.rule("cappa.9.8.h1")
def test_the_rules_of_another_campaign_do_not_stay_in_the_battle():
    found, _, _ = scouted(6, 0)
    data = campaign.battle(found, read_toml(ESA_SCENARIOS / "lens-1648.toml"), ESA)
    again = campaign.battle(scouted(0, 0)[0], data, ESA)
    assert [one["kind"] for one in again["special"]] == ["initiative"]


@pytest.mark.rule("cappa.9.8.h2")
def test_a_hero_who_is_a_general_there_is_missing_from_the_battle():
    found, _, _ = scouted()
    found.missing["blue"] = ["somebody", "conde"]
    data = campaign.battle(found, read_toml(ESA_SCENARIOS / "lens-1648.toml"), ESA)
    assert esa_scenario(data).sides["blue"].commander == "gen_replacement"
    assert esa_scenario(data).sides["red"].commander == "gen_leopold"
    found.missing = {"red": ["conde"], "blue": []}
    dunes = esa_scenario(campaign.battle(found, read_toml(ESA_SCENARIOS / "dunes-1658.toml"), ESA))
    generals = {seat: [one.general for one in side.division] for seat, side in dunes.sides.items()}
    spanish = next(seat for seat, side in dunes.sides.items() if side.commander == "gen_don_juan")
    assert ("gen_replacement" in generals[spanish]) == (spanish == "red")


@pytest.mark.rule("cappa.9.8.h2")
def test_a_personality_who_is_missing_stays_away():
    found, _, _ = scouted()
    rocroi = read_toml(ESA_SCENARIOS / "rocroi-1643.toml")
    seat = next(side["seat"] for side in rocroi["side"] if "chr_partisan" in str(side))
    found.missing = {"red": [], "blue": []} | {seat: ["chr_partisan"]}
    there = [
        one
        for side in campaign.battle(found, rocroi, ESA)["side"]
        for div in side["division"]
        for one in div.get("characters", [])
    ]
    assert "chr_partisan" not in there
    assert "chr_spymaster" in there


@pytest.mark.rule("cappa.9.8d", "cappa.9.8.h3")
def test_after_lens_the_spanish_are_the_rearguard_and_if_they_won_the_two_change_places():
    data = read_toml(FOLDER / "retroguardia.toml")
    found = to_the_rearguard("red")
    found.codes = {"red": "france", "blue": "spain"}
    after_lens = read_scenario(campaign.rearguard(found, data))
    assert after_lens.form == read_scenario(data).form  # the missions are those already
    found = to_the_rearguard("blue")
    found.codes = {"red": "france", "blue": "spain"}
    turned = read_scenario(campaign.rearguard(found, data))
    france, spain = turned.sides["red"], turned.sides["blue"]
    assert (france.edge, france.mission, turned.zone(france.zone).rect) == ("east", "vital", (3300, 0, 6000, 4800))
    assert (spain.edge, spain.mission, turned.zone(spain.zone).rect) == ("west", "important", (0, 0, 1000, 4800))
    assert [one.side for one in turned.form.objective if one.kind == "hold out"] == ["france"]
    assert [one.side for one in turned.form.special] == ["france"]
    assert [one.id for one in france.squad] == ["first-musketeers", "second-musketeers"]


@pytest.mark.rule("cappa.9.8.h2")
def test_who_is_devoted_to_somebody_missing_stays_with_him():
    data = read_toml(FOLDER / "convento.toml")
    found = to_the_rearguard("blue")
    found.missing["blue"] = ["first-gentleman"]
    here = [one.id for one in read_scenario(campaign.rearguard(found, data)).sides["blue"].character]
    assert here == ["second-gentleman", "third-gentleman", "veteran"]


@pytest.mark.rule("cappa.9.8b")
def test_civilians_are_no_army_of_the_campaign():
    scenario = situation(PATROL + "green extra G at 30,30").scenario
    scenario.sides["red"] = _with_mission(scenario.sides["red"], "important")
    with pytest.raises(BadData, match="two armies"):
        begin(scenario, "red")
    assert campaign.may_scout(scenario) == []
    scenario.sides["green"] = msgspec.structs.replace(scenario.sides["green"], are_civilians=True)
    assert campaign.may_scout(scenario) == ["red"]
    assert set(begin(scenario, "red").points) == {"red", "blue"}


@pytest.mark.rule("cappa.9.8b")
@pytest.mark.parametrize(("value", "scouts"), [("scouting", ["blue"]), ("rearguard", ["red", "blue"])])
def test_whom_the_scenario_names_as_scouts_are_the_scouts_and_nobody_else_it_names(value, scouts):
    rule = f'[[special]]\nkind = "campaign"\nvalue = "{value}"\nside = "blue"\ntext = {{ en = "x", it = "x" }}\n'
    scenario = situation(PATROL + rule).scenario
    for seat in ("red", "blue"):
        scenario.sides[seat] = _with_mission(scenario.sides[seat], "important")
    assert campaign.may_scout(scenario) == scouts


@pytest.mark.rule("cappa.9.8b", "cappa.9.8.h1")
def test_before_lens_the_spanish_scout_and_are_found_again_in_the_battle_and_after_it():
    scenario = read_scenario("lens")
    (scouts,) = campaign.may_scout(scenario)
    assert scenario.sides[scouts].code == "spanish"
    found = begin(scenario, scouts)
    assert len(found.points) == 2  # the civilians fight no battle
    lens = {side["seat"]: side["code"] for side in read_toml(ESA_SCENARIOS / "lens-1648.toml")["side"]}
    last = {side["seat"]: side["code"] for side in read_toml(FOLDER / "retroguardia.toml")["side"]}
    assert lens[campaign.seats_of(found, lens)[scouts]] == "spain"
    assert last[campaign.seats_of(found, last)[scouts]] == "spain"
    assert lens[campaign.seats_of(found, lens)[found.enemy]] == "france"


def test_the_skirmishes_with_scouts_are_there_and_have_them():
    for name in campaign.campaign_tables().patrols:
        assert len(campaign.may_scout(read_scenario(name))) == 1


def test_a_game_out_of_turn_is_refused_and_so_is_an_unfinished_one():
    found, _, state = scouted()
    with pytest.raises(BadData, match="next game"):
        after_scouting(found, state, Rolls())
    with pytest.raises(BadData, match="next game"):
        campaign.rearguard(found, {})
    after_battle(found, "red")
    state.winner = ""
    with pytest.raises(BadData, match="not over"):
        after_rearguard(found, state)


def test_a_campaign_can_be_written_down_and_read_again():
    found, _, _ = scouted(red=4, winner="red", out="Q", dice=(9,))
    again = Campaign.from_plain(found.to_plain(), {})
    assert again.to_plain() == found.to_plain()
