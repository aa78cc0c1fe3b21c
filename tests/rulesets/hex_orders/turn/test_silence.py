"""Silence and secrets: what fills missing answers, and what each side sees of the other."""

import pytest

from adjudicator.kernel.messages import DeadlineEnforced, EnforceDeadline
from adjudicator.kernel.parties import EVERYONE
from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    AllocationsRevealed,
    Bonus,
    BudgetPackageChosen,
    BudgetsSet,
    Concede,
    GameEnded,
    HitRolled,
    MapAreasRevealed,
    OrdersRevealed,
    SecretsPublished,
    SpotAim,
    SpotFailed,
    SpotHiddenUnit,
    SpotReckoned,
    SpotRolled,
    TargetChosen,
    UnitMoved,
    UnitPlaced,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.rows import Orders
from tests.rulesets.hex_orders.givens import (
    begin,
    change,
    infantry,
    price,
    table,
    tank,
    top,
    unit,
)
from tests.rulesets.hex_orders.said import created, deploying, kept, mustered, place, refused
from tests.rulesets.hex_orders.said_fire import (
    GUN,
    LOADED,
    SILENT,
    asked,
    commit,
    duel,
    firing,
    plot,
    ready,
    rolls,
    shooter,
    silence,
    squad,
    writing,
)

PAIR = [("a1", "D2", "S", tank(), {"speed": "fast"}), ("b1", "D8", "N", infantry())]
SLOW = {"speed": "slow"}


def enforce(played):
    """Let the referee close the open window."""
    return played.when("referee", EnforceDeadline(window=top(played).id))


# -- silence


@pytest.mark.rule("HX-GAP-08")
def test_silence_in_writing_keeps_what_was_plotted():
    """Without a commitment unit 7 keeps what was plotted, unit 8 gets its defaults, and the turn starts."""
    units = [("a1", "D2", "S", tank()), ("b7", "D8", "N", tank(), {"speed": "fast"}), ("b8", "B8", "N", tank(), SLOW)]
    played = writing(units, 3)
    played.play(("red", commit(4, defaults=True)), ("blue", plot("b7", "F+R+-", "Fire+-", turn=4)))
    enforce(played).then(DeadlineEnforced, party=1).then(OrdersRevealed, turn=3)
    row, other = played.game.orders["b7@4"], played.game.orders["b8@4"]
    assert (row.movement, row.gunnery, row.defaulted) == ("F+R+-", ("Fire+-",), False)
    assert (other.gunnery, other.defaulted, other.final) == (("-+-",), True, True)


@pytest.mark.rule("HX-GAP-08")
def test_a_fire_that_is_not_answered_is_held():
    """Closing the fire window holds the fire: nothing is chosen, and the load stays."""
    played = firing((), tank(), own={"loads": LOADED})
    events = [*enforce(played).events, *silence(played)]
    assert not kept(events, TargetChosen)
    assert not kept(events, HitRolled)
    assert unit(played, "a1").loads[0].count == 1


@pytest.mark.rule("HX-GAP-08")
def test_hits_that_are_not_allocated_go_in_listed_order():
    """Three successes on a base of two: a damaging hit for each model, and the support on the first of them."""
    units = [
        ("a1", "D4", "S", tank(nation="ork"), SLOW), ("b1", "D5", "N", squad(GUN, count=2, nation="elf")),
    ]  # fmt: skip
    played = table((), None, pace="step", units=units, running={"a1": ("F+-+-",)})
    begin(played, "movement_1")
    silence(played)
    played.faces(5, 5, 5, 1, 1, 1, 1, 1)
    begin(played, "assault_1")
    silence(played, until="allocations")
    while top(played).kind != "allocations":
        silence_one(played)
    assert asked(played)[1] == (0,)
    hits = enforce(played).one(AllocationsRevealed).hits
    assert [sum(each.count for each in hit.supports) for hit in hits] == [1, 0]
    assert {hit.target for hit in hits} == {"b1"}
    played.faces(1, 1)
    silence(played)


def silence_one(played):
    """Let the service answer the open question."""
    window = top(played)
    otherwise = played.rules.windows[window.kind].otherwise
    assert otherwise is not None
    command = otherwise(played.game, window, window.asks[0])
    assert command is not None
    played.when(window.asks[0], command).accepted()


@pytest.mark.rule("HX-GAP-08")
def test_nothing_is_enforced_where_nothing_is_missing():
    """A window that is answered, or was never open, can not be closed."""
    played = writing(PAIR, 3)
    old = top(played).id
    played.play(("red", commit(4, defaults=True)), ("blue", commit(4, defaults=True)))
    refused(played, "referee", EnforceDeadline(window=old), "WG-ASK-02", "other-window")
    over = writing(PAIR, 3)
    over.when("red", Concede()).accepted()
    refused(over, "referee", EnforceDeadline(window=old), "WG-ASK-02", "other-window")


@pytest.mark.rule("HX-GAP-08")
def test_silence_in_movement():
    """No intent is no assault, a 360 keeps its facing, and a Flee takes the first hex clockwise from N."""
    units = [("a1", "D5", "SW", ready(infantry(), "360,F+-+-"), SLOW), ("b1", "C5", "N", infantry(nation="ork"))]
    played = table((), None, pace="step", units=units, running={"a1": ("360,F+-+-",)})
    begin(played, "movement_1").asks("intents", "red")
    enforce(played).accepted()
    assert asked(played) == ("moves", (0,), ("elf", "stay"))
    enforce(played).accepted()
    silence(played)
    assert (unit(played, "a1").hex, unit(played, "a1").facing) == ("C6", "SW")
    units = [("a1", "D5", "N", infantry(), SLOW), ("b1", "D3", "N", tank(nation="ork"))]
    played = table((), None, pace="step", units=units, running={"a1": ("Flee+-+-",)})
    begin(played, "movement_1").asks("moves", "red")
    enforce(played).accepted()
    silence(played)
    assert unit(played, "a1").hex == "E6"


@pytest.mark.rule("HX-GAP-08")
def test_silence_before_the_game():
    """Silence takes package a, points 2/2/2, no huge units; a side without an army loses, and both draw."""
    played = created(game_type="asymmetric", roles=("armoured", "light"))
    enforce(played).then(BudgetPackageChosen, package="a")
    enforce(played).then(BudgetsSet, budget=price(ip=48, mp=2, cp=2, xp=2))
    enforce(played).asks("army", "red", "blue")
    assert played.game.sides[0].huge == ()
    enforce(played).then(GameEnded, winner=None)


@pytest.mark.rule("HX-GAP-08")
def test_silence_at_set_up():
    """Areas are clear, NoMansLand gets nothing, and a unit that has to be placed stands in the first legal hex."""
    played = mustered(["standard_tank"], ["standard_tank"], [1, 6])
    enforce(played).then(MapAreasRevealed, hexes=())
    while top(played).kind != "placing":
        enforce(played).accepted()
    assert {each.terrain for each in played.game.hexes.values()} == {"clear"}
    assert asked(played)[1] == (0,)
    enforce(played).then(UnitPlaced, seat=0, hex="A1", facing="S")
    enforce(played).then(UnitPlaced, seat=1, hex="A9", facing="N")


@pytest.mark.rule("HX-GAP-08")
def test_a_unit_that_may_wait_is_passed():
    """What was placed by hand stands, and silence goes on from there."""
    played = deploying(["standard_tank", "standard_tank"], ["standard_tank"], [1, 6])
    assert asked(played)[1] == (0,)
    played.when("red", place(1, "A1", "S")).accepted()
    while (
        not kept(played.events, UnitPlaced)
        or kept(played.events, UnitPlaced)[0].seat != 0
        or (kept(played.events, UnitPlaced)[0].slot != 2)
    ):
        enforce(played).accepted()
    assert kept(played.events, UnitPlaced)[0].hex == "A1"


@pytest.mark.rule("HX-GAP-08")
def test_the_clock_closes_windows():
    """With a response limit the service closes a window when the time is up, and not before."""
    played = writing(PAIR, 3, limit=30)
    window = top(played).id
    refused(played, "table", EnforceDeadline(window=window), "WG-ASK-02", "not-due")
    played.wait(31)
    played.when("table", EnforceDeadline(window=window)).then(OrdersRevealed)


# -- secrets

SNIPERS = ("b1", "F8", "N", shooter(nation="ork"), {"hidden": True, "speed": "slow"})


def sniping(**changes):
    """Let turn 3 be revealed while Ork snipers are hidden in F8, with orders for turn 4 committed."""
    row = {**SNIPERS[4], **changes}
    units = [("a1", "A1", "S", tank()), (*SNIPERS[:4], row)]
    hexes = dict.fromkeys(("E6", "F6", "G6", "E7", "G7", "E8"), "mountains")
    played = writing(units, 3, hexes=hexes, running={"b1": ("F+-+-", "-+-")})
    played.play(
        ("red", commit(4, defaults=True)), ("blue", plot("b1", "F+-+-", "-+Fire", turn=4)), ("blue", commit(4)),
    )  # fmt: skip
    return played


@pytest.mark.rule("HX-GAP-09")
def test_orders_of_hidden_units_stay_with_their_side():
    """The Ork view shows F+-+-; the enemy's shows a token in F8 and no order."""
    played = sniping()
    assert [each.unit for each in played.last.one(OrdersRevealed).orders] == ["a1"]
    played.when("table", AdvanceStep()).accepted()
    (own,) = (each for each in played.view("blue").units if each.id == "b1")
    assert [each.movement for each in own.orders] == ["F+-+-"]
    for who in ("red", "spectator", "referee"):
        (token,) = (each for each in played.view(who).units if each.id == "b1")
        assert (token.hex, token.hidden, token.sheet, token.status, token.orders) == ("F8", True, None, None, ())


@pytest.mark.rule("HX-GAP-09")
def test_the_token_is_seen_to_move():
    """The token moves to F7 out of sight: the enemy sees where it goes, and not how."""
    played = sniping()
    begin(played, "movement_1")
    events = [*played.events, *silence(played)]
    (moved,) = kept(events, UnitMoved)
    assert (moved.unit, moved.origin, moved.hex, moved.owner) == ("b1", "F8", "F7", 1)
    assert not kept(events, UnitRevealed)
    assert next(each.hex for each in played.view("red").units if each.id == "b1") == "F7"


@pytest.mark.rule("HX-GAP-09")
def test_the_enemy_view_does_not_depend_on_secrets():
    """Facing, speed, tokens and bonus of a hidden unit change nothing that the enemy sees."""
    one = sniping()
    other = sniping(fire=2, pinned=1, bonuses=(Bonus(table="regular", by=2),), loads={"gun": 1})
    change(other, "b1", facing="S", speed="fast")
    for who in ("red", "spectator", "referee"):
        assert one.view(who) == other.view(who)
    assert one.view("blue") != other.view("blue")


@pytest.mark.rule("HX-GAP-09")
def test_a_failed_spot_tells_the_dice_and_no_modifiers():
    """SpotFailed and the natural dice are for everybody, the modifiers for the side of the token."""
    played = duel(
        [4], other={"hidden": True, "speed": "stand_still"}, hexes={"D3": "forest"}, orders=("-+-+-", "Spot+Spot")
    )
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1"))).accepted()
    outcome = rolls(played)
    assert outcome.one(SpotFailed).owner == EVERYONE
    rolled, reckoned = outcome.one(SpotRolled), outcome.one(SpotReckoned)
    assert (rolled.owner, rolled.faces.faces) == (EVERYONE, (4,))
    assert reckoned.owner == 1
    assert not [name for name in rolled.__struct_fields__ if name in {"modifiers", "result"}]


@pytest.mark.rule("HX-GAP-09")
def test_a_revealed_unit_shows_its_orders_of_this_turn():
    """After UnitRevealed turn 3's order is open to all, turn 4's is still committed."""
    played = duel(
        [5], shooter(), SNIPERS[3], other={"hidden": True, "speed": "stand_still"}, hexes={"D3": "forest"},
        orders=("-+-+-", "Spot+Spot"), turn=3,
    )  # fmt: skip
    later = Orders("b1", 1, 4, "F+-+-", ("-+Fire",), 0, final=True)
    played.set(orders={**played.game.orders, "b1@4": later})
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", SILENT).accepted()
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1"))).accepted()
    events = [*rolls(played).events, *silence(played)]
    (shown,) = kept(events, UnitRevealed)
    assert [(each.unit, each.movement) for each in shown.orders] == [("b1", "-+-+-")]
    (row,) = (each for each in played.view("red").units if each.id == "b1")
    assert (row.sheet is not None, [each.movement for each in row.orders], row.committed) == (True, ["-+-+-"], (4,))
    assert played.view("red").own_orders == ()


@pytest.mark.rule("HX-GAP-09")
def test_at_the_end_everything_is_published():
    """After the game is over hidden units and orders that never became due are open."""
    played = sniping()
    outcome = played.when("red", Concede())
    outcome.then(GameEnded)
    assert outcome.one(UnitRevealed).unit == "b1"
    published = {(each.unit, each.movement) for each in outcome.one(SecretsPublished).orders}
    assert ("b1", "F+-+-") in published
    (row,) = (each for each in played.view("spectator").units if each.id == "b1")
    assert row.sheet is not None
