"""A battle on an open table: who stands where, and the scene of all bases, kept as they are put down and taken off.

A game's state derives from ``OpenBattle`` and has a field ``laid``; what stands on the table is its ``troops``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain
from alfiere.table.field import Scene
from alfiere.table.legs import Footing
from alfiere.table.shapes import Base, Pose, Rect
from alfiere.table.terrain import Field

SEATS: Final[tuple[Seat, Seat]] = ("red", "blue")
TO_COME: Final = "to come"  # a reinforcement, or not yet deployed
ON: Final = "on"
PRESENT: Final = "present"  # in the memory of a scene: who of each side is on the table
ORDER: Final = "order"  # and the place of each in the order of battle


def other(seat: Seat) -> Seat:
    """The opponent."""
    return "blue" if seat == "red" else "red"


class Standing(Protocol):
    """Somebody who may stand on the table with a base of his own."""

    id: str
    seat: Seat
    where: str
    formation: str
    x: int
    y: int
    heading: int
    post: str

    @property
    def arm(self) -> object: ...

    @property
    def pose(self) -> Pose: ...


T = TypeVar("T", bound=Standing)


class OpenBattle(Plain, Generic[T]):
    """The state of a battle of two sides on an open table, as far as it is about who stands where."""

    __slots__ = ()

    if TYPE_CHECKING:
        laid: Any  # a Scene, or None while nobody has asked

    @property
    @abstractmethod
    def troops(self) -> Mapping[str, T]:
        """Everybody who may stand in another's way, by his id, in the order of battle."""

    @property
    @abstractmethod
    def field(self) -> Field:
        """The table with its ground as it is now."""

    @abstractmethod
    def shape(self, one: T, formation: str = "") -> Rect:
        """His footprint in a formation; left out: in his own."""

    def side(self, seat: Seat, arm: str = "") -> list[T]:
        """A side's troops on the table, all or those of an arm, to which one belongs for good."""
        troops = self.troops
        if self.laid is None:  # nothing is kept as long as nobody asks for the table
            here = (one for one in troops.values() if one.seat == seat and one.where == ON)
            return [one for one in here if not arm or one.arm == arm]
        memory = self.laid.memory
        present: dict[tuple[Seat, str], tuple[str, ...]] | None = memory.get(PRESENT)
        if present is None:
            present = memory[PRESENT] = {}
        ids = present.get((seat, arm))
        if ids is None:
            here = (one for one in troops.values() if one.seat == seat and one.where == ON)
            ids = present[seat, arm] = tuple([one.id for one in here if not arm or one.arm == arm])
        return list(map(troops.__getitem__, ids))

    def foes(self, seat: Seat, arm: str = "") -> list[T]:
        """The troops of the other side on the table, all or those of an arm."""
        return self.side("blue" if seat == "red" else "red", arm)

    @property
    def on_table(self) -> list[T]:
        """All troops on the table, of both sides."""
        return [one for one in self.troops.values() if one.where == ON]

    @property
    def order_of_battle(self) -> dict[str, int]:
        """As which of all who may ever be on the table each is named."""
        memory, troops = self.scene.memory, self.troops
        found: dict[str, int] | None = memory.get(ORDER)
        if found is None or len(found) != len(troops):
            found = memory[ORDER] = {id: number for number, id in enumerate(troops)}
        return found

    def footing(self, one: T) -> Footing:
        """How he stands."""
        return Footing(one.formation, self.shape(one), one.pose)

    def base(self, one: T) -> Base:
        """His base on the table."""
        laid: Scene = self.laid if self.laid is not None else self.scene
        return laid.by_id[one.id]

    @property
    def scene(self) -> Scene:
        """The table as it is: the bases of all who are on it."""
        if self.laid is None:
            self.laid = Scene(self.field, [self.footing(one).base(one.id) for one in self.on_table])
        found: Scene = self.laid
        return found

    def put(self, one: T, footing: Footing, post: str = "") -> None:
        """Put somebody there; of the table only what has changed is worked out again."""
        scene, was_on = self.scene, one.where == ON
        one.where, one.formation, one.post = ON, footing.formation, post
        one.x, one.y, one.heading = footing.pose
        self.laid = scene.changed([self.footing(one).base(one.id)])
        self._keep_other_side(scene, one)
        self._keep(scene, ORDER)
        if was_on:
            self._keep(scene, PRESENT)

    def memory_of(self, seat: Seat) -> dict[Any, Any]:
        """What a game has worked out from how one side stands; forgotten when somebody of it moves."""
        memory, key = self.scene.memory, ("side", seat)
        found: dict[Any, Any] | None = memory.get(key)
        if found is None:
            found = memory[key] = {}
        return found

    def _keep_other_side(self, before: Scene, moved: T) -> None:
        self._keep(before, ("side", other(moved.seat)))

    def _keep(self, before: Scene, key: Hashable) -> None:
        """What was worked out before is as it was."""
        if key in before.memory:
            self.laid.memory[key] = before.memory[key]

    def forget(self) -> None:
        """Nobody has moved, but who stands there is in the way no more, or again: the table is another."""
        scene = self.scene
        self.laid = scene.changed(())
        self._keep(scene, ORDER)
        self._keep(scene, PRESENT)

    def leave(self, one: T, where: str) -> None:
        """Take somebody off the table."""
        scene = self.scene
        one.where, one.post = where, ""
        self.laid = scene.changed((), {one.id})
        self._keep_other_side(scene, one)
        self._keep(scene, ORDER)
