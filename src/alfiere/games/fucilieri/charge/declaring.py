"""Chapter 3.3.1: who may charge whom, and the charges that a command declares before it carries them out."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from alfiere.battles.deed import Deed
from alfiere.battles.marks import Line
from alfiere.battles.standing import enemies_within
from alfiere.games.fucilieri.charge.closing import apart, charge_allowance, course, front_of, held_ground
from alfiere.games.fucilieri.fire.sight import sees
from alfiere.games.fucilieri.fire.targets import why_no_fire
from alfiere.games.fucilieri.orders.demands import is_obliged, is_weak, may_charge
from alfiere.games.fucilieri.state.battle import FucilieriGame, State
from alfiere.games.fucilieri.state.standing import is_engaged, zone_of
from alfiere.games.fucilieri.state.unit import OPEN, OUT_OF_RADIUS, SKIRMISHERS, Unit
from alfiere.games.fucilieri.told.charge import ChargeDeclared
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn, shot
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table.fronts import edge_of, far_ahead

DECLARE: Final = "declare-charges"
NO_MORE: Final = "no-more-charges"
RULES: Final = ("fucilieri.3.3.1.1",)


class Declared(NamedTuple):
    """A charge that was declared and not yet carried out; the pose is that of the target."""

    unit: str
    target: str
    edge: str  # the zone of the target from which it comes, fucilieri.3.3.1.9
    began: int  # how far it was from it
    x: int
    y: int
    heading: int


CHARGES: Final = Line("charge", Declared)  # in State.named
ALL_DECLARED: Final = "all declared"  # there too, when a command has declared what it wants


def declared(s: State) -> list[Declared]:
    """The charges declared and not yet carried out."""
    return CHARGES.among(s.named)


# Who may charge, and whom


def why_no_charge(s: State, unit: Unit) -> Objection | None:
    """Why a unit may charge nobody (fucilieri.3.3.1.2, .3.3.1.3)."""
    about = {"unit": unit.id}
    if unit.base not in s.tables.formations[unit.formation].charges or unit.post:
        return because("formation-does-not-charge", "fucilieri.3.3.1.3", **about)
    if is_engaged(unit):
        return because("is-engaged", "fucilieri.3.3.1.2", **about)
    if unit.is_demoralised or unit.is_falling_back:
        return because("is-demoralised", "fucilieri.4.1.4b", **about)
    if unit.is_disorganised and not unit.has_bloodlust:
        return because("is-disorganised", "fucilieri.4.1.3b", **about)
    if OUT_OF_RADIUS.is_on(unit) and not unit.has_bloodlust:
        return because("out-of-radius", "fucilieri.3.1.5.2", **about)
    if any(one.unit == unit.id for one in declared(s)):
        return because("has-declared", "fucilieri.3.3.1.1", **about)
    return None


def why_not_at(s: State, unit: Unit, target: Unit) -> Objection | None:
    """Why it may not charge this enemy: its order, what he is, where he stands (.3.1.4, .3.3.1.4, .3.3.3.8)."""
    about = {"unit": unit.id, "target": target.id}
    found = may_charge(s, unit, target)
    if found is not None:
        return found
    if unit.profile.arm == SKIRMISHERS and unit.formation == OPEN and not is_weak(target):
        return because("no-prey-of-skirmishers", "fucilieri.3.3.1.4", **about)
    if unit.is_horse and is_out_of_horses_reach(s, unit, target):
        return because("no-ground-for-horses", "fucilieri.3.3.3.8", **about)
    return None


def is_out_of_horses_reach(s: State, unit: Unit, target: Unit) -> bool:
    """In a building, in a wood, or right behind a wall or entrenchment (fucilieri.3.3.3.8)."""
    if target.post:
        return True
    here = s.base(target).outline
    woods = (one for one in s.ground.touched(here) if one.effect.bars_cavalry_charge)
    if any(s.ground.share_inside(one.id, here) > Fraction(1, 2) for one in woods):
        return True
    return any(one.effect.bars_cavalry_charge for one in s.ground.between(here, unit.pose.point))


def is_ahead(s: State, unit: Unit, target: Unit) -> bool:
    """Whether some part of a target is in its front zone; open order has it all round (fucilieri.3.3.1.5, .0.9)."""
    if not unit.has_flanks:
        return True
    return far_ahead(edge_of(s.base(unit)), held_ground(s, target), s.tables.angles.zone) is not None


def why_not_reached(s: State, unit: Unit, target: Unit) -> Objection | None:
    """Why it cannot come to him: too far, not ahead, not seen, no way (.3.3.1.5-3.3.1.8)."""
    about = {"unit": unit.id, "target": target.id}
    left = charge_allowance(unit)
    if apart(s, unit, target) > left:
        return because("too-far-to-charge", "fucilieri.3.3.1.6c", **about)
    if not is_ahead(s, unit, target):
        return because("not-ahead", "fucilieri.3.3.1.5", **about)
    if not sees(s, unit, target):
        return because("not-seen", "fucilieri.3.3.1.5", **about)
    if course(s, unit, target, edge_struck(s, unit, target), left) is None:
        return because("no-way-to-charge", "fucilieri.3.3.1.7", **about)
    return None


def edge_struck(s: State, unit: Unit, target: Unit) -> str:
    """Front, flank or rear, by the zone of the target in which the middle of its front lies (fucilieri.3.3.1.9)."""
    return zone_of(s, target, front_of(s, unit))


class Charge(Deed[State, Unit]):
    """A charge at an enemy, declared (fucilieri.3.3.1.1)."""

    verb = "charge"
    rule = "fucilieri.3.3.1.1"
    is_free = True
    says = ("target",)

    def candidates(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """At every enemy near enough."""
        left = charge_allowance(who)
        near = {one.id for one in enemies_within(s, who, left)}
        near |= {one.id for one in s.foes(who.seat) if one.post and apart(s, who, one) <= left}
        return [self.at(who, foe) for foe in s.foes(who.seat) if foe.id in near]

    def at(self, who: Unit, foe: Unit) -> Option:
        """It as an option."""
        return Option(self.verb, {"unit": who.id, "target": foe.id}, (self.rule,))

    def options(self, s: State, who: Unit, means: int) -> Iterable[Option]:
        """The candidates without an objection; whether it can charge at all is asked once."""
        if why_no_charge(s, who) is not None:
            return ()
        return (one for one in self.candidates(s, who, means) if self.objection(s, who, one) is None)

    def objection(self, s: State, who: Unit, option: Option) -> Objection | None:
        """What speaks against it."""
        target = s.units[option["target"]]
        return why_no_charge(s, who) or why_not_at(s, who, target) or why_not_reached(s, who, target)

    def judged(self, s: State, who: Unit, args: Args) -> Option | Objection | None:
        """A charge that was not listed, or why it is not allowed."""
        target = s.units.get(str(args.get("target")))
        if target is None or not target.is_on or target.seat == who.seat:
            return None
        option = self.at(who, target)
        return self.objection(s, who, option) or option

    def sketch(self, s: State, decision: Decision, option: Option) -> list[Drawn] | None:
        """A line to the target."""
        return [shot(s.units[option["unit"]].pose.point, s.units[option["target"]].pose.point)]

    def do(self, g: FucilieriGame, who: Unit, option: Option) -> None:
        """It is declared."""
        declare(g, who, g.state.units[option["target"]])


CHARGE: Final = Charge()


def declare(g: FucilieriGame, unit: Unit, target: Unit, *, is_bound: bool = False) -> None:
    """A charge is declared; which edge it strikes is settled now (fucilieri.3.3.1.9)."""
    s = g.state
    edge = edge_struck(s, unit, target)
    s.named.append(CHARGES.written(Declared(unit.id, target.id, edge, apart(s, unit, target), *target.pose)))
    rules = ("fucilieri.3.3.1.10" if is_bound else "fucilieri.3.3.1.1", "fucilieri.3.3.1.9")
    g.tell(ChargeDeclared(unit.id, target.id, edge, is_bound, rules))


# All charges of a command


def declare_all(g: FucilieriGame, command: str) -> Procedure[None]:
    """Those in bloodlust first, who have no choice; then one after another until the owner wants no more (.3.3.1.1)."""
    yield from _declare_bloodlust(g, command)
    while True:
        s = g.state
        options = [option for unit in s.units_of(command) for option in CHARGE.options(s, unit, 0)]
        if not options:
            return
        if not any(is_bound_to_charge(s, s.units[option["unit"]]) for option in options):
            options.insert(0, Option(NO_MORE, {}, RULES))
        seat = s.commands[command].seat
        chosen = yield Decision(
            seat, DECLARE, options, {"command": command}, RULES, free=lambda *said: _judged(g, command, *said)
        )
        if chosen.key == NO_MORE:
            return
        yield from CHARGE.perform(g, g.state.units[chosen["unit"]], chosen)


def _judged(g: FucilieriGame, command: str, key: str, args: Args) -> Option | Objection | None:
    unit = g.state.units.get(str(args.get("unit")))
    if key == NO_MORE:
        obliged = next((one for one in g.state.units_of(command) if is_bound_to_charge(g.state, one)), None)
        return None if obliged is None else because("must-charge", "fucilieri.3.1.4.3", unit=obliged.id)
    if key != CHARGE.verb or unit is None or not unit.is_on or unit.command != command:
        return None
    return CHARGE.judged(g.state, unit, args) if CHARGE.understands(args, "unit") else None


def is_bound_to_charge(s: State, unit: Unit) -> bool:
    """Whether Attack leaves it nothing but a charge: at short distance, able to charge, unable to fire (.3.1.4.3)."""
    if not is_obliged(s, unit) or why_no_fire(s, unit) is None:
        return False
    return any(True for _ in CHARGE.options(s, unit, 0))


def _declare_bloodlust(g: FucilieriGame, command: str) -> Procedure[None]:
    """Each in bloodlust charges the nearest enemy it can reach; of equally near ones its owner chooses (.3.3.1.10)."""
    for id in [one.id for one in g.state.units_of(command) if one.has_bloodlust]:
        s = g.state
        unit = s.units[id]
        options = list(CHARGE.options(s, unit, 0))
        if not options:
            continue
        far = {option["target"]: apart(s, unit, s.units[option["target"]]) for option in options}
        options = [option for option in options if far[option["target"]] == min(far.values())]
        chosen = options[0]
        if len(options) > 1:
            about = {"unit": id}
            chosen = yield Decision(unit.seat, "nearest-to-charge", options, about, ("fucilieri.3.3.1.10",))
        declare(g, g.state.units[id], g.state.units[chosen["target"]], is_bound=True)
