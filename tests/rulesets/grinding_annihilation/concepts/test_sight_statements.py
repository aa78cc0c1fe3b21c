"""Sight stated by players (GA-2.4-12), every pair of troops once, and in its own values."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.windows import FactsSubject, subject_of
from adjudicator.kernel.messages import ConfirmFact, DisputeFact, FactConfirmed, SettleDispute
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    DeclarationWithdrawn,
    DeclareTargets,
    HitsRolled,
    SelectToShoot,
    Sight,
    TargetsDeclared,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts import sight_statements
from tests.rulesets.grinding_annihilation.concepts.steps import fact_of, sight_stated
from tests.rulesets.grinding_annihilation.fixtures import ability, duel, gun
from tests.rulesets.grinding_annihilation.shooting.fixtures import melee_table, shooters_of_three
from tests.rulesets.grinding_annihilation.shooting.steps import melee_declaration, select_shooter
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    last_event,
    living,
    refused,
    sees,
    settle,
    shots,
    stated_fact,
)


@pytest.mark.rule("GA-2.4-09", "GA-2.4-12")
def test_one_visible_troop_makes_a_formation_visible():
    """A formation of which one troop is seen may be shot at, and a hidden one may take the wound."""
    table = duel(3, 4, 1, troops=5)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    hidden = tuple(f"b-b.{number}" for number in range(1, 5))
    found = (
        Sight(observers=("a-r.1",), troops=hidden, seen="none", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.5",), seen="visible", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=found)).accepted()
    settle(table, "AllocateAttack")
    group = table.view("blue").group.id
    table.when("blue", AllocateAttack(group=group, attack=1, troop="b-b.1")).accepted()
    settle(table)
    assert living(table, "b-b") == [*hidden[1:], "b-b.5"]


@pytest.mark.rule("GA-2.4-12", "GA-2.5-11")
def test_confirmed_sight_stands():
    """The other player confirms what was said of sight; then the attacks begin."""
    table = sight_stated(1)
    refused(table, "red", ConfirmFact(fact=fact_of(table)), "GA-2.4-12").rejected("GA-2.4-12", "not-asked")
    table.when("blue", ConfirmFact(fact=fact_of(table))).then(FactConfirmed)
    settle(table)
    assert len(events_of(table, HitsRolled)) == 1


@pytest.mark.rule("GA-2.5-11", "GA-8.3-14")
def test_settled_sight_holds_in_the_new_declaration():
    """What was settled is stated so in the new declaration, and is not asked about again."""
    table = duel(1, 6, 2, gun=gun("mortar", "indirect"))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).then(DeclarationWithdrawn)
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="none")
    table.when("red", command).accepted()
    settle(table)
    assert last_event(table, HitsRolled).needed.total == 4


@pytest.mark.rule("GA-2.4-12", "GA-2.5-11")
def test_sight_is_disputed_in_its_own_values():
    """What a player holds against a statement of sight is one of none, visible and full."""
    table = sight_stated()
    refused(table, "blue", DisputeFact(fact=fact_of(table), value="sideways"), "GA-2.4-12").rejected(
        "GA-2.4-12", "unknown-sight"
    )
    table = sight_stated(referee=True)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).accepted()
    refused(table, "referee", SettleDispute(fact=fact_of(table), value="sideways", reason=""), "GA-2.4-12").rejected(
        "GA-2.4-12", "unknown-sight"
    )


@pytest.mark.rule("GA-2.4-12")
@pytest.mark.ruling("GA-2.4-12.2")
@pytest.mark.parametrize("seen", ["visible", "full"])
def test_sight_is_stated_for_every_pair(seen: str):
    """Targets are declared with what each troop sees of each troop of the target, or not at all."""
    table = select_shooter(duel(1, 1, guns=2, troops=2, gap=20))
    fired = shots(table, "a-r", "b-b")
    sight = sees(table, "a-r", "b-b", seen=seen)
    for part in (replace(sight, troops=("b-b.1",)), replace(sight, observers=("a-r.2",))):
        table.when("red", aim(table, "a-r", *fired, sights=(part,))).rejected("GA-2.4-12", "sight-missing")
    table.when("red", aim(table, "a-r", *fired, sights=(sight, sight))).rejected("GA-2.4-12", "sight-twice")
    table.when("red", aim(table, "a-r", *fired, sights=(sight,))).accepted()
    settle(table)
    assert last_event(table, TargetsDeclared).sights[0].seen == seen


@pytest.mark.rule("GA-2.4-12")
def test_every_pair_is_stated_once():
    """Sight of every shooter to every troop of the targets is stated exactly once, and of nobody else."""
    table = shooters_of_three()
    table.formation("b-far", at=(10_000, 30_000)).select()
    shots, (sight,) = table.shots("a-guns", ("gun", 0, "b-wall")), table.sights("a-guns", "b-wall")

    def tried(*sights):
        return table.table.when("red", DeclareTargets(formation="a-guns", shots=shots, sights=sights))

    tried().rejected("GA-2.4-12", "sight-missing", observer="a-guns.1", troop="b-wall.1")
    tried(sight, sight).rejected("GA-2.4-12", "sight-twice")
    tried(replace(sight, troops=(*sight.troops, "b-far.1"))).rejected("GA-2.4-12", "sight-unasked", troop="b-far.1")
    tried(replace(sight, seen="perhaps")).rejected("GA-2.4-12", "unknown-sight")
    tried(sight).asks("targets_selected", "blue")


@pytest.mark.rule("GA-2.4-12", "GA-2.5-11")
@pytest.mark.parametrize("value", ["", "maybe", "VISIBLE", "visible "])
def test_a_dispute_of_sight_says_what_is_seen(value):
    """A word that is no sight is refused: settled, nobody could make a declaration that agrees with it."""
    table = duel()
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    fact = stated_fact(table)
    table.when("blue", DisputeFact(fact=fact, value=value)).rejected("GA-2.4-12", "unknown-sight", found=value)


@pytest.mark.rule("GA-2.4-12")
def test_a_statement_of_thousands_of_names_costs_no_more_than_its_length(monkeypatch):
    """Of what is said about sight only the pairs that matter are made, however many names a statement has."""
    rows: list[tuple[str, ...]] = []

    def counting(*sides: Collection[str]) -> list[tuple[str, ...]]:
        pairs = list(product(*(sorted(side)[:99] for side in sides)))
        rows.extend(pairs)
        return pairs

    monkeypatch.setattr(sight_statements, "product", counting)
    names = tuple(f"a-x.{n}" for n in range(6000))
    sight = Sight(observers=(*names, "a-r.1"), troops=("b-b.1", *names), seen="full", fact="")
    wanted = [("a-r.1", "b-b.1"), ("a-r.1", "b-b.2")]
    assert sight_statements.stated_of(duel().game, (sight,), wanted) == [("a-r.1", "b-b.1")]
    assert rows == [("a-r.1", "b-b.1")]


@pytest.mark.rule("GA-8.3-16", "GA-2.5-11")
def test_sight_in_melee_may_be_disputed():
    """Sight of a Character, stated for Precision, may be disputed; the declaration then falls and is made anew."""
    field = melee_table(ability("precision"), swiftness=1)
    sight = Sight(observers=("a-guns.1",), troops=("b-nextboss.1",), seen="visible", fact="")
    field.table.when("red", melee_declaration(("b-next", 0), sights=(sight,))).asks("targets_selected", "blue")
    (fact,) = subject_of(field.window, FactsSubject).facts
    field.table.faces(1, 2)
    disputed = field.table.when("blue", DisputeFact(fact=fact, value="none"))
    disputed.then(DeclarationWithdrawn).asks("declare_melee", "red")
    field.table.when("red", melee_declaration(("b-next", 0), sights=(sight,))).rejected("GA-2.5-11", "sight-settled")
    field.table.when("red", melee_declaration(("b-next", 0))).asks("attack_group", "red")
