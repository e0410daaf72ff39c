"""Chapters 2.3.15-2.3.19 and 2.3r: who comes on later."""

import pytest

from alfiere.battles.open_battle import ON, TO_COME
from alfiere.games.fucilieri.movement.arrivals import arrivals, may_enter, spots, why_not
from alfiere.games.fucilieri.state.command import ENTERS_CONFUSED, IS_ENTERING
from alfiere.games.fucilieri.state.unit import HAS_MOVED, REINFORCEMENT, RESERVE, SHARE, Unit
from alfiere.games.fucilieri.told.before import Arrived, PutOff
from alfiere.table.legs import WHOLE
from tests.games.fucilieri.before.battles import fresh
from tests.games.fucilieri.lines import Situation
from tests.situation import situation

ARMY = """
    fucilieri
    red  condottiero C at 60,40 cv 4 of P
    red  general M to come cv 3 of Q
    red  foot A to come, of Q
    red  foot B to come, of Q
    red  horse H to come, of Q
    blue foot X at 90,110 facing N
    turn 3
    {more}
"""


def army(more: str = "", where: str = RESERVE, *, enters: bool = True) -> Situation:
    field = situation(ARMY.format(more=more))
    for one in (*(field[name] for name in "ABH"), field.leader("M")):
        one.where = where
    field.command("Q").order = ""
    if enters:
        IS_ENTERING.put(field.command("Q"))
    return field


def come(field: Situation, *answers: object, command: str = "Q") -> None:
    field.run(lambda g: arrivals(g, g.state.commands[command]), *answers)


def judged(field: Situation, name: str, at: float, far: float, edge: str = "north") -> str:
    found = why_not(field.state, field[name], edge, round(at * 100), round(far * 100))
    return found.key if found else ""


def here(unit: str, x: float, y: float, heading: int = 1800):
    args = {"unit": unit, "to": [round(x * 100), round(y * 100), heading]}
    return lambda decision: decision.find(("come-on", args)) if decision.key == "come-on" else None


def deep(field: Situation, unit: Unit) -> float:
    return field.state.shape(unit, "column").depth / 100


@pytest.mark.rule("fucilieri.2.3.13", "fucilieri.2.3.15", "fucilieri.2.3.16")
def test_a_command_that_was_called_comes_on_in_column_from_its_own_edge_with_its_general():
    field = army()
    come(field)
    for name in "ABH":
        assert field[name].is_on
        assert field[name].formation == "column"
        assert field[name].heading == 1800
        assert field[name].y <= 2600
    assert field.leader("M").is_on
    assert field.command("Q").entered == 3
    assert len(field.told(Arrived)) == 4


@pytest.mark.rule("fucilieri.2.3.18")
def test_nobody_comes_who_was_not_called():
    field = army(enters=False)
    come(field)
    assert field.asked == []
    assert field["A"].where == RESERVE
    assert field.state.commands_of("red")
    assert "Q" in [one.id for one in field.state.commands_of("red")]


@pytest.mark.rule("fucilieri.2.3.16b")
def test_it_goes_straight_in_as_far_as_its_column_move():
    field = army()
    least = deep(field, field["A"])
    assert judged(field, "A", 60, 12) == ""
    assert judged(field, "A", 60, 12.01) == "enter-barred"
    assert judged(field, "A", 60, least) == ""
    assert judged(field, "A", 60, least - 0.01) == "enter-wholly"


@pytest.mark.rule("fucilieri.2.3.16b")
def test_a_unit_deeper_than_its_allowance_has_its_rear_on_the_edge():
    field = army("red foot E to come, figures 24, of Q")
    field["E"].profile = field["A"].profile
    field["E"].figures = 24
    assert deep(field, field["E"]) == 15
    assert judged(field, "E", 60, 15) == ""
    assert judged(field, "E", 60, 15.01) == "enter-barred"


@pytest.mark.rule("fucilieri.ex.93")
def test_a_heavy_gun_comes_on_with_its_rear_on_the_edge_and_sixteen_men_at_ten_to_twelve():
    field = army("red guns G to come, weapon heavy_gun, guns 1, of Q\nred foot F to come, initial 16, of Q")
    gun, foot = field.state.shape(field["G"], "limbered"), field.state.shape(field["F"], "column")
    assert (gun.width, gun.depth, foot.width, foot.depth) == (500, 1500, 1000, 1000)
    assert [judged(field, "G", 40, far) for far in (14.99, 15, 15.01)] == ["enter-wholly", "", "enter-barred"]
    assert [judged(field, "F", 60, far) for far in (9.99, 10, 12)] == ["enter-wholly", "", ""]
    assert judged(field, "F", 60, 12.01) == "enter-barred"


@pytest.mark.rule("fucilieri.2.3.16b")
def test_entering_is_its_whole_move():
    field = army()
    come(field)
    assert HAS_MOVED.is_on(field["A"])
    assert SHARE.first(field["A"]) == WHOLE


@pytest.mark.rule("fucilieri.2.3.15", "fucilieri.2.3.16b")
def test_called_with_a_four_its_units_are_disorganised_after_a_full_move():
    field = army()
    ENTERS_CONFUSED.put(field.command("Q"))
    come(field)
    assert all(field[name].is_disorganised for name in "ABH")
    assert max(field[name].y + field.state.shape(field[name]).depth // 2 for name in "AB") == 1200
    field = army()
    come(field)
    assert not any(field[name].is_disorganised for name in "ABH")


@pytest.mark.rule("fucilieri.2.3.16")
def test_the_point_of_the_edge_is_15_from_every_enemy():
    field = army("blue foot Y at 60,20 facing N, figures 12")
    edge = 20 - field.state.shape(field["Y"]).depth / 200  # the near edge of Y
    assert edge > 15
    assert judged(field, "A", 60, 10) in ("", "enter-barred")
    field["Y"].y -= round((edge - 14.99) * 100)
    field.state.laid = None
    assert judged(field, "A", 60, 10) == "enter-near-enemy"


@pytest.mark.rule("fucilieri.2.3.16")
def test_nobody_comes_on_by_another_edge_than_his_own_unless_the_scenario_says_so():
    field = army()
    assert judged(field, "A", 60, 12, edge="south") == "enter-edge"
    battle = fresh("cassano-1705")
    battle.state.turn = 5
    unit = next(one for one in battle.state.units.values() if one.command == "albergotti" and one.is_foot)
    assert {edge for edge, _, _ in spots(battle.state, unit)} == {"east"}
    half = battle.state.shape(unit, "column").width / 200
    assert judged(battle, unit.id, 76 + half, deep(battle, unit), edge="east") == ""
    assert judged(battle, unit.id, 76 + half - 0.01, deep(battle, unit), edge="east") == "enter-edge"
    assert judged(battle, unit.id, 90, deep(battle, unit), edge="south") == "enter-edge"


@pytest.mark.rule("fucilieri.2.3.16")
def test_all_of_a_command_come_on_within_60_cm():
    field = army()
    a, b = deep(field, field["A"]), deep(field, field["B"])
    refused = []

    def second(decision):
        if decision.about.get("unit") != "B":
            return None
        for x in (100.01, 100):
            refused.append(decision.free("come-on", {"unit": "B", "to": [round(x * 100), round(b * 50), 1800]}))
        return refused[-1]

    come(field, here("A", 50, a / 2), second)
    assert refused[0].key == "enter-stretch"
    assert field["B"].x == 10000


@pytest.mark.rule("fucilieri.2.3.16")
def test_who_finds_no_room_comes_in_a_later_turn():
    field = army()
    wall = [f"W{n}" for n in range(9)]
    crowd = "\n".join(f"red foot {id} at {10 + 20 * n},5 facing S, figures 16, of P" for n, id in enumerate(wall[:3]))
    field = army(crowd + "\nhome red west")
    for n, id in enumerate(wall[:3]):
        field[id].figures, field[id].formation = 48, "line"
        field[id].x, field[id].y, field[id].heading = 500, 2000 + 4000 * n, 900
        field[id].figures = 32
    field.state.laid = None
    come(field)
    late = [name for name in "ABH" if field[name].where == TO_COME]
    assert [one.unit for one in field.told(PutOff)] == late
    for id in wall[:3]:
        field[id].where = "lost"
    field.state.laid = None
    IS_ENTERING.clear(field.command("Q"))
    field.state.turn = 4
    come(field)
    assert all(field[name].where == ON for name in "ABH")
    assert field.command("Q").entered == 3


@pytest.mark.rule("fucilieri.2.3.16")
def test_its_leader_comes_with_it_on_the_same_stretch():
    field = army()
    judgement = {}

    def leader(decision):
        if decision.key != "come-on-leader":
            return None
        for x in (60, 170):
            judgement[x] = decision.free("come-on-leader", {"leader": "M", "to": [x * 100, 2700, 0]})
        return decision.options[-1]

    come(field, leader)
    assert judgement[170].key == "enter-stretch"
    assert field.leader("M").joined in ("A", "B", "H")
    field = army()
    for name in "ABH":
        field[name].where = "lost"
    come(field)
    assert field.leader("M").where == TO_COME


@pytest.mark.rule("fucilieri.2.3.17", "fucilieri.3.1.6.3")
def test_its_owner_chooses_its_order_but_cavalry_opposes():
    field = army()
    come(field, "come-on-order order=hold")
    assert field.command("Q").order == "hold"
    field = army("cavalry Q")
    come(field)
    assert field.command("Q").order == "oppose"
    assert "come-on-order" not in [one.key for one in field.asked]


@pytest.mark.rule("fucilieri.2.3.19")
def test_who_had_no_room_at_deployment_comes_on_without_a_test_when_he_likes():
    field = army(where=TO_COME, enters=False)
    field.command("Q").order = "hold"
    come(field, "wait-off unit=A")
    assert field["A"].where == TO_COME
    assert field["B"].is_on
    assert [one.unit for one in field.told(PutOff)] == ["A"]
    come(field)
    assert field["A"].is_on
    assert field.command("Q").order == "hold"


@pytest.mark.rule("fucilieri.2.3.16")
def test_who_was_called_does_not_wait_for_another_turn():
    field = army()
    come(field)
    assert all(option.key == "come-on" for one in field.asked if one.key == "come-on" for option in one.options)


@pytest.mark.rule("fucilieri.2.3r.4", "fucilieri.2.3r.6", "fucilieri.2.3r.2")
def test_reinforcements_may_enter_from_their_turn_on_at_the_choice_of_their_owner():
    field = army(where=REINFORCEMENT, enters=False)
    command = field.command("Q")
    field.state.reinforcements = 4
    assert [may_enter(field.state, command) for field.state.turn in (3, 4, 9)] == [False, True, True]
    field.state.reinforcements = 0
    assert not may_enter(field.state, command)
    field.state.reinforcements = 4
    IS_ENTERING.put(command)
    assert not may_enter(field.state, command)
    come(field)
    assert field["A"].is_on
    assert not may_enter(field.state, command)


def test_every_place_that_is_offered_is_allowed_and_they_are_few():
    field = army("wood W 40,0 140,15")
    found = spots(field.state, field["H"])
    assert 1 <= len(found) <= 6
    assert all(why_not(field.state, field["H"], *one) is None for one in found)


@pytest.mark.rule("fucilieri.2.3.16", "fucilieri.5.4")
def test_slow_ground_counts_and_who_ends_in_a_wood_is_disorganised():
    field = army("wood W 40,0 140,15")
    assert judged(field, "A", 90, deep(field, field["A"])) == ""
    assert judged(field, "A", 90, 12) == ("" if deep(field, field["A"]) == 12 else "enter-barred")
    come(field, here("A", 90, deep(field, field["A"]) / 2))
    assert field["A"].is_disorganised
