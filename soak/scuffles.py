"""Scuffles: skirmishes of Cappa made up from a seed, with every kind of character and ground, all in a heap.

Random players hardly ever meet on a real table; here they cannot avoid it. The same with 8 to 80 characters is what
``make bench`` measures.
"""

from __future__ import annotations

import random
from typing import Any

from alfiere.games.cappa.sheets.abilities import DEVOTED, LOYAL
from alfiere.games.cappa.sheets.characters import Character, characters
from alfiere.games.cappa.sheets.event_types import event_types

NAME = {"en": "scuffle", "it": "tafferuglio"}
FOLLOWERS = {DEVOTED: "devoted_to", LOYAL: "loyal_to"}
LURKS_FROM = 2  # a side with more characters than this leaves one in hiding
OPTIONAL = ("ammunition", "cards", "disarm", "experience", "fall_back", "jams")
SMALL = (4, 6, 8, 10)  # characters, where the caller names no number
GUNS, ALONE = 4, 2  # every so many of the small ones there is a gun, or no squad at all; the others have squads
LED, MIXED = 0.6, 0.4  # how many squads have an officer; and how many have an ensign or men of two kinds
OFFICER = "ufficiale_inglese"
LONG = 10  # turns, where a gun is to be loaded, fired, limbered and driven


def scuffle(seed: int, count: int | None = None, *, is_heap: bool = True) -> dict[str, Any]:
    """The data of a made-up scenario with so many characters, half of them on each side, in a heap or drawn up."""
    dice = random.Random(f"scuffle {seed}")
    played = _options(random.Random(f"options {seed}")) if count is None else []
    has_events = is_heap and count is None  # what is measured stays as it was
    is_small = count is None
    if count is None:  # few beside squads, or these would seldom get a die
        count = dice.choice(SMALL if seed % GUNS == ALONE else SMALL[:1])
    size = 14 + 2 * round(count**0.5) if is_heap else 30 + count // 2
    events = _events(random.Random(f"events {seed}"), size) if has_events else {}
    sheets = sorted(name for name, sheet in characters().sheets.items() if not sheet.is_animal)
    outcome, terrain = dice.choice("AB"), _terrain(dice, size)
    sides = [
        _side(dice, seat, sheets, count // 2, zone, lurks=bool(events)) for seat, zone in _zones(size, is_heap).items()
    ]
    if played:
        for number, side in enumerate(sides):
            side |= {"experience": (seed + number) % 7, "deck": {"lacks_later": [1] * (seed % 3)}}
    found: dict[str, Any] = {
        "id": f"scuffle-{seed}",
        "game": "cappa",
        "origin": "house",
        "title": NAME,
        "date": "1640",
        "summary": NAME,
        "turns": 4,
        "outcome": outcome,
        "table": {"width": size, "depth": size},
        "terrain": [*terrain, *events.get("terrain", [])],
        "side": sides,
        "objective": [{"kind": "break", "text": NAME}],
        "score": [{"kind": kind, "each": 1, "text": NAME} for kind in ("out of action", "disarmed", "captured")],
        "special": [
            *({"kind": "recommended", "text": NAME, "option": option} for option in played),
            _sky(random.Random(f"sky {seed}")),
        ],
        **{key: value for key, value in events.items() if key != "terrain"},
    }
    if not is_small:
        return found
    if seed % GUNS == 0:
        return _with_gun(seed, found | {"turns": LONG}, size)
    return found if seed % GUNS == ALONE else _with_squads(seed, found, size)


def _with_squads(seed: int, found: dict[str, Any], size: int) -> dict[str, Any]:
    """The same with a squad on either side, led or not, in the middle of the heap, and burdens that lie about."""
    dice = random.Random(f"squads {seed}")
    extras = sorted(
        name
        for name, sheet in characters().sheets.items()
        if sheet.cls == "extra" and not sheet.is_animal and not FOLLOWERS.keys() & set(sheet.abilities)
    )
    zones = {"red": [4, 6, size - 2, size // 2 + 2], "blue": [4, size // 2, size - 2, size - 3]}
    for side in found["side"]:
        members: list[dict[str, Any]] = [{"profile": dice.choice(extras), "count": dice.randint(4, 5)}]
        if dice.random() < MIXED:
            members.append(
                {"profile": dice.choice([one for one in extras if one != members[0]["profile"]]), "count": 1}
            )
        squad: dict[str, Any] = {"id": f"{side['seat']}-squad", "name": NAME, "members": members, "formation": "open"}
        squad["is_mixed"] = len(members) > 1
        if dice.random() < LED:
            squad["leader"] = {"id": f"{side['seat']}-officer", "profile": OFFICER, "name": NAME}
            squad["has_ensign"] = all(_sheet(one["profile"]).troops for one in members) and dice.random() < MIXED
        side["squad"] = [squad | {"zone": {"rect": zones[side["seat"]]}}]
    places = ([size // 2, 7], [size // 2 + 2, size // 2])
    burdens = [
        {"id": f"burden-{n}", "kind": kind, "name": NAME, "at": at}
        for n, (kind, at) in enumerate(zip(("barrel", "keg"), places, strict=True))
    ]
    return found | {"thing": [*found.get("thing", []), *burdens]}


def _with_gun(seed: int, found: dict[str, Any], size: int) -> dict[str, Any]:
    """The same with a gun on a strip in the east that looks into the heap, a squad not far from it, and carts."""
    dice = random.Random(f"gun {seed}")
    kind, crew = dice.choice((("light_gun", 5), ("medium_gun", 6), ("heavy_gun", 7), ("howitzer", 5), ("mortar", 4)))
    gun: dict[str, Any] = {"kind": kind, "has_limber": dice.random() < 0.7}
    if dice.random() < 0.7:
        gun |= {"at": [size + 4, 7], "faces": dice.choice((180, 165, 205, 270))}
    red, blue = found["side"]
    squads = (
        (red, "artigliere", crew, {"gun": gun, "zone": {"rect": [size, 1, size + 11, 13]}}),
        (blue, "moschettiere", 6, {"zone": {"rect": [size, 14, size + 11, 19]}}),
    )
    for side, profile, count, more in squads:
        members = [{"profile": profile, "count": count}]
        name = f"{side['seat']}-squad"
        side["squad"] = [{"id": name, "name": NAME, "members": members, "formation": "open", **more}]
    found["table"] = {"width": size + 12, "depth": max(size, 20)}
    special = [{"kind": "recommended", "option": "collaboration", "text": NAME}]
    special += [{"kind": "battering", "text": NAME}] if dice.random() < 0.5 else []
    cart = {"id": "cart", "kind": "carro", "name": NAME, "at": [size + 9, 4], "faces": 0}
    loads = [
        {"id": f"load-{n}", "kind": kind, "name": NAME, "aboard": "cart"} for n, kind in enumerate(("keg", "barrel"))
    ]
    wreck = {"kind": "barricade", "name": NAME, "points": [[size + 6, 13]], "length": 2, "cart": "carro"}
    added = {"thing": [*found.get("thing", []), cart, *loads], "terrain": [*found["terrain"], wreck]}
    return found | added | {"special": found["special"] + special}


def _options(dice: random.Random) -> list[str]:
    """Some of the optional rules, each in every second scuffle; none where somebody measures how long it takes."""
    return [option for option in OPTIONAL if dice.random() < 0.5]


def _sky(dice: random.Random) -> dict[str, Any]:
    """Any light and weather; it matters only where they play with visibility."""
    light, weather = dice.choice(("day", "moon", "new moon")), dice.choice(("clear", "rain", "snow", "fog"))
    return {"kind": "weather", "text": NAME, "light": light, "weather": weather}


def _zones(size: int, is_heap: bool) -> dict[str, list[int]]:
    """Where the sides set up: all in the same place, or along opposite edges."""
    if is_heap:
        return {seat: [3, 3, size - 3, size - 3] for seat in ("red", "blue")}
    return {"red": [3, 6, size - 3, 11], "blue": [3, size - 11, size - 3, size - 6]}


def _side(
    dice: random.Random, seat: str, sheets: list[str], count: int, zone: list[int], *, lurks: bool
) -> dict[str, Any]:
    """Where there are events the last character lurks off the table, to be laid in ambush or to come by a marker."""
    people = [_character(dice, seat, number, sheets) for number in range(count)]
    if lurks and count > LURKS_FROM:
        people[-1]["is_off_table"] = True
    return {
        "seat": seat,
        "code": seat,
        "name": NAME,
        "mission": dice.choice(("vital", "important")),
        "edge": "north" if seat == "red" else "south",
        "zone": {"rect": zone},
        "aim": NAME,
        "character": people,
    }


def _character(dice: random.Random, seat: str, number: int, sheets: list[str]) -> dict[str, Any]:
    """Anybody, heroes once only; the first is somebody to whom the others can be devoted or loyal."""
    masters = [name for name in sheets if not FOLLOWERS.keys() & set(_sheet(name).abilities) and _is_master(name)]
    sheet = _sheet(dice.choice(sheets if number else masters))
    if sheet.is_hero:
        sheets.remove(sheet.id)
    found: dict[str, Any] = {"id": f"{seat}-{number}", "profile": sheet.id, "name": NAME}
    return found | {key: f"{seat}-0" for ability, key in FOLLOWERS.items() if ability in sheet.abilities}


def _sheet(name: str) -> Character:
    return characters().sheets[name]


def _is_master(name: str) -> bool:
    return _sheet(name).cls != "extra"


def _terrain(dice: random.Random, size: int) -> list[dict[str, Any]]:
    """A house with storeys, a hedge, a wall too high to see over, a wood, a marsh, a well and a cart."""
    right = size - 1
    return [
        {
            "kind": "building_stone",
            "name": NAME,
            "rect": [1, 1, 6, 5],
            "storeys": dice.choice((1, 2)),
            "doors": dice.sample(["south", "east"], dice.choice((1, 2))),
            "windows": dice.choice((0, 2)),
        },
        {"kind": "hedge", "name": NAME, "lines": [[[7, dice.randrange(6, size - 2)], [right, size // 2]]]},
        {"kind": "high_wall", "name": NAME, "lines": [[[1, size - 4], [dice.randrange(4, 8), size - 4]]]},
        {"kind": "wood", "name": NAME, "rect": [size - 6, 1, right, 5]},
        {"kind": "marsh", "name": NAME, "rect": [size - 6, size - 5, right, size - 1]},
        {"kind": "well", "name": NAME, "points": [[8, 4]]},
        {"kind": "barricade", "name": NAME, "points": [[3, size // 2]], "length": 2},
    ]


def _events(dice: random.Random, size: int) -> dict[str, Any]:
    """A table with every type of event under markers all over the place; half of the scuffles have one."""
    if dice.random() < 0.5:
        return {}
    rows = [_event(dice, kind) for kind in sorted(event_types().types)]
    dice.shuffle(rows)
    places = [[x, y] for x in range(2, size - 1, 2) for y in range(6, size - 1, 2)]
    markers = {"kind": "event_marker", "name": NAME, "points": dice.sample(places, min(12, len(places)))}
    stream = {"kind": "stream", "name": NAME, "lines": [[[0, size - 2], [size, size - 2]]]}
    return {"terrain": [markers, stream], "event": rows, "exit": [{"edge": "west"}, {"edge": "east"}]}


def _event(dice: random.Random, kind: str) -> dict[str, Any]:
    """A row of the table; half of them may be avoided, the water is where it is."""
    found: dict[str, Any] = {
        "id": f"event-{kind}",
        "type": kind,
        "text": NAME,
        "avoid": dice.random() < 0.5,
        "worth": 1,
    }
    things = {"animal": "keg", "object": "trifle", "wine": "keg"}
    if kind in things:
        found["thing"] = {"id": f"thing-{kind}", "kind": things[kind], "name": NAME}
    if kind == "personal_enemy":
        found["enemy_of"] = dice.choice(("red", "blue"))
    if kind in ("wine", "provisions", "ammunition"):
        found["in_open"] = dice.random() < 0.5
    if kind == "tracks":
        found["looks"] = 1
    if kind == "ambush_surprised":
        found["attacks"] = dice.random() < 0.5
    return found
