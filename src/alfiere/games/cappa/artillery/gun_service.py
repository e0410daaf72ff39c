"""Chapters 10.2 and 10.3, serving a gun: the actions of firing and loading, what is drawn for a shot, its odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from alfiere.games.cappa.artillery.gun_sight import flash_crew
from alfiere.games.cappa.artillery.gun_works import AimedWork
from alfiere.games.cappa.artillery.gunnery import (
    CANISTER,
    ROUND_SHOT,
    SHELL,
    canister_armour,
    canister_tally,
    canister_victims,
    charges,
    dice_of,
    fire_canister,
    fire_round_shot,
    fire_shell,
    hits_wanting,
    may_fire_canister,
    round_shot_tally,
    shell_tally,
    structures_of,
    weapon_of,
    why_no_shell,
)
from alfiere.games.cappa.combat.grenades import among_nearest, blast_armour, exposed
from alfiere.games.cappa.feats.collaboration import stake
from alfiere.games.cappa.ground.gun_places import FIREARMS, MELEE, base_at, crew_at, gun_of
from alfiere.games.cappa.movement.movement import is_place
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.odds import each_once, faces
from alfiere.games.cappa.state.state import Gun, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.gun_events import GunLoaded
from alfiere.kernel import drawing
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.drawing import Drawn
from alfiere.kernel.event import Tally
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.odds import added, at_most, yes_or_no
from alfiere.kernel.procedure import Procedure
from alfiere.kernel.prospect import Prospect
from alfiere.table.sectors import front_edge


class FireGun(AimedWork):
    """What a gun may fire at as it stands: canister ahead, round shot at the nearest wall, shells at enemies."""

    verb = "fire-gun"
    is_attack = True
    is_fire = True

    def possible(self, s: SkirmishState, who: Squad) -> Iterator[Option]:
        gun = gun_of(s, who)
        if gun is None or self.why_not_with(s, gun) is not None:
            return
        args: dict[str, Any] = {"figure": who.id, "gun": gun.id, "charge": gun.charge, "pa": stake(s, who)}
        if gun.charge == CANISTER and may_fire_canister(s, gun):
            yield Option("fire-gun", args, ("cappa.10.2a", "cappa.10.2.2b"))
        elif gun.charge == ROUND_SHOT:
            for one in structures_of(s, gun):
                yield Option("fire-gun", {**args, "target": one.name}, ("cappa.10.2a", "cappa.10.2.3b"))
        elif gun.charge == SHELL:
            for enemy in s.enemies(gun.seat):
                if why_no_shell(s, gun, (enemy.x, enemy.y), enemy) is None:
                    shot = {**args, "target": enemy.id, "to": [enemy.x, enemy.y]}
                    yield Option("fire-gun", shot, ("cappa.10.2a", "cappa.10.2.4c"))

    def needed(self, s: SkirmishState, who: Squad, option: Option) -> tuple[int, int]:
        gun = s.guns[option["gun"]]
        return len(crew_at(s, gun)), tables().guns[s.things[gun.id].kind].fire  # cappa.10.2b, cappa.10.2c

    def why_not_with(self, s: SkirmishState, gun: Gun) -> tuple[str, str] | None:
        if gun.is_spiked:
            return "gun-spiked", "cappa.10.1.h5"
        if gun.is_limbered:
            return "gun-limbered", "cappa.10.2.1b"
        if not gun.charge:
            return "gun-empty", "cappa.10.2.1a"
        if gun.under_fire == FIREARMS:
            return "gun-pinned", "cappa.10.2.1c"
        return None

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        """A shell may be aimed at any point of its sector (cappa.10.2.4c); all else is in the list."""
        gun = gun_of(s, who)
        is_point = args.get("target") is None and is_place(args.get("to"))
        if gun is None or gun.charge != SHELL or not is_point or self.why_not(s, who, args) or not stake(s, who):
            return super().judged(s, who, args)
        x, y = args["to"]
        why = why_no_shell(s, gun, (x, y), None)
        if why is not None:
            return because(*why, figure=who.id)
        return self.option(s, who, gun, "cappa.10.2a", "cappa.10.2.4c", charge=gun.charge, to=[x, y])

    def sketch(self, s: SkirmishState, decision: Decision, option: Option) -> list[Drawn]:
        """The sector of fire, who is in danger, where the wall is struck."""
        drawn = super().sketch(s, decision, option)
        if not drawn:
            return []
        gun = s.guns[option["gun"]]
        if gun.charge == CANISTER:
            inside, outside = canister_victims(s, gun)
            return drawn + drawing.threat(one.id for one in (*inside, *outside))
        left, right = front_edge(base_at(s.things[gun.id]))
        muzzle = (left[0] + right[0]) // 2, (left[1] + right[1]) // 2
        if gun.charge == ROUND_SHOT:
            aims = [one for one in structures_of(s, gun) if one.name == option.get("target")]
            return drawn + [drawing.shot(muzzle, one.at) for one in aims]
        x, y = option["to"]
        blast = tables().guns[s.things[gun.id].kind].blast
        drawn += [drawing.shot(muzzle, (x, y)), drawing.ring((x, y), blast)]
        return drawn + drawing.threat(one.id for one in exposed(s, x, y, blast))

    def prospects(self, s: SkirmishState, decision: Decision, option: Option) -> list[Prospect]:
        """Of the shot itself; splinters come only if the wall gives way."""
        gun = s.guns.get(str(option.get("gun") or ""))
        if gun is None or not gun.crew or not is_measured(s):
            return []
        if gun.charge == CANISTER:
            return _canister_prospects(s, gun)
        if gun.charge == ROUND_SHOT:
            return _round_shot_prospects(s, gun, str(option.get("target")))
        return _shell_prospects(s, gun, option)

    def perform(self, g: SkirmishGame, who: Squad, option: Option) -> Procedure[None]:
        gun = g.state.guns[option["gun"]]
        if not self.pooled(g, who, option, work="fire-gun", about=gun.id, rule="cappa.10.2c"):
            return
        charge, gun.charge = gun.charge, ""
        flash_crew(g.state, gun)
        if charge == CANISTER:
            yield from fire_canister(g, gun)
        elif charge == ROUND_SHOT:
            yield from fire_round_shot(g, gun, option["target"])
        else:
            x, y = option["to"]
            yield from fire_shell(g, gun, (x, y), g.state.figures.get(str(option.get("target"))))


def _canister_prospects(s: SkirmishState, gun: Gun) -> list[Prospect]:
    inside, outside = canister_victims(s, gun)
    people = [*inside, *outside]
    if not people:
        return []
    tally = canister_tally(s, gun, people[0])
    armour = [canister_armour(s, gun, one, people[0]) for one in people]
    return [_on_people(s, gun, tally, armour, dice_of(s, gun, CANISTER))]


def _shell_prospects(s: SkirmishState, gun: Gun, option: Option) -> list[Prospect]:
    x, y = option["to"]
    target = s.figures.get(str(option.get("target") or ""))
    level, weapon = (target.level if target is not None else 0), weapon_of(s, gun)
    blast = tables().guns[s.things[gun.id].kind].blast
    armour = [blast_armour(s, one, x, y, weapon, level) for one in exposed(s, x, y, blast, level)]
    return [_on_people(s, gun, shell_tally(s, gun), armour, dice_of(s, gun, SHELL))]


def _on_people(s: SkirmishState, gun: Gun, tally: Tally, armour: list[Tally], dice: int) -> Prospect:
    hits, wounds = among_nearest(tally, armour, dice, faces(s, s.squads[gun.crew].seat))
    return Prospect("fire", gun.crew, each_once((tally, *armour[:dice])), hits, wounds, "wounds")


def _round_shot_prospects(s: SkirmishState, gun: Gun, target: str) -> list[Prospect]:
    """Whether there are hits enough for a breach (cappa.10.2.3j)."""
    aim = next((one for one in structures_of(s, gun) if one.name == target), None)
    if aim is None:
        return []
    tally = round_shot_tally(s, gun, aim)
    among = faces(s, s.squads[gun.crew].seat)
    hits = added([at_most(tally.total, among)] * dice_of(s, gun, ROUND_SHOT))
    needed = hits_wanting(s, aim)
    breached = sum((likely for number, likely in hits.items() if number >= needed), Fraction(0))
    return [Prospect("fire", gun.crew, (tally,), hits, yes_or_no(breached), "passed")]


class LoadGun(AimedWork):
    """What it is loaded with is chosen now (cappa.10.2.1.h2)."""

    verb = "load-gun"

    def possible(self, s: SkirmishState, who: Squad) -> Iterator[Option]:
        gun = gun_of(s, who)
        if gun is None or self.why_not_with(s, gun) is not None:
            return
        for charge in charges(s, gun):
            if charge != gun.charge:
                yield self.option(s, who, gun, "cappa.10.3a", "cappa.10.2.1.h2", charge=charge)

    def needed(self, s: SkirmishState, who: Squad, option: Option) -> tuple[int, int]:
        gun = s.guns[option["gun"]]
        return len(crew_at(s, gun)), tables().guns[s.things[gun.id].kind].load  # cappa.10.3b

    def why_not_with(self, s: SkirmishState, gun: Gun) -> tuple[str, str] | None:
        """What it has in the barrel may be drawn and changed (cappa.10.2.1.h2)."""
        if gun.is_spiked:
            return "gun-spiked", "cappa.10.1.h5"
        if gun.under_fire:
            return "gun-fought" if gun.under_fire == MELEE else "gun-pinned", "cappa.10.3c"
        return None

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        gun = g.state.guns[option["gun"]]
        if self.pooled(g, who, option, work="load-gun", about=gun.id, rule="cappa.10.3b"):
            gun.charge = option["charge"]
            g.tell(GunLoaded(who.id, gun.id, gun.charge))
