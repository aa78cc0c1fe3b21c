"""Maps in text: read and written alike, every fault at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import DeploymentZone, TileTerrain
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.map_text import MapDrawing, map_text, parse_map, rectangles
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS


@pytest.mark.rule("TF-TERRAIN-01")
def test_a_long_list_of_what_is_known_is_cut() -> None:
    """Of many kinds a refusal lists 24 and says how many more there are; of the usual ones all."""
    many = {f"kind_{number}": TERRAIN_KINDS["woods"] for number in range(30)}
    _, (fault,) = parse_map("base: nowhere\n.", {**TERRAIN_KINDS, **many})
    known = dict(fault.facts)["known"]
    assert isinstance(known, str)
    assert (len(known.split()), known.rsplit(" ", 2)[1:]) == (27, ["17", "more"])
    _, (fault,) = parse_map("base: nowhere\n.", TERRAIN_KINDS)
    assert "more" not in str(dict(fault.facts)["known"]).split()


SMALL = """
title: Two farms   ; a remark
zone 1: A1-B1 C2
sign q: marsh

   A B C
1  . W W*
2  = q BX
"""


def faults(text):
    """Give reason and line of every fault of a text."""
    return [(row.reason, dict(row.facts).get("line")) for row in parse_map(text, TERRAIN_KINDS)[1]]


def test_a_map_is_read():
    """Headings, signs, words of several signs, rulers, numbers and remarks are read."""
    drawn, wrong = parse_map(SMALL, TERRAIN_KINDS)
    assert not wrong
    assert (drawn.title, drawn.base, drawn.columns, drawn.rows) == ("Two farms", "open_ground", 3, 2)
    assert [(tile.tile, tile.base_terrain, tile.overlays) for tile in drawn.tiles] == [
        ("A2", "open_ground", ("roads",)),
        ("B1", "woods", ()),
        ("B2", "marsh", ()),
        ("C1", "woods", ("minefield",)),
        ("C2", "buildings", ("fieldworks",)),
    ]
    assert drawn.zones == (DeploymentZone(seat=1, tiles=("A1", "B1", "C2")),)


def test_rulers_and_numbers_may_be_left_out():
    """The picture alone is a map; the point is the base terrain that the heading names."""
    drawn, wrong = parse_map("base: scrub\n. O\n.= .", TERRAIN_KINDS)
    assert not wrong
    assert [(tile.tile, tile.base_terrain) for tile in drawn.tiles] == [("A2", "scrub"), ("B1", "open_ground")]


@pytest.mark.parametrize("name", sorted(READY_MAPS))
def test_ready_maps_are_written_as_they_are_read(name):
    """The text of a ready map reads back as the same map."""
    text = map_text(READY_MAPS[name], TERRAIN_KINDS)
    assert parse_map(text, TERRAIN_KINDS) == (READY_MAPS[name], [])
    assert map_text(parse_map(text, TERRAIN_KINDS)[0], TERRAIN_KINDS) == text


def test_kinds_without_a_sign_get_one():
    """A kind that a game brings along is written with a free letter and a heading that says so."""
    kinds = {**TERRAIN_KINDS, "quicksand": replace(TERRAIN_KINDS["marsh"], name="quicksand")}
    drawn = MapDrawing("", "open_ground", 1, 1, (TileTerrain(tile="A1", base_terrain="quicksand", overlays=()),))
    text = map_text(drawn, kinds)
    assert "sign a: quicksand" in text
    assert parse_map(text, kinds) == (drawn, [])


def test_every_fault_is_named_at_once():
    """Faults of headings, rows, signs and zones come together, each with its line."""
    text = "title: !\nhouse: B\nbase: roads\nsign z: nowhere\nzone 0: B9\n1 . ? WB\n3 . == .\n3 ."
    assert sorted(faults(text), key=str) == sorted(
        [
            ("bad-name", None),
            ("no-such-heading", 2),
            ("no-such-terrain", 3),
            ("no-such-terrain", 4),
            ("no-such-tile", 5),
            ("empty-zone", 5),
            ("no-such-sign", 6),
            ("two-bases", 6),
            ("row-number", 7),
            ("overlay-twice", 7),
            ("row-length", 8),
        ],
        key=str,
    )


@pytest.mark.parametrize("text", ["", "title: Nothing", "\n".join(["."] * 101), " ".join(["."] * 101)])
def test_a_map_has_a_size(text):
    """A map has 1 to 100 columns and rows."""
    assert ("number-range", None) in faults(text)


def test_a_zone_is_given_once_and_from_corner_to_corner():
    """A second heading for a seat, and a rectangle from south to north, are faults."""
    assert faults("zone 0: A1\nzone 0: A1\n.") == [("no-such-heading", 2)]
    assert ("empty-zone", 1) in faults("zone 0: B2-A1\n. .\n. .")


def test_rectangles_join_rows():
    """Tiles are written as runs along rows, joined where rows below have the same run."""
    assert rectangles(["A1", "B1", "A2", "B2", "D2", "A3"]) == ["A1-B2", "D2", "A3"]
