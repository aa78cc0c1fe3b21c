"""What the other side learns of hidden units: pairs of worlds that differ in nothing but what stands behind a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    Aim,
    AreaDiceRolled,
    Bonus,
    FireWeapon,
    HitRolled,
    OrdersRevealed,
    SpotDeclared,
    TargetChosen,
    UnitRevealed,
)
from tests.conformance.driver import SplitDice
from tests.kit import Table
from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.damage.fixtures import UNHURT
from tests.rulesets.hex_orders.fixtures import armed, infantry, squad, table, tank, weapon, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN, duel, shooter
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, fires_area_weapon, spot_token
from tests.rulesets.hex_orders.secrets.steps import Twins
from tests.rulesets.hex_orders.steps import (
    SILENT,
    begin,
    events_of_kind,
    finish_silently,
    fires,
    innermost_window,
    of_kind,
    roll_declared,
    shot,
    unit,
)

MODES: tuple[dict[str, Any], ...] = ({}, {"hidden_reveal": "spot_only"})
OPEN = [("a1", "D8", "N", tank(), SLOW), ("b2", "G1", "S", infantry(), {})]
GUN = weapon("gun", weapon_range=8, always_loaded=True)


def worlds(viewer: int, rows: tuple[dict[str, Any], dict[str, Any]], sheets: Any = None, **rest: Any) -> Twins:
    """Set two worlds up that differ in the row, or the sheet, of the hidden unit b1 in the forest D3."""
    made = []
    one, two = (with_orders(sheet, "-+-+-") for sheet in sheets or (replace(UNHURT, hidden=True),) * 2)
    running = {"a1": ("F+-+-",), "b1": ("-+-+-",), "b2": ("-+-+-",), **rest.pop("running", {})}
    options = rest.pop("options", None)
    for number, (row, sheet) in enumerate(zip(rows, (one, two), strict=True), 1):
        units = [*OPEN, ("b1", "D3", "S", sheet, {**TOKEN, **row})]
        dice: Any = SplitDice(7, number, (1 - viewer if viewer in (0, 1) else 1,))
        made.append(table(dice, options, pace="step", hexes={"D3": "forest"}, units=units, running=running, **rest))
    return Twins(made[0], made[1], viewer)


def carry_out(pair: Twins, *steps: str) -> Twins:
    """Carry these steps out in both worlds, everybody silent."""
    for step in steps:
        for world in (pair.one, pair.two):
            begin(world, step)
        pair.compare(-1, SILENT)
        while not pair.end and innermost_window(pair.one).kind != "advance":
            pair.go_on(1)
    return pair


SECRETS: dict[str, dict[str, Any]] = {
    "what it has": {
        "facing": "NW",
        "aim": Aim(hex="D3", turn=1),
        "loads": {"musket": 1},
        "difficult": 1,
        "difficult_hex": "D4",
        "speed": "slow",
    },
    "what it suffers": {
        "bonuses": (Bonus(table="regular", by=3),),
        "pinned": 2,
        "dead": (2, 3),
        "bleeding": (4,),
        "poison": (8, 8),
        "fire": 2,
    },
}


@pytest.mark.rule("HX-GAP-09", "HX-GAP-06")
@pytest.mark.ruling("HX-GAP-09.2", "HX-GAP-06.2")
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("options", MODES, ids=["standard", "spot_only"])
@pytest.mark.parametrize("name", SECRETS)
def test_a_turn_of_a_token_tells_nothing_of_its_unit(name, options, viewer):
    """Facing, speed, aim, load, bonus, tokens and models lost change nothing that others get in a whole turn."""
    pair = worlds(viewer, ({}, SECRETS[name]), options=options)
    assert pair.one.game.units["b1"] != pair.two.game.units["b1"]
    steps = ("gunnery_1", "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    carry_out(pair, *steps, "gunnery_2", "apply_damage", "agony_0", "agony_1", "agony_2", "agony_3", "agony_4")
    carry_out(pair, "aftermath")
    assert pair.end == ""
    assert pair.entries > 6
    assert all(world.game.units["b1"].hidden for world in (pair.one, pair.two))


KINDS: dict[str, Callable[[], Any]] = {
    "vehicle": lambda: tank(nation="elf", hidden=True),
    "flyer": lambda: infantry(hidden=True, types=("infantry", "biological", "flying")),
    "large": lambda: infantry(hidden=True, size="large"),
    "one model": lambda: infantry(hidden=True, models=infantry().models[:1]),
    "leader": lambda: infantry(hidden=True, leader_follow=True),
}


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
@pytest.mark.parametrize("options", MODES, ids=["standard", "spot_only"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_of_a_token_does_not_tell_what_it_is(kind, options):
    """Vehicle or infantry, on the ground or above it, of one model or of four: others get the same for a whole turn."""
    pair = worlds(0, ({}, {}), (infantry(hidden=True), KINDS[kind]()), options=options)
    steps = ("gunnery_1", "movement_1", "assault_1", "movement_2", "assault_2", "movement_3", "assault_3")
    carry_out(pair, *steps, "gunnery_2", "apply_damage", "agony_0", "agony_1", "agony_2", "agony_3", "agony_4")
    assert pair.end == ""
    for who in (0, SPECTATOR):
        assert pair.one.view(who) == pair.two.view(who)


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
@pytest.mark.parametrize("options", MODES, ids=["standard", "spot_only"])
@pytest.mark.parametrize("command", ["spot", "fire"])
def test_a_refusal_of_a_shot_at_a_token_does_not_tell_what_it_is(command, options):
    """Whatever stands behind it a shot at a token is refused in the same words."""
    said = []
    for sheet in (infantry(hidden=True), *(made() for made in KINDS.values())):
        order = "Fire+-" if command == "fire" else "Aim+-"
        more = [("b2", "D4", "S", infantry(), SLOW)]
        played = duel((), shooter(GUN), sheet, other=TOKEN, more=more, orders=("-+-+-", order), **options)
        begin(played, "gunnery_1")
        said.append(played.refused(fires("a1", "gun", shot("b1")), "red"))
        finish_silently(played)
    assert said[0]
    assert all(faults == said[0] for faults in said)


def _fired_from_hiding(options: dict[str, Any], dice: tuple[int, ...] = (1,), **row: Any) -> Table:
    sniper = armed(infantry(nation="ork", hidden=True), GUN)
    settings: dict[str, Any] = {"other": {**TOKEN, **row}, "running": {"b1": ("-+-+-", "Fire+-")}}
    return duel(dice, tank(), sniper, at="D7", to="D3", **settings, **options)


@pytest.mark.rule("HX-GUNNERY-21", "HX-GAP-09")
@pytest.mark.ruling("HX-GUNNERY-21.3")
def test_what_a_hidden_unit_fires_is_seen_and_what_it_is_stays_hidden():
    """Under spot_only a shot of a token names weapon, target and dice; its unit keeps its sheet, facing and speed."""
    played = _fired_from_hiding({"hidden_reveal": "spot_only"})
    begin(played, "gunnery_1").asks("fire", "blue")
    made = played.when("blue", fires("b1", "gun", shot("a1"))).without(UnitRevealed).one(TargetChosen)
    assert (made.unit, made.weapon, made.shots[0].target) == ("b1", "gun", "a1")
    assert roll_declared(played).one(HitRolled).faces == (1,)
    (token,) = (row for row in played.view("red").units if row.id == "b1")
    assert (token.hidden, token.sheet, token.status, token.orders) == (True, None, None, ())


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2", "HX-GUNNERY-21.3")
@pytest.mark.parametrize(("options", "reason"), [({}, ["fired"]), ({"hidden_reveal": "spot_only"}, [])])
def test_firing_shows_a_unit_at_its_declaration_by_default_alone(options, reason):
    """By default it turns face up as it names its target, before any die; under spot_only not at all."""
    played = _fired_from_hiding(options)
    begin(played, "gunnery_1")
    outcome = played.when("blue", fires("b1", "gun", shot("a1"))).accepted()
    assert [row.reason for row in of_kind(outcome.events, UnitRevealed)] == reason
    assert not outcome.rolls
    roll_declared(played)
    finish_silently(played)
    assert unit(played, "b1").hidden is not bool(reason)


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2", "HX-GUNNERY-21.3")
@pytest.mark.parametrize(("options", "shown"), [({}, True), ({"hidden_reveal": "spot_only"}, False)])
@pytest.mark.parametrize("faces", [(6, 1, 1, 1), (1, 1, 1, 1)])
def test_an_area_hit_shows_who_it_hits(faces, options, shown):
    """A hidden unit that an area attack hits turns face up, one that it misses does not; under spot_only none does."""
    bomb = weapon("bomb", weapon_range=4, area=6, always_loaded=True)
    more = [("b2", "D3", "S", infantry(), TOKEN)]
    played = begin_firing((1, 1, 1, 1, *faces), squad(bomb, count=1), more=more, **options)
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    events = roll_declared(played).events
    hit = 6 in faces
    assert bool(of_kind(events, UnitRevealed)) is (shown and hit)
    owners = [row.owner for row in of_kind(events, AreaDiceRolled) if row.target == "b2"]
    assert owners == [253 if shown and hit else 1]
    if hit:
        played.faces(1)
    if not shown:
        assert unit(played, "b2").hidden
    finish_silently(played)


@pytest.mark.rule("HX-GUNNERY-21")
@pytest.mark.ruling("HX-GUNNERY-21.2", "HX-GUNNERY-21.3")
@pytest.mark.parametrize(("options", "seen"), [({}, ["moved"]), ({"hidden_reveal": "spot_only"}, [])])
@pytest.mark.parametrize("order", ["F+-+-", "360+-+-"])
def test_only_who_enters_another_hex_in_sight_is_shown(order, options, seen):
    """In plain sight of an enemy a hidden unit that turns stays hidden, one that goes to another hex does not."""
    sheet = with_orders(infantry(nation="ork", hidden=True), order)
    played = duel(
        (), tank(), sheet, at="D7", to="D3", other={**TOKEN, "speed": "slow"}, running={"b1": (order,)}, **options
    )
    begin(played, "movement_1")
    finish_silently(played)
    shown = [row.reason for row in events_of_kind(played, UnitRevealed)]
    assert shown == (seen if order == "F+-+-" else [])


@pytest.mark.rule("HX-GUNNERY-21", "HX-TURN-22")
@pytest.mark.ruling("HX-GUNNERY-21.4")
def test_who_shows_itself_by_firing_can_not_be_fired_at_in_that_step():
    """The enemy that is asked later in the same step can not choose it, and is not offered it either."""
    sniper = shooter(GUN, nation="ork", hidden=True)
    firer = with_orders(shooter(GUN, nation="spartan"))
    more = [("b2", "D8", "N", tank(nation="ork"), SLOW)]
    played = duel((1,), firer, sniper, other=TOKEN, more=more, running={"b1": ("-+-+-", "Fire+-")})
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", fires("b1", "gun", shot("a1"))).then(UnitRevealed, unit="b1")
    while innermost_window(played).asks != (0,):
        played.when(innermost_window(played).asks[0], SILENT).accepted()
    faults = played.refused(fires("a1", "gun", shot("b1")), "red")
    assert [(fault.clause, fault.reason) for fault in faults] == [("HX-TURN-22", "revealed-too-late")]
    assert not played.refused(fires("a1", "gun", shot("b2")), "red")
    offered = [offer for offer in played.offers("red") if offer.command == FireWeapon.__name__]
    assert "'b1'" not in str(offered)
    assert "'b2'" in str(offered)
    roll_declared(played)


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
@pytest.mark.parametrize("options", MODES, ids=["standard", "spot_only"])
def test_a_spotted_unit_is_open_from_then_on(options):
    """Once it is face up everything of it is open, its orders of this turn too, and it stays so."""
    played, _ = spot_token([5], other={"bonuses": (Bonus(table="regular", by=2),)}, **options)
    for who in ("red", "spectator", "referee"):
        (row,) = (row for row in played.view(who).units if row.id == "b1")
        assert row.sheet is not None
        assert (row.hidden, row.status.facing, row.status.bonuses[0].by) == (False, "S", 2)
        assert [order.movement for order in row.orders] == ["-+-+-"]
    assert len(events_of_kind(played, SpotDeclared)) == 1


@pytest.mark.rule("HX-GAP-09", "HX-ORDERS-05")
@pytest.mark.ruling("HX-GAP-09.2", "HX-ORDERS-05.2", "HX-ORDERS-05.3")
@pytest.mark.parametrize("options", [{}, {"open_orders": True}])
def test_orders_of_a_token_are_never_shown_with_the_others(options):
    """Neither when their turn comes nor, with open orders, when they are committed is a hidden unit's order shown."""
    from tests.rulesets.hex_orders.orders.steps import commit, plot, writing

    units = [
        ("a1", "D2", "S", tank(), {"speed": "fast"}),
        ("a2", "A2", "S", infantry(nation="dwarf", hidden=True), {**TOKEN, "speed": "slow"}),
        ("b1", "D8", "N", infantry()),
    ]
    played = writing(units, options=options)
    played.play(("red", plot("a1", "F+F+-")), ("red", plot("a2", "F+360+-")), ("red", commit()))
    played.play(("blue", commit(defaults=True)), ("red", commit(2, defaults=True)), ("blue", commit(2, defaults=True)))
    shown = {order.unit for row in events_of_kind(played, OrdersRevealed) for order in row.orders}
    assert shown == {"a1", "b1"}
    for who in ("blue", "spectator"):
        (token,) = (row for row in played.view(who).units if row.id == "a2")
        assert (token.orders, token.committed) == ((), ())
    played.when("table", AdvanceStep()).accepted()
    (own,) = (row for row in played.view("red").units if row.id == "a2")
    assert [order.movement for order in own.orders] == ["F+360+-"]
