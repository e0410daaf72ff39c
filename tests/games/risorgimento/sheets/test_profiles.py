"""The profiles of units: their values and labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games.risorgimento.sheets.profiles import profiles, read_profiles
from alfiere.games.risorgimento.sheets.scenario_reading import read_scenario
from alfiere.games.risorgimento.sheets.tables import DATA, tables
from tests.games.slips import sentence


@pytest.mark.rule("risorgimento.unit.4", "risorgimento.unit.5", "risorgimento.unit.6")
def test_a_profile_has_strength_morale_and_discipline():
    zouaves = profiles()["fr_zouaves"]
    assert (zouaves.vf, zouaves.vm, zouaves.vd) == (7, 9, 7)
    assert len(profiles()) == 47


@pytest.mark.rule("risorgimento.unit.7", "risorgimento.unit.9")
def test_how_far_a_unit_moves_stands_in_the_row_of_its_class():
    known = tables()
    assert known.speed(profiles()["au_line"].moves, "attack_column") == 800
    assert known.speed(profiles()["au_jaeger"].moves, "attack_column") == 1000
    for one in profiles().values():
        for formation in known.formations_of(one.arm):
            assert known.speed(one.moves, formation) >= 0


@pytest.mark.rule("risorgimento.unit.11", "risorgimento.e.2.1.15")
def test_the_labels_of_a_unit():
    known = profiles()
    assert known["fr_chasseurs"].is_light_infantry
    assert not known["fr_hussars"].is_light_infantry
    assert known["au_grenadiers"].is_grenadier
    assert not known["au_grenadiers"].is_guard
    assert known["fr_gd_guides"].is_guard
    assert known["fr_line"].has_elan
    assert not known["fr_line"].is_elite
    assert known["sa_bersaglieri"].is_elite
    weights = [known[one].weight for one in ("au_hussars", "au_ulans", "fr_cuirassiers", "fr_line")]
    assert weights == [1, 2, 3, 0]


@pytest.mark.rule("risorgimento.scale.7")
def test_the_front_is_the_same_for_all_units_of_a_kind_whoever_stands_on_the_base():
    known = tables()
    fronts = {(one.arm, known.base(one.arm, known.formations_of(one.arm)[0]).width) for one in profiles().values()}
    assert fronts == {("infantry", 350), ("cavalry", 350), ("artillery", 200)}


@pytest.mark.rule("risorgimento.unit.10")
def test_squadrons_on_their_own_have_a_whole_base_and_about_a_point_each():
    montebello = read_scenario("montebello")
    aosta = montebello.units["aosta-horse"]  # two squadrons
    assert (aosta.vf, aosta.profile.vf) == (2, 4)
    assert tables().base(aosta.profile.arm, "line") == tables().base("infantry", "line")


@pytest.mark.rule("risorgimento.d.3.1", "risorgimento.g.7.2")
def test_the_multiplier_of_batteries_goes_by_nation_and_kind():
    known = profiles()
    batteries = ("fr_gd_horse_bty", "fr_reserve_bty", "sa_field_bty", "au_12_bty", "au_rocket_bty", "au_line")
    assert [known[one].multiplier for one in batteries] == [5, 6, 4, 5, 2, 1]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "line"', 'kind = "medium"', "profile fr_line.kind: «medium» is not known; it must be one of line,"),
        (
            'moves = "foot_line"',
            'moves = "cav_light"',
            "profile fr_line.moves: «cav_light» has no move for infantry in",
        ),
        ('weapon = "fr_fusil_raye"', 'weapon = "none_cavalry"', "profile fr_line.weapon: cavalry has a zone of"),
        ("vm = 7", "vm = 0", "profile fr_line.vm: it is 0; it must be at least 1"),
        ('kind = "foot"', 'kind = "rocket"', "profile fr_field_bty.kind: table 3d has no multiplier for french rocket"),
        ('it = "Battaglione di zuavi"', 'it = ""', "profile fr_zouaves.name: the name is empty in a language: «it»"),
    ],
)
def test_a_slip_in_the_profiles_is_told_in_one_sentence(tmp_path: Path, old: str, new: str, told: str):
    assert sentence(tmp_path, DATA / "profiles.toml", read_profiles, old, new).startswith(told)
