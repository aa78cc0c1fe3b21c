"""Chapter 3.3, choices made ahead: order of casualties, preferred saves, windows declined (GA-3.3-39)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer, optional
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import SetStandingChoices, StandingChoicesSet
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game

SAVES = ("", "armour", "better", "invulnerable")
DECLINABLE = (
    "assault_move_ended",
    "assault_started",
    "enemy_set_up",
    "fight_ended",
    "fight_selected",
    "move_ended",
    "move_started",
    "move_turn_ending",
    "precision",
    "reroll",
    "targets_selected",
)


def set_standing_choices(ruling: Ruling[Game], command: SetStandingChoices) -> None:
    """GA-3.3-39 A player may say how later choices of his own are to be made; both players see it."""
    ruling.require(ruling.actor in SEATS, "GA-2.1-02", "no-player")
    order, declined = command.casualty_order, command.windows_declined
    for key in order:
        troop = ruling.find(ruling.game.troops, key, "casualty_order")
        ruling.require(troop.seat == ruling.actor, "GA-3.3-21", "not-yours", "casualty_order", id=key)
    ruling.require(len(set(order)) == len(order), "GA-3.3-21", "named-twice", "casualty_order")
    ruling.require(
        command.save_preference in SAVES, "GA-3.3-25", "unknown-save", "save_preference", found=command.save_preference
    )
    unknown = " ".join(kind for kind in declined if kind not in DECLINABLE)
    ruling.require(not unknown, "GA-3.3-39", "not-declinable", "windows_declined", found=unknown)
    event = StandingChoicesSet(
        seat=ruling.actor,
        casualty_order=order,
        save_preference=command.save_preference,
        windows_declined=tuple(sorted(set(declined))),
    )
    ruling.record(event, "GA-3.3-21", "GA-3.3-25", "GA-3.3-39")


def standing_choices_set(game: Game, event: StandingChoicesSet) -> None:
    """Replace what was said before."""
    game.sides[event.seat] = replace(
        game.sides[event.seat],
        casualty_order=event.casualty_order,
        save_preference=event.save_preference,
        declined=event.windows_declined,
    )


def _offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """GA-3.3-39 Offer any order of one's troops, any save, and any windows to decline."""
    if party not in SEATS:
        return []
    mine = tuple(key for key, troop in game.troops.items() if troop.seat == party)
    order = {"casualty_order": optional(Some(mine, 0, len(mine)))} if mine else {}
    return [
        offer(
            SetStandingChoices,
            "GA-3.3-39",
            **order,
            save_preference=optional(Choice(SAVES[1:])),
            windows_declined=optional(Some(DECLINABLE, 0, len(DECLINABLE))),
        )
    ]


PART = Part(
    handlers=handlers(set_standing_choices),
    reducers=reducers(standing_choices_set),
    anytime=frozenset({SetStandingChoices}),
    anytime_offers={SetStandingChoices: _offers},
)
