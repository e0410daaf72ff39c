"""The door: how many connections there may be, and how long one may take to say what it wants or to hear the answer.

The server reads a request whenever it comes, and so would wait for ever for one that never does. Here a connection that
has begun a request must end it in time, one that does not read its answers is let go, and when there are too many the
one that has been silent longest makes room. So nobody can keep others out by holding connections open.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from alfiere.server.limits import household
from alfiere.server.settings import Limits, Settings

EVERY = 1.0  # seconds between two looks round
AT_ONCE = 128  # connections that are let in before the door can look at them
OWN_SHARE = 5 / 8  # of the files a process may have open, for connections; the rest is for the database and for us


class Line:
    """One connection: whose it is, since when it does what it does, since when it leaves something unread."""

    __slots__ = ("client", "is_live", "reads_body", "since", "transport", "unread_since")

    def __init__(self, transport: asyncio.Transport, client: str) -> None:
        self.transport, self.client = transport, client
        self.since: float | None = time.monotonic()  # of the head or body it owes us; None: it owes nothing
        self.reads_body = self.is_live = False
        self.unread_since: float | None = None


class Door:
    """All connections."""

    def __init__(self, limits: Limits, proxies: Sequence[str] = ()) -> None:
        self.limits = limits
        self.most = min(limits.lines, int(_open_files() * OWN_SHARE))
        self._proxies = [ipaddress.ip_network(one) for one in proxies]
        self._lines: dict[Any, Line] = {}
        self._silent: OrderedDict[Any, None] = OrderedDict()  # those without a request, the longest silent first
        self._of_client: dict[str, OrderedDict[Any, None]] = {}  # the same by client, those at work at the end
        self._looking = False

    def __len__(self) -> int:
        return len(self._lines)

    def enter(self, key: Any, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        """Somebody comes; where there are too many, who has been silent longest goes, if need be this one."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        client = household(address)
        self._lines[key] = Line(transport, client)
        self._silent[key] = None
        mine = self._of_client.setdefault(client, OrderedDict())
        mine[key] = None
        if len(mine) > self.limits.lines_a_client and not self._is_proxy(address):
            self._let_go(next(one for one in mine if one in self._silent))
        if len(self._lines) > self.most:
            self._let_go(next(iter(self._silent)))
        if not self._looking:
            self._looking = True
            loop.call_later(EVERY, self._look_round, loop)

    def leave(self, key: Any) -> None:
        """Somebody has gone."""
        line = self._lines.pop(key, None)
        if line is None:
            return
        self._silent.pop(key, None)
        mine = self._of_client[line.client]
        del mine[key]
        if not mine:
            del self._of_client[line.client]

    def speaks(self, key: Any) -> None:
        """Something has come: if it is the first of a request, the rest has to follow."""
        line = self._lines.get(key)
        if line is not None and line.since is None and key in self._silent:
            line.since = time.monotonic()

    def asks(self, key: Any) -> None:
        """The head of a request is here; its body has to follow."""
        line = self._lines.get(key)
        if line is not None:
            line.since, line.reads_body = time.monotonic(), True
            self._silent.pop(key, None)

    def has_asked(self, key: Any) -> None:
        """All of a request is here."""
        line = self._lines.get(key)
        if line is not None:
            line.since, line.reads_body = None, False

    def is_answered(self, key: Any) -> None:
        """A request is answered, and the connection waits for the next."""
        line = self._lines.get(key)
        if line is not None:
            line.since, line.reads_body = None, False
            self._silent[key] = None
            self._silent.move_to_end(key)
            self._of_client[line.client].move_to_end(key)

    def becomes_live(self, key: Any, live: Any) -> None:
        """A connection is a live one from now on, and looked after as such."""
        line = self._lines.get(key)
        if line is not None:
            self.leave(key)
            line.since, line.reads_body, line.is_live = None, False, True
            self._lines[live] = line
            self._of_client.setdefault(line.client, OrderedDict())[live] = None

    def _is_proxy(self, address: str) -> bool:
        """Whether many clients come by this address, and the proxy there sees to it that none has too many."""
        try:
            return any(ipaddress.ip_address(address) in one for one in self._proxies)
        except ValueError:
            return False

    def _let_go(self, key: Any) -> None:
        line = self._lines[key]
        self.leave(key)
        line.transport.abort()

    def _look_round(self, loop: asyncio.AbstractEventLoop) -> None:
        now = time.monotonic()
        for key, line in list(self._lines.items()):
            within = self.limits.body_within if line.reads_body else self.limits.head_within
            if (line.since is not None and now - line.since > within) or self._leaves_unread(line, now):
                self._let_go(key)
        self._looking = bool(self._lines)
        if self._looking:
            loop.call_later(EVERY, self._look_round, loop)

    def _leaves_unread(self, line: Line, now: float) -> bool:
        if not line.transport.get_write_buffer_size():
            line.unread_since = None
        elif line.unread_since is None:
            line.unread_since = now
        return line.unread_since is not None and now - line.unread_since > self.limits.read_within


def protocols(settings: Settings) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol], Door]:
    """What uvicorn is to speak HTTP and the live connections with, and the door they share."""
    shared = Door(settings.limits, settings.proxies)

    class Asking(_Asking):
        door = shared

    class Looking(_Looking):
        door = shared

    return Asking, Looking, shared


class _Asking(HttpToolsProtocol):
    """HTTP, watched by the door."""

    door: ClassVar[Door]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.door.enter(self, transport, self.loop)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.door.speaks(self)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self.door.asks(self)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.door.has_asked(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.door.is_answered(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        self.door.has_asked(self)
        super().handle_websocket_upgrade()
        self.door.becomes_live(self, self.transport.get_protocol())


class _Looking(WebSocketsSansIOProtocol):
    """A live connection, watched by the door."""

    door: ClassVar[Door]

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)


def _open_files() -> int:
    """How many files and connections this process may have open."""
    try:
        import resource
    except ImportError:  # not on every system
        return 8_192
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
