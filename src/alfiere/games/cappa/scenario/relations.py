"""What a scenario says of sides at peace, of a side without a player, of owners: its checks."""

from __future__ import annotations

from alfiere.games.cappa.scenario.checks import Check, houses
from alfiere.games.cappa.scenario.scenario_forms import EntryForm, SideForm, SpecialForm, SquadForm
from alfiere.games.cappa.sheets.characters import characters


def check_relations(check: Check) -> None:
    """After sides, ground, things and events are known."""
    form = check.form
    for side in form.side:
        _side(check, side, f"side {side.code}")
    for number, special in enumerate(form.special):
        _owned(check, special, f"special[{number}]")
    sheets = (*characters().sheets, *check.scenario.own)
    for number, score in enumerate(form.score):
        if score.profile and score.profile not in sheets:
            check.fail(f"score[{number}].profile", f"«{score.profile}» is not among the characters")
    carried = [name for side in form.side for entry in side.character for name in entry.carries]
    for thing in form.thing:
        if thing.at is None and not thing.aboard and carried.count(thing.id) != 1:
            check.fail(f"thing {thing.id}.at", "say where it lies, or let one character carry it")
        if (thing.at is not None or thing.aboard) and thing.id in carried:
            check.fail(f"thing {thing.id}.at", "somebody carries it: it lies nowhere")


def _side(check: Check, side: SideForm, where: str) -> None:
    others = tuple(one.code for one in check.form.side if one.code != side.code)
    for code in side.neutral_to:
        check.one_of(code, others, f"{where}.neutral_to")
    if side.may_be_unplayed and len(check.form.side) < 3:
        check.fail(f"{where}.may_be_unplayed", "only a third side can do without a player")
    if side.may_be_unplayed and any(one.may_be_unplayed for one in check.form.side if one.code != side.code):
        check.fail(f"{where}.may_be_unplayed", "two sides must have players")
    if side.guards:
        check.one_of(side.guards, houses(check.scenario), f"{where}.guards")
        if not side.may_be_unplayed or not side.neutral_to:
            check.fail(f"{where}.guards", "it is for a neutral side that can do without a player")
    entries = [*side.character, *(squad.leader for squad in side.squad if squad.leader is not None)]
    for entry in entries:
        if entry.is_in_disguise and (entry.in_hand or entry not in side.character):
            check.fail(f"{where}.character {entry.id}", "who is in disguise is alone and has nothing in hand")
    forms: list[EntryForm | SquadForm] = [*entries, *side.squad]
    for form in forms:
        if form.apart < 0 or (form.apart and not form.is_off_table):
            check.fail(f"{where}.{form.id}.apart", "it is for those who start off the table, and not less than 0")


def _owned(check: Check, form: SpecialForm, where: str) -> None:
    if form.kind != "owned":
        if form.owner or form.house or form.goods:
            check.fail(where, "only a special rule of the kind «owned» names an owner, a house and goods")
        return
    check.one_of(form.owner, tuple(one.id for side in check.form.side for one in side.character), f"{where}.owner")
    check.one_of(form.house, houses(check.scenario), f"{where}.house")
    if not form.goods:
        check.fail(f"{where}.goods", "say what it is")
    for name in form.goods:
        check.one_of(name, tuple(thing.id for thing in check.form.thing), f"{where}.goods")
