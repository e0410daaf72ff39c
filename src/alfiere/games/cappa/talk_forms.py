"""What a scenario says about talk (cappa.t.talk): confessions that may be extracted, news, and their checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alfiere.games.cappa.measures import Form, Name, check_name

if TYPE_CHECKING:
    from alfiere.games.cappa.occasions import Check


class ConfessionForm(Form, frozen=True, kw_only=True):
    """Somebody, out of action or captive, from whom a confession may be extracted: a PA of talk in so many turns.

    Complete at the end of the last of them, if whoever asks has spent the PA in each and is still beside him. An
    objective of the kind «confession» may rest on it.
    """

    id: str
    text: Name  # what is told when he has confessed
    of: str  # a character, or the event that brings the one who knows
    side: str = ""  # who may ask; left out: everybody
    who: tuple[str, ...] = ()  # only these characters
    turns: int = 1  # running
    worth: int = 0  # victory points
    news: str = ""  # what whoever has asked knows from then on


class NewsForm(Form, frozen=True, kw_only=True):
    """Something worth knowing: who knows it may tell it a friend; carried off the table it may earn points.

    It is known from the start, or learned from a confession or an event.
    """

    id: str
    text: Name
    known_to: tuple[str, ...] = ()  # these characters know it when the game begins
    side: str = ""  # whom it serves; left out: everybody
    worth: int = 0  # victory points, once for a side, when somebody who knows it leaves the table


KNOWS = "knows "  # before a piece of news that somebody has, among the marks of a character


def check_talk(check: Check) -> None:
    """Everybody named is there, and nothing is said twice."""
    form, scenario = check.form, check.scenario
    leaders = (squad.leader for side in form.side for squad in side.squad if squad.leader is not None)
    people = (*(one.id for side in form.side for one in side.character), *(one.id for one in leaders))
    seen: set[str] = set()
    for news in form.news:
        where = f"news {news.id}"
        check_name(news.text, f"{where}.text", check.file)
        if not news.id or " " in news.id or news.id in scenario.names or news.id in seen:
            check.fail(where, "its id must be one word that stands nowhere else")
        seen.add(news.id)
        check.its_side(news.side, f"{where}.side")
        for name in news.known_to:
            check.one_of(name, people, f"{where}.known_to")
        if news.worth < 0:
            check.fail(f"{where}.worth", f"it is {news.worth}; it cannot be negative")
    told = tuple(seen)
    for event in form.event:
        if event.news:
            check.one_of(event.news, told, f"event {event.id}.news")
    scenario.names.update({one.id: one.text for one in form.news})
    confessions: list[str] = []
    for one in form.confession:
        where = f"confession {one.id}"
        check_name(one.text, f"{where}.text", check.file)
        if not one.id or " " in one.id or one.id in scenario.names or one.id in seen:
            check.fail(where, "its id must be one word that stands nowhere else")
        seen.add(one.id)
        confessions.append(one.id)
        if one.news:
            check.one_of(one.news, told, f"{where}.news")
        check.its_side(one.side, f"{where}.side")
        for name in one.who:
            check.one_of(name, people, f"{where}.who")
        brought = tuple(event.id for event in form.event if event.type in BRINGS_ONE)
        check.one_of(one.of, (*people, *brought), f"{where}.of")
        if one.turns < 1 or one.worth < 0:
            check.fail(where, "«turns» must be at least 1, and «worth» not negative (cappa.t.talk)")
    scenario.names.update({one.id: one.text for one in form.confession})
    for number, objective in enumerate(form.objective):
        if objective.kind == "confession":
            check.one_of(objective.confession, tuple(confessions), f"objective[{number}].confession")


BRINGS_ONE = ("brawler", "deserter", "famous_person", "personal_enemy")
