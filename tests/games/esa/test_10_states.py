"""Chapters 10.10, 10.13, 10.14, 10.16 and 10.17: active, engaged, paralysed, shaken; the fire sector."""

from __future__ import annotations

import random

import pytest

from alfiere.games.esa.events import (
    ForcedMove,
    MarkerRemoved,
    MeleeStruck,
    UnitParalysed,
    VolleyFired,
)
from alfiere.games.esa.fire import can_fire, targets
from alfiere.games.esa.movement import can_move
from alfiere.games.esa.ruleset import Esa
from alfiere.kernel.game import Game
from tests.situation import situation


def asked(game, key: str) -> list:
    """The decisions of a kind that were asked, in order."""
    return [decision for decision in game.asked if decision.key == key]


def offered(game, key: str, name: str) -> set[str]:
    """What the options of all decisions of a kind touch under a name."""
    return {option[name] for one in asked(game, key) for option in one.options if option.get(name) is not None}


def badges(game, name: str) -> list[str]:
    """The states of a unit as both players see them."""
    return next(one for one in game.rules.view(game.state, None)["pieces"] if one["id"] == name)["badges"]


# The active player


@pytest.mark.rule("esa.10.10a")
def test_the_active_player_is_the_one_whose_division_acts_and_the_role_changes_with_the_order_of_play():
    rules = Esa()
    game: Game = Game(rules, rules.scenario("lens-1648"), "active")
    chooser = random.Random(5)
    active: list[str] = []
    acts = ("move-which", "fire", "late-move", "raid", "rally")
    reacts = ("evade", "react-to-fire", "counter-charge", "fight-back", "fire-at-mover", "follow")
    while game.decision is not None:
        decision = game.decision
        acting = game.view(None)["tracks"]["acting"]
        if decision.key in (*acts, *reacts) and acting in game.state.divisions:
            seat = game.state.divisions[acting].seat
            assert (decision.seat == seat) is (decision.key in acts), decision
            if not active or active[-1] != seat:
                active.append(seat)
        game.answer(decision.seat, chooser.choice(decision.options))
    assert active.count("red") > 2
    assert active.count("blue") > 2


# Engaged


@pytest.mark.rule("esa.10.13a")
@pytest.mark.parametrize(
    ("enemy", "order", "engaged"),
    [("", "move melee", True), (", shaken", "move melee", False), ("", "move fire", False)],
    ids=["with a melee order", "shaken", "without a melee order"],
)
def test_a_unit_beside_a_fresh_enemy_with_a_melee_order_can_neither_move_nor_fire(enemy, order, engaged):
    game = situation(f"""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  line Z at 0,-1 facing 3{enemy}
        order red: move fire
        order blue: {order}
    """)
    assert ("engaged" in badges(game, "A")) is engaged
    game.phase("movement", "done")
    assert ("A" in offered(game, "move-which", "unit")) is not engaged
    game.phase("fire")
    assert ("A" in offered(game, "fire", "unit")) is not engaged


@pytest.mark.rule("esa.10.13a")
def test_firmness_and_reiter_are_the_exceptions_that_fire_although_engaged():
    game = situation("""
        esa on open ground
        red   reiter R at 0,0 facing 0
        red   pike P at 3,0 facing 0
        red   weimar W at 6,0 facing 0
        blue  line X at 0,-1 facing 3
        blue  swordsmen Y at 3,-2 facing 3
        blue  line Z at 6,-1 facing 3
        order blue: move melee
    """)
    assert can_fire(game.state, game.unit("R"))
    assert not can_fire(game.state, game.unit("W"))
    game.move("Y", 3, -1)
    assert "P" in offered(game, "firm-fire", "unit")


@pytest.mark.rule("esa.10.13b")
def test_of_two_adjacent_enemies_only_the_one_without_a_melee_order_is_bound():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        blue  line Z at 0,-1 facing 3
        order blue: move
    """)
    assert "engaged" not in badges(game, "A") + badges(game, "Z")  # nobody has a melee order
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        blue  line Z at 0,-1 facing 3
        order red: move melee
        order blue: move
    """)
    assert "engaged" not in badges(game, "A")
    assert "engaged" in badges(game, "Z")
    game.phase("movement", "done")
    assert offered(game, "move-which", "unit") == {"A"}


@pytest.mark.rule("esa.10.13c")
def test_a_unit_with_a_melee_order_chooses_whom_to_attack_but_must_attack():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        blue  line Y at 0,-1 facing 3
        blue  line Z at 1,-1 facing 3
        order red: move melee
    """)
    game.phase("melee", "attack unit=A target=Z")
    options = asked(game, "attack")[0].options
    assert {(option.key, option["target"]) for option in options} == {("attack", "Y"), ("attack", "Z")}
    assert game.told(MeleeStruck)[0].target == "Z"


@pytest.mark.rule("esa.10.13c2")
def test_a_unit_with_a_melee_order_that_is_not_engaged_may_move_away():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0
        blue  line Z at 0,-1 facing 3
        order red: move melee
    """)
    away = game.at(0, 1)
    game.phase("movement", f"move unit=A hex={away}")
    assert game.where("A") == (0, 1)


# Paralysed


@pytest.mark.rule("esa.10.14a")
def test_a_paralysed_unit_neither_moves_nor_fires_nor_evades():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, paralysed
        red   musketeers B at 3,0 facing 0
        blue  swordsmen Y at 0,-2 facing 3
        blue  swordsmen Z at 3,-2 facing 3
        order red: move fire
        order blue: move melee
    """)
    game.phase("movement", "done")
    assert offered(game, "move-which", "unit") == {"B", "Y", "Z"}
    game.phase("fire", "done")
    assert offered(game, "fire", "unit") == {"B"}
    game.move("Y", 0, -1)
    game.move("Z", 3, -1)
    assert offered(game, "evade", "unit") == {"B"}


@pytest.mark.rule("esa.10.14b")
def test_a_paralysed_unit_fights_back_by_reaction():
    game = situation("""
        esa on open ground
        red   swordsmen A at 0,0 facing 0, paralysed
        blue  swordsmen Z at 0,-1 facing 3
        order blue: move melee
    """)
    game.fight("Z", "A", "fight unit=A")
    assert "A" in [event.unit for event in game.told(MeleeStruck)]


@pytest.mark.rule("esa.10.14c")
def test_a_rally_order_removes_the_paralysed_marker():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, paralysed
        blue  line Z at 0,-9 facing 3
        order red: rally
    """)
    assert not can_move(game.state, game.unit("A"))
    game.phase("rally", "rally unit=A marker=paralysed")
    assert can_move(game.state, game.unit("A"))
    assert [(event.unit, event.marker) for event in game.told(MarkerRemoved)] == [("A", "paralysed")]


@pytest.mark.rule("esa.10.14d")
def test_a_paralysed_unit_with_a_melee_order_attacks():
    game = situation("""
        esa on open ground
        red   swordsmen A at 0,0 facing 0, paralysed
        blue  swordsmen Z at 0,-1 facing 3
        order red: move melee
    """)
    game.phase("melee")
    assert game.told(MeleeStruck)[0].unit == "A"


@pytest.mark.rule("esa.10.14d2")
@pytest.mark.parametrize(("state", "markers"), [("", 1), (", paralysed", 0)])
def test_a_further_paralysing_hit_has_no_effect(state, markers):
    game = situation(f"""
        esa on open ground
        red   guns G at 0,0 facing 0
        blue  swordsmen Z at 2,-4 facing 3, armour 0|0{state}
        cards red 1 1 1 1
    """)
    game.shoot("G", "Z")
    assert game.told(VolleyFired)[0].losses
    assert len(game.told(UnitParalysed)) == markers
    game.state.divisions["blue"].card, game.state.divisions["blue"].has_order = 25, True
    game.phase("rally", "rally unit=Z marker=paralysed")
    assert not game.unit("Z").is_paralysed  # one rally is enough


# Shaken


@pytest.mark.rule("esa.10.16a")
def test_a_shaken_unit_neither_manoeuvres_nor_fires():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0, shaken
        red   musketeers B at 3,0 facing 0
        blue  swordsmen Y at 0,-2 facing 3
        blue  swordsmen Z at 3,-2 facing 3
        order red: move fire
    """)
    game.phase("movement", "done")
    assert offered(game, "move-which", "unit") == {"B"}
    game.phase("fire")
    assert offered(game, "fire", "unit") == {"B"}


@pytest.mark.rule("esa.10.16a")
def test_a_shaken_unit_does_not_attack_in_melee():
    game = situation("""
        esa on open ground
        red   line A at 0,0 facing 0, shaken
        red   line B at 3,0 facing 0
        blue  line Y at 0,-1 facing 3
        blue  line Z at 3,-1 facing 3
        order red: move melee
    """)
    game.phase("melee")
    assert {(event.unit, event.target) for event in game.told(MeleeStruck)} == {("B", "Z"), ("Z", "B")}


@pytest.mark.rule("esa.10.16b", "esa.10.16e")
@pytest.mark.parametrize("values", ["9 9 9", "1 9 9"], ids=["no loss", "one loss"])
def test_a_shaken_unit_that_is_fired_at_does_not_react_and_withdraws(values):
    game = situation(f"""
        esa on open ground
        red   musketeers M at 0,0 facing 0, fire 0
        blue  musketeers A at 0,-2 facing 3, shaken, armour 0|0
        cards red {values}
    """)
    game.shoot("M", "A")
    assert not asked(game, "react-to-fire")
    assert [event.unit for event in game.told(VolleyFired)] == ["M"]
    assert [(event.unit, event.kind) for event in game.told(ForcedMove)] == [("A", "withdraw")]
    assert game.unit("A").strength == (3 if values == "9 9 9" else 2)


@pytest.mark.rule("esa.10.16c", "esa.10.16e")
@pytest.mark.parametrize("values", ["9 9 9", "1 9 9"], ids=["no loss", "one loss"])
def test_a_shaken_unit_that_is_attacked_does_not_react_and_withdraws_after_the_melee(values):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0, melee 0
        blue  line Z at 0,-1 facing 3, shaken, strength 3, armour 0|0
        order red: move melee
        cards red {values}
    """)
    game.fight("A", "Z")
    assert not asked(game, "fight-back")
    assert [event.unit for event in game.told(MeleeStruck)] == ["A"]
    assert [(event.unit, event.kind) for event in game.told(ForcedMove)] == [("Z", "withdraw")]
    assert game.unit("Z").strength == (3 if values == "9 9 9" else 2)


@pytest.mark.rule("esa.10.16c")
def test_a_shaken_unit_that_is_charged_does_not_counter_charge():
    game = situation("""
        esa on open ground
        red   cuirassiers C at 0,4 facing 0
        blue  gendarmes D at 0,0 facing 3, shaken
        order red: move melee
        cards red 1
    """)
    game.charge("C", "D")
    assert not asked(game, "counter-charge")


@pytest.mark.rule("esa.10.16d")
@pytest.mark.parametrize(("order", "shaken"), [("rally", False), ("move fire", True)])
def test_only_a_rally_order_recovers_a_shaken_unit(order, shaken):
    game = situation(f"""
        esa on open ground
        red   line A at 0,0 facing 0, shaken
        blue  line Z at 0,-9 facing 3
        order red: {order}
    """)
    game.turn_phase("actions")
    assert game.unit("A").is_shaken is shaken


# The fire sector

CONE = [(m, n) for m in range(7) for n in range(7)]
SECTORS = {
    "musketeers": [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)],
    "weimar": [(1, 0), (0, 1), (1, 1)],
    "reiter": [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 1)],
    "tercio": [(1, 0), (0, 1), (1, -1), (-1, 1), (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (2, -1), (2, -2)],
    "guns": [(m, n) for m, n in CONE if 1 <= m + n <= 4],
    "heavy-guns": [(m, n) for m, n in CONE if 1 <= m + n <= 6],
    "cuirassiers": [],
}


@pytest.mark.rule("esa.10.17a")
@pytest.mark.parametrize("kind", SECTORS)
def test_a_unit_can_hit_an_enemy_exactly_in_the_hexes_of_its_fire_sector(kind):
    game = situation(f"""
        esa on open ground
        red   {kind} A at 0,0 facing 0
        blue  line Z at 0,-9 facing 3
    """)
    shooter, enemy = game.unit("A"), game.unit("Z")
    hit = set()
    for label in game.state.field.grid.within(shooter.hex, 8):
        if label != shooter.hex:
            game.state.place(enemy, label)
            if targets(game.state, shooter):
                hit.add(label)
    # m steps to the front left, n to the front right
    assert hit == {game.at(n, -m - n) for m, n in SECTORS[kind]}
