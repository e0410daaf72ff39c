"""Sentences from templates: naming, counting, choosing, and the two senses an option may have."""

import pytest

from alfiere.kernel.words import Words

WORDS = Words(
    "en",
    {
        "event": {
            "named": "{unit} at {hex}",
            "listed": "Helped by {units}",
            "inside": "Armour {armour.total}",
            "counted": "{losses:loss|losses}",
            "counted-from-none": "{losses:no loss|loss|losses}",
            "chosen": "{passed?passed|failed}",
            "chosen-or-nothing": "Done{far? from afar|}",
            "chosen-with-a-colon": "{hands?in hand: |nothing: }{hands}",
            "by-value": "{kind?charge=Charge|press=Press|Move}",
            "by-value-or-name": "{kind?charge=Charge}",
        },
        "option": {"stand": "Stand firm", "evade/stand": "Nobody evades"},
    },
)


def say(key, **args):
    return WORDS.say("event", key, args, lambda kind, value: f"<{value}>")


@pytest.mark.parametrize(
    ("key", "args", "sentence"),
    [
        ("named", {"unit": "A", "hex": "0507"}, "<A> at <0507>"),
        ("listed", {"units": ["A", "B"]}, "Helped by <A>, <B>"),
        ("inside", {"armour": {"total": 2}}, "Armour <2>"),
        ("counted", {"losses": 0}, "0 losses"),
        ("counted", {"losses": 1}, "1 loss"),
        ("counted", {"losses": ("A", "B")}, "2 losses"),
        ("counted-from-none", {"losses": ()}, "no loss"),
        ("counted-from-none", {"losses": 1}, "1 loss"),
        ("chosen", {"passed": True}, "passed"),
        ("chosen", {"passed": False}, "failed"),
        ("chosen-or-nothing", {"far": False}, "Done"),
        ("chosen-with-a-colon", {"hands": ["sword"]}, "in hand: <sword>"),
        ("chosen-with-a-colon", {"hands": []}, "nothing: "),
        ("by-value", {"kind": "press"}, "Press"),
        ("by-value", {"kind": "pursuit"}, "Move"),
        ("by-value-or-name", {"kind": "pursuit"}, "<pursuit>"),
    ],
)
def test_a_template_is_filled_in(key, args, sentence):
    assert say(key, **args) == sentence


def test_a_key_without_a_sentence_is_said_as_it_stands():
    assert say("unheard-of", unit="A") == "unheard-of <A>"


def test_an_option_is_said_in_the_sense_it_has_under_its_decision():
    assert WORDS.option_sentence("evade", "stand", {}, lambda kind, value: "") == "Nobody evades"
    assert WORDS.option_sentence("charge", "stand", {}, lambda kind, value: "") == "Stand firm"


@pytest.mark.parametrize(
    ("template", "name", "sentence"),
    [
        ("Spara a {unit}.", "il padrino", "Spara al padrino."),
        ("Spara a {unit}.", "la guardia", "Spara alla guardia."),
        ("Addosso a {unit}.", "l'ufficiale", "Addosso all'ufficiale."),
        ("La bandiera di {unit}.", "I guasconi", "La bandiera dei guasconi."),
        ("Colpi da {unit}.", "gli irlandesi", "Colpi dagli irlandesi."),
        ("Fuoco su {unit}.", "le guardie", "Fuoco sulle guardie."),
        ("In {unit}.", "lo steccato", "Nello steccato."),
        ("Spara a {unit}.", "Rochefort", "Spara a Rochefort."),
        ("Carica {unit}.", "il padrino", "Carica il padrino."),
    ],
)
def test_in_italian_the_article_of_a_name_melts_into_the_preposition(template, name, sentence):
    words = Words("it", {"event": {"told": template}, "option": {"told": template}})
    assert words.say("event", "told", {"unit": "A"}, lambda kind, value: name) == sentence
    assert words.option_sentence("", "told", {"unit": "A"}, lambda kind, value: name) == sentence
