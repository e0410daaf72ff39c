"""How a situation of Risorgimento is written: ground, units, commanders, dice.

    risorgimento 120x80                       the size of the table in cm; left out, 120x80
    red  line A at 30,40 facing E, attack, vf 8, losses 3, morale 5, vm 7, vd 6, D2, fatigue 3, routed, yellow, under X
    blue hussars H at 60,40 facing W, march, moved            blue guns G at 50,20 facing 315, limbered
    blue profile:fr_zouaves Z at 10,10 facing N, in V north   (stands on the north side of the sector V)
    red  CB X at 28,40 radius 12 initiative 4 bonus 1, under Y, with A        red CD Y at 20,40
    red  line R to come                       arrives R,X turn 3 east 30-50 [on 4 sure 6]      (cm of the edge)
    dense_wood W 10,10 20,20      village_sector V 40,30      farm F 56,56      steep_slope S 1,1 9,1 9,9 1,9
    road R 0,36 120,36            stream B 63,0 63,80 bridges 63,35             place P V held by red
    dice red 3 7 blue 2           home red east       initiative red 2          turn 3     phase E     option figures 25
    [[special]]  ...              the rest is TOML, added to the file of the battle

Places are in cm from the south-west corner, y to the north (geo.1); facings are N, NE ... or degrees from north. Red is
Austrian, blue French. A side's units are under a brigadier of its colour («red», «blue») whom a chief («red chief»)
commands, both in a corner of their home edge, far-sighted enough to keep everybody in command, unless a line says
otherwise. Where a side's dice are given, it must not roll more of them; without a dice line chance decides.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from alfiere.games.risorgimento.sheets.scenario_reading import read_scenario
from alfiere.games.risorgimento.sheets.tables import CM
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.state.muster import new_battle
from alfiere.games.risorgimento.state.unit import HAS_MOVED, ON, Commander, Unit
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.scripted import OneProcedure, Scripted

KINDS = {
    ("red", "line"): "au_line",
    ("red", "jaeger"): "au_jaeger",
    ("red", "grenadiers"): "au_grenadiers",
    ("red", "hussars"): "au_hussars",
    ("red", "dragoons"): "au_dragoons",
    ("red", "cuirassiers"): "au_cuirassiers",
    ("red", "guns"): "au_foot_bty",
    ("red", "heavy"): "au_12_bty",
    ("blue", "line"): "fr_line",
    ("blue", "chasseurs"): "fr_chasseurs",
    ("blue", "grenadiers"): "fr_gd_grenadiers",
    ("blue", "hussars"): "fr_hussars",
    ("blue", "dragoons"): "fr_dragoons",
    ("blue", "cuirassiers"): "fr_cuirassiers",
    ("blue", "guns"): "fr_field_bty",
    ("blue", "heavy"): "fr_reserve_bty",
}
RANKS = ("CIC", "CC", "CD", "CB", "CR")
FACINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
FORMATIONS = {
    "march": "march_column",
    "attack": "attack_column",
    "line": "line",
    "open": "open_order",
    "square": "square",
    "limbered": "limbered",
    "unlimbered": "unlimbered",
}
USUAL = {"infantry": "line", "cavalry": "line", "artillery": "unlimbered"}
COLOURS = ("blue", "brown", "yellow", "green")
SIDES = {"red": "austrian", "blue": "french"}
FAR = 500.0  # cm: radius of the commanders nobody mentions


class Dice(Game[BattleState]):
    """A game whose dice are known beforehand."""

    known: dict[str, list[int]]

    def pick(self, items: Sequence[Any], seat: str, kind: str = "card") -> int:
        """The next die of the side, if its dice are given."""
        if seat not in self.known:
            return super().pick(items, seat, kind)
        assert self.known[seat], f"{seat} rolls a {kind}, and the situation gives no more dice"
        value = self.known[seat].pop(0)
        assert value in items, f"{seat} rolls a {kind}; {value} is not on it"
        return list(items).index(value)


class Situation(Scripted[BattleState]):
    """A battle in the middle of things."""

    otherwise = 0

    def __init__(self, state: BattleState, dice: dict[str, list[int]]) -> None:
        super().__init__(state)
        self.scenario, self.dice = state.scenario, dice

    # Looking

    def unit(self, name: str) -> Unit:
        """A unit by its letter."""
        return self.state.units[name]

    def leader(self, name: str) -> Commander:
        """A commander by his letter."""
        return self.state.commanders[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where a unit or commander stands, in cm, y to the north."""
        one = self.state.units.get(name) or self.state.commanders[name]
        return one.x / CM, (self.scenario.depth - one.y) / CM

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A place as the table has it."""
        return round(x * CM), self.scenario.depth - round(y * CM)

    @property
    def dice_left(self) -> dict[str, list[int]]:
        """The dice given that nobody has rolled."""
        return {seat: rest for seat, rest in self.dice.items() if rest}

    # Playing

    def run(self, procedure: Callable[[BattleGame], Procedure[Any]], *answers: Any) -> list[Event]:
        """Run a procedure of the rules. Answers are taken in order, each by the decision it fits.

        An answer is a verb with words its meaning must hold («fire target=B»), or a function that picks from a
        decision. A decision that the next answer does not fit is answered with its first option.
        """
        from alfiere.games.risorgimento.ruleset import Risorgimento

        class Staged(OneProcedure, Risorgimento):
            """The game with one procedure in the place of the whole battle."""

        Dice.known = self.dice
        return self.play_out(Dice(Staged(procedure), self.scenario, "situation", state=self.state), answers)


# Reading


def read(lines: list[str]) -> Situation:
    """The situation that lines of text describe."""
    size = re.search(r"(\d+)x(\d+)", lines[0])
    width, depth = (int(size[1]), int(size[2])) if size else (120, 80)
    pieces: list[SimpleNamespace] = []
    ground: list[dict[str, Any]] = []
    places: list[dict[str, Any]] = []
    arrivals: list[dict[str, Any]] = []
    setters: list[Callable[[BattleState], None]] = []
    options, dice, homes, more = {}, dict[str, list[int]](), {"red": "east", "blue": "west"}, list[str]()
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if more or line.startswith("["):
            more.append(line)
        elif word in SIDES:
            pieces.append(_leader(word, rest) if rest.split()[0] in RANKS else _unit(word, rest))
        elif word == "dice":
            for side, numbers in re.findall(r"(red|blue)((?: \d+)*)", rest):
                dice.setdefault(side, []).extend(int(one) for one in numbers.split())
        elif word == "option":
            name, value = rest.split()
            options[name] = value
        elif word == "home":
            side, edge = rest.split()
            homes[side] = edge
        elif word == "place":
            places.append(_place(rest))
        elif word == "arrives":
            arrivals.append(_arrival(rest, {piece.id for piece in pieces if piece.is_leader}))
        elif word in ("initiative", "turn", "phase"):
            setters.append(_setter(word, rest))
        else:
            ground.append(_ground(word, rest))
    data = _battle((width, depth), homes, pieces, ground, places, arrivals) | tomllib.loads("\n".join(more))
    state = new_battle(read_scenario(data), options)
    state.turn, state.phase, state.step = 1, "E", 1
    for piece in pieces:
        _set(state, piece)
    for setter in setters:
        setter(state)
    return Situation(state, dice)


def _unit(seat: str, text: str) -> SimpleNamespace:
    found = re.match(r"(\S+) (\S+) (?:at (-?[\d.]+),(-?[\d.]+) facing (\S+?)|(to come))(?:,(.*))?$", text)
    assert found, f"cannot read the unit «{text}»"
    kind, name, x, y, facing, to_come, rest = found.groups()
    profile = kind.removeprefix("profile:") if kind.startswith("profile:") else KINDS[seat, kind]
    piece = SimpleNamespace(seat=seat, id=name, profile=profile, is_leader=False, under=seat, to_come=bool(to_come))
    piece.vf, piece.vm, piece.sets, piece.post, piece.formation = 0, 0, {}, "", ""
    if not to_come:
        piece.x, piece.y = float(x), float(y)
        piece.facing = FACINGS[facing] if facing in FACINGS else float(facing)
    for part in filter(None, map(str.strip, (rest or "").split(","))):
        head, _, tail = part.partition(" ")
        if head in ("vf", "vm"):
            setattr(piece, head, int(tail))
        elif head == "vd":
            piece.vd = int(tail)
        elif head in ("losses", "morale", "fatigue"):
            piece.sets[head] = int(tail)
        elif head in FORMATIONS:
            piece.formation = FORMATIONS[head]
        elif head in ("D1", "D2"):
            piece.sets["disorder"] = int(head[1])
        elif head in COLOURS:
            piece.sets["colour"] = head
        elif head == "routed":
            piece.sets["is_routed"] = True
        elif head == "moved":
            piece.has_moved = True
        elif head == "under":
            piece.under = tail
        elif head == "in":
            piece.post = "/".join(tail.split())
        else:
            raise AssertionError(f"cannot read «{part}» of {name}")
    return piece


def _leader(seat: str, text: str) -> SimpleNamespace:
    found = re.match(r"(\S+) (.+?) (?:at (-?[\d.]+),(-?[\d.]+)|(to come))([^,]*)(?:,(.*))?$", text)
    assert found, f"cannot read the commander «{text}»"
    rank, name, x, y, to_come, numbers, rest = found.groups()
    piece = SimpleNamespace(seat=seat, id=name, rank=rank, is_leader=True, to_come=bool(to_come), sets={})
    piece.under = "" if rank == "CIC" else f"{seat} chief"
    values = {key: float(one) for key, one in re.findall(r"(radius|initiative|bonus) ([\d.]+)", numbers)}
    piece.values = {"radius": 20.0, "initiative": 5, "bonus": 1} | values
    piece.x, piece.y = (float(x), float(y)) if x else (0.0, 0.0)
    for part in filter(None, map(str.strip, (rest or "").split(","))):
        head, _, tail = part.partition(" ")
        if head == "under":
            piece.under = "" if tail == "nobody" else tail
        elif head == "with":
            piece.sets["unit"] = tail
        elif head in ("absent",):
            piece.sets[head] = int(tail)
        elif head in COLOURS:
            piece.sets["colour"] = head
        else:
            raise AssertionError(f"cannot read «{part}» of {name}")
    return piece


def _points(text: str) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", text)]


def _ground(kind: str, rest: str) -> dict[str, Any]:
    name, _, rest = rest.partition(" ")
    first, *others = re.split(r"\b(bridges|fords|passages|level)\b", rest)
    points = _points(first)
    found: dict[str, Any] = {"id": name, "kind": kind, "name": {"en": name, "it": name}}
    if kind in ("village_sector", "farm"):
        (x, y), size = points[0], 7.5 if kind == "village_sector" else 5
        found["rect"] = [x, y, x + size, y + size]
    elif kind in LINES:
        found["path"] = points
    elif len(points) == 2:
        found["rect"] = [*points[0], *points[1]]
    else:
        found["polygon"] = points
    for key, value in zip(others[::2], others[1::2], strict=True):
        found[key] = int(value) if key == "level" else _points(value)
    return found


LINES = ("road", "stream", "deep_stream", "canal", "railway_embankment", "wall")


def _place(text: str) -> dict[str, Any]:
    found = re.match(r"(\S+) (\S+)(?: held by (red|blue))?$", text)
    assert found, f"cannot read the place «{text}»"
    name, where, holder = found.groups()
    at = {"at": _points(where)[0]} if "," in where else {"piece": where}
    return {"id": name, "name": {"en": name, "it": name}, **at} | ({"held_by": SIDES[holder]} if holder else {})


def _arrival(text: str, leaders: set[str]) -> dict[str, Any]:
    found = re.match(r"(\S+) turn (\d+) (north|east|south|west) (\d+)-(\d+)(?: on (\d+) sure (\d+))?$", text)
    assert found, f"cannot read the arrival «{text}»"
    names, turn, edge, start, end, up_to, sure = found.groups()
    who = names.split(",")
    chance = {"up_to": int(up_to), "sure": int(sure)} if up_to else {}
    return {
        "turn": int(turn),
        "units": [one for one in who if one not in leaders],
        "commanders": [one for one in who if one in leaders],
        "entry": [{"edge": edge, "start": int(start), "end": int(end)}],
        **chance,
    }


def _setter(word: str, rest: str) -> Callable[[BattleState], None]:
    def apply(state: BattleState) -> None:
        if word == "turn":
            state.turn = int(rest)
        elif word == "phase":
            state.phase = rest
        else:
            seat, _, ahead = rest.partition(" ")
            state.initiative, state.ahead = seat, int(ahead or 0)

    return apply


def _battle(
    size: tuple[int, int],
    homes: dict[str, str],
    pieces: list[SimpleNamespace],
    ground: list[dict[str, Any]],
    places: list[dict[str, Any]],
    arrivals: list[dict[str, Any]],
) -> dict[str, Any]:
    """The file of a battle with these pieces; where they stand is set afterwards."""
    width, depth = size
    name = {"en": "situation", "it": "situazione"}
    known = {piece.id for piece in pieces if piece.is_leader}
    commanders = [_commander(piece, pieces) for piece in pieces if piece.is_leader]
    for seat in SIDES:
        if f"{seat} chief" not in known:
            commanders.append(_commander(_far(seat, f"{seat} chief", "CIC", ""), pieces))
        if seat not in known:
            commanders.append(_commander(_far(seat, seat, "CB", f"{seat} chief"), pieces))
    for one in commanders:  # everybody has a unit somewhere on his side
        if one["id"] in SIDES and not any(unit.seat == one["id"] for unit in pieces if not unit.is_leader):
            profile = KINDS[one["id"], "line"]
            one["units"].append({"id": f"{one['id']}-nobody", "name": "nobody", "profile": profile})
    everybody = {"rect": [0, 0, width, depth]}
    late = {id for one in arrivals for id in (*one["units"], *one["commanders"])}
    deploy = [
        {
            "units": [unit["id"] for one in own for unit in one["units"] if unit["id"] not in late],
            "commanders": [one["id"] for one in own if one["id"] not in late],
            "area": [everybody],
        }
        for own in ([one for one in commanders if one["side"] == side] for side in SIDES.values())
    ]
    return {
        "id": "situation",
        "game": "risorgimento",
        "origin": "house",
        "title": name,
        "date": "1859-06-24",
        "summary": name,
        "starts": "12:00",
        "turns": 20,
        "table": {"width": width, "depth": depth},
        "terrain": ground,
        "side": [
            {"seat": seat, "code": side, "name": name, "army": side, "home": homes[seat], "aim": name}
            for seat, side in SIDES.items()
        ],
        "commander": commanders,
        "first": "austrian",
        "deploy": deploy,
        "arrival": arrivals,
        "place": places or [{"id": "nowhere", "name": name, "at": [1, 1]}],
        "objective": [{"kind": "points", "text": name}],
    }


def _far(seat: str, name: str, rank: str, under: str) -> SimpleNamespace:
    values = {"radius": FAR, "initiative": 5, "bonus": 0}
    return SimpleNamespace(seat=seat, id=name, rank=rank, is_leader=True, under=under, values=values)


def _commander(piece: SimpleNamespace, pieces: list[SimpleNamespace]) -> dict[str, Any]:
    units = [
        {"id": one.id, "name": one.id, "profile": one.profile}
        | ({"vf": one.vf} if one.vf else {})
        | ({"vm": one.vm} if one.vm else {})
        for one in pieces
        if not one.is_leader and one.under == piece.id and one.seat == piece.seat
    ]
    found = {"id": piece.id, "side": SIDES[piece.seat], "name": piece.id, "rank": piece.rank, "units": units}
    values = {key: int(one) if key != "radius" else one for key, one in piece.values.items()}
    army = {"army": "sardinian"} if any(one["profile"].startswith("sa_") for one in units) else {}
    return found | values | army | ({"superior": piece.under} if piece.under else {})


def _set(state: BattleState, piece: SimpleNamespace) -> None:
    """Put somebody where his line says."""
    if piece.is_leader:
        leader = state.commanders[piece.id]
        if not piece.to_come:
            leader.where, leader.x, leader.y = ON, round(piece.x * CM), state.scenario.depth - round(piece.y * CM)
        for key, value in piece.sets.items():
            setattr(leader, key, value)
        return
    unit = state.units[piece.id]
    if piece.to_come:
        return
    formation = piece.formation or ("open_order" if piece.post else USUAL[unit.arm])
    pose = Pose(round(piece.x * CM), state.scenario.depth - round(piece.y * CM), round(piece.facing * 10) % 3600)
    if piece.post:
        sector, _, side = piece.post.partition("/")
        slot = state.ground.slots(sector)[side]
        pose = slot.guns[0] if unit.arm == "artillery" else slot.infantry
    state.stand(unit, Footing(formation, state.shape(unit, formation), pose), piece.post)
    for key, value in piece.sets.items():
        setattr(unit, key, value)
    if hasattr(piece, "vd"):
        unit.profile = replace(unit.profile, vd=piece.vd)
    if getattr(piece, "has_moved", False):
        HAS_MOVED.put(unit)
