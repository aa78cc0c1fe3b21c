"""Texts on a picture: what stands beside the board, and names made safe to show."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from unicodedata import category

from msgspec import Struct

REPLACED = "\N{REPLACEMENT CHARACTER}"
# controls, formats (such as marks that turn the direction of writing), lone surrogates, private and unassigned ones
UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


class Caption(Struct, frozen=True):
    """What stands beside a board: a title, the question that is open, and lines on what the entry did."""

    title: str = ""
    question: str = ""
    happened: tuple[str, ...] = ()


NO_CAPTION = Caption()


def clean(text: str) -> str:
    """Replace every character that has no sign of its own: what XML forbids is among them."""
    return "".join(REPLACED if category(char) in UNSAFE else char for char in text)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text into lines of so many characters at most."""
    return textwrap.wrap(clean(text), width, subsequent_indent=indent, break_on_hyphens=False)


def spaced(word: str) -> str:
    """Write a word of a ruleset for people."""
    return clean(word.replace("_", " "))


def codes(words: Iterable[str]) -> dict[str, str]:
    """Give each word two signs of its own, the first letters where they are free; the order is that of the alphabet."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for word in sorted(set(words)):
        code = next(code for code in _candidates(word) if code not in taken)
        taken.add(code)
        found[word] = code
    return found


def _candidates(word: str) -> Iterable[str]:
    letters = [char for char in clean(word) if char.isalnum()] or ["x"]
    yield "".join(letters[:2])
    yield from (letters[0] + letter for letter in letters[2:])
    yield from (f"{letters[0]}{number}" for number in range(1000))


def sentence_of(names: Sequence[str]) -> str:
    """Say who is asked."""
    asked = clean(" and ".join(names))
    return f"Asked now: {asked}" if asked else "Nobody is asked"
