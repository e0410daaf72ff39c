"""People at a table: what they ask the server, and everything they hear from it."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from alfiere.kernel.chance import share_commitment

LENS = "esa/lens-1648"
PATIENCE = 300  # seconds: machines are shared, and a test that waits for something that comes loses nothing
CLIENT = httpx.Client(timeout=PATIENCE)  # one for all, so that connections are used again; the session closes it
SITTING: dict[str, dict[str, Person]] = {}  # who has joined each game, by key


class Person:
    """Somebody with a key, or a spectator without one. ``heard`` is all that came over the wire."""

    def __init__(self, address: str, game: str, key: str | None = None, seat: str | None = None) -> None:
        self.address, self.game, self.key, self.seat = address, game, key, seat
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.heard: list[str] = []

    def ask(self, method: str, path: str = "", **how: Any) -> httpx.Response:
        url = f"http://{self.address}/api/games/{self.game}{path}"
        response = CLIENT.request(method, url, headers=self.headers, **how)
        self.heard.append(response.text)
        return response

    @property
    def share(self) -> str:
        return f"share-of-chance-of-{self.seat or 'somebody'}"

    def join(self) -> dict[str, Any]:
        """Sit down; when everybody has, each of them shows the share and the battle begins."""
        seats = [one["seat"] for one in self.state(seat="spectator")["game"]["seats"] if one["mine"]]
        promised = share_commitment(self.game, seats, self.share)
        response = self.ask("POST", "/join", json={"commitment": promised})
        assert response.status_code == 200, response.text
        found = response.json()
        together = SITTING.setdefault(self.game, {})
        together[str(self.key)] = self
        if found["game"]["status"] == "waiting" and all(one["joined"] for one in found["game"]["seats"]):
            for one in together.values():
                shown = one.reveal()
                found = shown if one is self else found
            if found["game"]["status"] == "waiting":
                found = self.state()
        return found

    def reveal(self) -> dict[str, Any]:
        response = self.ask("POST", "/reveal", json={"share": self.share})
        assert response.status_code == 200, response.text
        return response.json()

    def state(self, **query: Any) -> dict[str, Any]:
        if self.seat is not None:
            query.setdefault("seat", self.seat)
        response = self.ask("GET", params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def table(self) -> dict[str, Any]:
        return self.state()["table"]

    def send(self, number: int, option: dict[str, Any]) -> httpx.Response:
        answer = {"key": option["key"], "args": option["args"]}
        return self.ask("POST", "/answer", json={"decision": number, "answer": answer, "seat": self.seat})

    def act(self, path: str, /, **more: Any) -> httpx.Response:
        return self.ask("POST", f"/{path}", json={"seat": self.seat} | more)

    def decide(self, dice: random.Random, table: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """Answer at random, if asked anything; what the table is then."""
        decision = (table or self.table())["decision"]
        if decision is None:
            return None
        response = self.send(decision["number"], dice.choice(decision["options"]))
        assert response.status_code == 200, response.text
        return response.json()["state"]["table"]

    def live(self, **hello: Any) -> Live:
        return Live(self, **hello)


class Live:
    """A live connection."""

    def __init__(self, person: Person, **hello: Any) -> None:
        self.person = person
        self.moment = -1  # the last one heard by catching up
        self._connecting = connect(
            f"ws://{person.address}/api/games/{person.game}/live", open_timeout=PATIENCE, max_size=None, max_queue=None
        )
        self.socket: ClientConnection = self._connecting.__enter__()
        self.say({"type": "hello", "key": person.key, "seat": person.seat} | hello)

    def say(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message; TimeoutError if there is none."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.person.heard.append(text)
        return json.loads(text)

    def until(self, kind: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = self.hear(seconds)
            if message["type"] == kind:
                return message

    def catch_up(self, moment: int) -> None:
        """Hear everything up to a moment of this viewer, and see that every message brings something new."""
        while self.moment < moment:
            message = self.hear()
            if message["type"] == "changed":
                assert message["table"]["moment"] > self.moment, "told although nothing new may be known"
                self.moment = message["table"]["moment"]

    def closed(self, seconds: float = PATIENCE) -> int:
        """The code with which the server closes."""
        try:
            while True:
                self.hear(seconds)
        except ConnectionClosed as gone:
            self.close()
            return gone.rcvd.code if gone.rcvd is not None else 0

    def close(self) -> None:
        self._connecting.__exit__(None, None, None)


def create(address: str, red: str, blue: str, scenario: str = LENS, **more: Any) -> tuple[dict[str, Any], list[Person]]:
    """A new game and the people who got keys for it."""
    body = {"scenario": scenario, "seats": {"red": red, "blue": blue}} | more
    response = CLIENT.post(f"http://{address}/api/games", json=body)
    assert response.status_code == 201, response.text
    made = response.json()
    return made, [Person(address, made["id"], key["key"], seat) for key in made["keys"] for seat in key["seats"]]


def two_people(address: str, **more: Any) -> tuple[Person, Person]:
    """Red and blue, each with a key, both sitting down."""
    _, (red, blue) = create(address, "me", "friend", **more)
    red.join()
    blue.join()
    return red, blue


def asked(*people: Person) -> Person:
    """The first of them who is asked something."""
    return next(one for one in people if one.table()["decision"] is not None)


def play(people: list[Person], dice: random.Random, most: int = 10**6) -> int:
    """Play on at random until the end or so many answers; how many were given."""
    tables = [one.table() for one in people]
    for answers in range(most):
        open_to = [place for place, table in enumerate(tables) if table["decision"] is not None]
        if not open_to:
            assert tables[0]["status"] == "over"
            return answers
        place = dice.choice(open_to)
        answered = people[place].decide(dice, tables[place])
        assert answered is not None
        tables = [answered if other == place else one.table() for other, one in enumerate(people)]
    return most
