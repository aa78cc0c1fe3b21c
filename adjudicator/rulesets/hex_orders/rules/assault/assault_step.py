"""An assault step: its fights one after the other (HX-TURN-08, HX-ASSAULT-05).

A fight goes through the steps of FIGHT; between them sides are asked. Retreats come after all fights of the step.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.hex_orders.model.messages import FightEnded
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.model.subjects import FightsSubject, FightStepSubject
from adjudicator.rulesets.hex_orders.rules.assault import (
    assault_hits,
    cunning_assault,
    deflection,
    fear,
    hit_allocation,
)
from adjudicator.rulesets.hex_orders.rules.assault.assault_angles import ask_angles
from adjudicator.rulesets.hex_orders.rules.assault.assault_dice import ask_roll
from adjudicator.rulesets.hex_orders.rules.assault.contributors import ask_contributors
from adjudicator.rulesets.hex_orders.rules.assault.fights import open_fights
from adjudicator.rulesets.hex_orders.rules.retreats import pre_assault_retreats, retreats

# -- the course of a step


def begin_assaults(ruling: Ruling[Game], _number: int) -> None:
    """HX-TURN-08, HX-TURN-24 Let every fight be fought in which damage at once has left both sides."""
    pre_assault_retreats.cancel_one_sided(ruling, "HX-TURN-24")
    if open_fights(ruling.game):
        ruling.ask("fights")


def _next_fight(ruling: Ruling[Game], window: Window) -> None:
    """HX-ASSAULT-36 Fights are independent of each other; after the last one come the retreats (HX-TURN-09).

    Fights of the surrounded come during these (HX-RETREAT-06): then the window is about "again".
    """
    left = open_fights(ruling.game)
    if not left:
        if not subject_of(window, FightsSubject).surrounded:
            retreats.begin_after_assault(ruling)
        return
    ruling.ask("fights", subject=subject_of(window, FightsSubject))
    ruling.ask("fight", subject=FightStepSubject(left[0].id, 0))


def _go_on(ruling: Ruling[Game], window: Window) -> None:
    """HX-ASSAULT-05 Take the next step of a fight."""
    due = subject_of(window, FightStepSubject)
    if due.step + 1 < len(FIGHT):
        ruling.ask("fight", subject=FightStepSubject(due.fight, due.step + 1))
    FIGHT[due.step](ruling, ruling.game.fights[due.fight])


def _end(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-TURN-09 The retreats wait for all fights of the step."""
    ruling.record(FightEnded(fight=fight.id, winner=fight.advantage), "HX-ASSAULT-20")


# -- the steps of a fight

FIGHT: tuple[Callable[[Ruling[Game], Fight], None], ...] = (
    ask_contributors,
    ask_angles,
    fear.halve_dice,
    ask_roll,
    deflection.ask_deflections,
    hit_allocation.ask_allocations,
    hit_allocation.reveal_allocations,
    cunning_assault.ask_cunning,
    assault_hits.score_allocated_hits,
    _end,
)


PART = Part(
    windows=windows(
        WindowKind("fights", "HX-TURN-08", on_close=_next_fight, subject=FightsSubject),
        WindowKind("fight", "HX-ASSAULT-05", on_close=_go_on, subject=FightStepSubject),
    )
)
