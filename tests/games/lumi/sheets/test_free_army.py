"""Armies by points from their files: what they must keep, and how a mistake is told."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from alfiere.battles.armies.army_files import army_data, there
from alfiere.games.lumi.sheets.free_army import FOLDER, LISTS, FreeArmy
from alfiere.games.lumi.sheets.tables import tables
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.forms import named

READY = sorted(path.stem for path in FOLDER.glob("*.toml"))
Change = Callable[[dict[str, Any]], object]


def read(change: Change, army: str = "prussia") -> FreeArmy:
    """A ready army with something changed in it."""
    data = copy.deepcopy(army_data(FOLDER / f"{army}.toml"))
    change(data)
    return LISTS.read(data, "mine.toml", "1757")


def slip(change: Change, army: str = "prussia") -> str:
    with pytest.raises(BadData) as wrong:
        read(change, army)
    return str(wrong.value)


@pytest.mark.rule("lumi.12.2a", "lumi.12.1")
@pytest.mark.parametrize("army", READY)
def test_a_ready_army_uses_nearly_all_of_its_points_and_never_more(army: str):
    form = read(lambda data: None, army)
    assert tables().numbers.army_points in form.points
    for points in form.points:
        assert points * 96 // 100 <= LISTS.cost(form, points) <= points


@pytest.mark.rule("lumi.12.2a")
def test_an_army_that_costs_more_than_agreed_is_refused():
    told = slip(lambda data: data["cic"].update(grade="great"))
    assert told == "mine.toml: division: with 180 points it costs 195; 180 is the most (lumi.12.2a)"


@pytest.mark.rule("lumi.12.2a")
def test_an_army_is_of_one_list():
    told = slip(lambda data: data["division"][1]["brigade"][1]["bases"][0].update(profile="au_huss"))
    assert "division horse: with 180 points «au_huss» is of austrian_1740, not of prussian_1740 (lumi.12.2a)" in told


@pytest.mark.rule("lumi.12.2b")
def test_an_army_has_a_cic():
    told = slip(lambda data: data.pop("cic"))
    assert "missing required field `cic`" in told


@pytest.mark.rule("lumi.12.2b")
def test_an_army_has_two_divisions_at_least():
    told = slip(lambda data: data["division"].pop())
    assert "with 180 points it has 1 divisions; it must have at least 2 (lumi.12.2b)" in told


@pytest.mark.rule("lumi.12.2b")
def test_an_army_has_one_battery_for_four_other_bases_at_most():
    nine = read(lambda data: data["division"][0]["batteries"][1].update(profile="pr_light"))
    assert nine.points == (180, 240, 300)
    batteries = [{"profile": "pr_light", "count": 3}]
    change = {"grade": "mediocre"}  # so that it does not cost too much
    told = slip(lambda data: (data["cic"].update(change), data["division"][0].update(batteries=batteries)))
    assert "with 180 points it has 3 batteries; with its other bases it may have 2 (lumi.12.2b)" in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.update(army="x"), "army: «x» is not known; it must be one of french_1701"),
        (lambda data: data["cic"].update(grade="x"), "cic.grade: «x»"),
        (lambda data: data["division"][0]["general"].update(grade="x"), "division foot.general.grade: «x»"),
        (lambda data: data["division"][1].update(id="foot"), "division foot: this id stands twice"),
        (lambda data: data["division"][0].update(batteries=[{"profile": "pr_fus"}]), "«pr_fus» is no battery"),
        (
            lambda data: data["division"][1]["brigade"][0]["bases"].append({"profile": "pr_fus"}),
            "brigade cuirassiers: a brigade is of infantry or of cavalry (lumi.1.6.1)",
        ),
        (
            lambda data: data["division"][1]["brigade"][0]["bases"][0].update(count=1),
            "brigade cuirassiers: with 180 points it has 1 bases; it must have 2 to 6 (lumi.1.6.1)",
        ),
        (lambda data: data["division"][0].pop("general") and data["division"][1].pop("general"), "(lumi.1.6.3)"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_with_its_place(change: Change, told: str):
    assert told in slip(change)
    assert slip(change).startswith("mine.toml: ")


@pytest.mark.rule("lumi.12.1")
def test_each_division_is_shown_with_its_general():
    form = read(lambda data: None)
    groups = LISTS.groups(form, form.points[0])[1:]
    generals = [one.general and one.general.name for one in there(form.division, form.points[0])]
    assert any(generals)
    assert [one.leader for one in groups] == [one and named(one) for one in generals]


def batteries(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["division"][0]["batteries"]
    return found


def first_bases(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["division"][0]["brigade"][0]["bases"]
    return found


@pytest.mark.rule("lumi.12.2a", "lumi.1.6.1", "lumi.1.6.2", "lumi.1.3.3b")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: batteries(data)[0].update(profile="x"), "division foot.batteries[0].profile: «x» is not known"),
        (lambda data: batteries(data)[0].update(names=["I", "II"]), "division foot.batteries[0].names: «"),
        (lambda data: batteries(data)[0].update({"from": 301}), "division foot.batteries[0]: with «from» 301"),
        (lambda data: first_bases(data)[0].update(profile="x"), ".bases[0].profile: «x» is not known"),
        (lambda data: first_bases(data)[0].update(count=1, names=["I", "II"]), ".bases[0].names: «"),
        (lambda data: first_bases(data)[0].update(on_foot=True), ".bases[0].on_foot: only dragoons dismount"),
        (lambda data: first_bases(data)[0].update({"to": 179}), ".bases[0]: with «from» 0 and «to» 179"),
        (lambda data: data["division"][0].update({"from": 301}), "division foot: with «from» 301"),
        (lambda data: data["division"][0].update(id="horse"), "division horse: this id stands twice"),
        (lambda data: data["division"][0]["brigade"][0].update(id="foot"), "brigade foot: this id stands twice"),
        (lambda data: data["division"][0].update(name={"en": "", "it": "x"}), "division foot.name"),
        (lambda data: data["division"][0]["brigade"][0].update(name={"en": "", "it": "x"}), ".name"),
        (lambda data: data["cic"].update(name={"en": "", "it": "x"}), "cic.name"),
        (lambda data: data["division"][0]["general"].update(name={"en": "", "it": "x"}), "foot.general.name"),
        (
            lambda data: data["division"][0]["brigade"][0].update(bases=[{"profile": "pr_light", "count": 2}]),
            "a brigade is of infantry or of cavalry (lumi.1.6.1)",
        ),
    ],
)
def test_every_row_of_an_army_is_looked_at(change: Change, told: str):
    assert told in slip(change)
