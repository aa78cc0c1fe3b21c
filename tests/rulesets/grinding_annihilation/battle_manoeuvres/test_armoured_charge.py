"""Armoured Charge (GA-5.5)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ArmouredChargeRolled,
    BattleManoeuvreUsed,
    ChooseOrder,
    DeclareAssault,
    EffectGained,
    EffectsEnded,
    EndTurn,
    MakeAssaultMove,
    MortalWoundsPending,
    RollAssault,
    UseBattleManoeuvre,
)
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import charge_rolled, prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import (
    armoured_charge,
    assault_arrives,
    decline,
    effects_in_force,
    manoeuvre_points,
    use,
    window_kind,
)
from tests.rulesets.grinding_annihilation.fixtures import blade, formation, gun, trooper
from tests.rulesets.grinding_annihilation.steps import events_of, path, refused, settle, wounds_left


@pytest.mark.rule("GA-5.5-01")
@pytest.mark.ruling("GA-5.5-01.2")
def test_the_last_chance_is_before_the_move():
    """It may be bought in the turn, before the roll and after it; once the move is made it is too late."""
    for stage in ("", "RollAssault", "MakeAssaultMove"):
        table = charge_rolled(until="")
        if stage:
            table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
        if stage == "MakeAssaultMove":
            table.when("red", RollAssault(formation="a-r")).accepted()
        else:
            table.dice.faces.clear()
        use(table, "red", "armoured_charge", "a-r").then(BattleManoeuvreUsed, EffectGained)
    assault_arrives(table).asks("armoured_charge", "red")
    table.faces(*(1,) * 10)
    table.when("red", armoured_charge()).accepted()
    use(charge_rolled(), "red", "armoured_charge", "a-spare").rejected(
        "GA-5.5-01", "keyword-missing", keyword="vehicle"
    )


@pytest.mark.rule("GA-5.5-01")
@pytest.mark.ruling("GA-5.5-01.2")
def test_after_the_move_it_is_too_late():
    """Who buys nothing before the move rolls nothing for it, though the enemy is within Threat Range."""
    table = charge_rolled()
    assault_arrives(table).asks("assault_turn", "red")
    table.when("red", armoured_charge()).rejected("GA-3.4-01", "not-asked")
    use(table, "red", "armoured_charge", "a-r").rejected("GA-5.5-01", "assault-move-over", formation="a-r")
    table.when("red", EndTurn()).accepted()
    table.when("blue", EndTurn()).without(EffectsEnded)
    assert events_of(table, ArmouredChargeRolled) == []


@pytest.mark.rule("GA-5.5-01", "GA-5.5-03", "GA-5.10-03")
@pytest.mark.parametrize("scope", ["phase", "player_turn"])
@pytest.mark.parametrize("keywords", [("vehicle",), ("vehicle", "walker")])
@pytest.mark.parametrize("until", ["", "MakeAssaultMove"])
def test_it_is_not_bought_where_no_assault_move_is_to_come(until, keywords, scope):
    """Once its one Assault of the phase is over a Vehicle is refused, a Walker too: no Ingress is left to it either."""
    table = charge_rolled(until=until, keywords=keywords, options={"bm_limit_scope": scope})
    if until:
        assault_arrives(table).asks("assault_turn", "red")
        assert "UseBattleManoeuvre" not in table.offered("red")
        use(table, "red", "armoured_charge", "a-r").rejected("GA-5.5-01", "assault-move-over", formation="a-r")
        assert manoeuvre_points(table, "red") == 5
    else:
        table.dice.faces.clear()
        use(table, "red", "armoured_charge", "a-r").then(BattleManoeuvreUsed, EffectGained)


@pytest.mark.rule("GA-5.5-01", "GA-3.4-01")
def test_a_failed_assault_was_the_one_of_the_phase():
    """A Walker whose Assault roll was too low buys no Armoured Charge afterwards, and keeps its point."""
    table = charge_rolled(until="")
    table.dice.faces[:] = [1, 1]
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assert table.window.kind == "assault_turn"
    use(table, "red", "armoured_charge", "a-r").rejected("GA-5.5-01", "assault-move-over", formation="a-r")
    assert manoeuvre_points(table, "red") == 5


@pytest.mark.rule("GA-5.5-01", "GA-2.5-09")
@pytest.mark.ruling("GA-5.5-01.3")
def test_the_dice_come_first_if_nothing_else_is_said():
    """Where the player whose turn it is says nothing of the order, the dice of the charge come before the answers."""
    table = charge_rolled(formation("b-n", at=[(22, 15)], weapons=()), blue=("heros_ingress",))
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).asks("order", "red")
    table.when("blue", ChooseOrder(order=("answers", "armoured_charge"))).rejected("GA-2.5-09", "not-asked")
    settle(table, "ResolveArmouredCharge", "UseBattleManoeuvre")
    assert window_kind(table) == "armoured_charge"
    table.faces(*(1,) * 10)
    table.when("red", armoured_charge()).asks("assault_move_ended", "blue")


@pytest.mark.rule("GA-5.5-01", "GA-5.0-08")
def test_bought_for_nothing():
    """A Vehicle that rolls too low makes no Assault move: no dice, and the point is spent."""
    table = charge_rolled(until="")
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.dice.faces[:] = [1, 1]
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assert (window_kind(table), manoeuvre_points(table, "red")) == ("assault_turn", 4)
    assert effects_in_force(table) == [("armoured_charge", "a-r", "")]


@pytest.mark.rule("GA-5.5-02")
@pytest.mark.ruling("GA-5.5-02.1")
def test_strength_and_two_more_over_vigour():
    """S 8 against V 4 is ten dice, and of eight successes six are mortal wounds; S 8 against V 8 is eight dice."""
    table = charge_rolled(dice=(5, 5, 6, 6, 5, 5, 6, 6, 4, 1))
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).accepted()
    outcome = table.when("red", armoured_charge()).then(ArmouredChargeRolled, EffectsEnded, MortalWoundsPending)
    rolled = outcome.one(ArmouredChargeRolled)
    assert (rolled.dice.total, rolled.vigour, rolled.wounds) == (10, 4, 6)
    settle(table)
    assert wounds_left(table, "b-t") == [3]
    table = charge_rolled(vigour=8, dice=(5, *(4,) * 7))
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).accepted()
    rolled = table.when("red", armoured_charge()).one(ArmouredChargeRolled)
    assert (rolled.dice.total, rolled.wounds) == (8, 1)
    settle(table)


@pytest.mark.rule("GA-5.5-01")
def test_an_enemy_near_and_a_weapon_carried():
    """The enemy stands within Threat Range, and the weapon is a melee weapon of the charging formation."""
    table = charge_rolled()
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).accepted()
    table.when("red", armoured_charge("b-spare")).rejected("GA-5.5-01", "not-charged")
    table.when("red", armoured_charge(weapon="rifle")).rejected("GA-5.5-01", "no-charge-weapon")
    table.faces(*(1,) * 10)
    table.when("red", armoured_charge()).asks("assault_turn", "red")


@pytest.mark.rule("GA-5.5-01", "GA-5.0-09", "GA-2.5-09")
@pytest.mark.ruling("GA-5.5-01.3")
@pytest.mark.parametrize("first", ["armoured_charge", "answers"])
def test_dice_and_answers_in_the_order_of_whose_turn_it_is(first):
    """The dice of the charge and the other player's answers are of one moment; red says what comes first."""
    table = charge_rolled(formation("b-n", at=[(22, 15)], weapons=()), blue=("heros_ingress",))
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).asks("order", "red")
    other = "answers" if first == "armoured_charge" else "armoured_charge"
    table.when("red", ChooseOrder(order=(first, other))).accepted()
    assert window_kind(table) == ("armoured_charge" if first == "armoured_charge" else "assault_move_ended")
    if first == "answers":
        decline(table, "blue").asks("armoured_charge", "red")
    table.faces(*(1,) * 10)
    table.when("red", armoured_charge()).accepted()
    assert window_kind(table) == ("assault_turn" if first == "answers" else "assault_move_ended")


CHARGE = ("armoured_charge",)

RAM = blade("ram", s=8)


@pytest.mark.rule("GA-5.5-03")
@pytest.mark.ruling("GA-5.5-03.1", "GA-5.5-03.2")
@pytest.mark.parametrize(("scope", "owed"), [("phase", True), ("player_turn", False)])
def test_it_waits_for_the_next_assault_move_of_the_phase(scope, owed):
    """Bought by the first player and not used, it works in an Ingress of the same phase; by option it has ended."""
    red = formation("a-r", at=[(22, 15.5)], weapons=(RAM,), keywords=("vehicle", "walker"))
    mine = formation("a-t", at=[(22, 10)], weapons=())
    blue = formation("b-b", at=[(29, 10)], weapons=(), troop=trooper(w=9))
    table = prepared_battle(
        red, mine, blue, phase="assault", red=(*CHARGE, "heros_ingress"), options={"bm_limit_scope": scope}
    )
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.when("red", EndTurn()).accepted()
    table.faces(6, 6)
    table.when("blue", DeclareAssault(formation="b-b", targets=("a-t",))).accepted()
    table.when("blue", RollAssault(formation="b-b")).accepted()
    table.when("blue", MakeAssaultMove(formation="b-b", paths=(path("b-b.1", (23, 10)),))).accepted()
    use(table, "red", "heros_ingress", "a-r").accepted()
    table.faces(6, 6)
    table.when("red", RollAssault(formation="a-r")).accepted()
    command = UseBattleManoeuvre(manoeuvre="armoured_charge", formation="a-r")
    refused(table, "red", command, "GA-5.0-05").rejected("GA-5.0-05", "wrong-turn")
    moved_in = MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (23, 11)),))
    table.when("red", moved_in).accepted()
    assert (window_kind(table) == "armoured_charge") is owed
    if owed:
        table.faces(*(1,) * 10)
        table.when("red", armoured_charge("b-b")).then(ArmouredChargeRolled, EffectsEnded)
    assert effects_in_force(table) == []


@pytest.mark.rule("GA-5.5-03")
def test_only_in_the_own_assault_turn():
    """In the enemy's Assault turn, for an Ingress, it can not be bought."""
    red = formation("a-r", at=[(15, 10)], weapons=())
    blue = formation("b-b", at=[(22, 15)], weapons=(RAM,), keywords=("vehicle", "walker"))
    target = formation("b-t", at=[(23, 10)], weapons=())
    table = prepared_battle(red, blue, target, phase="assault", blue=(*CHARGE, "heros_ingress"), dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assault_arrives(table).asks("assault_move_ended", "blue")
    use(table, "blue", "armoured_charge", "b-b").rejected("GA-5.0-05", "wrong-turn")


@pytest.mark.rule("GA-5.5-01", "GA-5.5-03")
def test_nothing_is_owed_where_nobody_has_a_weapon():
    """A Vehicle without a melee weapon charges nobody, and the effect is over after its move."""
    red = formation("a-r", at=[(15, 10)], weapons=(gun(),), keywords=("vehicle",))
    table = prepared_battle(red, formation("b-t", at=[(23, 10)], weapons=()), phase="assault", red=CHARGE, dice=(6, 6))
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    assault_arrives(table).then(EffectsEnded).asks("assault_turn", "red")


@pytest.mark.rule("GA-5.0-13", "GA-5.5-01")
def test_no_order_is_asked_for_where_nobody_can_answer():
    """Where the other player has an answer prepared but nobody to give it, the dice of the charge are next."""
    table = charge_rolled(blue=("heros_ingress",))
    use(table, "red", "armoured_charge", "a-r").accepted()
    assault_arrives(table).asks("armoured_charge", "red")
    table.faces(*(1,) * 10)
    table.when("red", armoured_charge()).asks("assault_turn", "red")
