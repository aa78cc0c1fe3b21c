"""Moves about to be made, transports with passengers aboard and as wrecks, and battles with some off the warfield."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BeginPhase,
    ChooseRetreatCasualties,
    DeclareNormalMove,
    FormationDisembarked,
    Hold,
    KeywordSet,
    MoveDeclared,
    SelectToShoot,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, battle, formation, gun, trooper, window_kind_of
from tests.rulesets.grinding_annihilation.movement.steps import leave_wreck, retreat
from tests.rulesets.grinding_annihilation.steps import aim, formation_row, path, settle, shots

FAR_ENEMY = formation("b-b", at=[(50, 22)])

BESIDE_TRANSPORT = ((20, 22.6), (21.5, 22.6), (18.5, 22.6))

TRANSPORT_HULL = trooper("hull", m=10, v=8, w=8, base=3)


def carrier(
    id: str = "a-t",
    at: Place = (20, 20),
    capacity: int = 10,
    *,
    allowed: Sequence[str] = ("infantry",),
    refused: Sequence[str] = (),
    keywords: Sequence[str] = ("vehicle", "transport"),
    **rest: Any,
) -> Unit:
    """Make a transport of one troop on a base of three inches."""
    unit = formation(id, at=[at], troop=rest.pop("troop", TRANSPORT_HULL), keywords=keywords, **rest)
    hold = Hold(capacity=capacity, allowed=(KeywordSet(keywords=tuple(allowed)),), refused=tuple(refused))
    return unit._replace(row=replace(unit.row, transport=hold))


def squad(count: int = 3, id: str = "a-p", **rest: Any) -> Unit:
    """Make a formation of infantry that stands nowhere in particular."""
    return formation(id, at=[(2, 2 + 1.5 * number) for number in range(count)], **rest)


def take_off_warfield(table: Table, formations: Mapping[str, str], **fields: Any) -> Table:
    """Take formations off the warfield: to Reserves, or aboard of the transport troop that is named."""
    for id, place in formations.items():
        row = table.game.formations[id]
        table.put("troops", *(replace(table.game.troops[key], pose=None) for key in row.troops))
        aboard = place if "." in place else ""
        where = {"place": "embarked" if aboard else place, "aboard": aboard}
        table.put("formations", replace(row, **where, **fields))
    return table


def battle_with_absent(
    *units: Unit, off: Mapping[str, str], phase: str = "move", fields: Mapping[str, Any] | None = None, **rest: Any
) -> Table:
    """Begin a phase with some formations off the warfield."""
    table = take_off_warfield(battle(*units, phase=phase, begin=False, **rest), off, **(fields or {}))
    table.ask(window_kind_of(table, "BeginPhase"), "table")
    table.when("table", BeginPhase(phase=phase)).accepted()
    return table


def passengers_aboard(*units: Any, troops: int = 3, **rest: Any) -> Table:
    """Begin red's Move turn with "a-p" aboard of "a-t", which stands at (20, 20)."""
    own = units or (carrier(), FAR_ENEMY)
    return battle_with_absent(squad(troops), *own, off={"a-p": "a-t.1"}, **rest)


def deck_turn(*units: Any, deck: int = 2, troops: int = 5, past: Any = None, **rest: Any) -> Table:
    """Begin red's Shooting turn with five passengers aboard of a transport with a Weapons Deck."""
    transport = carrier(powers=(f"weapons_deck {deck}",), **rest)
    return battle_with_absent(
        squad(troops),
        transport,
        *(units or (formation("b-b", at=[(40, 20)], weapons=()),)),
        off={"a-p": "a-t.1"},
        phase="shooting",
        past=past,
    )


TRANSPORT_KILLER = gun("deadly", s=16, ap=-6, d=20, rs=2)


def transport_destroyed(
    *dice: int,
    troops: int = 3,
    others: Any = (),
    powers: tuple[str, ...] = (),
    w: int = 1,
    options: Any = None,
    aboard: tuple[str, ...] = ("a-p",),
    **rest: Any,
) -> Table:
    """Destroy "a-t", which stands at (20, 20) with passengers aboard, in blue's Shooting turn."""
    blue = formation("b-b", at=[(40, 20)], weapons=(TRANSPORT_KILLER,))
    people = squad(troops, troop=trooper(w=w))
    off = dict.fromkeys(aboard, "a-t.1")
    table = battle_with_absent(
        people,
        carrier(powers=powers, **rest),
        blue,
        *others,
        off=off,
        phase="shooting",
        first="blue",
        dice=(6, 6, 1, *dice),
        options=options,
    )
    table.when("blue", SelectToShoot(formation="b-b")).accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-t"))).accepted()
    return settle(table, "DisembarkFromWreck", "SelectToShoot", "AllocateMortalWound")


def ring(count: int, radius: float, start: float = 0, step: float = 0) -> list[Place]:
    """Give places on a circle about the transport, all around it or in steps of so many degrees."""
    angles = [math.radians(start + n * (step or 360 / count)) for n in range(count)]
    return [(20 + radius * math.cos(angle), 20 + radius * math.sin(angle)) for angle in angles]


INNER_RING = formation("b-r", at=ring(12, 3.5), weapons=())


def wreck_after_move(kind: str, duration: str = "round") -> Table:
    """Destroy a transport whose passengers made such a move in this round before they got in."""
    near = formation("b-n", at=[(20, 30)], weapons=())
    table = transport_destroyed(options={"destroyed_transport_duration": duration}, others=(near,))
    table.put("formations", replace(formation_row(table, "a-p"), move=kind))
    table.faces(6, 6, 6)
    table.when("red", leave_wreck(*BESIDE_TRANSPORT)).then(FormationDisembarked, kind="wreck")
    return table


def move_turn(*enemies: Place, at: tuple[Place, ...] = ((10, 10),), dice: tuple[int, ...] = (), **rest: Any) -> Table:
    """Let "a-r" stand on its places and "b-b" on the others, in red's Move turn."""
    past = rest.pop("past", None)
    options = rest.pop("options", None)
    red = formation("a-r", at=at, **rest)
    blue = [formation("b-b", at=enemies, weapons=())] if enemies else []
    return battle(red, *blue, phase="move", dice=dice, past=past, options=options)


def move_declared(*units: Unit, **rest: Any) -> Table:
    """Declare red's Normal move of a-r."""
    table = battle(*units, phase="move", **rest)
    declared = table.when("red", DeclareNormalMove(formation="a-r"))
    declared.then(MoveDeclared, kind="normal").asks("make_move", "red")
    return table


def row_before_enemy(count: int = 4, **rest: Any) -> Table:
    """Troops in a row, an enemy in front of the first two."""
    own = formation("a-r", at=[(10, 10 + 1.5 * n) for n in range(count)])
    return battle(own, formation("b-b", at=[(11.5, 10), (11.5, 11.5)]), phase="move", **rest)


def spoiled_plan() -> Table:
    """The chain of a plan loses its middle troop: what is left of it is not cohesive."""
    table = row_before_enemy(count=3, dice=[1, 4])
    retreat(table, path("a-r.1", (14.5, 10)), path("a-r.2", (14.5, 12.5)), path("a-r.3", (14.5, 14.9))).accepted()
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).asks("make_move", "red")
    return table


CANNON = gun("cannon", reach=36)
