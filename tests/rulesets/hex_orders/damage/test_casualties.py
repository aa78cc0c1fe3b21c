"""Which model of a mixed base dies."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.hex_orders.model.messages import AdvanceStep, CasualtyChosen, ChooseCasualty, ModelRemoved
from adjudicator.rulesets.hex_orders.rules.damage import casualties
from tests.kit import Table
from tests.rulesets.hex_orders.damage.fixtures import MIXED, pending_result, with_pending
from tests.rulesets.hex_orders.damage.steps import fire_and_roll
from tests.rulesets.hex_orders.fixtures import GUN, field
from tests.rulesets.hex_orders.steps import (
    begin,
    continue_to,
    events_of_kind,
    finish_silently,
    innermost_window,
    rolls_of_game,
    unit,
)


def pending_kill(**options):
    """Let a kill wait for a base of three regulars and a hero in Apply damage."""
    played = fire_and_roll([5, 4], GUN, MIXED, **options)
    begin(played, "apply_damage")
    return finish_silently(played, "casualty")


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.parametrize(("whose", "seat"), [("owner", "blue"), ("attacker", "red")])
@pytest.mark.parametrize("chosen", [2, 4])
@pytest.mark.ruling("HX-DTABLE-08.2", "HX-DTABLE-08.3")
def test_a_death_in_a_mixed_base_is_chosen(whose, seat, chosen):
    """Three regulars and a hero, one kill: the owner says who falls, the attacker where the terms say so."""
    played = pending_kill(casualty_choice=whose)
    assert played.window.asks == (("red", "blue").index(seat),)
    played.when(seat, ChooseCasualty(unit="b1", model=5)).rejected("HX-DTABLE-08", "no-such-casualty")
    played.when(seat, ChooseCasualty(unit="b1", model=chosen)).accepted()
    finish_silently(played)
    assert unit(played, "b1").dead == (chosen,)


@pytest.mark.rule("HX-DTABLE-08")
def test_a_dead_model_does_not_die_again():
    """Who is dead already can not be chosen."""
    played = pending_kill(fields={"dead": (2,)})
    played.when("blue", ChooseCasualty(unit="b1", model=2)).rejected("HX-DTABLE-08", "no-such-casualty")
    played.when("blue", ChooseCasualty(unit="b1", model=1)).accepted()
    assert unit(finish_silently(played), "b1").dead == (1, 2)


@pytest.mark.rule("HX-DTABLE-08")
def test_the_hero_is_the_last_in_the_end():
    """The owner keeps the hero until no regular is left; then nobody is asked."""
    played = fire_and_roll([5, 4], GUN, MIXED, fields={"dead": (1, 2, 3)})
    continue_to(played, "apply_damage")
    assert [row.model for row in events_of_kind(played, ModelRemoved)] == [4]


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.ruling("HX-DTABLE-08.3")
def test_by_option_the_model_is_drawn():
    """With casualty_choice=random a die says which of the alive models falls, and nobody is asked."""
    played = fire_and_roll([5, 4, 2], GUN, MIXED, fields={"dead": (1,)}, casualty_choice="random")
    continue_to(played, "apply_damage")
    assert unit(played, "b1").dead == (1, 3)
    assert [why for why, _, _ in rolls_of_game(played, "casualty")] == ["casualty"]
    assert innermost_window(played).kind == "advance"


def first_question(played: Table) -> Table:
    """Begin Apply damage as the flow does, up to the first question."""
    played.set(step="gunnery_2").ask("advance", "table")
    played.when("table", AdvanceStep()).accepted()
    return played


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.parametrize(("whose", "seat"), [("owner", "blue"), ("attacker", "red")])
def test_it_is_chosen_who_falls_in_a_mixed_base(whose: str, seat: str) -> None:
    """Of a mixed base it is chosen who falls, one kill after the other, by the owner unless the terms say so."""
    played = first_question(with_pending(pending_result("kill", 2), sheet=MIXED, casualty_choice=whose))
    assert (innermost_window(played).kind, innermost_window(played).subject) == ("casualty", ("b1",))
    assert len(played.offers(seat)) == 2
    played.when(seat, ChooseCasualty(unit="a1", model=1)).rejected("HX-DTABLE-08", "other-casualty", "unit")
    played.when(seat, ChooseCasualty(unit="b1", model=5)).rejected("HX-DTABLE-08", "no-such-casualty", "model")
    played.when(seat, ChooseCasualty(unit="b1", model=4)).then(CasualtyChosen, model=4)
    outcome = played.last.accepted()
    outcome.then(ModelRemoved, model=4).then(ModelRemoved, model=1)
    assert unit(played, "b1").chosen == ()


@pytest.mark.rule("HX-DTABLE-08")
def test_by_option_who_falls_is_drawn() -> None:
    """By option the model is drawn."""
    played = first_question(with_pending(pending_result("kill", 1), sheet=MIXED, casualty_choice="random", dice=(4,)))
    assert unit(played, "b1").dead == (4,)


@pytest.mark.rule("HX-DTABLE-08")
@pytest.mark.parametrize(
    ("kills", "changes", "open_kills"),
    [(1, {}, 1), (3, {}, 3), (4, {}, 0), (1, {"dead": (4,)}, 0), (2, {"chosen": (4,)}, 0), (2, {"chosen": (1,)}, 1)],
)
def test_like_models_and_the_death_of_all_leave_no_choice(kills: int, changes: dict[str, Any], open_kills: int) -> None:
    """Like models leave no choice, and neither does the death of all."""
    row = ("b1", "D3", "S", MIXED, {"pending": (pending_result("kill", kills),), **changes})
    game = field(units=[row])
    assert casualties.open_kills(game, game.units["b1"]) == open_kills
