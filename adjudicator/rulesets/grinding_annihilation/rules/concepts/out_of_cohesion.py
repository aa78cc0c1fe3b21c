"""Chapter 2.2, troops out of cohesion are removed when a turn ends (GA-2.2-08, GA-2.2-09)."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    CohesionChecked,
    RemoveOutOfCohesion,
    TroopRemovedForCohesion,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game, on_warfield, rival
from adjudicator.rulesets.grinding_annihilation.rules.concepts.cohesion import in_cohesion
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    ask_queued_demises,
    close_part,
)


def clean_up(ruling: Ruling[Game], seat: Party) -> None:
    """GA-2.2-08 Both players check all their formations; the player whose turn it is removes first."""
    game = ruling.game
    broken = tuple(row.id for row in on_warfield(game) if not in_cohesion(game, row.id))
    ruling.record(CohesionChecked(broken=broken), "GA-2.2-08")
    for item in (rival(seat), seat):
        if _broken_of(game, item):
            ruling.ask("cohesion", item)


def cohesion_checked(game: Game, event: CohesionChecked) -> None:
    """Note which formations lose troops."""
    game.broken = event.broken


def remove_out_of_cohesion(ruling: Ruling[Game], command: RemoveOutOfCohesion) -> None:
    """GA-2.2-08 Troops are removed one at a time until what remains is one cohesive group."""
    game = ruling.game
    ruling.find(game.formations, command.formation, "formation")
    troop = ruling.find(game.troops, command.troop, "troop")
    due = _broken_of(game, ruling.actor)
    ruling.require(
        command.formation in due,
        "GA-2.2-08",
        "in-cohesion",
        "formation",
        formation=command.formation,
        broken=" ".join(due),
    )
    ruling.require(
        troop.formation == command.formation,
        "GA-2.2-08",
        "not-of-formation",
        "troop",
        troop=troop.id,
        formation=command.formation,
    )
    event = TroopRemovedForCohesion(troop=troop.id, formation=command.formation)
    ruling.record(event, "GA-2.2-08", "GA-2.2-09")
    close_part(ruling, troop, "cohesion")
    _restore_cohesion(ruling, command.formation)
    if not _broken_of(game, ruling.actor):
        ruling.answered()
    ask_queued_demises(ruling)


def _restore_cohesion(ruling: Ruling[Game], formation: str) -> None:
    """Strike a formation that is cohesive again from the list, with the threshold for the new count."""
    game = ruling.game
    if formation in game.broken and in_cohesion(game, formation):
        left = tuple(row for row in game.broken if row != formation)
        ruling.record(CohesionChecked(broken=left), "GA-2.2-08")


def _broken_of(game: Game, seat: Party) -> tuple[str, ...]:
    return tuple(row for row in game.broken if game.formations[row].seat == seat)


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    return [
        offer(RemoveOutOfCohesion, "GA-2.2-08", formation=Choice((row,)), troop=Choice(game.formations[row].troops))
        for row in _broken_of(game, party)
    ]


def _last_troop(game: Game, _window: Window, party: Party) -> Struct | None:
    """Let silence remove the troop with the highest number."""
    due = _broken_of(game, party)
    if not due:
        return None
    return RemoveOutOfCohesion(formation=due[0], troop=game.formations[due[0]].troops[-1])


PART = Part(
    handlers=handlers(remove_out_of_cohesion),
    reducers=reducers(cohesion_checked),
    windows=windows(WindowKind("cohesion", "GA-2.2-08", (RemoveOutOfCohesion,), _offers, _last_troop, after_flag=True)),
)
