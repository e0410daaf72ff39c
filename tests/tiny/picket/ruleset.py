"""Picket: companies on hexes who fire at each other. In one of each side is its colonel, and nobody knows in which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from alfiere.battles.events import BattleEnded, TurnBegan
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import path
from alfiere.kernel.event import Event, Tally
from alfiere.kernel.folder import Battle, BattleForm, FolderGame
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.plain import Plain, Shared, plain
from alfiere.kernel.procedure import MARK, Procedure, Together
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.ruleset import Result, View
from alfiere.table.hexes import Hex, HexGrid, hex_grid

SEATS = ("red", "blue")
STRENGTH, RANGE, HITS_ON, DIE = 2, 2, 4, range(1, 7)
HIDE, ACT, MOVE, FIRE, END = "picket.1a", "picket.2a", "picket.2b", "picket.2c", "picket.3a"


class Form(BattleForm, frozen=True, kw_only=True):
    columns: Annotated[int, Meta(ge=2, le=20)]
    rows: Annotated[int, Meta(ge=2, le=20)]
    woods: tuple[Hex, ...] = ()


@plain
class Company(Plain):
    id: str
    seat: Seat
    hex: Hex
    strength: int


@plain
class State(Plain):
    scenario: Annotated[Battle, Shared("scenario")]
    companies: dict[str, Company]
    colonel: dict[Seat, str]
    turn: int
    ready: list[str]  # who may still act in this turn
    winner: str
    reason: str

    @property
    def grid(self) -> HexGrid:
        return hex_grid(self.scenario.form.columns, self.scenario.form.rows)

    def of(self, seat: Seat) -> list[Company]:
        return [one for one in self.companies.values() if one.seat == seat]


class CompanyMoved(Event):
    company: str
    start: Hex
    path: tuple[Hex, ...]
    rules: tuple[str, ...] = (MOVE,)


class VolleyFired(Event):
    company: str
    target: str
    tally: Tally
    roll: int
    hit: bool
    rules: tuple[str, ...] = (FIRE,)


class CompanyBroken(Event):
    company: str
    rules: tuple[str, ...] = (FIRE,)


class Picket(FolderGame[State]):
    code, title, seats, folder, form = "picket", "Picket", SEATS, Path(__file__).parent, Form

    def check(self, battle: Battle, file: str | Path) -> None:
        taken, grid = [piece.at for _, piece in battle.pieces], hex_grid(battle.form.columns, battle.form.rows)
        if len({*taken}) < len(taken) or not all(one in grid for one in taken):
            raise BadData(file, "side.piece.at", "every company needs a hex of its own on the map")

    def setup(self, scenario: Battle, options: Mapping[str, Any]) -> State:
        companies = {piece.id: Company(piece.id, seat, str(piece.at), STRENGTH) for seat, piece in scenario.pieces}
        return State(scenario, companies, dict.fromkeys(SEATS, ""), 0, [], "", "")

    def restore(self, scenario: Battle, data: Mapping[str, Any]) -> State:
        return State.from_plain(data, {"scenario": {scenario.id: scenario}})

    # The rules

    def play(self, g: Any) -> Procedure[None]:
        if not g.state.turn:
            yield MARK
            yield Together({seat: self._hide(g, seat) for seat in SEATS})
            self._begin_turn(g)
        while not g.state.winner:
            yield MARK
            s: State = g.state
            seat = max(SEATS, key=lambda one: sum(s.companies[name].seat == one for name in s.ready))
            able = [Option("act", {"company": one}, (ACT,)) for one in s.ready if s.companies[one].seat == seat]
            who = s.companies[(yield Decision(seat, "who", able, {}, (ACT,), opening=True))["company"]]
            order = yield Decision(seat, "order", list(self._orders(s, who)), {"company": who.id}, (ACT,))
            s.ready.remove(who.id)
            if order.key == "move":
                g.tell(CompanyMoved(who.id, who.hex, (who.hex, order["hex"])))
                who.hex = order["hex"]
            elif order.key == "fire":
                self._fire(g, who, s.companies[order["target"]])
            if not s.winner and not s.ready:
                self._begin_turn(g)

    def _hide(self, g: Any, seat: Seat) -> Procedure[None]:
        places = [Option("hide", {"company": one.id}, (HIDE,)) for one in g.state.of(seat)]
        g.state.colonel[seat] = (yield Decision(seat, "colonel", places, {}, (HIDE,)))["company"]

    def _begin_turn(self, g: Any) -> None:
        s, (red, blue) = g.state, self.scores(g.state).values()
        if s.turn == s.scenario.form.turns:
            self._end(g, "red" if red > blue else "blue" if blue > red else "nobody", "nightfall")
        else:
            s.turn, s.ready = s.turn + 1, list(s.companies)
            g.tell(TurnBegan(s.turn, (ACT,)))

    def _orders(self, s: State, who: Company) -> Iterator[Option]:
        for other in s.companies.values():
            if other.seat != who.seat and s.grid.distance(who.hex, other.hex) <= RANGE:
                yield Option("fire", {"company": who.id, "target": other.id}, (FIRE,))
        for label in s.grid.adjacent[who.hex]:
            if all(one.hex != label for one in s.companies.values()):
                yield Option("move", {"company": who.id, "hex": label}, (MOVE,))
        yield Option("stay", {"company": who.id}, (ACT,))

    def _fire(self, g: Any, who: Company, target: Company) -> None:
        s, tally = g.state, self._needed(g.state, target.id)
        roll = DIE[g.pick(DIE, who.seat, "die")]
        g.tell(VolleyFired(who.id, target.id, tally, roll, roll >= tally.total))
        target.strength -= roll >= tally.total
        if not target.strength:
            g.tell(CompanyBroken(target.id))
            del s.companies[target.id]
            s.ready = [one for one in s.ready if one != target.id]
            if s.colonel[target.seat] == target.id:
                self._end(g, who.seat, "found")

    def _needed(self, s: State, target: str) -> Tally:
        tally = Tally("needed")
        tally.add(HITS_ON, "volley", FIRE)
        tally.add(int(s.companies[target].hex in s.scenario.form.woods), "wood", FIRE)
        return tally

    def _end(self, g: Any, winner: str, reason: str) -> None:
        g.state.winner, g.state.reason = winner, reason
        g.tell(BattleEnded(winner, reason, (END,)))

    # What others ask of it

    def result(self, state: State) -> Result | None:
        winner = None if state.winner == "nobody" else state.winner
        return Result(winner, state.reason, (END,), state.turn, self.scores(state)) if state.winner else None

    def scores(self, state: State) -> Mapping[Seat, int]:
        return {seat: sum(one.strength for one in state.of(seat)) for seat in SEATS}

    def strength(self, state: State, seat: Seat) -> Mapping[str, int]:
        return {"units": len(state.of(seat)), "points": 0}

    def evaluate(self, state: State, seat: Seat) -> float:
        own, foes = state.of(seat), [one for one in state.companies.values() if one.seat != seat]
        gaps = [min(state.grid.distance(one.hex, foe.hex) for foe in foes) for one in own if foes]
        return sum(10 * one.strength for one in own) - sum(10 * one.strength for one in foes) - sum(gaps) / 9

    def redeal(self, state: State, seat: Seat, chance: Chance) -> None:
        for other in SEATS:
            if other != seat and state.colonel[other] and not state.winner:
                state.colonel[other] = state.of(other)[chance.below(len(state.of(other)))].id

    def hides(self, state: State) -> bool:
        return not state.winner

    def faults(self, state: State) -> list[str]:
        hexes = [one.hex for one in state.companies.values()]
        return ["two companies in a hex"] if len({*hexes}) < len(hexes) else []

    def prospects(self, state: State, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        if option.key != "fire":
            return []
        tally = self._needed(state, option["target"])
        odds = yes_or_no(1 - at_most(tally.total - 1, DIE))
        return [Prospect("fire", option["company"], (tally,), odds, odds, "losses")]

    def sketch(self, state: State, decision: Decision, option: Option) -> list[dict[str, Any]]:
        here = state.companies[option["company"]].hex
        if option.key == "fire":
            return [{"kind": "line", "from": here, "to": state.companies[option["target"]].hex}]
        return [path(here, [option["hex"]])] if option.key == "move" else []

    def view(self, state: State, seat: Seat | None) -> View:
        form, names = state.scenario.form, state.scenario.names
        woods = {"kind": "wood", "name": {"en": "wood", "it": "bosco"}, "hexes": list(form.woods)}
        pieces = [
            {"id": one.id, "kind": "unit", "owner": one.seat, "name": names[one.id], "symbol": "company"}
            | {"hex": one.hex, "strength": [one.strength, STRENGTH]}
            | {"badges": ["colonel"] * ((state.winner or one.seat == seat) and state.colonel[one.seat] == one.id)}
            for one in state.companies.values()
        ]
        board = {"kind": "hexes", "columns": form.columns, "rows": form.rows, "shapes": [woods], "impassable": []}
        return {"game": self.code, "scenario": form.id, "board": board, "pieces": pieces} | {
            "eliminated": [one for one in names if one not in state.companies],
            "tracks": {"turn": [state.turn, form.turns], "strength": self.scores(state)},
            "marks": [],
            "groups": [],
            "hands": {},
            "notes": [],
        }


GAME = Picket()
