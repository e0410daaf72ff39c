"""What the house tables of Naran Fuciliers Wars come to: volleys, charges, influence and command tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from alfiere.games.fucilieri.fire.targets import Shot, shot_at
from alfiere.games.fucilieri.fire.volley import prospect
from alfiere.games.fucilieri.influence.command_test import FLEES, NONE
from alfiere.games.fucilieri.influence.command_test import tally as command_tally
from alfiere.games.fucilieri.influence.influence import prospects
from alfiere.games.fucilieri.morale.dice import D6
from alfiere.games.fucilieri.ruleset import Fucilieri
from alfiere.games.fucilieri.sheets.tables import CM, row
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import DESTROYED
from alfiere.games.fucilieri.state.leader import KILLED
from alfiere.games.fucilieri.state.standing import is_engaged
from alfiere.games.fucilieri.state.unit import FIRST_VOLLEY_SPENT, HAS_CHARGED, Unit
from alfiere.games.fucilieri.turn import CHARGES, COMBAT, FIRE, PHASES
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.procedure import Procedure
from soak.figures.rows import cell, mean, table
from soak.figures.staging import Scene, first_of, has_kept, means, played, set_apart, times_of
from tests.games.scripted import OneProcedure
from tests.situation import situation

NEAR = 350  # hundredths of a cm: who is pushed back goes four (fucilieri.3.5.8.2)


class _Staged(OneProcedure, Fucilieri):
    """The game with some rounds in the place of the whole battle."""


# Volleys: worked out, not rolled

SHOOTERS = (
    ("average foot, first volley", "fr_line F", True, (10,)),
    ("average foot", "fr_line F", False, (10, 25)),
    ("poor foot", "fr_new F", False, (10, 25)),
    ("veteran foot", "fr_vieux F", False, (10, 25)),
    ("the same with platoon fire", "en_line F", False, (10, 25)),
    ("the same, first volley", "en_line F", True, (10,)),
    ("grenadiers, elite, twelve figures", "fr_gren F", False, (10, 25)),
    ("average foot in column", "fr_line F in column", False, (10,)),
    ("average foot in square, one face", "fr_line F in square", False, (10,)),
    ("skirmishers in open order, eight figures", "im_haid F in open", False, (10, 25)),
    ("dragoons, mounted", "fr_drag F", False, (8, 15)),
    ("horse with pistols", "fr_horse F", False, (8,)),
    ("a light gun", "fr_gun4 F", False, (12, 30, 55)),
    ("two field guns", "fr_gun8 F", False, (12, 40, 70)),
    ("a heavy gun", "fr_gun24 F", False, (12, 50, 90)),
)
AT = "blue sa_line T at 150,60 facing W"
TARGETS = (  # its front is 2.5 cm west of its middle in line
    ("line", AT),
    ("column", f"{AT}, column"),
    ("square", f"{AT}, square"),
    ("open order", "blue im_haid T at 150,60 facing W, initial 16, open"),
    ("line in a wood", f"wood W 147,30 160,90\n{AT}"),
    ("line behind a wall", f"wall W 147,30 147,90\n{AT}"),
    ("line in works", f"entrenchment W 147,30 147,90\n{AT}"),
)


def volleys() -> Iterator[str]:
    """Figures lost on average by one volley, of sixteen, exactly."""
    return table(("who fires", "cm", *(f"at {name}" for name, _ in TARGETS)), _volleys())


def _volleys() -> Iterator[list[str]]:
    for label, shooter, is_first, ranges in SHOOTERS:
        for far in ranges:
            yield [label, str(far), *(cell(_volley(shooter, far, at, is_first=is_first), ".1f") for _, at in TARGETS)]


def _volley(shooter: str, far: int, target: str, *, is_first: bool) -> float | None:
    who, _, formation = shooter.partition(" in ")
    said = f", {formation}" if formation else ""
    game = situation(f"fucilieri\n{target}\nred {who} at 40,60 facing E{said}")
    s: State = game.state
    unit = s.units["F"]
    set_apart(s, unit, s.units["T"], far * CM)
    if not is_first:
        FIRST_VOLLEY_SPENT.put(unit)
    shot = shot_at(s, unit, "T")
    return mean(prospect(s, unit, shot).results) if isinstance(shot, Shot) else None


# Charges: played by the rules of rounds 3 to 5

FOOT = "red fr_line A at 60,40 facing S"
HORSE = "red fr_horse A at 60,30 facing S"
CUIRASSIERS = "red im_cuir A at 60,30 facing S"
LINE = "blue sa_line B at 60,55 facing N"
TURNED = "blue sa_line B at 60,55 facing E"
OPEN = "blue im_haid B at 60,55 facing N, open"
GUNS = "blue im_gun6 B at 60,55 facing N"
SCENES = (
    Scene("foot on a line that fires", f"{FOOT}\n{LINE}", "fire"),
    Scene("foot on a line that has fired", f"{FOOT}\n{LINE}, fired"),
    Scene("foot in column on a line that fires", f"{FOOT}, column\n{LINE}", "fire"),
    Scene("veterans with élan on a line that fires", f"red fr_vieux A at 60,40 facing S\n{LINE}", "fire"),
    Scene("foot on a disorganised line", f"{FOOT}\n{LINE}, disorganised", "fire"),
    Scene("foot on a demoralised line", f"{FOOT}\n{LINE}, disorganised, demoralised", "fire"),
    Scene("foot on a line worn to ten", f"{FOOT}\n{LINE}, figures 10", "fire"),
    Scene("foot on the flank of a line", f"{FOOT.replace('40', '30')}\n{TURNED}"),
    Scene("foot on a line behind a wall", f"wall W 30,52 90,52\n{FOOT.replace('40', '43')}\n{LINE}", "fire"),
    Scene("foot on a garrison", f"building V 52.5,47.5 67.5,62.5\n{FOOT.replace('40', '35')}\n{LINE}, in V", "fire"),
    Scene("horse on a line that fires", f"{HORSE}\n{LINE}", "fire"),
    Scene("horse on a line that forms square", f"{HORSE}\n{LINE}", "form-square"),
    Scene("horse on a square", f"{HORSE}\n{LINE}, square", "fire"),
    Scene("horse on the flank of a line", f"{HORSE}\n{TURNED}"),
    Scene("horse on open order that fires", f"{HORSE}\n{OPEN}", "fire"),
    Scene("horse on open order that evades", f"{HORSE}\n{OPEN}", "evade"),
    Scene("horse on guns that fire", f"{HORSE}\n{GUNS}", "fire"),
    Scene("cuirassiers on a line that fires", f"{CUIRASSIERS}\n{LINE}", "fire"),
    Scene("cuirassiers on horse that stands", f"{CUIRASSIERS}\nblue fr_horse B at 60,55 facing N"),
    Scene(
        "cuirassiers on horse that meets them", f"{CUIRASSIERS}\nblue fr_horse B at 60,55 facing N", "counter-charge"
    ),
)


def charges(times: int, scenes: Sequence[Scene] = SCENES) -> Iterator[str]:
    """What a charge costs both sides in figures, and how it ends."""
    head = ("charge", "attacker loses", "breaks", "defender loses", "breaks or is taken", "holds his place", "fight on")
    return table(head, (_charge(scene, times) for scene in scenes))


def _charge(scene: Scene, times: int) -> list[str]:
    start = _start(scene)
    found = means(_fought(scene, start, number) for number in range(times))
    own, broken, theirs, beaten, held, goes_on = found
    return [
        scene.name,
        f"{own:.1f}",
        f"{broken:.0%}",
        f"{theirs:.1f}",
        f"{beaten:.0%}",
        f"{held:.0%}",
        f"{goes_on:.0%}",
    ]


def _start(scene: Scene) -> State:
    s: State = situation(f"fucilieri\n{scene.lines}\norder blue oppose").state
    s.phase, s.step = CHARGES, 0
    return s


def _fought(scene: Scene, start: State, number: int) -> Sequence[float]:
    """Figures lost and whether broken, of both; whether the target stands where it stood, and whether they fight on."""
    s: State = played(_Staged(_rounds), start, number, partial(_answer, scene)).state
    assert HAS_CHARGED.is_on(s.units["A"]), f"{scene.name}: nobody charges"
    found: list[float] = []
    for id in "AB":
        found += [start.units[id].figures - s.units[id].figures, _is_broken(s.units[id], start.units[id])]
    held = s.units["B"]
    holds = held.is_on and not held.is_falling_back and has_kept(start.units["B"], held, NEAR)
    return (*found, holds, held.is_on and is_engaged(held))


def _is_broken(unit: Unit, before: Unit) -> bool:
    """Lost, in flight, falling back, or demoralised and not so before."""
    return not unit.is_on or unit.is_falling_back or (unit.is_demoralised and not before.is_demoralised)


def _rounds(g: FucilieriGame) -> Procedure[None]:
    for phase in (CHARGES, FIRE, COMBAT):
        yield from PHASES[phase](g)


def _answer(scene: Scene, s: State, decision: Decision) -> Option:
    """The attacker charges and follows up, the target does what the scene says and stays; all fire who can."""
    is_attacker = decision.seat == "red"
    return first_of(
        decision,
        (
            lambda one: is_attacker and one.key == "charge",
            lambda one: not is_attacker and one.key in (scene.reply, "stand-after-combat"),
        ),
    )


# Leaders: worked out, not rolled

QUALITIES = (("poor", "fr_new"), ("average", "fr_line"), ("veteran", "fr_vieux"), ("elite", "fr_gren"))
CONDITIONS = (
    ("in order", ""),
    ("seeing red", ", bloodlust 3"),
    ("demoralised", ", demoralised"),
    ("falling back", ", falling back"),
)
INFLUENCING = range(2, 7)
COMMANDING = range(1, 6)


def influence() -> Iterator[str]:
    """How often a leader succeeds with the unit he has joined, and how often he fails totally, exactly."""
    return table(("unit", *(f"CV {cv}" for cv in INFLUENCING)), _influence())


def _influence() -> Iterator[list[str]]:
    for condition, said in CONDITIONS:
        for quality, profile in QUALITIES:
            lines = f"red {profile} A at 60,40 facing S{said}\nred condottiero C at 60,30 cv 3, with A"
            s: State = situation(f"fucilieri\n{lines}").state
            yield [f"{quality}, {condition}", *(_influenced(s, cv) for cv in INFLUENCING)]


def _influenced(s: State, cv: int) -> str:
    s.leaders["C"].cv = cv
    succeeds, fails = prospects(s, s.leaders["C"], s.units["A"])
    return f"{mean(succeeds.results):.0%} / {mean(fails.results):.0%}"


ADVERSITIES = (
    ("no command lost", 0, False),
    ("one command lost", 1, False),
    ("two commands lost", 2, False),
    ("condottiero lost", 0, True),
    ("condottiero and a command lost", 1, True),
)


def commands() -> Iterator[str]:
    """How often a command test has no effect, and how often the command flees, exactly."""
    return table(("army", *(f"CV {cv}" for cv in COMMANDING), "no general"), _commands())


def _commands() -> Iterator[list[str]]:
    for label, lost, is_headless in ADVERSITIES:
        yield [label, *(_command(cv, lost, is_headless=is_headless) for cv in (*COMMANDING, 0))]


def _command(cv: int, lost: int, *, is_headless: bool) -> str:
    own = "red condottiero C at 10,10 of X\nred fr_line A at 60,40 facing S, of Y\nred general G at 60,30 cv 2 of Y"
    others = "red fr_line B at 90,40 facing S, of P\nred fr_line D at 120,40 facing S, of Q"
    s: State = situation(f"fucilieri\n{own}\n{others}").state
    general = s.leaders["G"]
    general.cv, general.where = cv, general.where if cv else "gone"
    for id in ("P", "Q")[:lost]:
        s.commands[id].fate = DESTROYED
    if is_headless:
        s.leaders["C"].where = KILLED
    added = command_tally(s, s.commands["Y"]).total
    found = Counter[str](row(s.tables.command, die + added).result for die in D6)
    return f"{found[NONE] / len(D6):.0%} / {found[FLEES] / len(D6):.0%}"


HISTORY = (
    "What the histories of the War of the Spanish Succession give, rounded and with caution: in a day the victors lost",
    "from one man in fifteen (Ramillies) to one in four (Blenheim, Malplaquet), in the battles of Italy (Luzzara,",
    "Cassano, Turin) mostly one in ten to one in six. A battalion that stood under fire in four or five turns of",
    "twelve should so lose three or four of its sixteen figures: about one in a turn at short distance, two by a first",
    "volley that was kept for it, well under one at long distance; of two battalions that met at Malplaquet one is",
    "told to have lost some forty men by three fires of platoons. Fights with cold steel were rare in the open: one",
    "side mostly gave way before, and who had kept his fire and his order mostly stood. Horse rode down foot that it",
    "found in the flank, in disorder or scattered, hardly ever foot that stood closed up and fired; guns were lost",
    "when their escort had gone. Horse against horse was won by who came in better order and had a second line, at no",
    "great cost in men.",
)


def report(share: float = 1.0) -> list[str]:
    """The tables beside what history gives, as lines of the report."""
    times = times_of(share)
    return [
        "Figures lost on average by one volley, worked out from the tables, of a target of sixteen; a hyphen is out of",
        "range. Who fires has sixteen figures on foot or ten on horseback and has not moved.",
        "",
        *volleys(),
        "",
        f"Charges, each played {times:,} times through rounds 3 to 5, with sixteen figures on foot, ten on horseback,",
        "eight in open order, two guns with a crew of eight. Losses are in figures; who breaks is lost, in flight,",
        "falling back or newly demoralised. Who fires at a charge has kept his first volley for it.",
        "",
        *charges(times),
        "",
        "How often a leader of this CV influences the unit he has joined, and how often he fails totally; the units",
        "have the officers and sergeants of their profiles.",
        "",
        *influence(),
        "",
        "How often a command test has no effect, by the CV of the general, and how often the command flees:",
        "",
        *commands(),
        "",
        *HISTORY,
    ]
