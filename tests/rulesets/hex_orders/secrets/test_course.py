"""Worlds part by the course of a set-up where a side has something left in one of them alone, and tell nothing else."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import HexEffectPlaced, PlacementTurnPassed, UnitNotDeployed
from adjudicator.rulesets.hex_orders.reports import views
from adjudicator.rulesets.hex_orders.rules.setup import deployment, setup_placement
from adjudicator.rulesets.hex_orders.rules.setup.setup_placement import HUGE, SCOUTS, unplaced
from tests.conformance.test_secrets import Worlds
from tests.rulesets.hex_orders.damage.steps import before_acid
from tests.rulesets.hex_orders.fixtures import infantry, price, tank
from tests.rulesets.hex_orders.gunnery.fixtures import TOKEN
from tests.rulesets.hex_orders.secrets import course
from tests.rulesets.hex_orders.secrets.steps import Twins
from tests.rulesets.hex_orders.setup.fixtures import FIRST, STOCK, entry
from tests.rulesets.hex_orders.setup.steps import deploying, rows_of
from tests.rulesets.hex_orders.steps import SILENT, give_default, of_kind

PATH = "adjudicator.rulesets.hex_orders"
# worlds of one army with scouts and one without: they part in step 2, one as it begins and one at its end
PARTING = (3326, 3248)
ONLY_IN_ONE = "thorn_racer"
AMBUSHES = ("ambush", "snare")
CLOUDY = 3


def parted(seed, viewer=SPECTATOR):
    """Play two worlds until they part."""
    worlds = Worlds(PATH, seed, viewer, any_options=True)
    worlds.play()
    assert worlds.parted
    return worlds


@pytest.mark.rule("HX-SETUP-08", "HX-SETUP-11", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("seed", PARTING)
def test_the_course_tells_who_has_something_left(seed, viewer):
    """A step begins for, or the turn passes to, the side that has a scout in one world; all else is the same."""
    worlds = parted(seed, viewer)
    assert course.is_accounted_for(worlds.one, worlds.two)


@pytest.mark.rule("HX-SETUP-11", "HX-GAP-09")
@pytest.mark.parametrize(
    ("red", "blue", "fine"), [("scout", ["scout"], True), ("guard", ["scout"] * 2, False), ("guard", ["scout"], False)]
)
def test_the_course_differs_by_who_has_something_left_alone(red, blue, fine):
    """Beside a world in which red has a guard and blue a scout, the turn passes otherwise if red has a scout too.

    That blue has more scouts, or the same army, does not account for it.
    """
    one: Any = SimpleNamespace(game=deploying(["guard"], ["scout"], FIRST).game, ruled=())
    passed = ((PlacementTurnPassed(seat=1, quota=0), ()),)
    two: Any = SimpleNamespace(game=deploying([red], blue, FIRST).game, ruled=passed)
    assert (one.game.setup.step, two.game.setup.step) == (SCOUTS, SCOUTS)
    assert course.is_accounted_for(one, two) is fine


def left_out(*kinds):
    """Let blue pass in step 6: these hidden tanks of its army find no room on buildings."""
    stock = (*STOCK, *(entry(tank(kind=kind, hidden=True, price=price(ip=1))) for kind in AMBUSHES))
    hexes = rows_of((7, 8, 9), "building")
    played = deploying(["sniper"] * 2, ["sniper", *kinds], [*FIRST] * 3, hexes, entries=stock)
    while not of_kind(played.events, UnitNotDeployed):
        give_default(played)
    return played


@pytest.mark.rule("HX-SETUP-16", "HX-GAP-09")
@pytest.mark.parametrize(
    ("other", "viewer", "fine"),
    [
        (AMBUSHES[:1], SPECTATOR, False),
        (AMBUSHES[1:], SPECTATOR, False),
        (AMBUSHES[1:], 0, False),
        (AMBUSHES[1:], 1, True),
        (AMBUSHES, 0, True),
    ],
)
def test_worlds_part_by_what_is_told_of_units_without_room(other, viewer, fine):
    """That a hidden unit found no room lets nothing else show; another number of them may, and to its side which."""
    worlds = left_out(AMBUSHES[0]), left_out(*other)
    assert course.may_part(*worlds, viewer, [[b"one"], [b"two"]]) is fine


def eaten_on(*faces, **rest):
    """Let acid eat on units as blue passes; with 3 a cloud rises."""
    played = before_acid(*faces, **rest)
    played.when("blue", SILENT).accepted()
    assert len(of_kind(played.events, HexEffectPlaced)) == faces.count(CLOUDY)
    return played


def clouds_part(one, two, viewer):
    """Tell whether clouds alone let two worlds differ for a viewer, in either kind of pairs."""
    found = course.may_part(one, two, viewer, [[b"one"], [b"two"]])
    assert Twins(one, two, viewer).clouds_differ() is found
    return found


@pytest.mark.rule("HX-CONT-07")
@pytest.mark.parametrize(
    ("faces", "hidden", "viewer", "fine"),
    [
        ((2, CLOUDY), True, 1, True),
        ((CLOUDY, 2), True, SPECTATOR, True),
        ((2, 2), True, 1, False),
        ((CLOUDY, CLOUDY), True, 1, False),
        ((2, CLOUDY), True, 0, False),
        ((2, CLOUDY), False, 1, False),
    ],
)
def test_worlds_part_by_a_cloud_of_acid(faces, hidden, viewer, fine):
    """A cloud that rises from another side's hidden unit in one world alone shows its dice.

    One that rises in both shows nothing; one from the viewer's own unit, or from an open one, is no secret, and
    excuses no difference.
    """
    one, two = (eaten_on(face, hidden=hidden) for face in faces)
    assert clouds_part(one, two, viewer) is fine


@pytest.mark.rule("HX-CONT-07")
def test_whose_acid_a_cloud_is_of():
    """Whose acid a cloud is of does not hang on what the viewer's own, or another side's, hidden units roll beside it.

    Secret dice of both sides stand in the order of their owners, not of the units that are rolled for.
    """
    one, two = eaten_on(2, 2, blue=1), eaten_on(2, CLOUDY, blue=1)
    assert clouds_part(one, two, 1)
    assert not clouds_part(two, eaten_on(CLOUDY), 0)


@pytest.mark.rule("HX-CONT-07")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_before_which_open_die_a_cloud_rises(viewer):
    """The same cloud before or after an open unit's die shows of which of two hidden ones in the hex it is."""
    dwarf = infantry(nation="dwarf")
    more = [("a3", "D9", "N", dwarf, {"acid": 1}), ("a4", "E8", "N", replace(dwarf, hidden=True), {**TOKEN, "acid": 1})]
    one, two = eaten_on(CLOUDY, 2, 2, more=more), eaten_on(2, 2, CLOUDY, more=more)
    assert clouds_part(one, two, viewer)


def test_an_army_that_is_shown_beside_the_course_is_found(monkeypatch):
    """Worlds whose view lists everybody's army as the set-up begins are told apart."""
    usual = views._army
    monkeypatch.setattr(views, "_army", lambda game, party: usual(game, 0 if game.setup else party))
    with pytest.raises(AssertionError, match="tells"):
        parted(PARTING[0])


def test_a_course_that_tells_of_a_kind_is_found(monkeypatch):
    """Worlds in which a step begins for a unit that it does not take are told apart."""
    usual = setup_placement.can_place

    def telling(game, seat, step):
        named = step == HUGE and any(slot.sheet.kind == ONLY_IN_ONE for slot in unplaced(game, seat))
        return named or usual(game, seat, step)

    monkeypatch.setattr(deployment, "can_place", telling)
    with pytest.raises(AssertionError, match="tells"):
        parted(PARTING[0])
