"""What a shot of a gun may bring, with its exact odds: how many are hit and hurt, or how likely a wall is breached."""

from __future__ import annotations

from fractions import Fraction

from alfiere.games.cappa.artillery import gunnery
from alfiere.games.cappa.combat.grenades import blast_armour, exposed
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.odds import each_once, faces
from alfiere.games.cappa.state.state import Gun, SkirmishState
from alfiere.kernel.decision import Option
from alfiere.kernel.event import Tally
from alfiere.kernel.odds import added, at_most
from alfiere.kernel.prospect import Prospect


def gun_prospects(s: SkirmishState, option: Option) -> list[Prospect]:
    """Of the shot itself; splinters come only if the wall gives way."""
    gun = s.guns.get(str(option.get("gun") or ""))
    if gun is None or not gun.crew:
        return []
    if gun.charge == gunnery.CANISTER:
        return _canister(s, gun)
    if gun.charge == gunnery.ROUND_SHOT:
        return _round_shot(s, gun, str(option.get("target")))
    return _shell(s, gun, option)


def _canister(s: SkirmishState, gun: Gun) -> list[Prospect]:
    inside, outside = gunnery.canister_victims(s, gun)
    people = [*inside, *outside]
    if not people:
        return []
    tally = gunnery.canister_tally(s, gun, people[0])
    armour = [gunnery.canister_armour(s, gun, one, people[0]) for one in people]
    return [_on_people(s, gun, tally, armour, gunnery.dice_of(s, gun, gunnery.CANISTER))]


def _shell(s: SkirmishState, gun: Gun, option: Option) -> list[Prospect]:
    x, y = option["to"]
    target = s.figures.get(str(option.get("target") or ""))
    level, weapon = (target.level if target is not None else 0), gunnery.weapon_of(s, gun)
    blast = tables().guns[s.things[gun.id].kind].blast
    armour = [blast_armour(s, one, x, y, weapon, level) for one in exposed(s, x, y, blast, level)]
    return [_on_people(s, gun, gunnery.shell_tally(s, gun), armour, gunnery.dice_of(s, gun, gunnery.SHELL))]


def _on_people(s: SkirmishState, gun: Gun, tally: Tally, armour: list[Tally], dice: int) -> Prospect:
    """A hit for each of the nearest, the rest are lost (cappa.5.3.3.h5)."""
    hits: dict[int, Fraction] = {}
    wounds: dict[int, Fraction] = {}
    among = faces(s, s.squads[gun.crew].seat)
    for number, likely in added([at_most(tally.total, among)] * dice).items():
        count = min(number, len(armour))
        hits[count] = hits.get(count, Fraction(0)) + likely
        for hurt, share in added(at_most(ca.total, among) for ca in armour[:count]).items():
            wounds[hurt] = wounds.get(hurt, Fraction(0)) + likely * share
    return Prospect("fire", gun.crew, each_once((tally, *armour[:dice])), hits, wounds, "wounds")


def _round_shot(s: SkirmishState, gun: Gun, target: str) -> list[Prospect]:
    """Whether there are hits enough for a breach (cappa.10.2.3j)."""
    aim = next((one for one in gunnery.structures_of(s, gun) if one.name == target), None)
    if aim is None:
        return []
    tally = gunnery.round_shot_tally(s, gun, aim)
    hits = added(
        [at_most(tally.total, faces(s, s.squads[gun.crew].seat))] * gunnery.dice_of(s, gun, gunnery.ROUND_SHOT)
    )
    needed = gunnery.hits_wanting(s, aim)
    breached = sum((likely for number, likely in hits.items() if number >= needed), Fraction(0))
    return [Prospect("fire", gun.crew, (tally,), hits, {0: 1 - breached, 1: breached}, "passed")]
