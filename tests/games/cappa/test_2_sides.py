"""Three sides on one table, several players on one side, what comes before the dice, a game without abilities."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.abilities import RIDER
from alfiere.games.cappa.told.events import (
    DiceRolled,
    DieGiven,
    Entered,
    ImpulseBegan,
    InitiativeTaken,
    PointsScored,
    SideBeaten,
    SkirmishEnded,
)
from alfiere.games.cappa.turn.activation import dice_count
from alfiere.games.cappa.turn.orders import placements
from alfiere.games.cappa.victory.firmness import judge, rival
from alfiere.games.cappa.weaponry.blows import numbers
from alfiere.games.cappa.weaponry.wounds import wound
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game
from tests.situation import situation

RULES = Cappa()
LENS = """
    cappa on open ground
    red extra F at 5,5
    red extra R at 5,30
    blue extra S at 30,5
    blue extra T at 35,5
    green extra C at 30,30
    green extra D at 35,30
    turn 3
"""


def later(game, act):
    """Do something to the game as it stands."""

    def procedure(g):
        act(g)
        yield from ()

    return game.run(procedure)


def three_sided() -> dict[str, Any]:
    """The duel with a third party of one musketeer in the west."""
    source = dict(read_scenario("duello").source)
    name = {"en": "The watch", "it": "La ronda"}
    watch = {
        "seat": "green",
        "code": "watch",
        "name": name,
        "mission": "vital",
        "edge": "west",
        "zone": {"edge": "west", "within": 3},
        "aim": name,
        "character": [
            {"id": "sergeant", "profile": "protagonista", "name": name},
            {"id": "watchman", "profile": "moschettiere", "name": name},
        ],
    }
    return {**source, "id": "duello-a-tre", "side": [*source["side"], watch]}


# Three sides


@pytest.mark.rule("cappa.2.1.1.h4", "cappa.2.1.1.h5", "cappa.ex.75", "cappa.2.1.2b")
def test_example_of_the_order_of_three_sides():
    game = situation(LENS + "initiative green blue red\ndice red 3 3 blue 3 6 green 3 6")
    game.phase("activation")
    (taken,) = game.told(InitiativeTaken)
    assert taken.order == ("red", "green", "blue")
    assert taken.threes == (2, 1, 1)
    game.phase("orders", "order figure=S", "order figure=C", "order figure=F")
    assert [event.seat for event in game.told(DieGiven)] == ["blue", "green", "red"]
    game.phase("actions")
    assert [event.figure for event in game.told(ImpulseBegan) if event.pa == 3] == ["F", "C", "S"]
    game.phase("last", "act figure=R", "act figure=D", "act figure=T")
    assert [event.figure for event in game.told(ImpulseBegan)][-3:] == ["R", "D", "T"]


@pytest.mark.rule("cappa.2.1.1.h4")
def test_in_the_first_turn_chance_orders_those_with_equal_threes():
    game = situation(LENS)
    game.state.order = []
    game.dice |= {"red": [3, 6, "blue"], "blue": [3, 6], "green": [3, 3]}
    game.phase("activation")
    assert game.state.order == ["green", "blue", "red"]


@pytest.mark.rule("cappa.2.1.1.h5")
def test_with_three_sides_the_last_in_order_deploys_first():
    game = situation("""
        cappa on open ground
        red extra F off, die 2, from edge north
        blue extra S off, die 2, from edge south
        green extra C off, die 2, from edge west
        initiative green red blue
    """)
    game.phase("deployment", "deploy", "deploy", "deploy")
    assert [event.figure for event in game.told(Entered)] == ["S", "F", "C"]


@pytest.mark.rule("cappa.3.2.2.h1")
def test_of_three_sides_a_beaten_one_leaves_and_keeps_its_points_while_the_others_play_on():
    game = situation(LENS + "firmness red 5 blue 0 green 5")
    game.state.sides["blue"].points = 4
    game.figure("S").pa = 2
    later(game, judge)
    assert [event.seat for event in game.told(SideBeaten)] == ["blue"]
    assert [one.id for one in game.state.standing()] == ["F", "R", "C", "D"]
    assert not game.state.winner
    assert game.state.sides["blue"].points == 4
    assert not RULES.faults(game.state)
    game.state.sides["red"].firmness = 0
    later(game, judge)
    assert (game.state.winner, game.told(SkirmishEnded)[0].reason) == ("blue", "broken")


@pytest.mark.rule("cappa.3.2.2.h1", "cappa.2.2.1.h13")
def test_who_leaves_with_his_beaten_side_is_nobodys_captive_and_frees_his_own():
    game = situation(LENS + "firmness red 5 blue 0 green 5\nthing K chest at 5,5")
    captor, captive, holder = game.figure("C"), game.figure("S"), game.figure("D")
    captor.carries, captive.captor = ["S"], "C"
    mine = next(one for one in game.state.figures.values() if one.seat == "blue" and one.id != "S")
    mine.carries, holder.captor = ["K", "D"], mine.id
    game.state.things["K"].bearer = mine.id
    later(game, judge)
    assert (captor.carries, captive.captor, holder.captor) == ([], "", "")
    assert game.state.things["K"].bearer == ""
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.3.2.2.h1", "cappa.3.1c")
def test_with_outcome_a_the_last_of_three_sides_wins():
    game = situation(LENS + "firmness red 5 blue 0 green 0\noutcome = 'A'")
    later(game, judge)
    assert game.state.winner == "red"


@pytest.mark.rule("cappa.3.1.1a")
def test_with_three_sides_the_points_are_for_the_side_that_acts():
    scores = "\n[[score]]\nkind = 'out of action'\neach = 2\ntext = {en = 'out', it = 'fuori'}"
    game = situation(LENS + scores)
    game.state.acting = "C"
    later(game, lambda g: wound(g, g.state.figures["F"]))
    assert [(event.seat, event.amount) for event in game.told(PointsScored)] == [("green", 2)]


@pytest.mark.rule("cappa.5.2.2.h4")
def test_in_a_melee_of_three_sides_the_third_counts_for_neither():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        blue extra B at 10,11
        green extra C at 10,12
    """)
    assert numbers(game.state, game.figure("A"), game.figure("B")) == (1, 1)


@pytest.mark.rule("cappa.2.1.1.h4", "cappa.3.2.2.h1")
@pytest.mark.parametrize("seed", range(8))
def test_a_skirmish_of_three_sides_is_played_to_its_end(seed):
    scenario = RULES.scenario(three_sided())
    assert RULES.seats_of(scenario) == ("red", "blue", "green")
    assert RULES.seats_of(read_scenario("duello")) == ("red", "blue")
    game = Game(RULES, scenario, seed, keep_marks=False)
    chance, asked = random.Random(seed), set()
    while game.decision is not None:
        decision = game.decision
        assert RULES.may_answer(game.state, decision)
        asked.add(decision.seat)
        eager = [one for one in decision.options if one.key in ("charge", "fight", "shoot", "order", "act", "push")]
        options = eager if eager and chance.random() < 0.8 else decision.options
        game.answer(decision.seat, chance.choice(options))
        assert not RULES.faults(game.state)
    assert asked == {"red", "blue", "green"}
    assert game.result is not None
    assert set(game.result.scores) == {"red", "blue", "green"}


# Several players on a side


PARTNERS = """
    cappa on open ground
    red extra A at 5,5
    red extra B at 10,5, player 2
    red extra C at 15,5, player 2
    blue extra X at 20,35
"""


@pytest.mark.rule("cappa.2.1.1.h3")
def test_each_partner_rolls_and_keeps_the_dice_of_his_own_characters():
    game = situation(PARTNERS + "dice red 3 2 1 blue 3\ninitiative blue")
    game.phase("activation")
    assert [event.dice for event in game.told(DiceRolled)] == [(3,), (2, 1), (3,)]
    offered = {(one["figure"], one["die"]) for one in placements(game.state, "red")}
    assert offered == {("A", 3), ("B", 2), ("B", 1), ("C", 2), ("C", 1)}
    game.phase("orders", "order figure=B die=2")
    assert game.figure("B").pa == 2
    assert not game.figure("A").pa


@pytest.mark.rule("cappa.2.1.1.h3")
def test_a_partner_gives_his_dice_to_his_own_squad_and_its_men_only():
    game = situation("""
        cappa on open ground
        red extra A at 5,5
        red extra B at 10,5, player 2, squad S
        red extra C at 11,5, player 2, squad S
        red squad S
        blue extra X at 20,35
        dice red 3 2 blue 4
    """)
    game.squad("S").player = 2
    game.phase("activation")
    offered = {(one["figure"], one["die"]) for one in placements(game.state, "red")}
    assert offered == {("A", 3), ("S", 2), ("B", 2), ("C", 2)}


@pytest.mark.rule("cappa.2.1.1.h3")
def test_for_the_initiative_the_threes_of_all_partners_are_added():
    game = situation(PARTNERS + "blue extra Y at 25,35\ndice red 3 3 6 blue 3 6\ninitiative blue")
    game.phase("activation")
    assert game.state.initiative == "red"


# Before the dice


@pytest.mark.rule("cappa.2.1.h1")
def test_who_arrives_in_a_turn_is_there_before_its_dice_are_rolled():
    source = dict(read_scenario("duello").source)
    first, second = source["side"]
    late = {**first["character"][0], "is_off_table": True, "arrives_in": 2}
    source["side"] = [{**first, "character": [late, *first["character"][1:]]}, second]
    game: Any = Game(RULES, RULES.scenario(source), "2", keep_marks=False)
    name = late["id"]
    while game.state.turn < 2 or game.decision.key == "set-up":
        game.answer(game.decision.seat, game.decision.options[-1])
    order = [event.key for event in game.events if event.key in ("turn-began", "dice-rolled") or _is_entry(event, name)]
    turn = len(order) - order[::-1].index("turn-began") - 1
    assert order[turn : turn + 4] == ["turn-began", "entered", "dice-rolled", "dice-rolled"]
    rolled = [event for event in game.events if isinstance(event, DiceRolled) and event.seat == first["seat"]]
    assert [len(event.dice) for event in rolled] == [len(first["character"]) - 1, len(first["character"])]


def _is_entry(event, name):
    return isinstance(event, Entered) and event.figure == name


@pytest.mark.rule("cappa.2.1.h1")
def test_who_has_a_turn_of_his_own_to_arrive_in_gives_no_die_before():
    source = dict(read_scenario("duello").source)
    first, second = source["side"]
    late = [{**one, "is_off_table": True, "arrives_in": 3} for one in first["character"]]
    state = new_skirmish(read_scenario({**source, "side": [{**first, "character": late}, second]}), {})
    state.turn = 2
    assert dice_count(state, first["seat"]).total == 0


@pytest.mark.rule("cappa.2.1.h1")
def test_who_arrives_in_a_turn_must_start_off_the_table():
    source = dict(read_scenario("duello").source)
    first, second = source["side"]
    source["side"] = [{**first, "character": [{**first["character"][0], "arrives_in": 2}]}, second]
    with pytest.raises(BadData, match="for those who start off the table"):
        read_scenario(source)


# Without chapter 8


@pytest.mark.rule("cappa.8.h3")
def test_without_abilities_nobody_has_any_but_riders_ride():
    text = """
        cappa on open ground
        red protagonist A at 5,5 with BD, abilities FE BR, pa 1
        red extra M at 10,5, mounted, Mov 8, pa 2
        blue extra B at 5,6
        option abilities {value}
    """
    without, usual = situation(text.format(value="no")), situation(text.format(value="yes"))
    assert usual.figure("A").sheet.abilities == {"FE", "BR"}
    assert not without.figure("A").sheet.abilities
    assert without.figure("A").line.mi == usual.figure("A").line.mi
    assert without.figure("M").sheet.abilities == {RIDER}
    assert "cappa.4.3.6c" in usual.offered("M")[0].rules  # who cannot ride pays more
    assert not any("cappa.4.3.6c" in option.rules for option in without.offered("M"))
    data = without.state.to_plain()
    again = RULES.restore(without.state.scenario, data)
    assert not again.figures["A"].sheet.abilities
    assert dice_count(again, "red").total == 2


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(("acting", "seat"), [("A", "blue"), ("C", "green"), ("", "blue")])
def test_with_three_sides_a_loss_is_the_doing_of_who_acts_or_of_the_nearest_enemy(acting, seat):
    game = situation("""
        cappa on open ground
        red   extra A at 10,10
        green extra C at 10,30
        blue  extra D at 10,20
        green extra E at 38,38
    """)
    game.state.acting = acting
    assert rival(game.state, game.figure("A")) == seat
