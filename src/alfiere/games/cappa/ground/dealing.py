"""Chapter 9.5, what a side cannot know: whom it does not see may be anywhere out of its sight (cappa.9.5.1.h3)."""

from __future__ import annotations

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import is_free, radius
from alfiere.games.cappa.ground.gun_places import gun_of, is_served
from alfiere.games.cappa.ground.seeing import glimpses
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.ground.weather import FIRED
from alfiere.games.cappa.state.state import ON, Figure, SkirmishState, Squad
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat

TRIES = 40  # places tried for somebody who may be anywhere


def deal_hidden(s: SkirmishState, seat: Seat, chance: Chance) -> None:
    """Put everybody whom a side does not see somewhere else out of its sight; a squad in the order it has.

    Whoever acts now, fights, has somebody in his hands, is at his gun, or is of a squad of which others are seen
    stays: of those the side knows enough.
    """
    hidden = hidden_from(s, seat)
    bodies: dict[str, list[Figure]] = {}
    for name in sorted(hidden):
        bodies.setdefault(s.figures[name].squad or name, []).append(s.figures[name])
    for name, here in sorted(bodies.items()):
        mates = s.squads[name].members if name in s.squads else [name]
        seen = any(s.figures[one].where == ON and one not in hidden for one in mates)
        if seen or s.acting in (name, *mates) or any(is_in_melee(s, one) or _holds_somebody(s, one) for one in here):
            continue
        if name in s.squads and _serves_a_gun(s, s.squads[name]):
            continue
        _move_away(s, seat, here, chance)


def _holds_somebody(s: SkirmishState, figure: Figure) -> bool:
    """Whether he carries or leads away somebody, who is never hidden: so it is known where he himself must be."""
    return any(name in s.figures for name in figure.carries)


def _serves_a_gun(s: SkirmishState, squad: Squad) -> bool:
    """Whether it is at its gun, which all see and see not abandoned: away from it it would lose it (cappa.10.1.h6)."""
    gun = gun_of(s, squad)
    return gun is not None and gun.id in s.things and is_served(s, gun)


def _move_away(s: SkirmishState, seat: Seat, here: list[Figure], chance: Chance) -> None:
    eyes, first = s.standing(seat), here[0]
    for _ in range(TRIES):
        dx, dy = chance.below(s.ground.width) - first.x, chance.below(s.ground.depth) - first.y
        if not all(_is_on_table(s, one, one.x + dx, one.y + dy) for one in here):
            continue
        there = [one.at((one.x + dx, one.y + dy)) for one in here]
        for one in there:
            one.level = 0
        supposed = s.supposing(there)
        if all(is_free(supposed, one, one.x, one.y) and not _is_watched(supposed, one, eyes) for one in there):
            for one in here:
                one.x, one.y, one.level = one.x + dx, one.y + dy, 0
            return


def _is_watched(s: SkirmishState, figure: Figure, eyes: list[Figure]) -> bool:
    """Whether one of these sees him, who fights nobody."""
    return any(glimpses(s, eye, figure, FIRED.is_on(figure)) for eye in eyes)


def _is_on_table(s: SkirmishState, figure: Figure, x: int, y: int) -> bool:
    size = radius(figure)
    return size <= x <= s.ground.width - size and size <= y <= s.ground.depth - size
