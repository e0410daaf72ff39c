"""What a scenario says about talk (cappa.t.talk), checked: everybody named is there, nothing is said twice."""

from __future__ import annotations

from alfiere.games.cappa.scenario.checks import Check
from alfiere.kernel.forms import check_name

BRINGS_ONE = ("brawler", "deserter", "famous_person", "personal_enemy")


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
    for one in form.confession:
        where = f"confession {one.id}"
        check_name(one.text, f"{where}.text", check.file)
        if not one.id or " " in one.id or one.id in scenario.names or one.id in seen:
            check.fail(where, "its id must be one word that stands nowhere else")
        seen.add(one.id)
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
