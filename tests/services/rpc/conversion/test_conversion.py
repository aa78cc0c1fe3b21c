"""Conversion between protobuf messages and Structs."""

import importlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pool import DescriptorPool
from msgspec import Struct

import wargame
from adjudicator.board import inches
from adjudicator.board.inches import Base, Pose
from adjudicator.kernel import messages
from adjudicator.kernel.decide.offers import Choice, Domain, Places, Range, Shape, Some, offer
from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, TABLE
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model import messages as antares_messages
from services.rpc.conversion import KERNEL, MAX_ITEMS, Converter
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.wire_values import MAX_INTEGER, Invalid, put_party, read_party, words_of
from tests.tools.fixtures import load, plant
from tools.protogen import GENERATED
from wargame.antares.v1 import commands_pb2, events_pb2, view_pb2
from wargame.v1 import options_pb2, protocol_pb2, record_pb2, table_pb2

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def drill(tmp_path_factory):
    """The drill's Structs, its protobuf modules and a wire for them."""
    root = tmp_path_factory.mktemp("drill")
    plant(root)
    structs = load(root)
    wargame.__path__.append(str(root / GENERATED / "wargame"))
    pbs = [importlib.import_module(f"wargame.drill.v1.{stem}_pb2") for stem in ("commands", "events", "view")]
    names = {name: var for module in pbs for name, var in vars(module).items() if not name.startswith("_")}
    return SimpleNamespace(
        structs=structs,
        pb=SimpleNamespace(**names),
        converter=Converter([(KERNEL, messages), ("wargame.drill.v1", structs)]),
    )


def pose(**given):
    return {"x": -100, "y": 2, "z": 0, "facing": 3599} | given


def moving(drill, **way):
    """A Move of two ways, the second with the given fields."""
    second = {"troop": "a.2", "path": [pose(), pose(x=5)]} | way
    return drill.pb.Move(ways=[{"troop": "a.1"}, second], fast=True)


def invalid(drill, message):
    with pytest.raises(Invalid) as caught:
        drill.converter.to_struct(message)
    return caught.value


def test_command_to_struct(drill):
    """A command becomes its Struct: parts as tuples, absent ones as None, choices as enums, no header."""
    message = moving(drill, stance=drill.pb.STANCE_READY)
    message.header.game = bytes(16)
    way = drill.structs.Way
    path = (Pose(x=-100, y=2, z=0, facing=3599), Pose(x=5, y=2, z=0, facing=3599))
    ways = (way(troop="a.1"), way(troop="a.2", path=path, stance=drill.structs.Stance.READY))
    assert drill.converter.to_struct(message) == drill.structs.Move(ways=ways, fast=True)


def test_there_and_back(drill):
    """A Struct written and read is the same Struct, and a message read and written the same message."""
    message = moving(drill, stance=drill.pb.STANCE_DOWN)
    struct = drill.converter.to_struct(message)
    assert drill.converter.to_pb(struct) == message
    assert drill.converter.to_struct(drill.converter.to_pb(struct)) == struct


def test_absent_is_not_empty(drill):
    """An optional field that is empty stays empty, one that is absent stays absent."""
    assert drill.converter.to_struct(drill.pb.Plot(unit=1, hex="")).hex == ""
    assert drill.converter.to_struct(drill.pb.Plot(unit=1)).hex is None
    assert drill.converter.to_pb(drill.structs.Plot(unit=1, hex="")).HasField("hex")
    assert not drill.converter.to_pb(drill.structs.Plot(unit=1)).HasField("hex")


def test_hidden_fields_are_absent(drill):
    """Fields at hidden indices do not reach the message, whatever they hold."""
    plot = drill.structs.Plot(unit=7, hex="0304")
    assert drill.converter.to_pb(plot, hidden=(1,)) == drill.pb.Plot(unit=7)
    assert drill.converter.to_pb(plot, hidden=frozenset({0, 1})) == drill.pb.Plot()


def test_hidden_indices_count_reserved_places(drill):
    """Indices are places in the logged array, where a reserved number keeps its place."""
    way = drill.structs.Way(troop="a.1", stance=drill.structs.Stance.READY)
    assert drill.converter.to_pb(way, hidden=(3,)) == drill.pb.Way(troop="a.1")


def test_events_stand_in_their_arm(drill):
    """An event of the ruleset fills its arm, even an empty one, and hides what is hidden."""
    way = drill.structs.Way(troop="a.1")
    plotted = drill.structs.Plotted(seat=1, way=way)
    assert drill.converter.event_to_pb(drill.structs.Shown(), drill.pb.Event).WhichOneof("kind") == "shown"
    assert drill.converter.event_to_pb(plotted, drill.pb.Event) == drill.pb.Event(
        plotted={"seat": 1, "way": {"troop": "a.1"}}
    )
    assert drill.converter.event_to_pb(plotted, drill.pb.Event, (1,)) == drill.pb.Event(plotted={"seat": 1})


def test_events_of_the_kernel_have_a_message_of_their_own(drill):
    """An event of the kernel stands in the kernel's message, whatever the ruleset."""
    asked = messages.Asked(keep=1, windows=(Window(10_001, "reroll", (0,), ("a",)),))
    window = {"id": 10_001, "kind": "reroll", "asks": [{"seat": 0}], "subject": ["a"]}
    event: Any = drill.converter.event_to_pb(asked, protocol_pb2.ProtocolEvent)
    assert event.asked == protocol_pb2.Asked(keep=1, windows=[window])
    finished = drill.converter.event_to_pb(messages.Finished(), protocol_pb2.ProtocolEvent)
    assert finished.WhichOneof("kind") == "finished"


def test_every_event_has_an_arm(drill):
    """Every event has a place in the message of its package."""
    assert set(drill.converter._wrapper("wargame.drill.v1.Event")) == {*drill.structs.EVENTS}
    assert set(drill.converter._wrapper("wargame.v1.ProtocolEvent")) == {*messages.EVENTS}


@pytest.mark.parametrize(
    ("way", "path", "problem"),
    [
        ({"stance": 0}, "ways[1].stance", "is not chosen"),
        ({"stance": 77}, "ways[1].stance", "is no choice of this version"),
        ({"path": [pose(), pose(facing=3600)]}, "ways[1].path[1].facing", "is outside of what a Pose allows"),
    ],
)
def test_faults_are_placed(drill, way, path, problem):
    """What is not understood is named by its path and never repeated."""
    fault = invalid(drill, moving(drill, **way))
    assert (fault.path, fault.problem) == (path, problem)
    assert str(fault) == f"{path}: {problem}"


def test_missing_parts_are_named(drill):
    """A message that has to be there and is not is invalid; an optional one is not."""
    assert invalid(drill, drill.pb.Moved()).path == "tally"
    assert drill.converter.to_struct(drill.pb.Plotted(seat=1)).way is None


def test_a_whole_can_be_invalid():
    """Where parts are possible each but not together, the place is that of the whole."""
    converter = Converter([(KERNEL, messages)])
    with pytest.raises(Invalid, match="allows") as caught:
        converter.to_struct(table_pb2.Base(shape=table_pb2.BASE_SHAPE_ROUND, length=20, width=30))
    assert caught.value.path == ""
    assert converter.to_struct(table_pb2.Base(shape=table_pb2.BASE_SHAPE_OVAL, length=20, width=30)) == Base(
        20, 30, inches.Shape.OVAL
    )


@pytest.mark.parametrize("far", [MAX_INTEGER + 1, -MAX_INTEGER - 1, 2**63 - 1, -(2**63)])
def test_integers_beyond_the_log(drill, far):
    """An integer that the log can not hold is invalid; the largest that it can is not."""
    assert invalid(drill, drill.pb.Moved(tally={"total": 1}, far=far)).path == "far"
    extreme = MAX_INTEGER if far > 0 else -MAX_INTEGER
    assert drill.converter.to_struct(drill.pb.Moved(tally={"total": 1}, far=extreme)).far == extreme


def test_wide_integers_in_lists():
    """Repeated 64-bit integers keep the same bounds, each with its place."""
    converter = Converter([(KERNEL, messages)])
    assert converter.to_struct(protocol_pb2.Unsealed(entries=[1, MAX_INTEGER])).entries == (1, MAX_INTEGER)
    with pytest.raises(Invalid) as caught:
        converter.to_struct(protocol_pb2.Unsealed(entries=[1, MAX_INTEGER + 1]))
    assert caught.value.path == "entries[1]"


def test_endless_lists(drill):
    """A list longer than any table holds is not looked into."""
    converter = Converter([(KERNEL, messages)])
    assert len(converter.to_struct(protocol_pb2.Unsealed(entries=[1] * MAX_ITEMS)).entries) == MAX_ITEMS
    for message in (
        protocol_pb2.Unsealed(entries=[1] * (MAX_ITEMS + 1)),
        protocol_pb2.ReportRoll(faces=[1] * (MAX_ITEMS + 1)),
    ):
        with pytest.raises(Invalid, match=f"{MAX_ITEMS} at most"):
            converter.to_struct(message)
    assert invalid(drill, moving(drill, path=[pose()] * (MAX_ITEMS + 1))).path == "ways[1].path"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            Tally.base(4, "GA-3.3-16").add(-1, "GA-8.3-21"),
            record_pb2.Tally(
                total=3,
                terms=[
                    {"clause": "GA-3.3-16", "operation": "OPERATION_BASE", "value": 4},
                    {"clause": "GA-8.3-21", "operation": "OPERATION_ADD", "value": -1},
                ],
            ),
        ),
        (
            offer(messages.Finish, "X-1-01", who=Choice(("a",)), some=Some(("b",), 0, 1), to=Places(("a",), 6000)),
            record_pb2.Offer(
                command="Finish",
                clause="X-1-01",
                fields=[
                    {"field": "who", "one_of": {"values": ["a"]}},
                    {"field": "some", "some_of": {"values": ["b"], "most": 1}},
                    {"field": "to", "places": {"pieces": ["a"], "reach": 6000}},
                ],
            ),
        ),
    ],
    ids=["tally", "offer"],
)
def test_the_kernel_s_own_values(value, message):
    """What the kernel writes by hand goes out as the contract says, and comes back equal."""
    converter = Converter([(KERNEL, messages)])
    assert converter.to_pb(value) == message
    assert converter.to_struct(message) == value


def test_domains_within_domains():
    """A shape holds domains, whose arm follows from the type of the value."""
    parts = (Domain("n", Range(-1, 2)),)
    nested = offer(messages.Finish, "", ways=Shape("Way", parts))
    message: Any = Converter([(KERNEL, messages)]).to_pb(nested)
    assert message.fields[0].shape.parts[0].range.least == -1
    assert Converter([(KERNEL, messages)]).to_struct(message) == nested


def test_a_domain_needs_values():
    """A oneof without an arm is missing, and the refusal says what there is to choose from."""
    with pytest.raises(Invalid, match="values: is missing: give one of one_of, some_of, range, "):
        Converter([(KERNEL, messages)]).to_struct(record_pb2.Domain(field="who"))


def test_options_are_sent():
    """Options that a command does not have are asked for by the name of their message, which may be empty."""
    assert events_pb2.DESCRIPTOR.package == view_pb2.DESCRIPTOR.package == "wargame.antares.v1"
    reader = Converter([(KERNEL, messages), ("wargame.antares.v1", antares_messages)])
    assert reader.to_struct(commands_pb2.CreateGame(options=commands_pb2.Options())).options
    with pytest.raises(Invalid) as fault:
        reader.to_struct(commands_pb2.CreateGame())
    assert str(fault.value) == (
        "options: is missing: send a wargame.antares.v1.Options; an empty one keeps every default"
    )
    with pytest.raises(Invalid, match=r"list: is missing: send a wargame\.antares\.v1\.ForceList$"):
        reader.to_struct(commands_pb2.LoadForceList())


@pytest.mark.parametrize(
    ("party", "field"), [(0, "seat"), (251, "seat"), (253, "named"), (254, "named"), (255, "named")]
)
def test_a_party_is_written(party, field):
    """A seat, or one that has a name, reads as what was written."""
    message = record_pb2.Party()
    put_party(message, party)
    assert message.WhichOneof("who") == field
    assert read_party(message) == party


@pytest.mark.parametrize("party", [-1, 252, 256, 1_000])
def test_a_number_that_is_nobodys(party):
    """A number that is no party's is not written, and is named."""
    message = record_pb2.Party()
    told = f"{party} is no party: seats are 0 to 251, others are one of [253, 254, 255]"
    with pytest.raises(ValueError, match=re.escape(told)):
        put_party(message, party)
    assert message == record_pb2.Party()


def test_registered_by_hand():
    """Any Struct can stand for a message once it is registered."""

    class Receipt(Struct, frozen=True):
        seq: int
        hash: bytes
        note: str

    converter = Converter([(KERNEL, messages)])
    receipt = Receipt(seq=3, hash=b"h", note="n")
    with pytest.raises(LookupError, match="register it"):
        converter.to_pb(receipt)
    converter.register("wargame.v1.Receipt", Receipt)
    assert converter.to_pb(receipt) == record_pb2.Receipt(seq=3, hash=b"h", note="n")
    assert converter.to_struct(record_pb2.Receipt(seq=3, hash=b"h", note="n")) == receipt


def test_fields_that_do_not_fit():
    """A Struct whose fields are not its message's is refused by name, on either side."""

    class Receipt(Struct, frozen=True):
        seq: int
        hashes: bytes
        note: str

    converter = Converter([(KERNEL, messages)])
    converter.register("wargame.v1.Receipt", Receipt)
    with pytest.raises(TypeError, match=r"wargame.v1.Receipt .* \['hash', 'hashes'\]"):
        converter.to_struct(record_pb2.Receipt())


def test_unknown_modules_and_messages():
    """Messages without a Struct and contracts that are not loaded are refused by name."""
    with pytest.raises(LookupError, match="import its _pb2 module"):
        Converter([(KERNEL, messages)], DescriptorPool())
    with pytest.raises(LookupError, match="has no Struct"):
        Converter([(KERNEL, messages)]).to_struct(record_pb2.Actor())


def test_messages_are_of_the_generated_classes():
    """What is written is of the class that its `_pb2` module gives, so that it can be compared and sent."""
    message = Converter([(KERNEL, messages)]).to_pb(messages.Finish())
    assert type(message) is protocol_pb2.Finish


# -- what is written otherwise on the wire


@pytest.mark.parametrize("party", [0, 7, TABLE, REFEREE, EVERYONE])
def test_parties_there_and_back(party):
    """A party is a seat or has a name on the wire, and one integer in a Struct."""
    converter = Converter([(KERNEL, messages)])
    written: Any = converter.to_pb(messages.RollAcknowledged(by=party))
    assert written.by.WhichOneof("who") == ("seat" if party < 8 else "named")
    assert converter.to_struct(written) == messages.RollAcknowledged(by=party)


@pytest.mark.parametrize(("party", "path"), [({}, "by"), ({"named": 0}, "by.named"), ({"named": 77}, "by.named")])
def test_nobody_is_no_party(party, path):
    """A Party that names nobody is invalid, and so is a number that is no seat."""
    with pytest.raises(Invalid) as caught:
        Converter([(KERNEL, messages)]).to_struct(protocol_pb2.RollAcknowledged(by=party))
    assert caught.value.path == path


def test_numbers_of_parties_are_no_seats():
    """The integers that stand for parties in the log are not taken for seats."""
    with pytest.raises(Invalid) as caught:
        Converter([(KERNEL, messages)]).to_struct(protocol_pb2.RollAcknowledged(by={"seat": REFEREE}))
    assert caught.value.path == "by.seat"


def test_durations_are_whole_seconds():
    """A Duration is a number of seconds in a Struct; a part of one, or less than none, is invalid."""
    converter = Converter([(KERNEL, messages)])
    terms: Any = converter.to_struct(protocol_pb2.OpenGame(response_limit={"seconds": 90}))
    assert (terms.response_limit, terms.appeal_window) == (90, 0)
    assert converter.to_pb(terms) == protocol_pb2.OpenGame(
        response_limit={"seconds": 90}, appeal_window={}, spectator_delay={}
    )
    for wrong in ({"seconds": 1, "nanos": 5}, {"seconds": -1}):
        with pytest.raises(Invalid) as caught:
            converter.to_struct(protocol_pb2.OpenGame(response_limit=wrong))
        assert caught.value.path == "response_limit"


def enums_with_words():
    """Every enum of the contract whose choices have words."""
    LoadedRulesets()
    found: dict[str, Any] = {}
    for path in sorted((ROOT / "proto/wargame").rglob("*.proto")):
        name = path.relative_to(ROOT / "proto")
        importlib.import_module(".".join((*name.parent.parts, f"{name.stem}_pb2")))
        file = descriptor_pool.Default().FindFileByName(name.as_posix())
        found |= {enum.full_name: enum for enum in file.enum_types_by_name.values() if words_of(enum)}
    return found


def test_words_there_and_back():
    """Every choice has one word and every word one choice, of every enum with words; nothing stands for nothing."""
    enums = enums_with_words()
    assert {"wargame.v1.Pace", "wargame.v1.Severity", "wargame.v1.Operation"} <= set(enums)
    for name, enum in enums.items():
        words = words_of(enum)
        assert sorted(words.values()) == sorted(value.number for value in enum.values), name
        assert words[""] == 0
        for value in enum.values[1:]:
            assert words[value.GetOptions().Extensions[options_pb2.word]] == value.number, value.name
    converter = Converter([(KERNEL, messages)])
    for word, number in words_of(enums["wargame.v1.Pace"]).items():
        opened: Any = protocol_pb2.OpenGame()
        opened.pace = number
        terms: Any = converter.to_struct(opened)
        again: Any = converter.to_pb(terms)
        assert (terms.pace, again.pace) == (word, number)


def test_a_choice_that_nobody_knows_is_invalid():
    """A number beyond the choices of an enum with words is not understood."""
    opened: Any = protocol_pb2.OpenGame()
    opened.pace = 77
    with pytest.raises(Invalid, match="no choice of this version") as caught:
        Converter([(KERNEL, messages)]).to_struct(opened)
    assert caught.value.path == "pace"
