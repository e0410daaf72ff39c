"""Before a meeting battle: each player chooses his army, unseen by the other; then both are mustered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from alfiere.battles.armies.meeting import ARMY_OF, OPTIONS, POINTS, Meeting
from alfiere.battles.events import Rules
from alfiere.kernel.decision import ByLot, Decision, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.forms import Name, both
from alfiere.kernel.procedure import Procedure, Together
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import Choices
from alfiere.kernel.words import Words

CHOOSE: Final = "choose-army"
NEARLY: Final = 98  # in a hundred


class ArmyChosen(Event):
    """A side has its army."""

    seat: Seat
    army: str
    points: int
    rules: Rules = ()


class Called(Protocol):
    """A side with its name."""

    @property
    def name(self) -> Name: ...


class MeetingScenario(Protocol):
    """A battle that may be a meeting."""

    @property
    def meeting(self) -> Meeting[Any] | None: ...

    @property
    def sides(self) -> Mapping[Seat, Called]: ...


class Mustering(Protocol):
    """A state that keeps what was chosen among its options."""

    options: dict[str, str]

    @property
    def scenario(self) -> MeetingScenario: ...


def kept_options(scenario: MeetingScenario, options: Mapping[str, Any]) -> dict[str, str]:
    """The options as a state keeps them: those of a meeting only where there is one. Raises BadChoice."""
    found = {key: str(value) for key, value in options.items()}
    if scenario.meeting is None:
        return {key: value for key, value in found.items() if key not in OPTIONS}
    scenario.meeting.check(found)
    return {**found, POINTS: str(scenario.meeting.points(found))}


def options_of(scenario: MeetingScenario, options: Mapping[str, Any]) -> dict[str, Any]:
    """The optional rules that mean something in a battle: armies and their size only in a meeting."""
    if scenario.meeting is None:
        return {key: usual for key, usual in options.items() if key not in OPTIONS}
    return {**options, POINTS: str(scenario.meeting.usual)}


def choices_of(scenario: MeetingScenario, words: Callable[[str], Words]) -> Choices:
    """What the options of a meeting may be; a game's words say what it is called to leave an army open."""
    if scenario.meeting is None:
        return {}
    return scenario.meeting.choices({one: words(one).word("setting", "army/open") for one in LANGUAGES})


def to_choose(s: Mustering) -> list[Seat]:
    """The sides that have still to choose an army."""
    if s.scenario.meeting is None:
        return []
    return [seat for seat, key in ARMY_OF.items() if not s.options.get(key)]


def chosen_sides(s: Mustering) -> dict[str, Any]:
    """For a view: what the sides of a meeting are called, once each has its army."""
    if s.scenario.meeting is None or to_choose(s):
        return {}
    return {"sides": {seat: both(one.name) for seat, one in s.scenario.sides.items()}}


def choose_armies(g: Any, rules: Rules, muster: Callable[[Any], None]) -> Procedure[None]:
    """Who has none yet chooses; what was chosen is shown when both have done so, and the armies are mustered."""
    seats = to_choose(g.state)
    if not seats:
        return
    chosen: dict[Seat, str] = {}
    yield Together({seat: _choose(g, seat, chosen, rules) for seat in seats})
    g.reveal()
    s = g.state
    s.options |= {ARMY_OF[seat]: army for seat, army in chosen.items()}
    muster(s)
    points = s.scenario.meeting.points(s.options)
    for seat, key in ARMY_OF.items():
        g.tell(ArmyChosen(seat, s.options[key], s.scenario.meeting.cost(s.options[key], points), rules))


def _choose(g: Any, seat: Seat, chosen: dict[Seat, str], rules: Rules) -> Procedure[None]:
    meeting: Meeting[Any] = g.state.scenario.meeting
    points = meeting.points(g.state.options)
    options = [
        Option(CHOOSE, {"army": id, "points": meeting.cost(id, points)}, rules) for id in meeting.offered(points)
    ]
    answer = yield Decision(seat, CHOOSE, options, {"points": points}, rules)
    chosen[seat] = answer["army"]


def well_spent(decision: Decision) -> ByLot:
    """For a computer player: the armies that make nearly the most of the points."""
    most = max(int(one["points"]) for one in decision.options)
    return ByLot(one for one in decision.options if int(one["points"]) * 100 >= most * NEARLY)
