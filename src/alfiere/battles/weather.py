"""Light and weather: the table of how far one sees, what that does to fire and morale, and the fog that may lift.

What a game makes of it, who is hidden from whom and what he is told, is the game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from alfiere.kernel.forms import Form

Light: TypeAlias = Literal["day", "moon", "new moon"]
Weather: TypeAlias = Literal["clear", "rain", "snow", "fog"]
DAY: Final = "day"
CLEAR: Final = "clear"
RAIN: Final = "rain"
SNOW: Final = "snow"
FOG: Final = "fog"
LIGHTS: Final = (DAY, "moon", "new moon")
WEATHERS: Final = (CLEAR, RAIN, SNOW, FOG)
DARKNESS: Final = {"moon": 1, "new moon": 2}


class Observation(Form, frozen=True, kw_only=True):
    """A row of the table: how far one sees, and what is added to a throw."""

    light: Light
    distance: int
    weather: Literal["clear", "rain", "fog", ""] = ""  # left out: any that has no row of its own
    firearms: int = 0
    any_weapon: int = 0
    morale: int = 0


class Fog(Form, frozen=True, kw_only=True):
    """On which numbers of a die the fog lifts."""

    clears_on: tuple[int, ...]
    rains_on: tuple[int, ...]

    def after(self, roll: int) -> Weather:
        """What weather it is after this throw."""
        return CLEAR if roll in self.clears_on else RAIN if roll in self.rains_on else FOG


def observed(rows: Iterable[Observation], light: str, weather: str) -> Observation:
    """The row that is in force; snow is as rain."""
    weather = RAIN if weather == SNOW else weather
    found = [one for one in rows if one.light == light and one.weather in (weather, "")]
    return max(found, key=lambda one: one.weather)  # one of its own before one for any weather


def sky(light: str, weather: str, names: Mapping[str, Mapping[str, str]], sees: int | None) -> dict[str, Any]:
    """What a board shows of darkness and weather, and how far one sees by them; nothing of a clear day.

    ``names``: what each language calls light and weather.
    """
    told = [word for word in (light, weather) if word not in (DAY, CLEAR)]
    if not told:
        return {}
    found = {
        "dark": DARKNESS.get(light, 0),
        "weather": weather if weather != CLEAR else None,
        "text": {to: ", ".join(called[word] for word in told) for to, called in names.items()},
    }
    return {"sky": found | ({"sees": sees} if sees is not None else {})}
