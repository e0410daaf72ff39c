"""Refusals: who, what and the rule, in both languages, for whatever a player may click on."""

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from alfiere.games.esa import refusals
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.state import EVADED, FAILED_MOVE, MOVED
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Illegal, Option
from alfiere.kernel.game import Game
from alfiere.kernel.objection import Objection
from soak.brawls import brawl
from tests.games.esa.test_preview import walked
from tests.games.esa.test_words import placeholders
from tests.kernel.walks import new_game
from tests.situation import situation

RULES = Esa()
VAGUE = ("not-so", "not-an-answer")
USED: dict[str, list[tuple[set[str], set[str] | None]]] = {}  # by key: rules it may cite, arguments it gives

for node in ast.walk(ast.parse(Path(refusals.__file__).read_text("utf-8"))):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "because":
        names = {one.arg for one in node.keywords if one.arg is not None}
        spread = any(one.arg is None for one in node.keywords)
        texts = {str(one.value) for one in ast.walk(node.args[1]) if isinstance(one, ast.Constant)}
        for key in ast.walk(node.args[0]):
            if isinstance(key, ast.Constant):
                USED.setdefault(str(key.value), []).append((texts, None if spread else names))
KEYS = set(USED) | {"priority-comes-later", "nothing-left-to-do", "deploys-later", "is-deployed"}


def refused(game: Game[Any], decision: Decision, key: str, **args: Any) -> Illegal:
    """What an answer that is not offered is told."""
    assert decision.find((key, args)) is None
    return game.refusal(decision, Option(key, args))


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(language):
    words = RULES.words(language).sections["refusal"]
    assert set(words) == KEYS - {"key"}
    for key, uses in USED.items():
        for _, names in uses:
            if key in words and names is not None:
                assert placeholders(words[key]) <= names, key


def test_every_rule_that_is_cited_stands_in_the_rulebook():
    cited = {rule for uses in USED.values() for rules, _ in uses for rule in rules if rule.startswith("esa.")}
    assert cited
    assert {rule for rule in cited if rule not in RULES.rulebook()} == set()


def clicked(game: Game[Any], option: Option, dice: random.Random) -> dict[str, Any]:
    """An option's arguments with one of them replaced by something else on the table."""
    s, args = game.state, dict(option.args)
    name = dice.choice(sorted(set(args) - {"action", "into", "marker", "ends"}) or ["unit"])
    pieces = [*s.units, *s.leaders]
    other = {
        "hex": lambda: dice.choice([*s.field.grid.hexes, "9999"]),
        "card": lambda: dice.randint(1, 50),
        "division": lambda: dice.choice(list(s.divisions)),
        "facing": lambda: dice.randint(0, 6),
    }
    args[name] = other.get(name, lambda: dice.choice(pieces))()
    return args


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_clicked_the_refusal_is_a_sentence_in_both_languages_with_its_rule(seed):
    game = (
        Game(RULES, RULES.scenario(brawl(seed)), seed, {"veterans": "yes" if seed == 4 else "no"})
        if seed % 2
        else new_game("esa", "lens-1648", seed)
    )
    dice = random.Random(seed)
    asked = vague = 0
    for decision, _ in walked(game, seed):
        before = game.digest()
        for option in dice.sample(list(decision.options), min(4, len(decision.options))):
            if not option.args:
                continue
            args = clicked(game, option, dice)
            if decision.find((option.key, args)) is not None:
                continue
            told = refused(game, decision, option.key, **args)
            assert told.text is not None
            assert set(told.text) == {"en", "it"}
            assert told.rule in RULES.rulebook()
            for text in told.text.values():
                assert text
                assert "{" not in text
                assert "None" not in text
                assert "—" not in text
            assert str(told) == f"{told.text['en']} ({told.rule})"
            asked += 1
            reason = refusals.objection(game.state, decision, Option(option.key, args))
            vague += reason.key in VAGUE
            changed = game.state.copy()
            RULES.redeal(changed, decision.seat, Chance(f"other {asked}"))
            assert refusals.objection(changed, decision, Option(option.key, args)) == reason  # nothing hidden is told
        assert game.digest() == before
    assert asked > 50
    assert vague < asked / 20


def test_in_deployment_a_hex_outside_the_zone_or_taken_is_said_to_be_so():
    game = new_game("esa", "lens-1648", 1)
    told: dict[tuple[str, str], set[str]] = {}
    for decision, _ in walked(game, 1, 200):
        role = {"deploy-unit": "unit", "deploy-leader": "leader"}.get(decision.key)
        if role is None:
            continue
        option, s = decision.options[0], game.state
        for label in s.field.grid.hexes:
            if decision.find((option.key, {**option.args, "hex": label})) is None:
                why = refused(game, decision, option.key, **{**option.args, "hex": label})
                told.setdefault((decision.key, why.rule), set()).add(label)
        taken = next(iter([*s.at, *s.leader_at]), None)
        if taken is not None:
            why = refused(game, decision, option.key, **{**option.args, "hex": taken})
            assert why.rule in ("esa.2.3k", "esa.2.3g")
    assert {rule for key, rule in told if key == "deploy-unit"} >= {"esa.2.3k", "esa.2.3g", "esa.2.3e"}
    assert {rule for key, rule in told if key == "deploy-leader"} >= {"esa.2.3k", "esa.2.3g"}


def asked_in(phase: str, key: str, text: str) -> tuple[Game[Any], Decision]:
    """A situation at its first decision of a kind."""
    found: list[tuple[Game[Any], Decision]] = []
    game = situation(text)

    class Enough(Exception):
        pass

    def look(decision: Decision) -> Option | None:
        if decision.key == key:
            found.append((game.game, decision))
            raise Enough
        return decision.options[0]

    with pytest.raises(Enough):
        game.phase(phase, *[look] * 20)
    return found[0]


FIELD = """
    esa on open ground
    red   cuirassiers A at 0,0 facing 0, division foot
    red   pike B at 3,0 facing 0, division foot, shaken
    red   pike O at -5,0 facing 0, division other
    red   general G at 1,2 morale 4, division foot
    blue  walloons X at 0,-4 facing 3
    order foot: card 4
"""


@pytest.mark.parametrize(
    ("unit", "rule", "words"),
    [
        ("X", "esa.3.3.1o", "X is an enemy"),
        ("O", "esa.3.1c", "belongs to another division"),
        ("B", "esa.10.16a", "is shaken"),
        ("G", "esa.10.1d", "is a leader"),
        ("nobody", "esa.5a", "no such piece"),
    ],
)
def test_who_cannot_be_moved_is_told_why(unit, rule, words):
    game, decision = asked_in("movement", "move-which", FIELD)
    told = refused(game, decision, "unit", unit=unit)
    assert told.rule == rule
    assert words in told.why


def test_a_unit_in_the_middle_of_its_move_is_decided_about_first():
    game, decision = asked_in("movement", "move", FIELD)
    told = refused(game, decision, "move", unit="B", hex="0101")
    assert told.why == "First it must be decided about A"
    assert refused(game, decision, "charge", unit="A", target="O").rule == "esa.7.1a"


@pytest.mark.parametrize(
    ("target", "rule"), [("N", "esa.6.4a"), ("A", "esa.6.1a"), ("H", "esa.6.4b"), ("Q", "esa.6.1a")]
)
def test_a_shot_that_cannot_be_is_told_why(target, rule):
    text = """
        esa on open ground
        red   musketeers A at 0,0 facing 0
        red   musketeers Q at -3,0 facing 0
        blue  walloons X at 0,-1 facing 3
        blue  walloons H at 0,-2 facing 3
        blue  walloons N at 0,3 facing 3
        order red: fire
    """
    game, decision = asked_in("fire", "fire", text)
    told = refused(game, decision, "fire", unit="A", target=target)
    assert told.rule == rule
    assert refused(game, decision, "fire", unit="X", target="A").rule == "esa.3.3.1o"


def test_who_has_nothing_to_rally_is_told_so():
    text = """
        esa on open ground
        red   pike A at 0,0 facing 0, shaken
        red   pike B at 2,0 facing 0
        blue  walloons X at 0,-4 facing 3
        order red: rally
    """
    game, decision = asked_in("rally", "rally", text)
    assert refused(game, decision, "rally", unit="B", marker="shaken").rule == "esa.8b"
    assert "nothing to rally" in refused(game, decision, "rally", unit="B", marker="shaken").why
    assert refused(game, decision, "rally", unit="A", marker="paralysed").rule == "esa.8b"
    assert refused(game, decision, "recover", unit="A").rule in ("esa.8e", "esa.8a")


def test_a_card_that_is_not_in_hand_is_told_so():
    game = new_game("esa", "lens-1648", 3)
    for decision, _ in walked(game, 3, 400):
        if decision.key == "assign":
            hand = game.state.armies[decision.seat].hand
            absent = next(card for card in range(1, 51) if card not in hand)
            division = decision.about["division"]
            assert refused(game, decision, "assign", division=division, card=absent).rule == "esa.3.2.2a"
            theirs = next(one.id for one in game.state.divisions.values() if one.seat != decision.seat)
            assert "enemy division" in refused(game, decision, "assign", division=theirs, card=hand[0]).why
            return
    raise AssertionError("nobody was asked")


@pytest.mark.rule("esa.7.1.1c", "esa.10.1j")
@pytest.mark.parametrize(("ground", "at", "rule"), [("wood", "0,-1", "esa.7.1.1c"), ("wood", "0,-2", "esa.7.1a")])
def test_a_lone_leader_out_of_reach_of_cavalry_is_refused_with_the_rule(ground, at, rule):
    game = situation(f"""
        esa on open ground
        {ground} {at}
        red  cuirassiers C at 0,0 facing 0, order: melee
        blue line Z at 1,-1 facing 3
        blue general G at {at} morale 2
    """)
    attack = Decision("red", "attack", [Option("attack", {"unit": "C", "target": "Z"})], {}, ("esa.7a",))
    reason = refusals.objection(game.state, attack, Option("attack-leader", {"unit": "C", "target": "G"}))
    assert reason.rule == rule


def why(game: Any, key: str, verb: str, **args: Any) -> Objection:
    """The reason an answer is refused with, whatever is offered."""
    decision = Decision("red", key, [Option(verb, {"unit": "other"})], {}, ("esa.8a",))
    return refusals.objection(game.state, decision, Option(verb, args))


@pytest.mark.parametrize(
    ("state", "verb", "reason"),
    [
        ("", "rally", "nothing-to-rally"),
        (", paralysed", "rally", "no-such-marker"),
        (", shaken", "rally", "no-such-marker"),
        (", strength 1", "rally", "no-such-marker"),
        (", paralysed", "recover", "not-weakened"),
    ],
)
def test_a_rally_that_cannot_be_is_refused_for_what_the_unit_lacks(state, verb, reason):
    game = situation(f"""
        esa on open ground
        red line A at 0,0 facing 0{state}
    """)
    marker = {"marker": "shaken" if "paralysed" in state else "paralysed"} if verb == "rally" else {}
    assert why(game, "rally", verb, unit="A", **marker).key == reason


@pytest.mark.parametrize(
    ("did", "reason", "rule"),
    [
        (EVADED, "evaded", "esa.9.8e"),
        (FAILED_MOVE, "failed-test", "esa.10.12c"),
        (MOVED, "has-moved", "esa.5i"),
    ],
)
def test_a_unit_that_does_not_move_is_refused_for_what_it_did(did, reason, rule):
    game = situation("""
        esa on open ground
        red line A at 0,0 facing 0
    """)
    game.unit("A").did |= did
    found = refusals.cannot_move(game.state, game.unit("A"))
    assert found is not None
    assert (found.key, found.rule) == (reason, rule)
