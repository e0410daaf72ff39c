"""Leaks that are planted on purpose, one of each kind, are found by the twin games: else their silence says nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from alfiere.games.cappa.told.weather_events import Unseen
from alfiere.kernel.decision import Seat
from alfiere.kernel.event import Event
from alfiere.server import api, archive, forms, house
from alfiere.server.refusals import Refused
from alfiere.server.seats import Holder
from alfiere.server.table import Table
from alfiere.server.timeline import Step, Viewer
from soak.secrets import pairs_of
from tests.server.twins import Leak, Twins, twins

PAIRS = 12  # tried in turn until the leak is found; most are found by the first
Battle = tuple[str, str, dict[str, str]]
HANDS: Battle = ("esa", "brawls", {})
NIGHT: Battle = ("cappa", "scuffles", {"visibility": "yes"})

Plant = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with twins(tmp_path_factory.mktemp("planted")) as found:
        yield found


def told(table: Table) -> str:
    """What gives everything away: a word about the whole state."""
    return table.game.digest()[:16]


# The plants


def in_the_view(patch: pytest.MonkeyPatch) -> None:
    usual = Table._view_of
    patch.setattr(Table, "_view_of", lambda self, viewer: usual(self, viewer) | {"leak": told(self)})


def in_an_event(patch: pytest.MonkeyPatch) -> None:
    def leaky(self: Table, event: Event, viewer: Viewer) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode({"key": event.key, "leak": told(self)}))

    patch.setattr(Table, "_told_one", leaky)


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    """In what is told again from the storage, not in the stream."""
    usual = archive._rebuilt

    def leaky(room: Any, *how: Any) -> Table:
        table = usual(room, *how)
        for line in table.timelines.values():
            line.steps[-1:] = [Step(line.length - 1, "leak", None, [told(room.table)])] if line.steps else []
        return table

    patch.setattr(archive, "_rebuilt", leaky)


def in_a_moment(patch: pytest.MonkeyPatch) -> None:
    usual = archive.moment_of

    async def leaky(house: Any, room: Any, viewer: Viewer, moment: int) -> dict[str, Any]:
        return await usual(house, room, viewer, moment) | {"leak": told(room.table)}

    patch.setattr(archive, "moment_of", leaky)


def in_a_preview(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(api, "_preview", lambda table, seat, body: forms.Preview(True, [], [{"leak": told(table)}], False))


def in_why_not(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(api, "_why", lambda room, table, seat, by, body: forms.Allowed(False, told(table)))


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(house, "refusal", lambda table, seat, key, args: Refused(422, "not-allowed", told(table)))


def in_an_undo(patch: pytest.MonkeyPatch) -> None:
    async def leaky(self: house.House, room: Any, seat: Seat, by: Any, number: int) -> None:
        raise Refused(409, "late", told(room.table))

    patch.setattr(house.House, "undo", leaky)


def by_the_save(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Holder, "holds_all", True)


def in_how_often_it_is_made(patch: pytest.MonkeyPatch) -> None:
    """What another does in secret forgets the table that was made for a viewer, and so shows in the time it takes."""
    usual = Table.apply

    def leaky(self: Table, entry: Any) -> None:
        usual(self, entry)
        self._made.clear()

    patch.setattr(Table, "apply", leaky)


def in_whom_one_waits_for(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "waiting_for", lambda self, viewer: [one.seat for one in self.game.decisions()])


def in_the_number_of_a_decision(patch: pytest.MonkeyPatch) -> None:
    usual = Table.apply

    def leaky(self: Table, entry: Any) -> None:
        before = dict(self.numbers)
        usual(self, entry)
        for seat in self.numbers:
            self.numbers[seat] = max(self.numbers[seat], before[seat] + 1)

    patch.setattr(Table, "apply", leaky)


def by_lifting_the_veil(patch: pytest.MonkeyPatch) -> None:
    """As it was once: by night everybody is told everything."""
    patch.setattr(Unseen, "is_told_to", lambda self, seat: True)
    patch.setattr(Unseen, "is_veiled_from", lambda self, seat: False)
    patch.setattr(Unseen, "seen_by", lambda self, seat: self.event.seen_by(seat))


class Case(NamedTuple):
    """A leak, where it shows, and the battles in which it is looked for."""

    plant: Plant
    shows: str
    battle: Battle = HANDS


CASES = [
    Case(in_the_view, "the live stream|the state"),
    Case(in_an_event, "the live stream|the log"),
    Case(in_the_log, "the log differs"),
    Case(in_a_moment, "the moment differs"),
    Case(in_a_preview, "the preview of"),
    Case(in_why_not, "why not"),
    Case(in_a_refusal, "the refusal of"),
    Case(in_an_undo, "a late undo"),
    Case(by_the_save, "the save is given away"),
    Case(in_how_often_it_is_made, "how often the table was made"),
    Case(in_whom_one_waits_for, "the live stream|the state"),
    Case(in_the_number_of_a_decision, "the live stream|the state|a late answer"),
    Case(by_lifting_the_veil, "the live stream|cannot be seen", NIGHT),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.plant.__name__)
def test_a_planted_leak_is_found(two: Twins, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    case.plant(monkeypatch)
    with pytest.raises(Leak, match=case.shows):
        play_pairs(two, case)


def play_pairs(two: Twins, case: Case) -> None:
    """One after the other, until one of them is found to differ."""
    for pair in pairs_of(*case.battle, 0, PAIRS):
        two.play(pair, steps=6)
