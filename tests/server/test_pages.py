"""Pages and big answers: compressed, kept as long as they may be, and nothing outside their folder."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import httpx
import pytest

from tests.server.people import CLIENT, PATIENCE, two_people
from tests.server.running import Running

SCRIPT = "console.log('Lens');\n" * 200


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<!doctype html><title>Alfiere</title>" + "<p>x</p>" * 200)
    (folder / "web" / "assets" / "index-0123abcd.js").write_text(SCRIPT)
    (folder / "secret.txt").write_text("not a page")
    with Running(database=f"sqlite:///{folder / 'alfiere.db'}", pages=folder / "web") as server:
        yield server


def get(server: Running, path: str, **headers: str) -> httpx.Response:
    return CLIENT.get(f"http://{server.address}{path}", headers={"Accept-Encoding": "identity"} | headers)


def test_what_has_its_hash_in_its_name_is_kept_forever_and_the_page_asked_for_again(pages: Running) -> None:
    script = get(pages, "/assets/index-0123abcd.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.text == SCRIPT
    page = get(pages, "/")
    assert page.headers["cache-control"] == "no-cache"
    assert "Alfiere" in page.text
    assert get(pages, "/", **{"If-None-Match": page.headers["etag"]}).status_code == 304


def test_long_files_and_answers_are_compressed_for_who_can_read_it(pages: Running) -> None:
    packed = {"Accept-Encoding": "gzip"}
    for path in ("/", "/assets/index-0123abcd.js", "/api/rules/esa", "/api/words/esa", "/api/look/esa"):
        plain, small = get(pages, path), get(pages, path, **packed)
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 2
        assert small.content == plain.content
        assert small.headers["vary"] == plain.headers["vary"] == "accept-encoding"
        assert small.headers["etag"] != plain.headers["etag"]
        again = get(pages, path, **packed, **{"If-None-Match": small.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "content-encoding" not in get(pages, path, **{"Accept-Encoding": "gzip;q=0, br"}).headers
    assert "content-encoding" not in get(pages, "/api/health", **packed).headers


def test_a_table_is_compressed_and_never_kept(pages: Running) -> None:
    red, _ = two_people(pages.address)
    url = f"http://{pages.address}/api/games/{red.game}?seat=red"
    zipped = red.headers | {"Accept-Encoding": "gzip"}
    with httpx.Client(headers=zipped, timeout=PATIENCE) as client, client.stream("GET", url) as reply:
        raw = b"".join(reply.iter_raw())
    assert reply.headers["content-encoding"] == "gzip"
    assert reply.headers["cache-control"] == "no-store"
    assert json.loads(gzip.decompress(raw))["table"]["seat"] == "red"
    assert len(raw) < len(gzip.decompress(raw)) / 2


def test_a_path_inside_the_page_is_the_page_and_a_missing_file_is_missing(pages: Running) -> None:
    assert "Alfiere" in get(pages, "/lobby").text
    assert get(pages, "/assets/gone.js").status_code == 404
    nowhere = get(pages, "/api/nowhere")
    assert nowhere.status_code == 404
    assert nowhere.json()["error"]["code"] == "not-here"


def test_a_wrong_method_is_told_the_right_ones_where_there_are_pages_too(pages: Running) -> None:
    for path, methods in (
        ("/api/games", "POST"),
        ("/api/games/import", "POST"),
        ("/api/games/0123456789abcdef/chat", "GET, HEAD, POST"),
        ("/", "GET, HEAD"),
    ):
        reply = CLIENT.request("DELETE", f"http://{pages.address}{path}")
        assert (reply.status_code, reply.headers["allow"]) == (405, methods)


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd"]
)
def test_nothing_outside_the_folder_is_a_page(pages: Running, path: str) -> None:
    with httpx.Client(timeout=PATIENCE) as client:
        request = client.build_request("GET", f"http://{pages.address}/")
        request.url = request.url.copy_with(raw_path=path.encode())
        reply = client.send(request)
    assert "not a page" not in reply.text
    assert "root:" not in reply.text


def test_pages_may_use_what_is_ours_and_nothing_else(pages: Running) -> None:
    policy = get(pages, "/").headers["content-security-policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["script-src"] == rules["connect-src"] == rules["default-src"] == "'self'"
    assert rules["style-src"] == "'self' 'unsafe-inline'"
    assert rules["font-src"].startswith("'self'")
