"""What is kept while nobody moves, or nobody of a side, is what would be found anew."""

from __future__ import annotations

import random

import pytest

from alfiere.battles.open_battle import SEATS
from alfiere.games import GAMES
from alfiere.games.risorgimento.fire.engaged import neighbours
from alfiere.games.risorgimento.fire.lines import level_of, segments, who_reaches, whom_it_reaches
from alfiere.games.risorgimento.movement.zones import zones_about
from alfiere.games.risorgimento.set_up.places import spots, why_not
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import near
from alfiere.games.risorgimento.state.unit import ARTILLERY, CAVALRY, INFANTRY, LINE, LOST, ON
from alfiere.kernel.game import Game
from alfiere.table.legs import Footing
from tests.situation import situation

REACH = 3000
HERE = """
    risorgimento
    red line A at 20,10 facing S
    red guns G at 40,10 facing S
    blue line E at 20,14 facing N
    blue hussars H at 40,30 facing N
"""


def anew(s: BattleState) -> BattleState:
    """The same battle, of which nothing has been worked out."""
    twin = s.copy()
    twin.laid = None
    return twin


def found(s: BattleState) -> dict[str, object]:
    """What is asked of it, by ids."""
    every: dict[str, object] = {
        f"{seat} {arm}": [one.id for one in s.side(seat, arm)]
        for seat in SEATS
        for arm in ("", INFANTRY, CAVALRY, ARTILLERY)
    }
    for unit in s.on_table:
        every[unit.id] = (
            [one.id for one in who_reaches(s, unit)],
            [one.id for one in whom_it_reaches(s, unit)],
            level_of(s, unit),
            segments(s, unit),
            [(one.id, how) for one, how in neighbours(s, unit)],
            [one.id for one in near(s, s.base(unit).outline, REACH, unit.seat)],
            zones_about(s, unit, REACH),
        )
    return every


def compare(s: BattleState) -> None:
    twin = anew(s)
    assert found(s) == found(twin)
    on = [id for id, one in s.units.items() if one.where == ON]
    assert sorted(on, key=s.order_of_battle.__getitem__) == on


@pytest.mark.parametrize(("name", "seed"), [("genestrello", 1), ("palestro-30-may", 0)])
def test_what_is_kept_is_what_is_found_anew(name: str, seed: int) -> None:
    dice, kept = random.Random(f"kept {name} {seed}").random, 0
    game = Game(GAMES["risorgimento"], GAMES["risorgimento"].scenario(name), seed)
    while (asked := game.decision) is not None and len(game.journal) < 500:
        if game.state.turn and len(game.journal) % 5 == 0:
            memory = game.state.scene.memory
            kept += any("reached by" in memory.get(("side", seat), {}) for seat in SEATS)
            compare(game.state)
        game.answer(asked.seat, asked.drawn(dice))
    assert kept


def test_a_side_of_whom_somebody_moves_breaks_or_goes_is_looked_at_anew() -> None:
    game = situation(HERE)
    s = game.state
    enemy, guns, mine = game.unit("E"), game.unit("G"), game.unit("A")
    assert [one.id for one in who_reaches(s, enemy)] == ["A", "G"]
    zones = zones_about(s, enemy, REACH)
    assert {zone.by for zone in zones} == {"A", "G"}
    s.stand(enemy, s.footing(enemy)._replace(pose=enemy.pose._replace(y=enemy.y + 100)))
    assert zones_about(s, enemy, REACH) == zones  # he alone has moved
    mine.is_routed = True  # nobody has moved, and yet
    assert {zone.by for zone in zones_about(s, enemy, REACH)} == {"G"}
    mine.is_routed = False
    s.stand(mine, s.footing(mine)._replace(pose=mine.pose._replace(x=mine.x + 100)))
    assert zones_about(s, enemy, REACH) == zones_about(anew(s), enemy, REACH) != zones
    s.stand(mine, s.footing(mine)._replace(pose=mine.pose._replace(x=11000)))
    assert [one.id for one in who_reaches(s, enemy)] == ["G"]
    s.leave(guns, LOST)
    assert who_reaches(s, enemy) == []
    assert s.side("red", ARTILLERY) == []
    compare(s)


def test_whether_there_is_room_to_be_set_up_is_asked_anew_when_somebody_stands_there() -> None:
    s = Game(GAMES["risorgimento"], GAMES["risorgimento"].scenario("genestrello")).state
    first, second = [s.units[id] for id in s.queue if id in s.units and s.units[id].arm == INFANTRY][:2]
    spot = spots(s, second, LINE)[0]
    assert why_not(s, second, spot) is None
    s.stand(first, Footing(LINE, s.shape(first, LINE), spot.footing.pose))
    assert why_not(s, second, spot) is not None
    assert spot not in spots(s, second, LINE)
