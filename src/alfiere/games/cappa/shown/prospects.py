"""What an option of a decision may bring: shots, blows, tests, improvised acts, with their exact odds on a d10."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

from alfiere.games.cappa.combat.charge import reach, way_of
from alfiere.games.cappa.combat.contact_points import Onset, onset_of
from alfiere.games.cappa.combat.fire import fire_armour, fire_tally
from alfiere.games.cappa.combat.grenades import GRENADE, blast_armour, exposed, throw_tally
from alfiere.games.cappa.combat.volleys import Aim, fall_on, line_of, marks_of, meets, shooters, volley_armour
from alfiere.games.cappa.feats.improvised import hit_tally
from alfiere.games.cappa.ground.ground import defends
from alfiere.games.cappa.ground.squads import fights_among
from alfiere.games.cappa.morale.morale_tests import morale_tally
from alfiere.games.cappa.people.impulses import Actor, actor
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.tables import Improvised, tables
from alfiere.games.cappa.sheets.weapons import Weapon, weapons
from alfiere.games.cappa.state.action_points import can_react, pa_left, purse
from alfiere.games.cappa.state.odds import each_once, faces
from alfiere.games.cappa.state.state import OUT, Figure, SkirmishState, Squad
from alfiere.games.cappa.turn.actions import BY_KEY
from alfiere.games.cappa.weaponry.arms import missiles
from alfiere.games.cappa.weaponry.blows import Arm, arms_against, blow_armour, blow_tally
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.odds import added, at_most
from alfiere.kernel.prospect import Prospect

SHOTS = ("shoot", "shoot-back", "picked-shot")
VOLLEYS = ("volley", "volley-back")
THROWS = ("throw-grenade", "throw-together")
TESTED = {"recover": "recovery", "countercharge": "countercharge", "evade": "evasion"}


def prospects(s: SkirmishState, decision: Decision, option: Option, viewer: Seat | None) -> list[Prospect]:
    """The tests an option leads to at once, those of both sides where both strike."""
    name = str(option.get("figure") or "")
    figure = s.figures.get(str(option.get("shooter") or name))
    target = s.figures.get(str(option.get("target") or ""))
    if option.key in TESTED and (name in s.figures or name in s.squads):
        return [morale_prospect(s, actor(s, name))]
    if option.key == "test" and (name in s.figures or name in s.squads):
        return [morale_prospect(s, actor(s, name), fully=True)]  # cappa.4.3.8n
    if option.key in (*VOLLEYS, *THROWS) and not is_measured(s):
        return []
    if option.key in VOLLEYS and name in s.squads:
        return volley_prospects(s, s.squads[name], actor(s, str(option["target"])), option)
    if option.key in THROWS:
        return throw_prospects(s, option)
    if option.key == "fire-gun":
        return BY_KEY[option.key].prospects(s, decision, option)
    if option.key == "leap" and figure is not None:
        return [morale_prospect(s, figure)]  # cappa.2.2.3c
    if figure is None or target is None:
        return []
    if option.key == "charge":
        return charge_prospects(s, figure, target, onset_of(option)) if is_measured(s) else []
    if option.key == "improvise":
        return improvised_prospects(s, figure, target, tables().improvised[str(option["what"])])
    code = str(option.get("weapon") or "")
    if option.key in SHOTS and code in dict(missiles(figure)):
        if not is_measured(s) and option.key != "shoot-back":  # the odds would tell how far it is
            return []
        return [shot_prospect(s, figure, target, code)]
    if option.key in ("fight", "fall-back", "fight-back", "strike"):
        return melee_prospects(s, figure, target, code, option.key)
    return []


def shot_prospect(s: SkirmishState, figure: Figure, target: Figure, code: str) -> Prospect:
    """A shot: how likely it hits, and how likely it wounds."""
    weapon = dict(missiles(figure))[code]
    tally, armour = fire_tally(s, figure, target, weapon), fire_armour(s, figure, target, weapon)
    among = faces(s, figure.seat)
    hit = at_most(tally.total, among)
    wound = hit * at_most(armour.total, among)
    return Prospect("fire", figure.id, (tally, armour), {0: 1 - hit, 1: hit}, {0: 1 - wound, 1: wound}, "wounds")


def volley_prospects(s: SkirmishState, squad: Squad, target: Actor, option: Option) -> list[Prospect]:
    """The fire of a squad: a die for each who can reach, a second for each hit (cappa.6.6.1b, cappa.6.6.1c)."""
    aim = line_of(s, squad, target, option)
    firing = shooters(s, squad, aim, target) if aim is not None else []
    if aim is None or not firing:
        return []
    tallies = tuple(tally for *_, tally in firing)
    armed = [(one, weapon) for one, _, weapon, _ in firing]
    _, armour = meets(s, armed, aim, target)
    among = faces(s, squad.seat)
    hits = [at_most(tally.total, among) for tally in tallies]
    marks = marks_of(s, armed[0], aim, target)
    if marks and isinstance(target, Squad):
        wounds = _mixed_wounds(s, armed, hits, {kind: aim._replace(mark=one) for kind, one in marks.items()}, target)
    else:
        wounds = added(hit * at_most(ca.total, among) for hit, ca in zip(hits, armour, strict=True))
    shown = each_once((*tallies, *armour))
    return [Prospect("fire", squad.id, shown, added(hits), wounds, "wounds")]


def _mixed_wounds(
    s: SkirmishState, armed: list[tuple[Figure, Weapon]], hits: list[Fraction], aims: dict[str, Aim], target: Squad
) -> dict[int, Fraction]:
    """Where the types of a squad differ in CA, every way in which the dice may hit is gone through (cappa.6.6.1.h2)."""
    among = faces(s, armed[0][0].seat)
    pierce = [
        {kind: at_most(volley_armour(s, one, weapon, aim, target).total, among) for kind, aim in aims.items()}
        for one, weapon in armed
    ]
    kinds = [fall_on(s, target, number) for number in range(len(armed) + 1)]
    found: dict[int, Fraction] = {}
    for way in product((False, True), repeat=len(armed)):
        likely = prod(hit if is_hit else 1 - hit for is_hit, hit in zip(way, hits, strict=True))
        struck = [one for one, is_hit in zip(pierce, way, strict=True) if is_hit]
        falls = zip(struck, kinds[len(struck)], strict=True)
        for number, share in added(one[kind] for one, kind in falls).items() if likely else ():
            found[number] = found.get(number, Fraction(0)) + likely * share
    return found


def throw_prospects(s: SkirmishState, option: Option) -> list[Prospect]:
    """A grenade: four dice, a hit for each of the nearest, their own CA; whose side they are on does not matter.

    Of several throwers of a squad only the first has a target yet (cappa.5.3.3.h4).
    """
    target = s.figures.get(str(option.get("target") or ""))
    thrower = s.figures.get(str((option.get("throwers") or [option["figure"]])[0]))
    if thrower is None:
        return []
    level = target.level if target is not None else 0
    x, y = (target.x, target.y) if target is not None else option["to"]
    weapon = weapons()[GRENADE]
    tally = throw_tally(s, thrower, x, y, level)
    armour = [blast_armour(s, one, x, y, weapon, level) for one in exposed(s, x, y, weapon.blast, level)]
    hits: dict[int, Fraction] = {}
    wounds: dict[int, Fraction] = {}
    among = faces(s, thrower.seat)
    for dice, likely in added([at_most(tally.total, among)] * weapon.dice).items():
        number = min(dice, len(armour))  # cappa.5.3.3.h5
        hits[number] = hits.get(number, Fraction(0)) + likely
        for hurt, share in added(at_most(ca.total, among) for ca in armour[:number]).items():
            wounds[hurt] = wounds.get(hurt, Fraction(0)) + likely * share
    shown = each_once((tally, *armour[: weapon.dice]))
    return [Prospect("fire", thrower.id, shown, hits, wounds, "wounds")]


def melee_prospects(s: SkirmishState, figure: Figure, target: Figure, code: str, key: str) -> list[Prospect]:
    """A blow, and the reply of a defender who has PA (cappa.5.2d)."""
    arm = next((one for one in arms_against(s, figure, target) if one.code == code), None)
    if arm is None:
        return []
    replies = arms_against(s, target, figure)
    reply = replies[0] if replies else None
    found = [blow_prospect(s, figure, target, arm, reply, flees=key == "strike", yields=key == "fall-back")]
    if key in ("fight", "fall-back") and target.where != OUT and can_react(s, target) and reply is not None:
        found.append(blow_prospect(s, target, figure, reply, arm))
    return found


def blow_prospect(
    s: SkirmishState,
    figure: Figure,
    target: Figure,
    arm: Arm,
    against: Arm | None = None,
    *,
    flees: bool = False,
    yields: bool = False,
) -> Prospect:
    """A blow: an unmodified 1 always hits (cappa.5.2.2b), whoever lies out of action is always hit (cappa.5.2.1g)."""
    tally = blow_tally(s, figure, target, arm, against=against, flees=flees, yields=yields)
    armour = blow_armour(s, figure, target, arm)
    among, least = faces(s, figure.seat), tables().numbers.always_hits
    hit = Fraction(1) if target.where == OUT else at_most(max(tally.total, least), among)
    wound = hit * at_most(armour.total, among)
    return Prospect("melee", figure.id, (tally, armour), {0: 1 - hit, 1: hit}, {0: 1 - wound, 1: wound}, "wounds")


def charge_prospects(s: SkirmishState, figure: Figure, target: Figure, onset: Onset) -> list[Prospect]:
    """The test without which he does not get there, if he needs it, and the round he could fight where he arrives.

    A round with a PA that is left, against one who lets him come; a squad's many blows are no matter of two dice.
    """
    near = way_of(s, figure, onset, reach(s, figure, extra=False))
    way = near or way_of(s, figure, onset, reach(s, figure, extra=True))
    if way is None:
        return []  # unless the other comes to meet him
    found = [] if near is not None else [morale_prospect(s, figure, fully=True)]
    if fights_among(s, target) is not None or pa_left(s, purse(s, figure)) < 2:
        return found
    before = figure.x, figure.y, figure.charged, figure.assails
    figure.x, figure.y = way.end
    figure.charged = target.id
    figure.assails = target.id if defends(s, target, figure) else ""
    arms = arms_against(s, figure, target)
    found += melee_prospects(s, figure, target, arms[0].code, "fight") if arms else []
    figure.x, figure.y, figure.charged, figure.assails = before
    return found


def improvised_prospects(s: SkirmishState, figure: Figure, target: Figure, entry: Improvised) -> list[Prospect]:
    """His test first; what comes after it is counted with it (cappa.2.2.3b, cappa.2.2.3.h5)."""
    own = morale_prospect(s, figure)
    if entry.to_hit == "morale":
        return [own, morale_prospect(s, target)]  # the other must fail his
    among, tally = faces(s, figure.seat), hit_tally(figure, entry)
    hit = own.results[1] * at_most(tally.total, among)
    hits = {0: 1 - hit, 1: hit}
    if not entry.rolls_damage:
        return [own, Prospect("improvised", figure.id, (tally,), hits, hits, "passed")]
    armour = fire_armour(s, figure, target, weapons()[entry.weapon])
    wound = hit * at_most(armour.total, among)
    return [own, Prospect("improvised", figure.id, (tally, armour), hits, {0: 1 - wound, 1: wound}, "wounds")]


def morale_prospect(s: SkirmishState, who: Figure | Squad, *, fully: bool = False) -> Prospect:
    """A morale test: how likely it is passed, or passed fully where only that helps (cappa.2.3.1b)."""
    tally = morale_tally(s, who)
    among = faces(s, who.seat)
    passed, more = at_most(tally.total, among), at_most(tally.total - 1, among)
    good = more if fully else passed
    return Prospect(
        "morale", who.id, (tally,), {0: 1 - passed, 1: passed - more, 2: more}, {0: 1 - good, 1: good}, "passed"
    )
