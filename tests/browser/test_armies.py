"""Armies of regiments in the browser: two people fight, brigades go as bodies."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Sit
from tests.browser.people import Player
from tests.browser.test_together import set_up

pytestmark = pytest.mark.slow

MOST = 150  # answers until the second turn begins, at the most


def answer(player: Player, wanted: tuple[str, ...]) -> str:
    """Answers the first of these sorts that is offered, or else the ordinary thing; which it was."""
    player.unfolds()
    for key in wanted:
        button = player.page.locator(f"button[data-option='{key}']").first
        if button.count():
            player.answer(button)
            return key
    player.answer(0)
    return ""


def fight(players: list[Player], turns: int, most: int) -> list[str]:
    """Both set up all at once, then lead their brigades as bodies, until so many turns are over; what was answered."""
    done: list[str] = []
    for _ in range(most):
        players[0].until(lambda: any(one.number is not None or one.is_over for one in players), "a question")
        asked = [one for one in players if one.number is not None]
        if not asked or asked[0].state()["table"]["view"]["tracks"]["turn"]["value"] > turns:
            return done
        done.append(answer(asked[0], ("deploy-rest", "advance-together", "done", "no-charge")))
    return done


def test_two_browsers_fight_and_lead_their_brigades_by_one_word(sit: Sit) -> None:
    host, guest = sit(), sit()
    set_up(host, "Genestrello", {"red": "me", "blue": "friend"})
    invitation = host.page.locator(".lobby-invitation input").input_value()
    host.page.get_by_role("dialog").locator("button.main").click()
    guest.page.goto(invitation)
    done = fight([host, guest], 1, MOST)
    assert done.count("deploy-rest") == 2
    assert "advance-together" in done
    stood = {
        seat: {one["id"]: one["pose"] for one in player.state(seat)["table"]["view"]["pieces"]}
        for seat, player in (("red", host), ("blue", guest))
    }
    assert stood["red"] == stood["blue"]
    assert {player.state()["table"]["view"]["tracks"]["turn"]["value"] for player in (host, guest)} == {2}
