"""The rearguard, after Lens 1648: the skirmish as the catalogue has it, and how it is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from alfiere.battles.campaign import REARGUARD, Campaign
from alfiere.games.cappa import campaign
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.scenario_reading import FOLDER
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.games.cappa.told.events import SkirmishEnded
from alfiere.games.cappa.victory.firmness import judge, last_turn_over
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import Procedure
from tests.games.scripted import OneProcedure
from tests.situation import situation

NAME = "retroguardia"


class _Scripted(OneProcedure, Cappa):
    """The game with one procedure in the place of the whole skirmish."""


def set_up(seed: str = "set-up") -> Game[SkirmishState]:
    """The skirmish when both sides have set up, each squad at the place offered first."""
    game = Game(Cappa(), read_scenario(NAME), seed)
    while game.state.phase == "set-up":
        decision = game.decision
        assert decision is not None
        game.answer(decision.seat, decision.options[0])
    return game


def at_the_end(state: SkirmishState, turn: int = 10) -> Game[SkirmishState]:
    """The end of a turn with the table as it is."""
    state.turn = turn

    def end(g: Game[SkirmishState]) -> Procedure[None]:
        if not judge(g):
            last_turn_over(g)
        yield from ()

    return Game(_Scripted(end), state.scenario, "end", state=state)


def shake(state: SkirmishState, *squads: str) -> None:
    for name in squads:
        state.squads[name].shaken = "fire"


# The catalogue


def test_the_map_is_that_of_the_catalogue() -> None:
    scenario = read_scenario(NAME)
    assert (scenario.width, scenario.depth) == (6000, 4800)
    ground = [(one.kind, one.rect or one.lines, one.width, one.doors, one.is_closed) for one in scenario.form.terrain]
    assert ground == [
        ("building_brick", (3600, 2000, 4300, 2500), 0, ("west", "south"), False),
        ("low_wall", (((3400, 1600), (3400, 2550)), ((3400, 2850), (3400, 3200))), 0, (), False),
        ("hedge", (((3400, 400), (3400, 1600)), ((3400, 3200), (3400, 4400))), 0, (), False),
        ("road", (((0, 2700), (6000, 2700)),), 300, (), False),
        ("wood", (1400, 400, 2400, 1400), 0, (), False),
        ("hollow", (1000, 3400, 2200, 4200), 0, (), False),
    ]
    farm = next(one for one in scenario.features if one.form.kind == "building_brick")
    assert sorted((one.kind, one.side) for one in farm.openings) == [
        ("door", "south"),
        ("door", "west"),
        ("window", "east"),
        ("window", "north"),
    ]


@pytest.mark.rule("cappa.3.2.1b", "cappa.3.2.1c", "cappa.3.2.1e")
def test_the_forces_are_those_of_the_catalogue() -> None:
    scenario = read_scenario(NAME)
    assert {seat: side.code for seat, side in scenario.sides.items()} == {"red": "france", "blue": "spain"}
    counted = [(scenario.points(seat), scenario.value(seat), scenario.firmness(seat)) for seat in ("red", "blue")]
    assert counted == [(595, 16, 8), (430, 12, 9)]
    squads = {
        seat: [
            (one.leader and one.leader.profile, [(men.profile, men.count) for men in one.members], one.formation)
            for one in side.squad
        ]
        for seat, side in scenario.sides.items()
    }
    assert squads == {
        "red": [("ufficiale_moschettieri", [("moschettiere", 5)], "open")] * 2,
        "blue": [
            ("sergente_tercio", [("spagnolo_picchiere", 4)], "close"),
            ("sergente_tercio", [("spagnolo_moschettiere", 4)], "open"),
        ],
    }
    assert not any(squad.has_ensign for side in scenario.sides.values() for squad in side.squad)
    assert [one.profile for one in scenario.sides["red"].character] == ["raoul"]
    assert not scenario.sides["blue"].character


def test_the_french_set_up_west_of_10_and_the_spanish_east_of_33() -> None:
    scenario = read_scenario(NAME)
    assert [scenario.sides[seat].edge for seat in ("red", "blue")] == ["west", "east"]
    assert [scenario.zone(scenario.sides[seat].zone).rect for seat in ("red", "blue")] == [
        (0, 0, 1000, 4800),
        (3300, 0, 6000, 4800),
    ]
    state = set_up().state
    standing = state.standing()
    assert len(standing) == 23
    for one in standing:
        assert one.x + 50 <= 1000 if one.seat == "red" else one.x - 50 >= 3300


def test_it_lasts_ten_turns_and_nothing_is_scored() -> None:
    scenario = read_scenario(NAME)
    assert (scenario.turns, scenario.outcome, scenario.form.score) == (10, "A", ())
    assert [(one.kind, one.side) for one in scenario.form.objective] == [("break", ""), ("hold out", "spain")]
    assert scenario.form.objective[1].squads == 1
    assert [(one.kind, one.value, one.side) for one in scenario.form.special] == [("campaign", "rearguard", "spain")]


# Who has won


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1c")
@pytest.mark.parametrize(
    ("shaken", "winner", "reason"),
    [
        ((), "blue", "objective"),
        (("pikes",), "blue", "objective"),
        (("spanish-musketeers",), "blue", "objective"),
        (("pikes", "spanish-musketeers"), "red", "not held"),
        (("first-musketeers", "second-musketeers"), "blue", "objective"),
    ],
)
def test_the_rearguard_needs_one_unshaken_squad_when_turn_10_ends(
    shaken: tuple[str, ...], winner: str, reason: str
) -> None:
    state = set_up().state
    shake(state, *shaken)
    early = at_the_end(state.copy(), turn=9).state
    assert not early.winner
    game = at_the_end(state)
    assert (game.state.winner, game.state.reason) == (winner, reason)
    assert [event.winner for event in game.events if isinstance(event, SkirmishEnded)] == [winner]


@pytest.mark.rule("cappa.3.1.h2", "cappa.6.h3")
def test_men_who_have_left_or_lie_there_or_yielded_are_no_squad_on_the_table() -> None:
    state = set_up().state
    shake(state, "pikes")
    men = [state.figures[one] for one in state.squads["spanish-musketeers"].members]
    for one, where in zip(men, ("gone", "out", "gone", "off", "on"), strict=True):
        one.where = where
    men[-1].has_surrendered = True
    assert at_the_end(state.copy()).state.winner == "red"
    men[-1].has_surrendered = False
    assert at_the_end(state.copy()).state.winner == "blue"
    men[-1].shaken = "wound"
    assert at_the_end(state).state.winner == "red"


@pytest.mark.rule("cappa.3.1b", "cappa.3.1c")
@pytest.mark.parametrize(("broken", "winner"), [("red", "blue"), ("blue", "red")])
def test_whoever_is_beaten_before_has_lost(broken: str, winner: str) -> None:
    state = set_up().state
    shake(state, "pikes", "spanish-musketeers")  # and still they have beaten the French
    state.sides[broken].firmness = 0
    game = at_the_end(state, turn=10)
    assert (game.state.winner, game.state.reason) == (winner, "broken")


@pytest.mark.rule("cappa.9.1.1c", "cappa.9.1.1.h1")
def test_holding_out_is_a_fundamental_objective_and_earns_experience() -> None:
    state = set_up().state
    state.options["experience"] = "yes"
    held = at_the_end(state.copy()).state
    assert 1 <= held.sides["blue"].experience <= 6
    assert held.sides["red"].experience == 0
    shake(state, "pikes", "spanish-musketeers")
    lost = at_the_end(state).state
    assert [side.experience for side in lost.sides.values()] == [0, 0]


# As the third game of a campaign


def rearguard_of(state: SkirmishState) -> Campaign:
    """A campaign in which the Spanish have lost the battle."""
    found = Campaign(
        scouts="red",
        enemy="blue",
        stage=REARGUARD,
        margin=0,
        loser="blue",
        points={"red": 10, "blue": 0},
        experience={"red": 0, "blue": 0},
        missing={"red": [], "blue": []},
        codes={"red": "france", "blue": "spain"},
    )
    campaign.after_rearguard(found, state)
    return found


@pytest.mark.rule("cappa.9.8.h4")
@pytest.mark.parametrize(
    ("shaken", "broken", "points"),
    [
        ((), "", {"red": 10, "blue": 4}),
        (("pikes", "spanish-musketeers"), "", {"red": 10, "blue": 4}),  # the skirmish is lost, but they are still there
        ((), "red", {"red": 10, "blue": 4}),
        ((), "blue", {"red": 14, "blue": 0}),
    ],
)
def test_campaign_points_go_to_who_is_still_there_or_has_broken_the_other(
    shaken: tuple[str, ...], broken: str, points: dict[str, int]
) -> None:
    state = set_up().state
    shake(state, *shaken)
    if broken:
        state.sides[broken].firmness = 0
    assert rearguard_of(at_the_end(state).state).points == points


# Holding out in any scenario

HOLD = """
    cappa on open ground
    red  extra A at 5,5
    blue extra B at 15,15, squad S
    blue extra C at 16,15, squad S
    blue squad S, open
    turn {turn}
    outcome = "{outcome}"
    [[objective]]
    kind = "hold out"
    side = "blue"
    worth = 3
    text = {{ en = "hold", it = "tieni" }}
"""


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1d")
def test_under_outcome_b_holding_out_is_worth_its_points_and_points_decide() -> None:
    game = situation(HOLD.format(turn=12, outcome="B"))
    game.state.sides["red"].points = 2
    game.phase("end")
    assert (game.state.winner, game.state.reason) == ("blue", "objective")
    assert game.state.sides["blue"].points == 3
    behind = situation(HOLD.format(turn=12, outcome="B"))
    behind.state.sides["red"].points = 4
    behind.phase("end")
    assert behind.state.winner == "red"


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.2.2.h1")
def test_a_side_that_was_beaten_among_three_has_not_held_out() -> None:
    game = situation(HOLD.format(turn=12, outcome="B").replace("turn 12", "green extra G at 30,30\n    turn 12"))
    game.state.sides["blue"].is_beaten = True
    game.phase("end")
    assert (game.state.reason, game.state.sides["blue"].points) == ("last turn", 0)


@pytest.mark.rule("cappa.3.1.h2", "cappa.3.1c")
def test_with_no_squad_asked_for_it_is_enough_not_to_be_beaten() -> None:
    game = situation(HOLD.format(turn=12, outcome="A"))
    game.state.sides["red"].points = 9
    game.phase("end")
    assert (game.state.winner, game.state.reason) == ("blue", "objective")
    early = situation(HOLD.format(turn=11, outcome="A"))
    early.phase("end")
    assert not early.state.winner


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('side = "spain"\nsquads', "squads", "objective[1]: object missing required field `side`"),
        ("squads = 1\n", "squads = 3\n", "objective[1].squads: it is 3; «spain» has 2"),
        ('kind = "hold out"', 'kind = "break"', "objective[1]: object contains unknown field `squads`; known are"),
        ('kind = "break"', 'kind = "hold out"\nside = "france"', "objective[0].kind: one side only can be asked to"),
        (
            'value = "rearguard"',
            'value = "siege"',
            "special[0].value: «siege» is not known; it must be one of scouting",
        ),
        ('"rearguard"\nside = "spain"', '"rearguard"\nside = "holland"', "special[0].side: «holland» is not known"),
        ('kind = "campaign"', 'kind = "battering"', "special[0].side: only a special rule of the kind «campaign»"),
    ],
)
def test_slips_in_the_file_are_told_in_one_sentence(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = (FOLDER / f"{NAME}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    file = tmp_path / "wrong.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadData) as found:
        read_scenario(file)
    assert str(found.value).split(": ", 1)[1].startswith(told)
