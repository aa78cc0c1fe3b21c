"""The agony steps: what each works off, in which order, and terror."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.windows import subject_of
from adjudicator.rulesets.hex_orders.model.messages import (
    AdvanceStep,
    AgonyRolled,
    DamageApplied,
    DamageRolled,
    OrderDamageRolls,
    ResolveAgony,
    TerrorRolled,
    UnitDestroyed,
)
from adjudicator.rulesets.hex_orders.model.subjects import AgonyOrderSubject, AgonySubject
from tests.rulesets.hex_orders.assault.fixtures import unmanned_vehicle
from tests.rulesets.hex_orders.damage.fixtures import CREWLESS, UNHURT, future_bonus
from tests.rulesets.hex_orders.damage.steps import (
    after_agony_step,
    asked_in_agony,
    base_with_tokens,
    damage_totals,
    regular_bonus,
    worked_off,
)
from tests.rulesets.hex_orders.fixtures import ability, infantry, table, tank
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    innermost_window,
    of_kind,
    play_steps,
    rolls_of_game,
    silence,
    unit,
)


def agony_rolls(step, dice, sheet=None, **tokens):
    """Begin an agony step with a unit that has tokens; what was rolled for it, as kind and level."""
    units = [("a1", "D5", "N", sheet or infantry(nation="ork"), tokens), ("b1", "A9", "N", tank(nation="elf"))]
    played = table(dice, None, turn=3, pace="step", units=units)
    events = [*begin(played, step).events, *silence(played)]
    return [(row.kind, row.level) for row in of_kind(events, AgonyRolled)]


@pytest.mark.rule("HX-TURN-16")
def test_agony_0_has_major_acid_and_terror():
    """A unit with an Acid token has one roll here, a unit with Minor Acid alone none; Terror acts here too."""
    assert agony_rolls("agony_0", [2], acid=1) == [("acid", 0)]
    assert agony_rolls("agony_0", [], minor_acid=1) == []
    dreadful = tank(abilities=(ability("terror", 2, 6),))
    units = [("a1", "D5", "N", dreadful), ("b1", "D3", "N", infantry()), ("b2", "D1", "N", infantry())]
    played = table([1], None, turn=3, pace="step", units=units)
    events = [*begin(played, "agony_0").events, *silence(played)]
    assert [(row.unit, row.target) for row in of_kind(events, TerrorRolled)] == [("a1", "b1")]


@pytest.mark.rule("HX-TURN-17")
def test_agony_1_has_minor_acid():
    """A unit with two Minor Acid tokens has two rolls here."""
    assert agony_rolls("agony_1", [3, 3], minor_acid=2) == [("minor_acid", 0)] * 2
    assert agony_rolls("agony_1", [], acid=1) == []


@pytest.mark.rule("HX-TURN-18")
def test_agony_2_has_fire():
    """A unit with three fire tokens has three damage rolls here."""
    assert agony_rolls("agony_2", [1, 1, 1], fire=3) == [("fire", 0)] * 3


@pytest.mark.rule("HX-TURN-19")
def test_agony_3_has_poison():
    """Infantry with Poison[8] and Poison[4] rolls a d8 and a d4 here."""
    assert agony_rolls("agony_3", [2, 2], poison=(8, 4)) == [("poison", 8), ("poison", 4)]
    units = [("a1", "D5", "N", infantry(nation="ork"), {"poison": (8, 4)}), ("b1", "A9", "N", tank(nation="elf"))]
    played = table([8, 1], None, turn=3, pace="step", units=units)
    begin(played, "agony_3")
    sides = []
    while innermost_window(played).kind != "advance":
        window = innermost_window(played)
        otherwise = played.rules.windows[window.kind].default_command
        assert otherwise is not None
        command = otherwise(played.game, window, window.asks[0])
        assert command is not None
        sides += [roll.sides for roll in played.when(window.asks[0], command).accepted().rolls]
    assert sides == [8, 4]


@pytest.mark.rule("HX-TURN-20")
def test_agony_4_has_bleeding():
    """A unit with Bleeding[6] has one d6 here, and in no other agony."""
    assert agony_rolls("agony_4", [1], bleeding=(6,)) == [("bleeding", 6)]
    for step in ("agony_0", "agony_1", "agony_2", "agony_3"):
        assert agony_rolls(step, [], bleeding=(6,)) == []


@pytest.mark.rule("HX-TURN-18", "HX-TURN-19")
@pytest.mark.parametrize("step", ["agony_0", "agony_1", "agony_4"])
def test_fire_and_poison_have_their_own_steps(step):
    """Fire and poison are not rolled in other agonies."""
    assert agony_rolls(step, [], fire=2, poison=(8,)) == []


@pytest.mark.rule("HX-CONT-01")
@pytest.mark.ruling("HX-CONT-01.2")
def test_each_agony_step_takes_effect_at_its_end():
    """Fire in Agony 2 kills one of four: in Agony 3 the base has three models and its bonus is halved."""
    played = base_with_tokens([3, 2], fire=1, poison=(8,), bonuses=future_bonus(2))
    play_steps(played, "agony_2")
    row = unit(played, "b1")
    assert (row.dead, row.pending, regular_bonus(played)) == ((1,), (), 1)
    continue_to(played, "agony_3")
    assert [(item.hit, item.total.total) for item in events_of_kind(played, DamageRolled)] == [
        ("fire", 5),
        ("poison", 3),
    ]


@pytest.mark.rule("HX-CONT-01")
def test_the_five_steps_come_after_apply_damage():
    """Acid, minor acid, fire, poison and bleeding are rolled in Agony 0 to 4, in this order."""
    others = [("b2", "D1", "S", infantry(), {"poison": (8,)})]
    units = [
        ("a1", "D8", "N", tank()),
        ("b1", "D3", "S", CREWLESS, {"acid": 1, "minor_acid": 1, "fire": 1, "bleeding": (4,)}),
        *others,
    ]
    played = table([2, 3, 3, 4, 2], pace="step", units=units)
    order = []
    begin(played, "apply_damage")
    finish_silently(played)
    for step in ("agony_0", "agony_1", "agony_2", "agony_3", "agony_4"):
        before = len(rolls_of_game(played))
        continue_to(played, step)
        order.append([why for why, _, _ in rolls_of_game(played)[before:]])
    assert order == [["acid"], ["minor-acid"], ["fire"], ["poison"], ["bleeding"]]


@pytest.mark.rule("HX-CONT-02")
def test_tokens_are_worked_off_one_by_one():
    """Two fire tokens and Poison[6]: two d6 in Agony 2, one in Agony 3; a natural 2 removes only its own token."""
    played = base_with_tokens([2, 3, 1], fire=2, poison=(6,))
    play_steps(played, "agony_2")
    assert rolls_of_game(played) == [("fire", 0, (2,)), ("fire", 0, (3,))]
    assert unit(played, "b1").fire == 1
    continue_to(played, "agony_3")
    assert rolls_of_game(played)[2:] == [("poison", 0, (1,))]


@pytest.mark.rule("HX-CONT-03")
@pytest.mark.parametrize(
    ("number", "tokens", "dice"),
    [
        (0, {"acid": 1}, [2]),
        (1, {"minor_acid": 1}, [3]),
        (2, {"fire": 1}, [3]),
        (3, {"poison": (8,)}, [4]),
        (4, {"bleeding": (4,)}, [2]),
    ],
)
@pytest.mark.ruling("HX-CONT-03.2")
def test_the_enemy_rolls_for_tokens(number, tokens, dice):
    """Every roll of an agony step names the opposing side as its roller."""
    assert {by for _, by, _ in rolls_of_game(after_agony_step(number, dice, **tokens))} == {0}


@pytest.mark.rule("HX-CONT-03")
@pytest.mark.ruling("HX-CONT-03.2")
def test_the_enemy_chooses_the_order():
    """Of unlike tokens of one base the enemy says which is rolled first; the base's owner is not asked."""
    played = base_with_tokens([1, 8], poison=(8, 4))
    begin(played, "agony_3")
    assert (innermost_window(played).kind, innermost_window(played).asks) == ("agony_order", (0,))
    tokens = subject_of(innermost_window(played), AgonyOrderSubject).tokens
    weak = next(token for token in tokens if ":4:" in token)
    played.when("red", OrderDamageRolls(hits=(weak,))).accepted()
    finish_silently(played)
    assert [row.level for row in events_of_kind(played, AgonyRolled)] == [4, 8]


@pytest.mark.rule("HX-CONT-03")
def test_the_enemy_says_which_unlike_token_comes_first() -> None:
    """The enemy says which of a base's unlike tokens comes first."""
    played = asked_in_agony(3, (1, 8), poison=(8, 4))
    ids = ("b1:poison:8:1", "b1:poison:4:1")
    played.ask("agony_order", "red", subject=AgonyOrderSubject(3, tuple(ids)), over=True)
    played.when("red", OrderDamageRolls(hits=("b1:poison:6:1",))).rejected("HX-CONT-03", "not-to-order", "hits")
    outcome = played.when("red", OrderDamageRolls(hits=ids[::-1])).accepted()
    assert [event.level for event in outcome.events if isinstance(event, AgonyRolled)] == [4, 8]
    assert unit(played, "b1").poison == ()
    assert played.game.order == ()


@pytest.mark.rule("HX-CONT-03")
@pytest.mark.parametrize(
    ("tokens", "asked"),
    [
        ({"poison": (8, 4)}, "agony_order"),
        ({"poison": (8, 8)}, "orders"),
        ({"poison": (8, 4), "hidden": True}, "orders"),
    ],
)
def test_when_an_order_is_asked_for(tokens: dict[str, Any], asked: str) -> None:
    """Like tokens need no order, and of a hidden base's none is asked for."""
    units = [("a1", "D5", "N", tank()), ("b1", "D3", "S", infantry(), tokens)]
    played = table((1, 1, 1, 1)[: 0 if asked == "agony_order" else 2], step="agony_2", units=units, turn=5)
    played.ask("advance", "table").when("table", AdvanceStep()).accepted()
    assert innermost_window(played).kind == asked


@pytest.mark.rule("HX-DTABLE-06")
def test_what_destroys_a_base_is_named() -> None:
    """What ends a base is named."""
    outcome, _ = worked_off(2, (6,), fire=1, dead=(1, 2, 3))
    outcome.then(UnitDestroyed, unit="b1", cause="fire", points=4)


@pytest.mark.rule("HX-ABILITIES-05")
def test_terror_strikes_enemies_in_range_with_a_psychic_table() -> None:
    """Terror strikes enemies in range that have a psychic table, once each."""
    frightful = tank(abilities=(ability("terror", 2, sides=6),))
    units = [
        ("a1", "D5", "N", frightful),
        ("b1", "D3", "S", infantry()),
        ("b2", "D4", "S", tank()),
        ("b3", "D2", "S", infantry()),
        ("a2", "C5", "N", infantry()),
    ]
    played = (
        table((4,), step="agony_0", units=units)
        .ask("casualties")
        .ask("agony", "table", subject=AgonySubject(0), over=True)
    )
    outcome = played.when("table", ResolveAgony()).then(TerrorRolled, unit="a1", target="b1")
    outcome.then(DamageRolled, hit="terror", table="psychic", row=4)
    assert unit(played, "b1").pinned == 2


@pytest.mark.rule("HX-GAP-09")
def test_tokens_of_a_hidden_base_are_told_to_its_owner_alone() -> None:
    """Nobody but its owner learns of a hidden base's tokens; the step is told all the same."""
    outcome, row = worked_off(2, (4,), fire=1, hidden=True)
    assert row.dead == (1,)
    assert [type(event) for event in outcome.events if getattr(event, "owner", 253) == 253] == [DamageApplied]


@pytest.mark.rule("HX-ABILITIES-05")
@pytest.mark.parametrize(("at", "dice"), [("D3", [4]), ("D4", [4]), ("D2", []), ("D8", [])])
@pytest.mark.ruling("HX-ABILITIES-05.2")
def test_terror_reaches_so_far(at, dice):
    """Terror[range=2][d6]: enemy infantry at range 2 rolls d6 on its psychic table, at range 3 it does not."""
    monster = unmanned_vehicle(abilities=(ability("terror", 2, sides=6),), nation="ork")
    units = [("a1", "D5", "N", monster), ("b1", at, "S", infantry())]
    played = play_steps(table(dice, pace="step", units=units), "agony_0")
    assert [(why, by) for why, by, _ in rolls_of_game(played)] == [("terror", 0)] * len(dice)
    assert damage_totals(played, "psychic") == dice
    # a 4 is shaken, at the end of Agony 0
    assert unit(played, "b1").pinned == 2 * len(dice)


@pytest.mark.rule("HX-ABILITIES-05")
@pytest.mark.ruling("HX-ABILITIES-05.1")
def test_terror_needs_no_sight_and_spares_friends():
    """Behind a mountain it works too; friends and units without psychic table suffer nothing."""
    monster = unmanned_vehicle(abilities=(ability("terror", 2, sides=8),), nation="ork")
    units = [
        ("a1", "D5", "N", monster),
        ("a2", "C5", "N", infantry()),
        ("b1", "D3", "S", UNHURT),
        ("b2", "D4", "S", tank()),
    ]
    played = play_steps(table([7], pace="step", units=units, hexes={"D4": "mountains"}), "agony_0")
    assert [(row.unit, row.target) for row in events_of_kind(played, TerrorRolled)] == [("a1", "b1")]
    assert damage_totals(played, "psychic") == [7]


@pytest.mark.rule("HX-ABILITIES-05")
@pytest.mark.ruling("HX-ABILITIES-05.2")
def test_terror_comes_before_acid_in_every_turn():
    """In Agony 0 terror is rolled first; it comes again in the next turn."""
    monster = unmanned_vehicle(abilities=(ability("terror", 2, sides=6),), nation="ork")
    units = [("a1", "D5", "N", monster), ("b1", "D3", "S", UNHURT, {"acid": 1})]
    played = play_steps(table([2, 2], pace="step", units=units), "agony_0")
    assert [why for why, _, _ in rolls_of_game(played)] == ["terror", "acid"]
    played.set(turn=2).faces(1, 2)
    play_steps(played, "agony_0")
    assert [why for why, _, _ in rolls_of_game(played)] == ["terror", "acid"] * 2
