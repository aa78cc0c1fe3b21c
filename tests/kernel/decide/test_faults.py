import re

import pytest

from adjudicator.kernel.decide.faults import ID, Fault, all_among, among, at_most, bad_id, fault, unique, within
from adjudicator.kernel.sentences import filled
from adjudicator.kernel.texts import REASONS


def told(found: Fault) -> str:
    """Write a fault's sentence out."""
    return filled(REASONS[found.reason], found.facts, found.path)


def test_a_fault_keeps_clause_reason_path_and_facts():
    """Facts stay in the order in which they are named."""
    assert fault("X-1", "r", "p", b=2, a="1") == Fault("X-1", "r", "p", (("b", 2), ("a", "1")))


@pytest.mark.parametrize(("found", "faulty"), [(0, True), (1, False), (3, False), (4, True), (None, False)])
def test_a_number_lies_within_its_bounds(found: int | None, faulty: bool):
    """Both bounds belong to the range, and no number is no fault."""
    faults = list(within("X-1", "size", found, 1, 3))
    assert bool(faults) == faulty
    if faulty:
        assert told(faults[0]) == f"`size` is {found}; it must be 1 to 3."


def test_a_word_is_one_of_a_few():
    """The fault names what was found and all that is known, nothing and long words readably."""
    assert not list(among("X-1", "kind", "b", ("a", "b")))
    assert not list(among("X-1", "sides", 6, (4, 6)))
    (found,) = among("X-1", "kind", "", ("b",))
    assert told(found) == "`kind` is `nothing`, which is not known. Take one of: b."
    (found,) = among("X-1", "kind", "x" * 99, ("", "y" * 99))
    assert dict(found.facts) == {"found": "x" * 48, "known": '"" ' + "y" * 48}


def test_every_word_of_a_list_has_its_own_path():
    """Only the words that are not known are faulty, at their places."""
    assert [row.path for row in all_among("X-1", "flags", ("a", "q", "b", "z"), ("a", "b"))] == ["flags[1]", "flags[3]"]


def test_ids_are_well_written_and_stand_once():
    """A second one is a fault at its own place; a badly written one is told how to write it."""
    faults = list(unique("X-1", "units", ("a1", "", "a1", "A", "a" * 48, "a" * 49)))
    assert [(row.reason, row.path) for row in faults] == [
        ("bad-id", "units[1]"),
        ("id-twice", "units[2]"),
        ("bad-id", "units[3]"),
        ("bad-id", "units[5]"),
    ]
    assert told(faults[0]) == "`units[1]` is `nothing`, which is no id. Write " + dict(faults[0].facts)["form"] + "."  # type: ignore[operator]
    assert told(faults[1]) == "`units[2]` is `a1`, which stands twice. Give it once, or name one of them otherwise."
    assert not list(unique("X-1", "units", ("1", "2"), re.compile(r"\d"), "a figure"))
    assert told(bad_id("X-1", "p", "?", "a figure")) == "`p` is `?`, which is no id. Write a figure."
    assert ID.fullmatch("a\n") is None


def test_a_list_is_not_too_long():
    """The most belongs to what is allowed."""
    assert not list(at_most("X-1", "units", (1, 2), 2))
    (found,) = at_most("X-1", "units", (1, 2, 3), 2)
    assert told(found) == "`units` holds 3, which is too many. Give at most 2."


def test_the_path_of_an_id_names_its_field():
    """Where ids are those of members of a list, the path leads to the field of the member."""
    found = unique("WG-DATA-01", "units", ["Bad id", "a", "a"], of=".id")
    assert [(row.reason, row.path) for row in found] == [("bad-id", "units[0].id"), ("id-twice", "units[2].id")]
