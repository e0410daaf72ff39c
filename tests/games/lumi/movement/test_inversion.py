"""The inversion of lines (3.1.12)."""

from __future__ import annotations

import pytest

from alfiere.games.lumi.command.active import INACTIVE, is_active
from alfiere.games.lumi.fire.lines import REPLY, shots
from alfiere.games.lumi.fire.volley import tally
from alfiere.games.lumi.movement.costs import use, used
from alfiere.games.lumi.movement.inversion import why_not
from alfiere.games.lumi.movement.judging import hindered
from alfiere.games.lumi.movement.orders import manoeuvre
from alfiere.games.lumi.sheets.profiles import profiles
from alfiere.games.lumi.state.base import DISORDERED, ENGAGED, ORDERED
from alfiere.games.lumi.state.unit import speed
from alfiere.games.lumi.told.common import BaseMoved
from alfiere.games.lumi.told.movement import LinesInverted
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Pose
from tests.games.lumi.lines import Situation
from tests.situation import situation

HORSE = "ad1_bhorse"


def lines(a: str, b: str, more: str = "") -> Situation:
    """Horse A and foot B of red, facing north, in command and active; an enemy far ahead."""
    profile, _, rest = a.partition(" ")
    game: Situation = situation(
        f"lumi\nred general M at 12,4 great\nred cuirassiers {rest}\nred {b}\nblue foot E at 10,16 facing S\n{more}"
    )
    game["A"].profile = profiles()[profile]
    game.state.orders = {"red": 5}
    return game


def exs(more: str = "") -> Situation:
    """Example 1: A, and B exactly 2um behind it."""
    return lines(f"{HORSE} A at 10,9 facing N", "foot B at 10,6 facing N", more)


def y(game: Situation, name: str) -> float:
    return (2000 - game[name].y) / 100


def reason(game: Situation, who: str = "A", other: str = "B") -> tuple[str, str] | None:
    found = why_not(game.state, game.unit(who), game.unit(other))
    return None if found is None else (found.key, found.rule)


@pytest.mark.rule("lumi.ex.1", "lumi.3.1.12a", "lumi.3.1.12h", "lumi.3.1.12k", "lumi.3.1.12l")
def test_example_1_the_first_line_goes_back_through_the_second():
    game = exs()
    game.run(lambda g: manoeuvre(g, game.unit("A")), "invert target=B way=back")
    assert (y(game, "A"), y(game, "B")) == (4, 6)  # 1um from rear to front
    assert (game["A"].state, game["B"].state) == (DISORDERED, ORDERED)
    assert not is_active(game.state, game.unit("A"))
    assert not is_active(game.state, game.unit("B"))
    assert INACTIVE.is_on(game["B"])
    assert game.state.orders == {"red": 5}
    assert hindered(game.state, game.unit("B")) is not None


@pytest.mark.rule("lumi.3.1.12f")
def test_who_passes_goes_farther_than_its_speed():
    game = exs()
    assert speed(game.state, game.unit("A")) == 400
    game.run(lambda g: manoeuvre(g, game.unit("A")), "invert target=B way=back")
    assert y(game, "A") == 9 - 5


@pytest.mark.rule("lumi.3.1.12r")
def test_for_fire_who_has_passed_has_moved_and_the_other_has_not():
    game = exs()
    game.run(lambda g: manoeuvre(g, game.unit("A")), "invert target=B way=back")
    assert (used(game["A"]), used(game["B"])) == (WHOLE, 0)
    before = game.state.footing(game["E"])
    game.state.stand(game["E"], before._replace(pose=Pose(1000, 1200, 1800)))  # an enemy has come up to B
    (reply,) = shots(game.state, game.unit("B"), game.unit("E"), REPLY)
    assert "has-moved" not in [name for _, name, _ in tally(game.state, game.unit("B"), reply, game.unit("E")).lines]


@pytest.mark.rule("lumi.3.1.12n")
@pytest.mark.parametrize("profile", ["ad1_bhorse", "ad1_dhorse", "ad1_ahorse", "ad1_drag"])
@pytest.mark.parametrize("other", ["foot", "cuirassiers"])
def test_anglo_dutch_cavalry_inverts_lines_with_foot_and_with_horse(profile: str, other: str):
    game = lines(f"{profile} A at 10,9 facing N, brigade X", f"{other} B at 10,6 facing N, brigade Y")
    assert reason(game) is None


@pytest.mark.rule("lumi.ex.2", "lumi.3.1.12a", "lumi.3.1.12g", "lumi.3.1.12l", "lumi.3.1.12q")
def test_example_2_the_second_line_comes_forward():
    game = lines(f"{HORSE} A at 10.4,6 facing N", "foot B at 10,9 facing 10")
    game.run(lambda g: manoeuvre(g, game.unit("A")), "invert target=B way=forward")
    assert game["A"].heading == game["B"].heading == 100
    assert (game["A"].state, game["B"].state) == (ORDERED, DISORDERED)
    straight = lines(f"{HORSE} A at 10.4,6 facing N", "foot B at 10,9 facing N")
    straight.run(lambda g: manoeuvre(g, straight.unit("A")), "invert target=B")
    assert (straight["A"].x, y(straight, "A")) == (1040, 11)


@pytest.mark.rule("lumi.ex.3", "lumi.3.1.12e")
def test_example_3_more_than_2um_apart():
    game = lines(f"{HORSE} A at 10,9.5 facing N", "foot B at 10,6 facing N")
    assert reason(game) == ("lines-too-far", "lumi.3.1.12e")


@pytest.mark.rule("lumi.ex.4", "lumi.3.1.12j")
def test_example_4_neither_may_have_moved_in_the_turn():
    game = exs("impulse 2")
    use([game["B"]], 1)
    assert reason(game) == ("has-moved-already", "lumi.3.1.12j")


@pytest.mark.rule("lumi.ex.5", "lumi.3.1.12d")
def test_example_5_both_must_be_in_line():
    assert reason(lines(f"{HORSE} A at 10,9.5 facing N, column", "foot B at 10,6 facing N")) == (
        "not-in-line",
        "lumi.3.1.12d",
    )
    assert reason(lines(f"{HORSE} A at 10,9 facing N", "foot B at 10,5.5 facing N, column")) == (
        "not-in-line",
        "lumi.3.1.12d",
    )


@pytest.mark.rule("lumi.ex.78", "lumi.3.1.12p", "lumi.3.1.12b", "lumi.3.1.12c", "lumi.3.1.12i", "lumi.3.1.12m")
def test_example_78_five_reasons_against_it():
    askew = lines(f"{HORSE} A at 10,9 facing N", "foot B at 10,6 facing E")
    assert reason(askew) == ("not-same-front", "lumi.3.1.12p")
    shifted = lines(f"{HORSE} A at 10,9 facing N", "foot B at 11.5,6 facing N")
    assert reason(shifted) == ("not-behind", "lumi.3.1.12b")
    half = lines(f"{HORSE} A at 10,9 facing N", "foot B at 11,6 facing N")
    assert reason(half) is None
    assert reason(exs("red guns G at 10,4.5 facing N")) == ("no-room-to-invert", "lumi.3.1.12c")
    idle = lines(f"{HORSE} A at 10,9 facing N", "foot B at 10,6 facing N, under X")
    assert reason(idle) == ("other-inactive", "lumi.3.1.12i")
    french = lines("fr1_horse A at 10,9 facing N", "foot B at 10,6 facing N")
    assert reason(french) == ("no-inversion", "lumi.3.1.12m")


@pytest.mark.rule("lumi.3.1.12q")
@pytest.mark.parametrize(("facing", "why"), [(15, None), (16, ("not-same-front", "lumi.3.1.12p"))])
def test_fronts_that_differ_by_15_degrees_point_the_same_way(facing: int, why: tuple[str, str] | None):
    assert reason(lines(f"{HORSE} A at 10,9 facing N", f"foot B at 10,6.5 facing {facing}")) == why


@pytest.mark.rule("lumi.3.1.12o")
def test_neither_may_be_shaken_or_engaged_and_no_enemy_near_the_new_place():
    assert reason(lines(f"{HORSE} A at 10,9 facing N", "foot B at 10,6 facing N, shaken")) == (
        "not-steady",
        "lumi.3.1.12o",
    )
    game = exs()
    ENGAGED.put(game["B"], "E")
    assert reason(game) == ("not-steady", "lumi.3.1.12o")
    ahead = lines(f"{HORSE} A at 10,6 facing N", "foot B at 10,9 facing N", "blue foot F at 10,12.4 facing N")
    assert reason(ahead) == ("no-room-to-invert", "lumi.3.1.12o")
    assert reason(exs(), "B", "A") == ("no-inversion", "lumi.3.1.12m")  # it is enough that the one who passes can


@pytest.mark.rule("lumi.3.1.12a", "lumi.3.1.12f")
def test_it_is_told_who_has_gone_through_whom_and_where_each_of_its_bases_stands():
    game = exs()
    game.run(lambda g: manoeuvre(g, game.unit("A")), "invert target=B way=back")
    assert [(one.units, one.through, one.how) for one in game.told(LinesInverted)] == [(("A",), ("B",), "back")]
    (told,) = game.told(BaseMoved)
    assert (told.unit, told.how, told.start, told.to) == ("A", "invert", (1000, 1100, 0), (1000, 1600, 0))
    assert told.path == ((1000, 1100), (1000, 1600))
