"""The optional rules for veterans: turns are counted, and close order goes where it looks (esa.v.1-esa.v.5)."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from alfiere.games.esa.charge import charge_targets
from alfiere.games.esa.events import ForcedMove, UnitMoved, UnitPlaced, UnitTurned
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.state import TURN
from alfiere.games.esa.veterans import between, facing_at_end, wheeling_reach
from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.game import Game
from alfiere.table.hexes import hex_grid, path_to
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def facings(decision) -> set[int]:
    """The facings a decision offers."""
    return {option["facing"] for option in decision.options}


AROUND = {(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)}  # clockwise from north-east
ALONE = """
    esa on open ground
    option veterans {veterans}
    red   {kind} A at 0,0 facing 0
    blue  line Z at 0,-15 facing 3
    order red: {order}
"""


def alone(kind: str, order: str = "move", veterans: str = "yes"):
    """One unit of a kind, looking up, far from any enemy."""
    return situation(ALONE.format(kind=kind, order=order, veterans=veterans))


# How often a unit turns


@pytest.mark.rule("esa.v.1")
@pytest.mark.parametrize(
    ("kind", "turned"),
    [
        ("pike", {5, 0, 1}),
        ("cuirassiers", {4, 5, 0, 1, 2}),
        ("arquebusiers", {0, 1, 2, 3, 4, 5}),
        ("tercio", {5, 0, 1}),
    ],
    ids=["1|1", "2|2", "3|3", "a square, 1|1"],
)
def test_a_unit_turns_at_most_as_often_as_the_second_number_of_its_move(kind, turned):
    game = alone(kind)
    game.phase("movement", "turn unit=A")
    assert facings(asked(game, "face")[0]) == turned


@pytest.mark.rule("esa.v.1")
@pytest.mark.parametrize(
    ("goal", "looks", "left"),
    [
        ((0, -2), 0, {4, 5, 0, 1, 2}),  # straight on: both turns are left
        ((2, 0), 1, {0, 1, 2}),  # one turn before the first hex
        ((2, -1), 1, {0, 1, 2}),  # one turn between two hexes
        ((0, 2), 2, {2}),  # two turns, and none after the move
    ],
)
def test_turns_made_before_and_between_the_hexes_are_missing_after_them(goal, looks, left):
    game = alone("cuirassiers")
    game.move("A", *goal)
    assert game.where("A") == goal  # two hexes for 2 PM: turning costs none
    faces = asked(game, "face")
    assert (facings(faces[0]) if faces else {game.unit("A").facing}) == left
    assert looks in left


@pytest.mark.rule("esa.v.1")
def test_turns_are_counted_over_all_moves_of_a_turn_and_come_back_with_the_next():
    game = alone("cuirassiers", "card 4 focus move")
    first = game.at(0, 1)
    game.phase("movement", f"move unit=A hex={first}", "turn unit=A")
    assert not asked(game, "face")  # two turns in the first move, nothing left for the second
    assert {option["hex"] for option in asked(game, "move")[1].options if option.key == "move"} == {
        game.at(*place) for place in ((1, 1), (0, 2), (2, 1), (1, 2), (0, 3))
    }
    game.turn_phase("end")
    game.turn_phase("planning")
    game.asked.clear()
    game.state.divisions["red"].card, game.state.divisions["red"].has_order = 26, True
    game.phase("movement", "turn unit=A")
    assert len(facings(asked(game, "face")[0])) == 5


@pytest.mark.rule("esa.v.1")
def test_turns_made_after_one_move_are_missing_in_the_next():
    game = alone("line", "card 4 focus move")
    game.phase("movement", "turn unit=A", "face facing=1", "move unit=A")
    second = asked(game, "move")[1]
    assert {option["hex"] for option in second.options if option.key == "move"} == {game.at(1, -1), game.at(1, 0)}


@pytest.mark.rule("esa.v.1", "esa.v.2")
def test_a_road_march_goes_only_round_as_many_bends_as_the_unit_has_turns():
    lines = ALONE.replace("red   {kind}", "road 0,0 1,-1 2,-2 3,-2 3,-1\n    red   {kind}")
    anyone = situation(lines.format(kind="line", order="card 18", veterans="no"))
    veterans = situation(lines.format(kind="line", order="card 18", veterans="yes"))
    assert {(3, -2), (3, -1)} <= anyone.reach("A")
    assert (3, -2) in veterans.reach("A")  # one bend by 60 degrees
    assert (3, -1) not in veterans.reach("A")  # the second is too much for 1|1


# Where a unit goes


@pytest.mark.rule("esa.v.2")
@pytest.mark.parametrize(
    ("kind", "veterans", "reach"),
    [
        ("pike", "no", AROUND),
        ("pike", "yes", AROUND - {(0, 1), (-1, 1)}),  # with its one turn, but not to the rear
        ("tercio", "yes", AROUND),
        ("guns", "yes", {(0, -1), (1, -1)}),  # in battery it does not turn as it moves
    ],
    ids=["without veterans", "close order", "a square", "guns in battery"],
)
def test_close_order_enters_only_one_of_its_two_front_hexes(kind, veterans, reach):
    assert alone(kind, veterans=veterans).reach("A") == reach


@pytest.mark.rule("esa.v.2")
@pytest.mark.parametrize("kind", ["musketeers", "arquebusiers", "dragoons", "guns"])
def test_open_order_and_guns_in_tow_move_in_any_direction(kind):
    text = ALONE.replace("facing 0\n", "facing 0, in tow\n") if kind == "guns" else ALONE
    with_veterans = situation(text.format(kind=kind, order="move", veterans="yes")).reach("A")
    assert with_veterans == situation(text.format(kind=kind, order="move", veterans="no")).reach("A")
    assert with_veterans > AROUND


@pytest.mark.rule("esa.v.2")
def test_a_turn_made_on_the_way_is_told():
    game = alone("cuirassiers")
    game.move("A", 1, 0, lambda decision: decision.option("face", unit="A", facing=1))
    assert [type(event) for event in game.events] == [UnitMoved, UnitTurned]
    assert game.unit("A").facing == 1


@pytest.mark.rule("esa.v.2")
def test_the_refusal_of_a_hex_behind_the_unit_names_the_rule():
    game = alone("pike")
    behind = game.at(0, 1)

    def choose(decision: Decision) -> Option | None:
        if decision.key != "move":
            return None
        assert game.game is not None
        with pytest.raises(Illegal, match=r"cannot turn far enough .*\(esa\.v\.2\)"):
            game.game.answer("red", ("move", {"unit": "A", "hex": behind}))
        return decision.options[0]

    game.phase("movement", "unit unit=A", choose)


@pytest.mark.rule("esa.v.1", "esa.v.2")
@pytest.mark.parametrize("seed", range(60))
def test_the_reach_of_veterans_is_that_of_an_exhaustive_search(seed):
    chance, grid, start = random.Random(seed), hex_grid(9, 9), "0505"
    closed = {label for label in grid.hexes if chance.random() < 0.3} - {start}
    halting = {label for label in grid.hexes if chance.random() < 0.1}
    steps = {
        label: tuple((to, chance.choice((1, 1, 2)), chance.random() < 0.1) for to in grid.adjacent[label])
        for label in grid.hexes
    }
    cost = {label: chance.choice((1, 1, 1, 2)) for label in grid.hexes}
    steps = {label: tuple((to, cost[to], first) for to, _, first in near) for label, near in steps.items()}
    points, turns, facing = chance.randint(1, 3), chance.randint(0, 3), chance.randrange(6)
    stood: set[tuple[str, int, int, int, bool]] = set()

    def go(here: str, looking: int, spent: int, turned: int, moved: bool) -> None:
        if (here, looking, spent, turned, moved) in stood or turned > turns or spent > points:
            return
        stood.add((here, looking, spent, turned, moved))
        for other in ((looking + 1) % 6, (looking - 1) % 6):
            go(here, other, spent, turned + 1, moved)
        if moved and here in halting:
            return
        for to, price, first_only in steps[here]:
            in_front = grid.direction(here, to) in (looking, (looking - 1) % 6)
            if in_front and to not in closed and not (moved and first_only):
                go(to, looking, spent + price, turned, True)

    go(start, facing, 0, 0, False)
    unit = SimpleNamespace(hex=start, facing=facing)
    found = wheeling_reach(grid, unit, turns, steps, points, closed, halting, False, False)  # type: ignore[arg-type]
    poses = set()
    for label in found:
        looks, turned = facing_at_end(grid, start, facing, path_to(found, label))
        poses |= {(label, other) for other in range(6) if turned + between(looks, other) <= turns}
    assert poses == {(label, looking) for label, looking, *_ in stood}


# Charges

CHARGE = """
    esa on open ground
    option veterans {veterans}
    red   {kind} C at 0,0 facing {facing}
    blue  line Z at {target} facing 3
    order red: move melee
    cards red 1
"""


@pytest.mark.rule("esa.v.3")
def test_a_charging_veteran_turns_before_its_first_hex_and_never_after():
    game = situation(CHARGE.format(veterans="yes", kind="cuirassiers", facing=0, target="4,-4"))
    landing = game.at(3, -3)
    told = game.charge("C", "Z", f"charge-to hex={landing}", "face facing=1")
    kinds = [type(event) for event in told if isinstance(event, UnitMoved | UnitTurned)]
    assert kinds == [UnitTurned, UnitMoved]
    (face,) = asked(game, "face")  # none at the end
    assert facings(face) == {0, 1}  # those that have the way in front
    assert game.unit("C").facing == 1


@pytest.mark.rule("esa.v.3")
@pytest.mark.parametrize(("facing", "charges"), [(0, True), (5, True), (1, True), (4, True), (2, False), (3, False)])
def test_the_turn_before_a_charge_is_within_the_limit_of_the_unit(facing, charges):
    # the way leads to the north-west, in front of facings 5 and 0; pikes with 1|1 turn once
    game = situation(CHARGE.format(veterans="yes", kind="pike", facing=facing, target="0,-3"))
    assert bool(charge_targets(game.state, game.unit("C"))) is charges


@pytest.mark.rule("esa.v.3")
@pytest.mark.parametrize(("veterans", "charges"), [("no", True), ("yes", False)])
def test_a_veteran_does_not_charge_round_a_corner(veterans, charges):
    text = CHARGE.replace("red   {kind}", "impassable 0,-1 1,-1 1,0 -1,1 -1,0\n    red   {kind}")
    game = situation(text.format(veterans=veterans, kind="cuirassiers", facing=3, target="3,-1"))
    assert bool(charge_targets(game.state, game.unit("C"))) is charges


@pytest.mark.rule("esa.v.3")
def test_a_charging_veteran_whose_target_evades_rides_straight_on():
    game = situation("""
        esa on open ground
        option veterans yes
        red   cuirassiers C at 0,0 facing 0
        blue  musketeers M at 0,-3 facing 3
        order red: move melee
        cards red 1
    """)
    landing = game.at(0, -2)
    game.charge("C", "M", f"charge-to hex={landing}", "face facing=0", "evade unit=M")
    offered = {option["hex"] for option in asked(game, "go-on")[0].options if option.key == "move"}
    assert offered == {game.at(q, r) for q, r in ((0, -3), (1, -3), (0, -4), (1, -4), (2, -4))}


@pytest.mark.rule("esa.v.3")
def test_a_counter_charging_veteran_too_turns_only_before_its_first_hex():
    game = situation("""
        esa on open ground
        option veterans yes
        red   cuirassiers C at 0,5 facing 0
        blue  gendarmes D at 0,0 facing 2
        order red: move melee
        cards red 1
    """)
    told = game.charge("C", "D", "counter-charge", "face unit=D facing=3")
    mine = [event for event in told if isinstance(event, UnitMoved | UnitTurned) and event.unit == "D"]
    assert [type(event) for event in mine] == [UnitTurned, UnitMoved, UnitMoved]
    (face,) = [one for one in asked(game, "face") if one.about["unit"] == "D"]
    assert facings(face) == {2, 3}
    assert game.unit("D").facing == 3
    assert game.state.field.grid.distance(game.unit("C").hex, game.unit("D").hex) == 1


@pytest.mark.rule("esa.v.3")
def test_a_charging_veteran_rides_straight_on_when_the_enemy_comes_to_meet_it():
    game = situation("""
        esa on open ground
        option veterans yes
        red   cuirassiers C at -3,3 facing 1
        blue  gendarmes D at 0,0 facing 3
        order red: move melee
        cards red 1
    """)
    goal, meeting = game.at(-1, 0), game.at(-1, 1)
    told = game.charge("C", "D", f"charge-to hex={goal}", "counter-charge", f"step unit=D hex={meeting}")
    ridden = [event.path[0] for event in told if isinstance(event, UnitMoved) and event.unit == "C"]
    assert ridden == [game.at(-3, 2), game.at(-2, 1)]
    # -2,2 is as near to the enemy, but not in its front: nothing to choose
    assert [one.seat for one in asked(game, "step-nearer")] == ["blue"]
    assert game.unit("C").facing == 0


@pytest.mark.rule("esa.v.3")
def test_a_counter_charging_veteran_that_cannot_turn_far_enough_stays():
    game = situation("""
        esa on open ground
        option veterans yes
        red   cuirassiers C at 0,4 facing 0
        blue  gendarmes D at 0,0 facing 5
        order red: move melee
        cards red 1
    """)
    game.unit("D").did += 2 * TURN
    game.charge("C", "D", "counter-charge")
    assert game.where("D") == (0, 0)
    assert game.unit("D").facing == 5


# What is not affected


@pytest.mark.rule("esa.v.4")
def test_forced_movements_of_veterans_go_to_the_rear_and_keep_the_facing():
    game = situation("""
        esa on open ground
        option veterans yes
        red   musketeers M at 0,0 facing 0, fire 0
        blue  swordsmen A at 0,-2 facing 3, shaken
        cards red 9 9 9
    """)
    game.shoot("M", "A")
    assert [event.outcome for event in game.told(ForcedMove)] == ["complete"]
    assert game.state.field.grid.distance(game.unit("A").hex, game.at(0, 0)) == 4
    assert game.unit("A").facing == 3
    assert game.unit("A").did // TURN == 0


@pytest.mark.rule("esa.v.4")
def test_an_evasion_of_veterans_is_not_affected():
    game = situation("""
        esa on open ground
        option veterans yes
        red   swordsmen C at 0,0 facing 0
        blue  musketeers M at 0,-2 facing 3
        order red: move melee
    """)
    game.move("C", 0, -1, "evade unit=M")
    assert game.state.field.grid.distance(game.unit("M").hex, game.at(0, -1)) == 4
    assert game.unit("M").facing == 3


@pytest.mark.rule("esa.v.4")
def test_a_press_goes_into_any_hex_and_allows_one_turn_by_sixty_degrees():
    game = situation("""
        esa on open ground
        option veterans yes
        red   pike A at 0,0 facing 3
        blue  swordsmen B at 0,-1 facing 3, strength 1, morale 0, armour 0|0
        order red: move melee
        cards red 1 blue 9
    """)
    game.unit("A").did += TURN  # it has made its one turn before
    game.fight("A", "B", "press")
    assert game.where("A") == (0, -1)  # backwards
    assert facings(asked(game, "face")[0]) == {2, 3, 4}


@pytest.mark.rule("esa.v.4")
def test_a_press_by_reaction_is_as_free():
    game = situation("""
        esa on open ground
        option veterans yes
        red   cuirassiers C at 0,-1 facing 0
        blue  pike P at 0,0 facing 3
        order red: move
    """)
    left = game.at(0, -1)
    game.move("C", 0, -3, f"press unit=P hex={left}")
    assert game.where("P") == (0, -1)
    assert facings(asked(game, "face")[-1]) == {2, 3, 4}


@pytest.mark.rule("esa.v.4")
def test_at_deployment_veterans_take_any_facing():
    rules = Esa()
    game: Game = Game(rules, rules.scenario("lens-1648"), "veterans", {"veterans": "yes"})
    while game.decision is not None and game.decision.key != "face":
        game.answer(game.decision.seat, game.decision.options[0])
    assert game.decision is not None
    assert facings(game.decision) == {0, 1, 2, 3, 4, 5}
    game.answer(game.decision.seat, game.decision.options[-1])
    placed = next(event for event in game.events if isinstance(event, UnitPlaced))
    assert game.state.units[placed.unit].did == 0


@pytest.mark.rule("esa.v.5")
def test_leaders_have_no_facing():
    game = situation(ALONE.format(kind="pike", order="move", veterans="yes") + "    red general G at 3,0 morale 3\n")
    pieces = {one["id"]: one for one in game.rules.view(game.state, None)["pieces"]}
    assert "facing" in pieces["A"]
    assert "facing" not in pieces["G"]
    game.phase("movement", "done")
    hexes = {option["hex"] for option in asked(game, "move-leader")[0].options}
    assert {game.at(q, r) for q, r in ((6, 0), (0, 0), (3, 3), (3, -3))} <= hexes


@pytest.mark.rule("esa.v.5")
def test_artillery_in_battery_keeps_its_single_turn_by_sixty_degrees():
    game = alone("guns")
    game.phase("movement")
    turns = {option["facing"] for option in asked(game, "guns")[0].options if option.key == "turn"}
    assert turns == {1, 5}
    unlimbered = situation(
        ALONE.replace("facing 0\n", "facing 0, in tow\n").format(kind="guns", order="move", veterans="yes")
    )
    unlimbered.phase("movement", "unlimber unit=A")
    assert len(facings(asked(unlimbered, "face")[0])) == 6  # in tow it had no facing


# The book's example, and whole battles


@pytest.mark.rule("esa.ex.20")
@pytest.mark.parametrize(("veterans", "turned"), [("no", {0, 1, 2, 3, 4, 5}), ("yes", {4, 5, 0, 1, 2})])
def test_example_the_chevaux_legers_have_two_pm_and_as_veterans_two_turns(veterans, turned):
    game = alone("chevaux-legers", veterans=veterans)
    farthest = max(max(abs(q), abs(r), abs(q + r)) for q, r in game.reach("A"))
    assert farthest == 2
    game.phase("movement", "turn unit=A")
    assert facings(asked(game, "face")[0]) == turned


LIKED = {"charge": 8, "attack": 5, "pursue": 5, "press": 5, "counter-charge": 5, "fire": 3, "done": 0.1, "focus": 0.3}


def closing(game: Game, option: Option) -> float:
    """How much a player who seeks the enemy likes an option."""
    liking = LIKED.get(option.key, 1)
    unit = game.state.units.get(option.get("unit") or "")
    if unit is None or not unit.hex or option.get("hex") is None:
        return liking
    far = game.state.field.grid.distance
    foes = [enemy.hex for enemy in game.state.units.values() if enemy.hex and enemy.seat != unit.seat]
    nearer = foes and min(far(option["hex"], foe) for foe in foes) < min(far(unit.hex, foe) for foe in foes)
    return liking * (4 if nearer else 0.5)


@pytest.mark.rule("esa.v.1")
@pytest.mark.parametrize("seed", range(8))
def test_whole_battles_of_veterans_keep_every_rule_of_the_table(seed):
    rules = Esa()
    names = rules.scenario_ids()
    game: Game = Game(rules, rules.scenario(names[seed % len(names)]), seed, {"veterans": "yes"}, keep_marks=False)
    chooser = random.Random(seed)
    while game.decision is not None:
        assert rules.faults(game.state) == []
        for unit in game.state.units.values():
            if not unit.profile.is_artillery:  # a press allows one turn more
                assert unit.did // TURN <= unit.values.turns + 1, unit.id
        options = game.decision.options
        chosen = chooser.choices(options, [closing(game, option) for option in options])[0]
        game.answer(game.decision.seat, chosen)
    assert game.result is not None


@pytest.mark.rule("esa.v.3")
def test_whoever_asks_where_a_veteran_may_charge_turns_nobody():
    game = situation("""
        esa on open ground
        option veterans yes
        red  cuirassiers A at 0,0 facing 1, order: move melee
        blue line B at 4,0 facing 4
        blue line C at -4,0 facing 4
    """)
    assert [enemy.id for enemy in charge_targets(game.state, game.unit("A"))] == ["B", "C"]
    assert game.unit("A").facing == 1


@pytest.mark.rule("esa.v.2", "esa.9.8d2")
def test_a_veteran_who_moves_and_goes_on_after_an_evasion_may_wheel():
    game = situation("""
        esa on open ground
        option veterans yes
        red   cuirassiers C at 0,0 facing 0
        blue  musketeers M at 0,-2 facing 3
        order red: move melee
    """)
    game.move("C", 0, -1, "evade unit=M")
    offered = {option["hex"] for option in asked(game, "go-on")[0].options if option.key == "move"}
    straight = {game.at(0, -2), game.at(1, -2)}
    assert straight < offered
    assert game.at(-1, -1) in offered  # to the left of its front: one turn


@pytest.mark.rule("esa.5.1d", "esa.v.2")
def test_a_veteran_with_too_few_points_for_the_ground_before_it_makes_one_step():
    game = situation("""
        esa on open ground
        option veterans yes
        difficult 0,-1 0,-2
        red line A at 0,0 facing 0, order: move
    """)
    assert game.unit("A").values.pm == 1  # difficult ground costs two
    assert (0, -1) in game.reach("A")
    assert (0, -2) not in game.reach("A")
    assert (0, 1) not in game.reach("A")  # behind it: it cannot turn so far
