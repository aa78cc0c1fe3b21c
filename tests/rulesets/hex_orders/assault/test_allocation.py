"""How successes are allocated, what supports do, and how hits are resolved."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AllocationsRevealed,
    ArmourRolled,
    AssaultAdvantageGained,
    ChooseDeflections,
    DamageRolled,
    FightEnded,
    HitsAllocated,
    HitScored,
    PassChoice,
    Pending,
    RetreatUnit,
    SuccessesDeflected,
    TableResult,
    TypedDie,
    UnitMoved,
    UnitRetreated,
    UnitSetOnFire,
    WeaponEffect,
)
from tests.rulesets.hex_orders.assault.fixtures import (
    ALWAYS_HITS,
    NEVER_HITS,
    base_that_fights,
    model_that_fights,
    unmanned_vehicle,
)
from tests.rulesets.hex_orders.assault.steps import (
    PLAIN,
    accepted_commands,
    advantage,
    against_harmless,
    allocate,
    cancellation,
    count,
    damage,
    enter_from_both_sides,
    group_counts,
    head_on,
    hit,
    hits,
    strike,
    worked_example,
)
from tests.rulesets.hex_orders.damage.fixtures import psychic_damage
from tests.rulesets.hex_orders.fixtures import ORK, angles, deflection, die, infantry, line, model, tank
from tests.rulesets.hex_orders.steps import (
    events_of_kind,
    finish_silently,
    innermost_window,
    refused,
    rolls_of_game,
    unit,
)

ONLY_MIND = replace(line(1, 1, extra=psychic_damage()), damage=None)
BOTH = line(1, 1, extra=psychic_damage())


def red_succeeds(red, blue, *until, rest=(), fields=None, options=None):
    """Let every red die be a success and every blue one fail, then throw the rest."""
    alive = [
        len(row.models) - len((fields or {}).get(f"b{number}", {}).get("dead", ()))
        for number, row in enumerate(blue, 1)
    ]
    dice = [1] * sum(len(row.models) for row in red) + [1] * sum(alive)
    return enter_from_both_sides([*dice, *rest], red, blue, *until, fields=fields, options=options)


@pytest.mark.rule("HX-ASSAULT-23")
def test_winner_and_loser_both_strike():
    """7 against 3: the winner allocates 7 among the loser's bases, the loser 3 among the winner's."""
    red, blue = (
        [base_that_fights(4, ALWAYS_HITS, "ork"), base_that_fights(3, ALWAYS_HITS, "ork")],
        [base_that_fights(3, ALWAYS_HITS), base_that_fights(4, NEVER_HITS)],
    )
    played = enter_from_both_sides([1] * 7 + [1] * 3 + [1] * 4, red, blue, "allocations")
    assert innermost_window(played).asks == (0, 1)
    assert advantage(played).left == (7, 3)
    mine = [*[strike("a1.1", "b1")] * 3, strike("a1.1", "b2"), *[strike("a2.1", "b2")] * 3]
    played.when("red", allocate(*mine)).accepted()
    assert innermost_window(played).asks == (1,)
    assert not events_of_kind(played, AllocationsRevealed)
    assert not events_of_kind(played, HitScored)
    played.faces(*[1] * 10)
    played.when("blue", allocate(strike("b1.1", "a1"), *[strike("b1.1", "a2")] * 2)).accepted()
    finish_silently(played)
    assert sorted(hit(played)) == sorted(
        [("a1", "b1")] * 3 + [("a1", "b2")] + [("a2", "b2")] * 3 + [("b1", "a1")] + [("b1", "a2")] * 2
    )


@pytest.mark.rule("HX-ASSAULT-23")
def test_an_allocation_is_secret_until_both_are_given():
    """What one side allocated nobody else sees before the other has answered."""
    red, blue = (
        [base_that_fights(2, ALWAYS_HITS, "ork"), model_that_fights("ork", ALWAYS_HITS)],
        [base_that_fights(2, ALWAYS_HITS), model_that_fights()],
    )
    played = enter_from_both_sides([1] * 3 + [1] * 3, red, blue, "allocations")
    assert innermost_window(played).asks == (0, 1)
    mine = (strike("a1.1", "b1"), strike("a1.1", "b2"), strike("a2.1", "b1"))
    played.when("red", allocate(*mine)).accepted()
    (given,) = events_of_kind(played, HitsAllocated)
    assert given.seat == 0
    assert not events_of_kind(played, AllocationsRevealed)
    played.faces(*[1] * 5)
    played.when("blue", allocate(strike("b1.1", "a1"), strike("b1.1", "a2"))).accepted()
    finish_silently(played)
    (shown,) = events_of_kind(played, AllocationsRevealed)
    assert len(shown.hits) == 5


@pytest.mark.rule("HX-ASSAULT-24")
def test_only_damaging_hits_are_rolled():
    """3 successes on one tank: one damaging hit with two supports, a single damage sequence."""
    played = red_succeeds([base_that_fights(3, ALWAYS_HITS, "ork")], [unmanned_vehicle()], rest=[3])
    assert hit(played) == [("a1", "b1")]
    assert damage(played) == {"b1": [3 + 2]}
    assert len(events_of_kind(played, DamageRolled)) == 1


@pytest.mark.rule("HX-ASSAULT-24")
def test_every_success_has_to_be_allocated():
    """Who leaves a success out is refused."""
    played = red_succeeds(
        [base_that_fights(3, ALWAYS_HITS, "ork")], [base_that_fights(4, NEVER_HITS), model_that_fights()], "allocations"
    )
    refused(played, "red", allocate(strike("a1.1", "b1"), strike("a1.1", "b2")), "HX-ASSAULT-24", "successes-left")
    played.faces(1, 1, 1)
    finish_silently(played)


@pytest.mark.rule("HX-ASSAULT-25")
def test_one_damaging_hit_for_each_alive_model():
    """Base with 3 alive models: a fourth damaging hit is refused; tank: a second."""
    fields = {"b1": {"dead": (2,)}}
    played = red_succeeds(
        [base_that_fights(5, ALWAYS_HITS, "ork")],
        [base_that_fights(4, NEVER_HITS), unmanned_vehicle()],
        "allocations",
        fields=fields,
    )
    four = [*[strike("a1.1", "b1")] * 4, strike("a1.1", "b2")]
    two = [*[strike("a1.1", "b1")] * 3, *[strike("a1.1", "b2")] * 2]
    refused(played, "red", allocate(*four), "HX-ASSAULT-25", "too-many-hits")
    refused(played, "red", allocate(*two), "HX-ASSAULT-25", "too-many-hits")
    played.faces(*[1] * 4)
    fine = [*[strike("a1.1", "b1")] * 3, strike("a1.1", "b2", a1_1=1)]
    played.when("red", allocate(*fine)).accepted()
    finish_silently(played)
    assert hit(played).count(("a1", "b1")) == 3


@pytest.mark.rule("HX-ASSAULT-25")
@pytest.mark.ruling("HX-ASSAULT-25.1")
def test_pending_kills_still_count_as_alive():
    """A base whose model will only die in Apply damage takes as many damaging hits as before."""
    pending = (Pending(result=TableResult(kind="kill", x=2, word=""), cause="h1"),)
    played = red_succeeds(
        [base_that_fights(4, ALWAYS_HITS, "ork")],
        [base_that_fights(4, NEVER_HITS)],
        rest=[1] * 4,
        fields={"b1": {"pending": pending}},
    )
    assert hit(played) == [("a1", "b1")] * 4


@pytest.mark.rule("HX-ASSAULT-26")
def test_damaging_hits_come_before_supports():
    """7 successes on tank and base of 3: 4 damaging and 3 supports; a support too early is refused."""
    played = red_succeeds(
        [base_that_fights(7, ALWAYS_HITS, "ork")], [unmanned_vehicle(), base_that_fights(3, NEVER_HITS)], "allocations"
    )
    early = [strike("a1.1", "b1", a1_1=4), *[strike("a1.1", "b2")] * 2]
    refused(played, "red", allocate(*early), "HX-ASSAULT-26", "support-too-early")
    played.faces(*[1] * 4)
    fine = [strike("a1.1", "b1", a1_1=2), strike("a1.1", "b2", a1_1=1), *[strike("a1.1", "b2")] * 2]
    played.when("red", allocate(*fine)).accepted()
    finish_silently(played)
    assert damage(played) == {"b1": [1 + 2], "b2": [1 + 1, 1, 1]}


@pytest.mark.rule("HX-ASSAULT-26")
@pytest.mark.parametrize("on_tank", [0, 1])
def test_damaging_hits_may_be_split_in_any_way(on_tank):
    """3 successes on tank and base of 4: 3 damaging, any split within the caps, no support."""
    played = red_succeeds(
        [base_that_fights(3, ALWAYS_HITS, "ork")], [unmanned_vehicle(), base_that_fights(4, NEVER_HITS)], "allocations"
    )
    supported = [strike("a1.1", "b1", a1_1=1), strike("a1.1", "b2")]
    refused(played, "red", allocate(*supported), "HX-ASSAULT-26", "support-too-early")
    played.faces(1, 1, 1)
    played.when("red", allocate(*[strike("a1.1", "b1")] * on_tank, *[strike("a1.1", "b2")] * (3 - on_tank))).accepted()
    finish_silently(played)
    assert hit(played).count(("a1", "b1")) == on_tank


@pytest.mark.rule("HX-ASSAULT-27")
def test_each_support_adds_1():
    """d6-1 on a tank with 2 supports: d6=4 is 4-1+2=5."""
    played = red_succeeds([base_that_fights(3, line(1, 1, damage="d6-1"), "ork")], [unmanned_vehicle()], rest=[4])
    assert damage(played) == {"b1": [5]}


@pytest.mark.rule("HX-ASSAULT-27")
@pytest.mark.parametrize(("one", "other"), [(2, 0), (1, 1), (0, 2)])
def test_supports_are_spread_or_piled_up(one, other):
    """Two supports may both go to one damaging hit or one to each."""
    played = red_succeeds(
        [base_that_fights(4, ALWAYS_HITS, "ork")], [unmanned_vehicle(), model_that_fights()], "allocations"
    )
    hits = [
        strike("a1.1", "b1", **({"a1_1": one} if one else {})),
        strike("a1.1", "b2", **({"a1_1": other} if other else {})),
    ]
    played.faces(1, 1)
    played.when("red", allocate(*hits)).accepted()
    finish_silently(played)
    assert damage(played) == {"b1": [1 + one], "b2": [1 + other]}


@pytest.mark.rule("HX-ASSAULT-28")
def test_a_hit_is_resolved_like_a_ranged_one():
    """Standard Tank hit (AP -1, d6-1) on armour 3: three dice at 4+; 4, 2, 1 are one success; d6=6 is 6-1-3=2."""
    played = enter_from_both_sides([5, 1, 1, 1, 1, 1, 1, 4, 2, 1, 6], [ORK], [unmanned_vehicle(armour=angles(3))])
    (rolled,) = events_of_kind(played, ArmourRolled)
    assert (rolled.faces.faces, rolled.needed, rolled.successes) == ((4, 2, 1), 4, 1)
    assert damage(played) == {"b1": [2]}
    assert [by for _, by, _ in rolls_of_game(played, "armour")] == [1]
    assert [by for _, by, _ in rolls_of_game(played, "damage")] == [0]


@pytest.mark.rule("HX-ASSAULT-28")
def test_results_of_hits_count_one_after_the_other():
    """The +1 of a first hit counts for the second one already."""
    played = red_succeeds([base_that_fights(2, ALWAYS_HITS, "ork")], [base_that_fights(4, NEVER_HITS)], rest=[3, 2])
    assert damage(played) == {"b1": [3, 2 + 1]}


def worked_example_table(alive, *until):
    """Dark-Elf tank and base of 4 against Elf tank and base of 4 or 3: 7 successes and 3 deflections to 6 and 0."""
    guard = model("guard", line(1, 5))
    shields = infantry(nation="dark_elf", models=(*[guard] * 3, replace(guard, deflection=deflection(1, 6))))
    elf = tank(nation="elf", models=(model("tank", line("4/3/3/2", 5, -1, "d6-1")),))
    red, blue = [tank(nation="dark_elf"), shields], [elf, base_that_fights(4, line(1, 5))]
    # a1: 3 of 4, a2: 4 of 4, b1: 3 of 4, b2: 3 of those alive; deflections 2 + 1
    dice = [*[5, 5, 5, 1], *[5] * 4, *[5, 5, 5, 1], *[5, 5, 5], *[1] * (alive - 3), *[5, 5, 6]]
    fields = {"b2": {"dead": (4,) if alive == 3 else ()}}
    return enter_from_both_sides(dice, red, blue, *until, fields=fields)


@pytest.mark.rule("HX-ASSAULT-29")
def test_the_worked_assault():
    """7/3 and 6/0: nets 7 and 3, advantage Dark-Elf, who deflects the tank's three; the Elf keeps 3 infantry ones."""
    played = worked_example_table(3, "deflections")
    found = advantage(played)
    assert (found.successes, found.deflections, found.left, found.seat) == ((7, 6), (3, 0), (7, 3), 0)
    assert innermost_window(played).asks == (0,)
    played.when("red", cancellation(enemy=group_counts(b1_1=3))).accepted()
    groups = {row.id: row.successes for row in played.game.fights["f1"].groups}
    assert (groups["b1.1"], groups["b2.1"]) == (0, 3)
    assert sum(count for group, count in groups.items() if group[0] == "a") == 7


@pytest.mark.rule("HX-ASSAULT-30")
@pytest.mark.parametrize("alive", [3, 4])
@pytest.mark.ruling("HX-ASSAULT-30.2")
def test_the_allocation_of_the_worked_assault(alive):
    """Elf: infantry 3 damaging. Dark-Elf: 3 on infantry, 1 on the tank with 3 supports; 4 and 1 and 2 need 4 alive."""
    played = worked_example_table(alive, "deflections")
    played.when("red", cancellation(enemy=group_counts(b1_1=3))).accepted()
    finish_silently(played, "allocations")
    printed = allocate(*[strike("a1.1", "b2")] * 3, strike("a2.1", "b2"), strike("a2.1", "b1", a2_1=2))
    ruled = allocate(*[strike("a1.1", "b2")] * 3, strike("a2.1", "b1", a2_1=3))
    assert accepted_commands(played, "red", ruled, printed) == [alive == 3, alive == 4]
    if alive == 3:
        refused(played, "red", printed, "HX-ASSAULT-25", "too-many-hits")
    played.when("red", ruled if alive == 3 else printed).accepted()
    # 3 on a2; armour and damage of b1; 3 or 4 on b2
    played.faces(*[1] * (3 + 5 + alive))
    played.when("blue", allocate(*[strike("b2.1", "a2")] * 3)).accepted()
    finish_silently(played)
    expected = {"b1": [1 + (3 if alive == 3 else 2)], "a2": [1, 1, 1]}
    assert {id: rolls for id, rolls in damage(played).items() if id in expected} == expected
    assert hit(played).count(("b2", "a2")) == 3


@pytest.mark.rule("HX-ASSAULT-31")
def test_real_and_psychic_hits_are_counted_apart():
    """5 real and 3 psychic successes on a base of 4: 4 real damaging with 1 real support, and 3 psychic damaging."""
    red = [base_that_fights(5, ALWAYS_HITS, "ork"), base_that_fights(3, ONLY_MIND, "ork")]
    played = red_succeeds(red, [base_that_fights(4, NEVER_HITS)], "allocations")
    real = [strike("a1.1", "b1", a1_1=1), *[strike("a1.1", "b1")] * 3]
    refused(played, "red", allocate(*real, strike("a2.1", "b1", a2_1=2)), "HX-ASSAULT-26", "support-too-early")
    played.faces(*[1] * 7)
    played.when("red", allocate(*real, *[strike("a2.1", "b1")] * 3)).accepted()
    finish_silently(played)
    assert sorted(damage(played)["b1"]) == [1, 1, 1, 2]
    assert damage(played, "psychic") == {"b1": [1, 1, 1]}


@pytest.mark.rule("HX-ASSAULT-31")
@pytest.mark.ruling("HX-ASSAULT-31.1")
def test_psychic_attackers_alone_have_the_same_cap():
    """5 psychic successes on a base of 4: 4 damaging and a support, which adds to its psychic roll."""
    played = finish_silently(
        red_succeeds([base_that_fights(5, ONLY_MIND, "ork")], [base_that_fights(4, NEVER_HITS)], rest=[1] * 4)
    )
    assert hit(played) == [("a1", "b1")] * 4
    assert sorted(damage(played, "psychic")["b1"]) == [1, 1, 1, 2]


@pytest.mark.rule("HX-ASSAULT-32")
def test_supports_keep_to_their_kind():
    """Base of 1, 2 real and 2 psychic successes: real hit +1, psychic hit +1; the other way round is refused."""
    red = [base_that_fights(2, ALWAYS_HITS, "ork"), base_that_fights(2, ONLY_MIND, "ork")]
    played = red_succeeds(red, [model_that_fights()], rest=[1, 1])
    assert (damage(played)["b1"], damage(played, "psychic")["b1"]) == ([2], [2])
    played = red_succeeds(
        [base_that_fights(3, ALWAYS_HITS, "ork"), base_that_fights(3, ONLY_MIND, "ork")],
        [model_that_fights(), model_that_fights()],
        "allocations",
    )
    crossed = [strike("a1.1", "b1", a2_1=1), strike("a1.1", "b2"), strike("a2.1", "b1", a1_1=1), strike("a2.1", "b2")]
    refused(played, "red", allocate(*crossed), "HX-ASSAULT-32", "other-kind-of-damage")
    own = [strike("a1.1", "b1", a1_1=1), strike("a1.1", "b2"), strike("a2.1", "b1", a2_1=1), strike("a2.1", "b2")]
    played.faces(*[1] * 4)
    played.when("red", allocate(*own)).accepted()
    finish_silently(played)
    assert damage(played) == {"b1": [2], "b2": [1]}
    assert damage(played, "psychic") == {"b1": [2], "b2": [1]}


@pytest.mark.rule("HX-ASSAULT-33")
def test_supports_raise_only_the_regular_damage_of_a_double_attack():
    """Regular d6 and Psychic Damage[d6] with 2 supports: d6=3 is 5 regular, psychic d6=3 stays 3."""
    played = red_succeeds([base_that_fights(3, BOTH, "ork")], [model_that_fights()], rest=[3, 3])
    assert (damage(played), damage(played, "psychic")) == ({"b1": [5]}, {"b1": [3]})


@pytest.mark.rule("HX-ASSAULT-29")
@pytest.mark.rule("HX-ASSAULT-30")
@pytest.mark.rule("HX-ASSAULT-25")
@pytest.mark.rule("HX-ASSAULT-26")
def test_the_worked_assault_by_the_commands_of_both_sides():
    """Seven against six less three: the Dark-Elf has the advantage, deflects the tank's, and both allocate."""
    played, begun = worked_example()
    gained = begun.one(AssaultAdvantageGained)
    assert (gained.seat, gained.successes, gained.deflections, gained.left) == (0, (7, 6), (3, 0), (7, 3))
    begun.asks("deflections", "red")
    tank_three = ChooseDeflections(enemy=(count("b1.1", 3),))
    played.when("red", tank_three).then(SuccessesDeflected).asks("allocations", "red", "blue")
    both = [("a1.1", "b2"), ("a1.1", "b2"), ("a1.1", "b2")]
    too_many = hits(*both, ("a2.1", "b2"), ("a2.1", "b1", count("a2.1", 2)))
    played.when("red", too_many).rejected("HX-ASSAULT-25", "too-many-hits", target="b2", hits=4, models=3)
    left = hits(*both, ("a2.1", "b1"))
    played.when("red", left).rejected("HX-ASSAULT-24", "successes-left", group="a2.1")
    early = hits(("a1.1", "b2"), ("a1.1", "b2"), ("a2.1", "b1", count("a1.1", 1), count("a2.1", 3)))
    played.when("red", early).rejected("HX-ASSAULT-26", "support-too-early", hits=3, due=4)
    good = hits(*both, ("a2.1", "b1", count("a2.1", 3)))
    played.when("red", good).then(HitsAllocated).without(AllocationsRevealed).asks("allocations", "blue")
    seen = played.view("blue")
    assert not seen.fights[0].hits
    ruled = played.faces(*[1] * 40).when("blue", hits(*[("b2.1", "a2")] * 3))
    ruled.then(AllocationsRevealed, HitScored)
    shown = ruled.one(AllocationsRevealed).hits
    assert [(row.id, row.group, row.target) for row in shown] == [
        ("h1", "a1.1", "b2"),
        ("h2", "a1.1", "b2"),
        ("h3", "a1.1", "b2"),
        ("h4", "a2.1", "b1"),
        ("h5", "b2.1", "a2"),
        ("h6", "b2.1", "a2"),
        ("h7", "b2.1", "a2"),
    ]
    assert shown[3].supports == (count("a2.1", 3),)
    played.dice.faces[:] = played.dice.faces[: played.dice.thrown]


@pytest.mark.rule("HX-ASSAULT-30")
def test_the_printed_split_fits_a_base_of_four():
    """Four on the infantry, one on the tank with two supports: accepted where the base has four alive models."""
    played, _ = worked_example(4)
    played.when("red", ChooseDeflections(enemy=(count("b1.1", 3),)))
    four = [("a1.1", "b2")] * 3 + [("a2.1", "b2")]
    played.when("red", hits(*four, ("a2.1", "b1", count("a2.1", 2)))).then(HitsAllocated)


@pytest.mark.rule("HX-GAP-08")
def test_silence_allocates_in_listed_order():
    """What silence stands for, and every offer, is a legal allocation."""
    played, _ = worked_example()
    asks = played.rules.windows["deflections"]
    played.when("red", asks.default_command(played.game, played.window, 0))
    asks = played.rules.windows["allocations"]
    for seat in (0, 1):
        assert not played.refused(asks.default_command(played.game, played.window, seat), seat)
        assert played.offers(seat)
    usual = hits(("a1.1", "b1", count("a2.1", 3)), ("a1.1", "b2"), ("a1.1", "b2"), ("a2.1", "b2"))
    assert asks.default_command(played.game, played.window, 0) == usual


@pytest.mark.rule("HX-ASSAULT-31")
@pytest.mark.rule("HX-ASSAULT-32")
def test_real_and_psychic_hits_are_two_pools():
    """Five real and three psychic successes on four models: four real, one real support, three psychic."""
    mind = model("mind", replace(line(1, 5), damage=None, extra=(TypedDie(damage_type="psychic", die=die("d6")),)))
    played, begun = against_harmless(dice=[*[5] * 8, *[1] * 4], models=(*(PLAIN,) * 5, *(mind,) * 3))
    begun.asks("allocations", "red")
    real, psychic = [("a1.1", "b1")] * 3, [("a1.2", "b1")] * 3
    wrong = hits(*real, ("a1.1", "b1"), *psychic[:2], ("a1.2", "b1", count("a1.1", 1)))
    played.when("red", wrong).rejected("HX-ASSAULT-32", "other-kind-of-damage")
    played.faces(*[1] * 7).when("red", hits(*real, ("a1.1", "b1", count("a1.1", 1)), *psychic))
    played.last.asks("damage_order", "red")
    played.when("red", PassChoice()).then(DamageRolled, table="psychic")
    assert [event.table for event in played.events if isinstance(event, DamageRolled)] == ["regular"] * 4 + [
        "psychic"
    ] * 3


@pytest.mark.rule("HX-ASSAULT-32")
def test_psychic_supports_add_to_psychic_damage():
    """Two real and two psychic successes on one model: each hit has a support of its kind."""
    mind = model("mind", replace(line(1, 5), damage=None, extra=(TypedDie(damage_type="psychic", die=die("d6")),)))
    enemy = infantry(models=(model("meek", line(1, 6)),))
    played, begun = against_harmless(dice=[5, 5, 5, 5, 1], models=(PLAIN, PLAIN, mind, mind), target=enemy)
    begun.then(AllocationsRevealed).asks("damage_order", "red")
    played.faces(1, 2).when("red", PassChoice())
    rolled = [(event.table, event.total.total) for event in played.events if isinstance(event, DamageRolled)]
    assert rolled == [("regular", 2), ("psychic", 3)]


@pytest.mark.rule("HX-ASSAULT-33")
def test_supports_raise_regular_damage_only():
    """Regular d6 and psychic d6 with two supports: 3 makes 5 regular and stays 3 psychic."""
    both = model("both", line(1, 5, extra=(TypedDie(damage_type="psychic", die=die("d6")),)))
    enemy = infantry(models=(model("meek", line(1, 6)),))
    _, begun = against_harmless(dice=[5, 5, 5, 1, 3, 3], models=(both,) * 3, target=enemy)
    rolled = [(event.table, event.total.total) for event in begun.events if isinstance(event, DamageRolled)]
    assert rolled == [("regular", 5), ("psychic", 3)]


@pytest.mark.rule("HX-ABILITIES-19")
def test_a_flaming_support_sets_the_base_on_fire():
    """A flaming success that only supports sets the base on fire, once."""
    flaming = model("flaming", line(1, 5, effects=(WeaponEffect(kind="fire", level=0),)))
    enemy = infantry(models=(model("meek", line(1, 6)),))
    played, begun = against_harmless(dice=[5, 5, 5, 1], models=(PLAIN, flaming, flaming), target=enemy)
    begun.asks("allocations", "red")
    ruled = played.faces(1).when("red", hits(("a1.1", "b1", count("a1.2", 2))))
    assert sum(isinstance(event, UnitSetOnFire) for event in ruled.events) == 1


@pytest.mark.rule("HX-ASSAULT-28")
def test_a_hit_goes_through_armour_and_damage():
    """A Standard Tank's success on another's front: three dice at 4+ for armour 3, d6-1 and the supports."""
    red = tank(nation="ork")
    blue = tank(nation="elf", armour=angles(3), models=(replace(tank().models[0], deflection=None),))
    played, begun = head_on(dice=[5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 4, 2, 1, 6], red=red, blue=blue)
    begun.then(AllocationsRevealed, HitScored, ArmourRolled, DamageRolled, FightEnded)
    assert begun.one(ArmourRolled).faces.faces == (4, 2, 1)
    assert begun.one(DamageRolled).total.total == 6 - 1 + 2 - 3
    begun.cites("HX-ASSAULT-27").asks("retreats", "blue")
    played.when("blue", RetreatUnit(unit="b1", hex="D4", turn="about")).then(UnitRetreated, hex="D4", facing="N")
    played.last.then(UnitMoved, unit="a1", hex="D5", way="winner")
    assert unit(played, "a1").hex == "D5"
