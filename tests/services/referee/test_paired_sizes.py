"""Two games that differ in a secret alone, over gRPC: every act takes as many bytes in both for whoever may not know.

What differs in any two games (ids, hashes, times) is as long in each; times of the day are left out, since a shorter
number of nanoseconds is a shorter message.
"""

from __future__ import annotations

import json
from typing import Any, Final

import grpc
import pytest
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.descriptor_pool import Default
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from msgspec import Struct

from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from tests.services.fixtures import REFEREE, methods, serve_toy
from tests.services.referee.every_act import WHY, playing
from wargame.v1 import corrections_pb2, rewinds_pb2, rulings_pb2, table_dice_pb2, terms_pb2

# who may not know, and what they may ask
STRANGERS: Final = {"blue": ("Get", "View", "Offers"), "spectator": ("Get", "View")}
# the messages that have times, whose own packages stand in the pool of the program
KERNEL, POOL = "wargame.v1.", Default()
ROLL_OFF: Final = 2
SECRETS: Final = ("east", "north")
CAUTION: Final = {"seat": 0, "kind": terms_pb2.PENALTY_KIND_CAUTION}
SHIELDS: Final = [{"table": "sides", "key": "0", "field": "shields", "before": "1", "after": "2"}]
FRESH: Final = rewinds_pb2.REWIND_DICE_FRESH
CITED: Final = rulings_pb2.Grounds(reason="it was asked", clause="TOY-1.4-01")
ACTS: Final[dict[str, Any]] = {
    "AddNote": {},
    "Inspect": {"tables": ["ambushes"]},
    "Correct": {"patch": SHIELDS},
    "Penalise": CAUTION,
    "OrderAbsent": {"seat": 1},
    "PauseGame": {},
    "AdjournGame": {},
    "Substitute": {"seat": 0, "person": "Robin"},
    "Award": {"ending": "ENDING_ADJUDICATED", "winners": [1]},
    "AddPrivateNote": {"text": bytes(1024)},
    "Interpret": {"grounds": CITED, "text": "as it is printed"},
    "ChangeDiceSource": {"source": table_dice_pb2.DICE_SOURCE_REPORTED},
    "RetireDice": {"dice_set": "the blue ones"},
}


class Step(Struct, frozen=True):
    """An act: by whom, with what beside grounds; `names` is a field that holds the entry of the step before."""

    who: str
    act: str
    fields: dict[str, Any] = {}
    names: str = ""


CALL: Final = Step("red", "CallReferee", {"question": "may it?"})
GIVEN_UP: Final = Step("blue", "Concede")
LODGED: Final = Step("blue", "Appeal", {"reason": "I was not asked"})
# acts that answer something: each is the last of these steps
COURSES: Final[dict[str, tuple[Step, ...]]] = {
    "CallReferee": (CALL,),
    "AnswerCall": (CALL, Step("head", "AnswerCall", names="call")),
    "WithdrawCall": (CALL, Step("red", "WithdrawCall", names="call")),
    "ResumeGame": (Step("head", "PauseGame"), Step("head", "ResumeGame")),
    "SealNext": (Step("head", "AdjournGame"), Step("red", "SealNext", {"kind": "DrawToken", "fields": "[]"})),
    "RevokeAbsent": (
        Step("head", "PauseGame"),
        Step("head", "OrderAbsent", {"seat": 1}),
        Step("head", "RevokeAbsent", {"seat": 1}),
    ),
    "Appeal": (GIVEN_UP, LODGED),
    "WithdrawAppeal": (GIVEN_UP, LODGED, Step("blue", "WithdrawAppeal")),
    "WaiveAppeal": (GIVEN_UP, Step("red", "WaiveAppeal")),
    "UpholdRuling": (GIVEN_UP, LODGED, Step("head", "UpholdRuling")),
    "RestartGame": (Step("head", "RestartGame"),),
}
# in tests of their own below
OWN: Final = ("Rewind", "CorrectHidden", "TakeBack", "AnswerProposal")
# in games of events, with dice of the real table, or in which officials sign: compared without a service
WITHOUT_SERVICE: Final = ("AcceptReferee", "AdmitOfficial", "AllowDraw", "SetClock", "VoidThrow")


@pytest.fixture
async def toy_service(tmp_path):
    """A service of the toy."""
    async with serve_toy(tmp_path) as service:
        yield service


async def world(service, place):
    """A game in which red has laid an ambush at this place; its strength is a hidden die.

    Public dice have to be alike in both worlds: red has won the roll-off, at once.
    """
    while True:
        game = await playing(service)
        if await red_has_won(game):
            break
    await game.call("LayAmbush", "red", place=place)
    game.tokens["head"] = await service.service.credentials.make(Role.HEAD_REFEREE, game.id)
    return game


async def red_has_won(game) -> bool:
    """Whether red has won the roll-off, at once: it is thrown again where it is even."""
    created = [row async for row in game.start("Read", "red") if row.command == "CreateMatch"]
    thrown = [face for row in created for roll in row.rolls for face in roll.faces]
    return len(thrown) == ROLL_OFF and thrown[0] > thrown[1]


async def head_of(game):
    return (await game.call("Get", "head")).receipt


def timeless(message: Any) -> Any:
    """Give a copy in which times have no length of their own, and without the place in the register of openings."""
    found = type(message).FromString(message.SerializeToString())
    if "registration" in found.DESCRIPTOR.fields_by_name:
        found.ClearField("registration")
    for field, value in found.ListFields():
        for one in value if field.is_repeated else [value]:
            if isinstance(one, Timestamp | Duration):
                one.seconds, one.nanos = 1, 0
            elif isinstance(one, PackedMessage):
                found_type = POOL.FindMessageTypeByName(one.TypeName()) if one.TypeName().startswith(KERNEL) else None
                if found_type is not None:
                    inner = GetMessageClass(found_type).FromString(one.value)
                    one.value = timeless(inner).SerializeToString()
            elif isinstance(one, Message):
                one.CopyFrom(timeless(one))
    return found


async def heard(game) -> dict[str, list[int]]:
    """Give the sizes of all that somebody gets who may not know red's secret: entries, and answers to questions."""
    sizes = {}
    for who in STRANGERS:
        entries = [entry async for entry in game.start("Read", who)]
        watched = game.start("Watch", who)
        entries += [await anext(stream) for stream in [aiter(watched)] for _ in range(len(entries))]
        watched.cancel()
        answers = [await game.call(name, who) for name in STRANGERS[who]]
        sizes[who] = [timeless(message).ByteSize() for message in [*entries, *answers]]
    return sizes


async def refused(game, act: str, **fields: Any) -> int:
    """Give the size of a refusal."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await game.call(act, "blue", **fields)
    return len(str(caught.value.details()))


@pytest.mark.rule("WG-INSPECT-01", "WG-CORRECT-02")
@pytest.mark.parametrize("act", ACTS)
async def test_an_act_is_as_long_whatever_is_hidden(toy_service, act):
    """Entries, views, offers, facts and refusals of others have the same sizes after every act."""
    found = []
    for place in SECRETS:
        game = await world(toy_service, place)
        fields = {"grounds": WHY, **ACTS[act]}
        if act == "AddPrivateNote":
            del fields["grounds"]
        await game.call(act, "head", head=(await head_of(game)).hash, **fields)
        found.append((await heard(game), await refused(game, "EndTurn")))
    assert found[0] == found[1]


def test_every_act_is_compared():
    """A new act of the contract has a row here, or stands among those that are compared without a service."""
    assert sorted([*ACTS, *COURSES, *OWN, *WITHOUT_SERVICE]) == sorted(methods_of(REFEREE))


@pytest.mark.rule("WG-CALL-01", "WG-APPEAL-01", "WG-STOP-04")
@pytest.mark.parametrize("act", COURSES)
async def test_an_answer_is_as_long_whatever_is_hidden(toy_service, act):
    """What answers a call, a stop, a result or an appeal is as long in both worlds, after each step."""
    found: list[list[Any]] = []
    for place in SECRETS:
        game = await world(toy_service, place)
        found.append([])
        for step in COURSES[act]:
            last, fields = await head_of(game), dict(step.fields)
            if "grounds" in methods()[step.act].request.DESCRIPTOR.fields_by_name:
                fields["grounds"] = WHY
            if step.names:
                fields[step.names] = last.seq
            if act == "RestartGame":
                fields["new_game"] = (await toy_service.open(restarts=game.id, contributions=False)).id
            await game.call(step.act, step.who, head=last.hash, **fields)
            found[-1].append((await heard(game), await refused(game, "EndTurn")))
    assert found[0] == found[1]


@pytest.mark.rule("WG-BACK-03", "WG-BACK-04")
async def test_what_seats_take_back_is_as_long(toy_service):
    """Red takes a secret plot back; red's proposal to go back behind a plot is answered by blue."""
    found = []
    for heading in SECRETS:
        while not await red_has_won(game := await toy_service.match()):
            pass
        game.tokens["head"] = game.tokens["owner"]
        plot = await game.call("PlotMarch", "red", heading=heading)
        await game.call("TakeBack", "red", to=plot.receipt.seq)
        sizes = [await heard(game)]
        plot = await game.call("PlotMarch", "red", heading=heading)
        await game.call("Rewind", "red", grounds=WHY, head=plot.receipt.hash, to=plot.receipt.seq, dice=FRESH)
        sizes.append(await heard(game))
        await game.call("AnswerProposal", "blue", agree=True, head=(await head_of(game)).hash)
        found.append([*sizes, await heard(game)])
    assert found[0] == found[1]


@pytest.mark.rule("WG-BACK-01")
async def test_going_back_is_as_long_whatever_becomes_void(toy_service):
    """A rewind over the hidden entry names it, and nothing of it."""
    found = []
    for place in SECRETS:
        game = await world(toy_service, place)
        last = await head_of(game)
        await game.call("Rewind", "head", grounds=WHY, head=last.hash, to=last.seq, dice=FRESH)
        found.append(await heard(game))
    assert found[0] == found[1]


@pytest.mark.rule("WG-CORRECT-02")
async def test_a_hidden_correction_is_as_long_whatever_it_sets(toy_service):
    """Of one value or another, the other seat learns that one was set."""
    found = []
    for place in SECRETS:
        game = await world(toy_service, place)
        await game.call("Inspect", "head", grounds=WHY, head=(await head_of(game)).hash, tables=["ambushes"])
        laid = [f"a{row.seq}" async for row in game.start("Read", "red") if row.command == "LayAmbush"]
        other = next(name for name in ("south", "west") if len(name) != len(place))
        item = corrections_pb2.PatchItem(
            table="ambushes", key=laid[0], field="place", before=json.dumps(place), after=json.dumps(other)
        )
        patch = corrections_pb2.HiddenPatch(items=[item])
        await game.call("CorrectHidden", "head", grounds=WHY, head=(await head_of(game)).hash, patch=patch)
        found.append(await heard(game))
    assert found[0] == found[1]


async def test_a_secret_that_is_told_has_a_length(toy_service):
    """The measure is able to fail: to its owner the two secrets are of different lengths."""
    sizes = []
    for place in SECRETS:
        game = await world(toy_service, place)
        sizes.append([timeless(entry).ByteSize() async for entry in game.start("Read", "red")])
    assert sizes[0] != sizes[1]
