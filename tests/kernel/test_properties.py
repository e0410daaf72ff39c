"""What the kernel promises, for every game that registers, at the stops of random walks."""

from __future__ import annotations

import gc
import json
import random
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.game import Game
from alfiere.kernel.save import CannotOpen, open_save, read_save, replay, save_of
from tests.kernel.walks import (
    BATTLES,
    STRIDE,
    any_decision,
    asked,
    choice,
    early_stop,
    ends,
    is_walked_far,
    new_game,
    scenario,
    seats_of,
    some_stops,
    walk,
)
from tests.tiny import SHELF

EARLY = 3  # strides to the last of the stops whose saves are damaged: they are fought again many times
BY_HAND = 160, 60  # decisions with rolls entered by hand, in full and elsewhere: after each roll all is done again

# All that is looked at in one battle is looked at in one process, for its walks are walked only once.
every_battle = pytest.mark.parametrize(
    ("code", "name"),
    [pytest.param(*one, id="-".join(one), marks=pytest.mark.xdist_group(f"properties-{one}")) for one in BATTLES],
)


@every_battle
def test_a_clone_answered_alike_stays_alike(code: str, name: str) -> None:
    dice = random.Random(1)
    for stop in some_stops(code, name, 10):
        twin = stop.game()
        third = twin.clone(keep_marks=True)
        assert asked(twin) == asked(third) == stop.asked
        assert twin.digest() == third.digest() == stop.digest
        further = slice(stop.decisions, stop.decisions + 2 * STRIDE)
        for taken, digest in zip(stop.end.journal[further], stop.end.digests[further], strict=True):
            for one in (twin, third):
                one.answer(taken.seat, taken.option)
                assert one.digest() == digest
            if dice.random() < 0.2:
                third = twin.clone(keep_marks=True)
        assert asked(twin) == asked(third)


@every_battle
def test_a_clone_is_independent_of_its_original(code: str, name: str) -> None:
    for number, stop in enumerate(some_stops(code, name, 8)):
        game = stop.game()
        for _ in walk(game.clone(), number, STRIDE):
            pass
        assert game.digest() == stop.digest
        assert asked(game) == stop.asked


@every_battle
def test_replay_equals_play(code: str, name: str) -> None:
    for played in ends(code, name)[:2]:
        again = new_game(code, name, int(played.chance.seed), keep_marks=False)
        for taken, expected in zip(played.journal, played.digests, strict=True):
            again.answer(taken.seat, (taken.option.key, json.loads(json.dumps(taken.option.args))))
            assert again.digest() == expected


@every_battle
def test_undo_then_redo_changes_nothing(code: str, name: str) -> None:
    for number, stop in enumerate(some_stops(code, name, 12)):
        game, dice = stop.game(), random.Random(number)
        for _ in range(STRIDE):
            decision = any_decision(game, dice)
            if decision is None:
                break
            is_taken_back = dice.random() < 0.3  # to work out all that is asked takes long: only where it is compared
            before, question, told = game.digest(), asked(game) if is_taken_back else [], len(game.events)
            option = choice(decision, dice)
            game.answer(decision.seat, option)
            if not is_taken_back or not game.may_undo(decision.seat):
                continue
            after, next_question, events = game.digest(), asked(game), len(game.events)
            game.undo(decision.seat)
            assert game.digest() == before
            assert asked(game) == question
            assert len(game.events) == told
            game.answer(decision.seat, option)
            assert game.digest() == after
            assert asked(game) == next_question
            assert len(game.events) == events


@every_battle
def test_a_refused_answer_changes_nothing(code: str, name: str) -> None:
    for number, stop in enumerate(some_stops(code, name, 10)):
        game, dice = stop.game(), random.Random(number)
        decision = game.decision
        if decision is None:
            with pytest.raises(Illegal):
                game.answer(seats_of(code, name)[0], 0)
            continue
        for answer in _wrong_answers(decision, dice):
            with pytest.raises(Illegal) as refused:
                game.answer(decision.seat, answer)
            assert "\n" not in str(refused.value)
        with pytest.raises(Illegal):
            game.answer("nobody", 0)
        for seat in seats_of(code, name):
            if game.decision_of(seat) is None:
                with pytest.raises(Illegal):
                    game.answer(seat, 0)
        assert game.digest() == stop.digest
        assert asked(game) == stop.asked


def _wrong_answers(decision: Decision, dice: random.Random) -> list[Any]:
    other_args = dict(dice.choice(decision.options).args)
    for key in list(other_args):
        other_args[key] = dice.choice(["nowhere", "9999", 77, None, [1], {"a": 1}])
    wrong: list[Any] = [
        len(decision.options),
        -1,
        True,
        "",
        "no such thing",
        Option("nonsense", {"unit": "nobody"}),
    ]
    first = {option.key: option for option in reversed(decision.options)}  # of each kind
    wrong += [(key, {**option.args, "more": 1}) for key, option in first.items()]
    if other_args and not any(option.args == other_args for option in decision.options):
        wrong += [Option(option.key, other_args) for option in decision.options[:3]]
    return wrong


@every_battle
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_its_options(code: str, name: str) -> None:
    for number, stop in enumerate(some_stops(code, name, 16)):
        game = stop.game()
        for seat in seats_of(code, name):
            changed = game.state.copy()
            SHELF[code].redeal(changed, seat, Chance(str(number)))
            assert SHELF[code].view(changed, seat) == game.view(seat)
            assert SHELF[code].view(changed, None) == game.view(None)
            decision = game.decision_of(seat)
            if decision is not None:
                twin = game.clone(seat, f"other {number}")
                twin_decision = twin.decision_of(seat)
                assert twin_decision is not None
                assert [o.meaning for o in twin_decision.options] == [o.meaning for o in decision.options]
                assert twin.view(seat) == game.view(seat)


@every_battle
def test_a_search_foresees_nothing(code: str, name: str) -> None:
    """A seat's clone depends only on what the seat sees and on the seed it brings, never on the true chance."""
    for number, stop in enumerate(some_stops(code, name, 9)):
        game = stop.game()
        decision = game.decision
        if decision is None or game.decisions()[1:]:
            continue
        hidden = game.clone(keep_marks=True)
        hidden.rules.redeal(hidden.state, decision.seat, Chance(f"lie {number}"))
        one = game.clone(decision.seat, "search")
        two = hidden.clone(decision.seat, "search")
        assert one.chance.seed == two.chance.seed == "search"
        assert asked(one) == asked(two)


@every_battle
def test_a_save_survives_a_round_trip(code: str, name: str) -> None:
    for number, stop in enumerate(some_stops(code, name, 5)):
        game = stop.game()
        text = save_of(game, {"red": "random"}).to_text()
        save = read_save(text)
        assert save.to_text() == text
        opened = open_save(save, SHELF)
        assert opened.disagreement is None
        again = opened.game
        assert again.digest() == stop.digest
        assert asked(again) == stop.asked
        for _ in walk(game, number, STRIDE):
            taken = game.journal[-1]
            again.answer(taken.seat, taken.option)
            assert again.digest() == game.digest()
        if stop.decisions <= EARLY * STRIDE:  # these digests are found by fighting all of it again
            assert save_of(again).decisions == save_of(game).decisions


@every_battle
def test_a_battle_goes_on_from_the_mark_when_its_past_no_longer_agrees(code: str, name: str) -> None:
    stops = [stop for stop in some_stops(code, name, 4) if stop.decisions]
    assert stops
    for number, stop in enumerate(stops[-3:]):
        game = stop.game()
        data = json.loads(save_of(game).to_text())
        spoiled = random.Random(number).randrange(len(data["decisions"]))
        data["decisions"][spoiled][3] = "0" * 16
        data["decisions"][-1][3] = "f" * 16
        save = read_save(json.dumps(data))
        opened = open_save(save, SHELF)
        assert opened.disagreement is not None
        assert opened.disagreement.decision == spoiled + 1
        assert opened.from_mark
        assert opened.game.digest() == stop.digest
        assert asked(opened.game) == stop.asked
        assert len(opened.game.journal) == stop.decisions


@every_battle
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**6), cut=st.floats(0, 1), length=st.integers(0, 40), put=st.text(max_size=6))
def test_a_damaged_save_gets_one_clear_sentence(
    code: str, name: str, seed: int, cut: float, length: int, put: str
) -> None:
    text = _early_save(code, name, 1 + seed % EARLY)
    place = int(cut * len(text))
    damaged = text[:place] + put + text[place + length :]
    said = _complaint(damaged)
    if said is not None:
        assert "\n" not in said
        assert "battle.save" in said or "scenario" in said


def _complaint(text: str) -> str | None:
    """What is said of a save that cannot be opened; None if it can."""
    try:
        open_save(read_save(text, "battle.save"), SHELF, "battle.save")
    except (BadData, CannotOpen) as refused:
        return str(refused)
    return None


@lru_cache(maxsize=8)
def _early_save(code: str, name: str, strides: int) -> str:
    return save_of(early_stop(code, name, strides).kept).to_text()


@every_battle
def test_rolls_entered_by_hand_lead_where_the_same_rolls_would(code: str, name: str) -> None:
    for seed in range(2 if is_walked_far(code, name) else 1):
        game = new_game(code, name, seed, by_hand=True, audited=True)
        for _ in walk(game, seed, BY_HAND[not is_walked_far(code, name)]):
            assert not SHELF[code].faults(game.state)
        again = new_game(code, name, seed + 1, by_hand=True)
        for taken in game.journal:
            again.answer(taken.seat, taken.option)
        assert again.digest() == game.digest()
        assert asked(again) == asked(game)
        twin = game.clone()
        assert twin.digest() == game.digest()


@every_battle
def test_events_and_views_can_be_sent_and_secrets_are_not(code: str, name: str) -> None:
    for seat in (*seats_of(code, name), None):
        for stop in some_stops(code, name, 10):
            json.dumps(stop.kept.view(seat))
        for game in ends(code, name):
            for event in game.events:
                shown = event.seen_by(seat)
                json.dumps(shown)
                if getattr(event, "seat", None) != seat:
                    assert all(not isinstance(shown[secret], tuple | list) for secret in event.secret)


@every_battle
def test_the_state_comes_back_from_its_plain_form(code: str, name: str) -> None:
    for stop in some_stops(code, name, 8):
        plain = json.loads(json.dumps(stop.kept.state.to_plain()))
        back = SHELF[code].restore(scenario(code, name), plain)
        assert back.to_plain() == stop.kept.state.to_plain()
        assert back.copy().to_plain() == back.to_plain()


@every_battle
def test_a_replay_says_at_which_decision_a_file_stops_agreeing(code: str, name: str) -> None:
    save = save_of(early_stop(code, name, EARLY).game())
    assert replay(save, SHELF)[1] is None
    place = len(save.decisions) // 2
    seat, key, args, digest = save.decisions[place]
    save.decisions[place] = (seat, key, {**args, "unit": "nobody"}, digest)
    wrong = replay(save, SHELF)[1]
    assert wrong is not None
    assert wrong.decision == place + 1


def test_a_game_without_marks_refuses_to_be_cloned_or_undone() -> None:
    code, name = BATTLES[0]
    game: Game[Any] = new_game(code, name, 1, keep_marks=False)
    with pytest.raises(Illegal):
        game.clone()
    with pytest.raises(Illegal):
        game.undo()


@pytest.mark.parametrize("is_on", [True, False])
@pytest.mark.parametrize("spoiled", [None, 2])
def test_after_a_save_was_opened_the_garbage_collector_is_as_it_was(is_on: bool, spoiled: int | None) -> None:
    save = save_of(early_stop(*BATTLES[0], EARLY).game())
    if spoiled is not None:
        save.decisions[spoiled] = ("nobody", *save.decisions[spoiled][1:])  # the battle breaks off there
    (gc.enable if is_on else gc.disable)()
    try:
        assert (open_save(save, SHELF).disagreement is None) == (spoiled is None)
        assert gc.isenabled() == is_on
    finally:
        gc.enable()


def test_a_forged_save_is_found_out_when_it_is_not_trusted() -> None:
    """Digests can be forged by whoever changes an answer; legality cannot."""
    game = new_game("esa", "lens-1648", 4, audited=True)
    while game.decision is not None and game.decision.key != "deploy-leader":
        game.answer(game.decision.seat, 0)
    decision = game.decision
    assert decision is not None
    game.follow(decision.seat, "leader", {"leader": decision.about["leader"], "hex": "0806"})
    game._note_digest()
    save = save_of(game)
    assert open_save(save, SHELF).disagreement is None
    found = open_save(save, SHELF, trusted=False).disagreement
    assert found is not None
    assert found.decision == len(save.decisions)
