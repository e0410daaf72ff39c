"""Chapters 6.0 and 6.1: what a squad is made of, how it is set up, its hero on his own, the last one who is left."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from alfiere.games.cappa.chance.ambushes import Find
from alfiere.games.cappa.chance.happenings import happen
from alfiere.games.cappa.combat.volleys import shares
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.squads import separated
from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.movement.rejoining import roll_call, settle
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.impulses import bodies
from alfiere.games.cappa.people.squad_formations import breach
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import (
    Entered,
    FlagRaised,
    FormationChanged,
    ImpulseBegan,
    LastOfSquad,
    MoraleTested,
    Moved,
    VolleyFired,
)
from alfiere.games.cappa.turn.activation import dice_count
from alfiere.games.cappa.turn.orders import place_die, placements
from alfiere.games.cappa.weaponry.wounds import put_out, wound
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.decision import Option
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from tests.situation import situation

RULES = Cappa()
NAME = {"en": "squad", "it": "squadra"}


def scenario(**changes: Any) -> dict[str, Any]:
    """The guards as a squad of an officer and four, or otherwise."""
    source = dict(read_scenario("guardie").source)
    first, second = source["side"]
    guards = {**first["squad"][0], "members": [{"profile": "guardia_cardinale", "count": 4}], **changes}
    if not changes.get("is_of_any_size"):
        del guards["is_of_any_size"]
        source["special"] = [one for one in source["special"] if one["kind"] != "squad of any size"]
    return {**source, "side": [{**first, "squad": [guards]}, second]}


def men(**counts: int) -> list[dict[str, Any]]:
    """So many of each sheet."""
    return [{"profile": profile, "count": count} for profile, count in counts.items()]


FIVE = """
    cappa on open ground
    red {leader} L at 10,10, squad S
    red extra A at 11.2,10, squad S
    red extra B at 12.4,10, squad S
    red extra C at 11.2,11.2, squad S
    red extra D at 12.4,11.2, squad S
    red squad S led by L{pa}
    {more}
"""


def five(leader="protagonist", pa=", pa 2", more=""):
    """A leader and four men in open order."""
    return situation(FIVE.format(leader=leader, pa=pa, more=more))


def tally(game, who) -> dict[str, int]:
    """What changes somebody's morale."""
    return {reason: amount for amount, reason, _ in morale_tally(game.state, who).lines}


def fall(game, *names: str) -> None:
    """These are put out of action in one attack."""

    def act(g):
        before = roll_call(g.state)
        for name in names:
            put_out(g, g.state.figures[name])
        yield from settle(g, "", [], before)

    game.run(act)


# As one


@pytest.mark.rule("cappa.6.0a")
def test_a_squad_is_called_once_and_does_what_it_does_as_one():
    game = five(more="blue extra X at 10,30")
    game.phase("actions", "move to=1000,1400", "stop")
    assert [event.figure for event in game.told(ImpulseBegan)] == ["S"] * 2
    assert [event.figure for event in game.told(Moved)] == ["L", "A", "B", "C", "D"]


@pytest.mark.rule("cappa.6.0a")
def test_without_a_die_a_squad_is_one_of_those_who_act_last():
    game = five(pa="", more="blue extra X at 10,30")
    game.phase("last", "done")
    (asked,) = [one for one in game.asked if one.key == "last-which" and one.seat == "red"]
    assert [option.get("figure") for option in asked.options] == ["S", None]


# What it is made of


@pytest.mark.rule("cappa.6.0b")
def test_extras_make_a_squad_and_a_hero_or_protagonist_leads_it():
    for profile in ("rochefort", "ufficiale_guardie"):
        leader = {"id": "officer", "profile": profile, "name": NAME}
        source = scenario(leader=leader)
        source["side"][0].pop("character")
        assert read_scenario(source)
    with pytest.raises(BadData, match="only a hero or protagonist leads a squad"):
        read_scenario(scenario(leader={"id": "officer", "profile": "moschettiere", "name": NAME}))
    with pytest.raises(BadData, match="«ufficiale_guardie» cannot be one of a squad's men"):
        read_scenario(scenario(members=men(guardia_cardinale=3, ufficiale_guardie=1)))
    with pytest.raises(BadData, match=r"a squad needs men \(cappa.6.0b\)"):
        read_scenario(scenario(members=[], is_of_any_size=True))


@pytest.mark.rule("cappa.6.0b")
def test_a_scenario_may_make_an_exception():
    members = men(guardia_cardinale=3, ufficiale_guardie=1)
    assert read_scenario(scenario(members=members, is_mixed=True))
    with pytest.raises(BadData, match="heroes are unique"):
        read_scenario(scenario(members=men(guardia_cardinale=2, dartagnan=2), is_mixed=True, formation="open"))


@pytest.mark.rule("cappa.6.0c")
def test_the_men_of_a_squad_are_of_one_type():
    with pytest.raises(BadData, match=r"the men of a squad are all of one type, unless «is_mixed» \(cappa.6.0c\)"):
        read_scenario(scenario(members=men(guardia_cardinale=2, moschettiere=2)))
    assert read_scenario(scenario(members=men(guardia_cardinale=2, moschettiere=2), is_mixed=True))


@pytest.mark.rule("cappa.6.h2")
def test_pikes_go_with_muskets_or_arquebuses_and_fall_in_proportion():
    for shot in ("spagnolo_moschettiere", "spagnolo_archibugiere", "fuciliere_francese_1745"):
        assert read_scenario(scenario(members=men(spagnolo_picchiere=3, **{shot: 6})))
    with pytest.raises(BadData, match="all of one type"):
        read_scenario(scenario(members=men(spagnolo_picchiere=3, guardia_cardinale=2)))
    with pytest.raises(BadData, match="all of one type"):
        read_scenario(scenario(members=men(spagnolo_moschettiere=3, spagnolo_archibugiere=3)))
    assert shares({"spagnolo_picchiere": 3, "spagnolo_moschettiere": 6}, 3) == {
        "spagnolo_picchiere": 1,
        "spagnolo_moschettiere": 2,
    }


@pytest.mark.rule("cappa.6.0e")
@pytest.mark.parametrize(("count", "fits"), [(2, False), (3, True), (9, True), (10, False)])
def test_a_squad_has_four_to_ten_unless_the_scenario_says_otherwise(count, fits):
    members = men(guardia_cardinale=count)
    assert read_scenario(scenario(members=members, is_of_any_size=True))
    if fits:
        assert read_scenario(scenario(members=members))
    else:
        with pytest.raises(BadData, match=rf"a squad has 4 to 10 members, not {count + 1} \(cappa.6.0e\)"):
            read_scenario(scenario(members=members))


@pytest.mark.rule("cappa.6.h1")
def test_losses_do_not_break_a_squad_up():
    game = five(more="blue extra X at 10,30")
    game.figure("D").x, game.figure("D").y = 1000, 1110
    fall(game, "A", "B", "C")
    assert [one.id for one in bodies(game.state, game.squad("S"))] == ["L", "D"]
    assert not game.told(LastOfSquad)
    assert game.may("S", "move")
    assert dice_count(game.state, "red").total == 2  # the squad and its officer


# The last one


@pytest.mark.rule("cappa.6.h3")
def test_the_last_one_goes_on_alone_with_the_pa_of_the_squad():
    game = five(more="blue extra X at 10,30")
    fall(game, "L", "A", "B", "C")
    assert [(event.figure, event.squad) for event in game.told(LastOfSquad)] == [("D", "S")]
    one = game.figure("D")
    assert (one.squad, one.pa, game.squad("S").pa) == ("", 2, 0)
    assert {"move", "wait", "go-prone"} <= game.keys("D")
    assert [reason for _, reason, _ in dice_count(game.state, "red").lines] == ["characters on their own"]
    assert {option["figure"] for option in placements_with_die(game)} == set()  # he has one
    one.die = 0
    assert {option["figure"] for option in placements_with_die(game)} == {"D"}
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.6.h3")
def test_the_last_one_who_has_a_die_of_his_own_keeps_that():
    game = five(more="blue extra X at 10,30")
    game.figure("D").die, game.figure("D").pa = 3, 1
    fall(game, "L", "A", "B", "C")
    assert (game.figure("D").die, game.figure("D").pa) == (3, 1)


@pytest.mark.rule("cappa.6.h3", "cappa.5.1.2f", "cappa.5.1.2.h1")
@pytest.mark.parametrize(("hurt", "pa"), [(True, 0), (False, 2)])
def test_a_leader_who_was_wounded_this_turn_and_is_the_last_has_no_pa_left(hurt, pa):
    game = five(more="blue extra X at 10,30")

    def strike(g):
        if hurt:
            wound(g, g.state.figures["L"])
        yield from ()

    game.run(strike)
    fall(game, "A", "B", "C", "D")
    assert (game.figure("L").squad, game.figure("L").is_activated, game.figure("L").pa) == ("", True, pa)


def placements_with_die(game) -> list[Option]:
    """To whom red could give a 2."""
    game.state.sides["red"].dice = [2]
    return placements(game.state, "red")


@pytest.mark.rule("cappa.6.h3")
def test_the_losses_of_his_squad_still_weigh_on_him():
    game = five(more="blue extra X at 10,30")
    fall(game, "L", "A", "B", "C")
    assert tally(game, game.figure("D"))["below a third"] == -2  # one of five
    game.squad("S").strength = 3
    assert tally(game, game.figure("D"))["below half"] == -1
    assert "below half" not in tally(game, game.figure("X"))


@pytest.mark.rule("cappa.6.h3")
def test_a_shaken_squads_last_one_is_shaken_and_its_value_is_taken_once():
    game = five(more="blue extra X at 10,30")
    game.squad("S").shaken, game.squad("S").shaken_in, game.squad("S").is_written_off = "losses", 1, True
    before = game.state.sides["red"].firmness
    fall(game, "L", "A", "B", "C")
    assert (game.figure("D").shaken, game.squad("S").shaken) == ("losses", "")
    fall(game, "D")
    assert game.state.sides["red"].firmness == before


@pytest.mark.rule("cappa.6.h3")
def test_he_finishes_the_impulse_his_squad_began():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, with MMK, squad S
        red extra B at 11,10, with MMK, squad S
        red squad S, pa 3
        blue extra X at 10,16, with MMK, 5/9/3, pa 1
        dice red 10 10 1 blue 1 1
    """)
    game.phase("actions", "volley target=X", "shoot-back", "wait figure=B")
    assert [event.figure for event in game.told(LastOfSquad)] == ["B"]
    assert [event.figure for event in game.told(ImpulseBegan)] == ["S"]
    assert (game.figure("B").pa, game.squad("S").pa) == (0, 0)


@pytest.mark.rule("cappa.6.h3")
def test_the_impulse_stays_with_the_enemy_who_has_left_him_alone():
    game = situation("""
        cappa on open ground
        red extra A at 10,10 with MMK PS, 5/9/3, pa 3
        blue extra X at 10,16, squad T
        blue extra Y at 14,16, squad T
        blue squad T, pa 3
        dice red 1 1 blue 1 1
    """)
    game.do("A", "shoot target=X", "stand")
    assert [event.figure for event in game.told(LastOfSquad)] == ["Y"]
    assert game.state.acting == "A"


# The hero


@pytest.mark.rule("cappa.6.1a")
def test_hero_and_squad_each_on_a_die_do_different_things():
    game = five(leader="hero", pa="", more="blue extra X at 10,30")
    game.state.sides["red"].dice = [3, 2]

    def orders(g):
        place_die(g, "red", "L", 3)
        place_die(g, "red", "S", 2)
        yield from ()

    game.run(orders)
    game.do("L", "move to=1000,600")
    game.do("S", "wait")
    assert game.at("L") == (10, 6)
    assert [event.figure for event in game.told(Moved)] == ["L"]
    assert [one.id for one in bodies(game.state, game.squad("S"))] == ["A", "B", "C", "D"]


@pytest.mark.rule("cappa.6.1.h1")
@pytest.mark.parametrize(("leader", "worth"), [("hero", 2), ("protagonist", 1)])
def test_the_die_of_a_hero_keeps_its_value(leader, worth):
    game = five(leader=leader, pa="")
    game.state.sides["red"].dice = [2]

    def orders(g):
        place_die(g, "red", "L", 2)
        yield from ()

    game.run(orders)
    assert (game.figure("L").die, game.figure("L").pa) == (2, worth)


@pytest.mark.rule("cappa.6.1.h1")
@pytest.mark.parametrize(("leader", "may"), [("hero", True), ("protagonist", False)])
def test_a_hero_may_be_given_a_1(leader, may):
    game = five(leader=leader, pa="")
    game.state.sides["red"].dice = [1]
    assert ("L" in {option["figure"] for option in placements(game.state, "red")}) is may


@pytest.mark.rule("cappa.6.1.h2")
def test_a_hero_who_fights_alone_leaves_his_squad_out_of_the_melee():
    game = five(leader="hero", more="blue extra X at 9,10")
    assert is_in_melee(game.state, game.figure("A"))
    game.figure("L").die = 2
    assert is_in_melee(game.state, game.figure("L"))
    assert not is_in_melee(game.state, game.figure("A"))
    assert game.may("S", "move")


@pytest.mark.rule("cappa.6.1.h2")
def test_while_the_hero_is_on_his_own_the_squad_has_no_leader():
    game = five(leader="hero")
    squad = game.squad("S")
    assert tally(game, squad)["leader"] == 1
    game.figure("L").die = 2
    assert "leader" not in tally(game, squad)


@pytest.mark.rule("cappa.6.1.h2")
def test_he_leads_again_when_he_is_back_within_formation_distance():
    game = five(leader="hero", more="blue extra X at 10,30")
    game.figure("L").x = 700
    squad = game.squad("S")
    assert "leader" not in tally(game, squad)
    assert [one.id for one in separated(game.state, squad)] == ["L"]
    game.do("S", "wait")  # the squad acts, he comes back
    assert not separated(game.state, game.squad("S"))
    assert tally(game, game.squad("S"))["leader"] == 1


@pytest.mark.rule("cappa.6.1.h2")
def test_a_hero_who_falls_alone_does_not_shake_his_squad():
    more = "blue extra X at 10,15, with MMK, 5/9/3, pa 1\ndice blue 1 1 red 1"
    alone = five(leader="hero", more=more)
    alone.figure("L").wounds, alone.figure("L").die = 2, 2
    alone.do("X", "shoot target=L")
    assert alone.figure("L").where == "out"
    assert not alone.told(MoraleTested)
    leading = five(leader="hero", more=more)
    leading.figure("L").wounds = 2
    leading.do("X", "shoot target=L")
    assert [event.figure for event in leading.told(MoraleTested)] == ["S"]


@pytest.mark.rule("cappa.6.1.h2")
def test_a_hero_alone_may_go_where_he_likes_however_far():
    game = five(leader="hero", more="blue extra X at 10,30")
    game.figure("L").x, game.figure("L").die, game.figure("L").pa = 400, 3, 3
    assert {"move", "wait"} <= game.keys("L")
    assert "rejoin" not in game.keys("L")
    game.do("S", "wait")
    assert game.at("L") == (4, 10)


# Set-up


def played_until(game: Game[Any], key: str, dice: random.Random) -> Game[Any]:
    """Play at random until this is asked, of the squad if somebody is named."""
    while game.decision is not None and not (
        game.decision.key == key and game.decision.about.get("figure") == "guards"
    ):
        game.answer(game.decision.seat, game.decision.drawn(dice.random))
    return game


@pytest.mark.rule("cappa.6.0d", "cappa.2.1.h2")
@pytest.mark.parametrize("seed", range(3))
def test_a_squad_is_set_up_as_a_body_in_one_of_its_formations(seed):
    dice = random.Random(seed)
    game = played_until(Game(RULES, read_scenario(scenario()), seed), "set-up", dice)
    assert game.decision is not None
    assert {option["formation"] for option in game.decision.options} == {"open", "tight"}
    assert game.decision.options[0]["formation"] == "tight"  # as the scenario has it
    option = game.decision.drawn(dice.random)
    events = game.answer("red", option)
    here = [game.state.figures[name] for name in game.state.squads["guards"].members]
    assert len([event for event in events if isinstance(event, Entered)]) == 5
    assert [event.formation for event in events if isinstance(event, FormationChanged)] == [option["formation"]]
    assert not breach(here, option["formation"])
    assert all(one.y - 50 >= 0 and one.y + 50 <= 600 for one in here)  # the zone is 6 um deep
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.6.0d")
def test_its_player_may_place_each_of_them_as_long_as_they_are_in_formation():
    game = played_until(Game(RULES, read_scenario(scenario()), 1), "set-up", random.Random(1))
    assert game.decision is not None
    free: Any = game.decision.free

    def judged(formation: str, *places: tuple[float, float]) -> Any:
        there = [[round(100 * x), round(100 * y)] for x, y in places]
        found = free("set-up", {"figure": "guards", "to": there[0], "formation": formation, "places": there})
        return found.rule if isinstance(found, Objection) else found.key

    row = [(4 + 1.5 * n, 2) for n in range(5)]
    assert judged("open", *row) == "set-up"
    assert judged("open", *row[:4], (12, 2)) == "cappa.6.3.1a"
    assert judged("open", (4, 2), (5, 2), (9, 2), (10, 2), (11, 2)) == "cappa.6.3.1.h1"
    assert judged("tight", *row) == "cappa.6.3.2a"
    assert judged("tight", *((4 + n, 2) for n in range(5))) == "cappa.6.3.2.h1"
    assert judged("close", *((4 + n, 2) for n in range(5))) == "cappa.6.3d"  # guards do not know it
    assert judged("open", *row[:4], (8.7, 2.2)) == "cappa.1.3a"
    assert judged("open", *((4 + 1.5 * n, 5.8) for n in range(5))) == "cappa.2.1.h2"
    game.answer("red", free("set-up", {"figure": "guards", "to": [400, 300], "formation": "tight"}))
    assert (game.state.figures["officer"].x, game.state.figures["officer"].y) == (400, 300)


@pytest.mark.rule("cappa.6.2.h3")
def test_at_the_set_up_the_ensign_is_named():
    dice = random.Random(2)
    game = played_until(Game(RULES, read_scenario(scenario(has_ensign=True)), 2), "set-up", dice)
    assert game.decision is not None
    game.answer("red", game.decision.options[0])
    assert game.decision.key == "ensign"
    assert [option["figure"] for option in game.decision.options] == [f"guards-{n}" for n in range(1, 5)]
    events = game.answer("red", game.decision.options[2])
    assert [event.figure for event in events if isinstance(event, FlagRaised)] == ["guards-3"]
    assert game.state.squads["guards"].ensign == "guards-3"


# Whole battles


def heap(seed: int) -> dict[str, Any]:
    """Two squads a side, one of them led by a hero, on a small table."""
    dice = random.Random(f"squads {seed}")
    kinds = ["moschettiere", "spagnolo_moschettiere", "spagnolo_picchiere", "bandito", "contadino", "granatiere"]
    sides = []
    for seat, edge, hero, top in (("red", "north", "capitano_tercio", 2), ("blue", "south", "capitano_olandese", 15)):
        squads = []
        for number in range(2):
            kind = dice.choice(kinds)
            members = men(**{kind: dice.randrange(4, 6)})
            is_soldier = kind not in ("bandito", "contadino")
            form = {
                "id": f"{seat}-{number}",
                "name": NAME,
                "members": members,
                "formation": dice.choice(("open", "tight")),
                "has_ensign": is_soldier,
            }
            if number == 0:
                form["leader"] = {"id": f"{seat}-hero", "profile": hero, "name": NAME}
            squads.append(form)
        sides.append(
            {
                "seat": seat,
                "code": seat,
                "name": NAME,
                "mission": "vital",
                "edge": edge,
                "zone": {"rect": [2, top, 22, top + 7]},
                "aim": NAME,
                "squad": squads,
            }
        )
    return {
        "id": f"heap-{seed}",
        "game": "cappa",
        "origin": "house",
        "title": NAME,
        "date": "1640",
        "summary": NAME,
        "turns": 3,
        "table": {"width": 24, "depth": 24},
        "terrain": [
            {"kind": "low_wall", "name": NAME, "lines": [[[4, 12], [18, 12]]]},
            {"kind": "marsh", "name": NAME, "rect": [18, 18, 23, 23]},
        ],
        "side": sides,
        "objective": [{"kind": "break", "text": NAME}],
    }


def _namer(state: Any, language: str) -> Callable[[str, Any], str]:
    return lambda kind, value: RULES.name(state, kind, value, language)


@pytest.mark.rule("cappa.6.0a")
@pytest.mark.parametrize("seed", range(2))
def test_battles_of_squads_are_fought_to_their_end(seed):
    dice = random.Random(seed)
    game: Game[Any] = Game(RULES, read_scenario(heap(seed)), seed)
    told: set[type] = set()
    while game.decision is not None:
        for language in ("en", "it"):
            option = game.decision.options[0]
            words = RULES.words(language)
            said = words.option_sentence(
                game.decision.key,
                option.key,
                RULES.spoken(game.state, game.decision, option, language),
                _namer(game.state, language),
            )
            assert said
            assert "None" not in said
        told |= {type(event) for event in game.answer(game.decision.seat, game.decision.drawn(dice.random))}
        assert not RULES.faults(game.state)
    assert game.result is not None
    assert {Moved, VolleyFired} & told


@pytest.mark.rule("cappa.6.0d")
def test_a_squad_that_an_event_brings_comes_in_its_formation():
    source = scenario(has_ensign=True, is_off_table=True)
    source["terrain"] = [*source["terrain"], {"kind": "event_marker", "name": NAME, "points": [[18, 12]]}]
    source["event"] = [{"id": "guards-come", "rows": 1, "text": NAME, "arrives": ["guards"]}]
    game: Game[Any] = Game(RULES, read_scenario(source), 5)
    dice = random.Random(5)
    while game.state.phase == "set-up":
        assert game.decision is not None
        game.answer(game.decision.seat, game.decision.drawn(dice.random))
    lines = situation("cappa on open ground\nred extra A at 10,10\nblue extra B at 20,20")
    lines.state = game.state
    lines.scenario = game.state.scenario
    event = game.state.scenario.form.event[0]

    def reveal(g):
        finder = g.state.figures["rochefort"]
        yield from happen(g, Find(event, finder, finder, (1800, 1200)))

    lines.run(reveal, "carry-flag figure=guards-2")
    here = [lines.figure(name) for name in lines.squad("guards").members]
    assert not breach(here, "tight")
    assert lines.squad("guards").ensign == "guards-2"
