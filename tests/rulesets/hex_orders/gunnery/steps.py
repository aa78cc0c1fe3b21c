"""Gunnery steps that begin, and shots that are declared and rolled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    DeclaredShot,
    FireAreaWeapon,
    FireWeapon,
    HitRolled,
    RollHits,
    Shot,
    SpotAim,
    SpotHiddenUnit,
    TargetChosen,
)
from adjudicator.rulesets.hex_orders.model.rows import Running
from adjudicator.rulesets.hex_orders.rules.gunnery import lines_of_fire
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.fixtures import field
from tests.rulesets.hex_orders.gunnery.fixtures import SPOT_BOTH, TOKEN, duel, with_gunnery_orders
from tests.rulesets.hex_orders.steps import begin, fires, roll_declared, run_service, shot, unit


def begin_firing(dice: Iterable[int] = (), *args: Any, step: str = "gunnery_1", **settings: Any) -> Table:
    """Begin a gunnery step in which the firer is asked; see `duel`."""
    played = duel(dice, *args, **settings)
    begin(played, step).asks("fire", "red")
    return played


def declare_shots(played: Table, *shots: Shot, gun: str = "gun", unit: str = "a1", use_aim: bool = False) -> Outcome:
    """Declare shots for a unit of red."""
    return played.when("red", fires(unit, gun, *shots, use_aim=use_aim))


def as_declared(outcome: Outcome) -> DeclaredShot:
    """Give the one shot that was declared."""
    (found,) = outcome.one(TargetChosen).shots
    return found


def shot_of(dice: Iterable[int], *args: Any, gun: str = "gun", use_aim: bool = False, **settings: Any) -> HitRolled:
    """Fire the gun of a1 at b1 and roll."""
    played = begin_firing(dice, *args, **settings)
    declare_shots(played, shot("b1", gun=settings.get("side", "")), gun=gun, use_aim=use_aim).accepted()
    return roll_declared(played).one(HitRolled)


LEAST = {
    1: ((1,), ()),
    2: ((2,), (1,)),
    3: ((3,), (2,)),
    4: ((4,), (3,)),
    5: ((5,), (4,)),
    6: ((6, 1), (5,)),
    7: ((6, 5, 1), (6, 4)),
    8: ((6, 5, 6, 3), (6, 5, 3)),
    9: ((6, 5, 6, 5, 1), (6, 5, 6, 4)),
}


def modifiers_for_hit_on(face: int, **settings: Any) -> dict[str, int]:
    """See that a shot hits with this result and not with one less; what each clause adds to it.

    Results above 6 come from further dice.
    """
    hits, misses = LEAST[face]
    rolled = shot_of(hits, **settings)
    assert (rolled.faces, rolled.hit) == (hits, True)
    assert rolled.modifiers.total == 5 - face if face > 1 else rolled.modifiers.total >= 4
    if misses:
        assert not shot_of(misses, **settings).hit
    sums: dict[str, int] = {}
    for term in rolled.modifiers.terms:
        sums[term.clause] = sums.get(term.clause, 0) + term.value
    return {clause: value for clause, value in sums.items() if value}


def fires_area_weapon(weapon: str, where: str, *models: int, unit: str = "a1", **changes: Any) -> FireAreaWeapon:
    """Fire an area weapon at a hex."""
    made = FireAreaWeapon(unit=unit, weapon=weapon, models=models, hex=where, entry="", use_aim=False)
    return replace(made, **changes)


def roll(played):
    """Roll for what was declared, where steps do not happen by themselves."""
    return played.when("table", RollHits()).accepted()


def fires_gun(unit, *shots, weapon="main_gun", use_aim=False):
    return FireWeapon(unit=unit, weapon=weapon, shots=shots, use_aim=use_aim)


def fires_once(target="b1", weapon="main_gun"):
    return FireWeapon(
        unit="a1", weapon=weapon, shots=(Shot(model=1, gun="", target=target, exit="", entry=""),), use_aim=False
    )


def rolled_once(played):
    begin(played, "gunnery_1")
    played.when("red", fires_once())
    return played.when("table", RollHits()).one(HitRolled)


def throws_grenades(*models, at="D4", unit="a1", entry="", use_aim=False):
    return FireAreaWeapon(unit=unit, weapon="grenade", models=models, hex=at, entry=entry, use_aim=use_aim)


def ways_out(arc, b, facing="N", gun="", **options):
    """Give the sides and edges by which a shot from D5 may leave."""
    found = lines_of_fire.departures(field(options=options).options, arc, facing, "D5", b, gun)
    return [(row.side, row.on_edge) for row in found]


def load_tokens(played, name="main_gun", unit_id="a1"):
    """Give the load tokens of a weapon."""
    return sum(load.count for load in unit(played, unit_id).loads if load.weapon == name)


def with_gunnery(played, *gunnery_orders, turn=None, unit_id="a1"):
    """Give a unit other gunnery orders past all rules, in another turn if one is named."""
    sheets = {**played.game.sheets, unit_id: with_gunnery_orders(played.game.sheets[unit_id], "-+-+-", *gunnery_orders)}
    played.set(sheets=sheets)
    parts = tuple(tuple(order.split("+")) for order in gunnery_orders)
    if turn:
        played.set(turn=turn)
    return played.put("running", Running(unit_id, ("-", "-", "-"), parts), key="unit")


def spot_command(unit_id, token):
    """Let a unit in the open try to reveal a token."""
    return SpotHiddenUnit(spot=SpotAim(unit=unit_id, token=token))


def spot_token(dice, *, other=None, hexes=None, **settings):
    """Let a1 spot b1, a standing token in a forest, and roll; the table and its events to the end of the step."""
    where = {settings.get("to", "D3"): "forest"} if hexes is None else hexes
    played = duel(dice, other={**TOKEN, **(other or {})}, orders=SPOT_BOTH, hexes=where, **settings)
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", spot_command("a1", "b1")).accepted()
    return played, [*roll_declared(played).events, *run_service(played)]
