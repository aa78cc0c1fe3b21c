"""A bot: takes any offer and any value of its domains."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from adjudicator.kernel.offers import Choice, Offer, Range
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import Rules
from tests.toy.state import Game

FREE = {"value": "open", "reason": "", "dice_set": ""}


def choose(rules: Rules[Any], game: Game, party: Party, offers: Sequence[Offer], rng: Random) -> Struct:
    """Make a command of one of the offers."""
    offer = rng.choice(offers)
    kind = rules.command(offer.command)
    assert kind is not None
    values = {domain.field: _sample(domain.values, rng) for domain in offer.fields}
    free = {field: FREE[field] for field in kind.__struct_fields__ if field not in values}
    return kind(**values, **free)


def _sample(values: object, rng: Random) -> object:
    if isinstance(values, Choice):
        return rng.choice(values.values)
    assert isinstance(values, Range)
    return rng.randint(values.least, values.most)
