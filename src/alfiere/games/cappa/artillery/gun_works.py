"""Chapter 10, what a crew does with its gun: together, with all its PA; and the sector of fire that is drawn for it."""

from __future__ import annotations

from typing import Any

from alfiere.games.cappa.artillery.gunnery import CANISTER, SHELL, charges, weapon_of
from alfiere.games.cappa.feats.collaboration import Pooled, stake
from alfiere.games.cappa.ground.gun_places import base_at, gun_of
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Gun, SkirmishState, Squad
from alfiere.kernel import drawing
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.table.headings import offset
from alfiere.table.sectors import sector
from alfiere.table.shapes import Outline, base


class GunWork(Pooled[Squad]):
    """A work of a crew at its gun."""

    of = Squad
    rule = "cappa.10.1a"
    melee_rule = "cappa.10.2.1.h1"

    def option(self, s: SkirmishState, who: Squad, gun: Gun, *rules: str, **args: Any) -> Option:
        """To do it now, with all the PA they have."""
        return Option(self.verb, {"figure": who.id, "gun": gun.id, **args, "pa": stake(s, who)}, rules)

    def why_not(self, s: SkirmishState, who: Squad, args: Args) -> tuple[str, str] | None:
        """Without a gun nothing; with it as it is."""
        gun = gun_of(s, who)
        return ("gun-none", "cappa.10.1a") if gun is None else self.why_not_with(s, gun)

    def why_not_with(self, s: SkirmishState, gun: Gun) -> tuple[str, str] | None:
        """What about the gun itself forbids it; the rest depends on the place."""
        return None


class AimedWork(GunWork):
    """One after which the gun fires elsewhere, or otherwise."""

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        """The sector of fire as it would be after the option."""
        gun = s.guns.get(str(option.get("gun") or ""))
        if gun is None or gun.id not in s.things or not is_measured(s):
            return []
        return [drawing.sector(_sector_after(s, gun, option).points)]


def _sector_after(s: SkirmishState, gun: Gun, option: Option) -> Outline:
    """Where the gun would fire with the charge it has or would get."""
    placed = base_at(s.things[gun.id])
    dx, dy = offset(placed.pose.heading, int(option.get("by") or 0))
    heading = option.get("heading")
    facing = placed.pose.heading if heading is None else int(heading)
    placed = base(gun.id, placed.shape, placed.pose.x + dx, placed.pose.y + dy, facing)
    weapon, charge = weapon_of(s, gun), option.get("charge") or gun.charge or charges(s, gun)[0]
    assert weapon.short is not None
    assert weapon.long is not None
    spread = 10 * tables().numbers.canister_spread if charge == CANISTER else 0
    return sector(placed, weapon.short.um if charge == SHELL else 0, weapon.long.um, spread)
