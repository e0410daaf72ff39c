"""Chapters 9.4 and 9.9: horse that leaves the melee, and open order, mounted and on foot."""

from __future__ import annotations

import pytest

from alfiere.games.esa.events import DeterminationLost, ForcedMove, MeleeStruck, VolleyFired
from alfiere.games.esa.fire import can_fire, fire_armour
from alfiere.games.esa.melee import melee_armour
from alfiere.games.esa.tables import DATA
from alfiere.games.esa.troops import Profile, profiles, read_profiles
from tests.games.esa.abilities import NOTHING, asked
from tests.situation import situation

LIGHT_HORSE, LIGHT_FOOT = "arquebusiers", "musketeers"
LIGHT = [LIGHT_HORSE, LIGHT_FOOT]


def of_class(*classes: str) -> list[Profile]:
    """All troop cards of these classes."""
    found = [one for one in profiles().units.values() if one.cls in classes]
    assert found
    return found


def gone_back(game) -> list[tuple[str, str, int]]:
    """Who has stepped back or withdrawn, and how many hexes."""
    return [(one.unit, one.kind, len(one.path)) for one in game.told(ForcedMove)]


# 9.4 Cavalry


@pytest.mark.rule("esa.9.4a")
@pytest.mark.parametrize(("kind", "back"), [("cuirassiers", 4), ("weimar", 4), ("swordsmen", 0)])
def test_cavalry_in_a_melee_with_the_enemy_still_there_withdraws_when_the_phase_ends(kind, back):
    game = situation(f"""
        esa on open ground
        red  {kind} C at 0,0 facing 0, order: melee
        blue line P at 0,-1 facing 3
        {NOTHING}
    """)
    game.phase("melee")
    assert game.told(MeleeStruck)
    assert gone_back(game) == ([("C", "withdraw", back)] if back else [])


@pytest.mark.rule("esa.9.4a")
@pytest.mark.parametrize(("lost", "fate"), [("1 9 9", "step-back"), ("1 1 1", "withdraw"), ("1 1 1 1 1", "eliminated")])
def test_cavalry_whose_enemies_have_gone_back_or_fallen_stays(lost, fate):
    strength = 1 if fate == "eliminated" else 4
    game = situation(f"""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue line P at 0,-1 facing 3, strength {strength}, armour 0|0
        cards red {lost} 9 9 blue 9 9 9 9 9 9 9 9
    """)
    game.phase("melee", "hold")
    assert game.where("C") == (0, 0)
    assert game.where("P") is None or fate in [kind for _, kind, _ in gone_back(game)]


@pytest.mark.rule("esa.9.4b")
def test_cavalry_that_has_defended_or_supported_withdraws_too():
    game = situation(f"""
        esa on open ground
        red  swordsmen S at 0,0 facing 0, order: melee
        blue cuirassiers C at 0,-1 facing 3
        blue chevaux-legers D at 1,-1 facing 3
        {NOTHING}
    """)
    game.phase("melee", "attack target=C", "fight unit=C", "join unit=D")
    assert {unit for unit, kind, _ in gone_back(game)} == {"C", "D"}


@pytest.mark.rule("esa.9.4b")
def test_cavalry_that_has_not_fought_the_enemy_beside_it_stays():
    game = situation(f"""
        esa on open ground
        red  swordsmen S at 0,0 facing 0, order: melee
        blue cuirassiers C at 0,-1 facing 3
        blue chevaux-legers D at 1,-1 facing 3
        {NOTHING}
    """)
    game.phase("melee", "attack target=C", "fight unit=C", "none")
    assert [unit for unit, _, _ in gone_back(game)] == ["C"]


@pytest.mark.rule("esa.9.4b")
def test_cavalry_stays_beside_a_shaken_enemy():
    game = situation(f"""
        esa on open ground
        impassable 0,-2 1,-2 -1,-1
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue line P at 0,-1 facing 3, shaken
        {NOTHING}
    """)
    game.phase("melee")
    assert game.where("P") == (0, -1)  # it could not get away
    assert game.where("C") == (0, 0)


@pytest.mark.rule("esa.9.4b2")
@pytest.mark.parametrize(("initiative", "order"), [("red", ["C", "D"]), ("blue", ["D", "C"])])
def test_all_cavalry_on_the_list_withdraws_the_initiative_s_first_whatever_the_others_do(initiative, order):
    game = situation(f"""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue chevaux-legers D at 0,-1 facing 3
        initiative {initiative}
        {NOTHING}
    """)
    game.phase("melee", "fight unit=D")
    assert [unit for unit, _, _ in gone_back(game)] == order


@pytest.mark.rule("esa.9.4c")
def test_leaving_a_melee_shakes_nobody_and_costs_no_determination():
    game = situation(f"""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue line P at 0,-1 facing 3
        {NOTHING}
    """)
    game.phase("melee")
    game.turn_phase("end")
    assert gone_back(game) == [("C", "withdraw", 4)]
    assert not game.unit("C").is_shaken
    assert not game.told(DeterminationLost)


@pytest.mark.rule("esa.9.4d")
@pytest.mark.parametrize(("state", "back"), [("mounted", 5), ("dismounted", 0)])
def test_mounted_dragoons_leave_the_melee_like_cavalry_dismounted_ones_stay_like_infantry(state, back):
    game = situation(f"""
        esa on open ground
        red  dragoons D at 0,0 facing 0, {state}, order: melee
        blue line P at 0,-1 facing 3
        {NOTHING}
    """)
    game.phase("melee")
    assert gone_back(game) == ([("D", "withdraw", back)] if back else [])  # 3 PM and 2 more


# 9.4.1 and 9.9.2 Open order


@pytest.mark.rule("esa.9.4.1a")
def test_light_troops_are_in_open_order_and_everybody_else_in_close_order():
    open_order = {one.cls for one in profiles().units.values() for line in one.lines.values() if line.is_open_order}
    close_order = {
        one.cls for one in profiles().units.values() for line in one.lines.values() if not line.is_open_order
    }
    assert open_order == {"CL", "FL", "DR"}
    assert close_order == {"CP", "CM", "FP", "PM", "SQ", "AL", "AP"}


@pytest.mark.rule("esa.9.4.1b", "esa.9.9.2a")
@pytest.mark.parametrize("ground", ["wood", "difficult"])
def test_open_order_enters_woods_and_difficult_ground_without_stopping(ground):
    text = f"""
        esa on open ground
        {ground} 0,-1 0,-2 0,-3 2,0 3,0
        red {{kind}} L at 0,0 facing 0
    """
    horse, foot = (situation(text.format(kind=kind)) for kind in LIGHT)
    assert {(0, -3), (2, 0), (3, 0)} <= horse.reach("L")  # 3 PM
    assert {(0, -2), (2, 0)} <= foot.reach("L")  # 2 PM
    heavy = situation(text.format(kind="highlanders"))
    assert (2, 0) not in heavy.reach("L")


@pytest.mark.rule("esa.9.4.1c", "esa.9.9.2a2")
@pytest.mark.parametrize(("kind", "farthest"), [(LIGHT_HORSE, 3), (LIGHT_FOOT, 2), ("cuirassiers", 0)])
def test_open_order_passes_through_friends_but_does_not_stop_among_them(kind, farthest):
    ring = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
    friends = "\n".join(f"red line P{n} at {q},{r} facing 0" for n, (q, r) in enumerate(ring))
    game = situation(f"""
        esa on open ground
        red {kind} L at 0,0 facing 0
        {friends}
    """)
    found = game.reach("L")
    distance = game.state.field.grid.distance
    assert max((distance(game.at(0, 0), game.at(q, r)) for q, r in found), default=0) == farthest
    assert not found & set(ring)


@pytest.mark.rule("esa.9.4.1d", "esa.9.9.2a3")
@pytest.mark.parametrize("kind", LIGHT)
def test_the_armour_of_open_order_stands_on_the_troop_card_and_is_not_added_again(kind):
    game = situation(f"""
        esa on open ground
        red  {kind} L at 0,0 facing 0
        blue swordsmen E at 0,-1 facing 3
    """)
    unit, enemy = game.unit("L"), game.unit("E")
    assert all(min(line.armour_fire, line.armour_melee) >= 1 for line in unit.profile.lines.values())
    assert fire_armour(game.state, unit, enemy.hex).lines == [(unit.values.armour_fire, "armour", "esa.2.6.1b")]
    assert melee_armour(game.state, unit, enemy).lines == [(unit.values.armour_melee, "armour", "esa.2.6.1b")]


def contact(kind: str, *lines: str, enemy: str = "line") -> bool:
    """Whether light troops at 0,0 with all orders may go to 0,-1, next to an enemy at 0,-2."""
    more = "\n".join(lines)
    game = situation(f"""
        esa on open ground
        red  {kind} L at 0,0 facing 0, order: move melee
        blue {enemy} E at 0,-2 facing 3
        {more}
    """)
    return (0, -1) in game.reach("L", contact=True)


@pytest.mark.rule("esa.9.4.1e", "esa.9.9.2b")
@pytest.mark.parametrize("kind", LIGHT)
def test_open_order_does_not_go_next_to_close_order_that_is_not_shaken(kind):
    assert not contact(kind)
    assert contact("highlanders")
    game = situation(f"""
        esa on open ground
        red  {kind} L at 0,0 facing 0, order: move melee
        blue line E at 0,-2 facing 3, shaken
    """)
    assert (0, -1) in game.reach("L", contact=True)


@pytest.mark.rule("esa.9.4.1e2", "esa.9.9.2b2")
@pytest.mark.parametrize("kind", LIGHT)
@pytest.mark.parametrize("ground", ["wood", "difficult"])
def test_from_cover_open_order_may_go_next_to_close_order(kind, ground):
    assert contact(kind, f"{ground} 0,-1")
    assert not contact(kind, f"{ground} 0,-2")


@pytest.mark.rule("esa.9.9.2b2")
def test_in_buildings_light_infantry_may_go_next_to_close_order():
    assert contact(LIGHT_FOOT, "area 0,-1")


@pytest.mark.rule("esa.9.4.1e3", "esa.9.9.2b3")
@pytest.mark.parametrize(
    ("kind", "friend", "allowed"),
    [
        (LIGHT_HORSE, "line F at 0,-3 facing 3", True),
        (LIGHT_HORSE, "musketeers F at 0,-3 facing 3", True),
        (LIGHT_HORSE, "line F at 0,-3 facing 3, shaken", False),
        (LIGHT_HORSE, "line F at 0,-4 facing 3", False),
        (LIGHT_FOOT, "line F at 0,-3 facing 3", True),
        (LIGHT_FOOT, "musketeers F at 0,-3 facing 3", False),
        (LIGHT_FOOT, "line F at 0,-3 facing 3, shaken", False),
        (LIGHT_FOOT, "line F at 0,-4 facing 3", False),
    ],
)
def test_open_order_joins_a_fresh_friend_who_is_already_there_on_foot_only_one_in_close_order(kind, friend, allowed):
    assert contact(kind, f"red {friend}") == allowed


@pytest.mark.rule("esa.9.4.1h")
@pytest.mark.parametrize("kind", LIGHT)
def test_every_close_order_enemy_beside_the_hex_must_be_met_so(kind):
    friend, other = "red line F at 0,-3 facing 3", "blue line X at -1,-1 facing 3"
    assert contact(kind, friend)
    assert not contact(kind, friend, other)
    assert contact(kind, friend, other, "red line Y at -2,-1 facing 1")


@pytest.mark.rule("esa.9.4.1h")
@pytest.mark.parametrize("kind", LIGHT)
def test_contact_with_open_order_is_free(kind):
    assert contact(kind, enemy="musketeers")
    assert contact(kind, enemy="arquebusiers")


@pytest.mark.rule("esa.9.4.1f", "esa.9.9.2a4")
@pytest.mark.parametrize("kind", [*LIGHT, "dragoons"])
def test_open_order_has_evasion(kind):
    assert all(one.has_evasion for one in of_class("CL", "FL", "DR"))
    game = situation(f"""
        esa on open ground
        red  swordsmen S at 0,2 facing 0, order: move melee
        blue {kind} L at 0,0 facing 3
    """)
    game.move("S", 0, 1)
    assert [option.meaning for option in asked(game, "evade")[0].options] == ["evade unit=L", "stand"]


SUPPORT = """
    esa on open ground
    red  {main} C at 0,0 facing 0
    red  {light} L at -1,-1 facing 1
    blue {enemy} P at 0,-1 facing 3, armour 0|5, melee 1
    cards red 9 9 9 9 9 9 blue {blows}
"""


@pytest.mark.rule("esa.9.4.1g", "esa.9.9.2a5")
@pytest.mark.parametrize("light", LIGHT)
@pytest.mark.parametrize(("blows", "kind"), [("1 1 9 9", "step-back"), ("1 1 1 9", "withdraw")])
def test_light_troops_in_support_go_back_with_their_close_order_friend(light, blows, kind):
    game = situation(SUPPORT.format(main="cuirassiers", light=light, enemy="line", blows=blows))
    game.fight("C", "P", "fight unit=P")
    assert [(unit, how) for unit, how, _ in gone_back(game)] == [("C", kind), ("L", kind)]
    assert game.unit("L").lost == 0


@pytest.mark.rule("esa.9.4.1g", "esa.9.9.2a5")
@pytest.mark.parametrize("light", LIGHT)
def test_light_troops_in_support_stay_with_another_close_order_friend_in_the_melee(light):
    text = SUPPORT.format(main="cuirassiers", light=light, enemy="line", blows="1 1 9 9")
    game = situation(text + "red swordsmen D at 1,-2 facing 4")
    game.fight("C", "P", "fight unit=P", "main unit=C")
    assert [(unit, how) for unit, how, _ in gone_back(game)] == [("C", "step-back")]
    assert game.where("L") == (-1, -1)


# 9.4.2 and 9.4.3 Heavy and medium cavalry


@pytest.mark.rule("esa.9.4.2a")
def test_heavy_cavalry_does_not_fire():
    assert all(one.line("first").fire is None for one in of_class("CP"))
    game = situation("""
        esa on open ground
        red  cuirassiers C at 0,0 facing 0, order: fire
        blue musketeers M at 1,-1 facing 3
        cards red 9 9 9 9 9
    """)
    assert not can_fire(game.state, game.unit("C"))
    game.fire_phase("red")
    assert not game.told(VolleyFired)


@pytest.mark.rule("esa.9.4.3a")
def test_medium_cavalry_fires_and_fights():
    assert all(one.line("first").fire is not None for one in of_class("CM"))
    game = situation("""
        esa on open ground
        red  weimar W at 0,0 facing 0, order: fire
        blue swordsmen S at 1,-1 facing 3
    """)
    game.fire_phase("red", "fire unit=W target=S")
    game.fight("W", "S")
    assert game.told(VolleyFired)[0].unit == "W"
    assert game.told(MeleeStruck)[0].unit == "W"


# 9.9 Infantry


@pytest.mark.rule("esa.9.9a")
def test_infantry_are_the_troops_who_fight_on_foot():
    on_foot = {line.kind for one in profiles().units.values() for line in one.lines.values() if line.is_infantry}
    mounted = {line.kind for one in profiles().units.values() for line in one.lines.values() if line.is_cavalry}
    assert on_foot == {"FP", "PM", "SQ", "FL"}
    assert not on_foot & mounted
    dragoons = profiles().units["nl_dr_dragoons"]
    assert dragoons.line("dismounted").is_infantry
    assert dragoons.line("mounted").is_cavalry


@pytest.mark.rule("esa.9.9.1a")
def test_heavy_infantry_fights_mainly_in_melee():
    shooters = [one.line("first") for one in of_class("FL", "PM")]
    for one in of_class("FP"):
        values = one.line("first")
        assert values.fire is None or values.fire < values.melee
        assert values.melee > sum(line.melee for line in shooters) / len(shooters)


@pytest.mark.rule("esa.9.9.1a")
@pytest.mark.parametrize("armed", [False, True])
def test_some_heavy_infantry_has_firearms(armed, tmp_path):
    cards = (DATA / "profiles.toml").read_text(encoding="utf-8")
    head, _, tail = cards.partition('id = "sp_fp_swordsmen"')
    given = tail.replace("melee = 2", 'fire = 0\nweapon = "musket_foot"\nmelee = 2', 1).replace(
        "points = 4", "points = 5", 1
    )
    file = tmp_path / "profiles.toml"
    file.write_text(head + 'id = "sp_fp_swordsmen"' + (given if armed else tail), encoding="utf-8")
    game = situation("""
        esa on open ground
        red  swordsmen S at 0,0 facing 0
        blue line P at 1,-2 facing 0
    """)
    unit = game.unit("S")
    unit.profile = read_profiles(file).units["sp_fp_swordsmen"]
    unit.values = unit.profile.line("first")
    game.fire_phase("red", *["fire unit=S target=P"] * armed)
    assert bool(game.told(VolleyFired)) == armed


@pytest.mark.rule("esa.9.9.2b", "esa.9.4.1e")
@pytest.mark.parametrize("kind", ["musketeers", "arquebusiers"])
def test_open_order_goes_next_to_friends_as_it_likes(kind):
    game = situation(f"""
        esa on open ground
        red  {kind} L at 0,0 facing 0, order: move melee
        red  line P at 0,-3 facing 0
        blue line E at 0,9 facing 3
    """)
    assert (0, -2) in game.reach("L")
