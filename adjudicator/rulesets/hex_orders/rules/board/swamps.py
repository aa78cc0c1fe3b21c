"""Tracks and wheels that get stuck in a swamp, when they leave it or when they come in (HX-TERRAIN-20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import ResolveMovement, StuckRolled
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying, order_of_ids, owner_if_hidden
from adjudicator.rulesets.hex_orders.model.subjects import UnitsSubject
from adjudicator.rulesets.hex_orders.model.terrain import ground_of
from adjudicator.rulesets.hex_orders.rules.board.entering import may_get_stuck
from adjudicator.rulesets.hex_orders.rules.movement.move_resolution import may_roll
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import Plan, count_of_steps

DIE = 6


def roll_out(ruling: Ruling[Game], plans: Iterable[Plan]) -> dict[str, int]:
    """HX-TERRAIN-20 Roll for everyone who has to before it leaves its hex, in order of ids; a face for each."""
    units = [plan.unit for plan in plans if may_roll(ruling.game, plan)]
    return {unit: _roll(ruling, unit) for unit in units}


def _roll(ruling: Ruling[Game], unit: str) -> int:
    row = ruling.game.units[unit]
    (face,) = ruling.roll(1, DIE, "stuck", by=row.seat, hidden=row.hidden)
    return face


def is_stuck_on(game: Game, unit: str, face: int) -> bool:
    """HX-TERRAIN-20 Tell whether a face holds a unit in its hex."""
    stuck = ground_of(game, game.units[unit].hex).stuck
    return stuck is not None and face in stuck.faces


def record_rolls(ruling: Ruling[Game], faces: Mapping[str, int]) -> None:
    """Tell the rolls, in order of ids; of a hidden unit's only its seat learns."""
    game = ruling.game
    for unit in sorted(faces, key=order_of_ids):
        event = StuckRolled(
            owner=owner_if_hidden(game, unit), unit=unit, face=faces[unit], stuck=is_stuck_on(game, unit, faces[unit])
        )
        ruling.record(event, "HX-TERRAIN-20", "HX-GAP-03")


def stuck_rolled(game: Game, event: StuckRolled) -> None:
    """Hold it in its hex: in this step, or in the next one where it has just come in."""
    if event.stuck and event.unit:
        later = 0 if game.options.swamp_stuck_timing == "on_exit" else 1
        game.units[event.unit] = replace(game.units[event.unit], stuck=count_of_steps(game) + later)


def ask_sinking(ruling: Ruling[Game], units: Iterable[str]) -> None:
    """HX-TERRAIN-20 With option swamp_stuck_timing=on_entry, let those roll that came into a swamp.

    Whoever came into one is named, so that who has to roll stays unknown.
    """
    game = ruling.game
    found = tuple(unit for unit in units if ground_of(game, game.units[unit].hex).stuck is not None)
    if found and game.options.swamp_stuck_timing == "on_entry":
        ruling.ask("sinking", TABLE, subject=UnitsSubject(tuple(sorted(found, key=order_of_ids))))


def roll_in(ruling: Ruling[Game], units: Iterable[str]) -> None:
    """HX-TERRAIN-20 Roll for those who have just come into a swamp."""
    game = ruling.game
    rows = [row for unit in units if not (row := game.units[unit]).out]
    rolling = [row.id for row in rows if may_get_stuck(game, row.id, row.hex) and not is_flying(game, row)]
    record_rolls(ruling, {unit: _roll(ruling, unit) for unit in rolling})


PART = Part(
    reducers=reducers(stuck_rolled),
    windows=windows(table_step("sinking", "HX-TERRAIN-20", ResolveMovement, subject=UnitsSubject)),
)
