"""One battle as text in a terminal: played by people, by the computer, or by both."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from alfiere.kernel.decision import Decision, Illegal, Option, Seat
from alfiere.kernel.game import ROLL, Game
from alfiere.kernel.save import save_of, write_save
from alfiere.players import Player
from alfiere.telling import Teller, citation, in_language
from alfiere.terminal import drawing
from alfiere.terminal.catalogue import an_id, find_rules, rule_text
from alfiere.terminal.screen import errors

HUMAN = "human"
PACE = 0.2  # seconds between two events while a person watches
LOG = 10  # events that `log` shows when it is not told how many
LONG_THOUGHT = 8  # so many options make a computer player think for a while

COMMANDS = {
    "?": "help",
    "help": "help",
    "aiuto": "help",
    "map": "map",
    "mappa": "map",
    "hand": "hand",
    "mano": "hand",
    "units": "units",
    "unità": "units",
    "unita": "units",
    "rule": "rule",
    "regola": "rule",
    "why": "why",
    "perché": "why",
    "perche": "why",
    "log": "log",
    "diario": "log",
    "undo": "undo",
    "annulla": "undo",
    "save": "save",
    "salva": "save",
    "quit": "quit",
    "exit": "quit",
    "esci": "quit",
}


class Left(Exception):
    """The person at the keyboard has left the battle."""


class Duel:
    """A battle at one keyboard: who sits where, what was told already, and where it is saved."""

    def __init__(
        self,
        game: Game[Any],
        kinds: Mapping[Seat, str],
        players: Mapping[Seat, Player],
        console: Console,
        language: str,
        *,
        save_to: Path | None = None,
        fast: bool = False,
    ) -> None:
        """``kinds`` names who sits where; ``players`` holds those of them that are computers."""
        self.game, self.kinds, self.players = game, dict(kinds), players
        self.console, self.save_to = console, save_to
        self.teller = Teller(game.rules, language)
        self.seats = game.rules.seats_of(game.scenario, game.options)
        self.people = [seat for seat in self.seats if kinds[seat] == HUMAN]
        self.pace = 0.0 if fast or not console.is_terminal else PACE
        self._told = len(game.events) if game.journal else 0
        self._drawn = ""
        self._explained = False
        self._at_keyboard: Seat | None = None
        self._secret_on_screen = False
        self._written: set[Path] = set()

    def play(self) -> None:
        """The whole battle, or as much of it as the people at the keyboard want."""
        self._welcome()
        try:
            while (decision := self.game.decision) is not None:
                if self._is_asked_of_a_person(decision):
                    self._hand_over_keyboard(decision)
                    self._tell_news()
                    self._ask(decision)
                else:
                    self._tell_news()
                    self._let_computer_answer(decision)
            self._tell_news()
            self._conclude()
        except Left:
            self._say("good-bye", decisions=len(self.game.journal))
        except KeyboardInterrupt:
            self._print("")  # the prompt keeps its line
            raise
        except EOFError:
            self._print("")
            self._say("end-of-input")
            self._autosave(aloud=True)

    # Telling

    def _print(self, text: str | Text = "") -> None:
        self.console.print(Text(text) if isinstance(text, str) else text)

    def _say(self, key: str, **args: Any) -> None:
        self._print(self.teller.phrase("duel", key, **args))

    def _side(self, seat: Seat) -> str:
        return self.teller.side(self.game.state, seat)

    def _welcome(self) -> None:
        title = in_language(self.game.scenario.title, self.teller.language)
        sides = {seat: self._side(seat) for seat in self.seats}
        if len(sides) == 2:
            kinds = {f"{seat}_player": kind for seat, kind in self.kinds.items()}
            self._say("welcome", title=title, seed=self.game.chance.seed, **sides, **kinds)
        else:
            told = [f"{side} ({self.teller.word(seat).lower()}, {self.kinds[seat]})" for seat, side in sides.items()]
            self._say("welcome-all", title=title, seed=self.game.chance.seed, sides=", ".join(told))
        if self.game.journal:
            self._say("resumed", decisions=len(self.game.journal))
        if self.people:
            self._say("begin-hint")

    def _spectator(self) -> Seat | None:
        """Through whose eyes the story is told: the only person's, else nobody's."""
        return self.people[0] if len(self.people) == 1 else None

    def _tell_news(self) -> None:
        """Everything that has happened since it was last told."""
        self._told = min(self._told, len(self.game.events))
        for event in self.game.events[self._told :]:
            if event.key == "turn-began":
                self._draw_map()
            for line in drawing.told(self.teller, self.game.state, event, self._spectator()):
                self._print(line)
            time.sleep(self.pace)
        self._told = len(self.game.events)

    def _draw_map(self, *, again: bool = False) -> None:
        """The map, if it has changed since it was last drawn."""
        picture = self.game.rules.picture(self.game.state, self._spectator(), self.teller.language)
        if picture == self._drawn and not again:
            return
        self._drawn = picture
        self._print()
        drawing.print_map(self.console, self.teller, self.game, self._spectator())
        if again or not self._explained:
            self._explained = True
            for line in drawing.legend(self.teller, self.game):
                self._print(Text(line, "dim"))

    def _conclude(self) -> None:
        self._draw_map()
        self._print(Text(self.teller.result(self.game.state, self.game.result), "bold"))
        self._autosave(aloud=True)

    # Who answers

    def _is_asked_of_a_person(self, decision: Decision) -> bool:
        """People answer for their own seats, and turn over everybody's cards when cards are turned by hand."""
        return decision.seat in self.people or (decision.key == ROLL and bool(self.people))

    def _let_computer_answer(self, decision: Decision) -> None:
        player = self.players[decision.seat]
        thinks = player.needs_marks and len(decision.options) > LONG_THOUGHT and self.console.is_terminal
        text = self.teller.phrase("duel", "thinking", side=self._side(decision.seat))
        with errors().status(text) if thinks else nullcontext():
            option = player.choose(self.game, decision.seat)
        self.game.answer(decision.seat, option)

    def _answer(self, decision: Decision, option: Option) -> None:
        self.game.answer(decision.seat, option)
        self._autosave()

    # Asking a person

    def _ask(self, decision: Decision) -> None:
        """Put a decision to the person whose it is, until it is answered or taken back."""
        if len(decision.options) == 1:
            self._take_the_only_choice(decision)
            return
        self._show_decision(decision)
        while self.game.decision is decision:
            key = "ask-roll" if decision.key == ROLL else "ask"
            self._obey(self._read(self.teller.phrase("duel", key)), decision)

    def _read(self, prompt: str) -> str:
        self.console.file.flush()
        return input(prompt).strip()  # not rich's: the line editor must know its own prompt

    def _take_the_only_choice(self, decision: Decision) -> None:
        option = decision.options[0]
        sentence = self.teller.option(self.game.state, decision, option)
        self._print(Text(self._question(decision), "dim"))
        self._print(Text(self.teller.phrase("duel", "only-choice", option=sentence), "dim"))
        self._answer(decision, option)

    def _hand_over_keyboard(self, decision: Decision) -> None:
        """A curtain between two people, wherever one of them could see what is the other's secret."""
        seat = decision.seat
        secret = decision.key != ROLL and (drawing.touches_cards(decision.options) or len(self.game.decisions()) > 1)
        secret = secret or self.game.rules.acts_unseen(self.game.state) or drawing.shows_hidden(self.game, decision)
        if len(self.people) > 1 and seat != self._at_keyboard and (secret or self._secret_on_screen):
            if self._secret_on_screen:
                self._clear_screen()
            self._read(self.teller.phrase("duel", "pass-keyboard", side=self._side(seat)))
            self._drawn = ""
            self._secret_on_screen = False
        self._at_keyboard = seat
        self._secret_on_screen = self._secret_on_screen or secret

    def _clear_screen(self) -> None:
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # and what has scrolled away

    def _question(self, decision: Decision) -> str:
        if decision.key == ROLL:
            return self.teller.own("your-rolls", side=self._side(decision.seat))
        prompt = self.teller.prompt(self.game.state, decision)
        return f"{self._side(decision.seat)}: {prompt} {citation(decision.rules)}".rstrip()

    def _show_decision(self, decision: Decision) -> None:
        """The map if it has changed, the question, and the choices with their numbers."""
        self._draw_map()
        self._print()
        self._print(Text(self._question(decision), drawing.SIDE_STYLE.get(decision.seat, "bold")))
        for piece in drawing.pieces_asked_about(self.game, decision):
            self._print(Text(drawing.piece_line(self.teller, self.game, piece), "dim"))
        if decision.key == ROLL:
            return
        self._show_cards_in_question(decision)
        for line in drawing.numbered(drawing.choices(self.teller, self.game, decision), self.console.width):
            self._print(line)

    def _show_cards_in_question(self, decision: Decision) -> None:
        wanted = {option.args.get("card") for option in decision.options}
        cards = [card for card in drawing.cards_of(self.game, decision.seat) if card["number"] in wanted]
        if cards:
            self.console.print(drawing.card_table(self.teller, cards))

    # What a person may type

    def _obey(self, text: str, decision: Decision) -> None:
        """A number, a name or a command."""
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.casefold())
        if not text:
            self._show_decision(decision)
        elif command is not None:
            self._commands()[command](rest.strip(), decision)
        elif decision.key == ROLL:
            self._enter_roll(text, decision)
        else:
            self._choose(text, decision)

    def _commands(self) -> dict[str, Callable[[str, Decision], None]]:
        return {
            "help": lambda rest, decision: self._say("help", example=an_id(self.game.rules.rulebook())),
            "map": lambda rest, decision: self._draw_map(again=True),
            "units": lambda rest, decision: self.console.print(drawing.piece_table(self.teller, self.game)),
            "hand": self._show_hand,
            "rule": self._show_rule,
            "why": self._show_why,
            "log": self._show_log,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }

    def _choose(self, text: str, decision: Decision) -> None:
        fitting = _named(text, decision)
        if text.isdecimal() and not fitting and 1 <= int(text) <= len(decision.shown):
            fitting = [int(text) - 1]
        if len(fitting) == 1:
            self._answer(decision, decision.shown[fitting[0]])
        elif fitting:
            self._say("ambiguous", text=text, numbers=", ".join(str(place + 1) for place in fitting))
        else:
            self._say("not-understood", text=text, count=len(decision.shown))

    def _enter_roll(self, text: str, decision: Decision) -> None:
        """A card or die thrown by hand is named by what it shows, not by its place in a list."""
        for option in decision.options:
            if text in map(str, option.args.values()):
                self._answer(decision, option)
                return
        values = ", ".join(str(value) for option in decision.options for value in option.args.values())
        self._say("no-card", text=text, cards=values)

    def _show_hand(self, rest: str, decision: Decision) -> None:
        cards = drawing.cards_of(self.game, decision.seat) if decision.seat in self.people else []
        if not cards:
            self._say("no-hand")
            return
        self._secret_on_screen = True
        self._say("hand-of", side=self._side(decision.seat))
        self.console.print(drawing.card_table(self.teller, cards))

    def _show_rule(self, rest: str, decision: Decision) -> None:
        example = next(iter(self.game.rules.rulebook().rules))
        if not rest:
            self._say("which-rule", example=example)
            return
        found = find_rules(self.game.rules.rulebook(), rest)
        if not found:
            self._say("no-rule", text=rest, example=example)
        for rule in found:
            self.console.print(rule_text(rule, self.teller.language))

    def _show_why(self, rest: str, decision: Decision) -> None:
        if not rest.isdecimal() or not 1 <= int(rest) <= len(decision.shown):
            self._say("which-option")
            return
        option, book = decision.shown[int(rest) - 1], self.game.rules.rulebook()
        rules = [book[rule] for rule in dict.fromkeys((*option.rules, *decision.rules)) if rule in book]
        self._say("allowed-by" if rules else "no-reason")
        for rule in rules:
            self.console.print(rule_text(rule, self.teller.language))

    def _show_log(self, rest: str, decision: Decision) -> None:
        count = int(rest) if rest.isdecimal() else LOG
        events = self.game.events[-count:] if count else []
        if not events:
            self._say("empty-log")
        for event in events:
            for line in drawing.told(self.teller, self.game.state, event, self._spectator()):
                self._print(line)

    def _undo(self, rest: str, decision: Decision) -> None:
        """Take back the last answer, with what the computer said since, and every one that had no alternative."""
        computers = [seat for seat in self.kinds if seat not in self.people]
        try:
            self.game.undo(decision.seat, computers)
        except Illegal:
            self._say("nothing-to-take-back")
            return
        while self._is_forced() and self.game.may_undo(decision.seat, computers):
            self.game.undo(decision.seat, computers)
        self._say("taken-back")
        self._autosave()

    def _is_forced(self) -> bool:
        return self.game.decision is not None and len(self.game.decision.options) == 1

    # Saving and leaving

    def _quit(self, rest: str, decision: Decision) -> None:
        if self.save_to is not None:
            self._autosave(aloud=True)
        elif name := self._read(self.teller.phrase("duel", "which-file")):
            self._save(name, decision)
        raise Left

    def _save(self, rest: str, decision: Decision) -> None:
        if not rest:
            self._say("save-how")
            return
        path = Path(rest).expanduser()
        if path.exists() and path not in self._written and path != self.save_to and not self._may_overwrite(path):
            self._say("left-alone", file=path)
            return
        self._write(path, aloud=True)

    def _may_overwrite(self, path: Path) -> bool:
        answer = self._read(self.teller.phrase("duel", "overwrite", file=path))
        return answer.casefold().startswith(self.teller.phrase("duel", "yes"))

    def _autosave(self, *, aloud: bool = False) -> None:
        if self.save_to is not None:
            self._write(self.save_to, aloud=aloud)

    def _write(self, path: Path, *, aloud: bool) -> None:
        try:
            write_save(save_of(self.game, self.kinds), path)
        except OSError as err:
            self._say("not-saved", why=f"{path}: {err.strerror}")
            return
        self._written.add(path)
        if aloud:
            self._say("saved", file=path)
            if self.game.decision is not None:
                self._say("go-on-with", file=path)


def _named(text: str, decision: Decision) -> list[int]:
    """The places of the options that touch something of this name."""
    wanted = text.casefold()
    return [
        place
        for place, option in enumerate(decision.shown)
        if any(isinstance(value, str) and value.casefold() == wanted for value in option.args.values())
    ]
