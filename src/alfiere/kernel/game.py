"""The driver: runs a game's procedures, asks the decisions, keeps marks, and can go back or step aside.

Generators cannot be copied, so nothing here tries to. The driver keeps a copy of the state at the last
mark and the few answers since; a clone, an undo and a roll entered by hand all start the procedure afresh
from there and answer it again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Args, Decision, Illegal, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.plain import digest
from alfiere.kernel.procedure import MARK, Procedure, Together
from alfiere.kernel.ruleset import Result, Ruleset, State, View

S = TypeVar("S", bound=State)
Item = TypeVar("Item")
Answer = Option | int | str | tuple[str, Args]

ROLL = "roll"  # the key of a decision that asks for a card or die thrown by hand


class Taken(NamedTuple):
    """One answer of the battle: who, what, and how much chance and secrecy was spent before it."""

    seat: Seat
    option: Option
    spent: int
    revealed: int


class Redealt(NamedTuple):
    """A note in the journal of a clone: here, what ``seat`` cannot know was dealt anew."""

    seat: Seat
    seed: str


class Kept(NamedTuple):
    """A mark: the state as it stood, and how far journal, events and chance had come."""

    state: Any
    decisions: int
    events: int
    counter: int
    seed: str
    revealed: int
    rolls: int


class RollNeeded(Exception):
    """Raised out of a procedure when a roll must be entered by hand."""

    def __init__(self, seat: Seat, kind: str, items: Sequence[Any]) -> None:
        super().__init__(kind)
        self.seat, self.kind, self.items = seat, kind, items


class Game(Generic[S]):
    """One battle. ``decision`` is what is asked now, of whom; None when it is over."""

    def __init__(
        self,
        rules: Ruleset[S],
        scenario: Any,
        seed: str | int = "0",
        options: Mapping[str, Any] | None = None,
        *,
        keep_marks: bool = True,
        by_hand: bool = False,
        audited: bool = False,
        state: S | None = None,
        counter: int = 0,
        past: Sequence[Taken] = (),
    ) -> None:
        """A battle from its beginning; or from ``state``, with ``past`` as the journal that led there.

        ``keep_marks`` is needed to clone, undo and save; ``by_hand`` asks for every card and die; ``audited``
        notes the digest after every decision.
        """
        self.rules = rules
        self.scenario = scenario
        self.options: dict[str, Any] = {**rules.options(), **(options or {})}
        self.keep_marks = keep_marks or by_hand
        self.by_hand = by_hand
        self.chance = Chance(str(seed), counter)
        self.state: S = state if state is not None else rules.setup(scenario, self.options)
        self.events: list[Event] = []
        self.journal: list[Taken] = list(past)
        self.audited = audited
        self.digests: list[str] = []
        self.decision: Decision | None = None
        self.revealed = 0
        self.marks_passed = 0
        self.halts_at_mark = False  # for a look ahead: stand still at the next mark, whatever comes after it
        self.shown_from: int | None = None
        self._aside: dict[Seat, tuple[Procedure[None], Decision]] = {}
        self._marks: list[Kept] = []
        self._since: list[Taken | Redealt] = []
        self._rolls: list[Taken] = []
        self._rolls_used = 0
        self._replaying = False
        self._procedure = rules.play(self)
        self._run(None)

    # What procedures use

    def tell(self, event: Event) -> None:
        """Write down that something happened."""
        self.events.append(self.rules.told(self.state, event))

    def pick(self, items: Sequence[Item], seat: Seat, kind: str = "card") -> int:
        """The place of one item taken blindly; ``seat`` is whose cards or dice they are."""
        if self.by_hand:
            return self._picked_by_hand(items, seat, kind)
        return self.chance.below(len(items))

    def reveal(self) -> None:
        """Something hidden has been shown: no undo goes back behind this."""
        self.revealed += 1

    # What players use

    def decisions(self) -> list[Decision]:
        """Everything asked now; several when seats decide in secret at the same time."""
        if self._aside:
            return [decision for _, decision in self._aside.values()]
        return [self.decision] if self.decision is not None else []

    def decision_of(self, seat: Seat) -> Decision | None:
        """What this seat is asked now."""
        return next((one for one in self.decisions() if one.seat == seat), None)

    @property
    def is_secret(self) -> bool:
        """Whether seats are deciding side by side now, unseen by each other.

        When an answer ends such a round, ``shown_from`` is the first event that is for everybody again: those
        of the same answer before it still belonged to the seat that gave it.
        """
        return bool(self._aside)

    @property
    def result(self) -> Result | None:
        """How the battle ended, or None while it goes on."""
        return self.rules.result(self.state)

    def view(self, seat: Seat | None) -> View:
        """What a seat may see."""
        return self.rules.view(self.state, seat)

    def answer(self, seat: Seat, answer: Answer) -> list[Event]:
        """Answer what the seat is asked; what happened comes back. Raises Illegal, and nothing has changed."""
        decision = self.decision
        if decision is None or decision.seat != seat:
            decision = self.decision_of(seat)
            if decision is None:
                raise Illegal(f"{seat} is not asked anything now", who=seat)
        option = decision.find(answer)
        if option is None:
            raise self._refusal(decision, answer)
        before = len(self.events)
        self.shown_from = None
        self._take(seat, option)
        if self.audited:
            self._note_digest()
        return self.events[before:]

    def follow(self, seat: Seat, key: str, args: dict[str, Any]) -> None:
        """Take an answer on trust, without asking whether it is offered: for a journal whose end will be checked."""
        if (self.decision is None or self.decision.seat != seat) and self.decision_of(seat) is None:
            raise Illegal(f"{seat} is not asked anything now", who=seat)
        self._take(seat, Option(key, args))

    def clone(self, seat: Seat | None = None, seed: str | None = None, *, keep_marks: bool = False) -> Game[S]:
        """The same battle, independent of this one, as it stands now.

        With a seat, which must be the one asked, what it cannot know is dealt anew and the future gets a seed
        of its own; what other seats have secretly answered is asked again. Only a clone that keeps marks can
        itself be cloned.
        """
        if not self._marks:
            raise Illegal("this battle keeps no marks, so it cannot be cloned")
        if seat is None:
            twin = self._start_from(self._marks[-1], keep_marks, None)
            for entry in self._since:
                twin._follow(entry)
            if seed is not None:
                twin.chance = Chance(seed, twin.chance.counter)
            return twin
        if self.decision_of(seat) is None:
            raise Illegal(f"{seat} is not asked anything now", who=seat)
        dealt = Redealt(seat, seed if seed is not None else f"{self.chance.seed}/{self.chance.counter}")
        if self._aside:  # all answers since the mark are secret; the others' are forgotten
            twin = self._start_from(self._marks[-1], keep_marks, dealt)
            for entry in self._since:
                if entry.seat == seat:
                    twin._follow(entry)
            return twin
        twin = self._start_from(self._marks[-1], keep_marks, None)
        for entry in self._since:
            twin._follow(entry)
        twin._follow(dealt)
        return twin

    def undo(self, seat: Seat | None = None, over: Collection[Seat] = ()) -> int:
        """Take back the last answer, while no chance was used and nothing hidden was shown since; how many went.

        With a seat it is the last one of that seat, and what the seats of ``over`` answered since goes with it.
        """
        wanted = self._way_back(seat, over)
        if wanted is None:
            raise Illegal("this cannot be taken back: cards have been turned or something was shown since")
        count = len(self.journal) - wanted
        kept = [mark for mark in self._marks if mark.decisions <= wanted]
        entries = [one for one in self.journal[kept[-1].decisions : wanted] if one.option.key != ROLL]
        self._marks = kept
        self._return_to(kept[-1], keep_rolls=True)  # nothing was rolled since the answer that is taken back
        for entry in entries:
            self._take(entry.seat, entry.option)
        del self.digests[len(self.journal) :]
        return count

    def may_undo(self, seat: Seat | None = None, over: Collection[Seat] = ()) -> bool:
        """Whether :meth:`undo` would be allowed."""
        return self._way_back(seat, over) is not None

    def _way_back(self, seat: Seat | None, over: Collection[Seat]) -> int | None:
        """How many answers would be left after an undo; None where there is no way back."""
        place = len(self.journal) - 1
        while place >= 0 and seat is not None and self.journal[place].seat != seat:
            if self.journal[place].seat not in over or self.journal[place].option.key == ROLL:
                return None
            place -= 1
        if place < 0 or not any(mark.decisions <= place for mark in self._marks):
            return None
        last = self.journal[place]
        is_open = last.spent == self.chance.counter + len(self._rolls) and last.revealed == self.revealed
        return place if is_open and last.option.key != ROLL else None

    def digest(self) -> str:
        """Sixteen digits that stand for everything that matters now."""
        return digest([self.state.to_plain(), self.chance.counter, self._rolls_used])

    def _note_digest(self) -> None:
        """One digest a decision; rolls entered by hand share the one of the decision they belong to."""
        now = self.digest()
        del self.digests[len(self.journal) :]
        self.digests += [now] * (len(self.journal) - len(self.digests))

    @property
    def since_mark(self) -> int:
        """How many answers a clone has to be given again."""
        return len(self._since)

    @property
    def mark(self) -> Kept | None:
        """The last mark, for the save file."""
        return self._marks[-1] if self._marks else None

    @property
    def firm_mark(self) -> Kept | None:
        """The oldest mark still kept: nothing before it can ever be taken back."""
        return self._marks[0] if self._marks else None

    # The driver itself

    def _run(self, value: Option | None) -> None:
        """Send an answer into the procedure and run it to the next decision."""
        procedure = self._procedure
        try:
            while True:
                item = procedure.send(value)  # type: ignore[arg-type]
                value = None
                if item is MARK:
                    self.marks_passed += 1
                    if self.halts_at_mark:
                        self.decision = None
                        return
                    if self.keep_marks:
                        self._keep_mark()
                elif isinstance(item, Decision):
                    item.number = len(self.journal)
                    self.decision = item
                    return
                elif isinstance(item, Together) and self._begin_together(item):
                    return
        except StopIteration:
            self.decision = None
        except RollNeeded as need:
            self._ask_roll(need)

    def _begin_together(self, together: Together) -> bool:
        """Start the seats' procedures; False when none of them asks anything."""
        for seat, procedure in together.procedures.items():
            self._advance_aside(seat, procedure, None)
        return self._show_aside()

    def _advance_aside(self, seat: Seat, procedure: Procedure[None], value: Option | None) -> None:
        try:
            item = procedure.send(value)  # type: ignore[arg-type]
        except StopIteration:
            self._aside.pop(seat, None)
            return
        if not isinstance(item, Decision):
            raise TypeError("procedures that run side by side can only yield decisions")
        item.number = len(self.journal)
        self._aside[seat] = (procedure, item)

    def _show_aside(self) -> bool:
        if not self._aside:
            self.decision = None
            return False
        _, self.decision = next(iter(self._aside.values()))
        return True

    def _take(self, seat: Seat, option: Option) -> None:
        taken = Taken(seat, option, self.chance.counter + len(self._rolls), self.revealed)
        if option.key == ROLL:
            self._enter_roll(taken)
            return
        self.journal.append(taken)
        if self.keep_marks:
            self._since.append(taken)
        if self._aside:
            procedure, _ = self._aside[seat]
            try:
                self._advance_aside(seat, procedure, option)
            except RollNeeded as need:
                self._ask_roll(need)
                return
            if not self._show_aside():
                self.shown_from = len(self.events)
                self._run(None)
        else:
            self._run(option)

    def _keep_mark(self) -> None:
        last = self._marks[-1] if self._marks else None
        if self._replaying and (last is None or last.rolls == self._rolls_used):
            return  # this is the mark the procedure was started from; only rolls by hand lead past it
        if last is not None and (last.counter != self.chance.counter or last.revealed != self.revealed):
            self._marks.clear()  # nothing before this point can be taken back
        self._marks.append(
            Kept(
                self.state.copy(),
                len(self.journal),
                len(self.events),
                self.chance.counter,
                self.chance.seed,
                self.revealed,
                self._rolls_used,
            )
        )
        self._since.clear()

    def _start_from(self, mark: Kept, keep_marks: bool, dealt: Redealt | None) -> Game[S]:
        """A twin that stands at the first decision after a mark."""
        twin: Game[S] = Game.__new__(Game)
        twin.rules, twin.scenario, twin.options = self.rules, self.scenario, self.options
        twin.by_hand = self.by_hand and dealt is None
        twin.keep_marks = keep_marks or twin.by_hand
        twin.state = mark.state.copy()
        twin.audited, twin.digests = False, []
        twin.events, twin.journal = [], self.journal[: mark.decisions] if twin.keep_marks else []
        twin.chance = self.chance.copy() if mark.seed == self.chance.seed else Chance(mark.seed)
        twin.chance.counter = mark.counter
        twin.decision, twin.revealed, twin.marks_passed, twin.halts_at_mark = None, mark.revealed, 0, False
        twin.shown_from = None
        twin._aside, twin._since = {}, []
        twin._rolls, twin._rolls_used = (self._rolls[:], mark.rolls) if twin.by_hand else ([], 0)
        if dealt is not None:
            twin.chance = Chance(dealt.seed, mark.counter)
            self.rules.redeal(twin.state, dealt.seat, twin.chance)
        twin._marks = []
        if twin.keep_marks:
            state = twin.state.copy() if dealt is not None else mark.state
            twin._marks = [mark._replace(state=state, events=0, seed=twin.chance.seed, counter=twin.chance.counter)]
        twin._replaying = True  # the first mark the procedure meets is the one it starts from
        twin._procedure = self.rules.play(twin)
        twin._run(None)
        twin._replaying = False
        return twin

    def _follow(self, entry: Taken | Redealt) -> None:
        """Do again what a journal says."""
        if isinstance(entry, Taken):
            self._take(entry.seat, entry.option)
            return
        self.by_hand = False
        self.chance = Chance(entry.seed, self.chance.counter)
        self.rules.redeal(self.state, entry.seat, self.chance)
        if self.keep_marks:
            self._since.append(entry)

    def _return_to(self, mark: Kept, *, keep_rolls: bool = False) -> None:
        """Put everything back to a mark and start the procedure afresh there."""
        self.state = mark.state.copy()
        self.chance = Chance(mark.seed, mark.counter)
        self.revealed = mark.revealed
        del self.events[mark.events :]
        del self.journal[mark.decisions :]
        self._since.clear()
        self._aside.clear()
        if not keep_rolls:
            del self._rolls[mark.rolls :]
        self._rolls_used = mark.rolls
        self._procedure.close()
        self._procedure = self.rules.play(self)
        self._replaying = True
        self._run(None)
        self._replaying = False

    def refusal(self, decision: Decision, answer: Option) -> Illegal:
        """What the rules say, in words, against an answer that is not allowed."""
        found = decision.why_not(answer.key, answer.args) or self.rules.objection(self.state, decision, answer)
        return self.rules.refused(self.state, decision.seat, found)

    def _refusal(self, decision: Decision, answer: Answer) -> Illegal:
        if isinstance(answer, tuple):
            answer = Option(answer[0], dict(answer[1]))
        if isinstance(answer, Option):
            return self.refusal(decision, answer)
        rule = decision.rules[0] if decision.rules else ""
        return Illegal(f"«{answer}» is not one of the {len(decision.options)} options", rule, decision.seat)

    # Rolls entered by hand

    def _picked_by_hand(self, items: Sequence[Any], seat: Seat, kind: str) -> int:
        if self._rolls_used < len(self._rolls):
            entry = self._rolls[self._rolls_used]
            self._rolls_used += 1
            self.journal.append(entry)
            return list(items).index(entry.option[kind])
        raise RollNeeded(seat, kind, items)

    def _ask_roll(self, need: RollNeeded) -> None:
        """Ask for a value; meanwhile the table stands as it did before the answer that needs it."""
        since, journal = self._since[:], self.journal[:]
        values = sorted(set(need.items))
        if since:
            self.shown_from = None
            self._return_to(self._marks[-1], keep_rolls=True)
            for entry in since[:-1]:
                self._follow(entry)
        else:
            self.state = self._marks[-1].state.copy()
            del self.events[self._marks[-1].events :]
        self._since, self.journal = since, journal
        self._aside.clear()
        self.decision = Decision(
            need.seat, ROLL, [Option(ROLL, {need.kind: value}) for value in values], {"kind": need.kind}
        )
        self.decision.number = len(journal)

    def _enter_roll(self, taken: Taken) -> None:
        since = self._since[:]
        self._rolls.append(taken)
        self._return_to(self._marks[-1], keep_rolls=True)
        for entry in since:
            self._follow(entry)
