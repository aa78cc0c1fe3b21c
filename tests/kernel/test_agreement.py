"""Verbs and pronouns agree with titles of one and of many."""

import pytest

from adjudicator.kernel.agreement import agreed, in_doubt, is_many, names_many, number_of, of_many


@pytest.mark.parametrize(
    ("title", "many"),
    [
        ("Boar riders", True),
        ("Wardens of the Pact", True),
        ("Horsemen", True),
        ("Speaker of the Pact", False),
        ("Pack of riders", False),
        ("Strike squad", False),
        ("Colossus", False),
        ("Glass", False),
        ("Chassis", False),
        ("Chaos", False),
        ("Atlas", False),
        ("Talos", False),
        ("Specimen", False),
        ("Archive Lens", False),
        ("Women of the Pact", True),
        ("Steel-men", True),
        ("Shell-Shockers", True),
        ("Chancellor's", False),
    ],
)
def test_titles_of_many(title, many):
    """A title is of many by its head, whatever stands behind "of"."""
    assert is_many(title) is many


@pytest.mark.parametrize("title", ["Xeros", "Brontes", "Iron Ganymedes", "Ares of the Pact"])
def test_a_title_that_could_be_a_name_is_in_doubt(title):
    """What ends in s and is no noun that is known is neither one nor many; it is never taken for many."""
    assert number_of(title) is None
    assert in_doubt(f"{title} (a-x)")
    assert not is_many(title)
    assert not in_doubt("a-x")


def test_an_id_alone_is_one():
    """Told with its title a unit is as many as the title; told by its id alone it is one."""
    assert names_many("Boar riders (a-bikes)")
    assert not names_many("Strike squad (a-squads)")
    assert not names_many("a-bikes")


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("is", "are"),
        ("has", "have"),
        ("its", "their"),
        ("takes", "take"),
        ("reaches", "reach"),
        ("passes", "pass"),
        ("loses", "lose"),
        ("tries", "try"),
        ("dies", "die"),
        ("goes", "go"),
        ("fires", "fire"),
    ],
)
def test_forms_of_many(one, many):
    """The form for many of verbs in the third person and of pronouns."""
    assert of_many(one) == many


def test_marked_words_agree():
    """The words that are marked change for many; the marks go in either case."""
    phrase = "{unit} takes~ its~ test, and it~ goes~ on"
    assert agreed(phrase, many=False) == "{unit} takes its test, and it goes on"
    assert agreed(phrase, many=True) == "{unit} take their test, and they go on"
