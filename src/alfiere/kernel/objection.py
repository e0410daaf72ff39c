"""An objection: why something is against the rules, before anybody puts it into words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

NOT_OFFERED = "not-offered"  # no rule in particular speaks against it: it was just not asked for


class Objection(NamedTuple):
    """A key of the section «refusal» in the word files, the rule that forbids it, and what the sentence is about."""

    key: str
    rule: str
    about: Mapping[str, Any]


def because(key: str, rule: str, **about: Any) -> Objection:
    """The objection of this key and rule."""
    return Objection(key, rule, about)
