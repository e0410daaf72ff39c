"""Chapters 2.1.h2 and 10.2.1, a gun is set up: its place and facing, its charge, its crew about it, its limber."""

from __future__ import annotations

from alfiere.battles.ground_forms import INWARDS
from alfiere.battles.zones import Zone, middle_first, nearest_first, spread
from alfiere.games.cappa.artillery.gunnery import charges
from alfiere.games.cappa.ground.ground import scene
from alfiere.games.cappa.ground.gun_places import FAR, RING, SPOKE, base_at, gun_of, outlines, posted
from alfiere.games.cappa.ground.visibility import known
from alfiere.games.cappa.movement.movement import is_place
from alfiere.games.cappa.scenario.battlefield import FOOT
from alfiere.games.cappa.scenario.gun_forms import LIMBER, UNLOADED, GunForm, gun_id
from alfiere.games.cappa.set_up.set_up_zones import RULES as WHY_NOT
from alfiere.games.cappa.set_up.set_up_zones import zone_of
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.state.state import OFF, ON, Gun, SkirmishGame, SkirmishState, Squad, Thing
from alfiere.games.cappa.told.events import Entered
from alfiere.games.cappa.told.gun_events import GunLoaded, GunMoved
from alfiere.kernel.decision import Args, Decision, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure, choose
from alfiere.table.headings import FULL_TURN, offset
from alfiere.table.room import rings
from alfiere.table.shapes import Base, Point, base
from alfiere.table.shapes import Rect as Rectangle

RULES = ("cappa.2.1.h2", "cappa.10.2.1.h3")
OFFERED = 8  # places, at the most
LATTICE = 100  # hundredths between the places that are tried
BEHIND = 150  # hundredths between a gun and its limber at the beginning


def _form_of(s: SkirmishState, squad: Squad) -> GunForm:
    forms = (one for side in s.scenario.sides.values() for one in side.squad if one.id == squad.id)
    found = next(forms).gun
    assert found is not None
    return found


def has_fixed_gun(s: SkirmishState, name: str) -> bool:
    """Whether a squad has a gun that the scenario puts at a place."""
    squad = s.squads.get(name)
    return squad is not None and gun_of(s, squad) is not None and _form_of(s, squad).at is not None


def set_up_gun(g: SkirmishGame, squad: Squad) -> Procedure[None]:
    """The piece first, then its charge, then the gunners in contact with it, the officer last."""
    s = g.state
    gun, form = gun_of(s, squad), _form_of(s, squad)
    assert gun is not None
    size = vehicle_base(form.piece)
    assert size is not None
    place, heading = form.at or (0, 0), 10 * form.faces % FULL_TURN
    table = Zone((0, 0, s.ground.width, s.ground.depth))
    if form.at is None or _fits(s, base(gun.id, Rectangle(*size), *place, heading), table):
        place, heading = yield from _choose_place(g, squad, form, zone_of(s, s.figures[squad.members[0]]))
    s = g.state
    s.things[gun.id] = Thing(gun.id, form.piece, *place, 0, "", heading=heading)
    g.tell(GunMoved(squad.id, gun.id, "set up", place, heading, RULES))
    yield from _first_charge(g, squad, s.guns[gun.id], form)
    _post_crew(g, s.squads[squad.id], s.guns[gun.id])
    if gun.limber:
        _place_limber(g, s.guns[gun.id], form)


def _fits(s: SkirmishState, placed: Base, zone: Zone) -> str:
    """Why a gun cannot be set up there; empty if it can."""
    if not zone.holds(placed.outline):
        return "set-up-zone"
    free = scene(s).journey(placed, 0, going=FOOT).stands(*placed.point) is None
    return "" if free else "set-up-taken"


def _choose_place(g: SkirmishGame, squad: Squad, form: GunForm, zone: Zone) -> Procedure[tuple[Point, int]]:
    """Said without knowing of whom one does not see; where one of those stands, as near as it fits (cappa.9.5.1.h3)."""
    s = known(g.state, squad.seat)
    size = vehicle_base(form.piece)
    assert size is not None
    facing = INWARDS[s.scenario.sides[squad.seat].edge]
    left, top, right, bottom = zone.rect
    lattice = [(x, y) for y in range(top, bottom + 1, LATTICE) for x in range(left, right + 1, LATTICE)]

    def placed(x: int, y: int, heading: int) -> Base:
        return base(gun_id(squad.id), Rectangle(*size), x, y, heading)

    room = [spot for spot in middle_first(lattice, zone.rect) if not _fits(s, placed(*spot, facing), zone)]
    assert room, f"no room for the gun of {squad.id}"
    options = [
        Option("set-up", {"figure": squad.id, "to": [x, y], "heading": facing}, RULES) for x, y in spread(room, OFFERED)
    ]

    def free(key: str, args: Args) -> Option | Objection | None:
        heading = args.get("heading", facing)
        if key != "set-up" or set(args) - {"figure", "to", "heading"} or args.get("figure") != squad.id:
            return None
        if not is_place(args.get("to")) or type(heading) is not int:
            return None
        x, y = args["to"]
        why = _fits(s, placed(x, y, heading % FULL_TURN), zone)
        if why:
            return because(why, WHY_NOT[why], figure=squad.id)
        return Option("set-up", {"figure": squad.id, "to": [x, y], "heading": heading % FULL_TURN}, RULES)

    chosen = yield Decision(squad.seat, "set-up", options, {"figure": squad.id}, RULES, free=free)
    (x, y), heading = chosen["to"], chosen["heading"]
    clear = (
        spot for spot in [(x, y), *nearest_first(lattice, x, y)] if not _fits(g.state, placed(*spot, heading), zone)
    )
    return next(clear, (x, y)), heading


def _first_charge(g: SkirmishGame, squad: Squad, gun: Gun, form: GunForm) -> Procedure[None]:
    """Loaded, with canister or round shot as its player says (cappa.10.2.1.h3)."""
    ways = charges(g.state, gun)
    charge: str = form.charge
    if charge == UNLOADED:
        return
    if not charge:
        options = [Option("load-gun", {"figure": squad.id, "gun": gun.id, "charge": one}, RULES) for one in ways]
        about = {"figure": squad.id, "gun": gun.id}
        charge = (yield from choose(squad.seat, "load-first", options, about, RULES))["charge"]
    g.state.guns[gun.id].charge = charge
    g.tell(GunLoaded(squad.id, gun.id, charge, RULES))


def _post_crew(g: SkirmishGame, squad: Squad, gun: Gun) -> None:
    """In contact with the piece, at its sides and behind it."""
    s = g.state
    here = [one for one in map(s.figures.__getitem__, squad.members) if one.where == OFF]
    here.sort(key=lambda one: one.id == squad.leader)
    thing = s.things[gun.id]
    size = vehicle_base(thing.kind)
    assert size is not None
    wide, deep = size
    spots = ((0, wide), (0, -wide), (-deep, wide // 2), (-deep, -wide // 2), (-deep, 0))
    wanted: dict[str, Point] = {}
    for number, one in enumerate(here):
        dx, dy = offset(thing.heading, *spots[number % len(spots)])
        wanted[one.id] = thing.x + dx, thing.y + dy
    places = posted(s, here, outlines(s, gun), wanted, ())
    for one in here:
        assert one.id in places, f"no room for {one.id}"
        one.x, one.y = places[one.id]
        one.where = ON
        g.tell(Entered(one.id, (one.x, one.y), RULES))


def _place_limber(g: SkirmishGame, gun: Gun, form: GunForm) -> None:
    """Where the scenario puts it, or behind the gun as near as there is room."""
    s = g.state
    thing, size = s.things[gun.id], vehicle_base(LIMBER)
    assert size is not None
    heading = (thing.heading + FULL_TURN // 2) % FULL_TURN
    deep = base_at(thing).shape[1] // 2 + size[1] // 2 + BEHIND  # type: ignore[misc]
    dx, dy = offset(thing.heading, -deep)
    want = form.limber or (thing.x + dx, thing.y + dy)
    for x, y in rings(*want, FAR, RING, SPOKE):
        placed = base(gun.limber, Rectangle(*size), x, y, heading)
        if scene(s).journey(placed, 0, going=FOOT).stands(x, y) is None:
            s.things[gun.limber] = Thing(gun.limber, LIMBER, x, y, 0, "", heading=heading)
            g.tell(GunMoved(gun.crew, gun.limber, "set up", (x, y), heading, RULES))
            return
    gun.limber = ""
