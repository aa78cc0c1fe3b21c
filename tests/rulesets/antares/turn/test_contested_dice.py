"""AN-TURNEND-13: contested dice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    ContestDie,
    ContestedDieResolved,
    DieContested,
    OrderDiceReturned,
    OrderDieDrawn,
    OrderDieSetAside,
    ResolveContestedDie,
    RollOffMade,
    TurnStarted,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import ContestedDie
from adjudicator.rulesets.antares.rules.turn import contested_dice, order_dice
from tests.kit import Outcome, Table
from tests.rulesets.antares.fixtures import FIRE, A, B, D, table, two_sides, two_squads, with_drawn_die
from tests.rulesets.antares.sheets import plain_squad
from tests.rulesets.antares.steps import begin_step, begin_turn_end, dice_in_bag, events_of, give_order, refusal_under
from tests.rulesets.antares.turn.fixtures import table_of


def resolve_contested(faces: Any, effect: str = "custody", *, held: bool = False, **rest: Any) -> tuple[Table, Outcome]:
    """Let the end of the turn resolve a contested die of B, with one unit on Fire on each side."""
    played = two_sides(faces, FIRE, FIRE, options={"subverter_claim_effect": effect}, **rest)
    played.set(contested_dice=(ContestedDie(owner=1, contester=0, held=held),))
    return played, begin_turn_end(played)


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(
    ("faces", "claimed", "inside"), [((8, 5), True, (1, 0)), ((2, 9), False, (1, 1)), ((4, 4, 8, 5), True, (1, 0))]
)
@pytest.mark.ruling("AN-TURNEND-13.2")
def test_a_roll_off_decides_about_a_contested_die(faces, claimed, inside):
    """A 8, B 5: A claims the die and B's share is 1 lower in the next turn; A 2, B 9: it goes back to B's share."""
    played, out = resolve_contested([*faces, 1])
    out.then(ContestedDieResolved, owner=1, contester=0, faces=faces, claimed=claimed).then(TurnStarted, turn=2)
    assert out.one(OrderDieDrawn).bag == sum(inside)
    assert dice_in_bag(played) == (inside[0] - 1, inside[1])
    assert played.game.sides[1].dice_lost == 0


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(("faces", "inside", "left"), [((8, 5), (1, 0), 1), ((2, 9), (1, 1), 0)])
@pytest.mark.ruling("AN-TURNEND-13.2")
def test_a_die_in_custody_is_contested_again_at_the_next_turn_end(faces, inside, left):
    """In custody it stays with the contester until the next roll-off; won by its owner it is back in the bag."""
    played, out = resolve_contested([*faces, 1], held=True)
    assert out.one(OrderDiceReturned).dice == (1, 0)
    assert out.one(OrderDieDrawn).bag == sum(inside)
    assert len(played.game.contested_dice) == left


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(
    ("effect", "inside", "again"), [("custody", (1, 0), 1), ("permanent", (1, 0), 0), ("gain_die", (2, 0), 0)]
)
@pytest.mark.ruling("AN-TURNEND-13.3")
def test_what_claiming_means_is_an_option(effect, inside, again):
    """In custody it is contested again, for good it is not, and gained it lies in the bag of the contester."""
    assert DEFAULTS.subverter_claim_effect == "custody"
    played, out = resolve_contested([8, 5, 1], effect)
    out.then(ContestedDieResolved, claimed=True, effect=effect)
    assert out.one(OrderDieDrawn).bag == sum(inside)
    assert len(played.game.contested_dice) == again


@pytest.mark.rule("AN-TURNEND-13", "AN-TURN-10")
def test_a_gained_die_finds_no_unit_and_is_set_aside():
    """A has one unit and two dice in the next turn: the second is set aside, and comes back at its end."""
    played, _ = resolve_contested([8, 5, 1], "gain_die")
    assert dice_in_bag(played) == (1, 0)
    out = give_order(played.faces(1, 1), "rally").then(OrderDieDrawn, OrderDieSetAside, seat=0)
    out.then(OrderDiceReturned, dice=(2, 0)).then(TurnStarted, turn=3)
    assert played.game.sides[1].dice_lost == 0


@pytest.mark.rule("AN-TURNEND-13")
def test_each_contested_die_has_its_own_roll_off():
    """Two contested dice, one of each side, are rolled off for one after the other."""
    played = two_sides([8, 5, 9, 2, 1], FIRE, FIRE)
    played.set(contested_dice=(ContestedDie(owner=1, contester=0), ContestedDie(owner=0, contester=1)))
    out = begin_turn_end(played)
    assert [(event.owner, event.claimed) for event in events_of(out.events, ContestedDieResolved)] == [
        (1, True),
        (0, False),
    ]


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.ruling("AN-TURNEND-13.2")
def test_a_die_becomes_contested_by_data_or_by_the_referee():
    """The referee contests a die of B for A; a side may not, nor may a side contest its own."""
    played = two_sides([8, 5, 1], FIRE, FIRE)
    played.when("red", ContestDie(owner=1, contester=0)).rejected("AN-TURNEND-13", "referee-only")
    played.when("referee", ContestDie(owner=0, contester=0)).rejected("AN-TURNEND-13", "contest-sides")
    played.when("referee", ContestDie(owner=1, contester=0)).then(DieContested, owner=1, contester=0)
    begin_turn_end(played).then(ContestedDieResolved, claimed=True)


@pytest.mark.rule("AN-TURNEND-13")
def test_without_contested_dice_nothing_is_rolled():
    """No die is thrown at the end of a turn in which none is contested but the next draw."""
    out = begin_turn_end(two_sides([1], FIRE, FIRE)).without(ContestedDieResolved, RollOffMade)
    assert [roll.why for roll in out.rolls] == ["order-die"]


@pytest.mark.rule("AN-TURNEND-13")
def test_the_roll_off_is_not_taken_before_its_step():
    """During orders it is refused."""
    played = with_drawn_die(two_sides([]))
    refusal_under(played.when("referee", ResolveContestedDie()), "AN-TURN-08")


@pytest.mark.rule("AN-TURNEND-13")
def test_nobody_claims_a_die_that_is_not_there() -> None:
    """A contested die is claimed only while its side has any: more subverters than dice take no more."""
    played = table(
        [9, 2, 9, 2, 1], units=[("a-x", plain_squad(), (10_000, 10_000)), ("b-y", plain_squad(), (40_000, 10_000))]
    )
    played.set(contested_dice=(ContestedDie(owner=1, contester=0), ContestedDie(owner=1, contester=0)))
    outcome = begin_step(played, "contested")
    resolved = [event for event in outcome.events if isinstance(event, ContestedDieResolved)]
    assert [(row.claimed, row.effect) for row in resolved] == [(True, "custody"), (False, "returned")]
    assert order_dice.dice_supply(played.game, 1) == 0


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(
    ("effect", "faces", "bags"),
    [
        ("custody", (8, 5), (1, 0)),
        ("custody", (2, 9), (1, 1)),
        ("permanent", (8, 5), (1, 0)),
        ("gain_die", (8, 5), (2, 0)),
    ],
)
def test_a_won_contest_puts_the_die_into_custody_away_or_into_the_bag(
    effect: str, faces: tuple[int, int], bags: tuple[int, int]
) -> None:
    """The winner claims the die: into custody, for good, or for its own bag; its owner takes it back."""
    fire = {"order": "fire"}
    table = table_of(
        [*faces, 1],
        ("a-x", plain_squad(), A, fire),
        ("b-y", plain_squad(), B, fire),
        options={"subverter_claim_effect": effect},
    )
    table.when("red", ContestDie(owner=1, contester=0)).rejected("AN-TURNEND-13", "referee-only")
    table.when("referee", ContestDie(owner=1, contester=1)).rejected("AN-TURNEND-13", "contest-sides")
    table.when("referee", ContestDie(owner=1, contester=0)).then(DieContested)
    claimed = faces[0] > faces[1]
    out = begin_step(table, "down").then(ContestedDieResolved, claimed=claimed, faces=faces)
    out.then(TurnStarted, turn=2).asks("allocation", "red")
    assert tuple(table.game.sides[seat].bag for seat in (0, 1)) == (bags[0] - 1, bags[1])
    assert len(table.game.contested_dice) == (effect == "custody" and claimed)


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(("faces", "bag", "held"), [((8, 5), 0, 1), ((2, 9), 1, 0)])
def test_a_die_in_custody_is_won_back_or_stays(faces: tuple[int, int], bag: int, held: int) -> None:
    """Its owner wins it back, or it stays where it is; ties are thrown again."""
    fire = {"order": "fire"}
    table = table_of([6, 6, *faces, 1], ("a-x", plain_squad(), A, fire), ("b-y", plain_squad(), B, fire))
    table.set(contested_dice=(ContestedDie(owner=1, contester=0, held=True),))
    begin_step(table, "down").then(OrderDiceReturned, dice=(1, 0)).then(ContestedDieResolved)
    assert table.game.sides[1].bag == bag
    assert len(table.game.contested_dice) == held


@pytest.mark.rule("AN-TURNEND-13", "AN-ACC-27")
def test_a_working_subverter_contests_a_die_every_turn() -> None:
    """One die for each, every turn; a patched one does nothing."""
    fire = {"order": "fire"}
    sheet = plain_squad(devices=("subverter", "subverter"))
    rows = [("b-y", plain_squad(), B, fire), ("b-z", plain_squad(), D, fire)]
    table = table_of([8, 5, 1], ("a-x", sheet, A, fire), *rows)
    table.put("devices", replace(table.game.devices["a-x#2"], state="patched"))
    out = begin_step(table, "down").then(DieContested, owner=1).then(ContestedDieResolved, effect="custody")
    assert len([event for event in out.events if isinstance(event, DieContested)]) == 1
    assert table.game.sides[1].bag == 1


@pytest.mark.rule("AN-TURNEND-13")
@pytest.mark.parametrize(("bag", "after"), [(0, 1), (1, 1)])
def test_a_die_in_custody_comes_back_only_to_who_is_short_of_it(bag: int, after: int) -> None:
    """A side whose units are lost gets no more dice out of custody than it has units for."""
    played = two_squads()
    played.set(contested_dice=(ContestedDie(owner=1, contester=0, held=True),), answered=())
    game = played.game
    game.sides[1] = replace(game.sides[1], bag=bag)
    event = ContestedDieResolved(owner=1, contester=0, faces=(2, 9), claimed=False, effect="returned")
    contested_dice.contested_die_resolved(game, event)
    assert (game.sides[1].bag, game.contested_dice) == (after, ())
