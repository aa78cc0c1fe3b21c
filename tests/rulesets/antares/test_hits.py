"""AN-HIT: what accuracy dice do, and who gives hits to whom."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AccuracyRolled,
    AllocateHits,
    DieRerolled,
    Hazard,
    HazardTriggered,
    HitPlace,
    HitsAllocated,
    HitsScored,
    RollOverheadShift,
    TemplateResolved,
    TemplateShifted,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Outcome, Table
from tests.rulesets.antares.givens import INCH, amount, box, kind
from tests.rulesets.antares.said_fights import (
    DOWN,
    USED,
    X,
    Y,
    acting,
    asked,
    charge,
    duel,
    fired,
    gun,
    men,
    of,
    one,
    resisted,
    shoot,
    stats,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import (
    EAST,
    field,
    hit_again,
    lobbing,
    mark,
    miss_again,
    results,
    roll,
    scored,
)  # fmt: skip


def lucky(played: Table) -> int:
    """Count the lucky hits among the final hits of the last command."""
    return sum(hit.lucky for each in of(played.last.events, HitsScored) for hit in each.hits)


def shots(faces: Any, count: int, **rest: Any) -> Table:
    """Let so many guns shoot on Advance at five models: each die needs 5."""
    return field(faces, own=men(count, "gun", devices=rest.pop("devices", ())), order="advance",
                 foe=rest.pop("foe", None) or men(5), **rest)  # fmt: skip


# -- AN-HIT-01, AN-HIT-02


@pytest.mark.rule("AN-HIT-01")
@pytest.mark.parametrize(("face", "result"), [(1, "lucky"), (2, "miss")])
def test_a_one_always_hits(face, result):
    """Against -1 a 1 is a lucky hit and a 2 a miss."""
    outcome = roll(shots([face], 1, mine={"pins": 6}))
    assert outcome.one(AccuracyRolled).needed.total == -1
    assert results(outcome) == [result]


@pytest.mark.rule("AN-HIT-01")
def test_a_lucky_hit_is_not_re_rolled():
    """A 1 at a Down target stays as it is."""
    played = shots([1], 1, theirs=DOWN)
    roll(played)
    assert asked(played) != "hit_reroll"
    assert (scored(played), lucky(played)) == (1, 1)


@pytest.mark.rule("AN-HIT-02")
def test_one_hit_of_a_volley_is_lucky():
    """1, 1, 4 against 5 make one lucky and two ordinary hits."""
    played = shots([1, 1, 4], 3)
    outcome = roll(played)
    assert sorted(results(outcome)) == ["hit", "hit", "lucky"]
    assert (scored(played), lucky(played)) == (3, 1)


@pytest.mark.rule("AN-HIT-02")
def test_the_other_ones_are_re_rolled_as_ordinary_hits():
    """1, 1, 4 at a Down target: two dice are thrown again."""
    played = shots([1, 1, 4, 9, 5], 3, theirs=DOWN)
    roll(played)
    thrown = hit_again(played)
    assert [die for die, _, _ in thrown] == [2, 3]
    assert (scored(played), lucky(played)) == (2, 1)


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.parametrize(("faces", "hits", "luck"), [([4, 3, 1, 1], 2, 1), ([1, 3, 1], 2, 1), ([4, 3, 1, 9], 1, 1)])
def test_a_one_on_a_re_roll_is_lucky_where_there_is_none_yet(faces, hits, luck):
    """Of two hits thrown again into 1s one is lucky; beside a lucky hit a 1 is ordinary."""
    played = shots(faces, 2, theirs=DOWN)
    roll(played)
    hit_again(played)
    assert (scored(played), lucky(played)) == (hits, luck)


@pytest.mark.rule("AN-HIT-02", "AN-REROLL-04")
def test_a_miss_that_becomes_a_one_is_lucky():
    """A miss thrown again into a 1 is the lucky hit and is not thrown again as a hit."""
    played = shots([8, 1], 1, devices=("spotter",), theirs=DOWN)
    roll(played)
    miss_again(played, "spotter", 1).then(DieRerolled, die=1)
    assert asked(played) != "hit_reroll"
    assert (scored(played), lucky(played)) == (1, 1)


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.parametrize(
    ("rule", "faces", "luck"),
    [("one_per_volley", [1, 1, 4], 1), ("only_if_exactly_one", [1, 1, 4], 0), ("only_if_exactly_one", [1, 3, 4], 1)],
)
def test_two_ones_cancel_the_luck_by_an_option(rule, faces, luck):
    """With the option two 1s are both ordinary hits; a single one is lucky."""
    assert DEFAULTS.lucky_rule == "one_per_volley"
    played = shots(faces, 3, options={"lucky_rule": rule})
    roll(played)
    assert (scored(played), lucky(played)) == (3, luck)


@pytest.mark.rule("AN-HIT-02")
def test_a_volley_is_all_groups():
    """A 1 in each of two groups makes one lucky hit."""
    kinds = tuple(kind(name, weapons=(name,)) for name in ("gun", "other"))
    own = men(2, kinds=kinds, models=("gun", "other"))
    played = field([1, 1], own=own, foe=men(5), weapons=[gun(0, "other")])
    outcome = roll(played)
    assert len(of(outcome.events, AccuracyRolled)) == 2
    assert lucky(played) == 1


# -- AN-HIT-03, AN-HIT-04


def led(faces: Any, **rest: Any) -> Table:
    """Let three guns shoot on Fire at a leader and two troopers, b-y.1 being the leader."""
    kinds = (kind("leader", weapons=()), kind("trooper", weapons=()))
    foe = men(3, kinds=kinds, models=("leader", "trooper", "trooper"))
    return duel(men(3, "gun"), foe, faces, **rest)


def place(played: Table, who: str, *pairs: tuple[str, str]) -> Outcome:
    """Give hits to models."""
    hits = tuple(HitPlace(hit=hit, model=model) for hit, model in pairs)
    return played.when(who, AllocateHits(unit="b-y", hits=hits))


def split(played: Table) -> tuple[list[str], list[str]]:
    """Give the ids of the ordinary and of the lucky hits of the last command."""
    hits = one(played.last.events, HitsScored).hits
    return [hit.id for hit in hits if not hit.lucky], [hit.id for hit in hits if hit.lucky]


@pytest.mark.rule("AN-HIT-03")
@pytest.mark.parametrize("model", ["b-y.1", "b-y.2"])
def test_the_shooter_gives_the_lucky_hit_to_any_viable_model_last(model):
    """The target's player places two hits, then the shooter the lucky one, on the leader or on a model hit already."""
    played = led([1, 2, 3, 1, 1, 1])
    shoot(played).accepted()
    ordinary, luck = split(played)
    assert (len(ordinary), len(luck)) == (2, 1)
    assert asked(played) == "allocate"
    place(played, "red", (luck[0], "b-y.1")).rejected("AN-HIT-04", "not-asked")
    place(played, "blue", (ordinary[0], "b-y.2"), (ordinary[1], "b-y.3")).then(HitsAllocated, lucky=False)
    assert asked(played) == "allocate_lucky"
    place(played, "red", (luck[0], model)).then(HitsAllocated, lucky=True)
    tests = resisted(through(played))
    assert sum(each.model == model for each in tests) == (2 if model == "b-y.2" else 1)


@pytest.mark.rule("AN-HIT-03")
def test_a_lucky_hit_is_not_given_to_a_hidden_model():
    """A model that nobody sees is not viable for a lucky hit either."""
    played = screened([1, 1])
    shoot(played).accepted()
    luck = split(played)[1]
    assert asked(played) == "allocate_lucky"
    place(played, "red", (luck[0], "b-y.3")).rejected("AN-HIT-03", "not-viable")
    place(played, "red", (luck[0], "b-y.2")).accepted()


def screened(faces: Any, **rest: Any) -> Table:
    """Let one gun shoot at three models of which it does not see the third."""
    foes = [mark(), (mark()[0], Y + 1500), (mark()[0], Y + 6 * INCH)]
    units = (("a-x", men(1, "gun"), (X, Y)), ("b-y", men(3), foes, USED))
    screen = box("w1", X + 5 * INCH, Y + 2 * INCH, INCH, 8 * INCH, los="blocking")
    return acting("fire", *units, dice=faces, terrain=[screen], **rest)


@pytest.mark.rule("AN-HIT-04")
def test_hits_are_spread_evenly():
    """Seven hits on five models: two take 2 and three take 1, as silence places them."""
    played = duel(men(7, "gun"), men(5), [*[3] * 7, *[1] * 7])
    shoot(played).accepted()
    models = [each.model for found in of(through(played), HitsAllocated) for each in found.hits]
    assert sorted(models.count(f"b-y.{number}") for number in range(1, 6)) == [1, 1, 1, 2, 2]


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.parametrize(("spread", "legal"), [("even", False), ("free", True)])
def test_three_hits_on_one_model_are_refused_but_by_an_option(spread, legal):
    """Of seven hits on five models none may take three; with the option the player may do so."""
    assert DEFAULTS.hit_allocation == "even"
    played = duel(men(7, "gun"), men(5), [*[3] * 7, *[1] * 7], options={"hit_allocation": spread})
    shoot(played).accepted()
    ordinary = split(played)[0]
    piled = ["b-y.1", "b-y.1", "b-y.1", "b-y.2", "b-y.3", "b-y.4", "b-y.5"]
    outcome = place(played, "blue", *zip(ordinary, piled, strict=True))
    if legal:
        outcome.then(HitsAllocated)
    else:
        outcome.rejected("AN-HIT-04", "uneven")
        even = ["b-y.5", "b-y.5", "b-y.4", "b-y.4", "b-y.3", "b-y.2", "b-y.1"]
        place(played, "blue", *zip(ordinary, even, strict=True)).then(HitsAllocated)


@pytest.mark.rule("AN-HIT-04")
def test_every_hit_is_placed_once():
    """A hit left over, and one placed twice, are refused."""
    played = duel(men(2, "gun"), men(3), [3, 3, 1, 1])
    shoot(played).accepted()
    first, second = split(played)[0]
    place(played, "blue", (first, "b-y.1")).rejected("AN-HIT-04", "hits-left")
    place(played, "blue", (first, "b-y.1"), (first, "b-y.2")).rejected("AN-HIT-04", "hit-twice")
    place(played, "blue", (first, "b-y.1"), (second, "b-y.3")).accepted()


@pytest.mark.rule("AN-HIT-04")
def test_the_targets_player_allocates():
    """The shooter's player is not asked where ordinary hits go."""
    played = duel(men(1, "gun"), men(3), [3, 1])
    shoot(played).accepted()
    window = played.window
    assert window is not None
    assert (window.kind, window.asks) == ("allocate", (1,))
    through(played)


@pytest.mark.rule("AN-HIT-04")
def test_only_models_in_range_and_sight_are_viable():
    """A model that no shooter sees can not take the hit."""
    played = screened([3, 1])
    shoot(played).accepted()
    hit = split(played)[0][0]
    place(played, "blue", (hit, "b-y.3")).rejected("AN-HIT-04", "not-viable")
    place(played, "blue", (hit, "b-y.2")).accepted()


@pytest.mark.rule("AN-HIT-04")
def test_a_model_out_of_range_is_not_viable():
    """Of two models one stands beyond the range of the only shooter: the other takes the hit unasked."""
    short = gun(0, "short", short=10 * INCH, long=10 * INCH, extreme=10 * INCH)
    units = (("a-x", men(1, "short"), (X, Y)), ("b-y", men(2), [mark(12 * INCH), mark()], USED))
    played = acting("fire", *units, dice=[3, 1], weapons=[short])
    shoot(played).accepted()
    assert [each.model for each in resisted(through(played))] == ["b-y.2"]


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.parametrize(("face", "result"), [(2, "hit"), (5, "hit"), (6, "miss"), (9, "miss")])
def test_accuracy_passes_up_to_the_number(face, result):
    """Against 5 faces from 2 to 5 hit."""
    assert results(roll(shots([face], 1))) == [result]


# -- AN-HIT-05 to AN-HIT-08


@pytest.mark.rule("AN-HIT-05")
@pytest.mark.parametrize(("devices", "asks"), [((), False), (("spotter",), True)])
def test_a_failed_direct_shot_misses(devices, asks):
    """A 6 against 5 is a miss and makes no hit; with a spotter it may be thrown again."""
    played = shots([6], 1, devices=devices)
    assert results(roll(played)) == ["miss"]
    assert (asked(played) == "miss_reroll") is asks
    assert scored(played) == 0


@pytest.mark.rule("AN-HIT-06")
@pytest.mark.parametrize(("order", "shifts"), [("fire", True), ("advance", False)])
def test_a_failed_overhead_shot_shifts_on_fire_and_misses_on_advance(order, shifts):
    """An 8 against 4 shifts on Fire; on Advance nothing comes of it."""
    played = lobbing([8, *([9, EAST] if shifts else [])], order=order, pace="auto")
    shoot(played, fired("lobber", aim=mark())).accepted()
    events = through(played)
    assert bool(of(events, TemplateShifted)) is shifts
    assert bool(of(events, TemplateResolved)) is shifts


@pytest.mark.rule("AN-HIT-06")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_a_failed_overhead_shot_that_is_re_rolled_stays(order):
    """An 8 thrown again into a 4 leaves the template on the aim point."""
    own = men(1, "lobber", devices=("spotter",))
    played = lobbing([8, 4, 2], own=own, order=order)
    roll(played, fired("lobber", aim=mark()))
    miss_again(played, "spotter", 1).accepted()
    outcome = played.when("table", RollOverheadShift()).without(TemplateShifted)
    found = outcome.one(TemplateResolved)
    assert (found.at.x, found.at.y) == mark()


@pytest.mark.rule("AN-HIT-07")
def test_a_ten_misses_and_is_not_re_rolled():
    """Against 11 with a spotter in sight a 10 is a dud: no re-roll is offered and no hit scored."""
    own = men(1, "gun", devices=("spotter",), stats=stats(accuracy=10))
    played = field([10], own=own)
    outcome = roll(played)
    assert outcome.one(AccuracyRolled).needed.total == 11
    assert results(outcome) == ["dud"]
    assert asked(played) != "miss_reroll"
    assert scored(played) == 0


@pytest.mark.rule("AN-HIT-08")
def test_a_dud_is_not_retargeted():
    """A weapon that retargets its misses can not do so with a 10; with the plain miss beside it it can."""
    arm = gun(0, "seeker", properties=("pbs", "retarget_on_miss"))
    played = field([8, 10, 3], own=men(2, "seeker"), foe=men(5), weapons=[arm], order="advance")
    roll(played)
    assert asked(played) == "miss_reroll"
    miss_again(played, "retarget", 2).rejected("AN-HIT-08", "dud", die=2)
    miss_again(played, "retarget", 1).then(DieRerolled, die=1, before=8)
    assert scored(played) == 1


@pytest.mark.rule("AN-HIT-08")
def test_a_dud_alone_leaves_nothing_to_retarget():
    """Where the only miss is a 10 the weapon's effect is not offered."""
    arm = gun(0, "seeker", properties=("pbs", "retarget_on_miss"))
    played = field([10], own=men(1, "seeker"), weapons=[arm])
    roll(played)
    assert asked(played) != "miss_reroll"


# -- AN-HIT-09


@pytest.mark.rule("AN-HIT-09")
@pytest.mark.parametrize(("hazard", "hits"), [(Hazard(strike_value=amount(1)), 1), (None, 0)])
def test_a_hazardous_weapon_hits_its_user_on_a_ten(hazard, hits):
    """With data a 10 in hand to hand is a hit of strike value 1 on the wielder, without only a dud."""
    own = men(1, model_hazard=hazard)
    played = duel(own, men(1), [10, 9, *[2] * hits, 8, 3], order="run")
    charge(played, 10 * INCH).accepted()
    events = through(played, "consolidate", "consolidation_order", "follow_on")
    found = [hit for each in of(events, HazardTriggered) for hit in each.hits]
    assert [(hit.unit, hit.strike_value) for hit in found] == [("a-x", 1)] * hits
    assert [each.needed.total for each in resisted(events, "a-x")] == [5] * hits
    attack = of(events, AccuracyRolled)[0]
    assert [die.result for die in attack.dice] == ["dud"]


@pytest.mark.rule("AN-HIT-09")
def test_a_hazardous_weapon_that_throws_no_ten_hurts_nobody():
    """A 9 of a hazardous weapon is a miss and nothing else."""
    own = men(1, model_hazard=Hazard(strike_value=amount(1)))
    played = duel(own, men(1), [9, 9, 8, 3], order="run")
    charge(played, 10 * INCH).accepted()
    assert not of(through(played, "consolidate", "consolidation_order"), HazardTriggered)
