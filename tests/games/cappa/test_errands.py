"""What the computer's men have to do besides fighting: of each two positions the one nearer to the task is better."""

from __future__ import annotations

from alfiere.games.cappa.computer.errands import errands, leader, may_wait
from alfiere.games.cappa.computer.judgement import evaluate
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.markers import markers
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.ground_changes import Lit, as_line
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.game import Game
from tests.situation import situation

WORDS = "text = { en = 'so', it = 'cosi' }"
FLAG = f"""
[[exit]]
edge = "north"
[[thing]]
id = "banner"
kind = "keg"
name = {{ en = "the banner", it = "la bandiera" }}
at = [20, 20]
[[objective]]
kind = "carry off"
thing = "banner"
edge = "north"
{WORDS}
"""
FORD = f"""
[[terrain]]
id = "ford"
kind = "marsh"
name = {{ en = "ford", it = "guado" }}
rect = [18, 18, 22, 22]
[[objective]]
kind = "hold ground"
ground = "ford"
within = 3
{WORDS}
"""
HOLD = f'[[objective]]\nkind = "hold out"\nside = "blue"\n{WORDS}\n'
B = "blue extra B at 39,39 with BD, hands BD"


def table(*lines: str, more: str = "") -> SkirmishState:
    """A position with a task."""
    return situation("\n".join(("cappa on open ground 40x40", *lines, more))).state


def task(s: SkirmishState, seat: str = "red") -> float:
    """How far a side has come with it."""
    return errands(s, seat, s.standing(seat))


def test_without_a_task_there_is_nothing_to_do() -> None:
    assert task(table("red extra A at 10,10", B)) == 0


def test_what_lies_there_draws_the_nearest_man_and_no_other() -> None:
    far = task(table("red extra A at 10,10", "red extra C at 39,1", B, more=FLAG))
    near = task(table("red extra A at 15,15", "red extra C at 39,1", B, more=FLAG))
    other = task(table("red extra A at 10,10", "red extra C at 38,2", B, more=FLAG))
    assert near > far == other


def test_who_has_it_goes_to_the_edge_and_the_enemy_minds() -> None:
    def held(y: int, seat: str) -> float:
        s = table(f"red extra A at 20,{y}", B, more=FLAG)
        s.things["banner"].bearer = "A"
        s.figures["A"].carries.append("banner")
        return task(s, seat)

    lying = task(table("red extra A at 20,20.5", B, more=FLAG))
    assert held(5, "red") > held(20, "red") > lying
    assert held(5, "blue") < held(20, "blue") < 0


def test_markers_are_looked_under_while_nobody_knows_where_it_is() -> None:
    def looking(x: int) -> float:
        s = table("event 30,10", f"red extra A at {x},10", B, more=FLAG)
        del s.things["banner"]
        return task(s)

    assert looking(25) > looking(10)


def test_squads_march_to_where_they_should_be() -> None:
    def squads_at(x: int) -> float:
        men = [
            f"red extra {squad}{n} at {x + 2 * n},{y}, squad {squad}"
            for squad, y in (("Q", 5), ("R", 9))
            for n in range(4)
        ]
        s = situation(
            "\n".join(("cappa on open ground 60x36", *men, "red squad Q", "red squad R", "blue extra B at 30,30"))
        ).state
        s.scenario = read_scenario("antoine")  # its royal army has to bring two squads to the east
        return task(s)

    assert squads_at(46) > 0 > squads_at(30) > squads_at(5)


def test_men_gather_on_the_ground_that_is_to_be_held_and_more_so_in_the_end() -> None:
    def gain(turn: int) -> float:
        away, there = table("red extra A at 5,20", B, more=FORD), table("red extra A at 16,20", B, more=FORD)
        away.turn = there.turn = turn
        return task(there) - task(away)

    last = table("red extra A at 5,20", B).scenario.turns
    assert gain(last) > gain(1) > 0


def test_whoever_only_has_to_be_there_still_is_ahead_and_does_not_run_at_the_enemy() -> None:
    near, far = ("red extra A at 39,30 with BD, hands BD", "red extra A at 39,10 with BD, hands BD")
    holding = table(near, B, more=HOLD)
    assert leader(holding) == "blue"
    assert may_wait(holding, "blue")
    assert not may_wait(holding, "red")

    def pull(more: str) -> float:
        return evaluate(table(near, B, more=more), "blue") - evaluate(table(far, B, more=more), "blue")

    assert pull("") > pull(HOLD) > 0
    holding.scenario.outcome, holding.sides["blue"].is_beaten = "A", True
    assert leader(holding) == "red"


def test_more_men_on_the_ground_is_being_ahead_where_that_decides() -> None:
    s = table("red extra A at 16,20", B, more=FORD)
    assert leader(s) == "nobody"  # of the outcome B points decide
    s.scenario.outcome = "A"
    assert leader(s) == "red"
    s.figures["A"].x = 100
    assert leader(s) == "nobody"


def test_a_rest_comes_before_the_way_home() -> None:
    rules = Cappa()
    s: SkirmishState = Game(rules, rules.scenario("lens"), 1).state
    dartagnan = s.figures["dartagnan"]
    dartagnan.where, dartagnan.x, dartagnan.y = "on", 2700, 5500
    others = [one for one in s.figures.values() if one is not dartagnan]
    for one in others:
        one.where = "off"

    def at(x: int, y: int) -> float:
        dartagnan.x, dartagnan.y = x, y
        return task(s, dartagnan.seat)

    assert at(3600, 2900) > at(2700, 4000) > at(2700, 5500)  # in the inn, on the way, at the edge
    before = at(3600, 2900)
    s.marks.append(f"resting inn {dartagnan.seat}")
    assert at(3600, 2900) > before
    s.marks[:] = [f"rested inn {dartagnan.seat}"]
    assert at(2700, 100) > at(2700, 2900) > at(2700, 5500) > before


def test_a_marker_turned_over_is_better_however_far_the_next_one_is() -> None:
    s = table("event 10,10", "event 38,38", "red extra A at 10,10.5", "blue extra B at 39,1", more=FLAG)
    del s.things["banner"]
    before = task(s)
    s.changed.append(next(iter(markers(s))))
    assert task(s) > before


def test_a_building_that_burns_is_better_however_far_the_next_one_is_and_worse_for_the_other_side() -> None:
    rules = Cappa()
    s: SkirmishState = Game(rules, rules.scenario("dunkerque"), 1).state
    squad = s.squads["pioneers-1"]
    for name in s.figures:
        s.figures[name].where = "on" if name in squad.members else "off"
    house = next(iter(s.ground.buildings))
    left, top = min(s.ground.field(()).terrain.feature(house).points)
    for number, name in enumerate(squad.members):
        s.figures[name].x, s.figures[name].y = left + 100 * number, top - 50
    before, worse = task(s, "red"), task(s, "blue")
    s.changed.append(as_line(Lit(house, 1)))
    assert task(s, "red") > before
    assert task(s, "blue") < worse


def test_victory_is_better_than_any_way_to_it() -> None:
    s = table("red extra A at 20,1", B, more=FLAG)
    s.things["banner"].bearer = "A"
    s.figures["A"].carries.append("banner")
    here = evaluate(s, "red")
    s.winner = "red"
    assert evaluate(s, "red") > here


def test_what_lies_in_a_house_is_reached_by_its_door() -> None:
    def looking(x: int, y: int) -> float:
        s = table("building 18,18 24,24 door west", "event 23,21", f"red extra A at {x},{y}", B, more=FLAG)
        del s.things["banner"]
        return task(s)

    assert looking(17, 21) > looking(25, 21)  # before the door, though the other wall is nearer
