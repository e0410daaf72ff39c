"""Slips in the file of a battle that break a rule of the book, or name what is not there (1.6, 3.3, 11.7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.games.lumi.sheets.scenario_reading import FOLDER, read_scenario
from tests.games.slips import sentence

FRENCH_GENERALS = 'general = { id = "saint-alvere", name = "Marquis de Saint-Alvère", grade = "able" }\n'
GRENZER = '    { id = "grenzer-1", name = "Grenzer 1", profile = "au_croat" },\n'
HILL = "rect = [17, 9, 22, 12]\n"
MILL = "rect = [13, 14.5, 15, 16.5]\n"
BROOK = "path = [[0, 14], [24, 14]]\n"
SPECIAL = "[[special]]\n"
TEXT = 'text = { en = "It is so.", it = "È così." }\n'


def special(kind: str, rest: str) -> str:
    """A special rule before the others."""
    return f'[[special]]\nkind = "{kind}"\n{rest}\n{TEXT}\n{SPECIAL}'


def brigade(number: int) -> str:
    """One brigade more of the French foot."""
    names = (f'{{ id = "more-{number}-{one}", name = "More", profile = "fr2_line" }}' for one in range(2))
    return f'[[division.brigade]]\nid = "more-{number}"\nname = "More"\nbases = [{", ".join(names)}]\n\n'


def told(tmp_path: Path, *changes: tuple[str, str], file: str = "altenried") -> str:
    """What is said of a file with the last of these changes, after the others."""
    text = (FOLDER / f"{file}.toml").read_text(encoding="utf-8")
    for old, new in changes[:-1]:
        assert old in text
        text = text.replace(old, new, 1)
    folder = tmp_path / "before"
    folder.mkdir()
    (folder / f"{file}.toml").write_text(text, encoding="utf-8")
    return sentence(tmp_path, folder / f"{file}.toml", read_scenario, *changes[-1])


@pytest.mark.rule("lumi.1.6.3")
def test_the_cic_leads_one_division_at_most(tmp_path: Path):
    marsac = 'general = { id = "marsac", name = "Chevalier de Marsac", grade = "able" }\n'
    said = told(tmp_path, (FRENCH_GENERALS, ""), (marsac, ""))
    assert said == "side french: the CiC is the general of one division at most (lumi.1.6.3)"


@pytest.mark.rule("lumi.1.6.1")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (GRENZER, "", "brigade grenzer: it has 1 bases; it must be 2 to 6 (lumi.1.6.1)"),
        (
            '[[division]]\nid = "french-horse"\n',
            "".join(map(brigade, range(3))) + '[[division]]\nid = "french-horse"\n',
            "division french-foot: it has 5 brigades; it must be 1 to 4 (lumi.1.6.1)",
        ),
        (
            'bases = [\n    { id = "austrian-dragoons-1"',
            'bases = [\n    { id = "gun", name = "Gun", profile = "au_light" },\n    { id = "austrian-dragoons-1"',
            "brigade austrian-dragoons: a brigade is of infantry or of cavalry (lumi.1.6.1)",
        ),
    ],
)
def test_divisions_and_brigades_have_so_many_of_one_kind(tmp_path: Path, old: str, new: str, said: str):
    assert told(tmp_path, (old, new)) == said


@pytest.mark.rule("lumi.1.6.1")
def test_an_army_has_no_more_divisions_than_the_book_allows(tmp_path: Path):
    name = 'name = "More"\ngeneral = { id = "general-%d", name = "More", grade = "able" }\n'
    more = "".join(
        f'[[division]]\nid = "division-{one}"\nside = "french"\n{name % one}\n{brigade(one)}' for one in range(5)
    )
    said = told(tmp_path, ("[[deploy]]\n", f"{more}[[deploy]]\n"))
    assert said.startswith("side french: it has 7 divisions; it must be 1 to ")


@pytest.mark.rule("lumi.1.6.1")
def test_a_brigade_of_guns_alone_is_none(tmp_path: Path):
    guns = "".join(f'{{ id = "gun-{one}", name = "Gun", profile = "fr2_light" }}, ' for one in range(2))
    more = f'[[division.brigade]]\nid = "guns"\nname = "Guns"\nbases = [{guns}]\n\n'
    said = told(tmp_path, ('[[division]]\nid = "french-horse"\n', f'{more}[[division]]\nid = "french-horse"\n'))
    assert said == "brigade guns: a brigade is of infantry or of cavalry (lumi.1.6.1)"


@pytest.mark.rule("lumi.1.3.3b")
def test_only_dragoons_begin_on_foot(tmp_path: Path):
    said = told(tmp_path, ('profile = "au_huss" }', 'profile = "au_huss", on_foot = true }'))
    where = "brigade austrian-hussars.base austrian-hussars-1.on_foot"
    assert said == f"{where}: only dragoons dismount (lumi.1.3.3b)"
    text = (FOLDER / "altenried.toml").read_text(encoding="utf-8")
    path = tmp_path / "dragoons.toml"
    path.write_text(text.replace('profile = "au_drag" }', 'profile = "au_drag", on_foot = true }'), encoding="utf-8")
    on_foot = {id for id, one in read_scenario(path).bases.items() if one.is_on_foot}
    assert on_foot == {"austrian-dragoons-1", "austrian-dragoons-2"}


@pytest.mark.rule("lumi.3.3.1a", "lumi.3.3.2a", "lumi.3.3.3f", "lumi.3.3.3j")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (MILL, f"{MILL}level = 1\n", "terrain[2].level: only an obstacle has it (lumi.3.3.1a)"),
        (MILL, f"{MILL}random = true\n", "terrain[2].random: only an obstacle has it (lumi.3.3.1a)"),
        (MILL, f"{MILL}bridges = [[13, 15]]\n", "terrain[2].bridges: only an obstacle has it (lumi.3.3.1a)"),
        (BROOK, f"{BROOK}random = true\n", "terrain[0].random: its level is given (lumi.3.3.2a)"),
        ("level = 1\n", "level = -1\n", "terrain[0].level: it is -1; obstacles have level 0 to 3 (lumi.3.3.2c)"),
        (
            "rect = [2, 16, 6, 19]",
            "path = [[2, 16], [6, 19]]\nwidth = 1",
            "terrain[3]: obstacles and roads are given as «path», everything else as «rect» or «polygon»",
        ),
        (BROOK, "rect = [0, 14, 24, 15]\n", "terrain[0]: obstacles and roads are given as «path»"),
        (MILL, f"{MILL}crest = [[13, 15], [15, 15]]\n", "terrain[2].crest: slopes and hills, and nothing else, have"),
        ("crest = [[17, 11], [22, 11]]", "crest = [[17, 11], [25, 11]]", "terrain[4].crest: (25, 11) is not on the"),
        (HILL, f"{HILL}infantry = 2\n", "terrain[4]: only of buildings it is said what they hold (lumi.3.3.3f)"),
        (HILL, f"{HILL}guns = 2\n", "terrain[4]: only of buildings it is said what they hold (lumi.3.3.3f)"),
        (
            HILL,
            f"{HILL}guns = 2\ninfantry = 2\n",
            "terrain[4]: only of buildings it is said what they hold (lumi.3.3.3f)",
        ),
    ],
)
def test_a_piece_of_ground_has_what_its_kind_has(tmp_path: Path, old: str, new: str, said: str):
    assert told(tmp_path, (old, new)).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('first = "austrian"', 'first = "turk"', "first: «turk» is not known"),
        ('initiative = "french"', 'initiative = "turk"', "initiative: «turk» is not known"),
        ('army = "french_1740"', 'army = "french_1640"', "side french.army: «french_1640» is not known"),
        ('fight = "pitched"', 'fight = "long"', "side austrian.fight: «long» is not known"),
        ('id = "brezolles"', 'id = "marsac"', "division french-horse.general: this id stands twice"),
        ('grade = "ordinary"', 'grade = "bold"', "division austrian-foot.general.grade: «bold» is not known"),
        ('side = "french"\nname', 'side = "turk"\nname', "division french-foot.side: «turk» is not known"),
        ('profile = "fr2_vieux"', 'profile = "fr9"', "brigade french-line.base french-line-1.profile: «fr9» is not"),
        ('name = "Grenzer"', 'name = { en = "", it = "" }', "brigade grenzer.name"),
        (
            '"french-foot", "french-horse"]\narea',
            '"french-foot", "french-horse", "grenzer"]\narea',
            "deploy[2].under: «grenzer» is not in the order of battle",
        ),
        ('brigades = ["grenzer"]', 'brigades = ["pandurs"]', "deploy[0].brigades: «pandurs» is not in the order"),
        ('brigades = ["grenzer"]', 'units = ["grenzer-9"]', "deploy[0].units: «grenzer-9» is not in the order of"),
        ('brigades = ["grenzer"]', "", "deploy[0]: it is about nobody"),
        (
            'brigades = ["grenzer"]',
            'brigades = ["grenzer", "volunteers"]',
            "deploy[0]: they are not all of one side",
        ),
        (
            'brigades = ["grenzer"]',
            'brigades = ["grenzer"]\nunits = ["volunteers-1"]',
            "deploy[0]: they are not all of one side",
        ),
        (
            'under = ["austrian-foot", "austrian-horse"]',
            'under = ["austrian-foot", "austrian-horse", "french-foot"]',
            "deploy[1]: they are not all of one side",
        ),
        ('brigades = ["grenzer"]', 'brigades = ["grenzer", "grenzer"]', "deploy: «grenzer» stands twice"),
        ('brigades = ["grenzer"]', 'units = ["grenzer-1", "grenzer-1"]', "deploy: «grenzer-1» stands twice"),
        ('under = ["austrian-foot"', 'under = ["austrian-foot", "austrian-foot"', "deploy: «austrian-foot» stands"),
        ("area = [{ rect = [0, 3, 24, 7] }]", "area = []", "deploy[2].area: there is none"),
        (
            "area = [{ rect = [0, 3, 24, 7] }]",
            'area = [{ near = ["mill"], by = 2 }]',
            "deploy[2].area[0]: it needs exactly one of «rect», «polygon» and «inside»",
        ),
        (
            "area = [{ rect = [0, 3, 24, 7] }]",
            "area = [{ at = [3, 4] }]",
            "deploy[2].area[0]: it needs exactly one of «rect», «polygon» and «inside»",
        ),
        ('piece = "mill"\nheld_by', "held_by", "place mill: it needs either a «piece» of terrain or a «rect»"),
        ('piece = "mill"\nheld_by', "rect = [3, 3, 1, 1]\nheld_by", "place mill.rect: a rect is"),
        (SPECIAL, special("no order", 'under = ["turks"]\nbefore_turn = 3'), "special[0].under: «turks» is not in"),
        (SPECIAL, special("no horses", 'units = ["spahis"]'), "special[0].units: «spahis» is not in"),
        (
            SPECIAL,
            special("leaves by order", 'under = ["french-foot"]\npiece = "pond"\npriority = 5'),
            "special[0].piece: «pond» is not known",
        ),
        (
            SPECIAL,
            special("bound", 'side = "french"\nwithin = { rect = [0, 0, 99, 9] }\nuntil_turn = 3'),
            "special[0].within.rect: (99, 9) is not on the table",
        ),
        (
            SPECIAL,
            '[[arrival]]\nunits = ["volunteers-1"]\nturn = 13\nentry = [{ edge = "south", start = 3, end = 5 }]\n'
            + SPECIAL,
            "arrival[0].turn: it is 13; the battle has turns 1 to 12",
        ),
        (
            SPECIAL,
            '[[arrival]]\nunits = ["volunteers-1"]\nturn = 3\nentry = [{ edge = "south", road = "hill" }]\n' + SPECIAL,
            "arrival[0].entry[0].road: «hill» is not known",
        ),
        (
            SPECIAL,
            '[[arrival]]\nunits = ["pandurs"]\nturn = 3\nentry = [{ edge = "south", start = 3, end = 5 }]\n' + SPECIAL,
            "arrival[0].units: «pandurs» is not in the order of battle",
        ),
        ("table = { width = 24, depth = 28 }", "table = { width = 11, depth = 28 }", "table"),
        ("table = { width = 24, depth = 28 }", "table = { width = 24, depth = 121 }", "table"),
    ],
)
def test_who_and_what_a_battle_names_it_also_has(tmp_path: Path, old: str, new: str, said: str):
    assert told(tmp_path, (old, new)).startswith(said)
