"""Tiles as C2SP `tlog-tiles` has them: hashes and entries of a tree as files that never change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from replays.register.tree import HASH_SIZE, Tree

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
CHECKPOINT: Final = "checkpoint"
ENTRIES: Final = "entries"
LEAF_MOST: Final = 0xFFFF
_LENGTH: Final = 2


def tile_path(level: int | str, number: int, width: int = WIDTH) -> str:
    """Name the file of a tile; `level` is "entries" for a bundle of entries."""
    parts = [f"{number % 1000:03d}"]
    while number >= 1000:  # noqa: PLR2004  (three digits each)
        number //= 1000
        parts.insert(0, f"x{number % 1000:03d}")
    partial = "" if width == WIDTH else f".p/{width}"
    return f"tile/{level}/{'/'.join(parts)}{partial}"


def widths(size: int, level: int = 0) -> Iterator[tuple[int, int]]:
    """Give number and width of each tile of a level in a tree of this size."""
    count = size >> HEIGHT * level
    yield from ((number, WIDTH) for number in range(count // WIDTH))
    if count % WIDTH:
        yield count // WIDTH, count % WIDTH


def new_tiles(tree: Tree, old: int, size: int) -> Iterator[tuple[str, bytes]]:
    """Give the tiles of a tree of `size` leaves that the tree of `old` does not have, as path and bytes."""
    level = 0
    while size >> HEIGHT * level:
        hashes = tree.levels[HEIGHT * level]
        before = old >> HEIGHT * level
        for number, width in widths(size, level):
            first = number * WIDTH
            if first + width > before:
                yield tile_path(level, number, width), b"".join(hashes[first : first + width])
        level += 1


def new_bundles(leaves: Sequence[bytes], old: int, size: int) -> Iterator[tuple[str, bytes]]:
    """Give the bundles of entries that hold leaves from `old` to before `size`, as path and bytes."""
    for number, width in widths(size):
        first = number * WIDTH
        if first + width > old:
            yield tile_path(ENTRIES, number, width), write_bundle(leaves[first : first + width])


def write_bundle(leaves: Sequence[bytes]) -> bytes:
    """Write leaves, each after its length.

    Raises ValueError where one is too long.
    """
    if any(len(leaf) > LEAF_MOST for leaf in leaves):
        raise ValueError(f"a leaf of more than {LEAF_MOST} bytes")
    return b"".join(len(leaf).to_bytes(_LENGTH, "big") + leaf for leaf in leaves)


def read_bundle(data: bytes) -> list[bytes]:
    """Read leaves.

    Raises ValueError where they are cut off.
    """
    leaves, at = [], 0
    while at < len(data):
        start = at + _LENGTH
        at = start + int.from_bytes(data[at:start], "big")
        if at > len(data) or start > len(data):
            raise ValueError("a bundle of entries that is cut off")
        leaves.append(data[start:at])
    return leaves


def read_tile(data: bytes) -> list[bytes]:
    """Read hashes.

    Raises ValueError where they are cut off.
    """
    if len(data) % HASH_SIZE:
        raise ValueError("a tile that is cut off")
    return [data[at : at + HASH_SIZE] for at in range(0, len(data), HASH_SIZE)]
