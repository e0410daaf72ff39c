"""Chapters 10.1i, 10.9 and 2.1.1h: leaders who are driven from their hex, and where their successors appear."""

from __future__ import annotations

import pytest

from alfiere.games.esa.end_of_turn import rout
from alfiere.games.esa.events import LeaderFell, LeaderMoved, LeaderPlaced, UnitEliminated
from alfiere.games.esa.forced import withdraw
from alfiere.games.esa.losses import clear_hex_for, flee, havens, hit_leader, leader_reach, refuges, remove_captured
from alfiere.games.esa.state import EsaGame
from tests.games.esa.lines import place
from tests.situation import situation

FIELD = """
    esa on open ground
    impassable {closed}
    red  line A at 0,0 facing 0, division foot
    red  line B at 5,0 facing 0, division horse
    red  general Foot at 0,0 morale 2, division foot
    red  general Horse at 5,1 morale 2, division horse
    red  commander King at 9,9 morale 3
    red  character Priest at -5,0, division foot
    blue line X at 0,-9 facing 3
"""
AROUND_HORSE = {(6, 1), (4, 1), (5, 2), (6, 0), (4, 2)}  # B stands in the sixth hex


def field(closed: str = "-9,9"):
    return situation(FIELD.format(closed=closed))


def hexes(game, places):
    return {game.at(q, r) for q, r in places}


@pytest.mark.rule("esa.2.1.1h", "esa.10.9d")
def test_a_successor_appears_in_a_free_hex_beside_a_general():
    game = field("6,1")
    s = game.state
    king = game.leader("King")
    s.place_leader(king, "")
    for leader in s.leaders.values():
        if leader.id not in ("Horse", "Priest") and leader.hex:
            s.place_leader(leader, "")
    found = havens(s, king)
    assert set(found) == hexes(game, AROUND_HORSE - {(6, 1)})  # not beside the character
    assert len(found) == len(set(found))
    s.place_leader(game.leader("Foot"), game.at(4, 1))
    assert game.at(4, 1) not in havens(s, king)


@pytest.mark.rule("esa.2.1.1h")
def test_without_a_general_he_appears_beside_a_unit_and_without_units_anywhere():
    game = field("1,0")
    s = game.state
    king = game.leader("King")
    for leader in list(s.leaders.values()):
        s.place_leader(leader, "")
    s.place(game.unit("B"), "")
    assert set(havens(s, king)) == set(s.field.grid.adjacent[game.at(0, 0)]) - {game.at(1, 0)}
    s.place(game.unit("A"), "")
    assert set(havens(s, king)) == set(s.field.grid.hexes) - {game.at(1, 0), game.unit("X").hex}


@pytest.mark.rule("esa.10.1i", "esa.10.9a", "esa.10.9b", "esa.10.9c", "esa.10.9d")
def test_a_general_with_nowhere_to_go_is_lost_and_replaced_elsewhere():
    game = field()

    def capture(g: EsaGame):
        remove_captured(g, g.state.leaders["Foot"])
        return
        yield

    game.run(capture)
    army = game.state.armies["red"]
    assert (army.fallen_generals, army.cost) == (1, [0, 2])
    assert game.leader("Foot").profile.id == "gen_replacement"
    assert game.leader("Foot").strength == game.leader("Foot").profile.strength
    (placed,) = game.told(LeaderPlaced)
    assert (placed.leader, placed.hex) == ("Foot", game.leader("Foot").hex)
    assert game.where("Foot") != (0, 0)


@pytest.mark.rule("esa.10.9d3", "esa.3.2.4f")
def test_a_character_with_nowhere_to_go_is_lost_for_good_and_costs_nothing():
    game = field()

    def capture(g: EsaGame):
        remove_captured(g, g.state.leaders["Priest"])
        return
        yield

    game.run(capture)
    army = game.state.armies["red"]
    assert (army.fallen_generals, army.cost) == (0, [0, 0])
    assert (game.where("Priest"), game.leader("Priest").strength) == (None, 0)
    assert game.told(LeaderPlaced) == []
    assert [one.leader for one in game.told(LeaderFell)] == ["Priest"]


@pytest.mark.rule("esa.10.1h", "esa.10.9a")
@pytest.mark.parametrize(("losses", "survives", "left"), [(1, True, 2), (2, True, 1), (3, False, 3), (9, False, 3)])
def test_a_leader_who_loses_all_his_strength_falls(losses, survives, left):
    game = field()
    told = []

    def hit(g: EsaGame):
        told.append(hit_leader(g, g.state.leaders["King"], losses))
        return
        yield

    game.run(hit)
    assert told == [survives]
    assert [one.leader for one in game.told(LeaderFell)] == ["King"] * (not survives)
    assert game.leader("King").strength == (left if survives else game.leader("King").profile.strength)


@pytest.mark.rule("esa.10.1i", "esa.10.1j3")
def test_a_leader_in_danger_goes_to_a_safe_hex_or_to_a_friend_without_a_leader():
    game = situation("""
        esa on open ground
        red  line A at 1,0 facing 0, division foot
        red  line B at 0,1 facing 0, division horse
        red  line C at 2,0 facing 0, division horse
        red  general Foot at 0,0 morale 2, division foot
        red  general Horse at 2,0 morale 2, division horse
        blue line X at 0,-2 facing 3
        blue line Y at -9,-9 facing 3, shaken
    """)
    found = set(refuges(game.state, game.leader("Foot")))
    assert game.at(1, 0) in found
    assert game.at(0, 1) in found  # another's unit too, when he flees
    assert game.at(2, 0) not in found  # there is a leader
    assert game.at(0, 0) not in found
    assert game.at(0, -1) not in found  # beside the enemy
    assert game.at(0, 3) in found
    assert game.at(0, 4) not in found

    def run(must_leave):
        def play(g: EsaGame):
            yield from flee(g, g.state.leaders["Foot"], must_leave)

        return play

    game.run(run(False), "stay")
    assert game.where("Foot") == (0, 0)
    assert game.asked[-1].options[-1].key == "stay"
    assert game.asked[-1].rules == ("esa.10.1j3",)
    game.run(run(True), f"leader hex={game.at(1, 0)}")
    assert "stay" not in {option.key for option in game.asked[-1].options}
    assert game.asked[-1].rules == ("esa.10.1i",)
    assert game.where("Foot") == (1, 0)
    assert [(one.leader, one.hex) for one in game.told(LeaderMoved)] == [("Foot", game.at(1, 0))]


@pytest.mark.rule("esa.10.1i", "esa.10.1j3")
@pytest.mark.parametrize("must_leave", [True, False])
def test_a_leader_shut_in_is_lost_only_where_he_must_leave(must_leave):
    game = situation("""
        esa on open ground
        impassable 1,0 -1,0 0,1 0,-1 1,-1 -1,1
        red  general Foot at 0,0 morale 2
        red  line A at 9,9 facing 0
        blue line X at 0,-9 facing 3
    """)

    def play(g: EsaGame):
        yield from flee(g, g.state.leaders["Foot"], must_leave)

    game.run(play)
    assert game.asked == []
    assert (game.where("Foot") == (0, 0)) is not must_leave
    assert len(game.told(LeaderFell)) == must_leave


@pytest.mark.rule("esa.10.1i")
def test_a_hex_is_cleared_of_enemy_leaders_alone():
    game = field()
    game.state.place_leader(game.leader("King"), game.at(0, 4))

    def clear(name, q, r):
        def play(g: EsaGame):
            yield from clear_hex_for(g, game.at(q, r), g.state.units[name])

        return play

    game.run(clear("A", 0, 4))
    game.run(clear("A", 0, 6))
    assert game.asked == []
    game.run(clear("X", 0, 4))
    assert [one.key for one in game.asked] == ["leader-flees"]
    assert game.where("King") != (0, 4)


# Routs


@pytest.mark.rule("esa.2.1.1d", "esa.2.1.1g", "esa.2.1.1h2")
def test_a_rout_takes_everybody_of_the_division_and_counts_each_once():
    game = field()
    cost = game.unit("A").profile.points

    def play(g: EsaGame):
        yield from rout(g, g.state.divisions["foot"])

    game.run(play)
    assert game.state.divisions["foot"].is_routed
    army = game.state.armies["red"]
    assert army.cost == [cost, 2]
    assert army.fallen_generals == 0  # esa.2.1.1g: nobody takes his place
    assert [game.where(name) for name in ("A", "Foot", "Priest")] == [None] * 3
    assert game.where("B") == (5, 0)
    assert [one.unit for one in game.told(UnitEliminated)] == ["A"]
    assert {one.leader: one.replaced for one in game.told(LeaderFell)} == {"Foot": False, "Priest": False}


@pytest.mark.rule("esa.2.1.1d")
def test_a_rout_counts_units_that_have_not_come_on_and_not_those_that_are_gone():
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0, division foot
        red  line B at 1,0 facing 0, division foot
        red  line C at 2,0 facing 0, division foot
        red  general Foot at 0,1 morale 2, division foot
        blue line X at 0,-9 facing 3
    """)
    s = game.state
    for name, strength in (("B", 0), ("C", 4)):
        s.place(game.unit(name), "")
        game.unit(name).strength = strength

    def play(g: EsaGame):
        yield from rout(g, g.state.divisions["foot"])

    game.run(play)
    points = game.unit("A").profile.points
    assert game.state.armies["red"].cost == [2 * points, 2]
    assert [one.unit for one in game.told(UnitEliminated)] == ["A", "C"]
    assert game.unit("C").strength == 0


@pytest.mark.rule("esa.2.1.1h")
def test_a_commander_s_successor_with_one_place_to_go_is_not_asked_where():
    game = situation("""
        esa on open ground
        impassable 6,0 4,0 5,1 5,-1 6,-1
        red  line A at 0,0 facing 0, division foot
        red  line B at 9,9 facing 0, division horse
        red  commander King at 0,1 morale 3, leads foot
        red  general Horse at 5,0 morale 2, division horse
        blue line X at 0,-9 facing 3
    """)
    for leader in list(game.state.leaders.values()):
        if leader.seat == "red" and leader.id not in ("King", "Horse") and leader.hex:
            game.state.place_leader(leader, "")

    def play(g: EsaGame):
        yield from rout(g, g.state.divisions["foot"])

    game.run(play)
    assert game.asked == []
    assert game.where("King") == (4, 1)
    army = game.state.armies["red"]
    assert (army.fallen_generals, army.cost[1]) == (1, 3)
    assert game.leader("King").division == ""


@pytest.mark.rule("esa.5.3.2c", "esa.5.3.1b")
def test_a_way_back_is_explained_by_the_rule_of_its_direction():
    game = situation("""
        esa on open ground
        red  line A at 0,0 facing 0
        blue line X at 1,-2 facing 3
    """)

    def play(g: EsaGame):
        yield from withdraw(g, g.state.units["A"], game.at(1, -2), "esa.6.1i", from_losses=True)

    game.run(play)
    (choice,) = game.asked
    assert choice.rules == ("esa.6.1i", "esa.5.3.2c")
    assert {option.rules for option in choice.options} == {("esa.5.3.2c",)}


# Where leaders ride


def ridden(game, leader: str, points: int = 3, *, any_unit: bool = False) -> set[str]:
    return set(leader_reach(game.state, game.leader(leader), points, any_unit=any_unit))


def by_steps(game, start: str, points: int, closed: set[str]) -> set[str]:
    """Every hex so many steps away, around what is closed."""
    found = edge = {start}
    for _ in range(points):
        edge = {near for label in edge for near in game.state.field.grid.adjacent[label]} - closed - found
        found = found | edge
    return found


@pytest.mark.rule("esa.5.2d", "esa.5.2e", "esa.5j", "esa.g.16")
@pytest.mark.parametrize("at", ["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"])
@pytest.mark.parametrize("who", ["general Mercy", "line X"])
def test_a_leader_rides_round_enemies_but_not_through_them(at, who):
    state = " facing 3, shaken" if who == "line X" else " morale 2"
    game = situation(f"""
        esa on open ground
        red  line A at 9,9 facing 0
        red  commander King at 0,0 morale 3
        blue line Z at -9,-9 facing 3
        blue {who} at {at}{state}
    """)
    closed = {place(at)}
    assert ridden(game, "King") == by_steps(game, game.at(0, 0), 3, closed)
    # a second leader of one's own is passed, but not joined
    game.state.place_leader(_friend(game), game.at(2, 0))
    assert ridden(game, "King") == by_steps(game, game.at(0, 0), 3, closed) - {game.at(2, 0)}


def _friend(game):
    spare = next(one for one in game.state.leaders.values() if one.seat == "red" and one.id != "King")
    game.state.place_leader(spare, "")
    return spare


@pytest.mark.rule("esa.5.2e2", "esa.10.1k")
def test_beside_a_fresh_enemy_a_leader_ends_only_with_a_unit_of_his():
    game = situation("""
        esa on open ground
        red  line A at 1,-1 facing 0, division foot
        red  line B at 0,-1 facing 0, division horse
        red  general Foot at 0,0 morale 3, division foot
        red  commander King at 0,1 morale 3
        blue line X at 1,-2 facing 3
    """)
    assert game.at(1, -1) in ridden(game, "Foot")
    assert game.at(0, -1) not in ridden(game, "Foot")  # another's
    assert game.at(0, -1) in ridden(game, "Foot", any_unit=True)
    assert {game.at(1, -1), game.at(0, -1)} <= ridden(game, "King")
    assert game.at(2, -2) not in ridden(game, "King")  # nobody is with him there
    assert game.at(1, -2) not in ridden(game, "King", any_unit=True)


@pytest.mark.rule("esa.5.3c", "esa.5.3i")
def test_a_unit_that_loses_its_last_strength_on_the_way_is_gone_and_not_shaken():
    game = situation("""
        esa on open ground
        impassable 0,1 1,0 -1,1 -1,0
        red  line A at 0,0 facing 0, strength 1, lost 1
        red  line B at 9,9 facing 0
        blue line X at 0,-1 facing 3
    """)

    def play(g: EsaGame):
        yield from withdraw(g, g.state.units["A"], game.at(0, -1), "esa.6.1i", from_losses=True)

    game.run(play)
    assert game.where("A") is None
    assert not game.unit("A").is_shaken
