"""How a situation of the Era dei Lumi is written: ground, bases, generals, dice.

    lumi 30x20                                the size of the table in um; left out, 30x20
    red  foot A at 10,10 facing N, column, morale 1, melee 0, fire 0, shaken, losses 2, brigade X, under D, fought
    blue hussars H at 12,14 facing S, open    blue guns G at 5,5 facing 45, limbered, damaged
    red  grenzer R at 4,4 facing N, in V      (in the buildings V)      red dragoons T to come, on foot, by terrain
    red  general M at 9,8 able of D, with A   red cic C at 3,3 great
    light_wood W 10,10 20,20   village V 4,4 6,6   stream S 0,5 30,5 level 1   gentle_slope H 1,1 9,9 crest 1,5 9,5
    wall W 0,5 9,5 random      stream S 0,5 30,5 bridges 3,5      wall W 0,5 9,5 level 2 gates 3,5 7,5
    red hussars H at 12,14 facing S, can light, can aggressive      (these abilities and no others)
    dice red 3 6 blue 2        initiative red       weather fog      light moon     impulse 2      home red north
    defends red                               both sides attack unless one is said to defend

Places are in um from the south-west corner, y to the north; facings are N, NE ... or degrees from north. Red is
Austrian, blue Prussian. Bases of a side are in one division («red»), all its foot in one brigade («red infantry») and
all its horse in another, unless a line says otherwise; generals nobody mentions are not on the table. Where a side's
dice are given, it must not roll more of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from alfiere.battles.open_battle import ON
from alfiere.games.lumi.morale.giving_way import Forced
from alfiere.games.lumi.sheets.profiles import profiles
from alfiere.games.lumi.sheets.tables import UM, tables
from alfiere.games.lumi.state.base import HAS_FOUGHT, IS_DAMAGED, STATES, Base, General
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.muster import new_battle
from alfiere.games.lumi.state.unit import Unit, together, unit_of
from alfiere.games.lumi.victory.objectives import load_scenario
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import Procedure
from alfiere.table.legs import Footing
from alfiere.table.shapes import Pose
from tests.games.lumi.retold import Hearer
from tests.games.scripted import OneProcedure, Scripted

KINDS = {
    ("red", "foot"): "au_foot",
    ("red", "grenzer"): "au_croat",
    ("red", "cuirassiers"): "au_cuir",
    ("red", "dragoons"): "au_drag",
    ("red", "hussars"): "au_huss",
    ("red", "light"): "au_light",
    ("red", "guns"): "au_field",
    ("red", "heavy"): "au_heavy",
    ("blue", "foot"): "pr_musk",
    ("blue", "jaeger"): "pr_frei",
    ("blue", "cuirassiers"): "pr_cuir",
    ("blue", "dragoons"): "pr_drag",
    ("blue", "hussars"): "pr_huss",
    ("blue", "light"): "pr_light",
    ("blue", "guns"): "pr_field",
    ("blue", "heavy"): "pr_heavy",
}
SIDES = {"red": ("austrian_1740", "north"), "blue": ("prussian_1740", "south")}
FACINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
FORMATIONS = {"line": "line", "column": "column", "open": "open_order", "square": "square"} | {
    "deployed": "deployed",
    "limbered": "limbered",
}
LINES = ("road", "stream", "wall", "works")


class Dice(Game[State]):
    """A game whose dice are known beforehand."""

    known: dict[str, list[int]]
    rolled: list[int]

    def pick(self, items: Sequence[Any], seat: str, kind: str = "card") -> int:
        """The next die of the side, if its dice are given."""
        found = self._picked(items, seat, kind)
        self.rolled.append(items[found])
        return found

    def _picked(self, items: Sequence[Any], seat: str, kind: str) -> int:
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
        self.moves: list[str] = []  # forced movements that were called for

    def __getitem__(self, name: str) -> Base:
        return self.state.bases[name]

    def general(self, name: str) -> General:
        """A general by his letter."""
        return self.state.generals[name]

    def unit(self, *names: str) -> Unit:
        """These bases as one unit; of one name the unit it stands in."""
        bases = [self.state.bases[name] for name in names]
        return together(bases) if len(names) > 1 else unit_of(self.state, bases[0])

    @property
    def dice_left(self) -> dict[str, list[int]]:
        """The dice given that nobody has rolled."""
        return {seat: rest for seat, rest in self.dice.items() if rest}

    def run(self, what: Callable[[LumiGame], Any], *answers: Any) -> Any:
        """Run a procedure or a plain function of the rules with these answers; what it gave comes back.

        Who only hears what is told must know afterwards what has become of everybody.
        """
        found: list[Any] = []

        def play(g: LumiGame) -> Procedure[None]:
            result = what(g)
            found[:] = [(yield from result) if isinstance(result, Generator) else result]

        Dice.known, Dice.rolled = self.dice, []
        rules: Any = _Rules(play)
        hearer = Hearer(self.state, Dice.rolled)
        hearer.hear(self.play_out(Dice(rules, self.state.scenario, "situation", state=self.state), answers))
        hearer.compare(self.state)
        return found[0]

    def fall_back(self, g: LumiGame, unit: Unit, cause: Unit | None) -> Procedure[None]:
        """A forced move that leads nowhere, for chapters below movement: it is written down."""
        yield from ()
        self.moves.append(f"{unit.id} falls back" + (f" from {cause.id}" if cause else ""))

    def rout(self, g: LumiGame, unit: Unit) -> Procedure[None]:
        """The same of a rout."""
        yield from ()
        self.moves.append(f"{unit.id} routs")

    @property
    def forced(self) -> Forced:
        """Both."""
        return Forced(self.fall_back, self.rout)


# Reading


def read(lines: list[str]) -> Situation:
    """The situation that lines of text describe."""
    size = re.search(r"(\d+)x(\d+)", lines[0])
    width, depth = (int(size[1]), int(size[2])) if size else (30, 20)
    bases: list[SimpleNamespace] = []
    generals: list[SimpleNamespace] = []
    ground: list[dict[str, Any]] = []
    dice: dict[str, list[int]] = {}
    homes = {seat: home for seat, (_, home) in SIDES.items()}
    sets = {"weather": "clear", "light": "day", "initiative": "red", "impulse": "1", "defends": ""}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word in SIDES:
            is_general = rest.split()[0] in ("general", "cic")
            (generals if is_general else bases).append((_general if is_general else _base)(word, rest))
        elif word == "dice":
            for side, numbers in re.findall(r"(red|blue)((?: \d+)*)", rest):
                dice.setdefault(side, []).extend(int(one) for one in numbers.split())
        elif word == "home":
            side, edge = rest.split()
            homes[side] = edge
        elif word in sets:
            sets[word] = rest
        else:
            ground.append(_ground(word, rest))
    data = _battle((width, depth), homes, bases, generals, ground, sets)
    state = new_battle(load_scenario(data), {})
    state.turn, state.impulse, state.phase = 1, int(sets["impulse"]), "manoeuvre"
    for one in bases:
        _set(state, one)
    for one in generals:
        general = state.generals[one.id]
        general.where, general.x, general.y = ON, round(one.x * UM), state.scenario.depth - round(one.y * UM)
        general.base = one.with_
    return Situation(state, dice)


def _base(seat: str, text: str) -> SimpleNamespace:
    found = re.match(r"(\S+) (\S+) (?:at (-?[\d.]+),(-?[\d.]+) facing (\S+?)|(to come))(?:,(.*))?$", text)
    assert found, f"cannot read the base «{text}»"
    kind, name, x, y, facing, to_come, rest = found.groups()
    profile = profiles()[kind if kind in profiles() else KINDS[seat, kind]]
    arm = tables().arms[profile.arm].kind
    one = SimpleNamespace(seat=seat, id=name, profile=profile, arm=arm, to_come=bool(to_come), values={}, sets={})
    one.formation, one.post, one.under, one.brigade, one.marks = "", "", seat, "", []
    if not to_come:
        one.x, one.y = float(x), float(y)
        one.facing = FACINGS[facing] if facing in FACINGS else float(facing)
    for part in filter(None, map(str.strip, (rest or "").split(","))):
        head, _, tail = part.partition(" ")
        if head in ("morale", "fire", "melee"):
            one.values[head] = int(tail)
        elif head == "can":
            one.values["abilities"] = (*one.values.get("abilities", ()), tail)
        elif head == "losses":
            one.sets["losses"] = int(tail)
        elif head in STATES:
            one.sets["state"] = STATES.index(head)
        elif part == "by terrain":
            one.sets["by_terrain"] = True
        elif part == "on foot":
            one.sets["is_on_foot"] = True
        elif head in FORMATIONS:
            one.formation = FORMATIONS[head]
        elif head in ("under", "brigade"):
            setattr(one, head, tail)
        elif head == "in":
            one.post = tail
        elif head in ("fought", "damaged"):
            one.marks.append(HAS_FOUGHT if head == "fought" else IS_DAMAGED)
        else:
            raise AssertionError(f"cannot read «{part}» of {name}")
    one.brigade = one.brigade or f"{one.under} {arm}"
    return one


def _general(seat: str, text: str) -> SimpleNamespace:
    found = re.match(r"(general|cic) (\S+) at ([\d.]+),([\d.]+) (\S+?)(?: of (\S+?))?(?:, with (\S+))?$", text)
    assert found, f"cannot read the general «{text}»"
    rank, name, x, y, grade, division, with_ = found.groups()
    under = division or ("" if rank == "cic" else seat)
    return SimpleNamespace(
        seat=seat, id=name, x=float(x), y=float(y), grade=grade, under=under, is_cic=rank == "cic", with_=with_ or ""
    )


def _points(text: str) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", text)]


def _ground(kind: str, rest: str) -> dict[str, Any]:
    name, _, rest = rest.partition(" ")
    first, *others = re.split(r"\b(bridges|crest|gates|level|random)\b", rest)
    points = _points(first)
    found: dict[str, Any] = {"id": name, "kind": kind, "name": {"en": name, "it": name}}
    if kind in LINES:
        found["path"] = points
    elif len(points) == 2:
        found["rect"] = [*points[0], *points[1]]
    else:
        found["polygon"] = points
    for key, value in zip(others[::2], others[1::2], strict=True):
        if key == "gates":
            found["gaps"] = [{"at": at} for at in _points(value)]
            continue
        found[key] = True if key == "random" else int(value) if key == "level" else _points(value)
    return found


def _battle(
    size: tuple[int, int],
    homes: dict[str, str],
    bases: list[SimpleNamespace],
    generals: list[SimpleNamespace],
    ground: list[dict[str, Any]],
    sets: dict[str, str],
) -> dict[str, Any]:
    """The file of a battle with these pieces; where they stand is set afterwards."""
    name = {"en": "situation", "it": "situazione"}
    divisions = []
    for seat in SIDES:
        own = [one for one in bases if one.seat == seat]
        names = list(dict.fromkeys([seat, *(one.under for one in own)]))
        divisions += [
            _division(seat, division, [one for one in own if one.under == division], generals) for division in names
        ]
    return {
        "id": "situation",
        "game": "lumi",
        "origin": "house",
        "title": name,
        "date": "1750",
        "summary": name,
        "turns": 10,
        "first": "red",
        "initiative": sets["initiative"],
        "table": {"width": size[0], "depth": size[1]},
        "weather": {"weather": sets["weather"], "light": sets["light"]},
        "terrain": ground,
        "side": [
            {"seat": seat, "code": seat, "name": name, "army": army, "home": homes[seat]}
            | {"posture": "defence" if sets["defends"] == seat else "attack"}
            | {"fight": "pitched", "aim": name, "cic": _chief(seat, generals)}
            for seat, (army, _) in SIDES.items()
        ],
        "division": divisions,
        "deploy": [
            {"under": [one["id"] for one in divisions if one["side"] == seat], "area": [{"rect": [0, 0, *size]}]}
            for seat in SIDES
        ],
        "objective": [{"kind": "cohesion", "text": name}],
    }


def _chief(seat: str, generals: list[SimpleNamespace]) -> dict[str, str]:
    found = next((one for one in generals if one.is_cic and one.seat == seat), None)
    name = found.id if found else f"{seat} chief"
    return {"id": name, "name": name, "grade": found.grade if found else "ordinary"}


def _division(seat: str, id: str, own: list[SimpleNamespace], generals: list[SimpleNamespace]) -> dict[str, Any]:
    """A division; brigades have bases that nobody mentions, to be large enough, and are not on the table."""
    foot = [one for one in own if one.arm != "artillery"]
    found: dict[str, Any] = {"id": id, "side": seat, "name": id, "brigade": []}
    for brigade in dict.fromkeys(one.brigade for one in foot) or [f"{id} infantry"]:
        mine = [one for one in foot if one.brigade == brigade]
        fill = mine[0].profile.id if mine else KINDS[seat, "foot"]
        written = [{"id": one.id, "name": one.id, "profile": one.profile.id} for one in mine]
        written += [{"id": f"{brigade} {n}", "name": "nobody", "profile": fill} for n in range(2 - len(mine))]
        found["brigade"].append({"id": brigade, "name": brigade, "bases": written})
    found["batteries"] = [{"id": one.id, "name": one.id, "profile": one.profile.id} for one in own if one not in foot]
    general = next((one for one in generals if one.under == id and one.seat == seat), None)
    if general is None or not general.is_cic:
        name = general.id if general else f"general of {id}"
        found["general"] = {"id": name, "name": name, "grade": general.grade if general else "ordinary"}
    return found


def _set(state: State, piece: SimpleNamespace) -> None:
    """Put a base where its line says."""
    one = state.bases[piece.id]
    if piece.values:
        one.profile = replace(one.profile, **piece.values)
    for key, value in piece.sets.items():
        setattr(one, key, value)
    for mark in piece.marks:
        mark.put(one)
    if piece.to_come:
        return
    formation = piece.formation or ("deployed" if one.kind == "artillery" else "line")
    pose = Pose(round(piece.x * UM), state.scenario.depth - round(piece.y * UM), round(piece.facing * 10) % 3600)
    state.stand(one, Footing(formation, state.shape(one, formation), pose), piece.post)
