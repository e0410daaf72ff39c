"""Units read off the table: which bases act as one, and what the whole is worth (1.6, 1.7)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.state.muster import restored
from alfiere.games.lumi.state.unit import (
    alone,
    body,
    first_rank,
    formed,
    has,
    is_weakened,
    melee_value,
    morale,
    named,
    speed,
    state_of,
    unit_named,
    why_not_one,
)
from alfiere.table.shapes import Rect
from tests.games.lumi.lines import Situation
from tests.situation import situation


def units(game: Situation) -> set[tuple[str, ...]]:
    return {one.ids for one in formed(game.state)}


@pytest.mark.rule("lumi.1.6.4", "lumi.1.6.7", "lumi.1.6.8", "lumi.1.7.2", "lumi.ex.17")
def test_bases_side_by_side_in_line_act_as_one_if_nothing_is_said():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 14,10 facing N
        red foot D at 12,9 facing N
        red foot E at 17,10 facing N
        red foot F at 8,10 facing S
        """
    )
    assert units(game) == {("A", "B", "C", "D"), ("E",), ("F",)}
    assert [one.id for one in first_rank(game.state, game.unit("A"))] == ["A", "B", "C"]


@pytest.mark.rule("lumi.1.6.4", "lumi.ex.72")
def test_bases_of_two_brigades_are_never_one_unit():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, brigade X
        red foot B at 12,10 facing N, brigade Y
        """
    )
    assert units(game) == {("A",), ("B",)}
    objection = why_not_one(game.state, [game["A"], game["B"]])
    assert objection is not None
    assert (objection.key, objection.rule) == ("not-one-brigade", "lumi.1.6.4")


@pytest.mark.rule("lumi.1.6.6", "lumi.ex.73")
def test_a_player_may_always_handle_one_base_of_several_alone():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        red foot C at 14,10 facing N
        """
    )
    assert alone(game["A"]).ids == ("A",)
    for some in (["A"], ["A", "B"], ["A", "B", "C"]):
        assert why_not_one(game.state, [game[one] for one in some]) is None
    objection = why_not_one(game.state, [game["A"], game["C"]])
    assert objection is not None
    assert objection.key == "not-in-formation"


@pytest.mark.rule("lumi.1.6.11")
def test_bases_in_different_states_are_joined_only_if_their_player_says_so():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N, shaken
        """
    )
    assert units(game) == {("A",), ("B",)}
    assert why_not_one(game.state, [game["A"], game["B"]]) is None
    assert state_of(game.state, game.unit("A", "B")) == 2
    game["A"].state = 2
    assert units(game) == {("A", "B")}


@pytest.mark.rule("lumi.1.7.3")
def test_a_column_stands_one_behind_the_other_and_its_first_base_fires():
    game = situation(
        """
        lumi
        red foot B at 10,8 facing N, column
        red foot A at 10,10 facing N, column
        red foot C at 11,10 facing N, column
        """
    )
    assert units(game) == {("B", "A"), ("C",)}
    assert [one.id for one in first_rank(game.state, game.unit("A"))] == ["A"]


@pytest.mark.rule("lumi.1.7.4")
def test_open_order_stands_within_1um_but_not_in_contact():
    game = situation(
        """
        lumi
        red grenzer A at 10,10 facing N, open
        red grenzer B at 13,10.3 facing N, open
        red grenzer C at 16.1,10 facing N, open
        red grenzer D at 8,10 facing N, open
        """
    )
    assert units(game) == {("A", "B"), ("C",), ("D",)}


@pytest.mark.rule("lumi.1.7.5c")
def test_a_square_of_several_stands_in_two_ranks_half_of_them_in_the_first():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, square
        red foot B at 12,10 facing N, square
        red foot C at 10,9 facing N, square
        blue foot G at 20,10 facing N, square
        blue foot H at 22,10 facing N, square
        """
    )
    assert units(game) == {("A", "B", "C"), ("G",), ("H",)}


@pytest.mark.rule("lumi.1.7.2")
def test_a_line_has_two_ranks_at_most():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 10,9 facing N
        red foot C at 10,8 facing N
        """
    )
    assert units(game) == {("A", "B"), ("C",)}


@pytest.mark.rule("lumi.1.1.4")
def test_a_unit_is_as_large_as_the_smallest_rectangle_around_it():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing E
        red foot B at 10,12 facing E
        red foot C at 9,12 facing E
        """
    )
    found = body(game.state, game.unit("A", "B", "C"))
    assert (found.shape, found.pose) == (Rect(400, 200), (950, 900, 900))


@pytest.mark.rule("lumi.1.6.5", "lumi.1.6.14", "lumi.1.6.16")
def test_a_unit_has_the_worst_morale_the_lowest_speed_and_the_abilities_all_have():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, morale 1
        red grenzer B at 12,10 facing N, morale 0
        blue pr_cuir G at 20,10 facing S
        blue pr_huss H at 18,10 facing S
        """
    )
    both = game.unit("A", "B")
    assert morale(game.state, both) == 0
    assert not has(game.state, both, "light")
    assert has(game.state, alone(game["B"]), "light")
    assert speed(game.state, game.unit("G", "H")) == 400
    assert speed(game.state, alone(game["H"])) == 500


@pytest.mark.rule("lumi.1.6.15", "lumi.ex.98")
def test_the_melee_value_is_the_lowest_of_the_bases_in_contact():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, melee 1
        red foot B at 12,10 facing N, melee 0
        red foot C at 14,10 facing N, melee 0
        """
    )
    unit = game.unit("A")
    assert unit.ids == ("A", "B", "C")
    assert melee_value(game.state, unit, ("A", "B", "C")) == 0
    assert melee_value(game.state, unit, ("A",)) == 1


@pytest.mark.rule("lumi.1.5.8")
def test_a_unit_is_weakened_by_twice_as_many_losses_as_it_has_bases():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, losses 3
        red foot B at 12,10 facing N
        """
    )
    assert not is_weakened(game.state, game.unit("A"))
    game["B"].losses = 1
    assert is_weakened(game.state, game.unit("A"))
    assert not is_weakened(game.state, alone(game["B"]))


@pytest.mark.rule("lumi.1.3.3a", "lumi.1.3.3b")
def test_dragoons_fire_on_foot_only_and_fight_there_one_worse():
    game = situation(
        """
        lumi
        red dragoons A at 10,10 facing N
        red dragoons B at 15,10 facing N, on foot
        """
    )
    mounted, foot = game["A"], game["B"]
    assert (mounted.kind, mounted.fire, mounted.melee) == ("cavalry", None, 1)
    assert (foot.kind, foot.fire, foot.melee, foot.profile.morale) == ("infantry", -1, 0, 1)
    assert "square" not in foot.arm.speed


def test_a_battle_is_saved_and_restored_as_it_is():
    game = situation(
        """
        lumi
        village V 4,4 8,8
        red foot A at 10,10 facing N, shaken, losses 2, fought
        red grenzer B at 6,6 facing N, column, in V
        red general M at 9,8 able, with A
        blue guns G at 20,10 facing S
        """
    )
    state = game.state
    state.orders["red"] = 5
    twin = restored(state.scenario, state.to_plain())
    assert twin.to_plain() == state.to_plain() == state.copy().to_plain()
    assert twin.base(twin.bases["A"]) == state.base(state.bases["A"])
    assert formed(twin) == formed(state)
    copy = state.copy()
    copy.bases["A"].losses = 3
    assert state.bases["A"].losses == 2


@pytest.mark.rule("lumi.8.3a")
def test_an_attached_general_goes_with_his_unit():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red general M at 9,8 able, with A
        """
    )
    footing = game.state.footing(game["A"])
    game.state.stand(game["A"], footing._replace(pose=footing.pose._replace(x=1500)))
    assert game.general("M").pose == (1500, 1100, 0)


@pytest.mark.rule("lumi.1.6.6")
def test_an_option_names_a_unit_by_its_first_base_and_those_with_it():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red foot B at 12,10 facing N
        blue foot X at 10,15 facing S
        """
    )
    both = game.unit("A")
    assert named(both) == {"unit": "A", "with": ["B"]}
    assert unit_named(game.state, named(both)) == both
    assert unit_named(game.state, {"unit": "B"}) == alone(game["B"])
    assert unit_named(game.state, {"unit": "B", "with": ("A",)}) == both
    for nobody in ({"unit": "Z"}, {"unit": "A", "with": ["X"]}, {"unit": "A", "with": ["A"]}, {"unit": ["A"]}, {}):
        assert unit_named(game.state, nobody) is None


@pytest.mark.rule("lumi.1.7.5c")
def test_squares_of_which_most_stand_in_the_first_rank_are_each_by_himself():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, square
        red foot B at 12,10 facing N, square
        red foot C at 14,10 facing N, square
        red foot D at 10,9 facing N, square
        """
    )
    assert units(game) == {("A",), ("B",), ("C",), ("D",)}
