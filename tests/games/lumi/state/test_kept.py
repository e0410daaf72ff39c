"""What is kept while nobody moves is what would be found anew."""

from __future__ import annotations

import random

import pytest

from alfiere.battles.open_battle import SEATS
from alfiere.battles.standing import enemies_touched
from alfiere.battles.weather import CLEAR, FOG
from alfiere.games import GAMES
from alfiere.games.lumi.fire.lines import shot_at
from alfiere.games.lumi.movement.judging import Outset, Plan
from alfiere.games.lumi.movement.zones import zones_against
from alfiere.games.lumi.state.base import LINE, OPEN, SHAKEN
from alfiere.games.lumi.state.battle import State
from alfiere.games.lumi.state.unit import Unit, formed, formed_of, unit_of
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from alfiere.table.legs import Shift, Turn
from tests.games.lumi.movement.test_moves import of
from tests.games.lumi.movement.test_tactical import planned

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
    for division, one in s.scenario.divisions.items():
        seat = s.scenario.seat_of[one.side]
        own = [unit for unit in formed(twin) if (unit.seat, s.bases[unit.id].division) == (seat, division)]
        assert list(formed_of(s, seat, division)) == own
    for unit in formed(s):
        assert unit_of(s, s.bases[unit.id]) == unit
        assert found(s, unit) == found(twin, unit)
    return sum(map(bool, touched.values()))


@pytest.mark.parametrize(("name", "seed"), [("minden", 1), ("blenheim", 3)])  # in these some come to blows
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


def test_in_fog_a_tactical_move_is_judged_anew() -> None:
    """The cuirassiers could ride there, six um; in fog they see no farther than four."""
    game = of("red foot A at 10,6 facing N, column\nblue cuirassiers E at 10,13.5 facing S")
    assert isinstance(planned(game, 10, 3), Objection)
    game.state.weather = FOG
    assert isinstance(planned(game, 10, 3), Plan)


def test_when_an_enemy_has_mounted_a_tactical_move_is_judged_anew() -> None:
    """Dragoons on foot reach nobody at six um, and mounted they do."""
    game = of("red foot A at 10,6 facing N, column\nblue dragoons E at 10,13 facing S")
    game["E"].is_on_foot = True
    assert isinstance(planned(game, 10, 3), Plan)
    game["E"].is_on_foot = False
    assert isinstance(planned(game, 10, 3), Objection)


def test_when_fog_lifts_a_shot_is_looked_for_anew() -> None:
    game = of("red foot A at 10,6 facing N\nblue guns E at 10,11.5 facing S")
    game.state.weather = FOG
    assert shot_at(game.state, game["E"], game.unit("A")) is None
    game.state.weather = CLEAR
    assert shot_at(game.state, game["E"], game.unit("A")) is not None
