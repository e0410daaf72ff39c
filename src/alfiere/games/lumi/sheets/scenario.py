"""A battle ready to be set up: its sides, its order of battle, its ground and everything its file says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from alfiere.battles.armies.meeting import MayMeet
from alfiere.battles.battle_reading import SpecialForm
from alfiere.battles.entries import Entry, entry_at
from alfiere.battles.ground_shapes import with_ids
from alfiere.games.lumi.sheets.ground import Ground
from alfiere.games.lumi.sheets.profiles import Profile, profiles
from alfiere.games.lumi.sheets.scenario_forms import (
    AnyScenario,
    ArrivalForm,
    BaseForm,
    DeployForm,
    DivisionForm,
    GeneralForm,
    PieceForm,
    PlaceForm,
    SideForm,
    WhoForm,
)
from alfiere.games.lumi.sheets.tables import tables
from alfiere.kernel.forms import Name, named

K = TypeVar("K", bound=SpecialForm)


class BaseSheet(NamedTuple):
    """A base of the order of battle; a battery has no brigade (1.6.2)."""

    id: str
    name: Name
    seat: str
    division: str
    brigade: str
    profile: Profile
    is_on_foot: bool


class GeneralSheet(NamedTuple):
    """A general of the order of battle; the CiC may have no division (1.6.3)."""

    id: str
    name: Name
    seat: str
    grade: str
    division: str
    is_cic: bool


class Scenario(MayMeet):
    """A battle. Lengths are in hundredths, y to the south; ``source`` is the file as it was."""

    def __init__(self, form: AnyScenario, source: Mapping[str, Any], file: str) -> None:
        self.form, self.source, self.file, self.id, self.turns = form, source, file, form.id, form.turns
        self.title: dict[str, str] = {"en": form.title.en, "it": form.title.it}
        self.width, self.depth = form.table.width, form.table.depth
        self.sides: dict[str, SideForm] = {side.seat: side for side in form.side}
        self.seat_of: dict[str, str] = {side.code: side.seat for side in form.side}
        self.places: dict[str, PlaceForm] = {place.id: place for place in form.place}
        self.terrain: dict[str, PieceForm] = dict(with_ids(form.terrain))
        self.divisions: dict[str, DivisionForm] = {one.id: one for one in form.division}
        self.brigades: dict[str, Name] = {}
        self.bases: dict[str, BaseSheet] = {}
        self.generals: dict[str, GeneralSheet] = {}
        self._grounds: dict[tuple[tuple[str, int], ...], Ground] = {}
        for division in form.division:
            self._enlist(division)
        for side in form.side:
            own = next((one.id for one in form.division if one.side == side.code and one.general is None), "")
            self._appoint(side.cic, side.seat, own, is_cic=True)

    def _enlist(self, division: DivisionForm) -> None:
        seat = self.seat_of[division.side]
        if division.general is not None:
            self._appoint(division.general, seat, division.id)
        for brigade in division.brigade:
            self.brigades[brigade.id] = named(brigade.name)
            for one in brigade.bases:
                self._add(one, seat, division.id, brigade.id)
        for one in division.batteries:
            self._add(one, seat, division.id, "")

    def _add(self, one: BaseForm, seat: str, division: str, brigade: str) -> None:
        profile = profiles()[one.profile]
        self.bases[one.id] = BaseSheet(one.id, named(one.name), seat, division, brigade, profile, one.on_foot)

    def _appoint(self, one: GeneralForm, seat: str, division: str, *, is_cic: bool = False) -> None:
        self.generals[one.id] = GeneralSheet(one.id, named(one.name), seat, one.grade, division, is_cic)

    # The order of battle

    def cohesion(self, seat: str) -> int:
        """The cohesion an army begins with: its part of the values of its bases, rounded up (11.3)."""
        part, of = tables().fights[self.sides[seat].fight].part
        return -(-part * sum(one.profile.cohesion for one in self.bases.values() if one.seat == seat) // of)

    @cached_property
    def _orders(self) -> dict[str, WhoForm]:
        """Of each base, and of each general of a division that is named, the narrowest of the forms that mean it."""
        forms: tuple[WhoForm, ...] = (*self.form.deploy, *self.form.arrival)
        found: dict[str, WhoForm] = {}
        for form in forms:
            found |= {id: form for id, one in self.bases.items() if one.division in form.under}
            found |= {id: form for id, one in self.generals.items() if one.division in form.under}
        for form in forms:
            found |= {id: form for id, one in self.bases.items() if one.brigade in form.brigades}
        for form in forms:
            found |= dict.fromkeys(form.units, form)
        return found

    @cached_property
    def deployments(self) -> dict[str, DeployForm]:
        """Where each base and general is set up that is on the table from the beginning."""
        return {id: form for id, form in self._orders.items() if isinstance(form, DeployForm)}

    @cached_property
    def arrivals(self) -> dict[str, ArrivalForm]:
        """When and where each base and general comes that is not (2.2.1a)."""
        return {id: form for id, form in self._orders.items() if isinstance(form, ArrivalForm)}

    def entries(self, form: ArrivalForm) -> tuple[Entry, ...]:
        """The stretches of the edges where reinforcements come on."""
        return tuple(entry_at(one, self.terrain.get(one.road), self.width, self.depth) for one in form.entry)

    def special(self, kind: type[K]) -> Iterator[K]:
        """The special rules of a kind."""
        return (rule for rule in self.form.special if isinstance(rule, kind))

    # On the table

    def ground(self, levels: Mapping[str, int] | None = None) -> Ground:
        """The ground, with these levels of random obstacles (3.3.2d)."""
        known = tuple(sorted(levels.items())) if levels else ()
        if known not in self._grounds:
            self._grounds[known] = Ground((self.width, self.depth), self.terrain.items(), levels)
        return self._grounds[known]
