"""Twin games on two servers: they differ only in what is hidden from one who looks on, so he must hear the same.

Both worlds have the same game, keys and seed. In the second what the viewer cannot know has been dealt anew; whoever is
hidden from him, or answers in secret, may act differently there. Everything the viewer can ask for is compared byte by
byte, as long as the rules have shown him nothing.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from alfiere.games import GAMES
from alfiere.games.cappa.ground.visibility import hidden_from
from alfiere.games.cappa.state.state import ON
from alfiere.games.cappa.told.chance_events import MarkerSeen
from alfiere.games.cappa.told.weather_events import HiddenFound, Sighted, Unseen
from alfiere.kernel.chance import Chance
from alfiere.kernel.decision import Decision, Option, Seat
from alfiere.kernel.event import Event
from alfiere.kernel.game import Game
from alfiere.server.records import GameRow, HolderRow, MarkRow, SeatRow
from alfiere.server.seats import hash_of
from alfiere.server.table import PUBLIC, Table
from soak.plan import plan_of
from tests.kernel.walks import any_decision, choice
from tests.server.people import Live, Person
from tests.server.running import Running

Viewer = Seat | None
SAMPLE = 3  # options of a decision that are previewed, besides those that hint at somebody hidden
PROBES = 4  # of these
KEPT = 2  # steps of a timeline in memory
STEPS = 12  # answers of a pair at the most
LONGER = 120  # more answers of a walk, at the most, until something is hidden from the viewer


class Leak(AssertionError):
    """A viewer could tell two worlds apart that differ only in what is hidden from him."""


class Pair(NamedTuple):
    """What two worlds begin with: which battle, how far into it, and who looks on."""

    code: str
    scenario: Any
    options: Mapping[str, str]
    seed: int
    walked: int
    viewer: Viewer
    label: str
    otherwise: Any = None  # the same battle with another table of events, which the viewer does not know

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        who = self.viewer or "a spectator"
        return f"{self.code}/{self.label}{options}, seed {self.seed}, after {self.walked} decisions, seen by {who}"


class World:
    """One of the two servers, with the game as its viewer can ask for it."""

    def __init__(self, running: Running, made: Counter[tuple[int, Viewer, int]]) -> None:
        self.running, self._made = running, made
        self.people: dict[Viewer, Person] = {}
        self.viewer: Viewer = None
        self.live: Live | None = None

    def lay(self, row: GameRow, seats: tuple[Seat, ...], mark: MarkRow, viewer: Viewer) -> None:
        """Put a battle on the table, with a key for every seat; its viewer listens."""
        sitting = [SeatRow(seat, "person", place, "share") for place, seat in enumerate(seats)]
        keys = [HolderRow(place, hash_of(f"{seat} at {row.id}"), True) for place, seat in enumerate(seats)]
        coming = self.running.house.create(row, sitting, keys, [], mark)
        asyncio.run_coroutine_threadsafe(coming, self.running.loop).result(120)
        self.people = {seat: Person(self.running.address, row.id, f"{seat} at {row.id}", seat) for seat in seats}
        self.people[None] = Person(self.running.address, row.id)
        self.viewer, self.game_id = viewer, row.id
        self.live = self.people[viewer].live(seen=0)
        self.steps: dict[int, Any] = {}  # as the stream has told them

    @property
    def table(self) -> Table:
        """The referee's own."""
        found: Table = self.running.table(self.game_id)
        return found

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def made(self) -> int:
        """How often the viewer's table has been made since he was last told something, instead of sent as it was.

        Not how often in all: how many changes the live stream tells at once hangs on how busy the machine is.
        """
        return self._made[id(self.table), self.viewer, self.table.timelines[self.viewer].length]

    def heard(self) -> list[str]:
        """The live messages about the table, up to now; after a word of one's own nothing older can come."""
        person, live = self.people[self.viewer], self.live
        assert live is not None
        before = len(person.heard)
        if self.viewer is None:
            live.catch_up(self.table.timelines[self.viewer].length - 1)
        else:
            person.act("chat", text="and so")
            live.until("chat")
        found = [text for text in person.heard[before:] if text.startswith('{"type":"changed"')]
        for text in found:
            self.steps |= {step["moment"]: step for step in json.loads(text)["steps"]}
        return found

    def forget(self) -> None:
        """Keep but few steps in memory, so that the log comes from the storage."""
        for line in self.table.timelines.values():
            gone = max(0, len(line.steps) - KEPT)
            del line.steps[:gone]
            line.first += gone

    def close(self) -> None:
        if self.live is not None:
            self.live.close()
            self.live = None


# What the rules have shown


class Shown(NamedTuple):
    """What an answer may have brought to light for a viewer, and why."""

    chance: bool
    sight: bool


def _raw(event: Event) -> Event:
    return event.event if isinstance(event, Unseen) else event


def shown_by(code: str, events: list[Event], viewer: Viewer, *, drew: bool, revealed: bool) -> Shown:
    """Whether something may have come to light: cards or dice, or what a game tells of as seen by this viewer."""
    if code != "cappa":
        return Shown(drew, revealed)
    for event in map(_raw, events):
        if isinstance(event, HiddenFound):
            return Shown(drew, True)
        if isinstance(event, Sighted | MarkerSeen) and viewer in (event.seat, None):
            return Shown(drew, True)
    return Shown(drew, False)


def out_of_sight(code: str, state: Any, viewer: Viewer) -> frozenset[str]:
    """Whoever the viewer may not hear of now."""
    return hidden_from(state, viewer) if code == "cappa" else frozenset()


def named_in(message: Any) -> Iterator[str]:
    """Every word of a message, as data; not what is inside sentences."""
    if isinstance(message, dict):
        for key, value in message.items():
            if key not in ("text", "name"):
                yield from named_in(value)
    elif isinstance(message, list):
        for one in message:
            yield from named_in(one)
    elif isinstance(message, str):
        yield message


# Comparing


class Twins:
    """Two servers, and pairs of games on them one after the other."""

    def __init__(self, one: World, other: World) -> None:
        self.worlds = (one, other)
        self.pairs = self.compared = self.differing = 0
        self.ends: Counter[str] = Counter()
        self._number = 0

    def play(self, pair: Pair, steps: int = STEPS, begun: Game[Any] | None = None) -> str:
        """Play a pair until something comes to light; why it ended. Raises Leak.

        ``begun``: a battle that stands at a mark, to begin with instead of one that is walked into at random.
        """
        dice = random.Random(f"{pair}")
        mark = begun or _walked(pair, dice)
        if mark is None:
            return self._ended("over")
        self._number += 1
        self.pairs += 1
        try:
            self._lay(pair, mark, dice)
            ended = self._play(pair, dice, steps)
            if ended in ("played", "another is asked"):
                self._open_again(pair)
            return self._ended(ended)
        except Leak as leak:
            raise Leak(f"{pair}: {leak}") from None
        finally:
            for world in self.worlds:
                world.close()
                world.running.house._rooms.pop(f"twins{self._number:011}", None)

    def _ended(self, why: str) -> str:
        self.ends[why] += 1
        return why

    def _lay(self, pair: Pair, mark: Game[Any], dice: random.Random) -> None:
        rules, kept = GAMES[pair.code], mark.mark
        assert kept is not None
        seats = rules.seats_of(pair.scenario, mark.options)
        row = GameRow(
            id=f"twins{self._number:011}",
            code=pair.code,
            scenario=pair.scenario.id,
            source=_written(pair.scenario),
            options=msgspec.json.encode(mark.options).decode(),
            by_hand=False,
            origin="fair",
            secret="secret",
            commitment="commitment",
            seed=str(pair.seed),
            status="playing",
            created=0.0,
            touched=0.0,
            visited=0.0,
        )
        told = dict.fromkeys((*seats, PUBLIC), 1)
        rows = (row, msgspec.structs.replace(row, source=_written(pair.otherwise or pair.scenario)))
        states = (kept.state, _dealt_anew(pair, kept.state, seats, dice))
        for world, own, state in zip(self.worlds, rows, states, strict=True):
            numbers = dict.fromkeys(seats, 1)
            world.lay(own, seats, MarkRow(0, 0, kept.counter, state.to_plain(), told, numbers, None), pair.viewer)

    def _play(self, pair: Pair, dice: random.Random, steps: int) -> str:
        one, other = self.worlds
        started = self._look(pair, random.Random(1), Shown(False, False))
        if started is not None:
            return started
        for step in range(steps):
            before = [self._stand(pair, world) for world in self.worlds]
            answers = self._answers(pair, dice)
            if isinstance(answers, str):
                return answers
            was_secret = one.table._is_secret
            for world, answer in zip(self.worlds, answers, strict=True):
                if answer is not None:
                    sent = world.people[answer[0]].send(world.table.numbers[answer[0]], _plain(answer[1]))
                    assert sent.status_code == 200, f"{pair}: {sent.text}"
            if any(world.table.is_over for world in self.worlds):
                return "over"  # then everything is open to everybody
            shown = [self._shown(pair, *stand, world) for stand, world in zip(before, self.worlds, strict=True)]
            if was_secret and any(world.game.shown_from is not None for world in self.worlds):
                shown.append(Shown(False, True))  # the round is over, and all is laid open
            for stand, world in zip(before, self.worlds, strict=True):
                self._judge_names(pair, stand, world)
            if [two.seat for two in one.game.decisions()] != [two.seat for two in other.game.decisions()]:
                if not one.table._is_secret:
                    return "another is asked"  # that it is somebody's turn, everybody knows
            light = Shown(any(one.chance for one in shown), any(one.sight for one in shown))
            try:
                ended = self._look(pair, random.Random(step), light)
            except Leak as leak:
                happened = [
                    [_raw(event).key for event in world.game.events[stand[0] :]]
                    for stand, world in zip(before, self.worlds, strict=True)
                ]
                raise Leak(f"after {answers} and so {happened}: {leak}") from None
            if ended is not None:
                return ended
        return "played"

    def _open_again(self, pair: Pair) -> None:
        """Read from the storage the games tell the viewer what they told him before, and so the same."""
        seat = {"seat": pair.viewer} if pair.viewer else {}
        for world in self.worlds:
            person = world.people[pair.viewer]
            asked = [("", seat), ("/log", seat | {"from": 1})]
            before = [person.ask("GET", path, params=query).content for path, query in asked]
            for step in json.loads(before[1])["steps"]:
                if world.steps.get(step["moment"], step) != step:
                    raise Leak(f"the log tells otherwise than the stream did: {step}")
            world.close()
            world.running.house._rooms.pop(world.game_id)
            for (path, query), known in zip(asked, before, strict=True):
                again = person.ask("GET", path, params=query).content
                if again != known:
                    raise Leak(f"opened again, {path or 'the state'} differs: {_difference(known, again)}")

    def _stand(self, pair: Pair, world: World) -> tuple[int, int, int, frozenset[str], int]:
        game = world.game
        hidden = out_of_sight(pair.code, game.state, pair.viewer)
        return len(game.events), game.chance.counter, game.revealed, hidden, world.table.timelines[pair.viewer].length

    def _shown(
        self, pair: Pair, events: int, counter: int, revealed: int, _: frozenset[str], __: int, world: World
    ) -> Shown:
        game = world.game
        drew, has_revealed = game.chance.counter != counter, game.revealed != revealed
        return shown_by(pair.code, game.events[events:], pair.viewer, drew=drew, revealed=has_revealed)

    def _judge_names(self, pair: Pair, stand: tuple[int, int, int, frozenset[str], int], world: World) -> None:
        """Nobody is named who was hidden before and has not been seen since."""
        state, hidden = world.game.state, stand[3]
        if not hidden or world.table.is_over:
            return
        came = {
            name
            for event in map(_raw, world.game.events[stand[0] :])
            for name in (
                event.figures
                if isinstance(event, Sighted) and event.seat == pair.viewer
                else (event.enemy, event.figure)
                if isinstance(event, HiddenFound)
                else ()
            )
        }
        now = out_of_sight(pair.code, state, pair.viewer)
        unseen = {name for name in hidden - came if name in now or state.figures[name].where != ON}
        for step in world.table.timelines[pair.viewer].since(stand[4]) or ():
            for event in step.events:
                found = unseen & set(named_in(json.loads(bytes(event))))
                if found:
                    raise Leak(f"{sorted(found)} cannot be seen, but {bytes(event).decode()[:300]}")

    def _answers(
        self, pair: Pair, dice: random.Random
    ) -> tuple[tuple[Seat, Option] | None, tuple[Seat, Option] | None] | str:
        """Who answers what in each of the worlds; the viewer answers the same in both."""
        one, other = self.worlds
        mine = one.game.decision_of(pair.viewer) if pair.viewer else None
        theirs = [asked for asked in one.game.decisions() if asked.seat != pair.viewer]
        if one.table._is_secret and theirs and (mine is None or dice.random() < 0.85):
            return self._in_secret(theirs[0].seat, dice)
        asked = mine or theirs[0]
        beside = other.game.decision_of(asked.seat)
        assert beside is not None
        if mine is None and self._acts_unseen(pair, asked) and dice.random() < 0.7:
            first = asked.drawn(dice.random)
            alike = [one for one in beside.options if (one.key, one.get("pa")) == (first.key, first.get("pa"))]
            second = dice.choice(alike) if alike else beside.drawn(dice.random)
            return (asked.seat, first), (asked.seat, second)
        for _ in range(20):
            option = choice(asked, dice)
            found = beside.find((option.key, dict(option.args)))
            if found is not None:
                return (asked.seat, option), (asked.seat, found)
        return "nothing to answer alike"

    def _in_secret(
        self, seat: Seat, dice: random.Random
    ) -> tuple[tuple[Seat, Option] | None, tuple[Seat, Option] | None]:
        """Another answers in secret, in each world as he likes, or in one of them not yet."""
        found: list[tuple[Seat, Option] | None] = []
        for world in self.worlds:
            asked = world.game.decision_of(seat)
            waits = asked is None or dice.random() < 0.3
            found.append(None if asked is None or waits else (seat, choice(asked, dice)))
        return found[0], found[1]

    def _acts_unseen(self, pair: Pair, asked: Decision) -> bool:
        """Whether it is somebody out of the viewer's sight who acts, in both worlds."""
        who = asked.about.get("figure")
        for world in self.worlds:
            state = world.game.state
            hidden = out_of_sight(pair.code, state, pair.viewer)
            squad = getattr(state, "squads", {}).get(who)
            men = [name for name in squad.members if state.figures[name].where == ON] if squad else [who]
            if not men or not all(name in hidden for name in men):
                return False
        return True

    def _look(self, pair: Pair, dice: random.Random, shown: Shown) -> str | None:
        """The viewer asks for everything in both worlds. Why the pair ends here, if it does; raises Leak."""
        one, other = self.worlds
        questions = self._questions(pair, dice)
        for name, ask in questions:
            first, second = ask(one), ask(other)
            self.compared += 1
            if first != second:
                if shown.sight:
                    return "came to light"
                if shown.chance:
                    return "chance"
                raise Leak(f"{name} differs: {_difference(first, second)}")
        self.differing += _hold_different(one.game, other.game)
        return None

    def _questions(self, pair: Pair, dice: random.Random) -> list[tuple[str, Callable[[World], Any]]]:
        """Everything a viewer can ask for. What is asked is made from the first world, for both."""
        one = self.worlds[0]
        seat = {"seat": pair.viewer} if pair.viewer else {}
        last = one.table.timelines[pair.viewer].length - 1
        number = one.table.numbers[pair.viewer] if pair.viewer else 0

        def get(path: str, **query: Any) -> Callable[[World], Any]:
            def ask(world: World) -> Any:
                answer = world.people[pair.viewer].ask("GET", path, params=seat | query)
                return answer.status_code, answer.content

            return ask

        def post(path: str, **body: Any) -> Callable[[World], Any]:
            def ask(world: World) -> Any:
                answer = world.people[pair.viewer].act(path, **body)
                return answer.status_code, answer.content

            return ask

        def made(world: World) -> tuple[int, int]:
            world.people[pair.viewer].ask("GET", params=seat)
            return world.made, world.table.timelines[pair.viewer].length

        found: list[tuple[str, Callable[[World], Any]]] = [
            ("the live stream", World.heard),
            ("what is forgotten", World.forget),  # when the stream has told it
            ("how often the table was made", made),
            ("the state", get("")),
            ("the log", get("/log", **{"from": 1})),
            ("the moment", get(f"/moments/{last}")),
            ("an earlier moment", get(f"/moments/{dice.randrange(last + 1)}")),
            ("the dice", get("/fairness")),
            ("the save", get("/save")),
        ]
        for world in self.worlds:  # it holds everything, so nobody who plays against another gets it
            refused = world.people[pair.viewer].ask("GET", "/save")
            if refused.status_code != 403:
                raise Leak(f"the save is given away: {refused.text[:200]}")
        if pair.viewer is None:
            return found
        nonsense = {"key": "nonsense", "args": {}}
        found.append(("a late answer", post("answer", decision=number + 1, answer=nonsense)))
        found.append(("a late undo", post("undo", number=number + 1)))
        for answer in (nonsense, *self._tempting(pair, dice)):
            what = f"{answer['key']} {json.dumps(answer['args'])}"
            found.append((f"why not {what}", post("why", answer=answer)))
            found.append((f"the preview of {what}", post("preview", answer=answer)))
            if self._is_refused(pair, answer):
                found.append((f"the refusal of {what}", post("answer", decision=number, answer=answer)))
            if answer is not nonsense and one.game.decision_of(pair.viewer) is None:
                break
        return found

    def _is_refused(self, pair: Pair, answer: dict[str, Any]) -> bool:
        """Whether it can be sent in both worlds without being taken."""
        asked = [world.table.decision_of(pair.viewer) for world in self.worlds if pair.viewer]
        return all(one is None or one.find((answer["key"], answer["args"])) is None for one in asked)

    def _tempting(self, pair: Pair, dice: random.Random) -> list[dict[str, Any]]:
        """Answers to try: some that are offered, and some of those turned towards somebody hidden."""
        asked = self.worlds[0].game.decision_of(pair.viewer) if pair.viewer else None
        if asked is None:
            return []
        offered = [_plain(asked.drawn(dice.random)) for _ in range(SAMPLE)]
        hints: list[dict[str, Any]] = []
        for world in self.worlds:
            state = world.game.state
            for name in sorted(out_of_sight(pair.code, state, pair.viewer)):
                man = state.figures[name]
                for option in offered:
                    for key, value in option["args"].items():
                        if isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value):
                            hints.append({"key": option["key"], "args": option["args"] | {key: [man.x, man.y]}})
                            hints.append({"key": option["key"], "args": option["args"] | {key: [man.x + 40, man.y]}})
                        elif isinstance(value, str) and value in state.figures and key != "figure":
                            hints.append({"key": option["key"], "args": option["args"] | {key: name}})
        return offered + dice.sample(hints, min(PROBES, len(hints)))


def _written(scenario: Any) -> str:
    """A battle as it is kept."""
    return msgspec.json.encode(dict(scenario.source)).decode()


def _plain(option: Option) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps({"key": option.key, "args": dict(option.args)}))
    return plain


def _walked(pair: Pair, dice: random.Random) -> Game[Any] | None:
    """The battle played at random so far, and on to the next place where it stands at a mark; None if it ends."""
    game: Game[Any] = Game(GAMES[pair.code], pair.scenario, str(pair.seed), dict(pair.options))
    taken, wants_secret = 0, plan_of(pair.code).has_secret_rounds and dice.random() < 0.5
    while True:
        mark = game.mark
        wants_secret = wants_secret and taken < pair.walked + LONGER  # there may be no such round any more
        is_wanted = taken >= pair.walked and (game.is_secret or not wants_secret)
        if is_wanted and mark is not None and mark.decisions == len(game.journal):
            if game.is_secret or taken >= pair.walked + LONGER or _hides_something(pair, game):
                return game
        decision = any_decision(game, dice)
        if decision is None:
            return None
        game.answer(decision.seat, choice(decision, dice))
        taken += 1


def _hides_something(pair: Pair, game: Game[Any]) -> bool:
    """Whether something would be dealt anew for the viewer, or for one of the seats where he is none."""
    rules, state = GAMES[pair.code], game.state
    viewers = [pair.viewer] if pair.viewer else rules.seats_of(pair.scenario, game.options)
    for viewer in viewers:
        changed = state.copy()
        rules.redeal(changed, viewer, Chance("another"))
        if changed.to_plain() != state.to_plain():
            return True
    return False


def _dealt_anew(pair: Pair, state: Any, seats: tuple[Seat, ...], dice: random.Random) -> Any:
    """The same state with what the viewer cannot know dealt anew.

    For a spectator what one of the seats cannot know; where those who were moved see others, so would he, and that is
    no twin.
    """
    rules = GAMES[pair.code]
    for _ in range(5):
        changed = state.copy()
        rules.redeal(changed, pair.viewer or dice.choice(seats), Chance(f"{dice.random()}"))
        if pair.viewer is not None or rules.view(changed, None) == rules.view(state, None):
            return changed
    return state.copy()


def _hold_different(one: Game[Any], other: Game[Any]) -> bool:
    """Whether two battles differ: in their state, or in what was answered in secret and is not done yet."""
    answers = [[(taken.seat, taken.option.meaning) for taken in game.journal] for game in (one, other)]
    return one.digest() != other.digest() or answers[0] != answers[1]


def _difference(first: Any, second: Any) -> str:
    one, other = str(first), str(second)
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    begin = max(0, place - 120)
    return f"«{one[begin : place + 160]}» in one world, «{other[begin : place + 160]}» in the other"


@contextmanager
def twins(folder: Path) -> Iterator[Twins]:
    """Two servers for as long as they are needed."""
    made: Counter[tuple[int, Viewer, int]] = Counter()
    usual = Table._shown

    def counted(table: Table, viewer: Viewer) -> dict[str, Any]:
        made[id(table), viewer, table.timelines[viewer].length] += 1
        return usual(table, viewer)

    Table._shown = counted  # type: ignore[method-assign, assignment]
    try:
        with ExitStack() as stack:
            databases = [f"sqlite:///{folder / name}.db" for name in ("one", "other")]
            running = [stack.enter_context(Running(database=where, mark_every=20, beat=3600.0)) for where in databases]
            yield Twins(World(running[0], made), World(running[1], made))
    finally:
        Table._shown = usual  # type: ignore[method-assign]
