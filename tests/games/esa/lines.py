"""How a situation of Esa is written: ground, pieces, orders, the next cards.

    esa on open ground
    army value red 2
    wood 1,-1 0,-2              area 3,3 protection 2|1      difficult 1,1      river 2,2     impassable 4,4
    road 0,0 0,1 0,2            rise crest 0,0 slope 0,1     hedge 1,1          hedge 1,1 ne e
    fortified 1,1 ne e          gabions 0,0
    red pike A at 0,0 facing 0, strength 2, lost 1, shaken, paralysed, division foot, moved, contact C D
    blue guns G at 3,3 facing 2, in tow          blue dragoons D at 1,1 facing 0, dismounted
    red general Condé at 0,1 morale 4 melee 1 fire 0, division foot      red commander X at 5,5 morale 2
    red wing W at 4,4 morale 2, over foot horse  red character P at 2,2 melee 1
    order red: move melee       order foot: card 9               order foot: card 7 focus fire
    cards red 9 9 2 blue 1 8    hand red 5 7     initiative red   turn 3
    red pike A at 0,0 facing 0, fire 0 melee 1 morale 2 armour 0|1, fire weakness 1
    rise crest 0,0 slope 0,1 difficult for PM CP              red commander X at 5,5 morale 2, leads foot
    objective 0,0 anyone every turn       exit 5,-5 red
    objective 0,0 red 4         objective 0,0 anyone 2 every turn    victory red 3,3    victory red 3,3 at end blue

Places are axial coordinates around the middle of a table of 41 by 41 hexes. A side's units stand in the
division of its colour unless they name another. A division without a general has one, out of the way, whose
orders reach everywhere. Orders given by name use a plain card that grants at least these.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from alfiere.battles.phases import play_steps
from alfiere.games.esa.armies import OPTIONS, new_battle
from alfiere.games.esa.battle import ACTIONS, PHASES
from alfiere.games.esa.battlefield import Battlefield
from alfiere.games.esa.cards import cards
from alfiere.games.esa.charge import charge
from alfiere.games.esa.events import PhaseBegan
from alfiere.games.esa.fire import shoot
from alfiere.games.esa.fire_phase import fire_division
from alfiere.games.esa.melee_phase import attack
from alfiere.games.esa.movement import destinations, ends, may_contact, movement_points
from alfiere.games.esa.movement_phase import carry_out_move
from alfiere.games.esa.orders import begin_turn
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import read_scenario
from alfiere.games.esa.state import FIRED, MOVED, BattleState, EsaGame, Leader, Unit
from alfiere.games.esa.troops import LeaderForm, LeaderProfile, profiles
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.kernel.procedure import Procedure
from alfiere.table.hexes import Hex, label_of
from tests.games.scripted import OneProcedure, Scripted

PROFILES = {
    "pike": "fr_pm_veteran",
    "line": "fr_pm_line",
    "guard": "fr_pm_guard",
    "walloons": "sp_pm_walloon",
    "irish": "sp_pm_irish",
    "tercio": "sp_sq_german_tercio",
    "musketeers": "sp_fl_musketeers",
    "cuirassiers": "sp_cp_heavy",
    "gendarmes": "fr_cp_gendarmes",
    "chevaux-legers": "fr_cp_chevaux_legers",
    "arquebusiers": "sp_cl_arquebusiers",
    "weimar": "de_cm_weimar",
    "reiter": "de_cm_reiter",
    "dragoons": "nl_dr_dragoons",
    "swordsmen": "sp_fp_swordsmen",
    "highlanders": "sc_fp_highlanders",
    "guns": "sv_al_light_guns",
    "heavy-guns": "sp_ap_heavy_guns",
}
# a card without ability that grants at least these orders
PLAIN_CARDS = (
    (26, {"move"}),
    (25, {"rally"}),
    (23, {"move", "fire"}),
    (24, {"move", "rally"}),
    (4, {"move", "fire", "melee"}),
    (1, {"move", "fire", "melee", "rally"}),
)
SIDES = ("ne", "e", "se", "sw", "w", "nw")
CENTRE = (10, 20)  # axial coordinates of the hex called 0,0: column 21, row 21
SIZE = 41
HOME = {"red": "0101", "blue": "4141"}  # where generals stand that a situation does not mention


def place(word: str) -> Hex:
    """The label of a place written q,r."""
    q, r = map(int, word.split(","))
    return label_of(q + CENTRE[0], r + CENTRE[1])


class Piece(SimpleNamespace):
    """What a line says about a piece."""


class Situation(Scripted[BattleState]):
    """A battle in the middle of things."""

    otherwise = 0

    def __init__(self, state: BattleState, scenario: Any) -> None:
        super().__init__(state)
        self.rules = Esa()
        self.scenario = scenario

    # Looking

    def unit(self, name: str) -> Unit:
        """A unit by its letter."""
        return self.state.units[name]

    def leader(self, name: str) -> Leader:
        """A leader by his name."""
        return self.state.leaders[name]

    def at(self, q: int, r: int) -> Hex:
        """The label of a place."""
        return place(f"{q},{r}")

    def where(self, name: str) -> tuple[int, int] | None:
        """The place of a piece as q, r; None when it is gone."""
        piece = self.state.units.get(name) or self.state.leaders[name]
        if not piece.hex:
            return None
        q, r = self.state.field.grid.axial[piece.hex]
        return q - CENTRE[0], r - CENTRE[1]

    def reach(self, name: str, *, contact: bool | None = None) -> set[tuple[int, int]]:
        """Where a unit may end an ordinary move, as q, r, its own place left out."""
        s, unit = self.state, self.unit(name)
        allowed = may_contact(s, unit) if contact is None else contact
        found = ends(s, unit, destinations(s, unit, movement_points(s, unit), allowed))
        axial = s.field.grid.axial
        return {(axial[h][0] - CENTRE[0], axial[h][1] - CENTRE[1]) for h in found if h != unit.hex}

    # Playing

    def run(self, procedure: Callable[[EsaGame], Procedure[Any]], *answers: Any) -> list[Event]:
        """Run a procedure of the rules. Answers are taken in order, each by the decision it fits.

        An answer is a meaning or the beginning of one («fire», «move unit=A hex=0505»), or a function that
        picks from a decision. A decision that the next answer does not fit is answered with its first option.
        """
        return self.play_out(Game(_Scripted(procedure), self.scenario, "situation", state=self.state), answers)

    def fight(self, attacker: str, defender: str, *answers: Any) -> list[Event]:
        """A declared attack; all units of the attacker's division take part that can."""
        names = list(self.state.divisions[self.unit(attacker).division].units)
        return self.run(lambda g: attack(g, g.state.units[attacker], g.state.units[defender], names), *answers)

    def shoot(self, shooter: str, target: str, *answers: Any) -> list[Event]:
        """One fire with the target's reaction."""

        def fire(g: EsaGame) -> Procedure[None]:
            found = g.state.units.get(target) or g.state.leaders[target]
            yield from shoot(g, g.state.units[shooter], found)

        return self.run(fire, *answers)

    def move(self, name: str, q: int, r: int, *answers: Any) -> list[Event]:
        """An ordinary move by order, with everything it sets off."""

        def go(g: EsaGame) -> Procedure[None]:
            unit = g.state.units[name]
            points = movement_points(g.state, unit)
            found = destinations(g.state, unit, points, may_contact(g.state, unit))
            unit.did |= MOVED
            yield from carry_out_move(g, unit, found, self.at(q, r), points)

        return self.run(go, *answers)

    def charge(self, name: str, target: str, *answers: Any) -> list[Event]:
        """A charge (its end sets nothing else off)."""
        return self.run(lambda g: charge(g, g.state.units[name], g.state.units[target]), *answers)

    def fire_phase(self, division: str, *answers: Any) -> list[Event]:
        """The fire action of one division."""

        def fire(g: EsaGame) -> Procedure[None]:
            g.state.acting, g.state.active = division, list(g.state.divisions[division].units)
            yield from fire_division(g, g.state.divisions[division])
            g.state.acting, g.state.active = "", []

        return self.run(fire, *answers)

    def phase(self, name: str, *answers: Any) -> list[Event]:
        """A whole step of the actions phase, by its name: barrage, movement, fire, melee, rally and so on.

        The nameless steps after a named one belong to it.
        """
        first = next(place for place, step in enumerate(ACTIONS) if step.name == name)
        rest = [place for place in range(first + 1, len(ACTIONS)) if ACTIONS[place].name]
        last = rest[0] if rest else len(ACTIONS)

        self.state.phase, self.state.step = "actions", 2 * first  # an even step begins
        return self.run(lambda g: play_steps(g, ACTIONS[:last], PhaseBegan), *answers)

    def turn_phase(self, name: str, *answers: Any) -> list[Event]:
        """A whole phase of the turn, from its beginning: planning, orders, actions or end."""
        self.state.phase, self.state.step = name, 0
        return self.run(PHASES[name], *answers)


class _Scripted(OneProcedure, Esa):
    """The game with one procedure in the place of the whole battle."""


# Reading


def read(lines: list[str]) -> Situation:
    """The situation that lines of text describe."""
    pieces: list[Piece] = []
    terrain: list[dict[str, Any]] = []
    orders: list[tuple[str, str]] = []
    setters: list[Callable[[BattleState], None]] = []
    goals: list[tuple[str, dict[str, Any]]] = []
    options = dict(OPTIONS)
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word in ("red", "blue"):
            pieces.append(_piece(word, rest.strip()))
        elif word == "order":
            name, _, what = rest.partition(":")
            orders.append((name.strip(), what.strip()))
        elif word == "army":
            _, side, value = rest.split()
            options[f"{side}_army_value"] = value
        elif word == "option":
            name, value = rest.split()
            options[name] = value
        elif word in ("cards", "hand", "initiative", "turn"):
            setters.append(_setter(word, rest))
        elif word in ("objective", "exit", "victory"):
            goals.append(_goal(word, rest))
        else:
            terrain.append(_terrain(word, rest))
    scenario = read_scenario(_scenario(pieces, terrain) | _goals(goals))
    state = new_battle(scenario, options)
    _deploy(state, pieces)
    for name, what in orders:
        give_order(state, name, what)
    for piece in pieces:
        if getattr(piece, "order", ""):
            give_order(state, state.units[piece.id].division, piece.order)
    for setter in setters:
        setter(state)
    return Situation(state, scenario)


def _piece(seat: str, text: str) -> Piece:
    found = re.match(r"(\S+) (\S+) at (-?\d+,-?\d+)(?: facing (\d))?(.*)$", text)
    assert found, f"cannot read the piece «{text}»"
    kind, name, at, facing, rest = found.groups()
    piece = Piece(seat=seat, kind=kind, id=name, hex=place(at), facing=int(facing or 0), division=seat, did=0)
    numbers = re.findall(r"\b(morale|melee|fire weakness|fire|strength|lost|value) (-?\d+)", rest)
    piece.numbers = {key: int(value) for key, value in numbers}
    piece.armour = re.search(r"\barmour (\d)\|(\d)", rest)
    for part in map(str.strip, rest.split(",")):
        head, _, tail = part.partition(" ")
        if head == "division":
            piece.division = tail
        elif head == "order:":
            piece.order = tail
        elif head == "contact":
            piece.contacts = tail.split()
        elif head == "leads":
            piece.leads = tail
        elif head == "over":
            piece.over = tail.split()
        elif head == "under":
            piece.under = tail
        elif part in ("shaken", "paralysed", "moved", "fired", "in tow", "dismounted", "mounted", "reserve"):
            setattr(piece, part.replace(" ", "_"), True)
    return piece


def _is_leader(piece: Piece) -> bool:
    return piece.kind in ("general", "commander", "wing", "character")


def _setter(word: str, rest: str) -> Callable[[BattleState], None]:
    def apply(state: BattleState) -> None:
        if word == "initiative":
            state.initiative = rest.strip()
        elif word == "turn":
            state.turn = int(rest)
        else:
            for side, numbers in re.findall(r"(red|blue)((?: \d+)*)", rest):
                values = [int(one) for one in numbers.split()]
                if word == "cards":
                    stack(state, side, values)
                else:
                    state.armies[side].hand = values
                    for card in values:
                        if card in state.armies[side].deck.middle:
                            state.armies[side].deck.middle.remove(card)

    return apply


def stack(state: BattleState, side: str, values: Iterable[int]) -> None:
    """Lay cards with these values on top of a deck, the first to be drawn first."""
    by_value: dict[int, int] = {}
    for number, card in cards().items():
        by_value.setdefault(card.value, number)
    deck = state.armies[side].deck
    deck.top = [by_value[value] for value in reversed(list(values))] + deck.top


def give_order(state: BattleState, name: str, what: str) -> None:
    """Give a division a card, face up: «move melee», «card 9», «card 7 focus fire»."""
    division = state.divisions[name]
    words = what.split()
    if words[:1] == ["card"]:
        division.card = int(words[1])
        words = words[2:]
    else:
        wanted = set(words[: words.index("focus")] if "focus" in words else words)
        division.card = next(number for number, grants in PLAIN_CARDS if wanted <= grants)
    if "focus" in words:
        division.focus = words[words.index("focus") + 1]
    division.has_order = bool(cards()[division.card].orders)
    state.cards_shown = True


def _goal(word: str, rest: str) -> tuple[str, dict[str, Any]]:
    """An objective or the victory hex of the scenario."""
    words = rest.split()
    name = {"en": word, "it": word}
    if word == "victory":
        form = {"side": words[0], "hex": place(words[1]), "text": name}
        return word, form | ({"at_end": words[4]} if words[2:4] == ["at", "end"] else {})
    if word == "exit":
        return word, {"hex": place(words[0]), "name": name, "side": words[1]}
    kind = "every turn" if rest.endswith("every turn") else "once"
    points = {"points": int(words[2])} if words[2].isdigit() else {}
    return word, {"hex": place(words[0]), "name": name, "loses": words[1], "kind": kind} | points


def _goals(goals: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    found: dict[str, Any] = {key: [form for word, form in goals if word == key] for key in ("objective", "exit")}
    return found | {word: form for word, form in goals if word == "victory"}


def _terrain(word: str, rest: str) -> dict[str, Any]:
    hexes = [place(one) for one in re.findall(r"-?\d+,-?\d+", rest)]
    name = {"en": word, "it": word}
    kind = {"hedge": "obstacle", "fence": "obstacle"}.get(word, word)
    form: dict[str, Any] = {"type": kind, "name": name}
    if kind == "rise":
        crest, _, slope = rest.partition("slope")
        form["crest"] = [place(one) for one in re.findall(r"-?\d+,-?\d+", crest)]
        form["slope"] = [place(one) for one in re.findall(r"-?\d+,-?\d+", slope)]
        form["blocks_fire"] = "blocks" in rest
        if classes := re.search(r"difficult for ([A-Z ]+)", rest):
            form["difficult_for"] = classes[1].split()
        return form
    form["hexes"] = hexes
    if protection := re.search(r"(\d)\|(\d)", rest):
        form["protection"] = [int(protection[1]), int(protection[2])]
    sides = [side for side in rest.split() if side in SIDES]
    if sides:
        form["sides"] = {hexes[0]: sides}
    classes = re.search(r"difficult for ([A-Z ]+)", rest)
    if classes:
        form["difficult_for"] = classes[1].split()
    return form


def _scenario(pieces: list[Piece], terrain: list[dict[str, Any]]) -> dict[str, Any]:
    sides = []
    for seat in ("red", "blue"):
        mine = [piece for piece in pieces if piece.seat == seat]
        units = [piece for piece in mine if not _is_leader(piece)]
        names = list(dict.fromkeys(piece.division for piece in units)) or [seat]
        for number in range(len(names) + 2):
            SPARE[f"gen_test_{seat}_{number}"] = seat
        divisions = []
        for number, name in enumerate(names):
            own = [u for u in units if u.division == name]
            entries = [
                {"id": u.id, "profile": PROFILES.get(u.kind, u.kind), "name": {"en": u.id, "it": u.id}}
                | ({"fire_weakness": u.numbers["fire weakness"]} if "fire weakness" in u.numbers else {})
                for u in own
            ] or [{"id": f"{seat}-nobody", "profile": "fr_pm_line", "name": {"en": "-", "it": "-"}}]
            divisions.append(
                {
                    "id": name,
                    "name": {"en": name, "it": name},
                    "general": stand_in(f"gen_test_{seat}_{number}"),
                    "units": entries,
                    "reserve": any(getattr(u, "reserve", False) for u in own),
                    "zone": {"columns": [1, SIZE], "rows": [1, SIZE]},
                }
            )
        sides.append(
            {
                "seat": seat,
                "code": seat,
                "name": {"en": seat, "it": seat},
                "nation": "sp" if seat == "red" else "fr",
                "commander": stand_in(f"gen_test_{seat}_{len(names)}"),
                "commander_zone": {"columns": [1, SIZE], "rows": [1, SIZE]},
                "division": divisions,
            }
        )
    name = {"en": "situation", "it": "situazione"}
    return {
        "id": "situation",
        "game": "esa",
        "origin": "house",
        "title": name,
        "date": "1650-01-01",
        "summary": name,
        "turns": 12,
        "table": {"columns": SIZE, "rows": SIZE},
        "side": sides,
        "terrain": terrain,
    }


SPARE: dict[str, str] = {}


def stand_in(name: str, **values: int) -> str:
    """A general for situations that do not mention one; his orders reach everywhere."""
    form = LeaderForm(
        id=name,
        name={"en": name, "it": name},
        nation="any",
        melee=values.get("melee", 0),
        morale=values.get("morale", 99),
        armour=(1, 1),
        strength=3,
        points=0,
        origin="house",
        fire=values.get("fire"),
    )
    profiles().leaders[name] = LeaderProfile(form)
    profiles().generals.add(name)
    return name


def _deploy(state: BattleState, pieces: list[Piece]) -> None:
    named: dict[str, str] = {}
    for piece in pieces:
        if _is_leader(piece):
            _deploy_leader(state, piece, named)
        else:
            _deploy_unit(state, piece)
    for unit in [unit for unit in state.units.values() if not unit.hex]:
        unit.strength = 0
        if unit.id.endswith("-nobody"):
            for division in state.divisions.values():
                division.prevailing = [name for name in division.prevailing if name != unit.id]
    spare = {"red": iter(range(1, 41)), "blue": iter(range(41, 1, -1))}
    for leader in state.leaders.values():
        if not leader.hex:
            row = "01" if leader.seat == "red" else "41"
            state.place_leader(leader, f"{next(spare[leader.seat]):02d}{row}")
    begun = {unit.id: (unit.did, unit.lost, list(unit.contacts)) for unit in state.units.values()}
    begin_turn(state)
    for name, (did, lost, contacts) in begun.items():
        unit = state.units[name]
        unit.did, unit.lost = did, lost
        unit.contacts.extend(contacts)


def _deploy_unit(state: BattleState, piece: Piece) -> None:
    unit = state.units[piece.id]
    state.place(unit, piece.hex)
    unit.facing = piece.facing
    unit.strength = piece.numbers.get("strength", unit.strength)
    if unit.profile.is_square and unit.strength <= 3:
        unit.values = unit.profile.line("second")
    unit.lost = piece.numbers.get("lost", 0)
    unit.is_shaken = getattr(piece, "shaken", False)
    unit.is_paralysed = getattr(piece, "paralysed", False)
    unit.did |= MOVED if getattr(piece, "moved", False) else 0
    unit.did |= FIRED if getattr(piece, "fired", False) else 0
    unit.contacts = list(getattr(piece, "contacts", []))
    if getattr(piece, "in_tow", False):
        unit.values = unit.profile.line("tow")
    if getattr(piece, "dismounted", False):
        unit.values = unit.profile.line("dismounted")
    _give_values(unit, piece)


def _give_values(unit: Unit, piece: Piece) -> None:
    """The values a line gives a unit in the place of its troop card's."""
    own = {key: value for key, value in piece.numbers.items() if key in ("fire", "melee", "morale")}
    if piece.armour:
        own |= {"armour_fire": int(piece.armour[1]), "armour_melee": int(piece.armour[2])}
    if own:
        unit.values = copy.copy(unit.values)
        for key, value in own.items():
            setattr(unit.values, key, value)


def _deploy_leader(state: BattleState, piece: Piece, named: dict[str, str]) -> None:
    """Give the right stand-in the leader's name, place and values, or add a character."""
    army = state.armies[piece.seat]
    if piece.kind == "commander":
        leader = state.leaders.pop(army.commander)
    elif piece.kind == "general":
        leader = state.leaders.pop(state.divisions[piece.division].general)
    else:
        leader = Leader(
            id="",
            seat=piece.seat,
            rank=piece.kind,
            division=piece.division if piece.kind == "character" else "",
            profile=profiles().leaders["chr_guide"],
            hex="",
            strength=2,
            superior="",
            began_with="",
            has_moved=False,
        )
    old = leader.id
    leader.id = piece.id
    morale = piece.numbers.get("morale", 2 if piece.kind != "character" else 0)
    own = {key: value for key, value in piece.numbers.items() if key in ("fire", "melee")}
    profile_id = stand_in(f"gen_test_{piece.id}", morale=morale, **own)
    leader.profile = profiles().leaders[profile_id]
    leader.strength = piece.numbers.get("strength", leader.strength)
    state.leaders[piece.id] = leader
    for division in state.divisions.values():
        if division.general == old:
            division.general = piece.id
    if army.commander == old:
        army.commander = piece.id
    if name := getattr(piece, "leads", ""):
        del state.leaders[state.divisions[name].general]
        state.divisions[name].general, leader.division = piece.id, name
    for name in getattr(piece, "over", []):
        state.leaders[state.divisions[name].general].superior = piece.id
    state.place_leader(leader, piece.hex)


__all__ = ["Battlefield", "Situation", "read"]
