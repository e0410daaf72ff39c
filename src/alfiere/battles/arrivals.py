"""Who is on an open table from the beginning, and who comes when and by which edge: as a file says it, checked."""

from __future__ import annotations

from alfiere.battles.ground_forms import Edge, ZoneForm
from alfiere.kernel.bad_data import Checking
from alfiere.kernel.forms import Form


class ArrivalForm(Form, frozen=True, kw_only=True):
    """When and where somebody of the order of battle comes onto the table; a game's form adds who he is."""

    is_off_table: bool = False
    from_turn: int = 1  # he may come on from then
    enters_by: tuple[Edge, ...] = ()
    apart: int = 0  # so far from every enemy he must come on, at least
    arrives_in: int = 0  # the turn at whose start he is put into his zone
    zone: ZoneForm | None = None  # left out: that of his side

    def is_due(self, turn: int) -> bool:
        """Whether he is put on the table at the start of this turn."""
        return self.arrives_in == turn

    def may_enter(self, turn: int) -> bool:
        """Whether he may come on by himself by now."""
        return turn >= self.from_turn and not self.arrives_in


def check_arrival(check: Checking, form: ArrivalForm, where: str) -> None:
    """Only who starts off the table comes later, and there is one way in which he does."""
    check.at_least(1, form.from_turn, f"{where}.from_turn")
    if not form.is_off_table and (form.from_turn > 1 or form.enters_by or form.arrives_in):
        check.fail(where, "«from_turn», «enters_by» and «arrives_in» are for those who start off the table")
    if form.arrives_in < 0 or (form.arrives_in and (form.from_turn > 1 or form.enters_by)):
        check.fail(f"{where}.arrives_in", "who is put on the table in a turn of his own needs no other way in")
