"""Tests of parties and of the letters of their seats."""

import pytest

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SEAT_LETTERS, SPECTATOR, TABLE, is_seat, seat_of_id
from adjudicator.registry import RULESETS
from tests.conformance.driver import rules_at


def test_seats_alone_are_places_of_a_side() -> None:
    """The referee, the table and who only watches have no side."""
    assert [is_seat(party) for party in (0, 1, 200)] == [True] * 3
    assert [is_seat(party) for party in (REFEREE, TABLE, SPECTATOR, EVERYONE)] == [False] * 4


def test_an_id_tells_its_seat_by_its_first_letter() -> None:
    """Whatever follows the letter tells nothing of the owner."""
    assert [seat_of_id(key) for key in ("a-guard-2", "b7", "a3.1")] == [0, 1, 0]
    assert [seat_of_id(f"{letter}1") for letter in SEAT_LETTERS] == list(range(8))


@pytest.mark.parametrize("key", ["i1", "1a", "A1"])
def test_an_id_of_no_seat_is_refused(key: str) -> None:
    """An id of anything else has no owner."""
    with pytest.raises(ValueError, match="substring"):
        seat_of_id(key)


@pytest.mark.parametrize("path", RULESETS.values())
def test_every_seat_has_a_letter(path: str) -> None:
    """A ruleset lets no more play than there are letters."""
    assert rules_at(path).seats[1] <= len(SEAT_LETTERS)
