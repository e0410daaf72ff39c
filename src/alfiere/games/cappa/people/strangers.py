"""Chapter 7.2.1, strangers: characters whom events bring, who has them in hand, when they are gone again.

They belong to no order of battle: their losses cost no firmness and earn no points but those of their event.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from alfiere.games.cappa.ground.ground import in_contact
from alfiere.games.cappa.people.captives import release, take_off
from alfiere.games.cappa.people.markers import ROW, SECOND, Row
from alfiere.games.cappa.people.muster import ABILITIES, new_figure, new_squad
from alfiere.games.cappa.people.squad_losses import count_loss
from alfiere.games.cappa.scenario.occasion_forms import EventForm
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.sheets.event_types import EventType, event_types
from alfiere.games.cappa.state.game_master import has_master
from alfiere.games.cappa.state.state import (
    GONE,
    OF_FIGURE,
    OF_SKIRMISH,
    ON,
    WANTED,
    Figure,
    SkirmishGame,
    SkirmishState,
    Squad,
    by_initiative,
)
from alfiere.games.cappa.state.unplayed import contenders
from alfiere.games.cappa.told.chance_events import Vanished
from alfiere.games.cappa.told.events import Surrendered
from alfiere.kernel.decision import Seat

COMES_FROM = OF_FIGURE.about("event", str)  # a stranger from his event
FOUND_BY = OF_FIGURE.about("found by", str)  # the side of the finder
JOINED = OF_FIGURE.bare("joined")  # stays with the side he favours
LOST_HEART = OF_FIGURE.bare("lost heart")  # has failed a morale test, cappa.7.2e, cappa.7.2s
DRAWN = OF_SKIRMISH.about("spent", int)  # the number of a row that goes back into the deck at the end of the turn
TIMID = ("brawler", "personal_enemy")
HUNTED = "deserter"
BAND = "ambush_peasants"
HIS = ("brawler", HUNTED, BAND)  # a Game Master's, cappa.7.2d, cappa.7.2f, cappa.7.2i; not a personal enemy, cappa.7.2s
BROUGHT_OFF = ("deserter", "famous_person")  # they are worth something off the table, cappa.7.2g, cappa.7.2u


# Who they are


def event_of(s: SkirmishState, figure: Figure) -> EventForm | None:
    """The event that has brought somebody; None for all others."""
    if not s.scenario.events:
        return None
    name = COMES_FROM.first(figure)
    return s.scenario.events[name] if name is not None else None


def type_of(event: EventForm) -> EventType:
    """What holds for an event where the scenario says nothing else."""
    return event_types().types[event.type]


def is_stranger(s: SkirmishState, who: Figure | Squad) -> bool:
    """Whether an event has brought him, or a whole band."""
    if not s.scenario.events:
        return False
    return any(event_of(s, one) for one in ([who] if isinstance(who, Figure) else _men(s, who)))


def _men(s: SkirmishState, squad: Squad) -> list[Figure]:
    return [s.figures[name] for name in squad.members]


def is_of(s: SkirmishState, figure: Figure, *types: str) -> bool:
    """Whether he comes from an event of these types."""
    event = event_of(s, figure)
    return event is not None and event.type in types


def strangers(s: SkirmishState, *types: str) -> list[Figure]:
    """Those on the table who come from events of these types."""
    if not s.scenario.events:
        return []
    return [one for one in COMES_FROM.bearers(s.figures.values()) if one.is_up and is_of(s, one, *types)]


def controller(s: SkirmishState, seat: Seat, able: Callable[[Seat], bool] | None = None) -> Seat:
    """The opponent of who reveals an event, of three sides the next in order that is able (cappa.7.2.1.h2)."""
    order = [one for one in by_initiative(s) if one in contenders(s) or one == seat]
    start = order.index(seat)
    for other in (*order[start + 1 :], *order[:start]):
        if not s.sides[other].is_beaten and (able is None or able(other)):
            return other
    return ""


def keeper(s: SkirmishState, event: EventForm, seat: Seat) -> Seat:
    """Who has in hand those whom an event brings: the Game Master, if the book gives them to him (cappa.7.3.h1)."""
    return MASTER if has_master(s) and event.type in HIS else controller(s, seat)


# They come


def new_stranger(s: SkirmishState, event: EventForm, seat: Seat, squad: str = "") -> Figure:
    """A character with a sheet of the event, not on the table yet."""
    sheet = s.scenario.sheet(event.profile or type_of(event).people)
    if s.options.get(ABILITIES) == "no":
        sheet = sheet.without_abilities()
    names = (f"{event.id}-{number}" for number in count(1))
    name = next(name for name in names if name not in s.figures)
    figure = new_figure(name, seat, sheet, s.scenario.side(seat).edge, squad)
    figure.is_written_off = True
    COMES_FROM.put(figure, event.id)
    if s.peace:
        WANTED.put(figure)  # he is at odds with who has found him, whatever the side that has him in hand
    s.figures[name] = figure
    return figure


def new_band(s: SkirmishState, event: EventForm, seat: Seat) -> tuple[Squad, list[Figure]]:
    """So many of them as a squad, in tight formation if they know it (cappa.7.2.h3)."""
    number = next(n for n in count(1) if f"{event.id}-band-{n}" not in s.squads)
    name = f"{event.id}-band-{number}"
    men: list[Figure] = []
    for _ in range(event.count or type_of(event).count):
        one = new_stranger(s, event, seat, name)
        men.append(one)
        one.where = "off"
    formation = "tight" if all("tight" in one.sheet.formations for one in men) else "open"
    squad = new_squad(name, seat, [one.id for one in men], formation)
    squad.is_written_off = True
    s.squads[name] = squad
    return squad, men


# They go


def vanish(g: SkirmishGame, figure: Figure, rule: str) -> None:
    """Out of the game, but nobody's loss."""
    if figure.where == GONE:
        return
    take_off(g.state, figure)
    g.tell(Vanished(figure.id, (rule,)))
    count_loss(g, figure)


def disband(g: SkirmishGame, squad: Squad, rule: str) -> None:
    """A whole band is gone."""
    for name in list(squad.members):
        vanish(g, g.state.figures[name], rule)
    squad.pa, squad.shaken = 0, ""


def end_ambushes(g: SkirmishGame) -> None:
    """The peasants have fought for a turn and flee; their card goes back into the deck (cappa.7.2.h14)."""
    s = g.state
    for event in s.scenario.events.values():
        if event.type != BAND:
            continue
        for one in list(s.figures.values()):  # also who has yielded and is in nobody's hands
            is_free = one.where == ON and not one.captor
            if is_free and event_of(s, one) is event and not JOINED.is_on(one):
                vanish(g, one, "cappa.7.2.h14")
        for number, row in s.scenario.rows.items():
            if row is event and DRAWN.take(s, number):
                if row.series > 1 or not SECOND.is_on(s):  # the first series may be out of use, cappa.7.2ab
                    s.deck.append(ROW.written(Row(number)))


def is_friend(s: SkirmishState, event: EventForm, seat: Seat) -> bool:
    """Whether those whom an event brings join this side."""
    return bool(event.friend_of) and s.scenario.seat_of[event.friend_of] == seat


# How they are minded


def note_test(s: SkirmishState, who: Figure | Squad, passed: bool) -> None:
    """A brawler or personal enemy stays until he fails his first test (cappa.7.2e, cappa.7.2s)."""
    if not passed and isinstance(who, Figure) and is_of(s, who, *TIMID):
        LOST_HEART.put(who)


def gives_in(g: SkirmishGame, figure: Figure) -> bool:
    """Whether a deserter surrenders, at the first hit on him (cappa.7.2.h2)."""
    s = g.state
    if not is_of(s, figure, HUNTED) or not figure.is_up:
        return False
    surrender(g, figure)
    return True


def surrender(g: SkirmishGame, figure: Figure) -> None:
    """He stands where he is and may be picked up."""
    figure.has_surrendered, figure.has_acted, figure.pa, figure.shaken = True, True, 0, ""
    for name in list(figure.carries):
        release(g.state, figure, name)
    g.tell(Surrendered(figure.id, ("cappa.7.2.h2",)))


def exposed(s: SkirmishState, actor: str) -> dict[str, set[str]]:
    """Before an action of somebody else: the deserters without PA, each with the enemies who are at him already."""
    hunted = (one for one in strangers(s, HUNTED) if not one.pa and one.id != actor)
    return {one.id: {enemy.id for enemy in s.enemies_of(one) if in_contact(s, one, enemy)} for one in hunted}


def settle_strangers(g: SkirmishGame, before: dict[str, set[str]]) -> None:
    """After every action: who has lost heart is gone, a deserter without PA gives himself up (cappa.7.2.h2).

    He does so to an enemy who has come into contact, not to one whom he has attacked himself; ``before``: see exposed.
    """
    s = g.state
    for one in strangers(s, *TIMID):
        if LOST_HEART.is_on(one):
            vanish(g, one, "cappa.7.2e" if is_of(s, one, "brawler") else "cappa.7.2s")
    for name, near in before.items():
        one = s.figures[name]
        if one.is_up and any(in_contact(s, one, enemy) for enemy in s.enemies_of(one) if enemy.id not in near):
            surrender(g, one)


def tests_each_loss(s: SkirmishState, squad: Squad) -> bool:
    """Whether a band tests whenever one of them falls."""
    if not s.scenario.events:
        return False
    events = (event_of(s, one) for one in _men(s, squad)[:1])
    return any(event is not None and event.tests_each_loss for event in events)


def bounty(s: SkirmishState, figure: Figure, seat: Seat, kind: str = "captured") -> int | None:
    """What bringing a stranger off the table earns a side (cappa.7.2g, cappa.7.2u); None of who is no stranger.

    Where the scenario says what each side earns by him, it is that, for killing him too.
    """
    event = event_of(s, figure)
    if event is None:
        return None
    how = {"captured": "off", "saved": "off", "killed": "killed"}.get(kind, "")
    if event.reward or how != "off":
        fitting = (row for row in event.reward if s.scenario.seat_of[row.side] == seat and row.how == how)
        return sum(row.worth for row in fitting)
    if event.type not in BROUGHT_OFF:
        return 0
    found_by = FOUND_BY.first(figure) or seat
    return event.worth if not event.only_finder or found_by == seat else 0
