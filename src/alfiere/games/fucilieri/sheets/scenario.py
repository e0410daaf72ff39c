"""A battle ready to be set up: its sides, its order of battle, its ground and everything its file says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from alfiere.battles.areas import AreaForm
from alfiere.battles.armies.meeting import MayMeet
from alfiere.battles.battle_reading import SpecialForm
from alfiere.battles.entries import Entry, entry_at
from alfiere.battles.ground_forms import Edge, TableForm, ZoneForm
from alfiere.battles.ground_shapes import with_ids
from alfiere.battles.zones import zone_of
from alfiere.games.fucilieri.sheets.army import Army, CommandSheet, UnitSheet, command_sheet
from alfiere.games.fucilieri.sheets.ground import Dearer, Ground
from alfiere.games.fucilieri.sheets.pieces import Laid, PieceForm, laid_forms
from alfiere.games.fucilieri.sheets.profiles import Profile, profiles
from alfiere.games.fucilieri.sheets.scenario_forms import (
    CHOSEN,
    OWN_EDGE,
    AnyScenario,
    ArrivalForm,
    DeployArea,
    DeployForm,
    PlaceForm,
    SideForm,
    Sluice,
)
from alfiere.games.fucilieri.sheets.tables import tables

K = TypeVar("K", bound=SpecialForm)


class Scenario(MayMeet):
    """A battle. Lengths are in hundredths, y to the south; ``source`` is the file as it was."""

    def __init__(self, form: AnyScenario, source: Mapping[str, Any], file: str) -> None:
        self.form, self.source, self.file, self.id, self.turns = form, source, file, form.id, form.turns
        self.title: dict[str, str] = {"en": form.title.en, "it": form.title.it}
        self.before = form.before
        self.width, self.depth = form.table.width, form.table.depth
        self.sides: dict[str, SideForm] = {side.seat: side for side in form.side}
        self.seat_of: dict[str, str] = {side.code: side.seat for side in form.side}
        self.side_of: dict[str, str] = {side.seat: side.code for side in form.side}
        self.places: dict[str, PlaceForm] = {place.id: place for place in form.place}
        self.terrain: dict[str, PieceForm] = dict(with_ids(form.terrain))
        self.commands: dict[str, CommandSheet] = {
            one.id: command_sheet(one, self.seat_of[one.side]) for one in form.command
        }
        self.units: dict[str, UnitSheet] = {one.id: one for command in self.commands.values() for one in command.units}
        self.profiles: dict[str, Profile] = profiles() | {
            one.profile.id: one.profile for one in self.units.values()
        }  # those of units of another size too
        self._areas: dict[tuple[DeployArea, Edge], AreaForm] = {}
        self._grounds: dict[tuple[tuple[Laid, ...], bool], Ground] = {}

    # The order of battle

    def enemy(self, seat: str) -> str:
        """The other seat."""
        return next(one for one in self.sides if one != seat)

    def army(self, seat: str) -> Army:
        """All commands of a side."""
        own = tuple(one for one in self.commands.values() if one.seat == seat)
        return Army(self.sides[seat].nation, self.form.date, own)

    def condottiero(self, seat: str) -> CommandSheet:
        """The command of the condottiero of a side."""
        return next(one for one in self.army(seat).commands if one.is_condottiero)

    def cost(self, seat: str) -> int:
        """What the army of a side costs at the start (6.5)."""
        return self.army(seat).points

    @cached_property
    def deployments(self) -> dict[str, DeployForm]:
        """Where each command is set up that is on the table from the beginning; one that is named before a side."""
        found: dict[str, DeployForm] = {}
        for form in self.form.deploy:
            found |= {id: form for id, one in self.commands.items() if form.side == one.side}
        for form in self.form.deploy:
            found |= dict.fromkeys(form.commands, form)
        return {id: form for id, form in found.items() if id not in self.arrivals}

    @cached_property
    def arrivals(self) -> dict[str, ArrivalForm]:
        """Where each command comes on that is a reinforcement of the scenario (2.3r.5)."""
        return {id: form for form in self.form.arrival for id in form.commands}

    def may_be_held_back(self, command: str) -> bool:
        """Whether it may be kept in reserve: no condottiero, no command to which the file gives a place (2.3.14b)."""
        is_placed = command in self.arrivals or command in self.deployments[command].commands
        return not is_placed and not self.commands[command].is_condottiero

    def entries(self, form: ArrivalForm) -> tuple[Entry, ...]:
        """The stretches of the edges where reinforcements come on."""
        return tuple(entry_at(one, self.terrain.get(one.road), self.width, self.depth) for one in form.entry)

    def special(self, kind: type[K]) -> Iterator[K]:
        """The special rules of a kind."""
        return (rule for rule in self.form.special if isinstance(rule, kind))

    # On the table

    def home(self, seat: str, chosen: Edge | None = None) -> Edge | None:
        """The own edge of a side (0.18); where sides are chosen, what was chosen so far (2.2.2)."""
        home = self.sides[seat].home
        return chosen if home == CHOSEN else home

    def areas(self, form: DeployForm, home: Edge) -> tuple[AreaForm, ...]:
        """Where commands are set up whose own edge this is, strips along an edge as rectangles.

        A strip ends short of the short edges; a rectangle of the file stands for itself (2.3.11).
        """
        for one in form.area:
            if (one, home) not in self._areas:
                self._areas[one, home] = self._area(one, home)
        return tuple([self._areas[one, home] for one in form.area])

    def _area(self, one: DeployArea, home: Edge) -> AreaForm:
        given = {name: getattr(one, name) for name in AreaForm.__struct_fields__}
        if one.edge is not None:
            edge = home if one.edge == OWN_EDGE else one.edge
            table = TableForm(width=self.width, depth=self.depth)
            left, top, right, bottom = zone_of(
                ZoneForm(edge=edge, within=one.within), table, lambda _: (0, 0, 0, 0)
            ).rect
            inset = tables().distances.deployment_sides if edge in ("north", "south") else 0
            given["rect"] = left + inset, top, right - inset, bottom
        return AreaForm(**given)

    @cached_property
    def bare_ground(self) -> Ground:
        """The ground as the file has it."""
        return self.ground()

    def ground(self, laid: tuple[Laid, ...] = (), *, is_sluice_shut: bool = False) -> Ground:
        """The ground, with the configurations that were laid out before the battle."""
        key = laid, is_sluice_shut
        if key not in self._grounds:
            size = self.width, self.depth
            forms = [*self.terrain.items(), *(form for one in laid for form in laid_forms(one, *size))]
            self._grounds[key] = Ground(size, forms, () if is_sluice_shut else self._dearer)
        return self._grounds[key]

    @cached_property
    def _dearer(self) -> tuple[Dearer, ...]:
        return tuple(Dearer(one.lines, one.east_of, one.crossing) for one in self.special(Sluice))
