"""Linked games (cappa.9.8): how a campaign stands after its saved games, and the scenario of the next one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from alfiere.games import GAMES
from alfiere.games.cappa import campaign
from alfiere.games.cappa.campaign import BATTLE, OVER, REARGUARD, SCOUTING, Campaign, Outlook
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.save import open_file
from alfiere.kernel.toml_text import toml_text
from alfiere.telling import in_language, phrase
from alfiere.terminal.catalogue import find_battle, indented
from alfiere.terminal.screen import Wrong, console, print_json

SKIRMISH = "cappa"
GAME_OF = {SCOUTING: SKIRMISH, BATTLE: campaign.ESA, REARGUARD: SKIRMISH}
NAMES = {SCOUTING: "patrol", BATTLE: "battle", REARGUARD: "rearguard"}  # of files, where we propose one
NAMED_FIRST = ("roll", "hero")  # sentences that begin with somebody's name
BROUGHT = ("deploys first", "determination")  # the special rules a scouting game puts into a battle


def tell_campaign(args: Namespace) -> int:
    """The games of a campaign from their files, one after the other, and what comes next."""
    if len(args.files) > 3:
        raise Wrong("a campaign has three games: scouting, battle, rearguard (cappa.9.8a)")
    if (args.next is None) != (args.write is None):
        raise Wrong("--next and --write belong together: which game comes next, and where its scenario is written")
    account = Account(args.files, args.scouts, args.lang)
    if args.next is not None:
        account.write_next(args.next, args.write)
    else:
        account.sum_up()
    if args.json:
        print_json(account.plain)
    else:
        account.print()
    return 0


def _finished(path: Path, code: str) -> Game[Any]:
    """A game that is over, from its file."""
    save, opened = open_file(path, GAMES)
    if save.game != code:
        what = "skirmish" if code == SKIRMISH else "battle"
        raise Wrong(f"{path} is no {what} of {code}: a campaign is a skirmish, a battle, a skirmish (cappa.9.8a)")
    if opened.game.result is None:
        raise Wrong(f"{path} is not over yet")
    return opened.game


class Account:
    """A campaign as it goes on, and what is told of it: headings, lines under them, commands to type."""

    def __init__(self, files: list[Path], scouts: Seat | None, language: str) -> None:
        self.files, self.scouts, self.language = files, scouts, language
        self.told: list[tuple[str, str]] = []
        self.plain: dict[str, Any] = {}
        self.campaign: Campaign | None = None
        self.names: dict[Seat, str] = {}  # of the armies, by their seats in the first game
        if files:
            self._scouting(_finished(files[0], SKIRMISH))
        if len(files) > 1:
            self._battle(_finished(files[1], campaign.ESA))
        if len(files) > 2:
            self._rearguard(_finished(files[2], SKIRMISH))

    # What is told

    def head(self, stage: str) -> None:
        self.told.append(("head", phrase(self.language, "campaign", f"step-{stage}")))

    def say(self, key: str, **args: Any) -> None:
        text = phrase(self.language, "campaign", key, **args)
        self.told.append(("line", text[:1].upper() + text[1:] if key in NAMED_FIRST else text))

    def command(self, text: str) -> None:
        self.told.append(("command", text))

    def _game(self, stage: str, game: Game[Any]) -> None:
        self.head(stage)
        turns = game.result.turn if game.result is not None else 0
        self.say("game", title=in_language(game.scenario.source["title"], self.language), turns=turns)

    def print(self) -> None:
        """To the terminal, no line wider than it."""
        out = console()
        for number, (kind, text) in enumerate(self.told):
            if kind == "head":
                out.print(*([""] if number else []), Text(text, "bold"), sep="\n")
            elif kind == "command":
                out.print(Text(f"    {text}", "cyan"), soft_wrap=True)
            else:
                out.print(Text(indented(text, out.width)))

    # The games

    def _scouting(self, game: Game[Any]) -> None:
        scouts = self._who_scouts(game)
        found = self.campaign = campaign.begin(game.scenario, scouts)
        self.names = {side["seat"]: in_language(side["name"], self.language) for side in game.scenario.source["side"]}
        rolls = campaign.after_scouting(found, game.state, Chance(f"{game.chance.seed}/campaign"))
        views = {rules: campaign.outlook(found, rules) for rules in (campaign.ESA, campaign.LUMI)}
        self.plain |= {
            "rolls": [one._asdict() for one in rolls],
            "battle": {rules: one._asdict() for rules, one in views.items()},
        }
        self._game(SCOUTING, game)
        own, other = (game.state.sides[seat].points for seat in (found.scouts, found.enemy))
        self.say(
            "scouting",
            side=self.names[scouts],
            own=own,
            other=other,
            margin=f"{found.margin:+d}" if found.margin else "0",
        )
        self._tell_points(game.state.winner, campaign.campaign_tables().points.scouting)
        for roll in rolls:
            self.say("roll", figure=self._name(game, roll.figure), roll=roll.roll, returns=roll.returns)
        for one in game.state.figures.values():
            if one.sheet.is_hero and one.id in found.missing.get(one.seat, ()):
                self.say("hero", figure=self._name(game, one.id))
        self._tell_outlook(views[campaign.ESA], views[campaign.LUMI])

    def _who_scouts(self, game: Game[Any]) -> Seat:
        able = campaign.may_scout(game.scenario)
        if self.scouts is not None or len(able) == 1:
            return self.scouts or able[0]
        if not able:
            raise Wrong(
                f"in {self.files[0]} nobody has a scout's firmness of 1/4 or 1/2 (cappa.9.8.h1); write a first game "
                "with alfiere campaign --next BATTLE --scouts red --write patrol.toml"
            )
        raise Wrong(f"in {self.files[0]} either side could scout: say --scouts red or --scouts blue")

    def _name(self, game: Game[Any], figure: str) -> str:
        return game.rules.name(game.state, "figure", figure, self.language)

    def _tell_points(self, winner: str | None, points: int) -> None:
        if winner in self.names:
            self.say("winner", side=self.names[winner], points=points)
        else:
            self.say("even")

    def _tell_outlook(self, esa: Outlook, lumi: Outlook) -> None:
        if esa.deploys_first:
            self.say("first", side=self.names[esa.deploys_first])
        if esa.lowered:
            self.say("lowered", side=self.names[esa.lowered])
        later = [
            phrase(self.language, "campaign", "dice", side=self.names[seat], amount=f"{amount:+d}", turns=turns)
            for seat, (amount, turns) in lumi.dice.items()
        ]
        later += [
            phrase(self.language, "campaign", "cohesion", side=self.names[seat], amount=f"{amount:+d}")
            for seat, amount in lumi.cohesion.items()
        ]
        if later:
            self.say("lumi", text="; ".join(later))
        if not esa.deploys_first and not later:
            self.say("none")

    def _battle(self, game: Game[Any]) -> None:
        found = self._campaign()
        source = game.scenario.source
        seats = self._seats_in(source)
        brought = campaign.battle(found, source)
        self._game(BATTLE, game)
        self._tell_seats(source, seats)
        if _brought(brought) != _brought(source):
            self.say("unlinked")
        winner = game.result.winner if game.result is not None else None
        army = next((one for one, seat in seats.items() if seat == winner), None)
        there = {side["seat"]: side["code"] for side in source["side"]}
        campaign.after_battle(found, army, {one: there[seat] for one, seat in seats.items()})
        if army is None:
            self.say("drawn")
        else:
            self._tell_points(army, campaign.campaign_tables().points.battle)
            self.say("loser", side=self.names[found.loser])

    def _rearguard(self, game: Game[Any]) -> None:
        found = self._campaign()
        if found.stage == OVER:
            raise Wrong("the battle was drawn: there is no rearguard game (cappa.9.8d)")
        self._game(REARGUARD, game)
        self._tell_seats(game.scenario.source, self._seats_in(game.scenario.source))
        taker = campaign.after_rearguard(found, game.state)
        self._tell_points(taker, campaign.campaign_tables().points.rearguard)

    def _campaign(self) -> Campaign:
        assert self.campaign is not None
        return self.campaign

    def _seats_in(self, source: Mapping[str, Any]) -> dict[Seat, Seat]:
        return campaign.seats_of(self._campaign(), {side["seat"]: side["code"] for side in source["side"]})

    def _tell_seats(self, source: Mapping[str, Any], seats: dict[Seat, Seat]) -> None:
        """Which side of a game is which army, where their names do not say it."""
        there = {side["seat"]: in_language(side["name"], self.language) for side in source["side"]}
        pairs = {self.names[army]: there[seat] for army, seat in seats.items()}
        if any(army != side for army, side in pairs.items()):
            self.say("seats", text="; ".join(f"{army} = {side}" for army, side in pairs.items()))

    # What comes next

    @property
    def stage(self) -> str:
        return SCOUTING if self.campaign is None else self.campaign.stage

    def sum_up(self) -> None:
        """How the campaign stands, and the commands that go on with it."""
        self.plain |= {"stage": self.stage}
        if self.campaign is None:
            self.say("intro")
        else:
            self._tell_standing(self.campaign)
        if self.stage != OVER:
            self._tell_next()

    def _tell_standing(self, found: Campaign) -> None:
        self.plain["campaign"] = found.to_plain()
        self.head(OVER)
        self.say("points", text=self._counted(found.points))
        if any(found.experience.values()):
            self.say("experience", text=self._counted(found.experience))
        if found.stage == OVER:
            best = campaign.winner(found)
            self.say("nobody") if best is None else self.say("won", side=self.names[best])

    def _counted(self, numbers: Mapping[Seat, int]) -> str:
        return ", ".join(f"{self.names[seat]} {number}" for seat, number in numbers.items())

    def _tell_next(self) -> None:
        file, before = NAMES[self.stage], "".join(f" {path}" for path in self.files)
        self.say(f"next-{self.stage}")
        if self.stage == SCOUTING:
            for name in campaign.campaign_tables().patrols:
                self._tell_play(f"{SKIRMISH}/{name}", file, before, "")
            self.say("next-other")
        usual = {SCOUTING: "cappa/guardie", BATTLE: "esa/lens-1648", REARGUARD: "cappa/retroguardia"}[self.stage]
        who = f" --scouts {self.scouts or 'red'}" if self.stage == SCOUTING or self.scouts else ""
        self.command(f"alfiere campaign{before}{who} --next {usual} --write {file}.toml")
        self._tell_play(f"{file}.toml", file, before, who if self.stage != SCOUTING else "")

    def _tell_play(self, scenario: str, file: str, before: str, who: str) -> None:
        self.command(f"alfiere duel {scenario} --save {file}.json")
        self.command(f"alfiere campaign{before} {file}.json{who}")

    def write_next(self, name: str, path: Path) -> None:
        """The scenario of the next game with all that the campaign has brought so far (cappa.9.8.h1-cappa.9.8.h3)."""
        if self.stage == OVER:
            raise Wrong("the campaign is over: no game comes next")
        rules, scenario = find_battle(name)
        if rules.code != GAME_OF[self.stage]:
            raise Wrong(f"«{name}» is of {rules.code}; the next game, the {self.stage}, is of {GAME_OF[self.stage]}")
        if path.exists():
            raise Wrong(f"{path} exists already; take another name")
        data = self._next_source(scenario.source)
        rules.scenario(data)  # a scenario that cannot be played is told now
        path.write_text(toml_text(data), encoding="utf-8")
        self.plain |= {"stage": self.stage, "written": str(path), "special": _brought(data)}
        self.head(self.stage)
        self.say("written", file=path, title=in_language(data["title"], self.language))
        if self.campaign is not None:
            self._tell_seats(data, self._seats_in(data))
        for rule in data.get("special", ()) if self.stage == BATTLE else ():
            if rule["kind"] in BROUGHT:
                name_, text = (in_language(rule[key], self.language) for key in ("name", "text"))
                self.say("brought", name=name_, text=text)
        self.say("play")
        before = "".join(f" {one}" for one in self.files)
        who = f" --scouts {self.scouts}" if self.scouts and self.stage != SCOUTING else ""
        self._tell_play(str(path), path.stem, before, who)

    def _next_source(self, source: Mapping[str, Any]) -> dict[str, Any]:
        if self.campaign is None:
            if self.scouts is None:
                raise Wrong("who scouts? Say --scouts red or --scouts blue")
            return campaign.scouting(source, self.scouts)
        if self.stage == BATTLE:
            return campaign.battle(self.campaign, source)
        return campaign.rearguard(self.campaign, source)


def _brought(source: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(rule["kind"], rule["side"]) for rule in source.get("special", ()) if rule["kind"] in BROUGHT]
