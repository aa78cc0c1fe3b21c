"""Messages as plain values and back, and `field=value`."""

import pytest

from services.events.plain_values import plain, word_of
from services.tools.event.fields import Unfit, fill, read_pairs
from wargame.v1 import events_pb2, options_pb2, record_pb2, rewinds_pb2, rulings_pb2


def test_a_message_is_written_for_machines():
    """Bytes are hex, choices words, times RFC 3339, parties numbers or words; what is absent is left out."""
    row = events_pb2.EventGame(game=b"\x01\xff", status=events_pb2.EVENT_GAME_STATUS_STOPPED, seq=7)
    row.asked.add(seat=1)
    row.asked.add(named=record_pb2.NAMED_PARTY_REFEREE)
    row.last_time.FromMilliseconds(1_500)
    found = plain(row)
    assert (found["game"], found["status"], found["seq"]) == ("01ff", "stopped", 7)
    assert found["asked"] == [1, "referee"]
    assert found["last_time"] == "1970-01-01T00:00:01.500Z"
    assert "due_time" not in found
    assert "result" not in found
    assert (found["round"], found["scores"]) == ("", [])


def test_plain_values_are_read_back():
    """What was written is read as the same message."""
    token = events_pb2.EventToken(key="ab", role=options_pb2.ROLE_HEAD_REFEREE, name="hana")
    token.made_time.FromSeconds(60)
    read = events_pb2.EventToken()
    fill(read, plain(token))
    assert read == token
    assert word_of(options_pb2.Role.DESCRIPTOR, token.role) == "head_referee"


def test_pairs_reach_nested_fields():
    """A name of the grounds needs no dot; lists are commas or JSON; a seat may be named."""
    rewind = rewinds_pb2.Rewind()
    pairs = ["to=7", "reason=wrong modifier, red", "about=5,6", 'changes=[{"field": "piece", "value": "\\"r1\\""}]']
    read_pairs(rewind, [*pairs, "dice=stand", "grounds.clause=GA-1"], "grounds")
    assert rewind == rewinds_pb2.Rewind(
        grounds=rulings_pb2.Grounds(reason="wrong modifier, red", clause="GA-1", about=[5, 6]),
        to=7,
        dice=rewinds_pb2.REWIND_DICE_STAND,
        changes=[rewinds_pb2.FieldChange(field="piece", value='"r1"')],
    )
    again = rewinds_pb2.CommandAgain()
    read_pairs(again, ["party=blue"], "grounds", ["red", "blue"])
    assert again.party.seat == 1
    assert again.party.HasField("seat")
    read_pairs(again, ["party=referee"])
    assert again.party.named == record_pb2.NAMED_PARTY_REFEREE


@pytest.mark.parametrize(
    ("pair", "problem"),
    [
        ("to", "to: write FIELD=VALUE"),
        ("too=3", "too: there is no such field; there are grounds, to, dice, changes"),
        ("to=three", "to: 'three' is no whole number"),
        ("dice=old", "dice: 'old' is none of fresh, stand"),
        ("to.x=1", "to.x: to holds no fields; there are grounds, to, dice, changes"),
        ("grounds.why=x", "grounds.why: there is no such field; there are reason, clause, about"),
        ("changes=[{]", "changes: is no JSON at column 3: Expecting property name enclosed in double quotes"),
        ("changes=a", "changes[0]: holds fields: there are field, value"),
    ],
)
def test_a_pair_that_does_not_fit(pair, problem):
    """The field and what may stand there are told."""
    with pytest.raises(Unfit) as caught:
        read_pairs(rewinds_pb2.Rewind(), [pair], "grounds")
    assert str(caught.value).startswith(problem)
