"""Chapters 5.1.6, 5.3.1 and 5.3.2, the use of weapons: what can be fired now, reloading, matches, bayonets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alfiere.games.cappa.ground.weather import FIRED, LIGHT
from alfiere.games.cappa.people.impulses import Actor, AnyAction, OfAny, OfOne, bodies
from alfiere.games.cappa.people.loads import is_laden
from alfiere.games.cappa.sheets.abilities import RIDER, TRAINED
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.sheets.weapons import Weapon, weapons
from alfiere.games.cappa.state.state import OF_FIGURE, Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.events import WeaponReadied
from alfiere.games.cappa.weaponry.ammunition import SPENT, count_shot, may_be_loaded
from alfiere.kernel.decision import Option
from alfiere.kernel.objection import Objection, because

IMPROVISED = "IW"
AT_BELT = OF_FIGURE.about("empty at the belt", str)  # the code of a weapon, once for each of a kind


def thrown_as(weapon: Weapon) -> Weapon | None:
    """What a weapon is when shot or thrown: a hand weapon flies like an improvised one (cappa.5.3.1.h3)."""
    if weapon.is_shot:
        return weapon
    if weapon.kind == "melee" and weapon.hands == 1 and not weapon.is_whip:
        return weapons()[IMPROVISED]
    return None


def is_thrown(code: str) -> bool:
    """Whether it is not shot: what is meant for the hand flies only if it is thrown (cappa.5.3.1.h3)."""
    weapon = weapons().get(code)
    return weapon is None or not (weapon.is_firearm or weapon.is_bow)


def missiles(figure: Figure) -> list[tuple[str, Weapon]]:
    """What he can shoot or throw now, grenades apart: the code in his hand and the weapon it counts as."""
    return [
        (code, used)
        for code in dict.fromkeys(figure.hands)
        if why_no_missile(figure, code) is None and (used := thrown_as(weapons()[code])) is not None
    ]


def why_no_missile(figure: Figure, code: str) -> tuple[str, str] | None:
    """Why he cannot shoot or throw this now, as a key of the refusals and the rule; None if he can."""
    weapon = weapons()[code]
    if figure.line.ti is None:
        return "no-ti", "cappa.1.2.4g2"
    if figure.is_mounted and RIDER not in figure.sheet.abilities:
        return "no-rider", "cappa.4.3.6a"  # cappa.8.1.2k
    if thrown_as(weapon) is None or weapon.needs_fuse:
        return "no-missile", "cappa.5.1a"
    if not is_loaded(figure, code):
        return "empty", "cappa.5.3.2b" if weapon.is_nocked else "cappa.5.1.6a"
    if weapon.needs_match and not figure.match_is_lit:
        return "no-match", "cappa.5.3.2a"
    bayonet = weapons().get(figure.bayonet)
    if bayonet is not None and code in bayonet.fixed_on and not bayonet.fires_when_fixed:
        return "plugged", "cappa.5.3.2d"  # cappa.5.3.2e
    return None


def is_loaded(figure: Figure, code: str) -> bool:
    """Whether there is a shot in it; of two pistols in his hands each has its own (cappa.5.1.6a)."""
    return empty_in_hand(figure, code) < (figure.hands.count(code) or figure.arms.count(code))


def empty_in_hand(figure: Figure, code: str) -> int:
    """How many of a kind are empty, but for those that he has put away while another is in his hand."""
    return figure.empty.count(code) - AT_BELT.count(figure, code)


def take_in_hand(figure: Figure, hands: Iterable[str]) -> None:
    """Ready a set of what he carries: of several of a kind the loaded ones (cappa.2.2.1.h8)."""
    figure.hands = list(hands)
    AT_BELT.clear(figure)
    for code in dict.fromkeys(figure.empty):
        loaded = figure.arms.count(code) - figure.empty.count(code)
        _hang(figure, code, figure.empty.count(code) - max(0, figure.hands.count(code) - loaded))


def _hang(figure: Figure, code: str, number: int) -> None:
    """So many of a kind hang at his belt empty, where one of it is in his hand and another is not."""
    AT_BELT.set(figure, code, number if 0 < figure.hands.count(code) < figure.arms.count(code) else 0)


def has_another_loaded(figure: Figure) -> bool:
    """Whether he holds an empty weapon and has a loaded one like it at his belt."""
    for code in figure.hands:
        held = figure.hands.count(code) - empty_in_hand(figure, code)
        if empty_in_hand(figure, code) > 0 and figure.arms.count(code) - figure.empty.count(code) > held:
            return True
    return False


def discharge(s: SkirmishState, figure: Figure, code: str, x: int, y: int, level: int = 0) -> None:
    """After the shot the weapon is empty; what was thrown lies where it went (cappa.5.1.6a, cappa.5.3.1.h10)."""
    weapon = weapons()[code]
    figure.has_aimed = False  # cappa.5.1.4a: for the shot that follows, and for one
    if weapon.is_firearm:
        flash(s, figure)
    if weapon.is_firearm or weapon.is_bow:
        if is_loaded(figure, code):
            figure.empty.append(code)
        count_shot(s, figure, code)
        return
    drop(s, figure, code, x, y, level)


def flash(s: SkirmishState, figure: Figure) -> None:
    """Smoke and noise give him away until the turn ends; bows do not (cappa.9.5.2a, cappa.9.5.2.h1)."""
    if LIGHT in s.options and not FIRED.is_on(figure):
        FIRED.put(figure)


def drop(s: SkirmishState, figure: Figure, code: str, x: int, y: int, level: int = 0) -> None:
    """A weapon leaves his hands and lies there; javelins and spears are not used again (cappa.5.3.2f)."""
    figure.hands.remove(code)
    figure.arms.remove(code)  # a firearm falls only in a melee, after which those that are left are empty, cappa.5.2.4a
    number = 0
    while (name := f"{figure.id}-{code}-{number}") in s.things:  # an earlier one may have been picked up
        number += 1
    kind = "broken" if weapons()[code].is_thrown_once else code
    s.things[name] = Thing(name, kind, x, y, level, "")


def pick_up_weapon(figure: Figure, code: str) -> None:
    """It fell in a fight, so it is not loaded (cappa.5.2.4a)."""
    weapon = weapons()[code]
    figure.arms.append(code)
    if weapon.is_firearm or weapon.is_bow:
        _hang(figure, code, figure.empty.count(code) - empty_in_hand(figure, code) + 1)
        figure.empty.append(code)


def empty_after_melee(figure: Figure) -> None:
    """Whoever has fought has all his firearms empty, in hand or not, and no arrow ready (cappa.5.2.4a)."""
    owned = [weapons()[code] for code in figure.arms]
    figure.empty = [one.code for one in owned if one.is_firearm or one.is_bow]
    for code in dict.fromkeys(figure.empty):
        _hang(figure, code, figure.arms.count(code) - figure.hands.count(code))


def lower(figure: Figure, deed: AnyAction | None = None) -> None:
    """One aims right before the shot: whatever comes between has ended it (cappa.5.1.4a)."""
    if deed is None or not deed.keeps_aim:
        figure.has_aimed = False


def loosen(figure: Figure, deed: AnyAction | None = None) -> None:
    """An arrow stays ready through moving and riding only (cappa.5.3.2b)."""
    lower(figure, deed)
    if deed is not None and deed.keeps_nocked:
        return
    nocked = [code for code in figure.arms if weapons()[code].is_nocked]
    if nocked:
        figure.empty = [code for code in figure.empty if code not in nocked] + nocked


# Reloading


def reload_cost(figure: Figure, weapon: Weapon) -> int | None:
    """The PA that loading costs him now; None if he cannot (cappa.5.1.6b, cappa.8.1.1a)."""
    if weapon.reload is None or empty_in_hand(figure, weapon.code) <= 0 or not may_be_loaded(figure, weapon.code):
        return None
    if weapon.needs_match and not figure.match_is_lit:
        return None  # cappa.5.3.2a: lit before it can be loaded
    if figure.is_prone and weapon.code != "PS":
        return None  # cappa.2.2.1.h10
    if figure.is_mounted and not (weapon.reloads_mounted and RIDER in figure.sheet.abilities):
        return None  # cappa.8.1.2l
    numbers = tables().numbers
    if TRAINED in figure.sheet.abilities and weapon.is_firearm:
        return max(numbers.least_reload, weapon.reload - numbers.trained_reload)
    return weapon.reload


class Reload(OfOne):
    """Chapter 5.1.6: a weapon in his hands, for as many PA as it takes."""

    verb = "reload"
    rule = "cappa.5.1.6b"
    climbing = False
    melee_rule = "cappa.5.1.6.h1"
    keeps_nocked = True
    needs_one_impulse = "cappa.5.1.6b"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        for code in dict.fromkeys(who.hands):
            cost = reload_cost(who, weapons()[code])
            option = Option("reload", {"figure": who.id, "weapon": code, "pa": cost}, ("cappa.2.2.1c", "cappa.5.1.6b"))
            if cost is not None and self.objection(s, who, option) is None:
                yield option

    def objection(self, s: SkirmishState, who: Figure, option: Option) -> Objection | None:
        code = str(option.get("weapon"))
        if code not in who.hands:
            return because("not-in-hand", "cappa.2.2.1.h1", figure=who.id)
        weapon = weapons()[code]
        if empty_in_hand(who, code) <= 0:
            return because("loaded", "cappa.5.1.6a", figure=who.id, weapon=code)
        if is_laden(s, who):
            return because("laden", "cappa.4.3.7.h2", figure=who.id)
        if reload_cost(who, weapon) is not None or weapon.reload is None:
            return None
        if SPENT.is_on(who, code):
            return because("spent", "cappa.9.3.1f", figure=who.id, weapon=code)
        if not may_be_loaded(who, code):
            return because("jammed", "cappa.9.3.2a", figure=who.id, weapon=code)
        if weapon.needs_match and not who.match_is_lit:
            return because("no-match", "cappa.5.3.2a", figure=who.id)
        if who.is_prone:
            return because("prone", "cappa.2.2.1.h10", figure=who.id)
        return because("no-rider", "cappa.8.1.2l", figure=who.id)

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        who.empty.remove(option["weapon"])
        g.tell(WeaponReadied(who.id, option["weapon"], "reloaded"))


# Matches and bayonets: of one, or of all in a squad who have them (cappa.6.4a, cappa.6.4.h1)


def _needs_light(figure: Figure) -> bool:
    return not figure.match_is_lit and any(weapons()[code].needs_match for code in figure.arms)


class LightMatch(OfAny):
    """Chapter 5.3.2a: the match of one, or of all in a squad who need it."""

    verb = "light-match"
    rule = "cappa.2.2.1b"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        if any(_needs_light(one) for one in bodies(s, who)):
            cost = tables().actions["light_match"].pa
            yield Option("light-match", {"figure": who.id, "pa": cost}, ("cappa.2.2.1b",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        for one in bodies(g.state, who):
            one.match_is_lit = one.match_is_lit or _needs_light(one)
        g.tell(WeaponReadied(who.id, "", "match lit", ("cappa.2.2.1b", "cappa.5.3.2a")))


def bayonets(figure: Figure) -> list[str]:
    """Those he can fix now, on a musket or carbine in his hands (cappa.5.3.2.h4)."""
    if figure.bayonet:
        return []
    return [code for code in figure.arms if any(held in weapons()[code].fixed_on for held in figure.hands)]


class FixBayonet(OfAny):
    """Chapter 5.3.2d: on the muskets and carbines in their hands."""

    verb = "fix-bayonet"
    rule = "cappa.5.3.2.h4"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        cost = tables().actions["fix_bayonet"].pa
        for code in dict.fromkeys(code for one in bodies(s, who) for code in bayonets(one)):
            yield Option("fix-bayonet", {"figure": who.id, "weapon": code, "pa": cost}, ("cappa.2.2.1z",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        code = option["weapon"]
        for one in bodies(g.state, who):
            if code in bayonets(one):
                one.bayonet = code
        g.tell(WeaponReadied(who.id, code, "bayonet fixed", ("cappa.2.2.1z",)))


class RemoveBayonet(OfAny):
    """Chapter 5.3.2d: off again."""

    verb = "remove-bayonet"

    def options(self, s: SkirmishState, who: Actor, pa: int) -> Iterator[Option]:
        for code in dict.fromkeys(one.bayonet for one in bodies(s, who) if one.bayonet):
            yield Option("remove-bayonet", {"figure": who.id, "weapon": code}, ("cappa.2.2.1z",))

    def do(self, g: SkirmishGame, who: Actor, option: Option) -> None:
        code = option["weapon"]
        for one in bodies(g.state, who):
            one.bayonet = "" if one.bayonet == code else one.bayonet
        g.tell(WeaponReadied(who.id, code, "bayonet removed", ("cappa.2.2.1z",)))
