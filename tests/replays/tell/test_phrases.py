"""Words of reports: ids in a row, names of questions, messages of many fields."""

from __future__ import annotations

import pytest
from msgspec import defstruct

from adjudicator.registry import rules_of
from replays.tell.phrases import MANY, Speaker, runs

RULES = rules_of("grinding_annihilation")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.1", "a.2", "a.3"), ["a.1 to a.3"]),
        (("a.1", "a.2"), ["a.1", "a.2"]),
        (("a.1", "a.2", "a.4", "a.5", "a.6", "b.7"), ["a.1", "a.2", "a.4 to a.6", "b.7"]),
        (("a.3", "a.2", "a.1"), ["a.3", "a.2", "a.1"]),
        (("a.9", "a.10", "a.11"), ["a.9 to a.11"]),
        (("a.01", "a.02", "a.03"), ["a.01", "a.02", "a.03"]),
        (("a", "b", "c"), ["a", "b", "c"]),
        ((), []),
    ],
)
def test_ids_that_count_up_are_said_in_short(words: tuple[str, ...], said: list[str]):
    """Three or more of one stem become a range, and nothing else does."""
    assert list(runs(words)) == said


def test_values_are_said_as_words():
    """Words have no underscores for readers, while ids with a number or a dash keep theirs."""
    told = defstruct("Told", [("window", str), ("unit", str), ("named", str)])
    speaker = Speaker(RULES, ("red", "blue"))
    event = told(window="move_started", unit="a-old_guard", named="guard_2")
    assert speaker.sentence(event, "{window}, {unit}, {named}") == "move started, a-old_guard, guard_2"


def test_a_message_of_many_fields_names_them_all():
    """Options are told by name, the first one too; a message of few fields begins with what it is about."""
    few = defstruct("Few", [("id", str), ("points", int), ("leader", str)])
    many = defstruct("Many", [(f"word_{number}", str) for number in range(MANY + 1)])
    told = defstruct("Told", [("few", few), ("many", many)])
    speaker = Speaker(RULES, ("red", "blue"))
    event = told(few=few("a", 3, "b"), many=many(*["x"] * (MANY + 1)))
    assert speaker.sentence(event, "{few}") == "a (points 3, leader b)"
    assert speaker.sentence(event, "{many}").startswith("word 0 x, word 1 x, ")


def test_a_number_where_others_name_a_party():
    """A phrase may say the mere number of a field that is a party's elsewhere."""
    told = defstruct("Told", [("by", int)])
    speaker = Speaker(RULES, ("red", "blue"))
    assert speaker.sentence(told(by=1), "{by} falls by {by.number}") == "blue falls by 1"
