"""The answer of who needs to give none: it ends what the window asks of a side (HX-GAP-08)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from adjudicator.kernel.decide.handlers import Part, handlers, merged, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import ChoicePassed, PassChoice
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_window

OnPass: TypeAlias = Callable[[Ruling[Game], PassChoice], None]
SPOTTING = "fire"
# what a chapter does besides when its window is passed, by kind of window
ON_PASS: Mapping[str, OnPass] = MappingProxyType(merged(fire_window.ON_PASS))


def pass_choice(ruling: Ruling[Game], command: PassChoice) -> None:
    """HX-GAP-08 An optional answer may be passed at once."""
    kind = ruling.window.kind if ruling.window else ""
    ruling.require(kind == SPOTTING or not command.spots, "HX-GUNNERY-19", "no-spotting-here", "spots")
    if kind in ON_PASS:
        ON_PASS[kind](ruling, command)
    ruling.record(ChoicePassed(seat=ruling.actor, window=kind), "HX-GAP-08")
    ruling.answered()


def choice_passed(_game: Game, _event: ChoicePassed) -> None:
    """That a side passes changes nothing by itself."""


PART = Part(
    handlers=handlers(pass_choice),
    reducers=reducers(choice_passed),
)
