"""The answer of who needs to give none: it ends what the window asks of a side (HX-GAP-08)."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import ChoicePassed, PassChoice
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_window


def pass_choice(ruling: Ruling[Game], command: PassChoice) -> None:
    """HX-GAP-08 An optional answer may be passed at once; with it hidden units may spot (HX-GAP-09)."""
    kind = ruling.window.kind if ruling.window else ""
    spotting = kind == fire_window.WINDOW
    ruling.require(spotting or not command.spots, "HX-GUNNERY-08", "no-spotting-here", "spots")
    if spotting:
        fire_window.spot_on_passing(ruling, command)
    ruling.record(ChoicePassed(seat=ruling.actor, window=kind), "HX-GAP-08")
    ruling.answered()


def choice_passed(_game: Game, _event: ChoicePassed) -> None:
    """That a side passes changes nothing by itself."""


PART = Part(handlers=handlers(pass_choice), reducers=reducers(choice_passed))
