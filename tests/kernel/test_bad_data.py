"""A file that cannot be used is refused in one sentence, whichever process read it."""

import pickle
from typing import Any, Literal

import pytest

from alfiere.kernel.bad_data import BadData, shaped
from alfiere.kernel.forms import Form


def test_a_refusal_comes_home_from_a_worker_as_it_was():
    refused = BadData("lens.toml", "table.rows", "it must be at least 1")
    again = pickle.loads(pickle.dumps(refused))
    assert isinstance(again, BadData)
    assert str(again) == "lens.toml: table.rows: it must be at least 1"
    assert (again.file, again.where, again.why) == ("lens.toml", "table.rows", "it must be at least 1")


class Wood(Form, frozen=True, kw_only=True, tag="wood", tag_field="kind"):
    trees: int = 0


class Hill(Form, frozen=True, kw_only=True, tag="hill", tag_field="kind"):
    height: Literal[1, 2] = 1


class Map(Form, frozen=True, kw_only=True):
    ground: tuple[Wood | Hill, ...] = ()
    edges: dict[str, Literal["open", "closed"]] = {}
    pair: tuple[int, Literal["north", "south"]] | None = None
    first: Hill | None = None
    size: int = 1


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (
            {"colour": "red"},
            "map.toml: object contains unknown field `colour`; known are ground, edges, pair, first, size",
        ),
        ({"ground": [{"kind": "lake"}]}, "map.toml: ground[0].kind: invalid value 'lake'; known are wood, hill"),
        (
            {"ground": [{"kind": "wood"}, {"kind": "hill", "trees": 3}]},
            "map.toml: ground[1]: object contains unknown field `trees`; known are kind, height",
        ),
        (
            {"ground": [{"kind": "hill", "height": 3}]},
            "map.toml: ground[0].height: invalid enum value 3; known are 1, 2",
        ),
        ({"edges": {"north": "shut"}}, "map.toml: edges[...]: invalid enum value 'shut'; known are closed, open"),
        ({"pair": [1, "up"]}, "map.toml: pair[1]: invalid enum value 'up'; known are north, south"),
        ({"first": {"kind": "wood"}}, "map.toml: first.kind: invalid value 'wood'; known are hill"),
        ({"size": "big"}, "map.toml: size: expected `int`, got `str`"),
        ({"ground": [{"trees": 1}]}, "map.toml: ground[0]: object missing required field `kind`"),
    ],
)
def test_what_is_not_known_is_told_with_what_is(data: dict[str, Any], why: str) -> None:
    with pytest.raises(BadData) as told:
        shaped(data, Map, "map.toml")
    assert str(told.value) == why
