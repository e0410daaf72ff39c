"""Chapter 2.2.2, the answer to fire: a target shoots back, throws itself down or evades, a squad as a body."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alfiere.games.cappa.combat.fire import Hit, apply_hit, can_hit, may_shoot, roll_shot, shot_prospects
from alfiere.games.cappa.combat.lines_drawn import fire_drawn, shot_drawn
from alfiere.games.cappa.combat.volleys import Volley, aim_at, apply_volley, roll_volley, shooters, volley_prospects
from alfiere.games.cappa.ground.engaged import are_fighting, is_in_melee
from alfiere.games.cappa.morale.evasion import can_evade_fire, can_squad_evade, evade_as_squad, evade_fire
from alfiere.games.cappa.morale.morale_tests import present
from alfiere.games.cappa.morale.rousing import rouse
from alfiere.games.cappa.movement.movement import is_on_wall
from alfiere.games.cappa.people.impulses import Actor, Answer, actor, bodies
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.state.action_points import can_react, pa_left, spend
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import Acted
from alfiere.games.cappa.weaponry.arms import is_thrown, loosen, missiles
from alfiere.games.cappa.weaponry.wounds import Harm
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect

SHOOT_BACK, GO_PRONE, EVADE, STAND = "shoot-back", "go-prone", "evade", "stand"


def react(g: SkirmishGame, shooter: Figure, target: Figure) -> Procedure[tuple[str, str]]:
    """The one reaction of a target of fire; what it does at once is done here (cappa.2.2.2.h1, cappa.4.3.9h).

    Shooting back comes with the weapon; without one it is the whole squad of the target that does (cappa.2.2.2.h3).
    """
    yield from rouse(g, target, "fire")
    s = g.state
    squad = s.squad_of(target)
    if squad is not None:
        return (yield from react_as_squad(g, squad, shooter)), ""
    if not can_react(s, target):
        return STAND, ""
    options = list(reactions(s, shooter, target))
    if not options:
        return STAND, ""
    options.append(Option(STAND, {"figure": target.id}, ("cappa.2.2.2a",)))
    about = {"figure": target.id, "enemy": shooter.id}
    chosen = yield Decision(target.seat, "react-to-fire", options, about, ("cappa.2.2.2a", "cappa.2.2.2.h1"))
    if chosen.key == SHOOT_BACK:
        spend(s, target)
        return SHOOT_BACK, str(chosen["weapon"])
    if chosen.key == GO_PRONE:
        spend(s, target)
        target.is_prone = True
        loosen(target)
        g.tell(Acted(target.id, "prone", "", ("cappa.2.2.2c",)))
    elif chosen.key == EVADE:
        yield from evade_fire(g, target, shooter)
    return chosen.key, ""


def reactions(s: SkirmishState, shooter: Figure, target: Figure) -> Iterator[Option]:
    """Shoot back with a loaded weapon, throw himself down, get away (cappa.2.2.2.h2, cappa.2.2.1.h17)."""
    if may_shoot(s, target):
        for code, used in missiles(target):
            if can_hit(s, target, shooter, used):
                yield Option(SHOOT_BACK, {"figure": target.id, "target": shooter.id, "weapon": code}, ("cappa.2.2.2b",))
    if may_drop(s, target):
        yield Option(GO_PRONE, {"figure": target.id}, ("cappa.2.2.2c",))
    if can_evade_fire(s, target, shooter):
        yield Option(EVADE, {"figure": target.id}, ("cappa.4.3.9h",))


def may_drop(s: SkirmishState, figure: Figure) -> bool:
    """Whether he can throw himself down: on his feet, on no horse or wall, in no melee (cappa.5.2.h2)."""
    return not (figure.is_prone or figure.is_mounted or is_on_wall(s, figure) or is_in_melee(s, figure))


def roll_answer(g: SkirmishGame, target: Figure, enemy: Figure, code: str) -> Procedure[Hit | Volley]:
    """The shot of a lone target at who fires at him, or the volley of its squad; nothing is applied yet."""
    s = g.state
    squad = s.squad_of(target)
    if code or squad is None:
        return (yield from roll_shot(g, target, enemy, code, dict(missiles(target))[code]))
    aim = aim_at(s, squad, enemy)
    assert aim is not None  # it was offered, and nobody has moved
    return (yield from roll_volley(g, squad, aim, enemy))


def apply_answer(g: SkirmishGame, answer: Hit | Volley, seat: Seat) -> Procedure[list[Harm]]:
    """What the answer has done."""
    if isinstance(answer, Volley):
        return (yield from apply_volley(g, answer, seat))
    return apply_hit(g, answer)


def react_as_squad(g: SkirmishGame, target: Squad, enemy: Actor) -> Procedure[str]:
    """A squad answers fire as a body with its own PA (cappa.2.2.2.h3)."""
    s = g.state
    if not pa_left(s, target):
        return STAND
    options = []
    fights = are_fighting(s, bodies(s, target))  # cappa.5.1.5c
    line = aim_at(s, target, enemy) if not fights else None
    if line is not None and shooters(s, target, line, enemy):
        options.append(Option("volley-back", {"figure": target.id, "target": enemy.id}, ("cappa.2.2.2b",)))
    if any(may_drop(s, one) for one in present(s, target)):
        options.append(Option(GO_PRONE, {"figure": target.id}, ("cappa.2.2.2c",)))
    if can_squad_evade(s, target, enemy):
        options.append(Option(EVADE, {"figure": target.id}, ("cappa.4.3.9h", "cappa.4.3.9.h3")))
    options.append(Option(STAND, {"figure": target.id}, ("cappa.2.2.2a",)))
    about = {"figure": target.id, "enemy": enemy.id}
    chosen = yield Decision(target.seat, "react-to-fire", options, about, ("cappa.2.2.2.h3",))
    if chosen.key == STAND:
        return STAND
    if chosen.key == EVADE:
        evade_as_squad(g, target, enemy, "cappa.4.3.9h")
        return EVADE
    spend(s, target)
    if chosen.key == GO_PRONE:
        for one in present(s, target):
            if may_drop(s, one):
                one.is_prone = True
                loosen(one)
        g.tell(Acted(target.id, "prone", "", ("cappa.2.2.2c",)))
    return SHOOT_BACK if chosen.key == "volley-back" else chosen.key


# What is drawn of them, and their odds


class ShootBack(Answer):
    """Chapter 2.2.2b: the target fires at who fires at him."""

    verb = SHOOT_BACK

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return shot_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        """Also where nobody measures: the other has measured already."""
        return shot_prospects(s, option)

    def spoken(self, s: SkirmishState, option: Option, language: str) -> dict[str, Any]:
        return {"thrown": is_thrown(str(option.get("weapon")))}


class VolleyBack(Answer):
    """Chapter 2.2.2.h3: a squad answers as a body."""

    verb = "volley-back"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return volley_drawn(s, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return prospects_of_volley(s, option)


def volley_drawn(s: SkirmishState, option: Option) -> list[Drawn]:
    """From the member to the man between whom a squad's fire is measured (cappa.6.6.1a)."""
    aim = aim_at(s, s.squads[option["figure"]], actor(s, option["target"]))
    if aim is None:
        return []
    weapon = next((weapon for _, weapon in missiles(aim.member)), None)
    return fire_drawn(s, aim.member, aim.mark, weapon, aim.distance)


def prospects_of_volley(s: SkirmishState, option: Option) -> list[Prospect]:
    """The odds of a volley; none where nobody measures, for they would tell how far it is."""
    if not is_measured(s):
        return []
    return volley_prospects(s, s.squads[option["figure"]], actor(s, option["target"]), option)
