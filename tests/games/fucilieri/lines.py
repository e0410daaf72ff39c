"""How a situation of Naran Fuciliers Wars is written: ground, units, leaders, dice.

    fucilieri 180x120                         the size of the table in cm; left out, 180x120
    red  foot A at 60,40 facing S, column, figures 12, disorganised, demoralised, falling back, bloodlust 3, of X
    red  guns G at 50,30 facing S, limbered   blue dragoons D at 5,9 facing N, on foot, moved, fired, charged, spent 6
    blue skirmishers K at 10,80 facing N, in V (in the building V)        red horse H to come
    red  horse H at 1,1 facing S, veteran, disciplined, can elan, weapon pistol, with officer sergeant, without officer
    red  condottiero C at 60,20 cv 4 of X     red general M at 50,20 cv 2 of Y, with A, charismatic
    red  scout S at 9,9 of X                  red standard T at 9,9 of X, raised
    wood W 10,10 30,30   building V 40,40 55,55   wall L 0,5 30,5   river R 0,60 180,66 bridge 90,63
    dice red 3 6 blue 2     turn 3     order X attack     cavalry Y    mercenary Y    musicians X    home red north

Places are in cm from the north-west corner, y to the south; facings are N, NE ... or degrees from north. Red is French
and has the north edge, blue Imperial with the south edge. A side's units are of the command «red» or «blue», which its
condottiero leads, unless a line says «of»; commands that lines name are made. Leaders nobody mentions are not on the
table. Where a side's dice are given, it must not roll more of them. Orders are «attack» unless a line says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from alfiere.battles.open_battle import ON, TO_COME
from alfiere.games.fucilieri.sheets.profiles import profiles
from alfiere.games.fucilieri.sheets.tables import CM
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import Command
from alfiere.games.fucilieri.state.leader import Leader
from alfiere.games.fucilieri.state.muster import new_battle
from alfiere.games.fucilieri.state.unit import HAS_CHARGED, HAS_EVADED, HAS_FIRED, HAS_MOVED, LASTING, SPENT, Unit
from alfiere.games.fucilieri.victory.objectives import load_scenario
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.scripted import OneProcedure, Scripted

KINDS = {
    ("red", "foot"): "fr_line",
    ("red", "grenadiers"): "fr_gren",
    ("red", "militia"): "fr_milice",
    ("red", "horse"): "fr_horse",
    ("red", "cuirassiers"): "fr_cuir",
    ("red", "dragoons"): "fr_drag",
    ("red", "hussars"): "fr_huss",
    ("red", "skirmishers"): "im_haid",
    ("red", "light"): "fr_gun4",
    ("red", "guns"): "fr_gun8",
    ("red", "heavy"): "fr_gun24",
    ("blue", "foot"): "im_line",
    ("blue", "grenadiers"): "im_gren",
    ("blue", "militia"): "fr_milice",
    ("blue", "horse"): "im_cuir_avg",
    ("blue", "cuirassiers"): "im_cuir",
    ("blue", "dragoons"): "im_drag",
    ("blue", "hussars"): "im_huss",
    ("blue", "skirmishers"): "im_haid",
    ("blue", "light"): "im_gun3",
    ("blue", "guns"): "im_gun6",
    ("blue", "heavy"): "fr_gun24",
}
SIDES = {"red": ("france", "north"), "blue": ("empire", "south")}
FACINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
FORMATIONS = {"line": "line", "column": "column", "open": "open_order", "square": "square"} | {
    "unlimbered": "unlimbered",
    "limbered": "limbered",
}
QUALITIES = ("poor", "average", "veteran", "elite")
TYPES = ("irregular", "fanatic", "disciplined", "normal")
MARKS = {"moved": HAS_MOVED, "fired": HAS_FIRED, "charged": HAS_CHARGED, "evaded": HAS_EVADED}
ROLES = ("condottiero", "general", "scout", "charismatic", "standard")
LINES = (
    "road",
    "stream",
    "ditch",
    "canal",
    "hedge",
    "fence",
    "wall",
    "dyke",
    "entrenchment",
    "unfinished_lines",
)
WAYS = ("bridge", "ford", "ramp", "gap")


class Dice(Game[State]):
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


class _Rules(OneProcedure):
    """So much of a ruleset as one procedure needs."""

    def options(self) -> dict[str, Any]:
        return {}

    def told(self, state: State, event: Event) -> Event:
        return event


class Situation(Scripted[State]):
    """A battle in the middle of things."""

    otherwise = 0

    def __init__(self, state: State, dice: dict[str, list[int]]) -> None:
        super().__init__(state)
        self.dice = dice

    def __getitem__(self, name: str) -> Unit:
        return self.state.units[name]

    def leader(self, name: str) -> Leader:
        """A leader or character by his letter."""
        return self.state.leaders[name]

    def command(self, name: str) -> Command:
        """A command by its name."""
        return self.state.commands[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where the centre of a unit or a leader is, in cm."""
        one = self.state.units.get(name) or self.state.leaders[name]
        return one.x / CM, one.y / CM

    @property
    def dice_left(self) -> dict[str, list[int]]:
        """The dice given that nobody has rolled."""
        return {seat: rest for seat, rest in self.dice.items() if rest}

    def run(self, what: Callable[[FucilieriGame], Any], *answers: Any) -> Any:
        """Run a procedure or a plain function of the rules with these answers; what it gave comes back."""
        found: list[Any] = []

        def play(g: FucilieriGame) -> Procedure[None]:
            result = what(g)
            found[:] = [(yield from result) if isinstance(result, Generator) else result]

        Dice.known = self.dice
        rules: Any = _Rules(play)
        self.play_out(Dice(rules, self.state.scenario, "situation", state=self.state), answers)
        return found[0]


# Reading


def read(lines: list[str]) -> Situation:
    """The situation that lines of text describe."""
    size = re.search(r"(\d+)x(\d+)", lines[0])
    width, depth = (int(size[1]), int(size[2])) if size else (180, 120)
    units: list[SimpleNamespace] = []
    leaders: list[SimpleNamespace] = []
    ground: list[dict[str, Any]] = []
    dice: dict[str, list[int]] = {}
    said: list[tuple[str, str]] = []
    homes = {seat: home for seat, (_, home) in SIDES.items()}
    turn = 1
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word in SIDES:
            is_leader = rest.split()[0] in ROLES
            (leaders if is_leader else units).append((_leader if is_leader else _unit)(word, rest))
        elif word == "dice":
            for side, numbers in re.findall(r"(red|blue)((?: \d+)*)", rest):
                dice.setdefault(side, []).extend(int(one) for one in numbers.split())
        elif word == "home":
            side, edge = rest.split()
            homes[side] = edge
        elif word == "turn":
            turn = int(rest)
        elif word in ("order", "cavalry", "allied", "mercenary", "musicians"):
            said.append((word, rest))
        else:
            ground.append(_ground(word, rest))
    state = new_battle(load_scenario(_battle((width, depth), homes, units, leaders, ground, said)), {})
    _rename(state, leaders)
    state.turn, state.phase, state.first = turn, "movement", "red"
    for command in state.commands.values():
        command.order = "attack"
    for number, command in enumerate(state.commands.values(), 1):
        command.execution = command.initiative = number
    for word, rest in said:
        if word == "order":
            name, order = rest.split()
            state.commands[name].order = order
        elif word == "cavalry":
            state.commands[rest].is_cavalry = True
    for one in units:
        _set_unit(state, one)
    for one in leaders:
        _set_leader(state, one)
    return Situation(state, dice)


def _unit(seat: str, text: str) -> SimpleNamespace:
    found = re.match(r"(\S+) (\S+) (?:at (-?[\d.]+),(-?[\d.]+) facing (\S+?)|(to come))(?:,(.*))?$", text)
    assert found, f"cannot read the unit «{text}»"
    kind, name, x, y, facing, to_come, rest = found.groups()
    profile = kind if kind in profiles() else KINDS[seat, kind]
    one = SimpleNamespace(seat=seat, id=name, profile=profile, to_come=bool(to_come), values={}, sets={}, marks=[])
    one.formation, one.post, one.of, one.with_, one.without = "", "", seat, None, []
    if not to_come:
        one.x, one.y = float(x), float(y)
        one.facing = FACINGS[facing] if facing in FACINGS else float(facing)
    for part in filter(None, map(str.strip, (rest or "").split(","))):
        _say(one, part)
    return one


def _say(one: SimpleNamespace, part: str) -> None:
    """One thing that is said of a unit."""
    head, _, tail = part.partition(" ")
    if head in FORMATIONS:
        one.formation = FORMATIONS[head]
    elif head == "figures":
        one.sets["figures"] = int(tail)
    elif head == "initial":
        one.values["figures"] = int(tail)
    elif head == "guns":
        one.values |= {"guns": int(tail), "figures": 4 * int(tail)}
    elif head == "weapon":
        one.values["weapon"] = "" if tail == "none" else tail
    elif head in QUALITIES:
        one.values["quality"] = head
    elif head in TYPES:
        one.values["type"] = head
    elif head == "can":
        one.values["abilities"] = (*one.values.get("abilities", ()), tail)
    elif head == "cannot":
        one.values["abilities"] = ()
    elif head == "bloodlust":
        one.sets["bloodlust"] = int(tail) if tail else LASTING
    elif part in ("disorganised", "demoralised"):
        one.sets[f"is_{head}"] = True
    elif part == "falling back":
        one.sets |= {"is_falling_back": True, "is_demoralised": True}
    elif part == "on foot":
        one.sets["is_on_foot"] = True
    elif head == "quarters":
        one.sets["quarters"] = int(tail)
    elif head == "of":
        one.of = tail
    elif head == "in":
        one.post = tail
    elif head == "with":
        one.with_ = tail.split()
    elif head == "without":
        one.without = tail.split()
    elif head == "spent":
        one.marks.append(("spent", round(float(tail) * CM)))
    elif part in MARKS:
        one.marks.append((part, 0))
    else:
        raise AssertionError(f"cannot read «{part}» of {one.id}")


def _leader(seat: str, text: str) -> SimpleNamespace:
    found = re.match(r"(\S+) (\S+) (?:at ([\d.]+),([\d.]+)|(to come))(?: cv (\d))?(?: of (\S+?))?((?:, [^,]+)*)$", text)
    assert found, f"cannot read the leader «{text}»"
    role, name, x, y, to_come, cv, of, rest = found.groups()
    one = SimpleNamespace(seat=seat, id=name, role=role, cv=int(cv or 3), of=of or seat, to_come=bool(to_come))
    one.x, one.y, one.with_, one.facing, one.is_charismatic, one.raised = x, y, "", 0, role == "charismatic", False
    one.is_on_foot = False
    for part in filter(None, map(str.strip, rest.split(","))):
        head, _, tail = part.partition(" ")
        if head == "with":
            one.with_ = tail
        elif part == "charismatic":
            one.is_charismatic = True
        elif part == "on foot":
            one.is_on_foot = True
        elif part == "raised":
            one.raised = True
        else:
            raise AssertionError(f"cannot read «{part}» of {name}")
    return one


def _points(text: str) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", text)]


def _ground(kind: str, rest: str) -> dict[str, Any]:
    name, _, rest = rest.partition(" ")
    first, *others = re.split(rf"\b({'|'.join(WAYS)})\b", rest)
    points = _points(first)
    found: dict[str, Any] = {"id": name, "kind": kind, "name": {"en": name, "it": name}}
    if kind in LINES:
        found["path"] = points
    elif len(points) == 2:
        found["rect"] = [*points[0], *points[1]]
    else:
        found["polygon"] = points
    for way, value in zip(others[::2], others[1::2], strict=True):
        for at in _points(value):
            found.setdefault("ways", []).append({"kind": way, "at": at})
    return found


def _battle(
    size: tuple[int, int],
    homes: dict[str, str],
    units: list[SimpleNamespace],
    leaders: list[SimpleNamespace],
    ground: list[dict[str, Any]],
    said: list[tuple[str, str]],
) -> dict[str, Any]:
    """The file of a battle with these pieces; where they stand is set afterwards."""
    name = {"en": "situation", "it": "situazione"}
    return {
        "id": "situation",
        "game": "fucilieri",
        "origin": "house",
        "title": name,
        "date": "1706-09-07",
        "summary": name,
        "turns": 12,
        "first": "red",
        "table": {"width": size[0], "depth": size[1]},
        "before": {"exploration": "no-winner", "terrain": "fixed", "light": "neither", "speeches": False},
        "terrain": ground,
        "side": [
            {"seat": seat, "code": seat, "name": name, "nation": nation, "home": homes[seat], "aim": name}
            for seat, (nation, _) in SIDES.items()
        ],
        "command": [one for seat in SIDES for one in _commands(seat, units, leaders, said)],
        "deploy": [{"side": seat, "area": [{"rect": [0, 0, *size]}]} for seat in SIDES],
        "objective": [{"kind": "points", "text": name}],
    }


def _commands(
    seat: str, units: list[SimpleNamespace], leaders: list[SimpleNamespace], said: list[tuple[str, str]]
) -> list[dict[str, Any]]:
    """The commands of a side: of the condottiero, of others whom lines name, and one that nobody mentions."""
    chief = next((one for one in leaders if one.seat == seat and one.role == "condottiero"), None)
    first = chief.of if chief else seat
    own = [one for one in (*units, *leaders) if one.seat == seat]
    names = list(dict.fromkeys([first, *(one.of for one in own)]))
    if len(names) == 1:
        names.append(f"{seat}-rest")
    found = []
    for id in names:
        general = next((one for one in leaders if one.seat == seat and one.of == id and one.role == "general"), None)
        leader = chief if id == first else general
        mine = [one for one in units if one.seat == seat and one.of == id]
        written = [{"id": one.id, "name": one.id, "profile": one.profile} for one in mine]
        if not written and id != first:
            written = [{"id": f"{id}-nobody", "name": "nobody", "profile": KINDS[seat, "foot"]}]
        command: dict[str, Any] = {"id": id, "side": seat, "name": id, "units": written}
        command["leader"] = f"cond_{leader.cv if leader else 3}" if id == first else f"gen_{leader.cv if leader else 2}"
        command["characters"] = [
            one.role for one in leaders if one.seat == seat and one.of == id and one.role in ROLES[2:]
        ]
        for word, rest in said:
            if rest == id and word in ("allied", "mercenary"):
                command["status"] = word
            if rest == id and word == "musicians":
                command["characters"].append("musicians")
        found.append(command)
    return found


def _rename(state: State, leaders: list[SimpleNamespace]) -> None:
    """Leaders and characters are called by the letters of the situation."""
    for one in leaders:
        is_chief = one.role in ("condottiero", "general")
        old = state.commands[one.of].leader if is_chief else f"{one.of}-{one.role}"
        leader = state.leaders[old]
        leader.id = one.id
        if is_chief:
            state.commands[one.of].leader = one.id
        state.leaders = {each.id: each for each in state.leaders.values()}


def _set_unit(state: State, piece: SimpleNamespace) -> None:
    """Put a unit where its line says."""
    one = state.units[piece.id]
    if piece.values:
        one.profile = replace(one.profile, **piece.values)
        one.figures = one.profile.figures
    for key, value in piece.sets.items():
        setattr(one, key, value)
    if piece.with_ is not None:
        one.characters = piece.with_
    one.characters = [role for role in one.characters if role not in piece.without]
    if "quarters" not in piece.sets:
        one.quarters = one.lost_quarters
    for name, value in piece.marks:
        if name == "spent":
            SPENT.put(one, value)
        else:
            MARKS[name].put(one)
    if piece.to_come:
        return
    formation = piece.formation or ("unlimbered" if one.is_guns else "line")
    pose = Pose(round(piece.x * CM), round(piece.y * CM), round(piece.facing * 10) % 3600)
    state.stand(one, Footing(formation, state.shape(one, formation), pose), piece.post)


def _set_leader(state: State, piece: SimpleNamespace) -> None:
    one = state.leaders[piece.id]
    one.is_charismatic, one.is_on_foot = piece.is_charismatic, piece.is_on_foot
    if piece.role in ("condottiero", "general"):
        one.cv = piece.cv
    if piece.raised:
        state.standard[piece.seat] = "raised"
    one.where = TO_COME if piece.to_come else ON
    if piece.to_come:
        return
    one.x, one.y, one.joined = round(float(piece.x) * CM), round(float(piece.y) * CM), piece.with_
    if one.joined:
        unit = state.units[one.joined]
        one.x, one.y, one.heading = state.behind(unit, one)
