"""Set pieces: made-up skirmishes of Cappa about one thing each, such as hardly ever comes up in a scuffle.

Grenadiers in throwing range, events under everybody's feet, people who can be talked to, houses that may burn,
aims that can be reached in a turn or two, guns whose crews stay with them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from alfiere.games.cappa.sheets.event_types import event_types

NAME = {"en": "set piece", "it": "scena"}
EDGES = {"red": "north", "blue": "south", "green": "west"}
KINDS_OF_EVENTS = 6  # in one piece, so that each comes up
THINGS = {"animal": "keg", "object": "trifle", "wine": "keg"}


def set_piece(seed: int) -> dict[str, Any]:
    """The data of a set piece: one kind after the other, each drawn anew."""
    make = PIECES[seed % len(PIECES)]
    return make(random.Random(f"set piece {seed}"), seed)


def _scene(name: str, seed: int, size: tuple[int, int], sides: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "id": f"{name}-{seed}",
        "game": "cappa",
        "origin": "house",
        "title": NAME,
        "date": "1640",
        "summary": NAME,
        "turns": 8,
        "outcome": "AB"[seed % 2],
        "table": {"width": size[0], "depth": size[1]},
        "side": sides,
        "objective": [{"kind": "break", "text": NAME}],
        "score": [{"kind": kind, "each": 1, "text": NAME} for kind in ("out of action", "captured")],
        **more,
    }


def _side(seat: str, rect: list[int], people: list[dict[str, Any]], squads: list[dict[str, Any]]) -> dict[str, Any]:
    named = [{"id": f"{seat}-{number}", "name": NAME} | one for number, one in enumerate(people)]
    return {
        "seat": seat,
        "code": seat,
        "name": NAME,
        "mission": "vital",
        "edge": EDGES[seat],
        "zone": {"rect": rect},
        "aim": NAME,
        "character": named,
        "squad": squads,
    }


def _squad(name: str, profile: str, count: int, **more: Any) -> dict[str, Any]:
    members = [{"profile": profile, "count": count}]
    return {"id": name, "name": NAME, "members": members, "formation": "open", "is_of_any_size": True} | more


def _house(rect: list[int], **more: Any) -> dict[str, Any]:
    return {"kind": "building_stone", "name": NAME, "rect": rect, "doors": ["south"], "windows": 2} | more


def _line(kind: str, *points: list[int]) -> dict[str, Any]:
    return {"kind": kind, "name": NAME, "lines": [list(points)]}


def grenades(dice: random.Random, seed: int) -> dict[str, Any]:
    """Grenadiers alone and in squads at a few um from each other, a hill, a hedge and a house with windows."""
    sheets = ("granatiere", "granatiere_inglese")
    sides = []
    for seat, rect in {"red": [5, 2, 17, 6], "blue": [5, 9, 16, 15]}.items():
        people = [{"profile": dice.choice(sheets), "in_hand": ["GR"]} for _ in range(dice.choice((3, 4)))]
        people += [{"profile": dice.choice(("cavaliere_inglese", "protagonista"))}]
        bands = [_squad(f"{seat}-squad", "granatiere", 4)] if dice.random() < 0.6 else []
        sides.append(_side(seat, rect, people, bands) | {"experience": 4})
    ground = [
        {"kind": "rise", "name": NAME, "rect": [5, 11, 12, 14], "levels": 2},
        _line("hedge", [7, 8], [12, 8]),
        _house([13, 7, 17, 11], storeys=2),
    ]
    played = dice.sample(("ammunition", "experience", "jams"), 1)
    special = [{"kind": "recommended", "option": option, "text": NAME} for option in played]
    return _scene("grenades", seed, (22, 18), sides, terrain=ground, special=special)


def events(dice: random.Random, seed: int) -> dict[str, Any]:
    """Markers at everybody's feet, in the open and in a house, with a few kinds of events; more lurk off the table."""
    kinds = sorted(event_types().types)
    first = KINDS_OF_EVENTS * (seed // 2) % len(kinds)
    rows = [_event(dice, kind) for kind in (kinds + kinds)[first : first + KINDS_OF_EVENTS]]
    people = ("protagonista", "dartagnan", "garrido", "valletto")
    sides = []
    for seat, rect in {"red": [3, 3, 15, 8], "blue": [3, 8, 15, 13]}.items():
        here = [{"profile": one} for one in (people[1 if seat == "red" else 2], people[0], people[0])]
        lurking = {"profile": "protagonista", "is_off_table": True}
        band = _squad(f"{seat}-band", "moschettiere", 4, is_off_table=True)
        sides.append(_side(seat, rect, [*here, {"profile": "moschettiere"}, lurking], [band]))
        sides[-1]["experience"] = 3
    places = [[x, y] for x in range(4, 16) for y in range(4, 14)]
    ground = [
        {"kind": "event_marker", "name": NAME, "points": dice.sample(places, 30)},
        _house([9, 3, 14, 8], doors=["south", "west"]),
        _line("stream", [0, 14], [18, 14]),
        {"kind": "wood", "name": NAME, "rect": [2, 9, 7, 13]},
    ]
    special = [{"kind": "recommended", "option": "experience", "text": NAME}] if dice.random() < 0.5 else []
    return _scene("events", seed, (18, 17), sides, terrain=ground, event=rows, special=special)


def _event(dice: random.Random, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {"id": f"event-{kind}", "type": kind, "text": NAME, "worth": 1, "rows": 2}
    found["avoid"] = dice.random() < 0.3
    if kind in THINGS:
        found["thing"] = {"id": f"thing-{kind}", "kind": THINGS[kind], "name": NAME}
    if kind == "personal_enemy":
        found["enemy_of"] = "red"
    if kind in ("wine", "provisions", "ammunition"):
        found["in_open"] = True
    if kind == "tracks":
        found["looks"] = 2
    if kind.startswith("ambush_surprised"):
        found["attacks"] = dice.random() < 0.7
    if kind == "deserter":
        found["fights"] = dice.random() < 0.5
    if kind in ("ambush_peasants", "brawler"):
        found |= {"friend_of": "red"} if dice.random() < 0.3 else {}
    return found


def talk(dice: random.Random, seed: int) -> dict[str, Any]:
    """An inn: a host whose goods one may haggle for, one who knows something, news to be passed on and carried off."""
    people = [{"profile": dice.choice(("dartagnan", "protagonista"))}, {"profile": "ufficiale_spagnolo"}]
    red = _side("red", [3, 3, 9, 8], [*people, {"profile": "moschettiere"}], [])
    blue = _side("blue", [8, 3, 13, 8], [{"profile": "oste"}, {"profile": "mercante"}, {"profile": "boia_bethune"}], [])
    blue |= {"are_civilians": True, "neutral_to": ["red"]}
    goods = [
        {"id": "horse", "kind": "riding_horse", "name": NAME, "at": [11, 10]},
        {"id": "cask", "kind": "barrel", "name": NAME, "at": [10, 11]},
    ]
    return _scene(
        "talk",
        seed,
        (18, 18),
        [red, blue],
        terrain=[_house([8, 9, 14, 14], id="inn", doors=["north", "west"])],
        thing=[*goods, {"id": "keg", "kind": "keg", "name": NAME, "at": [6, 6]}],
        confession=[{"id": "secret", "text": NAME, "of": "blue-2", "turns": 2, "worth": 2, "news": "whisper"}],
        news=[{"id": "whisper", "text": NAME, "known_to": ["red-2"], "worth": 1}],
        special=[
            {"kind": "owned", "text": NAME, "owner": "blue-0", "house": "inn", "goods": ["horse", "cask"]},
            {"kind": "recommended", "option": "disarm", "text": NAME},
        ],
        objective=[{"kind": "confession", "text": NAME, "side": "red", "confession": "secret", "worth": 3}],
        exit=[{"edge": "north"}],
        outcome="B",
    )


def fires(dice: random.Random, seed: int) -> dict[str, Any]:
    """Two houses that may be set on fire and put out, people in and around them."""
    red = _side("red", [2, 6, 8, 9], [{"profile": "protagonista"}], [_squad("red-squad", "spagnolo_guastatore", 5)])
    blue = _side("blue", [9, 6, 15, 9], [{"profile": "protagonista"}], [_squad("blue-squad", "contadino", 5)])
    houses = [_house([2, 2, 7, 6], id="barn"), _house([10, 2, 15, 6], id="mill", doors=["south", "west"])]
    special = [
        {
            "kind": "fire",
            "text": NAME,
            "side": "red",
            "put_out_by": "blue",
            "pa": dice.choice((2, 3, 4)),
            "things": ["torches"],
        },
        {"kind": "recommended", "option": "collaboration", "text": NAME},
    ]
    aims = [
        {"kind": "all burning", "text": NAME, "side": "red", "worth": 3},
        {"kind": "unburnt", "text": NAME, "side": "blue", "least": 1, "worth": 2},
    ]
    torches = [{"id": "torches", "kind": "trifle", "name": NAME, "at": [4, 7]}]
    return _scene(
        "fires", seed, (18, 14), [red, blue], terrain=houses, special=special, objective=aims, thing=torches, turns=10
    )


def aims(dice: random.Random, seed: int) -> dict[str, Any]:
    """Aims within a turn or two of everybody: ground to be held or reached, a letter to be carried off."""
    red = _side("red", [3, 3, 13, 6], [{"profile": "dartagnan"}], [_squad("red-squad", "moschettiere", 4)])
    blue = _side("blue", [3, 8, 13, 12], [{"profile": "garrido"}], [_squad("blue-squad", "spagnolo_moschettiere", 4)])
    aims_of = [
        {"kind": "reach", "text": NAME, "side": "red", "squads": 1, "rect": [2, 8, 14, 14], "worth": 2},
        {"kind": "hold out", "text": NAME, "side": "blue", "squads": 1, "worth": 2},
        {"kind": "hold ground", "text": NAME, "ground": "copse", "within": 2, "worth": 2},
        {"kind": "leave", "text": NAME, "side": "red", "who": "red-0", "edge": "west", "rest_in": "inn", "worth": 2},
        {"kind": "carry off", "text": NAME, "side": "blue", "thing": "letter", "any_edge": True, "worth": 2},
        {"kind": "break", "text": NAME},
    ]
    ground = [_house([9, 2, 14, 6], id="inn"), {"kind": "wood", "name": NAME, "id": "copse", "rect": [5, 6, 9, 9]}]
    letter = [{"id": "letter", "kind": "trifle", "name": NAME, "at": [7, 7]}]
    return _scene(
        "aims",
        seed,
        (16, 15),
        [red, blue],
        terrain=ground,
        thing=letter,
        objective=dice.sample(aims_of, 3),
        exit=[{"edge": "west"}, {"edge": "south"}],
        turns=5,
    )


CREWS = {"light_gun": 5, "howitzer": 4, "medium_gun": 6, "heavy_gun": 7}


def guns(dice: random.Random, seed: int) -> dict[str, Any]:
    """Two guns that look at each other's walls and men over a stream, with their teams in range of a few muskets."""
    sides: list[dict[str, Any]] = []
    for seat, x, faces in (("red", 8, 90), ("blue", 24, 270)):
        kind = list(CREWS)[(seed + len(sides)) % len(CREWS)]
        apart = dice.choice((2, 4))  # in contact, or drawn away from it
        back = x - apart if seat == "red" else x + apart
        gun = {"kind": kind, "at": [x, 12], "faces": faces, "has_limber": True, "limber": [back, 12]}
        crew = _squad(f"{seat}-crew", "artigliere", CREWS[kind], gun=gun, zone={"rect": [x - 4, 7, x + 4, 17]})
        rect = [x - 2, 3, x + 4, 6] if seat == "red" else [x - 4, 17, x + 2, 20]
        people = [{"profile": dice.choice(("artigliere", "fuciliere_inglese_1745", "moschettiere"))}]
        later = _squad(f"{seat}-later", "moschettiere", 8, is_off_table=True, arrives_in=99)
        sides.append(_side(seat, rect, people, [crew, later]))
    ground = [
        _line("low_wall", [11, 8], [11, 11]),
        _house([18, 3, 22, 8], doors=["west"]),
        _house([13, 13, 15, 15], doors=["west"]),
        _line("stream", [16, 0], [16, 22]),
        {"kind": "barricade", "name": NAME, "points": [[20, 13]], "length": 2, "cart": "carro"},
    ]
    cart = {"id": "cart", "kind": "carro", "name": NAME, "at": [9, 17], "faces": dice.choice((0, 90))}
    load = {"id": "load", "kind": "keg", "name": NAME, "aboard": "cart"}
    special = [{"kind": "recommended", "option": "collaboration", "text": NAME}]
    special += [{"kind": "battering", "text": NAME}] if dice.random() < 0.5 else []
    aims_of = [{"kind": "hold out", "text": NAME, "side": seat, "squads": 1, "worth": 2} for seat in ("red", "blue")]
    return _scene(
        "guns",
        seed,
        (32, 22),
        sides,
        terrain=ground,
        thing=[cart, load],
        special=special,
        objective=aims_of,
        turns=14,
        outcome="B",
    )


Piece = Callable[[random.Random, int], dict[str, Any]]
PIECES: tuple[Piece, ...] = (grenades, events, talk, events, fires, aims) * 4 + (guns,) * 8
