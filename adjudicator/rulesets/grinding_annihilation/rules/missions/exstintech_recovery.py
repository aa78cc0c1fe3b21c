"""Chapter 7.2, Exstintech Recovery: markers that the players remove, one in each of two Manoeuvres turns."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import ObjectiveMarkerRemoved, RemoveExstintechMarker
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import scenario_of


def removal_due(game: Game, seat: Party) -> bool:
    """GA-7.2-04 Tell whether a player still has to remove a marker in this Manoeuvres turn."""
    terms = scenario_of(game).removals
    return terms is not None and game.battle.round in terms.rounds and game.sides[seat].removed != game.battle.round


def remove_exstintech_marker(ruling: Ruling[Game], command: RemoveExstintechMarker) -> None:
    """GA-7.2-04 In rounds 2 and 3 each player removes one marker, whoever controls it."""
    game, now = ruling.game, ruling.game.battle.round
    ruling.require(removal_due(game, ruling.actor), "GA-7.2-04", "no-removal", "marker", round=now)
    row = ruling.find(game.markers, command.marker, "marker")
    ruling.record(ObjectiveMarkerRemoved(marker=row.id, seat=ruling.actor, round=now), "GA-7.2-04", "GA-7.2-05")


def objective_marker_removed(game: Game, event: ObjectiveMarkerRemoved) -> None:
    """Take the marker away for good."""
    del game.markers[event.marker]
    game.sides[event.seat] = replace(game.sides[event.seat], removed=event.round)


def require_removed(ruling: Ruling[Game]) -> None:
    """GA-7.2-05 Refuse what comes after the removal while it is due."""
    due = removal_due(ruling.game, ruling.actor)
    ruling.require(not due, "GA-7.2-05", "removal-due", "", markers=" ".join(sorted(ruling.game.markers)))


def removal_offers(game: Game, party: Party) -> list[Offer]:
    """Offer the markers that are left."""
    if not removal_due(game, party):
        return []
    return [offer(RemoveExstintechMarker, "GA-7.2-04", marker=Choice(tuple(sorted(game.markers))))]


def first_marker(game: Game) -> RemoveExstintechMarker:
    """Let silence remove the first marker."""
    return RemoveExstintechMarker(marker=min(game.markers))


PART = Part(handlers=handlers(remove_exstintech_marker), reducers=reducers(objective_marker_removed))
