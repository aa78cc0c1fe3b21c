"""What the course of a set-up tells of an army that is still secret, and that it tells nothing else.

Which steps are skipped, and who is asked to place in a step, tells of either side whether anything is left to it in
that step (HX-SETUP-08, HX-SETUP-10, HX-SETUP-11). It tells neither how much nor what.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.messages import Asked
from adjudicator.kernel.record.mpint import decode
from adjudicator.rulesets.hex_orders.model.messages import (
    SetupAdvantageGained,
    SetupDiceRolled,
    SetupStepBegan,
    SetupStepCompleted,
    SetupStepSkipped,
    UnitNotDeployed,
    UnitPlaced,
)
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game
from adjudicator.rulesets.hex_orders.rules.setup.setup_placement import (
    MORE_SCOUTS,
    SCOUTS,
    TOKENS,
    legal_hexes,
    steps_of,
    unplaced,
)
from tests.kit import Table
from tests.rulesets.hex_orders.secrets.steps import BESIDE, TURNS, clouds_of_hidden_units, seen, sent_to
from wargame.v1 import boards_pb2

FOLLOWS = (SetupDiceRolled, SetupAdvantageGained, Asked)
"""What comes of it: the dice of a step that begins, and who is asked."""
NAMES = frozenset(kind.__name__ for kind in (*TURNS, *FOLLOWS))
DICE = "setup-advantage"
WINDOWS = ("setup_dice", "placing")


def may_part(one: Table, two: Table, viewer: int, told: list[list[bytes]]) -> bool:
    """Tell whether two worlds may differ for everybody after an entry in which something was shown.

    They may where a unit is placed openly that is another one, where the viewer is told otherwise of units that found
    no room, where another cloud of acid rises from a hidden unit, and where anything else is shown. Else they may by
    the course alone: a side has something left in the step in one world only, and all but the course is the same.
    """
    if out_of_the_game(one, viewer) != out_of_the_game(two, viewer):
        return True
    if clouds_of_hidden_units(one, viewer) != clouds_of_hidden_units(two, viewer):
        return True
    shown = [[event for event, _ in world.ruled if shows(world, event)] for world in (one, two)]
    if any(not isinstance(event, UnitPlaced) for row in shown for event in row):
        return True
    if [replace(event, slot=None) for event in shown[0]] != [replace(event, slot=None) for event in shown[1]]:
        return True
    return is_accounted_for(one, two) and rest(one, viewer, told[0]) == rest(two, viewer, told[1])


def shows(world: Table, event: Struct) -> bool:
    """Tell whether an event shows what was hidden, otherwise than by the course or by what comes with it."""
    return world.rules.masks[type(event)].reveals and not isinstance(event, (*TURNS, *BESIDE, UnitNotDeployed))


def out_of_the_game(world: Table, viewer: int) -> list[Any]:
    """List what a viewer is told of units that found no room: of a hidden one not which it is."""
    return [seen(world, viewer, event, ()) for event, _ in world.ruled if isinstance(event, UnitNotDeployed)]


def is_accounted_for(one: Table, two: Table) -> bool:
    """Tell whether a side has something left, in one world alone, in the step in which the courses part."""
    courses = ([event for event, _ in world.ruled if isinstance(event, TURNS)] for world in (one, two))
    parting = next((pair for pair in zip_longest(*courses) if pair[0] != pair[1]), ())
    named = {
        event.step for event in parting if isinstance(event, (SetupStepBegan, SetupStepSkipped, SetupStepCompleted))
    }
    under_way = [world.game.setup for world in (one, two) if world.game.setup is not None]
    steps = named or {row.step for row in under_way}
    setups = [row for row in under_way if {row.step} == steps]
    if not parting or not setups:
        return False
    seats = [seat for seat in SEATS if seat not in setups[0].passed]
    left = [[has_left(world.game, seat, setups[0].step) for seat in seats] for world in (one, two)]
    return left[0] != left[1]


def has_left(game: Game, seat: int, step: int) -> bool:
    """HX-SETUP-11, HX-SETUP-15, HX-GAP-09 Tell whether anything is left to a side in a step.

    Tokens are, in their own step and in those in which a hidden scout may be shown, whatever they stand for.
    """
    sheets = [slot.sheet for slot in unplaced(game, seat)]
    takes = [(sheet, steps_of(game.options, sheet)) for sheet in sheets]
    if step in (SCOUTS, MORE_SCOUTS, TOKENS) and any(steps[-1] == TOKENS for _, steps in takes):
        return True
    return any(
        step in steps and (step == steps[-1] or bool(legal_hexes(game, seat, sheet, step))) for sheet, steps in takes
    )


def rest(world: Table, viewer: int, told: list[bytes]) -> list[Any]:
    """List all that a viewer is sent after an entry but the course, the dice of its steps and who is asked."""
    sent = sent_to(world, viewer)
    record: Any = decode(sent["record"])
    record[8] = [roll for roll in record[8] if DICE not in roll]
    record[9] = [row for row in record[9] if row[0][0] not in NAMES]
    return [
        record,
        [row for row in sent["events"] if row[0].__name__ not in NAMES],
        sent["own"],
        replace(sent["view"], setup=None),
        [row for row in world.rules.public(world.game) if row[0] not in ("setup", "stack")],
        [(row.kind in WINDOWS, row.subject) for row in world.windows],
        without_course(told[0]),
        *(re.sub(rb"placing units, step \d", b"placing units", row) for row in told[1:]),
    ]


def without_course(told: bytes) -> bytes:
    """Leave what is told of the course, its headings and who is asked out of what is told of an entry."""
    step = boards_pb2.BoardStep.FromString(told)
    events = [event for event in step.told.events if event.name not in NAMES]
    del step.told.events[:]
    step.told.events.extend(events)
    step.told.ClearField("headings")
    step.told.ClearField("asks")
    return step.SerializeToString()
