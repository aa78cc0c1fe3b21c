"""A signed game in which another person takes a seat over: a kept one, and changes of it."""

import json

import pytest

from adjudicator_client import NotProven
from adjudicator_client.proof import games, records, signers
from adjudicator_client.proof.mpint import decode, encode
from adjudicator_client.proof.receipts import Kept


@pytest.fixture
def kept(vectors):
    """The kept game."""
    return json.loads((vectors / "seat_vectors.json").read_text())


def read(game, change=None):
    """Read its records; with one value set, and the chain made good again behind it."""
    before, found = bytes(32), []
    for seq, row in enumerate(game["entries"], 1):
        fields = decode(bytes.fromhex(row["record"]))
        fields[3] = before
        if change is not None and change["entry"] == seq:
            holder = fields
            for place in change["path"][:-1]:
                holder = holder[place]
            value = bytes.fromhex(change["bytes"]) if "bytes" in change else change["value"]
            assert holder[change["path"][-1]] != value
            holder[change["path"][-1]] = value
        parts = decode(bytes.fromhex(row["openings"])) if "openings" in row else []
        opened = [records.Opening(*part) for part in parts]
        found.append(records.read_record(encode(fields), bytes.fromhex(game["game"]), seq, opened))
        before = found[-1].hash
    return found


def test_a_game_whose_seat_was_taken_over_verifies(kept):
    """Who left has signed up to there, and the new player from the next entry on."""
    found = read(kept)
    proof = games.verify_game(found, [Kept(len(found), found[-1].hash, kept["note"])], kept["verify_key"])
    assert (proof.signatures, proof.dice) == (kept["signatures"], kept["dice"])


def test_a_key_that_is_not_the_players_then_is_told(kept):
    """That of who left, of who is yet to come, or where nobody has taken the seat over."""
    assert len(kept["changes"]) > 3
    for change in kept["changes"]:
        with pytest.raises(NotProven) as caught:
            signers.verify_signatures(read(kept, change))
        assert (caught.value.check, caught.value.seq) == ("COMMAND_SIGNATURE_INVALID", change["at"]), change["name"]


def test_an_event_that_can_not_be_read_takes_no_seat_over(kept):
    """A forged substitution without keys, or with something else in their place, gives nobody a key."""
    whole = next(row for row in kept["changes"] if len(row["path"]) > 1)
    for value in ([], ["SeatSubstituted"], ["SeatSubstituted", 0, "Robin", 7]):
        change = {**whole, "path": whole["path"][:-1], "value": value or ["?"]}
        with pytest.raises(NotProven):
            signers.verify_signatures(read(kept, change))
