"""Symbols of kinds of terrain: what drawn maps and the board in text are written with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_letters
from types import MappingProxyType

from adjudicator.kernel.decoding import read
from adjudicator.rulesets.tile_formations.model.options import PACKAGE

BASE = "."
RESERVED = frozenset("A:;.")
"""What stands for no kind: the first column of a ruler, a heading, a remark, the base terrain."""
MAP_SYMBOLS: Mapping[str, str] = MappingProxyType(read(PACKAGE, "map_symbols.toml", dict[str, str]))
"""Kinds by their usual symbols."""
UNKNOWN = "?"


def symbols_of(kinds: Iterable[str]) -> dict[str, str]:
    """Give each of these kinds a symbol: its usual one, else a letter that is free; "?" when there is none left."""
    usual = {kind: sign for sign, kind in MAP_SYMBOLS.items()}
    wanted = tuple(dict.fromkeys(kinds))
    free = [letter for letter in ascii_letters if letter not in MAP_SYMBOLS and letter not in RESERVED]
    return {kind: usual.get(kind) or (free.pop(0) if free else UNKNOWN) for kind in wanted}


def format_cell(kind: str, overlays: Iterable[str], base: str, symbols: Mapping[str, str]) -> str:
    """Write what lies in a tile, in these symbols; `base` is the base terrain of the map."""
    below = BASE if kind == base else symbols[kind]
    on_top = "".join(symbols[overlay] for overlay in overlays)
    return on_top if on_top and below == BASE else below + on_top
