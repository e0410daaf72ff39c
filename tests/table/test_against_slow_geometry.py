"""The open table agrees with the slow geometry on random tables; ``python -m soak.open_table`` runs many more."""

from __future__ import annotations

import pytest

from tests.table.checks import check_distance, check_reach, check_sight


def test_distance_contact_and_overlap_agree_with_fractions():
    for seed in range(400):
        check_distance(seed)


def test_what_a_line_crosses_agrees_with_fractions():
    for seed in range(200):
        check_sight(seed)


@pytest.mark.parametrize("seed", range(4))
def test_reach_agrees_with_a_flooded_grid_and_every_way_is_legal(seed: int):
    check_reach(1000 + seed)
