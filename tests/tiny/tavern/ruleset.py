"""Tavern: three parties on an open floor come to blows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from alfiere.battles.events import BattleEnded, TurnBegan
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Args, Decision, Option, Seat
from alfiere.kernel.drawing import shot, way
from alfiere.kernel.event import Event, Tally
from alfiere.kernel.folder import Battle, BattleForm, FolderGame
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.plain import Plain, Shared, plain
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.ruleset import Result, View
from alfiere.table.field import Field, Scene, Terrain, Way, base
from alfiere.table.places import as_far_as
from alfiere.table.shapes import Disc

SEATS = ("red", "blue", "green")
METRE, BASE, REACH, PACES, WOUNDS, HITS_ON, DIE = 100, 40, 60, 300, 2, 4, range(1, 7)
ACT, MOVE, BLOW, END = "tavern.1a", "tavern.1b", "tavern.1c", "tavern.2a"
COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class Form(BattleForm, frozen=True, kw_only=True):
    width: Annotated[int, Meta(ge=2 * BASE, le=5000)]
    depth: Annotated[int, Meta(ge=2 * BASE, le=5000)]


@plain
class Fellow(Plain):
    id: str
    seat: Seat
    x: int
    y: int
    wounds: int


@plain
class State(Plain):
    scenario: Annotated[Battle, Shared("scenario")]
    fellows: dict[str, Fellow]
    turn: int
    ready: list[str]  # who is still to act in this turn
    winner: str
    reason: str

    @property
    def scene(self) -> Scene:
        field = Field(self.scenario.form.width, self.scenario.form.depth, Terrain(()))
        return Scene(field, [base(one.id, Disc(BASE), one.x, one.y) for one in self.fellows.values()])

    def foes(self, seat: Seat) -> list[Fellow]:
        return [one for one in self.fellows.values() if one.seat != seat]


class FellowMoved(Event):
    fellow: str
    start: tuple[int, int]
    path: tuple[tuple[int, int], ...]
    rules: tuple[str, ...] = (MOVE,)


class BlowStruck(Event):
    fellow: str
    target: str
    tally: Tally
    roll: int
    hit: bool
    rules: tuple[str, ...] = (BLOW,)


class FellowDown(Event):
    fellow: str
    rules: tuple[str, ...] = (BLOW,)


class Tavern(FolderGame[State]):
    code, title, seats, folder, form = "tavern", "Tavern", SEATS, Path(__file__).parent, Form

    def check(self, battle: Battle, file: str | Path) -> None:
        room = Scene(Field(battle.form.width, battle.form.depth, Terrain(())), ())
        for _, piece in battle.pieces:
            stands = not isinstance(piece.at, str) and base(piece.id, Disc(BASE), *piece.at)
            if not stands or not room.is_on_table(stands.outline) or room.overlapping(stands):
                raise BadData(file, "side.piece.at", f"{piece.id} needs a place [x, y] of his own on the floor")
            room = Scene(room.field, [*room.bases, stands])

    def seats_of(self, scenario: Battle, options: Mapping[str, Any] | None = None) -> tuple[Seat, ...]:
        return tuple(scenario.sides)

    def setup(self, scenario: Battle, options: Mapping[str, Any]) -> State:
        places = [(seat, piece.id, piece.at) for seat, piece in scenario.pieces if not isinstance(piece.at, str)]
        return State(scenario, {id: Fellow(id, seat, *at, 0) for seat, id, at in places}, 0, [], "", "")

    def restore(self, scenario: Battle, data: Mapping[str, Any]) -> State:
        return State.from_plain(data, {"scenario": {scenario.id: scenario}})

    # The rules

    def play(self, g: Any) -> Procedure[None]:
        if not g.state.turn:
            self._begin_turn(g)
        while not g.state.winner:
            yield MARK
            s: State = g.state
            who = s.fellows[s.ready[0]]
            options, about = list(self._deeds(s, who)), {"fellow": who.id}
            deed = yield Decision(who.seat, "deed", options, about, (ACT,), free=lambda *said: self._pointed(g, *said))
            s.ready.remove(who.id)
            if deed.key == "move":
                went = s.scene.journey(who.id, PACES).way(*deed["to"])
                assert isinstance(went, Way)
                g.tell(FellowMoved(who.id, (who.x, who.y), went.points))
                who.x, who.y = went.end
            elif deed.key == "strike":
                self._strike(g, who, s.fellows[deed["target"]])
            if not s.winner and not s.ready:
                self._begin_turn(g)

    def _begin_turn(self, g: Any) -> None:
        s, scores = g.state, self.scores(g.state)
        if s.turn == s.scenario.form.turns:
            best = [seat for seat, score in scores.items() if score == max(scores.values())]
            self._end(g, best[0] if len(best) == 1 else "nobody", "closing")
        else:
            s.turn, s.ready = s.turn + 1, list(s.fellows)
            g.tell(TurnBegan(s.turn, (ACT,)))

    def _deeds(self, s: State, who: Fellow) -> Iterator[Option]:
        scene = s.scene
        for foe in s.foes(who.seat):
            if scene.within(who.id, foe.id, REACH):
                yield Option("strike", {"fellow": who.id, "target": foe.id}, (BLOW,))
        journey = scene.journey(who.id, PACES)
        aims = [(foe.x, foe.y) for foe in s.foes(who.seat)]
        aims += [(who.x + dx * 200, who.y + dy * 200) for dx, dy in COMPASS]
        for end in dict.fromkeys(as_far_as(journey, *aim).end for aim in aims):
            if end != (who.x, who.y):
                yield Option("move", {"fellow": who.id, "to": list(end)}, (MOVE,))
        yield Option("wait", {"fellow": who.id}, (ACT,))

    def _pointed(self, g: Any, key: str, args: Args) -> Option | None:
        """A place somebody points at, if the fellow whose turn it is can go there."""
        to, s = args.get("to"), g.state
        if key != "move" or {**args, "to": 0} != {"fellow": s.ready[0], "to": 0} or not isinstance(to, list):
            return None
        if len(to) != 2 or not all(type(part) is int and 0 <= part <= 10**6 for part in to):
            return None
        is_open = isinstance(s.scene.journey(s.ready[0], PACES).way(*to), Way)
        return Option("move", dict(args), (MOVE,)) if is_open else None

    def _strike(self, g: Any, who: Fellow, target: Fellow) -> None:
        s, tally = g.state, self._needed(g.state, who, target)
        roll = DIE[g.pick(DIE, who.seat, "die")]
        g.tell(BlowStruck(who.id, target.id, tally, roll, roll >= tally.total))
        target.wounds += roll >= tally.total
        if target.wounds == WOUNDS:
            g.tell(FellowDown(target.id))
            del s.fellows[target.id]
            s.ready = [one for one in s.ready if one != target.id]
            if not s.foes(who.seat):
                self._end(g, who.seat, "alone")

    def _needed(self, s: State, who: Fellow, target: Fellow) -> Tally:
        tally, scene = Tally("needed"), s.scene
        mates = [one for one in s.fellows.values() if one.seat == who.seat and one.id != who.id]
        tally.add(HITS_ON, "blow", BLOW)
        tally.add(-any(scene.within(one.id, target.id, REACH) for one in mates), "mates", BLOW)
        return tally

    def _end(self, g: Any, winner: str, reason: str) -> None:
        g.state.winner, g.state.reason = winner, reason
        g.tell(BattleEnded(winner, reason, (END,)))

    # What others ask of it

    def result(self, state: State) -> Result | None:
        winner = None if state.winner == "nobody" else state.winner
        return Result(winner, state.reason, (END,), state.turn, self.scores(state)) if state.winner else None

    def scores(self, state: State) -> Mapping[Seat, int]:
        return {seat: self.strength(state, seat)["units"] for seat in state.scenario.sides}

    def strength(self, state: State, seat: Seat) -> Mapping[str, int]:
        return {"units": sum(one.seat == seat for one in state.fellows.values()), "points": 0}

    def evaluate(self, state: State, seat: Seat) -> float:
        own, foes = [one for one in state.fellows.values() if one.seat == seat], state.foes(seat)
        gaps = [min(abs(one.x - foe.x) + abs(one.y - foe.y) for foe in foes) for one in own if foes]
        return sum(3 - one.wounds for one in own) - sum(3 - one.wounds for one in foes) - sum(gaps) / 10_000

    def redeal(self, state: State, seat: Seat, chance: Chance) -> None:
        """Nothing is hidden."""

    def faults(self, state: State) -> list[str]:
        scene = state.scene
        return [f"{one.id} stands on {other}" for one in scene.bases for other in scene.overlapping(one)]

    def spoken(self, state: State, decision: Decision, option: Option, language: str) -> Mapping[str, Any]:
        place = {name: value / METRE for name, value in zip("xy", option.args.get("to", ()), strict=False)}
        return {**option.args, **place}

    def prospects(self, state: State, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        if option.key != "strike":
            return []
        tally = self._needed(state, state.fellows[option["fellow"]], state.fellows[option["target"]])
        odds = yes_or_no(1 - at_most(tally.total - 1, DIE))
        return [Prospect("blow", option["fellow"], (tally,), odds, odds, "losses")]

    def sketch(self, state: State, decision: Decision, option: Option) -> list[dict[str, Any]]:
        who, foe = state.fellows[option["fellow"]], state.fellows.get(option.get("target") or "")
        if foe is not None:
            return [shot((who.x, who.y), (foe.x, foe.y))]
        found = state.scene.journey(who.id, PACES).way(*option["to"]) if option.key == "move" else None
        return [way(found.points)] if isinstance(found, Way) else []

    def view(self, state: State, seat: Seat | None) -> View:
        form, names = state.scenario.form, state.scenario.names
        pieces = [
            {"id": one.id, "kind": "fellow", "owner": one.seat, "name": names[one.id], "symbol": "fellow"}
            | {"shape": {"disc": BASE}, "pose": [one.x, one.y, 0], "zone": REACH, "badges": ["hurt"] * bool(one.wounds)}
            | {"tracks": {"wounds": [one.wounds, WOUNDS]}}
            for one in state.fellows.values()
        ]
        board = {"kind": "open", "unit": "m", "scale": METRE, "width": form.width, "depth": form.depth, "shapes": []}
        return {"game": self.code, "scenario": form.id, "board": board, "pieces": pieces} | {
            "eliminated": [one for one in names if one not in state.fellows],
            "tracks": {"turn": [state.turn, form.turns], "standing": self.scores(state)},
            "marks": [],
            "groups": [],
            "hands": {},
            "notes": [],
        }


GAME = Tavern()
