"""Chapter 9.5c, who is hidden from whom as the table stands: worked out anew only where something has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from alfiere.battles.marks import TURN, borne_by
from alfiere.games.cappa.ground.engaged import NEAR, are_in_melee, is_in_melee
from alfiere.games.cappa.ground.glances import Beheld, glances_of
from alfiere.games.cappa.ground.ground import WIDEST
from alfiere.games.cappa.ground.seeing import farthest_seen, watches
from alfiere.games.cappa.ground.weather import FIRED, LIGHT, WEATHER
from alfiere.games.cappa.scenario.scenario import MASTER
from alfiere.games.cappa.state.state import OF_FIGURE, ON, WANTED, Figure, SkirmishState
from alfiere.games.cappa.state.unplayed import spokesman, unplayed
from alfiere.kernel.decision import Seat
from alfiere.table.snapshot import changed, snapshot

FOUND = OF_FIGURE.bare("found", TURN)  # as are those who were come upon, cappa.9.5.1.h3
NOBODY: frozenset[str] = frozenset()
KEPT = 3  # moments: of the table as it is, as a side knows it, and as it was before

# All of characters, squads, guns and what they draw on which it may hang who is hidden
_OF_FIGURE = (
    *("id", "seat", "where", "x", "y", "level", "captor", "has_surrendered", "is_mounted", "is_prone", "mount"),
    *("shaken", "squad", "sheet"),
)
_AND_MORE = (*_OF_FIGURE, "die", "marks")
_OF_SQUAD = ("id", "shaken", "leader", "members")
_OF_GUN = ("id", "crew", "limber", "is_limbered")
_OF_THING = ("id", "kind", "x", "y", "heading")


class Moment:
    """How the table stands, as far as it matters for who sees whom; and who is hidden then, once it was asked."""

    __slots__ = ("hidden", "matters")

    def __init__(self, matters: tuple[object, ...]) -> None:
        self.matters = matters
        self.hidden: dict[Seat | None, frozenset[str]] | None = None

    def is_as(self, other: Moment) -> bool:
        """Whether nothing that matters has changed between the two."""
        return self is other or self.matters == other.matters


class Noted(NamedTuple):
    """What was read off the table, and the moment that it was."""

    people: tuple[object, ...]
    squads: tuple[object, ...]
    rest: tuple[object, ...]
    acting: str
    moment: Moment


def moment_of(s: SkirmishState) -> Moment:
    """The moment that it is now: asked for every event that is told, when mostly nothing has changed."""
    people, squads = s.figures.values(), s.squads.values()
    guns = (snapshot(s.guns.values(), _OF_GUN), snapshot(s.things.values(), _OF_THING)) if s.guns else ()
    ground = s.ground, s.options[LIGHT], s.options[WEATHER], *s.changed
    rest = ground, guns, (*s.sides, spokesman(s) if unplayed(s) else "", *s.peace)
    before = _NOTED[0]
    for noted in before:
        if (
            noted.acting == s.acting
            and changed(people, _AND_MORE, noted.people) == ()
            and changed(squads, _OF_SQUAD, noted.squads) == ()
            and noted.rest == rest
        ):
            return noted.moment
    of_squads = snapshot(squads, _OF_SQUAD)
    matters = _what_matters(people, s.acting), of_squads, rest
    moment = next((one.moment for one in before if one.moment.matters == matters), None) or Moment(matters)
    _NOTED[0] = (Noted(snapshot(people, _AND_MORE), of_squads, rest, s.acting, moment), *before[: KEPT - 1])
    return moment


def _what_matters(people: Iterable[Figure], acting: str) -> tuple[object, ...]:
    """What of all that was read off matters: of dice and marks little does."""
    alone = [one.id for one in people if one.die and one.squad]  # a die matters to him who has a squad
    if alone and acting in alone:
        alone.append(acting)  # and so does it that he acts on it now
    return snapshot(people, _OF_FIGURE), tuple(alone), borne_by(people, FIRED, FOUND, WANTED)


_NOTED: list[tuple[Noted, ...]] = [()]  # the last first


def hidden_at(s: SkirmishState, moment: Moment) -> dict[Seat | None, frozenset[str]]:
    """Who is hidden from each side and from a spectator, the skirmish being at this moment."""
    if moment.hidden is None:
        moment.hidden = _worked_out(s)
    return moment.hidden


def _worked_out(s: SkirmishState) -> dict[Seat | None, frozenset[str]]:
    dusk, alone = Dusk(s), unplayed(s)
    # a Game Master sees the whole table; what his people may do hangs on what they see themselves
    own = {seat: NOBODY if seat == MASTER else dusk.unwatched(seat) for seat in s.seats}
    found: dict[Seat | None, frozenset[str]] = {}
    for seat, hidden in own.items():
        both = hidden | own[spokesman(s)] if seat in alone else hidden
        found[seat] = frozenset([name for name in both if s.figures[name].seat not in alone]) if alone else both
    found[None] = NOBODY.union(*found.values())
    return found


class Dusk:
    """Who sees whom at one moment: what is asked for one after the other while nobody moves is gathered once."""

    def __init__(self, s: SkirmishState) -> None:
        self.state, self._glances = s, glances_of(s)
        people = list(s.figures.values())
        numbered = zip(self._glances.numbers(people), people, strict=True)
        self._here = [(number, one) for number, one in numbered if one.where == ON and not one.captor]
        # who is farther away is neither seen nor fought with
        self._quiet, self._loud = (max(farthest_seen(s, is_loud) + WIDEST, NEAR) for is_loud in (False, True))
        self._fighting: dict[str, bool] = {}

    def unwatched(self, seat: Seat) -> frozenset[str]:
        """Whom none of this side's own characters sees, nor fights."""
        beheld = self._glances.beheld
        eyes = {number: one for number, one in self._here if one.seat == seat and not one.has_surrendered}
        looking = set(eyes)
        others = [(one, beheld[number]) for number, one in self._here if one.seat != seat]
        unseen = [
            (one, known)
            for one, known in others
            if known.seen_by.isdisjoint(looking) and not self._is_found(one, known, eyes, looking, is_loud=False)
        ]
        if not unseen:
            return NOBODY
        # of them and their squads, who may be fighting with one of these; where there are three sides, others fight too
        close: set[str] | None = None
        if len(self.state.sides) == 2:
            squads, close = {one.squad for one, _ in unseen}, set()
            for one, known in others:
                if one.squad in squads and not looking <= known.far and _near(one, known, eyes, looking):
                    close.update((one.id, one.squad))
        return frozenset([one.id for one, known in unseen if not self._is_noticed(one, known, eyes, looking, close)])

    def _is_noticed(
        self, target: Figure, known: Beheld, eyes: dict[int, Figure], looking: set[int], close: set[str] | None
    ) -> bool:
        """Whether somebody whom they don't see while he keeps quiet has been come upon, is heard or fights with them.

        ``close``: only these and their squads can be fighting; None if anybody may be.
        """
        may_fight = close is None or target.id in close or target.squad in close
        if FOUND.is_on(target):
            return True
        if FIRED.is_on(target) or (may_fight and self._fights(target)):
            if self._is_found(target, known, eyes, looking, is_loud=True):
                return True
        return may_fight and any(are_in_melee(self.state, eye, target) for eye in _near(target, known, eyes, looking))

    def _is_found(
        self, target: Figure, known: Beheld, eyes: dict[int, Figure], looking: set[int], *, is_loud: bool
    ) -> bool:
        """Whether one of those sees him; of whom it is not known yet the nearest are asked first."""
        by, not_by = known.told_apart(is_loud)
        if not by.isdisjoint(looking):
            return True
        unsure = looking - not_by
        if not unsure:
            return False
        x, y, most, near = target.x, target.y, self._loud if is_loud else self._quiet, []
        for number in unsure:
            eye = eyes[number]
            away = (eye.x - x) ** 2 + (eye.y - y) ** 2
            if away > most * most:
                not_by.add(number)
                known.far.add(number)
            else:
                near.append((away, number))
        near.sort()
        for _, number in near:
            if watches(self.state, eyes[number], target, is_loud):
                by.add(number)
                return True
            not_by.add(number)
        return False

    def _fights(self, figure: Figure) -> bool:
        """Whether he is in melee; with one member of a squad all are, so it is asked once for all of them."""
        squad = self.state.squad_of(figure)
        key = figure.id if squad is None else squad.id
        if key not in self._fighting:
            self._fighting[key] = is_in_melee(self.state, figure)
        return self._fighting[key]


def _near(target: Figure, known: Beheld, eyes: dict[int, Figure], looking: set[int]) -> list[Figure]:
    """Which of these are near enough to fight with one who stands there."""
    x, y, found = target.x, target.y, list[Figure]()
    for number in looking - known.far:
        one = eyes[number]
        if (one.x - x) ** 2 + (one.y - y) ** 2 < NEAR * NEAR:
            found.append(one)
        else:
            known.far.add(number)
    return found
