"""Using Battle-Manoeuvres, declining them, and what everybody sees of them."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArriveFromReserves,
    DeclineReaction,
    MakeAssaultMove,
    ResolveArmouredCharge,
    SelectToFight,
    UseBattleManoeuvre,
)
from tests.kit import NAMES, Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import troop_poses
from tests.rulesets.grinding_annihilation.steps import aim, path, settle, shots


def use(table: Table, who: str, manoeuvre: str, formation: str, **fields: Any) -> Outcome:
    """Use a Battle-Manoeuvre."""
    return table.when(who, UseBattleManoeuvre(manoeuvre=manoeuvre, formation=formation, **fields))


def decline(table: Table, who: str) -> Outcome:
    """Decline what the open window allows."""
    assert table.window is not None
    return table.when(who, DeclineReaction(window=table.window.id))


def manoeuvre_points(table: Table, who: str) -> int:
    """Give a player's Manoeuvre Points as everybody sees them."""
    return int(table.view("spectator").sides[NAMES.index(who)].manoeuvre_points)


def effects_in_force(table: Table) -> list[tuple[str, str, str]]:
    """Give the effects in force as everybody sees them."""
    return [(effect.manoeuvre, effect.formation, effect.troop) for effect in table.view("spectator").effects]


def window_kind(table: Table) -> str:
    """Give the kind of the innermost question."""
    return "" if table.window is None else table.window.kind


def overwatch_shots(table, *dice, shooter="b-b", target="a-r", who="blue"):
    """Declare all shots of an Overwatch and play them out."""
    table.faces(*dice)
    table.when(who, aim(table, shooter, *shots(table, shooter, target))).accepted()
    while window_kind(table) in {"targets_selected", "attack_group", "hit_roll", "wound_roll", "defence"}:
        asked = table.rules.windows[window_kind(table)]
        table.when(
            table.window.asks[0], asked.default_command(table.game, table.window, table.window.asks[0])
        ).accepted()
    return table


def arrival_of_blue(*at: tuple[float, float]) -> ArriveFromReserves:
    """Set blue's formation up."""
    return ArriveFromReserves(formation="b-w", troops=troop_poses("b-w", *at), accept_losses=False)


def assault_arrives(table):
    return table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),)))


def armoured_charge(enemy="b-t", weapon="ram", troop="a-r.1"):
    return ResolveArmouredCharge(formation="a-r", enemy=enemy, troop=troop, weapon=weapon, profile=0)


def until_reroll_of(table, *kinds):
    """Play on to a re-roll of one of these rolls."""
    for _ in range(20):
        settle(table, "DeclineReaction", "SelectToShoot")
        if window_kind(table) != "reroll" or table.window.subject[0] in kinds:
            return table
        decline(table, table.window.asks[0]).accepted()
    raise AssertionError(table.window)


def finish_idle_fight(table):
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    return table


def select_idle_fight(table, formation, who):
    """Select a formation and let it do nothing, up to the answer to its fight."""
    table.when(who, SelectToFight(formation=formation)).accepted()
    return finish_idle_fight(table)
