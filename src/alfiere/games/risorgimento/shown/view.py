"""What a seat sees of a battle, in the words every table shares: board, pieces, groups, marks, tracks.

Nothing is hidden but the charges noted in phase C until they are shown (risorgimento.c.1.1), written orders, and what
couriers carry (risorgimento.a.2.1, .a.3.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from alfiere.battles.board import open_board, whole_shapes
from alfiere.games.risorgimento.command.written import is_played, order_of
from alfiere.games.risorgimento.fire.engaged import ABANDONED
from alfiere.games.risorgimento.morale.tests import DEMORALISED, SHAKEN, is_demoralised
from alfiere.games.risorgimento.movement.arrivals import due_units, entry_formation
from alfiere.games.risorgimento.movement.costs import speed
from alfiere.games.risorgimento.movement.judging import HAS_ACTED
from alfiere.games.risorgimento.movement.leaders import HAS_RIDDEN
from alfiere.games.risorgimento.movement.phase import MOVED, MOVING
from alfiere.games.risorgimento.set_up.places import allowed_formations
from alfiere.games.risorgimento.sheets.areas import extent
from alfiere.games.risorgimento.shown.drawings import FORMATIONS
from alfiere.games.risorgimento.shown.naming import name_of, words_in
from alfiere.games.risorgimento.state.battle import SEATS, BattleState
from alfiere.games.risorgimento.state.bounds import bounds_now
from alfiere.games.risorgimento.state.courier import Courier
from alfiere.games.risorgimento.state.muster import SET_UP
from alfiere.games.risorgimento.state.posts import inside
from alfiere.games.risorgimento.state.unit import ON, TO_COME, Commander, Unit
from alfiere.kernel.decision import Seat
from alfiere.kernel.forms import both
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import View
from alfiere.kernel.words import Words

STAGES: Final = ("A", "B", "C", "D", "E", "F", "G", "H", "I")
METRES: Final = 50  # to the cm, risorgimento.scale.1
SPOT: Final = 50  # half the side of a place that is a point, where it is drawn


def view(s: BattleState, seat: Seat | None) -> View:
    """The battle as one seat, or a spectator, may see it."""
    words = {to: words_in(to) for to in LANGUAGES}
    gone = [one for one in s.units.values() if one.is_gone]
    return {
        "game": "risorgimento",
        "scenario": s.scenario.id,
        "board": open_board(s.scenario.width, s.scenario.depth, "cm", METRES, _shapes(s)),
        "pieces": [_unit(s, one, seat, words) for one in s.on_table]
        + [_in_hand(s, one, formation, seat, words) for one, formation in _to_put(s)]
        + [_leader(s, one, seat, words) for one in s.commanders.values() if one.where == ON]
        + [_courier(s, one, seat, words) for one in s.couriers.values()],
        "groups": [_group(s, one, words) for one in s.commanders.values()],
        "marks": [*_places(s), *_sectors(s), *_bounds(s, words), *_set_up(s, words)],
        "tracks": _tracks(s),
        "hands": {},
        "notes": [],
        "waiting": [one.id for one in s.units.values() if one.where == TO_COME],
        "eliminated": [one.id for one in gone],
        "lost": [_name(s, one) | {"symbol": _symbol(one)} for one in gone]
        + [_name(s, one) | {"symbol": "commander"} for one in s.commanders.values() if one.is_dead],
    }


# The ground


def _shapes(s: BattleState) -> list[dict[str, Any]]:
    pieces = s.ground.pieces.values()
    return whole_shapes((one, {"bridge": one.bridges, "ford": one.fords}, one.level) for one in pieces)


def _places(s: BattleState) -> list[dict[str, Any]]:
    """Places that are worth holding, and who holds them (risorgimento.i.1.3)."""
    found = []
    for id, place in s.places.items():
        mark: dict[str, Any] = {"kind": "goal", "id": id, "name": both(place.name), "owner": s.control[id] or None}
        if place.piece and (rect := s.ground.pieces[place.piece].rect) is not None:
            mark["rect"] = list(rect)
        elif place.at is not None:
            (x, y), half = place.at, SPOT * s.scale
            mark["rect"] = [x - half, y - half, x + half, y + half]
        found.append(mark)
    return found


def _sectors(s: BattleState) -> list[dict[str, Any]]:
    """Other villages and farms with somebody in them: contested they are nobody's (risorgimento.g.5.14)."""
    known = {place.piece for place in s.places.values()}
    found = []
    for piece in s.ground.pieces.values():
        if piece.is_built_up and piece.rect is not None and piece.id not in known:
            seats = {one.seat for one in inside(s, piece.id)}
            owner = next(iter(seats)) if len(seats) == 1 else None
            mark = {"kind": "sector", "id": piece.id, "name": both(piece.name), "rect": list(piece.rect)}
            found.append(mark | {"owner": owner})
    return found


def _bounds(s: BattleState, words: Mapping[str, Words]) -> list[dict[str, Any]]:
    """The areas that somebody may not leave yet, as the battle's special rules have it (risorgimento.set.1)."""
    found = []
    for rule in bounds_now(s):
        led = [s.scenario.commanders[one] for one in rule.under]
        names = {to: ", ".join(both(one.name)[to] for one in led) for to in words}
        name = {to: f"{names[to]}: {words[to].word('word', 'bound')}" for to in words}
        rects = extent(s.ground, rule.within) if rule.within is not None else ()
        found += [{"kind": "bound", "rect": list(rect), "name": name, "owner": led[0].seat} for rect in rects]
    return found


def _set_up(s: BattleState, words: Mapping[str, Words]) -> list[dict[str, Any]]:
    """Where the unit that is set up now may stand (risorgimento.set.1)."""
    unit = s.units.get(s.queue[0]) if s.phase == SET_UP and s.queue else None
    if unit is None or unit.id not in s.scenario.deployments:
        return []
    name = {to: words[to].word("word", "set-up zone") for to in words}
    areas = s.scenario.deployments[unit.id].area
    return [{"kind": "zone", "rect": list(rect), "name": name} for area in areas for rect in extent(s.ground, area)]


# Units and commanders


def _name(s: BattleState, one: Unit | Commander) -> dict[str, Any]:
    sheets = s.scenario.units if isinstance(one, Unit) else s.scenario.commanders
    return {"id": one.id, "owner": one.seat, "name": both(sheets[one.id].name)}


def _symbol(unit: Unit) -> str:
    """The sign of an arm and its kind."""
    return f"{unit.arm}-{unit.profile.kind}"


def _unit(s: BattleState, unit: Unit, seat: Seat | None, words: Mapping[str, Words]) -> dict[str, Any]:
    profile = unit.profile
    weapon = s.tables.weapons[profile.weapon]
    values = {"vd": profile.vd, "move": _cm(speed(s, unit)), "fatigue": unit.fatigue, "losses": unit.losses}
    if weapon.fires:
        values["range"] = _cm(weapon.bands[-1])
    return _name(s, unit) | {
        "kind": unit.arm,
        "symbol": _symbol(unit),
        "nation": profile.nation,
        "shape": {"rect": list(s.shape(unit))},
        "pose": [unit.x, unit.y, unit.heading],
        "formation": FORMATIONS[unit.formation],
        "inside": unit.post.partition("/")[0] or None,
        "badges": _badges(s, unit, seat),
        "acted": _has_acted(s, unit),
        "tracks": {"strength": [-(-unit.left // 2), unit.strength], "morale": [max(0, unit.morale), unit.spirit]},
        "values": values,
        "told": _told(s, unit, seat, words),
        "group": unit.commander,
    }


def _to_put(s: BattleState) -> list[tuple[Unit, str]]:
    """Who is put on the table now, and in which formation: who is set up, or reinforcements of who moves."""
    first = s.queue[0] if s.phase == SET_UP and s.queue else ""
    if first in s.units and first in s.scenario.deployments:
        return [(s.units[first], allowed_formations(s, s.units[first])[0])]
    group = MOVING.first(s) if s.phase == "E" else None
    coming = [] if group is None else due_units(s, group)
    return [(one, entry_formation(s, one)) for one in coming if not HAS_ACTED.is_on(one)]


def _in_hand(
    s: BattleState, unit: Unit, formation: str, seat: Seat | None, words: Mapping[str, Words]
) -> dict[str, Any]:
    """A unit in the hand of its side: as large as it will be, and nowhere yet."""
    like = unit.copy()
    like.formation = formation
    shown = _unit(s, like, seat, words)
    del shown["pose"]
    return shown


def _cm(length: int) -> float:
    return length // 100 if length % 100 == 0 else length / 100


def _has_acted(s: BattleState, unit: Unit) -> bool:
    """Whether it does not move any more, in the phase in which it would."""
    return s.phase == "E" and (HAS_ACTED.is_on(unit) or MOVED.is_on(s, s.group_of(unit)))


def _badges(s: BattleState, unit: Unit, seat: Seat | None) -> list[str]:
    found = (
        ("routed", unit.is_routed),
        (f"d{unit.disorder}", unit.disorder > 0),
        ("tired", unit.fatigue >= s.tables.numbers.fatigue_per_malus),
        ("shaken", SHAKEN.is_on(unit)),
        ("demoralised", is_demoralised(s, unit)),
        ("abandoned", ABANDONED.is_on(unit)),
        (f"command-{unit.colour}", bool(unit.colour)),
        ("charges", _charged(s, unit, seat) is not None),
        ("under-orders", seat == unit.seat and is_played(s) and order_of(s, unit) is not None),
    )
    return [badge for badge, is_so in found if is_so]


def _charged(s: BattleState, unit: Unit, seat: Seat | None) -> str | None:
    """Whom it has noted to charge, if this seat may know (risorgimento.c.1.1)."""
    return s.charges.get(unit.id) if s.are_charges_shown or unit.seat == seat else None


def _told(
    s: BattleState, who: Unit | Commander, seat: Seat | None, words: Mapping[str, Words]
) -> dict[str, dict[str, str]]:
    """What else is on its sheet, in words."""
    found: dict[str, dict[str, str]] = {}
    if isinstance(who, Unit):
        profile = who.profile
        found["kind"] = both(profile.name)
        found["weapon"] = {to: one.word("weapon", profile.weapon) for to, one in words.items()}
        if profile.labels:
            found["labels"] = {
                to: ", ".join(one.word("label", name) for name in profile.labels) for to, one in words.items()
            }
        if who.post:
            found["inside"] = {to: name_of(s, "post", who.post, one) for to, one in words.items()}
        if (target := _charged(s, who, seat)) is not None:
            found["charge"] = {to: name_of(s, "target", target, one) for to, one in words.items()}
    else:
        found["rank"] = {to: one.word("rank", who.rank) for to, one in words.items()}
    order = order_of(s, who) if seat == who.seat and is_played(s) else None
    if order is not None:
        found["orders"] = {
            to: " ".join(filter(None, (one.word("word", order.kind), name_of(s, "place", order.place, one))))
            for to, one in words.items()
        }
    return found


def _leader(s: BattleState, who: Commander, seat: Seat | None, words: Mapping[str, Words]) -> dict[str, Any]:
    shape = s.tables.bases.commander
    badges = (
        (f"command-{who.colour}", bool(who.colour)),
        ("wounded", bool(who.absent)),
        ("demoralised", DEMORALISED.is_on(who)),
        ("under-orders", seat == who.seat and is_played(s) and order_of(s, who) is not None),
    )
    return _name(s, who) | {
        "kind": "commander",
        "symbol": "commander",
        "nation": who.nation,
        "shape": {"disc": shape.depth // 2},
        "pose": [who.x, who.y, who.heading],
        "zone": who.radius if who.commands else 0,
        "badges": [badge for badge, is_so in badges if is_so],
        "acted": s.phase == "E" and HAS_RIDDEN.is_on(who),
        "attached": who.unit or None,
        "values": {"rc": who.radius // 100, "i": who.initiative, "b": who.bonus},
        "told": _told(s, who, seat, words),
        "group": who.id,
    }


def _courier(s: BattleState, courier: Courier, seat: Seat | None, words: Mapping[str, Words]) -> dict[str, Any]:
    """A courier: to whom he rides only his own side knows (risorgimento.a.3.3)."""
    told = {}
    if seat == courier.seat:
        told["attached"] = {to: name_of(s, "who", courier.to, one) for to, one in words.items()}
    return {
        "id": courier.id,
        "owner": courier.seat,
        "name": {to: one.word("word", "courier") for to, one in words.items()},
        "kind": "courier",
        "symbol": "courier",
        "shape": {"disc": s.tables.bases.courier.shape.depth // 2},
        "pose": list(courier.pose),
        "badges": [],
        "told": told,
    }


def _group(s: BattleState, who: Commander, words: Mapping[str, Words]) -> dict[str, Any]:
    """Those who are directly under a commander, in the order of battle."""
    own = [one.id for one in s.units.values() if one.commander == who.id and not one.is_gone]
    name = {to: name_of(s, "group", who.id, one) for to, one in words.items()}
    group = {"id": who.id, "owner": who.seat, "name": name, "leader": who.id, "units": own}
    return group | ({"parent": who.superior} if who.superior else {})


def _tracks(s: BattleState) -> dict[str, Any]:
    hours, minutes = divmod(s.scenario.clock(max(s.turn, 1)), 60)
    stages = [*([SET_UP] if s.phase == SET_UP else ()), *STAGES]
    return {
        "turn": {"value": s.turn, "of": s.scenario.turns},
        "clock": f"{hours}:{minutes:02}",
        "phase": {"value": s.phase, "of": stages},
        "initiative": s.initiative or None,
        "acting": MOVING.first(s) if s.phase == "E" else None,
        "points": {one: s.points[one] for one in SEATS},
        "winner": s.winner or None,
        "reason": s.reason or None,
    }
