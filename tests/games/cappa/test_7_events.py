"""Chapter 7.1, 7.3 and 7.4: the table of events, markers, cards and dice, the tables of the scenarios."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from alfiere.battles.ground_forms import ZoneForm
from alfiere.games import GAMES
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.markers import _may_lie, belt_of, is_at_marker, markers
from alfiere.games.cappa.shown.plan import board
from alfiere.games.cappa.state.state import OFF, ON
from alfiere.games.cappa.told.chance_events import EventDrawn
from alfiere.games.cappa.told.events import EventRevealed
from alfiere.games.cappa.turn.arrival import arrive, entrances
from alfiere.kernel.bad_data import BadData
from tests.games.cappa.happening import ALONE, CASK, PIG, RULES, events, revealed, row
from tests.situation import situation

# 7.1 The table, the markers


@pytest.mark.rule("cappa.7.1a", "cappa.7.1c", "cappa.7.1.h1")
def test_who_touches_a_marker_may_reveal_it_an_event_of_the_table_happens_at_once_and_the_marker_is_gone():
    game = situation(ALONE + row("", "worth = 2"))
    assert [one.key for one in game.offered("A") if one.key == "reveal"] == ["reveal"]
    game.do("A", "reveal")
    assert events(game) == ["it"]
    assert game.state.sides["red"].points == 2
    assert len(markers(game.state)) == 2
    assert not game.may("A", "reveal")


SET_OUT = """
    cappa on open ground 60x60
    red extra A at 5,5
    blue extra B at 50,50
"""


def set_up(text, *answers):
    """The set-up from its beginning; everybody is still off the table."""
    game = situation(text)
    for one in game.state.figures.values():
        one.where = OFF
    game.phase("set-up", *answers)
    return game


@pytest.mark.rule("cappa.7.1b", "cappa.7.1.h2")
def test_where_the_scenario_has_no_markers_the_players_set_out_one_for_each_row_by_turns():
    game = set_up(SET_OUT + row("", "rows = 2") + row("", id_="other"))
    asked = [decision.seat for decision in game.asked if decision.key == "set-marker"]
    assert len(asked) == 3
    assert asked[0] != asked[1]
    assert asked[0] == asked[2]
    places = list(markers(game.state).values())
    assert len(places) == 3
    for number, (x, y) in enumerate(places):
        assert 600 + 600 <= y <= 6000 - 1200  # zones are 6 um deep
        assert all((x - a) ** 2 + (y - b) ** 2 >= 599**2 for a, b in places[:number])
    assert [one.key for one in game.asked].index("set-marker") == 0
    view = RULES.view(game.state, None)
    assert len(view["marks"]) == 3
    assert not any(piece["kind"] == "thing" for piece in view["pieces"])


@pytest.mark.rule("cappa.7.1b")
def test_the_map_in_the_terminal_shows_the_markers():
    game = situation(ALONE + row(""))
    assert RULES.picture(game.state, None, "en").count("?") == 2  # A stands on the third
    game.do("A", "reveal")
    assert RULES.picture(game.state, None, "en").count("?") == 2


@pytest.mark.rule("cappa.7.1.h2")
def test_a_player_may_point_at_any_place_for_his_marker_but_not_near_another_or_a_zone():
    seen = []

    def point(decision):
        if decision.key != "set-marker":
            return None
        for place in ([3000, 1150], [3000, 1200], [3000, -1]):
            found = decision.find(("set-marker", {"to": place})) or decision.why_not("set-marker", {"to": place})
            seen.append(getattr(found, "rule", "allowed"))
        return decision.options[0]

    set_up(SET_OUT + row(""), point)
    assert seen == ["cappa.7.1.h2", "allowed", "cappa.7.1.h2"]


@pytest.mark.rule("cappa.7.1b")
def test_buildings_and_woods_are_offered_first_for_markers():
    game = set_up(SET_OUT.replace("red", "building 20,20 26,26 door south\nwood 40,30 44,34\nred", 1) + row(""))
    first = next(decision for decision in game.asked if decision.key == "set-marker")
    assert [option["to"] for option in first.options][:2] == [[2300, 2300], [4200, 3200]]


@pytest.mark.rule("cappa.7.1.h2", "cappa.geo.2")
@pytest.mark.parametrize(
    ("place", "may"),
    [
        ((3000, 1199), True),  # 6 um from the zone in the north, less the tolerance
        ((3000, 1198), False),
        ((3000, 4801), True),
        ((3000, 4802), False),
        ((4000, 3599), True),  # and from another marker
        ((4000, 3598), False),
        ((3401, 3000), True),
        ((3402, 3000), False),
        ((0, 3000), True),
        ((-1, 3000), False),
        ((6000, 3000), True),
        ((6001, 3000), False),
        ((1850, 3000), False),  # the zone of somebody who is set up by himself
        ((1801, 3000), True),
    ],
)
def test_a_marker_lies_six_um_from_every_other_and_from_every_zone(place, may):
    game = situation(SET_OUT.replace("red", "event 40,30\nred", 1))
    (entry, *_) = game.scenario.sides["red"].character
    alone = replace(entry, zone=ZoneForm(rect=(2400, 2900, 2600, 3100)), is_off_table=False)
    away = replace(entry, zone=ZoneForm(rect=(0, 0, 6000, 6000)), is_off_table=True)
    game.scenario.sides["red"] = replace(game.scenario.sides["red"], character=(alone, away))
    assert _may_lie(game.state, place) == may


@pytest.mark.rule("cappa.7.1.h3")
@pytest.mark.parametrize(("x", "near"), [(41.49, True), (41.5, False)])
def test_within_a_um_of_a_marker_nobody_is_set_up(x, near):
    game = situation(SET_OUT.replace("red", "event 40,30\nred", 1))
    assert is_at_marker(game.state, 50, round(100 * x), 3000) == near
    assert is_at_marker(game.state, 50, 4000, 3000 + round(100 * (x - 40))) == near


@pytest.mark.rule("cappa.7.1d")
def test_the_scenario_says_how_many_markers_there_are():
    game = set_up(SET_OUT + row("", "rows = 4") + "[events]\nmarkers = 2")
    assert len(markers(game.state)) == 2


@pytest.mark.rule("cappa.7.1.h3")
def test_nobody_is_set_up_within_1_um_of_a_marker():
    game = situation(SET_OUT.replace("red", "event 30,3\nred", 1) + row(""))
    game.figure("A").where, game.state.queue = OFF, ["A"]
    game.run(arrive)
    (decision,) = game.asked
    apart = [((x - 3000) ** 2 + (y - 300) ** 2) ** 0.5 - 50 for x, y in (one["to"] for one in decision.options)]
    assert min(apart) >= 100
    near = {"figure": "A", "to": [3000, 440]}
    assert (decision.find(("set-up", near)) or decision.why_not("set-up", near)).rule == "cappa.7.1.h3"
    far = {"figure": "A", "to": [3000, 450]}
    assert decision.find(("set-up", far)).key == "set-up"


# 7.1.1 Cards and dice


def three_in_a_row(text):
    """A walks from marker to marker and reveals each."""
    game = situation(ALONE + text)
    for x, y in ((2000, 2050), (4000, 2050), (2000, 4050)):
        game.figure("A").x, game.figure("A").y, game.figure("A").pa = x, y, 3
        game.do("A", "reveal")
    return game


TWO = row("", id_="one") + row("", "rows = 2", id_="two")


@pytest.mark.rule("cappa.7.1.1a", "cappa.7.1.1b", "cappa.7.1.1d")
def test_a_card_is_discarded_so_that_an_event_comes_as_often_as_it_has_rows():
    assert sorted(events(three_in_a_row(TWO))) == ["one", "two", "two"]
    game = three_in_a_row(row("", id_="one"))
    assert events(game) == ["one", "false", "false"]


@pytest.mark.rule("cappa.7.1.1c")
def test_each_row_is_a_card_and_revealing_draws_one_of_those_that_are_left():
    game = three_in_a_row("dice red 3 1 2\n" + TWO + '[events]\nsuit = "hearts"')
    assert [(one.by, one.number, one.suit) for one in game.told(EventDrawn)] == [
        ("card", 3, "hearts"),
        ("card", 1, "hearts"),
        ("card", 2, "hearts"),
    ]
    assert events(game) == ["two", "one", "two"]


@pytest.mark.rule("cappa.7.1.1f", "cappa.7.1.1g")
def test_with_dice_a_number_that_came_before_is_a_false_event():
    table = '[events]\nmethod = "die"\ndie = 6'
    game = three_in_a_row("dice red 2 2 5\n" + TWO + table)
    assert events(game) == ["two", "false", "false"]
    assert [one.number for one in game.told(EventDrawn)] == [2, 2, 5]
    assert game.state.deck == ["1", "3"]


@pytest.mark.rule("cappa.7.1.1e", "cappa.7.2.h14")
def test_the_card_of_an_event_that_repeats_goes_back_into_the_deck():
    game = revealed(ALONE + row("ambush_peasants"))
    assert game.state.deck == []
    game.phase("end")
    assert game.state.deck == ["1"]


# 7.3 Who knows the table


@pytest.mark.rule("cappa.7.3a")
def test_without_a_game_master_everybody_knows_the_table_but_not_which_cards_are_left():
    game = situation(ALONE + TWO)
    for seat in ("red", "blue", None):
        shown = RULES.view(game.state, seat)["events"]
        assert [(one["number"], one["text"]["en"]) for one in shown] == [(n, "Something.") for n in (1, 2, 3)]
    assert "events" not in RULES.view(situation(SET_OUT).state, "red")


# 7.4 The tables of the scenarios

# The kind of every row of the table, as the catalogue has it
TABLES = {
    "terheyden": "animal deserter wine ambush_peasants ambush_surprised ambush_both_surprised famous_person "
    "object object object",
    "dunkerque": "object object object ambush_peasants ambush_surprised animal wine terrain "
    "ambush_both_surprised false",
    "lens": "famous_person famous_person deserter wine brawler animal ambush_surprised personal_enemy tracks false",
    "foats": "flood drought terrain tracks ambush_surprised false",
}


def with_table(name, more=""):
    """A scenario that names a ready table."""
    return f'[events]\ntable = "{name}"\n{more}'


def playing(name, **more):
    """The data of a scenario with a ready table, for its own sides and its hidden ford."""
    source = dict(situation(SET_OUT).state.scenario.source)
    sides = [{**source["side"][0], "code": "french"}, source["side"][1]]
    ford = {"kind": "ford_hidden", "id": "hidden-ford", "name": {"en": "f", "it": "g"}, "rect": [20, 20, 24, 24]}
    return {**source, "side": sides, "terrain": [ford], "events": {"table": name, **more}}


@pytest.mark.rule("cappa.7.1a", "cappa.7.4a")
@pytest.mark.parametrize("name", TABLES)
def test_a_scenario_may_name_a_ready_table_and_change_a_row_of_it(name):
    scenario = read_scenario(playing(name))
    assert [scenario.rows[n + 1].type for n in range(len(scenario.rows))] == TABLES[name].split()
    assert scenario.markers == len(TABLES[name].split())
    first = next(iter(scenario.events))
    text = {"en": "Another.", "it": "Un altro."}
    changed = read_scenario({**playing(name), "event": [{"id": first, "text": text, "numbers": [1]}]})
    assert changed.rows[1].text.en == "Another."
    assert len(changed.rows) == len(scenario.rows)
    with pytest.raises(BadData, match="there are dunkerque, foats, lens, terheyden"):
        read_scenario(playing("nowhere"))


@pytest.mark.rule("cappa.7.1a")
@pytest.mark.parametrize("rows", [5, "hoard", ["hoard"], [{"id": "x", "text": {"en": "x", "it": "x"}}, 5]])
def test_what_is_no_row_beside_a_ready_table_is_refused_and_not_left_out(rows):
    with pytest.raises(BadData, match="event"):
        read_scenario({**playing("lens"), "event": rows})


@pytest.mark.rule("cappa.7.4a")
@pytest.mark.parametrize("method", ["card", "die"])
def test_the_table_of_terheyden_works_with_ten_cards_or_a_die(method):
    scenario = read_scenario(playing("terheyden", method=method))
    assert sorted(scenario.rows) == list(range(1, 11))
    assert scenario.form.events is not None
    assert (scenario.form.events.suit, scenario.form.events.die) == ("hearts", 10)
    short = {**playing("terheyden", method="die"), "event": [{"id": "x", "text": {"en": "x", "it": "x"}}]}
    with pytest.raises(BadData, match="never shows"):
        read_scenario(short)


TERHEYDEN = """
    cappa on open ground 72x60
    event 20,20
    event 40,6
    event 30,30
    red extra A at 20,20.5, pa 3
    red extra C off, die 2
    blue extra B at 60,50
"""


@pytest.mark.rule("cappa.7.4b", "cappa.7.4c", "cappa.ex.38", "cappa.7.1.1d")
def test_example_38_the_flag_is_found_in_the_inner_belt_only():
    game = situation(TERHEYDEN + "dice red 9 8\n" + with_table("terheyden"))
    flags = [number for number, event in game.scenario.rows.items() if event.id == "terheyden-flag"]
    assert (len(flags), len(game.state.deck)) == (3, 10)  # 3 in 10
    game.do("A", "reveal", "pick-up")
    assert game.figure("A").carries == ["cartagena-flag"]
    game.figure("A").x, game.figure("A").y = 4000, 650
    game.do("A", "reveal")
    assert events(game) == ["terheyden-flag", "false"]
    assert "8" not in game.state.deck
    other = situation(TERHEYDEN + "dice red 8\n" + with_table("terheyden"))
    other.figure("A").x, other.figure("A").y = 4000, 650
    other.do("A", "reveal")
    assert events(other) == ["false"]


@pytest.mark.rule("cappa.7.1.1d")
@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_found_under_a_marker_is_told_in_the_words_of_its_row(language):
    game = situation(TERHEYDEN + "dice red 9\n" + with_table("terheyden"))
    game.do("A", "reveal", "let-be")
    (found,) = game.told(EventRevealed)
    words = getattr(game.scenario.events["terheyden-flag"].text, language)
    assert GAMES["cappa"].name(game.state, "event", found.event, language) == words


@pytest.mark.rule("cappa.7.4b")
@pytest.mark.parametrize(("y", "belt"), [(11.9, "outer"), (12, "inner"), (48, "inner"), (48.1, "outer")])
def test_the_inner_belt_is_the_three_middle_rows_of_sectors(y, belt):
    game = situation(TERHEYDEN + with_table("terheyden"))
    assert belt_of(game.state, (3000, round(100 * y))) == belt


@pytest.mark.rule("cappa.7.4.h1")
def test_once_the_flag_is_found_its_other_rows_are_false():
    game = situation(TERHEYDEN + "dice red 9 10\n" + with_table("terheyden"))
    game.do("A", "reveal", "let-be")
    game.figure("A").x, game.figure("A").y = 3000, 3050
    game.do("A", "reveal")
    assert events(game) == ["terheyden-flag", "false"]


def by_marker(game, name):
    """The markers by which somebody may come onto the table."""
    return {one["marker"] for one in entrances(game.state, game.figure(name)) if one.get("marker")}


@pytest.mark.rule("cappa.7.4.h1")
def test_the_flag_lies_under_the_last_marker_of_the_inner_belt_which_serves_nobody_to_come_on():
    game = situation(TERHEYDEN + "dice red 7\n" + with_table("terheyden"))
    assert by_marker(game, "C") == {"event_marker-2", "event_marker-3"}  # A stands at the first
    game.do("A", "reveal")
    assert by_marker(game, "C") == {"event_marker-2"}
    game.figure("A").x, game.figure("A").y = 3000, 3050
    game.do("A", "reveal", "pick-up")  # no card is drawn
    assert events(game) == ["terheyden-protege", "terheyden-flag"]


@pytest.mark.rule("cappa.7.2a")
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ('type = "dragon"', "is not known"),
        ('type = "animal"', "say what is found"),
        ('type = "brawler"\nprofile = "nobody"', "not among the characters"),
        ('type = "personal_enemy"\nenemy_of = "nobody"', "a side, a character"),
        ('belt = "inner"', "where the inner belt is"),
        ("numbers = [0]", "less than 1"),
        ('type = "tracks"\nopens = ["sea"]', "is not known"),
        ('friend_of = "nobody"', "nobody"),
        ("count = -1", "negative"),
    ],
)
def test_a_row_that_cannot_be_played_is_refused_with_one_sentence(wrong, why):
    with pytest.raises(BadData, match=why):
        situation(ALONE + row("", wrong))
    with pytest.raises(BadData, match="one word"):
        situation(ALONE + row("", id_="two words"))


@pytest.mark.rule("cappa.7.1.1d", "cappa.7.2.h12")
def test_a_card_that_is_there_twice_and_a_loose_animal_that_is_held_are_faults():
    game = situation(ALONE + row(""))
    assert not RULES.faults(game.state)
    game.state.deck = ["1", "1"]
    assert "deck" in RULES.faults(game.state)[0]
    game.state.deck, game.state.marks = [], ["loose pig 1"]
    assert "pig" in RULES.faults(game.state)[0]


@pytest.mark.rule("cappa.7.1.1e", "cappa.7.2t", "cappa.7.2ac")
def test_what_a_skirmish_remembers_is_not_told_with_the_ground():
    game = revealed(ALONE + row("object", PIG, "worth = 1") + row("wine", CASK, "worth = 1", id_="cellar"))
    game.figure("A").x, game.figure("A").pa = 4000, 3
    game.do("A", "reveal")
    assert game.state.marks
    assert set(game.state.changed) <= set(game.state.ground.marks)
    assert set(board(game.state)["changed"]) <= set(game.state.ground.marks)


@pytest.mark.rule("cappa.7.1b")
def test_the_middle_of_a_wood_is_offered_once_for_a_marker():
    text = SET_OUT.replace("60x60", "30x30").replace("50,50", "25,25").replace("red", "wood 14,14 16,16\nred", 1)
    game = set_up(text + row(""))
    first = next(decision for decision in game.asked if decision.key == "set-marker")
    places = [tuple(option["to"]) for option in first.options]
    assert places[0] == (1500, 1500)
    assert len(set(places)) == len(places) == 16


@pytest.mark.rule("cappa.7.1.h1", "cappa.7.1b")
def test_a_marker_that_players_have_set_out_is_gone_once_it_is_revealed():
    game = set_up(SET_OUT + row("", "rows = 2") + row("", id_="other"))
    (_, (x, y)), *others = markers(game.state).items()
    who = game.figure("A")
    who.where, who.x, who.y, who.pa = ON, x, y + 50, 3
    game.do("A", "reveal")
    assert list(markers(game.state)) == [one for one, _ in others]
    assert len(RULES.view(game.state, None)["marks"]) == 2
    assert not game.may("A", "reveal")


@pytest.mark.rule("cappa.7.1b", "cappa.7.1.h2")
def test_places_for_markers_are_offered_all_over_the_table_every_three_um_at_the_closest():
    game = set_up(SET_OUT + row(""))
    first = next(decision for decision in game.asked if decision.key == "set-marker")
    places = [tuple(option["to"]) for option in first.options]
    assert all(x % 300 == 0 and y % 300 == 0 for x, y in places)
    assert {(x > 3000, y > 3000) for x, y in places} == {(a, b) for a in (True, False) for b in (True, False)}


@pytest.mark.rule("cappa.7.1b")
@pytest.mark.parametrize("places", ["20,20", "20,20 40,20", "20,20 40,20 20,40"])
def test_every_place_that_a_scenario_names_for_a_marker_has_one(places):
    game = situation(SET_OUT.replace("red", f"event {places}\nred", 1))
    assert list(markers(game.state).values()) == [
        tuple(100 * int(number) for number in place.split(",")) for place in places.split()
    ]


@pytest.mark.rule("cappa.7.2a", "cappa.7.1c")
@pytest.mark.parametrize(("kind", "worth"), [("tracks", 0), ("tracks", 2), ("false", 0)])
def test_what_is_found_is_worth_what_the_scenario_says_and_nothing_by_itself(kind, worth):
    game = revealed(ALONE + "dice red 1\n" + row(kind, f"worth = {worth}"))
    assert game.state.sides["red"].points == worth
