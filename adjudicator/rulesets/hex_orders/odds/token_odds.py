"""The exact odds of one roll for a token: the rules roll it with every face (HX-CONT)."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import mapped
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmourReduced,
    DamageRolled,
    FutureDamageIncreased,
    HexEffectPlaced,
    TokenChanged,
    UnitSetOnFire,
)
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.odds.damage_odds import text_of_roll
from adjudicator.rulesets.hex_orders.odds.format_odds import number_chances, word_chances
from adjudicator.rulesets.hex_orders.odds.shooting_odds import known_unit, refuse_odds
from adjudicator.rulesets.hex_orders.odds.what_if import WhatIf, branches, spread
from adjudicator.rulesets.hex_orders.reports.damage_rows import NO_DAMAGE
from adjudicator.rulesets.hex_orders.reports.messages import EstimateTokenRequest, TokenOdds
from adjudicator.rulesets.hex_orders.rules.damage import agony, damage_tokens
from adjudicator.rulesets.hex_orders.rules.damage.casualties import models_left

STAYS, GONE, AGAIN = "stays", "gone", "again"
ACID_RESULTS = (
    (FutureDamageIncreased, "future 1"),
    (HexEffectPlaced, "cloud"),
    (ArmourReduced, "armour"),
    (UnitSetOnFire, "on_fire"),
)
ACIDS = (damage_tokens.ACID, damage_tokens.MINOR_ACID)


def estimate_token(game: Game, party: Party, request: EstimateTokenRequest) -> TokenOdds:
    """HX-CONT-03 Estimate one roll for a token as its unit is now.

    Of acid it is the first die: those that may follow it go on without end. Raises Unknown for an id that there is
    not, Rejected for a token that the unit has not, and for a unit that the asker does not know.
    """
    row = known_unit(game, party, request.unit, "unit")
    held = damage_tokens.tokens_of(row, request.token) if request.token in agony.KINDS else []
    if row.out:
        refuse_odds(Fault("HX-TURN-15", "unit-is-gone"), unit=row.id)
    if request.level not in held:
        fault = Fault("HX-CONT-03", "no-such-token")
        refuse_odds(fault, unit=row.id, kind=request.token, level=request.level)

    def roll(ruling: WhatIf) -> None:
        agony.roll_token(ruling, row.id, request.token, request.level)

    rolled = list(branches(game, roll))
    left = models_left(game, row.id)
    damage = spread((chance, _damage(ruling, request.token)) for chance, ruling in rolled)
    token = spread((chance, _token(ruling)) for chance, ruling in rolled)
    after = spread((chance, models_left(ruling.game, row.id)) for chance, ruling in rolled)
    return TokenOdds(
        damage=word_chances(damage, NO_DAMAGE),
        token=word_chances(token, STAYS),
        losses=number_chances(mapped(after, lambda models: left - models), 0),
        destroyed=to_chance(after.chance(0) if left else Fraction(1)),
    )


def _damage(ruling: WhatIf, kind: str) -> str:
    """Name what a die does to its unit."""
    if kind not in ACIDS:
        found = [text_of_roll(ruling.game, event) for event in ruling.happened(DamageRolled)]
        return found[0] if found else NO_DAMAGE
    words = [word for event, word in ACID_RESULTS if ruling.happened(event)]
    return ", ".join(words) or (AGAIN if ruling.more else NO_DAMAGE)


def _token(ruling: WhatIf) -> str:
    """Name what becomes of the token."""
    if ruling.more:
        return AGAIN
    for event in ruling.happened(TokenChanged):
        return event.becomes or (f"{event.kind} {event.to_level}" if event.to_level else GONE)
    return STAYS
