"""Allocation, supports, psychic pools, effects and Cunning Assault, by the commands of both sides."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.messages import (
    AllocatedHit,
    AllocateHits,
    Allocation,
    AllocationsRevealed,
    AssaultAdvantageGained,
    ChooseDeflections,
    DamageRolled,
    DamagingHit,
    GroupCount,
    HitsAllocated,
    HitScored,
    PassChoice,
    SuccessesDeflected,
    SuccessesExchanged,
    SupportMove,
    SupportUse,
    TypedDie,
    UnitSetOnFire,
    UseCunningAssault,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.rows import Fight
from tests.rulesets.hex_orders import givens
from tests.rulesets.hex_orders.givens import ability, begin, deflection, die, infantry, line, model, tank
from tests.rulesets.hex_orders.test_built_assault import mover, stays

PLAIN = infantry().models[0]


def count(group, number):
    return GroupCount(group=group, count=number)


def hits(*rows):
    """An answer of (group, target, supports ...)."""
    return AllocateHits(
        allocation=Allocation(hits=tuple(DamagingHit(group=g, target=t, supports=tuple(s)) for g, t, *s in rows))
    )


def worked(alive=3):
    """HX-ASSAULT-29: a Dark-Elf tank and base of four with shields meet an Elf tank and base."""
    unshielded = replace(tank().models[0], deflection=None)
    dark = tank(nation="dark_elf"), infantry(nation="dark_elf")
    shielded = (replace(PLAIN, deflection=deflection(1, 5)), *infantry().models[:3])
    elf = tank(nation="elf", models=(unshielded,)), infantry(models=infantry().models[:alive])
    units = [
        ("a1", "D6", "N", dark[0], {"speed": "slow"}), ("a2", "D6", "N", replace(dark[1], models=shielded)),
        ("b1", "D4", "S", elf[0], {"speed": "slow"}), ("b2", "D4", "S", elf[1]),
    ]  # fmt: skip
    table = givens.table(units=units)
    rows = (mover("a1", "D6", "D5"), mover("a2", "D6", "D5"), mover("b1", "D4", "D5"), mover("b2", "D4", "D5"))
    table.put("fights", Fight("f1", "D5", rows))
    table.faces(5, 5, 5, 1, 5, 5, 5, 5)  # seven successes, the tank's in one group, the infantry's in another
    table.faces(5, 5, 5, 1, *[5] * 3, *[1] * (alive - 3))  # three of the tank, three of the infantry
    table.faces(5, 5, 5)  # three deflections
    return table, begin(table, "assault_1")


@pytest.mark.rule("HX-ASSAULT-29")
@pytest.mark.rule("HX-ASSAULT-30")
@pytest.mark.rule("HX-ASSAULT-25")
@pytest.mark.rule("HX-ASSAULT-26")
def test_the_worked_assault():
    """Seven against six less three: the Dark-Elf has the advantage, deflects the tank's, and both allocate."""
    table, begun = worked()
    gained = begun.one(AssaultAdvantageGained)
    assert (gained.seat, gained.successes, gained.deflections, gained.left) == (0, (7, 6), (3, 0), (7, 3))
    begun.asks("deflections", "red")
    tank_three = ChooseDeflections(enemy=(count("b1.1", 3),))
    table.when("red", tank_three).then(SuccessesDeflected).asks("allocations", "red", "blue")
    both = [("a1.1", "b2"), ("a1.1", "b2"), ("a1.1", "b2")]
    too_many = hits(*both, ("a2.1", "b2"), ("a2.1", "b1", count("a2.1", 2)))
    table.when("red", too_many).rejected("HX-ASSAULT-25", "too-many-hits", target="b2", hits=4, models=3)
    left = hits(*both, ("a2.1", "b1"))
    table.when("red", left).rejected("HX-ASSAULT-24", "successes-left", group="a2.1")
    early = hits(("a1.1", "b2"), ("a1.1", "b2"), ("a2.1", "b1", count("a1.1", 1), count("a2.1", 3)))
    table.when("red", early).rejected("HX-ASSAULT-26", "support-too-early", hits=3, due=4)
    good = hits(*both, ("a2.1", "b1", count("a2.1", 3)))
    table.when("red", good).then(HitsAllocated).without(AllocationsRevealed).asks("allocations", "blue")
    told = table.view("blue")
    assert not told.fights[0].hits
    done = table.faces(*[1] * 40).when("blue", hits(*[("b2.1", "a2")] * 3))
    done.then(AllocationsRevealed, HitScored)
    shown = done.one(AllocationsRevealed).hits
    assert [(each.id, each.group, each.target) for each in shown] == [
        ("h1", "a1.1", "b2"), ("h2", "a1.1", "b2"), ("h3", "a1.1", "b2"), ("h4", "a2.1", "b1"),
        ("h5", "b2.1", "a2"), ("h6", "b2.1", "a2"), ("h7", "b2.1", "a2"),
    ]  # fmt: skip
    assert shown[3].supports == (count("a2.1", 3),)
    table.dice.faces[:] = table.dice.faces[: table.dice.thrown]


@pytest.mark.rule("HX-ASSAULT-30")
def test_the_printed_split_fits_a_base_of_four():
    """Four on the infantry, one on the tank with two supports: accepted where the base has four alive models."""
    table, _ = worked(4)
    table.when("red", ChooseDeflections(enemy=(count("b1.1", 3),)))
    four = [("a1.1", "b2")] * 3 + [("a2.1", "b2")]
    table.when("red", hits(*four, ("a2.1", "b1", count("a2.1", 2)))).then(HitsAllocated)


@pytest.mark.rule("HX-GAP-08")
def test_silence_allocates_in_listed_order():
    """What silence stands for, and every offer, is a legal allocation."""
    table, _ = worked()
    asks = table.rules.windows["deflections"]
    table.when("red", asks.otherwise(table.game, table.window, 0))
    asks = table.rules.windows["allocations"]
    for seat in (0, 1):
        assert not table.refused(asks.otherwise(table.game, table.window, seat), seat)
        assert table.offers(seat)
    usual = hits(("a1.1", "b1", count("a2.1", 3)), ("a1.1", "b2"), ("a1.1", "b2"), ("a2.1", "b2"))
    assert asks.otherwise(table.game, table.window, 0) == usual


def pooled(*, dice, models, target=None, blue=None, options=None, nation="ork"):
    """A base of seat 0 enters D5, where a base that never hits defends."""
    meek = model("meek", line(1, 6, 0, "d6"))
    foe = target or infantry(models=(meek,) * 4)
    units = [("a1", "D6", "N", infantry(nation=nation, models=models)), ("b1", "D5", "N", foe)]
    table = givens.table(dice, units=units, options=options)
    table.put("fights", Fight("f1", "D5", (mover("a1", "D6", "D5"), stays("b1", "D5", "back"))))
    return table, begin(table, "assault_1")


@pytest.mark.rule("HX-ASSAULT-31")
@pytest.mark.rule("HX-ASSAULT-32")
def test_real_and_psychic_hits_are_two_pools():
    """Five real and three psychic successes on four models: four real, one real support, three psychic."""
    mind = model("mind", replace(line(1, 5), damage=None, extra=(TypedDie(type="psychic", die=die("d6")),)))
    table, begun = pooled(dice=[*[5] * 8, *[1] * 4], models=(*(PLAIN,) * 5, *(mind,) * 3))
    begun.asks("allocations", "red")
    real, psychic = [("a1.1", "b1")] * 3, [("a1.2", "b1")] * 3
    wrong = hits(*real, ("a1.1", "b1"), *psychic[:2], ("a1.2", "b1", count("a1.1", 1)))
    table.when("red", wrong).rejected("HX-ASSAULT-32", "other-kind-of-damage")
    table.faces(*[1] * 7).when("red", hits(*real, ("a1.1", "b1", count("a1.1", 1)), *psychic))
    table.last.asks("damage_order", "red")
    table.when("red", PassChoice()).then(DamageRolled, table="psychic")
    assert [each.table for each in table.events if isinstance(each, DamageRolled)] == ["regular"] * 4 + ["psychic"] * 3


@pytest.mark.rule("HX-ASSAULT-32")
def test_psychic_supports_add_to_psychic_damage():
    """Two real and two psychic successes on one model: each hit has a support of its kind."""
    mind = model("mind", replace(line(1, 5), damage=None, extra=(TypedDie(type="psychic", die=die("d6")),)))
    foe = infantry(models=(model("meek", line(1, 6)),))
    table, begun = pooled(dice=[5, 5, 5, 5, 1], models=(PLAIN, PLAIN, mind, mind), target=foe)
    begun.then(AllocationsRevealed).asks("damage_order", "red")
    table.faces(1, 2).when("red", PassChoice())
    rolled = [(each.table, each.total.total) for each in table.events if isinstance(each, DamageRolled)]
    assert rolled == [("regular", 2), ("psychic", 3)]


@pytest.mark.rule("HX-ASSAULT-33")
def test_supports_raise_regular_damage_only():
    """Regular d6 and psychic d6 with two supports: 3 makes 5 regular and stays 3 psychic."""
    both = model("both", line(1, 5, extra=(TypedDie(type="psychic", die=die("d6")),)))
    foe = infantry(models=(model("meek", line(1, 6)),))
    _, begun = pooled(dice=[5, 5, 5, 1, 3, 3], models=(both,) * 3, target=foe)
    rolled = [(each.table, each.total.total) for each in begun.events if isinstance(each, DamageRolled)]
    assert rolled == [("regular", 5), ("psychic", 3)]


@pytest.mark.rule("HX-ABILITIES-19")
def test_a_flaming_support_sets_the_base_on_fire():
    """A flaming success that only supports sets the base on fire, once."""
    flaming = model("flaming", line(1, 5, effects=(WeaponEffect(kind="fire", level=0),)))
    foe = infantry(models=(model("meek", line(1, 6)),))
    table, begun = pooled(dice=[5, 5, 5, 1], models=(PLAIN, flaming, flaming), target=foe)
    begun.asks("allocations", "red")
    done = table.faces(1).when("red", hits(("a1.1", "b1", count("a1.2", 2))))
    assert sum(isinstance(each, UnitSetOnFire) for each in done.events) == 1


def cunning(*, dice, number=2):
    """A cunning base enters against a tank without armour and dice to fear."""
    sly = model("sly", line(1, 5), abilities=(ability("cunning_assault", number),))
    foe = tank(nation="elf", armour=givens.angles(0), models=(model("tank", line(1, 6)),))
    return pooled(dice=dice, models=(sly,) * 5, target=foe)


@pytest.mark.rule("HX-ABILITIES-11")
def test_supports_are_exchanged_for_light_rolls():
    """Five successes on a tank, [1 per 2]: one damages, four supports make two rolls on the light table."""
    table, begun = cunning(dice=[*[5] * 5, 1])
    begun.then(AllocationsRevealed).asks("cunning", "red")
    three = UseCunningAssault(target="b1", supports=(SupportUse(hit="h1", supports=count("a1.1", 3)),))
    table.when("red", three).rejected("HX-ABILITIES-11", "not-divisible", count=3, each=2)
    most = UseCunningAssault(target="b1", supports=(SupportUse(hit="h1", supports=count("a1.1", 6)),))
    table.when("red", most).rejected("HX-ABILITIES-11", "too-many-supports")
    four = UseCunningAssault(target="b1", supports=(SupportUse(hit="h1", supports=count("a1.1", 4)),))
    left = (AllocatedHit(id="h1", seat=0, group="a1.1", target="b1"),)
    table.when("red", four).then(SuccessesExchanged, rolls=2, left=left)
    table.last.then(HitScored).asks("damage_order", "red")
    assert [(each.id, each.light) for each in givens.pool(table)] == [("h1", False), ("h2", True), ("h3", True)]
    table.faces(2, 4, 5).when("red", PassChoice())
    tables = [(each.table, each.face) for each in table.events if isinstance(each, DamageRolled)]
    assert tables == [("regular", 2), ("light", 4), ("light", 5)]


@pytest.mark.rule("HX-ABILITIES-13")
def test_supports_without_their_hit_are_lost():
    """A damaging hit and a support are exchanged: the other support has no hit to go to and is lost."""
    table, _ = cunning(dice=[5, 5, 5, 1, 1, 1])
    one = count("a1.1", 1)
    use = UseCunningAssault(target="b1", hits=("h1",), supports=(SupportUse(hit="h1", supports=one),))
    wrong = replace(use, moved=(SupportMove(leaves="h1", joins="h1", supports=one),))
    table.when("red", wrong).rejected("HX-ABILITIES-13", "hit-not-there")
    table.faces(1).when("red", use).then(SuccessesExchanged, rolls=1, left=()).then(DamageRolled, table="light")


@pytest.mark.rule("HX-ABILITIES-12")
def test_infantry_has_no_light_table():
    """Successes on a base without a light table are not exchanged: nobody is asked."""
    sly = model("sly", line(1, 5), abilities=(ability("cunning_assault", 2),))
    _, begun = pooled(dice=[5, 5, 5, *[1] * 4], models=(sly,) * 3)
    begun.then(AllocationsRevealed).asks("damage_order", "red")


def test_every_offer_of_an_exchange_is_accepted():
    """What is offered can be given: the exchange of two or four successes, or passing."""
    table, _ = cunning(dice=[*[5] * 5, 1])
    assert table.offered("red") == ["PassChoice", "UseCunningAssault", "UseCunningAssault"]
    table.faces(1, 1).when("red", PassChoice())
    table.dice.faces[:] = table.dice.faces[: table.dice.thrown]
