"""What the house tables of Risorgimento come to: volleys by range, attacks and charges, each fought very often."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from alfiere.games.risorgimento.fire.lines import best_shot
from alfiere.games.risorgimento.fire.volley import Firer, expected, fire_value
from alfiere.games.risorgimento.ruleset import Risorgimento
from alfiere.games.risorgimento.state.battle import BattleGame, BattleState
from alfiere.games.risorgimento.turn import PHASES
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from soak.figures.rows import cell, table
from soak.figures.staging import Scene, first_of, has_kept, means, played, set_apart, times_of
from tests.games.scripted import OneProcedure
from tests.situation import situation

MEN = 50  # a loss point (risorgimento.f.2.2)
NEAR = 200  # hundredths of a cm: who has moved less has held his place


class _Staged(OneProcedure, Risorgimento):
    """The game with some phases in the place of the whole battle."""


# Volleys: worked out, not rolled

SHOOTERS = (
    ("French line", "blue line F"),
    ("Austrian line", "red line F"),
    ("Sardinian line", "blue profile:sa_line F"),
    ("French field battery", "blue guns F"),
    ("Austrian foot battery", "red guns F"),
)
TARGETS = (("line", "line"), ("attack column", "attack"), ("open order", "open"), ("square", "square"))
RANGES = (3, 7, 11, 15, 23, 40)  # cm between the fronts: a centimetre is 50 metres, a turn 20 minutes


def volleys() -> Iterator[str]:
    """Men hit on average by one turn's fire at a fresh battalion, exactly."""
    return table(("who fires", "cm", *(f"at {name}" for name, _ in TARGETS)), _volleys())


def _volleys() -> Iterator[list[str]]:
    for label, shooter in SHOOTERS:
        for far in RANGES:
            found = [_volley(shooter, far, formation) for _, formation in TARGETS]
            if any(one is not None for one in found):
                yield [label, str(far), *(cell(one, ".0f") for one in found)]


def _volley(shooter: str, far: int, formation: str) -> float | None:
    enemy = "blue" if shooter.startswith("red") else "red"
    game = situation(
        f"""
        risorgimento
        {shooter} at 40,40 facing E
        {enemy} line T at 80,40 facing W, {formation}
        phase F
        """
    )
    s: BattleState = game.state
    unit, target = s.units["F"], s.units["T"]
    set_apart(s, unit, target, far * 100)
    aim = best_shot(s, unit, target)
    if aim is None:
        return None
    return float(expected(s, fire_value(s, [Firer(unit, aim)], target, "F").total) * MEN)


HISTORY = (
    "What the histories of 1859 give, rounded: at Montebello the French lost one man in ten in some six hours,",
    "eighteen turns; at Magenta both armies one in ten to one in six in a day; at San Martino the Sardinians one in",
    "eight in twelve hours. A battalion of 600 that is fired at in two turns of three should so lose some 60 men:",
    "next to nothing at long range, 5 to 20 at medium range, 20 to 50 only at 200 metres and less. Bayonet attacks",
    "were decided by who gave way, with few losses by the bayonet itself, and failed oftener than not unless the enemy",
    "was shaken, turned or outnumbered; fresh infantry in square was hardly ever ridden down; skirmishers in the open",
    "and guns without an escort were.",
)


def report(share: float = 1.0) -> list[str]:
    """The tables beside what history gives, as lines of the report."""
    times = times_of(share)
    return [
        "Men hit on average by the fire of one turn, worked out from the tables; a hyphen is out of range.",
        "",
        *volleys(),
        "",
        f"Attacks, each played {times:,} times through the charges, moves, fire and melees of a turn:",
        "",
        *attacks(times),
        "",
        *HISTORY,
    ]


# Attacks: played by the rules of phases E, F and G


@dataclass(frozen=True)
class Attack(Scene):
    """An attack by bayonet, or a charge that was noted."""

    charge: bool = False


COLUMN = "red line A at 50,40 facing E, attack"
HUSSARS = "red hussars A at 42,40 facing E"
LINE = "blue line B at 60,40 facing W"
SCENES = (
    Attack("bayonet attack of a column on a line", f"{COLUMN}\n{LINE}"),
    Attack("column on a line worn to half", f"{COLUMN}\n{LINE}, losses 3, morale 3"),
    Attack("column on the flank of a line", f"{COLUMN}\nblue line B at 60,40 facing N"),
    Attack("column on a village", f"village_sector V 58,36\n{COLUMN}\nblue line B at 60,40 facing W, in V west"),
    Attack("hussars on a line that stands", f"{HUSSARS}\n{LINE}", charge=True),
    Attack("hussars on a line that forms square", f"{HUSSARS}\n{LINE}", "form-square", True),
    Attack("hussars on a square", f"{HUSSARS}\n{LINE}, square", charge=True),
    Attack("hussars on the flank of a line", f"{HUSSARS}\nblue line B at 60,40 facing N", charge=True),
    Attack("hussars on skirmishers", f"{HUSSARS}\n{LINE}, open", charge=True),
    Attack("hussars on chasseurs who evade", f"{HUSSARS}\nblue chasseurs B at 60,40 facing W, open", "evade", True),
    Attack("hussars on guns", f"{HUSSARS}\nblue guns B at 60,40 facing W", charge=True),
    Attack("cuirassiers on a line that stands", f"red cuirassiers A at 46,40 facing E\n{LINE}", charge=True),
    Attack(
        "cuirassiers on hussars", "red cuirassiers A at 46,40 facing E\nblue hussars B at 60,40 facing W", charge=True
    ),
)


def attacks(times: int, scenes: Sequence[Attack] = SCENES) -> Iterator[str]:
    """What an attack costs both sides, and how it ends."""
    head = ("attack", "attacker loses", "breaks", "defender loses", "breaks or is taken", "holds his place")
    return table(head, (_attack(scene, times) for scene in scenes))


def _attack(scene: Attack, times: int) -> list[str]:
    start = _start(scene)
    found = means(_fought(scene, start, number) for number in range(times))
    own, broken, theirs, beaten, held = found
    return [scene.name, f"{own:.0f} men", f"{broken:.0%}", f"{theirs:.0f} men", f"{beaten:.0%}", f"{held:.0%}"]


def _start(scene: Attack) -> BattleState:
    game = situation(f"risorgimento\nhome red west\nhome blue east\n{scene.lines}\ninitiative red 3\nphase E")
    s: BattleState = game.state
    s.step = 0
    s.charges = {"A": "B"} if scene.charge else {}
    return s


def _fought(scene: Attack, start: BattleState, number: int) -> Sequence[float]:
    """Men lost and whether broken, of the attacker and of the defender; whether the defender stands where he stood."""
    s: BattleState = played(_Staged(_phases), start, number, partial(_answer, scene)).state

    def lost(seat: str) -> tuple[float, float]:
        own = [unit for unit in s.units.values() if unit.seat == seat and unit.id in "ABC"]
        return (
            sum(unit.losses - start.units[unit.id].losses for unit in own) * MEN,
            sum(unit.is_routed or not unit.is_on for unit in own) / len(own),
        )

    held = s.units["B"]
    return (
        *lost("red"),
        *lost("blue"),
        float(held.is_on and not held.is_routed and has_kept(start.units["B"], held, NEAR)),
    )


def _phases(g: BattleGame) -> Procedure[None]:
    for phase in ("E", "F", "G"):
        if not g.state.winner:
            yield from PHASES[phase](g)


def _answer(scene: Attack, s: BattleState, decision: Decision) -> Option:
    """The attacker goes straight for his enemy, the defender does what the scene says, nobody else does anything."""
    if decision.key == "order" and decision.seat == "red":
        return min(decision.options, key=lambda one: _short_of_contact(s, one))
    wanted: tuple[Callable[[Option], bool], ...] = (
        lambda one: decision.seat == "blue" and one.key == scene.reply,
        lambda one: decision.seat == "red" and one.key == "act" and one.get("unit") == "A",
        lambda one: one.key == "fire",
        lambda one: one.key in ("stand", "ride-on", "done", "stay", "hold"),
    )
    return first_of(decision, wanted)


def _short_of_contact(s: BattleState, option: Option) -> tuple[bool, float]:
    """How far from the enemy a move leads; one that keeps its formation and its heading comes first."""
    legs = option.get("legs")
    keeps_on = bool(legs) and all(set(leg) <= {"ahead", "aside"} for leg in legs)
    if not keeps_on:
        return (True, 0.0)
    x, y, _ = option["to"]
    enemy = s.units["B"]
    return (False, abs(x - enemy.x) + abs(y - enemy.y))
