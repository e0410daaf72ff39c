"""Linked games: what a campaign is to whoever tells of it. A game that has rules for one brings them as a module."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.plain import Plain, plain

SCOUTING, BATTLE, REARGUARD, OVER = "scouting", "battle", "rearguard", "over"


@plain
class Campaign(Plain):
    """Where a campaign stands, between its games. An army is known by its seat in the first of them."""

    scouts: Seat
    enemy: Seat
    stage: str  # the game that comes next, or «over»
    margin: int  # of the scouts, after their game
    loser: Seat  # of the battle, or ""
    points: dict[Seat, int]
    experience: dict[Seat, int]
    missing: dict[Seat, list[str]]  # ids of characters, and sheets of heroes
    codes: dict[Seat, str]  # of the armies' sides in the last game


class Roll(NamedTuple):
    """A die for somebody who was put out of action: whether he is back for the next game."""

    figure: str
    roll: int
    returns: bool


class Outlook(NamedTuple):
    """What the battle begins with. Only what its own rules know of is set."""

    deploys_first: Seat  # in every tie of priority, or ""
    lowered: Seat  # who starts with determination reduced, or ""
    dice: dict[Seat, tuple[int, int]]  # activation dice more or fewer, in so many first turns
    cohesion: dict[Seat, int]  # on the first brigade cohesion roll


class CampaignRules(Protocol):
    """The rules of linked games. Scenarios are their sources, so that a battle may be of another game."""

    def campaign_tables(self) -> Any:
        """Its numbers: points, what to propose for each game."""

    def may_scout(self, scenario: Any) -> list[Seat]:
        """Who could be the scouts of a campaign that begins with this skirmish."""

    def begin(self, scenario: Any, scouts: Seat) -> Campaign:
        """A campaign before its scouting game. Raises BadData."""

    def scouting(self, data: Mapping[str, Any], scouts: Seat) -> dict[str, Any]:
        """A skirmish as the first game."""

    def after_scouting(self, c: Campaign, s: Any, chance: Chance) -> list[Roll]:
        """The first game is over."""

    def outlook(self, c: Campaign, takes: Collection[str]) -> Outlook:
        """What the scouts have done for a battle that takes this over."""

    def seats_of(self, c: Campaign, codes: Mapping[Seat, str]) -> dict[Seat, Seat]:
        """Where the armies sit in another game."""

    def battle(self, c: Campaign, data: Mapping[str, Any], takes: Collection[str]) -> dict[str, Any]:
        """A scenario as the second game."""

    def after_battle(self, c: Campaign, winner: Seat | None, codes: Mapping[Seat, str] | None = None) -> None:
        """The battle is over; without a winner so is the campaign."""

    def rearguard(self, c: Campaign, data: Mapping[str, Any]) -> dict[str, Any]:
        """A skirmish as the third game."""

    def after_rearguard(self, c: Campaign, s: Any) -> Seat:
        """The third game is over; who has won it."""

    def winner(self, c: Campaign) -> Seat | None:
        """Who has won the campaign."""
