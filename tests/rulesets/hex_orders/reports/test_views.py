"""What each party sees."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import MapArea
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit, Declared
from adjudicator.rulesets.hex_orders.model.state import knows
from adjudicator.rulesets.hex_orders.reports.messages import UnitView
from tests.rulesets.hex_orders.fixtures import infantry, price, tank
from tests.rulesets.hex_orders.reports.fixtures import two_sides_one_hidden
from tests.rulesets.hex_orders.steps import change

PARTIES = ("red", "blue", "referee", "spectator")


@pytest.mark.rule("HX-GAP-06")
def test_open_matters_are_seen_by_all():
    """Tokens, load, aim and speed of a unit that is not hidden are open to everybody."""
    for party in PARTIES:
        found = two_sides_one_hidden().view(party).units[0]
        assert found.status.loads[0].count == 1
        assert found.status.aim.hex == "D8"
        assert (found.status.pinned, found.status.speed) == (2, "stand_still")
        assert found.sheet == tank()


@pytest.mark.rule("HX-GAP-09")
def test_a_hidden_unit_is_a_token_to_others():
    """The enemy, the referee and spectators see of a hidden unit its token and hex; its side sees all."""
    token = UnitView(id="b1", seat=1, hex="D2", hidden=True)
    for party in ("red", "referee", "spectator"):
        assert two_sides_one_hidden().view(party).units[1] == token
        assert "b1?" in two_sides_one_hidden().view(party).board
        assert two_sides_one_hidden().view(party).sides[1].tokens == 1
    own = two_sides_one_hidden().view("blue").units[1]
    assert (own.status.facing, own.status.bonuses[0].by, own.orders[0].movement) == ("SW", 2, "-+-+-")


@pytest.mark.rule("HX-GAP-09")
def test_views_do_not_differ_by_what_is_hidden():
    """Two games that differ in a hidden unit alone look alike to the enemy."""
    one, other = two_sides_one_hidden(), change(two_sides_one_hidden(), "b1", facing="N", speed="slow", fire=2)
    other.put("sheets", tank(), key="kind")
    other.set(sheets={**one.game.sheets, "b1": tank()}, armies={**one.game.armies, "1:1": ArmyUnit(1, 1, tank(), "b1")})
    for party in ("red", "referee", "spectator"):
        assert one.view(party) == other.view(party)
    assert one.view("blue") != other.view("blue")


@pytest.mark.rule("HX-GAP-09")
def test_areas_and_unplaced_armies_are_seen_by_their_side_alone():
    """Areas, unplaced armies and units without room are seen by their side alone."""
    played = two_sides_one_hidden()
    slots = {"1:2": ArmyUnit(1, 2, infantry()), "1:3": ArmyUnit(1, 3, tank(), out=True)}
    sides = {seat: replace(side, area=seat == 1) for seat, side in played.game.sides.items()}
    played.set(sides=sides, areas={1: MapArea(hexes=())}, armies={**played.game.armies, **slots})
    blue = played.view("blue")
    assert blue.own_area == MapArea(hexes=())
    assert [(row.slot, row.placed) for row in blue.army] == [(1, True), (2, False), (3, True)]
    assert blue.sides[1].not_deployed == (3,)
    for party in ("red", "referee", "spectator"):
        found = played.view(party)
        assert (found.own_area, found.army, found.sides[1].not_deployed) == (None, (), ())


@pytest.mark.rule("HX-ARMY-06")
def test_divided_points_are_secret_until_play_begins():
    """What the armoured side made of its free points is its own secret until play begins."""
    played = two_sides_one_hidden()
    side = replace(played.game.sides[0], role="armoured", free=price(mp=2, cp=2, xp=2))
    played.set(sides={**played.game.sides, 0: side}, turn=0, step="setup")
    assert played.view("blue").sides[0].budget is None
    assert played.view("red").sides[0].budget == side.budget
    played.set(turn=1)
    assert played.view("blue").sides[0].budget == side.budget


@pytest.mark.rule("HX-GAP-09")
def test_a_spot_of_a_hidden_unit_is_shown_to_its_own_side_alone():
    """What a hidden unit spots is shown, and known, to its own side alone."""
    played = two_sides_one_hidden()
    played.set(
        declared={
            "s1": Declared("s1", "spot", 1, "b1", target="a9"),
            "s2": Declared("s2", "effect", 0, "a1", "main_gun", target="D5"),
            "s3": Declared("s3", "held", 0, "a1"),
        }
    )
    assert [shot.id for shot in played.view("red").shots] == ["s2"]
    assert [shot.id for shot in played.view("blue").shots] == ["s1", "s2"]
    assert [knows(played.game, party, "s1") for party in (0, 1)] == [False, True]
    assert [knows(played.game, party, "1:1") for party in (0, 1)] == [False, True]
    assert all(knows(played.game, party, key) for party in (0, 1) for key in ("a1", "b1", "z9"))
