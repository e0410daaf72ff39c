"""Tables 5, 5b and 14: costs, tests and effects of the ground as the rules give them, and slips in their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games.risorgimento.ruleset import GAME
from alfiere.games.risorgimento.sheets.tables import DATA
from alfiere.games.risorgimento.sheets.terrain import MOVERS, read_terrain, terrain
from tests.games.slips import sentence

# What a cm costs in each column of table 5, in hundredths; 0 is closed
COSTS = {
    "wheat": [100, 100, 100, 100, 150],
    "vineyard": [150, 150, 100, 200, 200],
    "sparse_wood": [150, 150, 100, 200, 200],
    "dense_wood": [200, 200, 150, 0, 0],
    "gentle_slope": [150, 150, 100, 150, 150],
    "steep_slope": [200, 200, 150, 200, 300],
    "rice_field": [200, 200, 150, 300, 0],
    "canal": [0, 0, 0, 0, 0],
}
QUARTER, HALF = 250_000, 500_000


@pytest.mark.rule("risorgimento.e.5.1")
@pytest.mark.parametrize("kind", COSTS)
def test_what_the_ground_costs_each_mover(kind: str):
    known = terrain()
    assert [0 if known.is_closed(kind, one) else known.cost(kind, one) for one in MOVERS] == COSTS[kind]


@pytest.mark.rule("risorgimento.e.5.1")
def test_what_is_paid_once_for_crossing_or_entering():
    known = terrain()
    for kind in ("stream", "wall", "railway_embankment"):
        assert known.goings[kind].once == dict.fromkeys(MOVERS[:4], QUARTER)
        assert known.goings[kind].closed == ("limbered",)
    assert known.goings["village_sector"].once == dict.fromkeys(MOVERS[:3], HALF)
    assert known.goings["farm"].once == dict.fromkeys(MOVERS[:3], QUARTER)
    assert known.ford.once == dict.fromkeys(MOVERS[:4], QUARTER) | {"limbered": HALF}
    assert known.goings["deep_stream"].closed == ("horse", "limbered")


@pytest.mark.rule("risorgimento.e.5.2")
def test_which_moves_call_for_a_test_and_what_it_adds():
    def tests(kind: str) -> list[int | None]:
        going = terrain().goings[kind]
        foot = [
            going.test("infantry", one) for one in ("march_column", "attack_column", "line", "square", "open_order")
        ]
        return [*foot, going.test("cavalry", "line"), going.test("artillery", "limbered")]

    assert tests("vineyard") == tests("sparse_wood") == [None, 0, 0, None, None, 1, 1]
    assert tests("dense_wood") == [1, 1, 1, None, None, None, None]
    assert tests("steep_slope") == [None, None, 0, None, None, 1, 1]
    assert tests("stream") == [0, 0, 0, 0, None, 0, None]
    assert tests("rice_field") == [1, 1, 1, None, 0, 2, None]
    assert tests("wall") == [None, None, 0, None, None, 1, None]
    assert tests("village_sector") == [None, None, None, None, None, None, 0]
    assert set(terrain().goings["village_sector"].through.values()) == {0}
    assert tests("wheat") == tests("gentle_slope") == tests("farm") == [None] * 7
    assert terrain().ford.test("artillery", "limbered") == 0
    assert terrain().ford.test("infantry", "open_order") is None


@pytest.mark.rule("risorgimento.d.2.2", "risorgimento.d.2.3", "risorgimento.d.2.4")
def test_how_deep_one_sees():
    known = terrain()
    assert {kind: known.effects[kind].visibility for kind in sorted(known.hiding)} == {
        "dense_wood": 100,
        "farm": 100,
        "sparse_wood": 200,
        "village_sector": 100,
        "vineyard": 100,
        "wheat": 200,
    }
    assert known.visibility == 9600
    assert terrain(2).visibility == 19200


@pytest.mark.rule("risorgimento.scale.8")
def test_costs_are_no_lengths():
    assert terrain(2).cost("vineyard", "horse") == terrain(1).cost("vineyard", "horse")
    assert terrain(2).goings["stream"].once == terrain(1).goings["stream"].once
    assert terrain(2).kinds["road"].width == 2 * terrain(1).kinds["road"].width == 200


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('going = "road"', 'going = "street"', "kind road.going: «street» is not known; it must be one of open, road,"),
        (
            'effect = "hill"',
            'effect = "hell"',
            "kind gentle_slope.effect: «hell» is not known; it must be one of open,",
        ),
        ('cover = "light-cover"', 'cover = "thin"', "effect wheat.cover: «thin» is not known; it must be one of dis"),
        ('melee = "ground"', 'melee = "mud"', "effect dense_wood.melee: «mud» is not known; it must be one of dis"),
        (
            "tests = { line = 0,",
            "tests = { lines = 0,",
            "going vineyard.tests: «lines» is not known; it must be one of",
        ),
        ("through = { march_column", "through = { column", "going village.through: «column» is not known; it must be"),
        (
            "cost = { limbered = 1.5 }",
            "cost = { waggon = 1.5 }",
            "going[2].cost: invalid enum value 'waggon'; known are close, h",
        ),
        ("cost = { limbered = 1.5 }", "cost = { limbered = 1.555 }", "going[2].cost.limbered: 1.555 is finer than"),
        ('id = "stream"\nonce', 'id = "river"\nonce', "going river: this id stands twice"),
        ('it = "strada"', 'it = " "', "kind road.name: the name is empty in a language: «it»"),
    ],
)
def test_a_slip_in_the_terrain_is_told_in_one_sentence(tmp_path: Path, old: str, new: str, told: str):
    assert sentence(tmp_path, DATA / "terrain.toml", read_terrain, old, new).startswith(told)


@pytest.mark.parametrize("language", ["en", "it"])
def test_all_ground_that_tries_the_order_of_a_unit_has_a_name_in_what_is_told(language: str) -> None:
    """A rice field had none: the odds of a move into it could not be told."""
    known, reasons = terrain(), GAME.words(language).sections["reason"]
    trying = {kind for kind, row in known.goings.items() if any(add is not None for add in row.tests.values())}
    assert {"rice_field", "railway_embankment", "vineyard", "village_sector"} <= trying
    assert not [kind for kind in (*trying, "canal") if kind not in reasons]
