"""The look of things in a skirmish: guns, squads, damage, markers, night; and a head that never cuts a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import alfiere.server.table as table_module
from alfiere.games.cappa.ruleset import Cappa
from alfiere.games.cappa.scenario.ground_changes import Breach, Lit, as_line
from alfiere.games.cappa.state.state import SkirmishState
from alfiere.kernel.game import Game
from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.browser.test_reading import complaints
from tests.situation import situation

pytestmark = pytest.mark.slow
Lay = Callable[..., Player]

GUNS = """
    cappa on open ground 60x40
    building 34,4 42,11 door south windows 4
    high wall 40,22 40,34
    blue artigliere A at 19.5,18.5, squad S
    blue artigliere B at 20.5,18.5, squad S
    blue artigliere C at 19.5,21.5, squad S
    blue artigliere D at 20.5,21.5, squad S
    blue squad S, open, die 3
    gun G light_gun at 20,20 facing 90, crew S, charge canister
    gun K medium_gun at 11,29 facing 90, seat blue, limber L at 14,29 facing 90, limbered, animals 2
    red moschettiere V1 at 30,21, squad V
    red moschettiere V2 at 31,21, squad V
    red moschettiere V3 at 30,22, squad V
    red moschettiere V4 at 31,22, squad V
    red squad V, close, flag V2
    thing K1 keg at 24,12
    thing S-flag flag at 22,12
    turn 2
    initiative blue
"""
NIGHT = """
    cappa on open ground 40x30
    building 14,4 22,10 door south windows 4
    low wall 4,16 14,16
    event 24,24
    blue protagonist A at 12,18, pa 2
    blue extra B at 14,19
    red hero C at 18,17
    red extra D at 36,3
    turn 2
    initiative blue
    option visibility yes
    [[special]]
    kind = "weather"
    light = "new moon"
    weather = "rain"
    text = { en = "Night.", it = "Notte." }
"""


@pytest.fixture
def lay(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Sits somebody down at exactly this moment of a made-up skirmish, in the blue chair."""

    def laid(text: str, change: Callable[[SkirmishState], Any] = lambda state: None, **how: Any) -> Player:
        state = situation(text).state
        state.phase, state.step = "actions", 0
        change(state)
        game = Game(Cappa(), state.scenario, "scene", state.options, state=state)
        player = sit(**how)
        with monkeypatch.context() as patch:
            patch.setattr(table_module, "Game", lambda *_, **__: game)
            player.begin_against("cappa/duello")
        return player

    return laid


def test_a_gun_is_seen_as_one_with_its_front_its_crew_and_what_it_reaches(lay: Lay) -> None:
    player = lay(GUNS)
    page = player.page
    gun = page.locator("[data-piece='G'] [data-model='gun']")
    expect(gun).to_have_attribute("transform", "rotate(90)")
    box = gun.locator(".map-base").bounding_box()
    man = page.locator("[data-piece='A'] .map-base").bounding_box()
    assert box
    assert man
    assert box["width"] > 1.7 * man["width"]  # 2 um wide, a man is 1
    # one that is limbered looks back, and the beasts are before its limber
    expect(page.locator("[data-piece='K'] [data-model='gun'] [transform='rotate(180)']")).to_have_count(1)
    expect(page.locator("[data-model='limber'] .open-model-beast")).to_have_count(4)
    expect(page.locator(".open-sector")).to_have_count(0)
    page.locator("button[data-option='fire-gun']").first.hover()
    expect(page.locator(".open-sector")).to_be_visible()
    expect(page.locator("[data-piece='V1'].map-piece-threat")).to_have_count(1)
    assert complaints(page) == []


def test_a_squad_is_named_once_and_asked_as_a_body(lay: Lay) -> None:
    player = lay(GUNS)
    page = player.page
    assert not re.search(r"\b(he|his|him)\b", player.prompt.inner_text())
    expect(page.locator("[data-name='group V']")).to_be_visible()
    expect(page.locator("[data-name='V1']")).to_be_hidden()
    expect(page.locator("[data-group='V'] .open-band")).to_have_count(1)
    expect(page.locator("[data-group='S'] .open-thread")).to_have_count(1)
    # all have loaded muskets: that is said once, and who carries the flag is marked
    expect(page.locator("[data-piece^='V'] [data-badge='loaded']")).to_have_count(1)
    expect(page.locator("[data-piece='V2'] [data-badge='ensign']")).to_have_count(1)
    page.locator("[data-piece='V3'] .map-touch").hover()
    expect(page.locator("[data-name='V3']")).to_be_visible()


def test_what_lies_about_has_a_sign_and_a_name(lay: Lay) -> None:
    page = lay(GUNS).page
    for thing, name in (("K1", "keg"), ("S-flag", "the flag")):
        expect(page.locator(f"[data-piece='{thing}'] use")).to_have_count(1)
        expect(page.locator(f"[data-name='{thing}']")).to_have_text(name)


def test_walls_show_what_round_shot_has_done_to_them(lay: Lay) -> None:
    def batter(state: SkirmishState) -> None:
        house = next(one.id for one in state.scenario.features if one.structure is not None)
        state.changed += [as_line(Breach(house, 3, (3400, 700), (3400, 800))), as_line(Lit(house, 2))]
        state.changed.append(as_line(Breach("high_wall-1", 0, (4000, 2700), (4000, 2800))))
        state.battered[f"{house}/0"] = 2

    page = lay(GUNS, batter).page
    expect(page.locator("[data-opening='breach'] .open-rubble")).to_have_count(1)
    expect(page.locator(".open-rubble")).to_have_count(2)
    expect(page.locator("[data-hits='2']")).to_have_count(1)
    expect(page.locator("[data-fire]")).to_have_count(1)


def test_the_night_is_dark_hides_who_is_far_and_stays_readable(lay: Lay) -> None:
    page = lay(NIGHT).page
    expect(page.locator("[data-sky='dark rain']")).to_have_count(1)
    expect(page.locator(".open-sky-plate")).to_have_text("Night without a moon, rain")
    expect(page.locator("[data-piece='C']")).to_have_count(1)
    expect(page.locator("[data-piece='D']")).to_have_count(0)
    expect(page.locator(".table-stages")).to_have_count(1)  # the sky is told on the map, not in the head
    assert complaints(page) == []


def test_a_squad_that_is_set_up_shows_its_zone_and_where_each_man_would_stand(sit: Sit) -> None:
    player = sit()
    player.begin_against("cappa/foats")
    page = player.page
    for _ in range(20):
        decision = player.state()["table"]["decision"]
        if decision["key"] == "set-up" and decision["about"]["figure"] == "irish-dragoons-1":
            break
        player.answer()
        player.asked()
    expect(page.locator("[data-mark='zone']")).to_have_count(1)
    page.locator("button[data-option='set-up']").first.hover()
    expect(page.locator(".open-bases circle")).to_have_count(7)


EVERYTHING = {"experience": "yes", "cards": "yes", "visibility": "yes", "ammunition": "yes", "jams": "yes"}


@pytest.mark.parametrize(("language", "width"), [("en-GB", 1440), ("it-IT", 1280), ("it-IT", 1024), ("it-IT", 390)])
def test_with_every_option_in_force_no_word_in_the_head_is_cut_off(sit: Sit, language: str, width: int) -> None:
    player = sit(language, width)
    player.begin_against("cappa/foats", options=EVERYTHING)
    page = player.page
    cut = page.locator(".table-title span, .table-stages li, .table-side").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    )
    assert cut == []
    outside = page.locator(".table-head *").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.textContent)"
    )
    assert outside == []
    boxes = [one.bounding_box() for one in page.locator(".table-side, .table-stages li[aria-current]").all()]
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            assert one
            assert other
            is_right = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
            assert is_right or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
