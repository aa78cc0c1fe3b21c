"""The gunnery steps: parts are judged, fire is declared in order of rank, and all is rolled at once (HX-TURN-02)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import RollHits
from adjudicator.rulesets.hex_orders.model.rows import Declared
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, on_board
from adjudicator.rulesets.hex_orders.model.subjects import UnitsSubject
from adjudicator.rulesets.hex_orders.rules.damage import damage_rolls
from adjudicator.rulesets.hex_orders.rules.gunnery import (
    area_attacks,
    declared_shots,
    fire_orders,
    fire_window,
    load_and_aim,
    spotting,
)
from adjudicator.rulesets.hex_orders.rules.gunnery.gunnery_parts import judge_parts
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effect_fire, hex_effects
from adjudicator.rulesets.hex_orders.rules.orders import choosing_order

# -- the step


def begin_gunnery(ruling: Ruling[Game], number: int) -> None:
    """HX-TURN-02 HX-TURN-13 Begin gunnery step 1 or 2: judge the parts, load and aim, ask who fires at what.

    Load and Aim of a unit that also fires in this step wait for its end, so that they do not help it (HX-TURN-22).
    """
    game = ruling.game
    for row in on_board(game):
        judge_parts(ruling, row, number)
    for row in on_board(game):
        if fire_orders.FIRE not in fire_orders.actions_of(game, row.id):
            load_and_aim.load_and_aim(ruling, row.id)
    ruling.ask(fire_orders.END, subject=UnitsSubject(fire_orders.hidden_now(game)))
    ruling.ask("gunnery_effects")
    ruling.ask("gunnery_damage")
    ruling.ask("gunnery_hits", TABLE)
    needs = {seat: [row.id for row in on_board(game, seat) if fire_window.has_choice(game, row)] for seat in SEATS}
    choosing_order.ask_in_order(ruling, fire_window.WINDOW, choosing_order.groups(game, needs))


def _damage(ruling: Ruling[Game], _window: Window) -> None:
    """HX-DAMAGE-01 Every hit leads to armour and damage."""
    damage_rolls.begin_damage(ruling)


def _effects(ruling: Ruling[Game], _window: Window) -> None:
    """HX-HEXFX-17 HX-TURN-22 At the end, effects are there and spotted units seen; then effects act (HX-TURN-03)."""
    hex_effect_fire.place_effects(ruling)
    spotting.reveal_spotted(ruling)
    hex_effects.ask_trigger(ruling, "gunnery")


def _end(ruling: Ruling[Game], _window: Window) -> None:
    """HX-TURN-22 Let those load and aim that fired in this step too."""
    for row in on_board(ruling.game):
        if fire_orders.FIRE in fire_orders.actions_of(ruling.game, row.id):
            load_and_aim.load_and_aim(ruling, row.id)


# -- the rolls


ROLLERS: Mapping[str, Callable[[Ruling[Game], Declared], None]] = MappingProxyType(
    {
        "shots": declared_shots.roll_shots,
        "area": area_attacks.roll_area,
        "effect": hex_effect_fire.roll_effect,
        "spot": spotting.roll_spot,
    }
)


def roll_hits(ruling: Ruling[Game], _command: RollHits) -> None:
    """HX-TURN-22 Roll for all that was declared, by unit, whichever side was asked first."""
    for declared in fire_orders.in_order(ruling.game):
        ROLLERS[declared.kind](ruling, declared)
    ruling.answered()


PART = Part(
    handlers=handlers(roll_hits),
    windows=windows(
        table_step("gunnery_hits", "HX-FIRE-31", RollHits),
        WindowKind("gunnery_damage", "HX-DAMAGE-01", on_close=_damage),
        WindowKind("gunnery_effects", "HX-TURN-22", on_close=_effects),
        WindowKind(fire_orders.END, "HX-TURN-22", on_close=_end, subject=UnitsSubject),
    ),
)
