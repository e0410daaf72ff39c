"""Chapters 9.6 and 9.7: the late move of flexible units, and dragoons on horseback and on foot."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import ForcedMove, MeleeStruck, UnitChanged, UnitMoved, VolleyFired
from alfiere.games.esa.fire import can_fire
from alfiere.games.esa.movement import movement_points
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import profiles, read_profiles
from alfiere.kernel.event import Event
from tests.games.esa.abilities import NOTHING, asked, offered, to
from tests.games.esa.lines import place
from tests.situation import situation


def story(game, *kinds: type[Event]) -> list[tuple[str, str]]:
    """What happened, as kind of event and unit."""
    return [(one.key, str(getattr(one, "unit", ""))) for one in game.events if isinstance(one, kinds)]


# 9.6 Flexible units

LATE = """
    esa on open ground
    red  weimar W at 0,0 facing 0{state}
    blue {enemy} E at 0,-2 facing 3
    order red: {order}
    {more}
"""


def late(order: str = "move melee", state: str = "", enemy: str = "line", more: str = NOTHING):
    return situation(LATE.format(order=order, state=state, enemy=enemy, more=more))


@pytest.mark.rule("esa.9.6a")
def test_a_flexible_unit_that_has_not_moved_may_move_after_the_melee_phase_into_contact_and_fight():
    game = late()
    game.phase("movement", "done")
    game.phase("melee", "unit unit=W", to("move", "0,-1"))
    assert story(game, UnitMoved, MeleeStruck)[:2] == [("unit-moved", "W"), ("melee-struck", "W")]
    (choice,) = asked(game, "late-move")  # once it has moved nobody is left to ask for
    assert choice.opening


@pytest.mark.rule("esa.9.6a")
@pytest.mark.parametrize(("kind", "deed"), [("weimar", "turn unit=W"), ("reiter", "")])
def test_no_late_move_for_units_that_have_moved_or_are_not_flexible(kind, deed):
    game = situation(LATE.format(order="move melee", state="", enemy="line", more=NOTHING).replace("weimar", kind))
    game.phase("movement", *(["unit unit=W", deed] if deed else ["done"]))
    game.phase("melee")
    assert not asked(game, "late-move")


@pytest.mark.rule("esa.9.6b")
def test_enemies_react_to_a_late_move_as_usual():
    evading = late(enemy="musketeers")
    evading.phase("melee", "unit unit=W", to("move", "0,-1"), "evade unit=E")
    assert ("unit-moved", "E") in story(evading, UnitMoved)
    met = late(enemy="chevaux-legers", more="cards red 1")
    met.state.place(met.unit("E"), met.at(0, -4))
    met.phase("melee", "unit unit=W", "charge target=E", "counter-charge unit=E")
    assert [unit for kind, unit in story(met, UnitMoved)][:2] == ["W", "E"]


@pytest.mark.rule("esa.9.6c")
@pytest.mark.parametrize(("when", "pursues"), [("late", False), ("melee", True)])
def test_after_the_melee_of_its_late_move_a_flexible_unit_may_press_but_not_pursue(when, pursues, tmp_path):
    cards = (DATA / "profiles.toml").read_text(encoding="utf-8")
    file = tmp_path / "profiles.toml"
    file.write_text(cards.replace('"counter-charge", "flexible"', '"flexible", "press", "pursue"'), encoding="utf-8")
    game = late(enemy="guns", more="" if when == "late" else "blue guns G at 1,-1 facing 0")
    game.unit("W").profile = read_profiles(file).units["de_cm_weimar"]
    game.phase("melee", *(["unit unit=W", to("move", "0,-1"), "stand"] if when == "late" else []))
    verbs = {one.split()[0] for one in offered(game, "follow-up")}
    assert "press" in verbs
    assert ("pursue" in verbs) == pursues


@pytest.mark.rule("esa.9.6d")
@pytest.mark.parametrize(
    ("order", "moves", "contact"), [("move melee", True, True), ("move", True, False), ("card 16", False, False)]
)
def test_a_late_move_needs_a_move_order_and_one_into_contact_a_melee_order_too(order, moves, contact):
    game = late(order)
    game.phase("melee", *(["unit unit=W"] if moves else []))
    assert bool(asked(game, "late-move")) == moves
    assert (f"move unit=W hex={place('0,-1')}" in offered(game, "move")) == contact


@pytest.mark.rule("esa.9.6d")
def test_a_late_move_needs_a_unit_in_command():
    far, near = (late(more=f"red general G at 0,{at} morale 2, division red") for at in (3, 2))
    far.phase("melee")
    assert not asked(far, "late-move")
    near.phase("melee", "unit unit=W")
    assert asked(near, "late-move")


TWO = """
    esa on open ground
    red  weimar V at 10,0 facing 0, division second
    red  weimar W at 0,0 facing 0, division first
    blue {enemy} E at 0,-2 facing 3
    blue line F at 10,-2 facing 3
    order first: card 4
    order second: card 5
    {nothing}
"""


@pytest.mark.rule("esa.9.6d2")
def test_flexible_units_move_in_the_order_of_play_and_fight_at_once():
    game = situation(TWO.format(enemy="line", nothing=NOTHING))
    game.phase("melee", "unit unit=W", to("move", "0,-1"), "unit unit=V", to("move", "10,-1"))
    mine = [one for one in story(game, UnitMoved, MeleeStruck) if one[1] in "WV"]
    assert mine == [("unit-moved", "W"), ("melee-struck", "W"), ("unit-moved", "V"), ("melee-struck", "V")]


@pytest.mark.rule("esa.9.6d3")
def test_cavalry_of_a_late_melee_withdraws_on_both_sides_when_all_late_moves_are_over():
    game = situation(TWO.format(enemy="chevaux-legers", nothing=NOTHING) + "initiative red")
    game.phase("melee", "unit unit=W", to("move", "0,-1"), "fight unit=E", "unit unit=V", to("move", "10,-1"))
    ends = story(game, UnitMoved, ForcedMove)
    assert ends[:2] == [("unit-moved", "W"), ("unit-moved", "V")]
    assert set(ends[2:]) == {("forced-move", "W"), ("forced-move", "V"), ("forced-move", "E")}
    assert all(one.kind == "withdraw" for one in game.told(ForcedMove))


@pytest.mark.rule("esa.9.6d4")
def test_firmness_fires_at_a_late_contact_before_the_melee():
    game = late()
    game.phase("melee", "unit unit=W", to("move", "0,-1"), "fire unit=E target=W")
    order = story(game, UnitMoved, VolleyFired, MeleeStruck)
    assert order[:3] == [("unit-moved", "W"), ("volley-fired", "E"), ("melee-struck", "W")]


# 9.7 Dragoons

DRAGOONS = """
    esa on open ground
    red  dragoons D at 0,0 facing 0, {state}
    {more}
"""


def dragoons(state: str, *more: str):
    return situation(DRAGOONS.format(state=state, more="\n".join(more)))


@pytest.mark.rule("esa.9.7a")
def test_dragoons_use_the_line_of_values_of_their_state():
    card = profiles().units["nl_dr_dragoons"]
    for state, kind in (("mounted", "CL"), ("dismounted", "FL")):
        game = dragoons(state)
        unit = game.unit("D")
        assert unit.values is card.line(state)
        assert unit.values.kind == kind
        assert movement_points(game.state, unit) == card.line(state).pm
        assert can_fire(game.state, unit) == (card.line(state).fire is not None)
    assert card.line("mounted").pm != card.line("dismounted").pm
    assert card.line("mounted").melee != card.line("dismounted").melee


@pytest.mark.rule("esa.9.7b", "esa.9.7c")
@pytest.mark.parametrize(("state", "into"), [("mounted", "dismounted"), ("dismounted", "mounted")])
def test_with_a_move_order_dragoons_mount_or_dismount_instead_of_moving(state, into):
    game = dragoons(state, "order red: move")
    game.phase("movement", "unit unit=D", f"change into={into}")
    assert [(one.unit, one.into) for one in game.told(UnitChanged)] == [("D", into)]
    assert game.unit("D").values.id.endswith(f"/{into}")  # at once
    assert len(asked(game, "move-which")) == 1  # and it does not move any more
    assert game.where("D") == (0, 0)


@pytest.mark.rule("esa.9.7c")
def test_without_a_move_order_dragoons_stay_as_they_are():
    game = dragoons("mounted", "order red: rally")
    game.phase("movement")
    assert not asked(game, "move")


@pytest.mark.rule("esa.9.7c")
def test_dragoons_do_not_mount_inside_a_village():
    game = dragoons("dismounted", "area 0,0", "order red: move")
    game.phase("movement", "unit unit=D")
    assert not any(one.startswith("change") for one in offered(game, "move"))


@pytest.mark.rule("esa.9.7b")
@pytest.mark.parametrize("first", ["change into=dismounted", to("move", "0,1")])
def test_changing_takes_the_whole_turn_even_of_a_division_focused_on_movement(first):
    game = dragoons("mounted", "order red: move focus move")
    game.phase("movement", "unit unit=D", first)
    second = asked(game, "move")[1:]
    assert not any(option.key == "change" for decision in second for option in decision.options)
    assert bool(second) == first.startswith("move")


@pytest.mark.rule("esa.9.7b")
def test_a_raid_does_not_move_dragoons_that_have_changed():
    changed, ridden = (dragoons("dismounted", "order red: card 7") for _ in range(2))
    changed.phase("movement", "unit unit=D", "change into=mounted")
    changed.phase("melee")
    assert not asked(changed, "raid")
    ridden.unit("D").values = ridden.unit("D").profile.line("mounted")
    ridden.phase("melee")
    assert asked(ridden, "raid")


@pytest.mark.rule("esa.9.7c2")
@pytest.mark.parametrize("changed", [False, True])
def test_in_the_turn_of_the_change_dragoons_do_not_fire(changed):
    state = "mounted" if changed else "dismounted"
    game = dragoons(state, "blue swordsmen E at 1,-2 facing 3", "order red: move fire melee")
    game.phase("movement", "unit unit=D", "change into=dismounted" if changed else "turn unit=D")
    game.phase("fire", *([] if changed else ["fire unit=D target=E"]))
    assert bool(game.told(VolleyFired)) != changed


@pytest.mark.rule("esa.9.7c2")
@pytest.mark.parametrize("changed", [False, True])
def test_in_the_turn_of_the_change_dragoons_do_not_attack_but_fight_back(changed):
    game = dragoons("mounted", "blue swordsmen E at 0,-1 facing 3", "order red: move melee", NOTHING)
    if changed:
        game.phase("movement", "unit unit=D", "change into=dismounted")
    game.phase("melee")
    assert bool(game.told(MeleeStruck)) != changed
    if changed:
        game.fight("E", "D", "fight unit=D")
        assert {blow.unit for blow in game.told(MeleeStruck)} == {"E", "D"}


@pytest.mark.rule("esa.9.7d")
def test_dragoons_on_foot_that_evade_or_withdraw_mount_at_no_cost():
    evading = dragoons("dismounted", "blue swordsmen E at 0,-2 facing 3, order: move melee")
    evading.move("E", 0, -1, "evade unit=D", to("evade-to", "0,5"))
    assert evading.where("D") == (0, 5)
    assert evading.unit("D").values.id.endswith("/mounted")
    beaten = dragoons("dismounted", "blue swordsmen E at 0,-1 facing 3", "cards red 9 9 9 blue 1 1 9 9 9")
    beaten.fight("E", "D")
    moved = beaten.told(ForcedMove)[0]
    assert (moved.kind, len(moved.path)) == ("withdraw", 5)
    assert beaten.unit("D").values.id.endswith("/mounted")


@pytest.mark.rule("esa.9.7d")
def test_dragoons_on_foot_who_cannot_get_away_do_not_mount():
    closed = "impassable 0,1 1,0 -1,1"
    game = dragoons("dismounted, shaken", "blue swordsmen E at 0,-1 facing 3", "area 0,0", closed, NOTHING)
    game.fight("E", "D")
    assert game.told(ForcedMove)[0].path == ()
    assert game.unit("D").values.id.endswith("/dismounted")


@pytest.mark.rule("esa.9.7e")
@pytest.mark.parametrize("state", ["mounted", "dismounted"])
def test_dragoons_are_open_order_troops_with_evasion_in_both_states(state):
    game = dragoons(state, "blue swordsmen E at 0,-2 facing 3, order: move melee", "red line F at 1,0 facing 0")
    assert game.unit("D").values.is_open_order
    assert (2, 0) in game.reach("D")
    game.move("E", 0, -1)
    assert "evade unit=D" in offered(game, "evade")


@pytest.mark.rule("esa.ex.42")
def test_example_of_the_dutch_dragoons():
    game = dragoons("mounted", "blue musketeers E at 1,-2 facing 3", "order red: move", "cards blue 1 1 1 9")
    mounted, on_foot = (game.unit("D").profile.line(name) for name in ("mounted", "dismounted"))
    assert game.unit("D").values is mounted
    game.phase("movement", "unit unit=D", "change into=dismounted")
    assert game.unit("D").values is on_foot
    assert not can_fire(game.state, game.unit("D"))  # it takes a turn
    game.turn_phase("end")
    assert can_fire(game.state, game.unit("D"))
    game.shoot("E", "D", "none")
    moved = game.told(ForcedMove)[0]
    assert (moved.kind, len(moved.path)) == ("withdraw", mounted.pm + 2)
    assert game.unit("D").values is mounted
