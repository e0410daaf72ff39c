"""Guns as a player sees them: odds, sketches, pieces and ground in the view, refusals, sentences, random play."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.turn.objections import objection
from alfiere.kernel.decision import Decision, Option
from soak.battles import many
from soak.scuffles import GUNS, scuffle
from tests.games.cappa.guns import light_gun
from tests.games.cappa.test_10_fire import ONE, SQUAD, house, howitzer
from tests.situation import situation

RULES = Cappa()


def offered(game, start):
    option = next(one for one in game.offered("S") if one.key == start)
    return Decision("red", "action", [option], {"figure": "S", "pa": 3}, ("cappa.2.1.4d",)), option


def prospect(game):
    decision, option = offered(game, "fire-gun")
    (found,) = RULES.prospects(game.state, decision, option, "red")
    return found


def test_the_odds_of_canister():
    found = prospect(situation(light_gun("canister", ONE)))
    assert found.hits[0] == Fraction(7, 10) ** 6  # six dice against 3, one victim
    assert found.results[1] == (1 - Fraction(7, 10) ** 6) * Fraction(5, 10)


def test_the_odds_show_each_armour_once():
    several = "blue extra X at 24,20, CA 3\nblue extra Y at 25,20.6, CA 5\nblue extra Z at 26,19.4, CA 3"
    found = prospect(situation(light_gun("canister", several)))
    lone = prospect(situation(light_gun("canister", several.split("\n")[0])))
    hit, low = lone.tallies
    assert [tally.total for tally in found.tallies] == [hit.total, low.total, low.total + 2]
    assert (lone.hits, sum(lone.results.values())) == ({0: Fraction(7, 10) ** 6, 1: 1 - Fraction(7, 10) ** 6}, 1)
    assert max(found.hits) == max(found.results) == 3


def test_the_odds_of_a_breach_at_long_range():
    found = prospect(situation(house()))
    three = 4 * Fraction(2, 10) ** 3 * Fraction(8, 10) + Fraction(2, 10) ** 4
    assert found.results[1] == three  # 2.7 in a hundred, as the gap in the rules says


def test_the_odds_of_a_breach_are_those_of_the_wall_aimed_at():
    ground = "building 33.1,15 38,19.9 door east\nlow wall 33.1,20.1 33.1,26\n"
    game = situation(light_gun("round shot", ground))
    shots = [one for one in game.offered("S") if one.key == "fire-gun"]
    needed = {one.name: one.needed for one in gunnery.structures_of(game.state, game.state.guns["G"])}
    assert len(shots) == len(set(needed.values())) == 2
    for option in shots:
        (found,) = RULES.prospects(game.state, Decision("red", "action", [option]), option, "red")
        wanted = needed[option["target"]]
        assert found.results[1] == sum(likely for hits, likely in found.hits.items() if hits >= wanted)
    assert not RULES.prospects(
        game.state, Decision("red", "action", [shots[0]]), Option("fire-gun", {**shots[0].args, "target": "X"}), "red"
    )


def test_the_odds_of_a_shell_at_somebody_upstairs_are_those_on_his_floor():
    upstairs = "building 33,17 38,23 windows 4 storeys 2\nblue extra X at 33.6,20, level 2\nblue extra Y at 35,20\n"
    found = prospect(situation(howitzer(upstairs + "blue extra Z at 35,21.5\n")))
    assert max(found.hits) == 1  # not the two below him


def test_the_odds_of_a_shell():
    found = prospect(situation(howitzer(SQUAD)))
    assert sum(found.results.values()) == 1
    assert found.hits[0] == Fraction(7, 10) ** 6


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (light_gun("canister", ONE), ["sector", "threat"]),
        (house(), ["sector", "shot"]),
        (howitzer(SQUAD), ["sector", "shot", "ring", "threat"]),
    ],
)
def test_the_sector_is_drawn_while_aiming(text, kinds):
    game = situation(text)
    decision, option = offered(game, "fire-gun")
    assert [one["kind"] for one in RULES.sketch(game.state, decision, option)] == kinds


def test_a_turn_shows_the_sector_as_it_would_be():
    game = situation(light_gun("canister", ONE, die=3))
    decision, option = offered(game, "turn-gun")
    (drawn,) = RULES.sketch(game.state, decision, option)
    assert game.state.things["G"].heading == 900
    assert len(drawn["points"]) == 4


def test_the_view_shows_a_gun_with_its_owner_and_badges():
    game = situation(light_gun("canister, limber L at 18,20 facing 270, limbered"))
    pieces = {one["id"]: one for one in RULES.view(game.state, None)["pieces"]}
    assert (pieces["G"]["owner"], pieces["G"]["badges"]) == ("red", ["loaded", "limbered"])
    assert pieces["G"]["shape"]["rect"] == [200, 200]
    assert {*pieces["G"]["badges"], "spiked", "abandoned"} <= set(RULES.look().badges)


@pytest.mark.rule("cappa.10.2.3.h6")
def test_the_view_shows_breaches_and_what_was_built():
    game = situation(house(more="dice red 1 2 2 5 10 10 10 10"))
    game.do("S", "fire-gun")
    game.state.changed.append("made|barricade|0|100,100|300,100")
    shapes = {one["id"]: one for one in RULES.view(game.state, None)["board"]["shapes"]}
    assert [[3310, 1950], [3310, 2050]] in [sorted(one["line"]) for one in shapes["house"]["openings"]]
    assert shapes["barricade+0"]["lines"] == [[[100, 100], [300, 100]]]
    game.state.changed.append("burning|house|1")
    shapes = {one["id"]: one for one in RULES.view(game.state, None)["board"]["shapes"]}
    assert shapes["house"]["name"] == {"en": "house (on fire)", "it": "casa (in fiamme)"}
    wall = situation(light_gun("round shot", "low wall 30,10 30,30\ndice red 1 2 2 5 10 10 10 10"))
    wall.do("S", "fire-gun")
    (shape,) = RULES.view(wall.state, None)["board"]["shapes"]
    assert shape["lines"] == [[[3000, 1000], [3000, 1950]], [[3000, 2050], [3000, 3000]]]


@pytest.mark.rule("cappa.10.2.1.h1")
def test_a_refusal_in_melee_names_the_rule():
    game = situation(light_gun("canister", ONE + "\nblue extra Y at 19.5,17.5", die=3))
    game.state.acting = "S"
    decision = Decision("red", "action", [], {"figure": "S", "pa": 3}, ("cappa.2.1.4d",))
    found = objection(game.state, decision, Option("fire-gun", {"figure": "S", "gun": "G"}))
    assert found.rule == "cappa.10.2.1.h1"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_action_with_a_gun_is_told(language):
    words = RULES.words(language)
    texts = (
        light_gun("canister, limber L at 18,20 facing 90", ONE, die=3),
        light_gun("canister, limber L at 18,20 facing 270, limbered", ONE, die=3),
        light_gun("canister", ONE, die=3),
    )
    seen = set()
    for text in texts:
        game = situation(text)

        def name(kind, value, state=game.state):
            return RULES.name(state, kind, value, language)

        decision = Decision("red", "action", list(game.offered("S")))
        for option in decision.options:
            if "gun" in option.key or option.key in ("drive", "work"):
                args = RULES.spoken(game.state, decision, option, language)
                told = words.option_sentence("action", option.key, args, name)
                assert told
                assert "None" not in told
                assert "  " not in told
                seen.add(option.key)
    assert seen == {
        *("fire-gun", "load-gun", "turn-gun", "shift-gun", "limber-gun", "unlimber-gun", "drive", "work"),
    }


@pytest.mark.rule("cappa.10.4.1a")
@pytest.mark.parametrize(
    ("faces", "heading", "told"),
    [
        (0, 450, "45° to the right"),
        (0, 3150, "45° to the left"),
        (900, 1100, "20° to the right"),
        (3500, 100, "20° to the right"),
    ],
)
def test_it_is_said_how_far_a_gun_is_turned_and_to_which_hand(faces, heading, told):
    game = situation(light_gun("canister"))
    game.state.things["G"].heading = faces
    option = Option("turn-gun", {"figure": "S", "gun": "G", "heading": heading, "pa": 2})
    assert (
        RULES.spoken(game.state, Decision("red", "action", [option]), option, "en")["way"].replace(
            "\N{NO-BREAK SPACE}", " "
        )
        == told
    )


def test_random_scuffles_about_a_gun_end_and_every_invariant_holds():
    seeds = [seed for seed in range(200) if seed % GUNS == 0]
    assert all(scuffle(seed)["side"][0]["squad"][0]["gun"] for seed in seeds[:5])
    found = many("cappa", "scuffles", battles=2, checked=2, first=80_000)
    assert found.checked == 2


def test_the_map_of_the_terminal_shows_guns_and_carts_and_how_they_are():
    more = ", limber L at 16,20 facing 270\nblue extra X at 30,30\nthing C carro at 5.5,9 facing 90"
    game = situation(light_gun("round shot" + more))
    lines = RULES.picture(game.state, None, "en").splitlines()
    assert [lines[1 + y][3 + 2 * x] for x, y in ((20, 20), (16, 20), (5, 9))] == ["¤", "&", "&"]
    assert lines[-3:] == ["¤ light gun: 20; 20, round shot", "& Limber with team: 16; 20", "& C: 5.5; 9"]
    piece = game.state.guns["G"]
    piece.charge, piece.crew, piece.is_spiked = "", "", True
    told = RULES.picture(game.state, None, "it").splitlines()[-3]
    assert told == "¤ pezzo leggero: 20; 20, scarica, inchiodato, nessuno lo serve"


@pytest.mark.parametrize("blind", ["yes", "no"])
def test_who_may_not_measure_is_told_no_odds_of_his_gun(blind):
    game = situation(light_gun("canister", f"{ONE}\noption no_measuring {blind}"))
    (option,) = [one for one in game.offered("S") if one.key == "fire-gun"]
    found = RULES.prospects(game.state, Decision("red", "action", [option]), option, "red")
    assert bool(found) == (blind == "no")
