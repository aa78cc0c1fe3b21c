"""Absent and substituted seats under audit: it follows them, lists them, and finds what was altered."""

import asyncio
import random

import pytest

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import Grounds, OrderAbsent, RevokeAbsent
from adjudicator.kernel.record.log import Conflict
from replays.audit.audit import audit
from services.games.refusals import StaleHead
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, Case
from tests.replays.fixtures import Recorder, find

WHY = Grounds(reason="went to the doctor", clause="", about=())


class Absent(Recorder):
    """A game whose seats are ordered absent and called back now and then, from before the seed on."""

    def __init__(self, seed, **opening):
        super().__init__(seed, referee=True, **opening)
        self.moments = random.Random(seed)

    async def submit(self, party, command):
        """Give the command; what was asked of an absent seat is answered by then."""
        if self.terms is not command and self.moments.random() < 0.2:
            async with self.command_handler.locked(self.game_id) as session:
                away = session.protocol.docket.absences
            seat = self.moments.randrange(2)
            await self._try(REFEREE, (RevokeAbsent if seat in away else OrderAbsent)(grounds=WHY, seat=seat))
        return await self._try(party, command)

    async def _try(self, party, command):
        try:
            return await super().submit(party, command)
        except (Rejected, StaleHead, Conflict):
            async with self.command_handler.locked(self.game_id) as session:
                self.head = session.protocol.head
        return None


def played(seed, **opening):
    recorder = Absent(seed, **opening)
    asyncio.run(recorder.play())
    return recorder


def codes(case):
    found = audit(case.operated(heads=True, keys=True), find=find, levels=("L0", "L1"))
    return {finding.code for finding in found.findings}


@pytest.mark.rule("WG-SEAT-02", "WG-SEAT-03")
@pytest.mark.parametrize("dice_mode", ["seeded", "reported"])
def test_the_audit_follows_absent_seats(dice_mode):
    """Random games pass at all levels; every order is listed as people's word."""
    orders = answers = 0
    for seed in range(8):
        recorder = played(seed, dice_mode=dice_mode)
        found = audit(asyncio.run(recorder.file()), find=find)
        assert (found.result, found.findings) == ("PASS", ())
        given = [entry[COMMAND][BODY][0] for entry in Case(recorder).entries]
        answers += given.count("AnswerAbsent")
        told = sum("is absent: silence is taken for it" in line for line in found.testimony)
        assert told == given.count("OrderAbsent")
        orders += told
    assert orders > 5
    assert answers > 20


@pytest.fixture(scope="module")
def recorded():
    """A game in which silence was taken, and an order revoked."""
    for seed in range(20):
        recorder = played(seed)
        given = [entry[COMMAND][BODY][0] for entry in Case(recorder).entries]
        if "AnswerAbsent" in given and "RevokeAbsent" in given:
            return recorder
    raise AssertionError("no such game")


def event(case, name):
    return next(row[0] for entry in case.entries for row in entry[EVENTS] if row[0][0] == name)


def test_silence_that_was_not_taken(recorded):
    """The entry of the service is taken out: something else stands where it was due."""
    case = Case(recorded)
    case.drop(case.place("AnswerAbsent"))
    assert "CLOCK_MISMATCH" in codes(case)


def test_silence_of_a_seat_that_was_there(recorded):
    """The order is another seat's."""
    case = Case(recorded)
    ordered = event(case, "AbsenceOrdered")
    ordered[1] = case.of("OrderAbsent")[COMMAND][BODY][2] = 1 - ordered[1]
    assert "CLOCK_MISMATCH" in codes(case)


def test_an_order_that_nobody_gave(recorded):
    """A note of the referee orders a seat absent."""
    case = Case(recorded)
    case.of("OrderAbsent")[COMMAND][BODY][:] = ["AddNote", case.of("OrderAbsent")[COMMAND][BODY][1]]
    assert "UNAUTHORISED_ACTOR" in codes(case)
