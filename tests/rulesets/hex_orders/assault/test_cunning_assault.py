"""Cunning Assault: successes that are exchanged for light damage."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AllocatedHit,
    AllocationsRevealed,
    DamageRolled,
    GroupCount,
    HitScored,
    PassChoice,
    SuccessesExchanged,
    SupportMove,
    SupportUse,
    UseCunningAssault,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    ALWAYS_HITS,
    NEVER_HITS,
    base_that_fights,
    model_that_fights,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import (
    against_harmless,
    allocate,
    count,
    damage,
    enter_from_both_sides,
    hit,
    strike,
)
from tests.rulesets.hex_orders.damage.fixtures import resistance_to
from tests.rulesets.hex_orders.fixtures import ability, angles, infantry, line, model, tank
from tests.rulesets.hex_orders.steps import (
    events_of_kind,
    finish_silently,
    innermost_window,
    pool,
    refused,
    rolls_of_game,
)


def cunning(count, *, per=2, others=0):
    """Make orks that hit always and may exchange successes, with others beside them that may not."""
    clever = replace(model("clever", ALWAYS_HITS), abilities=(ability("cunning_assault", per),))
    return infantry(nation="ork", models=(*[clever] * count, *[model("plain", ALWAYS_HITS)] * others))


def exchange(played, target, *hits, supports=0, group="a1.1", moved=()):
    """Exchange hits, and supports of the first hit on a base."""
    of = [row for row in played.game.fights["f1"].hits if row.target == target]
    used = (SupportUse(hit=of[0].id, supports=GroupCount(group=group, count=supports)),) if supports else ()
    return UseCunningAssault(target=target, hits=tuple(of[number].id for number in hits), supports=used, moved=moved)


@pytest.mark.rule("HX-ABILITIES-11")
@pytest.mark.ruling("HX-ABILITIES-11.2")
def test_successes_are_exchanged_for_light_damage():
    """[1 per 2], 5 successes on a tank: keep the damaging one and exchange 4 supports for two light rolls."""
    played = enter_from_both_sides([1] * 5 + [1], [cunning(5)], [unmanned_vehicle()], "cunning")
    assert innermost_window(played).asks == (0,)
    refused(played, "red", exchange(played, "b1", supports=3), "HX-ABILITIES-11", "not-divisible")
    played.faces(3, 5, 1)
    played.when("red", exchange(played, "b1", supports=4)).accepted()
    finish_silently(played)
    assert [row.rolls for row in events_of_kind(played, SuccessesExchanged)] == [2]
    assert len(damage(played, "light")["b1"]) == 2
    assert len(damage(played)["b1"]) == 1
    assert len([why for why, _, _ in rolls_of_game(played) if why == "light-damage"]) == 2


@pytest.mark.rule("HX-ABILITIES-11")
@pytest.mark.ruling("HX-SPECIAL-04.2", "HX-ABILITIES-11.3")
def test_light_damage_is_typed_damage():
    """No armour and no supports for a light roll; a light resistance counts."""
    target = unmanned_vehicle(armour=tank().armour, resistances=resistance_to("light", 1))
    played = enter_from_both_sides([1] * 2 + [1], [cunning(2)], [target], "cunning")
    played.faces(5)
    played.when("red", exchange(played, "b1", 0, supports=1)).accepted()
    finish_silently(played)
    assert damage(played, "light") == {"b1": [5 - 1]}
    assert (damage(played), rolls_of_game(played, "armour")) == ({}, [])


@pytest.mark.rule("HX-ABILITIES-11")
@pytest.mark.ruling("HX-ABILITIES-11.2")
def test_only_successes_of_models_with_the_ability_count():
    """Two successes of plain models can not be exchanged."""
    played = enter_from_both_sides(
        [1] * 4 + [1] * 2, [cunning(2, others=2)], [unmanned_vehicle(), unmanned_vehicle()], "allocations"
    )
    played.when("red", allocate(strike("a1.1", "b1", a1_1=1), strike("a1.2", "b2", a1_2=1))).accepted()
    finish_silently(played, "cunning")
    refused(played, "red", exchange(played, "b2", 0, supports=1, group="a1.2"), "HX-ABILITIES-11", "not-cunning")
    played.faces(4, 1)
    played.when("red", exchange(played, "b1", 0, supports=1)).accepted()
    finish_silently(played)
    assert (damage(played, "light"), damage(played)) == ({"b1": [4]}, {"b2": [1 + 1]})


@pytest.mark.rule("HX-ABILITIES-12")
def test_only_bases_with_a_light_table_are_open_to_it():
    """2 successes on infantry and 1 on a tank with [1 per 2]: no exchange is possible."""
    played = enter_from_both_sides(
        [1] * 3 + [1] * 3 + [1] * 3, [cunning(3)], [base_that_fights(2, NEVER_HITS), unmanned_vehicle()]
    )
    assert not events_of_kind(played, SuccessesExchanged)
    assert len(hit(played)) == 3


@pytest.mark.rule("HX-ABILITIES-12")
def test_successes_on_other_bases_stay():
    """With 2 successes on each, those on the tank may be exchanged and those on the infantry may not."""
    played = enter_from_both_sides(
        [1] * 4 + [1] * 3, [cunning(4)], [base_that_fights(2, NEVER_HITS), unmanned_vehicle()], "allocations"
    )
    played.when("red", allocate(*[strike("a1.1", "b1")] * 2, strike("a1.1", "b2", a1_1=1))).accepted()
    finish_silently(played, "cunning")
    refused(played, "red", exchange(played, "b1", 0, 1), "HX-ABILITIES-12", "no-light-table")
    played.faces(1, 1, 4)
    played.when("red", exchange(played, "b2", 0, supports=1)).accepted()
    finish_silently(played)
    assert (damage(played, "light"), hit(played).count(("a1", "b1"))) == ({"b2": [4]}, 2)


@pytest.mark.rule("HX-ABILITIES-13")
@pytest.mark.ruling("HX-ABILITIES-13.2")
def test_a_support_without_its_hit_is_lost():
    """After a damaging hit and one support are exchanged the other support does nothing."""
    played = enter_from_both_sides([1] * 3 + [1], [cunning(3)], [unmanned_vehicle()], "cunning")
    played.faces(4)
    played.when("red", exchange(played, "b1", 0, supports=1)).accepted()
    finish_silently(played)
    assert (damage(played), damage(played, "light")) == ({}, {"b1": [4]})


@pytest.mark.rule("HX-ABILITIES-13")
@pytest.mark.ruling("HX-ABILITIES-13.2")
def test_it_may_join_another_hit_before():
    """A support whose hit is exchanged may be moved to another damaging hit of the same side."""
    played = enter_from_both_sides(
        [1] * 4 + [1] * 2, [cunning(4)], [unmanned_vehicle(), model_that_fights()], "allocations"
    )
    played.when("red", allocate(strike("a1.1", "b1", a1_1=2), strike("a1.1", "b2"))).accepted()
    finish_silently(played, "cunning")
    hits = {row.target: row.id for row in played.game.fights["f1"].hits}
    moved = SupportMove(leaves=hits["b1"], joins=hits["b2"], supports=GroupCount(group="a1.1", count=1))
    played.faces(4, 2)
    played.when("red", exchange(played, "b1", 0, supports=1, moved=(moved,))).accepted()
    finish_silently(played)
    assert damage(played, "light")["b1"][0] in {2, 4}
    assert damage(played)["b2"] in ([2 + 1], [4 + 1])


@pytest.mark.rule("HX-ABILITIES-13")
def test_nothing_is_allocated_anew():
    """After the exchange the fight goes on to its damage: nobody is asked to allocate again."""
    played = enter_from_both_sides([1] * 5 + [1], [cunning(5)], [unmanned_vehicle()], "cunning")
    played.faces(3, 5, 1)
    played.when("red", exchange(played, "b1", supports=4)).accepted()
    finish_silently(played, "retreats", "cunning", "allocations")
    assert innermost_window(played).kind == "retreats"
    finish_silently(played)
    assert len(events_of_kind(played, SuccessesExchanged)) == 1


def cunning_against_tank(*, dice, number=2):
    """A cunning base enters against a tank without armour and dice to fear."""
    sly = model("sly", line(1, 5), abilities=(ability("cunning_assault", number),))
    enemy = tank(nation="elf", armour=angles(0), models=(model("tank", line(1, 6)),))
    return against_harmless(dice=dice, models=(sly,) * 5, target=enemy)


@pytest.mark.rule("HX-ABILITIES-11")
def test_supports_are_exchanged_for_light_rolls():
    """Five successes on a tank, [1 per 2]: one damages, four supports make two rolls on the light table."""
    played, begun = cunning_against_tank(dice=[*[5] * 5, 1])
    begun.then(AllocationsRevealed).asks("cunning", "red")
    three = UseCunningAssault(target="b1", supports=(SupportUse(hit="h1", supports=count("a1.1", 3)),))
    played.when("red", three).rejected("HX-ABILITIES-11", "not-divisible", count=3, each=2)
    most = UseCunningAssault(target="b1", supports=(SupportUse(hit="h1", supports=count("a1.1", 6)),))
    played.when("red", most).rejected("HX-ABILITIES-11", "too-many-supports")
    four = UseCunningAssault(target="b1", supports=(SupportUse(hit="h1", supports=count("a1.1", 4)),))
    left = (AllocatedHit(id="h1", seat=0, group="a1.1", target="b1"),)
    played.when("red", four).then(SuccessesExchanged, rolls=2, left=left)
    played.last.then(HitScored).asks("damage_order", "red")
    assert [(row.id, row.light) for row in pool(played)] == [("h1", False), ("h2", True), ("h3", True)]
    played.faces(2, 4, 5).when("red", PassChoice())
    tables = [(event.table, event.face) for event in played.events if isinstance(event, DamageRolled)]
    assert tables == [("regular", 2), ("light", 4), ("light", 5)]


@pytest.mark.rule("HX-ABILITIES-13")
def test_supports_without_their_hit_are_lost():
    """A damaging hit and a support are exchanged: the other support has no hit to go to and is lost."""
    played, _ = cunning_against_tank(dice=[5, 5, 5, 1, 1, 1])
    one = count("a1.1", 1)
    use = UseCunningAssault(target="b1", hits=("h1",), supports=(SupportUse(hit="h1", supports=one),))
    wrong = replace(use, moved=(SupportMove(leaves="h1", joins="h1", supports=one),))
    played.when("red", wrong).rejected("HX-ABILITIES-13", "hit-not-there")
    played.faces(1).when("red", use).then(SuccessesExchanged, rolls=1, left=()).then(DamageRolled, table="light")


@pytest.mark.rule("HX-ABILITIES-12")
def test_infantry_has_no_light_table():
    """Successes on a base without a light table are not exchanged: nobody is asked."""
    sly = model("sly", line(1, 5), abilities=(ability("cunning_assault", 2),))
    _, begun = against_harmless(dice=[5, 5, 5, *[1] * 4], models=(sly,) * 3)
    begun.then(AllocationsRevealed).asks("damage_order", "red")


@pytest.mark.rule("HX-ABILITIES-11")
def test_every_offer_of_an_exchange_is_accepted():
    """What is offered can be given: the exchange of two or four successes, or passing."""
    played, _ = cunning_against_tank(dice=[*[5] * 5, 1])
    assert played.offered("red") == ["PassChoice", "UseCunningAssault", "UseCunningAssault"]
    played.faces(1, 1).when("red", PassChoice())
    played.dice.faces[:] = played.dice.faces[: played.dice.thrown]
