"""Moves on terrain, sight past it, and agreeing on features."""

from __future__ import annotations

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.grinding_annihilation.model.messages import FormationMoved
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import visibility_of
from tests.rulesets.grinding_annihilation.steps import declare, make, move, path, refused
from tests.rulesets.grinding_annihilation.steps import places as places_of


def sight_of_troop(table, observer="a-r.1", target="b-b.1"):
    """Say what one troop sees of another."""
    return visibility_of(table.game, 0).pair(observer, target)


def distance_moved(table, *places, kind="normal"):
    """Make a move that is accepted, and give how far its troop went."""
    event = move(table, path("a-r.1", *places), kind=kind).accepted().one(FormationMoved)
    return event.troops[0].distance


def move_refused(table, clause, reason, *places):
    """Find a move refused under this clause alone, and nobody moved."""
    declare(table).accepted()
    refused(table, "red", make("a-r", path("a-r.1", *places)), clause).rejected(clause, reason)
    assert places_of(table)[0] == (10, 10)


def terrain_fact(table):
    """Give the fact that waits for an answer."""
    return next(key for key, row in table.game.facts.items() if row.kind == "terrain")


def confirm_terrain(table, who="blue"):
    return table.when(who, ConfirmFact(fact=terrain_fact(table))).accepted()
