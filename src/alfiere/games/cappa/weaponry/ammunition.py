"""Chapter 9.3, options: shots are counted, firearms jam, a grenade may burst in the hand.

What somebody has fired, used up or jammed stands among his marks, so that whoever plays without has none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.sheets.optional_rules import optional_rules
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.state import OF_FIGURE, Figure, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.fortune_events import WeaponCleared, WeaponJammed
from alfiere.kernel.decision import Option

AMMUNITION, JAMS = "ammunition", "jams"
FIRED = OF_FIGURE.about("fired", str)  # the code of a weapon, once for each shot
SPENT = OF_FIGURE.about("spent", str)  # the same: there is nothing left to load it with
JAMMED = OF_FIGURE.about("jammed", str)  # once for each of a kind


# Ammunition


def shots_left(s: SkirmishState, figure: Figure, code: str) -> int | None:
    """How often he can still use a weapon; None where nobody counts (cappa.9.3.1a).

    A scenario may give a squad a stock of its own, with the option or without (cappa.5.3.3.h10).
    """
    stock = s.scenario.stocks.get((figure.squad, code)) if s.scenario.stocks else None
    if stock is not None:
        return max(0, stock - FIRED.count(figure, code))
    if s.options.get(AMMUNITION) != "yes" or code not in optional_rules().shots:
        return None
    owned = sum(1 for weapon in figure.sheet.weapons if weapon.code == code)
    return max(0, max(1, owned) * optional_rules().shots[code] - FIRED.count(figure, code))


def count_shot(s: SkirmishState, figure: Figure, code: str) -> None:
    """One less; with the last the weapon is empty for good, and of grenades nothing is left (cappa.9.3.1f)."""
    left = shots_left(s, figure, code)
    if not left:
        return
    FIRED.put(figure, code)
    if left > 1:
        return
    SPENT.put(figure, code)
    if weapons()[code].needs_fuse:
        figure.arms = [one for one in figure.arms if one != code]
        figure.hands = [one for one in figure.hands if one != code]
    else:
        lacking = figure.arms.count(code) - figure.empty.count(code)
        figure.empty += [code] * lacking


def count_volley(s: SkirmishState, members: Iterable[Figure], fired: dict[str, str]) -> None:
    """A squad counts volleys: who did not reach has used as much as who did (cappa.9.3.1.h2)."""
    if s.options.get(AMMUNITION) != "yes" and not s.scenario.stocks:
        return
    for one in members:
        if one.id not in fired:
            for code in dict.fromkeys(fired.values()):
                if code in one.hands:
                    count_shot(s, one, code)


def may_be_loaded(figure: Figure, code: str) -> bool:
    """Whether there is something to load it with, and it is not jammed (cappa.9.3.1f, cappa.9.3.2a)."""
    return not SPENT.is_on(figure, code) and figure.empty.count(code) > JAMMED.count(figure, code)


# Jams


def jam(g: SkirmishGame, figure: Figure, code: str, die: int) -> None:
    """A firearm jams on a 10, of characters on their own only (cappa.9.3.2a, cappa.9.3.2c)."""
    s = g.state
    if s.options.get(JAMS) != "yes" or die != optional_rules().jams.die:
        return
    is_free = JAMMED.count(figure, code) < figure.arms.count(code)
    if is_free and weapons()[code].is_firearm and s.squad_of(figure) is None:
        JAMMED.put(figure, code)
        g.tell(WeaponJammed(figure.id, code))


def bursts_early(s: SkirmishState, first: int) -> bool:
    """Whether the first die of a throw makes the grenade burst in his hand (cappa.9.3.3a, cappa.9.3.3.h1)."""
    return s.options.get(JAMS) == "yes" and first == optional_rules().jams.die


class ClearWeapon(OfOne):
    """Chapter 9.3.2: a jammed weapon is made ready to be loaded."""

    verb = "clear-weapon"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        for code in dict.fromkeys(who.hands):
            if JAMMED.is_on(who, code):
                args = {"figure": who.id, "weapon": code, "pa": optional_rules().jams.clearing}
                yield Option("clear-weapon", args, ("cappa.9.3.2a",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        JAMMED.take(who, option["weapon"])
        g.tell(WeaponCleared(who.id, option["weapon"]))
