"""Linked games (cappa.9.8): what a saved scouting skirmish, battle and rearguard skirmish mean for each other."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from alfiere.games import GAMES
from alfiere.games.cappa import campaign
from alfiere.games.cappa.campaign import Campaign
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.save import open_file
from alfiere.telling import Teller, phrase
from alfiere.terminal.screen import Wrong, console, print_json

SKIRMISH = "cappa"


def tell_campaign(args: Namespace) -> int:
    """The games of a campaign from their files, one after the other."""
    if len(args.files) > 3:
        raise Wrong("a campaign has three games: scouting, battle, rearguard (cappa.9.8a)")
    account = _Account(_finished(args.files[0], SKIRMISH), args.scouts, args.lang)
    if len(args.files) > 1:
        account.battle(_finished(args.files[1]))
    if len(args.files) > 2:
        account.rearguard(_finished(args.files[2], SKIRMISH))
    account.sum_up()
    if args.json:
        print_json(account.plain | {"campaign": account.campaign.to_plain()})
    else:
        for line in account.lines:
            console().print(line)
    return 0


def _finished(path: Path, code: str = "") -> Game[Any]:
    """A game that is over, from its file."""
    save, opened = open_file(path, GAMES)
    if code and save.game != code:
        raise Wrong(f"{path} is no skirmish of {code}: only the battle has other rules (cappa.9.8a)")
    if opened.game.result is None:
        raise Wrong(f"{path} is not over yet")
    return opened.game


class _Account:
    """A campaign as it goes on, and what is told of it."""

    def __init__(self, first: Game[Any], scouts: Seat, language: str) -> None:
        self.language, self.names = language, Teller(first.rules, language)
        self.state = first.state
        self.lines: list[str] = []
        self.campaign: Campaign = campaign.begin(first.scenario, scouts)
        rolls = campaign.after_scouting(self.campaign, first.state, Chance(f"{first.chance.seed}/campaign"))
        views = {rules: campaign.outlook(self.campaign, rules) for rules in (campaign.ESA, campaign.LUMI)}
        self.plain: dict[str, Any] = {
            "rolls": [one._asdict() for one in rolls],
            "battle": {rules: one._asdict() for rules, one in views.items()},
        }
        self.say("scouting", side=self.side(scouts), margin=f"{self.campaign.margin:+d}")
        for roll in rolls:
            name = first.rules.name(first.state, "figure", roll.figure, language)
            self.say("roll", figure=name, roll=roll.roll, returns=roll.returns)
        for one in first.state.figures.values():
            if one.sheet.is_hero and one.id in self.campaign.missing[one.seat]:
                self.say("hero", figure=first.rules.name(first.state, "figure", one.id, language))
        self._tell_outlook(views[campaign.ESA], views[campaign.LUMI])

    def _tell_outlook(self, esa: campaign.Outlook, lumi: campaign.Outlook) -> None:
        if esa.deploys_first:
            self.say("first", side=self.side(esa.deploys_first))
        if esa.lowered:
            self.say("lowered", side=self.side(esa.lowered))
        for seat, (amount, turns) in lumi.dice.items():
            self.say("dice", side=self.side(seat), amount=f"{amount:+d}", turns=turns)
        for seat, amount in lumi.cohesion.items():
            self.say("cohesion", side=self.side(seat), amount=f"{amount:+d}")
        if not esa.deploys_first and not lumi.dice:
            self.say("none")

    def say(self, key: str, **args: Any) -> None:
        self.lines.append(phrase(self.language, "campaign", key, **args))

    def side(self, seat: Seat) -> str:
        return self.names.side(self.state, seat)

    def battle(self, game: Game[Any]) -> None:
        """The armies keep their seats."""
        winner = game.result.winner if game.result is not None else None
        campaign.after_battle(self.campaign, winner)
        if winner is None:
            self.say("drawn")
        else:
            self.say("battle", winner=self.side(winner), loser=self.side(self.campaign.loser))

    def rearguard(self, game: Game[Any]) -> None:
        self.say("rearguard", side=self.side(campaign.after_rearguard(self.campaign, game.state)))

    def sum_up(self) -> None:
        points = self.campaign.points
        self.say("points", text=", ".join(f"{self.side(seat)} {number}" for seat, number in points.items()))
        if self.campaign.stage == campaign.OVER:
            best = campaign.winner(self.campaign)
            self.say("nobody") if best is None else self.say("won", side=self.side(best))
