"""Chapter 10.1, the crew of a gun: how few can work it, when they leave it, who may take it over."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.engaged import are_fighting
from alfiere.games.cappa.ground.gun_places import gun_of, gunners, is_at, is_served, note_melee, outlines
from alfiere.games.cappa.people.impulses import Actor, OfSquad, bodies
from alfiere.games.cappa.sheets.characters import PLAIN
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import OFF, Figure, Gun, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.gun_events import GunAbandoned, GunManned
from alfiere.games.cappa.victory.firmness import judge
from alfiere.games.cappa.weaponry.wounds import eliminate
from alfiere.kernel.decision import Option

GUNNER = "artigliere"  # the sheet of who has learnt it


def least_crew(s: SkirmishState, gun: Gun) -> int:
    """The fewest gunners who can work a piece (cappa.10.1e)."""
    return tables().guns[s.things[gun.id].kind].crew[0]


def settle_guns(g: SkirmishGame) -> None:
    """When an action is over: crews too small, shaken or away from their gun leave it (cappa.10.1f, cappa.10.1g)."""
    s = g.state
    for gun in s.guns.values():
        if gun.crew and gun.id in s.things and not s.winner:
            rule = why_abandoned(s, gun)
            if rule:
                abandon(g, gun, rule)


def why_abandoned(s: SkirmishState, gun: Gun) -> str:
    """The rule by which a crew has lost its gun now; nothing while it keeps it."""
    squad = s.squads[gun.crew]
    if any(s.figures[name].where == OFF for name in squad.members):
        return ""
    here = gunners(s, squad)
    if len(here) < least_crew(s, gun):
        return "cappa.10.1f"
    if squad.shaken:
        return "cappa.10.1g"
    return "cappa.10.1.h6" if any(one.moved for one in here) and not is_served(s, gun) else ""


def forget_fire(s: SkirmishState) -> None:
    """A new turn: what hit a crew in the last one is forgotten, who is in melee still is (cappa.10.3c)."""
    for gun in s.guns.values():
        gun.under_fire = ""
        if gun.crew and are_fighting(s, gunners(s, s.squads[gun.crew])):
            note_melee(s, (gun.crew,))


def abandon(g: SkirmishGame, gun: Gun, rule: str) -> None:
    """The gunners are out of the game, and count as eliminated; the gun stays (cappa.10.1.h3)."""
    s = g.state
    squad, gun.crew = s.squads[gun.crew], ""
    g.tell(GunAbandoned(gun.id, squad.id, (rule,)))
    for one in gunners(s, squad):
        eliminate(g, one, rule)
    judge(g)


def lose_gun(g: SkirmishGame, loser: Actor) -> None:
    """A crew that loses a round of melee leaves its gun (cappa.10.1.h1)."""
    gun = gun_of(g.state, loser) if isinstance(loser, Squad) else None
    if gun is not None:
        abandon(g, gun, "cappa.10.1.h1")


# Another crew


def is_gunner(figure: Figure) -> bool:
    """Whether he can work a gun at all."""
    return figure.sheet.id.removesuffix(PLAIN) == GUNNER


class ManGun(OfSquad):
    """A crew without a gun, numerous enough, at one that nobody works (cappa.10.1.h2)."""

    verb = "man-gun"
    rule = "cappa.10.1.h2"

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        if gun_of(s, who) is not None:
            return
        here = [one for one in bodies(s, who) if is_gunner(one)]
        for gun in s.guns.values():
            if gun.crew or gun.id not in s.things or len(here) < least_crew(s, gun):
                continue
            if any(is_at(s, one, outlines(s, gun)) for one in here):
                yield Option("man-gun", {"figure": who.id, "gun": gun.id}, ("cappa.10.1.h2",))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        gun = g.state.guns[option["gun"]]
        gun.crew, gun.seat, gun.under_fire = who.id, who.seat, ""
        g.tell(GunManned(who.id, gun.id))
