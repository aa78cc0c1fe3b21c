"""Amounts that are thrown: strike values, hits of templates, hazards (AN-GEN-05)."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model.state import Game


def roll_faces(ruling: Ruling[Game], amount: Amount, why: str, seat: Party) -> tuple[int, ...]:
    """AN-GEN-05 Throw the dice of an amount, where it has any."""
    return ruling.roll(amount.dice, amount.sides, why, seat) if amount.dice else ()


def roll_amount(ruling: Ruling[Game], amount: Amount, why: str, seat: Party) -> int:
    """AN-GEN-05 Throw an amount: the faces and what is added."""
    return sum(roll_faces(ruling, amount, why, seat)) + amount.plus


def roll_strike_value(ruling: Ruling[Game], amount: Amount, seat: Party) -> int:
    """AN-RESIST-03 Give the strike value of one hit; dice are thrown by the side that made it."""
    return roll_amount(ruling, amount, "strike-value", seat)
