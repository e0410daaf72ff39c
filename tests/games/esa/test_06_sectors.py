"""Chapters 6.2 to 6.4: fire advantage, engaged units, sectors and lines of fire."""

from __future__ import annotations

import pytest

from alfiere.games.esa.command import engages, has_melee_order, is_engaged
from alfiere.games.esa.events import UnitParalysed, VolleyFired
from alfiere.games.esa.fire import can_fire, fire_automatic, targets
from alfiere.games.esa.melee import advantage
from alfiere.games.esa.state import AGGRESSIVE_MELEE, REACTION_MELEE
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import profiles, read_profiles
from tests.situation import situation

# Fire advantage

CLASSES = {
    "CP": "cuirassiers",
    "CM": "weimar",
    "reiter": "reiter",
    "CL": "arquebusiers",
    "FL": "musketeers",
    "FP": "swordsmen",
    "PM": "walloons",
    "SQ": "tercio",
    "AL": "guns",
    "AP": "heavy-guns",
}
# the columns in the order of CLASSES; a row that is not here has no advantage at all
FIRE_ADVANTAGE = {
    "CM": (0, 0, 0, 0, 0, 0, 1, 1, 0, 0),
    "reiter": (0, 0, 0, 0, 0, 0, 1, 1, 0, 0),
    "CL": (1, 1, 1, 0, 0, 0, 1, 1, 0, 0),
    "FL": (1, 1, 1, 0, 0, 0, 1, 1, 0, 0),
    "FP": (0, 0, 0, 0, 0, 0, 1, 1, 0, 0),
}


def automatic(shooter: str, target: str) -> int:
    """The automatic damage of a volley between two kinds of troops."""
    game = situation(f"""
        esa on open ground
        red   {CLASSES[shooter]} A at 0,0 facing 0
        blue  {CLASSES[target]} B at 0,-2 facing 0
    """)
    return fire_automatic(game.state, game.unit("A"), game.unit("B")).total


@pytest.mark.rule("esa.6.2a", "esa.6.2b", "esa.6.2c", "esa.6.2d", "esa.6.2e")
@pytest.mark.parametrize("shooter", FIRE_ADVANTAGE)
def test_each_cell_of_the_fire_advantage_table(shooter):
    assert tuple(automatic(shooter, target) for target in CLASSES) == FIRE_ADVANTAGE[shooter]


@pytest.mark.rule("esa.6.2f")
@pytest.mark.parametrize("shooter", ["AL", "AP", "CP", "PM", "SQ"])
def test_guns_heavy_cavalry_pikes_and_squares_have_no_fire_advantage(shooter):
    assert not any(automatic(shooter, target) for target in CLASSES)


@pytest.mark.rule("esa.6.2a")
def test_an_advantage_is_one_damage_without_a_success():
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  cuirassiers B at 0,-2 facing 0, armour 0|0
        cards red 9 9 9 9
    """)
    game.shoot("A", "B", "none")
    assert (game.told(VolleyFired)[0].hits, game.unit("B").lost) == (0, 1)


@pytest.mark.rule("esa.ex.39")
def test_musketeers_have_an_advantage_in_fire_but_none_in_melee():
    order = ("CP", "CM", "reiter", "CL", "FL", "FP", "PM", "SQ")
    assert [automatic("FL", target) for target in order] == [1, 1, 1, 0, 0, 0, 1, 1]
    for target in order:
        game = situation(f"""
            esa on open ground
            red   musketeers A at 0,0 facing 0, contact B
            blue  {CLASSES[target]} B at 0,-1 facing 3
        """)
        assert advantage(game.state, game.unit("A"), game.unit("B")) == (0, 0)


# Engaged units


@pytest.mark.rule("esa.6.3a")
def test_a_unit_is_engaged_by_a_fresh_neighbour_with_a_melee_order():
    text = """
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  weimar B at {place} facing 3, {state}
        blue  general G at {general} morale 2
        order blue: {order}
    """

    def engaged(place="0,-1", state="moved", general="0,-2", order="card 4"):
        game = situation(text.format(place=place, state=state, general=general, order=order))
        return is_engaged(game.state, game.unit("A"))

    assert engaged()
    assert engaged(place="0,1", general="0,2")  # on whatever side
    assert not engaged(place="0,-2", general="0,-3")
    assert not engaged(state="shaken")
    assert not engaged(order="card 23")
    assert not engaged(general="0,-9")  # out of command it has no order


@pytest.mark.rule("esa.6.3b")
@pytest.mark.parametrize(("red", "blue", "may"), [(23, 23, True), (23, 4, False), (4, 23, False)])
def test_a_unit_that_is_engaged_or_engages_the_enemy_may_not_fire(red, blue, may):
    game = situation(f"""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  walloons B at 0,-1 facing 3
        blue  walloons C at 1,-2 facing 3, division far
        order red: card {red}
        order blue: card {blue}
    """)
    game.phase("fire")
    mine = [decision for decision in game.asked if decision.key == "fire" and decision.seat == "red"]
    assert bool(mine) is may


@pytest.mark.rule("esa.6.3c")
def test_an_engaged_unit_is_no_target_but_one_that_only_engages_is():
    text = """
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        red   weimar A at 0,-3 facing 3, division horse
        blue  walloons B at 0,-2 facing 0
        order red: card 23
        order horse: {red}
        order blue: {blue}
    """
    game = situation(text.format(red="card 4", blue="card 23"))
    assert is_engaged(game.state, game.unit("B"))
    assert not targets(game.state, game.unit("Y"))
    game = situation(text.format(red="card 23", blue="card 4"))
    assert engages(game.state, game.unit("B"))
    assert targets(game.state, game.unit("Y")) == [game.unit("B")]


@pytest.mark.rule("esa.6.3c", "esa.9.2l")
@pytest.mark.parametrize(("one", "two"), [("0,-3", "-1,-2"), ("-1,-2", "0,-3")])
@pytest.mark.parametrize(("other", "state"), [("weimar", ", shaken"), ("guns", "")])
def test_shaken_units_and_guns_engage_nobody_but_do_not_shield_him_from_others(one, two, other, state):
    text = """
        esa on open ground
        red   musketeers Y at 0,0 facing 0
        red   {other} S at {one} facing 3, division horse{state}
        {more}
        blue  walloons B at 0,-2 facing 0
        order red: card 23
        order horse: card 4
    """
    alone = situation(text.format(other=other, state=state, one=one, more=""))
    assert targets(alone.state, alone.unit("Y")) == [alone.unit("B")]
    more = f"red weimar A at {two} facing 3, division horse"
    assert not targets(
        (game := situation(text.format(other=other, state=state, one=one, more=more))).state, game.unit("Y")
    )


@pytest.mark.rule("esa.6.3d")
@pytest.mark.parametrize("mover", ["A", "B"])
def test_firmness_fires_before_melee_as_soon_as_a_move_has_brought_the_enemy_adjacent(mover):
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  weimar B at 0,-2 facing 3
        order red: card 4
        order blue: card 4
        cards red 9 9 9
    """)
    game.move(mover, 0, -1, f"face facing={0 if mover == 'A' else 3}", "fire unit=A target=B")
    assert is_engaged(game.state, game.unit("A"))
    assert [event.unit for event in game.told(VolleyFired)] == ["A"]
    game = situation("""
        esa on open ground
        red   arquebusiers A at 0,0 facing 0
        blue  weimar B at 0,-2 facing 3
        order blue: card 4
    """)
    game.move("B", 0, -1, "stand", "face facing=3")  # without firmness nobody fires
    assert "firm-fire" not in {decision.key for decision in game.asked}


@pytest.mark.rule("esa.6.3e")
@pytest.mark.parametrize(("kind", "may"), [("reiter", True), ("weimar", False)])
def test_reiter_fire_although_adjacent_and_with_a_melee_order(kind, may):
    game = situation(f"""
        esa on open ground
        red   {kind} R at 0,0 facing 0
        blue  walloons B at 0,-1 facing 3
        order red: card 4
        order blue: card 4
        initiative red
        cards red 9 9 9
    """)
    game.phase("fire", *(["fire unit=R target=B"] if may else []))
    assert [event.unit for event in game.told(VolleyFired)] == (["R"] if may else [])


@pytest.mark.rule("esa.6.3f")
def test_what_counts_as_a_melee_order():
    text = """
        esa on open ground
        red   weimar A at 0,0 facing 0
        red   general G at {general} morale 2
        order red: {order}
    """

    def ordered(order: str, general: str = "0,1", did: int = 0) -> bool:
        game = situation(text.format(order=order, general=general))
        game.unit("A").did |= did
        return has_melee_order(game.state, game.unit("A"))

    assert ordered("card 4")
    assert ordered("card 4 focus melee")
    assert not ordered("card 4 focus fire")
    assert not ordered("card 23")
    assert not ordered("card 4", general="0,3")
    assert ordered("card 23", general="0,3", did=REACTION_MELEE)
    assert ordered("card 23", general="0,3", did=AGGRESSIVE_MELEE)


@pytest.mark.rule("esa.6.3f2")
def test_a_unit_engages_with_a_melee_order_next_to_a_fresh_enemy():
    text = """
        esa on open ground
        red   weimar A at 0,0 facing 0
        blue  walloons B at {place} facing 3, {state}
        order red: {order}
    """

    def engaging(place: str = "0,-1", state: str = "moved", order: str = "card 4") -> bool:
        game = situation(text.format(place=place, state=state, order=order))
        return engages(game.state, game.unit("A"))

    assert engaging()
    assert not engaging(place="0,-2")
    assert not engaging(state="shaken")
    assert not engaging(order="card 23")


@pytest.mark.rule("esa.6.3f2")
def test_a_battery_does_not_engage_and_may_fire_at_its_neighbour():
    game = situation("""
        esa on open ground
        red   guns G at 0,0 facing 0
        blue  walloons B at 0,-1 facing 3
        order red: card 4
    """)
    assert not engages(game.state, game.unit("G"))
    assert can_fire(game.state, game.unit("G"))


@pytest.mark.rule("esa.6.3g")
def test_neighbours_without_a_melee_order_may_move_and_fire_also_at_each_other():
    game = situation("""
        esa on open ground
        red   walloons A at 0,0 facing 0
        blue  walloons B at 0,-1 facing 3
        order red: card 23
        order blue: card 23
        initiative red
        cards red 9 9 9 blue 9 9 9
    """)
    game.phase("movement", "unit unit=A", "turn unit=A", "face facing=0", "unit unit=B", "turn unit=B", "face facing=3")
    game.phase("fire", "fire unit=A target=B", "fire unit=B")
    assert [(event.unit, event.target) for event in game.told(VolleyFired)] == [("A", "B"), ("B", "A")]


# Sectors


def zone(kind: str, facing: int = 0, ground: str = "", state: str = "") -> set[tuple[int, int]]:
    """Every place, as q, r, at which a unit in the middle can fire at an enemy."""
    game = situation(f"""
        esa on open ground
        {ground}
        red   {kind} A at 0,0 facing {facing}{state}
        blue  swordsmen B at 0,-9 facing 0
    """)
    state_, enemy = game.state, game.unit("B")
    found = set()
    for label in state_.field.grid.within(game.at(0, 0), 8):
        if label != game.at(0, 0):
            state_.place(enemy, label)
            if enemy in targets(state_, game.unit("A")):
                place = game.where("B")
                assert place is not None
                found.add(place)
    return found


def ahead(*pairs: tuple[int, int]) -> set[tuple[int, int]]:
    """Pairs (m, n) seen from the middle with facing 0: m steps north-west, n north-east."""
    return {(n, -m - n) for m, n in pairs}


def cone(nearest: int, farthest: int) -> set[tuple[int, int]]:
    pairs = [(m, n) for m in range(7) for n in range(7) if nearest <= m + n <= farthest]
    return ahead(*pairs)


MUSKET = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))


@pytest.mark.rule("esa.6.4a")
def test_a_target_must_be_inside_the_sector_which_turns_with_the_unit():
    assert zone("musketeers", facing=3) == {(-q, -r) for q, r in zone("musketeers")}
    game = situation("""
        esa on open ground
        red   musketeers A at 0,0 facing 0
        blue  swordsmen B at 1,0 facing 0
        order red: fire
    """)
    game.phase("fire")
    assert not game.told(VolleyFired)


@pytest.mark.rule("esa.6.4b")
def test_the_line_of_fire_between_the_centres_must_meet_no_obstacle():
    straight = zone("musketeers")
    assert zone("musketeers", ground="wood 0,-1") == straight - {(0, -2)}
    # along the side of two hexes one free hex is enough
    assert zone("musketeers", ground="wood 0,-1 1,-1") == straight - {(0, -2), (1, -2), (2, -2)}


@pytest.mark.rule("esa.6.4c")
@pytest.mark.parametrize("kind", ["musketeers", "walloons"])
def test_the_sector_of_the_infantry_musket(kind):
    assert zone(kind) == ahead(*MUSKET)
    assert zone("dragoons", state=", dismounted") == ahead(*MUSKET)


@pytest.mark.rule("esa.ex.30")
def test_the_example_of_the_musket_sector():
    found = zone("musketeers")
    assert {(0, -1), (0, -2), (1, -2), (2, -2)} <= found
    assert not {(1, 0), (0, -3)} & found


@pytest.mark.rule("esa.6.4c2")
@pytest.mark.parametrize("weapon", ["arquebus_foot", "bow_foot", "missiles_foot"])
def test_other_weapons_of_foot_have_the_sector_of_the_musket(weapon, tmp_path):
    file = tmp_path / "profiles.toml"
    file.write_text((DATA / "profiles.toml").read_text().replace('"musket_foot"', f'"{weapon}"'))
    other = read_profiles(file).units["sp_fl_musketeers"].line("first").sector
    musket = profiles().units["sp_fl_musketeers"].line("first").sector
    assert other is not None
    assert musket is not None
    assert (other.near, other.far, other.flanks, other.range) == (MUSKET, (), (), musket.range)
    assert musket.range == 2


@pytest.mark.rule("esa.6.4d")
@pytest.mark.parametrize("kind", ["arquebusiers", "weimar"])
def test_the_sector_of_the_cavalry_carbine(kind):
    assert zone(kind) == ahead((1, 0), (0, 1), (1, 1))


@pytest.mark.rule("esa.6.4e")
def test_reiter_fire_to_the_flanks_too_with_one_card_less():
    assert zone("reiter") == ahead((1, 0), (0, 1), (1, 1), (1, -1), (-1, 1))
    for place, due in (("0,-1", 3), ("1,-1", 3), ("1,-2", 3), ("1,0", 2), ("-1,0", 2)):
        game = situation(f"""
            esa on open ground
            red   reiter R at 0,0 facing 0
            blue  swordsmen B at {place} facing 0
            cards red 9 9 9
        """)
        game.shoot("R", "B")
        assert len(game.told(VolleyFired)[0].values) == due


@pytest.mark.rule("esa.6.4f")
def test_a_square_fires_two_hexes_to_the_front_and_both_flanks_without_penalty():
    near = ((1, 0), (0, 1), (1, -1), (-1, 1))
    far = ((2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (2, -1), (2, -2))
    assert zone("tercio") == ahead(*near, *far)
    game = situation("""
        esa on open ground
        red   tercio A at 0,0 facing 0
        blue  swordsmen B at -2,0 facing 0
        cards red 9 9 9
    """)
    game.shoot("A", "B")
    assert len(game.told(VolleyFired)[0].values) == 3


def effect(kind: str, place: tuple[int, int]) -> str:
    """What a hit does to a target there: it loses strength or is paralysed."""
    game = situation(f"""
        esa on open ground
        red   {kind} A at 0,0 facing 0, fire 0
        blue  swordsmen B at {place[0]},{place[1]} facing 0, armour 0|0
        cards red 2 5 7
    """)
    game.shoot("A", "B")
    if game.told(UnitParalysed):
        assert game.unit("B").lost == 0
        return "paralysed"
    return f"{game.unit('B').lost} lost"


@pytest.mark.rule("esa.6.4g")
def test_the_two_zones_of_light_guns():
    assert zone("guns") == cone(1, 4)
    assert {effect("guns", place) for place in cone(1, 2)} == {"1 lost"}
    assert {effect("guns", place) for place in cone(3, 4)} == {"paralysed"}


@pytest.mark.rule("esa.6.4h")
def test_the_two_zones_of_heavy_guns():
    assert zone("heavy-guns") == cone(1, 6)
    assert {effect("heavy-guns", place) for place in cone(1, 3)} == {"1 lost"}
    assert {effect("heavy-guns", place) for place in cone(4, 6)} == {"paralysed"}


@pytest.mark.rule("esa.6.4i")
@pytest.mark.parametrize("kind", ["musketeers", "tercio"])
def test_infantry_in_an_area_fires_at_every_hex_within_its_range(kind):
    around = {(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2} - {(0, 0)}
    assert zone(kind, ground="area 0,0 protection 1|1") == around


@pytest.mark.rule("esa.ex.36")
@pytest.mark.parametrize(("place", "lost", "paralysed"), [("0,-2", 1, False), ("0,-4", 0, True)])
def test_the_example_of_the_light_battery(place, lost, paralysed):
    game = situation(f"""
        esa on open ground
        red   guns A at 0,0 facing 0
        blue  line B at {place} facing 0
        cards red 2 5 7
    """)
    game.shoot("A", "B")
    assert game.told(VolleyFired)[0].armour.total == 0
    assert (game.unit("B").lost, game.unit("B").is_paralysed) == (lost, paralysed)


@pytest.mark.rule("esa.ex.55")
def test_the_example_of_the_savoy_battery():
    for place, far in (("1,-2", False), ("1,-3", True)):
        game = situation(f"""
            esa on open ground
            red   sv_al_light_guns A at 0,0 facing 0
            blue  walloons B at {place} facing 0
            cards red 2 3 9
        """)
        game.shoot("A", "B")
        assert game.told(VolleyFired)[0].losses == 1  # two damages, one stopped by armour
        assert (game.unit("B").lost, game.unit("B").is_paralysed) == ((0, True) if far else (1, False))
