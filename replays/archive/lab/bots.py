"""The bots of a ruleset by name: as it plays usually, without whims, and at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from adjudicator.kernel.bot import Bot, Choose
from adjudicator.registry import RULESETS

USUAL: Final = "usual"
# So seldom that no game ever sees it.
NEVER: Final = 2**62

MADE: Final[Mapping[str, Callable[[Bot[Any]], Choose]]] = MappingProxyType(
    {
        USUAL: lambda bot: bot.choose,
        "steady": lambda bot: replace(bot, random_one_in=NEVER).choose,
        "random": lambda bot: bot.choose_at_random,
    }
)
WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        USUAL: "the ruleset's own bot: mostly to a purpose, now and then at random",
        "steady": "the same bot without its random choices, wherever it has a purpose",
        "random": "any legal choice with any values",
    }
)


@cache
def bot_of(ruleset: str, name: str) -> Choose:
    """Give a bot of a ruleset by its name.

    Raises KeyError where there is none of that name.
    """
    bot: Bot[Any] = import_module(f"{RULESETS[ruleset]}.bots.bot").BOT
    return MADE[name](bot)
