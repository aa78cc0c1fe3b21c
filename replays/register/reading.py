"""A register as it is served, read from a folder or over HTTP, with every leaf checked against the root."""

from __future__ import annotations

import http.client
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from replays import notes
from replays.register import tiles
from replays.register.checkpoint import Checkpoint, read_checkpoint, read_key_text
from replays.register.leaves import Leaf, read_leaf
from replays.register.tree import Tree, leaf_hash

KEY: Final = "key"
SECONDS: Final = 20.0
ANSWER_MOST: Final = tiles.WIDTH * (tiles.LEAF_MOST + 2)
SIZE_MOST: Final = 10_000_000
_OK: Final = 200


class RegisterUnreadable(Exception):
    """A register can not be read at all; the text names the place and what is wrong."""


class RegisterForged(Exception):
    """A register is not what its own signatures say, or not what it was before; the text says how."""


class Source(Protocol):
    """Where a register is served."""

    def read(self, path: str) -> bytes:
        """Give a file; RegisterUnreadable."""
        ...


class FolderSource:
    """A register in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, path: str) -> bytes:
        """Give a file."""
        try:
            return (self._folder / path).read_bytes()
        except OSError as fault:
            raise RegisterUnreadable(f"{self._folder / path} can not be read: {fault.strerror}") from fault


class UrlSource:
    """A register at an address."""

    def __init__(self, url: str) -> None:
        self._place = urlsplit(url.rstrip("/"))
        self._url = url.rstrip("/")

    def read(self, path: str) -> bytes:
        """Give a file."""
        kind = http.client.HTTPSConnection if self._place.scheme == "https" else http.client.HTTPConnection
        try:
            connection = kind(self._place.hostname or "", self._place.port, timeout=SECONDS)
            try:
                connection.request("GET", f"{self._place.path}/{path}")
                answer = connection.getresponse()
                data = answer.read(ANSWER_MOST)
            finally:
                connection.close()
        except (OSError, ValueError, http.client.HTTPException) as fault:
            raise RegisterUnreadable(f"{self._url}/{path} can not be read: {type(fault).__name__} {fault}") from fault
        if answer.status != _OK:
            text = f"{self._url}/{path} is answered with {answer.status}: name the address of a register"
            raise RegisterUnreadable(text)
        return data


def source_of(place: str) -> Source:
    """Find out what a place is: an address or a folder."""
    return UrlSource(place) if place.startswith(("http://", "https://")) else FolderSource(Path(place))


def open_register(place: str, origin: str = "") -> ReadRegister:
    """Read the register at a place; where all of a service lie there, that of this `origin`.

    Raises RegisterUnreadable, RegisterForged.
    """
    source = source_of(place)
    try:
        source.read(tiles.CHECKPOINT)
    except RegisterUnreadable:
        if not origin:
            raise
        source = source_of("/".join([place.rstrip("/"), *origin.split("/")[-2:]]))
    vkey, note = claimed_key(source)
    return read_register(source, vkey, key_note=note)


class ReadRegister(Struct, frozen=True):
    """A register that was read whole: its checkpoint, its leaves as bytes and as what they say."""

    vkey: str
    checkpoint: Checkpoint
    data: tuple[bytes, ...]
    leaves: tuple[Leaf, ...]
    tree: Tree
    key_note: str = ""


def claimed_key(source: Source) -> tuple[str, str]:
    """Give the key that a register names, and the note by which a key of a log names it; nothing of it is checked.

    Raises RegisterUnreadable.
    """
    try:
        note = source.read(KEY).decode()
        return read_key_text(notes.split(note)[0])[1], note
    except ValueError as fault:
        raise RegisterUnreadable(f"it names no key: {fault}") from fault


def read_register(source: Source, vkey: str, known: tuple[bytes, ...] = (), key_note: str = "") -> ReadRegister:
    """Read a register, from the leaves on that are `known`; leaves, tiles and root are compared.

    `key_note` is the note by which a key of a log names its key.

    Raises RegisterUnreadable, RegisterForged.
    """
    try:
        checkpoint = read_checkpoint(vkey, source.read(tiles.CHECKPOINT).decode())
    except ValueError as fault:
        raise RegisterForged(f"its checkpoint is not signed with its key: {fault}") from fault
    size = checkpoint.size
    if size > SIZE_MOST:
        raise RegisterUnreadable(f"{size} leaves: more than are read")
    if size < len(known):
        raise RegisterForged(f"it has {size} leaves, and had {len(known)} before")
    data = (*known, *_new_leaves(source, len(known), size, known))
    tree = Tree(map(leaf_hash, data))
    if tree.root() != checkpoint.root:
        before = "" if not known else f", of which {len(known)} were read before: it shows another history"
        raise RegisterForged(f"its {size} leaves do not give the root that it has signed{before}")
    _check_tiles(source, tree, len(known), size)
    try:
        return ReadRegister(vkey, checkpoint, data, tuple(map(read_leaf, data)), tree, key_note)
    except ValueError as fault:
        raise RegisterForged(f"it holds a leaf that says nothing: {fault}") from fault


def _new_leaves(source: Source, old: int, size: int, known: tuple[bytes, ...]) -> list[bytes]:
    found: list[bytes] = []
    for number, width in tiles.widths(size):
        first = number * tiles.WIDTH
        if first + width <= old:
            continue
        try:
            bundle = tiles.read_bundle(source.read(tiles.tile_path(tiles.ENTRIES, number, width)))
        except ValueError as fault:
            raise RegisterForged(f"entries {first} to {first + width - 1}: {fault}") from fault
        if len(bundle) != width:
            raise RegisterForged(f"entries {first} to {first + width - 1}: there are {len(bundle)}")
        before = max(old - first, 0)
        if tuple(bundle[:before]) != known[first : first + before]:
            raise RegisterForged(f"entries {first} to {first + before - 1} are others than they were")
        found += bundle[before:]
    return found


def _check_tiles(source: Source, tree: Tree, old: int, size: int) -> None:
    for path, due in tiles.new_tiles(tree, old, size):
        if source.read(path) != due:
            raise RegisterForged(f"{path} does not hold the hashes of its leaves")
