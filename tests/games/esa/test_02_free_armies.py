"""Chapter 2.1 without a scenario: armies by points, read from files that players write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from alfiere.games.esa.free_army import army_ids, battle_of, read_army
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.troops import profiles
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game

ARMY = """
name = { en = "Army", it = "Armata" }
nation = "fr"
points = 100
commander = "gen_turenne"

[[division]]
id = "foot"
name = { en = "Foot", it = "Fanteria" }
general = "gen_gadagne"
units = [{ profile = "fr_pm_veteran", count = 2, names = ["Picardie"] }, { profile = "fr_fl_musketeers" }]
characters = ["chr_guide"]

[[division]]
id = "horse"
name = { en = "Horse", it = "Cavalleria" }
general = "gen_crequi"
units = [{ profile = "fr_cp_gendarmes", count = 3 }]
"""
# Turenne 25; Gadagne 17, veterans 6 each, musketeers 4, the guide 4; Créquy 17, gendarmes 5 each
COST = 25 + 17 + 6 + 6 + 4 + 4 + 17 + 5 + 5 + 5
OTHER = (
    ARMY.replace("gen_turenne", "gen_don_juan").replace("gen_gadagne", "gen_caracena").replace("gen_crequi", "gen_york")
)


@pytest.fixture
def written(tmp_path: Path):
    """Writes an army file, the one above with some words replaced, and tells its path."""

    def write(*changes: tuple[str, str], text: str = ARMY, name: str = "army") -> Path:
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def refused(path: Path) -> str:
    """The one sentence an army file is refused with, without the folder it lies in."""
    with pytest.raises(BadData) as caught:
        read_army(path)
    sentence = str(caught.value)
    assert sentence.startswith(f"{path}: ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{path}: ")


@pytest.mark.rule("esa.2.1a")
def test_generals_characters_and_units_together_may_not_cost_more_than_agreed(written):
    assert read_army(written()).points == COST
    assert read_army(written(("points = 100", f"points = {COST}"))).points == COST
    sentence = refused(written(("points = 100", f"points = {COST - 1}")))
    assert sentence == f"points: the army costs {COST} points, 1 more than the {COST - 1} agreed (esa.2.1a)"


@pytest.mark.rule("esa.2.1b")
def test_a_free_army_names_its_one_commander(written):
    assert "missing required field `commander`" in refused(written(('commander = "gen_turenne"\n', "")))
    assert "expected `str`, got `array`" in refused(written(('"gen_turenne"', '["gen_turenne", "gen_conde"]')))


@pytest.mark.rule("esa.2.1b2")
def test_the_commander_of_a_free_army_may_lead_one_division_in_place_of_a_general(written):
    leads = ('commander = "gen_turenne"', 'commander = "gen_turenne"\ncommands = "horse"')
    army = read_army(written(leads, ('general = "gen_crequi"\n', "")))
    assert army.points == COST - 17
    sentence = refused(written(leads))
    assert sentence == "division horse.general: the commander leads this division himself (esa.2.1b2)"


@pytest.mark.rule("esa.2.1c")
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("count = 3", "count = 1", "division horse.units: it has 1 units; a division has 2 to 6 (esa.2.1c)"),
        ("count = 3", "count = 7", "division horse.units: it has 7 units; a division has 2 to 6 (esa.2.1c)"),
        ('general = "gen_crequi"\n', "", "division horse.general: a division has exactly one general (esa.2.1c)"),
        (
            '"gen_crequi"',
            '"gen_gadagne"',
            "general: «gen_gadagne» stands twice; a division has a general of its own (esa.2.1c)",
        ),
        (
            '["chr_guide"]',
            '["chr_guide", "chr_chaplain", "chr_partisan"]',
            "division foot.characters: it has 3 characters; a division has at most 2 (esa.2.1c)",
        ),
    ],
)
def test_a_free_division_has_one_general_two_to_six_units_and_at_most_two_characters(written, old, new, sentence):
    assert refused(written((old, new), ("points = 100", "points = 200"))) == sentence


@pytest.mark.rule("esa.2.1c", "esa.2.1d2")
def test_six_units_and_two_characters_are_a_full_division(written):
    full = written(
        ("count = 2", "count = 5"), ('["chr_guide"]', '["chr_guide", "chr_guide"]'), ("points = 100", "points = 200")
    )
    army = read_army(full)
    assert army.form.division[0].size == 6
    assert army.points == COST + 3 * 6 + 4


@pytest.mark.rule("esa.2.1e")
def test_an_intermediate_general_of_a_free_army_commands_divisions(written):
    wing = '\n[[wing]]\ngeneral = "gen_villequier"\ndivisions = ["foot", "horse"]\n'
    army = read_army(written(("points = 100", "points = 200"), text=ARMY + wing))
    assert army.points == COST + 21
    state = Esa().setup(battle_of(army, _other(written, limit=200)), {})
    assert {one.superior for one in state.leaders.values() if one.rank == "general" and one.seat == "red"} == {
        "villequier"
    }
    empty = wing.replace('"foot", "horse"', "")
    sentence = "wing gen_villequier: he commands nobody; an intermediate general commands other generals (esa.2.1e)"
    assert refused(written(text=ARMY + empty)) == sentence


def _other(written, limit: int = 100):
    return read_army(written(("points = 100", f"points = {limit}"), text=OTHER, name="other"))


@pytest.mark.rule("esa.2.1h")
def test_two_free_armies_meet_on_the_standard_table(written):
    battle = battle_of(read_army(written()), _other(written))
    form = battle.form
    assert (form.table.columns, form.table.rows, form.turns) == (18, 13, 12)
    assert set(battle.field_in(1).kind.values()) == {"open"}
    assert (form.objective, form.terrain, form.special, form.victory) == ((), (), (), None)
    with pytest.raises(BadData, match=r"points: it is 120, but .*army\.toml has 100; both players have the same"):
        battle_of(read_army(written()), _other(written, limit=120))


@pytest.mark.rule("esa.2.3k")
def test_the_zones_of_free_armies_are_the_three_rows_nearest_to_each_long_edge(written):
    battle = battle_of(read_army(written()), _other(written))
    for seat, rows in (("red", (1, 3)), ("blue", (11, 13))):
        side = battle.sides[seat]
        zones = [division.zone for division in side.division] + [side.commander_zone]
        assert {(zone.columns, zone.rows) for zone in zones if zone is not None} == {((1, 18), rows)}


def test_the_armies_that_come_with_the_game_use_their_150_points():
    assert army_ids() == ["don-juan", "turenne"]
    for name in army_ids():
        assert read_army(name).points == read_army(name).form.limit == 150


def test_a_battle_of_free_armies_is_played_and_saved_like_any_other(written):
    scenario = battle_of(read_army("don-juan"), read_army("turenne"))
    again = Esa().scenario(json.loads(json.dumps(scenario.source)))
    games = [Game(Esa(), one, "free") for one in (scenario, again)]
    for game in games:
        for _ in range(120):
            assert game.decision is not None
            game.answer(game.decision.seat, game.decision.options[-1])
            assert Esa().faults(game.state) == []
    assert games[0].digest() == games[1].digest()


def test_a_character_may_serve_both_armies_but_a_general_only_one(written):
    red = read_army(written())
    state = Esa().setup(battle_of(red, _other(written)), {})
    assert {one.id: one.seat for one in state.leaders.values() if one.rank == "character"} == {
        "guide": "red",
        "guide-2": "blue",
    }
    with pytest.raises(BadData, match=r"army\.toml: general: «gen_turenne» is in the other army already"):
        battle_of(red, red)


def test_the_units_of_a_free_army_have_names(written):
    battle = battle_of(read_army(written()), _other(written))
    veterans = profiles().units["fr_pm_veteran"].name
    assert battle.names["red-foot-1"] == {"en": "Picardie", "it": "Picardie"}
    assert battle.names["red-foot-2"]["it"] == f"{veterans['it']} 2"
    assert battle.names["red-foot-3"] == profiles().units["fr_fl_musketeers"].name


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('nation = "fr"', 'nation = "xx"', "nation: «xx» is not known; it must be one of fr, fn, de, "),
        ('it = "Armata"', 'fr = "Armée"', "name: the name is missing in a language: «it»"),
        ("points = 100", 'points = "many"', "points: expected `int`, got `str`"),
        ("points = 100", "points = 100\nhorses = 3", "object contains unknown field `horses`"),
        ("points = 100", "points = 100\ncommands = 'guns'", "commands: there is no division «guns»; one of foot, h"),
        ("points = 100", "points = 100\narmy_value = 0", "army_value: it is 0; it must be 1 to 9"),
        ("gen_turenne", "gen_nobody", "general: «gen_nobody» is not among the generals of the profiles"),
        ("chr_guide", "gen_conde", "characters: «gen_conde» is not among the characters of the profiles"),
        ("fr_fl_musketeers", "fr_elephants", "division foot.units: profile «fr_elephants» is not among the profiles"),
        ("count = 3", "count = 0", "division horse.units: count of «fr_cp_gendarmes» is 0; it must be at least 1"),
        ("count = 2", "count = 0", "division foot.units: count of «fr_pm_veteran» is 0; it must be at least 1"),
        ('["Picardie"]', '["A", "B", "C"]', "division foot.units: «fr_pm_veteran» has more names than units"),
        ('id = "horse"', 'id = "foot"', "division foot: this id stands twice; every division needs its own"),
        ("[[division]]", "[division]", "this is not TOML"),
    ],
)
def test_a_slip_in_an_army_file_is_told_in_one_sentence(written, old, new, sentence):
    assert refused(written((old, new))).startswith(sentence)


def test_an_army_needs_divisions_that_fit_into_its_zone(written):
    head = ARMY[: ARMY.index("[[division]]")]
    assert refused(written(text=head + "division = []\n")).startswith("division: an army needs at least one division")
    generals = ("conde", "coligny", "praslin", "villequier", "rosen", "leopold", "beck", "york")
    many = "".join(
        f'[[division]]\nid = "d{n}"\nname = {{ en = "d", it = "d" }}\ngeneral = "gen_{name}"\n'
        f'units = [{{ profile = "fr_cl_carabins", count = 6 }}]\n'
        for n, name in enumerate(generals)
    )
    sentence = refused(written(("points = 100", "points = 999"), text=head + many))
    assert sentence == "division: the army has 57 pieces, but its zone only 54 hexes (esa.2.3g)"


def test_an_army_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(BadData, match="wallenstein: there is no such army; there are don-juan, turenne"):
        read_army("wallenstein")


@pytest.mark.rule("esa.2.1e")
@pytest.mark.parametrize(
    ("wings", "sentence"),
    [
        ([("gen_villequier", '"guns"')], "wing gen_villequier: there is no division «guns»; one of foot, horse"),
        (
            [("gen_villequier", '"foot"'), ("gen_praslin", '"horse", "foot"')],
            "wing gen_villequier: division «foot» has two intermediate generals",
        ),
        ([("gen_nobody", '"foot"')], "general: «gen_nobody» is not among the generals of the profiles"),
        ([("gen_crequi", '"foot"')], "general: «gen_crequi» stands twice; a division has a general of its own"),
    ],
)
def test_a_slip_in_a_wing_is_told_in_one_sentence(written, wings, sentence):
    text = ARMY + "".join(f'\n[[wing]]\ngeneral = "{who}"\ndivisions = [{over}]\n' for who, over in wings)
    assert refused(written(("points = 100", "points = 200"), text=text)).startswith(sentence)


@pytest.mark.rule("esa.2.1e")
def test_nobody_commands_the_commander(written):
    text = ARMY.replace('general = "gen_crequi"\n', "").replace("points = 100", 'points = 200\ncommands = "horse"')
    wing = '\n[[wing]]\ngeneral = "gen_villequier"\ndivisions = [{over}]\n'
    assert read_army(written(text=text + wing.format(over='"foot"'))).points == COST - 17 + 21
    sentence = "wing gen_villequier: «horse» has no general but the commander, who obeys nobody (esa.2.1e)"
    assert refused(written(text=text + wing.format(over='"foot", "horse"'))) == sentence


@pytest.mark.rule("esa.2.1.2a")
@pytest.mark.parametrize(("value", "fits"), [(1, True), (9, True), (10, False)])
def test_the_army_value_of_a_free_army_is_one_to_nine(written, value, fits):
    path = written(("points = 100", f"points = 100\narmy_value = {value}"))
    if not fits:
        assert refused(path).startswith(f"army_value: it is {value}; it must be 1 to 9")
        return
    battle = battle_of(read_army(path), _other(written))
    state = Esa().setup(battle, {})
    assert (state.armies["red"].value, state.armies["blue"].value) == (value, 3)


@pytest.mark.rule("esa.2.1c")
def test_generals_without_a_name_may_be_many_and_serve_both_sides(written):
    nameless = (('"gen_gadagne"', '"gen_replacement"'), ('"gen_crequi"', '"gen_replacement"'))
    red = read_army(written(*nameless))
    nobody = OTHER.replace("gen_caracena", "gen_replacement").replace("gen_york", "gen_replacement")
    state = Esa().setup(battle_of(red, read_army(written(text=nobody, name="other"))), {})
    assert len({one.id for one in state.leaders.values() if one.rank == "general"}) == 4


def test_the_battle_of_free_armies_tells_who_they_are_and_they_face_each_other(written):
    battle = battle_of(read_army(written()), _other(written))
    assert battle.id == "army-other"
    assert battle.title == {"en": "Army against Army", "it": "Armata contro Armata"}
    assert "100" in battle.form.summary["en"]
    facing = {seat: battle.sides[seat].division[0].zone.facing for seat in ("red", "blue")}  # type: ignore[union-attr]
    assert facing == {"red": 3, "blue": 0}
    assert [unit.id for unit in battle.sides["blue"].division[0].units] == [f"blue-foot-{n}" for n in (1, 2, 3)]
    assert battle.sides["red"].commands == ""
    leads = ('commander = "gen_turenne"', 'commander = "gen_turenne"\ncommands = "horse"')
    army = read_army(written(leads, ('general = "gen_crequi"\n', "")))
    assert battle_of(army, _other(written)).sides["red"].commands == "red-horse"


def test_as_many_names_as_units_are_enough_and_54_pieces_fill_the_zone(written):
    battle = battle_of(read_army(written(('["Picardie"]', '["A", "B"]'))), _other(written))
    assert [battle.names[f"red-foot-{n}"]["en"] for n in (1, 2)] == ["A", "B"]
    head = ARMY[: ARMY.index("[[division]]")].replace("points = 100", "points = 999")
    generals = ("conde", "coligny", "praslin", "villequier", "rosen", "leopold", "beck", "york")
    sizes = (6, 6, 6, 6, 6, 6, 6, 3)  # with eight generals and the commander 54
    many = "".join(
        f'[[division]]\nid = "d{n}"\nname = {{ en = "d", it = "d" }}\ngeneral = "gen_{name}"\n'
        f'units = [{{ profile = "fr_cl_carabins", count = {sizes[n]} }}]\n'
        for n, name in enumerate(generals)
    )
    assert sum(one.size for one in read_army(written(text=head + many)).form.division) == 45


def test_an_army_file_needs_no_ending_if_it_is_there(tmp_path):
    file = tmp_path / "turenne"
    file.write_text("points = 1", encoding="utf-8")
    with pytest.raises(BadData, match="missing required field"):
        read_army(file)
    with pytest.raises(BadData, match=r"other\.toml: there is no such file"):
        read_army(tmp_path / "other.toml")
