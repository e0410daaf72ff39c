"""The application: the API, the live connections, the pages, and a guard around them all."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Scope

from alfiere.server.api import ENDPOINTS
from alfiere.server.endpoint import fault_response, http_refusal
from alfiere.server.guard import Guard
from alfiere.server.house import House
from alfiere.server.limits import Rate
from alfiere.server.live import Live
from alfiere.server.pages import Pages
from alfiere.server.settings import Settings
from alfiere.server.storage import Storage

PAGES = Path(__file__).parents[1] / "web"  # where the built browser table is put
HOUR = 3600.0


class Elsewhere(Mount):
    """Everything but the API, whose own routes say which methods an address has."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for here."""
        if scope["path"].startswith("/api/"):
            return Match.NONE, {}
        return super().matches(scope)


def methods_of(routes: Sequence[BaseRoute], path: str) -> list[str]:
    """The methods an address of the API has; each of them is a route of its own."""
    there = [route for route in routes if isinstance(route, Route) and route.path_regex.fullmatch(path)]
    return sorted({one for route in there for one in route.methods or ()})


def create_app(settings: Settings) -> ASGIApp:
    """An ASGI application with these settings; opens its database, and closes it with the server."""
    house = House(settings, Storage(settings.url()))
    creating = Rate(settings.limits.games_an_hour / HOUR, settings.limits.game_burst)
    live = Live(house)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.begin()
        yield
        await house.close()

    # Routes are tried in their order: what is asked at every move comes first.
    often = sorted(ENDPOINTS, key=lambda one: (not one.path.endswith("/answer"), "{id}" not in one.path))
    routes: list[BaseRoute] = [one.route(house, creating) for one in often]
    routes.append(WebSocketRoute("/api/games/{id}/live", live.connect))
    pages = settings.pages or PAGES
    if pages.is_dir():
        routes.append(Elsewhere("/", Pages(pages)))

    async def not_here(request: Request, err: Exception) -> Response:
        assert isinstance(err, HTTPException)
        if err.status_code == 405:
            err.headers = {"Allow": ", ".join(methods_of(routes, request.url.path)) or "GET, HEAD"}
        return await http_refusal(request, err)

    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: not_here, Exception: fault_response}
    )
    app.router.redirect_slashes = False
    app.state.house = house
    return Guard(app, settings)
