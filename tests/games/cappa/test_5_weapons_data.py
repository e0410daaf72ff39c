"""Chapter 5.3, the weapon table: every cell as the rulebook prints it, and what the notes come to."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.weapons import Blow, InBuilding, Weapon, hand_to_hand, weapons

LETTERS = {
    "match": "a",
    "nocked": "b",
    "fuse": "c",
    "plug": "d",
    "socket": "e",
    "thrown once": "f",
    "club": "g",
    "whip": "h",
    "reach": "i",
    "no aim": "j",
    "long": "k",
    "building range": "l",
    "minimum range": "m",
}

# code melee short@um long@um reload notes hands length points
TABLE = """
HAL -1/2 1/1@1 -/-@- - ik 2 3 2
ARQ -1/-1 1/0@8 -2/-2@24 2 ag 2 2 7
BOW -/- 1/-1@10 -1/0@24 1 b 2 0 10
SBW -/- 0/-1@10 -1/-1@24 1 b 2 0 8
IW  -2/-1 -2/1@4 -/-@- - - 1 1 0
LT  -/- 0/0@8 -1/-1@25 - - 2 0 0
MD  -/- 0/0@10 -1/-1@35 - - 2 0 0
HV  -/- 0/0@12 -1/-1@50 - - 2 0 0
PB  1/1 -/-@- -/-@- - dk 2 3 2
SB  1/1 -/-@- -/-@- - ek 2 3 3
XBW -/- 1/-2@12 -1/-1@26 2 b 2 0 7
RI  -/- 0/-1@8 -1/1@32 2 - 2 2 9
KN  0/0 -/-@- -/-@- - j 1 1 0
DA  1/1 -/-@- -/-@- - - 1 2 1
WH  -/- 0/-1@1 -/-@- - h 1 3 1
JA  -/- 0/0@2 -1/0@12 - fj 1 1 2
GR  -/- 0/2@5 -2/2@10 - acjl 2 0 6
SP  -1/2 0/0@1 -1/1@10 - fijk 1 3 2
CL  -1/-1 -/-@- -/-@- - - 1 2 0
MMK -1/-1 1/0@8 -1/-1@24 2 ag 2 2 8
FMK -1/-1 1/1@12 0/-1@24 1 g 2 2 20
HOW -/- 0/0@8 0/0@25 - m 2 0 0
PK  -1/-1 1/1@1 -/-@- - ik 2 4 2
PS  -2/-2 1/-1@6 -/-@- 2 - 1 1 4
GN  -1/-1 2/-2@3 -2/1@6 3 aj 2 2 5
BD  1/1 -/-@- -/-@- - - 1 2 2
BSW -1/2 -/-@- -/-@- - - 2 2 2
"""


def written(weapon: Weapon) -> str:
    """A weapon in the words of the table above."""
    blow = "-/-" if weapon.melee is None else f"{weapon.melee.hit}/{weapon.melee.damage}"
    bands = [
        "-/-@-" if band is None else f"{band.hit}/{band.damage}@{band.um // UM}" for band in (weapon.short, weapon.long)
    ]
    reload = "-" if weapon.reload is None else str(weapon.reload)
    notes = "".join(sorted(LETTERS[note] for note in weapon.form.notes)) or "-"
    ours = [str(weapon.hands), str(weapon.length), str(weapon.points)]
    return " ".join([weapon.code, blow, *bands, reload, notes, *ours])


@pytest.mark.rule("cappa.5.3.1a", "cappa.5.3.1c", "cappa.5.3.1e")
def test_every_weapon_is_that_of_the_book():
    rows = [" ".join(row.split()) for row in TABLE.strip().splitlines()]
    shown = [written(weapon) for weapon in weapons().values() if weapon.code not in ("unarmed", "beast")]
    assert shown == rows


@pytest.mark.rule("cappa.5.3.1.h1", "cappa.5.3.1.h5", "cappa.5.3.1.h6", "cappa.5.3.1.h7")
def test_cells_the_book_does_not_plainly_print():
    rows = [written(weapons()[code]).split() for code in ("PS", "JA", "IW")]
    assert rows[0][1] == "-2/-2"
    assert rows[1][2] == "0/0@2"
    assert rows[2][2] == "-2/1@4"
    assert weapons()["GR"].in_building == InBuilding(short=300, long=600)
    assert {code for code, weapon in weapons().items() if weapon.form.filled} == {"PS", "JA", "GR", "IW"}


@pytest.mark.rule("cappa.5.3.1.h2")
def test_bare_hands():
    bare = weapons()["unarmed"]
    assert (bare.melee, bare.length) == (Blow(hit=-2, damage=-2), 0)


@pytest.mark.rule("cappa.5.3.1d", "cappa.geo.2")
def test_short_range_then_long_then_nothing():
    musket = weapons()["MMK"]
    assert musket.band(0) is musket.short
    assert musket.band(801) is musket.short  # a hundredth in the shooter's favour
    assert musket.band(802) is musket.long
    assert musket.band(2401) is musket.long
    assert musket.band(2402) is None
    pistol = weapons()["PS"]
    assert pistol.band(600) is pistol.short
    assert pistol.band(602) is None
    assert weapons()["BD"].band(100) is None


@pytest.mark.rule("cappa.5.3.2l")
def test_a_grenade_goes_less_far_into_or_out_of_a_building():
    grenade = weapons()["GR"]
    assert grenade.band(500) is grenade.short
    assert grenade.band(1000) is grenade.long
    assert grenade.band(300, in_building=True) is grenade.short
    assert grenade.band(500, in_building=True) is grenade.long
    assert grenade.band(602, in_building=True) is None


@pytest.mark.rule("cappa.5.3.2m")
def test_the_short_range_of_a_mortar_is_its_least():
    mortar = weapons()["HOW"]
    assert mortar.band(798) is None
    assert mortar.band(800) is mortar.long
    assert mortar.band(2500) is mortar.long


def test_a_spear_strikes_at_one_um_and_is_thrown_beyond():
    spear = weapons()["SP"]
    assert spear.has_reach
    assert spear.band(100) is None
    assert spear.band(300) is spear.long
    assert not weapons()["PK"].is_shot
    assert spear.is_shot


@pytest.mark.rule("cappa.5.3.2.h1")
def test_who_needs_a_match():
    assert {code for code, weapon in weapons().items() if weapon.needs_match} == {"ARQ", "MMK", "GN", "GR"}


def test_aiming_helps_firearms_and_bows_but_not_a_blunderbuss():
    aimed = {code for code, weapon in weapons().items() if weapon.may_aim}
    assert aimed == {"ARQ", "BOW", "SBW", "XBW", "RI", "MMK", "FMK", "PS"}


def test_long_weapons():
    assert {code for code, weapon in weapons().items() if weapon.is_long} == {"HAL", "PB", "SB", "SP", "PK"}
    assert {code for code, weapon in weapons().items() if weapon.has_reach} == {"HAL", "SP", "PK", "WH"}
    assert weapons()["WH"].is_whip


@pytest.mark.rule("cappa.5.3.1.h9")
def test_what_a_weapon_without_melee_values_counts_as():
    used = {code: hand_to_hand(weapons()[code])[0].code for code in ("BOW", "XBW", "RI", "JA", "WH", "GR", "BD", "MMK")}
    assert used == {
        "BOW": "IW",
        "XBW": "IW",
        "RI": "IW",
        "JA": "IW",
        "WH": "unarmed",
        "GR": "unarmed",
        "BD": "BD",
        "MMK": "MMK",
    }


def test_bayonets():
    plug, socket = weapons()["PB"], weapons()["SB"]
    assert plug.fixed_on == socket.fixed_on == ("MMK", "FMK", "RI")
    assert not plug.fires_when_fixed
    assert socket.fires_when_fixed


@pytest.mark.rule("cappa.8.1.1.h1")
def test_swords_and_the_like():
    assert {code for code, weapon in weapons().items() if weapon.is_sword} == {"BD", "DA", "BSW"}


@pytest.mark.rule("cappa.8.1.2.h4")
def test_what_a_rider_reloads_in_the_saddle():
    assert {code for code, weapon in weapons().items() if weapon.reloads_mounted} == {"BOW", "SBW", "PS", "RI"}
