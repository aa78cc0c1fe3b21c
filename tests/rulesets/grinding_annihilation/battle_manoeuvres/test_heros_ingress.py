"""Hero's Ingress (GA-5.10): an Assault in answer to an Assault."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    AssaultFailed,
    BattleManoeuvreUsed,
    DeclareAssault,
    EndTurn,
    FightsFirstGained,
    MakeAssaultMove,
    RollAssault,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import (
    INGRESS,
    assault_made,
    neighbour_of_target,
    prepared_battle,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import manoeuvre_points, use, window_kind
from tests.rulesets.grinding_annihilation.fixtures import blade, formation, mil, moved
from tests.rulesets.grinding_annihilation.steps import path, places, refused, settle


@pytest.mark.rule("GA-5.10-01")
@pytest.mark.ruling("GA-5.10-01.2", "GA-5.10-01.3")
@pytest.mark.parametrize(("y", "dice", "end"), [(16, (3, 3), 11), (17, (3, 2), 12)])
def test_a_neighbour_assaults_the_assaulter(y, dice, end):
    """Right after the Assault move a neighbour within 6" declares an Assault on that enemy alone, and resolves it."""
    table = assault_made(neighbour_of_target(y))
    assert window_kind(table) == "assault_move_ended"
    outcome = use(table, "blue", "heros_ingress", "b-n").then(BattleManoeuvreUsed, AssaultDeclared, targets=("a-r",))
    outcome.asks("assault_roll", "blue")
    table.faces(*dice)
    table.when("blue", RollAssault(formation="b-n")).asks("assault_move", "blue")

    result = table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, end)),)))
    result.without(FightsFirstGained).asks("assault_turn", "red")
    assert (places(table, "b-n"), manoeuvre_points(table, "blue")) == ([(22, end)], 4)


@pytest.mark.rule("GA-5.10-01", "GA-5.0-08")
def test_an_ingress_may_fail():
    """A roll of 2 does not carry over 5": the Assault fails and the point is gone."""
    table = assault_made(neighbour_of_target())
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(1, 1)
    table.when("blue", RollAssault(formation="b-n")).then(AssaultFailed, reason="too_short")
    assert manoeuvre_points(table, "blue") == 4


@pytest.mark.rule("GA-5.10-01")
def test_not_from_farther_than_six_inches():
    """A formation 6.5" away is not asked, and refused."""
    table = assault_made(neighbour_of_target(17.5))
    assert window_kind(table) == "assault_turn"
    table.ask("assault_move_ended", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-01", "answer-too-far", distance=mil(6.5))


@pytest.mark.rule("GA-5.10-02")
@pytest.mark.ruling("GA-5.10-02.1")
def test_who_may_answer_with_an_assault():
    """The assaulted formation, one that advanced, and a tank may not; a Walker may."""
    table = assault_made(neighbour_of_target(), past={"move": moved("b-n", "advance")})
    assert window_kind(table) == "assault_turn"
    table.ask("assault_move_ended", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "heros_ingress", "b-t").rejected("GA-5.10-02", "in-threat")
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-02", "moved-too-far")
    table = assault_made(neighbour_of_target(keywords=("vehicle",)))
    table.ask("assault_move_ended", "blue", subject=FormationSubject("a-r"), over=True)
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-02", "no-walker")
    table = assault_made(neighbour_of_target(keywords=("vehicle", "walker")))
    use(table, "blue", "heros_ingress", "b-n").accepted()


@pytest.mark.rule("GA-5.10-03")
@pytest.mark.ruling("GA-5.10-03.1")
def test_an_ingress_gives_no_bonus_and_is_the_one_assault():
    """It counts as an Assault move but gives no Fights First, and another Assault in the own turn is refused."""
    table = assault_made(neighbour_of_target())
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(3, 3)
    table.when("blue", RollAssault(formation="b-n")).accepted()
    table.when("blue", MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (22, 11)),))).accepted()
    row = next(item for item in table.view("red").formations if item.id == "b-n")
    assert (row.assaulted, row.fights_first) == (True, False)
    settle(table)
    table.when("red", EndTurn()).accepted()
    command = DeclareAssault(formation="b-n", targets=("a-r",))
    both = refused(table, "blue", command, "GA-5.10-03", "GA-3.4-04")
    both.rejected("GA-5.10-03", "assault-declared").rejected("GA-3.4-04", "in-threat")


@pytest.mark.rule("GA-5.10-03", "GA-3.4-01")
@pytest.mark.ruling("GA-5.10-03.2")
def test_a_failed_ingress_is_the_one_assault_too():
    """After an Ingress that failed the formation is refused in its own turn; one that did not answer is allowed."""
    table = assault_made(neighbour_of_target(), formation("b-o", at=[(28, 16)], weapons=()))
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(1, 1)
    table.when("blue", RollAssault(formation="b-n")).then(AssaultFailed, reason="too_short")
    table.when("red", EndTurn()).accepted()
    command = DeclareAssault(formation="b-n", targets=("a-r",))
    refused(table, "blue", command, "GA-5.10-03").rejected("GA-5.10-03", "assault-declared")
    table.when("blue", DeclareAssault(formation="b-o", targets=("a-r",))).then(AssaultDeclared, formation="b-o")


@pytest.mark.rule("GA-5.10-03")
@pytest.mark.ruling("GA-5.10-03.2")
def test_an_earlier_assault_of_the_phase_bars_an_ingress():
    """Blue goes first and fails an Assault: in red's turn that formation may not answer, another may."""
    mine = (formation("b-n", at=[(22, 16)], weapons=()), formation("b-o", at=[(22, 4)], weapons=()))
    target, red = formation("b-t", at=[(23, 10)], weapons=()), formation("a-r", at=[(15, 10)], weapons=())
    table = prepared_battle(red, target, *mine, phase="assault", first="blue", blue=INGRESS, dice=(1, 1, 6, 6))
    table.when("blue", DeclareAssault(formation="b-n", targets=("a-r",))).accepted()
    table.when("blue", RollAssault(formation="b-n")).then(AssaultFailed, reason="too_short")
    table.when("blue", EndTurn()).accepted()
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))).accepted()
    use(table, "blue", "heros_ingress", "b-n").rejected("GA-5.10-03", "assault-declared")
    use(table, "blue", "heros_ingress", "b-o").then(AssaultDeclared, formation="b-o", targets=("a-r",))


@pytest.mark.rule("GA-3.4-02", "GA-5.10-01")
@pytest.mark.parametrize(("x", "near"), [(10, True), (9.6, False)])
def test_who_comes_closer_later_makes_nobody_eligible(x, near):
    """12.4" from the nearest enemy at the start is too far, though an Ingress brings one within 11" in that turn."""
    table = assault_made(neighbour_of_target(), formation("a-q", at=[(x, 10)], weapons=()))
    use(table, "blue", "heros_ingress", "b-n").accepted()
    table.faces(4, 3)
    table.when("blue", RollAssault(formation="b-n")).accepted()
    command = MakeAssaultMove(formation="b-n", paths=(path("b-n.1", (20.9, 11), (21, 10)),))
    table.when("blue", command).asks("assault_turn", "red")
    assert places(table, "b-n") == [(21, 10)]
    declared = table.when("red", DeclareAssault(formation="a-q", targets=("b-n",)))
    if near:
        assert declared.one(AssaultDeclared).distances == (10_000,)
    else:
        declared.rejected("GA-3.4-02", "not-near-at-start")


@pytest.mark.rule("GA-5.10-01", "GA-5.0-09")
@pytest.mark.ruling("GA-5.10-01.4")
def test_an_ingress_is_answered_by_nobody():
    """The enemy whose turn it is, though near enough, has no Overwatch and no Ingress to answer an Ingress with."""
    both = ("onslaught_overwatch", "heros_ingress")
    red = (formation("a-r", at=[(20, 10)], weapons=(blade(),)), formation("a-q", at=[(20, 15)]))
    blue = (
        formation("b-b", at=[(26, 10)], weapons=()),
        formation("b-c", at=[(25, 14)], weapons=(), keywords=("monstrous",)),
    )
    table = prepared_battle(*red, *blue, phase="assault", red=both, blue=both, dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    settle(table, "MakeAssaultMove")
    move = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (25, 10)),))
    table.when("red", move).asks("assault_move_ended", "blue")
    use(table, "blue", "heros_ingress", "b-c").accepted()
    table.faces(6, 6)
    table.when("blue", RollAssault(formation="b-c")).asks("assault_move", "blue")
    counter = MakeAssaultMove(formation="b-c", paths=(path("b-c.1", (25, 11)),))
    table.when("blue", counter).accepted()
    assert window_kind(table) == "assault_turn"
    assert not table.game.formations["b-c"].fights_first
    for manoeuvre in both:
        table.ask("assault_move_ended", "red", subject=FormationSubject("b-c"), over=True)
        use(table, "red", manoeuvre, "a-q").rejected("GA-5.0-05", "wrong-turn")


@pytest.mark.rule("GA-5.10-01")
def test_there_is_nobody_to_charge_who_fell():
    """An Ingress against a formation that was destroyed is refused; against one that lives it is accepted."""
    for fallen in (("a-r.1",), ()):
        units = (formation("a-r", at=[(15, 10)]), formation("b-b", at=[(10, 10)]))
        table = prepared_battle(*units, phase="assault", blue=("heros_ingress",), fallen=fallen)
        table.ask("assault_move_ended", "blue", subject=FormationSubject("a-r"), over=True)
        used = use(table, "blue", "heros_ingress", "b-b")
        if fallen:
            used.rejected("GA-5.10-01", "nobody-to-answer", enemy="a-r")
        else:
            used.then(AssaultDeclared, formation="b-b", targets=("a-r",))
