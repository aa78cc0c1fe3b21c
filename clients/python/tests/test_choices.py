"""From offers to commands, without a service."""

import json

import pytest

from adjudicator_client import OfferFault
from adjudicator_client.choices import build
from adjudicator_client.contract.wargame.hex_orders.v1 import commands_pb2
from adjudicator_client.contract.wargame.v1 import protocol_pb2, record_pb2
from adjudicator_client.game import load
from adjudicator_client.proof.logged import logged
from adjudicator_client.proof.mpint import encode
from adjudicator_client.proof.records import sealed_hash

HEXES, TILES = load("wargame.hex_orders.v1"), load("wargame.tile_formations.v1")


def domain(field="", **values):
    """Make a domain."""
    return record_pb2.Domain(field=field, **values)


def one_of(field, *words, **more):
    """Make a domain of one of these words."""
    return domain(field, one_of={"values": words}, **more)


class Answers:
    """A chooser that answers by kind, and notes what it was asked."""

    def __init__(self, **answers):
        self.answers = answers
        self.asked = []

    def __call__(self, choice):
        self.asked.append(choice)
        found = self.answers[choice.kind]
        return found.pop(0) if isinstance(found, list) and choice.kind not in {"some_of", "members"} else found


async def make(offer, choose, package=HEXES, find=None):
    """Build a command."""
    return await build(offer, choose, find, package)


async def test_values_of_every_plain_kind():
    """Words, integers and texts land in their fields, in the order of the domains."""
    fields = [domain("faces", items={"of": [domain(range={"least": 1, "most": 6})], "least": 2, "most": 3})]
    offer = record_pb2.Offer(command="ReportRoll", fields=[*fields, domain("dice_set", words={"least": 1, "most": 9})])
    choose = Answers(count=[2], member=[0, 0], range=[6, 1], words=["mine"])
    made = await make(offer, choose)
    assert made == protocol_pb2.ReportRoll(faces=[6, 1], dice_set="mine")
    assert [choice.path for choice in choose.asked] == [
        "ReportRoll.faces",
        "ReportRoll.faces[0]",
        "ReportRoll.faces[1]",
        "ReportRoll.faces[0]",
        "ReportRoll.faces[1]",
        "ReportRoll.dice_set",
    ]


async def test_bytes_that_are_listed_are_hex():
    """An id that is one of several lands in its field as bytes, and what is no hex fits no field of bytes."""
    offer = record_pb2.Offer(command="RestartGame", fields=[one_of("new_game", "00ff" * 8, "11" * 16)])
    made = await make(offer, Answers(one_of=["00ff" * 8]))
    assert made.new_game == b"\x00\xff" * 8
    wrong = record_pb2.Offer(command="RestartGame", fields=[one_of("new_game", "game")])
    with pytest.raises(OfferFault, match="no hex"):
        await make(wrong, Answers(one_of=["game"]))


async def test_words_are_read_as_by_every_client(vectors):
    """A word of a domain is the value that the shared figures say, and what they refuse fits no field."""
    rows = json.loads((vectors / "word_vectors.json").read_text())["fields"]
    for row in rows:
        command, field = row["command"], row["field"]
        for word, due in row["read"].items():
            offer = record_pb2.Offer(command=command, fields=[one_of(field, word)])
            found = getattr(await make(offer, Answers(one_of=[word])), field)
            assert (found.hex() if isinstance(found, bytes) else str(found).lower()) == due
        for word in row["refused"]:
            offer = record_pb2.Offer(command=command, fields=[one_of(field, word)])
            with pytest.raises(OfferFault) as fault:
                await make(offer, Answers(one_of=[word]))
            assert fault.value.place == f"{command}.{field}", word


async def test_conditions_and_several_domains():
    """Only domains whose conditions hold are asked; of several that hold one is followed; an optional one may stay."""
    term = {"field": "fact", "values": ["a"]}
    other = {"field": ".fact", "values": ["b"]}
    fields = [
        one_of("fact", "a", "b"),
        one_of("value", "1", conditions=[term]),
        one_of("value", "2", conditions=[other]),
        one_of("value", "3", conditions=[other]),
        one_of("reason", "r", optional=True),
    ]
    offer = record_pb2.Offer(command="SettleDispute", fields=fields)
    first = await make(offer, Answers(one_of=["a", "1"], include=[False]))
    assert first == protocol_pb2.SettleDispute(fact="a", value="1")
    second = await make(offer, Answers(one_of=["b", "3", "r"], domain=[1], include=[True]))
    assert second == protocol_pb2.SettleDispute(fact="b", value="3", reason="r")


async def test_a_condition_through_a_list():
    """A condition through a list holds if one member has one of its values, and not where there is none."""
    target = domain(shape={"message": "Shot", "parts": [one_of("target", "a", "b")]})
    aim = one_of("use_aim", "true", conditions=[{"field": ".shots.target", "values": ["b"]}])
    fields = [domain("shots", items={"of": [target], "least": 0, "most": 2}), aim]
    offer = record_pb2.Offer(command="FireWeapon", fields=fields)
    for targets, holds in ((["a", "b"], True), (["a", "a"], False), ([], False)):
        answers = Answers(count=[len(targets)], member=0, one_of=[*targets, *(["true"] if holds else [])])
        made = await make(offer, answers, HEXES)
        assert ([shot.target for shot in made.shots], made.use_aim) == (targets, holds)


async def test_members_that_come_once():
    """Members of a list that come once are chosen by ascending indices, and stand in that order."""
    of = [domain(range={"least": face, "most": face}) for face in (1, 2, 3)]
    fields = [domain("faces", items={"of": of, "least": 1, "most": 2, "once": True})]
    offer = record_pb2.Offer(command="ReportRoll", fields=fields)
    made = await make(offer, Answers(members=[0, 2], range=[1, 3]))
    assert list(made.faces) == [1, 3]
    for wrong in ([2, 0], [0, 0], [], [0, 1, 2], [3]):
        with pytest.raises(OfferFault, match="ascending"):
            await make(offer, Answers(members=wrong, range=[1, 3]))


async def test_places_are_listed_or_found():
    """A place is one of the spots of the offer, or is asked for with what has been chosen before it."""
    spots = [domain(one_of={"values": ["D3"]}), domain(one_of={"values": ["E4"]})]
    unit = one_of("unit", "u1")
    listed = record_pb2.Offer(command="DeployUnit", fields=[unit, domain("tile", places={"spots": spots})])
    made = await make(listed, Answers(one_of=["u1", "E4"], spot=[1]), TILES)
    assert (made.unit, made.tile) == ("u1", "E4")
    asked = []

    async def find(*question):
        asked.append(question)
        return spots[:1]

    offer = record_pb2.Offer(command="DeployUnit", fields=[unit, domain("tile", places={"on_request": True})])
    made = await make(offer, Answers(one_of=["u1", "D3"], spot=[0]), TILES, find)
    assert made.tile == "D3"
    assert asked == [("DeployUnit", "tile", {"unit": "u1"})]


@pytest.mark.parametrize(
    ("fields", "answers", "place"),
    [
        ([one_of("nothing", "a")], {}, "SettleDispute.nothing"),
        ([one_of("fact", "a")], {"one_of": ["b"]}, "SettleDispute.fact"),
        ([one_of("fact", "a")], {"one_of": [1]}, "SettleDispute.fact"),
        ([domain("fact", flag={})], {}, "SettleDispute.fact"),
        ([domain("fact", words={"most": 2})], {"words": ["abc"]}, "SettleDispute.fact"),
        ([domain("fact", shape={"message": "Fact"})], {}, "SettleDispute.fact"),
        ([domain("fact", places={})], {}, "SettleDispute.fact"),
    ],
)
async def test_what_does_not_fit_is_named(fields, answers, place):
    """An offer that does not fit the contract, and an answer that does not fit the offer, are told with their place."""
    with pytest.raises(OfferFault) as caught:
        await make(record_pb2.Offer(command="SettleDispute", fields=fields), Answers(**answers))
    assert caught.value.place == place


async def test_a_command_that_is_not_known():
    """A command of a later release is told as such."""
    with pytest.raises(OfferFault, match="earlier release"):
        await make(record_pb2.Offer(command="Dance"), Answers())


def test_secret_fields_are_sealed():
    """Fields that only their owner sees are left out of what is signed, under a seal of the client's salt."""
    plot = commands_pb2.PlotOrders(plot={"turn": 2, "unit": "u1", "movement": ["F"], "gunnery": ["-"]})
    game, command_id, salt = b"g" * 16, b"i" * 16, b"s" * 32
    data = encode([[2, "u1", ["F"], ["-"]]])
    seal = sealed_hash(game, 1, 0, command_id, salt, data)
    assert logged(plot, game, 1, command_id, b"", salt) == [command_id, None, ["PlotOrders", None], seal]
