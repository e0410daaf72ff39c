"""How a place is told to a person: how far from where somebody stands, which way, towards whom, beside what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alfiere.battles import ways_told
from alfiere.battles.ways_told import ahead, is_beside, place_name
from alfiere.games.cappa.combat.melee_deeds import Push
from alfiere.games.cappa.ground.ground import field, has_base
from alfiere.games.cappa.movement.squad_march import March, foremost
from alfiere.games.cappa.movement.squad_moves import Reform
from alfiere.games.cappa.movement.ways_drawn import first_of
from alfiere.games.cappa.people.impulses import bodies
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.set_up.squad_set_up import SetUp
from alfiere.games.cappa.state.naming import name_of, words
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.games.cappa.turn.arrival import Deploy
from alfiere.games.cappa.turn.deeds import doing
from alfiere.kernel.decision import Option
from alfiere.table.shapes import Point

ARRIVALS = (SetUp.verb, Deploy.verb)  # nobody stands anywhere yet
DRAWN_UP = (March.verb, Reform.verb)
BESIDE = 25  # hundredths between a base and what it stands beside


def spoken(s: SkirmishState, option: Option, language: str) -> Mapping[str, Any]:
    """What the sentence of an option is filled with: its arguments, and its place as a way from where one stands."""
    deed = doing(option.key)
    own = deed.spoken(s, option, language) if deed is not None else None
    if own is not None:
        return {**option.args, **own}
    place = option.get("to")
    if not isinstance(place, list | tuple) or len(place) != 2:
        return option.args
    to = place[0], place[1]
    mover = mover_of(s, option)
    if mover is None or option.key in ARRIVALS or not has_base(mover):
        return {**option.args, "way": place_name(to, language) + _beside(s, mover, to, language)}
    return {**option.args, "way": way_name(s, mover, to, language)}


def mover_of(s: SkirmishState, option: Option) -> Figure | None:
    """Who would stand at the place an option names; of a squad the first, or the one whose move is measured."""
    name = str(option.get("target" if option.key == Push.verb else "figure") or "")
    name = str(option.get("member") or name)  # cappa.6.4b
    heading, squad = option.get("heading"), s.squads.get(name)
    if squad is not None and option.key in DRAWN_UP and isinstance(heading, int) and bodies(s, squad):
        return foremost(bodies(s, squad), heading)  # cappa.6.5b
    return first_of(s, name)


def way_name(s: SkirmishState, mover: Figure, to: Point, language: str) -> str:
    """«4 um towards Athos», «2.5 um to the north-east (low wall)»; without the length where nobody may measure.

    Its words are bound together: lists of options are parted before the way, not inside it.
    """
    here = mover.x, mover.y
    aim = ahead(here, to, (((one.x, one.y), one.id) for one in s.enemies_of(mover)))
    target = name_of(s, "figure", aim, language) if aim else ""
    return ways_told.way_name(words(language), here, to, target, is_measured(s)) + _beside(s, mover, to, language)


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
    return is_beside(terrain, name, place, radius, BESIDE)
