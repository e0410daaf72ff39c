"""Victory objectives: places held at the end of a turn, several turns running, after the last; points; the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from alfiere.games.risorgimento.sheets.scenario_reading import FOLDER, scenario_ids
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.muster import new_battle
from alfiere.games.risorgimento.state.unit import ON
from alfiere.games.risorgimento.victory.administration import scenario_victory
from alfiere.games.risorgimento.victory.objectives import Aim, aims, load_scenario
from tests.games.slips import sentence


class Told:
    """So much of a game as victory needs: a state, and somebody who is told."""

    def __init__(self, state: BattleState) -> None:
        self.state = state
        self.events: list[Any] = []

    def tell(self, event: Any) -> None:
        self.events.append(event)


def battle(name: str) -> BattleState:
    return new_battle(load_scenario(name), {})


def turn_ends(s: BattleState, turn: int, **held: str) -> tuple[str, str]:
    """Who has won and why, after a turn at whose end these places are held so."""
    s.turn = turn
    s.control.update({key.replace("_", "-"): seat for key, seat in held.items()})
    scenario_victory(Told(s))  # type: ignore[arg-type]
    return s.winner, s.reason


@pytest.mark.rule("risorgimento.i.1.1", "risorgimento.i.0.2")
@pytest.mark.parametrize("name", scenario_ids())
def test_every_battle_has_objectives_that_decide_it(name: str):
    s = battle(name)
    assert all(isinstance(one, Aim) for one in aims(s))
    s.turn = s.scenario.turns
    scenario_victory(Told(s))  # type: ignore[arg-type]
    assert s.winner in ("red", "blue", "nobody")


@pytest.mark.rule("risorgimento.i.0.2")
def test_the_end_is_told_once():
    s = battle("genestrello")
    s.turn = s.scenario.turns
    game = Told(s)
    scenario_victory(game)  # type: ignore[arg-type]
    scenario_victory(game)  # type: ignore[arg-type]
    (ended,) = game.events
    assert (ended.winner, ended.reason, ended.rules) == ("red", "objectives", ("risorgimento.i.0.2",))


class TestMontebello:
    def test_the_allies_win_by_holding_three_sectors_twice_running(self):
        s = battle("montebello")
        ours = {"genestrello": "blue", "montebello_west": "blue", "montebello_east": "blue"}
        assert turn_ends(s, 4, **ours) == ("", "")
        assert turn_ends(s, 5, montebello_east="red") == ("", "")
        assert turn_ends(s, 6, montebello_east="blue") == ("", "")
        assert turn_ends(s, 7) == ("blue", "objectives")

    def test_the_austrians_win_from_turn_12_with_genestrello_and_no_frenchman_in_montebello(self):
        s = battle("montebello")
        assert turn_ends(s, 11) == ("", "")
        s.units["i-74e"].where, s.units["i-74e"].post = ON, "montebello-west/west"
        assert turn_ends(s, 12) == ("", "")
        s.units["i-74e"].post = ""
        s.units["novara-horse"].where, s.units["novara-horse"].post = ON, "montebello-west/west"  # a Sardinian
        assert turn_ends(s, 13) == ("red", "objectives")

    def test_the_austrians_win_by_the_bridge_in_any_turn(self):
        s = battle("montebello")
        s.units["i-74e"].where, s.units["i-74e"].post = ON, "montebello-west/west"
        assert turn_ends(s, 2, fossagazzo_bridge="red") == ("red", "objectives")

    def test_at_the_end_the_greater_number_of_sectors_and_then_points(self):
        s = battle("montebello")
        s.units["i-74e"].where, s.units["i-74e"].post = ON, "montebello-west/west"
        more = turn_ends(s, 20, genestrello="blue", montebello_west="blue")
        assert more == ("blue", "objectives")
        s = battle("montebello")
        s.points.update(red=20, blue=30)
        assert turn_ends(s, 20, genestrello="blue", montebello_west="", montebello_east="red") == ("blue", "points")


def test_genestrello_goes_to_who_holds_it_at_the_end():
    assert turn_ends(battle("genestrello"), 11) == ("", "")
    assert turn_ends(battle("genestrello"), 12) == ("red", "objectives")
    assert turn_ends(battle("genestrello"), 12, genestrello="blue") == ("blue", "objectives")


class TestMagenta:
    OURS = {"redoubt": "blue", "ponte_nuovo_west": "blue", "ponte_nuovo_east": "blue"}

    def test_a_victory_and_a_great_victory(self):
        assert turn_ends(battle("magenta"), 20, **self.OURS) == ("blue", "objectives")
        assert turn_ends(battle("magenta"), 20, **self.OURS, station_suburb="blue") == ("blue", "great-victory")

    def test_the_austrians_win_with_one_of_two_places_at_the_end_or_with_five_after_turn_8(self):
        assert turn_ends(battle("magenta"), 8) == ("", "")
        assert turn_ends(battle("magenta"), 9) == ("red", "objectives")
        assert turn_ends(battle("magenta"), 9, ponte_vecchio_west="blue") == ("", "")
        assert turn_ends(battle("magenta"), 20, ponte_nuovo_west="blue", redoubt="blue") == ("red", "objectives")

    def test_otherwise_points(self):
        s = battle("magenta")
        s.points.update(red=5, blue=5)
        held = {"redoubt": "blue", "ponte_nuovo_west": "red", "ponte_nuovo_east": "blue"}
        assert turn_ends(s, 20, **held) == ("nobody", "points")


def test_san_martino():
    s = battle("sanmartino")
    for turn, winner in ((8, ""), (9, ""), (10, "blue")):
        assert turn_ends(s, turn, church="blue", contracania="blue")[0] == winner
    assert turn_ends(battle("sanmartino"), 16, church="blue")[0] == "red"
    assert turn_ends(battle("sanmartino"), 16, church="blue", colombare="blue", citera="blue")[0] == "blue"
    s = battle("sanmartino")
    s.points.update(red=1, blue=2)
    assert turn_ends(s, 16, church="blue", colombare="blue") == ("blue", "points")
    assert turn_ends(battle("sanmartino-evening"), 10)[0] == "red"


def test_palestro():
    assert turn_ends(battle("palestro"), 7, palestro_east="red") == ("", "")
    assert turn_ends(battle("palestro"), 8, palestro_east="red") == ("red", "objectives")
    assert turn_ends(battle("palestro"), 11, san_pietro="red", brida="red") == ("", "")
    assert turn_ends(battle("palestro"), 12, san_pietro="red") == ("red", "objectives")
    assert turn_ends(battle("palestro"), 12, brida="red") == ("red", "objectives")
    assert turn_ends(battle("palestro"), 12) == ("blue", "objectives")
    s = battle("palestro")
    s.points.update(red=3, blue=2)
    assert turn_ends(s, 12, brida="") == ("red", "points")


def test_palestro_the_day_before():
    both = {"palestro_west": "blue", "palestro_east": "blue"}
    assert turn_ends(battle("palestro-30-may"), 11, **both) == ("", "")
    assert turn_ends(battle("palestro-30-may"), 12, **both) == ("blue", "objectives")
    assert turn_ends(battle("palestro-30-may"), 12, palestro_west="blue") == ("red", "objectives")


@pytest.mark.rule("risorgimento.set.5")
def test_a_battle_that_nothing_decides_ends_with_its_last_turn():
    s = battle("genestrello")
    assert turn_ends(s, 12, genestrello="") == ("nobody", "last-turn")


def test_who_would_have_won_now():
    s = battle("montebello")
    s.turn = 16
    assert [one.leader(s) for one in aims(s)] == [None, "red", None, "red", None]
    assert [one.pull(s, "red", []) for one in aims(s)] == [0.0, 1.0, 0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "most"', 'kind = "least"', "objective[3].kind: invalid value 'least'; known are hold, most, points, "),
        (
            'kind = "most"\nplaces = ["genestrello", "montebello-west", "montebello-east"]',
            'kind = "most"\nplaces = []',
            "objective[3].places: there are none",
        ),
        ("running = 2", "running = 0", "objective[0].running: it is 0; it must be at least 1"),
        ("running = 2", "least = 4", "objective[0].least: it is 4; there are 3 places"),
        ("from_turn = 12", "from_turn = 22", "objective[1].from_turn: it is 22; the battle has turns 1 to 20"),
        ('places = ["fossagazzo-bridge"]', 'places = ["rile"]', "objective[2].places: «rile» is not known; it must be"),
        (
            'side = "allied"\nplaces',
            'side = "turks"\nplaces',
            "objective[0].side: «turks» is not known; it must be one",
        ),
        (
            'nation = "french", places = ["montebello-west"',
            'nation = "french", places = ["x"',
            "objective[1].clear.pla",
        ),
    ],
)
def test_a_slip_in_an_objective_is_told_in_one_sentence(tmp_path: Path, old: str, new: str, told: str):
    assert sentence(tmp_path, FOLDER / "montebello.toml", load_scenario, old, new).startswith(told)
