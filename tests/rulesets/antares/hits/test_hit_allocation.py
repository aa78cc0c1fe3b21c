"""AN-HIT-03 and AN-HIT-04: who gives hits to whom."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AllocateHits,
    DeclareShooting,
    HitPlace,
    HitsAllocated,
    HitsScored,
    PassReaction,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.rules.shooting.offered_shots import fired_weapon
from tests.kit import Outcome, Table
from tests.rulesets.antares.fixtures import USED, X, Y, acting, duel, stepwise_duel, table, target_place, with_order
from tests.rulesets.antares.sheets import (
    INCH,
    armed_squad,
    box,
    gun,
    model_kind,
    overhead_effect,
    plain_squad,
    troopers,
    weapon,
)
from tests.rulesets.antares.shooting.fixtures import shots_at_five
from tests.rulesets.antares.steps import (
    default_command,
    die_results,
    events_of,
    one_event,
    play_on,
    question,
    resist_tests,
    roll_accuracy,
    shoot,
)


def guns_at_leader(faces: Any, **rest: Any) -> Table:
    """Let three guns shoot on Fire at a leader and two troopers, b-y.1 being the leader."""
    kinds = (model_kind("leader", weapons=()), model_kind("trooper", weapons=()))
    enemy = troopers(3, kinds=kinds, models=("leader", "trooper", "trooper"))
    return duel(troopers(3, "gun"), enemy, faces, **rest)


def hits_by_luck(played: Table) -> tuple[list[str], list[str]]:
    """Give the ids of the ordinary and of the lucky hits of the last command."""
    hits = one_event(played.last.events, HitsScored).hits
    return [hit.id for hit in hits if not hit.lucky], [hit.id for hit in hits if hit.lucky]


def allocate_hits(played: Table, who: str, *pairs: tuple[str, str]) -> Outcome:
    """Give hits to models."""
    hits = tuple(HitPlace(hit=hit, model=model) for hit, model in pairs)
    return played.when(who, AllocateHits(unit="b-y", hits=hits))


def partly_hidden_target(faces: Any, **rest: Any) -> Table:
    """Let one gun shoot at three models of which it does not see the third."""
    enemies = [target_place(), (target_place()[0], Y + 1500), (target_place()[0], Y + 6 * INCH)]
    units = (("a-x", troopers(1, "gun"), (X, Y)), ("b-y", troopers(3), enemies, USED))
    screen = box("w1", X + 5 * INCH, Y + 2 * INCH, INCH, 8 * INCH, los="blocking")
    return acting("fire", *units, dice=faces, terrain=[screen], **rest)


LINE_OF_THREE = [(49_600 + 1500 * number, 10 * INCH) for number in range(3)]


def template_and_carbines(dice: list[int]) -> Table:
    """Let a template strike three models of which carbines reach but the first."""
    kinds = (model_kind("gunner", weapons=("launcher",)), model_kind("trooper"))
    own = plain_squad(kinds=kinds, models=("gunner", *["trooper"] * 4))
    enemy = armed_squad("pistol", count=3)
    wide = weapon(
        "launcher",
        kind="overhead",
        minimum=0,
        short_range=60 * INCH,
        long_range=60 * INCH,
        extreme=60 * INCH,
        crew=1,
        overhead=overhead_effect(hits=2, radius=4 * INCH),
        properties=("blast",),
        modes=(weapon().modes[0],),
    )
    units = [("a-own", own, [(0, 8000 + 1000 * n) for n in range(5)]), ("b-enemy", enemy, LINE_OF_THREE)]
    played = table(dice, units=units, weapons=[wide])
    shot = DeclareShooting(
        unit="a-own", target="b-enemy", weapons=(fired_weapon("launcher"), fired_weapon("carbine", "single"))
    )
    with_order(played, "a-own").when("red", shot).accepted()
    played.when("blue", PassReaction(unit="")).accepted()
    return played


@pytest.mark.rule("AN-HIT-03")
@pytest.mark.parametrize("model", ["b-y.1", "b-y.2"])
def test_the_shooter_gives_the_lucky_hit_to_any_viable_model_last(model):
    """The target's player places two hits, then the shooter the lucky one, on the leader or on a model hit already."""
    played = guns_at_leader([1, 2, 3, 1, 1, 1])
    shoot(played).accepted()
    ordinary, luck = hits_by_luck(played)
    assert (len(ordinary), len(luck)) == (2, 1)
    assert question(played) == "allocate"
    allocate_hits(played, "red", (luck[0], "b-y.1")).rejected("AN-HIT-04", "not-asked")
    allocate_hits(played, "blue", (ordinary[0], "b-y.2"), (ordinary[1], "b-y.3")).then(HitsAllocated, lucky=False)
    assert question(played) == "allocate_lucky"
    allocate_hits(played, "red", (luck[0], model)).then(HitsAllocated, lucky=True)
    tests = resist_tests(play_on(played))
    assert sum(test.model == model for test in tests) == (2 if model == "b-y.2" else 1)


@pytest.mark.rule("AN-HIT-03")
def test_a_lucky_hit_is_not_given_to_a_hidden_model():
    """A model that nobody sees is not viable for a lucky hit either."""
    played = partly_hidden_target([1, 1])
    shoot(played).accepted()
    luck = hits_by_luck(played)[1]
    assert question(played) == "allocate_lucky"
    allocate_hits(played, "red", (luck[0], "b-y.3")).rejected("AN-HIT-03", "not-viable")
    allocate_hits(played, "red", (luck[0], "b-y.2")).accepted()


@pytest.mark.rule("AN-HIT-04")
def test_hits_are_spread_evenly():
    """Seven hits on five models: two take 2 and three take 1, as silence places them."""
    played = duel(troopers(7, "gun"), troopers(5), [*[3] * 7, *[1] * 7])
    shoot(played).accepted()
    models = [hit.model for found in events_of(play_on(played), HitsAllocated) for hit in found.hits]
    assert sorted(models.count(f"b-y.{number}") for number in range(1, 6)) == [1, 1, 1, 2, 2]


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.parametrize(("spread", "legal"), [("even", False), ("free", True)])
@pytest.mark.ruling("AN-HIT-04.2", "AN-HIT-04.4")
def test_three_hits_on_one_model_are_refused_but_by_an_option(spread, legal):
    """Of seven hits on five models none may take three; with the option the player may do so."""
    assert DEFAULTS.hit_allocation == "even"
    played = duel(troopers(7, "gun"), troopers(5), [*[3] * 7, *[1] * 7], options={"hit_allocation": spread})
    shoot(played).accepted()
    ordinary = hits_by_luck(played)[0]
    piled = ["b-y.1", "b-y.1", "b-y.1", "b-y.2", "b-y.3", "b-y.4", "b-y.5"]
    outcome = allocate_hits(played, "blue", *zip(ordinary, piled, strict=True))
    if legal:
        outcome.then(HitsAllocated)
    else:
        outcome.rejected("AN-HIT-04", "uneven")
        even = ["b-y.5", "b-y.5", "b-y.4", "b-y.4", "b-y.3", "b-y.2", "b-y.1"]
        allocate_hits(played, "blue", *zip(ordinary, even, strict=True)).then(HitsAllocated)


@pytest.mark.rule("AN-HIT-04", "WG-ASK-01")
def test_every_hit_is_placed_once():
    """A hit left over, and one placed twice, are refused."""
    played = duel(troopers(2, "gun"), troopers(3), [3, 3, 1, 1])
    shoot(played).accepted()
    first, second = hits_by_luck(played)[0]
    played.when("blue", AllocateHits(unit="a-x", hits=())).rejected("WG-ASK-01", "other-unit-hit")
    allocate_hits(played, "blue", (first, "b-y.1")).rejected("AN-HIT-04", "hits-left")
    allocate_hits(played, "blue", (first, "b-y.1"), (first, "b-y.2")).rejected("AN-HIT-04", "hit-twice")
    allocate_hits(played, "blue", (first, "b-y.1"), (second, "b-y.3")).accepted()


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.ruling("AN-HIT-04.2")
def test_the_targets_player_allocates():
    """The shooter's player is not asked where ordinary hits go."""
    played = duel(troopers(1, "gun"), troopers(3), [3, 1])
    shoot(played).accepted()
    window = played.window
    assert window is not None
    assert (window.kind, window.asks) == ("allocate", (1,))
    play_on(played)


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.ruling("AN-HIT-04.3")
def test_only_models_in_range_and_sight_are_viable():
    """A model that no shooter sees can not take the hit."""
    played = partly_hidden_target([3, 1])
    shoot(played).accepted()
    hit = hits_by_luck(played)[0][0]
    allocate_hits(played, "blue", (hit, "b-y.3")).rejected("AN-HIT-04", "not-viable")
    allocate_hits(played, "blue", (hit, "b-y.2")).accepted()


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.ruling("AN-HIT-04.3")
def test_a_model_out_of_range_is_not_viable():
    """Of two models one stands beyond the range of the only shooter: the other takes the hit unasked."""
    short = gun(0, "short", short_range=10 * INCH, long_range=10 * INCH, extreme=10 * INCH)
    units = (
        ("a-x", troopers(1, "short"), (X, Y)),
        ("b-y", troopers(2), [target_place(12 * INCH), target_place()], USED),
    )
    played = acting("fire", *units, dice=[3, 1], weapons=[short])
    shoot(played).accepted()
    assert [resist_test.model for resist_test in resist_tests(play_on(played))] == ["b-y.2"]


@pytest.mark.rule("AN-HIT-04")
@pytest.mark.parametrize(("face", "result"), [(2, "hit"), (5, "hit"), (6, "miss"), (9, "miss")])
def test_accuracy_passes_up_to_the_number(face, result):
    """Against 5 faces from 2 to 5 hit."""
    assert die_results(roll_accuracy(shots_at_five([face], 1))) == [result]


@pytest.mark.rule("AN-HIT-04")
def test_hits_that_can_not_go_everywhere_are_spread_evenly() -> None:
    """Every spread that is offered is as even as the hits allow, where some of them can go to one model alone."""
    played = template_and_carbines([2, 2, 2, 2, 2])
    played.last.asks("allocate", "blue")
    assert len(played.game.hits) == 6
    offers = [offer for offer in played.offers("blue") if offer.command == "AllocateHits"]
    assert offers
    silent = default_command(played, 1)
    assert isinstance(silent, AllocateHits)
    placed = [hit.model for hit in silent.hits]
    assert sorted(placed) == ["b-enemy.1"] * 4 + ["b-enemy.2", "b-enemy.3"]
    played.faces(*[1] * 7)
    played.when("blue", silent).then(HitsAllocated)


@pytest.mark.rule("AN-HIT-04")
def test_every_die_that_hits_makes_one_hit_of_its_weapon():
    """Every die that hits makes one hit of the weapon's strike value, named after its model."""
    event = roll_accuracy(stepwise_duel((2, 9, 6, 10, 1))).one(HitsScored)
    assert [(hit.id, hit.shooter, hit.lucky) for hit in event.hits] == [
        ("v1.001", "a-x.1", False),
        ("v1.003", "a-x.3", False),
        ("v1.005", "a-x.5", True),
    ]
    assert {(hit.unit, hit.weapon, hit.strike_value, hit.overhead) for hit in event.hits} == {
        ("b-y", "carbine", 1, False)
    }
