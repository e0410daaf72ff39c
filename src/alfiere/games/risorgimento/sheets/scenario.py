"""A battle ready to be set up: its sides, its order of battle, its ground and everything its file says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from alfiere.battles.entries import Entry as Entry
from alfiere.battles.entries import entry_at
from alfiere.battles.ground_shapes import with_ids
from alfiere.games.risorgimento.sheets.ground import Ground, PieceForm
from alfiere.games.risorgimento.sheets.profiles import Profile, profiles
from alfiere.games.risorgimento.sheets.scenario_forms import (
    AnyScenario,
    ArrivalForm,
    BrokenBridge,
    CommanderForm,
    DeployForm,
    EntryForm,
    PlaceForm,
    SideForm,
    SpecialForm,
    WhoForm,
)
from alfiere.games.risorgimento.sheets.tables import Nation, tables
from alfiere.kernel.forms import Name, named
from alfiere.table.terrain import Field

K = TypeVar("K", bound=SpecialForm)


class UnitSheet(NamedTuple):
    """A unit of the order of battle, with its initial values (unit.8)."""

    id: str
    name: Name
    seat: str
    commander: str
    profile: Profile
    vf: int
    vm: int

    @property
    def vd(self) -> int:
        """Its discipline."""
        return self.profile.vd


class CommanderSheet(NamedTuple):
    """A commander of the order of battle; None are the values that table 1 gives him (cmd.7)."""

    id: str
    name: Name
    seat: str
    rank: str
    superior: str
    army: Nation
    radius: int | None
    initiative: int | None
    bonus: int | None


class Scenario:
    """A battle. Lengths are in hundredths, y to the south; ``source`` is the file as it was."""

    def __init__(
        self, form: AnyScenario, source: Mapping[str, Any], file: str, figures: int, again: Callable[[int], Scenario]
    ) -> None:
        """``again``: reads the same battle for figures of another size."""
        self.form, self.source, self.file, self.figures = form, source, file, figures
        self._again, self._sizes = again, {figures: self}
        self._grounds: dict[tuple[str, ...], Ground] = {}
        self.id, self.turns = form.id, form.turns
        self.title: dict[str, str] = {"en": form.title.en, "it": form.title.it}
        self.width, self.depth = form.table.width, form.table.depth
        self.tables = tables(figures)
        self.sides: dict[str, SideForm] = {side.seat: side for side in form.side}
        self.seat_of: dict[str, str] = {side.code: side.seat for side in form.side}
        self.places: dict[str, PlaceForm] = {place.id: place for place in form.place}
        self.terrain: dict[str, PieceForm] = dict(with_ids(form.terrain))
        self.commanders: dict[str, CommanderSheet] = {}
        self.units: dict[str, UnitSheet] = {}
        for one in form.commander:
            self._enlist(one)

    def _enlist(self, one: CommanderForm) -> None:
        seat = self.seat_of[one.side]
        self.commanders[one.id] = CommanderSheet(
            one.id,
            named(one.name),
            seat,
            one.rank,
            one.superior,
            one.army or self.sides[seat].army,
            one.radius,
            one.initiative,
            one.bonus,
        )
        for unit in one.units:
            profile, worn = profiles()[unit.profile], self.form.worn
            vf = worn.left("vf", unit.vf or profile.vf, one.id, unit.id)
            vm = worn.left("vm", unit.vm or profile.vm, one.id, unit.id)
            self.units[unit.id] = UnitSheet(unit.id, named(unit.name), seat, one.id, profile, vf, vm)

    # The order of battle

    def clock(self, turn: int) -> int:
        """The minutes since midnight at which a turn begins (scale.2, set.5)."""
        hours, minutes = self.form.starts.split(":")
        return int(hours) * 60 + int(minutes) + self.tables.numbers.minutes * (turn - 1)

    def enemy(self, seat: str) -> str:
        """The other seat."""
        return next(one for one in self.sides if one != seat)

    def under(self, commander: str) -> tuple[str, ...]:
        """The units directly under a commander, in the order of the file."""
        return self._under.get(commander, ())

    @cached_property
    def _under(self) -> dict[str, tuple[str, ...]]:
        return {one.id: tuple(unit.id for unit in one.units) for one in self.form.commander}

    def all_under(self, commander: str) -> tuple[str, ...]:
        """The units under a commander and under those who are under him."""
        below = [one.id for one in self.commanders.values() if one.superior == commander]
        return self.under(commander) + tuple(unit for one in below for unit in self.all_under(one))

    def who(self, form: WhoForm) -> tuple[str, ...]:
        """The units that are meant: those named, and those directly under somebody who are named nowhere else."""
        return form.units + tuple(unit for one in form.under for unit in self.under(one) if unit not in self._named)

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(unit for form in (*self.form.deploy, *self.form.arrival) for unit in form.units)

    # On the table

    def sized(self, figures: int) -> Scenario:
        """The same battle for figures of this size (scale.8)."""
        if figures not in self._sizes:
            self._sizes[figures] = self._again(figures)
        return self._sizes[figures]

    def ground(self, figures: int = 1, repaired: tuple[str, ...] = ()) -> Ground:
        """The ground for figures of this size, the broken bridges of these lines repaired."""
        if figures != self.figures:
            return self.sized(figures).ground(figures, repaired)
        if repaired not in self._grounds:
            ground = Ground((self.width, self.depth), self.terrain.items(), figures)
            for rule in self.special(BrokenBridge):
                if rule.line in repaired:
                    ground = ground.with_bridge(rule.line, rule.at)
            self._grounds[repaired] = ground
        return self._grounds[repaired]

    @cached_property
    def first_ground(self) -> Ground:
        """The ground as it is at the beginning."""
        return self.ground(self.figures)

    @cached_property
    def has_broken_bridge(self) -> bool:
        """Whether a bridge may be repaired in it, and the ground become another."""
        return any(True for _ in self.special(BrokenBridge))

    def field(self, figures: int = 1, repaired: tuple[str, ...] = ()) -> Field:
        """The table with its ground."""
        return self.ground(figures, repaired).field

    @cached_property
    def deployments(self) -> dict[str, DeployForm]:
        """Where each unit and commander is set up that is on the table from the beginning."""
        return {who: form for form in self.form.deploy for who in (*self.who(form), *form.commanders)}

    @cached_property
    def arrivals(self) -> dict[str, ArrivalForm]:
        """When and where each unit and commander comes that is not."""
        return {who: form for form in self.form.arrival for who in (*self.who(form), *form.commanders)}

    def entries(self, form: ArrivalForm) -> tuple[Entry, ...]:
        """The stretches of the edges where reinforcements come on."""
        return tuple(self.entry(one) for one in form.entry)

    def entry(self, one: EntryForm) -> Entry:
        """A stretch of an edge; where a road meets it, from so far before to so far beyond."""
        return entry_at(one, self.terrain.get(one.road), self.width, self.depth)

    def special(self, kind: type[K]) -> Iterator[K]:
        """The special rules of a kind."""
        return (rule for rule in self.form.special if isinstance(rule, kind))
