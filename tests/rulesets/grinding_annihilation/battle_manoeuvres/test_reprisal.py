"""Reprisal (GA-5.2): a fight in answer to a fight."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleManoeuvreUsed,
    FightBegun,
    FightEnded,
    SelectToFight,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from tests.kit import Table
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import brawlers, prepared_brawl
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    finish_idle_fight,
    manoeuvre_points,
    select_idle_fight,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import Unit, formation
from tests.rulesets.grinding_annihilation.steps import events_of, refused, settle


@pytest.mark.rule("GA-5.2-01", "GA-5.2-02")
def test_a_reprisal_fights_next_whatever_the_step():
    """In the Fights First step, after red's first charger, blue's formation without Fights First fights at once."""
    first = {"powers": ("fights_first",)}
    table = brawlers(a_r=first, a_s=first)
    assert table.game.brawl.step == "fights_first"
    select_idle_fight(table, "a-r", "red")
    assert window_kind(table) == "fight_ended"
    outcome = use(table, "blue", "reprisal", "b-s").then(BattleManoeuvreUsed, FightBegun, formation="b-s")
    assert outcome.one(FightBegun).reprisal
    assert manoeuvre_points(table, "blue") == 3
    finish_idle_fight(table)
    assert events_of(table, FightEnded)[-1].formation == "b-s"
    assert (table.game.brawl.step, window_kind(table), table.window.asks) == ("fights_first", "select_to_fight", (0,))
    select_idle_fight(table, "a-s", "red")
    settle(table, "SelectToFight")
    assert table.game.brawl.step == "remaining"
    if table.window.asks == (0,):
        select_idle_fight(table, "a-pair1", "red")
        settle(table, "SelectToFight")
    assert table.window.asks == (1,)
    refused(table, "blue", SelectToFight(formation="b-s"), "GA-3.5-05").rejected("GA-3.5-05", "has-fought")
    table.when("blue", SelectToFight(formation="b-r")).then(FightBegun, formation="b-r")


@pytest.mark.rule("GA-5.2-02")
@pytest.mark.ruling("GA-5.2-02.2")
def test_a_reprisal_takes_the_place_of_the_next_selection():
    """After red's fight and blue's Reprisal it is red's turn to select."""
    table = brawlers()
    select_idle_fight(table, "a-r", "red")
    use(table, "blue", "reprisal", "b-s").accepted()
    finish_idle_fight(table)
    assert (window_kind(table), table.window.asks) == ("select_to_fight", (0,))


@pytest.mark.rule("GA-5.2-01")
def test_who_may_answer_with_a_fight():
    """A formation that has fought, and one 3" from the nearest enemy, are refused; it need not be near who fought."""
    table = brawlers(formation("b-far", at=[(20, 20)], weapons=()))
    select_idle_fight(table, "a-r", "red")
    table.put("formations", replace(table.game.formations["b-r"], fought=True))
    use(table, "blue", "reprisal", "b-r").rejected("GA-5.2-01", "has-fought")
    use(table, "blue", "reprisal", "b-far").rejected("GA-5.2-01", "no-enemy-near")
    assert manoeuvre_points(table, "blue") == 5
    use(table, "blue", "reprisal", "b-s").then(FightBegun, formation="b-s", reprisal=True)
    finish_idle_fight(table)


@pytest.mark.rule("GA-5.2-01")
@pytest.mark.parametrize(("y", "near"), [(18, True), (18.1, False)])
def test_a_reprisal_needs_an_enemy_within_threat_range(y, near):
    """An enemy 1" away is within Threat Range, one that is 1.1" away is not."""
    table = brawlers(formation("b-far", at=[(20, y)], weapons=()))
    select_idle_fight(table, "a-r", "red")
    used = use(table, "blue", "reprisal", "b-far")
    if not near:
        used.rejected("GA-5.2-01", "no-enemy-near")
        return
    used.then(FightBegun, formation="b-far", reprisal=True)
    finish_idle_fight(table)


REPRISAL = ("reprisal",)


@pytest.mark.rule("GA-5.2-03")
def test_a_reprisal_may_answer_a_reprisal():
    """Red answers blue's Reprisal with its own; a second one of blue in the phase is refused."""
    table = brawlers(red=REPRISAL)
    select_idle_fight(table, "a-r", "red")
    use(table, "blue", "reprisal", "b-s").accepted()
    finish_idle_fight(table)
    assert (window_kind(table), table.window.asks, table.window.subject) == ("fight_ended", (0,), ("b-s",))
    use(table, "red", "reprisal", "a-s").accepted()
    finish_idle_fight(table)
    assert (window_kind(table), table.window.asks) == ("select_to_fight", (1,))
    table.ask("fight_ended", "blue", subject=FormationSubject("a-s"), over=True)
    use(table, "blue", "reprisal", "b-r").rejected("GA-5.0-03", "used-already")


@pytest.mark.rule("GA-5.2-03")
def test_a_reprisal_keeps_to_who_may_fight():
    """An Aircraft near enemies none of which can Fly is no target of a Reprisal; near one that can it is."""
    wings = {"keywords": ("aircraft", "fly", "vehicle")}
    table = brawlers(b_s=wings)
    select_idle_fight(table, "a-r", "red")
    answer = UseBattleManoeuvre(manoeuvre="reprisal", formation="b-s")
    refused(table, "blue", answer, "GA-5.2-03").rejected("GA-5.2-03", "nobody-to-fight")
    table = brawlers(b_s=wings, a_s={"keywords": ("infantry", "fly")})
    select_idle_fight(table, "a-r", "red")
    table.when("blue", answer).then(FightBegun, formation="b-s")
    finish_idle_fight(table)


def unarmed_brawl(**rest: Any) -> Table:
    """Let two unarmed pairs stand against each other in a Brawl Phase in which red selects first."""
    units: list[Unit] = [
        formation(f"{side}-{name}", at=[(x, y)], weapons=())
        for name, y in (("r", 10), ("s", 16))
        for side, x in (("a", 20), ("b", 21))
    ]
    return prepared_brawl(*units, **rest)


@pytest.mark.rule("GA-5.2-01")
@pytest.mark.parametrize(
    ("red", "blue", "asked_next"),
    [((), ("reprisal",), ("fight_ended", (1,))), (("reprisal",), (), ("select_to_fight", (1,)))],
)
def test_a_reprisal_answers_an_enemys_fight(red: tuple[str, ...], blue: tuple[str, ...], asked_next: Any):
    """After red's fight blue may answer with a Reprisal; red itself, with one prepared, may not."""
    table = unarmed_brawl(red=red, blue=blue)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    assert table.window is not None
    assert (table.window.kind, table.window.asks) == asked_next


@pytest.mark.rule("GA-5.2-01", "GA-5.0-01")
@pytest.mark.parametrize(("held", "enough"), [(2, True), (1, False)])
def test_a_reprisal_costs_two(held: int, enough: bool):
    """With two points blue's formation fights and none is left; with one the Reprisal is refused and one is kept."""
    table = unarmed_brawl(blue=("reprisal",), points=held)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "SelectToFight", "UseBattleManoeuvre", CloseIn=[], DeclareMeleeAttacks=[])
    if not enough:
        table.ask("fight_ended", "blue", subject=FormationSubject("a-r"), over=True)
    used = use(table, "blue", "reprisal", "b-s")
    if enough:
        used.then(BattleManoeuvreUsed, left=0).then(FightBegun, formation="b-s", reprisal=True)
    else:
        used.rejected("GA-5.0-01", "too-few-points", cost=2, held=1)
    assert manoeuvre_points(table, "blue") == (0 if enough else 1)
