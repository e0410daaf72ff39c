"""What holds for every test of Esa."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from alfiere.games.esa.troops import profiles


@pytest.fixture(autouse=True)
def _stand_ins_leave_with_their_test() -> Iterator[None]:
    """Situations bring generals of their own, whom no other test is to meet: made-up battles draw from all of them."""
    known = profiles()
    leaders, generals = dict(known.leaders), set(known.generals)
    yield
    for name in known.leaders.keys() - leaders.keys():
        del known.leaders[name]
    known.generals &= generals
