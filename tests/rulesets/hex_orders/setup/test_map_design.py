"""The board of ENTRENCHED!: its size, its coordinates, the two areas and NoMansLand."""

import pytest

from adjudicator.rulesets.hex_orders import grid
from adjudicator.rulesets.hex_orders.library import MAPS
from adjudicator.rulesets.hex_orders.messages import (
    AnswerNoMansLandProposal,
    GameCreated,
    MapAreaCommitted,
    MapAreasRevealed,
    MapCompleted,
    NoMansLandAgreed,
    NoMansLandDeclined,
    NoMansLandProposed,
    ProposeNoMansLandFeatures,
    RandomHexDrawn,
    RollOffRolled,
    SideAssigned,
    TerrainCount,
    TerrainPlaced,
)
from tests.rulesets.hex_orders.givens import free, tank, unit
from tests.rulesets.hex_orders.said import (
    SILENT,
    STOCK,
    area,
    created,
    forget,
    loaded,
    mustered,
    refused,
    stepping,
    terms,
    whole,
)

COLUMNS = "ABCDEFG"


def features(**counts):
    """Propose so many hexes of each terrain."""
    rows = tuple(TerrainCount(terrain=terrain, count=count) for terrain, count in counts.items())
    return ProposeNoMansLandFeatures(features=rows)


def accepted(accept):
    """Answer a proposal."""
    return AnswerNoMansLandProposal(accept=accept)


def between(dice=(), **changes):
    """Go on to the window of side 1 for NoMansLand."""
    played = mustered(["guard"], ["guard"], dice, **changes)
    played.play(("red", area()), ("blue", area()))
    return played


def designing(**changes):
    """Let both armies be in."""
    return mustered(["guard"], ["guard"], **changes)


@pytest.mark.rule("HX-MAP-01")
def test_entrenched_has_7_by_9_hexes():
    """A standard game of ENTRENCHED! has 63 hexes, columns A to G and rows 1 to 9."""
    played = loaded(STOCK)
    told = played.when("referee", terms()).one(GameCreated)
    assert (told.scenario, told.columns, told.rows) == ("entrenched", 7, 9)
    played = between()
    assert set(played.game.hexes) == {f"{column}{row}" for column in COLUMNS for row in range(1, 10)}
    assert len(played.game.hexes) == 63


@pytest.mark.rule("HX-MAP-01")
def test_another_scenario_is_refused():
    """ENTRENCHED! is the one scenario."""
    played = loaded(STOCK)
    refused(played, "referee", terms(scenario="siege"), "HX-MAP-01", "not-among")


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(
    ("name", "expected"),
    [("D5", ["D4", "E5", "E6", "D6", "C6", "C5"]), ("C5", ["C4", "D4", "D5", "C6", "B5", "B4"])],
)
def test_neighbours_are_named_clockwise_from_n(name, expected):
    """Columns B, D and F lie half a hex lower, and N goes towards row 1."""
    assert grid.neighbours(name) == tuple(zip(("N", "NE", "SE", "S", "SW", "NW"), expected, strict=True))


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(("clicks", "expected"), [(0, "D4"), (1, "E5"), (2, "E6"), (3, "D6"), (4, "C6"), (5, "C5")])
def test_a_unit_goes_where_it_faces(clicks, expected):
    """From D5 the six facings lead into the six neighbours."""
    order = ",".join([*["R"] * clicks, "F"]) + "+-+-"
    assert unit(stepping(free(tank(), order), "clear", order=order), "a1").hex == expected


@pytest.mark.rule("HX-MAP-02")
@pytest.mark.parametrize(
    ("a", "b", "expected"), [("D5", "G5", 3), ("A1", "G4", 6), ("D5", "D4", 1), ("D5", "E5", 1), ("D9", "E3", 7)]
)
def test_range_is_the_least_number_of_steps(a, b, expected):
    """Range is counted in hexes, the same both ways."""
    assert grid.distance(a, b) == grid.distance(b, a) == expected


@pytest.mark.rule("HX-MAP-02", "HX-MAP-04")
def test_side_1_has_the_edge_of_row_1():
    """Row 1 is side 1's edge and row 9 side 2's, whichever seat has which."""
    played = designing(numbers=(2, 1))
    refused(played, "red", area({"A3": "forest"}), "HX-MAP-05", "outside-area")
    played.play(("red", area({"A9": "forest"})), ("blue", area({"A1": "hills"})))
    assert (played.game.hexes["A9"].terrain, played.game.hexes["A1"].terrain) == ("forest", "hills")


@pytest.mark.rule("HX-MAP-03")
def test_three_rows_lie_between_the_areas():
    """By default NoMansLand is rows 4 to 6."""
    played = between()
    expected = {f"{column}{row}" for column in COLUMNS for row in (4, 5, 6)}
    assert set(grid.no_mans_land(played.game)) == expected
    assert "D4" in expected


@pytest.mark.rule("HX-MAP-03", "HX-MAP-08")
@pytest.mark.parametrize("options", [{"entrenched_rows": 10}, {"map_size": "7x10"}])
def test_ten_rows_have_four_between(options):
    """With entrenched_rows 10, the same as map_size 7x10, NoMansLand has four rows."""
    played = designing(**options)
    refused(played, "blue", area({"A7": "forest"}), "HX-MAP-05", "outside-area")
    played.play(("red", area({"A3": "forest"})), ("blue", area({"A8": "forest", "G10": "forest"})))
    assert set(grid.no_mans_land(played.game)) == {f"{column}{row}" for column in COLUMNS for row in (4, 5, 6, 7)}
    assert len(played.game.hexes) == 70


@pytest.mark.rule("HX-MAP-03")
def test_other_row_counts_are_refused():
    """The option knows 9 and 10."""
    refused(loaded(STOCK), "referee", terms(entrenched_rows=11), "HX-MAP-03", "option-value")


@pytest.mark.rule("HX-MAP-04")
def test_each_area_has_21_hexes():
    """A1 to G3 belong to side 1, A7 to G9 to side 2, and every hex of them can be designed."""
    played = designing()
    own = [set(grid.own_area(played.game, seat)) for seat in (0, 1)]
    assert own == [set(whole((1, 2, 3), "")), set(whole((7, 8, 9), ""))]
    assert [len(each) for each in own] == [21, 21]
    played.play(("red", area(whole((1, 2, 3), "forest"))), ("blue", area(whole((7, 8, 9), "ruins"))))
    found = [played.game.hexes[f"G{row}"].terrain for row in range(1, 10)]
    assert found == ["forest"] * 3 + ["clear"] * 3 + ["ruins"] * 3


@pytest.mark.rule("HX-MAP-05")
def test_a_side_designs_its_own_area_as_it_likes():
    """Side 1 may have 21 mountains; A4 and A7 are not its own."""
    played = designing()
    refused(played, "red", area({"A4": "rough"}), "HX-MAP-05", "outside-area")
    refused(played, "red", area({"A7": "rough"}), "HX-MAP-05", "outside-area")
    refused(played, "red", area({"A10": "rough"}), "HX-MAP-05", "outside-area")
    played.when("red", area(whole((1, 2, 3), "mountains"))).accepted()


@pytest.mark.rule("HX-MAP-05")
def test_designs_are_secret_and_shown_together():
    """The first design is not told; with the second both are on the board."""
    played = designing()
    committed = played.when("red", area({"B2": "hills"})).without(MapAreasRevealed).one(MapAreaCommitted)
    assert (committed.seat, committed.owner) == (0, 0)
    assert b"hills" not in played.drafts[-1].data
    refused(played, "red", area(), "HX-MAP-05", "not-asked")
    shown = played.when("blue", area({"B8": "swamp"})).one(MapAreasRevealed)
    assert {(each.hex, each.terrain) for each in shown.hexes} == {("B2", "hills"), ("B8", "swamp")}


@pytest.mark.rule("HX-MAP-05")
def test_without_secrecy_side_1_designs_first_in_the_open():
    """With secret_map_design off each design is public at once, side 1 first."""
    played = designing(secret_map_design=False, numbers=(2, 1))
    refused(played, "red", area({"B8": "hills"}), "HX-MAP-05", "not-asked")
    committed = played.when("blue", area({"B2": "hills"})).one(MapAreaCommitted)
    assert (committed.seat, committed.owner) == (1, 253)
    assert b"hills" in played.drafts[-1].data
    played.when("red", area({"B8": "swamp"})).accepted()
    assert [played.game.hexes[name].terrain for name in ("B2", "B8")] == ["hills", "swamp"]


@pytest.mark.rule("HX-MAP-05")
def test_sides_are_agreed_or_rolled_for():
    """Sides that are not fixed are settled by a d6 roll-off; ties are rolled again."""
    played = created(numbers=(0, 0), dice=[3, 3, 6, 1])
    assert played.last.one(RollOffRolled).faces == (3, 3, 6, 1)
    told = [(each.seat, each.number) for each, _ in played.ruled if isinstance(each, SideAssigned)]
    assert sorted(number for _, number in told) == [1, 2]
    assert {seat: side.number for seat, side in played.game.sides.items()} == dict(told)
    fixed = created(numbers=(2, 1))
    assert [fixed.game.sides[seat].number for seat in (0, 1)] == [2, 1]


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize("terrain", ["forest", "hills", "mountains", "building", "smoke"])
def test_nothing_that_hides_comes_into_no_mans_land(terrain):
    """Forest, hills, mountains, buildings and smoke are refused there."""
    refused(between(), "red", features(**{terrain: 1}), "HX-MAP-06", "not-among")


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize("terrain", ["rough", "ruins", "swamp"])
def test_what_does_not_hide_may_be_proposed(terrain):
    """Rough ground, ruins and swamps may come into NoMansLand."""
    between().when("red", features(**{terrain: 2})).then(NoMansLandProposed, seat=0)


@pytest.mark.rule("HX-MAP-06")
def test_buildings_may_come_where_they_do_not_hide():
    """With building_blocks_los off a building does not block sight and is allowed."""
    between(building_blocks_los=False).when("red", features(building=1)).then(NoMansLandProposed)


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize("name", sorted(MAPS))
def test_ready_maps_keep_no_mans_land_open(name):
    """No ready map of the service has an obstacle in NoMansLand."""
    played = loaded(STOCK)
    told = played.when("referee", terms(map=name)).one(GameCreated)
    assert told.map == name
    middle = [each for each in told.terrain if 3 < int(each.hex[1:]) <= told.rows - 3]
    assert not {each.terrain for each in middle} & {"forest", "hills", "mountains", "building"}
    assert told.terrain


@pytest.mark.rule("HX-MAP-07")
def test_without_agreement_no_mans_land_is_clear():
    """One side proposes, the other declines: every hex is clear."""
    played = between([1, 6])
    played.when("red", features(rough=3)).accepted()
    refused(played, "red", accepted(True), "HX-MAP-07", "not-asked")
    played.when("blue", accepted(False)).then(NoMansLandDeclined, seat=1)
    while played.window.kind == "no_mans_land":
        played.when(played.window.asks[0], SILENT).accepted()
    assert {played.game.hexes[f"{column}{row}"].terrain for column in COLUMNS for row in (4, 5, 6)} == {"clear"}


@pytest.mark.rule("HX-MAP-07")
def test_without_a_proposal_no_mans_land_is_clear():
    """Both sides pass: nothing is drawn."""
    played = between([1, 6])
    played.play(("red", SILENT))
    outcome = played.when("blue", SILENT).then(MapCompleted)
    outcome.without(RandomHexDrawn)
    assert {played.game.hexes[f"{column}5"].terrain for column in COLUMNS} == {"clear"}


@pytest.mark.rule("HX-MAP-07")
def test_agreed_features_are_drawn_at_random():
    """Three agreed rough hexes are drawn on distinct hexes of NoMansLand with logged dice."""
    played = between([1, 1, 19, *[1, 6] * 6])
    played.when("red", features(rough=3)).accepted()
    outcome = played.when("blue", accepted(True)).then(NoMansLandAgreed, seat=1)
    drawn = [each for each in outcome.events if isinstance(each, RandomHexDrawn)]
    names = {each.hex for each in drawn}
    assert [each.face for each in drawn] == [1, 1, 19]
    assert len(names) == 3
    assert {each.hex for each in outcome.events if isinstance(each, TerrainPlaced)} == names
    rough = {name for name, cell in played.game.hexes.items() if cell.terrain == "rough"}
    assert rough == names
    assert all(3 < int(name[1:]) < 7 for name in names)
    sides = [roll.sides for roll in outcome.rolls if roll.why == "no-mans-land"]
    assert sides == [21, 20, 19]
    forget(played)


@pytest.mark.rule("HX-MAP-07")
def test_either_side_may_propose():
    """Side 2 may propose when side 1 has passed."""
    played = between([21, 1, 6])
    played.play(("red", SILENT), ("blue", features(swamp=1)))
    drawn = played.when("red", accepted(True)).one(RandomHexDrawn)
    assert played.game.hexes[drawn.hex].terrain == "swamp"


@pytest.mark.rule("HX-MAP-07")
def test_more_features_than_hexes_are_refused():
    """Features lie on distinct hexes, so there can be no more than NoMansLand has."""
    refused(between(), "red", features(rough=20, swamp=2), "HX-MAP-07", "no-room-between")
    between().when("red", features(rough=19, swamp=2)).accepted()


@pytest.mark.rule("HX-MAP-08")
@pytest.mark.parametrize("game_type", ["pure_tank", "infantry", "standard", "asymmetric"])
def test_other_games_have_the_same_board(game_type):
    """With nothing agreed any game type is played on 7 by 9 hexes."""
    told = loaded(STOCK).when("referee", terms(game_type)).one(GameCreated)
    assert (told.columns, told.rows) == (7, 9)


@pytest.mark.rule("HX-MAP-08")
def test_another_size_may_be_agreed():
    """With map_size 9x12 there are columns A to I and rows 1 to 12, and NoMansLand is rows 4 to 9."""
    played = designing(map_size="9x12")
    refused(played, "blue", area({"A9": "forest"}), "HX-MAP-05", "outside-area")
    played.play(("red", area({"I3": "forest"})), ("blue", area({"I10": "forest"})))
    assert set(played.game.hexes) == {f"{column}{row}" for column in "ABCDEFGHI" for row in range(1, 13)}
    assert {int(name[1:]) for name in grid.no_mans_land(played.game)} == {4, 5, 6, 7, 8, 9}


@pytest.mark.rule("HX-MAP-08")
@pytest.mark.parametrize("size", ["2x9", "7x6", "big", "7", "0x0"])
def test_boards_that_are_too_small_are_refused(size):
    """A board has at least 3 columns and 7 rows, so that there is a NoMansLand."""
    refused(loaded(STOCK), "referee", terms(map_size=size), "HX-MAP-08", "bad-size")


@pytest.mark.rule("HX-MAP-08")
def test_the_smallest_board():
    """3 by 7 hexes are enough: one row of NoMansLand."""
    told = loaded(STOCK).when("referee", terms(map_size="3x7")).one(GameCreated)
    assert (told.columns, told.rows) == (3, 7)
