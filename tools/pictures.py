"""Draw docs/pictures: the replay page of a game of each ruleset at three moments, in a headless Chromium.

Needs Chromium, Node, and `make node`. The games of a build are always the same. They are made small: 256 colours, which
is what flat drawings need, and the best compression.
"""

from __future__ import annotations

import argparse
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "docs" / "pictures"
SHOTS: Final = ROOT / "clients" / "typescript" / "page" / "test" / "pictures.mjs"
SEED: Final = "3"
# entries of the game of SEED: armies are in place, in the middle, near the end; README says what it shows of the middle
MOMENTS: Final[dict[str, tuple[int, int, int]]] = {
    "antares": (24, 60, 169),
    "grinding_annihilation": (58, 192, 433),
    "hex_orders": (75, 142, 205),
    "tile_formations": (20, 69, 138),
}
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
COLOURS: Final = 256
CHANNELS: Final = {2: 3, 6: 4}  # by the colour type: with and without transparency
SUB, UP, AVERAGE, PAETH = 1, 2, 3, 4


def shots(ruleset: str, folder: Path) -> Iterator[str]:
    """Play a game and make its page; give a line for each picture: the page at an entry, and where it goes."""
    program = Path(sys.executable).with_name("adjudicator")
    game, page = folder / f"{ruleset}.replay", folder / f"{ruleset}.html"
    subprocess.run([program, "play", ruleset, "--seed", SEED, "--out", game], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "replay", "page", game, "--out", page], check=True, stdout=subprocess.DEVNULL)
    for name, entry in zip(("begins", "middle", "ends"), MOMENTS[ruleset], strict=True):
        yield f"{page.as_uri()}#e={entry} {PICTURES / f'{ruleset}-{name}.png'}"


def main() -> int:
    """Draw those that are named, or all; the exit status."""
    parser = argparse.ArgumentParser(description="Draws docs/pictures anew.")
    parser.add_argument("ruleset", nargs="*", choices=[[], *sorted(MOMENTS)])
    args = parser.parse_args()
    node = shutil.which("node")
    if node is None:
        print("there is no Node here: install it, and run `make node`", file=sys.stderr)
        return 2
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lines = [line for name in args.ruleset or sorted(MOMENTS) for line in shots(name, Path(folder))]
        subprocess.run([node, SHOTS], input="\n".join(lines), text=True, check=True, cwd=SHOTS.parent)
    for line in lines:
        make_small(Path(line.partition(" ")[2]))
    return 0


def make_small(path: Path) -> None:
    """Write a picture of 8 bits a channel anew with a palette; what is transparent becomes as if it were not."""
    width, height, pixels = read_png(path.read_bytes())
    counts = Counter(pixels)
    palette = _palette(counts)
    places = {colour: place for place, colour in enumerate(palette)}
    for colour in counts:
        if colour not in places:
            places[colour] = min(range(len(palette)), key=lambda place: _apart(palette[place], colour))
    rows = (bytes(places[pixel] for pixel in pixels[at : at + width]) for at in range(0, width * height, width))
    data = b"".join(b"\0" + row for row in rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (b"IHDR", header), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")
    path.write_bytes(SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks))


def _palette(counts: Counter[bytes]) -> list[bytes]:
    """Choose colours: of each group of like ones the commonest, so that none is lost that is rare, then the others."""
    common = [colour for colour, _ in counts.most_common()]
    groups: dict[bytes, bytes] = {}
    for colour in common:
        groups.setdefault(bytes(part >> 4 for part in colour), colour)
    return list(dict.fromkeys([*groups.values(), *common]))[:COLOURS]


def _apart(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def read_png(data: bytes) -> tuple[int, int, list[bytes]]:
    """Give the width, the height and the pixels of a picture without interlacing."""
    chunks = list(_chunks(data))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    if depth != 8 or kind not in CHANNELS or interlaced:  # noqa: PLR2004 - bits a channel
        message = f"a picture of type {kind} with {depth} bits a channel cannot be read: take it as 8-bit RGB or RGBA"
        raise ValueError(message)
    size = CHANNELS[kind]
    raw = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    pixels: list[bytes] = []
    above = bytearray(width * size)
    for at in range(0, len(raw), width * size + 1):
        row = bytearray(raw[at + 1 : at + 1 + width * size])
        _unfilter(raw[at], row, above, size)
        pixels += (bytes(row[start : start + 3]) for start in range(0, len(row), size))
        above = row
    return width, height, pixels


def _unfilter(kind: int, row: bytearray, above: bytearray, size: int) -> None:
    for at, value in enumerate(row):
        left = row[at - size] if at >= size else 0
        if kind == SUB:
            row[at] = (value + left) & 255
        elif kind == UP:
            row[at] = (value + above[at]) & 255
        elif kind == AVERAGE:
            row[at] = (value + (left + above[at]) // 2) & 255
        elif kind == PAETH:
            corner = above[at - size] if at >= size else 0
            row[at] = (value + _nearest(left, above[at], corner)) & 255


def _nearest(left: int, above: int, corner: int) -> int:
    """Give of three neighbours the one that is nearest to what they lead one to expect."""
    expected = left + above - corner
    return min((left, above, corner), key=lambda value: abs(value - expected))


if __name__ == "__main__":
    sys.exit(main())
