"""What a ruling may set: what an error at the table may leave wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.correctable import Correctable, written
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.rows import Cell, Formation, Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.invariants import limits

MOST_SHOCK = 6


def _shock_steps(game: Game) -> Iterator[tuple[str, str, Sequence[str]]]:
    """TF-SHOCK-01 The Shock of a formation may be any number from 0."""
    for key in sorted(game.formations, key=id_order):
        yield key, "shock", tuple(map(written, range(MOST_SHOCK + 1)))


def _beyond(game: Game, _key: str, _field: str) -> str:
    """Say what is beyond the limits of the rules after the patch."""
    return next(limits(game), "")


CORRECTABLE: Mapping[str, Correctable] = MappingProxyType(
    {
        "formations": Correctable(row=Formation, fields=("shock", "state", "acted"), steps=_shock_steps, wrong=_beyond),
        "units": Correctable(
            row=Unit, fields=("integrity", "tile", "out", "moved", "cautious", "charged", "zone_lost", "contacts")
        ),
        "cells": Correctable(row=Cell, fields=("base", "overlays", "damage"), whole=True),
        "first": Correctable(row=int, whole=True, wrong=_beyond),
        "turn": Correctable(row=int, whole=True, wrong=_beyond),
    }
)
