"""How Esa looks: everything it shows has its symbol, colour and motion, and nothing in the file is left over."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from alfiere.games.esa import events
from alfiere.games.esa.ruleset import HERE, Esa
from alfiere.games.esa.scenario import TerrainForm
from alfiere.games.esa.state import RANKS
from alfiere.games.esa.troops import NATIONS, UnitClass, profiles
from alfiere.games.esa.view import BADGES
from alfiere.kernel.bad_data import BadData
from alfiere.kernel.event import Event
from alfiere.kernel.look import read_look

LOOK = Esa().look()
EVENTS = {
    str(Event.key.fget(one.__new__(one))): one  # type: ignore[attr-defined]
    for one in vars(events).values()
    if isinstance(one, type) and issubclass(one, Event) and one is not Event
}


def test_every_arm_and_rank_has_a_symbol():
    plain = {symbol for symbol in LOOK.symbols if "/" not in symbol}
    assert plain == {*get_args(UnitClass), *RANKS}


def test_a_battery_in_tow_and_dismounted_dragoons_are_drawn_otherwise():
    other = {symbol for symbol in LOOK.symbols if "/" in symbol}
    assert other == {"AL/tow", "AP/tow", "DR/dismounted"}
    states = {values.id.partition("/")[2] for values in profiles().values.values()}
    assert {symbol.partition("/")[2] for symbol in other} <= states


def test_every_nation_that_has_a_coat_of_arms_has_its_paint():
    assert set(LOOK.nations) == set(NATIONS) - {"any"}
    assert set(LOOK.seats) == set(Esa.seats)


def test_every_badge_has_a_sign():
    assert set(LOOK.badges) == {*BADGES, "second"}  # a state that is shown as a badge


def test_every_kind_of_ground_is_drawn():
    kinds = next(field.type for field in msgspec.structs.fields(TerrainForm) if field.name == "type")
    assert set(LOOK.ground) == set(get_args(kinds))


def test_tracks_stand_in_the_view_and_have_a_word():
    tracks = Esa().view(Esa().setup(Esa().scenario("lens-1648"), Esa().options()), None)["tracks"]
    for track in LOOK.track:
        assert track.key in tracks


@pytest.mark.parametrize(
    ("wrong", "right", "where"),
    [
        ('wood = "trees"', 'wood = "palms"', "ground.wood"),
        ('fr = { field = "#2b4f95"', 'fr = { field = "blue"', "nations.fr.field"),
        ('motion = "gone", piece = "unit"', 'motion = "explode", piece = "unit"', "motion.unit-eliminated.motion"),
        ('badge = "shaken"', 'badge = "tired"', "motion.unit-shaken.badge"),
        ('unit = "piece"', 'unit = "thing"', "touch.unit"),
        ('sign = "!", tone = "bad"', 'sign = "!", tone = "grim"', "badges.shaken.tone"),
        ('CL = { strokes = ["M3 23 37 3"] }', 'CL = { strokes = ["<script>"] }', "symbols.CL.strokes"),
        ('CL = { strokes = ["M3 23 37 3"] }', "CL = { }", "symbols.CL"),
        ('shown = "counter"', 'shown = "wheel"', "track[0].shown"),
        ("[badges]", "[medals]", "medals"),
        ("[touch]", '[aimed]\ncharge = "unit"\n\n[touch]', "aimed.charge"),
    ],
)
def test_a_slip_in_the_file_is_named_by_its_key(tmp_path: Path, wrong: str, right: str, where: str):
    text = (HERE / "look.toml").read_text("utf-8")
    assert wrong in text
    path = tmp_path / "look.toml"
    path.write_text(text.replace(wrong, right, 1), "utf-8")
    with pytest.raises(BadData) as refused:
        read_look(path)
    assert refused.value.file == str(path)
    assert refused.value.where.startswith(where)
