"""The message files: every decision, option, event and small word of Esa has its sentence, in both languages."""

import ast
import dataclasses
import random
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import alfiere.games.esa
from alfiere.games.esa import events
from alfiere.games.esa.ruleset import Esa
from alfiere.games.esa.scenario import TerrainForm
from alfiere.games.esa.tables import tables
from alfiere.games.esa.troops import UnitClass
from alfiere.games.esa.view import DEPLOYMENT, STAGES
from alfiere.kernel.decision import Decision
from alfiere.kernel.event import Event, Tally
from alfiere.kernel.game import ROLL, Game

RULES = Esa()
LANGUAGES = ("en", "it")
SOURCE = {
    path.stem: ast.parse(path.read_text("utf-8"))
    for path in sorted(Path(alfiere.games.esa.__file__).parent.rglob("*.py"))
}
assert SOURCE
EVENTS = [one for one in vars(events).values() if isinstance(one, type) and issubclass(one, Event) and one is not Event]

# Keys that the source works out: the file and the expression, and everything it may come to.
COMPUTED = {
    ("forced", "kind"): {"step-back", "withdraw"},
    ("melee", "kind"): {"step-back", "withdraw"},
    ("melee", "f'may-{kind}'"): {"may-step-back", "may-withdraw"},
    ("orders", "key"): {"special", "chain"},
    ("orders", "f'put-{place}'"): {"put-top", "put-bottom"},
    ("special_cards", "f'put-{place}'"): {"put-top", "put-bottom"},
    ("reinforcements", "key"): {"leader", "place"},
}


# Reading the source


@dataclasses.dataclass
class Said:
    """A Decision, asked or chosen, or an Option in the source: the keys it may have and the arguments it gives."""

    where: str
    keys: set[str]
    args: set[str] | None  # None where the source works them out


@cache
def every_call() -> list[tuple[str, ast.Call, ast.AST]]:
    """Every call of something by its bare name, with its file and the function it stands in."""
    return [
        (file, node, function)
        for file, tree in SOURCE.items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def calls(name: str) -> list[tuple[str, ast.Call, ast.AST]]:
    """Those of a class or function."""
    return [one for one in every_call() if isinstance(one[1].func, ast.Name) and one[1].func.id == name]


def keys_of(file: str, node: ast.expr) -> set[str]:
    """What a key may be; one that is worked out must stand in COMPUTED."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    written = ast.unparse(node)
    assert (file, written) in COMPUTED, f"{file}.py, line {node.lineno}: list what «{written}» may come to in COMPUTED"
    return COMPUTED[file, written]


def args_of(node: ast.expr | None, function: ast.AST) -> set[str] | None:
    """The names of the arguments, also where they were put in a variable of the same function."""
    if node is None:
        return set()
    if isinstance(node, ast.Name):
        for one in ast.walk(function):
            if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == node.id and one.lineno < node.lineno:
                found = args_of(one.value, function)
                if found is not None:
                    return found
        return None
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        return {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
    return None


def argument(node: ast.Call, place: int, name: str) -> ast.expr | None:
    """An argument of a call, by its place or by its name."""
    named = (keyword.value for keyword in node.keywords if keyword.arg == name)
    return node.args[place] if len(node.args) > place else next(named, None)


def said(name: str, key: int, args: int, args_name: str) -> list[Said]:
    """All calls of Decision, choose or Option, given the places of the key and of the arguments."""
    found = []
    for file, node, function in calls(name):
        written = argument(node, key, "key")
        assert written is not None
        given = args_of(argument(node, args, args_name), function)
        found.append(Said(f"{file}.py, line {node.lineno}", keys_of(file, written), given))
    return found


def spreads() -> list[Said]:
    """All calls of Spread: options that share a key and differ in the argument it names third."""
    found = said("Spread", 0, 1, "fixed")
    for one, (_, node, _) in zip(found, calls("Spread"), strict=True):
        varied = argument(node, 2, "name")
        if one.args is not None and isinstance(varied, ast.Constant):
            one.args.add(str(varied.value))
    return found


DECISIONS = [*said("Decision", 1, 3, "about"), *said("choose", 1, 3, "about"), Said("kernel", {ROLL}, {"kind"})]
OPTIONS = [*said("Option", 0, 1, "args"), *spreads(), Said("kernel", {ROLL}, {"card"})]
PROMPT_KEYS = {key for one in DECISIONS for key in one.keys}
OPTION_KEYS = {key for one in OPTIONS for key in one.keys}


def key_of(event: type[Event]) -> str:
    return str(Event.key.fget(event.__new__(event)))  # type: ignore[attr-defined]


def placeholders(template: str) -> set[str]:
    """The arguments a template uses; a dot looks inside one."""
    fields = (field for _, field, _, _ in string.Formatter().parse(template) if field is not None)
    return {field.partition("?")[0].partition(".")[0] for field in fields}


def templates(language: str, section: str) -> Any:
    return RULES.words(language).sections[section]


# The files


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_prompt_and_every_prompt_a_decision(language):
    assert set(templates(language, "prompt")) == PROMPT_KEYS


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_ask_or_tell_in_a_whole_sentence(language):
    odd = {key for key, text in templates(language, "prompt").items() if text[-1] not in "?.}"}
    assert not odd


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_phrase_and_every_phrase_an_option(language):
    plain = {key for key in templates(language, "option") if "/" not in key}
    assert plain == OPTION_KEYS


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_for_one_decision_name_a_decision_and_an_option(language):
    own = [key.split("/") for key in templates(language, "option") if "/" in key]
    assert {decision for decision, _ in own} <= PROMPT_KEYS
    assert {option for _, option in own} <= OPTION_KEYS


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_use_only_what_every_such_decision_is_about(language):
    for one in DECISIONS:
        for key in one.keys:
            assert one.args is not None, f"{one.where}: what is «{key}» about?"
            assert placeholders(templates(language, "prompt")[key]) <= one.args, f"{key}, asked in {one.where}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_use_only_arguments_that_such_options_have(language):
    for key, template in templates(language, "option").items():
        option = key.split("/")[-1]
        given = [one.args for one in OPTIONS if option in one.keys]
        known = set().union(*(args for args in given if args is not None))
        if None not in given:
            assert placeholders(template) <= known, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_in_a_tally_has_a_name(language):
    reasons = {"minimum", *tables().terrain}
    for tree in SOURCE.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add":
                if len(node.args) == 3 and isinstance(node.args[1], ast.Constant):
                    reasons.add(str(node.args[1].value))
    assert set(templates(language, "reason")) == reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_rank_and_kind_of_ground_has_a_name(language):
    assert set(templates(language, "class")) == set(UnitClass.__args__)  # type: ignore[attr-defined]
    assert set(templates(language, "rank")) == {"commander", "wing", "general", "character"}
    kinds = TerrainForm.__annotations__["type"]
    assert {ast.literal_eval(kind.strip()) for kind in kinds[len("Literal[") : -1].split(",") if kind.strip()} <= set(
        templates(language, "word")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_word_for_newcomers(language):
    guide = templates(language, "guide")
    assert {key for key in guide if not key.startswith("at/")} == {*PROMPT_KEYS, "welcome"}
    for key, text in guide.items():
        assert text[-1] in ".?"
        assert "{" not in text
        assert len(text) < (700 if key == "welcome" else 330), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_card_of_a_piece_has_a_label(language):
    game = Game(RULES, RULES.scenario("lens-1648"), 0, keep_marks=False)
    while game.decision is not None and not game.view(None)["pieces"]:
        game.answer(game.decision.seat, 0)
    for piece in game.view(None)["pieces"]:
        assert set(piece["values"]) | {"strength"} <= set(templates(language, "value"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_of_a_turn_has_a_word(language):
    assert {DEPLOYMENT, *STAGES} <= set(templates(language, "word"))


# Whole battles


class Teller:
    """Tells a battle, and minds that nothing is named None or left as a bare key."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language, self.words = game, language, RULES.words(language)

    def name(self, kind: str, value: Any) -> str:
        assert value is not None, f"«{kind}» has no value"
        text = RULES.name(self.game.state, kind, value, self.language)
        if isinstance(value, str) and text == value and value not in self.game.state.field.grid:
            assert self.words.has("word", value), f"the {kind} «{value}» has no name"
        assert "{" not in text
        return text

    def check(self, text: str) -> str:
        assert text
        assert "None" not in text
        assert "—" not in text
        assert "  " not in text
        return text

    def event(self, event: Event, seat: str | None = None) -> str:
        assert self.words.has("event", event.key)
        text = self.check(self.words.say("event", event.key, event.seen_by(seat), self.name))
        assert text[-1] in ".!"
        return text

    def decision(self, decision: Decision) -> None:
        assert self.words.has("prompt", decision.key)
        self.check(self.words.say("prompt", decision.key, decision.about, self.name))
        phrases: dict[str, str] = {}
        for option in decision.options:
            assert self.words.has("option", option.key)
            text = self.check(self.words.option_sentence(decision.key, option.key, option.args, self.name))
            assert phrases.setdefault(text, option.meaning) == option.meaning, (
                f"{decision.key}: «{text}» means two things"
            )


def bold_choice(game: Game, decision: Decision, chance: random.Random) -> int:
    """Mostly towards the enemy and at him, the generals close behind: a battle worth telling."""
    if decision.key in ("move-leader", "deploy-leader") or chance.random() < 0.2:
        return 0
    verbs = sorted({option.key for option in decision.options})
    eager = [verb for verb in verbs if verb in ("assign", "attack", "charge", "fight", "fire", "move", "press", "unit")]
    verb = chance.choice(eager if eager and chance.random() < 0.9 else verbs)
    places = [place for place, option in enumerate(decision.options) if option.key == verb]
    if verb != "move":
        return chance.choice(places)
    far = game.state.field.grid.distance
    enemies = [unit.hex for unit in game.state.units.values() if unit.hex and unit.seat != decision.seat]
    return min(places, key=lambda place: min(far(decision.options[place]["hex"], enemy) for enemy in enemies))


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_battle_can_be_told_in_both_languages(seed):
    game = Game(RULES, RULES.scenario("lens-1648"), seed, keep_marks=False)
    tellers = [Teller(game, language) for language in LANGUAGES]
    chance = random.Random(seed)
    told = 0
    while game.decision is not None:
        for teller in tellers:
            teller.decision(game.decision)
        game.answer(game.decision.seat, bold_choice(game, game.decision, chance))
        for event in game.events[told:]:
            for teller in tellers:
                for seat in (None, *RULES.seats):
                    teller.event(event, seat)
        told = len(game.events)
    assert game.result is not None
    assert game.events[-1].key == "battle-ended"


# Events that a short battle may not bring


def tally(total: int) -> Tally:
    made = Tally("test")
    made.add(total, "skill", "esa.4a")
    return made


SAMPLES: dict[str, tuple[Any, ...]] = {
    "action": ("move", "fire", "melee", "rally", "barrage", "late-move", "raid"),
    "amount": (1,),
    "armour": (tally(0), tally(2)),
    "automatic": (tally(0), tally(1)),
    "blue": (0, 3),
    "bottom": ((), (3,), (3, 4)),
    "by": ("red", "blue"),
    "card": (1, 50),
    "cards": ((), (3,), (3, 4)),
    "cause": ("shaken", "units", "generals", "objective"),
    "combats": (((("picardie",), ("solis",)), (("persan",), ("bonifacio",))),),
    "count": (1, 29),
    "division": ("beck",),
    "facing": (0, 5),
    "far": (False, True),
    "focused": (False, True),
    "helpers": ((), ("persan", "conde-foot")),
    "hex": ("0507",),
    "hits": (0, 1, 2),
    "how": ("move", "charge", "counter-charge", "press", "pursuit", "pursue", "evasion"),
    "into": ("battery", "tow", "mounted", "dismounted"),
    "kind": ("step-back", "withdraw"),
    "leader": ("conde",),
    "left": (0, 12),
    "losses": (0, 1, 2),
    "lost": (2,),
    "marker": ("shaken", "paralysed"),
    "name": ({"en": "Condé", "it": "Condé"},),
    "of": (3,),
    "out": ((), (27, 28)),
    "outcome": ("complete", "halted", "hindered", "destroyed"),
    "passed": (False, True),
    "path": ((), ("0507",), ("0507", "0508")),
    "phase": ("preparation", "deployment", "planning", "orders", "actions", "barrage", "movement", "end"),
    "piece": ("picardie", "conde"),
    "points": (1, 4),
    "purpose": ("move", "fire", "melee", "rally", "charge", "evasion", "recovery", "chain"),
    "reason": ("determination", "ruin", "time", "time-equal", "both-spent", "both-ruined", "scenario", "held"),
    "red": (0, 2),
    "replaced": (False, True),
    "seat": ("red", "blue"),
    "start": ("0506",),
    "strength": (0, 3),
    "tally": (tally(1), tally(3)),
    "target": ("solis", "leopold"),
    "top": ((), (3,), (3, 4)),
    "turn": (1,),
    "unit": ("picardie", "ships"),
    "up_to": (3,),
    "values": ((), (3,), (3, 10)),
    "successes": ((), (True,), (True, False)),
    "winner": ("red", "nobody"),
}
DECK_SAMPLES = ((), (31, 32))  # in DeckChanged «into» is cards, in UnitChanged a state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=key_of)
def test_every_event_can_be_told_with_every_kind_of_value(event, language):
    teller = Teller(Game(RULES, RULES.scenario("lens-1648"), 0, keep_marks=False), language)
    fields = [field.name for field in dataclasses.fields(event) if field.name != "rules"]
    samples = [DECK_SAMPLES if event is events.DeckChanged and name == "into" else SAMPLES[name] for name in fields]
    for place in range(max(map(len, samples))):
        made = event(*(values[place % len(values)] for values in samples))
        for seat in (None, "red", "blue"):
            teller.event(made, seat)


@pytest.mark.parametrize("name", RULES.scenario_ids())
def test_no_unit_is_called_like_a_leader_of_its_battle(name):
    battle = RULES.setup(RULES.scenario(name), RULES.options())
    for language in ("en", "it"):
        leaders = {RULES.name(battle, "leader", one, language) for one in battle.leaders}
        units = {battle.scenario.names[one][language] for one in battle.units}
        assert not leaders & units


def test_a_unit_that_is_still_to_be_deployed_is_named_with_its_arm():
    battle = RULES.setup(RULES.scenario("lens-1648"), RULES.options())
    assert RULES.name(battle, "unit", "picardie", "en") == "Picardie (pike and musket)"
    battle.turn = 1
    assert RULES.name(battle, "unit", "picardie", "en") == "Picardie"
