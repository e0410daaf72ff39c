"""Chapter 4.3.7, loads: what things weigh, who is laden, how fast he still is, and what he can take up besides."""

from __future__ import annotations

from alfiere.games.cappa.ground.ground import HORSES
from alfiere.games.cappa.people.muster import HORSE
from alfiere.games.cappa.sheets.characters import vehicle_base
from alfiere.games.cappa.sheets.tables import tables, terrain
from alfiere.games.cappa.state.state import Figure, SkirmishState


def loaded_speed(mov: int, weight: int, carriers: int = 1) -> int:
    """Half speed up to the carriers' own weight, a quarter up to half as much again, no farther (cappa.4.3.7a-e)."""
    own = carriers * terrain().person
    if weight <= 0:
        return mov
    if weight <= own:
        return mov // tables().numbers.load
    return mov // tables().numbers.heavy_load if 2 * weight <= 3 * own else 0


def load_of(s: SkirmishState, figure: Figure) -> int:
    """The weight of all he carries, in hundredths of a person; led horses weigh nothing (cappa.4.3.7.h1)."""
    helped = sum(weight_of(s, one.id) for one in s.things.values() if one.helper == figure.id)
    return helped + sum(weight_of(s, name) for name in figure.carries)


def is_placed_by_two(s: SkirmishState, figure: Figure) -> bool:
    """Whether he carries something together with another: they move with one shared action (cappa.4.3.7.h3)."""
    return any(one.helper and figure.id in (one.bearer, one.helper) for one in s.things.values())


def weight_of(s: SkirmishState, name: str) -> int:
    """Of a thing or of somebody carried or led (cappa.4.3.7.h1, cappa.4.3.7.h4)."""
    if name in s.figures:
        return terrain().person
    kind = s.things[name].kind
    load = terrain().loads.get("vehicle" if vehicle_base(kind) is not None else kind)
    return 0 if load is None else (10_000 if load.weight is None else load.weight)


def is_laden(s: SkirmishState, figure: Figure) -> bool:
    """Whether he carries any weight: then he neither charges, shoots, climbs, jumps nor fights (cappa.4.3.7.h2)."""
    return load_of(s, figure) > 0


def can_carry(s: SkirmishState, figure: Figure, name: str) -> bool:
    """Whether the load does not become too heavy, on foot or for the horse besides its rider (cappa.4.3.7c).

    On foot two horses can be led (cappa.4.3.6.h3).
    """
    if figure.is_mounted:
        is_led = name in s.things and s.things[name].kind in HORSES
        most = terrain().mounts[figure.mount or HORSE].with_rider  # cappa.t.mounts
        return not is_led and load_of(s, figure) + weight_of(s, name) <= most
    if name in s.things and s.things[name].kind in HORSES:
        led = sum(1 for one in figure.carries if one in s.things and s.things[one].kind in HORSES)
        return led < tables().numbers.led_horses
    return loaded_speed(figure.line.mov_on_foot, load_of(s, figure) + weight_of(s, name)) > 0
