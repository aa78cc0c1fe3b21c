"""Two games that differ in what stands behind a token: what is asked because of it, and what is told of its friends."""

from collections import Counter
from typing import Any

import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import (
    ChooseMoves,
    DamageRolled,
    MoveChoice,
    MoveChoices,
    TerrorRolled,
)
from adjudicator.rulesets.hex_orders.rules.damage import damage_rolls
from adjudicator.rulesets.hex_orders.rules.orders import chase_follow_flee, expected_enemies, movement_choices
from tests.conformance.driver import SplitDice
from tests.rulesets.hex_orders.fixtures import ability, infantry, table, tank, with_orders
from tests.rulesets.hex_orders.secrets.steps import Twins, shelled
from tests.rulesets.hex_orders.steps import begin


def shell_until_end(seed, viewer):
    """Fire at a hex with an open tank and a token, and go on; how often either was hurt, by world."""
    pair = shelled(seed, viewer).go_on(40)
    rolled = [
        Counter(row.target for entry in world.log for row, _ in entry.events if isinstance(row, DamageRolled))
        for world in (pair.one, pair.two)
    ]
    return pair, rolled


@pytest.mark.rule("HX-AREA-07", "HX-GUNNERY-21", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_area_fire_on_a_token_tells_nothing(viewer):
    """Where only spotting reveals, nobody but its side sees whether area fire has hit a hidden unit, nor its models."""
    silent = 0
    for seed in range(5):
        pair, (one, two) = shell_until_end(seed, viewer)
        silent += not pair.end and not one["b1"] and bool(one["b2"]) != bool(two["b2"])
    assert silent, "nowhere was the token alone hit, and in one world alone"


def test_empty_damage_rolls_are_needed(monkeypatch):
    """A ruleset that asks for damage only where there are hits tells that a token was hit."""
    monkeypatch.setattr(damage_rolls, "_may_have_hit_tokens", lambda _game: False)
    with pytest.raises(AssertionError, match="sees another"):
        test_area_fire_on_a_token_tells_nothing(0)


@pytest.mark.rule("HX-ABILITIES-05", "HX-GAP-09")
def test_terror_names_no_hidden_unit():
    """Terror of a hidden unit is felt and not signed; what it does to a hidden unit, its side alone learns."""
    grim = infantry(nation="dwarf", hidden=True, abilities=(ability("terror", 2, 6),))
    psychic = infantry(hidden=True)
    units = [
        ("a1", "D5", "N", grim, {"hidden": True}),
        ("b1", "D4", "S", infantry()),
        ("b2", "D3", "S", psychic, {"hidden": True}),
    ]
    dice: Any = SplitDice(3, 1, (0, 1))
    played = table(dice, units=units)
    begin(played, "agony_0")
    public = [event for event, _ in played.log[-1].events if not isinstance(event, DamageRolled | TerrorRolled)]
    rolled = [event for event, _ in played.log[-1].events if isinstance(event, DamageRolled)]
    assert sorted((row.target, row.owner) for row in rolled) == [("b1", 253), ("b2", 1)]
    assert not [event for event, _ in played.log[-1].events if isinstance(event, TerrorRolled)]
    assert not [row for row in public if getattr(row, "unit", "") == "a1"]


def follow_token(viewer):
    """Let an open unit follow one token straight ahead, or another that leaves it two hexes; it goes ahead."""
    worlds = []
    for leader in ("a2", "a3"):
        follower = with_orders(infantry(nation="dwarf"), "Follow+-+-")
        units: list[Any] = [("a1", "D8", "N", follower, {"speed": "slow"}), ("b1", "A1", "S", tank(nation="elf"))]
        dice: Any = SplitDice(2, 1, (0,))
        for id, where in (("a2", "D5"), ("a3", "E6")):
            sheet = with_orders(tank(leader_follow=id == leader, hidden=True), "-+-+-")
            units.append((id, where, "N", sheet, {"hidden": True}))
        running = {"a1": ("Follow+-+-",)}
        worlds.append(table(dice, units=units, running=running))
        begin(worlds[-1], "movement_1")
    found = [
        [row.hex for row in chase_follow_flee.follow(world.game, world.game.units["a1"], flying=False).found]
        for world in worlds
    ]
    assert (len(found[0]), len(found[1])) == (1, 2)
    assert found[0][0] in found[1]
    pair = Twins(worlds[0], worlds[1], viewer)
    ahead = ChooseMoves(choices=MoveChoices(choices=(MoveChoice(unit="a1", facing="", hex=found[0][0], other=""),)))
    while not pair.end and pair.one.game.step == "movement_1":
        asked = pair.one.window.kind == "moves" and not pair.two.refused(ahead, 0)
        silent = ChooseMoves(choices=MoveChoices(choices=()))
        pair.give(0, silent, ahead) if asked else pair.go_on(1)
    return pair


@pytest.mark.rule("HX-ORDERS-27", "HX-CHOICE-02", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_whether_a_follower_had_a_choice_is_not_told(viewer):
    """A unit that goes ahead behind either of two tokens shows neither whom it follows nor that it could go aside."""
    pair = follow_token(viewer)
    assert (pair.differ, pair.end) == (1, "")
    assert pair.one.game.units["a1"].hex == pair.two.game.units["a1"].hex != "D8"


def test_choices_that_lean_on_tokens_are_always_told(monkeypatch):
    """A ruleset that tells a follower's choice only where it has one is found out."""
    for module in (movement_choices, expected_enemies):
        monkeypatch.setattr(module, "hanging_on_hidden_friends", lambda *_: ())
    with pytest.raises(AssertionError, match="sees another"):
        follow_token(1)


@pytest.mark.rule("HX-ORDERS-27", "HX-GAP-09")
def test_who_leads_is_not_told():
    """An open unit follows one of two tokens: what is told does not name the leader, nor how many there are."""
    seen = []
    for leaders in (("a2",), ("a2", "a3")):
        units: list[Any] = [("a1", "D8", "N", infantry(nation="dwarf")), ("b1", "D1", "S", tank(nation="elf"))]
        for id, where in (("a2", "D5"), ("a3", "D6")):
            sheet = tank(leader_follow=id in leaders, hidden=True)
            units.append((id, where, "N", sheet, {"hidden": True}))
        played = table(units=units, running={"a1": ("Follow+-+-",)})
        found = chase_follow_flee.follow(played.game, played.game.units["a1"], flying=False)
        seen.append((found.clause, [row.hex for row in found.found]))
    assert seen[0] == seen[1]
