"""Phase G and E.2.4: in which order melees are fought, and each once."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.risorgimento.charge.ride import CHARGE_BONUS, Ride
from alfiere.games.risorgimento.command.initiative import LEAD, roll_initiative
from alfiere.games.risorgimento.melee.after_charges import fight_charges
from alfiere.games.risorgimento.melee.contact import melees
from alfiere.games.risorgimento.melee.phase import FIGHT, melee_phase
from alfiere.games.risorgimento.told import common
from alfiere.games.risorgimento.told.melee import MeleeEnded, MeleeFought
from alfiere.kernel.decision import Decision, Option
from tests.games.risorgimento.melee.fights import attack
from tests.situation import situation

# Three brigades of red, two of blue; five melees. Everybody holds: dice of 1 do nothing.
FIVE = """
    risorgimento
    phase G
    red  CB X at 10,10 radius 200
    red  CB Y at 10,14 radius 200
    red  CB Z at 10,18 radius 200
    blue CB V at 100,10 radius 200
    blue CB W at 100,14 radius 200
    red  line A at 30,10 facing E, under X, vf 5
    red  line B at 30,20 facing E, under X, vf 5
    red  line C at 30,30 facing E, under Y, vf 5
    red  line D at 30,40 facing E, under Z, vf 5
    red  line E at 30,50 facing E, under Z, vf 5
    blue line a at 32,10 facing W, under V, vf 5
    blue line b at 32,20 facing W, under W, vf 5
    blue line c at 32,30 facing W, under V, vf 5
    blue line d at 32,40 facing W, under W, vf 5
    blue line e at 32,50 facing W, under V, vf 5
    dice red 1 1 1 1 1 blue 1 1 1 1 1
    """


def order(game: Any) -> str:
    """The melees in the order in which they were fought, by red's letters."""
    return "".join(one.unit if one.unit.isupper() else one.target for one in game.told(MeleeFought))


@pytest.mark.rule("risorgimento.g.3.2", "risorgimento.g.3.3", "risorgimento.g.3.18")
def test_formations_fight_in_turns_beginning_with_who_lost_the_initiative() -> None:
    game = situation(FIVE + "\n    initiative red 0")
    game.state.step = 0
    game.run(melee_phase, "fight unit=d", "fight unit=C", "fight unit=a")
    # blue's W fights d and b; red answers with Y; blue's V has a and e left; then nothing is left for anybody
    assert order(game) == "DBCAE"
    assert [one.seat for one in game.asked] == ["blue", "red", "blue"]
    assert (game.state.step, game.state.queue) == (0, [])


@pytest.mark.rule("risorgimento.g.3.3")
def test_the_winner_of_the_initiative_may_have_units_of_so_many_formations_fight_first() -> None:
    game = situation(FIVE + "\n    initiative red 1")
    game.state.step = 0
    game.run(melee_phase, "fight unit=E", "let-others", "fight unit=a")
    first, second = (one for one in game.asked if one.key == "fight-first")
    assert {one.args["unit"] for one in first.options if one.key == "fight"} == set("ABCDE")
    assert {one.args["unit"] for one in second.options if one.key == "fight"} == {"D"}  # only the formation he chose
    assert order(game)[:3] == "EAC"
    game = situation(FIVE + "\n    initiative red 1")
    game.state.step = 0
    game.run(melee_phase, "let-others")
    assert [one.seat for one in game.asked][:2] == ["red", "blue"]


@pytest.mark.rule("risorgimento.g.3.3")
def test_the_lead_of_the_initiative_counts_again_in_phase_g() -> None:
    game = situation(FIVE + "\n    dice red 6 blue 1")
    game.dice["red"] = [6, 1, 1, 1, 1, 1]
    game.dice["blue"] = [1, 1, 1, 1, 1, 1]

    def turn(g: Any) -> Any:
        roll_initiative(g)
        g.state.ahead = 0  # used up in phase E
        g.state.step = 0
        yield from melee_phase(g)

    game.run(turn, "let-others")
    assert LEAD.first(game.state) == 2
    assert game.asked[0].key == "fight-first"


@pytest.mark.rule("risorgimento.g.3.1", "risorgimento.g.3.18", "risorgimento.g.4.2.2")
def test_each_melee_is_fought_once_and_what_an_advance_brings_into_contact_waits() -> None:
    game = situation(
        """
        risorgimento
        home blue east
        home red west
        red  line A at 30,40 facing E, vf 9, vm 6
        blue line B at 32,40 facing W, vf 5, vm 7
        blue line C at 33.6,43.5 facing W, vf 5, vm 7
        red  line N at 60,60 facing E
        dice red 10 1 blue 1 10
        """
    )
    game.state.step = 0
    game.run(melee_phase)
    assert len(game.told(MeleeFought)) == 1
    assert [one.how for one in game.told(MeleeEnded)] == ["won"]


@pytest.mark.rule("risorgimento.g.2.7", "risorgimento.g.3.1")
def test_who_has_only_enemies_on_its_flank_when_the_phase_begins_turns_first() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing N, vf 5
        blue line B at 30,42.75 facing E, vf 5
        dice red 1 blue 1 1
        """
    )
    game.state.step = 0
    game.run(melee_phase)
    assert game.unit("B").heading == 1800
    assert [one.test for one in game.told(common.Tested)] == ["faces-infantry"]
    assert len(game.told(MeleeFought)) == 1


@pytest.mark.rule("risorgimento.g.0.8", "risorgimento.g.5.14")
def test_owners_choose_whom_a_front_on_two_enemies_and_a_unit_in_a_contested_sector_fight() -> None:
    game = situation(
        """
        risorgimento
        red  line A at 30,40 facing E, vf 5
        blue line B at 32,41.75 facing W, vf 5
        blue line C at 32,38.25 facing W, vf 5
        dice red 1 blue 1
        """
    )
    game.state.step = 0
    game.run(melee_phase, "face target=C")
    assert game.told(MeleeFought)[0].target == "C" or game.told(MeleeFought)[0].unit == "C"
    game = situation(
        """
        risorgimento
        village_sector V 40,30
        red  line D at 0,0 facing N, in V south, vf 5
        red  line E at 0,0 facing N, in V east, vf 5
        blue line A at 0,0 facing S, in V north, vf 5
        dice red 1 blue 1
        """
    )
    game.state.step = 0
    game.run(melee_phase, "face target=E")
    assert [one.seat for one in game.asked] == ["blue"]  # it came in last
    assert {game.told(MeleeFought)[0].unit, game.told(MeleeFought)[0].target} == {"A", "E"}


@pytest.mark.rule("risorgimento.g.3.6")
def test_an_option_shows_the_odds_and_who_takes_part() -> None:
    game = situation(FIVE + "\n    blue hussars h at 30,62 facing S, vf 5\n    red line F at 30,60 facing N, vf 5")
    option = next(one for one in (FIGHT.option(m, "red") for m in melees(game.state)) if one["unit"] == "F")
    decision: Any = None
    found = FIGHT.prospects(game.state, decision, option)
    assert [(one.kind, one.when) for one in found][-1] == ("advance", "then")
    assert {one.who for one in found} == {"F", "h"}
    assert FIGHT.sketch(game.state, decision, option)


# Melees of charges


@pytest.mark.rule("risorgimento.g.4.0", "risorgimento.g.4.1.1")
def test_cavalry_that_wins_in_phase_g_takes_the_test_of_the_advance() -> None:
    game = situation(
        """
        risorgimento
        home red west
        red  line A at 30,40 facing E, vf 6, vm 6
        blue hussars H at 32,40 facing W, vf 5, vm 7
        dice red 1 10 blue 10 1
        """
    )
    game.state.step = 0
    game.run(melee_phase, "stay")
    assert [one.test for one in game.told(common.Tested)] == ["melee", "advance"]


@pytest.mark.rule("risorgimento.e.2.4.1", "risorgimento.e.2.4.2", "risorgimento.e.2.4.3", "risorgimento.e.2.4.6")
def test_charge_melees_come_first_one_by_one_then_the_advances_in_the_same_order() -> None:
    game = situation(
        """
        risorgimento
        home red west
        home blue east
        initiative blue 0
        red  line A at 30,40 facing E, vf 6, vm 6
        blue hussars H at 32,40 facing W, vf 5, vm 7
        red  line B at 30,20 facing E, vf 6, vm 6
        blue hussars J at 32,20 facing W, vf 5, vm 7
        red  line C at 30,60 facing E, vf 6, vm 6
        blue hussars K at 32,60 facing W, vf 5, vm 7
        dice red 1 10 1 1 1 10 blue 9 9 1 9 1 1
        """
    )
    for name, foe in (("H", "A"), ("J", "B"), ("K", "C")):
        attack(game, name, foe)
        CHARGE_BONUS.put(game.unit(name))
    rides = [Ride(game.state, game.unit(n), game.unit(f)) for n, f in (("H", "A"), ("J", "B"), ("K", "C"))]
    game.dice["red"] = [1, 10, 1, 10, 1]
    game.dice["blue"] = [9, 9, 1, 1, 1]
    game.run(
        lambda g: fight_charges(g, rides),
        "fight-charge unit=J",
        "fight-charge unit=H",
        "retire far=1200",
        "stay",
        "stay",
    )
    kinds = [(type(one).__name__, one.unit) for one in game.events if isinstance(one, MeleeFought)]
    assert [unit for _, unit in kinds] == ["J", "H", "K"]
    assert all("charge-light" in [reason for _, reason, _ in one.tally.lines] for one in game.told(MeleeFought))
    tests = [(one.unit, one.test) for one in game.told(common.Tested)]
    assert tests[-2:] == [("J", "advance"), ("H", "advance")]
    assert game.at("K")[0] == pytest.approx(44, abs=0.05)  # no result: it rides back
    assert game.unit("K").disorder == 2


@pytest.mark.rule("risorgimento.g.4.2.2")
def test_who_has_parted_and_meets_again_in_the_same_phase_fights_in_the_next_turn() -> None:
    game = situation(FIVE + "\n    initiative red 0")
    game.state.step = 0
    unit = game.unit("e")
    here = game.state.footing(unit)
    places = [here._replace(pose=here.pose._replace(x=here.pose.x + 2000)), here]  # off while a melee is chosen, back

    def goes(decision: Decision) -> Option:
        game.state.stand(unit, places.pop(0) if places else here)
        return decision.options[0]

    game.unscripted = goes
    game.run(melee_phase)
    assert not places
    assert sorted(order(game)) == ["A", "B", "C", "D"]
