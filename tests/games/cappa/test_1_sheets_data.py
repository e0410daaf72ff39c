"""Chapter 1.2, the sheets: every character as the catalogue of rules has it, and what a sheet may not say."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.sheets.abilities import abilities
from alfiere.games.cappa.sheets.character_forms import CharacterForm, LineForm
from alfiere.games.cappa.sheets.characters import Character, characters, second_line
from alfiere.games.cappa.sheets.characters import sheet_points as points_of
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.points import line_points
from alfiere.games.cappa.sheets.tables import tables
from alfiere.kernel.forms import Name

# id: class origin points; Mo/Ti/Mi CA Mov of each line; weapons; abilities; formations
SHEETS = """
moschettiere: extra seed 40; 5/3/3 4 4; MMK BD; -; open tight close
dragone: extra seed 37; 5/4/2 5 4; MMK BD; -; open tight close
ufficiale_moschettieri: protagonist seed 57; 6/2/3 4 4 | 5/1/2 4 3; PS BD; -; open tight close
protagonista: protagonist seed 67; 6/3/4 4 4 | 5/2/3 4 3; BD PS; -; open tight
ufficiale_spagnolo: protagonist house 67; 6/3/4 4 4 | 5/2/3 4 3; BD PS; -; open tight close
attaccabrighe: extra seed 15; 3/1/3 5 2; CL; -; open
nemico_personale: extra seed 15; 3/1/3 5 2; CL; -; open
disertore: extra seed 9; 2/-/2 5 4; CL; -; open
disertore_terheyden: extra seed 16; 2/-/3 5 2; BD PS; -; open
sbandato: extra seed 12; 2/1/2 5 2; BD; -; open tight
maiale: extra seed -; 1/-/3 5 2; beast; -; open
schermagliatore: extra house 30; 4/3/2 5 4; MMK KN; -; open
artigliere: extra house 22; 4/3/2 5 4; KN; -; open
granatiere: extra house 43; 6/3/4 4 4; GR BD; -; open tight
garrido: protagonist reading 74; 6/3/4 4 4 | 5/2/3 4 3; BD PS; SS; open tight close
moschettiere_veterano: extra house 56; 6/4/4 4 4; MMK BD; TF; open tight close
rochefort: hero house 113; 7/4/5 4 4 | 6/3/4 4 3; BD PS; FE SF; open
ufficiale_guardie: protagonist house 72; 6/3/4 4 4 | 5/2/3 4 3; BD PS; FE; open tight
guardia_cardinale: extra house 36; 5/3/3 4 4; BD PS; -; open tight
dartagnan: hero house 131; 8/4/6 4 4 | 7/3/5 4 3; BD PS; FE TA RI; open
porthos: hero house 116; 7/3/6 4 4 | 6/2/5 4 3; BD PS; WI ST; open
raoul: protagonist house 81; 7/3/4 4 4 | 6/2/3 4 3; BD PS; FE BR; open
valletto: extra house 32; 4/2/2 5 4; MMK KN; DE; open
guardia_francese: extra house 37; 5/3/3 5 4; MMK BD; -; open tight close
conde: hero house 122; 8/3/5 3 4 | 7/2/4 3 3; BD PS; LS BR; open
frondista_nobile: protagonist house 72; 6/3/4 4 4 | 5/2/3 4 3; BD PS; FE; open tight
frondista_borghese: extra house 27; 4/2/2 5 4; MMK CL; -; open tight
cavaliere_francese: extra house 54 mounted; 5/2/4 3 8; BD PS; RI; open tight
spagnolo_moschettiere: extra house 39; 6/3/3 5 4; MMK BD; -; open tight close
spagnolo_archibugiere: extra house 38; 6/3/3 5 4; ARQ BD; -; open tight close
spagnolo_picchiere: extra house 36; 6/1/4 3 4; PK BD; -; open tight close
spagnolo_incamiciato: extra house 40; 6/2/4 5 4; BD DA; WI; open tight
spagnolo_fante: extra house 37; 5/3/3 5 4; MMK BD; -; open tight close
spagnolo_guastatore: extra house 24; 5/2/3 5 4; CL KN; -; open tight
sergente_tercio: protagonist house 65; 6/3/4 4 4 | 5/2/3 4 3; HAL BD; -; open tight close
capitano_tercio: hero house 110; 7/3/5 3 4 | 6/2/4 3 3; BD PS; TA; open tight close
veterano_fiandra: hero house 113; 7/4/5 4 4 | 6/3/4 4 3; BD PS; FE ST; open
dragone_spagnolo: extra house 53 mounted; 5/3/3 5 8; RI BD; RI; open tight
olandese_moschettiere: extra house 37; 5/3/3 5 4; MMK BD; -; open tight close
olandese_picchiere: extra house 31; 5/1/3 3 4; PK BD; -; open tight close
inglese_volontario: extra house 38; 6/2/4 4 4; BD PS; -; open tight
sergente_olandese: protagonist house 65; 6/3/4 4 4 | 5/2/3 4 3; HAL BD; -; open tight close
capitano_olandese: hero house 110; 7/3/5 3 4 | 6/2/4 3 3; BD PS; TA; open tight close
capitano_inglese: hero house 106; 7/3/5 4 4 | 6/2/4 4 3; BD PS; FE BR; open
pupillo: protagonist house 44; 5/2/3 5 4 | 4/1/2 5 3; BD; -; open
dragone_irlandese: extra house 37; 5/4/2 5 4; MMK BD; -; open tight close
ufficiale_irlandese: protagonist house 62; 6/3/4 5 4 | 5/2/3 5 3; BD PS; -; open tight close
fante_irlandese: extra house 34; 5/1/4 5 4; SP KN; BC; open tight
colonnello_irlandese: hero house 101; 7/3/5 4 4 | 6/2/4 4 3; BD PS; BR; open
dragone_inglese: extra house 46; 5/3/2 5 4; FMK BD; -; open tight close
granatiere_inglese: extra house 57; 6/3/3 5 4; FMK GR PB; -; open tight close
ufficiale_inglese: protagonist house 62; 6/3/4 5 4 | 5/2/3 5 3; BD PS; -; open tight close
cavaliere_inglese: extra house 54 mounted; 5/2/4 3 8; BD PS; RI; open tight
colonnello_inglese: hero house 103; 7/3/5 4 4 | 6/2/4 4 3; BD PS; TA; open
contadino: extra house 14; 3/1/2 5 4; CL; -; open tight
oste: protagonist house 44; 4/2/3 5 4 | 3/1/2 5 3; GN CL; -; open
garzone: extra house 19; 3/1/2 5 4; CL KN; LO; open tight
mercante: extra house 21; 3/2/2 5 4; PS KN; -; open
mordaunt: protagonist house 72; 7/3/4 5 4 | 6/2/3 5 3; BD PS; BE; open
boia_bethune: protagonist house 42; 5/1/4 5 4 | 4/0/3 5 3; KN; -; open
de_guiche: protagonist house 63; 6/3/4 5 4 | 5/2/3 5 3; BD; RI; open
bandito: extra house 37; 4/2/3 5 4; MMK BD; AG; open tight
fuciliere_inglese_1745: extra house 55; 6/4/3 5 4; FMK SB; -; open tight close
granatiere_inglese_1745: extra house 61; 6/3/4 5 4; FMK SB GR; -; open tight close
ufficiale_inglese_1745: protagonist house 57; 6/2/4 5 4 | 5/1/3 5 3; BD PS; -; open tight close
highlander_1745: extra house 45; 5/2/4 4 5; BD PS; BC; open tight
capo_clan_1745: hero house 111; 7/3/5 4 5 | 6/2/4 4 4; BD PS; BC BR; open tight
fuciliere_francese_1745: extra house 50; 5/3/3 5 4; FMK SB; -; open tight close
ussaro_1745: extra house 48 mounted; 5/2/4 5 9; BD PS; RI; open tight
cavallo_sella: extra house -; 2/-/1 5 8; beast; -; open
mucca: extra house -; 2/-/2 5 3; beast; -; open
"""


def written(sheet: Character) -> str:
    """A sheet in the words of the list above."""
    lines = " | ".join(
        f"{line.mo}/{'-' if line.ti is None else line.ti}/{line.mi} {line.ca} {line.mov // UM}" for line in sheet.lines
    )
    points = "-" if sheet.points is None else sheet.points
    order = [code for code in abilities() if code in sheet.abilities]
    head = f"{sheet.id}: {sheet.cls} {sheet.origin} {points}{' mounted' if sheet.is_mounted else ''}"
    arms = " ".join(weapon.code for weapon in sheet.weapons)
    return f"{head}; {lines}; {arms}; {' '.join(order) or '-'}; {' '.join(sheet.formations)}"


def sorted_abilities(row: str) -> str:
    """The same row with its abilities in the order of the table."""
    parts = row.split("; ")
    codes = parts[3].split()
    parts[3] = " ".join(sorted(codes, key=lambda code: list(abilities()).index(code) if code != "-" else 0))
    return "; ".join(parts)


def test_every_sheet_is_that_of_the_catalogue():
    rows = [sorted_abilities(row) for row in SHEETS.strip().splitlines()]
    assert [written(sheet) for sheet in characters().sheets.values()] == rows
    assert len(rows) == 71
    assert list(characters().vehicles) == ["carro", "carrozza", "traino"]


@pytest.mark.rule("cappa.1.2a", "cappa.1.2.1b", "cappa.1.2.2b", "cappa.1.2.3a", "cappa.1.2.4d", "cappa.1.2.4e")
def test_the_three_classes():
    shown = {one.id: (one.wounds, one.lines, one.value) for one in tables().classes.values()}
    assert shown == {"hero": (3, 2, 3), "protagonist": (2, 2, 2), "extra": (1, 1, 1)}
    for sheet in characters().sheets.values():
        assert len(sheet.lines) == tables().classes[sheet.cls].lines


@pytest.mark.rule("cappa.ex.1")
def test_an_officer_has_two_lines_and_his_musketeers_one():
    officer, musketeer, veteran = (
        characters().sheets[name] for name in ("ufficiale_moschettieri", "moschettiere", "moschettiere_veterano")
    )
    assert [len(sheet.lines) for sheet in (officer, musketeer, veteran)] == [2, 1, 1]
    assert officer.line(0) is officer.lines[0]
    assert officer.line(1) is officer.lines[1]
    assert musketeer.line(0) is musketeer.lines[0]


@pytest.mark.rule("cappa.ex.11", "cappa.1.2.4d", "cappa.4.0f", "cappa.5.1.2e")
def test_a_wound_puts_garrido_on_his_second_line():
    garrido = characters().sheets["garrido"]
    before, after = garrido.line(0), garrido.line(1)
    assert (before.mo, before.ti, before.mi, before.mov) == (6, 3, 4, 400)
    assert (after.mo, after.ti, after.mi, after.mov) == (5, 2, 3, 300)


@pytest.mark.rule("cappa.8.1.2j")
def test_a_stoic_keeps_his_first_line_until_the_second_wound():
    porthos = characters().sheets["porthos"]
    assert [porthos.line(wounds).mo for wounds in range(3)] == [7, 7, 6]


def test_a_dash_is_no_fire_ability_at_all():
    assert characters().sheets["disertore_terheyden"].lines[0].ti is None
    assert characters().sheets["boia_bethune"].line(1).ti == 0


@pytest.mark.rule("cappa.1.2.4i")
def test_armour_classes_run_from_five_to_one():
    names = {ca: armour.name.en for ca, armour in tables().armour.items()}
    assert list(names) == [5, 4, 3, 2, 1]
    assert names[5] == "no armour"
    assert names[1] == "full armour"


@pytest.mark.rule("cappa.1.1b", "cappa.1.1c", "cappa.1.1.h1")
def test_bases_on_foot_mounted_and_of_animals():
    sheets = characters().sheets
    assert sheets["moschettiere"].base == 100
    assert sheets["cavaliere_francese"].base == 200
    assert sheets["maiale"].base == 100
    assert sheets["mucca"].base == 200


def test_a_rider_walks_when_he_is_off_his_horse():
    line = characters().sheets["ussaro_1745"].line(0)
    assert (line.mov, line.mov_on_foot) == (900, 400)


@pytest.mark.rule("cappa.1.2.4.h2")
def test_the_second_line_where_none_is_given():
    worse = second_line(LineForm(mo=6, ti=0, mi=1, ca=4, mov=200))
    assert (worse.mo, worse.ti, worse.mi, worse.ca, worse.mov) == (5, 0, 0, 4, 200)
    assert second_line(LineForm(mo=6, mi=3, ca=4, mov=450)).ti is None
    assert second_line(LineForm(mo=6, mi=3, ca=4, mov=450)).mov == 350


@pytest.mark.rule("cappa.8.h1", "cappa.ex.66")
def test_points_of_a_musketeer_and_of_a_protagonist():
    sheets = characters().sheets
    assert line_points(sheets["moschettiere"].line(0), 400, "extra") == 30
    assert sheets["moschettiere"].points == 30 + 8 + 2
    assert line_points(sheets["protagonista"].line(0), 400, "protagonist") == 61  # 35 x 1.75 = 61.25
    assert sheets["protagonista"].points == 61 + 2 + 4


@pytest.mark.rule("cappa.8.h1")
def test_nobody_is_worth_less_than_five_and_halves_go_up():
    pig = characters().sheets["maiale"].line(0)
    assert line_points(pig, 200, "extra") == 8
    feeble = LineForm(mo=1, mi=0, ca=5, mov=100)
    assert line_points(feeble, 100, "extra") == 5
    assert line_points(feeble, 100, "hero") == 11  # 11.25
    assert line_points(LineForm(mo=2, mi=1, ca=5, mov=400), 400, "protagonist") == 11  # 6 x 1.75 = 10.5


@pytest.mark.rule("cappa.8.h1", "cappa.8.0b")
def test_weapons_abilities_and_a_horse_are_added():
    form = CharacterForm(
        id="x",
        name=Name(en="x", it="x"),
        cls="extra",
        lines=(LineForm(mo=5, ti=2, mi=4, ca=3, mov=800),),
        weapons=("BD", "PS"),
        abilities=("RI",),
        formations=("open",),
        origin="house",
        is_mounted=True,
        mov_on_foot=400,
    )
    assert points_of(form) == 33 + 2 + 4 + 5 + 10


@pytest.mark.rule("cappa.8.1.3a")
def test_points_of_the_seventeen_abilities():
    by_points: dict[int, set[str]] = {}
    for code, ability in abilities().items():
        by_points.setdefault(ability.points, set()).add(code)
    assert by_points == {
        5: {"AG", "RI", "DE", "LO", "SF", "FE", "ST", "BR"},
        6: {"BE"},
        7: {"TA", "SS"},
        8: {"TF", "BM", "WI", "BC"},
        10: {"LS", "RE"},
    }


@pytest.mark.rule("cappa.8.h2")
def test_which_abilities_are_open_to_extras():
    extras = {code for code, ability in abilities().items() if ability.extras}
    assert extras == {"TF", "AG", "BM", "RI", "DE", "WI", "LO", "SS", "BC"}
