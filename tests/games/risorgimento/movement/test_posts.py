"""Villages and farms in movement: entered, changed, left; reinforcements (g.5.2-4, g.5.16, g.5.18, set.2-3)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.movement.moves import deeds, obey
from alfiere.games.risorgimento.movement.posts import Entry, judge_entry, judge_leaving, judge_side
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.games.risorgimento.movement.legs import ahead, turn
from tests.situation import situation

VILLAGE = """
    risorgimento
    village_sector V 30,36
    {more}
    blue {kind} A at {x},39.75 facing E, {formation}
    red line E at 100,70 facing W
"""


def village(kind: str = "line", formation: str = "attack", x: float = 27, more: str = "") -> Any:
    return situation(VILLAGE.format(kind=kind, formation=formation, x=x, more=more))


def entry(game: Any, post: str) -> Entry | Objection:
    return judge_entry(game.state, game.unit("A"), post)


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.g.5.4", "risorgimento.g.5.3", "risorgimento.e.5.1")
def test_who_enters_pays_the_way_and_half_a_move_and_takes_any_free_side_in_open_order() -> None:
    game = village()
    for side in ("west", "north", "south", "east"):
        found = entry(game, f"V/{side}")
        assert isinstance(found, Entry)
        assert found.cost == pytest.approx(250_000 + 500_000, abs=4000)  # 2 cm of 8
        assert found.end.formation == "open_order"
    assert isinstance(entry(village(x=24), "V/west"), Objection)  # 5 cm of 8 and half a move
    order = Option("enter", {"unit": "A", "post": "V/east"})
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    assert (game.unit("A").post, game.unit("A").heading) == ("V/east", 900)
    assert game.at("A") == (36.5, 39.75)


@pytest.mark.rule("risorgimento.g.5.2", "risorgimento.ex.42")
def test_a_fifth_battalion_finds_no_room() -> None:
    sides = ("north", "east", "south", "west")
    more = "\n".join(f"blue line B{side} at 1,1 facing N, in V {side}" for side in sides)
    found = entry(village(more=more), "V/west")
    assert isinstance(found, Objection)
    assert (found.key, found.rule) == ("no-room", "risorgimento.g.5.2")


@pytest.mark.rule("risorgimento.g.5.16")
def test_cavalry_does_not_stop_there() -> None:
    found = entry(village("hussars", "line"), "V/west")
    assert isinstance(found, Objection)
    assert found.rule == "risorgimento.g.5.16"


@pytest.mark.rule("risorgimento.g.5.18")
def test_another_side_costs_a_quarter_and_one_leaves_straight_across_one_s_own() -> None:
    game = situation("""
        risorgimento
        village_sector V 30,36
        blue line A at 1,1 facing N, in V north
        blue line B at 1,1 facing N, in V south
        red line E at 100,70 facing W
    """)
    s, unit = game.state, game.unit("A")
    side = judge_side(s, unit, "V/east")
    assert isinstance(side, Entry)
    assert side.cost == 250_000
    assert isinstance(judge_side(s, unit, "V/south"), Objection)
    assert not isinstance(judge_leaving(s, unit, (ahead(4),)), Objection)
    assert isinstance(judge_leaving(s, unit, (ahead(1),)), Objection)
    assert isinstance(judge_leaving(s, unit, (turn(90), ahead(4))), Objection)
