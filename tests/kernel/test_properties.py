"""What the kernel promises, for every game that registers, over random walks."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Illegal, Option
from alfiere.kernel.game import Game
from alfiere.kernel.save import CannotOpen, open_save, read_save, replay, save_of
from tests.kernel.walks import BATTLES, any_decision, asked, choice, new_game, scenario, seats_of, walk
from tests.tiny import SHELF

SEEDS = st.integers(0, 10**6)
LENGTHS = st.integers(0, 500)
every_battle = pytest.mark.parametrize(("code", "name"), BATTLES)


def examples(count: int) -> Any:
    """So few walks a battle, others each time; no shrinking of time, the machines are shared."""
    return settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))


@every_battle
@examples(6)
@given(seed=SEEDS, steps=LENGTHS, further=st.integers(1, 60))
def test_a_clone_answered_alike_stays_alike(code: str, name: str, seed: int, steps: int, further: int) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    twin = game.clone(keep_marks=True)
    third = twin.clone(keep_marks=True)
    dice = random.Random(seed + 1)
    for _ in range(further):
        assert asked(twin) == asked(game) == asked(third)
        assert twin.digest() == game.digest() == third.digest()
        decision = any_decision(game, dice)
        if decision is None:
            break
        option = choice(decision, dice)
        for one in (game, twin, third):
            one.answer(decision.seat, option)
        if dice.random() < 0.2:
            third = twin.clone(keep_marks=True)


@every_battle
@examples(5)
@given(seed=SEEDS, steps=LENGTHS)
def test_a_clone_is_independent_of_its_original(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    before, question = game.digest(), asked(game)
    twin = game.clone()
    for _ in walk(twin, seed + 2, 25):
        pass
    assert game.digest() == before
    assert asked(game) == question


@every_battle
@examples(4)
@given(seed=SEEDS, steps=LENGTHS)
def test_replay_equals_play(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed, audited=True)
    for _ in walk(game, seed, steps):
        pass
    again = new_game(code, name, seed, keep_marks=False)
    for taken, expected in zip(game.journal, game.digests, strict=True):
        again.answer(taken.seat, (taken.option.key, json.loads(json.dumps(taken.option.args))))
        assert again.digest() == expected


@every_battle
@examples(5)
@given(seed=SEEDS, steps=LENGTHS)
def test_undo_then_redo_changes_nothing(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed)
    dice = random.Random(seed)
    for _ in range(steps):
        decision = any_decision(game, dice)
        if decision is None:
            return
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
@examples(5)
@given(seed=SEEDS, steps=LENGTHS)
def test_a_refused_answer_changes_nothing(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    decision = game.decision
    if decision is None:
        with pytest.raises(Illegal):
            game.answer(seats_of(code, name)[0], 0)
        return
    before, question = game.digest(), asked(game)
    dice = random.Random(seed)
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
    for answer in wrong:
        with pytest.raises(Illegal) as refused:
            game.answer(decision.seat, answer)
        assert "\n" not in str(refused.value)
    with pytest.raises(Illegal):
        game.answer("nobody", 0)
    idle = [seat for seat in seats_of(code, name) if game.decision_of(seat) is None]
    for seat in idle:
        with pytest.raises(Illegal):
            game.answer(seat, 0)
    assert game.digest() == before
    assert asked(game) == question


@every_battle
@examples(8)
@given(seed=SEEDS, steps=LENGTHS, other=SEEDS)
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_its_options(
    code: str, name: str, seed: int, steps: int, other: int
) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    for seat in seats_of(code, name):
        changed = game.state.copy()
        SHELF[code].redeal(changed, seat, Chance(str(other)))
        assert SHELF[code].view(changed, seat) == game.view(seat)
        assert SHELF[code].view(changed, None) == game.view(None)
        decision = game.decision_of(seat)
        if decision is not None:
            twin = game.clone(seat, f"other {other}")
            twin_decision = twin.decision_of(seat)
            assert twin_decision is not None
            assert [o.meaning for o in twin_decision.options] == [o.meaning for o in decision.options]
            assert twin.view(seat) == game.view(seat)


@every_battle
@examples(5)
@given(seed=SEEDS, steps=LENGTHS, other=SEEDS)
def test_a_search_foresees_nothing(code: str, name: str, seed: int, steps: int, other: int) -> None:
    """A seat's clone depends only on what the seat sees and on the seed it brings, never on the true chance."""
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    decision = game.decision
    if decision is None:
        return
    hidden = game.clone(keep_marks=True)
    for rules, seat in ((hidden.rules, decision.seat),):
        rules.redeal(hidden.state, seat, Chance(f"lie {other}"))
    one = game.clone(decision.seat, "search")
    two = hidden.clone(decision.seat, "search") if not game.decisions()[1:] else one
    assert one.chance.seed == two.chance.seed == "search"
    assert asked(one) == asked(two)


@every_battle
@examples(3)
@given(seed=SEEDS, steps=LENGTHS, further=st.integers(1, 30))
def test_a_save_survives_a_round_trip(code: str, name: str, seed: int, steps: int, further: int) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    text = save_of(game, {"red": "random"}).to_text()
    save = read_save(text)
    assert save.to_text() == text
    opened = open_save(save, SHELF)
    assert opened.disagreement is None
    again = opened.game
    assert again.digest() == game.digest()
    assert asked(again) == asked(game)
    dice = random.Random(seed)
    for _ in range(further):
        decision = any_decision(game, dice)
        if decision is None:
            break
        option = choice(decision, dice)
        game.answer(decision.seat, option)
        again.answer(decision.seat, option)
        assert again.digest() == game.digest()
    if game.journal:
        assert save_of(again).decisions == save_of(game).decisions


@every_battle
@examples(3)
@given(seed=SEEDS, steps=st.integers(1, 500))
def test_a_battle_goes_on_from_the_mark_when_its_past_no_longer_agrees(
    code: str, name: str, seed: int, steps: int
) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    text = save_of(game).to_text()
    data = json.loads(text)
    spoiled = random.Random(seed).randrange(len(data["decisions"]))
    data["decisions"][spoiled][3] = "0" * 16
    data["decisions"][-1][3] = "f" * 16
    save = read_save(json.dumps(data))
    opened = open_save(save, SHELF)
    assert opened.disagreement is not None
    assert opened.disagreement.decision == spoiled + 1
    assert opened.from_mark
    assert opened.game.digest() == game.digest()
    assert asked(opened.game) == asked(game)
    assert len(opened.game.journal) == len(game.journal)


@every_battle
@examples(40)
@given(seed=SEEDS, cut=st.floats(0, 1), length=st.integers(0, 40), put=st.text(max_size=6))
def test_a_damaged_save_gets_one_clear_sentence(
    code: str, name: str, seed: int, cut: float, length: int, put: str
) -> None:
    text = _some_save(code, name, seed % 3)
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


_SAVES: dict[tuple[str, str, int], str] = {}


def _some_save(code: str, name: str, seed: int) -> str:
    key = (code, name, seed)
    if key not in _SAVES:
        game = new_game(code, name, seed)
        for _ in walk(game, seed, 60 + 40 * seed):
            pass
        _SAVES[key] = save_of(game).to_text()
    return _SAVES[key]


@every_battle
@examples(3)
@given(seed=SEEDS, steps=st.integers(1, 160))
def test_rolls_entered_by_hand_lead_where_the_same_rolls_would(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed, by_hand=True, audited=True)
    for _ in walk(game, seed, steps):
        assert not SHELF[code].faults(game.state)
    again = new_game(code, name, "another seed", by_hand=True)  # type: ignore[arg-type]
    for taken in game.journal:
        again.answer(taken.seat, taken.option)
    assert again.digest() == game.digest()
    assert asked(again) == asked(game)
    twin = game.clone()
    assert twin.digest() == game.digest()


@every_battle
@examples(5)
@given(seed=SEEDS, steps=LENGTHS)
def test_events_and_views_can_be_sent_and_secrets_are_not(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    for seat in (*seats_of(code, name), None):
        json.dumps(game.view(seat))
        for event in game.events:
            shown = event.seen_by(seat)
            json.dumps(shown)
            if getattr(event, "seat", None) != seat:
                assert all(not isinstance(shown[secret], tuple | list) for secret in event.secret)


@every_battle
@examples(4)
@given(seed=SEEDS, steps=LENGTHS)
def test_the_state_comes_back_from_its_plain_form(code: str, name: str, seed: int, steps: int) -> None:
    game = new_game(code, name, seed)
    for _ in walk(game, seed, steps):
        pass
    plain = json.loads(json.dumps(game.state.to_plain()))
    back = SHELF[code].restore(scenario(code, name), plain)
    assert back.to_plain() == game.state.to_plain()
    assert back.copy().to_plain() == back.to_plain()


@every_battle
def test_a_replay_says_at_which_decision_a_file_stops_agreeing(code: str, name: str) -> None:
    game = new_game(code, name, 5)
    for _ in walk(game, 5, 80):
        pass
    save = save_of(game)
    assert replay(save, SHELF)[1] is None
    place = len(save.decisions) // 2
    seat, key, args, digest = save.decisions[place]
    save.decisions[place] = (seat, key, {**args, "unit": "nobody"}, digest)
    found = replay(save, SHELF)[1]
    assert found is not None
    assert found.decision == place + 1


def test_a_game_without_marks_refuses_to_be_cloned_or_undone() -> None:
    code, name = BATTLES[0]
    game: Game[Any] = new_game(code, name, 1, keep_marks=False)
    with pytest.raises(Illegal):
        game.clone()
    with pytest.raises(Illegal):
        game.undo()


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
