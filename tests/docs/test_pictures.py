"""Pictures that are made small show what they showed."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path

import pytest

from tools.pictures import make_small, read_png

WIDTH, HEIGHT = 7, 5
FILTERS = 5


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _paeth(left: int, above: int, corner: int) -> int:
    apart = [abs(left + above - corner - value) for value in (left, above, corner)]
    return (left, above, corner)[apart.index(min(apart))]


def _filtered(kind: int, row: bytes, above: bytes, size: int) -> bytes:
    """Filter a row as the PNG specification says, chapter 9."""
    found = bytearray([kind])
    for at, value in enumerate(row):
        left = row[at - size] if at >= size else 0
        corner = above[at - size] if at >= size else 0
        taken = (0, left, above[at], (left + above[at]) // 2, _paeth(left, above[at], corner))[kind]
        found.append((value - taken) % 256)
    return bytes(found)


def _png(pixels: list[bytes], kind: int, size: int) -> bytes:
    rows = [b"".join(pixels[at : at + WIDTH]) for at in range(0, WIDTH * HEIGHT, WIDTH)]
    above = [bytes(WIDTH * size), *rows]
    data = b"".join(_filtered(at % FILTERS, row, above[at], size) for at, row in enumerate(rows))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, kind, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


@pytest.mark.parametrize(("kind", "size"), [(2, 3), (6, 4)], ids=["rgb", "rgba"])
def test_a_picture_of_few_colours_is_as_it_was(tmp_path: Path, kind: int, size: int) -> None:
    """Every pixel comes out as it went in, by each of the five filters, in an indexed picture."""
    drawn = random.Random(5)
    pixels = [bytes(drawn.randrange(256) for _ in range(3)) + b"\xff" * (size - 3) for _ in range(WIDTH * HEIGHT)]
    path = tmp_path / "picture.png"
    path.write_bytes(_png(pixels, kind, size))
    assert read_png(path.read_bytes()) == (WIDTH, HEIGHT, [pixel[:3] for pixel in pixels])
    make_small(path)
    data = path.read_bytes()
    assert data[24:26] == bytes((8, 3))
    palette = data[data.index(b"PLTE") + 4 :]
    rows = zlib.decompress(data[data.index(b"IDAT") + 4 : -16])
    places = [rows[at] for at in range(len(rows)) if at % (WIDTH + 1)]
    assert [palette[3 * place : 3 * place + 3] for place in places] == [pixel[:3] for pixel in pixels]


def test_other_pictures_are_refused(tmp_path: Path) -> None:
    """A picture that is read in no known way is refused with what to do."""
    path = tmp_path / "grey.png"
    path.write_bytes(_png([b"\0"] * WIDTH * HEIGHT, 0, 1))
    with pytest.raises(ValueError, match="take it as 8-bit RGB or RGBA"):
        make_small(path)
