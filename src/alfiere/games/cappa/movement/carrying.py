"""Chapter 4.3.7, a load for two: lifted together, carried with one shared move, let go by either."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import HORSES, gap_to_point, nearest
from alfiere.games.cappa.movement.movement import count_move, is_on_wall, shift
from alfiere.games.cappa.movement.together import Body
from alfiere.games.cappa.people.captives import release
from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.people.loads import load_of, loaded_speed, weight_of
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.action_points import pa_left, purse, spend
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.events import Taken
from alfiere.kernel.decision import Option
from alfiere.table.headings import heading_of, offset

DIRECTIONS = 8


def pace_of_two(s: SkirmishState, one: Figure, other: Figure, weight: int) -> int:
    """The slower Mov, for a load that two carry (cappa.4.3.7.h3, cappa.4.3.7e)."""
    return loaded_speed(min(one.line.mov_on_foot, other.line.mov_on_foot), weight, tables().numbers.carriers)


def _has_hands(s: SkirmishState, figure: Figure) -> bool:
    able = figure.is_up and not figure.shaken and not figure.is_prone and not figure.is_mounted
    return able and not is_on_wall(s, figure) and not is_in_melee(s, figure) and not load_of(s, figure)


def _partners(s: SkirmishState, figure: Figure, thing: Thing) -> list[Figure]:
    """Friends who touch the load too, can lift and have the PA for it."""
    touch = tables().lengths.tolerance
    return [
        one
        for one in s.standing(figure.seat)
        if one.id != figure.id and _has_hands(s, one) and pa_left(s, purse(s, one))
        if gap_to_point(s, one, thing.x, thing.y) <= touch
    ]


class LiftTogether(OfOne):
    """Something that has weight, between two friends who both touch it (cappa.4.3.7d)."""

    verb = "lift-together"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not _has_hands(s, who):
            return
        for thing in s.things.values():
            weight = weight_of(s, thing.id)
            if thing.bearer or thing.kind in HORSES or not weight or thing.level != who.level:
                continue
            if thing.aboard or gap_to_point(s, who, thing.x, thing.y) > tables().lengths.tolerance:
                continue
            for friend in _partners(s, who, thing):
                if pace_of_two(s, who, friend, weight):
                    args = {"figure": who.id, "thing": thing.id, "target": friend.id}
                    yield Option("lift-together", args, ("cappa.2.2.1j", "cappa.4.3.7d"))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """Both pay; the load stays where it is, between them."""
        s, name = g.state, option["thing"]
        spend(s, s.figures[option["target"]])
        s.things[name].bearer, s.things[name].helper = who.id, option["target"]
        who.carries.append(name)
        g.tell(Taken(who.id, name, "up", ("cappa.4.3.7d",)))


def shared_load(s: SkirmishState, figure: Figure) -> Thing | None:
    """What he carries with another."""
    return next((one for one in s.things.values() if one.helper and figure.id in (one.bearer, one.helper)), None)


class CarryTogether(OfOne):
    """The same stretch for both, all round and towards the nearest enemy, at the slower pace (cappa.4.3.7.h3)."""

    verb = "carry-together"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        thing = shared_load(s, who)
        if thing is None:
            return
        other = s.figures[thing.helper if who.id == thing.bearer else thing.bearer]
        if not pa_left(s, purse(s, other)) or is_in_melee(s, other):
            return
        pace = pace_of_two(s, who, other, weight_of(s, thing.id))
        body = Body(s, [who, other], pace)
        headings = [number * 3600 // DIRECTIONS for number in range(DIRECTIONS)]
        headings += [heading_of(one.x - who.x, one.y - who.y) for one in nearest(s, who, s.enemies_of(who))[:1]]
        seen = {(0, 0)}
        for heading in headings:
            dx, dy = offset(heading, body.farthest(heading))
            if (dx, dy) not in seen:
                seen.add((dx, dy))
                args = {"figure": who.id, "target": other.id, "to": [who.x + dx, who.y + dy]}
                yield Option("carry-together", args, ("cappa.4.3.7.h3",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """One move for both and the load, each at the cost of 1 PA."""
        s, other = g.state, g.state.figures[option["target"]]
        spend(s, other)
        thing = shared_load(s, who)
        assert thing is not None  # it was offered
        dx, dy = option["to"][0] - who.x, option["to"][1] - who.y
        for one in (who, other):
            count_move(one, shift(g, one, (one.x + dx, one.y + dy), "move", "cappa.4.3.7.h3"))
        thing.x, thing.y = thing.x + dx, thing.y + dy


def drop_parted(s: SkirmishState) -> None:
    """Two carriers stay in contact with their load; whoever was pushed away has let go of it (cappa.4.3.7.h3)."""
    touch = tables().lengths.tolerance
    for thing in s.things.values():
        pair = [s.figures[name] for name in (thing.bearer, thing.helper)] if thing.helper else []
        if any(gap_to_point(s, one, thing.x, thing.y) > touch for one in pair):
            release(s, pair[0], thing.id)


class LetGoLoad(OfOne):
    """The second of two carriers may put the load down as well (cappa.2.2.1.h12)."""

    verb = "let-go-load"
    in_melee = True
    shaken = True
    frees_hands = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        thing = shared_load(s, who)
        if thing is not None and thing.helper == who.id:
            yield Option("let-go-load", {"figure": who.id, "thing": thing.id, "pa": 0}, ("cappa.2.2.1.h12",))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """It stays where it is."""
        s, name = g.state, option["thing"]
        release(s, s.figures[s.things[name].bearer], name)
        g.tell(Taken(who.id, name, "down", ("cappa.2.2.1.h12",)))
