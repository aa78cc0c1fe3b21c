"""The folder of registers: tiles, entries and checkpoints as files that any web server can serve as they are."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from replays import notes
from replays.register import tiles
from replays.register.checkpoint import read_text
from services.games.keys import locked

if TYPE_CHECKING:
    from pathlib import Path

    from services.register.state import RegisterState

FOLDER: Final = "registers"
KEY: Final = "key"


def write_register(folder: Path, state: RegisterState, note: str, key_note: str, *, anew: bool = False) -> None:
    """Bring a folder up to this checkpoint: tiles and entries first, then the checkpoint above them.

    One that is there already and is of a larger tree stays. `anew` writes all tiles, whatever is there: a power cut
    may have cost some. Raises OSError.
    """
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    size = read_text(notes.split(note)[0])[1]
    with locked(folder):
        there = _size_of(folder)
        if there > size:
            return
        known = 0 if anew else there
        for path, data in (*tiles.new_tiles(state.tree, known, size), *tiles.new_bundles(state.leaves, known, size)):
            _put_once(folder, path, data)
        _put(folder / KEY, key_note.encode())
        _put(folder / tiles.CHECKPOINT, note.encode())


def _size_of(folder: Path) -> int:
    """Give the size that a folder is brought up to; 0 where it is to be written anew."""
    try:
        return read_text(notes.split((folder / tiles.CHECKPOINT).read_text())[0])[1]
    except (OSError, ValueError):
        return 0


def _put_once(folder: Path, name: str, data: bytes) -> None:
    """Write a tile, which never changes; of a whole one the partial ones before it are not needed any more."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    _put(path, data)
    partial = path.with_name(f"{path.name}.p")
    if ".p/" not in name and partial.is_dir():
        for old in list(partial.iterdir()):
            old.unlink(missing_ok=True)
        partial.rmdir()


def _put(path: Path, data: bytes) -> None:
    """Write a file in one step, so that nobody reads half of it."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with draft.open("wb") as out:
        out.write(data)
    draft.replace(path)
