"""The Fire phase: who fires first, replies, exchanges of the engaged, and free answers (5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from alfiere.games.lumi.fire.phase import FIRE_DEED, fire_phase, may_open_fire
from alfiere.games.lumi.state.base import DISORDERED, ENGAGED, HAS_FIRED, HAS_FOUGHT, HAS_MOVED, SHAKEN
from alfiere.games.lumi.state.battle import LumiGame
from alfiere.games.lumi.state.sight import sees
from alfiere.games.lumi.told.fire import ShotInVain, VolleyFired
from alfiere.games.lumi.victory.cohesion import end_battle
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.objection import Objection
from tests.games.lumi.lines import Situation
from tests.situation import situation


def phase(game: Situation, *answers: Any) -> None:
    """The whole phase; whoever is not told anything ceases fire and does not reply."""

    def last(decision: Decision) -> Option:
        return decision.options[-1]

    game.unscripted = last  # type: ignore[method-assign]
    game.state.phase, game.state.step = "fire", 0
    game.run(lambda g: fire_phase(g, lambda g: None), *answers)


def who_fired(game: Situation) -> list[tuple[str, str, str]]:
    return [(one.units[0], one.target[0], one.how) for one in game.told(VolleyFired)]


def judged(game: Situation, args: Mapping[str, Any]) -> Option | Objection | None:
    """What the decision of red makes of a free answer."""
    found: list[Any] = []

    def look(decision: Decision) -> Option:
        assert decision.free is not None
        found.append(decision.free("fire", args))
        return decision.options[-1]

    phase(game, look)
    result: Option | Objection | None = found[0]
    return result


FACE_TO_FACE = """
    lumi
    red general R at 10,8 able
    red foot A at 10,10 facing N, fire 0
    blue foot T at 10,12 facing S, fire 0
    """


@pytest.mark.rule("lumi.5.3.4a", "lumi.5.1.3", "lumi.5.1.5", "lumi.ex.86")
def test_fire_and_reply_are_rolled_before_any_effect():
    game = situation(FACE_TO_FACE + "dice red 5 1 blue 2 6")
    game.state.orders["red"] = 5
    phase(game, "fire unit=A target=T", "reply unit=T")
    assert who_fired(game) == [("A", "T", "fire"), ("T", "A", "reply")]
    assert [one.damages for one in game.told(VolleyFired)] == [3, 5]
    assert [(game[id].losses, game[id].state) for id in "AT"] == [(1, DISORDERED), (1, DISORDERED)]
    assert all(HAS_FIRED.is_on(game[id]) for id in "AT")
    assert not game.dice_left


@pytest.mark.rule("lumi.10.5")
def test_in_fog_who_has_fired_or_replied_is_seen_from_twice_as_far():
    game = situation(FACE_TO_FACE + "dice red 5 1 blue 2 6\nweather fog")
    game.state.orders["red"] = 5
    phase(game, "fire unit=A target=T", "reply unit=T")
    for name, y in (("A", 700), ("T", 1400)):  # 6um apart, where 4um is as far as one sees
        game.state.stand(game[name], game.state.footing(game[name])._replace(pose=game[name].pose._replace(y=y)))
    a, t = game.unit("A"), game.unit("T")
    assert (sees(game.state, a, t), sees(game.state, t, a)) == (True, True)


@pytest.mark.rule("lumi.5.3.4b")
def test_a_reply_is_given_to_one_shooter_and_is_all_the_fire_of_the_impulse():
    game = situation(
        """
        lumi
        initiative red
        red general R at 10,8 able
        red foot A at 9,10 facing N, fire 0, brigade X
        red foot B at 11,10 facing N, fire 0, brigade Y
        blue general N at 10,14 able
        blue foot T at 10,12 facing S, fire 0
        dice red 1 6 1 blue 6 1 6
        """
    )
    game.state.orders = {"red": 5, "blue": 5}
    phase(game, "fire unit=A target=T", "reply unit=T", "fire unit=B target=T")
    assert who_fired(game) == [("A", "T", "fire"), ("T", "A", "reply"), ("B", "T", "fire")]
    assert [(one.seat, one.key) for one in game.asked] == [("red", "fire"), ("blue", "reply"), ("red", "fire")]


@pytest.mark.rule("lumi.5.3.4a")
def test_nobody_need_reply():
    game = situation(FACE_TO_FACE + "dice red 5 blue 2")
    game.state.orders["red"] = 5
    phase(game, "fire unit=A target=T", "hold-fire unit=T")
    assert who_fired(game) == [("A", "T", "fire")]
    assert not HAS_FIRED.is_on(game["T"])


@pytest.mark.rule("lumi.7.1.2a", "lumi.7.1.2b", "lumi.7.1.3e", "lumi.5.3.4a")
def test_two_units_shaken_by_fire_and_reply_spare_the_one_with_the_initiative():
    game = situation(
        """
        lumi
        red general R at 10,8 able
        red foot A at 10,10 facing N, fire 0, disordered, morale 0
        blue foot T at 10,12 facing S, fire 0, disordered, morale 0
        dice red 6 1 5 blue 2 6 5
        """
    )
    game.state.orders["red"] = 5
    phase(game, "fire unit=A target=T", "reply unit=T", "stay")
    assert (game["A"].state, game["T"].state) == (DISORDERED, SHAKEN)


@pytest.mark.rule("lumi.5.3.2", "lumi.5.3.3", "lumi.2.1.20")
def test_only_active_units_open_fire_but_batteries_that_have_not_moved_in_the_first_impulse():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red guns G at 14,10 facing N
        blue foot T at 10,12 facing S, brigade X
        blue foot U at 14,13 facing S, brigade Y
        """
    )
    assert may_open_fire(game.state, game.unit("A")) is not None
    assert may_open_fire(game.state, game.unit("G")) is None
    HAS_MOVED.put(game["G"])
    assert may_open_fire(game.state, game.unit("G")) is not None
    HAS_MOVED.clear(game["G"])
    game.state.impulse = 2
    assert may_open_fire(game.state, game.unit("G")) is not None


@pytest.mark.rule("lumi.5.3.1")
def test_the_side_with_the_initiative_fires_first_one_unit_at_a_time():
    game = situation(
        """
        lumi
        initiative blue
        red guns G at 10,10 facing N, fire 0
        red guns H at 14,10 facing N, fire 0
        blue guns T at 10,13 facing S, fire 0
        blue guns U at 14,13 facing S, fire 0
        dice red 1 1 1 1 blue 1 1 1 1
        """
    )
    phase(game, "fire unit=U target=H", "fire unit=T target=G", "fire unit=G target=T", "fire unit=H target=U")
    assert [one[0] for one in who_fired(game)] == ["U", "T", "G", "H"]
    assert [one.seat for one in game.asked if one.key == "fire"] == ["blue", "blue", "red", "red"]


@pytest.mark.rule("lumi.5.3.1", "lumi.4.2.7", "lumi.5.2.3c")
def test_engaged_units_fire_at_each_other_before_all_others_and_without_orders():
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N, fire 0
        red guns G at 14,10 facing N, fire 0
        blue foot T at 10,11.5 facing S, fire 0, brigade X
        blue foot U at 14,13 facing S, brigade Y
        dice red 1 1 1 blue 6 1 6
        """
    )
    ENGAGED.put(game["A"], "T")
    ENGAGED.put(game["T"], "A")
    phase(game, "exchange-fire unit=A", "fire unit=G target=U")
    assert who_fired(game) == [("A", "T", "engaged"), ("T", "A", "engaged"), ("G", "U", "fire")]
    assert {one.band for one in game.told(VolleyFired)[:2]} == {"short"}


@pytest.mark.rule("lumi.5.1.2b", "lumi.1.6.6")
def test_the_bases_of_a_unit_may_fire_at_different_targets_declared_before_any_die():
    game = situation(
        """
        lumi
        red general R at 10,8 able
        red foot A at 9,10 facing N, fire 0
        red foot B at 11,10 facing N, fire 0
        blue foot T at 8.9,12 facing S, brigade X
        blue foot U at 11.1,12 facing S, brigade Y
        dice red 6 6 1 blue 1 1 6
        """
    )
    game.state.orders["red"] = 5
    phase(game, "fire unit=A with=B target=T", "fire unit=B target=U", "hold-fire unit=T", "reply unit=U")
    assert who_fired(game) == [("A", "T", "fire"), ("A", "U", "fire"), ("U", "A", "reply")]
    assert [one.bases for one in game.told(VolleyFired)] == [("A",), ("B",), ("U",)]
    offered = [one.meaning for one in game.asked[0].options]
    assert "fire unit=A target=T" in offered  # each base alone, too
    assert "fire unit=B target=U" in offered


@pytest.mark.rule("lumi.1.8.6", "lumi.5.2.1d", "lumi.ex.44")
def test_fire_that_is_declared_beyond_range_is_spent():
    game = situation("lumi\nred guns G at 10,2 facing N\nblue foot T at 10,11.5 facing S\nblue foot U at 20,8 facing S")
    free = FIRE_DEED.judged(game.state, game.unit("G"), {"unit": "G", "target": "T"})
    assert isinstance(free, Option)
    game.run(lambda g: FIRE_DEED.perform(g, game.unit("G"), free))
    assert [(one.units, one.target) for one in game.told(ShotInVain)] == [(("G",), ("T",))]
    assert HAS_FIRED.is_on(game["G"])


@pytest.mark.rule("lumi.1.8.6", "lumi.1.8.7", "lumi.5.3.2", "lumi.5.2.2a")
@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"unit": "G", "target": "U"}, "fire unit=G target=U"),
        ({"unit": "G", "target": "far"}, "fire unit=G target=far"),
        ({"unit": "A", "target": "U"}, "inactive-fire"),
        ({"unit": "G", "with": ["A"], "target": "U"}, "not-one-brigade"),
        ({"unit": "U", "target": "A"}, None),
        ({"unit": "G", "target": "A"}, None),
        ({"unit": "G", "target": "nobody"}, None),
        ({"unit": "G", "target": "U", "more": 1}, None),
        ({}, None),
    ],
)
def test_a_person_may_name_any_enemy_he_sees(args: dict[str, Any], expected: str | None):
    game = situation(
        """
        lumi
        red foot A at 10,10 facing N
        red guns G at 14,10 facing N
        blue foot U at 14,13 facing S, brigade Y
        blue foot far at 22,11 facing S, brigade Z
        """
    )
    found = judged(game, args)
    assert (found.meaning if isinstance(found, Option) else found and found.key) == expected


@pytest.mark.rule("lumi.5.3.5", "lumi.5.3.4a")
def test_the_sketch_shows_the_shot_and_the_odds_count_the_reply():
    game = situation(FACE_TO_FACE)
    game.state.orders["red"] = 5
    decision = Decision("red", "fire", [])
    option = Option("fire", {"unit": "A", "target": "T"})
    assert [one["kind"] for one in FIRE_DEED.sketch(game.state, decision, option)] == ["cone", "shot"]
    assert [(one.who, one.when) for one in FIRE_DEED.prospects(game.state, decision, option)] == [
        ("A", ""),
        ("T", "reply"),
    ]


@pytest.mark.rule("lumi.11.7")
def test_the_phase_stops_when_somebody_has_won():
    game = situation(FACE_TO_FACE + "dice red 1 blue 6")
    game.state.orders["red"] = 5

    def settle(g: LumiGame) -> None:
        end_battle(g, "red", "beaten", "lumi.11.7")

    game.state.phase = "fire"
    game.run(lambda g: fire_phase(g, settle))
    assert not game.told(VolleyFired)


@pytest.mark.rule("lumi.3.3.3g", "lumi.5.3.2")
def test_buildings_in_range_are_fired_at_though_their_garrison_stands_far_inside():
    game = situation(
        "lumi\nred general R at 10,4 able\nred foot A at 10,6 facing N, fire 0\n"
        "village V 8,7 12,11\nblue foot E at 10,9 facing N, in V\ndice red 1 blue 6"
    )
    game.state.orders["red"] = 5
    HAS_FOUGHT.put(game["E"])  # so it is seen inside, lumi.10.3
    phase(game, "fire unit=A target=E")
    assert who_fired(game) == [("A", "E", "fire")]


@pytest.mark.rule("lumi.5.1.2", "lumi.1.6.8")
def test_a_unit_fires_as_a_whole_at_an_enemy_that_only_one_of_its_bases_has_in_range():
    game = situation(
        """
        lumi
        red general R at 10,8 able
        red foot A at 10,10 facing N, fire 0
        red foot B at 12,10 facing N, fire 0
        red foot C at 14,10 facing N, fire 0
        blue foot T at 9,12 facing S, fire 0
        dice red 1 blue 6
        """
    )
    game.state.orders["red"] = 5
    phase(game, "fire unit=A with=B,C target=T", "hold-fire unit=T")
    assert [one.bases for one in game.told(VolleyFired)] == [("A",)]


@pytest.mark.rule("lumi.3.3.3l", "lumi.3.3.3k", "lumi.1.6.6")
@pytest.mark.parametrize("inside", [("V", "V"), ("V", ""), ("", "V")])
def test_bases_of_which_one_holds_buildings_do_not_fire_as_one(inside: tuple[str, str]):
    a, b = (f", in {post}" if post else "" for post in inside)
    game = situation(
        f"""
        lumi
        village V 9,8 11,12
        red general R at 10,5 able
        red grenzer A at 10,11.4 facing N, open, fire 0{a}
        red grenzer B at 10,10 facing N, open, fire 0{b}
        blue foot T at 10,13.4 facing S, fire 0
        """
    )
    game.state.orders["red"] = 5
    found = judged(game, {"unit": "A", "with": ["B"], "target": "T"})
    assert isinstance(found, Objection)
    assert (found.key, found.about["units"]) == ("not-in-formation", ("A", "B"))  # one base for a side of 2um


@pytest.mark.rule("lumi.5.2.1e", "lumi.5.2.2b")
def test_who_thinks_about_a_shot_sees_the_sectors_of_all_and_who_stands_in_the_way_of_one():
    game = situation(
        """
        lumi
        red general R at 10,8 able
        red foot A at 10,10 facing N, fire 0
        red guns G at 14,8 facing N, fire 0
        red foot C at 14,9.5 facing N, brigade X
        blue foot T at 10,12 facing S, brigade Y
        blue foot U at 14,12 facing S, brigade Z
        """
    )
    decision = Decision("red", "fire", [], {}, ())

    def drawn(unit: str, target: str) -> list[tuple[str, object]]:
        option = Option("fire", {"unit": unit, "target": target}, ())
        return [(one["kind"], one.get("pieces")) for one in FIRE_DEED.sketch(game.state, decision, option)]

    assert drawn("A", "T") == [("cone", None), ("shot", None)]
    assert drawn("G", "U") == [("cone", None), ("mask", ["C"])]


@pytest.mark.rule("lumi.5.1.2b")
@pytest.mark.parametrize(
    ("answer", "at"), [("fire unit=C target=U", "U"), ("fire unit=C target=V", "V"), ("hold-fire", "")]
)
def test_a_base_that_cannot_fire_where_its_unit_does_fires_at_one_of_others_or_holds_its_fire(answer: str, at: str):
    game = situation(
        """
        lumi
        red general R at 10,8 able
        red foot A at 9,10 facing N, fire 0
        red foot B at 11,10 facing N, fire 0
        red foot C at 13,10 facing N, fire 0
        blue foot T at 9,12 facing S, brigade W
        blue foot U at 11.9,12 facing S, brigade X
        blue foot V at 14.1,12 facing S, brigade Y
        dice red 1 1 1 blue 6 6 6
        """
    )
    game.state.orders["red"] = 5
    held = ["hold-fire unit=T"] if at == "" else []
    phase(game, "fire unit=A with=B,C target=T", "hold-fire unit=B", answer, *held)
    told = {one.target[0]: one.bases for one in game.told(VolleyFired)}
    assert told == {"T": ("A",), **({at: ("C",)} if at else {})}
