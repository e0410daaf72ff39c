"""D.2 and F.4: how far one sees, and how deep into woods, crops and houses."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.fire.sight import is_visible
from tests.games.risorgimento.fire.firing import a_field, aim, phase_f
from tests.games.risorgimento.lines import Situation
from tests.situation import situation


def see(game: Situation, one: str = "A", other: str = "B") -> bool:
    first, second = game.unit(one), game.unit(other)
    assert is_visible(game.state, first, second) == is_visible(game.state, second, first)
    return is_visible(game.state, first, second)


@pytest.mark.rule("risorgimento.d.2.1", "risorgimento.d.2.4")
def test_in_the_open_one_sees_twice_as_far_as_the_heaviest_gun_fires():
    def at(x: float) -> Situation:
        return situation(f"""
            risorgimento 120x80
            red  line A at 10,40 facing E
            blue line B at {x},40 facing W
        """)

    heaviest = max(one.bands[-1] for one in at(50).state.tables.weapons.values())
    assert (heaviest, at(50).state.ground.known.visibility) == (4800, 9600)
    assert see(at(11 + 96 + 1))  # fronts at 11 and 107
    assert not see(at(11 + 96 + 1.01))


@pytest.mark.rule("risorgimento.d.2.2", "risorgimento.d.2.3")
@pytest.mark.parametrize(
    ("kind", "depth"), [("sparse_wood", 2), ("wheat", 2), ("dense_wood", 1), ("vineyard", 1), ("rice_field", 0)]
)
def test_one_sees_so_deep_into_what_hides(kind: str, depth: int):
    def inside(far: float) -> Situation:
        return a_field(f"""
            red  line A at 20,40 facing E
            blue line B at 30,40 facing W
            {kind} W {29 - far},30 50,50
        """)

    assert see(inside(depth or 6))
    assert see(inside(depth + 0.01 if depth else 7)) == (not depth)


@pytest.mark.rule("risorgimento.d.2.3")
def test_in_a_village_one_is_seen_from_the_side_one_holds_and_not_through_the_houses():
    game = a_field("""
        village_sector V 40,30
        blue line B at 1,1 facing N, in V north
        red  line A at 43.75,44 facing S
        red  line C at 43.75,24 facing N
        red  line D at 34,36 facing E
    """)
    assert see(game, "A", "B")
    assert not see(game, "C", "B")
    assert not see(game, "D", "B")  # 2 cm of houses from the side


@pytest.mark.rule("risorgimento.d.2.5", "risorgimento.ex.53")
def test_stretches_of_different_ground_add_up_by_the_share_of_what_each_lets_through():
    text = """
        red  line A at 20,40 facing E
        blue line B at 29.5,40 facing W
        sparse_wood W 10,30 22.5,50
    """
    game = a_field(text)  # the front at 21, 1.5 cm inside; 7.5 cm to the enemy at 28.5
    assert see(game)
    found = aim(game, "A", "B")
    assert found is not None
    assert (found.shot.far, found.band) == (750, "medium")
    assert not see(a_field(f"{text}\nvineyard V 28,30 60,50"))  # 1.5 / 2 + 0.5 / 1
    assert see(a_field(f"{text}\nvineyard V 28.25,30 60,50"))  # 1.5 / 2 + 0.25 / 1 is just 1


@pytest.mark.rule("risorgimento.d.2.5")
def test_where_two_hiding_grounds_lie_on_each_other_the_denser_counts():
    text = """
        red  line A at 20,40 facing E
        blue line B at 30,40 facing W
        wheat W 24,30 25,50
    """
    assert see(a_field(text))
    assert see(a_field(f"{text}\nvineyard V 24,30 25,50"))  # 1 of 1, not 1 of 1 and 1 of 2
    assert not see(a_field(f"{text}\nvineyard V 24,30 25.01,50"))


@pytest.mark.rule("risorgimento.d.2.6", "risorgimento.f.4.1")
def test_nobody_fires_at_what_he_does_not_see():
    def volleys(depth: float) -> int:
        game = a_field(f"""
            red  line A at 20,40 facing E
            blue line B at 30,40 facing W
            wheat W 25,30 {25 + depth},50
            dice red 10 blue 10
        """)
        game.unscripted = lambda decision: decision.options[0]  # type: ignore[method-assign]
        return len(phase_f(game))

    assert volleys(2) == 2
    assert volleys(2.1) == 0
