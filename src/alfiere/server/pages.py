"""The pages of the browser table, from the folder they were built into."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from alfiere.server.packing import Packed

MOST_KEPT = 200
FOREVER = "public, max-age=31536000, immutable"  # what has the hash of its content in its name
ASK_AGAIN = "no-cache"
# Not left to the machine: on some systems its table of types makes scripts «text/plain», which no browser then runs.
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


class Pages(StaticFiles):
    """Files as they are on the disk, kept compressed in memory until they change there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        self._assets = os.path.realpath(folder / "assets")
        self._kept: dict[tuple[str, int, int], Packed] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; a path that names none is a place inside the one page."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as err:
            last = path.rpartition("/")[2]
            if err.status_code != 404 or "." in last or path.split("/")[0] == "api":
                raise
            return await super().get_response("index.html", scope)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file with how long it may be kept."""
        name = os.path.realpath(full_path)
        key = (name, stat_result.st_mtime_ns, stat_result.st_size)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = Packed(Path(name).read_bytes())
        kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        is_asset = os.path.commonpath([name, self._assets]) == self._assets
        response = found.response(Headers(scope=scope), kind, FOREVER if is_asset else ASK_AGAIN)
        if status_code != 200:
            response.status_code = status_code
        return response
