"""Parade: battalions, squadrons and batteries that wheel, change formation, fire volleys and charge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from alfiere.battles.events import BattleEnded, TurnBegan
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Args, Decision, Grouped, Option, Seat
from alfiere.kernel.drawing import budget, corridor, footprint, mask, way, wheel
from alfiere.kernel.event import Event, Tally
from alfiere.kernel.folder import Battle, FolderGame
from alfiere.kernel.objection import Objection
from alfiere.kernel.odds import at_most, yes_or_no
from alfiere.kernel.price import Price
from alfiere.kernel.procedure import MARK, Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.kernel.ruleset import Result, View
from alfiere.table import measuring
from alfiere.table.barriers import FAR, Refusal
from alfiere.table.bodies import Together
from alfiere.table.closing import flush, slid
from alfiere.table.field import Scene
from alfiere.table.forced import forced
from alfiere.table.fronts import bearing, contact, edge_of
from alfiere.table.legs import CENTRE, LEFT, WHOLE, Footing, Leg, Shift, Turn, after, plain_leg, read_leg
from alfiere.table.manoeuvre import Manoeuvre
from alfiere.table.measuring import side_of
from alfiere.table.offers import Move, Wanted, farthest, judged, poses, way_to, wheels
from alfiere.table.shapes import Base, Pose
from alfiere.table.volleys import Shot, aim_at, bases_in, ground_in, shot

from .drill import CM, FIRST, OPEN, PACES, RANGES, SQUARE, STRENGTH, ParadeForm, State, Unit, field_of

SEATS = ("red", "blue")
HITS_ON, DIE, ARC, LEAST_SHARE, FALLS_BACK = 5, range(1, 7), 450, 250, 400
ACT, MOVE, FORM, BODY = "parade.1a", "parade.1b", "parade.1c", "parade.1d"
FIRE, CHARGE, FALL, END = "parade.2a", "parade.2b", "parade.2c", "parade.3a"
VERBS = ("fire", "charge", "move", "form", "advance", "hold")
TURNS = (-900, -450, 450, 900)


Offer = tuple[str, dict[str, Any]]  # the rule, and what it touches


class UnitMoved(Event):
    unit: str
    start: tuple[int, int, int]
    to: tuple[int, int, int]
    path: tuple[tuple[int, int], ...]
    formation: str
    rules: tuple[str, ...] = (MOVE,)


class VolleyFired(Event):
    unit: str
    target: str
    tally: Tally
    roll: int
    hit: bool
    rules: tuple[str, ...] = (FIRE,)


class MeleeFought(Event):
    unit: str
    target: str
    tally: Tally
    roll: int
    won: bool
    rules: tuple[str, ...] = (CHARGE,)


class UnitBroken(Event):
    unit: str
    rules: tuple[str, ...] = (FALL,)


class Parade(FolderGame[State]):
    code, title, seats, folder, form = "parade", "Parade", SEATS, Path(__file__).parent, ParadeForm

    def check(self, battle: Battle, file: str | Path) -> None:
        room: list[Base] = []
        for unit in _units(battle).values():
            m = State(battle, {unit.id: unit}, 0, [], "", "").manoeuvre(unit, Scene(field_of(battle), room))
            if m.stands(unit.footing) is not None:
                raise BadData(file, "side.piece.at", f"{unit.id} needs a place [x, y] of its own on open ground")
            room.append(unit.base)

    def setup(self, scenario: Battle, options: Mapping[str, Any]) -> State:
        return State(scenario, _units(scenario), 0, [], "", "")

    def restore(self, scenario: Battle, data: Mapping[str, Any]) -> State:
        return State.from_plain(data, {"scenario": {scenario.id: scenario}})

    # The rules

    def play(self, g: Any) -> Procedure[None]:
        if not g.state.turn:
            self._begin_turn(g)
        while not g.state.winner:
            yield MARK
            s: State = g.state
            seat = max(SEATS, key=lambda one: sum(s.units[name].seat == one for name in s.ready))
            able = [Option("act", {"unit": one}, (ACT,)) for one in s.ready if s.units[one].seat == seat]
            who = s.units[(yield Decision(seat, "who", able, {}, (ACT,), opening=True))["unit"]]
            order = yield Decision(
                seat,
                "order",
                Grouped(VERBS, partial(self._orders, s, who)),
                {"unit": who.id},
                (ACT,),
                free=partial(self._pointed, s, who),
            )
            s.ready.remove(who.id)
            self._obey(g, who, order)
            if not s.winner and not any(name in s.units for name in s.ready):
                self._begin_turn(g)

    def _begin_turn(self, g: Any) -> None:
        s, scores = g.state, self.scores(g.state)
        if s.turn == s.scenario.form.turns:
            best = [seat for seat in SEATS if scores[seat] == max(scores.values())]
            self._end(g, best[0] if len(best) == 1 else "nobody", "dusk")
        else:
            s.turn, s.ready = s.turn + 1, list(s.units)
            g.tell(TurnBegan(s.turn, (ACT,)))

    def _obey(self, g: Any, who: Unit, order: Option) -> None:
        s = g.state
        if order.key == "move":
            self._go(g, who, self._judged(s, who, order))
        elif order.key == "form":
            self._stand(g, who, after(who.footing, who.changes[order["formation"]]), (FORM,))
        elif order.key == "advance":
            body = self._body(s, who)
            leg = Shift(order["ahead"])
            for id, footing in body.after(leg).items():
                self._stand(g, s.units[id], footing, (BODY,))
                s.ready = [one for one in s.ready if one != id]
        elif order.key == "fire":
            self._fire(g, who, s.units[order["target"]])
        elif order.key == "charge":
            self._charge(g, who, s.units[order["target"]])

    # Moves

    def _orders(self, s: State, who: Unit, verb: int) -> list[Option]:
        found = getattr(self, f"_{VERBS[verb]}s")(s, who)
        return [Option(VERBS[verb], {"unit": who.id, **args}, (rule,)) for rule, args in found]

    def _fires(self, s: State, who: Unit) -> Iterator[Offer]:
        scene = s.scene
        for foe in s.foes(who.seat):
            if self._volley(s, scene, who, foe)[0] is not None:
                yield FIRE, {"target": foe.id}

    def _charges(self, s: State, who: Unit) -> Iterator[Offer]:
        for foe in s.foes(who.seat):
            if isinstance(self._onset(s, who, foe), Move):
                yield CHARGE, {"target": foe.id}

    def _moves(self, s: State, who: Unit) -> Iterator[Offer]:
        m, start = s.manoeuvre(who), who.footing
        seen: set[Pose] = {start.pose}
        for move in (*farthest(m, start, (0, 450, 3150, 1800)), *wheels(m, start, TURNS), *self._sensible(s, who, m)):
            if move.end.pose not in seen:
                seen.add(move.end.pose)
                yield MOVE, {"to": list(move.end.pose), "legs": [plain_leg(leg) for leg in move.legs]}

    def _forms(self, s: State, who: Unit) -> Iterator[Offer]:
        m = s.manoeuvre(who)
        for name, change in who.changes.items():
            if isinstance(judged(m, who.footing, [change]), Move):
                yield FORM, {"formation": name}

    def _advances(self, s: State, who: Unit) -> Iterator[Offer]:
        body = self._body(s, who)
        for leg in (Shift(400), Shift(800)) if len(body.members) > 1 else ():
            if isinstance(judged(body, body.body, [leg]), Move):
                yield BODY, {"ahead": leg.length}

    def _holds(self, s: State, who: Unit) -> Iterator[Offer]:
        yield ACT, {}

    def _sensible(self, s: State, who: Unit, m: Manoeuvre) -> Iterator[Move]:
        """Towards the three nearest enemies, beside the two nearest friends."""

        def far(one: Unit) -> tuple[int, str]:
            return (one.x - who.x) ** 2 + (one.y - who.y) ** 2, one.id

        foes = sorted(s.foes(who.seat), key=far)[:3]
        friends = sorted((one for one in s.of(who.seat) if one.id != who.id), key=far)[:2]
        wanted = Wanted([one.base for one in foes], [one.base for one in friends])
        for purpose, _, pose in poses(who.footing, wanted):
            if purpose != "contact":
                found = way_to(m, who.footing, pose)
                if isinstance(found, Move):
                    yield found

    def _pointed(self, s: State, who: Unit, key: str, args: Args) -> Option | Objection | None:
        """A pose a unit is dragged to, or the legs somebody gives it."""
        if key != "move" or args.get("unit") != who.id or len(args) != 2:
            return None
        option = Option("move", dict(args), (MOVE,))
        if _pose(args.get("to")) is None and _legs(args.get("legs"), who) is None:
            return None
        found = self._judged(s, who, option)
        return option if isinstance(found, Move) else _objection(who, found)

    def _judged(self, s: State, who: Unit, order: Option) -> Move | Refusal:
        m, pose, legs = s.manoeuvre(who), _pose(order.get("to")), _legs(order.get("legs"), who)
        if legs is not None:
            return judged(m, who.footing, legs)
        assert pose is not None
        return way_to(m, who.footing, pose)

    def _go(self, g: Any, who: Unit, move: Move | Refusal) -> None:
        assert isinstance(move, Move)
        assert move.cost <= WHOLE
        self._stand(g, who, move.end, (MOVE,), _stages(who.footing, move.legs))

    def _stand(self, g: Any, who: Unit, end: Footing, rules: tuple[str, ...], by: tuple[Footing, ...] = ()) -> None:
        start, stages = who.footing.pose, by or (who.footing, end)
        who.stand(end)
        points = tuple(one.pose.point for one in stages)
        g.tell(UnitMoved(who.id, start, end.pose, points, end.formation, rules))

    def _body(self, s: State, who: Unit) -> Together:
        """The line in which a unit stands: those beside it who may still act, all in its formation."""
        friends = [one for one in s.of(who.seat) if one.id in s.ready and one.formation == who.formation]
        row = _in_line(who.base, [one.base for one in friends], s.scene.field.touch)
        members = {one.id: s.units[one.id].footing for one in row}
        return Together(s.scene, members, PACES[who.arm], zones=s.watched(who))

    # Fire

    def _volley(self, s: State, scene: Scene, who: Unit, target: Unit) -> tuple[Shot | None, list[str]]:
        """The best volley at a target that nothing masks; or what masks the others."""
        reach, masks = RANGES.get(who.formation, 0), []
        if not reach or max(abs(target.x - who.x), abs(target.y - who.y)) > reach + 1200:
            return None, []
        best: Shot | None = None
        for edge in who.fronts():
            found = shot(edge, aim_at(edge, (target.x, target.y), ARC), target.base.outline)
            if found is None or found.far > reach or found.share < LEAST_SHARE:
                continue
            hidden = [one.id for one in bases_in(scene, found, {who.id, target.id})]
            hidden += [one.id for one in ground_in(scene, found, {"wood", "house"})]
            masks += hidden
            if not hidden and (best is None or found.share > best.share):
                best = found
        return best, masks

    def _aimed(self, who: Unit, target: Unit, volley: Shot) -> Tally:
        tally = Tally("needed")
        tally.add(HITS_ON, "volley", FIRE)
        tally.add(-(volley.far <= RANGES[who.formation] // 2), "near", FIRE)
        tally.add(-(target.formation in (SQUARE, "column", "march")), "deep", FIRE)
        tally.add(target.formation == OPEN, "loose", FIRE)
        return tally

    def _fire(self, g: Any, who: Unit, target: Unit) -> None:
        volley = self._volley(g.state, g.state.scene, who, target)[0]
        assert volley is not None
        tally = self._aimed(who, target, volley)
        roll = DIE[g.pick(DIE, who.seat, "die")]
        g.tell(VolleyFired(who.id, target.id, tally, roll, roll >= tally.total))
        if roll >= tally.total:
            self._lose(g, target)

    def _lose(self, g: Any, who: Unit) -> None:
        s = g.state
        who.strength -= 1
        if not who.strength:
            g.tell(UnitBroken(who.id))
            del s.units[who.id]
            s.ready = [one for one in s.ready if one != who.id]
            if not s.of(who.seat):
                self._end(g, next(seat for seat in SEATS if seat != who.seat), "broken")

    # Charges

    def _onset(self, s: State, who: Unit, target: Unit) -> Move | Refusal | None:
        """How a unit comes into contact with another in one move, its front against an edge it sees."""
        most = PACES[who.arm][who.formation].speed + 1200
        if who.formation not in ("line", "column") or max(abs(target.x - who.x), abs(target.y - who.y)) > most:
            return None
        m, best = s.manoeuvre(who, charges=True), None
        for purpose, _, pose in poses(who.footing, Wanted([target.base])):
            found = way_to(m, who.footing, pose) if purpose == "contact" else None
            if isinstance(found, Move) and (best is None or found.cost < best.cost):
                best = found
        return best or self._straight(s, who, target)

    def _straight(self, s: State, who: Unit, target: Unit) -> Move | None:
        """Straight ahead until the front meets it; there the unit is turned flush, and slides if most of it touches."""
        m = s.manoeuvre(who, charges=True)
        leg = Shift(m.pace(who.footing).speed)
        met = m.run(who.footing, leg)
        if met is None or met.by != target.id or met.far < 1:
            return None
        leg = Shift(met.far)
        there = after(who.footing, leg)
        found = contact(there.base(who.id), target.base, 4 * s.scene.field.touch)
        if found is None or found.own != "front":
            return None
        edge = edge_of(target.base, found.other)
        laid = flush(m, there, edge)
        if laid is None:
            return None
        return Move((leg,), m.paid(who.footing, leg) or 0, slid(m, laid, edge))

    def _charge(self, g: Any, who: Unit, target: Unit) -> None:
        s = g.state
        move = self._onset(s, who, target)
        assert isinstance(move, Move)
        start = who.footing
        tally = self._onslaught(who, target)
        self._stand(g, who, move.end, (CHARGE,), (*_stages(start, move.legs), move.end))
        roll = DIE[g.pick(DIE, who.seat, "die")]
        won = roll >= tally.total
        g.tell(MeleeFought(who.id, target.id, tally, roll, won))
        loser, winner = (target, who) if won else (who, target)
        self._fall_back(g, loser, winner)
        self._lose(g, loser)

    def _onslaught(self, who: Unit, target: Unit) -> Tally:
        tally = Tally("needed")
        tally.add(4, "charge", CHARGE)
        tally.add(-(who.strength > target.strength), "stronger", CHARGE)
        tally.add(who.strength < target.strength, "weaker", CHARGE)
        tally.add(-self._is_beside(who, target), "flank", CHARGE)
        tally.add(target.formation == SQUARE and who.arm == "horse", "square", CHARGE)
        return tally

    def _is_beside(self, who: Unit, target: Unit) -> bool:
        """Whether the attacker comes from the target's flank or rear."""
        zone = side_of(target.base, *who.footing.front, spread=450)
        return target.formation != SQUARE and zone != measuring.FRONT

    def _fall_back(self, g: Any, loser: Unit, winner: Unit) -> None:
        """Straight away from the enemy, facing as before; aside where something is in the way."""
        away = bearing((winner.x, winner.y), (loser.x, loser.y))
        found = forced(g.state.manoeuvre(loser, charges=True), loser.footing, away, FALLS_BACK)[0]
        if found.leg.length:
            self._stand(g, loser, found.end, (FALL,))

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
        return {"units": len(state.of(seat)), "points": self.scores(state)[seat]}

    def evaluate(self, state: State, seat: Seat) -> float:
        own, foes = state.of(seat), state.foes(seat)
        gaps = [min(abs(one.x - foe.x) + abs(one.y - foe.y) for foe in foes) for one in own if foes]
        scores = self.scores(state)
        return sum(scores[one] * (1 if one == seat else -1) for one in SEATS) - sum(gaps) / 100_000

    def redeal(self, state: State, seat: Seat, chance: Chance) -> None:
        """Nothing is hidden."""

    def faults(self, state: State) -> list[str]:
        found = []
        for unit in state.units.values():
            m = state.manoeuvre(unit, charges=True).but(through=())
            refusal = m.stands(unit.footing)
            if refusal is not None:
                found.append(f"{unit.id} cannot stand where it does: {refusal.reason} {refusal.by}")
        return found

    def price(self, state: State, decision: Decision, option: Option) -> Price | None:
        return None

    def spoken(self, state: State, decision: Decision, option: Option, language: str) -> Mapping[str, Any]:
        to = option.get("to") or ()
        where = {name: value / CM for name, value in zip("xy", to[:2], strict=False)}
        ahead = {"ahead": option["ahead"] / CM} if option.key == "advance" else {}
        return {**option.args, **where, **ahead, "heading": to[2] // 10 if to else 0}

    def prospects(self, state: State, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
        if option.key not in ("fire", "charge"):
            return []
        who, target = state.units[option["unit"]], state.units[option["target"]]
        if option.key == "fire":
            volley = self._volley(state, state.scene, who, target)[0]
            assert volley is not None
            tally = self._aimed(who, target, volley)
        else:
            tally = self._onslaught(who, target)
        odds = yes_or_no(1 - at_most(tally.total - 1, DIE))
        return [Prospect("volley" if option.key == "fire" else "melee", who.id, (tally,), odds, odds, "losses")]

    def sketch(self, state: State, decision: Decision, option: Option) -> list[dict[str, Any]]:
        who = state.units[option["unit"]]
        if option.key == "fire":
            target = state.units[option["target"]]
            volley, masks = self._volley(state, state.scene, who, target)
            return [corridor(volley.drawn)] if volley else mask(masks)
        if option.key == "move":
            found = self._judged(state, who, option)
        elif option.key == "charge":
            onset = self._onset(state, who, state.units[option["target"]])
            found = onset if onset is not None else Refusal(FAR)
        elif option.key == "form":
            found = judged(state.manoeuvre(who), who.footing, [who.changes[option["formation"]]])
        else:
            body = self._body(state, who) if option.key == "advance" else None
            ends = body.after(Shift(option["ahead"])).values() if body else ()
            return [footprint(one.pose, one.shape, one.formation) for one in ends]
        return list(_drawn(who, found)) if isinstance(found, Move) else []

    def view(self, state: State, seat: Seat | None) -> View:
        form, names = state.scenario.form, state.scenario.names
        pieces = [
            {"id": one.id, "kind": one.arm, "owner": one.seat, "name": names[one.id], "symbol": one.arm}
            | {"shape": {"rect": list(one.footing.shape)}, "pose": [one.x, one.y, one.heading], "badges": []}
            | {"formation": one.formation, "tracks": {"strength": [one.strength, STRENGTH]}}
            | {"acted": one.id not in state.ready}
            for one in state.units.values()
        ]
        shapes = [("wood", one) for one in form.wood] + [("house", one) for one in form.house]
        board = {"kind": "open", "unit": "cm", "scale": CM, "width": form.width, "depth": form.depth}
        ground = [
            {"id": f"{kind} {number}", "kind": kind, "rect": list(corners)}
            | {
                "name": {
                    "en": {"wood": "wood", "house": "farm"}[kind],
                    "it": {"wood": "bosco", "house": "fattoria"}[kind],
                }
            }
            for number, (kind, corners) in enumerate(shapes)
        ]
        return {"game": self.code, "scenario": form.id, "board": {**board, "shapes": ground}, "pieces": pieces} | {
            "eliminated": [one for one in names if one not in state.units],
            "tracks": {"turn": [state.turn, form.turns], "standing": self.scores(state)},
            "marks": [],
            "groups": [],
            "hands": {},
            "notes": [],
        }


def _units(battle: Battle) -> dict[str, Unit]:
    pieces = [(side.seat, piece) for side in battle.form.side for piece in side.piece]
    return {
        one.id: Unit(one.id, seat, one.arm, FIRST[one.arm], one.at[0], one.at[1], one.heading, STRENGTH)
        for seat, one in pieces
    }


def _pose(said: object) -> Pose | None:
    """A pose somebody sent, if it is one."""
    if not isinstance(said, list) or len(said) != 3 or not all(type(part) is int for part in said):
        return None
    return Pose(*said) if all(0 <= part <= 10**6 for part in said[:2]) and 0 <= said[2] < 3600 else None


def _legs(said: object, who: Unit) -> list[Leg] | None:
    if not isinstance(said, list) or not 0 < len(said) <= 12:
        return None
    legs = [leg for leg in (read_leg(one, who.changes) for one in said) if leg is not None]
    return legs if len(legs) == len(said) else None


def _objection(who: Unit, found: Refusal) -> Objection:
    about: dict[str, Any] = {"unit": who.id}
    if found.reason == "base":
        return Objection("in-the-way", MOVE, {**about, "target": found.by})
    if found.reason == "zone":
        return Objection("watched", MOVE, {**about, "target": found.by})
    return Objection(found.reason if found.reason in ("edge", "far", "forbidden") else "ground", MOVE, about)


def _in_line(one: Base, friends: list[Base], touch: int) -> list[Base]:
    """Those who stand with a base in one line, side against side and facing the same way, from left to right."""
    row = [one]
    for hand, back, at in (("left", "right", 0), ("right", "left", -1)):
        while True:
            beside = (
                other
                for other in friends
                if other not in row and other.pose.heading == one.pose.heading
                if (found := contact(row[at], other, touch)) and found[:2] == (hand, back)
            )
            following = next(beside, None)
            if following is None:
                break
            row.insert(0 if hand == "left" else len(row), following)
    return row


def _stages(start: Footing, legs: tuple[Leg, ...]) -> tuple[Footing, ...]:
    stages = [start]
    for leg in legs:
        stages.append(after(stages[-1], leg))
    return tuple(stages)


def _drawn(who: Unit, move: Move) -> Iterator[dict[str, Any]]:
    """The legs of a move: straight ways, arcs of wheels, where the unit stands after each, and what it costs."""
    stages = _stages(who.footing, move.legs)
    for before, leg, there in zip(stages, move.legs, stages[1:], strict=False):
        if isinstance(leg, Turn) and leg.about != CENTRE:
            outer = "right" if leg.about == LEFT else LEFT
            yield wheel(before.corner(str(leg.about)), before.corner(outer), there.corner(outer), leg.angle)
        elif isinstance(leg, Shift):
            yield way([before.pose.point, there.pose.point])
        yield footprint(there.pose, there.shape, there.formation)
    if move.end != stages[-1]:
        yield footprint(move.end.pose, move.end.shape, move.end.formation)
    percent = -(-100 * move.cost // WHOLE)
    text = {"en": f"{percent}% of the move", "it": f"{percent}% del movimento"}
    yield budget(move.end.pose.point, move.cost, WHOLE, text)


GAME = Parade()
