"""How a situation of Cappa is written: ground, characters, dice.

    cappa on open ground                                    (or: cappa on open ground 60x40)
    low wall 4,18 14,18            hedge 0,10 20,10          high wall 5,5 9,5      stream 0,3 40,3
    wood 0,26 8,36                 marsh 5,5 9,9             rise 1,1 9,9           hill 1,1 9,9   (corners)
    building 10,10 16,14 door south gate east windows 4 storeys 2       closed building 10,10 16,14
    well 18,22                     barricade 27,24           low wall 4,18 14,18 gap 9,18, pa 2
    event 10,10                    event 30,10
    red protagonist A at 10,10 with BD PS, 6/3/4 CA 4 Mov 4, pa 2, hands BD
    blue extra B at 10,14, abilities FE RI, prone, shaken wound, wounds 1, empty MMK, bayonet SB on, no match
    blue extra C at 12,14, mounted, Mov 8, on foot 4          (a base of 2 um)
    red moschettiere M at 3,3                                 (any sheet of data/characters.toml)
    red hero H off, die 3, from edge north                    (waits off the table)
    blue extra D out at 5,5                                   (lies out of action)
    red extra E at 5,6, squad S    red squad S led by L, open, die 2, pa 2, flag E      (the ensign; or: lost flag)
    thing K barrel at 4,4          thing H riding_horse at 7,7     thing C carro at 9,9 facing 90
    gun G light_gun at 20,20 facing 90, crew S, charge canister, limber L at 17,20 facing 270, limbered, animals 1
    green extra G at 20,20                                    (a third side)
    dice red 3 7 blue 2            firmness red 9     initiative red     turn 3      option disarm yes
    phase actions                  called 2          experience red 3
    deck red lacks 1 1 1 1         deck blue lacks_later 1    (played with cards: what a deck is short of)
    [[exit]]                                                  (from here on the rest is TOML, added to the scenario)
    edge = "north"

Places are in um from the north-west corner, decimals allowed. Values are Mo/Ti/Mi (a dash for no Ti); the second line
of heroes and protagonists follows from the first, or is given as «then 5/2/3 CA 4 Mov 3». Dice are taken by the side
that rolls, d6, d10 and cards alike; a side whose dice are given must not roll more of them. Without a die line chance
decides.
A character with PA has a die of as many, and counts as activated; «die 2» alone gives 2 PA too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from alfiere.games.cappa.ground import ground, sight
from alfiere.games.cappa.objectives.kinds import read_scenario
from alfiere.games.cappa.people.impulses import actor, begin_impulse
from alfiere.games.cappa.people.muster import OPTIONS, new_skirmish
from alfiere.games.cappa.ruleset import Cappa, asked_of_players
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.points import equipment_points, line_points
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.state import OFF, ON, OUT, SEATS, Figure, Gun, SkirmishGame, SkirmishState, Squad, Thing
from alfiere.games.cappa.turn.actions import _act as act_once
from alfiere.games.cappa.turn.actions import decide
from alfiere.games.cappa.turn.skirmish import PHASES
from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from alfiere.kernel.procedure import Procedure
from tests.games.scripted import OneProcedure, Scripted, fits

UM = 100
CLASSES = ("hero", "protagonist", "extra")


class Piece(SimpleNamespace):
    """What a line says about a character."""


class Dice(Game[SkirmishState]):
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


class Situation(Scripted[SkirmishState]):
    """A skirmish in the middle of things."""

    otherwise = -1

    def __init__(self, state: SkirmishState, dice: dict[str, list[int]]) -> None:
        super().__init__(state)
        self.scenario = state.scenario
        self.dice = dice

    # Looking

    def figure(self, name: str) -> Figure:
        """A character by his letter."""
        return self.state.figures[name]

    def squad(self, name: str) -> Squad:
        """A squad by its letter."""
        return self.state.squads[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where somebody stands, in um."""
        figure = self.figure(name)
        return figure.x / UM, figure.y / UM

    def gap(self, one: str, other: str) -> float:
        """How far apart two bases are, in um."""
        return ground.gap(self.state, self.figure(one), self.figure(other)) / UM

    def sees(self, viewer: str, target: str) -> bool:
        """Whether there is a line of sight."""
        return sight.sees(self.state, self.figure(viewer), self.figure(target))

    def covered(self, target: str, shooter: str) -> bool:
        """Whether a target is in cover against a shooter."""
        return ground.in_cover(self.state, self.figure(shooter), self.figure(target))

    def touch(self, one: str, other: str) -> bool:
        """Whether two bases are in contact."""
        return ground.in_contact(self.state, self.figure(one), self.figure(other))

    def offered(self, name: str, pa: int | None = None) -> list[Option]:
        """What a character may do now, with the PA he has or with so many."""
        who = actor(self.state, name)
        asked = decide(self.state, who, who.pa if pa is None else pa, ("cappa.2.1.4d",), may_stop=False)
        return list(asked.options)

    def may(self, name: str, start: str, pa: int | None = None) -> bool:
        """Whether an action is offered: a verb and the words its meaning must hold («charge target=B»)."""
        return any(fits(option, start) for option in self.offered(name, pa))

    def keys(self, name: str, pa: int | None = None) -> set[str]:
        """The verbs of everything a character may do now."""
        return {option.key for option in self.offered(name, pa)}

    # Playing

    def unscripted(self, decision: Decision) -> Option:
        """The last option, or to stay."""
        return next((one for one in decision.options[:1] if one.key == "stay"), decision.options[self.otherwise])

    def run(self, procedure: Callable[[SkirmishGame], Procedure[Any]], *answers: Any) -> list[Event]:
        """Run a procedure of the rules. Answers are taken in order, each by the decision it fits.

        An answer is a verb with words its meaning must hold («countercharge», «move to=1000,1400»), or a function that
        picks from a decision. A decision that the next answer does not fit is answered with its last option, which
        is to let things be.
        """
        return self.play_out(_game(procedure, self.scenario, self.state, self.dice), answers)

    def do(self, name: str, action: str | Option, *answers: Any) -> list[Event]:
        """An action of a character in an impulse of his own, paid for: the first offered one that fits the words.

        Actions one after the other belong to the same impulse while nobody else acts.
        """

        def act(g: SkirmishGame) -> Procedure[None]:
            s = g.state
            who = actor(s, name)
            if s.acting != name:
                begin_impulse(g, who, who.pa)
            step = act_once(g, who)
            asked = next(step, None)
            assert isinstance(asked, Decision), f"{name} is not asked what he does"
            chosen = _chosen(asked, action)
            assert chosen is not None, f"{name} may not «{action}»; he may {[one.meaning for one in asked.options]}"
            yield from _answered(step, chosen)

        return self.run(act, *answers)

    def move(self, name: str, x: float, y: float, *answers: Any) -> list[Event]:
        """A Move action to a place that may be no offered one; Illegal if it is refused."""
        from alfiere.games.cappa.movement.movement import free_move

        s = self.state
        option = free_move(s, self.figure(name), (round(x * UM), round(y * UM)))
        if isinstance(option, Objection):
            raise self.refusal(option)
        return self.do(name, option, *answers)

    def refusal(self, found: Objection) -> Illegal:
        """An objection in words, as the player hears it."""
        return Cappa().refused(self.state, "red", found)

    def phase(self, name: str, *answers: Any) -> list[Event]:
        """A whole phase of the turn from its beginning: activation, orders, deployment, actions, last or end."""

        def play(g: SkirmishGame) -> Procedure[None]:
            g.state.phase, g.state.step = name, 0
            yield from PHASES[name](g)

        return self.run(play, *answers)


def _chosen(asked: Decision, action: str | Option) -> Option | None:
    """The option that is meant: the first that fits the words, or one that a person points at."""
    if isinstance(action, Option):
        return asked.find(action)
    return next((option for option in asked.options if fits(option, action)), None)


def _answered(step: Procedure[None], chosen: Option) -> Procedure[None]:
    """Go on with a procedure that has asked, with this answer."""
    try:
        asked = step.send(chosen)
        while True:
            asked = step.send((yield asked))
    except StopIteration:
        return


class _Scripted(OneProcedure, Cappa):
    """The game with one procedure in the place of the whole skirmish, asked as a skirmish is."""

    def play(self, g: SkirmishGame) -> Procedure[None]:
        return asked_of_players(g, super().play(g))


def _game(procedure: Callable[[SkirmishGame], Procedure[Any]], scenario: Any, state: Any, dice: Any) -> Dice:
    Dice.known = dice
    return Dice(_Scripted(procedure), scenario, "situation", state=state)


# Reading


def read(lines: list[str]) -> Situation:
    """The situation that lines of text describe."""
    size = re.search(r"(\d+)x(\d+)", lines[0])
    table = {"width": int(size[1]), "depth": int(size[2])} if size else {"width": 40, "depth": 40}
    pieces: list[Piece] = []
    squads: list[tuple[str, str]] = []
    features: list[dict[str, Any]] = []
    setters: list[Callable[[SkirmishState], None]] = []
    dice: dict[str, list[int]] = {}
    decks: dict[str, dict[str, list[int]]] = {}
    options = dict(OPTIONS)
    more: list[str] = []
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if more or line.startswith(("[", "outcome")):
            more.append(line)
        elif word in SEATS and rest.startswith("squad "):
            squads.append((word, rest))
        elif word in SEATS:
            pieces.append(_piece(word, rest))
        elif word == "dice":
            for side, numbers in re.findall(r"(red|blue|green|master)((?: \d+)*)", rest):
                dice.setdefault(side, []).extend(int(one) for one in numbers.split())
        elif word == "deck":
            side, key, *cards = rest.split()
            decks.setdefault(side, {})[key] = [int(one) for one in cards]
        elif word == "option":
            name, value = rest.split()
            options[name] = value
        elif word in ("firmness", "experience", "initiative", "turn", "phase", "called", "thing", "changed", "gun"):
            setters.append(_setter(word, rest))
        else:
            features.append(_feature(line))
    added = tomllib.loads("\n".join(more))
    data = _scenario(table, pieces, features + added.pop("terrain", []))
    for form in data["side"]:
        form["deck"] = decks.get(form["seat"], {})
    scenario = read_scenario(data | added)
    state = new_skirmish(scenario, options)
    state.turn, state.phase, state.step, state.order = 1, "actions", 1, list(state.seats)
    for seat, text in squads:
        _squad(state, seat, text, pieces)
    for piece in pieces:
        _place(state, piece)
    for name in [name for name in state.figures if name.endswith("-nobody")]:
        del state.figures[name]
    for side in state.sides.values():
        side.firmness = side.firmness_at_start = max(side.firmness, 20)
    for setter in setters:
        setter(state)
    return Situation(state, dice)


def _numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", text)]


def _points(text: str) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in re.findall(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)", text)]


VALUES = r"(\d+)/(\d+|-)/(\d+)(?: CA (\d))?(?: Mov ([\d.]+))?"


def _line(text: str, usual: dict[str, Any]) -> dict[str, Any]:
    found = re.search(VALUES, text)
    line = dict(usual)
    if found:
        mo, ti, mi, ca, mov = found.groups()
        line |= {"mo": int(mo), "mi": int(mi)}
        line.pop("ti", None)
        if ti != "-":
            line["ti"] = int(ti)
        line |= ({"ca": int(ca)} if ca else {}) | ({"mov": float(mov)} if mov else {})
    if single := re.search(r"\bCA (\d)", text):
        line["ca"] = int(single[1])
    if movs := re.findall(r"\bMov ([\d.]+)", text):
        line["mov"] = float(movs[-1])
    return line


def _piece(seat: str, text: str) -> Piece:
    found = re.match(r"(\S+) (\S+) (?:(out) )?(?:at (-?[\d.]+),(-?[\d.]+)|(off))(.*)$", text)
    assert found, f"cannot read the character «{text}»"
    kind, name, out, x, y, off, rest = found.groups()
    piece = Piece(seat=seat, kind=kind, id=name, where=OUT if out else OFF if off else ON)
    piece.x, piece.y = (round(float(x) * UM), round(float(y) * UM)) if x else (0, 0)
    piece.arms = ["BD"]
    first, _, second = rest.partition(" then ")
    usual = {"mo": 5, "ti": 3, "mi": 3, "ca": 5, "mov": 4}
    piece.lines = [_line(first, usual)]
    piece.second = _line(second, piece.lines[0]) if second else None
    piece.abilities, piece.squad, piece.sets, piece.edges, piece.on_foot = [], "", {}, [], 4.0
    for part in map(str.strip, rest.split(",")):
        _detail(piece, part)
    return piece


def _detail(piece: Piece, part: str) -> None:
    head, _, tail = part.partition(" ")
    words = tail.split()
    if head == "with":
        piece.arms = words
    elif head == "abilities":
        piece.abilities = words
    elif head == "squad":
        piece.squad = tail
    elif head in ("pa", "die", "wounds", "moved"):
        piece.sets[head] = round(float(tail) * (UM if head == "moved" else 1))
    elif head == "level":
        piece.sets["level"] = round(float(tail) * UM)
    elif head in ("hands", "empty", "carries"):
        piece.sets[head] = words
    elif head == "bayonet":
        piece.sets["bayonet"] = words[0]
    elif head == "shaken":
        piece.sets["shaken"] = tail or "wound"
    elif part in ("prone", "mounted", "aimed", "surrendered"):
        piece.sets[{"prone": "is_prone", "aimed": "has_aimed", "surrendered": "has_surrendered"}.get(part, part)] = True
    elif part == "no match":
        piece.sets["match_is_lit"] = False
    elif part == "acted":
        piece.sets["has_acted"] = True
    elif part == "shield":
        piece.shield = True
    elif part == "animal":
        piece.animal = True
    elif part.startswith("on foot"):
        piece.on_foot = float(part.split()[-1])
    elif head == "player":
        piece.sets["player"] = int(tail)
    elif part.startswith("from edge"):
        piece.edges = part.split()[2:]
    elif part.startswith(("devoted to ", "loyal to ", "captor ")):
        key, value = part.rsplit(" ", 1)
        piece.sets[key.replace(" ", "_")] = value


KINDS = {"wall": "low_wall", "low wall": "low_wall", "high wall": "high_wall", "hill": "rise", "event": "event_marker"}


def _feature(line: str) -> dict[str, Any]:
    """A piece of ground: lines for obstacles, corners for areas, points for wells, barricades and events."""
    words = re.match(r"([a-z_ ]+?) (?=-?[\d.]+,)", line)
    assert words, f"cannot read the ground «{line}»"
    name = words[1].strip()
    rest = line[words.end() :]
    main, *details = re.split(r" (?=door|gate|windows|storeys|gap)|, ", rest)
    points = _points(main)
    kind = KINDS.get(name, name.replace(" ", "_"))
    if "building" in name:
        kind = "building_stone"
    form: dict[str, Any] = {"kind": kind, "name": {"en": name, "it": name}}
    if name == "hill":
        form["levels"] = 2
    what = terrain().kinds[kind].what
    if what in ("ground", "building") and kind != "road":
        (x1, y1), (x2, y2) = points
        form["rect"] = [min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)]
    elif what == "mark" or kind in ("well", "barricade"):
        form["points"] = points
    else:
        form["lines"] = [[points[n], points[n + 1]] for n in range(len(points) - 1)]
    if name == "closed building":
        form["is_closed"] = True
    for detail in details:
        head, _, tail = detail.partition(" ")
        if head in ("door", "gate"):
            form[f"{head}s"] = [*form.get(f"{head}s", []), tail.strip()]
        elif head in ("windows", "storeys", "pa"):
            form[head] = int(tail)
        elif head == "gap":
            numbers = _numbers(tail)
            form["gaps"] = [{"at": numbers[:2]} | ({"width": numbers[2]} if len(numbers) > 2 else {})]
        elif head == "called":
            form["id"] = tail
    return form


def _scenario(table: dict[str, int], pieces: list[Piece], features: list[dict[str, Any]]) -> dict[str, Any]:
    name = {"en": "situation", "it": "situazione"}
    sheets = [_sheet(piece) for piece in pieces if piece.kind in CLASSES]
    known = {piece.id for piece in pieces if piece.kind in CLASSES}
    sides = []
    three = any(piece.seat == "green" for piece in pieces)
    for seat in SEATS if three else SEATS[:2]:
        entries = [
            {
                "id": piece.id,
                "profile": f"sheet-{piece.id}" if piece.id in known else piece.kind,
                "name": {"en": piece.id, "it": piece.id},
                "is_off_table": True,
            }
            | ({"enters_by": piece.edges} if piece.edges else {})
            | {key: piece.sets[key] for key in ("devoted_to", "loyal_to") if key in piece.sets}
            for piece in pieces
            if piece.seat == seat
        ] or [{"id": f"{seat}-nobody", "profile": "moschettiere", "name": name, "is_off_table": True}]
        edge = {"red": "north", "blue": "south", "green": "west"}[seat]
        sides.append(
            {
                "seat": seat,
                "code": seat,
                "name": {"en": seat, "it": seat},
                "mission": "vital",
                "edge": edge,
                "zone": {"edge": edge, "within": 6},
                "aim": name,
                "character": entries,
            }
        )
    return {
        "id": "situation",
        "game": "cappa",
        "origin": "house",
        "title": name,
        "date": "1650",
        "summary": name,
        "turns": 12,
        "table": table,
        "terrain": features,
        "side": sides,
        "character": sheets,
        "objective": [{"kind": "break", "text": name}],
    }


def _sheet(piece: Piece) -> dict[str, Any]:
    first = piece.lines[0]
    mounted = "mounted" in piece.sets
    sheet: dict[str, Any] = {
        "id": f"sheet-{piece.id}",
        "name": {"en": piece.id, "it": piece.id},
        "class": piece.kind,
        "lines": [first, piece.second] if piece.second else [first],
        "weapons": piece.arms,
        "abilities": piece.abilities,
        "formations": ["open", "tight", "close"],
        "troops": "regular",
        "origin": "house",
    }
    if mounted:
        sheet |= {"is_mounted": True, "mov_on_foot": piece.on_foot}
    if getattr(piece, "shield", False):
        sheet["has_shield"] = True
    if getattr(piece, "animal", False):
        return sheet | {"is_animal": True}
    walks = round((piece.on_foot if mounted else first["mov"]) * UM)
    values = SimpleNamespace(**({"ti": None} | first))
    points = line_points(values, walks, piece.kind) + equipment_points(piece.arms, piece.abilities, mounted)
    return sheet | {"points": points}


def _place(state: SkirmishState, piece: Piece) -> None:
    figure = state.figures[piece.id]
    figure.where, figure.x, figure.y = piece.where, piece.x, piece.y
    if piece.where == OUT:
        figure.wounds = figure.sheet.wounds
    sets = dict(piece.sets)
    sets.pop("mounted", None)
    if "bayonet" in sets:
        sets.setdefault("hands", [code for code in figure.arms if code in ("MMK", "FMK", "ARQ", "RI")][:1])
    for key, value in sets.items():
        setattr(figure, key, value)
    if figure.die and "pa" not in sets:
        figure.pa = figure.die
    if figure.pa and not figure.die:
        figure.die = figure.pa
    figure.is_activated = bool(figure.die)
    if figure.squad and "die" not in sets and "pa" not in sets:
        figure.die, figure.is_activated = 0, False
    if figure.shaken:
        figure.shaken_in = state.turn


def _squad(state: SkirmishState, seat: str, text: str, pieces: list[Piece]) -> None:
    found = re.match(r"squad (\S+?),?(?: led by (\w+))?(?:,(.*))?$", text)
    assert found, f"cannot read the squad «{text}»"
    name, leader, rest = found.groups()
    members = [piece.id for piece in pieces if piece.squad == name]
    size, off = len(members), False
    squad = Squad(name, seat, leader or "", members, size, "open", off, off, 0, 0, off, off, "", 0, off)
    for member in members:
        state.figures[member].squad = name
    for part in map(str.strip, (rest or "").split(",")):
        head, _, tail = part.partition(" ")
        if head in ("die", "pa", "strength"):
            setattr(squad, head, int(tail))
        elif head in ("open", "tight", "close"):
            squad.formation = head
        elif head == "flag":
            squad.has_flag, squad.ensign = True, tail or next((one for one in members if one != leader), "")
        elif part == "lost flag":
            squad.lost_flag = True
        elif head == "shaken":
            squad.shaken, squad.shaken_in = tail or "loss", state.turn
    squad.pa = squad.pa or squad.die
    squad.die = squad.die or squad.pa
    squad.is_activated = bool(squad.die)
    state.squads[name] = squad


def _thing(state: SkirmishState, text: str) -> str:
    found = re.match(r"(\S+) (\S+) at ([\d.]+),([\d.]+)(?: facing (\d+))?", text)
    assert found, f"cannot read the thing «{text}»"
    name, kind, x, y, faces = found.groups()
    place = round(float(x) * UM), round(float(y) * UM)
    state.things[name] = Thing(name, kind, *place, 0, "", heading=10 * int(faces or 0))
    return name


def _gun(state: SkirmishState, text: str) -> None:
    head, *details = map(str.strip, re.split(r", (?=[a-z])", text))
    name = _thing(state, head)
    gun = Gun(name, "", "", "", "")
    for detail in details:
        key, _, tail = detail.partition(" ")
        if key == "crew":
            gun.crew, gun.seat = tail, state.squads[tail].seat
        elif key == "seat":
            gun.seat = tail
        elif key == "charge":
            gun.charge = tail
        elif key == "limber":
            word, _, rest = tail.partition(" ")
            gun.limber = _thing(state, f"{word} traino {rest}")
            gun.animals = tables().guns[state.things[name].kind].animals
        elif key in ("limbered", "spiked"):
            setattr(gun, f"is_{key}", True)
        elif key == "animals":
            gun.animals = int(tail)
        elif key == "under":
            gun.under_fire = tail.split()[-1]
        else:
            raise AssertionError(f"cannot read «{detail}» of the gun «{text}»")
    state.guns[name] = gun


def _setter(word: str, rest: str) -> Callable[[SkirmishState], None]:
    def apply(state: SkirmishState) -> None:
        if word in ("firmness", "experience"):
            for side, number in re.findall(r"(red|blue|green) (\d+)", rest):
                setattr(state.sides[side], word, int(number))
        elif word == "thing":
            _thing(state, rest)
        elif word == "gun":
            _gun(state, rest)
        elif word == "changed":
            state.changed += rest.split()
        elif word in ("turn", "called"):
            setattr(state, word, int(rest))
        elif word == "phase":
            state.phase = rest
        else:
            named = rest.split()
            state.order = [*named, *(seat for seat in state.seats if seat not in named)]

    return apply


__all__ = ["Situation", "characters", "read"]
