"""Table cappa.t.talk, the confession: extracted from a body or a captive, turn after turn, as the scenario says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from alfiere.battles.marks import TURN
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import in_contact
from alfiere.games.cappa.people.enmity import recognise
from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.people.strangers import event_of
from alfiere.games.cappa.scenario.talk_forms import ConfessionForm
from alfiere.games.cappa.state.state import OF_FIGURE, OF_SKIRMISH, ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.chance_events import Confessed
from alfiere.games.cappa.told.events import Spoke
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.victory.firmness import give_points
from alfiere.games.cappa.victory.news import learn
from alfiere.kernel.decision import Option

RULE = "cappa.2.2.1.h7"


class Plea(NamedTuple):
    """A confession and the one who has it to make."""

    confession: str
    of: str


class Begun(NamedTuple):
    """A confession that is under way: who asks whom, and in how many turns running."""

    confession: str
    who: str
    other: str
    turns: int


ASKED = OF_FIGURE.about("confesses", Plea, TURN)  # he has spent his PA on it this turn
CONFESSES = OF_SKIRMISH.about("confesses", Begun)
CONFESSED = OF_SKIRMISH.about("confessed", str)  # the id of a confession that is complete


def is_named_by(s: SkirmishState, form: ConfessionForm, other: Figure) -> bool:
    """Whether he is the one who has something to confess."""
    event = event_of(s, other)
    return form.of == other.id or (event is not None and event.id == form.of)


def _may_ask(s: SkirmishState, form: ConfessionForm, who: Figure) -> bool:
    if form.who and who.id not in form.who:
        return False
    return not form.side or s.scenario.seat_of[form.side] == who.seat


def is_beside(s: SkirmishState, who: Figure, other: Figure) -> bool:
    """A body in contact, or a captive: his own, or of a friend in contact."""
    if other.captor:
        keeper = s.figures[other.captor]
        return keeper.id == who.id or (keeper.seat == who.seat and in_contact(s, who, keeper))
    lies = other.where == OUT or (other.where == ON and other.has_surrendered)
    return lies and in_contact(s, who, other)


class Confess(OfOne):
    """Once a turn, of somebody who has something to confess."""

    verb = "confess"
    rule = "cappa.2.2.1.h7"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not s.scenario.form.confession or who.sheet.is_animal:
            return
        for form in s.scenario.form.confession:
            if CONFESSED.is_on(s, form.id) or not _may_ask(s, form, who):
                continue
            for other in s.figures.values():
                if not is_named_by(s, form, other) or other.id == who.id or ASKED.is_on(who, Plea(form.id, other.id)):
                    continue
                if is_beside(s, who, other) and not is_in_melee(s, other):
                    args = {"figure": who.id, "target": other.id, "confession": form.id}
                    yield Option("confess", args, (RULE,))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """He presses him for this turn; whether it was enough is seen at the end of it."""
        ASKED.put(who, Plea(option["confession"], option["target"]))
        g.tell(Spoke(who.id, option["target"], "confession", (RULE,)))


def hear_confessions(g: SkirmishGame) -> None:
    """At the end of a turn: who has asked and is still beside him is a turn farther, all others begin anew."""
    s = g.state
    for form in s.scenario.form.confession:
        under_way = [one for one in CONFESSES.all(s) if one.confession == form.id]
        for one in under_way:
            CONFESSES.take(s, one)
        for who in s.standing():
            for other in s.figures.values() if ASKED.is_borne(who) else ():
                asks = ASKED.is_on(who, Plea(form.id, other.id)) and is_beside(s, who, other)
                if asks and not CONFESSED.is_on(s, form.id):
                    _press(g, form, who, other, under_way)


def _press(g: SkirmishGame, form: ConfessionForm, who: Figure, other: Figure, under_way: list[Begun]) -> None:
    s = g.state
    turns = 1 + next((one.turns for one in under_way if (one.who, one.other) == (who.id, other.id)), 0)
    if turns < form.turns:
        CONFESSES.put(s, Begun(form.id, who.id, other.id, turns))
        return
    CONFESSED.put(s, form.id)
    g.tell(Confessed(who.id, other.id, form.id))
    learn(g, who, form.news)
    if who.id in s.peace:
        recognise(g, who)  # he gives himself away
    give_points(g, who.seat, form.worth, "event")
    for aim in aims(s):
        aim.confessed(g, who, form.id)
