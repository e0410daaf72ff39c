"""What is drawn while somebody thinks: ways and lengths, lines of sight, cover, blasts; and how places are told."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import Shot
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.telling import Teller
from tests.games.cappa.test_view import played
from tests.situation import situation

RULES = Cappa()
UNMEASURED = "\noption no_measuring yes"


def option_of(game: Any, name: str, key: str) -> Option:
    """The first option of a verb."""
    return next(option for option in game.offered(name) if option.key == key)


def drawn(game: Any, name: str, key: str, **args: Any) -> list[dict[str, Any]]:
    """The sketch of the first option of a verb, or of one with these arguments."""
    option = Option(key, {"figure": name, **args}) if args else option_of(game, name, key)
    return RULES.sketch(game.state, Decision("red", "action", [option], {"figure": name}), option)


def one(sketch: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The only drawing of a kind."""
    (found,) = [each for each in sketch if each["kind"] == kind]
    return found


def sentence(game: Any, key: str, language: str = "en", **args: Any) -> str:
    """An option as a person reads it."""
    option = Option(key, args)
    return Teller(RULES, language).option(game.state, Decision("red", "action", [option]), option).replace("\xa0", " ")


def test_a_move_is_drawn_as_the_way_it_takes_with_its_length_against_the_allowance():
    game = situation("cappa on open ground\nred extra A at 10,10, Mov 4, pa 1")
    way = one(drawn(game, "A", "move", to=[1300, 1000]), "way")
    assert way["points"] == [[1000, 1000], [1300, 1000]]
    assert way["text"] == {"en": "3 of 4 um", "it": "3 di 4 um"}


def test_a_way_round_a_wall_bends_and_is_longer_than_the_straight_line():
    game = situation("cappa on open ground\nhigh wall 11,9.8 11,14\nred extra A at 10,10, Mov 4, pa 1")
    way = one(drawn(game, "A", "move", to=[1200, 1000]), "way")
    assert len(way["points"]) > 2
    assert way["text"]["en"] != "2 of 4 um"


def test_a_place_that_cannot_be_reached_is_not_drawn():
    game = situation("cappa on open ground\nred extra A at 10,10, Mov 4, pa 1")
    assert drawn(game, "A", "move", to=[1900, 1000]) == []


@pytest.mark.rule("cappa.geo.14")
def test_a_shot_shows_the_line_of_sight_the_range_and_the_cover_by_name():
    game = situation("""
        cappa on open ground
        low wall 9,15.3 11,15.3
        red extra A at 10,10 with MMK, pa 1
        blue extra B at 10,16
    """)
    sketch = drawn(game, "A", "shoot")
    shot = one(sketch, "shot")
    assert shot["points"] == [[1000, 1000], [1000, 1600]]
    assert shot["text"] == {"en": "short range, 5 um", "it": "corta gittata, 5 um"}
    assert one(sketch, "stretch")["points"] == [[1000, 1530], [1000, 1530]]
    assert "cover" in one(sketch, "label")["text"]["en"]


def test_a_line_of_sight_tells_how_much_of_a_wood_it_crosses():
    game = situation("""
        cappa on open ground
        wood 8,12 12,14
        red extra A at 10,10 with MMK, pa 1
        blue extra B at 10,18
    """)
    stretch = one(drawn(game, "A", "shoot"), "stretch")
    assert stretch["points"] == [[1000, 1200], [1000, 1400]]
    assert stretch["text"]["en"].endswith(", 2 um")


@pytest.mark.rule("cappa.5.3.3b")
def test_a_grenade_shows_its_blast_and_everybody_in_it():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with GR, 5/3/3, pa 2
        blue extra B at 10,15
        red extra C at 11.5,15
        blue extra D at 20,15
    """)
    sketch = drawn(game, "A", "throw-grenade")
    assert one(sketch, "ring")["at"] == [1000, 1500]
    assert {"B", "C"} <= set(one(sketch, "threat")["pieces"])


@pytest.mark.rule("cappa.4.3.8n")
def test_a_charge_is_drawn_into_contact_and_says_whether_it_needs_the_longer_stride():
    near = situation("cappa on open ground\nred extra A at 10,10, Mov 4, pa 1\nblue extra B at 10,14")
    assert one(drawn(near, "A", "charge"), "way")["text"]["en"] == "3 um of 4"
    far = situation("cappa on open ground\nred extra A at 10,10, Mov 4, pa 1\nblue extra B at 10,15.6")
    assert "longer stride" in one(drawn(far, "A", "charge"), "way")["text"]["en"]


@pytest.mark.rule("cappa.5.2.2m")
def test_a_blow_shows_how_many_fight_how_many():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 1
        red extra C at 11,11
        blue extra B at 10,11
    """)
    assert one(drawn(game, "A", "fight"), "label")["text"] == {"en": "2 against 1", "it": "2 contro 1"}


@pytest.mark.rule("cappa.4.3.5b", "cappa.4.3.5.h1")
@pytest.mark.parametrize(
    ("ground", "to", "words"),
    [
        ("", [1000, 1200], "2 of 4 um"),
        ("marsh 5,5 15,30", [1000, 1200], "2 of 2 um"),
        ("marsh 5,5 15,30", [1000, 1150], "1.5 of 2 um"),
        ("marsh 5,5 15,11", [1000, 1300], "3 of 4 um"),
        ("marsh 5,5 15,11", [1000, 1180], "1.8 of 4 um"),  # wholly out of it
    ],
)
def test_a_way_is_shown_against_what_it_may_be_there(ground, to, words):
    game = situation(f"cappa on open ground\n{ground}\nred extra A at 10,10, pa 1, Mov 4\nblue extra B at 38,38")
    option = Option("move", {"figure": "A", "to": to})
    drawing = RULES.sketch(game.state, Decision("red", "action", [option], {"figure": "A"}), option)
    assert one(drawing, "way")["text"]["en"] == words


def test_an_evasion_shows_the_way_out():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 10,14")
    option = Option("evade", {"figure": "A"})
    decision = Decision("red", "react-to-charge", [option], {"figure": "A", "enemy": "B"})
    way = one(RULES.sketch(game.state, decision, option), "way")
    assert way["points"][-1][1] < 1000


@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_every_option_of_a_skirmish_can_be_drawn_and_changes_nothing(name):
    for steps in (30, 70, 110):
        game = played(name, 7, steps)
        if game.decision is None:
            break
        before = game.state.to_plain()
        for option in game.decision.options:
            for each in RULES.sketch(game.state, game.decision, option):
                assert each["kind"] in ("way", "shot", "stretch", "ring", "label", "threat", "sector", "bases")
        assert game.state.to_plain() == before


# How places are told


def test_a_place_is_told_as_a_length_and_a_direction():
    game = situation("cappa on open ground\nlow wall 6,8 9,8\nred extra A at 10,10, pa 1\nblue extra B at 10,20")
    assert sentence(game, "move", figure="A", to=[1300, 1000]) == "Move 3 um to the east"
    assert sentence(game, "move", "it", figure="A", to=[1250, 1000]) == "Muovere di 2,5 um verso est"
    towards = sentence(game, "move", figure="A", to=[1000, 1350])
    assert towards.startswith("Move 3.5 um towards ")
    assert sentence(game, "move", figure="A", to=[850, 860]).startswith("Move 2.1 um to the north-west (")


def test_a_sword_is_thrown_and_a_musket_is_fired():
    game = situation("cappa on open ground\nred extra A at 10,10 with MMK BD, pa 1\nblue extra B at 10,13")
    assert sentence(game, "shoot", figure="A", target="B", weapon="MMK").startswith("Shoot at ")
    assert sentence(game, "shoot", figure="A", target="B", weapon="BD").startswith("Throw at ")


@pytest.mark.parametrize(("weapon", "told"), [("MMK", " shoots at "), ("BD", " hurls something at ")])
def test_the_log_tells_a_throw_from_a_shot(weapon, told):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10 with {weapon}, pa 1
        blue extra B at 10,13
        dice red 10
    """)
    game.do("A", f"shoot target=B weapon={weapon}")
    (shot,) = game.told(Shot)
    assert told in Teller(RULES, "en").event(game.state, shot, None)


# Where nobody measures before he has declared


def told(game: Any, name: str, key: str) -> str:
    """Everything that is said of the first option of a verb."""
    option = option_of(game, name, key)
    decision = Decision("red", "action", [option], {"figure": name})
    prospects = [found.to_plain() for found in RULES.prospects(game.state, decision, option, "red")]
    sketch = RULES.sketch(game.state, decision, option)
    words = [each["text"] for each in sketch if "text" in each]
    return f"{prospects} {words} {sentence(game, key, **option.args)}"


@pytest.mark.parametrize("key", ["shoot", "charge", "move"])
def test_unmeasured_nothing_said_of_an_option_depends_on_the_distance(key):
    text = "cappa on open ground{}\nred extra A at 10,10 with MMK, pa 2\nblue extra B at 10,{}"
    near, far = (situation(text.format(UNMEASURED, y)) for y in ("13.5", "18"))
    assert told(near, "A", key) == told(far, "A", key)
    near, far = (situation(text.format("", y)) for y in ("13.5", "18"))
    if key != "charge":
        assert "um" in told(near, "A", key)


def test_unmeasured_one_may_fire_too_far_and_the_shot_is_lost():
    game = situation(
        f"cappa on open ground 60x60{UNMEASURED}\nred extra A at 10,2 with PS, pa 1\nblue extra B at 10,50"
    )
    assert option_of(game, "A", "shoot")["target"] == "B"
    events = game.do("A", "shoot")
    assert [event.key for event in events if event.key.startswith("shot")] == ["shot-lost"]
    assert "PS" in game.figure("A").empty


def test_unmeasured_the_view_tells_the_page_to_show_no_length():
    game = situation(f"cappa on open ground{UNMEASURED}\nred extra A at 10,10")
    assert RULES.view(game.state, "red")["board"]["measured"] is False
    game = situation("cappa on open ground\nred extra A at 10,10")
    assert RULES.view(game.state, "red")["board"]["measured"] is True


BODY = """
    cappa on open ground
    red protagonist L at 10,10, squad S
    red extra E at 11,10, squad S
    red extra F at 12,10, squad S
    red extra G at 13,10, squad S
    red squad S led by L, open, die 2
    blue extra B at 30,30
"""


@pytest.mark.rule("cappa.4.3.1d")
def test_of_a_squad_that_moves_everybodys_place_is_drawn():
    game = situation(BODY)
    found = one(drawn(game, "S", "move", to=[1400, 1000]), "bases")
    assert sorted(found["points"]) == [[1400, 1000], [1500, 1000], [1600, 1000], [1700, 1000]]
    assert found["size"] == 50


@pytest.mark.rule("cappa.2.1.h2", "cappa.2.1.3.h5")
def test_of_a_squad_that_is_put_down_everybodys_place_is_drawn():
    game = Game(RULES, read_scenario("foats"), "bases")
    seen: set[str] = set()
    while (decision := game.decision) is not None and game.state.turn < 4 and seen != {"set-up", "deploy"}:
        option = next((one for one in decision.options if one.key == "deploy"), decision.options[0])
        if option.key in ("set-up", "deploy") and option["figure"] in game.state.squads:
            seen.add(option.key)
            (found,) = RULES.sketch(game.state, decision, option)
            squad = game.state.squads[option["figure"]]
            game.answer(decision.seat, option)
            stand = [[one.x, one.y] for one in map(game.state.figures.__getitem__, squad.members)]
            assert found["kind"] == "bases"
            assert [list(place) for place in found["points"]] == stand
        else:
            game.answer(decision.seat, option)
    assert seen == {"set-up", "deploy"}
