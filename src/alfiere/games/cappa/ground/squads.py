"""Chapters 6.0 and 6.1, a squad as one: who belongs to it, who stands with it, who is apart."""

from __future__ import annotations

from functools import lru_cache

from alfiere.games.cappa.ground.gun_places import joined
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import ON, Figure, SkirmishState, Squad

# Who is with the squad


def members_up(s: SkirmishState, squad: Squad) -> list[Figure]:
    """Those of its members who are on the table and able to act."""
    members = map(s.figures.__getitem__, squad.members)
    return [one for one in members if one.where == ON and not one.captor and not one.has_surrendered]


def in_ranks(s: SkirmishState, squad: Squad) -> list[Figure]:
    """Those who belong together: not a leader who runs by himself (cappa.2.3.h7) nor a hero alone (cappa.6.1.h2)."""
    return [
        one
        for one in map(s.figures.__getitem__, squad.members)
        if one.where == ON and not one.shaken and not one.captor and not one.has_surrendered
        if one.squad and (not one.die or not one.acts_alone)
    ]


def linked(figures: list[Figure], limit: int) -> list[list[Figure]]:
    """Groups in which each is at most so far from another, edge to edge; in the order of the squad."""
    return [[figures[number] for number in group] for group in _linked(_places(figures), limit)]


def _places(figures: list[Figure]) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        [(one.x, one.y, one.sheet.radius_mounted if one.is_mounted else one.sheet.radius_on_foot) for one in figures]
    )


@lru_cache(maxsize=1 << 10)
def _linked(places: tuple[tuple[int, int, int], ...], limit: int) -> list[list[int]]:
    """The same of bases at these places, by their numbers: it hangs on nothing else, and most squads stand still."""
    reach = limit + tables().lengths.tolerance
    left, found = list(range(len(places))), []
    while left:
        group, edge = [], [left.pop(0)]
        while edge:
            one = edge.pop()
            group.append(one)
            x, y, size = places[one]
            rest: list[int] = []
            for number in left:
                mate_x, mate_y, mate_size = places[number]
                is_near = (mate_x - x) ** 2 + (mate_y - y) ** 2 <= (reach + size + mate_size) ** 2
                (edge if is_near else rest).append(number)
            left = rest
        found.append(group)
    return found


def parted(s: SkirmishState, squad: Squad) -> tuple[list[Figure], list[Figure]]:
    """All who belong together, and those of them who are apart from the body."""
    here, limit = in_ranks(s, squad), tables().lengths.open_order
    if len(_linked(_places(here), limit)) < 2:
        return here, []  # as most are
    groups = linked(here, limit)
    if s.guns:
        groups = joined(s, squad, groups)
    if len(groups) < 2:
        return here, []
    body = max(groups, key=lambda group: (len(group), any(one.id == squad.leader for one in group)))
    return here, [one for one in here if one not in body]


def separated(s: SkirmishState, squad: Squad) -> list[Figure]:
    """The members apart from the body: the largest group with gaps of 1 um, of equals the leader's (cappa.6.3.h1)."""
    return parted(s, squad)[1]


def fights_among(s: SkirmishState, figure: Figure) -> Squad | None:
    """The squad whose melee is his: also with a die of his own, while he stands with it (cappa.2.1.2.h6).

    What he does on that die he does alone, and so does a hero (cappa.6.1.h2).
    """
    if not figure.squad or not figure.die:
        return s.squad_of(figure)
    if figure.acts_alone or s.acting == figure.id:
        return None
    squad = s.squads[figure.squad]
    return None if figure in separated(s, squad) else squad
