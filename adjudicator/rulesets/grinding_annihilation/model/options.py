"""The options of a battle: names, types and defaults; data/options.toml has their clauses and values."""

from __future__ import annotations

from adjudicator.kernel.options import read_options
from adjudicator.rulesets.grinding_annihilation.model.messages import GameOptions

PACKAGE = "adjudicator.rulesets.grinding_annihilation"
OPTIONS = read_options(PACKAGE, GameOptions)
