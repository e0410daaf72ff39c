"""Linked games (cappa.9.8): how a campaign stands after its saved games, and the scenario of the next one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from rich.text import Text

from alfiere.battles.campaign import BATTLE, OVER, REARGUARD, SCOUTING, Campaign, CampaignRules, Outlook
from alfiere.games import FIRST_BATTLE, GAMES
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Seat
from alfiere.kernel.game import Game
from alfiere.kernel.save import open_file
from alfiere.kernel.toml_text import toml_text
from alfiere.telling import in_language, phrase
from alfiere.terminal.catalogue import find_battle, indented
from alfiere.terminal.screen import Wrong, console, print_json

NAMES = {SCOUTING: "patrol", BATTLE: "battle", REARGUARD: "rearguard"}  # of files, where we propose one
NAMED_FIRST = ("roll", "hero")  # sentences that begin with somebody's name
SKIRMISHES = (SCOUTING, REARGUARD)


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


@lru_cache(maxsize=1)
def _rules() -> CampaignRules:
    """The rules of linked games, from whichever game has them."""
    found: CampaignRules = next(rules for game in GAMES.values() if (rules := game.campaign()) is not None)
    return found


def _games_of(stage: str) -> list[str]:
    """The games with which this part of a campaign is fought, by what they say of themselves."""
    return [code for code, rules in GAMES.items() if stage in rules.linked]


def _taken_over(code: str) -> tuple[str, ...]:
    """What a battle of this game takes over from the scouts: special rules of its scenario."""
    return GAMES[code].linked[BATTLE]


def _finished(path: Path, stage: str) -> Game[Any]:
    """A game that is over, from its file."""
    save, opened = open_file(path, GAMES)
    if save.game not in _games_of(stage):
        what, codes = "skirmish" if stage in SKIRMISHES else "battle", " or ".join(_games_of(stage))
        raise Wrong(f"{path} is no {what} of {codes}: a campaign is a skirmish, a battle, a skirmish (cappa.9.8a)")
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
            self._scouting(_finished(files[0], SCOUTING))
        if len(files) > 1:
            self._battle(_finished(files[1], BATTLE))
        if len(files) > 2:
            self._rearguard(_finished(files[2], REARGUARD))

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
        found = self.campaign = _rules().begin(game.scenario, scouts)
        self.names = {side["seat"]: in_language(side["name"], self.language) for side in game.scenario.source["side"]}
        rolls = _rules().after_scouting(found, game.state, Chance(f"{game.chance.seed}/campaign"))
        views = {code: _rules().outlook(found, _taken_over(code)) for code in _games_of(BATTLE)}
        others = {one.name: _rules().outlook(found, one.takes) for one in _rules().campaign_tables().elsewhere}
        self.plain |= {
            "rolls": [one._asdict() for one in rolls],
            "battle": {code: one._asdict() for code, one in views.items()}
            | {one.id: others[one.name]._asdict() for one in _rules().campaign_tables().elsewhere},
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
        self._tell_points(game.state.winner, _rules().campaign_tables().points.scouting)
        for roll in rolls:
            self.say("roll", figure=self._name(game, roll.figure), roll=roll.roll, returns=roll.returns)
        for one in game.state.figures.values():
            if one.sheet.is_hero and one.id in found.missing.get(one.seat, ()):
                self.say("hero", figure=self._name(game, one.id))
        is_told = [self._tell_outlook(one) for one in views.values()]
        is_told += [self._tell_elsewhere(name, one) for name, one in others.items()]
        if not any(is_told):
            self.say("none")

    def _who_scouts(self, game: Game[Any]) -> Seat:
        able = _rules().may_scout(game.scenario)
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

    def _tell_outlook(self, view: Outlook) -> bool:
        """What the scouts have done for a battle of ours; False if nothing."""
        if view.deploys_first:
            self.say("first", side=self.names[view.deploys_first])
        if view.lowered:
            self.say("lowered", side=self.names[view.lowered])
        return bool(view.deploys_first or view.lowered)

    def _tell_elsewhere(self, name: str, view: Outlook) -> bool:
        """The same under rules that are not among our games."""
        told = [
            phrase(self.language, "campaign", "dice", side=self.names[seat], amount=f"{amount:+d}", turns=turns)
            for seat, (amount, turns) in view.dice.items()
        ]
        told += [
            phrase(self.language, "campaign", "cohesion", side=self.names[seat], amount=f"{amount:+d}")
            for seat, amount in view.cohesion.items()
        ]
        if told:
            self.say("elsewhere", name=name, text="; ".join(told))
        return bool(told)

    def _battle(self, game: Game[Any]) -> None:
        found = self._campaign()
        source = game.scenario.source
        seats = self._seats_in(source)
        brought = _rules().battle(found, source, _taken_over(game.rules.code))
        self._game(BATTLE, game)
        self._tell_seats(source, seats)
        if _brought(brought) != _brought(source):
            self.say("unlinked")
        winner = game.result.winner if game.result is not None else None
        army = next((one for one, seat in seats.items() if seat == winner), None)
        there = {side["seat"]: side["code"] for side in source["side"]}
        _rules().after_battle(found, army, {one: there[seat] for one, seat in seats.items()})
        if army is None:
            self.say("drawn")
        else:
            self._tell_points(army, _rules().campaign_tables().points.battle)
            self.say("loser", side=self.names[found.loser])

    def _rearguard(self, game: Game[Any]) -> None:
        found = self._campaign()
        if found.stage == OVER:
            raise Wrong("the battle was drawn: there is no rearguard game (cappa.9.8d)")
        self._game(REARGUARD, game)
        self._tell_seats(game.scenario.source, self._seats_in(game.scenario.source))
        taker = _rules().after_rearguard(found, game.state)
        self._tell_points(taker, _rules().campaign_tables().points.rearguard)

    def _campaign(self) -> Campaign:
        assert self.campaign is not None
        return self.campaign

    def _seats_in(self, source: Mapping[str, Any]) -> dict[Seat, Seat]:
        return _rules().seats_of(self._campaign(), {side["seat"]: side["code"] for side in source["side"]})

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
            best = _rules().winner(found)
            self.say("nobody") if best is None else self.say("won", side=self.names[best])

    def _counted(self, numbers: Mapping[Seat, int]) -> str:
        return ", ".join(f"{self.names[seat]} {number}" for seat, number in numbers.items())

    def _tell_next(self) -> None:
        file, before = NAMES[self.stage], "".join(f" {path}" for path in self.files)
        self.say(f"next-{self.stage}")
        if self.stage == SCOUTING:
            for name in _rules().campaign_tables().patrols:
                self._tell_play(f"{_games_of(SCOUTING)[0]}/{name}", file, before, "")
            self.say("next-other")
        code = _games_of(self.stage)[0]
        usual = FIRST_BATTLE if self.stage == BATTLE else f"{code}/{_rules().campaign_tables().usual[self.stage]}"
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
        if self.stage not in rules.linked:
            codes = " or ".join(_games_of(self.stage))
            raise Wrong(f"«{name}» is of {rules.code}; the next game, the {self.stage}, is of {codes}")
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
            if rule["kind"] in rules.linked[BATTLE]:
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
            return _rules().scouting(source, self.scouts)
        if self.stage == BATTLE:
            return _rules().battle(self.campaign, source, _taken_over(source["game"]))
        return _rules().rearguard(self.campaign, source)


def _brought(source: Mapping[str, Any]) -> list[tuple[str, str]]:
    taken = GAMES[source["game"]].linked.get(BATTLE, ())
    return [(rule["kind"], rule["side"]) for rule in source.get("special", ()) if rule["kind"] in taken]
