"""Chapter 10.4.3, the animals before a limber under fire: whoever shoots at them lames the gun (cappa.10.4.3.h6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from alfiere.games.cappa.combat.fire import add_own, damage_of, may_shoot, range_of
from alfiere.games.cappa.combat.grenades import ghost
from alfiere.games.cappa.ground.ground import base_of, in_cover
from alfiere.games.cappa.ground.gun_places import base_at
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.people.impulses import Actor, OfAny, bodies
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.sheets.weapons import Band, Weapon
from alfiere.games.cappa.state.bought import bought_range
from alfiere.games.cappa.state.fortune import DAMAGE, TO_HIT, cast
from alfiere.games.cappa.state.state import Figure, Gun, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.gun_events import TeamShot
from alfiere.games.cappa.weaponry.ammunition import jam
from alfiere.games.cappa.weaponry.arms import discharge, missiles
from alfiere.kernel.decision import Option
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.measuring import gap

ANIMAL = "draught_animal"
RULES = ("cappa.10.4.3.h6", "cappa.5.1.7.h1")


class Aim(NamedTuple):
    """A shot at a team that is possible now."""

    gun: Gun
    code: str
    weapon: Weapon
    band: Band


def aims(s: SkirmishState, shooter: Figure) -> Iterator[Aim]:
    """Every enemy limber that still has animals, in range and in sight, with every weapon in hand."""
    if not may_shoot(s, shooter):
        return
    for gun in s.guns.values():
        if gun.seat == shooter.seat or not gun.animals or gun.limber not in s.things:
            continue
        limber = s.things[gun.limber]
        if not sees(s, shooter, ghost(shooter, limber.x, limber.y), {gun.id, gun.limber}):
            continue
        far = gap(base_of(s, shooter).outline, base_at(limber).outline)
        for code, weapon in missiles(shooter):
            band = weapon.band(far, more=bought_range(shooter))
            if band is not None and team_tally(s, shooter, weapon, band).total > 0:
                yield Aim(gun, code, weapon, band)


def team_tally(s: SkirmishState, shooter: Figure, weapon: Weapon, band: Band) -> Tally:
    """His Ti at this range, with what he himself brings (cappa.5.1.2b)."""
    tally = Tally("fire")
    tally.add(shooter.line.ti or 0, "Ti", "cappa.5.1.2a")
    tally.add(band.hit, range_of(weapon, band), "cappa.5.1.3b")
    add_own(s, shooter, weapon, tally)
    return tally


def team_armour(s: SkirmishState, shooter: Figure, aim: Aim) -> Tally:
    """The CA of a draught animal (cappa.t.mounts), and cover if there is any."""
    limber = s.things[aim.gun.limber]
    tally = Tally("armour")
    tally.add(terrain().mounts[ANIMAL].ca, "CA", "cappa.5.1.2c")
    tally.add(damage_of(s, aim.weapon, aim.band), range_of(aim.weapon, aim.band), "cappa.5.1.3i")
    if in_cover(s, shooter, ghost(shooter, limber.x, limber.y)):
        tables().fire.count("cover", tally)
    return tally


class ShootTeam(OfAny):
    """One who acts for himself, or one of a squad picked out for it (cappa.6.6c)."""

    verb = "shoot-team"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if not s.guns:
            return
        for one in bodies(s, who):
            for aim in aims(s, one):
                args: dict[str, Any] = {"figure": who.id, "vehicle": aim.gun.limber, "weapon": aim.code}
                if isinstance(who, Squad):
                    args |= {"shooter": one.id, "pa": tables().actions["squad_picked_shot"].pa}
                yield Option("shoot-team", args, RULES)

    def perform(self, g: SkirmishGame, who: Actor, option: Option) -> Procedure[None]:
        """To hit and for damage as at anybody; an animal is gone at its first wound."""
        s = g.state
        shooter = s.figures[option.get("shooter") or who.id]
        aim = next(
            one for one in aims(s, shooter) if (one.gun.limber, one.code) == (option["vehicle"], option["weapon"])
        )
        limber = s.things[aim.gun.limber]
        tally, armour = team_tally(s, shooter, aim.weapon, aim.band), team_armour(s, shooter, aim)
        roll, natural = yield from cast(g, shooter, TO_HIT, tally.total)
        is_hit = roll <= tally.total
        damage = (yield from cast(g, shooter, DAMAGE, armour.total)).score if is_hit else 0
        is_killed = is_hit and damage <= armour.total
        s = g.state
        gun = s.guns[aim.gun.id]
        gun.animals -= int(is_killed)
        shown = armour if is_hit else None
        g.tell(TeamShot(shooter.id, limber.id, aim.code, tally, roll, is_hit, shown, damage, is_killed, gun.animals))
        discharge(s, s.figures[shooter.id], aim.code, limber.x, limber.y)
        jam(g, s.figures[shooter.id], aim.code, natural)
