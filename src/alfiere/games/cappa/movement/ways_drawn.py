"""What is drawn of a move: the way and its length, and where everybody of a body would stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alfiere.games.cappa.ground.ground import has_base, radius
from alfiere.games.cappa.people.impulses import Actor, actor, bodies
from alfiere.games.cappa.people.muster import is_measured
from alfiere.games.cappa.state.drawing import said
from alfiere.games.cappa.state.state import Figure, SkirmishState
from alfiere.kernel import drawing
from alfiere.kernel.decision import Option
from alfiere.kernel.drawing import Drawn
from alfiere.table.measuring import way_length
from alfiere.table.reach import Way
from alfiere.table.shapes import Point


def first_of(s: SkirmishState, name: str) -> Figure | None:
    """Who stands for somebody: himself, or the first of a squad that acts; nobody where there is none of this name."""
    if name not in s.figures and name not in s.squads:
        return None
    who: Actor = actor(s, name)
    return next(iter(bodies(s, who)), None)


def straight(s: SkirmishState, option: Option) -> list[Drawn]:
    """Straight to the place that an option names: jumps, crossings, steps back; of a squad all by the same stretch."""
    first = first_of(s, str(option.get("member") or option["figure"]))  # cappa.6.4b
    name = option["figure"]
    return stretch(s, first, option["to"], bodies(s, s.squads[name]) if name in s.squads else ())


def stretch(s: SkirmishState, first: Figure | None, to: Sequence[int], along: Iterable[Figure] = ()) -> list[Drawn]:
    """How one comes to a place, with its length, and those who go along with him."""
    if first is None or not has_base(first):
        return []
    dx, dy = to[0] - first.x, to[1] - first.y
    text = said(s, "length", length=way_length(((0, 0), (dx, dy)))) if is_measured(s) else None
    drawn = [drawing.way(((first.x, first.y), (first.x + dx, first.y + dy)), text)]
    others = list(along)
    drawn += [drawing.way(((one.x, one.y), (one.x + dx, one.y + dy))) for one in others if one is not first]
    return drawn + standing(others, [(one.x + dx, one.y + dy) for one in others])


def drawn_up(s: SkirmishState, ways: dict[str, Way]) -> list[Drawn]:
    """Everybody's way to his place in the formation; the one who is measured with its length (cappa.6.5b)."""
    first, *others = ways.values()
    text = said(s, "length", length=first.length) if is_measured(s) else None
    drawn = [drawing.way(first.points, text), *(drawing.way(way.points) for way in others if way.length)]
    return drawn + standing([s.figures[name] for name in ways], [way.end for way in ways.values()])


def standing(figures: Sequence[Figure], places: Sequence[Point]) -> list[Drawn]:
    """Where everybody of a body would stand; of one alone the table shows that by itself."""
    return [drawing.bases(places, max(map(radius, figures)))] if len(places) > 1 else []
