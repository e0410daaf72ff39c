"""The guard at the door: names and origins checked, safe headers on everything, no fault told to a stranger."""

from __future__ import annotations

import logging
import traceback
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from alfiere.server.forms import Error, ErrorBody
from alfiere.server.limits import Rate, client_of
from alfiere.server.settings import LOOPBACK, Settings

log = logging.getLogger("alfiere.server")

HEADERS = {
    # Scripts, styles, fonts and pictures only from here, connections (live ones too) only to here; styles also in the
    # page itself, for drawings are full of them; nobody may put the table into a frame of theirs.
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # links carry keys
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
API_HEADERS = [*SAFE_HEADERS, (b"cache-control", b"no-store")]
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """ASGI middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.origins = set(settings.origins)
        self.hosts = {*settings.hosts, *LOOPBACK} if settings.hosts or settings.is_loopback else set()
        self.requests = Rate(settings.limits.requests_a_second, settings.limits.request_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
                return
            await self.app(scope, receive, send)
            return
        await self._http(scope, receive, send, refusal)

    async def _http(self, scope: Scope, receive: Receive, send: Send, refusal: tuple[int, str, str] | None) -> None:
        begun = False

        async def send_safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                given = list(message.get("headers", ()))
                may_be_kept = not scope["path"].startswith("/api") or any(name == b"cache-control" for name, _ in given)
                message["headers"] = given + (SAFE_HEADERS if may_be_kept else API_HEADERS)
            await send(message)

        if refusal is not None:
            await _answer(send_safely, *refusal)
            return
        try:
            await self.app(scope, receive, send_safely)
        except Exception as err:
            # Where it happened, never with what: values may be somebody's cards.
            places = "".join(traceback.format_tb(err.__traceback__))
            log.error("a fault of the server: %s\n%s", type(err).__name__, places)
            if not begun:
                await _answer(send_safely, 500, "fault", "a fault of the server; it has been noted")

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and _without_port(host) not in self.hosts:
            return 400, "wrong-host", "this server does not go by that name"
        origin = headers.get("origin")
        if origin is not None and (scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS):
            if origin not in self.origins and _host_of(origin) != host:
                return 403, "wrong-origin", "requests from that page are not taken"
        if not self.requests.allows(client_of(scope)):
            return 429, "too-often", "too many requests; wait a moment"
        return None


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # «http://[»
        return None


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.rpartition(":")[0] or host


async def _answer(send: Send, status: int, code: str, why: str) -> None:
    body = msgspec.json.encode(Error(ErrorBody(code, why)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
