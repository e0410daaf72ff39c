"""Villages and farms in movement: entered, changed, left; reinforcements (g.5.2-4, g.5.16, g.5.18, set.2-3)."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.invariants import faults
from alfiere.games.risorgimento.movement.houses import ToPost
from alfiere.games.risorgimento.movement.judging import HAS_ACTED, Outset
from alfiere.games.risorgimento.movement.orders import deeds, obey
from alfiere.games.risorgimento.movement.posts import (
    Entry,
    entries,
    judge_entry,
    judge_leaving,
    judge_passing,
    judge_side,
)
from alfiere.games.risorgimento.state.posts import place_on
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from alfiere.table.legs import Shift
from tests.games.risorgimento.movement.legs import ahead, turn
from tests.situation import situation

VILLAGE = """
    risorgimento
    village_sector V 30,36
    {more}
    blue {kind} A at {x},39.75 facing E, {formation}
    red line E at 100,70 facing W
"""


def village(kind: str = "line", formation: str = "attack", x: float = 27, more: str = "") -> Any:
    return situation(VILLAGE.format(kind=kind, formation=formation, x=x, more=more))


def entry(game: Any, post: str) -> Entry | Objection:
    return judge_entry(Outset(game.state, game.unit("A")), post)


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.g.5.4", "risorgimento.g.5.3", "risorgimento.e.5.1")
def test_who_enters_pays_the_way_and_half_a_move_and_takes_any_free_side_in_open_order() -> None:
    game = village()
    for side in ("west", "north", "south", "east"):
        found = entry(game, f"V/{side}")
        assert isinstance(found, Entry)
        assert found.cost == pytest.approx(250_000 + 500_000, abs=4000)  # 2 cm of 8
        assert found.end.formation == "open_order"
    assert isinstance(entry(village(x=24), "V/west"), Objection)  # 5 cm of 8 and half a move
    order = Option("enter", {"unit": "A", "post": "V/east"})
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    assert (game.unit("A").post, game.unit("A").heading) == ("V/east", 900)
    assert game.at("A") == (36.5, 39.75)


@pytest.mark.rule("risorgimento.g.5.18")
@pytest.mark.parametrize(
    ("x", "y", "facing"), [(27, 39.75, 90), (40.5, 39.75, 270), (33.75, 33, 0), (33.75, 46.5, 180)]
)
def test_a_village_is_offered_to_who_comes_from_any_side(x: float, y: float, facing: int) -> None:
    game = situation(
        f"""
        risorgimento
        village_sector V 30,36
        blue line A at {x},{y} facing {facing}, attack
        red line E at 100,70 facing W
        """
    )
    found = list(entries(Outset(game.state, game.unit("A"))))
    assert sorted(one.post for one in found) == ["V/east", "V/north", "V/south", "V/west"]


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.g.5.18", "risorgimento.g.6.4")
@pytest.mark.parametrize(
    ("line", "is_free"),
    [
        ("canal C 29.3,0 29.3,80", False),
        ("canal C 29.3,0 29.3,80 bridges 29.3,39.75", True),
        ("canal C 29.3,0 29.3,80 bridges 29.3,60", False),
        ("canal C 29.3,0 29.3,80 fords 29.3,39.75", True),
        ("stream C 29.3,0 29.3,80", True),
    ],
)
def test_nobody_goes_into_houses_or_out_of_them_over_water_but_at_a_bridge_or_ford(line: str, is_free: bool) -> None:
    at_the_door = village(x=28, more=line)  # its base reaches over the water
    for game in (at_the_door, village(x=27, more=line)):
        found = entry(game, "V/north")
        assert isinstance(found, Entry) == is_free
        assert is_free or (isinstance(found, Objection) and found.key == "impassable")
    inside = village(x=10, more=f"{line}\n    blue line B at 1,1 facing N, in V west")
    for far in (2, 4):
        left = judge_leaving(inside.state, inside.unit("B"), (ahead(far),))
        assert isinstance(left, Objection) == (not is_free)
        assert is_free or (isinstance(left, Objection) and left.rule == "risorgimento.e.5.1")


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.g.5.18")
def test_of_the_ways_to_a_village_that_dry_one_is_taken_which_leads_in() -> None:
    game = village(x=33.75, more="canal C 29.3,0 29.3,80")
    s, unit = game.state, game.unit("A")
    s.put(unit, s.footing(unit)._replace(pose=unit.pose._replace(y=unit.y - 700, heading=1800)))
    found = entry(game, "V/west")
    assert isinstance(found, Entry)
    assert found.plan is not None
    assert found.plan.end.pose.x > 3000  # from the north


@pytest.mark.rule("risorgimento.g.5.2", "risorgimento.ex.42")
def test_a_fifth_battalion_finds_no_room() -> None:
    sides = ("north", "east", "south", "west")
    more = "\n".join(f"blue line B{side} at 1,1 facing N, in V {side}" for side in sides)
    found = entry(village(more=more), "V/west")
    assert isinstance(found, Objection)
    assert (found.key, found.rule) == ("no-room", "risorgimento.g.5.2")


@pytest.mark.rule("risorgimento.g.5.16")
def test_cavalry_does_not_stop_there() -> None:
    found = entry(village("hussars", "line"), "V/west")
    assert isinstance(found, Objection)
    assert found.rule == "risorgimento.g.5.16"


@pytest.mark.rule("risorgimento.g.5.18")
def test_another_side_costs_a_quarter_and_one_leaves_straight_across_one_s_own() -> None:
    game = situation("""
        risorgimento
        village_sector V 30,36
        blue line A at 1,1 facing N, in V north
        blue line B at 1,1 facing N, in V south
        red line E at 100,70 facing W
    """)
    s, unit = game.state, game.unit("A")
    side = judge_side(s, unit, "V/east")
    assert isinstance(side, Entry)
    assert side.cost == 250_000
    assert isinstance(judge_side(s, unit, "V/south"), Objection)
    assert not isinstance(judge_leaving(s, unit, (ahead(4),)), Objection)
    assert isinstance(judge_leaving(s, unit, (ahead(1),)), Objection)
    assert isinstance(judge_leaving(s, unit, (turn(90), ahead(4))), Objection)


@pytest.mark.rule("risorgimento.g.5.12", "risorgimento.geo.4")
def test_batteries_of_two_sides_do_not_stand_in_the_same_corner() -> None:
    game = situation("""
        risorgimento
        village_sector V 30,36
        blue guns G at 1,1 facing N, in V north
        blue guns H at 1,1 facing N, in V south
        red line E at 100,70 facing W
    """)
    assert game.at("G") == (31, 42.5)
    side = judge_side(game.state, game.unit("H"), "V/west")
    assert isinstance(side, Entry)
    game.state.stand(game.unit("H"), side.end, side.post)
    assert game.at("H") == (31, 37)  # not in the northern corner, where the other one is


@pytest.mark.rule("risorgimento.g.5.16")
def test_a_battery_in_a_farm_makes_room_for_the_infantry_on_any_side_and_stands_on_the_one_across() -> None:
    game = situation("""
        risorgimento
        blue line A at 27,38.5 facing E, attack
        blue guns G at 50,50 facing N
        red line E at 100,70 facing W
        [[terrain]]
        id = "F"
        kind = "farm"
        name = { en = "F", it = "F" }
        rect = [30, 36, 35, 41]
        guns = 1
    """)
    place = place_on(game.state, game.unit("G"), "F", "north")
    assert place is not None
    game.state.stand(game.unit("G"), place, "F/north")
    order = Option("enter", {"unit": "A", "post": "F/west"})
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    assert (game.unit("A").post, game.unit("G").post) == ("F/west", "F/east")
    assert game.at("G") == (34, 38.5)
    assert not faults(game.state)
    assert place_on(game.state, game.unit("G"), "F", "north") is None  # beside the infantry there is none
    order = Option("side", {"unit": "A", "post": "F/east"})
    HAS_ACTED.clear(game.unit("A"))
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    assert (game.unit("A").post, game.unit("G").post) == ("F/east", "F/west")
    assert not faults(game.state)


@pytest.mark.rule("risorgimento.e.5.2", "risorgimento.e.5.1", "risorgimento.g.5.18")
@pytest.mark.parametrize(("die", "ends", "disorder"), [(1, (40, 39.75), 0), (10, (36.5, 39.75), 2)])
def test_infantry_passes_a_village_in_one_move_and_is_tried_by_it(
    die: int, ends: tuple[float, float], disorder: int
) -> None:
    game = village("chasseurs", "open", x=29, more=f"dice blue {die}\n    red line N at 34,58 facing N")
    order = Option("pass", {"unit": "A", "post": "V/east", "far": 350})
    found = judge_passing(Outset(game.state, game.unit("A")), "V/east", 350)
    assert not isinstance(found, Objection)
    assert found[1].cost == 500_000 + 291_666  # 3.5 of 12 cm
    assert not isinstance(judge_passing(Outset(game.state, game.unit("A")), "V/east", 600), Objection)
    assert isinstance(judge_passing(Outset(game.state, game.unit("A")), "V/east", 601), Objection)
    assert isinstance(judge_passing(Outset(game.state, game.unit("A")), "V/east", 199), Objection)  # not out of it
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    assert (game.at("A"), game.unit("A").disorder) == (ends, disorder)
    assert game.unit("A").post == ("V/east" if disorder else "")


@pytest.mark.rule("risorgimento.e.5.2", "risorgimento.g.5.18")
def test_of_ways_through_a_village_the_short_one_and_the_long_one_are_drawn_alike() -> None:
    game = village("chasseurs", "open", x=29, more="red line N at 34,58 facing N")
    o, passing = Outset(game.state, game.unit("A")), deeds()["pass"]
    assert isinstance(passing, ToPost)
    lots = [iter([first / 20, second / 20]).__next__ for first in range(20) for second in range(20)]
    drawn = {(one["post"], one["far"]) for lot in lots if (one := passing.one_of(o, lot)) is not None}
    offered = {(one["post"], one["far"]) for one in passing.options(game.state, game.unit("A"), 0)}
    assert len({far for post, far in offered if post == "V/east"}) == 2
    assert drawn == offered


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.g.0.4")
@pytest.mark.parametrize(("y", "key"), [(36.25, ""), (35.75, "front-taken")])
def test_who_leaves_a_village_onto_an_enemy_comes_beside_the_attacker_or_not_at_all(y: float, key: str) -> None:
    game = situation(f"""
        risorgimento
        village_sector V 30,36
        blue line A at 0,0 facing E, in V east
        blue line B at 42,{y} facing E
        red  line E at 44,{(y + 39.75) / 2} facing W
    """)
    found = judge_leaving(game.state, game.unit("A"), (ahead(5.5),))
    assert (found.key if isinstance(found, Objection) else "") == key


@pytest.mark.rule("risorgimento.g.5.16", "risorgimento.g.5.18")
def test_guns_in_a_village_stay_where_they_are_when_infantry_comes_to_their_side() -> None:
    game = situation("""
        risorgimento
        village_sector V 30,36
        blue line A at 27,39.75 facing E, attack
        blue guns G at 1,1 facing W, in V west, unlimbered
        red line E at 100,70 facing W
    """)
    where = game.at("G")
    order = Option("enter", {"unit": "A", "post": "V/west"})
    game.run(lambda g: obey(g, g.state.units["A"], order, deeds()))
    assert (game.unit("A").post, game.unit("G").post, game.at("G")) == ("V/west", "V/west", where)
    assert not faults(game.state)


@pytest.mark.rule("risorgimento.a.1.17", "risorgimento.a.1.28")
@pytest.mark.parametrize("side", ["east", "west"])
def test_who_is_called_back_does_not_go_into_houses_out_of_radius(side: str) -> None:
    free = village(formation="attack", x=29)
    assert isinstance(entry(free, f"V/{side}"), Entry)
    game = village(formation="attack, green, under X", x=29, more="blue CB X at 4,39.75 radius 5, yellow")
    found = entry(game, f"V/{side}")
    assert isinstance(found, Objection)
    assert found.key == "only-back"


@pytest.mark.rule("risorgimento.e.5.1", "risorgimento.g.5.18")
@pytest.mark.parametrize(("canal", "may"), [("", True), ("canal C 37.5,0 37.5,80", False)])
def test_nobody_goes_from_one_sector_into_the_next_over_water_that_he_does_not_cross(canal: str, may: bool) -> None:
    game = situation(f"""
        risorgimento
        village_sector V 30,36
        village_sector W 37.5,36
        {canal}
        blue line A at 0,0 facing E, in V east
        blue line B at 0,0 facing E, in W west
        red line E at 100,70 facing W
    """)
    for name, post in (("A", "W/east"), ("B", "V/north")):
        found = judge_entry(Outset(game.state, game.unit(name)), post)
        assert isinstance(found, Entry if may else Objection)
        assert may or (found.key, found.rule) == ("impassable", "risorgimento.e.5.1")  # type: ignore[union-attr]


@pytest.mark.rule("risorgimento.e.3.1.1", "risorgimento.g.5.18")
@pytest.mark.parametrize(("cm", "may"), [(20, True), (20.1, False)])
def test_a_forced_march_out_of_a_village_is_twice_a_move_with_the_way_over_its_side(cm: float, may: bool) -> None:
    game = situation("""
        risorgimento
        village_sector V 30,36
        blue line A at 0,0 facing E, in V east
        red line E at 100,10 facing W
    """)
    found = judge_leaving(game.state, game.unit("A"), (ahead(cm),))
    assert isinstance(found, Objection) is not may
    assert not isinstance(found, Objection) or found.key == "too-far"


@pytest.mark.rule("risorgimento.e.5.5", "risorgimento.g.5.18")
@pytest.mark.parametrize(("ground", "may"), [("", True), ("stream S 38.2,0 38.2,80", False)])
def test_who_has_paid_the_way_out_of_a_village_has_no_centimetre_for_nothing_left(ground: str, may: bool) -> None:
    game = situation(f"""
        risorgimento
        village_sector V 30,36
        {ground}
        blue line A at 0,0 facing E, in V east, yellow
        red line E at 58,40 facing W
    """)
    found = judge_leaving(game.state, game.unit("A"), (ahead(2.9),))
    assert isinstance(found, Objection) is not may


@pytest.mark.rule("risorgimento.g.5.18", "risorgimento.g.6.3")
@pytest.mark.parametrize(
    ("east", "water", "why"),
    [
        (39.0, "canal C 38.2,0 38.2,80 bridges 38.2,39.75", None),  # as at Ponte Nuovo: the bridge joins the two
        (39.0, "", None),
        (39.0, "canal C 38.2,0 38.2,80 bridges 38.2,60", "impassable"),
        (39.6, "canal C 38.2,0 38.2,80 bridges 38.2,39.75", "no-way-in"),  # there is room for a base in between
    ],
)
def test_from_a_sector_one_goes_straight_over_a_bridge_into_the_next(east: float, water: str, why: str | None) -> None:
    game = situation(f"""
        risorgimento
        village_sector V 30,36
        village_sector W {east},36
        {water}
        blue line A at 0,0 facing E, in V east
        blue line B at 0,0 facing N, in V north
        red line E at 100,70 facing W
    """)
    found = entry(game, "W/west")
    if why is None:
        assert isinstance(found, Entry)
        assert found.plan is None
        near = game.state.ground.across("V", "east", "W")
        assert near == 150
        assert found.cost == Outset(game.state, game.unit("A")).manoeuvre().paid(
            game.state.footing(game.unit("A")), Shift(near)
        ) + game.state.ground.known.goings["village_sector"].once.get(
            game.state.tables.mover("infantry", game.unit("A").formation), 0
        )
    else:
        assert isinstance(found, Objection)
        assert found.key == why
    aside = judge_entry(Outset(game.state, game.unit("B")), "W/west")
    assert isinstance(aside, Objection)  # only across the side where he stands
