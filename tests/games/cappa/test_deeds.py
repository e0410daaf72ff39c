"""A deed keeps its word: what it offers it has nothing against, what it refuses it refuses by a rule, and to look at
an option (its drawing, its odds, the reason against it) changes nothing.

Asked of all deeds wherever random walks meet them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from alfiere.games import GAMES
from alfiere.games.cappa.ground.visibility import known
from alfiere.games.cappa.people.impulses import actor
from alfiere.games.cappa.turn.actions import BY_KEY
from alfiere.games.cappa.turn.deeds import ANSWERS, DEEDS
from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.game import Game
from soak.plan import scenario_of

CAPPA = GAMES["cappa"]
WALKS = [("duello", 0), ("convento", 0), ("terheyden", 0), *(("scuffles", seed) for seed in range(8))]
DECISIONS = 40  # of each walk
LOOKED_AT = 8  # options of a decision that are drawn and reckoned
FORGED = 8  # answers that are made up


def walk(name: str, seed: int) -> Iterator[tuple[Game[Any], Decision, random.Random]]:
    """A battle, stopped wherever somebody is to act; it takes what it took least so far."""
    game: Game[Any] = Game(CAPPA, scenario_of("cappa", name, seed), f"deeds {seed}", keep_marks=False)
    dice, taken = random.Random(f"deeds {name} {seed}"), Counter[str]()
    asked = 0
    while (decision := game.decision) is not None and asked < DECISIONS:
        if decision.key == "action":
            asked += 1
            yield game, decision, dice
        verbs = {option.key for option in decision.options}
        verb = min(sorted(verbs), key=lambda one: taken[one]) if dice.random() < 0.7 else dice.choice(sorted(verbs))
        taken[verb] += 1
        game.answer(decision.seat, dice.choice([one for one in decision.options if one.key == verb]))


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_deed_keeps_its_word(name: str, seed: int) -> None:
    offered = refused = 0
    for game, decision, dice in walk(name, seed):
        before = game.digest()
        offered += offers_only_what_it_has_nothing_against(game, decision)
        refused += refuses_by_a_rule_what_is_not_offered(game, decision, dice)
        assert game.digest() == before
        may_be_looked_at(game, decision, dice)
        assert game.digest() == before
    assert offered > 50
    assert refused > 20


def offers_only_what_it_has_nothing_against(game: Game[Any], decision: Decision) -> int:
    """How many options were asked about; a deed that has something against one fails."""
    s = known(game.state, decision.seat)
    who = actor(s, decision.about["figure"])
    met = 0
    for option in decision.options:
        deed = BY_KEY.get(option.key)
        if deed is not None:  # the end of an impulse is none
            met += 1
            assert deed.is_for(who), option.meaning
            assert deed.objection(s, who, option) is None, option.meaning
    return met


def refuses_by_a_rule_what_is_not_offered(game: Game[Any], decision: Decision, dice: random.Random) -> int:
    """How many forged answers were refused, each by a rule of the book and in words."""
    refused = 0
    for answer in forged(game, decision, dice):
        if decision.find(answer) is not None:
            continue
        with pytest.raises(Illegal) as found:
            game.answer(decision.seat, answer)
        refused += 1
        assert found.value.rule in CAPPA.rulebook().rules, answer.meaning
        assert len(str(found.value)) > 10
    return refused


def forged(game: Game[Any], decision: Decision, dice: random.Random) -> Iterator[Option]:
    """What is offered, with a target, a weapon or a place from elsewhere; and what others could do."""
    s = game.state
    people, arms = sorted(s.figures), sorted({code for one in s.figures.values() for code in one.arms})
    options = list(decision.options)
    for _ in range(FORGED):
        option = dice.choice(options)
        args = dict(option.args)
        for key in [key for key in ("target", "weapon", "to") if key in args] or ["target"]:
            if key == "to":
                args[key] = [dice.randrange(s.ground.width), dice.randrange(s.ground.depth)]
            else:
                args[key] = dice.choice(arms if key == "weapon" else people)
        yield Option(option.key, args)
        other = dice.choice(DEEDS)
        yield Option(other.verb, {"figure": decision.about["figure"], "target": dice.choice(people)})


def may_be_looked_at(game: Game[Any], decision: Decision, dice: random.Random) -> None:
    """Some options are drawn and foretold; odds that do not add up fail."""
    for option in dice.sample(list(decision.options), min(LOOKED_AT, len(decision.options))):
        CAPPA.sketch(game.state, decision, option)
        for prospect in CAPPA.prospects(game.state, decision, option, decision.seat):
            assert sum(prospect.hits.values()) == sum(prospect.results.values()) == 1


def test_every_verb_has_one_deed() -> None:
    verbs = [deed.verb for deed in (*DEEDS, *ANSWERS)]
    assert len(set(verbs)) == len(verbs) > 70
    book = CAPPA.rulebook().rules
    rules = {rule for deed in DEEDS for rule in (deed.rule, deed.melee_rule, deed.needs_one_impulse) if rule}
    assert rules <= set(book)


def test_who_may_do_a_deed_is_said_by_its_class() -> None:
    game: Game[Any] = Game(CAPPA, CAPPA.scenario("terheyden"), "deeds", keep_marks=False)
    squad = next(iter(game.state.squads.values()))
    figure = game.state.figures[squad.members[0]]
    assert not BY_KEY["shoot"].is_for(squad)
    assert BY_KEY["shoot"].is_for(figure)
    assert not BY_KEY["volley"].is_for(figure)
    assert BY_KEY["volley"].is_for(squad)
    assert BY_KEY["wait"].is_for(squad)
    assert BY_KEY["wait"].is_for(figure)
    assert list(BY_KEY["volley"].offer(game.state, figure, 9)) == []
