"""Who may shoot, with what, and at whom: the edges of the declaration."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Offer, Shape
from adjudicator.kernel.messages import DisputeFact, FactSettled
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclarationWithdrawn,
    DeclareTargets,
    FormationSelectedToShoot,
    ShootingEnded,
    Sight,
    TargetsDeclared,
)
from tests.rulesets.grinding_annihilation.range_of_fire import Field, ability, kind, profile, weapon

NEAR = (10_000, 11_900)  # 0.9" from the first row


def field(*abilities, near: bool = False, carry=("gun",), **status) -> Field:
    """One formation of three faces another, in Threat Range or 10" away."""
    made = Field()
    made.weapons(
        weapon("gun", profile(*abilities)), weapon("pistol", profile(ability("sidearm"), reach=12)),
        weapon("mortar", profile(ability("indirect"), ability("volatile"), reach=36)),
        weapon("blade", profile(reach=0)), weapon("two", profile(name="a"), profile(ability("storm"), name="b")),
    )  # fmt: skip
    made.formation("a-guns", 3, carry=carry, **status)
    return made.formation("b-wall", 3, at=NEAR if near else None)


@pytest.mark.rule("GA-3.3-02", "GA-8.3-06")
def test_profiles_of_one_weapon_after_an_advance():
    """After an Advance a profile without Storm stays silent, though another of the same weapon may be shot."""
    table = field(move="advance", carry=("gun", "two"))
    table.select().then(FormationSelectedToShoot, only="storm")
    table.declare(("gun", 0, "b-wall")).rejected("GA-8.3-06", "storm-only")
    table.declare(("two", 0, "b-wall")).rejected("GA-8.3-06", "storm-only")
    table.declare(("two", 1, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-3.3-12", "GA-8.3-10")
def test_locked_with_sidearms():
    """Within Threat Range only SideArms shoot, at those within it."""
    table = field(near=True, carry=("pistol", "gun")).formation("b-far", at=(10_000, 16_000))
    table.select().then(FormationSelectedToShoot, only="sidearm")
    table.declare(("gun", 0, "b-wall")).rejected("GA-8.3-10", "sidearm-only")
    table.declare(("pistol", 0, "b-far")).rejected("GA-8.3-10", "beyond-threat")
    table.declare(("pistol", 0, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-3.3-14", "GA-8.3-19")
def test_monstrous_shooters():
    """A Monstrous formation shoots while locked, also at those who lock it, but not with Volatile weapons."""
    table = field(near=True, carry=("gun", "mortar"), keywords=("monstrous",))
    table.formation("b-other", at=(30_000, 30_000)).formation("a-friend", at=(30_000, 31_900))
    table.select().then(FormationSelectedToShoot, only="")
    table.declare(("mortar", 0, "b-wall")).rejected("GA-8.3-19", "volatile-near-friends")
    table.declare(("gun", 0, "b-other")).rejected("GA-3.3-13", "target-locked")
    table.declare(("gun", 0, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-3.3-04", "GA-8.3-14", "GA-8.3-15")
def test_range_and_sight_of_the_same_troop():
    """Some troop of the target has to be within range and visible at once; Indirect needs no sight."""
    table = field(carry=("gun", "mortar"))
    table.formation("b-pair", 2, at=(10_000, 34_000))
    table.change("troops", "b-pair.2", pose=replace(table.game.troops["b-pair.2"].pose, y=36_001))
    table.select()
    mine, (near, far) = table.game.formations["a-guns"].troops, table.game.formations["b-pair"].troops

    def shot(which: str, first: str, second: str) -> DeclareTargets:
        sights = (
            Sight(observers=mine, troops=(near,), seen=first, fact=""),
            Sight(observers=mine, troops=(far,), seen=second, fact=""),
        )
        shots = table.shots("a-guns", (which, 0, "b-pair"))[:1]
        return DeclareTargets(formation="a-guns", shots=shots, sights=sights)

    table.table.when("red", shot("gun", "none", "full")).rejected("GA-3.3-04", "not-visible")
    table.table.when("red", shot("gun", "full", "none")).accepted()
    other = field(carry=("mortar",))
    other.select()
    declared = other.declare(("mortar", 0, "b-wall"), seen="none").one(TargetsDeclared)
    assert (declared.shots[0].target_visible, declared.targets[0].seen) == (False, False)


@pytest.mark.rule("GA-3.3-04", "GA-8.3-03", "GA-2.4-04")
@pytest.mark.parametrize(
    ("gap", "fits", "half"),
    [(24_001, False, False), (24_000, True, False), (12_001, True, False), (12_000, True, True)],
)
def test_ranges_are_inclusive(gap, fits, half):
    """Exactly at its range a weapon reaches, a thousandth beyond it does not; half range likewise."""
    table = Field()
    table.weapons(weapon("gun", profile())).formation("a-guns", carry=("gun",), at=(10_000, 1_000))
    table.formation("b-wall", at=(10_000, 2_000 + gap)).select()
    outcome = table.declare(("gun", 0, "b-wall"))
    if fits:
        assert outcome.one(TargetsDeclared).shots[0].half_range is half
    else:
        outcome.rejected("GA-3.3-04", "out-of-range", distance=gap)


@pytest.mark.rule("GA-3.3-05", "GA-4.1-04", "GA-3.3-03")
def test_shots_that_can_not_be():
    """Each copy of a ranged weapon has one shot, with a profile that it has, by a troop that carries it."""
    table = field(carry=("gun", "blade"))
    table.select()
    table.declare(("blade", 0, "b-wall")).rejected("GA-4.1-04", "melee-weapon")
    table.declare(("gun", 1, "b-wall")).rejected("GA-3.3-03", "no-such-profile")
    shots, sights = table.shots("a-guns", ("gun", 0, "b-wall")), table.sights("a-guns", "b-wall")
    twice = DeclareTargets(formation="a-guns", shots=(*shots, shots[0]), sights=sights)
    table.table.when("red", twice).rejected("GA-3.3-05", "weapon-split", copies=1)
    bare = replace(twice, shots=(replace(shots[0], weapon="mortar"),))
    table.table.when("red", bare).rejected("GA-4.1-04", "no-such-weapon")
    friend = replace(twice, shots=(replace(shots[0], target="a-guns"),))
    table.table.when("red", friend).rejected("GA-3.3-03", "not-an-enemy")


@pytest.mark.rule("GA-8.3-11")
def test_sidearms_or_other_weapons():
    """A troop with SideArms shoots those or its other weapons, as it said; Vehicles shoot both."""
    table = field(carry=("gun", "pistol"))
    table.select("a-guns", "b-wall.1").rejected("GA-8.3-11", "no-sidearm-choice")
    table.select("a-guns", "a-guns.1").accepted()
    table.declare(("gun", 0, "b-wall")).rejected("GA-8.3-11", "sidearms-or-others", troop="a-guns.1")
    table.declare(("pistol", 0, "b-wall")).rejected("GA-8.3-11", "sidearms-or-others", troop="a-guns.2")
    vehicle = field(carry=("gun", "pistol"), keywords=("vehicle",))
    vehicle.select()
    vehicle.declare(("gun", 0, "b-wall"), ("pistol", 0, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-2.4-12")
def test_every_pair_is_stated_once():
    """Sight of every shooter to every troop of the targets is stated exactly once, and of nobody else."""
    table = field()
    table.formation("b-far", at=(10_000, 30_000)).select()
    shots, (sight,) = table.shots("a-guns", ("gun", 0, "b-wall")), table.sights("a-guns", "b-wall")

    def tried(*sights):
        return table.table.when("red", DeclareTargets(formation="a-guns", shots=shots, sights=sights))

    tried().rejected("GA-2.4-12", "sight-missing", observer="a-guns.1", troop="b-wall.1")
    tried(sight, sight).rejected("GA-2.4-12", "sight-twice")
    tried(replace(sight, troops=(*sight.troops, "b-far.1"))).rejected("GA-2.4-12", "sight-unasked", troop="b-far.1")
    tried(replace(sight, seen="perhaps")).rejected("GA-2.4-12", "unknown-sight")
    tried(sight).asks("targets_selected", "blue")


@pytest.mark.rule("GA-2.5-11")
def test_a_lost_dispute_withdraws_the_declaration():
    """A fact of sight that is settled against the shooter brings the declaration down and binds the next one."""
    table = field()
    table.select()
    fact = table.declare(("gun", 0, "b-wall")).one(TargetsDeclared).sights[0].fact
    table.table.faces(3, 5)
    dispute = table.table.when("blue", DisputeFact(fact=fact, value="none"))
    dispute.then(FactSettled, DeclarationWithdrawn, fact=fact).asks("declare_targets", "red")
    table.declare(("gun", 0, "b-wall")).rejected("GA-2.5-11", "sight-settled", settled="none")
    table.declare(("gun", 0, "b-wall"), seen="none").rejected("GA-3.3-04", "not-visible")
    table.declare().then(ShootingEnded)


@pytest.mark.rule("GA-3.3-19", "GA-4.2-09")
def test_vigour_of_a_target():
    """On an Attached formation attacks use the Vigour of its Escort, though the Leader's were higher on a tie."""
    table = field()
    table.formation("b-led", kind=kind(vigour=3), leader=kind("boss", vigour=6), at=(20_000, 24_000)).select()
    declared = table.declare(("gun", 0, "b-led")).one(TargetsDeclared)
    assert (declared.targets[0].vigour.total, declared.targets[0].troops) == (3, 2)


def test_offers_lead_to_a_declaration():
    """What is offered names formations, weapons and targets that a declaration may hold."""
    table = field(carry=("gun", "pistol"))
    assert table.table.offered("red") == ["SelectToShoot", "EndTurn"]
    table.select("a-guns", "a-guns.1")
    (offer,) = table.table.offers("red")
    weapons = [part.values for shape in shapes(offer) for part in shape.parts if part.field == "weapon"]
    assert weapons == [Choice(("pistol",)), Choice(("gun",)), Choice(("gun",))]


def shapes(offer: Offer) -> list[Shape]:
    return [each.values for each in offer.fields if each.field == "shots" and isinstance(each.values, Shape)]
