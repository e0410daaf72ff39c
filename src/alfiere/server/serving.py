"""Serving: the application in a real server process."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import gc
import logging
import sys
from pathlib import Path
from typing import Any

import uvicorn

from alfiere.server.app import create_app
from alfiere.server.door import AT_ONCE, protocols
from alfiere.server.opening import NoPlace, Opening, Taken, bound, is_alfiere, next_free, open_browser
from alfiere.server.settings import Settings, from_environment
from alfiere.server.trouble import Unopened

WRONG = 2
CANNOT_BEGIN = (ValueError, NoPlace, Unopened)  # what is wrong with settings, address or database, in one sentence


def serve(host: str | None = None, port: int | None = None, **settings: Any) -> None:
    """Serve until interrupted. What is not given comes from the environment, else it has its usual value."""
    run(from_environment(host=host, port=port, **settings))


def run(settings: Settings, *, opens: bool = False, for_play: bool = False) -> int:
    """Serve with these settings until interrupted; ``opens`` shows the lobby in a browser. Returns an exit code.

    Raises what is in CANNOT_BEGIN.
    ``for_play``: whoever only wants to play is served by an Alfiere that is there already, and where a stranger has
    the port the next free one does as well. For everybody else a port that is taken is an error.
    """
    try:
        found = bound(settings.host, settings.port)
    except Taken as taken:
        if is_alfiere(settings.address):
            _say(f"Alfiere is running already, at {settings.address}")
            if opens:
                open_browser(settings.address)
            return 0 if for_play else WRONG
        if not for_play:
            _say(f"alfiere: {taken}; choose another with --port")
            return WRONG
        try:
            found = next_free(settings.host, settings.port)
        except Taken as all_taken:
            _say(f"alfiere: {all_taken}")
            return WRONG
    settings = dataclasses.replace(settings, port=found.getsockname()[1])
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    try:
        made = Opening(configured(settings), settings.address) if opens else server(settings)
    except BaseException:
        found.close()
        raise
    rest_from_collecting()
    _say(f"Alfiere is at {settings.address}")
    if for_play:
        _say("Ctrl-C ends it; battles are kept.")
    with contextlib.suppress(KeyboardInterrupt):  # the ordinary way to end it
        made.run(sockets=[found])
    return 0


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


YOUNG, ROUNDS = 2_000, 10  # objects at which the collector looks, and how often before it looks at those again


def rest_from_collecting() -> None:
    """Let the garbage collector look rarely, and never at what was there when the server began.

    Answers leave next to no circular garbage (140 objects in 12,000 of them), but with two hundred games in memory
    each full look took up to 750 milliseconds, during which nobody was answered, and a third of all processor time.
    A slow table makes more of it, and games that grow leave much that is young and stays. So that is looked at often
    and a little at a time, in the second round too: 400,000 objects at once took 200 milliseconds, 20,000 take ten.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, ROUNDS, 1_000)


def configured(settings: Settings) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    http, live, _ = protocols(settings)
    return uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,  # addresses of games are nobody's business
        server_header=False,
        http=http,
        ws=live,
        # Who somebody is says the connection; only a proxy that the host has named may say otherwise.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        backlog=AT_ONCE,
        ws_max_size=settings.limits.message * 2,  # a little above our own limit, which answers more politely
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
    )


def server(settings: Settings) -> uvicorn.Server:
    """A server that is not running yet."""
    return uvicorn.Server(configured(settings))


def main(argv: list[str] | None = None) -> int:
    """``python -m alfiere.server``."""
    parser = argparse.ArgumentParser(prog="python -m alfiere.server", description="Serve the tables of Alfiere.")
    parser.add_argument("--host", help="the address to listen on; usually 127.0.0.1, this machine only")
    parser.add_argument("--port", type=int, help="the port; usually 8648")
    parser.add_argument("--database", help="a database address; usually SQLite in your data folder")
    parser.add_argument("--pages", type=Path, help="the folder of the built browser table")
    parser.add_argument("--open", action="store_true", help="open the lobby in your browser once it can be reached")
    args = vars(parser.parse_args(argv))
    opens = args.pop("open")
    try:
        return run(from_environment(**args), opens=opens, for_play=opens)
    except CANNOT_BEGIN as err:
        _say(f"alfiere: {err}")
        return WRONG
