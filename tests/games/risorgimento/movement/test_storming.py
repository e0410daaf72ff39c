"""Attacks from houses on those before them: next door (G.5), over a bridge at the door (G.6)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.fire.engaged import ATTACKS, OVER, Over, attacks_no_more, is_in_contact
from alfiere.games.risorgimento.melee.contact import close
from alfiere.games.risorgimento.morale.morale import breaks, settle
from alfiere.games.risorgimento.morale.tests import DUE
from alfiere.games.risorgimento.movement import judging, storming
from alfiere.games.risorgimento.movement.bridges import bridge_on
from alfiere.games.risorgimento.movement.costs import changes, manoeuvre
from alfiere.games.risorgimento.movement.forced import has_way_back, retire
from alfiere.games.risorgimento.movement.fronts import why_no_contact
from alfiere.games.risorgimento.movement.judging import Outset, Plan
from alfiere.games.risorgimento.movement.making import Hooks, Moment
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, obey, order_for
from alfiere.games.risorgimento.movement.storming import judge_storm
from alfiere.games.risorgimento.state.battle import BattleGame
from alfiere.games.risorgimento.state.unit import ATTACK, HAS_MOVED, OPEN, Unit
from alfiere.games.risorgimento.told.common import UnitMoved
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Shift, after
from tests.games.risorgimento.melee.fights import fight, lines, melee, told
from tests.situation import situation

HOMES = """
    risorgimento
    home red west
    home blue east
"""
# The two sectors lie against each other at x 37.5.
NEXT_DOOR = (
    HOMES
    + """
    village_sector V 30,36
    village_sector W 37.5,36
    red line A at 0,0 facing E, in V {side}, vf 8, vm 7
"""
)
# Between them are 1.5 cm with a canal and a bridge a little beside the middle, as at Ponte Nuovo.
BRIDGED = (
    HOMES
    + """
    village_sector V 30,36
    village_sector W 39,36
    canal C 38,0 38,80 bridges 38,39.5
    red line A at 0,0 facing E, in V east, vf 8, vm 7, vd 7
"""
)
DEFENDED = "\n    blue line B at 0,0 facing W, in W {side}, vf 6, vm 6"


def does(game: Any, name: str, verb: str, *answers: Any, reacts: Any = nobody_reacts, **args: Any) -> None:
    """A unit obeys an order of phase E."""
    order = Option(verb, {"unit": name, **args})
    game.run(lambda g: obey(g, g.state.units[name], order, deeds(Hooks(reacts, close))), *answers)


def storms(game: Any, *answers: Any) -> None:
    """A attacks the side before it."""
    does(game, "A", "storm", *answers, post="W/west")


def offered(game: Any, name: str) -> list[str]:
    """The verbs of a unit, each with the side it is about."""
    found = order_for(game.state, game.unit(name), deeds()).options
    return [f"{one.key} {one.args.get('post', '')}".strip() for one in found]


def why_not(game: Any, post: str, name: str = "A") -> str:
    """The reason against an attack on a side; nothing if there is none."""
    found = judge_storm(Outset(game.state, game.unit(name)), post)
    return found.key if isinstance(found, Objection) else ""


# Next door


@pytest.mark.rule("risorgimento.g.5.13")
def test_from_a_sector_the_one_next_door_is_attacked_and_whoever_is_free_in_it_defends_that_side() -> None:
    game = situation(NEXT_DOOR.format(side="east") + DEFENDED.format(side="north"))
    assert told(game) == []
    assert "storm W/west" in offered(game, "A")
    assert why_not(game, "W/north") == why_not(game, "V/west") == why_not(game, "X/west") == "no-such-post"
    storms(game)
    assert (game.unit("A").post, game.unit("A").formation) == ("V/east", OPEN)
    assert game.unit("B").post == "W/west"
    assert told(game) == ["A v B"]
    assert melee(game, "A").first.unit.id == "A"
    assert (lines(game, "A"), lines(game, "B")) == ({}, {"built-up": 2})
    assert offered(game, "A")[0] == "stand"
    assert "has-acted" in {why_not(game, "W/west")}


@pytest.mark.rule("risorgimento.g.5.13", "risorgimento.g.0.4")
def test_fronts_that_meet_from_one_sector_to_the_next_fight_and_who_comes_there_attacks() -> None:
    text = NEXT_DOOR + DEFENDED.format(side="west")
    assert told(situation(text.format(side="north"))) == []
    assert told(situation(text.format(side="east"))) == ["A v B"]
    game = situation(text.format(side="north"))
    does(game, "A", "side", post="V/east")
    assert told(game) == ["A v B"]
    assert (melee(game, "A").first.unit.id, lines(game, "B")) == ("A", {"built-up": 2})
    game = situation(text.format(side="north"))
    does(game, "A", "side", post="V/south")
    assert told(game) == []
    game = situation(
        NEXT_DOOR.format(side="north") + "    red line C at 0,0 facing E, in V east" + DEFENDED.format(side="north")
    )
    does(game, "B", "side", post="W/west")
    assert (told(game), melee(game, "B").first.unit.id) == (["C v B"], "B")
    # A gap between the sectors, or one far aside, and they do not meet.
    for place in ("37.6,36", "37.5,44"):
        game = situation(text.format(side="east").replace("W 37.5,36", f"W {place}"))
        assert (told(game), is_in_contact(game.state, game.unit("A"))) == ([], False)


@pytest.mark.rule("risorgimento.g.5.14")
def test_who_beats_the_defender_next_door_takes_his_place_and_a_defender_who_wins_stays() -> None:
    text = NEXT_DOOR.format(side="east") + DEFENDED.format(side="south")
    game = situation(text + "\n    dice red 10 blue 1 10")
    storms(game)
    fight(game, "A", "retire")
    assert game.unit("B").post == ""
    assert game.unit("A").post == "W/west"
    game = situation(text + "\n    dice red 1 10 blue 10")
    storms(game)
    fight(game, "A")
    assert not any(one.key == "stay" for asked in game.asked for one in asked.options)  # it attacks, .g.5.7
    assert game.unit("A").post == ""
    assert game.at("A")[0] < 30
    assert game.unit("B").post == "W/west"


@pytest.mark.rule("risorgimento.g.5.7")
def test_the_defender_next_door_may_stay_at_a_price_and_who_attacks_may_not() -> None:
    game = situation(NEXT_DOOR.format(side="east") + DEFENDED.format(side="south") + "\n    dice red 9 blue 1 10")
    storms(game)
    fight(game, "A", "stay")
    assert game.unit("B").post == "W/west"
    assert game.unit("A").post == "V/east"


@pytest.mark.rule("risorgimento.g.5.13", "risorgimento.e.8.10")
def test_nobody_is_attacked_who_is_not_there_and_who_is_engaged_attacks_nobody_else() -> None:
    game = situation(NEXT_DOOR.format(side="east"))
    assert why_not(game, "W/west") == "undefended"
    assert {"enter W/north", "enter W/west"} <= set(offered(game, "A"))
    text = NEXT_DOOR.format(side="east") + DEFENDED.format(side="north")
    game = situation(text + "\n    blue line E at 0,0 facing W, in V north")
    assert why_not(game, "W/west") == "in-contact"
    game = situation(text + "\n    red guns G at 0,0 facing E, in V east")
    assert why_not(game, "W/west", "G") == "no-such-post"
    assert why_not(situation(text.replace("in V east", "routed")), "W/west") == "routed"


@pytest.mark.rule("risorgimento.g.5.13", "risorgimento.g.0.4", "risorgimento.g.0.7")
def test_who_is_attacked_from_next_door_is_attacked_by_nobody_else_on_that_side() -> None:
    text = (
        HOMES
        + """
    village_sector V 30,36
    village_sector W 37.5,34
    red  line A at 0,0 facing E, in V {side}
    red  line D at 36.5,34.25 facing E
    blue line B at 0,0 facing W, in W west
    """
    )
    for side, why in (("east", "front-taken"), ("north", "")):
        game = situation(text.format(side=side))
        found = why_no_contact(game.state, game.unit("D"), game.state.footing(game.unit("D")), game.unit("B"))
        assert (found.key if found is not None else "") == why
    game = situation(text.format(side="east").replace("W 37.5,34", "W 37.5,40"))
    assert (told(game), is_in_contact(game.state, game.unit("A"))) == ([], False)  # they look past each other


@pytest.mark.rule("risorgimento.g.5.14")
def test_inside_one_sector_the_winner_stays_on_his_side_whomever_he_attacked_before() -> None:
    game = situation(
        NEXT_DOOR.format(side="north")
        + "    blue line B at 0,0 facing S, in V south, vf 2, vm 6\n    dice red 10 blue 1 10"
    )
    ATTACKS.put(game.unit("A"), "B")
    fight(game, "A")
    assert game.unit("A").post == "V/north"
    assert game.unit("B").post == "W/west"  # he has gone next door


@pytest.mark.rule("risorgimento.g.0.4", "risorgimento.g.1.2")
def test_a_corner_on_an_enemy_takes_his_front_only_from_who_has_come_for_that() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 36.5,39.5 facing E
        red  line S at 36.5,43.5 facing E
        blue line B at 38.5,40 facing W
        """
    )
    s, unit = game.state, game.unit("A")
    assert why_no_contact(s, unit, s.footing(unit), game.unit("B")) is None
    ATTACKS.put(game.unit("S"), "B")
    found = why_no_contact(s, unit, s.footing(unit), game.unit("B"))
    assert found is not None
    assert found.key == "front-taken"


@pytest.mark.rule("risorgimento.g.6.3")
def test_who_parts_from_an_enemy_attacks_him_over_no_bridge_any_more() -> None:
    unit = situation(NEXT_DOOR.format(side="north")).unit("A")
    for foe in ("B", "C"):
        ATTACKS.put(unit, foe)
        OVER.put(unit, Over(foe, 1, 2))
    attacks_no_more(unit, "B")
    assert (ATTACKS.all(unit), OVER.all(unit)) == (["C"], [Over("C", 1, 2)])


# Over a bridge


@pytest.mark.rule("risorgimento.g.6.1", "risorgimento.g.6.3", "risorgimento.g.6.4")
@pytest.mark.parametrize("side", ["west", "south"])
def test_over_a_bridge_at_the_door_one_attacks_in_column_from_the_bridge_end(side: str) -> None:
    game = situation(BRIDGED + DEFENDED.format(side=side) + "\n    dice red 1")
    assert [one for one in offered(game, "A") if "W" in one] == ["storm W/west"]
    unit, m, start = game.unit("A"), manoeuvre(game.state, game.unit("A")), game.state.footing(game.unit("A"))
    plan = judge_storm(Outset(game.state, unit), "W/west")
    assert isinstance(plan, Plan)
    change = changes(game.state, unit)[ATTACK]
    assert plan.cost == (m.paid(start, change) or 0) + (m.paid(after(start, change), Shift(150)) or 0) > 0
    storms(game)
    assert not game.dice_left  # so near to the enemy the change of formation was tried
    assert (unit.post, unit.formation, unit.heading) == ("", ATTACK, 900)
    assert game.at("A") == (38.0, 39.75)  # its front at x 39, its rear on its own threshold
    assert game.unit("B").post == "W/west"
    found = melee(game, "A")
    assert (found.is_across_bridge, found.first.unit.id, found.first.supports) == (True, "A", ())
    assert lines(game, "B") == {"built-up": 2}
    assert lines(game, "A") == {"attack-column": 1}
    moved = [one for one in game.events if isinstance(one, UnitMoved) and one.how == "storm"]
    assert [one.unit for one in moved] == ["A"]


@pytest.mark.rule("risorgimento.g.6.3", "risorgimento.g.6.2", "risorgimento.e.5.1")
def test_without_a_bridge_at_the_door_or_with_somebody_on_it_there_is_no_attack() -> None:
    text = BRIDGED + DEFENDED.format(side="west")
    assert why_not(situation(text), "W/west") == ""
    assert why_not(situation(text.replace("bridges 38,39.5", "bridges 38,60")), "W/west") == "impassable"
    assert why_not(situation(text.replace("canal C 38,0 38,80 bridges 38,39.5", "")), "W/west") == "in-post"
    assert why_not(situation(text.replace("W 39,36", "W 39.6,36")), "W/west") == "no-such-post"  # it has room to go out
    game = situation(text + "\n    red line D at 38,41 facing E, attack")
    bridge = bridge_on(game.state, (game.point(37, 39.5), game.point(39, 39.5)))
    assert bridge is not None
    assert bridge.at is not None
    OVER.put(game.unit("D"), Over("B", *bridge.at))
    assert why_not(game, "W/west") == "bridge-taken"
    game = situation(text + "\n    red line D at 38,41 facing E, attack")
    OVER.put(game.unit("D"), Over("B", 1, 1))
    assert why_not(game, "W/west") == "in-the-way"  # he attacks over another bridge
    green = text.replace("vf 8, vm 7, vd 7", "green, under X") + "\n    red CB X at 20,39 radius 5 initiative 4 bonus 1"
    assert why_not(situation(green), "W/west") == "only-back"


@pytest.mark.rule("risorgimento.b.1.1", "risorgimento.g.6.1")
def test_who_fails_to_form_up_under_the_eyes_of_the_enemy_stays_in_its_houses() -> None:
    game = situation(BRIDGED + DEFENDED.format(side="west") + "\n    dice red 10")
    storms(game)
    assert (game.unit("A").post, game.unit("A").formation, game.unit("A").disorder) == ("V/east", OPEN, 2)
    assert told(game) == []


@pytest.mark.rule("risorgimento.b.1.1")
@pytest.mark.parametrize("is_far", [True, False])
def test_who_forms_up_is_tried_as_near_to_the_enemy_as_the_tables_say(
    monkeypatch: pytest.MonkeyPatch, *, is_far: bool
) -> None:
    monkeypatch.setattr(storming, "is_beyond", lambda s, unit, here, far: is_far and far == 800)
    game = situation(BRIDGED + DEFENDED.format(side="east") + "\n    dice red 1")
    storms(game)
    assert bool(game.dice_left) == is_far


@pytest.mark.rule("risorgimento.e.4.8", "risorgimento.e.3.2.1")
@pytest.mark.parametrize(("has", "why"), [(437_500, ""), (437_499, "too-far")])
def test_it_pays_for_the_change_and_for_the_way_over(monkeypatch: pytest.MonkeyPatch, has: int, why: str) -> None:
    monkeypatch.setattr(judging, "budget", lambda s, unit: has)
    assert why_not(situation(BRIDGED + DEFENDED.format(side="west")), "W/west") == why


@pytest.mark.rule("risorgimento.e.9.10", "risorgimento.e.9.7")
@pytest.mark.parametrize("when", ["", OPEN, "never"])
def test_those_who_see_it_react_before_it_goes_and_while_it_forms_up(when: str) -> None:
    seen: list[str] = []
    finished: list[str] = []

    def hit(g: BattleGame, unit: Unit, moment: Moment) -> Procedure[None]:
        seen.append(moment.changing)
        if moment.changing == when:
            unit.colour = "green"  # it may no longer go there
        yield from ()

    def stopped(g: BattleGame, unit: Unit) -> Procedure[None]:
        finished.append(unit.id)
        DUE.put(unit, "friend-breaks")
        yield from ()

    game = situation(BRIDGED + DEFENDED.format(side="west") + "\n    dice red 1 1")
    hooks = Hooks(hit, close, stopped)
    order = Option("storm", {"unit": "A", "post": "W/west"})
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds(hooks)))
    assert seen == [""] if when == "" else ["", OPEN]
    assert game.unit("A").post == ("" if when == "never" else "V/east")
    assert finished == ["A"]
    assert DUE.first(game.unit("A")) is None  # what was due was settled


@pytest.mark.rule("risorgimento.mor.11")
@pytest.mark.parametrize("text", [BRIDGED, NEXT_DOOR.format(side="east")])
def test_who_attacks_has_moved_and_may_have_reached_an_objective(text: str) -> None:
    text = text.replace("vm 7", "vm 7, morale 5") + DEFENDED.format(side="north")
    game = situation(text + "\n    place P W held by blue\n    dice red 1" * (text.count("bridges") or 1))
    storms(game)
    assert HAS_MOVED.is_on(game.unit("A"))
    assert game.unit("A").morale == 6
    assert not any("comes over" in mark for mark in game.unit("A").marks)


@pytest.mark.rule("risorgimento.g.6.3", "risorgimento.g.5.14")
def test_who_wins_at_the_bridge_end_goes_in_and_who_loses_goes_back_into_the_houses_it_came_from() -> None:
    text = BRIDGED + DEFENDED.format(side="west")
    game = situation(text + "\n    dice red 1 10 blue 1 10")
    storms(game)
    fight(game, "A", "retire")
    assert (game.unit("A").post, game.unit("A").formation) == ("W/west", OPEN)
    game = situation(text + "\n    dice red 1 1 10 blue 10")
    storms(game)
    assert has_way_back(game.state, game.unit("A"))
    fight(game, "A")
    unit = game.unit("A")
    assert (unit.post, unit.formation, unit.disorder, game.at("A")) == ("V/east", OPEN, 2, (36.5, 39.75))


@pytest.mark.rule("risorgimento.g.5.9", "risorgimento.g.6.3")
def test_who_is_beaten_at_the_bridge_end_with_the_enemy_in_its_houses_is_lost() -> None:
    game = situation(
        BRIDGED + DEFENDED.format(side="west") + "\n    blue line E at 60,70 facing W\n    dice red 1 1 10 blue 10"
    )
    storms(game)
    s, intruder = game.state, game.unit("E")
    place = s.ground.slots("V")["north"].infantry
    s.stand(intruder, s.footing(intruder)._replace(formation=OPEN, pose=place), "V/north")
    assert not has_way_back(s, game.unit("A"))
    fight(game, "A")
    assert not game.unit("A").is_on


@pytest.mark.rule("risorgimento.g.5.2", "risorgimento.g.6.3")
def test_who_is_beaten_at_the_bridge_end_with_a_friend_in_its_place_is_lost() -> None:
    game = situation(
        BRIDGED + DEFENDED.format(side="west") + "\n    red line C at 60,70 facing W\n    dice red 1 1 10 blue 10"
    )
    storms(game)
    s, friend = game.state, game.unit("C")
    s.stand(friend, s.footing(friend)._replace(formation=OPEN, pose=s.ground.slots("V")["east"].infantry), "V/east")
    fight(game, "A")
    assert not game.unit("A").is_on


@pytest.mark.rule("risorgimento.h.1.1", "risorgimento.g.6.3")
def test_who_breaks_at_the_bridge_end_runs_through_its_houses_and_on() -> None:
    game = situation(BRIDGED + DEFENDED.format(side="west") + "\n    dice red 1")
    storms(game)

    def broken(g: BattleGame) -> Procedure[None]:
        breaks(g, g.state.units["A"])
        yield from settle(g, retire)

    game.run(broken)
    unit = game.unit("A")
    assert (unit.is_routed, unit.post) == (True, "")
    assert game.at("A")[0] < 30 - 1


@pytest.mark.rule("risorgimento.e.8.1", "risorgimento.g.6.3")
def test_who_hangs_over_the_bridge_may_withdraw_into_its_houses_and_nowhere_else() -> None:
    game = situation(BRIDGED + DEFENDED.format(side="west") + "\n    dice red 1")
    storms(game)
    game.unit("A").marks.clear()  # the next turn
    assert offered(game, "A") == ["stand", "give-ground V/east"]
    does(game, "A", "give-ground", post="V/east")
    assert (game.unit("A").post, game.unit("A").formation) == ("V/east", OPEN)
    assert told(game) == []


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.g.6.3")
def test_who_hangs_over_the_bridge_when_the_enemy_has_gone_may_go_in_before_it_or_behind() -> None:
    game = situation(BRIDGED + DEFENDED.format(side="west") + "\n    dice red 1")
    storms(game)
    game.unit("A").marks.clear()
    enemy = game.unit("B")
    game.state.stand(enemy, game.state.footing(enemy)._replace(pose=enemy.pose._replace(x=9000)), "")
    assert {"enter W/west", "enter W/north", "enter V/east"} <= set(offered(game, "A"))
    assert not any(one.startswith(("move", "form", "leave")) for one in offered(game, "A"))
    does(game, "A", "enter", post="W/west")
    assert game.unit("A").post == "W/west"


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.g.5.13")
def test_who_changes_sides_inside_is_not_drawn_out_to_guns_next_door_whom_its_corner_touches() -> None:
    game = situation(NEXT_DOOR.format(side="north") + "\n    blue guns B at 0,0 facing N, in W north")
    does(game, "A", "side", post="V/east")  # nobody is next door who could defend the side before it
    assert (game.unit("A").post, game.unit("A").pose.heading) == ("V/east", 900)
    assert not ATTACKS.all(game.unit("A"))
    assert told(game) == []


ONLY_GUNS = (
    HOMES
    + """
    village_sector W 37.5,36
    red line A at {x},{y} facing E, open order, vf 8, vm 7
    blue guns B at 0,0 facing N, in W north
"""
)


@pytest.mark.rule("risorgimento.g.5.13", "risorgimento.g.5.14")
@pytest.mark.parametrize(("x", "y"), [(33, 39.75), (36.5, 39.75), (36.5, 41.75)])
def test_guns_do_not_stop_who_goes_in_over_a_side_where_they_do_not_stand(x: float, y: float) -> None:
    """Their base lies along the west side too, or touches its middle with a corner: that is behind the wall."""
    game = situation(ONLY_GUNS.format(x=x, y=y))
    assert not any(is_in_contact(game.state, game.unit(one)) for one in "AB")
    assert told(game) == []
    assert "enter W/west" in offered(game, "A")
    does(game, "A", "enter", post="W/west")
    assert game.unit("A").post == "W/west"
    assert told(game) == ["A v B"]


@pytest.mark.rule("risorgimento.g.5.13")
def test_guns_fight_who_stands_before_their_own_side() -> None:
    game = situation(ONLY_GUNS.format(x=38.5, y=44.5).replace("facing E", "facing S"))
    assert is_in_contact(game.state, game.unit("A"))
    assert told(game) == ["A v B"]


# Who has come over a bridge in the same move


@pytest.mark.rule("risorgimento.g.6.3", "risorgimento.g.6.2")
def test_who_attacks_at_the_end_of_a_way_over_a_bridge_attacks_across_it_though_it_stands_beyond() -> None:
    text = (
        HOMES
        + """
    canal C 33,0 33,80 bridges 33,40
    red  line A at 31,40 facing E, attack, vf 8
    blue line B at 37.5,40 facing W, vf 6
    """
    )
    game = situation(text + "\n    red line S at 35.5,43.5 facing E\n    red line D at 28,40 facing E, attack")
    does(game, "A", "move", legs=[{"ahead": 450}])
    assert game.at("A") == (35.5, 40.0)
    found = melee(game, "A")
    assert found.is_across_bridge
    assert [one.id for one in found.first.supports] == []
    assert lines(game, "B") == {"ground": 1}
    game = situation(text.replace("31,40", "34,40") + "\n    red line S at 35.5,43.5 facing E")
    does(game, "A", "move", legs=[{"ahead": 150}])
    found = melee(game, "A")  # it had come over before
    assert (found.is_across_bridge, [one.id for one in found.first.supports]) == (False, ["S"])
    assert lines(game, "B") == {}
