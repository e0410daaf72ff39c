"""A table: one battle in memory, moved on by entries, and what each viewer may know of it.

Everything a viewer is sent is made here from three things only: its view, its own decision, its timeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from alfiere.kernel.decision import Decision, Illegal, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.game import ROLL, Game, Taken
from alfiere.kernel.ruleset import Ruleset, View
from alfiere.server.records import Entry, MarkRow, SeatRow
from alfiere.server.sentences import Sentences
from alfiere.server.timeline import Timeline, Viewer

_ENCODE = msgspec.json.Encoder().encode
PUBLIC = ""  # how the spectators are called where a name is needed


class Spoilt(Exception):
    """An entry that the rules no longer allow: the past cannot be told again from here."""

    def __init__(self, position: int) -> None:
        super().__init__(f"entry {position}")
        self.position = position


class Table:
    """A battle with its seats. All changes go through :meth:`apply`."""

    def __init__(
        self,
        rules: Ruleset[Any],
        scenario: Any,
        options: dict[str, Any],
        seed: str,
        by_hand: bool,
        sitting: Sequence[SeatRow],
        *,
        mark: MarkRow | None = None,
        past: Sequence[Entry] = (),
        quiet: bool = False,
    ) -> None:
        """A battle at its beginning, or at a mark after ``past``. A quiet one makes no sentences."""
        self.rules, self.scenario, self.by_hand, self.quiet = rules, scenario, by_hand, quiet
        self.seats = rules.seats_of(scenario, options)
        referees = rules.referees(scenario)
        self.parties = tuple(seat for seat in self.seats if seat not in referees)  # who may win or give up
        self.sitting = {row.seat: row for row in sitting}
        self.computers = frozenset(row.seat for row in sitting if row.computer is not None)
        self.sentences = Sentences(rules)
        self.position = 0
        self.offer: Seat | None = None
        self.accepted: set[Seat] = set()  # of several who were offered a draw, those who would have it
        self.ended: dict[str, Any] | None = None  # by resignation or agreement
        self.marked_at = 0
        self.answers: dict[tuple[Seat, int], tuple[str, dict[str, Any]]] = {}  # recent ones, to know a doubled one
        self.version = 0
        self._given: dict[Seat, list[str]] = {}  # of which part of its side each answer of a seat was, since the mark
        self._made: dict[Viewer, tuple[object, bytes]] = {}
        self._said: dict[bytes, msgspec.Raw] = {}  # events being told, by what a viewer may know of them
        self._board: tuple[Any, msgspec.Raw] = (None, msgspec.Raw(b"null"))
        if mark is None:
            self.game: Game[Any] = Game(rules, scenario, seed, options, by_hand=by_hand)
            self.numbers = dict.fromkeys(self.seats, 0)
            self.timelines: dict[Viewer, Timeline] = {viewer: Timeline() for viewer in (*self.seats, None)}
            self._tell_all("began", None, self.game.events)
        else:
            self._open_at(mark, seed, options, past)
        self._round_from = self._may_undo_from = len(self.game.journal)
        self._held: dict[Seat, list[list[Event]]] = {}
        self._is_secret = self.game.is_secret
        self._closing: Seat = ""

    def _open_at(self, mark: MarkRow, seed: str, options: dict[str, Any], past: Sequence[Entry]) -> None:
        journal = [Taken(one.seat, Option(one.key, one.args), 0, 0) for one in standing_answers(past)]
        self.game = Game(
            self.rules,
            self.scenario,
            seed,
            options,
            by_hand=self.by_hand,
            state=self.rules.restore(self.scenario, mark.state),
            counter=mark.counter,
            past=journal[: mark.decisions],
        )
        self.position = self.marked_at = mark.position
        self.numbers = {seat: mark.numbers.get(seat, 0) for seat in self.seats}
        self.timelines = {viewer: Timeline(mark.moments.get(viewer or PUBLIC, 0)) for viewer in (*self.seats, None)}
        self.offer = mark.offer

    # Moving on

    def apply(self, entry: Entry) -> None:
        """Do what an entry says. Raises Illegal, and then nothing has changed."""
        self._said.clear()
        if entry.kind == "answer":
            self._answer(entry)
        elif entry.kind == "undo":
            self._undo(entry)
        elif entry.kind == "cut":
            for seat in self.numbers:  # the numbers of the answers that were cut off are never used again
                self.numbers[seat] += entry.args["dropped"] + 1
            self._note("cut", "")
        else:
            self._settle(entry)
        self.position = entry.position + 1
        self.version += 1

    def _answer(self, entry: Entry) -> None:
        game, seat = self.game, entry.seat
        asked = game.decision_of(seat)
        if asked is None:
            raise Illegal(f"{seat} is not asked anything now", who=seat)
        before, was_secret, hand = len(game.events), self._is_secret, self._who_answers(asked)
        part = self._part_of(asked, entry)
        new = game.answer(seat, (entry.key, entry.args))
        self._given.setdefault(seat, []).append(part)
        if asked.key != ROLL:
            self._closing = seat
        if entry.number is not None:
            self.answers[seat, entry.number] = (entry.key, entry.args)
            if hand != seat:  # who turned the computer's card knows the answer by a number of his own
                self.answers[hand, self.numbers[hand]] = (entry.key, entry.args)
        if not was_secret:
            self._tell_all("answer", seat, new)
        elif game.shown_from is None:
            self._held.setdefault(seat, []).append(new)
            self.timelines[seat].add("answer", seat, self._told(new, seat))
            for one in {seat, hand}:
                self.numbers[one] += 1
        else:
            own = max(0, game.shown_from - before)
            self._end_round(new[:own], new[own:])
        self._is_secret = game.is_secret or (was_secret and game.shown_from is None)
        if self._is_secret and not was_secret:
            self._round_from = len(game.journal)

    def _end_round(self, own: list[Event], public: list[Event]) -> None:
        """A secret round is over: everybody is told what the others' answers show, in the order of the seats."""
        self._held.setdefault(self._closing, []).append(own)
        for viewer, timeline in self.timelines.items():
            events = own[:] if viewer == self._closing else []
            for seat in self.seats:
                if seat != viewer:
                    events += [event for some in self._held.get(seat, []) for event in some]
            kind, who = ("answer", viewer) if viewer == self._closing else ("round", None)
            timeline.add(kind, who, self._told(events + public, viewer))
        for seat in self.seats:
            self.numbers[seat] += 1
        self._held.clear()
        self._round_from = self._may_undo_from = len(self.game.journal)

    def _tell_all(self, kind: str, seat: Seat | None, events: list[Event]) -> None:
        for viewer, timeline in self.timelines.items():
            timeline.add(kind, seat, self._told(events, viewer))
        for one in self.numbers:
            self.numbers[one] += 1

    def _told(self, events: Sequence[Event], viewer: Viewer) -> list[Any]:
        if self.quiet:
            return []
        told, was_veiled = [], False
        for event in events:
            if not event.is_told_to(viewer):
                continue
            is_veiled = event.is_veiled_from(viewer)
            if not (is_veiled and was_veiled):
                told.append(self._told_one(event, viewer))
            was_veiled = is_veiled
        return told

    def _told_one(self, event: Event, viewer: Viewer) -> msgspec.Raw:
        """An event in words, as this viewer may know it; viewers who may know the same of it share the words."""
        shown = event.seen_by(viewer)
        content = _ENCODE(shown)
        said = self._said.get(content)
        if said is None:
            said = self._said[content] = msgspec.Raw(_ENCODE(self.sentences.event(self.game.state, event, shown)))
        return said

    # Taking back

    def may_undo(self, seat: Seat) -> bool:
        """Whether a seat may take back its last answer; in a secret round only its own answers have a say."""
        if self.ended is not None or self._rolling():
            return False
        journal = self.game.journal
        if self._is_secret and any(taken.seat == seat for taken in journal[self._round_from :]):
            return self.game.may_undo()
        if self._is_secret:  # what was answered before the round: the others may have begun to answer
            return False
        place = self._last_of(seat)
        return place is not None and place >= self._may_undo_from and self.game.may_undo(seat, self.over())

    def over(self) -> frozenset[Seat]:
        """The seats over whose answers an undo goes back: the computers', but not where they may have acted unseen."""
        return frozenset() if self.rules.acts_unseen(self.game.state) else self.computers

    def would_take_back(self, seat: Seat) -> dict[str, int]:
        """What the entry of an undo says: how many answers go. In a secret round it is the seat's own last one."""
        place = self._last_of(seat)
        return {} if self._is_secret or place is None else {"answers": len(self.game.journal) - place}

    def last_part(self, seat: Seat) -> str:
        """Whose part of the side the answer was that an undo would take back."""
        return (self._given.get(seat) or [""])[-1]

    def _part_of(self, asked: Decision, entry: Entry) -> str:
        """Whose part of the side an answer is that is about to be given."""
        if not self.rules.shared_by:
            return ""
        option = asked.find((entry.key, entry.args))
        return "" if option is None else self.rules.part_of(self.game.state, asked, option)

    def _last_of(self, seat: Seat) -> int | None:
        """The place in the journal of a seat's last answer."""
        journal = self.game.journal
        return next((place for place in reversed(range(len(journal))) if journal[place].seat == seat), None)

    def _undo(self, entry: Entry) -> None:
        seat = entry.seat
        if not self.may_undo(seat):
            raise Illegal("this cannot be taken back: cards have been turned or something was shown since", who=seat)
        if self._is_secret:
            self._undo_in_secret(seat)
            return
        if entry.args.get("answers", 1) != self.would_take_back(seat)["answers"]:
            raise Illegal("other answers have been given since", who=seat)
        count = self.game.undo(seat, self.over())
        for timeline in self.timelines.values():
            timeline.take_back(seat, count)
        self._given[seat].pop()
        for one in self.numbers:  # a late answer to what was asked in between fits nothing any more
            self.numbers[one] += 1
        self._is_secret = self.game.is_secret

    def _undo_in_secret(self, seat: Seat) -> None:
        """The seat's own last answer goes; what the others have answered meanwhile stands, and nobody hears of it."""
        game = self.game
        others: list[Taken] = []
        while (last := game.journal[-1]).seat != seat:
            others.append(last)
            game.undo()
        game.undo()
        for taken in reversed(others):
            game.answer(taken.seat, taken.option)
        self._held[seat].pop()
        self._given[seat].pop()
        self.timelines[seat].take_back(seat)
        self.numbers[seat] += 1

    def _rolling(self) -> bool:
        return self.by_hand and self.game.decision is not None and self.game.decision.key == ROLL

    # Giving up and agreeing

    def _settle(self, entry: Entry) -> None:
        if entry.kind == "resign":
            self.ended = {"how": "resigned", "winner": self._ahead_without(entry.seat), "loser": entry.seat}
        elif entry.kind == "draw-accept":
            self.accepted.add(entry.seat)
            if self.accepted | {self.offer} >= set(self.parties):
                self.ended = {"how": "agreed", "winner": None}
        if entry.kind != "draw-accept" or self.ended is not None:
            self.offer = entry.seat if entry.kind == "draw-offer" else None
            self.accepted = set()
        self._note(entry.kind, entry.seat)

    def _ahead_without(self, seat: Seat) -> Seat | None:
        """Who has won when one gives up: the other, or of several who has most points, if one has."""
        others = [one for one in self.parties if one != seat]
        if len(others) == 1:
            return others[0]
        scores = self.rules.scores(self.game.state)
        best = max(scores.get(one, 0) for one in others)
        ahead = [one for one in others if scores.get(one, 0) == best]
        return ahead[0] if len(ahead) == 1 else None

    def _note(self, kind: str, seat: Seat) -> None:
        for timeline in self.timelines.values():
            timeline.note(kind, seat)

    # What is asked

    @property
    def is_over(self) -> bool:
        """Whether the battle has ended, in whichever way."""
        return self.ended is not None or not self.game.decisions()

    def decision_of(self, seat: Seat) -> Decision | None:
        """What a seat is asked now. By hand, who created the game turns the computer's cards too."""
        if self.ended is not None:
            return None
        asked = self.game.decision if self._rolling() else self.game.decision_of(seat)
        return asked if asked is not None and self._who_answers(asked) == seat else None

    def _who_answers(self, asked: Decision) -> Seat:
        """The seat that is asked; the first one of who created the game where a card of the computer is turned."""
        is_somebodys = asked.seat in self.sitting and asked.seat not in self.computers
        if not self.by_hand or asked.key != ROLL or is_somebodys:
            return asked.seat
        return next(seat for seat in self.seats if self.sitting[seat].holder == 0)

    def asked_computers(self) -> list[Seat]:
        """The computer seats that have something to answer."""
        if self.ended is not None:
            return []
        asked = [] if self._rolling() else self.game.decisions()
        return [one.seat for one in asked if one.seat in self.computers]

    def waiting_for(self, viewer: Viewer) -> list[Seat]:
        """Whom everybody waits for, as far as this viewer may know."""
        if self.is_over:
            return []
        if self._is_secret and not self._rolling():
            return [seat for seat in self.seats if seat != viewer or self.game.decision_of(seat) is not None]
        return [self._who_answers(one) for one in self.game.decisions()]

    # What is shown

    def result(self) -> dict[str, Any] | None:
        """How it ended, if it has."""
        if not self.is_over:
            return None
        state = self.game.state
        fought = self.game.result
        if self.ended is not None:
            turn = self.game.view(None).get("tracks", {}).get("turn", [None])
            turn = turn[0] if isinstance(turn, list | tuple) else turn["value"] if isinstance(turn, dict) else turn
            how, winner = self.ended["how"], self.ended["winner"]
            losers = [self.ended["loser"]] if "loser" in self.ended else []
            told = "resigned-open" if losers and winner is None else how
            told = "agreed-all" if how == "agreed" and len(self.parties) > 2 else told
            return {
                "how": how,
                "winner": winner,
                "reason": how,
                "loser": losers[0] if losers else None,
                "text": self.sentences.settled(state, told, winner, losers, turn),
                "turn": turn,
                "scores": dict(self.rules.scores(state)),
            }
        if fought is None:
            scores = dict(self.rules.scores(state))
            return {"how": "fought", "winner": None, "reason": None, "text": None, "turn": None, "scores": scores}
        return {
            "how": "fought",
            "winner": fought.winner,
            "reason": fought.reason,
            "text": self.sentences.word(state, "reason", fought.reason),
            "turn": fought.turn,
            "scores": dict(fought.scores),
        }

    def shown_before(self, viewer: Viewer) -> bytes | None:
        """The state as :meth:`shown` has made it since the viewer's last step; None if it has not."""
        made = self._made.get(viewer)
        return made[1] if made is not None and made[0] == self._step_of(viewer) else None

    def shown(self, viewer: Viewer) -> bytes:
        """The state of the table as a viewer may see it, as JSON; made once for each step the viewer is told.

        What others do in secret is no step of his, so that it neither changes this nor has it made anew.
        """
        step, made = self._step_of(viewer), self._made.get(viewer)
        if made is None or made[0] != step:
            shown = self._shown(viewer)
            shown["view"] = self._with_board_written(shown["view"])
            made = self._made[viewer] = (step, _ENCODE(shown))
        return made[1]

    def _step_of(self, viewer: Viewer) -> object:
        """What a viewer's state is made anew for."""
        return self.version if self.by_hand else (self.timelines[viewer].length, self.numbers.get(viewer or PUBLIC))

    def _with_board_written(self, view: View) -> View:
        """The view with its board as JSON already: that is written once, for it hardly ever changes."""
        board = view.get("board")
        if board is None:
            return view
        if board is not self._board[0]:
            self._board = (board, msgspec.Raw(_ENCODE(board)))
        return {**view, "board": self._board[1]}

    def _shown(self, viewer: Viewer) -> dict[str, Any]:
        decision = None if viewer is None else self.decision_of(viewer)
        return {
            "seat": viewer,
            "status": "over" if self.is_over else "playing",
            "moment": self.timelines[viewer].length - 1,
            "number": None if viewer is None else self.numbers[viewer],
            "view": self._view_of(viewer),
            "decision": None
            if decision is None or viewer is None
            else self.sentences.decision(self.game.state, decision, self.numbers[viewer]),
            "waiting_for": self.waiting_for(viewer),
            "secret": not self.is_over and (self._is_secret or self.rules.hides(self.game.state)),
            "may_undo": viewer is not None and self.may_undo(viewer),
            "undoes": "" if viewer is None else self.last_part(viewer),
            "parts": [] if viewer is None else self.sentences.parts(self.game.state, viewer),
            "draw_offered_by": self.offer,
            "draw_accepted_by": sorted(self.accepted),
            "result": self.result(),
        }

    def _view_of(self, viewer: Viewer) -> View:
        """What a viewer sees; after a battle that was given up or drawn, with what each side counted for itself alone.

        Of one that was fought to its end the rules show it themselves.
        """
        view = self.game.view(viewer)
        if self.ended is None:
            return view
        tracks = dict(view.get("tracks", {}))
        for seat in self.seats:
            own = self.game.view(seat).get("tracks", {})
            for key, counts in tracks.items():
                if isinstance(counts, dict) and counts.get(seat, 0) is None:
                    tracks[key] = {**counts, seat: own[key][seat]}
        return {**view, "tracks": tracks}

    # What is kept

    def mark_due(self, every: int) -> MarkRow | None:
        """A state worth keeping now: nothing before it can be taken back, and nobody has answered in secret."""
        firm = self.game.firm_mark
        if self.by_hand or firm is None or self.position - self.marked_at < every or self.accepted:
            return None
        if firm.decisions != len(self.game.journal) or self.is_over:
            return None
        self.marked_at = self.position
        return MarkRow(
            self.position,
            firm.decisions,
            firm.counter,
            firm.state.to_plain(),
            {viewer or PUBLIC: timeline.length for viewer, timeline in self.timelines.items()},
            dict(self.numbers),
            self.offer,
        )


def without_cuts(entries: Sequence[Entry]) -> list[Entry]:
    """What still counts: a cut drops what the rules, mended since, no longer allowed."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind == "cut":
            kept = [one for one in kept if one.position < entry.args["from"]]
        kept.append(entry)
    return kept


def standing_answers(entries: Sequence[Entry]) -> list[Entry]:
    """The answers that were not taken back, in order.

    An undo says how many of the last ones it takes back; if it does not, it takes back the last one of its own seat.
    """
    standing: list[Entry] = []
    for entry in entries:
        if entry.kind == "answer":
            standing.append(entry)
        elif entry.kind == "undo" and "answers" in entry.args:
            del standing[-entry.args["answers"] :]
        elif entry.kind == "undo":
            place = max(place for place, one in enumerate(standing) if one.seat == entry.seat)
            del standing[place]
    return standing
