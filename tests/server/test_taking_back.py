"""Taking back against computers: what they have answered since goes too, unless a card was turned since."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import pytest
from sqlalchemy import select

from alfiere.games import GAMES
from alfiere.kernel.decision import Illegal, Option
from alfiere.server import schema
from alfiere.server.records import Entry, SeatRow
from alfiere.server.table import Table, standing_answers
from alfiere.server.trouble import UNREACHABLE, Unavailable
from tests.kernel.walks import any_decision, choice, scenario
from tests.server.people import Person, create
from tests.server.running import Running
from tests.server.test_answers import entries, without_counts
from tests.server.test_thinking import is_my_turn, wait_for

# At the table: the same answers, and only who sits there differs


def laid(seed: int, *, blue: str = "computer:greedy", by_hand: bool = False) -> Table:
    """A battle between a person, who is red, and somebody."""
    sitting = [SeatRow("red", "person", 0, None), SeatRow("blue", blue, None if ":" in blue else 1, None)]
    return Table(GAMES["esa"], scenario("esa", "lens-1648"), {}, str(seed), by_hand, sitting, quiet=True)


def answered(tables: list[Table], seat: str, option: Option) -> None:
    for table in tables:
        number = table.numbers[seat]
        table.apply(Entry(table.position, "answer", seat, number, option.key, dict(option.args), 0.0))


def taken_back(table: Table, seat: str = "red") -> Entry:
    entry = Entry(table.position, "undo", seat, None, "", dict(table.would_take_back(seat)), 0.0)
    table.apply(entry)
    return entry


def since(table: Table) -> list[str]:
    """Who has answered since red's last answer."""
    seats = [one.seat for one in table.game.journal]
    return seats[len(seats) - seats[::-1].index("red") :] if "red" in seats else []


def spent(table: Table) -> tuple[int, int]:
    return table.game.chance.counter + len(table.game._rolls), table.game.revealed


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_only_computers_may_lie_between_and_neither_a_card_nor_anything_shown(seed: int, by_hand: bool) -> None:
    against_computer = laid(seed, by_hand=by_hand)
    against_person = laid(seed, by_hand=by_hand, blue="person")
    dice = random.Random(seed)
    before: tuple[str, int, tuple[int, int]] | None = None  # red's last answer of no secret round
    stood: dict[str | None, int] = {}
    seen = set()
    for _ in range(500):
        game = against_computer.game
        decision = any_decision(game, dice)
        if decision is None:
            break
        if decision.seat == "red" and not against_computer._is_secret and decision.key != "roll":
            before = (game.digest(), len(game.journal), spent(against_computer))
            stood = {viewer: line.standing[-1] for viewer, line in against_computer.timelines.items()}
        elif against_computer._is_secret:
            before = None
        answered([against_computer, against_person], decision.seat, choice(decision, dice))
        others = since(against_computer)
        if not others or against_computer._is_secret or against_computer.is_over:
            continue
        assert not against_person.may_undo("red")
        firm = game.firm_mark
        is_untouched = (
            before is not None
            and before[2] == spent(against_computer)
            and not against_computer._rolling()
            and firm is not None
            and firm.decisions <= before[1]
        )
        assert against_computer.may_undo("red") == is_untouched
        seen.add((is_untouched, len(others) > 1))
        if is_untouched and before is not None and dice.random() < 0.3:
            gone = game.journal[before[1] :]
            moments = {viewer: line.length for viewer, line in against_computer.timelines.items()}
            number = dict(against_computer.numbers)
            assert taken_back(against_computer).args == {"answers": len(others) + 1}
            assert (game.digest(), len(game.journal)) == before[:2]
            for viewer, line in against_computer.timelines.items():
                step = line.steps[-1]
                assert (step.kind, step.moment, step.back_to) == ("undo", moments[viewer], stood[viewer])
            assert all(against_computer.numbers[seat] > number[seat] for seat in number)
            answered([against_computer], "red", gone[0].option)  # and everything once more
            for one in gone[1:]:
                answered([against_computer], one.seat, one.option)
            assert against_computer.may_undo("red")
    assert seen >= {(True, False), (False, False), (False, True)}, seen


def test_an_undo_that_says_another_number_of_answers_is_refused_and_changes_nothing() -> None:
    table, _ = past_a_computer(laid(1))
    before = (table.game.digest(), len(table.game.journal), dict(table.numbers))
    for wrong in (1, 7):
        with pytest.raises(Illegal):
            table.apply(Entry(table.position, "undo", "red", None, "", {"answers": wrong}, 0.0))
    assert (table.game.digest(), len(table.game.journal), dict(table.numbers)) == before


def past_a_computer(table: Table, dice: random.Random | None = None) -> tuple[Table, list[Entry]]:
    """Plays on until red could take back an answer past one of blue; the table and its entries."""
    dice = dice or random.Random(1)
    done: list[Entry] = []
    while not (since(table) and table.may_undo("red")):
        decision = any_decision(table.game, dice)
        assert decision is not None
        option, seat = choice(decision, dice), decision.seat
        done.append(Entry(table.position, "answer", seat, table.numbers[seat], option.key, dict(option.args), 0.0))
        table.apply(done[-1])
    return table, done


def test_what_stands_after_an_undo_is_what_the_table_says() -> None:
    table, done = past_a_computer(laid(1))
    assert standing_answers(done) == done
    done.append(taken_back(table))
    standing = [(one.seat, one.key, one.args) for one in standing_answers(done)]
    assert standing == [(one.seat, one.option.key, dict(one.option.args)) for one in table.game.journal]
    assert len(standing) < len(done) - 2


def in_a_secret_round(seed: int) -> Table:
    """A table at the beginning of a round in which both are asked for several things, after red has answered openly."""
    table = laid(seed)
    dice = random.Random(seed)
    while not (table._is_secret and {one.key for one in table.game.decisions()} == {"assign"}):
        decision = any_decision(table.game, dice)
        assert decision is not None
        answered([table], decision.seat, choice(decision, dice))
    return table


def told(table: Table) -> tuple[Any, ...]:
    """All that red is ever sent."""
    line = table.timelines["red"]
    return table._shown("red"), [(one.kind, one.seat, one.events, one.back_to) for one in line.steps]


def test_in_a_secret_round_taking_back_tells_nothing_of_the_computer() -> None:
    tables = [in_a_secret_round(3), in_a_secret_round(3)]
    quick, slow = tables

    def same() -> None:
        assert told(quick) == told(slow)

    same()
    assert not quick.may_undo("red")  # what was before the round stays
    asked = quick.game.decision_of("red")
    assert asked is not None
    answered(tables, "red", asked.options[0])
    blues = []
    while (asked := quick.game.decision_of("blue")) is not None:
        blues.append(asked.options[-1])
        answered([quick], "blue", asked.options[-1])
        same()
        assert quick.may_undo("red")
    assert len(blues) > 1
    for table in tables:
        assert taken_back(table).args == {}
    same()
    assert not quick.may_undo("red")
    kept = [one.option for one in quick.game.journal if one.seat == "blue"][-len(blues) :]
    assert kept == blues  # and it is not asked again
    assert quick.game.decision_of("blue") is None


def test_the_end_of_a_secret_round_is_never_taken_back_even_if_it_costs_and_shows_nothing() -> None:
    table = in_a_secret_round(3)
    game, before = table.game, table.game.mark
    for seat in ("red", "blue"):  # the computer is the last
        while game.is_secret and (asked := game.decision_of(seat)) is not None:
            answered([table], seat, asked.options[0])
    assert game.journal[-1].seat == "blue"
    assert not table._is_secret
    # Here the end of a round costs chance; another game may be without.
    assert before is not None
    game._marks.insert(0, before)
    spent_now, shown_now = game.chance.counter, game.revealed
    game.journal[:] = [one._replace(spent=spent_now, revealed=shown_now) for one in game.journal]
    assert game.may_undo("red", table.computers)
    assert not table.may_undo("red")


# At the server: a computer that really thinks


def against(running: Running, level: str = "random") -> Person:
    _, (red,) = create(running.address, "me", f"computer:{level}")
    red.join()
    return red


def played_until(running: Running, red: Person, dice: random.Random, way_back: bool) -> tuple[Any, Any]:
    """Plays on until the computer has answered openly since; red's table before its answer, and now."""
    for _ in range(400):
        wait_for(lambda: is_my_turn(red))
        before = red.table()
        was_secret = running.table(red.game)._is_secret
        red.decide(dice, before)
        wait_for(lambda: is_my_turn(red))
        table = running.table(red.game)
        if not was_secret and since(table) and not table._is_secret and table.may_undo("red") == way_back:
            return before, red.table()
    raise AssertionError("there was no such answer")


def rows(running: Running, game: str) -> list[Any]:
    with running.house.storage.engine.connect() as connection:
        table = schema.entries
        return list(connection.execute(select(table).where(table.c.game == game).order_by(table.c.position)))


def test_an_answer_comes_back_past_the_computers_and_stays_so(running: Running) -> None:
    red = against(running)
    before, now = played_until(running, red, random.Random(21), way_back=True)
    assert now["may_undo"]
    count, answers = entries(running, red.game), len(since(running.table(red.game))) + 1
    response = red.act("undo", number=now["number"])
    assert response.status_code == 200, response.text
    table = response.json()["table"]
    assert without_counts(table) == without_counts(before)
    assert table["number"] > now["number"]
    written = rows(running, red.game)
    assert len(written) == count + 1  # one row, so wholly or not at all
    assert (written[-1].kind, written[-1].args) == ("undo", f'{{"answers":{answers}}}')
    step = red.ask("GET", "/log", params={"seat": "red", "from": table["moment"]}).json()["steps"][0]
    assert (step["kind"], step["back_to"]) == ("undo", before["moment"])

    running.house._rooms.pop(red.game)  # as after a restart
    assert red.table() == table
    assert red.act("undo", number=now["number"]).status_code == 409  # the same click once more

    wait_for(lambda: is_my_turn(red))
    red.decide(random.Random(22))
    played_until(running, red, random.Random(23), way_back=True)
    assert red.act("resign").status_code == 200
    assert red.ask("GET", "/fairness").json()["replay_agrees"] is True
    assert red.ask("GET", "/save").status_code == 200


def test_once_the_computer_has_turned_a_card_it_is_too_late(lite: Running) -> None:
    red = against(lite)
    _, now = played_until(lite, red, random.Random(24), way_back=False)
    assert not now["may_undo"]
    refused = red.act("undo", number=now["number"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "cannot-undo")
    assert red.table() == now


def test_an_undo_that_could_not_be_written_has_not_happened(lite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    red = against(lite)
    _, now = played_until(lite, red, random.Random(25), way_back=True)
    with monkeypatch.context() as broken:

        async def fail(job: Any) -> None:
            raise Unavailable(UNREACHABLE)

        broken.setattr(lite.house.storage, "write", fail)
        assert red.act("undo", number=now["number"]).status_code == 503
    assert red.table() == now
    assert red.act("undo", number=now["number"]).status_code == 200


def test_a_thought_that_comes_after_the_undo_is_not_taken(lite: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    red = against(lite)
    dice = random.Random(26)
    played_until(lite, red, dice, way_back=True)
    thinks, go_on = threading.Event(), threading.Event()
    workers, real = lite.house.thinking.workers, lite.house.thinking.workers.run

    async def slow(think: Any, job: bytes, patience: float, urgency: int) -> Any:
        found = await real(think, job, patience, urgency)
        thinks.set()
        await asyncio.to_thread(go_on.wait)
        return found

    with monkeypatch.context() as held:
        held.setattr(workers, "run", slow)
        while True:
            wait_for(lambda: is_my_turn(red) or thinks.is_set())
            if thinks.is_set() and red.table()["may_undo"]:
                break
            if thinks.is_set():  # it thinks about something else
                go_on.set()
                wait_for(lambda: is_my_turn(red))
                thinks.clear()
                go_on.clear()
            red.decide(dice)
        now = red.table()
        assert now["decision"] is None
        undone = red.act("undo", number=now["number"]).json()["table"]
        assert undone["decision"] is not None
        count = entries(lite, red.game)
        go_on.set()
        wait_for(lambda: not lite.house.thinking.is_thinking(lite.house._rooms[red.game]))
    assert entries(lite, red.game) == count
    assert red.table() == undone
    red.decide(dice)
    wait_for(lambda: is_my_turn(red))  # and it plays on
