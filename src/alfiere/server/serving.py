"""Serving: the application in a real server process."""

from __future__ import annotations

import argparse
import logging
import sys
from typing import Any

import uvicorn

from alfiere.server.app import create_app
from alfiere.server.settings import Settings, from_environment
from alfiere.server.storage import TooNew


def serve(host: str | None = None, port: int | None = None, **settings: Any) -> None:
    """Serve until interrupted. What is not given comes from the environment, else it has its usual value."""
    run(from_environment(host=host, port=port, **settings))


def run(settings: Settings) -> None:
    """Serve with these settings until interrupted."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    server(settings).run()


def server(settings: Settings) -> uvicorn.Server:
    """A server that is not running yet."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,  # addresses of games are nobody's business
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message * 2,  # a little above our own limit, which answers more politely
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def main(argv: list[str] | None = None) -> int:
    """``python -m alfiere.server``."""
    parser = argparse.ArgumentParser(prog="python -m alfiere.server", description="Serve the tables of Alfiere.")
    parser.add_argument("--host", help="the address to listen on; usually 127.0.0.1, this machine only")
    parser.add_argument("--port", type=int, help="the port; usually 8648")
    parser.add_argument("--database", help="a database address; usually SQLite in your data folder")
    parser.add_argument("--pages", help="the folder of the built browser table")
    args = parser.parse_args(argv)
    try:
        settings = from_environment(**vars(args))
        print(f"Alfiere is at http://{settings.host}:{settings.port}/", file=sys.stderr)
        run(settings)
    except (ValueError, TooNew) as err:
        print(f"alfiere: {err}", file=sys.stderr)
        return 2
    return 0
