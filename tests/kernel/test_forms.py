"""Numbers of a data file as a game counts them: lengths, shares and angles become whole numbers, or are refused."""

from __future__ import annotations

import pytest

from alfiere.kernel.bad_data import BadData
from alfiere.kernel.forms import Name, hundredths, named, scaled, shares, tenths


def test_only_what_stands_below_a_key_is_changed():
    data = {"speed": {"line": 2.5}, "rows": [{"speed": 3, "losses": 3}]}
    assert hundredths(data, ("speed",), "f") == {"speed": {"line": 250}, "rows": [{"speed": 300, "losses": 3}]}
    assert scaled({"by": [1, {"far": 2}], "is": True}, ("by", "is"), 2) == {"by": [2, {"far": 4}], "is": True}


def test_shares_are_millionths_and_angles_tenths_of_a_degree():
    assert shares({"shares": {"half": 0.5, "two": 2}}, ("shares",), "f") == {
        "shares": {"half": 500_000, "two": 2_000_000}
    }
    assert tenths({"angles": {"oblique": 22.5, "arc": 45}, "rows": [1]}, ("angles",), "f") == {
        "angles": {"oblique": 225, "arc": 450},
        "rows": [1],
    }


@pytest.mark.parametrize("angle", [22.55, 361, float("nan")])
def test_an_angle_that_no_table_has_is_refused_by_its_key(angle: float):
    with pytest.raises(BadData, match=r"f: rows\[0\]\.arc: .*is not an angle"):
        tenths({"rows": [{"arc": angle}]}, ("arc",), "f")


def test_a_proper_name_is_the_same_in_both_languages():
    assert named("Navarre") == Name(en="Navarre", it="Navarre")
