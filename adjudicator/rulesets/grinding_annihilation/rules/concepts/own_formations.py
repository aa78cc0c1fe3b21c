"""Chapter 2.1, formations that a command names: they have to be the player's own."""

from __future__ import annotations

from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import WARFIELD, Game


def own_formation(ruling: Ruling[Game], key: str) -> Formation:
    """GA-2.1-02 Find a formation of the actor, wherever it is."""
    row: Formation = ruling.find(ruling.game.formations, key, "formation")
    ruling.require(row.seat == ruling.actor, "GA-2.1-02", "not-yours", "formation", id=key)
    return row


def own_on_warfield(ruling: Ruling[Game], key: str) -> Formation:
    """GA-2.1-02 GA-2.1-07 Find a formation of the actor that stands on the warfield."""
    row = own_formation(ruling, key)
    ruling.require(row.place == WARFIELD, "GA-2.1-07", "not-on-warfield", "formation", id=key, place=row.place)
    return row
