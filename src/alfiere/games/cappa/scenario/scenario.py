"""Chapters 2.1 and 3, the scenario: table, terrain, sides, zones, objectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count
from typing import Any

from alfiere.battles.ground_forms import ZoneForm
from alfiere.battles.zones import Zone, zone_of
from alfiere.games.cappa.scenario.features import Feature
from alfiere.games.cappa.scenario.occasion_forms import EventForm
from alfiere.games.cappa.scenario.scenario_forms import EntryForm, ScenarioForm, SideForm, SpecialForm, SquadForm
from alfiere.games.cappa.sheets.characters import Character, Line, characters
from alfiere.games.cappa.sheets.measures import Rect
from alfiere.games.cappa.sheets.tables import tables
from alfiere.kernel.forms import Name

MASTER = "master"  # the seat of a Game Master, who has no side of his own, cappa.7.3.h1
NOBODYS = Name(en="", it="")
# What holds for those whom events bring and he has in hand: they are of no order of battle and come from no edge
HIS_PEOPLE = SideForm(
    seat="master", code="game-master", name=NOBODYS, mission="", edge="north", zone=ZoneForm(), aim=NOBODYS
)


class Scenario:
    """A skirmish, ready to be set up once checked. Lengths are in hundredths; ``source`` is the file as it was."""

    def __init__(self, form: ScenarioForm[Any], source: Mapping[str, Any], file: str) -> None:
        self.form, self.source, self.file = form, source, file
        self.id, self.turns, self.outcome = form.id, form.turns, form.outcome
        self.title: dict[str, str] = {"en": form.title.en, "it": form.title.it}
        self.width, self.depth = form.table.width, form.table.depth
        self.sides: dict[str, SideForm] = {side.seat: side for side in form.side}
        self.seat_of: dict[str, str] = {side.code: side.seat for side in form.side}
        self.own: dict[str, Character] = {}
        self.names: dict[str, Name] = {}
        self.features: tuple[Feature, ...] = ()
        self.events: dict[str, EventForm] = {}
        self.rows: dict[int, EventForm] = {}  # of the table of events, by card or number
        self.markers = 0  # that the players set out, cappa.7.1.h2
        # how often each man of a squad can use a weapon, cappa.5.3.3.h10
        self.stocks = {(rule.squad, rule.weapon): rule.count for rule in self.special("stock")}

    def sheet(self, profile: str) -> Character:
        """A character's sheet, the scenario's own or one of the game's."""
        return self.own.get(profile) or characters().sheets[profile]

    def side(self, seat: str) -> SideForm:
        """What the file says of a side; of a Game Master's people it says nothing."""
        return HIS_PEOPLE if seat == MASTER else self.sides[seat]

    @cached_property
    def entries(self) -> dict[str, EntryForm | SquadForm]:
        """What the file says of every character and squad of the sides, by its id."""
        sides = self.sides.values()
        alone = {entry.id: entry for side in sides for entry in side.character}
        return {**alone, **{squad.id: squad for side in sides for squad in side.squad}}

    @property
    def lines(self) -> dict[str, Line]:
        """Every line of values by its id, for reading a saved state."""
        return characters().lines | {line.id: line for sheet in self.own.values() for line in sheet.lines}

    @property
    def all_sheets(self) -> dict[str, Character]:
        """Every sheet by its id, and every one without its abilities (cappa.8.h3)."""
        found = characters().sheets | self.own
        found = found | {twin.id: twin for twin in (sheet.without_abilities() for sheet in found.values())}
        return found | {twin.id: twin for twin in (sheet.after_wine() for sheet in found.values())}  # cappa.7.2ac

    def order_of_battle(self, seat: str) -> Iterator[tuple[Character, int]]:
        """Every sheet of a side and how many have it, those off the table too (cappa.3.2.1.h1)."""
        side = self.sides[seat]
        for entry in side.character:
            yield self.sheet(entry.profile), 1
        for squad in side.squad:
            if squad.leader is not None:
                yield self.sheet(squad.leader.profile), 1
            for members in squad.members:
                yield self.sheet(members.profile), members.count

    @cached_property
    def numbers(self) -> dict[str, str]:
        """The number of every man of a squad among all who are called the same; nothing for one who is alone."""
        called: dict[str, list[str]] = {}
        for side in self.sides.values():
            for squad in side.squad:
                place = count(0 if squad.leader is None else 1)  # as they are mustered
                for members in squad.members:
                    alike = called.setdefault(self.sheet(members.profile).name.en, [])
                    alike += (f"{squad.id}-{next(place)}" for _ in range(members.count))
        alone = {alike[0]: "" for alike in called.values() if len(alike) == 1}
        return {name: str(number) for alike in called.values() for number, name in enumerate(alike, 1)} | alone

    def value(self, seat: str) -> int:
        """What a side is worth for its firmness (cappa.3.2.1a)."""
        return sum(sheet.value * count for sheet, count in self.order_of_battle(seat))

    def firmness(self, seat: str) -> int:
        """The firmness a side begins with (cappa.3.2.1b-cappa.3.2.1d)."""
        return tables().missions[self.sides[seat].mission].firmness(self.value(seat))

    def points(self, seat: str) -> int:
        """What a side costs (cappa.8.h1)."""
        guns = sum(squad.gun.points for squad in self.sides[seat].squad if squad.gun is not None)
        return guns + sum((sheet.points or 0) * count for sheet, count in self.order_of_battle(seat))

    def zone(self, form: ZoneForm) -> Zone:
        """A zone as it lies on the table."""
        return zone_of(form, self.form.table, self.area)

    def area(self, feature: str) -> Rect:
        """The rectangle of a piece of terrain."""
        return next(one.form.rect for one in self.features if one.id == feature and one.form.rect is not None)

    @cached_property
    def fire(self) -> SpecialForm | None:
        """The rule about fires, if the scenario has one."""
        return next(self.special("fire"), None)

    def special(self, kind: str) -> Iterator[SpecialForm]:
        """The special rules of a kind."""
        return (rule for rule in self.form.special if rule.kind == kind)

    @property
    def recommended(self) -> dict[str, str]:
        """The options the scenario is best played with."""
        return {rule.option: rule.value or "yes" for rule in self.special("recommended")}
