"""Armies by points from their files: what they must keep, and how a mistake is told."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from alfiere.battles.armies.army_files import army_data
from alfiere.games.fucilieri.sheets.free_army import FOLDER, LISTS, FreeArmy
from alfiere.kernel.bad_data import BadData, shaped

READY = sorted(path.stem for path in FOLDER.glob("*.toml"))
DATE = "1706-10"


def read(change: Callable[[dict[str, Any]], object], army: str = "savoy") -> FreeArmy:
    """A ready army with something changed in it."""
    data = copy.deepcopy(army_data(FOLDER / f"{army}.toml"))
    change(data)
    return LISTS.read(data, "mine.toml", DATE)


def slip(change: Callable[[dict[str, Any]], object], army: str = "savoy") -> str:
    with pytest.raises(BadData) as wrong:
        read(change, army)
    return str(wrong.value)


def test_five_nations_have_a_ready_army():
    assert READY == ["empire", "england", "france", "netherlands", "savoy"]


@pytest.mark.rule("fucilieri.1.1.3")
@pytest.mark.parametrize("army", READY)
def test_a_ready_army_uses_nearly_all_of_its_points_and_never_more(army: str):
    form = read(lambda data: None, army)
    for points in form.points:
        assert points * 97 // 100 <= LISTS.cost(form, points) <= points


@pytest.mark.rule("fucilieri.1.1.3")
def test_an_army_that_costs_more_than_agreed_is_refused():
    told = slip(lambda data: data["command"][0].update(leader="cond_6"))
    assert told == "mine.toml: command: with 1000 points it costs 1012; 1000 is the most (fucilieri.1.1.3)"


@pytest.mark.rule("fucilieri.1.1.1")
def test_an_army_without_a_condottiero_is_refused():
    told = slip(lambda data: data["command"][0].update(leader="gen_1"))
    assert told.endswith("with 1000 points it has 0 condottieri; it must have one (fucilieri.1.1.1)")


@pytest.mark.rule("fucilieri.1.1.2")
def test_a_command_with_too_many_units_is_refused_where_it_stands():
    told = slip(lambda data: data["command"][1]["units"][0].update(count=5))
    assert told.startswith("mine.toml: command rehbinder: with 1000 points it has 7 units")


@pytest.mark.rule("fucilieri.1.1.5")
def test_an_army_with_too_many_guns_is_refused():
    told = slip(lambda data: data["command"][2]["units"].append({"profile": "sa_gun4", "count": 2}))
    assert "artillery units" in told
    assert "fucilieri.1.1.5" in told


@pytest.mark.rule("fucilieri.1.1.6")
def test_an_allied_command_of_the_other_coalition_is_refused():
    told = slip(lambda data: data["command"][3].update(leader="gen_3", units=[{"profile": "fr_line", "count": 3}]))
    assert "france is no other nation of the same coalition (fucilieri.1.1.6)" in told


@pytest.mark.rule("fucilieri.1.1.7")
def test_allied_commands_that_cost_more_than_a_third_are_refused():
    data = copy.deepcopy(army_data(FOLDER / "savoy.toml"))
    assert not LISTS.faults(shaped(data, FreeArmy, "mine.toml"), 1500, DATE)
    data["command"][3]["units"] = [{"profile": "im_vet", "count": 4}]
    found = LISTS.faults(shaped(data, FreeArmy, "mine.toml"), 1500, DATE)
    assert "its allied and mercenary commands cost 606; 500 is the most" in {
        fault.why for fault in found if fault.rule == "fucilieri.1.1.7"
    }


@pytest.mark.rule("fucilieri.1.7.8")
def test_an_army_keeps_within_the_numbers_of_its_list():
    told = slip(lambda data: data["command"][1]["units"][0].update(profile="sa_hug"))
    assert told.endswith("it has 0 units of sa_line; it must have 1 (fucilieri.1.7.8)")
    foot = [{"profile": "sa_line"}, {"profile": "sa_fuc", "count": 2}]
    told = slip(lambda data: data["command"][1].update(units=foot))
    assert "it has 2 units of sa_fuc; 1 is the most (fucilieri.1.7.8)" in told


@pytest.mark.rule("fucilieri.1.7.13")
def test_a_unit_may_have_another_size_and_pays_for_it():
    army = read(lambda data: data["command"][1]["units"][0].update(count=3, figures=12))
    assert LISTS.cost(army, 1000) < LISTS.cost(read(lambda data: None), 1000)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(nation="venice"), "nation: «venice» is not known; it must be one of france"),
        (lambda data: data.update(points=[]), "points: it needs the sizes this army is written for"),
        (lambda data: data.update(point=[1000]), "object contains unknown field `point`; known are id, name, points"),
        (lambda data: data["command"][0].update(leader="l_nobody"), "command victor-amadeus.leader: «l_nobody»"),
        (lambda data: data["command"][1]["units"][0].update(profile="x"), "command rehbinder.units[0].profile: «x»"),
        (lambda data: data["command"][1]["units"][0].update(count=1), "command rehbinder.units[0].names: «sa_line»"),
        (lambda data: data["command"][1].update({"from": 9000}), "command rehbinder: with «from» 9000"),
        (lambda data: data["command"][1].update(id="horse"), "command horse: this id stands twice"),
        (lambda data: data["command"][0].update(charismatic=True), "command victor-amadeus.charismatic: he is so"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_with_its_place(change: Callable[[dict[str, Any]], object], told: str):
    assert told in slip(change)
    assert slip(change).startswith("mine.toml: ")
