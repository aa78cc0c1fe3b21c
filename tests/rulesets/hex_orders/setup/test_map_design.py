"""The areas that each side designs, and NoMansLand between them."""

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    AnswerNoMansLandProposal,
    Feature,
    GameCreated,
    HexTerrain,
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
    RollOffRolled,
    SideAssigned,
    SubmitMapArea,
    TerrainCount,
    TerrainPlaced,
)
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS, MapRow, ReadyMap, ready_map
from adjudicator.rulesets.hex_orders.rules.setup import terms as terms_module
from tests.kit import Table
from tests.rulesets.hex_orders.setup.fixtures import STOCK, terms
from tests.rulesets.hex_orders.setup.full_lists import area_of, mapping, open_game, terms_of
from tests.rulesets.hex_orders.setup.steps import (
    COLUMNS,
    area,
    at_no_mans_land,
    create_with_lists,
    designing_areas,
    load_lists,
    rows_of,
)
from tests.rulesets.hex_orders.steps import SILENT, drop_unused_faces, refused


def features(**counts):
    """Propose so many hexes of each terrain."""
    rows = tuple(TerrainCount(terrain=terrain, count=count) for terrain, count in counts.items())
    return ProposeNoMansLandFeatures(features=rows)


def answer_proposal(accept):
    """Answer a proposal."""
    return AnswerNoMansLandProposal(accept=accept)


@pytest.mark.rule("HX-MAP-05")
def test_a_side_designs_its_own_area_as_it_likes():
    """Side 1 may have 21 mountains; A4 and A7 are not its own."""
    played = designing_areas()
    refused(played, "red", area({"A4": "rough"}), "HX-MAP-05", "outside-area")
    refused(played, "red", area({"A7": "rough"}), "HX-MAP-05", "outside-area")
    refused(played, "red", area({"A10": "rough"}), "HX-MAP-05", "outside-area")
    played.when("red", area(rows_of((1, 2, 3), "mountains"))).accepted()


@pytest.mark.rule("HX-MAP-05")
@pytest.mark.ruling("HX-MAP-05.2")
def test_designs_are_secret_and_shown_together():
    """The first design is not told; with the second both are on the board."""
    played = designing_areas()
    committed = played.when("red", area({"B2": "hills"})).without(MapAreasRevealed).one(MapAreaCommitted)
    assert (committed.seat, committed.owner) == (0, 0)
    assert b"hills" not in played.drafts[-1].data
    refused(played, "red", area(), "HX-MAP-05", "not-asked")
    shown = played.when("blue", area({"B8": "swamp"})).one(MapAreasRevealed)
    assert {(hex_.hex, hex_.terrain) for hex_ in shown.hexes} == {("B2", "hills"), ("B8", "swamp")}


@pytest.mark.rule("HX-MAP-05")
@pytest.mark.ruling("HX-MAP-05.3")
def test_without_secrecy_side_1_designs_first_in_the_open():
    """With secret_map_design off each design is public at once, side 1 first."""
    played = designing_areas(secret_map_design=False, numbers=(2, 1))
    refused(played, "red", area({"B8": "hills"}), "HX-MAP-05", "not-asked")
    committed = played.when("blue", area({"B2": "hills"})).one(MapAreaCommitted)
    assert (committed.seat, committed.owner) == (1, 253)
    assert b"hills" in played.drafts[-1].data
    played.when("red", area({"B8": "swamp"})).accepted()
    assert [played.game.hexes[name].terrain for name in ("B2", "B8")] == ["hills", "swamp"]


@pytest.mark.rule("HX-MAP-05")
@pytest.mark.ruling("HX-MAP-05.2")
def test_sides_are_agreed_or_rolled_for():
    """Sides that are not fixed are settled by a d6 roll-off; ties are rolled again."""
    played = create_with_lists(numbers=(0, 0), dice=[3, 3, 6, 1])
    assert played.last.one(RollOffRolled).faces == (3, 3, 6, 1)
    assigned = [(row.seat, row.number) for row, _ in played.ruled if isinstance(row, SideAssigned)]
    assert sorted(number for _, number in assigned) == [1, 2]
    assert {seat: side.number for seat, side in played.game.sides.items()} == dict(assigned)
    fixed = create_with_lists(numbers=(2, 1))
    assert [fixed.game.sides[seat].number for seat in (0, 1)] == [2, 1]


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize("terrain", ["forest", "hills", "mountains", "building", "smoke"])
def test_nothing_that_hides_comes_into_no_mans_land(terrain):
    """Forest, hills, mountains, buildings and smoke are refused there."""
    fault = refused(at_no_mans_land(), "red", features(**{terrain: 1}), "HX-MAP-06", "not-among")
    assert dict(fault.facts)["found"] == terrain


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize("terrain", ["rough", "ruins", "swamp"])
def test_what_does_not_hide_may_be_proposed(terrain):
    """Rough ground, ruins and swamps may come into NoMansLand."""
    at_no_mans_land().when("red", features(**{terrain: 2})).then(NoMansLandProposed, seat=0)


@pytest.mark.rule("HX-MAP-06")
def test_buildings_may_come_where_they_do_not_hide():
    """With building_blocks_los off a building does not block sight and is allowed."""
    at_no_mans_land(building_blocks_los=False).when("red", features(building=1)).then(NoMansLandProposed)


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize("name", sorted(MAPS))
def test_ready_maps_keep_no_mans_land_open(name):
    """No ready map of the service has an obstacle in NoMansLand."""
    played = load_lists(STOCK)
    assigned = played.when("referee", terms(map_name=name)).one(GameCreated)
    assert assigned.map_name == name
    middle = [row for row in assigned.terrain if 3 < int(row.hex[1:]) <= assigned.rows - 3]
    assert not {row.terrain for row in middle} & {"forest", "hills", "mountains", "building"}
    assert assigned.terrain


@pytest.mark.rule("HX-MAP-07")
def test_without_agreement_no_mans_land_is_clear():
    """One side proposes, the other declines: every hex is clear."""
    played = at_no_mans_land([1, 6])
    played.when("red", features(rough=3)).accepted()
    refused(played, "red", answer_proposal(True), "HX-MAP-07", "not-asked")
    played.when("blue", answer_proposal(False)).then(NoMansLandDeclined, seat=1)
    while played.window.kind == "no_mans_land":
        played.when(played.window.asks[0], SILENT).accepted()
    assert {played.game.hexes[f"{column}{row}"].terrain for column in COLUMNS for row in (4, 5, 6)} == {"clear"}


@pytest.mark.rule("HX-MAP-07")
def test_without_a_proposal_no_mans_land_is_clear():
    """Both sides pass: nothing is drawn."""
    played = at_no_mans_land([1, 6])
    played.play(("red", SILENT))
    outcome = played.when("blue", SILENT).then(MapCompleted)
    outcome.without(RandomHexDrawn)
    assert {played.game.hexes[f"{column}5"].terrain for column in COLUMNS} == {"clear"}


@pytest.mark.rule("HX-MAP-07")
@pytest.mark.ruling("HX-MAP-07.2")
def test_agreed_features_are_drawn_at_random():
    """Three agreed rough hexes are drawn on distinct hexes of NoMansLand with logged dice."""
    played = at_no_mans_land([1, 1, 19, *[1, 6] * 6])
    played.when("red", features(rough=3)).accepted()
    outcome = played.when("blue", answer_proposal(True)).then(NoMansLandAgreed, seat=1)
    drawn = [event for event in outcome.events if isinstance(event, RandomHexDrawn)]
    names = {row.hex for row in drawn}
    assert [row.face for row in drawn] == [1, 1, 19]
    assert len(names) == 3
    assert {event.hex for event in outcome.events if isinstance(event, TerrainPlaced)} == names
    rough = {name for name, cell in played.game.hexes.items() if cell.terrain == "rough"}
    assert rough == names
    assert all(3 < int(name[1:]) < 7 for name in names)
    sides = [roll.sides for roll in outcome.rolls if roll.why == "no-mans-land"]
    assert sides == [21, 20, 19]
    drop_unused_faces(played)


@pytest.mark.rule("HX-MAP-07")
def test_either_side_may_propose():
    """Side 2 may propose when side 1 has passed."""
    played = at_no_mans_land([21, 1, 6])
    played.play(("red", SILENT), ("blue", features(swamp=1)))
    drawn = played.when("red", answer_proposal(True)).one(RandomHexDrawn)
    assert played.game.hexes[drawn.hex].terrain == "swamp"


@pytest.mark.rule("HX-MAP-07")
def test_more_features_than_hexes_are_refused():
    """Features lie on distinct hexes, so there can be no more than NoMansLand has."""
    refused(at_no_mans_land(), "red", features(rough=20, swamp=2), "HX-MAP-07", "no-room-between")
    at_no_mans_land().when("red", features(rough=19, swamp=2)).accepted()


NAMES = ("clear", "mountains", "hills", "forest", "swamp", "building", "ruins", "rough")


def propose_features(*rows: tuple[str, int]) -> ProposeNoMansLandFeatures:
    """Propose features."""
    return ProposeNoMansLandFeatures(features=tuple(TerrainCount(terrain=name, count=n) for name, n in rows))


def clear_no_mans_land(dice: tuple[int, ...] = (), **options: bool) -> Table:
    """Come to NoMansLand on a clear board."""
    table = mapping(dice=dice, **options)
    table.play(("red", area_of()), ("blue", area_of()))
    return table


@pytest.mark.rule("HX-MAP-05")
def test_both_designs_are_secret_and_shown_together() -> None:
    """Both designs are handed in secretly and shown together."""
    table = mapping()
    outcome = table.when("red", area_of(D1="forest", A3="building+entrenchment", B1="clear"))
    outcome.then(MapAreaCommitted, owner=0).without(MapAreasRevealed)
    assert table.game.hexes["D1"].terrain == "clear"
    event = table.when("blue", area_of(G9="swamp")).one(MapAreasRevealed)
    assert [hex_.hex for hex_ in event.hexes] == ["D1", "A3", "G9"]
    assert table.game.hexes["D1"].terrain == "forest"
    assert table.game.hexes["A3"].overlays == ("entrenchment",)
    table.last.asks("no_mans_land", "red")


@pytest.mark.rule("HX-MAP-05")
def test_by_option_side_1_designs_first_in_the_open() -> None:
    """By option side 1 designs first, for all to see, then side 2."""
    table = mapping("standard", (("dwarf", 2), ("elf", 1)), secret_map_design=False)
    assert table.window is not None
    assert table.window.asks == (1,)
    table.when("blue", area_of(D1="forest")).then(MapAreaCommitted, owner=253).asks("areas", "red")
    assert table.game.hexes["D1"].terrain == "forest"
    table.when("red", area_of(D9="hills")).without(MapAreasRevealed).asks("no_mans_land", "blue")


@pytest.mark.rule("HX-MAP-05")
def test_an_area_may_have_any_terrain_anywhere() -> None:
    """An area is designed as its side likes, with mountains all over it too."""
    table = mapping()
    mountains = {f"{column}{row}": "mountains" for column in "ABCDEFG" for row in (1, 2, 3)}
    table.when("red", area_of(**mountains)).accepted()
    table.when(
        "blue", area_of(**{f"{column}7": name for column, name in zip("ABCDEFG", NAMES[1:], strict=True)})
    ).accepted()


@pytest.mark.rule("HX-MAP-05", "HX-TERRAIN-01")
def test_an_area_is_refused_with_every_fault_it_has() -> None:
    """An area is refused with every fault: hexes of others, hexes twice, terrains and overlays that there are not."""
    table = mapping()
    rows = area_of(A4="forest", A7="rough", D1="lava", D2="clear+smoke").area
    assert rows is not None
    twice = SubmitMapArea(area=MapArea(hexes=(*rows.hexes, rows.hexes[2])))
    table.when("red", twice).rejected("HX-MAP-05", "outside-area", "area.hexes[0].hex").rejected(
        "HX-MAP-05", "outside-area", hex="A7"
    ).rejected("HX-TERRAIN-01", "not-among", "area.hexes[2].terrain", found="lava").rejected(
        "HX-TERRAIN-02", "placed-in-play", overlay="smoke"
    ).rejected("HX-TERRAIN-01", "hex-twice", "area.hexes[4].hex", hex="D1")


@pytest.mark.rule("HX-MAP-07")
def test_features_that_are_agreed_on_lie_where_dice_draw() -> None:
    """What both agree on is put on distinct hexes of NoMansLand that dice draw, column by column."""
    table = clear_no_mans_land((11, 1, 1, 2, 1))
    table.when("red", propose_features(("rough", 2), ("swamp", 1))).then(NoMansLandProposed).asks(
        "no_mans_land_answer", "blue"
    )
    table.when("blue", AnswerNoMansLandProposal(accept=True)).then(
        NoMansLandAgreed,
        RandomHexDrawn(face=11, hex="D5"),
        TerrainPlaced(hex="D5", terrain="rough"),
        RandomHexDrawn(face=1, hex="A4"),
        TerrainPlaced(hex="A4", terrain="rough"),
        RandomHexDrawn(face=1, hex="A5"),
        TerrainPlaced(hex="A5", terrain="swamp"),
        MapCompleted,
    )
    assert [roll.sides for roll in table.rolls][:3] == [21, 20, 19]


@pytest.mark.rule("HX-MAP-07")
def test_when_both_proposals_are_declined_all_is_clear() -> None:
    """When side 1's proposal is declined side 2 may make one; when that is declined too all is clear."""
    table = clear_no_mans_land((2, 1))
    table.when("red", propose_features(("rough", 3)))
    table.when("blue", AnswerNoMansLandProposal(accept=False)).then(NoMansLandDeclined).asks("no_mans_land", "blue")
    table.when("blue", propose_features(("ruins", 1))).asks("no_mans_land_answer", "red")
    table.when("red", AnswerNoMansLandProposal(accept=False)).then(NoMansLandDeclined, MapCompleted)
    assert {cell.terrain for cell in table.game.hexes.values()} == {"clear"}


@pytest.mark.rule("HX-MAP-07")
def test_both_may_pass_without_a_proposal() -> None:
    """Both may pass."""
    table = clear_no_mans_land((2, 1))
    table.when("red", PassChoice()).asks("no_mans_land", "blue")
    table.when("blue", PassChoice()).then(MapCompleted).asks("placing", "blue")


@pytest.mark.rule("HX-MAP-07", "HX-TERRAIN-01")
def test_a_proposal_names_known_features_and_no_more_than_there_is_room_for() -> None:
    """A proposal names features that there are, and not more than there is room for."""
    table = clear_no_mans_land()
    table.when("red", propose_features()).rejected("HX-MAP-07", "no-features")
    table.when("red", propose_features(("lava", 1))).rejected("HX-TERRAIN-01", "not-among")
    table.when("red", propose_features(("rough", 0))).rejected("HX-MAP-07", "number-range")
    table.when("red", propose_features(("rough", 20), ("swamp", 2))).rejected("HX-MAP-07", "no-room-between", found=22)


@pytest.mark.rule("HX-MAP-06")
@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ("\n".join([". . ."] * 6), "picture"),
        ("\n".join([". . ."] * 6 + [". . X"]), "symbol"),
        ("\n".join([". . ."] * 3 + [". F ."] + [". . ."] * 3), "block sight"),
    ],
)
def test_broken_ready_maps_are_not_loaded(picture: str, problem: str) -> None:
    """A ready map whose picture does not fit, or that blocks sight in NoMansLand, is not loaded."""
    with pytest.raises(ValueError, match=problem):
        ready_map(MapRow(title="broken", columns=3, rows=7, picture=picture))


@pytest.mark.rule("HX-MAP-05", "HX-MAP-06")
def test_windows_of_the_map_offer_own_hexes_and_open_features() -> None:
    """The windows of the map offer hexes of the own area, and features that do not block."""
    table = mapping()
    assert table.offered("red") == ["SubmitMapArea"]
    table.play(("red", area_of()), ("blue", area_of()))
    assert table.offered("red") == ["ProposeNoMansLandFeatures", "PassChoice"]
    assert "forest" not in str(table.offers("red")[0])


@pytest.mark.rule("HX-MAP-06")
def test_overlays_of_a_ready_map_do_not_block_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """An overlay that the terms make an obstacle can not lie in NoMansLand of a ready map."""
    trench = HexTerrain(hex="D5", terrain="clear", overlays=("trench",))
    monkeypatch.setattr(terms_module, "MAPS", {"trenches": ReadyMap("Trenches", 7, 9, (trench,))})
    table = open_game()
    wall = Feature(name="trench", cost=1, blocks=True, to_be_hit=-1)
    refused = table.when("referee", terms_of(ready="trenches", overlay_data=(wall,)))
    refused.rejected("HX-MAP-06", "overlay-blocks", "map_name", hex="D5")
    ditch = replace(wall, blocks=False)
    table.when("referee", terms_of(ready="trenches", overlay_data=(ditch,))).accepted()
    assert table.game.hexes["D5"].overlays == ("trench",)
