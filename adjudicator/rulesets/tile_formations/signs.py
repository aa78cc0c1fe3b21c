"""Signs for kinds of terrain: what drawn maps and the board in text are written with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_letters
from types import MappingProxyType

from adjudicator.kernel.decoding import read
from adjudicator.rulesets.tile_formations.options import PACKAGE

BASE = "."
RESERVED = frozenset("A:;.")
"""What stands for no kind: the first column of a ruler, a heading, a remark, the base terrain."""
SIGNS: Mapping[str, str] = MappingProxyType(read(PACKAGE, "signs.toml", dict[str, str]))
"""Kinds by their usual signs."""
UNKNOWN = "?"


def signs_of(kinds: Iterable[str]) -> dict[str, str]:
    """Give each of these kinds a sign: its usual one, else a letter that is free; "?" when there is none left."""
    usual = {kind: sign for sign, kind in SIGNS.items()}
    wanted = tuple(dict.fromkeys(kinds))
    free = [letter for letter in ascii_letters if letter not in SIGNS and letter not in RESERVED]
    return {kind: usual.get(kind) or (free.pop(0) if free else UNKNOWN) for kind in wanted}


__all__ = ["BASE", "RESERVED", "SIGNS", "UNKNOWN", "signs_of"]
