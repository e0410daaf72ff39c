"""What a preview says of the way back: it keeps its word, and tells nothing of what others hide or answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.turn.actions import decide
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Option
from alfiere.kernel.game import ROLL, Game
from alfiere.server.finality import is_final
from alfiere.server.records import Entry, SeatRow
from alfiere.server.table import Table
from tests.games.cappa.test_9_visibility import sky
from tests.kernel.walks import any_decision, choice, new_game, scenario
from tests.server.people import asked, two_people
from tests.situation import situation

BATTLES = ("lens-1648", "rocroi-1643")


def laid(name: str, seed: int, *, by_hand: bool = False, computer: str = "") -> Table:
    """A table as the server lays it; a computer may have one of its seats."""
    rules = GAMES["esa"]
    who = {seat: "computer:random" if seat == computer else "person" for seat in rules.seats}
    sitting = [SeatRow(seat, who[seat], 0, None) for seat in rules.seats]
    return Table(rules, scenario("esa", name), {}, str(seed), by_hand, sitting, quiet=True)


def answered(table: Table, seat: str, option: Option) -> None:
    """The seat's answer, as it comes from the storage."""
    entry = Entry(table.position, "answer", seat, table.numbers[seat], option.key, dict(option.args), 0.0)
    table.apply(entry)


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_an_answer_said_to_be_final_cannot_be_taken_back_and_any_other_can(seed: int, by_hand: bool) -> None:
    table = laid(BATTLES[seed % 2], seed, by_hand=by_hand)
    dice = random.Random(seed)
    seen: set[tuple[bool, bool]] = set()
    cautious = 0  # what follows hangs on the other's hidden cards: then it is final, or it would tell of them
    for _ in range(500):
        decision = any_decision(table.game, dice)
        if decision is None:
            break
        seat, option, was_secret = decision.seat, choice(decision, dice), table.game.is_secret
        before = table.game.digest()
        final = is_final(table.game, seat, option)
        assert table.game.digest() == before
        answered(table, seat, option)
        ends_round = table.game.shown_from is not None or table.game.decision_of(seat) is None
        if was_secret and ends_round and option.key != ROLL:
            assert final  # whatever the others have answered
        else:
            ended = table.is_over or not table.may_undo(seat)
            assert final or not ended, (decision, option)
            cautious += final and not ended
        seen.add((was_secret, final))
    assert len(seen) == 4, seen
    assert cautious <= 5


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_before_a_computer_it_is_final_if_every_reply_ends_the_way_back(seed: int, by_hand: bool) -> None:
    table = laid(BATTLES[seed % 2], seed, by_hand=by_hand, computer="blue")
    dice = random.Random(seed)
    handed_over = ended = False  # red's last answer; and that it was final
    seen: set[tuple[bool, bool]] = set()
    for _ in range(700):
        decision = any_decision(table.game, dice)
        if decision is None:
            break
        seat, option, was_secret = decision.seat, choice(decision, dice), table._is_secret
        if seat == "red":
            ended = is_final(table.game, seat, option, table.computers)
        answered(table, seat, option)
        if seat == "red":
            asked_next = table.game.decision
            handed_over = asked_next is not None and asked_next.seat == "blue" and asked_next.key != ROLL
            handed_over = handed_over and not was_secret and not table._is_secret and table.may_undo("red")
            assert ended or was_secret or table.may_undo("red")
        elif handed_over:
            kept = not table._is_secret and not table.is_over and table.may_undo("red")
            assert not (ended and kept), (decision, option)
            seen.add((ended, kept))
            handed_over = False
    assert seen >= {(True, False), (False, True)}, seen


def test_a_rolled_card_is_final() -> None:
    table = laid("lens-1648", 1, by_hand=True)
    dice = random.Random(1)
    while (decision := any_decision(table.game, dice)) is not None and decision.key != ROLL:
        answered(table, decision.seat, choice(decision, dice))
    assert decision is not None
    assert is_final(table.game, decision.seat, decision.options[0])


def secret_game() -> Game[Any]:
    """A battle in which both seats are asked side by side for more than one thing."""
    game = new_game("esa", "lens-1648", 3)
    dice = random.Random(3)
    while not (len(game.decisions()) == 2 and {one.key for one in game.decisions()} == {"assign"}):
        decision = any_decision(game, dice)
        assert decision is not None
        game.answer(decision.seat, choice(decision, dice))
    return game


def test_in_a_secret_round_it_does_not_tell_whether_another_has_answered() -> None:
    game = secret_game()

    def told() -> list[bool]:
        """What red hears of every option while it walks through its round."""
        alone = game.clone(keep_marks=True)
        heard = []
        while alone.is_secret and (decision := alone.decision_of("red")) is not None and alone.shown_from is None:
            heard += [is_final(alone, "red", option) for option in decision.options]
            alone.answer("red", decision.options[0])
        return heard

    nobody = told()
    assert {True, False} == set(nobody)
    while (decision := game.decision_of("blue")) is not None:
        game.answer("blue", decision.options[-1])
    assert game.is_secret
    assert told() == nobody


@pytest.mark.parametrize("seed", range(3))
def test_it_does_not_depend_on_what_the_seat_cannot_know(seed: int) -> None:
    game = new_game("esa", BATTLES[seed % 2], seed)
    dice = random.Random(seed)
    compared = 0
    for number in range(400):
        decision = any_decision(game, dice)
        if decision is None:
            break
        option = choice(decision, dice)
        if number % 3 == 0 and not game.is_secret:
            other = game.clone(keep_marks=True)
            game.rules.redeal(other.state, decision.seat, Chance(f"other {number}"))
            found = is_final(other, decision.seat, option)
            assert found == is_final(game, decision.seat, option), (decision, option)
            compared += 1
        game.answer(decision.seat, option)
    assert compared > 30


def test_the_preview_tells_who_asks_whether_there_is_a_way_back(address: str) -> None:
    red, blue = two_people(address)
    dice = random.Random(4)
    undone = refused = 0
    for _ in range(120):
        person = asked(red, blue)
        table = person.table()
        decision = table["decision"]
        option = dice.choice(decision["options"])
        found = person.act("preview", answer={"key": option["key"], "args": option["args"]}).json()
        state = person.send(decision["number"], option).json()["state"]["table"]
        if not found["final"]:
            assert state["may_undo"]
            back = person.act("undo", number=state["number"])
            assert back.status_code == 200
            undone += 1
            again = back.json()["table"]["decision"]
            assert person.send(again["number"], option).status_code == 200
        elif not state["may_undo"]:
            response = person.act("undo", number=state["number"])
            assert response.status_code == 409
            refused += 1
        if undone > 5 and refused > 3:
            return
    pytest.fail(f"{undone} undone, {refused} refused")


def test_by_night_nobody_hears_before_he_stops_whether_somebody_hidden_is_still_to_act() -> None:
    rules = GAMES["cappa"]
    told = []
    for left in (0, 2):
        game = situation(f"""
            cappa on open ground
            red extra A at 10,10, pa 2, die 2, Mov 6
            blue extra B at 10,35, pa {left}, die 2, Mov 6
            option visibility yes
            {sky("new moon", "clear")}
        """)
        decision = decide(game.state, game.figure("A"), 2, ("cappa.2.1.4d",), may_stop=True)
        told.append([rules.passes_on_unseen(game.state, decision, one) for one in decision.options])
        assert told[-1][-1]  # to stop
        assert not told[-1][0]  # the first of two PA: he is asked again himself
        del game.state.options["light"]
        assert not any(rules.passes_on_unseen(game.state, decision, one) for one in decision.options)
    assert told[0] == told[1]


def test_by_night_to_stop_is_said_to_be_final_whoever_comes_next() -> None:
    game = new_game("cappa", "terheyden", 3)
    dice = random.Random(3)
    stops = 0
    while stops < 6 and (decision := any_decision(game, dice)) is not None:
        stop = next((one for one in decision.options if one.key == "stop"), None)
        if stop is not None:
            assert is_final(game, decision.seat, stop)
            stops += 1
        game.answer(decision.seat, choice(decision, dice))
    assert stops == 6
