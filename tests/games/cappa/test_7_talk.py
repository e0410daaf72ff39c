"""Table cappa.t.talk: what may be had from others by talk alone, as the scenario says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from alfiere.games import GAMES
from alfiere.games.cappa.chance.questioning import near_markers
from alfiere.games.cappa.feats.confessing import CONFESSED
from alfiere.games.cappa.sheets.tables import tables
from alfiere.games.cappa.state.state import GONE, OUT
from alfiere.games.cappa.told.chance_events import Confessed, NewsBrought, NewsLearned
from alfiere.games.cappa.told.events import PointsScored, SkirmishEnded, Spoke
from alfiere.games.cappa.turn.skirmish import clean_up
from alfiere.kernel.bad_data import BadData
from tests.games.cappa.happening import ALONE, RULES, revealed, row
from tests.situation import situation

BODY = """
    cappa on open ground 40x40
    red extra A at 20,20, pa 2
    red extra C at 20,22, pa 2
    blue protagonist P out at 20,21
    blue extra B at 35,35
"""


def confession(*more, of="P"):
    """A confession that a scenario has."""
    lines = ("[[confession]]", 'id = "truth"', f'of = "{of}"', 'text = { en = "All of it.", it = "Tutto." }', *more)
    return "\n".join(lines) + "\n"


def a_turn_later(game, *who):
    """The turn ends and another begins, in which these have 2 PA."""
    game.phase("end")
    clean_up(game.state)
    for name in who:
        one = game.figure(name)
        one.die, one.pa, one.is_activated = 2, 2, True


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_confession_takes_a_pa_of_talk_in_each_of_so_many_turns_running_beside_the_body():
    game = situation(BODY + confession("turns = 2", "worth = 3"))
    game.do("A", "confess target=P")
    assert (game.figure("A").pa, game.told(Spoke)[0].what) == (1, "confession")
    assert not game.may("A", "confess")  # once a turn
    a_turn_later(game, "A")
    assert not CONFESSED.is_on(game.state, "truth")
    game.do("A", "confess")
    assert not game.told(Confessed)
    a_turn_later(game, "A")
    assert [(one.figure, one.target, one.confession) for one in game.told(Confessed)] == [("A", "P", "truth")]
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 3)]
    assert CONFESSED.is_on(game.state, "truth")
    assert not game.may("A", "confess")
    assert not RULES.faults(game.state)


@pytest.mark.rule("cappa.2.2.1.h7")
def test_what_one_has_confessed_does_not_keep_another_from_confessing():
    second = confession().replace('"truth"', '"more"').replace("[[confession]]", "[[confession]]\nturns = 1")
    game = situation(BODY + confession() + second)
    game.do("A", "confess confession=truth")
    a_turn_later(game, "A")
    game.do("A", "confess confession=more")
    a_turn_later(game, "A")
    assert [one.confession for one in game.told(Confessed)] == ["truth", "more"]


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize("slip", ["silent", "away", "another"])
def test_who_says_nothing_for_a_turn_or_is_not_beside_him_at_its_end_begins_anew(slip):
    game = situation(BODY + confession("turns = 2"))
    game.do("A", "confess")
    a_turn_later(game, "A", "C")
    if slip == "away":
        game.do("A", "confess")
        game.figure("A").x = 3000
    elif slip == "another":
        game.do("C", "confess")
    a_turn_later(game, "A", "C")
    assert not game.told(Confessed)
    game.figure("A").x = 2000
    game.do("A", "confess")
    a_turn_later(game, "A")
    assert not game.told(Confessed)  # one turn only, again
    game.do("A", "confess")
    a_turn_later(game)
    assert len(game.told(Confessed)) == 1


@pytest.mark.rule("cappa.2.2.1.h7")
def test_only_a_body_or_a_captive_in_contact_confesses_to_those_whom_the_scenario_names():
    assert situation(BODY + confession()).may("C", "confess")
    assert not situation(BODY + confession('who = ["A"]')).may("C", "confess")
    assert not situation(BODY + confession('side = "blue"')).may("A", "confess")
    assert not situation(BODY.replace("20,21", "20,21.2") + confession()).may("A", "confess")
    assert not situation(BODY.replace("P out at", "P at") + confession()).may("A", "confess")
    assert not situation(BODY + "blue extra X at 20,19\n" + confession()).may("A", "confess")  # in melee
    game = situation(BODY + confession())
    game.do("C", "pick-up thing=P")
    assert game.may("C", "confess target=P")
    assert not game.may("A", "confess")
    game.figure("C").y = 2100
    assert game.may("A", "confess target=P")  # held by a friend beside him


@pytest.mark.rule("cappa.2.2.1.h7")
def test_whoever_an_event_has_brought_may_have_something_to_confess():
    found = row("famous_person", 'profile = "boia_bethune"', id_="hangman")
    game = revealed(ALONE + found + confession(of="hangman"))
    (body,) = (one for one in game.state.figures.values() if one.where == OUT)
    body.x, body.y = 2000, 2150
    game.do("A", f"confess target={body.id}")
    game.phase("end")
    assert [one.target for one in game.told(Confessed)] == [body.id]
    gone = revealed(ALONE + found + confession(of="hangman"))
    (body,) = (one for one in gone.state.figures.values() if one.where == OUT)
    body.where = GONE
    assert not gone.may("A", "confess")


@pytest.mark.rule("cappa.3.1a", "cappa.2.1.h3")
def test_a_confession_may_be_the_objective_of_a_side():
    aim = '[[objective]]\nkind = "confession"\nconfession = "truth"\nworth = 5\ntext = { en = "x", it = "x" }\n'
    game = situation(BODY + confession() + aim + 'side = "red"\n')
    game.do("A", "confess")
    assert not game.told(SkirmishEnded)
    game.phase("end")
    assert game.state.sides["red"].points == 5
    assert [(one.winner, one.reason) for one in game.told(SkirmishEnded)] == [("red", "objective")]
    other = situation(BODY + confession() + aim + 'side = "blue"\n')
    other.do("A", "confess")
    other.phase("end")
    assert other.told(Confessed)
    assert not other.state.winner


@pytest.mark.rule("cappa.3.1a")
def test_another_confession_than_the_one_that_is_sought_wins_nothing():
    other = confession().replace('"truth"', '"trifle"')
    aim = '[[objective]]\nkind = "confession"\nconfession = "truth"\nworth = 5\ntext = { en = "x", it = "x" }\n'
    game = situation(BODY + other + confession() + aim)
    game.do("A", "confess confession=trifle")
    a_turn_later(game, "A")
    assert [one.confession for one in game.told(Confessed)] == ["trifle"]
    assert (game.state.sides["red"].points, game.state.winner) == (0, "")
    game.do("A", "confess confession=truth")
    game.phase("end")
    assert (game.state.sides["red"].points, game.state.winner) == (5, "red")


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (confession(of="nobody"), "confession truth.of: «nobody» is not known"),
        (confession('who = ["nobody"]'), "confession truth.who: «nobody» is not known"),
        (confession('side = "green"'), "confession truth.side"),
        (confession("turns = 0"), "«turns» must be at least 1"),
        (confession() + confession(), "one word that stands nowhere else"),
        (
            confession() + '[[objective]]\nkind = "confession"\ntext = { en = "x", it = "x" }\n',
            r"objective\[.\]: object missing required field `confession`",
        ),
    ],
)
def test_a_confession_that_cannot_be_had_is_refused_with_one_sentence(wrong, why):
    with pytest.raises(BadData, match=why):
        situation(BODY + wrong)


# News


TOLD = """
    cappa on open ground 40x40
    red extra A at 20,20, pa 2
    red extra C at 20,24.9, pa 2
    red extra D at 20,26.1
    blue extra B at 35,35
"""
NORTH = '[[exit]]\nedge = "north"\n'


def news(*more):
    """News that a scenario has."""
    lines = ("[[news]]", 'id = "plan"', 'text = { en = "They come by night.", it = "Verranno di notte." }', *more)
    return "\n".join(lines) + "\n"


@pytest.mark.rule("cappa.2.2.1.h7")
def test_who_knows_something_tells_it_a_friend_within_4_um_whom_he_sees():
    game = situation(TOLD + news('known_to = ["A"]'))
    assert [option["target"] for option in game.offered("A") if option.key == "tell-news"] == ["C"]
    assert not game.may("C", "tell-news")
    game.do("A", "tell-news target=C")
    assert [(one.figure, one.news) for one in game.told(NewsLearned)] == [("C", "plan")]
    assert (game.told(Spoke)[0].what, game.figure("A").pa) == ("news", 1)
    assert not game.may("A", "tell-news")  # he knows it now
    assert game.may("C", "tell-news target=D")
    far = situation(TOLD.replace("20,24.9", "20,25.1") + news('known_to = ["A"]'))
    assert not far.may("A", "tell-news")
    hidden = situation(TOLD.replace("red", "high wall 15,22 25,22\nred", 1) + news('known_to = ["A"]'))
    assert not hidden.may("A", "tell-news")
    busy = situation(TOLD + "blue extra X at 20,23.9\n" + news('known_to = ["A"]'))
    assert not busy.may("A", "tell-news")


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.4.h2")
def test_news_that_leaves_the_table_with_who_knows_it_earns_its_points_once():
    text = TOLD.replace("20,20", "20,2").replace("20,24.9", "22,2")
    game = situation(text + news('known_to = ["A", "C"]', "worth = 3") + NORTH)
    game.do("A", "leave")
    assert [(one.figure, one.seat) for one in game.told(NewsBrought)] == [("A", "red")]
    game.do("C", "leave")
    assert [(one.seat, one.amount) for one in game.told(PointsScored)] == [("red", 3)]
    other = situation(text + news('known_to = ["C"]', "worth = 3") + NORTH)
    other.do("A", "leave")
    assert not other.told(PointsScored)
    useless = situation(text + news('known_to = ["A"]', "worth = 3", 'side = "blue"') + NORTH)
    useless.do("A", "leave")
    assert not useless.told(PointsScored)
    theirs = situation(text + news('known_to = ["A"]', "worth = 3", 'side = "red"') + NORTH)
    theirs.do("A", "leave")
    assert [(one.seat, one.amount) for one in theirs.told(PointsScored)] == [("red", 3)]


@pytest.mark.rule("cappa.2.2.1.h7", "cappa.7.1c")
def test_news_may_come_from_an_event_or_a_confession():
    game = revealed(ALONE + row("tracks", 'news = "plan"') + news())
    assert [(one.figure, one.news) for one in game.told(NewsLearned)] == [("A", "plan")]
    heard = situation(BODY + confession('news = "plan"') + news())
    heard.do("A", "confess")
    assert not heard.told(NewsLearned)
    heard.phase("end")
    assert [one.figure for one in heard.told(NewsLearned)] == ["A"]


@pytest.mark.rule("cappa.6.4b", "cappa.2.2.1.h7")
def test_a_member_of_a_squad_may_be_told_off_to_press_a_captive():
    text = BODY.replace("A at 20,20, pa 2", "A at 20,20, squad S").replace("C at 20,22, pa 2", "C at 19,20, squad S")
    game = situation(text + "red extra D at 21,20, squad S\nred squad S, pa 2\n" + confession())
    game.do("S", "single-out member=A do=confess")
    game.phase("end")
    assert [one.figure for one in game.told(Confessed)] == ["A"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (news('known_to = ["nobody"]'), "news plan.known_to: «nobody» is not known"),
        (news('side = "green"'), "news plan.side"),
        (news("worth = -1"), "cannot be negative"),
        (news() + news(), "one word that stands nowhere else"),
        (confession('news = "plan"'), "confession truth.news: «plan» is not known"),
    ],
)
def test_news_that_nobody_can_have_is_refused_with_one_sentence(wrong, why):
    with pytest.raises(BadData, match=why):
        situation(BODY + wrong)


# Questions


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(("y", "asked"), [(26.0, True), (26.1, False)])
def test_a_question_is_asked_within_1_um(y, asked):
    text = ALONE.replace("20,20.5", "20,24")
    game = situation(text + f"blue protagonist P out at 20,{y}\n" + row(""))
    assert game.may("A", "question target=P") == asked


@pytest.mark.rule("cappa.2.2.1.h7")
def test_a_captive_is_questioned_by_who_leads_him():
    game = situation(ALONE.replace("20,20.5", "20,24") + "blue extra P at 20,24.9\n" + row(""))
    assert not game.may("A", "question target=P")
    game.figure("P").captor = "A"
    game.figure("A").carries = ["P"]
    game.do("A", "question target=P")
    assert [(one.what, one.figure) for one in game.told(Spoke)] == [("question", "A")]


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(
    ("state", "asked"),
    [("", True), ("gone", False), ("off", False), ("held", False), ("animal", False), ("fights", False)],
)
def test_a_civilian_is_asked_who_is_there_free_and_left_in_peace(state, asked):
    text = ALONE.replace("20,20.5", "20,24") + f"green extra G at 20,25.5{', animal' if state == 'animal' else ''}\n"
    text += "blue extra X at 20,26.5\n" if state == "fights" else "blue extra X at 21.6,25.5\n"
    game = situation(text + row(""))
    game.state.scenario.sides["green"] = replace(game.state.scenario.sides["green"], are_civilians=True)
    person = game.figure("G")
    if state in ("gone", "off"):
        person.where = state
    elif state == "held":
        person.captor, person.has_surrendered, game.figure("X").carries = "X", True, ["G"]
    assert game.may("A", "question target=G") is asked
    assert not game.may("A", "question target=A")


@pytest.mark.rule("cappa.2.2.1.h7")
def test_neither_comrades_nor_soldiers_of_the_enemy_are_asked_nor_civilians_by_their_like():
    text = ALONE.replace("20,20.5", "20,24") + "green extra G at 20,30, pa 2\ngreen extra H at 20,31.5\n"
    game = situation(text + "red extra C at 20,25.6\nblue extra X at 21.6,24\n" + row(""))
    game.state.scenario.sides["green"] = replace(game.state.scenario.sides["green"], are_civilians=True)
    assert not game.may("A", "question")
    assert not game.may("G", "question target=H")
    game.figure("X").has_surrendered = True
    assert game.may("A", "question target=X")


@pytest.mark.rule("cappa.2.2.1.h7")
def test_nobody_is_asked_through_a_wall():
    text = ALONE.replace("20,20.5", "20,24") + "blue protagonist P out at 20,25.5\n"
    assert situation(text + row("")).may("A", "question target=P")
    assert not situation(text.replace("red", "high wall 15,24.7 25,24.7\nred", 1) + row("")).may("A", "question")


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(
    ("lines", "may"),
    [
        ("blue protagonist P out at 20,21", True),
        ("blue protagonist P out at 20,21.6", False),  # out of reach
        ("blue protagonist P at 20,21, surrendered", True),
        ("blue protagonist P at 20,23", False),  # neither down nor taken
        ("red extra D at 20,21\nblue protagonist P out at 30,30, captor D", True),  # held by a friend in contact
        ("red extra D at 20,23\nblue protagonist P out at 30,30, captor D", False),
        ("blue protagonist P out at 30,30, captor A", True),
    ],
)
def test_a_confession_is_asked_of_a_body_or_captive_beside_him_alone(lines, may):
    game = situation(f"cappa on open ground 40x40\nred extra A at 20,20, pa 2\n{lines}\n" + confession())
    assert game.may("A", "confess target=P") == may


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(("more", "known"), [(0, True), (1, False)])
def test_of_a_marker_within_12_um_somebody_may_know_to_the_hundredth(more, known):
    game = situation(ALONE.replace("20,20.5", "20,24") + row(""))
    far = 1200 + tables().lengths.tolerance + 50  # from the edge of his base
    game.figure("A").x, game.figure("A").y = 2000, 2000 + far + more
    assert ("event_marker-1" in near_markers(game.state, game.figure("A"))) == known


def several(**pieces: str) -> str:
    """Several pieces of news, each with a line of its own."""
    return "".join(news(line).replace('"plan"', f'"{name}"', 1) for name, line in pieces.items())


@pytest.mark.rule("cappa.2.2.1.h7")
def test_of_several_pieces_of_news_each_is_told_and_brought_for_itself():
    text = TOLD.replace("20,20", "20,2").replace("20,24.9", "22,2")
    pieces = several(
        gossip='known_to = ["A"]',  # worth nothing
        theirs='known_to = ["A"]\nworth = 1\nside = "blue"',
        unknown='known_to = ["D"]\nworth = 2',
        plan='known_to = ["A"]\nworth = 4',
    )
    game = situation(text + pieces + NORTH)
    game.do("A", "tell-news target=C")
    assert [(one.figure, one.news) for one in game.told(NewsLearned)] == [
        ("C", n) for n in ("gossip", "theirs", "plan")
    ]
    game.do("A", "leave")
    assert [one.news for one in game.told(NewsBrought)] == ["plan"]
    assert game.state.sides["red"].points == 4
    game.do("C", "leave")
    assert game.state.sides["red"].points == 4


@pytest.mark.rule("cappa.2.2.1.h7")
def test_who_is_nearest_and_knows_it_all_or_fights_keeps_no_other_friend_from_hearing():
    friends = "red extra E at 21.2,20\nred extra F at 18.8,20\nblue extra X at 18.8,19\n"
    game = situation(TOLD + friends + news('known_to = ["A", "E"]'))
    assert [option["target"] for option in game.offered("A") if option.key == "tell-news"] == ["C"]


@pytest.mark.rule("cappa.2.2.1.h7")
@pytest.mark.parametrize(("language", "words"), [("en", "They come by night."), ("it", "Verranno di notte.")])
def test_what_somebody_learns_is_told_in_the_words_of_the_scenario(language, words):
    game = situation(TOLD + news('known_to = ["A"]'))
    game.do("A", "tell-news target=C")
    (learned,) = game.told(NewsLearned)
    assert GAMES["cappa"].name(game.state, "news", learned.news, language) == words
