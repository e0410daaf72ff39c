"""Chapter G.6: attacks across a bridge."""

from __future__ import annotations

import pytest

from alfiere.games.risorgimento.movement.bridges import bridge_between, why_no_attack
from alfiere.games.risorgimento.movement.costs import manoeuvre
from alfiere.table.legs import Shift
from tests.games.risorgimento.melee.fights import attack, closed, lines, melee, told
from tests.situation import situation

BRIDGE = """
    risorgimento
    canal C 33,0 33,80 bridges 33,40
    red  line A at 32.5,40 facing E, attack
    blue line B at 34.5,40 facing W
    """


@pytest.mark.rule("risorgimento.g.6.1", "risorgimento.ex.43")
def test_ex_43_only_an_attack_column_attacks_across_a_bridge() -> None:
    game = situation(BRIDGE)
    s, unit, enemy = game.state, game.unit("A"), game.unit("B")
    way = (game.point(30, 40), unit.pose.point)
    assert why_no_attack(s, unit, "attack_column", way, enemy) is None
    for formation in ("line", "march_column", "open_order"):
        why = why_no_attack(s, unit, formation, way, enemy)
        assert why is not None
        assert (why.key, why.rule) == ("bridge-formation", "risorgimento.g.6.1")
    assert why_no_attack(s, unit, "line", way, game.unit("A")) is None  # nothing is crossed


@pytest.mark.rule("risorgimento.g.6.2", "risorgimento.ex.43")
def test_only_one_unit_at_a_time_attacks_across_a_bridge() -> None:
    game = situation(BRIDGE + "\n    red line D at 29.5,40 facing E, attack")
    s, second, enemy = game.state, game.unit("D"), game.unit("B")
    why = why_no_attack(s, second, "attack_column", (second.pose.point,), enemy)
    assert why is not None
    assert (why.key, why.rule) == ("bridge-taken", "risorgimento.g.6.2")
    assert why_no_attack(s, game.unit("A"), "attack_column", (game.unit("A").pose.point,), enemy) is None


@pytest.mark.rule("risorgimento.g.6.3")
def test_the_attacker_hangs_over_the_water_has_no_supports_and_the_defender_is_helped() -> None:
    game = situation(
        BRIDGE
        + """
    red  line S at 32.5,43.5 facing E
    blue line T at 34.5,43.5 facing 271
    """
    )
    closed(game, "A")
    assert game.at("A") == (32.5, 40.0)
    found = melee(game, "A")
    assert found.is_across_bridge
    assert [one.id for one in found.first.supports] == []
    assert lines(game, "B") == {"ground": 1}
    assert bridge_between(game.state, game.unit("A").pose.point, game.unit("B").pose.point) == "C"
    assert not bridge_between(game.state, game.point(32, 43), game.point(34, 43))
    game = situation(BRIDGE.replace("34.5,40 facing W", "34.5,41 facing W"))
    closed(game, "A")
    assert game.at("A") == (32.5, 40.0)  # at the bridge end, not in the middle of the enemy
    game = situation(BRIDGE.replace("canal C 33,0 33,80 bridges 33,40", "") + "\n    red line S at 32.5,43.5 facing E")
    attack(game, "A", "B")
    assert told(game) == ["A+S v B"]


@pytest.mark.rule("risorgimento.g.6.4", "risorgimento.g.6.3")
def test_a_bridge_is_crossed_in_column_only_and_only_near_its_point() -> None:
    for formation, y, goes in (("attack", 40, True), ("march", 40, True), ("line", 40, False), ("attack", 42, False)):
        game = situation(
            f"""
            risorgimento
            canal C 33,0 33,80 bridges 33,40
            red line A at 30,{y} facing E, {formation}
            """
        )
        unit = game.unit("A")
        met = manoeuvre(game.state, unit).run(game.state.footing(unit), Shift(500))
        assert (met is None) == goes, formation
