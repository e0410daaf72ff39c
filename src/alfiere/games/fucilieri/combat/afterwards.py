"""Chapter 3.5.8: moves after a round of combat: push-back, recoil, follow-up, bloodlust, pursuit, advance."""

from __future__ import annotations

from typing import Final

from alfiere.battles.deed import Deed
from alfiere.games.fucilieri.charge.closing import ATTACKS, ahead, in_contact, lay, manoeuvre, struck_edge
from alfiere.games.fucilieri.combat.clusters import in_order
from alfiere.games.fucilieri.combat.combat import Fought
from alfiere.games.fucilieri.combat.dice import edge_held
from alfiere.games.fucilieri.morale.conditions import rage, worsen
from alfiere.games.fucilieri.morale.dice import roll
from alfiere.games.fucilieri.morale.units_lost import lose_unit
from alfiere.games.fucilieri.movement.blocks import footing_in
from alfiere.games.fucilieri.movement.forced import fall_back, push_back, recoil
from alfiere.games.fucilieri.orders.demands import FOLLOW_UP, PURSUIT, forbids, order_of
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.command import HOLD
from alfiere.games.fucilieri.state.standing import FRONT, Contact, contacts, is_engaged, part, zone_of
from alfiere.games.fucilieri.state.unit import (
    DEMORALISED,
    DISORGANISED,
    FALLING_BACK,
    FLEEING,
    LASTING,
    LINE,
    SQUARE,
    Unit,
)
from alfiere.games.fucilieri.told.combat import BloodlustRolled, CombatBrokenOff
from alfiere.games.fucilieri.told.common import UnitMoved
from alfiere.kernel.decision import Decision, Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import bearing
from alfiere.table.headings import FULL_TURN
from alfiere.table.legs import Footing, Shift, after
from alfiere.table.manoeuvre import swept_along
from alfiere.table.measuring import overlaps, within
from alfiere.table.shapes import Outline

AFTER_VICTORY: Final = "after-victory"
FOLLOW, STAND, ADVANCE, OCCUPY = "follow-up", "stand-after-combat", "advance", "occupy"
LEAVES: Final = (DEMORALISED, FALLING_BACK)


def afterwards(g: FucilieriGame, fought: Fought) -> Procedure[None]:
    """The losers move, then the winners choose and roll (fucilieri.3.5.1.3)."""
    s = g.state
    if not fought.winner:
        yield from _draw(g, fought)
        return
    losers = [s.units[id] for id in fought.ids if s.units[id].seat != fought.winner]
    pushed: list[str] = []
    for unit in in_order(s, losers):
        if unit.is_on and (yield from _gives_way(g, unit, fought)):
            pushed.append(unit.id)
    winners = [s.units[id] for id in fought.ids if s.units[id].seat == fought.winner]
    for unit in in_order(s, winners):
        if unit.is_on:
            yield from _winner(g, unit, pushed, fought)


# The losers


def is_against_front_of_foot(s: State, unit: Unit) -> bool:
    """Whether cavalry fights some infantry to its front (fucilieri.3.5.8.7, .3.5.8.11)."""
    foes = [s.units[one.enemy] for one in contacts(unit)]
    return unit.is_horse and any(foe.is_foot and edge_held(foe, unit) == FRONT for foe in foes)


def _draw(g: FucilieriGame, fought: Fought) -> Procedure[None]:
    """All stay engaged, but cavalry against the front of infantry recoils (fucilieri.3.5.5.3, .3.5.8.7)."""
    s = g.state
    units = [s.units[id] for id in fought.ids]
    horse = [unit for unit in in_order(s, units) if unit.is_on and is_against_front_of_foot(s, unit)]
    for unit in horse:
        yield from recoil(g, unit)


def _gives_way(g: FucilieriGame, unit: Unit, fought: Fought) -> Procedure[bool]:
    """What the result of its test makes a loser do; whether it was pushed back (.3.5.8.2-3.5.8.4, .3.5.8.7)."""
    s = g.state
    if fought.results.get(unit.id) in LEAVES:
        by = _worst_enemy(s, unit, fought)
        yield from fall_back(g, unit, None if by is None else s.units[by.enemy])
        return False
    if not is_engaged(unit):
        return False
    if is_against_front_of_foot(s, unit):
        yield from recoil(g, unit)
        return False
    if unit.formation == SQUARE or unit.post:  # fucilieri.3.5.8.3
        return False
    held = yield from _pushed_by(g, unit, fought)
    yield from push_back(g, unit, held)
    return True


def _worst_enemies(s: State, unit: Unit, fought: Fought) -> list[Contact]:
    """Those still in contact who caused it the most losses (fucilieri.3.5.8.2b)."""
    held = contacts(unit)
    most = max((fought.caused.get((one.enemy, unit.id), 0) for one in held), default=0)
    return [one for one in held if fought.caused.get((one.enemy, unit.id), 0) == most]


def _worst_enemy(s: State, unit: Unit, fought: Fought) -> Contact | None:
    return next(iter(_worst_enemies(s, unit, fought)), None)


def _pushed_by(g: FucilieriGame, unit: Unit, fought: Fought) -> Procedure[Contact]:
    """From whom it is pushed away: of several edges the one of who hurt it most, the winner chooses (.3.5.8.2b)."""
    s = g.state
    worst = _worst_enemies(s, unit, fought)
    if len({one.edge for one in contacts(unit)}) == 1 or len(worst) == 1:
        return worst[0]
    rules = ("fucilieri.3.5.8.2b",)
    options = [Option("push-away", {"unit": one.enemy, "target": unit.id}, rules) for one in worst]
    seat = s.units[worst[0].enemy].seat
    chosen = yield Decision(seat, "push-away", options, {"target": unit.id}, rules)
    return worst[options.index(chosen)]


# The winners


def _winner(g: FucilieriGame, unit: Unit, pushed: list[str], fought: Fought) -> Procedure[None]:
    """It follows who was pushed back, or, left by all, sees red, advances or stands (.3.5.8.2, .3.5.8.5-6)."""
    s = g.state
    before = [s.units[one.enemy] for one in contacts(unit) if one.enemy in pushed]
    if before:
        yield from _after_push(g, unit, before)
    elif not is_engaged(unit) and have_all_left(s, unit, fought):
        yield from _left_alone(g, unit, fought)


def have_all_left(s: State, unit: Unit, fought: Fought) -> bool:
    """Whether all it has fought are demoralised, falling back, in flight, dispersed or lost (fucilieri.3.5.8.5a)."""
    foes = fought.opponents(unit.id)
    return bool(foes) and all(not s.units[id].is_on or fought.results.get(id) in LEAVES for id in foes)


def _after_push(g: FucilieriGame, unit: Unit, pushed: list[Unit]) -> Procedure[None]:
    """It may follow up and stay engaged, or stand, and that is the end of it (fucilieri.3.5.8.2)."""
    s = g.state
    others = [one for one in contacts(unit) if one.enemy not in {foe.id for foe in pushed}]
    end = None if others else follow_up_footing(s, unit, pushed)
    follows = False
    if end is not None and may_follow(s, unit):
        rules = ("fucilieri.3.5.8.2",)
        options = [Option(key, {"unit": unit.id, "target": pushed[0].id}, rules) for key in (FOLLOW, STAND)]
        chosen = yield Decision(unit.seat, AFTER_VICTORY, options, {"unit": unit.id}, rules)
        follows = chosen.key == FOLLOW
    if follows and end is not None:
        _move(g, unit, end, FOLLOW, ("fucilieri.3.5.8.2", "fucilieri.3.2.8.7"))
    for foe in pushed:
        edges = edge_held(unit, foe), zone_of(g.state, foe, g.state.footing(unit).front)
        is_attacker = ATTACKS.is_on(unit, foe.id)
        part(unit, foe)
        if follows and within(s.base(unit).outline, s.base(foe).outline, s.field.touch):
            one, other = (unit, foe) if is_attacker else (foe, unit)
            own, its = edges if is_attacker else (edges[1], edges[0])
            in_contact(one, other, own, its)
        else:
            g.tell(CombatBrokenOff(unit.id, foe.id, ("fucilieri.3.5.8.2",)))


def may_follow(s: State, unit: Unit) -> bool:
    """Squares, garrisons and guns stay, and whose order forbids it (fucilieri.3.5.8.13, .3.1.4.6b, .3.1.4.9b)."""
    if unit.formation == SQUARE or unit.post or unit.is_guns:
        return False
    return forbids(s, unit, FOLLOW_UP) is None


def follow_up_footing(s: State, unit: Unit, pushed: list[Unit]) -> Footing | None:
    """Where it stands after a follow-up: straight on until it touches one of them again; None if it does not."""
    fronts = [foe for foe in pushed if edge_held(unit, foe) == FRONT]
    if not fronts:
        return None
    m, here = manoeuvre(s, unit), s.footing(unit)
    most = s.tables.distances.push_back + s.tables.distances.obstacle
    met = m.run(here, Shift(most))
    foe = next((one for one in fronts if met is not None and met.by == one.id), None)
    if met is None or foe is None:
        return None
    edge = struck_edge(s, here.front, foe, zone_of(s, foe, here.front))
    laid = lay(s, unit, foe, after(here, Shift(max(0, met.far))), edge, m)
    return None if laid is None else laid[0]


def _move(g: FucilieriGame, unit: Unit, end: Footing, how: str, rules: tuple[str, ...]) -> None:
    before = unit.pose
    if end.pose != before:
        g.state.stand(unit, end)
        g.tell(UnitMoved(unit.id, before, end.pose, (before.point, end.pose.point), end.formation, how, rules))


# Bloodlust, pursuit, advance


def may_rage(s: State, unit: Unit) -> bool:
    """Who rolls for bloodlust: nobody with Hold or Withdraw, in square, with guns, disciplined or demoralised."""
    if unit.formation == SQUARE or unit.is_guns or unit.type.bloodlust is None or unit.is_demoralised:
        return False
    return forbids(s, unit, PURSUIT) is None


def rage_tally(s: State, unit: Unit) -> Tally:
    """What is added to the die (fucilieri.3.5.8.5b)."""
    found = Tally("bloodlust")
    if unit.is_horse:
        found.add(s.tables.bloodlust.cavalry, "cavalry", "fucilieri.3.5.8.5b")
    return found


def _left_alone(g: FucilieriGame, unit: Unit, fought: Fought) -> Procedure[None]:
    """It rolls for bloodlust and pursues; if not, it may advance, and cavalry is disorganised (.3.5.8.5a-3.5.8.6b)."""
    s = g.state
    if may_rage(s, unit) and unit.type.bloodlust is not None:
        tally, die, need = rage_tally(s, unit), roll(g, unit.seat), unit.type.bloodlust
        rages = die + tally.total >= need
        rules = ("fucilieri.3.5.8.5a", "fucilieri.3.5.8.5b")
        g.tell(BloodlustRolled(unit.id, tally, die, die + tally.total, need, rages, rules))
        if rages:
            rage(g, unit, LASTING, "fucilieri.3.5.8.5b")
            pursue(g, unit, [s.units[id] for id in fought.opponents(unit.id)])
            return
    yield from _advance(g, unit, fought)
    if unit.is_horse:
        worsen(g, unit, (DISORGANISED,), "fucilieri.3.5.8.6b")


def _advance(g: FucilieriGame, unit: Unit, fought: Fought) -> Procedure[None]:
    """Up to 4 cm straight on, or into the building that was lost (fucilieri.3.5.8.6b, .5.14)."""
    s = g.state
    options: list[Option] = []
    far = advance_room(s, unit)
    if far:
        options.append(Option(ADVANCE, {"unit": unit.id, "far": far}, ("fucilieri.3.5.8.6b",)))
    block = next((fought.posts[id] for id in fought.opponents(unit.id) if fought.posts.get(id)), "")
    end = occupied(s, unit, block) if block else None
    if end is not None:
        options.append(Option(OCCUPY, {"unit": unit.id, "place": block}, ("fucilieri.5.14",)))
    if not options:
        return
    options.insert(0, Option(STAND, {"unit": unit.id}, ("fucilieri.3.5.8.6b",)))
    chosen = yield Decision(unit.seat, AFTER_VICTORY, options, {"unit": unit.id}, ("fucilieri.3.5.8.6b",))
    if chosen.key == ADVANCE:
        end = after(s.footing(unit), Shift(far))
        _move(g, unit, end, ADVANCE, ("fucilieri.3.5.8.6b",))
    elif chosen.key == OCCUPY and end is not None:
        before = unit.pose
        g.state.stand(unit, end, block)
        g.tell(
            UnitMoved(
                unit.id, before, end.pose, (before.point, end.pose.point), end.formation, OCCUPY, ("fucilieri.5.14",)
            )
        )


def advance_room(s: State, unit: Unit) -> int:
    """How far it may advance: no square, no garrison, no guns, nobody told to hold, nor the demoralised (.4.1.4b)."""
    if unit.formation == SQUARE or unit.post or unit.is_guns or unit.is_demoralised or order_of(s, unit) == HOLD:
        return 0
    return ahead(s, unit, s.footing(unit), s.tables.distances.advance, s.field.touch + 1)


def occupied(s: State, unit: Unit, block: str) -> Footing | None:
    """How it stands in the building from which it has driven the enemy; None if it may not go in (.5.14, .5.13)."""
    is_held = any(one.post == block for one in s.on_table)
    is_too_many = unit.figures > s.ground.known.building.figures
    if not unit.is_foot or is_too_many or is_held or order_of(s, unit) == HOLD:
        return None
    return footing_in(s, unit, block)


def pursue(g: FucilieriGame, unit: Unit, foes: list[Unit]) -> None:
    """Its line allowance straight after the enemy, 5 cm from any other; whom it runs down is removed (.3.5.8.6a)."""
    s = g.state
    start = _towards(s, unit, foes)
    most: int = unit.moves.speed[LINE]  # type: ignore[index]
    far = ahead(s, unit, start, most, s.tables.distances.near_enemy)
    end = after(start, Shift(far))
    _move(g, unit, end, PURSUIT, ("fucilieri.3.5.8.6a", "fucilieri.3.2.8.7"))
    ground = Outline(swept_along(start.outline.points, end.pose.x - start.pose.x, end.pose.y - start.pose.y))
    for foe in s.units.values():
        if foe.seat != unit.seat and foe.where == FLEEING and overlaps(ground, s.footing(foe).outline):
            lose_unit(g, foe, "ridden-down", "fucilieri.3.5.8.6a")
    worsen(g, unit, (DISORGANISED,), "fucilieri.3.5.8.6a")


def _towards(s: State, unit: Unit, foes: list[Unit]) -> Footing:
    """Turned after an enemy who has left it, if one is still to be seen and there is room; else as it stands."""
    here = s.footing(unit)
    left = [foe for foe in foes if foe.is_on or foe.where == FLEEING]
    for foe in sorted(left, key=lambda one: one.where != FLEEING):
        turned = here._replace(pose=here.pose._replace(heading=bearing(here.pose.point, foe.pose.point) % FULL_TURN))
        if manoeuvre(s, unit).stands(turned) is None:
            return turned
    return here


class AfterVictory(Deed[State, Unit]):
    """What a winner does: nothing of it is tested, but who does not pursue has rolled for it before."""

    def __init__(self, verb: str) -> None:
        self.verb = verb  # type: ignore[misc]


AFTER: Final = tuple(AfterVictory(verb) for verb in (FOLLOW, STAND, ADVANCE, OCCUPY))
