"""Comrades: several people play one side. Who holds its chair commands it; others lead those parts he gives them."""

from __future__ import annotations

from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.rulebook import LANGUAGES
from alfiere.kernel.ruleset import ALL_PARTS
from alfiere.server.records import ComradeRow
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.seats import Holder
from alfiere.server.sentences import phrase
from alfiere.server.table import Table

GONE = Refused(403, "wrong-key", "this key does not open a seat of this game any more")


def of_side(room: Room, seat: Seat) -> list[ComradeRow]:
    """Everybody who plays for a side, besides who holds its chair."""
    return [one for one in room.comrades if one.seat == seat]


def leader_of(room: Room, seat: Seat, part: str) -> ComradeRow | None:
    """Who leads a part of a side; None: who holds the chair, as he does whatever nobody else has."""
    return next((one for one in of_side(room, seat) if part in one.leads), None)


def refuse_unless_his(room: Room, table: Table, seat: Seat, by: Holder, part: str) -> None:
    """Nobody decides for a part that another leads. Raises Refused, with the rule."""
    if by.is_comrade and all(one.number != by.number for one in room.comrades):
        raise GONE
    if part == ALL_PARTS and any(one.leads for one in of_side(room, seat)):
        text = {language: phrase(language, "comrade", "led-by-several") for language in LANGUAGES}
        raise Refused(403, "not-your-part", text["en"], table.rules.shared_by, text)
    leader = leader_of(room, seat, part)
    if (by.number if by.is_comrade else None) == (None if leader is None else leader.number):
        return
    text = {language: _told(table, leader, part, language) for language in LANGUAGES}
    raise Refused(403, "not-your-part", text["en"], table.rules.shared_by, text)


def refuse_answer_of_another(
    room: Room, table: Table, seat: Seat, by: Holder, decision: Decision, option: Option
) -> None:
    """An answer is given by who leads the part it is about. Raises Refused."""
    if room.comrades:
        refuse_unless_his(room, table, seat, by, table.rules.part_of(table.game.state, decision, option))


def refuse_comrade(by: Holder | None) -> None:
    """What concerns the whole side is done by who holds its chair. Raises Refused."""
    if by is not None and by.is_comrade:
        raise Refused(403, "chief-only", "only who holds the chair of your side can do that")


def _told(table: Table, leader: ComradeRow | None, part: str, language: str) -> str:
    if leader is None:
        return phrase(language, "comrade", "led-by-chief")
    name = table.rules.name(table.game.state, "part", part, language)
    return phrase(language, "comrade", "led-by", part=name, name=leader.name)
