"""A bot: takes any offer and any value of its domains, and believes what the other seat states."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from adjudicator.kernel.bot import Generator, Sight
from adjudicator.kernel.decide.offers import Choice, Range
from adjudicator.kernel.messages import ConfirmFact
from tests.toy.model.messages import COMMANDS, CreateMatch

ANSWERS: tuple[type[Struct], ...] = (*COMMANDS, ConfirmFact)
KINDS: dict[str, type[Struct]] = {kind.__name__: kind for kind in ANSWERS}


def choose(sight: Sight, chance: Generator) -> Struct:
    """Make a command of one of the offers.

    Raises LookupError where it can make none of them.
    """
    offer = chance.choice([row for row in sight.offers if row.command in KINDS])
    values = {domain.field: _sample(domain.values, chance) for domain in offer.fields}
    return KINDS[offer.command](**values)


def create(scenario: str, chance: Generator) -> Struct:
    """Make a match of one to three rounds; there is only the usual scenario, so KeyError for any other."""
    if scenario:
        raise KeyError(scenario)
    return CreateMatch(rounds=1 + chance.randrange(3))


def _sample(values: object, chance: Generator) -> Any:
    match values:
        case Choice(options):
            return chance.choice(options)
        case Range(least, most):
            return least + chance.randrange(most - least + 1)
    raise TypeError(values)
