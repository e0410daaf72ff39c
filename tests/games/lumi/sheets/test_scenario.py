"""The four battles load, and a slip in the file of one is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games.lumi.sheets.scenario_forms import SetUpInCommand
from alfiere.games.lumi.sheets.scenario_reading import FOLDER, read_scenario, scenario_ids
from alfiere.table.shapes import Outline, Pose, Rect, outline_of
from tests.games.slips import sentence


def test_there_are_four_battles_the_earliest_first():
    assert scenario_ids() == ["blenheim", "altenried", "lobositz", "meeting-1757", "minden"]


@pytest.mark.rule("lumi.1.6.1", "lumi.1.6.2", "lumi.11.3")
@pytest.mark.parametrize(
    ("name", "bases", "generals", "cohesion"),
    [
        ("altenried", 20, 6, {"blue": 13, "red": 9}),
        ("blenheim", 58, 11, {"red": 31, "blue": 25}),
        ("lobositz", 53, 10, {"blue": 27, "red": 25}),
        ("minden", 39, 8, {"red": 22, "blue": 31}),
    ],
)
def test_a_battle_has_its_armies_and_everybody_a_place(name: str, bases: int, generals: int, cohesion: dict[str, int]):
    found = read_scenario(name)
    assert (len(found.bases), len(found.generals)) == (bases, generals)
    assert {seat: found.cohesion(seat) for seat in cohesion} == cohesion
    assert set(found.bases) <= set(found.deployments)
    assert {one.brigade for one in found.bases.values() if one.profile.melee is None} == {""}
    assert sum(one.is_cic for one in found.generals.values()) == 2
    assert found.ground().pieces.keys() == found.terrain.keys()


def test_the_narrower_deployment_wins():
    found = read_scenario("lobositz")
    assert found.deployments["croats-1"].formations == ("open_order",)
    assert found.deployments["prussian-heavy-battery-1"].area[0].inside == ("homolka",)
    assert [one.text.en[:9] for one in read_scenario("altenried").special(SetUpInCommand)] == ["Each side"]


def at(x: float, y: float, depth: int, heading: int = 0) -> Outline:
    """A line at a place in um, y to the north."""
    return outline_of(Rect(200, 100), Pose(round(x * 100), depth - round(y * 100), heading))


@pytest.mark.rule("lumi.3.3.3f")
def test_buildings_hold_so_many_bases_for_their_size_and_one_battery_or_as_the_scenario_says():
    blenheim, altenried = read_scenario("blenheim").ground(), read_scenario("altenried").ground()
    assert blenheim.room("blenheim") == (10, 2)
    assert blenheim.room("unterglau") == (1, 1)
    assert altenried.room("mill") == (1, 1)


@pytest.mark.rule("lumi.3.3.3j")
def test_higher_is_who_is_on_a_slope_or_nearer_to_its_crest():
    scenario = read_scenario("altenried")
    ground, depth = scenario.ground(), scenario.depth
    top, side, plain = (at(19, y, depth) for y in (11, 9.6, 6))
    assert ground.is_higher(top, plain)
    assert ground.is_higher(top, side)
    assert not ground.is_higher(side, top)
    assert not ground.is_higher(plain, side)
    assert not ground.is_higher(top, at(21, 11, depth))


@pytest.mark.rule("lumi.3.3.3e", "lumi.3.3.3i")
def test_cover_is_for_who_is_wholly_inside_or_close_behind_with_the_enemy_across():
    scenario = read_scenario("altenried")
    ground, depth = scenario.ground(), scenario.depth

    def cover(x: float, y: float, enemy_y: float, *, in_melee: bool = False) -> int:
        place = round(x * 100), depth - round(y * 100)
        enemy = place[0], depth - round(enemy_y * 100)
        return ground.cover(at(x, y, depth), place, enemy, in_melee=in_melee)

    assert cover(4, 17, 25) == 1  # wood
    assert cover(4, 17, 25, in_melee=True) == 0
    assert cover(4, 16.2, 25) == 0  # only partly inside
    assert cover(17, 18.4, 13) == 1  # 0.4um behind the hedge
    assert cover(17, 18.4, 13, in_melee=True) == 1
    assert cover(17, 18.4, 23) == 0  # the enemy is on the same side
    assert cover(17, 18.6, 13) == 0


@pytest.mark.rule("lumi.3.3.2b", "lumi.3.3.2d")
def test_a_random_obstacle_has_its_level_when_it_is_known():
    scenario = read_scenario("altenried")
    assert scenario.ground().pieces["orchard-hedge"].level is None
    known = scenario.ground({"orchard-hedge": 3})
    assert known.pieces["orchard-hedge"].level == 3
    assert known.terrain.goings["heavy_cavalry line"][known.terrain.feature("orchard-hedge").kind] == "closed"
    assert known.terrain.goings["line_infantry line"][known.terrain.feature("orchard-hedge").kind] == "stops"


SLIPS = [
    ("turns = 12", "turns = 0", "turns: it is 0; it must be at least 1"),
    ('code = "french"', 'code = "austrian"', "side: there must be one side"),
    ('kind = "stream"', 'kind = "canal"', "terrain[0].kind: «canal» is not known"),
    ("level = 1\n", "level = 4\n", "terrain[0].level: it is 4; obstacles have level 0 to 3 (lumi.3.3.2c)"),
    ("bridges = [[12, 14]]", "bridges = [[12, 13]]", "terrain[0].bridges: (12, 13) does not lie on a line"),
    ("path = [[0, 14], [24, 14]]", "path = [[0, 14], [25, 14]]", "terrain[0].path: (25, 14) is not on the table"),
    ("crest = [[17, 11], [22, 11]]\n", "", "terrain[4].crest: slopes and hills, and nothing else, have a crest line"),
    ('grade = "mediocre"', 'grade = "bold"', "side austrian.cic.grade: «bold» is not known"),
    ('profile = "fr2_vieux"', 'profile = "au_foot"', "brigade french-line.base french-line-1.profile: it is of"),
    ('profile = "fr2_vieux"', 'profile = "fr2_huss"', "brigade french-line: a brigade is of infantry or of cavalry"),
    ('id = "volunteers-2"', 'id = "volunteers-1"', "brigade volunteers.base volunteers-1: this id stands twice"),
    ('profile = "fr2_light"', 'profile = "fr2_line"', "division french-foot.batteries: «french-guns» is no battery"),
    ('under = ["french-foot", "french-horse"]', 'under = ["french-foot"]', "deploy: nothing says where «line-horse-1»"),
    ('inside = ["mill"]', 'inside = ["road"]', "deploy[0].area[1].inside: nobody stands inside a line"),
    ('piece = "mill"', 'piece = "pond"', "place mill.piece: «pond» is not known"),
    (
        'piece = "mill"',
        'piece = "mill"\nrect = [1, 1, 3, 3]',
        "place mill: it needs either a «piece» of ter",
    ),
    ('id = "french-horse"', 'id = "french-foot"', "division french-foot: this id stands twice"),
    ('kind = "set up in command"', 'kind = "set up"', "special[0].kind: invalid value 'set up'"),
]


@pytest.mark.parametrize(("old", "new", "said"), SLIPS)
def test_a_slip_is_told_with_its_key(tmp_path: Path, old: str, new: str, said: str):
    assert sentence(tmp_path, FOLDER / "altenried.toml", read_scenario, old, new).startswith(said)


def test_who_is_bound_to_an_area_must_be_a_side(tmp_path: Path):
    bound, slip = 'kind = "bound"\nside = "french"', 'kind = "bound"\nside = "turk"'
    said = sentence(tmp_path, FOLDER / "blenheim.toml", read_scenario, bound, slip)
    assert said.startswith("special[1].side: «turk» is not known")


@pytest.mark.rule("lumi.1.7.1")
def test_who_is_set_up_in_certain_formations_can_take_one_of_them(tmp_path: Path):
    formations = 'formations = ["open_order"]'
    said = sentence(tmp_path, FOLDER / "lobositz.toml", read_scenario, formations, 'formations = ["deployed"]')
    assert said.endswith("can take none of them (lumi.1.7.1)")
