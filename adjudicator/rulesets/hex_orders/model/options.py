"""Options of a game: data/options.toml has clauses, values and defaults."""

from __future__ import annotations

from adjudicator.kernel.options import read_options
from adjudicator.rulesets.hex_orders.model.messages import GameOptions

PACKAGE = "adjudicator.rulesets.hex_orders"
OPTIONS = read_options(PACKAGE, GameOptions)
