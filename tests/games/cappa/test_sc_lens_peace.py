"""At the Merchants' Inn: who is whose enemy, what ends the peace, whom nobody recognises."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from alfiere.games.cappa.combat.charge_deeds import Charge
from alfiere.games.cappa.combat.grenades import GRENADE, burst
from alfiere.games.cappa.people.enmity import declare_attack
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import peace_of
from alfiere.games.cappa.told.enmity_events import PeaceBroken, Recognised
from alfiere.kernel.decision import Option
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection
from tests.games.cappa.lines import Situation
from tests.games.cappa.test_sc_lens import CIVILIANS, FRENCH, RULES, SPANISH, later, table
from tests.situation import situation


def named(game: Situation, kind: str, value: Any) -> str:
    """What a person calls something."""
    return RULES.name(game.state, kind, value, "en")


@pytest.mark.rule("cappa.2.1.1.h4")
def test_french_and_spanish_are_enemies_and_the_civilians_nobodys():
    game = table(porthos=(30, 50), first_merchant=(30, 51), garrido=(50, 50))
    s = game.state
    assert [one.id for one in s.enemies(FRENCH)] == ["garrido"]
    assert [one.id for one in s.enemies(SPANISH)] == ["porthos"]
    assert s.enemies(CIVILIANS) == []
    assert not game.may("porthos", "break-off")  # in contact, and no melee
    assert game.may("porthos", "fight target=first-merchant")  # but he could begin one


@pytest.mark.rule("cappa.2.1.1.h4")
def test_who_attacks_a_civilian_has_them_all_for_enemies_and_the_other_side_has_not():
    game = table(first_musketeer=(30, 50), first_merchant=(30, 54), innkeeper=(40, 30), garrido=(60, 50))
    game.figure("first-musketeer").hands = ["MMK"]
    game.do("first-musketeer", "shoot target=first-merchant")
    assert [(one.seat, one.side, one.cause) for one in game.told(PeaceBroken)] == [(FRENCH, CIVILIANS, "attack")]
    assert {one.id for one in game.state.enemies(FRENCH)} >= {"innkeeper", "garrido"}
    assert [one.id for one in game.state.enemies(SPANISH)] == ["first-musketeer"]
    assert [one.id for one in game.state.enemies(CIVILIANS)] == ["first-musketeer"]
    told = [
        RULES.words("en").say("event", one.key, one.seen_by(None), partial(named, game))
        for one in game.told(PeaceBroken)
    ]
    assert told == ["Enemies from now on: The French company; The household of the inn. Why: an attack."]


@pytest.mark.rule("cappa.2.1.1.h4", "cappa.5.3.3c")
def test_a_blast_that_hits_a_civilian_is_an_attack_and_powder_that_goes_off_is_none():
    def throw(stock: Tally | None) -> Situation:
        game = table(porthos=(30, 50), first_merchant=(34, 50), garrido=(60, 50))
        game.dice = {FRENCH: [1, 10, 10, 10, 10]}
        game.run(lambda g: burst(g, g.state.figures["porthos"], (3400, 5000), weapons()[GRENADE], 0, stock))
        return game

    assert [one.cause for one in throw(None).told(PeaceBroken)] == ["attack"]
    stock = Tally("fire")
    stock.add(3, "Ti", "cappa.7.2.h5")
    assert throw(stock).told(PeaceBroken) == []


@pytest.mark.rule("cappa.2.1.1.h4")
def test_a_person_cannot_point_at_somebody_whom_nobody_recognises():
    game = table(mordaunt=(30, 45), porthos=(30, 50), first_merchant=(33, 50))
    who = game.figure("porthos")
    assert isinstance(Charge().judged(game.state, who, {"figure": "porthos", "target": "mordaunt"}), Objection)
    assert isinstance(Charge().judged(game.state, who, {"figure": "porthos", "target": "first-merchant"}), Option)


@pytest.mark.rule("cappa.2.1.1.h4", "cappa.4.3.8b")
def test_a_bystander_who_is_touched_is_not_charged_with_an_enemy():
    game = table(porthos=(30, 50), garrido=(33, 49.3), first_merchant=(33, 50.7))
    assert game.may("porthos", "charge target=garrido", 1)
    assert not any(one.get("also") for one in game.offered("porthos", 1))
    args = {"figure": "porthos", "target": "garrido", "to": [3229, 5000]}
    found = Charge().judged(game.state, game.figure("porthos"), args)
    assert isinstance(found, Option)
    assert not found.get("also")


def test_who_is_nobodys_enemy_is_marked_as_such():
    game = table(mordaunt=(30, 45), porthos=(30, 50), first_merchant=(33, 50))

    def marked() -> list[str]:
        return [one["id"] for one in RULES.view(game.state, FRENCH)["pieces"] if "neutral" in one.get("badges", ())]

    assert marked() == ["mordaunt", "first-merchant"]
    game.state.peace.remove("green red")
    assert marked() == ["mordaunt"]


@pytest.mark.rule("cappa.2.1.1.h4")
def test_the_civilians_declare_at_the_start_of_a_turn_whose_enemies_they_are():
    game = table(porthos=(30, 50), innkeeper=(40, 30), garrido=(60, 50))
    game.phase("activation", "keep-peace side=red", "declare side=blue")
    assert [(one.seat, one.side, one.cause) for one in game.told(PeaceBroken)] == [(CIVILIANS, SPANISH, "declared")]
    assert [one.id for one in game.state.enemies(CIVILIANS)] == ["garrido"]
    assert [one.id for one in game.state.enemies(FRENCH)] == ["garrido"]


@pytest.mark.rule("cappa.2.1.1.h4")
def test_nobody_recognises_mordaunt_until_he_draws():
    game = table(mordaunt=(30, 50), porthos=(30, 51), garrido=(50, 50), innkeeper=(31, 50))
    game.state.peace = ["mordaunt"]  # the civilians are everybody's enemies
    assert not game.may("porthos", "fight target=mordaunt")
    assert not game.may("porthos", "charge target=mordaunt")
    assert {"mordaunt"} & {one.id for one in game.state.enemies(FRENCH)} == set()
    assert game.state.enemies_of(game.figure("mordaunt")) == []
    assert game.may("mordaunt", "move")  # he is in no melee
    game.do("mordaunt", "change-weapon")
    assert [one.figure for one in game.told(Recognised)] == ["mordaunt"]
    assert game.state.peace == []
    assert game.may("porthos", "fight target=mordaunt")


@pytest.mark.rule("cappa.2.1.1.h4")
@pytest.mark.parametrize("is_there", [False, True])
def test_a_weapon_in_hand_gives_nobody_away_before_he_is_on_the_table(is_there):
    game = table(porthos=(30, 51), garrido=(50, 50), **({"mordaunt": (60, 20)} if is_there else {}))
    game.state.peace = ["mordaunt"]
    game.figure("mordaunt").hands = game.figure("mordaunt").arms[:1]
    game.do("porthos", "go-prone")
    assert [one.figure for one in game.told(Recognised)] == (["mordaunt"] if is_there else [])


@pytest.mark.rule("cappa.2.1.1.h4")
def test_once_recognised_he_is_an_enemy_even_while_his_side_is_at_peace():
    game = table(mordaunt=(30, 50), porthos=(30, 51), garrido=(50, 50), innkeeper=(31, 50))
    game.do("mordaunt", "change-weapon")
    assert [one.id for one in game.state.enemies(FRENCH)] == ["garrido", "mordaunt"]
    assert [one.id for one in game.state.enemies_of(game.figure("mordaunt"))] == ["porthos", "garrido"]
    assert game.state.enemies_of(game.figure("innkeeper")) == []
    game.do("porthos", "fight target=mordaunt")
    assert game.told(PeaceBroken) == []  # it is no attack on the people of the inn


@pytest.mark.rule("cappa.2.1.1.h4")
def test_who_attacks_with_bare_hands_is_recognised_and_his_side_breaks_no_peace_of_its_own():
    game = table(mordaunt=(30, 50), porthos=(30, 51), garrido=(50, 50))
    game.do("mordaunt", "fight target=porthos weapon=unarmed")
    assert game.figure("mordaunt").hands == []
    assert [one.figure for one in game.told(Recognised)] == ["mordaunt"]
    assert "mordaunt" not in game.state.peace


@pytest.mark.rule("cappa.2.1.1.h4")
def test_a_blast_among_enemies_that_hits_one_whom_nobody_recognises_ends_no_peace():
    game = table(porthos=(30, 50), mordaunt=(34, 50), garrido=(60, 50))
    game.state.peace = ["mordaunt"]  # with his side there is none any more
    game.dice = {FRENCH: [1, 10, 10, 10, 10]}
    game.run(lambda g: burst(g, g.state.figures["porthos"], (3400, 5000), weapons()[GRENADE], 0, None))
    assert game.told(PeaceBroken) == []
    assert "mordaunt" in game.state.peace


@pytest.mark.rule("cappa.2.1.1.h4")
def test_to_attack_a_neutral_squad_ends_the_peace_with_its_side():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, pa 1
        blue extra B at 10,15, squad S
        blue extra C at 11,15, squad S
        blue squad S, open
    """)
    game.state.peace = [peace_of("red", "blue")]
    later(game, lambda g: declare_attack(g, g.state.figures["A"], Option("volley", {"figure": "A", "target": "S"}, ())))
    assert [(one.seat, one.side, one.cause) for one in game.told(PeaceBroken)] == [("red", "blue", "attack")]
