"""Chapter 2.2.1, the simple actions: weapons in hand, things and captives, lying down, horses, talk, drink, waiting."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from alfiere.battles.marks import TURN
from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import HORSES, base_of, building_at, in_contact, is_free, within
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.ground.zones import in_zone_of
from alfiere.games.cappa.morale.morale_tests import take_test
from alfiere.games.cappa.movement.carts import in_reach
from alfiere.games.cappa.movement.movement import is_on_wall, is_place, so_far_towards
from alfiere.games.cappa.people.captives import release
from alfiere.games.cappa.people.enmity import minds_guards
from alfiere.games.cappa.people.flags import is_own_flag, raise_flag
from alfiere.games.cappa.people.impulses import Actor, OfAny, OfOne, bodies
from alfiere.games.cappa.people.loads import can_carry, load_of
from alfiere.games.cappa.people.markers import MARKER, is_loose
from alfiere.games.cappa.people.muster import HORSE, ways_to_hold
from alfiere.games.cappa.people.owned import grant, is_kept_from, owned_by
from alfiere.games.cappa.sheets.abilities import RIDER
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.action_points import DRUNK, pa_left, purse, spend
from alfiere.games.cappa.state.state import OF_FIGURE, ON, OUT, Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.events import Acted, Spoke, Surrendered, Taken, Waited, WeaponsChanged
from alfiere.games.cappa.victory.firmness import judge, score, write_off_lost
from alfiere.games.cappa.weaponry.arms import has_another_loaded, pick_up_weapon, take_in_hand
from alfiere.kernel.decision import Args, Option
from alfiere.kernel.objection import Objection, because
from alfiere.kernel.procedure import Procedure
from alfiere.table import measuring
from alfiere.table.headings import offset
from alfiere.table.shapes import Disc, Point, base

NOT_TAKEN = ("broken", MARKER)
HAGGLED = OF_FIGURE.bare("haggled", TURN)  # one try a turn, cappa.t.talk
HAGGLES_OVER = OF_FIGURE.about("haggles over", str, TURN)  # a thing
SUMMONED = OF_FIGURE.bare("summoned", TURN)  # the table does not say how often one may call: as in haggling


# Weapons in hand


class ChangeWeapon(OfAny):
    """Ready any other legal set of what he carries (cappa.2.2.1i, cappa.2.2.1.h8); a squad together (cappa.6.4a)."""

    verb = "change-weapon"
    rule = "cappa.2.2.1.h8"
    in_melee = True

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        found = (hands for one in bodies(s, who) for hands in _other_hands(s, one))
        for hands in dict.fromkeys(found):
            if not hands and isinstance(who, Figure) and not who.acts_alone:
                continue  # a squad puts its weapons away as a body
            yield Option("change-weapon", {"figure": who.id, "hands": list(hands)}, ("cappa.2.2.1i",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """Put away what is in hand and take the other; who has no such thing keeps what he has (cappa.6.4.h1)."""
        hands = tuple(option["hands"])
        for one in bodies(g.state, who):
            if hands in _other_hands(g.state, one):
                take_in_hand(one, hands)
        g.tell(WeaponsChanged(who.id, hands))


def _other_hands(s: SkirmishState, figure: Figure) -> list[tuple[str, ...]]:
    """Where a house is guarded also nothing at all: whoever comes in peace has put his weapons away."""
    if figure.sheet.is_animal:
        return []
    ways = [*ways_to_hold(figure.arms), *([()] if s.peace and figure.hands and minds_guards(s, figure.seat) else [])]
    again = has_another_loaded(figure)  # the other pistol
    return [hands for hands in ways if again or sorted(hands) != sorted(figure.hands)]


# Things and captives


class PickUp(OfOne):
    """Anything in base contact that he can carry (cappa.2.2.1j, cappa.2.2.1.h5, cappa.2.2.1.h6)."""

    verb = "pick-up"
    rule = "cappa.2.2.1.h5"
    in_melee = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.sheet.is_animal:
            return
        for name in within_hand(s, who):
            if can_carry(s, who, name):
                yield Option("pick-up", {"figure": who.id, "thing": name}, ("cappa.2.2.1j",))

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        name = str(option.get("thing"))
        if name not in list(within_hand(s, who)):
            return because("not-touched", "cappa.2.2.1.h5", figure=who.id)
        if not can_carry(s, who, name):
            return because("too-much", "cappa.4.3.7c", figure=who.id)
        return None

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """A weapon joins the others, somebody becomes a captive or is carried, a thing is borne."""
        s, name = g.state, option["thing"]
        if name in s.figures:
            s.figures[name].captor = who.id
            who.carries.append(name)
        elif s.things[name].kind in weapons():
            pick_up_weapon(who, s.things.pop(name).kind)
        elif is_own_flag(s, who, name):
            raise_flag(g, who)
            return
        else:
            s.things[name].bearer, s.things[name].aboard = who.id, ""
            who.carries.append(name)
        g.tell(Taken(who.id, name, "up"))


def within_hand(s: SkirmishState, figure: Figure) -> Iterator[str]:
    """The things, horses, bodies and yielding enemies he touches; what lies on another storey is out of reach."""
    touch = tables().lengths.tolerance
    for thing in s.things.values():
        if thing.bearer or thing.kind in NOT_TAKEN or thing.level != figure.level or is_loose(s, thing.id):
            continue
        if is_kept_from(s, figure, thing.id):
            continue
        if thing.kind in HORSES:
            horse = base(thing.id, Disc(terrain().mounts[thing.kind].base // 2), thing.x, thing.y)
            if measuring.within(base_of(s, figure).outline, horse.outline, touch):
                yield thing.id
        elif in_reach(s, figure, thing):
            yield thing.id
    for one in s.figures.values():
        lies = one.where == OUT or (one.where == ON and one.has_surrendered and one.seat != figure.seat)
        if lies and in_contact(s, figure, one):
            yield one.id


class PutDown(OfOne):
    """Putting something down is free (cappa.2.2.1.h12)."""

    verb = "put-down"
    rule = "cappa.2.2.1.h12"
    in_melee = True
    frees_hands = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        for name in who.carries:
            yield Option("put-down", {"figure": who.id, "thing": name, "pa": 0}, ("cappa.2.2.1.h12",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """It lies or stands where he is."""
        release(g.state, who, option["thing"])
        g.tell(Taken(who.id, option["thing"], "down", ("cappa.2.2.1.h12",)))


# Lying down


class GoProne(OfAny):
    """Throw oneself to the ground, not from a horse (cappa.2.2.1n, cappa.2.2.1.h17); a squad together (cappa.6.4a)."""

    verb = "go-prone"
    rule = "cappa.2.2.1n"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if any(_may_lie_down(s, one) for one in bodies(s, who)):
            yield Option("go-prone", {"figure": who.id}, ("cappa.2.2.1n",))

    def objection(self, s: SkirmishState, who: Actor, option: Option) -> Objection | None:
        if all(one.is_mounted for one in bodies(s, who)):
            return because("mounted", "cappa.2.2.1.h17", figure=who.id)
        return None

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """Down, everybody who can (cappa.6.4.h1)."""
        for one in bodies(g.state, who):
            one.is_prone = one.is_prone or _may_lie_down(g.state, one)
        g.tell(Acted(who.id, "prone", "", ("cappa.2.2.1n",)))


def _may_lie_down(s: SkirmishState, figure: Figure) -> bool:
    return not figure.is_prone and not figure.is_mounted and not is_on_wall(s, figure)


class GetUp(OfAny):
    """Stand up again, all of a squad who lie (cappa.2.2.1o, cappa.6.4a)."""

    verb = "get-up"
    rule = "cappa.2.2.1o"
    in_melee = True
    shaken = True

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if any(one.is_prone for one in bodies(s, who)):
            yield Option("get-up", {"figure": who.id}, ("cappa.2.2.1o",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """Up."""
        for one in bodies(g.state, who):
            one.is_prone = False
        g.tell(Acted(who.id, "up", "", ("cappa.2.2.1o",)))


# Horses


class Mount(OfOne):
    """A free horse in contact, with room for the base of a rider (cappa.4.3.6f, cappa.4.3.6.h1)."""

    verb = "mount"
    rule = "cappa.4.3.6.h1"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.is_mounted or who.is_prone or load_of(s, who) or who.sheet.is_animal:
            return
        cost = 1 if RIDER in who.sheet.abilities else 1 + tables().numbers.without_rider  # cappa.4.3.6c, cappa.4.3.6d
        for name in within_hand(s, who):
            thing = s.things.get(name)
            if thing is None or thing.kind not in HORSES or not terrain().mounts[thing.kind].is_ridden:
                continue
            if building_at(s, thing.x, thing.y):
                continue  # nobody rides inside, cappa.4.3.6.h4
            if _comes_near(s, who, (thing.x, thing.y), is_mounted=True):
                continue
            args = {"figure": who.id, "thing": name} | ({"pa": cost} if cost != 1 else {})
            yield Option("mount", args, ("cappa.2.2.1p", "cappa.4.3.6.h1"))

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        if str(option.get("thing")) not in list(within_hand(s, who)):
            return because("not-touched", "cappa.4.3.6.h1", figure=who.id)
        return None

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """His base is where the horse stood."""
        horse = g.state.things.pop(option["thing"])
        who.is_mounted, who.mount = True, horse.kind
        who.x, who.y = horse.x, horse.y
        g.tell(Acted(who.id, "mounted", "", ("cappa.2.2.1p",)))


class Dismount(OfOne):
    """Beside the horse, which stays where it is (cappa.4.3.6.h2)."""

    verb = "dismount"
    is_free = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not who.is_mounted:
            return
        for turn in range(0, 3600, 900):
            x, y = offset(turn, _beside_horse())
            place = who.x + x, who.y + y
            if _unfit_on_foot(s, who, place) is None:
                yield _dismount(who, place)

    def judged(self, s: SkirmishState, who: Figure, args: Args) -> Option | Objection:
        """The free answer: any side of the horse that a person points at (cappa.4.3.6.h2)."""
        if not who.is_mounted:
            return because("on-foot", "cappa.4.3.6.h2", figure=who.id)
        to = args.get("to")
        if not is_place(to) or [who.x, who.y] == to:
            return because("no-place", "cappa.4.3.6.h2", figure=who.id)
        place = so_far_towards(who, (to[0], to[1]), _beside_horse())
        unfit = _unfit_on_foot(s, who, place)
        if unfit is not None:
            return because(*unfit, figure=who.id)
        return _dismount(who, place)

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """Off the horse."""
        s = g.state
        name = next(name for number in count() if (name := f"{who.id}-horse-{number}") not in s.things)
        s.things[name] = Thing(name, who.mount or HORSE, who.x, who.y, 0, "")
        who.is_mounted, who.mount = False, ""
        who.x, who.y = option["to"]
        g.tell(Acted(who.id, "dismounted", name, ("cappa.2.2.1p",)))


def _beside_horse() -> int:
    """How far the rider comes to stand from the middle of his horse."""
    return (tables().lengths.foot_base + tables().lengths.mounted_base) // 2 + 1


def _unfit_on_foot(s: SkirmishState, figure: Figure, place: Point) -> tuple[str, str] | None:
    """Why he cannot get off there: no room, or an enemy's zone that he does not stand in already (cappa.1.3c)."""
    walker = figure.copy()
    walker.id, walker.is_mounted = "", False
    if not is_free(s, walker, *place):
        return "set-up-taken", "cappa.1.3a"
    return ("move-zone", "cappa.1.3c") if _comes_near(s, figure, place, is_mounted=False) else None


def _comes_near(s: SkirmishState, figure: Figure, place: Point, *, is_mounted: bool) -> bool:
    """Whether getting on or off a horse there brings him into a zone or contact where he is not yet (cappa.1.3c)."""
    there = figure.copy()
    there.id, there.is_mounted, (there.x, there.y) = "", is_mounted, place
    new = [one for one in s.enemies_of(figure) if not in_zone_of(s, figure, one)]
    return any(in_zone_of(s, there, one) or in_contact(s, there, one) for one in new)


def _dismount(figure: Figure, place: Point) -> Option:
    return Option("dismount", {"figure": figure.id, "to": list(place)}, ("cappa.2.2.1p", "cappa.4.3.6.h2"))


# Talk and drink


class Talk(OfOne):
    """Hand a thing to a friend, call on an enemy to yield (cappa.2.2.1u, cappa.2.2.1.h7)."""

    verb = "talk"
    rule = "cappa.2.2.1.h7"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.sheet.is_animal:
            return
        for friend in s.standing(who.seat) if who.carries else ():
            if friend.sheet.is_animal or friend.id == who.id or not in_contact(s, who, friend):
                continue
            if not is_in_melee(s, friend):
                for name in who.carries:
                    if name in s.things and can_carry(s, friend, name):
                        args = {"figure": who.id, "what": "hand_over", "target": friend.id, "thing": name}
                        yield Option("talk", args, ("cappa.2.2.1.h7",))
        for enemy in s.enemies_of(who):
            if within(s, who, enemy, tables().talk["yield"].within) and may_be_asked_to_yield(s, who, enemy):
                yield Option("talk", {"figure": who.id, "what": "yield", "target": enemy.id}, ("cappa.2.2.1.h7",))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """The friend has it; the enemy who fails his test gives himself up (cappa.2.2.1.h16)."""
        s, other = g.state, g.state.figures[option["target"]]
        g.tell(Spoke(who.id, other.id, option["what"]))
        if option["what"] == "hand_over":
            who.carries.remove(option["thing"])
            other.carries.append(option["thing"])
            s.things[option["thing"]].bearer = other.id
            g.tell(Taken(other.id, option["thing"], "over", ("cappa.2.2.1.h7",)))
            if is_own_flag(s, other, option["thing"]):
                other.carries.remove(option["thing"])
                raise_flag(g, other)
            return
        SUMMONED.put(other)
        if not (yield from take_test(g, other, "yield")).passed:
            other.has_surrendered, other.pa, other.shaken = True, 0, ""
            other.has_acted = True
            for name in [name for name in other.carries if name in s.figures]:
                release(s, other, name)  # whoever yields holds nobody any more, cappa.2.2.1.h13
            g.tell(Surrendered(other.id))
            score(g, "yielded", other)
            write_off_lost(g, other)
            judge(g)


class Haggle(OfOne):
    """A civilian may have to part with something; it takes 2 PA, in one impulse or in several (cappa.2.2.1.h15)."""

    verb = "haggle"
    rule = "cappa.2.2.1.h7"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if HAGGLED.is_on(who) or who.sheet.is_animal:
            return
        for one in s.standing():
            if (
                one.seat == who.seat
                or not within(s, who, one, tables().talk["haggle"].within)
                or not s.scenario.side(one.seat).are_civilians
                or is_in_melee(s, one)
                or not sees(s, who, one)
            ):
                continue
            carried = [name for name in one.carries if name in s.things and can_carry(s, who, name)]
            for name in (*carried, *owned_by(s, one, who.seat)):
                args = {"figure": who.id, "target": one.id, "thing": name}
                yield Option("haggle", args, ("cappa.2.2.1.h7", "cappa.2.2.1.h15"))

    def perform(self, g: SkirmishGame, who: Figure, option: Option) -> Procedure[None]:
        """A PA more of talk; with the last one the civilian tests, and gives it up if he fails. Once a turn."""
        s, other, name = g.state, g.state.figures[option["target"]], option["thing"]
        if not HAGGLES_OVER.is_on(who, name):
            HAGGLES_OVER.clear(who)
            HAGGLES_OVER.put(who, name)
            who.gave = 0
        who.gave += 1
        g.tell(Spoke(who.id, other.id, "haggle", ("cappa.2.2.1u", "cappa.2.2.1.h15")))
        if who.gave < tables().talk["haggle"].pa:
            return
        HAGGLES_OVER.clear(who)
        HAGGLED.put(who)
        who.gave = 0
        passed = (yield from take_test(g, other, "haggling")).passed
        if not passed and name not in other.carries:
            grant(g, who, name)
        elif not passed:
            other.carries.remove(name)
            who.carries.append(name)
            s.things[name].bearer = who.id
            g.tell(Taken(who.id, name, "over", ("cappa.2.2.1.h7",)))


def may_be_asked_to_yield(s: SkirmishState, who: Figure, enemy: Figure) -> bool:
    """Alone, without PA, shaken or outnumbered by those he sees, not in melee, not yet called on (cappa.2.2.1.h7)."""
    if enemy.has_surrendered or not _is_lone(enemy) or pa_left(s, purse(s, enemy)) or is_in_melee(s, enemy):
        return False
    if SUMMONED.is_on(enemy) or not sees(s, who, enemy) or enemy.sheet.is_animal:
        return False
    foes = sum(1 for one in s.enemies_of(enemy) if sees(s, enemy, one))
    friends = 1 + sum(1 for one in s.standing(enemy.seat) if one.id != enemy.id and sees(s, enemy, one))
    return bool(enemy.shaken) or foes > friends


def _is_lone(figure: Figure) -> bool:
    """Outside any squad, where a member with a die of his own is not (cappa.2.1.2.h6).

    A leader is alone while he runs by himself (cappa.2.3.h7).
    """
    return figure.acts_alone or bool(figure.shaken)


class Drink(OfOne):
    """Alone, or with a friend in contact who pays as much (cappa.2.2.1w, cappa.2.2.1.h11)."""

    verb = "drink"
    rule = "cappa.2.2.1.h11"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if who.sheet.is_animal:
            return
        yield Option("drink", {"figure": who.id}, ("cappa.2.2.1w",))
        cost = tables().actions["drink_in_company"].pa
        for friend in s.standing(who.seat):
            if (
                friend.id != who.id
                and in_contact(s, who, friend)
                and _may_drink(s, friend)
                and pa_left(s, friend) >= cost
            ):
                args = {"figure": who.id, "target": friend.id, "pa": cost}
                yield Option("drink", args, ("cappa.2.2.1w", "cappa.2.2.1.h11"))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """By itself it has no effect (cappa.2.2.1.h4)."""
        friend = option.get("target")
        DRUNK.put(who)
        g.tell(Acted(who.id, "drink", friend or "", ("cappa.2.2.1w",)))
        if friend:
            spend(g.state, g.state.figures[friend], tables().actions["drink_in_company"].pa)
            DRUNK.put(g.state.figures[friend])
            g.tell(Acted(friend, "drink", who.id, ("cappa.2.2.1.h11",)))


def _may_drink(s: SkirmishState, figure: Figure) -> bool:
    """Whether somebody could drink by himself now: what the squad does he does with it (cappa.6.4a)."""
    is_busy = figure.shaken or is_in_melee(s, figure) or s.squad_of(figure) is not None
    return not is_busy and not figure.sheet.is_animal


# Waiting


class Wait(OfAny):
    """Take no action (cappa.2.2.4a)."""

    verb = "wait"
    in_melee = True
    shaken = True
    keeps_nocked = True

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        yield Option("wait", {"figure": who.id}, ("cappa.2.2.4a",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        """Nothing happens."""
        g.tell(Waited(who.id))
