"""The computer's chain of command: who rides where, who holds a place and who goes on, where it forms up at water."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.computer.assault import axes, is_ready
from alfiere.games.risorgimento.computer.judgement import Stand, look, stance
from alfiere.games.risorgimento.computer.moving import orders
from alfiere.games.risorgimento.computer.plan import goals
from alfiere.games.risorgimento.computer.riding import gone_with_it, held_together, ridden
from alfiere.games.risorgimento.computer.ways import grid, is_cut_off
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.movement.leaders import ride_for
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.ruleset import GAME
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import is_in_radius
from alfiere.kernel.game import Game
from alfiere.players import Greedy
from alfiere.table.shapes import Pose, outline_of
from tests.situation import situation

# A division with two brigades, too far from each other for a general who stays with either of them
DIVISION = """
    risorgimento
    blue CIC K at 4,40 radius 60
    blue CD D at 20,20 radius 20, under K
    blue CB X at 20,18 radius 12, under D
    blue CB Y at 20,54 radius 12, under D
    blue line A at 23,16 facing E, under X
    blue line B at 23,20 facing E, under X
    blue line C at 23,52 facing E, under Y
    blue line E at 23,56 facing E, under Y
    red  line R at 95,40 facing W
"""


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def test_a_general_rides_to_where_both_his_brigades_are_in_his_radius() -> None:
    s = field(DIVISION)
    who = s.commanders["D"]
    (chosen,) = ridden(s, ride_for(s, who))
    x, y = chosen["to"][:2]
    assert all((s.commanders[one].x - x) ** 2 + (s.commanders[one].y - y) ** 2 <= who.radius**2 for one in ("X", "Y"))
    assert held_together(s, who, x, y) > held_together(s, who, who.x, who.y) + 1


def test_a_brigadier_stays_with_his_own_men() -> None:
    s = field(DIVISION)
    who = s.commanders["X"]
    assert held_together(s, who, who.x, who.y) > held_together(s, who, s.commanders["Y"].x, s.commanders["Y"].y)


CALLED_BACK = """
    risorgimento
    blue CB X at 20,40 radius 8
    blue line A at {x},40 facing E, attack, {colour}under X
    blue line B at {mate},40 facing E, attack, under X
    red  line R at 95,40 facing W
"""


@pytest.mark.rule("risorgimento.a.1.17", "risorgimento.a.1.28")
@pytest.mark.parametrize(
    ("x", "mate", "colour", "goes"),
    [(32, 60, "green, ", True), (32, 60, "", False), (28, 60, "green, ", False), (32, 38, "green, ", True)],
)
def test_who_is_called_back_goes_back(x: int, mate: int, colour: str, *, goes: bool) -> None:
    s = field(CALLED_BACK.format(x=x, mate=mate, colour=colour))
    unit, leader = s.units["A"], s.commanders["X"]
    (order,) = orders(s, unit, order_for(s, unit, deeds(Hooks(nobody_reacts, close))), look(s, "blue"))
    went_back = order.key == "move" and order["to"][0] < unit.x
    assert went_back == goes
    if goes:
        there = Stand(unit, Pose(*order["to"]), unit.formation, "")
        assert is_in_radius(s, leader, outline_of(s.shape(unit), there.pose))
        here = Stand(unit, unit.pose, unit.formation, "")
        assert stance(look(s, "blue"), there) > stance(look(s, "blue"), here) + 1.0


CROSSROADS = """
    risorgimento
    place P 20,40 held by blue
    place S 5,5 held by blue
    village_sector V 80,36
    place Q V held by red
    red  line R at 0,0 facing W, in V west
    blue line A at 27,40 facing E
    blue line B at 40,30 facing E
    blue line C at 40,50 facing E
    {foe}
    [[objective]]
    kind = "hold"
    side = "austrian"
    text = {{ en = "Hold it.", it = "Tenerlo." }}
    places = {theirs}
    [[objective]]
    kind = "hold"
    side = "french"
    text = {{ en = "Hold it.", it = "Tenerlo." }}
    places = ["Q"]
"""


@pytest.mark.rule("risorgimento.i.1.3")
@pytest.mark.parametrize(
    ("foe", "theirs", "stays"),
    [
        ("red  hussars H at 42,50 facing W", '["P"]', True),
        ("red  hussars H at 42,50 facing W", '["P", "Q"]', True),  # he has the other
        ("red  hussars H at 42,50 facing W", '["P", "S"]', False),
        ("red  hussars H at 60,60 facing W", '["P"]', False),  # too far off
        ("red  line H at 42,50 facing W", '["P"]', False),  # foot does not come by them
        ("red  hussars H at 42,50 facing W", '["P"]\n    from_turn = 9', False),
        ("red  hussars H at 42,50 facing W", '["P"]\n    running = 2', False),
        ("red  hussars H at 42,50 facing W", '["P"]\n    when = "last"', False),
        ("red  hussars H at 42,50 facing W", '["P"]\n    clear = { nation = "french", places = ["Q"] }', False),
    ],
)
def test_somebody_stays_at_a_crossroads_with_which_the_enemys_horse_would_win(
    foe: str, theirs: str, *, stays: bool
) -> None:
    sought = goals(field(CROSSROADS.format(foe=foe, theirs=theirs)), "blue")
    assert {id for id, goal in sought.items() if goal.place == "P"} == ({"A"} if stays else set())


TWO_PLACES = """
    risorgimento
    village_sector V 30,36
    village_sector W 80,36
    place P V held by blue
    place Q W held by red
    blue line A at 27,40 facing E
    blue line B at 27,30 facing E
    blue line C at 27,50 facing E
    red  line R at 0,0 facing W, in W west
    [[objective]]
    kind = "most"
    text = { en = "Hold more.", it = "Tenerne di più." }
    places = ["P", "Q"]
"""


def test_one_battalion_holds_a_place_that_nobody_threatens_and_the_others_go_on() -> None:
    sought = goals(field(TWO_PLACES), "blue")
    assert {id: one.place for id, one in sought.items()} == {"A": "P", "B": "Q", "C": "Q"}
    assert [sought[id].is_attack for id in "ABC"] == [False, True, True]


ACROSS = """
    risorgimento
    canal C 60,0 60,80 bridges 60,10
    blue line A at 58.5,40 facing E, attack
    red  line R at 65,40 facing W
"""


def test_nobody_is_ready_to_attack_across_a_canal() -> None:
    s = field(ACROSS)
    unit, dry = s.units["A"], field(ACROSS.replace("canal C 60,0 60,80 bridges 60,10", ""))
    assert is_ready(dry, axes(dry, "blue"), dry.units["A"], unit.pose, unit.formation) == 2
    assert is_ready(s, axes(s, "blue"), unit, unit.pose, unit.formation) == 0
    assert is_cut_off(s.ground, unit.pose.point, s.units["R"].pose.point)
    assert not is_cut_off(s.ground, unit.pose.point, (5000, 4000))


def test_a_battery_keeps_off_the_enemys_foot() -> None:
    s = field(
        """
        risorgimento
        blue guns G at 40,40 facing E
        red  line R at 52,40 facing W
        """
    )
    seen, guns = look(s, "blue"), s.units["G"]
    here, nearer = (stance(seen, Stand(guns, guns.pose._replace(x=x), guns.formation, "")) for x in (4000, 4700))
    assert here > nearer


def test_a_column_keeps_off_the_heels_of_the_one_before_it_and_has_room_to_turn() -> None:
    text = """
        risorgimento
        blue line A at 40,50 facing E, attack
        blue line B at 37.8,50 facing E, attack
        red  line R at 90,40 facing W
        """
    worth = []
    for one in (text, text.replace("A at 40,50", "A at 40,54")):
        s = field(one)
        worth.append(stance(look(s, "blue"), Stand(s.units["B"], s.units["B"].pose, s.units["B"].formation, "")))
    assert worth[1] > worth[0] + 1


def test_a_place_that_is_held_by_as_many_as_it_wants_keeps_nobody_else() -> None:
    s = field(TWO_PLACES.replace("red  line R", "blue line D at 24,36 facing E\n    red  line R"))
    assert [id for id, one in goals(s, "blue").items() if one.place == "P"] == ["A"]


def test_who_is_set_up_at_what_he_is_to_take_looks_where_the_others_look() -> None:
    game = Game(GAME, GAME.scenario("montebello"), "facing")
    players = {seat: Greedy(f"facing {seat}") for seat in ("red", "blue")}
    while game.state.phase == "set-up":
        assert game.decision is not None
        seat = game.decision.seat
        game.answer(seat, players[seat].choose(game, seat))
    columns = [one for one in game.state.side("blue") if one.arm == "infantry"]
    assert len(columns) > 1
    assert len({one.heading for one in columns}) == 1
    for one in columns:
        others = [each for each in columns if each is not one]
        assert all(max(abs(one.x - each.x), abs(one.y - each.y)) >= 340 for each in others)


def test_ways_do_not_lead_through_the_gap_between_houses_and_a_canal() -> None:
    s = field(
        """
        risorgimento
        canal C 60,0 60,80 bridges 60,10
        village_sector V 51,36
        blue line A at 40,40 facing E
        red  line R at 90,40 facing W
        """
    )
    gap, open_bank = (grid(s.ground, "close").cost[grid(s.ground, "close").cell(5900, y)] for y in (4020, 2000))
    assert gap > 5 * open_bank


LEADS = """
    risorgimento
    blue CB X at 44,40 radius 20 bonus 2
    blue line A at 50,40 facing E, attack, under X
    blue line B at 40,40 facing E, attack, under X
    red  line R at 52,40 facing W
"""


@pytest.mark.rule("risorgimento.cl.2", "risorgimento.cl.4")
def test_a_brigadier_goes_with_who_fights_only_where_few_wait_for_his_orders() -> None:
    s = field(LEADS)
    who, fights, marches = s.commanders["X"], s.units["A"], s.units["B"]
    assert gone_with_it(s, who, fights, 1, 0.1, is_far=False) > 0.0 > gone_with_it(s, who, fights, 6, 0.1, is_far=False)
    near, far = (gone_with_it(s, who, marches, 6, danger, is_far=False) for danger in (0.5, 0.0))
    assert near < far < 0.0 < gone_with_it(s, who, marches, 6, 0.0, is_far=True)
