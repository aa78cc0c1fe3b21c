"""Battles in which the players have Battle-Manoeuvres prepared and points to spend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BeginPhase,
    DeclareAssault,
    MakeAssaultMove,
    RollAssault,
    SelectToShoot,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import decline
from tests.rulesets.grinding_annihilation.fixtures import (
    PAIRS,
    Member,
    Unit,
    battle,
    blade,
    formation,
    gun,
    line,
    trooper,
    window_kind_of,
)
from tests.rulesets.grinding_annihilation.steps import aim, path, settle, shots


def prepare(table: Table, *, red: Sequence[str] = (), blue: Sequence[str] = (), points: int = 5) -> Table:
    """Let the players have prepared these, and hold so many points."""
    for seat, keys in ((0, red), (1, blue)):
        side = replace(table.game.sides[seat], prepared=tuple(keys), manoeuvre_points=points)
        table.put("sides", side, key="seat")
    return table


def prepared_battle(
    *units: Unit,
    red: Sequence[str] = (),
    blue: Sequence[str] = (),
    points: int = 5,
    phase: str = "shooting",
    **rest: Any,
) -> Table:
    """Begin a phase in which red and blue have these Battle-Manoeuvres prepared, and as many points each."""
    table = battle(*units, phase=phase, begin=False, **rest)
    prepare(table, red=red, blue=blue, points=points)
    table.ask(window_kind_of(table, "BeginPhase"), "table")
    table.when("table", BeginPhase(phase=phase)).accepted()
    return table


def prepared_brawl(*units: Unit, first: str = "blue", **rest: Any) -> Table:
    """Begin a Brawl Phase in which red selects first; two pairs fight elsewhere."""
    return prepared_battle(*units, *PAIRS, phase="brawl", first=first, **rest)


OVERWATCH = ("onslaught_overwatch",)

WATCHER: dict[str, Any] = {"weapons": (gun("long", reach=30),)}


def move_before_watcher(at=(34.9, 10), *, phase="move", blue=OVERWATCH, watcher=None, troop=None, **rest):
    """Red stands so that the gap to blue's watcher is what is left between x = 11 and the place."""
    red = formation("a-r", at=[at], weapons=(), troop=troop or trooper(w=2))
    other = watcher or formation("b-b", at=line(1, 10.5), **WATCHER)
    return prepared_battle(red, other, phase=phase, blue=blue, **rest)


INGRESS = ("heros_ingress",)


def assault_made(*more, dice=(6, 6), blue=INGRESS, keywords=("infantry",), **rest):
    """Red's formation has assaulted "b-t" and stands at its base, at x = 22."""
    red = formation("a-r", at=[(15, 10)], weapons=(), keywords=keywords)
    target = formation("b-t", at=[(23, 10)], weapons=())
    table = prepared_battle(red, target, *more, phase="assault", blue=blue, dice=dice, **rest)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    settle(table, "MakeAssaultMove")
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))).accepted()
    return table


def neighbour_of_target(y=16.0, **rest):
    """Stand 5" away from where red's Assault ended, if nothing else is said."""
    return formation("b-n", at=[(22, y)], weapons=(), **rest)


def put_in_reserves(table, key="b-w", place="strategic_reserves"):
    """Take a formation off the warfield into Reserves."""
    row = table.game.formations[key]
    for troop in row.troops:
        table.put("troops", replace(table.game.troops[troop], pose=None))
    table.put("formations", replace(row, place=place))
    return table


def end_of_move_turn(number, blue=("deployment_order",)):
    """Red is about to end the Move turn of a round; blue has a formation in Strategic Reserves."""
    units = (formation("a-r", at=[(20, 20)]), formation("b-b", at=[(50, 20)]), formation("b-w", at=[(58, 30)]))
    table = put_in_reserves(prepared_battle(*units, phase="move", number=number, blue=blue))
    table.when("red", table.rules.command("EndMoveStep")()).accepted()
    return table


def shots_declared(table, shooter):
    table.when("red", SelectToShoot(formation=shooter, sidearms=())).accepted()
    table.when("red", aim(table, shooter, *shots(table, shooter, "b-b"))).accepted()
    return table


def shots_declared_at(*dice, blue, weapon=None, troop=None, keywords=("infantry", "smoke"), powers=(), **rest):
    """Red has declared shots at blue, which may answer."""
    one = formation("a-r", at=line(1, 10), weapons=(weapon or gun(rs=3, s=4),))
    two = formation("a-s", at=line(1, 10, 20), weapons=(weapon or gun(rs=3, s=4),))
    target = formation("b-b", at=line(1, 20), troop=troop or trooper(w=3), weapons=(), keywords=keywords, powers=powers)
    table = prepared_battle(one, two, target, blue=blue, dice=dice, **rest)
    return shots_declared(table, "a-r")


CHARGE = ("armoured_charge",)


def charge_rolled(
    *more,
    strength=8,
    vigour=4,
    dice=(),
    blue=(),
    wounds=9,
    until="MakeAssaultMove",
    keywords=("vehicle", "walker"),
    **rest,
):
    """Red's Vehicle has rolled a good Assault against blue, and is to move."""
    red = formation("a-r", at=[(15, 10)], weapons=(blade("ram", s=strength),), keywords=keywords)
    target = formation("b-t", at=[(23, 10)], weapons=(), troop=trooper(v=vigour, w=wounds))
    table = prepared_battle(red, target, *more, phase="assault", red=CHARGE, blue=blue, dice=(6, 6, *dice), **rest)
    if until:
        table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
        table.when("red", RollAssault(formation="a-r")).accepted()
        settle(table, until)
    return table


REORDER_ROLL = ("reorder_roll",)


def shots_before_rolls(*powers, red=REORDER_ROLL, blue=(), weapon=None, guns=1, troops=1, kind=None, **rest):
    """Red has declared shots at blue, and the first group is to begin."""
    one = formation("a-r", at=line(guns, 10), weapons=(weapon or gun("rifle", *powers),))
    other = formation("b-b", at=line(troops, 20), troop=kind or trooper(w=3), weapons=())
    table = prepared_battle(one, other, red=red, blue=blue, **rest)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    decline(table, "blue")
    return table


EPIC_MOMENTUM = ("epic_momentum",)


def duellists(*, leader=True, red=EPIC_MOMENTUM, blue=(), **rest):
    """Red's Leader and escorts stand against an enemy Attached formation, whose Leader is its last troop."""
    heroes = formation(
        "a-r", at=line(2, 20), weapons=(blade(sw=3),), keywords=("infantry",), only={1: Member(keywords=("character",))}
    )
    squad = formation("b-b", at=line(2, 21), weapons=(), troop=trooper(w=3))
    boss = formation(
        "b-l", at=[(21, 13)], weapons=(), troop=trooper("boss", w=4), keywords=("infantry", "character"), leads=("b",)
    )
    return prepared_brawl(heroes, squad, boss, red=red, blue=blue, lead={"b-l": "b-b"} if leader else None, **rest)


REPRISAL = ("reprisal",)


def brawlers(*more, red=(), blue=REPRISAL, **rest):
    """Red's "a-r" and "a-s" stand against blue's "b-b" and "b-s"; nobody hurts anybody."""
    pairs = [
        formation(f"{side}-{name}", at=[(x, y)], weapons=(), **rest.pop(f"{side}_{name}", {}))
        for name, y in (("r", 10), ("s", 16))
        for side, x in (("a", 20), ("b", 21))
    ]
    return prepared_brawl(*pairs, *more, red=red, blue=blue, **rest)
