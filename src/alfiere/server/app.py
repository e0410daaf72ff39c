"""The application: the API, the live connections, the pages, and a guard around them all."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.types import ASGIApp

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
        routes.append(Mount("/", Pages(pages)))
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: http_refusal, Exception: fault_response}
    )
    app.router.redirect_slashes = False
    app.state.house = house
    return Guard(app, settings)
