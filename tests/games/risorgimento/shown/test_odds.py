"""The odds a player is told before he answers cavalry, and after a melee is won."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.battles.deed import Deed
from alfiere.games.risorgimento.charge.deeds import CHARGE_DEEDS
from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS
from alfiere.games.risorgimento.melee.deeds import MELEE_DEEDS
from alfiere.games.risorgimento.shown.preview import prospects
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.unit import Unit
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.prospect import Prospect
from tests.situation import situation

DEEDS: dict[str, Deed[BattleState, Unit]] = {one.verb: one for one in (*CHARGE_DEEDS, *MELEE_DEEDS)}


def asked(unit: str, target: str, far: int = 0) -> Decision:
    return Decision("blue", "any", [], {"unit": unit, "target": target, "far": far})


def odds(s: BattleState, verb: str, decision: Decision, **args: str) -> list[Prospect]:
    return DEEDS[verb].prospects(s, decision, Option(verb, args))


FIELD = """
    risorgimento 80x60
    red  hussars H at 30,30 facing E
    red  cuirassiers K at 30,20 facing E
    blue line A at 40,30 facing W, vd 7
    blue chasseurs C at 40,20 facing W, open, vd 7
    blue guns G at 40,10 facing W, vd 7
    blue hussars L at 44,36 facing W, vd 7
"""


@pytest.fixture
def s() -> BattleState:
    found: BattleState = situation(FIELD).state
    return found


def line(one: Prospect, at: int = 0) -> str:
    return one.tallies[0].lines[at][1]


@pytest.mark.rule("risorgimento.e.2.2.1")
def test_the_odds_of_a_square_hang_on_how_far_and_how_heavy_the_cavalry_is(s: BattleState) -> None:
    near = s.tables.distances.charge_near
    (light,) = odds(s, "form-square", asked("A", "H", near - 1), unit="A")
    (heavy,) = odds(s, "form-square", asked("A", "K", near - 1), unit="A")
    (far,) = odds(s, "form-square", asked("A", "K", near), unit="A")
    assert light.results[1] > heavy.results[1]
    assert far.results[1] > heavy.results[1]
    assert far.results[1] + far.results[0] == 1
    assert line(heavy) == "square-near-heavier"
    (drawn,) = DEEDS["form-square"].sketch(s, asked("A", "H", 0), Option("form-square", {"unit": "A"})) or []
    assert (drawn["formation"], drawn["size"]) == ("square", list(s.shape(s.units["A"], "square")))


@pytest.mark.rule("risorgimento.e.2.2.8")
def test_light_infantry_that_goes_back_is_tested_only_from_near(s: BattleState) -> None:
    near = s.tables.distances.charge_near
    assert odds(s, "evade", asked("C", "H", near), unit="C") == []
    (one,) = odds(s, "evade", asked("C", "H", near - 1), unit="C")
    assert line(one) == "evades-near-light"


@pytest.mark.rule("risorgimento.e.2.3.3")
def test_a_battery_that_limbers_or_drives_off_is_tested(s: BattleState) -> None:
    (one,) = odds(s, "evade", asked("G", "H"), unit="G")
    assert one.results[1] == Fraction(7, 10)
    assert one.kind == "discipline"


@pytest.mark.rule("risorgimento.e.2.2.11")
def test_the_odds_of_a_recall_hang_on_the_distance(s: BattleState) -> None:
    (far,) = odds(s, "recall", asked("H", "A"), unit="H")
    s.units["A"].x -= 600
    s.laid = None
    (near,) = odds(s, "recall", asked("H", "A"), unit="H")
    assert (line(far), line(near)) == ("recall-far", "recall-near")


@pytest.mark.rule("risorgimento.e.2.1.6")
def test_a_counter_charge_has_its_own_test_and_then_that_of_whom_it_meets(s: BattleState) -> None:
    own, theirs = odds(s, "counter-charge", asked("", "H"), unit="L", target="H")
    assert (own.who, own.when, theirs.who, theirs.when) == ("L", "", "H", "then")
    (drawn,) = DEEDS["counter-charge"].sketch(s, asked("", "H"), Option("", {"unit": "L", "target": "H"})) or []
    assert drawn["points"] == [list(s.units["L"].pose.point), list(s.units["H"].pose.point)]


@pytest.mark.rule("risorgimento.e.1.2")
def test_a_charge_that_is_noted_shows_the_morale_of_its_target(s: BattleState) -> None:
    (one,) = odds(s, "note-charge", Decision("red", "note-charge", [], {"unit": "H"}), unit="H", target="C")
    assert (one.kind, one.who, one.when) == ("morale", "C", "then")
    assert line(one) == "caught-by-cavalry"


@pytest.mark.rule("risorgimento.g.4.1.10")
def test_a_commander_holds_back_or_urges_on_by_his_bonus() -> None:
    s = situation("""
        risorgimento 60x60
        red  hussars H at 30,30 facing E, vd 8
        red  CB X at 28,30 bonus 2, with H
        blue line B at 40,30 facing W
    """).state
    back, on = (odds(s, verb, asked("H", ""), unit="H", target="B")[0] for verb in ("hold-back", "urge-on"))
    assert back.results[1] - on.results[1] == Fraction(4, 10)


@pytest.mark.rule("risorgimento.g.4.1.12")
def test_a_charge_out_of_an_advance_tests_whom_it_hits_unless_he_runs(s: BattleState) -> None:
    (one,) = odds(s, "charge", asked("H", ""), unit="H", target="A")
    assert one.who == "A"
    s.units["A"].is_routed = True
    assert odds(s, "charge", asked("H", ""), unit="H", target="A") == []


@pytest.mark.rule("risorgimento.e.1.4")
def test_the_melee_of_a_charge_counts_the_bonus_of_who_came_straight() -> None:
    s = situation("""
        risorgimento 60x60
        red  hussars H at 30,30 facing E
        blue line B at 32,30 facing W
    """).state
    decision = Decision("red", "charge-melees", [], {})
    option = {"unit": "H", "target": "B"}
    plain = odds(s, "fight-charge", decision, **option)
    CHARGE_BONUS.put(s.units["H"])
    charged = odds(s, "fight-charge", decision, **option)
    assert len(plain) == 4
    hers = [next(one for one in found if (one.kind, one.who) == ("melee", "H")) for found in (plain, charged)]
    assert hers[1].tallies[0].total > hers[0].tallies[0].total
    s.units["B"].x += 1000
    s.laid = None
    assert odds(s, "fight-charge", decision, **option) == []


@pytest.mark.rule("risorgimento.b.1.1", "risorgimento.e.3.2.3")
@pytest.mark.parametrize(("angle", "enemy", "tried"), [(900, 44, True), (450, 44, False), (900, 70, False)])
def test_a_sudden_change_of_front_near_the_enemy_shows_its_test(angle: int, enemy: float, tried: bool) -> None:
    game = situation(f"""
        risorgimento
        blue line A at 34,30 facing N
        red  line E at {enemy},30 facing E
    """)
    move = Option("move", {"unit": "A", "legs": [{"turn": angle}]})
    found = prospects(game.state, Decision("blue", "order", [], {"unit": "A"}), move)
    assert [(one.kind, one.who) for one in found] == ([("discipline", "A")] if tried else [])
