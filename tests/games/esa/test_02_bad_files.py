"""Files with a slip in them: cards, profiles, tables and scenarios are refused in one sentence, with file and key."""

from __future__ import annotations

import tomllib

import pytest

from alfiere.games.esa.cards import read_cards
from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.tables import DATA, read_tables
from alfiere.games.esa.troops import profiles, read_profiles
from alfiere.kernel.bad_data import BadData
from tests.games.slips import sentence

LENS = "scenarios/lens-1648.toml"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("value = 8", "value = 8\ncolour = 'red'", "card[0]: object contains unknown field `colour`"),
        ("value = 8", "value = 'high'", "card[0].value: expected `int`, got `str`"),
        ("value = 8", "value = 11", "card 1: value is 11; it must be 1 to 10 (esa.2.5.3c)"),
        ("value = 8\n", "", "card[0]: object missing required field `value`"),
        ("number = 1\n", "number = 51\n", "card 51: the decks have cards 1 to 50 (esa.2.5.1b)"),
        ("number = 7\n", "number = 8\n", "card 8: this number stands twice"),
        ("priority = 2", "priority = 4", "card 1: priority is 4; it must be 1, 2 or 3, or left out"),
        ("priority = 2\n", "", "card 1: a card has both orders and a priority, or neither (esa.2.5.1a)"),
        ('"move", "fire"', '"march", "fire"', "card[0].orders[0]: invalid enum value 'march'"),
        ('it = "Ordine diretto"', 'es = "Orden"', "card 1.name: the name is missing in a language: «it»"),
        ("bonus = { charge = 1 }", "bonus = { gallop = 1 }", "card[10].bonus: object contains unknown field `gallop`"),
        ("[[card]]", "[[card]", "this is not TOML: "),
    ],
)
def test_slips_in_the_cards(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "cards.toml", read_cards, old, new).startswith(told)


def test_a_missing_card(tmp_path):
    text = (DATA / "cards.toml").read_text(encoding="utf-8")
    kept = [part for part in text.split("[[card]]") if "number = 42\n" not in part]
    path = tmp_path / "cards.toml"
    path.write_text("[[card]]".join(kept), encoding="utf-8")
    with pytest.raises(BadData, match=r"cards\.toml: card: card 42 is missing; the decks have cards 1 to 50"):
        read_cards(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("points = 6", "points = 7", "unit fr_pm_veteran: points is 7; it must be 6 (esa.p.1)"),
        ("melee = 2", "melee = 2\nspeed = 3", "unit[0]: object contains unknown field `speed`"),
        ("melee = 2", "melee = 'two'", "unit[0].melee: expected `int | null`, got `str`"),
        ("armour = [1, 1]", "armour = [1]", "unit[0].armour: expected `array` of length 2, got 1"),
        ("strength = 4", "strength = 0", "unit fr_pm_veteran: strength is 0; it must be 1 to 9"),
        ('nation = "fr"', 'nation = "ru"', "unit fr_pm_veteran: nation is «ru»; it must be one of fr, fn, de, "),
        ('"musket_foot"', '"bow"', "unit fr_pm_veteran: weapon «bow» has no sector; one of musket_foot, "),
        ('weapon = "musket_foot"\n', "", "unit fr_pm_veteran: «fire» and «weapon» belong together: "),
        ('"flank and rear"', '"everywhere"', "unit fr_pm_veteran: weakness is «everywhere»; it must be one of none, "),
        ('"infantry", "firm', '"wizards", "firm', "unit[0].abilities[0]: invalid enum value 'wizards'"),
        ('id = "fr_pm_guard"', 'id = "fr_pm_veteran"', "unit fr_pm_veteran: this id stands twice"),
        ("mounted = {", "# mounted = {", "unit fr_dr_dragoons: dragoons need two lines of values, «mounted» and "),
        ("second_line = {", "# second_line = {", "unit sp_sq_german_tercio: a square needs «second_line» (esa.9.15b)"),
        ("points = 27", "points = 20", "general gen_conde: points is 20; it must be 27 (esa.p.2)"),
        ('id = "gen_coligny"', 'id = "gen_conde"', "general gen_conde: this id stands twice"),
        (
            "adds_card = 39",
            "adds_card = 15",
            "character chr_gun_master: adds_card is 15; it must be 39 to 44 (esa.2.2k)",
        ),
        ("points = 27", "points = 27\nadds_card = 40", "general gen_conde: «adds_card» is for characters; "),
        ('"gen_replacement"', '"gen_nobody"', "general: «gen_replacement», who replaces the fallen, is missing"),
    ],
)
def test_slips_in_the_profiles(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "profiles.toml", read_profiles, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("army_value = 3", "army_value = 'three'", "numbers.army_value: expected `int`, got `str`"),
        ("army_value = 3", "army_value = 3\nluck = 7", "numbers: object contains unknown field `luck`"),
        ("focus = 1", "# focus = 1", "numbers: object missing required field `focus`"),
        ("share = 3", "share = 0", "points.unit.share: it is 0; it must be at least 1"),
        ("out = [15,", "out = [115,", "deck_change[0].out: there is no card 115; they run from 1 to 50"),
        ("in = [45,", "in = [0,", "deck_change[0].in: there is no card 0; they run from 1 to 50"),
        ("CM = { PM = 1, SQ = 1 }", "XX = { PM = 1 }", "fire_advantage.XX: «XX» is no class; one of CP, CM, "),
        ("CP = { CM = 1, CL", "CP = { DR = 1, CL", "melee_advantage.CP: «DR» is no class; one of CP, CM, "),
        (
            "front = 0, flank = 0, rear = 1",
            "front = 0, rear = 1",
            "weakness[...]: object missing required field `flank`",
        ),
        (
            "hexes = [[1, 0], [0, 1], [2, 0]",
            "# [[1, 0], [0, 1], [2, 0]",
            "sector musket_foot: either «hexes» or «cone»",
        ),
        ('CP = "pass", CM', 'CM = "pass", CX', "terrain.area.move: a word is missing for CP"),
        ("[terrain.wood]", "[terrain.forest]", "terrain: object contains unknown field `forest`"),
        ("melee = { CL = -1", "melee = { GG = -1", "terrain.wood.melee: «GG» is no class; one of CP, "),
        ('"slow"', '"crawl"', "terrain.difficult.move[...]: invalid enum value 'crawl'"),
    ],
)
def test_slips_in_the_tables(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "tables.toml", read_tables, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turns = 12", "turns = 12\nweather = 'fog'", "object contains unknown field `weather`"),
        ("turns = 12", "turns = 'many'", "turns: expected `int`, got `str`"),
        ("turns = 12", "turns = 0", "turns: turns is 0; it must be at least 1"),
        ("columns = 16", "columns = 600", "table: a table has 4 to 60 columns and rows"),
        ('title = { en = "Lens", it', 'title = { de = "Lens", it', "title: the name is missing in a language: «en»"),
        (
            'hexes = ["0304"]',
            'hexes = ["1799"]',
            "terrain[1]: hex «1799» is not on the table; labels run from 0101 to 1612",
        ),
        ('type = "area"', 'type = "swamp"', "terrain[1].type: invalid enum value 'swamp'"),
        ('crest = ["0501"', 'crust = ["0501"', "terrain[0]: object contains unknown field `crust`"),
        ('seat = "blue"', 'seat = "red"', 'side: there must be exactly two sides, seat = "red" and seat = "blue"'),
        ('code = "france"', 'code = "spain"', "side: the two sides need different codes"),
        ('nation = "sp"', 'nation = "it"', "side spain.nation: «it» is not known; it must be one of fr, "),
        ("army_value = 3", "army_value = 12", "side spain.army_value: it is 12; it must be 1 to 9"),
        ('"gen_leopold"', '"gen_wallenstein"', "side spain: general «gen_wallenstein» is not among the profiles"),
        ('"gen_charles_iv"', '"gen_beck"', "division charles: the id «beck» stands twice; every piece needs its own"),
        ('"sp_fl_musketeers"', '"sp_fl_archers"', "unit musketeers: profile «sp_fl_archers» is not among the profiles"),
        (
            'id = "solis"',
            'id = "musketeers"',
            "division beck: the id «musketeers» stands twice; every piece needs its own",
        ),
        ('id = "charles"', 'id = "beck"', "division beck: this id stands twice; every division needs its own"),
        ('general = "gen_beck"\n', "", "division beck: «general» is missing "),
        ("zone = { columns = [1, 9], rows = [2, 4], facing = 3 }\n", "", "division beck: «zone» is missing: where "),
        (
            "columns = [1, 9], rows = [2, 4]",
            "columns = [1, 3], rows = [2, 2]",
            "division beck.zone: the zone is too small for 4",
        ),
        (
            "columns = [1, 9], rows = [2, 4]",
            "columns = [9, 1], rows = [2, 4]",
            "division beck.zone: the zone must lie on the ",
        ),
        (
            "columns = [1, 9], rows = [2, 4]",
            "columns = [1, 19], rows = [2, 4]",
            "division beck.zone: the zone must lie on the ",
        ),
        (
            "rows = [2, 4], facing = 3",
            "rows = [2, 4], facing = 6",
            "division beck.zone: facing is 6; it must be 0 to 5, ",
        ),
        (
            "[side.commander_zone]\ncolumns = [1, 16]\nrows = [1, 4]\n",
            "",
            "side spain: «commander_zone» is missing: where ",
        ),
        ('loses = "spain"', 'loses = "sweden"', "objective[0].loses: «sweden» is not known; it must be one of spain, "),
        ('hex = "0801"', 'hex = "0113"', "objective[0].hex: hex «0113» is not on the table; "),
        ('kind = "initiative"', 'kind = "miracle"', "special[0].kind: invalid enum value 'miracle'"),
        (
            'side = "france"',
            'side = "sweden"',
            "special[0].side: «sweden» is not known; it must be one of spain, france",
        ),
    ],
)
def test_slips_in_a_scenario(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / LENS, read_scenario, old, new).startswith(told)


def test_a_zone_full_of_water_is_too_small(tmp_path):
    river = '[[terrain]]\ntype = "river"\nname = { en = "river", it = "fiume" }\nhexes = ["0102", "0202"]\n\n[[side]]'
    text = (DATA / LENS).read_text(encoding="utf-8").replace("[[side]]", river, 1)
    text = text.replace("columns = [1, 9], rows = [2, 4]", "columns = [1, 5], rows = [2, 2]")
    path = tmp_path / "wet.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"wet\.toml: division beck\.zone: the zone is too small for 4 pieces"):
        read_scenario(path)


def test_divisions_that_share_a_zone_need_a_hex_for_each_piece(tmp_path):
    text = (DATA / LENS).read_text(encoding="utf-8")
    text = text.replace("columns = [1, 9], rows = [2, 4]", "columns = [1, 5], rows = [2, 2]")
    text = text.replace("columns = [9, 16], rows = [2, 4]", "columns = [1, 5], rows = [2, 2]")
    text = text.replace("columns = [1, 16]\nrows = [1, 4]", "columns = [1, 5]\nrows = [2, 2]")
    path = tmp_path / "crowd.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"side spain: its zones have 5 hexes, too few for 9 pieces \(esa\.2\.3g\)"):
        read_scenario(path)


def test_files_that_are_not_there_or_not_readable(tmp_path):
    with pytest.raises(BadData, match=r"rocroi: there is no such battle; there are .*lens-1648"):
        read_scenario("rocroi")
    with pytest.raises(BadData, match=r"nothing\.toml: there is no such file"):
        read_cards(tmp_path / "nothing.toml")
    with pytest.raises(BadData, match="this is a folder, not a file"):
        read_tables(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes("name = 'Condé'".encode("latin-1"))
    with pytest.raises(BadData, match=r"latin\.toml: byte 12: the file must be written in UTF-8"):
        read_profiles(latin)


def test_a_save_with_a_bad_scenario_names_the_key():
    data = tomllib.loads((DATA / LENS).read_text(encoding="utf-8"))
    data["side"][0]["division"][0]["units"][0]["profile"] = "sp_fl_archers"
    with pytest.raises(BadData, match="scenario: unit musketeers: profile «sp_fl_archers» is not among the profiles"):
        read_scenario(data)


def test_a_division_has_one_intermediate_general():
    form = tomllib.loads((DATA / LENS).read_text(encoding="utf-8"))
    side = form["side"][0]
    code = side["division"][0]["id"]
    free = sorted(profiles().generals - {side["commander"], *(one.get("general") for one in side["division"])})
    side["wing"] = [{"general": general, "divisions": [code]} for general in free[:1]]
    read_scenario(form)
    side["wing"] = [{"general": general, "divisions": [code]} for general in free[:2]]
    with pytest.raises(BadData, match=f"division «{code}» has two intermediate generals"):
        read_scenario(form)


def reads(tmp_path, file, reader, old, new):
    """A file with something changed, if it is read; else the sentence it is refused with."""
    text = (DATA / file).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / file
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        return reader(path)
    except BadData as wrong:
        return str(wrong).removeprefix(f"{path}: ")


@pytest.mark.rule("esa.2.5.3c", "esa.2.5.1a")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("value = 8", "value = 0", "card 1: value is 0; it must be 1 to 10"),
        ("value = 8", "value = 1", ""),
        ("value = 8", "value = 10", ""),
        ("priority = 2", "priority = 3", ""),
        ("priority = 2", "priority = 1", ""),
        ("priority = 2", "priority = -1", "card 1: priority is -1; it must be 1, 2 or 3, or left out"),
        ("number = 1\n", "number = 0\n", "card 0: the decks have cards 1 to 50"),
    ],
)
def test_the_limits_of_a_card(tmp_path, old, new, told):
    found = reads(tmp_path, "cards.toml", read_cards, old, new)
    assert found.startswith(told) if told else found[1].value in (1, 8, 10)


@pytest.mark.rule("esa.2.2k", "esa.2.6a")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("strength = 4", "strength = 10", "unit fr_pm_veteran: strength is 10; it must be 1 to 9"),
        ("strength = 4", "strength = 9", "unit fr_pm_veteran: points is 6; it must be "),
        ("strength = 4", "strength = 1", "unit fr_pm_veteran: points is 6; it must be "),
        ("adds_card = 39", "adds_card = 38", "character chr_gun_master: adds_card is 38; it must be 39 to 44"),
        ("adds_card = 39", "adds_card = 45", "character chr_gun_master: adds_card is 45; it must be 39 to 44"),
        ("adds_card = 39", "adds_card = 44", ""),
        ("turns = 1\n", "", "unit fr_pm_veteran: «turns» is missing (esa.2.6a)"),
        ("pm = 1\n", "", "unit fr_pm_veteran: «pm» is missing (esa.2.6a)"),
        ("pm_tow = 2\n", "", "unit fr_al_light_guns: «pm_tow» is missing (esa.2.6a)"),
        ("\ndismounted = {", "\n# dismounted = {", "unit fr_dr_dragoons: dragoons need two lines of values"),
        ("fire = -1\n", "", "unit fr_pm_veteran: «fire» and «weapon» belong together"),
    ],
)
def test_the_limits_of_a_profile(tmp_path, old, new, told):
    found = reads(tmp_path, "profiles.toml", read_profiles, old, new)
    assert found.startswith(told) if told else found.leaders["chr_gun_master"].adds_card == 44


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("share = 3", "share = 1", ""),
        ("out = [15,", "out = [1,", ""),
        ("in = [45,", "in = [51,", "deck_change[0].in: there is no card 51"),
        ("PM = { CP = 1, CM = 1, FP = 1 }", "PM = { XX = 1 }", "line_advantage.PM: «XX» is no class"),
    ],
)
def test_the_limits_of_the_tables(tmp_path, old, new, told):
    found = reads(tmp_path, "tables.toml", read_tables, old, new)
    assert found.startswith(told) if told else found.points.unit.share in (1, 3)


@pytest.mark.rule("esa.p.3")
def test_a_character_costs_what_all_characters_cost(tmp_path):
    text = (DATA / "profiles.toml").read_text(encoding="utf-8")
    head, found, rest = text.partition('id = "chr_gun_master"')
    path = tmp_path / "profiles.toml"
    path.write_text(head + found + rest.replace("points = ", "points = 1", 1), encoding="utf-8")
    with pytest.raises(BadData, match=r"character chr_gun_master: points is 1\d; it must be \d \(esa\.p\.3\)"):
        read_profiles(path)


def test_a_name_in_both_languages_is_needed_on_every_troop_card(tmp_path):
    for old, told in (
        ('en = "French veteran', "unit fr_pm_veteran.name: the name is missing in a language: «en»"),
        ('it = "Luigi di Borbone', "general gen_conde.name: the name is missing in a language: «it»"),
    ):
        language = old[:2]
        found = reads(tmp_path, "profiles.toml", read_profiles, old, old.replace(language, "de", 1))
        assert found.startswith(told)
