"""What the browser's table is told of a skirmish besides its people: squads, marks, things, damage, waters, sky."""

from __future__ import annotations

import pytest

from alfiere.games.cappa import HERE
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.markers import look_under
from alfiere.games.cappa.people.muster import new_skirmish
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.ground_changes import Breach, Fortified, Gap, Lit, Made, as_line
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game
from alfiere.kernel.look import read_look
from tests.games.cappa.guns import light_gun
from tests.situation import situation

RULES = Cappa()
SQUAD = """
    cappa on open ground
    red protagonist L at 10,10, squad S
    red extra E at 11,10, squad S
    red extra F at 12,10, squad S
    red extra G out at 13,10, squad S
    red squad S led by L, {formation}, die 2
    blue extra B at 30,30
"""


def shapes(game):
    """The shapes of the board by their id."""
    return {one["id"]: one for one in RULES.view(game.state, "red")["board"]["shapes"]}


@pytest.mark.parametrize(("formation", "drawn"), [("open", "loose"), ("tight", "close"), ("close", "close")])
def test_a_squad_is_a_group_of_those_who_stand_and_its_pa_are_told_once(formation, drawn):
    view = RULES.view(situation(SQUAD.format(formation=formation)).state, "blue")
    (group,) = view["groups"]
    assert (group["id"], group["owner"], group["leader"]) == ("S", "red", "L")
    assert group["units"] == ["L", "E", "F"]
    assert group["drawn"] == drawn
    assert set(group["name"]) == {"en", "it"}
    pa = {one["id"]: one["tracks"]["pa"][0] for one in view["pieces"]}
    assert pa == {"L": 2, "E": 0, "F": 0, "G": 0, "B": 0}


def test_a_squad_without_its_leader_is_led_by_the_first_who_stands():
    game = situation(SQUAD.format(formation="open"))
    game.figure("L").where = "out"
    view = RULES.view(game.state, None)
    assert view["groups"][0]["leader"] == "E"
    assert {one["id"]: one["tracks"]["pa"][0] for one in view["pieces"]}["E"] == 2


@pytest.mark.rule("cappa.9.5c")
def test_of_a_squad_in_the_dark_only_those_who_are_seen_are_told():
    game = situation(
        SQUAD.format(formation="open")
        + """
        option visibility yes
        [[special]]
        kind = "weather"
        light = "new moon"
        text = { en = "Night.", it = "Notte." }
        """
    )
    assert RULES.view(game.state, "blue")["groups"] == []
    assert RULES.view(game.state, "red")["groups"][0]["units"] == ["L", "E", "F"]


def test_a_marker_is_named_and_known_only_to_who_has_looked_under_it():
    game = situation("""
        cappa on open ground 60x60
        event 20,20
        event 40,20
        red extra A at 20,20.5, pa 3
        blue extra B at 50,50
        [[event]]
        id = "it"
        text = { en = "A pig.", it = "Un maiale." }
        type = "false"
        rows = 2
    """)

    def look(g):
        look_under(g, g.state.figures["A"], "event_marker-2", "cappa.7.2ab")
        yield from ()

    game.run(look)
    told = {
        seat: [(one["name"]["en"], one.get("known", False)) for one in RULES.view(game.state, seat)["marks"]]
        for seat in ("red", "blue", None)
    }
    plain = ("event marker", False)
    assert told == {"red": [plain, ("A pig.", True)], "blue": [plain, plain], None: [plain, plain]}


@pytest.mark.rule("cappa.3.1.h2")
def test_ground_that_is_to_be_held_is_marked():
    view = RULES.view(new_skirmish(read_scenario("foats"), {}), None)
    goals = [one for one in view["marks"] if one["kind"] == "goal"]
    assert [(one["rect"], one["within"]) for one in goals] == [([3400, 2700, 3800, 3300], 600)]


def test_things_have_names_and_signs_and_a_flag_the_colour_of_its_squad():
    game = situation(
        SQUAD.format(formation="open")
        + """
        thing K keg at 4,4
        thing W BD at 5,5
        thing S-flag flag at 6,6
    """
    )
    things = {one["id"]: one for one in RULES.view(game.state, "red")["pieces"] if one["kind"] == "thing"}
    assert {name: (one["symbol"], one["name"]["en"]) for name, one in things.items()} == {
        "K": ("keg", "keg"),
        "W": ("weapon", "sword"),
        "S-flag": ("flag", "the flag"),
    }
    assert things["S-flag"]["owner"] == "red"
    assert "owner" not in things["K"]


def test_a_gun_stands_on_a_rectangle_and_is_towed_while_it_is_limbered():
    game = situation(light_gun("canister"))
    gun = next(one for one in RULES.view(game.state, "red")["pieces"] if one["id"] == "G")
    assert gun["shape"]["rect"] == [200, 200]
    assert (gun["pose"], gun["owner"], gun["state"]) == ([2000, 2000, 900], "red", "")
    game.state.guns["G"].is_limbered = True
    gun = next(one for one in RULES.view(game.state, "red")["pieces"] if one["id"] == "G")
    assert gun["state"] == "towed"


HOUSE = """
    cappa on open ground
    building 10,10 16,14 door south windows 4
    low wall 4,18 14,18
    red extra A at 1,1
    blue extra B at 30,30
"""


@pytest.mark.rule("cappa.10.2.3.h6", "cappa.9.7.2e")
def test_what_has_been_done_to_walls_and_houses_is_shown():
    game = situation(HOUSE)
    house = next(name for name in shapes(game) if "building" in name)
    game.state.changed += [
        as_line(Breach(house, 0, (1200, 1000), (1300, 1000))),
        as_line(Fortified(house, 2)),
        as_line(Lit(house, 1)),
        as_line(Gap("low_wall-1", 0, (800, 1800), (1000, 1800))),
        as_line(Made("hollow", 1, (2000, 2000), (2400, 2100))),
    ]
    found = shapes(game)
    kinds = {way["id"].rpartition("/")[2]: way["kind"] for way in found[house]["openings"]}
    assert kinds["breach-0"] == "breach"
    assert {kind for name, kind in kinds.items() if "-south-" in name} == {"barred"}
    assert "barred" not in {kind for name, kind in kinds.items() if "-south-" not in name}
    assert found[house]["burning"]
    assert found["low_wall-1"]["rubble"] == [[[800, 1800], [1000, 1800]]]
    assert found["low_wall-1"]["lines"] == [[[400, 1800], [800, 1800]], [[1000, 1800], [1400, 1800]]]
    assert found["hollow+1"]["drawn"] == "trench"


@pytest.mark.rule("cappa.10.2.3.h3")
def test_a_battered_wall_shows_where_and_how_often_it_was_struck():
    game = situation(HOUSE)
    house = next(name for name in shapes(game) if "building" in name)
    game.state.battered = {f"{house}/3": 2, "low_wall-1/0": 0}
    found = shapes(game)
    assert found[house]["cracks"] == [{"at": [1000, 1200], "hits": 2}]
    assert "cracks" not in found["low_wall-1"]


@pytest.mark.rule("cappa.7.2ab")
def test_a_hidden_ford_is_not_there_until_it_is_found():
    state = new_skirmish(read_scenario("foats"), {})
    shown = {one["id"]: one["kind"] for one in RULES.view(state, None)["board"]["shapes"]}
    assert "hidden-ford" not in shown
    state.changed.append("water open hidden-ford")
    shown = {one["id"]: one["kind"] for one in RULES.view(state, None)["board"]["shapes"]}
    assert shown["hidden-ford"] == "ford"


SKY = """
    cappa on open ground
    red extra A at 1,1
    blue extra B at 30,30
    option visibility yes
    option no_measuring {blind}
    [[special]]
    kind = "weather"
    light = "{light}"
    weather = "{weather}"
    text = {{ en = "Sky.", it = "Cielo." }}
"""


@pytest.mark.rule("cappa.9.5e")
@pytest.mark.parametrize(
    ("light", "weather", "dark", "told"),
    [
        ("new moon", "clear", 2, "night without a moon"),
        ("moon", "rain", 1, "night with a moon, rain"),
        ("day", "fog", 0, "fog"),
    ],
)
def test_the_sky_is_told_with_how_far_one_sees(light, weather, dark, told):
    view = RULES.view(situation(SKY.format(light=light, weather=weather, blind="no")).state, "red")
    sky = view["board"]["sky"]
    assert (sky["dark"], sky["weather"]) == (dark, None if weather == "clear" else weather)
    assert sky["text"]["en"] == told
    assert sky["sees"] > 0
    blind = RULES.view(situation(SKY.format(light=light, weather=weather, blind="yes")).state, "red")
    assert "sees" not in blind["board"]["sky"]


def test_of_a_clear_day_nothing_is_told():
    view = RULES.view(situation(SKY.format(light="day", weather="clear", blind="no")).state, "red")
    assert "sky" not in view["board"]


def test_a_model_nobody_can_draw_is_refused(tmp_path):
    text = (HERE / "look.toml").read_text(encoding="utf-8")
    path = tmp_path / "look.toml"
    path.write_text(text.replace('howitzer = "mortar"', 'howitzer = "rocket"'), encoding="utf-8")
    with pytest.raises(BadData, match=r"models\.howitzer"):
        read_look(path)
    path.write_text(text[: text.index("[models]")] + text[text.index("[ground]") :], encoding="utf-8")
    assert read_look(path).models == {}


@pytest.mark.rule("cappa.2.1.h2")
def test_everybody_sees_where_one_may_be_set_up():
    game = Game(RULES, read_scenario("foats"), "zones")
    rects = {"blue": [0, 0, 2800, 6000], "red": [4400, 0, 7200, 6000]}
    told = set()
    while (decision := game.decision) is not None and game.state.phase == "set-up":
        zones = {
            seat: [one["rect"] for one in RULES.view(game.state, seat)["marks"] if one["kind"] == "zone"]
            for seat in ("red", "blue", None)
        }
        shown = [rects[decision.seat]] if decision.key == "set-up" else []
        assert zones == dict.fromkeys(("red", "blue", None), shown)
        told.add(decision.key)
        game.answer(decision.seat, decision.options[0])
    assert {"set-up", "hold-all"} <= told
