"""Chapter 2.2.1, the simple actions at their edges: hands, loads, horses, talk, drink, and what squads do of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from alfiere.games.cappa.people.enmity import declare_attack
from alfiere.games.cappa.people.flags import FLAG, ITS_FLAG
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.told.events import Acted, Spoke, Taken
from alfiere.games.cappa.turn.actions import BY_KEY, barred
from alfiere.kernel.decision import Option
from tests.games.cappa.staged import carry
from tests.situation import situation

RULES = Cappa()


def things(game, name="A"):
    """What somebody may pick up."""
    return [one["thing"] for one in game.offered(name) if one.key == "pick-up"]


@pytest.mark.rule("cappa.2.2.1.h5")
def test_what_is_broken_borne_or_farther_than_contact_is_not_picked_up():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        blue extra B at 30,30
        thing N trifle at 10.51,10
        thing F trifle at 10.53,10
        thing X broken at 10,10.2
        thing H riding_horse at 11.51,10
        thing M mule at 10,11.53
    """)
    assert things(game) == ["N", "H"]
    game.state.things["N"].bearer = "B"
    game.figure("B").carries = ["N"]
    assert things(game) == ["H"]


@pytest.mark.rule("cappa.4.3.7c", "cappa.4.3.6.h3")
def test_one_leads_two_horses_and_carries_what_lets_him_still_move():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 3
        blue extra B at 30,30
        thing H riding_horse at 11.5,10
        thing K keg at 10.4,10
        thing P person at 10,10.4
        thing Q person at 10,9.6
    """)
    for name in ("G", "I"):
        carry(game, "A", name, "riding_horse")
        assert ("H" in things(game)) == (name == "G")
    assert {"K", "P", "Q"} <= set(things(game))  # horses are led, they weigh nothing
    carry(game, "A", "Z", "person")
    assert not {"P", "Q"} & set(things(game))


@pytest.mark.rule("cappa.2.2.1j", "cappa.6.2a")
def test_a_flag_of_ones_own_squad_is_raised_again_and_not_carried():
    game = situation(f"""
        cappa on open ground
        red extra A at 10,10, squad S, die 3
        red extra C at 11,10, squad S
        red extra D at 12,10, squad S
        red squad S, lost flag
        blue extra B at 30,30
        thing S{ITS_FLAG} {FLAG} at 10.4,10
    """)
    game.squad("S").has_flag = True
    game.do("A", f"pick-up thing=S{ITS_FLAG}")
    assert (game.squad("S").ensign, game.figure("A").carries) == ("A", [])
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1n", "cappa.2.2.1.h17", "cappa.6.4.h1")
def test_a_squad_lies_down_as_far_as_it_can_and_gets_up_as_far_as_it_lies():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, squad S
        red extra C at 12,10, squad S, abilities RI, mounted, Mov 8, on foot 4
        red extra D at 14,10, squad S
        red squad S, pa 3
        blue extra B at 30,30
    """)
    assert "get-up" not in game.keys("S")
    game.do("S", "go-prone")
    assert [game.figure(name).is_prone for name in "ACD"] == [True, False, True]
    assert "go-prone" not in game.keys("S")
    game.figure("D").is_prone = False
    assert {"go-prone", "get-up"} <= game.keys("S")
    game.do("S", "go-prone")
    assert [game.figure(name).is_prone for name in "ACD"] == [True, False, True]
    game.do("S", "get-up")
    assert not any(game.figure(name).is_prone for name in "ACD")


@pytest.mark.rule("cappa.4.3.6f", "cappa.4.3.6.h1", "cappa.4.3.6d")
def test_one_mounts_a_horse_that_touches_him_and_sits_on_that_beast():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2, abilities RI
        blue extra B at 30,30
        thing H mule at 11.5,10
    """)
    game.do("A", "mount thing=H")
    figure = game.figure("A")
    assert (figure.is_mounted, figure.mount, game.at("A"), figure.pa) == (True, "mule", (11.5, 10), 1)
    assert game.state.things == {}
    game.do("A", "dismount")
    (horse,) = game.state.things.values()
    assert (horse.kind, horse.x, horse.y, horse.bearer) == ("mule", 1150, 1000, "")
    assert (figure.is_mounted, figure.mount) == (False, "")
    gap = (game.figure("A").x - 1150) ** 2 + (game.figure("A").y - 1000) ** 2
    assert 150**2 <= gap <= 152**2
    assert [event.how for event in game.told(Acted)] == ["mounted", "dismounted"]
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.4.3.6.h2")
def test_a_rider_gets_off_to_any_of_four_sides_where_there_is_room():
    game = situation("""
        cappa on open ground
        red extra A at 1,10, pa 2, abilities RI, mounted, Mov 8, on foot 4
        red extra C at 1,8.2
        blue extra B at 30,30
    """)
    places = [tuple(one["to"]) for one in game.offered("A") if one.key == "dismount"]
    assert len(places) == 2  # the table ends to the west, C stands to the north
    assert all(x > 100 or y > 1000 for x, y in places)
    free = situation("cappa on open ground\nred extra A at 9,10, pa 2, abilities RI, mounted, Mov 8, on foot 4\n")
    places = [tuple(one["to"]) for one in free.offered("A") if one.key == "dismount"]
    far = places[1][0] - 900
    assert places == [(900, 1000 - far), (900 + far, 1000), (900, 1000 + far), (900 - far, 1000)]


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_friend_in_melee_takes_nothing_but_another_does():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 3
        red extra C at 11,10
        red extra D at 10,11
        blue extra B at 12,10
    """)
    carry(game, "A", "K", "person")
    handed = [one["target"] for one in game.offered("A") if one.get("what") == "hand_over"]
    assert handed == ["D"]


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_thing_is_handed_only_to_a_friend_who_touches_and_can_carry_it():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 3
        red extra C at 11,10
        red extra D at 10,11.03
        red extra E at 10,9, animal
        blue extra B at 30,30
        blue protagonist P out at 9,10
    """)
    carry(game, "A", "K", "person")
    game.figure("A").carries.append("P")
    game.figure("P").captor = "A"
    handed = [(one["target"], one["thing"]) for one in game.offered("A") if one.get("what") == "hand_over"]
    assert handed == [("C", "K")]  # a captive is not handed on
    carry(game, "C", "L", "person")
    assert not game.may("A", "talk what=hand_over")
    game.figure("C").carries = []
    del game.state.things["L"]
    game.do("A", "talk what=hand_over target=C")
    assert (game.state.things["K"].bearer, game.figure("A").pa) == ("C", 2)
    assert [(event.figure, event.how) for event in game.told(Taken)] == [("C", "over")]
    assert not game.may("A", "talk what=yield target=P")


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.6.2a")
def test_a_flag_that_is_handed_to_one_of_its_squad_flies_again():
    name = f"S{ITS_FLAG}"
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra C at 11,10, squad S
        red extra D at 12,10, squad S
        red squad S, lost flag
        blue extra B at 30,30
    """)
    game.squad("S").has_flag = True
    carry(game, "A", name, FLAG)
    game.do("A", f"talk what=hand_over target=C thing={name}")
    assert (game.squad("S").ensign, game.figure("C").carries, game.figure("A").carries) == ("C", [], [])


HAGGLE = """
    cappa on open ground
    {ground}
    red extra A at 10,10, pa 3{more}
    blue extra X at 30,30, pa 2
    green extra I at 10,{y}, carries purse{state}
    {other}
    thing purse trifle at 1,1
"""


def haggle(ground="", more="", y=11.5, state="", other=""):
    """Whether a soldier may haggle with an innkeeper who has something."""
    game = situation(HAGGLE.format(ground=ground, more=more, y=y, state=state, other=other))
    game.state.scenario.sides["green"] = replace(game.state.scenario.sides["green"], are_civilians=True)
    game.state.things["purse"].bearer = "I"
    return game.may("A", "haggle target=I thing=purse")


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.2.2.1.h15")
def test_one_haggles_with_a_civilian_who_is_near_seen_and_left_in_peace():
    assert haggle()
    assert not haggle(ground="high wall 5,10.75 15,10.75")
    assert not haggle(more=", animal")
    assert not haggle(other="blue extra Y at 10,12.5")  # he fights
    assert haggle(y=12)
    assert not haggle(y=12.1)


@pytest.mark.rule("cappa.2.2.1.h15")
def test_who_haggles_over_another_thing_begins_anew():
    game = situation(
        HAGGLE.format(ground="", more="", y=11.5, state="", other="dice green 10") + "thing ring trifle at 1,1"
    )
    game.state.scenario.sides["green"] = replace(game.state.scenario.sides["green"], are_civilians=True)
    game.figure("I").carries = ["purse", "ring"]
    for name in ("purse", "ring"):
        game.state.things[name].bearer = "I"
    game.figure("A").die = game.figure("A").pa = 5
    game.do("A", "haggle target=I thing=purse")
    game.do("A", "haggle target=I thing=ring")
    assert (game.figure("A").gave, game.figure("A").carries) == (1, [])
    game.do("A", "haggle target=I thing=purse")  # the first talk of it is forgotten
    game.do("A", "haggle target=I thing=ring")
    assert (game.figure("A").gave, game.figure("A").carries) == (1, [])
    game.do("A", "haggle target=I thing=ring")
    assert (game.figure("A").gave, game.figure("A").carries, game.figure("I").carries) == (0, ["ring"], ["purse"])
    assert game.state.things["ring"].bearer == "A"
    assert [event.what for event in game.told(Spoke)] == ["haggle"] * 5


@pytest.mark.rule("cappa.2.2.1w", "cappa.2.2.1.h11")
def test_one_drinks_with_a_friend_who_touches_and_has_the_pa_for_it():
    def may(friend: str, more: str = "") -> bool:
        game = situation(f"""
            cappa on open ground
            red extra A at 10,10, pa 3
            red extra C at {friend}
            blue extra B at 30,30
            {more}
        """)
        return game.may("A", "drink target=C")

    assert may("11,10, pa 2")
    assert not may("11.03,10, pa 2")
    assert not may("11,10, pa 2", "blue extra D at 12,10")  # he fights
    assert not may("11,10")
    game = situation("cappa on open ground\nred extra A at 10,10, pa 1\nblue extra B at 30,30")
    assert [one.args for one in game.offered("A") if one.key == "drink"] == [{"figure": "A"}]
    assert "drunk/turn" not in game.figure("A").marks
    game.do("A", "drink")
    assert "drunk/turn" in game.figure("A").marks
    both = situation(
        "cappa on open ground\nred extra A at 10,10, pa 3\nred extra C at 11,10, pa 2\nblue extra B at 30,30"
    )
    both.do("A", "drink target=C")
    assert all("drunk/turn" in both.figure(name).marks for name in "AC")
    assert both.figure("C").pa == 0


@pytest.mark.rule("cappa.2.2.1i", "cappa.2.2.1.h8")
def test_who_has_shot_one_pistol_takes_the_other_and_who_has_none_loaded_gains_nothing():
    def hands(empty: list[str], *used: str) -> list[list[str]]:
        game = situation("cappa on open ground\nred extra A at 10,10 with PS PS PS, pa 1, hands PS PS")
        game.figure("A").empty, game.figure("A").marks = empty, list(used)
        return [one["hands"] for one in game.offered("A") if one.key == "change-weapon"]

    assert hands(["PS"]) == [["PS", "PS"]]
    assert hands([]) == hands(["PS"], "empty at the belt PS") == hands(["PS", "PS", "PS"], "empty at the belt PS") == []


# Who may do what at all


@pytest.mark.rule("cappa.5.2.h2", "cappa.2.2.1.h12")
def test_what_one_may_think_of_in_melee():
    fighting = {"fight", "fight-together", "disarm", "fall-back", "break-off", "leave-together", "improvise"}
    hands = {"change-weapon", "get-up", "pick-up", "take-flag", "wait", "single-out"}
    free = {"put-down", "let-go-load", "load-cart", "spend-experience"}
    shaken = {"recover", "run"}  # barred by other means to whoever is not
    abilities = {"encourage", "lead"}
    assert {key for key, deed in BY_KEY.items() if deed.in_melee} == fighting | hands | free | shaken | abilities


@pytest.mark.rule("cappa.2.3.3.h2", "cappa.2.3.3j")
def test_what_one_may_think_of_when_shaken():
    prescribed = {"run", "make-off", "get-up", "break-off", "leave-together", "recover", "wait"}
    in_melee = {"fight-together"}
    free = {"let-go-load", "load-cart", "spend-experience"}
    assert {key for key, deed in BY_KEY.items() if deed.shaken} == prescribed | in_melee | free


@pytest.mark.rule("cappa.10.2.1.h1", "cappa.9.7.2.h1", "cappa.5.1.5c", "cappa.5.1.6.h1", "cappa.5.2.h2")
def test_in_melee_each_deed_is_barred_by_its_own_rule():
    game = situation("cappa on open ground\nred extra A at 10,10, pa 2\nblue extra B at 11,10")
    guns = ("fire-gun", "load-gun", "turn-gun", "shift-gun", "limber-gun", "unlimber-gun", "drive")
    rules = dict.fromkeys(guns, "cappa.10.2.1.h1") | {"work": "cappa.9.7.2.h1", "reload": "cappa.5.1.6.h1"}
    rules |= {"shoot": "cappa.5.1.5c", "throw-grenade": "cappa.5.1.5c", "move": "cappa.5.2.h2"}
    for key, rule in rules.items():
        assert barred(game.state, game.figure("A"), BY_KEY[key]) == ("in-melee", rule)


@pytest.mark.rule("cappa.2.1.1.h4")
@pytest.mark.parametrize(
    "key",
    [
        *("fight", "disarm", "fight-together", "charge", "charge-together", "shoot", "volley", "picked-shot", "leap"),
        *("throw-grenade", "throw-together", "fire-gun", "improvise", "betray"),
    ],
)
def test_every_kind_of_attack_ends_the_peace_of_two_sides(key):
    game = situation("cappa on open ground\nred extra A at 10,10, pa 2\nblue extra B at 14,10")
    game.state.peace = ["blue red"]

    def declare(verb: str) -> list[str]:
        def act(g):
            if BY_KEY[verb].is_attack:
                declare_attack(g, g.state.figures["A"], Option(verb, {"figure": "A", "target": "B"}))
            yield from ()

        game.run(act)
        return list(game.state.peace)

    assert declare("talk") == declare("move") == ["blue red"]
    assert declare(key) == []


@pytest.mark.rule("cappa.4.3.6.h4", "cappa.4.3.6f")
def test_of_several_horses_each_is_judged_for_itself():
    """One is a barrel, one is in a stable, one has no room for a rider, one is no mount; the last will do."""
    game = situation("""
        cappa on open ground
        building 8,6 12,9 gate south
        red extra A at 10,10, pa 2, abilities RI
        blue extra B at 7.4,10
        thing G barrel at 10,10
        thing H riding_horse at 10,8.5
        thing I riding_horse at 8.6,10.4
        thing J draught_animal at 10,11.4
        thing K riding_horse at 11.4,10.4
    """)
    assert [one["thing"] for one in game.offered("A") if one.key == "mount"] == ["K"]
    game.figure("B").x = 3000
    assert [one["thing"] for one in game.offered("A") if one.key == "mount"] == ["I", "K"]


@pytest.mark.rule("cappa.4.3.6c", "cappa.4.3.6d")
@pytest.mark.parametrize(("ability", "cost"), [(", abilities RI", 1), ("", 2)])
def test_who_is_no_rider_takes_longer_to_get_up(ability, cost):
    text = f"""
        cappa on open ground
        red extra A at 10,10, pa 2{ability}
        blue extra B at 30,30
        thing H riding_horse at 11.5,10
    """
    game = situation(text)
    game.do("A", "mount")
    assert game.figure("A").pa == 2 - cost
    assert situation(text.replace("pa 2", "pa 1")).may("A", "mount") is (cost == 1)


# One that will not do is no reason to look no further


@pytest.mark.rule("cappa.2.2.1.h5", "cappa.2.2.1j")
def test_beside_what_another_bears_or_what_lies_upstairs_the_rest_is_picked_up():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 2
        red  extra C at 20,20
        thing H barrel at 20,20
        thing I trifle at 10,10.2
        thing K trifle at 10.2,10
    """)
    game.figure("C").carries, game.state.things["H"].bearer = ["H"], "C"
    game.state.things["I"].level = 200
    assert [one["thing"] for one in game.offered("A") if one.key == "pick-up"] == ["K"]


@pytest.mark.rule("cappa.4.3.6.h1", "cappa.4.3.6.h4", "cappa.2.2.1p")
@pytest.mark.parametrize(
    "first",
    [
        "thing G draught_animal at 10,11.5",
        "thing G riding_horse at 10,11.5\nbuilding 8,11 12,14 door south",
        "thing G riding_horse at 10,11.5\nblue extra B at 10,13.4",  # whose zone he would come into
    ],
)
def test_beside_a_beast_that_nobody_rides_there_stands_one_to_be_mounted(first):
    game = situation(f"""
        cappa on open ground
        red  extra A at 10,10, pa 2, abilities RI
        {first}
        thing H riding_horse at 10,8.5
    """)
    assert [one["thing"] for one in game.offered("A") if one.key == "mount"] == ["H"]


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.2.2.1u")
def test_beside_a_friend_in_melee_another_is_handed_what_one_carries():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10, pa 2
        red  extra C at 9,10
        red  extra D at 11,10
        blue extra B at 8,10
        thing K trifle at 10,10
    """)
    game.figure("A").carries, game.state.things["K"].bearer = ["K"], "A"
    assert [one["target"] for one in game.offered("A") if one.get("what") == "hand_over"] == ["D"]
