"""Live connections: everybody who looks on hears of every change, and after a lost connection of what was missed.

A connection keeps no queue of messages. It knows what it has sent, and when something changes it sends the
difference; a slow client is then simply told less often. It is told only when what it may see has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.websockets import WebSocket, WebSocketDisconnect

from alfiere.kernel.decision import Seat
from alfiere.server import archive
from alfiere.server.api import about
from alfiere.server.endpoint import GAME_ID
from alfiere.server.house import House
from alfiere.server.limits import Bucket, client_of
from alfiere.server.refusals import Refused
from alfiere.server.room import Room
from alfiere.server.seats import Holder, eyes
from alfiere.server.trouble import Unavailable

HELLO_WITHIN = 10.0
SENT_WITHIN = 30.0
BEATS_MISSED = 4
WRONG, TOO_BIG, TOO_OFTEN, AGAIN = 1008, 1009, 1008, 1012


class Hello(msgspec.Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: the key, through whose eyes, and the last moment and line already known."""

    key: Annotated[str, Meta(max_length=200)] | None = None
    seat: Annotated[str, Meta(max_length=40)] | None = None
    seen: Annotated[int, Meta(ge=-1, le=2**31)] = -1
    chat: Annotated[int, Meta(ge=-1, le=2**31)] = -1


class Beat(msgspec.Struct, tag="beat", forbid_unknown_fields=True):
    """A sign of life."""


Heard = Hello | Beat
_HEARD: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


class Lost(Exception):
    """The connection is to be closed, with a code."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


class Watcher:
    """One live connection."""

    def __init__(self, house: House, room: Room, holder: Holder | None, viewer: Seat | None, hello: Hello) -> None:
        self.house, self.room, self.holder, self.viewer = house, room, holder, viewer
        self._key, self._keys = hello.key, room.keys
        self.moment, self.line = hello.seen + 1, hello.chat + 1
        self.heard = time.monotonic()
        self._news = asyncio.Event()
        self._news.set()
        self._game = self._table = b""
        self._presence: dict[str, Any] = {}

    def nudge(self) -> None:
        """Something may have changed."""
        self._news.set()

    async def wait(self, seconds: float) -> bool:
        """Whether something may have changed within so many seconds."""
        try:
            # Not wait_for: in Python 3.11 it can swallow a cancellation that comes together with the news.
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    async def news(self) -> list[bytes]:
        """What this viewer has not been sent yet."""
        async with self.room.lock:
            if self.room.is_gone:
                raise Refused(404, "no-such-game", "there is no such game any more")
            if self._keys is not self.room.keys:  # who was sent away hears no more
                self.holder, self._keys = self.room.holder(self._key), self.room.keys
            table = await self.house.ready(self.room)
            shown = await self.house.shown(self.room, self.viewer)
            game = msgspec.json.encode(about(self.room, self.holder))
            steps: list[Any] = []
            if table is not None:
                length = table.timelines[self.viewer].length
                if self.moment > length:
                    self.moment = 0  # the past was cut off: all of it is told anew
                first = max(self.moment, length - archive.MOST_STEPS)
                if first < length:
                    steps = await archive.steps_from(self.house, self.room, self.viewer, first)
                self.moment = length
            lines = self.room.chat if self.holder is not None else []
            lines = [one for one in lines if one.number >= self.line]
            presence = _presence(self.room)
        found = []
        if game != self._game or shown != self._table:
            self._game, self._table = game, shown
            message = {"type": "changed", "game": msgspec.Raw(game), "table": msgspec.Raw(shown), "steps": steps}
            found.append(msgspec.json.encode(message))
        if lines:
            self.line = lines[-1].number + 1
            found.append(msgspec.json.encode({"type": "chat", "lines": lines}))
        if presence != self._presence:
            self._presence = presence
            found.append(msgspec.json.encode({"type": "presence", **presence}))
        return found


def _presence(room: Room) -> dict[str, Any]:
    there = {seat for one in room.watchers if one.holder is not None for seat in one.holder.seats}
    there |= {row.seat for row in room.sitting if row.computer is not None}
    spectators = sum(1 for one in room.watchers if one.holder is None)
    return {"seats": {row.seat: row.seat in there for row in room.sitting}, "spectators": spectators}


class Live:
    """All live connections."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._by_client: Counter[str] = Counter()

    async def connect(self, socket: WebSocket) -> None:
        """One connection from its beginning to its end."""
        client = client_of(socket.scope)
        if self._by_client[client] >= self.house.settings.limits.connections_a_client:
            await socket.close(WRONG, "too many connections")
            return
        self._by_client[client] += 1
        try:
            await socket.accept()
            await self._talk(socket)
        except Lost as lost:
            await _close(socket, lost.code, lost.why)
        except Refused as refused:
            await _take_leave(socket, WRONG, refused)
        except Unavailable as unavailable:
            await _take_leave(socket, AGAIN if unavailable.trouble.passes else WRONG, unavailable.refused)
        except (WebSocketDisconnect, RuntimeError):  # gone; Starlette says RuntimeError when one sends all the same
            pass
        finally:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    async def _talk(self, socket: WebSocket) -> None:
        limits = self.house.settings.limits
        rate = Bucket(limits.messages_a_second, limits.messages_a_second * 2)
        game = socket.path_params["id"]
        if not GAME_ID.fullmatch(game):
            raise Refused(404, "no-such-game", "there is no such game")
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await _heard(socket, limits.message, rate)
        except TimeoutError:
            raise Lost(WRONG, "no-hello") from None
        if not isinstance(hello, Hello):
            raise Lost(WRONG, "no-hello")
        room = await self.house.room(game)
        holder = room.holder(hello.key)
        viewer = eyes(holder, hello.seat, room.seats, await self.house.is_over(room))
        if len(room.watchers) >= limits.connections_a_game:
            raise Lost(WRONG, "too-many")
        watcher = Watcher(self.house, room, holder, viewer, hello)
        room.watchers.add(watcher)
        self.house.thinking.wake(room)  # battles of computers alone rest while nobody looks on
        room.changed()
        tasks = [
            asyncio.create_task(_listen(socket, watcher, limits.message, rate)),
            asyncio.create_task(_tell(socket, watcher, self.house.settings.beat)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            room.watchers.discard(watcher)
            room.used = time.monotonic()
            room.changed()


async def _heard(socket: WebSocket, most: int, rate: Bucket) -> Heard:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    body = message.get("bytes")
    if body is None:
        body = (message.get("text") or "").encode()
    if len(body) > most:
        raise Lost(TOO_BIG, "too-long")
    if not rate.take():
        raise Lost(TOO_OFTEN, "too-often")
    try:
        return _HEARD.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Lost(WRONG, "bad-message") from None


async def _listen(socket: WebSocket, watcher: Watcher, most: int, rate: Bucket) -> None:
    while True:
        if isinstance(await _heard(socket, most, rate), Hello):
            raise Lost(WRONG, "hello-again")
        watcher.heard = time.monotonic()


async def _tell(socket: WebSocket, watcher: Watcher, beat: float) -> None:
    while True:
        if await watcher.wait(beat):
            for message in await watcher.news():
                await _send(socket, message)
        elif time.monotonic() - watcher.heard > beat * BEATS_MISSED:
            raise Lost(AGAIN, "silent")
        else:
            await _send(socket, b'{"type":"beat"}')


async def _send(socket: WebSocket, message: bytes) -> None:
    try:
        async with asyncio.timeout(SENT_WITHIN):
            await socket.send_text(message.decode())
    except TimeoutError:
        raise Lost(AGAIN, "too-slow") from None


async def _take_leave(socket: WebSocket, code: int, refused: Refused) -> None:
    """Say in a sentence why the line is closed: the reason of a closing holds no more than a code."""
    last = {"type": "refused", "code": refused.code, "why": refused.why, "text": refused.text}
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, Lost):
        await _send(socket, msgspec.json.encode(last))
    await _close(socket, code, refused.code)


async def _close(socket: WebSocket, code: int, why: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, why)
