"""Chapter 10.4, moving a gun: turning, shifting by hand, limbering, unlimbering; and what is drawn by animals."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from alfiere.battles.ways_told import length_name, way_word, wind
from alfiere.games.cappa.artillery.gun_works import AimedWork, GunWork
from alfiere.games.cappa.feats.collaboration import stake
from alfiere.games.cappa.ground.ground import scene
from alfiere.games.cappa.ground.gun_places import base_at, crew_at, gun_of, is_at, outlines, posted
from alfiere.games.cappa.movement.carts import carry_along, is_loaded
from alfiere.games.cappa.movement.movement import count_move, shift
from alfiere.games.cappa.people.impulses import Actor, OfAny, bodies
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.scenario.battlefield import CART, DRY, FOOT
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.naming import words
from alfiere.games.cappa.state.state import Figure, Gun, SkirmishGame, SkirmishState, Squad, Thing
from alfiere.games.cappa.told.gun_events import GunMoved
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.table.field import Scene
from alfiere.table.headings import FULL_TURN, SCALE, cosine, divided, heading_of, offset, sine, turn_between
from alfiere.table.measuring import overlaps, within
from alfiere.table.shapes import Base, Outline, Point, Rect, base

TURNS = (150, -150, 300, -300, 450, -450)  # tenths of a degree that are offered
ROUND = tuple(range(0, FULL_TURN, 450))  # facings that are offered on unlimbering
BENDS = (0, 150, -150, 300, -300, 450, -450)  # tenths of a degree per um that are offered to a driver
STRIDE = 50  # hundredths between two looks at the way of a cart
ROOM = 200  # so far at the most a limber is drawn away from a gun that turns
LIMBER = "traino"
HALF_TURN = FULL_TURN // 2
SHIFTED, UNHOOKED = ("cappa.10.4.2a", "cappa.10.4.2.h1"), ("cappa.10.4.3d", "cappa.10.4.3.h5")


# Who works, and where they stand afterwards


class GunMove(GunWork):
    """All these actions cost the same (cappa.10.4a)."""

    def needed(self, s: SkirmishState, who: Squad, option: Option) -> tuple[int, int]:
        return _needed_to_move(s, s.guns[option["gun"]])


class AimedMove(AimedWork):
    """One after which it fires elsewhere, at the same cost."""

    def needed(self, s: SkirmishState, who: Squad, option: Option) -> tuple[int, int]:
        return _needed_to_move(s, s.guns[option["gun"]])


def _needed_to_move(s: SkirmishState, gun: Gun) -> tuple[int, int]:
    return len(crew_at(s, gun)), tables().guns[s.things[gun.id].kind].move


def repost(g: SkirmishGame, gun: Gun, people: list[Figure], turn: int, before: Point, rule: str) -> None:
    """Those who took part are put in contact again, each as he stood to the piece before (cappa.10.4.1b)."""
    s = g.state
    thing = s.things[gun.id]
    wanted = {one.id: _swung((one.x, one.y), before, (thing.x, thing.y), turn) for one in people}
    places = posted(s, people, outlines(s, gun), wanted, ())
    for one in people:
        place = places.get(one.id)
        if place is not None and place != (one.x, one.y):
            shift(g, one, place, "move", rule)


def _swung(place: Point, before: Point, after: Point, turn: int) -> Point:
    """Where a place comes to when all about one centre is turned and carried to another."""
    dx, dy = place[0] - before[0], place[1] - before[1]
    sin, cos = sine(turn), cosine(turn)
    return after[0] + divided(dx * cos - dy * sin, SCALE), after[1] + divided(dx * sin + dy * cos, SCALE)


def _put(g: SkirmishGame, who: Actor, thing: Thing, place: Point, heading: int, how: str, rule: str) -> None:
    thing.x, thing.y = place
    thing.heading = heading % FULL_TURN
    g.tell(GunMoved(who.id, thing.id, how, place, thing.heading, (rule, "cappa.10.4a")))


def _stands(s: SkirmishState, placed: Base, going: str, absent: Collection[str]) -> bool:
    """Whether a rectangle has room where it is."""
    return scene(s, absent).journey(placed, 0, going=going).stands(*placed.point) is None


# Turning


def _can_turn(s: SkirmishState, gun: Gun, heading: int) -> bool:
    """On the spot, round the centre; those who turn it step aside (cappa.10.4.1a)."""
    absent = {one.id for one in crew_at(s, gun)}
    return scene(s, absent).turned(gun.id, heading, FOOT) is None


class TurnGun(AimedMove):
    """Chapter 10.4.1: on the spot, up to 45 degrees."""

    verb = "turn-gun"

    def possible(self, s: SkirmishState, who: Squad) -> Iterator[Option]:
        gun = gun_of(s, who)
        if gun is None or gun.is_limbered:
            return
        for turn in TURNS:
            heading = (s.things[gun.id].heading + turn) % FULL_TURN
            if _can_turn(s, gun, heading):
                yield self.option(s, who, gun, "cappa.10.4.1a", heading=heading)

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        """Any facing up to 45 degrees away."""
        gun, heading = gun_of(s, who), args.get("heading")
        if gun is None or gun.is_limbered or type(heading) is not int or not stake(s, who):
            return super().judged(s, who, args)
        if turn_between(s.things[gun.id].heading, heading) > 10 * tables().numbers.gun_turn:
            return because("gun-turn", "cappa.10.4.1a", figure=who.id)
        if not _can_turn(s, gun, heading % FULL_TURN):
            return because("gun-room", "cappa.1.3a", figure=who.id)
        return self.option(s, who, gun, "cappa.10.4.1a", heading=heading % FULL_TURN)

    def spoken(self, s: SkirmishState, option: Option, language: str) -> dict[str, Any]:
        """How far it is turned, and whither."""
        turn = (option["heading"] - s.things[option["gun"]].heading + HALF_TURN) % FULL_TURN - HALF_TURN
        return {"way": way_word(words(language), "right" if turn > 0 else "left", length=f"{abs(turn) / 10:g}")}

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        s = g.state
        gun = s.guns[option["gun"]]
        people, thing = crew_at(s, gun), s.things[gun.id]
        if self.pooled(g, who, option, work="turn-gun", about=gun.id, rule="cappa.10.4.1a"):
            turn, place = option["heading"] - thing.heading, (thing.x, thing.y)
            _put(g, who, thing, place, option["heading"], "turned", "cappa.10.4.1a")
            repost(g, gun, people, turn, place, "cappa.10.4.1b")


# Shifting by hand


def _can_shift(s: SkirmishState, gun: Gun, by: int) -> bool:
    """Straight ahead or back, over no obstacle and into no difficult ground (cappa.10.4.2.h1, cappa.10.4.2.h2)."""
    placed = base_at(s.things[gun.id])
    dx, dy = offset(placed.pose.heading, by)
    absent = {gun.id, *(one.id for one in crew_at(s, gun))}
    reach = tables().lengths.shift + tables().lengths.tolerance
    trip = scene(s, absent).journey(placed, reach, going=FOOT + DRY)
    return trip.straight(placed.pose.x + dx, placed.pose.y + dy) is None


def _is_light(s: SkirmishState, gun: Gun) -> bool:
    return tables().guns[s.things[gun.id].kind].is_shifted and not gun.is_limbered  # cappa.10.4.2b


class ShiftGun(AimedMove):
    """Chapter 10.4.2: a light gun is pushed straight ahead or back."""

    verb = "shift-gun"

    def possible(self, s: SkirmishState, who: Squad) -> Iterator[Option]:
        gun = gun_of(s, who)
        if gun is None or not _is_light(s, gun):
            return
        far = tables().lengths.shift
        for by in (far, far // 2, -(far // 2), -far):
            if _can_shift(s, gun, by):
                yield self.option(s, who, gun, *SHIFTED, by=by)

    def why_not_with(self, s: SkirmishState, gun: Gun) -> tuple[str, str] | None:
        return None if _is_light(s, gun) else ("gun-heavy", "cappa.10.4.2b")

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        """Any distance up to 1 um."""
        gun, by = gun_of(s, who), args.get("by")
        if gun is None or not _is_light(s, gun) or type(by) is not int or not by or not stake(s, who):
            return super().judged(s, who, args)
        if abs(by) > tables().lengths.shift:
            return because("gun-shift", "cappa.10.4.2a", figure=who.id)
        if not _can_shift(s, gun, by):
            return because("gun-room", "cappa.10.4.2.h2", figure=who.id)
        return self.option(s, who, gun, *SHIFTED, by=by)

    def spoken(self, s: SkirmishState, option: Option, language: str) -> dict[str, Any]:
        told = length_name(abs(option["by"]), language)
        return {"way": way_word(words(language), "ahead" if option["by"] > 0 else "back", length=told)}

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        s = g.state
        gun = s.guns[option["gun"]]
        people, thing = crew_at(s, gun), s.things[gun.id]
        if self.pooled(g, who, option, work="shift-gun", about=gun.id, rule="cappa.10.4.2a"):
            before = thing.x, thing.y
            dx, dy = offset(thing.heading, option["by"])
            _put(g, who, thing, (thing.x + dx, thing.y + dy), thing.heading, "shifted", "cappa.10.4.2a")
            repost(g, gun, people, 0, before, "cappa.10.4.2.h1")


# Limbering


def touches_limber(s: SkirmishState, gun: Gun) -> bool:
    """Whether its limber is in contact with any point of its base (cappa.10.4.3a)."""
    if gun.limber not in s.things:
        return False
    one, other = base_at(s.things[gun.id]).outline, base_at(s.things[gun.limber]).outline
    return within(one, other, tables().lengths.tolerance)


def _trail(s: SkirmishState, gun: Gun) -> Base:
    """Where the limber stands when the gun hangs on it: behind, looking the other way."""
    thing, limber = s.things[gun.id], base_at(s.things[gun.limber])
    deep = _depth(base_at(thing)) + _depth(limber)
    dx, dy = offset(thing.heading, -(deep // 2))
    heading = (thing.heading + HALF_TURN) % FULL_TURN
    return base(gun.limber, limber.shape, thing.x + dx, thing.y + dy, heading)


def _depth(placed: Base) -> int:
    assert isinstance(placed.shape, Rect)
    return placed.shape.depth


class LimberGun(GunMove):
    """Chapter 10.4.3a: it is hooked onto its limber."""

    verb = "limber-gun"

    def possible(self, s: SkirmishState, who: Squad) -> Iterator[Option]:
        gun = gun_of(s, who)
        if gun is None or gun.is_limbered or not touches_limber(s, gun):
            return
        absent = {gun.id, gun.limber, *(one.id for one in crew_at(s, gun))}
        if _stands(s, _trail(s, gun), FOOT, absent):
            yield self.option(s, who, gun, "cappa.10.4.3a", "cappa.10.4a")

    def why_not_with(self, s: SkirmishState, gun: Gun) -> tuple[str, str] | None:
        return None if touches_limber(s, gun) or gun.is_limbered else ("gun-no-limber", "cappa.10.4.3a")

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        s = g.state
        gun = s.guns[option["gun"]]
        people = crew_at(s, gun)
        if self.pooled(g, who, option, work="limber-gun", about=gun.id, rule="cappa.10.4.3a"):
            trail, thing = _trail(s, gun), s.things[gun.id]
            _put(g, who, s.things[gun.limber], trail.point, trail.pose.heading, "limbered", "cappa.10.4.3b")
            gun.is_limbered = True
            repost(g, gun, people, 0, (thing.x, thing.y), "cappa.10.4.3.h2")


class Apart(NamedTuple):
    """A gun in battery and its limber beside it."""

    gun: Base
    limber: Base


def _unhooked(s: SkirmishState, gun: Gun, heading: int) -> Apart | None:
    """The gun turned where it is, its limber drawn away as far as need be; None where there is no room."""
    thing, limber = base_at(s.things[gun.id]), base_at(s.things[gun.limber])
    turned = base(gun.id, thing.shape, *thing.point, heading)
    absent = {gun.id, gun.limber, *(one.id for one in crew_at(s, gun))}
    if not _stands(s, turned, FOOT, absent):
        return None
    for far in range(0, ROOM + 1, 10):
        dx, dy = offset(limber.pose.heading, far)
        moved = base(gun.limber, limber.shape, limber.pose.x + dx, limber.pose.y + dy, limber.pose.heading)
        if not overlaps(moved.outline, turned.outline):
            return Apart(turned, moved) if _stands(s, moved, FOOT, absent) else None
    return None


class UnlimberGun(AimedMove):
    """Chapter 10.4.3d: it is taken off; the owner sets the facing freely (cappa.10.4.3.h5)."""

    verb = "unlimber-gun"

    def possible(self, s: SkirmishState, who: Squad) -> Iterator[Option]:
        """The owner sets the facing freely (cappa.10.4.3.h5): all round, and at the nearest enemy."""
        gun = gun_of(s, who)
        if gun is None or not gun.is_limbered:
            return
        thing = s.things[gun.id]
        enemies = sorted(s.enemies(gun.seat), key=lambda one: ((one.x - thing.x) ** 2 + (one.y - thing.y) ** 2, one.id))
        aims = [heading_of(one.x - thing.x, one.y - thing.y) for one in enemies[:1]]
        for heading in dict.fromkeys((*aims, *ROUND)):
            if _unhooked(s, gun, heading) is not None:
                yield self.option(s, who, gun, *UNHOOKED, heading=heading)

    def judged(self, s: SkirmishState, who: Squad, args: Args) -> Option | Objection:
        gun, heading = gun_of(s, who), args.get("heading")
        if gun is None or not gun.is_limbered or type(heading) is not int or not stake(s, who):
            return super().judged(s, who, args)
        if _unhooked(s, gun, heading % FULL_TURN) is None:
            return because("gun-room", "cappa.1.3a", figure=who.id)
        return self.option(s, who, gun, *UNHOOKED, heading=heading % FULL_TURN)

    def spoken(self, s: SkirmishState, option: Option, language: str) -> dict[str, Any]:
        return {"way": way_word(words(language), wind(option["heading"]))}

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        s = g.state
        gun = s.guns[option["gun"]]
        people, found = crew_at(s, gun), _unhooked(s, gun, option["heading"])
        if found is None or not self.pooled(g, who, option, work="unlimber-gun", about=gun.id, rule="cappa.10.4.3d"):
            return
        thing, limber = s.things[gun.id], s.things[gun.limber]
        gun.is_limbered = False
        turn = option["heading"] - thing.heading
        if (limber.x, limber.y) != found.limber.point:
            _put(g, who, limber, found.limber.point, limber.heading, "driven", "cappa.10.4.3d")
        _put(g, who, thing, (thing.x, thing.y), option["heading"], "unlimbered", "cappa.10.4.3d")
        repost(g, gun, people, turn, (thing.x, thing.y), "cappa.10.4.1b")


# Driving


def gun_on(s: SkirmishState, limber: str) -> Gun | None:
    """The gun that belongs to a limber, hooked on or not."""
    return next((gun for gun in s.guns.values() if gun.limber == limber), None)


def drawn_speed(s: SkirmishState, vehicle: Thing) -> int:
    """What a cart or limber goes in one Move action; with half its animals half of it (cappa.10.4.3.h1, h6)."""
    form = characters().vehicles[vehicle.kind]
    loaded, gun = form.mov_loaded or form.mov, gun_on(s, vehicle.id)
    if gun is None:
        return loaded if is_loaded(s, vehicle) else form.mov
    speed = loaded if gun.is_limbered else form.mov
    team = tables().guns[s.things[gun.id].kind].animals
    if not gun.animals:
        return 0
    return speed // 2 if 2 * gun.animals <= team else speed


def _train(s: SkirmishState, vehicle: Thing) -> Base:
    """All that moves as one: the cart, or the limber with the gun behind it."""
    here, gun = base_at(vehicle), gun_on(s, vehicle.id)
    if gun is None or not gun.is_limbered:
        return here
    behind = base_at(s.things[gun.id])
    assert isinstance(here.shape, Rect)
    assert isinstance(behind.shape, Rect)
    dx, dy = offset(vehicle.heading, -(behind.shape.depth // 2))
    shape = Rect(max(here.shape.width, behind.shape.width), here.shape.depth + behind.shape.depth)
    return base(vehicle.id, shape, vehicle.x + dx, vehicle.y + dy, vehicle.heading)


def _along(there: Scene, start: Base, bend: int, length: int) -> list[Base]:
    """Every half um of a way that bends by so much per um, until something is in it (cappa.10.4.3.h3)."""
    here, found = start, [start]
    for done in range(0, length, STRIDE):
        step = min(STRIDE, length - done)
        heading = (here.pose.heading + divided(bend * step, 100)) % FULL_TURN
        turned = base(here.id, here.shape, *here.point, heading)
        dx, dy = offset(heading, step)
        trip = there.journey(turned, step + tables().lengths.tolerance, going=CART)
        if trip.stands(*here.point) is not None or trip.straight(here.pose.x + dx, here.pose.y + dy) is not None:
            return found
        here = base(here.id, here.shape, here.pose.x + dx, here.pose.y + dy, heading)
        found.append(here)
    return found


def _steps(length: int) -> int:
    return -(-length // STRIDE)


def _driven(s: SkirmishState, start: Base, bend: int, length: int, absent: Collection[str]) -> list[Base] | None:
    """The whole of such a way; None where something is in it."""
    found = _along(scene(s, absent), start, bend, length)
    return found if len(found) > _steps(length) else None


def _drivers(s: SkirmishState, who: Actor, vehicle: Thing) -> list[Figure]:
    """Who goes with it: one who touches it, or with a limbered gun its whole crew (cappa.10.4.3.h2, h4)."""
    gun = gun_on(s, vehicle.id)
    if isinstance(who, Squad) and gun is not None and gun.is_limbered:
        people = [one for one in bodies(s, who) if not one.is_prone] if gun.crew == who.id else []
        return people if any(is_at(s, one, outlines(s, gun)) for one in people) else []
    ground = [base_at(vehicle).outline]
    able = [one for one in bodies(s, who) if not one.is_mounted and not one.is_prone and not is_laden(s, one)]
    return [one for one in able if is_at(s, one, ground)][:1]


class Drive(OfAny):
    """Chapter 10.4.3: a cart, or a limber with the gun on it, goes on; who is with it keeps contact."""

    verb = "drive"
    melee_rule = "cappa.10.2.1.h1"
    is_free = True

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if not s.things:
            return
        for vehicle in s.things.values():
            if vehicle.kind not in characters().vehicles or vehicle.bearer:
                continue
            people = _drivers(s, who, vehicle)
            most = drawn_speed(s, vehicle) if people else 0
            if not most or (isinstance(who, Figure) and (gun := gun_on(s, vehicle.id)) is not None and gun.is_limbered):
                continue
            absent = _absent(s, vehicle, people)
            start = _train(s, vehicle)
            there = scene(s, absent)
            for bend in BENDS:
                way = _along(there, start, bend, most)
                lengths = [length for length in (most, most * 2 // 3, most // 3) if _steps(length) < len(way)]
                for length in lengths:
                    yield _drive_option(s, who, vehicle, people, bend, length, way[_steps(length)])
                if bend == 0 and most not in lengths and (far := _as_far(s, start, most, absent)):
                    yield _drive_option(s, who, vehicle, people, 0, far, _along(there, start, 0, far)[-1])

    def judged(self, s: SkirmishState, who: Actor, args: Args) -> Option | Objection:
        """Any bend and any length that its animals manage."""
        vehicle = s.things.get(str(args.get("vehicle")))
        people = _drivers(s, who, vehicle) if vehicle is not None and vehicle.kind in characters().vehicles else []
        if vehicle is None or not people:
            return because("drive-what", "cappa.10.4.3.h4", figure=who.id)
        bend, length = args.get("bend"), args.get("length")
        if type(bend) is not int or type(length) is not int or abs(bend) > 10 * tables().numbers.cart_turn:
            return because("drive-bend", "cappa.10.4.3.h3", figure=who.id)
        if not 0 < length <= drawn_speed(s, vehicle):
            rule = "cappa.10.4.3.h1" if drawn_speed(s, vehicle) else "cappa.10.4.3.h6"
            most = drawn_speed(s, vehicle)
            return because("drive-far", rule, figure=who.id, **({"limit": most} if most else {}))
        way = _driven(s, _train(s, vehicle), bend, length, _absent(s, vehicle, people))
        if way is None:
            return because("gun-room", "cappa.10.4.3.h1", figure=who.id)
        return _drive_option(s, who, vehicle, people, bend, length, way[-1])

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """Cart, limber and gun go on, and who is with them keeps contact, for the same action (cappa.10.4.3.h2)."""
        s = g.state
        vehicle = s.things[option["vehicle"]]
        people, start = _drivers(s, who, vehicle), _train(s, vehicle)
        way = _driven(s, start, option["bend"], option["length"], _absent(s, vehicle, people))
        if way is None:
            return
        end, gun = way[-1], gun_on(s, vehicle.id)
        turn = end.pose.heading - start.pose.heading
        ahead = (_depth(end) - _depth(base_at(vehicle))) // 2
        dx, dy = offset(end.pose.heading, ahead)
        before = vehicle.x, vehicle.y
        _put(g, who, vehicle, (end.pose.x + dx, end.pose.y + dy), end.pose.heading, "driven", "cappa.10.4.3.h1")
        carry_along(s, vehicle)
        if gun is not None and gun.is_limbered:
            behind = s.things[gun.id]
            dx, dy = offset(end.pose.heading, ahead - _depth(end) // 2)
            place = end.pose.x + dx, end.pose.y + dy
            _put(g, who, behind, place, end.pose.heading + HALF_TURN, "driven", "cappa.10.4.3b")
        _walk_along(g, gun if gun is not None and gun.is_limbered else None, vehicle, people, turn, before)


def _absent(s: SkirmishState, vehicle: Thing, people: list[Figure]) -> set[str]:
    gun = gun_on(s, vehicle.id)
    hooked = {gun.id} if gun is not None and gun.is_limbered else set()
    return {vehicle.id, *hooked, *(one.id for one in people)}


def _as_far(s: SkirmishState, start: Base, most: int, absent: Collection[str]) -> int:
    """How far it gets straight ahead, into contact with what stops it."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        if _driven(s, start, 0, middle, absent) is None:
            high = middle
        else:
            low = middle
    return low


def _drive_option(
    s: SkirmishState, who: Actor, vehicle: Thing, people: list[Figure], bend: int, length: int, end: Base
) -> Option:
    args = {"figure": who.id, "vehicle": vehicle.id, "bend": bend, "length": length, "to": list(end.point)}
    if isinstance(who, Squad) and len(people) == 1 and len(bodies(s, who)) > 1:  # one of them does it, cappa.6.4.h2
        args |= {"member": people[0].id, "pa": 1 + tables().actions["detached_member"].pa}
    return Option("drive", args, ("cappa.10.4.3b", "cappa.10.4.3.h3", "cappa.10.4.3.h4"))


def _walk_along(
    g: SkirmishGame, gun: Gun | None, vehicle: Thing, people: list[Figure], turn: int, before: Point
) -> None:
    s = g.state
    grounds: list[Outline] = outlines(s, gun) if gun is not None else [base_at(vehicle).outline]
    wanted = {one.id: _swung((one.x, one.y), before, (vehicle.x, vehicle.y), turn) for one in people}
    places = posted(s, people, grounds, wanted, ())
    for one in people:
        count_move(one, shift(g, one, places.get(one.id, (one.x, one.y)), "move", "cappa.10.4.3.h2"))
