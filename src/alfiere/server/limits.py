"""Limits: how often a client may ask, and how much it may send."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import OrderedDict

from starlette.requests import Request
from starlette.types import Scope

from alfiere.server.refusals import Refused

MOST_CLIENTS = 10_000


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Whether there is one more."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Rate:
    """A bucket for each client; the clients heard of longest ago are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Whether this client may do it once more now."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MOST_CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket.take()


def client_of(scope: Scope) -> str:
    """Whose limits count. Behind a proxy that is trusted it is who asked the proxy; nobody else can say who he is."""
    client = scope.get("client")
    return household(str(client[0])) if client else ""


def household(address: str) -> str:
    """Who counts as one client: an address; of the new long ones the half that a provider gives to one household."""
    if ":" in address:
        with contextlib.suppress(ValueError):
            found = ipaddress.IPv6Address(address.partition("%")[0])
            return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False))
    return address


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request. Raises Refused as soon as it is too long, without reading on."""
    too_long = Refused(413, "too-long", f"a request has at most {most} bytes")
    announced = request.headers.get("content-length", "0")
    if announced.isascii() and announced.isdecimal() and int(announced) > most:
        raise too_long
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_long
        parts.append(part)
    return b"".join(parts)
