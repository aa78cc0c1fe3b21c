"""What a unit fires in a gunnery step, order by order (HX-GUNNERY-23)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import subject_of
from adjudicator.rulesets.hex_orders.model import ids, order_codes
from adjudicator.rulesets.hex_orders.model.rows import Declared
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, order_of_ids
from adjudicator.rulesets.hex_orders.model.subjects import UnitsSubject
from adjudicator.rulesets.hex_orders.rules.orders import due_orders

FIRE, LOAD, AIM = "Fire", "Load", "Aim"
END = "gunnery_end"
FIRED = ("shots", "area", "effect")
# what was fired under one Fire order: each weapon with its models, without models the unit-base weapon
FiredUnderOrder: TypeAlias = list[tuple[str, tuple[int, ...]]]


def step_number(game: Game) -> int:
    """HX-GUNNERY-01 Give the number of the gunnery step, 1 or 2."""
    return 2 if game.step == "gunnery_2" else 1


def actions_of(game: Game, unit: str) -> tuple[str, ...]:
    """Name the actions of a unit in this gunnery step, one for each gunnery order, as they were judged."""
    return _names_of(due_orders.gunnery_parts(game, unit, step_number(game)))


@lru_cache(maxsize=1024)
def _names_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(order_codes.read_action(gunnery_part).name for gunnery_part in parts)


def hidden_at_start(game: Game) -> tuple[str, ...]:
    """HX-TURN-22 List the units that were hidden when the gunnery step began."""
    began = next((window for window in game.stack if window.kind == END), None)
    return hidden_now(game) if began is None else subject_of(began, UnitsSubject).units


def hidden_now(game: Game) -> tuple[str, ...]:
    """List the tokens on the board, by id."""
    return tuple(row.id for row in on_board(game) if row.hidden)


def next_number(game: Game) -> int:
    """Number what is declared next in the open; what hidden units do is numbered apart, so that it tells nothing."""
    public = (row for row in game.declared.values() if row.kind != "held" and ids.is_open(row.id))
    return 1 + sum(len(row.shots) or 1 for row in public)


def in_order(game: Game) -> list[Declared]:
    """HX-TURN-22 List what was declared by unit, then as it was declared, whichever side was asked first."""
    rows = (row for row in game.declared.values() if row.kind != "held")
    return sorted(rows, key=lambda row: (order_of_ids(row.unit), ids.number_of(row.id)))


def holding_models(game: Game, unit: str) -> tuple[int, ...]:
    """HX-FIRE-01 List the models that hold their fire in this step."""
    rows = (row for row in game.declared.values() if row.kind == "held" and row.unit == unit)
    return tuple(sorted({model for row in rows for model in row.models}))


def fired_by_order(game: Game, unit: str) -> list[FiredUnderOrder]:
    """HX-GUNNERY-23 Sort what a unit fired in this step by its Fire orders."""
    found: list[FiredUnderOrder] = [[] for part in actions_of(game, unit) if part == FIRE]
    if not found:
        return found
    fired = (row for row in game.declared.values() if row.unit == unit and row.kind in FIRED)
    for row in sorted(fired, key=lambda row: ids.number_of(row.id)):
        at = order_to_fire_under(found, row.weapon, row.models)
        if at is not None:
            found[at].append((row.weapon, row.models))
    return found


def order_to_fire_under(found: Sequence[FiredUnderOrder], weapon: str, models: Sequence[int]) -> int | None:
    """HX-GUNNERY-23 Name the first Fire order under which models may fire a weapon; None where there is none left.

    A weapon is fired under one order alone, a model fires one weapon under an order, and the unit-base weapon goes
    without the models' own (HX-ARMY-25).
    """
    holder = order_that_fired(found, weapon)
    places = range(len(found)) if holder is None else (holder,)
    return next((at for at in places if _fits(found[at], models)), None)


def order_that_fired(found: Sequence[FiredUnderOrder], weapon: str) -> int | None:
    """Name the Fire order under which a weapon was fired in this step."""
    return next((at for at, fired in enumerate(found) if any(name == weapon for name, _ in fired)), None)


def _fits(fired: FiredUnderOrder, models: Sequence[int]) -> bool:
    if not models:
        return not fired
    return all(others and not set(others) & set(models) for _, others in fired)


def clause_of_firing(game: Game) -> str:
    """HX-GUNNERY-04 HX-GUNNERY-07 Name the pattern by which a unit fires in this gunnery step."""
    return "HX-GUNNERY-07" if step_number(game) == 1 else "HX-GUNNERY-04"


def fault_of_order(game: Game, found: Sequence[FiredUnderOrder], weapon: str, models: Sequence[int]) -> Fault | None:
    """Say why models may not fire a weapon under any Fire order of the step; None where they may."""
    if order_to_fire_under(found, weapon, models) is not None:
        return None
    if not found:
        return Fault(clause_of_firing(game), "no-fire-part")
    if order_that_fired(found, weapon) is not None:
        return Fault("HX-GUNNERY-23", "weapon-has-fired")
    if not models:
        return Fault("HX-ARMY-25", "models-have-fired")
    shared = all(not others for fired in found for _, others in fired)
    return Fault("HX-ARMY-25", "base-has-fired") if shared else Fault("HX-GUNNERY-23", "model-has-fired")


def refuse_at(ruling: Ruling[Game], found: Fault | None, path: str, **facts: int | str) -> None:
    """Refuse a command for a fault, if there is one, at a place and with facts that its sender may see."""
    if found is not None:
        ruling.reject(found.clause, found.reason, path, **facts)
