"""Epic Momentum (GA-5.3): a champion who strikes at Characters."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    BattleManoeuvreUsed,
    CloseIn,
    DeclareMeleeAttacks,
    EffectGained,
    SelectToFight,
    Sight,
)
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import duellists
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import manoeuvre_points, use, window_kind
from tests.rulesets.grinding_annihilation.steps import melee_attacks, settle, wounds_left


@pytest.mark.rule("GA-5.3-01", "GA-8.3-16")
@pytest.mark.ruling("GA-5.3-01.3")
def test_a_champion_strikes_at_a_character():
    """The selected formation's Character gains Precision, and all its wounds may go to the visible enemy Character."""
    table = duellists(dice=(5, 5, 5, 5, 5, 5))
    table.when("red", SelectToFight(formation="a-r")).asks("fight_selected", "red")
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").then(BattleManoeuvreUsed, EffectGained, troop="a-r.1")
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    own = tuple(melee_attack for melee_attack in melee_attacks(table, "a-r", "b-b") if melee_attack.troop == "a-r.1")
    sight = Sight(observers=("a-r.1",), troops=("b-l.1",), seen="full", fact="")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=own, sights=(sight,))).accepted()
    settle(table, "AllocateAttack")
    assert window_kind(table) == "precision"
    group = table.game.group.id
    table.faces(1, 1, 1)
    precise = [AllocateAttack(group=group, attack=row, troop="b-l.1") for row in (1, 2, 3)]
    settle(table, AllocateAttack=precise)
    assert wounds_left(table, "b-b") == [3, 3, 1]
    assert manoeuvre_points(table, "red") == 4


@pytest.mark.rule("GA-5.3-01")
@pytest.mark.ruling("GA-5.3-01.2")
def test_without_an_attached_enemy_it_is_refused():
    """Against a squad without a Leader nobody is asked; another formation, or who is no Character, is refused."""
    table = duellists(leader=False)
    table.when("red", SelectToFight(formation="a-r")).asks("close_in", "red")
    table.ask("fight_selected", "red", subject=FormationSubject("a-r"), over=True)
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").rejected("GA-5.3-01", "no-attached-enemy")
    table = duellists()
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.2").rejected("GA-5.3-01", "no-champion", may="a-r.1")
    use(table, "red", "epic_momentum", "a-pair1", troop="a-pair1.1").rejected("GA-5.3-01", "not-selected")


@pytest.mark.rule("GA-5.3-02")
def test_only_the_champion_is_precise():
    """The escorts' wounds are allocated by the target's player; unseen, the champion's are too."""
    table = duellists(dice=(5,) * 6)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").accepted()
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    fellow = tuple(melee_attack for melee_attack in melee_attacks(table, "a-r", "b-b") if melee_attack.troop == "a-r.2")
    sight = Sight(observers=("a-r.2",), troops=("b-l.1",), seen="full", fact="")
    strange = DeclareMeleeAttacks(formation="a-r", attacks=fellow, sights=(sight,))
    table.when("red", strange).rejected("GA-2.4-12", "sight-unasked")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=fellow, sights=())).accepted()
    settle(table, "AllocateAttack")
    assert window_kind(table) == "allocate"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)
    table = duellists(dice=(5,) * 6)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    use(table, "red", "epic_momentum", "a-r", troop="a-r.1").accepted()
    table.when("red", CloseIn(formation="a-r", paths=())).accepted()
    own = tuple(melee_attack for melee_attack in melee_attacks(table, "a-r", "b-b") if melee_attack.troop == "a-r.1")
    blind = Sight(observers=("a-r.1",), troops=("b-l.1",), seen="none", fact="")
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=own, sights=(blind,))).accepted()
    settle(table, "AllocateAttack")
    assert window_kind(table) == "allocate"
    table.dice.faces[6:] = [6, 6, 6]
    settle(table)
