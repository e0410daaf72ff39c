"""Chapters G.0 to G.2 and geo.21: contact, aligning, supports, flank and rear, facing an attacker."""

from __future__ import annotations

import pytest

from alfiere.battles.standing import is_within
from alfiere.games.risorgimento.fire.engaged import ABANDONED, is_in_contact, part
from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.melee.contact import face_all, melees
from alfiere.games.risorgimento.movement.fronts import FIGHTS, aims, front_taken, reached, ties, touches, why_no_contact
from alfiere.games.risorgimento.movement.judging import engaged
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import FRONT
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.risorgimento.melee.fights import aligned, attack, closed, effective, lines, melee, told
from tests.situation import situation


@pytest.mark.rule("risorgimento.g.0.1", "risorgimento.g.0.2")
def test_a_front_on_a_front_a_flank_or_a_rear_is_a_melee_flank_to_flank_is_not() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32,40 facing W
        red  line C at 30,20 facing E
        blue line D at 32.75,20 facing N
        red  line E at 60,40 facing E
        blue line F at 62,40 facing E
        red  line G at 60,20 facing N
        blue line H at 63.5,20 facing N
        red  line I at 80,20 facing N
        blue line J at 80,22.06 facing S
        """
    )
    assert told(game) == ["A v B", "C v D", "E v F"]
    game.state.stand(game.unit("B"), game.state.footing(game.unit("B"))._replace(pose=Pose(9000, 4000, 2700)))
    assert told(game) == ["C v D", "E v F"]


@pytest.mark.rule("risorgimento.g.0.3", "risorgimento.g.0.5", "risorgimento.ex.56")
def test_with_more_than_half_its_front_a_unit_is_laid_middle_against_middle() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32,41.5 facing W
        """
    )
    aligned(game, "A", "B")
    assert game.at("A") == (30.0, 41.5)
    assert game.unit("A").heading == 900
    assert [(one.unit, one.how) for one in game.told(UnitMoved)] == [("A", "align")]


@pytest.mark.rule("risorgimento.g.0.5")
def test_who_comes_at_an_angle_is_turned_flush_and_slides_as_far_as_others_allow() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 29.71,41 facing 80
        blue line B at 32,40.5 facing W
        """
    )
    aligned(game, "A", "B")
    assert game.at("A") == (30.0, 40.5)
    assert game.unit("A").heading == 900
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        red  line C at 29.8,44 facing E
        blue line B at 32,41.5 facing W
        """
    )
    aligned(game, "A", "B")
    assert game.at("A")[1] == pytest.approx(40.5, abs=0.05)


@pytest.mark.rule("risorgimento.g.0.6")
def test_with_half_its_front_or_less_it_turns_flush_but_does_not_slide_and_is_in_contact() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32,41.75 facing W
        """
    )
    aligned(game, "A", "B")
    assert game.at("A") == (30.0, 40.0)
    assert told(game) == ["A v B"]


@pytest.mark.rule("risorgimento.g.0.4", "risorgimento.g.0.7")
def test_a_front_that_a_friend_has_taken_is_not_attacked_a_second_time() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        red  line C at 30,36 facing E
        red  line D at 20,40 facing E
        blue line B at 32,38.25 facing W
        """
    )
    s, a, b, c, d = game.state, *(game.unit(name) for name in "ABCD")
    found = aims(s, b).get(FRONT)
    assert found is not None
    assert found.foe is a
    assert front_taken(s, c, b) is a
    assert told(game) == ["A v B"]
    before = c.pose
    aligned(game, "C", "B")
    assert game.unit("C").pose == before
    end = Footing("line", s.shape(d), Pose(3000, s.scenario.depth - 3630, 900))
    why = why_no_contact(s, d, end, b)
    assert why is not None
    assert (why.key, why.rule, why.about["friend"]) == ("front-taken", "risorgimento.g.0.4", "A")
    beside = Footing("line", s.shape(d), Pose(3000, s.scenario.depth - 3650, 900))
    assert why_no_contact(s, d, beside, b) is None  # there it stands as a support, risorgimento.g.0.7


@pytest.mark.rule("risorgimento.g.0.8")
def test_a_front_on_two_enemies_fights_the_one_it_lies_on_longer_of_equals_as_its_owner_chooses() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32,41 facing W
        blue line C at 32,37.5 facing W
        """
    )
    assert {one.foe.id for one in touches(game.state, game.unit("A"))} == {"B", "C"}
    assert told(game) == ["A v B+C"]
    assert ties(game.state, game.unit("A")) == []
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32,41.75 facing W
        blue line C at 32,38.25 facing W
        """
    )
    assert {one.id for one in ties(game.state, game.unit("A"))} == {"B", "C"}
    FIGHTS.put(game.unit("A"), "C")
    assert melee(game, "A").against(game.unit("A")).unit.id == "C"
    FIGHTS.clear(game.unit("A"))
    FIGHTS.put(game.unit("A"), "B")
    assert melee(game, "A").against(game.unit("A")).unit.id == "B"


@pytest.mark.rule("risorgimento.geo.21")
def test_a_corner_belongs_to_the_edge_that_makes_the_smaller_angle_with_the_front_of_who_comes() -> None:
    for x, y, facing, heading, of_enemy in (
        (31.234, 40.607, 50, 900, 2700),
        (31.293, 40.543, 45, 900, 2700),  # the front on ties
        (31.357, 40.484, 40, 0, 1800),  # its flank: it turns to face
    ):
        game = situation(
            f"""
            risorgimento
            red  line A at {x},{y} facing {facing}
            blue line B at 33,43 facing W
            dice blue 1
            """
        )
        aligned(game, "A", "B")
        assert (game.unit("A").heading, game.unit("B").heading) == (heading, of_enemy)


# Supports


SUPPORTED = """
    risorgimento
    red  line A at 30,40 facing E, vf 8
    red  line S at 30,43.5 facing E, vf 6
    red  line T at 30,36.5 facing E, vf 6, losses 1
    blue line B at 32,40 facing W
    """


@pytest.mark.rule("risorgimento.g.1.1", "risorgimento.g.1.2", "risorgimento.g.1.4", "risorgimento.g.3.13")
def test_units_beside_the_one_in_front_support_it_with_half_their_strength() -> None:
    game = situation(SUPPORTED)
    attack(game, "A", "B")
    assert told(game) == ["A+S+T v B"] or told(game) == ["A+T+S v B"]
    assert effective(game, "A") == 8 + 3 + 2.75


@pytest.mark.rule("risorgimento.g.1.3", "risorgimento.g.1.8")
def test_flank_to_flank_with_the_enemy_a_support_gives_him_the_malus_of_a_flank_attack() -> None:
    for y, wide, has_malus in ((43.5, "line", True), (43.5, "march", False)):
        game = situation(
            f"""
            risorgimento
            red  line A at 30,40 facing E
            red  line S at 32.9,{y} facing E, {wide}
            blue line B at 32,40 facing W
            """
        )
        assert (lines(game, "B").get("flank") == -2) == has_malus
        assert told(game) == (["A+S v B"] if has_malus else ["A v B"])
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        red  line S at 33,43.5 facing E
        blue line B at 32,40 facing W
        """
    )
    assert told(game) == ["A v B"]  # half of the shorter flank is not more than half


@pytest.mark.rule("risorgimento.g.1.5")
def test_a_unit_that_is_engaged_itself_supports_nobody_but_fights_a_melee_of_its_own() -> None:
    game = situation(SUPPORTED + "\n    blue line C at 32,43.5 facing W")
    assert told(game) == ["A+T v B", "S v C"]


@pytest.mark.rule("risorgimento.g.1.6", "risorgimento.g.1.8")
def test_defenders_are_supported_by_who_faces_within_45_degrees_attackers_only_by_who_faces_alike() -> None:
    text = """
        risorgimento
        red  line A at 30,40 facing E
        red  line S at 29.67,43.32 facing 80
        blue line B at 32,40 facing W
        """
    game = situation(text)
    assert told(game) == ["A+S v B"]
    attack(game, "A", "B")
    assert told(game) == ["A v B"]
    attack(game, "B", "A")
    assert told(game) == ["A v B"]  # both came upon each other in this turn


@pytest.mark.rule("risorgimento.g.1.6")
def test_two_units_at_most_support_a_side_from_beside() -> None:
    game = situation(SUPPORTED + "\n    red line U at 32.5,36.5 facing E")
    assert len(melee(game, "A").of(game.unit("A")).supports) == 2


@pytest.mark.rule("risorgimento.g.1.7")
def test_between_two_melees_a_unit_supports_both() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        red  line S at 30,36.5 facing E
        red  line C at 30,33 facing E
        blue line B at 32,40 facing W
        blue line D at 32,33 facing W
        """
    )
    assert told(game) == ["A+S v B", "C+S v D"]


@pytest.mark.rule("risorgimento.g.1.9")
def test_squares_routed_units_march_columns_and_limbered_guns_give_no_support() -> None:
    for how in ("square", "routed", "march"):
        y = 42.75 if how == "march" else 43.5
        x = 29.25 if how == "march" else 30
        game = situation(
            f"""
            risorgimento
            red  line A at 30,40 facing E
            red  line S at {x},{y} facing E, {how}
            blue line B at 32,40 facing W
            """
        )
        assert told(game) == ["A v B"], how
    for how, found in (("limbered", "A v B"), ("unlimbered", "A+G v B")):
        game = situation(
            f"""
            risorgimento
            red  line A at 30,40 facing E
            red  guns G at 30,42.75 facing E, {how}
            blue line B at 32,40 facing W
            """
        )
        assert told(game) == [found]


@pytest.mark.rule("risorgimento.geo.13", "risorgimento.g.1.3")
@pytest.mark.parametrize(("how", "found"), [("square", "A v Q"), ("line", "A+S v Q")])
def test_a_square_has_no_flank_beside_which_anybody_supports(how: str, found: str) -> None:
    """Flank to flank with a line one supports against it; a square has fronts all round."""
    game = situation(
        f"""
        risorgimento
        red  line A at 30,40 facing E
        red  line S at 32,43.5 facing E
        blue line Q at 32,40 facing W, {how}
        """
    )
    assert told(game) == [found]


@pytest.mark.rule("risorgimento.g.1.9")
def test_each_side_of_a_square_fights_a_melee_of_its_own_with_a_quarter_of_the_strength() -> None:
    game = situation(
        """
        risorgimento
        red  line Q at 30,40 facing N, square, vf 8
        red  line S at 33.5,40 facing N
        blue line B at 30,42 facing S
        blue line C at 30,38 facing N
        blue line D at 27.25,40 facing E
        """
    )
    assert told(game) == ["Q v B", "Q v C", "Q v D"]
    assert all(float(effective(game, "Q")) == 2 for _ in melees(game.state))


# Flank and rear


FLANKED = """
    risorgimento
    red  line A at 30,40 facing E
    blue line B at 32,40 facing W
    """


@pytest.mark.rule("risorgimento.g.2.1", "risorgimento.g.2.6")
def test_an_enemy_on_the_flank_with_more_than_half_its_front_is_a_support_and_gives_a_malus() -> None:
    game = situation(FLANKED + "\n    red cuirassiers F at 32,42.75 facing S, vf 4, D2")
    assert told(game) == ["A+F v B"]
    assert lines(game, "B") == {"flank": -2}
    assert effective(game, "A") == 8 + 2
    assert "disordered" not in lines(game, "A")  # only the unit in front counts, risorgimento.g.3.4
    game = situation(FLANKED + "\n    red cuirassiers F at 33,42.75 facing S, vf 4")
    assert told(game) == ["A+F v B"]
    assert lines(game, "B") == {}  # half its front or less: it supports, that is all


@pytest.mark.rule("risorgimento.g.2.2")
def test_an_enemy_in_the_rear_gives_the_greater_malus_instead_of_that_of_the_flank() -> None:
    game = situation(
        FLANKED
        + """
    red hussars F at 32,42.75 facing S
    red hussars R at 34,40 facing W
    """
    )
    assert lines(game, "B") == {"rear": -3}
    assert {one.id for one in melee(game, "A").of(game.unit("A")).supports} == {"F", "R"}


@pytest.mark.rule("risorgimento.g.2.3", "risorgimento.g.2.4", "risorgimento.g.2.5", "risorgimento.ex.57")
def test_who_is_contacted_on_its_flank_turns_to_face_disordered_if_the_test_fails() -> None:
    for kind, die, disorder in (("line", 5, 0), ("line", 6, 2), ("hussars", 5, 2), ("hussars", 4, 0)):
        game = situation(
            f"""
            risorgimento
            blue {kind} A at 30,40 facing N
            red  line B at 30,42.75 facing E
            dice red {die}
            """
        )
        aligned(game, "A", "B")
        unit = game.unit("B")
        assert (unit.heading, unit.disorder) == (1800, disorder)
        assert game.at("B") == (30.0, 42.75)
        assert game.at("A") == (30.0, 40.75)  # it has closed up to the new front
        assert told(game) == ["B v A"]
        assert "flank" not in lines(game, "B")
        assert [one.test for one in game.told(common.Tested)] == [
            "faces-infantry" if kind == "line" else "faces-cavalry"
        ]


@pytest.mark.rule("risorgimento.g.2.5")
def test_limbered_guns_and_march_columns_turn_too() -> None:
    game = situation(
        """
        risorgimento
        blue line A at 30,40 facing N
        red  line B at 30,42.75 facing S, march
        dice red 1
        """
    )
    closed(game, "A")
    assert game.unit("B").heading == 1800
    assert not game.told(common.Tested)  # a front on a front: nothing to turn
    game = situation(
        """
        risorgimento
        blue line A at 30,40 facing N
        red  line B at 30,42 facing E, march
        dice red 1
        """
    )
    aligned(game, "A", "B")
    assert (game.unit("B").heading, game.unit("B").formation) == (1800, "march_column")
    assert game.at("A") == (30.0, 39.25)  # the column is deeper now: it has given room
    assert told(game) == ["B v A"]
    game = situation(
        """
        risorgimento
        blue line A at 30,40 facing N
        red  guns B at 30,42 facing N, limbered
        dice red 1
        """
    )
    aligned(game, "A", "B")
    assert game.unit("B").heading == 1800
    assert game.unit("B").formation == "limbered"


@pytest.mark.rule("risorgimento.g.2.7")
def test_who_has_enemies_on_flank_and_rear_turns_to_the_one_on_whom_he_touches_most() -> None:
    game = situation(
        """
        risorgimento
        blue line B at 32,40 facing W
        red  line F at 31.5,42.75 facing S
        red  line R at 34,39.5 facing W
        dice blue 1
        """
    )

    def turns(g: BattleGame) -> Procedure[None]:
        face_all(g)
        yield from ()

    game.run(turns)
    assert game.unit("B").heading == 900  # R lies on its rear over 3 cm, F on its flank over 2


@pytest.mark.rule("risorgimento.g.2.3", "risorgimento.g.2.7")
def test_who_has_enemies_in_front_and_behind_does_not_turn_to_those_behind() -> None:
    game = situation(FLANKED + "\n    red line R at 34,40 facing W\n    dice blue")

    def turns(g: BattleGame) -> Procedure[None]:
        face_all(g)
        yield from ()

    game.run(turns)
    assert game.unit("B").heading == 2700


@pytest.mark.rule("risorgimento.g.2.3", "risorgimento.g.2.5")
def test_who_is_engaged_in_front_does_not_turn_nor_do_squares() -> None:
    game = situation(FLANKED + "\n    red line F at 32,42.75 facing S\n    dice blue")
    aligned(game, "F", "B")
    assert game.unit("B").heading == 2700
    game = situation(
        """
        risorgimento
        red  line F at 32,42 facing S
        blue line B at 32,40 facing W, square
        dice blue
        """
    )
    aligned(game, "F", "B")
    assert game.unit("B").heading == 2700
    assert told(game) == ["F v B"]


@pytest.mark.rule("risorgimento.g.2.7", "risorgimento.g.2.3")
def test_who_has_its_own_front_on_an_enemys_flank_does_not_turn_away_from_it() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E
        blue line B at 32,40 facing W
        red  line F at 32,42.75 facing S
        blue line C at 34.75,42.75 facing W
        dice red
        """
    )
    aligned(game, "C", "F")
    assert game.unit("F").heading == 1800
    assert told(game) == ["A v B", "F v C"]  # it fights for itself and supports nobody, risorgimento.g.1.5


@pytest.mark.rule("risorgimento.g.2.5", "risorgimento.geo.4")
def test_who_has_no_room_to_face_its_attacker_stays_as_it_is() -> None:
    text = """
        risorgimento
        dice blue 1
        red  line A at 30,40 facing E
        blue line B at 32,40 facing N, march
        {behind}
    """
    game = situation(text.format(behind=""))
    aligned(game, "A", "B")
    assert (game.unit("B").heading, game.at("A")) == (2700, (pytest.approx(29.25, abs=0.02), 40))
    assert not faults(game.state)
    game = situation(text.format(behind="red line C at 28,40 facing E"))  # the attacker cannot make room
    aligned(game, "A", "B")
    assert (game.unit("B").heading, game.at("A")) == (0, (30, 40))
    assert not faults(game.state)
    assert told(game) == ["A v B"]


@pytest.mark.rule("risorgimento.e.2.3.15", "risorgimento.g.2.3")
def test_guns_without_gunners_turn_to_nobody() -> None:
    game = situation("""
        risorgimento
        dice blue
        red  hussars A at 30,40 facing E
        blue guns B at 32,40 facing E
    """)
    ABANDONED.put(game.unit("B"))
    aligned(game, "A", "B")
    assert game.unit("B").heading == 900


@pytest.mark.rule("risorgimento.g.0.2", "risorgimento.f.0.4", "risorgimento.e.8.10")
def test_who_has_no_room_to_lie_flush_is_in_contact_all_the_same() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 36.32,40 facing 295
        red  line C at 60,60 facing E
        blue line B at 33.96,41.1 facing E
        """
    )
    a, b = game.unit("A"), game.unit("B")
    assert is_within(game.state, a, b, game.state.field.touch)
    assert not is_in_contact(game.state, a)  # a corner beside an enemy is no attack: so a support stands
    attack(game, "A", "B")
    assert told(game) == ["A v B"]
    assert is_in_contact(game.state, a)
    assert is_in_contact(game.state, b)
    assert engaged(game.state, a) == [b]
    part(game.state)
    assert is_in_contact(game.state, a)
    game.state.stand(b, game.state.footing(b)._replace(pose=Pose(9000, 4000, 2700)))
    part(game.state)
    game.state.stand(b, game.state.footing(b)._replace(pose=Pose(3396, 4110, 900)))
    assert not is_in_contact(game.state, a)


@pytest.mark.rule("risorgimento.g.0.2", "risorgimento.g.1.8")
def test_two_fronts_side_by_side_on_one_enemy_have_both_reached_him_and_who_touches_him_by_a_corner_has_not() -> None:
    game = situation(
        """
        risorgimento
        red  line D at 32,40 facing W
        blue line A at 30,41.75 facing E
        blue line B at 30,38.25 facing E
        """
    )
    assert [reached(game.state, game.unit(name)) for name in "AB"] == [game.unit("D")] * 2
    game = situation(
        """
        risorgimento
        red  line D at 32,40 facing W
        blue line A at 30,40 facing E
        blue line B at 30,36.5 facing E
        """
    )
    assert [reached(game.state, game.unit(name)) for name in "AB"] == [game.unit("D"), None]
