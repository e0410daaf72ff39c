"""Files with a slip in them: every one is refused in one sentence, with file and key."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.sheets.abilities import read_abilities
from alfiere.games.cappa.sheets.characters import read_characters
from alfiere.games.cappa.sheets.event_types import EventType, EventTypes, EventTypesForm, event_types
from alfiere.games.cappa.sheets.optional_rules import read_optional_rules
from alfiere.games.cappa.sheets.tables import DATA, read_tables, read_terrain
from alfiere.games.cappa.sheets.weapons import read_weapons
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.forms import Name
from tests.games.slips import sentence
from tests.situation import situation

GUARDIE = "scenarios/guardie.toml"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("points = 40", "points = 40\ncolour = 'red'", "character[0]: object contains unknown field `colour`"),
        ("points = 40", "points = 41", "character moschettiere.points: they are 41; they must be 40 (cappa.8.h1)"),
        ("points = 40\n", "", "character moschettiere.points: they are missing; they must be 40 (cappa.8.h1)"),
        ("mo = 5", "mo = 'high'", "character[0].lines[0].mo: expected `int`, got `str`"),
        ("mo = 5, ", "", "character[0].lines[0]: object missing required field `mo`"),
        ("mo = 5", "mo = 11", "character moschettiere.lines[0].mo: it is 11; it must be 0 to 10"),
        ("ca = 4", "ca = 6", "character moschettiere.lines[0].ca: it is 6; it must be 1 (full armour) to 5 (none)"),
        ("mov = 4", "mov = 4.005", "character[0].lines[0].mov: 4.005 is finer than a hundredth of a um"),
        ("mov = 4", "mov = nan", "character[0].lines[0].mov: nan is not a length in um that fits on a table"),
        ("mov = 4", "mov = true", "character[0].lines[0].mov: expected `int`, got `bool`"),
        ('class = "extra"', 'class = "villain"', "character[0].class: invalid enum value 'villain'"),
        (
            'class = "extra"',
            'class = "protagonist"',
            "character moschettiere.lines: a protagonist needs a second line, for when he is wounded (cappa.1.2.4d)",
        ),
        (
            "lines = [{ mo = 5, ti = 3, mi = 3, ca = 4, mov = 4 }]",
            "lines = [{ mo = 5, mi = 3, ca = 4, mov = 4 }, { mo = 5, mi = 3, ca = 4, mov = 4 }]",
            "character moschettiere.lines: there are 2; of the class «extra» there must be 1 (cappa.1.2.4d)",
        ),
        (
            "  { mo = 5, ti = 1, mi = 2, ca = 4, mov = 3 },",
            "  { mo = 5, mi = 2, ca = 4, mov = 3 },",
            "character ufficiale_moschettieri.lines: «ti» stands in one line only",
        ),
        ('"MMK", "BD"', '"MMK", "laser"', "character moschettiere.weapons: weapon «laser» is not in the table"),
        ('"MMK", "BD"', '"LT"', "character moschettiere.weapons: nobody carries a gun about: «LT»"),
        ('"MMK", "BD"', "", "character moschettiere.weapons: name at least one weapon"),
        ('"open", "tight", "close"', '"square"', "character[0].formations[0]: invalid enum value 'square'"),
        (
            'troops = "regular"',
            'troops = "militia"',
            "character moschettiere.formations: close order is for trained soldiers",
        ),
        (
            'abilities = ["TF"]',
            'abilities = ["XX"]',
            "character moschettiere_veterano.abilities: ability «XX» is not known",
        ),
        (
            'abilities = ["TF"]',
            'abilities = ["LS"]',
            "character moschettiere_veterano.abilities: «LS» is not for extras (cappa.8.h2)",
        ),
        (
            "mov_on_foot = 4\n",
            "",
            "character cavaliere_francese.mov_on_foot: «is_mounted» and «mov_on_foot» belong together",
        ),
        ('id = "dragone"', 'id = "moschettiere"', "character moschettiere: this id stands twice"),
        ('it = "moschettiere"', 'it = " "', "character moschettiere.name: the name is empty in a language: «it»"),
        ('it = "moschettiere"', 'es = "mosquetero"', "character[0].name: object contains unknown field `es`"),
        ('id = "carro"', 'id = "carrozza"', "vehicle carrozza: this id stands twice"),
        ("[[character]]", "[[character]", "this is not TOML: "),
    ],
)
def test_slips_in_the_characters(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "characters.toml", read_characters, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "firearm"', 'kind = "laser"', "weapon[3].kind: invalid enum value 'laser'"),
        ("um = 24", "um = 7", "weapon ARQ.long.um: long range must go farther than short range (cappa.5.3.1d)"),
        ("um = 8", "um = 0", "weapon ARQ.short.um: a range must be more than nothing"),
        ("reload = 2", "reload = 0", "weapon ARQ.reload: it is 0; reloading costs at least 1 PA, or leave it out"),
        ("reload = 2\n", "", "weapon ARQ: «reload» is missing: the PA that loading it costs (cappa.5.3.1e)"),
        ("hands = 2", "hands = 3", "weapon[0].hands: invalid enum value 3"),
        ('notes = ["match", "club"]', 'notes = ["magic"]', "weapon[3].notes[0]: invalid enum value 'magic'"),
        ('fights_as = "IW" ', 'fights_as = "BOW" ', "weapon BOW.fights_as: «BOW» is not a weapon with melee values"),
        ('fights_as = "IW" ', "# ", "weapon BOW: without «melee» it needs «fights_as»"),
        ('fixed_on = ["MMK", "FMK", "RI"] ', "# ", "weapon PB: bayonets, and nothing else, say in «fixed_on»"),
        ('"MMK", "FMK", "RI"', '"MMK", "XX"', "weapon PB.fixed_on: weapon «XX» is not in the table"),
        (', "building range"', "", "weapon GR: the note «building range» and «in_building» belong together"),
        ('code = "ARQ"', 'code = "HAL"', "weapon HAL: this code stands twice"),
        ('code = "unarmed"', 'code = "bare"', "weapon WH.fights_as: «unarmed» is not a weapon with melee values"),
        ("melee = { hit = -2, damage = -2 }", "", "weapon unarmed: it has no columns at all"),
        ("points = 0", "points = -1", "weapon unarmed: «points» and «length» cannot be negative"),
        ("length = 0", "length = -1", "weapon unarmed: «points» and «length» cannot be negative"),
    ],
)
def test_slips_in_the_weapons(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "weapons.toml", read_weapons, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('code = "AG"', 'code = "TF"', "ability TF: this code stands twice"),
        ('code = "AG"', 'code = "ZZ"', "ability ZZ: the rules know no such ability; there are TF, "),
        ("points = 8", "points = -1", "ability TF.points: points cannot be negative"),
        ("extras = true", "extras = 1", "ability[0].extras: expected `bool`, got `int`"),
    ],
)
def test_slips_in_the_abilities(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "abilities.toml", read_abilities, old, new).startswith(told)


def test_a_missing_ability(tmp_path):
    text = (DATA / "abilities.toml").read_text(encoding="utf-8")
    path = tmp_path / "abilities.toml"
    path.write_text("[[ability]]".join(text.split("[[ability]]")[:-1]), encoding="utf-8")
    with pytest.raises(BadData, match=r"abilities\.toml: ability: «BR» is missing"):
        read_abilities(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("valid_die = 3 ", "valid_dice = 3 ", "numbers: object contains unknown field `valid_dice`"),
        ("sector = 12 ", "sector = 'x' ", "lengths.sector: expected `int`, got `str`"),
        ("sector = 12 ", "sector = -1 ", "lengths.sector: a length cannot be negative"),
        ("least_move = 0.25", "least_move = 0", "lengths.least_move: must be more than nothing"),
        ("least_move = 0.25", "least_move = 1.01", "lengths.least_move: must be more than nothing, and not more than"),
        ("tolerance = 0.01", "tolerance = 0.001", "lengths.tolerance: 0.001 is finer than a hundredth of a um"),
        ("share = [3, 4]", "share = [5, 4]", "mission vital.share: 5 of 4 is not a share; write it like [3, 4]"),
        ("recovery = [1, 2]", "recovery = [3, 2]", "numbers.recovery: 3 of 2 is not a share"),
        ("loaded_cart = [1, 2]", "loaded_cart = [0, 2]", "numbers.loaded_cart: 0 of 2 is not a share"),
        ("mounted = [2, 3]", "mounted = [4, 3]", "numbers.countercharge_mounted: 4 of 3 is not a share"),
        ("extra = [1, 1], ", "", "points.factor: «extra» is missing (cappa.8.h1)"),
        ("extra = [1, 1]", "extra = [1, 0]", "points.factor.extra: write a factor like [7, 4]"),
        ("ca = 5", "ca = 6", "armour: there must be one entry for each class from 5 to 1 (cappa.1.2.4i)"),
        ('id = "light_match"', 'id = "shoot"', "action shoot: this id stands twice"),
        ("pa = 2\n", "", "action light_match: «pa» is 0, which does not go with cost «fixed»"),
        ('cost = "weapon"', 'cost = "dear"', "action[2].cost: invalid enum value 'dear'"),
        ("wounds = 3 ", "wounds = 0 ", "class hero: wounds must be at least 1"),
        ('to = "Ti"', 'to = "Mo"', "fire[0].to: invalid enum value 'Mo'"),
    ],
)
def test_slips_in_the_tables(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "tables.toml", read_tables, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("height = 0.75", "height = 'tall'", "obstacle[0].height: expected `int`, got `str`"),
        ('id = "fence"', 'id = "hedge"', "obstacle hedge: this id stands twice"),
        ('mounted = "difficult"', 'mounted = "slow"', "ground[1].mounted: invalid enum value 'slow'"),
        ('of = "scrub"', 'of = "jungle"', "kind tall_crops.of: «jungle» is not known; it must be one of open, "),
        ('structure = "wood"\n', "", "kind building_wood: «structure» says what the walls of a building are made of"),
        ('structure = "wood"', 'structure = "ice"', "kind building_wood.structure: «ice» is not known"),
        ("weight = 0.5", "weight = -1", "load keg.weight: a weight cannot be negative"),
    ],
)
def test_slips_in_the_terrain(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "terrain.toml", read_terrain, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turns = 10", "turns = 0", "turns: it is 0; it must be at least 1"),
        ('game = "cappa"', 'game = "esa"', "game: invalid enum value 'esa'"),
        ("width = 36", "width = 3", "table.width: a table measures 8 to 240 um"),
        ('en = "Guards and musketeers"', 'en = ""', "title: the name is empty in a language: «en»"),
        ('kind = "wood"', 'kind = "jungle"', "terrain[4].kind: «jungle» is not known; it must be one of hedge, "),
        ("rect = [13, 0, 23, 5]", "rect = [23, 0, 13, 5]", "terrain[0].rect: a rect is [x1, y1, x2, y2]"),
        (
            "rect = [13, 0, 23, 5]",
            "rect = [13, 0, 43, 5]",
            "terrain[0].rect: (43, 5) is not on the table, which is 36 x 36",
        ),
        ("rect = [13, 0, 23, 5]", "rect = [13, 0, 23]", "terrain[0].rect: expected `array` of length 4, got 3"),
        ("is_closed = true", "is_closed = true\ndoors = ['east']", "terrain[0]: a closed building has no opening"),
        ("rect = [0, 26, 8, 36]", "points = [[1, 30]]", "terrain[4]: ground is given as a «rect»"),
        ("[[22, 18], [32, 18]]", "[[22, 18], [22, 18]]", "terrain[1].lines[1]: the line begins where it ends"),
        ("points = [[18, 22]]", "points = [[18, 22.001]]", "terrain[2].points[0][1]: 22.001 is finer than a hundredth"),
        ("length = 2\n", "length = 2\ndoors = ['east']\n", "terrain[3]: only buildings have doors"),
        (
            "length = 2\n",
            "length = 2\ngaps = [{ at = [1, 1] }]\n",
            "terrain[3].gaps[0]: the gap must lie on the obstacle",
        ),
        ('kind = "wood"', 'kind = "wood"\nid = "hedge-1"', "terrain[5].id: «hedge-1» stands twice; every piece of"),
        ('seat = "blue"', 'seat = "red"', 'side: there must be one side with seat = "red", one "blue"'),
        ('code = "king"', 'code = "cardinal"', "side: the sides need different codes"),
        (
            'mission = "vital"',
            'mission = "idle"',
            "side cardinal.mission: «idle» is not known; it must be one of vital, ",
        ),
        ("within = 6", "within = 60", "side cardinal.zone.within: it reaches beyond the table"),
        (
            'edge = "north", within = 6',
            "within = 6",
            "side cardinal.zone: it needs either a «rect», an «edge»",
        ),
        (
            'zone = { edge = "north", within = 6 }',
            "zone = { rect = [0, 0, 2, 1] }",
            "side cardinal.zone: it is too small for 4 bases (cappa.1.3a)",
        ),
        (
            'profile = "rochefort"',
            'profile = "richelieu"',
            "side cardinal.character rochefort: profile «richelieu» is not among the characters",
        ),
        ('profile = "rochefort"', 'profile = "carro"', "side cardinal.character rochefort: «carro» is a vehicle"),
        (
            'id = "officer"',
            'id = "rochefort"',
            "side cardinal: the id «rochefort» stands twice; everybody needs his own",
        ),
        ("is_of_any_size = true\n", "", "side cardinal.squad guards: a squad has 4 to 10 members, not 3 (cappa.6.0e)"),
        (
            'formation = "tight"',
            'formation = "close"',
            "side cardinal.squad guards.formation: «guardia_cardinale» does not",
        ),
        (
            'devoted_to = "first-gentleman"\n',
            "",
            "side king.character valet.devoted_to: it names another's id for who has the ability DE, and only for him",
        ),
        (
            'devoted_to = "first-gentleman"',
            'devoted_to = "rochefort"',
            "side king.character valet.devoted_to: «rochefort» is not another character of the side",
        ),
        (
            'devoted_to = "first-gentleman"',
            'devoted_to = "veteran"',
            "side king.character valet.devoted_to: one is devoted to a hero or protagonist (cappa.8.1.2g)",
        ),
        ('option = "disarm"', 'option = "magic"', "score[0].option: «magic» is not known; it must be one of "),
        ("each = 1", "each = 0", "score[0].each: it is 0; it must be at least 1"),
        ('squad = "guards"', 'squad = "king"', "special[0].squad: it must be the id of a squad with «is_of_any_size»"),
        ('kind = "break"', 'kind = "miracle"', "objective[0].kind: invalid value 'miracle'; known are break, leave, "),
    ],
)
def test_slips_in_a_scenario(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / GUARDIE, read_scenario, old, new).startswith(told)


@pytest.mark.rule("cappa.1.2.1a", "cappa.1.2.2a")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('profile = "protagonista"', 'profile = "rochefort"', "the hero «rochefort» stands twice; heroes are unique"),
        ('"guardia_cardinale", count', '"porthos", count', "«porthos» cannot be one of a squad's men (cappa.1.2.1a)"),
        ('"guardia_cardinale", count', '"protagonista", count', "«protagonista» cannot be one of a squad's men"),
        ('profile = "ufficiale_guardie"', 'profile = "valletto"', "it names another's id for who has the ability DE"),
        ('profile = "ufficiale_guardie"', 'profile = "moschettiere"', "only a hero or protagonist leads a squad"),
    ],
)
def test_who_may_be_in_a_squad_and_how_often(tmp_path, old, new, told):
    assert told in sentence(tmp_path, DATA / GUARDIE, read_scenario, old, new)


@pytest.mark.rule("cappa.1.2.1a", "cappa.6.0c")
@pytest.mark.parametrize("there", ["among the men", "in another squad", "by himself"])
def test_a_hero_among_the_men_of_a_squad_stands_nowhere_else(there):
    name = {"en": "a", "it": "a"}
    source = dict(situation("cappa on open ground 40x40\nred extra A at 5,5\nblue extra B at 30,30").scenario.source)
    men = [{"profile": "moschettiere", "count": 4}, {"profile": "porthos", "count": 1}]
    squads = [{"id": "few", "name": name, "members": men, "formation": "open", "is_mixed": True}]
    alone = []
    if there == "among the men":
        squads[0] |= {"members": [*men, men[1]]}
    elif there == "in another squad":
        squads.append({**squads[0], "id": "others"})
    else:
        alone = [{"id": "hero", "profile": "porthos", "name": name}]

    def side(number, **more):
        return {**source["side"][number], **more}

    read_scenario({**source, "side": [side(0, squad=squads[:1] if there != "among the men" else []), side(1)]})
    both = [side(0, squad=squads), side(1, **({"character": alone} if alone else {}))]
    with pytest.raises(BadData, match="the hero «porthos» stands twice; heroes are unique"):
        read_scenario({**source, "side": both})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('id = "duellist"', 'id = "protagonista"', "character protagonista: this id stands twice"),
        ('in_hand = ["BD"]', 'in_hand = ["PS"]', "side bretons.character kerguelen.in_hand: «PS» is not known"),
        ("points = 63", "points = 6300", "character duellist.points: they are 6300; they must be 63 (cappa.8.h1)"),
    ],
)
def test_slips_in_a_duel(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "scenarios/duello.toml", read_scenario, old, new).startswith(told)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(BadData, match=r"richelieu: there is no such battle; there are duello, "):
        read_scenario("richelieu")
    with pytest.raises(BadData, match=r"nothing\.toml: there is no such file"):
        read_weapons(tmp_path / "nothing.toml")


@pytest.mark.rule("cappa.1.2.4i", "cappa.2.2.1t")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mo = 5, ti = 3, mi = 3, ca = 4, mov = 4", "mo = 10, ti = 10, mi = 10, ca = 5, mov = 0"),
        ("mo = 5, ti = 3, mi = 3, ca = 4, mov = 4", "mo = 0, ti = 0, mi = 0, ca = 1, mov = 4"),
    ],
)
def test_values_at_their_limits_are_only_a_matter_of_points(tmp_path, old, new):
    assert sentence(tmp_path, DATA / "characters.toml", read_characters, old, new).startswith(
        "character moschettiere.points: they are 40; they must be "
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("ca = 4", "ca = 0", "character moschettiere.lines[0].ca: it is 0; it must be 1"),
        ("mo = 5", "mo = -1", "character moschettiere.lines[0].mo: it is -1; it must be 0 to 10"),
        ("ti = 3", "ti = 11", "character moschettiere.lines[0].ti: it is 11; it must be 0 to 10"),
        ("mi = 3", "mi = 11", "character moschettiere.lines[0].mi: it is 11; it must be 0 to 10"),
        ("mov = 4", "mov = -1", "character moschettiere.lines[0].mov: it cannot be negative"),
        ("points = 40", "points = 40\nformation_pa = 0", "character moschettiere.formation_pa: it is 0; it must be at"),
        ('id = "carro"', 'id = "moschettiere"', "vehicle moschettiere: this id stands twice"),
        ('it = "carro"', 'it = ""', "vehicle carro.name: the name is empty in a language: «it»"),
    ],
)
def test_values_beyond_their_limits(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "characters.toml", read_characters, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("share = [3, 4]", "share = [0, 4]", "mission vital.share: 0 of 4 is not a share"),
        ("lines = 2 ", "lines = 3 ", "class hero: wounds must be at least 1 and lines 1 or 2"),
        ("lines = 2 ", "lines = 0 ", "class hero: wounds must be at least 1 and lines 1 or 2"),
        (
            'cost = "weapon"',
            'cost = "weapon"\npa = 1',
            "action reload: «pa» is 1, which does not go with",
        ),
        ('it = "eroe"', 'it = ""', "class hero.name: the name is empty in a language: «it»"),
        ('[[class]]\nid = "hero"', '[[class]]\nid = "extra"', "class extra: this id stands twice"),
    ],
)
def test_more_slips_in_the_tables(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "tables.toml", read_tables, old, new).startswith(told)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('of = "event"', 'of = "wood"', "kind event_marker.of: «wood» is not known; it must be one of event"),
        ('is = "obstacle"\nof = "hedge"', 'is = "obstacle"\nof = "wood"', "kind hedge.of: «wood» is not known"),
        (
            'is = "obstacle"\nof = "hedge"',
            'is = "obstacle"\nof = "hedge"\nstructure = "wood"',
            "kind hedge: «structure» says what the walls",
        ),
    ],
)
def test_more_slips_in_the_terrain(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "terrain.toml", read_terrain, old, new).startswith(told)


@pytest.mark.rule("cappa.9.3.1a", "cappa.9.2.1a")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("shots = 6", "shots = 0", "ammunition: «0» shots are none (cappa.9.3.1a)"),
        ("suits = 4", "suits = 0", "cards: a deck needs cards (cappa.9.2.1a)"),
        ("highest = 10", "highest = 0", "cards: a deck needs cards (cappa.9.2.1a)"),
    ],
)
def test_slips_in_the_optional_rules(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "options.toml", read_optional_rules, old, new).startswith(told)


def test_a_deck_of_one_card_and_a_single_shot_are_enough(tmp_path):
    text = (DATA / "options.toml").read_text(encoding="utf-8")
    for old, new in (("suits = 4", "suits = 1"), ("highest = 10", "highest = 1"), ("shots = 6", "shots = 1")):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "options.toml"
    path.write_text(text, encoding="utf-8")
    rules = read_optional_rules(path)
    assert (rules.cards.suits, rules.cards.highest, rules.shots["PS"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('it = "Addestrato alle armi da fuoco"', 'it = ""', "ability TF.name: the name is empty in a language: «it»"),
        ("effect = { en = ", 'effect = { en = "", it = "x" } # ', "ability TF.effect: the name is empty in a language"),
    ],
)
def test_more_slips_in_the_abilities(tmp_path, old, new, told):
    assert sentence(tmp_path, DATA / "abilities.toml", read_abilities, old, new).startswith(told)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": "brawler"}, "events: type brawler: this id stands twice"),
        ({"name": Name(en="", it="x")}, "events: type new.name: the name is empty in a language: «en»"),
        ({"band": Name(en="x", it="")}, "events: type new.band: the name is empty in a language: «it»"),
        ({"called": Name(en="x", it="")}, "events: type new.called: the name is empty in a language: «it»"),
        ({}, ""),
    ],
)
def test_slips_in_the_types_of_events(change, told):
    known = event_types()
    new = EventType(**{"id": "new", "name": Name(en="new", it="nuovo"), "rules": ("cappa.7.2a",)} | change)
    form = EventTypesForm(numbers=known.numbers, lengths=known.lengths, type=(*known.types.values(), new))
    if not told:
        assert EventTypes(form, "events").types["new"] is new
        return
    with pytest.raises(BadData) as caught:
        EventTypes(form, "events")
    assert str(caught.value).startswith(told)


@pytest.mark.rule("cappa.4.3.7a")
def test_a_load_without_a_weight_cannot_be_carried_but_a_person_has_one(tmp_path):
    loads = read_terrain(DATA / "terrain.toml").loads
    assert [name for name, load in loads.items() if load.weight is None] == ["vehicle"]
    told = sentence(tmp_path, DATA / "terrain.toml", read_terrain, 'id = "person"', 'id = "man"')
    assert told.startswith("load person.weight: a grown person has a weight")
