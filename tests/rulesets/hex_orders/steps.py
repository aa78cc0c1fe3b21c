"""What tests do and read again and again: steps that begin and go on, silence, shots, events and faces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.windows import Window
from adjudicator.rulesets.hex_orders.model.messages import AdvanceStep, FireWeapon, Hit, PassChoice, RollHits, Shot
from adjudicator.rulesets.hex_orders.model.rows import Running, Unit
from adjudicator.rulesets.hex_orders.model.state import is_shaken
from tests.kit import Outcome, Script, Table
from tests.rulesets.hex_orders.fixtures import _fields
from tests.rulesets.hex_orders.random_boards import silent_command

STEPS = (
    "",
    "gunnery_1",
    "movement_1",
    "assault_1",
    "movement_2",
    "assault_2",
    "movement_3",
    "assault_3",
    "gunnery_2",
    "apply_damage",
    "agony_0",
    "agony_1",
    "agony_2",
    "agony_3",
    "agony_4",
    "aftermath",
)


def begin(played: Table, step: str) -> Outcome:
    """Let a step of the turn begin: the one before it is over, and the service goes on."""
    before = STEPS[STEPS.index(step) - 1]
    played.set(step=before).ask("advance", "table")
    return played.when("table", AdvanceStep()).accepted()


def change(played: Table, unit: str, **fields: Any) -> Table:
    """Change the row of a unit past all rules."""
    return played.put("units", replace(played.game.units[unit], **_fields(fields)))


def unit(played: Table, id: str) -> Unit:
    """Give a unit's row."""
    row = played.game.units[id]
    assert isinstance(row, Unit)
    return row


def innermost_window(played: Table) -> Window:
    """Give the innermost question."""
    found = played.window
    assert found is not None, "nothing is asked"
    return found


def pool(played: Table) -> list[Hit]:
    """Give the hits that wait for their damage."""
    return list(played.game.hits.values())


T = TypeVar("T", bound=Struct)
SILENT = PassChoice(spots=None)


def give_default(played: Table) -> Outcome:
    """Let whoever is asked first give the answer that silence stands for."""
    window = innermost_window(played)
    otherwise = played.rules.windows[window.kind].default_command
    assert otherwise is not None, window
    command = otherwise(played.game, window, window.asks[0])
    assert command is not None, window
    return played.when(window.asks[0], command).accepted()


def run_service(played: Table) -> list[Struct]:
    """Let the service do what it can, until a seat is asked or the step is over; its events."""
    events: list[Struct] = []
    while innermost_window(played).asks == (TABLE,) and innermost_window(played).kind != "advance":
        events += give_default(played).events
    return events


def carry_out_steps(played: Table, *steps: str) -> list[Struct]:
    """Carry out these steps, one after the other, in a game that goes on step by step; all their events."""
    first, *others = steps
    events = [*begin(played, first).events, *run_service(played)]
    for step in others:
        while played.game.step != step:
            events += played.when("table", AdvanceStep()).accepted().events
            events += run_service(played)
    return events


def of_kind(events: Iterable[Struct], kind: type[T]) -> list[T]:
    """Keep the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def refused(played: Table, who: str, command: Struct, clause: str, reason: str) -> Fault:
    """Let a command be refused for one fault alone, under this clause for this reason; the fault."""
    outcome = played.when(who, command).rejected(clause, reason)
    assert len({(fault.clause, fault.reason) for fault in outcome.faults}) == 1, outcome.faults
    return outcome.faults[0]


def hexes_of(played: Table, *names: str) -> list[str]:
    """Give the hexes of units."""
    return [unit(played, name).hex for name in names]


def shot(target: str, model: int = 1, **changes: Any) -> Shot:
    """Name a target of a model."""
    return replace(Shot(model=model, gun="", target=target, exit="", entry=""), **changes)


def fires(unit: str, weapon: str, *shots: Shot, use_aim: bool = False) -> FireWeapon:
    """Fire a weapon."""
    return FireWeapon(unit=unit, weapon=weapon, shots=shots, use_aim=use_aim)


def drop_unused_faces(played: Table) -> None:
    """Leave the faces unthrown that were written for steps beyond what a test looks at."""
    assert isinstance(played.dice, Script)
    played.dice.faces = played.dice.faces[: played.dice.thrown]


def hold_fire(played: Table) -> Table:
    """Let everybody who is asked for fire say no more."""
    while innermost_window(played).kind == "fire":
        played.when(innermost_window(played).asks[0], SILENT).accepted()
    return played


def roll_declared(played: Table) -> Outcome:
    """Let everybody be silent and the service roll for what was declared."""
    hold_fire(played)
    assert innermost_window(played).kind == "gunnery_hits", played.windows
    return played.when("table", RollHits()).accepted()


def legal(played: Table, who: str, command: Any) -> bool:
    """Tell whether a command would be accepted."""
    return not played.refused(command, who)


def places(played: Table, unit: str = "a1") -> tuple[str, str, str]:
    """Give hex, facing and speed of a unit."""
    row = played.game.units[unit]
    return row.hex, row.facing, row.speed


def asked(played: Table) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """Give kind, parties and subject of the open question."""
    found = innermost_window(played)
    return found.kind, found.asks, found.subject


def silence(played: Table, *, until: str = "") -> list[Any]:
    """Let nobody answer anything, and the service go on, until a question of this kind or the end of the step."""
    events = run_service(played)
    while innermost_window(played).kind not in {"advance", until}:
        window = innermost_window(played)
        for seat in window.asks:
            otherwise = played.rules.windows[window.kind].default_command
            assert otherwise is not None
            command = otherwise(played.game, window, seat)
            assert command is not None, window
            events += played.when(seat, command).accepted().events
        events += run_service_until(played, until)
    return events


def run_service_until(played: Table, until: str) -> list[Any]:
    """Let the service go on as long as it is asked, but not past a question of this kind."""
    return (
        []
        if innermost_window(played).asks == (TABLE,) and innermost_window(played).kind == until
        else run_service(played)
    )


ENDS = ("advance", "orders")


def events_of_kind(played: Table, kind: type[T]) -> list[T]:
    """List the events of a kind in the whole game."""
    return [event for entry in played.log for event, _ in entry.events if isinstance(event, kind)]


def rolls_of_game(played: Table, *whys: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """List what was thrown for in the whole game, by whom, with its faces; all, or only for these reasons."""
    rolls = (roll for entry in played.log for roll in entry.rolls)
    return [(roll.why, roll.roller, roll.faces) for roll in rolls if not whys or roll.why in whys]


def faces_rolled_for(played: Table, why: str) -> list[tuple[int, ...]]:
    """List the faces of the throws for one reason."""
    return [found for _, _, found in rolls_of_game(played, why)]


def finish_silently(played: Table, *until: str) -> Table:
    """Let everybody keep silent until the step is over or one of these questions is asked."""
    while (window := played.window) is not None and window.kind not in (*ENDS, *until):
        otherwise = played.rules.windows[window.kind].default_command
        assert otherwise is not None, window
        command = otherwise(played.game, window, window.asks[0])
        assert command is not None, window
        played.when(window.asks[0], command).accepted()
    if until:
        assert innermost_window(played).kind in until, f"{innermost_window(played)}, expected {until}"
    return played


def play_steps(played: Table, first: str, *others: str) -> Table:
    """Carry these steps out and those between them, everybody silent; the first one comes at once."""
    begin(played, first)
    finish_silently(played)
    return continue_to(played, *others)


def continue_to(played: Table, *names: str) -> Table:
    """Go on from a step that is over to these, one after the other."""
    for step in names:
        while played.game.step != step:
            assert innermost_window(played).kind == "advance", (
                f"{step} does not come, {innermost_window(played)} is asked"
            )
            played.when("table", AdvanceStep()).accepted()
            finish_silently(played)
    return played


def turn(played: Table, number: int, **running: str) -> Table:
    """Make it another turn past all rules, with these movement orders."""
    played.set(turn=number)
    rows = (Running(id, tuple(order.split("+")), (("-", "-"),)) for id, order in running.items())
    return played.put("running", *rows, key="unit")


def shaken(played: Table, id: str) -> bool:
    """Tell whether a unit is shaken now."""
    return is_shaken(played.game, unit(played, id))


def silent_until(played: Table, kind: str, seat: int) -> Table:
    """Let everybody keep silent until a side is asked a question of this kind."""
    for _ in range(12):
        window = innermost_window(played)
        if (window.kind, window.asks) == (kind, (seat,)):
            return played
        played.when(window.asks[-1], silent_command(played, window.asks[-1])).accepted()
    raise AssertionError(f"{kind} is not asked, {innermost_window(played)} is")
