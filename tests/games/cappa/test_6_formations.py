"""Chapter 6.3, formations: what each of them is, who may use it, how a squad takes it up, keeps it and loses it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from alfiere.games.cappa.ground.squads import separated
from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.movement.rejoining import must_rejoin, roll_call, settle
from alfiere.games.cappa.movement.squad_march import name_formation
from alfiere.games.cappa.movement.together import body_of
from alfiere.games.cappa.people.squad_formations import (
    SHAPES,
    breach,
    close_shape,
    known_formations,
    places_in_formation,
)
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.told.events import Crossed, FormationChanged, Moved, VolleyFired
from alfiere.games.cappa.turn.deeds import DEEDS
from alfiere.games.cappa.weaponry.wounds import put_out
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection
from tests.situation import situation

RULES = Cappa()
NAMES = "ABCDEFGHIJ"


def squad(*places: tuple[float, float], formation="open", pa=", pa 3", more="", kind="extra", also="", led=""):
    """A squad S whose members A, B, C… stand at these places."""
    lines = [f"red {kind} {name} at {x},{y}, squad S{also}" for name, (x, y) in zip(NAMES, places, strict=False)]
    return situation("\n".join(["cappa on open ground", *lines, f"red squad S{led}, {formation}{pa}", more]))


def seen(*places: tuple[float, float]) -> str:
    """The formation in which these stand, the strictest of those that fit; empty for none."""
    figures = list(squad(*places).state.figures.values())
    return next((name for name in ("close", "tight", "open") if not breach(figures, name)), "")


def broken(formation: str, *places: tuple[float, float], also="") -> str:
    """The rule that these places break in a formation."""
    return breach(list(squad(*places, also=also).state.figures.values()), formation)


def tally(game) -> dict[str, int]:
    """What changes the morale of S."""
    return {reason: amount for amount, reason, _ in morale_tally(game.state, game.squad("S")).lines}


def fall(game, *names: str, answer: str = "leave-gap") -> None:
    """These are put out of action by one attack; then the squad may close up."""

    def act(g):
        before = roll_call(g.state)
        for name in names:
            put_out(g, g.state.figures[name])
        yield from settle(g, "", [], before)

    asked = len(game.asked)
    game.run(act, *([answer] if answer else []))
    assert (len(game.asked) > asked) == bool(answer)


LINE = tuple((10 + n, 10) for n in range(5))
TWO_RANKS = ((10, 10), (11, 10), (12, 10), (10, 11), (11, 11))
BLOCK = ((10, 10), (11, 10), (10.32, 10.95), (9.19, 10.59), (9.19, 9.41), (10.32, 9.05))
LOOSE = ((10, 10), (12, 10), (12, 12), (14, 12), (15.5, 12))


# What they are


@pytest.mark.rule("cappa.ex.28")
def test_three_squads_in_open_order_in_tight_formation_and_on_two_ranks():
    assert seen(*LOOSE) == "open"
    assert seen(*BLOCK) == "tight"
    assert seen(*TWO_RANKS) == "close"
    assert close_shape(list(squad(*TWO_RANKS).state.figures.values())) == "ranks"


@pytest.mark.rule("cappa.6.3.1a")
def test_open_order_is_a_um_at_the_most_from_another_member():
    assert not broken("open", (10, 10), (12, 10), (12, 12))  # 1 um and no more
    assert broken("open", (10, 10), (11, 10), (13.02, 10)) == "cappa.6.3.1a"
    assert not broken("open", (10, 10), (12, 10), (10.5, 11.6), (13.1, 11.2))  # otherwise as one likes


@pytest.mark.rule("cappa.6.3.1.h1")
def test_open_order_is_one_chain():
    assert broken("open", (10, 10), (11, 10), (14, 10), (15, 10)) == "cappa.6.3.1.h1"
    assert not broken("open", (10, 10), (11, 10), (13, 10), (14, 10))


@pytest.mark.rule("cappa.6.3.2a")
def test_in_tight_formation_everybody_touches_another():
    assert not broken("tight", *BLOCK)
    assert broken("tight", (10, 10), (11, 10), (11, 11), (9.5, 11.2)) == "cappa.6.3.2a"


@pytest.mark.rule("cappa.6.3.2.h1")
def test_a_tight_formation_is_one_compact_group():
    file = tuple((10 + n, 10) for n in range(4))
    assert broken("tight", *file) == "cappa.6.3.2.h1"  # 2 um, and 1.6 is the most
    assert not broken("tight", *file[:2])  # 1 um of 1.13
    pairs = (10, 10), (11, 10), (10, 11.5), (11, 11.5)
    assert broken("tight", *pairs) == "cappa.6.3.2.h1"


@pytest.mark.rule("cappa.6.3.2.h1")
def test_riders_need_twice_the_room():
    block = (10, 10), (12, 10), (10, 12), (12, 12)
    assert not broken("tight", *block, also=", mounted, Mov 8")
    assert broken("tight", (10, 10), (12, 10), (14, 10), (16, 10), also=", mounted, Mov 8") == "cappa.6.3.2.h1"


@pytest.mark.rule("cappa.6.3.3c")
def test_in_close_order_everybody_touches_another():
    assert not broken("close", *LINE)
    assert broken("close", *LINE[:4], (14.2, 10)) == "cappa.6.3.3c"


@pytest.mark.rule("cappa.6.3.3.h1")
@pytest.mark.parametrize(
    "places",
    [
        LINE,
        tuple((10 + 0.6 * n, 10 + 0.8 * n) for n in range(4)),  # in any direction
        TWO_RANKS,
        ((10, 10), (11, 10), (10, 11), (11, 11), (10, 12), (11, 12)),  # column of twos
        ((10, 10), (11, 10), (10, 11), (11, 11), (10, 12)),
        ((10, 10), (11, 10.08), (12, 9.95), (13, 10)),  # dressed to 0.1 um
    ],
)
def test_close_order_is_a_line_two_ranks_or_a_column_of_twos(places):
    assert not broken("close", *places)


@pytest.mark.rule("cappa.6.3.3.h1")
@pytest.mark.parametrize(
    "places",
    [
        ((10, 10), (11, 10), (12, 10), (13, 10), (10, 11)),  # four and one
        ((10, 10), (11, 10), (11.7, 10.7), (12.4, 11.4)),  # a bent line
        ((10, 10), (11, 10), (10, 11), (11, 11), (10, 12), (11, 12), (12, 10), (12, 11), (12, 12)),  # three ranks
        ((10, 10), (11, 10), (10, 11.5), (11, 11.5)),  # ranks apart
    ],
)
def test_nothing_else_is_a_close_order(places):
    assert broken("close", *places) == "cappa.6.3.3.h1"


@pytest.mark.rule("cappa.6.3.3b")
def test_close_order_takes_four():
    assert broken("close", *LINE[:3]) == "cappa.6.3.3b"
    three = squad(*LINE[:3], more="blue extra X at 10,30")
    assert {one["formation"] for one in three.offered("S") if one.key == "reform"} == {"tight"}
    four = squad(*LINE[:4], more="blue extra X at 10,30")
    assert {one["formation"] for one in four.offered("S") if one.key == "reform"} == {"tight", "close"}


@pytest.mark.rule("cappa.6.0d")
@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("formation", ["open", "tight", "close"])
def test_squads_of_every_size_are_drawn_up_in_the_formation_they_are_said_to_be_in(formation, count):
    if formation == "close" and count < 4:
        return
    for shape in SHAPES if formation == "close" else ("",):
        for heading in (0, 900, 1800, 2700):
            places = places_in_formation(formation, count, 100, (2000, 2000), heading, shape)
            assert not broken(formation, *((x / 100, y / 100) for x, y in places))


# Who knows which


def knowing(sheet: str) -> list[str]:
    """The formations open to four of a kind."""
    game = squad(*LINE[:4], kind=sheet)
    return known_formations(game.squad("S"), list(game.state.figures.values()))


@pytest.mark.rule("cappa.6.3d")
def test_the_lists_say_which_formations_and_open_order_is_everybodys():
    assert knowing("attaccabrighe") == ["open"]
    assert knowing("granatiere") == ["open", "tight"]
    assert knowing("moschettiere") == ["open", "tight", "close"]
    game = squad(*LINE[:4], formation="tight", more="blue extra X at 10,30")
    for name in "ABCD":
        game.figure(name).sheet.formations = ()
    assert {one["formation"] for one in game.offered("S") if one.key == "reform"} == {"open"}


@pytest.mark.rule("cappa.6.3.2b")
def test_highwaymen_and_peasants_stand_tight_like_soldiers():
    assert knowing("bandito") == knowing("contadino") == ["open", "tight"]
    assert not characters().sheets["bandito"].troops


@pytest.mark.rule("cappa.6.3.3a")
def test_only_trained_soldiers_know_close_order():
    for sheet in characters().sheets.values():
        assert "close" not in sheet.formations or sheet.troops == "regular"
    assert "close" not in knowing("frondista_borghese")  # militia
    formations = {}
    for kind in ("moschettiere", "frondista_borghese", "bandito"):
        game = squad(*LINE[:4], kind=kind, more="blue extra X at 10,30")
        formations[kind] = {one["formation"] for one in game.offered("S") if one.key == "reform"}
        answer = {"figure": "S", "to": [1000, 1000], "heading": 0, "formation": "close"}
        judge = next(deed.judged for deed in DEEDS if deed.verb == "march")
        assert judge is not None
        assert isinstance(judge(game.state, game.squad("S"), answer), Objection) == (kind != "moschettiere")
    assert ["close" in known for known in formations.values()] == [True, False, False]


@pytest.mark.rule("cappa.6.3.3d")
def test_what_a_list_says_of_close_order_holds_for_the_squad():
    game = squad(*LINE[:4], more="blue extra X at 10,30")
    assert game.may("S", "reform formation=close")
    game.figure("B").sheet.formations = ("open", "tight")
    assert not game.may("S", "reform formation=close")  # all of them must know it
    game.figure("B").sheet.formations = ("open", "tight", "close")
    game.figure("B").sheet.formation_pa = 2
    game.do("S", "reform formation=close")
    assert game.squad("S").pa == 1


# Taking one up


@pytest.mark.rule("cappa.6.3e")
def test_a_squad_changes_formation_by_moving_into_it_for_the_pa_of_the_move():
    game = squad(*LOOSE, more="blue extra X at 12,35")
    game.do("S", "reform formation=close shape=line")
    assert game.squad("S").pa == 2
    assert game.told(FormationChanged)[0].formation == game.squad("S").formation == "close"
    assert close_shape([game.figure(name) for name in "ABCDE"]) == "line"
    game.do("S", "reform formation=tight")
    assert game.squad("S").pa == 1
    assert not breach([game.figure(name) for name in "ABCDE"], "tight")


@pytest.mark.rule("cappa.6.3.3.h1")
def test_close_order_is_offered_in_each_of_its_shapes_and_changes_from_one_to_another():
    game = squad(*LINE, formation="close", more="blue extra X at 12,35")
    shapes = {option.get("shape") for option in game.offered("S") if option.key == "reform"}
    assert shapes == {None, "line", "ranks", "column"}
    game.do("S", "reform shape=column")
    assert game.squad("S").formation == "close"
    assert close_shape([game.figure(name) for name in "ABCDE"]) == "ranks"
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1t", "cappa.6.3e")
def test_where_there_is_no_room_behind_the_foremost_they_form_up_a_move_farther_on():
    game = squad((10, 10), (12, 10), (14, 10), (16, 10), more="well 10.2,8.5\nblue extra X at 10,30")
    places = {(one["formation"], one.get("shape")): one["to"] for one in game.offered("S") if one.key == "reform"}
    assert places == {
        ("tight", None): [1000, 1400],
        ("close", "ranks"): [1000, 1400],
        ("close", "line"): [1000, 1000],  # abreast of him there is
    }


CROSS = (10, 10), (11, 10), (9, 10), (10, 11), (10, 9)


@pytest.mark.rule("cappa.6.5a")
@pytest.mark.parametrize(
    ("was", "stand", "knows", "named"),
    [
        ("close", LINE, ("open", "tight", "close"), "close"),
        ("close", CROSS, ("open", "tight", "close"), "tight"),
        ("close", CROSS, ("open", "close"), "open"),
        ("close", LOOSE, ("open", "tight", "close"), "open"),
        ("tight", LOOSE, ("open", "tight", "close"), "open"),
    ],
)
def test_a_squad_no_longer_drawn_up_stands_in_what_it_still_keeps_and_knows(was, stand, knows, named):
    game = squad(*stand, formation=was, more="blue extra X at 12,35")
    for name in "ABCDE":
        game.figure(name).sheet.formations = knows

    def settle(g):
        name_formation(g, g.state.squads["S"])
        yield from ()

    game.run(settle)
    assert game.squad("S").formation == named
    assert [event.formation for event in game.told(FormationChanged)] == ([] if named == was else [named])


# What close order does


@pytest.mark.rule("cappa.6.3.3.h2")
def test_close_order_steadies_a_squad():
    close, tight = squad(*LINE, formation="close"), squad(*LINE, formation="tight")
    assert tally(close) == tally(tight) | {"close order": 1}


@pytest.mark.rule("cappa.6.3.3.h3")
@pytest.mark.parametrize(("mov", "pace"), [(4, 3), (1.5, 1), (0.5, 0.5)])
def test_a_move_in_close_order_is_1_um_shorter_but_1_um_long(mov, pace):
    game = squad(*LINE, formation="close", also=f", Mov {mov}", more="blue extra X at 12,35")
    assert body_of(game.state, game.squad("S")).pace == 100 * pace
    if mov == 4:
        assert game.may("S", "move to=1000,1300")
        assert not game.may("S", "move to=1000,1400")
        assert squad(*LINE, also=f", Mov {mov}").may("S", "move to=1000,1400")
        farthest = max(option["to"][1] for option in game.offered("S") if option.key == "reform")
        assert farthest == 1300


@pytest.mark.rule("cappa.6.3.3.h3")
def test_a_person_who_points_farther_is_refused():
    game = squad(*LINE, formation="close", more="blue extra X at 12,35")
    judge: Any = next(one for one in DEEDS if one.verb == "move").judged
    assert isinstance(judge(game.state, game.squad("S"), {"figure": "S", "to": [1000, 1300]}), Option)
    assert isinstance(judge(game.state, game.squad("S"), {"figure": "S", "to": [1000, 1350]}), Objection)


@pytest.mark.rule("cappa.6.3.3.h4")
def test_close_order_of_fewer_than_four_is_tight_at_once():
    game = squad(*LINE, formation="close")
    fall(game, "E", answer="")
    assert game.squad("S").formation == "close"
    fall(game, "D", answer="")
    assert game.squad("S").formation == "tight"
    assert game.told(FormationChanged)[-1].rules == ("cappa.6.3.3.h4",)
    assert "close order" not in tally(game)


# Too far away


FAR = ((10, 10), (11.5, 10), (13, 10), (21, 10))
ENEMY = "blue extra X at 10,30"


@pytest.mark.rule("cappa.6.3.h1")
def test_the_body_is_the_largest_group_and_of_equal_ones_the_leaders():
    game = squad((10, 10), (11, 10), (15, 10), (16, 10), (17, 10))
    assert [one.id for one in separated(game.state, game.squad("S"))] == ["A", "B"]
    even = squad((10, 10), (11, 10), (15, 10), (16, 10))
    assert [one.id for one in separated(even.state, even.squad("S"))] == ["C", "D"]
    even.squad("S").leader = "D"
    assert [one.id for one in separated(even.state, even.squad("S"))] == ["A", "B"]


@pytest.mark.rule("cappa.6.3a")
def test_while_the_squad_moves_a_straggler_comes_back_as_far_as_he_can():
    game = squad(*FAR, more=ENEMY)
    game.do("S", "move to=1000,1400")
    assert [game.at(name) for name in "ABC"] == [(10, 14), (11.5, 14), (13, 14)]
    (back,) = [event for event in game.told(Moved) if event.figure == "D"]
    assert back.rules == ("cappa.6.3a",)
    assert back.length <= 400
    assert game.gap("D", "C") < 4  # 7 um before, and C has gone


@pytest.mark.rule("cappa.6.3a")
def test_whatever_the_squad_does_a_straggler_takes_no_part_in_it():
    game = squad(*FAR, also=", with MMK", more="blue extra X at 12,18", pa=", pa 2")
    game.do("S", "volley target=X")
    assert game.told(VolleyFired)[0].shooters == ("A", "B", "C")
    assert game.at("D") == (17, 10)
    game.do("S", "wait")
    assert not separated(game.state, game.squad("S"))
    assert game.touch("C", "D")


@pytest.mark.rule("cappa.6.3.h2")
def test_coming_back_costs_nothing_when_the_squad_pays_for_an_action():
    game = squad(*FAR, more=ENEMY)
    game.do("S", "wait")
    assert game.squad("S").pa == 2
    assert game.at("D") == (17, 10)


@pytest.mark.rule("cappa.6.3a")
def test_a_straggler_behind_a_wall_gets_over_it_to_his_mates():
    game = squad((10, 10), (11.5, 10), (10.5, 13), more="low wall 4,11.5 20,11.5\n" + ENEMY)
    assert [one.id for one in separated(game.state, game.squad("S"))] == ["C"]
    game.do("S", "wait")
    game.do("S", "wait")
    assert [event.figure for event in game.told(Crossed)] == ["C"]
    assert not separated(game.state, game.squad("S"))


@pytest.mark.rule("cappa.6.3a")
def test_a_straggler_in_melee_stays_and_fights_with_his_squad():
    game = squad(*FAR, more="blue extra X at 22,10", pa=", pa 2")
    game.do("S", "fight-together target=X")
    assert game.at("D") == (21, 10)


@pytest.mark.rule("cappa.6.3b")
def test_a_straggler_with_a_die_of_his_own_can_only_go_back():
    game = squad(*FAR, more=ENEMY)
    game.figure("D").die, game.figure("D").pa, game.figure("D").is_activated = 3, 2, True
    game.squad("S").pa = 0
    offers, refusals = [], []

    def first(decision):
        offers.append({option.key for option in decision.options})
        refusals.append(decision.free("move", {"figure": "D", "to": [2100, 1400]}))
        return decision.options[0]

    game.phase("actions", first, first)
    assert offers == [{"rejoin"}, {"rejoin", "stop"}]
    assert isinstance(refusals[0], Objection)
    assert refusals[0].rule == "cappa.6.3b"
    assert {(event.figure, event.rules) for event in game.told(Moved)} == {("D", ("cappa.6.3b",))}


@pytest.mark.rule("cappa.6.3b")
def test_back_with_the_others_he_does_what_he_likes():
    game = squad((10, 10), (11.5, 10), (13, 10), (14.5, 10), more=ENEMY)
    game.figure("D").die, game.figure("D").pa = 3, 2
    assert {"move", "wait"} <= game.keys("D")
    assert "rejoin" not in game.keys("D")


@pytest.mark.rule("cappa.6.3c")
def test_in_the_last_phase_the_only_action_is_to_bring_them_back():
    game = squad(*FAR, pa="", more=ENEMY)
    refusals = []

    def pointing(decision):
        refusals.append(decision.free("move", {"figure": "S", "to": [1000, 1400]}))
        assert {option.key for option in decision.options} == {"rejoin"}
        return decision.options[0]

    game.phase("last", "act figure=S", pointing)
    assert isinstance(refusals[0], Objection)
    assert refusals[0].rule == "cappa.6.3c"
    assert [event.figure for event in game.told(Moved)] == ["D"]


# Gaps


@pytest.mark.rule("cappa.6.3.h3")
def test_after_a_loss_a_squad_may_close_up_for_nothing():
    game = squad(*LINE, formation="close")
    fall(game, "C", answer="close-up")
    assert [game.at(name)[0] for name in "ABDE"] == [10, 11, 12, 13]
    assert game.squad("S").pa == 3
    assert game.squad("S").formation == "close"
    assert all(event.rules == ("cappa.6.3.h3",) for event in game.told(Moved))


@pytest.mark.rule("cappa.6.3.h3")
def test_a_dense_formation_that_is_left_with_gaps_is_an_open_one():
    game = squad(*LINE, formation="close")
    fall(game, "C")
    assert [game.at(name)[0] for name in "ABDE"] == [10, 11, 13, 14]
    assert game.squad("S").formation == "open"


@pytest.mark.rule("cappa.6.3.h3")
def test_nobody_shifts_by_more_than_1_um_and_who_is_still_too_far_is_separated():
    game = squad((10, 10), (11, 10), (13, 10), (14.5, 10), (16.5, 10), (18.5, 10))
    fall(game, "C", "D", answer="close-up")
    assert [event.length for event in game.told(Moved)] == [100, 100]
    assert [one.id for one in separated(game.state, game.squad("S"))] == ["E", "F"]


@pytest.mark.rule("cappa.6.3.h3")
def test_a_loss_that_opens_no_gap_asks_nothing():
    game = squad(*LINE, formation="close")
    fall(game, "E", answer="")
    game = squad((10, 10), (11, 10), (12, 10), (18, 10))  # D is too far away already
    fall(game, "A", answer="")


@pytest.mark.rule("cappa.6.3.h3")
def test_a_squad_closes_up_when_the_volley_that_has_torn_the_gap_is_over():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, squad S, CA 5
        red extra B at 12,10, squad S, CA 5
        red extra C at 14,10, squad S, CA 5
        red extra D at 16,10, squad S, CA 5
        red squad S
        blue extra X at 12,15, with MMK, 5/9/3, pa 1
        dice blue 1 1
    """)
    game.do("X", "shoot target=B", "close-up")
    assert [game.at(name)[0] for name in "ACD"] == [11, 13, 15]  # 1 um each
    assert not separated(game.state, game.squad("S"))


@pytest.mark.rule("cappa.6.3.h3")
def test_the_smaller_group_comes_up_to_the_larger_whichever_way_the_line_runs():
    for places, moved in (
        (((10, 10), (10, 11), (10, 12), (10, 13), (10, 14), (10, 15)), {"E", "F"}),
        (((10, 15), (10, 14), (10, 13), (10, 12), (10, 11), (10, 10)), {"E", "F"}),
        (((10, 10), (11, 10), (12, 10), (13, 10), (14, 10), (15, 10)), {"E", "F"}),
    ):
        game = squad(*places, formation="close")
        fall(game, "D", answer="close-up")
        assert {event.figure for event in game.told(Moved)} == moved
        assert game.squad("S").formation == "close"
        ordered = sorted((game.at(name) for name in "ABCEF"), key=sum)
        steps = {round(b[0] - a[0] + b[1] - a[1], 2) for a, b in pairwise(ordered)}
        assert steps == {1.0}


@pytest.mark.rule("cappa.6.3.h3")
@pytest.mark.parametrize("leader", ["A", "E"])
def test_of_two_groups_of_one_size_the_leaders_stays(leader):
    game = squad((10, 10), (10, 11), (10, 12), (10, 13), (10, 14), formation="close")
    game.squad("S").leader = leader
    fall(game, "C", answer="close-up")
    assert {event.figure for event in game.told(Moved)} == ({"D", "E"} if leader == "A" else {"A", "B"})


@pytest.mark.rule("cappa.6.3.h3")
@pytest.mark.parametrize("way", [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_where_one_um_is_not_enough_the_others_come_to_meet_them(way):
    dx, dy = way
    along = (0, 1, 2.9, 4.8, 5.8)
    game = squad(*((20 + dx * far, 20 + dy * far) for far in along))
    fall(game, "C", answer="close-up")
    assert {event.figure for event in game.told(Moved)} == set("ABD")
    assert not separated(game.state, game.squad("S"))
    assert all(event.length <= 100 for event in game.told(Moved))
    spots = sorted(dx * (game.at(name)[0] - 20) + dy * (game.at(name)[1] - 20) for name in "ABDE")
    assert spots == pytest.approx([0.8, 1.8, 3.8, 5.8], abs=0.02)


@pytest.mark.rule("cappa.6.3.h3")
def test_who_fights_does_not_shift_and_the_gap_gapes():
    game = squad((10, 10), (11, 10), (12, 10), (13, 10), (14, 10), formation="close", more="blue extra X at 15,10")
    fall(game, "C", answer="close-up")
    assert [game.at(name) for name in "ABDE"] == [(10, 10), (11, 10), (12, 10), (14, 10)]
    assert game.squad("S").formation == "open"


@pytest.mark.rule("cappa.6.3a", "cappa.4.0c")
def test_a_straggler_goes_round_what_stands_in_his_way():
    game = squad((10, 10), (11.5, 10), (10, 13.4), more="well 10,11.7\n" + ENEMY)
    assert [one.id for one in separated(game.state, game.squad("S"))] == ["C"]
    game.do("S", "wait")
    assert not separated(game.state, game.squad("S"))
    assert game.touch("C", "A")


@pytest.mark.rule("cappa.6.3a", "cappa.4.3.5b")
@pytest.mark.parametrize(("west", "x"), [(12, 19), (18, 17)])
def test_a_straggler_wades_back_at_half_speed_unless_he_gets_out(west, x):
    game = squad(*FAR, more=f"marsh {west},5 30,20\n" + ENEMY)
    game.do("S", "wait")
    assert game.at("D") == (x, 10)


@pytest.mark.rule("cappa.6.3c", "cappa.2.1.5f")
def test_only_in_the_last_phase_a_squad_spends_its_action_on_its_stragglers_and_only_while_it_has_some():
    away = squad(*FAR, more=ENEMY)
    assert "rejoin" not in away.keys("S")
    away.state.phase = "last"
    assert "rejoin" in away.keys("S", 1)
    away.squad("S").shaken = "losses"
    assert "rejoin" not in away.keys("S", 1)
    whole = squad((10, 10), (11.5, 10), (13, 10), (14.5, 10), more=ENEMY)
    whole.state.phase = "last"
    assert {"move", "wait"} <= whole.keys("S", 1)
    assert "rejoin" not in whole.keys("S", 1)


@pytest.mark.rule("cappa.6.3b", "cappa.2.3.3.h2")
def test_a_shaken_straggler_is_not_bound_to_go_back():
    game = squad(*FAR, more=ENEMY)
    game.figure("D").die, game.figure("D").pa, game.figure("D").is_activated = 3, 2, True
    assert must_rejoin(game.state, game.figure("D"))
    assert must_rejoin(game.state, game.squad("S")) is False
    game.figure("D").shaken = "fire"
    assert not must_rejoin(game.state, game.figure("D"))
    assert not must_rejoin(game.state, game.figure("A"))
