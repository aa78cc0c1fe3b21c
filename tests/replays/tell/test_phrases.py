"""Words of reports: ids in a row, names of questions, messages of many fields."""

from __future__ import annotations

import pytest
from msgspec import defstruct

from adjudicator.kernel.messages import OfficialAdmitted
from adjudicator.kernel.sentences import spoken
from adjudicator.registry import rules_of
from replays.tell.phrases import MANY, EventFormatter

RULES = rules_of("grinding_annihilation")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("a.1", "a.2", "a.3"), "a.1 to a.3"),
        (("a.1", "a.2"), "a.1 and a.2"),
        (("a.1", "a.2", "a.4", "a.5", "a.6", "b.7"), "a.1, a.2, a.4 to a.6 and b.7"),
        (("a.3", "a.2", "a.1"), "a.3, a.2 and a.1"),
        (("a.9", "a.10", "a.11"), "a.9 to a.11"),
        (("a.01", "a.02", "a.03"), "a.01, a.02 and a.03"),
        (("a", "b", "c"), "a, b and c"),
        ((), ""),
    ],
)
def test_ids_that_count_up_are_shortened(words: tuple[str, ...], text: str):
    """Three or more of one stem become a range, and nothing else does."""
    assert spoken(words) == text


def test_a_range_is_of_one_title():
    """What counts up and has another title is said by itself, so that no range is from one kind of thing to another."""
    titles = {"b.1": "leader", "b.5": "guns"}
    words = [f"b.{number}" for number in range(1, 7)]
    said = spoken(words, lambda word: f"{titles.get(word, 'trooper')} ({word})")
    assert said == "leader (b.1), trooper (b.2) to trooper (b.4), guns (b.5) and trooper (b.6)"


def test_values_are_written_as_words():
    """Words have no underscores for readers, while ids with a number or a dash keep theirs."""
    kind = defstruct("Reported", [("window", str), ("unit", str), ("named", str)])
    formatter = EventFormatter(RULES, ("red", "blue"))
    event = kind(window="move_started", unit="a-old_guard", named="guard_2")
    assert formatter.format_event(event, "{window}, {unit}, {named}") == "move started, a-old_guard, guard_2"


def test_a_message_of_many_fields_names_them_all():
    """Options are shown by name, the first one too; a message of few fields begins with what it is about."""
    few = defstruct("Few", [("id", str), ("points", int), ("leader", str)])
    many = defstruct("Many", [(f"word_{number}", str) for number in range(MANY + 1)])
    kind = defstruct("Reported", [("few", few), ("many", many)])
    formatter = EventFormatter(RULES, ("red", "blue"))
    event = kind(few=few("a", 3, "b"), many=many(*["x"] * (MANY + 1)))
    assert formatter.format_event(event, "{few}") == "a (points 3, leader b)"
    assert formatter.format_event(event, "{many}").startswith("word 0 x, word 1 x, ")


def test_a_number_where_others_name_a_party():
    """A phrase may say the mere number of a field that is a party's elsewhere."""
    kind = defstruct("Reported", [("by", int)])
    formatter = EventFormatter(RULES, ("red", "blue"))
    assert formatter.format_event(kind(by=1), "{by} falls by {by.number}") == "blue falls by 1"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (("head_referee", "k1", (b"o" * 32,), 1), f"The head referee of token k1 signs from here on with {'6f' * 8}."),
        (("owner", "", (b"o" * 32, b"p" * 32), 2), f"The owner signs from here on with {'6f' * 8} and {'70' * 8}."),
        (("referee", "k1", (), 3), "The referee of token k1 signs no more."),
    ],
)
def test_an_official_signs_or_signs_no_more(event, text):
    """Of whoever is admitted with keys they are named; who is admitted with none signs no more."""
    admitted = OfficialAdmitted(**dict(zip(OfficialAdmitted.__struct_fields__, event, strict=True)))
    assert EventFormatter(RULES, ("red", "blue")).format_event(admitted) == text


def test_a_part_is_a_field_never_a_method_of_text():
    """A part that is called as a method of texts is the field's value; one that is no field is not written."""
    load = defstruct("Load", [("id", str), ("count", int), ("title", str)])
    kind = defstruct("Reported", [("load", load)])
    formatter = EventFormatter(RULES, ("red", "blue"))
    event = kind(load=load("a", 3, "Crates"))
    assert formatter.format_event(event, "{load.count} {load.title}") == "3 Crates"
    assert formatter.format_event(event, "{load.upper}").startswith("Reported ")
