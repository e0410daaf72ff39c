"""How a place of an open table is told to a person: how far from where one stands, which way, towards whom.

The phrases are a game's, in the section «way» of its words: ``far`` with {length} and {where}, ``towards`` with
{target}, ``here``, and the eight points of the compass; of units that move by legs those of ASIDE with {far}, the turns
with {angle}, ``about``, and ``form`` with {formation}.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from alfiere.kernel.forms import FINEST
from alfiere.kernel.words import Words
from alfiere.table.headings import FULL_TURN, heading_of
from alfiere.table.legs import Leg, Reform, Shift, Turn
from alfiere.table.measuring import root_up
from alfiere.table.shapes import Outline, Point
from alfiere.table.terrain import Terrain

COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
BOUND: Final = "\N{NO-BREAK SPACE}"
ASIDE: Final = ("ahead", "oblique-right", "right", "back-right", "back", "back-left", "left", "oblique-left")
NARROW: Final = 25  # so many times farther along than aside is «towards»


def length_name(length: int, language: str) -> str:
    """A length in the unit of the game, with the decimals it has."""
    text = f"{length / FINEST:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language == "it" else text


def by_tape(length: int) -> int:
    """A length to the tenth of the unit, as one reads it off a tape; what is shorter stays as it is."""
    return (length + 5) // 10 * 10 or length


def place_name(place: Iterable[int], language: str) -> str:
    """A place by how far it is from the north-west corner."""
    return "; ".join(length_name(one, language) for one in place)


def wind(heading: int) -> str:
    """The point of the compass nearest to a heading."""
    return COMPASS[(heading + 225) // 450 % 8]


def way_word(words: Words, key: str, **args: str) -> str:
    """A phrase of the section «way» whose own words no line and no list parts."""
    return words.word("way", key).replace(" ", BOUND).format_map(args)


def way_name(words: Words, start: Point, to: Point, target: str, is_measured: bool) -> str:
    """«4 um towards Athos», «2.5 um to the north-east»; without the length where nobody may measure.

    ``target``: whom one goes towards, by name, if there is somebody.
    """
    dx, dy = to[0] - start[0], to[1] - start[1]
    if target:
        where = way_word(words, "towards", target=target)
    else:
        where = way_word(words, wind(heading_of(dx, dy)) if dx or dy else "here")
    if not is_measured or not (dx or dy):
        return where
    length = length_name(by_tape(root_up(dx * dx + dy * dy)), words.language)
    return way_word(words, "far", length=length, where=where)


def ahead(start: Point, to: Point, others: Iterable[tuple[Point, str]]) -> str:
    """Who stands in this direction and not nearer than one goes, the nearest of them; nobody if there is none."""
    dx, dy = to[0] - start[0], to[1] - start[1]
    far = dx * dx + dy * dy
    found = []
    for (x, y), name in others:
        ex, ey = x - start[0], y - start[1]
        along, aside = ex * dx + ey * dy, abs(ex * dy - ey * dx)
        if far and along >= far and aside * NARROW <= along:
            found.append((along, name))
    return min(found)[1] if found else ""


def is_beside(terrain: Terrain, name: str, place: Point, radius: int, off: int) -> bool:
    """Whether a base there would stand on a piece of ground, or no farther from it than this."""
    return terrain.inside(name, *place) or terrain.within(name, Outline((place,), radius), off)


def legs_told(legs: Iterable[Leg], words: Words, length: Callable[[int], str]) -> Iterator[str]:
    """The legs of a move, each in a few words; ``length`` names a length in the unit of the game."""
    for leg in legs:
        if isinstance(leg, Shift):
            yield way_word(words, ASIDE[(leg.aside + 225) % FULL_TURN // 450], far=length(leg.length))
        elif isinstance(leg, Turn):
            angle = length_name(abs(leg.angle) * 10, words.language)
            key = "about" if abs(leg.angle) == FULL_TURN // 2 else "turn-right" if leg.angle > 0 else "turn-left"
            yield way_word(words, key, angle=angle)
        elif isinstance(leg, Reform):
            yield way_word(words, "form", formation=words.word("word", leg.formation))
