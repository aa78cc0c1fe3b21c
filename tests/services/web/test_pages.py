"""The pages: which files there are, with which headers, and that nothing else can be fetched."""

from __future__ import annotations

import gzip
import re
from collections import Counter

import pytest

from services.rpc.access.rate_limits import FILES
from services.web.files import Files
from tests.services.fixtures import open_request
from tests.services.web.fixtures import serve_web
from tests.services.web.test_limits import stand_still
from wargame.v1 import games_pb2

GAME = "/game/" + "ab" * 16
PAGES = ("/", "/join", GAME, "/event/" + "cd" * 16)


@pytest.fixture
async def web(tmp_path):
    async with serve_web(tmp_path) as (_, web):
        yield web


async def fetch(web, path, method="GET", **headers):
    """Fetch a file; who answers takes the host from the connection unless it is named."""
    return await web.send(path, {name.replace("_", "-"): value for name, value in headers.items()}, method=method)


@pytest.mark.parametrize("path", PAGES)
async def test_pages_let_nothing_else_in(web, path):
    """Every page comes with a policy that allows its own files alone, in no frame, and says to nobody where it was."""
    answer, body = await fetch(web, path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = dict(row.strip().split(" ", 1) for row in answer.headers["content-security-policy"].split(";"))
    assert policy.pop("default-src") == policy.pop("base-uri") == policy.pop("frame-ancestors") == "'none'"
    assert policy.pop("require-trusted-types-for") == "'script'"
    assert set(policy.values()) <= {"'self'", "'none'"}
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers
    head, nothing = await fetch(web, path, "HEAD")
    assert (head.status, int(head.headers["content-length"])) == (200, len(body))
    assert nothing == b""


def test_pages_have_no_script_or_host_of_their_own():
    """No built page has a script or a style in it, a handler, or the address of another host."""
    page = Files().find("/")
    assert page is not None
    text = page.data.decode()
    assert not re.search(r"<style|\son\w+=|javascript:|\sstyle=", text)
    assert all(re.search(r"\ssrc=\"/assets/", tag) for tag in re.findall(r"<script[^>]*>", text))
    assert not re.search(r"(src|href|action)=\"?(https?:)?//", text)


def test_a_browser_that_is_too_old_is_told_so():
    """What the page shows without its script says which browsers it needs."""
    page = Files().find("/")
    assert page is not None
    assert b"Firefox" in page.data


async def test_who_has_a_page_is_not_sent_it_again(web):
    """A page is asked for again by its tag; a file whose name has a hash is kept for ever."""
    answer, body = await fetch(web, "/")
    tag = answer.headers["etag"]
    assert answer.headers["cache-control"] == "no-cache"
    for known in (tag, f'W/{tag}, "other"'):
        again, _ = await fetch(web, "/", "HEAD", if_none_match=known)
        assert (again.status, again.headers["etag"]) == (304, tag)
    changed, _ = await fetch(web, "/", if_none_match='"other"')
    assert changed.status == 200
    assert body


def test_built_files_are_given_by_name_and_by_gzip(tmp_path):
    """A built file is given under its name, packed where the browser takes that."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>page</p>")
    script = b"let a = 1;\n" * 1_000
    (tmp_path / "assets/page-0123abcd.js").write_bytes(script)
    (tmp_path / "assets/secret.key").write_bytes(b"no")
    files = Files(tmp_path)
    plain = files.answer("/assets/page-0123abcd.js", {}, head=False)
    packed = files.answer("/assets/page-0123abcd.js", {b"accept-encoding": b"br, gzip;q=0.8"}, head=False)
    assert (plain.status, plain.body) == (200, script)
    assert gzip.decompress(packed.body) == script
    assert (b"content-encoding", b"gzip") in packed.headers
    assert (b"cache-control", b"public, max-age=31536000, immutable") in plain.headers
    assert files.answer("/assets/secret.key", {}, head=False).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../index.html",
        "/assets/..%2f..%2ffiles.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/..%5c..%5cowner.token",
        "//etc/passwd",
        "/assets//etc/passwd",
        "/assets/%00",
        "/game/../owner.token",
        "/game/" + "zz" * 16,
        "/index.html/",
        "/owner.token",
    ],
)
async def test_nothing_else_can_be_fetched(web, path):
    """Whatever a path says, there are the pages and their files, and nothing of the disk."""
    answer, body = await fetch(web, path)
    assert (answer.status, body) == (404, b"")
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1@evil.example", "evil.example:80", '"><script>'])
async def test_a_host_that_is_not_ours(web, host):
    """The host that a request names stands in no answer."""
    for path in ("/", "/nothing", "/sessions"):
        answer, body = await fetch(web, path, host=host)
        assert host.encode() not in body
        assert not any(host in value for value in answer.headers.values())


async def test_files_of_registers_are_counted(tmp_path):
    """Files of registers, and names that none has, are fetched out of the same bucket as pages."""
    async with serve_web(tmp_path, limited=True) as (toy, web):
        stand_still(toy)
        found: Counter[int] = Counter()
        for number in range(FILES.burst + 5):
            path = "" if number % 2 else f"event/{number:032x}/checkpoint"
            found[(await fetch(web, f"/register/{path}"))[0].status] += 1
        assert found == {200: FILES.burst // 2, 404: FILES.burst // 2, 429: 5}
        assert (await fetch(web, "/"))[0].status == 429


async def test_files_are_counted(tmp_path):
    """An address that fetches without end is refused for a while; calls with a token go on."""
    async with serve_web(tmp_path, limited=True) as (toy, web):
        stand_still(toy)
        found = Counter([(await fetch(web, "/"))[0].status for _ in range(FILES.burst + 5)])
        assert found == {200: FILES.burst, 429: 5}
        game = await toy.call("Open", toy.owner, open_request())
        answer, _ = await web.answered("Get", game.credentials[0].token, games_pb2.GetRequest(game=game.game))
        assert answer.status == 200
