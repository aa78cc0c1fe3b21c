"""HX-TURN-15, HX-TURN-24: pending damage takes effect, models and bases are removed.

How others use it: the flow calls `begin_apply` in the step "apply_damage", and `ask_end_of_step` after it has pushed
the suspended "turn" and before it begins a step, so that damage takes effect at the end of that step where the terms
want it so. `destroy` removes a base at once (HX-RETREAT-06); `casualties.doom` lets it wait for Apply damage.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import (
    ApplyDamage,
    DamageApplied,
    ModelRemoved,
    Pending,
    SpeedChanged,
    UnitDestroyed,
    WeaponLost,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, on_board, owner_if_hidden, weapon_of
from adjudicator.rulesets.hex_orders.roster.budgets import total
from adjudicator.rulesets.hex_orders.rules.assault.fights import leave_all_fights
from adjudicator.rulesets.hex_orders.rules.damage.casualties import (
    APPLY_STEP,
    DESTROY,
    KILL,
    begin_casualties,
    models_that_fall,
    pending_kills,
    will_be_destroyed,
)
from adjudicator.rulesets.hex_orders.rules.damage.damage_tokens import KINDS
from adjudicator.rulesets.hex_orders.rules.damage.shaken import make_shaken
from adjudicator.rulesets.hex_orders.rules.gunnery import revealing
from adjudicator.rulesets.hex_orders.rules.orders.flying import may_land_or_take_off, record_shift, shift_of

DAMAGE, SURROUNDED = "damage", "surrounded"
IMMEDIATE_STEPS = ("gunnery", "movement", "assault")

# -- when


def begin_apply(ruling: Ruling[Game]) -> None:
    """Ask for casualties where there is a choice, then let pending damage take effect."""
    begin_casualties(ruling)


def ask_end_of_step(ruling: Ruling[Game]) -> None:
    """HX-TURN-24 Where the terms say so, let damage take effect at the end of the step that rolled it."""
    game = ruling.game
    if game.options.damage_effect_timing == "immediate" and game.step.startswith(IMMEDIATE_STEPS):
        begin_casualties(ruling)


def apply_damage(ruling: Ruling[Game], _command: ApplyDamage) -> None:
    """HX-TURN-15 Everything that waits takes effect, all at the same time."""
    game = ruling.game
    hurt = [row for row in on_board(game) if row.pending]
    ruling.record(DamageApplied(turn=game.turn, step=game.step), *_reasons(game))
    for row in hurt:
        _apply(ruling, row)
    ruling.answered()


def _reasons(game: Game) -> tuple[str, ...]:
    if game.step == APPLY_STEP:
        return "HX-TURN-15", "HX-TURN-24"
    return ("HX-CONT-01",) if game.step.startswith("agony") else ("HX-TURN-24",)


def _apply(ruling: Ruling[Game], row: Unit) -> None:
    """Apply what waited for a base, as it stood in its row."""
    left, kills = len(alive(ruling.game, row.id)), pending_kills(row)
    destroyed = will_be_destroyed(row) or kills >= left
    if destroyed and row.hidden:
        revealing.reveal(ruling, row.id, "destroyed", "HX-DTABLE-06", always=True)
    _remove_models(ruling, row, min(kills, left))
    if destroyed:
        destroy(ruling, row.id, _cause(row), "HX-DTABLE-06")
    else:
        _conditions(ruling, row)


def _remove_models(ruling: Ruling[Game], row: Unit, kills: int) -> None:
    causes = [item.cause for item in row.pending if item.result.kind == KILL for _ in range(item.result.x)]
    for model, cause in zip(models_that_fall(ruling, row, kills), causes, strict=False):
        event = ModelRemoved(owner=owner_if_hidden(ruling.game, row.id), unit=row.id, model=model, cause=cause)
        ruling.record(event, "HX-TURN-24", "HX-DTABLE-08")


def _cause(row: Unit) -> str:
    """Say what ended a base: a kind of token, being surrounded, or just damage."""
    last = [item.cause for item in row.pending if item.result.kind in (KILL, DESTROY)][-1]
    return last if last in (*KINDS, SURROUNDED) else DAMAGE


def destroy(ruling: Ruling[Game], unit: str, cause: str, *clauses: str) -> None:
    """HX-DTABLE-06 Remove a base from the game."""
    points = total(ruling.game.sheets[unit].price)
    ruling.record(UnitDestroyed(unit=unit, points=points, cause=cause), *clauses)


def _conditions(ruling: Ruling[Game], row: Unit) -> None:
    """HX-DTABLE-09 Let conditions begin; shaken more than once in one go counts once, unless the terms add."""
    shakes = 0
    for item in row.pending:
        if item.result.kind == "shaken":
            shakes += 1
            if shakes == 1 or ruling.game.options.reshake == "add_two":
                make_shaken(ruling, row.id, item.cause, "HX-TURN-24")
        elif item.result.kind not in (KILL, DESTROY):
            _condition(ruling, row, item)


def _condition(ruling: Ruling[Game], row: Unit, pending: Pending) -> None:
    game, word = ruling.game, pending.result.word
    owner = owner_if_hidden(game, row.id)
    if pending.result.kind == "speed_set":
        _set_speed(ruling, row.id, word)
    elif weapon_of(game.sheets[row.id], word) is not None and word not in game.units[row.id].lost_weapons:
        ruling.record(WeaponLost(owner=owner, unit=row.id, weapon=word), "HX-DTABLE-09")


def _set_speed(ruling: Ruling[Game], unit: str, speed: str) -> None:
    """HX-DTABLE-09, HX-ORDERS-37 Set a speed; who can not come down where it is, or rise there, keeps its own."""
    game = ruling.game
    row = game.units[unit]
    shift = shift_of(game.sheets[unit], row.speed, speed)
    if shift is not None and not may_land_or_take_off(game, (unit,), row.hex, flying=shift):
        return
    ruling.record(SpeedChanged(owner=owner_if_hidden(game, unit), unit=unit, speed=speed, cause=DAMAGE), "HX-DTABLE-09")
    record_shift(ruling, unit, row.speed)


# -- reducers


def damage_applied(game: Game, _event: DamageApplied) -> None:
    """Nothing waits any more; what it does stands in the events that follow."""
    for row in tuple(game.units.values()):
        if row.pending or row.chosen:
            game.units[row.id] = replace(row, pending=(), chosen=())


def model_removed(game: Game, event: ModelRemoved) -> None:
    """Strike the model."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, dead=tuple(sorted((*row.dead, event.model or 0))))


def unit_destroyed(game: Game, event: UnitDestroyed) -> None:
    """Take the base off the board and out of its fight."""
    row = game.units[event.unit]
    game.units[row.id] = replace(row, out=event.cause, pending=(), chosen=())
    leave_all_fights(game, row.id)


def weapon_lost(game: Game, event: WeaponLost) -> None:
    """Strike the weapon."""
    row = game.units[event.unit or ""]
    game.units[row.id] = replace(row, lost_weapons=(*row.lost_weapons, event.weapon or ""))


PART = Part(
    handlers=handlers(apply_damage),
    reducers=reducers(damage_applied, model_removed, unit_destroyed, weapon_lost),
    windows=windows(table_step("apply", "HX-TURN-15", ApplyDamage)),
)
