"""The pages of the service: files that were built before, read once, given with headers that let nothing else in."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct

from services.web.answers import Answered

PACKAGE: Final = "services.web"
FOLDER: Final = "built"
PAGE: Final = "index.html"
_PAGES: Final = re.compile(r"/(join|(game|event)/[0-9a-f]{32})?")
TYPES: Final[Mapping[str, bytes]] = {
    "css": b"text/css; charset=utf-8",
    "html": b"text/html; charset=utf-8",
    "ico": b"image/x-icon",
    "js": b"text/javascript; charset=utf-8",
    "json": b"application/json",
    "png": b"image/png",
    "svg": b"image/svg+xml",
    "txt": b"text/plain; charset=utf-8",
    "woff2": b"font/woff2",
}
POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; "
    b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
# What every answer of the edge carries, whoever asked for it.
ALWAYS: Final = (
    (b"content-security-policy", POLICY),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
FOR_EVER: Final = b"public, max-age=31536000, immutable"
ASK_AGAIN: Final = b"no-cache"
_SMALL: Final = 512


class File(Struct, frozen=True):
    """A file as it is sent, plain and by gzip where that is shorter."""

    data: bytes
    zipped: bytes | None
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes


class Files:
    """The files by the path under which each is asked for; nothing is looked up on the disk later."""

    def __init__(self, folder: Traversable | None = None) -> None:
        """Read them: `index.html` for every page, and what lies in `assets`, whose names hold a hash."""
        root = folder or resources.files(PACKAGE).joinpath(FOLDER)
        self._page = _file(root.joinpath(PAGE), ASK_AGAIN)
        self._assets = {f"/assets/{path.name}": _file(path, FOR_EVER) for path in _assets(root)}

    def find(self, path: str) -> File | None:
        """Give the file of a path, None where there is none."""
        return self._page if _PAGES.fullmatch(path) else self._assets.get(path)

    def answer(self, path: str, given: Mapping[bytes, bytes], *, head: bool) -> Answered:
        """Answer who fetches a file; who has it already is told so."""
        file = self.find(path)
        if file is None:
            return Answered(404, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")], b"")
        tags = given.get(b"if-none-match", b"").replace(b"W/", b"").split(b",")
        if file.tag in {tag.strip() for tag in tags}:
            return Answered(304, [row for row in file.headers if row[0] != b"content-type"], b"")
        coded = {word.partition(b";")[0].strip() for word in given.get(b"accept-encoding", b"").split(b",")}
        zipped = file.zipped if b"gzip" in coded else None
        headers = [*file.headers, *([(b"content-encoding", b"gzip")] if zipped is not None else [])]
        body = file.data if zipped is None else zipped
        return Answered(200, [*headers, (b"content-length", str(len(body)).encode())], b"" if head else body)


def _assets(root: Traversable) -> Iterator[Traversable]:
    folder = root.joinpath("assets")
    if folder.is_dir():
        yield from (path for path in folder.iterdir() if path.name.rpartition(".")[2] in TYPES)


def _file(path: Traversable, keep: bytes) -> File:
    data = path.read_bytes()
    packed = gzip.compress(data, 9, mtime=0)
    tag = b'"' + hashlib.sha256(data).hexdigest()[:32].encode() + b'"'
    headers = (
        (b"content-type", TYPES[path.name.rpartition(".")[2]]),
        (b"cache-control", keep),
        (b"etag", tag),
        (b"vary", b"accept-encoding"),
        (b"cross-origin-resource-policy", b"same-origin"),
    )
    return File(data, packed if len(packed) + _SMALL < len(data) else None, headers, tag)
