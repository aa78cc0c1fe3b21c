"""Tokens end to end: spotting in the open and in secret, and what reveals."""

from __future__ import annotations

import pytest

from adjudicator.kernel.messages import Unsealed
from adjudicator.kernel.ruling import Rejected
from adjudicator.kernel.tally import Tally, Term
from adjudicator.rulesets.hex_orders.messages import (
    AdvanceStep,
    CommitOrders,
    EstimateShotRequest,
    FireWeapon,
    HitRolled,
    HoldFire,
    LoadSpent,
    PassChoice,
    Plot,
    PlotOrders,
    RollHits,
    Shot,
    SpotAim,
    SpotDeclared,
    SpotFailed,
    SpotHiddenUnit,
    SpotReckoned,
    SpotRolled,
    Spots,
    TargetChosen,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.odds import estimate_shot
from tests.rulesets.hex_orders.givens import begin, change, infantry, table, tank, unit

FIRE, SPOT = ("-+-+-", "Fire+-"), ("-+-+-", "Spot+Spot")
HIDDEN = {"hidden": True}
ORK = tank(nation="ork")
SNIPERS = infantry(nation="ork", hidden=True)


def ambush(dice=(), *, running=None, options=None, red=None, loads=1):
    """A tank a1 at D5, orks hidden behind b1 in the forest at D2, seen orks b2 at E9."""
    return table(
        dice, options, turn=3, pace="step", hexes={"D2": "forest"},
        units=[
            ("a1", "D5", "N", tank(), {"speed": "slow", "loads": {"main_gun": 1}, **(red or {})}),
            ("b1", "D2", "S", SNIPERS, {**HIDDEN, "loads": {"musket": loads}}),
            ("b2", "E9", "S", ORK, {}),
        ],
        running=running or {"a1": SPOT},
    )  # fmt: skip


def spot(unit="a1", token="b1"):
    return SpotHiddenUnit(spot=SpotAim(unit=unit, token=token))


def shot(target, model=1):
    return Shot(model=model, gun="", target=target, exit="", entry="")


def ready(played, *others):
    """Let the orks pass, for they choose first and are asked while they have a token."""
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", PassChoice(spots=Spots(spots=others) if others else None)).accepted()
    return played


def roll(played):
    return played.when("table", RollHits()).accepted()


def test_a_spot_reveals_at_the_end_of_the_step():
    """Slow spotter, standing in forest: +1 -1, so a 5 reveals; the enemy never sees the reckoning."""
    played = ready(ambush([5]))
    played.when("red", spot()).then(SpotDeclared(owner=253, id="s1", unit="a1", token="b1")).asks("gunnery_hits")
    out = roll(played).then(SpotRolled, owner=253).then(SpotReckoned, owner=1, result=5).then(UnitRevealed, unit="b1")
    out.without(SpotFailed)
    told = out.one(UnitRevealed)
    assert (told.reason, told.status.facing, told.sheet, len(told.orders)) == ("spotted", "S", SNIPERS, 1)
    assert unit(played, "b1").hidden is False
    assert played.game.orders["b1@3"].shown


def test_a_spot_that_fails_tells_the_die_alone():
    """With a 4 the die is public, the modifiers are the token's own."""
    played = ready(ambush([4]))
    played.when("red", spot())
    out = roll(played).then(SpotReckoned, owner=1).then(SpotFailed(owner=253, unit="a1", token="b1"))
    assert out.one(SpotReckoned).modifiers == Tally(
        0, (Term("HX-FIRE-03", "base", 0), Term("HX-FIRE-04", "add", 1), Term("HX-FIRE-12", "add", -1))
    )
    assert unit(played, "b1").hidden


def test_what_may_not_be_spotted():
    """One attempt for each part, at tokens alone."""
    played = ambush([1])
    begin(played, "gunnery_1")
    played.when("blue", HoldFire(unit="b1", models=())).rejected("HX-GAP-09", "hidden-holds-in-secret")
    played.when("blue", PassChoice())
    played.when("red", spot(token="b2")).rejected("HX-GUNNERY-19", "not-a-token")
    played.when("red", PassChoice(spots=Spots(spots=(SpotAim(unit="a1", token="b1"),)))).rejected(
        "HX-GUNNERY-19", "open-spotter"
    )
    played.when("red", spot()).asks("gunnery_hits", "table")
    roll(played)


def test_hidden_units_spot_along_with_a_pass_and_nobody_learns_of_it():
    """A hidden spotter's attempt, dice and failure are its side's; the numbers of public shots do not count it."""
    played = table(
        [2, 1], turn=3, pace="step",
        units=[
            ("a1", "D5", "N", tank(hidden=True), {**HIDDEN, "speed": "slow"}),
            ("b1", "D3", "S", SNIPERS, {**HIDDEN, "speed": "slow"}), ("b2", "E3", "S", ORK, {"speed": "slow"}),
        ],
        running={"b1": SPOT, "b2": SPOT},
    )  # fmt: skip
    begin(played, "gunnery_1").asks("fire", "blue")
    parts = {each.command: each for each in played.offers("blue")}
    assert sorted(parts) == ["PassChoice", "SpotHiddenUnit"]
    assert [each.field for each in parts["PassChoice"].fields] == ["spots"]
    played.when("blue", PassChoice(spots=Spots(spots=(SpotAim(unit="b2", token="a1"),)))).rejected(
        "HX-GUNNERY-19", "open-spotter"
    )
    played.when("blue", spot("b2", "a1")).then(SpotDeclared, owner=253, id="s1").asks("fire", "blue")
    out = played.when("blue", PassChoice(spots=Spots(spots=(SpotAim(unit="b1", token="a1"),))))
    out.then(SpotDeclared(owner=1, id="b1.1", unit="b1", token="a1"))
    played.when("red", PassChoice())
    out = roll(played)
    assert [(each.unit, each.owner) for each in out.events if isinstance(each, SpotRolled)] == [("b1", 1), ("b2", 253)]
    assert [(each.unit, each.owner) for each in out.events if isinstance(each, SpotFailed)] == [("b1", 1), ("b2", 253)]
    assert [each.owner for each in out.events if isinstance(each, SpotReckoned)] == [0]
    assert sorted(each.stream == 0 for each in played.rolls) == [False, True]


def test_a_hidden_unit_that_fires_is_seen_at_once_and_fired_at_only_later():
    """It is shown when it declares; the enemy's shot has to wait for the next gunnery step."""
    played = ambush([2], running={"a1": FIRE, "b1": FIRE}, red={"hex": "D4"})
    begin(played, "gunnery_1").asks("fire", "blue")
    musket = FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False)
    played.when("blue", musket).then(UnitRevealed, unit="b1", reason="fired").then(TargetChosen).then(LoadSpent)
    played.when("blue", HoldFire(unit="b1", models=())).asks("gunnery_hits", "table")
    roll(played).then(HitRolled)


def test_orders_that_are_due_are_told_with_their_entry_and_later_ones_stay_sealed():
    """A revealed unit's orders of this turn are shown and their entry is opened; those of the next are not."""
    played = table(turn=0, pace="step", units=[
        ("a1", "D5", "N", tank(), {}), ("b1", "D4", "S", SNIPERS, {**HIDDEN, "loads": {"musket": 1}}),
    ])  # fmt: skip
    played.ask("orders", "red", "blue", about=("0",))
    plots = []
    for turn in (1, 2):
        for order in ("-+Fire", "Fire+-"):
            plot = Plot(turn=turn, unit="b1", movement=("-+-+-",), gunnery=(order,))
            played.when("blue", PlotOrders(plot=plot)).accepted()
        plots.append(played.docket.seq)
        for seat in ("red", "blue"):
            played.when(seat, CommitOrders(turn=turn, allow_defaults=True)).accepted()
    played.when("table", AdvanceStep()).asks("fire", "blue")
    musket = FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False)
    out = played.when("blue", musket).then(UnitRevealed).then(Unsealed, entries=(plots[0],))
    assert [each.gunnery for each in out.one(UnitRevealed).orders] == [("Fire+-",)]
    assert not played.game.orders["b1@2"].shown
    played.when("blue", PassChoice())


def test_a_unit_that_showed_itself_in_this_step_is_no_target_yet():
    """The refusal names the step."""
    played = table(
        turn=3, pace="step",
        units=[
            ("a1", "D5", "N", tank(), {"speed": "slow", "loads": {"main_gun": 1}}),
            ("b1", "D3", "S", SNIPERS, {**HIDDEN, "loads": {"musket": 1}}), ("b2", "D2", "S", ORK, {}),
        ],
        running={"a1": FIRE, "b1": FIRE},
    )  # fmt: skip
    begin(played, "gunnery_1")
    played.when("blue", FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False))
    played.when("blue", PassChoice()).asks("fire", "red")
    given = FireWeapon(unit="a1", weapon="main_gun", shots=(shot("b1"),), use_aim=False)
    played.when("red", given).rejected("HX-TURN-22", "revealed-too-late")


def test_with_spot_only_a_unit_that_fires_stays_hidden():
    """Its shot is seen, what it is stays hidden."""
    played = ambush(running={"b1": FIRE}, red={"hex": "D4"}, options={"hidden_reveal": "spot_only"})
    begin(played, "gunnery_1")
    musket = FireWeapon(unit="b1", weapon="musket", shots=(shot("a1"),), use_aim=False)
    played.when("blue", musket).then(TargetChosen).without(UnitRevealed)
    assert unit(played, "b1").hidden


def test_the_odds_of_a_shot_are_exact_and_tell_nothing_of_tokens():
    """A slow tank at a slow tank at normal range: hits 1/3, three armour dice at 5+, rows of its regular table."""
    played = table(units=[
        ("a1", "D5", "N", tank(), {"speed": "slow"}), ("b1", "D2", "S", ORK, {"speed": "slow"}),
    ])  # fmt: skip
    asked = EstimateShotRequest(
        game=bytes(16), unit="a1", weapon="main_gun", model=1, gun="", target="b1", use_aim=False
    )
    odds = estimate_shot(played.game, 0, asked)
    assert (odds.hit.ratio, odds.hit.per_million) == ("1/3", 333_333)
    assert [(each.outcome, each.chance.ratio) for each in odds.armour] == [
        ("stopped", "7/27"), ("reduced", "4/9"), ("through", "8/27"),
    ]  # fmt: skip
    assert odds.damage[0].outcome == "no_damage"
    assert {each.outcome: each.chance.ratio for each in odds.damage}["destroy"] == "4/81"
    assert {each.outcome: each.chance.ratio for each in odds.shot}["destroy"] == "4/243"
    hidden = change(played, "b1", hidden=True)
    with pytest.raises(Rejected):
        estimate_shot(hidden.game, 0, asked)
