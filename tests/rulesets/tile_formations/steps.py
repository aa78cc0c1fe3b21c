"""What tests do and read: commands of every chapter, ways into the middle of an action, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.windows import FactsSubject, Window, subject_of
from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultHits,
    BeginAction,
    Charge,
    ChooseSave,
    ContactMade,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareCautious,
    DeclareShooting,
    DeployUnit,
    EndAction,
    EndAssault,
    EndFormationMove,
    FormationSheet,
    MoveUnit,
    MusterArmy,
    PassOverwatch,
    RecordCasualties,
    ResolveOverwatch,
    RollDangerousTerrain,
    RollSaves,
    RollToHit,
    SavesRolled,
    ShockAdded,
    ShootingDeclared,
    ToHitRolled,
    UnitMoved,
    UnitSheet,
)
from adjudicator.rulesets.tile_formations.model.rows import Formation, Unit
from tests.kit import NAMES, Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    ALL_FACES,
    FOUR_POINT_BUILDINGS,
    LETTERS,
    SHOOTER,
    SIX_DICE,
    TARGET,
    UNARMED,
    Place,
    Placed,
    at,
    battlefield_terms,
    duel,
    formation_sheet,
    infantry,
    open_ground,
    open_table,
    path,
    seat_name,
    table,
    vehicle,
    wide_ground,
    zoneless,
)


def ask_action(played: Table, formation: str, action: str = "advance", **fields: Any) -> Outcome:
    """Let the owner of a formation be asked for an action, and begin this one; the outcome may be a refusal.

    Whatever was open before is forgotten, and so is that the formation has acted.
    """
    seat = seat_name(formation)
    played.ask("choose_action", seat)
    played.set(
        active=LETTERS.index(formation[0]), action=None, unit_move=None, danger_test=None, shooting=None, hits={}
    )
    row = played.game.formations.get(formation)
    if row is not None:
        played.put("formations", replace(row, acted=0))
    command = BeginAction(formation=formation, action=action, test="", target="", road_march=False)
    return played.when(seat, replace(command, **fields))


def confirm(played: Table) -> Outcome:
    """Let the first that is asked confirm every fact that is stated; give the outcome of the last."""
    while True:
        window = open_window(played)
        done = played.when(NAMES[window.asks[0]], ConfirmFact(fact=open_fact(played))).accepted()
        if played.window is None or played.window.kind != "fact_stated":
            return done


def confirm_stated(played: Table, outcome: Outcome) -> Outcome:
    """Let what a command states be confirmed, where it asks for it."""
    asked = not outcome.faults and played.window is not None and played.window.kind == "fact_stated"
    return confirm(played) if asked else outcome


def begin_action(played: Table, formation: str, action: str = "advance", **fields: Any) -> Outcome:
    """Begin the action of a formation."""
    return confirm_stated(played, ask_action(played, formation, action, **fields).accepted())


def move(played: Table, unit: str, *places: Place) -> Outcome:
    """Let a unit move along a path; the outcome may be a refusal."""
    return played.when(seat_name(unit), MoveUnit(unit=unit, path=path(*places)))


def roll(played: Table, unit: str, *faces: int) -> Outcome:
    """Roll the dangerous terrain test that is due, with these faces."""
    return played.faces(*faces).when(seat_name(unit), RollDangerousTerrain(unit=unit, feature="")).accepted()


def end_move(played: Table, formation: str, *keep: str) -> Outcome:
    """End a move of a formation; the outcome may be a refusal."""
    return played.when(seat_name(formation), EndFormationMove(formation=formation, keep=keep))


def end_action(played: Table, formation: str) -> Outcome:
    """End the action of a formation; the outcome may be a refusal."""
    return played.when(seat_name(formation), EndAction(formation=formation))


def pass_overwatch(played: Table, seat: str) -> Outcome:
    """Let an army pass in an overwatch window."""
    return played.when(seat, PassOverwatch()).accepted()


def change_unit(played: Table, unit: str, **fields: Any) -> Table:
    """Change the row of a unit past all rules."""
    return played.put("units", replace(played.game.units[unit], **fields))


def unit_row(played: Table, id: str) -> Unit:
    """Give a unit's row."""
    row = played.game.units[id]
    assert isinstance(row, Unit)
    return row


def tile_of_unit(played: Table, id: str) -> str:
    """Give the tile of a unit; empty off the battlefield."""
    return unit_row(played, id).tile


def formation_row(played: Table, id: str) -> Formation:
    """Give a formation's row."""
    row = played.game.formations[id]
    assert isinstance(row, Formation)
    return row


def shock_of(played: Table, id: str) -> int:
    """Give the Shock of a formation."""
    return formation_row(played, id).shock


def units_left(played: Table) -> list[str]:
    """Give the units that are on the battlefield, by id."""
    return sorted((row.id for row in played.game.units.values() if not row.out), key=id_order)


def open_fact(played: Table) -> str:
    """Give the fact that the innermost question asks to confirm."""
    facts = subject_of(open_window(played), FactsSubject).facts
    return next(fact for fact in facts if played.game.facts[fact].status == "stated")


def open_window(played: Table) -> Window:
    """Give the innermost question."""
    found = played.window
    assert found is not None, "nothing is asked"
    return found


def create(played: Table, **fields: Any) -> Outcome:
    """Create a battlefield; the outcome may be a refusal."""
    return played.when("referee", battlefield_terms(**fields))


def muster(played: Table, who: str, *formations: FormationSheet, force: str = "") -> Outcome:
    """Hand an army in; the outcome may be a refusal."""
    return played.when(who, MusterArmy(force=force, formations=formations))


def mustered_table(
    red: Sequence[FormationSheet] = (),
    blue: Sequence[FormationSheet] = (),
    *,
    table: dict[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """Create a battlefield and muster two armies, each of a formation of two where nothing else is said.

    No action tests are taken unless the options say so.
    """
    played = open_table(**(table or {}))
    create(played, **fields | {"options": {"action_test": "none"} | fields.get("options", {})}).accepted()
    usual = (formation_sheet(infantry(), vehicle()),)
    muster(played, "red", *(red or usual)).accepted()
    muster(played, "blue", *(blue or usual)).accepted()
    return played


def silence_of(played: Table, who: int = 0) -> Any:
    """Give what the silence of a party stands for."""
    top = played.window
    assert top is not None
    otherwise = played.rules.windows[top.kind].default_command
    assert otherwise is not None
    return otherwise(played.game, top, who)


def deploy(played: Table, who: str, unit: str, tile: str) -> Outcome:
    """Deploy a unit; the outcome may be a refusal."""
    return played.when(who, DeployUnit(unit=unit, tile=tile))


def lone_unit(sheet: UnitSheet, start: Place = (2, 2), action: str = "advance", **setup: Any) -> Table:
    """Set one unit up far from all enemies, its action begun."""
    played = open_ground({"a1.1": (start, sheet)}, **setup)
    begin_action(played, "a1", action)
    return played


def refused(outcome: Outcome, reason: str, clause: str, **facts: Any) -> None:
    """Check that a command was refused for one fault alone: this reason, under this clause, with these facts."""
    outcome.rejected(clause, reason, **facts)
    assert len(outcome.faults) == 1, f"{outcome.said}: {outcome.faults}, expected only {reason}"


def charge(played: Table, unit: str, enemy: str, *places: Place) -> Outcome:
    """Let a unit charge an enemy along a path; the outcome may be a refusal."""
    return played.when(seat_name(unit), Charge(unit=unit, path=path(*places), enemy=enemy))


def declare_cautious(played: Table, unit: str) -> Outcome:
    """Let a unit move cautiously; the outcome may be a refusal."""
    return played.when(seat_name(unit), DeclareCautious(unit=unit))


def report_loss(played: Table, unit: str, points: int = 1) -> Outcome:
    """Let the referee tell a loss without Shock."""
    return played.when("referee", RecordCasualties(unit=unit, points=points, causes_shock=False)).accepted()


def end_assault(played: Table) -> Outcome:
    """Let the referee end the assault; the outcome may be a refusal."""
    return played.when("referee", EndAssault(assault=""))


def danger_tests(outcome: Outcome) -> list[DangerousTestRequired]:
    """List the dangerous terrain tests that a command has called for."""
    outcome.accepted()
    return [event for event in outcome.events if isinstance(event, DangerousTestRequired)]


def refused_by_window(outcome: Outcome, window: str, clause: str) -> None:
    """Check that a command was refused because this window is open, under its clause."""
    refused(outcome, "not-asked", clause, window=window)


MOVES_OF_ACTION = {"hold": 1, "advance": 1, "double": 2, "marshal": 1}


class ShotResult(NamedTuple):
    """What it takes to hit a unit, which save it took at which value, and which faces saved."""

    to_hit: int
    save: str
    value: int
    saved: tuple[int, ...]


def come_to_shooting(played: Table, action: str = "hold", by: str = "a1") -> Table:
    """Bring a formation to its shooting; enemies in Overwatch pass."""
    begin_action(played, by, action)
    for _ in range(MOVES_OF_ACTION[action]):
        end_move(played, by).accepted()
        if open_window(played).kind == "overwatch":
            pass_overwatch(played, "blue" if by[0] == "a" else "red")
    return played


def declare(played: Table, target: str = "b1", by: str = "a1", **fields: Any) -> Outcome:
    """Declare a shooting, and let what is stated of it be confirmed; the outcome may be a refusal."""
    usual: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    command = DeclareShooting(**{"formation": by, "target": target, **usual, **fields})
    return confirm_stated(played, played.when(seat_name(by), command))


def come_and_declare(played: Table, target: str = "b1", action: str = "hold", by: str = "a1", **fields: Any) -> Outcome:
    """Bring a formation to its shooting and declare it; the outcome may be a refusal."""
    return declare(come_to_shooting(played, action, by), target, by, **fields)


def roll_to_hit(played: Table, *faces: int, unit: str = "", target: str = "", who: str = "red") -> Outcome:
    """Roll to hit with these faces."""
    return played.faces(*faces).when(who, RollToHit(unit=unit, target=target)).accepted()


def hold_and_shoot(played: Table, *faces: int, **fields: Any) -> Outcome:
    """Let formation a1 hold and shoot at b1 with these faces to hit."""
    come_and_declare(played, **fields).accepted()
    return roll_to_hit(played, *faces)


def roll_saves(played: Table, *faces: int, unit: str = "", who: str = "blue") -> Outcome:
    """Roll saves with these faces."""
    return played.faces(*faces).when(who, RollSaves(unit=unit)).accepted()


def choose_save(unit: str, save: str, hit: str = "") -> ChooseSave:
    """Choose a save."""
    return ChooseSave(unit=unit, hit=hit, save=save)


def resolve_overwatch(formation: str = "b1", target: str = "a1", **fields: Any) -> ResolveOverwatch:
    """Resolve an Overwatch."""
    usual: dict[str, Any] = {"crossfire": False, "air": False, "to_hit_modifier": 0}
    return ResolveOverwatch(**{"formation": formation, "target": target, **usual, **fields})


def hit_values(outcome: Outcome) -> dict[str, int]:
    """Give the hit value of each unit that rolled."""
    outcome.accepted()
    return {event.unit: event.value.total for event in outcome.events if isinstance(event, ToHitRolled)}


def cover_modifiers(outcome: Outcome) -> dict[tuple[str, str], int]:
    """Give the cover modifier of each pair of a shooting that was declared."""
    return {(pair.unit, pair.target): pair.cover for pair in outcome.one(ShootingDeclared).pairs}


def cover_modifier(outcome: Outcome) -> int:
    """Give the one cover modifier of a shooting that was declared."""
    (only,) = cover_modifiers(outcome).values()
    return only


def shock_added(outcome: Outcome) -> list[tuple[str, int]]:
    """List the Shock that was added, reason by reason."""
    return [(event.reason, event.amount) for event in outcome.events if isinstance(event, ShockAdded)]


def rolled_saves(outcome: Outcome) -> list[tuple[str, int, bool]]:
    """List the saves that were rolled: which, the value, whether it was made."""
    found = [event for event in outcome.events if isinstance(event, SavesRolled)]
    return [(save.save, save.value.total, save.saved) for event in found for save in event.saves]


def shoot_at(
    kind: str,
    ground: str,
    *,
    low: bool = False,
    gun: Any = None,
    options: Any = None,
    bare: bool = False,
    declared: Mapping[str, Any] | None = None,
    **changes: Any,
) -> ShotResult:
    """Hit a unit of a type on some ground six times, and let it save with all faces of a die; `bare` without dice."""
    enemy_sheet = zoneless(kind, **({"integrity": 9, "armour": 0, "weapons": (UNARMED,)} | changes))
    played = duel(enemy_sheet, ground, gun or SIX_DICE, low=low, options=options)
    return shoot_and_save(played, bare=bare, **(declared or {}))


def shoot_and_save(played: Table, *, bare: bool = False, **declared: Any) -> ShotResult:
    """Hit b1.1 with six dice, and let it save with all faces of a die; `bare` where it has no save at all."""
    to_hit = hit_values(hold_and_shoot(played, *(1,) * 6, **declared))["a1.1"]
    done = roll_saves(played, *(() if bare else ALL_FACES))
    rolls = done.one(SavesRolled).saves
    ((kind, value),) = {(row.save, row.value.total) for row in rolls}
    return ShotResult(to_hit, kind, value, tuple(row.face for row in rolls if row.saved))


def resolve_and_aim(ground: str, **changes: Any) -> Table:
    """Let infantry on some ground shoot by Overwatch and miss, and bring a1 to its own shooting at it afterwards."""
    enemy_sheet = zoneless("INF", **({"integrity": 9} | changes))
    played = duel(enemy_sheet, ground, SIX_DICE, low=True)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").asks("overwatch", "blue")
    played.when("blue", resolve_overwatch()).accepted()
    roll_to_hit(played, 6, who="blue")
    if open_window(played).kind == "overwatch":
        pass_overwatch(played, "blue")
    return played


def shoot_at_resolved(ground: str, *, bare: bool = False, **changes: Any) -> ShotResult:
    """Hit infantry that has resolved its Overwatch in this turn, and let it save with all faces of a die."""
    played = resolve_and_aim(ground, **changes)
    declare(played).accepted()
    to_hit = hit_values(roll_to_hit(played, *(1,) * 6))["a1.1"]
    rolls = roll_saves(played, *(() if bare else ALL_FACES)).one(SavesRolled).saves
    ((kind, value),) = {(row.save, row.value.total) for row in rolls}
    return ShotResult(to_hit, kind, value, tuple(row.face for row in rolls if row.saved))


def stand_before(ground: str, kind: str, **changes: Any) -> Table:
    """Put a1.1 west of a tile of some ground, in the first move of an advance."""
    played = wide_ground({"a1.1": ((2, 2), zoneless(kind, **changes))}, terrain={(3, 2): ground})
    begin_action(played, "a1", "advance")
    return played


def check_crossed(ground: str, kind: str) -> None:
    """Check that a tile costs 1 point of speed and needs no test."""
    played = stand_before(ground, kind, speed=2)
    refused(move(played, "a1.1", (3, 2), (4, 2), (5, 2)), "exceeds-speed", "TF-MOVE-01", cost=3, speed=2)
    went = move(played, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(4, 2), done=True)
    went.without(DangerousTestRequired, DangerousTerrainRolled)


def check_impassable(ground: str, kind: str, clause: str) -> None:
    """Check that a tile is impassable by this clause, to enter and to cross."""
    played = stand_before(ground, kind)
    for way in (((3, 2),), ((3, 2), (4, 2))):
        refused(move(played, "a1.1", *way), "impassable", clause)


def enter_danger(
    ground: str, kind: str, integrity: int, faces: tuple[int, ...], *, bad: tuple[int, ...] = (6,)
) -> tuple[Outcome, Table]:
    """Let a unit enter a tile and be tested with these faces; check the dice of the test."""
    played = stand_before(ground, kind, integrity=integrity)
    went = move(played, "a1.1", (3, 2)).then(DangerousTestRequired, dice=integrity, faces=bad, second_roll=False)
    assert went.one(DangerousTestRequired).tile == at(3, 2)
    return roll(played, "a1.1", *faces), played


def check_casualties(
    ground: str, kind: str, faces: tuple[int, ...], casualties: int, *, bad: tuple[int, ...] = (6,)
) -> Outcome:
    """Let a unit with as many points of integrity as dice enter: check its casualties and that no Shock comes."""
    done, played = enter_danger(ground, kind, len(faces), faces, bad=bad)
    assert done.one(DangerousTerrainRolled).casualties == casualties
    row = unit_row(played, "a1.1")
    assert row.integrity == len(faces) - casualties
    assert bool(row.out) == (casualties == len(faces))
    return done.without(ShockAdded)


def open_assault(enemy_sheet: UnitSheet, ground: str, **setup: Any) -> Table:
    """Let a1.1 charge b1.1, which stands on some ground, up to the open assault."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), enemy_sheet)}
    played = wide_ground(units, **({"terrain": {(5, 5): ground}, "referee": True} | setup))
    begin_action(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    end_move(played, "a1").asks("assault")
    return played


def report_hits(played: Table, hits: int, unit: str = "b1.1", save_modifier: int = 0) -> Outcome:
    """Let the referee tell hits of an assault."""
    return played.when("referee", AssaultHits(unit=unit, hits=hits, save_modifier=save_modifier)).accepted()


def engage(units: dict[str, Placed], **setup: Any) -> Table:
    """Set units up and let a1 engage b1."""
    played = open_ground(units, **setup)
    begin_action(played, "a1", "engage", target="b1")
    return played


def charged_at(terrain: dict[Place, Any], *, options: dict[str, Any] = FOUR_POINT_BUILDINGS, **setup: Any) -> Table:
    """Let a1.1 charge b1.1 at (5,5) from the west, up to the open assault that the referee is asked about."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry(integrity=2)),
        "a1.2": ((0, 5), infantry()),
        "b1.1": ((5, 5), infantry(integrity=2)),
        "b1.2": ((9, 5), infantry()),
    }
    units |= setup.pop("more", {})
    played = table("", units, terrain=terrain, options={"coherency_tiles": 20, **options}, referee=True, **setup)
    begin_action(played, "a1", "engage", target="b1")
    charge = Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")
    made = played.when("red", charge).then(ContactMade, unit="a1.1", enemies=("b1.1",))
    assert made.one(ContactMade).tiles == (at(4, 5), at(5, 5))
    end_move(played, "a1").asks("assault", "referee")
    return played


def report_loss_with_shock(played: Table, unit: str, points: int) -> Outcome:
    """Let the referee tell a loss."""
    return played.when("referee", RecordCasualties(unit=unit, points=points, causes_shock=True)).accepted()


def end_assault_accepted(played: Table) -> Outcome:
    """Let the referee end the assault."""
    return played.when("referee", EndAssault(assault="")).accepted()


def about_to_shoot(drawing: str = "", units: Any = None, action: str = "hold", **setup: Any) -> Table:
    """Bring red's first formation to its shooting."""
    played = table(drawing, units or SHOOTER | TARGET, **setup)
    begin_action(played, "a1", action)
    for _ in range({"hold": 1, "advance": 1, "double": 2, "marshal": 1}[action]):
        end_move(played, "a1").accepted()
    return played


def try_to_hit(played: Table, *faces: int, unit: str = "", target: str = "") -> Outcome:
    """Roll to hit with these faces."""
    return played.faces(*faces).when("red", RollToHit(unit=unit, target=target))


def try_saves(played: Table, *faces: int, unit: str = "") -> Outcome:
    """Roll blue's saves with these faces."""
    return played.faces(*faces).when("blue", RollSaves(unit=unit))


def engage_with_referee(units: dict[str, Placed], **setup: Any) -> Table:
    """Set units up and let a1 engage b1, with a referee."""
    played = open_ground(units, referee=True, **setup)
    begin_action(played, "a1", "engage", target="b1")
    return played
