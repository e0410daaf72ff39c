"""Answers on their way out: compressed where the client can read that, and known again where they never change."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import Response

JSON = "application/json"
WORTH_IT = 1024  # bytes; below that the headers are most of it
MUCH = 64 * 1024  # bytes; from there on it is packed in a thread, so that nobody waits for it
QUICKLY, ONCE = 1, 9  # levels: an answer is packed for one reader, a page or a rulebook for all


def takes_gzip(headers: Headers) -> bool:
    """Whether a client can read what is compressed."""
    for part in headers.get("accept-encoding", "").split(","):
        name, _, rest = part.partition(";")
        if name.strip() == "gzip":
            return rest.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


async def answer(
    content: bytes, asked: Headers, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON answer. Keys are only in short ones, so what is compressed holds no secret beside a stranger's words."""
    more = dict(headers or {})
    if len(content) >= WORTH_IT:
        more["vary"] = "accept-encoding"
        if takes_gzip(asked):
            if len(content) < MUCH:
                content = gzip.compress(content, QUICKLY, mtime=0)
            else:
                content = await asyncio.to_thread(gzip.compress, content, QUICKLY, mtime=0)
            more["content-encoding"] = "gzip"
    return Response(content, status, more, media_type=JSON)


class Packed:
    """Something that stays the same as long as the server runs: compressed once, and not sent again to who has it."""

    __slots__ = ("content", "packed", "tag")

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.packed = gzip.compress(content, ONCE, mtime=0)
        self.tag = hashlib.blake2b(content, digest_size=12).hexdigest()

    def response(self, asked: Headers, media_type: str = JSON, cache: str = "no-cache") -> Response:
        """The whole of it, or only that nothing has changed."""
        is_packed = len(self.content) >= WORTH_IT and len(self.packed) < len(self.content) and takes_gzip(asked)
        tag = f'"{self.tag}-gzip"' if is_packed else f'"{self.tag}"'
        headers = {"etag": tag, "cache-control": cache, "vary": "accept-encoding"}
        known = [one.strip().removeprefix("W/") for one in asked.get("if-none-match", "").split(",")]
        if tag in known:
            return Response(status_code=304, headers=headers)
        if is_packed:
            headers["content-encoding"] = "gzip"
        return Response(self.packed if is_packed else self.content, headers=headers, media_type=media_type)
