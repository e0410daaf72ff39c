"""What is kept while nobody moves is what would be found anew."""

from __future__ import annotations

import random

import pytest

from alfiere.battles.open_battle import SEATS
from alfiere.battles.standing import enemies_touched
from alfiere.games import GAMES
from alfiere.games.lumi.movement.judging import Outset
from alfiere.games.lumi.movement.zones import zones_against
from alfiere.games.lumi.state.base import LINE, OPEN, SHAKEN
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, formed, unit_of
from alfiere.kernel.game import Game
from alfiere.table.legs import Shift, Turn
from tests.games.lumi.movement.test_moves import of

LEGS = ((Shift(150),), (Shift(100, 1800),), (Turn(450),), (Turn(300, "left"), Shift(80)))


def anew(s: State) -> State:
    """The same battle, of which nothing has been worked out."""
    twin = s.copy()
    twin.laid = None
    return twin


def found(s: State, unit: Unit) -> list[object]:
    o = Outset(s, unit)
    return [o.why_not, o.owners, o.rings, o.watched(unit.formation), *(o.judge(legs) for legs in LEGS)]


def compare(s: State) -> int:
    """What is asked of a battle as it stands and of one as it is anew; how many touch an enemy."""
    twin = anew(s)
    assert formed(s) == formed(twin)
    for seat in SEATS:
        for formation in (LINE, OPEN):
            assert zones_against(s, seat, formation) == zones_against(twin, seat, formation)
    touched = {one.id: [foe.id for foe in enemies_touched(s, one)] for one in s.on_table}
    assert touched == {one.id: [foe.id for foe in enemies_touched(twin, one)] for one in twin.on_table}
    for unit in formed(s):
        assert unit_of(s, s.bases[unit.id]) == unit
        assert found(s, unit) == found(twin, unit)
    return sum(map(bool, touched.values()))


@pytest.mark.parametrize(("name", "seed"), [("altenried", 0), ("minden", 1)])  # in these some come to blows
def test_what_is_kept_is_what_is_found_anew(name: str, seed: int) -> None:
    dice, touched, kept = random.Random(f"kept {name} {seed}").random, 0, 0
    game = Game(GAMES["lumi"], GAMES["lumi"].scenario(name), seed)
    while (asked := game.decision) is not None and len(game.journal) < 700:
        if game.state.turn and len(game.journal) % 6 == 0:
            kept += "side" in {key[0] for key in game.state.scene.memory if isinstance(key, tuple)}
            touched += compare(game.state)
        drawn = [asked.drawn(dice) for _ in range(6)]
        game.answer(asked.seat, next((one for one in drawn if one.key in ("charge", "approach")), drawn[-1]))
    assert touched  # there was something to tell apart
    assert kept


@pytest.mark.parametrize(("change", "value"), [("is_on_foot", True), ("state", SHAKEN)])
def test_who_dismounts_or_is_shaken_has_other_surroundings(change: str, value: int) -> None:
    """Nobody has moved, and yet what was kept is true no more."""
    game = of("red dragoons A at 10,5 facing N\nblue foot E at 10,15 facing S")
    riders, far = game.unit("A"), (Shift(game["A"].arm.speed["line"]),)
    before = Outset(game.state, riders).judge(far), Outset(game.state, riders).rings
    setattr(game["A"], change, value)
    assert (Outset(game.state, riders).judge(far), Outset(game.state, riders).rings) != before
    assert found(game.state, riders) == found(anew(game.state), riders)
