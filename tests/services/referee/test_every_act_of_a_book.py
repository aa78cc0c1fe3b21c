"""A row for every act of the contract: in a real ruleset it is given once, by whom it is for, and by nobody else.

All acts at all moments by all roles are in test_every_act, which plays this ruleset too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
import pytest_asyncio

from services.rpc.access.credentials import Role
from services.rpc.methods import methods_of
from tests.services.fixtures import REFEREE
from tests.services.referee import every_act
from tests.services.referee.every_act import REFEREES, ROLES, Moment, Place, require_refused
from tests.services.referee.every_book import serve_book

ROOT: Final = Path(__file__).parents[3]
# the moment at which an act is given here, and one at which the same act is refused
ROWS: Final[Mapping[str, tuple[Moment, Moment]]] = {
    "AddNote": (every_act.playing, every_act.over),
    "AddPrivateNote": (every_act.playing, every_act.over),
    "AcceptReferee": (every_act.of_an_event, every_act.over),
    "AdjournGame": (every_act.playing, every_act.paused),
    "AllowDraw": (every_act.of_an_event, every_act.conceded),
    "AnswerCall": (every_act.called, every_act.playing),
    "AnswerProposal": (every_act.proposed, every_act.playing),
    "Appeal": (every_act.conceded, every_act.playing),
    "Award": (every_act.playing, every_act.conceded),
    "CallReferee": (every_act.playing, every_act.over),
    "ChangeDiceSource": (every_act.playing, every_act.conceded),
    "Correct": (every_act.played, every_act.opened),
    "Inspect": (every_act.playing, every_act.over),
    "Interpret": (every_act.playing, every_act.over),
    "OrderAbsent": (every_act.playing, every_act.over),
    "PauseGame": (every_act.playing, every_act.paused),
    "Penalise": (every_act.playing, every_act.over),
    "RestartGame": (every_act.playing, every_act.over),
    "ResumeGame": (every_act.paused, every_act.playing),
    "RetireDice": (every_act.throwing, every_act.over),
    "RevokeAbsent": (every_act.absent, every_act.playing),
    "Rewind": (every_act.played, every_act.over),
    "SealNext": (every_act.sealable, every_act.playing),
    "SetClock": (every_act.of_an_event, every_act.playing),
    "Substitute": (every_act.playing, every_act.over),
    "TakeBack": (every_act.proposed, every_act.opened),
    "UpholdRuling": (every_act.appealed, every_act.conceded),
    "VoidThrow": (every_act.throwing, every_act.playing),
    "WaiveAppeal": (every_act.conceded, every_act.playing),
    "WithdrawAppeal": (every_act.appealed, every_act.conceded),
    "WithdrawCall": (every_act.called, every_act.playing),
}
# what is offered to nobody, or in games that are signed alone: here it is refused, and given in these tests
ELSEWHERE: Final = {
    "AdmitOfficial": "tests/services/events/test_signed_acts.py",
    "CorrectHidden": "tests/services/referee/test_corrections.py",
}
ACTS: Final = tuple(methods_of(REFEREE))
# a proposal of this row is one of seats, so that no two referees answer it
RULED: Final = [name for name in ROWS if Role.REFEREE in methods_of(REFEREE)[name].roles and name != "AnswerProposal"]

# a game for each act; the service is one
pytestmark = pytest.mark.slow
one_service = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def book(tmp_path_factory):
    """A service of a rulebook, for all games here."""
    async with serve_book(tmp_path_factory.mktemp("book")) as service:
        yield service


async def first_offer(place: Place, act: str) -> tuple[str, Any]:
    """Find who is offered an act first, and how."""
    for who in ROLES:
        offer = await place.offer(act, who)
        if offer is not None:
            return who, offer
    raise AssertionError(f"{act} is offered to nobody")


def test_every_act_has_one_row():
    """A new act of the contract needs a row; one that is gone has none."""
    assert sorted([*ROWS, *ELSEWHERE]) == sorted(ACTS)
    assert all(act in (ROOT / path).read_text() for act, path in ELSEWHERE.items())


def moments_of(act: str) -> tuple[Moment, Moment]:
    """Find when an act is given here, and when it is refused."""
    return ROWS.get(act, (every_act.playing, every_act.over))


@one_service
@pytest.mark.parametrize("wrong", dict.fromkeys(moments_of(act)[1] for act in ACTS), ids=lambda moment: moment.__name__)
async def test_an_act_is_refused_at_another_moment(book, wrong):
    """With a clause, whoever gives it of those whom it is for; nothing is written."""
    place = Place(book, wrong)
    await place.fresh()
    for act in (act for act in ACTS if moments_of(act)[1] is wrong):
        for who in (name for name, role in ROLES.items() if role in every_act.acts()[act].roles):
            tried = await place.give(act, who, place.request(act, None, (await place.last()).hash))
            require_refused(tried.error, f"{act} by {who} at {wrong.__name__}")
            assert tried.added == 0


@one_service
@pytest.mark.parametrize("act", ACTS)
async def test_an_act_is_given_once_and_by_whom_it_is_for(book, act):
    """Others are told whose it is; it is one entry; again it is that entry; anew on the same head it is refused."""
    moment, _ = moments_of(act)
    roles = every_act.acts()[act].roles
    place = Place(book, moment)
    await place.fresh()
    head = (await place.last()).hash
    for who in (name for name, role in ROLES.items() if role not in roles):
        tried = await place.give(act, who, place.request(act, None, head))
        assert tried.error is not None and tried.error.code() is grpc.StatusCode.PERMISSION_DENIED, who  # noqa: PT018
        assert tried.added == 0
    if act in ELSEWHERE:
        return
    who, offer = await first_offer(place, act)
    request = place.request(act, offer, head)
    tried = await place.give(act, who, request)
    assert tried.error is None, f"{act} by {who}: {tried.error.details()}"
    assert tried.hashes == (tried.receipt.hash,)
    again = await place.give(act, who, request)
    assert (again.receipt, again.added) == (tried.receipt, 0)
    anew = await place.give(act, who, place.request(act, offer, head, seed=2))
    require_refused(anew.error, f"{act} by {who}, on the head from before")
    assert anew.added == 0


@one_service
@pytest.mark.long
@pytest.mark.parametrize("act", RULED)
async def test_of_two_referees_at_once_one_gives_it(book, act):
    """Both decided on the same entry: one entry is added, and the other is told that the game has gone on."""
    place = Place(book, ROWS[act][0])
    await place.fresh()
    head = await place.last()
    offers = {who: await place.offer(act, who) for who in REFEREES}
    pair = [(who, offer) for who, offer in offers.items() if offer is not None][-2:]
    assert len(pair) == len(REFEREES[:2])
    requests = {who: place.request(act, offer, head.hash, seed) for seed, (who, offer) in enumerate(pair)}
    answers = await place.give_both(act, requests)
    refused = [answer.code() for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    assert refused == [grpc.StatusCode.ABORTED], answers
    assert len(await place.given_after(head.seq)) == 1
