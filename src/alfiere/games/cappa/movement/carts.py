"""Chapters 4.3.7 and 10.4.3, what a cart carries: loads put on it and taken off, how slow they make it.

A thing on a cart names it in ``aboard`` and lies where the cart stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.ground import HORSES, gap_to_point
from alfiere.games.cappa.ground.gun_places import base_at, is_at
from alfiere.games.cappa.people.captives import release
from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.people.loads import weight_of
from alfiere.games.cappa.sheets.characters import characters
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import Figure, SkirmishGame, SkirmishState, Thing
from alfiere.games.cappa.told.events import Taken
from alfiere.kernel.decision import Option
from alfiere.table.shapes import Point


def bears(vehicle: Thing) -> int:
    """The weight it takes, in hundredths of a grown person; none for what is no cart (cappa.t.mounts)."""
    form = characters().vehicles.get(vehicle.kind)
    return 0 if form is None else 100 * form.carries.get("weight", 0)


def aboard(s: SkirmishState, vehicle: Thing) -> list[Thing]:
    """What lies on it."""
    return [one for one in s.things.values() if one.aboard == vehicle.id]


def weight_aboard(s: SkirmishState, vehicle: Thing) -> int:
    """What all of that weighs."""
    return sum(weight_of(s, one.id) for one in aboard(s, vehicle))


def is_loaded(s: SkirmishState, vehicle: Thing) -> bool:
    """Whether a cart goes as slowly as a fully loaded one (cappa.10.4.3.h1)."""
    part, whole = tables().numbers.loaded_cart
    most = bears(vehicle)
    return most > 0 and weight_aboard(s, vehicle) * whole >= most * part


def in_reach(s: SkirmishState, figure: Figure, thing: Thing) -> bool:
    """Whether he touches a thing, or the cart on which it lies (cappa.2.2.1.h5)."""
    if thing.aboard in s.things:
        return is_at(s, figure, [base_at(s.things[thing.aboard]).outline])
    return gap_to_point(s, figure, thing.x, thing.y) <= tables().lengths.tolerance


def carry_along(s: SkirmishState, vehicle: Thing) -> None:
    """What is on a cart is where it is."""
    for one in aboard(s, vehicle):
        one.x, one.y = vehicle.x, vehicle.y


def spill(s: SkirmishState, vehicle: str, at: Point) -> None:
    """A cart is gone: what was on it lies on the ground."""
    for one in s.things.values():
        if one.aboard == vehicle:
            one.aboard, one.x, one.y = "", *at


class LoadCart(OfOne):
    """What he carries, onto a cart he touches that still bears it; laying something down is free (cappa.2.2.1.h12)."""

    verb = "load-cart"
    in_melee = True
    shaken = True

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not who.carries:
            return
        for vehicle in s.things.values():
            most = 0 if vehicle.bearer else bears(vehicle)
            if not most or not is_at(s, who, [base_at(vehicle).outline]):
                continue
            for name in who.carries:
                if name not in s.things or s.things[name].kind in HORSES:
                    continue
                if weight_aboard(s, vehicle) + weight_of(s, name) <= most:
                    args = {"figure": who.id, "thing": name, "vehicle": vehicle.id, "pa": 0}
                    yield Option("load-cart", args, ("cappa.2.2.1.h12", "cappa.10.4.3.h1"))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        s = g.state
        thing, vehicle = s.things[option["thing"]], s.things[option["vehicle"]]
        release(s, who, thing.id)
        thing.aboard, thing.level = vehicle.id, 0
        thing.x, thing.y = vehicle.x, vehicle.y
        g.tell(Taken(who.id, thing.id, "aboard", ("cappa.2.2.1.h12",)))
