"""What a scenario of one's own may say: every limit from both sides, each slip told in one sentence."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.kernel.bad_data import BadData

NAME = {"en": "name", "it": "nome"}
MUSKETEERS = {
    "id": "muskets",
    "name": NAME,
    "formation": "open",
    "members": [{"profile": "moschettiere", "count": 4}],
}
EVENT = {"id": "event", "text": NAME, "type": "brawler"}
PLAIN: dict[str, Any] = {
    "id": "plain",
    "game": "cappa",
    "origin": "house",
    "title": NAME,
    "date": "1650",
    "summary": NAME,
    "turns": 5,
    "table": {"width": 40, "depth": 30},
    "objective": [{"kind": "break", "text": NAME}],
    "terrain": [
        {"kind": "building_stone", "id": "house", "name": NAME, "rect": [10, 10, 20, 18], "doors": ["south"]},
        {"kind": "wood", "id": "wood", "name": NAME, "rect": [30, 10, 36, 18]},
        {"kind": "hedge", "id": "hedge", "name": NAME, "lines": [[[2, 20], [8, 20]]]},
    ],
    "thing": [{"id": "chest", "kind": "trifle", "name": NAME, "at": [5, 15]}],
    "side": [
        {
            "seat": "red",
            "code": "king",
            "name": NAME,
            "mission": "vital",
            "edge": "north",
            "zone": {"edge": "north", "within": 6},
            "aim": NAME,
            "character": [{"id": "captain", "profile": "ufficiale_moschettieri", "name": NAME}],
            "squad": [MUSKETEERS],
        },
        {
            "seat": "blue",
            "code": "cardinal",
            "name": NAME,
            "mission": "vital",
            "edge": "south",
            "zone": {"edge": "south", "within": 6},
            "aim": NAME,
            "character": [{"id": "count", "profile": "rochefort", "name": NAME}],
        },
    ],
}
THIRD = {
    **PLAIN["side"][1],
    "seat": "green",
    "code": "town",
    "edge": "west",
    "zone": {"rect": [0, 12, 6, 20]},
    "character": [{"id": "smith", "profile": "moschettiere", "name": NAME}],
}


def told(changes: dict[str, Any]) -> str:
    """What is said against the plain scenario with changes, each at a path; nothing if it can be played."""
    data = deepcopy(PLAIN)
    for path, value in changes.items():
        *way, last = (int(one) if one.isdigit() else one for one in path.split("."))
        at: Any = data
        for step in way:
            at = at[step]
        if isinstance(at, list) and last == len(at):
            at.append(deepcopy(value))
        elif value is None:
            del at[last]
        else:
            at[last] = deepcopy(value)
    try:
        read_scenario(data)
    except BadData as slip:
        return str(slip).removeprefix("scenario: ")
    return ""


def same(changes: dict[str, Any], why: str) -> None:
    """A slip is told so; without one nothing is."""
    found = told(changes)
    assert found.startswith(why) if why else found == ""


def test_the_plain_scenario_can_be_played():
    assert told({}) == ""


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"table": {"width": 240, "depth": 240}}, ""),
        ({"table.width": 240.01}, "table.width: a table measures 8 to 240 um"),
        ({"table.depth": 240.01}, "table.depth: a table measures 8 to 240 um"),
        ({"table.depth": 7.99}, "table.depth: a table measures 8 to 240 um"),
        ({"table": {"width": 8, "depth": 8}, "terrain": [], "thing": []}, ""),
        ({"turns": 1}, ""),
        ({"turns": 0}, "turns: it is 0; it must be at least 1"),
        ({"side.2": THIRD}, ""),
        ({"side.2": {**THIRD, "seat": "blue"}}, "side: there must be one side with seat"),
        ({"side.2": {**THIRD, "code": "king"}}, "side: the sides need different codes"),
        ({"terrain.1.id": "house"}, "terrain[1].id: «house» stands twice"),
        ({"objective": []}, "objective: every player must have a clear aim"),
    ],
)
def test_table_turns_and_sides(changes, why):
    same(changes, why)


GROUND = {"kind": "hold ground", "text": NAME, "ground": "wood", "within": 6}
REACH = {"kind": "reach", "text": NAME, "side": "king", "squads": 1, "rect": [0, 20, 40, 30]}
HOLD = {"kind": "hold out", "text": NAME, "side": "king", "squads": 1}
CARRY = {"kind": "carry off", "text": NAME, "thing": "chest"}


@pytest.mark.rule("cappa.3.1a", "cappa.3.1c", "cappa.3.1e", "cappa.3.1.h2")
@pytest.mark.parametrize(
    ("objective", "more", "why"),
    [
        (GROUND, {}, ""),
        ({**GROUND, "within": 0}, {}, ""),
        ({**GROUND, "within": -1}, {}, "objective[0].within: a length cannot be negative"),
        ({**GROUND, "ground": "hedge"}, {}, "objective[0].ground: «hedge» is not known"),
        ({"kind": "break", "text": NAME, "ground": "wood"}, {}, "objective[0]: object contains unknown field `ground`"),
        ({"kind": "break", "text": NAME, "within": 6}, {}, "objective[0]: object contains unknown field `within`"),
        ({"kind": "break", "text": NAME, "side": "pope"}, {}, "objective[0].side: «pope» is not known"),
        ({"kind": "break", "text": NAME, "squads": 1}, {}, "objective[0]: object contains unknown field `squads`"),
        ({"kind": "leave", "text": NAME, "who": "captain"}, {}, ""),
        ({"kind": "leave", "text": NAME, "who": "muskets"}, {}, "objective[0].who: «muskets» is not known"),
        (CARRY, {}, ""),
        ({**CARRY, "thing": "crown"}, {}, "objective[0].thing: «crown» is not known"),
        ({**CARRY, "thing": "captain-trifle-0"}, {"side.0.character.0.carries": ["trifle"]}, ""),
        ({**CARRY, "thing": "pig"}, {"event": [{**EVENT, "thing": {"id": "pig", "kind": "keg", "name": NAME}}]}, ""),
        (REACH, {}, ""),
        ({**REACH, "squads": 0}, {}, "objective[0].squads: it is 0; «king» has 1"),
        ({**REACH, "squads": 2}, {}, "objective[0].squads: it is 2; «king» has 1"),
        ({**REACH, "side": "cardinal"}, {}, "objective[0].squads: it is 1; «cardinal» has 0"),
        ({**REACH, "side": ""}, {}, "objective[0].side: «» is not known"),
        ({**REACH, "rect": [0, 20, 40, 31]}, {}, "objective[0].rect: (40, 31) is not on the table, which is 40 x 30"),
        (
            {key: one for key, one in REACH.items() if key != "rect"},
            {},
            "objective[0]: object missing required field `rect`",
        ),
        (HOLD, {}, ""),
        ({**HOLD, "squads": 0}, {}, ""),
        ({**HOLD, "squads": -1}, {}, "objective[0].squads: it is -1; «king» has 1"),
        ({**HOLD, "squads": 2}, {}, "objective[0].squads: it is 2; «king» has 1"),
        ({**HOLD, "side": ""}, {}, "objective[0].side: «» is not known; it must be one of king"),
        (HOLD, {"outcome": "A"}, ""),
        (HOLD, {"side.2": THIRD}, ""),
        (HOLD, {"side.2": THIRD, "outcome": "A"}, "objective[0].kind: with three sides «hold out» needs outcome B"),
        (HOLD, {"objective.1": {**HOLD, "side": "cardinal", "squads": 0}}, ""),
        (
            HOLD,
            {"objective.1": {**HOLD, "side": "cardinal", "squads": 0}, "outcome": "A"},
            "objective[0].kind: one side only can be asked to hold out",
        ),
        ({**CARRY, "any_edge": True}, {}, ""),
        ({**CARRY, "edge": "north"}, {}, ""),
        ({**CARRY, "any_edge": True, "edge": "north"}, {}, "objective[0].edge: it is either one edge or any"),
        ({**CARRY, "rest_in": "house"}, {}, ""),
        ({**CARRY, "rest_in": "wood"}, {}, "objective[0].rest_in: «wood» is not known"),
        ({**GROUND, "any_edge": True}, {}, "objective[0]: object contains unknown field `any_edge`"),
        ({**GROUND, "rest_in": "house"}, {}, "objective[0]: object contains unknown field `rest_in`"),
        (
            {"kind": "break", "text": NAME, "least": 1},
            {},
            "objective[0]: object contains unknown field `least`; known are kind, text, side, worth",
        ),
    ],
)
def test_objectives(objective, more, why):
    same({"objective": [objective], **more}, why)


FIRE = {"kind": "fire", "text": NAME, "side": "king", "put_out_by": "cardinal", "pa": 1, "things": ["chest"]}
UNBURNT = {"kind": "unburnt", "text": NAME, "side": "cardinal", "least": 1}


@pytest.mark.rule("cappa.9.7.2e", "cappa.3.1.1a")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"special": [FIRE]}, ""),
        ({"special": [FIRE, FIRE]}, "special[1]: there is one rule about fires already"),
        ({"special": [FIRE], "terrain.0": None}, "special[0]: there is no building to burn"),
        ({"special": [{**FIRE, "side": "pope"}]}, "special[0].side: «pope» is not known"),
        ({"special": [{**FIRE, "put_out_by": "pope"}]}, "special[0].put_out_by: «pope» is not known"),
        ({"special": [{**FIRE, "things": ["crown"]}]}, "special[0].things: «crown» is not known"),
        ({"special": [{**FIRE, "pa": 0, "things": []}]}, ""),
        ({"special": [{**FIRE, "pa": 10}]}, ""),
        ({"special": [{**FIRE, "pa": 0}]}, "special[0].pa: it is 0"),
        ({"special": [{**FIRE, "things": []}]}, "special[0].pa: it is 1"),
        ({"special": [{**FIRE, "pa": -1}]}, "special[0].pa: it is -1"),
        ({"special": [{**FIRE, "pa": 11}]}, "special[0].pa: it is 11; it must be 1 to 10"),
        ({"special": [{"kind": "told", "text": NAME, "pa": 1}]}, "special[0]: only a special rule of the kind «fire»"),
        (
            {"special": [{"kind": "told", "text": NAME, "put_out_by": "king"}]},
            "special[0]: only a special rule of the kind «fire»",
        ),
        (
            {"special": [{"kind": "told", "text": NAME, "things": ["chest"]}]},
            "special[0]: only a special rule of the kind «fire»",
        ),
        ({"special": [FIRE], "objective.0": UNBURNT}, ""),
        ({"special": [FIRE], "objective.0": {**UNBURNT, "least": 0}}, "objective[0].least: it is 0; it must be 1 to 1"),
        ({"special": [FIRE], "objective.0": {**UNBURNT, "least": 2}}, "objective[0].least: it is 2; it must be 1 to 1"),
        (
            {"special": [FIRE], "objective.0": {**UNBURNT, "side": ""}},
            "objective[0].side: «» is not known; it must be one of king",
        ),
        ({"objective.0": UNBURNT}, "objective[0].kind: «unburnt» needs a special rule"),
        ({"objective.0": {"kind": "all burning", "text": NAME, "side": "king"}}, "objective[0].kind: «all burning»"),
        ({"special": [FIRE], "objective.0": {"kind": "all burning", "text": NAME, "side": "king"}}, ""),
        ({"special": [FIRE], "score": [{"kind": "burning", "text": NAME, "each": 1}]}, ""),
        ({"score": [{"kind": "burning", "text": NAME, "each": 1}]}, "score[0].kind: «burning» needs a special rule"),
        ({"score": [{"kind": "unburnt", "text": NAME, "each": 1}]}, "score[0].kind: «unburnt» needs a special rule"),
    ],
)
def test_fires(changes, why):
    same(changes, why)


def score(kind: str, **more: Any) -> dict[str, Any]:
    """Points for something."""
    return {"score": [{"kind": kind, "text": NAME, "each": 1, **more}]}


DESERTER = {**EVENT, "type": "deserter", "worth": 2}
WINE = {**EVENT, "type": "wine", "worth": 1, "thing": {"id": "cask", "kind": "keg", "name": NAME}}


@pytest.mark.rule("cappa.3.1.1a")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (score("captured"), ""),
        (score("captured", each=0), "score[0].each: it is 0; it must be at least 1"),
        (score("captured", side="pope"), "score[0].side: «pope» is not known"),
        (score("captured", option="cards"), ""),
        (score("captured", profile="moschettiere"), ""),
        (score("captured", profile="nobody"), "score[0].profile: «nobody» is not among the characters"),
        (score("captured", per=2), ""),
        (score("captured", per=0), "score[0].per: it must be 1, or of the kinds"),
        (score("in hand", thing="chest"), ""),
        (score("in hand", thing="chest", per=2), "score[0].per: it must be 1, or of the kinds"),
        (score("in hand", thing="crown"), "score[0].thing: «crown» is not known"),
        (score("captured", thing="chest"), "score[0].thing: only points of the kind «in hand» name a thing"),
        (score("captured", event="event") | {"event": [DESERTER]}, "score[0].event: only points of the kinds"),
        (score("brought off", event="event", each=2) | {"event": [DESERTER]}, ""),
        (score("brought off", event="event") | {"event": [DESERTER]}, "score[0].each: it is 1; the event itself"),
        (score("brought off", event="event") | {"event": [WINE]}, "score[0].event: «event» is not known"),
        (score("drunk", event="event") | {"event": [WINE]}, ""),
    ],
)
def test_points(changes, why):
    same(changes, why)


HOUSE = PLAIN["terrain"][0]
BARRICADE = {"kind": "barricade", "name": NAME, "points": [[20, 20]], "length": 2}


@pytest.mark.rule("cappa.geo.45", "cappa.geo.49")
@pytest.mark.parametrize(
    ("feature", "why"),
    [
        ({**HOUSE, "lines": [[[1, 1], [2, 2]]]}, "it needs exactly one of «rect», «lines» and «points»"),
        ({"kind": "wood", "name": NAME}, "it needs exactly one of «rect», «lines» and «points»"),
        ({**HOUSE, "rect": [0, 0, 40, 30]}, ""),
        ({**HOUSE, "rect": [10, 10, 10, 18]}, ".rect: a rect is [x1, y1, x2, y2]"),
        ({**HOUSE, "rect": [10, 18, 20, 18]}, ".rect: a rect is [x1, y1, x2, y2]"),
        ({**HOUSE, "rect": [-1, 10, 20, 18]}, ".rect: (-1, 10) is not on the table"),
        ({**HOUSE, "rect": [10, -1, 20, 18]}, ".rect: (10, -1) is not on the table"),
        ({"kind": "hedge", "name": NAME, "lines": [[[2, 20], [8, 31]]]}, ".lines[0]: (8, 31) is not on the table"),
        ({"kind": "hedge", "name": NAME, "lines": [[[2, 20], [2, 20]]]}, ".lines[0]: the line begins where it ends"),
        ({"kind": "well", "name": NAME, "points": [[41, 2]]}, ".points: (41, 2) is not on the table"),
        ({"kind": "building_stone", "name": NAME, "lines": [[[2, 20], [8, 20]]]}, "a building needs a «rect»"),
        ({"kind": "event_marker", "name": NAME, "rect": [1, 1, 2, 2]}, "markers are given as «points»"),
        ({"kind": "wood", "name": NAME, "lines": [[[2, 20], [8, 20]]]}, "ground given as «lines» needs a «width»"),
        ({"kind": "wood", "name": NAME, "lines": [[[2, 20], [8, 20]]], "width": 2}, ""),
        ({"kind": "hedge", "name": NAME, "points": [[2, 20]]}, "an obstacle given as «points» needs a «length»"),
        ({"kind": "hedge", "name": NAME, "points": [[2, 20]], "length": 2}, ""),
        ({"kind": "well", "name": NAME, "lines": [[[2, 20], [8, 20]]]}, "a well is given as «points»"),
        ({"kind": "hedge", "name": NAME, "points": [[2, 20]], "length": -2}, "sizes cannot be negative"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "width": -2}, "sizes cannot be negative"),
        ({**HOUSE, "pa": -1}, "sizes cannot be negative"),
        ({**HOUSE, "storeys": 4}, ""),
        ({**HOUSE, "storeys": 0}, "sizes cannot be negative; storeys are 1 to 4"),
        ({**HOUSE, "storeys": 5}, "sizes cannot be negative; storeys are 1 to 4"),
        ({"kind": "rise", "name": NAME, "rect": [1, 20, 5, 25], "levels": 4}, ""),
        ({"kind": "rise", "name": NAME, "rect": [1, 20, 5, 25], "levels": 0}, "sizes cannot be negative"),
        ({"kind": "rise", "name": NAME, "rect": [1, 20, 5, 25], "levels": 5}, "sizes cannot be negative"),
        ({**BARRICADE, "cart": "carro"}, ""),
        (
            {**BARRICADE, "cart": "carro", "points": [[20, 20], [20, 25]]},
            ".cart: only a barricade with one line",
        ),
        ({"kind": "hedge", "name": NAME, "points": [[2, 20]], "length": 2, "cart": "carro"}, ".cart: only a barricade"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "doors": ["south"]}, "only buildings have doors"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "windows": 0}, "only buildings have doors"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "is_closed": True}, "only buildings have doors"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "storeys": 2}, "only buildings have doors"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "windows_on": ["south"]}, "only buildings have doors"),
        ({"kind": "wood", "name": NAME, "rect": [1, 1, 5, 5], "gaps": [{"at": [1, 1]}]}, "only obstacles have gaps"),
        ({**HOUSE, "gaps": [{"at": [10, 12]}]}, "only obstacles have gaps"),
        ({**HOUSE, "locked": ["south"]}, ""),
        ({**HOUSE, "locked": ["north"]}, ".locked: only a side with a door or gate can be locked"),
        ({**HOUSE, "is_closed": True}, "a closed building has no opening"),
        ({**HOUSE, "is_closed": True, "doors": [], "windows": 2}, "a closed building has no opening"),
        ({**HOUSE, "is_closed": True, "doors": []}, ""),
        ({**HOUSE, "gates": ["south"]}, "a side has one door or gate, in its middle"),
        ({**HOUSE, "gates": ["north"]}, ""),
        ({**HOUSE, "windows": 0}, ""),
        ({**HOUSE, "windows": 24}, ""),
        ({**HOUSE, "windows": 25}, ".windows: it is 25; it must be 0 to 24"),
        ({**HOUSE, "windows": -1}, ".windows: it is -1; it must be 0 to 24"),
        ({**HOUSE, "windows_on": ["north"]}, ".windows_on: say with «windows» how many"),
        ({**HOUSE, "windows": 2, "windows_on": ["north"]}, ""),
    ],
)
def test_ground(feature, why):
    same(
        {"terrain.0": {**feature, "id": "house"}},
        f"terrain[0]{'' if why.startswith('.') else ': '}{why}" if why else "",
    )


HERO = {"id": "count", "profile": "rochefort", "name": NAME}


@pytest.mark.rule("cappa.1.2.1a", "cappa.2.1.3.h2", "cappa.2.1.h1", "cappa.2.1.1.h3", "cappa.2.2.1.h1")
@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"id": ""}, "side cardinal: the id «» must be one word"),
        ({"id": "the count"}, "side cardinal: the id «the count» must be one word"),
        ({"id": "muskets"}, "side cardinal: the id «muskets» stands twice"),
        ({"in_hand": ["BD"]}, ""),
        ({"in_hand": ["MMK"]}, "side cardinal.character count.in_hand: «MMK» is not known"),
        ({"from_turn": 2}, "side cardinal.character count: «from_turn», «enters_by» and «arrives_in» are for"),
        ({"enters_by": ["north"]}, "side cardinal.character count: «from_turn», «enters_by» and «arrives_in» are for"),
        ({"arrives_in": 2}, "side cardinal.character count: «from_turn», «enters_by» and «arrives_in» are for"),
        ({"from_turn": 0}, "side cardinal.character count.from_turn: it is 0; it must be at least 1"),
        ({"is_off_table": True, "from_turn": 2, "enters_by": ["north"]}, ""),
        ({"is_off_table": True, "arrives_in": 2}, ""),
        ({"is_off_table": True, "arrives_in": -1}, "side cardinal.character count.arrives_in: who is put"),
        ({"is_off_table": True, "arrives_in": 2, "from_turn": 2}, "side cardinal.character count.arrives_in: who is"),
        (
            {"is_off_table": True, "arrives_in": 2, "enters_by": ["east"]},
            "side cardinal.character count.arrives_in: who is put",
        ),
        ({"is_off_table": True, "by_markers": {"edge": "north", "within": 5}}, ""),
        ({"by_markers": {"edge": "north", "within": 5}}, "side cardinal.character count.by_markers: it is for those"),
        (
            {"is_off_table": True, "arrives_in": 2, "by_markers": {"edge": "north", "within": 5}},
            "side cardinal.character count.by_markers: it is for those",
        ),
        (
            {"is_off_table": True, "by_markers": {"within": 5}},
            "side cardinal.character count.by_markers: it needs either",
        ),
        ({"player": 4}, ""),
        ({"player": 5}, "side cardinal.character count.player: it is 5; a side has up to 4 players"),
        ({"player": 0}, "side cardinal.character count.player: it is 0; a side has up to 4 players"),
        ({"zone": {"rect": [0, 22, 3, 25]}}, ""),
        ({"zone": {"rect": [0, 22, 3, 22]}}, "side cardinal.character count.zone.rect: a rect is"),
        ({"apart": 4}, "side cardinal.count.apart: it is for those who start off the table"),
        ({"apart": 4, "is_off_table": True}, ""),
        ({"apart": -1, "is_off_table": True}, "side cardinal.count.apart: it is for those who start off the table"),
        ({"is_in_disguise": True}, ""),
        ({"is_in_disguise": True, "in_hand": ["BD"]}, "side cardinal.character count: who is in disguise is alone"),
    ],
)
def test_a_character_of_the_order_of_battle(entry, why):
    same({"side.1.character.0": {**HERO, **entry}}, why)


@pytest.mark.rule("cappa.6.0c", "cappa.6.0e", "cappa.6.2a", "cappa.6.3.3b")
@pytest.mark.parametrize(
    ("squad", "why"),
    [
        ({"members": [{"profile": "moschettiere", "count": 10}]}, ""),
        ({"members": [{"profile": "moschettiere", "count": 11}]}, "side king.squad muskets: a squad has 4 to 10 mem"),
        ({"members": [{"profile": "moschettiere", "count": 3}]}, "side king.squad muskets: a squad has 4 to 10 mem"),
        ({"members": [{"profile": "moschettiere", "count": 3}], "is_of_any_size": True}, ""),
        ({"members": [{"profile": "moschettiere", "count": 0}]}, "side king.squad muskets.members: the count of"),
        ({"members": [], "is_of_any_size": True}, "side king.squad muskets.members: a squad needs men"),
        (
            {
                "members": [{"profile": "moschettiere", "count": 3}],
                "leader": {"id": "chief", "profile": "protagonista", "name": NAME},
            },
            "",
        ),
        (
            {"leader": {"id": "chief", "profile": "moschettiere", "name": NAME}},
            "side king.squad muskets.leader: only a hero or protagonist leads",
        ),
        (
            {"leader": {"id": "chief", "profile": "protagonista", "name": NAME, "is_in_disguise": True}},
            "side king.character chief: who is in disguise is alone",
        ),
        (
            {"members": [{"profile": "moschettiere", "count": 2}, {"profile": "guardia_cardinale", "count": 2}]},
            "side king.squad muskets.members: the men of a squad are all of one type",
        ),
        (
            {
                "members": [{"profile": "moschettiere", "count": 2}, {"profile": "guardia_cardinale", "count": 2}],
                "is_mixed": True,
            },
            "",
        ),
        (
            {
                "members": [
                    {"profile": "spagnolo_picchiere", "count": 2},
                    {"profile": "spagnolo_moschettiere", "count": 2},
                ]
            },
            "",
        ),
        ({"formation": "close"}, ""),
        (
            {"formation": "close", "members": [{"profile": "moschettiere", "count": 3}], "is_of_any_size": True},
            "side king.squad muskets.formation: close order needs at least four",
        ),
        ({"has_ensign": True}, ""),
        ({"zone": {"around": "wood", "within": 3}}, ""),
        ({"zone": {"around": "hedge", "within": 3}}, "side king.squad muskets.zone.around: «hedge» is not known"),
        ({"apart": 2}, "side king.muskets.apart: it is for those who start off the table"),
    ],
)
def test_a_squad_of_the_order_of_battle(squad, why):
    same({"side.0.squad.0": {**MUSKETEERS, **squad}}, why)


@pytest.mark.rule("cappa.2.1.h2", "cappa.1.3a")
@pytest.mark.parametrize(
    ("zone", "why"),
    [
        ({"edge": "north", "within": 1}, ""),
        ({"edge": "north", "within": 0.99}, ".within: it must be at least 1 um, the width of a base"),
        ({"edge": "north", "within": 30}, ""),
        ({"edge": "north", "within": 30.01}, ".within: it reaches beyond the table"),
        ({"edge": "south", "within": 30.01}, ".within: it reaches beyond the table"),
        ({"edge": "west", "within": 40}, ""),
        ({"edge": "east", "within": 40.01}, ".within: it reaches beyond the table"),
        ({"rect": [0, 0, 5, 1]}, ""),
        ({"rect": [0, 0, 4.99, 1]}, ": it is too small for 5 bases"),
        ({"rect": [0, 0, 5, 0.99]}, ": it is too small for 5 bases"),
        ({"rect": [0, 0, 3, 2]}, ""),
        ({"rect": [0, 0, 5, 1], "edge": "north"}, ": it needs either a «rect», an «edge» or an «around»"),
        ({}, ": it needs either a «rect», an «edge» or an «around»"),
    ],
)
def test_a_zone(zone, why):
    same({"side.0.zone": zone}, f"side king.zone{why}" if why else "")


def test_only_those_who_start_on_the_table_need_room_in_a_zone():
    small = {"side.0.zone": {"rect": [0, 0, 1, 1]}}
    assert "too small for 5 bases" in told(small)
    assert "too small for 4 bases" in told(small | {"side.0.character.0.is_off_table": True})
    assert told(small | {"side.0.squad.0.is_off_table": True}) == ""
    lone = {"side.0.character.0.zone": {"rect": [0, 0, 1, 1]}, "side.0.zone": {"rect": [5, 5, 7, 7]}}
    assert told(lone) == ""


def test_a_side_needs_somebody():
    assert told({"side.1.character": []}) == "side cardinal: a side needs at least one character or squad"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"side.0.neutral_to": ["cardinal"]}, ""),
        ({"side.0.neutral_to": ["king"]}, "side king.neutral_to: «king» is not known"),
        ({"side.1.may_be_unplayed": True}, "side cardinal.may_be_unplayed: only a third side can do without"),
        ({"side.2": {**THIRD, "may_be_unplayed": True}}, ""),
        (
            {"side.2": {**THIRD, "may_be_unplayed": True}, "side.1.may_be_unplayed": True},
            "side cardinal.may_be_unplayed: two sides must have players",
        ),
        ({"side.2": {**THIRD, "may_be_unplayed": True, "neutral_to": ["king"], "guards": "house"}}, ""),
        (
            {"side.2": {**THIRD, "may_be_unplayed": True, "neutral_to": ["king"], "guards": "wood"}},
            "side town.guards: «wood» is not known",
        ),
        ({"side.2": {**THIRD, "may_be_unplayed": True, "guards": "house"}}, "side town.guards: it is for a neutral"),
        ({"side.2": {**THIRD, "neutral_to": ["king"], "guards": "house"}}, "side town.guards: it is for a neutral"),
    ],
)
def test_sides_at_peace(changes, why):
    same(changes, why)


def special(kind: str, **more: Any) -> dict[str, Any]:
    """A special rule."""
    return {"special": [{"kind": kind, "text": NAME, **more}]}


OWNED = {"owner": "captain", "house": "house", "goods": ["chest"]}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (special("recommended", option="cards"), ""),
        (special("recommended", option="magic"), "special[0].option: «magic» is not known"),
        (special("squad of any size", squad="muskets"), "special[0].squad: it must be the id of a squad with"),
        (special("squad of any size", squad="muskets") | {"side.0.squad.0.is_of_any_size": True}, ""),
        (special("campaign", value="scouting", side="king"), ""),
        (special("campaign", value="battle", side="king"), "special[0].value: «battle» is not known"),
        (special("campaign", value="scouting", side="pope"), "special[0].side: «pope» is not known"),
        (special("campaign", value="scouting", side="king") | {"side.2": THIRD}, "special[0]: a campaign has two arm"),
        (special("campaign", value="scouting", side="king") | {"side.2": {**THIRD, "are_civilians": True}}, ""),
        (special("told", side="king"), "special[0].side: only a special rule of the kind «campaign» or «fire»"),
        (special("told", weapon="MMK"), "special[0]: only a special rule of the kind «stock» names"),
        (special("told", count=1), "special[0]: only a special rule of the kind «stock» names"),
        (special("stock", squad="muskets", weapon="MMK", count=1), ""),
        (special("stock", squad="muskets", weapon="MMK", count=0), "special[0].count: it is 0; it must be at least 1"),
        (special("stock", squad="muskets", weapon="BD", count=1), "special[0].weapon: «BD» is not known"),
        (special("stock", squad="guards", weapon="MMK", count=1), "special[0].squad: «guards» is not known"),
        (special("weather", light="moon", weather="fog", clears_on=[6], rains_on=[1]), ""),
        (special("told", light="moon"), "special[0]: only a special rule of the kind «weather»"),
        (special("told", weather="rain"), "special[0]: only a special rule of the kind «weather»"),
        (special("weather", weather="rain", clears_on=[6]), "special[0]: only fog lifts"),
        (special("weather", weather="fog", clears_on=[0]), "special[0]: fog lifts on numbers of a d6"),
        (special("weather", weather="fog", clears_on=[7]), "special[0]: fog lifts on numbers of a d6"),
        (special("weather", weather="fog", clears_on=[3], rains_on=[3]), "special[0]: fog lifts on numbers of a d6"),
        (special("owned", **OWNED), ""),
        (special("owned", **OWNED | {"owner": "muskets"}), "special[0].owner: «muskets» is not known"),
        (special("owned", **OWNED | {"house": "wood"}), "special[0].house: «wood» is not known"),
        (special("owned", **OWNED | {"goods": []}), "special[0].goods: say what it is"),
        (special("owned", **OWNED | {"goods": ["crown"]}), "special[0].goods: «crown» is not known"),
        (special("told", owner="captain"), "special[0]: only a special rule of the kind «owned»"),
        (special("told", house="house"), "special[0]: only a special rule of the kind «owned»"),
        (special("told", goods=["chest"]), "special[0]: only a special rule of the kind «owned»"),
    ],
)
def test_special_rules(changes, why):
    same(changes, why)
