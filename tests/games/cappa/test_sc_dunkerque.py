"""Burn it all! Dunkerque 1658: the scenario of the catalogue. Its rules about fires are in test_9_7_fires.py."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from alfiere.games.cappa.ground.ground import building_at
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.ground_changes import Flames, Lit, as_line, in_flames
from alfiere.games.cappa.set_up.set_up_zones import lies_in_zone, zone_of
from alfiere.games.cappa.sheets.tables import DATA
from alfiere.games.cappa.state.state import OFF, ON
from alfiere.games.cappa.told.chance_events import Baffled
from alfiere.games.cappa.told.events import EventRevealed, PointsScored, SkirmishEnded
from alfiere.games.cappa.told.fortune_events import AimHeld, ExperienceEarned
from alfiere.games.cappa.turn.arrival import entrances
from alfiere.games.cappa.victory.firmness import change, finish, judge
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.decision import Option
from alfiere.kernel.game import Game
from tests.games.cappa.staged import staged, stand
from tests.games.slips import sentence

RULES = Cappa()
HOUSES = ["house-1", "house-2", "church", "barn", "mill"]


# What the catalogue says


def test_the_ground_is_that_of_the_catalogue():
    scenario = read_scenario("dunkerque")
    assert (scenario.width, scenario.depth, scenario.turns, scenario.outcome) == (6000, 4800, 12, "B")
    ground = [(one.kind, one.rect or one.lines or one.points, one.doors, one.windows) for one in scenario.form.terrain]
    marks: tuple[tuple[int, int], ...] = ((1650, 1400), (2650, 1000), (4000, 1850), (2300, 3050), (4600, 3400))
    marks += ((3000, 2000), (800, 3000), (5400, 2200), (3400, 4000), (900, 1000))
    assert ground == [
        ("building_wood", (1400, 1200, 1900, 1600), ("south",), None),
        ("building_wood", (2400, 800, 2900, 1200), ("east",), None),
        ("building_thick_brick", (3600, 1600, 4400, 2100), ("west",), 2),
        ("building_wood", (2000, 2800, 2600, 3300), ("north",), None),
        ("building_brick", (4400, 3200, 4800, 3600), ("south",), None),
        ("open", (2600, 1600, 3400, 2600), (), None),
        ("hedge", (1200, 1000, 2100, 1800), (), None),
        ("low_wall", (((3400, 2400), (4600, 2400)),), (), None),
        ("dunes", (0, 3600, 1600, 4800), (), None),
        ("dunes", (5000, 0, 6000, 1400), (), None),
        ("road", (((0, 2400), (6000, 2700)),), (), None),
        ("event_marker", marks, (), None),
    ]
    assert scenario.form.terrain[10].width == 300
    gardens = next(one for one in scenario.features if one.id == "gardens")
    assert ((1200, 1800), (1550, 1800)) in gardens.segments  # the gap of 2 um at 16.5
    assert ((1750, 1800), (2100, 1800)) in gardens.segments


@pytest.mark.rule("cappa.3.2.1a", "cappa.3.2.1c", "cappa.8.h1")
def test_the_forces_are_those_of_the_catalogue():
    scenario = read_scenario("dunkerque")
    assert scenario.seat_of == {"spanish": "red", "french": "blue"}
    assert [scenario.points(seat) for seat in scenario.sides] == [622, 551]
    assert [scenario.value(seat) for seat in scenario.sides] == [21, 16]
    assert [scenario.firmness(seat) for seat in scenario.sides] == [11, 8]
    people = {seat: [(sheet.id, count) for sheet, count in scenario.order_of_battle(seat)] for seat in scenario.sides}
    assert people["red"] == [
        *[("ufficiale_spagnolo", 1), ("spagnolo_fante", 5)],
        *[("sergente_tercio", 1), ("spagnolo_guastatore", 5)],
        *[("sergente_tercio", 1), ("spagnolo_guastatore", 5)],
    ]
    french = [("ufficiale_moschettieri", 1), ("moschettiere", 5), ("moschettiere_veterano", 4), ("contadino", 5)]
    assert people["blue"] == french
    formations = [squad.formation for side in scenario.form.side for squad in side.squad]
    assert formations == ["open", "open", "open", "open", "open", "tight"]
    assert [side.edge for side in scenario.form.side] == ["west", "east"]


def test_the_points_objectives_and_special_rules_are_those_of_the_catalogue():
    form = read_scenario("dunkerque").form
    assert [(one.kind, one.side, one.each, one.of, one.per) for one in form.score] == [
        ("burning", "spanish", 2, ("hero", "protagonist", "extra"), 1),
        ("unburnt", "french", 2, ("hero", "protagonist", "extra"), 1),
        ("out of action", "", 1, ("protagonist",), 1),
        ("out of action", "", 1, ("extra",), 2),
    ]
    objectives = [(one.kind, one.side, one.worth) for one in form.objective]
    assert objectives == [("all burning", "spanish", 3), ("unburnt", "french", 0)]
    assert form.objective[1].least == 3
    fire, weather = form.special
    assert (fire.side, fire.put_out_by, fire.pa, fire.things) == ("spanish", "french", 7, ("torches", "pitch", "straw"))
    assert (weather.kind, weather.light, weather.weather) == ("weather", "day", "clear")
    assert not form.exit


def test_the_table_of_events_is_that_of_dunkerque():
    scenario = read_scenario("dunkerque")
    types = [event.type for event in scenario.rows.values()]
    assert list(scenario.rows) == list(range(1, 11))
    peasants, surprise, both = "ambush_peasants", "ambush_surprised", "ambush_both_surprised"
    assert types == ["object"] * 3 + [peasants, surprise, "animal", "wine", "terrain", both, "false"]
    assert scenario.form.events is not None
    assert (scenario.form.events.method, scenario.form.events.suit) == ("card", "spades")
    assert scenario.rows[4].friend_of == "french"
    assert scenario.rows[6].avoid


# The set-up


def set_up(seed):
    """The whole set-up, played at random as far as the first dice."""
    game = Game(RULES, read_scenario("dunkerque"), seed)
    while game.decision is not None and game.state.turn == 0:
        options = game.decision.options
        game.answer(game.decision.seat, options[seed % len(options)])
    return game


@pytest.mark.rule("cappa.2.1.h2")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_set_up_puts_everybody_where_the_catalogue_says(seed):
    s = set_up(seed).state
    for one in s.figures.values():
        if one.squad == "musketeers":
            assert one.where == OFF
            continue
        assert one.where == ON
        if one.seat == "red":
            assert one.x + 50 <= 600
            continue
        west, north, east, south = s.scenario.area("church" if one.squad == "veterans" else "barn")
        off = max(west - one.x, one.x - east, 0) ** 2 + max(north - one.y, one.y - south, 0) ** 2
        assert 0 < off <= (300 - 50 + 1) ** 2  # the whole base within 3 um
        assert not building_at(s, one.x, one.y)
    assert not RULES.faults(s)


@pytest.mark.rule("cappa.2.1.h2")
@pytest.mark.parametrize(
    ("place", "is_right"),
    [((34.5, 20), True), ((40, 23), True), ((40, 18), False), ((32.9, 20), False), ((33.8, 13.8), False)],
)
def test_a_zone_round_a_building_is_in_the_open_and_round_at_its_corners(place, is_right):
    game = staged("dunkerque")
    x, y = (round(100 * one) for one in place)
    one = game.figure("veterans-0")
    assert lies_in_zone(zone_of(game.state, one), one, x, y) == is_right


@pytest.mark.rule("cappa.2.1.3c", "cappa.2.1.3.h2")
def test_the_musketeers_come_by_the_east_or_by_a_marker_from_the_first_turn_on():
    game = staged("dunkerque")
    ways = list(entrances(game.state, game.squad("musketeers")))
    assert {one.get("edge") for one in ways if one.get("edge")} == {"east"}
    assert {one.get("marker") for one in ways if one.get("marker")} >= {"event/5", "event/6", "event/7"}
    stand(game, "foot", 30, 21)
    assert "event/5" not in {one.get("marker") for one in entrances(game.state, game.squad("musketeers"))}


# Events


def at_marker(card, who="pioneers-1", dice=()):
    """A squad in contact with the marker on the green, with these cards and dice to come."""
    game = staged("dunkerque", dice={"red" if who != "veterans" else "blue": [card, *dice]})
    stand(game, who, 30, 20.5, pa=2, heading=0)
    return game


@pytest.mark.rule("cappa.7.2t", "cappa.7.2.h7")
@pytest.mark.parametrize(("card", "thing"), [(1, "torches"), (2, "pitch"), (3, "straw")])
def test_the_first_three_cards_bring_what_burns(card, thing):
    game = at_marker(card)
    game.do("pioneers-1", "reveal marker=event/5", "pick-up")
    assert any(thing in game.figure(name).carries for name in game.squad("pioneers-1").members)
    assert not game.told(PointsScored)


@pytest.mark.rule("cappa.7.2i")
@pytest.mark.parametrize(("who", "seat"), [("pioneers-1", "blue"), ("veterans", "blue")])
def test_the_peasants_are_on_the_side_of_the_french_whoever_finds_them(who, seat):
    game = at_marker(4, who)
    game.do(who, "reveal marker=event/5")
    (band,) = [squad for name, squad in game.state.squads.items() if "band" in name]
    assert (band.seat, len(band.members)) == (seat, 5)
    game.phase("end")
    stays = any(game.figure(name).where == ON for name in band.members)
    assert stays == (who == "veterans")  # against the Spanish they fight for a turn and are gone
    assert ("4" in game.state.deck) is True  # it may repeat


@pytest.mark.rule("cappa.7.2c", "cappa.7.2aa", "cappa.7.2ac")
def test_a_cow_a_hole_in_the_sand_and_no_wine_in_the_open():
    cow = at_marker(6, dice=[1])
    cow.do("pioneers-1", "reveal marker=event/5")
    assert cow.squad("pioneers-1").pa == 1  # the test was passed
    cow = at_marker(6, dice=[10])
    cow.do("pioneers-1", "reveal marker=event/5")
    assert cow.squad("pioneers-1").pa == 0
    hole = at_marker(8)
    hole.do("pioneers-1", "reveal marker=event/5")
    assert [one.effect for one in hole.told(Baffled)] == ["both"]
    assert all(hole.figure(name).is_prone for name in hole.squad("pioneers-1").members)
    wine = at_marker(7)
    wine.do("pioneers-1", "reveal marker=event/5")
    assert [one.event for one in wine.told(EventRevealed)] == ["false"]


@pytest.mark.rule("cappa.7.2k", "cappa.7.2m", "cappa.7.2n")
@pytest.mark.parametrize(("card", "rolls"), [(5, True), (9, False)])
def test_the_musketeers_may_lie_in_ambush_and_must_appear_when_both_are_surprised(card, rolls):
    game = staged("dunkerque", dice={"red": [card], "blue": [2] if rolls else []})
    stand(game, "pioneers-1", 30, 20.5, pa=2, heading=0)
    game.do("pioneers-1", "reveal marker=event/5", "place-ambush")
    assert all(game.figure(name).where == ON for name in game.squad("musketeers").members)
    assert game.squad("musketeers").pa == (2 if rolls else 0)
    assert ("hold-back" in {one.key for one in game.asked[0].options}) == rolls
    with_nobody = staged("dunkerque", dice={"blue": [card]})
    for number, name in enumerate(("foot", "pioneers-1", "pioneers-2")):
        stand(with_nobody, name, 4, 5 + 10 * number)
    stand(with_nobody, "veterans", 30, 20.5, pa=2, heading=0)
    with_nobody.do("veterans", "reveal marker=event/5")
    assert [one.event for one in with_nobody.told(EventRevealed)] == ["false"]  # the Spanish hold nobody back


# The end


def lit(*houses, turn=1, more=None):
    """These were lit in this turn."""
    game = staged("dunkerque", turn=turn)
    game.state.changed += [as_line(Lit(house, turn)) for house in houses]
    if more is not None:
        more(game)
    return game


@pytest.mark.rule("cappa.3.1a", "cappa.3.1d", "cappa.3.1.1a")
def test_all_five_in_flames_end_the_game_and_points_decide():
    game = lit(*HOUSES[:2], turn=3)
    game.state.changed += [line for house in HOUSES[2:] for line in (as_line(Lit(house, 2)), as_line(Flames(house)))]
    game.state.sides["blue"].points = 14
    game.phase("end")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 3), ("red", 10)]
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [("blue", "objective")]  # 14 against 13
    game = lit(*HOUSES[:2], turn=3)
    game.state.changed += [line for house in HOUSES[2:4] for line in (as_line(Lit(house, 2)), as_line(Flames(house)))]
    game.phase("end")
    assert (game.state.winner, game.state.turn) == ("", 4)  # the mill still stands


def ended(burnt, reason, **options):
    """A game that ends with so many buildings in flames, by firmness or by its last turn."""
    game = staged("dunkerque", turn=12, **options)
    game.state.changed += [
        line for house in HOUSES[:burnt] for line in (as_line(Lit(house, 2)), as_line(Flames(house)))
    ]
    stand(game, "veterans", 50, 40)

    def broken(g):
        change(g, "blue", -20, "lost", "cappa.3.2.3a")
        judge(g)
        yield from ()

    if reason == "broken":
        game.run(broken)
    else:
        game.phase("end")
    return game


@pytest.mark.rule("cappa.3.1d", "cappa.3.1.h2", "cappa.3.1.1a")
@pytest.mark.parametrize(
    ("burnt", "points", "winner", "held"),
    [(0, (0, 10), "blue", True), (2, (4, 6), "blue", True), (3, (6, 4), "red", False), (4, (8, 2), "red", False)],
)
@pytest.mark.parametrize("reason", ["broken", "last turn"])
def test_each_building_counts_when_the_game_ends_however_it_ends(burnt, points, winner, held, reason):
    game = ended(burnt, reason)
    assert (game.state.sides["red"].points, game.state.sides["blue"].points) == points
    assert (game.state.winner, game.state.reason) == (winner, reason)
    assert [(one.seat, one.objective) for one in game.told(AimHeld)] == ([("blue", 1)] if held else [])


@pytest.mark.rule("cappa.3.1a", "cappa.3.1.1a")
@pytest.mark.parametrize(("reason", "held"), [("objective", False), ("last turn", True)])
def test_unburnt_buildings_are_no_aim_held_where_another_aim_has_ended_the_game(reason, held):
    game = staged("dunkerque", turn=12)

    def over(g):
        finish(g, reason, "cappa.3.1a", "red")
        yield from ()

    game.run(over)
    assert bool(game.told(AimHeld)) is held


@pytest.mark.rule("cappa.9.1.1c", "cappa.ex.40")
def test_the_aim_of_the_french_ends_no_game_but_earns_its_experience():
    game = ended(2, "last turn", experience="yes")
    assert [(one.seat, one.kind) for one in game.told(ExperienceEarned)] == [("blue", "objective")]
    game = ended(3, "last turn", experience="yes")
    assert not game.told(ExperienceEarned)


@pytest.mark.rule("cappa.9.7.2e")
def test_what_was_lit_in_the_turn_that_is_cut_short_is_not_in_flames():
    game = staged("dunkerque", turn=5)
    game.state.changed.append(as_line(Lit("barn", 5)))

    def broken(g):
        change(g, "blue", -20, "lost", "cappa.3.2.3a")
        judge(g)
        yield from ()

    game.run(broken)
    assert (game.state.sides["red"].points, game.state.sides["blue"].points) == (0, 10)


@pytest.mark.rule("cappa.3.1.1a")
def test_a_protagonist_is_worth_a_point_and_so_are_every_two_extras():
    game = staged("dunkerque")
    for name in ("veterans", "peasants", "pioneers-1"):
        stand(game, name, {"veterans": 50, "peasants": 30, "pioneers-1": 5}[name], 40)
    stand(game, "french-officer", 55, 20)

    def lose(*names):
        def fall(g):
            for name in names:
                put_out(g, g.state.figures[name])
            yield from ()

        game.run(fall)
        return game.state.sides["red"].points, game.state.sides["blue"].points

    assert lose("veterans-0") == (0, 0)
    assert lose("peasants-0") == (1, 0)  # of whatever squad
    assert lose("peasants-1", "pioneers-1-1") == (1, 0)  # each side counts for itself
    assert lose("peasants-2", "pioneers-1-2") == (2, 1)
    assert lose("french-officer") == (3, 1)
    assert lose("first-sergeant") == (3, 2)


@pytest.mark.rule("cappa.7.2.1.h3")
def test_the_state_with_flames_and_counts_is_saved_and_read_again():
    game = ended(2, "last turn")
    game.state.tallied["3 red"] = 1
    again = RULES.restore(game.scenario, game.state.to_plain())
    assert again.tallied == {"3 red": 1}
    assert in_flames(again.changed) == HOUSES[:2]
    assert again.to_plain() == game.state.to_plain()


def test_a_building_in_flames_says_so_on_the_table():
    game = ended(1, "last turn")
    shapes = {one["id"]: one["name"]["en"] for one in RULES.view(game.state, "red")["board"]["shapes"]}
    assert "on fire" in shapes["house-1"]
    assert "on fire" not in shapes["house-2"]


def test_every_answer_to_the_question_how_to_get_out_is_an_opening():
    option = Option("get-out", {"figure": "first-sergeant", "opening": "barn/door-north-0", "to": [1, 1]}, ())
    game = lit("barn", more=lambda game: stand(game, "first-sergeant", 23, 30))
    for language, word in (("en", "door"), ("it", "porta")):
        name = RULES.name(game.state, "opening", option["opening"], language)
        assert word in name.lower()


# Slips


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('around = "church"', 'around = "castle"', "side french.squad veterans.zone.around: «castle» is not known"),
        ('around = "church"', 'around = "church", edge = "east"', "side french.squad veterans.zone: it needs either a"),
        ('around = "church", within = 3', 'around = "church"', "side french.squad veterans.zone.within: it must be at"),
        (
            'kind = "all burning"\nside = "spanish"',
            'kind = "all burning"',
            "objective[0]: object missing required field `side`",
        ),
        ("least = 3", "least = 6", "objective[1].least: it is 6; it must be 1 to 5, so many buildings"),
        ("worth = 3", "worth = 3\nleast = 1", "objective[0]: object contains unknown field `least`"),
        ('kind = "fire"\nside = "spanish"', 'kind = "told"', "objective[0].kind: «all burning» needs a special rule"),
        ('side = "spanish"\nput', 'side = "english"\nput', "special[0].side: «english» is not known"),
        ('put_out_by = "french"', 'put_out_by = "english"', "special[0].put_out_by: «english» is not known"),
        ('"torches", ', '"matches", ', "special[0].things: «matches» is not known"),
        ("pa = 7", "pa = 11", "special[0].pa: it is 11; it must be 1 to 10, for who has one of the «things»"),
        ("pa = 7\n", "", "special[0].pa: it is 0; it must be 1 to 10"),
        ("per = 2", "per = 0", "score[3].per: it must be 1, or of the kinds out of action, "),
        ('kind = "burning"', 'kind = "burning"\nper = 2', "score[0].per: it must be 1, or of the kinds out of action"),
        ('kind = "burning"', 'kind = "burning"\nthing = "pitch"', "score[0].thing: only points of the kind «in hand»"),
        ('kind = "burning"', 'kind = "burning"\nevent = "x"', "score[0].event: only points of the kinds brought off"),
        ('kind = "weather"', 'kind = "weather"\npa = 3', "special[1]: only a special rule of the kind «fire» says who"),
        ('kind = "weather"', 'kind = "fire"', "special[1]: there is one rule about fires already"),
    ],
)
def test_slips_in_what_the_scenario_is_won_by(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "scenarios/dunkerque.toml", read_scenario, old, new).startswith(told)


@pytest.mark.rule("cappa.3.1.1a", "cappa.3.1d")
@pytest.mark.parametrize("worth", [0, 3])
def test_an_aim_that_is_held_is_worth_what_its_scenario_says(worth):
    game = staged("dunkerque", turn=12)
    before = {}

    def over(g):
        before.update({seat: side.points for seat, side in g.state.sides.items()})
        form = next(one for one in g.state.scenario.form.objective if one.kind == "unburnt")
        replace(form, worth=worth).ended(g, 1, "last turn")
        yield from ()

    game.run(over)
    assert {seat: side.points - before[seat] for seat, side in game.state.sides.items()} == {"red": 0, "blue": worth}
