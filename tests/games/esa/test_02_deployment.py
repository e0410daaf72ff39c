"""Chapters 2.3 and 2.4: who places when, where pieces may stand, and the starting hands."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import battle_line, command_capacity, in_command
from alfiere.games.esa.end_of_turn import rout
from alfiere.games.esa.events import CardsDrawn, ChosenAtRandom, LeaderPlaced, UnitPlaced
from alfiere.games.esa.orders import planning
from alfiere.games.esa.state import EsaGame
from alfiere.kernel.decision import Decision
from alfiere.kernel.procedure import Procedure
from tests.games.esa.lines import Situation
from tests.games.esa.muster import Muster, muster

# cards of priority 3: 4 7 8 11 12 18, of priority 2: 1 2 5 6 13, of priority 1: 3 9 16 19 23, of none: 27 28 29 30


def with_cards(red: list[int], blue: list[int], *, chance: tuple[int, int] = (0, 0)) -> Muster:
    """Divisions a, b, c... of red and z, y, x... of blue, deployed by these cards. ``chance``: the next on top."""
    names = {"red": "abcdef"[: len(red)], "blue": "zyxwvu"[: len(blue)]}
    armies = {
        seat: " / ".join(["commander 2", *(f"{one} 2: line line" for one in letters)])
        for seat, letters in names.items()
    }
    top = {"red": [*red, *filter(None, chance[:1])], "blue": [*blue, *filter(None, chance[1:])]}
    game = muster(armies["red"], armies["blue"], top=top)
    given = {**dict(zip(names["red"], red, strict=True)), **dict(zip(names["blue"], blue, strict=True))}
    gives = [f"give division={name} card={card}" for name, card in given.items()]
    while game.decision.key == "deployment-card":
        wanted = next(one for one in gives if f"division={game.decision.about['division']} " in one)
        game.play(wanted)
    return game


def order_of(game: Muster) -> str:
    """The letters of the divisions in the order they are placed."""
    game.play(to="assign")
    return "".join(one.leader[0] for one in game.told(LeaderPlaced) if one.leader.endswith("-general"))


def places(decision: Decision) -> set[str]:
    """The hexes offered."""
    return {option["hex"] for option in decision.options}


# Cards and precedence


@pytest.mark.rule("esa.2.3a")
def test_each_player_draws_a_card_a_division_and_gives_them_out_at_the_same_time():
    game = muster(
        "commander 2 / a 2: line line / b 2: line line / c 2: line line",
        "commander 2 / z 2: line line / y 2: line line",
        top={"red": [4, 23, 27], "blue": [1, 9]},
    )
    drawn = {one.seat: one.cards for one in game.told(CardsDrawn)}
    assert drawn == {"red": (4, 23, 27), "blue": (1, 9)}
    assert {one.seat for one in game.game.decisions()} == {"red", "blue"}  # both are asked at once
    game.play("give division=a card=23", "give division=b card=27", "give division=z card=9")
    assert {name: one.card for name, one in game.state.divisions.items()} == {"a": 23, "b": 27, "c": 4, "z": 9, "y": 1}


@pytest.mark.rule("esa.2.3b", "esa.2.3c")
def test_priority_three_is_placed_first_in_turns_beginning_with_the_player_who_has_more():
    # blue has two threes: z, then red's a, then y; then all twos, then all ones
    assert order_of(with_cards([4, 1, 2, 3], [7, 8, 5, 23, 9])) == "zay" + "bxc" + "wdv"


@pytest.mark.rule("esa.2.3c2")
def test_every_level_gives_precedence_to_the_player_with_more_cards_of_it():
    game = with_cards([4, 7, 1, 3, 9], [8, 2, 5, 6, 23])
    assert order_of(game) == "azb" + "ycxw" + "dve"
    assert game.told(ChosenAtRandom) == []


@pytest.mark.rule("esa.2.3d")
def test_cards_without_priority_are_placed_last():
    assert order_of(with_cards([27, 4, 7], [28, 29, 3])) == "bc" + "x" + "zay"


@pytest.mark.rule("esa.2.3d2")
def test_the_same_number_of_cards_leaves_precedence_to_chance():
    # card 9 has the value 9, card 10 the value 1: the lower wins
    game = with_cards([4, 3], [7, 23, 2], chance=(9, 10))
    assert order_of(game)[:2] == "za"
    found = game.told(ChosenAtRandom)[0]
    assert (found.winner, found.red, found.blue) == ("blue", 9, 1)
    game = with_cards([4, 3], [7, 23, 2], chance=(10, 9))
    assert order_of(game)[:2] == "az"


@pytest.mark.rule("esa.2.3d3")
def test_a_player_with_no_division_left_at_a_level_lets_the_other_place_the_rest():
    assert order_of(with_cards([4, 7, 8, 11], [12])) == "azbcd"


# Places


@pytest.mark.rule("esa.2.3e")
def test_units_deploy_within_their_generals_command_distance():
    game = muster("commander 3 / foot 2: musketeers musketeers", top={"red": [4], "blue": [27]})
    game.play("usual", "leader leader=foot-general hex=0902", to="deploy-unit")
    grid = game.state.field.grid
    assert places(game.decision) == {
        label for label in game.state.scenario.zone(_zone(game, "foot")) if 0 < grid.distance("0902", label) <= 2
    }


def _zone(game: Muster, division: str):
    zone = game.state.scenario.division_forms[division].zone
    assert zone is not None
    return zone


@pytest.mark.rule("esa.2.3e2")
def test_a_unit_may_deploy_farther_off_in_a_battle_line():
    game = muster("commander 2 / foot 1: pike pike pike", top={"red": [4], "blue": [27]})
    game.play("leader leader=foot-general hex=0902", "place unit=foot-1 hex=1002", "face facing=3", to="deploy-unit")
    grid = game.state.field.grid
    far = {label for label in places(game.decision) if grid.distance("0902", label) > 1}
    assert far == {"1102"}  # the flank hex of the first in its row; the other one is the general's
    game.play("place unit=foot-2 hex=1102", "place unit=foot-3 hex=1202", to="assign")
    third = game.state.units["foot-3"]
    assert (third.facing, len(battle_line(game.state, third)), in_command(game.state, third)) == (3, 3, True)


@pytest.mark.rule("esa.2.3e2")
@pytest.mark.parametrize(
    ("kinds", "first", "farm", "far"),
    [
        ("pike pike", "1002", "0101", {"1102"}),
        ("pike pike", "0802", "0101", {"0702"}),  # the line grows at either end
        ("pike pike", "1002", "1102", set()),  # not on other ground
        ("pike tercio", "1002", "0101", set()),  # nor with another class
        ("musketeers musketeers", "1002", "0101", set()),  # nor without the ability
    ],
)
def test_a_battle_line_reaches_beyond_command_distance_only_where_it_is_one(kinds, first, farm, far):
    ground = [{"type": "area", "name": {"en": "farm", "it": "podere"}, "hexes": [farm]}]
    game = muster(f"commander 2 / foot 1: {kinds}", top={"red": [4], "blue": [27]}, terrain=ground)
    game.play(
        "leader leader=foot-general hex=0902", f"place unit=foot-1 hex={first}", "face facing=3", to="deploy-unit"
    )
    grid = game.state.field.grid
    assert {label for label in places(game.decision) if grid.distance("0902", label) > 1} == far


@pytest.mark.rule("esa.2.3e2")
def test_guns_may_deploy_near_any_friendly_general_already_placed():
    game = muster("commander 2 / foot 2: line line / guns 1: heavy-guns line", top={"red": [4, 23], "blue": [27]})
    game.play("give division=foot card=4", "leader leader=foot-general hex=0302", to="deploy-leader")
    game.play("leader leader=guns-general hex=1502", to="deploy-unit")
    grid = game.state.field.grid
    offered = places(game.decision)
    assert {grid.distance("0302", label) <= 2 or grid.distance("1502", label) <= 1 for label in offered} == {True}
    assert {"0303", "1402"} <= offered
    game.play("place unit=guns-1 hex=0303", to="deploy-unit")
    assert game.decision.about["unit"] == "guns-2"
    assert {grid.distance("1502", label) for label in places(game.decision)} == {1}  # pikes may not


@pytest.mark.rule("esa.2.3e3")
def test_units_that_find_no_hex_in_command_stand_as_near_as_they_can():
    game = muster("commander 2 / foot 0: musketeers musketeers", top={"red": [4], "blue": [27]})
    game.play("leader leader=foot-general hex=0902", to="deploy-unit")
    assert places(game.decision) == set(game.state.field.grid.adjacent["0902"])
    narrow = {"foot": {"columns": [1, 1], "rows": [1, 3], "facing": 3}}
    game = muster("commander 2 / foot 1: musketeers musketeers", top={"red": [4], "blue": [27]}, zone=narrow)
    game.play("leader leader=foot-general hex=0101", "place unit=foot-1 hex=0102", to="deploy-unit")
    assert places(game.decision) == {"0103"}  # two hexes off, but the last free hex of the zone


@pytest.mark.rule("esa.2.3f", "esa.2.3f3")
def test_intermediate_generals_then_characters_then_commanders_are_placed_last():
    game = muster(
        "commander 2 / wing 2 over a / a 2: line line + chr_guide chr_chaplain / wing 2 over b / b 2: line line",
        "commander 2 / wing 2 over z / z 2: line line + chr_partisan",
        top={"red": [1, 2], "blue": [4]},
    )
    game.play(to="assign")
    placed = [one.leader for one in game.told(LeaderPlaced)]
    assert placed[-8:] == [
        *("blue-wing-z", "red-wing-a", "red-wing-b"),  # blue has the only three; each places all of a kind
        *("partisan", "guide", "chaplain"),
        *("blue-commander", "red-commander"),
    ]
    pieces = [one for one in game.game.events if isinstance(one, LeaderPlaced | UnitPlaced)]
    assert not [one for one in pieces[-8:] if isinstance(one, UnitPlaced)]  # all units stand before


@pytest.mark.rule("esa.2.3f2")
@pytest.mark.parametrize(("red", "blue"), [([4], [7]), ([1], [3])])
def test_with_the_same_number_of_threes_the_leaders_follow_the_chance_of_level_three(red, blue):
    for chance, first in (((9, 10), "blue"), ((10, 9), "red")):
        game = with_cards(red, blue, chance=chance).play(to="assign")
        commanders = [one.leader for one in game.told(LeaderPlaced)][-2:]
        assert commanders[0] == f"{first}-commander"
        assert game.told(ChosenAtRandom)[0].winner == first


@pytest.mark.rule("esa.2.3g")
def test_a_hex_holds_one_unit_or_one_leader_at_deployment():
    game = muster("commander 2 / foot 2: line line + chr_guide", top={"red": [4], "blue": [27]})
    game.play("leader leader=foot-general hex=0902", to="deploy-unit")
    assert "0902" not in places(game.decision)
    game.play("place unit=foot-1 hex=0901", to="deploy-unit")
    assert not {"0902", "0901"} & places(game.decision)
    game.play("place unit=foot-2 hex=0903", to=lambda m: m.decision.about.get("leader") == "guide")
    assert not {"0902", "0901", "0903"} & places(game.decision)  # nor is he attached


@pytest.mark.rule("esa.2.3h")
def test_every_unit_is_placed_facing_a_vertex_of_its_owners_choice():
    game = muster("commander 2 / foot 2: line line", top={"red": [4], "blue": [27]})
    game.play("leader leader=foot-general hex=0902", "place unit=foot-1 hex=0901", to="face")
    assert sorted(option["facing"] for option in game.decision.options) == [0, 1, 2, 3, 4, 5]
    game.play("face facing=2", to="assign")
    assert game.state.units["foot-1"].facing == 2
    assert game.state.units["foot-2"].facing == 3  # the usual one of the zone


@pytest.mark.rule("esa.2.3i")
def test_a_general_is_placed_with_his_division_also_if_he_is_the_commander():
    game = muster("commander 2 leads guard / foot 2: line line / guard: pike pike", top={"red": [4, 3], "blue": [1]})
    game.play("give division=foot card=4", to="assign")
    placed = [one for one in game.game.events if isinstance(one, LeaderPlaced | UnitPlaced)]
    names = [one.unit if isinstance(one, UnitPlaced) else one.leader for one in placed]
    mine = [name for name in names if not name.startswith(("other", "blue"))]
    assert mine == ["foot-general", "foot-1", "foot-2", "red-commander", "guard-1", "guard-2"]


@pytest.mark.rule("esa.2.3j")
def test_deployment_cards_go_back_into_the_shuffled_deck():
    game = with_cards([4, 27], [7, 23], chance=(9, 10)).play(to="assign")
    for army in game.state.armies.values():
        assert army.discard == []  # also those turned over to decide at random
        assert army.deck.top == army.deck.bottom == []  # the deck has no known order
        assert sorted(army.deck.middle + army.hand) == list(range(1, 31))
    assert {one.card for one in game.state.divisions.values()} == {0}


@pytest.mark.rule("esa.2.3k")
def test_pieces_deploy_only_on_ground_they_may_occupy_inside_their_zone():
    zone = {"horse": {"columns": [2, 6], "rows": [2, 3], "facing": 3}}
    ground = [
        {"type": "wood", "name": {"en": "wood", "it": "bosco"}, "hexes": ["0302", "0402"]},
        {"type": "area", "name": {"en": "farm", "it": "podere"}, "hexes": ["0502"]},
        {"type": "river", "name": {"en": "river", "it": "fiume"}, "hexes": ["0603"]},
    ]
    game = muster(
        "commander 2 / horse 9: cuirassiers musketeers", top={"red": [4], "blue": [27]}, zone=zone, terrain=ground
    )
    game.play(to="deploy-leader")
    inside = {f"{column:02d}{row:02d}" for column in range(2, 7) for row in (2, 3)}
    assert places(game.decision) == inside - {"0603"}
    game.play("leader leader=horse-general hex=0202", to="deploy-unit")
    assert places(game.decision) == inside - {"0603", "0202", "0302", "0402", "0502"}
    game.play("place unit=horse-1 hex=0203", to="deploy-unit")
    assert places(game.decision) == inside - {"0603", "0202", "0203"}  # light infantry enters woods and farms
    game.play("place unit=horse-2 hex=0303", to=lambda m: m.decision.about.get("leader") == "red-commander")
    rows = {f"{column:02d}{row:02d}" for column in range(1, 19) for row in (1, 2, 3)}
    assert places(game.decision) == rows - {"0603", "0202", "0203", "0303"}  # the commander has the side's own zone


def test_a_scenario_may_fix_the_place_of_a_unit():
    words = {"name": {"en": "guns", "it": "cannoni"}, "text": {"en": "fixed", "it": "fissi"}}
    placed = [{"kind": "placed", "unit": "foot-1", "hex": "0907", **words}]
    game = muster("commander 2 / foot 9: guns line", top={"red": [4], "blue": [27]}, special=placed)
    game.play(to="assign")
    assert game.state.units["foot-1"].hex == "0907"
    assert game.state.units["foot-2"].hex[2:] in ("01", "02", "03")
    assert "foot-1" not in [one.about.get("unit") for one in game.asked]


def test_a_night_surprise_costs_the_unit_a_card_names_one_loss():
    words = {"name": {"en": "night", "it": "notte"}, "text": {"en": "surprise", "it": "sorpresa"}}
    night = [{"kind": "night surprise", "division": "foot", **words}]
    for size in (3, 2):  # with two units only the values 1 and 2 name one
        kinds = " ".join(["line"] * size)
        game = muster(f"commander 2 / foot 2: {kinds}", top={"red": [4], "blue": [27]}, special=night).play(to="assign")
        strengths = [game.state.units[name].strength for name in game.state.divisions["foot"].units]
        assert sorted(strengths) == [3, *[4] * (size - 1)]
        army = game.state.armies["red"]
        assert sorted(army.deck.middle + army.hand) == list(range(1, 31))  # the cards are shuffled back


# Hands


@pytest.mark.rule("esa.2.4a")
def test_command_capacity_is_the_number_of_divisions_and_one_for_a_commander_without_troops():
    free = muster("commander 2 / a 2: line line / b 2: line line").play(to="assign")
    assert command_capacity(free.state, "red") == 3
    busy = muster("commander 2 leads a / a: line line / b 2: line line").play(to="assign")
    assert command_capacity(busy.state, "red") == 2
    reserve = muster("commander 2 / a 2: line line / spare: line line").play(to="assign")
    assert command_capacity(reserve.state, "red") == 2  # the reserve is under the commander himself


@pytest.mark.rule("esa.2.4b", "esa.2.4c")
def test_the_starting_hand_comes_on_top_of_the_cards_of_the_first_turn():
    game = muster("commander 2 / a 2: line line / b 2: line line").play(to="assign")
    drawn = [(one.rules[0], len(one.cards)) for one in game.told(CardsDrawn) if one.seat == "red"]
    assert drawn == [("esa.2.3a", 2), ("esa.2.4b", 3), ("esa.3.2.1a", 3)]
    assert (game.state.turn, len(game.state.armies["red"].hand)) == (1, 6)


@pytest.mark.rule("esa.ex.58")
def test_three_divisions_give_four_cards_and_three_after_a_rout():
    game = muster("commander 2 / a 2: line line / b 2: line line / c 2: line line").play(to="assign")
    drawn = [len(one.cards) for one in game.told(CardsDrawn) if one.seat == "red"][1:]
    assert drawn == [4, 4]
    game.play("none division=a", "none division=b", "none division=c", to="put-back")
    hand = len(game.state.armies["red"].hand)
    assert (hand, game.decision.about["excess"]) == (8, 4)

    def next_turn(g: EsaGame) -> Procedure[None]:
        yield from rout(g, g.state.divisions["c"])
        g.state.armies["red"].hand.clear()
        g.state.step = 0
        yield from planning(g)

    situated = Situation(game.state, game.game.scenario)
    situated.run(next_turn)
    assert len(situated.state.armies["red"].hand) == 3
    assert command_capacity(situated.state, "red") == 3
