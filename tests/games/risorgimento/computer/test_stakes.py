"""What it costs to lose a unit, when to break off, who comes up beside whom, how late it is."""

from __future__ import annotations

import pytest

from alfiere.battles.walking import span
from alfiere.games.risorgimento.charge.horse import COUNTER
from alfiere.games.risorgimento.charge.notes import NO_CHARGE, NOTE
from alfiere.games.risorgimento.computer import sense, stakes
from alfiere.games.risorgimento.computer.assault import with_help
from alfiere.games.risorgimento.computer.judgement import Stand, evaluate, look, stance, under_fire
from alfiere.games.risorgimento.computer.plan import how_late, middle_of
from alfiere.games.risorgimento.computer.sense import considered
from alfiere.games.risorgimento.computer.stakes import gives_up
from alfiere.games.risorgimento.melee.contact import close, melees
from alfiere.games.risorgimento.movement.forced import has_way_back
from alfiere.games.risorgimento.movement.making import Hooks
from alfiere.games.risorgimento.movement.moves import nobody_reacts
from alfiere.games.risorgimento.movement.orders import deeds, order_for
from alfiere.games.risorgimento.ruleset import GAME
from alfiere.games.risorgimento.state.battle import BattleState
from alfiere.games.risorgimento.state.standing import enemies_touched
from alfiere.games.risorgimento.state.unit import INFANTRY, LIMBERED, ON, UNLIMBERED
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.game import Game
from alfiere.players import Greedy
from alfiere.table.fronts import bearing
from alfiere.table.headings import turn_between
from tests.situation import situation


def field(text: str) -> BattleState:
    state: BattleState = situation(text).state
    return state


def thought_of(s: BattleState, unit: str) -> list[Option]:
    return list(considered(s, order_for(s, s.units[unit], deeds(Hooks(nobody_reacts, close)))))


FIVE_EACH = """
    risorgimento
    blue line A at 20,20 facing E
    blue line B at 20,30 facing E
    blue line C at 20,40 facing E
    blue line D at 20,50 facing E
    blue line E at 20,60 facing E
    red  line R at 95,40 facing W
"""


@pytest.mark.rule("risorgimento.i.3.2")
def test_an_army_that_has_lost_a_unit_may_give_up_in_every_turn_to_come() -> None:
    s = field(FIVE_EACH)
    assert gives_up(s, "blue") == 0.0
    s.units["A"].is_routed = True
    s.turn = s.scenario.turns
    at_the_end = gives_up(s, "blue")
    s.turn = 1
    early = gives_up(s, "blue")
    assert 0.0 < at_the_end < early < 1.0
    assert gives_up(s, "blue", 2) == 1.0  # half of it, risorgimento.i.3.1


@pytest.mark.rule("risorgimento.mor.7")
def test_who_will_break_at_the_next_test_minds_fire_more_than_others() -> None:
    s = field(
        """
        risorgimento
        blue line A at 20,40 facing E
        red  line R at 27,40 facing W
        """
    )
    unit = s.units["A"]
    near, away = (Stand(unit, unit.pose._replace(x=x), unit.formation, "") for x in (2000, 500))
    fresh = stance(look(s, "blue"), near) - stance(look(s, "blue"), away)
    unit.morale = unit.spirit // 2
    assert stance(look(s, "blue"), near) - stance(look(s, "blue"), away) < fresh - 0.3


@pytest.mark.rule("risorgimento.e.8.6")
def test_who_is_shut_in_between_enemies_has_no_way_back() -> None:
    s = field(
        """
        risorgimento
        red  line R at 42,40 facing E
        red  line S at 44.5,36.4 facing W
        red  line T at 44.5,43.6 facing W
        blue line A at 44.5,40 facing W
        """
    )
    assert not has_way_back(s, s.units["A"])
    s.units["T"].y += 1000
    s.laid = None
    assert has_way_back(s, s.units["A"])


@pytest.mark.rule("risorgimento.e.8.6")
@pytest.mark.rule("risorgimento.geo.18")
def test_an_enemy_at_an_oblique_front_does_not_bar_the_way_back() -> None:
    s = field(
        """
        risorgimento
        blue chasseurs A at 29.45,55.24 facing 116.2
        red  hussars H at 31.2437,54.3569 facing 296.2
        """
    )
    assert [one.id for one in enemies_touched(s, s.units["A"])] == ["H"]
    assert has_way_back(s, s.units["A"])


@pytest.mark.rule("risorgimento.e.8.6")
def test_who_fights_without_a_way_back_has_more_to_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field(
        f"""{FIVE_EACH}
        blue line F at 44.5,40 facing E
        red  line S at 46.5,40 facing W
        red  line T at 44.5,36.4 facing W
        red  line U at 44.5,43.6 facing W
        red  line V at 42,40 facing E
        """
    )
    assert len(melees(s)) == 1
    assert not has_way_back(s, s.units["F"])
    shut_in = evaluate(s, "blue")
    monkeypatch.setattr(stakes, "has_way_back", lambda s, unit: True)
    assert evaluate(s, "blue") > shut_in + 1.0


HOUSES = """
    risorgimento
    phase E
    village_sector V 40,30
    place P V held by red
    red  line R at 0,0 facing W, in V west
"""


@pytest.mark.rule("risorgimento.g.5.16")
def test_horse_at_the_walls_of_a_village_goes_out_of_the_way() -> None:
    s = field(f"{HOUSES}    blue hussars H at 39,33.75 facing E\n")
    assert [one.key for one in thought_of(s, "H")] == ["withdraw"]


def test_who_fights_thinks_of_breaking_off_too() -> None:
    s = field(f"{HOUSES}    blue line A at 39,33.75 facing E, attack\n")
    assert [one.key for one in thought_of(s, "A")] == ["stand", "withdraw"]


ATTACKED = (
    HOUSES
    + """
    blue line A at 39,33.75 facing E, attack
    blue line B at 33.8,37.25 facing E, attack
    blue line C at 30,50 facing E, attack
    [[objective]]
    kind = "most"
    text = { en = "Hold it.", it = "Tenerlo." }
    places = ["P"]
"""
)


@pytest.mark.rule("risorgimento.g.1.2")
def test_who_can_stand_beside_an_attacker_thinks_of_it() -> None:
    s = field(ATTACKED)
    attack, _ = thought_of(s, "B")
    assert attack["to"][:2] == pytest.approx([s.units["A"].x, s.units["B"].y], abs=2)


@pytest.mark.rule("risorgimento.g.1.4")
def test_who_would_only_help_in_the_melee_of_a_friend_has_a_look_at_it_before_he_decides() -> None:
    s = field(
        """
        risorgimento
        blue line A at 40,38.5 facing E, attack
        blue line B at 36.5,35 facing E, attack
        red  line R at 42,40 facing W
        """
    )
    helps = thought_of(s, "B")[0]
    assert helps["to"][:2] == pytest.approx([s.units["A"].x, s.units["B"].y], abs=2)
    assert len(thought_of(s, "B")) == 2
    s.units["B"].formation = "march_column"  # which helps nobody, g.1.9
    assert len(thought_of(s, "B")) == 1


@pytest.mark.rule("risorgimento.g.1.8")
def test_only_who_has_but_to_go_straight_ahead_is_reckoned_with_as_a_support() -> None:
    s = field(ATTACKED)
    (melee,) = melees(s)
    assert [one.id for one in with_help(s, melee, "blue").of(s.units["A"]).supports] == ["B"]
    s.units["B"].heading = 0
    assert with_help(s, melee, "blue").of(s.units["A"]).supports == ()


@pytest.mark.rule("risorgimento.g.5.13")
def test_while_the_garrison_fights_at_one_side_another_battalion_goes_in() -> None:
    s = field(ATTACKED.replace("B at 33.8,37.25", "B at 39,37.25"))
    assert thought_of(s, "B")[0].key == "enter"
    before = evaluate(s, "blue")
    s.stand(s.units["B"], s.footing(s.units["B"]), "V/north")
    assert evaluate(s, "blue") > before


def test_it_is_late_when_what_the_enemy_holds_is_about_to_win() -> None:
    s = Game(GAME, GAME.scenario("montebello"), "late").state
    s.turn = 16  # from then on the Austrians win if they hold Genestrello
    assert how_late(s, "blue") == 1.0
    assert how_late(s, "red") == pytest.approx(16 / s.scenario.turns)
    s.control["genestrello"] = "blue"
    assert how_late(s, "blue") == pytest.approx(16 / s.scenario.turns)


def test_batteries_that_help_to_hold_a_place_are_not_set_up_before_it() -> None:
    game = Game(GAME, GAME.scenario("sanmartino-evening"), "guns")
    player = Greedy("guns")
    while game.decision is not None and game.decision.key.startswith("deploy") and game.decision.seat == "red":
        game.answer("red", player.choose(game, "red"))
    guns = [game.state.units[one] for one in ("battery-watervliet", "cavallerie-batterie-11")]
    assert all(one.is_on and one.y > 4200 for one in guns)  # Colombare lies there, and the enemy comes from y 0


@pytest.mark.parametrize(
    ("battle", "battery", "is_in_range"),
    [("genestrello", "battery", True), ("sanmartino-evening", "6a-batteria", False)],
)
def test_guns_of_who_attacks_are_set_up_to_fire_or_behind_his_infantry(
    battle: str, battery: str, is_in_range: bool
) -> None:
    game = Game(GAME, GAME.scenario(battle), "guns")
    players = {seat: Greedy(f"guns {seat}") for seat in ("red", "blue")}
    while game.state.phase == "set-up":
        assert game.decision is not None
        seat = game.decision.seat
        game.answer(seat, players[seat].choose(game, seat))
    s = game.state
    guns = s.units[battery]
    mates = [one for one in s.side("blue") if one.arm == INFANTRY and one.where == ON]
    if is_in_range:  # the enemy is in the east
        x, y = middle_of(s, "genestrello")
        assert guns.formation == UNLIMBERED
        assert span(guns.x - x, guns.y - y) < 4400
        assert abs(turn_between(guns.heading, bearing(guns.pose.point, (x, y)))) <= 225
        assert not any(s.ground.road_at(guns.x, guns.y + off) for off in range(-400, 401, 100))
    else:  # he is in the south
        assert guns.formation == LIMBERED
        assert guns.y < max(one.y for one in mates) - 200


@pytest.mark.rule("risorgimento.e.2.3.11", "risorgimento.geo.19")
@pytest.mark.parametrize("home", ["west", "north"])
@pytest.mark.parametrize(("x", "friend", "fears"), [(1000, 3500, True), (3000, 3500, False), (3000, 500, True)])
def test_guns_limber_in_sight_of_horse_where_they_would_not_drive_off_the_table_and_infantry_is_before_them(
    x: int, friend: int, fears: bool, home: str
) -> None:
    def at(along: int, aside: int, way: str) -> str:
        if home == "west":
            return f"{along / 100},{aside} facing {way}"
        return f"{aside},{80 - along / 100} facing {'S' if way == 'E' else 'N'}"

    minds = []
    for state in ("", ", green"):  # green horse charges nobody
        s = field(
            f"""
            risorgimento
            home blue {home}
            blue guns G at {at(x, 40, "E")}, limbered
            blue line A at {at(friend, 44, "E")}
            red  hussars R at {at(5000, 40, "W")}{state}
            """
        )
        unit = s.units["G"]
        minds.append(stance(look(s, "blue"), Stand(unit, unit.pose, unit.formation, ""), by_plan=False))
    assert (minds[1] - minds[0] > 1.0) == fears
    assert fears or minds[1] == pytest.approx(minds[0])


def test_a_battery_keeps_farther_off_where_nobody_stands_before_it() -> None:
    s = field(
        """
        risorgimento
        blue guns G at 20,40 facing E
        blue line A at 30,40 facing E
        red  hussars R at 40,40 facing W
        """
    )
    unit = s.units["G"]
    screened = stance(look(s, "blue"), Stand(unit, unit.pose, unit.formation, ""))
    s.units["A"].x = 500
    assert stance(look(s, "blue"), Stand(unit, unit.pose, unit.formation, "")) < screened - 1


@pytest.mark.rule("risorgimento.h.1.2", "risorgimento.i.3.2")
def test_a_squadron_that_a_few_losses_would_end_keeps_farther_from_fire_than_a_regiment() -> None:
    minds = []
    for men in (2, 8):
        s = field(
            f"""
            risorgimento
            blue hussars H at 30,40 facing E, vf {men}
            blue line A at 10,40 facing E
            red  line R at 37,40 facing W
            """
        )
        unit, seen = s.units["H"], look(s, "blue")
        near, away = (Stand(unit, unit.pose._replace(x=x), unit.formation, "") for x in (3000, 1500))
        minds.append(stance(seen, away, by_plan=False) - stance(seen, near, by_plan=False))
        assert (under_fire(seen, near) > 0.8) == (men == 2)
    assert minds[0] > minds[1] + 0.5


def test_a_squadron_charges_only_whom_it_is_sure_to_ride_down() -> None:
    for men, key in ((2, "no-charge"), (5, "charge")):
        s = field(
            f"""
            risorgimento
            blue hussars H at 30,40 facing E, vf {men}
            red  line R at 42,40 facing W, open, vf 5
            """
        )
        charge, none = (Option(one, {"unit": "H", "target": "R"}, ()) for one in (NOTE, NO_CHARGE))
        (chosen,) = considered(s, Decision("blue", NOTE, [none, charge], {"unit": "H"}))
        assert (chosen.key == NOTE) == (key == "charge")


def test_a_squadron_counter_charges_nobody_who_is_not_easy_prey(monkeypatch: pytest.MonkeyPatch) -> None:
    for men, keys in ((2, ["stand"]), (5, ["stand", COUNTER])):
        s = field(
            f"""
            risorgimento
            blue hussars H at 30,40 facing E, vf {men}
            red  hussars R at 42,40 facing W, vf 4
            """
        )
        asked = [Option("stand", {"unit": "H"}, ()), Option(COUNTER, {"unit": "H", "target": "R"}, ())]
        assert [one.key for one in considered(s, Decision("blue", "react", asked, {"target": "R"}))] == keys
        with monkeypatch.context() as easy:
            easy.setattr(sense, "_prey", lambda s, unit, target: 100.0)
            assert len(considered(s, Decision("blue", "react", asked, {"target": "R"}))) == 2


@pytest.mark.rule("risorgimento.i.3.2")
def test_a_squadron_keeps_off_horse_that_is_no_weaker() -> None:
    minds: dict[tuple[int, int], float] = {}
    for men, theirs in ((2, 6), (5, 6), (2, 2), (2, 1)):
        s = field(
            f"""
            risorgimento
            blue hussars H at 30,40 facing E, vf {men}
            blue line A at 5,5 facing E
            red  hussars R at 50,40 facing W, vf {theirs}
            """
        )
        unit, seen = s.units["H"], look(s, "blue")
        near, away = (Stand(unit, unit.pose._replace(x=x), unit.formation, "") for x in (3000, 1500))
        minds[men, theirs] = stance(seen, away, by_plan=False) - stance(seen, near, by_plan=False)
    assert min(minds[2, 6], minds[2, 2]) > max(minds[5, 6], minds[2, 1]) + 0.5


@pytest.mark.rule("risorgimento.i.3.2")
@pytest.mark.parametrize(
    ("far", "more", "is_feared"), [(9, "", True), (13, "", False), (9, "A", False), (9, "F", True)]
)
def test_a_battery_minds_who_may_come_up_to_it_before_anybody_of_its_own(far: int, more: str, is_feared: bool) -> None:
    others = {"A": "blue line A at 45,40 facing E", "F": "blue line F at 35,40 facing E"}  # before it, and behind it
    s = field(
        f"""
        risorgimento
        blue guns G at 40,40 facing E
        red  line R at {40 + far},40 facing W, march
        {others.get(more, "")}
        """
    )
    guns, seen = s.units["G"], look(s, "blue")
    here = Stand(guns, guns.pose, guns.formation, "")
    cheap, dear = (seen._replace(prices={**seen.prices, "G": price}) for price in (0.0, 40.0))
    lost = stance(cheap, here, by_plan=False) - stance(dear, here, by_plan=False)
    assert lost == (pytest.approx(4.0) if is_feared else pytest.approx(0.0))  # a quarter of the way is his already
    assert stance(cheap, here, fights=True) == pytest.approx(stance(dear, here, fights=True))


def test_a_squadron_is_set_up_behind_what_its_army_holds() -> None:
    """It was ridden down before Genestrello in the first turn, which may end the battle (risorgimento.i.3.2)."""
    game = Game(GAME, GAME.scenario("montebello"), "squadron")
    computer = Greedy("squadron")
    while (decision := game.decision) is not None and game.state.units["haller-hussars"].where != ON:
        game.answer(decision.seat, computer.choose(game, decision.seat))
    x, _ = middle_of(game.state, "genestrello")
    assert game.state.units["haller-hussars"].x >= x + 800  # the enemy comes from the west
