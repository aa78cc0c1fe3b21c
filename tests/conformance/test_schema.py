import typing
from enum import IntEnum
from importlib import import_module
from types import NoneType, UnionType

import msgspec
import pytest
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import EnforceDeadline
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.record.record import REST_PART, Actor, EntryMetadata, decoder, draft, open_record
from tests.conformance.driver import every_ruleset, rules_at
from tests.kit import GAME
from tests.toy.generate import HERE, generated

SAMPLES = {int: 1, str: "a", bytes: b"b", bool: True}


def sample(kind):
    """A value of a type, with something in every field."""
    if kind in SAMPLES:
        return SAMPLES[kind]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        return sample(next(each for each in inner if each is not NoneType))
    if origin is tuple:
        return (sample(inner[0]),) * 2
    if issubclass(kind, IntEnum):
        return list(kind)[-1]
    if kind is object:
        return None
    assert issubclass(kind, Struct), f"{kind} has no place in the log"
    hints = typing.get_type_hints(kind)
    return kind(**{name: sample(hints[name]) for name in kind.__struct_fields__})


def kinds(path):
    messages = import_module(path + ".model.messages")
    return messages.COMMANDS, messages.EVENTS


@every_ruleset
def test_kinds_are_arrays(path):
    """A command or event is a frozen array under its own name, and a field too many is refused."""
    commands, events = kinds(path)
    for kind in (*commands, *events):
        config = kind.__struct_config__
        assert (config.frozen, config.array_like, config.forbid_unknown_fields) == (True, True, True), kind
        assert config.tag == kind.__name__
        raw = msgspec.msgpack.decode(encode(sample(kind)))
        assert raw[0] == kind.__name__
        assert msgspec.convert(raw, kind) == sample(kind)
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert([*raw, 1], kind)


@every_ruleset
def test_names_are_used_once(path):
    """A kind is a bare name in the log: no two of them share it, the kernel's included."""
    rules = rules_at(path)
    names = [kind.__name__ for kind in (*rules.handlers, *rules.reducers)]
    assert len(names) == len(set(names))


def drafted(rules, command, events, rolls=()):
    mask = rules.masks[type(command)]
    actor = Actor(3, 1, "k") if mask.secret else Actor(2, REFEREE, "k")
    ids = EntryMetadata(GAME, bytes(32), 5, actor, bytes(16), None)
    return draft(rules, ids, 1, command, events, rolls, 2, None, lambda: bytes(32))


@every_ruleset
def test_events_read_back_from_a_record(path):
    """Every event with all its fields, secret ones too, reads back equal from a record and its openings."""
    rules = rules_at(path)
    for kind in kinds(path)[1]:
        if rules.masks[kind].secret and not rules.sealing:
            continue
        ruled = (sample(kind), ("WG-ASK-01",))
        made = drafted(rules, EnforceDeadline(window=1), [ruled])
        record = decoder(rules).decode(made.data)
        assert encode(record) == made.data
        assert open_record(rules, record, made.openings).events == (ruled,)


@every_ruleset
def test_commands_read_back_from_a_record(path):
    """Every command with all its fields reads back equal from a record and its opening."""
    rules = rules_at(path)
    for kind in kinds(path)[0]:
        made = drafted(rules, sample(kind), [])
        record = decoder(rules).decode(made.data)
        assert open_record(rules, record, made.openings).command == sample(kind)
        assert (record.command.seal is not None) == bool(rules.masks[kind].secret)


@every_ruleset
def test_no_secret_stands_in_a_record(path):
    """What only its owner sees is not in the bytes that everybody gets, and without opening it is absent."""
    rules = rules_at(path)
    commands, events = kinds(path)
    for kind in (*commands, *events):
        mask = rules.masks[kind]
        if not mask.secret:
            continue
        event = sample(kind)
        in_command = kind in commands
        made = drafted(rules, event, []) if in_command else drafted(rules, EnforceDeadline(window=1), [(event, ("x",))])
        record = decoder(rules).decode(made.data)
        opened = open_record(rules, record, ())
        assert not opened.whole
        shown = opened.command if in_command else next((each for each, _ in opened.events), None)
        if mask.whole and not in_command:
            assert shown is None
        else:
            names = [kind.__struct_fields__[place] for place in mask.secret]
            assert [getattr(shown, name) for name in names] == [None] * len(names)


@every_ruleset
def test_marked_commands_seal_for_every_seat(path):
    """An entry of a marked command has a sealed part of every seat, and of any other command none."""
    rules = rules_at(path)
    for kind in kinds(path)[0]:
        made = drafted(rules, sample(kind), [])
        owners = [owner for owner, _ in made.record.sealed]
        assert owners == ([0, 1] if rules.masks[kind].seals else []), kind
        assert [each.owner for each in made.openings if each.part == REST_PART] == owners


@every_ruleset
def test_a_view_is_an_array(path):
    """What a seat sees is written in the log's bytes and reads back as the contract's view."""
    view = import_module(path + ".reports.messages").View
    assert msgspec.convert(msgspec.msgpack.decode(encode(sample(view))), view) == sample(view)


def test_the_toy_is_generated():
    """The toy's messages are what its protos say: run tests/toy/generate.py."""
    made = {path: text for path, text in generated().items() if path.name == "messages.py"}
    assert [str(path) for path, text in made.items() if (HERE / path).read_text() != text] == []
    assert len(made) == 2
