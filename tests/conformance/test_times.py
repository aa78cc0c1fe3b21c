"""Times of the contract are well-known messages, or milliseconds that say so in their name."""

import re

from tests.conformance.test_keywords import ROOT

FIELD = re.compile(r"((?:^ *//.*\n)*)^ +(?:optional |repeated )?(\w[\w.]*) (\w+) = \d+", re.MULTILINE)
INTEGERS = ("uint32", "uint64", "sint32", "sint64", "int32", "int64")
# of points or of time, by the kind of penalty
AMOUNT = "amount"
TOLD = re.compile(r"\b(?:ms|milliseconds|seconds)\b")


def test_integers_of_time_name_their_unit():
    """An integer whose comment speaks of ms has it in its name, none counts seconds, and no other type is so named."""
    fields = [
        (path.name, *field)
        for path in sorted(ROOT.glob("proto/wargame/**/*.proto"))
        for field in FIELD.findall(path.read_text(encoding="utf-8"))
    ]
    told = {
        (file, name)
        for file, comment, kind, name in fields
        if kind in INTEGERS and name != AMOUNT and TOLD.search(comment)
    }
    named = {(file, name) for file, _, kind, name in fields if kind in INTEGERS and name.endswith("_ms")}
    assert ("record.proto", "bank_ms") in told
    assert sorted(told - named) == []
    assert [name for _, _, kind, name in fields if name.endswith("_ms") and kind not in INTEGERS] == []
    assert [name for _, _, _, name in fields if name.endswith(("_seconds", "_secs", "_s"))] == []
