"""Who is attacked in houses withdraws from them by his own will (e.8, g.5.8, g.5.14)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games.risorgimento.fire.readiness import HELD_FIRE
from alfiere.games.risorgimento.movement.judging import engaged
from alfiere.games.risorgimento.movement.making import Hooks, Moment, keeps_its_place
from alfiere.games.risorgimento.movement.orders import deeds, obey, order_for
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.kernel.decision import Option
from alfiere.kernel.procedure import Procedure
from tests.situation import situation

ATTACKED = """
    risorgimento
    village_sector V 40,30
    village_sector W 40,22.5
    red  line D at 0,0 facing N, in V north
    blue line A at 43.75,38.5 facing S
    {more}
"""


def offered(game: Any, name: str = "D") -> dict[str, set[str]]:
    """What a unit may do, by verbs, and with which post."""
    found: dict[str, set[str]] = {}
    for option in order_for(game.state, game.unit(name), deeds()).options:
        found.setdefault(option.key, set()).add(option.get("post") or "")
    return found


def goes(game: Any, post: str, name: str = "D") -> list[tuple[float, float]]:
    """It gives ground; where it is when the others may fire at it."""
    seen: list[tuple[float, float]] = []

    def reacts(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
        assert not engaged(g.state, unit)
        seen.append((unit.x / 100, 80 - unit.y / 100))
        yield from ()

    order = Option("give-ground", {"unit": name, "post": post})
    game.run(lambda g: obey(g, g.state.units[name], order, deeds(Hooks(reacts, keeps_its_place))))
    return seen


@pytest.mark.rule("risorgimento.e.8.1", "risorgimento.g.5.8", "risorgimento.e.8.3", "risorgimento.e.8.5")
def test_an_attacked_defender_may_go_back_into_free_houses_behind_him() -> None:
    game = situation(ATTACKED.format(more=""))
    sides = {f"W/{side}" for side in ("north", "east", "south", "west")}
    assert offered(game) == {"stand": {""}, "give-ground": sides}  # out of both is too far
    assert goes(game, "W/north") == [(43.75, 29)]
    assert game.unit("D").post == "W/north"
    assert HELD_FIRE.is_on(game.unit("D"))
    game = situation(ATTACKED.format(more="red line E at 0,0 facing N, in W south"))
    assert "give-ground" not in offered(game)  # they are not free, and beyond them it is too far to go


@pytest.mark.rule("risorgimento.e.8.1", "risorgimento.g.5.15")
def test_or_out_of_the_village_straight_away_from_the_attacker_if_nobody_stands_there() -> None:
    text = ATTACKED.replace("    village_sector W 40,22.5\n", "")
    game = situation(text.format(more=""))
    assert offered(game) == {"stand": {""}, "give-ground": {""}}
    ((x, y),) = goes(game, "")
    assert x == 43.75
    assert y == pytest.approx(29, abs=0.1)
    assert (game.unit("D").post, game.unit("D").heading) == ("", 0)  # facing the enemy, risorgimento.e.8.9
    game = situation(text.format(more="red line E at 43.75,28 facing N"))
    assert offered(game) == {"stand": {""}}


@pytest.mark.rule("risorgimento.g.5.14", "risorgimento.e.8.10")
def test_in_a_contested_sector_one_only_withdraws_over_one_s_own_side_or_stays() -> None:
    game = situation(ATTACKED.format(more="blue line B at 0,0 facing N, in V south"))
    assert [one.id for one in engaged(game.state, game.unit("B"))] == ["D"]
    assert set(offered(game, "B")) == {"stand", "give-ground"}
    assert all(post.startswith("W/") or not post for post in offered(game, "B")["give-ground"])
    assert goes(game, "W/south", "B") == [(43.75, 23.5)]


@pytest.mark.rule("risorgimento.g.5.18")
def test_who_draws_an_order_by_lot_in_houses_may_draw_to_leave_them() -> None:
    game = situation("risorgimento\n    village_sector V 40,30\n    red line D at 0,0 facing N, in V north")
    decision = order_for(game.state, game.unit("D"), deeds())
    drawn = {decision.drawn(random.Random(number).random).key for number in range(60)}
    assert drawn == {one.key for one in decision.options}
    assert "leave" in drawn


@pytest.mark.rule("risorgimento.e.5.2")
def test_before_a_unit_goes_through_houses_the_odds_that_it_keeps_its_order_are_told() -> None:
    game = situation("risorgimento\n    village_sector V 40,30\n    red line D at 43.75,39.5 facing S, vd 7")
    decision = order_for(game.state, game.unit("D"), deeds())
    through = [one for one in decision.options if one.key == "pass"]
    assert through
    (found,) = deeds()["pass"].prospects(game.state, decision, through[0])
    assert found.results[0] + found.results[1] == 1
