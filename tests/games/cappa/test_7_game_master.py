"""Chapters 7.2.1 and 7.3 with a Game Master: a seat of no side who keeps the table of events and has people in hand."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.markers import look_under, redeal_markers, seen_under
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.state.state import GONE
from alfiere.games.cappa.state.unplayed import contenders, unplayed
from alfiere.games.cappa.told.chance_events import Vanished
from alfiere.games.cappa.told.events import DiceRolled, ImpulseBegan, InitiativeTaken, PointsScored
from alfiere.games.cappa.told.master_events import TableKept
from alfiere.games.cappa.turn.actions import decide
from alfiere.games.cappa.victory.firmness import give_points, judge, rival
from alfiere.kernel.chance import Chance
from alfiere.kernel.game import Game
from tests.games.cappa.happening import ALONE, RULES, SQUAD, revealed, row
from tests.games.cappa.test_sc_lens import later, table
from tests.situation import situation

LED = "option game_master yes\n"


def stranger(game: Any) -> Any:
    """The one who has come with the event."""
    return game.figure("it-1")


# Whom he has in hand


@pytest.mark.rule("cappa.7.3.h1", "cappa.7.2d", "cappa.7.2e")
@pytest.mark.parametrize(("kind", "owner"), [("brawler", MASTER), ("deserter", MASTER), ("personal_enemy", "blue")])
def test_he_has_in_hand_those_whom_the_book_gives_him_and_rolls_their_die(kind: str, owner: str):
    enemy = ['enemy_of = "red"'] if kind == "personal_enemy" else []
    game = revealed(ALONE + LED + f"dice red 1 {owner} 3\n" + row(kind, *enemy))
    assert (stranger(game).seat, stranger(game).pa) == (owner, 3)
    assert game.state.are_enemies(stranger(game), game.figure("A"))
    assert game.state.are_enemies(stranger(game), game.figure("B")) == (owner == MASTER)


@pytest.mark.rule("cappa.7.2i", "cappa.7.2.h14")
def test_peasants_are_his_too_and_gone_when_the_turn_ends():
    game = revealed(SQUAD + LED + row("ambush_peasants"), who="S")
    (band,) = [one for one in game.state.squads.values() if one.seat == MASTER]
    assert (band.pa, len(band.members)) == (2, 5)
    game.phase("end")
    assert len(game.told(Vanished)) == 5
    assert all(game.figure(name).where == GONE for name in band.members)


@pytest.mark.rule("cappa.7.2.1c")
@pytest.mark.parametrize("order", [["red", "blue"], ["blue", "red"]])
def test_without_pa_they_act_in_the_last_phase_after_the_idle_of_both_players(order: list[str]):
    game = revealed(ALONE + LED + "dice red 1 master 6\n" + row("brawler"))
    brawler = stranger(game)
    assert not brawler.is_activated
    game.state.order, game.state.acting = [*order, MASTER], ""
    for one in game.state.figures.values():
        one.die, one.pa, one.is_activated, one.has_acted = 0, 0, False, False
    game.phase("last", "act", "wait", "act", "wait", "act", "wait")
    names = {"red": "A", "blue": "B"}
    assert [one.figure for one in game.told(ImpulseBegan)[-3:]] == [*(names[seat] for seat in order), brawler.id]


@pytest.mark.rule("cappa.7.2.1c", "cappa.7.2.1.h1")
def test_he_comes_last_in_the_order_whatever_he_rolls_and_rolls_nothing_while_he_has_nobody():
    game = situation(ALONE + LED + "dice red 3 blue 4\n" + row("brawler"))
    game.state.order = []
    game.phase("activation")
    assert {one.seat for one in game.told(DiceRolled)} == {"red", "blue"}
    game = revealed(ALONE + LED + "dice red 1 2 master 6 3 blue 2\n" + row("brawler"))
    game.phase("activation")
    assert [one.dice for one in game.told(DiceRolled) if one.seat == MASTER] == [(6,), (3,)]
    assert MASTER not in game.told(InitiativeTaken)[0].order
    assert game.state.order[-1] == MASTER


@pytest.mark.rule("cappa.7.2.1d")
def test_with_pa_they_act_in_the_normal_sequence_after_players_with_as_many():
    game = revealed(ALONE.replace("B at 50,50", "B at 50,50, pa 2") + LED + "dice red 1 master 2\n" + row("brawler"))
    game.state.acting = ""
    game.phase("actions", *["wait"] * 6)
    called = [one.figure for one in game.told(ImpulseBegan)]
    assert called.index("B") < called.index(stranger(game).id)


def test_his_people_neither_reveal_nor_ask_what_markers_hide():
    game = revealed(ALONE + LED + "dice red 1 master 3\n" + row("brawler"))
    brawler = stranger(game)
    brawler.x, brawler.y = 4000, 2050
    offered = {one.key for one in decide(game.state, brawler, 3, (), may_stop=False).options}
    assert "move" in offered
    assert "reveal" not in offered
    game.state.figures["B"].x, game.state.figures["B"].y = 4000, 2050
    brawler.x = 3000
    assert "reveal" in {one.key for one in decide(game.state, game.figure("B"), 3, (), may_stop=False).options}


# He plays for no side


def test_he_neither_scores_nor_wins_nor_keeps_a_battle_going():
    game = revealed(ALONE + LED + "dice red 1 master 3\n" + row("brawler"))
    s = game.state
    assert contenders(s) == ("red", "blue")
    later(game, lambda g: give_points(g, MASTER, 3, "event"))
    assert not game.told(PointsScored)
    assert set(RULES.scores(s)) == {"red", "blue"}
    s.acting = stranger(game).id
    assert rival(s, game.figure("A")) == MASTER  # it was his doing, and nobody's gain
    s.sides["red"].firmness = 0
    later(game, judge)
    assert s.winner == "nobody"  # nobody has points
    assert set(RULES.view(s, "red")["tracks"]["firmness"]) == {"red", "blue"}


def test_without_the_option_nothing_is_written_of_him():
    scenario = read_scenario("terheyden")
    assert RULES.seats_of(scenario, RULES.options()) == ("red", "blue")
    assert RULES.seats_of(scenario, {**RULES.options(), "game_master": "yes"}) == ("red", "blue", MASTER)
    plain = RULES.setup(scenario, RULES.options())
    assert MASTER not in plain.sides
    assert "game_master" not in plain.options


# The table of events


OPEN = {**RULES.options(), "open_firmness": "yes"}  # so that only the table of events can be hidden


def begun(name: str, *, is_open: bool) -> Game[Any]:
    """A battle in which the Game Master has said whether the table is known."""
    game: Game[Any] = Game(Cappa(), read_scenario(name), 3, OPEN | {"game_master": "yes"})
    decision = game.decision
    assert decision is not None
    assert (decision.seat, decision.key) == (MASTER, "keep-table")
    game.answer(MASTER, next(one for one in decision.options if one.key.startswith("open" if is_open else "hide")))
    return game


@pytest.mark.rule("cappa.7.3b")
def test_the_game_master_may_keep_the_table_of_events_hidden():
    game = begun("terheyden", is_open=False)
    for seat in ("red", "blue", None):
        assert "events" not in game.view(seat)
    assert [one["number"] for one in game.view(MASTER)["events"]] == list(range(1, 11))
    assert all(one["left"] for one in game.view(MASTER)["events"])
    assert RULES.hides(game.state)
    assert [one.is_open for one in game.events if isinstance(one, TableKept)] == [False]
    game.state.winner = "nobody"
    assert game.view("red")["events"]


@pytest.mark.rule("cappa.7.3b", "cappa.7.3a")
def test_or_he_lays_it_open_and_it_is_known_as_without_him():
    game = begun("foats", is_open=True)
    without = RULES.view(RULES.setup(read_scenario("foats"), RULES.options()), "red")["events"]
    assert game.view("red")["events"] == game.view(None)["events"] == without
    assert not RULES.hides(game.state)
    assert all("left" in one for one in game.view(MASTER)["events"])


@pytest.mark.rule("cappa.7.3b")
def test_nobody_is_asked_about_a_table_where_there_is_none():
    options = {**RULES.options(), "game_master": "yes"}
    game: Game[Any] = Game(Cappa(), read_scenario("duello"), 3, options)
    assert game.decision is not None
    assert game.decision.key != "keep-table"


@pytest.mark.rule("cappa.7.3b", "cappa.7.2ab")
def test_he_knows_what_lies_under_a_marker_once_somebody_has_looked_and_what_is_over():
    game = situation(
        ALONE
        + LED
        + "dice red 1\n"
        + row("brawler")
        + row("wine", 'thing = { id = "w", kind = "keg", name = { en = "a", it = "b" } }', id_="cellar")
    )
    name = next(iter(one["id"] for one in RULES.view(game.state, MASTER)["marks"] if one["kind"] == "event"))
    assert seen_under(game.state, name, MASTER) is None  # chance has not said yet, cappa.7.1.1a
    later(game, lambda g: look_under(g, g.state.figures["A"], name, "cappa.7.2ab"))
    assert seen_under(game.state, name, "red") == seen_under(game.state, name, MASTER) is not None
    assert seen_under(game.state, name, "blue") is None
    before = list(game.state.deck)
    redeal_markers(game.state, MASTER, Chance("another"))
    assert game.state.deck == before  # there is nothing about it that he would have to guess


# The neutrals


@pytest.mark.rule("cappa.2.1.1.h4", "cappa.7.3.h1")
def test_he_leads_a_neutral_side_that_nobody_plays_and_it_is_a_side_like_the_others():
    options = {**RULES.options(), "third_player": "no", "game_master": "yes"}
    scenario = read_scenario("lens")
    game: Game[Any] = Game(Cappa(), scenario, 5, options)
    assert RULES.seats_of(scenario, options) == ("red", "blue", MASTER)
    assert unplayed(game.state) == ()
    assert contenders(game.state) == ("red", "blue", "green")
    asked: dict[str, set[str]] = {}
    while game.state.turn < 2:
        decision = game.decision
        assert decision is not None
        assert decision.seat in ("red", "blue", MASTER)
        asked.setdefault(decision.seat, set()).add(decision.key)
        keep = next((one for one in decision.options if one.key in ("done", "wait", "keep-peace")), decision.options[0])
        game.answer(decision.seat, keep)
    assert {"set-up", "declare", "orders"} <= asked[MASTER]
    assert game.view(MASTER)["tracks"]["firmness"] == {"red": None, "blue": None, "green": 4}
    assert game.view("red")["tracks"]["firmness"]["green"] is None
    assert {one.seat for one in game.events if isinstance(one, DiceRolled)} >= {"green"}


def test_civilians_at_peace_are_neutral_beside_him_too():
    game = table("yes", porthos=(30, 50), innkeeper=(42, 30))
    options = {**RULES.options(), "game_master": "yes"}
    led = Cappa().setup(game.scenario, options)
    led.figures["innkeeper"].where = "on"
    led.figures["innkeeper"].x, led.figures["innkeeper"].y = 4200, 3000
    (piece,) = [one for one in RULES.view(led, "red")["pieces"] if one["id"] == "innkeeper"]
    assert "neutral" in piece["badges"]


# By night


def test_by_night_he_sees_everybody_but_his_people_do_not():
    game = revealed(ALONE + LED + "option visibility yes\ndice red 1 master 3\n" + row("brawler") + WEATHER)
    s, brawler = game.state, stranger(game)
    seen = {one["id"] for one in RULES.view(s, MASTER)["pieces"]}
    assert {"A", "B", brawler.id} <= seen
    assert "B" not in {one["id"] for one in RULES.view(s, "red")["pieces"]}
    targets = {one.get("target") for one in decide(s, brawler, 3, (), may_stop=False).options}
    assert "B" not in targets


WEATHER = """
[[special]]
kind = "weather"
light = "new moon"
text = { en = "Night.", it = "Notte." }
"""
