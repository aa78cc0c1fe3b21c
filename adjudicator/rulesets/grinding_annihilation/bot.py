"""A bot: plays a battle from its view and its offers alone, with whims from a generator that it is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from adjudicator.kernel.bots import Generator, Sight
from adjudicator.kernel.messages import COMMANDS as KERNEL_COMMANDS
from adjudicator.kernel.offers import Choice, Offer, Range, Some, Values
from adjudicator.rulesets.grinding_annihilation import bot_attacks, bot_fights, bot_marches, bot_setup
from adjudicator.rulesets.grinding_annihilation.bot_table import Table
from adjudicator.rulesets.grinding_annihilation.messages import COMMANDS, CreateBattle, Options, SetStandingChoices
from adjudicator.rulesets.grinding_annihilation.scenario import SCENARIOS

KINDS: Mapping[str, type[Struct]] = MappingProxyType({each.__name__: each for each in (*KERNEL_COMMANDS, *COMMANDS)})
USUAL = "war_of_control"
WHIM = 14
"""

"""
