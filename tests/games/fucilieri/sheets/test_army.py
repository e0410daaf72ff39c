"""Armies: commands, characters, what may fight together, points and lists."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.fucilieri.sheets.army import Army, CommandSheet, command_sheet, faults_of_army, profile_of
from alfiere.games.fucilieri.sheets.profiles import profiles
from alfiere.games.fucilieri.sheets.scenario_forms import CommandForm, UnitForm
from alfiere.kernel.forms import named


def command(name: str, leader: str, *units: str | UnitForm, **more: Any) -> CommandSheet:
    forms = [
        unit if isinstance(unit, UnitForm) else UnitForm(id=f"{name}-{number}", name=named(unit), profile=unit)
        for number, unit in enumerate(units)
    ]
    return command_sheet(CommandForm(id=name, side="own", name=name, leader=leader, units=tuple(forms), **more), "red")


def sized(profile: str, figures: int = 0, guns: int = 0, *, commander: bool = False) -> UnitForm:
    return UnitForm(id="unit", name="unit", profile=profile, figures=figures, guns=guns, commander=commander)


def army(*commands: CommandSheet, nation: str = "france", date: str = "1706-05-01") -> Army:
    return Army(nation, date, commands)


def said(army: Army, points: int = 0) -> list[str]:
    return [str(one) for one in faults_of_army(army, points)]


HEAD = command("head", "cond_3", "fr_line")
FOOT = command("foot", "gen_2", "fr_line", "fr_line", "fr_line")
HORSE = command("horse", "cavgen_2", "fr_horse", "fr_drag", "fr_huss")


@pytest.mark.rule("fucilieri.1.1.1")
def test_an_army_has_one_condottiero_with_three_units_at_most_and_two_commands():
    assert said(army(HEAD, FOOT, HORSE)) == []
    assert said(army(command("head", "cond_3"), FOOT)) == []  # he may have none
    assert said(army(HEAD)) == ["army: it has 1 commands; it must have at least 2 (fucilieri.1.1.1)"]
    assert said(army(FOOT, HORSE)) == ["army: it has 0 condottieri; it must have one (fucilieri.1.1.1)"]
    assert said(army(HEAD, command("other", "cond_2", "fr_line"))) == [
        "army: it has 2 condottieri; it must have one (fucilieri.1.1.1)"
    ]
    four = command("head", "cond_3", *["fr_line"] * 4)
    assert said(army(four, FOOT)) == ["command head: it has 4 units; it must have 0 to 3 (fucilieri.1.1.1)"]


@pytest.mark.rule("fucilieri.1.1.2")
def test_a_general_has_one_to_six_units():
    for count, is_right in ((0, False), (1, True), (6, True), (7, False)):
        found = said(army(HEAD, command("foot", "gen_2", *["fr_line"] * count)))
        assert found == (
            [] if is_right else [f"command foot: it has {count} units; it must have 1 to 6 (fucilieri.1.1.2)"]
        )


@pytest.mark.rule("fucilieri.1.1.4")
def test_a_command_all_of_horse_is_a_cavalry_command_but_never_that_of_the_condottiero():
    assert HORSE.is_cavalry
    assert not FOOT.is_cavalry
    assert not command("mixed", "cavgen_2", "fr_horse", "fr_gun4").is_cavalry
    assert not command("head", "cond_3", "fr_horse").is_cavalry
    assert command("plain", "gen_2", "fr_horse").is_cavalry  # whatever his profile is called


@pytest.mark.rule("fucilieri.1.1.5")
def test_there_is_one_artillery_unit_to_three_others_and_one_always():
    guns = ("fr_gun4", "fr_gun8")
    assert said(army(HEAD, command("foot", "gen_2", "fr_gun4"))) == []
    assert said(army(HEAD, command("foot", "gen_2", *["fr_line"] * 4, *guns))) == [
        "army: it has 2 artillery units; with its other units it may have 1 (fucilieri.1.1.5)"
    ]
    assert said(army(HEAD, FOOT, command("more", "gen_2", "fr_line", "fr_line", *guns))) == []


@pytest.mark.rule("fucilieri.1.6.4", "fucilieri.1.6.2")
def test_a_command_has_one_set_of_musicians_and_no_sergeant():
    two = command("foot", "gen_2", "fr_line", characters=("musicians", "musicians"))
    assert said(army(HEAD, two)) == ["command foot: it has 2 sets of musicians; one is the most (fucilieri.1.6.4)"]
    other = command("foot", "gen_2", "fr_line", characters=("sergeant",))
    assert said(army(HEAD, other)) == ["command foot: a sergeant belongs to a unit (fucilieri.1.6.2)"]


@pytest.mark.parametrize(("name", "most"), [("scout", 2), ("charismatic", 1), ("standard", 1)])
@pytest.mark.rule("fucilieri.1.6.5", "fucilieri.1.6.3")
def test_an_army_has_so_many_individual_characters_in_all_its_commands(name: str, most: int):
    head = command("head", "cond_3", "fr_line", characters=(name,) * most)
    assert said(army(head, FOOT)) == []
    also = command("foot", "gen_2", "fr_line", characters=(name,))
    assert said(army(head, also)) == [f"army: it has {most + 1} of «{name}»; {most} is the most (fucilieri.1.6.5)"]


@pytest.mark.rule("fucilieri.1.6.6", "fucilieri.1.7.4")
def test_a_leader_may_be_bought_the_charismatic_trait():
    bought, born = command("foot", "gen_3", charismatic=True), command("head", "l_eugene")
    assert (bought.is_charismatic, bought.leader_points) == (True, 60 + 40)
    assert (born.is_charismatic, born.leader_points) == (True, 180 + 40)
    assert not command("foot", "gen_3").is_charismatic


@pytest.mark.rule("fucilieri.1.1.3", "fucilieri.1.7.5")
def test_an_army_costs_its_leaders_characters_and_units():
    head = command("head", "cond_3", "fr_line", characters=("standard", "musicians", "scout"))
    assert head.points == 90 + 90 + 30 + 10 + 20
    built = army(head, FOOT, HORSE)
    total = 240 + (40 + 270) + (40 + 110 + 100 + 92)
    assert built.points == total
    assert said(built, total) == []
    assert said(built, total - 1) == [f"army: it costs {total}; {total - 1} is the most (fucilieri.1.1.3)"]


@pytest.mark.rule("fucilieri.1.7.13", "fucilieri.1.7.1")
def test_a_unit_may_have_another_size_and_a_commander_at_the_price_that_follows():
    usual = profiles()["fr_line"]
    assert profile_of(sized("fr_line")) is usual
    larger = profile_of(sized("fr_line", 24, commander=True))
    assert (larger.figures, larger.characters) == (24, ("commander", "officer", "sergeant"))
    assert larger.points == 24 * 5 + 12 + 6 + 4
    assert larger.id != usual.id
    guns = profile_of(sized("fr_gun4", guns=3))
    assert (guns.guns, guns.figures, guns.points) == (3, 12, 3 * 30 + 6)
    assert (larger.quality, larger.type, larger.weapon) == (usual.quality, usual.type, usual.weapon)
    few = command("foot", "gen_2", sized("fr_line", 11))
    assert said(army(HEAD, few)) == ["unit unit: it has 11; it must have 12 to 24 (fucilieri.1.4.1a)"]


@pytest.mark.rule("fucilieri.1.7.8", "fucilieri.1.7.13")
def test_a_points_army_keeps_to_the_numbers_of_its_list():
    few = army(HEAD, command("foot", "gen_2", "fr_line", sized("fr_line", 20), "fr_horse"))
    assert said(few, 1500) == []  # three of line, those of another size too
    none = army(command("head", "cond_3"), command("foot", "gen_2", "fr_line", "fr_line", "fr_horse"))
    assert said(none, 1500) == ["army: it has 2 units of fr_line; it must have 3 (fucilieri.1.7.8)"]
    assert said(none, 1000) == []
    guard = army(HEAD, FOOT, HORSE, command("guard", "gen_1", "fr_guard", "fr_guard"))
    assert said(guard, 1500) == ["army: it has 2 units of fr_guard; 1 is the most (fucilieri.1.7.8)"]
    assert said(guard, 2000) == []
    assert said(army(HEAD, FOOT, HORSE, command("guard", "gen_1", "im_line")), 1500) == [
        "command guard: not all of it is of france (fucilieri.1.7.8)"
    ]
    hanover = army(command("head", "cond_3"), command("horse", "gen_2", "ha_horse"), nation="hanover")
    assert said(hanover, 1500) == ["army: the list of «hanover» is for allied commands (fucilieri.1.7.8)"]
    assert said(army(HEAD, FOOT, HORSE, nation="mantua"), 1500) == ["army: «mantua» has no list (fucilieri.1.7.8)"]


@pytest.mark.rule("fucilieri.1.1.6", "fucilieri.1.7.8b", "fucilieri.1.7.10")
def test_an_allied_command_is_all_of_one_other_nation_of_the_coalition():
    def with_allies(leader: str, *units: str, status: str = "allied", date: str = "1706-05-01") -> list[str]:
        return said(army(HEAD, FOOT, HORSE, command("allies", leader, *units, status=status), date=date), 1500)

    assert with_allies("gen_2", "es_line", "es_line") == []
    assert with_allies("gen_2", "es_line") == []  # the least numbers bind the army's nation alone
    assert with_allies("gen_2", "es_line", "im_line") == [
        "command allies: its units are of empire, spain; they must be of one nation (fucilieri.1.1.6)"
    ]
    assert with_allies("gen_2", "im_line") == [
        "command allies: empire is no other nation of the same coalition (fucilieri.1.1.6)"
    ]
    assert with_allies("gen_2", "fr_line") == [
        "command allies: france is no other nation of the same coalition (fucilieri.1.1.6)"
    ]
    assert with_allies("gen_2", "es_drag", "es_drag", "es_drag") == [
        "army: it has 3 units of es_drag; 2 is the most (fucilieri.1.7.8b)"
    ]
    assert with_allies("l_estaing", "es_line")[-1] == (
        "command allies: its general is of france, its units are not (fucilieri.1.1.6)"
    )
    assert with_allies("gen_2", "sa_line", date="1702-05-01") == []  # fucilieri.1.7.9
    assert with_allies("gen_2", "sa_line") == [
        "command allies: savoy is no other nation of the same coalition (fucilieri.1.1.6)"
    ]
    assert with_allies("gen_2", "im_line", status="mercenary") == []
    assert with_allies("gen_2", "im_line", "es_line", status="mercenary") == [
        "command allies: its units are of empire, spain; they must be of one nation (fucilieri.1.7.8b)"
    ]


@pytest.mark.rule("fucilieri.1.1.7")
def test_allies_and_mercenaries_cost_a_third_at_most_in_a_points_battle():
    allies = command("allies", "gen_2", *["es_line"] * 3, status="allied")  # 310
    hired = command("hired", "gen_2", "im_line", "im_line", status="mercenary")  # 244
    built = army(HEAD, FOOT, HORSE, allies, hired)
    assert said(built, 1662) == []
    assert said(built, 1661) == ["army: its allied and mercenary commands cost 554; 553 is the most (fucilieri.1.1.7)"]
    assert said(built) == []  # a scenario is not bound by it
