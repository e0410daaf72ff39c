"""What a scenario is won by besides firmness: buildings that burn, things in hand, what events are worth."""

from __future__ import annotations

from alfiere.games.cappa.scenario.checks import Check
from alfiere.games.cappa.scenario.scenario_forms import ScoreForm, SpecialForm
from alfiere.games.cappa.sheets.tables import tables

FIRE = "fire"  # the special rule
UNBURNT, BURNING, IN_HAND = "unburnt", "burning", "in hand"
OF_EVENTS = {"brought off": ("deserter", "famous_person"), "drunk": ("wine",)}
COUNTED = ("out of action", "yielded", "disarmed", "captured", "saved")  # one by one, as they happen


def check_aims(check: Check) -> None:
    """Points and the rule about fires, after events and things."""
    form = check.form
    for number, score in enumerate(form.score):
        _score(check, score, f"score[{number}]")
    fires = [(number, rule) for number, rule in enumerate(form.special) if rule.kind == FIRE]
    for number, special in enumerate(form.special):
        _special(check, special, f"special[{number}]")
    if len(fires) > 1:
        check.fail(f"special[{fires[1][0]}]", "there is one rule about fires already")


def things_of(check: Check) -> tuple[str, ...]:
    """Everything that may be carried, from the beginning or once an event has brought it."""
    found = [thing.id for thing in check.form.thing]
    found += [event.thing.id for event in check.form.event if event.thing is not None]
    return tuple(found)


def buildings(check: Check) -> int:
    """How many there are."""
    return sum(one.structure is not None for one in check.scenario.features)


def needs_fire(check: Check, kind: str, where: str) -> None:
    """What counts buildings that burn is for scenarios where they may."""
    if not any(rule.kind == FIRE for rule in check.form.special):
        check.fail(f"{where}.kind", f"«{kind}» needs a special rule of the kind «{FIRE}» (cappa.9.7.2e)")


def _score(check: Check, form: ScoreForm, where: str) -> None:
    if form.kind in (BURNING, UNBURNT):
        needs_fire(check, form.kind, where)
    if form.kind == IN_HAND:
        check.one_of(form.thing, things_of(check), f"{where}.thing")
    elif form.thing:
        check.fail(f"{where}.thing", f"only points of the kind «{IN_HAND}» name a thing")
    if form.kind in OF_EVENTS:
        _worth_of_event(check, form, where)
    elif form.event:
        check.fail(f"{where}.event", f"only points of the kinds {', '.join(OF_EVENTS)} name an event")
    if form.per < 1 or (form.per > 1 and form.kind not in COUNTED):
        check.fail(f"{where}.per", f"it must be 1, or of the kinds {', '.join(COUNTED)} more")


def _worth_of_event(check: Check, form: ScoreForm, where: str) -> None:
    """The points stand with the event; where the scenario lists them too they are the same."""
    rows = {event.id: event for event in check.form.event if event.type in OF_EVENTS[form.kind]}
    check.one_of(form.event, tuple(rows), f"{where}.event")
    worth = rows[form.event].worth
    if worth != form.each:
        check.fail(f"{where}.each", f"it is {form.each}; the event itself is worth {worth}")


def _special(check: Check, form: SpecialForm, where: str) -> None:
    if form.kind != FIRE:
        if form.put_out_by or form.pa or form.things:
            check.fail(where, f"only a special rule of the kind «{FIRE}» says who puts it out, and what helps")
        return
    if not buildings(check):
        check.fail(where, "there is no building to burn")
    check.its_side(form.side, f"{where}.side")
    check.its_side(form.put_out_by, f"{where}.put_out_by")
    for name in form.things:
        check.one_of(name, things_of(check), f"{where}.things")
    usual = tables().works["burn"].pa
    if bool(form.pa) != bool(form.things) or not 0 <= form.pa <= usual:
        check.fail(f"{where}.pa", f"it is {form.pa}; it must be 1 to {usual}, for who has one of the «things»")
