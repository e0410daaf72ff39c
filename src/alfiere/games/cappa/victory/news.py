"""Table cappa.t.talk, news: what some know, tell their friends and carry off the table, where a scenario has any."""

from __future__ import annotations

from collections.abc import Iterator

from alfiere.games.cappa.ground.engaged import is_in_melee
from alfiere.games.cappa.ground.ground import within
from alfiere.games.cappa.ground.sight import sees
from alfiere.games.cappa.people.impulses import OfOne
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import KNOWS, OF_SKIRMISH, Figure, OfSide, SkirmishGame, SkirmishState
from alfiere.games.cappa.told.chance_events import NewsBrought, NewsLearned
from alfiere.games.cappa.told.events import Spoke
from alfiere.games.cappa.victory.firmness import give_points
from alfiere.kernel.decision import Option

RULE = "cappa.2.2.1.h7"
BROUGHT = OF_SKIRMISH.about("brought", OfSide)  # a piece of news that a side has carried off the table


def learn(g: SkirmishGame, figure: Figure, news: str, rule: str = RULE) -> None:
    """He knows it from now on; nothing where there is none, or he knows it already."""
    if news and not KNOWS.is_on(figure, news):
        KNOWS.put(figure, news)
        g.tell(NewsLearned(figure.id, news, (rule,)))


class TellNews(OfOne):
    """A friend within 4 um and in sight, in no melee, who does not know all that the speaker knows."""

    verb = "tell-news"
    rule = "cappa.2.2.1.h7"

    def options(self, s: SkirmishState, who: Figure, pa: int) -> Iterator[Option]:
        if not s.scenario.form.news:
            return
        known = set(KNOWS.all(who))
        for friend in s.standing(who.seat) if known else ():
            if friend.id == who.id or friend.sheet.is_animal or known <= set(KNOWS.all(friend)):
                continue
            near = within(s, who, friend, tables().talk["news"].within)
            if near and sees(s, who, friend) and not is_in_melee(s, friend):
                yield Option("tell-news", {"figure": who.id, "target": friend.id}, (RULE,))

    def do(self, g: SkirmishGame, who: Figure, option: Option) -> None:
        """The friend knows what the speaker knows."""
        friend = g.state.figures[option["target"]]
        g.tell(Spoke(who.id, friend.id, "news", (RULE,)))
        for news in KNOWS.all(who):
            learn(g, friend, news)


def bring_news(g: SkirmishGame, figure: Figure) -> None:
    """Who leaves the table with news earns what the scenario gives for it, each piece once for a side."""
    s = g.state
    for form in s.scenario.form.news:
        brought = OfSide(form.id, figure.seat)
        if not form.worth or not KNOWS.is_on(figure, form.id) or BROUGHT.is_on(s, brought):
            continue
        if form.side and s.scenario.seat_of[form.side] != figure.seat:
            continue
        BROUGHT.put(s, brought)
        g.tell(NewsBrought(figure.id, figure.seat, form.id))
        give_points(g, figure.seat, form.worth, "news")
