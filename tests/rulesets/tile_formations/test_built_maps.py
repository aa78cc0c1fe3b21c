"""Maps in text: read and written alike, every fault at once; ready maps and forces."""

import pytest
from msgspec import convert
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.kinds import KINDS
from adjudicator.rulesets.tile_formations.library import FORCES, MAPS, ForceRow, force, ready_map
from adjudicator.rulesets.tile_formations.maps import Drawn, parse, rectangles, text_of
from adjudicator.rulesets.tile_formations.model.messages import DeploymentZone, TileTerrain
from adjudicator.rulesets.tile_formations.sheets import FLAGS, TYPES

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
    return [(each.reason, dict(each.facts).get("line")) for each in parse(text, KINDS)[1]]


def test_a_map_is_read():
    """Headings, signs, words of several signs, rulers, numbers and remarks are read."""
    drawn, wrong = parse(SMALL, KINDS)
    assert not wrong
    assert (drawn.title, drawn.base, drawn.columns, drawn.rows) == ("Two farms", "open_ground", 3, 2)
    assert [(each.tile, each.base, each.overlays) for each in drawn.tiles] == [
        ("A2", "open_ground", ("roads",)), ("B1", "woods", ()), ("B2", "marsh", ()), ("C1", "woods", ("minefield",)),
        ("C2", "buildings", ("fieldworks",)),
    ]  # fmt: skip
    assert drawn.zones == (DeploymentZone(seat=1, tiles=("A1", "B1", "C2")),)


def test_rulers_and_numbers_may_be_left_out():
    """The picture alone is a map; the point is the base terrain that the heading names."""
    drawn, wrong = parse("base: scrub\n. O\n.= .", KINDS)
    assert not wrong
    assert [(each.tile, each.base) for each in drawn.tiles] == [("A2", "scrub"), ("B1", "open_ground")]


@pytest.mark.parametrize("name", sorted(MAPS))
def test_ready_maps_are_written_as_they_are_read(name):
    """The text of a ready map reads back as the same map."""
    text = text_of(MAPS[name], KINDS)
    assert parse(text, KINDS) == (MAPS[name], [])
    assert text_of(parse(text, KINDS)[0], KINDS) == text


def test_kinds_without_a_sign_get_one():
    """A kind that a game brings along is written with a free letter and a heading that says so."""
    kinds = {**KINDS, "quicksand": replace(KINDS["marsh"], name="quicksand")}
    drawn = Drawn("", "open_ground", 1, 1, (TileTerrain(tile="A1", base="quicksand", overlays=()),))
    text = text_of(drawn, kinds)
    assert "sign a: quicksand" in text
    assert parse(text, kinds) == (drawn, [])


def test_every_fault_is_named_at_once():
    """Faults of headings, rows, signs and zones come together, each with its line."""
    text = "title: !\nhouse: B\nbase: roads\nsign z: nowhere\nzone 0: B9\n1 . ? WB\n3 . == .\n3 ."
    assert sorted(faults(text), key=str) == sorted([
        ("bad-name", None), ("no-such-heading", 2), ("no-such-terrain", 3), ("no-such-terrain", 4),
        ("no-such-tile", 5), ("empty-zone", 5), ("no-such-sign", 6), ("two-bases", 6), ("row-number", 7),
        ("overlay-twice", 7), ("row-length", 8),
    ], key=str)  # fmt: skip


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


def test_ready_maps_have_every_terrain():
    """Together the ready maps have every kind of terrain of the page."""
    used = {kind for each in MAPS.values() for tile in each.tiles for kind in (tile.base, *tile.overlays)}
    assert used | {each.base for each in MAPS.values()} == set(KINDS)


def test_ready_forces_have_everything():
    """Two forces have every type, flag and quality of weapons, a larger footprint and several formations."""
    units = [unit for name in ("northern_host", "southern_league") for each in FORCES[name] for unit in each.units]
    weapons = [weapon for unit in units for weapon in unit.weapons]
    assert {unit.type for unit in units} == set(TYPES)
    assert {flag for unit in units for flag in unit.flags} == set(FLAGS)
    assert any((unit.columns, unit.rows) == (2, 2) for unit in units)
    assert {weapon.air for weapon in weapons} == {True, False}
    assert {weapon.save_modifier for weapon in weapons} >= {-2, -1, 0, 1}
    assert all(len(each) > 1 for each in FORCES.values())
    assert any(not unit.weapons for each in FORCES.values() for formation in each for unit in formation.units)


def test_data_that_do_not_hold_are_refused_at_load():
    """A map or force with a fault can not be loaded; the error names it."""
    with pytest.raises(ValueError, match="the map odd does not hold: text no-such-sign"):
        ready_map("odd", "?")
    man = {"name": "man", "type": "INF", "speed": 1, "integrity": 1}
    with pytest.raises(ValueError, match=r"units\[0\].type not-among"):
        force("odd", _force(man | {"type": "ELF"}))
    with pytest.raises(ValueError, match="bow not in the arsenal"):
        force("odd", _force(man | {"weapons": ["bow"]}))


def _force(unit):
    return convert({"formations": [{"name": "Few", "units": [unit]}]}, ForceRow)
