"""Times of the contract are well-known messages: no integer tells one."""

import re

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from tests.conformance.test_keywords import ROOT
from tools.contract import DURATION, TIMESTAMP, compile_tree

FIELD = re.compile(r"((?:^ *//.*\n)*)^ +(?:optional |repeated )?(\w[\w.]*) (\w+) = \d+", re.MULTILINE)
INTEGERS = ("uint32", "uint64", "sint32", "sint64", "int32", "int64")
# of points or of time, by the kind of penalty
AMOUNT = "amount"
SECONDS = {
    *("EventTerms.appeal_window", "EventTerms.response_limit", "EventTerms.spectator_delay"),
    *("OpenGame.appeal_window", "OpenGame.response_limit"),
    *("OpenRequest.appeal_window", "OpenRequest.response_limit", "OpenRequest.spectator_delay"),
    "Stretches.time",
}
TOLD = re.compile(r"\b(?:ms|milliseconds|seconds)\b")


def fields():
    """Every field of the contract: file, comment, type and name."""
    for path in sorted(ROOT.glob("proto/wargame/**/*.proto")):
        for field in FIELD.findall(path.read_text(encoding="utf-8")):
            yield (path.name, *field)


def test_no_integer_tells_a_time():
    """None speaks of ms or seconds in its comment, and no field has a unit in its name."""
    told = [(file, name) for file, comment, kind, name in fields() if kind in INTEGERS and TOLD.search(comment)]
    assert [row for row in told if row[1] != AMOUNT] == []
    assert told, "the comments of amounts speak of ms"
    units = [name for _, _, _, name in fields() if name.endswith(("_ms", "_seconds", "_secs", "_s"))]
    assert units == ["in_ms"], "the mark itself, of options.proto"


def test_every_time_of_a_log_says_what_it_is_there():
    """A clock's times are milliseconds under a name of their own; limits in whole seconds are these alone."""
    contract = compile_tree(ROOT)
    names, seconds = {}, set()
    for source in contract.sources.values():
        for message in source.messages:
            for field in message.fields:
                if field.proto.type_name in (DURATION, TIMESTAMP):
                    names[field.name] = contract.mark(field, "in_ms")
                    assert field.proto.label != FieldDescriptorProto.LABEL_REPEATED
                if field.proto.type_name == DURATION and not names[field.name]:
                    seconds.add(field.name)
    assert (names["ClockTerms.bank"], names["OpenGame.starts_time"]) == ("bank_ms", "starts_ms")
    assert seconds == SECONDS
