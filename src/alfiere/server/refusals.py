"""What the server says no to: a status, a code for programs, a sentence for people, never a secret."""

from __future__ import annotations


class Refused(Exception):
    """A request that is not granted. Nothing has changed."""

    def __init__(self, status: int, code: str, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.status, self.code, self.why, self.rule = status, code, why, rule
