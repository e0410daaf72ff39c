"""What an option of a decision may bring: shots, blows and morale tests, counted and with their exact odds on a d10."""

from __future__ import annotations

from fractions import Fraction

from alfiere.games.cappa.action_points import can_react
from alfiere.games.cappa.arms import missiles
from alfiere.games.cappa.blows import Arm, arms_against, blow_armour, blow_tally
from alfiere.games.cappa.dice import D10
from alfiere.games.cappa.fire import fire_armour, fire_tally
from alfiere.games.cappa.impulses import actor
from alfiere.games.cappa.morale_tests import morale_tally
from alfiere.games.cappa.muster import is_measured
from alfiere.games.cappa.state import OUT, Figure, SkirmishState, Squad
from alfiere.games.cappa.tables import tables
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.prospect import Prospect

SHOTS = ("shoot", "shoot-back")
TESTED = {"recover": "recovery", "countercharge": "countercharge", "evade": "evasion"}


def prospects(s: SkirmishState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
    """The tests an option leads to at once, those of both sides where both strike."""
    name = str(option.get("figure") or "")
    figure, target = s.figures.get(name), s.figures.get(str(option.get("target") or ""))
    if option.key in TESTED and (name in s.figures or name in s.squads):
        return [morale_prospect(s, actor(s, name))]
    if figure is None or target is None:
        return []
    code = str(option.get("weapon") or "")
    if option.key in SHOTS and code in dict(missiles(figure)):
        if not is_measured(s) and option.key == "shoot":  # the odds would tell how far it is
            return []
        return [shot_prospect(s, figure, target, code)]
    if option.key in ("fight", "fall-back", "fight-back", "strike"):
        return melee_prospects(s, figure, target, code, option.key)
    return []


def chance(total: int) -> Fraction:
    """How likely a d10 is not above a number."""
    return Fraction(min(max(total, 0), len(D10)), len(D10))


def shot_prospect(s: SkirmishState, figure: Figure, target: Figure, code: str) -> Prospect:
    """A shot: how likely it hits, and how likely it wounds."""
    weapon = dict(missiles(figure))[code]
    tally, armour = fire_tally(s, figure, target, weapon), fire_armour(s, figure, target, weapon)
    hit = chance(tally.total)
    wound = hit * chance(armour.total)
    return Prospect("fire", figure.id, (tally, armour), {0: 1 - hit, 1: hit}, {0: 1 - wound, 1: wound}, "wounds")


def melee_prospects(s: SkirmishState, figure: Figure, target: Figure, code: str, key: str) -> list[Prospect]:
    """A blow, and the reply of a defender who has PA (cappa.5.2d)."""
    arm = next((one for one in arms_against(s, figure, target) if one.code == code), None)
    if arm is None:
        return []
    found = [blow_prospect(s, figure, target, arm, flees=key == "strike", yields=key == "fall-back")]
    replies = arms_against(s, target, figure)
    if key in ("fight", "fall-back") and target.where != OUT and can_react(s, target) and replies:
        found.append(blow_prospect(s, target, figure, replies[0]))
    return found


def blow_prospect(
    s: SkirmishState, figure: Figure, target: Figure, arm: Arm, *, flees: bool = False, yields: bool = False
) -> Prospect:
    """A blow: an unmodified 1 always hits (cappa.5.2.2b), whoever lies out of action is always hit (cappa.5.2.1g)."""
    tally = blow_tally(s, figure, target, arm, flees=flees, yields=yields)
    armour = blow_armour(s, figure, target, arm)
    hit = Fraction(1) if target.where == OUT else max(chance(tally.total), chance(tables().numbers.always_hits))
    wound = hit * chance(armour.total)
    return Prospect("melee", figure.id, (tally, armour), {0: 1 - hit, 1: hit}, {0: 1 - wound, 1: wound}, "wounds")


def morale_prospect(s: SkirmishState, who: Figure | Squad) -> Prospect:
    """A morale test: how likely it is passed."""
    tally = morale_tally(s, who)
    passed = chance(tally.total)
    fully = chance(tally.total - 1)
    return Prospect(
        "morale", who.id, (tally,), {0: 1 - passed, 1: passed - fully, 2: fully}, {0: 1 - passed, 1: passed}, "passed"
    )
