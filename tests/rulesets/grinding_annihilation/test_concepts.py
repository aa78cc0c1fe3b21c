"""Chapter 2: formations, cohesion, Threat Range, distances, stated sight, dice and the order of rules."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.kernel.messages import (
    ConfirmFact,
    DisputeFact,
    DisputeRolledOff,
    FactConfirmed,
    FactSettled,
    FactStated,
    SettleDispute,
)
from adjudicator.rulesets.grinding_annihilation import QUERIES
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttacksCounted,
    CohesionChecked,
    DeadlyDemiseRolled,
    DeclarationWithdrawn,
    DeclareNormalMove,
    DeclareRetreat,
    DieRerolled,
    EndTurn,
    FormationMoved,
    HitsRolled,
    PlayerTurnEnded,
    RemainStationary,
    RemoveOutOfCohesion,
    RerollDie,
    RoundEnded,
    SelectToShoot,
    Sight,
    TargetsDeclared,
    TroopRemovedForCohesion,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import Distance, MeasureDistanceRequest
from tests.kit import GAME, Table, party_of
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    aim,
    battle,
    declare,
    duel,
    fire,
    formation,
    gun,
    last,
    line,
    living,
    make,
    move,
    path,
    places,
    refused,
    settle,
    shoot,
    shots,
    story,
)
from tests.rulesets.grinding_annihilation.ground import craters, hill, with_terrain, woods


def broken(*at: Place, fallen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """End a turn with "a-r" standing at these places, and tell who is out of cohesion."""
    table = battle(formation("a-r", at=at), fallen=fallen)
    return table.when("red", EndTurn()).one(CohesionChecked).broken


# -- formations


@pytest.mark.rule("GA-2.1-06", "GA-8.3-31")
def test_rules_of_a_keyword_are_for_those_who_have_it():
    """A rule for Infantry works on those with the keyword, whatever others they have."""
    weapon = gun("beam", "emission")
    assert last(shoot(3, 3, 6, gun=weapon, keywords=("autereium", "infantry")), WoundsRolled).wounds == 1
    assert last(shoot(3, 3, gun=weapon, keywords=("vehicle", "fly")), WoundsRolled).wounds == 0


@pytest.mark.rule("GA-2.1-07")
def test_destroyed_formations_neither_act_nor_are_targets():
    """What is destroyed is commanded and shot at no more."""
    red, gone = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(20, 10)])
    table = battle(red, gone, formation("a-q", at=[(10, 20)]), fallen=("a-q.1",), dice=())
    refused(table, "red", SelectToShoot(formation="a-q", sidearms=()), "GA-2.1-07").rejected(
        "GA-2.1-07", "shooter-off-field"
    )
    table = battle(red, gone, fallen=("b-b.1",))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b")), "GA-2.1-07").rejected(
        "GA-2.1-07", "target-off-field"
    )


# -- cohesion


@pytest.mark.rule("GA-2.2-01")
@pytest.mark.parametrize(("gap", "rise", "linked"), [(2, 5, True), (2.001, 0, False), (1, 5.1, False), (0, 0, True)])
def test_linked_within_two_inches_and_five_in_height(gap: float, rise: float, *, linked: bool):
    """Two troops are linked at no more than 2 inches in plan and 5 in height."""
    assert broken((10, 10), (11 + gap, 10, rise)) == (() if linked else ("a-r",))


@pytest.mark.rule("GA-2.2-02")
def test_two_pairs_are_no_group():
    """All troops have to form one group: two pairs are none, a chain is one."""
    assert broken((10, 10), (11.5, 10), (15.5, 10), (17, 10)) == ("a-r",)
    assert broken(*((10 + 3 * number, 10) for number in range(4))) == ()


@pytest.mark.rule("GA-2.2-03")
@pytest.mark.parametrize(("count", "whole"), [(6, True), (7, False)])
def test_seven_troops_need_two_links_each(count: int, *, whole: bool):
    """From seven troops on each needs two links: a line has one at its ends."""
    assert broken(*line(count, 10, step=2.5)) == (() if whole else ("a-r",))


@pytest.mark.rule("GA-2.2-03")
def test_seven_linked_twice_are_one_group():
    """Seven in two ranks are in cohesion; two rings apart from each other are not."""
    assert broken(*line(4, 10), *line(3, 11.5)) == ()
    assert broken(*line(4, 10), *line(3, 14.2)) == ("a-r",)


@pytest.mark.rule("GA-2.2-03")
def test_living_troops_are_counted():
    """Six left of seven need one link each."""
    assert broken(*line(7, 10, step=2.5), fallen=("a-r.7",)) == ()
    assert broken(*line(8, 10, step=2.5), fallen=("a-r.8",)) == ("a-r",)


@pytest.mark.rule("GA-2.2-04")
def test_single_troop_is_always_in_cohesion():
    """Who is left alone is in cohesion."""
    assert broken(*line(5, 10), fallen=("a-r.1", "a-r.2", "a-r.3", "a-r.4")) == ()


@pytest.mark.rule("GA-2.2-05", "GA-2.2-07")
def test_move_ends_in_cohesion():
    """Only the end of a move is judged; one that ends out of cohesion is not made, and another may be."""
    red = formation("a-r", at=line(5, 10))
    together = [path(f"a-r.{n}", (15, 8.5 + 1.5 * n)) for n in range(1, 6)]
    table = battle(red, phase="move")
    move(table, *together).then(FormationMoved)
    table = battle(red, phase="move")
    before = places(table)
    declare(table).accepted()
    astray = path("a-r.5", (15, 17.501))
    refused(table, "red", make("a-r", *together[:4], astray), "GA-2.2-07").rejected("GA-2.2-07", "not-cohesive")
    assert places(table) == before
    table.when("red", make("a-r", *together[:4], path("a-r.5", (15, 17.5)))).then(FormationMoved)


@pytest.mark.rule("GA-2.2-07", "GA-3.2-12")
def test_dice_of_a_refused_move_stand():
    """The roll of an Advance stays when its ends are refused; it may also be made without moving."""
    table = battle(formation("a-r", at=line(2, 10)), phase="move", dice=(2,))
    declare(table, kind="advance").accepted()
    refused(table, "red", make("a-r", path("a-r.1", (16, 10)), kind="advance"), "GA-2.2-07").rejected(
        "GA-2.2-07", "not-cohesive"
    )
    table.when("red", make("a-r", kind="advance")).then(FormationMoved, kind="advance")


def torn(*at: Place, **rest: Any) -> Table:
    """End red's turn with "a-r" at these places."""
    table = battle(formation("a-r", at=at, **rest), formation("b-b", at=[(30, 10), (36, 10)]))
    table.when("red", EndTurn()).without(PlayerTurnEnded)
    return table


def remove(table: Table, who: str, formation: str, number: int) -> object:
    """Remove a troop for cohesion."""
    return table.when(who, RemoveOutOfCohesion(formation=formation, troop=f"{formation}.{number}"))


@pytest.mark.rule("GA-2.2-08")
def test_owner_removes_troops_until_one_group_is_left():
    """At the end of a turn each player removes troops of his choice from his broken formations, in turn first."""
    table = torn((10, 10), (15, 10), (16.5, 10))
    refused(table, "red", EndTurn(), "GA-2.2-08").rejected("GA-2.2-08", "not-asked")
    refused(table, "blue", RemoveOutOfCohesion(formation="b-b", troop="b-b.1"), "GA-2.2-08").rejected(
        "GA-2.2-08", "not-asked"
    )
    refused(table, "red", RemoveOutOfCohesion(formation="a-spare", troop="a-spare.1"), "GA-2.2-08").rejected(
        "GA-2.2-08", "in-cohesion"
    )
    refused(table, "red", RemoveOutOfCohesion(formation="b-b", troop="b-b.1"), "GA-2.2-08").rejected(
        "GA-2.2-08", "in-cohesion"
    )
    still = SelectToShoot(formation="a-spare", sidearms=())
    refused(table, "red", still, "GA-2.2-08").rejected("GA-2.2-08", "not-asked", window="cohesion")
    table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.1")).then(TroopRemovedForCohesion)
    assert living(table, "a-r") == ["a-r.2", "a-r.3"]
    table.when("blue", RemoveOutOfCohesion(formation="b-b", troop="b-b.2")).then(PlayerTurnEnded, seat=0)
    assert living(table, "b-b") == ["b-b.1"]


@pytest.mark.rule("GA-2.2-08")
def test_cohesion_is_judged_anew_after_each_removal():
    """Of a line of eight with gaps, each removal changes how many links are needed."""
    at = [*line(4, 10), *line(3, 11.5), (10, 17)]  # the eighth has one link
    table = battle(formation("a-r", at=at))
    table.when("red", EndTurn()).without(PlayerTurnEnded)
    table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.1")).without(PlayerTurnEnded)
    table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.5")).then(PlayerTurnEnded)
    assert len(living(table, "a-r")) == 6


@pytest.mark.rule("GA-2.2-08")
def test_cohesion_may_be_checked_once_a_round():
    """With the option nothing is removed before the end of the round; there it is removed with it or without."""
    red = formation("a-r", at=[(10, 10), (15, 10)])
    table = battle(red, options={"cohesion_check": "end_of_round"})
    table.when("red", EndTurn()).then(PlayerTurnEnded)
    assert len(living(table, "a-r")) == 2
    for options in ({"cohesion_check": "end_of_round"}, {}):
        table = battle(red, phase="brawl", options=options, dice=(6, 1))
        assert story(table, RoundEnded) == []
        table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.1")).then(TroopRemovedForCohesion, RoundEnded)
        assert living(table, "a-r") == ["a-r.2"]


@pytest.mark.rule("GA-2.2-09")
def test_removal_triggers_nothing():
    """A troop that is removed for cohesion counts as destroyed and sets nothing off."""
    table = torn((10, 10), (15, 10), powers=("deadly_demise 3",))
    remove(table, "red", "a-r", 1)
    assert story(table, DeadlyDemiseRolled) == []
    told = next(each for each in table.view("red").formations if each.id == "a-r")
    assert (len(told.troops), told.parts[0].starting_strength) == (1, 2)
    remove(table, "blue", "b-b", 1)


# -- Threat Range


@pytest.mark.rule("GA-2.3-01")
@pytest.mark.parametrize(("gap", "rise", "threatened"), [
    (1, 5, True), (1.001, 0, False), (0.5, 5.5, False), (0, 0, True),
])  # fmt: skip
def test_threat_range_is_an_inch_and_five_in_height(gap: float, rise: float, *, threatened: bool):
    """Enemies are within Threat Range at no more than 1 inch in plan and 5 in height, each of the other."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(11 + gap, 10, rise)])
    for first, own in (("red", "a-r"), ("blue", "b-b")):
        table = battle(red, blue, phase="move", first=first)
        if threatened:
            refused(table, first, DeclareNormalMove(formation=own), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")
        else:
            table.when(first, DeclareNormalMove(formation=own)).accepted()


@pytest.mark.rule("GA-2.3-02")
def test_one_troop_puts_whole_formations_within_threat_range():
    """Both whole formations are within Threat Range through one pair of troops."""
    table = battle(formation("a-r", at=line(10, 10)), formation("b-b", at=[(11.8, 10), (14, 10)]), phase="move")
    told = {each.id: each.threatened_by for each in table.view("red").formations}
    assert (told["a-r"], told["b-b"], told["a-spare"]) == (("b-b",), ("a-r",), ())
    table.when("red", RemainStationary(formation="a-r")).accepted()


@pytest.mark.rule("GA-2.3-04")
def test_retreat_that_ends_threatened_is_refused_and_kills_nobody():
    """A Retreat plan that leaves a troop within Threat Range is refused; nobody moves or dies."""
    red = formation("a-r", at=[(10, 10), (10, 11.5)])
    table = battle(red, formation("b-b", at=[(11.5, 10)]), phase="move")
    near, fellow = (path("a-r.1", (9.5, 10)), path("a-r.1", (9.499, 10))), path("a-r.2", (8, 11.5))
    refused(table, "red", DeclareRetreat(formation="a-r", paths=(near[0], fellow)), "GA-3.2-15").rejected(
        "GA-3.2-15", "ends-in-threat", troop="a-r.1", enemy="b-b.1"
    )
    assert places(table) == [(10, 10), (10, 11.5)]
    table.when("red", DeclareRetreat(formation="a-r", paths=(near[1], fellow))).accepted()
    assert places(settle(table)) == [(9.499, 10), (8, 11.5)]


# -- measuring


def measured(table: Table, one: str, other: str, who: str = "blue") -> Distance:
    """Ask how far two things are from each other."""
    asked = MeasureDistanceRequest(game=GAME, first=one, second=other)
    return QUERIES["MeasureDistance"](table.game, party_of(who), asked)


@pytest.mark.rule("GA-2.4-01", "GA-2.4-02", "GA-2.4-06")
def test_anybody_measures_at_any_time():
    """Distances run between the closest points of bases; asking for them changes nothing."""
    red, blue = formation("a-r", at=[(10, 10), (8, 10)]), formation("b-b", at=[(17, 10)])
    table = battle(red, blue, markers=((20, 10),))
    entries = len(table.log)
    assert measured(table, "a-r.1", "b-b.1").distance == 6000
    assert measured(table, "a-r", "b-b").distance == 6000
    assert measured(table, "a-r.2", "b-b.1").distance == 8000
    assert measured(table, "b-b", "1").horizontal == 2500
    assert len(table.log) == entries


@pytest.mark.rule("GA-2.4-01", "GA-2.4-03")
@pytest.mark.parametrize(("one", "other", "distance", "horizontal", "vertical"), [
    ("a-r.1", "t1", 9500, 9500, 0), ("t1", "a-r.1", 9500, 9500, 0), ("a-r", "t1", 0, 0, 0),
    ("a-r.2", "t1", 0, 0, 0), ("a-r.3", "t1", 2000, 0, 2000), ("b-b", "t1", 4500, 4500, 0),
    ("1", "t1", 8000, 8000, 0), ("2", "t1", 5000, 5000, 0), ("t2", "t1", 5000, 5000, 0), ("t2", "t3", 0, 0, 0),
    ("t3", "1", 0, 0, 0), ("a-r.4", "t1", 9708, 9500, 2000), ("a-r.5", "t2", 2500, 1500, 2000),
])  # fmt: skip
def test_terrain_is_measured_too(one: str, other: str, distance: int, horizontal: int, vertical: int):
    """A feature is its footprint on the ground and its solids up to their tops; who stands on it is at no distance."""
    places = [(10, 7), (22, 7, 3), (22, 8.2, 5), (10, 8.2, 5), (26, 13, 2)]
    table = battle(formation("a-r", at=places), formation("b-b", at=[(29, 7)], weapons=()), markers=((32, 7), (22, 14)))
    with_terrain(table, hill(20, 5, 24, 9, top=3), craters(28, 12, 30, 14), woods(29, 6, 33, 13))
    told = measured(table, one, other)
    assert (told.distance, told.horizontal, told.vertical) == (distance, horizontal, vertical)
    with pytest.raises(Unknown):
        measured(table, one, "t9")


@pytest.mark.rule("GA-2.4-03")
def test_plain_distances_go_through_the_air():
    """A plain distance is straight in three dimensions; limits in plan and height are kept each on its own."""
    red, blue = formation("a-r", at=[(10, 10)], weapons=(gun("shot", reach=10),)), [(17, 10, 8)]
    table = battle(red, formation("b-b", at=blue), dice=(1,))
    told = measured(table, "a-r", "b-b")
    assert (told.distance, told.horizontal, told.vertical) == (10_000, 6000, 8000)
    assert last(fire(table), TargetsDeclared).shots[0].distance == 10_000
    short = formation("a-r", at=[(10, 10)], weapons=(gun("shot", reach=9.999),))
    table = battle(short, formation("b-b", at=blue))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b")), "GA-3.3-04").rejected(
        "GA-3.3-04", "out-of-range"
    )


@pytest.mark.rule("GA-2.4-09", "GA-2.4-12")
def test_one_visible_troop_makes_a_formation_visible():
    """A formation of which one troop is seen may be shot at, and a hidden one may take the wound."""
    table = duel(3, 4, 1, troops=5)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    hidden = tuple(f"b-b.{number}" for number in range(1, 5))
    told = (
        Sight(observers=("a-r.1",), troops=hidden, seen="none", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.5",), seen="visible", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=told)).accepted()
    settle(table, "AllocateAttack")
    group = table.view("blue").group.id
    table.when("blue", AllocateAttack(group=group, attack=1, troop="b-b.1")).accepted()
    settle(table)
    assert living(table, "b-b") == [*hidden[1:], "b-b.5"]


@pytest.mark.rule("GA-2.4-08")
def test_nobody_seen_is_nobody_shot():
    """A formation of which no troop is visible is no target."""
    table = duel(troops=2)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="none"), "GA-3.3-04").rejected(
        "GA-3.3-04", "not-visible"
    )
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="perhaps"), "GA-2.4-12").rejected(
        "GA-2.4-12", "unknown-sight"
    )


# -- stated facts


def stated(*dice: int, referee: bool = False) -> Table:
    """Let red have said that "a-r" sees "b-b"."""
    table = duel(*dice, referee=referee)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).then(FactStated, kind="sight", value="full")
    return table


def fact_of(table: Table) -> str:
    """Give the fact that is in question."""
    told = last(table, TargetsDeclared).sights[0].fact
    assert told
    return told


@pytest.mark.rule("GA-2.4-12", "GA-2.5-11")
def test_confirmed_sight_stands():
    """The other player confirms what was said of sight; then the attacks begin."""
    table = stated(1)
    refused(table, "red", ConfirmFact(fact=fact_of(table)), "GA-2.4-12").rejected("GA-2.4-12", "not-asked")
    table.when("blue", ConfirmFact(fact=fact_of(table))).then(FactConfirmed)
    settle(table)
    assert len(story(table, HitsRolled)) == 1


@pytest.mark.rule("GA-2.5-11", "GA-2.4-12", "GA-2.5-08")
def test_disputed_sight_is_rolled_off():
    """Without a referee a roll-off decides; settled against the shooter, the declaration falls and may be made anew."""
    table = stated(3, 5)
    disputed = table.when("blue", DisputeFact(fact=fact_of(table), value="none"))
    disputed.then(DisputeRolledOff, faces=(3, 5)).then(FactSettled, value="none").then(DeclarationWithdrawn)
    again = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    refused(table, "red", again, "GA-2.5-11").rejected("GA-2.5-11", "sight-settled")
    table.when("red", aim(table, "a-r")).accepted()


@pytest.mark.rule("GA-2.5-11", "GA-2.5-08")
def test_dispute_that_is_lost_changes_nothing():
    """Settled for the shooter, the declaration goes on; dice that tie are thrown again."""
    table = stated(3, 3, 5, 2, 1)
    disputed = table.when("blue", DisputeFact(fact=fact_of(table), value="none"))
    assert [event.faces for event in disputed.events if isinstance(event, DisputeRolledOff)] == [(3, 3, 5, 2)]
    disputed.then(FactSettled, value="full").without(DeclarationWithdrawn)
    settle(table)
    assert len(story(table, HitsRolled)) == 1


@pytest.mark.rule("GA-2.5-11")
def test_referee_settles_where_one_is_seated():
    """A seated referee decides instead of the dice."""
    table = stated(referee=True)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).asks("dispute", "referee")
    ruled = SettleDispute(fact=fact_of(table), value="none", reason="a wall is in the way")
    table.when("referee", ruled).then(FactSettled, value="none").then(DeclarationWithdrawn)


# -- dice


@pytest.mark.rule("GA-2.5-01")
def test_dice_are_added_up():
    """Three dice of 2, 5 and 6 are thirteen."""
    table = shoot(2, 5, 6, *[1] * 13, gun=gun("storm", sw="3D6"))
    assert (last(table, AttacksCounted).attacks, last(table, AttacksCounted).counts[0].faces) == (13, (2, 5, 6))


@pytest.mark.rule("GA-2.5-01", "GA-2.5-02")
@pytest.mark.parametrize(("swiftness", "faces", "attacks"), [
    ("D6+2", (3,), 5), ("2D3", (3, 5), 5), ("D3", (1,), 1), ("D3", (2,), 1), ("D3", (4,), 2), ("D3+1", (6,), 4),
])  # fmt: skip
def test_half_dice_round_up(swiftness: str, faces: tuple[int, ...], attacks: int):
    """A D3 is a die halved and rounded up; numbers are added to what is thrown."""
    table = shoot(*faces, *[1] * attacks, gun=gun("storm", sw=swiftness))
    assert last(table, AttacksCounted).attacks == attacks


@pytest.mark.rule("GA-2.5-03")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (3, 0)])
def test_needed_number_or_more(face: int, hits: int):
    """On 4+ a 4 passes and a 3 does not."""
    assert last(shoot(face, *[1] * hits, gun=gun("shot", rs=4)), HitsRolled).hits == hits


@pytest.mark.rule("GA-2.5-06", "GA-2.5-04")
@pytest.mark.parametrize(("again", "outcome", "saves"), [(6, "critical", 1), (5, "wound", 1), (1, "failed", 0)])
def test_unmodified_is_after_rerolls_and_before_modifiers(again: int, outcome: str, saves: int):
    """A die that is thrown again counts by its new face, before modifiers."""
    weapon = gun("twin", "twin_weapon", "emission", s=3)
    table = duel(3, 2, again, *[6] * saves, gun=weapon)
    fire(table, RerollDie=lambda t, _w, _p: RerollDie(
        roll="wound", group=t.view("red").group.id, attacks=(1,), ability="twin_weapon"
    ))  # fmt: skip
    assert last(table, DieRerolled).dice[0].outcome == outcome


@pytest.mark.rule("GA-2.5-04", "GA-8.3-09")
@pytest.mark.parametrize(("again", "outcome", "left"), [(5, "wound", 0), (3, "failed", 1)])
def test_a_new_result_stands_though_it_is_worse(again: int, outcome: str, left: int):
    """A Wound roll of 4 that had succeeded is thrown again: a 5 scores once more, a 3 fails, and that is kept."""
    table = duel(3, 4, again, *[1] * (outcome == "wound"), gun=gun("twin", "twin_weapon"))
    fire(table, RerollDie=lambda t, _w, _p: RerollDie(
        roll="wound", group=t.view("red").group.id, attacks=(1,), ability="twin_weapon"
    ))  # fmt: skip
    (die,) = last(table, DieRerolled).dice
    assert (die.was, die.face, die.outcome, len(living(table, "b-b"))) == (4, again, outcome, left)


@pytest.mark.rule("GA-2.5-11", "GA-8.3-14")
def test_settled_sight_holds_in_the_new_declaration():
    """What was settled is stated so in the new declaration, and is not asked about again."""
    table = duel(1, 6, 2, gun=gun("mortar", "indirect"))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).then(DeclarationWithdrawn)
    again = aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="none")
    table.when("red", again).accepted()
    settle(table)
    assert last(table, HitsRolled).needed.total == 4


@pytest.mark.rule("GA-2.4-12", "GA-2.5-11")
def test_sight_is_disputed_in_its_own_values():
    """What a player holds against a statement of sight is one of none, visible and full."""
    table = stated()
    refused(table, "blue", DisputeFact(fact=fact_of(table), value="sideways"), "GA-2.4-12").rejected(
        "GA-2.4-12", "unknown-sight"
    )
    table = stated(referee=True)
    table.when("blue", DisputeFact(fact=fact_of(table), value="none")).accepted()
    refused(table, "referee", SettleDispute(fact=fact_of(table), value="sideways", reason=""), "GA-2.4-12").rejected(
        "GA-2.4-12", "unknown-sight"
    )
