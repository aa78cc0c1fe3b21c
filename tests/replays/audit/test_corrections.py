"""Corrections and substitutions in signed games: the audit follows them, and finds what was altered."""

import asyncio
from typing import Any

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import Correct, Grounds, PatchItem, Substitute
from replays.audit.audit import audit
from services.games.signing import SignatureRefused, public_key
from tests.replays.audit.steps import BODY, COMMAND, EVENTS, Case
from tests.replays.fixtures import Recorder, find
from tests.verdicts import holds

WHY = Grounds(reason="it was counted wrongly", clause="", about=())
NEW_KEY = bytes(31) + b"\x07"


def report_of(data):
    return audit(data, find=find)


async def ruled():
    """A signed game in which a referee corrects a value, and then another person plays the first seat."""
    recorder = Recorder(5, referee=True)
    await recorder.play(lambda session: session.protocol.cursors.get(0, 0) >= 2)
    async with recorder.command_handler.locked(recorder.game_id) as session:
        game: Any = session.game
        shields = game.sides[0].shields
    item = PatchItem(table="sides", key="0", field="shields", before=str(shields), after=str(shields + 1))
    await recorder.submit(REFEREE, Correct(grounds=WHY, patch=(item,)))
    given = Substitute(grounds=WHY, seat=0, person="Robin", keys=(public_key(NEW_KEY),))
    await recorder.submit(REFEREE, given)
    await recorder.play(lambda session: 0 in session.game.stack[-1].asks)
    async with recorder.command_handler.locked(recorder.game_id) as session:
        due = 0, recorder._sampled(session, session.game.stack[-1], 0)
    with pytest.raises(SignatureRefused):
        await recorder.submit(*due)
    recorder.keys[0] = NEW_KEY
    recorder.tokens[0] = "robin"
    await recorder.play()
    return recorder


@pytest.fixture(scope="module")
def game():
    return asyncio.run(ruled())


@pytest.mark.rule("WG-CORRECT-01", "WG-SEAT-01")
def test_the_audit_follows(game):
    """It passes, and lists both rulings under what rests on people's word."""
    report = report_of(asyncio.run(game.file()))
    assert holds(report), report.findings
    said = "\n".join(report.testimony)
    assert "by ruling sides 0 shields is set from 1 to 2" in said
    assert "Robin plays red from here on" in said


@pytest.mark.rule("WG-CORRECT-01")
def test_a_correction_that_sets_another_value_is_found(game):
    """The operator writes another value into the event than the ruling names."""
    case = Case(game)
    event = next(row[0] for row in case.of("Correct")[EVENTS] if row[0][0] == "Corrected")
    event[-1] = "9"
    found = {finding.code for finding in report_of(case.operated()).findings}
    assert found >= {"CORRECTION_MISMATCH", "EVENTS_MISMATCH"}


@pytest.mark.rule("WG-SEAT-01")
def test_a_command_by_the_key_of_who_left_is_found(game):
    """The operator leaves the substitution's key as it was: what comes after is signed by nobody who may."""
    case = Case(game)
    taken = case.of("Substitute")
    event = next(row[0] for row in taken[EVENTS] if row[0][0] == "SeatSubstituted")
    event[3] = taken[COMMAND][BODY][4] = [public_key(game.keys[1])]
    found = {finding.code for finding in report_of(case.operated()).findings}
    assert "COMMAND_SIGNATURE_INVALID" in found
