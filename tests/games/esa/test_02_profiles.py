"""Chapter 2.6 and the lists: every troop card as the catalogue of rules has it."""

from __future__ import annotations

import re

import pytest

from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import LeaderProfile, Profile, Profiles, Values, read_profiles

# id: nation class order strength weakness front/flank/rear charge points; abilities; lines of
# PM|turns fire melee morale armour weapon
UNIT_CARDS = """
fr_pm_veteran: fr PM close 4 0/1/1 1 6; battle-line firmness infantry press; first 1|1 -1 2 2 1|1 musket_foot
fr_pm_guard: fr PM close 4 0/1/1 1 7; battle-line firmness infantry press; first 1|1 0 2 3 1|1 musket_foot
fr_pm_line: fr PM close 4 0/1/1 0 4; battle-line firmness infantry press; first 1|1 -1 1 1 0|1 musket_foot
fr_fl_musketeers: fr FL open 3 0/0/0 0 4; evasion infantry; first 2|2 1 -1 1 1|1 musket_foot
fr_cp_chevaux_legers: fr CP close 3 0/1/1 2 4; cavalry counter-charge pursue; first 2|2 - 2 1 0|1 -
fr_cp_gendarmes: fr CP close 3 0/1/1 2 5; cavalry counter-charge pursue; first 2|2 - 2 2 1|1 -
fr_cp_cuirassiers: fr CP close 3 0/1/1 2 4; cavalry counter-charge pursue; first 2|2 - 2 1 0|1 -
fr_cl_carabins: fr CL open 3 0/0/0 0 3; cavalry evasion; first 3|3 0 0 0 1|1 carbine_horse
fr_dr_dragoons: fr DR open 3 0/0/0 0 4; dragoons evasion; mounted 3|3 - 0 1 1|1 -
  / dismounted 2|2 1 -1 1 1|1 musket_foot
fr_al_light_guns: fr AL close 3 0/0/0 0 3; artillery evasion-with-a-test; battery 1|1 0 0 1 0|0 light_artillery
  / tow 2|1 0 0 1 0|0 light_artillery
fr_ap_heavy_guns: fr AP close 3 0/0/0 0 4; artillery; battery 0|1 1 0 1 0|0 heavy_artillery
  / tow 1|1 1 0 1 0|0 heavy_artillery
de_cm_weimar: de CM close 3 0/1/1 1 4; cavalry counter-charge flexible; first 2|2 0 1 1 0|1 carbine_horse
de_cm_reiter: de CM close 3 0/1/1 1 5; cavalry counter-charge reiter; first 2|2 0 1 1 1|1 reiter
de_pm_regiment: de PM close 4 0/1/1 0 5; battle-line firmness infantry press; first 1|1 -1 1 2 0|1 musket_foot
sp_fl_musketeers: sp FL open 3 0/0/0 0 4; evasion infantry; first 2|2 1 -1 1 1|1 musket_foot
sp_sq_german_tercio: sp SQ close 6 0/0/1 0 9; firmness infantry press square; first 1|1 0 2 3 1|1 square
  / second 1|1 -1 1 2 1|1 square
sp_sq_old_tercio: sp SQ close 6 0/0/1 0 10; firmness infantry press square; first 1|1 1 3 3 1|1 square
  / second 1|1 0 2 2 1|1 square
sp_pm_walloon: sp PM close 4 0/1/1 0 5; battle-line firmness infantry press; first 1|1 0 1 1 1|1 musket_foot
sp_pm_irish: sp PM close 3 0/1/1 1 5; battle-line firmness infantry press; first 1|1 0 1 2 0|1 musket_foot
sp_cp_heavy: sp CP close 3 0/1/1 2 4; cavalry counter-charge pursue; first 2|2 - 2 1 0|1 -
sp_cl_arquebusiers: sp CL open 3 0/0/0 0 3; cavalry evasion; first 3|3 0 0 0 1|1 carbine_horse
sp_fp_swordsmen: sp FP close 3 0/1/1 1 4; infantry press; first 1|2 - 2 1 0|1 -
sp_al_light_guns: sp AL close 3 0/0/0 0 3; artillery evasion-with-a-test; battery 1|1 0 0 1 0|0 light_artillery
  / tow 2|1 0 0 1 0|0 light_artillery
sp_ap_heavy_guns: sp AP close 3 0/0/0 0 4; artillery; battery 0|1 1 0 1 0|0 heavy_artillery
  / tow 1|1 1 0 1 0|0 heavy_artillery
lo_cp_horse: lo CP close 3 0/1/1 2 4; cavalry counter-charge pursue; first 2|2 - 2 1 0|1 -
nl_cp_cuirassiers: nl CP close 3 0/1/1 2 4; cavalry counter-charge pursue; first 2|2 - 2 1 0|1 -
nl_dr_dragoons: nl DR open 3 0/0/0 0 4; dragoons evasion; mounted 3|3 - 0 1 1|1 -
  / dismounted 2|2 1 -1 1 1|1 musket_foot
en_pm_redcoats: en PM close 4 0/1/1 1 7; battle-line firmness infantry press; first 1|1 0 2 3 0|1 musket_foot
en_fl_musketeers: en FL open 3 0/0/0 0 4; evasion infantry; first 2|2 1 -1 1 1|1 musket_foot
sc_fp_highlanders: en FP close 3 0/1/1 1 4; aggressive infantry press; first 2|2 - 2 1 0|0 -
sv_pm_regiment: sv PM close 4 0/1/1 0 5; battle-line firmness infantry press; first 1|1 -1 1 1 1|1 musket_foot
sv_al_light_guns: sv AL close 3 0/0/0 0 3; artillery evasion-with-a-test; battery 1|1 0 0 1 0|0 light_artillery
  / tow 2|1 0 0 1 0|0 light_artillery
"""

# id nation fire melee morale armour strength points (card added)
LEADERS = """
gen_conde fr - 1 4 1|1 3 27
gen_coligny fr - 0 3 1|1 3 21
gen_praslin fr - 0 2 1|1 3 17
gen_villequier fr - 0 3 1|1 3 21
gen_rosen de - 1 1 1|1 3 15
gen_leopold sp - 0 2 1|1 3 17
gen_beck sp - 1 2 1|1 3 19
gen_charles_iv lo - 0 2 1|1 3 17
gen_turenne fr - 0 4 1|1 3 25
gen_gramont fr - 0 2 1|1 3 17
gen_hocquincourt fr - 0 2 1|1 3 17
gen_manicamp fr - 0 2 1|1 3 17
gen_de_ligne sp - 0 2 1|1 3 17
gen_la_fauge lo - 0 1 1|1 3 13
gen_bouteville fn - 1 3 1|1 3 23
gen_soissons fn - 0 2 1|1 3 17
gen_nemours fn - 1 2 1|1 3 19
gen_beaufort fn - 0 1 1|1 3 13
gen_clinchamp sp - 0 2 1|1 3 17
gen_castelnau fr - 1 2 1|1 3 19
gen_gadagne fr - 0 2 1|1 3 17
gen_crequi fr - 0 2 1|1 3 17
gen_lockhart en - 0 3 1|1 3 21
gen_don_juan sp - 0 2 1|1 3 17
gen_caracena sp - 0 2 1|1 3 17
gen_york en - 1 3 1|1 3 23
gen_bonifaz sp - 0 2 1|1 3 17
gen_melo sp - 0 2 1|1 3 17
gen_fontaine sp - 0 2 1|1 3 17
gen_velandia sp - 0 2 1|1 3 17
gen_visconti sp - 0 2 1|1 3 17
gen_albuquerque sp - 1 2 1|1 3 19
gen_isenburg sp - 1 2 1|1 3 19
gen_l_hopital fr - 0 2 1|1 3 17
gen_gassion fr - 1 3 1|1 3 23
gen_espenan fr - 0 2 1|1 3 17
gen_la_ferte fr - 0 1 1|1 3 13
gen_replacement any - -1 1 1|1 3 11
chr_gun_master any - 0 0 1|1 2 4 39
chr_partisan any - 1 0 1|1 2 4 40
chr_chaplain any - 0 1 1|1 2 4 41
chr_spymaster any - 0 0 1|1 2 4 42
chr_guide any - 0 0 1|1 2 4 43
chr_sergeant_major any - 0 1 1|1 2 4 44
"""


UNITS = re.sub(r"\n +", " ", UNIT_CARDS).strip().splitlines()


@pytest.fixture(scope="module")
def shipped() -> Profiles:
    return read_profiles(DATA / "profiles.toml")


def dash(value: int | None) -> str:
    return "-" if value is None else str(value)


def line(name: str, values: Values) -> str:
    weapon = values.sector.weapon if values.sector is not None else "-"
    armour = f"{values.armour_fire}|{values.armour_melee}"
    return f"{name} {values.pm}|{values.turns} {dash(values.fire)} {values.melee} {values.morale} {armour} {weapon}"


def unit_card(profile: Profile) -> str:
    weak = "/".join(str(profile.weakness[side]) for side in ("front", "flank", "rear"))
    order = "open" if next(iter(profile.lines.values())).is_open_order else "close"
    abilities = " ".join(sorted(one.replace(" ", "-") for one in profile.abilities))
    lines = " / ".join(line(name, values) for name, values in profile.lines.items())
    first = f"{profile.id}: {profile.nation} {profile.cls} {order} {profile.strength}"
    return f"{first} {weak} {profile.charge} {profile.points}; {abilities}; {lines}"


def leader_card(profile: LeaderProfile) -> str:
    armour = "|".join(map(str, profile.armour))
    added = f" {profile.adds_card}" if profile.adds_card else ""
    values = f"{dash(profile.fire)} {profile.melee} {profile.morale} {armour} {profile.strength} {profile.points}"
    return f"{profile.id} {profile.nation} {values}{added}"


@pytest.mark.rule("esa.2.6a")
@pytest.mark.parametrize("card", UNITS, ids=lambda card: card.partition(":")[0])
def test_the_troop_card_of_a_unit_is_complete_and_as_it_should_be(shipped, card):
    assert unit_card(shipped.units[card.partition(":")[0]]) == card


def test_there_are_no_other_units(shipped):
    assert len(shipped.units) == len(UNITS) == 32


@pytest.mark.parametrize("card", LEADERS.strip().splitlines(), ids=lambda card: card.partition(" ")[0])
def test_the_card_of_a_leader_is_as_it_should_be(shipped, card):
    assert leader_card(shipped.leaders[card.partition(" ")[0]]) == card


def test_there_are_no_other_leaders_and_characters_are_no_generals(shipped):
    assert len(shipped.leaders) == len(LEADERS.strip().splitlines())
    assert shipped.generals == {name for name in shipped.leaders if name.startswith("gen_")}
