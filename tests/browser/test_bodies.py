"""A division ordered as a body, in the browser: one click, and all its units have gone."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.browser.conftest import Sit


def test_a_whole_division_advances_by_one_click(sit: Sit) -> None:
    player, chance = sit(), random.Random(4)
    player.begin_against("esa/lens-1648")
    for _ in range(300):
        player.asked()
        decision = player.state()["table"]["decision"]
        if decision["key"] == "move-which" and any(one["key"] == "advance" for one in decision["options"]):
            break
        player.answer(chance)
    else:
        raise AssertionError("no division was ever to move")
    before = {one["id"]: one["hex"] for one in player.state()["table"]["view"]["pieces"] if one.get("hex")}
    line = player.options.filter(has_text="All together").first
    expect(line).to_be_visible()
    player.answer(line)
    player.asked()
    after = {one["id"]: one["hex"] for one in player.state()["table"]["view"]["pieces"] if one.get("hex")}
    assert sum(after.get(name) != place for name, place in before.items()) >= 2
