"""Columns are offered with room to form line in, as long as the whole army has it (2.3.9, 2.3.11)."""

import pytest

from alfiere.games.fucilieri.before.deployment import SETTING_UP, column_of, fighting_front
from alfiere.games.fucilieri.computer.deploying import deployed
from alfiere.games.fucilieri.state.unit import COLUMN, RESERVE
from alfiere.kernel.decision import Decision, Option
from tests.games.fucilieri.before.battles import fresh
from tests.situation import situation


def offered(battle: str, seat: str) -> tuple[int, int]:
    """How far apart the first two places for a battalion are, and how wide it is when formed."""
    field = fresh(battle)
    s = field.state
    s.homes = {"red": "north", "blue": "south"}
    unit = next(one for one in s.units.values() if one.seat == seat and one.is_foot)
    first, second = SETTING_UP.spots(s, unit, column_of(unit))[:2]
    return abs(first.footing.pose.x - second.footing.pose.x), fighting_front(unit)


def test_columns_have_intervals_where_the_zone_has_room_for_all():
    apart, front = offered("stura-1706", "red")
    assert apart >= front


def test_they_stand_close_where_it_has_not():
    apart, front = offered("venaria-1706", "red")
    assert apart < front


@pytest.mark.parametrize(("farther", "taken"), [(77, 1), (99, 0)])
def test_the_computer_leaves_a_neighbour_room_to_form_line_but_stays_with_its_command(farther, taken):
    game = situation("""
        fucilieri
        red condottiero C at 9,9 cv 3 of X
        red foot A at 60,20 facing S, of X, column
        red foot B at 90,20 facing S, of X, column
    """)
    s = game.state
    s.homes = {"red": "north", "blue": "south"}
    s.units["B"].where = RESERVE
    options = [
        Option("deploy", {"unit": "B", "to": [x * 100, 2000, 1800], "formation": COLUMN}, ()) for x in (71, farther)
    ]
    assert deployed(s, Decision("red", "deploy", options, {"unit": "B"})) == [options[taken]]
