"""AN-REROLL: hits on protected targets that are thrown again or halved."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    DieRerolled,
    HitsHalved,
    HitsScored,
    PinsAdded,
    VolleysResolved,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Outcome
from tests.rulesets.antares.givens import INCH, overhead
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    DOWN,
    USED,
    X,
    Y,
    act,
    acting,
    asked,
    charge,
    decline,
    duel,
    fired,
    gained,
    go,
    men,
    of,
    react,
    row,
    shoot,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import (
    field,
    hit_again,
    land,
    lobber,
    lobbing,
    mark,
    miss_again,
    offered,
    roll,
    scored,
    spotting,
)  # fmt: skip

TALL = 48 * INCH
RUNNING = {"order": "run"}


# -- AN-REROLL-04 to AN-REROLL-07


@pytest.mark.rule("AN-REROLL-04")
@pytest.mark.parametrize(
    ("once", "faces", "thrown", "hits"), [(False, [6, 2], [(1, 3, 6), (2, 4, 2)], 1), (True, [6], [(1, 3, 6)], 1)]
)
def test_misses_are_re_rolled_before_hits(once, faces, thrown, hits):
    """3, 7, 10 at a Down target: the 7 becomes a 4, then 3 and 4 are thrown again; by the option once a die."""
    assert DEFAULTS.reroll_each_die_once is False
    played = spotting([3, 7, 10, 4, *faces], 3, theirs=DOWN, options={"reroll_each_die_once": once})
    assert offered(played)
    miss_again(played, "spotter", 2).then(DieRerolled, die=2, before=7)
    assert asked(played) == "hit_reroll"
    assert hit_again(played) == thrown
    assert scored(played) == hits


@pytest.mark.rule("AN-REROLL-05")
def test_hits_on_a_fast_unit_that_runs_are_re_rolled_at_the_same_number():
    """Three hits against 5 throw 2, 8, 5: two are left."""
    played = spotting([2, 3, 4, 2, 8, 5], 3, devices=(), foe=men(5, flags=("fast",)), theirs=RUNNING)
    roll(played)
    assert hit_again(played) == [(1, 2, 2), (2, 3, 8), (3, 4, 5)]
    assert scored(played) == 2


@pytest.mark.rule("AN-REROLL-05")
@pytest.mark.parametrize(("flags", "order"), [((), "run"), (("fast",), "advance")])
def test_others_are_not_protected_by_a_run(flags, order):
    """A unit that runs and is not Fast, or is Fast and advances, takes its hits."""
    played = spotting([2], 1, devices=(), foe=men(5, flags=flags), theirs={"order": order})
    roll(played)
    assert asked(played) != "hit_reroll"
    assert scored(played) == 1


@pytest.mark.rule("AN-REROLL-06")
@pytest.mark.parametrize("kind", ["infantry", "beast", "weapon_team"])
def test_hits_on_a_down_unit_are_re_rolled(kind):
    """Four hits against 6 on Down infantry throw 6, 7, 1, 9: two are left."""
    foe = men(5, type=kind, flags=("down_forces_rerolls",))
    played = field([2, 3, 4, 5, 6, 7, 1, 9], own=men(4, "gun"), foe=foe, theirs=DOWN)
    roll(played)
    assert [now for _, _, now in hit_again(played)] == [6, 7, 1, 9]
    assert scored(played) == 2


@pytest.mark.rule("AN-REROLL-06")
@pytest.mark.parametrize(
    ("foe", "order"), [(men(5, type="vehicle", flags=()), "down"), (men(5, type="mounted", flags=()), "down"),
                       (men(5), "rally")]
)  # fmt: skip
def test_hits_on_others_stand(foe, order):
    """A Down vehicle takes its four hits, and so does infantry that is not Down."""
    played = field([2, 3, 4, 5], own=men(4, "gun"), foe=foe, theirs={"order": order})
    roll(played)
    assert asked(played) != "hit_reroll"
    assert scored(played) == 4


def passing(faces: Any, *, sprint: bool, mover: Any = None, options: Any = None) -> Outcome:
    """Let "a-x" go past two guns in Ambush, which fire at 5 inches of its path."""
    units = (("a-x", mover or men(3), (X, Y)), ("b-y", men(2, "gun"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH))
    played = acting("run", *units, dice=faces, options=options)
    go(played, 10 * INCH, sprint=sprint).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    return played.last


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(("sprint", "thrown"), [(True, 2), (False, 0)])
def test_hits_from_ambush_on_a_sprinting_unit_are_re_rolled(sprint, thrown):
    """Two hits on infantry that sprints past an ambusher are both thrown again; on a Run they stand."""
    faces = [2, 3, 9, 9, 5] if sprint else [2, 3, 1, 1]
    played = passing(faces, sprint=sprint).table
    events = through(played)
    found = of(events, DieRerolled)
    assert [each.reason for each in found] == ["sprinting"] * thrown


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(("option", "thrown"), [(False, 0), (True, 1)])
def test_a_sprint_protects_later_by_an_option(option, thrown):
    """Shot at later in the turn on a Fire order a unit that sprinted is not protected, but by the option."""
    assert DEFAULTS.sprint_reroll_all_shots is False
    units = (("a-x", men(1), (X, Y)), ("b-y", men(1, "gun"), (X + 5 * INCH, Y + 10 * INCH)))
    played = acting("run", *units, dice=[5, 2, 9 if thrown else 1], options={"sprint_reroll_all_shots": option})
    go(played, 12 * INCH, sprint=True).accepted()
    through(played)
    act(played, "b-y", "fire")
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    assert len(of(through(played), DieRerolled)) == thrown


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(("sprint", "thrown"), [(True, ["sprinting"]), (False, [])])
def test_point_blank_hits_on_a_sprinting_assaulter_are_re_rolled(sprint, thrown):
    """A unit that sprints while it assaults is protected at point blank; one that runs is not."""
    gap = 12 * INCH if sprint else 9 * INCH
    faces = [5, 2, 9, 9, 9, 8, 3] if sprint else [2, 1, 9, 9, 1]
    played = duel(men(1), men(1, "gun"), faces, gap, order="run")
    charge(played, gap, sprint=sprint).accepted()
    seen = through(played, "consolidate", "follow_on")
    assert [each.reason for each in of(seen, DieRerolled)] == thrown


# -- AN-REROLL-08 to AN-REROLL-12


@pytest.mark.rule("AN-REROLL-08")
@pytest.mark.parametrize(
    ("rounding", "die", "left"), [("down", 5, 2), ("down", 1, 0), ("down", 4, 2), ("up", 5, 3), ("up", 1, 1)]
)
def test_blast_hits_on_protected_targets_are_halved(rounding, die, left):
    """A D5 of 5 on Down infantry makes 2 hits, a 1 none; nothing is thrown again."""
    played = lobbing([4, die], theirs=DOWN, options={"half_rounding": rounding})
    land(played, fired("lobber", aim=mark()))
    assert hit_again(played) == []
    played.last.then(HitsHalved, unit="b-y", what="hits", before=die, now=left)
    assert scored(played) == left


@pytest.mark.rule("AN-REROLL-08")
def test_no_hits_are_no_pin():
    """A single blast hit on Down infantry falls away, and its pin with it."""
    played = lobbing([4, 1], theirs=DOWN, pace="auto")
    shoot(played, fired("lobber", aim=mark())).accepted()
    events = through(played)
    assert not of(events, PinsAdded)
    assert of(events, VolleysResolved)


@pytest.mark.rule("AN-REROLL-08")
@pytest.mark.parametrize(("foe", "theirs"), [(men(1, flags=("fast",)), RUNNING), (men(1), DOWN)])
def test_every_reason_halves(foe, theirs):
    """Fast on Run halves as Down does."""
    played = lobbing([4, 4], foe=foe, theirs=theirs)
    land(played, fired("lobber", aim=mark()))
    hit_again(played)
    assert scored(played) == 2


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.parametrize(("theirs", "pins"), [(DOWN, 2), (USED, 4)])
def test_net_pins_on_protected_targets_are_halved(theirs, pins):
    """A light net whose D3 shows 3 makes 4 pins, and 2 on Down infantry."""
    arm = lobber("net", properties=("suspensor_net",), overhead=overhead("net", 0, INCH))
    played = lobbing([4, 3], arm=arm, foe=men(1, resist=11), theirs=theirs, pace="auto")
    shoot(played, fired("net", aim=mark())).accepted()
    assert gained(through(played)) == pins


@pytest.mark.rule("AN-REROLL-10")
def test_reasons_do_not_add_up():
    """Three hits on a Fast beast that sprints past an ambusher are thrown again once each."""
    mover = men(3, type="beast", flags=("fast", "can_sprint"))
    units = (("a-x", mover, (X, Y)), ("b-y", men(3, "gun"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH))
    played = acting("run", *units, dice=[2, 3, 4, 9, 9, 9, 5])
    go(played, 10 * INCH, sprint=True).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    assert [each.die for each in of(through(played), DieRerolled)] == [1, 2, 3]


@pytest.mark.rule("AN-REROLL-10")
def test_hits_are_halved_once():
    """Four blast hits on a Fast unit on Run that has sprinted make 2 and not 1, though both protect it."""
    foe = men(1, flags=("fast", "down_forces_rerolls"))
    played = lobbing([4, 4], foe=foe, theirs={"order": "run", "sprinted": 1}, options={"sprint_reroll_all_shots": True})
    land(played, fired("lobber", aim=mark()))
    hit_again(played)
    assert scored(played) == 2


@pytest.mark.rule("AN-REROLL-11")
def test_a_lucky_hit_and_a_ten_are_never_re_rolled():
    """1, 4, 10 against 5 at a Down target with a spotter: only the 4 is thrown again."""
    played = spotting([1, 4, 10, 8], 3, theirs=DOWN)
    assert not offered(played)
    assert hit_again(played) == [(2, 4, 8)]
    assert scored(played) == 1


@pytest.mark.rule("AN-REROLL-11", "AN-HIT-07")
def test_a_ten_is_refused_where_another_miss_may_be_re_rolled():
    """With a miss and a 10 the 10 can not be named."""
    played = spotting([8, 10, 9], 2)
    assert offered(played)
    miss_again(played, "spotter", 2).rejected("AN-HIT-07", "dud")
    miss_again(played, "spotter", 1).accepted()


@pytest.mark.rule("AN-REROLL-11")
def test_the_result_of_a_re_roll_stands():
    """A miss that is thrown again into a miss is left; a hit that is thrown again into a hit too."""
    played = spotting([8, 3, 9, 4], 2, theirs=DOWN)
    assert offered(played)
    miss_again(played, "spotter", 1).then(DieRerolled, before=8)
    assert hit_again(played) == [(2, 3, 4)]
    assert asked(played) not in ("miss_reroll", "hit_reroll")
    assert scored(played) == 1


@pytest.mark.rule("AN-REROLL-12")
def test_a_unit_that_goes_down_as_a_reaction_is_protected():
    """Unordered infantry that goes Down against a volley has the hits of that volley thrown again."""
    played = field([3, 9], theirs={}, pace="auto")
    shoot(played).accepted()
    outcome = react(played, "go_down").then(DieRerolled, reason="down", before=3)
    assert not of(outcome.events, HitsScored)
    assert row(played).order == "down"


@pytest.mark.rule("AN-REROLL-12")
def test_a_unit_that_does_not_react_is_not_protected():
    """A unit that might have gone Down and declines takes the hit."""
    played = field([3, 1], theirs={}, pace="auto")
    shoot(played).accepted()
    decline(played).without(DieRerolled).then(HitsScored)


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.parametrize(("rounding", "pins"), [("down", 1), ("up", 2)])
def test_halved_net_pins_are_rounded_by_the_option(rounding, pins):
    """A light net whose D3 shows 2 makes 3 pins: halved 1, by the option 2."""
    arm = lobber("net", properties=("suspensor_net",), overhead=overhead("net", 0, INCH))
    played = lobbing(
        [4, 2], arm=arm, foe=men(1, resist=11), theirs=DOWN, pace="auto", options={"half_rounding": rounding}
    )
    shoot(played, fired("net", aim=mark())).accepted()
    assert gained(through(played)) == pins


@pytest.mark.rule("AN-REROLL-07", "AN-REROLL-08")
def test_blast_hits_on_a_unit_that_sprints_past_an_ambush_are_halved():
    """A blast of 5 from Ambush on a sprinting unit makes 2 hits."""
    units = (("a-x", men(1), (X, Y)), ("b-y", men(1, "lobber"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH))
    played = acting("run", *units, dice=[4, 5, 1, 1, 5], weapons=[lobber()])
    go(played, 10 * INCH, sprint=True).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, fired("lobber", aim=(X + 5 * INCH, Y)), target="a-x", unit="b-y", who="blue").accepted()
    halved = of(through(played), HitsHalved)
    assert [(each.unit, each.before, each.now) for each in halved] == [("a-x", 5, 2)]
