"""Chapter 2.6: what the values of a troop card do, and what a piece costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games.esa.card_tests import morale_tally
from alfiere.games.esa.fire import can_fire, fire_armour, fire_automatic, fire_tally
from alfiere.games.esa.melee import advantage, melee_armour, melee_tally, weakness
from alfiere.games.esa.movement import choose_facing
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import read_profiles
from alfiere.kernel.bad_data import BadData
from tests.games.esa.lines import Situation
from tests.situation import situation

# the six places around 0,0 and the side they are on for a unit facing 0
AROUND = {
    "0,-1": "front",
    "1,-1": "front",
    "1,0": "flank",
    "-1,0": "flank",
    "0,1": "rear",
    "-1,1": "rear",
}


def face_to_face(ours: str, theirs: str = "pike", *, place: str = "0,-1", line: bool = False) -> Situation:
    """Unit A at 0,0 facing 0 and enemy B beside it; with a mate in line of battle if wished."""
    mate = f"red {ours} M at -1,0 facing 0" if line else ""
    return situation(f"""
        esa on open ground
        red {ours} A at 0,0 facing 0
        {mate}
        blue {theirs} B at {place} facing 3
    """)


@pytest.fixture
def changed(tmp_path: Path):
    """The profiles that come with the game, with some words of the file replaced."""

    def change(entry: str, old: str, new: str) -> Path:
        text = (DATA / "profiles.toml").read_text(encoding="utf-8")
        head, mark, tail = text.partition(f'id = "{entry}"')
        assert old in tail
        path = tmp_path / "profiles.toml"
        path.write_text(head + mark + tail.replace(old, new, 1), encoding="utf-8")
        return path

    return change


def cost(path: Path, entry: str) -> str:
    """What the reader says a profile should cost."""
    with pytest.raises(BadData) as caught:
        read_profiles(path)
    assert f" {entry}: points is " in str(caught.value)
    return str(caught.value).partition("it must be ")[2]


# Values


@pytest.mark.rule("esa.2.6a")
@pytest.mark.parametrize(
    "key",
    ["class", "nation", "pm", "turns", "melee", "morale", "armour", "strength", "weakness", "abilities", "points"],
)
def test_a_troop_card_without_one_of_its_facts_is_refused(changed, key):
    text = (DATA / "profiles.toml").read_text(encoding="utf-8").partition('id = "sp_pm_walloon"')[2]
    line = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
    with pytest.raises(BadData, match=key):
        read_profiles(changed("sp_pm_walloon", line + "\n", ""))


@pytest.mark.rule("esa.2.6.1a")
def test_the_first_number_of_a_move_is_its_points_and_the_second_its_turns_for_veterans_only():
    game = situation("""
        esa on open ground
        red musketeers A at 0,0 facing 0
        blue pike B at 0,-9 facing 3
        order red: move
    """)
    values = game.unit("A").values
    assert (values.pm, values.turns) == (2, 2)
    assert max(abs(q) + abs(r) for q, r in game.reach("A") if q * r >= 0) == 2  # two hexes, no more
    game.run(lambda g: choose_facing(g, g.state.units["A"]), "face facing=3")  # three turns of 60 degrees
    assert game.unit("A").facing == 3


@pytest.mark.rule("esa.2.6.1b")
def test_armour_has_one_value_against_fire_and_one_in_melee():
    game = face_to_face("chevaux-legers", "musketeers")  # 0|1
    state, unit, enemy = game.state, game.unit("A"), game.unit("B")
    assert fire_armour(state, unit, enemy.hex).total == 0
    assert melee_armour(state, unit, enemy).total == 1
    game = face_to_face("gendarmes", "musketeers")  # 1|1
    assert fire_armour(game.state, game.unit("A"), game.unit("B").hex).lines == [(1, "armour", "esa.2.6.1b")]


@pytest.mark.rule("esa.2.6.1c")
def test_a_dash_means_no_fire_and_a_negative_value_fewer_cards():
    horse = face_to_face("cuirassiers", place="0,-2")
    assert horse.unit("A").values.fire is None
    assert not can_fire(horse.state, horse.unit("A"))
    pikes = face_to_face("pike", place="0,-2")
    assert can_fire(pikes.state, pikes.unit("A"))
    assert fire_tally(pikes.state, pikes.unit("A"), pikes.unit("B")).total == 3 - 1


@pytest.mark.rule("esa.2.6.1d", "esa.2.6.1e")
def test_heavy_cavalry_takes_one_damage_from_each_enemy_on_a_flank_or_in_the_rear():
    for place, side in AROUND.items():
        game = face_to_face("cuirassiers", place=place)
        expected = {"front": 0, "flank": 1, "rear": 1}[side]
        assert weakness(game.state, game.unit("A"), game.unit("B")) == expected, place


@pytest.mark.rule("esa.2.6.1f")
def test_light_infantry_and_light_cavalry_are_weak_nowhere():
    for kind in ("musketeers", "arquebusiers"):
        for place in AROUND:
            game = face_to_face(kind, place=place)
            assert weakness(game.state, game.unit("A"), game.unit("B")) == 0


@pytest.mark.rule("esa.2.6.1g")
def test_french_veterans_have_charge_infantry_firmness_press_and_battle_line():
    profile = face_to_face("pike").unit("A").profile
    assert profile.id == "fr_pm_veteran"
    assert profile.charge > 0
    assert profile.lines["first"].is_infantry
    assert (profile.has_firmness, profile.has_press, profile.has_battle_line) == (True, True, True)


@pytest.mark.rule("esa.ex.12")
def test_the_card_of_the_french_veterans():
    game = face_to_face("pike")
    unit, enemy = game.unit("A"), game.unit("B")
    values = unit.values
    assert (values.pm, values.turns, values.fire, values.melee, values.morale) == (1, 1, -1, 2, 2)
    assert (values.armour_fire, values.armour_melee, unit.strength) == (1, 1, 4)
    assert fire_tally(game.state, unit, enemy).total == 3 - 1
    assert melee_tally(game.state, unit, enemy, attacked=False, main_of_many=False).total == 3 + 2
    assert morale_tally(game.state, unit, "action").total == 3 + 2


# Advantages of pike and musket

FOES = {"CP": "cuirassiers", "CM": "weimar", "FP": "swordsmen", "FL": "musketeers", "CL": "arquebusiers"}


@pytest.mark.rule("esa.2.6.2a")
def test_pike_and_musket_have_no_advantage_in_fire():
    for kind in (*FOES.values(), "pike", "tercio", "guns", "reiter"):
        game = face_to_face("pike", kind, place="0,-2", line=True)
        assert fire_automatic(game.state, game.unit("A"), game.unit("B")).total == 0, kind


@pytest.mark.rule("esa.2.6.2b", "esa.2.6.2c")
def test_pikes_need_a_battle_line_against_heavy_and_medium_troops_and_none_against_light_ones():
    for kind in ("CP", "CM", "FP"):
        alone, lined = (face_to_face("pike", FOES[kind], line=line) for line in (False, True))
        assert sum(advantage(alone.state, alone.unit("A"), alone.unit("B"))) == 0
        assert advantage(lined.state, lined.unit("A"), lined.unit("B")) == (0, 1)
    for kind in ("FL", "CL"):
        for line in (False, True):
            game = face_to_face("pike", FOES[kind], line=line)
            assert advantage(game.state, game.unit("A"), game.unit("B")) == (1, 0)


@pytest.mark.rule("esa.ex.14")
def test_veterans_alone_and_in_line_against_five_kinds_of_enemies():
    found = {}
    for line in (False, True):
        games = [face_to_face("pike", kind, line=line) for kind in FOES.values()]
        found[line] = [sum(advantage(one.state, one.unit("A"), one.unit("B"))) for one in games]
        assert {fire_automatic(one.state, one.unit("A"), one.unit("B")).total for one in games} == {0}
    assert found == {False: [0, 0, 0, 1, 1], True: [1, 1, 1, 1, 1]}


# Points


@pytest.mark.rule("esa.p.1")
@pytest.mark.parametrize(
    ("entry", "old", "new", "points"),
    [
        ("sp_pm_walloon", "morale = 1", "morale = 2", "6 (esa.p.1)"),  # V = 8 + 2 + 2 + 4 + 2 = 18
        ("sp_pm_walloon", "strength = 4", "strength = 2", "4 (esa.p.1)"),  # V = 12
        ("sp_pm_walloon", "armour = [1, 1]", "armour = [2, 3]", "6 (esa.p.1)"),  # V = 19, to the nearest
        ("sp_cp_heavy", "melee = 2", "melee = 4", "6 (esa.p.1)"),  # V = 17, cannot fire: no + 1
        ("sp_sq_german_tercio", "fire = 0", "fire = 3", "11 (esa.p.1)"),  # the first line counts, V = 32
        ("nl_dr_dragoons", "fire = 1", "fire = 4", "6 (esa.p.1)"),  # the dismounted line counts, V = 18
    ],
)
def test_the_points_of_a_unit_follow_from_its_values(changed, entry, old, new, points):
    assert cost(changed(entry, old, new), entry) == points


@pytest.mark.rule("esa.p.1")
def test_movement_abilities_and_second_lines_are_free(changed):
    for entry, old, new in (
        ("sp_pm_walloon", "pm = 1", "pm = 3"),
        ("sp_pm_walloon", '"press", ', ""),
        ("sp_sq_german_tercio", "melee = 1, morale = 2", "melee = 9, morale = 9"),
        ("nl_dr_dragoons", "mounted = { pm = 3, turns = 3, melee = 0", "mounted = { pm = 3, turns = 3, melee = 9"),
    ):
        assert entry in read_profiles(changed(entry, old, new)).units


@pytest.mark.rule("esa.p.2")
def test_the_points_of_a_general_follow_from_his_values(changed):
    # 9 + 4 x 2 + 2 x 1 = 19 for von Beck
    assert cost(changed("gen_beck", "morale = 2", "morale = 4"), "gen_beck") == "27 (esa.p.2)"
    assert cost(changed("gen_beck", "melee = 1", "melee = -1"), "gen_beck") == "15 (esa.p.2)"
    assert cost(changed("gen_beck", "melee = 1", "melee = 1\nfire = 0"), "gen_beck") == "21 (esa.p.2)"


@pytest.mark.rule("esa.p.3")
def test_every_character_costs_four_points(changed):
    shipped = read_profiles(DATA / "profiles.toml")
    characters = set(shipped.leaders) - shipped.generals
    assert {shipped.leaders[name].points for name in characters} == {4}
    assert cost(changed("chr_chaplain", "points = 4", "points = 6"), "chr_chaplain") == "4 (esa.p.3)"


@pytest.mark.rule("esa.p.4")
def test_a_leader_whose_card_is_silent_has_the_usual_strength_and_armour(changed):
    silent = changed("gen_turenne", "armour = [1, 1]\nstrength = 3\n", "")
    turenne = read_profiles(silent).leaders["gen_turenne"]
    assert (turenne.strength, turenne.armour) == (3, (1, 1))
    silent = changed("chr_guide", "armour = [1, 1]\nstrength = 2\n", "")
    guide = read_profiles(silent).leaders["chr_guide"]
    assert (guide.strength, guide.armour) == (2, (1, 1))
    spoken = changed("gen_turenne", "armour = [1, 1]\nstrength = 3\n", "armour = [2, 0]\nstrength = 5\n")
    turenne = read_profiles(spoken).leaders["gen_turenne"]
    assert (turenne.strength, turenne.armour) == (5, (2, 0))
