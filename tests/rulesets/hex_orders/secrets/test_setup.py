"""Two games that differ in what is secret before they begin: huge units, points, areas, and which units an army has."""

from collections import Counter

import pytest

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.rulesets.hex_orders.model.messages import FreePoints, PlaceHiddenToken, SplitFreePoints
from adjudicator.rulesets.hex_orders.rules.setup import setup_placement
from tests.rulesets.hex_orders.secrets.steps import created_twice
from tests.rulesets.hex_orders.setup.full_lists import area_of, full_army
from tests.rulesets.hex_orders.setup.steps import huge


@pytest.mark.rule("HX-HUGE-01", "HX-GAP-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_huge_list_is_told_with_the_other(viewer):
    """Whether red has named a huge unit is known when both have answered."""
    pair = created_twice(viewer)
    pair.give(0, huge("behemoth"), huge())
    assert (pair.differ, pair.end) == (1, "")
    pair.give(1, huge(), huge())
    assert pair.end == "came out"


@pytest.mark.rule("HX-ARMY-05", "HX-ARMY-06")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_free_points_are_told_when_the_set_up_is_over(viewer):
    """How the armoured side divides its six points is not to be seen before SetupCompleted."""
    pair = created_twice(viewer, "asymmetric", (("dwarf", 1, "armoured"), ("elf", 2, "light")), secret_map_design=True)
    pair = pair.go_on(1)
    pair.give(0, *(SplitFreePoints(points=FreePoints(mp=mp, cp=6 - mp, xp=0)) for mp in (6, 1)))
    pair.go_on(2)
    for seat, unit in ((0, "standard_tank"), (1, "line_infantry")):
        pair.give(seat, full_army(unit), full_army(unit))
    pair.go_on()
    assert pair.end == "came out"
    assert pair.entries > 8
    assert pair.one.game.setup is None


@pytest.mark.rule("HX-MAP-05")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_areas_are_shown_together(viewer):
    """What red designs is not to be seen before blue's area is in."""
    pair = created_twice(viewer, secret_map_design=True).go_on(2)
    for seat in (0, 1):
        pair.give(seat, full_army("standard_tank"), full_army("standard_tank"))
    pair.give(0, area_of(A1="forest", B2="swamp"), area_of(C3="hills"))
    assert (pair.differ, pair.end) == (1, "")
    pair.give(1, area_of(), area_of())
    assert pair.end == "came out"


ARMIES = (
    (("standard_tank", "snipers", "rangers"), ("standard_tank", "stalker", "snipers")),
    (("standard_tank", "rangers"), ("standard_tank", "snipers")),
    (("standard_tank", "buggy", "rangers", "rangers"), ("standard_tank", "buggy", "stalker", "snipers")),
)


@pytest.mark.rule("HX-SETUP-06", "HX-SETUP-07", "HX-SETUP-15", "HX-ARMY-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("kinds", ARMIES)
def test_nobody_knows_which_hidden_units_an_army_has(viewer, kinds):
    """From the army to the second turn: hidden units of other kinds, scouts or not, change nothing for others."""
    pair = created_twice(viewer).go_on(2)
    pair.give(0, *(full_army(*kind) for kind in kinds))
    pair.give(1, full_army("standard_tank", "line_infantry"), full_army("standard_tank", "line_infantry"))
    asked = Counter[str]()
    while not pair.end and pair.one.game.turn < 2:
        top = pair.one.window
        asked[top.kind] += 1
        command = placement(pair, top)
        if command is None:
            pair.go_on(1)
        else:
            pair.give(*command)
    assert pair.end == ""
    assert pair.differ == 1
    assert pair.one.game.sheets["a2"] != pair.two.game.sheets["a2"] or len(kinds[0]) > 3
    assert asked["placing"] > 4
    assert pair.entries > 25


BUILT = {f"{column}{row}": "building" for column in "ABC" for row in (1, 9)}
HOMES = ({"A1": "building"}, BUILT, {**BUILT, "D1": "mountains", "E1": "swamp", "F1": "forest"})


@pytest.mark.rule("HX-SETUP-06", "HX-GAP-08", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("reveal", ["standard", "spot_only"])
@pytest.mark.parametrize("hexes", HOMES)
@pytest.mark.parametrize("kinds", [(("snipers",), ("stalker",)), (("snipers", "stalker"), ("stalker", "stalker"))])
def test_silence_does_not_tell_the_class_of_a_token(viewer, reveal, hexes, kinds):
    """Infantry may be in buildings and vehicles not: silence places the tokens of either in the same hexes."""
    pair = created_twice(viewer, secret_map_design=True, hidden_reveal=reveal).go_on(2)
    pair.give(0, *(full_army("standard_tank", *hidden) for hidden in kinds))
    pair.give(1, full_army("standard_tank", "line_infantry"), full_army("standard_tank", "line_infantry"))
    for seat, row in ((0, "1"), (1, "9")):
        design = area_of(**{name: terrain for name, terrain in hexes.items() if name.endswith(row)})
        pair.give(seat, design, design)
    while not pair.end and pair.one.game.turn < 1:
        pair.go_on(1)
    assert pair.end == ""
    places = [[row.hex for row in world.game.units.values() if row.hidden] for world in (pair.one, pair.two)]
    assert places[0] == places[1]
    assert len(places[0]) == len(kinds[0])


@pytest.mark.rule("HX-SETUP-06", "HX-GAP-08", "HX-GAP-09")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("last", [("snipers", "stalker"), ("stalker", "snipers")])
def test_silence_places_a_token_where_most_kinds_fit(viewer, last):
    """Where no hex takes every kind any more, the third token goes where a vehicle fits, infantry or not."""
    pair = created_twice(viewer, secret_map_design=True).go_on(2)
    pair.give(0, *(full_army("standard_tank", "snipers", "snipers", kind) for kind in last))
    pair.give(1, full_army("standard_tank", "line_infantry"), full_army("standard_tank", "line_infantry"))
    for seat in (0, 1):
        rows = (1, 2, 3) if seat == 0 else (9, 8, 7)
        built = {f"{column}{row}": "building" for column in "ABCDEFG" for row in rows}
        design = area_of(**{name: terrain for name, terrain in built.items() if name[0] not in "DE" or name[1] != "2"})
        pair.give(seat, design, design)
    while not pair.end and pair.one.game.turn < 1:
        pair.go_on(1)
    assert pair.end == ""
    worlds = [[row.hex for row in world.game.units.values() if row.hidden] for world in (pair.one, pair.two)]
    assert worlds[0] == worlds[1] == ["D2", "E2", "E2"]
    assert pair.one.game.sheets["a2"] != pair.two.game.sheets["a2"], "the vehicle goes first, where room is short"


@pytest.mark.rule("HX-GAP-08")
def test_silence_places_a_token_beside_a_base_that_all_see():
    """A hex with one seen base that is not large takes every token; one with a token may not."""
    pair = created_twice(1).go_on(2)
    for seat, kinds in enumerate((("line_infantry", "snipers", "snipers"), ("line_infantry",))):
        pair.give(seat, full_army(*kinds), full_army(*kinds))
    while not pair.end and pair.one.game.turn < 1:
        pair.go_on(1)
    own = sorted((row.hex, row.hidden) for row in pair.one.game.units.values() if row.seat == 0)
    edge = [name for name, _ in own]
    assert [hidden for _, hidden in own] == [False, True, True]
    assert edge[0] == edge[1] != edge[2]


def placement(pair, top):
    """Place what silence would place, in the middle of the board's edge; tokens in hexes that all may stand in."""
    if top.kind != "placing":
        return None
    who = top.asks[0]
    offered = [pair.one.offers(who), pair.two.offers(who)]
    tokens = [[row for row in command if row.command == "PlaceHiddenToken"] for command in offered]
    if not tokens[0]:
        return None
    where = next(name for name in tokens[0][0].fields[1].values.values if name in tokens[1][0].fields[1].values.values)
    slots = [int(token[0].fields[0].values.values[0]) for token in tokens]
    return (who, *(PlaceHiddenToken(slot=slot, hex=where, facing="S") for slot in slots))


def test_the_set_up_pairs_find_a_leak(monkeypatch):
    """A side that is asked for scouts only where it has hidden ones gives them away."""
    monkeypatch.setattr(setup_placement, "may_show", lambda *_: False)
    monkeypatch.setattr("adjudicator.rulesets.hex_orders.rules.setup.deployment.may_show", lambda *_: False)
    with pytest.raises(AssertionError, match="sees another"):
        test_nobody_knows_which_hidden_units_an_army_has(1, ARMIES[1])
