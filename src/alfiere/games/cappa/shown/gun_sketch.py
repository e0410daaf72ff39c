"""What to draw while a player thinks about a gun: its sector of fire, whom it threatens, where the wall is struck."""

from __future__ import annotations

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.combat.grenades import exposed
from alfiere.games.cappa.ground.gun_places import base_at
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Gun, SkirmishState
from alfiere.kernel import drawing
from alfiere.kernel.decision import Option
from alfiere.kernel.drawing import Drawn
from alfiere.table.headings import offset
from alfiere.table.sectors import front_edge, sector
from alfiere.table.shapes import Outline, base

AIMING = ("fire-gun", "turn-gun", "unlimber-gun", "shift-gun", "load-gun")


def gun_sketch(s: SkirmishState, option: Option) -> list[Drawn]:
    """The sector as it would be after the option, and with a shot who is in danger."""
    gun = s.guns.get(str(option.get("gun") or ""))
    if gun is None or gun.id not in s.things:
        return []
    drawn = [drawing.sector(_sector_after(s, gun, option).points)]
    if option.key != "fire-gun":
        return drawn
    if gun.charge == gunnery.CANISTER:
        inside, outside = gunnery.canister_victims(s, gun)
        return drawn + drawing.threat(one.id for one in (*inside, *outside))
    left, right = front_edge(base_at(s.things[gun.id]))
    muzzle = (left[0] + right[0]) // 2, (left[1] + right[1]) // 2
    if gun.charge == gunnery.ROUND_SHOT:
        aims = [one for one in gunnery.structures_of(s, gun) if one.name == option.get("target")]
        return drawn + [drawing.shot(muzzle, one.at) for one in aims]
    x, y = option["to"]
    blast = tables().guns[s.things[gun.id].kind].blast
    drawn += [drawing.shot(muzzle, (x, y)), drawing.ring((x, y), blast)]
    return drawn + drawing.threat(one.id for one in exposed(s, x, y, blast))


def _sector_after(s: SkirmishState, gun: Gun, option: Option) -> Outline:
    """Where the gun would fire with the charge it has or would get."""
    placed = base_at(s.things[gun.id])
    dx, dy = offset(placed.pose.heading, int(option.get("by") or 0))
    heading = option.get("heading")
    facing = placed.pose.heading if heading is None else int(heading)
    placed = base(gun.id, placed.shape, placed.pose.x + dx, placed.pose.y + dy, facing)
    weapon, charge = gunnery.weapon_of(s, gun), option.get("charge") or gun.charge or gunnery.charges(s, gun)[0]
    assert weapon.short is not None
    assert weapon.long is not None
    spread = 10 * tables().numbers.canister_spread if charge == gunnery.CANISTER else 0
    return sector(placed, weapon.short.um if charge == gunnery.SHELL else 0, weapon.long.um, spread)
