"""Chapter 9.5, hidden characters: out of reach, out of the view, the log and the computer's reckoning."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from alfiere.battles.zones import Zone
from alfiere.games.cappa.ground.visibility import halted, hidden_from, known, put_down, reveal
from alfiere.games.cappa.people.impulses import begin_impulse
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.gun_forms import GunForm
from alfiere.games.cappa.set_up.gun_set_up import _choose_place
from alfiere.games.cappa.told.weather_events import HiddenFound
from alfiere.games.cappa.turn.actions import decide, perform
from alfiere.games.cappa.turn.arrival import _place
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.table.reach import Way
from alfiere.telling import Teller
from soak.scuffles import scuffle
from tests.games.cappa.guns import light_gun
from tests.games.cappa.test_9_visibility import sky
from tests.situation import situation

RULES = Cappa()


def dark(text: str, light: str = "new moon", weather: str = "clear"):
    """A situation by night."""
    return situation(f"cappa on open ground\n{text}\noption visibility yes\n{sky(light, weather)}")


APART = """
    red extra A at 10,10, pa 2, Mov 6, with FMK BD
    blue extra B at 10,22, pa 1, Mov 6
"""


@pytest.mark.rule("cappa.9.5.1.h3")
def test_nobody_shoots_at_charges_or_chooses_somebody_hidden():
    game = dark(APART)
    assert hidden_from(game.state, "red") == {"B"}
    assert not any("B" in option.args.values() for option in game.offered("A"))
    game.state.options["light"] = "day"
    named = {option.key for option in game.offered("A") if "B" in option.args.values()}
    assert {"shoot", "charge"} <= named


@pytest.mark.rule("cappa.9.5.1.h3")
def test_what_is_offered_does_not_hang_on_where_somebody_hidden_is():
    offers = [
        [option.meaning for option in dark(f"red extra A at 10,10, pa 2, Mov 6\nblue extra B at {place}").offered("A")]
        for place in ("10,21", "10,30", "25,10")
    ]
    assert offers[0] == offers[1] == offers[2]


@pytest.mark.rule("cappa.9.5.1.h3")
def test_no_choice_is_told_as_a_way_towards_somebody_hidden():
    def ways(light: str) -> str:
        game = dark("red extra A at 10,10, pa 2, Mov 6\nblue extra B at 10,21", light)
        decision = Decision("red", "action", list(game.offered("A")))
        return " ".join(str(RULES.spoken(game.state, decision, one, "en").get("way")) for one in decision.options)

    assert "towards" in ways("day")
    assert "towards" not in ways("new moon")


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_move_that_would_touch_somebody_hidden_stops_1_um_before_him_and_reveals_him():
    game = dark("red extra A at 10,10, pa 2, Mov 12\nblue extra B at 10,20")
    told = game.move("A", 10, 21)
    assert game.at("A") == (10, 18)
    assert game.gap("A", "B") == 1
    assert [event.seen_by("red")["key"] for event in told][-4:] == ["moved", "hidden-found", "sighted", "unseen"]
    assert not hidden_from(game.state, "red")


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_move_that_only_passes_by_goes_on():
    game = dark("red extra A at 10,10, pa 2, Mov 12\nblue extra B at 11.2,20")
    game.move("A", 10, 21)
    assert game.at("A") == (10, 21)


def stopped(ground, here, there, *points):
    """Where a way by these points, in hundredths, ends before B, and how long it is then; None if it goes on."""
    game = dark(f"{ground}\nred extra A at {here}\nblue extra B at {there}")
    assert hidden_from(game.state, "red") == {"B"}
    way = Way(points, 0, 0)
    halt = halted(game.state, game.figure("A"), way)
    if halt is None:
        return None
    assert halt.enemy == "B"
    assert halt.way.cost == halt.way.length
    return halt.way.points, halt.way.length


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_way_round_corners_ends_1_um_before_somebody_hidden():
    legs = (1000, 1000), (1400, 1000), (1400, 2000)
    assert stopped("", "10,10", "10,20", *legs, (600, 2000)) == ((*legs, (1200, 2000)), 1600)
    assert stopped("", "10,10", "10,20", *legs) is None
    slope = (1000, 1000), (1800, 1600), (1000, 2200)
    ended, _ = stopped("", "10,10", "10,22", *slope)
    assert ended[:2] == slope[:2]
    x, y = ended[2]
    assert 200 <= math.hypot(x - 1000, y - 2200) < 206
    assert abs((x - 1000) * 600 + (y - 2200) * 800) < 1500  # on the way


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.geo.4")
@pytest.mark.parametrize(("x", "meets"), [(11.01, True), (11.02, False)])
def test_a_way_that_grazes_somebody_hidden_touches_him(x, meets):
    assert bool(stopped("", "10,10", f"{x},20", (1000, 1000), (1000, 3000))) is meets


@pytest.mark.rule("cappa.9.5.1.h3")
def test_who_is_nearer_than_1_um_to_somebody_hidden_all_the_way_does_not_stir():
    """Round the end of a wall that hid him."""
    way = (1000, 1000), (1090, 1000), (1090, 1130)
    assert stopped("high wall 5,10.65 10.2,10.65", "10,10", "10,11.3", *way) == (way[:1], 0)


@pytest.mark.rule("cappa.9.5.1.h3")
def test_nobody_is_stopped_by_one_whom_a_wall_keeps_off():
    game = dark("high wall 5,20.5 20,20.5\nred extra A at 5,20, pa 2, Mov 12\nblue extra B at 14,21")
    assert hidden_from(game.state, "red") == {"B"}
    game.move("A", 16, 20)
    assert game.at("A") == (16, 20)


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_charge_that_comes_upon_somebody_hidden_ends_before_him():
    game = dark(
        """
        hollow 8,17 12,19
        red extra A at 10,10, pa 2, Mov 10
        blue extra B at 10,18.4
        blue extra C at 10,20, with FMK
        """,
    )
    game.figure("C").marks.append("fired/turn")
    assert hidden_from(game.state, "red") == {"B"}
    game.do("A", "charge target=C", "no-test")
    assert game.gap("A", "B") == 1
    assert not game.figure("A").charged


@pytest.mark.rule("cappa.9.5.1.h3")
def test_whoever_has_been_found_can_be_charged_at_once():
    game = dark("red extra A at 10,10, pa 3, Mov 12\nblue extra B at 10,20")
    game.move("A", 10, 21)
    game.do("A", "charge target=B", "no-test")
    assert game.touch("A", "B")


@pytest.mark.rule("cappa.9.5.1.h3")
def test_who_fights_through_a_closed_door_is_not_hidden_from_his_opponent():
    game = dark("building 5,12 15,20 door north windows 0\nred extra A at 10,11.5\nblue extra B at 10,12.5")
    assert not game.sees("A", "B")
    assert not hidden_from(game.state, "red")


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_squad_stops_together():
    game = dark(
        """
        red extra D at 10,10, squad S, Mov 12
        red extra E at 11.5,10, squad S, Mov 12
        red extra F at 13,10, squad S, Mov 12
        red squad S, open, die 2
        blue extra B at 13,20
        """,
    )
    game.do("S", "move to=1000,2200")
    assert [game.at(name) for name in "DEF"] == [(10, 18), (11.5, 18), (13, 18)]


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.6.5.h2")
def test_a_squad_that_is_drawn_up_anew_goes_on_as_it_was_until_one_comes_upon_somebody_hidden():
    game = dark(
        """
        red extra D at 10,10, squad S, Mov 12
        red extra E at 11.5,10, squad S, Mov 12
        red extra F at 13,10, squad S, Mov 12
        red squad S, open, die 2
        blue extra B at 10.2,20
        """,
    )
    ends = {"D": [1000, 2200], "E": [1150, 2200], "F": [1150, 2050]}
    told = game.do("S", Option("march", {"figure": "S", "to": [1000, 2200], "heading": 1800, "places": ends}))
    (before, *_), after = [(10, 10), (11.5, 10), (13, 10)], [game.at(name) for name in "DEF"]
    shift = after[0][0] - before[0], after[0][1] - before[1]
    assert after == [(x + shift[0], y + shift[1]) for x, y in ((10, 10), (11.5, 10), (13, 10))]
    assert shift == pytest.approx((0, 8), abs=0.06)
    assert game.gap("D", "B") >= 1
    assert "hidden-found" in [event.key for event in told]
    assert game.squad("S").formation == "open"
    assert game.squad("S").pa == 1


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.6.5.h2")
def test_a_squad_that_cannot_go_on_as_it_was_stays_and_has_found_who_is_hidden():
    """Past the wall they get only by closing up, which they do not while one comes upon somebody."""
    game = dark(
        """
        low wall 12.6,13 14.2,13
        red extra D at 10,10, squad S, Mov 12
        red extra E at 11.5,10, squad S, Mov 12
        red extra F at 13,10, squad S, Mov 12
        red squad S, open, die 2
        blue extra B at 11.4,20
        """,
    )
    ends = {"D": [1000, 2100], "E": [1150, 2100], "F": [1150, 1950]}
    told = game.do("S", Option("march", {"figure": "S", "to": [1000, 2100], "heading": 1800, "places": ends}))
    assert [(one.figure, one.enemy, one.at) for one in told if isinstance(one, HiddenFound)] == [
        ("E", "B", (1150, 1000))
    ]
    assert [game.at(name) for name in "DEF"] == [(10, 10), (11.5, 10), (13, 10)]
    assert game.squad("S").pa == 1


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.6.5.h2", "cappa.2.2.1t")
def test_a_squad_that_forms_up_anew_where_somebody_is_hidden_comes_upon_him_in_its_old_formation():
    men = "".join(f"red extra {name} at {x},35, squad S, Mov 12\n" for name, x in (("D", 10), ("E", 12), ("F", 11.3)))
    squad = men + "red squad S, open, die 2\n"
    far = [one for one in dark(squad + "blue extra B at 30,5").offered("S") if one.key == "reform"]
    tight = min(far, key=lambda one: one["to"][1])
    x, y = tight["to"]
    assert y < 2600
    game = dark(squad + f"blue extra B at {x / 100},{y / 100}")
    assert hidden_from(game.state, "red") == {"B"}
    told = game.do("S", Option("reform", dict(tight.args)))
    assert "hidden-found" in [event.key for event in told]
    assert game.squad("S").formation == "open"


@pytest.mark.rule("cappa.9.5.1.h3")
def test_who_would_go_through_a_door_upon_somebody_hidden_stays_in_it_and_has_found_him():
    house = "building 5,12 15,20 door north windows 0\nred extra A at 10,11.5, pa 2\n"
    free = dark(house + "blue extra B at 14,19")
    x, y = next(one for one in free.offered("A") if one.key == "cross")["to"]
    game = dark(house + f"blue extra B at {x / 100},{(y + 95) / 100}")
    assert hidden_from(game.state, "red") == {"B"}
    assert next(one for one in game.offered("A") if one.key == "cross")["to"] == [x, y]
    told = game.do("A", "cross")
    assert game.at("A") == (10, 11.5)
    assert "hidden-found" in [event.key for event in told]
    assert not hidden_from(game.state, "red")
    assert not game.may("A", "cross")
    assert game.state.changed == ["building_stone-1/door-north-0"]  # the door is open


@pytest.mark.rule("cappa.9.5.1.h3", "cappa.4.3.2.h3")
def test_of_a_squad_that_crosses_only_he_stays_behind_who_comes_upon_somebody_hidden():
    men = "".join(f"red extra {name} at {x},11.5, squad S\n" for name, x in (("D", 9.1), ("E", 10.2), ("F", 11.3)))
    squad = men + "red squad S, open, die 2\nbuilding 5,12 15,20 gate north windows 0\n"
    game = dark(squad + "blue extra B at 9,13.5")
    assert hidden_from(game.state, "red") == {"B"}
    told = game.do("S", "cross-together")
    assert [event.key for event in told if event.key in ("hidden-found", "crossed")] == ["hidden-found", "crossed"]
    assert [game.at(name) for name in "DEF"] == [(9.1, 11.5), (10.2, 12.5), (11.3, 11.5)]


# What a side knows


def seen_pieces(state, seat) -> set[str]:
    return {piece["id"] for piece in RULES.view(state, seat)["pieces"]}


@pytest.mark.rule("cappa.9.5c", "cappa.9.5.1.h3")
def test_the_view_shows_a_side_and_a_spectator_nobody_hidden():
    state = dark(APART).state
    assert seen_pieces(state, "red") == {"A"}
    assert seen_pieces(state, "blue") == {"B"}
    assert seen_pieces(state, None) == set()
    assert "10; 22" not in RULES.picture(state, "red", "en")
    assert "10; 22" in RULES.picture(state, "blue", "en")
    state.winner = "red"
    assert seen_pieces(state, None) == {"A", "B"}


@pytest.mark.rule("cappa.9.5c")
def test_the_acting_character_is_not_named_to_who_does_not_see_him():
    state = dark(APART).state
    state.acting = "B"
    assert RULES.view(state, "red")["tracks"]["light"] == {"value": "new moon", "of": ["new moon"]}
    assert RULES.view(state, "red")["tracks"]["acting"] is None
    assert RULES.view(state, "blue")["tracks"]["acting"] == "B"


@pytest.mark.rule("cappa.9.5.1.h3")
def test_the_log_tells_nobody_what_he_has_not_seen():
    game = dark(APART)
    told = game.do("B", "move to=1000,2800")
    assert [event.seen_by("red")["key"] for event in told] == ["unseen"] * len(told)
    assert "B" not in json.dumps([event.seen_by("red") for event in told])
    assert [event.seen_by("blue")["key"] for event in told] == ["impulse-began", "moved"]


@pytest.mark.rule("cappa.9.5.1.h3")
def test_who_comes_out_of_the_dark_is_seen_where_he_is_and_not_whence_he_came():
    game = dark(APART)
    told = game.do("B", "move to=1000,1600")
    seen = [event.seen_by("red") for event in told if event.seen_by("red")["key"] == "moved"]
    assert [(one["figure"], one["start"], one["path"]) for one in seen] == [("B", None, None)]
    assert next(event for event in told if event.seen_by("blue")["key"] == "moved").seen_by("blue")["start"] == (
        1000,
        2200,
    )


@pytest.mark.rule("cappa.9.5.1.h3")
def test_of_an_event_with_somebody_in_sight_only_the_name_of_the_other_is_kept_back():
    game = dark("red extra A at 10,10\nblue extra B at 10,18, with BOW, pa 1\nhollow 8,16 12,20\ndice blue 10\n")
    game.figure("B").empty.clear()
    assert game.sees("B", "A")
    assert not game.sees("A", "B")
    shot = next(event for event in game.do("B", "shoot target=A") if event.seen_by("blue")["key"] == "shot")
    assert (shot.seen_by("red")["figure"], shot.seen_by("red")["target"]) == ("somebody", "A")
    assert (shot.seen_by("blue")["figure"], shot.seen_by("blue")["target"]) == ("B", "A")


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize("key", ["shoot", "charge", "move"])
def test_a_refusal_does_not_tell_where_somebody_hidden_is(key):
    answers = []
    for place in ("10,22", "30,22", "10,39"):
        game = dark(APART.replace("10,22", place))
        decision = decide(game.state, game.figure("A"), 2, ("cappa.2.1.4d",), may_stop=False)
        answer = Option(key, {"figure": "A", "target": "B", "weapon": "FMK"} if key != "move" else {"figure": "A"})
        answers.append(str(RULES.refused(game.state, decision.seat, RULES.objection(game.state, decision, answer))))
    assert len(set(answers)) == 1


@pytest.mark.rule("cappa.9.5.1.h3")
def test_what_the_computer_looks_ahead_from_has_the_hidden_somewhere_else_out_of_sight():
    places = set()
    for number in range(12):
        state = dark(APART + "blue extra C at 10,17").state
        RULES.redeal(state, "red", Chance(str(number)))
        assert (state.figures["C"].x, state.figures["C"].y) == (1000, 1700)  # he is seen
        assert hidden_from(state, "red") == {"B"}
        assert not RULES.faults(state)
        places.add((state.figures["B"].x, state.figures["B"].y))
    assert len(places) == 12


@pytest.mark.rule("cappa.9.5.1.h3")
def test_a_hidden_squad_is_dealt_anew_in_the_order_it_has():
    state = dark(
        """
        red extra A at 5,5
        blue extra D at 30,30, squad S
        blue extra E at 31.5,30, squad S
        blue extra F at 33,30, squad S
        blue squad S, open
        """
    ).state
    RULES.redeal(state, "red", Chance("1"))
    one, two, three = (state.figures[name] for name in "DEF")
    assert (one.x, one.y) != (3000, 3000)
    assert [two.x - one.x, three.x - one.x] == [150, 300]


@pytest.mark.rule("cappa.9.5c")
@pytest.mark.parametrize(("there", "shown"), [("10,26", True), ("10,35", False)])
def test_what_a_move_has_shown_or_could_have_shown_cannot_be_taken_back(there, shown):
    game = dark(f"red extra A at 10,10, pa 2, Mov 12\nblue extra B at {there}")

    def act(g):
        begin_impulse(g, g.state.figures["A"], 2)
        yield from perform(g, g.state.figures["A"], Option("move", {"figure": "A", "to": [1000, 2000]}))

    told = game.run(act)
    assert game.game.revealed  # that there is nobody is worth knowing too
    for seat, other in (("red", "B"), ("blue", "A")):
        seen = [one["figures"] for event in told if (one := event.seen_by(seat))["key"] == "sighted"]
        assert seen == ([(other,)] if shown else [])


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize(("rank", "lies"), [("extra", False), ("protagonist", True)])
def test_who_falls_unseen_is_not_told_of_nor_missed_until_he_is_come_upon(rank, lies):
    game = dark(f"red extra A at 10,10, pa 2, Mov 12\nblue {rank} B at 10,30\nblue extra C at 30,30")

    def falls(g):
        put_out(g, g.state.figures["B"])
        yield from ()

    told = [event for event in game.run(falls) if event.is_told_to("red")]
    assert game.figure("B").where == ("out" if lies else "gone")
    assert "B" not in json.dumps([event.seen_by("red") for event in told])
    assert any("B" in event.seen_by("blue").values() for event in told)
    for seat, knows in (("red", False), ("blue", True), (None, False)):
        view = RULES.view(game.state, seat)
        assert ("B" in view["eliminated"] or "B" in [one["id"] for one in view["pieces"]]) is knows
    if lies:
        seen = [event.seen_by("red") for event in game.move("A", 10, 22) if event.is_told_to("red")]
        assert [one["figures"] for one in seen if one["key"] == "sighted"] == [("B",)]
        assert "B" in [one["id"] for one in RULES.view(game.state, "red")["pieces"]]


@pytest.mark.rule("cappa.9.5c")
def test_what_one_side_has_sighted_is_nothing_to_the_others():
    told = dark("red extra A at 10,10, pa 2, Mov 12\nblue extra B at 10,26").move("A", 10, 20)
    sighted = [event for event in told if event.seen_by("red")["key"] == "sighted"]
    assert sighted
    assert [event.is_told_to(seat) for event in sighted for seat in ("red", "blue", None)] == [True, False, False]


@pytest.mark.rule("cappa.9.5.1.h3")
def test_who_is_put_down_where_somebody_hidden_stands_comes_upon_him():
    game = dark("red extra A at 10,10\nred extra D at 10,12\nblue extra B at 10,30")

    def put(g):
        put_down(g, g.state.figures["D"], (1000, 3000))
        yield from ()

    told = game.run(put)
    assert [event.key for event in told][:1] == ["hidden-found"]
    assert game.at("D") != (10, 30)
    assert game.gap("D", "B") >= 0
    assert not hidden_from(game.state, "red")


@pytest.mark.rule("cappa.9.5.1.h3")
def test_where_somebody_may_be_set_up_does_not_hang_on_who_is_hidden_there():
    answers = []
    for there in ("5,5", "5,20"):
        game = dark(f"red extra A at 20,35\nred extra D at 5,38\nblue extra B at {there}")
        game.figure("D").where = "off"
        asked: list[Any] = []

        def place(g, asked=asked):
            asked.append((yield from _first_decision(_place(g, g.state.figures["D"]))))

        game.run(place)
        (decision,) = asked
        free = decision.free("set-up", {"figure": "D", "to": [500, 500]})
        answers.append(([option.meaning for option in decision.options], str(free)))
    assert answers[0] == answers[1]


def _first_decision(procedure):
    """What a procedure asks first."""
    asked = next(procedure)
    procedure.close()
    return asked
    yield


@pytest.mark.parametrize("thing", ["", "letter"])
def test_who_is_hidden_is_dealt_anew_also_with_something_in_his_hands(thing):
    game = dark(APART)
    game.figure("B").carries = [thing] if thing else []
    places = set()
    for number in range(6):
        changed = game.state.copy()
        RULES.redeal(changed, "red", Chance(f"{number}"))
        places.add((changed.figures["B"].x, changed.figures["B"].y))
    assert len(places) > 3


def test_what_a_side_knows_is_the_skirmish_itself_where_nobody_is_hidden():
    game = dark(APART, "day")
    assert known(game.state, "red") is game.state


# Whole games


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_scuffle_in_the_dark_never_offers_or_shows_anybody_hidden(seed):
    night = {"kind": "weather", "text": {"en": "night", "it": "notte"}, "light": "new moon"}
    data = scuffle(seed, 8, is_heap=False) | {"special": [night]}
    game, chance = Game(RULES, RULES.scenario(data), seed, {"visibility": "yes"}), random.Random(seed)
    met = 0
    while game.decision is not None:
        s, decision = game.state, game.decision
        hidden = hidden_from(s, decision.seat)
        if hidden and decision.key == "action":
            met += 1
            assert not hidden & seen_pieces(s, decision.seat)
            if met == 1:  # the computer thinks about another night
                twin = game.clone(decision.seat, "elsewhere")
                places = (
                    {name: (one.figures[name].x, one.figures[name].y) for name in hidden} for one in (s, twin.state)
                )
                assert next(places) != next(places)
            for option in decision.options:
                assert not hidden & {value for value in option.args.values() if isinstance(value, str)}
        assert not RULES.faults(s)
        game.answer(decision.seat, chance.randrange(len(list(decision.options))))
    assert game.result is not None
    assert met


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_that_happens_in_the_dark_can_be_told_to_everybody(language):
    night = {"kind": "weather", "text": {"en": "night", "it": "notte"}, "light": "moon", "weather": "fog"}
    data = scuffle(5, 10, is_heap=False) | {"special": [night]}
    game, chance = Game(RULES, RULES.scenario(data), 5, {"visibility": "yes"}), random.Random(5)
    teller, keys, told = Teller(RULES, language), set(), 0
    while game.decision is not None:
        game.answer(game.decision.seat, chance.randrange(len(list(game.decision.options))))
        for event in game.events[told:]:
            for seat in ("red", "blue", None):
                shown = event.seen_by(seat)
                sentence = teller.event(game.state, event, seat)
                assert sentence != shown["key"]
                assert "None" not in sentence
                assert "  " not in sentence, sentence
                keys.add(shown["key"])
        told = len(game.events)
    assert {"unseen", "sighted", "sky-told", "moved"} <= keys


@pytest.mark.rule("cappa.9.5.1.h3")
def test_where_a_gun_may_be_set_up_does_not_hang_on_who_is_hidden_there():
    stood, asked = [], []
    for there in ("50,38", "30,35"):
        night = f"blue extra X at {there}\noption visibility yes\n{sky('new moon', 'clear')}"
        game = situation(light_gun("canister", night))
        assert hidden_from(game.state, "red") == {"X"}

        def place(g):
            (x, y), heading = yield from _choose_place(
                g, g.state.squads["S"], GunForm(kind="light_gun"), Zone((2000, 3000, 4000, 4000))
            )
            stood.append((x, y, heading))

        game.run(place, lambda decision: decision.options[0])
        (decision,) = game.asked
        asked.append([option.meaning for option in decision.options])
    assert asked[0] == asked[1]
    assert stood[0] == (3000, 3500, 1800)  # the middle of the zone comes first
    assert stood[1] != stood[0]  # X stood there: as near as it fits
    assert max(abs(one - other) for one, other in zip(stood[0], stood[1], strict=True)) <= 200


@pytest.mark.rule("cappa.9.5.1.h3")
@pytest.mark.parametrize(("x", "met"), [(10.9, True), (14, False)])
def test_who_climbs_the_stairs_upon_somebody_hidden_stays_below_and_has_found_him(x, met):
    game = dark(f"""
        building 5,5 20,15 door north windows 0 storeys 2
        red extra A at 10,10, pa 2
        blue extra B at {x},10, level 2
    """)
    assert hidden_from(game.state, "red") == {"B"}
    told = game.do("A", "climb level=200")
    assert game.figure("A").level == (0 if met else 200)
    assert ("hidden-found" in [event.key for event in told]) == met


@pytest.mark.rule("cappa.9.5.1.h3")
def test_what_everybody_sees_stands_in_the_log_as_it_is():
    game = dark("red extra A at 10,10, pa 2\nblue extra B at 10,15")
    assert [event.key for event in game.do("A", "move to=1400,1000")] == ["impulse-began", "moved"]


@pytest.mark.rule("cappa.9.5.1.h3")
def test_who_was_come_upon_is_no_longer_hidden_in_this_turn_and_the_move_cannot_be_taken_back():
    """Wholly in a wood he is hidden again at once, but for having been found."""
    game = dark("wood 5,15 30,30\nhollow 5,15 30,30\nred extra A at 10,10\nblue extra B at 20,25")
    assert hidden_from(game.state, "red") == {"B"}

    def found(g):
        reveal(g, g.state.figures["A"], "B", (1000, 1000))
        yield from ()

    told = game.run(found)
    assert [event.seen_by("red")["key"] for event in told] == ["hidden-found", "sighted"]
    assert not hidden_from(game.state, "red")
    assert game.game.revealed
    clean_up(game.state)
    assert hidden_from(game.state, "red") == {"B"}
