"""AN-GEN-06 and AN-GEN-07: rounding and measuring."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import (
    ArmyBroken,
    BreakTested,
    DieRerolled,
    HitsHalved,
    MoveUnit,
    ReactionDeclared,
    TemplateResolved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import Side
from tests.rulesets.antares.fixtures import DOWN, FIRE, X, Y, acting, duel, table, two_sides
from tests.rulesets.antares.sheets import INCH, overhead_effect, troopers, weapon
from tests.rulesets.antares.shooting.fixtures import ONE, SHOOTER
from tests.rulesets.antares.steps import (
    begin_turn_end,
    events_of,
    fired,
    move_unit,
    one_event,
    pins_gained,
    play_on,
    react,
    refusal_under,
    resist_tests,
    shoot,
    straight_paths,
    unit_row,
)

UNORDERED: dict[str, object] = {}


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(
    ("rounding", "hits", "now"), [("down", 5, 2), ("down", 1, 0), ("up", 5, 3), ("up", 1, 1), ("down", 4, 2)]
)
@pytest.mark.ruling("AN-GEN-06.2")
def test_halved_blast_hits(rounding, hits, now):
    """5 blast hits on Down infantry become 2 and 1 becomes 0; the option rounds them up."""
    arm = weapon(
        "shell",
        kind="overhead",
        minimum=5 * INCH,
        modes=weapon().modes[:1],
        properties=("blast",),
        overhead=overhead_effect(hits="d5", radius=INCH),
    )
    resist = [1] * now
    played = duel(
        troopers(1, "shell"),
        troopers(1),
        [4, hits, *resist],
        weapons=[arm],
        theirs=DOWN,
        options={"half_rounding": rounding},
    )
    shoot(played, fired("shell", aim=(X + 11 * INCH, Y)))
    events = play_on(played)
    halved = one_event(events, HitsHalved)
    assert (halved.what, halved.before, halved.now) == ("hits", hits, now)
    assert len(resist_tests(events)) == now
    assert pins_gained(events) == (1 if now else 0)
    assert events_of(events, TemplateResolved)
    assert not events_of(events, DieRerolled)
    assert DEFAULTS.half_rounding == "down"


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(("rounding", "pins"), [("down", 1), ("up", 2)])
@pytest.mark.ruling("AN-GEN-06.2")
def test_halved_net_pins(rounding, pins):
    """A net of 3 pins leaves 1 on Down infantry, or 2 where halves are rounded up."""
    arm = weapon(
        "net",
        kind="overhead",
        minimum=5 * INCH,
        modes=weapon().modes[:1],
        properties=("suspensor_net",),
        overhead=overhead_effect("net", "d3", radius=INCH),
        strike_value=weapon("x").strike_value,
    )
    options = {"half_rounding": rounding}
    played = duel(troopers(1, "net"), troopers(1, resist=11), [4, 2], weapons=[arm], theirs=DOWN, options=options)
    shoot(played, fired("net", aim=(X + 11 * INCH, Y)))
    events = play_on(played)
    assert (one_event(events, HitsHalved).before, one_event(events, HitsHalved).now) == (3, pins)
    assert unit_row(played).pins == pins


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(("models", "losses", "half"), [(5, 2, False), (5, 3, True), (4, 2, True)])
def test_half_or_more_is_twice_the_count(models, losses, half):
    """2 of 5 is under half, 3 of 5 and 2 of 4 are half or more."""
    faces = [1] if half else []
    played = duel(troopers(losses, "gun"), troopers(models), [*[3] * losses, *[9] * losses, *faces], theirs=FIRE)
    shoot(played)
    assert bool(events_of(play_on(played), BreakTested)) is half


@pytest.mark.rule("AN-GEN-06")
@pytest.mark.parametrize(("lost", "broken"), [(5, False), (6, True)])
def test_more_than_half_is_strict(lost, broken):
    """Of 10 dice 5 lost are not more than half, 6 are."""
    played = two_sides([1], FIRE, FIRE)
    played.set(sides={0: Side(seat=0, starting_dice=10, dice_lost=lost), 1: Side(seat=1, starting_dice=10)})
    out = begin_turn_end(played)
    assert any(isinstance(event, ArmyBroken) for event in out.events) is broken


@pytest.mark.rule("AN-GEN-06")
def test_distances_are_never_rounded():
    """A thousandth of an inch beyond 1M is too far."""
    played = acting("advance", ("a-x", troopers(1), (X, Y)))
    far = MoveUnit(unit="a-x", paths=straight_paths(played, "a-x", 5001), sprint=False)
    refusal_under(played.when("red", far), "AN-MOVE-01")
    move_unit(played, 5000).accepted()


@pytest.mark.rule("AN-GEN-07")
@pytest.mark.parametrize(
    ("gap", "legal", "wrong", "clause"),
    [(20_000, "firefight", "dash_to_cover", "AN-REACT-16"), (20_001, "dash_to_cover", "firefight", "AN-REACT-14")],
)
def test_distances_run_between_the_nearest_points_of_bases(gap, legal, wrong, clause):
    """At 20 inches exactly between bases a Firefight is legal and a Dash to Cover is not; beyond it is the reverse."""
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [10, 10], gap=gap, theirs=UNORDERED)
    shoot(played).asks("reaction", "blue")
    refusal_under(react(played, wrong), clause)
    react(played, legal).then(ReactionDeclared, reaction=legal)
    play_on(played)


@pytest.mark.rule("AN-GEN-07")
def test_distances_run_between_nearest_points_and_include_the_limit():
    """Distances run between nearest points; what is within a distance includes it."""
    played = table(units=(SHOOTER, ("b-y", ONE, (31_000, 10_000))))
    game = played.game
    assert distances.gap(game, "a-x", "b-y") == 20_000
    assert distances.within(game, "a-x", "b-y", 20_000)
    assert not distances.within(game, "a-x", "b-y", 19_999)
    near = table(units=(SHOOTER, ("b-y", ONE, (31_000, 10_001)))).game
    assert distances.gap(near, "a-x", "b-y") == 20_000
    assert not distances.within(near, "a-x", "b-y", 20_000)
