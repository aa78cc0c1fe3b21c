"""Commands that tests play, and what they read from events and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.correctable import NULL, written
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.messages import AddNote, Correct, Grounds, PatchItem, Spot
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    CarryOutReaction,
    DeclareAssault,
    DeclareReaction,
    DeclareShooting,
    DieRerolled,
    FiredWeapon,
    GiveOrder,
    HitsScored,
    MakeRetainedRun,
    ModelPath,
    MoveUnit,
    PassReaction,
    PinsAdded,
    RecordOptionEffect,
    RerollHits,
    RerollMisses,
    Resisted,
    ResistRolled,
    RollAccuracy,
    RollOverheadShift,
    ShootingDeclared,
    StepBegun,
    TemplateResolved,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.rows import Device, Unit
from tests.kit import NAMES, Outcome, Table
from tests.rulesets.antares.fixtures import X, stop_after_action, two_sides, with_drawn_die
from tests.rulesets.antares.sheets import state_change

T = TypeVar("T", bound=Struct)
WHY = Grounds(reason="a test begins here", clause="", about=())


def begin_step(played: Table, step: str, *, first: int | None = None) -> Outcome:
    """Let a step of the turn begin, the one before it being over, and the service go on until somebody is asked."""
    played.given(StepBegun(step=step, first=() if first is None else (first,)))
    return go_on(played.set(stack=()).ask("turn"))


def begin_turn(played: Table, turn: int) -> Outcome:
    """Let a turn begin, and the service go on until somebody is asked."""
    played.given(TurnStarted(turn=turn))
    return go_on(played.set(stack=()).ask("turn"))


def go_on(played: Table) -> Outcome:
    """Let the service take the steps that are due: a ruling of the referee that changes nothing sets it going."""
    return played.when("referee", AddNote(grounds=WHY)).accepted()


def set_by_ruling(played: Table, table: str, key: str, **values: Any) -> Outcome:
    """Let the referee set fields of a row to other values."""
    row = getattr(played.game, table)[key]
    patch = tuple(
        PatchItem(table=table, key=key, field=field, before=written(getattr(row, field)), after=written(value))
        for field, value in values.items()
    )
    return played.when("referee", Correct(grounds=WHY, patch=patch))


def place_marker(played: Table, row: Device) -> Outcome:
    """Let the referee put a marker on the table, the next by its id."""
    count = played.game.marker_count
    patch = (
        PatchItem(table="marker_count", key="", field="", before=written(count), after=written(count + 1)),
        PatchItem(table="devices", key=row.id, field="", before=NULL, after=written(row)),
    )
    return played.when("referee", Correct(grounds=WHY, patch=patch))


def unit_row(played: Table, id: str = "b-y") -> Unit:
    """Give a unit's row."""
    row = played.game.units[id]
    assert isinstance(row, Unit)
    return row


def place_of(played: Table, model: str) -> tuple[int, int]:
    """Give the place of a model."""
    pose = played.game.models[model].pose
    assert pose is not None, f"{model} is not on the table"
    return pose.x, pose.y


def straight_paths(played: Table, unit: str, dx: int = 0, dy: int = 0) -> tuple[ModelPath, ...]:
    """Let every model of a unit go so far, side by side."""
    rows = (played.game.models[model] for model in played.game.units[unit].models)
    poses = ((row.id, row.pose) for row in rows)
    return tuple(ModelPath(model=id, path=(replace(pose, x=pose.x + dx, y=pose.y + dy),)) for id, pose in poses if pose)


def seat_of(unit: str) -> str:
    """Give the name of a unit's seat."""
    return NAMES["ab".index(unit[0])]


def innermost_window(played: Table) -> Window:
    """Give the innermost question."""
    found = played.window
    assert found is not None, "nothing is asked"
    return found


def shoot(played: Table, *arms: FiredWeapon, target: str = "b-y", unit: str = "a-x", who: str = "red") -> Outcome:
    """Shoot with everything, or with these weapons."""
    return played.when(who, DeclareShooting(unit=unit, target=target, weapons=arms))


def fired(
    weapon: str = "carbine",
    *models: str,
    aim: tuple[int, int] | None = None,
    mode: str = "",
    blind: bool = False,
    target: str = "",
) -> FiredWeapon:
    """Name a weapon as it is fired."""
    spot = None if aim is None else Spot(x=aim[0], y=aim[1])
    return FiredWeapon(weapon=weapon, mode=mode, models=models, aim=spot, blind=blind, target=target)


def move_unit(
    played: Table, dx: int = 0, dy: int = 0, *, unit: str = "a-x", who: str = "red", sprint: bool = False
) -> Outcome:
    """Move all models of a unit so far."""
    return played.when(who, MoveUnit(unit=unit, paths=straight_paths(played, unit, dx, dy), sprint=sprint))


def charge(
    played: Table, dx: int = 0, dy: int = 0, *, target: str = "b-y", unit: str = "a-x", sprint: bool = False
) -> Outcome:
    """Assault along a straight path."""
    paths = straight_paths(played, unit, dx, dy)
    return played.when("red", DeclareAssault(unit=unit, target=target, paths=paths, sprint=sprint))


def react(
    played: Table, reaction: str, unit: str = "b-y", *, sprint: bool = False, point: int = 0, free: bool = False
) -> Outcome:
    """Declare a reaction for blue."""
    command = DeclareReaction(unit=unit, reaction=reaction, sprint=sprint, point=point, free=free)
    return played.when("blue", command)


def decline(played: Table, unit: str = "") -> Outcome:
    """Decline for blue."""
    return played.when("blue", PassReaction(unit=unit))


def default_command(played: Table, seat: Party) -> Any:
    """Give the command that a seat's silence stands for at the innermost question, None where it stands for nothing."""
    top = innermost_window(played)
    otherwise = played.rules.windows[top.kind].default_command
    assert otherwise is not None, f"silence answers nothing to {top.kind}"
    return otherwise(played.game, top, seat)


def answer_by_default(played: Table) -> Outcome:
    """Let silence answer the innermost question, as the service would."""
    top = innermost_window(played)
    command = default_command(played, top.asks[0])
    assert command is not None, f"silence answers nothing to {top.kind}"
    return played.when(top.asks[0], command).accepted()


def play_on(played: Table, *stops: str) -> list[Struct]:
    """Give the events of the last command and of all that silence answers until a question stops it."""
    seen = list(played.last.events)
    while played.window is not None and played.window.kind not in stops:
        seen += answer_by_default(played).events
    return seen


def events_of(events: Iterable[Struct], sort: type[T], /, **fields: Any) -> list[T]:
    """Pick events of a kind with these fields."""
    return [
        event
        for event in events
        if isinstance(event, sort) and all(getattr(event, name) == value for name, value in fields.items())
    ]


def one_event(events: Iterable[Struct], sort: type[T], /, **fields: Any) -> T:
    """Pick the one event of a kind."""
    found = events_of(events, sort, **fields)
    assert len(found) == 1, f"{len(found)} {sort.__name__}"
    return found[0]


def resist_tests(events: Iterable[Struct], unit: str = "b-y") -> list[Resisted]:
    """List the resist tests of a unit."""
    return [test for event in events_of(events, ResistRolled, unit=unit) for test in event.tests]


def pins_gained(events: Iterable[Struct], unit: str = "b-y") -> int:
    """Add up the pins that a unit got."""
    return sum(event.pins for event in events_of(events, PinsAdded, unit=unit))


def models_left(played: Table, unit: str = "b-y") -> int:
    """Count the models of a unit that are left."""
    return len(unit_row(played, unit).models)


def event_names(events: Iterable[Struct]) -> list[str]:
    """Name the kinds of events."""
    return [type(event).__name__ for event in events]


def question(played: Table) -> str:
    """Name the innermost question, "" for none."""
    return played.window.kind if played.window is not None else ""


def open_reactions(played: Table) -> dict[str, tuple[str, ...]]:
    """Give the units that are asked for reactions, each with those open to it."""
    return {reaction.unit: reaction.options for reaction in played.game.reactions if reaction.stage == "asked"}


def may_reroll_misses(played: Table) -> bool:
    """Roll and tell whether misses may be thrown again."""
    roll_accuracy(played)
    return question(played) == "miss_reroll"


def roll_accuracy(played: Table, *arms: FiredWeapon, target: str = "b-y") -> Outcome:
    """Shoot and throw the accuracy dice."""
    shoot(played, *arms, target=target).accepted()
    return played.when("table", RollAccuracy()).accepted()


def needed_tally(played: Table, *arms: FiredWeapon, target: str = "b-y") -> Tally:
    """Shoot and give the number that the one group of dice needs."""
    return roll_accuracy(played, *arms, target=target).one(AccuracyRolled).needed


def number_needed(played: Table, *arms: FiredWeapon, target: str = "b-y") -> int:
    """Shoot and give the total that the one group of dice needs."""
    return needed_tally(played, *arms, target=target).total


def die_results(outcome: Outcome) -> list[str]:
    """List what the dice of all groups are."""
    return [die.result for event in events_of(outcome.events, AccuracyRolled) for die in event.dice]


def dice_count(outcome: Outcome) -> int:
    """Count accuracy dice."""
    return len(die_results(outcome))


def reroll_misses(played: Table, source: str, *dice: int) -> Outcome:
    """Re-roll misses."""
    return played.when("red", RerollMisses(volley="v1", source=source, dice=dice))


def reroll_hits(played: Table) -> list[tuple[int, int, int]]:
    """Re-roll or halve hits: number of each die that is thrown again, and its faces before and now."""
    outcome = played.when("table", RerollHits()).accepted()
    return [(event.die, event.before, event.now.face) for event in events_of(outcome.events, DieRerolled)]


def hits_scored(played: Table, unit: str = "b-y") -> int:
    """Count the final hits of the last command on a unit."""
    return sum(len(event.hits) for event in events_of(played.last.events, HitsScored, unit=unit))


def land_templates(played: Table, *arms: FiredWeapon, target: str = "b-y") -> Outcome:
    """Shoot, throw the accuracy dice and bring templates down."""
    roll_accuracy(played, *arms, target=target)
    return played.when("table", RollOverheadShift()).accepted()


def template_places(outcome: Outcome) -> list[tuple[int, int]]:
    """List where templates lie."""
    return [(event.at.x, event.at.y) for event in events_of(outcome.events, TemplateResolved)]


def agility_tests(played: Table, dx: int = 0, *, sprint: bool = False) -> list[tuple[str, int, int, bool]]:
    """Move east and list the agility tests: what for, number, face, whether passed."""
    move_unit(played, dx, sprint=sprint).accepted()
    found = events_of(play_on(played, "action"), AgilityTested)
    return [(row.terrain or row.cause, row.needed.total, row.face, row.passed) for row in found]


def distance_gone(played: Table, unit: str = "a-x") -> int:
    """Tell how far east of its start the first model of a unit stands."""
    pose = played.game.models[f"{unit}.1"].pose
    assert pose is not None
    return int(pose.x) - X


def give_order(played: Table, order: str, unit: str = "a-x", who: str = "") -> Outcome:
    """Give the drawn die to a unit."""
    return played.when(who or seat_of(unit), GiveOrder(unit=unit, order=order))


def order_given(order: str, dice: Iterable[int] = (), a: Mapping[str, Any] | None = None, **rest: Any) -> Outcome:
    """Let red's die be drawn and go to "a-x" with this order; nothing comes after its action."""
    return give_order(stop_after_action(with_drawn_die(two_sides(dice, a, **rest))), order)


def make_retained_run(played: Table, unit: str) -> Outcome:
    """Begin a retained Run."""
    return played.when(seat_of(unit), MakeRetainedRun(unit=unit))


def begin_turn_end(played: Table, step: str = "down") -> Outcome:
    """Let the end of the turn begin."""
    return begin_step(played, step)


def refusal_under(outcome: Outcome, clause: str) -> str:
    """Fail where the command was not refused under this clause; give the reason."""
    outcome.looked_at = True
    assert outcome.faults, f"{outcome.said} was accepted"
    found = [fault.reason for fault in outcome.faults if fault.clause == clause]
    assert found, f"{outcome.said}: refused with {outcome.faults}, not under {clause}"
    return found[0]


def dice_in_bag(played: Table) -> tuple[int, int]:
    """Count the dice of each side in the bag."""
    return played.game.sides[0].bag, played.game.sides[1].bag


def shoot_command(*weapons: FiredWeapon, target: str = "b-y", unit: str = "a-x") -> DeclareShooting:
    """Shoot with these weapons, or with all."""
    return DeclareShooting(unit=unit, target=target, weapons=weapons)


def carry_out(played: Table, unit: str, point: int = 0, *, lapse: bool = False) -> Outcome:
    """Carry out a reaction of blue, or let it lapse."""
    return played.when("blue", CarryOutReaction(unit=unit, point=point, lapse=lapse))


def play_until(played: Table, *kinds: str) -> list[Struct]:
    """Let silence answer until one of these questions is asked; gives all events on the way."""
    seen: list[Struct] = []
    while played.window is not None and played.window.kind not in kinds:
        seen += answer_by_default(played).events
    return seen


def put_model(played: Table, model: str, x: int, y: int) -> None:
    """Put a model elsewhere past all rules."""
    row = played.game.models[model]
    pose = type(row.pose)(x, y, 0, row.pose.facing)
    played.put("models", type(row)(id=row.id, unit=row.unit, kind=row.kind, wounds=row.wounds, pose=pose))


def clauses_of_last(played: Table, kind: type[Struct]) -> tuple[str, ...]:
    """Give the clauses of the last event of a kind."""
    return next(why for filled in reversed(played.log) for event, why in filled.events if isinstance(event, kind))


def effects_by_unit(outcome: Outcome) -> dict[str, tuple[tuple[int, ...], int, int]]:
    """Give dice, hits and pins of every unit under the templates."""
    return {
        unit.unit: (unit.faces, unit.hits, unit.pins) for event in resolved_templates(outcome) for unit in event.units
    }


def resolved_templates(outcome: Outcome) -> list[TemplateResolved]:
    """List the templates that came down."""
    return events_of(outcome.events, TemplateResolved)


def reroll_command(*dice: int, source: str = "spotter", volley: str = "v1") -> RerollMisses:
    """Make the command that re-rolls misses."""
    return RerollMisses(volley=volley, source=source, dice=dice)


def lucky_flags(outcome: Outcome, unit: str = "b-y") -> list[bool]:
    """List the hits on a unit: True for a lucky one."""
    found = [event for event in outcome.events if isinstance(event, HitsScored) and event.unit == unit]
    return [hit.lucky for row in found for hit in row.hits]


def faces_thrown_again(outcome: Outcome) -> list[tuple[int, int, int, str]]:
    """List the dice that were thrown again: number, face before, face and result now."""
    return [
        (event.die, event.before, event.now.face, event.now.result)
        for event in outcome.events
        if isinstance(event, DieRerolled)
    ]


def fault_rows(outcome: Outcome) -> list[tuple[str, str, str]]:
    """List what a refusal names: clause, reason and place."""
    outcome.looked_at = True
    return [(fault.clause, fault.reason, fault.path) for fault in outcome.faults]


def declared_shots(played: Table, *weapons: FiredWeapon, **more: Any) -> ShootingDeclared:
    """Shoot and give what was declared."""
    return played.when("red", shoot_command(*weapons, **more)).one(ShootingDeclared)


def refused_without_sight(outcome: Outcome, clause: str) -> None:
    """See that a shot is refused for want of a line of sight, under this clause alone."""
    outcome.rejected(clause, "no-line-of-sight")
    assert len(outcome.faults) == 1, outcome.faults


def lucky_hits(played: Table) -> int:
    """Count the lucky hits among the final hits of the last command."""
    return sum(hit.lucky for event in events_of(played.last.events, HitsScored) for hit in event.hits)


def faces_and_hits(outcome: Outcome) -> dict[str, tuple[tuple[int, ...], int]]:
    """Give dice and hits of every unit under the template."""
    found = outcome.one(TemplateResolved)
    return {unit.unit: (unit.faces, unit.hits) for unit in found.units}


def ruling(kind: str, name: str = "", *, seat: int = 0, number: int = 0) -> RecordOptionEffect:
    """Make the command by which the referee makes one change."""
    change = state_change(kind, name, seat=seat, number=number)
    return RecordOptionEffect(option="", note="agreed", changes=(change,))


def clauses_of_one(played: Table, kind: type[Any]) -> tuple[str, ...]:
    """Give the clauses at the one event of a kind."""
    (found,) = (clauses for event, clauses in played.ruled if isinstance(event, kind))
    return tuple(found)
