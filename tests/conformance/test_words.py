"""Closed sets of words are enums in the contract; what stays a string is listed with the reason."""

import tomllib
from collections import Counter
from pathlib import Path

from google.protobuf.descriptor_pb2 import FieldDescriptorProto

from tools.contract import compile_tree

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("string_fields.toml")
RULESETS = 3  # slashes in the name of a file of a ruleset


def own_fields():
    """Every field of a message of a ruleset, with the ruleset and the message."""
    for name, source in compile_tree(ROOT).sources.items():
        if name.count("/") == RULESETS:
            for message in source.messages:
                yield from ((name.split("/")[1], message.name, field.proto) for field in message.fields)


def test_every_string_field_is_decided():
    """A field of a ruleset is a string only where it is listed, with what it holds: a new one has to be decided."""
    kinds = tomllib.loads(LISTED.read_text())
    rows = [
        (ruleset, message, field)
        for kind in kinds.values()
        for ruleset, fields in kind.items()
        if ruleset != "why"
        for field, messages in fields.items()
        for message in messages.split()
    ]
    strings = [row for row in own_fields() if row[2].type == FieldDescriptorProto.TYPE_STRING]
    assert Counter(rows) == Counter((ruleset, message, field.name) for ruleset, message, field in strings)
    assert all(kind["why"] for kind in kinds.values())


def test_every_enum_of_a_ruleset_is_used_and_has_words():
    """An enum of a ruleset is the type of a field, and its choices have words, so that logs hold words."""
    contract = compile_tree(ROOT)
    used = {field.type_name for _, _, field in own_fields() if field.type == FieldDescriptorProto.TYPE_ENUM}
    for name, source in contract.sources.items():
        for _, enum in source.enums if name.count("/") == RULESETS else ():
            assert f".{source.package}.{enum.name}" in used, enum.name
            words = [value.options.Extensions[contract.extensions["word"]] for value in enum.value if value.number]
            assert all(words), enum.name
