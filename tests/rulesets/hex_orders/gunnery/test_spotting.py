"""Spotting a hidden unit: the roll, its limits, and who learns of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.dice.tally import Tally, Term
from adjudicator.rulesets.hex_orders.model.messages import (
    DamageRolled,
    HitScored,
    HoldFire,
    PassChoice,
    SpotAim,
    SpotDeclared,
    SpotFailed,
    SpotHiddenUnit,
    SpotReckoned,
    SpotRolled,
    Spots,
    UnitRevealed,
)
from tests.rulesets.hex_orders.fixtures import GUN, LOADED, ORK, ability, infantry, squad, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import HIDDEN, SNIPERS, SPOT_BOTH, TOKEN, ambush, duel, shooter
from tests.rulesets.hex_orders.gunnery.steps import roll, spot_command, spot_token
from tests.rulesets.hex_orders.steps import begin, of_kind, refused, roll_declared, silence, unit


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.parametrize(("face", "seen"), [(5, True), (4, False)])
def test_a_spot_is_an_ordinary_roll_to_hit(face, seen):
    """Slow spotter, standing infantry in a forest at normal range: 5 reveals it, 4 does not; there is no damage."""
    played, events = spot_token([face])
    (score_of,) = of_kind(events, SpotReckoned)
    assert (score_of.modifiers.total, score_of.result) == (0, face)
    assert [row.unit for row in of_kind(events, UnitRevealed)] == (["b1"] if seen else [])
    assert unit(played, "b1").hidden is not seen
    assert not of_kind(events, HitScored)
    assert not of_kind(events, DamageRolled)


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.ruling("HX-GUNNERY-19.2")
def test_no_load_is_needed_or_used():
    """A tank spots with an empty main gun, and a loaded one keeps its token."""
    for loads in ({}, LOADED):
        played, events = spot_token([5], firer=tank(), own={"loads": loads})
        assert of_kind(events, SpotRolled)
        assert sum(load.count for load in unit(played, "a1").loads) == sum(loads.values())


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.ruling("HX-GUNNERY-19.2")
def test_arc_sight_and_double_range_limit_it():
    """A token outside the arc, out of sight or beyond double range is refused; at double range it is -1."""
    ahead = shooter(weapon("gun", weapon_range=2, arc="*/-/-/-", always_loaded=True))
    played = duel(
        (),
        ahead,
        orders=SPOT_BOTH,
        at="D6",
        to="D4",
        other=TOKEN,
        more=[("b2", "D8", "N", infantry(), TOKEN), ("b3", "D1", "N", infantry(), TOKEN)],
    )
    begin(played, "gunnery_1").asks("fire", "red")
    for token, clause, reason in (("b2", "HX-ANGLES-05", "outside-arc"), ("b3", "HX-FIRE-20", "out-of-range")):
        refused(played, "red", spot_command("a1", token), clause, reason)
    assert not played.refused(spot_command("a1", "b1"), "red")
    silence(played)
    near = ("b2", "D4", "S", infantry(), TOKEN)
    blind = duel((), ahead, orders=SPOT_BOTH, other=TOKEN, hexes={"D4": "forest"}, more=[near])
    begin(blind, "gunnery_1").asks("fire", "red")
    refused(blind, "red", spot_command("a1", "b1"), "HX-GUNNERY-20", "no-line-of-sight")
    silence(blind)
    far, events = spot_token([6, 1], firer=ahead, to="D1", hexes={})
    assert of_kind(events, SpotReckoned)[0].modifiers.total == 1 - 1
    assert not unit(far, "b1").hidden


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.ruling("HX-GUNNERY-19.3")
def test_size_and_abilities_of_the_token_count():
    """The service counts what stands behind the token: camouflage makes it harder, huge size easier."""
    hiding = infantry(abilities=(ability("camouflage", word="forest"),))
    _, events = spot_token([5], target=hiding)
    assert (of_kind(events, SpotReckoned)[0].modifiers.total, of_kind(events, UnitRevealed)) == (-1, [])
    _, events = spot_token([4], target=infantry(size="huge"))
    assert (of_kind(events, SpotReckoned)[0].modifiers.total, len(of_kind(events, UnitRevealed))) == (1, 1)


@pytest.mark.rule("HX-GUNNERY-19")
@pytest.mark.ruling("HX-GUNNERY-19.2")
def test_one_roll_for_the_base_by_its_best_model():
    """A base of four rolls once, with the modifiers of its best model."""
    base = squad(GUN)
    good = replace(base, models=(*base.models[:3], replace(base.models[3], abilities=(ability("good_shot"),))))
    _, events = spot_token([4], firer=good)
    assert len(of_kind(events, SpotRolled)) == 1
    assert len(of_kind(events, UnitRevealed)) == 1


@pytest.mark.rule("HX-GUNNERY-08")
def test_one_attempt_in_each_gunnery_step():
    """Spot+Spot makes two rolls a turn, at the same token or at two, and one in a step."""
    more = [("b2", "E4", "S", infantry(), TOKEN)]
    played = duel([1, 1], other=TOKEN, orders=SPOT_BOTH, more=more)
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", spot_command("a1", "b1")).accepted()
    refused(played, "red", spot_command("a1", "b2"), "HX-GUNNERY-18", "not-asked")
    assert [row.token for row in of_kind(roll_declared(played).events, SpotRolled)] == ["b1"]
    silence(played)
    begin(played, "gunnery_2").asks("fire", "red")
    played.when("red", spot_command("a1", "b2")).accepted()
    outcome = roll_declared(played)
    assert [row.token for row in of_kind(outcome.events, SpotRolled)] == ["b2"]
    assert [row.token for row in of_kind(outcome.events, SpotFailed)] == ["b2"]


def spot(unit="a1", token="b1"):
    return SpotHiddenUnit(spot=SpotAim(unit=unit, token=token))


def orks_pass(played, *others):
    """Let the orks pass, for they choose first and are asked while they have a token."""
    begin(played, "gunnery_1").asks("fire", "blue")
    played.when("blue", PassChoice(spots=Spots(spots=others) if others else None)).accepted()
    return played


@pytest.mark.rule("HX-GUNNERY-19")
def test_a_spot_reveals_at_the_end_of_the_step():
    """Slow spotter, standing in forest: +1 -1, so a 5 reveals; the enemy never sees the sum."""
    played = orks_pass(ambush([5]))
    played.when("red", spot()).then(SpotDeclared(owner=253, id="s1", unit="a1", token="b1")).asks("gunnery_hits")
    out = roll(played).then(SpotRolled, owner=253).then(SpotReckoned, owner=1, result=5).then(UnitRevealed, unit="b1")
    out.without(SpotFailed)
    revealed = out.one(UnitRevealed)
    assert (revealed.reason, revealed.status.facing, revealed.sheet, len(revealed.orders)) == (
        "spotted",
        "S",
        SNIPERS,
        1,
    )
    assert unit(played, "b1").hidden is False
    assert played.game.orders["b1@3"].shown


@pytest.mark.rule("HX-GUNNERY-19", "HX-GAP-09")
def test_a_spot_that_fails_tells_the_die_alone():
    """With a 4 the die is public, the modifiers are the token's own."""
    played = orks_pass(ambush([4]))
    played.when("red", spot())
    out = roll(played).then(SpotReckoned, owner=1).then(SpotFailed(owner=253, unit="a1", token="b1"))
    assert out.one(SpotReckoned).modifiers == Tally(
        0, (Term("HX-FIRE-03", "base", 0), Term("HX-FIRE-04", "add", 1), Term("HX-FIRE-12", "add", -1))
    )
    assert unit(played, "b1").hidden


@pytest.mark.rule("HX-GUNNERY-08", "HX-GUNNERY-19")
def test_a_spot_is_for_tokens_alone_and_once_for_each_part():
    """One attempt for each part, at tokens alone."""
    played = ambush([1])
    begin(played, "gunnery_1")
    played.when("blue", HoldFire(unit="b1", models=())).rejected("HX-GAP-09", "hidden-holds-in-secret")
    played.when("blue", PassChoice())
    played.when("red", spot(token="b2")).rejected("HX-GUNNERY-19", "not-a-token")
    played.when("red", PassChoice(spots=Spots(spots=(SpotAim(unit="a1", token="b1"),)))).rejected(
        "HX-GAP-09", "open-spotter"
    )
    played.when("red", spot()).asks("gunnery_hits", "table")
    roll(played)


@pytest.mark.rule("HX-GUNNERY-19", "HX-GAP-09")
def test_hidden_units_spot_along_with_a_pass_and_nobody_learns_of_it():
    """A hidden spotter's attempt, dice and failure are its side's; the numbers of public shots do not count it."""
    played = table(
        [2, 1],
        turn=3,
        pace="step",
        units=[
            ("a1", "D5", "N", tank(hidden=True), {**HIDDEN, "speed": "slow"}),
            ("b1", "D3", "S", SNIPERS, {**HIDDEN, "speed": "slow"}),
            ("b2", "E3", "S", ORK, {"speed": "slow"}),
        ],
        running={"b1": SPOT_BOTH, "b2": SPOT_BOTH},
    )
    begin(played, "gunnery_1").asks("fire", "blue")
    parts = {offer.command: offer for offer in played.offers("blue")}
    assert sorted(parts) == ["PassChoice", "SpotHiddenUnit"]
    assert [field.field for field in parts["PassChoice"].fields] == ["spots"]
    played.when("blue", PassChoice(spots=Spots(spots=(SpotAim(unit="b2", token="a1"),)))).rejected(
        "HX-GAP-09", "open-spotter"
    )
    played.when("blue", spot("b2", "a1")).then(SpotDeclared, owner=253, id="s1").asks("fire", "blue")
    out = played.when("blue", PassChoice(spots=Spots(spots=(SpotAim(unit="b1", token="a1"),))))
    out.then(SpotDeclared(owner=1, id="b1.1", unit="b1", token="a1"))
    played.when("red", PassChoice())
    out = roll(played)
    assert [(event.unit, event.owner) for event in out.events if isinstance(event, SpotRolled)] == [
        ("b1", 1),
        ("b2", 253),
    ]
    assert [(event.unit, event.owner) for event in out.events if isinstance(event, SpotFailed)] == [
        ("b1", 1),
        ("b2", 253),
    ]
    assert [event.owner for event in out.events if isinstance(event, SpotReckoned)] == [0]
    assert sorted(row.stream == 0 for row in played.rolls) == [False, True]
