"""Chapter 5.6, Deployment Order: a formation arrives from Reserves at the end of the opponent's Move turn."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import DeclineReaction, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.state import Game, fatigued
from adjudicator.rulesets.grinding_annihilation.rules.armies.reserves import can_arrive, may_arrive
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    fits,
    pay,
    require_fitting,
    usable,
    working_as,
)
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.rules.movement.off_the_warfield import WAITING, waiting
from adjudicator.rulesets.grinding_annihilation.rules.movement.reinforcements import order_arrival

ORDER = "deployment_order"


def deployment_order(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.6-01 GA-5.6-02 GA-5.6-03 It is set up as in its player's own Reinforcements step, if it may come now."""
    game = ruling.game
    row = ruling.find(game.formations, command.formation, "formation")
    ruling.require(row.seat == ruling.actor, "GA-5.0-07", "not-yours", "formation", id=row.id)
    in_reserve = row.place in WAITING
    ruling.require(in_reserve, "GA-5.6-01", "not-in-reserves", "formation", formation=row.id, place=row.place)
    ruling.require(not fatigued(game, row.id), "GA-5.0-06", "fatigued-target", "formation", formation=row.id)
    require_fitting(ruling, command.manoeuvre, row.id)
    fault = may_arrive(game, row)
    if fault is not None:
        ruling.reject("GA-5.6-02", fault.reason, "formation", **dict(fault.facts))
    ruling.require(can_arrive(game, row), "GA-5.6-01", "no-room-to-arrive", "formation", formation=row.id)
    pay(ruling, command.manoeuvre, row.id)
    order_arrival(ruling, row.id)


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    offers = [decline_offer(window)]
    keys = [key for key in working_as(game, party, ORDER) if usable(game, party, key)]
    rows = (
        [row.id for row in waiting(game, party) if not fatigued(game, row.id) and can_arrive(game, row)] if keys else []
    )
    for key in keys:
        able = tuple(row for row in rows if fits(game, key, row))
        if able:
            offers.append(offer(UseBattleManoeuvre, "GA-5.6-01", manoeuvre=Choice((key,)), formation=Choice(able)))
    return offers


PART = Part(
    windows=windows(
        WindowKind(
            "move_turn_ending", "GA-5.6-01", (UseBattleManoeuvre, DeclineReaction), _offers, decline, skip_if_idle=True
        )
    )
)
