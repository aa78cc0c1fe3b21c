"""Who arrives with what aboard, and how far mixed Scouts go."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleBegun,
    EndMoveStep,
    FormationArrived,
    FormationMoved,
    PreBattleRuleResolved,
)
from tests.rulesets.grinding_annihilation.afield import carrier, field, shown, squad
from tests.rulesets.grinding_annihilation.givens import Member, formation, path, refused
from tests.rulesets.grinding_annihilation.test_prebattle import ready, scout
from tests.rulesets.grinding_annihilation.test_reserves import arrive, arriving


@pytest.mark.rule("GA-3.2-30", "GA-8.2-04", "GA-7.4-04")
def test_who_is_aboard_arrives_with_the_transport():
    """A transport arrives with its passengers aboard: they have arrived too, and stand nowhere of their own."""
    units = (carrier(), squad(2), formation("b-b", at=[(50, 22)]))
    table = field(*units, off={"a-t": "strategic_reserves", "a-p": "a-t.1"}, number=2)
    table.when("red", EndMoveStep()).accepted()
    refused(table, "red", arrive((5, 8), (5, 10)), "GA-3.2-30").rejected("GA-3.2-30", "not-in-reserves")
    come = table.when("red", arrive((4, 20), id="a-t"))
    come.then(FormationArrived, formation="a-t", origin="strategic_reserves", passengers=("a-p",))
    assert (shown(table, "a-t").place, shown(table, "a-t").arrived) == ("warfield", 2)
    assert (shown(table, "a-p").place, shown(table, "a-p").aboard, shown(table, "a-p").arrived) == (
        "embarked", "a-t.1", 2,
    )  # fmt: skip


MIXED = {1: Member(powers=("scouts 6000",)), 2: Member(powers=("scouts 4000",))}


@pytest.mark.rule("GA-4.2-03")
def test_mixed_scouts_go_as_far_as_the_lowest():
    """Scouts 6" and Scouts 4" in one formation move up to 4", both of them."""
    red = formation("a-s", at=[(10, 10), (10, 11.5)], only=MIXED)
    table = ready(red, formation("b-b", at=[(50, 10)]))
    far = refused(table, "red", scout("a-s", path("a-s.1", (14.1, 10)), path("a-s.2", (14, 11.5))), "GA-3.2-10")
    far.rejected("GA-3.2-10", "too-far", troop="a-s.1", limit=4000)
    table.when("red", scout("a-s", path("a-s.1", (14, 10)), path("a-s.2", (14, 11.5)))).then(
        PreBattleRuleResolved, FormationMoved, BattleBegun
    )


@pytest.mark.rule("GA-4.2-03")
def test_scouts_are_all_or_none():
    """A formation of which one troop is no Scout makes no Scouts move: the battle begins without asking."""
    red = formation("a-s", at=[(10, 10), (10, 11.5)], only={1: MIXED[1]})
    table = ready(red, formation("b-b", at=[(50, 10)]))
    assert table.window is not None
    assert table.window.kind == "manoeuvres_turn"
    table.ask("pre_battle_rule", "red", over=True)
    said = scout("a-s", path("a-s.1", (12, 10)))
    refused(table, "red", said, "GA-4.2-03").rejected("GA-4.2-03", "no-scouts", formation="a-s")


@pytest.mark.rule("GA-2.4-07")
@pytest.mark.parametrize(("x", "whole"), [(0.4, False), (0.5, True), (59.5, True), (59.6, False)])
def test_arrivals_stand_fully_on_the_warfield(x: float, *, whole: bool):
    """A 1" base centred 0.4" from the edge hangs over it and is refused; at 0.5" it stands on the warfield."""
    table = arriving(2, "reserves")
    if whole:
        table.when("red", arrive((x, 30))).then(FormationArrived, formation="a-p")
    else:
        refused(table, "red", arrive((x, 30)), "GA-2.4-07").rejected("GA-2.4-07", "off-board")
