"""Endpoints: one place where a request is read, checked, answered and described.

Why Starlette with msgspec and not FastAPI: a view is plain data that the rules have just made, and msgspec turns it
into JSON as it is; FastAPI would pass every one of them through pydantic's models first, and bring that library for
forms which msgspec already checks in the kernel. What FastAPI would add, the OpenAPI description, is made here from the
same forms in a page of code.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

import msgspec
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from alfiere.kernel.decision import Seat
from alfiere.server import packing
from alfiere.server.forms import Error, ErrorBody
from alfiere.server.house import House
from alfiere.server.limits import Rate, body_of, client_of
from alfiere.server.packing import JSON, Packed
from alfiere.server.referees import Pace
from alfiere.server.refusals import Refused, busy
from alfiere.server.room import Room
from alfiere.server.seats import Holder, eyes, seat_to_play
from alfiere.server.settings import Limits
from alfiere.server.trouble import Unavailable

P = ParamSpec("P")
T = TypeVar("T")
GAME_ID = re.compile(r"[0-9A-Za-z_-]{16}")


class GameInPath(StringConvertor):
    """A game in an address; «import» is none, so that its own route says which methods it has."""

    regex = "(?!import(?:/|$))[^/]+"


register_url_convertor("game", GameInPath())


class Call:
    """A request being answered."""

    def __init__(self, request: Request, house: House, creating: Rate) -> None:
        self.request, self.house, self._creating = request, house, creating
        self.body: Any = None
        self._room: Room | None = None
        self._holder: Holder | None = None

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def whole(self, name: str, usual: int) -> int:
        """A whole number from the query. Raises Refused."""
        text = self.request.query_params.get(name)
        if text is None:
            return usual
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Refused(422, "bad-number", f"«{name}» must be a whole number")
        return int(text)

    @property
    def key(self) -> str | None:
        """The key somebody brings. Never from the query: addresses end up in logs and histories."""
        given = self.request.headers.get("authorization")
        if given is None:
            return None
        scheme, _, key = given.partition(" ")
        if scheme.lower() != "bearer" or not key or len(key) > 200:
            raise Refused(401, "no-key", "the key is sent as «Authorization: Bearer …»")
        return key.strip()

    async def room(self) -> Room:
        """The game the path names. Raises Refused."""
        if self._room is None:
            game = self.path("id")
            if not GAME_ID.fullmatch(game):
                raise Refused(404, "no-such-game", "there is no such game")
            room = self._room = await self.house.room(game)
            if max(room.lock.waiting, room.past_lock.waiting) >= self.house.settings.limits.waiting_a_game:
                raise busy()
            self.house.referees.refuse_if_crowded(room.pace)
        return self._room

    async def aside(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Work that belongs to no game yet, in a thread."""
        return await self.house.referees.run(Pace(), work, *args, **more)

    async def holder(self) -> Holder | None:
        """Whose key was brought."""
        if self._holder is None:
            self._holder = (await self.room()).holder(self.key)
        return self._holder

    async def person(self) -> Holder:
        """Who acts. Raises Refused where nobody's key was brought."""
        holder = await self.holder()
        if holder is None or not holder.seats:
            seat_to_play(holder, None)
        assert holder is not None
        return holder

    def number(self, name: str) -> int:
        """A whole number in the path. Raises Refused."""
        text = self.path(name)
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Refused(422, "bad-number", f"«{name}» must be a whole number")
        return int(text)

    async def playing(self) -> Seat:
        """The seat the request acts for. Raises Refused."""
        return seat_to_play(await self.holder(), getattr(self.body, "seat", None))

    async def looking(self) -> Seat | None:
        """Through whose eyes the request looks. Raises Refused."""
        room = await self.room()
        seat = self.request.query_params.get("seat")
        return eyes(await self.holder(), seat, room.seats, await self.house.is_over(room))

    @property
    def client(self) -> str:
        """Whose limits count."""
        return client_of(self.request.scope)

    def may_create(self) -> None:
        """Count a new game against its client. Raises Refused."""
        if not self._creating.allows(self.client):
            raise Refused(429, "too-often", "too many new games; wait a while")


Run = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """What may be asked for: its address, its form, its answer."""

    method: str
    path: str
    run: Run
    summary: str
    answer: Any
    body: Any = None
    status: int = 200
    needs_key: bool = False
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    is_save: bool = False  # the body may be as long as a save

    def route(self, house: House, creating: Rate) -> Route:
        """The endpoint as Starlette knows it."""
        decoder = msgspec.json.Decoder(self.body) if self.body is not None else None
        limits: Limits = house.settings.limits
        most = limits.save if self.is_save else limits.body

        async def answer(request: Request) -> Response:
            call = Call(request, house, creating)
            try:
                if decoder is not None:
                    call.body = _decoded(decoder, await body_of(request, most))
                found = await self.run(call)
            except Refused as refused:
                return refusal_response(refused)
            except ClientDisconnect:  # gone before everything was said: nobody hears an answer, and nothing is wrong
                return Response(status_code=400)
            except Unavailable as unavailable:
                return refusal_response(unavailable.refused)
            if isinstance(found, Packed):
                return found.response(request.headers)
            if isinstance(found, Response):
                return found
            content = found if isinstance(found, bytes) else msgspec.json.encode(found)
            return await packing.answer(content, request.headers, self.status)

        path = self.path.replace("{id}", "{id:game}")
        return Route(path, answer, methods=[self.method], name=self.run.__name__)


def _decoded(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as err:
        raise Refused(422, "bad-form", str(err)[:300]) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(400, "not-json", "the request is not JSON") from None


def refusal_response(refused: Refused) -> Response:
    """A refusal as the client gets it."""
    text = None if refused.text is None else dict(refused.text)
    content = msgspec.json.encode(Error(ErrorBody(refused.code, refused.why, refused.rule, text)))
    headers = {"www-authenticate": "Bearer"} if refused.status == 401 else {}
    if refused.status == 429 or refused.code == "busy":
        headers["retry-after"] = "1"
    return Response(content, refused.status, headers, media_type=JSON)


async def http_refusal(request: Request, err: Exception) -> Response:
    """What Starlette itself refuses: no such address, no such method."""
    assert isinstance(err, HTTPException)
    content = msgspec.json.encode(Error(ErrorBody("not-here", err.detail)))
    return Response(content, err.status_code, err.headers, media_type=JSON)


async def fault_response(request: Request, err: Exception) -> Response:
    """A fault of ours: the guard notes where, the client learns that it was not his."""
    return refusal_response(Refused(500, "fault", "a fault of the server; it has been noted"))
