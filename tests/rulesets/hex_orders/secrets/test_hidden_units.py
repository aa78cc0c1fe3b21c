"""What each side sees of the hidden units of the other, until everything is published."""

import pytest

from adjudicator.kernel.decide.parties import EVERYONE
from adjudicator.kernel.messages import Concede, ResultReached, SideConceded, Unsealed
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    Bonus,
    GameEnded,
    OrdersRevealed,
    SecretsPublished,
    SpotAim,
    SpotFailed,
    SpotHiddenUnit,
    SpotReckoned,
    SpotRolled,
    UnitMoved,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.model.rows import Orders
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.rulesets.hex_orders.fixtures import infantry, table, tank
from tests.rulesets.hex_orders.gunnery.fixtures import duel, shooter
from tests.rulesets.hex_orders.orders.steps import commit, plot, writing
from tests.rulesets.hex_orders.steps import SILENT, begin, change, of_kind, roll_declared, silence
from tests.rulesets.hex_orders.turn.fixtures import FAR_APART

SNIPERS = ("b1", "F8", "N", shooter(nation="ork"), {"hidden": True, "speed": "slow"})


def hidden_snipers(**changes):
    """Let turn 3 be revealed while Ork snipers are hidden in F8, with orders for turn 4 committed."""
    row = {**SNIPERS[4], **changes}
    units = [("a1", "A1", "S", tank()), (*SNIPERS[:4], row)]
    hexes = dict.fromkeys(("E6", "F6", "G6", "E7", "G7", "E8"), "mountains")
    played = writing(units, 3, hexes=hexes, running={"b1": ("F+-+-", "-+-")})
    played.play(("red", commit(4, defaults=True)), ("blue", plot("b1", "F+-+-", "-+Fire", turn=4)), ("blue", commit(4)))
    return played


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
def test_orders_of_hidden_units_stay_with_their_side():
    """The Ork view shows F+-+-; the enemy's shows a token in F8 and no order."""
    played = hidden_snipers()
    assert [order.unit for order in played.last.one(OrdersRevealed).orders] == ["a1"]
    played.when("table", AdvanceStep()).accepted()
    (own,) = (unit for unit in played.view("blue").units if unit.id == "b1")
    assert [order.movement for order in own.orders] == ["F+-+-"]
    for who in ("red", "spectator", "referee"):
        (token,) = (unit for unit in played.view(who).units if unit.id == "b1")
        assert (token.hex, token.hidden, token.sheet, token.status, token.orders) == ("F8", True, None, None, ())


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
def test_the_token_is_seen_to_move():
    """The token moves to F7 out of sight: the enemy sees where it goes, and not how."""
    played = hidden_snipers()
    begin(played, "movement_1")
    events = [*played.events, *silence(played)]
    (moved,) = of_kind(events, UnitMoved)
    assert (moved.unit, moved.origin, moved.hex, moved.owner) == ("b1", "F8", "F7", 1)
    assert not of_kind(events, UnitRevealed)
    assert next(unit.hex for unit in played.view("red").units if unit.id == "b1") == "F7"


@pytest.mark.rule("HX-GAP-09")
def test_the_enemy_view_does_not_depend_on_secrets():
    """Facing, speed, tokens and bonus of a hidden unit change nothing that the enemy sees."""
    one = hidden_snipers()
    other = hidden_snipers(fire=2, pinned=1, bonuses=(Bonus(table="regular", by=2),), loads={"gun": 1})
    change(other, "b1", facing="S", speed="fast")
    for who in ("red", "spectator", "referee"):
        assert one.view(who) == other.view(who)
    assert one.view("blue") != other.view("blue")


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
def test_a_failed_spot_tells_the_dice_and_no_modifiers():
    """SpotFailed and the natural dice are for everybody, the modifiers for the side of the token."""
    played = duel(
        [4], other={"hidden": True, "speed": "stand_still"}, hexes={"D3": "forest"}, orders=("-+-+-", "Spot+Spot")
    )
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1"))).accepted()
    outcome = roll_declared(played)
    assert outcome.one(SpotFailed).owner == EVERYONE
    rolled, score_of = outcome.one(SpotRolled), outcome.one(SpotReckoned)
    assert (rolled.owner, rolled.faces.faces) == (EVERYONE, (4,))
    assert score_of.owner == 1
    assert not [name for name in rolled.__struct_fields__ if name in {"modifiers", "result"}]


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
def test_a_revealed_unit_shows_its_orders_of_this_turn():
    """After UnitRevealed turn 3's order is open to all, turn 4's is still committed."""
    played = duel(
        [5],
        shooter(),
        SNIPERS[3],
        other={"hidden": True, "speed": "stand_still"},
        hexes={"D3": "forest"},
        orders=("-+-+-", "Spot+Spot"),
        turn=3,
    )
    later = Orders("b1", 1, 4, "F+-+-", ("-+Fire",), 0, final=True)
    played.set(orders={**played.game.orders, "b1@4": later})
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", SILENT).accepted()
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1"))).accepted()
    events = [*roll_declared(played).events, *silence(played)]
    (shown,) = of_kind(events, UnitRevealed)
    assert [(order.unit, order.movement) for order in shown.orders] == [("b1", "-+-+-")]
    (row,) = (unit for unit in played.view("red").units if unit.id == "b1")
    assert (row.sheet is not None, [order.movement for order in row.orders], row.committed) == (True, ["-+-+-"], (4,))
    assert played.view("red").own_orders == ()


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.ruling("HX-GAP-09.2")
def test_at_the_end_everything_is_published():
    """After the game is over hidden units and orders that never became due are open."""
    played = hidden_snipers()
    outcome = played.when("red", Concede())
    outcome.then(GameEnded)
    assert outcome.one(UnitRevealed).unit == "b1"
    published = {(order.unit, order.movement) for order in outcome.one(SecretsPublished).orders}
    assert ("b1", "F+-+-") in published
    (row,) = (unit for unit in played.view("spectator").units if unit.id == "b1")
    assert row.sheet is not None


@pytest.mark.rule("HX-GAP-09")
def test_everything_is_told_at_the_end():
    """A side may concede at any time; then hidden units and orders that are not due are told."""
    played = table(units=[*FAR_APART, ("b2", "F8", "N", infantry(), {"hidden": True})], turn=2, step="orders")
    kept = Orders("b2", 1, 3, "F+-+-", ("Spot+Spot",), played.protocol.seq, final=True)
    played.set(orders={"b2@3": kept}, running={}).ask("orders", "red", "blue", subject=OrdersSubject(2))
    assert played.view("red").units[2].sheet is None
    ruled = played.when("blue", Concede()).then(SideConceded, GameEnded, UnitRevealed, SecretsPublished, ResultReached)
    assert [order.unit for order in ruled.one(SecretsPublished).orders] == ["b2"]
    assert ruled.one(Unsealed).entries == (kept.entry,)
    assert ruled.one(ResultReached).winners == (0,)
    assert played.view("red").units[2].sheet == infantry()
    assert played.game.orders["b2@3"].shown


WAYS = [
    (infantry, "slow", "F+-+-", [("D4", "N", "slow")] * 3),
    (infantry, "slow", "A+F+-", [("D5", "N", "fast"), ("D4", "N", "fast"), ("D4", "N", "fast")]),
    (infantry, "fast", "F+F+-", [("D4", "N", "fast"), ("D3", "N", "fast"), ("D3", "N", "fast")]),
    (infantry, "fast", "F+B+-", [("D4", "N", "fast"), ("D4", "N", "slow"), ("D4", "N", "slow")]),
    (tank, "stand_still", "R+-+-", [("D5", "NE", "stand_still")] * 3),
    (tank, "slow", "A+F+-", [("D5", "N", "fast"), ("D4", "N", "fast"), ("D4", "N", "fast")]),
    (tank, "fast", "F+L+-", [("D4", "N", "fast"), ("D4", "NW", "fast"), ("D4", "NW", "fast")]),
]


@pytest.mark.rule("HX-GUNNERY-21", "HX-GAP-09", "HX-ORDERS-17")
@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize(("sheet", "speed", "order", "ways"), WAYS, ids=[f"{row[1]} {row[2]}" for row in WAYS])
def test_hidden_units_move_as_others_do(sheet, speed, order, ways, hidden):
    """Step by step it goes, turns and speeds as it would in the open; of that the enemy sees where its token lies."""
    units = [("a1", "D9", "N", tank(), {}), ("b1", "D5", "N", sheet(nation="ork"), {"speed": speed, "hidden": hidden})]
    played = table((), {"hidden_reveal": "spot_only"}, turn=2, pace="step", units=units, running={"b1": (order,)})
    owners = set()
    for number, (where, facing, now) in enumerate(ways, 1):
        begin(played, f"movement_{number}")
        owners |= {row.owner for row in of_kind(silence(played), UnitMoved)}
        row = played.game.units["b1"]
        assert (row.hex, row.facing, row.speed, row.hidden) == (where, facing, now, hidden)
        (seen,) = (one for one in played.view("red").units if one.id == "b1")
        (own,) = (one for one in played.view("blue").units if one.id == "b1")
        assert (seen.hex, own.hex, own.status.facing, own.status.speed) == (where, where, facing, now)
        assert (seen.sheet is None, seen.status is None, seen.orders == ()) == (hidden,) * 3
    assert owners <= {1 if hidden else 253}
