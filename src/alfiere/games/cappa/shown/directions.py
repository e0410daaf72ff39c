"""How a place is told to a person: how far from where somebody stands, which way, towards whom, beside what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from alfiere.games.cappa.ground.ground import field, has_base
from alfiere.games.cappa.movement.squad_march import foremost
from alfiere.games.cappa.movement.ways_drawn import first_of
from alfiere.games.cappa.people.impulses import bodies
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.sheets.weapons import weapons
from alfiere.games.cappa.state.naming import by_tape, length_name, name_of, place_name, words
from alfiere.games.cappa.state.state import OUT, Figure, SkirmishState
from alfiere.kernel.decision import Option
from alfiere.kernel.words import Words
from alfiere.table.headings import heading_of
from alfiere.table.measuring import root_up
from alfiere.table.shapes import Outline, Point

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
ARRIVALS = ("set-up", "deploy")  # nobody stands anywhere yet
SHOTS = ("shoot", "shoot-back")
GUNS = ("turn-gun", "shift-gun", "unlimber-gun")  # what is told of them is a turn or a length
DRAWN_UP = ("march", "reform")
PUSHED = "push"  # the place is that of whom it befalls
NARROW = 25  # so many times farther along than aside is «towards»
BOUND = "\N{NO-BREAK SPACE}"
BESIDE = 25  # hundredths between a base and what it stands beside


def spoken(s: SkirmishState, option: Option, language: str) -> Mapping[str, Any]:
    """What the sentence of an option is filled with: its arguments, and its place as a way from where one stands."""
    if option.key in SHOTS:
        return {**option.args, "thrown": not _is_fired(str(option.get("weapon")))}
    if option.key in GUNS:
        return {**option.args, "way": _gun_way(s, option, language)}
    if option.key == "fight":
        target = s.figures.get(str(option.get("target")))
        return {**option.args, "fallen": target is not None and target.where == OUT}
    place = option.get("to")
    if not isinstance(place, list | tuple) or len(place) != 2:
        return option.args
    to = place[0], place[1]
    mover = mover_of(s, option)
    if mover is None or option.key in ARRIVALS or not has_base(mover):
        return {**option.args, "way": place_name(to, language) + _beside(s, mover, to, language)}
    return {**option.args, "way": way_name(s, mover, to, language)}


def _gun_way(s: SkirmishState, option: Option, language: str) -> str:
    """How far and whither a gun is turned, shifted or faced."""
    known = words(language)
    if option.key == "shift-gun":
        told = length_name(abs(option["by"]), language)
        return _bound(known, "ahead" if option["by"] > 0 else "back", {"length": told})
    heading = int(option["heading"])
    if option.key == "unlimber-gun":
        return _bound(known, COMPASS[(heading + 225) // 450 % 8], {})
    turn = (heading - s.things[option["gun"]].heading + 1800) % 3600 - 1800
    return _bound(known, "right" if turn > 0 else "left", {"length": f"{abs(turn) / 10:g}"})


def _is_fired(code: str) -> bool:
    """Whether it is shot; what is meant for the hand flies only if it is thrown (cappa.5.3.1.h3)."""
    weapon = weapons().get(code)
    return weapon is not None and (weapon.is_firearm or weapon.is_bow)


def mover_of(s: SkirmishState, option: Option) -> Figure | None:
    """Who would stand at the place an option names; of a squad the first, or the one whose move is measured."""
    name = str(option.get("target" if option.key == PUSHED else "figure") or "")
    name = str(option.get("member") or name)  # cappa.6.4b
    heading, squad = option.get("heading"), s.squads.get(name)
    if squad is not None and option.key in DRAWN_UP and isinstance(heading, int) and bodies(s, squad):
        return foremost(bodies(s, squad), heading)  # cappa.6.5b
    return first_of(s, name)


def way_name(s: SkirmishState, mover: Figure, to: Point, language: str) -> str:
    """«4 um towards Athos», «2.5 um to the north-east (low wall)»; without the length where nobody may measure.

    Its words are bound together: lists of options are parted before the way, not inside it.
    """
    dx, dy = to[0] - mover.x, to[1] - mover.y
    known = words(language)
    aim = next(_ahead(s, mover, dx, dy), "")
    if aim:
        where = _bound(known, "towards", {"target": name_of(s, "figure", aim, language)})
    else:
        where = _bound(known, COMPASS[(heading_of(dx, dy) + 225) // 450 % 8] if dx or dy else "here", {})
    if is_measured(s) and (dx or dy):
        length = root_up(dx * dx + dy * dy)
        told = length_name(by_tape(length), language)
        where = _bound(known, "far", {"length": told, "where": where})
    return where + _beside(s, mover, to, language)


def _bound(known: Words, key: str, args: Mapping[str, str]) -> str:
    """A phrase of the section «way» whose own words no line and no list parts."""
    phrase = known.word("way", key).replace(" ", BOUND)
    return phrase.format_map(args)


def _ahead(s: SkirmishState, mover: Figure, dx: int, dy: int) -> Iterator[str]:
    """Enemies who stand in this direction and not nearer than one goes, the nearest first."""
    far = dx * dx + dy * dy
    found = []
    for one in s.enemies_of(mover):
        ex, ey = one.x - mover.x, one.y - mover.y
        along, aside = ex * dx + ey * dy, abs(ex * dy - ey * dx)
        if far and along >= far and aside * NARROW <= along:
            found.append((along, one.id))
    yield from (name for _, name in sorted(found))


def _beside(s: SkirmishState, mover: Figure | None, to: Point, language: str) -> str:
    """In brackets the wall, house or wood one would come to; not what one is at already."""
    here = (mover.x, mover.y) if mover is not None and has_base(mover) else None
    radius = mover.sheet.base // 2 if mover is not None else 0
    for name, feature in s.ground.features.items():
        if _is_at(s, name, to, radius) and not (here and _is_at(s, name, here, radius)):
            return f" ({getattr(feature.name, language)})"
    return ""


def _is_at(s: SkirmishState, name: str, place: Point, radius: int) -> bool:
    """Whether a base there would stand on a piece of ground, or beside it."""
    terrain = field(s).terrain
    if name not in terrain.by_id or terrain.feature(name).kind in ("road", "open"):
        return False
    return terrain.inside(name, *place) or terrain.within(name, Outline((place,), radius), BESIDE)
