"""The battleground: own areas in secret or in the open, and features for NoMansLand that both agree on."""

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AnswerNoMansLandProposal,
    MapArea,
    MapAreaCommitted,
    MapAreasRevealed,
    MapCompleted,
    NoMansLandAgreed,
    NoMansLandDeclined,
    NoMansLandProposed,
    PassChoice,
    ProposeNoMansLandFeatures,
    RandomHexDrawn,
    SubmitMapArea,
    TerrainCount,
    TerrainPlaced,
)
from adjudicator.rulesets.hex_orders.roster.ready_maps import MapRow, ready_map
from tests.kit import Table
from tests.rulesets.hex_orders.creating import area, mapping

NAMES = ("clear", "mountains", "hills", "forest", "swamp", "building", "ruins", "rough")


def features(*rows: tuple[str, int]) -> ProposeNoMansLandFeatures:
    """Propose features."""
    return ProposeNoMansLandFeatures(features=tuple(TerrainCount(terrain=name, count=n) for name, n in rows))


def between(dice: tuple[int, ...] = (), **options: bool) -> Table:
    """Come to NoMansLand on a clear board."""
    table = mapping(dice=dice, **options)
    table.play(("red", area()), ("blue", area()))
    return table


def test_areas_in_secret() -> None:
    """Both designs are handed in secretly and shown together."""
    table = mapping()
    outcome = table.when("red", area(D1="forest", A3="building+entrenchment", B1="clear"))
    outcome.then(MapAreaCommitted, owner=0).without(MapAreasRevealed)
    assert table.game.hexes["D1"].terrain == "clear"
    event = table.when("blue", area(G9="swamp")).one(MapAreasRevealed)
    assert [each.hex for each in event.hexes] == ["D1", "A3", "G9"]
    assert table.game.hexes["D1"].terrain == "forest"
    assert table.game.hexes["A3"].overlays == ("entrenchment",)
    table.last.asks("no_mans_land", "red")


def test_areas_in_the_open() -> None:
    """By option side 1 designs first, for all to see, then side 2."""
    table = mapping("standard", (("dwarf", 2), ("elf", 1)), secret_map_design=False)
    assert table.window is not None
    assert table.window.asks == (1,)
    table.when("blue", area(D1="forest")).then(MapAreaCommitted, owner=253).asks("areas", "red")
    assert table.game.hexes["D1"].terrain == "forest"
    table.when("red", area(D9="hills")).without(MapAreasRevealed).asks("no_mans_land", "blue")


def test_all_terrains_anywhere() -> None:
    """An area is designed as its side likes, with mountains all over it too."""
    table = mapping()
    mountains = {f"{column}{row}": "mountains" for column in "ABCDEFG" for row in (1, 2, 3)}
    table.when("red", area(**mountains)).accepted()
    table.when(
        "blue", area(**{f"{column}7": name for column, name in zip("ABCDEFG", NAMES[1:], strict=True)})
    ).accepted()


def test_every_fault_of_an_area_at_once() -> None:
    """An area is refused with every fault: hexes of others, hexes twice, terrains and overlays that there are not."""
    table = mapping()
    rows = area(A4="forest", A7="rough", D1="lava", D2="clear+smoke").area
    assert rows is not None
    twice = SubmitMapArea(area=MapArea(hexes=(*rows.hexes, rows.hexes[2])))
    table.when("red", twice).rejected("HX-MAP-05", "outside-area", "area.hexes[0].hex").rejected(
        "HX-MAP-05", "outside-area", hex="A7"
    ).rejected("HX-TERRAIN-01", "not-among", "area.hexes[2].terrain", found="lava").rejected(
        "HX-TERRAIN-02", "placed-in-play", overlay="smoke"
    ).rejected("HX-TERRAIN-01", "hex-twice", "area.hexes[4].hex", hex="D1")


def test_features_that_are_agreed_on() -> None:
    """What both agree on is put on distinct hexes of NoMansLand that dice draw, column by column."""
    table = between((11, 1, 1, 2, 1))
    table.when("red", features(("rough", 2), ("swamp", 1))).then(NoMansLandProposed).asks("no_mans_land_answer", "blue")
    table.when("blue", AnswerNoMansLandProposal(accept=True)).then(
        NoMansLandAgreed, RandomHexDrawn(face=11, hex="D5"), TerrainPlaced(hex="D5", terrain="rough"),
        RandomHexDrawn(face=1, hex="A4"), TerrainPlaced(hex="A4", terrain="rough"),
        RandomHexDrawn(face=1, hex="A5"), TerrainPlaced(hex="A5", terrain="swamp"), MapCompleted,
    )  # fmt: skip
    assert [roll.sides for roll in table.rolls][:3] == [21, 20, 19]


def test_features_that_are_declined() -> None:
    """When side 1's proposal is declined side 2 may make one; when that is declined too all is clear."""
    table = between((2, 1))
    table.when("red", features(("rough", 3)))
    table.when("blue", AnswerNoMansLandProposal(accept=False)).then(NoMansLandDeclined).asks("no_mans_land", "blue")
    table.when("blue", features(("ruins", 1))).asks("no_mans_land_answer", "red")
    table.when("red", AnswerNoMansLandProposal(accept=False)).then(NoMansLandDeclined, MapCompleted)
    assert {cell.terrain for cell in table.game.hexes.values()} == {"clear"}


def test_no_proposal() -> None:
    """Both may pass."""
    table = between((2, 1))
    table.when("red", PassChoice()).asks("no_mans_land", "blue")
    table.when("blue", PassChoice()).then(MapCompleted).asks("placing", "blue")


@pytest.mark.parametrize("terrain", ["forest", "hills", "mountains", "building", "smoke"])
def test_what_blocks_sight_stays_out(terrain: str) -> None:
    """Nothing that blocks sight is put into NoMansLand."""
    between().when("red", features((terrain, 1))).rejected("HX-MAP-06", "not-among", found=terrain)


def test_buildings_that_do_not_block() -> None:
    """Buildings may be proposed where they do not block sight."""
    between(building_blocks_los=False).when("red", features(("building", 1))).accepted()


def test_faults_of_a_proposal() -> None:
    """A proposal names features that there are, and not more than there is room for."""
    table = between()
    table.when("red", features()).rejected("HX-MAP-07", "no-features")
    table.when("red", features(("lava", 1))).rejected("HX-TERRAIN-01", "not-among")
    table.when("red", features(("rough", 0))).rejected("HX-MAP-07", "number-range")
    table.when("red", features(("rough", 20), ("swamp", 2))).rejected("HX-MAP-07", "no-room-between", found=22)


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ("\n".join([". . ."] * 6), "picture"),
        ("\n".join([". . ."] * 6 + [". . X"]), "symbol"),
        ("\n".join([". . ."] * 3 + [". F ."] + [". . ."] * 3), "block sight"),
    ],
)
def test_broken_ready_maps(picture: str, problem: str) -> None:
    """A ready map whose picture does not fit, or that blocks sight in NoMansLand, is not loaded."""
    with pytest.raises(ValueError, match=problem):
        ready_map(MapRow(title="broken", columns=3, rows=7, picture=picture))


def test_offers_of_the_map() -> None:
    """The windows of the map offer hexes of the own area, and features that do not block."""
    table = mapping()
    assert table.offered("red") == ["SubmitMapArea"]
    table.play(("red", area()), ("blue", area()))
    assert table.offered("red") == ["ProposeNoMansLandFeatures", "PassChoice"]
    assert "forest" not in str(table.offers("red")[0])
