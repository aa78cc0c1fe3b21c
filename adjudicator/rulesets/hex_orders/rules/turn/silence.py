"""What silence stands for where an answer may be left out (HX-GAP-08)."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.hex_orders.model.messages import PassChoice
from adjudicator.rulesets.hex_orders.model.state import Game


def default_pass(_game: Game, _window: Window, _party: Party) -> PassChoice:
    """HX-GAP-08 Silence passes."""
    return PassChoice()
