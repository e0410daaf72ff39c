"""A port to listen on, and a browser that opens at the lobby once somebody listens there."""

from __future__ import annotations

import errno
import http.client
import json
import os
import socket
import threading
import webbrowser
from urllib.parse import urlsplit

import uvicorn

TRIED = 50  # ports after the one asked for
PATIENCE = 2.0


class NoPlace(Exception):
    """Nobody can listen there, in one sentence."""


class Taken(NoPlace):
    """Somebody listens on the port already."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that has its port, for the server to listen on. Raises Taken and NoPlace."""
    if not 0 <= port <= 65535:
        raise NoPlace(f"{port} is no port; it must be a whole number from 1 to 65535")
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise NoPlace(f"there is no machine «{host}»; --host is a name or an address of this one") from None
    found = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(1)  # only now is it ours: with reuse, another may have bound it too
    except OSError as err:
        found.close()
        if err.errno == errno.EADDRINUSE or getattr(err, "winerror", 0) in (10013, 10048):
            raise Taken(f"port {port} is taken") from None
        if err.errno == errno.EACCES:
            raise Taken(f"port {port} is not open to you: ports below 1024 need more rights") from None
        if err.errno == errno.EADDRNOTAVAIL:
            raise NoPlace(f"«{host}» is not an address of this machine") from None
        raise NoPlace(f"nobody can listen at {host}, port {port}: {err.strerror}") from None
    return found


def next_free(host: str, port: int) -> socket.socket:
    """The first port after this one that nobody has. Raises Taken if all that are tried are taken."""
    for one in range(port + 1, min(port + TRIED, 65535) + 1):
        try:
            return bound(host, one)
        except Taken:
            continue
    raise Taken(f"port {port} and the {TRIED} after it are taken")


def is_alfiere(address: str) -> bool:
    """Whether the server at an address is one of ours."""
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        line.request("GET", "/api/health", headers={"Host": f"localhost:{parts.port}"})
        found = json.loads(line.getresponse().read(1000))
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        line.close()
    return isinstance(found, dict) and isinstance(found.get("alfiere"), str)


def open_browser(address: str) -> None:
    """Show the lobby; a browser may take its time, so nobody waits for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class Opening(uvicorn.Server):
    """A server that opens the browser as soon as it listens."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self.address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then open."""
        await super().startup(sockets)
        if self.started:
            open_browser(self.address)
