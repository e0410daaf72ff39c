"""Special rules of a scenario: each is told in words; those that the usual rules do not cover are data besides."""

from __future__ import annotations

from alfiere.kernel.forms import Form, Name


class SpecialForm(Form, frozen=True, kw_only=True, tag_field="kind"):
    """A special rule of a battle; a game derives a form for each kind it knows."""

    text: Name


class Told(SpecialForm, frozen=True, kw_only=True, tag="told"):
    """What ground, order of battle and the usual rules already say by themselves."""
