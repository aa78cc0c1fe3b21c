"""Battles before their first round, at each step of the set-up."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleFormations,
    CommitBattleFormations,
    CreateBattle,
    Options,
    RolesAssigned,
    RollFirstTurn,
    WarfieldClosed,
    WarfieldSet,
    Zone,
    ZonesAssigned,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import (
    Place,
    Unit,
    created,
    deployed,
    formation,
    mustered,
    trooper,
    war_of_control_field,
    window_kind_of,
)
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations


def ask_for(table: Table, command: str, *who: str) -> Table:
    """Open the question that a command answers."""
    return table.ask(window_kind_of(table, command), *who)


def armies_mustered(*units: Unit, size: str = "small", **rest: Any) -> Table:
    """Hand both armies in, of one formation each if none are named."""
    armies = units or (formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)]))
    return created(size, **rest).given(*mustered(armies))


def warfield_set(*units: Unit, **rest: Any) -> Table:
    """Take the roles, sides and size of the warfield: red attacks from the low end."""
    zones = (Zone(seat=0, x0=0, y0=0, x1=20_000, y1=44_000), Zone(seat=1, x0=40_000, y0=0, x1=60_000, y1=44_000))
    field = WarfieldSet(length=60_000, width=44_000, zones=zones)
    return armies_mustered(*units, **rest).given(
        RolesAssigned(attacker=0, defender=1), ZonesAssigned(low=0, high=1), field
    )


NO_CHOICES = BattleFormations()


def deploying(*units: Unit, red: BattleFormations = NO_CHOICES, blue: BattleFormations = NO_CHOICES) -> Table:
    """Write down both players' battle formations: the Attacker deploys next."""
    table = warfield_set(*units).given(WarfieldClosed())
    ask_for(table, "CommitBattleFormations", "red", "blue")
    table.when("red", CommitBattleFormations(formations=red)).accepted()
    table.when("blue", CommitBattleFormations(formations=blue)).accepted()
    return table


def leader(name: str, *leads: str, at: Place = (5, 5)) -> Unit:
    """Make a Leader who may join these catalogues."""
    return formation(
        name, at=[at], keywords=("infantry", "character"), powers=("leader",), leads=leads, troop=trooper("chief")
    )


def ask_battle_formations(*units: Unit, **rest: Any) -> Table:
    """Ask both players for their battle formations."""
    table = warfield_set(*units, **rest).given(WarfieldClosed())
    return table.ask(window_kind_of(table, "CommitBattleFormations"), "red", "blue")


def deployment_begun(*units: Unit, dice: tuple[int, ...] = ()) -> Table:
    """Come to the deployment with nothing written down."""
    table = ask_battle_formations(*units, dice=dice)
    table.when("red", battle_formations()).accepted()
    table.when("blue", battle_formations()).accepted()
    return table


def rolled_for_first_turn(*units: Unit, dice: tuple[int, ...] = (6, 1), **rest: Any) -> Table:
    """Roll for the first turn, with both armies deployed."""
    table = deployed(*units, dice=dice, **rest)
    table.ask("first_turn", "table")
    table.when("table", RollFirstTurn()).accepted()
    return table


def crowded_zone(step: int, troops: int, first: int = 1_000):
    """Let red set "a-r" up in a zone where a friend stands on every point of a grid, so many mils apart.

    `first` is how far from both axes the grid begins.
    """
    rows = [formation("a-r", at=[(0, 0)] * troops), formation("a-f", at=[(0, 0)]), formation("b-b", at=[(0, 0)])]
    table = created()
    table.given(*mustered(rows), *war_of_control_field("small", ()))
    friend = table.game.troops["a-f.1"]
    grid = [(x, y) for x in range(first, 20_000, step) for y in range(first, 43_500, step)]
    crowd = [replace(friend, id=f"a-f.{n}", wounds_left=1, pose=Pose(x, y, 0, 0)) for n, (x, y) in enumerate(grid, 1)]
    table.put("troops", *crowd)
    names = tuple(row.id for row in crowd)
    table.put("formations", replace(table.game.formations["a-f"], place="warfield", troops=names))
    table.set(battle=replace(table.game.battle, step="deployment"))
    return table.ask("deploy", "red")


def without_friend(table: Table, place: Pose) -> Table:
    """Take the friend who stands there out of a crowded zone."""
    row = table.game.formations["a-f"]
    fallen = next(key for key in row.troops if table.game.troops[key].pose == place)
    table.set(troops={key: troop for key, troop in table.game.troops.items() if key != fallen})
    table.put("formations", replace(row, troops=tuple(troop for troop in row.troops if troop != fallen)))
    return table


def default_deployment(table):
    return table.rules.windows["deploy"].default_command(table.game, table.window, 0)


def armies_of_single_troops(red: int, blue: int) -> list[Unit]:
    """Give formations of one troop each."""
    return [
        *(formation(f"a-{number}", at=[(5, 5)]) for number in range(red)),
        *(formation(f"b-{number}", at=[(55, 5)]) for number in range(blue)),
    ]


def table_without_battle(*dice: int, **options: Any) -> Table:
    table = Table(rules_of("grinding_annihilation"), pace="step", dice=dice)
    start = CreateBattle(battle_size="small", scenario="war_of_control", options=Options(**options))
    table.when("referee", start)
    return table
