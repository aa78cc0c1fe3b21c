"""Ids of formations, units and hits."""

from adjudicator.rulesets.tile_formations.model import ids


def test_ids_of_units_tell_their_formation():
    """A unit is named after its formation, also where numbers have two digits."""
    unit = ids.unit_id(ids.formation_id(1, 12), 3)
    assert unit == "b12.3"
    assert ids.formation_of_unit(unit) == "b12"


def test_ids_are_listed_by_seat_then_by_numbers():
    """Numbers are no text: 10 follows 2; a formation stands before its units."""
    assert sorted(["b1", "a10.1", "a2.10", "a2.2", "a2"], key=ids.id_order) == ["a2", "a2.2", "a2.10", "a10.1", "b1"]


def test_hits_read_as_they_are_written():
    """The number of a hit comes back from its id."""
    assert ids.hit_id(12) == "h12"
    assert ids.hit_number(ids.hit_id(12)) == 12
