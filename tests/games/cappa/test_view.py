"""The game as others know it: state and save, view, picture, free answers, faults."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from alfiere.games.cappa import HERE
from alfiere.games.cappa.people.flags import FLAG, ITS_FLAG
from alfiere.games.cappa.people.muster import RETIRED
from alfiere.games.cappa.ruleset import Cappa
from alfiere.kernel.decision import Illegal
from alfiere.kernel.game import Game
from tests.games.cappa.happening import ALONE, row
from tests.games.cappa.staged import carry, staged
from tests.situation import situation

RULES = Cappa()


def played(name: str, seed: int, steps: int, options: dict[str, str] | None = None) -> Game:
    """A skirmish after some decisions."""
    game = Game(RULES, RULES.scenario(name), seed, options or {})
    chance = random.Random(seed)
    for _ in range(steps):
        if game.decision is None:
            break
        game.answer(game.decision.seat, chance.choice(game.decision.options))
    return game


@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_a_state_comes_back_from_its_json_form(name):
    game = played(name, 5, 60)
    data = json.loads(json.dumps(game.state.to_plain()))
    assert RULES.restore(game.scenario, data).to_plain() == game.state.to_plain()


@pytest.mark.rule("cappa.3.2.3d")
def test_only_its_owner_sees_a_sides_firmness():
    game = played("duello", 1, 30)
    own = game.state.sides["red"].firmness
    assert game.view("red")["tracks"]["firmness"] == {"red": own, "blue": None}
    assert game.view(None)["tracks"]["firmness"] == {"red": None, "blue": None}
    assert RULES.hides(game.state)
    game.state.winner = "red"
    assert game.view(None)["tracks"]["firmness"]["red"] == own
    assert not RULES.hides(game.state)


def test_a_table_may_agree_that_everybody_sees_the_firmness_of_all():
    game = played("duello", 1, 30, {"open_firmness": "yes"})
    assert game.view("red") == game.view("blue") == game.view(None)
    assert game.view(None)["tracks"]["firmness"] == {one: side.firmness for one, side in game.state.sides.items()}
    assert not RULES.hides(game.state)


def test_where_one_is_set_up_everybody_sees_by_day_and_his_side_alone_by_night():
    for name, is_dark in (("duello", False), ("terheyden", True)):
        game = played(name, 1, 0)
        own = game.decision.seat if game.decision else ""
        other = "blue" if own == "red" else "red"
        zones = [one for one in game.view(own)["marks"] if one["kind"] == "zone"]
        assert zones
        assert [one for one in game.view(other)["marks"] if one["kind"] == "zone"] == ([] if is_dark else zones)


def test_the_view_can_be_written_as_json():
    view = played("convento", 2, 80).view("blue")
    assert json.loads(json.dumps(view)) == view
    assert view["board"]["kind"] == "open"
    assert len(view["pieces"]) <= 10


def test_the_picture_shows_everybody_by_a_letter():
    text = RULES.picture(played("duello", 1, 20).state, None, "it")
    assert "monsieur de Castelmore" in text
    assert len(text.splitlines()[1]) == len(" 0 ") + 2 * 20 - 1
    assert "punti azione" in text


def test_a_person_may_point_at_any_free_place_of_his_zone():
    game: Any = Game(RULES, RULES.scenario("duello"), 3)
    decision = game.decision
    y = 123 if decision.seat == "red" else 1477
    place = {"figure": decision.about["figure"], "to": [777, y]}
    game.answer(decision.seat, ("set-up", place))
    figure = game.state.figures[place["figure"]]
    assert (figure.x, figure.y) == (777, y)


def test_a_place_outside_the_zone_is_refused_in_both_languages():
    game: Any = Game(RULES, RULES.scenario("duello"), 3)
    decision = game.decision
    with pytest.raises(Illegal) as refused:
        game.answer(decision.seat, ("set-up", {"figure": decision.about["figure"], "to": [1000, 800]}))
    assert refused.value.rule == "cappa.2.1.h2"
    assert set(refused.value.text or ()) == {"en", "it"}
    assert len(game.journal) == 0


def test_a_free_move_is_judged_like_the_offered_ones():
    game: Any = played("duello", 1, 4)
    while game.decision.key != "action":
        options = game.decision.options
        order = [option for option in options if option.key in ("order", "act")]
        game.answer(game.decision.seat, (order or options)[0])
    decision = game.decision
    figure = game.state.figures[decision.about["figure"]]
    near = {"figure": figure.id, "to": [figure.x, figure.y + (33 if figure.seat == "red" else -33)]}
    far = {"figure": figure.id, "to": [figure.x, figure.y + (900 if figure.seat == "red" else -900)]}
    with pytest.raises(Illegal) as refused:
        game.answer(decision.seat, ("move", far))
    assert refused.value.rule == "cappa.4.0a"
    with pytest.raises(Illegal):
        game.answer(decision.seat, ("move", {**near, "more": 1}))
    game.answer(decision.seat, ("move", near))
    moved = game.state.figures[figure.id]
    assert (moved.x, moved.y) == tuple(near["to"])


@pytest.mark.rule("cappa.1.3a")
def test_overlapping_bases_and_impossible_numbers_are_faults():
    game = situation("""
        cappa on open ground
        red extra A at 10,10
        blue extra B at 12,10
    """)
    assert RULES.faults(game.state) == []
    game.figure("B").x = 1050
    game.figure("A").pa = 7
    game.figure("A").wounds = 3
    assert len(RULES.faults(game.state)) >= 3


@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_options_are_offered_as_switches_that_do_something(name):
    offered = RULES.options_of(RULES.scenario(name))
    assert set(offered.values()) <= {"yes", "no"}
    third = set() if RULES.optional_seats(RULES.scenario(name)) else {"third_player"}
    chairs = set(RULES.referees(RULES.scenario(name)).values())  # taken by sitting down
    assert set(offered) == set(RULES.options()) - third - chairs
    assert not set(RETIRED) & set(offered)


@pytest.mark.parametrize("option", RETIRED)
def test_no_chapter_asks_for_an_option_that_is_not_offered(option):
    chapters = [path for path in HERE.rglob("*.py") if path.name not in ("scenario.py", "muster.py", "happenings.py")]
    assert chapters
    assert not [path.name for path in chapters if f'"{option}"' in path.read_text(encoding="utf-8")]


def test_who_is_carried_is_seen_behind_his_bearer():
    game = situation("""
        cappa on open ground
        red hero A at 10,10, pa 3
        red extra C at 10,11
        blue extra B at 30,30
    """)
    state = game.state
    state.figures["C"].where, state.figures["C"].captor = "out", "A"
    state.figures["A"].carries.append("C")
    pieces = {one["id"]: one for one in RULES.view(game.state, "red")["pieces"]}
    assert "carrying" in pieces["A"]["badges"]
    assert {"out", "borne"} <= set(pieces["C"]["badges"])
    x, y, _ = pieces["C"]["pose"]
    assert 0 < abs(x - 1000) + abs(y - 1000) < 100


def test_after_the_end_everybody_sees_both_sides_firmness():
    game = situation("""
        cappa on open ground
        red hero A at 10,10
        blue extra B at 30,30
    """)
    assert RULES.view(game.state, "red")["tracks"]["firmness"]["blue"] is None
    game.state.winner = "red"
    assert None not in RULES.view(game.state, "red")["tracks"]["firmness"].values()


# What a piece shows


CROWD = """
    cappa on open ground 60x60
    building 20,20 30,30 door south storeys 2
    red hero A at 10,10 with MMK BD, pa 3, hands MMK, abilities FE, wounds 1
    red extra E at 5,6, squad S
    red extra F at 6,6, squad S
    red squad S led by E, open, die 2, flag F
    red extra R at 50,10, mounted, Mov 8, on foot 4, 5/-/3
    red extra N at 54,10, Mov 4.5
    blue extra B at 25,25, level 2
    blue extra C out at 10,15
    blue extra W off
    blue extra V at 40,50
    thing K barrel at 44,44
    thing H riding_horse at 47,47
    thing L BD at 1,1
    thing T carro at 9,30 facing 90
"""


def seen(game, seat=None, name="pieces"):
    """What a seat sees, by id."""
    return {one["id"]: one for one in RULES.view(game.state, seat)[name]}


@pytest.mark.rule("cappa.1.2c", "cappa.1.2.4d", "cappa.1.2.h1")
def test_a_piece_shows_what_its_sheet_says_and_how_it_is():
    game = situation(CROWD)
    game.figure("V").where = "gone"
    found = seen(game)
    assert set(found) == {"A", "E", "F", "R", "N", "B", "C", "K", "H", "L", "T"}
    assert found["A"]["tracks"] == {"pa": [3, 3], "wounds": [1, 3]}
    assert found["A"]["values"] == {"mo": 4, "ti": 2, "mi": 2, "ca": 5, "mov": 3}  # his second line
    assert "ti" not in found["R"]["values"]
    assert found["N"]["values"]["mov"] == 4.5
    assert [found[name]["symbol"] for name in "AER"] == ["hero", "extra", "rider"]
    assert [found[name]["shape"]["disc"] for name in "AR"] == [50, 100]
    assert [found[name]["zone"] for name in "ARC"] == [50, 100, 0]
    assert [(found[name]["inside"], found[name]["storey"], found[name]["level"]) for name in "AB"] == [
        (None, 0, 0),
        ("building_stone-1", 1, 200),
    ]
    view = RULES.view(game.state, "blue")
    assert (view["waiting"], view["eliminated"]) == (["W"], ["V"])
    assert [(one["id"], one["owner"]) for one in view["lost"]] == [("V", game.figure("V").seat)]
    assert "events" not in view


@pytest.mark.rule("cappa.2.1.2d")
def test_the_pa_of_a_squad_are_shown_once_with_its_leader_or_the_first_who_stands():
    game = situation(CROWD)

    def shown():
        return {name: one["tracks"]["pa"][0] for name, one in seen(game).items() if name in "EF"}

    assert shown() == {"E": 2, "F": 0}
    game.figure("E").has_surrendered = True
    assert shown() == {"E": 0, "F": 2}
    game.figure("F").has_surrendered = True
    assert shown() == {"E": 0, "F": 0}
    game.figure("E").has_surrendered = game.figure("F").has_surrendered = False
    game.squad("S").leader = "F"
    assert shown() == {"E": 0, "F": 2}
    game.squad("S").leader = ""
    assert shown() == {"E": 2, "F": 0}
    game.figure("F").die = game.figure("F").pa = 1
    assert shown() == {"E": 2, "F": 1}


@pytest.mark.rule("cappa.2.1.2d", "cappa.2.1.2g")
def test_who_has_a_die_or_is_of_a_squad_that_has_one_is_not_without_orders():
    game = situation(CROWD)

    def idle():
        return {name for name, one in seen(game).items() if "idle" in one.get("badges", ())}

    assert idle() == {"R", "N", "B", "V"}
    game.squad("S").is_activated = False
    assert idle() == {"E", "F", "R", "N", "B", "V"}
    game.figure("F").die, game.figure("F").is_activated = 1, True
    assert idle() == {"E", "R", "N", "B", "V"}
    for phase in ("set-up", "activation", "orders"):
        game.state.phase = phase
        assert idle() == set()


def test_badges_show_how_somebody_is():
    game = situation(CROWD)
    figure = game.figure("A")

    def badges(name="A"):
        return seen(game)[name]["badges"]

    assert badges() == ["loaded"]
    figure.empty = ["MMK"]
    assert badges() == ["unloaded"]
    figure.marks = ["jammed MMK"]
    assert badges() == ["unloaded", "jammed"]
    figure.hands, figure.marks, figure.has_aimed, game.state.acting = ["BD"], [], True, "A"
    assert badges() == ["aiming"]
    game.state.acting = "R"
    assert badges() == []
    figure.shaken, figure.is_prone, figure.has_surrendered = "wound", True, True
    assert badges() == ["shaken", "prone", "surrendered"]
    assert badges("R") == ["mounted", "idle"]
    assert (badges("E"), badges("F"), badges("C")) == ([], ["ensign"], ["out"])
    game.state.peace = ["blue red"]
    assert "neutral" in badges("B")
    game.state.peace = ["B"]
    assert ("neutral" in badges("B"), "neutral" in badges("E")) == (True, False)


def test_a_bow_is_shown_as_loaded_when_it_is_nocked():
    game = situation("cappa on open ground\nred extra A at 10,10 with BOW KN, pa 1, hands BOW\nblue extra B at 30,30")
    assert seen(game)["A"]["badges"] == ["unloaded"]
    game.figure("A").empty = []
    assert seen(game)["A"]["badges"] == ["loaded"]


def test_what_somebody_has_is_told_in_words():
    game = situation(CROWD + "option ammunition yes")
    carry(game, "A", "K", "barrel")
    told = {name: one["told"] for name, one in seen(game).items() if "told" in one}
    assert told["A"]["in_hand"] == {"en": "matchlock musket", "it": "moschetto a miccia"}
    assert told["A"]["arms"] == {"en": "sword", "it": "spada"}
    assert told["A"]["carries"] == {"en": "barrel", "it": "botte"}
    assert told["A"]["ammunition"] == {"en": "matchlock musket 12", "it": "moschetto a miccia 12"}
    assert set(told["A"]["abilities"]) == {"en", "it"}
    assert set(told["E"]) == {"in_hand"}
    assert set(told["B"]) == {"in_hand", "inside"}
    assert "carrying" in seen(game)["A"]["badges"]
    assert "K" not in seen(game)
    assert "ammunition" not in seen(situation(CROWD))["A"]["told"]


def test_who_is_carried_is_behind_his_bearer_wherever_that_one_is():
    game = situation(CROWD)
    game.figure("V").captor = "B"
    game.figure("B").carries = ["V"]
    borne = seen(game)["V"]
    assert borne["pose"] == [2500 - 37, 2500 + 37, 0]
    assert (borne["inside"], borne["storey"], borne["level"], borne["zone"]) == ("building_stone-1", 1, 200, 0)
    assert borne["badges"][-1] == "borne"
    game.figure("B").where = "gone"
    assert "V" not in seen(game)


def test_things_lie_where_they_are_with_the_base_they_have():
    game = situation(CROWD + "gun G light_gun at 50,40 facing 90, seat red, charge canister")
    found = seen(game)
    assert [found[name]["symbol"] for name in "KHLT"] == ["barrel", "riding_horse", "weapon", "carro"]
    assert [found[name]["shape"] for name in "KHLT"] == [
        {"disc": 0},
        {"disc": 100},
        {"disc": 0},
        {"disc": 0, "rect": [200, 400]},
    ]
    assert found["T"]["pose"] == [900, 3000, 900]
    assert "owner" not in found["K"]
    gun = game.state.guns["G"]
    assert (found["G"]["owner"], found["G"]["state"], found["G"]["badges"]) == ("red", "", ["loaded", "abandoned"])
    assert found["G"]["told"]["charge"]["it"] == "mitraglia"
    gun.charge, gun.crew, gun.is_limbered, gun.is_spiked = "", "S", True, True
    found = seen(game)
    assert (found["G"]["state"], found["G"]["badges"]) == ("towed", ["unloaded", "limbered", "spiked"])
    assert (found["G"]["told"], found["G"]["group"]) == ({}, "S")


@pytest.mark.rule("cappa.6.2a")
def test_a_flag_that_lies_on_the_ground_is_still_its_squads():
    game = situation(CROWD + f"thing S{ITS_FLAG} {FLAG} at 30,40\nthing X{ITS_FLAG} {FLAG} at 34,40")
    assert seen(game)[f"S{ITS_FLAG}"]["owner"] == "red"
    assert "owner" not in seen(game)[f"X{ITS_FLAG}"]


def test_a_squad_is_a_group_of_those_who_are_on_the_table():
    game = situation(CROWD)
    (group,) = RULES.view(game.state, "blue")["groups"]
    assert (group["id"], group["owner"], group["leader"], group["units"]) == ("S", "red", "E", ["E", "F"])
    assert group["drawn"] == "loose"
    game.squad("S").formation = "tight"
    game.figure("E").where = "off"
    (group,) = RULES.view(game.state, "blue")["groups"]
    assert (group["leader"], group["units"], group["drawn"]) == ("F", ["F"], "close")
    game.figure("F").where = "gone"
    assert RULES.view(game.state, "blue")["groups"] == []


# Who sees what


NIGHT = """
    cappa on open ground 60x60
    red extra A at 10,10, pa 1
    red extra D at 12,10
    blue extra B at 40,40, squad S
    blue extra C at 41,40, squad S
    blue squad S, die 1
    blue extra E at 44,40
    option visibility yes
    [[special]]
    kind = "weather"
    text = { en = "sky", it = "cielo" }
    light = "new moon"
    weather = "rain"
"""


@pytest.mark.rule("cappa.9.5c", "cappa.9.5.1.h3")
def test_whoever_is_hidden_is_not_in_the_view_nor_what_he_does():
    game = situation(NIGHT)
    s = game.state
    s.figures["E"].captor = "C"
    s.figures["C"].carries = ["E"]
    for seat, there in (("red", {"A", "D"}), ("blue", {"B", "C", "E"}), (None, set())):
        view = RULES.view(s, seat)
        assert {one["id"] for one in view["pieces"]} == there
        assert [one["id"] for one in view["groups"]] == (["S"] if seat == "blue" else [])
    s.figures["D"].where = "gone"
    s.unseen = {"blue": ["D"]}
    assert [RULES.view(s, seat)["eliminated"] for seat in ("red", "blue")] == [["D"], []]
    assert [[one["id"] for one in RULES.view(s, seat)["lost"]] for seat in ("red", "blue")] == [["D"], []]
    s.acting = "A"
    assert [RULES.view(s, seat)["tracks"]["acting"] for seat in ("red", "blue", None)] == ["A", None, None]
    s.acting = "S"
    assert [RULES.view(s, seat)["tracks"]["acting"] for seat in ("red", "blue")] == [None, "S"]
    s.figures["C"].x, s.figures["C"].y = 1100, 1200  # one of the squad is seen
    view = RULES.view(s, "red")
    assert view["tracks"]["acting"] == "S"
    assert [(one["leader"], one["units"]) for one in view["groups"]] == [("C", ["C"])]
    assert {one["id"] for one in view["pieces"]} == {"A", "C", "E"}


@pytest.mark.rule("cappa.9.5e")
def test_light_and_weather_are_told_unless_the_day_is_clear():
    game = situation(NIGHT)
    tracks = RULES.view(game.state, "red")["tracks"]
    assert (tracks["light"], tracks["weather"]) == (
        {"value": "new moon", "of": ["new moon"]},
        {"value": "rain", "of": ["rain"]},
    )
    game.state.options |= {"light": "day", "weather": "clear"}
    assert not {"light", "weather"} & set(RULES.view(game.state, "red")["tracks"])
    assert not {"light", "weather"} & set(RULES.view(situation(CROWD).state, "red")["tracks"])


def test_the_tracks_tell_turn_phase_initiative_dice_and_points():
    game = situation(CROWD + "turn 3\ninitiative blue\noption experience yes\noption cards yes\nexperience red 3")
    s = game.state
    s.sides["red"].dice, s.sides["blue"].points, s.sides["blue"].turned = [3, 1], 4, [1, 2]
    tracks = RULES.view(s, "blue")["tracks"]
    assert tracks["turn"] == {"value": 3, "of": 12}
    assert tracks["phase"]["value"] == "actions"
    assert (tracks["initiative"], tracks["acting"]) == ("blue", None)
    assert (tracks["dice"], tracks["points"]) == ({"red": [3, 1], "blue": []}, {"red": 0, "blue": 4})
    assert tracks["experience"] == {"red": 3, "blue": 0}
    assert tracks["cards"] == {"red": 40, "blue": 38}
    s.order, s.acting = [], "A"
    tracks = RULES.view(s, "blue")["tracks"]
    assert (tracks["initiative"], tracks["acting"]) == (None, "A")
    assert not {"experience", "cards"} & set(RULES.view(situation(CROWD).state, "red")["tracks"])


@pytest.mark.rule("cappa.7.2ab", "cappa.7.3a")
def test_only_who_has_looked_under_a_marker_sees_what_it_is():
    game = situation(ALONE + row("brawler"))
    name, *others = (one["id"] for one in RULES.view(game.state, "red")["marks"])
    game.state.deck = [f"1@{name}@red"]
    for seat, known in (("red", True), ("blue", False), (None, False)):
        marks = {one["id"]: one for one in RULES.view(game.state, seat)["marks"]}
        assert {one.get("known", False) for one in (marks[other] for other in others)} == {False}
        assert (marks[name].get("known", False), marks[name]["name"]["en"]) == (
            known,
            "Something." if known else "event marker",
        )
        assert marks[name]["at"] == [2000, 2000]
    table = RULES.view(game.state, None)["events"]
    assert table == [{"number": 1, "type": "brawler", "text": {"en": "Something.", "it": "Qualcosa."}}]


@pytest.mark.rule("cappa.3.1.h2")
def test_the_ground_that_is_to_be_held_is_marked():
    (goal,) = [one for one in RULES.view(staged("foats").state, None)["marks"] if one["kind"] == "goal"]
    assert goal["within"] == 600
    assert len(goal["rect"]) == 4


@pytest.mark.rule("cappa.2.1.h2")
def test_everybody_sees_the_zone_of_who_is_set_up():
    game: Any = Game(RULES, RULES.scenario("duello"), 3)
    seat = game.decision.seat
    other = "blue" if seat == "red" else "red"

    def zones(of):
        return [one for one in RULES.view(game.state, of)["marks"] if one["kind"] == "zone"]

    (zone,) = zones(seat)
    left, top, right, bottom = zone["rect"]
    assert right - left > bottom - top > 0
    assert zones(other) == zones(None) == [zone]  # nothing is secret about it
    queue = game.state.queue
    game.state.figures[queue[0]].where = "on"
    assert zones(seat) == []  # he only says what he holds
    game.state.figures[queue[0]].where = "off"
    game.state.queue = []
    assert zones(seat) == []
    game.state.queue, game.state.phase = queue, "orders"
    assert zones(seat) == []


@pytest.mark.rule("cappa.2.1.4g", "cappa.2.1.5.h2")
def test_a_piece_of_whom_nothing_more_is_to_be_expected_has_acted():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, die 2
        red extra B at 14,10
        blue extra Z at 30,30
    """)
    for name in "AB":
        game.figure(name).is_activated = name == "A"
    assert [seen(game)[name]["acted"] for name in "AB"] == [False, False]
    game.figure("A").pa = 0
    game.figure("B").has_acted = True
    assert [seen(game)[name]["acted"] for name in "ABZ"] == [True, True, False]
