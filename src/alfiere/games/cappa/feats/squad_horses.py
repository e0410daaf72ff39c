"""Chapters 4.3.6 and 6.4, horses of a squad: all who can mount or dismount together, for the PA of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alfiere.games.cappa.feats.simple_actions import Dismount, Mount
from alfiere.games.cappa.ground.ground import is_free
from alfiere.games.cappa.people.impulses import OfSquad, bodies, cost_of
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Squad
from alfiere.kernel.decision import Option
from alfiere.table.headings import offset
from alfiere.table.shapes import Point

ROUND = 16  # places about a horse that are tried


def _mounting(s: SkirmishState, figure: Figure, pa: int) -> Option | None:
    return next(iter(Mount().options(s, figure, pa)), None)


def _places_beside(s: SkirmishState, figure: Figure) -> Iterator[Point]:
    """Where there is room for him in contact with his horse (cappa.4.3.6.h2)."""
    walker = figure.copy()
    walker.id, walker.is_mounted = "", False
    keep = (tables().lengths.foot_base + tables().lengths.mounted_base) // 2
    most = keep + tables().lengths.tolerance
    for number in range(2 * ROUND):
        dx, dy = offset(number // 2 * 3600 // ROUND, keep + number % 2)  # to the hundredth, or one farther
        if dx * dx + dy * dy <= most * most and is_free(s, walker, figure.x + dx, figure.y + dy):
            yield figure.x + dx, figure.y + dy


def _nearest_to(places: Iterable[Point], mates: list[Figure]) -> Point | None:
    """Of these places the one nearest to the middle of the others, so that they keep together."""
    count = len(mates)
    x, y = sum(one.x for one in mates), sum(one.y for one in mates)
    return min(places, key=lambda place: (place[0] * count - x) ** 2 + (place[1] * count - y) ** 2, default=None)


class MountTogether(OfSquad):
    """Everybody who touches a free horse; the dearest sets the price (cappa.2.2.1p, cappa.6.4.h1)."""

    verb = "mount-together"

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        found = [option for one in bodies(s, who) if (option := _mounting(s, one, pa)) is not None]
        if found:
            cost = max(map(cost_of, found))
            args = {"figure": who.id} | ({"pa": cost} if cost != 1 else {})
            yield Option("mount-together", args, ("cappa.2.2.1p", "cappa.6.4a", "cappa.6.4.h1"))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """One after the other; who finds no horse left stays on foot."""
        for one in bodies(g.state, who):
            own = _mounting(g.state, one, cost_of(option))
            if own is not None:
                Mount().do(g, one, own)


class DismountTogether(OfSquad):
    """Everybody on horseback who has room beside his horse (cappa.4.3.6.h2, cappa.6.4.h1)."""

    verb = "dismount-together"

    def options(self, s: SkirmishState, who: Squad, pa: int) -> Iterator[Option]:
        riders = [one for one in bodies(s, who) if one.is_mounted]
        if any(place for one in riders for place in _places_beside(s, one)):
            yield Option("dismount-together", {"figure": who.id}, ("cappa.2.2.1p", "cappa.6.4a", "cappa.6.4.h1"))

    def do(self, g: SkirmishGame, who: Squad, option: Option) -> None:
        """One after the other, each beside his horse; who finds no room stays in the saddle."""
        here = bodies(g.state, who)
        for one in [one for one in here if one.is_mounted]:
            afoot = [mate for mate in here if not mate.is_mounted]
            place = _nearest_to(_places_beside(g.state, one), afoot or here)
            if place is not None:
                own = Option("dismount", {"figure": one.id, "to": list(place)}, option.rules)
                Dismount().do(g, one, own)
