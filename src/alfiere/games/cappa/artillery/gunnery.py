"""Chapter 10.2, fire of a gun: canister, round shot, shells, splinters."""

from __future__ import annotations

from alfiere.games.cappa.artillery.gun_sight import add_sky, at_piece, reaches, reaches_point
from alfiere.games.cappa.combat.bursts import Blast, apply_burst, fall
from alfiere.games.cappa.combat.fire import Hit, is_kept_by_melee, range_of
from alfiere.games.cappa.combat.grenades import GRENADE, blast_armour, exposed, ghost, is_covered, with_posture
from alfiere.games.cappa.combat.reactions import SHOOT_BACK, apply_answer, react, react_as_squad, roll_answer
from alfiere.games.cappa.combat.volleys import Volley, aim_at, roll_volley
from alfiere.games.cappa.ground import structures
from alfiere.games.cappa.ground.ground import (
    base_of,
    cover_against,
    gap_to_point,
    ground_level,
    is_open_line,
    sees_past_ground,
)
from alfiere.games.cappa.ground.gun_places import base_at, crew_at
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.morale.morale import after_attack
from alfiere.games.cappa.morale.morale_tests import in_ranks_of
from alfiere.games.cappa.movement.carts import spill
from alfiere.games.cappa.scenario.ground_changes import Breach, as_line, base_piece
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.sheets.weapons import Band, Weapon, weapons
from alfiere.games.cappa.state.dice import d10
from alfiere.games.cappa.state.state import Figure, Gun, SkirmishGame, SkirmishState, Squad
from alfiere.games.cappa.told.events import ShotLost
from alfiere.games.cappa.told.gun_events import GroundChanged, GunFired, RoundShotFired
from alfiere.games.cappa.weaponry.blows import armour_class
from alfiere.games.cappa.weaponry.wounds import Harm
from alfiere.kernel.event import Tally
from alfiere.kernel.procedure import Procedure
from alfiere.table.measuring import gap, holds, nearest_point
from alfiere.table.sectors import front_edge, is_in_sector, sector
from alfiere.table.shapes import Outline, Point

CANISTER, ROUND_SHOT, SHELL, SPLINTERS = "canister", "round shot", "shell", "splinters"
BATTERING = "battering"
EIGHTHS = (4, 0, 8, 2, 6, 1, 3, 5, 7)  # points of the front edge from which a line of fire is tried, the middle first


# The piece


def weapon_of(s: SkirmishState, gun: Gun) -> Weapon:
    """Its row in the table of weapons."""
    return weapons()[terrain().guns[s.things[gun.id].kind].weapon]


def charges(s: SkirmishState, gun: Gun) -> tuple[str, ...]:
    """With what it can be loaded: howitzers and mortars with shells, others never (cappa.10.2.2a, cappa.10.0d)."""
    row = tables().guns[s.things[gun.id].kind]
    return (SHELL,) if row.shell else (CANISTER, ROUND_SHOT)


def dice_of(s: SkirmishState, gun: Gun, charge: str) -> int:
    """How many dice are rolled to hit (cappa.10.2.2f, cappa.10.2.3d, cappa.10.2.4d)."""
    row = tables().guns[s.things[gun.id].kind]
    return {CANISTER: row.canister, ROUND_SHOT: row.round_shot, SHELL: row.shell}[charge]


def ti_of(s: SkirmishState, gun: Gun) -> int:
    """What its gunners shoot with, not an officer (cappa.10.2.1.h4)."""
    return max((one.line.ti or 0 for one in crew_at(s, gun)), default=0)


# Canister


def canister_sector(s: SkirmishState, gun: Gun) -> Outline:
    """The trapezium before the muzzle, as long as the range (cappa.geo.19)."""
    weapon = weapon_of(s, gun)
    assert weapon.long is not None
    return sector(base_at(s.things[gun.id]), 0, weapon.long.um, 10 * tables().numbers.canister_spread)


def muzzle_for(s: SkirmishState, gun: Gun, figure: Figure) -> Point | None:
    """A point of the front edge from which nothing solid hides somebody (cappa.10.2.2.h5)."""
    (ax, ay), (bx, by) = front_edge(base_at(s.things[gun.id]))
    spots = [(ax + (bx - ax) * part // 8, ay + (by - ay) * part // 8) for part in EIGHTHS]
    nx, ny = nearest_point(Outline(((ax, ay), (bx, by))), figure.x, figure.y)
    return next((spot for spot in (*spots, (round(nx), round(ny))) if is_open_line(s, spot, figure)), None)


def gap_to_gun(s: SkirmishState, gun: Gun, figure: Figure) -> int:
    """Base to base (cappa.10.2.2g)."""
    return gap(base_at(s.things[gun.id]).outline, base_of(s, figure).outline)


def canister_victims(s: SkirmishState, gun: Gun) -> tuple[list[Figure], list[Figure]]:
    """Everybody whom canister may strike, friends too: in the sector, and then others of squads of which one is in it.

    Each nearest first; never its own crew (cappa.10.2.2.h1, cappa.10.2.2.h4).
    """
    ground, weapon = canister_sector(s, gun), weapon_of(s, gun)
    crew = s.squads[gun.crew].members if gun.crew else []
    near = [one for one in s.standing() if one.id not in crew and weapon.band(gap_to_gun(s, gun, one)) is not None]
    near = reaches(s, gun, [one for one in near if muzzle_for(s, gun, one) is not None])
    near.sort(key=lambda one: (gap_to_gun(s, gun, one), one.id))
    inside = [one for one in near if is_in_sector(ground, base_of(s, one).outline)]
    squads = {one.squad for one in inside if one.squad}
    return inside, [one for one in near if one.squad in squads and one not in inside]


def may_fire_canister(s: SkirmishState, gun: Gun) -> bool:
    """At characters only, one of them with his centre in the sector; nobody there in melee (cappa.10.2.2d)."""
    inside, _ = canister_victims(s, gun)
    ground, weapon = canister_sector(s, gun), weapon_of(s, gun)
    if not any(one.seat != gun.seat for one in inside) or not any(holds(ground.points, one.x, one.y) for one in inside):
        return False
    if canister_tally(s, gun, inside[0]).total <= 0:
        return False  # cappa.5.1.3h
    return not any(  # cappa.5.1.5.h1, also where a wall would save him
        is_kept_by_melee(s, one)
        and is_in_sector(ground, base_of(s, one).outline)
        and weapon.band(gap_to_gun(s, gun, one)) is not None
        for one in s.standing()
    )


def band_of(s: SkirmishState, gun: Gun, distance: int) -> Band:
    """Short or long range."""
    band = weapon_of(s, gun).band(distance)
    assert band is not None  # it is in range
    return band


def canister_tally(s: SkirmishState, gun: Gun, first: Figure) -> Tally:
    """The gunners' Ti at the range of the nearest who is struck (cappa.10.2.2.h2, cappa.5.3.3.h11)."""
    return _ranged(s, gun, gap_to_gun(s, gun, first), "cappa.10.2.2f")


def _ranged(s: SkirmishState, gun: Gun, distance: int, rule: str) -> Tally:
    tally = Tally("fire")
    tally.add(ti_of(s, gun), "Ti", rule)
    band = band_of(s, gun, distance)
    tally.add(band.hit, range_of(weapon_of(s, gun), band), "cappa.5.1.3b")
    add_sky(s, weapon_of(s, gun), tally)
    return tally


def canister_armour(s: SkirmishState, gun: Gun, victim: Figure, first: Figure) -> Tally:
    """His own CA and posture; of cover only what is rigid counts (cappa.10.2.2j)."""
    tally = Tally("armour")
    tally.add(armour_class(s, victim), "CA", "cappa.5.1.2c")
    band = band_of(s, gun, gap_to_gun(s, gun, first))
    tally.add(band.damage, range_of(weapon_of(s, gun), band), "cappa.5.1.3i")
    if is_behind_cover(s, gun, victim):
        tables().fire.count("cover", tally)
    return with_posture(s, victim, ground_level(s, s.things[gun.id].x, s.things[gun.id].y), tally)


def is_behind_cover(s: SkirmishState, gun: Gun, victim: Figure) -> bool:
    """Whether something rigid covers him against the muzzle (cappa.10.2.2e, cappa.10.2.2j)."""
    muzzle = muzzle_for(s, gun, victim)
    return muzzle is not None and cover_against(s, muzzle, victim, rigid=True) != ""


def fire_canister(g: SkirmishGame, gun: Gun) -> Procedure[None]:
    """At all in the sector (cappa.10.2.2f)."""
    s = g.state
    inside, outside = canister_victims(s, gun)
    people = [*inside, *outside]
    if not people:
        return
    first = people[0]
    tally = canister_tally(s, gun, first)

    def order(one: Figure) -> int:  # those outside come when every one inside has his hit
        return gap_to_gun(s, gun, one) + (FAR if one in outside else 0)

    blast = Blast(
        gun.seat,
        gun.crew,
        order,
        lambda one: canister_armour(s, gun, one, first),
        lambda one: is_behind_cover(s, gun, one),
    )
    at = (s.things[gun.id].x, s.things[gun.id].y)
    harms = yield from _burst(g, gun, CANISTER, at, blast, people, tally, dice_of(s, gun, CANISTER))
    yield from after_attack(g, harms)


FAR = 1 << 20  # farther than any table is wide


def _burst(
    g: SkirmishGame,
    gun: Gun,
    charge: str,
    at: Point,
    blast: Blast,
    people: list[Figure],
    tally: Tally,
    count: int,
) -> Procedure[list[Harm]]:
    """The dice to hit, a hit for each of the nearest, the dice for damage, and what they have done."""
    dice = tuple(d10(g, gun.seat) for _ in range(count))
    struck = yield from fall(g, blast, people, sum(1 for one in dice if one <= tally.total))
    g.tell(GunFired(blast.who, gun.id, charge, at, tally, dice, *struck.told, FIRED[charge]))
    return (yield from apply_burst(g, struck, blast))


FIRED = {
    CANISTER: ("cappa.10.2.2f", "cappa.10.2.2g"),
    SHELL: ("cappa.10.2.4d", "cappa.10.2.4f"),
    SPLINTERS: ("cappa.10.2.3k", "cappa.10.2.3.h4"),
}


# Round shot


def structures_of(s: SkirmishState, gun: Gun) -> list[structures.StructureAhead]:
    """What round shot may be aimed at now (cappa.10.2.3a), not farther away than one sees (cappa.9.5d)."""
    found = structures.targets(s, gun, base_at(s.things[gun.id]), weapon_of(s, gun))
    return [one for one in found if reaches_point(s, gun, one.at) and round_shot_tally(s, gun, one).total > 0]


def round_shot_tally(s: SkirmishState, gun: Gun, aim: structures.StructureAhead) -> Tally:
    """The gunners' Ti at the range of the wall (cappa.10.2.3d)."""
    return _ranged(s, gun, aim.ahead, "cappa.10.2.3d")


def _wall(aim: structures.StructureAhead) -> str:
    return f"{aim.name}/{aim.edge}"


def hits_wanting(s: SkirmishState, aim: structures.StructureAhead) -> int:
    """The hits that a shot must score (cappa.10.2.3.h2), less what earlier ones did by battering (cappa.10.2.3.h3)."""
    return aim.needed - s.battered.get(_wall(aim), 0)


def fire_round_shot(g: SkirmishGame, gun: Gun, target: str) -> Procedure[None]:
    """At a wall, which it may breach (cappa.10.2.3d)."""
    s = g.state
    aim = next((one for one in structures_of(s, gun) if one.name == target), None)
    if aim is None:
        return
    tally = round_shot_tally(s, gun, aim)
    dice = tuple(d10(g, gun.seat) for _ in range(dice_of(s, gun, ROUND_SHOT)))
    hits = sum(1 for one in dice if one <= tally.total)
    needed = hits_wanting(s, aim)
    if any(s.scenario.special(BATTERING)):
        s.battered[_wall(aim)] = aim.needed - needed + hits
    is_breached = hits >= needed
    ti, crew = ti_of(s, gun), gun.crew  # before anybody falls
    g.tell(RoundShotFired(crew, gun.id, aim.name, aim.at, tally, dice, hits, needed, is_breached))
    if not is_breached:
        return
    _open(g, gun, aim)
    yield from splinters(g, gun, aim, ti)


def _open(g: SkirmishGame, gun: Gun, aim: structures.StructureAhead) -> None:
    """A way through for one on foot; a cart is broken up (cappa.10.2.3j, cappa.10.2.3.h1)."""
    s = g.state
    if aim.name in s.things:
        del s.things[aim.name]
        spill(s, aim.name, aim.at)
        for other in s.guns.values():
            if other.limber == aim.name:
                other.limber, other.is_limbered = "", False
        g.tell(GroundChanged(gun.crew, aim.name, "broken", aim.at, ("cappa.10.2.3.h1",)))
        return
    s.changed.append(as_line(Breach(aim.name, aim.edge, aim.start, aim.end)))
    s.battered.pop(_wall(aim), None)
    g.tell(GroundChanged(gun.crew, aim.name, "breached", aim.at, ("cappa.10.2.3j", "cappa.10.2.3.h6")))


def splinters(g: SkirmishGame, gun: Gun, aim: structures.StructureAhead, ti: int) -> Procedure[None]:
    """As a grenade that bursts in the breach, on both sides of it, with the gunners' own Ti (cappa.10.2.3k)."""
    s, weapon, (x, y) = g.state, weapons()[GRENADE], aim.at
    tally = Tally("fire")
    tally.add(ti, "Ti", "cappa.10.2.3k")

    def covered(one: Figure) -> bool:
        return base_piece(cover_against(s, (x, y), one)) not in ("", base_piece(aim.name))

    def armour(one: Figure) -> Tally:
        found = Tally("armour")
        found.add(armour_class(s, one), "CA", "cappa.5.1.2c")
        assert weapon.short is not None
        found.add(weapon.short.damage, "splinters", "cappa.10.2.3.h4")
        if covered(one):
            tables().fire.count("cover", found)
        return with_posture(s, one, ground_level(s, x, y), found)

    blast = Blast(gun.seat, gun.crew, lambda one: gap_to_point(s, one, x, y), armour, covered)
    people = exposed(s, x, y, weapon.blast)
    harms = yield from _burst(g, gun, SPLINTERS, (x, y), blast, people, tally, weapon.dice)
    yield from after_attack(g, harms)


# Shells


def shell_sector(s: SkirmishState, gun: Gun) -> Outline:
    """The strip between the least and the greatest range (cappa.geo.21)."""
    weapon = weapon_of(s, gun)
    assert weapon.short is not None
    assert weapon.long is not None
    return sector(base_at(s.things[gun.id]), weapon.short.um, weapon.long.um)


def why_no_shell(s: SkirmishState, gun: Gun, place: Point, target: Figure | None) -> tuple[str, str] | None:
    """Why a shell cannot be aimed there: sector, range, sight, melee (cappa.10.2.4b-cappa.10.2.4i)."""
    spot = base_of(s, target).outline if target is not None else Outline((place,))
    ground = shell_sector(s, gun)
    if not (is_in_sector(ground, spot) if target is not None else holds(ground.points, *place)):
        return "gun-sector", "cappa.10.2.4b"
    if weapon_of(s, gun).band(gap(Outline(front_edge(base_at(s.things[gun.id]))), spot)) is None:
        return "gun-range", "cappa.10.2.4c"
    if not any(_spots(s, gun, one, place, target) for one in at_piece(s, gun)):
        return "gun-unseen", "cappa.10.2.4i"
    if target is None and not reaches_point(s, gun, place):
        return "gun-unseen", "cappa.9.5d"
    if shell_tally(s, gun).total <= 0:
        return "no-chance", "cappa.5.1.3h"
    blast = tables().guns[s.things[gun.id].kind].blast
    if any(is_kept_by_melee(s, one) for one in exposed(s, *place, blast, target.level if target else 0)):
        return "grenade-melee", "cappa.5.1.5.h1"
    return None


def _spots(s: SkirmishState, gun: Gun, gunner: Figure, place: Point, target: Figure | None) -> bool:
    """Whether a gunner sees the target; neither his mates nor his own gun are in his way (cappa.geo.35)."""
    if target is None:
        return sees_past_ground(s, gunner, ghost(gunner, *place))
    squad = in_ranks_of(s, target)
    through = {gun.id, *s.squads[gun.crew].members, *(squad.members if squad is not None else ())}
    return sees(s, gunner, target, through)


def shell_tally(s: SkirmishState, gun: Gun) -> Tally:
    """The gunners' Ti, with no modifier but that of the weather (cappa.10.2.4.h3, cappa.5.3.3.h11)."""
    tally = Tally("fire")
    tally.add(ti_of(s, gun), "Ti", "cappa.10.2.4d")
    add_sky(s, weapon_of(s, gun), tally)
    return tally


def fire_shell(g: SkirmishGame, gun: Gun, place: Point, target: Figure | None) -> Procedure[None]:
    """Its main target may react; whoever evades it is followed, if he can still be aimed at (cappa.2.2.2.h6)."""
    s, harms = g.state, list[Harm]()
    crew, answers = s.squads[gun.crew], list[Hit | Volley]()
    if target is not None:
        answers = yield from _answer_shell(g, gun, crew, target)
        place = target.x, target.y
    if target is None or why_no_shell(s, gun, place, target) is None:
        harms += yield from _burst_shell(g, gun, place, target.level if target is not None else 0)
    else:
        g.tell(ShotLost(crew.id, target.id))  # cappa.4.3.9j
    for answer in answers:
        harms += yield from apply_answer(g, answer, target.seat if target is not None else "")
    yield from after_attack(g, harms)


def _answer_shell(g: SkirmishGame, gun: Gun, crew: Squad, target: Figure) -> Procedure[list[Hit | Volley]]:
    """What the one aimed at does, or his squad as a body: shots at the crew, at the same time (cappa.5.1.h1)."""
    s = g.state
    eyes = [one for one in at_piece(s, gun) if _spots(s, gun, one, (target.x, target.y), target)]
    eye = min(eyes, key=lambda one: (gap(base_of(s, one).outline, base_of(s, target).outline), one.id))
    squad = s.squad_of(target)
    if squad is None:
        answer, code = yield from react(g, eye, target)
        return [(yield from roll_answer(g, target, eye, code))] if answer == SHOOT_BACK else []
    answer = yield from react_as_squad(g, squad, crew)
    line = aim_at(s, squad, crew) if answer == SHOOT_BACK else None
    return [(yield from roll_volley(g, squad, line, crew))] if line is not None else []


def _burst_shell(g: SkirmishGame, gun: Gun, place: Point, level: int) -> Procedure[list[Harm]]:
    """All within the blast are possible victims, whether the sector holds them or not (cappa.10.2.4e)."""
    s, weapon = g.state, weapon_of(g.state, gun)
    blast = Blast(
        gun.seat,
        gun.crew,
        lambda one: gap_to_point(s, one, *place),
        lambda one: blast_armour(s, one, *place, weapon, level),  # cappa.10.2.4g
        lambda one: is_covered(s, one, *place, level),
    )
    people = exposed(s, *place, tables().guns[s.things[gun.id].kind].blast, level)
    return (yield from _burst(g, gun, SHELL, place, blast, people, shell_tally(s, gun), dice_of(s, gun, SHELL)))
