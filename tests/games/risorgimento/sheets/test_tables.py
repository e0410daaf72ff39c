"""The tables of the rulebook: lengths, bases, commanders, moves, weapons, fire and melee as the rules give them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from alfiere.games.risorgimento.sheets.tables import DATA, Result, read_tables, tables
from alfiere.table.legs import WHOLE
from alfiere.table.shapes import Rect
from tests.games.slips import sentence


@pytest.mark.rule("risorgimento.unit.1", "risorgimento.unit.2", "risorgimento.unit.3", "risorgimento.geo.8")
def test_a_base_has_its_size_and_only_march_column_turns_it():
    known = tables()
    assert known.base("artillery", "unlimbered") == known.base("artillery", "limbered") == Rect(200, 200)
    for arm in ("infantry", "cavalry"):
        for formation in known.formations_of(arm):
            wide = Rect(200, 350) if formation == "march_column" else Rect(350, 200)
            assert known.base(arm, formation) == wide


@pytest.mark.rule("risorgimento.cmd.2")
def test_a_commander_stands_on_a_base_of_two_and_a_half_by_two():
    assert tables().bases.commander.shape == Rect(250, 200)


@pytest.mark.rule("risorgimento.scale.8")
def test_large_figures_double_every_length_and_nothing_else():
    small, large = tables(1), tables(2)
    assert large.base("infantry", "line") == Rect(700, 400)
    assert large.distances.strategic == 2 * small.distances.strategic == 4000
    assert large.weapons["fr_4_rifled"].bands == (1600, 4800, 8800)
    assert large.speed("foot_line", "line") == 2 * small.speed("foot_line", "line") == 1200
    assert large.commander("french", "CD").radius == (4400, 5200)
    assert large.commander("french", "CD").initiative == small.commander("french", "CD").initiative
    assert large.shares == small.shares
    assert large.angles == small.angles


@pytest.mark.rule("risorgimento.scale.1", "risorgimento.scale.2", "risorgimento.scale.3", "risorgimento.scale.4")
def test_the_scale_of_ground_time_and_men():
    numbers = tables().numbers
    assert (numbers.metres, numbers.minutes, numbers.men_per_vf) == (50, 20, 100)
    assert numbers.losses_per_vf == 2


@pytest.mark.rule("risorgimento.mark.2", "risorgimento.mark.3", "risorgimento.mark.4", "risorgimento.e.4.10")
def test_the_formations_of_each_arm_the_first_without_a_marker():
    known = tables()
    assert known.formations_of("infantry") == ("open_order", "line", "attack_column", "march_column", "square")
    assert known.formations_of("cavalry") == ("line", "march_column")
    assert known.formations_of("artillery") == ("limbered", "unlimbered")
    assert [known.column(arm).id for arm in ("infantry", "cavalry", "artillery")] == [
        "march_column",
        "march_column",
        "limbered",
    ]


@pytest.mark.rule("risorgimento.e.3.3.1", "risorgimento.e.3.3.3")
@pytest.mark.parametrize(("speed", "on_road"), [(12, 16), (10, 14), (20, 27), (22, 30), (24, 32)])
def test_a_road_adds_a_third_rounded_up_to_a_whole_cm(speed: int, on_road: int):
    assert tables(1).road_speed(speed * 100) == on_road * 100
    assert tables(2).road_speed(speed * 200) == on_road * 200


@pytest.mark.rule("risorgimento.e.4.7")
def test_a_square_moves_a_quarter_of_open_order():
    assert [tables().speed(one, "square") for one in ("foot_line", "foot_light")] == [250, 300]


@pytest.mark.rule("risorgimento.cmd.6", "risorgimento.a.3.3")
def test_commanders_and_couriers_ride_like_light_cavalry_in_column():
    known = tables()
    for rider in ("commander", "courier"):
        assert known.speed(rider, "march_column") == known.speed("cav_light", "march_column") == 2400


@pytest.mark.rule("risorgimento.geo.12", "risorgimento.e.6.1")
def test_a_range_falls_in_the_first_band_whose_limit_it_does_not_exceed():
    musket = tables().weapons["sa_fucile"]
    shown = [musket.band(far) for far in (0, 400, 401, 600, 601, 900, 901)]
    assert shown == ["short", "short", "medium", "medium", "long", "long", None]
    assert musket.zone == 400
    assert tables().weapons["none_cavalry"].band(100) is None


@pytest.mark.rule("risorgimento.d.3.1")
def test_fire_values_and_the_rule_beyond_forty_points():
    known = tables()
    assert [known.fire_value(5, band) for band in ("short", "medium", "long")] == [4, 2, 1]
    assert known.fire_value(40, "short") == 32
    assert known.fire_value(41, "short") == 32 + 1
    assert known.fire_value(55, "medium") == 16 + 6
    assert known.fire_value(80, "long") == 16
    assert known.fire_value(0, "short") == 0


@pytest.mark.rule("risorgimento.g.3.5", "risorgimento.g.3.14")
def test_results_of_melee_by_strength_and_die():
    known = tables()
    assert known.melee_result(3, 4) == Result(0, None)
    assert known.melee_result(4, 4) == Result(0, 0)
    assert known.melee_result(9, 5) == Result(1, 0)
    assert known.melee_result(17, 4) == Result(1, 1)
    assert known.melee_result(16, 25) == Result(2, 2)
    assert known.melee_result(16, -3) == Result(0, None)


@pytest.mark.rule("risorgimento.a.3.5", "risorgimento.a.3.6", "risorgimento.a.3.7")
def test_how_long_an_order_waits():
    assert [tables().waits(total) for total in (2, 5, 7, 8, 13)] == [6, 3, 1, 0, 0]


@pytest.mark.rule("risorgimento.a.1.16", "risorgimento.a.1.23")
def test_what_each_marker_means():
    shown = [(one.id, one.share * 4 // WHOLE, one.malus, one.is_in_command) for one in tables().markers.values()]
    assert shown == [
        ("none", 4, 0, True),
        ("blue", 3, 0, True),
        ("brown", 3, 1, False),
        ("yellow", 2, 1, True),
        ("green", 0, 1, False),
    ]


@pytest.mark.rule("risorgimento.cl.2", "risorgimento.cl.3", "risorgimento.cl.4", "risorgimento.cl.5")
def test_what_becomes_of_a_commander():
    known = tables()
    assert [known.wound("test", die).result for die in (1, 2, 3, 10)] == ["hit", "hit", "nothing", "nothing"]
    shown = [(known.wound("wound", die).result, known.wound("wound", die).turns) for die in (2, 3, 5, 6)]
    assert shown == [("dead", 4), ("badly-wounded", 4), ("badly-wounded", 4), ("lightly-wounded", 2)]
    assert [known.wound("contacted", die).result for die in (4, 5)] == ["taken", "escapes"]


@pytest.mark.rule("risorgimento.e.2.1.15", "risorgimento.e.5.1")
def test_how_the_ground_sees_a_unit():
    known = tables()
    assert known.mover("cavalry", "line") == known.mover("cavalry", "march_column") == "horse"
    assert [known.mover("infantry", one) for one in ("march_column", "square", "open_order")] == [
        "march",
        "close",
        "open",
    ]
    assert known.mover("artillery", "unlimbered") == "limbered"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("cone = 30", "kone = 30", "angles: object contains unknown field `kone`; known are cone, arc,"),
        ("touch = 0.05", "touch = 0.005", "distances.touch: 0.005 is finer than a hundredth of a cm"),
        (
            "radius = [40, 50]",
            "radius = [50, 40]",
            "commander french.CIC.radius: it has one value, or the lower and the",
        ),
        ('army = "sardinian"', 'army = "french"', "commander: table 1 has one block for each army"),
        ("up_to = 10", "up_to = 9", "wound test: its rows rise and the last one is up to 10, as a d10 does"),
        ('id = "blue"', 'id = "green"', "marker: there must be one row for each of none, blue, brown, yellow, green"),
        (
            "wait = { 2 = 6, 3 = 5,",
            "wait = { 2 = 6,",
            "courier.wait: the sums of d6 and I follow one another without a gap",
        ),
        ('[[formation]]\nid = "square"', '[[formation]]\nid = "line"', "movement foot_line.speed"),
        ("square = 2.5", "square = 3", "movement foot_line.speed.square: a square moves a quarter of open order"),
        ("bands = [4, 8, 12]", "bands = [4, 12, 8]", "weapon fr_fusil_raye.bands: three limits that rise"),
        (
            '["M", "1", "1",',
            '["M", "1 X", "1",',
            "melee_results.rows[6]: «1 X» is no result; such are -, M, 1 and 2 M+1",
        ),
        ('["M", "1", "1",', '["M", "1",', "melee_results.rows[6]: it has 5 entries; it must be one for each column"),
        ('id = "sa_16"', 'id = "sa_8"', "weapon sa_8: this id stands twice"),
    ],
)
def test_a_slip_in_the_tables_is_told_in_one_sentence(tmp_path: Path, old: str, new: str, told: str):
    def reader(path: Path) -> object:
        return read_tables(path, DATA / "modifiers.toml")

    assert sentence(tmp_path, DATA / "tables.toml", reader, old, new).startswith(told)


def test_a_slip_in_the_modifiers_is_told_in_one_sentence(tmp_path: Path):
    def reader(path: Path) -> object:
        return read_tables(DATA / "tables.toml", path)

    original = DATA / "modifiers.toml"
    told = sentence(tmp_path, original, reader, 'weapons = ["au_lorenz"', 'weapons = ["crossbow"')
    assert told.startswith("fire high-arc.weapons: «crossbow» is not known; it must be one of fr_fusil_raye,")
    told = sentence(tmp_path, original, reader, 'id = "fatigue"', 'id = "disordered"')
    assert told == "fire disordered: this id stands twice"
    shutil.copy(original, tmp_path / "whole.toml")
    assert reader(tmp_path / "whole.toml")
