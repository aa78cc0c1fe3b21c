"""Closed sets of words are enums in the contract; what stays a string is listed with the reason."""

import tomllib
from collections import Counter
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from tools.contract import compile_tree

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("string_fields.toml")
RULESETS = 3  # slashes in the name of a file of a ruleset
SHARED = "wargame"  # what is listed of wargame.v1, which every ruleset shares, and which serves operators and events
WRITTEN_WITH = "options.proto"  # what the contract is written with, and no message has


def all_fields():
    """Every field of a message of the contract, with the ruleset, or SHARED, and the message."""
    for name, source in compile_tree(ROOT).sources.items():
        whose = name.split("/")[1] if name.count("/") == RULESETS else SHARED
        for message in source.messages:
            yield from ((whose, message.name, field.proto) for field in message.fields)


def test_every_string_field_is_decided():
    """A field of the contract is a string only where it is listed, with what it holds: a new one has to be decided."""
    kinds = tomllib.loads(LISTED.read_text())
    rows = [
        (ruleset, message, field)
        for kind in kinds.values()
        for ruleset, fields in kind.items()
        if ruleset != "why"
        for field, messages in fields.items()
        for message in messages.split()
    ]
    strings = [row for row in all_fields() if row[2].type == FieldDescriptorProto.TYPE_STRING]
    assert Counter(rows) == Counter((ruleset, message, field.name) for ruleset, message, field in strings)
    assert all(kind["why"] for kind in kinds.values())


def test_every_service_is_looked_at():
    """What operators, events and boards are asked and answer is among what has to be decided."""
    found = {(whose, message) for whose, message, _ in all_fields()}
    assert {(SHARED, name) for name in ("RecordRow", "EventResult", "Told", "Precedent", "ResultReached")} <= found
    assert len({whose for whose, _ in found}) > RULESETS


def test_every_enum_is_used_and_those_of_rulesets_have_words():
    """An enum is the type of a field; its choices have words, so that logs hold words, but some that all share."""
    contract = compile_tree(ROOT)
    used = {field.type_name for _, _, field in all_fields() if field.type == FieldDescriptorProto.TYPE_ENUM}
    for name, source in contract.sources.items():
        for _, enum in source.enums:
            own = f".{source.package}.{enum.name}"
            assert own in used or (name.endswith(WRITTEN_WITH) and enum.name == "Visibility"), own
            words = [value.options.Extensions[contract.extensions["word"]] for value in enum.value if value.number]
            assert all(words) or (name.count("/") < RULESETS and not any(words)), own
