"""Changes of the log key: short notes by which one verification key hands on to the next, signed with both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from replays import notes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

TITLE: Final = "wglog/1/key"
# Changes of one key after the other that are followed.
CHANGES_MOST: Final = 64
_LINES: Final = 3


def write(before: str, after: str, old: Ed25519PrivateKey, new: Ed25519PrivateKey) -> str:
    """Write the note by which the key `before` hands on to `after`, both given as verification keys."""
    text = f"{TITLE}\n{before}\n{after}\n"
    first = notes.sign(old, notes.key_of(before)[0], text)
    return first + notes.sign(new, notes.key_of(after)[0], text).removeprefix(f"{text}\n")


def read(note: str) -> tuple[str, str]:
    """Read the keys before and after out of a change that both have signed; ValueError for anything else."""
    lines = note.split("\n", _LINES)
    if len(lines) <= _LINES or lines[0] != TITLE:
        raise ValueError("no change of a log key")
    before, after = lines[1:_LINES]
    text = notes.verify(before, note)
    if text != f"{TITLE}\n{before}\n{after}\n" or notes.verify(after, note) != text:
        raise ValueError("no change of a log key that both keys have signed")
    return before, after


def lead(before: str, after: str, changes: Sequence[str]) -> bool:
    """Whether these changes, in their order, lead from one key to the other."""
    if not changes or len(changes) > CHANGES_MOST:
        return False
    for change in changes:
        try:
            here, before_next = read(change)
        except ValueError:
            return False
        if here != before:
            return False
        before = before_next
    return before == after
