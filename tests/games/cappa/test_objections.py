"""Why an answer is refused: the weapon, the hands, the target, the die, each by the rule that really forbids it."""

from __future__ import annotations

from typing import Any

import pytest

from alfiere.games.cappa.turn.actions import decide
from alfiere.games.cappa.turn.objections import objection
from alfiere.games.cappa.turn.orders import placements
from alfiere.kernel.decision import Decision, Option
from tests.games.cappa.staged import carry
from tests.games.cappa.test_refusals import FIELD, RANKS, UNMEASURED
from tests.situation import situation

NOTHING_WRONG = ("wrong-price", "cappa.2.1.4d")  # the same answer, asked for outside of the list, is offered


def against(game: Any, key: str, name: str = "A", pa: int | None = None, **args: Any) -> tuple[str, str]:
    """The key and the rule of what is said against an answer about somebody's next action."""
    s = game.state
    who: Any = s.squads.get(name) or s.figures[name]
    asked = decide(s, who, who.pa if pa is None else pa, ("cappa.2.1.4d",), may_stop=False)
    found = objection(s, asked, Option(key, {"figure": name, **args}))
    return found.key, found.rule


def armed(arms: str, **sets: Any) -> Any:
    """A with these weapons, the first of them in hand."""
    game = situation(FIELD.replace("with MMK BD", f"with {arms}").replace("hands MMK", f"hands {arms.split()[0]}"))
    for key, value in sets.items():
        setattr(game.figure("A"), key, value)
    return game


# Shots


@pytest.mark.rule("cappa.5.1a", "cappa.5.3.2b", "cappa.5.1.6a", "cappa.5.3.2a", "cappa.5.3.2d")
def test_a_shot_is_refused_by_what_is_wrong_with_the_weapon():
    def shot(code: str, **sets: Any) -> tuple[str, str]:
        return against(armed(f"{code} KN PB", **sets), "shoot", target="B", weapon=code)

    assert shot("PK") == ("no-missile", "cappa.5.1a")  # two hands, no missile
    assert shot("GR") == ("no-missile", "cappa.5.1a")  # thrown in another way
    assert shot("BOW") == ("empty", "cappa.5.3.2b")
    assert shot("FMK", empty=["FMK"]) == ("empty", "cappa.5.1.6a")
    assert shot("MMK", match_is_lit=False) == ("no-match", "cappa.5.3.2a")
    assert shot("FMK", bayonet="PB") == ("plugged", "cappa.5.3.2d")
    assert shot("FMK", match_is_lit=False) == NOTHING_WRONG  # it needs none
    assert against(armed("MMK BD"), "shoot", target="B", weapon="BD") == ("not-in-hand", "cappa.2.2.1.h1")


@pytest.mark.rule("cappa.4.3.6a", "cappa.1.2.4g2")
def test_a_rider_may_shoot_from_the_saddle_and_who_cannot_ride_is_told_so():
    mounted = FIELD.replace("5/3/3", "5/3/3, mounted, Mov 8, on foot 4")
    assert against(situation(mounted), "shoot", target="F", weapon="MMK") == ("no-rider", "cappa.4.3.6a")
    rider = situation(mounted.replace("mounted", "abilities RI, mounted"))
    assert against(rider, "shoot", target="F", weapon="MMK") == ("shoot-whom", "cappa.5.1.1a")
    blind = situation(mounted.replace("5/3/3", "5/-/3"))
    assert against(blind, "shoot", target="F", weapon="MMK") == ("no-ti", "cappa.1.2.4g2")


@pytest.mark.rule("cappa.5.1.1a", "cappa.5.1.3h", "cappa.5.1.5a")
def test_a_shot_is_refused_by_what_is_wrong_with_the_target():
    def at(text: str, target: str = "B", **sets: Any) -> tuple[str, str]:
        game = situation(text)
        for key, value in sets.items():
            setattr(game.figure(target), key, value)
        return against(game, "shoot", target=target, weapon="MMK")

    assert at(FIELD, "F") == ("shoot-whom", "cappa.5.1.1a")
    assert at(FIELD, where="out") == ("shoot-whom", "cappa.5.1.1a")
    assert at(FIELD, has_surrendered=True) == ("shoot-whom", "cappa.5.1.1a")
    assert at(FIELD + "red extra G at 15,10") == ("target-in-melee", "cappa.5.1.5a")
    assert at(FIELD, "H") == ("charge-unseen", "cappa.5.1.1a")
    assert at(FIELD, "L") == ("out-of-range", "cappa.5.1.1a")
    far = FIELD.replace("5/3/3", "5/0/3").replace("B at 14,10", "B at 10,30")
    assert at(far) == ("no-chance", "cappa.5.1.3h")
    near = FIELD.replace("5/3/3", "5/0/3")  # a chance of one in ten is one
    assert at(near) == NOTHING_WRONG
    assert at(FIELD + UNMEASURED, "L") == at(far + UNMEASURED) == NOTHING_WRONG  # no distance is told
    game = situation(FIELD)
    game.state.peace = ["B"]
    assert against(game, "shoot", target="B", weapon="MMK") == ("shoot-whom", "cappa.5.1.1a")


@pytest.mark.rule("cappa.5.1.4a", "cappa.5.1.4b", "cappa.5.1.4c", "cappa.5.1.4.h1", "cappa.4.3.7.h2")
def test_aiming_is_refused_by_what_is_wrong_with_it():
    def aimed(code: str, arms: str = "MMK BD", **sets: Any) -> tuple[str, str]:
        return against(armed(arms, **sets), "aim", weapon=code)

    assert aimed("BD") == ("not-in-hand", "cappa.2.2.1.h1")
    assert aimed("KN", "KN") == ("not-aimed", "cappa.5.1.4c")
    assert aimed("MMK", has_aimed=True) == ("has-aimed", "cappa.5.1.4.h1")
    assert aimed("MMK", moved_now=1) == ("aims-moving", "cappa.5.1.4b")
    assert aimed("MMK", empty=["MMK"]) == ("empty", "cappa.5.1.6a")
    game = situation(FIELD)
    carry(game, "A", "K", "barrel")
    assert against(game, "aim", weapon="MMK") == ("laden", "cappa.4.3.7.h2")
    assert against(situation(FIELD), "aim", weapon="MMK", pa=1) == ("no-pa", "cappa.5.1.4a")


@pytest.mark.rule("cappa.5.1.6a", "cappa.9.3.1f", "cappa.9.3.2a", "cappa.5.3.2a", "cappa.2.2.1.h10", "cappa.8.1.2l")
def test_loading_is_refused_by_what_is_wrong_with_it():
    def loaded(code: str = "MMK", arms: str = "MMK BD", **sets: Any) -> tuple[str, str]:
        return against(armed(arms, **({"empty": [code]} | sets)), "reload", weapon=code)

    assert loaded("BD", empty=[]) == ("not-in-hand", "cappa.2.2.1.h1")
    assert loaded(empty=[]) == ("loaded", "cappa.5.1.6a")
    assert loaded(marks=["spent MMK"]) == ("spent", "cappa.9.3.1f")
    assert loaded(marks=["jammed MMK"]) == ("jammed", "cappa.9.3.2a")
    assert loaded(match_is_lit=False) == ("no-match", "cappa.5.3.2a")
    assert loaded("FMK", "FMK BD", is_prone=True) == ("prone", "cappa.2.2.1.h10")
    assert loaded("FMK", "FMK BD", match_is_lit=False) == NOTHING_WRONG  # it needs none
    assert loaded("JA", "JA")[0] == "not-now"  # what is thrown is not loaded
    rides = situation(FIELD.replace("5/3/3", "5/3/3, mounted, Mov 8, on foot 4, empty MMK"))
    assert against(rides, "reload", weapon="MMK") == ("no-rider", "cappa.8.1.2l")
    game = armed("MMK BD", empty=["MMK"])
    carry(game, "A", "K", "barrel")
    assert against(game, "reload", weapon="MMK") == ("laden", "cappa.4.3.7.h2")


# Hand to hand, things, ground


@pytest.mark.rule("cappa.5.2a", "cappa.4.3.6a", "cappa.2.2.1.h1")
@pytest.mark.parametrize("key", ["fight", "disarm", "fall-back"])
def test_a_blow_is_refused_by_what_is_wrong_with_it(key):
    close = FIELD.replace("B at 14,10", "B at 11,10")

    def blow(text: str, weapon: str = "MMK", target: str = "B", **sets: Any) -> tuple[str, str]:
        game = situation(text)
        for name, value in sets.items():
            setattr(game.figure("B"), name, value)
        return against(game, key, target=target, weapon=weapon)

    assert blow(FIELD) == ("no-contact", "cappa.5.2a")
    assert blow(close, target="F") == ("fight-whom", "cappa.5.2a")
    assert blow(close, where="gone") == ("fight-whom", "cappa.5.2a")
    assert blow(close, "BD") == ("not-in-hand", "cappa.2.2.1.h1")
    rides = close.replace("5/3/3", "5/3/3, mounted, Mov 8, on foot 4").replace("B at 11,10", "B at 11.5,10")
    assert blow(rides) == ("no-rider", "cappa.4.3.6a")


@pytest.mark.rule("cappa.5.2.1g")
def test_a_blow_at_one_who_lies_out_of_reach_is_refused_for_want_of_contact():
    game = situation(FIELD.replace("blue extra B", "blue hero B out"))
    assert against(game, "fight", target="B", weapon="MMK") == ("no-contact", "cappa.5.2a")


@pytest.mark.rule("cappa.2.2.1.h5", "cappa.4.3.7c", "cappa.4.3.6.h1")
def test_what_is_not_touched_or_too_heavy_is_not_taken():
    game = situation(FIELD + "thing K barrel at 30,30\nthing P person at 10.4,10\nthing H riding_horse at 30,40")
    assert against(game, "pick-up", thing="K") == ("not-touched", "cappa.2.2.1.h5")
    carry(game, "A", "X", "person")
    assert against(game, "pick-up", thing="P") == ("too-much", "cappa.4.3.7c")
    assert against(game, "mount", thing="H") == ("not-touched", "cappa.4.3.6.h1")
    game.state.things["H"].x, game.state.things["H"].y = 1150, 1000
    assert against(game, "mount", thing="H")[0] == "not-now"  # he carries somebody


@pytest.mark.rule("cappa.2.2.1.h10", "cappa.4.3.7.h2", "cappa.2.2.1.h17")
def test_who_lies_or_carries_something_does_not_climb_and_a_rider_does_not_lie_down():
    game = situation(FIELD)
    game.figure("A").is_prone = True
    for key in ("cross", "climb", "jump"):
        assert against(game, key, to=[1000, 1300]) == ("prone", "cappa.2.2.1.h10")
    game.figure("A").is_prone = False
    carry(game, "A", "K", "barrel")
    for key in ("climb", "jump"):
        assert against(game, key, to=[1000, 1300]) == ("laden", "cappa.4.3.7.h2")
    assert against(game, "cross", to=[1000, 1300])[0] != "laden"
    rides = situation(FIELD.replace("5/3/3", "5/3/3, mounted, Mov 8, on foot 4"))
    assert against(rides, "go-prone") == ("mounted", "cappa.2.2.1.h17")
    assert against(situation(FIELD.replace("hands MMK", "hands MMK, prone")), "go-prone")[0] == "not-now"


# Who acts, and what it costs


@pytest.mark.rule("cappa.2.1.4b", "cappa.2.1.5a", "cappa.2.1.4d", "cappa.2.3.3.h2")
def test_an_answer_for_another_or_at_another_price_is_refused_by_that():
    game = situation(FIELD)
    asked = decide(game.state, game.figure("A"), 2, ("cappa.2.1.4d",), may_stop=False)
    named = objection(game.state, asked, Option("wait", {"figure": "F"}))
    assert (named.key, named.rule, named.about["figure"]) == ("another-acts", "cappa.2.1.4b", "A")
    game.state.phase = "last"
    assert objection(game.state, asked, Option("wait", {"figure": "F"})).rule == "cappa.2.1.5a"
    game.state.phase = "actions"
    priced = objection(game.state, asked, Option("go-prone", {"figure": "A", "pa": 2}))
    assert (priced.key, priced.rule) == ("wrong-price", "cappa.2.1.4d")
    game.figure("A").empty = ["MMK"]
    asked = decide(game.state, game.figure("A"), 1, ("cappa.2.1.4d",), may_stop=False)
    dear = objection(game.state, asked, Option("reload", {"figure": "A", "weapon": "MMK"}))
    assert (dear.key, dear.rule) == ("no-pa", "cappa.5.1.6b")
    assert against(situation(FIELD), "get-up") == ("not-now", "cappa.2.2.1o")
    odd = objection(game.state, asked, Option("dance", {"figure": "A"}))
    assert (odd.key, odd.rule) == ("not-offered", "cappa.2.1.4d")
    shaken = situation(FIELD.replace("hands MMK", "hands MMK, shaken fire"))
    assert against(shaken, "wait") == ("shaken", "cappa.2.3.3.h2")


def test_an_enemy_who_is_named_is_meant_to_be_harmed():
    def named(text: str, foe: str, name: str = "A", **sets: Any) -> tuple[str, str]:
        game = situation(text)
        s = game.state
        for key, value in sets.items():
            setattr(game.figure(foe), key, value)
        who: Any = s.squads.get(name) or s.figures[name]
        asked = decide(s, who, who.pa, ("cappa.2.1.4d",), may_stop=False)
        found = objection(s, asked, Option("move", {"figure": foe, "to": [1000, 1100]}))
        return found.key, found.rule

    assert named(FIELD, "H") == ("charge-unseen", "cappa.5.1.1a")
    assert named(FIELD, "L") == ("out-of-range", "cappa.5.1.1a")
    assert named(FIELD, "B") == ("another-acts", "cappa.2.1.4b")  # he can be shot at: it is the move that is wrong
    assert named(FIELD, "F") == ("another-acts", "cappa.2.1.4b")
    assert named(FIELD, "B", where="out") == ("no-contact", "cappa.5.2a")
    assert named(FIELD.replace("hands MMK", "hands GR").replace("with MMK", "with GR"), "B") == (
        "no-contact",
        "cappa.5.2a",
    )
    assert named(FIELD.replace("B at 14,10", "B at 11,10"), "L") == ("in-melee", "cappa.5.1.5c")
    assert named(RANKS, "H", "S") == ("charge-unseen", "cappa.6.6b")
    pair = RANKS.replace("H at 26,10", "H at 26,10, squad T") + "blue extra K at 27,10, squad T\nblue squad T"
    assert named(pair, "H", "S") == ("charge-unseen", "cappa.6.6b")


# Squads


@pytest.mark.rule("cappa.6.6a", "cappa.5.1.5a", "cappa.5.1.1a")
def test_a_volley_is_refused_by_what_is_wrong_with_the_target():
    text = RANKS.replace("B at 15,10", "B at 15,10, squad T") + "blue extra K at 15,11, squad T\nblue squad T"

    def volley(target: str, text: str = text, **sets: Any) -> tuple[str, str]:
        game = situation(text)
        for key, value in sets.items():
            setattr(game.figure(target), key, value)
        return against(game, "volley", name="S", target=target)

    assert volley("B") == ("with-squad", "cappa.6.6a")
    assert volley("F") == volley("L", where="gone") == ("shoot-whom", "cappa.5.1.1a")
    assert volley("S") == ("shoot-whom", "cappa.5.1.1a")
    assert volley("T", text + "\nred extra G at 16,10") == ("target-in-melee", "cappa.5.1.5a")
    assert volley("L") == ("volley-none", "cappa.6.6.1.h1")
    assert volley("L", text + "\n" + UNMEASURED) == NOTHING_WRONG


@pytest.mark.rule("cappa.4.3.8a", "cappa.2.1.5d")
def test_a_squad_charges_in_the_last_phase_only_who_is_shaken():
    game = situation(RANKS)
    game.state.phase = "last"
    assert against(game, "charge-together", name="S", target="B") == ("charge-last", "cappa.2.1.5d")
    game.figure("B").shaken = "fire"
    assert against(game, "charge-together", name="S", target="B")[0] != "charge-last"
    assert against(game, "charge-together", name="S", target="F") == ("charge-whom", "cappa.4.3.8a")


# Dice and turns


@pytest.mark.rule("cappa.2.1.2a", "cappa.2.1.2.h1", "cappa.2.2.1.h6", "cappa.2.3.3.h2")
def test_a_die_is_refused_by_what_is_wrong_with_its_place():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra B at 12,10
        red extra C at 20,10, squad S
        red hero H at 21,10, squad S
        red squad S led by H
        red extra E out at 30,30
        red extra W off
        blue extra Z at 30,10
    """)
    s = game.state
    s.sides["red"].dice = [3, 1]
    asked = Decision("red", "orders", placements(s, "red"), {}, ("cappa.2.1.2a",))

    def die(name: str, value: int, key: str = "order") -> tuple[str, str]:
        found = objection(s, asked, Option(key, {"figure": name, "die": value}))
        return found.key, found.rule

    assert die("E", 3) == ("gone", "cappa.2.1.2a")
    assert die("W", 2) == ("no-die", "cappa.2.1.2a")  # off the table is no reason
    assert die("Z", 3) == ("not-yours", "cappa.2.1.2a")
    assert die("A", 3) == ("has-die", "cappa.2.1.2.h1")
    assert die("C", 1) == ("die-of-one", "cappa.2.1.2.h2")
    assert die("S", 2) == ("no-die", "cappa.2.1.2a")
    assert die("B", 2, "act") == ("not-offered", "cappa.2.1.2a")
    game.squad("S").shaken = "loss"
    assert die("C", 3) == ("shaken", "cappa.2.3.3.h2")
    assert die("H", 2) == ("no-die", "cappa.2.1.2a")
    game.figure("B").captor = "Z"
    assert die("B", 3) == ("captive", "cappa.2.2.1.h6")
    game.figure("B").captor, game.figure("B").has_surrendered = "", True
    assert die("B", 3) == ("captive", "cappa.2.2.1.h6")


@pytest.mark.rule("cappa.2.1.4a", "cappa.2.1.4b", "cappa.2.1.5a", "cappa.2.1.5.h1", "cappa.2.1.5.h2")
def test_who_is_not_called_is_told_what_he_lacks():
    game = situation("""
        cappa on open ground
        red extra A at 10,10, pa 2
        red extra B at 12,10, pa 1
        red extra N at 14,10
        red extra C at 20,10, squad S
        red extra D at 21,10, squad S
        red squad S
        blue extra Z at 30,10
    """)
    s = game.state

    def called(name: str, key: str = "act-which", verb: str = "act") -> tuple[str, str]:
        rule = "cappa.2.1.4b" if key == "act-which" else "cappa.2.1.5a"
        found = objection(s, Decision("red", key, [], {}, (rule,)), Option(verb, {"figure": name}))
        return found.key, found.rule

    assert called("B") == ("fewer-pa", "cappa.2.1.4b")
    assert called("N") == called("S") == ("without-pa", "cappa.2.1.4a")
    assert called("Z") == ("not-yours", "cappa.2.1.4c")
    assert called("B", verb="order") == ("not-offered", "cappa.2.1.4b")
    s.phase = "last"
    assert called("A", "last-which") == ("has-had-die", "cappa.2.1.5.h2")
    assert called("C", "last-which") == ("acts-with-squad", "cappa.2.1.5.h1")
    assert called("Z", "last-which") == ("not-yours", "cappa.2.1.5c")
    assert called("N", "last-which") == ("not-offered", "cappa.2.1.5a")  # he may
    game.figure("N").has_acted = True
    assert called("N", "last-which") == ("has-acted", "cappa.2.1.5a")
    assert called("", "last-which", "done") == ("not-offered", "cappa.2.1.5a")
    game.figure("Z").x, game.figure("N").has_acted = 1500, False
    assert called("", "last-which", "done") == ("must-fight", "cappa.2.1.5e")
