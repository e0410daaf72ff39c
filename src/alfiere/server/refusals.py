"""What the server says no to: a status, a code for programs, a sentence for people, never a secret."""

from __future__ import annotations

from collections.abc import Mapping


class Refused(Exception):
    """A request that is not granted. Nothing has changed."""

    def __init__(self, status: int, code: str, why: str, rule: str = "", text: Mapping[str, str] | None = None) -> None:
        """``text`` is the reason in every language, where the rules have words for it."""
        super().__init__(why)
        self.status, self.code, self.why, self.rule, self.text = status, code, why, rule, text


def busy() -> Refused:
    """Too much is asked of the server now."""
    return Refused(503, "busy", "the server has too much to do now; try again in a moment")
