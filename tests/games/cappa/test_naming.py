"""What people call things: places, lengths, people, things and ground, in both languages; and what the table asks."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.strangers import new_band, new_stranger
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.shown.directions import spoken
from alfiere.games.cappa.state.state import Thing
from alfiere.kernel.decision import Decision, Option
from tests.games.cappa.happening import ALONE, row
from tests.games.cappa.staged import staged
from tests.situation import situation

RULES = Cappa()
TEXT = """
    cappa on open ground
    building 10,10 16,14 door south
    red moschettiere A at 5,5
    blue extra B at 30,30
    thing K barrel at 4,4
    thing H mule at 7,7
    thing W MMK at 20,20
    thing G light_gun at 25,25
    thing V carrozza at 30,10
"""


def both(state, kind, value):
    """A name in English and in Italian."""
    return RULES.name(state, kind, value, "en"), RULES.name(state, kind, value, "it")


@pytest.mark.parametrize(
    ("kind", "value", "names"),
    [
        ("to", [1000, 1250], ("10; 12.5", "10; 12,5")),
        ("at", (0, 5), ("0; 0.05", "0; 0,05")),
        ("start", [1, 2, 3], ("[1, 2, 3]", "[1, 2, 3]")),
        ("way", "towards A", ("towards A", "towards A")),
        ("length", 994, ("9.9", "9,9")),
        ("length", 995, ("10", "10")),
        ("limit", 4, ("0.04", "0,04")),
        ("limit", 5, ("0.1", "0,1")),
        ("level", 275, ("2.75", "2,75")),
        ("drop", 201, ("2.01", "2,01")),
        ("seat", "red", ("red", "red")),
        ("objective", 0, ("situation", "situazione")),
        ("work", "burn", ("set a building on fire", "dare fuoco a un edificio")),
        ("weapon", "MMK", ("matchlock musket", "moschetto a miccia")),
        ("hands", "BD", ("sword", "spada")),
        ("bayonet", "SB", ("socket bayonet", "baionetta a calza")),
        ("figure", "A", ("A", "A")),
        ("thing", "K", ("barrel", "botte")),
        ("thing", "H", ("nag or mule", "ronzino o mulo")),
        ("thing", "W", ("matchlock musket", "moschetto a miccia")),
        ("thing", "G", ("light gun", "pezzo leggero")),
        ("thing", "A-barrel-0", ("barrel", "botte")),
        ("about", "x-MMK-0", ("matchlock musket", "moschetto a miccia")),
        ("thing", "S-flag", ("the flag", "la bandiera")),
        ("thing", "A-horse-0", ("horse", "cavallo")),
        ("thing", "A-oddity-0", ("something small", "un piccolo oggetto")),
        ("house", "building_stone-1", ("building", "building")),
        ("house", "building_stone-1/door-south-0", ("door (building)", "porta (building)")),
        ("name", {"en": "friend", "it": "amico"}, ("friend", "amico")),
        ("phase", "orders", ("orders", "ordini")),
        ("number", 7, ("7", "7")),
        ("figure", None, ("", "")),
        ("figure", "", ("", "")),
    ],
)
def test_everything_has_its_name_in_both_languages(kind, value, names):
    assert both(situation(TEXT).state, kind, value) == names


def test_a_language_that_is_not_there_is_english():
    state = situation(TEXT).state
    assert RULES.name(state, "weapon", "BD", "de") == "sword"
    assert RULES.words("de").word("word", "shaken") == RULES.words("en").word("word", "shaken")


@pytest.mark.rule("cappa.7.2i", "cappa.7.2u", "cappa.7.2w")
def test_those_whom_an_event_brings_are_called_by_what_they_are():
    rows = row("ambush_peasants", id_="mob") + row("brawler", id_="bully") + row("", id_="plain")
    called = row("deserter", 'called = { en = "Jacques", it = "Giacomo" }', id_="runaway")
    game = situation(ALONE + rows + called)
    s = game.state
    band, men = new_band(s, s.scenario.events["mob"], "blue")
    assert both(s, "squad", band.id)[0] != both(s, "figure", men[0].id)[0]
    assert both(s, "figure", men[0].id)[0].endswith(" 1")
    assert both(s, "figure", men[1].id)[1].endswith(" 2")
    first = new_stranger(s, s.scenario.events["bully"], "blue")
    alone = both(s, "figure", first.id)
    assert not alone[0][-1].isdigit()
    second = new_stranger(s, s.scenario.events["bully"], "blue")
    assert both(s, "figure", first.id) == (f"{alone[0]} 1", f"{alone[1]} 1")
    assert both(s, "figure", second.id) == (f"{alone[0]} 2", f"{alone[1]} 2")
    jacques = new_stranger(s, s.scenario.events["runaway"], "blue")
    assert both(s, "figure", jacques.id) == ("Jacques", "Giacomo")


def test_the_men_of_a_squad_are_numbered_and_one_alone_is_not():
    state = staged("guardie").state
    names = {one.id: both(state, "figure", one.id)[0] for one in state.figures.values() if one.squad}
    numbered = [name for name in names.values() if name[-1].isdigit()]
    assert len(set(numbered)) == len(numbered) > 1


# What the table asks of the rules


def test_the_table_knows_who_plays_what_it_shows_and_when_it_is_over():
    lens = read_scenario("lens")
    assert RULES.seats_of(lens) == ("red", "blue", "green")
    third = next(iter(RULES.optional_seats(lens)))
    assert third not in RULES.seats_of(lens, {"third_player": "no"})
    assert third in RULES.seats_of(lens, {"third_player": "yes"})
    assert RULES.seats_of(read_scenario("duello"), {"third_player": "no"}) == ("red", "blue")
    game = situation(TEXT)
    s = game.state
    assert RULES.result(s) is None
    s.winner, s.reason, s.turn, s.sides["blue"].points = "blue", "break", 4, 3
    found = RULES.result(s)
    assert found is not None
    assert (found.winner, found.reason, found.turn, found.scores) == ("blue", "break", 4, {"red": 0, "blue": 3})
    s.winner = "nobody"
    found = RULES.result(s)
    assert found is not None
    assert found.winner is None
    assert RULES.may_answer(s, Decision("red", "orders", []))
    assert not RULES.may_answer(s, Decision("green", "orders", []))


def test_strength_and_effort_count_who_is_there():
    game = situation(TEXT + "blue extra C off\nblue extra D out at 35,35")
    points = sum(game.figure(name).sheet.points or 0 for name in "BCD")
    assert RULES.strength(game.state, "blue") == {"units": 3, "points": points, "firmness": 20}
    assert RULES.strength(game.state, "red")["units"] == 1
    assert RULES.effort(game.state) == 2  # those on the table
    for one in game.state.figures.values():
        one.where = "gone"
    assert RULES.effort(game.state) == 1


@pytest.mark.rule("cappa.7.2ab", "cappa.9.5.1.h3")
def test_something_is_hidden_by_night_and_under_a_marker_somebody_has_looked_under():
    game = situation(ALONE + row("brawler"))
    s = game.state
    s.options["open_firmness"] = "yes"
    s.deck = ["1"]
    assert not RULES.hides(s)
    s.deck = ["1@event_marker-1@red"]
    assert RULES.hides(s)
    assert not RULES.acts_unseen(s)
    night = situation(
        TEXT
        + """
        option visibility yes
        option open_firmness yes
        [[special]]
        kind = "weather"
        text = { en = "sky", it = "cielo" }
        light = "moon"
        """
    )
    assert RULES.hides(night.state)
    assert RULES.acts_unseen(night.state)


def test_a_thing_that_was_put_down_keeps_the_name_of_its_kind():
    game = situation(TEXT)
    game.state.things["X"] = Thing("X", "keg", 100, 100, 0, "")
    assert both(game.state, "thing", "X")[0] == "keg"


def test_men_of_a_squad_who_are_called_the_same_are_numbered_from_one():
    """Two squads of Spanish foot at Lens, five men and four, each after his leader."""
    numbers = read_scenario("lens").numbers
    squads = [squad for side in read_scenario("lens").sides.values() for squad in side.squad]
    foot = [squad for squad in squads if squad.members[0].profile == "spagnolo_fante"]
    found = [numbers[f"{squad.id}-{place}"] for squad in foot for place in range(1, 1 + squad.members[0].count)]
    assert found == [str(number) for number in range(1, 10)]


@pytest.mark.rule("cappa.7.1b")
@pytest.mark.parametrize(
    ("key", "args", "way"),
    [
        ("set-marker", {}, "20; 3"),  # nobody goes there
        ("set-up", {"figure": "A"}, "20; 3"),  # he is nowhere yet
        ("move", {"figure": "C"}, "7.7\xa0um\xa0to\xa0the\xa0south"),
    ],
)
def test_a_place_is_named_from_where_one_stands_and_from_the_corner_where_nobody_stands_yet(key, args, way):
    game = situation("cappa on open ground\nred extra A off\nred extra C at 20,10\nblue extra B at 30,30")
    to = [2000, 300] if key != "move" else [2000, 1770]
    assert spoken(game.state, Option(key, {**args, "to": to}), "en")["way"] == way
