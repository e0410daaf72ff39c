"""How much a scenario from a stranger may hold."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.bounds import refuse_too_much

EVERY = [(code, name) for code, rules in GAMES.items() for name in rules.scenario_ids()]


def refused(code: str, source: dict[str, Any]) -> str:
    with pytest.raises(BadData) as found:
        refuse_too_much(source, GAMES[code].bounds(), "battle")
    return str(found.value)


@pytest.mark.parametrize(("code", "name"), EVERY)
def test_every_battle_that_comes_with_a_game_is_well_within_its_bounds(code: str, name: str) -> None:
    source = dict(GAMES[code].scenario(name).source)
    refuse_too_much(source, GAMES[code].bounds(), name)
    terrain = source.get("terrain", [])  # none where the players lay it out
    refuse_too_much(source | {"terrain": [*terrain, *terrain]}, GAMES[code].bounds(), name)


def test_what_is_too_much_is_named_with_its_bound() -> None:
    source = copy.deepcopy(dict(GAMES["cappa"].scenario("antoine").source))
    source["side"][0]["character"] = [{}] * 1000
    assert refused("cappa", source) == "battle: side.character: there are 1000; at most 24 are allowed here"
    assert "terrain: there are 4000; at most 48" in refused("cappa", {"terrain": [{}] * 4000})
    assert "side.squad.members.count: it is 900; at most 20" in refused(
        "cappa", {"side": [{"squad": [{"members": [{"count": 900}]}]}]}
    )
    assert "table.columns: it is 4000; at most 40" in refused("esa", {"table": {"columns": 4000}})
    assert "summary: it has 5000 characters; at most 2000" in refused("esa", {"summary": "x" * 5000})
    assert "anything: there are 33; at most 32" in refused("esa", {"anything": [0] * 33})


def test_men_of_all_squads_are_counted_together() -> None:
    squads = [{"members": [{"count": 20}, {"count": 4}]} for _ in range(5)]
    refuse_too_much({"side": [{"squad": squads}]}, GAMES["cappa"].bounds(), "battle")
    one_more = {"side": [{"squad": squads}, {"squad": [{"members": [{"count": 1}]}]}]}
    assert "side.squad.members.count: there are more than 120 in all" in refused("cappa", one_more)


def test_neither_depth_nor_breadth_nor_a_number_goes_without_end() -> None:
    deep: Any = 1
    for _ in range(50):
        deep = [deep]
    assert "nested too deeply" in refused("esa", {"a": deep})
    assert "4000 entries in all" in refused("esa", {f"k{i}": {f"l{j}": [0] * 30 for j in range(30)} for i in range(9)})
    assert "at most 1000000 is allowed" in refused("esa", {"a": [10**9]})
