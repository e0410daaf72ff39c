"""What a seat sees of a skirmish, in the words every table shares: board, pieces, marks, tracks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from alfiere.games.cappa.ground.ground import building_of, floor, has_base, level, radius
from alfiere.games.cappa.ground.seeing import is_dim
from alfiere.games.cappa.ground.visibility import unseen_by
from alfiere.games.cappa.ground.weather import LIGHT, WEATHER
from alfiere.games.cappa.ground.zones import has_zone, zone_reach
from alfiere.games.cappa.movement.movement import speed
from alfiere.games.cappa.people.enmity import is_neutral
from alfiere.games.cappa.people.flags import FLAG, ITS_FLAG
from alfiere.games.cappa.people.markers import MARKER, ROW, markers, seen_under
from alfiere.games.cappa.people.muster import entry_of, is_firmness_open
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.set_up.set_up_zones import zone_of
from alfiere.games.cappa.sheets.abilities import abilities
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.sheets.measures import UM
from alfiere.games.cappa.sheets.tables import terrain
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.shown.plan import board
from alfiere.games.cappa.state.cards import CARDS, deck_of
from alfiere.games.cappa.state.earning import EXPERIENCE
from alfiere.games.cappa.state.game_master import knows_events
from alfiere.games.cappa.state.naming import name_of, words
from alfiere.games.cappa.state.state import GONE, OFF, ON, OUT, Figure, Gun, SkirmishState, Thing
from alfiere.games.cappa.state.unplayed import contenders, led_by_master
from alfiere.games.cappa.victory.aim import aims
from alfiere.games.cappa.weaponry.ammunition import JAMMED, shots_left
from alfiere.games.cappa.weaponry.arms import is_loaded
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import both
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import View
from alfiere.table.shapes import Point

STAGES = ("activation", "orders", "deployment", "actions", "last", "end")
BEFORE_ORDERS = ("set-up", "activation", "orders")  # nobody can be said to lack a die yet


def view(s: SkirmishState, seat: Seat | None) -> View:
    """The skirmish as one seat, or a spectator, may see it: all but the other side's firmness (cappa.3.2.3d).

    With chapter 9.5 whoever is hidden from the seat is not there either (cappa.9.5c).
    """
    hidden = unseen_by(s, seat)
    return {
        "game": "cappa",
        "scenario": s.scenario.id,
        "board": board(s),
        "pieces": [_piece(s, one) for one in s.figures.values() if has_base(one) and one.id not in hidden]
        + [
            _borne(s, one)
            for one in s.figures.values()
            if one.captor and has_base(s.figures[one.captor]) and one.captor not in hidden
        ]
        + [_thing(s, one) for one in s.things.values() if not one.bearer and one.kind != MARKER],
        "groups": _groups(s, hidden),
        "marks": [
            *(_mark(s, seat, name, place) for name, place in markers(s).items()),
            *(mark for aim in aims(s) for mark in aim.marks(s)),
            *_zone(s, seat),
        ],
        "tracks": _tracks(s, seat, hidden),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.figures.values() if one.where == OFF],
        "eliminated": [one.id for one in s.figures.values() if one.where == GONE and one.id not in hidden],
        "lost": [_lost(s, one) for one in s.figures.values() if one.where == GONE and one.id not in hidden],
    } | ({"events": _events(s, seat)} if s.scenario.events and knows_events(s, seat) else {})


def _lost(s: SkirmishState, figure: Figure) -> dict[str, Any]:
    """Who has left the table for good, as the order of battle names him."""
    name = both(s.scenario.names.get(figure.id, figure.sheet.name))
    return {"id": figure.id, "owner": figure.seat, "name": name, "symbol": figure.sheet.cls}


def _mark(s: SkirmishState, seat: Seat | None, name: str, place: Point) -> dict[str, Any]:
    """An event marker, face down; who has looked under it knows what it is (cappa.7.2ab)."""
    mark: dict[str, Any] = {"kind": "event", "id": name, "at": list(place)}
    seen = seen_under(s, name, seat) if seat is not None else None
    if seen is not None:
        return mark | {"name": both(seen), "known": True}
    return mark | {"name": {to: words(to).word("word", "event marker") for to in LANGUAGES}}


def _zone(s: SkirmishState, seat: Seat | None) -> list[dict[str, Any]]:
    """Where the one who is set up now may stand (cappa.2.1.h2); by night his side alone knows."""
    first = s.queue[0] if s.phase == "set-up" and s.queue else ""
    figure = s.figures.get(s.squads[first].members[0] if first in s.squads else first)
    if figure is None or figure.where != OFF or (is_dim(s) and figure.seat != seat):
        return []
    form = entry_of(s, figure.squad or figure.id)
    if form is None or form.is_off_table:
        return []  # he only says what he holds
    name = {to: words(to).word("word", "set-up zone") for to in LANGUAGES}
    return [{"kind": "zone", "rect": list(zone_of(s, figure).rect), "name": name}]


def _groups(s: SkirmishState, hidden: Collection[str]) -> list[dict[str, Any]]:
    """Every squad that has somebody on the table, as far as the seat sees it, and how it is drawn up."""
    found = []
    for squad in s.squads.values():
        here = [name for name in squad.members if s.figures[name].where == ON and name not in hidden]
        if here:
            first = squad.leader if squad.leader in here else here[0]
            name = {to: name_of(s, "squad", squad.id, to) for to in LANGUAGES}
            group = {"id": squad.id, "owner": squad.seat, "name": name, "leader": first, "units": here}
            found.append(group | {"drawn": "loose" if squad.formation == "open" else "close"})
    return found


def _events(s: SkirmishState, seat: Seat | None) -> list[dict[str, Any]]:
    """The table of events for those who know it (cappa.7.3a); who keeps it sees what is to come (cappa.7.3b)."""
    rows = [{"number": number, "type": row.type, "text": both(row.text)} for number, row in s.scenario.rows.items()]
    if seat == MASTER:
        left = {row.number for row in ROW.among(s.deck)}
        rows = [row | {"left": row["number"] in left} for row in rows]
    return rows


def _piece(s: SkirmishState, figure: Figure) -> dict[str, Any]:
    """A character: where, what he can do, how he is."""
    line = figure.line
    values = {"mo": line.mo, "ti": line.ti, "mi": line.mi, "ca": line.ca, "mov": _in_um(speed(s, figure))}
    return {
        "id": figure.id,
        "owner": figure.seat,
        "kind": "character",
        "symbol": "rider" if figure.is_mounted else figure.sheet.cls,
        "name": both(s.scenario.names.get(figure.id, figure.sheet.name)),
        "shape": {"disc": radius(figure)},
        "pose": [figure.x, figure.y, 0],
        "level": level(s, figure),
        "inside": building_of(s, figure) or None,
        "storey": floor(s, figure),
        "zone": zone_reach(figure) if has_zone(s, figure) else 0,
        "badges": _badges(s, figure),
        "acted": _has_acted(s, figure),
        "tracks": {"pa": [_pa(s, figure), 3], "wounds": [figure.wounds, figure.sheet.wounds]},
        "values": {key: value for key, value in values.items() if value is not None},
        "told": _told(s, figure),
        "arms": list(figure.arms),
        "in_hand": list(figure.hands),
        "empty": list(figure.empty),
        "carries": list(figure.carries),
        "abilities": sorted(figure.sheet.abilities),
        "group": figure.squad,
    }


def _borne(s: SkirmishState, figure: Figure) -> dict[str, Any]:
    """Who is carried or led away has no base of his own (cappa.2.2.1.h6): he is seen behind whoever has him."""
    bearer = s.figures[figure.captor]
    behind = [bearer.x - radius(bearer) * 3 // 4, bearer.y + radius(bearer) * 3 // 4, 0]
    where = {"pose": behind, "level": level(s, bearer), "storey": floor(s, bearer), "zone": 0, "group": ""}
    inside = {"inside": building_of(s, bearer) or None}
    return _piece(s, figure) | where | inside | {"badges": [*_badges(s, figure), "borne"]}


def _pa(s: SkirmishState, figure: Figure) -> int:
    """What he has left; the PA of a squad are shown once, with its leader or the first who stands."""
    squad = s.squad_of(figure)
    if squad is None:
        return figure.pa
    here = [name for name in squad.members if s.figures[name].is_up]
    return squad.pa if figure.id == (squad.leader if squad.leader in here else here[:1] and here[0]) else 0


def _has_acted(s: SkirmishState, figure: Figure) -> bool:
    """Whether nothing more is to be expected of him this turn: his PA are spent, or his one action is done."""
    who = s.squad_of(figure) or figure
    return who.has_acted or (who.is_activated and not who.pa)


def _in_um(length: int) -> float:
    return length // UM if length % UM == 0 else length / UM


def _badges(s: SkirmishState, figure: Figure) -> list[str]:
    """The marks beside his base."""
    if figure.where == OUT:
        return ["out"]
    fired = [weapons()[code] for code in figure.hands]
    fired = [one for one in fired if one.is_firearm or one.is_bow]
    found = (
        ("neutral", bool(s.peace) and is_neutral(s, figure)),
        ("shaken", bool(figure.shaken)),
        ("prone", figure.is_prone),
        ("surrendered", figure.has_surrendered),
        ("aiming", figure.has_aimed and s.acting == figure.id),
        ("loaded", any(is_loaded(figure, one.code) for one in fired)),
        ("unloaded", bool(fired) and not any(is_loaded(figure, one.code) for one in fired)),
        ("jammed", any(JAMMED.is_on(figure, one.code) for one in fired)),
        ("mounted", figure.is_mounted),
        ("carrying", bool(figure.carries)),
        ("ensign", bool(figure.squad) and s.squads[figure.squad].ensign == figure.id),
        ("idle", not (s.squad_of(figure) or figure).is_activated and s.phase not in BEFORE_ORDERS),
    )
    return [badge for badge, is_so in found if is_so]


def _told(s: SkirmishState, figure: Figure) -> dict[str, dict[str, str]]:
    """What else is on his sheet, in words: what he holds, has and carries, what he can do."""
    lists = {
        "in_hand": [("weapon", code) for code in figure.hands],
        "arms": [("weapon", code) for code in figure.arms if code not in figure.hands],
        "carries": [("thing", name) for name in figure.carries],
        "inside": [("house", house)] if (house := building_of(s, figure)) else [],
    }
    found = {
        key: {to: ", ".join(name_of(s, kind, one, to) for kind, one in those) for to in LANGUAGES}
        for key, those in lists.items()
        if those
    }
    shots = {code: shots_left(s, figure, code) for code in dict.fromkeys(figure.arms)}
    if counted := {code: left for code, left in shots.items() if left is not None}:
        told = {to: [f"{name_of(s, 'weapon', code, to)} {left}" for code, left in counted.items()] for to in LANGUAGES}
        found["ammunition"] = {to: ", ".join(told[to]) for to in LANGUAGES}
    known = [abilities()[code] for code in sorted(figure.sheet.abilities) if code in abilities()]
    if known:
        found["abilities"] = {to: ", ".join(getattr(one.name, to) for one in known) for to in LANGUAGES}
    return found


def _thing(s: SkirmishState, thing: Thing) -> dict[str, Any]:
    size = terrain().mounts[thing.kind].base // 2 if thing.kind in terrain().mounts else 0
    front = vehicle_base(thing.kind)
    gun = s.guns.get(thing.id)
    squad = s.squads.get(thing.id.removesuffix(ITS_FLAG)) if thing.kind == FLAG else None
    return {
        "name": {to: name_of(s, "thing", thing.id, to) for to in LANGUAGES},
        **({"owner": squad.seat} if squad is not None else {}),
        **(_of_gun(s, gun) if gun is not None else {}),
        "id": thing.id,
        "kind": "thing",
        "symbol": "weapon" if thing.kind in weapons() else thing.kind,
        "shape": {"disc": size} | ({"rect": list(front)} if front is not None else {}),
        "pose": [thing.x, thing.y, thing.heading],
        "level": thing.level,
    }


def _of_gun(s: SkirmishState, gun: Gun) -> dict[str, Any]:
    """Whose it is, how it is, what it is loaded with."""
    found = (
        ("loaded", bool(gun.charge)),
        ("unloaded", not gun.charge),
        ("limbered", gun.is_limbered),
        ("spiked", gun.is_spiked),
        ("abandoned", not gun.crew),
    )
    told = {to: name_of(s, "charge", gun.charge, to) for to in LANGUAGES}
    return {
        "owner": gun.seat,
        "state": "towed" if gun.is_limbered else "",
        "badges": [badge for badge, is_so in found if is_so],
        "told": {"charge": told} if gun.charge else {},
        "group": gun.crew,
    }


def _tracks(s: SkirmishState, seat: Seat | None, hidden: Collection[str]) -> dict[str, Any]:
    acting = s.squads[s.acting].members if s.acting in s.squads else [s.acting] if s.acting else []
    is_secret = bool(hidden) and all(name in hidden for name in acting if s.figures[name].where == ON)
    sky = {  # a clear day needs no telling
        key: {"value": s.options[key], "of": [s.options[key]]}
        for key in (LIGHT, WEATHER)
        if s.options.get(key, "day") not in ("day", "clear")
    }
    more: dict[str, Any] = {}
    seats = contenders(s)
    own = (seat, *(led_by_master(s) if seat == MASTER else ()))
    if s.options.get(EXPERIENCE) == "yes":
        more["experience"] = {one: s.sides[one].experience for one in seats}
    if s.options.get(CARDS) == "yes":
        more["cards"] = {one: len(deck_of(s, one)) for one in seats}
    return sky | {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "phase": {"value": s.phase, "of": list(STAGES)},
        "initiative": s.initiative or None,
        "acting": None if is_secret else s.acting or None,
        "dice": {one: list(s.sides[one].dice) for one in seats},
        "points": {one: s.sides[one].points for one in seats},
        "firmness": {one: s.sides[one].firmness if one in own or is_firmness_open(s) else None for one in seats},
        **more,
    }
