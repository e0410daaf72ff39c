"""Into buildings and out of them (3.3.3f, 3.3.3h)."""

from __future__ import annotations

from functools import partial

import pytest

from alfiere.games.lumi.movement.buildings import Garrison, Leave, go_in
from alfiere.games.lumi.movement.costs import HAS_LIMBERED, used
from alfiere.games.lumi.movement.orders import manoeuvre
from alfiere.kernel.objection import Objection
from alfiere.table.legs import WHOLE
from tests.games.lumi.lines import Situation
from tests.games.lumi.movement.test_moves import of, refusal

VILLAGE = "village V 8,8 12,12"
HELD = "blue jaeger E at 10,10 facing S, open, in V"


def reason(game: Situation) -> tuple[str, str] | None:
    found = Garrison().judged(game.state, game.unit("A"), {"unit": "A", "piece": "V"})
    return (found.key, found.rule) if isinstance(found, Objection) else None


@pytest.mark.rule("lumi.3.3.3h", "lumi.3.3.3f")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foot A at 10,5 facing N, column", None),
        ("grenzer A at 10,6 facing E, open", None),
        ("foot A at 10,6 facing N", ("formation-enters-not", "lumi.3.3.3h")),
        ("cuirassiers A at 10,5 facing N, column", ("formation-enters-not", "lumi.3.3.3h")),
        ("light A at 10,6 facing N, limbered", ("formation-enters-not", "lumi.3.3.3h")),
        ("foot A at 10,3.9 facing N, column", ("no-buildings", "lumi.3.3.3h")),
        ("foot A at 10,5 facing S, column", ("no-buildings", "lumi.3.3.3h")),
        (
            "foot A at 10,5 facing N, column\nblue jaeger E at 10,10 facing S, open, in V",
            ("buildings-held", "lumi.3.1.1c"),
        ),
    ],
)
def test_who_goes_into_buildings(line: str, why: tuple[str, str] | None):
    assert reason(of(f"red {line}\n{VILLAGE}")) == why


@pytest.mark.rule("lumi.3.3.3f")
def test_one_base_of_infantry_for_each_square_of_2um():
    places = {"B": 8.5, "C": 9.5, "D": 10.5}
    inside = "".join(f"red foot {name} at {x},9 facing N, column, in V\n" for name, x in places.items())
    assert reason(of(f"red foot A at 10,5 facing N, column\n{inside}{VILLAGE}")) is None
    full = f"{inside}red foot F at 11.5,9 facing N, column, in V\n"
    game = of(f"red foot A at 10,5 facing N, column\n{full}{VILLAGE}")
    assert reason(game) == ("buildings-full", "lumi.3.3.3f")
    assert not game.run(lambda g: go_in(g, game.unit("A"), "V"))


@pytest.mark.rule("lumi.3.3.3h")
def test_it_goes_in_holds_the_buildings_and_comes_out_on_any_side():
    game = of(f"red foot A at 10,5 facing N, column\nred foot B at 9.5,10 facing N, column, in V\n{VILLAGE}")
    game.run(lambda g: manoeuvre(g, game.unit("A")), "garrison piece=V")
    assert (game["A"].post, used(game["A"])) == ("V", WHOLE)
    assert game.state.ground.terrain.holds_wholly("V", game.state.base(game["A"]).outline)
    assert not game.state.scene.overlapping(game.state.base(game["A"]))
    game["A"].marks = []
    assert refusal(game, {"ahead": 10}) == ("in-buildings", "lumi.3.3.3h")
    sides = {one["to"][2] for one in Leave().options(game.state, game.unit("A"), 0)}
    assert sides == {0, 900, 1800, 2700}
    north = next(one for one in Leave().options(game.state, game.unit("A"), 0) if one["to"][2] == 0)
    game.run(lambda g: manoeuvre(g, game.unit("A")), lambda decision: decision.find(north))
    assert game["A"].post == ""
    assert ((2000 - game["A"].y) / 100, game["A"].heading) == (13.03, 0)


@pytest.mark.rule("lumi.3.3.3h", "lumi.3.1.1c")
def test_nobody_comes_out_beside_an_enemy_or_away_from_the_buildings():
    game = of(f"red foot A at 10,10 facing N, column, in V\nblue foot E at 10,14.5 facing S\n{VILLAGE}")
    sides = {one["to"][2] for one in Leave().options(game.state, game.unit("A"), 0)}
    assert sides == {900, 1800, 2700}
    found = Leave().judged(game.state, game.unit("A"), {"unit": "A", "piece": "V", "to": [1000, 1500, 1800]})
    assert isinstance(found, Objection)
    assert found.key == "not-outside"


@pytest.mark.rule("lumi.3.3.3f")
def test_guns_in_buildings_take_no_room_from_infantry():
    places = {"B": 8.5, "C": 9.5, "D": 10.5}
    inside = "".join(f"red foot {name} at {x},9 facing N, column, in V\n" for name, x in places.items())
    guns = "red light G at 10,11 facing N, in V\n"
    assert reason(of(f"red foot A at 10,5 facing N, column\n{inside}{guns}{VILLAGE}")) is None


@pytest.mark.rule("lumi.3.3.3h", "lumi.3.1.9a")
def test_guns_that_leave_buildings_have_limbered_and_foot_has_not():
    for line, has in (("light A at 10,11 facing N", True), ("foot A at 10,11 facing N, column", False)):
        game = of(f"red {line}, in V\n{VILLAGE}")
        deed = Leave()
        option = next(iter(deed.options(game.state, game.unit("A"), WHOLE)))
        game.run(partial(deed.perform, who=game.unit("A"), option=option))
        assert HAS_LIMBERED.is_on(game["A"]) is has


@pytest.mark.rule("lumi.3.1.13c", "lumi.3.3.3h")
def test_nobody_goes_from_an_enemys_zone_of_control_into_buildings():
    game = of(f"red foot A at 10,6 facing N, column\nblue foot E at 8.4,6 facing E\n{VILLAGE}")
    found = Garrison().judged(game.state, game.unit("A"), {"unit": "A", "piece": "V"})
    assert isinstance(found, Objection)
    assert (found.key, found.rule, found.about["target"]) == ("in-zone", "lumi.3.1.13c", "E")
    away = of(f"red foot A at 10,6 facing N, column\nblue foot E at 8.4,6 facing W\n{VILLAGE}")
    assert reason(away) is None


@pytest.mark.rule("lumi.3.3.3h")
def test_it_comes_out_at_the_middle_or_at_either_end_of_a_side_with_its_rear_to_the_buildings():
    game = of("red foot A at 10,10 facing N, column, in V\nvillage V 8,8 12,11")
    offered = {tuple(one["to"]) for one in Leave().options(game.state, game.unit("A"), 0)}
    assert offered == {
        *((x, 797, 0) for x in (850, 1000, 1150)),
        *((x, 1303, 1800) for x in (850, 1000, 1150)),
        *((697, y, 2700) for y in (950, 1050, 1150)),
        *((1303, y, 900) for y in (950, 1050, 1150)),
    }
