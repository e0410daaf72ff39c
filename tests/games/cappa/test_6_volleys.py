"""Chapter 6.6, fire of a squad, and what chapter 5.1 says of squads."""

from __future__ import annotations

import pytest

from alfiere.games.cappa import volleys
from alfiere.games.cappa.events import MoraleTested, PutOut, Roused, Shot, VolleyFired, Wounded
from alfiere.games.cappa.view import view
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
    text = against(18.9).replace("13,10", "13,8") + "closed building 12.6,8.6 13.4,9.2\ndice red 10 10 10 blue"
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


@pytest.mark.rule("cappa.2.2.2.h3")
def test_a_squad_answers_fire_as_a_body():
    game = situation(against(16, "open, pa 1") + "dice red 10 10 10 10 blue 10 10 10 10")
    game.do("R", "volley target=S", "volley-back")
    assert [event.figure for event in game.told(VolleyFired)] == ["R", "S"]
    assert game.squad("S").pa == 0


@pytest.mark.rule("cappa.2.2.2.h3")
def test_a_squad_throws_itself_down_as_a_body():
    game = situation(against(16, "open, pa 1") + "dice red 10 10 10 10 blue")
    game.do("R", "volley target=S", "go-prone")
    assert all(game.figure(name).is_prone for name in "EFGH")


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
