"""Chapter 6.6, fire of a squad, and what chapter 5.1 says of squads."""

from __future__ import annotations

import pytest

from alfiere.games.cappa.combat import volleys
from alfiere.games.cappa.shown.view import view
from alfiere.games.cappa.told.events import MoraleTested, PutOut, Roused, Shot, VolleyFired, Wounded
from tests.situation import situation

MUSKETEERS = """
    cappa on open ground
    red  ufficiale_moschettieri O at 10,10, hands PS, squad R
    red  moschettiere A at 11,10, hands MMK, squad R
    red  moschettiere B at 12,10, hands MMK, squad R
    red  moschettiere C at 13,10, hands MMK, squad R
    red  squad R led by O, open, pa {}
"""


def armour(game, squad, target):
    """The names of the lines of the CA a squad's fire meets."""
    s = game.state
    whom = s.squads.get(target) or s.figures[target]
    aim = volleys.aim_at(s, s.squads[squad], whom)
    assert aim is not None
    one, _, weapon, _ = volleys.shooters(s, s.squads[squad], aim, whom)[0]
    return [reason for _, reason, _ in volleys.volley_armour(s, one, weapon, aim, whom).lines]


@pytest.mark.rule("cappa.ex.31", "cappa.6.6.1b", "cappa.6.6.1c", "cappa.6.6.2a")
def test_the_squad_of_the_example_fires_at_a_protagonist():
    game = situation(MUSKETEERS.format(1) + "blue protagonista P at 10,15.5, pa 2\ndice red 4 3 5 7 4 blue 1")
    game.do("R", "volley target=P")
    (volley,) = game.told(VolleyFired)
    assert dict(zip(volley.shooters, (tally.total for tally in volley.tallies), strict=True)) == {
        "O": 3,
        "A": 4,
        "B": 4,
        "C": 4,
    }
    assert volley.dice == (4, 3, 5, 7)
    assert ([one.total for one in volley.armour], volley.damage, volley.wounds) == ([4], (4,), 1)
    assert (game.figure("P").wounds, game.figure("P").pa) == (1, 0)
    assert [event.figure for event in game.told(MoraleTested)] == ["P"]


SQUAD = """
    blue moschettiere E at 11,{}, squad S
    blue moschettiere F at 12,{}, squad S
    blue moschettiere G at 13,{}, squad S
    blue moschettiere H at 14,{}, squad S
    blue squad S, {}
"""


def against(where, formation="open", pa=1):
    """The musketeers against a squad at this distance from the north."""
    return MUSKETEERS.format(pa) + SQUAD.format(where, where, where, where, formation)


@pytest.mark.rule("cappa.ex.32", "cappa.6.6b", "cappa.6.6.1a")
def test_sight_and_distance_of_one_member_count_for_all():
    text = against(18.9).replace("13,10", "13,8.4") + "closed building 12.7,9 13.4,9.4\ndice red 10 10 10 blue"
    game = situation(text)
    assert not game.sees("C", "G")
    game.do("R", "volley target=S")
    (volley,) = game.told(VolleyFired)
    assert volley.shooters == ("A", "B", "C")  # the pistol does not reach
    assert {line[1] for tally in volley.tallies for line in tally.lines} == {"Ti", "short range"}


@pytest.mark.rule("cappa.ex.33", "cappa.6.6.2c", "cappa.6.6.2.h1")
def test_losses_keep_the_proportion_of_the_types():
    assert volleys.shares({"pikeman": 3, "musketeer": 6}, 4) == {"pikeman": 1, "musketeer": 2}


@pytest.mark.rule("cappa.ex.61", "cappa.6.6.2.h3")
def test_the_leader_is_not_forced_to_take_what_is_left_over():
    assert volleys.shares({"pikeman": 2, "musketeer": 5, "leader": 1}, 5) == {"pikeman": 1, "musketeer": 3, "leader": 0}
    game = situation("""
        cappa on open ground
        blue spagnolo_picchiere A at 10,10, squad S
        blue spagnolo_picchiere B at 11,10, squad S
        blue spagnolo_moschettiere C at 12,10, squad S
        blue spagnolo_moschettiere D at 13,10, squad S
        blue spagnolo_moschettiere E at 14,10, squad S
        blue spagnolo_moschettiere F at 15,10, squad S
        blue spagnolo_moschettiere G at 16,10, squad S
        blue sergente_tercio L at 17,10, squad S
        blue squad S led by L, open
    """)
    fallen = []

    def choose(g):
        fallen.extend((yield from volleys.casualties(g, g.state.squads["S"], 5, [*"ABCDEFG", "L"])))

    game.run(choose, *[lambda decision: decision.options[0]] * 5)
    assert len(set(fallen)) == 5
    assert "L" not in fallen
    assert len({"A", "B"} & set(fallen)) >= 1
    assert len(set("CDEFG") & set(fallen)) >= 3


@pytest.mark.rule("cappa.6.6d", "cappa.6.6.2b")
def test_against_a_squad_each_wound_is_another_mans_chosen_by_the_owner():
    game = situation(against(16) + "dice red 10 1 1 10 1 1 blue 1")
    game.do("R", "volley target=S", "lose figure=H", "lose figure=E")
    assert [event.figure for event in game.told(PutOut)] == ["H", "E"]
    assert [event.figure for event in game.told(MoraleTested)] == ["S"]  # half of it


@pytest.mark.rule("cappa.6.6.2d")
def test_a_squad_does_not_pick_out_the_leader_of_another():
    game = situation(against(16).replace("squad S, open", "squad S led by E, open"))
    assert game.may("R", "volley target=S")
    assert not game.may("R", "volley target=E")


@pytest.mark.rule("cappa.5.1.3m")
@pytest.mark.parametrize(("formation", "dense"), [("open", False), ("tight", True), ("close", True)])
def test_a_formed_squad_is_easier_to_wound(formation, dense):
    assert ("dense target" in armour(situation(against(16, formation)), "R", "S")) is dense


@pytest.mark.rule("cappa.5.1.3o")
def test_a_squad_is_in_cover_when_half_of_it_is():
    assert "cover" in armour(situation(against(16) + "hedge 12.4,15 16,15"), "R", "S")
    assert "cover" not in armour(situation(against(16) + "hedge 13.4,15 16,15"), "R", "S")


@pytest.mark.rule("cappa.5.1.4.h2")
def test_a_squad_aims_as_a_body():
    game = situation(against(16, pa=2) + "dice red 10 10 10 10 blue")
    game.do("R", "aim-volley")
    game.do("R", "volley target=S")
    (volley,) = game.told(VolleyFired)
    assert all("aimed" in [reason for _, reason, _ in tally.lines] for tally in volley.tallies)


@pytest.mark.rule("cappa.5.1.6.h2")
def test_a_squad_loads_as_a_body_at_the_cost_of_its_dearest_weapon():
    game = situation(against(16, pa=2))
    for name in ("A", "B", "O"):
        game.figure(name).empty = list(game.figure(name).hands)
    assert not game.may("R", "load-all", 1)
    game.do("R", "load-all")
    assert not any(game.figure(name).empty for name in "ABCO")
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.5.1.6.h2")
def test_with_two_kinds_of_muskets_the_dearer_one_sets_the_cost():
    game = situation(against(16, pa=2))
    game.figure("A").arms = game.figure("A").hands = game.figure("A").empty = ["FMK"]
    game.figure("B").empty = ["MMK"]
    assert not game.may("R", "load-all", 1)
    game.figure("B").empty = []
    assert game.may("R", "load-all", 1)


@pytest.mark.rule("cappa.2.2.2a", "cappa.2.2.2.h3")
def test_a_squad_without_pa_does_not_react():
    game = situation(against(16) + "dice red 10 10 10 10 blue")
    game.do("R", "volley target=S")
    assert game.asked == []


@pytest.mark.rule("cappa.2.2.2.h3")
def test_a_squad_answers_fire_as_a_body():
    game = situation(against(16, "open, pa 1") + "dice red 10 10 10 10 blue 10 10 10 10")
    game.do("R", "volley target=S", "volley-back")
    assert [event.figure for event in game.told(VolleyFired)] == ["R", "S"]
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.2.1.5b", "cappa.2.2.2.h3")
def test_in_the_last_phase_a_squad_that_has_not_acted_answers_with_its_one_action():
    game = situation(against(16, "open") + "dice red 10 10 10 10 blue 10 10 10 10\nphase last")
    game.do("R", "volley target=S", "volley-back")
    assert [event.figure for event in game.told(VolleyFired)] == ["R", "S"]
    assert game.squad("S").has_acted
    again = situation(against(16, "open") + "dice red 10 10 10 10 blue\nphase last")
    again.squad("S").has_acted = True
    again.do("R", "volley target=S")
    assert again.asked == []


@pytest.mark.rule("cappa.2.2.2.h3")
def test_a_squad_throws_itself_down_as_a_body():
    game = situation(against(16, "open, pa 1") + "dice red 10 10 10 10 blue")
    game.figure("E").arms, game.figure("E").hands = ["BOW"], ["BOW"]
    game.do("R", "volley target=S", "go-prone")
    assert all(game.figure(name).is_prone for name in "EFGH")
    assert game.figure("E").empty == ["BOW"]  # cappa.5.3.2b


@pytest.mark.rule("cappa.5.1.h1")
def test_a_lone_target_fires_back_at_the_one_who_was_measured():
    game = situation(
        MUSKETEERS.format(1) + "blue protagonista P at 10,15, hands PS, pa 2\ndice red 10 10 10 10 1 blue 1 1"
    )
    game.do("R", "volley target=P", "shoot-back")
    assert game.told(Shot)[0].target == "O"
    assert [event.figure for event in game.told(Wounded)] == ["O"]


@pytest.mark.rule("cappa.5.1.6c")
def test_both_players_see_who_has_fired():
    game = situation(MUSKETEERS.format(1) + "blue protagonista P at 10,15.5\ndice red 10 10 10 10 blue")
    game.do("R", "volley target=P")
    for seat in ("red", "blue", None):
        pieces = {piece["id"]: piece for piece in view(game.state, seat)["pieces"]}
        assert pieces["A"]["empty"] == ["MMK"]


@pytest.mark.rule("cappa.ex.39")
def test_the_aggressive_squad_of_the_example_fires_at_the_same_time():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, squad R
        red  extra B at 11,10 with MMK, squad R
        red  squad R, open, pa 3
        blue extra E at 10,16 with MMK, abilities AG, squad S
        blue extra F at 11,16 with MMK, abilities AG, squad S
        blue extra G at 12,16 with MMK, abilities AG, squad S
        blue squad S, open
        hedge 8,10.6 14,10.6
        dice red 10 10 blue 10 10 10
    """)
    game.do("R", "volley target=S", "answer", "volley-back")
    assert game.told(Roused)[0].figure == "S"
    assert [event.figure for event in game.told(VolleyFired)] == ["R", "S"]
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.6.6.1.h1")
def test_only_loaded_weapons_roll_and_each_has_its_own_range():
    game = situation(against(15) + "dice red 10 10 10 blue")
    game.figure("B").empty = ["MMK"]
    game.do("R", "volley target=S")
    (volley,) = game.told(VolleyFired)
    assert volley.shooters == ("O", "A", "C")
    assert [tally.total for tally in volley.tallies] == [3, 4, 4]


@pytest.mark.rule("cappa.6.6.2.h2")
def test_wounds_beyond_those_who_could_be_shot_at_go_to_the_others():
    game = situation(against(16))
    fallen = []

    def choose(g):
        fallen.extend((yield from volleys.casualties(g, g.state.squads["S"], 9, ["F"])))

    game.run(choose)
    assert fallen[0] == "F"
    assert sorted(fallen) == ["E", "F", "G", "H"]


# Who falls


PIKE_AND_SHOT = """
    cappa on open ground
    red  extra A at 10,10 with MMK, 5/6/3, squad R
    red  extra B at 11,10 with MMK, 5/6/3, squad R
    red  extra C at 12,10 with MMK, 5/6/3, squad R
    red  squad R, open, pa 1
    blue spagnolo_picchiere E at 10,15, squad S
    blue spagnolo_moschettiere F at 11,15, squad S
    blue spagnolo_moschettiere G at 12,15, squad S
    blue squad S, open
"""


@pytest.mark.rule("cappa.6.6.1.h2")
def test_in_a_mixed_squad_each_hit_meets_the_ca_of_the_type_it_falls_on():
    game = situation(PIKE_AND_SHOT + "dice red 1 1 1 5 5 4 blue 1")
    game.do("R", "volley target=S", "lose figure=G")
    (volley,) = game.told(VolleyFired)
    assert sorted(one.total for one in volley.armour) == [3, 5, 5]  # one pikeman in armour, two musketeers
    assert volley.wounds == 2
    assert sorted(event.figure for event in game.told(PutOut)) == ["F", "G"]


@pytest.mark.rule("cappa.6.6.1.h2", "cappa.6.6.2.h3")
def test_hits_are_shared_among_the_types_and_the_leader_comes_last():
    game = situation(PIKE_AND_SHOT + "blue sergente_tercio L at 13,15, squad S\nblue squad S led by L, open")
    shared = [volleys.fall_on(game.state, game.squad("S"), hits) for hits in range(6)]
    assert [one.count("leader") for one in shared] == [0, 0, 0, 0, 1, 2]
    assert [one.count("spagnolo_moschettiere") for one in shared] == [0, 1, 1, 2, 2, 2]
    assert [len(one) for one in shared] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("cappa.6.6.2.h2", "cappa.6.6.2.h3")
def test_more_wounds_than_men_are_lost_but_for_those_of_the_leader():
    game = situation("""
        cappa on open ground
        red  extra A at 10,10 with MMK, 5/6/3, squad R
        red  extra B at 11,10 with MMK, 5/6/3, squad R
        red  extra C at 12,10 with MMK, 5/6/3, squad R
        red  extra D at 13,10 with MMK, 5/6/3, squad R
        red  extra E at 14,10 with MMK, 5/6/3, squad R
        red  squad R, open, pa 1
        blue extra F at 11,15, squad S
        blue protagonist L at 12,15, squad S
        blue squad S led by L, open
        dice red 1 1 1 1 1 1 1 1 1 1 blue
    """)
    game.do("R", "volley target=S", "lose figure=F")
    assert [event.figure for event in game.told(Wounded)] == ["F", "L", "L"]
    assert game.figure("L").where == "out"  # the fourth and fifth do not kill him where he lies


@pytest.mark.rule("cappa.6.6.2.h2")
def test_those_nobody_could_shoot_at_fall_in_the_order_of_their_distance():
    game = situation("""
        cappa on open ground
        closed building 10.3,12 20,13
        red  extra A at 10,10 with MMK, 5/6/3, squad R
        red  extra B at 9,10 with MMK, 5/6/3, squad R
        red  squad R, open, pa 1
        blue extra E at 15,18, squad S
        blue extra F at 10,18, squad S
        blue extra G at 14,18, squad S
        blue squad S, open
        dice red 1 1 1 1 blue 1
    """)
    game.do("R", "volley target=S")
    assert [event.figure for event in game.told(PutOut)] == ["F", "G"]
    assert "casualty" not in [decision.key for decision in game.asked]  # there was nothing to choose


@pytest.mark.rule("cappa.2.1.2.h6", "cappa.6.1.h2")
@pytest.mark.parametrize(("who", "is_target"), [("extra", False), ("hero", True)])
def test_a_man_with_a_die_of_his_own_still_belongs_to_his_squad_for_enemy_fire(who, is_target):
    game = situation(against(16).replace("blue moschettiere H at 14,16", f"blue {who} H at 14,16, die 2"))
    assert game.may("R", "volley target=H") is is_target
    assert game.may("R", "volley target=S")


# What counts


@pytest.mark.rule("cappa.5.1.3.h1")
def test_the_path_of_the_measured_man_counts_for_the_whole_squad():
    game = situation(against(16) + "dice red 10 10 10 10 blue")
    game.state.acting = "R"
    for name, um in (("O", 5), ("A", 2), ("B", 4), ("C", 4)):
        game.figure(name).moved_now = 100 * um
    game.do("R", "volley target=S")
    (volley,) = game.told(VolleyFired)
    assert volley.measured == "A"
    assert not any("shooter moved" in [reason for _, reason, _ in tally.lines] for tally in volley.tallies)


@pytest.mark.rule("cappa.4.3.7.h2")
def test_who_carries_a_weight_does_not_fire_with_his_squad():
    game = situation(against(16) + "thing K barrel at 30,30\ndice red 10 10 10 blue")
    game.figure("A").carries = ["K"]
    game.state.things["K"].bearer = "A"
    game.do("R", "volley target=S")
    assert game.told(VolleyFired)[0].shooters == ("O", "B", "C")


@pytest.mark.rule("cappa.6.6b")
def test_the_player_may_measure_along_a_line_that_avoids_the_cover():
    text = """
        cappa on open ground
        red  extra A at 12,10 with MMK, squad R
        red  extra B at 14,10 with MMK, squad R
        red  squad R, open, pa 1
        blue extra E at 12,16
        dice red 1 10 10 blue 1
    """
    game = situation(text)
    assert [option.meaning for option in game.offered("R") if option.key == "volley"] == ["volley figure=R target=E"]
    game = situation(text + "hedge 11.5,15 12.1,15")
    game.do("R", "volley target=E from=B")
    (volley,) = game.told(VolleyFired)
    assert volley.measured == "B"
    assert "cover" not in [reason for _, reason, _ in volley.armour[0].lines]


@pytest.mark.rule("cappa.6.6b")
@pytest.mark.parametrize(("b", "c", "nearer"), [(14, 15, "B"), (15, 14, "C"), (14, 10, "B"), (10, 14, "B")])
def test_of_lines_that_gain_as_much_the_shortest_is_offered(b, c, nearer):
    game = situation(f"""
        cappa on open ground
        hedge 11.9,15 12.1,15
        red  extra A at 12,10 with MMK, squad R
        red  extra B at {b},10 with MMK, squad R
        red  extra C at {c},10 with MMK, squad R
        red  squad R, open, pa 1
        blue extra E at 12,16
    """)
    lines = [option.get("from") for option in game.offered("R") if option.key == "volley"]
    assert lines == [None, nearer]


def fire_lines(game, target="S"):
    """The names of the lines of Ti of the first who fires."""
    s = game.state
    whom = s.squads.get(target) or s.figures[target]
    aim = volleys.aim_at(s, s.squads["R"], whom)
    assert aim is not None
    return [reason for _, reason, _ in volleys.shooters(s, s.squads["R"], aim, whom)[0][3].lines]


@pytest.mark.rule("cappa.5.1.3c", "cappa.5.1.3e", "cappa.5.1.3.h1")
def test_a_squad_all_mounted_is_easier_to_hit_and_one_that_has_moved_far_is_harder():
    game = situation(against(16))
    assert fire_lines(game) == ["Ti", "short range"]
    game.figure("E").is_mounted = True
    assert fire_lines(game) == ["Ti", "short range"]
    for name in "FGH":
        game.figure(name).is_mounted = True
    assert fire_lines(game) == ["Ti", "short range", "mounted target"]
    game.figure("F").moved = 400
    assert "target moved" not in fire_lines(game)
    game.figure("E").moved = 301  # the tolerance included, cappa.geo.2
    assert "target moved" not in fire_lines(game)
    game.figure("E").moved = 302  # he is the nearest
    assert fire_lines(game)[-1] == "target moved"


@pytest.mark.rule("cappa.5.1.3o")
def test_those_who_cannot_be_shot_at_count_as_covered():
    assert "cover" in armour(situation(against(16) + "closed building 11.6,12 22,13"), "R", "S")
    assert "cover" not in armour(situation(against(16) + "closed building 16,12 22,13"), "R", "S")


@pytest.mark.rule("cappa.8.1.1g")
def test_a_sharpshooter_is_one_in_his_squad_too():
    text = against(16).replace("red  moschettiere A at 11,10, hands MMK", "red extra A at 11,10 with MMK, abilities SS")
    game = situation(text + "dice red 10 4 10 5 6 blue")  # 4 hits a Ti of 4, 5 does not
    game.do("R", "volley target=S")
    (met,) = game.told(VolleyFired)[0].armour
    assert met.lines[-1][1] == "sharpshooter"
    archer = situation(text + "dice red 10 1 10 10 6 blue")
    archer.figure("A").arms, archer.figure("A").hands = ["BOW"], ["BOW"]
    archer.do("R", "volley target=S")
    (met,) = archer.told(VolleyFired)[0].armour
    assert "sharpshooter" not in [reason for _, reason, _ in met.lines]  # only with firearms


@pytest.mark.rule("cappa.5.1.7a", "cappa.6.6.2a", "cappa.2.3b")
def test_a_lone_rider_takes_every_hit_of_a_volley():
    rider = "blue hero P at 10,15.5, mounted, Mov 8\n"
    game = situation(MUSKETEERS.format(1) + rider + "dice red 1 1 10 10 10 1 6 blue 1")
    game.do("R", "volley target=P")
    assert game.told(VolleyFired)[0].wounds == 1
    assert (game.figure("P").wounds, game.figure("P").is_mounted) == (0, False)  # the horse was struck
    game = situation(MUSKETEERS.format(1) + rider + "hedge 5,14.2 15,14.2\ndice red 1 1 10 10 10 10 blue")
    game.do("R", "volley target=P")
    assert (game.figure("P").is_mounted, game.told(MoraleTested)) == (True, [])  # hit in cover


@pytest.mark.rule("cappa.5.1.4.h2", "cappa.5.1.4b")
def test_a_squad_aims_only_if_it_can_still_fire_and_has_not_moved():
    game = situation(against(16, pa=3))
    assert game.may("R", "aim-volley", 2)
    assert not game.may("R", "aim-volley", 1)
    game.figure("A").moved_now = 10
    assert not game.may("R", "aim-volley", 2)
    game.figure("A").moved_now = 0
    for name in "ABCO":
        game.figure(name).arms = game.figure(name).hands = ["JA"]
    game.figure("E").y = 1300
    assert game.may("R", "volley", 2)
    assert not game.may("R", "aim-volley", 2)  # cappa.5.3.2j


@pytest.mark.rule("cappa.5.1.4.h1", "cappa.5.1.4.h2")
def test_a_squad_that_has_aimed_does_not_aim_again_before_it_fires():
    game = situation(against(16, pa=4))
    game.do("R", "aim-volley")
    assert game.squad("R").pa == 3
    assert not game.may("R", "aim-volley")
    assert game.may("R", "volley")


@pytest.mark.rule("cappa.6.6.1b")
def test_a_squad_fires_missile_weapons_and_throws_no_knives():
    game = situation(MUSKETEERS.format(1) + "blue extra P at 12,14\ndice red 10 10 10 blue")
    game.figure("A").arms, game.figure("A").hands = ["KN"], ["KN"]
    game.do("R", "volley target=P")
    assert game.told(VolleyFired)[0].shooters == ("O", "B", "C")


@pytest.mark.rule("cappa.5.1.5a")
def test_no_squad_fires_into_a_melee():
    assert not situation(against(16) + "red extra X at 14,17").may("R", "volley target=S")


# A shooter of its own choice


@pytest.mark.rule("cappa.ex.30", "cappa.6.6c", "cappa.6.6.h1", "cappa.6.6.h2", "cappa.6.6.2d")
def test_the_picked_dragoon_of_the_example_fires_at_the_leader_and_the_rest_at_the_squad():
    game = situation(
        against(16, "open, pa 0", pa=3).replace("squad S, open", "squad S led by E, open") + "dice red 10 10 10 10 blue"
    )
    assert not game.may("R", "picked-shot", 1)
    game.do("R", "picked-shot shooter=B target=E")
    assert game.squad("R").pa == 1
    game.do("R", "volley target=S")
    assert [(event.figure, event.target) for event in game.told(Shot)] == [("B", "E")]
    assert game.told(VolleyFired)[0].shooters == ("O", "A", "C")
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.geo.35", "cappa.6.6.h1")
def test_a_picked_shooter_needs_a_line_of_his_own():
    game = situation(against(16, pa=2).replace("13,10", "13,8.4") + "closed building 12.7,9 13.4,9.4")
    assert game.may("R", "picked-shot shooter=B target=G")
    assert not game.may("R", "picked-shot shooter=C target=G")


# Reactions


@pytest.mark.rule("cappa.4.3.9j")
def test_after_an_evasion_even_those_have_fired_whom_it_left_too_far_behind():
    game = situation(MUSKETEERS.format(1) + "blue protagonista P at 10,16.5, pa 1\ndice red 10 10 10 blue 1")
    game.do("R", "volley target=P", "evade")
    assert game.told(VolleyFired)[0].shooters == ("A", "B", "C")
    assert game.figure("O").empty == ["PS"]


@pytest.mark.rule("cappa.5.1.5c")
def test_a_squad_in_melee_over_a_wall_does_not_fire_back():
    game = situation("""
        cappa on open ground
        hedge 5,17 15,17
        red  extra A at 10,10 with MMK, squad R
        red  extra B at 11,10 with MMK, squad R
        red  squad R, open, pa 1
        red  extra C at 10,17.5
        blue extra E at 10,16.5 with MMK, squad S
        blue extra F at 11,16.5 with MMK, squad S
        blue squad S, open, pa 1
        dice red 10 10 blue
    """)
    game.figure("E").assails = game.figure("F").assails = "C"
    game.do("R", "volley target=S")
    assert game.told(VolleyFired)
    assert not {"volley-back", "go-prone"} & {option.key for one in game.asked for option in one.options}


# One target


@pytest.mark.rule("cappa.6.6a")
def test_all_members_shoot_at_one_target_a_character_or_a_squad():
    both = against(16) + "blue protagonista P at 10,15.5\ndice red 10 10 10 10 blue"
    assert {option["target"] for option in situation(both).offered("R") if option.key == "volley"} == {"S", "P"}
    for target in "SP":
        game = situation(both)
        game.do("R", f"volley target={target}")
        (volley,) = game.told(VolleyFired)
        assert (volley.target, volley.shooters) == (target, ("O", "A", "B", "C"))
        assert all(game.figure(name).empty for name in "OABC")  # nobody has kept his shot for another
        assert not game.told(Shot)


@pytest.mark.rule("cappa.ex.30", "cappa.6.6a", "cappa.6.6c", "cappa.6.6.h1", "cappa.6.6.2d")
def test_eight_dragoons_of_whom_one_is_told_to_fire_at_the_leader():
    dragoons = [f"red extra {name} at {8 + n},10 with FMK, squad R" for n, name in enumerate("ABCDEFGH")]
    foot = [f"blue extra {name} at {9 + n},16, squad S" for n, name in enumerate("STUV")]
    lines = ["cappa on open ground", *dragoons, "red squad R, open, pa 3", *foot]
    lines += ["blue protagonist L at 13,16, squad S", "blue squad S led by L, open", "dice red 10 10 10 10 10 10 10 10"]
    game = situation("\n".join(lines))
    assert not game.may("R", "volley target=L")
    game.do("R", "picked-shot shooter=D target=L")
    game.do("R", "volley target=S")
    assert [(event.figure, event.target) for event in game.told(Shot)] == [("D", "L")]
    (volley,) = game.told(VolleyFired)
    assert (len(volley.shooters), volley.target) == (7, "S")
    assert "D" not in volley.shooters
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.6.6c")
def test_every_picked_shooter_costs_two_pa():
    game = situation(against(16, pa=3) + "dice red 10 10 blue")
    game.squad("R").pa = 4
    for name in "AB":
        game.do("R", f"picked-shot shooter={name} target=E")
    assert game.squad("R").pa == 0


@pytest.mark.rule("cappa.6.6b", "cappa.6.6.1.h2")
def test_where_nothing_hinders_the_shot_one_with_less_armour_is_no_other_line():
    """A hit falls on one type or the other, whoever was measured to."""
    game = situation(against(16).replace("moschettiere E at 11,16", "extra E at 11,15.9, 5/3/3 CA 3"))
    assert [one.get("mark") for one in game.offered("R") if one.key == "volley"] == [None]
