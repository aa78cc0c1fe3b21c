"""AN-REROLL: misses that are thrown again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    DeclareShooting,
    DeclineReroll,
    DieRerolled,
    RerollDeclined,
    RollAccuracy,
    RollOverheadShift,
    TemplateShifted,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Device
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, box, device_sheet, marker
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    asked,
    fired,
    men,
    of,
)  # fmt: skip
from tests.rulesets.antares.said_shots import (
    EAST,
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


# -- AN-REROLL-01


@pytest.mark.rule("AN-REROLL-01")
def test_a_spotter_re_rolls_one_miss():
    """Of five dice with three misses the shooter picks one, which is thrown again once."""
    played = spotting([2, 3, 7, 8, 9, 4], 5)
    assert offered(played)
    miss_again(played, "spotter", 3, 4).rejected("AN-REROLL-01", "too-many-misses", most=1)
    miss_again(played, "spotter", 4).then(DieRerolled, die=4, reason="spotter", before=8)
    assert asked(played) != "miss_reroll"
    assert scored(played) == 3


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize("how", ["option", "data"])
def test_all_misses_are_re_rolled_by_option_or_data(how):
    """With miss_rerolls all, or a device that says so, all three misses are thrown again."""
    assert DEFAULTS.miss_rerolls == "one_per_source"
    keen = device_sheet("spotter", "keen", miss_rerolls="all")
    rest: Any = (
        {"options": {"miss_rerolls": "all"}} if how == "option" else {"device_sheets": [keen], "devices": ("keen",)}
    )
    played = spotting([2, 3, 7, 8, 9, 4, 6, 5], 5, **rest)
    assert offered(played)
    outcome = miss_again(played, "spotter", 3, 4, 5).accepted()
    assert [(each.die, each.now.face) for each in of(outcome.events, DieRerolled)] == [(3, 4), (4, 6), (5, 5)]
    assert scored(played) == 4


@pytest.mark.rule("AN-REROLL-01")
def test_a_device_may_say_one_where_the_option_says_all():
    """The data of a device override the option."""
    keen = device_sheet("spotter", "keen", miss_rerolls="one_per_source")
    played = spotting([7, 8, 4], 2, device_sheets=[keen], devices=("keen",), options={"miss_rerolls": "all"})
    assert offered(played)
    miss_again(played, "spotter", 1, 2).rejected("AN-REROLL-01", "too-many-misses")
    miss_again(played, "spotter", 1).accepted()


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("changes", "helps"), [({}, True), ({"state": "patched"}, False), ({"sheet": "blur"}, False)])
def test_only_a_working_spotter_helps(changes, helps):
    """A patched spotter gives no re-roll, nor does a device of another kind."""
    device = Device(**{"id": "a-x#1", "sheet": "spotter", "seat": 0, "unit": "a-x", **changes})
    assert offered(spotting([7, 8], 2, devices=(), markers=[device])) is helps


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("y", "helps"), [(Y, True), (Y + 20 * INCH, False)])
def test_the_spotter_has_to_see_the_target(y, helps):
    """A spotter behind a bunker that hides the target from it, not from the squad, gives no re-roll."""
    device = Device(id="a-x#1", sheet="spotter", seat=0, unit="a-x", pose=marker("x", "x", at=(X - INCH, y)).pose)
    bunker = box("w1", X + 2 * INCH, Y + 8 * INCH, INCH, 12 * INCH, los="blocking")
    played = spotting([7, 8], 2, devices=(), markers=[device], terrain=[bunker], foe=men(1))
    assert offered(played) is helps


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("scope", "helps"), [("own_unit", False), ("", False), ("side", True)])
def test_whose_spotter_counts_is_data(scope, helps):
    """A friend's spotter helps where its data say that it serves the side."""
    friend = ("a-z", men(1, devices=("eye",)), (X, Y + 15 * INCH), USED)
    eye = device_sheet("spotter", "eye", scope=scope)
    assert offered(spotting([7, 8], 2, devices=(), more=[friend], device_sheets=[eye])) is helps


@pytest.mark.rule("AN-REROLL-01")
def test_the_shooter_may_decline():
    """A miss need not be thrown again."""
    played = spotting([7, 3], 2)
    assert offered(played)
    played.when("red", DeclineReroll(volley="v1")).then(RerollDeclined).without(DieRerolled)
    assert scored(played) == 1


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("option", "again"), [(True, True), (False, False)])
def test_failed_overhead_dice_are_re_rolled_before_any_shift(option, again):
    """A failed die of ordinary overhead fire may be thrown again before the shift; by the option it may not."""
    assert DEFAULTS.miss_reroll_overhead is True
    own = men(1, "lobber", devices=("spotter",))
    played = lobbing([8, *([4, 2] if again else [6, EAST])], own=own, options={"miss_reroll_overhead": option})
    roll(played, fired("lobber", aim=mark()))
    assert (asked(played) == "miss_reroll") is again
    if again:
        miss_again(played, "spotter", 1).then(DieRerolled, die=1, before=8).without(TemplateShifted)
    outcome = played.when("table", RollOverheadShift()).accepted()
    assert bool(of(outcome.events, TemplateShifted)) is not again


@pytest.mark.rule("AN-REROLL-01")
def test_blind_fire_is_never_re_rolled():
    """A failed blind die stays, whatever sees the target."""
    played = lobbing([4], own=men(1, "lobber", devices=("spotter",)))
    arm = replace(fired("lobber", aim=mark()), blind=True)
    played.when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,))).accepted()
    played.when("table", RollAccuracy()).without(DieRerolled)
    assert asked(played) != "miss_reroll"


# -- AN-REROLL-02, AN-REROLL-03


@pytest.mark.rule("AN-REROLL-02")
def test_a_combat_array_re_rolls_one_miss_of_a_vorl_unit():
    """Of four misses of a Vorl unit whose array sees the target one is thrown again."""
    played = spotting([6, 7, 8, 9, 5], 4, devices=("combat_array",), faction="vorl")
    assert offered(played)
    miss_again(played, "combat_array", 1, 2).rejected("AN-REROLL-02", "too-many-misses")
    miss_again(played, "combat_array", 2).then(DieRerolled, die=2, reason="combat_array")
    assert asked(played) != "miss_reroll"
    assert scored(played) == 1


@pytest.mark.rule("AN-REROLL-02")
@pytest.mark.parametrize(
    ("faction", "state", "scope", "helps"),
    [("vorl", "working", "side", True), ("vorl", "patched", "side", False), ("concord", "working", "side", False),
     ("vorl", "working", "", False)],
)  # fmt: skip
def test_an_array_serves_vorl_alone_and_while_it_works(faction, state, scope, helps):
    """A friend's array helps a Vorl unit that its data name; patched it does not, and other factions never."""
    friend = ("a-z", men(1, faction="vorl"), (X, Y + 15 * INCH), USED)
    sheet = device_sheet("combat_array", "mind", scope=scope)
    array = Device(id="a-z#1", sheet="mind", seat=0, unit="a-z", state=state)
    played = spotting([6, 7], 2, devices=(), faction=faction, more=[friend], device_sheets=[sheet], markers=[array])
    assert offered(played) is helps


@pytest.mark.rule("AN-REROLL-02")
def test_the_array_has_to_see_the_target():
    """An array that is hidden from the target gives no re-roll."""
    array = Device(id="a-x#1", sheet="combat_array", seat=0, unit="a-x",
                   pose=marker("x", "x", at=(X - INCH, Y + 20 * INCH)).pose)  # fmt: skip
    bunker = box("w1", X + 2 * INCH, Y + 8 * INCH, INCH, 12 * INCH, los="blocking")
    rest: Any = {"faction": "vorl", "devices": (), "markers": [array], "foe": men(1)}
    assert offered(spotting([6, 7], 2, **rest)) is True
    assert offered(spotting([6, 7], 2, terrain=[bunker], **rest)) is False


def tectorist(distance: int, id: str = "m1", seat: int = 0, **changes: Any) -> Device:
    """Make a Tectorist so far south of the first model of "b-y", with a base of half an inch."""
    x, y = mark(25 * INCH)
    at = (x, y + 750 + distance)
    return Device(id=id, sheet="tectorist", seat=seat, pose=marker(id, "x", at=at).pose, **changes)


def sensed(faces: Any, count: int, *markers: Device, **rest: Any) -> Table:
    """Let so many guns shoot at one model 25 inches off, each die needing 4."""
    return spotting(faces, count, **{"devices": (), "markers": markers, "gap": 25 * INCH, "foe": men(1), **rest})


@pytest.mark.rule("AN-REROLL-03")
@pytest.mark.parametrize(("distance", "seat", "helps"), [(15_000, 0, True), (15_500, 0, False), (15_000, 1, False)])
def test_a_tectorist_within_fifteen_inches_of_the_target_re_rolls_one_miss(distance, seat, helps):
    """A friendly Tectorist at 15.0 inches gives one re-roll, at 15.5 none, the enemy's none."""
    played = sensed([7, 8, 4] if helps else [7, 8], 2, tectorist(distance, seat=seat))
    assert offered(played) is helps
    if helps:
        miss_again(played, "tectorist", 1, 2).rejected("AN-REROLL-03", "too-many-misses")
        miss_again(played, "tectorist", 1).then(DieRerolled, die=1, reason="tectorist")


@pytest.mark.rule("AN-REROLL-03")
def test_a_tectorist_need_not_see():
    """A Tectorist behind a bunker helps all the same."""
    x, y = mark(25 * INCH)
    bunker = box("w1", x - 5 * INCH, y + 3 * INCH, 10 * INCH, INCH, los="blocking")
    assert offered(sensed([7, 8], 2, tectorist(10 * INCH), terrain=[bunker]))


@pytest.mark.rule("AN-REROLL-03")
def test_several_tectorists_are_one_source():
    """Two Tectorists throw one miss again."""
    played = sensed([7, 8, 9], 2, tectorist(10 * INCH), tectorist(12 * INCH, "m2"))
    assert offered(played)
    miss_again(played, "tectorist", 1).accepted()
    assert asked(played) != "miss_reroll"


@pytest.mark.rule("AN-REROLL-03", "AN-REROLL-01", "AN-REROLL-11")
def test_two_sources_re_roll_two_different_misses():
    """Spotter and Tectorist throw two of three misses again, never the same die twice."""
    played = sensed([7, 8, 9, 6, 3], 3, tectorist(10 * INCH), devices=("spotter",))
    assert offered(played)
    miss_again(played, "spotter", 1).then(DieRerolled, die=1, reason="spotter")
    assert asked(played) == "miss_reroll"
    miss_again(played, "spotter", 2).rejected("AN-REROLL-01", "no-such-source")
    miss_again(played, "tectorist", 1).rejected("AN-REROLL-11", "re-rolled-before")
    miss_again(played, "tectorist", 3).then(DieRerolled, die=3, reason="tectorist")
    assert asked(played) != "miss_reroll"
    assert scored(played) == 1
