"""Chapter 2.2.1, the list of actions: which may be done in melee, shaken or hanging on a wall, and what each keeps."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.turn.deeds import DEEDS

FIGHTING = {"fight", "fight-together", "disarm"}
GETTING_OUT = {"fall-back", "break-off", "leave-together"}
FIRE = {"fire-gun", "shoot", "volley", "picked-shot", "throw-grenade", "throw-together"}


def verbs(flag: str) -> set[str]:
    """The actions that have this said of them."""
    return {deed.verb for deed in DEEDS if getattr(deed, flag)}


@pytest.mark.rule("cappa.5.2.h2")
def test_in_melee_one_fights_gets_out_and_does_the_few_things_that_need_no_room():
    hands = {"change-weapon", "pick-up", "put-down", "load-cart", "let-go-load", "take-flag"}
    words = {"lead", "encourage", "recover", "run", "wait", "spend-experience", "single-out"}
    assert verbs("in_melee") == FIGHTING | GETTING_OUT | hands | words | {"get-up", "improvise"}


@pytest.mark.rule("cappa.2.3.3.h2")
def test_who_is_shaken_defends_himself_gets_away_or_recovers():
    fights = {"fight-together", "break-off", "leave-together"}
    others = {"get-up", "run", "recover", "make-off", "wait", "load-cart", "let-go-load", "spend-experience"}
    assert verbs("shaken") == fights | others


@pytest.mark.rule("cappa.4.3.3.h2")
def test_who_hangs_on_a_wall_uses_no_weapon():
    assert {deed.verb for deed in DEEDS if not deed.climbing} == {
        *("shoot", "aim", "reload", "throw-grenade"),
        *("fight", "disarm", "improvise"),
    }


@pytest.mark.rule("cappa.2.1.5e", "cappa.2.2.1.h12")
def test_who_has_to_fight_may_get_out_of_it_instead_and_empty_his_hands_first():
    assert verbs("is_melee_duty") == FIGHTING | GETTING_OUT
    assert verbs("frees_hands") == {"put-down", "let-go-load"}


@pytest.mark.rule("cappa.4.3.6a")
def test_who_cannot_ride_takes_no_part_in_what_his_squad_does_with_weapons():
    assert verbs("is_with_weapons") == {"volley", "aim-volley", "load-all", "throw-together", "fight-together"}


@pytest.mark.rule("cappa.8.1.2.h8")
def test_fire_blows_charges_and_tricks_are_attacks_fire_is_answered_while_it_is_given():
    assert verbs("is_fire") == FIRE
    charges = {"charge", "charge-together", "leap", "betray"}
    assert verbs("is_attack") == FIRE | FIGHTING | charges | {"improvise"}


@pytest.mark.rule("cappa.6.5a")
def test_a_squad_may_stand_apart_after_some_of_its_moves():
    assert verbs("shifts") == {"charge-together", "move", "rejoin", "cross-together", "jump-together"}


@pytest.mark.rule("cappa.5.3.2b")
def test_an_arrow_stays_on_the_string_while_one_shoots_aims_moves_or_speaks():
    shooting = {"shoot", "volley", "picked-shot", "aim", "aim-volley", "reload", "load-all"}
    moving = {"charge", "charge-together", "move", "march", "reform", "run", "betray"}
    assert verbs("keeps_nocked") == shooting | moving | {"lead", "single-out", "wait"}


@pytest.mark.rule("cappa.5.1.4a", "cappa.9.1.2d")
def test_aim_is_kept_by_aiming_alone_and_what_was_bought_by_aiming_and_buying():
    assert verbs("keeps_aim") == {"aim", "aim-volley"}
    assert verbs("keeps_bought") == {"aim", "longer-stride", "longer-range", "spend-experience"}


@pytest.mark.rule("cappa.4.0a")
def test_who_moves_charges_aims_a_gun_or_throws_may_point_at_a_place_of_his_own():
    guns = {"fire-gun", "load-gun", "turn-gun", "shift-gun", "limber-gun", "unlimber-gun", "drive"}
    moves = {"move", "march", "charge", "leap", "break-off", "dismount"}
    assert verbs("is_free") == guns | moves | {"throw-grenade", "work", "single-out"}
