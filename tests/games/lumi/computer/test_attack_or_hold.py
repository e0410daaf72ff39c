"""When the computer goes for the enemy and when it holds its ground, and where its generals are meanwhile."""

from __future__ import annotations

from itertools import pairwise

import pytest

from alfiere.games.lumi.computer.judgement import evaluate, look, stance
from alfiere.games.lumi.computer.plan import counted, drive, edge, goals, press, wins_by_the_clock
from alfiere.games.lumi.computer.sense import considered
from alfiere.games.lumi.melee.control import ControlMove
from alfiere.games.lumi.movement.generals import ride_for
from alfiere.games.lumi.ruleset import GAME
from alfiere.games.lumi.state.base import CAVALRY, DISORDERED, SHAKEN
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.players.greedy import Greedy
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.situation import situation

MOVE = ControlMove()
PAIR = """
    red  foot A at 10,12 facing S
    red  foot B at 12,12 facing S
    red  general M at 11,13.5 able
    """


def ordered(text: str, seat: str = "red") -> Situation:
    """A situation in which a side has the best of orders, the other none."""
    game: Situation = situation(f"lumi\n{text}\ninitiative {seat}")
    game.state.orders = {seat: 6}
    return game


def chosen(game: Situation, seat: str = "red", seed: int = 1) -> str:
    """What the computer does with the first of its units."""
    battle = Game(GAME, game.state.scenario, str(seed), state=game.state)
    player = Greedy(seed)
    while (decision := battle.decision) is not None and decision.key != "manoeuvre":
        battle.answer(decision.seat, player.choose(battle, decision.seat))
    assert decision is not None
    assert decision.seat == seat
    return player.choose(battle, seat).key


# A choice


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_foot_in_order_and_led_goes_at_a_shaken_enemy(seed: int):
    game = ordered(f"{PAIR}\nblue foot X at 11,9.5 facing N, shaken")
    assert chosen(game, seed=seed) in ("charge", "approach")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_horse_rides_at_guns_that_nobody_covers(seed: int):
    game = ordered(
        "red cuirassiers A at 10,12 facing S\nred general M at 10,13.5 able\nblue guns X at 10,8 facing N, damaged"
    )
    assert chosen(game, seed=seed) == "charge"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_horse_does_not_ride_at_a_square(seed: int):
    game = ordered(
        """
        red  hussars A at 10,12 facing S
        red  general M at 10,13.5 able
        blue foot X at 10,8 facing N, square, morale 2
        blue foot Y at 13,8 facing N, square, morale 2
        """
    )
    assert chosen(game, seed=seed) != "charge"


def test_a_battalion_alone_does_not_storm_a_village():
    game = ordered(
        """
        village V 9,7 11,9
        red  foot A at 10,11 facing S, morale 0
        red  general M at 10,13.5 able
        blue foot X at 10,8 facing N, in V, morale 2
        """
    )
    assert chosen(game) not in ("charge", "approach")


def test_of_several_enemies_it_thinks_of_those_first_who_will_hardly_stand():
    game = ordered(
        """
        red  cuirassiers A at 10,12 facing S
        red  general M at 10,13.5 able
        blue foot W at 6.8,8 facing N, brigade K, morale 2
        blue foot X at 9.2,8 facing N, brigade L, morale 2
        blue foot Y at 11.6,8 facing N, brigade N, morale 2
        blue foot Z at 14,8 facing N, brigade O, shaken
        """
    )
    battle = Game(GAME, game.state.scenario, "1", state=game.state)
    battle.answer("red", battle.decision.options[0])  # type: ignore[union-attr]
    decision = battle.decision
    assert decision is not None
    assert decision.key == "manoeuvre"
    targets = [one["target"] for one in considered(battle.state, decision) if one.key == "charge"]
    assert targets[0] == "Z"
    assert len(targets) == 3


# To come out or to hold


def pressing(text: str, defends: str = "red") -> float:
    """How eagerly red goes for the enemy."""
    return press(situation(f"lumi\n{text}\ndefends {defends}").state, "red")


EVEN = """
    red  foot A at 10,12 facing S
    red  foot B at 12,12 facing S
    blue foot X at 10,6 facing N
    blue foot Y at 12,6 facing N
    """


def test_who_attacks_always_goes_for_the_enemy():
    assert pressing(EVEN, defends="blue") >= 1.0


def test_who_defends_holds_against_an_equal_enemy():
    assert pressing(EVEN) == 0.0


def test_who_defends_comes_out_against_half_as_many():
    assert pressing(EVEN.replace("blue foot Y at 12,6 facing N", "")) == 1.0


def test_who_defends_comes_out_against_an_enemy_scattered_in_squares_and_with_his_back_to_him():
    ready = situation(f"lumi\n{EVEN}").state
    scattered = situation(
        f"lumi\n{EVEN}".replace("10,6 facing N", "4,6 facing S, column").replace(
            "12,6 facing N", "20,6 facing S, square"
        )
    ).state
    assert edge(scattered, "red") > edge(ready, "red") * 1.5


def test_the_longer_nobody_comes_the_sooner_he_comes_out_too():
    s = situation(f"lumi\n{EVEN}\ndefends red").state
    found = []
    for turn in range(s.scenario.turns + 1):
        s.turn = turn
        found.append(press(s, "red"))
    assert found == sorted(found)
    assert found[0] == 0.0
    assert found[s.scenario.turns // 2] > 0.5


@pytest.mark.rule("lumi.11.8")
def test_who_attacks_presses_the_harder_the_less_time_he_has():
    s = situation(f"lumi\n{EVEN}\ndefends blue").state
    found = []
    for turn in range(1, s.scenario.turns + 1):
        s.turn = turn
        found.append(press(s, "red"))
    assert found == sorted(found)
    assert found[-1] > 1.5 * found[0]


@pytest.mark.rule("lumi.11.8")
def test_who_defends_and_has_come_out_presses_as_hard_as_that():
    s = situation(f"lumi\n{EVEN.replace('blue foot Y at 12,6 facing N', '')}\ndefends red").state
    found = {}
    for turn in (1, s.scenario.turns):
        s.turn = turn
        found[turn] = press(s, "red")
    assert found == {1: 1.0, s.scenario.turns: 4.0}


@pytest.mark.rule("lumi.11.8")
@pytest.mark.parametrize(("defends", "wanted"), [("red", 0.0), ("blue", 1.0)])
def test_who_would_win_by_the_clock_has_time(defends: str, wanted: float):
    s = situation(f"lumi\n{EVEN.replace(',6 facing', ',9 facing')}\ndefends {defends}").state
    s.turn = s.scenario.turns
    s.cohesion["blue"] = 0.8 * s.cohesion["red"]
    assert press(s, "red") == wanted


@pytest.mark.rule("lumi.11.7")
def test_who_defends_goes_to_finish_an_enemy_who_is_nearly_beaten():
    s = situation(f"lumi\n{EVEN.replace(',6 facing', ',9 facing')}\ndefends red").state
    before = press(s, "red")
    s.cohesion["blue"] = s.cohesion["blue"] // 3
    assert (before, press(s, "red")) == (0.0, 1.0)


@pytest.mark.rule("lumi.11.8")
def test_a_blow_after_which_a_side_would_win_by_the_clock_is_not_the_worse_for_it():
    """It has more time then, and less haste: what stands near must not seem worth less for that."""
    s = situation(f"lumi\n{EVEN.replace(',6 facing', ',9 facing')}\ndefends blue").state
    s.turn, found = s.scenario.turns, {}
    for kept in (1.0, 0.8):
        s.cohesion["blue"] = kept * s.scenario.cohesion("blue")
        found[kept] = press(s, "red"), drive(s, "red"), evaluate(s, "red")
    assert found[0.8][0] < found[1.0][0]
    assert found[0.8][1] == found[1.0][1]
    assert found[0.8][2] > found[1.0][2]


@pytest.mark.rule("lumi.11.6", "lumi.11.8")
def test_what_counts_only_at_the_end_is_reckoned_with_and_is_nobody_s_goal():
    game = Game(GAME, GAME.scenario("blenheim"), "south bank")
    computer = Greedy("south bank")
    while (decision := game.decision) is not None and not game.state.turn:
        game.answer(decision.seat, computer.choose(game, decision.seat))
    s = game.state
    assert set(counted(s)) == {"hochstadt-road", "blenheim"}  # nobody goes to the south bank for its own sake
    assert wins_by_the_clock(s, "blue")
    s.cohesion["blue"] -= 4
    assert not wins_by_the_clock(s, "blue")  # 84 in a hundred, and 74 are left to the enemy: no more than ten
    s.cohesion["blue"] += 4
    for one in s.side("blue"):
        if one.kind == CAVALRY:
            s.leave(one, "lost")
    assert not wins_by_the_clock(s, "blue")


def test_where_both_attack_neither_has_to_be_the_first():
    s = situation(f"lumi\n{EVEN}").state
    found = []
    for turn in (1, s.scenario.turns // 2):
        s.turn = turn
        found.append(press(s, "red"))
    assert found[0] == 0.0
    assert found[1] > 0.7


def test_who_waits_for_an_attack_that_does_not_come_goes_to_meet_it():
    """Even with what would win him the battle by the clock: such an enemy is beaten piece by piece."""
    found = {}
    for blue in (6, 9):  # at home, and on his way
        s = situation(f"lumi\n{EVEN.replace(',6 facing', f',{blue} facing')}\ndefends red").state
        s.turn, s.cohesion["blue"] = 3, 0.8 * s.cohesion["red"]
        found[blue] = press(s, "red")
    assert found == {6: 1.0, 9: 0.0}


def test_nobody_is_expected_before_his_first_turn():
    s = situation(f"lumi\n{EVEN}\ndefends red").state
    found = {}
    for turn in (1, 2):
        s.turn = turn
        found[turn] = press(s, "red")
    assert found[1] == 0.0 < found[2]


@pytest.mark.rule("lumi.6.2.13")
@pytest.mark.parametrize(("who", "prey"), [("cuirassiers", "Y"), ("foot", "X")])
def test_horse_goes_for_whom_it_can_ride_down_and_leaves_squares_to_the_foot(who: str, prey: str):
    game: Situation = situation(
        f"""
        lumi
        red  {who} A at 10,14 facing S
        blue foot X at 10,8 facing N, square
        blue foot Y at 20,6 facing N
        """
    )
    assert goals(game.state, "red", 1.0)["A"].at == game[prey].pose.point


@pytest.mark.parametrize(
    ("who", "away", "plan", "is_met"),
    [
        ("cuirassiers", 9, "defends red", True),
        ("cuirassiers", 10, "defends red", False),
        ("foot", 9, "defends red", False),
        ("cuirassiers", 9, "", False),
    ],
)
def test_horse_that_is_to_hold_goes_to_meet_an_enemy_who_comes_near(who: str, away: int, plan: str, is_met: bool):
    """It has no fire: where it waits it is shot at, and nothing is gained by it. Where both attack it has time."""
    s = situation(f"lumi\nred {who} A at 10,16 facing S\nblue foot X at 10,{16 - away} facing N\n{plan}").state
    assert goals(s, "red", 0.0)["A"].press == (1.0 if is_met else 0.0)


@pytest.mark.rule("lumi.3.3.1a")
@pytest.mark.parametrize(
    ("brook", "is_met"), [("stream W 0,12 30,12 level 1", False), ("stream W 0,4 30,4 level 1", True)]
)
def test_horse_on_the_defence_lets_who_has_a_brook_before_him_come_over_it_first(brook: str, is_met: bool):
    s = situation(f"""
        lumi 30x30
        {brook}
        red  cuirassiers A at 11,15 facing S
        red  general M at 11,17 able
        blue foot X at 11,8 facing N
        defends red
        """).state
    assert goals(s, "red", 0.0)["A"].press == (1.0 if is_met else 0.0)


def test_nobody_stops_at_the_edge_of_the_reach_of_horse():
    """What he risks grows on the way through it, and does not bar it like a wall."""
    game: Situation = situation("lumi 30x30\nred foot A at 10,20 facing S\nblue cuirassiers X at 10,6 facing N")
    s, one = game.state, game["A"]
    seen = look(s, "red")._replace(boldness=0.0)
    goal = seen.goals["A"]._replace(press=1.0)
    seen = seen._replace(goals={"A": goal})
    places = [Pose(one.x, y, one.heading) for y in range(one.y, game["X"].y - 300, 100)]
    worths = [stance(seen, one, place, "line") for place in places]
    assert all(later > before for before, later in pairwise(worths))


# The shaken


@pytest.mark.rule("lumi.7.5.7")
def test_who_is_shaken_goes_out_of_the_enemys_way():
    game = ordered(f"{PAIR}\nblue foot X at 11,9 facing N")
    for id in ("A", "B"):
        game[id].state = SHAKEN
    s = game.state
    near = evaluate(s, "red")
    for id in ("A", "B"):
        game[id].y -= 200
    s.laid = None
    assert evaluate(s, "red") > near


def test_an_enemy_who_is_shaken_is_prey():
    worths = []
    for state in (DISORDERED, SHAKEN):
        game: Situation = situation("lumi\nred foot A at 10,10 facing S\nblue foot X at 10,8 facing N")
        game["X"].state = state
        one = game["A"]
        worths.append(stance(look(game.state, "red"), one, one.pose, "line"))
    assert worths[1] > worths[0]


# Generals


def ridden(game: Situation, who: str) -> str:
    """Whom a general joins."""
    found = considered(game.state, ride_for(game.state, game.general(who)))
    assert len(found) == 1
    return found[0].get("with") or ""


@pytest.mark.rule("lumi.2.3.5a")
def test_a_commander_in_chief_stays_free_for_his_dice():
    game = situation(f"lumi\n{PAIR}\nred cic C at 14,14 able\nblue foot X at 11,9 facing N")
    assert ridden(game, "C") == ""
    game.general("C").base = "A"
    assert ridden(game, "C") == ""
    assert considered(game.state, ride_for(game.state, game.general("C")))[0].key == "ride"


@pytest.mark.rule("lumi.8.4")
def test_the_general_of_a_division_joins_who_is_to_fight_and_nobody_far_from_the_enemy():
    assert ridden(situation(f"lumi\n{PAIR}\nblue foot X at 11,9 facing N"), "M") in ("A", "B")
    assert ridden(situation(f"lumi 30x40\n{PAIR}\nblue foot X at 11,39 facing N"), "M") == ""


@pytest.mark.rule("lumi.8.4", "lumi.2.3.4a")
def test_a_general_leaves_one_who_is_to_fight_for_the_others_who_do_not_hear_him_any_more():
    away = "".join(f"\nred foot {id} at {x},14 facing S" for id, x in zip("CDE", (22, 24.5, 27), strict=True))
    text = f"lumi 40x20\n{PAIR.replace('able', 'ordinary, with A')}\nblue foot X at 10,9 facing N"
    found: list[Option] = []
    for game in (situation(text), situation(text + away)):
        found += considered(game.state, ride_for(game.state, game.general("M")))
    assert [one.key for one in found] == ["stay", "ride"]
    assert found[1]["to"][0] > 1_100


@pytest.mark.rule("lumi.8.4", "lumi.4.1.4a")
def test_of_two_lines_he_joins_that_which_may_charge():
    lines = """
        red  foot A at 10,12 facing S, brigade K
        red  foot B at 16,12 facing S, brigade L
        red  general M at 13,12 able
        """
    assert ridden(situation(f"lumi\n{lines}\nblue foot X at 10,9 facing N"), "M") == "A"
    assert ridden(situation(f"lumi\n{lines}\nblue foot X at 16,9 facing N"), "M") == "B"


# Horse in hand


@pytest.mark.rule("lumi.7.2.2c", "lumi.7.2.2e")
def test_horse_in_hand_goes_on_at_who_will_hardly_stand_and_holds_off_from_who_will():
    keys = []
    for words in ("shaken", "morale 3"):
        game = ordered(
            f"""
            red  cuirassiers A at 10,12 facing S
            red  general M at 10,13.5 able
            blue foot X at 10,8.5 facing N, {words}
            """
        )
        s, unit = game.state, game.unit("A")
        about = {"units": unit.ids, "unit": unit.id}
        decision = Decision("red", "control-move", list(MOVE.options(s, unit, 0)), about, (MOVE.rule,))
        keys.append([one.key for one in considered(s, decision)])
    assert keys[0] == ["charge"]
    assert keys[1] != ["charge"]
    assert len(keys[1]) == 1
