"""Chapter 10.1: crews of guns, when they leave them, who takes them over; and guns in the set-up."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.artillery.gun_service import FireGun
from alfiere.games.cappa.combat.crews import settle_guns
from alfiere.games.cappa.ground.gun_places import crew_at, is_served
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.state.state import GONE, ON, Thing
from alfiere.games.cappa.told.events import Entered
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from tests.games.cappa.guns import light_gun, told
from tests.situation import situation

MEN = [f"crew-{number}" for number in range(4)]
FIVE = "red artigliere E at 18.5,20, squad S\n"


def gun(game):
    return game.state.guns["G"]


def settled(game):
    def settle(g):
        settle_guns(g)
        yield from ()

    return game.run(settle)


# Scenario


def battle(kind="light_gun", count=4, **more):
    """A scenario with one gun on the red side."""
    name = {"en": "gun", "it": "pezzo"}
    squad = {
        "id": "crew",
        "name": name,
        "members": [{"profile": "artigliere", "count": count}],
        "formation": "open",
        "gun": {"kind": kind} | more,
    }
    side = {"name": name, "aim": name, "mission": "vital"}
    zones = {"north": {"edge": "north", "within": 10}, "south": {"edge": "south", "within": 6}}
    return {
        "id": "battery",
        "game": "cappa",
        "origin": "house",
        "title": name,
        "date": "1650",
        "summary": name,
        "turns": 4,
        "table": {"width": 40, "depth": 40},
        "side": [
            side | {"seat": "red", "code": "red", "edge": "north", "zone": zones["north"], "squad": [squad]},
            side
            | {
                "seat": "blue",
                "code": "blue",
                "edge": "south",
                "zone": zones["south"],
                "character": [{"id": "X", "profile": "moschettiere", "name": name}],
            },
        ],
        "objective": [{"kind": "break", "text": name}],
    }


@pytest.mark.rule("cappa.10.1a", "cappa.10.0a")
def test_an_artillery_squad_is_some_gunners_and_a_single_piece():
    state = Cappa().setup(read_scenario(battle()), {})
    assert [(one.crew, one.seat) for one in state.guns.values()] == [("crew", "red")]
    with pytest.raises(BadData, match="gun"):
        read_scenario(battle() | {"side": [one | {"gun": {"kind": "light_gun"}} for one in battle()["side"]]})


@pytest.mark.rule("cappa.10.1b", "cappa.10.1c", "cappa.10.1d", "cappa.10.1e")
@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [("light_gun", 4, 5), ("howitzer", 4, 5), ("mortar", 4, 5), ("medium_gun", 5, 7), ("heavy_gun", 6, 8)],
)
def test_how_many_gunners_a_piece_has(kind, least, most):
    for count in (least, most):
        assert read_scenario(battle(kind, count))
    for count in (least - 1, most + 1):
        with pytest.raises(BadData, match=r"gunners|members"):
            read_scenario(battle(kind, count))


@pytest.mark.rule("cappa.10.4.3.h6")
@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"limber": [20, 5]}, "has_limber"),
        ({"animals": 1}, "has_limber"),
        ({"at": [20, 5]}, "both «at» and «faces»"),
        ({"faces": 90}, "both «at» and «faces»"),
        ({"has_limber": True, "limber": [50, 5]}, "table"),
    ],
)
def test_a_gun_in_a_file_says_what_belongs_together(more, message):
    with pytest.raises(BadData, match=message):
        read_scenario(battle(**more))


@pytest.mark.rule("cappa.10.0b", "cappa.10.0c", "cappa.10.0d", "cappa.10.2.2a")
@pytest.mark.parametrize(
    ("kind", "charge"), [("howitzer", "canister"), ("mortar", "round shot"), ("light_gun", "shell")]
)
def test_a_piece_is_not_given_what_it_cannot_fire(kind, charge):
    with pytest.raises(BadData, match="does not fire"):
        read_scenario(battle(kind, charge=charge))


@pytest.mark.rule("cappa.10.0b", "cappa.10.0c")
def test_round_shot_is_for_walls_and_canister_for_people():
    there = "blue extra X at 30,20\nbuilding 33.1,17 38,23 door east\n"
    targets = {}
    for charge, wrong in (("round shot", "X"), ("canister", "terrain-1")):
        game = situation(light_gun(charge, there))
        targets[charge] = [option.get("target") for option in game.offered("S") if option.key == "fire-gun"]
        free = FireGun().judged
        assert free is not None
        answer = {"figure": "S", "gun": "G", "charge": charge, "target": wrong}
        assert isinstance(free(game.state, game.squad("S"), answer), Objection)
    walls = [one.id for one in situation(light_gun("canister", there)).state.scenario.features]
    assert targets == {"round shot": walls, "canister": [None]}


def set_up(data, *answers):
    """The state after the set-up, answered by these or else with the first option."""
    rules = Cappa()
    game = Game(rules, rules.scenario(data), 5)
    left = list(answers)
    while game.state.turn == 0:
        decision = game.decision
        assert decision is not None
        options = [option.meaning for option in decision.options]
        chosen = next((n for n, one in enumerate(options) if left and left[0] in one), 0)
        if left and any(left[0] in one for one in options):
            left.pop(0)
        game.answer(decision.seat, chosen)
    assert not left, left
    assert not rules.faults(game.state)
    return game


@pytest.mark.rule("cappa.2.1.h2")
def test_its_player_puts_it_anywhere_in_his_zone_facing_anywhere():
    rules = Cappa()
    game: Any = Game(rules, rules.scenario(battle()), 5)
    while game.decision.about.get("figure") != "crew":
        game.answer(game.decision.seat, 0)
    decision = game.decision
    places = [tuple(one["to"]) for one in decision.options]
    assert len(places) == len(set(places)) == 8
    assert all(100 <= x <= 3900 and 100 <= y <= 900 for x, y in places)
    assert {one["heading"] for one in decision.options} == {1800}
    answers = {(150, 150, 2700): "", (2000, 950, 1800): "cappa.2.1.h2", (50, 500, 0): "cappa.2.1.h2"}
    for (x, y, heading), rule in answers.items():
        found = decision.free("set-up", {"figure": "crew", "to": [x, y], "heading": heading})
        assert (found.rule if isinstance(found, Objection) else "") == rule
    found = decision.free("set-up", {"figure": "crew", "to": [150, 150]})
    assert found.args == {"figure": "crew", "to": [150, 150], "heading": 1800}
    turned = decision.free("set-up", {"figure": "crew", "to": [150, 150], "heading": 4050})
    assert turned["heading"] == 450
    game.state.things["C"] = Thing("C", "carro", 2000, 500, 0, "")
    assert decision.free("set-up", {"figure": "crew", "to": [2050, 500]}).rule == "cappa.1.3a"
    for args in ({"to": "there"}, {"to": [150, 150], "heading": 90.0}, {"to": [150, 150], "figure": "X"}):
        assert decision.free("set-up", {"figure": "crew", **args}) is None


@pytest.mark.rule("cappa.10.2.1.h3")
@pytest.mark.parametrize("charge", ["canister", "round shot"])
def test_a_gun_begins_in_battery_and_loaded_as_its_player_says(charge):
    game = set_up(battle(), f"charge={charge}")
    state, entered = game.state, [one for one in game.events if isinstance(one, Entered) and one.figure in MEN]
    places = {(one.figure, tuple(one.to)) for one in entered}
    assert places == {(name, (state.figures[name].x, state.figures[name].y)) for name in MEN}
    (moved,) = told(game.events, "gun-moved")
    assert (moved.figure, moved.gun, moved.how, moved.heading) == ("crew", "crew-gun", "set up", 1800)
    assert tuple(moved.to) == (state.things["crew-gun"].x, state.things["crew-gun"].y)
    piece = state.guns["crew-gun"]
    assert (piece.charge, piece.is_limbered) == (charge, False)
    assert len(crew_at(state, piece)) == 4
    assert state.things["crew-gun"].heading == 1800  # into the table


@pytest.mark.rule("cappa.10.2.1.h3", "cappa.2.1.h2")
@pytest.mark.parametrize(("edge", "heading"), [("east", 2700), ("south", 0), ("west", 900)])
def test_it_looks_into_the_table_from_every_edge(edge, heading):
    data = battle()
    red, blue = data["side"]
    red["edge"], red["zone"] = edge, {"edge": edge, "within": 10}
    if edge == "south":
        blue["edge"], blue["zone"] = "north", {"edge": "north", "within": 6}
    assert set_up(data).state.things["crew-gun"].heading == heading


@pytest.mark.rule("cappa.2.1.h2", "cappa.10.2.1.h3")
@pytest.mark.parametrize("is_fixed", [True, False])
def test_a_gun_whose_place_the_scenario_states_is_there_before_anybody(is_fixed):
    data = battle(**({"at": [20, 5], "faces": 180} if is_fixed else {}))
    data["side"][0]["character"] = [{"id": "Y", "profile": "moschettiere", "name": {"en": "Y", "it": "Y"}}]
    entered = [one.figure for one in set_up(data).events if isinstance(one, Entered)]
    assert sorted(entered) == sorted([*MEN, "X", "Y"])
    assert (entered.index("Y") > entered.index("crew-0")) is is_fixed


@pytest.mark.rule("cappa.10.1a", "cappa.10.2.1.h3")
def test_who_commands_a_crew_stands_behind_the_piece_and_the_gunners_at_its_sides():
    data = battle(at=[20, 5], faces=180)
    leader = {"id": "chief", "profile": "protagonista", "name": {"en": "C", "it": "C"}}
    data["side"][0]["squad"][0]["leader"] = leader
    state = set_up(data).state
    chief, piece = state.figures["chief"], state.things["crew-gun"]
    assert abs(chief.x - piece.x) < 20
    assert chief.y == min(one.y for one in state.figures.values())  # it looks south


@pytest.mark.rule("cappa.8.h1")
@pytest.mark.parametrize(
    ("kind", "points"), [("light_gun", 30), ("medium_gun", 45), ("heavy_gun", 60), ("howitzer", 40), ("mortar", 40)]
)
def test_a_piece_and_its_limber_cost_points_besides_the_crew(kind, points):
    count = {"medium_gun": 5, "heavy_gun": 6}.get(kind, 4)
    crew = count * (characters().sheets["artigliere"].points or 0)
    assert read_scenario(battle(kind, count)).points("red") == crew + points
    assert read_scenario(battle(kind, count, has_limber=True)).points("red") == crew + points + 10


@pytest.mark.rule("cappa.10.2.1.h3")
def test_unless_the_scenario_says_otherwise():
    state = set_up(battle(charge="none", at=[20, 5], faces=150, has_limber=True)).state
    piece, thing = state.guns["crew-gun"], state.things["crew-gun"]
    assert (piece.charge, thing.x, thing.y, thing.heading) == ("", 2000, 500, 1500)
    assert (piece.animals, state.things[piece.limber].kind) == (2, "traino")
    straight = set_up(battle(at=[20, 5], faces=180, has_limber=True)).state
    limber = straight.things[straight.guns["crew-gun"].limber]
    assert (limber.x, limber.y, limber.heading) == (2000, 150, 0)  # one and a half um behind it, looking back
    named = set_up(battle(at=[20, 5], faces=180, has_limber=True, limber=[10, 6])).state
    assert (named.things["crew-limber"].x, named.things["crew-limber"].y) == (1000, 600)
    assert set_up(battle("howitzer")).state.guns["crew-gun"].charge == "shell"


@pytest.mark.rule("cappa.10.2.1.h3")
@pytest.mark.parametrize(("kind", "count"), [("medium_gun", 7), ("heavy_gun", 8)])
def test_large_crews_find_room_at_their_piece(kind, count):
    state = set_up(battle(kind, count)).state
    assert len(crew_at(state, state.guns["crew-gun"])) == count


# Leaving it


@pytest.mark.rule("cappa.10.1f", "cappa.10.1.h3")
def test_too_few_gunners_leave_the_gun_and_the_game():
    game = situation(light_gun("canister", "blue extra X at 27,20"))
    settled(game)
    assert gun(game).crew == "S"
    before = game.state.sides["red"].firmness
    game.figure("A").where = GONE
    events = settled(game)
    assert told(events, "gun-abandoned")[0].rules == ("cappa.10.1f",)
    assert all(game.figure(name).where == GONE for name in "BCD")
    assert game.state.sides["red"].firmness == before - 3
    assert gun(game).crew == ""
    assert "G" in game.state.things


@pytest.mark.rule("cappa.10.1f")
def test_a_shot_that_kills_one_of_four_is_enough():
    game = situation(light_gun("canister", "blue extra M at 24,14 with MMK BD, pa 1, hands MMK, 5/5/3\ndice blue 1 1"))
    game.do("M", "shoot target=B")
    assert gun(game).crew == ""


@pytest.mark.rule("cappa.10.1.h4")
def test_gunners_who_are_in_play_count_wherever_they_stand():
    game = situation(light_gun("canister", FIVE))
    game.figure("A").y -= 50
    game.figure("E").where = GONE
    settled(game)
    assert gun(game).crew == "S"


@pytest.mark.rule("cappa.10.1g")
def test_shaken_gunners_leave_their_gun():
    game = situation(light_gun("canister", FIVE))
    game.squad("S").shaken = "loss"
    assert told(settled(game), "gun-abandoned")[0].rules == ("cappa.10.1g",)


@pytest.mark.rule("cappa.10.1.h6")
def test_gunners_who_walk_away_have_left_it():
    game = situation(light_gun("canister", FIVE))
    game.do("S", "march heading=2700")
    assert gun(game).crew == ""
    assert not any(game.figure(name).where == ON for name in "ABCDE")


@pytest.mark.rule("cappa.10.1.h6")
def test_one_who_stays_in_contact_is_enough():
    game = situation(light_gun("canister", FIVE))
    for name in "ABCD":
        game.figure(name).y += -300 if name in "AB" else 300
        game.figure(name).moved = 300
    assert is_served(game.state, gun(game))
    settled(game)
    assert gun(game).crew == "S"


@pytest.mark.rule("cappa.10.1.h1")
def test_a_crew_that_loses_a_round_of_melee_leaves_its_gun():
    enemy = "blue protagonist K at 19.5,17.5, 9/3/9 CA 2, pa 1\ndice blue 1 10 red 10 10 10 10 10 10"
    game = situation(light_gun("canister", FIVE + enemy, die=0))
    events = game.do("K", "fight")
    assert told(events, "gun-abandoned")[0].rules == ("cappa.10.1.h1",)


@pytest.mark.rule("cappa.10.1.h2")
def test_only_other_gunners_in_sufficient_number_take_it_over():
    men = "\n".join(f"blue {{}} N{n} at {18.5 + n},22.5, squad T" for n in range(4))
    base = "cappa on open ground 60x40\nblue squad T, open, die 1\nred extra Z at 50,5\n"
    base += "gun F heavy_gun at 40,30, seat red\ngun G light_gun at 20,21, seat red\n"
    gunners = situation(base + men.format(*["artigliere"] * 4))
    events = gunners.do("T", "man-gun")
    assert told(events, "gun-manned")
    assert (gun(gunners).crew, gun(gunners).seat) == ("T", "blue")
    assert not situation(base + men.format(*["moschettiere"] * 4)).may("T", "man-gun")
    assert not situation(base + men.format("moschettiere", *["artigliere"] * 3)).may("T", "man-gun")
    away = situation(base + men.format(*["artigliere"] * 4).replace(",22.5", ",22.6"))
    assert not away.may("T", "man-gun")


@pytest.mark.rule("cappa.10.1.h5")
def test_an_enemy_squad_spikes_a_gun_and_it_never_fires_again():
    men = "\n".join(f"blue extra N{n} at {18.5 + n},22.5, squad T" for n in range(4))
    base = f"cappa on open ground 60x40\n{men}\nblue squad T, open, die 2\nred extra Z at 50,5\n"
    game = situation(base + "gun G light_gun at 20,21, seat red")
    events = game.do("T", "work work=spike")
    assert told(events, "worked-together")[0].needed == 6
    assert gun(game).is_spiked
    assert not situation(base + "gun G light_gun at 20,21, seat blue").may("T", "work work=spike")
    spiked = situation(light_gun("canister, spiked", "blue extra X at 27,20", die=3))
    assert not {"fire-gun", "load-gun"} & spiked.keys("S")


@pytest.mark.rule("cappa.10.1.h2")
@pytest.mark.parametrize("has_gun", [True, False])
def test_a_crew_that_has_a_gun_mans_no_other_beside_it(has_gun):
    game = situation(light_gun("canister", "gun H light_gun at 20,17 facing 90, seat red\nblue extra X at 40,30"))
    for name, x in (("C", 1850), ("D", 2150)):
        game.figure(name).x, game.figure(name).y = x, 1850  # all four between the two
    if not has_gun:
        gun(game).crew = ""
    assert game.may("S", "man-gun gun=H") is not has_gun
