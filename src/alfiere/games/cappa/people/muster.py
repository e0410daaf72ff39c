"""Chapter 2.1.h2, the muster: a skirmish before anybody is on the table, from its scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from alfiere.games.cappa.ground.weather import VISIBILITY, weather_at_start
from alfiere.games.cappa.scenario.battlefield import ground_of
from alfiere.games.cappa.scenario.gun_forms import gun_id, limber_id
from alfiere.games.cappa.scenario.scenario import MASTER, Scenario
from alfiere.games.cappa.scenario.scenario_forms import OPTIONS as CHOICES
from alfiere.games.cappa.scenario.scenario_forms import EntryForm, SideForm, SquadForm
from alfiere.games.cappa.sheets.characters import Character
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.game_master import GAME_MASTER, masters_side
from alfiere.games.cappa.state.state import KNOWS, SEATS, Figure, Gun, Side, SkirmishState, Squad, Thing, peace_of
from alfiere.games.cappa.state.unplayed import THIRD, may_lack_player

AS_SCENARIO = "scenario"  # an option is in force if the scenario recommends it
ABILITIES = "abilities"  # without them chapter 8 is not in use, cappa.8.h3
SILENCE = "silent_partners"  # cappa.2.1.1k
BOOK_MATCHLOCK = "matchlock_long_txd_zero"  # cappa.5.3.1.h4, the examples of the book
OPEN_FIRMNESS = "open_firmness"  # of our own: everybody sees what cappa.3.2.3d would keep from him
NO_MEASURING = "no_measuring"  # of our own: whoever plays with it hears no distance before he has declared
OPTIONS: dict[str, str] = {**dict.fromkeys(CHOICES, AS_SCENARIO), BOOK_MATCHLOCK: "no", NO_MEASURING: "no"}
OPTIONS |= {ABILITIES: "yes", SILENCE: "no", THIRD: "yes", GAME_MASTER: "no", OPEN_FIRMNESS: "no"}
# A name that stays in the state, so that older saves agree, and is offered to nobody: the players of a side share one
# seat, and what is said at this table is read by all seats, so there is no private talk to be closed
RETIRED = (SILENCE,)
OFFERED = {name: usual for name, usual in OPTIONS.items() if name not in RETIRED}
HORSE = "riding_horse"
# Written down only where another value than this is played, so that older saves and theirs are alike
UNTOLD = {"dragoons": "no", THIRD: "yes", GAME_MASTER: "no", OPEN_FIRMNESS: "no"}


def new_skirmish(scenario: Scenario, options: Mapping[str, Any]) -> SkirmishState:
    """Everybody waits beyond the edge; the set-up comes first (cappa.2.1.h2)."""
    chosen = {
        name: scenario.recommended.get(name, "no") if value == AS_SCENARIO else str(value)
        for name, value in {**OPTIONS, **options}.items()
    }
    chosen = {name: value for name, value in chosen.items() if value != UNTOLD.get(name)}
    if chosen[VISIBILITY] == "yes":
        chosen |= weather_at_start(scenario)
    state = SkirmishState(scenario, ground_of(scenario), chosen)
    state.sides = {seat: new_side(scenario, seat) for seat in SEATS if seat in scenario.sides}
    state.deck = [str(number) for number, event in scenario.rows.items() if event.series == 1]
    if chosen.get(GAME_MASTER) == "yes":
        state.sides[MASTER] = masters_side()
    for seat in scenario.sides:
        for figure in _figures(scenario, scenario.sides[seat], state):
            state.figures[figure.id] = figure
        for squad in scenario.sides[seat].squad:
            if squad.gun is not None:
                gun = new_gun(squad, seat)
                state.guns[gun.id] = gun
    if chosen[ABILITIES] == "no":
        for figure in state.figures.values():
            figure.sheet = figure.sheet.without_abilities()
    for news in scenario.form.news:
        for name in news.known_to:
            KNOWS.put(state.figures[name], news.id)
    state.peace = peace_at_start(scenario)
    for thing in scenario.form.thing:
        if thing.id in state.things:
            continue  # somebody carries it
        cart = next((one for one in scenario.form.thing if one.id == thing.aboard), thing)
        x, y = cart.at or (0, 0)
        state.things[thing.id] = Thing(thing.id, thing.kind, x, y, 0, "", heading=10 * thing.faces, aboard=thing.aboard)
    return state


def peace_at_start(scenario: Scenario) -> list[str]:
    """The sides that are no enemies yet, and those whom nobody recognises."""
    sides = scenario.sides.values()
    pairs = [peace_of(side.seat, scenario.seat_of[code]) for side in sides for code in side.neutral_to]
    return [*dict.fromkeys(pairs), *(entry.id for side in sides for entry in side.character if entry.is_in_disguise)]


def offered_options(scenario: Scenario) -> dict[str, str]:
    """The optional rules a player may switch, with what holds in this scenario if he leaves them alone.

    Whether there is a Game Master is no rule but a chair.
    """
    return {
        name: scenario.recommended.get(name, "no") if value == AS_SCENARIO else value
        for name, value in OFFERED.items()
        if name != GAME_MASTER and (name != THIRD or may_lack_player(scenario))
    }


def is_measured(s: SkirmishState) -> bool:
    """Whether a player may measure before he declares; the book does not forbid it, a table may."""
    return s.options.get(NO_MEASURING) != "yes"


def is_firmness_open(s: SkirmishState) -> bool:
    """Whether each side knows the other's firmness: when all is over, or by an agreement of the table's own."""
    return bool(s.winner) or s.options.get(OPEN_FIRMNESS) == "yes"


def new_side(scenario: Scenario, seat: str) -> Side:
    """A side with its firmness (cappa.3.2.1)."""
    firmness = scenario.firmness(seat)
    return Side(seat, firmness, firmness, experience=scenario.sides[seat].experience)


def _figures(scenario: Scenario, side: SideForm, state: SkirmishState) -> Iterator[Figure]:
    for entry in side.character:
        figure = new_figure(entry.id, side.seat, scenario.sheet(entry.profile), side.edge)
        _equip(figure, entry, state)
        figure.player = entry.player
        yield figure
    for squad in side.squad:
        members = []
        if squad.leader is not None:
            leader = new_figure(squad.leader.id, side.seat, scenario.sheet(squad.leader.profile), side.edge, squad.id)
            _equip(leader, squad.leader, state)
            leader.player = squad.player
            members.append(leader.id)
            yield leader
        for form in squad.members:
            for _ in range(form.count):
                name = f"{squad.id}-{len(members)}"
                members.append(name)
                member = new_figure(name, side.seat, scenario.sheet(form.profile), side.edge, squad.id)
                member.player = squad.player
                yield member
        leader_id = squad.leader.id if squad.leader is not None else ""
        found = state.squads[squad.id] = new_squad(squad.id, side.seat, members, squad.formation, leader_id)
        found.has_flag, found.player = squad.has_ensign, squad.player


def new_gun(form: SquadForm, seat: str) -> Gun:
    """The gun of a squad before anybody is on the table; its thing comes with the set-up."""
    assert form.gun is not None
    limber = limber_id(form.id) if form.gun.has_limber else ""
    animals = form.gun.animals if form.gun.animals >= 0 else tables().guns[form.gun.piece].animals
    return Gun(gun_id(form.id), seat, form.id, "", limber, animals=animals if limber else 0)


def new_squad(id: str, seat: str, members: list[str], formation: str, leader: str = "") -> Squad:
    """A squad before its first turn."""
    return Squad(id, seat, leader, members, len(members), formation)


def new_figure(id: str, seat: str, sheet: Character, edge: str, squad: str = "") -> Figure:
    """A character with all his weapons loaded (cappa.2.2.1.h2, cappa.2.2.1.h9)."""
    arms = [weapon.code for weapon in sheet.weapons]
    return Figure(
        id=id,
        seat=seat,
        sheet=sheet,
        squad=squad,
        arms=arms,
        hands=list(ways_to_hold(arms)[0]),
        empty=[code for code in arms if weapons()[code].is_nocked],
        is_mounted=sheet.is_mounted,
        mount=HORSE if sheet.is_mounted else "",
        edge=edge,
    )


def _equip(figure: Figure, entry: EntryForm, state: SkirmishState) -> None:
    figure.devoted_to, figure.loyal_to = entry.devoted_to, entry.loyal_to
    if entry.in_hand:
        figure.hands = list(entry.in_hand)
    if entry.is_in_disguise:
        figure.hands = []
    named = {thing.id: thing.kind for thing in state.scenario.form.thing}
    for number, kind in enumerate(entry.carries):
        if kind in named:
            state.things[kind] = Thing(kind, named[kind], 0, 0, 0, figure.id)
            figure.carries.append(kind)
            continue
        name = f"{figure.id}-{kind}-{number}"
        known = kind in terrain().loads or kind in terrain().mounts
        state.things[name] = Thing(name, kind if known else "trifle", 0, 0, 0, figure.id)
        figure.carries.append(name)


def ways_to_hold(arms: list[str]) -> list[tuple[str, ...]]:
    """Every set of weapons that two hands hold: one two-handed, or one or two one-handed (cappa.2.2.1.h1).

    The fullest sets come first, in the order of the sheet; bayonets are fixed, not held.
    """
    return list(_ways_to_hold(tuple(arms)))


@lru_cache(maxsize=1 << 10)
def _ways_to_hold(arms: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The same: it hangs on nothing but the arms."""
    held = [code for code in arms if not weapons()[code].is_bayonet]
    single = [code for code in held if weapons()[code].hands == 1]
    found: list[tuple[str, ...]] = list(combinations(single, 2))
    found += [(code,) for code in held if weapons()[code].hands == 2]
    if len(single) == 1 or not found:
        found += [(code,) for code in single]
    found = list(dict.fromkeys(found))
    order = {code: number for number, code in reversed(list(enumerate(arms)))}
    found.sort(key=lambda hands: min(order[code] for code in hands))
    return tuple(found) or ((),)


def entry_of(s: SkirmishState, name: str) -> EntryForm | SquadForm | None:
    """What the scenario says of a character or squad: when and where he comes; None for what came later."""
    entries = s.scenario.entries
    found = entries.get(name)
    return entries.get(s.figures[name].squad) if found is None and name in s.figures else found


def may_enter_now(s: SkirmishState, figure: Figure) -> bool:
    """Whether the scenario lets somebody come onto the table in this turn."""
    form = entry_of(s, figure.id)
    return form is None or form.may_enter(s.turn)
