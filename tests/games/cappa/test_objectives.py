"""Chapter 3.1, kinds of objectives: each has its own keys, and hears and says of itself what no other kind does."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from alfiere.games.cappa.computer.errands import errands, prize
from alfiere.games.cappa.objectives.kinds import Kind
from alfiere.games.cappa.objectives.off_the_table import RESTED
from alfiere.games.cappa.objectives.standing import GroundCounted, HoldGround
from alfiere.games.cappa.scenario.ground_changes import Lit, as_line
from alfiere.games.cappa.state.state import OfSide, SkirmishGame
from alfiere.games.cappa.victory.aim import Aim, aims
from alfiere.kernel.bad_data import BadData, shaped
from alfiere.kernel.procedure import Procedure
from tests.games.cappa.staged import staged
from tests.situation import situation

NAME = {"en": "so", "it": "così"}
OWN: dict[str, dict[str, Any]] = {
    "break": {},
    "leave": {"who": "A", "edge": "north", "any_edge": False, "rest_in": ""},
    "carry off": {"thing": "letter", "edge": "north", "any_edge": False, "rest_in": ""},
    "reach": {"squads": 1, "rect": (0, 0, 100, 100)},
    "hold out": {"squads": 1},
    "confession": {"confession": "secret"},
    "hold ground": {"ground": "ford", "within": 6},
    "all burning": {},
    "unburnt": {"least": 1},
}
COMMON = {"text": NAME, "side": "red", "worth": 1}
EVERY_KEY = {key: value for own in OWN.values() for key, value in own.items()}
NEEDED = {
    "break": set(),
    "leave": {"who"},
    "carry off": {"thing"},
    "reach": {"side", "rect"},
    "hold out": {"side"},
    "confession": {"confession"},
    "hold ground": {"ground"},
    "all burning": {"side"},
    "unburnt": {"side", "least"},
}


def read(data: dict[str, Any]) -> Aim:
    found: Aim = shaped(data, Kind, "mine.toml")  # type: ignore[arg-type]
    return found


def test_there_are_nine_kinds() -> None:
    assert [str(one.__struct_config__.tag) for one in get_args(Kind)] == list(OWN)


@pytest.mark.rule("cappa.3.1e")
@pytest.mark.parametrize("kind", OWN)
def test_a_kind_has_its_own_keys_and_is_told_so_of_every_other(kind: str) -> None:
    data = {"kind": kind, **COMMON, **OWN[kind]}
    found = read(data)
    assert found.kind == kind
    assert {field.name for field in msgspec.structs.fields(found)} == {*COMMON, *OWN[kind]}
    for key in set(EVERY_KEY) - set(OWN[kind]):
        with pytest.raises(BadData) as told:
            read(data | {key: EVERY_KEY[key]})
        sentence, known = str(told.value).split("; known are ")
        assert sentence == f"mine.toml: object contains unknown field `{key}`"
        assert set(known.split(", ")) == {"kind", *COMMON, *OWN[kind]}


@pytest.mark.parametrize("kind", OWN)
def test_a_kind_cannot_do_without_what_it_is_about(kind: str) -> None:
    data = {"kind": kind, **COMMON, **OWN[kind]}
    for key in (*COMMON, *OWN[kind]):
        less = {name: value for name, value in data.items() if name != key}
        if key in NEEDED[kind] | {"text"}:
            with pytest.raises(BadData, match=f"missing required field `{key}`"):
                read(less)
        else:
            assert read(less).kind == kind


# Settled

LEAVE = """
    cappa on open ground 20x20
    red extra A at 19,1, pa 2
    red extra B at 19,3, pa 2
    blue extra C at 1,19
    [[exit]]
    edge = "north"
    [[exit]]
    edge = "east"
    [[objective]]
    kind = "leave"
    who = "A"
    worth = 2
    text = { en = "so", it = "cosi" }
"""


@pytest.mark.rule("cappa.3.1a")
@pytest.mark.parametrize(
    ("more", "who", "edge", "points"),
    [
        ("", "A", "north", 2),  # the edge of the red side
        ("", "A", "east", 0),
        ('edge = "east"', "A", "east", 2),
        ('edge = "east"', "A", "north", 0),
        ('edge = "east"', "B", "east", 0),
        ("any_edge = true", "A", "east", 2),
        ("any_edge = true", "A", "north", 2),
        ('side = "red"', "A", "north", 2),
        ('side = "blue"', "A", "north", 0),
    ],
)
def test_somebody_leaves_by_the_edge_that_is_meant(more: str, who: str, edge: str, points: int) -> None:
    game = situation(LEAVE + more + "\n")
    game.do(who, f"leave edge={edge}")
    assert game.state.sides["red"].points == points
    assert bool(game.state.winner) == bool(points)


@pytest.mark.rule("cappa.3.1.h2")
def test_a_side_that_is_beaten_is_not_counted_on_the_ground() -> None:
    game = staged("foats", turn=99)
    game.state.sides["blue"].is_beaten = True
    (ford,) = (one for one in aims(game.state) if one.kind == "hold ground")

    def over(g: SkirmishGame) -> Procedure[None]:
        ford.last_turn_over(g)
        yield from ()

    game.run(over)
    assert [one.seat for one in game.told(GroundCounted)] == ["red"]


# Drawn


def test_only_ground_that_is_to_be_held_is_drawn() -> None:
    drawn = {name: [one.kind for one in aims(staged(name).state) if one.marks(staged(name).state)] for name in BATTLES}
    assert drawn == {name: ["hold ground"] if name == "foats" else [] for name in BATTLES}


# Pursued

BATTLES = ("retroguardia", "antoine", "foats", "dunkerque", "terheyden", "lens")


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("retroguardia", []),
        ("antoine", ["reach"]),
        ("foats", []),
        ("dunkerque", ["all burning"]),
        ("terheyden", ["carry off"]),
        ("lens", ["leave", "carry off", "carry off"]),
    ],
)
def test_victory_tops_every_way_to_it_where_there_is_one(name: str, ways: list[str]) -> None:
    s = staged(name).state
    assert [one.kind for one in aims(s) if one.is_a_way] == ways
    assert bool(prize(s)) == bool(ways)


def test_nobody_goes_the_way_of_another_side() -> None:
    aim = '[[exit]]\nedge = "north"\n[[objective]]\nkind = "leave"\nwho = "A"\nedge = "north"\n{}\n'
    text = "text = { en = 'so', it = 'cosi' }\n"

    def pull(side: str, y: int) -> float:
        s = situation(
            f"cappa on open ground 20x20\nred extra A at 10,{y}\nblue extra C at 19,19\n{aim.format(side)}{text}"
        ).state
        return errands(s, "red", s.standing("red"))

    assert pull('side = "red"', 5) > pull('side = "red"', 15)
    assert pull('side = "blue"', 5) == pull('side = "blue"', 15) == 0


def test_nothing_is_fetched_before_the_rest() -> None:
    s = staged("lens").state
    (aim,) = (one for one in aims(s) if one.kind == "carry off" and one.side == "french")
    seat = s.scenario.seat_of["french"]
    s.things["letter"].bearer, s.things["letter"].x, s.things["letter"].y = "", 1000, 2000
    assert aim.sought(s, seat) == []
    RESTED.put(s, OfSide("inn", seat))
    assert [one.place for one in aim.sought(s, seat)] == [(1000, 2000)]
    s.things["letter"].bearer = "dartagnan"
    assert aim.sought(s, seat) == []


def test_whoever_may_not_set_fire_wants_nothing_to_burn() -> None:
    s = staged("dunkerque").state
    before = errands(s, "blue", s.standing("blue"))
    s.changed.append(as_line(Lit(next(iter(s.ground.buildings)), 1)))
    assert errands(s, "blue", s.standing("blue")) < before


FORD = """
    cappa on open ground 40x40
    red  extra A at {},20
    blue extra B at 35,35
    [[terrain]]
    id = "ford"
    kind = "marsh"
    name = {{ en = "ford", it = "guado" }}
    rect = [18, 18, 22, 22]
    [[objective]]
    kind = "hold ground"
    ground = "ford"
    text = {{ en = "a", it = "b" }}
    worth = 1
"""


@pytest.mark.rule("cappa.3.1.h2", "cappa.geo.2")
@pytest.mark.parametrize(("x", "count"), [(22.5, 1), (22.51, 1), (22.52, 0)])
def test_where_no_distance_is_named_only_who_touches_the_ground_holds_it(x: float, count: int) -> None:
    game = situation(FORD.format(x))
    (ford,) = aims(game.state)
    assert isinstance(ford, HoldGround)
    assert ford.men_near(game.state, "red") == count
