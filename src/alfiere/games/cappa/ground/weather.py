"""Chapter 9.5, light and weather: the table of observation distances, what they do to fire and morale, the fog.

A skirmish with the option has the words ``light`` and ``weather`` among its options; one without it has neither, and
nothing here concerns it.
"""

from __future__ import annotations

from functools import lru_cache

from alfiere.battles.marks import TURN
from alfiere.battles.weather import CLEAR, DAY, FOG, Fog, Observation, observed
from alfiere.games.cappa.scenario.scenario import Scenario
from alfiere.games.cappa.sheets.tables import DATA, terrain
from alfiere.games.cappa.sheets.weapons import Weapon
from alfiere.games.cappa.state.dice import d6
from alfiere.games.cappa.state.state import OF_FIGURE, SkirmishGame, SkirmishState, by_initiative
from alfiere.games.cappa.told.weather_events import SkyTold
from alfiere.kernel.bad_data import BadData, read_toml, shaped
from alfiere.kernel.event import Tally
from alfiere.kernel.forms import Form, hundredths

VISIBILITY = "visibility"  # the option
LIGHT, WEATHER = "light", "weather"
FIRED = OF_FIGURE.bare("fired", TURN)  # the flash shows him from afar, cappa.9.5.2.h1


class Sight(Form, frozen=True, kw_only=True):
    """Which obstacles are works, and how far off somebody hidden a move stops."""

    works: frozenset[str]
    stops_short: int


class WeatherTables(Form, frozen=True, kw_only=True):
    """The whole file."""

    observation: tuple[Observation, ...]
    fog: Fog
    sight: Sight


@lru_cache(maxsize=1)
def weather_tables() -> WeatherTables:
    """The tables of chapter 9.5; lengths in hundredths of a um."""
    file = str(DATA / "weather.toml")
    data = hundredths(read_toml(DATA / "weather.toml"), ("distance", "stops_short"), file)
    found = shaped(data, WeatherTables, file)
    for kind in sorted(found.sight.works):
        if kind not in terrain().obstacles:
            raise BadData(file, "sight.works", f"«{kind}» is no obstacle")
    return found


def weather_at_start(scenario: Scenario) -> dict[str, str]:
    """The light and the weather a scenario names; a clear day where it names none."""
    for rule in scenario.special("weather"):
        return {LIGHT: rule.light, WEATHER: rule.weather}
    return {LIGHT: DAY, WEATHER: CLEAR}


def observation(s: SkirmishState) -> Observation:
    """The row that is in force (cappa.9.5e)."""
    return _row(s.options[LIGHT], s.options[WEATHER])


@lru_cache(maxsize=16)
def _row(light: str, weather: str) -> Observation:
    return observed(weather_tables().observation, light, weather)


def add_weather_to_fire(s: SkirmishState, weapon: Weapon, tally: Tally) -> None:
    """What rain, snow and the fog of the night take from Ti (cappa.9.5.3c, cappa.9.5.3.h1)."""
    row = observation(s)
    if weapon.is_firearm or weapon.kind == "artillery" or (weapon.blast and weapon.kind == "thrown"):
        tally.add(row.firearms, s.options[WEATHER], "cappa.9.5.3c")
    tally.add(row.any_weapon, "fog at night", "cappa.9.5.3.h1")


def add_darkness(s: SkirmishState, tally: Tally) -> None:
    """What the night takes from Mo (cappa.9.5.3a)."""
    tally.add(observation(s).morale, "night", "cappa.9.5.3a")


def look_at_sky(g: SkirmishGame) -> None:
    """At the start of a turn: whether the fog lifts, and how far one sees."""
    s = g.state
    if LIGHT in s.options:
        roll = _watch_fog(g)
        g.tell(SkyTold(s.options[LIGHT], s.options[WEATHER], observation(s).distance, roll))


def _watch_fog(g: SkirmishGame) -> int | None:
    """In fog a d6 tells whether it lifts, and into what; when it has lifted nobody rolls again (cappa.9.5.3b)."""
    s = g.state
    if s.options[WEATHER] != FOG:
        return None
    roll = d6(g, by_initiative(s)[0])
    s.options[WEATHER] = _fog_of(s.scenario).after(roll)
    return roll


def _fog_of(scenario: Scenario) -> Fog:
    """The numbers of the table, or those of the scenario."""
    usual = weather_tables().fog
    for rule in scenario.special("weather"):
        if rule.clears_on or rule.rains_on:
            return Fog(clears_on=rule.clears_on, rains_on=rule.rains_on)
    return usual
