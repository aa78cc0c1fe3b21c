"""Chapter 2.1, formations that a command names: they have to be the player's own."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Fault
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
    ruling.refuse_if(fault_of_place(row))
    return row


def fault_of_place(row: Formation, clause: str = "GA-2.1-07") -> Fault | None:
    """GA-2.1-07 Say by which clause a formation does nothing where it is: off the warfield; None on it."""
    facts = (("id", row.id), ("place", row.place))
    return None if row.place == WARFIELD else Fault(clause, "not-on-warfield", "formation", facts)
