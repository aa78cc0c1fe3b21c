"""Every act of a referee's desk by every role, at every moment, twice, stale, and by two referees at once."""

from __future__ import annotations

import os

import grpc
import pytest
import pytest_asyncio

from tests.services.fixtures import serve_toy
from tests.services.referee.every_act import (
    MOMENTS,
    REFEREES,
    ROLES,
    Place,
    acts,
    appealed,
    of_an_event,
    playing,
    require_refused,
)
from tests.services.referee.every_book import serve_book

Code = grpc.StatusCode
# all acts at all moments: half a second each; the games are many, the service is one
pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
# of a rulebook these in the long suite, with EVERY_ACT=1 all
OF_A_BOOK = MOMENTS if os.environ.get("EVERY_ACT") else (playing, appealed)
# of the toy a third of the moments and a game of an event at every change, all of them in the long suite
moments = pytest.mark.parametrize(
    ("toy_service", "moment"),
    [
        *(
            pytest.param(
                serve_toy,
                moment,
                marks=() if place % 3 == 0 or moment is of_an_event else pytest.mark.long,
                id=f"toy-{moment.__name__}",
            )
            for place, moment in enumerate(MOMENTS)
        ),
        *(
            pytest.param(serve_book, moment, marks=pytest.mark.long, id=f"hex_orders-{moment.__name__}")
            for moment in OF_A_BOOK
        ),
    ],
    indirect=["toy_service"],
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def toy_service(request, tmp_path_factory):
    """A service of the toy, or of a rulebook, for all games here."""
    async with request.param(tmp_path_factory.mktemp("service")) as service:
        yield service


@moments
async def test_who_may_not_is_told_who_may(toy_service, moment):
    """A role that the contract does not name is refused, with the roles that it names; nothing is written."""
    place = Place(toy_service, moment)
    await place.fresh()
    head = (await place.last()).hash
    for act, method in acts().items():
        for who, role in ROLES.items():
            if role in method.roles:
                continue
            tried = await place.give(act, who, place.request(act, None, head))
            assert tried.error is not None, f"{act} by {who}"
            assert (tried.error.code(), tried.added) == (Code.PERMISSION_DENIED, 0), f"{act} by {who}"
            assert "use the token of " in str(tried.error.details())


@moments
async def test_what_is_offered_is_taken_once_and_all_else_refused(toy_service, moment):
    """An act that is offered is one entry: a retry gets it again, the same decision once more is stale.

    What is not offered is refused with a clause, or is one entry.
    """
    place = Place(toy_service, moment)
    await place.fresh()
    for act, method in acts().items():
        for who in (name for name, role in ROLES.items() if role in method.roles):
            head = (await place.last()).hash
            offer = await place.offer(act, who)
            request, where = place.request(act, offer, head), f"{act} by {who} at {moment.__name__}"
            tried = await place.give(act, who, request)
            if tried.error is not None:
                assert offer is None, f"{where} was offered: {tried.error.details()}"
                require_refused(tried.error, where)
                assert tried.added == 0
                continue
            assert tried.hashes == (tried.receipt.hash,), where
            again = await place.give(act, who, request)
            assert (again.receipt, again.added) == (tried.receipt, 0), where
            once_more = await place.give(act, who, place.request(act, offer, head, seed=2))
            require_refused(once_more.error, f"{where}, once more")
            assert once_more.added == 0
            await place.fresh()


@moments
async def test_of_two_referees_at_once_one_rules(toy_service, moment):
    """Both decided on the same entry: one takes effect, the other is told that the game has gone on."""
    place = Place(toy_service, moment)
    await place.fresh()
    for act in (name for name, method in acts().items() if ROLES["referee"] in method.roles):
        head = await place.last()
        pair = REFEREES[:2] if await place.offer(act, "referee") else REFEREES[1:]
        offers = {who: await place.offer(act, who) for who in pair}
        if None in offers.values():
            continue
        requests = {who: place.request(act, offer, head.hash, seed) for seed, (who, offer) in enumerate(offers.items())}
        answers = await place.give_both(act, requests)
        refused = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
        where = f"{act} at {moment.__name__}: {answers}"
        assert [error.code() for error in refused] == [Code.ABORTED], where
        assert len(await place.given_after(head.seq)) == 1, where
        await place.fresh()
