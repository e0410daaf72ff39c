"""What the house tables of the Era dei Lumi come to: fire by arm and range, charges and melees, each fought often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from alfiere.games.lumi.charge.approach import Approach
from alfiere.games.lumi.charge.charge import STAYS, Charge
from alfiere.games.lumi.fire.lines import shots
from alfiere.games.lumi.fire.volley import losses_due, odds
from alfiere.games.lumi.ruleset import Lumi
from alfiere.games.lumi.sheets.tables import UM
from alfiere.games.lumi.state.base import ROUT, STATES, Base
from alfiere.games.lumi.state.battle import LumiGame, State
from alfiere.games.lumi.state.standing import in_contact
from alfiere.games.lumi.state.unit import unit_of
from alfiere.games.lumi.told.charge import ChargeEnded
from alfiere.games.lumi.turn import FIRE, MANOEUVRE, MELEE, PHASES
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from soak.figures.rows import table
from soak.figures.staging import Scene, first_of, means, played, set_apart, times_of
from tests.games.scripted import OneProcedure
from tests.situation import situation

BACK = 100  # hundredths of a um to the north, for all attacks come from the south: who falls back goes two or more


DEEDS = {one.verb: one for one in (Charge(), Approach())}


class _Staged(OneProcedure, Lumi):
    """The game with the phases of one impulse in the place of the whole battle."""


# Fire: worked out, not rolled

SHOOTERS = (
    ("average foot, fire 0", "foot F", (0.4, 0.9)),
    ("Prussian foot, fire +1", "foot F, fire 1", (0.4, 0.9)),
    ("grenzer in open order", "grenzer F, open", (0.4, 0.9)),
    ("light guns", "light F", (0.4, 0.9, 2.5, 5)),
    ("field guns", "guns F", (0.9, 1.8, 3.5, 7)),
    ("heavy guns", "heavy F", (0.9, 2.5, 5, 10)),
)
TARGETS = (
    ("line", "blue foot T at 20,10 facing W"),
    ("column", "blue foot T at 20,10 facing W, column"),
    ("square", "blue foot T at 20,10 facing W, square"),
    ("open order", "blue jaeger T at 20,10 facing W, open"),
    ("horse", "blue cuirassiers T at 20,10 facing W"),
    ("line behind works", "works W 19.3,5 19.3,15\nblue foot T at 20,10 facing W"),
)


def fire() -> Iterator[str]:
    """How often the fire of one base disorders its target, and how often it costs a permanent loss, exactly."""
    return table(("who fires", "um", *(f"at {name}" for name, _ in TARGETS)), _fires())


def _fires() -> Iterator[list[str]]:
    for label, shooter, ranges in SHOOTERS:
        for far in ranges:
            yield [label, str(far), *(_fire(shooter, far, target) for _, target in TARGETS)]


def _fire(shooter: str, far: float, target: str) -> str:
    who, _, said = shooter.partition(",")
    s: State = situation(f"lumi 40x20\n{target}\nred {who} at 5,10 facing E,{said}").state
    set_apart(s, s.bases["F"], s.bases["T"], round(far * UM))
    unit, aim = unit_of(s, s.bases["F"]), unit_of(s, s.bases["T"])
    found = shots(s, unit, aim)
    if not found:
        return "-"
    _, likely = odds(s, unit, aim)
    costs = 0 if found[0].band == "extreme" else sum(p for n, p in likely.items() if losses_due(s, [n]))
    return f"{float(1 - likely.get(0, 0)):.0%} / {float(costs):.0%}"


# Attacks: played by the rules of one impulse


@dataclass(frozen=True)
class Attack(Scene):
    """A charge, or an approach to short range."""

    deed: str = "charge"


FOOT = "red foot A at 10,5 facing N"
LINE = "blue foot B at 10,8 facing S, fire 0"  # as good as the Austrians
CUIRASSIERS = "red cuirassiers A at 10,4 facing N"
HUSSARS = "blue hussars B at 10,8 facing S"
FIRES = "fire-at-chargers"
RED_FRIENDS = """
red foot C at 7.5,5 facing N, brigade P
red foot D at 12.5,5 facing N, brigade Q
red foot E at 10,3.4 facing N, brigade R"""
BLUE_FRIENDS = """
blue foot G at 7.5,8 facing S, fire 0, brigade U
blue foot H at 12.5,8 facing S, fire 0, brigade V
blue foot J at 10,9.6 facing S, fire 0, brigade W"""
SCENES = (
    Attack("line goes up to a line, fires and closes", f"{FOOT}\n{LINE}", deed="approach"),
    Attack(
        "the same, both between neighbours and with a second line",
        f"{FOOT}{RED_FRIENDS}\n{LINE}{BLUE_FRIENDS}",
        deed="approach",
    ),
    Attack("Prussian line, fire +1, goes up to such a line", f"{FOOT}, fire 1\n{LINE}", deed="approach"),
    Attack("line goes up to a disordered line", f"{FOOT}\n{LINE}, disordered", deed="approach"),
    Attack("line goes up to a shaken line", f"{FOOT}\n{LINE}, shaken", deed="approach"),
    Attack("line goes up to a line behind works", f"works W 5,7.4 15,7.4\n{FOOT}\n{LINE}", deed="approach"),
    Attack("line charges a line that fires", f"{FOOT}\n{LINE}", FIRES),
    Attack("column charges a line that fires", f"{FOOT}, column\n{LINE}", FIRES),
    Attack("line charges the flank of a line", f"{FOOT}\nblue foot B at 10,8.5 facing E, fire 0"),
    Attack(
        "line charges a village",
        f"village V 9,7.5 11,9.5\n{FOOT.replace('10,5', '10,6')}\nblue foot B at 10,8.5 facing S, in V, fire 0, fought",
        FIRES,
    ),
    Attack("cuirassiers on a line that fires", f"{CUIRASSIERS}\n{LINE}", FIRES),
    Attack(
        "the same, the line between neighbours and with a second line",
        f"{CUIRASSIERS}\n{LINE}{BLUE_FRIENDS}",
        FIRES,
    ),
    Attack("cuirassiers on a line that forms square", f"{CUIRASSIERS}\n{LINE}", "form-square"),
    Attack("cuirassiers on a square", f"{CUIRASSIERS}\n{LINE}, square"),
    Attack("cuirassiers on a disordered line", f"{CUIRASSIERS}\n{LINE}, disordered", FIRES),
    Attack("cuirassiers on the flank of a line", f"{CUIRASSIERS}\nblue foot B at 10,8.5 facing E, fire 0"),
    Attack("cuirassiers on jaegers who stand", f"{CUIRASSIERS}\nblue jaeger B at 10,8 facing S, open", FIRES),
    Attack("cuirassiers on jaegers who evade", f"{CUIRASSIERS}\nblue jaeger B at 10,8 facing S, open", "evade"),
    Attack("cuirassiers on guns", f"{CUIRASSIERS}\nblue guns B at 10,8 facing S", FIRES),
    Attack("cuirassiers on hussars who stand", f"{CUIRASSIERS}\n{HUSSARS}", "receive"),
    Attack("cuirassiers on hussars who meet them", f"{CUIRASSIERS}\n{HUSSARS}", "counter-charge"),
    Attack(
        "cuirassiers on cuirassiers who meet them",
        f"{CUIRASSIERS}\nblue cuirassiers B at 10,8 facing S",
        "counter-charge",
    ),
)


def attacks(times: int, scenes: Sequence[Attack] = SCENES) -> Iterator[str]:
    """How often an attack sets out, and what it then comes to for both."""
    states = " / ".join(STATES)
    sides = (f"{who} {what}" for who in ("attacker", "defender") for what in ("loses", f"is {states}"))
    return table(("attack", "sets out", *sides, "defender holds his place", "fight on"), _rows(times, scenes))


def _rows(times: int, scenes: Sequence[Attack]) -> Iterator[list[str]]:
    for scene in scenes:
        start = _start(scene)
        ends = [end for number in range(times) if (end := _fought(scene, start, number)) is not None]
        found = means(ends)
        each = len(STATES) + 1
        sides = [cell for side in (found[:each], found[each : 2 * each]) for cell in _side(side)]
        yield [scene.name, f"{len(ends) / times:.0%}", *sides, *(f"{one:.0%}" for one in found[2 * each :])]


def _side(figures: Sequence[float]) -> tuple[str, str]:
    lost, *states = figures
    return f"{lost:.1f}", " / ".join(f"{one:.0%}" for one in states)


def _start(scene: Attack) -> State:
    generals = "red general M at 1,1 great\nblue general N at 1,19 great"
    s: State = situation(f"lumi\n{scene.lines}\n{generals}").state
    s.phase, s.step, s.orders = MANOEUVRE, 0, {"red": s.tables.numbers.charge_priority}
    s.generals["M"].x, s.generals["M"].y = s.bases["A"].x - 5 * UM, s.bases["A"].y
    s.cohesion = dict.fromkeys(s.cohesion, 100)  # an army of one battalion is not beaten with it
    return s


def _fought(scene: Attack, start: State, number: int) -> Sequence[float] | None:
    """Losses and state of order of both, whether the defender has not gone back, and whether they fight on.

    None: the attack has not set out.
    """
    game = played(_Staged(_impulse), start, number, partial(_answer, scene))
    if _stays(game):
        return None
    s: State = game.state
    held = s.bases["B"]
    holds = held.is_on and held.state != ROUT and start.bases["B"].y - held.y < BACK
    fights = all(s.bases[id].is_on for id in "AB") and bool(in_contact(s, unit_of(s, held)))
    return (*_figures(s, s.bases["A"]), *_figures(s, s.bases["B"]), float(holds), float(fights))


def _figures(s: State, one: Base) -> list[float]:
    """Its losses, all if it is gone, and in which state it is: who is gone counts as in rout."""
    state = one.state if one.is_on else ROUT
    return [
        one.losses if one.is_on else s.tables.numbers.losses,
        *(float(state == each) for each in range(len(STATES))),
    ]


def _impulse(g: LumiGame) -> Procedure[None]:
    yield from PHASES[MANOEUVRE](g)
    for phase in () if _stays(g) else (FIRE, MELEE):
        yield from PHASES[phase](g)


def _stays(g: LumiGame) -> bool:
    """Whether the attack has not set out."""
    return any(isinstance(one, ChargeEnded) and one.how == STAYS for one in g.events)


def _answer(scene: Attack, s: State, decision: Decision) -> Option:
    """The attacker goes at his enemy, the defender does what the scene says, nobody else does anything."""
    if decision.key == "ride":
        return decision.options[0]
    if decision.key == "manoeuvre":
        return DEEDS[scene.deed].at(unit_of(s, s.bases["A"]), unit_of(s, s.bases["B"]))
    return first_of(
        decision,
        (
            lambda one: one.key == "act" and one.get("unit") == "A",
            lambda one: one.key == "done",
            lambda one: decision.seat == "blue" and one.key == scene.reply,
            lambda one: one.key in ("stand-and-test", "receive"),
        ),
    )


HISTORY = (
    "What the histories of the Seven Years' War give, rounded and with caution: in a day an army lost from one man in",
    "ten or fifteen (Lobositz, the victors of Minden) over one in five (Prague, Leuthen) to one in three and more",
    "(Kolin, Zorndorf, Kunersdorf, Torgau). Battalions in the thick of it lost three men in ten (the British foot at",
    "Minden), mostly within an hour or two; a battalion that is fired at from near in most impulses of four or five",
    "turns should so come to one or two of its four losses, and be in disorder long before. At short range fire was",
    "decided in minutes, and who gave way was seldom reached by the bayonet. Horse was mostly beaten off by foot that",
    "stood in line, unshaken and with its flanks covered (Minden), and rode down foot that it took in the flank, in",
    "disorder or on the march (Rossbach, Kolin, Zorndorf). Squares were rare and hardly ever broken; guns that horse",
    "or foot came up to were lost; horse against horse was mostly decided by order, flank and the second line.",
)


def report(share: float = 1.0) -> list[str]:
    """The tables beside what history gives, as lines of the report."""
    times = times_of(share)
    return [
        "How often the fire of one base in one impulse disorders a fresh base, and how often it costs it one of its",
        "four losses, worked out from the tables; a hyphen is no fire. A um is some 150 metres.",
        "",
        *fire(),
        "",
        f"Attacks of one base on another, each played {times:,} times through one impulse, the last of its turn: how",
        "often the attack sets out, and of those that did, the losses (of four) and the states of both; who is gone",
        "counts as in rout and with all losses.",
        "",
        *attacks(times),
        "",
        *HISTORY,
    ]
