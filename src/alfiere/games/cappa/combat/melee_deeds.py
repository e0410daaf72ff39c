"""Chapters 5.2, 9.4.1 and 9.4.2, the actions of a melee: to fight, to disarm, to give ground, to break off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alfiere.games.cappa.combat.disarming import may_be_disarmed
from alfiere.games.cappa.combat.lines_drawn import blow_drawn
from alfiere.games.cappa.combat.melee import break_off, fall_back, fight, may_give_ground, opponents, retreats
from alfiere.games.cappa.ground.engaged import foes
from alfiere.games.cappa.ground.ground import in_contact
from alfiere.games.cappa.morale.leaving import break_off_places, why_not_off_to
from alfiere.games.cappa.morale.morale_tests import is_steadied
from alfiere.games.cappa.movement.movement import REASONS, is_place, so_far_towards
from alfiere.games.cappa.movement.ways_drawn import first_of, stretch
from alfiere.games.cappa.people.impulses import Answer, OfOne, actor, bodies, enemy_named, named
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import can_react
from alfiere.games.cappa.state.state import ON, OUT, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.weaponry.blows import arms_against, can_strike, round_prospects
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.barriers import ZONE
from alfiere.table.shapes import Point


class Blow(OfOne):
    """What is done hand to hand to an enemy in contact or within reach, with what is in his hands (cappa.5.2a)."""

    in_melee = True
    is_melee_duty = True

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        """The hands, the target, the weapon (cappa.5.3.2i)."""
        if is_laden(s, who):
            return because("laden", "cappa.4.3.7.h2", figure=who.id)
        if not can_strike(who):
            return because("no-rider", "cappa.4.3.6a", figure=who.id)
        target = enemy_named(s, who, option)
        if target is None or target.where not in (ON, OUT):
            return because("fight-whom", "cappa.5.2a", figure=who.id)
        arms = arms_against(s, who, target)
        if not arms:
            return because("no-contact", "cappa.5.2a", figure=who.id, target=target.id)
        if option.get("weapon") not in [arm.code for arm in arms]:
            return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
        return None


class Fight(Blow):
    """Chapter 5.2a: a round against an enemy in contact or within reach, with what is in his hands."""

    verb = "fight"
    rule = "cappa.5.2a"
    climbing = False
    is_attack = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not is_laden(s, who):  # cappa.4.3.7.h2
            for target, arm in opponents(s, who):
                yield Option("fight", {"figure": who.id, "target": target.id, "weapon": arm.code}, ("cappa.2.2.1f",))

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return blow_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        """Both blows, where the other strikes back."""
        return round_prospects(s, option, replies=True)

    def spoken(self, s: SkirmishState, option: Option, language: str) -> dict[str, Any]:
        target = named(s, option, "target")
        return {"fallen": target is not None and target.where == OUT}

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        yield from fight(g, who, g.state.figures[option["target"]], option["weapon"])


class Disarm(Blow):
    """Against those in contact who hold a weapon (cappa.9.4.2a)."""

    verb = "disarm"
    rule = "cappa.9.4.2a"
    climbing = False
    is_attack = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not is_laden(s, who):
            for target, arm in opponents(s, who):
                if may_be_disarmed(s, target, who) and in_contact(s, who, target):
                    args = {"figure": who.id, "target": target.id, "weapon": arm.code}
                    yield Option("disarm", args, ("cappa.9.4.2a", "cappa.9.4.2.h1"))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        yield from fight(g, who, g.state.figures[option["target"]], option["weapon"], disarms=True)


class BreakOff(OfOne):
    """Not while the one he is loyal to looks on and the enemy could strike: that would be flight (cappa.8.1.2m)."""

    verb = "break-off"
    in_melee = True
    shaken = True
    is_melee_duty = True
    is_free = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if foes(s, who) and not (_would_flee(s, who) and is_steadied(s, who)):
            for place in break_off_places(s, who):
                yield _off_to(s, who, place)

    def judged(self, s: SkirmishState, who: Figure, args: Args) -> Option | Objection:
        """The free answer: any direction that a person points in (cappa.5.2.5.h3)."""
        if not foes(s, who):
            return because("no-melee", "cappa.5.2.5a", figure=who.id)
        if _would_flee(s, who) and is_steadied(s, who):
            return because("loyal", "cappa.8.1.2m", figure=who.id)
        to = args.get("to")
        if not is_place(to) or [who.x, who.y] == to:
            return because("no-place", "cappa.5.2.5a", figure=who.id)
        place = so_far_towards(who, (to[0], to[1]), tables().lengths.break_off)
        barred = why_not_off_to(s, who, place)
        if barred is None:
            return _off_to(s, who, place)
        if barred.reason == ZONE:
            return because("off-contact", "cappa.5.2.5.h3", figure=who.id)
        return because(f"move-{barred.reason}", REASONS[barred.reason], figure=who.id, by=barred.by)

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        yield from break_off(g, who, tuple(option["to"]))


def _would_flee(s: SkirmishState, figure: Figure) -> bool:
    """Whether an opponent has PA left to strike one who goes (cappa.5.2.5c)."""
    return any(can_react(s, enemy) for enemy in foes(s, figure))


def _off_to(s: SkirmishState, figure: Figure, place: Point) -> Option:
    rule = "cappa.5.2.5b" if _would_flee(s, figure) else "cappa.5.2.5a"
    return Option("break-off", {"figure": figure.id, "to": list(place)}, ("cappa.2.2.1h", rule))


class FallBack(Blow):
    """Chapter 9.4.1: a round in which he gives ground."""

    verb = "fall-back"
    rule = "cappa.9.4.1a"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if is_laden(s, who):
            return
        against = [(enemy, arm) for enemy, arm in opponents(s, who) if enemy.is_up and in_contact(s, who, enemy)]
        against = [
            (enemy, arm) for enemy, arm in against if s.are_enemies(who, enemy) and may_give_ground(s, who, enemy)
        ]
        if not against:
            return
        places = retreats(s, who)
        for enemy, arm in against:
            for place in places:
                args = {"figure": who.id, "target": enemy.id, "weapon": arm.code, "to": list(place)}
                yield Option("fall-back", args, ("cappa.2.2.1g", "cappa.9.4.1a"))

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return blow_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return round_prospects(s, option, replies=True, yields=True)

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        yield from fall_back(g, who, g.state.figures[option["target"]], option)


# What is answered in a melee


class FightBack(Answer):
    """Chapter 5.2d: the defender's own blow, with the weapon he chooses."""

    verb = "fight-back"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return blow_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return round_prospects(s, option)


class StrikeFugitive(Answer):
    """Chapter 5.2.5c: a blow at one who breaks off."""

    verb = "strike"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        return blow_drawn(s, decision, option)

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        return round_prospects(s, option, flees=True)


class Push(Answer):
    """Chapter 5.2.3f: the loser goes back, the winner after him or not."""

    verb = "push"

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        """The way of him who is pushed, and of those who follow."""
        along = bodies(s, actor(s, option["figure"])) if option.get("follows") else ()
        return stretch(s, first_of(s, option["target"]), option["to"], along)
